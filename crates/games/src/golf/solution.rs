//! Shortest solutions of holes, by the exact solver.

use std::sync::Arc;

use kit_chess::Step;
use kit_golf::{Cut, Finding, Options, Solution, solve_once};
use kit_play::Chance;

use super::MOST_CLAIMED;
use super::course::{Goal, Hole, Ways};

/// How many positions the solver may look at for a bot or for somebody who wants to see a solution;
/// hardly any deal of two or three cards needs more.
///
/// It counts positions and not seconds, so that every machine tells the same.
const MOST_NODES: u64 = 300_000;

/// [golf.solo] How many positions the referee looks at for a claim of zero, which costs somebody points.
///
/// That takes a second at most, for a table waits meanwhile, however a hole was laid out.
const REFEREE_NODES: u64 = 3_000_000;

/// What was found out about the solutions of a hole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A shortest one.
    Solved(Vec<Step>),
    /// There is none with so few moves.
    Impossible,
    /// None was found, and none was ruled out.
    Undecided,
}

impl Answer {
    /// A shortest solution, if one was found.
    pub fn line(self) -> Option<Vec<Step>> {
        match self {
            Answer::Solved(line) => Some(line),
            Answer::Impossible | Answer::Undecided => None,
        }
    }
}

/// [golf.solo] What the referee, who has ten fingers, finds against a claim of zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is a solution, and it can be shown.
    Possible,
    Impossible,
    /// Nobody pays for a solution that was not found.
    Undecided,
}

impl Verdict {
    /// In the order of the numbers by which logs know them.
    const ALL: [Verdict; 3] = [Verdict::Possible, Verdict::Impossible, Verdict::Undecided];

    /// Found out once and written down, so that nobody who reads the log has to solve the hole again.
    pub fn on_zero(hole: &Hole, ways: &Ways, chance: &mut Chance) -> Verdict {
        let finding = chance.finding(Verdict::ALL.len() as u32, || match against_zero(hole, ways) {
            Answer::Solved(_) => Verdict::Possible as u32,
            Answer::Impossible => Verdict::Impossible as u32,
            Answer::Undecided => Verdict::Undecided as u32,
        });
        Verdict::ALL[finding as usize]
    }
}

/// A shortest solution of at most so many moves, if one is found in reasonable time.
pub fn shortest(hole: &Hole, at_most: usize, ways: &Ways) -> Answer {
    answer(hole, at_most, ways, MOST_NODES)
}

/// [golf.solo] What the referee, who has ten fingers, shows against a claim of zero, if there is anything.
///
/// Whoever claims zero pays for a solution that is shown and never for one that was not found.
pub fn against_zero(hole: &Hole, ways: &Ways) -> Answer {
    answer(hole, MOST_CLAIMED.into(), ways, REFEREE_NODES)
}

fn answer(hole: &Hole, at_most: usize, ways: &Ways, nodes: u64) -> Answer {
    let Some(solution) = solved(hole, at_most, ways, nodes) else { return Answer::Undecided };
    match solution.finding {
        Finding::Solved(_) => {
            Answer::Solved(solution.line.iter().map(|step| Step::new(step.from, step.to)).collect())
        }
        Finding::Unsolvable | Finding::AtLeast(_, Cut::Depth) => Answer::Impossible,
        Finding::AtLeast(_, Cut::Nodes | Cut::Memory | Cut::Stopped) => Answer::Undecided,
    }
}

#[cfg(test)]
thread_local! {
    /// How often the solver was asked.
    pub static ASKED: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
}

/// How many positions were looked at for a shortest solution.
#[cfg(test)]
pub fn nodes(hole: &Hole, at_most: usize, ways: &Ways) -> Option<u64> {
    solved(hole, at_most, ways, MOST_NODES).map(|solution| solution.nodes)
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
