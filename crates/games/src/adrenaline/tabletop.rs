//! What lies on the table: the board with its stacks, the supply, and what to do.

use kit_chess::Step;
use kit_chess::shakmaty::{Color, Square};
use kit_play::sentence::{Filling, Label};
use kit_play::tabletop::{Board, MarkKind, Part, PlacedToken, Prompt, Sheet, SheetLine, Token};
use kit_play::{Sentence, Tabletop, say};

use super::position::{Phase, Run, Skipped};
use super::{ABOUT, Action, State, View};
use crate::sides::{color_of, seat_of};
use crate::steps;

/// Everything the viewer has in front of them.
pub fn tabletop(view: &View) -> Tabletop {
    let bottom = view.viewer.seat().map_or(Color::White, color_of);
    let parts = vec![Part::Board(board(&view.state, bottom)), Part::Sheet(sheet(&view.state))];
    Tabletop { prompt: prompt(view), parts, ..Tabletop::default() }
}

fn board(state: &State, bottom: Color) -> Board {
    let position = &state.position;
    let mut board = steps::with_last(Board::new(&position.field.board, bottom), last(&state.actions));
    for square in position.stacks.squares() {
        let token = Token::Stack { count: position.stacks.at(square) };
        board.tokens.push(PlacedToken { square, token });
    }
    // The whole line of a threat, for who wonders why it is check.
    match state.threat().as_deref() {
        Some([line @ .., king]) => {
            board.mark(MarkKind::Check, [*king]).mark(MarkKind::Danger, line.iter().copied())
        }
        Some([]) | None => board,
    }
}

/// Where the present or last turn started, and how far it has come.
fn last(actions: &[Action]) -> Option<(Square, Square)> {
    let from = actions.iter().find_map(|action| action.regular())?.from;
    let reached = actions.iter().rev().find_map(|action| match action {
        Action::Move(step) => Some(step.to),
        Action::Step { to, .. } => Some(*to),
        Action::Place(_) | Action::Stop => None,
    })?;
    Some((from, reached))
}

fn sheet(state: &State) -> Sheet {
    let position = &state.position;
    let mut lines = vec![
        SheetLine::new(say!("supply"), say!("{number}", number = position.stacks.supply())),
        SheetLine::new(say!("to move"), say!("{color}", color = position.turn)),
        SheetLine::new(
            say!("castling"),
            say!("{castling}", castling = steps::castling(position.field.rights)),
        ),
        SheetLine::new(say!("quiet turns"), state.clock.in_words()),
        SheetLine::new(say!("move"), say!("{number}", number = state.number)),
    ];
    if let Some(Skipped { square, pawn }) = position.skipped {
        let passing = say!("going to {square} takes the pawn on {pawn}", square, pawn);
        lines.push(SheetLine::new(say!("en passant"), passing));
    }
    lines.extend(turn_line(state));
    if let Some(line) = state.threat() {
        lines.push(SheetLine::new(say!("threat"), threat_words(state, &line)));
    }
    Sheet { id: "game", title: say!("Game").into(), lines }
}

/// What has been done in the turn that is going on, or in the last one.
fn turn_line(state: &State) -> Option<SheetLine> {
    let done = state.actions.iter().filter_map(|action| done_words(*action));
    let done = say!("{done}", done = Filling::row_of(done));
    let label = if state.position.phase == Phase::Move { say!("last turn") } else { say!("this turn") };
    (!state.actions.is_empty()).then(|| SheetLine::new(label, done))
}

/// An action that is over: `c4 to c1`, `on to d2`, `a checker under b2`; nothing for a stop.
fn done_words(action: Action) -> Option<Sentence> {
    Some(match action {
        Action::Move(Step { from, to, promotion: None }) => say!("{from} to {to}", from, to),
        Action::Move(Step { from, to, promotion: Some(role) }) => {
            say!("{from} to {to} and becomes a {role}", from, to, role)
        }
        Action::Step { from: None, to, promotion: None } => say!("on to {to}", to),
        Action::Step { from: None, to, promotion: Some(role) } => {
            say!("on to {to} and becomes a {role}", to, role)
        }
        Action::Step { from: Some(from), to, promotion: None } => say!("{from} on to {to}", from, to),
        Action::Step { from: Some(from), to, promotion: Some(role) } => {
            say!("{from} on to {to} and becomes a {role}", from, to, role)
        }
        Action::Place(Some(square)) => say!("a checker under {square}", square),
        Action::Place(None) => say!("no checker left to place"),
        Action::Stop => return None,
    })
}

fn prompt(view: &View) -> Prompt {
    let state = &view.state;
    let (words, step, rule) = match state.position.phase {
        Phase::Move => move_text(view),
        Phase::Steps(run) => steps_text(view, run),
    };
    let steps = [say!("Move"), say!("Extra steps"), say!("Adrenaline")].map(Label::from).to_vec();
    Prompt { words, steps, step: Some(step), rule: Some(rule), more: Some(left(state)), makes: true }
}

/// How many extra steps are left in this turn, and how many checkers are left for all.
fn left(state: &State) -> Sentence {
    let position = &state.position;
    let supply =
        say!("{count} {count|one=checker|other=checkers} in the supply.", count = position.stacks.supply());
    match position.phase {
        Phase::Move => supply,
        Phase::Steps(run) => {
            let steppers = (run.active & position.stacks.squares()).into_iter();
            let count: u32 = steppers.map(|square| u32::from(position.stacks.at(square))).sum();
            let steps = say!("{count} extra {count|one=step|other=steps} left.", count);
            Sentence::joined([steps, supply])
        }
    }
}

fn move_text(view: &View) -> (Sentence, usize, &'static str) {
    let seat = ABOUT.seat(seat_of(view.state.position.turn));
    let threat = view.state.threat().map(|line| threat_words(&view.state, &line));
    match (threat, view.is_on_turn()) {
        (Some(threat), true) => {
            let words = say!("You are in check: {threat}. Make a move that ends it.", threat);
            (words, 0, "adrenaline.answer-check")
        }
        (Some(threat), false) => (say!("{seat} is in check: {threat}.", seat, threat), 0, "adrenaline.check"),
        (None, true) => (say!("Make a regular move."), 0, "adrenaline.regular"),
        (None, false) => (say!("{seat} is to move.", seat), 0, "adrenaline.regular"),
    }
}

/// How a line of squares ends with the capture of a king.
pub fn threat_words(state: &State, line: &[Square]) -> Sentence {
    let [from, way @ .., king] = line else { return Sentence::default() };
    let (role, from, king) = (state.kind_on(*from), *from, *king);
    if way.is_empty() {
        return say!("the {role} on {from} can reach {king}", role, from, king);
    }
    let way = Filling::row_of(way.iter().copied());
    say!("the {role} on {from} can reach {king} by way of {way}", role, from, king, way)
}

fn steps_text(view: &View, run: Run) -> (Sentence, usize, &'static str) {
    let position = &view.state.position;
    let steppers = run.active & position.stacks.squares();
    let is_empty = position.stacks.supply() == 0;
    let end = match (run.captured, is_empty) {
        (false, _) => End::Stop,
        (true, true) => End::NoChecker,
        (true, false) => End::Rush(!position.turn),
    };
    let (place, rule) = if steppers.any() {
        (1, "adrenaline.spend")
    } else if is_empty {
        (2, "adrenaline.supply-empty")
    } else {
        (2, "adrenaline.rush")
    };
    let step = steppers.any().then(|| {
        Filling::one_of(steppers.into_iter().map(|square| {
            let (role, count) = (view.state.kind_on(square), position.stacks.at(square));
            say!("the {role} on {square} ({count} {count|one=checker|other=checkers})", role, square, count)
        }))
    });
    let words = if view.is_on_turn() {
        own_choice(step, end)
    } else {
        others_choice(ABOUT.seat(seat_of(position.turn)), step, end)
    };
    (words, place, rule)
}

/// How a turn may end after its regular move.
enum End {
    Stop,
    /// A checker should be given, and there is none.
    NoChecker,
    /// A piece of this color is given a checker.
    Rush(Color),
}

/// What whoever is on turn may do, with what can step on.
fn own_choice(step: Option<Filling>, end: End) -> Sentence {
    match (step, end) {
        (Some(piece), End::Stop) => say!("Step on with {piece}, or stop.", piece),
        (Some(piece), End::NoChecker) => {
            say!("Step on with {piece}, or end the turn, because the supply is empty.", piece)
        }
        (Some(piece), End::Rush(color)) => {
            say!("Step on with {piece}, or put a checker under a {color} piece.", piece, color)
        }
        (None, End::Stop) => say!("Stop."),
        (None, End::NoChecker) => say!("End the turn, because the supply is empty."),
        (None, End::Rush(color)) => say!("Put a checker under a {color} piece.", color),
    }
}

/// The same for all others.
fn others_choice(seat: Filling, step: Option<Filling>, end: End) -> Sentence {
    match (step, end) {
        (Some(piece), End::Stop) => say!("{seat} may step on with {piece}, or stop.", seat, piece),
        (Some(piece), End::NoChecker) => say!(
            "{seat} may step on with {piece}, or end the turn, because the supply is empty.",
            seat,
            piece
        ),
        (Some(piece), End::Rush(color)) => say!(
            "{seat} may step on with {piece}, or put a checker under a {color} piece.",
            seat,
            piece,
            color
        ),
        (None, End::Stop) => say!("{seat} may stop.", seat),
        (None, End::NoChecker) => say!("{seat} may end the turn, because the supply is empty.", seat),
        (None, End::Rush(color)) => say!("{seat} may put a checker under a {color} piece.", seat, color),
    }
}
