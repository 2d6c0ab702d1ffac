//! Tables in one SQLite file, for a server on a single machine.
//!
//! The file is in WAL mode with full synchronization: a commit has answered when the disk has.
//! One connection writes; a few others read meanwhile.
//! What commits have put into the write-ahead log is carried over into the file by a connection
//! of its own, so that nobody's commit has to wait for that.
//! Lists go to the database as JSON, so that a batch of any size is a handful of statements.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{Row, SqlitePool};
use tokio::sync::Notify;
use tokio::task::JoinSet;

use super::batch::{Batch, Head, NewEntry, Plan, SeatNotes, plan};
use super::queue::{Queue, Writer};
use super::schema::{self, IndexRow, RecordRow};
use super::{Appended, IndexEntry, NewRecord, Store, StoreError, StoredRecord, WholeTable};
use crate::private::create_private;
use kit_sitting::TableId;

/// How many connections read.
const READERS: u32 = 4;

/// How long to wait for another program that writes to the same file.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long the log is left alone after a commit, so that what changes often is carried over once.
const PAUSE: Duration = Duration::from_secs(5);

/// So many pages, 64 MB, may the log have before a commit carries them over itself after all; the
/// log starts anew only when everything has been carried over, and when many write there may be
/// no such moment.
const LONGEST_LOG: &str = "16384";

/// The memory for pages of the connection that writes, in KB, as SQLite wants it.
const WRITER_PAGES: &str = "-8192";

/// Tables in one SQLite file.
pub struct SqliteStore {
    readers: SqlitePool,
    writer: SqlitePool,
    queue: Queue,
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
        let problem = |error: &dyn std::fmt::Display| StoreError(format!("{}: {error}", path.display()));
        if let Some(directory) = path.parent().filter(|directory| !directory.as_os_str().is_empty()) {
            std::fs::create_dir_all(directory).map_err(|error| problem(&error))?;
        }
        if !path.exists() {
            // What SQLite puts beside its file gets the same permissions.
            create_private(path).map_err(|error| problem(&error))?;
        }
        let options = options().filename(path).journal_mode(SqliteJournalMode::Wal);
        let writing =
            options.clone().pragma("wal_autocheckpoint", LONGEST_LOG).pragma("cache_size", WRITER_PAGES);
        let writer = pool(1).connect_with(writing).await.map_err(|error| problem(&error))?;
        schema::migrator().run(&writer).await.map_err(schema::not_migrated)?;
        let carrier = pool(1).connect_lazy_with(options.clone());
        let readers = pool(READERS).connect_lazy_with(options.read_only(true));
        Ok(SqliteStore::start(readers, writer, Some(carrier)))
    }

    /// A store that is gone when it is dropped, for tests and for trying things out.
    ///
    /// # Errors
    ///
    /// If there is no memory for it.
    pub async fn in_memory() -> Result<SqliteStore, StoreError> {
        let only = pool(1).connect_with(options().in_memory(true)).await?;
        schema::migrator().run(&only).await.map_err(schema::not_migrated)?;
        Ok(SqliteStore::start(only.clone(), only, None))
    }

    /// A store with somebody who carries its log over, if it has one.
    fn start(readers: SqlitePool, writer: SqlitePool, carrier: Option<SqlitePool>) -> SqliteStore {
        let written = Arc::new(Notify::new());
        let mut tasks = JoinSet::new();
        if let Some(carrier) = carrier {
            tasks.spawn(carry_over(carrier, Arc::clone(&written)));
        }
        let queue = Queue::start(SqliteWriter { pool: writer.clone(), written });
        SqliteStore { readers, writer, queue, _tasks: tasks }
    }

    async fn read_whole(&self, table: &TableId) -> Result<Option<WholeTable>, StoreError> {
        let mut transaction = self.readers.begin().await?;
        let index: Option<IndexRow> =
            sqlx::query_as(INDEX).bind(table.as_str()).fetch_optional(&mut *transaction).await?;
        let Some(index) = index else { return Ok(None) };
        let records: Vec<RecordRow> =
            sqlx::query_as(RECORDS).bind(table.as_str()).bind(0).fetch_all(&mut *transaction).await?;
        let notes = sqlx::query_as("SELECT seat, notes FROM notes WHERE table_id = $1 ORDER BY seat")
            .bind(table.as_str())
            .fetch_all(&mut *transaction)
            .await?;
        Ok(Some(WholeTable {
            index: schema::index_entry(index)?,
            records: schema::records(records)?,
            notes: schema::notes(notes)?,
        }))
    }

    async fn remove(&self, before: i64, most: u32) -> Result<u64, StoreError> {
        let mut transaction = self.writer.begin_with("BEGIN IMMEDIATE").await?;
        let old: Vec<(String,)> =
            sqlx::query_as("SELECT table_id FROM tables WHERE touched < $1 ORDER BY touched LIMIT $2")
                .bind(before)
                .bind(most)
                .fetch_all(&mut *transaction)
                .await?;
        let names = list(&old.iter().map(|(name,)| name).collect::<Vec<_>>());
        for statement in [
            "DELETE FROM records WHERE table_id IN (SELECT value FROM json_each($1))",
            "DELETE FROM tables WHERE table_id IN (SELECT value FROM json_each($1))",
        ] {
            sqlx::query(statement).bind(&names).execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        Ok(old.len() as u64)
    }
}

const INDEX: &str = "SELECT table_id, listed, due, lobby, codes FROM tables WHERE table_id = $1";
const RECORDS: &str =
    "SELECT number, at, body FROM records WHERE table_id = $1 AND number > $2 ORDER BY number";

/// A list as the database takes it.
fn list(values: &impl serde::Serialize) -> String {
    serde_json::to_string(values).expect("a list can always be written as JSON")
}

fn options() -> SqliteConnectOptions {
    SqliteConnectOptions::new().synchronous(SqliteSynchronous::Full).foreign_keys(true).busy_timeout(PATIENCE)
}

/// Connections that stay open, because those of a store in memory must and the others may.
fn pool(most: u32) -> SqlitePoolOptions {
    SqlitePoolOptions::new().max_connections(most).idle_timeout(None).max_lifetime(None)
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        StoreError(error.to_string())
    }
}

impl Store for SqliteStore {
    fn append(&self, entry: NewRecord) -> BoxFuture<'_, Result<Appended, StoreError>> {
        self.queue.append(entry).boxed()
    }

    fn read(&self, table: TableId, after: u32) -> BoxFuture<'_, Result<Vec<StoredRecord>, StoreError>> {
        async move {
            let rows =
                sqlx::query_as(RECORDS).bind(table.as_str()).bind(after).fetch_all(&self.readers).await?;
            schema::records(rows)
        }
        .boxed()
    }

    fn heads<'a>(&'a self, tables: &'a [TableId]) -> BoxFuture<'a, Result<Vec<(TableId, u32)>, StoreError>> {
        let names = list(&tables.iter().map(TableId::as_str).collect::<Vec<_>>());
        let heads = "SELECT table_id, head FROM tables WHERE table_id IN (SELECT value FROM json_each($1))";
        async move { schema::heads(sqlx::query_as(heads).bind(names).fetch_all(&self.readers).await?) }
            .boxed()
    }

    fn by_code<'a>(&'a self, code: &'a str) -> BoxFuture<'a, Result<Option<TableId>, StoreError>> {
        async move {
            let found: Option<(String,)> =
                sqlx::query_as("SELECT table_id FROM codes WHERE code = $1 ORDER BY table_id LIMIT 1")
                    .bind(code)
                    .fetch_optional(&self.readers)
                    .await?;
            found.map(|(table,)| schema::table_id(&table)).transpose()
        }
        .boxed()
    }

    fn lobby(&self, most: u32) -> BoxFuture<'_, Result<Vec<IndexEntry>, StoreError>> {
        let listed = "SELECT table_id, listed, due, lobby, codes FROM tables \
                      WHERE listed = 1 ORDER BY touched DESC, table_id LIMIT $1";
        async move {
            let rows: Vec<IndexRow> = sqlx::query_as(listed).bind(most).fetch_all(&self.readers).await?;
            rows.into_iter().map(schema::index_entry).collect()
        }
        .boxed()
    }

    fn due(&self, now: i64, most: u32) -> BoxFuture<'_, Result<Vec<TableId>, StoreError>> {
        let due = "SELECT table_id FROM tables WHERE due <= $1 ORDER BY due LIMIT $2";
        async move {
            schema::table_ids(sqlx::query_as(due).bind(now).bind(most).fetch_all(&self.readers).await?)
        }
        .boxed()
    }

    fn tables<'a>(
        &'a self,
        after: Option<&'a TableId>,
        most: u32,
    ) -> BoxFuture<'a, Result<Vec<TableId>, StoreError>> {
        let tables = "SELECT table_id FROM tables WHERE table_id > $1 ORDER BY table_id LIMIT $2";
        let after = after.map_or("", TableId::as_str);
        async move {
            schema::table_ids(sqlx::query_as(tables).bind(after).bind(most).fetch_all(&self.readers).await?)
        }
        .boxed()
    }

    fn index(&self, table: TableId) -> BoxFuture<'_, Result<Option<IndexEntry>, StoreError>> {
        async move {
            let row: Option<IndexRow> =
                sqlx::query_as(INDEX).bind(table.as_str()).fetch_optional(&self.readers).await?;
            row.map(schema::index_entry).transpose()
        }
        .boxed()
    }

    fn notes(&self, table: TableId, seat: u8) -> BoxFuture<'_, Result<Option<String>, StoreError>> {
        async move {
            let found: Option<(String,)> =
                sqlx::query_as("SELECT notes FROM notes WHERE table_id = $1 AND seat = $2")
                    .bind(table.as_str())
                    .bind(seat)
                    .fetch_optional(&self.readers)
                    .await?;
            Ok(found.map(|(notes,)| notes))
        }
        .boxed()
    }

    fn keep_notes(&self, table: TableId, seat: u8, notes: String) -> BoxFuture<'_, Result<(), StoreError>> {
        self.queue.keep_notes(SeatNotes { table, seat, notes }).boxed()
    }

    fn forget(&self, before: i64, most: u32) -> BoxFuture<'_, Result<u64, StoreError>> {
        self.remove(before, most).boxed()
    }

    fn whole(&self, table: TableId) -> BoxFuture<'_, Result<Option<WholeTable>, StoreError>> {
        async move { self.read_whole(&table).await }.boxed()
    }

    fn restore(&self, whole: WholeTable) -> BoxFuture<'_, Result<Appended, StoreError>> {
        self.queue.restore(whole).boxed()
    }

    fn keep_once<'a>(&'a self, name: &'a str, value: &'a str) -> BoxFuture<'a, Result<String, StoreError>> {
        async move {
            sqlx::query(schema::KEEP_ONCE).bind(name).bind(value).execute(&self.writer).await?;
            let (kept,): (String,) = sqlx::query_as(schema::KEPT).bind(name).fetch_one(&self.writer).await?;
            Ok(kept)
        }
        .boxed()
    }

    fn keep_no_longer<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<(), StoreError>> {
        async move {
            sqlx::query(schema::KEEP_NO_LONGER).bind(name).execute(&self.writer).await?;
            Ok(())
        }
        .boxed()
    }

    fn ready(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        async move {
            sqlx::query("SELECT head FROM tables LIMIT 1").fetch_optional(&self.readers).await?;
            Ok(())
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

struct SqliteWriter {
    pool: SqlitePool,
    /// Told after each commit.
    written: Arc<Notify>,
}

impl Writer for SqliteWriter {
    async fn write(&mut self, batch: &Batch) -> Result<Vec<Appended>, StoreError> {
        // What is read here must still hold when it is written, whatever program has the file open.
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        let heads = heads_for_writing(&mut transaction, batch).await?;
        if batch.only_new && !heads.is_empty() {
            return Ok(vec![Appended::Taken; batch.records.len()]);
        }
        let plan = plan(batch, &heads, &BTreeSet::new());
        write_records(&mut transaction, &plan).await?;
        write_notes(&mut transaction, &batch.notes).await?;
        transaction.commit().await?;
        self.written.notify_one();
        Ok(plan.answers)
    }
}

async fn heads_for_writing(
    connection: &mut SqliteConnection,
    batch: &Batch,
) -> Result<BTreeMap<String, Head>, StoreError> {
    let heads =
        "SELECT table_id, head, codes FROM tables WHERE table_id IN (SELECT value FROM json_each($1))";
    let rows = sqlx::query(heads).bind(list(&batch.tables())).fetch_all(connection).await?;
    let head = |row: sqlx::sqlite::SqliteRow| {
        Ok((row.try_get(0)?, Head { number: schema::number(row.try_get(1)?)?, codes: row.try_get(2)? }))
    };
    rows.into_iter().map(head).collect()
}

async fn write_records(connection: &mut SqliteConnection, plan: &Plan<'_>) -> Result<(), StoreError> {
    if plan.records.is_empty() {
        return Ok(());
    }
    let records: Vec<_> = plan
        .records
        .iter()
        .map(|marked| {
            let (record, table) = (&marked.new.record, marked.new.index.table.as_str());
            (table, record.number, record.at, marked.mark, record.body.as_str())
        })
        .collect();
    sqlx::query(
        "INSERT INTO records (table_id, number, at, mark, body) \
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each($1)",
    )
    .bind(list(&records))
    .execute(&mut *connection)
    .await?;
    write_entries(connection, &plan.entries).await
}

async fn write_entries(
    connection: &mut SqliteConnection,
    entries: &[NewEntry<'_>],
) -> Result<(), StoreError> {
    let rows: Vec<_> = entries
        .iter()
        .map(|entry| {
            let (record, index) = (&entry.last.record, &entry.last.index);
            let listed = u8::from(index.listed);
            (
                index.table.as_str(),
                record.number,
                record.at,
                listed,
                index.due,
                index.lobby.as_str(),
                &entry.codes,
            )
        })
        .collect();
    sqlx::query(
        "INSERT INTO tables (table_id, head, touched, listed, due, lobby, codes) \
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6 \
         FROM json_each($1) WHERE true \
         ON CONFLICT (table_id) DO UPDATE SET head = excluded.head, touched = excluded.touched, \
         listed = excluded.listed, due = excluded.due, lobby = excluded.lobby, codes = excluded.codes",
    )
    .bind(list(&rows))
    .execute(&mut *connection)
    .await?;
    write_codes(connection, entries).await
}

async fn write_codes(connection: &mut SqliteConnection, entries: &[NewEntry<'_>]) -> Result<(), StoreError> {
    let changed: Vec<&IndexEntry> =
        entries.iter().filter(|entry| entry.new_codes).map(|entry| &entry.last.index).collect();
    if changed.is_empty() {
        return Ok(());
    }
    let tables: Vec<&str> = changed.iter().map(|index| index.table.as_str()).collect();
    sqlx::query("DELETE FROM codes WHERE table_id IN (SELECT value FROM json_each($1))")
        .bind(list(&tables))
        .execute(&mut *connection)
        .await?;
    let codes: Vec<(&str, &str)> = changed
        .iter()
        .flat_map(|index| index.codes.iter().map(|code| (code.as_str(), index.table.as_str())))
        .collect();
    sqlx::query(
        "INSERT INTO codes (code, table_id) SELECT value ->> 0, value ->> 1 FROM json_each($1) WHERE true \
         ON CONFLICT DO NOTHING",
    )
    .bind(list(&codes))
    .execute(connection)
    .await?;
    Ok(())
}

async fn write_notes(connection: &mut SqliteConnection, notes: &[SeatNotes]) -> Result<(), StoreError> {
    if notes.is_empty() {
        return Ok(());
    }
    let rows: Vec<_> = notes.iter().map(|notes| (notes.table.as_str(), notes.seat, &notes.notes)).collect();
    sqlx::query(
        "INSERT INTO notes (table_id, seat, notes) \
         SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each($1) \
         WHERE EXISTS (SELECT 1 FROM tables WHERE table_id = value ->> 0) \
         ON CONFLICT (table_id, seat) DO UPDATE SET notes = excluded.notes",
    )
    .bind(list(&rows))
    .execute(connection)
    .await?;
    Ok(())
}
