//! Hundredths of a pawn and chances to win.

use kit_play::numbers::{exp, ln};

use crate::engine::WIN;

/// Chances to win that are as good as certain lie this close to 0 or 1.
pub(crate) const DECIDED: f64 = 0.001;

/// The chance to win that a number of hundredths of a pawn stands for.
pub(crate) fn chance_for(cents: i32) -> f64 {
    match cents {
        win if win > WIN / 2 => 1.0 - f64::from(WIN - win) * 1e-6,
        loss if loss < -WIN / 2 => f64::from(WIN + loss) * 1e-6,
        other => (1.0 / (1.0 + exp(-f64::from(other) / 250.0))).clamp(2.0 * DECIDED, 1.0 - 2.0 * DECIDED),
    }
}

/// The number of hundredths of a pawn that a chance to win stands for, rounded down.
pub(crate) fn cents_for(chance: f64) -> i32 {
    if chance <= 2.0 * DECIDED {
        return -WIN;
    }
    let odds = ln(chance.min(1.0 - 2.0 * DECIDED) / (1.0 - chance.min(1.0 - 2.0 * DECIDED)));
    (odds * 250.0).floor() as i32 - 1
}

/// The value of a search that a chance to win stands for, as nearly as can be said: the other way
/// round from [`chance_for`], wins and losses included.
pub(crate) fn cents_of(chance: f64) -> i32 {
    let steps = |left: f64| (left * 1e6).round() as i32;
    if chance > 1.0 - DECIDED {
        WIN - steps(1.0 - chance)
    } else if chance < DECIDED {
        steps(chance) - WIN
    } else {
        appraisal_for(chance)
    }
}

/// The number of hundredths of a pawn that a chance to win stands for, as nearly as can be said.
pub(crate) fn appraisal_for(chance: f64) -> i32 {
    let chance = chance.clamp(2.0 * DECIDED, 1.0 - 2.0 * DECIDED);
    (ln(chance / (1.0 - chance)) * 250.0).round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_and_appraisals_stand_for_each_other() {
        for cents in (-1_500..=1_500).step_by(75) {
            assert_eq!(appraisal_for(chance_for(cents)), cents);
            assert_eq!(cents_of(chance_for(cents)), cents);
            let below = cents_for(chance_for(cents));
            assert!((cents - 2..=cents).contains(&below), "{below} for {cents}");
        }
        for decided in [WIN, WIN - 7, -WIN, 12 - WIN] {
            assert_eq!(cents_of(chance_for(decided)), decided);
        }
    }
}
