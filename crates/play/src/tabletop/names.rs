//! Squares, colors and roles as the wire names them.

use kit_chess::shakmaty::{Color, Piece, Role, Square};
use serde::Serializer;

use super::{color_word, role_word};

/// Writes a square without a formatter, because a frame has a hundred of them.
pub fn square_name<S: Serializer>(square: &Square, serializer: S) -> Result<S::Ok, S::Error> {
    let name = [square.file().char() as u8, square.rank().char() as u8];
    serializer.serialize_str(std::str::from_utf8(&name).expect("squares are named in ASCII"))
}

pub fn square_name_if_any<S: Serializer>(square: &Option<Square>, serializer: S) -> Result<S::Ok, S::Error> {
    match square {
        Some(square) => square_name(square, serializer),
        None => serializer.serialize_none(),
    }
}

pub fn square_names<S: Serializer>(squares: &[Square], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(squares.iter().map(Square::to_string))
}

pub fn color_name<S: Serializer>(color: &Color, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(color_word(*color))
}

pub fn role_name_of<S: Serializer>(role: &Role, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(role_word(*role))
}

pub fn piece_letters<S: Serializer>(pieces: &[Piece], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(pieces.iter().map(|piece| piece.char()))
}
