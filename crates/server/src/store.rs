//! Where tables are kept.
//!
//! A table is a list of numbered records.
//! The pair of table and number is unique, so of two nodes that write at once one wins and the
//! other reads on.
//! A store knows nothing of games: what a record says is text to it.
//!
//! Stores heal by themselves: whatever stopped them from writing (a full disk, a lost connection,
//! a file that became read-only), they go on as soon as it is over.

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;

use kit_sitting::{Error, TableId};

mod batch;
#[cfg(feature = "throwaway")]
pub mod before;
mod fault;
mod outage;
#[cfg(feature = "hosting")]
pub mod postgres;
mod queue;
mod schema;
pub mod sqlite;
#[cfg(feature = "throwaway")]
pub mod trouble;
#[cfg(feature = "hosting")]
mod waiting;

use outage::Outage;

pub use fault::{Fault, StoreError};
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
    open_with(address, Patience::default()).await
}

/// Opens the store that an address names for a server: work that was set aside is tried again, since
/// this may be a newer version that can do it.
///
/// # Errors
///
/// As [`open`].
pub async fn open_to_serve(address: &str) -> Result<Arc<dyn Store>, StoreError> {
    match opened(address, Patience::default()).await? {
        Opened::Sqlite(store) => {
            store.release().await?;
            Ok(store)
        }
        #[cfg(feature = "hosting")]
        Opened::Postgres(store) => {
            store.release().await?;
            Ok(store)
        }
    }
}

/// Opens the store that an address names, with another patience than the usual one.
///
/// # Errors
///
/// As [`open`].
pub async fn open_with(address: &str, patience: Patience) -> Result<Arc<dyn Store>, StoreError> {
    Ok(match opened(address, patience).await? {
        Opened::Sqlite(store) => store,
        #[cfg(feature = "hosting")]
        Opened::Postgres(store) => store,
    })
}

/// A store of one kind or the other.
enum Opened {
    Sqlite(Arc<SqliteStore>),
    #[cfg(feature = "hosting")]
    Postgres(Arc<PostgresStore>),
}

async fn opened(address: &str, patience: Patience) -> Result<Opened, StoreError> {
    if address.starts_with("postgres://") || address.starts_with("postgresql://") {
        #[cfg(feature = "hosting")]
        return Ok(Opened::Postgres(Arc::new(PostgresStore::open_with(address, patience).await?)));
        #[cfg(not(feature = "hosting"))]
        return Err(StoreError::new(Fault::Refused, crate::not_hosting().to_string()));
    }
    let path = address.strip_prefix("sqlite://").or(address.strip_prefix("sqlite:")).unwrap_or(address);
    if path.is_empty() || path.contains("://") {
        let sentence = "not a database: give the path of a file, or `postgres://…`";
        return Err(StoreError::new(Fault::Refused, sentence));
    }
    Ok(Opened::Sqlite(Arc::new(SqliteStore::open_with(path.as_ref(), patience).await?)))
}

/// How long a store waits for its database.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For an answer to a reader.
    pub reading: Duration,
    /// For one attempt to write; in a file, for another program that writes to it.
    pub attempt: Duration,
    /// Until a batch that could not be written, because the database was away, is given up.
    pub writing: Duration,
    /// Until whoever brought a record is told that nobody knows what became of it.
    pub answer: Duration,
    /// Until the store counts as one that cannot write.
    pub probe: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            reading: Duration::from_secs(10),
            attempt: Duration::from_secs(10),
            writing: Duration::from_secs(15),
            answer: Duration::from_secs(30),
            probe: Duration::from_secs(2),
        }
    }
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

    /// Index entries of public tables that wait or are played, those that were opened last first.
    /// What happens at a table does not change its place.
    fn lobby(&self, most: u32) -> BoxFuture<'_, Result<Vec<IndexEntry>, StoreError>>;

    /// Takes work that is due by `now`, the oldest first; nobody else gets it for `lease`
    /// milliseconds.
    ///
    /// Work that is done is gone with the record that was written for it; work that is neither
    /// done nor put back is due again when its lease ends.
    fn claim(
        &self,
        work: Work,
        now: i64,
        lease: i64,
        most: u32,
    ) -> BoxFuture<'_, Result<Vec<Claim>, StoreError>>;

    /// Puts work back that could not be done: it is due again at `next`, or set aside with `None`
    /// until its table is written to or a server starts ([`open_to_serve`]), since a newer version
    /// may be able to do it. `tries` is what the next claim says.
    /// With `None` and no tries there is nothing to do any more.
    /// Does nothing if the table was written to since the claim, or if somebody else has claimed
    /// the work after the lease had ended.
    fn put_back(
        &self,
        work: Work,
        claim: Claim,
        next: Option<i64>,
        tries: u32,
    ) -> BoxFuture<'_, Result<(), StoreError>>;

    /// How many tables have work that is set aside.
    fn stuck(&self) -> BoxFuture<'_, Result<u64, StoreError>>;

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

    /// The browsers that are told of turns at a table, those that came last first.
    fn pushes(&self, table: TableId) -> BoxFuture<'_, Result<Vec<KeptPush>, StoreError>>;

    /// Keeps a browser that is told of turns; of each holder the last few stay. Where there is no such
    /// table, nothing is kept.
    fn keep_push(&self, table: TableId, push: KeptPush) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Forgets a browser that is told of turns, whoever holds what.
    fn drop_push(&self, table: TableId, id: String) -> BoxFuture<'_, Result<(), StoreError>>;

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

    /// Whether the store can write: something small is committed the way records are, or a record
    /// was just now. Answers within two seconds, and those who ask within a second of each other
    /// get one answer.
    fn ready(&self) -> BoxFuture<'_, Result<(), StoreError>>;

    /// What time it is by the clock that all nodes share, in milliseconds since 1970.
    /// A file has no clock: then the node's own counts.
    fn now(&self) -> BoxFuture<'_, Result<Option<i64>, StoreError>>;

    /// The moment of the newest record of all tables, if there are any.
    fn newest(&self) -> BoxFuture<'_, Result<Option<i64>, StoreError>>;
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
    /// When a clock falls or the time of the rules is up.
    pub clock_due: Option<i64>,
    /// When a bot that should have acted is late.
    pub bots_due: Option<i64>,
    /// What the lobby says of it.
    pub lobby: String,
    /// The codes (their digests) that lead to it.
    pub codes: Vec<String>,
}

/// A kind of work that waits for its time; each has a queue of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// A clock falls, or the time of the rules is up.
    Clock,
    /// A bot that should have acted is late.
    Bots,
}

/// Work that somebody has taken for a while.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The table.
    pub table: TableId,
    /// How often the work was claimed before, since the table was last written to; also by nodes
    /// that did not live to put it back.
    pub tries: u32,
    /// How far the table had come.
    pub head: u32,
    /// When the lease ends.
    pub until: i64,
}

/// A browser that is told of turns; it belongs to no backup.
#[derive(Clone, PartialEq, Eq)]
pub struct KeptPush {
    /// The digest of the secret of whoever wants to be told.
    pub holder: String,
    /// By what the browser is known again.
    pub id: String,
    /// When it was kept, in milliseconds since 1970.
    pub at: i64,
    /// What is needed to tell it, which is its own secret.
    pub body: String,
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

/// While the database cannot be reached.
static UNREACHABLE: Outage = Outage::new();

/// While something is met that belongs to no one table and cannot be read.
static UNREADABLE: Outage = Outage::new();

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Error {
        let is_news = match error.fault {
            // Told once when it begins and once when it is over, by whoever writes.
            Fault::Full | Fault::ReadOnly => false,
            Fault::Unreachable => UNREACHABLE.begins(Instant::now()),
            Fault::Unreadable => UNREADABLE.begins(Instant::now()),
            Fault::Refused | Fault::Other => true,
        };
        if is_news {
            tracing::error!(cause = %error, "the store failed");
        } else {
            tracing::debug!(cause = %error, "the store failed");
        }
        match error.fault {
            // Trying again does not help.
            Fault::Unreadable => Error::Unreadable { line: 0 },
            Fault::Full | Fault::ReadOnly | Fault::Unreachable | Fault::Refused | Fault::Other => {
                Error::Unavailable
            }
        }
    }
}
