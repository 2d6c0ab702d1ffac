//! `chess-kit scores`: the best that was reached where a team plays for points and not against others.
//!
//! They are kept in `chess-kit/scores.txt` in the user's folder for data, a line for each game,
//! edition, number of seats and set of options.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use kit_games::CATALOGUE;
use kit_play::sentence::Filling;
use kit_play::text::excerpt;
use kit_play::{BadText, Sentence, Table, Terms, Verdict, referee, say};

use crate::streams;
use crate::terms::listed;
use crate::usage::{Usage, failure};
use crate::words::said;

/// The best scores so far.
#[derive(clap::Args)]
pub struct ScoresArgs {
    /// Only those of this game
    game: Option<String>,
}

/// Prints the scores.
pub fn run(args: &ScoresArgs) -> anyhow::Result<ExitCode> {
    let wanted = match &args.game {
        Some(id) => Some(listed(CATALOGUE, id).map_err(Usage::error)?.about().id),
        None => None,
    };
    let path = file().ok_or_else(nowhere)?;
    let mut scores = Scores::read(&path)?;
    scores.0.retain(|terms, _| wanted.is_none_or(|id| terms.game == id));
    if scores.0.is_empty() {
        streams::say(&nothing_yet());
        return Ok(ExitCode::SUCCESS);
    }
    streams::write_out(&scores.table())?;
    Ok(ExitCode::SUCCESS)
}

/// Keeps the score of a finished game, if it was played for points, and says how good it is.
///
/// # Errors
///
/// Fails when the file with the scores cannot be read or written; then it stays as it is.
pub fn keep(table: &Table) -> anyhow::Result<Option<Sentence>> {
    let Some(score) = score_of(table) else { return Ok(None) };
    let path = file().ok_or_else(nowhere)?;
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).with_context(|| said(&say!("cannot make {file}", file = shown(folder))))?;
    // Two games may end at the same time.
    let lock = path.with_extension("lock");
    let lock = fs::File::create(&lock).with_context(|| cannot_write(&lock))?;
    lock.lock().with_context(|| said(&say!("cannot lock {file}", file = shown(&path))))?;
    let mut scores = Scores::read(&path)?;
    let words = scores.add(table, score);
    scores.write(&path)?;
    Ok(Some(words))
}

/// The points of the only team; none if the game started from a position of somebody's choice.
fn score_of(table: &Table) -> Option<i32> {
    let outcome = table.outcome().filter(|_| table.terms().arrangement().is_none())?;
    match outcome.verdict {
        Verdict::Scores(scores) if scores.len() == 1 => scores.first().copied(),
        Verdict::Scores(_) | Verdict::Win(_) | Verdict::Draw => None,
    }
}

/// What to do for a score; in a game of one team one plays for points whoever sits there.
fn nothing_yet() -> Sentence {
    let game = CATALOGUE.iter().map(|game| game.about()).find(|about| about.teams.len() == 1);
    match game.map(|about| Filling::text(about.id)) {
        Some(game) => say!("no scores yet: finish a game that is played for points, such as {game}", game),
        None => say!("no scores yet: finish a game that is played for points"),
    }
}

fn nowhere() -> anyhow::Error {
    failure(&say!("there is no folder for scores: set XDG_DATA_HOME or HOME"))
}

fn shown(path: &Path) -> Filling {
    Filling::text(path.display())
}

fn cannot_write(path: &Path) -> String {
    said(&say!("cannot write {file}", file = shown(path)))
}

/// Where scores are kept.
fn file() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || folder("HOME").map(|home| home.join(".local/share"));
    let data = folder("XDG_DATA_HOME").or_else(|| folder("LOCALAPPDATA")).or_else(home)?;
    Some(data.join("chess-kit").join("scores.txt"))
}

/// What has to be equal for scores to be compared.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Sort {
    game: String,
    edition: String,
    seats: usize,
    /// What was agreed beyond the edition, like `deck=two,timer=30`; a hyphen if nothing was.
    options: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Record {
    best: i32,
    games: u64,
}

/// All that is known of each sort of game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Scores(BTreeMap<Sort, Record>);

/// The first line of the file.
const TITLE: &str = "chess-kit scores: game, edition, seats, options, best, games";

impl Scores {
    fn read(path: &Path) -> anyhow::Result<Scores> {
        let text = match fs::read(path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Scores::default()),
            Err(error) => return Err(error).with_context(|| path.display().to_string()),
        };
        Scores::parse(&text).with_context(|| {
            let file = shown(path);
            said(&say!("the scores in {file} cannot be read; mend the file or move it away", file))
        })
    }

    fn parse(text: &str) -> Result<Scores, BadText> {
        if text.lines().next() != Some(TITLE) {
            let found = excerpt(text.lines().next().unwrap_or_default());
            let problem = say!("not the title of a file of scores: `{found}`", found = Filling::text(found));
            return Err(BadText::at(1, problem));
        }
        let mut scores = Scores::default();
        for (number, line) in text.lines().enumerate().skip(1) {
            let (sort, record) = read_line(line).ok_or_else(|| {
                let found = Filling::text(excerpt(line));
                let problem = say!(
                    "not a score: `{found}` (game, edition, seats, options, best and games, with tabs between them)",
                    found
                );
                BadText::at(number + 1, problem)
            })?;
            scores.0.insert(sort, record);
        }
        Ok(scores)
    }

    /// Writes beside the old file first, so that nothing is lost when writing fails.
    fn write(&self, path: &Path) -> anyhow::Result<()> {
        let fresh = path.with_extension("new");
        fs::write(&fresh, self.to_string()).with_context(|| cannot_write(&fresh))?;
        fs::rename(&fresh, path).with_context(|| cannot_write(path))
    }

    /// Adds the score of a game and says how it compares.
    fn add(&mut self, table: &Table, score: i32) -> Sentence {
        let few = table.game().about().few_points;
        let Some(record) = self.0.get_mut(&Sort::of(table)) else {
            self.0.insert(Sort::of(table), Record { best: score, games: 1 });
            return say!("This is the first score that is kept: {score}.", score);
        };
        record.games += 1;
        let (before, games) = (record.best, Filling::text(record.games));
        let is_better = if few { score < before } else { score > before };
        if is_better {
            record.best = score;
            return say!("The best score of {games} games! It was {before} before.", games, before);
        }
        if score == before {
            say!("As good as the best score of {games} games.", games)
        } else {
            say!("The best score of {games} games is {before}.", games, before)
        }
    }

    /// The scores for people.
    fn table(&self) -> String {
        let head =
            [say!("game"), say!("edition"), say!("seats"), say!("best"), say!("games"), say!("options")];
        let head = head.map(|head| said(&head));
        let row = |(sort, record): (&Sort, &Record)| {
            let few = referee::listed(CATALOGUE, &sort.game).is_some_and(|game| game.about().few_points);
            let best = record.best;
            let best = if few { said(&say!("{best} (fewest)", best)) } else { best.to_string() };
            let (seats, games) = (sort.seats.to_string(), record.games.to_string());
            [sort.game.clone(), sort.edition.clone(), seats, best, games, sort.options.clone()]
        };
        let rows: Vec<[String; 6]> = std::iter::once(head).chain(self.0.iter().map(row)).collect();
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..6).map(width).collect();
        let line = |row: &[String; 6]| {
            let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
            format!("{}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
        };
        rows.iter().map(line).collect()
    }
}

impl fmt::Display for Scores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{TITLE}")?;
        for (sort, record) in &self.0 {
            let Sort { game, edition, seats, options } = sort;
            writeln!(f, "{game}\t{edition}\t{seats}\t{options}\t{}\t{}", record.best, record.games)?;
        }
        Ok(())
    }
}

fn read_line(line: &str) -> Option<(Sort, Record)> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [game, edition, seats, options, best, games] = fields.as_slice() else { return None };
    let (game, edition, options) = (game.to_string(), edition.to_string(), options.to_string());
    let sort = Sort { game, edition, seats: seats.parse().ok()?, options };
    Some((sort, Record { best: best.parse().ok()?, games: games.parse().ok()? }))
}

impl Sort {
    fn of(table: &Table) -> Sort {
        let (about, terms) = (table.about(), table.terms());
        let usual = Terms::agree(about, Some(terms.edition()), &BTreeMap::new(), Some(terms.seats()), None);
        let is_usual = |choice: &(&str, &str)| {
            usual.as_ref().is_ok_and(|usual| usual.choices().any(|one| one == *choice))
        };
        let beyond = terms.choices().filter(|choice| !is_usual(choice));
        let options: Vec<String> = beyond.map(|(name, value)| format!("{name}={value}")).collect();
        Sort {
            game: about.id.to_owned(),
            edition: terms.edition().to_owned(),
            seats: terms.seats(),
            options: if options.is_empty() { "-".to_owned() } else { options.join(",") },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read_as_they_are_written() {
        let text = format!("{TITLE}\nchess-golf\t2025\t1\t-\t21\t3\nother\t2\t2\ta=b,c=d\t-4\t1\n");
        let scores = Scores::parse(&text).expect("scores");
        assert_eq!(scores.to_string(), text);
        assert_eq!(
            scores.table(),
            "game        edition  seats  best         games  options\n\
             chess-golf  2025     1      21 (fewest)  3      -\n\
             other       2        2      -4           1      a=b,c=d\n"
        );
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let problem = |text: &str| Scores::parse(text).expect_err("cannot be read").to_string();
        assert_eq!(problem("nonsense\n"), "line 1: not the title of a file of scores: `nonsense`");
        assert_eq!(
            problem(&format!("{TITLE}\nchess-golf\t2025\tone\t-\t21\t3\n")),
            "line 2: not a score: `chess-golf\\t2025\\tone\\t-\\t21\\t3` (game, edition, seats, options, best \
             and games, with tabs between them)"
        );
    }
}
