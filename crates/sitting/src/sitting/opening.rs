//! Opening tables, for the first time and again.

use std::sync::Arc;

use kit_play::log::Header;
use kit_play::{Chance, say};

use super::conduct::level;
use super::seats::{clean_name, new_invitation};
use super::{Done, House, Sitting, guarded};
use crate::agreed::{Agreed, Chair, Occupant};
use crate::deed::Deed;
use crate::error::Error;
use crate::secrets::{Secrets, TableId, Token};
use crate::wire::{ClockPlan, Invitation, OpenTable, Sitter, Spectators, Status, TableOpened};

const LONGEST_CLOCK: u32 = 24 * 60 * 60;
const MOST_DAYS: u32 = 60;
const LONGEST_DELAY: u32 = 24 * 60;

/// A table that was opened, with the secrets that are handed out once.
pub struct Opened {
    /// What is said of it.
    pub note: TableOpened,
    /// The host's secret.
    pub host: Token,
    /// The secret of all seats of whoever opened it.
    pub seat: Option<Token>,
}

impl Sitting {
    /// Opens a table, as it was asked for.
    ///
    /// # Errors
    ///
    /// Fails when the game cannot be played like that.
    pub fn open(
        house: &Arc<House>,
        request: &OpenTable,
        at: i64,
        chance: &mut Chance,
    ) -> Result<(Sitting, Opened), Error> {
        let (game, terms) = request.terms.agree(house.catalogue, Some(request.seats.len()))?;
        let about = game.about();
        check_time(request, game.keeps_time())?;
        let (host, seat) = (Token::new(chance), Token::new(chance));
        let (mut chairs, mut invitations, mut mine) = (Vec::new(), Vec::new(), Vec::new());
        for (name, sitter) in about.seats.iter().zip(&request.seats) {
            let (chair, invitation) = laid_chair(house, name, sitter, request, &seat, chance)?;
            invitations.extend(invitation);
            if matches!(sitter, Sitter::Me { .. }) {
                mine.push((*name).to_owned());
            }
            chairs.push(chair);
        }
        let agreed = Agreed {
            header: Header::new(about, &terms),
            shuffle: request.shuffle,
            public: request.public,
            spectators: request.spectators.into(),
            clock: request.clock.map(Into::into),
            host: host.digest(),
            chairs,
        };
        let sitting = Sitting::opened(house, TableId::new(chance), agreed, at)?;
        sitting.try_out(chance)?;
        let seat = (!mine.is_empty()).then_some(seat);
        let table = sitting.id.to_string();
        let note = TableOpened { table, seats: mine, invitations, tokens: Vec::new() };
        Ok((sitting, Opened { note, host, seat }))
    }

    /// Makes sure that the game of this table can be laid out.
    fn try_out(&self, chance: &mut Chance) -> Result<(), Error> {
        let (game, terms) = (self.game, self.terms()?);
        guarded(|| game.open(&terms, chance))??;
        Ok(())
    }

    /// A seat wants a rematch: says at which table it is played, unless that is said already.
    ///
    /// # Errors
    ///
    /// Fails when the secrets open no seat of that name, when the game is not over, or when it
    /// can no longer be played like that.
    pub fn ask_rematch(
        &mut self,
        who: &str,
        secrets: &Secrets,
        at: i64,
        chance: &mut Chance,
    ) -> Result<Option<Done>, Error> {
        if !self.holds(self.seat_named(who)?, secrets) {
            return Err(Error::NotYourSeat);
        }
        if self.rematch.is_some() {
            return Ok(None);
        }
        if self.status != Status::Over {
            return Err(Error::NotNow(say!("the game is not over")));
        }
        let table = TableId::new(chance);
        self.laid_again(table.clone(), at)?.try_out(chance)?;
        self.done(at, Deed::Rematch(table)).map(Some)
    }

    /// The table of the rematch as it is to be laid, whoever lays it; nothing if nobody wants one.
    ///
    /// # Errors
    ///
    /// Fails when the game can no longer be played like that.
    pub fn again(&self, at: i64) -> Result<Option<Sitting>, Error> {
        self.rematch.clone().map(|table| self.laid_again(table, at)).transpose()
    }

    /// The same terms by today's rules, everybody one seat on.
    fn laid_again(&self, table: TableId, at: i64) -> Result<Sitting, Error> {
        let mut chairs: Vec<Chair> = self.chairs.iter().map(chair_again).collect();
        chairs.rotate_right(1);
        let header = Header::new(self.about(), &self.terms()?);
        let agreed = Agreed { header, chairs, shuffle: false, ..self.agreed.clone() };
        Sitting::opened(&self.house, table, agreed, at)
    }
}

fn chair_again(chair: &Chair) -> Chair {
    match &chair.occupant {
        Occupant::Person(person) => Occupant::person(person.name.clone(), person.token.clone()).into(),
        other => other.clone().into(),
    }
}

fn laid_chair(
    house: &House,
    seat: &str,
    sitter: &Sitter,
    request: &OpenTable,
    token: &Token,
    chance: &mut Chance,
) -> Result<(Chair, Option<Invitation>), Error> {
    Ok(match sitter {
        Sitter::Me { name } => {
            let name = clean_name(name.as_deref().or(request.name.as_deref()))?;
            (Occupant::person(name, token.digest()).into(), None)
        }
        Sitter::Invited => {
            let (invitation, digest) = new_invitation(house, seat, chance);
            (Chair { occupant: Occupant::Invited, invitation: Some(digest) }, Some(invitation))
        }
        Sitter::Free => (Occupant::Free.into(), None),
        Sitter::Bot { level: name } => (Occupant::Bot { level: level(name)? }.into(), None),
    })
}

/// Clocks and delays that make sense.
fn check_time(request: &OpenTable, keeps_time: bool) -> Result<(), Error> {
    let fits = |seconds: u32| (1..=LONGEST_CLOCK).contains(&seconds);
    let problem = match request.clock {
        Some(_) if keeps_time => Some(say!("this game keeps time by its own rules, so it takes no clock")),
        Some(ClockPlan::Player { seconds, increment }) if !fits(seconds) || increment > LONGEST_CLOCK => {
            Some(say!(
                "a clock has 1 to {most} seconds and adds 0 to {most}, not {seconds} and {increment}",
                most = LONGEST_CLOCK,
                seconds,
                increment
            ))
        }
        Some(ClockPlan::Move { seconds }) if !fits(seconds) => {
            Some(say!("a clock has 1 to {most} seconds, not {seconds}", most = LONGEST_CLOCK, seconds))
        }
        Some(ClockPlan::Days { days }) if !(1..=MOST_DAYS).contains(&days) => {
            Some(say!("a clock has 1 to {most} days, not {days}", most = MOST_DAYS, days))
        }
        Some(_) | None => None,
    };
    let problem = problem.or(match request.spectators {
        Spectators::Delayed { minutes } if !(1..=LONGEST_DELAY).contains(&minutes) => {
            Some(say!("the delay has 1 to {most} minutes, not {minutes}", most = LONGEST_DELAY, minutes))
        }
        Spectators::Delayed { .. } | Spectators::None | Spectators::Public => None,
    });
    problem.map_or(Ok(()), |problem| Err(Error::BadTerms(problem)))
}
