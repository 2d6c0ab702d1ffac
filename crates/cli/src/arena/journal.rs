//! What a long run has found so far, written down game by game, so that a run that was killed goes on.
//!
//! A journal is JSON lines: the first says where chance starts, and each of the others is what is noted
//! of one game, with what it is a game of.
//! Lines of something else are left alone, so several runs may share a journal.
//! Before the first game of a kind a line tells which bots play it, and games of other bots are refused.
//! A last line that was cut off is left out and its game is played again.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use anyhow::Result;
use kit_bots::fingerprint;
use kit_play::sentence::Filling;
use kit_play::{Listed, Terms, say};
use serde_json::{Value, json};

use crate::usage::{Usage, unreadable};

/// What is noted of one game.
pub trait Noted: Sized + Send {
    /// It as a JSON object.
    fn written(&self) -> Value;

    /// What such an object says, if it says all.
    fn read(value: &Value) -> Option<Self>;
}

/// What was found before, and where more is written down.
pub struct Journal {
    /// Nothing where nobody asked for a file.
    file: Option<Mutex<File>>,
    before: BTreeMap<String, BTreeMap<u64, Value>>,
}

impl Journal {
    /// A journal that nobody reads.
    pub fn none() -> Journal {
        Journal { file: None, before: BTreeMap::new() }
    }

    /// Opens a journal of these games with this start of chance, or begins one.
    ///
    /// # Errors
    ///
    /// Fails when the file is the journal of something else, or has games of bots that play otherwise.
    pub fn open(path: &Path, seed: u64, games: &[&'static dyn Listed]) -> Result<Journal> {
        let bots = games.iter().map(|game| (game.about().id, fingerprint(*game)));
        Journal::open_for(path, seed, &bots.collect::<Vec<_>>())
    }

    /// The same with the fingerprint of the bots for each game.
    fn open_for(path: &Path, seed: u64, games: &[(&'static str, u64)]) -> Result<Journal> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(unreadable(path, error)),
        };
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        let mut lines = whole.lines();
        let head = json!({"arena": 3, "version": env!("CARGO_PKG_VERSION"), "seed": seed});
        match lines.next() {
            Some(line) if serde_json::from_str::<Value>(line).ok().as_ref() != Some(&head) => {
                let file = Filling::text(path.display());
                return Err(Usage::error(say!(
                    "{file} has games of something else; name another file, or remove that one",
                    file
                )));
            }
            Some(_) | None => {}
        }
        let mut before: BTreeMap<String, BTreeMap<u64, Value>> = BTreeMap::new();
        let mut played_by: BTreeMap<String, String> = BTreeMap::new();
        for line in lines {
            let Ok(value) = serde_json::from_str::<Value>(line) else { continue };
            if let (Some(game), Some(bots)) = (value["game"].as_str(), value["bots"].as_str()) {
                played_by.insert(game.to_owned(), bots.to_owned());
                continue;
            }
            let (Some(of), Some(number)) = (value["of"].as_str(), value["number"].as_u64()) else { continue };
            before.entry(of.to_owned()).or_default().insert(number, value["noted"].clone());
        }
        let mut new = Vec::new();
        for (game, bots) in games {
            let bots = format!("{bots:016x}");
            match played_by.insert((*game).to_owned(), bots.clone()) {
                Some(before) if before != bots => {
                    return Err(Usage::error(say!(
                        "{file} has games of {game} by bots that played otherwise than those of this program; name another file, or remove that one",
                        file = Filling::text(path.display()),
                        game = Filling::text(game)
                    )));
                }
                Some(_) => {}
                None => new.push(json!({"game": game, "bots": bots})),
            }
        }
        let mut file = OpenOptions::new().create(true).append(true).open(path);
        if let Ok(file) = &mut file {
            // What was cut off is written again.
            file.set_len(whole.len() as u64)?;
            if whole.is_empty() {
                writeln!(file, "{head}")?;
            }
            for line in new {
                writeln!(file, "{line}")?;
            }
        }
        let file = file.map_err(|error| unreadable(path, error))?;
        Ok(Journal { file: Some(Mutex::new(file)), before })
    }

    /// What is written down of these games.
    pub fn known<T: Noted>(&self, of: &str) -> BTreeMap<u64, T> {
        let known = self.before.get(of).into_iter().flatten();
        known.filter_map(|(number, value)| Some((*number, T::read(value)?))).collect()
    }

    /// Writes down a game.
    ///
    /// # Errors
    ///
    /// Fails when the file cannot be written.
    pub fn write<T: Noted>(&self, of: &str, number: u64, noted: &T) -> Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        let line = format!("{}\n", json!({"of": of, "number": number, "noted": noted.written()}));
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(file.write_all(line.as_bytes())?)
    }
}

/// Which games something is noted of: what kind of run it is, the game with its terms, and who plays.
pub fn label(kind: &str, game: &dyn Listed, terms: &Terms, who: &str) -> String {
    let about = game.about();
    let choices: Vec<String> = terms.choices().map(|(name, value)| format!("{name}={value}")).collect();
    let (id, revision, edition, seats) = (about.id, about.revision, terms.edition(), terms.seats());
    format!("{kind}: {id}, revision {revision}, {edition}, {seats} seats, {}: {who}", choices.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Noted for u64 {
        fn written(&self) -> Value {
            json!(self)
        }

        fn read(value: &Value) -> Option<u64> {
            value.as_u64()
        }
    }

    #[test]
    fn a_journal_goes_on_where_it_was_cut_off() {
        let path = std::env::temp_dir().join(format!("arena-journal-{}.jsonl", std::process::id()));
        let journal = Journal::open_for(&path, 1, &[("one", 7)]).expect("a new file");
        assert!(journal.known::<u64>("squares").is_empty());
        (0..3)
            .for_each(|number| journal.write("squares", number, &(number * number)).expect("it is written"));
        journal.write("others", 2, &7_u64).expect("it is written");
        drop(journal);
        let text = fs::read_to_string(&path).expect("the journal");
        fs::write(&path, &text[..text.len() - 5]).expect("it is cut");
        let journal = Journal::open_for(&path, 1, &[("one", 7)]).expect("the same file");
        assert_eq!(journal.known::<u64>("squares"), BTreeMap::from([(0, 0), (1, 1), (2, 4)]));
        assert!(journal.known::<u64>("others").is_empty(), "a line that was cut is no line");
        journal.write("others", 2, &7_u64).expect("it is written");
        assert_eq!(fs::read_to_string(&path).expect("the journal"), text);
        assert!(Journal::open_for(&path, 2, &[("one", 7)]).is_err(), "other luck is another run");
        let others = Journal::open_for(&path, 1, &[("two", 9), ("one", 8)]).map(|_| ());
        let problem = others.expect_err("other bots make other games").to_string();
        assert!(problem.contains(" has games of one by bots that played otherwise "), "{problem}");
        let with_more = Journal::open_for(&path, 1, &[("one", 7), ("two", 9)]).expect("another game");
        assert_eq!(with_more.known::<u64>("squares").len(), 3);
        assert!(Journal::open_for(&path, 1, &[("two", 8)]).is_err(), "it was noted who plays the other");
        fs::remove_file(&path).expect("it is removed");
    }
}
