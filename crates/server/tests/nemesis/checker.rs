//! Proves from a history alone that nothing was lost, doubled or reordered, and that nobody was
//! shown what is not so.
//!
//! - What was acknowledged stands on the record, once (`checker/commands.rs`).
//! - What was refused does not, and neither does anything that nobody asked for.
//! - What was acknowledged before something else was asked for stands before it, whoever asked.
//! - No viewer's numbers of frames and prompts ever go back, also when it comes back to another
//!   node; each frame is what the records say at its number; and what a viewer did is shown to it
//!   before the answer (`checker/frames.rs`).
//! - In the end everybody sees what the records say.
//! - The records can be read and played, and their times are right, whatever machines believed
//!   (`checker/records.rs`).

mod commands;
mod frames;
mod records;

use std::collections::BTreeMap;
use std::fmt;
use std::thread;

use kit_sitting::TableId;

use crate::history::{Fate, History, Opening, Witness};
pub use commands::{Attempt, explain};
pub use frames::view_of;
use records::Step;

/// Something that must not be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What kind of thing.
    pub kind: Wrong,
    /// Where, and what was found.
    pub what: String,
}

/// What can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wrong {
    /// It was acknowledged and is not on the record.
    Lost,
    /// It is on the record more often than anybody asked for it.
    Doubled,
    /// It was acknowledged before something was asked for that stands before it.
    Reordered,
    /// It is on the record, and nobody asked for it.
    Unasked,
    /// It is on the record, and whoever asked for it was told that it is not.
    Denied,
    /// A viewer's number of a frame or a prompt went back.
    WentBack,
    /// A viewer was shown something that is not what the records say.
    Untrue,
    /// A viewer was told that something is done before it was shown.
    Late,
    /// In the end a viewer does not see what is so, or was not answered.
    Unsettled,
    /// The records cannot be read or played.
    Unreadable,
    /// A record has a wrong time, or a game ended by one.
    Mistimed,
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?}: {}", self.kind, self.what)
    }
}

fn finding(kind: Wrong, what: impl Into<String>) -> Finding {
    Finding { kind, what: what.into() }
}

/// Everything in a history that must not be.
pub fn check(history: &History) -> Vec<Finding> {
    let mut witnesses: BTreeMap<&TableId, Vec<&Witness>> = BTreeMap::new();
    for witness in &history.witnesses {
        witnesses.entry(&witness.table).or_default().push(witness);
    }
    let mut findings = check_openings(history);
    let tables: Vec<&TableId> = history.records.keys().collect();
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let check_some = |few: &[&TableId]| -> Vec<Finding> {
        let of = |table: &TableId| witnesses.get(table).map_or(&[][..], Vec::as_slice);
        few.iter().flat_map(|table| check_table(history, table, of(table))).collect()
    };
    thread::scope(|scope| {
        let work: Vec<_> = tables
            .chunks(tables.len().div_ceil(workers).max(1))
            .map(|few| scope.spawn(|| check_some(few)))
            .collect();
        work.into_iter().for_each(|work| findings.extend(work.join().expect("the checker does not fail")));
    });
    findings
}

/// Each table that was acknowledged is there, and no table is there that nobody asked for.
fn check_openings(history: &History) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut there: BTreeMap<String, Vec<&TableId>> = BTreeMap::new();
    for (table, stored) in &history.records {
        match records::opener(stored) {
            Some(name) => there.entry(name).or_default().push(table),
            None => findings.push(finding(Wrong::Unreadable, format!("table {table} has no beginning"))),
        }
    }
    for opening in &history.openings {
        let tables = there.remove(&opening.name).unwrap_or_default();
        findings.extend(check_opening(opening, &tables));
    }
    findings.extend(there.into_iter().map(|(name, tables)| {
        finding(Wrong::Unasked, format!("{} tables of `{name}`, who asked for none", tables.len()))
    }));
    findings
}

fn check_opening(opening: &Opening, tables: &[&TableId]) -> Option<Finding> {
    let name = &opening.name;
    let wrong = match (opening.fate, tables) {
        (_, [_, _, ..]) => Wrong::Doubled,
        (Fate::Done(_), tables) if opening.table.as_ref() != tables.first().copied() => Wrong::Lost,
        (Fate::Refused, [_]) => Wrong::Denied,
        (Fate::Done(_) | Fate::Unclear, [_]) | (Fate::Refused | Fate::Unclear | Fate::Done(_), []) => {
            return None;
        }
    };
    Some(finding(wrong, format!("`{name}` has {} tables, answered {:?}", tables.len(), opening.fate)))
}

fn check_table(history: &History, table: &TableId, witnesses: &[&Witness]) -> Vec<Finding> {
    let stored = &history.records[table];
    let (steps, mut findings) = records::steps(stored);
    findings.extend(records::check_times(&steps, history.time));
    findings.extend(check_commands(&steps, witnesses));
    findings.extend(frames::check(table, stored, witnesses));
    findings.iter_mut().for_each(|finding| finding.what = format!("table {table}: {}", finding.what));
    findings
}

fn check_commands(steps: &[Step], witnesses: &[&Witness]) -> Vec<Finding> {
    let mut attempts = Vec::new();
    let mut shown = Vec::new();
    for witness in witnesses {
        for asked in witness.asked() {
            let key = records::Key { seat: witness.seat.clone(), command: asked.command.clone() };
            attempts.push(Attempt { key, asked: asked.asked.order, fate: asked.fate });
            shown.push(asked.shown);
        }
    }
    let (places, mut findings) = explain(&attempts, &records::written(steps));
    for ((attempt, place), shown) in attempts.iter().zip(places).zip(shown) {
        let (Fate::Done(_), Some(place)) = (attempt.fate, place) else { continue };
        let frame = steps[place].stamp(&attempt.key.seat).map_or(0, |stamp| stamp.0);
        if shown < frame {
            let what = format!("{} was acknowledged at frame {shown}, and shown at {frame}", attempt.key);
            findings.push(finding(Wrong::Late, what));
        }
    }
    findings
}
