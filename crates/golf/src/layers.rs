//! Every position met so far, each once, in the order in which they were met.

use crate::position::Key;

/// Positions with the one that each came from.
pub(crate) struct Layers {
    entries: Vec<Entry>,
    /// Places in `entries`, found by hashing; `FREE` where there is none.
    table: Vec<u32>,
}

#[derive(Clone, Copy)]
struct Entry {
    key: Key,
    parent: u32,
}

const FREE: u32 = u32::MAX;

impl Layers {
    pub fn new(start: Key) -> Layers {
        let mut layers = Layers { entries: Vec::new(), table: vec![FREE; 1024] };
        layers.insert(start, 0);
        layers
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn key(&self, index: usize) -> Key {
        self.entries[index].key
    }

    /// Where a position came from; the start came from itself.
    pub fn parent(&self, index: usize) -> usize {
        self.entries[index].parent as usize
    }

    /// How many bytes the positions take up, with the room for those to come.
    pub fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>() + self.table.len() * size_of::<u32>()
    }

    /// The most bytes that could be taken up while one more position is put in.
    pub fn bytes_to_grow(&self) -> usize {
        let entries = if self.entries.len() == self.entries.capacity() { 2 * self.entries.len() } else { 0 };
        let table = if self.is_crowded() { 2 * self.table.len() } else { 0 };
        self.bytes() + entries * size_of::<Entry>() + table * size_of::<u32>()
    }

    /// Puts a position in, unless it was met before.
    pub fn insert(&mut self, key: Key, parent: usize) {
        if self.is_crowded() {
            self.grow();
        }
        let mask = self.table.len() - 1;
        let mut place = hash(key) & mask;
        while self.table[place] != FREE {
            if self.entries[self.table[place] as usize].key == key {
                return;
            }
            place = (place + 1) & mask;
        }
        self.table[place] = self.entries.len() as u32;
        self.entries.push(Entry { key, parent: parent as u32 });
    }

    fn is_crowded(&self) -> bool {
        self.entries.len() * 2 >= self.table.len()
    }

    fn grow(&mut self) {
        let mask = self.table.len() * 2 - 1;
        self.table = vec![FREE; mask + 1];
        for (index, entry) in self.entries.iter().enumerate() {
            let mut place = hash(entry.key) & mask;
            while self.table[place] != FREE {
                place = (place + 1) & mask;
            }
            self.table[place] = index as u32;
        }
    }
}

pub(crate) fn hash(key: Key) -> usize {
    let mixed = (key.0 ^ key.1.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ key.1;
    let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    (mixed ^ mixed >> 32) as usize
}
