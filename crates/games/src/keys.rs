//! Numbers by which a search tells positions apart.

use kit_chess::Field;
use kit_chess::shakmaty::Board;

/// A number that depends on every bit of both.
pub fn mixed(key: u64, word: u64) -> u64 {
    let product = (key ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    product ^ product >> 29
}

/// A number for the pieces on a board, mixed into another.
pub fn with_board(key: u64, board: &Board) -> u64 {
    let (roles, colors) = board.clone().into_bitboards();
    roles.iter().copied().chain([colors.white]).fold(key, |key, squares| mixed(key, squares.0))
}

/// A number for pieces and castling rights.
pub fn field_key(field: &Field) -> u64 {
    with_board(field.rights.0, &field.board)
}
