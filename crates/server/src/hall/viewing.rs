//! Who may look at a table, with whose eyes, and what they are shown.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use kit_play::sentence::Language;
use kit_play::{Seat, Viewer, say};
use kit_sitting::agreed::Spectators;
use kit_sitting::sitting::{Cut, Sitting};
use kit_sitting::wire::{Frame, PresenceNote, Standing, Status};
use kit_sitting::{Digest, Error, Secrets, Seen, TableId};
use tokio::sync::watch;

use super::change::beside_others;
use super::{CachedTable, Hall, LONG_AGO};
use crate::turns::Asker;

/// The longest notes of a seat.
const LONGEST_NOTES: usize = 16 * 1024;

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

/// For whom somebody can speak at a table, by the secrets they have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Speaker {
    /// For the host.
    Host,
    /// For a seat.
    Seat(Seat),
    /// For nobody.
    Stranger,
}

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

impl Viewing {
    /// Whether it shows what was, and not what is.
    pub fn is_delayed(&self) -> bool {
        self.delay.is_some()
    }

    /// The secret that opened the seat.
    pub(super) fn secret(&self) -> Option<&Digest> {
        self.secret.as_ref()
    }

    /// Whether somebody looks on with the public's eyes who is neither a player nor the host.
    pub(super) fn is_outsider(&self) -> bool {
        self.viewer == Viewer::Public && !self.belongs
    }

    /// For whom the viewer can speak; those who watch a seat with a delay are strangers.
    pub fn speaker(&self) -> Speaker {
        match (self.viewer, &self.secret) {
            (Viewer::Seat(seat), Some(_)) => Speaker::Seat(seat),
            (Viewer::Seat(_), None) | (Viewer::Public, _) => Speaker::Stranger,
        }
    }

    /// Fails when the seat has got another secret since, or the table may not be watched; asked
    /// again for every frame, because both may change while somebody looks.
    pub(super) fn still_good(&self, sitting: &Sitting) -> Result<(), Error> {
        match (self.viewer, &self.secret) {
            (Viewer::Seat(seat), Some(secret)) => match sitting.token(seat) {
                Some(token) if token.matches(secret) => Ok(()),
                _ => Err(Error::SeatMoved),
            },
            (Viewer::Seat(_), None) => Ok(()),
            (Viewer::Public, _) => {
                if is_hidden(sitting) && !self.belongs {
                    Err(Error::NotWatchable)
                } else {
                    Ok(())
                }
            }
        }
    }
}

/// Whether a game is under way that nobody without a seat may watch.
fn is_hidden(sitting: &Sitting) -> bool {
    let secret = matches!(sitting.status(), Status::Playing | Status::Frozen | Status::Outdated);
    secret && sitting.agreed().spectators == Spectators::None
}

impl Hall {
    /// Who somebody is at a table, and what they may know of it: of a game that may not be watched,
    /// only that it is played, and by whom.
    ///
    /// # Errors
    ///
    /// Fails when there is no such table.
    pub async fn standing(&self, table: &TableId, secrets: &Secrets) -> Result<Standing, Error> {
        let cached = self.cached(table);
        self.look(table, |sitting| {
            let about = sitting.about();
            let name = |seat: &Seat| about.seat_name(*seat).to_owned();
            let (seats, host) = (sitting.seats_of(secrets), sitting.is_host(secrets));
            let mut note = sitting.note(Viewer::Public)?;
            let mut present = cached.people.borrow().seen_at(sitting);
            if is_hidden(sitting) && seats.is_empty() && !host {
                (note.acting, note.draw_offers, note.undo) = (Vec::new(), Vec::new(), None);
                present = PresenceNote::default();
            }
            Ok(Standing {
                table: table.to_string(),
                host,
                turns: seats.iter().filter(|seat| sitting.must_act(**seat)).map(name).collect(),
                seats: seats.iter().map(name).collect(),
                present,
                note,
            })
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

    /// What is new for a viewer; nothing when it has seen everything.
    ///
    /// # Errors
    ///
    /// Fails when the seat has been moved to another device.
    pub async fn frame(&self, viewing: &Viewing, seen: &mut Seen) -> Result<Option<Frame>, Error> {
        if let Some(delay) = viewing.delay {
            return self.delayed_frame(viewing, delay, seen).await;
        }
        let now = self.time().await?;
        let shown = self.look(&viewing.table, |sitting| {
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
        self.look(&viewing.table, |sitting| {
            viewing.still_good(sitting)?;
            sitting.frame(viewing.viewer, seen, now)
        })
        .await
    }

    /// What is new for somebody who watches with a delay.
    async fn delayed_frame(
        &self,
        viewing: &Viewing,
        delay: i64,
        seen: &mut Seen,
    ) -> Result<Option<Frame>, Error> {
        let cut = self.shown_until(viewing, delay).await?;
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

    /// How far somebody who watches with a delay is shown the table.
    async fn shown_until(&self, viewing: &Viewing, delay: i64) -> Result<Cut, Error> {
        let then = self.time().await? - delay;
        self.look(&viewing.table, |sitting| {
            viewing.still_good(sitting)?;
            sitting.open_until(then).ok_or(Error::StillSecret)
        })
        .await
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
        let cut = match viewing.delay {
            Some(delay) => Some(self.shown_until(viewing, delay).await?),
            None => self.look(&viewing.table, |sitting| viewing.still_good(sitting).map(|()| None)).await?,
        };
        let now = cut.map_or(self.time().await?, |cut| cut.at);
        let read = self.store.read(viewing.table.clone(), 0).await;
        let records = read.map_err(|error| self.cached(&viewing.table).not_read(&viewing.table, error))?;
        let (first, rest) = records.split_first().ok_or(Error::UnknownTable)?;
        let first = std::slice::from_ref(first);
        beside_others(|| {
            let mut sitting = Sitting::fold(&self.house, viewing.table.clone(), first)?;
            for record in rest {
                if sitting.stamp(viewing.viewer).0 >= frame {
                    break;
                }
                sitting.catch_up(std::slice::from_ref(record))?;
            }
            let is_shown = cut.is_none_or(|cut| sitting.is_shown_before(&cut));
            if sitting.stamp(viewing.viewer).0 != frame || !is_shown {
                return Err(Error::BadRequest(say!("there is no frame {frame} yet", frame)));
            }
            if cut.is_some() {
                sitting.forget_team_talk();
            }
            sitting.whole_frame(viewing.viewer, language, now)
        })
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
        if notes.len() > LONGEST_NOTES {
            let (most, length) = (LONGEST_NOTES, notes.len());
            let problem = say!("notes have at most {most} bytes, not {length}", most, length);
            return Err(Error::BadRequest(problem));
        }
        Ok(self.store.keep_notes(viewing.table.clone(), seat.0, notes).await?)
    }

    pub(super) async fn own_seat(&self, viewing: &Viewing) -> Result<Seat, Error> {
        self.look(&viewing.table, |sitting| viewing.still_good(sitting)).await?;
        viewing.viewer.seat().filter(|_| viewing.secret.is_some()).ok_or(Error::NotYourSeat)
    }
}
