//! What time it is: one time for all nodes, which no jump of a machine's clock can change.
//!
//! A store that several nodes share has a clock, and theirs are set by it; a store in a file has
//! none, and there the moment of the start counts.
//! In between, a node counts on by a steady clock that nobody can set.
//! What the machine itself believes is only compared, so that somebody can be told when it is off.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use tokio::sync::OnceCell;
use tokio::time::Instant;

use crate::store::{Store, StoreError};

/// How far a machine's clock may be off before anybody is told, in milliseconds.
const TOLERANCE: i64 = 2_000;

/// A clock that all tables of a node go by.
pub(super) struct HallClock {
    started: Instant,
    /// The time at the start, in milliseconds since 1970.
    time_at_start: AtomicI64,
    /// By how much the machine's clock is ahead, in milliseconds.
    ahead: AtomicI64,
    set_once: OnceCell<()>,
    machine: fn() -> i64,
    /// Another time that holds instead, for tests.
    instead: Option<fn() -> i64>,
}

impl HallClock {
    /// A clock that goes by the machine's until it is set.
    pub(super) fn new(machine: fn() -> i64, instead: Option<fn() -> i64>) -> HallClock {
        HallClock {
            started: Instant::now(),
            time_at_start: AtomicI64::new(machine()),
            ahead: AtomicI64::new(0),
            set_once: OnceCell::new(),
            machine,
            instead,
        }
    }

    /// The time, in milliseconds since 1970.
    pub(super) fn now(&self) -> i64 {
        match self.instead {
            Some(instead) => instead(),
            None => self.time_at_start.load(Ordering::Relaxed) + milliseconds(self.started.elapsed()),
        }
    }

    /// Milliseconds since the start, by the steady clock alone.
    pub(super) fn steady(&self) -> i64 {
        milliseconds(self.started.elapsed())
    }

    /// Sets the clock for the first time, if nobody has; nothing is decided before.
    ///
    /// # Errors
    ///
    /// Fails when the store does not answer.
    pub(super) async fn be_set(&self, store: &dyn Store) -> Result<(), StoreError> {
        self.set_once.get_or_try_init(|| self.set(store)).await.map(drop)
    }

    /// Sets the clock by the store's, and compares the machine's with it.
    ///
    /// # Errors
    ///
    /// Fails when the store does not answer.
    pub(super) async fn set(&self, store: &dyn Store) -> Result<(), StoreError> {
        let asked = Instant::now();
        if let Some(told) = store.now().await? {
            // The answer was made somewhere between question and answer; what lies within that
            // is no reason to set anything.
            let doubt = milliseconds(asked.elapsed()) / 2;
            let off = told + doubt - self.now();
            if off.abs() > doubt + 1 {
                // Not by how much it is off: two who set it at once would correct it twice.
                let start = told + doubt - milliseconds(self.started.elapsed());
                self.time_at_start.store(start, Ordering::Relaxed);
            }
        }
        self.compare();
        Ok(())
    }

    fn compare(&self) {
        let ahead = (self.machine)() - self.now();
        let before = self.ahead.swap(ahead, Ordering::Relaxed);
        match (before.abs() > TOLERANCE, ahead.abs() > TOLERANCE) {
            (false, true) => {
                tracing::warn!(ahead_ms = ahead, "this machine's clock is off; tables do not go by it");
            }
            (true, false) => tracing::info!("this machine's clock is right again"),
            (false, false) | (true, true) => {}
        }
    }

    /// What is wrong with the machine's clock, for those who look after it.
    pub(super) fn warning(&self) -> Option<String> {
        let ahead = self.ahead.load(Ordering::Relaxed);
        let way = if ahead > 0 { "ahead" } else { "behind" };
        let seconds = ahead.abs() / 1_000;
        (ahead.abs() > TOLERANCE)
            .then(|| format!("this machine's clock is {seconds} s {way}; tables do not go by it"))
    }
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    thread_local! {
        static MACHINE: Cell<i64> = const { Cell::new(1_800_000_000_000) };
    }

    const HOUR: i64 = 3_600_000;

    #[tokio::test]
    async fn a_machines_clock_that_jumps_changes_nothing_and_is_told() {
        let store = crate::store::SqliteStore::in_memory().await.expect("a store in memory");
        let clock = HallClock::new(|| MACHINE.get(), None);
        clock.be_set(&store).await.expect("the store answers");
        assert_eq!(clock.warning(), None);
        for jump in [HOUR, -2 * HOUR] {
            let before = clock.now();
            MACHINE.set(MACHINE.get() + jump);
            clock.set(&store).await.expect("the store answers");
            let passed = clock.now() - before;
            assert!((0..HOUR / 2).contains(&passed), "{passed}");
            let warning = clock.warning().expect("the clock is off");
            assert!(warning.contains(if jump > 0 { "ahead" } else { "behind" }), "{warning}");
        }
        MACHINE.set(MACHINE.get() + HOUR);
        clock.set(&store).await.expect("the store answers");
        assert_eq!(clock.warning(), None);
    }
}
