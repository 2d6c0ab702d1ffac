//! Remarks that several games make on how they were played.

use kit_chess::shakmaty::{Piece, Role, Square};
use kit_play::sentence::Filling;
use kit_play::{Remark, RemarkKind, say};

use crate::appraisal::worth;

/// Somebody could have taken the king, and did something else.
pub fn king_spared(seat: Filling, king: Square) -> Remark {
    let words = say!("{seat} could have taken the king on {king} here.", seat, king);
    Remark::new(RemarkKind::ClosestMiss, worth(Role::King), words)
}

/// Somebody took a piece, where that cannot be seen from outside.
pub fn took(seat: Filling, piece: Piece) -> Remark {
    let words = say!("{seat} took a {piece}, the dearest capture of the game.", seat, piece);
    Remark::new(RemarkKind::Best, worth(piece.role), words)
}
