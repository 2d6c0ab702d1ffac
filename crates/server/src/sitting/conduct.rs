//! What people at a table may ask for, and what comes of it.

use std::sync::Arc;

use kit_bots::Level;
use kit_play::{Chance, Conduct, Seat, Team, Viewer};

use super::frames::Shown;
use super::{Sitting, fingerprint, guarded};
use crate::error::Error;
use crate::record::{Chair, Deed, InvitationDigest, Occupant, OpenedDeed, Record, Stamp};
use crate::store::{NewRecord, StoredRecord};
use crate::table_id::{Digest, Token, random_code};
use crate::wire::{
    ActCommand, ChannelName, Command, Enter, Invitation, ReplaceCommand, SayCommand, SeatCommand, Sitter,
    Status, SwapCommand,
};

/// A change that is to be written down.
pub struct Carried {
    /// What is written.
    pub deed: Deed,
    /// The link that was made, if one was.
    pub invitation: Option<Invitation>,
}

impl From<Deed> for Carried {
    fn from(deed: Deed) -> Carried {
        Carried { deed, invitation: None }
    }
}

const LONGEST_LINE: usize = 500;
const LONGEST_NAME: usize = 40;
const NO_ONE_ASKS: Error = Error::NotNow("nobody asks for that");

/// What viewers were shown before a change.
pub struct Before(Vec<Option<Arc<Shown>>>);

impl Sitting {
    /// Remembers what viewers are shown, so that the change can be numbered.
    pub fn before(&mut self) -> Before {
        Before(self.all_shown())
    }

    /// The record of a deed that this sitting has already taken in, and the numbers in it.
    ///
    /// # Errors
    ///
    /// Fails when the game's program does.
    pub fn record(
        &mut self,
        deed: Deed,
        before: &Before,
        at: i64,
        bot_patience: i64,
    ) -> Result<(NewRecord, Vec<Stamp>), Error> {
        self.forget_shown();
        let stamps = self.stamps_after(&before.0)?;
        Ok((self.written(deed, stamps.clone(), at, bot_patience), stamps))
    }

    /// The first record of a table.
    pub fn first_record(&mut self, at: i64, bot_patience: i64) -> NewRecord {
        let deed = Deed::Opened(Box::new(self.agreed.clone()));
        let stamps = self.stamps.clone();
        self.written(deed, stamps, at, bot_patience)
    }

    fn written(&self, deed: Deed, stamps: Vec<Stamp>, at: i64, bot_patience: i64) -> NewRecord {
        let record: StoredRecord = Record { deed, stamps }.stored(self.head + 1, at);
        NewRecord { record, index: self.index(bot_patience, at) }
    }

    /// The record is in the store, so its numbers hold.
    pub fn committed(&mut self, number: u32, stamps: Vec<Stamp>) {
        let shown = std::mem::take(&mut self.shown);
        self.number(number, stamps);
        self.shown = shown;
    }

    /// Carries out what a seat asks for.
    ///
    /// # Errors
    ///
    /// Fails when that is not possible now; then nothing has changed.
    pub fn carry_out(&mut self, seat: Seat, command: &Command, at: i64) -> Result<Carried, Error> {
        match command {
            Command::Act(act) => return self.decide(seat, act, at).map(Carried::from),
            Command::Move(_) => return self.invite(seat),
            Command::Seat(_) | Command::Swap(_) | Command::Start(_) | Command::Close(_) => {
                return Err(Error::NotHost);
            }
            Command::Rematch(_) => return Err(Error::NotNow("the game is not over")),
            _ => {}
        }
        let deed = self.deed_of(seat, command)?;
        self.apply(at, &deed)?;
        Ok(deed.into())
    }

    fn deed_of(&self, seat: Seat, command: &Command) -> Result<Deed, Error> {
        let team = self.game.team_of(seat);
        match command {
            Command::Say(say) => self.say(seat, say),
            Command::Resign(_) => self.ended(Conduct::Resigned(team)),
            Command::OfferDraw(_) | Command::AcceptDraw(_) => self.draw(team, command),
            Command::DeclineDraw(_) if self.draw_offered_to(team) => Ok(Deed::DrawDeclined),
            Command::DeclineDraw(_) => Err(NO_ONE_ASKS),
            Command::AskUndo(_) => self.ask_undo(seat),
            Command::GrantUndo(_) => self.grant_undo(seat),
            Command::RefuseUndo(_) if self.undo.is_some() => Ok(Deed::UndoRefused),
            Command::RefuseUndo(_) => Err(NO_ONE_ASKS),
            Command::Leave(_) => self.leave(seat),
            Command::Return(_) => match &self.chairs[seat.index()].occupant {
                Occupant::Person { away: true, .. } => Ok(Deed::Returned { seat: seat.0 }),
                _ => Err(Error::NotNow("you have not left")),
            },
            Command::Replace(replace) => self.replace(replace),
            Command::ClaimWin(_) => self.claim_win(team),
            Command::Act(_)
            | Command::Rematch(_)
            | Command::Move(_)
            | Command::Seat(_)
            | Command::Swap(_)
            | Command::Start(_)
            | Command::Close(_) => Err(Error::NotHost),
        }
    }

    /// Carries out what the host asks for.
    ///
    /// # Errors
    ///
    /// Fails when that is not possible now; then nothing has changed.
    pub fn carry_out_for_host(&mut self, command: &Command, at: i64) -> Result<Carried, Error> {
        self.must_wait()?;
        match command {
            Command::Seat(plan) => return self.plan(plan, at),
            Command::Start(_) => return self.start_now(at).map(Carried::from),
            _ => {}
        }
        let deed = match command {
            Command::Swap(SwapCommand { one, other }) => {
                Deed::Swapped { one: self.seat_named(one)?.0, other: self.seat_named(other)?.0 }
            }
            Command::Close(_) => Deed::Closed,
            _ => {
                return Err(Error::BadRequest(
                    "a host may give the commands seat, swap, start and close".into(),
                ));
            }
        };
        self.apply(at, &deed)?;
        Ok(deed.into())
    }

    fn must_wait(&self) -> Result<(), Error> {
        match self.status {
            Status::Waiting => Ok(()),
            Status::Playing => Err(Error::AlreadyStarted),
            Status::Over => Err(Error::Over),
            Status::Frozen => Err(Error::Frozen),
            Status::Closed => Err(Error::UnknownTable),
        }
    }

    /// Starts the game, if every seat has somebody.
    ///
    /// # Errors
    ///
    /// Fails when a seat is empty or the game cannot be laid out.
    pub fn start_now(&mut self, at: i64) -> Result<Deed, Error> {
        if !self.is_complete() {
            return Err(Error::NotNow("not every seat has a player"));
        }
        let mut chance = Chance::unpredictable();
        let mut order: Vec<u8> = Seat::first(self.chairs.len()).map(|seat| seat.0).collect();
        if self.agreed.shuffle {
            chance.shuffle(&mut order);
        }
        let rolls = self.start(at, &order, &mut chance)?;
        Ok(Deed::Started { order, rolls })
    }

    /// Makes sure that the game can be laid out by these terms, before anybody sits down.
    ///
    /// # Errors
    ///
    /// Fails when it cannot.
    pub fn try_start(&self) -> Result<(), Error> {
        let (game, terms) = (self.game, &self.terms);
        guarded(|| game.open(terms, &mut Chance::unpredictable()))??;
        Ok(())
    }

    /// Whether every seat has somebody.
    pub fn is_complete(&self) -> bool {
        !self.chairs.iter().any(|chair| matches!(chair.occupant, Occupant::Free | Occupant::Invited))
    }

    fn decide(&mut self, seat: Seat, act: &ActCommand, at: i64) -> Result<Deed, Error> {
        self.playing()?;
        if act.prompt != self.stamp(Viewer::Seat(seat)).1 {
            return Err(Error::StalePrompt);
        }
        self.decide_now(seat, &act.action, at)
    }

    /// Acts for a seat, whatever prompt it answers.
    ///
    /// # Errors
    ///
    /// Refuses what is not on offer.
    pub fn decide_now(&mut self, seat: Seat, action: &str, at: i64) -> Result<Deed, Error> {
        let (entry, said) = self.act(at, seat, action, &mut Chance::unpredictable())?;
        let said = fingerprint(&said);
        Ok(Deed::Acted { seat: seat.0, action: entry.action, rolls: entry.rolls, said })
    }

    /// What must happen because time has passed.
    ///
    /// # Errors
    ///
    /// Fails when the game's program does.
    pub fn overdue(&mut self, now: i64) -> Result<Option<Deed>, Error> {
        if self.status != Status::Playing {
            return Ok(None);
        }
        if let Some(seat) = self.clocks.fallen(now) {
            let deed = self.ended(Conduct::OutOfTime(self.game.team_of(seat)))?;
            self.apply(now, &deed)?;
            return Ok(Some(deed));
        }
        if !self.clocks.timer_is_up(now) {
            return Ok(None);
        }
        let mut chance = Chance::unpredictable();
        let said = fingerprint(&self.time_up(now, &mut chance)?);
        let entries = self.table.as_ref().map(|table| &table.scoresheet().entries);
        let rolls =
            entries.and_then(|entries| entries.last()).map_or_else(Vec::new, |entry| entry.rolls.clone());
        Ok(Some(Deed::TimeUp { rolls, said }))
    }

    fn ended(&self, conduct: Conduct) -> Result<Deed, Error> {
        match self.status {
            Status::Playing => Ok(Deed::Ended { conduct: conduct.to_string() }),
            Status::Waiting => Err(Error::NotStarted),
            Status::Over => Err(Error::Over),
            Status::Frozen => Err(Error::Frozen),
            Status::Closed => Err(Error::UnknownTable),
        }
    }

    fn say(&self, seat: Seat, say: &SayCommand) -> Result<Deed, Error> {
        let text: String = say.text.trim().chars().filter(|letter| !letter.is_control()).collect();
        let length = text.chars().count();
        if length == 0 || length > LONGEST_LINE {
            return Err(Error::BadRequest(format!("a line has 1 to {LONGEST_LINE} letters, not {length}")));
        }
        if !self.channels(Viewer::Seat(seat))?.contains(&say.channel) {
            return Err(Error::Silence);
        }
        let team = self.game.team_of(seat);
        let audience = match say.channel {
            ChannelName::All => None,
            ChannelName::Team => Some(
                Seat::first(self.chairs.len())
                    .filter(|other| self.game.team_of(*other) == team)
                    .map(|seat| seat.0)
                    .collect(),
            ),
        };
        Ok(Deed::Said { seat: seat.0, channel: say.channel, audience, text })
    }

    fn draw(&self, team: Team, command: &Command) -> Result<Deed, Error> {
        let agreed = self.ended(Conduct::DrawAgreed)?;
        let others: Vec<Team> = self.teams().into_iter().filter(|other| *other != team).collect();
        if others.is_empty() {
            return Err(Error::NotNow("there is nobody to agree on a draw with"));
        }
        let offered = self.draw_offered_to(team);
        match command {
            _ if offered && others.iter().all(|other| self.draw_offers.contains(other)) => Ok(agreed),
            Command::AcceptDraw(_) if !offered => Err(NO_ONE_ASKS),
            _ if self.draw_offers.contains(&team) => Err(Error::NotNow("you have offered a draw already")),
            _ if !others.iter().all(|other| self.has_person(*other)) => {
                Err(Error::NotNow("bots do not agree on draws"))
            }
            _ => Ok(Deed::DrawOffered { team: team.0 }),
        }
    }

    fn draw_offered_to(&self, team: Team) -> bool {
        self.draw_offers.iter().any(|other| *other != team)
    }

    fn teams(&self) -> Vec<Team> {
        let mut teams: Vec<Team> =
            Seat::first(self.chairs.len()).map(|seat| self.game.team_of(seat)).collect();
        teams.sort();
        teams.dedup();
        teams
    }

    fn has_person(&self, team: Team) -> bool {
        Seat::first(self.chairs.len())
            .filter(|seat| self.game.team_of(*seat) == team)
            .any(|seat| self.is_present(seat))
    }

    /// Whether a person sits there who has not left.
    fn is_present(&self, seat: Seat) -> bool {
        matches!(self.chairs[seat.index()].occupant, Occupant::Person { away: false, .. })
    }

    /// How many entries the seat would take back: those from its own last one on.
    fn undo_entries(&self, seat: Seat) -> Option<usize> {
        let table = self.table.as_ref().filter(|_| self.status == Status::Playing)?;
        let name = self.about().seat_name(seat);
        let entries = &table.scoresheet().entries;
        let back = entries.iter().rev().position(|entry| entry.seat == name)? + 1;
        (back <= table.undoable()).then_some(back)
    }

    fn ask_undo(&self, seat: Seat) -> Result<Deed, Error> {
        if self.status != Status::Playing {
            return self.ended(Conduct::DrawAgreed);
        }
        let entries = self.undo_entries(seat).ok_or(Error::NotNow("that cannot be taken back"))?;
        match self.must_consent(seat).is_empty() {
            true => Ok(Deed::Undone { entries }),
            false => Ok(Deed::UndoAsked { seat: seat.0, entries }),
        }
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

    fn grant_undo(&self, seat: Seat) -> Result<Deed, Error> {
        let question = self.undo.as_ref().ok_or(NO_ONE_ASKS)?;
        let missing: Vec<Seat> = self
            .must_consent(question.seat)
            .into_iter()
            .filter(|seat| !question.granted.contains(seat))
            .collect();
        match missing.as_slice() {
            [last] if *last == seat => Ok(Deed::Undone { entries: question.entries }),
            several if several.contains(&seat) => Ok(Deed::UndoGranted { seat: seat.0 }),
            _ => Err(Error::NotNow("you do not have to agree to that")),
        }
    }

    fn leave(&self, seat: Seat) -> Result<Deed, Error> {
        match self.status {
            Status::Waiting => {
                let occupant = if self.agreed.public { Occupant::Free } else { Occupant::Invited };
                Ok(Deed::Planned { seat: seat.0, chair: Chair { occupant, invitation: None } })
            }
            Status::Playing if self.is_present(seat) => Ok(Deed::Left { seat: seat.0 }),
            Status::Playing => Err(Error::NotNow("you have left already")),
            Status::Over => Err(Error::Over),
            Status::Frozen => Err(Error::Frozen),
            Status::Closed => Err(Error::UnknownTable),
        }
    }

    fn replace(&self, replace: &ReplaceCommand) -> Result<Deed, Error> {
        let seat = self.seat_named(&replace.seat)?;
        let level = level(&replace.level)?;
        match &self.chairs[seat.index()].occupant {
            Occupant::Person { away: true, substitute: None, .. } if self.status == Status::Playing => {
                Ok(Deed::Replaced { seat: seat.0, level })
            }
            _ => Err(Error::NotNow("a bot can only take the place of a player who has left")),
        }
    }

    fn claim_win(&self, team: Team) -> Result<Deed, Error> {
        let others: Vec<Team> = self.teams().into_iter().filter(|other| *other != team).collect();
        match others.as_slice() {
            [other] if self.has_left(*other) => self.ended(Conduct::Abandoned(*other)),
            _ => Err(Error::NotNow("the other players have not left")),
        }
    }

    /// Whether nobody plays for a team any more.
    fn has_left(&self, team: Team) -> bool {
        self.status == Status::Playing
            && Seat::first(self.chairs.len()).filter(|seat| self.game.team_of(*seat) == team).all(|seat| {
                matches!(
                    self.chairs[seat.index()].occupant,
                    Occupant::Person { away: true, substitute: None, .. }
                )
            })
    }

    /// The commands, beside acting and speaking, that a seat may give now.
    pub(super) fn may(&self, seat: Seat) -> Vec<&'static str> {
        let Occupant::Person { away, .. } = self.chairs[seat.index()].occupant else { return Vec::new() };
        let team = self.game.team_of(seat);
        let playing = self.status == Status::Playing;
        let asks = self.undo.as_ref().map(|question| question.seat);
        let asked = self.undo.as_ref().is_some_and(|question| {
            self.must_consent(question.seat).contains(&seat) && !question.granted.contains(&seat)
        });
        let offers = |command: Command| playing && self.draw(team, &command).is_ok();
        let draw_offered = playing && self.draw_offered_to(team);
        let someone_left = playing
            && self
                .chairs
                .iter()
                .any(|chair| matches!(chair.occupant, Occupant::Person { away: true, substitute: None, .. }));
        [
            ("resign", playing),
            ("offer-draw", !draw_offered && offers(Command::OfferDraw(crate::wire::Nothing {}))),
            ("accept-draw", draw_offered),
            ("decline-draw", draw_offered),
            ("ask-undo", asks.is_none() && self.undo_entries(seat).is_some()),
            ("grant-undo", asked),
            ("refuse-undo", asked || asks == Some(seat)),
            ("leave", matches!(self.status, Status::Waiting | Status::Playing) && !away),
            ("return", playing && away),
            ("replace", someone_left),
            ("claim-win", self.claim_win(team).is_ok()),
            ("rematch", self.status == Status::Over && self.rematch.is_none()),
            ("move", matches!(self.status, Status::Waiting | Status::Playing)),
        ]
        .into_iter()
        .filter_map(|(name, may)| may.then_some(name))
        .collect()
    }

    /// A new link for one's own seat.
    fn invite(&mut self, seat: Seat) -> Result<Carried, Error> {
        let chair = self.chairs[seat.index()].clone();
        self.invited(seat, chair)
    }

    fn invited(&mut self, seat: Seat, chair: Chair) -> Result<Carried, Error> {
        let (invitation, digest) = new_invitation(self.about().seat_name(seat));
        let chair = Chair { invitation: Some(digest), ..chair };
        let deed = Deed::Planned { seat: seat.0, chair };
        self.apply(0, &deed)?;
        Ok(Carried { deed, invitation: Some(invitation) })
    }

    fn plan(&mut self, command: &SeatCommand, at: i64) -> Result<Carried, Error> {
        let seat = self.seat_named(&command.seat)?;
        let occupant = match &command.plan {
            Sitter::Invited => {
                return self.invited(seat, Chair { occupant: Occupant::Invited, invitation: None });
            }
            Sitter::Free => Occupant::Free,
            Sitter::Bot { level: name } => Occupant::Bot { level: level(name)? },
            Sitter::Me { .. } => {
                return Err(Error::BadRequest(
                    "make the seat free and enter it to sit there yourself".into(),
                ));
            }
        };
        let deed = Deed::Planned { seat: seat.0, chair: Chair { occupant, invitation: None } };
        self.apply(at, &deed)?;
        Ok(deed.into())
    }

    /// Somebody takes a seat; the secret is handed out once.
    ///
    /// # Errors
    ///
    /// Fails when the invitation is not good or no seat is free.
    pub fn enter(&mut self, enter: &Enter, at: i64) -> Result<(Seat, Token, Deed), Error> {
        if matches!(self.status, Status::Over | Status::Frozen | Status::Closed) {
            self.must_wait()?;
        }
        let seat = match &enter.invitation {
            Some(invitation) => self.seat_invited(invitation)?,
            None => self.free_seat(enter.seat.as_deref())?,
        };
        let token = Token::random();
        let name = clean_name(enter.name.as_deref())?;
        let deed = Deed::Seated { seat: seat.0, name, token: token.digest() };
        self.apply(at, &deed)?;
        Ok((seat, token, deed))
    }

    fn seat_invited(&self, invitation: &str) -> Result<Seat, Error> {
        let (token, code) = (Digest::of(invitation.trim()), Digest::of_code(invitation));
        let fits = |seat: &Seat| {
            let invitation = self.chairs[seat.index()].invitation.as_ref();
            invitation.is_some_and(|kept| kept.token.matches(&token) | kept.code.matches(&code))
        };
        Seat::first(self.chairs.len()).find(fits).ok_or(Error::BadInvitation)
    }

    fn free_seat(&self, wanted: Option<&str>) -> Result<Seat, Error> {
        let is_free = |seat: &Seat| matches!(self.chairs[seat.index()].occupant, Occupant::Free);
        match wanted {
            Some(name) => Some(self.seat_named(name)?).filter(is_free).ok_or(Error::SeatTaken),
            None => Seat::first(self.chairs.len()).find(is_free).ok_or(Error::TableFull),
        }
    }

    /// What is agreed for a rematch: the same, with everybody one seat on.
    pub fn agreed_again(&self) -> OpenedDeed {
        let mut chairs: Vec<Chair> = self.chairs.iter().map(chair_again).collect();
        chairs.rotate_right(1);
        OpenedDeed { chairs, shuffle: false, ..self.agreed.clone() }
    }

    /// Writes down where the rematch is.
    ///
    /// # Errors
    ///
    /// Fails when the game is not over, or there is a rematch already.
    pub fn rematch_at(&mut self, table: &str, at: i64) -> Result<Deed, Error> {
        match (self.status, &self.rematch) {
            (Status::Over, None) => {}
            (Status::Over, Some(_)) => return Err(Error::NotNow("there is a rematch already")),
            _ => return Err(Error::NotNow("the game is not over")),
        }
        let deed = Deed::Rematch { table: table.to_owned() };
        self.apply(at, &deed)?;
        Ok(deed)
    }

    /// Freezes the table, because the game's program failed.
    ///
    /// # Errors
    ///
    /// Never fails.
    pub fn freeze(&mut self, at: i64) -> Result<Deed, Error> {
        self.apply(at, &Deed::Frozen)?;
        Ok(Deed::Frozen)
    }

    /// A glimpse for a bot that must act.
    ///
    /// # Errors
    ///
    /// Fails when the game's program does.
    pub fn glimpse_for(&mut self, seat: Seat) -> Result<kit_play::Glimpse, Error> {
        let table = self.playing()?;
        guarded(|| table.glimpse(Viewer::Seat(seat)))
    }
}

fn chair_again(chair: &Chair) -> Chair {
    let occupant = match &chair.occupant {
        Occupant::Person { name, token, .. } => {
            Occupant::Person { name: name.clone(), token: token.clone(), away: false, substitute: None }
        }
        other => other.clone(),
    };
    Chair { occupant, invitation: None }
}

/// A new invitation, and what is kept of it.
pub fn new_invitation(seat: &str) -> (Invitation, InvitationDigest) {
    let (token, code) = (Token::random(), random_code());
    let digest = InvitationDigest { token: token.digest(), code: Digest::of_code(&code) };
    (Invitation { seat: seat.to_owned(), token: token.reveal(), code }, digest)
}

/// The level of a bot, if there is one of that name.
///
/// # Errors
///
/// Fails when there is none.
pub fn level(name: &str) -> Result<String, Error> {
    let level: Level =
        name.parse().map_err(|unknown: kit_bots::UnknownLevel| Error::BadTerms(unknown.to_string()))?;
    Ok(level.name().to_owned())
}

/// A name as it is kept: one line, not too long, or none.
///
/// # Errors
///
/// Fails when it is too long.
pub fn clean_name(name: Option<&str>) -> Result<Option<String>, Error> {
    let name: String =
        name.unwrap_or_default().trim().chars().filter(|letter| !letter.is_control()).collect();
    let length = name.chars().count();
    match length {
        0 => Ok(None),
        1..=LONGEST_NAME => Ok(Some(name)),
        _ => Err(Error::BadRequest(format!("a name has at most {LONGEST_NAME} letters, not {length}"))),
    }
}
