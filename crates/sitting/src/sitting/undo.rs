//! Taking something back, if others agree.

use kit_play::log::Line;
use kit_play::{Seat, say};

use super::{Done, Sitting, guarded};
use crate::deed::Deed;
use crate::error::Error;
use crate::wire::Status;

impl Sitting {
    /// How many entries the seat would take back: those from its own last one on.
    pub(super) fn undo_entries(&self, seat: Seat) -> Option<usize> {
        let table = self.table().filter(|_| self.status == Status::Playing)?;
        let name = self.about().seat_name(seat);
        let entries = &table.scoresheet().entries;
        // What was played at another table stays.
        let own = entries.len().checked_sub(self.agreed.goes_on_after().unwrap_or(0))?;
        let back = entries.iter().rev().position(|entry| entry.seat == name)? + 1;
        (back <= table.undoable().min(own)).then_some(back)
    }

    pub(super) fn ask_undo(&mut self, seat: Seat, at: i64) -> Result<Done, Error> {
        self.must_be_playing()?;
        let entries = self.undo_entries(seat).ok_or(Error::NotNow(say!("that cannot be taken back")))?;
        self.ask_to_take_back(seat, entries, at)
    }

    /// A seat asks to take back so many entries; where nobody else has to agree, that is done.
    pub(super) fn ask_to_take_back(&mut self, seat: Seat, entries: usize, at: i64) -> Result<Done, Error> {
        let own = self.entries() - self.agreed.goes_on_after().unwrap_or(0).min(self.entries());
        let most = self.table().map_or(0, |table| table.undoable()).min(own);
        if entries > most {
            return Err(Error::NotNow(say!("that cannot be taken back")));
        }
        if self.must_consent(seat).is_empty() {
            return self.take_back(at, entries);
        }
        self.done(at, Deed::UndoAsked(seat, entries))
    }

    pub(super) fn grant_undo(&mut self, seat: Seat, at: i64) -> Result<Done, Error> {
        let question = self.undo.as_ref().ok_or(super::conduct::NO_ONE_ASKS)?;
        let entries = question.entries;
        let missing: Vec<Seat> = self
            .must_consent(question.seat)
            .into_iter()
            .filter(|seat| !question.granted.contains(seat))
            .collect();
        match missing.as_slice() {
            [last] if *last == seat => self.take_back(at, entries),
            several if several.contains(&seat) => self.done(at, Deed::UndoGranted(seat)),
            _ => Err(Error::NotNow(say!("you do not have to agree to that"))),
        }
    }

    fn take_back(&mut self, at: i64, entries: usize) -> Result<Done, Error> {
        let table = self.playing()?;
        if !guarded(|| table.undo(entries))? {
            return Err(Error::NotNow(say!("that cannot be taken back")));
        }
        self.played(at, vec![Line::TakenBack(entries)])
    }

    /// Those who must agree before a seat takes something back: other people who are there.
    fn must_consent(&self, seat: Seat) -> Vec<Seat> {
        let own = self.token(seat);
        let is_other = |other: &Seat| match (own, self.token(*other)) {
            (Some(own), Some(token)) => !own.matches(token),
            _ => false,
        };
        Seat::first(self.chairs.len()).filter(|other| self.is_present(*other) && is_other(other)).collect()
    }

    /// Whether the seat has still to answer somebody who asks.
    pub(super) fn is_asked_for_undo(&self, seat: Seat) -> bool {
        self.undo.as_ref().is_some_and(|question| {
            self.must_consent(question.seat).contains(&seat) && !question.granted.contains(&seat)
        })
    }
}
