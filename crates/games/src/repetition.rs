//! How often a position has stood on the board.

/// The positions since something happened that cannot be undone.
///
/// Keys are whole positions, so two different ones are never taken for the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrences<K> {
    keys: Vec<K>,
}

impl<K: PartialEq> Occurrences<K> {
    /// Nothing has occurred yet.
    pub fn new() -> Occurrences<K> {
        Occurrences { keys: Vec::new() }
    }

    /// Forgets what can no longer occur again.
    pub fn clear(&mut self) {
        self.keys.clear();
    }

    /// Writes an occurrence down.
    pub fn note(&mut self, key: K) {
        self.keys.push(key);
    }

    /// Whether the position that was noted last has occurred three times.
    pub fn is_third(&self) -> bool {
        let Some(last) = self.keys.last() else { return false };
        self.keys.iter().filter(|key| *key == last).count() >= 3
    }
}
