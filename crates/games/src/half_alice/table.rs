//! What lies on the table: the board with its checkers, and the checkers that are left.

use kit_chess::shakmaty::{Bitboard, Color};
use kit_play::Tabletop;
use kit_play::tabletop::{Board, Layer, MarkKind, Part, PlacedToken, Prompt, Sheet, Token, color_word};

use super::position::Position;
use super::{ABOUT, MOST_QUIET_MOVES, State, View};
use crate::sides::color_of;
use crate::steps::{self, color_name};

/// Everything the viewer has in front of them.
pub fn tabletop(view: &View) -> Tabletop {
    let bottom = view.viewer.seat().map_or(Color::White, color_of);
    let parts = vec![Part::Board(board(&view.state, bottom)), Part::Sheet(sheet(&view.state))];
    Tabletop { prompt: prompt(view), parts }
}

fn board(state: &State, bottom: Color) -> Board {
    let position = &state.position;
    let last = state.last.map(|step| (step.from, step.to));
    let mut board = steps::with_last(Board::new(&position.field.board, bottom), last);
    for square in position.mirror {
        let color = position.field.board.color_at(square);
        board.tokens.extend(color.map(|color| PlacedToken { square, token: Token::Checker { color } }));
    }
    let layer = |name, squares: Bitboard| Layer { name, squares: squares.into_iter().collect() };
    board.layers = vec![
        layer("in front of the mirror", position.field.board.occupied() & !position.mirror),
        layer("behind the mirror", position.mirror),
    ];
    let in_check = position.in_check().then(|| position.king(position.turn));
    board.mark(MarkKind::Check, in_check)
}

fn sheet(state: &State) -> Sheet {
    let position = &state.position;
    let on_turn = match state.outcome {
        Some(_) => "nobody",
        None => color_word(position.turn),
    };
    let free = |color: Color| (format!("{} checkers free", color_word(color)), free_words(position, color));
    let lines = vec![
        ("to move".to_owned(), on_turn.to_owned()),
        free(Color::White),
        free(Color::Black),
        ("quiet moves".to_owned(), format!("{} of {MOST_QUIET_MOVES}", state.quiet_moves)),
        ("move".to_owned(), state.number.to_string()),
    ];
    Sheet { id: "game", title: "Game".to_owned(), lines }
}

/// The number of free checkers, with a warning when they run out.
fn free_words(position: &Position, color: Color) -> String {
    match position.free(color) {
        0 => "0, so nothing in front of the mirror can move".to_owned(),
        1 => "1, too few to castle".to_owned(),
        2 => "2, nearly all are in use".to_owned(),
        free => free.to_string(),
    }
}

fn prompt(view: &View) -> Prompt {
    let position = &view.state.position;
    let (own, name) = (view.is_on_turn(), color_name(position.turn));
    let side = position.side_of(position.king(position.turn)).words();
    let (text, rule) = if let Some(outcome) = &view.state.outcome {
        (format!("{}.", outcome.sentence(&ABOUT)), rule_of_end(outcome.reason))
    } else if position.in_check() {
        let text = match own {
            true => format!("You are in check {side}. Make a move that ends it."),
            false => format!("{name} is in check {side} and has to end it."),
        };
        (text, "half-alice.check")
    } else if position.free(position.turn) == 0 {
        let text = match own {
            true => "All your checkers are in use. Move a piece that stands on one.".to_owned(),
            false => format!("{name} has no free checker and has to move a piece that stands on one."),
        };
        (text, "half-alice.free-checker")
    } else {
        let text = match own {
            true => "Move a piece, and it crosses the mirror.".to_owned(),
            false => format!("{name} is to move."),
        };
        (text, "half-alice.cross")
    };
    Prompt { text, rule: Some(rule), ..Prompt::default() }
}

/// The rule that ended the game.
fn rule_of_end(reason: &str) -> &'static str {
    match reason {
        "checkmate" => "half-alice.checkmate",
        "stalemate" => "half-alice.stalemate",
        "third repetition" => "half-alice.repetition",
        "fifty moves without progress" => "half-alice.fifty-moves",
        "insufficient material" => "half-alice.material",
        _ => "half-alice.conduct",
    }
}
