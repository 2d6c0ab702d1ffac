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
//! The weights are then moved so that a win is called as likely as it was: logistic regression on three
//! games of five.
//! First it is found how much a hundredth of a pawn tells of the result between these bots, so that
//! the weights need not learn that.
//! The positions of a game share one result, so there is less to learn from than it seems, and weights
//! that follow it freely learn the noise: they are pulled towards those that are there, and how
//! strongly is chosen by a fourth fifth of the games.
//! The last fifth shows what was learned, with the interval in which the gain lies, game by game; where
//! that has room for nothing, the weights that are there are as good as these games can tell.
//! What is found must win a match before it is kept: copy the built program, put the weights into
//! `crates/games/src/appraisal.rs`, build again, and let `match` compare both.

#[path = "../../games/src/appraisal.rs"]
#[expect(dead_code, reason = "only what counts is needed here, not what weighs")]
mod appraisal;
#[path = "../../games/src/keys.rs"]
#[expect(dead_code, reason = "only what the weights need is needed here")]
mod keys;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};

use appraisal::{Ledger, MOST_LEFT, Score, TERMS, Term, USUAL};
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
    /// For each term, what is counted in the middle of a game, and what at its end.
    counts: Numbers,
    result: f64,
}

struct Counts([f64; TERMS]);

impl Ledger for Counts {
    fn add(&mut self, term: Term, count: i32) {
        self.0[term as usize] += f64::from(count);
    }
}

/// How many numbers there are to find: each term has a weight for the middle of a game and its end.
const NUMBERS: usize = 2 * TERMS;

type Numbers = [f64; NUMBERS];

impl Sample {
    fn of(board: &Board, result: f64) -> Sample {
        let (mut own, mut other) = (Counts([0.0; TERMS]), Counts([0.0; TERMS]));
        let sides = appraisal::tally(board, Color::White, [&mut own, &mut other]);
        let middle = f64::from(appraisal::left(&sides)) / f64::from(MOST_LEFT);
        let mut counts = [0.0; NUMBERS];
        for (term, (own, other)) in own.0.into_iter().zip(other.0).enumerate() {
            counts[2 * term] = (own - other) * middle;
            counts[2 * term + 1] = (own - other) * (1.0 - middle);
        }
        Sample { counts, result }
    }

    /// How good the position looks, in thousandths of what four hundredths of a pawn are.
    fn looks(&self, weights: &Numbers) -> f64 {
        self.counts.iter().zip(weights).map(|(count, weight)| count * weight).sum::<f64>() / 1000.0
    }

    fn chance(&self, weights: &Numbers, scale: f64) -> f64 {
        1.0 / (1.0 + (-scale * self.looks(weights)).exp())
    }

    /// How surprising the result is.
    fn loss(&self, weights: &Numbers, scale: f64) -> f64 {
        let chance = self.chance(weights, scale).clamp(1e-9, 1.0 - 1e-9);
        -(self.result * chance.ln() + (1.0 - self.result) * (1.0 - chance).ln())
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
    let mut games: [Vec<Vec<Sample>>; 3] = Default::default();
    for number in 0..plan.games {
        let share = match number % 5 {
            0..=2 => &mut games[0],
            3 => &mut games[1],
            _ => &mut games[2],
        };
        share.push(played(plan, number));
        eprint!("\rgame {} of {} ", number + 1, plan.games);
    }
    eprintln!();
    let [learned, chosen, kept] = games;
    let count = |games: &[Vec<Sample>]| games.iter().map(Vec::len).sum::<usize>();
    println!(
        "// {}: {} games of {} nodes a decision, seed {}; positions: {} to learn from, {} to choose by, {} kept back",
        plan.game.about().id,
        plan.games,
        plan.nodes,
        plan.seed,
        count(&learned),
        count(&chosen),
        count(&kept)
    );
    let usual = USUAL.map(|Score { middle, end }| [f64::from(middle), f64::from(end)]);
    let before: Numbers = std::array::from_fn(|number| usual[number / 2][number % 2]);
    let scale = fitting_scale(&learned, &before);
    println!("// a pawn more is a chance of {:.3} between these bots", 1.0 / (1.0 + (-0.4 * scale).exp()));
    let (mut after, mut least) = (before, loss(&chosen, &before, scale));
    println!("// loss on those to choose by: {least:.5} as it is");
    for pull in PULLS {
        let found = fitted(&learned, &before, scale, pull);
        let loss = loss(&chosen, &found, scale);
        println!("//     {loss:.5} with a pull of {pull}");
        if loss < least {
            (after, least) = (found, loss);
        }
    }
    let gains: Vec<f64> =
        kept.iter().map(|game| loss_of(game, &before, scale) - loss_of(game, &after, scale)).collect();
    let mean = gains.iter().sum::<f64>() / gains.len().max(1) as f64;
    let spread = gains.iter().map(|gain| (gain - mean).powi(2)).sum::<f64>() / gains.len().max(2) as f64;
    let error = 1.96 * (spread / gains.len().max(1) as f64).sqrt();
    println!(
        "// loss on those kept back: {:.5} before, {:.5} after; lower by {mean:.5} ± {error:.5} a game",
        loss(&kept, &before, scale),
        loss(&kept, &after, scale)
    );
    if mean <= error {
        println!(
            "// nothing was certainly gained, so the weights stay as they are; more games may tell more"
        );
        return;
    }
    for (term, Score { middle, end }) in USUAL.iter().enumerate() {
        let [new_middle, new_end] = [after[2 * term], after[2 * term + 1]];
        println!("    score({new_middle:.0}, {new_end:.0}), // was {middle}, {end}");
    }
}

/// How strongly weights are pulled back to where they were, in games whose results speak for that; the
/// choice goes by games that nothing was learned from.
const PULLS: [f64; 7] = [3.0, 10.0, 30.0, 100.0, 300.0, 1_000.0, 3_000.0];

/// How surprising the results are, each game counting alike.
fn loss(games: &[Vec<Sample>], weights: &Numbers, scale: f64) -> f64 {
    games.iter().map(|game| loss_of(game, weights, scale)).sum::<f64>() / games.len().max(1) as f64
}

fn loss_of(game: &[Sample], weights: &Numbers, scale: f64) -> f64 {
    game.iter().map(|sample| sample.loss(weights, scale)).sum::<f64>() / game.len().max(1) as f64
}

/// By how much looks must be multiplied to say how likely a win is.
fn fitting_scale(games: &[Vec<Sample>], weights: &Numbers) -> f64 {
    let (mut low, mut high) = (0.01, 10.0);
    for _ in 0..60 {
        let third = (high - low) / 3.0;
        if loss(games, weights, low + third) < loss(games, weights, high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    (low + high) / 2.0
}

/// The weights with which results surprise least, by Newton's method.
///
/// The pull goes by how much a term's count varies, so that all terms are as free to change what a
/// position looks like.
fn fitted(games: &[Vec<Sample>], start: &Numbers, scale: f64, pull: f64) -> Numbers {
    const ROUNDS: u32 = 12;
    let samples =
        || games.iter().flat_map(|game| game.iter().map(|sample| (sample, 1.0 / game.len() as f64)));
    let mut squares = [1e-9; NUMBERS];
    for (sample, share) in samples() {
        let counts = squares.iter_mut().zip(sample.counts);
        counts.for_each(|(square, count)| *square += share * (scale * count / 1000.0).powi(2));
    }
    let mut weights = *start;
    for _ in 0..ROUNDS {
        let mut slopes = [0.0; NUMBERS];
        let mut bends = vec![[0.0; NUMBERS]; NUMBERS];
        for (sample, share) in samples() {
            let chance = sample.chance(&weights, scale);
            let (error, bend) = (share * (chance - sample.result), share * chance * (1.0 - chance));
            for (number, count) in sample.counts.iter().enumerate().filter(|(_, count)| **count != 0.0) {
                let count = scale * count / 1000.0;
                slopes[number] += error * count;
                for (other, more) in sample.counts.iter().enumerate().take(number + 1) {
                    bends[number][other] += bend * count * scale * more / 1000.0;
                }
            }
        }
        for (number, square) in squares.iter().enumerate() {
            let weight = pull * square / games.len().max(1) as f64;
            slopes[number] += weight * (weights[number] - start[number]);
            bends[number][number] += weight + 1e-12;
        }
        let steps = solved(bends, slopes);
        weights.iter_mut().zip(steps).for_each(|(weight, step)| *weight -= step);
    }
    weights
}

/// Solves equations whose matrix is symmetric and positive; only its lower half is read.
fn solved(mut matrix: Vec<Numbers>, mut right: Numbers) -> Numbers {
    for row in 0..NUMBERS {
        for column in 0..=row {
            let known: f64 = (0..column).map(|at| matrix[row][at] * matrix[column][at]).sum();
            let rest = matrix[row][column] - known;
            matrix[row][column] =
                if row == column { rest.max(1e-12).sqrt() } else { rest / matrix[column][column] };
        }
    }
    for (row, line) in matrix.iter().enumerate() {
        let known: f64 = line.iter().zip(&right).take(row).map(|(number, found)| number * found).sum();
        right[row] = (right[row] - known) / line[row];
    }
    for row in (0..NUMBERS).rev() {
        let known: f64 = (row + 1..NUMBERS).map(|at| matrix[at][row] * right[at]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
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
