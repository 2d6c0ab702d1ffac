//! Connections to a file that are given out, and the one that writes.
//!
//! When writing fails, SQLite may have ended the transaction by itself or may not have, and the
//! library that counts transactions cannot tell.
//! So transactions begin and end by statements of our own, and a connection on which one has
//! failed is never used again.
//! Those of a store in memory cannot be replaced, because they are the data; there whatever may
//! be left of a transaction is undone.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use sqlx::pool::PoolConnection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection, Sqlite, SqlitePool};
use tokio::sync::{Mutex, OwnedMutexGuard};

use crate::store::StoreError;

/// The one connection of a store in memory.
pub type Memory = Arc<Mutex<SqliteConnection>>;

/// Those who read.
pub enum Readers {
    /// Beside the one who writes.
    File(SqlitePool),
    /// In turn with the one who writes.
    Memory(Memory),
}

/// The one who writes.
pub enum Pen {
    /// With a connection of its own, opened when it is needed.
    File(Box<SqliteConnectOptions>, Option<SqliteConnection>),
    /// In turn with those who read.
    Memory(Memory),
}

/// A connection that somebody uses.
pub enum Lent {
    /// It belongs to the one who writes.
    Own(SqliteConnection),
    /// It goes back to the others that read.
    Pooled(PoolConnection<Sqlite>),
    /// It is the only one.
    Only(OwnedMutexGuard<SqliteConnection>),
}

impl Readers {
    /// A connection to read with. It must not be used for more than single statements, because
    /// whoever reads may be gone before the second.
    pub async fn lend(&self) -> Result<Lent, StoreError> {
        Ok(match self {
            Readers::File(pool) => Lent::Pooled(pool.acquire().await?),
            Readers::Memory(memory) => Lent::Only(Arc::clone(memory).lock_owned().await),
        })
    }
}

impl Pen {
    /// The connection to write with, outside of any transaction.
    pub async fn lend(&mut self) -> Result<Lent, StoreError> {
        Ok(match self {
            Pen::File(options, connection) => Lent::Own(match connection.take() {
                Some(connection) => connection,
                None => SqliteConnection::connect_with(options).await?,
            }),
            Pen::Memory(memory) => Lent::Only(Arc::clone(memory).lock_owned().await),
        })
    }

    /// Takes it back, if all went well; otherwise the next one is another, or a clean one.
    pub async fn take_back(&mut self, lent: Lent, went_well: bool) {
        match (self, lent) {
            (Pen::File(_, connection), Lent::Own(own)) if went_well => *connection = Some(own),
            (Pen::Memory(_), Lent::Only(mut only)) if !went_well => {
                // Where SQLite has ended the transaction itself, there is nothing to undo.
                if let Err(error) = sqlx::raw_sql("ROLLBACK").execute(&mut *only).await {
                    tracing::debug!(cause = %error, "there is no transaction to undo");
                }
            }
            (_, lent) => drop(lent),
        }
    }
}

impl Deref for Lent {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        match self {
            Lent::Own(connection) => connection,
            Lent::Pooled(connection) => connection,
            Lent::Only(connection) => connection,
        }
    }
}

impl DerefMut for Lent {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        match self {
            Lent::Own(connection) => connection,
            Lent::Pooled(connection) => connection,
            Lent::Only(connection) => connection,
        }
    }
}
