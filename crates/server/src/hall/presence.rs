//! Who is connected to a table now.
//!
//! It is written down nowhere and stands in no frame: a frame has a number that goes up when
//! something has changed for its viewer, and people who come and go change nothing at the table.
//! What is told follows from connections and from who holds which seat, never from the game.

use std::sync::Arc;

use kit_sitting::sitting::Sitting;
use kit_sitting::wire::{PresenceNote, Status};
use kit_sitting::{Digest, Error, Secrets, TableId};
use tokio::sync::watch;

use super::{CachedTable, Hall, Viewing};

/// Everybody who is connected to a table at this node.
#[derive(Default)]
pub(super) struct People {
    /// What opened the seats of players, once for each connection.
    players: Vec<Digest>,
    /// How many look on who belong to no seat.
    onlookers: usize,
}

impl People {
    fn come(&mut self, attendant: &Attendant) {
        match attendant {
            Attendant::Player(secret) => self.players.push(secret.clone()),
            Attendant::Onlooker => self.onlookers += 1,
            Attendant::Nobody => {}
        }
    }

    fn go(&mut self, attendant: &Attendant) {
        match attendant {
            Attendant::Player(secret) => {
                let place = self.players.iter().position(|player| player.matches(secret));
                place.into_iter().for_each(|place| drop(self.players.swap_remove(place)));
            }
            Attendant::Onlooker => self.onlookers = self.onlookers.saturating_sub(1),
            Attendant::Nobody => {}
        }
    }

    /// What opened the seats of those who are connected.
    pub(super) fn players(&self) -> Vec<Digest> {
        self.players.clone()
    }

    /// What everybody may know of it: a seat is there if anybody is who holds it.
    pub(super) fn seen_at(&self, sitting: &Sitting) -> PresenceNote {
        let present = sitting.seats_of(&Secrets(self.players()));
        let waits = sitting.status() == Status::Waiting;
        PresenceNote {
            seats: present.into_iter().map(|seat| sitting.about().seat_name(seat)).collect(),
            watching: if waits { self.onlookers } else { 0 },
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
        self.cached.people.send_modify(|people| people.go(&self.attendant));
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
        cached.people.send_modify(|people| people.come(&attendant));
        let changes = cached.people.subscribe();
        Attending { cached, attendant, changes }
    }

    /// Who is connected to a table now, as far as this node knows.
    ///
    /// # Errors
    ///
    /// Fails when there is no such table.
    pub async fn present(&self, table: &TableId) -> Result<PresenceNote, Error> {
        let cached = self.cached(table);
        self.look(table, |sitting| Ok(cached.people.borrow().seen_at(sitting))).await
    }
}
