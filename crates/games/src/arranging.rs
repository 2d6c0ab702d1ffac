//! Boards on which a game may be asked to start.

use kit_chess::shakmaty::{Bitboard, Board, Color};
use kit_play::{Arrangement, BadText};

/// The board of an arrangement, with one king of each color and no pawn on a back rank.
///
/// # Errors
///
/// Fails when there is no such board.
pub fn board_with_kings(arrangement: &Arrangement) -> Result<Board, BadText> {
    let board = arrangement.needed_board()?;
    for color in [Color::White, Color::Black] {
        let kings = board.by_piece(color.king()).count();
        if kings != 1 {
            return Err(BadText::at(1, format!("each color has one king, {color} has {kings}")));
        }
    }
    match (board.pawns() & Bitboard::BACKRANKS).first() {
        Some(square) => Err(BadText::at(1, format!("no pawn can stand on {square}"))),
        None => Ok(board.clone()),
    }
}
