//! Who may look at a table, with whose eyes, and what they are told of it.

use std::sync::Arc;

use kit_play::sentence::Language;
use kit_play::{Seat, Viewer, say};

use crate::agreed::Spectators;
use crate::error::Error;
use crate::record::StoredRecord;
use crate::secrets::{Digest, Secrets, TableId};
use crate::sitting::{Cut, House, Sitting};
use crate::wire::{Frame, PresenceNote, Standing, Status};

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

impl Viewing {
    /// Lets somebody look with a viewer's eyes, if the secrets or the table's policy allow it.
    ///
    /// # Errors
    ///
    /// Fails when they do not.
    pub fn new(sitting: &Sitting, seat: &str, secrets: &Secrets) -> Result<Viewing, Error> {
        let belongs = !sitting.seats_of(secrets).is_empty() || sitting.is_host(secrets);
        let view = |viewer, secret, delay| {
            let viewing = Viewing { table: sitting.id().clone(), viewer, secret, delay, belongs };
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
    }

    /// Whether it shows what was, and not what is.
    pub fn is_delayed(&self) -> bool {
        self.delay.is_some()
    }

    /// How long ago, in milliseconds, for those who watch with a delay.
    pub fn delay(&self) -> Option<i64> {
        self.delay
    }

    /// The secret that opened the seat.
    pub fn secret(&self) -> Option<&Digest> {
        self.secret.as_ref()
    }

    /// Whether somebody looks on with the public's eyes who is neither a player nor the host.
    pub fn is_outsider(&self) -> bool {
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
    ///
    /// # Errors
    ///
    /// See above.
    pub fn still_good(&self, sitting: &Sitting) -> Result<(), Error> {
        match (self.viewer, &self.secret) {
            (Viewer::Seat(seat), Some(secret)) => match sitting.token(seat) {
                Some(token) if token.matches(secret) => Ok(()),
                _ => Err(Error::SeatMoved),
            },
            (Viewer::Seat(_), None) => Ok(()),
            (Viewer::Public, _) => {
                if sitting.is_hidden() && !self.belongs {
                    Err(Error::NotWatchable)
                } else {
                    Ok(())
                }
            }
        }
    }

    /// The seat of a player, which alone has notes and is called.
    ///
    /// # Errors
    ///
    /// Fails when the viewer is no player, or no longer is.
    pub fn own_seat(&self, sitting: &Sitting) -> Result<Seat, Error> {
        self.still_good(sitting)?;
        self.viewer.seat().filter(|_| self.secret.is_some()).ok_or(Error::NotYourSeat)
    }

    /// How far somebody who watches with a delay is shown the table; nothing for all others.
    ///
    /// # Errors
    ///
    /// Fails when they may not look, or nothing of it is shown yet.
    pub fn shown_until(&self, sitting: &Sitting, now: i64) -> Result<Option<Cut>, Error> {
        self.still_good(sitting)?;
        let Some(delay) = self.delay else { return Ok(None) };
        sitting.open_until(now - delay).ok_or(Error::StillSecret).map(Some)
    }

    /// The table as the viewer saw it at one of its frames, folded anew from its log.
    ///
    /// # Errors
    ///
    /// Fails when the viewer has not seen such a frame.
    pub fn moment(
        &self,
        house: &Arc<House>,
        records: &[StoredRecord],
        cut: Option<Cut>,
        frame: u32,
        language: Option<&'static Language>,
        now: i64,
    ) -> Result<Frame, Error> {
        let now = cut.map_or(now, |cut| cut.at);
        let (first, rest) = records.split_first().ok_or(Error::UnknownTable)?;
        let mut sitting = Sitting::fold(house, self.table.clone(), std::slice::from_ref(first))?;
        for record in rest {
            if sitting.stamp(self.viewer).0 >= frame {
                break;
            }
            sitting.catch_up(std::slice::from_ref(record))?;
        }
        let is_shown = cut.is_none_or(|cut| sitting.is_shown_before(&cut));
        if sitting.stamp(self.viewer).0 != frame || !is_shown {
            return Err(Error::BadRequest(say!("there is no frame {frame} yet", frame)));
        }
        if cut.is_some() {
            sitting.forget_team_talk();
        }
        sitting.whole_frame(self.viewer, language, now)
    }
}

impl Sitting {
    /// Whether a game is under way that nobody without a seat may watch.
    fn is_hidden(&self) -> bool {
        let secret = matches!(self.status(), Status::Playing | Status::Frozen | Status::Outdated);
        secret && self.agreed().spectators == Spectators::None
    }

    /// Who somebody is at the table, and what they may know of it: of a game that may not be watched,
    /// only that it is played, and by whom.
    ///
    /// # Errors
    ///
    /// Fails when the game's program does.
    pub fn standing(&mut self, secrets: &Secrets, present: PresenceNote) -> Result<Standing, Error> {
        let about = self.about();
        let name = |seat: &Seat| about.seat_name(*seat).to_owned();
        let (seats, host) = (self.seats_of(secrets), self.is_host(secrets));
        let mut note = self.note(Viewer::Public)?;
        let mut present = present;
        if self.is_hidden() && seats.is_empty() && !host {
            (note.acting, note.draw_offers, note.undo) = (Vec::new(), Vec::new(), None);
            present = PresenceNote::default();
        }
        Ok(Standing {
            table: self.id().to_string(),
            host,
            turns: seats.iter().filter(|seat| self.must_act(**seat)).map(name).collect(),
            seats: seats.iter().map(name).collect(),
            present,
            note,
        })
    }
}

/// Notes that a seat may keep.
///
/// # Errors
///
/// Fails when they are too long.
pub fn short_enough(notes: &str) -> Result<(), Error> {
    let (most, length) = (LONGEST_NOTES, notes.len());
    if length <= most {
        return Ok(());
    }
    Err(Error::BadRequest(say!("notes have at most {most} bytes, not {length}", most, length)))
}
