//! How nodes tell each other that a table has changed.
//!
//! A notice is a hint: what happened is read from the store.
//! A lost notice costs time and nothing else, because nodes also look after their tables now
//! and then.

use futures_util::future::BoxFuture;
use tokio::sync::mpsc;

use crate::table_id::TableId;

/// A table has got a record of this number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The table.
    pub table: TableId,
    /// The number of its last record.
    pub head: u32,
}

/// Carries notices between nodes, also back to the node that sent them.
pub trait Bus: Send + Sync + 'static {
    /// Tells all nodes; never waits for them and never fails.
    fn publish(&self, notice: Notice);

    /// Everything that is told from now on.
    fn subscribe(&self) -> BoxFuture<'_, mpsc::Receiver<Notice>>;

    /// Whether the bus reaches other nodes now.
    fn ready(&self) -> bool;
}
