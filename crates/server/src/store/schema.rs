//! The tables in the database, which come about at the start, what both stores ask them in the
//! same words, and rows as they are read.

use sqlx::SqlSafeStr;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};

use super::{Claim, Fault, IndexEntry, KeptPush, StoreError, StoredRecord, WholeTable, Work};
use kit_sitting::TableId;

/// Brings a database up to date.
pub fn migrator() -> Migrator {
    let step = |version, name: &'static str, text: &'static str| {
        Migration::new(version, name.into(), MigrationType::Simple, text.into_sql_str(), false)
    };
    Migrator::with_migrations(vec![
        step(1, "tables", include_str!("migrations/1_tables.sql")),
        step(2, "work", include_str!("migrations/2_work.sql")),
        step(3, "kept", include_str!("migrations/3_kept.sql")),
        step(4, "pushes", include_str!("migrations/4_pushes.sql")),
    ])
}

/// Keeps a text under a name, if there is none yet.
pub const KEEP_ONCE: &str = "INSERT INTO kept (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING";

/// What is kept under a name.
pub const KEPT: &str = "SELECT value FROM kept WHERE name = $1";

/// Forgets what is kept under a name.
pub const KEEP_NO_LONGER: &str = "DELETE FROM kept WHERE name = $1";

/// Says in a sentence why a database could not be brought up to date.
pub fn not_migrated(error: MigrateError) -> StoreError {
    match error {
        MigrateError::VersionMissing(version) => {
            let sentence = format!(
                "the database was written by a newer Chess Kit (it has step {version}); use that one"
            );
            StoreError::new(Fault::Refused, sentence)
        }
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => {
            let StoreError { fault, text } = error.into();
            StoreError::new(fault, format!("the database could not be brought up to date: {text}"))
        }
        other => {
            StoreError::new(Fault::Other, format!("the database could not be brought up to date: {other}"))
        }
    }
}

/// What is set right each time a database is opened, a few rows at a time, until no row is changed:
/// what nodes of the version before have written.
/// Rows are locked in the order of their names, as everybody does, if the database has such locks.
pub const SETTLING: [&str; 2] = [
    // When it was opened and touched.
    "WITH few AS MATERIALIZED \
     (SELECT table_id FROM tables WHERE opened IS NULL ORDER BY table_id LIMIT 1000 {lock}) \
     UPDATE tables SET day = touched / 86400000, opened = COALESCE( \
         (SELECT at FROM records WHERE records.table_id = tables.table_id AND number = 1), touched) \
     FROM few WHERE tables.table_id = few.table_id",
    // It does not say which of the two it was, and to look once too often does no harm.
    "WITH few AS MATERIALIZED \
     (SELECT table_id FROM tables WHERE due IS NOT NULL ORDER BY table_id LIMIT 1000 {lock}) \
     UPDATE tables SET clock_due = due, clock_tries = 0, bots_due = due, bots_tries = 0, due = NULL \
     FROM few WHERE tables.table_id = few.table_id",
];

/// Releases work that was set aside, a few rows at a time; the rows that were changed.
pub const RELEASE: &str = "WITH few AS MATERIALIZED \
     (SELECT table_id FROM tables WHERE clock_aside IS NOT NULL OR bots_aside IS NOT NULL \
      ORDER BY table_id LIMIT 1000 {lock}) \
     UPDATE tables SET clock_due = COALESCE(clock_due, clock_aside), clock_tries = 0, clock_aside = NULL, \
     bots_due = COALESCE(bots_due, bots_aside), bots_tries = 0, bots_aside = NULL \
     FROM few WHERE tables.table_id = few.table_id RETURNING tables.table_id";

/// The index entry of a table.
pub const INDEX: &str = "SELECT table_id, listed, COALESCE(clock_due, clock_aside), \
     COALESCE(bots_due, bots_aside), lobby, codes FROM tables WHERE table_id = $1";

/// The index entries of listed tables, in the order of the lobby.
pub const LOBBY: &str = "SELECT table_id, listed, COALESCE(clock_due, clock_aside), \
     COALESCE(bots_due, bots_aside), lobby, codes FROM tables \
     WHERE listed = 1 ORDER BY opened DESC, table_id LIMIT $1";

/// The records of a table from after a number on.
pub const RECORDS: &str =
    "SELECT number, at, body FROM records WHERE table_id = $1 AND number > $2 ORDER BY number";

/// Everything of a table. It is one question, so that the answer is of one moment and no
/// transaction can stay open behind it.
pub const WHOLE: &str = "SELECT 0 AS part, listed AS number, COALESCE(clock_due, clock_aside) AS one, \
         COALESCE(bots_due, bots_aside) AS two, lobby AS text, codes FROM tables WHERE table_id = $1 \
     UNION ALL SELECT 1, number, at, NULL, body, '' FROM records WHERE table_id = $1 \
     UNION ALL SELECT 2, seat, NULL, NULL, notes, '' FROM notes WHERE table_id = $1 \
     ORDER BY part, number";

/// The table that a code leads to.
pub const BY_CODE: &str = "SELECT table_id FROM codes WHERE code = $1 ORDER BY table_id LIMIT 1";

/// When something was written last: only tables of the last day are looked at.
pub const NEWEST: &str = "SELECT MAX(touched) FROM tables WHERE day >= (SELECT MAX(day) FROM tables)";

/// The tables from after one on.
pub const TABLES: &str = "SELECT table_id FROM tables WHERE table_id > $1 ORDER BY table_id LIMIT $2";

/// What a seat has noted for itself.
pub const NOTES: &str = "SELECT notes FROM notes WHERE table_id = $1 AND seat = $2";

/// The browsers that are told of turns at a table.
pub const PUSHES: &str =
    "SELECT holder, id, at, body FROM pushes WHERE table_id = $1 ORDER BY at DESC, holder, id";

/// Keeps a browser that is told of turns.
pub const KEEP_PUSH: &str = "INSERT INTO pushes (table_id, holder, id, at, body) \
     SELECT table_id, $2, $3, CAST($4 AS BIGINT), $5 FROM tables WHERE table_id = $1 \
     ON CONFLICT (table_id, holder, id) DO UPDATE SET at = excluded.at, body = excluded.body";

/// Forgets all but the last few browsers of a holder.
pub const TRIM_PUSHES: &str = "DELETE FROM pushes WHERE table_id = $1 AND holder = $2 AND id NOT IN \
     (SELECT id FROM pushes WHERE table_id = $1 AND holder = $2 ORDER BY at DESC, id LIMIT 5)";

/// Forgets a browser.
pub const DROP_PUSH: &str = "DELETE FROM pushes WHERE table_id = $1 AND id = $2";

/// A row of a browser: holder, id, at, body.
pub type PushRow = (String, String, i64, String);

/// Browsers from their rows.
pub fn pushes(rows: Vec<PushRow>) -> Vec<KeptPush> {
    rows.into_iter().map(|(holder, id, at, body)| KeptPush { holder, id, at, body }).collect()
}

/// How many tables have work that is set aside.
pub const STUCK: &str = "SELECT COUNT(*) FROM tables \
     WHERE clock_aside IS NOT NULL OR bots_aside IS NOT NULL";

/// Tries whether writing works.
pub const PROBE: &str = "UPDATE probe SET count = count + 1 WHERE id = 1";

impl Work {
    /// A statement about this kind of work, from one in which the kind is left open.
    pub fn in_sql(self, statement: &str) -> String {
        let kind = match self {
            Work::Clock => "clock",
            Work::Bots => "bots",
        };
        statement.replace("{work}", kind)
    }
}

/// Has work that was claimed done again later; a question of the table, how far it had come, when
/// the lease ends, when to do it, and how often it was tried.
const LATER: &str = "UPDATE tables SET {work}_due = $4, {work}_tries = $5 \
     WHERE table_id = $1 AND head = $2 AND {work}_due = $3";

/// Sets work aside that was claimed; as [`LATER`].
const ASIDE: &str = "UPDATE tables SET {work}_aside = {work}_due, {work}_due = $4, {work}_tries = $5 \
     WHERE table_id = $1 AND head = $2 AND {work}_due = $3";

/// What is written for work that is put back: without tries and a moment there is none any more.
pub fn put_back(next: Option<i64>, tries: u32) -> &'static str {
    if next.is_some() || tries == 0 { LATER } else { ASIDE }
}

/// A row of an index entry: table, listed, when a clock falls, when a bot is late, lobby, codes.
pub type IndexRow = (String, i64, Option<i64>, Option<i64>, String, String);

/// A row of a record: number, at, body.
pub type RecordRow = (i64, i64, String);

/// A row of a whole table: which part, a number, two moments, a text, and codes.
pub type WholeRow = (i32, i64, Option<i64>, Option<i64>, String, String);

/// An index entry from its row.
pub fn index_entry(row: IndexRow) -> Result<IndexEntry, StoreError> {
    let (table, listed, clock_due, bots_due, lobby, codes) = row;
    let codes = serde_json::from_str(&codes)
        .map_err(|_| unreadable(format!("the codes of table {table} are not a list")))?;
    Ok(IndexEntry { table: table_id(&table)?, listed: listed != 0, clock_due, bots_due, lobby, codes })
}

/// Records from their rows.
pub fn records(rows: Vec<RecordRow>) -> Result<Vec<StoredRecord>, StoreError> {
    rows.into_iter().map(record).collect()
}

fn record((count, at, body): RecordRow) -> Result<StoredRecord, StoreError> {
    Ok(StoredRecord { number: number(count)?, at, body })
}

/// A whole table from its rows, if there is one.
pub fn whole(table: &TableId, rows: Vec<WholeRow>) -> Result<Option<WholeTable>, StoreError> {
    let mut whole = None;
    for (part, number, one, two, text, codes) in rows {
        match (part, &mut whole) {
            (0, none) => {
                let index = index_entry((table.to_string(), number, one, two, text, codes))?;
                *none = Some(WholeTable { index, records: Vec::new(), notes: Vec::new() });
            }
            (1, Some(whole)) => whole.records.push(record((number, one.unwrap_or_default(), text))?),
            (_, Some(whole)) => whole.notes.push((seat(number)?, text)),
            // Records of a table that is not there are none of its.
            (_, None) => {}
        }
    }
    Ok(whole)
}

/// Tables and their last numbers from rows.
pub fn heads(rows: Vec<(String, i64)>) -> Result<Vec<(TableId, u32)>, StoreError> {
    rows.into_iter().map(|(table, head)| Ok((table_id(&table)?, number(head)?))).collect()
}

/// Names of tables from rows.
pub fn table_ids(rows: Vec<(String,)>) -> Result<Vec<TableId>, StoreError> {
    rows.into_iter().map(|(table,)| table_id(&table)).collect()
}

fn seat(kept: i64) -> Result<u8, StoreError> {
    u8::try_from(kept).map_err(|_| unreadable(format!("not a seat: {kept}")))
}

/// The name of a table as it is kept.
pub fn table_id(text: &str) -> Result<TableId, StoreError> {
    text.parse().map_err(|_| unreadable(format!("not a name of a table in the database: `{text}`")))
}

/// The number of a record as it is kept.
pub fn number(kept: i64) -> Result<u32, StoreError> {
    u32::try_from(kept).map_err(|_| unreadable(format!("not a number of a record: {kept}")))
}

/// How often work was tried, as it is kept.
fn tries(kept: i64) -> u32 {
    u32::try_from(kept.max(0)).unwrap_or(u32::MAX)
}

fn unreadable(sentence: String) -> StoreError {
    StoreError::new(Fault::Unreadable, sentence)
}

/// A claim of work; none for what has no name of a table.
pub fn claim(table: &str, head: i64, kept_tries: i64, until: i64) -> Option<Claim> {
    let (table, head) = (table_id(table).ok()?, number(head).ok()?);
    Some(Claim { table, tries: tries(kept_tries), head, until })
}
