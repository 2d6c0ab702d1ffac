//! A store in front of another, for tests and measurements.
//!
//! Whoever stands there says only what it does otherwise; everything else is handed on.

use futures_util::future::BoxFuture;
use kit_sitting::TableId;

use super::{
    Appended, Claim, IndexEntry, KeptPush, NewRecord, Store, StoreError, StoredRecord, WholeTable, Work,
};

/// Somebody who stands before a store, and is a store to everybody else.
pub trait Before: Send + Sync + 'static {
    /// The store behind.
    fn behind(&self) -> &dyn Store;

    /// What happens to a record that is to be written; it is handed on if nothing is said here.
    fn writes(&self, entry: NewRecord) -> BoxFuture<'_, Result<Appended, StoreError>> {
        self.behind().append(entry)
    }

    /// What happens when records are to be read; that is handed on if nothing is said here.
    fn reads(&self, table: TableId, after: u32) -> BoxFuture<'_, Result<Vec<StoredRecord>, StoreError>> {
        self.behind().read(table, after)
    }
}

impl<B: Before> Store for B {
    fn append(&self, entry: NewRecord) -> BoxFuture<'_, Result<Appended, StoreError>> {
        self.writes(entry)
    }

    fn read(&self, table: TableId, after: u32) -> BoxFuture<'_, Result<Vec<StoredRecord>, StoreError>> {
        self.reads(table, after)
    }

    fn heads<'a>(&'a self, tables: &'a [TableId]) -> BoxFuture<'a, Result<Vec<(TableId, u32)>, StoreError>> {
        self.behind().heads(tables)
    }

    fn by_code<'a>(&'a self, code: &'a str) -> BoxFuture<'a, Result<Option<TableId>, StoreError>> {
        self.behind().by_code(code)
    }

    fn lobby(&self, most: u32) -> BoxFuture<'_, Result<Vec<IndexEntry>, StoreError>> {
        self.behind().lobby(most)
    }

    fn claim(
        &self,
        work: Work,
        now: i64,
        lease: i64,
        most: u32,
    ) -> BoxFuture<'_, Result<Vec<Claim>, StoreError>> {
        self.behind().claim(work, now, lease, most)
    }

    fn put_back(
        &self,
        work: Work,
        claim: Claim,
        next: Option<i64>,
        tries: u32,
    ) -> BoxFuture<'_, Result<(), StoreError>> {
        self.behind().put_back(work, claim, next, tries)
    }

    fn stuck(&self) -> BoxFuture<'_, Result<u64, StoreError>> {
        self.behind().stuck()
    }

    fn tables<'a>(
        &'a self,
        after: Option<&'a TableId>,
        most: u32,
    ) -> BoxFuture<'a, Result<Vec<TableId>, StoreError>> {
        self.behind().tables(after, most)
    }

    fn index(&self, table: TableId) -> BoxFuture<'_, Result<Option<IndexEntry>, StoreError>> {
        self.behind().index(table)
    }

    fn notes(&self, table: TableId, seat: u8) -> BoxFuture<'_, Result<Option<String>, StoreError>> {
        self.behind().notes(table, seat)
    }

    fn keep_notes(&self, table: TableId, seat: u8, notes: String) -> BoxFuture<'_, Result<(), StoreError>> {
        self.behind().keep_notes(table, seat, notes)
    }

    fn pushes(&self, table: TableId) -> BoxFuture<'_, Result<Vec<KeptPush>, StoreError>> {
        self.behind().pushes(table)
    }

    fn keep_push(&self, table: TableId, push: KeptPush) -> BoxFuture<'_, Result<(), StoreError>> {
        self.behind().keep_push(table, push)
    }

    fn drop_push(&self, table: TableId, id: String) -> BoxFuture<'_, Result<(), StoreError>> {
        self.behind().drop_push(table, id)
    }

    fn forget(&self, before: i64, most: u32) -> BoxFuture<'_, Result<u64, StoreError>> {
        self.behind().forget(before, most)
    }

    fn whole(&self, table: TableId) -> BoxFuture<'_, Result<Option<WholeTable>, StoreError>> {
        self.behind().whole(table)
    }

    fn restore(&self, whole: WholeTable) -> BoxFuture<'_, Result<Appended, StoreError>> {
        self.behind().restore(whole)
    }

    fn keep_once<'a>(&'a self, name: &'a str, value: &'a str) -> BoxFuture<'a, Result<String, StoreError>> {
        self.behind().keep_once(name, value)
    }

    fn keep_no_longer<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<(), StoreError>> {
        self.behind().keep_no_longer(name)
    }

    fn ready(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        self.behind().ready()
    }

    fn now(&self) -> BoxFuture<'_, Result<Option<i64>, StoreError>> {
        self.behind().now()
    }

    fn newest(&self) -> BoxFuture<'_, Result<Option<i64>, StoreError>> {
        self.behind().newest()
    }
}
