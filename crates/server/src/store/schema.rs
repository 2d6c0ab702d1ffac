//! The tables in the database, which come about at the start, and rows as they are read.

use sqlx::SqlSafeStr;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};

use super::{IndexEntry, StoreError, StoredRecord};
use kit_sitting::TableId;

/// Brings a database up to date.
pub fn migrator() -> Migrator {
    let step = |number: i64, name: &'static str, text: &'static str| {
        Migration::new(number, name.into(), MigrationType::Simple, text.into_sql_str(), false)
    };
    Migrator::with_migrations(vec![
        step(1, "tables", include_str!("migrations/1_tables.sql")),
        step(3, "kept", include_str!("migrations/3_kept.sql")),
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
        MigrateError::VersionMissing(version) => StoreError(format!(
            "the database was written by a newer Chess Kit (it has step {version}); use that one"
        )),
        other => StoreError(format!("the database could not be brought up to date: {other}")),
    }
}

/// A row of an index entry: table, listed, due, lobby, codes.
pub type IndexRow = (String, i64, Option<i64>, String, String);

/// A row of a record: number, at, body.
pub type RecordRow = (i64, i64, String);

/// An index entry from its row.
pub fn index_entry((table, listed, due, lobby, codes): IndexRow) -> Result<IndexEntry, StoreError> {
    let codes = serde_json::from_str(&codes)
        .map_err(|_| StoreError(format!("the codes of table {table} are not a list")))?;
    Ok(IndexEntry { table: table_id(&table)?, listed: listed != 0, due, lobby, codes })
}

/// Records from their rows.
pub fn records(rows: Vec<RecordRow>) -> Result<Vec<StoredRecord>, StoreError> {
    let record = |(count, at, body)| Ok(StoredRecord { number: number(count)?, at, body });
    rows.into_iter().map(record).collect()
}

/// Tables and their last numbers from rows.
pub fn heads(rows: Vec<(String, i64)>) -> Result<Vec<(TableId, u32)>, StoreError> {
    rows.into_iter().map(|(table, head)| Ok((table_id(&table)?, number(head)?))).collect()
}

/// Names of tables from rows.
pub fn table_ids(rows: Vec<(String,)>) -> Result<Vec<TableId>, StoreError> {
    rows.into_iter().map(|(table,)| table_id(&table)).collect()
}

/// Notes from rows.
pub fn notes(rows: Vec<(i64, String)>) -> Result<Vec<(u8, String)>, StoreError> {
    let seat = |seat: i64| u8::try_from(seat).map_err(|_| StoreError(format!("not a seat: {seat}")));
    rows.into_iter().map(|(number, notes)| Ok((seat(number)?, notes))).collect()
}

/// The name of a table as it is kept.
pub fn table_id(text: &str) -> Result<TableId, StoreError> {
    text.parse().map_err(|_| StoreError(format!("not a name of a table in the database: `{text}`")))
}

/// The number of a record as it is kept.
pub fn number(kept: i64) -> Result<u32, StoreError> {
    u32::try_from(kept).map_err(|_| StoreError(format!("not a number of a record: {kept}")))
}
