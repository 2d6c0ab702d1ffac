//! Largest matchings in any graph: how many pairs of people can be made who may meet.
//!
//! Edmonds' algorithm, as it is written everywhere: grow a tree of alternating edges from somebody who
//! is alone, fold odd circles into one, and turn the edges around on a path to somebody else who is
//! alone.

use std::collections::VecDeque;

const NOBODY: usize = usize::MAX;

/// How many pairs can be made at most, if only those may be paired for whom `may_meet` holds.
pub fn most_pairs(people: usize, may_meet: impl Fn(usize, usize) -> bool) -> usize {
    let mut search = Search::new(people);
    for person in 0..people {
        if search.partner[person] == NOBODY
            && let Some(last) = search.path_from(person, &may_meet)
        {
            search.turn_around(last);
        }
    }
    search.partner.iter().filter(|partner| **partner != NOBODY).count() / 2
}

struct Search {
    partner: Vec<usize>,
    /// Whence somebody was reached.
    parent: Vec<usize>,
    /// The first of the circle that somebody belongs to.
    base: Vec<usize>,
    used: Vec<bool>,
}

impl Search {
    fn new(people: usize) -> Search {
        Search {
            partner: vec![NOBODY; people],
            parent: vec![NOBODY; people],
            base: (0..people).collect(),
            used: vec![false; people],
        }
    }

    /// Somebody alone whom a path of alternating edges reaches, if there is one.
    fn path_from(&mut self, root: usize, may_meet: &impl Fn(usize, usize) -> bool) -> Option<usize> {
        let people = self.partner.len();
        self.used.fill(false);
        self.parent.fill(NOBODY);
        self.base = (0..people).collect();
        self.used[root] = true;
        let mut queue = VecDeque::from([root]);
        while let Some(from) = queue.pop_front() {
            for to in 0..people {
                let is_edge = to != from && may_meet(from, to);
                if !is_edge || self.base[from] == self.base[to] || self.partner[from] == to {
                    continue;
                }
                let partner = self.partner[to];
                if to == root || (partner != NOBODY && self.parent[partner] != NOBODY) {
                    self.fold_circle(from, to, &mut queue);
                } else if self.parent[to] == NOBODY {
                    self.parent[to] = from;
                    if partner == NOBODY {
                        return Some(to);
                    }
                    self.used[partner] = true;
                    queue.push_back(partner);
                }
            }
        }
        None
    }

    fn fold_circle(&mut self, one: usize, other: usize, queue: &mut VecDeque<usize>) {
        let base = self.common_base(one, other);
        let mut in_circle = vec![false; self.partner.len()];
        self.mark_path(one, base, other, &mut in_circle);
        self.mark_path(other, base, one, &mut in_circle);
        for person in 0..self.partner.len() {
            if in_circle[self.base[person]] {
                self.base[person] = base;
                if !self.used[person] {
                    self.used[person] = true;
                    queue.push_back(person);
                }
            }
        }
    }

    fn common_base(&self, one: usize, other: usize) -> usize {
        let mut seen = vec![false; self.partner.len()];
        let mut at = self.base[one];
        loop {
            seen[at] = true;
            if self.partner[at] == NOBODY {
                break;
            }
            at = self.base[self.parent[self.partner[at]]];
        }
        let mut at = self.base[other];
        while !seen[at] {
            at = self.base[self.parent[self.partner[at]]];
        }
        at
    }

    fn mark_path(&mut self, from: usize, base: usize, child: usize, in_circle: &mut [bool]) {
        let (mut at, mut child) = (from, child);
        while self.base[at] != base {
            in_circle[self.base[at]] = true;
            in_circle[self.base[self.partner[at]]] = true;
            self.parent[at] = child;
            child = self.partner[at];
            at = self.parent[self.partner[at]];
        }
    }

    fn turn_around(&mut self, last: usize) {
        let mut at = last;
        while at != NOBODY {
            let before = self.parent[at];
            let next = self.partner[before];
            (self.partner[at], self.partner[before]) = (before, at);
            at = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tries everything.
    fn most_by_trying(people: usize, edges: u32, free: u32) -> usize {
        let Some(first) = (0..people).find(|person| free & (1 << person) != 0) else { return 0 };
        let rest = free & !(1 << first);
        let paired = (first + 1..people).filter(|other| rest & (1 << other) != 0);
        let best = paired
            .filter(|other| edges & (1 << edge(first, *other)) != 0)
            .map(|other| 1 + most_by_trying(people, edges, rest & !(1 << other)));
        best.max().unwrap_or(0).max(most_by_trying(people, edges, rest))
    }

    fn edge(one: usize, other: usize) -> usize {
        let (low, high) = (one.min(other), one.max(other));
        high * (high - 1) / 2 + low
    }

    proptest::proptest! {
        #[test]
        fn as_many_pairs_as_trying_everything_finds(edges in 0u32..(1 << 28), people in 0usize..=8) {
            let found = most_pairs(people, |one, other| edges & (1 << edge(one, other)) != 0);
            assert_eq!(found, most_by_trying(people, edges, (1 << people) - 1));
        }
    }
}
