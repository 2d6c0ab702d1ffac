//! When a bot must stop thinking.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A limit of nodes, and optionally of time, of depth, and of somebody's patience.
#[derive(Clone, Debug)]
pub struct Limit {
    /// The most nodes to look at; the level's own number if none is given.
    pub nodes: Option<u64>,
    /// The longest time to think.
    pub time: Option<Duration>,
    /// The most turns to look ahead.
    pub depth: Option<u32>,
    /// Turns true when somebody wants an answer at once.
    pub stop: Arc<AtomicBool>,
    /// The clock that tells when the time is over.
    pub now: fn() -> Instant,
}

impl Limit {
    /// No more than the level's own nodes, so that the answer does not depend on a clock.
    pub fn by_level() -> Limit {
        Limit { nodes: None, time: None, depth: None, stop: Arc::default(), now: Instant::now }
    }

    /// The level's own nodes, but no longer than this.
    pub fn within(time: Duration) -> Limit {
        Limit { time: Some(time), ..Limit::by_level() }
    }
}

/// How many nodes are looked at between two looks at the clock.
const BETWEEN_LOOKS: u64 = 64;

/// A limit that is being used up.
pub(crate) struct Budget<'a> {
    limit: &'a Limit,
    most: u64,
    deadline: Option<Instant>,
    used: Cell<u64>,
    /// How many nodes are kept back for later.
    kept: Cell<u64>,
    looks_at: Cell<u64>,
    late: Cell<bool>,
}

impl<'a> Budget<'a> {
    pub(crate) fn new(limit: &'a Limit, usual: u64) -> Budget<'a> {
        let deadline = limit.time.map(|time| (limit.now)() + time);
        Budget {
            limit,
            most: limit.nodes.unwrap_or(usual),
            deadline,
            used: Cell::new(0),
            kept: Cell::new(0),
            looks_at: Cell::new(BETWEEN_LOOKS),
            late: Cell::new(false),
        }
    }

    pub(crate) fn spend(&self) {
        self.used.set(self.used.get() + 1);
    }

    /// The most nodes to look at.
    pub(crate) fn most(&self) -> u64 {
        self.most
    }

    pub(crate) fn used(&self) -> u64 {
        self.used.get()
    }

    /// Keeps so many nodes back for what is to be thought about later.
    pub(crate) fn keep_back(&self, nodes: u64) {
        self.kept.set(nodes);
    }

    /// Whether no more nodes are to be looked at than an answer needs.
    pub(crate) fn is_spent(&self) -> bool {
        self.used.get() + self.kept.get() >= self.most || self.is_late()
    }

    /// Whether an answer is wanted at once; the clock is asked only now and then.
    pub(crate) fn is_late(&self) -> bool {
        if self.used.get() >= self.looks_at.get() { self.is_late_now() } else { self.late.get() }
    }

    /// Whether an answer is wanted at once, by the clock.
    pub(crate) fn is_late_now(&self) -> bool {
        self.looks_at.set(self.used.get() + BETWEEN_LOOKS);
        let late = self.late.get()
            || self.limit.stop.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|deadline| (self.limit.now)() >= deadline);
        self.late.set(late);
        late
    }

    pub(crate) fn depth(&self) -> u32 {
        self.limit.depth.unwrap_or(64)
    }
}
