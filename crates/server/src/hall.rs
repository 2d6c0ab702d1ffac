//! All tables of a node: commands come in, frames go out.
//!
//! Sittings are kept only as a cache; what counts is the store.

mod archive;
mod bots;
mod calls;
mod change;
mod clock;
mod club;
mod hearing;
mod help;
mod lobby;
mod opening;
mod presence;
mod speed;
mod upkeep;
mod viewing;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use kit_bots::Level;
use kit_play::{Chance, say};
use kit_sitting::sitting::Invites;
use kit_sitting::wire::{Command, DoneNote, Enter};
use kit_sitting::{Arrival, Catalogue, CodeKey, Error, House, Secrets, Sitting, TableId, Tempers, Token};
use tokio::sync::watch;

use crate::bus::Bus;
use crate::push::Push;
use crate::store::{Fault, Store, StoreError};
use crate::turns::{Asker, Rank, Turns};
use clock::HallClock;
use hearing::{Following, Hearing};
use kit_sitting::presence::People;
pub use kit_sitting::sitting::Opened;
pub use kit_sitting::{Speaker, Viewing};
use lobby::Lobby;
pub use presence::Attending;
use speed::Speeds;
pub use viewing::Watching;

/// How a hall behaves.
#[derive(Clone, Debug)]
pub struct HallSettings {
    /// How long a bot's answer takes at least; stronger ones take a few times as long.
    pub bot_pace: std::time::Duration,
    /// Whether bots give up games that have long been lost.
    pub bots_resign: bool,
    /// Whether bots greet people and thank them for the game.
    pub bots_greet: bool,
    /// How many bots think at once.
    pub thinkers: usize,
    /// How long a table stays in memory when nothing happens there.
    pub keep: std::time::Duration,
    /// How often a node looks after tables whose notices may have been lost.
    pub poll: std::time::Duration,
    /// How old the list of public tables may be.
    pub lobby_age: std::time::Duration,
    /// The key under which codes are kept: the same for all nodes, and not in the store.
    pub code_key: CodeKey,
    /// How long an invitation is good; for ever, if nothing is said.
    pub invitations_last: Option<std::time::Duration>,
    /// What this machine believes the time is, in milliseconds since 1970.
    pub machine_time: fn() -> i64,
    /// A time that holds instead of the store's, for tests.
    pub now: Option<fn() -> i64>,
    /// How long bots think instead, for tests.
    pub thought_times: Option<ThoughtTimes>,
    /// The luck of deals, names, secrets and bots; another one each time it is asked.
    pub chance: fn() -> Chance,
}

/// How long thoughts take, for tests in which time stands still while somebody thinks.
#[derive(Clone, Copy, Debug)]
pub struct ThoughtTimes {
    /// What is known of it beforehand.
    pub usual: fn(Level) -> std::time::Duration,
    /// What the next thought takes.
    pub takes: fn(Level) -> std::time::Duration,
}

impl Default for HallSettings {
    fn default() -> HallSettings {
        HallSettings {
            bot_pace: kit_sitting::pace::USUAL_PACE,
            bots_resign: true,
            bots_greet: false,
            thinkers: std::thread::available_parallelism().map_or(1, usize::from),
            keep: std::time::Duration::from_secs(60),
            poll: std::time::Duration::from_secs(2),
            lobby_age: std::time::Duration::from_secs(1),
            code_key: key_of_this_process(),
            invitations_last: Some(std::time::Duration::from_secs(14 * 24 * 60 * 60)),
            machine_time: system_time,
            now: None,
            thought_times: None,
            chance: Chance::unpredictable,
        }
    }
}

/// A key that nobody keeps: with it, codes are good until the process ends.
fn key_of_this_process() -> CodeKey {
    static KEY: OnceLock<CodeKey> = OnceLock::new();
    KEY.get_or_init(|| CodeKey::new(&mut Chance::unpredictable())).clone()
}

/// The time of the system, in milliseconds since 1970.
pub fn system_time() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |time| i64::try_from(time.as_millis()).unwrap_or(i64::MAX))
}

/// How long other nodes wait before they let a bot act in the place of the node that should.
const BOT_PATIENCE: i64 = 5_000;
/// Before anything that a steady clock can tell, in milliseconds.
const LONG_AGO: i64 = i64::MIN / 2;
/// How many bots that one asker wants wait for their turn; more come again later.
const MOST_WAITING: usize = 1_000;

/// All tables of a node.
pub struct Hall {
    house: Arc<House>,
    store: Arc<dyn Store>,
    bus: Arc<dyn Bus>,
    settings: HallSettings,
    clock: HallClock,
    tables: Mutex<HashMap<TableId, Arc<CachedTable>>>,
    thinkers: Turns,
    speeds: Speeds,
    hearing: Hearing,
    lobby: Lobby,
    evenings: club::Evenings,
    /// How people are told of their turns, where they are.
    push: OnceLock<Arc<dyn Push>>,
}

/// A table as one node knows it.
struct CachedTable {
    sitting: tokio::sync::Mutex<Option<Box<Sitting>>>,
    /// The table as those see it who watch with a delay.
    delayed: tokio::sync::Mutex<Option<Box<Sitting>>>,
    /// Whether the server's log says that the table cannot be read.
    unreadable: AtomicBool,
    /// The number of the last record that this node has heard of.
    head: watch::Sender<u32>,
    /// When the store was asked last whether this is still so, by the steady clock.
    checked_at: AtomicI64,
    /// Since when this node hears what others do here.
    following: Following,
    /// The moment of the last record; time does not go back at a table.
    last_at: AtomicI64,
    /// When anybody asked for anything here, by the steady clock.
    touched: AtomicI64,
    /// When somebody without a connection looked, by the steady clock.
    looked_at: AtomicI64,
    /// Whether the game computed what was last asked of it in no time.
    quick: AtomicBool,
    /// Whether what was last shown here was laid out in no time.
    shows_quickly: AtomicBool,
    /// Whether bots act.
    thinking: AtomicBool,
    /// How its bots see their game; another node, or this one later, begins anew.
    tempers: Mutex<Tempers>,
    /// Why bots could not act when they were woken last.
    bot_trouble: Mutex<Option<Error>>,
    /// In whose line its bots wait.
    askers: watch::Sender<Askers>,
    /// Who is connected.
    people: watch::Sender<People>,
}

/// Where a code leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ByCode {
    /// To a table.
    Table(TableId),
    /// To an evening.
    Evening(TableId),
}

/// Who asked for what the bots of a table answer.
#[derive(Clone, Copy)]
struct Askers {
    /// The table itself, as long as nobody is known.
    itself: Asker,
    /// Somebody who may ask for something there, and did so last.
    known: Option<Asker>,
    /// Somebody who watches.
    onlooker: Option<Asker>,
}

impl Askers {
    fn of(table: &TableId) -> Askers {
        Askers { itself: Asker::itself(table), known: None, onlooker: None }
    }

    /// Whose line it is; with people at the table, those who only watch do not count.
    fn line(&self, attended: bool) -> (Asker, Rank) {
        match (attended, self.known) {
            (true, Some(known)) => (known, Rank::Attended),
            (true, None) => (self.itself, Rank::Unclaimed),
            (false, known) => (known.or(self.onlooker).unwrap_or(self.itself), Rank::Watched),
        }
    }
}

fn known(asker: Asker) -> Option<Asker> {
    (asker != Asker::NOBODY).then_some(asker)
}

impl CachedTable {
    fn new(table: &TableId) -> CachedTable {
        CachedTable {
            sitting: tokio::sync::Mutex::default(),
            delayed: tokio::sync::Mutex::default(),
            unreadable: AtomicBool::new(false),
            head: watch::Sender::new(0),
            checked_at: AtomicI64::new(LONG_AGO),
            following: Following::default(),
            last_at: AtomicI64::new(0),
            touched: AtomicI64::new(0),
            looked_at: AtomicI64::new(LONG_AGO),
            quick: AtomicBool::new(false),
            shows_quickly: AtomicBool::new(false),
            thinking: AtomicBool::new(false),
            tempers: Mutex::default(),
            bot_trouble: Mutex::default(),
            askers: watch::Sender::new(Askers::of(table)),
            people: watch::Sender::default(),
        }
    }

    /// Somebody who may has asked for something.
    fn asked_by(&self, asker: Asker) {
        self.askers.send_modify(|askers| askers.known = known(asker).or(askers.known));
    }

    /// Somebody came to look; that counts only where nobody asked for anything.
    fn seen_by(&self, asker: Asker, speaker: Speaker) {
        self.askers.send_if_modified(|askers| {
            let place = match speaker {
                Speaker::Host | Speaker::Seat(_) => &mut askers.known,
                Speaker::Stranger => &mut askers.onlooker,
            };
            let is_new = place.is_none();
            *place = place.or(known(asker));
            is_new
        });
    }

    /// Wakes those who look at the table, if this is news.
    fn heard_of(&self, head: u32) {
        self.head.send_if_modified(|known| std::mem::replace(known, head.max(*known)) < head);
    }

    /// Writes into the server's log where the table cannot be read; once, as long as it is
    /// remembered.
    fn noted(&self, table: &TableId, error: Error) -> Error {
        if let Error::Unreadable { line } = error
            && !self.unreadable.swap(true, Ordering::Relaxed)
        {
            tracing::error!(table.id = %table, line, "a log cannot be read");
        }
        error
    }

    /// The same where the store itself cannot read it.
    fn not_read(&self, table: &TableId, error: StoreError) -> Error {
        if error.fault != Fault::Unreadable {
            return error.into();
        }
        if !self.unreadable.swap(true, Ordering::Relaxed) {
            tracing::error!(table.id = %table, cause = %error, "a log cannot be read");
        }
        Error::Unreadable { line: 0 }
    }
}

impl Hall {
    /// A hall over a store and a bus; call [`Hall::run`] to keep it going.
    pub fn new(
        catalogue: Catalogue,
        store: Arc<dyn Store>,
        bus: Arc<dyn Bus>,
        settings: HallSettings,
    ) -> Arc<Hall> {
        let clock = HallClock::new(settings.machine_time, settings.now);
        let thinkers = Turns::with_light(settings.thinkers, settings.thinkers / 2, MOST_WAITING);
        let (codes, invitations_last) = (settings.code_key.clone(), settings.invitations_last);
        let house = Arc::new(House { catalogue, codes, invitations_last });
        Arc::new(Hall {
            house,
            store,
            bus,
            settings,
            clock,
            tables: Mutex::default(),
            thinkers,
            speeds: Speeds::default(),
            hearing: Hearing::default(),
            lobby: Lobby::default(),
            evenings: club::Evenings::default(),
            push: OnceLock::new(),
        })
    }

    /// The games that can be played.
    pub fn catalogue(&self) -> Catalogue {
        self.house.catalogue
    }

    /// What all tables share.
    pub fn house(&self) -> &Arc<House> {
        &self.house
    }

    /// The store.
    pub fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    /// Makes sure that the store can be written to; what is wrong beside that comes back as
    /// sentences for those who look after the server.
    ///
    /// # Errors
    ///
    /// Fails when the store does not take anything.
    pub async fn ready(&self) -> Result<Vec<String>, Error> {
        self.store.ready().await?;
        let bus = "the bus cannot be reached, so what happens at other nodes is seen up to two seconds late";
        let stuck = match self.store.stuck().await {
            Ok(0) => None,
            Ok(stuck) => {
                Some(format!("tables that nobody can look after are set aside: {stuck}; the log names them"))
            }
            Err(_) => Some("tables that are set aside cannot be counted".to_owned()),
        };
        let bus = (!self.bus.ready()).then(|| bus.to_owned());
        Ok(bus.into_iter().chain(self.clock.warnings()).chain(stuck).collect())
    }

    /// How many tables have work that is set aside, because nobody could do it.
    ///
    /// # Errors
    ///
    /// Fails when the store does not answer.
    pub async fn stuck(&self) -> Result<u64, Error> {
        Ok(self.store.stuck().await?)
    }

    /// How many bots wait for their turn to think.
    pub fn bots_waiting(&self) -> usize {
        self.thinkers.waiting()
    }

    /// Whether the bus reaches other nodes.
    pub fn bus_ready(&self) -> bool {
        self.bus.ready()
    }

    /// Removes a few tables that nobody has touched for so many milliseconds; how many went.
    ///
    /// # Errors
    ///
    /// Fails when the store does not answer.
    pub async fn forget(&self, age: i64, most: u32) -> Result<u64, Error> {
        let now = self.time().await?;
        Ok(self.store.forget(now.saturating_sub(age), most).await?)
    }

    /// How many tables this node keeps in memory.
    pub fn tables_in_memory(&self) -> usize {
        self.tables().len()
    }

    /// What time it is; nobody is told before the clock was set.
    async fn time(&self) -> Result<i64, Error> {
        self.clock.be_set(&*self.store).await?;
        Ok(self.clock.now())
    }

    /// What time it is for everybody.
    ///
    /// # Errors
    ///
    /// Fails when the store, whose clock counts, does not answer.
    pub async fn now(&self) -> Result<i64, Error> {
        self.time().await
    }

    fn chance(&self) -> Chance {
        (self.settings.chance)()
    }

    fn tables(&self) -> std::sync::MutexGuard<'_, HashMap<TableId, Arc<CachedTable>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn cached(&self, table: &TableId) -> Arc<CachedTable> {
        let mut tables = self.tables();
        let cached = tables.entry(table.clone()).or_insert_with(|| Arc::new(CachedTable::new(table)));
        cached.touched.store(self.clock.steady(), Ordering::Relaxed);
        Arc::clone(cached)
    }

    /// Takes a seat.
    ///
    /// # Errors
    ///
    /// Fails when the invitation is not good or no seat is free.
    pub async fn enter(
        self: &Arc<Hall>,
        table: &TableId,
        enter: Enter,
        from: Asker,
    ) -> Result<(String, Token), Error> {
        let entered = self.change(table, Some(from), move |sitting, at, chance| {
            let (seat, token, done) = sitting.enter(&enter, at, chance)?;
            Ok(Some((done, (sitting.about().seat_name(seat), token))))
        });
        let (seat, token) = entered.await?.ok_or(Error::Unavailable)?;
        Ok((seat.to_owned(), token))
    }

    /// The seat that an invitation is for; none if it is to the table's room.
    ///
    /// # Errors
    ///
    /// Fails when the invitation is not good, or no longer is.
    pub async fn invites(&self, table: &TableId, invitation: &str) -> Result<Option<String>, Error> {
        let now = self.time().await?;
        self.look(table, |sitting| {
            Ok(match sitting.invites(invitation, now)? {
                Invites::To(seat) => Some(sitting.about().seat_name(seat).to_owned()),
                Invites::ToRoom => None,
            })
        })
        .await
    }

    /// The table or the evening that a code leads to.
    ///
    /// # Errors
    ///
    /// Fails when it leads nowhere, or no longer does.
    pub async fn by_code(&self, code: &str) -> Result<ByCode, Error> {
        for digest in self.house.codes.digests(code) {
            let Some(table) = self.store.by_code(digest.as_str()).await? else { continue };
            return match self.invites(&table, code).await {
                Ok(_) => Ok(ByCode::Table(table)),
                // What is kept there is no table.
                Err(Error::UnknownTable) => match self.is_code_of_evening(&table, code).await {
                    Ok(()) => Ok(ByCode::Evening(table)),
                    // What cannot be read now is no wrong code.
                    Err(kit_club::Error::Table(error)) => Err(error),
                    Err(kit_club::Error::Unreadable) => Err(Error::Unreadable { line: 0 }),
                    Err(_) => Err(Error::BadInvitation),
                },
                Err(error) => Err(error),
            };
        }
        Err(Error::BadInvitation)
    }

    /// Carries out a command of a seat, or of the host, that was on its way for some time.
    ///
    /// # Errors
    ///
    /// Fails when it cannot be carried out; then nothing has changed, unless it came too late, so
    /// that the game is over.
    pub async fn command(
        self: &Arc<Hall>,
        table: &TableId,
        who: &str,
        secrets: &Secrets,
        command: Command,
        lag: std::time::Duration,
        from: Asker,
    ) -> Result<DoneNote, Error> {
        let (who, secrets) = (who.to_owned(), secrets.clone());
        if let Command::Rematch(_) = command {
            return self.rematch(table, &who, &secrets, from).await;
        }
        let done = self.change(table, Some(from), move |sitting, at, chance| {
            let mut done = sitting.command(&who, &secrets, &command, Arrival { at, lag }, chance)?;
            let made = (done.invitation.take(), done.too_late);
            Ok(Some((done, made)))
        });
        let (invitation, too_late) = done.await?.unwrap_or_default();
        if too_late { Err(Error::Over) } else { Ok(DoneNote { invitation, ..DoneNote::default() }) }
    }

    /// Where the rematch of a finished table is, and which seats there the secrets open.
    ///
    /// # Errors
    ///
    /// Fails when there is none, or when no seat of it belongs to the secrets.
    pub async fn follow(
        self: &Arc<Hall>,
        table: &TableId,
        secrets: &Secrets,
        from: Asker,
    ) -> Result<(TableId, Vec<String>), Error> {
        self.look(table, |sitting| match sitting.rematch() {
            None => Err(Error::NotNow(say!("there is no rematch yet"))),
            Some(_) if sitting.seats_of(secrets).is_empty() => Err(Error::NotYourSeat),
            Some(_) => Ok(()),
        })
        .await?;
        let next = self.laid_rematch(table, secrets, from).await?;
        let seats = self.standing(&next, secrets).await?.seats;
        if seats.is_empty() { Err(Error::NotYourSeat) } else { Ok((next, seats)) }
    }
}
