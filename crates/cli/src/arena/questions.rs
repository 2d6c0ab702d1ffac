//! What bots ask, and what they make of what they know.

use std::collections::BTreeMap;

use anyhow::Result;
use kit_bots::{Bot, Level, Limit};
use kit_play::{Chance, Listed, Seat, Table, Terms, Viewer};
use serde_json::{Value, json};

use super::journal::{Noted, label};
use super::run::{Games, Run};

/// What was counted.
#[derive(Default)]
pub struct Asked {
    /// How many own actions told a seat something, and how many only let the turn go by.
    pub telling: u64,
    pub idle: u64,
    /// After how many telling actions nothing was hidden any more, each time that it came to that.
    pub known_after: Vec<f64>,
    /// Whether anything was on offer that only lets the turn go by: a question with a certain answer.
    pub in_vain: bool,
}

impl Asked {
    /// How many of the questions could have been answered beforehand.
    pub fn known_beforehand(&self) -> f64 {
        self.idle as f64 / (self.idle + self.telling).max(1) as f64
    }
}

impl Noted for Asked {
    fn written(&self) -> Value {
        json!({
            "telling": self.telling, "idle": self.idle, "known_after": self.known_after, "in_vain": self.in_vain,
        })
    }

    fn read(value: &Value) -> Option<Asked> {
        let known_after = value["known_after"].as_array()?.iter().map(Value::as_f64);
        Some(Asked {
            telling: value["telling"].as_u64()?,
            idle: value["idle"].as_u64()?,
            known_after: known_after.collect::<Option<_>>()?,
            in_vain: value["in_vain"].as_bool()?,
        })
    }
}

/// Lets a level play so many games and counts; nothing in a game that has no beliefs, or in which
/// nothing can be asked.
///
/// # Errors
///
/// Fails when a game cannot be played, or not be written down.
pub fn asked(
    game: &'static dyn Listed,
    terms: &Terms,
    level: Level,
    (count, seed): (u64, u64),
    run: &Run,
) -> Result<Option<Asked>> {
    let table = Table::open(game, terms, &mut Chance::seeded(seed))?;
    if table.seats().all(|seat| table.glimpse(Viewer::Seat(seat)).belief().is_none()) {
        return Ok(None);
    }
    let play = |number| played(game, terms, level, seed.wrapping_mul(1_000_003).wrapping_add(number));
    let of = label("questions", game, terms, level.name());
    let mut all = Asked::default();
    for one in run.all(count, &Games { of, name: game.about().id, play: &play })? {
        all.telling += one.telling;
        all.idle += one.idle;
        all.known_after.extend(one.known_after);
        all.in_vain |= one.in_vain;
    }
    Ok(all.in_vain.then_some(all))
}

fn played(game: &'static dyn Listed, terms: &Terms, level: Level, seed: u64) -> Result<Asked> {
    let mut asked = Asked::default();
    let mut chance = Chance::seeded(seed);
    let mut table = Table::open(game, terms, &mut chance)?;
    let mut bots: Vec<Bot> = table.seats().map(|_| Bot::new(level, Chance::seeded(chance.seed()))).collect();
    let mut told: BTreeMap<Seat, Option<u32>> = table.seats().map(|seat| (seat, Some(0))).collect();
    while table.outcome().is_none() {
        for seat in table.acting() {
            let glimpse = table.glimpse(Viewer::Seat(seat));
            let Some(before) = glimpse.belief() else { return Ok(asked) };
            let Some(thought) = bots[seat.index()].choose(&glimpse, &Limit::by_level()) else { continue };
            let mut ahead = glimpse.lookahead(&mut chance);
            let steps = ahead.generate();
            asked.in_vain |= (0..steps).any(|step| ahead.is_idle(step));
            let place = glimpse.actions().iter().position(|action| *action == thought.action);
            let is_idle = place.is_some_and(|place| place < steps && ahead.is_idle(place));
            table.act(seat, &thought.action, &mut chance).expect("a bot chooses an offer");
            asked.idle += u64::from(is_idle);
            let Some(after) = table.glimpse(Viewer::Seat(seat)).belief() else { continue };
            let (was, is) = (before.worlds, after.worlds);
            // Worlds that come up are new secrets and no answers.
            if !before.exact || !after.exact || is >= was || table.outcome().is_some() {
                continue;
            }
            asked.telling += 1;
            let Some(telling) = told.get_mut(&seat) else { continue };
            *telling = telling.map(|told| told + 1);
            if let Some(told) = telling.filter(|_| is == 1) {
                asked.known_after.push(f64::from(told));
                *telling = None;
            }
        }
    }
    Ok(asked)
}
