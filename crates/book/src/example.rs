//! Positions in which the rules of a book can be tried, taken from how scenarios begin.

use std::collections::BTreeMap;

use kit_play::{Arrangement, Chance, Listed, Seat, Table, Terms};
use serde::Serialize;

use crate::scenario::{Scenario, Stage, scenarios};

/// The luck of all boards to try.
const SEED: u64 = 1;

/// A table to try something on: what is agreed, where it starts, and what is done before.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct ExampleNote {
    /// The edition; the newest if nothing is said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
    /// What is agreed beyond the edition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<BTreeMap<String, String>>,
    /// How many seats; all if nothing is said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<usize>,
    /// Where to start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arrangement: Option<String>,
    /// Lets chance fall the same way each time.
    pub seed: u64,
    /// What is done before it is tried, in order.
    pub actions: Vec<ExampleAction>,
}

/// Something done on a board to try.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ExampleAction {
    /// The seat.
    pub seat: String,
    /// The action in its notation.
    pub action: String,
}

/// A position for every rule of a game that some scenario begins with.
///
/// Each of them can be played from: whoever asks for one is never refused.
pub fn examples(game: &'static dyn Listed) -> BTreeMap<String, ExampleNote> {
    let mut found: BTreeMap<String, (u8, ExampleNote)> = BTreeMap::new();
    // Our own pages, which tests read too; what cannot be read cannot be tried.
    for scenario in scenarios(game.about().examples).unwrap_or_default() {
        let wanted = |rule: &&String, rank: u8| found.get(*rule).is_none_or(|(best, _)| rank < *best);
        let Some((rank, note)) = ExampleNote::of(game, &scenario) else { continue };
        let rules: Vec<String> = scenario.rules.iter().filter(|rule| wanted(rule, rank)).cloned().collect();
        if rules.is_empty() || !note.can_be_played(game) {
            continue;
        }
        found.extend(rules.into_iter().map(|rule| (rule, (rank, note.clone()))));
    }
    found.into_iter().map(|(rule, (_, note))| (rule, note)).collect()
}

impl ExampleNote {
    /// How a scenario begins, and how well that shows a rule: positions of the newest edition best.
    fn of(game: &'static dyn Listed, scenario: &Scenario) -> Option<(u8, ExampleNote)> {
        let mut note = ExampleNote { seed: SEED, ..ExampleNote::default() };
        let mut stage = Stage::new(game);
        for block in &scenario.blocks {
            match block.head[0].as_str() {
                "table" => {
                    note.lay(&block.body)?;
                    stage.lay(&block.body).ok()?;
                }
                _ => stage.play(&block.body).ok()?,
            }
        }
        let entries = &stage.table().ok()?.scoresheet().entries;
        // With luck in them they would go another way on another table.
        if entries.iter().any(|entry| !entry.rolls.is_empty() || entry.seat.is_empty()) {
            return None;
        }
        let done =
            |seat: &String, action: &String| ExampleAction { seat: seat.clone(), action: action.clone() };
        note.actions = entries.iter().map(|entry| done(&entry.seat, &entry.action)).collect();
        let rank = match (&note.arrangement, &note.edition) {
            (Some(_), None) => 0,
            (Some(_), Some(_)) => 1,
            (None, _) => 2,
        };
        Some((rank, note))
    }

    /// Takes over what a `table` block agrees on; nothing if a board to try cannot be laid like that.
    fn lay(&mut self, body: &[String]) -> Option<()> {
        let cut = body.iter().position(|line| line.trim().is_empty()).unwrap_or(body.len());
        for line in &body[..cut] {
            let (key, value) = line.split_once(':')?;
            let value = value.trim();
            match key.trim() {
                "edition" => self.edition = Some(value.to_owned()),
                "seats" => self.seats = Some(value.parse().ok()?),
                "seed" => self.seed = value.parse().ok()?,
                key => {
                    let name = key.strip_prefix("option ")?.to_owned();
                    self.options.get_or_insert_default().insert(name, value.to_owned());
                }
            }
        }
        let arrangement = body[cut..].join("\n").trim().to_owned();
        self.arrangement = (!arrangement.is_empty()).then_some(arrangement);
        Some(())
    }

    /// Whether somebody has something to do there.
    fn can_be_played(&self, game: &'static dyn Listed) -> bool {
        self.played(game).is_some_and(|table| !table.acting().is_empty())
    }

    fn played(&self, game: &'static dyn Listed) -> Option<Table> {
        let about = game.about();
        let arrangement = self.arrangement.as_deref().map(str::parse::<Arrangement>).transpose().ok()?;
        let options = self.options.clone().unwrap_or_default();
        let terms = Terms::agree(about, self.edition.as_deref(), &options, self.seats, arrangement).ok()?;
        let mut chance = Chance::seeded(self.seed);
        let mut table = Table::open(game, &terms, &mut chance).ok()?;
        for done in &self.actions {
            let seat: Seat = about.seat_named(&done.seat)?;
            table.act(seat, &done.action, &mut chance).ok()?;
        }
        Some(table)
    }
}
