//! What lies on the table: the board, the trophy, the cards, what is lost, and what to do now.

use kit_chess::shakmaty::{Bitboard, Color, Role};
use kit_play::sentence::{Filling, Label};
use kit_play::tabletop::{
    self, Board, Brings, Layout, MarkKind, Part, Price, Prices, Prompt, Sheet, SheetLine, Spot, Tabletop,
    Track, Tray,
};
use kit_play::{Channel, Seat, Sentence, Viewer, say};

use super::cards::Card;
use super::position::{MOST_LOST, Position, Stage, Trophy, Tug, color_of, team_of};
use super::transcript::{Removal, TurnRecord};
use super::{ABOUT, Public, View};
use crate::steps::with_last;

/// The part with the cards that a predictor holds.
pub const HAND: &str = "hand";

pub fn laid_for(view: &View) -> Tabletop {
    let public = &view.public;
    let mut parts = vec![Part::Board(board(view)), Part::Track(track(public))];
    parts.extend(prices(view).map(Part::Prices));
    parts.extend(hand(view).map(Part::Cards));
    parts.extend([Color::White, Color::Black].map(|color| Part::Cards(open_card(public, color))));
    parts.push(Part::Cards(laid(view)));
    parts.extend([Color::White, Color::Black].map(|color| Part::Tray(tray(public, color))));
    parts.push(Part::Sheet(sheet(view)));
    // [telepathic.predict] The prediction lies face down until the move is made.
    let (_, predictor) = public.position.roles(public.position.turn);
    let predicted = public.position.stage == Stage::Move;
    let sealed = predicted.then(|| ABOUT.seat_name(predictor)).into_iter().collect();
    Tabletop { prompt: prompt(view), parts, sealed }
}

fn board(view: &View) -> Board {
    let position = &view.public.position;
    let bottom = view.viewer.seat().map_or(Color::White, color_of);
    let last = view.public.turns.last().map(|turn| (turn.step.from, turn.step.to));
    let board = with_last(Board::new(&position.field.board, bottom), last);
    // [telepathic.check] For the team on turn, when everything is removed.
    let king = position.field.board.king_of(position.turn).filter(|_| position.in_check());
    board.mark(MarkKind::Check, king)
}

fn track(public: &Public) -> Track {
    let side = |color| say!("{team}", team = team(color));
    let places = vec![side(Color::White), say!("middle"), side(Color::Black)];
    let at = Some(public.position.trophy.place());
    Track { id: "trophy", title: say!("Trophy").into(), places, at }
}

/// The team of a color.
fn team(color: Color) -> Filling {
    ABOUT.team(team_of(color))
}

/// What hits and misses bring to whoever decides: by the kind that moves, or for any card.
fn prices(view: &View) -> Option<Prices> {
    let position = &view.public.position;
    if view.over || !is_own(view, position.deciding()) {
        return None;
    }
    let tugged = |tug: Tug| tug_price(position, tug);
    let (title, cases, rows) = match position.stage {
        Stage::Predict => {
            let open = position.up.get(position.turn).is_some_and(|card| matches!(card, Card::Kind(_)));
            let results =
                [(say!("hit"), Tug::Pull), (say!("open card"), Tug::Nothing), (say!("miss"), Tug::Push)];
            let results = results.into_iter().filter(|(_, tug)| open || *tug != Tug::Nothing);
            let (cases, brings) = results.map(|(case, tug)| (case, tugged(tug))).unzip();
            let row = Price { choice: say!("any card"), spots: Vec::new(), brings };
            (say!("What a card brings"), cases, vec![row])
        }
        Stage::Move => {
            let rows = Role::ALL.into_iter().filter_map(|role| kind_price(position, role)).collect();
            (say!("If you move a …"), vec![say!("hit"), say!("miss")], rows)
        }
        Stage::Remove { .. } => return None,
    };
    Some(Prices { id: "tug", title: title.into(), cases, rows }).filter(|prices| !prices.rows.is_empty())
}

/// What moving a piece of this kind brings, if one can move.
fn kind_price(position: &Position, role: Role) -> Option<Price> {
    let board = &position.field.board;
    let (mut count, mut from) = (0_u32, Bitboard::EMPTY);
    position.each_move(|step| {
        // [telepathic.king-capture] Whoever takes the king need not ask.
        if board.role_at(step.from) == Some(role) && !board.kings().contains(step.to) {
            count += 1;
            from.add(step.from);
        }
    });
    let choice = say!("{role}: {count} {count|one=move|other=moves}", role, count);
    // Whatever was laid, if it is another card.
    let missed = match position.up.get(position.turn) {
        Some(Card::Kind(open)) if *open == role => Tug::Nothing,
        Some(_) | None => Tug::Push,
    };
    let brings = vec![tug_price(position, Tug::Pull), tug_price(position, missed)];
    (count > 0).then(|| Price { choice, spots: from.into_iter().map(Spot::Square).collect(), brings })
}

/// What a tug does.
fn tug_price(position: &Position, tug: Tug) -> Brings {
    let (own, other) = (position.turn, team(!position.turn));
    match (tug, position.tugged(tug)) {
        (Tug::Nothing, _) => Brings::even(say!("nothing happens")),
        (Tug::Pull, Ok(Trophy::Side(color))) if color == own => Brings::good(say!("the trophy comes to you")),
        (Tug::Pull, Ok(_)) => Brings::good(say!("the trophy comes to the middle")),
        (Tug::Pull, Err(_)) => Brings::good(say!("{team} loses a piece", team = other)),
        (Tug::Push, Ok(Trophy::Middle)) => Brings::bad(say!("the trophy goes to the middle")),
        (Tug::Push, Ok(_)) => Brings::bad(say!("the trophy goes to {team}", team = other)),
        (Tug::Push, Err(_)) => Brings::bad(say!("you lose a piece")),
    }
}

/// The cards that the viewer holds; a mover holds none, and their place stays.
// [telepathic.hand-hidden] Nobody else sees them.
fn hand(view: &View) -> Option<tabletop::Cards> {
    let seat = view.viewer.seat()?;
    let (position, color) = (&view.public.position, color_of(seat));
    let (_, holder) = position.roles(color);
    let laid = match position.stage {
        Stage::Move if color == position.turn => view.laid,
        Stage::Remove { card, .. } if color == position.turn => Some(card),
        Stage::Predict | Stage::Move | Stage::Remove { .. } => None,
    };
    let held = position.hand(color).filter(|card| seat == holder && Some(*card) != laid);
    let hides = view.laid.is_some() && color == position.turn && !view.over;
    Some(tabletop::Cards {
        id: HAND,
        title: say!("Your cards").into(),
        layout: Layout::Hand,
        seat: Some(ABOUT.seat_name(seat)),
        private: hides && seat == holder,
        cards: held.map(|card| face(card, color)).collect(),
    })
}

fn open_card(public: &Public, color: Color) -> tabletop::Cards {
    let up = *public.position.up.get(color);
    let title = say!("{team}'s open card", team = team(color));
    row(color.fold_wb("white-up", "black-up"), title, up.map(|card| face(card, color)))
}

/// The card of this turn, which most see from the back.
fn laid(view: &View) -> tabletop::Cards {
    let position = &view.public.position;
    let card = match position.stage {
        Stage::Predict => None,
        Stage::Move => Some(view.laid.map_or_else(tabletop::Card::back, |card| face(card, position.turn))),
        Stage::Remove { card, .. } => Some(face(card, position.turn)),
    };
    row("laid", say!("{team}'s prediction", team = team(position.turn)), card)
}

fn row(id: &'static str, title: Sentence, card: Option<tabletop::Card>) -> tabletop::Cards {
    tabletop::Cards {
        id,
        title: title.into(),
        layout: Layout::Row,
        seat: None,
        private: false,
        cards: card.into_iter().collect(),
    }
}

fn face(card: Card, color: Color) -> tabletop::Card {
    tabletop::Card::face(card.face(color))
}

fn tray(public: &Public, color: Color) -> Tray {
    let lost = public.lost.get(color);
    let (team, count) = (team(color), lost.len());
    let title = say!("{team} has lost {count} (one card from {most} on)", team, count, most = MOST_LOST);
    let items = lost.iter().map(|role| role.of(color).char().to_string()).collect();
    Tray { id: color.fold_wb("white-lost", "black-lost"), title: title.into(), items }
}

fn sheet(view: &View) -> Sheet {
    let public = &view.public;
    let position = &public.position;
    let roles = |color: Color| {
        let (mover, predictor) = position.roles(color);
        let [mover, predictor] = [mover, predictor].map(|seat| ABOUT.seat(seat));
        say!("{mover} moves, {predictor} predicts", mover, predictor)
    };
    let mut lines = vec![
        SheetLine::new(say!("this turn"), roles(position.turn)),
        SheetLine::new(say!("next turn"), roles(!position.turn)),
    ];
    if let Some(turn) = public.turns.last() {
        let result = match turn.tug {
            Some(Tug::Pull) => say!("hit"),
            Some(Tug::Nothing) => say!("neutral"),
            Some(Tug::Push) => say!("miss"),
            None => say!("king taken"),
        };
        lines.push(SheetLine::new(say!("last turn"), last_turn(turn)));
        lines.push(SheetLine::new(say!("result"), result));
    }
    lines.push(SheetLine::new(say!("quiet turns"), public.clock.in_words()));
    lines.push(SheetLine::new(say!("talk"), talk(view)));
    Sheet { id: "turn", title: say!("Who does what").into(), lines }
}

/// `knight b8 to c6 (bishop predicted)`, and what was removed.
fn last_turn(turn: &TurnRecord) -> Sentence {
    let (step, card) = (turn.moved(), turn.card.name());
    match turn.removal {
        Removal::None => say!("{step} ({card} predicted)", step, card),
        Removal::Nothing => say!("{step} ({card} predicted), and nothing was left to remove", step, card),
        Removal::Piece(square) => {
            say!("{step} ({card} predicted), and the piece on {square} was removed", step, card, square)
        }
    }
}

/// Who may talk now, in words.
fn talk(view: &View) -> Sentence {
    match talkers(view) {
        Talkers::Everybody => say!("everybody"),
        Talkers::Nobody => say!("nobody"),
        Talkers::Team(color) => {
            say!("{team} until {other} moves", team = team(color), other = team(!color))
        }
    }
}

enum Talkers {
    Everybody,
    Nobody,
    Team(Color),
}

// [telepathic.talk] From a team's move until the other team's move.
fn talkers(view: &View) -> Talkers {
    let public = &view.public;
    let position = &public.position;
    let moved_last = match position.stage {
        Stage::Predict | Stage::Move => !position.turn,
        Stage::Remove { .. } => position.turn,
    };
    match (public.rules.talk, view.over, public.turns.is_empty()) {
        (_, true, _) => Talkers::Everybody,
        (false, false, _) | (true, false, true) => Talkers::Nobody,
        (true, false, false) => Talkers::Team(moved_last),
    }
}

/// The rooms in which a viewer may speak; whatever partners say, everybody hears.
pub(super) fn channels(view: &View) -> &'static [Channel] {
    let speaks = match (talkers(view), view.viewer) {
        (Talkers::Everybody, _) => true,
        (Talkers::Team(color), Viewer::Seat(seat)) => color_of(seat) == color,
        (Talkers::Nobody, _) | (Talkers::Team(_), Viewer::Public) => false,
    };
    if speaks { &[Channel::All] } else { &[] }
}

fn prompt(view: &View) -> Prompt {
    let public = &view.public;
    let mut steps: Vec<Label> = vec![say!("predict").into(), say!("move").into()];
    let (step, words, rule) = match public.position.stage {
        Stage::Predict => (0, predict_text(view), "telepathic.predict"),
        Stage::Move => (1, move_text(view), "telepathic.legal-move"),
        Stage::Remove { loser, .. } => {
            steps.push(say!("remove a piece").into());
            (2, remove_text(view, loser), "telepathic.remover")
        }
    };
    Prompt { words, steps, step: Some(step), rule: Some(rule), more: safe(view), makes: true }
}

/// Which kind can be moved without a risk, for whoever is to move.
// [telepathic.neutral]
fn safe(view: &View) -> Option<Sentence> {
    let position = &view.public.position;
    let is_mover = position.stage == Stage::Move && is_own(view, position.deciding());
    match position.up.get(position.turn) {
        Some(Card::Kind(role)) if is_mover => {
            Some(say!("Moving a {role} is safe, because its card lies open.", role = *role))
        }
        Some(Card::Kind(_) | Card::Checker) | None => None,
    }
}

fn predict_text(view: &View) -> Sentence {
    let position = &view.public.position;
    let (mover, predictor) = position.roles(position.turn);
    let [moves, predicts] = [mover, predictor].map(|seat| ABOUT.seat(seat));
    match (view.viewer.seat(), *position.up.get(position.turn)) {
        (Some(seat), Some(Card::Kind(role))) if seat == predictor => say!(
            "Lay a card face down: what will {mover} move? (the {role} lies face up)",
            mover = moves,
            role
        ),
        (Some(seat), Some(Card::Checker)) if seat == predictor => {
            say!("Lay a card face down: what will {mover} move? (the checker lies face up)", mover = moves)
        }
        (Some(seat), None) if seat == predictor => {
            say!("Lay a card face down: what will {mover} move? (one card only)", mover = moves)
        }
        (Some(seat), _) if seat == mover => {
            say!("Wait for {predictor}'s prediction, then move.", predictor = predicts)
        }
        (Some(_) | None, _) => {
            say!("{predictor} is predicting what {mover} will move.", predictor = predicts, mover = moves)
        }
    }
}

fn move_text(view: &View) -> Sentence {
    let position = &view.public.position;
    let (mover, predictor) = position.roles(position.turn);
    let seat = ABOUT.seat(mover);
    match (is_own(view, mover), is_own(view, predictor), position.in_check()) {
        (true, _, true) => say!("Your move. Your king is in check."),
        (true, _, false) => say!("Your move."),
        (false, true, _) => match view.laid {
            Some(Card::Kind(role)) => say!("You laid the {role}. {seat} is moving.", role, seat),
            Some(Card::Checker) => say!("You laid the checker. {seat} is moving.", seat),
            None => say!("You laid the card. {seat} is moving.", seat),
        },
        (false, false, true) => say!("{seat} is in check and is moving.", seat),
        (false, false, false) => say!("{seat} is moving.", seat),
    }
}

fn remove_text(view: &View, loser: Color) -> Sentence {
    let chooser = view.public.position.deciding();
    if is_own(view, chooser) {
        say!("Your team lost the tug: remove one of your pieces, but not the king.")
    } else {
        say!("{seat} is removing one of {team}'s pieces.", seat = ABOUT.seat(chooser), team = team(loser))
    }
}

fn is_own(view: &View, seat: Seat) -> bool {
    view.viewer.seat() == Some(seat)
}
