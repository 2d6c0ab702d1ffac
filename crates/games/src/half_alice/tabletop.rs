//! What lies on the table: the board with its checkers, and the checkers that are left.

use kit_chess::shakmaty::{Bitboard, Color};
use kit_play::Tabletop;
use kit_play::tabletop::{Board, Layer, MarkKind, Part, PlacedToken, Prompt, Sheet, Token, color_word};

use super::position::Position;
use super::{State, View};
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
    let on_turn = if state.over { "nobody" } else { color_word(position.turn) };
    let free = |color: Color| (format!("{} checkers free", color_word(color)), free_words(position, color));
    let lines = vec![
        ("to move".to_owned(), on_turn.to_owned()),
        free(Color::White),
        free(Color::Black),
        ("quiet moves".to_owned(), state.clock.in_words()),
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
    let (yours, theirs, rule) = if position.in_check() {
        let yours = format!("You are in check {side}. Make a move that ends it.");
        (yours, format!("{name} is in check {side} and has to end it."), "half-alice.check")
    } else if position.free(position.turn) == 0 {
        let yours = "All your checkers are in use. Move a piece that stands on one.".to_owned();
        let theirs = format!("{name} has no free checker and has to move a piece that stands on one.");
        (yours, theirs, "half-alice.free-checker")
    } else {
        let yours = "Move a piece, and it crosses the mirror.".to_owned();
        (yours, format!("{name} is to move."), "half-alice.cross")
    };
    let text = if own { yours } else { theirs };
    Prompt { words: kit_play::Sentence::finished(text), rule: Some(rule), ..Prompt::default() }
}
