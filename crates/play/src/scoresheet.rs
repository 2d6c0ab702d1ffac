//! What happened at a table, as text.
//!
//! One format for the database, replays, bug reports and scenarios: a header, then a line
//! `number seat action | rolls` for each entry, and optionally lines `= ears: words` with
//! what was said.
//! A state is never stored; it is the fold of the scoresheet.
//!
//! ```text
//! chess-kit scoresheet
//! game: wild-chess
//! edition: 2025
//! seats: 2
//! revision: 1
//! option attempts: plausible
//!
//! 0 setup
//! 1 white assign KR QK RN BB NQ
//! = white: You give Black's pieces the masks KR QK RN BB NQ.
//! = all: White's table is locked.
//! ```

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use crate::text::excerpt;
use crate::{About, BadText, Seat, Team};

/// Everything that happened at one table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scoresheet {
    /// The game's id.
    pub game: String,
    /// The edition.
    pub edition: String,
    /// How many seats.
    pub seats: usize,
    /// The revision of the rules that were played.
    pub revision: u32,
    /// What was agreed, by name.
    pub options: BTreeMap<String, String>,
    /// Who sat where, by the seat's name.
    pub players: BTreeMap<String, String>,
    /// Where the game started, as text.
    pub arrangement: Option<String>,
    /// The rolls of the deal.
    pub setup: Vec<u32>,
    /// What was said at the deal, if it is written down.
    pub said: Vec<SaidLine>,
    /// The entries, in order.
    pub entries: Vec<SheetEntry>,
    /// How the game ended other than by its rules.
    pub conduct: Option<Conduct>,
}

/// How a game ends at the table, outside its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conduct {
    /// A team gives up.
    Resigned(Team),
    /// A team has used up its time.
    OutOfTime(Team),
    /// A team has left and does not come back.
    Abandoned(Team),
    /// The teams agree on a draw.
    DrawAgreed,
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

/// An entry as it stands on the sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetEntry {
    /// The name of the seat; empty when time ran out.
    pub seat: String,
    /// What was done.
    pub action: String,
    /// What chance added.
    pub rolls: Vec<u32>,
    /// What was said, if it is written down.
    pub said: Vec<SaidLine>,
}

/// Words and whom they were for: `all`, or the name of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaidLine {
    /// `all`, or the name of a seat.
    pub ears: String,
    /// The words.
    pub text: String,
}

const TITLE: &str = "chess-kit scoresheet";
const SETUP: &str = "setup";
const NOBODY: &str = "nobody";

impl fmt::Display for Scoresheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{TITLE}\ngame: {}\nedition: {}", self.game, self.edition)?;
        writeln!(f, "seats: {}\nrevision: {}", self.seats, self.revision)?;
        for (name, value) in &self.options {
            writeln!(f, "option {name}: {value}")?;
        }
        for (seat, name) in &self.players {
            writeln!(f, "player {seat}: {}", one_line(name))?;
        }
        if let Some(arrangement) = &self.arrangement {
            writeln!(f, "arrangement:")?;
            arrangement.lines().try_for_each(|line| writeln!(f, "  {line}"))?;
        }
        write!(f, "\n0 {SETUP}")?;
        write_tail(f, &self.setup, &self.said)?;
        for (index, entry) in self.entries.iter().enumerate() {
            let seat = if entry.seat.is_empty() { NOBODY } else { &entry.seat };
            write!(f, "{} {seat} {}", index + 1, entry.action)?;
            write_tail(f, &entry.rolls, &entry.said)?;
        }
        match self.conduct {
            Some(conduct) => writeln!(f, "! {conduct}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Conduct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Conduct::Resigned(team) => write!(f, "team {} resigns", team.0),
            Conduct::OutOfTime(team) => write!(f, "team {} is out of time", team.0),
            Conduct::Abandoned(team) => write!(f, "team {} leaves", team.0),
            Conduct::DrawAgreed => f.write_str("draw agreed"),
        }
    }
}

impl FromStr for Conduct {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Conduct, BadText> {
        let bad = || {
            let problem = format!(
                "not `! team N resigns`, `! team N is out of time`, `! team N leaves` or `! draw agreed`: `! {}`",
                excerpt(text)
            );
            BadText::at(1, problem)
        };
        if text == "draw agreed" {
            return Ok(Conduct::DrawAgreed);
        }
        let (team, deed) =
            text.strip_prefix("team ").and_then(|rest| rest.split_once(' ')).ok_or_else(bad)?;
        let team = Team(team.parse().map_err(|_| bad())?);
        match deed {
            "resigns" => Ok(Conduct::Resigned(team)),
            "is out of time" => Ok(Conduct::OutOfTime(team)),
            "leaves" => Ok(Conduct::Abandoned(team)),
            _ => Err(bad()),
        }
    }
}

fn write_tail(f: &mut fmt::Formatter<'_>, rolls: &[u32], said: &[SaidLine]) -> fmt::Result {
    if !rolls.is_empty() {
        let rolls: Vec<String> = rolls.iter().map(ToString::to_string).collect();
        write!(f, " | {}", rolls.join(" "))?;
    }
    writeln!(f)?;
    said.iter().try_for_each(|line| writeln!(f, "= {}: {}", line.ears, one_line(&line.text)))
}

/// A text that stays within its line.
fn one_line(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

impl FromStr for Scoresheet {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Scoresheet, BadText> {
        let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line)).peekable();
        for (index, line) in text.lines().enumerate() {
            if let Some(column) = line.chars().position(char::is_control) {
                let problem = "a scoresheet has no control characters".to_owned();
                return Err(BadText { line: index + 1, column: Some(column + 1), problem });
            }
        }
        match lines.next() {
            Some((_, line)) if line.trim_end() == TITLE => {}
            found => {
                let found = found.map_or("", |(_, line)| line);
                let problem = format!("a scoresheet begins with `{TITLE}`, not with `{}`", excerpt(found));
                return Err(BadText::at(1, problem));
            }
        }
        let mut sheet = Scoresheet::blank();
        let mut header = BTreeMap::new();
        while let Some((number, line)) = lines.next_if(|(_, line)| !line.starts_with("0 ")) {
            if line.trim().is_empty() {
                continue;
            }
            let (key, value) = line.split_once(':').ok_or_else(|| {
                BadText::at(number, format!("not a `key: value` line of the header: `{}`", excerpt(line)))
            })?;
            if key == "arrangement" {
                let mut block = Vec::new();
                while let Some((_, line)) = lines.next_if(|(_, line)| line.starts_with("  ")) {
                    block.push(&line[2..]);
                }
                sheet.arrangement = Some(block.join("\n"));
            } else if let Some(name) = key.strip_prefix("option ") {
                sheet.options.insert(name.trim().to_owned(), value.trim().to_owned());
            } else if let Some(seat) = key.strip_prefix("player ") {
                sheet.players.insert(seat.trim().to_owned(), value.trim().to_owned());
            } else {
                header.insert(key.trim(), (number, value.trim()));
            }
        }
        sheet.read_header(&header)?;
        sheet.read_entries(lines)?;
        Ok(sheet)
    }
}

impl Scoresheet {
    fn blank() -> Scoresheet {
        Scoresheet {
            game: String::new(),
            edition: String::new(),
            seats: 0,
            revision: 0,
            options: BTreeMap::new(),
            players: BTreeMap::new(),
            arrangement: None,
            setup: Vec::new(),
            said: Vec::new(),
            entries: Vec::new(),
            conduct: None,
        }
    }

    fn read_header(&mut self, header: &BTreeMap<&str, (usize, &str)>) -> Result<(), BadText> {
        const KEYS: [&str; 4] = ["game", "edition", "seats", "revision"];
        if let Some((key, (line, _))) = header.iter().find(|(key, _)| !KEYS.contains(*key)) {
            let problem = format!("unknown header: `{}` (try {})", excerpt(key), crate::text::either(&KEYS));
            return Err(BadText::at(*line, problem));
        }
        let text = |key: &str| {
            let missing = || BadText::at(1, format!("the header has no line `{key}: …`"));
            header.get(key).copied().ok_or_else(missing)
        };
        let number = |key: &str| {
            let (line, value) = text(key)?;
            let bad = |_| BadText::at(line, format!("`{key}` is a number, not `{}`", excerpt(value)));
            value.parse::<u32>().map_err(bad)
        };
        self.game = text("game")?.1.to_owned();
        self.edition = text("edition")?.1.to_owned();
        self.seats = number("seats")? as usize;
        self.revision = number("revision")?;
        Ok(())
    }

    fn read_entries<'a>(&mut self, lines: impl Iterator<Item = (usize, &'a str)>) -> Result<(), BadText> {
        let mut laid = false;
        for (number, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            if self.conduct.is_some() {
                return Err(BadText::at(number, "nothing may follow the line that ends the game"));
            }
            if let Some(said) = line.strip_prefix("= ") {
                let (ears, text) = said.split_once(": ").ok_or_else(|| {
                    BadText::at(number, format!("not a line `= ears: words`: `{}`", excerpt(line)))
                })?;
                let line = SaidLine { ears: ears.to_owned(), text: text.to_owned() };
                self.entries.last_mut().map_or(&mut self.said, |entry| &mut entry.said).push(line);
            } else if let Some(end) = line.strip_prefix("! ") {
                let conduct = end.parse().map_err(|bad: BadText| BadText { line: number, ..bad })?;
                self.conduct = Some(conduct);
            } else {
                self.read_entry(number, line, &mut laid)?;
            }
        }
        match laid {
            true => Ok(()),
            false => Err(BadText::at(1, format!("the line `0 {SETUP}` is missing"))),
        }
    }

    fn read_entry(&mut self, number: usize, line: &str, laid: &mut bool) -> Result<(), BadText> {
        let (words, rolls) = match line.split_once(" | ") {
            Some((words, rolls)) => (words, rolls),
            None => (line, ""),
        };
        let bad_roll = |_| BadText::at(number, format!("rolls are numbers, not `{}`", excerpt(rolls)));
        let rolls =
            rolls.split_whitespace().map(str::parse).collect::<Result<Vec<u32>, _>>().map_err(bad_roll)?;
        let expected = if *laid { self.entries.len() + 1 } else { 0 };
        let mut parts = words.splitn(3, ' ');
        let (count, seat, action) = (parts.next(), parts.next(), parts.next().map(str::trim));
        if count.and_then(|count| count.parse().ok()) != Some(expected) {
            let problem = format!("entry {expected} is expected here, not `{}`", excerpt(line));
            return Err(BadText::at(number, problem));
        }
        match (seat, action) {
            (Some(SETUP), None) if !*laid => {
                *laid = true;
                self.setup = rolls;
            }
            (Some(seat), Some(action)) if *laid && !action.is_empty() => {
                let seat = if seat == NOBODY { String::new() } else { seat.to_owned() };
                self.entries.push(SheetEntry { seat, action: action.to_owned(), rolls, said: Vec::new() });
            }
            _ => {
                let wanted = if *laid { "number seat action" } else { "0 setup" };
                return Err(BadText::at(number, format!("not a line `{wanted}`: `{}`", excerpt(line))));
            }
        }
        Ok(())
    }

    /// The name of whoever sits on a seat, or the seat's own name.
    pub fn player(&self, about: &About, seat: Seat) -> String {
        let name = about.seat_name(seat);
        self.players.get(name).cloned().unwrap_or_else(|| crate::outcome::capitalized(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHEET: &str = "\
chess-kit scoresheet
game: two-move-chess
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
";

    #[test]
    fn a_sheet_is_written_as_it_is_read() {
        let sheet: Scoresheet = SHEET.parse().expect("a scoresheet");
        assert_eq!(sheet.to_string(), SHEET);
        assert_eq!(sheet.entries.len(), 2);
        assert_eq!(sheet.conduct, Some(Conduct::Resigned(Team(1))));
    }

    #[test]
    fn a_bad_sheet_names_its_line() {
        for (from, to, problem) in [
            (
                "chess-kit scoresheet",
                "chess",
                "line 1: a scoresheet begins with `chess-kit scoresheet`, not with `chess`",
            ),
            ("seats: 2", "seats: two", "line 4: `seats` is a number, not `two`"),
            (
                "seats: 2",
                "chairs: 2",
                "line 4: unknown header: `chairs` (try game, edition, seats or revision)",
            ),
            ("0 setup | 3 1", "0 setup | x", "line 12: rolls are numbers, not `x`"),
            ("2 nobody", "3 nobody", "line 16: entry 2 is expected here, not `3 nobody time | 0`"),
            ("= white: You", "= white", "line 15: not a line `= ears: words`: `= white open K and R.`"),
            (
                "! team 1",
                "! team x",
                "line 17: not `! team N resigns`, `! team N is out of time`, `! team N leaves` or `! draw agreed`: `! team x resigns`",
            ),
        ] {
            let error = SHEET.replacen(from, to, 1).parse::<Scoresheet>().expect_err(to);
            assert_eq!(error.to_string(), problem);
        }
    }
}
