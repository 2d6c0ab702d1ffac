//! What is wrong with a store.

use sqlx::error::DatabaseError;
use sqlx::sqlite::SqliteError;

/// A store that does not answer as it should.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the store failed: {text}")]
pub struct StoreError {
    /// What kind of fault it is.
    pub fault: Fault,
    /// What the database said, for the log.
    pub text: String,
}

/// Kinds of faults, as far as somebody would act differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// There is no room: somebody must free some.
    Full,
    /// Nothing may be written: the file or the database is read-only.
    ReadOnly,
    /// The database does not answer, or not in time; that may pass by itself.
    Unreachable,
    /// What stands in the store cannot be read, and trying again will not help.
    Unreadable,
    /// What was brought can never be kept.
    Refused,
    /// Anything else.
    Other,
}

impl StoreError {
    /// A fault with a text for the log, which must not hold a secret.
    pub fn new(fault: Fault, text: impl Into<String>) -> StoreError {
        StoreError { fault, text: text.into() }
    }

    /// The database does not answer in time.
    pub(super) fn late() -> StoreError {
        StoreError::new(Fault::Unreachable, "the database does not answer")
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        let fault = match &error {
            sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::Protocol(_) => Fault::Unreachable,
            sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed => Fault::Unreachable,
            sqlx::Error::WorkerCrashed | sqlx::Error::BeginFailed => Fault::Unreachable,
            sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => Fault::Unreadable,
            sqlx::Error::Database(error) => match error.try_downcast_ref::<SqliteError>() {
                Some(error) => fault_of_sqlite(error),
                None => error.code().map_or(Fault::Other, |code| fault_of_state(&code)),
            },
            _ => Fault::Other,
        };
        StoreError::new(fault, error.to_string())
    }
}

/// The last eight bits of SQLite's codes tell what is wrong; the others tell where.
fn fault_of_sqlite(error: &SqliteError) -> Fault {
    let code = error.code().and_then(|code| code.parse::<u32>().ok());
    match code.map_or(0, |code| code & 0xff) {
        // SQLITE_FULL.
        13 => Fault::Full,
        // SQLITE_READONLY.
        8 => Fault::ReadOnly,
        // SQLITE_BUSY, SQLITE_LOCKED, SQLITE_IOERR, SQLITE_CANTOPEN.
        5 | 6 | 10 | 14 => Fault::Unreachable,
        // SQLITE_CORRUPT, SQLITE_NOTADB.
        11 | 26 => Fault::Unreadable,
        _ => Fault::Other,
    }
}

/// By the states of the SQL standard, as Postgres has them.
fn fault_of_state(state: &str) -> Fault {
    match state {
        "53100" => Fault::Full,
        "25006" => Fault::ReadOnly,
        // A corrupted table or index.
        "XX001" | "XX002" => Fault::Unreadable,
        // A session that is lost, a lock that is not to be had.
        "25P02" | "25P03" | "55P03" => Fault::Unreachable,
        // Connection, roll-back, resources, intervention, and errors of the system, such as those of
        // its disk.
        _ if ["08", "40", "53", "57", "58"].iter().any(|class| state.starts_with(class)) => {
            Fault::Unreachable
        }
        _ => Fault::Other,
    }
}
