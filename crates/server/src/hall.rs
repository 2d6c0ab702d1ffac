//! All tables of a node: commands come in, frames go out.
//!
//! Sittings are kept only as a cache; what counts is the store.
//! A command runs in a task of its own, so that it is carried out to its end even when whoever
//! asked for it has gone.

mod opening;
mod upkeep;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use kit_play::wire::{GlimpseAnswer, OutcomeNote};
use kit_play::{Export, Seat, Table, Viewer};
use tokio::sync::{Semaphore, watch};

use crate::bus::{Bus, Notice};
use crate::error::Error;
use crate::record::Deed;
use crate::sitting::{Carried, Catalogue, Secrets, Seen, Sitting};
use crate::store::{Appended, Store};
use crate::table_id::{Digest, TableId, Token};
use crate::wire::{
    Command, DoneNote, Enter, Entered, Frame, LobbyNote, ReplayNote, Spectators, Standing, Status,
};
pub use opening::Opened;

/// How a hall behaves.
#[derive(Clone, Debug)]
pub struct HallSettings {
    /// How long a bot waits at least before it acts, so that its speed tells nothing.
    pub bot_pace: std::time::Duration,
    /// How many bots think at once.
    pub thinkers: usize,
    /// How long a table stays in memory when nothing happens there.
    pub keep: std::time::Duration,
    /// How often a node looks after tables whose notices may have been lost.
    pub poll: std::time::Duration,
    /// What time it is, in milliseconds since 1970.
    pub now: fn() -> i64,
}

impl Default for HallSettings {
    fn default() -> HallSettings {
        HallSettings {
            bot_pace: std::time::Duration::from_millis(700),
            thinkers: std::thread::available_parallelism().map_or(1, usize::from),
            keep: std::time::Duration::from_secs(60),
            poll: std::time::Duration::from_secs(2),
            now: system_time,
        }
    }
}

/// The time of the system, in milliseconds since 1970.
pub fn system_time() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |time| i64::try_from(time.as_millis()).unwrap_or(i64::MAX))
}

/// How long other nodes wait before they let a bot act in the place of the node that should.
const BOT_PATIENCE: i64 = 5_000;
/// How often a command is tried when another node was faster.
const TRIES: usize = 20;
/// The longest notes of a seat.
const LONGEST_NOTES: usize = 16 * 1024;
/// How many tables the lobby lists.
const LOBBY: u32 = 100;

/// All tables of a node.
pub struct Hall {
    catalogue: Catalogue,
    store: Arc<dyn Store>,
    bus: Arc<dyn Bus>,
    settings: HallSettings,
    desks: Mutex<HashMap<TableId, Arc<Desk>>>,
    thinkers: Semaphore,
}

/// A table as one node knows it.
struct Desk {
    sitting: tokio::sync::Mutex<Option<Box<Sitting>>>,
    /// The number of the last record that this node has heard of.
    head: watch::Sender<u32>,
    touched: AtomicI64,
    thinking: AtomicBool,
}

impl Desk {
    /// Wakes those who look at the table, if this is news.
    fn heard_of(&self, head: u32) {
        self.head.send_if_modified(|known| std::mem::replace(known, head.max(*known)) < head);
    }
}

/// Somebody who may look at a table with some viewer's eyes.
#[derive(Clone, Debug)]
pub struct Viewing {
    /// The table.
    pub table: TableId,
    /// Whose eyes.
    pub viewer: Viewer,
    /// The secret that opened the seat.
    secret: Option<Digest>,
    /// How long ago, in milliseconds, for those who watch with a delay.
    delay: Option<i64>,
    /// Whether a player or the host looks with the public's eyes.
    belongs: bool,
}

/// Tells when a table has changed.
pub struct Watching {
    head: watch::Receiver<u32>,
    _desk: Arc<Desk>,
}

impl Watching {
    /// Waits until the table has changed since the last time.
    pub async fn changed(&mut self) {
        if self.head.changed().await.is_err() {
            std::future::pending::<()>().await;
        }
    }

    /// Takes note that somebody looks now; only what changes from here on is a change.
    pub fn looks_now(&mut self) {
        self.head.mark_unchanged();
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
        let thinkers = Semaphore::new(settings.thinkers.max(1));
        Arc::new(Hall { catalogue, store, bus, settings, desks: Mutex::default(), thinkers })
    }

    /// The games that can be played.
    pub fn catalogue(&self) -> Catalogue {
        self.catalogue
    }

    /// The store.
    pub fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    /// Whether store and bus answer.
    ///
    /// # Errors
    ///
    /// Fails when the store does not.
    pub async fn ready(&self) -> Result<bool, Error> {
        self.store.ready().await?;
        Ok(self.bus.ready())
    }

    /// How many tables this node keeps in memory.
    pub fn tables_in_memory(&self) -> usize {
        self.desks().len()
    }

    fn now(&self) -> i64 {
        (self.settings.now)()
    }

    fn desks(&self) -> std::sync::MutexGuard<'_, HashMap<TableId, Arc<Desk>>> {
        self.desks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn desk(&self, table: &TableId) -> Arc<Desk> {
        let mut desks = self.desks();
        let desk = desks.entry(table.clone()).or_insert_with(|| {
            Arc::new(Desk {
                sitting: tokio::sync::Mutex::default(),
                head: watch::Sender::new(0),
                touched: AtomicI64::new(0),
                thinking: AtomicBool::new(false),
            })
        });
        desk.touched.store(self.now(), Ordering::Relaxed);
        Arc::clone(desk)
    }

    /// The sitting, folded if it is not in memory, and as new as this node has heard.
    async fn bring_up<'a>(
        &self,
        table: &TableId,
        desk: &Desk,
        kept: &'a mut Option<Box<Sitting>>,
    ) -> Result<&'a mut Sitting, Error> {
        match kept.as_mut() {
            Some(sitting) if sitting.head() < *desk.head.borrow() => {
                let records = self.store.read(table.clone(), sitting.head()).await?;
                if let Err(error) = sitting.catch_up(&records) {
                    *kept = None;
                    return Err(error);
                }
            }
            Some(_) => {}
            None => {
                let records = self.store.read(table.clone(), 0).await?;
                *kept = Some(Box::new(Sitting::fold(self.catalogue, table.clone(), &records)?));
            }
        }
        let sitting = kept.as_mut().ok_or(Error::UnknownTable)?;
        let head = sitting.head();
        desk.heard_of(head);
        Ok(sitting)
    }

    /// Looks at a table.
    async fn look<T>(
        &self,
        table: &TableId,
        look: impl FnOnce(&mut Sitting) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let desk = self.desk(table);
        let mut kept = desk.sitting.lock().await;
        let looked = match self.bring_up(table, &desk, &mut kept).await {
            Ok(sitting) => look(sitting),
            Err(error) => Err(error),
        };
        drop(kept);
        if matches!(looked, Err(Error::UnknownTable)) {
            self.desks().remove(table);
        }
        looked
    }

    /// Changes a table: the change is made, written down, and only then told.
    ///
    /// When somebody else was faster, it is made again on what is true then.
    async fn change<T: Send + 'static>(
        self: &Arc<Hall>,
        table: &TableId,
        change: impl Fn(&mut Sitting, i64) -> Result<Option<(Deed, T)>, Error> + Send + 'static,
    ) -> Result<Option<T>, Error> {
        let (hall, table) = (Arc::clone(self), table.clone());
        let work = tokio::spawn(async move { hall.change_here(&table, change).await });
        work.await.unwrap_or(Err(Error::Unavailable))
    }

    async fn change_here<T>(
        self: &Arc<Hall>,
        table: &TableId,
        change: impl Fn(&mut Sitting, i64) -> Result<Option<(Deed, T)>, Error>,
    ) -> Result<Option<T>, Error> {
        let desk = self.desk(table);
        let mut kept = desk.sitting.lock().await;
        for _ in 0..TRIES {
            let sitting = self.bring_up(table, &desk, &mut kept).await?;
            if sitting.status() == Status::Frozen {
                return Err(Error::Frozen);
            }
            let (at, before) = (self.now(), sitting.before());
            let written = match change(sitting, at) {
                Ok(None) => return Ok(None),
                Ok(Some((deed, made))) => self
                    .write(table, &desk, &mut kept, deed, &before, at)
                    .await
                    .map(|won| won.then_some(made)),
                Err(error) => Err(error),
            };
            match written {
                Ok(Some(made)) => {
                    let bots = kept.as_ref().is_some_and(|sitting| !sitting.bots_to_act().is_empty());
                    drop(kept);
                    if bots {
                        self.wake_bots(table, &desk);
                    }
                    return Ok(Some(made));
                }
                Ok(None) => {}
                Err(Error::Frozen) => return self.freeze(table, &desk, &mut kept, at).await,
                Err(error) => return Err(error),
            }
        }
        Err(Error::Unavailable)
    }

    /// The game's program failed: the table is kept as it was, and cannot go on.
    async fn freeze<T>(
        &self,
        table: &TableId,
        desk: &Desk,
        kept: &mut Option<Box<Sitting>>,
        at: i64,
    ) -> Result<T, Error> {
        tracing::error!(table.id = %table, "a game's program failed, table frozen");
        *kept = None;
        let sitting = self.bring_up(table, desk, kept).await?;
        let before = sitting.before();
        let deed = sitting.freeze(at)?;
        self.write(table, desk, kept, deed, &before, at).await?;
        Err(Error::Frozen)
    }

    /// Writes a deed down and tells the nodes; whether nobody else was faster.
    async fn write(
        &self,
        table: &TableId,
        desk: &Desk,
        kept: &mut Option<Box<Sitting>>,
        deed: Deed,
        before: &crate::sitting::Before,
        at: i64,
    ) -> Result<bool, Error> {
        let sitting = kept.as_mut().ok_or(Error::UnknownTable)?;
        let (entry, stamps) = match sitting.record(deed, before, at, BOT_PATIENCE) {
            Ok(recorded) => recorded,
            Err(error) => {
                *kept = None;
                return Err(error);
            }
        };
        let number = entry.record.number;
        match self.store.append(entry).await {
            Ok(Appended::Written) => {}
            Ok(Appended::Taken | Appended::Gap) => {
                *kept = None;
                return Ok(false);
            }
            Err(error) => {
                *kept = None;
                return Err(error.into());
            }
        }
        sitting.committed(number, stamps);
        desk.heard_of(number);
        self.bus.publish(Notice { table: table.clone(), head: number });
        Ok(true)
    }

    /// Takes a seat.
    ///
    /// # Errors
    ///
    /// Fails when the invitation is not good or no seat is free.
    pub async fn enter(self: &Arc<Hall>, table: &TableId, enter: Enter) -> Result<(Entered, Token), Error> {
        let entered = self.change(table, move |sitting, at| {
            let (seat, token, deed) = sitting.enter(&enter, at)?;
            Ok(Some((deed, (sitting.about().seat_name(seat), token))))
        });
        let (seat, token) = entered.await?.ok_or(Error::Unavailable)?;
        Ok((Entered { table: table.to_string(), seat: seat.to_owned(), token: None }, token))
    }

    /// The table that a code leads to.
    ///
    /// # Errors
    ///
    /// Fails when it leads nowhere.
    pub async fn by_code(&self, code: &str) -> Result<TableId, Error> {
        let found = self.store.by_code(Digest::of_code(code).as_str()).await?;
        found.ok_or(Error::BadInvitation)
    }

    /// Who somebody is at a table.
    ///
    /// # Errors
    ///
    /// Fails when there is no such table.
    pub async fn standing(&self, table: &TableId, secrets: &Secrets) -> Result<Standing, Error> {
        self.look(table, |sitting| {
            let name = |seat: &Seat| sitting.about().seat_name(*seat).to_owned();
            let seats = sitting.seats_of(secrets);
            Ok(Standing {
                table: table.to_string(),
                host: sitting.is_host(secrets),
                turns: seats.iter().filter(|seat| sitting.must_act(**seat)).map(name).collect(),
                seats: seats.iter().map(name).collect(),
                note: sitting.note(Viewer::Public)?,
            })
        })
        .await
    }

    /// Lets somebody look with a viewer's eyes, if the secrets or the table's policy allow it.
    ///
    /// # Errors
    ///
    /// Fails when they do not.
    pub async fn viewing(&self, table: &TableId, seat: &str, secrets: &Secrets) -> Result<Viewing, Error> {
        self.look(table, |sitting| {
            let belongs = !sitting.seats_of(secrets).is_empty() || sitting.is_host(secrets);
            let view = |viewer, secret, delay| {
                let viewing = Viewing { table: table.clone(), viewer, secret, delay, belongs };
                viewing.still_good(sitting).map(|()| viewing)
            };
            if seat == "public" {
                return view(Viewer::Public, None, None);
            }
            let seat = sitting.seat_named(seat)?;
            if sitting.holds(seat, secrets) {
                return view(Viewer::Seat(seat), sitting.token(seat).cloned(), None);
            }
            match (sitting.agreed().spectators, sitting.status()) {
                (Spectators::Delayed { minutes }, Status::Playing) => {
                    view(Viewer::Seat(seat), None, Some(i64::from(minutes) * 60_000))
                }
                _ => Err(Error::NotYourSeat),
            }
        })
        .await
    }

    /// Carries out a command of a seat, or of the host.
    ///
    /// # Errors
    ///
    /// Fails when it cannot be carried out; then nothing has changed.
    pub async fn command(
        self: &Arc<Hall>,
        table: &TableId,
        who: &str,
        secrets: &Secrets,
        command: Command,
    ) -> Result<DoneNote, Error> {
        let (who, secrets) = (who.to_owned(), secrets.clone());
        if let Command::Rematch(_) = command {
            return self.rematch(table, &who, &secrets).await;
        }
        let carried = self.change(table, move |sitting, at| {
            let Carried { deed, invitation } = match who.as_str() {
                "host" if sitting.is_host(&secrets) => sitting.carry_out_for_host(&command, at)?,
                "host" => return Err(Error::NotHost),
                seat => {
                    let seat = sitting.seat_named(seat)?;
                    if !sitting.holds(seat, &secrets) {
                        return Err(Error::NotYourSeat);
                    }
                    sitting.carry_out(seat, &command, at)?
                }
            };
            Ok(Some((deed, invitation)))
        });
        let invitation = carried.await?.flatten();
        Ok(DoneNote { invitation, ..DoneNote::default() })
    }

    /// What is new for a viewer; nothing when it has seen everything.
    ///
    /// # Errors
    ///
    /// Fails when the seat has been moved to another device.
    pub async fn frame(&self, viewing: &Viewing, seen: &mut Seen) -> Result<Option<Frame>, Error> {
        let now = self.now();
        if let Some(delay) = viewing.delay {
            let mut sitting = self.sitting_until(&viewing.table, now - delay).await?;
            return sitting.frame(viewing.viewer, seen, now - delay);
        }
        self.look(&viewing.table, |sitting| {
            viewing.still_good(sitting)?;
            sitting.frame(viewing.viewer, seen, now)
        })
        .await
    }

    /// The table as it was at a moment.
    async fn sitting_until(&self, table: &TableId, moment: i64) -> Result<Sitting, Error> {
        let mut records = self.store.read(table.clone(), 0).await?;
        records.retain(|record| record.at <= moment);
        match records.is_empty() {
            true => Err(Error::NotStarted),
            false => Sitting::fold(self.catalogue, table.clone(), &records),
        }
    }

    /// Tells when a table has changed.
    pub fn watch(&self, table: &TableId) -> Watching {
        let desk = self.desk(table);
        Watching { head: desk.head.subscribe(), _desk: desk }
    }

    /// The table as a viewer saw it at one of its frames.
    ///
    /// # Errors
    ///
    /// Fails when the viewer has not seen such a frame.
    pub async fn moment(&self, viewing: &Viewing, frame: u32) -> Result<Frame, Error> {
        let now = self.now() - viewing.delay.unwrap_or(0);
        self.look(&viewing.table, |sitting| viewing.still_good(sitting)).await?;
        let mut records = self.store.read(viewing.table.clone(), 0).await?;
        records.retain(|record| record.at <= now);
        let (first, rest) = records.split_first().ok_or(Error::UnknownTable)?;
        let mut sitting = Sitting::fold(self.catalogue, viewing.table.clone(), std::slice::from_ref(first))?;
        for record in rest {
            if sitting.stamp(viewing.viewer).0 >= frame {
                break;
            }
            sitting.catch_up(std::slice::from_ref(record))?;
        }
        match sitting.stamp(viewing.viewer).0 == frame {
            true => sitting.whole_frame(viewing.viewer, now),
            false => Err(Error::BadRequest(format!("there is no frame {frame} yet"))),
        }
    }

    /// Where the rematch of a finished table is, and which seats there the secrets open.
    ///
    /// # Errors
    ///
    /// Fails when there is none, or when no seat of it belongs to the secrets.
    pub async fn follow(&self, table: &TableId, secrets: &Secrets) -> Result<(TableId, Vec<String>), Error> {
        let next = self.look(table, |sitting| Ok(sitting.rematch().cloned())).await?;
        let next = next.ok_or(Error::NotNow("there is no rematch yet"))?;
        let seats = self.standing(&next, secrets).await?.seats;
        if seats.is_empty() { Err(Error::NotYourSeat) } else { Ok((next, seats)) }
    }

    /// Everything that happened at a finished table, as a scoresheet.
    ///
    /// # Errors
    ///
    /// Fails while the game is being played.
    pub async fn scoresheet(&self, table: &TableId) -> Result<String, Error> {
        self.look(table, |sitting| Ok(finished(sitting)?.scoresheet().to_string())).await
    }

    /// A finished game in the formats of other programs.
    ///
    /// # Errors
    ///
    /// Fails while the game is being played.
    pub async fn exports(&self, table: &TableId) -> Result<Vec<Export>, Error> {
        self.look(table, |sitting| Ok(finished(sitting)?.glimpse(Viewer::Public).exports())).await
    }

    /// A finished game after one of its entries, from any seat's eyes.
    ///
    /// # Errors
    ///
    /// Fails while the game is being played.
    pub async fn replay(&self, table: &TableId, entry: usize, seat: &str) -> Result<ReplayNote, Error> {
        let sheet = self.look(table, |sitting| Ok(finished(sitting)?.scoresheet().clone())).await?;
        replay(self.catalogue, &sheet, entry, seat)
    }

    /// What a seat has noted for itself.
    ///
    /// # Errors
    ///
    /// Fails when the viewer is no player.
    pub async fn notes(&self, viewing: &Viewing) -> Result<Option<String>, Error> {
        let seat = self.own_seat(viewing).await?;
        Ok(self.store.notes(viewing.table.clone(), seat.0).await?)
    }

    /// Keeps what a seat notes for itself.
    ///
    /// # Errors
    ///
    /// Fails when the viewer is no player, or the notes are too long.
    pub async fn keep_notes(&self, viewing: &Viewing, notes: String) -> Result<(), Error> {
        let seat = self.own_seat(viewing).await?;
        if notes.len() > LONGEST_NOTES {
            let problem = format!("notes have at most {LONGEST_NOTES} bytes, not {}", notes.len());
            return Err(Error::BadRequest(problem));
        }
        Ok(self.store.keep_notes(viewing.table.clone(), seat.0, notes).await?)
    }

    async fn own_seat(&self, viewing: &Viewing) -> Result<Seat, Error> {
        self.look(&viewing.table, |sitting| viewing.still_good(sitting)).await?;
        viewing.viewer.seat().filter(|_| viewing.secret.is_some()).ok_or(Error::NotYourSeat)
    }

    /// The public tables.
    ///
    /// # Errors
    ///
    /// Fails when the store does not answer.
    pub async fn lobby(&self) -> Result<Vec<LobbyNote>, Error> {
        let entries = self.store.lobby(LOBBY).await?;
        Ok(entries.iter().filter_map(|entry| serde_json::from_str(&entry.lobby).ok()).collect())
    }
}

impl Viewing {
    /// Whether it shows what was, and not what is.
    pub fn is_delayed(&self) -> bool {
        self.delay.is_some()
    }

    /// Fails when the seat has got another secret since, or the table may not be watched; asked
    /// again for every frame, because both may change while somebody looks.
    fn still_good(&self, sitting: &Sitting) -> Result<(), Error> {
        match (self.viewer, &self.secret) {
            (Viewer::Seat(seat), Some(secret)) => match sitting.token(seat) {
                Some(token) if token.matches(secret) => Ok(()),
                _ => Err(Error::SeatMoved),
            },
            (Viewer::Seat(_), None) => Ok(()),
            (Viewer::Public, _) => {
                let hidden = sitting.agreed().spectators == Spectators::None;
                let played = sitting.status() == Status::Playing;
                if hidden && played && !self.belongs { Err(Error::NotWatchable) } else { Ok(()) }
            }
        }
    }
}

fn finished(sitting: &Sitting) -> Result<&Table, Error> {
    match (sitting.status(), sitting.table()) {
        (Status::Over, Some(table)) => Ok(table),
        (Status::Waiting | Status::Closed, _) => Err(Error::NotStarted),
        (Status::Playing | Status::Frozen | Status::Over, _) => Err(Error::NotOver),
    }
}

/// A scoresheet after one of its entries, from any seat's eyes.
///
/// # Errors
///
/// Fails when it cannot be played, or there is no such entry or seat.
pub fn replay(
    catalogue: Catalogue,
    sheet: &kit_play::Scoresheet,
    entry: usize,
    seat: &str,
) -> Result<ReplayNote, Error> {
    let entries = sheet.entries.len();
    let whole = sheet.entries.len() + usize::from(sheet.conduct.is_some());
    if entry > whole {
        return Err(Error::BadRequest(format!("the scoresheet has entries 0 to {whole}, not {entry}")));
    }
    let mut cut = sheet.clone();
    cut.entries.truncate(entry.min(entries));
    cut.conduct = cut.conduct.filter(|_| entry > entries);
    let table = crate::sitting::guarded(|| Table::replay(catalogue, &cut))?;
    let table = table.map_err(|bad| Error::BadTerms(bad.to_string()))?;
    let about = table.about();
    let viewer = match seat {
        "public" => Viewer::Public,
        name => Viewer::Seat(
            about.seat_named(name).filter(|seat| table.seats().any(|one| one == *seat)).ok_or_else(|| {
                Error::UnknownSeat {
                    found: kit_play::text::excerpt(name),
                    expected: kit_play::text::either(&about.seats[..table.terms().seats()]),
                }
            })?,
        ),
    };
    let outcome = table.outcome();
    let glimpse = GlimpseAnswer::new(about, &table.glimpse(viewer), outcome.as_ref());
    let lines = table.heard(viewer).map(|(entry, text)| (entry, text.to_owned())).collect();
    let end = outcome.map(|outcome| OutcomeNote::new(about, &outcome));
    Ok(ReplayNote {
        game: about.id,
        entry,
        entries: whole,
        seats: seats_of(&table),
        glimpse,
        lines,
        outcome: end,
    })
}

fn seats_of(table: &Table) -> Vec<&'static str> {
    table.about().seats[..table.terms().seats()].to_vec()
}
