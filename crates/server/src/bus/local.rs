//! Notices within one process, for a server of a single node.

use std::sync::{Mutex, PoisonError};

use futures_util::FutureExt;
use futures_util::future::{self, BoxFuture};
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;

use super::{Bus, Notice, WAITING};

/// A bus within one process.
#[derive(Default)]
pub struct LocalBus {
    subscribers: Mutex<Vec<mpsc::Sender<Notice>>>,
}

impl Bus for LocalBus {
    fn publish(&self, notice: Notice) {
        let mut subscribers = self.subscribers.lock().unwrap_or_else(PoisonError::into_inner);
        // Whoever has gone is forgotten; whoever is slow misses this one.
        subscribers.retain(|subscriber| {
            !matches!(subscriber.try_send(notice.clone()), Err(TrySendError::Closed(_)))
        });
    }

    fn subscribe(&self) -> BoxFuture<'_, mpsc::Receiver<Notice>> {
        let (sender, receiver) = mpsc::channel(WAITING);
        self.subscribers.lock().unwrap_or_else(PoisonError::into_inner).push(sender);
        future::ready(receiver).boxed()
    }

    fn ready(&self) -> bool {
        true
    }
}
