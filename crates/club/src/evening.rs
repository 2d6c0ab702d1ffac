//! An evening: the fold of its log, and what may be asked of it.

mod pairs;

use kit_play::sentence::Filling;
use kit_play::text::excerpt;
use kit_play::{Chance, Listed, say};
use kit_sitting::record::StoredRecord;
use kit_sitting::secrets::new_code;
use kit_sitting::sitting::clean_name;
use kit_sitting::{CodeKey, Digest, House, Secrets, TableId, Token};
use unicode_normalization::UnicodeNormalization;

use crate::contest::Contest;
use crate::deed::{self, Deed, Opening, PairedTable, System, Teller};
use crate::error::Error;
use crate::pairing::PersonId;
use crate::wire::{ClubCommand, ClubEnter, OpenEvening};

/// The most people at an evening.
pub const MOST_PEOPLE: usize = 64;
/// The most rounds.
pub const MOST_ROUNDS: u32 = 30;
/// The longest round, in minutes.
pub const LONGEST_ROUND: u32 = 240;
/// The most games.
const MOST_GAMES: usize = 20;
/// How many records an evening may have; a club that taps all evening needs some hundreds.
const MOST_RECORDS: u32 = 5_000;
/// How many of them are kept for the host, so that no guest can use them up.
const KEPT_FOR_HOST: u32 = 1_000;
const MINUTE: i64 = 60_000;

/// An evening as it is now.
#[derive(Clone, Debug)]
pub struct Evening {
    id: TableId,
    head: u32,
    at: i64,
    opening: Opening,
    host: Digest,
    code: Digest,
    /// When the code was made, in milliseconds since 1970.
    code_made: i64,
    people: Vec<Person>,
    rounds: Vec<Round>,
    clock: RoundClock,
    closed: bool,
}

/// Somebody at an evening.
#[derive(Clone, Debug)]
pub struct Person {
    /// Their name.
    pub name: String,
    /// The first round that they could play.
    pub from: u32,
    /// Whether they play.
    pub here: bool,
    token: Option<Digest>,
}

impl Person {
    /// Whether a phone belongs to them.
    pub fn is_claimed(&self) -> bool {
        self.token.is_some()
    }
}

/// A round that was paired.
#[derive(Clone, Debug)]
pub struct Round {
    /// Its tables.
    pub tables: Vec<Held>,
    /// Who sits out.
    pub bye: Option<PersonId>,
}

/// A table of a round, and how it ended.
#[derive(Clone, Debug)]
pub struct Held {
    /// The table.
    pub table: PairedTable,
    /// How it ended.
    pub result: Option<TableResult>,
}

/// How a table ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableResult {
    /// Half points of each side.
    pub halves: [u8; 2],
    /// Who said so.
    pub by: Teller,
}

/// The clock of the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundClock {
    /// It runs until this moment.
    Running(i64),
    /// It stands, with so many milliseconds left.
    Stopped(i64),
}

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speaker {
    /// The host.
    Host,
    /// Somebody who has said who they are.
    Person(PersonId),
    /// Somebody else.
    Stranger,
}

/// An evening that was opened, with the secrets that are handed out once.
pub struct Opened {
    /// The evening.
    pub evening: Evening,
    /// What is written down of it.
    pub deeds: Vec<Deed>,
    /// The host's secret.
    pub host: Token,
    /// The code that leads to it.
    pub code: String,
}

impl Evening {
    /// Opens an evening, as it was asked for.
    ///
    /// # Errors
    ///
    /// Fails when it cannot be held like that.
    pub fn open(
        request: &OpenEvening,
        catalogue: &[&'static dyn Listed],
        codes: &CodeKey,
        chance: &mut Chance,
    ) -> Result<Opened, Error> {
        check_plan(request.rounds, request.minutes)?;
        let games = contests(&request.games, catalogue)?;
        let games = games.into_iter().map(|contest| (contest.game.to_owned(), contest.sides)).collect();
        let (host, code) = (Token::new(chance), new_code(chance));
        let opening = Opening {
            title: clean_name(request.title.as_deref())?.unwrap_or_default(),
            host: host.digest().as_str().to_owned(),
            code: codes.digest(&code).as_str().to_owned(),
            system: request.system.into(),
            rounds: request.rounds,
            minutes: request.minutes,
            games,
            spread: request.spread.into(),
            phones: request.phones,
        };
        let mut evening = Evening::opened(TableId::new(chance), opening.clone())?;
        let mut deeds = vec![Deed::Opened(opening)];
        for name in &request.names {
            let deed = Deed::Came { name: evening.new_name(name, None)? };
            evening.apply(&deed)?;
            deeds.push(deed);
        }
        Ok(Opened { evening, deeds, host, code })
    }

    fn opened(id: TableId, opening: Opening) -> Result<Evening, Error> {
        let minutes = i64::from(opening.minutes);
        Ok(Evening {
            id,
            head: 0,
            at: 0,
            host: deed::digest(&opening.host)?,
            code: deed::digest(&opening.code)?,
            code_made: 0,
            opening,
            people: Vec::new(),
            rounds: Vec::new(),
            clock: RoundClock::Stopped(minutes * MINUTE),
            closed: false,
        })
    }

    /// Folds the log of an evening.
    ///
    /// # Errors
    ///
    /// Fails when there is none, when it is that of a table, or when it cannot be read.
    pub fn fold(id: TableId, log: &[StoredRecord]) -> Result<Evening, Error> {
        let (first, rest) = log.split_first().ok_or(Error::Unknown)?;
        let mut deeds = deed::read(&first.body, true)?.into_iter();
        let Some(Deed::Opened(opening)) = deeds.next() else { return Err(Error::Unreadable) };
        let mut evening = Evening::opened(id, opening)?;
        deeds.try_for_each(|deed| evening.apply(&deed))?;
        (evening.head, evening.at, evening.code_made) = (first.number, first.at, first.at);
        evening.catch_up(rest)?;
        Ok(evening)
    }

    /// Takes in records that were written elsewhere.
    ///
    /// # Errors
    ///
    /// Fails when they cannot be read, or when one is missing.
    pub fn catch_up(&mut self, log: &[StoredRecord]) -> Result<(), Error> {
        let head = self.head;
        for record in log.iter().filter(|record| record.number > head) {
            if record.number != self.head + 1 {
                return Err(Error::Unreadable);
            }
            for deed in deed::read(&record.body, false)? {
                self.apply(&deed)?;
                if matches!(deed, Deed::Code { .. }) {
                    self.code_made = record.at;
                }
            }
            (self.head, self.at) = (record.number, record.at);
        }
        Ok(())
    }

    /// The record that these deeds become, after those that the evening has.
    pub fn record(&self, deeds: &[Deed], now: i64) -> StoredRecord {
        let number = self.head + 1;
        StoredRecord { number, at: now.max(self.at), body: deed::written(deeds, number == 1) }
    }

    /// The name of the evening, which is public.
    pub fn id(&self) -> &TableId {
        &self.id
    }

    /// The number of the last record.
    pub fn head(&self) -> u32 {
        self.head
    }

    /// What was settled when it was opened, with what was changed since.
    pub fn opening(&self) -> &Opening {
        &self.opening
    }

    /// Who meets whom.
    pub fn system(&self) -> System {
        self.opening.system
    }

    /// Whether the evening is over.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Everybody with their numbers.
    pub fn people(&self) -> impl Iterator<Item = (PersonId, &Person)> {
        (1..).zip(&self.people)
    }

    /// The rounds that were paired.
    pub fn rounds(&self) -> impl Iterator<Item = &Round> {
        self.rounds.iter()
    }

    /// The clock of the round.
    pub fn clock(&self) -> RoundClock {
        self.clock
    }

    /// The digests of the codes that lead here: none when the evening is over, or the code too old.
    pub fn codes(&self, house: &House, now: i64) -> Vec<String> {
        let is_good = !self.closed && !house.has_expired(self.code_made, now);
        is_good.then(|| self.code.as_str().to_owned()).into_iter().collect()
    }

    /// Who somebody is.
    pub fn speaker(&self, secrets: &Secrets) -> Speaker {
        let person = self.person_of(secrets);
        match person {
            _ if secrets.open(&self.host) => Speaker::Host,
            Some(person) => Speaker::Person(person),
            None => Speaker::Stranger,
        }
    }

    /// The person to whom one of the secrets belongs, which the host may be too.
    pub fn person_of(&self, secrets: &Secrets) -> Option<PersonId> {
        let is_theirs = |person: &Person| person.token.as_ref().is_some_and(|token| secrets.open(token));
        self.people().find(|(_, person)| is_theirs(person)).map(|(number, _)| number)
    }

    /// Whether a secret is the host's.
    pub fn is_host(&self, secret: &str) -> bool {
        Digest::of(secret.trim()).matches(&self.host)
    }

    /// Whether a code leads here, and is not too old; the host can always make a new one.
    pub fn is_code(&self, house: &House, code: &str, now: i64) -> bool {
        house.codes.digest(code).matches(&self.code) && !house.has_expired(self.code_made, now)
    }

    /// The tables of the present round that are played through the kit and of which neither the host nor
    /// the game has said how they ended, with their numbers.
    pub fn unfinished(&self) -> Vec<(u32, TableId)> {
        let tables = self.rounds.last().map(|round| round.tables.as_slice()).unwrap_or_default();
        let open = (1..).zip(tables).filter(|(_, held)| match held.result.map(|result| result.by) {
            None | Some(Teller::Player) => true,
            Some(Teller::Host | Teller::Game) => false,
        });
        open.filter_map(|(number, held)| Some((number, held.table.id()?))).collect()
    }

    /// The table of the present round at which somebody sits, with its number.
    pub fn table_of(&self, person: PersonId) -> Option<(u32, &Held)> {
        let tables = &self.rounds.last()?.tables;
        (1..).zip(tables).find(|(_, held)| held.table.people.contains(&person))
    }

    /// Somebody says who they are; the secret is handed out once.
    ///
    /// # Errors
    ///
    /// Fails when the code is wrong or too old, the name is taken, or there are too many.
    pub fn enter(
        &self,
        enter: &ClubEnter,
        house: &House,
        now: i64,
        chance: &mut Chance,
    ) -> Result<(PersonId, Token, Vec<Deed>), Error> {
        if !enter.code.as_deref().is_some_and(|code| self.is_code(house, code, now)) {
            return Err(Error::BadCode);
        }
        self.must_be_open()?;
        self.must_have_room(Speaker::Stranger)?;
        let token = Token::new(chance);
        let (person, came) = match (enter.person, enter.name.as_deref()) {
            (Some(person), _) => (person, None),
            (None, Some(name)) => match self.named(name) {
                Some(person) => (person, None),
                None => (self.people.len() as u32 + 1, Some(Deed::Came { name: self.new_name(name, None)? })),
            },
            (None, None) => return Err(Error::BadRequest(say!("say who you are: a name is needed"))),
        };
        let found = (person as usize).checked_sub(1).and_then(|index| self.people.get(index));
        match found {
            None if came.is_none() => return Err(self.nobody(person)),
            Some(found) if found.is_claimed() => return Err(Error::Claimed),
            _ => {}
        }
        let claimed = Deed::Claimed { person, token: token.digest().as_str().to_owned() };
        Ok((person, token, came.into_iter().chain([claimed]).collect()))
    }

    /// What a command changes, which may be nothing; [`ClubCommand::Pair`] is not one of those, because
    /// whoever keeps evenings draws the names of its tables, see [`Evening::next_round`].
    ///
    /// # Errors
    ///
    /// Fails when whoever asks may not, or when it cannot be done.
    pub fn command(
        &self,
        command: &ClubCommand,
        speaker: Speaker,
        now: i64,
        fresh_code: impl FnOnce() -> Digest,
    ) -> Result<Vec<Deed>, Error> {
        let deed = match speaker {
            Speaker::Host => self.host_command(command, now, fresh_code)?,
            Speaker::Person(person) => self.person_command(command, person)?,
            Speaker::Stranger => return Err(Error::NotHost),
        };
        if !self.is_news(&deed) {
            return Ok(Vec::new());
        }
        // An evening can always be ended.
        if deed != Deed::Closed(true) {
            self.must_have_room(speaker)?;
        }
        Ok(vec![deed])
    }

    /// What somebody says of themselves, or of their own table.
    fn person_command(&self, command: &ClubCommand, own: PersonId) -> Result<Deed, Error> {
        match command {
            ClubCommand::Result { round, table, halves } => {
                self.must_be_open()?;
                self.may_tell(own, *round, *table)?;
                if halves.is_none() {
                    return Err(Error::BadRequest(say!("say how the game ended: won, lost or drawn")));
                }
                self.told(*round, *table, *halves, Teller::Player)
            }
            ClubCommand::Leave { person } if *person == own => {
                self.must_be_open().map(|()| Deed::Left { person: own })
            }
            ClubCommand::Return { person } if *person == own => {
                self.must_be_open().map(|()| Deed::Back { person: own })
            }
            _ => Err(Error::NotHost),
        }
    }

    /// Whether anything is otherwise after a deed.
    fn is_news(&self, deed: &Deed) -> bool {
        let person = |person: &PersonId| self.known(*person).ok();
        match deed {
            Deed::Renamed { person: who, name } => person(who).is_none_or(|found| found.name != *name),
            Deed::Freed { person: who } => person(who).is_none_or(Person::is_claimed),
            Deed::Left { person: who } => person(who).is_none_or(|found| found.here),
            Deed::Back { person: who } => person(who).is_none_or(|found| !found.here),
            Deed::Result { round, table, halves, by } => {
                let said = halves.map(|halves| TableResult { halves, by: *by });
                self.held(*round, *table).is_none_or(|held| held.result != said)
            }
            Deed::Running { until } => self.clock != RoundClock::Running(*until),
            Deed::Stopped { left } => self.clock != RoundClock::Stopped(*left),
            Deed::Replanned { rounds, minutes } => {
                (self.opening.rounds, self.opening.minutes) != (*rounds, *minutes)
            }
            Deed::Closed(closed) => self.closed != *closed,
            Deed::Opened(_)
            | Deed::Came { .. }
            | Deed::Claimed { .. }
            | Deed::Paired { .. }
            | Deed::Unpaired
            | Deed::Code { .. } => true,
        }
    }

    fn host_command(
        &self,
        command: &ClubCommand,
        now: i64,
        fresh_code: impl FnOnce() -> Digest,
    ) -> Result<Deed, Error> {
        let known = |person: &PersonId| self.known(*person).map(|_| *person);
        match command {
            // These can be done when the evening is over, too.
            ClubCommand::Result { round, table, halves } => {
                return self.told(*round, *table, *halves, Teller::Host);
            }
            ClubCommand::Close { closed } => return Ok(Deed::Closed(*closed)),
            ClubCommand::Code => return Ok(Deed::Code { code: fresh_code().as_str().to_owned() }),
            _ => self.must_be_open()?,
        }
        Ok(match command {
            ClubCommand::Add { name } => Deed::Came { name: self.new_name(name, None)? },
            ClubCommand::Rename { person, name } => {
                let person = known(person)?;
                Deed::Renamed { person, name: self.new_name(name, Some(person))? }
            }
            ClubCommand::Free { person } => Deed::Freed { person: known(person)? },
            ClubCommand::Leave { person } => Deed::Left { person: known(person)? },
            ClubCommand::Return { person } => Deed::Back { person: known(person)? },
            ClubCommand::Unpair => self.unpaired()?,
            ClubCommand::Clock { go, seconds } => self.set_clock(*go, *seconds, now)?,
            ClubCommand::Plan { rounds, minutes } => {
                check_plan(*rounds, *minutes)?;
                if (*rounds as usize) < self.rounds.len() {
                    let played = self.rounds.len();
                    return Err(Error::NotNow(say!(
                        "{played} {played|one=round is|other=rounds are} paired already, so there cannot be fewer",
                        played
                    )));
                }
                Deed::Replanned { rounds: *rounds, minutes: *minutes }
            }
            ClubCommand::Pair
            | ClubCommand::Result { .. }
            | ClubCommand::Close { .. }
            | ClubCommand::Code => {
                return Err(Error::BadRequest(say!("this is done in another way")));
            }
        })
    }

    fn set_clock(&self, go: bool, seconds: Option<u32>, now: i64) -> Result<Deed, Error> {
        if self.rounds.is_empty() {
            return Err(Error::NotNow(say!("pair the first round before the clock runs")));
        }
        let most = LONGEST_ROUND * 60;
        let left = match (seconds, self.clock) {
            (Some(seconds), _) if seconds > most => {
                return Err(Error::BadRequest(say!(
                    "a round has at most {most} minutes",
                    most = LONGEST_ROUND
                )));
            }
            (Some(seconds), _) => i64::from(seconds) * 1000,
            (None, RoundClock::Stopped(left)) => left,
            (None, RoundClock::Running(until)) => (until - now).max(0),
        };
        Ok(if go { Deed::Running { until: now.saturating_add(left) } } else { Deed::Stopped { left } })
    }

    fn unpaired(&self) -> Result<Deed, Error> {
        let last = self.rounds.last().ok_or_else(|| Error::NotNow(say!("no round is paired yet")))?;
        if last.tables.iter().any(|held| held.result.is_some()) {
            return Err(Error::NotNow(say!(
                "this round has results already; take them back first, or correct them"
            )));
        }
        Ok(Deed::Unpaired)
    }

    /// Somebody may say how their own table of this round ended, unless somebody has, or it is played
    /// through the kit, where the game itself will say so.
    fn may_tell(&self, person: PersonId, round: u32, table: u32) -> Result<(), Error> {
        let own = self.table_of(person).filter(|_| round as usize == self.rounds.len());
        match own {
            Some((number, held)) if number == table && held.result.is_some() => {
                Err(Error::NotNow(say!("the result is in; if it is wrong, tell the host")))
            }
            Some((number, held)) if number == table && held.table.id().is_some() => Err(Error::NotNow(say!(
                "this table is played on phones, and its result comes by itself; if you play with wood, tell the host"
            ))),
            Some((number, _)) if number == table => Ok(()),
            _ => Err(Error::NotNow(say!("you can only say how your own table of this round ended"))),
        }
    }

    /// A result.
    ///
    /// # Errors
    ///
    /// Fails when there is no such table, or no game ends like that.
    pub fn told(&self, round: u32, table: u32, halves: Option<[u8; 2]>, by: Teller) -> Result<Deed, Error> {
        if self.held(round, table).is_none() {
            let (table, round) = (table as usize, round as usize);
            return Err(Error::BadRequest(say!("there is no table {table} in round {round}", table, round)));
        }
        match halves {
            None | Some([2, 0] | [0, 2] | [1, 1] | [0, 0]) => Ok(Deed::Result { round, table, halves, by }),
            Some(_) => Err(Error::BadRequest(say!(
                "a game is won, lost or drawn, or nobody came: the half points are [2,0], [0,2], [1,1] or [0,0]"
            ))),
        }
    }

    fn must_be_open(&self) -> Result<(), Error> {
        if self.closed { Err(Error::NotNow(say!("the evening is over"))) } else { Ok(()) }
    }

    /// Whether somebody may still write something down; the last records are the host's.
    fn must_have_room(&self, speaker: Speaker) -> Result<(), Error> {
        let most = match speaker {
            Speaker::Host => MOST_RECORDS,
            Speaker::Person(_) | Speaker::Stranger => MOST_RECORDS - KEPT_FOR_HOST,
        };
        if self.head < most {
            return Ok(());
        }
        Err(Error::NotNow(say!("so much has happened at this evening that nothing more can be written down")))
    }

    /// A table of a round.
    fn held(&self, round: u32, table: u32) -> Option<&Held> {
        let round = self.rounds.get((round as usize).checked_sub(1)?)?;
        round.tables.get((table as usize).checked_sub(1)?)
    }

    fn known(&self, person: PersonId) -> Result<&Person, Error> {
        let found = (person as usize).checked_sub(1).and_then(|index| self.people.get(index));
        found.ok_or_else(|| self.nobody(person))
    }

    fn nobody(&self, person: PersonId) -> Error {
        let (person, most) = (person as usize, self.people.len());
        Error::BadRequest(say!(
            "there is nobody with the number {person}; they go from 1 to {most}",
            person,
            most
        ))
    }

    fn named(&self, name: &str) -> Option<PersonId> {
        let name = folded(&clean_name(Some(name)).ok()??);
        self.people().find(|(_, person)| folded(&person.name) == name).map(|(number, _)| number)
    }

    /// A name that nobody else has.
    fn new_name(&self, name: &str, own: Option<PersonId>) -> Result<String, Error> {
        let clean = clean_name(Some(name))?;
        let clean = clean.ok_or_else(|| Error::BadRequest(say!("a name needs at least one letter")))?;
        if self.named(&clean).is_some_and(|found| Some(found) != own) {
            let name = Filling::text(excerpt(&clean));
            return Err(Error::BadRequest(say!(
                "there is a {name} already; add a letter to tell them apart",
                name
            )));
        }
        if own.is_none() && self.people.len() >= MOST_PEOPLE {
            return Err(Error::NotNow(say!("an evening has room for {most} people", most = MOST_PEOPLE)));
        }
        Ok(clean)
    }

    /// Carries out what was written down.
    ///
    /// # Errors
    ///
    /// Fails when it speaks of something that is not there.
    pub fn apply(&mut self, deed: &Deed) -> Result<(), Error> {
        match deed {
            Deed::Opened(_) => return Err(Error::Unreadable),
            Deed::Came { name } => {
                let from = self.rounds.len() as u32 + 1;
                self.people.push(Person { name: name.clone(), from, here: true, token: None });
            }
            Deed::Renamed { person, name } => self.person(*person)?.name.clone_from(name),
            Deed::Claimed { person, token } => {
                let token = deed::digest(token)?;
                self.person(*person)?.token = Some(token);
            }
            Deed::Freed { person } => self.person(*person)?.token = None,
            Deed::Left { person } => self.person(*person)?.here = false,
            Deed::Back { person } => self.person(*person)?.here = true,
            Deed::Paired { tables, bye } => {
                let held = |table: &PairedTable| Held { table: table.clone(), result: None };
                self.rounds.push(Round { tables: tables.iter().map(held).collect(), bye: *bye });
                self.clock = RoundClock::Stopped(i64::from(self.opening.minutes) * MINUTE);
            }
            Deed::Unpaired => {
                self.rounds.pop().ok_or(Error::Unreadable)?;
                self.clock = RoundClock::Stopped(i64::from(self.opening.minutes) * MINUTE);
            }
            Deed::Result { round, table, halves, by } => {
                let held = (*round as usize)
                    .checked_sub(1)
                    .and_then(|round| self.rounds.get_mut(round))
                    .and_then(|round| round.tables.get_mut((*table as usize).checked_sub(1)?));
                let held = held.ok_or(Error::Unreadable)?;
                held.result = halves.map(|halves| TableResult { halves, by: *by });
            }
            Deed::Running { until } => self.clock = RoundClock::Running(*until),
            Deed::Stopped { left } => self.clock = RoundClock::Stopped(*left),
            Deed::Replanned { rounds, minutes } => {
                (self.opening.rounds, self.opening.minutes) = (*rounds, *minutes);
                if self.rounds.is_empty() {
                    self.clock = RoundClock::Stopped(i64::from(*minutes) * MINUTE);
                }
            }
            Deed::Code { code } => self.code = deed::digest(code)?,
            Deed::Closed(closed) => self.closed = *closed,
        }
        Ok(())
    }

    fn person(&mut self, person: PersonId) -> Result<&mut Person, Error> {
        let found = (person as usize).checked_sub(1).and_then(|index| self.people.get_mut(index));
        found.ok_or(Error::Unreadable)
    }
}

/// A name without what makes no difference to those who read it: case, and other ways to write the same
/// letters.
fn folded(name: &str) -> String {
    let plain: String = name.nfkc().collect();
    // There and back, because some letters have one lower case too many: ß and ss, σ and ς.
    plain.to_uppercase().to_lowercase().nfkc().collect()
}

fn check_plan(rounds: u32, minutes: u32) -> Result<(), Error> {
    if !(1..=MOST_ROUNDS).contains(&rounds) {
        let found = rounds as usize;
        let most = MOST_ROUNDS as usize;
        return Err(Error::BadRequest(say!("an evening has 1 to {most} rounds, not {found}", most, found)));
    }
    if !(1..=LONGEST_ROUND).contains(&minutes) {
        let (found, most) = (minutes as usize, LONGEST_ROUND as usize);
        return Err(Error::BadRequest(say!("a round has 1 to {most} minutes, not {found}", most, found)));
    }
    Ok(())
}

/// The games of an evening.
fn contests(games: &[String], catalogue: &[&'static dyn Listed]) -> Result<Vec<Contest>, Error> {
    if games.is_empty() || games.len() > MOST_GAMES {
        return Err(Error::BadRequest(say!("choose 1 to {most} games", most = MOST_GAMES)));
    }
    let contest = |id: &String| {
        let listed = kit_play::referee::listed(catalogue, id);
        let listed = listed.ok_or_else(|| kit_sitting::Error::UnknownGame(excerpt(id)))?;
        let name = Filling::text(listed.about().name);
        let alone =
            || say!("{name} has no two sides, so nobody can meet anybody at it; choose another game", name);
        Contest::of(listed).ok_or_else(|| Error::BadRequest(alone()))
    };
    let found: Vec<Contest> = games.iter().map(contest).collect::<Result<_, Error>>()?;
    if found.iter().all(|contest| contest.pairs() > 1) {
        return Err(Error::BadRequest(say!(
            "choose at least one game for two as well, for the two who are left over when tables of four are made"
        )));
    }
    Ok(found)
}
