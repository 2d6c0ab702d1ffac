//! Who has how many points.

use std::cmp::Reverse;

use crate::deed::System;
use crate::evening::Evening;
use crate::pairing::PersonId;

/// Somebody's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranked {
    /// The place, which those share who have as many points.
    pub place: u32,
    /// Who.
    pub person: PersonId,
    /// Half points.
    pub halves: u32,
    /// What decides the order among those with as many points, in quarters of a point: by Buchholz in a
    /// Swiss evening, by Sonneborn and Berger in a round robin.
    pub tie_break: u32,
    /// How many games were won.
    pub wins: u32,
    /// How many games count so far.
    pub games: u32,
}

/// Half points for sitting out.
pub const BYE: u32 = 2;

/// Everybody's place, the first one first.
pub fn ranking(evening: &Evening) -> Vec<Ranked> {
    let mut ranked: Vec<Ranked> = evening.people().map(|(person, _)| score(evening, person)).collect();
    let halves: Vec<u32> = ranked.iter().map(|ranked| ranked.halves).collect();
    for found in &mut ranked {
        found.tie_break = tie_break(evening, found.person, |person| {
            let index = (person as usize).checked_sub(1);
            index.and_then(|index| halves.get(index)).copied().unwrap_or(0)
        });
    }
    ranked.sort_by_key(|found| {
        (Reverse(found.halves), Reverse(found.tie_break), Reverse(found.wins), found.person)
    });
    let mut place = (1, None);
    for (index, found) in ranked.iter_mut().enumerate() {
        if place.1 != Some(found.halves) {
            place = (index as u32 + 1, Some(found.halves));
        }
        found.place = place.0;
    }
    ranked
}

fn score(evening: &Evening, person: PersonId) -> Ranked {
    let mut score = Ranked { place: 0, person, halves: 0, tie_break: 0, wins: 0, games: 0 };
    for round in evening.rounds() {
        if round.bye == Some(person) {
            score.halves += BYE;
        }
        for held in &round.tables {
            let (Some(side), Some(result)) = (held.table.side_of(person), held.result) else { continue };
            let halves = u32::from(result.halves[side.min(1)]);
            score.halves += halves;
            score.wins += u32::from(halves == 2);
            score.games += 1;
        }
    }
    score
}

fn tie_break(evening: &Evening, person: PersonId, halves: impl Fn(PersonId) -> u32) -> u32 {
    let tables = evening.rounds().flat_map(|round| &round.tables);
    let games = tables.filter_map(|held| {
        let (side, result) = (held.table.side_of(person)?, held.result?);
        let opponent = held.table.pairs().find_map(|(one, other)| match person {
            _ if one == person => Some(other),
            _ if other == person => Some(one),
            _ => None,
        })?;
        Some((halves(opponent), u32::from(result.halves[side.min(1)])))
    });
    match evening.system() {
        System::Swiss => games.map(|(opponent, _)| 2 * opponent).sum(),
        System::RoundRobin => games.map(|(opponent, own)| opponent * own).sum(),
    }
}
