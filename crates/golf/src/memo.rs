//! Answers that were found before in this program.
//!
//! A table asks for the same hole again whenever it is opened again, and bots ask many times
//! about one hole.
//! An answer is a function of the question, so remembering it changes how long it takes and nothing else.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use crate::hole::{Hole, Options};
use crate::solve::{Limits, Solution, Want, solve};

/// How many answers are kept, those asked for last.
const MOST_KEPT: usize = 256;

/// How many bytes a search may take up: tables ask while others play, and many may ask at once.
const MOST_BYTES: usize = 64 << 20;

#[derive(Clone, PartialEq, Eq)]
struct Question {
    hole: Hole,
    options: Options,
    nodes: u64,
    depth: u32,
}

static KNOWN: Mutex<VecDeque<(Question, Arc<Solution>)>> = Mutex::new(VecDeque::new());

/// One shortest solution of a hole, found by looking at this many positions for at most so many moves.
///
/// The same as [`solve`] on one thread and in little memory, but a question that was asked shortly before
/// costs nothing.
pub fn solve_once(hole: &Hole, options: Options, nodes: u64, depth: u32) -> Arc<Solution> {
    let question = Question { hole: hole.clone(), options, nodes, depth };
    if let Some(known) = remembered(&question) {
        return known;
    }
    // Nobody else waits while this is found.
    let limits = Limits { nodes, depth, memory: MOST_BYTES, ..Limits::default() };
    let solution = Arc::new(solve(hole, options, &limits, Want::One));
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.push_front((question, Arc::clone(&solution)));
    known.truncate(MOST_KEPT);
    solution
}

fn remembered(question: &Question) -> Option<Arc<Solution>> {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let place = known.iter().position(|(asked, _)| asked == question)?;
    let found = known.remove(place)?;
    let solution = Arc::clone(&found.1);
    known.push_front(found);
    Some(solution)
}

#[cfg(test)]
mod tests {
    use kit_play::Chance;

    use super::*;
    use crate::deal::deal;

    #[test]
    fn what_is_remembered_is_what_is_found() {
        let mut chance = Chance::seeded(5);
        for _ in 0..20 {
            let hole = deal(2, &mut chance);
            let limits = Limits { depth: 10, ..Limits::default() };
            let found = solve(&hole, Options::default(), &limits, Want::One);
            let first = solve_once(&hole, Options::default(), u64::MAX, 10);
            let second = solve_once(&hole, Options::default(), u64::MAX, 10);
            assert!(Arc::ptr_eq(&first, &second), "the second time nothing is looked for");
            assert_eq!((first.finding, &first.line), (found.finding, &found.line));
            let shallow = solve_once(&hole, Options::default(), u64::MAX, 1);
            assert!(!Arc::ptr_eq(&first, &shallow), "another question has another answer");
        }
    }
}
