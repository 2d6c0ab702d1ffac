//! Opening tables, for the first time and again.

use std::sync::Arc;

use kit_play::log::{Header, Line};
use kit_play::sentence::Filling;
use kit_play::text::excerpt;
use kit_play::wire::{OptionValue, TermsRequest};
use kit_play::{BadText, Chance, Listed, Reading, Scoresheet, Table, Terms, deals_hands, say};

use super::conduct::level;
use super::hands::MOST_CHECKERS;
use super::seats::{clean_name, new_invitation, new_room};
use super::{Done, House, Sitting, guarded};
use crate::agreed::{Agreed, Chair, Occupant, RealBoard};
use crate::deed::Deed;
use crate::error::Error;
use crate::secrets::{Secrets, TableId, Token};
use crate::wire::{
    ClockPlan, FromMoment, Invitation, OpenTable, RealBoardPlan, Sitter, Spectators, Status, TableOpened,
};

const LONGEST_CLOCK: u32 = 24 * 60 * 60;
const MOST_DAYS: u32 = 60;
const LONGEST_DELAY: u32 = 24 * 60;
/// The most entries of a game of which a moment can be had.
pub const MOST_ENTRIES: usize = 2000;

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
        Sitting::open_as(house, None, request, at, chance)
    }

    /// The same under a name that was drawn before, if there is one, so that whoever lays the table it
    /// is the same.
    ///
    /// # Errors
    ///
    /// As [`Sitting::open`].
    pub fn open_as(
        house: &Arc<House>,
        name: Option<TableId>,
        request: &OpenTable,
        at: i64,
        chance: &mut Chance,
    ) -> Result<(Sitting, Opened), Error> {
        let (game, terms, from) = match &request.from {
            None => {
                let (game, terms) = request.terms.agree(house.catalogue, Some(request.seats.len()))?;
                (game, terms, Vec::new())
            }
            Some(from) => moment(house, request, from)?,
        };
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
        let is_invited = request.seats.contains(&Sitter::Invited);
        let (room, room_digest) = is_invited.then(|| new_room(house, chance)).unzip();
        let agreed = Agreed {
            header: Header::new(about, &terms),
            shuffle: request.shuffle,
            public: request.public,
            spectators: request.spectators.into(),
            clock: request.clock.map(Into::into),
            hints: request.hints,
            knowledge: request.knowledge,
            real_board: real_board(request, game)?,
            host: host.digest(),
            host_name: host_name(request)?,
            room: room_digest,
            chairs,
            from,
        };
        let sitting = Sitting::opened(house, game, name.unwrap_or_else(|| TableId::new(chance)), agreed, at)?;
        sitting.try_out(chance)?;
        let seat = (!mine.is_empty()).then_some(seat);
        let table = sitting.id.to_string();
        let note = TableOpened { table, seats: mine, invitations, room, tokens: Vec::new() };
        Ok((sitting, Opened { note, host, seat }))
    }

    /// Makes sure that the game of this table can be laid out.
    fn try_out(&self, chance: &mut Chance) -> Result<(), Error> {
        if self.agreed.goes_on_after().is_some() {
            return self.try_moment();
        }
        let (game, terms) = (self.game, self.terms()?);
        guarded(|| game.open(&terms, chance))??;
        Ok(())
    }

    /// Makes sure that these rules can go on from the moment that was agreed.
    pub(super) fn try_moment(&self) -> Result<(), Error> {
        let reading = self.moment()?;
        match reading.as_ref().and_then(Reading::whole).map(Table::outcome) {
            Some(None) => Ok(()),
            Some(Some(_)) => {
                Err(Error::BadTerms(say!("the game is over at that moment; choose an earlier one")))
            }
            None => Err(Error::BadTerms(say!("these rules cannot play the game up to that moment"))),
        }
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
    ///
    /// Where time runs, people's chairs are kept for them until they come, so that nobody's time runs who
    /// does not know that there is a rematch.
    fn laid_again(&self, table: TableId, at: i64) -> Result<Sitting, Error> {
        let is_timed = self.agreed.clock.is_some();
        let mut chairs: Vec<Chair> = self.chairs.iter().map(|chair| chair_again(chair, is_timed)).collect();
        chairs.rotate_right(1);
        let header = Header::new(self.about(), &self.terms()?);
        // Everybody has a seat again or may come to it, so nobody has to be invited.
        let agreed = Agreed { header, chairs, shuffle: false, room: None, ..self.agreed.clone() };
        Sitting::opened(&self.house, self.game, table, agreed, at)
    }
}

/// A table of wood, if things lie there with which the game can be played.
fn real_board(request: &OpenTable, game: &dyn Listed) -> Result<Option<RealBoard>, Error> {
    let Some(RealBoardPlan { phones, checkers, cards_by_hand }) = request.real_board else { return Ok(None) };
    if checkers > MOST_CHECKERS {
        return Err(Error::BadTerms(say!(
            "a real board has 0 to {most} checkers of each colour, not {checkers}",
            most = u32::from(MOST_CHECKERS),
            checkers = u32::from(checkers)
        )));
    }
    let is_bot = |sitter: &Sitter| matches!(sitter, Sitter::Bot { .. });
    if cards_by_hand && !deals_hands(game) {
        return Err(Error::BadTerms(say!("no cards are dealt to players in this game, so none are told")));
    }
    if cards_by_hand && request.seats.iter().any(is_bot) {
        return Err(Error::BadTerms(say!(
            "a bot cannot look at real cards, so with one the cards are not dealt by hand"
        )));
    }
    Ok(Some(RealBoard { phones: phones.into(), checkers, cards_by_hand }))
}

/// The name of whoever opens a table: as they say, or as they are called on their first seat.
fn host_name(request: &OpenTable) -> Result<Option<String>, Error> {
    let of_seat = request.seats.iter().find_map(|sitter| match sitter {
        Sitter::Me { name } => name.as_deref(),
        Sitter::Invited | Sitter::Free | Sitter::Bot { .. } => None,
    });
    clean_name(request.name.as_deref().or(of_seat))
}

fn chair_again(chair: &Chair, is_kept: bool) -> Chair {
    match &chair.occupant {
        Occupant::Person(_) if is_kept => Occupant::Invited.into(),
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

/// The game, the terms, and the lines up to the moment of another game from which this one is to go
/// on.
fn moment(
    house: &House,
    request: &OpenTable,
    from: &FromMoment,
) -> Result<(&'static dyn Listed, Terms, Vec<Line>), Error> {
    let (Some(text), None) = (&from.scoresheet, &from.table) else {
        return Err(Error::BadRequest(say!("`from` needs either a scoresheet or a table")));
    };
    let sheet: Scoresheet = text
        .parse()
        .map_err(|bad: BadText| Error::BadTerms(say!("scoresheet, {problem}", problem = bad.sentence())))?;
    let last = sheet.entries.len();
    let entry = from.entry.unwrap_or(last);
    if last > MOST_ENTRIES {
        return Err(Error::BadRequest(say!("at most {most} entries can be replayed", most = MOST_ENTRIES)));
    }
    if entry > last {
        let problem = say!("the scoresheet has entries 0 to {whole}, not {entry}", whole = last, entry);
        return Err(Error::BadRequest(problem));
    }
    agrees(&request.terms, request.seats.len(), &sheet.header)?;
    let reading = guarded(|| Reading::of(house.catalogue, &sheet.cut(entry)))?;
    let reading = reading.map_err(|bad| Error::BadTerms(bad.sentence()))?;
    if let Some(problem) = reading.problem() {
        return Err(Error::BadTerms(problem.sentence()));
    }
    let table = reading.whole().ok_or(Error::Outdated)?;
    // As these rules say it, whoever has written it down.
    Ok((table.game(), table.terms().clone(), table.scoresheet().cut(entry).lines().collect()))
}

/// What is asked for is what was agreed where the game comes from, as far as anything is said.
fn agrees(asked: &TermsRequest, seats: usize, kept: &Header) -> Result<(), Error> {
    let bad = |sentence| Err(Error::BadTerms(sentence));
    if asked.game != kept.game {
        let (found, asked) = (Filling::text(excerpt(&kept.game)), Filling::text(excerpt(&asked.game)));
        return bad(say!("the moment is one of the game `{found}`, not of `{asked}`", found, asked));
    }
    let differs = |(name, value): (&String, &OptionValue)| kept.options.get(name) != Some(&value.to_string());
    if asked.edition.as_ref().is_some_and(|edition| *edition != kept.edition)
        || asked.options.iter().flatten().any(differs)
        || asked.arrangement.is_some()
    {
        return bad(say!("a game that goes on keeps its edition, its options and its start; leave them out"));
    }
    if seats != kept.seats {
        return bad(say!(
            "a game that goes on keeps its {seats} {seats|one=seat|other=seats}, and cannot have {asked}",
            seats = kept.seats,
            asked = seats
        ));
    }
    Ok(())
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
