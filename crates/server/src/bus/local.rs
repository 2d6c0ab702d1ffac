//! Notices within one process, for a server of a single node.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use futures_util::FutureExt;
use futures_util::future::{self, BoxFuture};
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;

use super::{Bus, Notice, WAITING};
use kit_sitting::TableId;

/// A bus within one process.
#[derive(Default)]
pub struct LocalBus {
    subscribers: Mutex<Vec<mpsc::Sender<Notice>>>,
    lost: AtomicU64,
}

impl LocalBus {
    /// How many notices were lost, because somebody was slow; asked where notices come from afar.
    #[cfg(feature = "hosting")]
    pub(super) fn lost(&self) -> u64 {
        self.lost.load(Ordering::Relaxed)
    }
}

impl Bus for LocalBus {
    fn publish(&self, notice: Notice) {
        let mut subscribers = self.subscribers.lock().unwrap_or_else(PoisonError::into_inner);
        // Whoever has gone is forgotten; whoever is slow misses this one.
        subscribers.retain(|subscriber| match subscriber.try_send(notice.clone()) {
            Ok(()) => true,
            Err(TrySendError::Full(_)) => {
                self.lost.fetch_add(1, Ordering::Relaxed);
                true
            }
            Err(TrySendError::Closed(_)) => false,
        });
    }

    /// Everybody here hears everything, which costs nothing.
    fn follow(&self, _: &TableId) {}

    fn leave(&self, _: &TableId) {}

    fn subscribe(&self) -> BoxFuture<'_, mpsc::Receiver<Notice>> {
        let (sender, receiver) = mpsc::channel(WAITING);
        self.subscribers.lock().unwrap_or_else(PoisonError::into_inner).push(sender);
        future::ready(receiver).boxed()
    }

    fn ready(&self) -> bool {
        true
    }

    /// There may be other processes at the same store, and they are not heard.
    fn link(&self) -> Option<u64> {
        None
    }
}
