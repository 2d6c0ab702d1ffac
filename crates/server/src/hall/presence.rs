//! Who is connected to a table now.
//!
//! It is written down nowhere and stands in no frame: a frame has a number that goes up when
//! something has changed for its viewer, and people who come and go change nothing at the table.
//! What is told follows from connections and from who holds which seat, never from the game.

use std::sync::Arc;

use kit_sitting::sitting::Sitting;
use kit_sitting::wire::{PresenceNote, Status};
use kit_sitting::{Digest, Error, Secrets};
use tokio::sync::watch;

use super::{CachedTable, Hall, Viewing};

/// How many onlookers are counted; who comes beyond that wakes nobody.
const MOST_TOLD: usize = 100;

/// Everybody who is connected to a table at this node.
#[derive(Default)]
pub(super) struct People {
    /// What opened the seats of players, and how many connections each of them has.
    players: Vec<(Digest, usize)>,
    /// How many look on who belong to no seat.
    onlookers: usize,
}

impl People {
    /// Counts somebody; whether others can tell.
    fn come(&mut self, attendant: &Attendant) -> bool {
        match attendant {
            Attendant::Player(secret) => {
                match self.players.iter_mut().find(|(player, _)| player.matches(secret)) {
                    Some((_, connections)) => {
                        *connections += 1;
                        false
                    }
                    None => {
                        self.players.push((secret.clone(), 1));
                        true
                    }
                }
            }
            Attendant::Onlooker => {
                self.onlookers += 1;
                self.onlookers <= MOST_TOLD
            }
            Attendant::Nobody => false,
        }
    }

    /// Counts somebody no longer; whether others can tell.
    fn go(&mut self, attendant: &Attendant) -> bool {
        match attendant {
            Attendant::Player(secret) => {
                let before = self.players.len();
                self.players.retain_mut(|(player, connections)| {
                    *connections -= usize::from(player.matches(secret));
                    *connections > 0
                });
                self.players.len() < before
            }
            Attendant::Onlooker => {
                self.onlookers = self.onlookers.saturating_sub(1);
                self.onlookers < MOST_TOLD
            }
            Attendant::Nobody => false,
        }
    }

    /// What opened the seats of those who are connected.
    pub(super) fn players(&self) -> Vec<Digest> {
        self.players.iter().map(|(player, _)| player.clone()).collect()
    }

    /// What everybody may know of it: a seat is there if anybody is who holds it.
    pub(super) fn seen_at(&self, sitting: &Sitting) -> PresenceNote {
        let present = sitting.seats_of(&Secrets(self.players()));
        let waits = sitting.status() == Status::Waiting;
        PresenceNote {
            seats: present.into_iter().map(|seat| sitting.about().seat_name(seat)).collect(),
            watching: if waits { self.onlookers.min(MOST_TOLD) } else { 0 },
        }
    }
}

/// Who a connection counts as.
enum Attendant {
    /// Somebody who holds seats by this secret.
    Player(Digest),
    /// Somebody without a seat.
    Onlooker,
    /// Somebody who is there otherwise, or looks at what was.
    Nobody,
}

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
        let attendant = match viewing.secret() {
            Some(secret) => Attendant::Player(secret.clone()),
            None if viewing.is_outsider() => Attendant::Onlooker,
            None => Attendant::Nobody,
        };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_woken_for_what_nobody_is_told() {
        let mut people = People::default();
        let (white, black) = (Digest::of("white"), Digest::of("black"));
        let (white, black) = (Attendant::Player(white), Attendant::Player(black));
        assert!(people.come(&white) && people.come(&black));
        assert!(!people.come(&white) && !people.go(&white), "a second device");
        assert_eq!(people.players().len(), 2);
        assert!(people.go(&white) && people.go(&black));
        assert!(people.players.is_empty());
        assert!(!people.come(&Attendant::Nobody) && !people.go(&Attendant::Nobody));
        assert_eq!((0..5_000).filter(|_| people.come(&Attendant::Onlooker)).count(), MOST_TOLD);
        assert_eq!((0..5_000).filter(|_| people.go(&Attendant::Onlooker)).count(), MOST_TOLD);
        assert_eq!(people.onlookers, 0);
    }
}
