//! How many of something there are at once: of an address, of its network, and in all.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::http::address::Address;

/// How many there may be; none is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Most {
    /// Of an address.
    pub address: usize,
    /// Of a network.
    pub network: usize,
    /// In all.
    pub all: usize,
}

/// Counts what is there; it keeps keyed hashes, no addresses.
pub struct Crowd {
    most: Most,
    gauge: &'static str,
    hasher: RandomState,
    counts: Mutex<Counts>,
}

#[derive(Default)]
struct Counts {
    all: usize,
    of: HashMap<u64, usize>,
}

/// One of them, until it is dropped.
pub struct Admission {
    crowd: Arc<Crowd>,
    keys: [u64; 2],
}

impl Crowd {
    /// Nobody yet; how many there are is told by a gauge of this name.
    pub fn new(most: Most, gauge: &'static str) -> Arc<Crowd> {
        Arc::new(Crowd { most, gauge, hasher: RandomState::new(), counts: Mutex::default() })
    }

    /// Lets one more in, if there is room.
    pub fn enter(self: &Arc<Crowd>, address: Address) -> Option<Admission> {
        let keys = [self.hasher.hash_one(address), self.hasher.hash_one(address.network())];
        let mut counts = self.counts();
        let within = |count: usize, most: usize| most == 0 || count < most;
        let count = |key: u64| counts.of.get(&key).copied().unwrap_or(0);
        let room = within(counts.all, self.most.all)
            && within(count(keys[0]), self.most.address)
            && within(count(keys[1]), self.most.network);
        if !room {
            return None;
        }
        counts.all += 1;
        for key in keys {
            *counts.of.entry(key).or_default() += 1;
        }
        metrics::gauge!(self.gauge).set(counts.all as f64);
        Some(Admission { crowd: Arc::clone(self), keys })
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.counts().all
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        let mut counts = self.crowd.counts();
        counts.all = counts.all.saturating_sub(1);
        for key in self.keys {
            match counts.of.get(&key).copied().unwrap_or(0) {
                0 | 1 => counts.of.remove(&key),
                count => counts.of.insert(key, count - 1),
            };
        }
        metrics::gauge!(self.crowd.gauge).set(counts.all as f64);
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn address(third: u8, last: u8) -> Address {
        Address::of(IpAddr::from([192, 0, third, last]))
    }

    #[test]
    fn each_counts_until_it_is_dropped() {
        let crowd = Crowd::new(Most { address: 2, network: 3, all: 4 }, "a_crowd");
        let first = crowd.enter(address(1, 1));
        let second = crowd.enter(address(1, 1));
        assert!(first.is_some() && second.is_some());
        assert!(crowd.enter(address(1, 1)).is_none(), "two of an address");
        let third = crowd.enter(address(1, 2));
        assert!(third.is_some());
        assert!(crowd.enter(address(1, 3)).is_none(), "three of a network");
        let fourth = crowd.enter(address(2, 1));
        assert!(fourth.is_some());
        assert!(crowd.enter(address(3, 1)).is_none(), "four in all");
        drop(first);
        assert_eq!(crowd.count(), 3);
        assert!(crowd.enter(address(1, 3)).is_some());
        drop((second, third, fourth));
        assert_eq!(crowd.count(), 0);
        assert!(crowd.counts().of.is_empty());
    }

    #[test]
    fn none_is_no_limit() {
        let crowd = Crowd::new(Most::default(), "a_crowd");
        let places: Vec<Option<Admission>> = (0..1000).map(|_| crowd.enter(address(1, 1))).collect();
        assert!(places.iter().all(Option::is_some));
    }
}
