//! How much anybody may ask for.
//!
//! A small meter of our own instead of a middleware: the same meters count requests and the
//! lines of sockets, some by address and some by seat, and what they remember is a keyed hash
//! and a moment, so no address is kept.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, RandomState};
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What is metered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Meter {
    /// Any request, by address.
    Requests,
    /// Requests that make the server think: golf, boards to try, replays; by address.
    Thinking,
    /// Opening a table, by address.
    Openings,
    /// The tables of a day, by address.
    Tables,
    /// Taking a seat, by address; also what keeps people from guessing codes.
    Joins,
    /// Acting, by seat.
    Actions,
    /// Saying something, by seat.
    Words,
    /// Lines of a socket, by address.
    Lines,
}

/// So many in so long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// How many may come at once; none is no limit.
    pub count: u32,
    /// How long it takes until as many may come again.
    pub period: Duration,
}

/// All limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Requests of an address.
    pub requests: Rate,
    /// Requests of an address that make the server think.
    pub thinking: Rate,
    /// Tables that an address opens.
    pub openings: Rate,
    /// Tables that an address opens in a day.
    pub tables: Rate,
    /// Seats that an address takes, or tries to.
    pub joins: Rate,
    /// Actions of a seat.
    pub actions: Rate,
    /// What a seat says.
    pub words: Rate,
    /// Lines that an address sends through sockets.
    pub lines: Rate,
    /// Sockets of an address; none is no limit.
    pub sockets_of_address: usize,
    /// All sockets; none is no limit.
    pub sockets: usize,
}

impl Rate {
    /// So many in a minute.
    pub const fn per_minute(count: u32) -> Rate {
        Rate { count, period: Duration::from_secs(60) }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            requests: Rate::per_minute(1200),
            thinking: Rate::per_minute(120),
            openings: Rate::per_minute(20),
            tables: Rate { count: 300, period: Duration::from_secs(24 * 60 * 60) },
            joins: Rate::per_minute(30),
            actions: Rate::per_minute(300),
            words: Rate::per_minute(30),
            lines: Rate::per_minute(2400),
            sockets_of_address: 100,
            sockets: 25_000,
        }
    }
}

impl Limits {
    /// Nothing is limited, for machines that measure.
    pub fn none() -> Limits {
        let rate = Rate::per_minute(0);
        Limits {
            requests: rate,
            thinking: rate,
            openings: rate,
            tables: rate,
            joins: rate,
            actions: rate,
            words: rate,
            lines: rate,
            sockets_of_address: 0,
            sockets: 0,
        }
    }

    fn rate(&self, meter: Meter) -> Rate {
        match meter {
            Meter::Requests => self.requests,
            Meter::Thinking => self.thinking,
            Meter::Openings => self.openings,
            Meter::Tables => self.tables,
            Meter::Joins => self.joins,
            Meter::Actions => self.actions,
            Meter::Words => self.words,
            Meter::Lines => self.lines,
        }
    }
}

/// How long somebody has to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait(pub Duration);

/// Counts what everybody asks for.
pub struct Gate {
    limits: Limits,
    hasher: RandomState,
    meters: Mutex<Meters>,
    sockets: Mutex<HashMap<u64, usize>>,
}

/// For each meter and whoever is metered, when it will be empty again.
#[derive(Default)]
struct Meters {
    empty_at: HashMap<u64, Instant>,
    /// Full meters are swept away when there are as many as this.
    sweep_at: usize,
}

/// So many meters are kept at least before some are swept away.
const FEW_METERS: usize = 4096;

/// So many are kept at most; beyond that, strangers share one.
const MOST_METERS: usize = 200_000;

impl Gate {
    /// A gate with these limits.
    pub fn new(limits: Limits) -> Gate {
        let meters = Mutex::new(Meters { empty_at: HashMap::new(), sweep_at: FEW_METERS });
        Gate { limits, hasher: RandomState::new(), meters, sockets: Mutex::default() }
    }

    /// Lets somebody through, or says how long to wait.
    ///
    /// # Errors
    ///
    /// Fails when there was too much at once; then nothing is counted.
    pub fn pass(&self, meter: Meter, who: impl Hash, now: Instant) -> Result<(), Wait> {
        let rate = self.limits.rate(meter);
        if rate.count == 0 {
            return Ok(());
        }
        let key = self.hasher.hash_one((meter, who));
        let mut meters = self.meters.lock().unwrap_or_else(PoisonError::into_inner);
        meters.sweep(now);
        let full = meters.empty_at.len() >= MOST_METERS && !meters.empty_at.contains_key(&key);
        let key = if full { self.hasher.hash_one((meter, "strangers")) } else { key };
        // Each request fills the meter by one part of the period, and it empties by itself.
        let empty_at = meters.empty_at.get(&key).copied().unwrap_or(now).max(now) + rate.period / rate.count;
        let over = empty_at.saturating_duration_since(now + rate.period);
        if over > Duration::ZERO {
            return Err(Wait(over));
        }
        meters.empty_at.insert(key, empty_at);
        Ok(())
    }

    /// Lets a socket through; it counts until the guard is dropped.
    pub fn hold_socket(self: &Arc<Gate>, address: Address) -> Option<SocketGuard> {
        let key = self.hasher.hash_one(address);
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        let all: usize = sockets.get(&EVERYBODY).copied().unwrap_or(0);
        let own = sockets.get(&key).copied().unwrap_or(0);
        let within = |count: usize, most: usize| most == 0 || count < most;
        if !within(all, self.limits.sockets) || !within(own, self.limits.sockets_of_address) {
            return None;
        }
        sockets.insert(EVERYBODY, all + 1);
        sockets.insert(key, own + 1);
        metrics::gauge!("chess_kit_sockets").set((all + 1) as f64);
        Some(SocketGuard { gate: Arc::clone(self), key })
    }

    /// How many sockets there are.
    pub fn sockets(&self) -> usize {
        let sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        sockets.get(&EVERYBODY).copied().unwrap_or(0)
    }
}

/// The key under which all sockets are counted.
const EVERYBODY: u64 = 0;

impl Meters {
    fn sweep(&mut self, now: Instant) {
        if self.empty_at.len() >= self.sweep_at {
            self.empty_at.retain(|_, empty_at| *empty_at > now);
            self.sweep_at = (2 * self.empty_at.len()).max(FEW_METERS);
        }
    }
}

/// A socket that counts.
pub struct SocketGuard {
    gate: Arc<Gate>,
    key: u64,
}

impl Drop for SocketGuard {
    fn drop(&mut self) {
        let mut sockets = self.gate.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        for key in [EVERYBODY, self.key] {
            let left = sockets.get(&key).map_or(0, |count| count.saturating_sub(1));
            match left {
                0 => sockets.remove(&key),
                left => sockets.insert(key, left),
            };
        }
        metrics::gauge!("chess_kit_sockets").set(sockets.get(&EVERYBODY).copied().unwrap_or(0) as f64);
    }
}

/// Where somebody asks from, as far as it is metered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Address(IpAddr);

impl Address {
    /// A household has one address of the old kind, and 64 bits of the new kind.
    pub fn of(address: IpAddr) -> Address {
        match address.to_canonical() {
            IpAddr::V4(address) => Address(IpAddr::V4(address)),
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                Address(IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gate(joins: Rate) -> Gate {
        Gate::new(Limits { joins, ..Limits::none() })
    }

    #[test]
    fn as_many_as_allowed_pass_and_then_one_at_a_time() {
        let gate = gate(Rate::per_minute(6));
        let start = Instant::now();
        let pass = |seconds: u64| gate.pass(Meter::Joins, "somebody", start + Duration::from_secs(seconds));
        for _ in 0..6 {
            assert_eq!(pass(0), Ok(()));
        }
        assert_eq!(pass(0), Err(Wait(Duration::from_secs(10))));
        assert_eq!(pass(4), Err(Wait(Duration::from_secs(6))));
        assert_eq!(pass(10), Ok(()));
        assert!(pass(10).is_err());
        assert_eq!(pass(120), Ok(()));
    }

    #[test]
    fn others_are_not_held_up() {
        let gate = gate(Rate::per_minute(1));
        let now = Instant::now();
        assert_eq!(gate.pass(Meter::Joins, "one", now), Ok(()));
        assert!(gate.pass(Meter::Joins, "one", now).is_err());
        assert_eq!(gate.pass(Meter::Joins, "other", now), Ok(()));
        assert_eq!(gate.pass(Meter::Actions, "one", now), Ok(()));
    }

    #[test]
    fn ten_thousand_joins_leave_little_behind() {
        let gate = gate(Rate::per_minute(1));
        let start = Instant::now();
        for stranger in 0..(MOST_METERS as u64 + 10_000) {
            let _ = gate.pass(Meter::Joins, stranger, start);
        }
        let kept = || gate.meters.lock().expect("nobody else is here").empty_at.len();
        assert!(kept() <= MOST_METERS + 1);
        let later = start + Duration::from_secs(61);
        while kept() > FEW_METERS {
            gate.meters.lock().expect("nobody else is here").sweep_at = 0;
            gate.pass(Meter::Joins, "later", later).expect("the meters are empty by now");
        }
    }

    #[test]
    fn sockets_count_while_they_are_held() {
        let limits = Limits { sockets: 3, sockets_of_address: 2, ..Limits::none() };
        let gate = Arc::new(Gate::new(limits));
        let address = |last: u8| Address::of(IpAddr::from([192, 0, 2, last]));
        let first = gate.hold_socket(address(1));
        let second = gate.hold_socket(address(1));
        assert!(first.is_some() && second.is_some());
        assert!(gate.hold_socket(address(1)).is_none());
        let third = gate.hold_socket(address(2));
        assert!(third.is_some());
        assert!(gate.hold_socket(address(3)).is_none());
        drop(first);
        assert_eq!(gate.sockets(), 2);
        assert!(gate.hold_socket(address(3)).is_some());
    }

    #[test]
    fn neighbors_in_one_household_share_an_address() {
        let address = |text: &str| Address::of(text.parse().expect("an address"));
        assert_eq!(address("2001:db8::1"), address("2001:db8::ffff"));
        assert_ne!(address("2001:db8:0:1::1"), address("2001:db8::1"));
        assert_eq!(address("::ffff:192.0.2.1"), address("192.0.2.1"));
        assert_ne!(address("192.0.2.1"), address("192.0.2.2"));
    }
}
