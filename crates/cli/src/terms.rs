//! Which game, and by which terms, as the command line says it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Context;
use kit_games::CATALOGUE;
use kit_play::sentence::Filling;
use kit_play::text::excerpt;
use kit_play::{Arrangement, BadTerms, Chance, Listed, Sentence, Table, Terms, say};

use crate::streams;
use crate::usage::Usage;
use crate::words::{self, either};

/// A game and what is agreed about it.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct TermsArgs {
    /// The game, by its id or a word of its name (`chess-kit games` lists them)
    pub game: Option<String>,
    /// The printed edition to play by
    #[arg(long, value_name = "EDITION")]
    pub edition: Option<String>,
    /// Something agreed beyond the edition; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
    /// How many seats the table has, where a game leaves that open; two if nothing is said
    #[arg(long = "seats", value_name = "N")]
    pub size: Option<usize>,
    /// A file with the position to start from (`-` for standard input)
    #[arg(long, value_name = "FILE")]
    pub arrangement: Option<PathBuf>,
    /// A number that makes all luck fall the same way again
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

/// What is agreed, by name.
pub type Agreed = BTreeMap<String, String>;

impl TermsArgs {
    /// Finds the game and settles the terms.
    ///
    /// # Errors
    ///
    /// Fails when there is no such game, edition, option or value, and when the arrangement
    /// cannot be read.
    pub fn agree(&self) -> anyhow::Result<(&'static dyn Listed, Terms, Chance)> {
        self.agree_beyond(&Agreed::new())
    }

    /// The same where something is agreed already, which no option may contradict.
    ///
    /// # Errors
    ///
    /// Fails like [`TermsArgs::agree`], and when an option is agreed already.
    pub fn agree_beyond(&self, before: &Agreed) -> anyhow::Result<(&'static dyn Listed, Terms, Chance)> {
        let game = self.game()?;
        let mut agreed = before.clone();
        for option in &self.options {
            let (name, value) = option.split_once('=').ok_or_else(|| {
                let found = Filling::text(excerpt(option));
                Usage::error(say!("not an option: `{found}` (write name=value)", found))
            })?;
            if agreed.insert(name.trim().to_owned(), value.trim().to_owned()).is_some() {
                let name = Filling::text(excerpt(name.trim()));
                return Err(Usage::error(say!("option {name} is decided twice", name)));
            }
        }
        let arrangement: Option<Arrangement> = match &self.arrangement {
            Some(path) => {
                let text = streams::read_text(path)?;
                let read: Result<Arrangement, _> = text.parse();
                Some(read.with_context(|| path.display().to_string())?)
            }
            None => None,
        };
        let about = game.about();
        let usual = about.fewest_seats.max(about.seats.len().min(2));
        let seats = Some(self.size.unwrap_or(usual));
        let terms = Terms::agree(about, self.edition.as_deref(), &agreed, seats, arrangement)?;
        Ok((game, terms, chance(self.seed)))
    }

    /// Lays a table by these terms.
    ///
    /// # Errors
    ///
    /// Fails when the game cannot start so; what is wrong with an arrangement names its file.
    pub fn lay(
        &self,
        game: &'static dyn Listed,
        terms: &Terms,
        chance: &mut Chance,
    ) -> anyhow::Result<Table> {
        Table::open(game, terms, chance).map_err(|bad| match (bad, &self.arrangement) {
            (BadTerms::Arrangement(bad), Some(path)) => {
                anyhow::Error::new(bad).context(path.display().to_string())
            }
            (bad, _) => bad.into(),
        })
    }

    /// Finds the game.
    ///
    /// # Errors
    ///
    /// Fails when none is named, or an unknown one.
    pub fn game(&self) -> anyhow::Result<&'static dyn Listed> {
        let id = self.game.as_deref().ok_or_else(|| {
            Usage::error(say!("which game? (try {games})", games = either(&ids(CATALOGUE))))
        })?;
        listed(CATALOGUE, id).map_err(Usage::error)
    }
}

/// Luck that is the same for the same seed, or that nobody can predict.
pub fn chance(seed: Option<u64>) -> Chance {
    seed.map_or_else(Chance::unpredictable, Chance::seeded)
}

/// The game that somebody means, by its id, its name, or a word of them that no other game has; or what
/// to say when there is none.
pub fn listed(catalogue: &[&'static dyn Listed], id: &str) -> Result<&'static dyn Listed, Sentence> {
    if let Some(game) = kit_play::referee::listed(catalogue, id) {
        return Ok(game);
    }
    let meant = called(catalogue, id);
    let found = Filling::text(excerpt(id));
    match (meant.as_slice(), nearest(id, &ids(catalogue))) {
        ([game], _) => Ok(*game),
        ([], Some(near)) => {
            let near = Filling::text(near);
            Err(say!("unknown game: `{found}` (did you mean {near}?)", found, near))
        }
        ([], None) => {
            Err(say!("unknown game: `{found}` (try {games})", found, games = either(&ids(catalogue))))
        }
        (several, _) => Err(say!("`{found}` could be {games}", found, games = either(&ids(several)))),
    }
}

/// The games of which the id or the name is so, or else has these words beside each other, whatever
/// the case of the letters.
fn called(catalogue: &[&'static dyn Listed], text: &str) -> Vec<&'static dyn Listed> {
    let dashed = |text: &str| text.to_lowercase().split([' ', '-', '_']).collect::<Vec<_>>().join("-");
    let wanted = dashed(text.trim());
    let names = |game: &dyn Listed| {
        let about = game.about();
        [about.id, about.name, words::text(about.name)].map(dashed)
    };
    let fitting = |fits: &dyn Fn(&str) -> bool| -> Vec<&'static dyn Listed> {
        let games = catalogue.iter().copied();
        games.filter(|game| names(*game).iter().any(|name| fits(name))).collect()
    };
    let same = fitting(&|name| name == wanted);
    if !same.is_empty() || wanted.is_empty() {
        return same;
    }
    fitting(&|name| format!("-{name}-").contains(&format!("-{wanted}-")))
}

fn ids(catalogue: &[&'static dyn Listed]) -> Vec<&'static str> {
    catalogue.iter().map(|game| game.about().id).collect()
}

/// The word that somebody may have meant, if one is near enough.
fn nearest<'a>(written: &str, words: &[&'a str]) -> Option<&'a str> {
    const MOST_LETTERS: usize = 40;
    const MOST_SLIPS: usize = 3;
    if written.chars().count() > MOST_LETTERS {
        return None;
    }
    let lower = written.to_lowercase();
    let begun = words.iter().find(|word| lower.chars().count() >= 3 && word.starts_with(&lower));
    let slips = words.iter().map(|word| (distance(&lower, word), word));
    let near = slips.filter(|(slips, _)| *slips <= MOST_SLIPS).min().map(|(_, word)| word);
    begun.or(near).copied()
}

/// How many letters must be put in, left out or changed to make one word of another.
fn distance(from: &str, to: &str) -> usize {
    let mut row: Vec<usize> = (0..=to.chars().count()).collect();
    for (above, letter) in from.chars().enumerate() {
        let mut corner = std::mem::replace(&mut row[0], above + 1);
        for (column, other) in to.chars().enumerate() {
            let changed = corner + usize::from(letter != other);
            corner = row[column + 1];
            row[column + 1] = changed.min(corner + 1).min(row[column] + 1);
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_those_of_levenshtein() {
        for (from, to, slips) in [("", "", 0), ("", "abc", 3), ("kitten", "sitting", 3), ("abc", "acb", 2)] {
            assert_eq!(distance(from, to), slips, "{from} {to}");
            assert_eq!(distance(to, from), slips, "{to} {from}");
        }
    }

    #[test]
    fn a_word_that_only_one_game_has_is_its_name() {
        for game in CATALOGUE {
            let about = game.about();
            for text in [about.id.to_uppercase(), about.name.to_owned(), about.id.replace('-', " ")] {
                assert_eq!(listed(CATALOGUE, &text).map(|game| game.about().id), Ok(about.id), "{text}");
            }
        }
        let found =
            |text: &str| listed(CATALOGUE, text).map(|game| game.about().id).map_err(|bad| bad.to_string());
        assert_eq!(found("Zombie"), Ok("zombie-chess"));
        assert_eq!(found("golf"), Ok("chess-golf"));
        assert!(found("chess").is_err_and(|bad| bad.starts_with("`chess` could be ")));
        assert!(found("").is_err() && found("zombi").is_err());
    }

    #[test]
    fn a_slip_or_a_beginning_finds_the_word() {
        let words = ["north-wind", "south-wind"];
        assert_eq!(nearest("nort-wind", &words), Some("north-wind"));
        assert_eq!(nearest("SOU", &words), Some("south-wind"));
        assert_eq!(nearest("east", &words), None);
    }
}
