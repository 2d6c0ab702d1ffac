//! What is printed: the deck, sheets, player aids, puzzles and the book.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use kit_games::CATALOGUE;
use kit_golf::{Hole, Limits, Solution, explain, generate};
use kit_play::sentence::Filling;
use kit_play::text::excerpt;
use kit_play::{About, Chance, Sentence, say};
use kit_print::pages::book::{self, Binding};
use kit_print::pages::paper::Paper;
use kit_print::pages::problem::Problem;
use kit_print::pages::{BadOrder, PrintError, aids, deck, holes, sheets};
use kit_print::{Theme, output};

use crate::examples::examples;
use crate::usage::{Usage, failure, in_words};
use crate::{streams, terms};

/// Pages for a printer.
#[derive(clap::Args)]
#[command(after_help = examples("\
Examples:
  chess-kit print deck --size letter -o deck.pdf
  chess-kit print sheets --sheet {sheets} -o sheets.pdf
  chess-kit print aids --games {game} -o aids.pdf
  chess-kit print golf --holes 9 --moves 3..5 --seed 7 -o golf.pdf
  chess-kit print book --size zine -o book.pdf
  chess-kit print book --format html -o book.html

Everything is made from the same rules that `chess-kit rules` shows."))]
pub struct PrintArgs {
    #[command(subcommand)]
    command: PrintCommand,
}

#[derive(clap::Subcommand)]
enum PrintCommand {
    /// The chess deck with crop marks and backs
    Deck(DeckArgs),
    /// Grids, score cards and tables to write on, one page each
    Sheets(SheetsArgs),
    /// Set-up and turn of each game on a card
    Aids(AidsArgs),
    /// Golf holes with their solutions
    Golf(GolfArgs),
    /// All rules as a book
    Book(BookArgs),
}

#[derive(clap::Args)]
struct DeckArgs {
    /// The paper: a4 or letter
    #[arg(long, value_name = "SIZE", default_value = "a4")]
    size: String,
    /// The kind of cards: standard, poker or large-index
    #[arg(long, value_name = "KIND", default_value = "standard")]
    cards: String,
    /// How many checkers cards of each color: 0, 2 or 4
    #[arg(long, value_name = "N", default_value = "4")]
    checkers: String,
    /// Leave out the backs
    #[arg(long)]
    no_backs: bool,
    #[command(flatten)]
    target: Target,
}

#[derive(clap::Args)]
struct SheetsArgs {
    /// Which sheets, by their names or the games' ids; all of them if none is named
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    sheet: Vec<String>,
    /// The paper: a4 or letter
    #[arg(long, value_name = "SIZE", default_value = "a4")]
    size: String,
    #[command(flatten)]
    target: Target,
}

#[derive(clap::Args)]
struct AidsArgs {
    #[command(flatten)]
    games: Games,
    /// The paper: a4 or letter
    #[arg(long, value_name = "SIZE", default_value = "a4")]
    size: String,
    #[command(flatten)]
    target: Target,
}

#[derive(clap::Args)]
struct GolfArgs {
    /// How many holes, from 1 to 36
    #[arg(long, value_name = "N", default_value = "9")]
    holes: String,
    /// How many moves the holes take, such as 4 or 3..6
    #[arg(long, value_name = "N..M", default_value = "3..5")]
    moves: String,
    /// How many cards the holes have, such as 2 or 2..3
    #[arg(long, value_name = "N..M", default_value = "2")]
    cards: String,
    /// A number that gives the same holes again
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Where the app opens a hole
    #[arg(long, value_name = "ADDRESS", default_value = "http://localhost:8080/golf")]
    link: String,
    /// The paper: a4 or letter
    #[arg(long, value_name = "SIZE", default_value = "a4")]
    size: String,
    #[command(flatten)]
    target: Target,
}

#[derive(clap::Args)]
struct BookArgs {
    #[command(flatten)]
    games: Games,
    /// The size: letter, a4, a5, zine or zine-letter (a booklet to fold)
    #[arg(long, value_name = "SIZE", default_value = "a4")]
    size: String,
    /// The edition by which the games are told, such as 2024-book; the newest of each if none is named
    #[arg(long, value_name = "EDITION")]
    edition: Option<String>,
    /// The format: pdf or html
    #[arg(long, value_name = "FORMAT", default_value = "pdf")]
    format: String,
    #[command(flatten)]
    target: Target,
}

#[derive(clap::Args)]
struct Games {
    /// Only these games, by their ids
    #[arg(long, value_name = "GAME,…", value_delimiter = ',')]
    games: Vec<String>,
}

#[derive(clap::Args)]
struct Target {
    /// The file to write
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

/// The holes of the book are always the same.
const BOOK_SEED: u64 = 64;

/// How many positions may be looked at for each hole of a sheet.
const LIMIT: u64 = 400_000_000;

/// Prints something.
pub fn run(args: &PrintArgs) -> anyhow::Result<ExitCode> {
    match &args.command {
        PrintCommand::Deck(args) => print_deck(args),
        PrintCommand::Sheets(args) => print_sheets(args),
        PrintCommand::Aids(args) => print_aids(args),
        PrintCommand::Golf(args) => print_golf(args),
        PrintCommand::Book(args) => print_book(args),
    }?;
    Ok(ExitCode::SUCCESS)
}

fn print_deck(args: &DeckArgs) -> anyhow::Result<()> {
    let checkers = match args.checkers.as_str() {
        "0" => 0,
        "2" => 2,
        "4" => 4,
        other => {
            let found = Filling::text(excerpt(other));
            return Err(Usage::error(say!(
                "not a number of checkers cards: `{found}` (try 0, 2 or 4)",
                found
            )));
        }
    };
    let order = deck::Order {
        paper: paper(&args.size)?,
        make: deck::Make::named(&args.cards).map_err(order)?,
        checkers,
        backs: !args.no_backs,
    };
    args.target.deliver(&deck::pdf(&order, &all_games()).map_err(failed)?)
}

fn print_sheets(args: &SheetsArgs) -> anyhow::Result<()> {
    let paper = paper(&args.size)?;
    let games = sheets::chosen(&args.sheet, &all_games()).map_err(order)?;
    args.target.deliver(&sheets::pdf(&games, paper).map_err(failed)?)
}

fn print_aids(args: &AidsArgs) -> anyhow::Result<()> {
    let paper = paper(&args.size)?;
    args.target.deliver(&aids::pdf(&args.games.chosen()?, paper).map_err(failed)?)
}

fn print_golf(args: &GolfArgs) -> anyhow::Result<()> {
    let paper = paper(&args.size)?;
    let holes = range(&args.holes, say!("number of holes"), 1, 36)?;
    if holes.0 != holes.1 {
        let found = Filling::text(excerpt(&args.holes));
        return Err(Usage::error(say!("not a number of holes: `{found}` (try 9)", found)));
    }
    let moves = range(&args.moves, say!("number of moves"), 1, 9)?;
    let cards = range(&args.cards, say!("number of cards"), 2, 4)?;
    let game = game_with_puzzles(&all_games()).map_or("chess", |about| about.name);
    let (name, mut chance) = match args.seed {
        Some(seed) => (format!("{game}, course {seed}"), Chance::seeded(seed)),
        None => (game.to_owned(), Chance::unpredictable()),
    };
    let problems = problems(holes.0, moves, cards, &mut chance)?;
    let order = holes::Order { problems: &problems, game, name, link: args.link.clone(), paper };
    args.target.deliver(&holes::pdf(&order, &Theme::PAPER).map_err(failed)?)
}

fn print_book(args: &BookArgs) -> anyhow::Result<()> {
    let binding = Binding::named(&args.size).map_err(order)?;
    let is_html = match args.format.as_str() {
        "pdf" => false,
        "html" => true,
        other => {
            let found = Filling::text(excerpt(other));
            return Err(Usage::error(say!("unknown format: `{found}` (try pdf or html)", found)));
        }
    };
    let games = args.games.chosen()?;
    let mut book =
        book::order(&games, !args.games.games.is_empty(), args.edition.as_deref(), &[]).map_err(order)?;
    let problems = if game_with_puzzles(&book.games).is_some() {
        problems(12, (2, 4), (2, 2), &mut Chance::seeded(BOOK_SEED))?
    } else {
        Vec::new()
    };
    book.problems = &problems;
    let bytes = if is_html {
        book::html::html(&book, &Theme::PAPER).map(String::into_bytes)
    } else {
        book::pdf(&book, binding, &Theme::PAPER)
    };
    args.target.deliver(&bytes.map_err(failed)?)?;
    if matches!(binding, Binding::Zine(_)) && !is_html {
        streams::say(&say!(
            "print on both sides, turned over the short edge, and fold the pile in the middle"
        ));
    }
    Ok(())
}

impl Target {
    /// Writes all of a file, or nothing.
    fn deliver(&self, bytes: &[u8]) -> anyhow::Result<()> {
        let path: &Path = &self.output;
        output::write_file(path, bytes).map_err(|error| {
            let name = Filling::text(excerpt(&path.display().to_string()));
            let problem = Filling::text(in_words(&error.into()));
            Usage::error(say!("`{name}` cannot be written: {problem}", name, problem))
        })?;
        let (file, size) = (Filling::text(path.display()), bytes.len().div_ceil(1000));
        streams::say(&say!("{file}: {size} kB", file, size));
        Ok(())
    }
}

impl Games {
    fn chosen(&self) -> anyhow::Result<Vec<&'static About>> {
        if self.games.is_empty() {
            return Ok(all_games());
        }
        let about = |id: &String| terms::listed(CATALOGUE, id).map(|game| game.about()).map_err(Usage::error);
        self.games.iter().map(about).collect()
    }
}

fn all_games() -> Vec<&'static About> {
    CATALOGUE.iter().map(|game| game.about()).collect()
}

fn game_with_puzzles(games: &[&'static About]) -> Option<&'static About> {
    games.iter().copied().find(|about| about.puzzle.is_some())
}

fn paper(name: &str) -> anyhow::Result<Paper> {
    Paper::named(name, &Paper::SHEETS).map_err(order)
}

fn order(bad: BadOrder) -> anyhow::Error {
    Usage::error(bad.0)
}

fn failed(error: PrintError) -> anyhow::Error {
    match error {
        PrintError::Order(bad) => order(bad),
        PrintError::Rules { .. } | PrintError::Pdf(_) => anyhow::Error::new(error),
    }
}

/// `4`, or `3..6` with both ends inside.
fn range(text: &str, what: Sentence, least: u32, most: u32) -> anyhow::Result<(u32, u32)> {
    let (low, high) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| text.parse().ok().filter(|number| (least..=most).contains(number));
    match (number(low), number(high)) {
        (Some(low), Some(high)) if low <= high => Ok((low, high)),
        (_, _) => {
            let found = Filling::text(excerpt(text));
            Err(Usage::error(say!(
                "not a {what}: `{found}` (try a number from {least} to {most}, or two such as {least}..{most})",
                what,
                found,
                least,
                most
            )))
        }
    }
}

/// Holes that become longer from the first to the last, those with more cards among them.
fn problems(
    count: u32,
    moves: (u32, u32),
    cards: (u32, u32),
    chance: &mut Chance,
) -> anyhow::Result<Vec<Problem>> {
    let limits = Limits { nodes: LIMIT, ..Limits::default() };
    let make = |number: u32| {
        let par = moves.0 + number * (moves.1 - moves.0 + 1) / count;
        let cards = cards.0 + (number + 1) % (cards.1 - cards.0 + 1);
        let made = generate(cards as usize, par, false, &limits, chance, |_| {});
        made.map(problem).map_err(|_| {
            failure(&say!("no hole of {par} moves with {cards} cards was found; try fewer moves", par, cards))
        })
    };
    (0..count).map(make).collect()
}

fn problem((hole, solution): (Hole, Solution)) -> Problem {
    let rows = kit_chess::rows_of(hole.board()).join("\n").replace(' ', "");
    Problem {
        board: hole.board().clone(),
        cards: hole.chosen().to_vec(),
        par: solution.length().unwrap_or_default(),
        reasons: solution.line.iter().map(explain).collect(),
        text: format!("{rows}\nchosen: {}", kit_golf::card_letters(hole.chosen())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read() {
        assert_eq!(range("3..6", say!("number of moves"), 1, 9).ok(), Some((3, 6)));
        assert_eq!(range("4", say!("number of moves"), 1, 9).ok(), Some((4, 4)));
        for bad in ["", "0", "6..3", "3..", "..3", "3...6", "10", "-1", "x"] {
            assert!(range(bad, say!("number of moves"), 1, 9).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_text_of_a_problem_is_its_hole() {
        let mut chance = Chance::seeded(3);
        let made = generate(2, 2, false, &Limits::default(), &mut chance, |_| {}).expect("a hole is found");
        let hole = made.0.clone();
        let problem = problem(made);
        assert_eq!(problem.text.parse::<Hole>(), Ok(hole));
        assert_eq!(problem.reasons.len(), 2);
    }
}
