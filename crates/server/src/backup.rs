//! Everything in a store as lines of text, to be kept or to be read into another store.
//!
//! The first line says what it is, then comes one line of JSON for each table, and the last line
//! says how many there were, so that a backup that was cut off is noticed:
//!
//! ```text
//! {"chess-kit-backup":2}
//! {"table":"bcdfghjkmn","listed":true,"clock_due":null,"bots_due":null,"lobby":"…","codes":["…"],"records":[…],"notes":[…]}
//! {"tables":1}
//! ```
//!
//! In the first version both kinds of work that waits were one, `due`; it is still read.
//!
//! In a directory these lines are the file `tables.jsonl`, and finished tables lie beside it as
//! scoresheets, for people and for other programs.
//! A backup tells everything, also what players must not know: it is written for its owner only.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;

use kit_play::sentence::Filling;
use kit_play::text::excerpt;
use kit_play::{Sentence, say};
use serde::{Deserialize, Serialize};

use crate::private::create_private;
use crate::store::{Appended, IndexEntry, Store, StoreError, StoredRecord, WholeTable};
use kit_sitting::TableId;

/// The version of the format that is written; those before it are read too.
const VERSION: u32 = 2;

/// The file in a directory.
const TABLES: &str = "tables.jsonl";

/// Where scoresheets lie in a directory.
const SCORESHEETS: &str = "scoresheets";

/// How many tables are asked for at once.
const PAGE: u32 = 1000;

/// The longest line, in bytes.
const LONGEST_LINE: u64 = 1 << 28;

/// What was exported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    /// How many tables.
    pub tables: u64,
    /// How many of them also as scoresheets.
    pub scoresheets: u64,
}

/// What was imported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// How many tables were written.
    pub written: u64,
    /// How many were in the store already, with these records and perhaps more.
    pub already: u64,
}

/// Why a backup could not be written or read to its end.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The store does not answer as it should.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A file cannot be read or written.
    #[error("{0}: {1}")]
    File(String, io::Error),
    /// There is a backup in the directory.
    #[error("{0} is there already; export to an empty directory")]
    There(String),
    /// A line is not as it should be; tables of earlier lines have been imported.
    #[error("line {line}: {problem}; {} tables of earlier lines are in the store", .imported.written + .imported.already)]
    Line {
        /// Counted from 1.
        line: u64,
        /// What was found.
        problem: Sentence,
        /// What was imported before.
        imported: Imported,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FirstLine {
    #[serde(rename = "chess-kit-backup")]
    version: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LastLine {
    tables: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TableLine {
    table: String,
    listed: bool,
    #[serde(default, skip_serializing)]
    due: Option<i64>,
    #[serde(default)]
    clock_due: Option<i64>,
    #[serde(default)]
    bots_due: Option<i64>,
    lobby: String,
    codes: Vec<String>,
    records: Vec<RecordNote>,
    notes: Vec<NotesNote>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordNote {
    at: i64,
    body: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct NotesNote {
    seat: u8,
    notes: String,
}

/// Writes every table of a store.
///
/// Tables may be played meanwhile; each is written as it was at one moment.
///
/// # Errors
///
/// If the store cannot be read or the lines cannot be written.
pub async fn export(store: &dyn Store, to: impl Write) -> Result<Exported, BackupError> {
    export_with(store, to, async |_| Ok(false)).await
}

/// Writes every table of a store into a directory, which is made if it is not there but for what it
/// lies in, and the scoresheets of those tables for which there is one.
///
/// # Errors
///
/// If the store cannot be read, the directory cannot be written, or has a backup already.
pub async fn export_to_directory(
    store: &dyn Store,
    directory: &Path,
    scoresheet: impl AsyncFn(&TableId) -> Option<String>,
) -> Result<Exported, BackupError> {
    let (tables, sheets) = (directory.join(TABLES), directory.join(SCORESHEETS));
    if tables.exists() {
        return Err(BackupError::There(tables.display().to_string()));
    }
    // Whoever mistypes a path does not want all of it made.
    for folder in [directory, &sheets] {
        if !folder.is_dir() {
            fs::create_dir(folder).map_err(|error| file(folder, error))?;
        }
    }
    let to = create_private(&tables).map_err(|error| file(&tables, error))?;
    export_with(store, BufWriter::new(to), async |table| {
        let Some(text) = scoresheet(table).await else { return Ok(false) };
        let path = sheets.join(format!("{table}.txt"));
        let written = create_private(&path).and_then(|mut sheet| sheet.write_all(text.as_bytes()));
        written.map_err(|error| file(&path, error))?;
        Ok(true)
    })
    .await
}

async fn export_with(
    store: &dyn Store,
    mut to: impl Write,
    beside: impl AsyncFn(&TableId) -> Result<bool, BackupError>,
) -> Result<Exported, BackupError> {
    let mut exported = Exported::default();
    write_line(&mut to, &FirstLine { version: VERSION })?;
    let mut after = None;
    loop {
        let tables = store.tables(after.as_ref(), PAGE).await?;
        for table in &tables {
            // A table may have been forgotten since the page was read.
            let Some(whole) = store.whole(table.clone()).await? else { continue };
            write_line(&mut to, &TableLine::from(whole))?;
            exported.tables += 1;
            exported.scoresheets += u64::from(beside(table).await?);
        }
        match tables.last() {
            Some(last) => after = Some(last.clone()),
            None => break,
        }
    }
    write_line(&mut to, &LastLine { tables: exported.tables })?;
    to.flush().map_err(not_written)?;
    Ok(exported)
}

fn write_line(to: &mut impl Write, line: &impl Serialize) -> Result<(), BackupError> {
    let mut text = serde_json::to_string(line).map_err(|error| not_written(error.into()))?;
    text.push('\n');
    to.write_all(text.as_bytes()).map_err(not_written)
}

fn not_written(error: io::Error) -> BackupError {
    BackupError::File("the backup cannot be written".to_owned(), error)
}

fn file(path: &Path, error: io::Error) -> BackupError {
    BackupError::File(path.display().to_string(), error)
}

/// Reads the backup in a directory into a store; see [`import`].
///
/// # Errors
///
/// As [`import`], and if there is no backup in the directory.
pub async fn import_from_directory(store: &dyn Store, directory: &Path) -> Result<Imported, BackupError> {
    let path = directory.join(TABLES);
    let lines = File::open(&path).map_err(|error| file(&path, error))?;
    import(store, BufReader::new(lines)).await
}

/// Reads a backup into a store, table by table, each wholly or not at all.
///
/// Tables that are in the store already stay as they are, so the same backup can be read twice.
///
/// # Errors
///
/// If a line is not as it should be, or a table is in the store with other records; what was read
/// before that stays.
pub async fn import(store: &dyn Store, from: impl BufRead) -> Result<Imported, BackupError> {
    let mut lines = Lines { from, line: 0, imported: Imported::default() };
    let first = lines.next()?.unwrap_or_default();
    let FirstLine { version } = serde_json::from_str(&first).map_err(|_| {
        let beginning = Filling::text("{\"chess-kit-backup\":2}");
        lines.problem(say!("not a backup of Chess Kit, which begins with `{beginning}`", beginning))
    })?;
    if !(1..=VERSION).contains(&version) {
        return Err(lines.problem(say!(
            "a backup of version {version}; this Chess Kit reads versions 1 to {newest}",
            version,
            newest = VERSION
        )));
    }
    loop {
        let cut_off = || say!("the backup ends here without its last line, which tells the number of tables");
        let text = lines.next()?.ok_or_else(|| lines.problem(cut_off()))?;
        if let Ok(LastLine { tables }) = serde_json::from_str(&text) {
            return lines.end(tables);
        }
        let whole = read_table(&text).map_err(|problem| lines.problem(problem))?;
        lines.restore(store, whole).await?;
    }
}

/// The lines of a backup, and how far they were read.
struct Lines<R> {
    from: R,
    line: u64,
    imported: Imported,
}

impl<R: BufRead> Lines<R> {
    fn next(&mut self) -> Result<Option<String>, BackupError> {
        self.line += 1;
        let mut text = Vec::new();
        let length = Read::take(&mut self.from, LONGEST_LINE)
            .read_until(b'\n', &mut text)
            .map_err(|error| BackupError::File("the backup cannot be read".to_owned(), error))?;
        if length as u64 == LONGEST_LINE {
            return Err(self.problem(say!("longer than {most} bytes", most = LONGEST_LINE as i64)));
        }
        let text = String::from_utf8(text).map_err(|_| self.problem(say!("this is no text in UTF-8")))?;
        Ok((length > 0).then_some(text))
    }

    async fn restore(&mut self, store: &dyn Store, whole: WholeTable) -> Result<(), BackupError> {
        let table = whole.index.table.clone();
        let records = whole.records.clone();
        if store.restore(whole).await? == Appended::Written {
            self.imported.written += 1;
            return Ok(());
        }
        if store.read(table.clone(), 0).await?.starts_with(&records) {
            self.imported.already += 1;
            return Ok(());
        }
        let table = Filling::text(table);
        Err(self.problem(say!("table {table} is in the store with other records, and stays as it is", table)))
    }

    fn end(mut self, tables: u64) -> Result<Imported, BackupError> {
        let found = self.imported.written + self.imported.already;
        if found != tables {
            let (tables, found) = (tables as i64, found as i64);
            return Err(self.problem(say!(
                "the backup should have {tables} tables, and has {found}",
                tables,
                found
            )));
        }
        match self.next()? {
            Some(text) if !text.trim().is_empty() => {
                Err(self.problem(say!("something follows the last line")))
            }
            _ => Ok(self.imported),
        }
    }

    fn problem(&self, problem: Sentence) -> BackupError {
        BackupError::Line { line: self.line, problem, imported: self.imported }
    }
}

fn read_table(text: &str) -> Result<WholeTable, Sentence> {
    let line: TableLine = serde_json::from_str(text).map_err(|error| {
        let words = error.to_string();
        let place = format!(" at line {} column {}", error.line(), error.column());
        let problem = Filling::text(words.strip_suffix(&place).unwrap_or(&words));
        say!("not a table: {problem} (column {column})", problem, column = error.column())
    })?;
    let table: TableId = line
        .table
        .parse()
        .map_err(|_| say!("not a name of a table: `{found}`", found = Filling::text(excerpt(&line.table))))?;
    if line.records.is_empty() {
        return Err(say!("table {table} has no records", table = Filling::text(table)));
    }
    let record = |(note, number): (RecordNote, u32)| StoredRecord { number, at: note.at, body: note.body };
    let index = IndexEntry {
        table,
        listed: line.listed,
        clock_due: line.clock_due.or(line.due),
        bots_due: line.bots_due.or(line.due),
        lobby: line.lobby,
        codes: line.codes,
    };
    Ok(WholeTable {
        records: line.records.into_iter().zip(1..).map(record).collect(),
        notes: line.notes.into_iter().map(|note| (note.seat, note.notes)).collect(),
        index,
    })
}

impl From<WholeTable> for TableLine {
    fn from(whole: WholeTable) -> TableLine {
        let WholeTable { index, records, notes } = whole;
        TableLine {
            table: index.table.to_string(),
            listed: index.listed,
            due: None,
            clock_due: index.clock_due,
            bots_due: index.bots_due,
            lobby: index.lobby,
            codes: index.codes,
            records: records
                .into_iter()
                .map(|record| RecordNote { at: record.at, body: record.body })
                .collect(),
            notes: notes.into_iter().map(|(seat, notes)| NotesNote { seat, notes }).collect(),
        }
    }
}
