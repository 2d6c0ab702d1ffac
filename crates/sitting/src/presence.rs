//! Who is connected to a table now.
//!
//! It is written down nowhere and stands in no frame: a frame has a number that goes up when
//! something has changed for its viewer, and people who come and go change nothing at the table.
//! What is told follows from connections and from who holds which seat, never from the game.

use crate::secrets::{Digest, Secrets};
use crate::sitting::Sitting;
use crate::viewing::Viewing;
use crate::wire::{PresenceNote, Status};

/// Everybody who is connected to a table.
#[derive(Default)]
pub struct People {
    /// What opened the seats of players, once for each connection.
    players: Vec<Digest>,
    /// How many look on who belong to no seat.
    onlookers: usize,
}

/// Who a connection counts as.
pub enum Attendant {
    /// Somebody who holds seats by this secret.
    Player(Digest),
    /// Somebody without a seat.
    Onlooker,
    /// Somebody who is there otherwise, or looks at what was.
    Nobody,
}

impl Attendant {
    /// Who somebody counts as who looks like this.
    pub fn of(viewing: &Viewing) -> Attendant {
        match viewing.secret() {
            Some(secret) => Attendant::Player(secret.clone()),
            None if viewing.is_outsider() => Attendant::Onlooker,
            None => Attendant::Nobody,
        }
    }
}

impl People {
    /// Somebody comes.
    pub fn come(&mut self, attendant: &Attendant) {
        match attendant {
            Attendant::Player(secret) => self.players.push(secret.clone()),
            Attendant::Onlooker => self.onlookers += 1,
            Attendant::Nobody => {}
        }
    }

    /// Somebody goes.
    pub fn go(&mut self, attendant: &Attendant) {
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
    pub fn players(&self) -> Vec<Digest> {
        self.players.clone()
    }

    /// What everybody may know of it: a seat is there if anybody is who holds it.
    pub fn seen_at(&self, sitting: &Sitting) -> PresenceNote {
        let present = sitting.seats_of(&Secrets(self.players()));
        let waits = sitting.status() == Status::Waiting;
        PresenceNote {
            seats: present.into_iter().map(|seat| sitting.about().seat_name(seat)).collect(),
            watching: if waits { self.onlookers } else { 0 },
        }
    }
}
