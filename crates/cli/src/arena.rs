//! `chess-kit arena`: bots against each other, and what that says of a game.
//!
//! Each deal is played twice with the seats swapped.
//! Where all seats are one team, or only one is taken, there is nobody to beat: each level plays the
//! same deals by itself, and their mean scores are compared.
//! Bots are limited by nodes, so the results do not depend on the machine.
//!
//! With `--report` the games go into a journal beside the page, and with `--journal` into the file that
//! it names; a run that was killed goes on where it was.

mod calibration;
mod contest;
mod endgames;
mod exploit;
mod honesty;
pub(crate) mod journal;
mod ladder;
mod measures;
mod partners;
mod players;
mod puzzles;
mod questions;
mod report;
mod run;
mod secrets;
pub(crate) mod statistics;
mod targets;
mod times;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use kit_bots::Level;
use kit_games::CATALOGUE;
use kit_play::sentence::Filling;
use kit_play::text::excerpt;
use kit_play::{Listed, Terms, say};

use self::contest::{Contest, Record, jobs};
use self::journal::Journal;
use self::measures::{
    print_calibrations, print_end_games, print_exploiters, print_honesty, print_prices, print_times,
};
use self::report::{Report, Variant, difference};
use self::run::Run;
use self::statistics::mean;
use crate::examples::examples;
use crate::streams;
use crate::terms::{Agreed, listed};
use crate::uci;
use crate::usage::{Usage, unreadable};
use crate::words::said;

/// Lets two levels play each other.
#[derive(clap::Args)]
#[command(after_help = examples("\
Examples:
  chess-kit arena                                   casual bots against random ones, every game
  chess-kit arena {game} --level club --against casual
  chess-kit arena {alone} --seats 1              mean scores of a bot that plays alone
  chess-kit arena {game} --level club --against club --report report.html
  chess-kit arena {game} --versus edition=2024-book --report report.html
  chess-kit arena {game} --ladder --count 40
  chess-kit arena --endgames --count 20
  chess-kit arena --calibration --level casual --count 10000
  chess-kit arena --exploit --level club --count 400
  chess-kit arena --clairvoyant --level club --count 100
  chess-kit arena --honesty --count 10000
  chess-kit arena --times
  chess-kit arena --targets --quick --count 4
  chess-kit arena --targets --rival stockfish --journal targets.jsonl"))]
pub struct ArenaArgs {
    /// The games to play; all of them if none is named
    games: Vec<String>,
    /// The level that is measured
    #[arg(long, default_value = "casual")]
    level: Level,
    /// The level it is measured against
    #[arg(long, default_value = "random")]
    against: Level,
    /// The printed edition to play by
    #[arg(long, value_name = "EDITION")]
    edition: Option<String>,
    /// Something agreed beyond the edition; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Another way to play the same deals, such as edition=2024,name=value; may be given several times
    #[arg(long, value_name = "NAME=VALUE,…")]
    versus: Vec<String>,
    /// How many seats the table has, where a game leaves that open; two if nothing is said
    #[arg(long, value_name = "N")]
    seats: Option<usize>,
    /// How many games, half of them with the seats swapped; 100 if nothing is said, and 1 with --times
    #[arg(long = "count", value_parser = clap::value_parser!(u64).range(1..))]
    count: Option<u64>,
    /// Where chance starts
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games are played at the same time
    #[arg(long)]
    jobs: Option<usize>,
    /// Write a page with plots, and beside it the numbers (.json) and every game (.jsonl)
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Write every game down in this file as it ends, so that a run that was killed goes on
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Let every level play the one below it
    #[arg(long)]
    ladder: bool,
    /// The strongest level of the ladder (expert if nothing is said), of end games or of times (master)
    #[arg(long, value_name = "LEVEL")]
    upto: Option<Level>,
    /// Play won end games, with the levels from casual up
    #[arg(long)]
    endgames: bool,
    /// Compare what seats believe with what is so, for --count statements of each game with secrets
    #[arg(long)]
    calibration: bool,
    /// Measure what it is worth to know how bots mix that decide at the same time as others
    #[arg(long)]
    exploit: bool,
    /// Measure what it is worth to see through all secrets
    #[arg(long)]
    clairvoyant: bool,
    /// Compare --count pairs of worlds that a seat cannot tell apart, for each game with secrets
    #[arg(long)]
    honesty: bool,
    /// Measure how long decisions take, one at a time, in the mean of --count games for each level
    #[arg(long)]
    times: bool,
    /// Measure what bots are meant to reach
    #[arg(long)]
    targets: bool,
    /// With --targets, let only weak levels play, so that it is done in minutes
    #[arg(long, requires = "targets")]
    quick: bool,
    /// With --targets, another chess program to play against
    #[arg(long, value_name = "PROGRAM", requires = "targets")]
    rival: Option<PathBuf>,
}

impl ArenaArgs {
    /// How many games are played, of whatever is not measured otherwise.
    fn count(&self) -> u64 {
        const USUAL: u64 = 100;
        self.count.unwrap_or(USUAL)
    }
}

/// Plays, and prints what came of it.
pub fn run(args: &ArenaArgs) -> Result<ExitCode> {
    let games: Vec<&'static dyn Listed> = if args.games.is_empty() {
        CATALOGUE.to_vec()
    } else {
        args.games.iter().map(|id| listed(CATALOGUE, id).map_err(Usage::error)).collect::<Result<_>>()?
    };
    if args.jobs == Some(0) {
        return Err(Usage::error(say!("nobody plays where no game is played at a time (try --jobs 1)")));
    }
    let by_itself = [
        args.endgames,
        args.targets,
        args.calibration,
        args.exploit,
        args.honesty,
        args.clairvoyant,
        args.times,
    ];
    let asked = by_itself.iter().chain(&[args.report.is_some(), args.ladder]).filter(|asked| **asked).count();
    if by_itself.contains(&true) && asked > 1 {
        return Err(Usage::error(say!(
            "end games, targets, calibration, exploiters, clairvoyants, honesty and times are measured by themselves"
        )));
    }
    if args.ladder && rungs(args).len() < 2 {
        return Err(Usage::error(say!("a ladder has two levels and more (try --upto learner)")));
    }
    if args.report.is_some() && games.len() != 1 {
        return Err(Usage::error(say!("a report is about one game (name it)")));
    }
    let beside_report = args.report.as_ref().map(|path| path.with_extension("jsonl"));
    let journal = match args.journal.clone().or(beside_report) {
        Some(path) => {
            let rival = args.rival.as_ref().and_then(|_| uci::game());
            Journal::open(&path, args.seed, &games.iter().copied().chain(rival).collect::<Vec<_>>())?
        }
        None => Journal::none(),
    };
    let run = Run::new(journal, jobs(args.jobs));
    if args.targets {
        let rival = args.rival.as_deref();
        let extent = targets::Extent { count: args.count(), seed: args.seed, quick: args.quick, rival };
        return targets::print(&games, &extent, &run);
    }
    let measure = [
        (args.calibration, print_calibrations as fn(&[&'static dyn Listed], &ArenaArgs, &Run) -> _),
        (args.exploit, print_exploiters),
        (args.clairvoyant, print_prices),
        (args.honesty, print_honesty),
        (args.times, print_times),
        (args.endgames, print_end_games),
    ];
    if let Some((_, print)) = measure.into_iter().find(|(asked, _)| *asked) {
        return print(&games, args, &run);
    }
    match (&args.report, &games[..]) {
        (Some(path), [game]) => write_report(*game, path, args, &run),
        _ if args.ladder => print_ladders(&games, args, &run),
        _ => print_table(&games, args, &run),
    }
}

/// The ways to play a game that are compared, each with its name; the usual one first.
fn variants(game: &'static dyn Listed, args: &ArenaArgs) -> Result<Vec<(String, Terms)>> {
    let usual = (args.edition.clone(), agreed(&args.options)?);
    let mut ways = vec![(String::new(), usual.clone())];
    for way in &args.versus {
        let mut agreed = agreed(&way.split(',').map(ToOwned::to_owned).collect::<Vec<_>>())?;
        let edition = agreed.remove("edition").or_else(|| usual.0.clone());
        let beyond = usual.1.iter().filter(|(name, _)| !agreed.contains_key(*name));
        let beyond: Agreed = beyond.map(|(name, value)| (name.clone(), value.clone())).collect();
        ways.push((way.clone(), (edition, agreed.into_iter().chain(beyond).collect())));
    }
    let about = game.about();
    let usual = about.fewest_seats.max(about.seats.len().min(2));
    let seats = Some(args.seats.unwrap_or(usual));
    ways.into_iter()
        .map(|(name, (edition, agreed))| {
            let terms = Terms::agree(about, edition.as_deref(), &agreed, seats, None)?;
            let name = if name.is_empty() { terms.edition().to_owned() } else { name };
            Ok((name, terms))
        })
        .collect()
}

fn agreed(options: &[String]) -> Result<Agreed> {
    options
        .iter()
        .map(|option| {
            let pair =
                option.split_once('=').map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()));
            let found = Filling::text(excerpt(option));
            pair.ok_or_else(|| Usage::error(say!("not an option: `{found}` (write name=value)", found)))
        })
        .collect()
}

/// A line for each game of the kit.
fn print_table(games: &[&'static dyn Listed], args: &ArenaArgs, run: &Run) -> Result<ExitCode> {
    let mut plays = Vec::new();
    for game in games {
        plays.push((*game, variants(*game, args)?));
    }
    let [game, players, won, drawn, lost, score, actions] = [
        say!("game"),
        say!("players"),
        say!("won"),
        say!("drawn"),
        say!("lost"),
        say!("score"),
        say!("actions"),
    ]
    .map(|head| said(&head));
    println!("{game:26} {players:>20} {won:>6} {drawn:>6} {lost:>6} {score:>7} {actions:>8}");
    for (game, ways) in plays {
        let mut variants: Vec<Variant> = Vec::new();
        for (name, terms) in ways {
            let records = contest(game, terms, args).played(args.count(), run)?;
            println!("{:26} {}", game.about().id, line(&records, args, game.about().few_points));
            variants.push(Variant { name, records });
        }
        for other in variants.iter().skip(1) {
            println!("{}", difference(&variants[0], other));
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn contest(game: &'static dyn Listed, terms: Terms, args: &ArenaArgs) -> Contest {
    let players = [args.level.into(), args.against.into()];
    Contest { game, terms, players, partner: None, seed: args.seed }
}

fn line(records: &[Record], args: &ArenaArgs, few: bool) -> String {
    let players = format!("{} v {}", args.level, args.against);
    let length = mean(&records.iter().map(|record| record.actions as f64).collect::<Vec<_>>());
    let Some([one, two]) = report::points(&records.iter().collect::<Vec<_>>()) else {
        let count = |worth: std::ops::RangeInclusive<f64>| {
            records.iter().filter(|record| worth.contains(&record.measured)).count()
        };
        let [won, drawn, lost] = [count(0.76..=1.0), count(0.26..=0.75), count(0.0..=0.25)];
        let score = 100.0 * mean(&records.iter().map(|record| record.measured).collect::<Vec<_>>());
        return format!("{players:>20} {won:>6} {drawn:>6} {lost:>6} {score:>6.1}% {length:>8.1}");
    };
    let best = |points: &[f64]| {
        let points = points.iter().copied();
        if few { points.fold(f64::MAX, f64::min) } else { points.fold(f64::MIN, f64::max) }
    };
    let wanted = if few { say!("few points are good") } else { say!("many points are good") };
    let number = |number: f64, digits: usize| Filling::text(format!("{number:.digits$}"));
    let told = said(&say!(
        "mean {measured} v {other}, best {high} v {low} ({wanted}), {length} actions",
        measured = number(mean(&one), 2),
        other = number(mean(&two), 2),
        high = number(best(&one), 0),
        low = number(best(&two), 0),
        wanted,
        length = number(length, 1),
    ));
    format!("{players:>20} {told}")
}

/// The levels of a ladder, the weakest first.
fn rungs(args: &ArenaArgs) -> Vec<Level> {
    let upto = args.upto.unwrap_or(Level::Expert);
    Level::ALL.into_iter().filter(|level| *level <= upto).collect()
}

fn print_ladders(games: &[&'static dyn Listed], args: &ArenaArgs, run: &Run) -> Result<ExitCode> {
    let count = args.count();
    for game in games {
        for (name, terms) in variants(*game, args)? {
            println!("{} ({name})", game.about().id);
            let mut rungs_of = Vec::new();
            for pair in rungs(args).windows(2) {
                let players = [pair[1].into(), pair[0].into()];
                let rung = ladder::rung(*game, &terms, players, (count, args.seed), run)?;
                let [stronger, weaker] = [pair[1], pair[0]].map(Level::name);
                let games = targets::games(count);
                println!("  {stronger:>8} – {weaker:8} {games:>10}  {}", rung.reached());
                rungs_of.push(rung);
            }
            println!("  {}", report::told_depth(&rungs_of));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes a page and the numbers.
fn write_report(game: &'static dyn Listed, path: &Path, args: &ArenaArgs, run: &Run) -> Result<ExitCode> {
    let ways = variants(game, args)?;
    let levels = [args.level, args.against];
    let mut variants = Vec::new();
    for (name, terms) in &ways {
        let records = contest(game, terms.clone(), args).played(args.count(), run)?;
        variants.push(Variant { name: name.clone(), records });
    }
    let ladder = match args.ladder {
        true => ladder::climbed(game, &ways[0].1, &rungs(args), (args.count(), args.seed), run)?,
        false => Vec::new(),
    };
    let report =
        Report { about: game.about(), levels, seed: args.seed, variants: &variants, ladder: &ladder };
    let write = |path: &Path, text: String| fs::write(path, text).map_err(|error| unreadable(path, error));
    write(path, report.page())?;
    write(&path.with_extension("json"), format!("{:#}\n", report.json()))?;
    streams::say(&say!("The report is in {file}.", file = Filling::text(path.display())));
    Ok(ExitCode::SUCCESS)
}
