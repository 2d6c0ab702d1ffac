//! Who is connected to a table now.
//!
//! It is written down nowhere and stands in no frame: a frame has a number that goes up when
//! something has changed for its viewer, and people who come and go change nothing at the table.
//! What is told follows from connections and from who holds which seat, never from the game.

use crate::secrets::{Digest, Secrets};
use crate::sitting::Sitting;
use crate::viewing::Viewing;
use crate::wire::{PresenceNote, Status};

/// How many onlookers are counted; who comes beyond that wakes nobody.
const MOST_TOLD: usize = 100;

/// Everybody who is connected to a table.
#[derive(Default)]
pub struct People {
    /// What opened the seats of players, and how many connections each of them has.
    players: Vec<(Digest, usize)>,
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
    /// Counts somebody; whether others can tell.
    pub fn come(&mut self, attendant: &Attendant) -> bool {
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
    pub fn go(&mut self, attendant: &Attendant) -> bool {
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
    pub fn players(&self) -> Vec<Digest> {
        self.players.iter().map(|(player, _)| player.clone()).collect()
    }

    /// What everybody may know of it: a seat is there if anybody is who holds it.
    pub fn seen_at(&self, sitting: &Sitting) -> PresenceNote {
        let present = sitting.seats_of(&Secrets(self.players()));
        let waits = sitting.status() == Status::Waiting;
        PresenceNote {
            seats: present.into_iter().map(|seat| sitting.about().seat_name(seat)).collect(),
            watching: if waits { self.onlookers.min(MOST_TOLD) } else { 0 },
        }
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
