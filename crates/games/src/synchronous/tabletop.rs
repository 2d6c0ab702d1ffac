//! What lies on the table: the board, who has written, the exchanges, and the last turns.

use kit_chess::shakmaty::{ByColor, Color, Piece, Square};
use kit_play::sentence::{Filling, Label};
use kit_play::tabletop::{Board, Brings, MarkKind, Part, Price, Prices, Prompt, Sheet, SheetLine, Tray};
use kit_play::{Game, Sentence, Tabletop, say};

use super::position::{Blows, Position, Stage};
use super::transcript::TurnRecord;
use super::{ABOUT, Action, Public, Synchronous, View};
use crate::sides::{seat_of, seats_of};
use crate::steps;

const COLORS: [Color; 2] = [Color::White, Color::Black];

/// Everything the viewer has in front of them.
pub fn tabletop(view: &View) -> Tabletop {
    let public = &view.public;
    let mut parts = vec![Part::Board(board(public, view.color().unwrap_or(Color::White)))];
    parts.extend(prices(view).map(Part::Prices));
    parts.extend([
        Part::Sheet(turn_sheet(view)),
        Part::Tray(tray("white-lost", Color::White, public)),
        Part::Tray(tray("black-lost", Color::Black, public)),
        Part::Sheet(history(public)),
    ]);
    Tabletop { prompt: prompt(view), parts, sealed: seats_of(public.written) }
}

fn board(public: &Public, bottom: Color) -> Board {
    let position = &public.position;
    let mut board = Board::new(&position.field.board, bottom);
    for step in [public.last.white, public.last.black].into_iter().flatten() {
        board = steps::with_last(board, Some((step.from, step.to)));
    }
    let attacked = COLORS.into_iter().filter(|color| position.is_attacked(*color));
    board = board.mark(MarkKind::Check, attacked.filter_map(|color| position.field.board.king_of(color)));
    match position.stage {
        Stage::Writing => board,
        Stage::Blows(Blows { open, struck }) => {
            let in_danger = [open.white, open.black].into_iter().flatten();
            board.mark(MarkKind::Danger, in_danger).mark(MarkKind::Spent, struck)
        }
    }
}

fn turn_sheet(view: &View) -> Sheet {
    let Public { position, written, clock, .. } = &view.public;
    let mut lines = Vec::new();
    for color in COLORS {
        let state = match (view.awaits(color), *written.get(color), &position.stage) {
            (true, _, Stage::Writing) => say!("is writing"),
            (true, _, Stage::Blows(_)) => say!("is deciding"),
            (false, true, _) => say!("has written"),
            (false, false, _) => say!("waits"),
        };
        lines.push(SheetLine::new(say!("{color}", color), state));
    }
    // What has happened so far, while the turn goes on.
    let so_far = view.public.record.turns.last().filter(|_| position.stage != Stage::Writing);
    lines.extend(so_far.map(|turn| SheetLine::new(say!("so far"), turn.words())));
    for (color, square) in exchanges(&view.public) {
        lines.push(SheetLine::new(say!("blow on {square}", square), say!("{color} may strike", color)));
    }
    lines.extend(view.sealed.map(|action| SheetLine::new(say!("you wrote"), wrote(&view.public, action))));
    let castling = say!("{castling}", castling = steps::castling(position.field.rights));
    lines.push(SheetLine::new(say!("castling"), castling));
    lines.push(SheetLine::new(say!("turns without progress"), clock.in_words()));
    Sheet { id: "turn", title: say!("This turn").into(), lines }
}

/// An answer that is still sealed, for whoever wrote it.
fn wrote(public: &Public, action: Action) -> Sentence {
    match action {
        Action::Move(step) => steps::label(&public.position.field.board, step),
        Action::Pass => say!("let it be (X)"),
    }
}

/// What each blow leaves, by what the other answers; both depend on what all can see.
fn prices(view: &View) -> Option<Prices> {
    let position = &view.public.position;
    let own = view.deciding().filter(|_| position.stage != Stage::Writing)?;
    let answers = |color: Color| {
        let mut actions = Vec::new();
        position.actions(color, &mut actions);
        actions
    };
    let theirs = answers(!own);
    let blow = |action: Action| match action {
        Action::Move(step) => steps::label(&position.field.board, step),
        Action::Pass => say!("no blow"),
    };
    let row = |action: Action| {
        let against: Vec<Option<Action>> =
            if theirs.is_empty() { vec![None] } else { theirs.iter().copied().map(Some).collect() };
        let brings = against.into_iter().map(|other| left_by(position, own, action, other)).collect();
        let spots = Synchronous.gesture(view, &action).into_iter().take(1).collect();
        Price { choice: blow(action), spots, brings }
    };
    let title =
        if theirs.is_empty() { say!("What a blow leaves") } else { say!("What each pair of blows leaves") };
    let cases = theirs.iter().map(|action| blow(*action)).collect();
    Some(Prices {
        id: "blows",
        title: title.into(),
        cases,
        rows: answers(own).into_iter().map(row).collect(),
    })
}

/// What a pair of answers leaves.
fn left_by(position: &Position, own: Color, action: Action, other: Option<Action>) -> Brings {
    let mut after = position.clone();
    let settled = after.play(ByColor::new_with(|color| if color == own { Some(action) } else { other }));
    let lost: Vec<Piece> = settled.captured().collect();
    let pieces = |lost: Vec<Piece>| Filling::all_of(lost);
    match (lost.iter().any(|piece| piece.color == own), lost.iter().any(|piece| piece.color != own)) {
        (false, false) if settled.is_swap() => Brings::even(say!("they change places")),
        (false, false) => Brings::even(say!("all stay")),
        (false, true) => Brings::good(say!("{pieces} lost", pieces = pieces(lost))),
        (true, false) => Brings::bad(say!("{pieces} lost", pieces = pieces(lost))),
        (true, true) => Brings::even(say!("{pieces} lost", pieces = pieces(lost))),
    }
}

fn exchanges(public: &Public) -> impl Iterator<Item = (Color, Square)> {
    let open = match public.position.stage {
        Stage::Writing => ByColor::default(),
        Stage::Blows(blows) => blows.open,
    };
    COLORS.into_iter().filter_map(move |color| open.get(color).map(|square| (color, square)))
}

fn tray(id: &'static str, color: Color, public: &Public) -> Tray {
    let lost = public.captured.iter().filter(|piece| piece.color == color);
    let title = match color {
        Color::White => say!("White pieces that were captured"),
        Color::Black => say!("Black pieces that were captured"),
    };
    Tray { id, title: title.into(), items: lost.map(|piece| piece.char().to_string()).collect() }
}

/// How many of the last turns lie on the table; the log has them all.
const SHOWN: usize = 3;

fn history(public: &Public) -> Sheet {
    let turns = &public.record.turns;
    let line =
        |(number, turn): (usize, &TurnRecord)| SheetLine::new(say!("turn {number}", number), turn.words());
    let lines = (1..).zip(turns.iter()).skip(turns.len().saturating_sub(SHOWN)).map(line).collect();
    Sheet { id: "history", title: say!("The last turns").into(), lines }
}

fn prompt(view: &View) -> Prompt {
    let ((words, rule), step) = match view.public.position.stage {
        Stage::Writing => (writing_words(view), 0),
        Stage::Blows(blows) => ((blow_words(view, blows), "synchronous.blow"), 2),
    };
    let steps = [say!("write a move"), say!("reveal"), say!("exchange blows")].map(Label::from).to_vec();
    Prompt { words, steps, step: Some(step), rule: Some(rule), ..Prompt::default() }
}

fn writing_words(view: &View) -> (Sentence, &'static str) {
    match view.deciding() {
        Some(color) if view.public.position.is_attacked(color) => {
            (say!("Your king is attacked: it must move."), "synchronous.attacked")
        }
        Some(_) => (say!("Write your move. Nobody sees it until both have written."), "synchronous.write"),
        None => (waiting_words(view), "synchronous.secret"),
    }
}

/// Who is awaited: `You have written. Black is still writing.`
fn waiting_words(view: &View) -> Sentence {
    let written = view.public.written;
    let own = view.color().filter(|color| *written.get(*color));
    let awaited = match (own, written.white, written.black) {
        (Some(color), _, _) => Some(!color),
        (None, false, false) => None,
        (None, true, _) => Some(Color::Black),
        (None, false, true) => Some(Color::White),
    };
    let seat = |color: Color| ABOUT.seat(seat_of(color));
    let [white, black] = COLORS.map(seat);
    match (view.public.position.stage, awaited.map(seat), own) {
        (Stage::Writing, Some(seat), Some(_)) => say!("You have written. {seat} is still writing.", seat),
        (Stage::Writing, Some(seat), None) => say!("{seat} is still writing.", seat),
        (Stage::Writing, None, _) => say!("{white} and {black} are writing.", white, black),
        (Stage::Blows(_), Some(seat), Some(_)) => say!("You have written. {seat} is still deciding.", seat),
        (Stage::Blows(_), Some(seat), None) => say!("{seat} is still deciding.", seat),
        (Stage::Blows(_), None, _) => say!("{white} and {black} are deciding.", white, black),
    }
}

fn blow_words(view: &View, blows: Blows) -> Sentence {
    let both = view.public.position.asks_both();
    let own = view.deciding().and_then(|color| *blows.open.get(color));
    match (own, exchanges(&view.public).next()) {
        (Some(square), _) if both => {
            say!("Both are deciding: strike on {square} or let it be (X).", square)
        }
        (Some(square), _) => say!("You decide: strike on {square} or let it be (X).", square),
        (None, Some((color, square))) if !both => {
            let seat = ABOUT.seat(seat_of(color));
            say!("{seat} decides: strike on {square} or let it be.", seat, square)
        }
        (None, Some(_) | None) => waiting_words(view),
    }
}
