//! How the sixteen cards lay out the pieces.

use kit_chess::shakmaty::{Board, Color, Role, Square};

use super::course::has_pair;
use crate::piece_cards::KINDS;
pub use crate::piece_cards::{Card, DECK, Faces, deck, take};

/// Where the layout begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    FromA1,
    FromA8,
}

/// [golf.gaps] How many squares stay empty before a piece.
fn gap(role: Role) -> u32 {
    match role {
        Role::King => 6,
        Role::Queen => 5,
        Role::Rook => 3,
        Role::Bishop => 2,
        Role::Knight => 1,
        Role::Pawn => 0,
    }
}

/// [golf.layout] The pieces as the cards lay them out.
pub fn laid_out(order: &[Card], layout: Layout) -> Board {
    let mut board = Board::empty();
    let mut next = 0;
    for card in order {
        next += gap(card.piece.role);
        let square = Square::try_from(next).expect("sixteen pieces and their gaps fit on the board");
        board.set_piece_at(in_order(square, layout), card.piece);
        next += 1;
    }
    board
}

/// The square with the same place in the order of a layout as this one has from a1.
fn in_order(square: Square, layout: Layout) -> Square {
    match layout {
        Layout::FromA1 => square,
        Layout::FromA8 => square.flip_vertical(),
    }
}

/// [golf.swap] The first exchange of a white and a black piece of a kind that gives both
/// colors a pair; nothing if both have one already, or if no exchange helps.
pub fn swap(board: &Board, layout: Layout) -> Option<(Square, Square)> {
    let paired = |board: &Board| Color::ALL.into_iter().all(|color| has_pair(board, color));
    if paired(board) {
        return None;
    }
    let placed = |role: Role, color: Color| {
        let squares = Square::ALL.into_iter().map(move |square| in_order(square, layout));
        squares.filter(move |square| board.piece_at(*square) == Some(role.of(color)))
    };
    let exchanges = KINDS.into_iter().flat_map(|role| {
        placed(role, Color::White)
            .flat_map(move |white| placed(role, Color::Black).map(move |black| (white, black)))
    });
    exchanges.into_iter().find(|(white, black)| paired(&exchanged(board, *white, *black)))
}

/// The board with two pieces exchanged.
pub fn exchanged(board: &Board, one: Square, two: Square) -> Board {
    let mut after = board.clone();
    for (from, to) in [(one, two), (two, one)] {
        if let Some(piece) = board.piece_at(from) {
            after.set_piece_at(to, piece);
        }
    }
    after
}
