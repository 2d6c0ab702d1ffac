//! `chess-kit golf`: holes of Chess Golf, dealt, made to order and solved with proof.
//!
//! Ctrl-C ends the program at once; nothing is left half written, since answers are written whole.

use std::fmt::Write as _;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use anyhow::Context;
use indicatif::ProgressBar;
use kit_chess::shakmaty::{Board, File, Piece, Rank, Square};
use kit_golf::{
    Course, Cut, DECK, Date, Finding, Hole, Limits, Manner, Move, Options, Solution, Want, course, daily,
    deal, generate, solve,
};
use kit_play::sentence::Filling;
use kit_play::text::excerpt;
use kit_play::{BadText, Chance, Sentence, say};
use serde_json::{Value, json};

use crate::examples::examples;
use crate::streams;
use crate::usage::{Usage, failure};
use crate::words::{either, moves, said};

/// Holes of Chess Golf.
#[derive(clap::Args)]
#[command(after_help = examples("\
Examples:
  chess-kit golf deal --seed 7 | chess-kit golf solve - --explain
  chess-kit golf solve hole.txt --all --options special_king_move=off
  chess-kit golf generate --cards 2 --moves 4 --unique
  chess-kit golf course --seed 18
  chess-kit golf daily
  chess-kit golf daily --date 2025-07-31

A hole is eight rows of the board, rank 8 first, and a line `chosen: Kb` with the cards.
In the middle of a hole, `taking: a2` names the square of the piece that captured last and
`taken: b` what was captured."))]
pub struct GolfArgs {
    #[command(subcommand)]
    command: GolfCommand,
}

#[derive(clap::Subcommand)]
enum GolfCommand {
    /// Find a shortest solution and prove that there is no shorter one
    Solve(SolveArgs),
    /// Deal a hole
    Deal(DealArgs),
    /// Deal until a hole has a wanted length
    Generate(GenerateArgs),
    /// Nine holes with par
    Course(CourseArgs),
    /// The hole of a day with its par
    Daily(DailyArgs),
}

#[derive(clap::Args)]
struct SolveArgs {
    /// A hole (`-` for standard input)
    file: PathBuf,
    /// Write all shortest solutions
    #[arg(long)]
    all: bool,
    /// Tell each move in words, whose manner it uses and what it takes, with the board after it; with
    /// --all in short
    #[arg(long)]
    explain: bool,
    /// Rulings other than the usual ones, such as `special_king_move=off,single_capturer=on`
    #[arg(long, value_name = "NAME=VALUE,…", value_delimiter = ',')]
    options: Vec<String>,
    /// Give up after this many positions
    #[arg(long, value_name = "NODES")]
    limit: Option<u64>,
    /// Look for solutions of at most this many moves
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// How many threads look at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// How many megabytes may hold positions
    #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..))]
    memory: u32,
    /// Say how many positions were looked at, and how much memory held them
    #[arg(long)]
    stats: bool,
}

#[derive(clap::Args)]
struct DealArgs {
    /// A number that makes all luck fall the same way again
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// How many cards
    #[arg(long, value_name = "2..4", default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=4))]
    cards: u8,
}

#[derive(clap::Args)]
struct GenerateArgs {
    #[command(flatten)]
    deal: DealArgs,
    /// How many moves the shortest solution has
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=20))]
    moves: u32,
    /// Only holes with a single shortest solution
    #[arg(long)]
    unique: bool,
    /// Give up after this many positions
    #[arg(long, value_name = "NODES", default_value_t = 500_000_000)]
    limit: u64,
}

#[derive(clap::Args)]
struct CourseArgs {
    /// The number of the course
    #[arg(long, value_name = "S")]
    seed: u64,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
struct DailyArgs {
    /// The day; today, as Greenwich has it, if nothing is said
    #[arg(long, value_name = "YYYY-MM-DD")]
    date: Option<String>,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Deals, makes or solves holes.
pub fn run(args: &GolfArgs) -> anyhow::Result<ExitCode> {
    match &args.command {
        GolfCommand::Solve(args) => run_solve(args),
        GolfCommand::Deal(args) => {
            streams::write_out(&format!("{}\n", deal(args.cards.into(), &mut args.chance())))?;
            Ok(ExitCode::SUCCESS)
        }
        GolfCommand::Generate(args) => run_generate(args),
        GolfCommand::Course(args) => run_course(args),
        GolfCommand::Daily(args) => run_daily(args),
    }
}

impl DealArgs {
    fn chance(&self) -> Chance {
        self.seed.map_or_else(Chance::unpredictable, Chance::seeded)
    }
}

/// A remark about pieces of a layout that are neither on the board nor taken: it may be a study, or a slip.
fn missing_pieces(hole: &Hole) -> Option<Sentence> {
    let there = |piece: Piece| {
        let taken = hole.taken().iter().filter(|taken| **taken == piece).count();
        hole.board().by_piece(piece).count() + taken
    };
    let mut kinds = DECK.to_vec();
    kinds.dedup();
    let copies = |piece: Piece| DECK.iter().filter(|card| **card == piece).count();
    let missing = kinds.into_iter().map(|piece| (piece, copies(piece).saturating_sub(there(piece))));
    let letters: String =
        missing.flat_map(|(piece, count)| std::iter::repeat_n(piece.char(), count)).collect();
    (!letters.is_empty()).then(|| {
        let letters = Filling::text(letters);
        say!("remark: a layout has sixteen pieces, here `{letters}` is missing", letters)
    })
}

fn run_solve(args: &SolveArgs) -> anyhow::Result<ExitCode> {
    let options = read_options(&args.options)?;
    let text = streams::read_text(&args.file)?;
    let hole: Hole = text.parse().with_context(|| args.file.display().to_string())?;
    if let Some(remark) = missing_pieces(&hole) {
        streams::say(&remark);
    }
    let limits = Limits {
        nodes: args.limit.unwrap_or(u64::MAX),
        depth: args.depth.unwrap_or(u32::MAX),
        memory: args.memory as usize * (1 << 20),
        threads: args.threads.into(),
        stop: None,
    };
    let want = if args.all { Want::All(usize::MAX) } else { Want::Count };
    let wait = waiting(&say!("solving"));
    let solution = solve(&hole, options, &limits, want);
    wait.finish_and_clear();
    streams::write_out(&answer(&hole, &solution, args))?;
    if args.stats {
        let megabytes = solution.bytes as f64 / f64::from(1 << 20);
        let (positions, memory) = (Filling::text(solution.nodes), args.memory);
        let megabytes = Filling::text(format!("{megabytes:.1}"));
        streams::say(&say!(
            "{positions} positions, {megabytes} MB of {memory} held them",
            positions,
            megabytes,
            memory
        ));
    }
    match solution.finding {
        Finding::Solved(_) | Finding::Unsolvable => Ok(ExitCode::SUCCESS),
        Finding::AtLeast(..) => Ok(ExitCode::FAILURE),
    }
}

/// The answer in words, then the lines.
fn answer(hole: &Hole, solution: &Solution, args: &SolveArgs) -> String {
    let sentence = match (solution.finding, solution.count) {
        (Finding::Solved(length), Some(1)) => say!("{moves}, one shortest solution", moves = moves(length)),
        (Finding::Solved(length), Some(count)) => {
            say!("{moves}, {count} shortest solutions", moves = moves(length), count = Filling::text(count))
        }
        (Finding::Solved(length), None) => {
            say!("{moves}, the shortest solutions were not counted within the limits", moves = moves(length))
        }
        (Finding::Unsolvable, _) => say!("no solution: nothing else can be reached"),
        (Finding::AtLeast(length, Cut::Depth), _) => {
            say!("no solution in fewer than {length} {length|one=move|other=moves}", length)
        }
        (Finding::AtLeast(length, cut), _) => {
            say!("at least {moves} ({reason})", moves = moves(length), reason = because(cut))
        }
    };
    let mut text = said(&sentence) + "\n";
    if args.explain && !args.all {
        return text + &shown(hole.board(), &solution.line);
    }
    let only = std::slice::from_ref(&solution.line);
    let lines = if args.all && !solution.lines.is_empty() { &solution.lines } else { only };
    for line in lines.iter().filter(|line| !line.is_empty()) {
        text.push_str(&written(line, args.explain));
        text.push('\n');
    }
    text
}

fn written(line: &[Move], with_reasons: bool) -> String {
    if with_reasons {
        line.iter().map(explained).collect::<Vec<_>>().join(", ")
    } else {
        line.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
    }
}

/// The moves in words, each with the board after it.
fn shown(start: &Board, line: &[Move]) -> String {
    let mut board = start.clone();
    let mut text = String::new();
    for (number, step) in (1..).zip(line) {
        let told = told(number, step, &board);
        if let Some(piece) = board.remove_piece_at(step.from) {
            board.set_piece_at(step.to, piece);
        }
        // Writing to a text does not fail.
        let _ = write!(text, "\n{}\n\n{}", said(&told), diagram(&board, step.to));
    }
    text
}

/// A move in words.
pub fn told(number: u32, step: &Move, board: &Board) -> Sentence {
    let Move { from, to, manner, takes } = *step;
    let Some(piece) = board.piece_at(from) else { return Sentence::finished(step.to_string()) };
    match (manner, takes) {
        (Manner::As(model, square), Some(taken)) => say!(
            "{number}. The {piece} on {from} takes the {taken} on {to}, moving like the {model} on {square}.",
            number,
            piece,
            from,
            taken,
            to,
            model,
            square
        ),
        (Manner::As(model, square), None) => say!(
            "{number}. The {piece} on {from} goes to {to}, moving like the {model} on {square}.",
            number,
            piece,
            from,
            to,
            model,
            square
        ),
        (Manner::Step, Some(taken)) => say!(
            "{number}. The {piece} on {from} takes the {taken} on {to} by the special move.",
            number,
            piece,
            from,
            taken,
            to
        ),
        (Manner::Step, None) => {
            say!("{number}. The {piece} on {from} goes to {to} by the special move.", number, piece, from, to)
        }
    }
}

/// A board with its coordinates, and a square of it in brackets.
fn diagram(board: &Board, lit: Square) -> String {
    let mut text = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        let _ = write!(text, "  {}", rank.char());
        for file in File::ALL {
            let square = Square::from_coords(file, rank);
            let letter = board.piece_at(square).map_or('.', Piece::char);
            let [left, right] = if square == lit { ['[', ']'] } else { [' ', ' '] };
            let _ = write!(text, "{left}{letter}{right}");
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text + "    a  b  c  d  e  f  g  h\n"
}

/// A move with whose manner it uses and what it takes: `e5g6 (as n d6, takes K)`.
fn explained(step: &Move) -> String {
    let manner = match step.manner {
        Manner::As(piece, square) => {
            say!("as {piece} {square}", piece = Filling::text(piece.char()), square = Filling::text(square))
        }
        Manner::Step => say!("special"),
    };
    let step_as = Filling::text(step);
    said(&match step.takes {
        Some(taken) => {
            let taken = Filling::text(taken.char());
            say!("{step} ({manner}, takes {taken})", step = step_as, manner, taken)
        }
        None => say!("{step} ({manner})", step = step_as, manner),
    })
}

fn because(cut: Cut) -> Sentence {
    match cut {
        Cut::Nodes => say!("the limit of positions is reached"),
        Cut::Depth => say!("the limit of moves is reached"),
        Cut::Memory => say!("the memory for positions is full"),
        Cut::Stopped => say!("stopped"),
    }
}

/// `name=on` and `name=off`.
fn read_options(words: &[String]) -> anyhow::Result<Options> {
    let mut options = Options::default();
    for word in words {
        let (name, value) = word.split_once('=').ok_or_else(|| {
            let found = Filling::text(excerpt(word));
            Usage::error(say!("not an option: `{found}` (write name=on or name=off)", found))
        })?;
        let value = match value.trim() {
            "on" | "true" => true,
            "off" | "false" => false,
            other => {
                let (name, found) = (Filling::text(excerpt(name.trim())), Filling::text(excerpt(other)));
                return Err(Usage::error(say!("{name} cannot be `{found}` (try on or off)", name, found)));
            }
        };
        match name.trim() {
            "special_king_move" => options.special_king_move = value,
            "borrow_from_victim" => options.borrow_from_victim = value,
            "single_capturer" => options.single_capturer = value,
            unknown => {
                let known = either(&["special_king_move", "borrow_from_victim", "single_capturer"]);
                let found = Filling::text(excerpt(unknown));
                return Err(Usage::error(say!("unknown option: `{found}` (try {known})", found, known)));
            }
        }
    }
    Ok(options)
}

fn run_generate(args: &GenerateArgs) -> anyhow::Result<ExitCode> {
    let least = u32::from(args.deal.cards) - 1;
    if args.moves < least {
        let (wanted, cards) = (args.moves, least + 1);
        return Err(Usage::error(say!(
            "--moves {wanted}: {cards} cards need at least {least} {least|one=move|other=moves}",
            wanted,
            cards,
            least
        )));
    }
    let wait = waiting(&say!("dealing"));
    let limits = Limits { nodes: args.limit, ..Limits::default() };
    let cards = args.deal.cards.into();
    let mut chance = args.deal.chance();
    let made = generate(cards, args.moves, args.unique, &limits, &mut chance, |dealt| {
        wait.set_message(said(&say!("{dealt} holes dealt", dealt = Filling::text(dealt))));
    });
    wait.finish_and_clear();
    let (hole, solution) = made.map_err(|cut| {
        let length = args.moves;
        failure(&say!(
            "no hole of {length} {length|one=move|other=moves} was found: {reason}",
            length,
            reason = because(cut)
        ))
    })?;
    // The hole can be piped on, so the solution goes elsewhere.
    streams::write_out(&format!("{hole}\n"))?;
    let line = Filling::text(written(&solution.line, false));
    streams::say(&say!("{moves}: {line}", moves = moves(args.moves), line));
    Ok(ExitCode::SUCCESS)
}

fn run_course(args: &CourseArgs) -> anyhow::Result<ExitCode> {
    let wait = waiting(&say!("laying out nine holes"));
    let course = course(args.seed);
    wait.finish_and_clear();
    let text = if args.json {
        format!("{:#}\n", course_json(args.seed, &course))
    } else {
        course_text(args.seed, &course)
    };
    streams::write_out(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn course_text(seed: u64, course: &Course) -> String {
    let head = say!("Course {seed}, par {par}", seed = Filling::text(seed), par = course.par());
    let mut text = said(&head) + "\n";
    for (number, (hole, solution)) in course.holes.iter().enumerate() {
        let par = solution.length().unwrap_or_default();
        let head = said(&say!("Hole {number}, par {par}", number = number + 1, par));
        // Writing to a text does not fail.
        let _ = writeln!(text, "\n{head}\n{hole}");
    }
    text
}

fn course_json(seed: u64, course: &Course) -> Value {
    let holes: Vec<Value> = course.holes.iter().map(|(hole, solution)| hole_json(hole, solution)).collect();
    json!({ "seed": seed, "par": course.par(), "holes": holes })
}

fn hole_json(hole: &Hole, solution: &Solution) -> Value {
    json!({
        "board": kit_chess::rows_of(hole.board()),
        "chosen": kit_golf::card_letters(hole.chosen()),
        "par": solution.length(),
        "solution": solution.line.iter().map(Move::to_string).collect::<Vec<_>>(),
    })
}

fn run_daily(args: &DailyArgs) -> anyhow::Result<ExitCode> {
    let date = match &args.date {
        Some(date) => date.parse().map_err(|bad: BadText| Usage::error(bad.problem))?,
        None => today(),
    };
    let wait = waiting(&say!("laying out the hole of the day"));
    let (hole, solution) = daily(date);
    wait.finish_and_clear();
    let text = if args.json {
        let mut value = hole_json(&hole, &solution);
        value["date"] = json!(date.to_string());
        format!("{value:#}\n")
    } else {
        let (date, par) = (Filling::text(date), solution.length().unwrap_or_default());
        format!("{}\n{hole}\n", said(&say!("Hole of {date}, par {par}", date, par)))
    };
    streams::write_out(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// The day that it is now in Greenwich, as everybody who plays the same hole counts it.
fn today() -> Date {
    const DAY: u64 = 24 * 60 * 60;
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Date::after_days((since.as_secs() / DAY) as i64)
}

/// A sign of life on a terminal.
fn waiting(message: &Sentence) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let wait = ProgressBar::new_spinner().with_message(said(message));
    wait.enable_steady_tick(Duration::from_millis(100));
    wait
}
