//! What is worth telling of a game that is over.

use kit_chess::shakmaty::{Bitboard, Color, Piece, Square, attacks};
use kit_play::{Remark, RemarkKind, Seat, say};

use super::{Action, State, player};
use crate::appraisal::worth;
use crate::sides::color_of;

/// What was remarkable in an entry.
pub fn on_entry(before: &State, done: Option<(Seat, &Action)>, after: &State) -> Vec<Remark> {
    let missed = match done {
        Some((seat, Action::March(march))) => {
            let left: Bitboard = march.steps.iter().map(|step| step.from).collect();
            next_door(before, color_of(seat), left)
        }
        Some((_, Action::Promote { .. } | Action::Bury(_))) | None => Vec::new(),
    };
    risen(before, after).into_iter().chain(missed).collect()
}

/// Bodies that climbed out, and how many places they could have come from.
fn risen(before: &State, after: &State) -> Vec<Remark> {
    let rise = |(burier, square, piece): (Color, Square, Piece)| {
        let burials = before.public.grounds.get(burier).burials.iter();
        let places = burials.filter(|burial| burial.role == piece.role).map(|burial| burial.places);
        let was = places.fold(Bitboard::EMPTY, |all, places| all | places).count();
        Remark::told(was, 1, || {
            say!(
                "A {piece} climbed out at {square}; it could have lain under {was} squares.",
                piece,
                square,
                was
            )
        })
    };
    let buried = |burier: Color| before.graves.get(burier).iter().map(move |(at, piece)| (burier, at, piece));
    let gone = |(burier, at, _): &(Color, Square, Piece)| after.graves.get(*burier).piece_at(*at).is_none();
    Color::ALL.into_iter().flat_map(buried).filter(gone).filter_map(rise).collect()
}

/// Pieces of the mover's that lay buried right beside a square that was left.
fn next_door(before: &State, mover: Color, left: Bitboard) -> Vec<Remark> {
    let lost = before.graves.get(!mover);
    let beside = |from: Square| {
        let near = attacks::king_attacks(from) & lost.occupied();
        near.into_iter().filter_map(move |square| Some((from, square, lost.role_at(square)?)))
    };
    let miss = |(from, square, role)| {
        let words = say!(
            "{seat} walked off {from}, and their own {role} lay buried right beside it, under {square}.",
            seat = player(mover),
            from,
            role,
            square
        );
        Remark::new(RemarkKind::ClosestMiss, worth(role), words)
    };
    (left & !lost.occupied()).into_iter().flat_map(beside).map(miss).collect()
}

/// What still lies in the ground.
pub fn at_the_end(state: &State) -> Vec<Remark> {
    let body = |(square, piece): (Square, Piece)| {
        let words = say!(
            "The {piece} that {seat} buried under {square} never climbed out.",
            piece,
            seat = player(!piece.color),
            square
        );
        Remark::new(RemarkKind::NeverFound, worth(piece.role), words)
    };
    state.graves.iter().flat_map(|grave| grave.iter()).map(body).collect()
}
