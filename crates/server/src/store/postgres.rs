//! Tables in a Postgres database that several nodes share.
//!
//! A writer locks the heads of the tables that its batch touches, in the order of their names, so
//! that two nodes wait for each other instead of overwriting or blocking each other.
//! When a connection is lost, nobody knows whether the last commit went through: the writer
//! connects again, takes the locks (and so waits until the lost transaction is over) and looks
//! for its own records by their marks before it writes anything.
//!
//! A connection is used again only if nothing went wrong on it.
//! Those that are shared by readers never have a transaction of more than one statement, because
//! whoever reads may be gone in the middle of it.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::str::FromStr;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions, PgRow};
use sqlx::{AssertSqlSafe, Connection, PgPool, Row};
use tokio::time::{Instant, sleep, timeout};

use super::batch::{Batch, Extent, Head, NewEntry, Plan, SeatNotes, day, plan};
use super::queue::{Queue, Writer};
use super::schema::{self, IndexRow};
use super::{
    Appended, Claim, Fault, IndexEntry, KeptPush, NewRecord, Patience, Store, StoreError, StoredRecord,
    WholeTable, Work,
};
use kit_sitting::TableId;

/// How many connections read.
const READERS: u32 = 8;

/// Between two attempts.
const PAUSE: Duration = Duration::from_millis(100);

/// Tables in a Postgres database.
pub struct PostgresStore {
    pool: PgPool,
    queue: Queue<Infallible>,
    /// How to connect, for what needs a connection of its own.
    options: PgConnectOptions,
    patience: Patience,
}

impl PostgresStore {
    /// Connects to the database at an address and brings it up to date.
    ///
    /// # Errors
    ///
    /// If the address is none, the database cannot be reached, or it is no database of ours.
    pub async fn open(address: &str) -> Result<PostgresStore, StoreError> {
        PostgresStore::open_with(address, Patience::default()).await
    }

    /// Connects to a database with another patience than the usual one.
    ///
    /// # Errors
    ///
    /// As [`PostgresStore::open`].
    pub async fn open_with(address: &str, patience: Patience) -> Result<PostgresStore, StoreError> {
        // The address may hold a password, so no message repeats it.
        let plain = PgConnectOptions::from_str(address).map_err(|error| {
            StoreError::new(Fault::Refused, format!("not an address of a Postgres database: {error}"))
        })?;
        // Whatever the database's own settings are: an answer means that the disk has it.
        let plain = plain.application_name("chess-kit").options([("synchronous_commit", "on")]);
        bring_up_to_date(&plain).await?;
        // What a lost node has left open does not stay locked for long.
        let patient = format!("{}ms", patience.attempt.as_millis());
        let options = plain
            .options([("statement_timeout", &patient), ("idle_in_transaction_session_timeout", &patient)]);
        let pool = PgPoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(patience.reading)
            .connect_lazy_with(options.clone());
        let writer = PostgresWriter { options: options.clone(), connection: None, patience };
        Ok(PostgresStore { pool, queue: Queue::start(writer, patience), options, patience })
    }

    /// Releases work that was set aside, since a newer version may be able to do it.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn release(&self) -> Result<(), StoreError> {
        let release = schema::RELEASE.replace("{lock}", "FOR UPDATE");
        while !sqlx::query(AssertSqlSafe(release.as_str())).fetch_all(&self.pool).await?.is_empty() {}
        Ok(())
    }

    /// Reads, and reads again when the connection was lost on the way.
    async fn patiently<T, F>(&self, read: impl Fn() -> F) -> Result<T, StoreError>
    where
        F: Future<Output = Result<T, sqlx::Error>>,
    {
        match in_time(self.patience.reading, read()).await {
            Err(error) if is_passing(&error) => in_time(self.patience.reading, read()).await,
            answer => answer,
        }
    }

    async fn claim_work(
        &self,
        work: Work,
        now: i64,
        until: i64,
        most: u32,
    ) -> Result<Vec<Claim>, StoreError> {
        // What somebody writes to at this moment is left alone, and nobody waits for anybody.
        let take = work.in_sql(
            "WITH due AS MATERIALIZED \
             (SELECT table_id, {work}_due AS moment FROM tables WHERE {work}_due <= $1 \
              ORDER BY {work}_due LIMIT $3 FOR UPDATE SKIP LOCKED) \
             UPDATE tables SET {work}_due = $2, {work}_tries = {work}_tries + 1 \
             FROM due WHERE tables.table_id = due.table_id \
             RETURNING due.moment, tables.table_id, tables.head, tables.{work}_tries - 1",
        );
        let taken = sqlx::query_as(AssertSqlSafe(take)).bind(now).bind(until).bind(i64::from(most));
        let mut taken: Vec<(i64, String, i64, i64)> =
            in_time(self.patience.reading, taken.fetch_all(&self.pool)).await?;
        taken.sort();
        let claims =
            taken.iter().filter_map(|(_, table, head, tries)| schema::claim(table, *head, *tries, until));
        Ok(claims.collect())
    }

    /// On a connection of its own, which is gone with whatever was left open on it.
    async fn remove(&self, before: i64, most: u32) -> Result<u64, sqlx::Error> {
        let mut connection = PgConnection::connect_with(&self.options).await?;
        let mut transaction = connection.begin().await?;
        // Tables that somebody writes to at this moment are left alone.
        let old: Vec<(String,)> = sqlx::query_as(
            "SELECT table_id FROM tables WHERE day <= $1 AND touched < $2 ORDER BY day, table_id LIMIT $3 \
             FOR UPDATE SKIP LOCKED",
        )
        .bind(day(before))
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
        connection.close().await?;
        Ok(old.len() as u64)
    }
}

/// Nodes that are started at the same moment wait for each other, and for as long as it takes.
async fn bring_up_to_date(options: &PgConnectOptions) -> Result<(), StoreError> {
    let reached = PgConnection::connect_with(options).await.map_err(|error| {
        let StoreError { fault, text } = error.into();
        StoreError::new(fault, format!("the Postgres database cannot be reached: {text}"))
    });
    let mut connection = reached?;
    schema::migrator().run(&mut connection).await.map_err(schema::not_migrated)?;
    for statement in schema::SETTLING {
        let statement = statement.replace("{lock}", "FOR UPDATE");
        while sqlx::query(AssertSqlSafe(statement.as_str())).execute(&mut connection).await?.rows_affected()
            > 0
        {}
    }
    connection.close().await?;
    Ok(())
}

async fn in_time<T>(
    patience: Duration,
    answer: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, StoreError> {
    match timeout(patience, answer).await {
        Ok(answer) => Ok(answer?),
        Err(_) => Err(StoreError::late()),
    }
}

/// Whether it makes sense to try again: the connection is lost, the database restarts, two
/// transactions were in each other's way, or this is a stand-by and another one has taken over.
fn is_passing(error: &StoreError) -> bool {
    match error.fault {
        Fault::Unreachable | Fault::ReadOnly => true,
        Fault::Full | Fault::Unreadable | Fault::Refused | Fault::Other => false,
    }
}

impl Store for PostgresStore {
    fn append(&self, entry: NewRecord) -> BoxFuture<'_, Result<Appended, StoreError>> {
        self.queue.append(entry).boxed()
    }

    fn read(&self, table: TableId, after: u32) -> BoxFuture<'_, Result<Vec<StoredRecord>, StoreError>> {
        async move {
            let read = || {
                sqlx::query_as(schema::RECORDS)
                    .bind(table.as_str())
                    .bind(i64::from(after))
                    .fetch_all(&self.pool)
            };
            schema::records(self.patiently(read).await?)
        }
        .boxed()
    }

    fn heads<'a>(&'a self, tables: &'a [TableId]) -> BoxFuture<'a, Result<Vec<(TableId, u32)>, StoreError>> {
        async move {
            let names: Vec<&str> = tables.iter().map(TableId::as_str).collect();
            let heads = "SELECT table_id, head FROM tables WHERE table_id = ANY($1)";
            schema::heads(self.patiently(|| sqlx::query_as(heads).bind(&names).fetch_all(&self.pool)).await?)
        }
        .boxed()
    }

    fn by_code<'a>(&'a self, code: &'a str) -> BoxFuture<'a, Result<Option<TableId>, StoreError>> {
        async move {
            let read = || sqlx::query_as(schema::BY_CODE).bind(code).fetch_all(&self.pool);
            Ok(schema::table_ids(self.patiently(read).await?)?.pop())
        }
        .boxed()
    }

    fn lobby(&self, most: u32) -> BoxFuture<'_, Result<Vec<IndexEntry>, StoreError>> {
        async move {
            let read = || sqlx::query_as(schema::LOBBY).bind(i64::from(most)).fetch_all(&self.pool);
            let rows: Vec<IndexRow> = self.patiently(read).await?;
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
            let statement = work.in_sql(schema::put_back(next, tries));
            let write = || {
                sqlx::query(AssertSqlSafe(statement.as_str()))
                    .bind(claim.table.as_str())
                    .bind(i64::from(claim.head))
                    .bind(claim.until)
                    .bind(next)
                    .bind(i64::from(tries))
                    .execute(&self.pool)
            };
            self.patiently(write).await.map(|_| ())
        }
        .boxed()
    }

    fn stuck(&self) -> BoxFuture<'_, Result<u64, StoreError>> {
        async move {
            let (count,): (i64,) =
                self.patiently(|| sqlx::query_as(schema::STUCK).fetch_one(&self.pool)).await?;
            Ok(count.unsigned_abs())
        }
        .boxed()
    }

    fn tables<'a>(
        &'a self,
        after: Option<&'a TableId>,
        most: u32,
    ) -> BoxFuture<'a, Result<Vec<TableId>, StoreError>> {
        let after = after.map_or("", TableId::as_str);
        async move {
            let read =
                || sqlx::query_as(schema::TABLES).bind(after).bind(i64::from(most)).fetch_all(&self.pool);
            schema::table_ids(self.patiently(read).await?)
        }
        .boxed()
    }

    fn index(&self, table: TableId) -> BoxFuture<'_, Result<Option<IndexEntry>, StoreError>> {
        async move {
            let read = || sqlx::query_as(schema::INDEX).bind(table.as_str()).fetch_optional(&self.pool);
            let row: Option<IndexRow> = self.patiently(read).await?;
            row.map(schema::index_entry).transpose()
        }
        .boxed()
    }

    fn notes(&self, table: TableId, seat: u8) -> BoxFuture<'_, Result<Option<String>, StoreError>> {
        async move {
            let read = || {
                sqlx::query_as(schema::NOTES)
                    .bind(table.as_str())
                    .bind(i64::from(seat))
                    .fetch_optional(&self.pool)
            };
            let found: Option<(String,)> = self.patiently(read).await?;
            Ok(found.map(|(notes,)| notes))
        }
        .boxed()
    }

    fn keep_notes(&self, table: TableId, seat: u8, notes: String) -> BoxFuture<'_, Result<(), StoreError>> {
        self.queue.keep_notes(SeatNotes { table, seat, notes }).boxed()
    }

    fn pushes(&self, table: TableId) -> BoxFuture<'_, Result<Vec<KeptPush>, StoreError>> {
        async move {
            let read = || sqlx::query_as(schema::PUSHES).bind(table.as_str()).fetch_all(&self.pool);
            Ok(schema::pushes(self.patiently(read).await?))
        }
        .boxed()
    }

    fn keep_push(&self, table: TableId, push: KeptPush) -> BoxFuture<'_, Result<(), StoreError>> {
        async move {
            let keep = || {
                sqlx::query(schema::KEEP_PUSH)
                    .bind(table.as_str())
                    .bind(push.holder.as_str())
                    .bind(push.id.as_str())
                    .bind(push.at)
                    .bind(push.body.as_str())
                    .execute(&self.pool)
            };
            self.patiently(keep).await?;
            let trim = || {
                let trim = sqlx::query(schema::TRIM_PUSHES).bind(table.as_str()).bind(push.holder.as_str());
                trim.execute(&self.pool)
            };
            self.patiently(trim).await.map(|_| ())
        }
        .boxed()
    }

    fn drop_push(&self, table: TableId, id: String) -> BoxFuture<'_, Result<(), StoreError>> {
        async move {
            let forget =
                || sqlx::query(schema::DROP_PUSH).bind(table.as_str()).bind(id.as_str()).execute(&self.pool);
            self.patiently(forget).await.map(|_| ())
        }
        .boxed()
    }

    fn forget(&self, before: i64, most: u32) -> BoxFuture<'_, Result<u64, StoreError>> {
        async move { self.patiently(|| self.remove(before, most)).await }.boxed()
    }

    fn whole(&self, table: TableId) -> BoxFuture<'_, Result<Option<WholeTable>, StoreError>> {
        async move {
            let read = || sqlx::query_as(schema::WHOLE).bind(table.as_str()).fetch_all(&self.pool);
            schema::whole(&table, self.patiently(read).await?)
        }
        .boxed()
    }

    fn restore(&self, whole: WholeTable) -> BoxFuture<'_, Result<Appended, StoreError>> {
        self.queue.restore(whole).boxed()
    }

    fn keep_once<'a>(&'a self, name: &'a str, value: &'a str) -> BoxFuture<'a, Result<String, StoreError>> {
        async move {
            self.patiently(|| sqlx::query(schema::KEEP_ONCE).bind(name).bind(value).execute(&self.pool))
                .await?;
            let (kept,): (String,) =
                self.patiently(|| sqlx::query_as(schema::KEPT).bind(name).fetch_one(&self.pool)).await?;
            Ok(kept)
        }
        .boxed()
    }

    fn keep_no_longer<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<(), StoreError>> {
        async move {
            self.patiently(|| sqlx::query(schema::KEEP_NO_LONGER).bind(name).execute(&self.pool)).await?;
            Ok(())
        }
        .boxed()
    }

    fn ready(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        self.queue.ready().boxed()
    }

    fn newest(&self) -> BoxFuture<'_, Result<Option<i64>, StoreError>> {
        async move {
            let (newest,): (Option<i64>,) =
                self.patiently(|| sqlx::query_as(schema::NEWEST).fetch_one(&self.pool)).await?;
            Ok(newest)
        }
        .boxed()
    }

    fn now(&self) -> BoxFuture<'_, Result<Option<i64>, StoreError>> {
        let clock = "SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::bigint";
        async move {
            // Whoever asks counts how long the answer takes, so it is not asked for twice.
            let read = sqlx::query_as(clock).fetch_one(&self.pool);
            let (now,): (i64,) = in_time(self.patience.probe, read).await?;
            Ok(Some(now))
        }
        .boxed()
    }
}

struct PostgresWriter {
    options: PgConnectOptions,
    connection: Option<PgConnection>,
    patience: Patience,
}

/// Why a batch was not written.
enum Obstacle {
    /// The database says so; what it said of a lost commit is not known.
    Database(StoreError),
    /// Another node has begun one of the tables at the same moment.
    Overtaken,
}

impl From<sqlx::Error> for Obstacle {
    fn from(error: sqlx::Error) -> Obstacle {
        Obstacle::Database(error.into())
    }
}

impl From<StoreError> for Obstacle {
    fn from(error: StoreError) -> Obstacle {
        Obstacle::Database(error)
    }
}

impl Writer for PostgresWriter {
    type Job = Infallible;

    async fn write(&mut self, batch: &Batch) -> Result<Vec<Appended>, StoreError> {
        let until = Instant::now() + self.patience.writing;
        let mut again = false;
        loop {
            let attempt = match timeout(self.patience.attempt, self.attempt(batch, again)).await {
                Ok(attempt) => attempt,
                Err(_) => Err(Obstacle::Database(StoreError::late())),
            };
            let obstacle = match attempt {
                Ok(answers) => return Ok(answers),
                Err(Obstacle::Overtaken) => StoreError::new(Fault::Other, "another node was faster"),
                Err(Obstacle::Database(error)) if !is_passing(&error) => return Err(error),
                Err(Obstacle::Database(error)) => error,
            };
            if Instant::now() > until {
                let sentence = format!("the database did not take a record: {}", obstacle.text);
                return Err(StoreError::new(obstacle.fault, sentence));
            }
            tracing::debug!(obstacle = obstacle.text, "records are written again");
            again = true;
            sleep(PAUSE).await;
        }
    }

    async fn carry_out(&mut self, job: Infallible) {
        match job {}
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
            let plan = plan(batch, &heads, &written)?;
            write_records(&mut transaction, &plan).await?;
            write_notes(&mut transaction, &batch.notes).await?;
            // The last row to be locked, so that nobody waits for a table who has this.
            if batch.probe && plan.records.is_empty() {
                sqlx::query(schema::PROBE).execute(&mut *transaction).await?;
            }
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
    let tables = batch.tables();
    if tables.is_empty() {
        return Ok(BTreeMap::new());
    }
    let heads = "SELECT table_id, head, day, listed, codes FROM tables \
                 WHERE table_id = ANY($1) ORDER BY table_id FOR UPDATE";
    let rows = sqlx::query(heads).bind(tables).fetch_all(connection).await?;
    let head = |row: PgRow| {
        let (number, listed): (i64, i64) = (row.try_get(1)?, row.try_get(3)?);
        let number = schema::number(number)?;
        let head = Head { number, day: row.try_get(2)?, listed: listed != 0, codes: row.try_get(4)? };
        Ok((row.try_get(0)?, head))
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

/// Postgres compares what is written with what stood there, so it can all be named each time: an
/// index is written only if something in it has changed.
async fn write_entries(connection: &mut PgConnection, entries: &[NewEntry<'_>]) -> Result<(), sqlx::Error> {
    let indexes = || entries.iter().map(|entry| &entry.last.index);
    sqlx::query(
        "INSERT INTO tables \
         (table_id, head, touched, day, opened, listed, clock_due, bots_due, lobby, codes) \
         SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], \
         $6::bigint[], $7::bigint[], $8::bigint[], $9::text[], $10::text[]) \
         ON CONFLICT (table_id) DO UPDATE SET head = excluded.head, touched = excluded.touched, \
         day = excluded.day, listed = excluded.listed, due = NULL, clock_due = excluded.clock_due, \
         clock_tries = 0, clock_aside = NULL, bots_due = excluded.bots_due, bots_tries = 0, \
         bots_aside = NULL, lobby = excluded.lobby, codes = excluded.codes",
    )
    .bind(indexes().map(|index| index.table.as_str()).collect::<Vec<_>>())
    .bind(entries.iter().map(|entry| i64::from(entry.last.record.number)).collect::<Vec<_>>())
    .bind(entries.iter().map(|entry| entry.last.record.at).collect::<Vec<_>>())
    .bind(entries.iter().map(|entry| entry.day).collect::<Vec<_>>())
    .bind(entries.iter().map(|entry| entry.opened).collect::<Vec<_>>())
    .bind(indexes().map(|index| i64::from(index.listed)).collect::<Vec<_>>())
    .bind(indexes().map(|index| index.clock_due).collect::<Vec<_>>())
    .bind(indexes().map(|index| index.bots_due).collect::<Vec<_>>())
    .bind(indexes().map(|index| index.lobby.as_str()).collect::<Vec<_>>())
    .bind(entries.iter().map(|entry| entry.codes.as_str()).collect::<Vec<_>>())
    .execute(&mut *connection)
    .await?;
    write_codes(connection, entries).await
}

async fn write_codes(connection: &mut PgConnection, entries: &[NewEntry<'_>]) -> Result<(), sqlx::Error> {
    let changed: Vec<&IndexEntry> = entries
        .iter()
        .filter(|entry| entry.extent == Extent::WithCodes)
        .map(|entry| &entry.last.index)
        .collect();
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
