//! What is printed: the deck, sheets, player aids, puzzles and the book.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use kit_games::CATALOGUE;
use kit_golf::{Hole, Limits, Solution, generate};
use kit_play::sentence::Filling;
use kit_play::text::excerpt;
use kit_play::{About, Chance, Sentence, say};
use kit_print::pages::book::{self, Binding};
use kit_print::pages::paper::Paper;
use kit_print::pages::problem::{Problem, Step};
use kit_print::pages::{BadOrder, PrintError, aids, deck, evening, holes, mini, sheets};
use kit_print::{Theme, output};

use crate::examples::examples;
use crate::usage::{Usage, failure, in_words};
use crate::words::{self, either, said};
use crate::{golf, streams, terms};

/// Pages for a printer.
#[derive(clap::Args)]
#[command(after_help = examples("\
Examples:
  chess-kit print deck --size letter -o deck.pdf
  chess-kit print sheets --sheet {sheets} -o sheets.pdf
  chess-kit print aids --games {game} -o aids.pdf
  chess-kit print evening --games {sheets} --players 4 -o evening.pdf
  chess-kit print mini --games {game} --size letter -o mini.pdf
  chess-kit print golf --holes 9 --moves 3..5 --seed 7 -o golf.pdf
  chess-kit print book --size zine -o book.pdf
  chess-kit print book -o book.html
  chess-kit print book --language de -o buch.epub

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
    /// What one forgets of each game, on a card with a picture
    Aids(AidsArgs),
    /// All paper for some games and so many people: deck, table numbers, score, sheets and aids
    Evening(EveningArgs),
    /// Golf holes with room to write, and their solutions on the back
    Golf(GolfArgs),
    /// A mini-zine of each game: eight small pages from one sheet, cut once and folded
    Mini(MiniArgs),
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
    /// How many checkers cards of each colour: 0, 2 or 4
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
struct EveningArgs {
    /// Which games, by their ids or a word of their names, in the order in which they are played
    #[arg(long, value_name = "GAME,…", value_delimiter = ',')]
    games: Vec<String>,
    /// How many people come, from 1 to 64
    #[arg(long, value_name = "N", default_value = "2")]
    players: String,
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
    /// Print codes that open the holes in the app at this address, such as http://localhost:8080/golf
    #[arg(long, value_name = "ADDRESS")]
    link: Option<String>,
    /// The paper: a4 or letter
    #[arg(long, value_name = "SIZE", default_value = "a4")]
    size: String,
    #[command(flatten)]
    target: Target,
}

#[derive(clap::Args)]
struct MiniArgs {
    #[command(flatten)]
    games: Games,
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
    /// The format, where no file name tells it: pdf, html or epub
    #[arg(long, value_name = "FORMAT")]
    format: Option<String>,
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
    /// The file to write, of which the ending tells the format; a new one here with a name that fits if
    /// nothing is said
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
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
        PrintCommand::Evening(args) => print_evening(args),
        PrintCommand::Golf(args) => print_golf(args),
        PrintCommand::Mini(args) => print_mini(args),
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
    let file = args.target.file("deck", &PDF)?;
    file.deliver(&deck::pdf(&order, &all_games(), words::language()).map_err(failed)?)
}

fn print_sheets(args: &SheetsArgs) -> anyhow::Result<()> {
    let paper = paper(&args.size)?;
    let games = once_each(sheets::chosen(&args.sheet, &all_games()).map_err(order)?);
    let file = args.target.file("sheets", &PDF)?;
    file.deliver(&sheets::pdf(&games, paper, words::language()).map_err(failed)?)
}

fn print_aids(args: &AidsArgs) -> anyhow::Result<()> {
    let paper = paper(&args.size)?;
    let games = args.games.chosen()?;
    let file = args.target.file("aids", &PDF)?;
    file.deliver(&aids::pdf(&games, paper, words::language()).map_err(failed)?)
}

fn print_evening(args: &EveningArgs) -> anyhow::Result<()> {
    let paper = paper(&args.size)?;
    let people = evening::people_in(&args.players).map_err(order)?;
    if args.games.is_empty() {
        let games = either(&all_games().iter().map(|about| about.id).collect::<Vec<_>>());
        return Err(Usage::error(say!("which games? (name some with --games, such as {games})", games)));
    }
    let games = named(&args.games)?;
    let evening = evening::Order { games: &games, people, paper };
    let file = args.target.file("evening", &PDF)?;
    file.deliver(&evening::pdf(&evening, words::language()).map_err(failed)?)
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
    let named = Filling::text(words::text(game));
    let (name, mut chance) = match args.seed {
        Some(seed) => {
            let name = said(&say!("{game}, course {seed}", game = named, seed = Filling::text(seed)));
            (name, Chance::seeded(seed))
        }
        None => (words::text(game).to_owned(), Chance::unpredictable()),
    };
    let file = args.target.file("golf", &PDF)?;
    let problems = problems(holes.0, moves, cards, &mut chance)?;
    let (link, language) = (args.link.clone(), words::language());
    let order = holes::Order { problems: &problems, game, name, link, paper, language };
    file.deliver(&holes::pdf(&order, &Theme::PAPER).map_err(failed)?)
}

fn print_mini(args: &MiniArgs) -> anyhow::Result<()> {
    let paper = paper(&args.size)?;
    let games = args.games.chosen()?;
    let file = args.target.file("mini", &PDF)?;
    file.deliver(&mini::pdf(&games, paper, words::language()).map_err(failed)?)?;
    streams::say(&say!(
        "print on one side at 100 %, cut along the line in the middle, and fold as the last page says"
    ));
    Ok(())
}

fn print_book(args: &BookArgs) -> anyhow::Result<()> {
    let binding = Binding::named(&args.size).map_err(order)?;
    let formats: &[&'static str] = match args.format.as_deref() {
        None => &["pdf", "html", "epub"],
        Some("pdf") => &PDF,
        Some("html") => &["html"],
        Some("epub") => &["epub"],
        Some(other) => {
            let found = Filling::text(excerpt(other));
            return Err(Usage::error(say!("unknown format: `{found}` (try pdf, html or epub)", found)));
        }
    };
    let games = args.games.chosen()?;
    let mut book =
        book::order(&games, !args.games.games.is_empty(), args.edition.as_deref(), &[]).map_err(order)?;
    let file = args.target.file("book", formats)?;
    let problems = if game_with_puzzles(&book.games).is_some() {
        problems(12, (2, 4), (2, 2), &mut Chance::seeded(BOOK_SEED))?
    } else {
        Vec::new()
    };
    book.problems = &problems;
    book.language = words::language();
    let bytes = match file.format {
        "html" => book::html::html(&book, &Theme::PAPER).map(String::into_bytes),
        "epub" => book::epub::epub(&book, &Theme::PAPER),
        _ => book::pdf(&book, binding, &Theme::PAPER),
    };
    file.deliver(&bytes.map_err(failed)?)?;
    if matches!(binding, Binding::Zine(_)) && file.format == "pdf" {
        streams::say(&say!(
            "print on both sides, turned over the short edge, and fold each signature of at most ten sheets in the middle"
        ));
    }
    Ok(())
}

/// The only format of most that is printed.
const PDF: [&str; 1] = ["pdf"];

/// A file to write, and in which format.
struct TargetFile {
    path: PathBuf,
    format: &'static str,
}

impl Target {
    /// Where to write what is called so and can be written in these formats, the usual one first.
    ///
    /// # Errors
    ///
    /// Fails when the file's ending tells another format, or when nobody named a file and there is one
    /// already.
    fn file(&self, name: &str, formats: &[&'static str]) -> anyhow::Result<TargetFile> {
        let Some(path) = &self.output else {
            let format = formats.first().copied().unwrap_or("pdf");
            let path = PathBuf::from(format!("{name}.{format}"));
            if path.exists() {
                let file = Filling::text(path.display());
                return Err(Usage::error(say!("{file} is there already; name a file with -o", file)));
            }
            return Ok(TargetFile { path, format });
        };
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        let known = formats.iter().find(|format| ending.as_deref() == Some(**format));
        // What is no plain file, such as a pipe, has no ending.
        let is_device = std::fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir());
        match (known, formats.first()) {
            (Some(format), _) => Ok(TargetFile { path: path.clone(), format }),
            (None, Some(format)) if is_device => Ok(TargetFile { path: path.clone(), format }),
            (None, _) => {
                let file = Filling::text(excerpt(&path.display().to_string()));
                let endings: Vec<String> = formats.iter().map(|format| format!(".{format}")).collect();
                let endings = either(&endings);
                Err(Usage::error(say!(
                    "`{file}` cannot be written: its ending tells no format that there is here (try {endings})",
                    file,
                    endings
                )))
            }
        }
    }
}

impl TargetFile {
    /// Writes all of a file, or nothing.
    fn deliver(&self, bytes: &[u8]) -> anyhow::Result<()> {
        let path: &Path = &self.path;
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
        named(&self.games)
    }
}

/// The games that somebody named, each once.
fn named(games: &[String]) -> anyhow::Result<Vec<&'static About>> {
    let about = |id: &String| terms::listed(CATALOGUE, id).map(|game| game.about()).map_err(Usage::error);
    Ok(once_each(games.iter().map(about).collect::<anyhow::Result<_>>()?))
}

/// Every game once, however often somebody named it.
fn once_each(games: Vec<&'static About>) -> Vec<&'static About> {
    let mut kept: Vec<&'static About> = Vec::new();
    for game in games {
        if kept.iter().all(|known| known.id != game.id) {
            kept.push(game);
        }
    }
    kept
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
    let mut board = hole.board().clone();
    let steps = (1..).zip(&solution.line).map(|(number, step)| {
        let told = golf::told(number, step, &board);
        if let Some(piece) = board.remove_piece_at(step.from) {
            board.set_piece_at(step.to, piece);
        }
        Step { from: step.from, to: step.to, told }
    });
    let solution_in_words = steps.collect();
    let rows = kit_chess::rows_of(hole.board()).join("\n").replace(' ', "");
    Problem {
        board: hole.board().clone(),
        cards: hole.chosen().to_vec(),
        par: solution.length().unwrap_or_default(),
        solution: solution_in_words,
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
        assert_eq!(problem.solution.len(), 2);
    }
}
