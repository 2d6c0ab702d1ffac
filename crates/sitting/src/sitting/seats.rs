//! Who sits where: names, secrets, invitations, and how they are shown.

use kit_play::sentence::Filling;
use kit_play::text::{LONGEST_NAME, excerpt, visible};
use kit_play::{Chance, Seat, Viewer, say};

use super::{ChatLine, Done, House, Sitting, seat_named};
use crate::agreed::{Chair, InvitationDigest, Occupant, Person};
use crate::deed::Deed;
use crate::error::Error;
use crate::listing::Listing;
use crate::secrets::{Digest, Secrets, Token, new_code};
use crate::wire::{Enter, Invitation, LobbyNote, RoomInvitation, SeatNote, SitterKind, Status};

/// What the room of a table is called where a seat could be named.
const ROOM: &str = "room";

/// What an invitation is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invites {
    /// A seat, once.
    To(Seat),
    /// Any chair that nobody has.
    ToRoom,
}

impl Sitting {
    /// The seat with this name.
    ///
    /// # Errors
    ///
    /// Fails when this table has no such seat.
    pub fn seat_named(&self, name: &str) -> Result<Seat, Error> {
        seat_named(self.about(), self.chairs.len(), name)
    }

    /// Whether one of the secrets is the seat's.
    pub fn holds(&self, seat: Seat, secrets: &Secrets) -> bool {
        self.token(seat).is_some_and(|token| secrets.open(token))
    }

    /// The digest of the seat's secret.
    pub fn token(&self, seat: Seat) -> Option<&Digest> {
        self.person(seat).map(|person| &person.token)
    }

    /// The person who has a seat.
    pub(super) fn person(&self, seat: Seat) -> Option<&Person> {
        match &self.chairs.get(seat.index())?.occupant {
            Occupant::Person(person) => Some(person),
            Occupant::Free | Occupant::Invited | Occupant::Bot { .. } => None,
        }
    }

    /// Whether a person sits there who has not left.
    pub(super) fn is_present(&self, seat: Seat) -> bool {
        self.person(seat).is_some_and(|person| !person.away)
    }

    /// Whether a bot plays there, in its own right or for somebody who has left.
    pub(super) fn has_bot(&self, seat: Seat) -> bool {
        match self.chairs.get(seat.index()).map(|chair| &chair.occupant) {
            Some(Occupant::Bot { .. }) => true,
            Some(Occupant::Person(person)) => person.away && person.substitute.is_some(),
            Some(Occupant::Free | Occupant::Invited) | None => false,
        }
    }

    /// Whether a person has left the seat, and nobody plays there.
    pub(super) fn is_deserted(&self, seat: Seat) -> bool {
        self.person(seat).is_some_and(|person| person.away && person.substitute.is_none())
    }

    /// Whether one of the secrets is the host's.
    pub fn is_host(&self, secrets: &Secrets) -> bool {
        secrets.open(&self.agreed.host)
    }

    /// The seats that the secrets open.
    pub fn seats_of(&self, secrets: &Secrets) -> Vec<Seat> {
        Seat::first(self.chairs.len()).filter(|seat| self.holds(*seat, secrets)).collect()
    }

    /// Whether a person sits at the table who has not left.
    pub fn is_attended(&self) -> bool {
        Seat::first(self.chairs.len()).any(|seat| self.is_present(seat))
    }

    /// Whether every seat has somebody.
    pub fn is_complete(&self) -> bool {
        self.chairs.iter().all(Chair::is_taken)
    }

    pub(super) fn player_name(&self, seat: Seat) -> String {
        let seat_name = kit_play::outcome::capitalized(self.about().seat_name(seat));
        match self.chairs.get(seat.index()).map(|chair| &chair.occupant) {
            Some(Occupant::Person(person)) => person.name.clone().unwrap_or(seat_name),
            Some(Occupant::Bot { level }) => format!("{level} bot"),
            Some(Occupant::Free | Occupant::Invited) | None => seat_name,
        }
    }

    /// The seats as everybody knows them.
    pub(super) fn seat_notes(&self) -> Vec<SeatNote> {
        Seat::first(self.chairs.len()).map(|seat| self.seat_note(seat)).collect()
    }

    fn seat_note(&self, seat: Seat) -> SeatNote {
        let about = self.about();
        let (sitter, name, level) = match &self.chairs[seat.index()].occupant {
            Occupant::Free => (SitterKind::Free, None, None),
            Occupant::Invited => (SitterKind::Invited, None, None),
            Occupant::Bot { level } => (SitterKind::Bot, None, Some(level.clone())),
            Occupant::Person(Person { name, substitute: Some(level), .. }) => {
                (SitterKind::Bot, name.clone(), Some(level.clone()))
            }
            Occupant::Person(Person { name, away: true, .. }) => (SitterKind::Away, name.clone(), None),
            Occupant::Person(Person { name, .. }) => (SitterKind::Person, name.clone(), None),
        };
        let team = self.game.team_of(seat);
        let team = about.teams.get(team.index()).copied().unwrap_or("nobody").to_owned();
        SeatNote { seat: about.seat_name(seat).to_owned(), team, sitter, name, level }
    }

    /// The table as the lobby lists it.
    pub fn listing(&self) -> Listing {
        let note = LobbyNote {
            table: self.id.to_string(),
            game: self.agreed.header.game.clone(),
            edition: self.agreed.header.edition.clone(),
            status: self.status,
            seats: self.seat_notes(),
            spectators: self.agreed.spectators.into(),
            clock: self.agreed.clock.map(Into::into),
            from: self.agreed.goes_on_after(),
        };
        note.into()
    }

    /// Whether the lobby lists the table.
    pub fn is_listed(&self) -> bool {
        self.agreed.public && matches!(self.status, Status::Waiting | Status::Playing)
    }

    /// The digests of all codes that lead to the table.
    pub fn codes(&self) -> Vec<String> {
        let invitations = self.chairs.iter().filter_map(|chair| chair.invitation.as_ref());
        let room = self.room.as_ref().filter(|_| self.must_be_open().is_ok());
        invitations.chain(room).map(|invitation| invitation.code.as_str().to_owned()).collect()
    }

    /// Who hears a line of chat.
    pub(super) fn hears(&self, viewer: Viewer, line: &ChatLine) -> bool {
        match (&line.audience, viewer) {
            (None, _) => true,
            (Some(seats), Viewer::Seat(seat)) => seats.contains(&seat),
            (Some(_), Viewer::Public) => false,
        }
    }

    /// Somebody takes a seat; the secret is handed out once.
    ///
    /// # Errors
    ///
    /// Fails when the invitation is not good or no seat is free.
    pub fn enter(
        &mut self,
        enter: &Enter,
        at: i64,
        chance: &mut Chance,
    ) -> Result<(Seat, Token, Done), Error> {
        self.must_be_open()?;
        let wanted = enter.seat.as_deref();
        let seat = match &enter.invitation {
            Some(invitation) => match self.invites(invitation, at)? {
                Invites::To(seat) => seat,
                Invites::ToRoom => self.empty_seat(wanted, |chair| !chair.is_taken())?,
            },
            None => self.empty_seat(wanted, |chair| matches!(chair.occupant, Occupant::Free))?,
        };
        let token = Token::new(chance);
        let name = clean_name(enter.name.as_deref())?;
        // A new name in the middle of a game would be a way to talk where the rules ask for silence.
        let name = name.filter(|_| self.status == Status::Waiting);
        let deed = Deed::Seated { seat, name, token: token.digest() };
        self.apply(at, &deed)?;
        Ok((seat, token, deed.into()))
    }

    /// Somebody takes a seat who was let in elsewhere; whoever had it before has it no longer.
    ///
    /// # Errors
    ///
    /// Fails when nobody sits down here any more.
    pub fn seat_guest(
        &mut self,
        seat: Seat,
        name: Option<&str>,
        at: i64,
        chance: &mut Chance,
    ) -> Result<(Token, Done), Error> {
        self.must_be_open()?;
        let token = Token::new(chance);
        let name = clean_name(name)?.filter(|_| self.status == Status::Waiting);
        let deed = Deed::Seated { seat, name, token: token.digest() };
        self.apply(at, &deed)?;
        Ok((token, deed.into()))
    }

    /// Nobody's secret opens a seat any more, if somebody sits there; they keep it, and sit down again with
    /// another secret where they were let in.
    ///
    /// # Errors
    ///
    /// Fails when the game cannot go on.
    pub fn cut_off(&mut self, seat: Seat, at: i64, chance: &mut Chance) -> Result<Option<Done>, Error> {
        // Where nobody sits down any more, nobody acts.
        if self.must_be_open().is_err() || self.person(seat).is_none() {
            return Ok(None);
        }
        // The secret is forgotten with this.
        self.seat_guest(seat, None, at, chance).map(|(_, done)| Some(done))
    }

    /// The seats at the rematch of those to whom secrets belong, with what they are called.
    pub fn seats_again(&self, secrets: &Secrets) -> Vec<(Seat, Option<String>, Digest)> {
        let next = |seat: Seat| Seat((seat.0 + 1) % self.chairs.len() as u8);
        let people = self.seats_of(secrets).into_iter().filter_map(|seat| Some((seat, self.person(seat)?)));
        people.map(|(seat, person)| (next(seat), person.name.clone(), person.token.clone())).collect()
    }

    /// Seats people whose chairs were kept for them; nothing is done for those who sit already.
    ///
    /// # Errors
    ///
    /// Fails when the game cannot go on.
    pub fn take_kept(
        &mut self,
        people: &[(Seat, Option<String>, Digest)],
        at: i64,
    ) -> Result<Option<Done>, Error> {
        if self.status != Status::Waiting {
            return Ok(None);
        }
        let is_kept = |seat: Seat| {
            self.chairs.get(seat.index()).is_some_and(|chair| matches!(chair.occupant, Occupant::Invited))
        };
        let come = people.iter().filter(|(seat, ..)| is_kept(*seat)).cloned();
        let deeds: Vec<Deed> = come.map(|(seat, name, token)| Deed::Seated { seat, name, token }).collect();
        deeds.iter().try_for_each(|deed| self.apply(at, deed))?;
        Ok((!deeds.is_empty()).then(|| deeds.into()))
    }

    /// How the game ended, if it is over and these rules can play all of it.
    pub fn outcome(&self) -> Option<kit_play::Outcome> {
        self.reading.as_ref()?.whole()?.outcome()
    }

    /// What an invitation is for, as a link or as a code.
    ///
    /// # Errors
    ///
    /// Fails when it was used, replaced or never given, or is too old, and when it is the room's
    /// and the game has started.
    pub fn invites(&self, invitation: &str, at: i64) -> Result<Invites, Error> {
        self.must_be_open()?;
        let (token, codes) = (Digest::of(invitation.trim()), self.house.codes.digests(invitation));
        let fits = |kept: &InvitationDigest| {
            codes.iter().fold(kept.token.matches(&token), |fits, code| kept.code.matches(code) | fits)
        };
        let is_good =
            |kept: Option<&InvitationDigest>| kept.is_some_and(|kept| fits(kept) && !self.is_stale(kept, at));
        let invited = |seat: &Seat| is_good(self.chairs[seat.index()].invitation.as_ref());
        if let Some(seat) = Seat::first(self.chairs.len()).find(invited) {
            return Ok(Invites::To(seat));
        }
        if !is_good(self.room.as_ref()) {
            return Err(Error::BadInvitation);
        }
        self.must_wait().map(|()| Invites::ToRoom)
    }

    /// Nobody sits down any more where a game is over or was taken away.
    fn must_be_open(&self) -> Result<(), Error> {
        match self.status {
            Status::Waiting | Status::Playing => Ok(()),
            Status::Over | Status::Frozen | Status::Outdated | Status::Closed => Err(self.why_not_playing()),
        }
    }

    /// Whether an invitation was made too long ago.
    fn is_stale(&self, invitation: &InvitationDigest, at: i64) -> bool {
        let made = self.invited.iter().find(|(token, _)| token.matches(&invitation.token));
        match made {
            Some((_, made)) => self.house.has_expired(*made, at),
            None => self.house.invitations_last.is_some(),
        }
    }

    /// The seat that is wanted, or any, if it is one of those.
    fn empty_seat(&self, wanted: Option<&str>, is_one: impl Fn(&Chair) -> bool) -> Result<Seat, Error> {
        let empty: Vec<Seat> =
            Seat::first(self.chairs.len()).filter(|seat| is_one(&self.chairs[seat.index()])).collect();
        let wanted = wanted.map(|name| self.seat_named(name)).transpose()?;
        match wanted {
            None => empty.first().copied().ok_or(Error::TableFull),
            Some(wanted) if empty.contains(&wanted) => Ok(wanted),
            Some(_) => {
                let free = empty.iter().map(|seat| self.about().seat_name(*seat)).collect();
                Err(Error::SeatTaken { free })
            }
        }
    }

    /// A new link to the table, which ends the one before.
    pub(super) fn invite_to_room(&mut self, at: i64, chance: &mut Chance) -> Result<Done, Error> {
        let (invitation, digest) = new_invitation(&self.house, ROOM, chance);
        let done = self.done(at, Deed::Room(digest))?;
        Ok(Done { invitation: Some(invitation), ..done })
    }

    /// A new link for one's own seat.
    pub(super) fn invite(&mut self, seat: Seat, at: i64, chance: &mut Chance) -> Result<Done, Error> {
        let (invitation, digest) = new_invitation(&self.house, self.about().seat_name(seat), chance);
        let done = self.done(at, Deed::Invited(seat, digest))?;
        Ok(Done { invitation: Some(invitation), ..done })
    }

    /// Somebody is to be invited to a seat.
    pub(super) fn plan_invited(&mut self, seat: Seat, at: i64, chance: &mut Chance) -> Result<Done, Error> {
        let (invitation, digest) = new_invitation(&self.house, self.about().seat_name(seat), chance);
        let chair = Chair { occupant: Occupant::Invited, invitation: Some(digest) };
        let done = self.done(at, Deed::Planned(seat, chair))?;
        Ok(Done { invitation: Some(invitation), ..done })
    }
}

/// A new invitation to a table, and what is kept of it.
pub(super) fn new_room(house: &House, chance: &mut Chance) -> (RoomInvitation, InvitationDigest) {
    let (Invitation { token, code, .. }, digest) = new_invitation(house, ROOM, chance);
    (RoomInvitation { token, code }, digest)
}

/// A new invitation, and what is kept of it.
pub(super) fn new_invitation(
    house: &House,
    seat: &str,
    chance: &mut Chance,
) -> (Invitation, InvitationDigest) {
    let (token, code) = (Token::new(chance), new_code(chance));
    let digest = InvitationDigest { token: token.digest(), code: house.codes.digest(&code) };
    (Invitation { seat: seat.to_owned(), token: token.reveal(), code }, digest)
}

/// A name as it is kept: one line of what can be seen, not too long, or none.
///
/// # Errors
///
/// Fails when it is too long.
pub fn clean_name(name: Option<&str>) -> Result<Option<String>, Error> {
    let name = visible(name.unwrap_or_default());
    let length = name.chars().count();
    match length {
        0 => Ok(None),
        1..=LONGEST_NAME => Ok(Some(name)),
        _ => Err(Error::BadRequest(say!(
            "a name has at most {most} letters, not {length}: {name}",
            most = LONGEST_NAME,
            length,
            name = Filling::text(excerpt(&name))
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_nothing_that_cannot_be_seen() {
        let kept = |name: &str| clean_name(Some(name)).expect("a short name");
        assert_eq!(kept(" Ann "), Some("Ann".to_owned()));
        assert_eq!(kept("A\u{202e}nn\u{2066}\u{200b}\u{feff}\u{7}"), Some("Ann".to_owned()));
        assert_eq!(kept("Ann\u{2028}Ben"), Some("AnnBen".to_owned()));
        assert_eq!(kept("Zoë Đỗ 李 ♞"), Some("Zoë Đỗ 李 ♞".to_owned()));
        for name in ["", "  ", "\u{202e}", "\u{200d}\u{2060} \u{ad}", "\u{3164}", "\u{e0041}"] {
            assert_eq!(kept(name), None, "{name:?}");
        }
        assert!(clean_name(Some(&"a".repeat(41))).is_err());
        let crowd = format!("Ann{}", "\u{200b}".repeat(100));
        assert_eq!(kept(&crowd), Some("Ann".to_owned()), "what cannot be seen does not count");
    }
}
