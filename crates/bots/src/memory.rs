//! What a search remembers of nodes, so that other ways to the same node cost nothing.

/// What was found out about a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Remembered {
    /// How far it was searched, in the search's own measure of depth.
    pub(crate) depth: i32,
    /// Its value for whoever decides there; wins and losses are counted from the node.
    pub(crate) value: i32,
    /// What the value says.
    pub(crate) bound: Bound,
    /// The step that did best.
    pub(crate) step: u16,
}

/// What a value says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// It is that.
    Exact,
    /// It is that or more.
    AtLeast,
    /// It is that or less.
    AtMost,
}

impl Bound {
    /// What a value says that was found between these two.
    pub(crate) fn of(value: i32, alpha: i32, beta: i32) -> Bound {
        if value <= alpha {
            Bound::AtMost
        } else if value >= beta {
            Bound::AtLeast
        } else {
            Bound::Exact
        }
    }
}

impl Remembered {
    /// Whether this settles the question at hand.
    pub(crate) fn settles(&self, depth: i32, alpha: i32, beta: i32) -> bool {
        let is_enough = match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => self.value >= beta,
            Bound::AtMost => self.value <= alpha,
        };
        self.depth >= depth && is_enough
    }
}

/// A place in the memory.
#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    found: Remembered,
}

const EMPTY: Slot = Slot { key: 0, found: Remembered { depth: -1, value: 0, bound: Bound::AtMost, step: 0 } };

/// A table of nodes of a fixed size.
///
/// Two nodes share a place: the one that was searched most deeply, and whichever came last.
/// It is there for one decision and not for the next: a table on a server, a page in a browser and a
/// program at a pipe do not keep their bots in the same way, and a level is to play alike at all.
pub(crate) struct Memory {
    slots: Vec<[Slot; 2]>,
}

/// The most places that all tables of a decision have together; each takes 48 bytes.
const MOST_PLACES: usize = 1 << 19;
/// The fewest places that a table has.
const FEWEST_PLACES: usize = 64;

impl Memory {
    /// One of so many tables that are there at the same time, with room for about so many nodes.
    ///
    /// However much somebody asks for, all of them together take no more than one at its largest.
    pub(crate) fn for_nodes(nodes: u64, tables: usize) -> Memory {
        let most = (MOST_PLACES / tables.max(1).next_power_of_two()).max(FEWEST_PLACES);
        let places = usize::try_from(nodes / 2).unwrap_or(most).clamp(FEWEST_PLACES, most);
        Memory::of(places.next_power_of_two())
    }

    /// A table with so many places; with few if there is no room for them, and with none if there is
    /// not even room for those, so that a search always goes on.
    fn of(places: usize) -> Memory {
        for places in [places, FEWEST_PLACES] {
            let mut slots = Vec::new();
            if slots.try_reserve_exact(places).is_ok() {
                slots.resize(places, [EMPTY; 2]);
                return Memory { slots };
            }
        }
        Memory { slots: Vec::new() }
    }

    /// What is known of a node.
    pub(crate) fn recall(&self, key: u64) -> Option<Remembered> {
        if key == 0 {
            return None;
        }
        self.slots.get(self.place(key))?.iter().find(|slot| slot.key == key).map(|slot| slot.found)
    }

    /// Keeps what was found.
    pub(crate) fn keep(&mut self, key: u64, found: Remembered) {
        if key == 0 {
            return;
        }
        let place = self.place(key);
        let Some([deep, last]) = self.slots.get_mut(place) else { return };
        let slot = Slot { key, found };
        if deep.key == key || found.depth >= deep.found.depth {
            if deep.key != key {
                *last = *deep;
            }
            *deep = slot;
        } else {
            *last = slot;
        }
    }

    fn place(&self, key: u64) -> usize {
        // The lower bits of some keys are hardly mixed.
        let spread = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (spread >> 32) as usize & self.slots.len().saturating_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use super::{Bound, Memory, Remembered};

    fn found(depth: i32, value: i32) -> Remembered {
        Remembered { depth, value, bound: Bound::Exact, step: 0 }
    }

    #[test]
    fn what_is_deep_stays() {
        let mut memory = Memory::for_nodes(0, 1);
        let size = memory.slots.len() as u64;
        // Keys that share a place.
        let place = memory.place(1);
        let keys: Vec<u64> = (1..size * 8).filter(|key| memory.place(*key) == place).take(3).collect();
        memory.keep(keys[0], found(9, 1));
        memory.keep(keys[1], found(2, 2));
        memory.keep(keys[2], found(3, 3));
        assert_eq!(memory.recall(keys[0]), Some(found(9, 1)));
        assert_eq!(memory.recall(keys[1]), None);
        assert_eq!(memory.recall(keys[2]), Some(found(3, 3)));
        memory.keep(keys[1], found(9, 4));
        assert_eq!(memory.recall(keys[1]), Some(found(9, 4)));
        assert_eq!(memory.recall(keys[0]), Some(found(9, 1)), "it moves over to the other place");
    }

    #[test]
    fn tables_are_bounded_together() {
        let bytes = |memory: &Memory| memory.slots.len() * size_of::<[super::Slot; 2]>();
        let one = bytes(&Memory::for_nodes(u64::MAX, 1));
        assert!(one <= 32 << 20, "{one}");
        for tables in [2, 4, 7, 24, 32] {
            let each = bytes(&Memory::for_nodes(u64::MAX, tables));
            assert!(each * tables <= one, "{tables} tables of {each}");
        }
        // What levels are made for has room as it is.
        assert_eq!(Memory::for_nodes(30_000, 32).slots.len(), 1 << 14);
    }

    #[test]
    fn without_room_a_table_is_small() {
        let mut memory = Memory::of(1 << (usize::BITS - 1));
        assert_eq!(memory.slots.len(), super::FEWEST_PLACES);
        memory.keep(1, found(1, 1));
        assert_eq!(memory.recall(1), Some(found(1, 1)));
        let mut none = Memory { slots: Vec::new() };
        none.keep(1, found(1, 1));
        assert_eq!(none.recall(1), None);
    }

    #[test]
    fn nodes_without_a_key_are_not_remembered() {
        let mut memory = Memory::for_nodes(100, 1);
        memory.keep(0, found(1, 1));
        assert_eq!(memory.recall(0), None);
    }
}
