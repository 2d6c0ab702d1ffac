//! What the store has of a table, record by record.

use std::fmt;

use kit_games::CATALOGUE;
use kit_play::About;
use kit_play::log::{Conduct, Line};
use kit_sitting::agreed::Occupant;
use kit_sitting::record::{Preceding, Stamp, StoredRecord};
use kit_sitting::{Deed, Record};

use super::{Finding, Wrong, finding};
use crate::history::Command;

/// So far may the times of records lie outside of the run, in milliseconds; jumps of clocks are
/// much larger.
const TOLERANCE: i64 = 5 * 60_000;

/// What one record did.
pub struct Step {
    /// When it says it was.
    pub at: i64,
    /// The names of the seats.
    seats: &'static [&'static str],
    /// The numbers of all viewers after it.
    stamps: Vec<Stamp>,
    /// The seat that did something, and what: what the prompt was before it is part of an action.
    done: Option<Key>,
    /// Whether it ended the game by time.
    out_of_time: bool,
}

/// What tells a command from others, at its table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// Who gave it.
    pub seat: String,
    /// What it was.
    pub command: Command,
}

impl fmt::Display for Key {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} of {}", self.command, self.seat)
    }
}

impl Step {
    /// The numbers of a viewer after it.
    pub fn stamp(&self, seat: &str) -> Option<Stamp> {
        let index = self.seats.iter().position(|name| *name == seat);
        self.stamps.get(index.unwrap_or(self.seats.len())).copied()
    }
}

/// The commands that are written, with the places of their records.
pub fn written(steps: &[Step]) -> Vec<(usize, Key)> {
    let done = |(place, step): (usize, &Step)| Some((place, step.done.clone()?));
    steps.iter().enumerate().filter_map(done).collect()
}

/// The name of whoever opened a table.
pub fn opener(stored: &[StoredRecord]) -> Option<String> {
    let (_, records) = Record::read_first(CATALOGUE, stored.first()?).ok()?;
    let Deed::Opened(agreed) = records.into_iter().next()?.deeds.into_iter().next()? else { return None };
    agreed.chairs.into_iter().find_map(|chair| match chair.occupant {
        Occupant::Person(person) => person.name,
        Occupant::Free | Occupant::Invited | Occupant::Bot { .. } => None,
    })
}

/// The records of a table as far as they can be read.
pub fn steps(stored: &[StoredRecord]) -> (Vec<Step>, Vec<Finding>) {
    let (mut steps, mut findings): (Vec<Step>, Vec<Finding>) = (Vec::new(), Vec::new());
    let mut about = None;
    for (record, number) in stored.iter().zip(1..) {
        if record.number != number {
            let what = format!("record {number} has the number {}", record.number);
            findings.push(finding(Wrong::Unreadable, what));
        }
        let read = read(record, &mut about).and_then(|(about, record)| step(about, record, steps.last()));
        match read {
            Some(step) => steps.push(step),
            None => {
                findings.push(finding(Wrong::Unreadable, format!("record {number} cannot be read")));
                break;
            }
        }
    }
    (steps, findings)
}

/// Reads a record; the first says what game it is.
fn read(stored: &StoredRecord, known: &mut Option<&'static About>) -> Option<(&'static About, Record)> {
    let records = match *known {
        Some(about) => Record::read(Preceding { about, entries: 0 }, stored).ok()?,
        None => Record::read_first(CATALOGUE, stored).ok()?.1,
    };
    let [record] = <[Record; 1]>::try_from(records).ok()?;
    if let Some(Deed::Opened(agreed)) = record.deeds.first() {
        let listed = CATALOGUE.iter().find(|listed| listed.about().id == agreed.header.game)?;
        *known = Some(listed.about());
    }
    Some(((*known)?, record))
}

fn step(about: &'static About, record: Record, before: Option<&Step>) -> Option<Step> {
    let seats = &about.seats[..record.stamps.len().checked_sub(1)?];
    let mut step = Step { at: record.at, seats, stamps: record.stamps, done: None, out_of_time: false };
    for deed in record.deeds {
        match deed {
            Deed::Played(Line::Entry { entry, .. }) if !entry.seat.is_empty() => {
                let prompt = before?.stamp(&entry.seat)?.1;
                let command = Command::Act { action: entry.action, prompt };
                step.done = Some(Key { seat: entry.seat, command });
            }
            Deed::Said { seat, text, .. } => {
                step.done = Some(Key { seat: about.seat_name(seat).to_owned(), command: Command::Say(text) });
            }
            Deed::Played(Line::Conduct { conduct: Conduct::OutOfTime(_), .. }) => step.out_of_time = true,
            _ => {}
        }
    }
    Some(step)
}

/// Times do not go back and lie within the run, and nobody ran out of time.
pub fn check_times(steps: &[Step], (from, to): (i64, i64)) -> Option<Finding> {
    let mut last = from - TOLERANCE;
    for (step, number) in steps.iter().zip(1..) {
        if step.out_of_time {
            return Some(finding(Wrong::Mistimed, format!("record {number} ended the game by time")));
        }
        if step.at < last || step.at > to + TOLERANCE {
            let what = format!("record {number} is of {} ms after the beginning", step.at - from);
            return Some(finding(Wrong::Mistimed, what));
        }
        last = step.at;
    }
    None
}
