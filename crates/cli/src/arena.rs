//! `chess-kit arena`: bots against each other, each start played twice with the seats swapped.
//!
//! Bots are limited by nodes, so the table does not depend on the machine.

use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use anyhow::{Context, Result, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use kit_bots::{Bot, Level, Limit};
use kit_games::CATALOGUE;
use kit_play::{Chance, Listed, Table, Team, Terms, Viewer, referee};

/// Lets two levels play each other.
#[derive(clap::Args)]
pub struct ArenaArgs {
    /// The games to play; all of them if none is named
    games: Vec<String>,
    /// The level that is measured
    #[arg(long, default_value = "casual")]
    level: Level,
    /// The level it is measured against
    #[arg(long, default_value = "random")]
    against: Level,
    /// How many games, half of them with the seats swapped
    #[arg(long = "count", default_value_t = 100)]
    count: u64,
    /// Where chance starts
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games are played at the same time
    #[arg(long)]
    jobs: Option<usize>,
}

/// Plays, and prints a line for each game of the kit.
pub fn run(args: &ArenaArgs) -> Result<ExitCode> {
    let listed =
        |id: &String| referee::listed(CATALOGUE, id).with_context(|| format!("unknown game: `{id}`"));
    let games: Vec<&'static dyn Listed> = match args.games.is_empty() {
        true => CATALOGUE.to_vec(),
        false => args.games.iter().map(listed).collect::<Result<_>>()?,
    };
    ensure!(args.count > 0, "--count is at least 1");
    println!(
        "{:24} {:>22} {:>6} {:>6} {:>6} {:>7} {:>8}",
        "game", "players", "won", "drawn", "lost", "score", "actions"
    );
    for game in games {
        let tally = compete(game, args);
        let [won, drawn, lost] = tally.results;
        let played = (won + drawn + lost) as f64;
        let score = (won as f64 + drawn as f64 / 2.0) / played * 100.0;
        let players = format!("{} v {}", args.level, args.against);
        let length = tally.actions as f64 / played;
        println!(
            "{:24} {players:>22} {won:>6} {drawn:>6} {lost:>6} {score:>6.1}% {length:>8.1}",
            game.about().id
        );
    }
    Ok(ExitCode::SUCCESS)
}

/// Games won, drawn and lost by the level that is measured, and how long they took.
#[derive(Default)]
struct Tally {
    results: [u64; 3],
    actions: u64,
}

fn compete(game: &'static dyn Listed, args: &ArenaArgs) -> Tally {
    let jobs = args.jobs.or_else(|| thread::available_parallelism().ok().map(Into::into)).unwrap_or(1).max(1);
    let next = AtomicU64::new(0);
    let bar = ProgressBar::new(args.count).with_message(game.about().id);
    bar.set_style(
        ProgressStyle::with_template("{msg} {bar:40} {pos}/{len} {eta}")
            .unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    let play = || {
        let mut tally = Tally::default();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= args.count {
                return tally;
            }
            play_one(game, args, number, &mut tally);
            bar.inc(1);
        }
    };
    let tallies: Vec<Tally> = thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(play)).collect();
        workers.into_iter().map(|worker| worker.join().expect("a game does not panic")).collect()
    });
    bar.finish_and_clear();
    tallies.into_iter().fold(Tally::default(), |mut sum, tally| {
        for (all, some) in sum.results.iter_mut().zip(tally.results) {
            *all += some;
        }
        sum.actions += tally.actions;
        sum
    })
}

/// Two games in a row share their deal and swap their seats.
fn play_one(game: &'static dyn Listed, args: &ArenaArgs, number: u64, tally: &mut Tally) {
    let measured = Team((number % 2) as u8);
    let mut chance = Chance::seeded(args.seed.wrapping_mul(1_000_003).wrapping_add(number / 2));
    let terms = Terms::usual(game.about());
    let mut table = Table::open(game, &terms, &mut chance).expect("usual terms are playable");
    let mut bots: Vec<Bot> = table
        .seats()
        .map(|seat| {
            let level = if table.team(seat) == measured { args.level } else { args.against };
            Bot::new(level, Chance::seeded(chance.seed()))
        })
        .collect();
    let limit = Limit::by_level();
    while table.outcome().is_none() {
        for seat in table.acting() {
            let glimpse = table.glimpse(Viewer::Seat(seat));
            if let Some(thought) = bots[seat.index()].choose(&glimpse, &limit) {
                table.act(seat, &thought.action, &mut chance).expect("a bot chooses an offer");
                tally.actions += 1;
            }
        }
    }
    let worth = table.outcome().map_or(0.5, |outcome| outcome.worth(measured));
    let result = if worth > 0.75 {
        0
    } else if worth > 0.25 {
        1
    } else {
        2
    };
    tally.results[result] += 1;
}
