//! Whether what seats believe is true as often as they believe it.
//!
//! Bots play, and before every decision all that its seat may believe of what is hidden is compared
//! with what is so.
//! Statements of one game depend on each other, so it is games that are counted when it is said how
//! sure a share is.

use anyhow::Result;
use kit_bots::{Bot, Level, Limit};
use kit_play::{Called, Chance, Listed, Table, Terms, Viewer};
use serde_json::{Value, json};

use super::journal::{Noted, label};
use super::run::{Games, Run};
use super::statistics::NORMAL;

/// Statements that were called about as likely, from a tenth to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tenth {
    pub statements: u64,
    /// The sums of what they were called, and of how many were so.
    called: f64,
    held: f64,
    /// The sum of squares of what each game was off by.
    off: f64,
}

impl Tenth {
    /// How likely they were called in the mean.
    pub fn called(&self) -> f64 {
        self.called / self.statements.max(1) as f64
    }

    /// How many of them were so.
    pub fn held(&self) -> f64 {
        self.held / self.statements.max(1) as f64
    }

    /// By how much the share that was so may be off by chance, 95 times of 100.
    pub fn error(&self) -> f64 {
        NORMAL * self.off.sqrt() / self.statements.max(1) as f64
    }
}

/// What came of comparing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Calibration {
    pub games: u64,
    pub tenths: [Tenth; 10],
}

impl Calibration {
    pub fn statements(&self) -> u64 {
        self.tenths.iter().map(|tenth| tenth.statements).sum()
    }

    /// Adds a game; what was certain is no statement.
    pub fn add(&mut self, game: &[Called]) {
        self.games += 1;
        let mut off = [0.0; 10];
        for Called { chance, held } in game.iter().filter(|call| call.chance > 0.0 && call.chance < 1.0) {
            let place = ((chance * 10.0) as usize).min(9);
            let (tenth, held) = (&mut self.tenths[place], f64::from(u8::from(*held)));
            tenth.statements += 1;
            tenth.called += chance;
            tenth.held += held;
            off[place] += held - chance;
        }
        self.tenths.iter_mut().zip(off).for_each(|(tenth, off)| tenth.off += off * off);
    }

    /// The largest distance between what was called and what was so, among tenths with enough
    /// statements to tell.
    pub fn worst(&self) -> Option<f64> {
        let enough = self.tenths.iter().filter(|tenth| tenth.statements >= ENOUGH);
        enough.map(|tenth| (tenth.held() - tenth.called()).abs()).max_by(f64::total_cmp)
    }
}

/// With fewer statements than this a tenth tells nothing.
pub const ENOUGH: u64 = 200;

impl Noted for Vec<Called> {
    fn written(&self) -> Value {
        self.iter().map(|call| json!([call.chance, call.held])).collect()
    }

    fn read(value: &Value) -> Option<Vec<Called>> {
        let call = |call: &Value| Some(Called { chance: call[0].as_f64()?, held: call[1].as_bool()? });
        value.as_array()?.iter().map(call).collect()
    }
}

/// How many statements a game made; what was certain is none.
fn statements(game: &[Called]) -> u64 {
    game.iter().filter(|call| call.chance > 0.0 && call.chance < 1.0).count() as u64
}

/// Lets bots play until so many statements were compared; nothing in a game without beliefs.
///
/// # Errors
///
/// Fails when the game cannot be played by these terms, or not be written down.
pub fn measured(
    game: &'static dyn Listed,
    terms: &Terms,
    level: Level,
    (wanted, seed): (u64, u64),
    run: &Run,
) -> Result<Option<Calibration>> {
    let table = Table::open(game, terms, &mut Chance::seeded(seed))?;
    if table.seats().all(|seat| table.glimpse(Viewer::Seat(seat)).belief().is_none()) {
        return Ok(None);
    }
    let play = |number| played(game, terms, level, seed.wrapping_mul(1_000_003).wrapping_add(number));
    let of = label("calibration", game, terms, level.name());
    let called = run.until(
        wanted,
        |game: &Vec<Called>| statements(game),
        &Games { of, name: game.about().id, play: &play },
    )?;
    let mut found = Calibration::default();
    called.iter().for_each(|game| found.add(game));
    Ok((found.statements() > 0).then_some(found))
}

fn played(game: &'static dyn Listed, terms: &Terms, level: Level, seed: u64) -> Result<Vec<Called>> {
    let mut chance = Chance::seeded(seed);
    let mut bots: Vec<Bot> =
        (0..terms.seats()).map(|_| Bot::new(level, Chance::seeded(chance.seed()))).collect();
    let mut play = |glimpse: &kit_play::Glimpse| {
        let seat = glimpse.viewer().seat().map_or(0, kit_play::Seat::index);
        let thought = bots[seat].choose(glimpse, &Limit::by_level());
        thought.map(|thought| thought.action).unwrap_or_default()
    };
    Ok(game.calibrate(terms, &mut chance, &mut play)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_called_likely_is_compared_with_what_is_so() {
        let mut calibration = Calibration::default();
        let call = |chance, held| Called { chance, held };
        calibration.add(&[call(0.75, true), call(0.75, true), call(1.0, true), call(0.0, false)]);
        calibration.add(&[call(0.75, true), call(0.75, false)]);
        let tenth = calibration.tenths[7];
        assert_eq!((calibration.statements(), tenth.statements), (4, 4));
        assert_eq!((tenth.called(), tenth.held()), (0.75, 0.75));
        assert!((tenth.error() - NORMAL * 0.5_f64.sqrt() / 4.0).abs() < 1e-12);
        assert_eq!(calibration.worst(), None, "four statements tell nothing");
    }
}
