//! What a weak level does not think of.
//!
//! Weak levels err by attention and not by dice: a quiet step that is not noticed is neither made
//! nor feared, anywhere in a search.
//! What takes something, gives check, ends the game or has no squares is always noticed, so nobody
//! leaves a piece or a king to be taken, or misses a win that is there.

use kit_play::Chance;

/// How much is noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Attention {
    /// How many of a hundred quiet steps are noticed.
    percent: u32,
    /// Which of them, in this decision.
    seed: u64,
}

/// What a step that is salient gains, and what one that is not loses, of a hundred.
const SALIENT: u32 = 15;

impl Attention {
    /// Nothing is overlooked.
    pub(crate) const FULL: Attention = Attention { percent: 100, seed: 0 };

    /// So many quiet steps of a hundred are noticed, other ones in every decision.
    ///
    /// Whoever notices all of them still has lots, by which some come first that look alike.
    pub(crate) fn of(percent: u32, chance: &mut Chance) -> Attention {
        Attention { percent, seed: chance.seed() }
    }

    /// Whether everything is noticed.
    pub(crate) fn is_full(self) -> bool {
        self.percent >= 100
    }

    /// How many of a hundred quiet steps are noticed.
    pub(crate) fn percent(self) -> u32 {
        self.percent
    }

    /// Whether a quiet step is noticed that does this, after one that did that.
    ///
    /// Short steps are seen more easily than long ones, and steps near the last one more easily
    /// than those elsewhere.
    pub(crate) fn notices(self, habit: u16, last: Option<u16>) -> bool {
        let Some([from, to]) = squares(habit).filter(|_| !self.is_full()) else { return true };
        let mut percent = self.percent;
        if distance(from, to) > 3 {
            percent = percent.saturating_sub(SALIENT);
        }
        if last.and_then(squares).is_some_and(|[_, last]| distance(last, to) <= 2) {
            percent += SALIENT;
        }
        self.lot(habit) % 100 < u64::from(percent)
    }

    /// Whether something is noticed that has no squares and is chosen unseen, by its number.
    pub(crate) fn draws(self, number: u16) -> bool {
        self.lot(number) % 100 < u64::from(self.percent)
    }

    /// A number that stays the same for a step throughout a decision.
    pub(crate) fn lot(self, habit: u16) -> u64 {
        let mixed = (self.seed ^ u64::from(habit)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed ^ mixed >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 33
    }
}

/// The squares from which and to which a step goes, if it has some.
fn squares(habit: u16) -> Option<[u16; 2]> {
    let number = habit.checked_sub(1)?;
    Some([number / 64, number % 64])
}

/// How many steps of a king lie between two squares.
fn distance(one: u16, two: u16) -> u16 {
    (one % 8).abs_diff(two % 8).max((one / 8).abs_diff(two / 8))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noticed(percent: u32, from: u16, to: u16, last: Option<u16>) -> usize {
        let mut chance = Chance::seeded(5);
        let noticed = |_: &u32| Attention::of(percent, &mut chance).notices(from * 64 + to + 1, last);
        (0..1000).filter(noticed).count()
    }

    #[test]
    fn short_steps_near_the_last_one_are_noticed_most() {
        assert_eq!(noticed(100, 0, 63, None), 1000);
        let (long, short) = (noticed(60, 0, 63, None), noticed(60, 0, 9, None));
        let near = noticed(60, 0, 9, Some(10));
        assert!((400..500).contains(&long), "{long}");
        assert!((550..650).contains(&short), "{short}");
        assert!((700..800).contains(&near), "{near}");
    }

    #[test]
    fn what_has_no_squares_is_noticed() {
        let attention = Attention::of(0, &mut Chance::seeded(1));
        assert!(attention.notices(0, None));
        assert!(!attention.notices(1, None));
    }
}
