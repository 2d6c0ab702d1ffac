//! Players who see glimpses and nothing else.
//!
//! A [`Bot`] is handed a [`Glimpse`], imagines worlds that its seat cannot tell from the true
//! one, searches each a little, and chooses what does well on the whole.
//! Nothing in this crate can name a game or a game's state.

#![warn(missing_docs)]

pub mod advice;
pub mod analysis;
mod attention;
mod chances;
mod choose;
mod engine;
mod fingerprint;
mod limit;
mod manners;
mod matrix;
mod memory;
mod order;
mod partners;
mod presumed;
mod sealed;

use std::fmt;
use std::str::FromStr;

use kit_play::sentence::Filling;
use kit_play::text::excerpt;
use kit_play::{Chance, Glimpse, Sentence, say};

pub use advice::{NoAdvice, advise};
pub use analysis::{NoAnalysis, analyse};
pub use choose::{Mixed, Thought};
pub use engine::WIN;
pub use fingerprint::fingerprint;
pub use limit::Limit;
pub use manners::{Temper, Wish};

/// How well a bot plays, by how much it looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Takes any offer; a yardstick, not a partner.
    Random,
    /// Overlooks most, and with secrets hardly sees further than a turn.
    Learner,
    /// Overlooks less, and sees further.
    Casual,
    /// Overlooks nothing that it has the nodes for.
    Club,
    /// Looks at several times as much.
    Expert,
    /// Looks at several times as much as that.
    Master,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; 6] =
        [Level::Random, Level::Learner, Level::Casual, Level::Club, Level::Expert, Level::Master];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Learner => "learner",
            Level::Casual => "casual",
            Level::Club => "club",
            Level::Expert => "expert",
            Level::Master => "master",
        }
    }

    /// How far it may think, in nodes, in a game with secrets or without.
    ///
    /// Where everything is open, looking further helps more, so levels lie closer together.
    pub fn nodes(self, is_open: bool) -> u64 {
        let [secret, open] = match self {
            Level::Random => [0, 0],
            Level::Learner => [300, 9_000],
            Level::Casual => [3_000, 18_000],
            Level::Club => [30_000, 30_000],
            Level::Expert => [200_000, 100_000],
            Level::Master => [1_000_000, 400_000],
        };
        if is_open { open } else { secret }
    }

    /// How many of a hundred quiet steps it thinks of, in a game with secrets or without.
    ///
    /// Where everything is open, what was overlooked once costs the game more often.
    fn notices(self, is_open: bool) -> u32 {
        let [secret, open] = match self {
            Level::Random => [0, 0],
            Level::Learner => [60, 97],
            Level::Casual => [85, 99],
            Level::Club | Level::Expert | Level::Master => [100, 100],
        };
        if is_open { open } else { secret }
    }

    /// How many worlds it imagines where there are secrets.
    fn worlds(self) -> usize {
        match self {
            Level::Random => 0,
            Level::Learner => 4,
            Level::Casual => 8,
            Level::Club => 16,
            Level::Expert => 24,
            Level::Master => 32,
        }
    }

    /// How often, where others choose at the same time, it makes a choice that merely looks good
    /// instead of one that cannot be read, and how bad that may be, in chances to win.
    fn whims(self) -> (f64, f64) {
        match self {
            Level::Random => (1.0, 1.0),
            Level::Learner => (0.8, 0.03),
            Level::Casual => (0.4, 0.02),
            Level::Club => (0.1, 0.015),
            Level::Expert => (0.03, 0.01),
            Level::Master => (0.0, 0.01),
        }
    }

    /// By how much, in chances to win, a choice may look worse than the best and be made all
    /// the same, so that weaker levels vary more.
    fn slack(self, is_open: bool) -> f64 {
        match self {
            Level::Random => 1.0,
            Level::Learner if is_open => 0.035,
            Level::Casual if is_open => 0.02,
            Level::Learner => 0.08,
            Level::Casual => 0.04,
            Level::Club => 0.012,
            Level::Expert => 0.008,
            Level::Master => 0.005,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that is no level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLevel(String);

impl UnknownLevel {
    /// What was found and what would be right.
    pub fn sentence(&self) -> Sentence {
        let levels = Filling::one_of(Level::ALL.map(|level| Filling::text(level.name())));
        say!("unknown level: `{found}` (try {levels})", found = Filling::text(&self.0), levels)
    }
}

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl std::error::Error for UnknownLevel {}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Level, UnknownLevel> {
        let found = Level::ALL.into_iter().find(|level| level.name() == text);
        found.ok_or_else(|| UnknownLevel(excerpt(text)))
    }
}

/// A player of some level.
pub struct Bot {
    level: Level,
    chance: Chance,
}

impl Bot {
    /// A bot that falls back on this luck when choices look alike.
    pub fn new(level: Level, chance: Chance) -> Bot {
        Bot { level, chance }
    }

    /// How well it plays.
    pub fn level(&self) -> Level {
        self.level
    }

    /// What the bot does now; nothing when the seat has nothing to decide.
    ///
    /// With the same luck and a limit that does not look at the clock, the answer depends on
    /// the glimpse alone, and not on what the bot thought before.
    pub fn choose(&mut self, glimpse: &Glimpse, limit: &Limit) -> Option<Thought> {
        self.chance.take_rolls();
        choose::choose(glimpse, self.level, limit, &mut self.chance)
    }

    /// How often this bot makes each choice, and which it makes this time, where one other side
    /// decides at the same time and that is the only secret; nothing elsewhere.
    ///
    /// It takes the place of [`Bot::choose`]: with the same luck, both choose the same.
    pub fn mix(&mut self, glimpse: &Glimpse, limit: &Limit) -> Option<Mixed> {
        self.chance.take_rolls();
        let budget = limit::Budget::new(limit, self.level.nodes(glimpse.about().open));
        choose::mixed(glimpse, self.level, &budget, &mut self.chance)
    }

    /// What this bot does who knows how often the other side makes each choice; as always where that
    /// does not matter.
    ///
    /// This is how it is measured what reading a bot's mix is worth.
    pub fn exploit(&mut self, mix: Option<&Mixed>, glimpse: &Glimpse, limit: &Limit) -> Option<String> {
        let budget = limit::Budget::new(limit, self.level.nodes(glimpse.about().open));
        let answer = mix.and_then(|mix| choose::answer_to(&mix.shares, glimpse, &budget, &mut self.chance));
        answer.or_else(|| self.choose(glimpse, limit).map(|thought| thought.action))
    }
}
