//! What is written down of an evening: one line of JSON for each deed, the lines of a moment in one record.
//!
//! The first line has the number of the format.
//! All types in it are its own: those of the wire are others, and a word that changes there changes
//! nothing that was written down.
//! Of secrets it has only digests.

use kit_sitting::{Digest, TableId};
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::pairing::PersonId;
use crate::wire;

/// The format that is written.
pub const FORMAT: u32 = 1;

/// With what the log of an evening begins, so that it cannot be taken for that of a table.
pub const BEGINNING: &str = "{\"evening\":";

/// Something done at an evening.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Deed {
    /// The evening was opened.
    Opened(Opening),
    /// Somebody came.
    Came {
        /// Their name.
        name: String,
    },
    /// Somebody is called otherwise.
    Renamed {
        /// Who.
        person: PersonId,
        /// Their new name.
        name: String,
    },
    /// A phone belongs to somebody.
    Claimed {
        /// Who.
        person: PersonId,
        /// The digest of the phone's secret.
        token: String,
    },
    /// No phone belongs to somebody any more.
    Freed {
        /// Who.
        person: PersonId,
    },
    /// Somebody plays no more.
    Left {
        /// Who.
        person: PersonId,
    },
    /// Somebody plays again.
    Back {
        /// Who.
        person: PersonId,
    },
    /// The next round was paired.
    Paired {
        /// Its tables.
        tables: Vec<PairedTable>,
        /// Who sits out.
        bye: Option<PersonId>,
    },
    /// The last round was taken back.
    Unpaired,
    /// A table has a result, or none after all.
    Result {
        /// The round, from 1 on.
        round: u32,
        /// The table, from 1 on.
        table: u32,
        /// Half points of each side.
        halves: Option<[u8; 2]>,
        /// Who said so.
        by: Teller,
    },
    /// The clock of the round runs.
    Running {
        /// Until when, in milliseconds since 1970.
        until: i64,
    },
    /// The clock of the round stands.
    Stopped {
        /// How many milliseconds are left.
        left: i64,
    },
    /// The number of rounds or their length was changed.
    Replanned {
        /// How many rounds.
        rounds: u32,
        /// How many minutes each.
        minutes: u32,
    },
    /// Another code leads to the evening.
    Code {
        /// The digest of the code.
        code: String,
    },
    /// The evening is over, or goes on after all.
    Closed(bool),
}

/// What was settled when an evening was opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// What the evening is called.
    pub title: String,
    /// The digest of the host's secret.
    pub host: String,
    /// The digest of the code.
    pub code: String,
    /// Who meets whom.
    pub system: System,
    /// How many rounds.
    pub rounds: u32,
    /// How many minutes each.
    pub minutes: u32,
    /// The games with the side of each seat.
    pub games: Vec<(String, Vec<u8>)>,
    /// How games are spread.
    pub spread: Spread,
    /// Whether tables are opened for phones; if not, people play with wood and tap results.
    pub phones: bool,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum System {
    /// Everybody meets everybody.
    RoundRobin,
    /// Those meet who stand next to each other.
    Swiss,
}

/// How the games of an evening are spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spread {
    /// Tables play different games, such that people play what they have not played yet.
    Tables,
    /// In each round all play the same game.
    Rounds,
}

/// Who said how a table ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Teller {
    /// The host.
    Host,
    /// Somebody who played there.
    Player,
    /// The game itself, which was played through the kit.
    Game,
}

/// A table of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairedTable {
    /// The game's id.
    pub game: String,
    /// The side of each seat.
    pub sides: Vec<u8>,
    /// Who sits on each seat.
    pub people: Vec<PersonId>,
    /// The table where it is played, if it is played through the kit.
    pub table: Option<String>,
}

impl From<wire::System> for System {
    fn from(system: wire::System) -> System {
        match system {
            wire::System::RoundRobin => System::RoundRobin,
            wire::System::Swiss => System::Swiss,
        }
    }
}

impl From<System> for wire::System {
    fn from(system: System) -> wire::System {
        match system {
            System::RoundRobin => wire::System::RoundRobin,
            System::Swiss => wire::System::Swiss,
        }
    }
}

impl From<wire::Spread> for Spread {
    fn from(spread: wire::Spread) -> Spread {
        match spread {
            wire::Spread::Tables => Spread::Tables,
            wire::Spread::Rounds => Spread::Rounds,
        }
    }
}

impl From<Spread> for wire::Spread {
    fn from(spread: Spread) -> wire::Spread {
        match spread {
            Spread::Tables => wire::Spread::Tables,
            Spread::Rounds => wire::Spread::Rounds,
        }
    }
}

impl From<Teller> for wire::Teller {
    fn from(teller: Teller) -> wire::Teller {
        match teller {
            Teller::Host => wire::Teller::Host,
            Teller::Player => wire::Teller::Player,
            Teller::Game => wire::Teller::Game,
        }
    }
}

impl PairedTable {
    /// Who was paired with whom, with the first side first.
    pub fn pairs(&self) -> impl Iterator<Item = (PersonId, PersonId)> + '_ {
        let of = |side: u8| self.sides.iter().zip(&self.people).filter(move |(found, _)| **found == side);
        of(0).zip(of(1)).map(|((_, one), (_, other))| (*one, *other))
    }

    /// The side of somebody.
    pub fn side_of(&self, person: PersonId) -> Option<usize> {
        let seat = self.people.iter().position(|found| *found == person)?;
        self.sides.get(seat).map(|side| usize::from(*side))
    }

    /// The table where it is played.
    pub fn id(&self) -> Option<TableId> {
        self.table.as_ref()?.parse().ok()
    }
}

/// The first line of a log.
#[derive(Serialize, Deserialize)]
struct Beginning {
    evening: u32,
}

/// The text of a record.
pub fn written(deeds: &[Deed], is_first: bool) -> String {
    let line = |deed: &Deed| serde_json::to_string(deed).expect("a deed can be written as JSON");
    let beginning = is_first.then(|| format!("{BEGINNING}{FORMAT}}}"));
    beginning.into_iter().chain(deeds.iter().map(line)).collect::<Vec<_>>().join("\n")
}

/// Reads the text of a record.
///
/// # Errors
///
/// Fails when it is not one, or was written by a newer version.
pub fn read(text: &str, is_first: bool) -> Result<Vec<Deed>, Error> {
    let mut lines = text.lines();
    if is_first {
        let first = lines.next().ok_or(Error::Unreadable)?;
        if !first.starts_with(BEGINNING) {
            // This is a table, and nobody is told that there is one.
            return Err(Error::Unknown);
        }
        let Beginning { evening } = serde_json::from_str(first).map_err(|_| Error::Unreadable)?;
        if evening > FORMAT {
            return Err(Error::Unreadable);
        }
    }
    lines.map(|line| serde_json::from_str(line).map_err(|_| Error::Unreadable)).collect()
}

/// The digest as it was written down.
pub fn digest(text: &str) -> Result<Digest, Error> {
    Digest::written(text).ok_or(Error::Unreadable)
}
