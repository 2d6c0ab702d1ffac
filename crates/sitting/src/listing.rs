//! What a store keeps of a table for the lobby, beside the log.
//!
//! It has its own types, so that a word that changes on the wire changes nothing that is kept.

use serde::{Deserialize, Serialize};

use crate::agreed::{ClockPlan, Spectators};
use crate::wire::{LobbyNote, SeatNote, SitterKind, Status};

/// A table as the lobby lists it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Listing {
    table: String,
    game: String,
    edition: String,
    status: ListedStatus,
    seats: Vec<ListedSeat>,
    spectators: ListedSpectators,
    clock: Option<ListedClock>,
    /// Not in listings that were kept before it was told.
    #[serde(default)]
    from: Option<usize>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum ListedStatus {
    Waiting,
    Playing,
    Over,
    Frozen,
    Outdated,
    Closed,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct ListedSeat {
    seat: String,
    team: String,
    sitter: ListedSitter,
    name: Option<String>,
    level: Option<String>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum ListedSitter {
    Free,
    Invited,
    Person,
    Bot,
    Away,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(tag = "policy", rename_all = "kebab-case")]
enum ListedSpectators {
    None,
    Public,
    Delayed { minutes: u32 },
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(tag = "clock", rename_all = "kebab-case")]
enum ListedClock {
    Player { seconds: u32, increment: u32 },
    Move { seconds: u32 },
    Days { days: u32 },
}

impl Listing {
    /// A listing as it is kept.
    pub fn write(&self) -> String {
        serde_json::to_string(self).expect("a listing can always be written as JSON")
    }

    /// Reads a listing as it is kept; nothing if it cannot be read.
    pub fn read(text: &str) -> Option<Listing> {
        serde_json::from_str(text).ok()
    }
}

impl From<LobbyNote> for Listing {
    fn from(note: LobbyNote) -> Listing {
        let seat = |seat: SeatNote| ListedSeat {
            seat: seat.seat,
            team: seat.team,
            sitter: match seat.sitter {
                SitterKind::Free => ListedSitter::Free,
                SitterKind::Invited => ListedSitter::Invited,
                SitterKind::Person => ListedSitter::Person,
                SitterKind::Bot => ListedSitter::Bot,
                SitterKind::Away => ListedSitter::Away,
            },
            name: seat.name,
            level: seat.level,
        };
        Listing {
            table: note.table,
            game: note.game,
            edition: note.edition,
            status: match note.status {
                Status::Waiting => ListedStatus::Waiting,
                Status::Playing => ListedStatus::Playing,
                Status::Over => ListedStatus::Over,
                Status::Frozen => ListedStatus::Frozen,
                Status::Outdated => ListedStatus::Outdated,
                Status::Closed => ListedStatus::Closed,
            },
            seats: note.seats.into_iter().map(seat).collect(),
            spectators: match note.spectators.into() {
                Spectators::None => ListedSpectators::None,
                Spectators::Public => ListedSpectators::Public,
                Spectators::Delayed { minutes } => ListedSpectators::Delayed { minutes },
            },
            clock: note.clock.map(|clock| match clock.into() {
                ClockPlan::Player { seconds, increment } => ListedClock::Player { seconds, increment },
                ClockPlan::Move { seconds } => ListedClock::Move { seconds },
                ClockPlan::Days { days } => ListedClock::Days { days },
            }),
            from: note.from,
        }
    }
}

impl From<Listing> for LobbyNote {
    fn from(listing: Listing) -> LobbyNote {
        let seat = |seat: ListedSeat| SeatNote {
            seat: seat.seat,
            team: seat.team,
            sitter: match seat.sitter {
                ListedSitter::Free => SitterKind::Free,
                ListedSitter::Invited => SitterKind::Invited,
                ListedSitter::Person => SitterKind::Person,
                ListedSitter::Bot => SitterKind::Bot,
                ListedSitter::Away => SitterKind::Away,
            },
            name: seat.name,
            level: seat.level,
        };
        LobbyNote {
            table: listing.table,
            game: listing.game,
            edition: listing.edition,
            status: match listing.status {
                ListedStatus::Waiting => Status::Waiting,
                ListedStatus::Playing => Status::Playing,
                ListedStatus::Over => Status::Over,
                ListedStatus::Frozen => Status::Frozen,
                ListedStatus::Outdated => Status::Outdated,
                ListedStatus::Closed => Status::Closed,
            },
            seats: listing.seats.into_iter().map(seat).collect(),
            spectators: match listing.spectators {
                ListedSpectators::None => Spectators::None,
                ListedSpectators::Public => Spectators::Public,
                ListedSpectators::Delayed { minutes } => Spectators::Delayed { minutes },
            }
            .into(),
            clock: listing.clock.map(|clock| {
                match clock {
                    ListedClock::Player { seconds, increment } => ClockPlan::Player { seconds, increment },
                    ListedClock::Move { seconds } => ClockPlan::Move { seconds },
                    ListedClock::Days { days } => ClockPlan::Days { days },
                }
                .into()
            }),
            from: listing.from,
        }
    }
}
