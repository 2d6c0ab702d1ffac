//! What lies on the table: the board, the grids, pools and losses, and what to do now.

use kit_chess::shakmaty::{Bitboard, ByColor, Color, Role};
use kit_play::sentence::Filling;
use kit_play::tabletop::{
    Board, Cell, Grid, GridRow, MarkKind, Part, PlacedToken, Prompt, Sheet, Tabletop, Token, Tray, color_word,
};
use kit_play::{Sentence, say};

use super::army::{Army, Candidates, Number, TYPES};
use super::position::Phase;
use super::{Public, Task, View, player};
use crate::steps::{color_name, with_last};

/// The grid of the own army.
pub const ARMY: &str = "army";

pub fn laid_for(view: &View) -> Tabletop {
    let mut parts = vec![Part::Board(board(view))];
    parts.extend(grids(view).into_iter().map(Part::Grid));
    for color in [Color::White, Color::Black] {
        parts.push(Part::Tray(pool(color, &view.public)));
        parts.push(Part::Tray(lost(color, &view.public)));
    }
    parts.push(Part::Sheet(sheet(&view.public)));
    Tabletop { prompt: prompt(view), parts }
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
    let kings = Color::ALL.into_iter().filter(|color| position.in_check(*color));
    let checked: Vec<_> = kings.filter_map(|color| position.open_king(color)).collect();
    board.mark(MarkKind::Check, checked).mark(MarkKind::Danger, king_in_danger(view))
}

/// The viewer's cloaked king, if a pawn or a piece that everybody knows could take it.
// [cloak.no-hints] For its owner alone.
fn king_in_danger(view: &View) -> Bitboard {
    let position = &view.public.position;
    let king = || {
        let color = view.color().filter(|_| !view.public.over)?;
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
    let known = |id, color: Color, title: String| {
        let army = view.armies.get(color).filter(|_| view.public.over);
        match army {
            Some(army) => grid(id, title, false, |number, role| circled(&army, number, role)),
            None => worked_out(id, title, view.public.candidates.get(color)),
        }
    };
    match view.color() {
        Some(own) => {
            let army = view.armies.get(own).unwrap_or(Army::NONE);
            let title = format!("Your army ({})", color_word(own));
            vec![
                grid(ARMY, title, true, |number, role| circled(&army, number, role)),
                known("enemy", !own, format!("What is known of {}'s army", color_name(!own))),
                known("seen", own, format!("What {} can know of yours", color_name(!own))),
            ]
        }
        None => vec![
            known("white-army", Color::White, "What is known of White's army".to_owned()),
            known("black-army", Color::Black, "What is known of Black's army".to_owned()),
        ],
    }
}

fn grid(id: &'static str, title: String, private: bool, cell: impl Fn(Number, Role) -> Cell) -> Grid {
    let row = |role: Role| GridRow {
        label: role.upper_char().to_string(),
        cells: Number::all().map(|number| cell(number, role)).collect(),
        note: String::new(),
    };
    let columns = Number::all().map(|number| number.to_string()).collect();
    Grid { id, title, private, columns, rows: TYPES.map(row).to_vec(), note: None }
}

fn circled(army: &Army, number: Number, role: Role) -> Cell {
    if army.role(number) == Some(role) { Cell::Circle } else { Cell::Blank }
}

// [cloak.notes] X for what is impossible, O for what is certain; nothing before anything is known.
fn worked_out(id: &'static str, title: String, candidates: &Candidates) -> Grid {
    let (tally, all) = (candidates.tally(), candidates.count());
    grid(id, title, false, |number, role| {
        let place = TYPES.iter().position(|kind| *kind == role).unwrap_or_default();
        let counts = tally[number.index()];
        // Where a game starts in the middle, nobody asks what was under a checker that is gone.
        let is_gone = counts.iter().all(|count| *count == 0);
        match counts[place] {
            _ if is_gone || all == Army::all().len() => Cell::Blank,
            0 => Cell::Cross,
            count if count == all => Cell::Circle,
            _ => Cell::Blank,
        }
    })
}

fn pool(color: Color, public: &Public) -> Tray {
    let pawn = color.pawn().char().to_string();
    Tray {
        id: color.fold_wb("white-pool", "black-pool"),
        title: format!("{} pawns that may be dropped", color_name(color)),
        items: vec![pawn; usize::from(*public.position.pools.get(color))],
    }
}

fn lost(color: Color, public: &Public) -> Tray {
    let lost = public.taken.iter().filter(|piece| piece.color == color);
    Tray {
        id: color.fold_wb("white-lost", "black-lost"),
        title: format!("{} pieces that were taken", color_name(color)),
        items: lost.map(|piece| piece.char().to_string()).collect(),
    }
}

fn sheet(public: &Public) -> Sheet {
    let position = &public.position;
    let mut lines = Vec::new();
    for color in [Color::White, Color::Black] {
        let (word, candidates) = (color_word(color), public.candidates.get(color));
        lines.push((format!("{word} armies possible"), candidates.count().to_string()));
        // [cloak.notes]
        let kings = candidates.tally().map(|counts| counts[0].to_string());
        lines.push((format!("{word} king by number"), kings.join(" ")));
        let confirmed: Vec<String> = position
            .numbers(color)
            .iter()
            .filter_map(|number| Some(format!("{number}={}", position.told(color, number)?.upper_char())))
            .collect();
        lines.push((format!("{word} confirmed"), or_none(confirmed.join(" "))));
    }
    lines.push(("bonus".to_owned(), bonus(public)));
    let names = |squares: Bitboard| squares.into_iter().map(|square| square.to_string()).collect::<Vec<_>>();
    lines.push(("unmoved".to_owned(), or_none(names(position.unmoved).join(" "))));
    lines.push(("en passant".to_owned(), or_none(names(position.skipped).join(" "))));
    lines.push(("half-turns without progress".to_owned(), public.clock.in_words()));
    Sheet { id: "knowledge", title: "What everybody knows".to_owned(), lines }
}

fn bonus(public: &Public) -> String {
    let turn = public.position.turn;
    match (public.position.phase, public.position.answer) {
        (Phase::Owed, _) => format!("owed to {}", color_word(turn)),
        (Phase::Move | Phase::Uncloak, Some(false)) => format!("owed to {}", color_word(!turn)),
        (Phase::Move | Phase::Earned, Some(true)) => format!("earned by {}", color_word(turn)),
        (Phase::Guess | Phase::Move | Phase::Earned | Phase::Uncloak, _) => or_none(String::new()),
    }
}

fn or_none(text: String) -> String {
    if text.is_empty() { "-".to_owned() } else { text }
}

fn prompt(view: &View) -> Prompt {
    if !view.public.has_begun() {
        let (words, rule) = placing_words(view);
        return Prompt { words, rule: Some(rule), ..Prompt::default() };
    }
    let (steps, step) = turn_steps(&view.public);
    let (words, rule) = turn_words(view);
    Prompt { words, rule: Some(rule), steps, step: Some(step) }
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
                 bishops on squares of both colors."
            );
            (words, "cloak.army")
        }
        Task::Wait => (Sentence::joined([say!("Your army is in place."), waiting]), "cloak.lock"),
        Task::Act(_) | Task::Watch => (waiting, "cloak.lock"),
    }
}

/// The parts of this turn, and which of them is going on.
fn turn_steps(public: &Public) -> (Vec<String>, usize) {
    let steps = |words: &[&str]| words.iter().map(ToString::to_string).collect();
    match (public.position.phase, public.position.answer) {
        (Phase::Owed, _) => (steps(&["bonus", "guess", "move", "uncloak"]), 0),
        (Phase::Guess, _) => (steps(&["guess", "move", "uncloak"]), 0),
        (Phase::Move, Some(true)) => (steps(&["guess", "move", "bonus", "uncloak"]), 1),
        (Phase::Move, Some(false) | None) => (steps(&["guess", "move", "uncloak"]), 1),
        (Phase::Earned, _) => (steps(&["guess", "move", "bonus", "uncloak"]), 2),
        (Phase::Uncloak, Some(true)) => (steps(&["guess", "move", "bonus", "uncloak"]), 3),
        (Phase::Uncloak, Some(false) | None) => (steps(&["guess", "move", "uncloak"]), 2),
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
