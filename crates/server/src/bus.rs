//! How nodes tell each other that a table has changed.
//!
//! A notice is a hint: what happened is read from the store.
//! A lost notice costs time and nothing else, because nodes also look after their tables now
//! and then.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use tokio::sync::mpsc;

use kit_sitting::TableId;

pub mod local;
#[cfg(feature = "hosting")]
pub mod nats;

pub use local::LocalBus;
#[cfg(feature = "hosting")]
pub use nats::NatsBus;

/// Opens the bus that an address names: `nats://…`, or `local`, which is meant if nothing is
/// said.
///
/// # Errors
///
/// If the address is none, or this was built without the feature `hosting`.
pub async fn open(address: Option<&str>) -> Result<Arc<dyn Bus>, BadBus> {
    match address {
        None | Some("local") => Ok(Arc::new(LocalBus::default())),
        #[cfg(feature = "hosting")]
        Some(address) => Ok(Arc::new(NatsBus::open(address).await?)),
        #[cfg(not(feature = "hosting"))]
        Some(_) => Err(BadBus(crate::not_hosting().to_string())),
    }
}

/// How many notices wait for a node that is slow; further ones are lost to it.
const WAITING: usize = 4096;

/// A table has got a record of this number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The table.
    pub table: TableId,
    /// The number of its last record.
    pub head: u32,
}

/// Carries notices between nodes.
///
/// A node hears of the tables that it follows, so what comes in grows with what it serves and not
/// with what all nodes do. Whether it hears its own notices is left open.
pub trait Bus: Send + Sync + 'static {
    /// Tells the nodes that follow the table; never waits for them and never fails.
    fn publish(&self, notice: Notice);

    /// Notices about a table are wanted from now on; they may begin to come in a moment later.
    fn follow(&self, table: &TableId);

    /// They are not wanted any longer; as often as they were, for the last of those who did.
    fn leave(&self, table: &TableId);

    /// What is told of the tables that are followed; whoever is slow loses some of it.
    fn subscribe(&self) -> BoxFuture<'_, mpsc::Receiver<Notice>>;

    /// Whether the bus reaches other nodes now.
    fn ready(&self) -> bool;

    /// A number that stays the same as long as nothing is known to be lost of what other nodes
    /// tell; none while they are not heard.
    fn link(&self) -> Option<u64>;
}

/// An address at which there can be no bus.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a bus: {0}; give an address such as `nats://127.0.0.1:4222`")]
pub struct BadBus(pub String);
