//! A fault that is planted in a real node: it acknowledges before it writes.

use std::collections::VecDeque;
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use kit_server::store::before::Before;
use kit_server::store::{Appended, NewRecord, Store, StoreError};
use tokio::sync::Mutex;

/// How many records a hasty store keeps back.
const KEPT_BACK: usize = 8;

/// A store that says that a record is written before it is, and so loses some when its node is
/// killed.
pub struct HastyStore {
    store: Arc<dyn Store>,
    kept_back: Mutex<VecDeque<NewRecord>>,
}

impl HastyStore {
    /// One in front of a good store.
    pub fn new(store: Arc<dyn Store>) -> HastyStore {
        HastyStore { store, kept_back: Mutex::default() }
    }
}

impl Before for HastyStore {
    fn behind(&self) -> &dyn Store {
        &*self.store
    }

    fn writes(&self, entry: NewRecord) -> BoxFuture<'_, Result<Appended, StoreError>> {
        async move {
            // What begins a table is written at once, so that somebody can play there.
            if entry.record.number <= 2 {
                return self.store.append(entry).await;
            }
            let mut kept_back = self.kept_back.lock().await;
            kept_back.push_back(entry);
            if kept_back.len() > KEPT_BACK
                && let Some(oldest) = kept_back.pop_front()
            {
                self.store.append(oldest).await?;
            }
            Ok(Appended::Written)
        }
        .boxed()
    }
}
