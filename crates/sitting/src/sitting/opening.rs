//! Opening tables, for the first time and again.

use kit_play::Chance;
use kit_play::log::Header;

use super::conduct::level;
use super::seats::{clean_name, new_invitation};
use super::{Catalogue, Done, Sitting, guarded};
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
        catalogue: Catalogue,
        request: &OpenTable,
        chance: &mut Chance,
    ) -> Result<(Sitting, Opened), Error> {
        let (game, terms) = request.terms.agree(catalogue, Some(request.seats.len()))?;
        let about = game.about();
        check_time(request, game.keeps_time())?;
        let (host, seat) = (Token::new(chance), Token::new(chance));
        let (mut chairs, mut invitations, mut mine) = (Vec::new(), Vec::new(), Vec::new());
        for (name, sitter) in about.seats.iter().zip(&request.seats) {
            let (chair, invitation) = laid_chair(name, sitter, request, &seat, chance)?;
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
        let sitting = Sitting::lay(catalogue, agreed, chance)?;
        let seat = (!mine.is_empty()).then_some(seat);
        let table = sitting.id.to_string();
        let note = TableOpened { table, seats: mine, invitations, tokens: Vec::new() };
        Ok((sitting, Opened { note, host, seat }))
    }

    /// A new table by these terms, once it is sure that its game can be laid out.
    fn lay(catalogue: Catalogue, agreed: Agreed, chance: &mut Chance) -> Result<Sitting, Error> {
        let sitting = Sitting::opened(catalogue, TableId::new(chance), agreed)?;
        let (game, terms) = (sitting.game, sitting.terms()?);
        guarded(|| game.open(&terms, chance))??;
        Ok(sitting)
    }

    /// The table of the rematch: the same terms by today's rules, everybody one seat on.
    ///
    /// # Errors
    ///
    /// Fails when the secrets open no seat of that name, when the game is not over, or when it
    /// can no longer be played like that.
    pub fn again(
        &self,
        catalogue: Catalogue,
        who: &str,
        secrets: &Secrets,
        chance: &mut Chance,
    ) -> Result<Again, Error> {
        if !self.holds(self.seat_named(who)?, secrets) {
            return Err(Error::NotYourSeat);
        }
        if let Some(there) = &self.rematch {
            return Ok(Again::There(there.clone()));
        }
        if self.status != Status::Over {
            return Err(Error::NotNow("the game is not over"));
        }
        let mut chairs: Vec<Chair> = self.chairs.iter().map(chair_again).collect();
        chairs.rotate_right(1);
        let header = Header::new(self.about(), &self.terms()?);
        let agreed = Agreed { header, chairs, shuffle: false, ..self.agreed.clone() };
        Sitting::lay(catalogue, agreed, chance).map(Box::new).map(Again::New)
    }

    /// Writes down where the rematch is.
    ///
    /// # Errors
    ///
    /// Fails when the game is not over, or there is a rematch already.
    pub fn rematch_at(&mut self, table: &TableId, at: i64) -> Result<Done, Error> {
        match (self.status, &self.rematch) {
            (Status::Over, None) => self.done(at, Deed::Rematch(table.clone())),
            (Status::Over, Some(_)) => Err(Error::NotNow("there is a rematch already")),
            _ => Err(Error::NotNow("the game is not over")),
        }
    }
}

/// Where a rematch is played.
pub enum Again {
    /// At a table that is there already.
    There(TableId),
    /// At this one, which is to be written down.
    New(Box<Sitting>),
}

fn chair_again(chair: &Chair) -> Chair {
    match &chair.occupant {
        Occupant::Person(person) => Occupant::person(person.name.clone(), person.token.clone()).into(),
        other => other.clone().into(),
    }
}

fn laid_chair(
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
            let (invitation, digest) = new_invitation(seat, chance);
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
        Some(_) if keeps_time => {
            Some("this game keeps time by its own rules, so it takes no clock".to_owned())
        }
        Some(ClockPlan::Player { seconds, increment }) if !fits(seconds) || increment > LONGEST_CLOCK => {
            Some(format!(
                "a clock has 1 to {LONGEST_CLOCK} seconds and adds 0 to {LONGEST_CLOCK}, not {seconds} and {increment}"
            ))
        }
        Some(ClockPlan::Move { seconds }) if !fits(seconds) => {
            Some(format!("a clock has 1 to {LONGEST_CLOCK} seconds, not {seconds}"))
        }
        Some(ClockPlan::Days { days }) if !(1..=MOST_DAYS).contains(&days) => {
            Some(format!("a clock has 1 to {MOST_DAYS} days, not {days}"))
        }
        Some(_) | None => None,
    };
    let problem = problem.or(match request.spectators {
        Spectators::Delayed { minutes } if !(1..=LONGEST_DELAY).contains(&minutes) => {
            Some(format!("the delay has 1 to {LONGEST_DELAY} minutes, not {minutes}"))
        }
        Spectators::Delayed { .. } | Spectators::None | Spectators::Public => None,
    });
    problem.map_or(Ok(()), |problem| Err(Error::BadTerms(problem)))
}
