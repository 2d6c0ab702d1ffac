//! What was agreed when a table was opened, and who sits where.
//!
//! These are the log's own types, not those of the wire: a word that changes there changes
//! nothing that was written down.

use kit_play::About;
use kit_play::log::{Header, Line};

use crate::secrets::Digest;
use crate::wire;

/// What was agreed when a table was opened.
#[derive(Clone, Debug)]
pub struct Agreed {
    /// The game, its edition and its options.
    pub header: Header,
    /// Whether seats are turned by lot.
    pub shuffle: bool,
    /// Whether the lobby lists it.
    pub public: bool,
    /// What people without a seat may see.
    pub spectators: Spectators,
    /// The time that players have.
    pub clock: Option<ClockPlan>,
    /// Whether players may ask for hints; against bots alone, if nothing is said.
    pub hints: Option<bool>,
    /// Whether players may see what they may know, with chances; against bots alone, if nothing is
    /// said.
    pub knowledge: Option<bool>,
    /// How it is played with wood, if it is.
    pub real_board: Option<RealBoard>,
    /// The host's secret.
    pub host: Digest,
    /// The name that the host gave.
    pub host_name: Option<String>,
    /// What lets anybody who has it take a chair that nobody has, until the start.
    pub room: Option<InvitationDigest>,
    /// Who sits where, or is to sit there.
    pub chairs: Vec<Chair>,
    /// The deal and the entries of another game from which this one goes on; none if it is dealt
    /// anew.
    pub from: Vec<Line>,
}

/// What people without a seat may see while a game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spectators {
    /// Nothing.
    None,
    /// What the public may see.
    Public,
    /// What the public may see, and what each seat saw some minutes ago.
    Delayed {
        /// How long ago.
        minutes: u32,
    },
}

/// A table of wood, at which phones only keep secrets and rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RealBoard {
    /// Who has a phone.
    pub phones: Phones,
    /// How many checkers of each color lie there.
    pub checkers: u8,
    /// Whether cards are dealt by hand, so that players tell what they drew.
    pub cards_by_hand: bool,
}

/// How much a hint gave away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HintDepth {
    /// Where to look.
    Where,
    /// What to do, and why.
    What,
}

/// Who has a phone at a real board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phones {
    /// One lies in the middle for all.
    One,
    /// Everybody has one.
    Each,
    /// Every team has one.
    Team,
}

/// The time that players have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockPlan {
    /// For the whole game, with something added after each turn.
    Player {
        /// At the start.
        seconds: u32,
        /// After each turn.
        increment: u32,
    },
    /// For each decision.
    Move {
        /// How long.
        seconds: u32,
    },
    /// For each decision, in days.
    Days {
        /// How many.
        days: u32,
    },
}

/// A seat and who has it.
#[derive(Clone, Debug)]
pub struct Chair {
    /// Who has it.
    pub occupant: Occupant,
    /// What lets somebody take it, once.
    pub invitation: Option<InvitationDigest>,
}

/// Who has a seat.
#[derive(Clone, Debug)]
pub enum Occupant {
    /// Nobody; anybody may.
    Free,
    /// Nobody; whoever is invited may.
    Invited,
    /// A person.
    Person(Person),
    /// A bot.
    Bot {
        /// How well it plays.
        level: String,
    },
}

/// Somebody on a seat.
#[derive(Clone, Debug)]
pub struct Person {
    /// The name.
    pub name: Option<String>,
    /// The secret.
    pub token: Digest,
    /// Whether the person has left.
    pub away: bool,
    /// The level of the bot that plays in the meantime.
    pub substitute: Option<String>,
}

/// What is kept of an invitation.
#[derive(Clone, Debug)]
pub struct InvitationDigest {
    /// Of the secret part of the link.
    pub token: Digest,
    /// Of the code.
    pub code: Digest,
}

impl Chair {
    /// Whether somebody has it, be it a bot.
    pub fn is_taken(&self) -> bool {
        match self.occupant {
            Occupant::Person(_) | Occupant::Bot { .. } => true,
            Occupant::Free | Occupant::Invited => false,
        }
    }

    /// The name of the person who has it.
    pub fn name(&self) -> Option<&str> {
        match &self.occupant {
            Occupant::Person(person) => person.name.as_deref(),
            Occupant::Free | Occupant::Invited | Occupant::Bot { .. } => None,
        }
    }
}

impl Occupant {
    /// A person who has just sat down.
    pub fn person(name: Option<String>, token: Digest) -> Occupant {
        Occupant::Person(Person { name, token, away: false, substitute: None })
    }
}

impl From<Occupant> for Chair {
    fn from(occupant: Occupant) -> Chair {
        Chair { occupant, invitation: None }
    }
}

impl Agreed {
    /// After how many entries of another game this one goes on, if it does.
    pub fn goes_on_after(&self) -> Option<usize> {
        self.from.len().checked_sub(1)
    }

    /// The names of the seats.
    pub fn seats(&self, about: &'static About) -> &'static [&'static str] {
        &about.seats[..self.chairs.len().min(about.seats.len())]
    }
}

impl Phones {
    /// All ways to have phones.
    pub const ALL: [Phones; 3] = [Phones::One, Phones::Each, Phones::Team];

    /// The word that logs have for it.
    pub fn word(self) -> &'static str {
        match self {
            Phones::One => "one",
            Phones::Each => "each",
            Phones::Team => "team",
        }
    }
}

impl HintDepth {
    /// The word that logs have for it.
    pub fn word(self) -> &'static str {
        match self {
            HintDepth::Where => "where",
            HintDepth::What => "what",
        }
    }

    /// The depth with this word.
    pub fn called(word: &str) -> Option<HintDepth> {
        [HintDepth::Where, HintDepth::What].into_iter().find(|depth| depth.word() == word)
    }
}

impl From<wire::HintDepth> for HintDepth {
    fn from(depth: wire::HintDepth) -> HintDepth {
        match depth {
            wire::HintDepth::Where => HintDepth::Where,
            wire::HintDepth::What => HintDepth::What,
        }
    }
}

impl From<wire::Phones> for Phones {
    fn from(phones: wire::Phones) -> Phones {
        match phones {
            wire::Phones::One => Phones::One,
            wire::Phones::Each => Phones::Each,
            wire::Phones::Team => Phones::Team,
        }
    }
}

impl From<Phones> for wire::Phones {
    fn from(phones: Phones) -> wire::Phones {
        match phones {
            Phones::One => wire::Phones::One,
            Phones::Each => wire::Phones::Each,
            Phones::Team => wire::Phones::Team,
        }
    }
}

impl From<wire::Spectators> for Spectators {
    fn from(spectators: wire::Spectators) -> Spectators {
        match spectators {
            wire::Spectators::None => Spectators::None,
            wire::Spectators::Public => Spectators::Public,
            wire::Spectators::Delayed { minutes } => Spectators::Delayed { minutes },
        }
    }
}

impl From<Spectators> for wire::Spectators {
    fn from(spectators: Spectators) -> wire::Spectators {
        match spectators {
            Spectators::None => wire::Spectators::None,
            Spectators::Public => wire::Spectators::Public,
            Spectators::Delayed { minutes } => wire::Spectators::Delayed { minutes },
        }
    }
}

impl From<wire::ClockPlan> for ClockPlan {
    fn from(plan: wire::ClockPlan) -> ClockPlan {
        match plan {
            wire::ClockPlan::Player { seconds, increment } => ClockPlan::Player { seconds, increment },
            wire::ClockPlan::Move { seconds } => ClockPlan::Move { seconds },
            wire::ClockPlan::Days { days } => ClockPlan::Days { days },
        }
    }
}

impl From<ClockPlan> for wire::ClockPlan {
    fn from(plan: ClockPlan) -> wire::ClockPlan {
        match plan {
            ClockPlan::Player { seconds, increment } => wire::ClockPlan::Player { seconds, increment },
            ClockPlan::Move { seconds } => wire::ClockPlan::Move { seconds },
            ClockPlan::Days { days } => wire::ClockPlan::Days { days },
        }
    }
}
