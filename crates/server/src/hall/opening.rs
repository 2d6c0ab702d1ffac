//! Opening tables, for the first time and again.

use std::collections::BTreeMap;
use std::sync::Arc;

use kit_play::About;
use kit_play::text::excerpt;

use super::{BOT_PATIENCE, Hall};
use crate::bus::Notice;
use crate::error::Error;
use crate::record::{Chair, Occupant, OpenedDeed};
use crate::sitting::{Secrets, Sitting, clean_name, level, new_invitation};
use crate::store::Appended;
use crate::table_id::{TableId, Token};
use crate::wire::{ClockPlan, DoneNote, Invitation, OpenTable, Sitter, Spectators, Status, TableOpened};

/// A table that was opened, with the secrets that are handed out once.
pub struct Opened {
    /// What is said of it.
    pub note: TableOpened,
    /// The host's secret.
    pub host: Token,
    /// The secret of all seats of whoever opened it.
    pub seat: Option<Token>,
}

const LONGEST_CLOCK: u32 = 24 * 60 * 60;
const MOST_DAYS: u32 = 60;
const LONGEST_DELAY: u32 = 24 * 60;

impl Hall {
    /// Opens a table, and starts the game when every seat has somebody.
    ///
    /// # Errors
    ///
    /// Fails when the game cannot be played like that.
    pub async fn open(self: &Arc<Hall>, request: OpenTable) -> Result<Opened, Error> {
        let game = kit_play::referee::listed(self.catalogue, &request.game)
            .ok_or_else(|| Error::UnknownGame(excerpt(&request.game)))?;
        let about = game.about();
        check_seats(&request, about)?;
        check_time(&request, game.keeps_time())?;
        let (host, seat) = (Token::random(), Token::random());
        let (mut chairs, mut invitations, mut mine) = (Vec::new(), Vec::new(), Vec::new());
        for (name, sitter) in about.seats.iter().zip(&request.seats) {
            let (chair, invitation) = laid_chair(name, sitter, &request, &seat)?;
            invitations.extend(invitation);
            if matches!(sitter, Sitter::Me { .. }) {
                mine.push((*name).to_owned());
            }
            chairs.push(chair);
        }
        let options: BTreeMap<String, String> = request
            .options
            .unwrap_or_default()
            .into_iter()
            .map(|(name, value)| (name, value.to_string()))
            .collect();
        let agreed = OpenedDeed {
            game: request.game,
            revision: about.revision,
            edition: request.edition.unwrap_or_else(|| about.editions[0].id.to_owned()),
            options,
            arrangement: request.arrangement,
            shuffle: request.shuffle,
            public: request.public,
            spectators: request.spectators,
            clock: request.clock,
            host: host.digest(),
            chairs,
        };
        let table = self.lay(agreed).await?.to_string();
        let seat = (!mine.is_empty()).then_some(seat);
        let note = TableOpened { table, seats: mine, invitations, tokens: Vec::new() };
        Ok(Opened { note, host, seat })
    }

    /// Writes a new table down, and starts the game when every seat has somebody.
    async fn lay(self: &Arc<Hall>, agreed: OpenedDeed) -> Result<TableId, Error> {
        let id = TableId::random();
        let mut sitting = Sitting::opened(self.catalogue, id.clone(), agreed)?;
        sitting.try_start()?;
        let entry = sitting.first_record(self.now(), BOT_PATIENCE);
        match self.store.append(entry).await? {
            Appended::Written => self.bus.publish(Notice { table: id.clone(), head: 1 }),
            Appended::Taken | Appended::Gap => return Err(Error::Unavailable),
        }
        if sitting.is_complete() {
            self.change(&id, |sitting, at| Ok(Some((sitting.start_now(at)?, ())))).await?;
        }
        Ok(id)
    }

    /// Opens the rematch of a finished table: the same terms, everybody one seat on.
    pub(super) async fn rematch(
        self: &Arc<Hall>,
        table: &TableId,
        who: &str,
        secrets: &Secrets,
    ) -> Result<DoneNote, Error> {
        let plan = self.look(table, |sitting| {
            if !sitting.holds(sitting.seat_named(who)?, secrets) {
                return Err(Error::NotYourSeat);
            }
            match (sitting.rematch(), sitting.status()) {
                (Some(there), _) => Ok(Err(there.clone())),
                (None, Status::Over) => Ok(Ok(sitting.agreed_again())),
                (None, _) => Err(Error::NotNow("the game is not over")),
            }
        });
        let id = match plan.await? {
            Err(there) => there,
            Ok(agreed) => {
                let id = self.lay(agreed).await?;
                let name = id.to_string();
                self.change(table, move |sitting, at| Ok(Some((sitting.rematch_at(&name, at)?, ())))).await?;
                id
            }
        };
        Ok(DoneNote { table: Some(id.to_string()), ..DoneNote::default() })
    }
}

fn laid_chair(
    seat: &str,
    sitter: &Sitter,
    request: &OpenTable,
    token: &Token,
) -> Result<(Chair, Option<Invitation>), Error> {
    let chair = |occupant| Chair { occupant, invitation: None };
    Ok(match sitter {
        Sitter::Me { name } => {
            let name = clean_name(name.as_deref().or(request.name.as_deref()))?;
            let person = Occupant::Person { name, token: token.digest(), away: false, substitute: None };
            (chair(person), None)
        }
        Sitter::Invited => {
            let (invitation, digest) = new_invitation(seat);
            (Chair { occupant: Occupant::Invited, invitation: Some(digest) }, Some(invitation))
        }
        Sitter::Free => (chair(Occupant::Free), None),
        Sitter::Bot { level: name } => (chair(Occupant::Bot { level: level(name)? }), None),
    })
}

fn check_seats(request: &OpenTable, about: &About) -> Result<(), Error> {
    let (least, most, found) = (about.fewest_seats, about.seats.len(), request.seats.len());
    match (least..=most).contains(&found) {
        true => Ok(()),
        false if least == most => {
            Err(Error::BadTerms(format!("this game has {most} seats, so `seats` lists {most}, not {found}")))
        }
        false => Err(Error::BadTerms(format!("`seats` lists {least} to {most} seats, not {found}"))),
    }
}

/// Clocks and delays that make sense.
fn check_time(request: &OpenTable, keeps_time: bool) -> Result<(), Error> {
    let fits = |seconds: u32| (1..=LONGEST_CLOCK).contains(&seconds);
    let problem = match request.clock {
        Some(_) if keeps_time => {
            Some("this game keeps time by its own rules, so it takes no clock".to_owned())
        }
        Some(ClockPlan::Player { seconds, increment }) if !fits(seconds) || increment > LONGEST_CLOCK => {
            Some(format!("a clock has 1 to {LONGEST_CLOCK} seconds, not {seconds} and {increment} more"))
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
