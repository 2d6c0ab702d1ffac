//! How much anybody may ask for.
//!
//! Each limit is what one address may ask for; its network and all addresses together may ask for
//! a multiple of that.

use std::time::Duration;

/// What is metered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Meter {
    /// Any request.
    Requests,
    /// Requests that make the server think: puzzles, boards to try, replays, exports.
    Thinking,
    /// Opening a table, also again.
    Openings,
    /// The tables of a day.
    Tables,
    /// Taking a seat.
    Joins,
    /// Acting; by seat, and of strangers by address.
    Actions,
    /// Saying something; by seat, and of strangers by address.
    Words,
    /// Lines of a socket; by seat, and of strangers by address.
    Lines,
    /// Secrets that were wrong.
    Failures,
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
    /// Wrong codes, invitations and secrets of an address.
    pub failures: Rate,
    /// Actions of a seat, and of an address without one.
    pub actions: Rate,
    /// What a seat says.
    pub words: Rate,
    /// Lines that a seat sends through sockets, or an address without one.
    pub lines: Rate,
    /// How many times as much as an address a network may ask for; none is no limit.
    pub network_share: u32,
    /// How many times as much as an address all may ask for together; none is no limit.
    pub node_share: u32,
    /// Sockets of an address; none is no limit.
    pub sockets_of_address: usize,
    /// All sockets; none is no limit.
    pub sockets: usize,
    /// Connections of an address that are no sockets; none is no limit.
    pub connections_of_address: usize,
}

impl Rate {
    /// None is no limit.
    pub const NONE: Rate = Rate::per_minute(0);

    /// So many in a minute.
    pub const fn per_minute(count: u32) -> Rate {
        Rate { count, period: Duration::from_secs(60) }
    }

    /// So many in an hour.
    pub const fn per_hour(count: u32) -> Rate {
        Rate { count, period: Duration::from_secs(60 * 60) }
    }

    /// So many in a day.
    pub const fn per_day(count: u32) -> Rate {
        Rate { count, period: Duration::from_secs(24 * 60 * 60) }
    }

    /// So many times as much in the same time.
    pub const fn times(self, share: u32) -> Rate {
        Rate { count: self.count.saturating_mul(share), period: self.period }
    }

    /// How long it takes until one more may come.
    pub fn step(self) -> Duration {
        self.period / self.count.max(1)
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            requests: Rate::per_minute(1200),
            thinking: Rate::per_minute(120),
            openings: Rate::per_minute(20),
            tables: Rate::per_day(300),
            joins: Rate::per_minute(30),
            failures: Rate::per_hour(60),
            actions: Rate::per_minute(300),
            words: Rate::per_minute(30),
            lines: Rate::per_minute(2400),
            network_share: 8,
            node_share: 1000,
            sockets_of_address: 100,
            sockets: 25_000,
            connections_of_address: 256,
        }
    }
}

impl Limits {
    /// Nothing is limited, for machines that measure.
    pub fn none() -> Limits {
        Limits {
            requests: Rate::NONE,
            thinking: Rate::NONE,
            openings: Rate::NONE,
            tables: Rate::NONE,
            joins: Rate::NONE,
            failures: Rate::NONE,
            actions: Rate::NONE,
            words: Rate::NONE,
            lines: Rate::NONE,
            network_share: 0,
            node_share: 0,
            sockets_of_address: 0,
            sockets: 0,
            connections_of_address: 0,
        }
    }

    /// How much of something an address or a seat may ask for.
    pub fn rate(&self, meter: Meter) -> Rate {
        match meter {
            Meter::Requests => self.requests,
            Meter::Thinking => self.thinking,
            Meter::Openings => self.openings,
            Meter::Tables => self.tables,
            Meter::Joins => self.joins,
            Meter::Actions => self.actions,
            Meter::Words => self.words,
            Meter::Lines => self.lines,
            Meter::Failures => self.failures,
        }
    }

    /// So many times as many as an address may have.
    pub fn of_network(&self, of_address: usize) -> usize {
        of_address.saturating_mul(self.network_share as usize)
    }
}
