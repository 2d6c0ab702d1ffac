//! `chess-kit arena`: bots against each other, each start played twice with the seats swapped.
//!
//! Where all seats are one team, or only one is taken, there is nobody to beat: each level plays the
//! same deals by itself, and their mean scores are compared.
//! Bots are limited by nodes, so the table does not depend on the machine.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use kit_bots::{Bot, Level, Limit};
use kit_games::CATALOGUE;
use kit_play::sentence::Filling;
use kit_play::{Chance, Listed, Table, Team, Terms, Verdict, Viewer, say};

use crate::examples::examples;
use crate::terms::listed;
use crate::usage::Usage;
use crate::words::said;

/// Lets two levels play each other.
#[derive(clap::Args)]
#[command(after_help = examples("\
Examples:
  chess-kit arena                                   casual bots against random ones, every game
  chess-kit arena {game} --level club --against casual
  chess-kit arena {alone} --seats 1              mean scores of a bot that plays alone"))]
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
}

/// Plays, and prints a line for each game of the kit.
pub fn run(args: &ArenaArgs) -> Result<ExitCode> {
    let games: Vec<&'static dyn Listed> = if args.games.is_empty() {
        CATALOGUE.to_vec()
    } else {
        args.games.iter().map(|id| listed(CATALOGUE, id).map_err(Usage::error)).collect::<Result<_>>()?
    };
    let mut plays = Vec::new();
    for game in games {
        let about = game.about();
        let usual = about.fewest_seats.max(about.seats.len().min(2));
        let seats = Some(args.seats.unwrap_or(usual));
        plays.push((game, Terms::agree(about, args.edition.as_deref(), &BTreeMap::new(), seats, None)?));
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
    for (game, terms) in &plays {
        let tally = Arena { game: *game, terms, args }.compete();
        println!("{:26} {}", game.about().id, tally.line(args, game.about().few_points));
    }
    Ok(ExitCode::SUCCESS)
}

/// What the level that is measured and the other one have reached.
#[derive(Default)]
struct Tally {
    /// Games won, drawn and lost by the level that is measured.
    results: [u64; 3],
    actions: u64,
    games: u64,
    /// The points of teams that had nobody to beat, by level: the one that is measured first.
    points: [Vec<i32>; 2],
}

impl Tally {
    fn add(mut self, other: Tally) -> Tally {
        self.results.iter_mut().zip(other.results).for_each(|(all, some)| *all += some);
        self.points.iter_mut().zip(other.points).for_each(|(all, some)| all.extend(some));
        self.actions += other.actions;
        self.games += other.games;
        self
    }

    fn line(&self, args: &ArenaArgs, few: bool) -> String {
        let players = format!("{} v {}", args.level, args.against);
        let length = self.actions as f64 / self.games.max(1) as f64;
        if self.points[0].is_empty() {
            let [won, drawn, lost] = self.results;
            let score = (won as f64 + drawn as f64 / 2.0) / self.games.max(1) as f64 * 100.0;
            return format!("{players:>20} {won:>6} {drawn:>6} {lost:>6} {score:>6.1}% {length:>8.1}");
        }
        let [measured, other] = self.points.each_ref().map(|points| mean(points));
        let best = |points: &Vec<i32>| if few { points.iter().min() } else { points.iter().max() }.copied();
        let [high, low] = self.points.each_ref().map(|points| best(points).unwrap_or_default());
        let wanted = if few { say!("few points are good") } else { say!("many points are good") };
        let number = |number: f64, digits: usize| Filling::text(format!("{number:.digits$}"));
        let told = said(&say!(
            "mean {measured} v {other}, best {high} v {low} ({wanted}), {length} actions",
            measured = number(measured, 2),
            other = number(other, 2),
            high,
            low,
            wanted,
            length = number(length, 1),
        ));
        format!("{players:>20} {told}")
    }
}

fn mean(points: &[i32]) -> f64 {
    points.iter().map(|points| f64::from(*points)).sum::<f64>() / points.len().max(1) as f64
}

/// One game of the kit by its terms.
struct Arena<'a> {
    game: &'static dyn Listed,
    terms: &'a Terms,
    args: &'a ArenaArgs,
}

impl Arena<'_> {
    fn compete(&self) -> Tally {
        let args = self.args;
        let parallel = || thread::available_parallelism().ok().map(Into::into);
        let jobs = args.jobs.or_else(parallel).unwrap_or(1).max(1);
        let next = AtomicU64::new(0);
        let bar = ProgressBar::new(args.count).with_message(self.game.about().id);
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
                self.play_one(number, &mut tally);
                bar.inc(1);
            }
        };
        let tallies: Vec<Tally> = thread::scope(|scope| {
            let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(play)).collect();
            workers.into_iter().map(|worker| worker.join().expect("a game does not panic")).collect()
        });
        bar.finish_and_clear();
        tallies.into_iter().fold(Tally::default(), Tally::add)
    }

    /// Two games in a row share their deal and swap their seats, or the level that plays for points.
    fn play_one(&self, number: u64, tally: &mut Tally) {
        let args = self.args;
        let measured = Team((number % 2) as u8);
        let mut chance = Chance::seeded(args.seed.wrapping_mul(1_000_003).wrapping_add(number / 2));
        let mut table = Table::open(self.game, self.terms, &mut chance).expect("these terms are playable");
        let is_alone = table.seats().all(|seat| table.team(seat) == Team(0));
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
        tally.games += 1;
        let Some(outcome) = table.outcome() else { return };
        match &outcome.verdict {
            Verdict::Scores(scores) if is_alone => tally.points[usize::from(measured.0)].extend(scores),
            Verdict::Scores(_) | Verdict::Win(_) | Verdict::Draw => {
                tally.results[place(outcome.worth(measured))] += 1;
            }
        }
    }
}

/// Won, drawn or lost.
fn place(worth: f64) -> usize {
    if worth > 0.75 {
        0
    } else if worth > 0.25 {
        1
    } else {
        2
    }
}
