//! How well this node hears of what others do, and so how often it has to look for itself.
//!
//! Notices can be lost, also on a bus that is well.
//! As long as nothing is known to be lost, a look at the store now and then is enough; as soon as
//! something may be, the store is looked at as often as if there were no bus.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use kit_sitting::TableId;

use super::{CachedTable, Hall};
use crate::bus::Bus;

/// How many times less often a node looks for itself at tables of which it hears.
/// It takes a while until a node notices that its bus is gone, so nothing is shown on that trust.
const TRUST: i64 = 5;
/// A table that nobody follows.
const NEVER: i64 = i64::MAX;

/// Since when a node hears of everything, as far as it knows.
pub(super) struct Hearing {
    link: AtomicU64,
    /// By the steady clock.
    since: AtomicI64,
}

impl Default for Hearing {
    fn default() -> Hearing {
        Hearing { link: AtomicU64::new(0), since: AtomicI64::new(NEVER) }
    }
}

impl Hearing {
    /// Compares what is heard now with what was.
    fn update(&self, bus: &dyn Bus, steady: i64) {
        match bus.link() {
            None => self.since.store(NEVER, Ordering::Relaxed),
            Some(link) => {
                let before = self.link.swap(link, Ordering::Relaxed);
                if before != link || self.since.load(Ordering::Relaxed) == NEVER {
                    self.since.store(steady, Ordering::Relaxed);
                }
            }
        }
    }
}

/// Since when a node wants to hear of a table, by the steady clock.
pub(super) struct Following(AtomicI64);

impl Default for Following {
    fn default() -> Following {
        Following(AtomicI64::new(NEVER))
    }
}

impl Following {
    fn since(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Hall {
    /// Sees to it that this node hears of a table, for as long as it knows it.
    pub(super) fn hear_of(&self, table: &TableId, cached: &CachedTable) {
        let steady = self.clock.steady();
        let first = cached.following.0.compare_exchange(NEVER, steady, Ordering::AcqRel, Ordering::Relaxed);
        if first.is_ok() {
            self.bus.follow(table);
        }
    }

    /// The table is known no longer.
    pub(super) fn leave(&self, table: &TableId, cached: &CachedTable) {
        if cached.following.0.swap(NEVER, Ordering::AcqRel) != NEVER {
            self.bus.leave(table);
        }
    }

    /// How old what somebody asks for may be, in milliseconds.
    pub(super) fn often(&self) -> i64 {
        i64::try_from(self.settings.poll.as_millis()).unwrap_or(i64::MAX)
    }

    /// How long ago the store was asked for a table, in milliseconds.
    pub(super) fn age_of(&self, cached: &CachedTable) -> i64 {
        self.clock.steady().saturating_sub(cached.checked_at.load(Ordering::Relaxed))
    }

    /// How old what is known of a table may be before the store is asked again, in milliseconds,
    /// where nobody is shown it: for those who wait for news, and for a change, of which the store
    /// says whether it came too late.
    pub(super) fn good_for(&self, cached: &CachedTable) -> i64 {
        let often = self.often();
        let checked_at = cached.checked_at.load(Ordering::Relaxed);
        // To follow a table takes a moment, and meanwhile something may be told.
        let heard_since =
            self.hearing.since.load(Ordering::Relaxed).max(cached.following.since().saturating_add(often));
        let hears = self.bus.link() == Some(self.hearing.link.load(Ordering::Relaxed));
        if hears && checked_at >= heard_since { often.saturating_mul(TRUST) } else { often }
    }

    /// The tables that somebody looks at and that may have changed without this node's knowing,
    /// unless they are asked for now.
    pub(super) fn unheard_of(&self) -> Vec<TableId> {
        let steady = self.clock.steady();
        self.hearing.update(&*self.bus, steady);
        let is_due = |cached: &CachedTable| {
            // It is asked for when it would be too old at the next look.
            let age = self.age_of(cached).saturating_add(self.often());
            cached.head.receiver_count() > 0 && age >= self.good_for(cached)
        };
        let tables = self.tables();
        tables.iter().filter(|(_, cached)| is_due(cached)).map(|(table, _)| table.clone()).collect()
    }

    /// The store was asked at this moment, by the steady clock, and the table had come so far.
    pub(super) fn found(&self, table: &TableId, head: u32, asked: i64) {
        if let Some(cached) = self.tables().get(table) {
            if head <= *cached.head.borrow() {
                cached.checked_at.fetch_max(asked, Ordering::Relaxed);
            }
            cached.heard_of(head);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};
    use std::time::Duration;

    use futures_util::FutureExt;
    use futures_util::future::BoxFuture;
    use tokio::sync::mpsc;

    use super::*;
    use crate::bus::Notice;
    use crate::hall::HallSettings;
    use crate::store::SqliteStore;

    /// A bus that carries nothing, with a link as the test wants it.
    #[derive(Default)]
    struct Claiming(Mutex<Option<u64>>);

    impl Bus for Claiming {
        fn publish(&self, _: Notice) {}

        fn follow(&self, _: &TableId) {}

        fn leave(&self, _: &TableId) {}

        fn subscribe(&self) -> BoxFuture<'_, mpsc::Receiver<Notice>> {
            async { mpsc::channel(1).1 }.boxed()
        }

        fn ready(&self) -> bool {
            true
        }

        fn link(&self) -> Option<u64> {
            *self.0.lock().expect("nobody panics")
        }
    }

    #[tokio::test]
    async fn a_node_trusts_the_bus_for_what_it_has_heard_of_all_the_time() {
        let store = Arc::new(SqliteStore::in_memory().await.expect("a store in memory"));
        let bus = Arc::new(Claiming::default());
        let settings = HallSettings { poll: Duration::from_secs(2), ..HallSettings::default() };
        let hall = Hall::new(&[], store, Arc::clone(&bus) as _, settings);
        let becomes = |link| *bus.0.lock().expect("nobody panics") = link;
        let table = TableId::new(&mut kit_play::Chance::unpredictable());
        let cached = hall.cached(&table);
        let good_at = |checked_at| {
            cached.checked_at.store(checked_at, Ordering::Relaxed);
            hall.good_for(&cached)
        };
        hall.hear_of(&table, &cached);
        let followed = cached.following.since();
        assert_eq!(good_at(followed + 60_000), 2_000, "there is no bus");
        becomes(Some(7));
        hall.hearing.update(&*bus, followed + 5_000);
        assert_eq!(good_at(followed + 4_999), 2_000, "something may have been lost before");
        assert_eq!(good_at(followed + 5_000), 10_000);
        becomes(Some(8));
        assert_eq!(good_at(followed + 60_000), 2_000, "the link was lost in between");
        hall.hearing.update(&*bus, followed + 70_000);
        assert_eq!(good_at(followed + 69_999), 2_000);
        assert_eq!(good_at(followed + 70_000), 10_000);
        hall.leave(&table, &cached);
        assert_eq!(good_at(followed + 80_000), 2_000, "nobody follows it");
        hall.hear_of(&table, &cached);
        let again = cached.following.since();
        hall.hearing.since.store(0, Ordering::Relaxed);
        assert_eq!(good_at(again + 1_999), 2_000, "to follow takes a moment");
        assert_eq!(good_at(again + 2_000), 10_000);
    }
}
