//! What is written in one transaction, and what becomes of each record in it.
//!
//! Both stores read the heads of the tables that a batch touches, ask [`plan`] what to write,
//! and write it; so both decide alike.

use std::collections::{BTreeMap, BTreeSet};

use super::{Appended, IndexEntry, NewRecord, StoreError};
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

/// How far a table has come in the store.
pub struct Head {
    /// The number of its last record.
    pub number: u32,
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
    /// The codes as they are kept.
    pub codes: String,
    /// Whether they are others than before.
    pub new_codes: bool,
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
pub fn plan<'a>(batch: &'a Batch, heads: &BTreeMap<String, Head>, written: &BTreeSet<i64>) -> Plan<'a> {
    let mut plan = Plan { answers: Vec::new(), records: Vec::new(), entries: Vec::new() };
    let mut last: BTreeMap<&TableId, &NewRecord> = BTreeMap::new();
    for record in &batch.records {
        let table = &record.new.index.table;
        let before = match last.get(table) {
            Some(earlier) => earlier.record.number,
            None => heads.get(table.as_str()).map_or(0, |head| head.number),
        };
        let number = record.new.record.number;
        let answer = match () {
            () if written.contains(&record.mark) => Appended::Written,
            () if number <= before => Appended::Taken,
            () if number > before + 1 => Appended::Gap,
            () => {
                last.insert(table, &record.new);
                plan.records.push(record);
                Appended::Written
            }
        };
        plan.answers.push(answer);
    }
    plan.entries = last.into_values().map(|last| new_entry(last, heads)).collect();
    plan
}

fn new_entry<'a>(last: &'a NewRecord, heads: &BTreeMap<String, Head>) -> NewEntry<'a> {
    let codes = kept_codes(&last.index);
    let new_codes = match heads.get(last.index.table.as_str()) {
        Some(head) => head.codes != codes,
        None => !last.index.codes.is_empty(),
    };
    NewEntry { last, codes, new_codes }
}

fn kept_codes(index: &IndexEntry) -> String {
    serde_json::Value::from(index.codes.clone()).to_string()
}

/// Refuses text that a database would not take, before it spoils a whole batch.
pub fn check_text<'a>(texts: impl IntoIterator<Item = &'a str>) -> Result<(), StoreError> {
    if texts.into_iter().any(|text| text.contains('\0')) {
        Err(StoreError("text with a NUL character cannot be kept".to_owned()))
    } else {
        Ok(())
    }
}

/// The longest code, in bytes; Postgres has a limit for what it can look up.
const LONGEST_CODE: usize = 256;

/// Refuses a record that a database would not take.
pub fn check_record(new: &NewRecord) -> Result<(), StoreError> {
    if let Some(long) = new.index.codes.iter().map(String::len).find(|length| *length > LONGEST_CODE) {
        return Err(StoreError(format!("a code of {long} bytes cannot be kept: at most {LONGEST_CODE}")));
    }
    let texts = [new.record.body.as_str(), new.index.lobby.as_str()];
    check_text(texts.into_iter().chain(new.index.codes.iter().map(String::as_str)))
}
