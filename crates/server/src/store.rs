//! Where tables are kept.
//!
//! A table is a list of numbered records.
//! The pair of table and number is unique, so of two nodes that write at once one wins and the
//! other reads on.
//! A store knows nothing of games: what a record says is text to it.

use std::sync::Arc;

use futures_util::future::BoxFuture;

use kit_sitting::{Error, TableId};

mod batch;
#[cfg(feature = "hosting")]
pub mod postgres;
mod queue;
mod schema;
pub mod sqlite;
#[cfg(feature = "hosting")]
mod waiting;

#[cfg(feature = "hosting")]
pub use postgres::PostgresStore;
pub use sqlite::SqliteStore;
#[cfg(feature = "hosting")]
pub use waiting::wait_for;

pub use kit_sitting::record::StoredRecord;

/// Opens the store that an address names: `postgres://…`, or the path of an SQLite file, which is
/// made if it is not there.
///
/// # Errors
///
/// If the database cannot be reached, or was written by a newer Chess Kit, or is a Postgres
/// database and this was built without the feature `hosting`.
pub async fn open(address: &str) -> Result<Arc<dyn Store>, StoreError> {
    if address.starts_with("postgres://") || address.starts_with("postgresql://") {
        #[cfg(feature = "hosting")]
        return Ok(Arc::new(PostgresStore::open(address).await?));
        #[cfg(not(feature = "hosting"))]
        return Err(StoreError(crate::NOT_HOSTING.to_owned()));
    }
    let path = address.strip_prefix("sqlite://").or(address.strip_prefix("sqlite:")).unwrap_or(address);
    if path.is_empty() || path.contains("://") {
        return Err(StoreError("not a database: give the path of a file, or `postgres://…`".to_owned()));
    }
    Ok(Arc::new(SqliteStore::open(path.as_ref()).await?))
}

/// A store of tables, shared by all nodes.
///
/// What `append` has answered with [`Appended::Written`] is durable, and what it has answered
/// otherwise was not written.
/// After an error nobody can tell: read the table before anything else is said of it.
/// The same holds for an `append` that was dropped before it answered.
pub trait Store: Send + Sync + 'static {
    /// Writes a record, if its number is the next of its table, and the index entry with it.
    /// If the record is not written, the index stays as it is.
    fn append(&self, entry: NewRecord) -> BoxFuture<'_, Result<Appended, StoreError>>;

    /// The records of a table with numbers above `after`, in order.
    fn read(&self, table: TableId, after: u32) -> BoxFuture<'_, Result<Vec<StoredRecord>, StoreError>>;

    /// The last numbers of these tables; tables that are not there are left out.
    fn heads<'a>(&'a self, tables: &'a [TableId]) -> BoxFuture<'a, Result<Vec<(TableId, u32)>, StoreError>>;

    /// The table that a code leads to.
    fn by_code<'a>(&'a self, code: &'a str) -> BoxFuture<'a, Result<Option<TableId>, StoreError>>;

    /// Index entries of public tables that wait or are played, the newest first.
    fn lobby(&self, most: u32) -> BoxFuture<'_, Result<Vec<IndexEntry>, StoreError>>;

    /// Tables that want to be looked at by now: a clock that falls, a bot that has to act.
    fn due(&self, now: i64, most: u32) -> BoxFuture<'_, Result<Vec<TableId>, StoreError>>;

    /// The tables in the order of their ids, from after this one on.
    fn tables<'a>(
        &'a self,
        after: Option<&'a TableId>,
        most: u32,
    ) -> BoxFuture<'a, Result<Vec<TableId>, StoreError>>;

    /// The index entry of a table.
    fn index(&self, table: TableId) -> BoxFuture<'_, Result<Option<IndexEntry>, StoreError>>;

    /// What a seat has noted for itself.
    fn notes(&self, table: TableId, seat: u8) -> BoxFuture<'_, Result<Option<String>, StoreError>>;

    /// Keeps what a seat notes for itself; the last one stays. Where there is no such table,
    /// nothing is kept.
    fn keep_notes(&self, table: TableId, seat: u8, notes: String) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Removes tables that nobody has touched since a moment, a few at a time; how many went.
    fn forget(&self, before: i64, most: u32) -> BoxFuture<'_, Result<u64, StoreError>>;

    /// Everything that is kept of a table, as it was at one moment.
    fn whole(&self, table: TableId) -> BoxFuture<'_, Result<Option<WholeTable>, StoreError>>;

    /// Writes a whole table, or nothing of it if a table of that name is there.
    fn restore(&self, whole: WholeTable) -> BoxFuture<'_, Result<Appended, StoreError>>;

    /// Keeps a small text under a name if there is none yet, and answers what is kept.
    fn keep_once<'a>(&'a self, name: &'a str, value: &'a str) -> BoxFuture<'a, Result<String, StoreError>>;

    /// Forgets what is kept under a name.
    fn keep_no_longer<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<(), StoreError>>;

    /// Whether the store answers.
    fn ready(&self) -> BoxFuture<'_, Result<(), StoreError>>;
}

/// A record to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRecord {
    /// The record.
    pub record: StoredRecord,
    /// The table's index entry from now on.
    pub index: IndexEntry,
}

/// What the store knows of a table without reading its records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexEntry {
    /// The table.
    pub table: TableId,
    /// Whether the lobby lists it.
    pub listed: bool,
    /// When it wants to be looked at.
    pub due: Option<i64>,
    /// What the lobby says of it.
    pub lobby: String,
    /// The codes (their digests) that lead to it.
    pub codes: Vec<String>,
}

/// Everything that is kept of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WholeTable {
    /// Its index entry.
    pub index: IndexEntry,
    /// Its records from number 1 on, without a gap; at least one.
    pub records: Vec<StoredRecord>,
    /// What seats have noted for themselves, by the number of the seat.
    pub notes: Vec<(u8, String)>,
}

/// What became of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// It is written and will stay.
    Written,
    /// The table has a record of that number already.
    Taken,
    /// The table has not come so far, or is there no longer.
    Gap,
}

/// A store that does not answer as it should.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the store failed: {0}")]
pub struct StoreError(pub String);

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Error {
        tracing::error!(cause = %error, "the store failed");
        Error::Unavailable
    }
}
