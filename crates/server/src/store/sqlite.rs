//! Tables in one SQLite file, for a server on a single machine.
//!
//! The file is in WAL mode with full synchronization: a commit has answered when the disk has.
//! One connection writes; a few others read meanwhile.
//! After anything that goes wrong the one that writes is closed, and the next batch opens another,
//! so writing goes on as soon as the cause is gone (`pen.rs`).
//! A batch is two questions to the database: where its tables stand, and what is to be written
//! (`script.rs`).
//! What commits have put into the write-ahead log is carried over into the file by a connection
//! of its own, so that nobody's commit has to wait for that.

mod pen;
mod script;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePoolOptions, SqliteRow,
    SqliteSynchronous,
};
use sqlx::{AssertSqlSafe, Connection, FromRow, Row, SqlitePool};
use tokio::sync::{Mutex, Notify};
use tokio::task::JoinSet;

use self::pen::{Pen, Readers};
use self::script::Script;
use super::batch::{Batch, Extent, Head, MarkedRecord, NewEntry, SeatNotes, day, plan};
use super::queue::{Answer, Queue, Writer, tell};
use super::schema::{self, IndexRow};
use super::{
    Appended, Claim, Fault, IndexEntry, KeptPush, NewRecord, Patience, Store, StoreError, StoredRecord,
    WholeTable, Work,
};
use crate::private::create_private;
use kit_sitting::TableId;

/// How many connections read.
const READERS: u32 = 4;

/// How long the log is left alone after a commit, so that what changes often is carried over once.
const PAUSE: Duration = Duration::from_secs(5);

/// So many pages, 64 MB, may the log have before a commit carries them over itself after all; the
/// log starts anew only when everything has been carried over, and when many write there may be
/// no such moment.
const LONGEST_LOG: &str = "16384";

/// The memory for pages of the connection that writes, in KB, as SQLite wants it.
const WRITER_PAGES: &str = "-8192";

/// How many rows one statement writes; SQLite takes 32,766 values in one.
const ROWS: usize = 1000;

/// Tables in one SQLite file.
pub struct SqliteStore {
    readers: Readers,
    queue: Queue<Job>,
    /// What ends with the store.
    _tasks: JoinSet<()>,
}

impl SqliteStore {
    /// Opens a file, and makes it and its directory if they are not there.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened or is no database of ours.
    pub async fn open(path: &Path) -> Result<SqliteStore, StoreError> {
        SqliteStore::open_with(path, Patience::default()).await
    }

    /// Opens a file with another patience than the usual one.
    ///
    /// # Errors
    ///
    /// As [`SqliteStore::open`].
    pub async fn open_with(path: &Path, patience: Patience) -> Result<SqliteStore, StoreError> {
        let opened = Opened::file(path, patience).await?;
        Ok(opened.start(patience, |writer| writer))
    }

    /// A store that is gone when it is dropped, for tests and for trying things out.
    ///
    /// # Errors
    ///
    /// If there is no memory for it.
    pub async fn in_memory() -> Result<SqliteStore, StoreError> {
        let patience = Patience::default();
        Ok(Opened::memory(patience).await?.start(patience, |writer| writer))
    }

    /// Releases work that was set aside, since a newer version may be able to do it.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub async fn release(&self) -> Result<(), StoreError> {
        let release = schema::RELEASE.replace("{lock}", "");
        while !self.write_with(Script::new(release.as_str())).await?.is_empty() {}
        Ok(())
    }

    /// Reads with one statement.
    async fn read_with<T>(&self, script: Script) -> Result<Vec<T>, StoreError>
    where
        T: for<'r> FromRow<'r, SqliteRow>,
    {
        let mut connection = self.readers.lend().await?;
        let rows = script.run(&mut connection).await?;
        Ok(rows.iter().map(T::from_row).collect::<Result<_, _>>()?)
    }

    async fn write_with(&self, script: Script) -> Result<Vec<SqliteRow>, StoreError> {
        self.queue.hand_in(|answer| Job { script, answer }).await
    }

    /// The tables with work that is due are looked up first, so that nothing is written as long
    /// as there is none.
    async fn claim_work(
        &self,
        work: Work,
        now: i64,
        until: i64,
        most: u32,
    ) -> Result<Vec<Claim>, StoreError> {
        let due = "SELECT table_id FROM tables WHERE {work}_due <= ? ORDER BY {work}_due LIMIT ?";
        let mut look = Script::new(work.in_sql(due));
        look.value(now);
        look.value(most);
        let due: Vec<(String,)> = self.read_with(look).await?;
        if due.is_empty() {
            return Ok(Vec::new());
        }
        let names: Vec<&str> = due.iter().map(|(name,)| name.as_str()).collect();
        let mut take = Script::new(work.in_sql(
            "UPDATE tables SET {work}_due = ?, {work}_tries = {work}_tries + 1 \
             WHERE table_id IN (SELECT value FROM json_each(?)) AND {work}_due <= ? \
             RETURNING table_id, head, {work}_tries - 1",
        ));
        take.value(until);
        take.value(list(&names));
        take.value(now);
        let mut taken = BTreeMap::new();
        for row in self.write_with(take).await? {
            let (name, head, tries): (String, i64, i64) = FromRow::from_row(&row)?;
            taken.insert(name, (head, tries));
        }
        let claim = |name: &&str| {
            let (head, tries) = taken.get(*name)?;
            schema::claim(name, *head, *tries, until)
        };
        Ok(names.iter().filter_map(claim).collect())
    }
}

/// A list as the database takes it.
fn list(values: &[&str]) -> String {
    serde_json::Value::from(values).to_string()
}

/// A database that is open and up to date, before somebody writes to it.
pub(super) struct Opened {
    readers: Readers,
    pen: Pen,
    /// The one who carries the log over, if there is one.
    carrier: Option<SqlitePool>,
}

impl Opened {
    /// In a file.
    pub(super) async fn file(path: &Path, patience: Patience) -> Result<Opened, StoreError> {
        let problem = |fault: Fault, error: &dyn std::fmt::Display| {
            StoreError::new(fault, format!("{}: {error}", path.display()))
        };
        if let Some(directory) = path.parent().filter(|directory| !directory.as_os_str().is_empty()) {
            std::fs::create_dir_all(directory).map_err(|error| problem(Fault::Unreachable, &error))?;
        }
        if !path.exists() {
            // What SQLite puts beside its file gets the same permissions.
            create_private(path).map_err(|error| problem(Fault::Unreachable, &error))?;
        }
        let options = options(patience).filename(path).journal_mode(SqliteJournalMode::Wal);
        let writing =
            options.clone().pragma("wal_autocheckpoint", LONGEST_LOG).pragma("cache_size", WRITER_PAGES);
        let connected = SqliteConnection::connect_with(&writing).await.map_err(StoreError::from);
        let mut first = connected.map_err(|error| problem(error.fault, &error.text))?;
        bring_up_to_date(&mut first).await?;
        Ok(Opened {
            readers: Readers::File(pool(READERS).connect_lazy_with(options.clone().read_only(true))),
            pen: Pen::File(Box::new(writing), Some(first)),
            carrier: Some(pool(1).connect_lazy_with(options)),
        })
    }

    /// In memory.
    pub(super) async fn memory(patience: Patience) -> Result<Opened, StoreError> {
        let mut only = SqliteConnection::connect_with(&options(patience).in_memory(true)).await?;
        bring_up_to_date(&mut only).await?;
        let memory = Arc::new(Mutex::new(only));
        Ok(Opened { readers: Readers::Memory(Arc::clone(&memory)), pen: Pen::Memory(memory), carrier: None })
    }

    /// Has a writer write to it from now on.
    pub(super) fn start<W: Writer<Job = Job>>(
        self,
        patience: Patience,
        writer: impl FnOnce(SqliteWriter) -> W,
    ) -> SqliteStore {
        let written = Arc::new(Notify::new());
        let mut tasks = JoinSet::new();
        if let Some(carrier) = self.carrier {
            tasks.spawn(carry_over(carrier, Arc::clone(&written)));
        }
        let queue = Queue::start(writer(SqliteWriter { pen: self.pen, written }), patience);
        SqliteStore { readers: self.readers, queue, _tasks: tasks }
    }
}

fn options(patience: Patience) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(patience.attempt)
}

/// Connections that stay open. They are threads of this process, so there is no need to ask each
/// time whether they are still there.
fn pool(most: u32) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .max_connections(most)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
}

/// Another program that opens the same file at this moment waits until this one is done.
async fn bring_up_to_date(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    schema::migrator().run(&mut *transaction).await.map_err(schema::not_migrated)?;
    transaction.commit().await?;
    for statement in schema::SETTLING {
        let statement = statement.replace("{lock}", "");
        while sqlx::query(AssertSqlSafe(statement.as_str())).execute(&mut *connection).await?.rows_affected()
            > 0
        {}
    }
    Ok(())
}

impl Store for SqliteStore {
    fn append(&self, entry: NewRecord) -> BoxFuture<'_, Result<Appended, StoreError>> {
        self.queue.append(entry).boxed()
    }

    fn read(&self, table: TableId, after: u32) -> BoxFuture<'_, Result<Vec<StoredRecord>, StoreError>> {
        async move {
            let mut script = Script::new(schema::RECORDS);
            script.value(table.as_str());
            script.value(after);
            schema::records(self.read_with(script).await?)
        }
        .boxed()
    }

    fn heads<'a>(&'a self, tables: &'a [TableId]) -> BoxFuture<'a, Result<Vec<(TableId, u32)>, StoreError>> {
        let heads = "SELECT table_id, head FROM tables WHERE table_id IN (SELECT value FROM json_each(?))";
        async move {
            let mut script = Script::new(heads);
            script.value(list(&tables.iter().map(TableId::as_str).collect::<Vec<_>>()));
            schema::heads(self.read_with(script).await?)
        }
        .boxed()
    }

    fn by_code<'a>(&'a self, code: &'a str) -> BoxFuture<'a, Result<Option<TableId>, StoreError>> {
        async move {
            let mut script = Script::new(schema::BY_CODE);
            script.value(code);
            Ok(schema::table_ids(self.read_with(script).await?)?.pop())
        }
        .boxed()
    }

    fn lobby(&self, most: u32) -> BoxFuture<'_, Result<Vec<IndexEntry>, StoreError>> {
        async move {
            let mut script = Script::new(schema::LOBBY);
            script.value(most);
            let rows: Vec<IndexRow> = self.read_with(script).await?;
            rows.into_iter().map(schema::index_entry).collect()
        }
        .boxed()
    }

    fn claim(
        &self,
        work: Work,
        now: i64,
        lease: i64,
        most: u32,
    ) -> BoxFuture<'_, Result<Vec<Claim>, StoreError>> {
        self.claim_work(work, now, now.saturating_add(lease), most).boxed()
    }

    fn put_back(
        &self,
        work: Work,
        claim: Claim,
        next: Option<i64>,
        tries: u32,
    ) -> BoxFuture<'_, Result<(), StoreError>> {
        async move {
            let mut script = Script::new(work.in_sql(schema::put_back(next, tries)));
            script.value(claim.table.as_str());
            script.value(claim.head);
            script.value(claim.until);
            script.value(next);
            script.value(tries);
            self.write_with(script).await.map(|_| ())
        }
        .boxed()
    }

    fn stuck(&self) -> BoxFuture<'_, Result<u64, StoreError>> {
        async move {
            let counted: Vec<(i64,)> = self.read_with(Script::new(schema::STUCK)).await?;
            Ok(counted.first().map_or(0, |(count,)| count.unsigned_abs()))
        }
        .boxed()
    }

    fn tables<'a>(
        &'a self,
        after: Option<&'a TableId>,
        most: u32,
    ) -> BoxFuture<'a, Result<Vec<TableId>, StoreError>> {
        async move {
            let mut script = Script::new(schema::TABLES);
            script.value(after.map_or("", TableId::as_str));
            script.value(most);
            schema::table_ids(self.read_with(script).await?)
        }
        .boxed()
    }

    fn index(&self, table: TableId) -> BoxFuture<'_, Result<Option<IndexEntry>, StoreError>> {
        async move {
            let mut script = Script::new(schema::INDEX);
            script.value(table.as_str());
            self.read_with::<IndexRow>(script).await?.pop().map(schema::index_entry).transpose()
        }
        .boxed()
    }

    fn notes(&self, table: TableId, seat: u8) -> BoxFuture<'_, Result<Option<String>, StoreError>> {
        async move {
            let mut script = Script::new(schema::NOTES);
            script.value(table.as_str());
            script.value(seat);
            Ok(self.read_with::<(String,)>(script).await?.pop().map(|(notes,)| notes))
        }
        .boxed()
    }

    fn keep_notes(&self, table: TableId, seat: u8, notes: String) -> BoxFuture<'_, Result<(), StoreError>> {
        self.queue.keep_notes(SeatNotes { table, seat, notes }).boxed()
    }

    fn pushes(&self, table: TableId) -> BoxFuture<'_, Result<Vec<KeptPush>, StoreError>> {
        async move {
            let mut script = Script::new(schema::PUSHES);
            script.value(table.as_str());
            Ok(schema::pushes(self.read_with(script).await?))
        }
        .boxed()
    }

    fn keep_push(&self, table: TableId, push: KeptPush) -> BoxFuture<'_, Result<(), StoreError>> {
        async move {
            let mut keep = Script::new(schema::KEEP_PUSH);
            keep.value(table.as_str());
            keep.value(push.holder.as_str());
            keep.value(push.id.as_str());
            keep.value(push.at);
            keep.value(push.body.as_str());
            self.write_with(keep).await?;
            let mut trim = Script::new(schema::TRIM_PUSHES);
            trim.value(table.as_str());
            trim.value(push.holder.as_str());
            self.write_with(trim).await.map(|_| ())
        }
        .boxed()
    }

    fn drop_push(&self, table: TableId, id: String) -> BoxFuture<'_, Result<(), StoreError>> {
        async move {
            let mut script = Script::new(schema::DROP_PUSH);
            script.value(table.as_str());
            script.value(id.as_str());
            self.write_with(script).await.map(|_| ())
        }
        .boxed()
    }

    fn forget(&self, before: i64, most: u32) -> BoxFuture<'_, Result<u64, StoreError>> {
        // Both statements find the same tables, because nothing changes between them.
        let forget = "BEGIN IMMEDIATE; \
            DELETE FROM records WHERE table_id IN (SELECT table_id FROM tables \
                WHERE day <= $1 AND touched < $2 ORDER BY day, table_id LIMIT $3); \
            DELETE FROM tables WHERE table_id IN (SELECT table_id FROM tables \
                WHERE day <= $1 AND touched < $2 ORDER BY day, table_id LIMIT $3) RETURNING table_id; \
            COMMIT";
        async move {
            let mut script = Script::new(forget);
            script.value(day(before));
            script.value(before);
            script.value(most);
            Ok(self.write_with(script).await?.len() as u64)
        }
        .boxed()
    }

    fn whole(&self, table: TableId) -> BoxFuture<'_, Result<Option<WholeTable>, StoreError>> {
        async move {
            let mut script = Script::new(schema::WHOLE);
            script.value(table.as_str());
            schema::whole(&table, self.read_with(script).await?)
        }
        .boxed()
    }

    fn restore(&self, whole: WholeTable) -> BoxFuture<'_, Result<Appended, StoreError>> {
        self.queue.restore(whole).boxed()
    }

    fn keep_once<'a>(&'a self, name: &'a str, value: &'a str) -> BoxFuture<'a, Result<String, StoreError>> {
        async move {
            let mut keep = Script::new(schema::KEEP_ONCE);
            keep.value(name);
            keep.value(value);
            self.write_with(keep).await?;
            let mut look = Script::new(schema::KEPT);
            look.value(name);
            let kept: Vec<(String,)> = self.read_with(look).await?;
            let kept = kept.into_iter().next().map(|(kept,)| kept);
            kept.ok_or_else(|| StoreError::new(Fault::Other, "what was kept a moment ago is gone"))
        }
        .boxed()
    }

    fn keep_no_longer<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<(), StoreError>> {
        async move {
            let mut forget = Script::new(schema::KEEP_NO_LONGER);
            forget.value(name);
            self.write_with(forget).await.map(|_| ())
        }
        .boxed()
    }

    fn ready(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        self.queue.ready().boxed()
    }

    fn now(&self) -> BoxFuture<'_, Result<Option<i64>, StoreError>> {
        async { Ok(None) }.boxed()
    }

    fn newest(&self) -> BoxFuture<'_, Result<Option<i64>, StoreError>> {
        async move {
            let newest: Vec<(Option<i64>,)> = self.read_with(Script::new(schema::NEWEST)).await?;
            Ok(newest.first().and_then(|(newest,)| *newest))
        }
        .boxed()
    }
}

/// Carries what is in the log over into the file, some time after it was written.
///
/// This never stands in the way of readers or of the one who writes, and if it fails the log gets
/// longer and nothing else happens.
async fn carry_over(pool: SqlitePool, written: Arc<Notify>) {
    loop {
        written.notified().await;
        tokio::time::sleep(PAUSE).await;
        if let Err(error) = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&pool).await {
            tracing::warn!(cause = %error, "the log of the database cannot be carried over");
        }
    }
}

/// Statements to be carried out by the one who writes; a transaction, if they are several.
pub(super) struct Job {
    script: Script,
    answer: Answer<Vec<SqliteRow>>,
}

/// The one who writes.
pub(super) struct SqliteWriter {
    pen: Pen,
    /// Told after each commit.
    written: Arc<Notify>,
}

impl Writer for SqliteWriter {
    type Job = Job;

    async fn write(&mut self, batch: &Batch) -> Result<Vec<Appended>, StoreError> {
        let mut connection = self.pen.lend().await?;
        let written = write_batch(&mut connection, batch).await;
        self.pen.take_back(connection, written.is_ok()).await;
        self.written.notify_one();
        written
    }

    async fn carry_out(&mut self, job: Job) {
        let done = self.run(job.script).await;
        self.written.notify_one();
        tell(job.answer, done);
    }
}

impl SqliteWriter {
    /// Has the database refuse to become larger than so many pages, as if its disk were full, or
    /// to be written to at all.
    #[cfg(feature = "throwaway")]
    pub(super) async fn limit(&mut self, pages: u32, read_only: bool) -> Result<(), StoreError> {
        let read_only = u8::from(read_only);
        let limits = format!("PRAGMA max_page_count = {pages}; PRAGMA query_only = {read_only}");
        self.run(Script::new(limits)).await.map(|_| ())
    }

    async fn run(&mut self, script: Script) -> Result<Vec<SqliteRow>, StoreError> {
        let mut connection = self.pen.lend().await?;
        let done = script.run(&mut connection).await;
        self.pen.take_back(connection, done.is_ok()).await;
        done
    }
}

async fn write_batch(connection: &mut SqliteConnection, batch: &Batch) -> Result<Vec<Appended>, StoreError> {
    let heads = begin(connection, batch).await?;
    if batch.only_new && !heads.is_empty() {
        Script::new("COMMIT").run(connection).await?;
        return Ok(vec![Appended::Taken; batch.records.len()]);
    }
    let plan = plan(batch, &heads, &BTreeSet::new())?;
    let mut script = Script::default();
    if batch.probe && plan.records.is_empty() {
        script.say(schema::PROBE);
        script.say("; ");
    }
    write_records(&mut script, &plan.records);
    let (usual, others): (Vec<&NewEntry>, Vec<&NewEntry>) =
        plan.entries.iter().partition(|entry| entry.extent == Extent::Usual);
    write_entries(&mut script, &usual, USUAL);
    write_entries(&mut script, &others, WHOLE);
    write_codes(&mut script, &others);
    write_notes(&mut script, &batch.notes);
    script.say("COMMIT");
    script.run(connection).await?;
    Ok(plan.answers)
}

/// Begins a transaction and asks where the tables stand. What is read here must still hold when
/// the batch is written, whatever program has the file open.
async fn begin(
    connection: &mut SqliteConnection,
    batch: &Batch,
) -> Result<BTreeMap<String, Head>, StoreError> {
    let tables = batch.tables();
    let mut script = Script::new("BEGIN IMMEDIATE; ");
    if !tables.is_empty() {
        script.say("SELECT table_id, head, day, listed, codes FROM tables WHERE table_id IN ");
        script.places(1, tables.len());
    }
    tables.into_iter().for_each(|table| script.value(table));
    let head = |row: SqliteRow| {
        let (number, listed): (i64, i64) = (row.try_get(1)?, row.try_get(3)?);
        let number = schema::number(number)?;
        let head = Head { number, day: row.try_get(2)?, listed: listed != 0, codes: row.try_get(4)? };
        Ok((row.try_get(0)?, head))
    };
    script.run(connection).await?.into_iter().map(head).collect()
}

fn write_records(script: &mut Script, records: &[&MarkedRecord]) {
    for some in records.chunks(ROWS) {
        script.say("INSERT INTO records (table_id, number, at, mark, body) VALUES ");
        script.places(some.len(), 5);
        script.say("; ");
        for marked in some {
            let record = &marked.new.record;
            script.value(marked.new.index.table.as_str());
            script.value(record.number);
            script.value(record.at);
            script.value(marked.mark);
            script.value(record.body.as_str());
        }
    }
}

/// What every record changes.
const USUAL: &str = "ON CONFLICT (table_id) DO UPDATE SET head = excluded.head, touched = excluded.touched, \
    due = NULL, clock_due = excluded.clock_due, clock_tries = 0, clock_aside = NULL, \
    bots_due = excluded.bots_due, bots_tries = 0, bots_aside = NULL, lobby = excluded.lobby; ";

/// What few records change too. To name a column here costs the writing of its index, whether its
/// value is another or not.
const WHOLE: &str = "ON CONFLICT (table_id) DO UPDATE SET head = excluded.head, touched = excluded.touched, \
    due = NULL, clock_due = excluded.clock_due, clock_tries = 0, clock_aside = NULL, \
    bots_due = excluded.bots_due, bots_tries = 0, bots_aside = NULL, lobby = excluded.lobby, \
    day = excluded.day, listed = excluded.listed, codes = excluded.codes; ";

fn write_entries(script: &mut Script, entries: &[&NewEntry], on_conflict: &str) {
    for some in entries.chunks(ROWS) {
        script.say(
            "INSERT INTO tables \
             (table_id, head, touched, day, opened, listed, clock_due, bots_due, lobby, codes) VALUES ",
        );
        script.places(some.len(), 10);
        script.say(on_conflict);
        for entry in some {
            let (record, index) = (&entry.last.record, &entry.last.index);
            script.value(index.table.as_str());
            script.value(record.number);
            script.value(record.at);
            script.value(entry.day);
            script.value(entry.opened);
            script.value(index.listed);
            script.value(index.clock_due);
            script.value(index.bots_due);
            script.value(index.lobby.as_str());
            script.value(entry.codes.as_str());
        }
    }
}

fn write_codes(script: &mut Script, entries: &[&NewEntry]) {
    let changed: Vec<&IndexEntry> = entries
        .iter()
        .filter(|entry| entry.extent == Extent::WithCodes)
        .map(|entry| &entry.last.index)
        .collect();
    for some in changed.chunks(ROWS) {
        script.say("DELETE FROM codes WHERE table_id IN ");
        script.places(1, some.len());
        script.say("; ");
        some.iter().for_each(|index| script.value(index.table.as_str()));
    }
    let codes: Vec<(&str, &str)> = changed
        .iter()
        .flat_map(|index| index.codes.iter().map(|code| (code.as_str(), index.table.as_str())))
        .collect();
    for some in codes.chunks(ROWS) {
        script.say("INSERT INTO codes (code, table_id) VALUES ");
        script.places(some.len(), 2);
        script.say(" ON CONFLICT DO NOTHING; ");
        for (code, table) in some {
            script.value(*code);
            script.value(*table);
        }
    }
}

fn write_notes(script: &mut Script, notes: &[SeatNotes]) {
    for some in notes.chunks(ROWS) {
        script.say("INSERT INTO notes (table_id, seat, notes) SELECT * FROM (VALUES ");
        script.places(some.len(), 3);
        script.say(
            ") WHERE EXISTS (SELECT 1 FROM tables WHERE table_id = column1) \
             ON CONFLICT (table_id, seat) DO UPDATE SET notes = excluded.notes; ",
        );
        for notes in some {
            script.value(notes.table.as_str());
            script.value(notes.seat);
            script.value(notes.notes.as_str());
        }
    }
}
