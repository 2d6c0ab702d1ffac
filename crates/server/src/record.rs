//! What is written down at a table over the network, one record after the other.
//!
//! Records are for the store alone: they hold sealed actions and rolls.
//! Nothing here is ever sent to anybody; viewers get frames.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::store::{StoreError, StoredRecord};
use crate::table_id::Digest;
use crate::wire::{ChannelName, ClockPlan, Spectators};

/// What was done, and what each viewer's numbers were after it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    /// What was done.
    pub deed: Deed,
    /// The numbers of each seat's and the public's frame and prompt.
    pub stamps: Vec<Stamp>,
}

/// The numbers of a viewer's frame and prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp(pub u32, pub u32);

/// Something done at a table; seats are given by their index.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deed {
    /// The table was opened.
    Opened(Box<OpenedDeed>),
    /// The host changed who is to sit on a seat, or a player makes a link for another device.
    Planned { seat: u8, chair: Chair },
    /// Somebody took a seat.
    Seated { seat: u8, name: Option<String>, token: Digest },
    /// Two seats were exchanged.
    Swapped { one: u8, other: u8 },
    /// The game started, with the players sitting in this order and these rolls of the deal.
    Started { order: Vec<u8>, rolls: Vec<u32> },
    /// A seat acted; the last field is a fingerprint of what was said.
    Acted { seat: u8, action: String, rolls: Vec<u32>, said: u64 },
    /// The time that the rules give ran out.
    TimeUp { rolls: Vec<u32>, said: u64 },
    /// A seat said something to some seats, or to all and the public.
    Said { seat: u8, channel: ChannelName, audience: Option<Vec<u8>>, text: String },
    /// A team offers a draw.
    DrawOffered { team: u8 },
    /// Nobody offers a draw any more.
    DrawDeclined,
    /// A seat asks to take back so many entries.
    UndoAsked { seat: u8, entries: usize },
    /// A seat agrees.
    UndoGranted { seat: u8 },
    /// A seat does not agree, or the question is over.
    UndoRefused,
    /// So many entries were taken back.
    Undone { entries: usize },
    /// A player left.
    Left { seat: u8 },
    /// A player came back.
    Returned { seat: u8 },
    /// A bot plays for a player who left.
    Replaced { seat: u8, level: String },
    /// The game ended by conduct, in the words of the scoresheet.
    Ended { conduct: String },
    /// There is a rematch at another table.
    Rematch { table: String },
    /// The host took the table away.
    Closed,
    /// The game's program failed.
    Frozen,
}

/// What was agreed when the table was opened.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct OpenedDeed {
    /// The game's id.
    pub game: String,
    /// The revision of its rules.
    pub revision: u32,
    /// The edition.
    pub edition: String,
    /// Every option with its value.
    pub options: BTreeMap<String, String>,
    /// Where the game starts, as text.
    pub arrangement: Option<String>,
    /// Whether seats are turned by lot.
    pub shuffle: bool,
    /// Whether the lobby lists it.
    pub public: bool,
    /// What people without a seat may see.
    pub spectators: Spectators,
    /// The time that players have.
    pub clock: Option<ClockPlan>,
    /// The host's secret.
    pub host: Digest,
    /// Who sits where, or is to sit there.
    pub chairs: Vec<Chair>,
}

/// A seat and who has it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Chair {
    /// Who has it.
    pub occupant: Occupant,
    /// What lets somebody take it, once.
    pub invitation: Option<InvitationDigest>,
}

/// Who has a seat.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Occupant {
    /// Nobody; anybody may.
    Free,
    /// Nobody; whoever is invited may.
    Invited,
    /// A person.
    Person {
        /// The name.
        name: Option<String>,
        /// The secret.
        token: Digest,
        /// Whether the person has left.
        away: bool,
        /// The level of the bot that plays in the meantime.
        substitute: Option<String>,
    },
    /// A bot.
    Bot {
        /// How well it plays.
        level: String,
    },
}

/// What is kept of an invitation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct InvitationDigest {
    /// Of the secret part of the link.
    pub token: Digest,
    /// Of the code.
    pub code: Digest,
}

impl Record {
    /// The record as it is kept.
    pub fn stored(&self, number: u32, at: i64) -> StoredRecord {
        let body = serde_json::to_string(self).expect("a record can always be written as JSON");
        StoredRecord { number, at, body }
    }

    /// Reads a record as it is kept.
    ///
    /// # Errors
    ///
    /// Fails when the store gives something that no record is.
    pub fn read(stored: &StoredRecord) -> Result<Record, StoreError> {
        serde_json::from_str(&stored.body).map_err(|error| {
            StoreError(format!("record {} cannot be read: line {}", stored.number, error.line()))
        })
    }
}
