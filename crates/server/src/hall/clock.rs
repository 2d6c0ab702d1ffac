//! What time it is: one time for all nodes, which no jump of a machine's clock can change.
//!
//! A store that several nodes share has a clock, and theirs are set by it; a store in a file has
//! none, and there the moment of the start counts, or that of the newest record if the machine's clock
//! is behind it.
//! In between, a node counts on by a steady clock that nobody can set.
//! That clock stands still while a laptop sleeps, and time does not: where the system tells how long it
//! has been there with all its sleep, the sleep is added.
//! What the machine itself believes is only compared, so that somebody can be told when it is off.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use tokio::sync::OnceCell;
use tokio::time::Instant;

use crate::store::{Store, StoreError};

/// How far a machine's clock may be off before anybody is told, in milliseconds.
const TOLERANCE: i64 = 2_000;
/// What is shorter is no sleep but how exactly both clocks tell the time, in milliseconds.
const A_NAP: i64 = 1_000;
const A_DAY: i64 = 24 * 60 * 60 * 1_000;
/// How long before the start the last thing may have happened before anybody is told, in milliseconds:
/// a club may pause over a summer's month, and a clock that is wrong is so by years.
const LONG_PAUSE: i64 = 45 * A_DAY;

/// A clock that all tables of a node go by.
pub(super) struct HallClock {
    started: Instant,
    /// The time at the start, in milliseconds since 1970.
    time_at_start: AtomicI64,
    /// By how much the machine's clock is ahead, in milliseconds.
    ahead: AtomicI64,
    set_once: OnceCell<()>,
    /// How long the machine has slept since the start, in milliseconds.
    slept: AtomicI64,
    /// How long there was nothing before the start, if that is so long that the start may be wrong.
    paused: AtomicI64,
    awake: Awake,
    machine: fn() -> i64,
    /// Another time that holds instead, for tests.
    instead: Option<fn() -> i64>,
}

/// What tells that a machine has slept.
struct Awake {
    /// The clock that stands still in the meantime; not that of the tasks, with which tests play.
    started: std::time::Instant,
    /// The other one at that moment.
    since_boot: Option<Duration>,
    tell: fn() -> Option<Duration>,
}

/// For how long the system has been there, with all its sleep, where it tells that.
fn since_boot() -> Option<Duration> {
    // Linux; the first number is in seconds.
    let uptime = std::fs::read_to_string("/proc/uptime").ok()?;
    Duration::try_from_secs_f64(uptime.split_whitespace().next()?.parse().ok()?).ok()
}

impl HallClock {
    /// A clock that goes by the machine's until it is set.
    pub(super) fn new(machine: fn() -> i64, instead: Option<fn() -> i64>) -> HallClock {
        HallClock::on_a_machine(machine, instead, since_boot)
    }

    fn on_a_machine(
        machine: fn() -> i64,
        instead: Option<fn() -> i64>,
        tell: fn() -> Option<Duration>,
    ) -> HallClock {
        HallClock {
            started: Instant::now(),
            time_at_start: AtomicI64::new(machine()),
            ahead: AtomicI64::new(0),
            set_once: OnceCell::new(),
            slept: AtomicI64::new(0),
            paused: AtomicI64::new(0),
            awake: Awake { started: std::time::Instant::now(), since_boot: tell(), tell },
            machine,
            instead,
        }
    }

    /// The time, in milliseconds since 1970.
    pub(super) fn now(&self) -> i64 {
        match self.instead {
            Some(instead) => instead(),
            None => self.time_at_start.load(Ordering::Relaxed) + self.steady(),
        }
    }

    /// Milliseconds since the start, by the steady clock alone and with all sleep that was noticed.
    pub(super) fn steady(&self) -> i64 {
        milliseconds(self.started.elapsed()) + self.slept.load(Ordering::Relaxed)
    }

    /// Notices that the machine has slept; to be asked every now and then.
    pub(super) fn notice_sleep(&self) {
        let (Some(before), Some(now)) = (self.awake.since_boot, (self.awake.tell)()) else { return };
        let slept = milliseconds(now.saturating_sub(before)) - milliseconds(self.awake.started.elapsed());
        let known = self.slept.load(Ordering::Relaxed);
        if slept - known >= A_NAP {
            self.slept.store(slept, Ordering::Relaxed);
            tracing::info!(slept_ms = slept - known, "this machine has slept, and time has gone on");
        }
    }

    /// Sets the clock for the first time, if nobody has; nothing is decided before.
    ///
    /// # Errors
    ///
    /// Fails when the store does not answer.
    pub(super) async fn be_set(&self, store: &dyn Store) -> Result<(), StoreError> {
        self.set_once.get_or_try_init(|| self.set_first(store)).await.map(drop)
    }

    /// Sets the clock by the store's, or starts not before what the store has of its time.
    async fn set_first(&self, store: &dyn Store) -> Result<(), StoreError> {
        if store.now().await?.is_none()
            && let Some(newest) = store.newest().await?
        {
            let pause = self.now() - newest;
            if pause < 0 {
                self.time_at_start.fetch_add(-pause, Ordering::Relaxed);
            }
            if pause > LONG_PAUSE {
                self.paused.store(pause, Ordering::Relaxed);
                tracing::warn!(
                    days = pause / A_DAY,
                    "nothing has happened for long before this start; is the clock right?"
                );
            }
        }
        self.set(store).await
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
                let start = told + doubt - self.steady();
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

    /// What is wrong with the machine's clock, or may be, for those who look after it.
    pub(super) fn warnings(&self) -> impl Iterator<Item = String> {
        let ahead = self.ahead.load(Ordering::Relaxed);
        let way = if ahead > 0 { "ahead" } else { "behind" };
        let seconds = ahead.abs() / 1_000;
        let off = (ahead.abs() > TOLERANCE)
            .then(|| format!("this machine's clock is {seconds} s {way}; tables do not go by it"));
        // After a day somebody has looked, or it does not matter.
        let days = self.paused.load(Ordering::Relaxed) / A_DAY;
        let paused = (days > 0 && self.steady() < A_DAY).then(|| {
            format!(
                "when this server started, nothing had happened for {days} days; if that is not so, its \
                 clock is ahead: set it and start again, before deadlines pass that should not"
            )
        });
        off.into_iter().chain(paused)
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
        static BOOTED: Cell<Duration> = const { Cell::new(Duration::from_secs(1_000)) };
    }

    const HOUR: i64 = 3_600_000;

    fn warnings(clock: &HallClock) -> Vec<String> {
        clock.warnings().collect()
    }

    #[tokio::test]
    async fn a_machines_clock_that_jumps_changes_nothing_and_is_told() {
        let store = crate::store::SqliteStore::in_memory().await.expect("a store in memory");
        let clock = HallClock::on_a_machine(|| MACHINE.get(), None, || None);
        clock.be_set(&store).await.expect("the store answers");
        assert_eq!(warnings(&clock), [""; 0]);
        for jump in [HOUR, -2 * HOUR] {
            let before = clock.now();
            MACHINE.set(MACHINE.get() + jump);
            clock.set(&store).await.expect("the store answers");
            let passed = clock.now() - before;
            assert!((0..HOUR / 2).contains(&passed), "{passed}");
            let [warning] = warnings(&clock).try_into().expect("the clock is off");
            assert!(warning.contains(if jump > 0 { "ahead" } else { "behind" }), "{warning}");
        }
        MACHINE.set(MACHINE.get() + HOUR);
        clock.set(&store).await.expect("the store answers");
        assert_eq!(warnings(&clock), [""; 0]);
    }

    #[tokio::test]
    async fn while_a_laptop_sleeps_time_goes_on_and_its_clock_is_right() {
        let store = crate::store::SqliteStore::in_memory().await.expect("a store in memory");
        let clock = HallClock::on_a_machine(|| MACHINE.get(), None, || Some(BOOTED.get()));
        clock.be_set(&store).await.expect("the store answers");
        let (before, steady) = (clock.now(), clock.steady());
        // Both of its clocks say so afterwards.
        MACHINE.set(MACHINE.get() + HOUR);
        BOOTED.set(BOOTED.get() + Duration::from_secs(60 * 60));
        for _ in 0..3 {
            clock.notice_sleep();
            clock.set(&store).await.expect("the store answers");
        }
        for passed in [clock.now() - before, clock.steady() - steady] {
            assert!((HOUR - 5_000..HOUR + HOUR / 2).contains(&passed), "{passed}");
        }
        assert_eq!(warnings(&clock), [""; 0]);
        // Somebody who sets the machine's clock has not slept.
        MACHINE.set(MACHINE.get() + HOUR);
        clock.notice_sleep();
        clock.set(&store).await.expect("the store answers");
        assert!((0..2 * HOUR).contains(&(clock.now() - before)), "{}", clock.now() - before);
        assert!(warnings(&clock)[0].contains("ahead"));
    }

    #[test]
    fn the_system_tells_how_long_it_is_there() {
        if cfg!(target_os = "linux") {
            let told = since_boot().expect("a number of seconds");
            assert!(told > Duration::ZERO, "{told:?}");
        }
        // A machine that has not slept is not said to have.
        let clock = HallClock::new(|| MACHINE.get(), None);
        clock.notice_sleep();
        assert_eq!(clock.slept.load(Ordering::Relaxed), 0);
    }

    #[tokio::test]
    async fn no_start_is_before_what_the_store_has() {
        let started = async |newest: i64| {
            let store = crate::store::SqliteStore::in_memory().await.expect("a store in memory");
            let table = kit_sitting::TableId::new(&mut kit_play::Chance::seeded(1));
            for (number, at) in [(1, newest - 5), (2, newest)] {
                let record = crate::store::StoredRecord { number, at, body: String::new() };
                let index = crate::store::IndexEntry {
                    table: table.clone(),
                    listed: false,
                    clock_due: None,
                    bots_due: None,
                    lobby: String::new(),
                    codes: Vec::new(),
                };
                store.append(crate::store::NewRecord { record, index }).await.expect("it is written");
            }
            let clock = HallClock::on_a_machine(|| MACHINE.get(), None, || None);
            clock.be_set(&store).await.expect("the store answers");
            (clock.now() - newest, warnings(&clock))
        };
        let now = MACHINE.get();
        let (passed, told) = started(now + HOUR).await;
        assert!((0..HOUR / 2).contains(&passed), "{passed}");
        assert!(told[0].contains("behind"), "{told:?}");
        let (passed, told) = started(now - HOUR).await;
        assert!((HOUR..HOUR + HOUR / 2).contains(&passed), "{passed}");
        assert_eq!(told, [""; 0]);
        let (_, told) = started(now - 400 * A_DAY).await;
        assert!(told[0].contains("for 400 days"), "{told:?}");
    }
}
