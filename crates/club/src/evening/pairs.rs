//! The next round: who meets whom, and at what.

use std::collections::{BTreeMap, BTreeSet};

use kit_play::say;
use kit_play::sentence::Filling;

use super::{Evening, Round};
use crate::contest::Contest;
use crate::deed::{PairedTable, Spread, System};
use crate::error::Error;
use crate::pairing::{Entrant, Paired, PersonId, by_order, round_robin};
use crate::ranking::ranking;

impl Evening {
    /// The tables of the next round, none of which is opened yet, and who sits out.
    ///
    /// # Errors
    ///
    /// Fails when a result is missing, when all rounds were played, or when there are too few people.
    pub fn next_round(&self) -> Result<(Vec<PairedTable>, Option<PersonId>), Error> {
        self.must_be_open()?;
        self.must_have_room()?;
        self.must_be_done()?;
        let here: Vec<PersonId> = self.here();
        if here.len() < 2 {
            return Err(Error::NotNow(say!("two people are needed at least to pair a round")));
        }
        let Paired { pairs, bye } = self.paired(&here);
        Ok((self.tables(&pairs), bye))
    }

    fn must_be_done(&self) -> Result<(), Error> {
        let planned = self.opening.rounds as usize;
        if let Some(last) = self.rounds.last() {
            let open = (1usize..).zip(&last.tables).filter(|(_, held)| held.result.is_none());
            let open: Vec<Filling> = open.map(|(number, _)| number.into()).collect();
            if !open.is_empty() {
                let count = open.len();
                let tables = Filling::all_of(open);
                return Err(Error::NotNow(say!(
                    "{count|one=table|other=tables} {tables} {count|one=has|other=have} no result yet",
                    count,
                    tables
                )));
            }
        }
        if self.rounds.len() >= planned {
            return Err(Error::NotNow(say!(
                "all {planned} rounds are played; add a round to go on",
                planned
            )));
        }
        Ok(())
    }

    fn here(&self) -> Vec<PersonId> {
        self.people().filter(|(_, person)| person.here).map(|(number, _)| number).collect()
    }

    fn paired(&self, here: &[PersonId]) -> Paired {
        let round = self.rounds.len();
        if self.system() == System::RoundRobin && self.follows_berger(here) {
            return round_robin(here, round);
        }
        let mut entrants: Vec<Entrant> = here.iter().map(|person| self.entrant(*person)).collect();
        if self.system() == System::Swiss {
            let places: BTreeMap<PersonId, usize> =
                ranking(self).iter().enumerate().map(|(place, ranked)| (ranked.person, place)).collect();
            entrants.sort_by_key(|entrant| places.get(&entrant.person).copied());
        }
        let met = self.meetings();
        by_order(
            &entrants,
            |one, other| met.get(&(one.min(other), one.max(other))).copied().unwrap_or(0),
            round,
        )
    }

    /// Whether all rounds so far were those of the Berger tables for exactly these people.
    fn follows_berger(&self, here: &[PersonId]) -> bool {
        let is_row = |(index, round): (usize, &Round)| {
            let row = round_robin(here, index);
            let found: BTreeSet<(PersonId, PersonId)> =
                round.tables.iter().flat_map(|held| held.table.pairs()).collect();
            round.bye == row.bye && found == row.pairs.into_iter().collect()
        };
        self.rounds.iter().enumerate().all(is_row)
    }

    fn meetings(&self) -> BTreeMap<(PersonId, PersonId), u32> {
        let mut met = BTreeMap::new();
        for (one, other) in
            self.rounds.iter().flat_map(|round| &round.tables).flat_map(|held| held.table.pairs())
        {
            *met.entry((one.min(other), one.max(other))).or_insert(0) += 1;
        }
        met
    }

    fn entrant(&self, person: PersonId) -> Entrant {
        let mut entrant = Entrant { person, whites: 0, blacks: 0, last_white: None, byes: 0 };
        for round in &self.rounds {
            entrant.byes += u32::from(round.bye == Some(person));
            match round.tables.iter().find_map(|held| held.table.side_of(person)) {
                Some(0) => (entrant.whites, entrant.last_white) = (entrant.whites + 1, Some(true)),
                Some(_) => (entrant.blacks, entrant.last_white) = (entrant.blacks + 1, Some(false)),
                None => {}
            }
        }
        entrant
    }

    /// Gives each pair a game; two pairs sit together where a game is for four.
    fn tables(&self, pairs: &[(PersonId, PersonId)]) -> Vec<PairedTable> {
        let mut played = self.played();
        let (mut tables, mut left) = (Vec::new(), pairs);
        while !left.is_empty() {
            let game = self.game_for(left, tables.len(), &played);
            let (game, sides) = &self.opening.games[game];
            let seated = Contest { game: "", sides: sides.clone() }.seated(&left[..sides.len() / 2]);
            for person in &seated {
                *played.entry((*person, game.clone())).or_insert(0) += 1;
            }
            left = &left[sides.len() / 2..];
            tables.push(PairedTable {
                game: game.clone(),
                sides: sides.clone(),
                people: seated,
                table: None,
            });
        }
        tables
    }

    fn played(&self) -> BTreeMap<(PersonId, String), usize> {
        let mut played = BTreeMap::new();
        for table in self.rounds.iter().flat_map(|round| &round.tables).map(|held| &held.table) {
            for person in &table.people {
                *played.entry((*person, table.game.clone())).or_insert(0) += 1;
            }
        }
        played
    }

    /// The game that the next of these pairs play: the one of the round, or the one that they have played
    /// least; in turn, where that leaves a choice.
    fn game_for(
        &self,
        left: &[(PersonId, PersonId)],
        table: usize,
        played: &BTreeMap<(PersonId, String), usize>,
    ) -> usize {
        let (games, round) = (&self.opening.games, self.rounds.len());
        let fits = |game: &usize| games[*game].1.len() / 2 <= left.len();
        let turn = |game: usize, first: usize| (game + games.len() - first % games.len()) % games.len();
        let candidates = (0..games.len()).filter(fits);
        let chosen = match self.opening.spread {
            Spread::Rounds => candidates.min_by_key(|game| turn(*game, round)),
            Spread::Tables => candidates.min_by_key(|game| {
                let (id, sides) = &games[*game];
                let people = left[..sides.len() / 2].iter().flat_map(|pair| [pair.0, pair.1]);
                let times: usize =
                    people.map(|person| played.get(&(person, id.clone())).copied().unwrap_or(0)).sum();
                // Four people have played twice as often as two.
                (times * 4 / sides.len(), turn(*game, round + table))
            }),
        };
        // An evening has a game for two, so whoever is left over has one.
        chosen.unwrap_or(0)
    }
}
