//! Numbers by which a search tells positions apart.

use kit_chess::Field;

/// A number that depends on every bit of both.
pub fn mixed(key: u64, word: u64) -> u64 {
    let product = (key ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    product ^ product >> 29
}

/// A number for pieces and castling rights.
pub fn field_key(field: &Field) -> u64 {
    let (roles, colors) = field.board.clone().into_bitboards();
    let squares = roles.iter().copied().chain([colors.white, field.rights]);
    squares.fold(0, |key, squares| mixed(key, squares.0))
}
