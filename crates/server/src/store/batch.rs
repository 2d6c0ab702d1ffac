//! What is written in one transaction, and what becomes of each record in it.
//!
//! Both stores read the heads of the tables that a batch touches, ask [`plan`] what to write,
//! and write it; so both decide alike.

use std::collections::{BTreeMap, BTreeSet};

use super::{Appended, Fault, IndexEntry, NewRecord, StoreError};
use kit_sitting::TableId;

/// Things that are written together, or not at all.
#[derive(Default)]
pub struct Batch {
    /// Records, in the order in which they came.
    pub records: Vec<MarkedRecord>,
    /// What seats note for themselves.
    pub notes: Vec<SeatNotes>,
    /// Whether nothing is to be written where a table is there already.
    pub only_new: bool,
    /// Whether something is to be written in any case, to find out whether that works.
    pub probe: bool,
}

/// A record with a random number by which its writer knows it again.
pub struct MarkedRecord {
    /// The record and the index entry.
    pub new: NewRecord,
    /// The number.
    pub mark: i64,
}

/// What a seat notes for itself.
pub struct SeatNotes {
    /// The table.
    pub table: TableId,
    /// The number of the seat.
    pub seat: u8,
    /// The notes.
    pub notes: String,
}

/// How far a table has come in the store, and what is rarely another after a record than before.
pub struct Head {
    /// The number of its last record.
    pub number: u32,
    /// The day as it is kept.
    pub day: i64,
    /// Whether the lobby lists it.
    pub listed: bool,
    /// Its codes as they are kept.
    pub codes: String,
}

/// What is to be written.
pub struct Plan<'a> {
    /// What becomes of each record of the batch.
    pub answers: Vec<Appended>,
    /// The records that are written.
    pub records: Vec<&'a MarkedRecord>,
    /// The index entries that are written, one for each table.
    pub entries: Vec<NewEntry<'a>>,
}

/// An index entry that is written.
pub struct NewEntry<'a> {
    /// The last record of the table.
    pub last: &'a NewRecord,
    /// The moment of the first record, if that is written too.
    pub opened: Option<i64>,
    /// The day on which the table is touched, counted from 1970.
    pub day: i64,
    /// The codes as they are kept.
    pub codes: String,
    /// What is written beside that which every record changes.
    pub extent: Extent,
}

/// How much of an index entry is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Extent {
    /// What every record changes.
    Usual,
    /// Also the day, whether the lobby lists it, and the codes as they are kept.
    Whole,
    /// Also where its codes lead.
    WithCodes,
}

impl Batch {
    /// The names of the tables that get something, each once, in order.
    pub fn tables(&self) -> Vec<&str> {
        let records = self.records.iter().map(|record| record.new.index.table.as_str());
        let notes = self.notes.iter().map(|notes| notes.table.as_str());
        let names: BTreeSet<&str> = records.chain(notes).collect();
        names.into_iter().collect()
    }

    /// Adds notes; of several by one seat the last stay.
    pub fn note(&mut self, notes: SeatNotes) {
        self.notes.retain(|earlier| (&earlier.table, earlier.seat) != (&notes.table, notes.seat));
        self.notes.push(notes);
    }
}

/// Decides what becomes of each record, given the heads of their tables and the marks of those
/// records that were found to be written already, when an earlier answer was lost.
pub fn plan<'a>(
    batch: &'a Batch,
    heads: &BTreeMap<String, Head>,
    written: &BTreeSet<i64>,
) -> Result<Plan<'a>, StoreError> {
    let mut plan = Plan { answers: Vec::new(), records: Vec::new(), entries: Vec::new() };
    let mut ends: BTreeMap<&TableId, Ends<'a>> = BTreeMap::new();
    for record in &batch.records {
        let table = &record.new.index.table;
        let before = match ends.get(table) {
            Some(earlier) => earlier.last.record.number,
            None => heads.get(table.as_str()).map_or(0, |head| head.number),
        };
        let number = record.new.record.number;
        let answer = match () {
            () if written.contains(&record.mark) => Appended::Written,
            () if number <= before => Appended::Taken,
            () if number > before + 1 => Appended::Gap,
            () => {
                ends.entry(table).or_insert(Ends { first: &record.new, last: &record.new }).last =
                    &record.new;
                plan.records.push(record);
                Appended::Written
            }
        };
        plan.answers.push(answer);
    }
    let entries = ends.into_values().map(|ends| new_entry(ends, heads));
    plan.entries = entries.collect::<Result<_, _>>()?;
    Ok(plan)
}

/// The first and the last record that a batch writes of a table.
struct Ends<'a> {
    first: &'a NewRecord,
    last: &'a NewRecord,
}

fn new_entry<'a>(ends: Ends<'a>, heads: &BTreeMap<String, Head>) -> Result<NewEntry<'a>, StoreError> {
    let Ends { first, last } = ends;
    let (codes, day) = (kept_codes(&last.index)?, day(last.record.at));
    let extent = match heads.get(last.index.table.as_str()) {
        Some(head) if head.codes != codes => Extent::WithCodes,
        Some(head) if (head.day, head.listed) == (day, last.index.listed) => Extent::Usual,
        Some(_) => Extent::Whole,
        None if last.index.codes.is_empty() => Extent::Whole,
        None => Extent::WithCodes,
    };
    let opened = (first.record.number == 1).then_some(first.record.at);
    Ok(NewEntry { last, opened, day, codes, extent })
}

fn kept_codes(index: &IndexEntry) -> Result<String, StoreError> {
    serde_json::to_string(&index.codes).map_err(|error| StoreError::new(Fault::Refused, error.to_string()))
}

/// The day of a moment, counted from 1970.
pub fn day(moment: i64) -> i64 {
    const DAY: i64 = 24 * 60 * 60 * 1000;
    moment.div_euclid(DAY)
}

/// Refuses text that a database would not take, before it spoils a whole batch.
pub fn check_text<'a>(texts: impl IntoIterator<Item = &'a str>) -> Result<(), StoreError> {
    if texts.into_iter().any(|text| text.contains('\0')) {
        Err(StoreError::new(Fault::Refused, "text with a NUL character cannot be kept"))
    } else {
        Ok(())
    }
}

/// The longest code, in bytes; Postgres has a limit for what it can look up.
const LONGEST_CODE: usize = 256;

/// Refuses a record that a database would not take.
pub fn check_record(new: &NewRecord) -> Result<(), StoreError> {
    if let Some(long) = new.index.codes.iter().map(String::len).find(|length| *length > LONGEST_CODE) {
        let sentence = format!("a code of {long} bytes cannot be kept: at most {LONGEST_CODE}");
        return Err(StoreError::new(Fault::Refused, sentence));
    }
    let texts = [new.record.body.as_str(), new.index.lobby.as_str()];
    check_text(texts.into_iter().chain(new.index.codes.iter().map(String::as_str)))
}
