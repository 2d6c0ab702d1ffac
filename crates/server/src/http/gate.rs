//! Counts what everybody asks for, and says who has to wait.
//!
//! A small meter of our own instead of a middleware: the same meters count requests and the
//! lines of sockets, some by address and some by seat, and what they remember is a keyed hash
//! and a moment, so no address is kept.
//!
//! What is charged to an address is charged to its network and to the node as well; whoever
//! holds a seat's secret is charged for what they do there by the seat alone, so that no stranger
//! can use up what belongs to it.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::http::address::Address;
use crate::http::crowd::{Admission, Crowd, Most};
use crate::http::limits::{Limits, Meter, Rate};
use crate::turns::Asker;

/// How many times as many wrong secrets as an address all may try together, before one wrong
/// secret is as much as an address may have.
///
/// At 60 an hour of an address this is less than two a second.
/// With a thousand codes given out, somebody with ten thousand addresses guesses one of them in
/// about three years.
const FAILURES_OF_NODE: u32 = 100;

/// How long somebody has to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Wait(pub Duration);

/// Who is charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Payer {
    /// Where somebody asks from.
    Address(Address),
    /// Somebody who is known by a secret, as a keyed hash.
    Known(u64),
}

impl From<Address> for Payer {
    fn from(address: Address) -> Payer {
        Payer::Address(address)
    }
}

/// Counts what everybody asks for.
pub struct Gate {
    limits: Limits,
    hasher: RandomState,
    meters: Mutex<Meters>,
    sockets: Arc<Crowd>,
}

/// For each meter and whoever is metered, when it will be empty again.
#[derive(Default)]
struct Meters {
    empty_at: HashMap<u64, Instant>,
    /// Empty meters are swept away when there are as many as this.
    sweep_at: usize,
}

/// One meter of one payer.
#[derive(Clone, Copy)]
struct Charge {
    key: u64,
    rate: Rate,
}

/// What is counted together.
#[derive(Clone, Copy, Hash)]
enum Level {
    Own,
    Network,
    Node,
    /// All who came when there was no room for a meter of their own.
    Strangers,
}

/// How many meters are kept at least before some are swept away.
const FEW_METERS: usize = 4096;

/// How many are kept at most; beyond that, strangers share one.
const MOST_METERS: usize = 200_000;

impl Gate {
    /// A gate with these limits.
    pub fn new(limits: Limits) -> Gate {
        let meters = Mutex::new(Meters { empty_at: HashMap::new(), sweep_at: FEW_METERS });
        let most = Most {
            address: limits.sockets_of_address,
            network: limits.of_network(limits.sockets_of_address),
            all: limits.sockets,
        };
        let sockets = Crowd::new(most, "chess_kit_sockets");
        Gate { limits, hasher: RandomState::new(), meters, sockets }
    }

    /// Lets somebody through, or says how long to wait.
    ///
    /// # Errors
    ///
    /// Fails when there was too much at once; then nothing is counted.
    pub fn pass(&self, meter: Meter, payer: impl Into<Payer>, now: Instant) -> Result<(), Wait> {
        self.pass_all(&[(meter, payer.into())], now)
    }

    /// Lets somebody through who is charged for several things, or says how long to wait.
    ///
    /// # Errors
    ///
    /// As [`Gate::pass_counts`].
    pub fn pass_all(&self, asked: &[(Meter, Payer)], now: Instant) -> Result<(), Wait> {
        let each: Vec<(Meter, Payer, u32)> = asked.iter().map(|(meter, payer)| (*meter, *payer, 1)).collect();
        self.pass_counts(&each, now)
    }

    /// Lets somebody through who is charged for so many of each of several things, or says how long to
    /// wait.
    ///
    /// What is more than a meter ever lets through at once passes when nothing was asked for before.
    ///
    /// # Errors
    ///
    /// Fails when there was too much of one of them at once; then none of them is counted.
    pub fn pass_counts(&self, asked: &[(Meter, Payer, u32)], now: Instant) -> Result<(), Wait> {
        let mut meters = self.meters(now);
        // Several of them may fill the same meter, and count together then.
        let mut filled: HashMap<u64, (Charge, u32)> = HashMap::new();
        for (meter, payer, count) in asked {
            for charge in self.charges(*meter, *payer, &meters).into_iter().flatten() {
                let (_, all) = filled.entry(charge.key).or_insert((charge, 0));
                *all = all.saturating_add(*count).min(charge.rate.count);
            }
        }
        let over = filled.values().filter_map(|(charge, count)| meters.over(*charge, *count, now)).max();
        if let Some(wait) = over {
            return Err(wait);
        }
        for (charge, count) in filled.into_values() {
            meters.fill(charge, count, now);
        }
        Ok(())
    }

    /// Lets somebody try a secret that could be guessed, who has not been wrong too often.
    ///
    /// # Errors
    ///
    /// Fails when the address or its network has been, or when too many are in all and the address
    /// is one of them.
    pub fn may_try(&self, address: Address, now: Instant) -> Result<(), Wait> {
        let meters = self.meters(now);
        let [own, network, node] = self.charges(Meter::Failures, address.into(), &meters);
        let too_many = node.is_some_and(|node| meters.over(node, 1, now).is_some());
        let one_of_them = own.filter(|_| too_many).and_then(|own| meters.until_empty(own, now));
        let over = [own, network].into_iter().flatten().filter_map(|charge| meters.over(charge, 1, now));
        over.chain(one_of_them).max().map_or(Ok(()), Err)
    }

    /// Counts a secret that was wrong.
    ///
    /// When there are too many in all, one is as much as an address may have; those who are not
    /// wrong do not notice.
    ///
    /// # Errors
    ///
    /// Fails when the address or its network was wrong too often before.
    pub fn failed(&self, address: Address, now: Instant) -> Result<(), Wait> {
        let mut meters = self.meters(now);
        let [own, network, node] = self.charges(Meter::Failures, address.into(), &meters);
        let over =
            [own, network].into_iter().flatten().filter_map(|charge| meters.over(charge, 1, now)).max();
        let too_many = node.is_some_and(|node| meters.over(node, 1, now).is_some());
        for charge in [network, node].into_iter().flatten() {
            meters.fill(charge, 1, now);
        }
        match own {
            Some(own) if too_many => meters.fill_up(own, now),
            Some(own) => meters.fill(own, 1, now),
            None => {}
        }
        over.map_or(Ok(()), Err)
    }

    /// Somebody who is known by a secret, such as the holder of a seat.
    pub fn known(&self, who: impl Hash) -> Payer {
        Payer::Known(self.hasher.hash_one(("known", who)))
    }

    /// Who asks from an address, as far as sharing is concerned.
    pub fn asker(&self, address: Address) -> Asker {
        let network = self.hasher.hash_one(("asker", address.network()));
        Asker::within(network, self.hasher.hash_one(("asker", address)))
    }

    /// Lets a socket through; it counts until it is dropped.
    pub fn hold_socket(&self, address: Address) -> Option<Admission> {
        self.sockets.enter(address)
    }

    /// How many sockets there are.
    pub fn sockets(&self) -> usize {
        self.sockets.count()
    }

    /// The meters that are charged: the payer's own, the network's and the node's.
    fn charges(&self, meter: Meter, payer: Payer, meters: &Meters) -> [Option<Charge>; 3] {
        let rate = self.limits.rate(meter);
        let charge = |level: Level, key: u64, share: u32| {
            let rate = rate.times(share);
            let is_new = meters.empty_at.len() >= MOST_METERS && !meters.empty_at.contains_key(&key);
            let key = if is_new { self.hasher.hash_one((meter, level, Level::Strangers)) } else { key };
            (rate.count > 0).then_some(Charge { key, rate })
        };
        match payer {
            Payer::Known(who) => {
                [charge(Level::Own, self.hasher.hash_one((meter, Level::Own, who)), 1), None, None]
            }
            Payer::Address(address) => {
                let own = self.hasher.hash_one((meter, Level::Own, address));
                let network = self.hasher.hash_one((meter, Level::Network, address.network()));
                let node = self.hasher.hash_one((meter, Level::Node));
                let all = if meter == Meter::Failures { FAILURES_OF_NODE } else { self.limits.node_share };
                [
                    charge(Level::Own, own, 1),
                    charge(Level::Network, network, self.limits.network_share),
                    charge(Level::Node, node, all),
                ]
            }
        }
    }

    fn meters(&self, now: Instant) -> MutexGuard<'_, Meters> {
        let mut meters = self.meters.lock().unwrap_or_else(PoisonError::into_inner);
        meters.sweep(now);
        meters
    }
}

impl Meters {
    /// When the meter would be empty again if so many more came.
    fn with_more(&self, charge: Charge, count: u32, now: Instant) -> Instant {
        // Each fills the meter by one part of the period, and it empties by itself.
        self.empty_at.get(&charge.key).copied().unwrap_or(now).max(now) + charge.rate.step() * count
    }

    /// How long to wait until it is empty, unless it is.
    fn until_empty(&self, charge: Charge, now: Instant) -> Option<Wait> {
        let left = self.empty_at.get(&charge.key)?.saturating_duration_since(now);
        (left > Duration::ZERO).then_some(Wait(left))
    }

    /// How long to wait until so many more fit.
    fn over(&self, charge: Charge, count: u32, now: Instant) -> Option<Wait> {
        let empty_at = self.with_more(charge, count, now);
        let over = empty_at.saturating_duration_since(now + charge.rate.period);
        (over > Duration::ZERO).then_some(Wait(over))
    }

    /// Counts so many more, up to what fits.
    fn fill(&mut self, charge: Charge, count: u32, now: Instant) {
        let empty_at = self.with_more(charge, count, now).min(now + charge.rate.period);
        self.empty_at.insert(charge.key, empty_at);
    }

    /// Counts as many as fit.
    fn fill_up(&mut self, charge: Charge, now: Instant) {
        self.empty_at.insert(charge.key, now + charge.rate.period);
    }

    fn sweep(&mut self, now: Instant) {
        if self.empty_at.len() >= self.sweep_at {
            self.empty_at.retain(|_, empty_at| *empty_at > now);
            self.sweep_at = (2 * self.empty_at.len()).max(FEW_METERS);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn gate(joins: Rate) -> Gate {
        Gate::new(Limits { joins, ..Limits::none() })
    }

    fn address(third: u8, last: u8) -> Address {
        Address::of(IpAddr::from([192, 0, third, last]))
    }

    #[test]
    fn as_many_as_allowed_pass_and_then_one_at_a_time() {
        let gate = gate(Rate::per_minute(6));
        let start = Instant::now();
        let pass =
            |seconds: u64| gate.pass(Meter::Joins, address(1, 1), start + Duration::from_secs(seconds));
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
        assert_eq!(gate.pass(Meter::Joins, address(1, 1), now), Ok(()));
        assert!(gate.pass(Meter::Joins, address(1, 1), now).is_err());
        assert_eq!(gate.pass(Meter::Joins, address(1, 2), now), Ok(()));
        assert_eq!(gate.pass(Meter::Actions, address(1, 1), now), Ok(()));
        assert_eq!(gate.pass(Meter::Joins, gate.known("a seat"), now), Ok(()));
    }

    #[test]
    fn a_network_and_all_together_may_have_a_multiple() {
        let limits =
            Limits { joins: Rate::per_minute(10), network_share: 3, node_share: 5, ..Limits::none() };
        let gate = Gate::new(limits);
        let now = Instant::now();
        let passed = |third: u8| {
            let from = |last: u8| (0..10).map(move |_| address(third, last));
            (0..=255).flat_map(from).filter(|from| gate.pass(Meter::Joins, *from, now).is_ok()).count()
        };
        assert_eq!(passed(1), 30, "of the first network");
        assert_eq!(passed(2), 20, "and of the second, because there are fifty in all");
        // Those who are known by a secret are not strangers.
        assert_eq!(gate.pass(Meter::Joins, gate.known("a seat"), now), Ok(()));
        assert!(gate.pass(Meter::Joins, address(3, 1), now).is_err());
    }

    #[test]
    fn what_is_refused_is_charged_to_nobody() {
        let limits = Limits { joins: Rate::per_minute(1), network_share: 2, ..Limits::none() };
        let gate = Gate::new(limits);
        let now = Instant::now();
        for _ in 0..100 {
            let _ = gate.pass(Meter::Joins, address(1, 1), now);
        }
        assert_eq!(gate.pass(Meter::Joins, address(1, 2), now), Ok(()));
    }

    #[test]
    fn what_one_meter_refuses_fills_no_other() {
        let limits = Limits { joins: Rate::per_minute(2), tables: Rate::per_day(1), ..Limits::none() };
        let gate = Gate::new(limits);
        let now = Instant::now();
        let from = address(1, 1).into();
        let both = || gate.pass_all(&[(Meter::Joins, from), (Meter::Tables, from)], now);
        assert_eq!(both(), Ok(()));
        for _ in 0..10 {
            assert!(both().is_err(), "there is one table a day");
        }
        assert_eq!(gate.pass(Meter::Joins, address(1, 1), now), Ok(()));
        assert!(gate.pass(Meter::Joins, address(1, 1), now).is_err());
    }

    #[test]
    fn what_fills_one_meter_several_times_must_fit_as_a_whole() {
        let limits = Limits { tables: Rate::per_day(10), network_share: 2, ..Limits::none() };
        let gate = Gate::new(limits);
        let now = Instant::now();
        let tables =
            |last: u8, count: u32| gate.pass_counts(&[(Meter::Tables, address(1, last).into(), count)], now);
        assert_eq!(tables(1, 9), Ok(()));
        // There is one left, and three do not pass by it.
        let a_tenth_of_a_day = Duration::from_secs(24 * 60 * 60 / 10);
        assert_eq!(tables(1, 3), Err(Wait(2 * a_tenth_of_a_day)));
        let each = [(Meter::Tables, address(1, 1).into()); 2];
        assert_eq!(gate.pass_all(&each, now), Err(Wait(a_tenth_of_a_day)));
        assert_eq!(tables(1, 1), Ok(()));
        assert!(tables(1, 1).is_err());
        // The network has ten left; whoever wants more than there ever is has to find all of it.
        assert_eq!(tables(2, 1), Ok(()));
        assert!(tables(3, 32).is_err());
        assert_eq!(gate.pass_counts(&[(Meter::Tables, address(2, 3).into(), 32)], now), Ok(()));
        assert!(gate.pass_counts(&[(Meter::Tables, address(2, 3).into(), 1)], now).is_err());
    }

    #[test]
    fn whoever_is_wrong_too_often_may_not_try_again() {
        let limits = Limits { failures: Rate::per_minute(3), network_share: 2, ..Limits::none() };
        let gate = Gate::new(limits);
        let start = Instant::now();
        for _ in 0..3 {
            assert_eq!(gate.may_try(address(1, 1), start), Ok(()));
            assert_eq!(gate.failed(address(1, 1), start), Ok(()));
        }
        assert!(gate.may_try(address(1, 1), start).is_err());
        assert!(gate.failed(address(1, 1), start).is_err());
        // A neighbor has what is left of the network's, and others have their own.
        assert_eq!(gate.may_try(address(1, 2), start), Ok(()));
        for _ in 0..2 {
            assert_eq!(gate.failed(address(1, 2), start), Ok(()));
        }
        assert!(gate.may_try(address(1, 3), start).is_err());
        assert_eq!(gate.may_try(address(2, 1), start), Ok(()));
        assert_eq!(gate.may_try(address(1, 1), start + Duration::from_secs(60)), Ok(()));
    }

    #[test]
    fn when_too_many_are_wrong_only_they_are_slowed() {
        let gate = Gate::new(Limits { failures: Rate::per_hour(10), ..Limits::none() });
        let start = Instant::now();
        let guessers = (0..=255).flat_map(|third| (0..4).map(move |last| address(third, last)));
        for guesser in guessers {
            assert_eq!(gate.failed(guesser, start), Ok(()));
        }
        // A thousand were wrong; from here on each may be wrong once.
        let late = address(9, 99);
        assert_eq!(gate.may_try(late, start), Ok(()));
        assert_eq!(gate.failed(late, start), Ok(()));
        assert_eq!(gate.may_try(late, start), Err(Wait(Duration::from_secs(60 * 60))));
        assert_eq!(gate.may_try(late, start + Duration::from_secs(60 * 60)), Ok(()));
        // Whoever was wrong once before waits for a while, and whoever was not does not.
        assert_eq!(gate.may_try(address(0, 0), start), Err(Wait(Duration::from_secs(6 * 60))));
        assert_eq!(gate.may_try(address(9, 100), start), Ok(()));
    }

    #[test]
    fn ten_thousand_joins_leave_little_behind() {
        let gate = gate(Rate::per_minute(1));
        let start = Instant::now();
        for stranger in 0..(MOST_METERS as u64 + 10_000) {
            let _ = gate.pass(Meter::Joins, gate.known(stranger), start);
        }
        let kept = || gate.meters.lock().expect("nobody else is here").empty_at.len();
        assert!(kept() <= MOST_METERS + 1);
        let later = start + Duration::from_secs(61);
        while kept() > FEW_METERS {
            gate.meters.lock().expect("nobody else is here").sweep_at = 0;
            gate.pass(Meter::Joins, gate.known("later"), later).expect("the meters are empty by now");
        }
    }
}
