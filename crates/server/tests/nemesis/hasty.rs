//! A fault that is planted in a real node: it acknowledges before it writes.

use std::collections::VecDeque;
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use kit_server::store::{
    Appended, Claim, IndexEntry, NewRecord, Store, StoreError, StoredRecord, WholeTable, Work,
};
use kit_sitting::TableId;
use tokio::sync::Mutex;

/// How many records a hasty store keeps back.
const KEPT_BACK: usize = 8;

/// A store that says that a record is written before it is, and so loses some when its node is
/// killed.
pub struct HastyStore {
    store: Arc<dyn Store>,
    kept_back: Mutex<VecDeque<NewRecord>>,
}

impl HastyStore {
    /// One in front of a good store.
    pub fn new(store: Arc<dyn Store>) -> HastyStore {
        HastyStore { store, kept_back: Mutex::default() }
    }
}

impl Store for HastyStore {
    fn append(&self, entry: NewRecord) -> BoxFuture<'_, Result<Appended, StoreError>> {
        async move {
            // What begins a table is written at once, so that somebody can play there.
            if entry.record.number <= 2 {
                return self.store.append(entry).await;
            }
            let mut kept_back = self.kept_back.lock().await;
            kept_back.push_back(entry);
            if kept_back.len() > KEPT_BACK
                && let Some(oldest) = kept_back.pop_front()
            {
                self.store.append(oldest).await?;
            }
            Ok(Appended::Written)
        }
        .boxed()
    }

    fn read(&self, table: TableId, after: u32) -> BoxFuture<'_, Result<Vec<StoredRecord>, StoreError>> {
        self.store.read(table, after)
    }

    fn heads<'a>(&'a self, tables: &'a [TableId]) -> BoxFuture<'a, Result<Vec<(TableId, u32)>, StoreError>> {
        self.store.heads(tables)
    }

    fn by_code<'a>(&'a self, code: &'a str) -> BoxFuture<'a, Result<Option<TableId>, StoreError>> {
        self.store.by_code(code)
    }

    fn lobby(&self, most: u32) -> BoxFuture<'_, Result<Vec<IndexEntry>, StoreError>> {
        self.store.lobby(most)
    }

    fn claim(
        &self,
        work: Work,
        now: i64,
        lease: i64,
        most: u32,
    ) -> BoxFuture<'_, Result<Vec<Claim>, StoreError>> {
        self.store.claim(work, now, lease, most)
    }

    fn put_back(
        &self,
        work: Work,
        claim: Claim,
        next: Option<i64>,
        tries: u32,
    ) -> BoxFuture<'_, Result<(), StoreError>> {
        self.store.put_back(work, claim, next, tries)
    }

    fn stuck(&self) -> BoxFuture<'_, Result<u64, StoreError>> {
        self.store.stuck()
    }

    fn tables<'a>(
        &'a self,
        after: Option<&'a TableId>,
        most: u32,
    ) -> BoxFuture<'a, Result<Vec<TableId>, StoreError>> {
        self.store.tables(after, most)
    }

    fn index(&self, table: TableId) -> BoxFuture<'_, Result<Option<IndexEntry>, StoreError>> {
        self.store.index(table)
    }

    fn notes(&self, table: TableId, seat: u8) -> BoxFuture<'_, Result<Option<String>, StoreError>> {
        self.store.notes(table, seat)
    }

    fn keep_notes(&self, table: TableId, seat: u8, notes: String) -> BoxFuture<'_, Result<(), StoreError>> {
        self.store.keep_notes(table, seat, notes)
    }

    fn forget(&self, before: i64, most: u32) -> BoxFuture<'_, Result<u64, StoreError>> {
        self.store.forget(before, most)
    }

    fn whole(&self, table: TableId) -> BoxFuture<'_, Result<Option<WholeTable>, StoreError>> {
        self.store.whole(table)
    }

    fn restore(&self, whole: WholeTable) -> BoxFuture<'_, Result<Appended, StoreError>> {
        self.store.restore(whole)
    }

    fn keep_once<'a>(&'a self, name: &'a str, value: &'a str) -> BoxFuture<'a, Result<String, StoreError>> {
        self.store.keep_once(name, value)
    }

    fn keep_no_longer<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<(), StoreError>> {
        self.store.keep_no_longer(name)
    }

    fn now(&self) -> BoxFuture<'_, Result<Option<i64>, StoreError>> {
        self.store.now()
    }

    fn ready(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        self.store.ready()
    }
}
