//! `chess-kit arena`: bots against each other, and what that says of a game.
//!
//! Each deal is played twice with the seats swapped.
//! Where all seats are one team, or only one is taken, there is nobody to beat: each level plays the
//! same deals by itself, and their mean scores are compared.
//! Bots are limited by nodes, so the results do not depend on the machine.
//!
//! With `--report` the games go into a journal beside the page, and a run that was killed goes on
//! where it was.

mod contest;
mod endgames;
mod journal;
mod ladder;
mod report;
mod statistics;
mod targets;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use anyhow::Result;
use kit_bots::Level;
use kit_chess::shakmaty::Role;
use kit_games::CATALOGUE;
use kit_play::sentence::Filling;
use kit_play::text::excerpt;
use kit_play::{Listed, Terms, say};
use serde_json::{Value, json};

use self::contest::{Contest, Record, bar, jobs};
use self::journal::Journal;
use self::report::{Report, Variant, difference};
use self::statistics::mean;
use crate::examples::examples;
use crate::streams;
use crate::terms::{Agreed, listed};
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
  chess-kit arena {game} --versus edition=2024 --report report.html
  chess-kit arena {game} --ladder --count 40
  chess-kit arena --endgames --count 20
  chess-kit arena --targets --count 20"))]
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
    /// How many games, half of them with the seats swapped
    #[arg(long = "count", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,
    /// Where chance starts
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games are played at the same time
    #[arg(long)]
    jobs: Option<usize>,
    /// Write a page with plots, and beside it the numbers (.json) and every game (.jsonl)
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Let every level play the one below it
    #[arg(long)]
    ladder: bool,
    /// The strongest level of the ladder
    #[arg(long, value_name = "LEVEL", default_value = "expert")]
    upto: Level,
    /// Play won end games, with the levels from casual up
    #[arg(long)]
    endgames: bool,
    /// Measure what bots are meant to reach
    #[arg(long)]
    targets: bool,
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
    let asked = [args.report.is_some(), args.ladder, args.endgames, args.targets];
    let alone = args.endgames || args.targets;
    if alone && asked.iter().filter(|asked| **asked).count() > 1 {
        return Err(Usage::error(say!("end games and targets are measured by themselves")));
    }
    if args.targets {
        return targets::print(&games, args.count, args.seed, jobs(args.jobs));
    }
    if args.endgames {
        return print_end_games(&games, args);
    }
    if let Some(path) = &args.report {
        let [game] = games[..] else {
            return Err(Usage::error(say!("a report is about one game (name it)")));
        };
        return write_report(game, path, args);
    }
    if args.ladder { print_ladders(&games, args) } else { print_table(&games, args) }
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

/// Plays what has not been played yet; gives all games.
fn contested(
    contest: &Contest,
    args: &ArenaArgs,
    before: Vec<Record>,
    keep: &(dyn Fn(&Record) -> Result<()> + Sync),
) -> Result<Vec<Record>> {
    let known: BTreeSet<u64> = before.iter().map(|record| record.number).collect();
    let numbers: Vec<u64> = (0..args.count).filter(|number| !known.contains(number)).collect();
    let bar = bar(args.count, contest.game.about().id);
    bar.set_position(args.count - numbers.len() as u64);
    bar.reset_eta();
    let (records, trouble) = (Mutex::new(before), Mutex::new(None));
    contest.play(&numbers, jobs(args.jobs), &bar, &|record| {
        if let Err(error) = keep(&record) {
            trouble.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        }
        records.lock().unwrap_or_else(PoisonError::into_inner).push(record);
    });
    bar.finish_and_clear();
    if let Some(error) = trouble.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    let mut records = records.into_inner().unwrap_or_else(PoisonError::into_inner);
    records.retain(|record| record.number < args.count);
    records.sort_by_key(|record| record.number);
    Ok(records)
}

/// A line for each game of the kit.
fn print_table(games: &[&'static dyn Listed], args: &ArenaArgs) -> Result<ExitCode> {
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
            let contest = Contest { game, terms, levels: [args.level, args.against], seed: args.seed };
            let records = contested(&contest, args, Vec::new(), &|_| Ok(()))?;
            println!("{:26} {}", game.about().id, line(&records, args, game.about().few_points));
            variants.push(Variant { name, records });
        }
        for other in variants.iter().skip(1) {
            println!("{}", difference(&variants[0], other));
        }
    }
    Ok(ExitCode::SUCCESS)
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
    Level::ALL.into_iter().filter(|level| *level <= args.upto).collect()
}

fn print_ladders(games: &[&'static dyn Listed], args: &ArenaArgs) -> Result<ExitCode> {
    for game in games {
        for (name, terms) in variants(*game, args)? {
            println!("{} ({name})", game.about().id);
            for pair in rungs(args).windows(2) {
                let (levels, jobs) = ([pair[1], pair[0]], jobs(args.jobs));
                let rung = ladder::rung(*game, &terms, levels, args.count, args.seed, jobs);
                let [stronger, weaker] = levels.map(Level::name);
                let count = args.count;
                let games = said(&say!("{count} {count|one=game|other=games}", count = count as i64));
                println!("  {stronger:>8} – {weaker:8} {games:>10}  {}", rung.reached());
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays end games that are won, and prints who wins them; fails when one is not won that should be.
fn print_end_games(games: &[&'static dyn Listed], args: &ArenaArgs) -> Result<ExitCode> {
    let levels = [Level::Casual, Level::Club, Level::Expert].into_iter().filter(|level| *level <= args.upto);
    let levels: Vec<Level> = levels.collect();
    for game in games {
        for role in [Role::Queen, Role::Rook] {
            for level in &levels {
                let found = endgames::played(*game, role, *level, args.count, args.seed);
                if found.played == 0 {
                    continue;
                }
                let others: Vec<String> =
                    found.others.iter().map(|(end, count)| format!("{count} {end}")).collect();
                let (won, played, role) = (found.won, found.played, found.role.upper_char());
                let level = found.level.name();
                println!(
                    "{:26} K+{role} {level:8} {won:>3}/{played:<3} {}",
                    game.about().id,
                    others.join("; ")
                );
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays into a journal, and writes a page and the numbers.
fn write_report(game: &'static dyn Listed, path: &Path, args: &ArenaArgs) -> Result<ExitCode> {
    let ways = variants(game, args)?;
    let levels = [args.level, args.against];
    let (journal, mut before) = Journal::open(&path.with_extension("jsonl"), &head(game, &ways, args))?;
    let mut variants = Vec::new();
    for (place, (name, terms)) in ways.iter().enumerate() {
        let contest = Contest { game, terms: terms.clone(), levels, seed: args.seed };
        let (own, others) = before.into_iter().partition(|(variant, _)| *variant == place);
        before = others;
        let own = Vec::into_iter(own).map(|(_, record)| record).collect();
        let records = contested(&contest, args, own, &|record| journal.write(place, record))?;
        variants.push(Variant { name: name.clone(), records });
    }
    let ladder = if args.ladder {
        ladder::climbed(game, &ways[0].1, &rungs(args), args.count, args.seed, jobs(args.jobs))
    } else {
        Vec::new()
    };
    let report =
        Report { about: game.about(), levels, seed: args.seed, variants: &variants, ladder: &ladder };
    let write = |path: &Path, text: String| fs::write(path, text).map_err(|error| unreadable(path, error));
    write(path, report.page())?;
    write(&path.with_extension("json"), format!("{:#}\n", report.json()))?;
    streams::say(&say!("The report is in {file}.", file = Filling::text(path.display())));
    Ok(ExitCode::SUCCESS)
}

/// What is played, as the first line of a journal says it; more games of the same may follow.
fn head(game: &'static dyn Listed, ways: &[(String, Terms)], args: &ArenaArgs) -> Value {
    let ways: Vec<Value> = ways
        .iter()
        .map(|(_, terms)| {
            let choices: Agreed =
                terms.choices().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
            json!({"edition": terms.edition(), "seats": terms.seats(), "options": choices})
        })
        .collect();
    let about = game.about();
    json!({
        "arena": 1, "game": about.id, "revision": about.revision, "version": env!("CARGO_PKG_VERSION"),
        "levels": [args.level.name(), args.against.name()], "seed": args.seed, "variants": ways,
    })
}
