//! A piece of a table's log as it is kept: what was done at one moment.
//!
//! It begins with the moment and with the numbers of each viewer's frame and prompt after it:
//! `@ 1800000000000 2/1 2/1 3/2`; the public's are the last.
//! A record is for the store alone, because it holds sealed actions and rolls; viewers get
//! frames.

use kit_play::log::{Line, Log};
use kit_play::{About, Listed};

use crate::agreed::Agreed;
use crate::deed::Deed;
use crate::error::Error;
use crate::format1;
use crate::sitting::Catalogue;

/// What was done at one moment.
#[derive(Clone, Debug)]
pub struct Record {
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// The numbers of each seat's and the public's frame and prompt.
    pub stamps: Vec<Stamp>,
    /// What was done.
    pub deeds: Vec<Deed>,
}

/// A record as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRecord {
    /// Counted from 1 in each table.
    pub number: u32,
    /// When it was written, in milliseconds since 1970.
    pub at: i64,
    /// Its lines.
    pub body: String,
}

/// The numbers of a viewer's frame and prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp(pub u32, pub u32);

/// What must be known to read a record.
#[derive(Clone, Copy)]
pub struct Preceding {
    /// The title page of the game.
    pub about: &'static About,
    /// How many entries there are already.
    pub entries: usize,
}

impl Record {
    /// The record as lines of the log.
    pub fn write(&self, about: &'static About) -> String {
        let mut text = String::new();
        if let Some(Deed::Opened(agreed)) = self.deeds.first() {
            text.push_str(&agreed.header.to_string());
        }
        let stamps: String =
            self.stamps.iter().map(|Stamp(frame, prompt)| format!(" {frame}/{prompt}")).collect();
        text.push_str(&format!("@ {}{stamps}\n", self.at));
        self.deeds.iter().for_each(|deed| deed.write(about, &mut text));
        text
    }

    /// Reads the beginning of a log, which says what was agreed; more records may follow in it.
    ///
    /// Of a game that is in the catalogue no longer, all can be read and nothing can be played.
    ///
    /// # Errors
    ///
    /// Fails when it cannot be read.
    pub fn read_first(
        catalogue: Catalogue,
        stored: &StoredRecord,
    ) -> Result<(&'static dyn Listed, Vec<Record>), Error> {
        let (at, text) = (stored.at, stored.body.as_str());
        if format1::is_old(text) {
            let game = format1::game(catalogue, text)?;
            return Ok((game, vec![format1::read(text, at, Preceding { about: game.about(), entries: 0 })?]));
        }
        let mut log = Log::read(text).map_err(|bad| Error::Unreadable { line: bad.line })?;
        let header = log.header.take().ok_or(Error::Unreadable { line: 1 })?;
        let mut pieces = pieces(log).into_iter();
        let first = pieces.next().ok_or(Error::Unreadable { line: 1 })?;
        let game = kit_play::referee::listed(catalogue, &header.game);
        let game = game.unwrap_or_else(|| kit_play::gone(&header.game, &seats(&first)));
        let people = first.lines.iter().filter_map(|(_, line)| people(line));
        let of_game = |line: &&Line| !matches!(line, Line::People(_));
        let from = first.lines.iter().map(|(_, line)| line).filter(of_game).cloned().collect();
        let agreed = Agreed::read(header, game.about(), people, from);
        let agreed = agreed.map_err(|_| Error::Unreadable { line: 1 })?;
        let opened =
            Record { at: first.at, stamps: first.stamps, deeds: vec![Deed::Opened(Box::new(agreed))] };
        let later = pieces.map(|piece| piece.record(game.about()));
        let records = [Ok(opened)].into_iter().chain(later).collect::<Result<_, _>>()?;
        Ok((game, records))
    }

    /// Reads more of a log.
    ///
    /// # Errors
    ///
    /// Fails when it cannot be read.
    pub fn read(preceding: Preceding, stored: &StoredRecord) -> Result<Vec<Record>, Error> {
        let (at, text) = (stored.at, stored.body.as_str());
        if format1::is_old(text) {
            return Ok(vec![format1::read(text, at, preceding)?]);
        }
        let log = Log::read(text).map_err(|bad| Error::Unreadable { line: bad.line })?;
        pieces(log).into_iter().map(|piece| piece.record(preceding.about)).collect()
    }
}

/// The lines from one moment to the next.
struct Piece {
    at: i64,
    stamps: Vec<Stamp>,
    /// Each with its number.
    lines: Vec<(usize, Line)>,
}

fn pieces(log: Log) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for (number, line) in log.lines {
        match (moment(&line), pieces.last_mut()) {
            (Some((at, stamps)), _) => pieces.push(Piece { at, stamps, lines: Vec::new() }),
            (None, Some(piece)) => piece.lines.push((number, line)),
            (None, None) => pieces.push(Piece { at: 0, stamps: Vec::new(), lines: vec![(number, line)] }),
        }
    }
    pieces
}

fn moment(line: &Line) -> Option<(i64, Vec<Stamp>)> {
    let Line::People(text) = line else { return None };
    let mut words = text.strip_prefix("@ ")?.split(' ');
    let at = words.next()?.parse().ok()?;
    let stamp = |word: &str| {
        let (frame, prompt) = word.split_once('/')?;
        Some(Stamp(frame.parse().ok()?, prompt.parse().ok()?))
    };
    Some((at, words.map(stamp).collect::<Option<Vec<Stamp>>>()?))
}

/// The names of the seats, by the chairs of a table.
fn seats(first: &Piece) -> Vec<&str> {
    let people = first.lines.iter().filter_map(|(_, line)| people(line));
    people.filter_map(|line| line.strip_prefix("chair ")?.split(' ').next()).collect()
}

/// A line about people, without its mark.
fn people(line: &Line) -> Option<&str> {
    match line {
        Line::People(text) => text.strip_prefix("* "),
        _ => None,
    }
}

impl Piece {
    fn record(self, about: &'static About) -> Result<Record, Error> {
        let deed = |(number, line): (usize, Line)| match line {
            Line::People(text) => {
                let read = Deed::read(text.strip_prefix("* ").unwrap_or(&text), about);
                read.map_err(|_| Error::Unreadable { line: number })
            }
            line => Ok(Deed::Played(line)),
        };
        let deeds = self.lines.into_iter().map(deed).collect::<Result<Vec<Deed>, Error>>()?;
        Ok(Record { at: self.at, stamps: self.stamps, deeds })
    }
}
