//! The fold: what a record changes.

use std::iter::zip;
use std::sync::{Arc, OnceLock};

use kit_play::log::{Conduct, Line, SaidLine};
use kit_play::{Listed, Reading, Scoresheet, Seat, Viewer};

use super::{ChatLine, Clocks, House, Sitting, UndoQuestion, guarded};
use crate::agreed::{Agreed, Chair, InvitationDigest, Occupant, Person};
use crate::deed::Deed;
use crate::error::Error;
use crate::record::{Preceding, Record, Stamp, StoredRecord};
use crate::secrets::{Digest, TableId};
use crate::wire::Status;

impl Sitting {
    /// Folds the log of a table.
    ///
    /// # Errors
    ///
    /// Fails when there is none, or when it cannot be read.
    pub fn fold(house: &Arc<House>, id: TableId, log: &[StoredRecord]) -> Result<Sitting, Error> {
        let (first, rest) = log.split_first().ok_or(Error::UnknownTable)?;
        let (game, records) = Record::read_first(house.catalogue, first)?;
        let mut records = records.into_iter();
        let Some(Record { at, stamps, deeds }) = records.next() else { return Err(Error::UnknownTable) };
        let Some(Deed::Opened(agreed)) = deeds.into_iter().next() else {
            return Err(Error::Unreadable { line: 1 });
        };
        let mut sitting = Sitting::opened(house, game, id, *agreed, at)?;
        sitting.number(at, stamps);
        records.for_each(|record| sitting.take(record));
        // However many moments it holds, it is one record.
        sitting.head = first.number;
        sitting.catch_up(rest)?;
        Ok(sitting)
    }

    /// A table that was just opened.
    ///
    /// # Errors
    ///
    /// Fails when the game has fewer seats.
    pub(super) fn opened(
        house: &Arc<House>,
        game: &'static dyn Listed,
        id: TableId,
        mut agreed: Agreed,
        at: i64,
    ) -> Result<Sitting, Error> {
        if agreed.chairs.len() > game.about().seats.len() {
            return Err(Error::Unreadable { line: 1 });
        }
        // What was not agreed is as it usually is.
        if let Ok(terms) = agreed.header.terms(game.about()) {
            let usual = terms.choices().map(|(name, value)| (name.to_owned(), value.to_owned()));
            agreed.header.options = usual.collect();
        }
        let viewers = agreed.chairs.len() + 1;
        let invitations = agreed.chairs.iter().filter_map(|chair| chair.invitation.as_ref());
        let invitations = invitations.chain(&agreed.room);
        Ok(Sitting {
            house: Arc::clone(house),
            id,
            head: 0,
            game,
            chairs: agreed.chairs.clone(),
            invited: invitations.map(|invitation| (invitation.token.clone(), at)).collect(),
            room: agreed.room.clone(),
            clocks: Clocks::new(agreed.clock, agreed.chairs.len()),
            agreed,
            status: Status::Waiting,
            frozen: false,
            reading: None,
            acting: Vec::new(),
            chat: Vec::new(),
            draw_offers: Vec::new(),
            undo: None,
            undos: 0,
            dealt_by_hand: 0,
            hinted: Vec::new(),
            rematch: None,
            wood: None,
            to_tell: Vec::new(),
            tellings: Vec::new(),
            misfits: 0,
            told: vec![(0, 0); viewers - 1],
            moments: Vec::new(),
            stamps: vec![Stamp(1, 1); viewers],
            frames_then: Vec::new(),
            sights: vec![None; viewers],
            shown: vec![None; viewers],
            note: None,
            translated: Vec::new(),
            names: OnceLock::new(),
        })
    }

    /// Takes in records that were written elsewhere.
    ///
    /// # Errors
    ///
    /// Fails when they cannot be read, or when one is missing.
    pub fn catch_up(&mut self, log: &[StoredRecord]) -> Result<(), Error> {
        let head = self.head;
        for stored in log.iter().filter(|stored| stored.number > head) {
            if stored.number != self.head + 1 {
                return Err(Error::Unreadable { line: 1 });
            }
            let preceding = Preceding { about: self.about(), entries: self.entries() };
            Record::read(preceding, stored)?.into_iter().for_each(|record| self.take(record));
            self.head = stored.number;
        }
        Ok(())
    }

    fn take(&mut self, record: Record) {
        for deed in &record.deeds {
            // A deed that does not hold leaves the table as it can be read.
            if self.apply(record.at, deed).is_err() {
                self.frozen = true;
                self.status = Status::Frozen;
            }
        }
        self.number(record.at, record.stamps);
    }

    /// Takes the numbers of a record that is in the log.
    pub(super) fn number(&mut self, at: i64, stamps: Vec<Stamp>) {
        self.head += 1;
        if stamps.len() == self.stamps.len() {
            self.stamps = stamps;
        }
        if let Some(reading) = &self.reading {
            let sheet = reading.scoresheet();
            let parts = sheet.entries.len() + 1 + usize::from(sheet.conduct.is_some());
            while self.frames_then.len() < parts {
                self.frames_then.push(self.stamps.clone());
            }
            self.frames_then.truncate(parts);
        }
        self.note_moment(at);
        self.forget_shown();
    }

    /// Takes in a deed that stands in the log.
    pub(super) fn apply(&mut self, at: i64, deed: &Deed) -> Result<(), Error> {
        if matches!(deed, Deed::Planned(..) | Deed::Seated { .. } | Deed::Swapped(..)) {
            // Sentences may call people by other names now.
            self.forget_names();
        }
        match deed {
            Deed::Opened(_) => return Err(Error::Frozen),
            Deed::Planned(seat, chair) => {
                *self.chair_mut(*seat)? = chair.clone();
                chair.invitation.iter().for_each(|invitation| self.note_invitation(invitation, at));
            }
            Deed::Invited(seat, invitation) => {
                self.chair_mut(*seat)?.invitation = Some(invitation.clone());
                self.note_invitation(invitation, at);
            }
            Deed::Room(invitation) => {
                self.room = Some(invitation.clone());
                self.note_invitation(invitation, at);
            }
            Deed::Seated { seat, name, token } => self.seat(*seat, name.clone(), token.clone())?,
            Deed::Swapped(one, other) => {
                self.chair_mut(*one.max(other))?;
                self.chairs.swap(one.index(), other.index());
            }
            Deed::Started(order) => {
                self.turn_seats(order)?;
                self.go_on(at)?;
            }
            Deed::Played(line) => self.play(at, line)?,
            Deed::Said { seat, audience, text } => {
                let (name, audience, text) = (self.player_name(*seat), audience.clone(), text.clone());
                self.chat.push(ChatLine { seat: *seat, name, audience, text });
            }
            Deed::DrawOffered(team) => self.draw_offers.push(*team),
            Deed::DrawDeclined => self.draw_offers.clear(),
            Deed::UndoAsked(seat, entries) => {
                self.undo = Some(UndoQuestion { seat: *seat, entries: *entries, granted: Vec::new() });
            }
            Deed::UndoGranted(seat) => {
                self.undo.iter_mut().for_each(|question| question.granted.push(*seat));
            }
            Deed::UndoRefused => self.undo = None,
            Deed::Left(seat) => self.set_away(*seat, true)?,
            Deed::Returned(seat) => self.set_away(*seat, false)?,
            Deed::Replaced(seat, level) => {
                if let Occupant::Person(person) = &mut self.chair_mut(*seat)?.occupant {
                    person.substitute = Some(level.clone());
                }
            }
            Deed::Lag(seat, milliseconds) => self.clocks.give_back(*seat, i64::from(*milliseconds)),
            Deed::Hinted(seat, depth) => self.note_hint(*seat, *depth)?,
            Deed::Telling(seat, cards) => self.note_telling(*seat, cards.clone()),
            Deed::Untold => self.note_untold(),
            Deed::Told(seat) => self.note_told(*seat),
            Deed::Rematch(table) => self.rematch = Some(table.clone()),
            Deed::Closed => self.status = Status::Closed,
            Deed::Frozen => {
                self.frozen = true;
                self.status = Status::Frozen;
            }
        }
        Ok(())
    }

    /// Brings the moment onto the table from which the game goes on, where that was agreed.
    ///
    /// What was played before it took none of the time that players have here.
    fn go_on(&mut self, at: i64) -> Result<(), Error> {
        let Some(reading) = self.moment()? else { return Ok(()) };
        self.forget_sights();
        self.reading = Some(reading);
        self.status = Status::Playing;
        let acting = match self.table() {
            Some(table) => guarded(|| table.acting())?,
            None => Vec::new(),
        };
        self.settle(at, acting)
    }

    /// The moment from which the game goes on, as these rules read it; none if it is dealt anew.
    pub(super) fn moment(&self) -> Result<Option<Reading>, Error> {
        let Some((Line::Deal { rolls, said }, entries)) = self.agreed.from.split_first() else {
            return Ok(None);
        };
        let (setup, said) = (rolls.clone(), said.clone());
        let sheet = Scoresheet { header: self.dealt_header(), setup, said, ..Scoresheet::default() };
        let game = self.game;
        guarded(|| {
            let mut reading = Reading::begin(game, &sheet);
            entries.iter().for_each(|line| reading.follow(line));
            Some(reading)
        })
    }

    fn play(&mut self, at: i64, line: &Line) -> Result<(), Error> {
        self.forget_sights();
        match (line, &mut self.reading) {
            // What was dealt by hand was told.
            (Line::Deal { .. }, Some(reading)) if self.agreed.real_board.is_some() => {
                self.dealt_by_hand += 1;
                reading.follow(line);
            }
            (Line::Deal { rolls, said }, None) => {
                let header = self.dealt_header();
                let (setup, said) = (rolls.clone(), said.clone());
                let sheet = Scoresheet { header, setup, said, ..Scoresheet::default() };
                let game = self.game;
                self.reading = Some(guarded(|| Reading::begin(game, &sheet))?);
                self.status = Status::Playing;
            }
            (Line::Conduct { conduct: Conduct::CalledOff, .. }, Some(reading)) => reading.call_off(line),
            (line, Some(reading)) => reading.follow(line),
            (_, None) => return Err(Error::Frozen),
        }
        self.after(at, line);
        let acting = match self.table() {
            Some(table) => guarded(|| table.acting())?,
            None => Vec::new(),
        };
        self.settle(at, acting)
    }

    /// The header of the log, and who sits where when the game starts.
    pub(super) fn dealt_header(&self) -> kit_play::log::Header {
        let mut header = self.agreed.header.clone();
        for seat in Seat::first(self.chairs.len()) {
            header.players.insert(self.about().seat_name(seat).to_owned(), self.player_name(seat));
        }
        header
    }

    /// What a line of the game changes beside the game.
    pub(super) fn after(&mut self, at: i64, line: &Line) {
        match line {
            Line::Entry { entry, .. } => {
                if let Some(seat) = self.about().seat_named(&entry.seat) {
                    self.clocks.stop(seat, at);
                    // Everybody sees offers fall, so they fall by what everybody hears of. What 0.1.0
                    // stored has no words.
                    if entry.said.is_empty() || entry.said.iter().any(SaidLine::is_to_all) {
                        self.draw_offers.clear();
                    }
                }
                self.undo = None;
            }
            Line::TakenBack(_) => {
                self.undo = None;
                self.undos += 1;
                self.draw_offers.clear();
            }
            Line::Deal { .. } | Line::Conduct { .. } | Line::Over(_) | Line::People(_) => {}
        }
    }

    /// Lets clocks run for those who have something to decide, and sees whether the game is over.
    pub(super) fn settle(&mut self, at: i64, acting: Vec<Seat>) -> Result<(), Error> {
        let Some(reading) = &self.reading else { return Ok(()) };
        let (over, timer) = match reading.whole() {
            Some(table) => guarded(|| (table.outcome().is_some(), table.timer()))?,
            None => (reading.is_over(), None),
        };
        let outdated = reading.problem().is_some();
        match self.status {
            Status::Playing | Status::Frozen | Status::Outdated if over => self.status = Status::Over,
            Status::Playing if outdated => self.status = Status::Outdated,
            _ => {}
        }
        let acting = if over || outdated { Vec::new() } else { acting };
        if over || outdated {
            self.undo = None;
            self.draw_offers.clear();
        }
        self.follow_wood()?;
        self.note_drawn();
        self.clocks.run_for(&acting, at);
        self.clocks.set_timer(timer.filter(|_| !over), at);
        self.acting = acting;
        Ok(())
    }

    /// The seats with something to decide, seen from what each of them is shown anyway.
    pub(super) fn acting_now(&mut self) -> Result<Vec<Seat>, Error> {
        let over = match self.table() {
            Some(table) => guarded(|| table.outcome().is_some())?,
            None => true,
        };
        let mut acting = Vec::new();
        for seat in Seat::first(if over { 0 } else { self.chairs.len() }) {
            if self.sight(Viewer::Seat(seat))?.is_some_and(|sight| sight.acts) {
                acting.push(seat);
            }
        }
        Ok(acting)
    }

    fn seat(&mut self, seat: Seat, name: Option<String>, token: Digest) -> Result<(), Error> {
        let chair = self.chair_mut(seat)?;
        let name = match &chair.occupant {
            // A player who comes from another device keeps the name.
            Occupant::Person(Person { name: kept, .. }) => name.or_else(|| kept.clone()),
            Occupant::Free | Occupant::Invited | Occupant::Bot { .. } => name,
        };
        *chair = Occupant::person(name, token).into();
        Ok(())
    }

    fn note_invitation(&mut self, invitation: &InvitationDigest, at: i64) {
        self.invited.push((invitation.token.clone(), at));
    }

    fn set_away(&mut self, seat: Seat, away: bool) -> Result<(), Error> {
        if let Occupant::Person(person) = &mut self.chair_mut(seat)?.occupant {
            person.away = away;
            person.substitute = None;
        }
        Ok(())
    }

    /// Lets everybody sit down in another order: the first seat gets whoever sat on the first of
    /// these.
    pub(super) fn turn_seats(&mut self, order: &[Seat]) -> Result<(), Error> {
        let mut sorted = order.to_vec();
        sorted.sort();
        let all = zip(&sorted, Seat::first(self.chairs.len())).all(|(one, other)| *one == other);
        if !all || order.len() != self.chairs.len() {
            return Err(Error::Frozen);
        }
        self.chairs = order.iter().map(|seat| self.chairs[seat.index()].clone()).collect();
        self.forget_names();
        Ok(())
    }

    fn chair_mut(&mut self, seat: Seat) -> Result<&mut Chair, Error> {
        self.chairs.get_mut(seat.index()).ok_or(Error::Frozen)
    }
}
