//! What looks like a move of chess or of a neighbor and is none, and why.

use kit_chess::shakmaty::attacks::{attacks, king_attacks};
use kit_chess::shakmaty::{Bitboard, Board, Square};
use kit_play::Reason;

use super::position::moves;

const LIKE_ITSELF: Reason =
    Reason::new("a piece moves as a neighbour of its colour would, not in its own way", "neighbour.borrow");
const NO_NEIGHBOR: Reason =
    Reason::new("a piece without a neighbour of its own colour cannot move", "neighbour.stuck");
const NO_CAPTURE: Reason = Reason::new("nothing is captured here", "neighbour.no-capture");

/// Moves that a piece could make in its own way or in a neighbor's, and may not.
pub fn barred(board: &Board) -> Vec<((Square, Square), Reason)> {
    let allowed = moves(board);
    let barred = |from: Square| {
        let own = board.color_at(from).map_or(Bitboard::EMPTY, |color| board.by_color(color));
        let neighbors = king_attacks(from) & own;
        let lenders = neighbors.with(from).into_iter().filter_map(|at| board.piece_at(at));
        let seen = lenders.map(|lender| attacks(from, lender, board.occupied()));
        let seen = seen.reduce(|all, one| all | one).unwrap_or_default() & !own;
        seen.into_iter().map(move |to| {
            let why = if board.occupied().contains(to) {
                NO_CAPTURE
            } else if neighbors.any() {
                LIKE_ITSELF
            } else {
                NO_NEIGHBOR
            };
            ((from, to), why)
        })
    };
    let all = board.occupied().into_iter().flat_map(barred);
    all.filter(|(way, _)| !allowed.contains(way)).collect()
}
