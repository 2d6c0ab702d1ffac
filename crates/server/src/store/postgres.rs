//! Tables in a Postgres database that several nodes share.
//!
//! A writer locks the heads of the tables that its batch touches, in the order of their names, so
//! that two nodes wait for each other instead of overwriting or blocking each other.
//! When a connection is lost, nobody knows whether the last commit went through: the writer
//! connects again, takes the locks (and so waits until the lost transaction is over) and looks
//! for its own records by their marks before it writes anything.

use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions, PgRow};
use sqlx::{Connection, PgPool, Row};
use tokio::time::{Instant, sleep, timeout};

use super::batch::{Batch, Head, NewEntry, Plan, SeatNotes, plan};
use super::queue::{Queue, Writer};
use super::schema::{self, IndexRow, RecordRow};
use super::{Appended, IndexEntry, NewRecord, Store, StoreError, StoredRecord, WholeTable};
use kit_sitting::TableId;

/// How many connections read.
const READERS: u32 = 8;

/// How long a reader waits for the database.
const READING: Duration = Duration::from_secs(10);

/// How long to wait for the answer when somebody only wants to know whether there is one.
const PROBE: Duration = Duration::from_secs(2);

/// How long one attempt to write may take.
const ATTEMPT: Duration = Duration::from_secs(10);

/// How long a batch is tried again while the database cannot be reached.
const PATIENCE: Duration = Duration::from_secs(15);

/// Between two attempts.
const PAUSE: Duration = Duration::from_millis(100);

/// Tables in a Postgres database.
pub struct PostgresStore {
    pool: PgPool,
    queue: Queue,
}

impl PostgresStore {
    /// Connects to the database at an address and brings it up to date.
    ///
    /// # Errors
    ///
    /// If the address is none, the database cannot be reached, or it is no database of ours.
    pub async fn open(address: &str) -> Result<PostgresStore, StoreError> {
        // The address may hold a password, so no message repeats it.
        let options = PgConnectOptions::from_str(address)
            .map_err(|error| StoreError(format!("not an address of a Postgres database: {error}")))?
            .application_name("chess-kit")
            .options([
                // Whatever the database's own settings are: an answer means that the disk has it,
                // and what a lost node has left open does not stay locked for long.
                ("synchronous_commit", "on"),
                ("statement_timeout", "10s"),
                ("idle_in_transaction_session_timeout", "10s"),
            ]);
        // The first connection is made by itself, because a pool would wait for a database that is
        // not there.
        let mut first = PgConnection::connect_with(&options)
            .await
            .map_err(|error| StoreError(format!("the Postgres database cannot be reached: {error}")))?;
        schema::migrator().run(&mut first).await.map_err(schema::not_migrated)?;
        let pool = PgPoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(READING)
            .connect_lazy_with(options.clone());
        let queue = Queue::start(PostgresWriter { options, connection: Some(first) });
        Ok(PostgresStore { pool, queue })
    }

    async fn read_whole(&self, table: &TableId) -> Result<Option<WholeTable>, sqlx::Error> {
        let mut transaction = self.pool.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
        let index: Option<IndexRow> =
            sqlx::query_as(INDEX).bind(table.as_str()).fetch_optional(&mut *transaction).await?;
        let Some(index) = index else { return Ok(None) };
        let records: Vec<RecordRow> =
            sqlx::query_as(RECORDS).bind(table.as_str()).bind(0_i64).fetch_all(&mut *transaction).await?;
        let notes = sqlx::query_as("SELECT seat, notes FROM notes WHERE table_id = $1 ORDER BY seat")
            .bind(table.as_str())
            .fetch_all(&mut *transaction)
            .await?;
        let whole = || {
            Ok(WholeTable {
                index: schema::index_entry(index)?,
                records: schema::records(records)?,
                notes: schema::notes(notes)?,
            })
        };
        whole().map(Some).map_err(|error: StoreError| sqlx::Error::Decode(Box::new(error)))
    }

    async fn remove(&self, before: i64, most: u32) -> Result<u64, sqlx::Error> {
        let mut transaction = self.pool.begin().await?;
        // Tables that somebody writes to at this moment are left alone.
        let old: Vec<(String,)> = sqlx::query_as(
            "SELECT table_id FROM tables WHERE touched < $1 ORDER BY touched LIMIT $2 FOR UPDATE SKIP LOCKED",
        )
        .bind(before)
        .bind(i64::from(most))
        .fetch_all(&mut *transaction)
        .await?;
        let names: Vec<&str> = old.iter().map(|(name,)| name.as_str()).collect();
        for statement in
            ["DELETE FROM records WHERE table_id = ANY($1)", "DELETE FROM tables WHERE table_id = ANY($1)"]
        {
            sqlx::query(statement).bind(&names).execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        Ok(old.len() as u64)
    }
}

const INDEX: &str = "SELECT table_id, listed, due, lobby, codes FROM tables WHERE table_id = $1";
const RECORDS: &str =
    "SELECT number, at, body FROM records WHERE table_id = $1 AND number > $2 ORDER BY number";

/// Reads, and reads again when the connection was lost on the way.
async fn patiently<T, F>(read: impl Fn() -> F) -> Result<T, StoreError>
where
    F: Future<Output = Result<T, sqlx::Error>>,
{
    let late = || StoreError("the database does not answer".to_owned());
    match timeout(READING, read()).await.map_err(|_| late())? {
        Err(error) if is_passing(&error) => Ok(timeout(READING, read()).await.map_err(|_| late())??),
        answer => Ok(answer?),
    }
}

/// Whether it makes sense to try again: the connection is lost, the database restarts, or two
/// transactions were in each other's way.
fn is_passing(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::Protocol(_) | sqlx::Error::Tls(_) => true,
        sqlx::Error::PoolTimedOut | sqlx::Error::WorkerCrashed => true,
        sqlx::Error::Database(database) => database.code().is_some_and(|code| {
            // Connection, roll-back, resources, intervention; lost session; read-only stand-by.
            ["08", "40", "53", "57"].iter().any(|class| code.starts_with(class))
                || ["25P02", "25P03", "25006", "55P03"].contains(&code.as_ref())
        }),
        _ => false,
    }
}

impl Store for PostgresStore {
    fn append(&self, entry: NewRecord) -> BoxFuture<'_, Result<Appended, StoreError>> {
        self.queue.append(entry).boxed()
    }

    fn read(&self, table: TableId, after: u32) -> BoxFuture<'_, Result<Vec<StoredRecord>, StoreError>> {
        async move {
            let read =
                || sqlx::query_as(RECORDS).bind(table.as_str()).bind(i64::from(after)).fetch_all(&self.pool);
            schema::records(patiently(read).await?)
        }
        .boxed()
    }

    fn heads<'a>(&'a self, tables: &'a [TableId]) -> BoxFuture<'a, Result<Vec<(TableId, u32)>, StoreError>> {
        async move {
            let names: Vec<&str> = tables.iter().map(TableId::as_str).collect();
            let heads = "SELECT table_id, head FROM tables WHERE table_id = ANY($1)";
            schema::heads(patiently(|| sqlx::query_as(heads).bind(&names).fetch_all(&self.pool)).await?)
        }
        .boxed()
    }

    fn by_code<'a>(&'a self, code: &'a str) -> BoxFuture<'a, Result<Option<TableId>, StoreError>> {
        let table = "SELECT table_id FROM codes WHERE code = $1 ORDER BY table_id LIMIT 1";
        async move {
            let found: Option<(String,)> =
                patiently(|| sqlx::query_as(table).bind(code).fetch_optional(&self.pool)).await?;
            found.map(|(table,)| schema::table_id(&table)).transpose()
        }
        .boxed()
    }

    fn lobby(&self, most: u32) -> BoxFuture<'_, Result<Vec<IndexEntry>, StoreError>> {
        let listed = "SELECT table_id, listed, due, lobby, codes FROM tables \
                      WHERE listed = 1 ORDER BY touched DESC, table_id LIMIT $1";
        async move {
            let rows: Vec<IndexRow> =
                patiently(|| sqlx::query_as(listed).bind(i64::from(most)).fetch_all(&self.pool)).await?;
            rows.into_iter().map(schema::index_entry).collect()
        }
        .boxed()
    }

    fn due(&self, now: i64, most: u32) -> BoxFuture<'_, Result<Vec<TableId>, StoreError>> {
        let due = "SELECT table_id FROM tables WHERE due <= $1 ORDER BY due LIMIT $2";
        async move {
            let read = || sqlx::query_as(due).bind(now).bind(i64::from(most)).fetch_all(&self.pool);
            schema::table_ids(patiently(read).await?)
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
            let read = || sqlx::query_as(tables).bind(after).bind(i64::from(most)).fetch_all(&self.pool);
            schema::table_ids(patiently(read).await?)
        }
        .boxed()
    }

    fn index(&self, table: TableId) -> BoxFuture<'_, Result<Option<IndexEntry>, StoreError>> {
        async move {
            let read = || sqlx::query_as(INDEX).bind(table.as_str()).fetch_optional(&self.pool);
            let row: Option<IndexRow> = patiently(read).await?;
            row.map(schema::index_entry).transpose()
        }
        .boxed()
    }

    fn notes(&self, table: TableId, seat: u8) -> BoxFuture<'_, Result<Option<String>, StoreError>> {
        let notes = "SELECT notes FROM notes WHERE table_id = $1 AND seat = $2";
        async move {
            let read = || {
                sqlx::query_as(notes).bind(table.as_str()).bind(i64::from(seat)).fetch_optional(&self.pool)
            };
            let found: Option<(String,)> = patiently(read).await?;
            Ok(found.map(|(notes,)| notes))
        }
        .boxed()
    }

    fn keep_notes(&self, table: TableId, seat: u8, notes: String) -> BoxFuture<'_, Result<(), StoreError>> {
        self.queue.keep_notes(SeatNotes { table, seat, notes }).boxed()
    }

    fn forget(&self, before: i64, most: u32) -> BoxFuture<'_, Result<u64, StoreError>> {
        async move { patiently(|| self.remove(before, most)).await }.boxed()
    }

    fn whole(&self, table: TableId) -> BoxFuture<'_, Result<Option<WholeTable>, StoreError>> {
        async move { patiently(|| self.read_whole(&table)).await }.boxed()
    }

    fn restore(&self, whole: WholeTable) -> BoxFuture<'_, Result<Appended, StoreError>> {
        self.queue.restore(whole).boxed()
    }

    fn keep_once<'a>(&'a self, name: &'a str, value: &'a str) -> BoxFuture<'a, Result<String, StoreError>> {
        async move {
            patiently(|| sqlx::query(schema::KEEP_ONCE).bind(name).bind(value).execute(&self.pool)).await?;
            let (kept,): (String,) =
                patiently(|| sqlx::query_as(schema::KEPT).bind(name).fetch_one(&self.pool)).await?;
            Ok(kept)
        }
        .boxed()
    }

    fn keep_no_longer<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<(), StoreError>> {
        async move {
            patiently(|| sqlx::query(schema::KEEP_NO_LONGER).bind(name).execute(&self.pool)).await?;
            Ok(())
        }
        .boxed()
    }

    fn ready(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        async move {
            let read = sqlx::query("SELECT head FROM tables LIMIT 1").fetch_optional(&self.pool);
            match timeout(PROBE, read).await {
                Ok(answer) => Ok(answer.map(drop)?),
                Err(_) => Err(StoreError("the database does not answer".to_owned())),
            }
        }
        .boxed()
    }
}

struct PostgresWriter {
    options: PgConnectOptions,
    connection: Option<PgConnection>,
}

/// Why a batch was not written.
enum Obstacle {
    /// The database says so; what it said of a lost commit is not known.
    Database(sqlx::Error),
    /// Another node has begun one of the tables at the same moment.
    Overtaken,
    /// The database holds something that cannot be.
    Unreadable(StoreError),
}

impl From<sqlx::Error> for Obstacle {
    fn from(error: sqlx::Error) -> Obstacle {
        Obstacle::Database(error)
    }
}

impl From<StoreError> for Obstacle {
    fn from(error: StoreError) -> Obstacle {
        Obstacle::Unreadable(error)
    }
}

impl Writer for PostgresWriter {
    async fn write(&mut self, batch: &Batch) -> Result<Vec<Appended>, StoreError> {
        let until = Instant::now() + PATIENCE;
        let mut again = false;
        loop {
            let attempt = match timeout(ATTEMPT, self.attempt(batch, again)).await {
                Ok(attempt) => attempt,
                Err(_) => Err(Obstacle::Database(sqlx::Error::PoolTimedOut)),
            };
            let obstacle = match attempt {
                Ok(answers) => return Ok(answers),
                Err(Obstacle::Unreadable(error)) => return Err(error),
                Err(Obstacle::Overtaken) => "another node was faster".to_owned(),
                Err(Obstacle::Database(error)) if !is_passing(&error) => return Err(error.into()),
                Err(Obstacle::Database(error)) => error.to_string(),
            };
            if Instant::now() > until {
                return Err(StoreError(format!("the database did not take a record: {obstacle}")));
            }
            tracing::debug!(obstacle, "records are written again");
            again = true;
            sleep(PAUSE).await;
        }
    }
}

impl PostgresWriter {
    /// Writes a batch in one transaction. The connection is kept only if all went well, because
    /// after anything else nobody knows what is still under way on it.
    async fn attempt(&mut self, batch: &Batch, again: bool) -> Result<Vec<Appended>, Obstacle> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => PgConnection::connect_with(&self.options).await?,
        };
        let mut transaction = connection.begin().await?;
        let heads = heads_for_writing(&mut transaction, batch).await?;
        let written = if again { own_records(&mut transaction, batch).await? } else { BTreeSet::new() };
        let answers = if batch.only_new && !heads.is_empty() && written.is_empty() {
            vec![Appended::Taken; batch.records.len()]
        } else {
            let plan = plan(batch, &heads, &written);
            write_records(&mut transaction, &plan).await?;
            write_notes(&mut transaction, &batch.notes).await?;
            plan.answers
        };
        transaction.commit().await?;
        self.connection = Some(connection);
        Ok(answers)
    }
}

async fn heads_for_writing(
    connection: &mut PgConnection,
    batch: &Batch,
) -> Result<BTreeMap<String, Head>, Obstacle> {
    let heads =
        "SELECT table_id, head, codes FROM tables WHERE table_id = ANY($1) ORDER BY table_id FOR UPDATE";
    let rows = sqlx::query(heads).bind(batch.tables()).fetch_all(connection).await?;
    let head = |row: PgRow| {
        Ok((row.try_get(0)?, Head { number: schema::number(row.try_get(1)?)?, codes: row.try_get(2)? }))
    };
    rows.into_iter().map(head).collect()
}

/// The marks of those records of a batch that stand in the database.
async fn own_records(connection: &mut PgConnection, batch: &Batch) -> Result<BTreeSet<i64>, Obstacle> {
    let mut columns = (Vec::new(), Vec::new(), Vec::new());
    for marked in &batch.records {
        columns.0.push(marked.new.index.table.as_str());
        columns.1.push(i64::from(marked.new.record.number));
        columns.2.push(marked.mark);
    }
    let marks: Vec<(i64,)> = sqlx::query_as(
        "SELECT mark FROM records WHERE (table_id, number, mark) IN \
         (SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[]))",
    )
    .bind(columns.0)
    .bind(columns.1)
    .bind(columns.2)
    .fetch_all(connection)
    .await?;
    Ok(marks.into_iter().map(|(mark,)| mark).collect())
}

async fn write_records(connection: &mut PgConnection, plan: &Plan<'_>) -> Result<(), Obstacle> {
    if plan.records.is_empty() {
        return Ok(());
    }
    let records = || plan.records.iter().map(|marked| &marked.new.record);
    let written = sqlx::query(
        "INSERT INTO records (table_id, number, at, mark, body) \
         SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[]) \
         ON CONFLICT DO NOTHING",
    )
    .bind(plan.records.iter().map(|marked| marked.new.index.table.as_str()).collect::<Vec<_>>())
    .bind(records().map(|record| i64::from(record.number)).collect::<Vec<_>>())
    .bind(records().map(|record| record.at).collect::<Vec<_>>())
    .bind(plan.records.iter().map(|marked| marked.mark).collect::<Vec<_>>())
    .bind(records().map(|record| record.body.as_str()).collect::<Vec<_>>())
    .execute(&mut *connection)
    .await?;
    // A table that was not there could not be locked.
    if written.rows_affected() < plan.records.len() as u64 {
        return Err(Obstacle::Overtaken);
    }
    write_entries(connection, &plan.entries).await?;
    Ok(())
}

async fn write_entries(connection: &mut PgConnection, entries: &[NewEntry<'_>]) -> Result<(), sqlx::Error> {
    let indexes = || entries.iter().map(|entry| &entry.last.index);
    sqlx::query(
        "INSERT INTO tables (table_id, head, touched, listed, due, lobby, codes) \
         SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], \
         $6::text[], $7::text[]) \
         ON CONFLICT (table_id) DO UPDATE SET head = excluded.head, touched = excluded.touched, \
         listed = excluded.listed, due = excluded.due, lobby = excluded.lobby, codes = excluded.codes",
    )
    .bind(indexes().map(|index| index.table.as_str()).collect::<Vec<_>>())
    .bind(entries.iter().map(|entry| i64::from(entry.last.record.number)).collect::<Vec<_>>())
    .bind(entries.iter().map(|entry| entry.last.record.at).collect::<Vec<_>>())
    .bind(indexes().map(|index| i64::from(index.listed)).collect::<Vec<_>>())
    .bind(indexes().map(|index| index.due).collect::<Vec<_>>())
    .bind(indexes().map(|index| index.lobby.as_str()).collect::<Vec<_>>())
    .bind(entries.iter().map(|entry| entry.codes.as_str()).collect::<Vec<_>>())
    .execute(&mut *connection)
    .await?;
    write_codes(connection, entries).await
}

async fn write_codes(connection: &mut PgConnection, entries: &[NewEntry<'_>]) -> Result<(), sqlx::Error> {
    let changed: Vec<&IndexEntry> =
        entries.iter().filter(|entry| entry.new_codes).map(|entry| &entry.last.index).collect();
    if changed.is_empty() {
        return Ok(());
    }
    sqlx::query("DELETE FROM codes WHERE table_id = ANY($1)")
        .bind(changed.iter().map(|index| index.table.as_str()).collect::<Vec<_>>())
        .execute(&mut *connection)
        .await?;
    let codes: Vec<(&str, &str)> = changed
        .iter()
        .flat_map(|index| index.codes.iter().map(|code| (code.as_str(), index.table.as_str())))
        .collect();
    sqlx::query(
        "INSERT INTO codes (code, table_id) SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING",
    )
    .bind(codes.iter().map(|(code, _)| *code).collect::<Vec<_>>())
    .bind(codes.iter().map(|(_, table)| *table).collect::<Vec<_>>())
    .execute(connection)
    .await?;
    Ok(())
}

async fn write_notes(connection: &mut PgConnection, notes: &[SeatNotes]) -> Result<(), sqlx::Error> {
    if notes.is_empty() {
        return Ok(());
    }
    // Their tables are locked, so none of them is forgotten between the look and the writing.
    sqlx::query(
        "INSERT INTO notes (table_id, seat, notes) \
         SELECT given.table_id, given.seat, given.notes \
         FROM unnest($1::text[], $2::bigint[], $3::text[]) AS given (table_id, seat, notes) \
         JOIN tables ON tables.table_id = given.table_id \
         ON CONFLICT (table_id, seat) DO UPDATE SET notes = excluded.notes",
    )
    .bind(notes.iter().map(|notes| notes.table.as_str()).collect::<Vec<_>>())
    .bind(notes.iter().map(|notes| i64::from(notes.seat)).collect::<Vec<_>>())
    .bind(notes.iter().map(|notes| notes.notes.as_str()).collect::<Vec<_>>())
    .execute(connection)
    .await?;
    Ok(())
}
