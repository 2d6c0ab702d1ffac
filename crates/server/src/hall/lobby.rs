//! The public tables, asked for by everybody who comes and read from the store once a second.

use std::sync::Arc;
use std::time::Duration;

use kit_sitting::Error;
use kit_sitting::listing::Listing;
use kit_sitting::wire::LobbyNote;
use tokio::sync::Mutex;

use super::Hall;
use crate::store::StoreError;

/// How many tables the lobby lists.
const MOST: u32 = 100;

/// The lobby as it was read last; whoever comes while it is read waits for that answer.
#[derive(Default)]
pub(super) struct Lobby(Mutex<Option<Answer>>);

/// What the store answered, with moments of the steady clock.
struct Answer {
    asked_at: i64,
    answered_at: i64,
    notes: Result<Arc<[LobbyNote]>, StoreError>,
}

impl Answer {
    /// Whether somebody who came at a moment may be given it now. A failure is told to those who
    /// waited for it, so that they do not wait for the store one after the other.
    fn serves(&self, came_at: i64, now: i64, fresh: Duration) -> bool {
        match self.notes {
            Ok(_) => i128::from(now - self.asked_at) < fresh.as_millis() as i128,
            Err(_) => self.answered_at >= came_at,
        }
    }
}

impl Hall {
    /// The public tables as they were a moment ago, those that were opened last first.
    ///
    /// # Errors
    ///
    /// Fails when the store does not answer.
    pub async fn lobby(&self) -> Result<Arc<[LobbyNote]>, Error> {
        let came_at = self.clock.steady();
        let mut kept = self.lobby.0.lock().await;
        let asked_at = self.clock.steady();
        if let Some(answer) =
            kept.as_ref().filter(|answer| answer.serves(came_at, asked_at, self.settings.lobby_age))
        {
            return Ok(answer.notes.clone()?);
        }
        let entries = self.store.lobby(MOST).await;
        let notes = entries.map(|entries| {
            entries.iter().filter_map(|entry| Listing::read(&entry.lobby)).map(LobbyNote::from).collect()
        });
        let answered_at = self.clock.steady();
        Ok(kept.insert(Answer { asked_at, answered_at, notes }).notes.clone()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bus::LocalBus;
    use crate::hall::HallSettings;
    use crate::store::{Fault, SqliteStore};

    const SECOND: Duration = Duration::from_secs(1);

    #[tokio::test]
    async fn many_who_ask_within_a_second_are_given_one_answer() {
        let store = Arc::new(SqliteStore::in_memory().await.expect("a store in memory"));
        let hall = Hall::new(&[], store, Arc::new(LocalBus::default()), HallSettings::default());
        // On a machine that stands still for a second, the next two are.
        for _ in 0..100 {
            let (one, other) = (hall.lobby().await.expect("a lobby"), hall.lobby().await.expect("a lobby"));
            if Arc::ptr_eq(&one, &other) {
                return;
            }
        }
        panic!("the store is asked each time");
    }

    #[test]
    fn an_answer_is_good_for_a_second_and_a_failure_for_those_who_waited() {
        let answer = |notes| Answer { asked_at: 5_000, answered_at: 7_000, notes };
        let good = answer(Ok(Arc::from([])));
        assert!(good.serves(5_500, 5_999, SECOND) && good.serves(0, 5_999, SECOND));
        assert!(!good.serves(5_500, 6_000, SECOND));
        let bad = answer(Err(StoreError::new(Fault::Other, "gone")));
        assert!(bad.serves(6_999, 7_001, SECOND));
        assert!(!bad.serves(7_001, 7_001, SECOND));
    }
}
