//! What lies on the table: the board with its checkers, and the checkers that are left.

use kit_chess::shakmaty::{Bitboard, Color};
use kit_play::tabletop::{Board, Layer, MarkKind, Part, PlacedToken, Prompt, Sheet, SheetLine, Token, Tray};
use kit_play::{Sentence, Tabletop, say};

use super::position::Side;
use super::{ABOUT, State, View};
use crate::sides::{color_of, seat_of};
use crate::steps;

/// Everything the viewer has in front of them.
pub fn tabletop(view: &View) -> Tabletop {
    let bottom = view.viewer.seat().map_or(Color::White, color_of);
    let mut parts = vec![Part::Board(board(view, bottom))];
    parts.extend(Color::ALL.map(|color| Part::Tray(free(&view.state, color))));
    parts.push(Part::Sheet(sheet(view)));
    Tabletop { prompt: prompt(view), parts, ..Tabletop::default() }
}

fn board(view: &View, bottom: Color) -> Board {
    let state = &view.state;
    let position = &state.position;
    let last = state.last.map(|step| (step.from, step.to));
    let mut board = steps::with_last(Board::new(&position.field.board, bottom), last);
    for square in position.mirror {
        let color = position.field.board.color_at(square);
        board.tokens.extend(color.map(|color| PlacedToken { square, token: Token::Checker { color } }));
    }
    let layer = |name: Sentence, squares: Bitboard| Layer {
        name: name.into(),
        squares: squares.into_iter().collect(),
    };
    board.layers = vec![
        layer(say!("in front of the mirror"), position.field.board.occupied() & !position.mirror),
        layer(say!("behind the mirror"), position.mirror),
    ];
    let in_check = position.in_check().then(|| position.king(position.turn));
    let own = view.viewer.seat().map(color_of).filter(|_| !view.over);
    let in_danger = own.map_or(Bitboard::EMPTY, |color| position.in_danger(color));
    board.mark(MarkKind::Check, in_check).mark(MarkKind::Danger, in_danger)
}

/// The checkers of a color that no piece stands on.
fn free(state: &State, color: Color) -> Tray {
    let title = say!("{seat}'s free checkers", seat = ABOUT.seat(seat_of(color)));
    let items = vec![color.fold_wb("C", "c").to_owned(); state.position.free(color) as usize];
    Tray { id: color.fold_wb("white-free", "black-free"), title: title.into(), items }
}

fn sheet(view: &View) -> Sheet {
    let state = &view.state;
    let position = &state.position;
    let on_turn = if view.over { say!("nobody") } else { say!("{color}", color = position.turn) };
    let free =
        |color: Color| SheetLine::new(say!("{color} checkers free", color), free_words(position.free(color)));
    let lines = vec![
        SheetLine::new(say!("to move"), on_turn),
        free(Color::White),
        free(Color::Black),
        SheetLine::new(say!("quiet moves"), state.clock.in_words()),
        SheetLine::new(say!("move"), say!("{number}", number = state.number)),
    ];
    Sheet { id: "game", title: say!("Game").into(), lines }
}

/// The number of free checkers, with a warning when they run out.
fn free_words(free: u32) -> Sentence {
    match free {
        0 => say!("0, so nothing in front of the mirror can move"),
        1 => say!("1, too few to castle"),
        2 => say!("2, nearly all are in use"),
        number => say!("{number}", number),
    }
}

fn prompt(view: &View) -> Prompt {
    let position = &view.state.position;
    let (own, seat) = (view.is_on_turn(), ABOUT.seat(seat_of(position.turn)));
    let (words, rule) = if position.in_check() {
        let words = match (own, position.side_of(position.king(position.turn))) {
            (true, Side::Front) => {
                say!("You are in check in front of the mirror. Make a move that ends it.")
            }
            (true, Side::Behind) => say!("You are in check behind the mirror. Make a move that ends it."),
            (false, Side::Front) => {
                say!("{seat} is in check in front of the mirror and has to end it.", seat)
            }
            (false, Side::Behind) => say!("{seat} is in check behind the mirror and has to end it.", seat),
        };
        (words, "half-alice.check")
    } else if position.free(position.turn) == 0 {
        let words = if own {
            say!("All your checkers are in use. Move a piece that stands on one.")
        } else {
            say!("{seat} has no free checker and has to move a piece that stands on one.", seat)
        };
        (words, "half-alice.free-checker")
    } else if own {
        (say!("Move a piece, and it crosses the mirror."), "half-alice.cross")
    } else {
        (say!("{seat} is to move.", seat), "half-alice.cross")
    };
    Prompt { words, rule: Some(rule), makes: true, ..Prompt::default() }
}
