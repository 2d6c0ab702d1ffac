//! Hundredths of a pawn and chances to win.

use crate::engine::WIN;

/// Chances to win that are as good as certain lie this close to 0 or 1.
pub(crate) const DECIDED: f64 = 0.001;

/// The chance to win that a number of hundredths of a pawn stands for.
pub(crate) fn chance_for(cents: i32) -> f64 {
    match cents {
        win if win > WIN / 2 => 1.0 - f64::from(WIN - win) * 1e-6,
        loss if loss < -WIN / 2 => f64::from(WIN + loss) * 1e-6,
        other => (1.0 / (1.0 + (-f64::from(other) / 250.0).exp())).clamp(2.0 * DECIDED, 1.0 - 2.0 * DECIDED),
    }
}

/// The number of hundredths of a pawn that a chance to win stands for, rounded down.
pub(crate) fn cents_for(chance: f64) -> i32 {
    if chance <= 2.0 * DECIDED {
        return -WIN;
    }
    let odds = (chance.min(1.0 - 2.0 * DECIDED) / (1.0 - chance.min(1.0 - 2.0 * DECIDED))).ln();
    (odds * 250.0).floor() as i32 - 1
}
