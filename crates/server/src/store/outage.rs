//! Outages of a store: many requests meet the same one, and it is told once.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// An outage is over when so long nothing has failed. Nodes ask the store several times a second,
/// and wait for twice its patience at most.
const QUIET: Duration = Duration::from_secs(60);

/// Failures that follow each other.
pub struct Outage {
    last: Mutex<Option<Instant>>,
}

impl Outage {
    /// Nothing has failed yet.
    pub const fn new() -> Outage {
        Outage { last: Mutex::new(None) }
    }

    /// Takes note of a failure; whether it is the first of an outage.
    pub fn begins(&self, now: Instant) -> bool {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let before = last.replace(now);
        before.is_none_or(|before| now.saturating_duration_since(before) > QUIET)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outage_is_told_once_however_long_it_is_and_the_next_one_again() {
        let (outage, start) = (Outage::new(), Instant::now());
        let told = |from: u64, until: u64| {
            let seconds = (from..until).step_by(20).map(|second| start + Duration::from_secs(second));
            seconds.filter(|now| outage.begins(*now)).count()
        };
        assert_eq!(told(0, 3_600), 1);
        assert_eq!(told(3_700, 7_200), 1);
    }
}
