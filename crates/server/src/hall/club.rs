//! Evenings: the same store and the same rules of writing as for tables, with logs of their own.
//!
//! A change is made on what the store has at that moment, so no node owns an evening; whoever changes it
//! on one node waits their turn, and only nodes are in each other's way. What is shown is
//! as old as it may be for a table, and notices go round when something is written down.
//! What its tables come to is asked of them at that moment and written down as a result.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kit_club::deed::{PairedTable, Teller};
use kit_club::evening::{Evening, Opened, Speaker};
use kit_club::pairing::PersonId;
use kit_club::wire::{ClubCommand, ClubEnter, OpenEvening};
use kit_club::{Deed, Error, contest};
use kit_play::wire::TermsRequest;
use kit_play::{Chance, Seat, say};
use kit_sitting::secrets::new_code;
use kit_sitting::wire::{OpenTable, Sitter, Spectators};
use kit_sitting::{Secrets, TableId, Token};

use super::Hall;
use crate::bus::Notice;
use crate::store::{Appended, IndexEntry, NewRecord, StoreError};
use crate::turns::Asker;

/// How often a change is tried when another node was faster.
const TRIES: usize = 20;
/// How many evenings a node remembers.
const MOST_REMEMBERED: usize = 500;
/// How long tables are not asked again for results, in milliseconds.
const PAUSE: i64 = 1_000;

/// Evenings that a node remembers.
#[derive(Default)]
pub(super) struct Evenings(Mutex<HashMap<TableId, Known>>);

/// An evening as a node knows it; moments are by the steady clock.
struct Known {
    evening: Arc<Evening>,
    /// When the store was asked last whether this is still so.
    read_at: i64,
    /// When its tables were asked last.
    asked_at: i64,
    /// Whose turn it is to change it on this node.
    turn: Arc<Turn>,
}

/// Whoever holds it changes an evening.
type Turn = tokio::sync::Mutex<()>;

impl Evenings {
    fn known(&self) -> MutexGuard<'_, HashMap<TableId, Known>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An evening, with when the store was asked for it.
    fn find(&self, id: &TableId) -> Option<(Arc<Evening>, i64)> {
        self.known().get(id).map(|known| (Arc::clone(&known.evening), known.read_at))
    }

    /// Whose turn it is to change an evening; one of its own for an evening that is not remembered.
    fn turn(&self, id: &TableId) -> Arc<Turn> {
        self.known().get(id).map(|known| Arc::clone(&known.turn)).unwrap_or_default()
    }

    /// Somebody has written something down there.
    pub(super) fn heard_of(&self, id: &TableId, head: u32) {
        if let Some(known) = self.known().get_mut(id)
            && known.evening.head() < head
        {
            known.read_at = super::LONG_AGO;
        }
    }

    /// Whether the tables of an evening are to be asked now.
    fn may_ask(&self, id: &TableId, now: i64) -> bool {
        let mut all = self.known();
        let Some(known) = all.get_mut(id) else { return false };
        let is_due = now.saturating_sub(known.asked_at) >= PAUSE;
        if is_due {
            known.asked_at = now;
        }
        is_due
    }
}

/// What became of the store is said as a table would say it.
fn stored(error: StoreError) -> Error {
    Error::Table(error.into())
}

impl Hall {
    /// Opens an evening.
    ///
    /// # Errors
    ///
    /// Fails when it cannot be held like that.
    pub async fn open_evening(&self, request: &OpenEvening) -> Result<(TableId, Token, String), Error> {
        let now = self.time().await?;
        let Opened { evening, deeds, host, code } =
            Evening::open(request, self.house.catalogue, &self.house.codes, &mut self.chance())?;
        let id = evening.id().clone();
        if self.write_evening(&evening, &deeds, now).await? {
            return Ok((id, host, code));
        }
        Err(Error::Table(kit_sitting::Error::Unavailable))
    }

    /// An evening as somebody may be shown it: not older than a table would be, and what this node
    /// hears of at once.
    ///
    /// # Errors
    ///
    /// Fails when there is none of that name, or it cannot be read.
    pub async fn evening(&self, id: &TableId) -> Result<Arc<Evening>, Error> {
        match self.evenings.find(id) {
            Some((evening, read_at)) if self.clock.steady().saturating_sub(read_at) < self.often() => {
                Ok(evening)
            }
            _ => self.evening_now(id).await,
        }
    }

    /// An evening as it is now.
    async fn evening_now(&self, id: &TableId) -> Result<Arc<Evening>, Error> {
        let asked = self.clock.steady();
        let known = self.evenings.find(id).map(|(evening, _)| evening);
        let after = known.as_ref().map_or(0, |evening| evening.head());
        let records = self.store.read(id.clone(), after).await.map_err(stored)?;
        let read = match known {
            Some(evening) if records.is_empty() => Ok(evening),
            Some(mut evening) => Arc::make_mut(&mut evening).catch_up(&records).map(|()| evening),
            None => Evening::fold(id.clone(), &records).map(Arc::new),
        };
        match read {
            Ok(evening) => {
                self.remember(&evening, asked);
                Ok(evening)
            }
            Err(error) => {
                if self.evenings.known().remove(id).is_some() {
                    self.bus.leave(id);
                }
                if matches!(error, Error::Unreadable) {
                    tracing::error!(evening.id = %id, "the log of an evening cannot be read");
                }
                Err(error)
            }
        }
    }

    /// Keeps an evening as the store had it at this moment, unless a newer one is known.
    fn remember(&self, evening: &Arc<Evening>, read_at: i64) {
        let mut all = self.evenings.known();
        if all.len() >= MOST_REMEMBERED && !all.contains_key(evening.id()) {
            all.drain().for_each(|(id, _)| self.bus.leave(&id));
        }
        let known = all.entry(evening.id().clone()).or_insert_with(|| {
            self.bus.follow(evening.id());
            let turn = Arc::default();
            Known { evening: Arc::clone(evening), read_at, asked_at: super::LONG_AGO, turn }
        });
        if known.evening.head() <= evening.head() {
            known.evening = Arc::clone(evening);
            known.read_at = known.read_at.max(read_at);
        }
    }

    /// An evening as it is now, after its tables were asked what they came to.
    ///
    /// # Errors
    ///
    /// As [`Hall::evening`].
    pub async fn evening_with_results(&self, id: &TableId) -> Result<Arc<Evening>, Error> {
        let evening = self.evening(id).await?;
        if !evening.is_closed() && self.evenings.may_ask(id, self.clock.steady()) {
            return self.ask_tables(evening).await;
        }
        Ok(evening)
    }

    async fn ask_tables(&self, evening: Arc<Evening>) -> Result<Arc<Evening>, Error> {
        let mut ended = HashMap::new();
        for (_, table) in evening.unfinished() {
            let outcome = self.look(&table, |sitting| Ok(sitting.outcome())).await;
            // A table that cannot be read has no result, and the host may tap one.
            ended.extend(outcome.ok().flatten().map(|outcome| (table, contest::halves_of(&outcome))));
        }
        if ended.is_empty() {
            return Ok(evening);
        }
        let id = evening.id().clone();
        self.change_evening(&id, |evening, _, _| {
            // The round may have been taken back and paired anew, with other tables of the same numbers.
            let round = evening.rounds().count() as u32;
            let result = |(number, table): (u32, TableId)| {
                let halves = ended.get(&table)?;
                Some(evening.told(round, number, Some(*halves), Teller::Game))
            };
            let deeds: Result<_, Error> = evening.unfinished().into_iter().filter_map(result).collect();
            Ok((deeds?, ()))
        })
        .await?;
        self.evening(&id).await
    }

    /// Changes an evening: the change is written down, and made again when another node was faster.
    async fn change_evening<T>(
        &self,
        id: &TableId,
        change: impl Fn(&Evening, i64, &mut Chance) -> Result<(Vec<Deed>, T), Error>,
    ) -> Result<T, Error> {
        self.evening(id).await?;
        let turn = self.evenings.turn(id);
        let _held = turn.lock().await;
        for _ in 0..TRIES {
            let evening = self.evening_now(id).await?;
            let now = self.time().await?;
            let (deeds, made) = change(&evening, now, &mut self.chance())?;
            if deeds.is_empty() || self.write_evening(&evening, &deeds, now).await? {
                return Ok(made);
            }
        }
        Err(Error::Table(kit_sitting::Error::Unavailable))
    }

    /// Writes deeds down; whether nobody else was faster.
    async fn write_evening(&self, evening: &Evening, deeds: &[Deed], now: i64) -> Result<bool, Error> {
        let record = evening.record(deeds, now);
        let after = if record.number == 1 {
            Evening::fold(evening.id().clone(), std::slice::from_ref(&record))?
        } else {
            let mut after = evening.clone();
            after.catch_up(std::slice::from_ref(&record))?;
            after
        };
        let index = IndexEntry {
            table: after.id().clone(),
            listed: false,
            clock_due: None,
            bots_due: None,
            lobby: String::new(),
            codes: after.codes(&self.house, now),
        };
        let asked = self.clock.steady();
        match self.store.append(NewRecord { record, index }).await.map_err(stored)? {
            Appended::Written => {
                self.bus.publish(Notice { table: after.id().clone(), head: after.head() });
                self.remember(&Arc::new(after), asked);
                Ok(true)
            }
            Appended::Taken => Ok(false),
            Appended::Gap => Err(Error::Unknown),
        }
    }

    /// Somebody says who they are; gives their number and their secret.
    ///
    /// # Errors
    ///
    /// Fails when the code is wrong, or the name is taken.
    pub async fn enter_evening(&self, id: &TableId, enter: &ClubEnter) -> Result<(u32, Token), Error> {
        self.change_evening(id, |evening, now, chance| {
            let (person, token, deeds) = evening.enter(enter, &self.house, now, chance)?;
            Ok((deeds, (person, token)))
        })
        .await
    }

    /// Whether a secret is that of an evening's host.
    ///
    /// # Errors
    ///
    /// Fails when it is not.
    pub async fn host_of_evening(&self, id: &TableId, secret: &str) -> Result<(), Error> {
        if self.evening_now(id).await?.is_host(secret) { Ok(()) } else { Err(Error::NotHost) }
    }

    /// Carries out a command; gives a new code, if one was asked for.
    ///
    /// # Errors
    ///
    /// Fails when whoever asks may not, or when it cannot be done.
    pub async fn command_evening(
        self: &Arc<Hall>,
        id: &TableId,
        secrets: &Secrets,
        command: &ClubCommand,
        from: Asker,
    ) -> Result<Option<String>, Error> {
        if matches!(command, ClubCommand::Pair) {
            self.pair_evening(id, secrets, from).await?;
            return Ok(None);
        }
        if matches!(command, ClubCommand::Unpair | ClubCommand::Close { closed: true }) {
            self.ask_before_the_end(id, secrets).await?;
        }
        let is_code = matches!(command, ClubCommand::Code);
        let code = self
            .change_evening(id, |evening, now, chance| {
                let code = new_code(chance);
                let digest = self.house.codes.digest(&code);
                let deeds = evening.command(command, evening.speaker(secrets), now, || digest)?;
                Ok((deeds, is_code.then_some(code)))
            })
            .await?;
        if let ClubCommand::Free { person } = command {
            self.cut_off(id, *person).await?;
        }
        Ok(code)
    }

    /// A phone that is somebody's no longer does not act at their table either.
    async fn cut_off(self: &Arc<Hall>, id: &TableId, person: PersonId) -> Result<(), Error> {
        let evening = self.evening_now(id).await?;
        let Some((_, held)) = evening.table_of(person) else { return Ok(()) };
        let Some((table, seat)) = held.table.id().zip(seat_of(&held.table, person)) else { return Ok(()) };
        let freed = self.change(&table, None, move |sitting, at, chance| {
            Ok(sitting.cut_off(seat, at, chance)?.map(|done| (done, ())))
        });
        match freed.await {
            // A table that nobody has laid yet has no seats.
            Ok(_) | Err(kit_sitting::Error::UnknownTable) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Before the host takes a round back or ends the evening, its tables are asked once more: afterwards
    /// nobody would ask them.
    async fn ask_before_the_end(&self, id: &TableId, secrets: &Secrets) -> Result<(), Error> {
        let evening = self.evening_now(id).await?;
        if evening.speaker(secrets) == Speaker::Host && !evening.is_closed() {
            self.ask_tables(evening).await?;
        }
        Ok(())
    }

    /// Where a code leads, if it is the code of this evening and not too old.
    ///
    /// # Errors
    ///
    /// Fails when it leads nowhere, and when the evening cannot be read.
    pub(super) async fn is_code_of_evening(&self, id: &TableId, code: &str) -> Result<(), Error> {
        let now = self.time().await?;
        let is_code = self.evening_now(id).await?.is_code(&self.house, code, now);
        if is_code { Ok(()) } else { Err(Error::BadCode) }
    }

    /// How many tables would be opened if the host paired the next round now; none where people play
    /// with wood.
    ///
    /// # Errors
    ///
    /// Fails when whoever asks is not the host, or when no round can be paired.
    pub async fn tables_of_next_round(&self, id: &TableId, secrets: &Secrets) -> Result<usize, Error> {
        let evening = self.evening_now(id).await?;
        if evening.speaker(secrets) != Speaker::Host {
            return Err(Error::NotHost);
        }
        let evening = self.ask_tables(evening).await?;
        let (tables, _) = evening.next_round()?;
        Ok(if evening.opening().phones { tables.len() } else { 0 })
    }

    /// Pairs the next round, and lays its tables where people play through the kit.
    ///
    /// The round is written down first, with the names of its tables, so that of all who pair at once
    /// one does; a table that somebody was kept from laying is laid when one of its people sits down.
    async fn pair_evening(
        self: &Arc<Hall>,
        id: &TableId,
        secrets: &Secrets,
        from: Asker,
    ) -> Result<(), Error> {
        self.tables_of_next_round(id, secrets).await?;
        let tables = self
            .change_evening(id, |evening, _, chance| {
                if evening.speaker(secrets) != Speaker::Host {
                    return Err(Error::NotHost);
                }
                let (mut tables, bye) = evening.next_round()?;
                if evening.opening().phones {
                    for table in &mut tables {
                        table.table = Some(TableId::new(chance).to_string());
                    }
                }
                Ok((vec![Deed::Paired { tables: tables.clone(), bye }], tables))
            })
            .await?;
        for table in &tables {
            if let Err(error) = self.laid_table(table, from).await {
                tracing::debug!(evening.id = %id, code = error.code(), "a table is laid when somebody sits down");
            }
        }
        Ok(())
    }

    /// The table where a pair plays, if it is played through the kit; it is laid if it is only written
    /// down where it is.
    async fn laid_table(
        self: &Arc<Hall>,
        paired: &PairedTable,
        from: Asker,
    ) -> Result<Option<TableId>, kit_sitting::Error> {
        let Some(table) = paired.id() else { return Ok(None) };
        match self.look(&table, |_| Ok(())).await {
            Err(kit_sitting::Error::UnknownTable) => {
                self.open_as(Some(table.clone()), opening_of(paired), from).await?;
            }
            looked => looked?,
        }
        Ok(Some(table))
    }

    /// Seats somebody at their table of the present round; gives the table, the seat and its secret.
    ///
    /// # Errors
    ///
    /// Fails when they have none.
    pub async fn sit_at_evening(
        self: &Arc<Hall>,
        id: &TableId,
        secrets: &Secrets,
        from: Asker,
    ) -> Result<(TableId, String, Token), Error> {
        let evening = self.evening_now(id).await?;
        let person = evening.person_of(secrets).ok_or(Error::NotYou)?;
        let held = evening.table_of(person).map(|(_, held)| held);
        let held = held.ok_or_else(|| Error::NotNow(say!("you have no table in this round")))?;
        let table = self.laid_table(&held.table, from).await?;
        let table = table.ok_or_else(|| Error::NotNow(say!("this table is played with wood alone")))?;
        let seat = seat_of(&held.table, person).unwrap_or(Seat(0));
        let name =
            evening.people().find(|(found, _)| *found == person).map(|(_, person)| person.name.clone());
        let seated = self.change(&table, Some(from), move |sitting, at, chance| {
            let (token, done) = sitting.seat_guest(seat, name.as_deref(), at, chance)?;
            Ok(Some((done, (sitting.about().seat_name(seat).to_owned(), token))))
        });
        let (seat, token) = seated.await?.ok_or(kit_sitting::Error::Unavailable)?;
        self.start(&table).await?;
        Ok((table, seat, token))
    }
}

/// Where somebody sits at a table of a round.
fn seat_of(table: &PairedTable, person: PersonId) -> Option<Seat> {
    let seat = table.people.iter().position(|found| *found == person)?;
    u8::try_from(seat).ok().map(Seat)
}

/// A table of a round, for whoever comes to sit there.
fn opening_of(table: &PairedTable) -> OpenTable {
    OpenTable {
        real_board: None,
        terms: TermsRequest { game: table.game.clone(), edition: None, options: None, arrangement: None },
        seats: vec![Sitter::Invited; table.people.len()],
        shuffle: false,
        public: false,
        spectators: Spectators::Public,
        clock: None,
        hints: Some(false),
        knowledge: None,
        from: None,
        name: None,
        program: false,
    }
}
