//! Whether a hole has a solution at all, of whatever length.
//!
//! Nobody asks for the shortest one here, so what is nearest to the next capture is looked at first;
//! every other position comes in the order in which it was met, so that no way is passed over.
//! A solution that is found proves that there is one; if nothing is left to look at, there is none.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use kit_chess::shakmaty::{Color, Square};

use super::course::{Hole, Taking, Ways};

/// How many positions of a hole may be met; deals of up to four cards need fewer, some of ten need more.
///
/// It counts positions and not seconds, so that every machine tells the same.
const MOST_MET: usize = 200_000;

/// Whether a hole has a solution; nothing if that is not known after [`MOST_MET`] positions.
pub fn is_solvable(hole: &Hole, ways: &Ways) -> Option<bool> {
    Search::of(hole, ways).end().or_else(|| {
        // A color on none of the cards only stands in the way: what is impossible without it is impossible.
        let bare = without_idle_color(hole)?;
        Search::of(&bare, ways).end().filter(|solvable| !solvable)
    })
}

/// The hole without the color that is on none of the cards, if there is one.
fn without_idle_color(hole: &Hole) -> Option<Hole> {
    let is_idle = |color: &Color| hole.cards.iter().all(|card| card.color != *color);
    let idle = Color::ALL.into_iter().find(is_idle)?;
    let mut bare = hole.clone();
    bare.board.by_color(idle).into_iter().for_each(|square| bare.board.discard_piece_at(square));
    Some(bare)
}

/// What tells two positions of a hole apart: colors and roles, who captures, and what is left.
type Key = ([u64; 6], Option<Square>, Vec<char>);

fn key(hole: &Hole) -> Key {
    let (roles, colors) = hole.board.clone().into_bitboards();
    let boards = [colors.white, roles.king, roles.queen, roles.rook, roles.bishop, roles.knight];
    let mut taken: Vec<char> = hole.taken.iter().map(|piece| piece.char()).collect();
    taken.sort_unstable();
    (boards.map(|squares| squares.0), hole.taking.map(|Taking { square, .. }| square), taken)
}

/// Positions of a hole that were met, and those of them that are still to be looked at.
struct Search<'a> {
    ways: &'a Ways,
    met: BTreeSet<Key>,
    /// Positions in the order in which they were met; nothing where one was looked at.
    waiting: Vec<Option<Hole>>,
    /// Places in that list, with what is left to capture and how far the next capture is.
    nearest: BinaryHeap<Reverse<(usize, u32, usize)>>,
    /// How many of the list were looked at from its beginning.
    passed: usize,
}

impl Search<'_> {
    fn of<'a>(hole: &Hole, ways: &'a Ways) -> Search<'a> {
        let mut search =
            Search { ways, met: BTreeSet::new(), waiting: Vec::new(), nearest: BinaryHeap::new(), passed: 0 };
        search.meet(hole.clone());
        search
    }

    /// Looks at one position after the other, until one is solved, none is left, or there are too many.
    fn end(mut self) -> Option<bool> {
        loop {
            let Some(hole) = self.take_nearest() else { return Some(false) };
            if self.look_at(&hole) {
                return Some(true);
            }
            if self.take_oldest().is_some_and(|hole| self.look_at(&hole)) {
                return Some(true);
            }
            if self.met.len() > MOST_MET {
                return None;
            }
        }
    }

    /// Whether a move solves the hole; if none does, where they lead is met.
    fn look_at(&mut self, hole: &Hole) -> bool {
        for step in hole.moves(self.ways) {
            let mut next = hole.clone();
            next.play(step, self.ways);
            if next.is_solved() {
                return true;
            }
            self.meet(next);
        }
        false
    }

    /// Keeps a position that is new and from which something may still be captured.
    fn meet(&mut self, hole: Hole) {
        let (left, distance) = (hole.captures_left(), hole.distance(self.ways));
        if let Some(distance) = distance.filter(|_| self.met.insert(key(&hole))) {
            self.nearest.push(Reverse((left, distance, self.waiting.len())));
            self.waiting.push(Some(hole));
        }
    }

    fn take_nearest(&mut self) -> Option<Hole> {
        let waiting = &mut self.waiting;
        std::iter::from_fn(|| self.nearest.pop()).find_map(|Reverse((_, _, place))| waiting[place].take())
    }

    fn take_oldest(&mut self) -> Option<Hole> {
        let rest = &mut self.waiting[self.passed..];
        let place = rest.iter().position(Option::is_some)?;
        self.passed += place + 1;
        rest[place].take()
    }
}
