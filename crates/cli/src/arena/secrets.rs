//! What secrets cost: bots against bots of the same level that see through everything.
//!
//! Those are handed the true state; they exist in games that the arena plays by itself and nowhere
//! else, see [`Listed::play_seen_through`].

use anyhow::Result;
use kit_bots::{Bot, Level, Limit};
use kit_play::{Chance, Glimpse, Listed, Team, Terms};
use serde_json::{Value, json};

use super::journal::{Noted, label};
use super::run::{Games, Run};
use super::statistics::Share;

/// What whoever sees through everything made of one game.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Seen {
    number: u64,
    score: f64,
}

impl Noted for Seen {
    fn written(&self) -> Value {
        json!({"number": self.number, "score": self.score})
    }

    fn read(value: &Value) -> Option<Seen> {
        Some(Seen { number: value["number"].as_u64()?, score: value["score"].as_f64()? })
    }
}

/// What a bot scores that sees through everything against one of the same level that does not.
///
/// # Errors
///
/// Fails when a game cannot be played, or not be written down.
pub fn price(
    game: &'static dyn Listed,
    terms: &Terms,
    level: Level,
    (count, seed): (u64, u64),
    run: &Run,
) -> Result<Share> {
    let of = label("clairvoyants", game, terms, level.name());
    let play = |number| played(game, terms, level, (number, seed));
    let seen = run.all(count, &Games { of, name: game.about().id, play: &play })?;
    let scores: Vec<(u64, f64)> = seen.iter().map(|seen| (seen.number, seen.score)).collect();
    Ok(Share::of_paired(&scores))
}

fn played(
    game: &'static dyn Listed,
    terms: &Terms,
    level: Level,
    (number, seed): (u64, u64),
) -> Result<Seen> {
    let seers = Team((number % 2) as u8);
    // Two games in a row share their deal, with the seats swapped.
    let mut chance = Chance::seeded(seed.wrapping_mul(1_000_003).wrapping_add(number / 2));
    let mut luck = Chance::seeded(seed.wrapping_mul(7_368_787).wrapping_add(number));
    let mut bots: Vec<Bot> =
        (0..terms.seats()).map(|_| Bot::new(level, Chance::seeded(luck.seed()))).collect();
    let mut player = |glimpse: &Glimpse| {
        let seat = glimpse.viewer().seat().map_or(0, kit_play::Seat::index);
        let thought = bots[seat].choose(glimpse, &Limit::by_level());
        thought.map(|thought| thought.action).unwrap_or_default()
    };
    let outcome = game.play_seen_through(terms, seers, &mut chance, &mut player)?;
    Ok(Seen { number, score: outcome.map_or(0.5, |outcome| outcome.worth(seers)) })
}
