//! How long the answers of bots take.
//!
//! How long a bot has thought can betray what it knows.
//! So the time of its answer is drawn beforehand, from its level alone, which everybody knows, and
//! the answer is not given sooner.
//!
//! How far a bot thinks is a number of nodes, so that its level is the same on every machine.
//! Whoever knows how long so many nodes take here, from what everybody may know, has that time covered
//! by the draw ([`covering`]); then only a machine that is busier than it was is not done in time.
//! Then the answer is not given at once, because that moment would tell how long the thought was:
//! it waits for the next of a row of moments that were fixed by the same draw, each twice as late as
//! the one before.
//! What the time still tells is which of these it was, and on a machine that keeps up with its bots
//! it is always the first.

use std::time::Duration;

use kit_bots::Level;
use kit_play::Chance;

/// How long a bot's answer takes at least, unless somebody says otherwise.
pub const USUAL_PACE: Duration = Duration::from_millis(700);

/// How many moments there are for one answer; the last is weeks away.
const MOMENTS: u32 = 24;
/// How much longer than a thought the time of an answer is at least, in percent of it: thoughts differ.
const ENOUGH: u32 = 150;
/// How much more it is at most.
const MORE: u32 = 50;

/// How long the answer of a bot takes: a few paces, more for those who think more.
///
/// Nothing else may come in here: whatever is drawn from tells of itself.
pub fn answer_time(pace: Duration, level: Level, chance: &mut Chance) -> Duration {
    covering(pace, level, Duration::ZERO, chance)
}

/// The same where a thought of this level takes about so long on this machine.
///
/// That time must be measured on something that everybody may know, never on what bots at tables took:
/// an answer would tell how long another thought was.
pub fn covering(pace: Duration, level: Level, thought: Duration, chance: &mut Chance) -> Duration {
    let (least, most) = match level {
        Level::Random | Level::Learner | Level::Casual => (100, 150),
        Level::Club => (120, 200),
        Level::Expert => (150, 300),
        Level::Master => (200, 450),
    };
    let drawn = chance.below(most - least);
    chance.take_rolls();
    if pace.is_zero() {
        return Duration::ZERO;
    }
    let covers = thought * (ENOUGH + MORE * drawn / (most - least)) / 100;
    covers.max(pace * (least + drawn) / 100)
}

/// When the answer is given for which this time was drawn, and for which the bot has thought so long:
/// then, or after twice the time, or four times, and so on.
pub fn given_after(drawn: Duration, thought: Duration) -> Duration {
    if drawn.is_zero() {
        return thought;
    }
    moments(drawn).find(|moment| *moment >= thought).unwrap_or(thought)
}

/// The moments at which an answer may be given for which this time was drawn, as far as anybody waits.
pub fn moments(drawn: Duration) -> impl Iterator<Item = Duration> {
    (0..MOMENTS).map_while(move |doubled| drawn.checked_mul(1 << doubled))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_late_answer_tells_only_that_it_was_late() {
        let given = |thought| given_after(Duration::from_millis(800), Duration::from_millis(thought));
        assert_eq!([0, 1, 799, 800].map(given), [Duration::from_millis(800); 4]);
        assert_eq!([801, 1_200, 1_600].map(given), [Duration::from_millis(1_600); 3]);
        assert_eq!(given(1_601), Duration::from_millis(3_200));
        let first: Vec<Duration> = moments(Duration::from_millis(800)).take(3).collect();
        assert_eq!(first, [800, 1_600, 3_200].map(Duration::from_millis));
        assert_eq!(given_after(Duration::ZERO, Duration::from_millis(7)), Duration::from_millis(7));
    }

    #[test]
    fn what_a_thought_usually_takes_is_covered() {
        for level in Level::ALL {
            let thought = Duration::from_secs(4);
            let drawn = |seed| covering(USUAL_PACE, level, thought, &mut Chance::seeded(seed));
            let times: Vec<Duration> = (0..500).map(drawn).collect();
            assert!(times.iter().all(|time| (thought * 3 / 2..=thought * 2).contains(time)), "{level}");
            assert!(times.iter().any(|time| *time != times[0]), "{level}");
            // A thought that takes next to nothing changes nothing.
            let quick = covering(USUAL_PACE, level, Duration::from_millis(1), &mut Chance::seeded(1));
            assert_eq!(quick, answer_time(USUAL_PACE, level, &mut Chance::seeded(1)));
            // Where there is no pace nobody waits.
            assert_eq!(covering(Duration::ZERO, level, thought, &mut Chance::seeded(1)), Duration::ZERO);
        }
    }

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
