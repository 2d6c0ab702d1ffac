//! What the host may ask for, mostly before the game starts.

use kit_play::log::Line;
use kit_play::{Chance, Reading, Seat, Table, say};

use super::conduct::level;
use super::{Done, Sitting, guarded};
use crate::agreed::Occupant;
use crate::deed::Deed;
use crate::error::Error;
use crate::secrets::Secrets;
use crate::wire::{Command, SeatCommand, Sitter, Status, SwapCommand};

impl Sitting {
    /// Carries out what the host asks for.
    pub(super) fn host_asks(
        &mut self,
        command: &Command,
        secrets: &Secrets,
        at: i64,
        chance: &mut Chance,
    ) -> Result<Done, Error> {
        if let Command::Replace(replace) = command {
            return self.replace(replace, None, at);
        }
        // A running game may be taken away by somebody with whom nobody else plays.
        if let (Command::Close(_), Status::Playing) = (command, self.status)
            && self.has_everybody(secrets)
        {
            return self.done(at, Deed::Closed);
        }
        self.must_wait()?;
        match command {
            Command::Seat(plan) => self.plan(plan, at, chance),
            Command::Room(_) => self.invite_to_room(at, chance),
            Command::Start(_) => self.start(at, chance),
            Command::Swap(SwapCommand { one, other }) => {
                let (one, other) = (self.seat_named(one)?, self.seat_named(other)?);
                self.done(at, Deed::Swapped(one, other))
            }
            Command::Close(_) => self.done(at, Deed::Closed),
            _ => {
                Err(Error::BadRequest(say!("a host may give the commands seat, swap, room, start and close")))
            }
        }
    }

    fn plan(&mut self, command: &SeatCommand, at: i64, chance: &mut Chance) -> Result<Done, Error> {
        let seat = self.seat_named(&command.seat)?;
        let occupant = match &command.plan {
            Sitter::Invited => return self.plan_invited(seat, at, chance),
            Sitter::Free => Occupant::Free,
            Sitter::Bot { level: name } => Occupant::Bot { level: level(name)? },
            Sitter::Me { .. } => {
                return Err(Error::BadRequest(say!("make the seat free and enter it to sit there yourself")));
            }
        };
        self.done(at, Deed::Planned(seat, occupant.into()))
    }

    /// Starts the game, if every seat has somebody.
    ///
    /// # Errors
    ///
    /// Fails when a seat is empty or the game cannot be laid out.
    pub fn start(&mut self, at: i64, chance: &mut Chance) -> Result<Done, Error> {
        if !self.is_complete() {
            return Err(Error::NotNow(say!("not every seat has a player")));
        }
        let mut order: Vec<Seat> = Seat::first(self.chairs.len()).collect();
        if self.agreed.shuffle {
            chance.shuffle(&mut order);
        }
        if self.agreed.goes_on_after().is_some() {
            self.try_moment()?;
            return self.done(at, Deed::Started(order));
        }
        let (game, terms) = (self.game, self.terms()?);
        let mut table = guarded(|| Table::open(game, &terms, chance))??;
        self.turn_seats(&order)?;
        for seat in Seat::first(self.chairs.len()) {
            table.name_player(seat, &self.player_name(seat));
        }
        let sheet = table.scoresheet();
        let deal = Line::Deal { rolls: sheet.setup.clone(), said: sheet.said.clone() };
        let lines = [deal].into_iter().chain(sheet.ending.clone().map(Line::Over)).collect();
        self.reading = Some(Reading::from(table));
        self.status = Status::Playing;
        let mut done = self.played(at, lines)?;
        done.deeds.insert(0, Deed::Started(order));
        Ok(done)
    }
}
