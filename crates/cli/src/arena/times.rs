//! How long decisions take, in the mean of a game for each level.
//!
//! One bot thinks at a time, so on a machine that nobody else uses it is the time of one core.

use std::time::{Duration, Instant};

use anyhow::Result;
use kit_bots::{Bot, Level, Limit};
use kit_play::{Chance, Listed, Table, Terms, Viewer};

/// How long a decision may take in the mean, in milliseconds.
pub const WANTED: [(Level, u64); 5] = [
    (Level::Learner, 20),
    (Level::Casual, 60),
    (Level::Club, 250),
    (Level::Expert, 1_000),
    (Level::Master, 4_000),
];
/// No more decisions of a game are looked at.
const MOST: u32 = 60;

/// What was spent on some games.
#[derive(Clone, Copy, Default)]
pub struct Spent {
    decisions: u32,
    all: Duration,
}

impl Spent {
    /// The mean time of a decision, in milliseconds.
    pub fn mean(&self) -> f64 {
        self.all.as_secs_f64() * 1e3 / f64::from(self.decisions.max(1))
    }
}

/// What decisions of a level take in so many games.
///
/// # Errors
///
/// Fails when the game cannot be played by these terms.
pub fn spent(
    game: &'static dyn Listed,
    terms: &Terms,
    level: Level,
    (count, seed): (u64, u64),
) -> Result<Spent> {
    let mut spent = Spent::default();
    for number in 0..count {
        let mut chance = Chance::seeded(seed.wrapping_add(number));
        let mut table = Table::open(game, terms, &mut chance)?;
        let bot = |_| Bot::new(level, Chance::seeded(chance.seed()));
        let mut bots: Vec<Bot> = table.seats().map(bot).collect();
        let mut decisions = 0;
        while table.outcome().is_none() && decisions < MOST {
            for seat in table.acting() {
                let glimpse = table.glimpse(Viewer::Seat(seat));
                let begun = Instant::now();
                let thought = bots[seat.index()].choose(&glimpse, &Limit::by_level());
                spent.all += begun.elapsed();
                if let Some(thought) = thought {
                    table.act(seat, &thought.action, &mut chance).expect("a bot chooses an offer");
                    decisions += 1;
                }
            }
        }
        spent.decisions += decisions;
    }
    Ok(spent)
}

/// The heads of a table of times, with what is wanted.
pub fn heads(levels: &[Level]) -> String {
    levels.iter().map(|level| format!(" {:>14}", format!("{level} <= {}", wanted(*level)))).collect()
}

/// A line of it; what takes too long has an exclamation mark.
pub fn cell(level: Level, spent: &Spent) -> String {
    let is_late = spent.mean() > wanted(level) as f64;
    format!(" {:>13.1}{}", spent.mean(), if is_late { '!' } else { ' ' })
}

fn wanted(level: Level) -> u64 {
    WANTED.iter().find(|(other, _)| *other == level).map_or(0, |(_, wanted)| *wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_too_long_is_marked() {
        let spent = |milliseconds| Spent { decisions: 4, all: Duration::from_millis(milliseconds) };
        assert_eq!(cell(Level::Learner, &spent(80)).trim(), "20.0");
        assert_eq!(cell(Level::Learner, &spent(90)).trim(), "22.5!");
        assert!(heads(&[Level::Club, Level::Master]).ends_with("master <= 4000"));
    }
}
