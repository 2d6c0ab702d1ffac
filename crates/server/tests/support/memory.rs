//! A store without a database, a file or a thread of its own, so that time can stand still around
//! it; it fails where it is told to.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, ready};
use kit_server::store::{
    Appended, Claim, IndexEntry, KeptPush, NewRecord, Store, StoreError, StoredRecord, WholeTable, Work,
};
use kit_sitting::TableId;

/// What a store is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Call {
    Append(TableId),
    Read(TableId),
    Claim(Work),
    PutBack(TableId),
    Stuck,
}

type Meddler = dyn Fn(&Call) -> Result<(), StoreError> + Send + Sync;

/// Tables in memory.
#[derive(Default)]
pub struct MemoryStore {
    tables: Mutex<BTreeMap<TableId, Kept>>,
    kept: Mutex<BTreeMap<String, String>>,
    meddler: Mutex<Option<Arc<Meddler>>>,
    /// The clock that all nodes share.
    time: Option<fn() -> i64>,
    /// How long it takes to ask for the time.
    time_takes: Duration,
}

struct Kept {
    index: IndexEntry,
    records: Vec<StoredRecord>,
    notes: BTreeMap<u8, String>,
    works: [Waiting; 2],
}

/// A kind of work of one table.
#[derive(Clone, Copy, Default)]
struct Waiting {
    due: Option<i64>,
    tries: u32,
    aside: bool,
}

impl Kept {
    fn new(index: IndexEntry) -> Kept {
        Kept { index, records: Vec::new(), notes: BTreeMap::new(), works: [Waiting::default(); 2] }
    }

    fn expect(&mut self, index: IndexEntry) {
        let waiting = |due| Waiting { due, ..Waiting::default() };
        self.works = [waiting(index.clock_due), waiting(index.bots_due)];
        self.index = index;
    }

    fn head(&self) -> u32 {
        self.records.last().map_or(0, |record| record.number)
    }
}

impl MemoryStore {
    /// A store with a clock, which takes a while to tell the time.
    pub fn with_time(time: fn() -> i64, time_takes: Duration) -> MemoryStore {
        MemoryStore { time: Some(time), time_takes, ..MemoryStore::default() }
    }

    /// Has everything that is asked for go by somebody, who may let it fail.
    pub fn meddle(&self, meddler: impl Fn(&Call) -> Result<(), StoreError> + Send + Sync + 'static) {
        *self.meddler.lock().expect("nobody fails here") = Some(Arc::new(meddler));
    }

    fn tables(&self) -> MutexGuard<'_, BTreeMap<TableId, Kept>> {
        self.tables.lock().expect("nobody fails here")
    }

    fn asked(&self, call: Call) -> Result<(), StoreError> {
        let meddler = self.meddler.lock().expect("nobody fails here").clone();
        meddler.map_or(Ok(()), |meddler| meddler(&call))
    }

    fn write(&self, NewRecord { record, index }: NewRecord) -> Result<Appended, StoreError> {
        self.asked(Call::Append(index.table.clone()))?;
        let mut tables = self.tables();
        let head = tables.get(&index.table).map_or(0, Kept::head);
        if record.number != head + 1 {
            return Ok(if record.number <= head { Appended::Taken } else { Appended::Gap });
        }
        let kept = tables.entry(index.table.clone()).or_insert_with(|| Kept::new(index.clone()));
        kept.expect(index);
        kept.records.push(record);
        Ok(Appended::Written)
    }

    fn take(&self, work: Work, now: i64, until: i64, most: u32) -> Result<Vec<Claim>, StoreError> {
        self.asked(Call::Claim(work))?;
        let mut tables = self.tables();
        let mut due: Vec<(i64, TableId)> = tables
            .iter()
            .filter_map(|(table, kept)| Some((kept.works[work as usize].due?, table.clone())))
            .filter(|(due, _)| *due <= now)
            .collect();
        due.sort();
        due.truncate(most as usize);
        let mut claims = Vec::new();
        for (_, table) in due {
            let Some(kept) = tables.get_mut(&table) else { continue };
            let head = kept.head();
            let waiting = &mut kept.works[work as usize];
            claims.push(Claim { table, tries: waiting.tries, head, until });
            *waiting = Waiting { due: Some(until), tries: waiting.tries + 1, aside: false };
        }
        Ok(claims)
    }

    fn give_back(&self, work: Work, claim: Claim, next: Option<i64>, tries: u32) -> Result<(), StoreError> {
        self.asked(Call::PutBack(claim.table.clone()))?;
        if let Some(kept) = self.tables().get_mut(&claim.table)
            && kept.head() == claim.head
            && kept.works[work as usize].due == Some(claim.until)
        {
            kept.works[work as usize] = Waiting { due: next, tries, aside: next.is_none() && tries > 0 };
        }
        Ok(())
    }
}

fn now_ready<'a, T: Send + 'a>(answer: Result<T, StoreError>) -> BoxFuture<'a, Result<T, StoreError>> {
    ready(answer).boxed()
}

impl Store for MemoryStore {
    fn append(&self, entry: NewRecord) -> BoxFuture<'_, Result<Appended, StoreError>> {
        now_ready(self.write(entry))
    }

    fn read(&self, table: TableId, after: u32) -> BoxFuture<'_, Result<Vec<StoredRecord>, StoreError>> {
        let read = || {
            self.asked(Call::Read(table.clone()))?;
            let tables = self.tables();
            let records = tables.get(&table).map(|kept| kept.records.iter());
            Ok(records.into_iter().flatten().filter(|record| record.number > after).cloned().collect())
        };
        now_ready(read())
    }

    fn heads<'a>(&'a self, tables: &'a [TableId]) -> BoxFuture<'a, Result<Vec<(TableId, u32)>, StoreError>> {
        let kept = self.tables();
        let head = |table: &TableId| Some((table.clone(), kept.get(table)?.head()));
        now_ready(Ok(tables.iter().filter_map(head).collect()))
    }

    fn by_code<'a>(&'a self, code: &'a str) -> BoxFuture<'a, Result<Option<TableId>, StoreError>> {
        let tables = self.tables();
        let found = tables.iter().find(|(_, kept)| kept.index.codes.iter().any(|kept| kept == code));
        now_ready(Ok(found.map(|(table, _)| table.clone())))
    }

    fn lobby(&self, most: u32) -> BoxFuture<'_, Result<Vec<IndexEntry>, StoreError>> {
        let tables = self.tables();
        let listed = tables.values().map(|kept| &kept.index).filter(|index| index.listed);
        now_ready(Ok(listed.take(most as usize).cloned().collect()))
    }

    fn claim(
        &self,
        work: Work,
        now: i64,
        lease: i64,
        most: u32,
    ) -> BoxFuture<'_, Result<Vec<Claim>, StoreError>> {
        now_ready(self.take(work, now, now.saturating_add(lease), most))
    }

    fn put_back(
        &self,
        work: Work,
        claim: Claim,
        next: Option<i64>,
        tries: u32,
    ) -> BoxFuture<'_, Result<(), StoreError>> {
        now_ready(self.give_back(work, claim, next, tries))
    }

    fn stuck(&self) -> BoxFuture<'_, Result<u64, StoreError>> {
        let is_stuck = |kept: &&Kept| kept.works.iter().any(|work| work.aside);
        let count = || self.tables().values().filter(is_stuck).count();
        now_ready(self.asked(Call::Stuck).map(|()| count() as u64))
    }

    fn tables<'a>(
        &'a self,
        after: Option<&'a TableId>,
        most: u32,
    ) -> BoxFuture<'a, Result<Vec<TableId>, StoreError>> {
        let tables = MemoryStore::tables(self);
        let rest = tables.keys().filter(|table| after.is_none_or(|after| *table > after));
        now_ready(Ok(rest.take(most as usize).cloned().collect()))
    }

    fn index(&self, table: TableId) -> BoxFuture<'_, Result<Option<IndexEntry>, StoreError>> {
        now_ready(Ok(self.tables().get(&table).map(|kept| kept.index.clone())))
    }

    fn notes(&self, table: TableId, seat: u8) -> BoxFuture<'_, Result<Option<String>, StoreError>> {
        now_ready(Ok(self.tables().get(&table).and_then(|kept| kept.notes.get(&seat).cloned())))
    }

    fn keep_notes(&self, table: TableId, seat: u8, notes: String) -> BoxFuture<'_, Result<(), StoreError>> {
        if let Some(kept) = self.tables().get_mut(&table) {
            kept.notes.insert(seat, notes);
        }
        now_ready(Ok(()))
    }

    fn forget(&self, before: i64, most: u32) -> BoxFuture<'_, Result<u64, StoreError>> {
        let mut tables = self.tables();
        let is_old = |kept: &Kept| kept.records.last().is_some_and(|record| record.at < before);
        let old = tables.iter().filter(|(_, kept)| is_old(kept)).map(|(table, _)| table.clone());
        let old: Vec<TableId> = old.take(most as usize).collect();
        old.iter().for_each(|table| drop(tables.remove(table)));
        now_ready(Ok(old.len() as u64))
    }

    fn pushes(&self, _: TableId) -> BoxFuture<'_, Result<Vec<KeptPush>, StoreError>> {
        now_ready(Ok(Vec::new()))
    }

    fn keep_push(&self, _: TableId, _: KeptPush) -> BoxFuture<'_, Result<(), StoreError>> {
        now_ready(Ok(()))
    }

    fn drop_push(&self, _: TableId, _: String) -> BoxFuture<'_, Result<(), StoreError>> {
        now_ready(Ok(()))
    }

    fn whole(&self, table: TableId) -> BoxFuture<'_, Result<Option<WholeTable>, StoreError>> {
        let whole = |kept: &Kept| WholeTable {
            index: kept.index.clone(),
            records: kept.records.clone(),
            notes: kept.notes.clone().into_iter().collect(),
        };
        now_ready(Ok(self.tables().get(&table).map(whole)))
    }

    fn restore(&self, whole: WholeTable) -> BoxFuture<'_, Result<Appended, StoreError>> {
        let mut tables = self.tables();
        if tables.contains_key(&whole.index.table) {
            return now_ready(Ok(Appended::Taken));
        }
        let mut kept = Kept::new(whole.index.clone());
        kept.expect(whole.index.clone());
        kept.records = whole.records;
        kept.notes = whole.notes.into_iter().collect();
        tables.insert(whole.index.table, kept);
        now_ready(Ok(Appended::Written))
    }

    fn keep_once<'a>(&'a self, name: &'a str, value: &'a str) -> BoxFuture<'a, Result<String, StoreError>> {
        let mut kept = self.kept.lock().expect("nobody fails here");
        now_ready(Ok(kept.entry(name.to_owned()).or_insert_with(|| value.to_owned()).clone()))
    }

    fn keep_no_longer<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<(), StoreError>> {
        self.kept.lock().expect("nobody fails here").remove(name);
        now_ready(Ok(()))
    }

    fn ready(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        now_ready(Ok(()))
    }

    fn newest(&self) -> BoxFuture<'_, Result<Option<i64>, StoreError>> {
        let tables = self.tables();
        let records = tables.values().flat_map(|kept| &kept.records);
        now_ready(Ok(records.map(|record| record.at).max()))
    }

    fn now(&self) -> BoxFuture<'_, Result<Option<i64>, StoreError>> {
        async {
            tokio::time::sleep(self.time_takes).await;
            Ok(self.time.map(|time| time()))
        }
        .boxed()
    }
}
