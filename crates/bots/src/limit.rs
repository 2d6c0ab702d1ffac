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
    /// The most steps to look ahead.
    pub depth: Option<u32>,
    /// Turns true when somebody wants an answer at once.
    pub stop: Arc<AtomicBool>,
}

impl Limit {
    /// No more than the level's own nodes, so that the answer does not depend on a clock.
    pub fn by_level() -> Limit {
        Limit { nodes: None, time: None, depth: None, stop: Arc::default() }
    }

    /// The level's own nodes, but no longer than this.
    pub fn within(time: Duration) -> Limit {
        Limit { time: Some(time), ..Limit::by_level() }
    }
}

/// A limit that is being used up.
pub(crate) struct Budget<'a> {
    limit: &'a Limit,
    most: u64,
    deadline: Option<Instant>,
    used: Cell<u64>,
    spent: Cell<bool>,
}

impl<'a> Budget<'a> {
    pub(crate) fn new(limit: &'a Limit, usual: u64) -> Budget<'a> {
        let deadline = limit.time.map(|time| Instant::now() + time);
        Budget {
            limit,
            most: limit.nodes.unwrap_or(usual),
            deadline,
            used: Cell::new(0),
            spent: Cell::new(false),
        }
    }

    pub(crate) fn spend(&self) {
        self.used.set(self.used.get() + 1);
    }

    pub(crate) fn used(&self) -> u64 {
        self.used.get()
    }

    /// Whether thinking must end; the clock is asked only now and then.
    pub(crate) fn is_spent(&self) -> bool {
        let used = self.used.get();
        if !self.spent.get() && (used >= self.most || used.is_multiple_of(256) && self.is_late()) {
            self.spent.set(true);
        }
        self.spent.get()
    }

    fn is_late(&self) -> bool {
        self.limit.stop.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    pub(crate) fn depth(&self) -> u32 {
        self.limit.depth.unwrap_or(64)
    }
}
