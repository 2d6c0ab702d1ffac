//! What the driver saw: who asked for what, what was answered and shown, and in what order.
//!
//! Together with the records that the store has in the end this is all that the checker knows.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use kit_sitting::TableId;
use kit_sitting::record::StoredRecord;

use crate::schedule::Fault;

/// Everything that is known of a run.
#[derive(Clone, Default)]
pub struct History {
    /// Tables that somebody asked for.
    pub openings: Vec<Opening>,
    /// Everybody who looked at a table, and what happened to them.
    pub witnesses: Vec<Witness>,
    /// What went wrong on purpose.
    pub faults: Vec<Struck>,
    /// What the store has in the end.
    pub records: BTreeMap<TableId, Vec<StoredRecord>>,
    /// When everybody had been answered once more.
    pub ended: Duration,
    /// The right time at the beginning and at the end, in milliseconds since 1970.
    pub time: (i64, i64),
}

/// A place in the order of everything that the driver saw, and the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Counts all that was seen, by whomever.
    pub order: u64,
    /// Since the beginning.
    pub at: Duration,
}

/// Hands out moments.
pub struct Recorder {
    begun: Instant,
    order: AtomicU64,
}

impl Recorder {
    /// One that begins now.
    pub fn new() -> Recorder {
        Recorder { begun: Instant::now(), order: AtomicU64::new(0) }
    }

    /// The next moment.
    pub fn now(&self) -> Moment {
        // The order must not contradict the order of messages between the tasks of the driver.
        let order = self.order.fetch_add(1, Ordering::SeqCst);
        Moment { order, at: self.begun.elapsed() }
    }
}

/// Somebody asked for a table.
#[derive(Clone)]
pub struct Opening {
    /// The name of whoever asked, which nobody else has.
    pub name: String,
    /// What was answered, if anything was.
    pub fate: Fate,
    /// The table, if it was opened.
    pub table: Option<TableId>,
}

/// Somebody at a table, and what happened to them, in order.
#[derive(Clone)]
pub struct Witness {
    /// The table.
    pub table: TableId,
    /// The seat's name, or `public`.
    pub seat: String,
    /// What happened.
    pub events: Vec<(Moment, Event)>,
}

/// Something that happened to somebody at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// They asked for something.
    Asked(Command),
    /// They were told that it is done.
    Done,
    /// They were told that it is not done.
    Refused,
    /// They were told that nobody knows, or nothing in time, or the connection ended.
    Unclear,
    /// They were told that they have seen everything up to this frame.
    Resumed(u32),
    /// They were shown a frame.
    Shown(Frame),
    /// They looked once more when everything had healed, and what they saw then has this digest.
    Settled(u64),
}

/// What the numbers of a frame are, and a digest of what it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The number of the frame.
    pub number: u32,
    /// The number of the prompt.
    pub prompt: u32,
    /// The digest of the table and of what is seen on it.
    pub body: u64,
}

/// What people ask for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Command {
    /// To act.
    Act {
        /// The action.
        action: String,
        /// The prompt that it answers.
        prompt: u32,
    },
    /// To be heard; nobody says the same twice.
    Say(String),
}

impl fmt::Display for Command {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Act { action, prompt } => write!(formatter, "`{action}` at prompt {prompt}"),
            Command::Say(words) => write!(formatter, "the words `{words}`"),
        }
    }
}

/// What became of something, as far as whoever asked was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It was acknowledged at this place in the order.
    Done(u64),
    /// It was refused.
    Refused,
    /// The answer did not come, or was that nobody knows.
    Unclear,
}

/// A fault, from when to when.
#[derive(Clone)]
pub struct Struck {
    /// What it was.
    pub fault: Fault,
    /// Since when.
    pub from: Duration,
    /// Until when.
    pub to: Duration,
}

/// Something that was asked for, with what became of it.
pub struct Asked<'a> {
    /// What it was.
    pub command: &'a Command,
    /// When.
    pub asked: Moment,
    /// What became of it.
    pub fate: Fate,
    /// The number of the last frame that was shown before the answer.
    pub shown: u32,
}

impl Witness {
    /// Everything that was asked for, in order.
    pub fn asked(&self) -> Vec<Asked<'_>> {
        let (mut all, mut last): (Vec<Asked<'_>>, u32) = (Vec::new(), 0);
        for (moment, event) in &self.events {
            let fate = match event {
                Event::Asked(command) => {
                    all.push(Asked { command, asked: *moment, fate: Fate::Unclear, shown: last });
                    continue;
                }
                Event::Shown(frame) => {
                    last = frame.number;
                    continue;
                }
                Event::Resumed(_) | Event::Settled(_) => continue,
                Event::Done => Fate::Done(moment.order),
                Event::Refused => Fate::Refused,
                Event::Unclear => Fate::Unclear,
            };
            if let Some(open) = all.last_mut().filter(|open| open.fate == Fate::Unclear) {
                (open.fate, open.shown) = (fate, last);
            }
        }
        all
    }

    /// Everything that was shown, in order.
    pub fn shown(&self) -> impl Iterator<Item = Frame> + '_ {
        self.events.iter().filter_map(|(_, event)| match event {
            Event::Shown(frame) => Some(*frame),
            _ => None,
        })
    }
}
