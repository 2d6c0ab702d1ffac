//! The games of a report, written down as they end, so that a run that was killed goes on.
//!
//! A journal is JSON lines: the first says what is played, and each of the others is one game.
//! A last line that was cut off is left out and its game is played again.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use anyhow::Result;
use kit_play::say;
use kit_play::sentence::Filling;
use serde_json::{Value, json};

use super::contest::Record;
use crate::usage::{Usage, unreadable};

/// A journal that is being written.
pub struct Journal {
    file: Mutex<File>,
}

impl Journal {
    /// Opens a journal of what is played, or begins one; gives the games that are in it already, each
    /// with the number of its variant.
    ///
    /// # Errors
    ///
    /// Fails when the file is the journal of something else.
    pub fn open(path: &Path, head: &Value) -> Result<(Journal, Vec<(usize, Record)>)> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(unreadable(path, error)),
        };
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        let mut lines = whole.lines();
        match lines.next() {
            Some(line) if serde_json::from_str::<Value>(line).ok().as_ref() != Some(head) => {
                let file = Filling::text(path.display());
                return Err(Usage::error(say!(
                    "{file} has games of something else; name another report, or remove that file",
                    file
                )));
            }
            Some(_) | None => {}
        }
        let records = lines.filter_map(read).collect();
        let mut file = OpenOptions::new().create(true).append(true).open(path);
        if let Ok(file) = &mut file {
            // What was cut off is written again.
            file.set_len(whole.len() as u64)?;
            if whole.is_empty() {
                writeln!(file, "{head}")?;
            }
        }
        let file = file.map_err(|error| unreadable(path, error))?;
        Ok((Journal { file: Mutex::new(file) }, records))
    }

    /// Writes down a game.
    ///
    /// # Errors
    ///
    /// Fails when the file cannot be written.
    pub fn write(&self, variant: usize, record: &Record) -> Result<()> {
        let line = format!("{}\n", written(variant, record));
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(file.write_all(line.as_bytes())?)
    }
}

/// A game as JSON.
pub fn written(variant: usize, record: &Record) -> Value {
    let chances: Vec<i64> = record.chances.iter().map(|chance| (1000.0 * chance).round() as i64).collect();
    json!({
        "variant": variant,
        "game": record.number,
        "first": record.first,
        "measured": record.measured,
        "points": record.points.map(|(points, measured)| json!([points, measured])),
        "reason": record.reason,
        "rule": record.rule,
        "actions": record.actions,
        "turns": record.turns,
        "offers": record.offers,
        "chances": chances,
        "facts": record.facts,
        "barred": record.barred,
    })
}

/// The game of a line, if it is one.
fn read(line: &str) -> Option<(usize, Record)> {
    let value: Value = serde_json::from_str(line).ok()?;
    let text = |name: &str| value[name].as_str().map(ToOwned::to_owned);
    let counts = |name: &str| -> Option<BTreeMap<String, u64>> {
        value[name].as_object()?.iter().map(|(name, count)| Some((name.clone(), count.as_u64()?))).collect()
    };
    let chances = value["chances"].as_array()?.iter().map(|chance| Some(chance.as_f64()? / 1000.0));
    let points = match &value["points"] {
        Value::Null => None,
        points => Some((points[0].as_i64()? as i32, points[1].as_bool()?)),
    };
    let record = Record {
        number: value["game"].as_u64()?,
        first: value["first"].as_f64()?,
        measured: value["measured"].as_f64()?,
        points,
        reason: text("reason")?,
        rule: text("rule")?,
        actions: value["actions"].as_u64()?,
        turns: value["turns"].as_u64()?,
        offers: value["offers"].as_f64()?,
        chances: chances.collect::<Option<_>>()?,
        facts: counts("facts")?,
        barred: counts("barred")?,
    };
    Some((value["variant"].as_u64()? as usize, record))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(number: u64) -> Record {
        Record {
            number,
            first: 1.0,
            measured: 0.5,
            points: Some((7, true)),
            reason: "checkmate".to_owned(),
            rule: "game.mate".to_owned(),
            chances: vec![0.5, 0.75],
            facts: BTreeMap::from([("{seat} moves.".to_owned(), 3)]),
            ..Record::default()
        }
    }

    #[test]
    fn a_journal_goes_on_where_it_was_cut_off() {
        let path = std::env::temp_dir().join(format!("arena-journal-{}.jsonl", std::process::id()));
        let head = json!({"game": "a"});
        let (journal, before) = Journal::open(&path, &head).expect("a new file");
        assert_eq!(before, []);
        (0..3).for_each(|number| journal.write(1, &record(number)).expect("it is written"));
        drop(journal);
        let text = fs::read_to_string(&path).expect("the journal");
        fs::write(&path, &text[..text.len() - 5]).expect("it is cut");
        let (journal, before) = Journal::open(&path, &head).expect("the same file");
        assert_eq!(before, [(1, record(0)), (1, record(1))]);
        journal.write(1, &record(2)).expect("it is written");
        assert_eq!(fs::read_to_string(&path).expect("the journal"), text);
        assert!(Journal::open(&path, &json!({"game": "b"})).is_err());
        fs::remove_file(&path).expect("it is removed");
    }
}
