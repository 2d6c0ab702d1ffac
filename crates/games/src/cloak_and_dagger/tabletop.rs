//! What lies on the table: the board, the grids, pools and losses, and what to do now.

use kit_chess::shakmaty::{Bitboard, ByColor, Color, Role};
use kit_play::sentence::{Filling, Joint, Label};
use kit_play::tabletop::{
    Board, Brings, Cell, Grid, GridRow, MarkKind, Part, PlacedToken, Possible, Price, Prices, Prompt, Sheet,
    SheetLine, Tabletop, Token, Tray,
};
use kit_play::{Sentence, say};

use super::army::{Army, Candidates, Number, TYPES};
use super::position::Phase;
use super::{Public, Task, View, checker, named, player};
use crate::steps::with_last;

/// The grid of the own army.
pub const ARMY: &str = "army";

pub fn laid_for(view: &View) -> Tabletop {
    let mut parts = vec![Part::Board(board(view))];
    parts.extend(grids(view).into_iter().map(Part::Grid));
    parts.extend(prices(view).map(Part::Prices));
    parts.extend(trays(&view.public).map(Part::Tray));
    parts.push(Part::Sheet(sheet(&view.public)));
    Tabletop { prompt: prompt(view), parts, ..Tabletop::default() }
}

/// Everything open, the own checkers, and those that were named correctly.
fn board(view: &View) -> Board {
    let position = &view.public.position;
    let mut known = ByColor::new_with(|_| Some(Army::NONE));
    let mut tokens = Vec::new();
    for color in [Color::White, Color::Black] {
        for number in position.numbers(color).iter() {
            let role =
                position.told(color, number).or(view.armies.get(color).and_then(|army| army.role(number)));
            if let (Some(army), Some(role)) = (known.get_mut(color), role) {
                army.set(number, role);
            }
            let token = Token::Numbered { color, number: number.index() as u8 + 1 };
            tokens.extend(position.square_of(color, number).map(|square| PlacedToken { square, token }));
        }
    }
    let bottom = view.color().unwrap_or(Color::White);
    let mut board = with_last(Board::new(&position.with_armies(&known), bottom), view.public.trail);
    board.tokens = tokens;
    board.possible = suspects(view);
    let kings = Color::ALL.into_iter().filter(|color| position.in_check(*color));
    let checked: Vec<_> = kings.filter_map(|color| position.open_king(color)).collect();
    board.mark(MarkKind::Check, checked).mark(MarkKind::Danger, king_in_danger(view))
}

/// What each checker may be that the viewer does not know, the likeliest first.
// [cloak.notes] From what everybody has seen; nothing before anything is known.
fn suspects(view: &View) -> Vec<Possible> {
    let position = &view.public.position;
    let mut suspects = Vec::new();
    for color in [Color::White, Color::Black] {
        let candidates = view.public.candidates.get(color);
        if view.armies.get(color).is_some() || !view.public.has_begun() || candidates.are_all() {
            continue;
        }
        let tally = candidates.tally();
        for number in position.numbers(color).iter().filter(|number| position.told(color, *number).is_none())
        {
            let pieces = likeliest_first(tally[number.index()]).map(|role| role.of(color)).collect();
            let square = position.square_of(color, number);
            suspects.extend(square.map(|square| Possible { square, under: false, pieces }));
        }
    }
    suspects
}

/// The types that are left for a checker, by how many candidates have each; equals as in the grid.
fn likeliest_first(counts: [usize; 5]) -> impl Iterator<Item = Role> {
    let mut types: Vec<(Role, usize)> =
        TYPES.into_iter().zip(counts).filter(|(_, count)| *count > 0).collect();
    types.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    types.into_iter().map(|(role, _)| role)
}

/// The viewer's cloaked king, if a pawn or a piece that everybody knows could take it.
// [cloak.no-hints] For its owner alone.
fn king_in_danger(view: &View) -> Bitboard {
    let position = &view.public.position;
    let king = || {
        let color = view.color().filter(|_| !view.over)?;
        let square = position.square_of(color, view.armies.get(color).as_ref()?.king()?)?;
        let told = ByColor::new_with(|color| Some(Army::of(*position.told.get(color))));
        let known = position.with_armies(&told);
        known.attacks_to(square, !color, position.occupied()).any().then_some(square)
    };
    king().map_or(Bitboard::EMPTY, Bitboard::from)
}

/// For a player the own army, what is known of the other's, and what the other can know of the
/// own; for the public what is known of both.
fn grids(view: &View) -> Vec<Grid> {
    let known = |id, color: Color, title: Sentence| {
        let army = view.armies.get(color).filter(|_| view.over);
        match army {
            Some(army) => grid(id, title, false, |number, role| circled(&army, number, role)),
            None => worked_out(id, title, view.public.candidates.get(color)),
        }
    };
    let of = |color| say!("What is known of {seat}'s army", seat = player(color));
    match view.color() {
        Some(own) => {
            let army = view.armies.get(own).unwrap_or(Army::NONE);
            let title = say!("Your army ({color})", color = own);
            vec![
                grid(ARMY, title, true, |number, role| circled(&army, number, role)),
                known("enemy", !own, of(!own)),
                known("seen", own, say!("What {seat} can know of yours", seat = player(!own))),
            ]
        }
        None => vec![
            known("white-army", Color::White, of(Color::White)),
            known("black-army", Color::Black, of(Color::Black)),
        ],
    }
}

pub fn grid(id: &'static str, title: Sentence, private: bool, cell: impl Fn(Number, Role) -> Cell) -> Grid {
    let row = |role: Role| GridRow {
        label: say!("{letter}", letter = Filling::text(role.upper_char())),
        cells: Number::all().map(|number| cell(number, role)).collect(),
        note: Label::default(),
    };
    Grid {
        id,
        title: title.into(),
        private,
        columns: Number::all().map(|number| say!("{number}", number)).collect(),
        rows: TYPES.map(row).to_vec(),
        note: None,
        axes: Some([say!("type").into(), say!("checker").into()]),
    }
}

pub fn circled(army: &Army, number: Number, role: Role) -> Cell {
    if army.role(number) == Some(role) { Cell::Circle } else { Cell::Blank }
}

// [cloak.notes] X for what is impossible, O for what is certain; nothing before anything is known.
fn worked_out(id: &'static str, title: Sentence, candidates: &Candidates) -> Grid {
    let (tally, all) = (candidates.tally(), candidates.count());
    grid(id, title, false, |number, role| {
        let place = TYPES.iter().position(|kind| *kind == role).unwrap_or_default();
        let counts = tally[number.index()];
        // Where a game starts in the middle, nobody asks what was under a checker that is gone.
        let is_gone = counts.iter().all(|count| *count == 0);
        match counts[place] {
            _ if is_gone || candidates.are_all() => Cell::Blank,
            0 => Cell::Cross,
            count if count == all => Cell::Circle,
            _ => Cell::Blank,
        }
    })
}

/// What a guess brings to whoever may make one.
// [cloak.right-guess] [cloak.wrong-guess]
fn prices(view: &View) -> Option<Prices> {
    let Public { position, rules, .. } = &view.public;
    let own = view.color().filter(|color| *color == position.turn && position.phase == Phase::Guess)?;
    if view.over || !view.public.has_begun() {
        return None;
    }
    let can_drop = |color: Color| *position.pools.get(color) > 0;
    let right = match (can_drop(own), rules.right_guess_uncloaks) {
        (false, false) => say!("a pawn move more after your move"),
        (true, false) => say!("a pawn move or a drop after your move"),
        (false, true) => say!("a pawn move more after your move, and the checker is uncloaked"),
        (true, true) => say!("a pawn move or a drop after your move, and the checker is uncloaked"),
    };
    let seat = player(!own);
    let wrong = match can_drop(!own) {
        false => say!("{seat} makes a pawn move before the next turn", seat),
        true => say!("{seat} makes a pawn move or a drop before the next turn", seat),
    };
    let brings = vec![Brings::good(right), Brings::bad(wrong)];
    Some(Prices {
        id: "guess",
        title: say!("What a guess brings").into(),
        cases: vec![say!("right"), say!("wrong")],
        rows: vec![Price { choice: say!("a guess"), spots: Vec::new(), brings }],
    })
}

fn trays(public: &Public) -> [Tray; 4] {
    let (white, black) = (Color::White, Color::Black);
    [
        pool("white-pool", say!("White pawns that may be dropped"), white, public),
        lost("white-lost", say!("White pieces that were taken"), white, public),
        pool("black-pool", say!("Black pawns that may be dropped"), black, public),
        lost("black-lost", say!("Black pieces that were taken"), black, public),
    ]
}

fn pool(id: &'static str, title: Sentence, color: Color, public: &Public) -> Tray {
    let pawn = color.pawn().char().to_string();
    Tray { id, title: title.into(), items: vec![pawn; usize::from(*public.position.pools.get(color))] }
}

fn lost(id: &'static str, title: Sentence, color: Color, public: &Public) -> Tray {
    let lost = public.taken.iter().filter(|piece| piece.color == color);
    Tray { id, title: title.into(), items: lost.map(|piece| piece.char().to_string()).collect() }
}

fn sheet(public: &Public) -> Sheet {
    let position = &public.position;
    let mut lines = Vec::new();
    for color in [Color::White, Color::Black] {
        let candidates = public.candidates.get(color);
        let count = candidates.count();
        lines.push(SheetLine::new(say!("{color} armies possible", color), say!("{count}", count)));
        // [cloak.notes]
        if position.open_king(color).is_none() {
            let kings = kings(candidates);
            if kings.count() != Some(0) {
                lines.push(SheetLine::new(say!("{color} king may be", color), say!("{kings}", kings)));
            }
        }
        let told = |number: Number| Some((number, position.told(color, number)?));
        let confirmed = named(position.numbers(color).iter().filter_map(told));
        if confirmed.count() != Some(0) {
            lines.push(SheetLine::new(say!("{color} confirmed", color), say!("{confirmed}", confirmed)));
        }
    }
    lines.extend(bonus(public).map(|bonus| SheetLine::new(say!("bonus"), bonus)));
    if position.skipped.any() {
        let squares = Filling::List(Joint::Space, position.skipped.into_iter().map(Filling::from).collect());
        lines.push(SheetLine::new(say!("en passant"), say!("{squares}", squares)));
    }
    lines.push(SheetLine::new(say!("half-turns without progress"), public.clock.in_words()));
    Sheet { id: "knowledge", title: say!("What everybody knows").into(), lines }
}

/// The checkers that may be the king, each with the number of armies in which it is.
fn kings(candidates: &Candidates) -> Filling {
    let all = candidates.count();
    let places = Number::all().zip(candidates.tally().map(|counts| counts[0]));
    let king = |(number, count): (Number, usize)| {
        if count == all {
            checker(number)
        } else {
            say!("checker {number} ({count} of {all})", number, count, all).into()
        }
    };
    Filling::one_of(places.filter(|(_, count)| *count > 0).map(king))
}

fn bonus(public: &Public) -> Option<Sentence> {
    let turn = public.position.turn;
    match (public.position.phase, public.position.answer) {
        (Phase::Owed, _) => Some(say!("owed to {color}", color = turn)),
        (Phase::Move | Phase::Uncloak, Some(false)) => Some(say!("owed to {color}", color = !turn)),
        (Phase::Move | Phase::Earned, Some(true)) => Some(say!("earned by {color}", color = turn)),
        (Phase::Guess | Phase::Move | Phase::Earned | Phase::Uncloak, _) => None,
    }
}

fn prompt(view: &View) -> Prompt {
    if !view.public.has_begun() {
        let (words, rule) = placing_words(view);
        return Prompt { words, rule: Some(rule), ..Prompt::default() };
    }
    let (steps, step) = turn_steps(&view.public);
    let (words, rule) = turn_words(view);
    Prompt { words, rule: Some(rule), steps, step: Some(step), makes: true, ..Prompt::default() }
}

fn placing_words(view: &View) -> (Sentence, &'static str) {
    let (white, black) = (player(Color::White), player(Color::Black));
    let waiting = match (view.public.placed.white, view.public.placed.black) {
        (false, false) => say!("{white} and {black} are placing their armies.", white, black),
        (false, true) => say!("{seat} is placing an army.", seat = white),
        (true, false) | (true, true) => say!("{seat} is placing an army.", seat = black),
    };
    match view.task() {
        Task::Place => {
            let words = say!(
                "Place your army: choose a type for each number, the king between the rooks and the \
                 bishops on squares of both colours."
            );
            (words, "cloak.army")
        }
        Task::Wait => (Sentence::joined([say!("Your army is in place."), waiting]), "cloak.lock"),
        Task::Act(_) | Task::Watch => (waiting, "cloak.lock"),
    }
}

/// The parts of this turn, and which of them is going on.
fn turn_steps(public: &Public) -> (Vec<Label>, usize) {
    let owed = || [say!("bonus"), say!("guess"), say!("move"), say!("uncloak")].map(Into::into).to_vec();
    let plain = || [say!("guess"), say!("move"), say!("uncloak")].map(Into::into).to_vec();
    let earned = || [say!("guess"), say!("move"), say!("bonus"), say!("uncloak")].map(Into::into).to_vec();
    match (public.position.phase, public.position.answer) {
        (Phase::Owed, _) => (owed(), 0),
        (Phase::Guess, _) => (plain(), 0),
        (Phase::Move, Some(true)) => (earned(), 1),
        (Phase::Move, Some(false) | None) => (plain(), 1),
        (Phase::Earned, _) => (earned(), 2),
        (Phase::Uncloak, Some(true)) => (earned(), 3),
        (Phase::Uncloak, Some(false) | None) => (plain(), 2),
    }
}

fn turn_words(view: &View) -> (Sentence, &'static str) {
    let position = &view.public.position;
    if view.color() != Some(position.turn) {
        return their_words(position.phase, player(position.turn));
    }
    let can_drop = *position.pools.get(position.turn) > 0;
    let check = || position.in_check(position.turn).then(|| say!("You are in check."));
    let and_check = |task: Sentence| Sentence::joined([task].into_iter().chain(check()));
    match position.phase {
        Phase::Owed => {
            let task = if can_drop {
                say!("You are owed a bonus: move a pawn, drop a pawn on your second rank, or skip.")
            } else {
                say!("You are owed a bonus: move a pawn, or skip.")
            };
            (and_check(task), "cloak.owed")
        }
        Phase::Guess => (and_check(say!("Name the type of an enemy checker, or skip.")), "cloak.guess"),
        Phase::Move => (and_check(say!("Make a move.")), "cloak.move"),
        Phase::Earned if can_drop => {
            let words = say!(
                "You guessed right, so take a bonus: move a pawn, drop a pawn on your second rank, or skip."
            );
            (words, "cloak.bonus")
        }
        Phase::Earned => (say!("You guessed right, so take a bonus: move a pawn, or skip."), "cloak.bonus"),
        Phase::Uncloak => {
            (say!("Uncloak any of your checkers, then say that you are done."), "cloak.uncloak")
        }
    }
}

/// What everybody reads who does not act.
fn their_words(phase: Phase, seat: Filling) -> (Sentence, &'static str) {
    match phase {
        Phase::Owed => (say!("{seat} may use a bonus for the wrong guess.", seat), "cloak.owed"),
        Phase::Guess => (say!("{seat} may guess.", seat), "cloak.guess"),
        Phase::Move => (say!("{seat} moves.", seat), "cloak.move"),
        Phase::Earned => (say!("{seat} may use a bonus for the right guess.", seat), "cloak.bonus"),
        Phase::Uncloak => (say!("{seat} may uncloak checkers.", seat), "cloak.uncloak"),
    }
}
