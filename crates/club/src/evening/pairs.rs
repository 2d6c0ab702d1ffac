//! The next round: who meets whom, and at what.

use std::collections::{BTreeMap, BTreeSet};

use kit_play::say;
use kit_play::sentence::Filling;

use super::{Evening, Round, Speaker};
use crate::contest::Contest;
use crate::deed::{PairedTable, Spread, System};
use crate::error::Error;
use crate::pairing::{Entrant, Paired, PersonId, by_order, round_robin};
use crate::ranking::ranking;

/// How often somebody has played a game.
type Played = BTreeMap<(PersonId, String), usize>;

/// A game by its number, and the pairs that play it at one table.
type Chosen<'a> = (usize, &'a [(PersonId, PersonId)]);

impl Evening {
    /// The tables of the next round, none of which is opened yet, and who sits out.
    ///
    /// # Errors
    ///
    /// Fails when a result is missing, when all rounds were played, or when there are too few people.
    pub fn next_round(&self) -> Result<(Vec<PairedTable>, Option<PersonId>), Error> {
        self.must_be_open()?;
        self.must_have_room(Speaker::Host)?;
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
        let played = self.played();
        let (mut chosen, mut left) = (Vec::new(), pairs);
        while !left.is_empty() {
            let game = self.game_for(left, &chosen, &played);
            let (own, rest) = left.split_at(self.opening.games[game].1.len() / 2);
            chosen.push((game, own));
            left = rest;
        }
        if self.opening.spread == Spread::Tables {
            self.trade(&mut chosen, &played);
        }
        let table = |(game, pairs): (usize, &[(PersonId, PersonId)])| {
            let (game, sides) = self.opening.games[game].clone();
            let people = Contest { game: "", sides: sides.clone() }.seated(pairs);
            PairedTable { game, sides, people, table: None }
        };
        chosen.into_iter().map(table).collect()
    }

    /// Tables trade their games as long as people then play what they have played less; whoever chose
    /// first had more to choose from.
    fn trade(&self, chosen: &mut [Chosen<'_>], played: &Played) {
        let times = |game: usize, pairs| self.times(game, pairs, played);
        let mut is_better = true;
        while is_better {
            is_better = false;
            for other in 1..chosen.len() {
                for one in 0..other {
                    let ((first, own), (second, others)) = (chosen[one], chosen[other]);
                    let is_less =
                        times(second, own) + times(first, others) < times(first, own) + times(second, others);
                    if own.len() == others.len() && is_less {
                        (chosen[one].0, chosen[other].0) = (second, first);
                        is_better = true;
                    }
                }
            }
        }
    }

    /// How often people have played a game.
    fn times(&self, game: usize, pairs: &[(PersonId, PersonId)], played: &Played) -> usize {
        let id = &self.opening.games[game].0;
        let people = pairs.iter().flat_map(|pair| [pair.0, pair.1]);
        people.map(|person| played.get(&(person, id.clone())).copied().unwrap_or(0)).sum()
    }

    fn played(&self) -> Played {
        let mut played = BTreeMap::new();
        for table in self.rounds.iter().flat_map(|round| &round.tables).map(|held| &held.table) {
            for person in &table.people {
                *played.entry((*person, table.game.clone())).or_insert(0) += 1;
            }
        }
        played
    }

    /// The game that the next of these pairs play: the one of the round; or, where tables play different
    /// games, one that no other table of the round plays, as long as there is one, and of those the one
    /// that they have played least; in turn, where that leaves a choice.
    fn game_for(&self, left: &[(PersonId, PersonId)], chosen: &[Chosen<'_>], played: &Played) -> usize {
        let (games, round) = (&self.opening.games, self.rounds.len());
        let fits = |game: &usize| games[*game].1.len() / 2 <= left.len();
        let turn = |game: usize, first: usize| (game + games.len() - first % games.len()) % games.len();
        let candidates = (0..games.len()).filter(fits);
        let chosen = match self.opening.spread {
            Spread::Rounds => candidates.min_by_key(|game| turn(*game, round)),
            Spread::Tables => candidates.min_by_key(|game| {
                let sides = games[*game].1.len();
                let is_taken = chosen.iter().any(|(taken, _)| taken == game);
                let times = self.times(*game, &left[..sides / 2], played);
                // Four people have played twice as often as two.
                (is_taken, times * 4 / sides, turn(*game, round + chosen.len()))
            }),
        };
        // An evening has a game for two, so whoever is left over has one.
        chosen.unwrap_or(0)
    }
}
