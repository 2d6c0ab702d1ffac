//! The only luck there is, and a record of all of it.
//!
//! Fresh chance rolls and writes every roll down; remembered chance reads a record and
//! never rolls.
//! No seed is ever stored: a scoresheet carries the rolls themselves.

use std::collections::VecDeque;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A source of rolls.
///
/// ```
/// use kit_play::Chance;
///
/// let mut fresh = Chance::seeded(7);
/// let die = fresh.below(6);
/// let mut remembered = Chance::remembered(fresh.take_rolls());
/// assert_eq!(remembered.below(6), die);
/// assert!(remembered.is_true_to_record());
/// ```
pub struct Chance {
    source: Source,
    rolls: Vec<u32>,
    /// Where each shuffle stands among the rolls, if somebody wants to know.
    shuffles: Option<Vec<Shuffle>>,
}

/// Rolls that brought some items into an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shuffle {
    /// The first of its rolls.
    pub start: usize,
    /// How many items.
    pub items: usize,
}

enum Source {
    Fresh(Box<ChaCha8Rng>),
    Remembered { rolls: VecDeque<u32>, faithful: bool },
}

impl Chance {
    /// Chance that always falls the same way for the same seed.
    pub fn seeded(seed: u64) -> Chance {
        Chance::fresh(ChaCha8Rng::seed_from_u64(seed))
    }

    /// Chance from randomness that somebody else has, as a browser does; as good as that is.
    pub fn handed(seed: [u8; 32]) -> Chance {
        Chance::fresh(ChaCha8Rng::from_seed(seed))
    }

    /// Chance that nobody can predict.
    ///
    /// Only with the feature `unpredictable`; without one, as inside a browser, a seed is handed in.
    ///
    /// # Panics
    ///
    /// Panics when the operating system has no randomness to give.
    #[cfg(feature = "unpredictable")]
    pub fn unpredictable() -> Chance {
        let mut system = rand::rngs::SysRng;
        Chance::fresh(ChaCha8Rng::try_from_rng(&mut system).expect("the operating system gives randomness"))
    }

    /// Chance that reads a record.
    pub fn remembered(rolls: impl IntoIterator<Item = u32>) -> Chance {
        let rolls = rolls.into_iter().collect();
        Chance { source: Source::Remembered { rolls, faithful: true }, rolls: Vec::new(), shuffles: None }
    }

    /// The same chance, which also notes where it shuffles.
    pub(crate) fn noting_shuffles(self) -> Chance {
        Chance { shuffles: Some(Vec::new()), ..self }
    }

    /// The shuffles that were noted.
    pub(crate) fn shuffles(&self) -> &[Shuffle] {
        self.shuffles.as_deref().unwrap_or_default()
    }

    fn fresh(generator: ChaCha8Rng) -> Chance {
        Chance { source: Source::Fresh(Box::new(generator)), rolls: Vec::new(), shuffles: None }
    }

    /// One of the numbers `0..sides`, each as likely as any other.
    ///
    /// # Panics
    ///
    /// Panics when there are no sides.
    pub fn below(&mut self, sides: u32) -> u32 {
        assert!(sides > 0, "a roll has at least one side");
        let roll = match &mut self.source {
            Source::Fresh(generator) => uniform(generator, sides),
            Source::Remembered { rolls, faithful } => {
                let roll = rolls.pop_front().filter(|roll| *roll < sides);
                *faithful &= roll.is_some();
                roll.unwrap_or(0)
            }
        };
        self.rolls.push(roll);
        roll
    }

    /// What it took work to find out, one of the numbers `0..kinds`: written down among the rolls, so
    /// that whoever reads the record need not work again.
    ///
    /// A record from before it was written down has no finding, and then it is found out anew.
    /// Findings are told from rolls by being the largest numbers there are, which no game rolls.
    ///
    /// ```
    /// use kit_play::Chance;
    ///
    /// let mut fresh = Chance::seeded(7);
    /// assert_eq!(fresh.finding(2, || 1), 1);
    /// let mut remembered = Chance::remembered(fresh.take_rolls());
    /// assert_eq!(remembered.finding(2, || panic!("it is known")), 1);
    /// assert!(remembered.is_true_to_record());
    /// ```
    ///
    /// # Panics
    ///
    /// Panics when it is none of these numbers.
    pub fn finding(&mut self, kinds: u32, find: impl FnOnce() -> u32) -> u32 {
        let (finding, is_written) = match &mut self.source {
            Source::Fresh(_) => (find(), true),
            Source::Remembered { rolls, .. } => match rolls.pop_front_if(|roll| u32::MAX - *roll < kinds) {
                Some(roll) => (u32::MAX - roll, true),
                None => (find(), false),
            },
        };
        assert!(finding < kinds, "a finding is one of the numbers that it can be");
        if is_written {
            self.rolls.push(u32::MAX - finding);
        }
        finding
    }

    /// One of the items.
    ///
    /// # Panics
    ///
    /// Panics when there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u32) as usize]
    }

    /// Brings the items into an order, each as likely as any other.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        if let Some(shuffles) = &mut self.shuffles {
            shuffles.push(Shuffle { start: self.rolls.len(), items: items.len() });
        }
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }

    /// A seed for another source of chance.
    pub fn seed(&mut self) -> u64 {
        u64::from(self.below(u32::MAX)) << 32 | u64::from(self.below(u32::MAX))
    }

    /// The rolls made since this was last asked.
    pub fn take_rolls(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.rolls)
    }

    /// Whether every roll so far stood in the record, and none is left over.
    ///
    /// Fresh chance has no record to be untrue to.
    pub fn is_true_to_record(&self) -> bool {
        match &self.source {
            Source::Fresh(_) => true,
            Source::Remembered { rolls, faithful } => *faithful && rolls.is_empty(),
        }
    }
}

/// A number below `sides` without bias: numbers from the incomplete last stretch are thrown away.
fn uniform(generator: &mut ChaCha8Rng, sides: u32) -> u32 {
    let fair = u32::MAX - u32::MAX % sides;
    loop {
        let number = generator.next_u32();
        if number < fair {
            return number % sides;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_face_comes_up() {
        let mut chance = Chance::seeded(1);
        let mut seen = [0u32; 6];
        for _ in 0..6000 {
            seen[chance.below(6) as usize] += 1;
        }
        assert!(seen.iter().all(|count| (850..1150).contains(count)), "{seen:?}");
    }

    #[test]
    fn a_record_without_a_finding_stays_as_it_is() {
        let mut old = Chance::remembered([3, 1]);
        assert_eq!(old.finding(3, || 2), 2);
        assert_eq!([old.below(6), old.below(2)], [3, 1]);
        assert!(old.is_true_to_record());
        assert_eq!(old.take_rolls(), [3, 1]);
        // A finding that nobody asks for is a roll that does not fit.
        let mut strange = Chance::remembered([u32::MAX]);
        strange.below(6);
        assert!(!strange.is_true_to_record());
    }

    #[test]
    fn a_record_that_does_not_fit_is_noticed() {
        let mut too_short = Chance::remembered([]);
        too_short.below(2);
        assert!(!too_short.is_true_to_record());
        let mut too_high = Chance::remembered([2]);
        too_high.below(2);
        assert!(!too_high.is_true_to_record());
        let mut too_long = Chance::remembered([1, 1]);
        too_long.below(2);
        assert!(!too_long.is_true_to_record());
        too_long.below(2);
        assert!(too_long.is_true_to_record());
    }
}
