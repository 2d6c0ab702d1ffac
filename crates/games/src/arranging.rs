//! Boards on which a game may be asked to start.

use kit_chess::shakmaty::{Bitboard, Board, Color, Rank, Square};
use kit_play::sentence::Filling;
use kit_play::{Arrangement, BadText, say};

/// A color as the side that plays it, in a sentence.
pub fn side(color: Color) -> Filling {
    match color {
        Color::White => say!("White").into(),
        Color::Black => say!("Black").into(),
    }
}

/// The board of an arrangement, with one king of each color and no pawn on a back rank.
///
/// # Errors
///
/// Fails when there is no such board.
pub fn board_with_kings(arrangement: &Arrangement) -> Result<Board, BadText> {
    let board = one_king_each(arrangement)?;
    match (board.pawns() & Bitboard::BACKRANKS).first() {
        Some(square) => Err(arrangement.problem("fen", say!("a pawn cannot stand on {square}", square))),
        None => Ok(board),
    }
}

/// The board of an arrangement, with one king of each color; pawns stand where they like.
///
/// # Errors
///
/// Fails when there is no such board.
pub fn one_king_each(arrangement: &Arrangement) -> Result<Board, BadText> {
    let board = arrangement.needed_board()?;
    for color in [Color::White, Color::Black] {
        let kings = board.by_piece(color.king()).count();
        if kings != 1 {
            return Err(arrangement.problem(
                "fen",
                say!("{color} needs exactly one king, this board has {kings}", color = side(color), kings),
            ));
        }
    }
    Ok(board.clone())
}

/// The skipped square, with the pawn that skipped it and nothing behind; `taker` is the color
/// that may take there.
///
/// # Errors
///
/// Fails when no pawn of the other color can just have skipped it.
pub fn skipped_square(
    arrangement: &Arrangement,
    board: &Board,
    taker: Color,
) -> Result<Option<Square>, BadText> {
    let Some(target) = arrangement.ep()? else { return Ok(None) };
    let step = taker.fold_wb(8, -8);
    let pawn = target.offset(-step).and_then(|square| board.piece_at(square));
    let behind = target.offset(step).and_then(|square| board.piece_at(square));
    let fits = target.rank() == taker.relative_rank(Rank::Sixth)
        && board.piece_at(target).is_none()
        && pawn == Some((!taker).pawn())
        && behind.is_none();
    let problem = || say!("no pawn of {color} has just skipped {target}", color = side(!taker), target);
    if fits { Ok(Some(target)) } else { Err(arrangement.problem("ep", problem())) }
}
