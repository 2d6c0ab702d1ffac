//! How far those who watch with a delay are shown a table.
//!
//! They look with a seat's eyes, so they must not see what is still a secret of somebody: a table
//! is shown as it was when nothing was secret, and the delay runs from there.

use super::{Sitting, guarded};
use crate::agreed::Spectators;
use crate::wire::Status;

/// The moment of a record.
pub(super) struct Moment {
    /// When it was; never before the record before it.
    at: i64,
    /// Whether the game had begun and nothing was secret after it.
    open: bool,
}

/// How far a table is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The number of the last record that is shown.
    pub head: u32,
    /// The time that it is then, in milliseconds since 1970.
    pub at: i64,
    /// How often something has been taken back by now.
    undos: u32,
}

impl Sitting {
    /// Remembers the moment of the last record.
    pub(super) fn note_moment(&mut self, at: i64) {
        if matches!(self.agreed.spectators, Spectators::Delayed { .. }) {
            let at = self.moments.last().map_or(at, |before| at.max(before.at));
            let open = self.reading.is_some() && !self.keeps_secrets();
            self.moments.push(Moment { at, open });
        }
    }

    /// Whether some seat knows something that the public does not.
    fn keeps_secrets(&self) -> bool {
        match self.status {
            Status::Waiting | Status::Closed | Status::Over => false,
            // What cannot be played cannot be asked either.
            Status::Frozen | Status::Outdated => true,
            Status::Playing => {
                self.table().is_none_or(|table| guarded(|| table.keeps_secrets()).unwrap_or(true))
            }
        }
    }

    /// How far the table is shown to those who see what was by `then`; nothing if all that the
    /// seats knew since the start was still secret.
    pub fn open_until(&self, then: i64) -> Option<Cut> {
        let past = self.moments.partition_point(|moment| moment.at <= then);
        let last = self.moments[..past].iter().rposition(|moment| moment.open)?;
        // Clocks stand still where more has happened that is not shown.
        let at = if last + 1 == past { then } else { self.moments[last].at };
        Some(Cut { head: last as u32 + 1, at, undos: self.undos })
    }

    /// Whether this moment of the past is shown to those who see a table up to there.
    ///
    /// What was secret then has been opened since, unless it was taken back.
    pub fn is_shown_before(&self, cut: &Cut) -> bool {
        self.head <= cut.head && (!self.keeps_secrets() || self.undos == cut.undos)
    }

    /// Forgets what teams said among themselves, which is nobody else's business, however late.
    pub fn forget_team_talk(&mut self) {
        self.chat.retain(|line| line.audience.is_none());
        self.forget_shown();
    }
}
