//! Shortest solutions of holes, by the exact solver.

use std::sync::Arc;

use kit_chess::Step;
use kit_golf::{Options, Solution, solve_once};

use super::MOST_CLAIMED;
use super::course::{Goal, Hole, Ways};

/// How many quiet moves a solution may have where everything has to be tried by the plain rules.
const QUIET_MOVES: usize = 2;

/// How many positions the solver may look at for a bot or for somebody who wants to see a solution;
/// hardly any deal of two or three cards needs more.
///
/// It counts positions and not seconds, so that every machine tells the same.
const MOST_NODES: u64 = 300_000;

/// [golf.solo] How many positions the referee looks at for a claim of zero, which costs somebody points.
///
/// Of 4,230 holes of two to four cards, played in rounds of nine, 65 took more than [`MOST_NODES`], one
/// more than eleven million, and that one 18.5 million.
/// Nobody can make a server look for longer than this by laying out a hole.
const REFEREE_NODES: u64 = 20_000_000;

/// A shortest solution of at most so many moves, if one was found in reasonable time.
pub fn shortest(hole: &Hole, at_most: usize, ways: &Ways) -> Option<Vec<Step>> {
    found(hole, at_most, ways, MOST_NODES)
}

/// [golf.solo] What the referee, who has ten fingers, shows against a claim of zero, if there is anything.
///
/// Whoever claims zero pays for a solution that is shown and never for one that was not found.
pub fn against_zero(hole: &Hole, ways: &Ways) -> Option<Vec<Step>> {
    found(hole, MOST_CLAIMED.into(), ways, REFEREE_NODES)
}

fn found(hole: &Hole, at_most: usize, ways: &Ways, nodes: u64) -> Option<Vec<Step>> {
    let Some(solution) = solved(hole, at_most, ways, nodes) else {
        return hole.shortest(at_most.min(hole.captures_left() + QUIET_MOVES), ways);
    };
    solution.length().map(|_| solution.line.iter().map(|step| Step::new(step.from, step.to)).collect())
}

#[cfg(test)]
thread_local! {
    /// How often the solver was asked.
    pub static ASKED: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
}

/// What the solver finds out, where it knows the hole.
fn solved(hole: &Hole, at_most: usize, ways: &Ways, nodes: u64) -> Option<Arc<Solution>> {
    #[cfg(test)]
    ASKED.set(ASKED.get() + 1);
    let known = for_solver(hole, ways)?;
    let options = Options {
        special_king_move: ways.special_king_move,
        borrow_from_victim: ways.borrow_from_victim,
        single_capturer: ways.single_capturer,
    };
    Some(solve_once(&known, options, nodes, at_most as u32))
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
