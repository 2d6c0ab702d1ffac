//! Counting positions: `perft`.

use std::fmt::Write as _;
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::time::Instant;

use indicatif::ProgressBar;
use kit_play::sentence::Filling;
use kit_play::{Chance, Lookahead, Table, Viewer, say};

use crate::examples::examples;
use crate::streams;
use crate::terms::TermsArgs;
use crate::usage::Usage;

/// What to count.
#[derive(clap::Args)]
#[command(mut_arg("game", |game| game.required(true).index(1)), after_help = examples("\
Examples:
  chess-kit perft {game} 4 --option number=518
  chess-kit perft {game} 3 --arrangement position.txt --divide

A line `depth nodes` is printed for every depth; time and speed go to standard error.
Only games without secrets can be counted: elsewhere nobody knows the position."))]
pub struct PerftArgs {
    #[command(flatten)]
    terms: TermsArgs,
    /// How many turns to look ahead
    #[arg(index = 2, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
    /// Also print the nodes behind each first step, for the last depth
    #[arg(long)]
    divide: bool,
    /// Take the last turns, too, in place of only counting them
    #[arg(long)]
    no_bulk: bool,
}

/// Counts the positions at every depth.
pub fn run(args: &PerftArgs) -> anyhow::Result<ExitCode> {
    let (game, terms, mut chance) = args.terms.agree()?;
    let about = game.about();
    if !about.open {
        let game = Filling::text(about.id);
        return Err(Usage::error(say!(
            "{game} has secrets, and positions are counted only in games without",
            game
        )));
    }
    let table = args.terms.lay(game, &terms, &mut chance)?;
    let mut lookahead = from(&table, &mut chance);
    let start = Instant::now();
    let mut nodes = 0;
    for depth in 1..args.depth {
        let count = lookahead.perft(depth, !args.no_bulk);
        nodes += count;
        streams::write_out(&format!("{depth} {count}\n"))?;
    }
    let divided = divide(&mut *lookahead, args.depth, !args.no_bulk);
    let total: u64 = divided.iter().map(|(_, count)| count).sum();
    let mut text = String::new();
    if args.divide {
        divided.iter().try_for_each(|(step, count)| writeln!(text, "{step}: {count}"))?;
    }
    writeln!(text, "{} {total}", args.depth)?;
    streams::write_out(&text)?;
    let seconds = start.elapsed().as_secs_f64();
    let speed = (nodes + total) as f64 / seconds.max(1e-9);
    let (seconds, speed) = (Filling::text(format!("{seconds:.3}")), Filling::text(format!("{speed:.0}")));
    streams::say(&say!("{seconds} s, {speed} nodes/s", seconds, speed));
    Ok(ExitCode::SUCCESS)
}

/// The table as whoever acts sees it; in an open game all see the same.
fn from(table: &Table, chance: &mut Chance) -> Box<dyn Lookahead> {
    let viewer = table.acting().first().map_or(Viewer::Public, |seat| Viewer::Seat(*seat));
    table.glimpse(viewer).lookahead(chance)
}

/// The nodes behind each first step.
fn divide(lookahead: &mut dyn Lookahead, depth: u32, bulk: bool) -> Vec<(String, u64)> {
    let steps = lookahead.generate();
    let bar = if io::stderr().is_terminal() { ProgressBar::new(steps as u64) } else { ProgressBar::hidden() };
    let mut divided = Vec::new();
    for step in 0..steps {
        // The list of steps lasts only until something is played or undone.
        lookahead.generate();
        let notation = lookahead.notation(step);
        lookahead.play(step);
        let left = depth - u32::from(lookahead.is_between_turns());
        divided.push((notation, lookahead.perft(left, bulk)));
        lookahead.undo();
        bar.inc(1);
    }
    bar.finish_and_clear();
    divided
}
