//! What looks like a move of chess or of a neighbor and is none, and why.

use kit_chess::Step;
use kit_chess::shakmaty::{Board, Piece, Square, attacks};
use kit_play::Reason;

use super::course::{Hole, Ways, neighbors};

const LIKE_ITSELF: Reason =
    Reason::new("a piece moves like one of its neighbours and never like itself", "golf.borrow");
const NO_NEIGHBOR: Reason =
    Reason::new("no piece of its own colour stands beside it to lend a move", "golf.neighbor");
const NOT_ON_THE_CARDS: Reason = Reason::new(
    "one piece on the cards takes another, and nothing else is captured",
    "golf.no-other-capture",
);
const OTHER_TYPE: Reason =
    Reason::new("all captures are made by the type that made the first", "golf.one-type");
const OTHER_PIECE: Reason =
    Reason::new("all captures are made by the piece that made the first", "golf.single-capturer");

/// Moves that a piece could make in its own way or in a neighbor's, and may not.
pub fn barred(hole: &Hole, ways: &Ways) -> Vec<(Step, Reason)> {
    let barred = |from: Square| {
        let board = &hole.board;
        let lenders = neighbors(board, from).with(from).into_iter().filter_map(|at| board.piece_at(at));
        let seen = lenders.map(|lender| attacks::attacks(from, lender, board.occupied()));
        let seen = seen.reduce(|all, one| all | one).unwrap_or_default();
        let others = seen & !hole.targets(from, ways);
        others.into_iter().filter_map(move |to| Some((Step::new(from, to), objection(hole, ways, from, to)?)))
    };
    hole.board.occupied().into_iter().flat_map(barred).collect()
}

fn objection(hole: &Hole, ways: &Ways, from: Square, to: Square) -> Option<Reason> {
    let Hole { board, taking, .. } = hole;
    let piece = board.piece_at(from)?;
    let Some(victim) = board.piece_at(to) else { return Some(unborrowed(board, from)) };
    if !is_asked_for(hole, piece, victim) {
        // Nobody means to take a piece of the own color that no card names.
        return (piece.color != victim.color).then_some(NOT_ON_THE_CARDS);
    }
    Some(match taking {
        Some(taking) if taking.piece != piece => OTHER_TYPE,
        Some(taking) if ways.single_capturer && taking.square != from => OTHER_PIECE,
        Some(_) | None => unborrowed(board, from),
    })
}

/// Whether the cards name one piece and, beside it, the other.
fn is_asked_for(hole: &Hole, piece: Piece, victim: Piece) -> bool {
    let count = |asked: Piece| hole.cards.iter().filter(|card| **card == asked).count();
    if piece == victim { count(piece) > 1 } else { count(piece) > 0 && count(victim) > 0 }
}

fn unborrowed(board: &Board, from: Square) -> Reason {
    if neighbors(board, from).any() { LIKE_ITSELF } else { NO_NEIGHBOR }
}
