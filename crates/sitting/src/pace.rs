//! How long the answers of bots take.
//!
//! How long a bot has thought can betray what it knows.
//! So the time of its answer is drawn beforehand, from its level alone, which everybody knows;
//! whatever it has found by then is its answer, and it is not given sooner.

use std::time::Duration;

use kit_bots::Level;
use kit_play::Chance;

/// How long a bot's answer takes at least, unless somebody says otherwise.
pub const USUAL_PACE: Duration = Duration::from_millis(700);

/// How long the answer of a bot takes: a few paces, more for those who think more.
///
/// Nothing else may come in here: whatever is drawn from tells of itself.
pub fn answer_time(pace: Duration, level: Level, chance: &mut Chance) -> Duration {
    let (least, most) = match level {
        Level::Random | Level::Learner | Level::Casual => (100, 150),
        Level::Club => (120, 200),
        Level::Expert => (150, 300),
        Level::Master => (200, 450),
    };
    let percent = least + chance.below(most - least);
    chance.take_rolls();
    pace * percent / 100
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stronger_bots_take_longer_and_nobody_answers_before_the_pace() {
        let pace = USUAL_PACE;
        let mean = |level| {
            let mut chance = Chance::seeded(7);
            let times: Vec<Duration> = (0..500).map(|_| answer_time(pace, level, &mut chance)).collect();
            assert!(times.iter().all(|time| *time >= pace));
            times.iter().sum::<Duration>() / 500
        };
        assert!(Level::ALL.windows(2).all(|pair| mean(pair[0]) <= mean(pair[1])));
        assert!(mean(Level::Casual) < pace * 3 / 2);
        assert_eq!(answer_time(Duration::ZERO, Level::Master, &mut Chance::seeded(1)), Duration::ZERO);
    }
}
