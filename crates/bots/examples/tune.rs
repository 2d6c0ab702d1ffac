//! `cargo xtask tune`: fits the weights of an evaluation to games that bots play against themselves.
//!
//! ```text
//! cargo xtask tune GAME --games 400              fit, and print the weights
//! cargo xtask tune match OLD NEW GAME --games 100
//!                                                two builds of this program against each other
//! ```
//!
//! Bots play games; of each quiet position it is noted what the terms of the evaluation count and how
//! the game ended.
//! The weights are then moved so that a win is called as likely as it was: logistic regression, with
//! a pull towards the weights that are there, on four games of five; the fifth shows what was learned.
//! What is found must win a match before it is kept: copy the built program, put the weights into
//! `crates/games/src/appraisal.rs`, build again, and let `match` compare both.

#[path = "../../games/src/appraisal.rs"]
#[expect(dead_code, reason = "only what counts is needed here, not what weighs")]
mod appraisal;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};

use appraisal::{Ledger, MOST_LEFT, Score, TERMS, Term, USUAL, Weights};
use kit_bots::{Bot, Level, Limit};
use kit_chess::shakmaty::{Board, Color};
use kit_games::CATALOGUE;
use kit_play::tabletop::Part;
use kit_play::{Chance, Listed, Seat, Table, Team, Terms, Viewer, referee};

const USAGE: &str = "\
usage: tune GAME [--games N] [--nodes N] [--seed N]
       tune match PROGRAM PROGRAM GAME [--games N] [--nodes N] [--seed N]";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["answer"] => answer(),
        ["match", one, two, game, ref rest @ ..] => {
            Plan::read(game, rest).and_then(|plan| contest(&plan, [one, two]))
        }
        [game, ref rest @ ..] => Plan::read(game, rest).map(|plan| fit(&plan)),
        [] => Err(USAGE.to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
    }
}

/// What is played.
struct Plan {
    game: &'static dyn Listed,
    games: u64,
    nodes: u64,
    seed: u64,
}

impl Plan {
    fn read(game: &str, rest: &[&str]) -> Result<Plan, String> {
        let game =
            referee::listed(CATALOGUE, game).ok_or_else(|| format!("unknown game: `{game}`\n{USAGE}"))?;
        let mut plan = Plan { game, games: 200, nodes: 2_000, seed: 1 };
        for pair in rest.chunks(2) {
            match (pair, pair.last().and_then(|number| number.parse().ok())) {
                (["--games", _], Some(number @ 1..)) => plan.games = number,
                (["--nodes", _], Some(number @ 1..)) => plan.nodes = number,
                (["--seed", _], Some(number)) => plan.seed = number,
                _ => return Err(USAGE.to_owned()),
            }
        }
        Ok(plan)
    }

    fn limit(&self) -> Limit {
        Limit { nodes: Some(self.nodes), ..Limit::by_level() }
    }

    /// A table after a few moves by lot, the same for the same number.
    fn begun(&self, number: u64) -> (Table, Chance) {
        let mut chance = Chance::seeded(self.seed.wrapping_mul(1_000_003).wrapping_add(number));
        let mut table =
            Table::open(self.game, &Terms::usual(self.game.about()), &mut chance).expect("usual terms");
        for _ in 0..BY_LOT {
            let Some(seat) = table.acting().first().copied() else { break };
            let actions = table.glimpse(Viewer::Seat(seat)).actions();
            let action = chance.pick(&actions).clone();
            table.act(seat, &action, &mut chance).expect("an offer is accepted");
        }
        (table, chance)
    }
}

/// How many moves by lot a game begins with, so that games differ.
const BY_LOT: u32 = 6;

/// What was counted of a position, for White, and how its game ended.
struct Sample {
    counts: [f64; TERMS],
    /// How much of the middle game is left, from 0 to 1.
    middle: f64,
    result: f64,
}

struct Counts([f64; TERMS]);

impl Ledger for Counts {
    fn add(&mut self, term: Term, count: i32) {
        self.0[term as usize] += f64::from(count);
    }
}

/// The chance to win for so many quarters of a hundredth of a pawn.
fn chance_for(quarters: f64) -> f64 {
    1.0 / (1.0 + (-quarters / 1000.0).exp())
}

impl Sample {
    fn of(board: &Board, result: f64) -> Sample {
        let (mut own, mut other) = (Counts([0.0; TERMS]), Counts([0.0; TERMS]));
        let sides = appraisal::tally(board, Color::White, [&mut own, &mut other]);
        let mut counts = own.0;
        counts.iter_mut().zip(other.0).for_each(|(count, other)| *count -= other);
        Sample { counts, middle: f64::from(appraisal::left(&sides)) / f64::from(MOST_LEFT), result }
    }

    fn chance(&self, weights: &[[f64; 2]; TERMS]) -> f64 {
        let weighed = self
            .counts
            .iter()
            .zip(weights)
            .map(|(count, [middle, end])| count * (middle * self.middle + end * (1.0 - self.middle)));
        chance_for(weighed.sum())
    }
}

/// The pieces on the board that everybody sees.
fn board(table: &Table) -> Option<Board> {
    let tabletop = table.glimpse(Viewer::Public).tabletop();
    let figures = tabletop.parts.into_iter().find_map(|part| match part {
        Part::Board(board) => Some(board.figures),
        _ => None,
    })?;
    let mut board = Board::empty();
    for figure in figures {
        board.set_piece_at(figure.square, figure.role.of(figure.color));
    }
    Some(board)
}

/// Plays a game and gives its quiet positions: those in which nothing was taken just now or next.
fn played(plan: &Plan, number: u64) -> Vec<Sample> {
    let (mut table, mut chance) = plan.begun(number);
    let mut bots: Vec<Bot> =
        table.seats().map(|_| Bot::new(Level::Club, Chance::seeded(chance.seed()))).collect();
    let mut boards: Vec<Board> = Vec::new();
    while table.outcome().is_none() {
        for seat in table.acting() {
            let glimpse = table.glimpse(Viewer::Seat(seat));
            if let Some(thought) = bots[seat.index()].choose(&glimpse, &plan.limit()) {
                table.act(seat, &thought.action, &mut chance).expect("a bot chooses an offer");
            }
        }
        boards.extend(board(&table));
    }
    let result = table.outcome().map_or(0.5, |outcome| outcome.worth(Team(0)));
    let count = |board: &Board| board.occupied().count();
    let quiet = boards
        .windows(3)
        .filter(|three| count(&three[0]) == count(&three[1]) && count(&three[1]) == count(&three[2]));
    quiet.map(|three| Sample::of(&three[1], result)).collect()
}

fn fit(plan: &Plan) {
    let (mut learned, mut kept) = (Vec::new(), Vec::new());
    for number in 0..plan.games {
        let samples = played(plan, number);
        if number % 5 == 4 {
            kept.extend(samples)
        } else {
            learned.extend(samples)
        }
        eprint!("\rgame {} of {}, {} positions ", number + 1, plan.games, learned.len() + kept.len());
    }
    eprintln!();
    let before = floating(&USUAL);
    let after = descended(&learned, before);
    println!(
        "// {}: {} games of {} nodes a decision, seed {}",
        plan.game.about().id,
        plan.games,
        plan.nodes,
        plan.seed
    );
    println!("// positions: {} to learn from, {} kept back", learned.len(), kept.len());
    println!(
        "// loss on those kept back: {:.5} before, {:.5} after",
        loss(&kept, &before),
        loss(&kept, &after)
    );
    for (place, [middle, end]) in after.iter().enumerate() {
        let Score { middle: old_middle, end: old_end } = USUAL[place];
        println!("    score({middle:.0}, {end:.0}), // was {old_middle}, {old_end}");
    }
}

fn floating(weights: &Weights) -> [[f64; 2]; TERMS] {
    weights.map(|Score { middle, end }| [f64::from(middle), f64::from(end)])
}

/// How surprising the results are, in the mean.
fn loss(samples: &[Sample], weights: &[[f64; 2]; TERMS]) -> f64 {
    let surprise = |sample: &Sample| {
        let chance = sample.chance(weights).clamp(1e-6, 1.0 - 1e-6);
        -(sample.result * chance.ln() + (1.0 - sample.result) * (1.0 - chance).ln())
    };
    samples.iter().map(surprise).sum::<f64>() / samples.len().max(1) as f64
}

/// Moves the weights step by step to where results surprise least.
fn descended(samples: &[Sample], start: [[f64; 2]; TERMS]) -> [[f64; 2]; TERMS] {
    const STEPS: u32 = 400;
    /// How far a weight moves at once, and how strongly it is pulled back to where it was.
    const STRIDE: f64 = 2.0;
    const PULL: f64 = 2e-7;
    let mut weights = start;
    let mut means = [[0.0; 2]; TERMS];
    let mut squares = [[0.0; 2]; TERMS];
    for step in 1..=STEPS {
        let mut slopes = [[0.0; 2]; TERMS];
        for sample in samples {
            let error = sample.chance(&weights) - sample.result;
            for (slope, count) in slopes.iter_mut().zip(sample.counts) {
                slope[0] += error * count * sample.middle;
                slope[1] += error * count * (1.0 - sample.middle);
            }
        }
        for term in 0..TERMS {
            for part in 0..2 {
                let pull = PULL * (weights[term][part] - start[term][part]);
                let slope = slopes[term][part] / samples.len().max(1) as f64 / 1000.0 + pull;
                let (mean, square) = (&mut means[term][part], &mut squares[term][part]);
                *mean = 0.9 * *mean + 0.1 * slope;
                *square = 0.999 * *square + 0.001 * slope * slope;
                let (mean, square) = (
                    *mean / (1.0 - 0.9_f64.powi(step as i32)),
                    *square / (1.0 - 0.999_f64.powi(step as i32)),
                );
                weights[term][part] -= STRIDE * mean / (square.sqrt() + 1e-12);
            }
        }
    }
    weights
}

/// Answers for one side of a match: `open GAME SEED NUMBER NODES`, `act SEAT ACTION`, `think SEAT`.
fn answer() -> Result<(), String> {
    let mut at: Option<(Plan, Table, Chance, Vec<Bot>)> = None;
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|error| error.to_string())?;
        let words: Vec<&str> = line.splitn(3, ' ').collect();
        match (&words[..], &mut at) {
            (["open", game, rest], at) => {
                let numbers: Vec<u64> = rest.split(' ').filter_map(|number| number.parse().ok()).collect();
                let [seed, number, nodes] = numbers[..] else { return Err(USAGE.to_owned()) };
                let mut plan = Plan::read(game, &[])?;
                (plan.seed, plan.nodes) = (seed, nodes);
                let (table, mut chance) = plan.begun(number);
                let bots =
                    table.seats().map(|_| Bot::new(Level::Club, Chance::seeded(chance.seed()))).collect();
                *at = Some((plan, table, chance, bots));
            }
            (["act", seat, action], Some((_, table, chance, _))) => {
                let seat = Seat(seat.parse().map_err(|_| USAGE.to_owned())?);
                table.act(seat, action, chance).map_err(|refusal| refusal.to_string())?;
            }
            (["think", seat], Some((plan, table, _, bots))) => {
                let seat = Seat(seat.parse().map_err(|_| USAGE.to_owned())?);
                let thought = bots[seat.index()].choose(&table.glimpse(Viewer::Seat(seat)), &plan.limit());
                println!("{}", thought.map(|thought| thought.action).unwrap_or_default());
            }
            _ => return Err(USAGE.to_owned()),
        }
    }
    Ok(())
}

/// A built program that answers.
struct Program {
    child: Child,
    says: BufReader<ChildStdout>,
    hears: ChildStdin,
}

impl Program {
    fn start(path: &str) -> Result<Program, String> {
        let started = Command::new(path).arg("answer").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = started.map_err(|error| format!("{path}: {error}"))?;
        let (Some(hears), Some(says)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("{path} cannot be talked to"));
        };
        Ok(Program { child, says: BufReader::new(says), hears })
    }

    fn tell(&mut self, line: &str) -> Result<(), String> {
        writeln!(self.hears, "{line}").map_err(|error| error.to_string())
    }

    fn ask(&mut self, seat: Seat) -> Result<String, String> {
        self.tell(&format!("think {}", seat.0))?;
        let mut line = String::new();
        self.says.read_line(&mut line).map_err(|error| error.to_string())?;
        Ok(line.trim().to_owned())
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Lets two builds play each other in a game without luck, each start twice with the sides swapped.
fn contest(plan: &Plan, paths: [&str; 2]) -> Result<(), String> {
    let mut programs = [Program::start(paths[0])?, Program::start(paths[1])?];
    let mut results = [0u32; 3];
    for number in 0..plan.games {
        let (mut table, mut chance) = plan.begun(number / 2);
        let open = format!("open {} {} {} {}", plan.game.about().id, plan.seed, number / 2, plan.nodes);
        programs.iter_mut().try_for_each(|program| program.tell(&open))?;
        let second = Team((number % 2) as u8);
        while table.outcome().is_none() {
            for seat in table.acting() {
                let program = &mut programs[usize::from(table.team(seat) == second)];
                let action = program.ask(seat)?;
                table.act(seat, &action, &mut chance).map_err(|refusal| refusal.to_string())?;
                let act = format!("act {} {action}", seat.0);
                programs.iter_mut().try_for_each(|program| program.tell(&act))?;
            }
        }
        let worth = table.outcome().map_or(0.5, |outcome| outcome.worth(second));
        results[if worth > 0.75 {
            0
        } else if worth > 0.25 {
            1
        } else {
            2
        }] += 1;
        let [won, drawn, lost] = results;
        eprint!("\r{} of {}: the second has won {won}, drawn {drawn}, lost {lost} ", number + 1, plan.games);
    }
    let [won, drawn, lost] = results.map(f64::from);
    let count = won + drawn + lost;
    let score = (won + drawn / 2.0) / count;
    let spread = (won * (1.0 - score).powi(2) + drawn * (0.5 - score).powi(2) + lost * score.powi(2)) / count;
    let error = 1.96 * (spread / count).sqrt();
    println!(
        "{}: the second scores {:.1} % ± {:.1} in {count} games of {} nodes a decision",
        plan.game.about().id,
        100.0 * score,
        100.0 * error,
        plan.nodes
    );
    Ok(())
}
