//! Who meets whom in a round.
//!
//! Two rules, and one for when the field is no longer the one with which the evening began:
//!
//! - **Round robin** follows the Berger tables that FIDE publishes, with their colors, as long as exactly
//!   those are there who were there at the first round.
//!   With an odd number the last number is nobody, and whoever meets it sits out.
//! - **Swiss** puts people in the order of their places. With an odd number the lowest of those who sat
//!   out least sits out. Then the first in order meets the highest of the others, and so on, in a way
//!   that as few as possible meet again: nobody meets twice while another pairing is possible.
//! - A round robin to which people came late, or which some have left, goes on by the same rule with
//!   the order of their numbers in place of that of their places.
//!
//! White goes to whoever had White less often, then to whoever had Black last, then by turns.

use crate::matching::most_pairs;

/// The number of somebody at the evening, from 1 on, in the order in which they came.
pub type PersonId = u32;

/// Somebody who is to be paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// Who.
    pub person: PersonId,
    /// How often with White.
    pub whites: u32,
    /// How often with Black.
    pub blacks: u32,
    /// Whether the last game was with White.
    pub last_white: Option<bool>,
    /// How often they sat out.
    pub byes: u32,
}

/// A round: pairs with White first, and who sits out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paired {
    /// White and Black of each board.
    pub pairs: Vec<(PersonId, PersonId)>,
    /// Who has nobody to play with.
    pub bye: Option<PersonId>,
}

/// A round of the Berger tables for so many people, who are numbered from 1 on; rounds count from 0.
///
/// After everybody has met everybody the tables begin anew with colors turned around.
pub fn berger(people: usize, round: usize) -> Vec<(usize, usize)> {
    if people < 2 {
        return Vec::new();
    }
    let even = people + people % 2;
    let (half, others) = (even / 2, even - 1);
    let (cycle, row) = (round / others, round % others);
    // Everybody but the last moves on by half of them each round.
    let moved = |number: usize| (number - 1 + row * half) % others + 1;
    let pair = |board: usize| match board {
        1 if row.is_multiple_of(2) => (moved(1), even),
        1 => (even, moved(1)),
        _ => (moved(board), moved(even + 1 - board)),
    };
    let turned = |(white, black)| if cycle.is_multiple_of(2) { (white, black) } else { (black, white) };
    (1..=half).map(pair).map(turned).collect()
}

/// A round of a round robin among these people, in the order of their numbers.
pub fn round_robin(people: &[PersonId], round: usize) -> Paired {
    let mut paired = Paired::default();
    for (white, black) in berger(people.len(), round) {
        match (people.get(white - 1), people.get(black - 1)) {
            (Some(white), Some(black)) => paired.pairs.push((*white, *black)),
            (Some(alone), None) | (None, Some(alone)) => paired.bye = Some(*alone),
            (None, None) => {}
        }
    }
    paired
}

/// A round among these people, in their order, of whom as few as possible meet again.
pub fn by_order(entrants: &[Entrant], met: impl Fn(PersonId, PersonId) -> u32, round: usize) -> Paired {
    let mut left = entrants.to_vec();
    let bye = if left.len() % 2 == 1 { Some(left.remove(sits_out(&left, &met)).person) } else { None };
    let mut pairs = Vec::with_capacity(left.len() / 2);
    while !left.is_empty() {
        let first = left.remove(0);
        let other = left.remove(partner_of(first, &left, &met));
        let first_is_white = is_white(first, other, round + pairs.len());
        let pair = if first_is_white { (first.person, other.person) } else { (other.person, first.person) };
        pairs.push(pair);
    }
    Paired { pairs, bye }
}

/// How many new pairs these people can make at most.
fn new_pairs(people: &[Entrant], met: &impl Fn(PersonId, PersonId) -> u32) -> usize {
    most_pairs(people.len(), |one, other| met(people[one].person, people[other].person) == 0)
}

/// The lowest of those who sat out least, such that the others can make as many new pairs as possible.
fn sits_out(people: &[Entrant], met: &impl Fn(PersonId, PersonId) -> u32) -> usize {
    let fewest = people.iter().map(|entrant| entrant.byes).min().unwrap_or(0);
    let candidates = (0..people.len()).rev().filter(|index| people[*index].byes == fewest);
    let mut best = (people.len() - 1, None);
    for candidate in candidates {
        let mut others = people.to_vec();
        others.remove(candidate);
        let pairs = new_pairs(&others, met);
        if best.1.is_none_or(|most| pairs > most) {
            best = (candidate, Some(pairs));
        }
        if pairs == others.len() / 2 {
            break;
        }
    }
    best.0
}

/// Whom the first meets: the highest of the others such that no pair meets again that need not, and if
/// they must meet again, then whom they met least.
fn partner_of(first: Entrant, others: &[Entrant], met: &impl Fn(PersonId, PersonId) -> u32) -> usize {
    let mut all = vec![first];
    all.extend(others);
    let most = new_pairs(&all, met);
    let mut order: Vec<usize> = (0..others.len()).collect();
    order.sort_by_key(|index| met(first.person, others[*index].person));
    let fits = |index: &usize| {
        let mut rest = others.to_vec();
        let other = rest.remove(*index);
        let is_new = usize::from(met(first.person, other.person) == 0);
        is_new + new_pairs(&rest, met) == most
    };
    order.into_iter().find(fits).unwrap_or(0)
}

fn is_white(first: Entrant, other: Entrant, turn: usize) -> bool {
    let more = |entrant: Entrant| i64::from(entrant.whites) - i64::from(entrant.blacks);
    let by_turns = || turn.is_multiple_of(2);
    match more(first).cmp(&more(other)) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Greater => false,
        std::cmp::Ordering::Equal => match (first.last_white, other.last_white) {
            (Some(true), Some(false)) => false,
            (Some(false), Some(true)) => true,
            _ => by_turns(),
        },
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use super::*;

    /// As the FIDE Handbook prints them (C.05, annex 1).
    #[test]
    fn the_published_tables() {
        let text = |people: usize| -> Vec<String> {
            let pairs = |round| berger(people, round).into_iter();
            let line = |round| pairs(round).map(|(white, black)| format!("{white}-{black}"));
            (0..people + people % 2 - 1).map(|round| line(round).collect::<Vec<_>>().join(" ")).collect()
        };
        assert_eq!(text(4), ["1-4 2-3", "4-3 1-2", "2-4 3-1"]);
        assert_eq!(text(3), text(4), "the last number is nobody");
        assert_eq!(text(6), ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"]);
        assert_eq!(text(8)[1], "8-5 6-4 7-3 1-2");
        assert_eq!(text(8)[6], "4-8 5-3 6-2 7-1");
    }

    proptest! {
        #[test]
        fn in_a_round_robin_all_meet_once_with_balanced_colors(people in 2usize..=40) {
            let everybody: Vec<PersonId> = (1..=people as u32).collect();
            let rounds = people + people % 2 - 1;
            let (mut met, mut whites, mut byes) = (BTreeSet::new(), BTreeMap::new(), BTreeSet::new());
            for round in 0..rounds {
                let paired = round_robin(&everybody, round);
                let mut busy = BTreeSet::new();
                for (white, black) in paired.pairs {
                    prop_assert!(busy.insert(white) && busy.insert(black));
                    prop_assert!(met.insert((white.min(black), white.max(black))), "they meet twice");
                    *whites.entry(white).or_insert(0) += 1;
                }
                prop_assert!(paired.bye.is_none_or(|bye| busy.insert(bye) && byes.insert(bye)));
                prop_assert_eq!(busy.len(), people);
            }
            prop_assert_eq!(met.len(), people * (people - 1) / 2);
            for person in everybody {
                let white: usize = whites.get(&person).copied().unwrap_or(0);
                let played = people - 1;
                prop_assert!(white.abs_diff(played - white) <= 1, "{} of {}", white, played);
            }
        }

        /// Anybody wins or loses, comes late, leaves and comes back.
        #[test]
        fn nobody_meets_again_who_need_not(
            people in 2usize..=9,
            rounds in 1usize..=7,
            luck in proptest::collection::vec(any::<u16>(), 80),
        ) {
            let mut luck = luck.into_iter().cycle();
            let mut next = move || luck.next().unwrap_or(0);
            let (mut met, mut points) = (BTreeMap::new(), vec![0u32; people + 1]);
            let mut entrants: Vec<Entrant> = (1..=people as u32)
                .map(|person| Entrant { person, whites: 0, blacks: 0, last_white: None, byes: 0 })
                .collect();
            for round in 0..rounds {
                let mut here: Vec<Entrant> = entrants.iter().copied().filter(|_| next() % 8 != 0).collect();
                here.sort_by_key(|entrant| (std::cmp::Reverse(points[entrant.person as usize]), entrant.person));
                let count = |one: PersonId, other: PersonId| {
                    met.get(&(one.min(other), one.max(other))).copied().unwrap_or(0)
                };
                let paired = by_order(&here, count, round);
                let again = paired.pairs.iter().filter(|(white, black)| count(*white, *black) > 0).count();
                let playing: Vec<Entrant> =
                    here.iter().copied().filter(|entrant| Some(entrant.person) != paired.bye).collect();
                prop_assert_eq!(again, playing.len() / 2 - new_pairs(&playing, &count));
                if let Some(bye) = paired.bye {
                    let of = |entrant: &&Entrant| entrant.person == bye;
                    let byes = here.iter().find(of).map(|entrant| entrant.byes);
                    prop_assert_eq!(byes, here.iter().map(|entrant| entrant.byes).min());
                    entrants[bye as usize - 1].byes += 1;
                    points[bye as usize] += 2;
                }
                prop_assert_eq!(paired.pairs.len() * 2 + usize::from(paired.bye.is_some()), here.len());
                for (white, black) in paired.pairs {
                    *met.entry((white.min(black), white.max(black))).or_insert(0) += 1;
                    let (one, other) = (&entrants[white as usize - 1], &entrants[black as usize - 1]);
                    let more = |entrant: &Entrant| i64::from(entrant.whites) - i64::from(entrant.blacks);
                    prop_assert!(more(one) <= more(other), "White goes to whoever had it less often");
                    entrants[white as usize - 1].whites += 1;
                    entrants[white as usize - 1].last_white = Some(true);
                    entrants[black as usize - 1].blacks += 1;
                    entrants[black as usize - 1].last_white = Some(false);
                    points[if next() % 2 == 0 { white } else { black } as usize] += 2;
                }
            }
        }
    }

    #[test]
    fn sixty_four_people_are_paired_for_a_whole_evening() {
        let mut met = BTreeSet::new();
        let entrants: Vec<Entrant> = (1..=64)
            .map(|person| Entrant { person, whites: 0, blacks: 0, last_white: None, byes: 0 })
            .collect();
        for round in 0..30 {
            let paired = by_order(
                &entrants,
                |one, other| u32::from(met.contains(&(one.min(other), one.max(other)))),
                round,
            );
            for (white, black) in paired.pairs {
                assert!(met.insert((white.min(black), white.max(black))));
            }
        }
    }
}
