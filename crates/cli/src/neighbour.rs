//! `chess-kit neighbour`: the fewest moves of Neighbour Chess Solitaire, and the best moment to stop.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use kit_golf::solitaire::{Entry, Hindsight, deal, gather, hindsight};
use kit_golf::{Cut, Finding, Limits};
use kit_play::sentence::Filling;
use kit_play::{Arrangement, BadText, Chance, say};

use crate::examples::examples;
use crate::streams;
use crate::usage::Usage;
use crate::words::{moves, said};

/// Neighbour Chess Solitaire with hindsight.
#[derive(clap::Args)]
#[command(after_help = examples("\
Examples:
  chess-kit neighbour solve position.txt
  chess-kit neighbour solve --seed 7

A text of eight rows is a board in the moving phase: the answer is the fewest moves to one group.
A text `next: 9C/4D QH/2H …` is a deal, piece card and position card, and `--seed` takes the deal that
`chess-kit play neighbour-chess-solitaire` makes of this seed: the answer is the most points and how
to get them."))]
pub struct NeighbourArgs {
    #[command(subcommand)]
    command: NeighbourCommand,
}

#[derive(clap::Subcommand)]
enum NeighbourCommand {
    /// Find the fewest moves, or the best moment to stop adding
    Solve(SolveArgs),
}

#[derive(clap::Args)]
struct SolveArgs {
    /// A board or a deal (`-` for standard input)
    #[arg(required_unless_present = "seed", conflicts_with = "seed")]
    file: Option<PathBuf>,
    /// The deal of this seed
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Look for at most this many moves
    #[arg(long, value_name = "N", default_value_t = 4)]
    moves: u32,
    /// How many pieces a group needs at least
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=16))]
    least: u8,
    /// Give up after this many positions of one arrangement of pieces
    #[arg(long, value_name = "NODES", default_value_t = 1_000_000)]
    limit: u64,
}

/// Solves a board or a deal.
pub fn run(args: &NeighbourArgs) -> anyhow::Result<ExitCode> {
    let NeighbourCommand::Solve(args) = &args.command;
    let limits = Limits { nodes: args.limit, depth: args.moves, ..Limits::default() };
    let Some(file) = &args.file else {
        let seed = args.seed.unwrap_or_default();
        return tell_deal(&deal(&mut Chance::seeded(seed)), args, &limits);
    };
    let text = streams::read_text(file)?;
    let named = || file.display().to_string();
    let arrangement: Arrangement = text.parse().with_context(named)?;
    arrangement.allow(&["next"]).with_context(named)?;
    let read = |text: &str| text.split_whitespace().map(Entry::read).collect::<Option<Vec<Entry>>>();
    let next = arrangement.value("next", say!("pairs such as 9C/4D"), read).with_context(named)?;
    match (arrangement.board(), next) {
        (Some(_), Some(_)) => Err(Usage::error(say!("a board and `next` do not go together"))),
        (None, Some(entries)) => match entries.len() {
            1..=16 => tell_deal(&entries, args, &limits),
            found => Err(Usage::error(say!("a deal has 1 to 16 entries, this one has {found}", found))),
        },
        (Some(board), None) => {
            if board.pawns().any() || board.occupied().count() > 16 {
                let problem = say!("the solitaire has at most 16 pieces and no pawns");
                return Err(anyhow::Error::new(BadText::at(1, problem)).context(named()));
            }
            tell_board(&gather(board, &limits))
        }
        (None, None) => {
            let problem = say!("a board of eight rows, or a line `next:`, is missing");
            Err(anyhow::Error::new(BadText::at(1, problem)).context(named()))
        }
    }
}

fn tell_board(gathering: &kit_golf::solitaire::Gathering) -> anyhow::Result<ExitCode> {
    let sentence = match gathering.finding {
        Finding::Solved(0) => say!("one group already"),
        Finding::Solved(length) => {
            say!("{moves}\n{line}", moves = moves(length), line = Filling::text(written(&gathering.line)))
        }
        Finding::Unsolvable => say!("no solution: nothing else can be reached"),
        Finding::AtLeast(length, Cut::Depth) => {
            say!("no solution in fewer than {length} {length|one=move|other=moves}", length)
        }
        Finding::AtLeast(length, _) => say!("at least {moves} (the limit is reached)", moves = moves(length)),
    };
    streams::write_out(&(said(&sentence) + "\n"))?;
    match gathering.finding {
        Finding::Solved(_) | Finding::Unsolvable => Ok(ExitCode::SUCCESS),
        Finding::AtLeast(..) => Ok(ExitCode::FAILURE),
    }
}

fn tell_deal(entries: &[Entry], args: &SolveArgs, limits: &Limits) -> anyhow::Result<ExitCode> {
    let best = hindsight(entries, args.least.into(), limits);
    streams::write_out(&answer(&best))?;
    match best.points {
        Some(_) => Ok(ExitCode::SUCCESS),
        None => Ok(ExitCode::FAILURE),
    }
}

fn answer(best: &Hindsight) -> String {
    let cut = if best.is_cut {
        format!(" {}", said(&say!("(there may be more beyond the limits)")))
    } else {
        String::new()
    };
    let Some(points) = best.points else { return format!("{}{cut}\n", said(&say!("no group was found"))) };
    let entered = best.entered.iter().map(|(entry, square)| format!("+{entry}@{square}"));
    let mut words: Vec<String> = entered.collect();
    if !best.line.is_empty() {
        words.push("stop".to_owned());
        words.push(written(&best.line));
    }
    let reached = said(&say!("{points} points", points));
    format!("{reached}{cut}\n{} win {points}\n", words.join(" "))
}

fn written(line: &[(kit_chess::shakmaty::Square, kit_chess::shakmaty::Square)]) -> String {
    line.iter().map(|(from, to)| format!("{from}{to}")).collect::<Vec<_>>().join(" ")
}
