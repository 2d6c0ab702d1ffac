//! Who may look at a table, with whose eyes, and what they are shown.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use kit_play::Seat;
use kit_play::sentence::Language;
use kit_sitting::sitting::{Cut, Sitting};
use kit_sitting::viewing::short_enough;
use kit_sitting::wire::{Frame, Standing};
use kit_sitting::{Error, Secrets, Seen, Speaker, TableId, Viewing};
use tokio::sync::watch;

use super::change::beside_others;
use super::{CachedTable, Hall, LONG_AGO};
use crate::turns::Asker;

/// Tells when a table has changed.
pub struct Watching {
    head: watch::Receiver<u32>,
    _cached: Arc<CachedTable>,
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
    /// Who somebody is at a table.
    ///
    /// # Errors
    ///
    /// Fails when there is no such table.
    pub async fn standing(&self, table: &TableId, secrets: &Secrets) -> Result<Standing, Error> {
        let cached = self.cached(table);
        self.look(table, |sitting| {
            let present = cached.people.borrow().seen_at(sitting);
            sitting.standing(secrets, present)
        })
        .await
    }

    /// For whom somebody can speak who calls themselves the host or a seat.
    ///
    /// # Errors
    ///
    /// Fails when there is no such table or seat.
    pub async fn speaker(&self, table: &TableId, who: &str, secrets: &Secrets) -> Result<Speaker, Error> {
        self.look(table, |sitting| {
            if who == "host" {
                return Ok(if sitting.is_host(secrets) { Speaker::Host } else { Speaker::Stranger });
            }
            let seat = sitting.seat_named(who)?;
            Ok(if sitting.holds(seat, secrets) { Speaker::Seat(seat) } else { Speaker::Stranger })
        })
        .await
    }

    /// Lets somebody look with a viewer's eyes, if the secrets or the table's policy allow it.
    ///
    /// # Errors
    ///
    /// Fails when they do not.
    pub async fn viewing(&self, table: &TableId, seat: &str, secrets: &Secrets) -> Result<Viewing, Error> {
        self.look(table, |sitting| Viewing::new(sitting, seat, secrets)).await
    }

    /// What is new for a viewer; nothing when it has seen everything.
    ///
    /// # Errors
    ///
    /// Fails when the seat has been moved to another device.
    pub async fn frame(&self, viewing: &Viewing, seen: &mut Seen) -> Result<Option<Frame>, Error> {
        if let Some(cut) = self.shown_until(viewing).await? {
            return self.delayed_frame(viewing, cut, seen).await;
        }
        let now = self.time().await?;
        let shown = self.show(&viewing.table, |sitting| {
            viewing.still_good(sitting)?;
            // Whoever comes from another node may have seen what this one has not heard of yet,
            // and is shown nothing older.
            if sitting.stamp(viewing.viewer).0 < seen.number() {
                return Ok(None);
            }
            sitting.frame(viewing.viewer, seen, now).map(Some)
        });
        if let Some(news) = shown.await? {
            return Ok(news);
        }
        self.cached(&viewing.table).checked_at.store(LONG_AGO, Ordering::Relaxed);
        self.show(&viewing.table, |sitting| {
            viewing.still_good(sitting)?;
            sitting.frame(viewing.viewer, seen, now)
        })
        .await
    }

    /// What is new for somebody who watches with a delay.
    async fn delayed_frame(
        &self,
        viewing: &Viewing,
        cut: Cut,
        seen: &mut Seen,
    ) -> Result<Option<Frame>, Error> {
        let (table, cached) = (&viewing.table, self.cached(&viewing.table));
        let mut kept = cached.delayed.lock().await;
        let head = kept.as_ref().map_or(0, |sitting| sitting.head());
        if head < cut.head {
            let read = self.store.read(table.clone(), head).await;
            let mut records = read.map_err(|error| cached.not_read(table, error))?;
            records.retain(|record| record.number <= cut.head);
            let caught_up = beside_others(|| match kept.as_mut() {
                Some(sitting) => sitting.catch_up(&records),
                None => Sitting::fold(&self.house, table.clone(), &records)
                    .map(|sitting| *kept = Some(Box::new(sitting))),
            });
            if let Err(error) = caught_up {
                *kept = None;
                return Err(cached.noted(table, error));
            }
            kept.iter_mut().for_each(|sitting| sitting.forget_team_talk());
        }
        let sitting = kept.as_mut().ok_or(Error::UnknownTable)?;
        beside_others(|| sitting.frame(viewing.viewer, seen, cut.at))
    }

    /// How far somebody who watches with a delay is shown the table; nothing for all others.
    async fn shown_until(&self, viewing: &Viewing) -> Result<Option<Cut>, Error> {
        if !viewing.is_delayed() {
            return Ok(None);
        }
        let now = self.time().await?;
        self.look(&viewing.table, |sitting| viewing.shown_until(sitting, now)).await
    }

    /// The table as a viewer saw it at one of its frames.
    ///
    /// # Errors
    ///
    /// Fails when the viewer has not seen such a frame.
    pub async fn moment(
        &self,
        viewing: &Viewing,
        frame: u32,
        language: Option<&'static Language>,
    ) -> Result<Frame, Error> {
        let now = self.time().await?;
        let cut = self.look(&viewing.table, |sitting| viewing.shown_until(sitting, now)).await?;
        let read = self.store.read(viewing.table.clone(), 0).await;
        let records = read.map_err(|error| self.cached(&viewing.table).not_read(&viewing.table, error))?;
        beside_others(|| viewing.moment(&self.house, &records, cut, frame, language, now))
    }

    /// Tells when a table has changed, to somebody who can speak for a seat or for nobody.
    pub fn watch(self: &Arc<Hall>, table: &TableId, from: Asker, speaker: Speaker) -> Watching {
        let cached = self.cached(table);
        let watching = Watching { head: cached.head.subscribe(), _cached: Arc::clone(&cached) };
        cached.seen_by(from, speaker);
        self.wake_bots(table, &cached);
        watching
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
        short_enough(&notes)?;
        Ok(self.store.keep_notes(viewing.table.clone(), seat.0, notes).await?)
    }

    pub(super) async fn own_seat(&self, viewing: &Viewing) -> Result<Seat, Error> {
        self.look(&viewing.table, |sitting| viewing.own_seat(sitting)).await
    }
}
