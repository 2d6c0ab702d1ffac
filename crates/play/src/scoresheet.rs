//! The log of a game without people: a header, the deal, the entries, and how it ended.
//!
//! It is what [`crate::log`] reads, gathered: entries that were taken back are gone, and lines
//! about people are left out.
//! A state is never stored; it is the fold of the scoresheet.

use std::fmt;
use std::str::FromStr;

use crate::log::{self, Ending, Header, Line, Log, SaidLines};
use crate::{About, BadText, Seat, Sentence, say};

pub use crate::log::{Conduct, SaidLine, SheetEntry};

/// Everything that happened in one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scoresheet {
    /// What was agreed.
    pub header: Header,
    /// The rolls of the deal.
    pub setup: Vec<u32>,
    /// What was said at the deal, if it is written down.
    pub said: SaidLines,
    /// The entries, in order.
    pub entries: Vec<SheetEntry>,
    /// How the game ended other than by its rules.
    pub conduct: Option<Conduct>,
    /// What was said when it ended like that, if it is written down.
    pub last_words: SaidLines,
    /// How the game ended, if it is written down.
    pub ending: Option<Ending>,
}

/// One accepted action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Counted from 1.
    pub number: u32,
    /// Who acted; nobody when time ran out.
    pub seat: Option<Seat>,
    /// What they did.
    pub action: String,
    /// What chance added.
    pub rolls: Vec<u32>,
}

impl Scoresheet {
    /// Takes in one more line.
    ///
    /// # Errors
    ///
    /// Fails with what is wrong when the line cannot stand here.
    pub fn take(&mut self, line: &Line) -> Result<(), Sentence> {
        if self.conduct.is_some() && !matches!(line, Line::Over(_) | Line::People(_)) {
            return Err(say!("nothing may follow the line that ends the game"));
        }
        match line {
            // Cards were dealt by hand, and it was told how; what was said before holds no longer.
            Line::Deal { rolls, said } => {
                (self.setup, self.said) = (rolls.clone(), said.clone());
                for entry in &mut self.entries {
                    (entry.said, entry.fingerprint) = (Vec::new(), None);
                }
            }
            Line::Entry { number, entry, .. } => {
                let expected = self.entries.len() + 1;
                if *number as usize != expected {
                    return Err(say!(
                        "entry {expected} is expected here, not entry {number}",
                        expected,
                        number = *number
                    ));
                }
                self.entries.push(entry.clone());
            }
            Line::TakenBack(0) => return Err(say!("at least one entry is taken back, not 0")),
            Line::TakenBack(entries) => {
                let left = self.entries.len().checked_sub(*entries);
                let left = left.ok_or_else(|| {
                    let (entries, count) = (*entries, self.entries.len());
                    say!("{entries} entries cannot be taken back, there are {count}", entries, count)
                })?;
                self.entries.truncate(left);
            }
            Line::Conduct { conduct, said } => {
                (self.conduct, self.last_words) = (Some(*conduct), said.clone());
            }
            Line::Over(ending) => self.ending = Some(ending.clone()),
            Line::People(_) => {}
        }
        Ok(())
    }

    /// What was said at the deal, at each entry and at the end by conduct.
    pub fn words(&self) -> impl DoubleEndedIterator<Item = &SaidLines> {
        let end = self.conduct.map(|_| &self.last_words);
        [&self.said].into_iter().chain(self.entries.iter().map(|entry| &entry.said)).chain(end)
    }

    /// The sheet after some entries, without what came later.
    pub fn cut(&self, entries: usize) -> Scoresheet {
        let mut cut = Scoresheet { conduct: None, last_words: Vec::new(), ending: None, ..self.clone() };
        cut.entries.truncate(entries);
        cut
    }

    /// The sheet without what was said, which follows from the rest.
    pub fn without_words(&self) -> Scoresheet {
        let mut sheet = self.clone();
        sheet.said.clear();
        sheet.last_words.clear();
        sheet.entries.iter_mut().for_each(|entry| entry.said.clear());
        sheet
    }

    /// The name of whoever sits on a seat, or the seat's own name.
    pub fn player(&self, about: &About, seat: Seat) -> String {
        let name = about.seat_name(seat);
        self.header.players.get(name).cloned().unwrap_or_else(|| crate::outcome::capitalized(name))
    }

    /// The lines of the log that this is.
    pub fn lines(&self) -> impl Iterator<Item = Line> + '_ {
        let deal = Line::Deal { rolls: self.setup.clone(), said: self.said.clone() };
        let entry = |(number, entry): (u32, &SheetEntry)| Line::Entry { number, entry: entry.clone() };
        let conduct = self.conduct.map(|conduct| Line::Conduct { conduct, said: self.last_words.clone() });
        let ending = self.ending.clone().map(Line::Over);
        [deal].into_iter().chain((1..).zip(&self.entries).map(entry)).chain(conduct).chain(ending)
    }
}

impl TryFrom<Log> for Scoresheet {
    type Error = BadText;

    fn try_from(log: Log) -> Result<Scoresheet, BadText> {
        let header = log.header.ok_or_else(|| log::not_a_title(""))?;
        let mut lines = log.lines.into_iter().filter(|(_, line)| !matches!(line, Line::People(_)));
        let mut sheet = match lines.next() {
            Some((_, Line::Deal { rolls, said })) => {
                Scoresheet { header, setup: rolls, said, ..Scoresheet::default() }
            }
            Some((number, _)) => {
                return Err(BadText::at(number, say!("the line `0 setup` is expected here")));
            }
            None => return Err(BadText::at(1, say!("the line `0 setup` is missing"))),
        };
        for (number, line) in lines {
            sheet.take(&line).map_err(|problem| BadText::at(number, problem))?;
        }
        Ok(sheet)
    }
}

impl FromStr for Scoresheet {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Scoresheet, BadText> {
        Log::read_whole(text)?.try_into()
    }
}

impl fmt::Display for Scoresheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.header)?;
        self.lines().try_for_each(|line| write!(f, "{line}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Team, Verdict};

    const SHEET: &str = "\
chess-kit scoresheet 6
game: wild-chess
edition: 2025
seats: 2
revision: 1
option talk: none
player white: Ann
arrangement:
  fen: 4k3/8/8/8/8/8/8/4K3
  turn: white

0 setup | 3 1
= all: The table is laid.
1 white open=KR
= white: You open K and R.
2 nobody time | 0
! team 1 resigns
= all: The cards are opened.
> win 0: White wins by resignation
";

    #[test]
    fn a_sheet_is_written_as_it_is_read() {
        let sheet: Scoresheet = SHEET.parse().expect("a scoresheet");
        assert_eq!(sheet.to_string(), SHEET);
        assert_eq!(sheet.entries.len(), 2);
        assert_eq!(sheet.conduct, Some(Conduct::Resigned(Team(1))));
        assert_eq!(sheet.ending.map(|ending| ending.verdict), Some(Verdict::Win(Team(0))));
    }

    #[test]
    fn a_sheet_without_a_number_is_of_the_first_format() {
        let first = SHEET.replacen("scoresheet 6", "scoresheet", 1);
        assert_eq!(first.parse::<Scoresheet>(), SHEET.parse());
    }

    #[test]
    fn what_was_taken_back_and_who_sat_there_is_left_out() {
        let lines = "- 1\n* left white\n@ 17 1/1 1/1 1/1\n2 nobody time | 0\n! team 1";
        let log = SHEET.replacen("! team 1", lines, 1);
        assert_eq!(log.parse::<Scoresheet>(), SHEET.parse());
    }

    #[test]
    fn a_bad_sheet_names_its_line() {
        for (from, to, problem) in [
            (
                "chess-kit scoresheet",
                "chess",
                "line 1: a scoresheet begins with `chess-kit scoresheet 6`, not with `chess 6`",
            ),
            (
                "scoresheet 6",
                "scoresheet 7",
                "line 1: this is format 7, and this Chess Kit reads formats up to 6; use a newer one",
            ),
            ("scoresheet 6", "scoresheet 0", "line 1: formats have the numbers 1 to 6, and none is 0"),
            (
                "chess-kit",
                "\u{feff}chess-kit",
                "line 1: a scoresheet begins with `chess-kit scoresheet 6`, not with a byte order mark (save it as UTF-8 without one)",
            ),
            (
                "chess-kit",
                "\nchess-kit",
                "line 1: a scoresheet begins with `chess-kit scoresheet 6`, not with an empty line",
            ),
            (
                "arrangement:",
                "arrangement: white",
                "line 8: what is arranged stands below `arrangement:`, set in by two spaces",
            ),
            ("player white: Ann", "option talk: all", "line 7: the header has two lines `option talk: …`"),
            ("seats: 2", "seats 2", "line 4: not a `key: value` line of the header: `seats 2`"),
            ("seats: 2\n", "", "line 1: the header has no line `seats: …`"),
            ("seats: 2", "seats: two", "line 4: `seats` is a number, not `two`"),
            (
                "seats: 2",
                "chairs: 2",
                "line 4: unknown header: `chairs` (try game, edition, seats, revision, option NAME, player SEAT or arrangement)",
            ),
            ("0 setup | 3 1", "0 setup | x", "line 12: rolls are numbers, not `x`"),
            ("2 nobody", "3 nobody", "line 16: entry 2 is expected here, not entry 3"),
            ("2 nobody time | 0", "- 2", "line 16: 2 entries cannot be taken back, there are 1"),
            ("2 nobody time | 0", "- 0", "line 16: at least one entry is taken back, not 0"),
            ("seats: 2", "game: chess960", "line 4: the header has two lines `game: …`"),
            ("= white: You", "= white", "line 15: not a line `= ears: words`: `= white open K and R.`"),
            (
                "! team 1",
                "! team x",
                "line 17: not `! team N resigns`, `! team N is out of time`, `! team N leaves`, `! draw agreed` or `! called off`: `! team x resigns`",
            ),
        ] {
            let error = SHEET.replacen(from, to, 1).parse::<Scoresheet>().expect_err(to);
            assert_eq!(error.to_string(), problem);
        }
    }
}
