//! Shortest solutions of holes, by the exact solver.

use std::sync::Arc;

use kit_chess::Step;
use kit_golf::{Finding, Options, Solution, solve_once};

use super::MOST_CLAIMED;
use super::course::{Goal, Hole, Ways};

/// How many quiet moves a solution may have where everything has to be tried by the plain rules.
const QUIET_MOVES: usize = 2;

/// How many positions the solver may look at; hardly any deal of two or three cards needs more.
///
/// It counts positions and not seconds, so that every machine tells the same.
const MOST_NODES: u64 = 300_000;

/// A shortest solution of at most so many moves, if one was found in reasonable time.
pub fn shortest(hole: &Hole, at_most: usize, ways: &Ways) -> Option<Vec<Step>> {
    let Some(solution) = solved(hole, at_most, ways) else {
        return hole.shortest(at_most.min(hole.captures_left() + QUIET_MOVES), ways);
    };
    solution.length().map(|_| solution.line.iter().map(|step| Step::new(step.from, step.to)).collect())
}

/// [golf.solo] Whether it is proved that a hole has no solution.
pub fn is_impossible(hole: &Hole, ways: &Ways) -> bool {
    solved(hole, MOST_CLAIMED.into(), ways).is_some_and(|solution| solution.finding == Finding::Unsolvable)
}

#[cfg(test)]
thread_local! {
    /// How often the solver was asked.
    pub static ASKED: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
}

/// What the solver finds out, where it knows the hole.
fn solved(hole: &Hole, at_most: usize, ways: &Ways) -> Option<Arc<Solution>> {
    #[cfg(test)]
    ASKED.set(ASKED.get() + 1);
    let known = for_solver(hole, ways)?;
    let options = Options {
        special_king_move: ways.special_king_move,
        borrow_from_victim: ways.borrow_from_victim,
        single_capturer: ways.single_capturer,
    };
    Some(solve_once(&known, options, MOST_NODES, at_most as u32))
}

/// The hole as the solver knows holes; nothing where it cannot know it.
fn for_solver(hole: &Hole, ways: &Ways) -> Option<kit_golf::Hole> {
    // A ball that is hit stays where it is, which is the same thing only if it is the last.
    let is_alike = ways.goal == Goal::Capture || hole.captures_left() == 1 && hole.taken.is_empty();
    let (board, cards) = (hole.board.clone(), hole.cards.clone());
    let known = match hole.taking {
        None => kit_golf::Hole::new(board, cards),
        Some(taking) => kit_golf::Hole::begun(board, cards, taking.square, hole.taken.clone()),
    };
    known.ok().filter(|_| is_alike)
}
