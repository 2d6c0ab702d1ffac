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
        Some(_) => Err(BadBus(crate::NOT_HOSTING.to_owned())),
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

/// Carries notices between nodes, also back to the node that sent them.
pub trait Bus: Send + Sync + 'static {
    /// Tells all nodes; never waits for them and never fails.
    fn publish(&self, notice: Notice);

    /// Everything that is told from now on; whoever is slow loses some of it.
    fn subscribe(&self) -> BoxFuture<'_, mpsc::Receiver<Notice>>;

    /// Whether the bus reaches other nodes now.
    fn ready(&self) -> bool;
}

/// An address at which there can be no bus.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a bus: {0}; give an address such as `nats://127.0.0.1:4222`")]
pub struct BadBus(pub String);
