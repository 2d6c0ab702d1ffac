//! `chess-kit golf`: holes of Chess Golf, dealt, made to order and solved with proof.
//!
//! Ctrl-C ends the program at once; nothing is left half written, since answers are written whole.

use std::fmt::Write as _;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use indicatif::ProgressBar;
use kit_chess::shakmaty::Piece;
use kit_golf::{
    Course, Cut, DECK, Date, Finding, Hole, Limits, Move, Options, Solution, Want, course, daily, deal,
    explain, generate, solve,
};
use kit_play::text::{either, excerpt};
use kit_play::{BadText, Chance};
use serde_json::{Value, json};

use crate::streams;
use crate::usage::Usage;

/// Holes of Chess Golf.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  chess-kit golf deal --seed 7 | chess-kit golf solve - --explain
  chess-kit golf solve hole.txt --all --options special_king_move=off
  chess-kit golf generate --cards 2 --moves 4 --unique
  chess-kit golf course --seed 18
  chess-kit golf daily --date 2025-07-31

A hole is eight rows of the board, rank 8 first, and a line `chosen: Kb` with the cards.
In the middle of a hole, `taking: a2` names the square of the piece that captured last and
`taken: b` what was captured.")]
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
    /// Say whose manner each move uses and what it takes
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
    /// The day
    #[arg(long, value_name = "YYYY-MM-DD")]
    date: String,
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
fn missing_pieces(hole: &Hole) -> Option<String> {
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
    (!letters.is_empty()).then(|| format!("remark: a layout has sixteen pieces, here `{letters}` is missing"))
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
    let wait = waiting("solving");
    let solution = solve(&hole, options, &limits, want);
    wait.finish_and_clear();
    streams::write_out(&answer(&solution, args))?;
    if args.stats {
        let megabytes = solution.bytes as f64 / f64::from(1 << 20);
        streams::say(&format!(
            "{} positions, {megabytes:.1} MB of {} held them",
            solution.nodes, args.memory
        ));
    }
    match solution.finding {
        Finding::Solved(_) | Finding::Unsolvable => Ok(ExitCode::SUCCESS),
        Finding::AtLeast(..) => Ok(ExitCode::FAILURE),
    }
}

/// The answer in words, then the lines.
fn answer(solution: &Solution, args: &SolveArgs) -> String {
    let mut text = match (solution.finding, solution.count) {
        (Finding::Solved(length), Some(1)) => format!("{}, one shortest solution\n", moves(length)),
        (Finding::Solved(length), Some(count)) => format!("{}, {count} shortest solutions\n", moves(length)),
        (Finding::Solved(length), None) => {
            format!("{}, the shortest solutions were not counted within the limits\n", moves(length))
        }
        (Finding::Unsolvable, _) => "no solution: nothing else can be reached\n".to_owned(),
        (Finding::AtLeast(length, Cut::Depth), _) => format!("no solution in fewer than {}\n", moves(length)),
        (Finding::AtLeast(length, cut), _) => format!("at least {} ({})\n", moves(length), because(cut)),
    };
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
        line.iter().map(explain).collect::<Vec<_>>().join(", ")
    } else {
        line.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
    }
}

fn moves(length: u32) -> String {
    if length == 1 { "1 move".to_owned() } else { format!("{length} moves") }
}

fn because(cut: Cut) -> &'static str {
    match cut {
        Cut::Nodes => "the limit of positions is reached",
        Cut::Depth => "the limit of moves is reached",
        Cut::Memory => "the memory for positions is full",
        Cut::Stopped => "stopped",
    }
}

/// `name=on` and `name=off`.
fn read_options(words: &[String]) -> anyhow::Result<Options> {
    let mut options = Options::default();
    for word in words {
        let (name, value) = word.split_once('=').ok_or_else(|| {
            Usage::error(format!("not an option: `{}` (write name=on or name=off)", excerpt(word)))
        })?;
        let value = match value.trim() {
            "on" | "true" => true,
            "off" | "false" => false,
            other => {
                let problem =
                    format!("{} cannot be `{}` (try on or off)", excerpt(name.trim()), excerpt(other));
                return Err(Usage::error(problem));
            }
        };
        match name.trim() {
            "special_king_move" => options.special_king_move = value,
            "borrow_from_victim" => options.borrow_from_victim = value,
            "single_capturer" => options.single_capturer = value,
            unknown => {
                let known = either(&["special_king_move", "borrow_from_victim", "single_capturer"]);
                return Err(Usage::error(format!("unknown option: `{}` (try {known})", excerpt(unknown))));
            }
        }
    }
    Ok(options)
}

fn run_generate(args: &GenerateArgs) -> anyhow::Result<ExitCode> {
    let least = u32::from(args.deal.cards) - 1;
    if args.moves < least {
        let problem = format!("--moves {}: {} cards need at least {}", args.moves, least + 1, moves(least));
        return Err(Usage::error(problem));
    }
    let wait = waiting("dealing");
    let limits = Limits { nodes: args.limit, ..Limits::default() };
    let cards = args.deal.cards.into();
    let mut chance = args.deal.chance();
    let made = generate(cards, args.moves, args.unique, &limits, &mut chance, |dealt| {
        wait.set_message(format!("{dealt} holes dealt"));
    });
    wait.finish_and_clear();
    let (hole, solution) =
        made.map_err(|cut| anyhow::anyhow!("no hole of {} was found: {}", moves(args.moves), because(cut)))?;
    // The hole can be piped on, so the solution goes elsewhere.
    streams::write_out(&format!("{hole}\n"))?;
    streams::say(&format!("{}: {}", moves(args.moves), written(&solution.line, false)));
    Ok(ExitCode::SUCCESS)
}

fn run_course(args: &CourseArgs) -> anyhow::Result<ExitCode> {
    let wait = waiting("laying out nine holes");
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
    let mut text = format!("Course {seed}, par {}\n", course.par());
    for (number, (hole, solution)) in course.holes.iter().enumerate() {
        let par = solution.length().unwrap_or_default();
        // Writing to a text does not fail.
        let _ = writeln!(text, "\nHole {}, par {par}\n{hole}", number + 1);
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
    let date: Date = args.date.parse().map_err(|bad: BadText| Usage::error(bad.problem))?;
    let wait = waiting("laying out the hole of the day");
    let (hole, solution) = daily(date);
    wait.finish_and_clear();
    let text = if args.json {
        let mut value = hole_json(&hole, &solution);
        value["date"] = json!(date.to_string());
        format!("{value:#}\n")
    } else {
        format!("Hole of {date}, par {}\n{hole}\n", solution.length().unwrap_or_default())
    };
    streams::write_out(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// A sign of life on a terminal.
fn waiting(message: &'static str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let wait = ProgressBar::new_spinner().with_message(message);
    wait.enable_steady_tick(Duration::from_millis(100));
    wait
}
