//! What lies on the table: the board with its stacks, the supply, and what to do.

use kit_chess::shakmaty::{Bitboard, Color, Rank, Square};
use kit_play::Tabletop;
use kit_play::tabletop::{
    Board, MarkKind, Part, PlacedToken, Prompt, Sheet, Token, color_word, role_word, squares_in_words,
};

use super::position::{Phase, Run};
use super::{Action, State, View};
use crate::sides::color_of;
use crate::steps::{self, castling_letters, color_name};

/// Everything the viewer has in front of them.
pub fn tabletop(view: &View) -> Tabletop {
    let bottom = view.viewer.seat().map_or(Color::White, color_of);
    let parts = vec![Part::Board(board(&view.state, bottom)), Part::Sheet(sheet(&view.state))];
    Tabletop { prompt: prompt(view), parts }
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
        ("supply", position.stacks.supply().to_string()),
        ("to move", color_word(position.turn).to_owned()),
        ("castling", castling_letters(position.field.rights)),
        ("quiet turns", state.clock.in_words()),
        ("move", state.number.to_string()),
    ];
    if let Some(skipped) = position.skipped {
        lines.push(("en passant", format!("{} takes {}", skipped.square, skipped.pawn)));
    }
    let returned = returned_pawns(state);
    if returned.any() {
        lines.push(("no double step", squares_in_words(returned)));
    }
    if !state.actions.is_empty() {
        let written = state.actions.iter().filter(|action| **action != Action::Stop);
        let label = if position.phase == Phase::Move { "last turn" } else { "this turn" };
        lines.push((label, written.map(ToString::to_string).collect()));
    }
    if let Some(line) = state.check() {
        lines.push(("threat", line));
    }
    let lines = lines.into_iter().map(|(label, value)| (label.to_owned(), value)).collect();
    Sheet { id: "game", title: "Game".to_owned(), lines }
}

/// Pawns that stand on their start rank and have moved nevertheless.
fn returned_pawns(state: &State) -> Bitboard {
    let position = &state.position;
    let at_home = |color: Color| {
        position.field.board.by_piece(color.pawn()) & Bitboard::from_rank(color.relative_rank(Rank::Second))
    };
    (at_home(Color::White) | at_home(Color::Black)) & !position.unmoved
}

/// The parts of a turn.
const STEPS: [&str; 3] = ["Move", "Extra steps", "Adrenaline"];

fn prompt(view: &View) -> Prompt {
    let state = &view.state;
    let (text, step, rule) = match state.position.phase {
        Phase::Move => move_text(view),
        Phase::Steps(run) => steps_text(view, run),
    };
    Prompt {
        words: kit_play::Sentence::finished(text),
        steps: STEPS.map(ToOwned::to_owned).to_vec(),
        step: Some(step),
        rule: Some(rule),
    }
}

fn move_text(view: &View) -> (String, usize, &'static str) {
    let name = color_name(view.state.position.turn);
    let threat = view.state.threat().map(|line| threat_words(&view.state, &line));
    match (threat, view.is_on_turn()) {
        (Some(threat), true) => {
            (format!("You are in check: {threat}. Make a move that ends it."), 0, "adrenaline.answer-check")
        }
        (Some(threat), false) => (format!("{name} is in check: {threat}."), 0, "adrenaline.check"),
        (None, true) => ("Make a regular move.".to_owned(), 0, "adrenaline.regular"),
        (None, false) => (format!("{name} is to move."), 0, "adrenaline.regular"),
    }
}

/// How a line of squares ends with the capture of a king.
pub fn threat_words(state: &State, line: &[Square]) -> String {
    let [from, way @ .., king] = line else { return String::new() };
    let way: Vec<String> = way.iter().map(ToString::to_string).collect();
    let way = if way.is_empty() { String::new() } else { format!(" by way of {}", way.join(", ")) };
    format!("the {} can reach {king}{way}", state.piece_on(*from))
}

fn steps_text(view: &View, run: Run) -> (String, usize, &'static str) {
    let position = &view.state.position;
    let enemy = color_word(!position.turn);
    let steppers: Vec<String> = (run.active & position.stacks.squares())
        .into_iter()
        .map(|square| {
            let count = position.stacks.at(square);
            let checkers = if count == 1 { "checker" } else { "checkers" };
            let role = position.field.board.role_at(square).map_or("piece", role_word);
            format!("the {role} on {square} ({count} {checkers})")
        })
        .collect();
    let step = (!steppers.is_empty()).then(|| format!("step on with {}", steppers.join(" or ")));
    let is_empty = position.stacks.supply() == 0;
    let end = if !run.captured {
        "stop".to_owned()
    } else if is_empty {
        "end the turn, because the supply is empty".to_owned()
    } else {
        format!("put a checker under a {enemy} piece")
    };
    let (place, rule) = match &step {
        Some(_) => (1, "adrenaline.spend"),
        None if is_empty => (2, "adrenaline.supply-empty"),
        None => (2, "adrenaline.rush"),
    };
    let task: Vec<String> = step.into_iter().chain([end]).collect();
    let task = task.join(", or ");
    let text = if view.is_on_turn() {
        format!("{}.", kit_play::outcome::capitalized(&task))
    } else {
        format!("{} may {task}.", color_name(position.turn))
    };
    (text, place, rule)
}
