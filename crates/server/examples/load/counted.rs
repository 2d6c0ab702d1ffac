//! A bus and a store that count what is asked of them.

use std::ops::{Add, Sub};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use kit_server::bus::{Bus, Notice};
use kit_server::store::before::Before;
use kit_server::store::{Appended, NewRecord, Store, StoreError, StoredRecord};
use kit_sitting::TableId;
use tokio::sync::mpsc;

/// How often a bus and a store did something.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// Notices that went out.
    pub published: u64,
    /// Notices that came in.
    pub heard: u64,
    /// How often records were read.
    pub reads: u64,
    /// How many records were read.
    pub records: u64,
    /// Records that were to be written.
    pub writes: u64,
    /// Those whose number was taken.
    pub taken: u64,
}

impl Counts {
    fn each(self, other: Counts, with: fn(u64, u64) -> u64) -> Counts {
        Counts {
            published: with(self.published, other.published),
            heard: with(self.heard, other.heard),
            reads: with(self.reads, other.reads),
            records: with(self.records, other.records),
            writes: with(self.writes, other.writes),
            taken: with(self.taken, other.taken),
        }
    }
}

impl Add for Counts {
    type Output = Counts;

    fn add(self, other: Counts) -> Counts {
        self.each(other, u64::saturating_add)
    }
}

impl Sub for Counts {
    type Output = Counts;

    fn sub(self, earlier: Counts) -> Counts {
        self.each(earlier, u64::saturating_sub)
    }
}

#[derive(Default)]
struct Counter(AtomicU64);

impl Counter {
    fn add(&self, count: usize) {
        self.0.fetch_add(count as u64, Ordering::Relaxed);
    }

    fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A bus that counts notices.
pub struct CountedBus {
    bus: Arc<dyn Bus>,
    published: Counter,
    heard: Arc<Counter>,
}

impl CountedBus {
    /// Counts what goes over a bus.
    pub fn new(bus: Arc<dyn Bus>) -> CountedBus {
        CountedBus { bus, published: Counter::default(), heard: Arc::default() }
    }

    /// What it has counted.
    pub fn counts(&self) -> Counts {
        Counts { published: self.published.get(), heard: self.heard.get(), ..Counts::default() }
    }
}

impl Bus for CountedBus {
    fn publish(&self, notice: Notice) {
        self.published.add(1);
        self.bus.publish(notice);
    }

    fn follow(&self, table: &TableId) {
        self.bus.follow(table);
    }

    fn leave(&self, table: &TableId) {
        self.bus.leave(table);
    }

    fn subscribe(&self) -> BoxFuture<'_, mpsc::Receiver<Notice>> {
        let heard = Arc::clone(&self.heard);
        async move {
            let mut notices = self.bus.subscribe().await;
            let (sender, receiver) = mpsc::channel(notices.max_capacity());
            tokio::spawn(async move {
                while let Some(notice) = notices.recv().await {
                    heard.add(1);
                    if sender.send(notice).await.is_err() {
                        return;
                    }
                }
            });
            receiver
        }
        .boxed()
    }

    fn ready(&self) -> bool {
        self.bus.ready()
    }

    fn link(&self) -> Option<u64> {
        self.bus.link()
    }
}

/// A store that counts records.
pub struct CountedStore {
    store: Arc<dyn Store>,
    reads: Counter,
    records: Counter,
    writes: Counter,
    taken: Counter,
}

impl CountedStore {
    /// Counts what a store reads and writes.
    pub fn new(store: Arc<dyn Store>) -> CountedStore {
        let counter = Counter::default;
        CountedStore { store, reads: counter(), records: counter(), writes: counter(), taken: counter() }
    }

    /// What it has counted.
    pub fn counts(&self) -> Counts {
        Counts {
            reads: self.reads.get(),
            records: self.records.get(),
            writes: self.writes.get(),
            taken: self.taken.get(),
            ..Counts::default()
        }
    }
}

impl Before for CountedStore {
    fn behind(&self) -> &dyn Store {
        &*self.store
    }

    fn writes(&self, entry: NewRecord) -> BoxFuture<'_, Result<Appended, StoreError>> {
        async move {
            let appended = self.store.append(entry).await;
            self.writes.add(1);
            self.taken.add(usize::from(matches!(appended, Ok(Appended::Taken))));
            appended
        }
        .boxed()
    }

    fn reads(&self, table: TableId, after: u32) -> BoxFuture<'_, Result<Vec<StoredRecord>, StoreError>> {
        async move {
            let records = self.store.read(table, after).await?;
            self.reads.add(1);
            self.records.add(records.len());
            Ok(records)
        }
        .boxed()
    }
}
