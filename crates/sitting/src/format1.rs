//! The first format of stored tables, each record a JSON object.
//!
//! Nothing is written like that any more.
//! This module reads it for ever and is never edited again: it has its own copy of every word.

use std::collections::BTreeMap;

use kit_play::log::{Conduct, Header, Line, SheetEntry};
use kit_play::{Listed, Seat, Team};
use serde::Deserialize;

use crate::agreed::{Agreed, Chair, ClockPlan, InvitationDigest, Occupant, Person, Spectators};
use crate::deed::Deed;
use crate::error::Error;
use crate::record::{Preceding, Record, Stamp};
use crate::secrets::Digest;
use crate::sitting::Catalogue;

const UNREADABLE: Error = Error::Unreadable { line: 1 };

#[derive(Deserialize)]
struct OldRecord {
    deed: OldDeed,
    stamps: Vec<(u32, u32)>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum OldDeed {
    Opened(Box<OldOpened>),
    Planned { seat: u8, chair: OldChair },
    Seated { seat: u8, name: Option<String>, token: String },
    Swapped { one: u8, other: u8 },
    Started { order: Vec<u8>, rolls: Vec<u32> },
    Acted { seat: u8, action: String, rolls: Vec<u32>, said: u64 },
    TimeUp { rolls: Vec<u32>, said: u64 },
    Said { seat: u8, audience: Option<Vec<u8>>, text: String },
    DrawOffered { team: u8 },
    DrawDeclined,
    UndoAsked { seat: u8, entries: usize },
    UndoGranted { seat: u8 },
    UndoRefused,
    Undone { entries: usize },
    Left { seat: u8 },
    Returned { seat: u8 },
    Replaced { seat: u8, level: String },
    Ended { conduct: String },
    Rematch { table: String },
    Closed,
    Frozen,
}

#[derive(Deserialize)]
struct OldOpened {
    game: String,
    revision: u32,
    edition: String,
    options: BTreeMap<String, String>,
    arrangement: Option<String>,
    shuffle: bool,
    public: bool,
    spectators: OldSpectators,
    clock: Option<OldClock>,
    host: String,
    chairs: Vec<OldChair>,
}

#[derive(Deserialize)]
#[serde(tag = "policy", rename_all = "kebab-case")]
enum OldSpectators {
    None,
    Public,
    Delayed { minutes: u32 },
}

#[derive(Deserialize)]
#[serde(tag = "clock", rename_all = "kebab-case")]
enum OldClock {
    Player { seconds: u32, increment: u32 },
    Move { seconds: u32 },
    Days { days: u32 },
}

#[derive(Deserialize)]
struct OldChair {
    occupant: OldOccupant,
    invitation: Option<OldInvitation>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum OldOccupant {
    Free,
    Invited,
    Person { name: Option<String>, token: String, away: bool, substitute: Option<String> },
    Bot { level: String },
}

#[derive(Deserialize)]
struct OldInvitation {
    token: String,
    code: String,
}

/// Whether a record is of this format.
pub fn is_old(text: &str) -> bool {
    text.starts_with('{')
}

/// The game of the first record of a table.
///
/// Nothing here tells what the seats of a game are called that is in the catalogue no longer.
pub fn game(catalogue: Catalogue, text: &str) -> Result<&'static dyn Listed, Error> {
    let OldDeed::Opened(opened) = parse(text)?.deed else {
        return Err(UNREADABLE);
    };
    let game = kit_play::referee::listed(catalogue, &opened.game);
    let seats: Vec<String> = (1..=opened.chairs.len()).map(|seat| seat.to_string()).collect();
    let seats: Vec<&str> = seats.iter().map(String::as_str).collect();
    Ok(game.unwrap_or_else(|| kit_play::gone(&opened.game, &seats)))
}

/// Reads a record.
pub fn read(text: &str, at: i64, preceding: Preceding) -> Result<Record, Error> {
    let OldRecord { deed, stamps } = parse(text)?;
    let stamps = stamps.into_iter().map(|(frame, prompt)| Stamp(frame, prompt)).collect();
    Ok(Record { at, stamps, deeds: deeds(deed, preceding)? })
}

fn parse(text: &str) -> Result<OldRecord, Error> {
    serde_json::from_str(text).map_err(|_| UNREADABLE)
}

fn deeds(deed: OldDeed, preceding: Preceding) -> Result<Vec<Deed>, Error> {
    let seats = |seats: Vec<u8>| seats.into_iter().map(Seat).collect::<Vec<Seat>>();
    Ok(vec![match deed {
        OldDeed::Opened(opened) => Deed::Opened(Box::new(agreed(*opened)?)),
        OldDeed::Planned { seat, chair } => planned(Seat(seat), chair)?,
        OldDeed::Seated { seat, name, token } => {
            Deed::Seated { seat: Seat(seat), name, token: digest(&token)? }
        }
        OldDeed::Swapped { one, other } => Deed::Swapped(Seat(one), Seat(other)),
        OldDeed::Started { order, rolls } => {
            let deal = Deed::Played(Line::Deal { rolls, said: Vec::new() });
            return Ok(vec![Deed::Started(seats(order)), deal]);
        }
        OldDeed::Acted { seat, action, rolls, said } => {
            let name = preceding.about.seats.get(usize::from(seat));
            let name = name.ok_or(UNREADABLE)?;
            entry((*name).to_owned(), action, rolls, said, preceding)
        }
        OldDeed::TimeUp { rolls, said } => entry(String::new(), "time".to_owned(), rolls, said, preceding),
        OldDeed::Said { seat, audience, text } => {
            Deed::Said { seat: Seat(seat), audience: audience.map(seats), text }
        }
        OldDeed::DrawOffered { team } => Deed::DrawOffered(Team(team)),
        OldDeed::DrawDeclined => Deed::DrawDeclined,
        OldDeed::UndoAsked { seat, entries } => Deed::UndoAsked(Seat(seat), entries),
        OldDeed::UndoGranted { seat } => Deed::UndoGranted(Seat(seat)),
        OldDeed::UndoRefused => Deed::UndoRefused,
        OldDeed::Undone { entries } => Deed::Played(Line::TakenBack(entries)),
        OldDeed::Left { seat } => Deed::Left(Seat(seat)),
        OldDeed::Returned { seat } => Deed::Returned(Seat(seat)),
        OldDeed::Replaced { seat, level } => Deed::Replaced(Seat(seat), level),
        OldDeed::Ended { conduct: words } => {
            Deed::Played(Line::Conduct { conduct: conduct(&words)?, said: Vec::new() })
        }
        OldDeed::Rematch { table } => Deed::Rematch(table.parse().map_err(|_| UNREADABLE)?),
        OldDeed::Closed => Deed::Closed,
        OldDeed::Frozen => Deed::Frozen,
    }])
}

fn entry(seat: String, action: String, rolls: Vec<u32>, fingerprint: u64, preceding: Preceding) -> Deed {
    let entry = SheetEntry { seat, action, rolls, said: Vec::new(), fingerprint: Some(fingerprint) };
    Deed::Played(Line::Entry { number: preceding.entries as u32 + 1, entry })
}

/// A chair was laid anew, or a person who stays there got a new link.
fn planned(seat: Seat, chair: OldChair) -> Result<Deed, Error> {
    match chair {
        OldChair { occupant: OldOccupant::Person { .. }, invitation: Some(link) } => {
            Ok(Deed::Invited(seat, invitation(link)?))
        }
        chair => Ok(Deed::Planned(seat, new_chair(chair)?)),
    }
}

fn agreed(opened: OldOpened) -> Result<Agreed, Error> {
    let OldOpened { game, revision, edition, options, arrangement, .. } = opened;
    let seats = opened.chairs.len();
    Ok(Agreed {
        header: Header { game, edition, seats, revision, options, players: BTreeMap::new(), arrangement },
        shuffle: opened.shuffle,
        public: opened.public,
        spectators: match opened.spectators {
            OldSpectators::None => Spectators::None,
            OldSpectators::Public => Spectators::Public,
            OldSpectators::Delayed { minutes } => Spectators::Delayed { minutes },
        },
        clock: opened.clock.map(|clock| match clock {
            OldClock::Player { seconds, increment } => ClockPlan::Player { seconds, increment },
            OldClock::Move { seconds } => ClockPlan::Move { seconds },
            OldClock::Days { days } => ClockPlan::Days { days },
        }),
        hints: None,
        knowledge: None,
        real_board: None,
        host: digest(&opened.host)?,
        host_name: None,
        room: None,
        from: Vec::new(),
        chairs: opened.chairs.into_iter().map(new_chair).collect::<Result<Vec<Chair>, Error>>()?,
    })
}

fn new_chair(chair: OldChair) -> Result<Chair, Error> {
    let occupant = match chair.occupant {
        OldOccupant::Free => Occupant::Free,
        OldOccupant::Invited => Occupant::Invited,
        OldOccupant::Bot { level } => Occupant::Bot { level },
        OldOccupant::Person { name, token, away, substitute } => {
            Occupant::Person(Person { name, token: digest(&token)?, away, substitute })
        }
    };
    Ok(Chair { occupant, invitation: chair.invitation.map(invitation).transpose()? })
}

fn invitation(old: OldInvitation) -> Result<InvitationDigest, Error> {
    Ok(InvitationDigest { token: digest(&old.token)?, code: digest(&old.code)? })
}

fn digest(text: &str) -> Result<Digest, Error> {
    Digest::written(text).ok_or(UNREADABLE)
}

fn conduct(words: &str) -> Result<Conduct, Error> {
    if words == "draw agreed" {
        return Ok(Conduct::DrawAgreed);
    }
    let (team, deed) = words.strip_prefix("team ").and_then(|rest| rest.split_once(' ')).ok_or(UNREADABLE)?;
    let team = Team(team.parse().map_err(|_| UNREADABLE)?);
    match deed {
        "resigns" => Ok(Conduct::Resigned(team)),
        "is out of time" => Ok(Conduct::OutOfTime(team)),
        "leaves" => Ok(Conduct::Abandoned(team)),
        _ => Err(UNREADABLE),
    }
}
