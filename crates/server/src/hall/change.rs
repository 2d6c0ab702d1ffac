//! Looking at a table and changing it, whichever node did so last.
//!
//! What a game computes may take a while, so it runs beside the tasks that serve the others, unless
//! the last change at the table was quick.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use kit_play::{About, Chance};
use kit_sitting::sitting::{Done, Sitting};
use kit_sitting::wire::Status;
use kit_sitting::{Error, Record, TableId};
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::task::block_in_place;

use super::{BOT_PATIENCE, CachedTable, Hall, LONG_AGO};
use crate::bus::Notice;
use crate::store::{Appended, IndexEntry, NewRecord, StoredRecord};
use crate::turns::Asker;

/// How often a command is tried when another node was faster.
const TRIES: usize = 20;
/// Work that takes no longer than this holds nobody up.
const QUICK: Duration = Duration::from_millis(1);

impl CachedTable {
    /// Does what a game computes for one record.
    fn compute<T>(&self, about: &About, work: impl FnOnce() -> T) -> T {
        unless_quick(&self.quick, about, work)
    }

    /// Lays out what somebody is shown, which may be slow at a table where changes are quick.
    fn show<T>(&self, about: &About, work: impl FnOnce() -> T) -> T {
        unless_quick(&self.shows_quickly, about, work)
    }

    /// The store was asked at this moment, by the steady clock, and had these records.
    fn checked(&self, asked: i64, records: &[StoredRecord]) {
        self.checked_at.store(asked, Ordering::Relaxed);
        if let Some(last) = records.last() {
            self.last_at.store(last.at, Ordering::Relaxed);
        }
    }
}

/// Does what a game computes beside the others, unless the last such thing at the table was quick.
///
/// To hand the others over to another worker and to come back costs more than most of what games compute.
fn unless_quick<T>(quick: &AtomicBool, about: &About, work: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    // A game with puzzles may solve one, however quick the last time was.
    let here = about.puzzle.is_none() && quick.load(Ordering::Relaxed);
    let done = if here { work() } else { beside_others(work) };
    quick.store(started.elapsed() < QUICK, Ordering::Relaxed);
    done
}

impl Hall {
    /// The sitting, folded if it is not in memory, as new as this node has heard, and not older
    /// than this, in milliseconds: notices can be lost.
    async fn bring_up<'a>(
        &self,
        table: &TableId,
        cached: &CachedTable,
        kept: &'a mut Option<Box<Sitting>>,
        oldest: i64,
    ) -> Result<&'a mut Sitting, Error> {
        match kept.as_mut() {
            Some(sitting) if sitting.head() < *cached.head.borrow() || self.age_of(cached) >= oldest => {
                let asked = self.clock.steady();
                let read = self.store.read(table.clone(), sitting.head()).await;
                let records = read.map_err(|error| cached.not_read(table, error))?;
                cached.checked(asked, &records);
                let about = sitting.about();
                let mut catch_up = || sitting.catch_up(&records);
                let caught_up = match records.len() {
                    // Nothing is computed, which says nothing of what comes next.
                    0 => catch_up(),
                    1 => cached.compute(about, catch_up),
                    _ => beside_others(catch_up),
                };
                if let Err(error) = caught_up {
                    *kept = None;
                    return Err(cached.noted(table, error));
                }
            }
            Some(_) => {}
            None => {
                let asked = self.clock.steady();
                let read = self.store.read(table.clone(), 0).await;
                let records = read.map_err(|error| cached.not_read(table, error))?;
                cached.checked(asked, &records);
                // An evening is kept as tables are, and is none.
                if records.first().is_some_and(|first| first.body.starts_with(kit_club::deed::BEGINNING)) {
                    return Err(Error::UnknownTable);
                }
                let folded = beside_others(|| Sitting::fold(&self.house, table.clone(), &records));
                let sitting = folded.map_err(|error| cached.noted(table, error))?;
                if let Some(entry) = sitting.unplayed_from() {
                    tracing::warn!(table.id = %table, game = sitting.about().id, entry, "a log holds only up to here");
                }
                *kept = Some(Box::new(sitting));
                self.hear_of(table, cached);
            }
        }
        let sitting = kept.as_mut().ok_or(Error::UnknownTable)?;
        cached.heard_of(sitting.head());
        Ok(sitting)
    }

    /// Looks at something of a table for which its game computes nothing; what is seen is never older
    /// than a look at the store would make it, however well the bus seems to be.
    pub(super) async fn look<T>(
        &self,
        table: &TableId,
        look: impl FnOnce(&mut Sitting) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.look_with(table, |_, sitting| look(sitting)).await
    }

    /// The same for what a game may take a while to lay out, so it is laid out beside the others.
    pub(super) async fn show<T>(
        &self,
        table: &TableId,
        show: impl FnOnce(&mut Sitting) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.look_with(table, |cached, sitting| cached.show(sitting.about(), || show(sitting))).await
    }

    async fn look_with<T>(
        &self,
        table: &TableId,
        look: impl FnOnce(&CachedTable, &mut Sitting) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let cached = self.cached(table);
        let mut kept = cached.sitting.lock().await;
        let looked = match self.bring_up(table, &cached, &mut kept, self.often()).await {
            Ok(sitting) => look(&cached, sitting),
            Err(error) => Err(error),
        };
        drop(kept);
        if matches!(looked, Err(Error::UnknownTable))
            && let Some(cached) = self.tables().remove(table)
        {
            self.leave(table, &cached);
        }
        looked
    }

    /// Changes a table: the change is made, written down, and only then told.
    ///
    /// When somebody else was faster, it is made again on what is true then; and so it is when it
    /// would be refused for what may have changed meanwhile.
    /// It runs in a task of its own, so that it is carried out to its end even when whoever asked
    /// for it has gone.
    /// Bots that have to act then do so in the line of whoever asked; being refused is not asking.
    pub(super) async fn change<T: Send + 'static>(
        self: &Arc<Hall>,
        table: &TableId,
        from: Option<Asker>,
        change: impl Fn(&mut Sitting, i64, &mut Chance) -> Result<Option<(Done, T)>, Error> + Send + 'static,
    ) -> Result<Option<T>, Error> {
        let (hall, table) = (Arc::clone(self), table.clone());
        let work = tokio::spawn(async move { hall.change_here(&table, from, change).await });
        work.await.unwrap_or(Err(Error::Unavailable))
    }

    pub(super) async fn change_here<T>(
        self: &Arc<Hall>,
        table: &TableId,
        from: Option<Asker>,
        change: impl Fn(&mut Sitting, i64, &mut Chance) -> Result<Option<(Done, T)>, Error>,
    ) -> Result<Option<T>, Error> {
        let cached = self.cached(table);
        let mut kept = cached.sitting.lock().await;
        let mut looked_again = false;
        for _ in 0..TRIES {
            let sitting = self.bring_up(table, &cached, &mut kept, self.good_for(&cached)).await?;
            let at = self.time().await?.max(cached.last_at.load(Ordering::Relaxed));
            let was_frozen = sitting.status() == Status::Frozen;
            let about = sitting.about();
            let before = sitting.acting().to_vec();
            if sitting.judges_cards_next() {
                // That takes long, however quick the last change was.
                cached.quick.store(false, Ordering::Relaxed);
            }
            match cached.compute(about, || recorded(sitting, at, &mut self.chance(), &change)) {
                Ok(None) => return Ok(None),
                Ok(Some((record, made))) => {
                    if self.write(table, &cached, &mut kept, record).await? {
                        let bots = kept.as_ref().is_some_and(|sitting| self.has_bots_to_wake(sitting));
                        let calls = kept.as_ref().and_then(|sitting| self.calls(sitting, &cached, &before));
                        drop(kept);
                        calls.into_iter().for_each(|calls| self.call(table, calls));
                        from.into_iter().for_each(|from| cached.asked_by(from));
                        if bots {
                            self.wake_bots(table, &cached);
                        }
                        return Ok(Some(made));
                    }
                }
                Err(Error::Frozen) if !was_frozen => return self.freeze(table, &cached, &mut kept, at).await,
                Err(_) if !looked_again && self.age_of(&cached) >= self.often() => {
                    cached.checked_at.store(LONG_AGO, Ordering::Relaxed);
                    looked_again = true;
                }
                Err(error) => return Err(error),
            }
        }
        Err(Error::Unavailable)
    }

    /// The game's program failed: the table is kept as it was, and cannot go on.
    async fn freeze<T>(
        &self,
        table: &TableId,
        cached: &CachedTable,
        kept: &mut Option<Box<Sitting>>,
        at: i64,
    ) -> Result<T, Error> {
        tracing::error!(table.id = %table, "a game's program failed, table frozen");
        *kept = None;
        let sitting = self.bring_up(table, cached, kept, self.often()).await?;
        let freeze = |sitting: &mut Sitting, _: i64, _: &mut Chance| Ok(Some((sitting.freeze(), ())));
        if let Some((record, ())) = beside_others(|| recorded(sitting, at, &mut self.chance(), freeze))? {
            self.write(table, cached, kept, record).await?;
        }
        Err(Error::Frozen)
    }

    /// Writes a record down and tells the nodes; whether nobody else was faster.
    async fn write(
        &self,
        table: &TableId,
        cached: &CachedTable,
        kept: &mut Option<Box<Sitting>>,
        record: Record,
    ) -> Result<bool, Error> {
        let sitting = kept.as_mut().ok_or(Error::UnknownTable)?;
        let entry = new_record(sitting, &record);
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
        cached.checked_at.store(self.clock.steady(), Ordering::Relaxed);
        cached.last_at.store(record.at, Ordering::Relaxed);
        sitting.committed(record);
        cached.heard_of(number);
        self.bus.publish(Notice { table: table.clone(), head: number });
        Ok(true)
    }
}

/// Makes a change and the record of it.
fn recorded<T>(
    sitting: &mut Sitting,
    at: i64,
    chance: &mut Chance,
    change: impl Fn(&mut Sitting, i64, &mut Chance) -> Result<Option<(Done, T)>, Error>,
) -> Result<Option<(Record, T)>, Error> {
    let before = sitting.before();
    let Some((done, made)) = change(sitting, at, chance)? else { return Ok(None) };
    Ok(Some((sitting.record(done.deeds, &before, at)?, made)))
}

/// A record for the store, with what it keeps beside the log.
pub(super) fn new_record(sitting: &Sitting, record: &Record) -> NewRecord {
    // Bots among themselves are late for nobody.
    let late = sitting.is_attended() && !sitting.bots_to_act().is_empty();
    let listed = sitting.is_listed();
    let index = IndexEntry {
        table: sitting.id().clone(),
        listed,
        clock_due: sitting.deadline(),
        bots_due: late.then_some(record.at + BOT_PATIENCE),
        // Nobody reads what the lobby would say of the others.
        lobby: if listed { sitting.listing().write() } else { String::new() },
        codes: sitting.codes(),
    };
    NewRecord { record: sitting.stored(record), index }
}

/// Does something that may take a while without holding up the other tasks of this worker.
pub(super) fn beside_others<T>(work: impl FnOnce() -> T) -> T {
    match Handle::try_current().map(|handle| handle.runtime_flavor()) {
        Ok(RuntimeFlavor::MultiThread) => block_in_place(work),
        // There is no other worker that could serve them.
        _ => work(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use kit_games::CATALOGUE;
    use kit_sitting::wire::LaidBoard;
    use kit_sitting::{Secrets, Seen, Viewing};
    use serde_json::json;
    use tokio::sync::oneshot;

    use super::*;
    use crate::bus::LocalBus;
    use crate::hall::HallSettings;
    use crate::store::SqliteStore;

    fn cached() -> CachedTable {
        CachedTable::new(&TableId::new(&mut Chance::seeded(1)))
    }

    #[test]
    fn what_took_long_is_done_beside_the_others_next_time() {
        let cached = cached();
        let is_quick = || cached.quick.load(Ordering::Relaxed);
        assert!(!is_quick(), "nobody knows yet");
        // On a machine that stands still for a moment, the next one is.
        assert!((0..1_000).any(|_| {
            cached.compute(&About::USUAL, || {});
            is_quick()
        }));
        cached.compute(&About::USUAL, || std::thread::sleep(QUICK));
        assert!(!is_quick());
        assert!(!cached.shows_quickly.load(Ordering::Relaxed), "that tells nothing of what is shown");
    }

    /// While something is laid out, the only worker there is serves somebody else.
    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn others_are_served_while_somebody_is_shown_something() {
        let (begun, begins) = oneshot::channel();
        let (serve, served) = mpsc::channel();
        let showing = tokio::spawn(async move {
            cached().show(&About::USUAL, || {
                begun.send(()).expect("somebody waits for it");
                served.recv_timeout(Duration::from_secs(60))
            })
        });
        begins.await.expect("it begins");
        let other = tokio::spawn(async move { serve.send(()) });
        assert_eq!(showing.await.expect("it ends"), Ok(()));
        other.await.expect("it was served").expect("it was awaited");
    }

    /// What it takes a game to show a frame, or what hands have to do, is measured, so it can go beside.
    #[tokio::test]
    async fn whatever_a_game_lays_out_is_laid_out_beside_the_others() {
        let store = Arc::new(SqliteStore::in_memory().await.expect("a store in memory"));
        let hall = Hall::new(CATALOGUE, store, Arc::new(LocalBus::default()), HallSettings::default());
        let me = json!({"sitter": "me"});
        let asked = json!({
            "game": "chess960", "seats": [me, me], "real_board": {"phones": "one"}
        });
        let asked = serde_json::from_value(asked).expect("a table to open");
        let opened = hall.open(asked, Asker::new(1)).await.expect("a table");
        let table: TableId = opened.note.table.parse().expect("a name");
        let viewing = hall.viewing(&table, "public", &Secrets::default()).await.expect("anybody may look");
        let cached = hall.cached(&table);
        let laid = json!({"seat": "public", "rows": "", "turn": ""});
        let laid: LaidBoard = serde_json::from_value(laid).expect("a board");
        let shows = async |viewing: &Viewing, what: u8| match what {
            0 => drop(hall.frame(viewing, &mut Seen::default()).await),
            1 => drop(hall.hands(viewing, Some(0), None, None, None).await),
            _ => drop(hall.as_it_lies(viewing, &laid, None).await),
        };
        for what in 0..3 {
            cached.shows_quickly.store(false, Ordering::Relaxed);
            // On a machine that stands still for a moment, the next one is quick.
            for _ in 0..1_000 {
                shows(&viewing, what).await;
                if cached.shows_quickly.load(Ordering::Relaxed) {
                    break;
                }
            }
            assert!(cached.shows_quickly.load(Ordering::Relaxed), "{what}");
        }
    }
}
