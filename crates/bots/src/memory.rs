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
    /// During which decision it was found.
    age: u8,
}

const EMPTY: Slot =
    Slot { key: 0, found: Remembered { depth: -1, value: 0, bound: Bound::AtMost, step: 0 }, age: 0 };

/// A table of nodes of a fixed size.
///
/// Two nodes share a place: one that was searched deeply, which stays while it is of use, and
/// whichever came last.
pub(crate) struct Memory {
    slots: Vec<[Slot; 2]>,
    age: u8,
}

/// The most places that a table has; each takes 48 bytes.
const MOST_PLACES: usize = 1 << 19;

impl Memory {
    /// A table with room for about so many nodes.
    pub(crate) fn for_nodes(nodes: u64) -> Memory {
        let places = usize::try_from(nodes / 2).unwrap_or(MOST_PLACES).clamp(64, MOST_PLACES);
        Memory { slots: vec![[EMPTY; 2]; places.next_power_of_two()], age: 0 }
    }

    /// Another decision begins: what was found before makes room first.
    pub(crate) fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// What is known of a node.
    pub(crate) fn recall(&self, key: u64) -> Option<Remembered> {
        if key == 0 {
            return None;
        }
        self.slots[self.place(key)].iter().find(|slot| slot.key == key).map(|slot| slot.found)
    }

    /// Keeps what was found.
    pub(crate) fn keep(&mut self, key: u64, found: Remembered) {
        if key == 0 {
            return;
        }
        let (place, age) = (self.place(key), self.age);
        let [deep, last] = &mut self.slots[place];
        let slot = Slot { key, found, age };
        if deep.key == key || deep.age != age || found.depth >= deep.found.depth {
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
        (spread >> 32) as usize & (self.slots.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::{Bound, Memory, Remembered};

    fn found(depth: i32, value: i32) -> Remembered {
        Remembered { depth, value, bound: Bound::Exact, step: 0 }
    }

    #[test]
    fn what_is_deep_stays_until_another_decision() {
        let mut memory = Memory::for_nodes(0);
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
        memory.grow_older();
        memory.keep(keys[1], found(1, 4));
        assert_eq!(memory.recall(keys[1]), Some(found(1, 4)));
        assert_eq!(memory.recall(keys[0]), Some(found(9, 1)), "it moves over to the other place");
    }

    #[test]
    fn nodes_without_a_key_are_not_remembered() {
        let mut memory = Memory::for_nodes(100);
        memory.keep(0, found(1, 1));
        assert_eq!(memory.recall(0), None);
    }
}
