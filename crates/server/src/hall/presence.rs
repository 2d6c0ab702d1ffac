//! Who is connected to a table at this node now.

use std::sync::Arc;

use kit_sitting::presence::{Attendant, People};
use kit_sitting::wire::PresenceNote;
use kit_sitting::{Error, Viewing};
use tokio::sync::watch;

use super::{CachedTable, Hall};

/// Counts somebody as connected, for as long as it is kept, and tells when others come and go.
pub struct Attending {
    cached: Arc<CachedTable>,
    attendant: Attendant,
    changes: watch::Receiver<People>,
}

impl Attending {
    /// Waits until somebody has come or gone since the last time.
    pub async fn changed(&mut self) {
        if self.changes.changed().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

impl Drop for Attending {
    fn drop(&mut self) {
        self.cached.people.send_if_modified(|people| people.go(&self.attendant));
    }
}

impl Hall {
    /// Counts somebody as connected.
    pub fn attend(&self, viewing: &Viewing) -> Attending {
        let cached = self.cached(&viewing.table);
        let attendant = Attendant::of(viewing);
        cached.people.send_if_modified(|people| people.come(&attendant));
        let changes = cached.people.subscribe();
        Attending { cached, attendant, changes }
    }

    /// Who is connected to a viewer's table now, as far as this node knows.
    ///
    /// # Errors
    ///
    /// Fails when the viewer may not look any more.
    pub async fn present(&self, viewing: &Viewing) -> Result<PresenceNote, Error> {
        let cached = self.cached(&viewing.table);
        self.look(&viewing.table, |sitting| {
            viewing.still_good(sitting)?;
            Ok(cached.people.borrow().seen_at(sitting))
        })
        .await
    }
}
