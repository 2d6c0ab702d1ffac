//! Whether what seats believe is true as often as they believe it.
//!
//! Bots play, and before every decision all that its seat may believe of what is hidden is compared
//! with what is so.
//! Statements of one game depend on each other, so it is games that are counted when it is said how
//! sure a share is.

use std::ops::Range;

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

    /// By how many standard errors it is off; none where too little was said to tell.
    pub fn doubt(&self) -> Option<f64> {
        let error = self.error() / NORMAL;
        let tells = self.statements >= ENOUGH && error > 0.0;
        tells.then(|| (self.held() - self.called()).abs() / error)
    }

    fn add(&mut self, chance: f64, held: f64) {
        self.statements += 1;
        self.called += chance;
        self.held += held;
    }
}

/// What came of comparing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Calibration {
    pub games: u64,
    pub tenths: [Tenth; 10],
    /// What was called about 70 % likely, which is what bots are measured by.
    pub seventy: Tenth,
}

impl Calibration {
    pub fn statements(&self) -> u64 {
        self.tenths.iter().map(|tenth| tenth.statements).sum()
    }

    /// Adds a game; what was certain is no statement.
    pub fn add(&mut self, game: &[Called]) {
        self.games += 1;
        let (mut off, mut off_seventy) = ([0.0; 10], 0.0);
        for Called { chance, held } in game.iter().filter(|call| call.chance > 0.0 && call.chance < 1.0) {
            let place = ((chance * 10.0) as usize).min(9);
            let held = f64::from(u8::from(*held));
            self.tenths[place].add(*chance, held);
            off[place] += held - chance;
            if SEVENTY.contains(chance) {
                self.seventy.add(*chance, held);
                off_seventy += held - chance;
            }
        }
        self.seventy.off += off_seventy * off_seventy;
        self.tenths.iter_mut().zip(off).for_each(|(tenth, off)| tenth.off += off * off);
    }

    /// The tenth that is off most surely, which is not the one that is off furthest where little was
    /// said, and by how many standard errors.
    pub fn most_doubtful(&self) -> Option<(usize, f64)> {
        let doubts =
            self.tenths.iter().enumerate().filter_map(|(place, tenth)| Some((place, tenth.doubt()?)));
        doubts.max_by(|one, two| one.1.total_cmp(&two.1))
    }
}

/// What is called about 70 % likely.
const SEVENTY: Range<f64> = 0.65..0.75;
/// One of ten tenths that are all right is off by more standard errors than this 5 times of 100.
pub const CERTAIN: f64 = 2.81;

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
        assert_eq!(calibration.seventy.statements, 0, "75 % is not about 70 %");
        assert_eq!(calibration.most_doubtful(), None, "four statements tell nothing");
    }

    #[test]
    fn the_tenth_that_is_off_most_surely_need_not_be_off_furthest() {
        let mut calibration = Calibration::default();
        let some = |chance: f64, held: u64, all: u64| {
            (0..all).map(move |number| Called { chance, held: number < held })
        };
        for number in 0..40 {
            // One tenth is off by 28 points with much luck, the other by 7 points in every game.
            let lucky = some(0.22, 6 * (number % 2), 6);
            let game: Vec<Called> = lucky.chain(some(0.7, 62 + number % 3, 100)).collect();
            calibration.add(&game);
        }
        let (place, doubt) = calibration.most_doubtful().expect("enough was said");
        assert!(place == 7 && doubt > CERTAIN, "{place} {doubt}");
        let seventy = calibration.seventy;
        assert_eq!((seventy.statements, seventy.called()), (4_000, calibration.tenths[7].called()));
        assert!((seventy.held() - 0.63).abs() < 0.01);
    }
}
