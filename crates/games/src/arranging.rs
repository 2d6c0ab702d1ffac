//! Boards on which a game may be asked to start.

use kit_chess::shakmaty::{Bitboard, Board, Color, Rank, Square};
use kit_chess::{Field, rows_of};
use kit_play::sentence::Filling;
use kit_play::{Arrangement, BadText, Sentence, say};

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

/// An arrangement as text: the rows of a board, then its keys.
pub fn written(board: &Board, keys: &[(&str, String)]) -> String {
    let keys = keys.iter().map(|(key, value)| format!("{key}: {value}"));
    rows_of(board).into_iter().chain(keys).map(|line| line + "\n").collect()
}

/// Who may still castle when people lay the board otherwise, and what gets lost: a right stays where
/// its rook and its king still stand and neither is among those that have `gone`.
pub fn rights_left(field: &Field, laid: &Board, gone: Bitboard, lost: &mut Vec<Sentence>) -> Bitboard {
    let stays = |rook: Square| {
        let king = field.board.color_at(rook).and_then(|color| field.board.king_of(color));
        let stands = |square| laid.piece_at(square) == field.board.piece_at(square) && !gone.contains(square);
        stands(rook) && king.is_some_and(stands)
    };
    let (left, ended): (Vec<Square>, Vec<Square>) = field.rights.into_iter().partition(|rook| stays(*rook));
    lost.extend(
        ended.into_iter().map(|square| say!("Nobody can castle with the rook on {square} any more.", square)),
    );
    left.into_iter().collect()
}

/// What gets lost whenever people go on from what lies there.
pub fn positions_forgotten() -> Sentence {
    say!("The positions up to now no longer count for a draw by repetition.")
}

/// What gets lost where a pawn could have been taken en passant.
pub fn no_en_passant() -> Sentence {
    say!("The pawn that has just moved two squares can no longer be taken en passant.")
}

/// What gets lost where a checker lies under nothing.
pub fn bare_checker(square: Square) -> Sentence {
    say!("A checker lies on {square} under no piece: take it away.", square)
}
