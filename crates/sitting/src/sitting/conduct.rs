//! What people at a table may ask for, and what comes of it.

use kit_bots::Level;
use kit_play::log::{Ending, Line};
use kit_play::text::visible;
use kit_play::{Chance, Conduct, Seat, Sentence, Team, Viewer, say};

use super::{Arrival, Done, Sitting, guarded};
use crate::agreed::Occupant;
use crate::deed::Deed;
use crate::error::Error;
use crate::secrets::Secrets;
use crate::wire::{ActCommand, ChannelName, Command, Nothing, ReplaceCommand, SayCommand, Status};

const LONGEST_LINE: usize = 500;

/// How well a bot plays that is put in the place of a player by an opponent.
const OPPONENTS_CHOICE: Level = Level::Club;

pub(super) const NO_ONE_ASKS: Error = Error::NotNow(Sentence::plain("nobody asks for that"));

impl Sitting {
    /// Carries out what a seat asks for, or `host`, if the secrets allow it.
    ///
    /// # Errors
    ///
    /// Fails when that is not possible now; then nothing has changed.
    pub fn command(
        &mut self,
        who: &str,
        secrets: &Secrets,
        command: &Command,
        arrival: Arrival,
        chance: &mut Chance,
    ) -> Result<Done, Error> {
        if who == "host" {
            if !self.is_host(secrets) {
                return Err(Error::NotHost);
            }
            return self.host_asks(command, secrets, arrival.at, chance);
        }
        let seat = self.seat_named(who)?;
        if !self.holds(seat, secrets) {
            return Err(Error::NotYourSeat);
        }
        self.seat_asks(seat, command, arrival, chance)
    }

    fn seat_asks(
        &mut self,
        seat: Seat,
        command: &Command,
        arrival: Arrival,
        chance: &mut Chance,
    ) -> Result<Done, Error> {
        let (team, at) = (self.game.team_of(seat), arrival.at);
        match command {
            Command::Act(act) => self.answer(seat, act, arrival, chance),
            Command::Say(say) => self.say(seat, say, at),
            Command::Resign(_) => self.end(Conduct::Resigned(team), at),
            Command::OfferDraw(_) | Command::AcceptDraw(_) => self.draw(team, command, at),
            Command::DeclineDraw(_) if self.draw_offered_to(team) => self.done(at, Deed::DrawDeclined),
            Command::RefuseUndo(_) if self.undo.is_some() => self.done(at, Deed::UndoRefused),
            Command::DeclineDraw(_) | Command::RefuseUndo(_) => Err(NO_ONE_ASKS),
            Command::AskUndo(_) => self.ask_undo(seat, at),
            Command::GoBack(back) => self.go_back(seat, back, at),
            Command::TellCards(told) => self.tell_cards(seat, told, at),
            Command::GrantUndo(_) => self.grant_undo(seat, at),
            Command::Leave(_) => self.leave(seat, at),
            Command::Return(_) if self.is_present(seat) => Err(Error::NotNow(say!("you have not left"))),
            Command::Return(_) => self.done(at, Deed::Returned(seat)),
            Command::Replace(replace) => self.replace(replace, Some(team), at),
            Command::ClaimWin(_) => {
                let other = self.deserted_by(team)?;
                self.end(Conduct::Abandoned(other), at)
            }
            Command::CallOff(_) => self.call_off(at),
            Command::Move(_) if matches!(self.status, Status::Waiting | Status::Playing) => {
                self.invite(seat, at, chance)
            }
            Command::Move(_) => Err(self.why_not_playing()),
            Command::Rematch(_) => {
                Err(Error::NotNow(say!("a rematch is a table of its own, opened when the game is over")))
            }
            Command::Seat(_)
            | Command::Swap(_)
            | Command::Room(_)
            | Command::Start(_)
            | Command::Close(_) => Err(Error::NotHost),
        }
    }

    /// Takes a deed in and gives it to be written down.
    pub(super) fn done(&mut self, at: i64, deed: Deed) -> Result<Done, Error> {
        self.apply(at, &deed)?;
        Ok(deed.into())
    }

    /// What the game has just done is to be written down, and everybody sees it.
    pub(super) fn played(&mut self, at: i64, lines: Vec<Line>) -> Result<Done, Error> {
        self.forget_sights();
        lines.iter().for_each(|line| self.after(at, line));
        let acting = self.acting_now()?;
        self.settle(at, acting)?;
        Ok(lines.into_iter().map(Deed::Played).collect::<Vec<Deed>>().into())
    }

    /// Acts for a seat, if it answers the prompt that is open.
    fn answer(
        &mut self,
        seat: Seat,
        act: &ActCommand,
        arrival: Arrival,
        chance: &mut Chance,
    ) -> Result<Done, Error> {
        self.must_be_playing()?;
        self.nobody_has_to_tell()?;
        if act.prompt != self.stamp(Viewer::Seat(seat)).1 {
            return Err(Error::StalePrompt);
        }
        self.act_in_time(seat, &act.action, arrival, chance)
    }

    /// Acts for a seat, whatever prompt it answers; for bots.
    ///
    /// # Errors
    ///
    /// Refuses what is not on offer.
    pub fn act(&mut self, seat: Seat, action: &str, at: i64, chance: &mut Chance) -> Result<Done, Error> {
        self.act_in_time(seat, action, at.into(), chance)
    }

    /// Acts for a seat, and does not charge it for the time that the action was on its way; an
    /// action that is too late all the same ends the game.
    fn act_in_time(
        &mut self,
        seat: Seat,
        action: &str,
        arrival: Arrival,
        chance: &mut Chance,
    ) -> Result<Done, Error> {
        let credit = self.clocks.credit(seat, arrival);
        if self.status == Status::Playing && self.clocks.is_late(seat, arrival.at, credit) {
            let done = self.end(Conduct::OutOfTime(self.game.team_of(seat)), arrival.at)?;
            return Ok(Done { too_late: true, ..done });
        }
        let table = self.playing()?;
        guarded(|| table.act(seat, action, chance))??;
        self.clocks.give_back(seat, credit);
        let lines = self.last_entry();
        let mut done = self.played(arrival.at, lines)?;
        if let Some(credit) = u32::try_from(credit).ok().filter(|credit| *credit > 0) {
            done.deeds.insert(0, Deed::Lag(seat, credit));
        }
        Ok(done)
    }

    /// The last entry and, if it was the last of all, how the game ended.
    fn last_entry(&self) -> Vec<Line> {
        let Some(sheet) = self.table().map(|table| table.scoresheet()) else { return Vec::new() };
        let number = sheet.entries.len() as u32;
        let entry = sheet.entries.last().map(|entry| Line::Entry { number, entry: entry.clone() });
        entry.into_iter().chain(sheet.ending.clone().map(Line::Over)).collect()
    }

    /// What must happen because time has passed.
    ///
    /// # Errors
    ///
    /// Fails when the game's program does.
    pub fn overdue(&mut self, now: i64, chance: &mut Chance) -> Result<Option<Done>, Error> {
        if self.status != Status::Playing {
            return Ok(None);
        }
        if let Some(seat) = self.clocks.fallen(now) {
            return self.end(Conduct::OutOfTime(self.game.team_of(seat)), now).map(Some);
        }
        if !self.clocks.timer_is_up(now) {
            return Ok(None);
        }
        let table = self.playing()?;
        guarded(|| table.time_up(chance))??;
        let lines = self.last_entry();
        self.played(now, lines).map(Some)
    }

    /// Freezes the table, because the game's program failed.
    pub fn freeze(&mut self) -> Done {
        self.frozen = true;
        self.status = Status::Frozen;
        Deed::Frozen.into()
    }

    fn end(&mut self, conduct: Conduct, at: i64) -> Result<Done, Error> {
        let table = self.playing()?;
        guarded(|| table.end(conduct))?;
        let sheet = table.scoresheet();
        let end = Line::Conduct { conduct, said: sheet.last_words.clone() };
        let lines = [end].into_iter().chain(sheet.ending.clone().map(Line::Over)).collect();
        self.played(at, lines)
    }

    /// Ends a game that cannot go on; the rules are not asked, because they cannot tell.
    fn call_off(&mut self, at: i64) -> Result<Done, Error> {
        if !self.can_be_called_off() {
            return Err(Error::NotNow(say!("only a game that cannot go on is called off")));
        }
        let end = Line::Conduct { conduct: Conduct::CalledOff, said: Vec::new() };
        let lines = [end, Line::Over(Ending::called_off())];
        let deeds = lines.map(Deed::Played).to_vec();
        deeds.iter().try_for_each(|deed| self.apply(at, deed))?;
        Ok(deeds.into())
    }

    fn can_be_called_off(&self) -> bool {
        matches!(self.status, Status::Frozen | Status::Outdated) && self.reading.is_some()
    }

    fn say(&mut self, seat: Seat, say: &SayCommand, at: i64) -> Result<Done, Error> {
        let text = visible(&say.text);
        let length = text.chars().count();
        if length == 0 || length > LONGEST_LINE {
            return Err(Error::BadRequest(say!(
                "a line has 1 to {most} letters, not {length}",
                most = LONGEST_LINE,
                length
            )));
        }
        if !self.channels(Viewer::Seat(seat))?.contains(&say.channel) {
            return Err(Error::Silence);
        }
        let audience = match say.channel {
            ChannelName::All => None,
            ChannelName::Team => Some(self.seats_of_team(self.game.team_of(seat)).collect()),
        };
        self.done(at, Deed::Said { seat, audience, text })
    }

    fn draw(&mut self, team: Team, command: &Command, at: i64) -> Result<Done, Error> {
        self.must_be_playing()?;
        match self.draw_answer(team, command)? {
            DrawAnswer::Agreed => self.end(Conduct::DrawAgreed, at),
            DrawAnswer::Offered => self.done(at, Deed::DrawOffered(team)),
        }
    }

    /// What comes of offering or accepting a draw.
    fn draw_answer(&self, team: Team, command: &Command) -> Result<DrawAnswer, Error> {
        let others: Vec<Team> = self.other_teams(team);
        if others.is_empty() {
            return Err(Error::NotNow(say!("there is nobody to agree on a draw with")));
        }
        let offered = self.draw_offered_to(team);
        match command {
            _ if offered && others.iter().all(|other| self.draw_offers.contains(other)) => {
                Ok(DrawAnswer::Agreed)
            }
            Command::AcceptDraw(_) if !offered => Err(NO_ONE_ASKS),
            _ if self.draw_offers.contains(&team) => {
                Err(Error::NotNow(say!("you have offered a draw already")))
            }
            _ if !others.iter().all(|other| self.has_person(*other) || self.is_bots_only(*other)) => {
                Err(Error::NotNow(say!("nobody is there who could agree")))
            }
            _ => Ok(DrawAnswer::Offered),
        }
    }

    /// Whether bots play on all seats of a team.
    fn is_bots_only(&self, team: Team) -> bool {
        self.seats_of_team(team).all(|seat| self.has_bot(seat))
    }

    /// Bots to whom a draw is offered, if nobody else decides for their team.
    pub fn bots_offered_draw(&self) -> Vec<Seat> {
        if self.status != Status::Playing {
            return Vec::new();
        }
        let is_asked = |seat: &Seat| {
            let team = self.game.team_of(*seat);
            self.is_bots_only(team) && self.draw_offered_to(team) && !self.draw_offers.contains(&team)
        };
        Seat::first(self.chairs.len()).filter(is_asked).collect()
    }

    /// A bot answers the draw that is offered to its team.
    ///
    /// # Errors
    ///
    /// Fails when none is.
    pub fn bot_answers_draw(&mut self, seat: Seat, agrees: bool, at: i64) -> Result<Done, Error> {
        if !self.bots_offered_draw().contains(&seat) {
            return Err(NO_ONE_ASKS);
        }
        if agrees {
            self.draw(self.game.team_of(seat), &Command::AcceptDraw(Nothing {}), at)
        } else {
            self.done(at, Deed::DrawDeclined)
        }
    }

    /// A bot offers a draw to people, where it may.
    ///
    /// # Errors
    ///
    /// Fails where it may not: with a person in its team, or none in another.
    pub fn bot_offers_draw(&mut self, seat: Seat, at: i64) -> Result<Done, Error> {
        let team = self.game.team_of(seat);
        if !self.is_bots_only(team) || self.other_teams(team).iter().any(|other| !self.has_person(*other)) {
            return Err(Error::NotNow(say!("nobody is there who could agree")));
        }
        self.draw(team, &Command::OfferDraw(Nothing {}), at)
    }

    /// A bot gives up for its team, if there is no person in it and somebody to win.
    pub fn bot_may_resign(&self, seat: Seat) -> bool {
        let team = self.game.team_of(seat);
        self.is_bots_only(team) && !self.other_teams(team).is_empty()
    }

    /// A bot gives up.
    ///
    /// # Errors
    ///
    /// Fails when no game is going on.
    pub fn bot_resigns(&mut self, seat: Seat, at: i64) -> Result<Done, Error> {
        self.end(Conduct::Resigned(self.game.team_of(seat)), at)
    }

    fn draw_offered_to(&self, team: Team) -> bool {
        self.draw_offers.iter().any(|other| *other != team)
    }

    fn other_teams(&self, team: Team) -> Vec<Team> {
        let mut teams: Vec<Team> =
            Seat::first(self.chairs.len()).map(|seat| self.game.team_of(seat)).collect();
        teams.sort();
        teams.dedup();
        teams.retain(|other| *other != team);
        teams
    }

    fn seats_of_team(&self, team: Team) -> impl Iterator<Item = Seat> + '_ {
        Seat::first(self.chairs.len()).filter(move |seat| self.game.team_of(*seat) == team)
    }

    fn has_person(&self, team: Team) -> bool {
        self.seats_of_team(team).any(|seat| self.is_present(seat))
    }

    fn leave(&mut self, seat: Seat, at: i64) -> Result<Done, Error> {
        match self.status {
            Status::Waiting => {
                let occupant = if self.agreed.public { Occupant::Free } else { Occupant::Invited };
                self.done(at, Deed::Planned(seat, occupant.into()))
            }
            Status::Playing if self.is_present(seat) => self.done(at, Deed::Left(seat)),
            Status::Playing => Err(Error::NotNow(say!("you have left already"))),
            Status::Over | Status::Frozen | Status::Outdated | Status::Closed => Err(self.why_not_playing()),
        }
    }

    /// Puts a bot in the place of a player who left; asked for by a team, or by the host.
    pub(super) fn replace(
        &mut self,
        replace: &ReplaceCommand,
        by: Option<Team>,
        at: i64,
    ) -> Result<Done, Error> {
        let seat = self.seat_named(&replace.seat)?;
        let level = level(&replace.level)?;
        if self.status != Status::Playing || !self.is_deserted(seat) {
            return Err(Error::NotNow(say!("a bot can only take the place of a player who has left")));
        }
        let by_opponent = by.is_some_and(|team| team != self.game.team_of(seat));
        if by_opponent && level != OPPONENTS_CHOICE.name() {
            return Err(Error::NotNow(say!("an opponent's place is taken by a bot of the level `club`")));
        }
        self.done(at, Deed::Replaced(seat, level))
    }

    /// The team that has left the table to this one.
    fn deserted_by(&self, team: Team) -> Result<Team, Error> {
        match self.other_teams(team).as_slice() {
            [other] if self.has_left(*other) => Ok(*other),
            _ => Err(Error::NotNow(say!("the other players have not left"))),
        }
    }

    /// Whether nobody plays for a team any more.
    fn has_left(&self, team: Team) -> bool {
        self.status == Status::Playing && self.seats_of_team(team).all(|seat| self.is_deserted(seat))
    }

    /// The commands, beside acting and speaking, that a seat may give now.
    pub(super) fn may(&self, seat: Seat) -> Vec<&'static str> {
        let Some(person) = self.person(seat) else { return Vec::new() };
        let team = self.game.team_of(seat);
        let playing = self.status == Status::Playing;
        let asks = self.undo.as_ref().map(|question| question.seat);
        let asked = self.is_asked_for_undo(seat);
        let draw_offered = playing && self.draw_offered_to(team);
        let can_offer = playing && self.draw_answer(team, &Command::OfferDraw(Nothing {})).is_ok();
        let someone_left = playing && Seat::first(self.chairs.len()).any(|seat| self.is_deserted(seat));
        [
            ("resign", playing),
            ("offer-draw", !draw_offered && can_offer),
            ("accept-draw", draw_offered),
            ("decline-draw", draw_offered),
            ("ask-undo", asks.is_none() && self.undo_entries(seat).is_some()),
            ("tell-cards", playing && self.to_tell.contains(&seat)),
            ("grant-undo", asked),
            ("refuse-undo", asked || asks == Some(seat)),
            ("leave", matches!(self.status, Status::Waiting | Status::Playing) && !person.away),
            ("return", playing && person.away),
            ("replace", someone_left),
            ("claim-win", self.deserted_by(team).is_ok()),
            ("call-off", self.can_be_called_off()),
            ("rematch", self.status == Status::Over && self.rematch.is_none()),
            ("hint", self.may_ask_hint(seat).is_ok()),
            ("move", matches!(self.status, Status::Waiting | Status::Playing)),
        ]
        .into_iter()
        .filter_map(|(name, may)| may.then_some(name))
        .collect()
    }
}

/// What comes of offering or accepting a draw.
enum DrawAnswer {
    Agreed,
    Offered,
}

/// The level of a bot, if there is one of that name.
pub(super) fn level(name: &str) -> Result<String, Error> {
    let level: Level =
        name.parse().map_err(|unknown: kit_bots::UnknownLevel| Error::BadTerms(unknown.sentence()))?;
    Ok(level.name().to_owned())
}
