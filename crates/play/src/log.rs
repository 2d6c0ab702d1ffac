//! What happened at a table, as lines of text: the one format of files and of stores.
//!
//! A log has a title with the number of its format, a header, and lines.
//! Each line begins with a mark that says of what kind it is:
//!
//! ```text
//! chess-kit scoresheet 6
//! game: wild-chess
//! edition: 2025
//! seats: 2
//! revision: 1
//! option talk: none
//! player white: Ann
//!
//! 0 setup | 3 1
//! = all: The table is laid.
//! 1 white open=KR
//! = white: You open K and R.
//! + ["You open {cards}.",{"&":["kK","kR"]}]
//! 2 nobody time | 0
//! - 1
//! ! team 1 resigns
//! > win 0: White wins by resignation
//! ```
//!
//! `0 setup` is the deal and `N seat action` an entry, with the rolls of chance behind a bar;
//! `= ears: words` below either is what was said, and to whom, in English; `+` below that is the
//! sentence's template and what fills it ([`crate::Sentence::parts`]), so that it can be shown in
//! any language, also where the game cannot be replayed.
//! A second `0 setup` says how cards were dealt by hand, once somebody has told it; what was said
//! before is said anew.
//! `- N` takes entries back, `!` ends the game by conduct, and `>` says how it ended, so that
//! this is known even where the game cannot be replayed.
//! `~ hash` below an entry stands for words that were not written down, in tables that began in
//! format 1.
//! Lines that begin with `*` or `@` are about the people at the table and the time; they are
//! handed on as they are, and `kit-sitting` reads them.
//!
//! The title `chess-kit scoresheet` without a number is format 1, which has no `-`, `>`, `*` and
//! `@` and is otherwise the same; format 2 has no `+`; format 3 has less to say of people, and no
//! line of the game before its start; format 4 has no hints; format 5 has no real boards.
//! A scoresheet ([`crate::Scoresheet`]) is a log without people.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::iter::Peekable;
use std::str::FromStr;

use crate::sentence::Filling;
use crate::text::excerpt;
use crate::{About, BadText, Outcome, Sentence, Team, Verdict, say};

/// The number of the format that is written.
pub const FORMAT: u32 = 6;

const TITLE: &str = "chess-kit scoresheet";
const BYTE_ORDER_MARK: char = '\u{feff}';
const SETUP: &str = "setup";
const NOBODY: &str = "nobody";

/// A log, or a part of one: only its beginning has a header.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Log {
    /// What was agreed.
    pub header: Option<Header>,
    /// What happened, each with the number of its line.
    pub lines: Vec<(usize, Line)>,
}

/// What was agreed before the deal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
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
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// The deal.
    Deal {
        /// What chance added.
        rolls: Vec<u32>,
        /// What was said.
        said: SaidLines,
    },
    /// An action, or time that ran out.
    Entry {
        /// Counted from 1.
        number: u32,
        /// What was done.
        entry: SheetEntry,
    },
    /// So many entries were taken back.
    TakenBack(usize),
    /// The game ended other than by its rules.
    Conduct {
        /// How.
        conduct: Conduct,
        /// What was said then.
        said: SaidLines,
    },
    /// The game is over.
    Over(Ending),
    /// Something about people or time, with its mark, `*` or `@`.
    People(String),
}

/// What was said, line by line.
pub type SaidLines = Vec<SaidLine>;

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
    pub said: SaidLines,
    /// What tells the words from others, where they are not written down.
    pub fingerprint: Option<u64>,
}

/// Words and whom they were for: `all`, or the name of a seat.
#[derive(Clone, Debug)]
pub struct SaidLine {
    /// `all`, or the name of a seat.
    pub ears: String,
    /// The words.
    pub text: String,
    /// The sentence's template and what fills it, if that is written down and there is more to say
    /// than the words do.
    pub parts: Option<String>,
}

impl SaidLine {
    /// Whether everybody heard it.
    pub fn is_to_all(&self) -> bool {
        self.ears == "all"
    }

    /// The sentence that was said.
    pub fn sentence(&self) -> Sentence {
        Sentence::read(&self.text, self.parts.as_deref())
    }
}

/// What was said is in the words, however they are spelled; older logs have no parts.
impl PartialEq for SaidLine {
    fn eq(&self, other: &SaidLine) -> bool {
        self.ears == other.ears && in_first_spelling(&self.text) == in_first_spelling(&other.text)
    }
}

impl Eq for SaidLine {}

/// A text in the spelling of the first logs, which are compared with what is said today.
pub(crate) fn in_first_spelling(text: &str) -> Cow<'_, str> {
    const WORDS: [(&str, &str); 3] =
        [("colours", "colors"), ("neighbours", "neighbors"), ("cancelled", "canceled")];
    let mut text = Cow::Borrowed(text);
    for (now, first) in WORDS {
        if text.contains(now) {
            text = Cow::Owned(text.replace(now, first));
        }
    }
    text
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
    /// The game cannot go on, and nobody loses by that.
    CalledOff,
}

/// How a game ended, as it was written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Win, draw or scores.
    pub verdict: Verdict,
    /// The whole as a sentence: `White wins by checkmate`.
    pub sentence: String,
}

impl Ending {
    /// An outcome as it is written down.
    pub fn of(about: &About, outcome: &Outcome) -> Ending {
        Ending { verdict: outcome.verdict.clone(), sentence: outcome.sentence(about).to_string() }
    }

    /// The same as a sentence that can be said with names and roles and in any language; what was
    /// written down is English, and calls seats by their codes.
    pub fn told(&self, about: &About) -> Sentence {
        // A reason is finished words, so they are also what a language knows it by.
        let by = |(_, reason)| self.verdict.sentence(about, Sentence::read(reason, None));
        let by_reason = self.sentence.split_once(" by ").map(by);
        // What is put together must be what was written down, or its words are all there is.
        by_reason
            .filter(|told| told.to_string() == self.sentence)
            .unwrap_or_else(|| Sentence::read(&self.sentence, None))
    }

    /// A game that was called off.
    pub fn called_off() -> Ending {
        Ending { verdict: Verdict::Draw, sentence: "The game was called off, and nobody has lost".to_owned() }
    }
}

impl Log {
    /// Reads a whole log, which begins with its title.
    ///
    /// # Errors
    ///
    /// Fails with the number of the first line that cannot be read.
    pub fn read_whole(text: &str) -> Result<Log, BadText> {
        let first = text.lines().next().unwrap_or_default();
        if first.starts_with(TITLE) { Log::read(text) } else { Err(not_a_title(first)) }
    }

    /// Reads a log, or a part of one.
    ///
    /// # Errors
    ///
    /// Fails with the number of the first line that cannot be read.
    pub fn read(text: &str) -> Result<Log, BadText> {
        for (index, line) in text.lines().enumerate() {
            if let Some(column) = line.chars().position(char::is_control) {
                let problem = say!("a scoresheet has no control characters");
                return Err(BadText { line: index + 1, column: Some(column + 1), problem });
            }
        }
        let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line)).peekable();
        let header = match lines.next_if(|(_, line)| line.starts_with(TITLE)) {
            Some((_, title)) => {
                read_title(title)?;
                Some(Header::read(&mut lines)?)
            }
            None => None,
        };
        let mut log = Log { header, lines: Vec::new() };
        for (number, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            log.take(number, line)?;
        }
        Ok(log)
    }

    fn take(&mut self, number: usize, line: &str) -> Result<(), BadText> {
        let at = |problem: Sentence| BadText::at(number, problem);
        if let Some(said) = line.strip_prefix("= ") {
            let said = SaidLine::read(said).ok_or_else(|| {
                at(say!("not a line `= ears: words`: `{found}`", found = Filling::text(excerpt(line))))
            })?;
            match self.lines.last_mut().map(|(_, line)| line) {
                Some(Line::Deal { said: lines, .. } | Line::Conduct { said: lines, .. }) => lines.push(said),
                Some(Line::Entry { entry, .. }) => entry.said.push(said),
                Some(Line::TakenBack(_) | Line::Over(_) | Line::People(_)) | None => {
                    return Err(at(say!("words stand below the entry at which they were said")));
                }
            }
            return Ok(());
        }
        if let Some(parts) = line.strip_prefix("+ ") {
            let said = match self.lines.last_mut().map(|(_, line)| line) {
                Some(Line::Deal { said, .. } | Line::Conduct { said, .. }) => said.last_mut(),
                Some(Line::Entry { entry, .. }) => entry.said.last_mut(),
                Some(Line::TakenBack(_) | Line::Over(_) | Line::People(_)) | None => None,
            };
            let said = said.filter(|said| said.parts.is_none());
            let said = said.ok_or_else(|| at(say!("a template stands below the words that it says")))?;
            said.parts = Some(parts.to_owned());
            return Ok(());
        }
        if let Some(hash) = line.strip_prefix("~ ") {
            let hash = u64::from_str_radix(hash.trim(), 16);
            let hash = hash.map_err(|_| {
                at(say!("not a fingerprint: `{found}`", found = Filling::text(excerpt(line))))
            })?;
            if let Some((_, Line::Entry { entry, .. })) = self.lines.last_mut() {
                entry.fingerprint = Some(hash);
                return Ok(());
            }
            return Err(at(say!("a fingerprint stands below its entry")));
        }
        let read = line.parse::<Line>().map_err(|bad| BadText { line: number, ..bad })?;
        self.lines.push((number, read));
        Ok(())
    }
}

fn read_title(title: &str) -> Result<(), BadText> {
    let format = match title.strip_prefix(TITLE).unwrap_or_default().trim() {
        "" => Some(1),
        number => number.parse().ok(),
    };
    match format {
        Some(1..=FORMAT) => Ok(()),
        Some(0) => Err(BadText::at(
            1,
            say!("formats have the numbers 1 to {format}, and none is 0", format = FORMAT),
        )),
        Some(newer) => Err(BadText::at(
            1,
            say!(
                "this is format {newer}, and this Chess Kit reads formats up to {format}; use a newer one",
                newer,
                format = FORMAT
            ),
        )),
        None => Err(not_a_title(title)),
    }
}

/// The text does not begin with a title.
pub(crate) fn not_a_title(found: &str) -> BadText {
    let found = match found {
        "" => say!("an empty line"),
        _ if found.starts_with(BYTE_ORDER_MARK) => say!("a byte order mark (save it as UTF-8 without one)"),
        _ => say!("`{found}`", found = Filling::text(excerpt(found))),
    };
    let title = Filling::text(format_args!("{TITLE} {FORMAT}"));
    BadText::at(1, say!("a scoresheet begins with `{title}`, not with {found}", title, found))
}

impl Header {
    fn read<'a>(lines: &mut Peekable<impl Iterator<Item = (usize, &'a str)>>) -> Result<Header, BadText> {
        let mut header = Header::default();
        let mut fields = BTreeMap::new();
        while let Some((number, line)) = lines.next_if(|(_, line)| !is_marked(line)) {
            if line.trim().is_empty() {
                continue;
            }
            let (key, value) = line.split_once(':').ok_or_else(|| {
                BadText::at(
                    number,
                    say!(
                        "not a `key: value` line of the header: `{found}`",
                        found = Filling::text(excerpt(line))
                    ),
                )
            })?;
            let (key, value) = (key.trim(), value.trim());
            let twice = if key == "arrangement" {
                if !value.is_empty() {
                    let problem = say!("what is arranged stands below `arrangement:`, set in by two spaces");
                    return Err(BadText::at(number, problem));
                }
                let mut block = Vec::new();
                while let Some((_, line)) = lines.next_if(|(_, line)| line.starts_with("  ")) {
                    block.push(&line[2..]);
                }
                header.arrangement.replace(block.join("\n")).is_some()
            } else if let Some(name) = key.strip_prefix("option ") {
                header.options.insert(name.trim().to_owned(), value.to_owned()).is_some()
            } else if let Some(seat) = key.strip_prefix("player ") {
                header.players.insert(seat.trim().to_owned(), value.to_owned()).is_some()
            } else {
                fields.insert(key, (number, value)).is_some()
            };
            if twice {
                let problem =
                    say!("the header has two lines `{found}: …`", found = Filling::text(excerpt(key)));
                return Err(BadText::at(number, problem));
            }
        }
        header.fill(&fields)?;
        Ok(header)
    }

    fn fill(&mut self, fields: &BTreeMap<&str, (usize, &str)>) -> Result<(), BadText> {
        const KEYS: [&str; 4] = ["game", "edition", "seats", "revision"];
        if let Some((key, (line, _))) = fields.iter().find(|(key, _)| !KEYS.contains(*key)) {
            let known: Vec<&str> =
                KEYS.into_iter().chain(["option NAME", "player SEAT", "arrangement"]).collect();
            let (found, known) =
                (Filling::text(excerpt(key)), Filling::one_of(known.iter().map(Filling::text)));
            let problem = say!("unknown header: `{found}` (try {known})", found, known);
            return Err(BadText::at(*line, problem));
        }
        let text = |key: &str| {
            let missing =
                || BadText::at(1, say!("the header has no line `{key}: …`", key = Filling::text(key)));
            fields.get(key).copied().ok_or_else(missing)
        };
        let number = |key: &str| {
            let (line, value) = text(key)?;
            let bad = |_| {
                let (key, found) = (Filling::text(key), Filling::text(excerpt(value)));
                BadText::at(line, say!("`{key}` is a number, not `{found}`", key, found))
            };
            value.parse::<u32>().map_err(bad)
        };
        self.game = text("game")?.1.to_owned();
        self.edition = text("edition")?.1.to_owned();
        self.seats = number("seats")? as usize;
        self.revision = number("revision")?;
        Ok(())
    }
}

/// Whether a line is no longer of the header.
fn is_marked(line: &str) -> bool {
    let mut letters = line.chars();
    let first = letters.next();
    first.is_some_and(|first| first.is_ascii_digit() || "=+-!>*@~".contains(first))
        && letters.any(|letter| letter == ' ')
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{TITLE} {FORMAT}\ngame: {}\nedition: {}", self.game, self.edition)?;
        writeln!(f, "seats: {}\nrevision: {}", self.seats, self.revision)?;
        for (name, value) in &self.options {
            writeln!(f, "option {name}: {value}")?;
        }
        for (seat, name) in &self.players {
            writeln!(f, "player {seat}: {}", one_line(name))?;
        }
        if let Some(arrangement) = &self.arrangement {
            writeln!(f, "arrangement:")?;
            arrangement.lines().try_for_each(|line| writeln!(f, "  {}", one_line(line)))?;
        }
        writeln!(f)
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Line::Deal { rolls, said } => {
                write!(f, "0 {SETUP}")?;
                write_tail(f, rolls, said)
            }
            Line::Entry { number, entry } => {
                let seat = if entry.seat.is_empty() { NOBODY } else { &entry.seat };
                write!(f, "{number} {seat} {}", entry.action)?;
                write_tail(f, &entry.rolls, &entry.said)?;
                entry.fingerprint.map_or(Ok(()), |hash| writeln!(f, "~ {hash:016x}"))
            }
            Line::TakenBack(entries) => writeln!(f, "- {entries}"),
            Line::Conduct { conduct, said } => {
                write!(f, "! {conduct}")?;
                write_tail(f, &[], said)
            }
            Line::Over(ending) => writeln!(f, "> {ending}"),
            Line::People(text) => writeln!(f, "{}", one_line(text)),
        }
    }
}

fn write_tail(f: &mut fmt::Formatter<'_>, rolls: &[u32], said: &[SaidLine]) -> fmt::Result {
    if !rolls.is_empty() {
        let rolls: Vec<String> = rolls.iter().map(ToString::to_string).collect();
        write!(f, " | {}", rolls.join(" "))?;
    }
    writeln!(f)?;
    said.iter().try_for_each(|line| {
        writeln!(f, "= {}: {}", line.ears, one_line(&line.text))?;
        line.parts.as_ref().map_or(Ok(()), |parts| writeln!(f, "+ {}", one_line(parts)))
    })
}

/// A text that stays within its line.
fn one_line(text: &str) -> Cow<'_, str> {
    if !text.contains(char::is_control) {
        return Cow::Borrowed(text);
    }
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

impl FromStr for Line {
    type Err = BadText;

    /// Reads one line, without what was said below it.
    fn from_str(line: &str) -> Result<Line, BadText> {
        if let Some(conduct) = line.strip_prefix("! ") {
            return Ok(Line::Conduct { conduct: conduct.parse()?, said: Vec::new() });
        }
        if let Some(ending) = line.strip_prefix("> ") {
            return Ok(Line::Over(ending.parse()?));
        }
        if let Some(entries) = line.strip_prefix("- ") {
            let bad =
                |_| BadText::at(1, say!("not a line `- N`: `{found}`", found = Filling::text(excerpt(line))));
            return Ok(Line::TakenBack(entries.trim().parse().map_err(bad)?));
        }
        if line.starts_with("* ") || line.starts_with("@ ") {
            return Ok(Line::People(line.trim_end().to_owned()));
        }
        read_entry(line)
    }
}

fn read_entry(line: &str) -> Result<Line, BadText> {
    let (words, rolls) = line.split_once(" | ").unwrap_or((line, ""));
    let bad_roll =
        |_| BadText::at(1, say!("rolls are numbers, not `{found}`", found = Filling::text(excerpt(rolls))));
    let rolls =
        rolls.split_whitespace().map(str::parse).collect::<Result<Vec<u32>, _>>().map_err(bad_roll)?;
    let mut parts = words.splitn(3, ' ');
    let number = parts.next().and_then(|number| number.parse::<u32>().ok());
    let (seat, action) = (parts.next(), parts.next().map(str::trim).filter(|action| !action.is_empty()));
    match (number, seat, action) {
        (Some(0), Some(SETUP), None) => Ok(Line::Deal { rolls, said: Vec::new() }),
        (Some(number @ 1..), Some(seat), Some(action)) => {
            let seat = if seat == NOBODY { String::new() } else { seat.to_owned() };
            let (action, said) = (action.to_owned(), Vec::new());
            Ok(Line::Entry { number, entry: SheetEntry { seat, action, rolls, said, fingerprint: None } })
        }
        _ => Err(BadText::at(
            1,
            say!("not a line `number seat action`: `{found}`", found = Filling::text(excerpt(line))),
        )),
    }
}

impl SaidLine {
    /// Reads what follows the mark.
    fn read(line: &str) -> Option<SaidLine> {
        let (ears, text) = line.split_once(": ")?;
        Some(SaidLine { ears: ears.to_owned(), text: text.to_owned(), parts: None })
    }
}

impl fmt::Display for Conduct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Conduct::Resigned(team) => write!(f, "team {} resigns", team.0),
            Conduct::OutOfTime(team) => write!(f, "team {} is out of time", team.0),
            Conduct::Abandoned(team) => write!(f, "team {} leaves", team.0),
            Conduct::DrawAgreed => f.write_str("draw agreed"),
            Conduct::CalledOff => f.write_str("called off"),
        }
    }
}

impl FromStr for Conduct {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Conduct, BadText> {
        let bad = || {
            let problem = say!(
                "not `! team N resigns`, `! team N is out of time`, `! team N leaves`, `! draw agreed` or `! called off`: `! {found}`",
                found = Filling::text(excerpt(text))
            );
            BadText::at(1, problem)
        };
        match text {
            "draw agreed" => return Ok(Conduct::DrawAgreed),
            "called off" => return Ok(Conduct::CalledOff),
            _ => {}
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

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.verdict {
            Verdict::Win(team) => write!(f, "win {}", team.0)?,
            Verdict::Draw => f.write_str("draw")?,
            Verdict::Scores(scores) => {
                f.write_str("scores")?;
                scores.iter().try_for_each(|score| write!(f, " {score}"))?;
            }
        }
        write!(f, ": {}", one_line(&self.sentence))
    }
}

impl FromStr for Ending {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Ending, BadText> {
        let bad = || {
            let found = Filling::text(excerpt(text));
            let problem =
                say!("not `> win N: words`, `> draw: words` or `> scores N N: words`: `> {found}`", found);
            BadText::at(1, problem)
        };
        let (verdict, sentence) = text.split_once(": ").ok_or_else(bad)?;
        let (kind, rest) = verdict.split_once(' ').unwrap_or((verdict, ""));
        let verdict = match kind {
            "win" => Verdict::Win(Team(rest.parse().map_err(|_| bad())?)),
            "draw" if rest.is_empty() => Verdict::Draw,
            "scores" => {
                let scores = rest.split_whitespace().map(str::parse).collect::<Result<Vec<i32>, _>>();
                Verdict::Scores(scores.map_err(|_| bad())?)
            }
            _ => return Err(bad()),
        };
        Ok(Ending { verdict, sentence: sentence.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ending_that_was_written_down_is_told_as_it_was() {
        let about = About { teams: &["white", "black"], ..About::USUAL };
        let ending = |text: &str| text.parse::<Ending>().expect("an ending");
        for (text, parts) in [
            ("win 0: White wins by checkmate", true),
            ("draw: Draw by agreement", true),
            ("win 1: Black wins by capture by the king", true),
            // Words of another time are not taken apart.
            ("draw: The king was taken by surprise", false),
            ("win 7: The seventh team wins by miles", false),
            ("draw: The game was called off, and nobody has lost", false),
        ] {
            let (ending, words) = (ending(text), text.split_once(": ").map(|(_, words)| words));
            let told = ending.told(&about);
            assert_eq!(Some(told.to_string().as_str()), words);
            assert_eq!(told == Sentence::read(&ending.sentence, None), !parts, "{text}");
        }
    }
}
