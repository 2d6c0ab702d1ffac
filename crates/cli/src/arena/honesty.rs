//! Whether two worlds that a seat cannot tell apart get the same answers, advice and beliefs.

use anyhow::Result;
use kit_bots::{Bot, Level, Limit, advise};
use kit_play::{Chance, Glimpse, Listed, Table, Terms, Viewer};
use serde_json::{Value, json};

use super::journal::{Noted, label};
use super::run::{Games, Run};

/// How many nodes an answer takes, and some advice.
const NODES: u64 = 300;
/// In every so manieth game a bot thinks for so long that it doubts what others will know.
const DEEPLY: u64 = 1_000;
const DEEP_NODES: u64 = 100_000;
/// How many actions by lot come before a pair, at the most.
const LONGEST: u32 = 60;

/// What came of it.
#[derive(Default)]
pub struct Honesty {
    pub pairs: u64,
    /// How many pairs got different answers, different advice, or different beliefs.
    pub different: u64,
}

impl Noted for Honesty {
    fn written(&self) -> Value {
        json!({"pairs": self.pairs, "different": self.different})
    }

    fn read(value: &Value) -> Option<Honesty> {
        Some(Honesty { pairs: value["pairs"].as_u64()?, different: value["different"].as_u64()? })
    }
}

/// Compares so many pairs, or a few more.
///
/// # Errors
///
/// Fails when what was found cannot be written down.
pub fn compared(
    game: &'static dyn Listed,
    terms: &Terms,
    (wanted, seed): (u64, u64),
    run: &Run,
) -> Result<Honesty> {
    let play = |number: u64| {
        let mut chance = Chance::seeded(seed.wrapping_mul(1_000_003).wrapping_add(number));
        let table = begun(game, terms, &mut chance)?;
        let mut found = Honesty::default();
        for seat in table.acting() {
            let truth = table.glimpse(Viewer::Seat(seat));
            let dream = truth.imagine(&mut chance).glimpse(Viewer::Seat(seat));
            found.pairs += 1;
            found.different += u64::from(!is_same(&truth, &dream, number.is_multiple_of(DEEPLY)));
        }
        Ok(found)
    };
    let of = label("honesty", game, terms, "pairs of worlds");
    let games = Games { of, name: game.about().id, play: &play };
    let all = run.until(wanted, |found: &Honesty| found.pairs, &games)?;
    let sum = |number: fn(&Honesty) -> u64| all.iter().map(number).sum();
    Ok(Honesty { pairs: sum(|found| found.pairs), different: sum(|found| found.different) })
}

/// A table after some actions by lot.
fn begun(game: &'static dyn Listed, terms: &Terms, chance: &mut Chance) -> Result<Table> {
    let mut table = Table::open(game, terms, chance)?;
    for _ in 0..chance.below(LONGEST) {
        let Some(seat) = table.acting().first().copied() else { break };
        let offers = table.glimpse(Viewer::Seat(seat)).actions();
        let action = chance.pick(&offers).clone();
        table.act(seat, &action, chance)?;
    }
    Ok(table)
}

fn is_same(truth: &Glimpse, dream: &Glimpse, deeply: bool) -> bool {
    let (level, nodes) = if deeply { (Level::Expert, DEEP_NODES) } else { (Level::Learner, NODES) };
    let answer = |glimpse: &Glimpse| {
        let limit = Limit { nodes: Some(nodes), ..Limit::by_level() };
        let advice = Limit { nodes: Some(NODES), ..Limit::by_level() };
        (
            Bot::new(level, Chance::seeded(1)).choose(glimpse, &limit),
            advise(glimpse, &advice, &mut Chance::seeded(2)),
            glimpse.belief(),
        )
    };
    answer(truth) == answer(dream)
}
