//! `chess-kit uci`: the Chess960 bot for chess programs that speak UCI.
//!
//! The one place outside the catalogue that names a game, because the protocol is about chess.
//! A position is set up from its FEN alone, so that a program may go on after a draw that the
//! rules of the kit declare by themselves.
//! Whatever cannot be followed is refused, and until there is a position again `go` answers with no
//! move rather than with one for a position that is not meant.

pub(crate) mod rival;

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use kit_bots::{Bot, Level, Limit, Thought};
use kit_chess::shakmaty::fen::Fen;
use kit_chess::shakmaty::uci::UciMove;
use kit_chess::shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position};
use kit_games::CATALOGUE;
use kit_play::text::{either, excerpt};
use kit_play::{Arrangement, Chance, Glimpse, Listed, Seat, Table, Terms, Viewer, referee};

use self::rival::{Pace, Rivalry};
use crate::examples::examples;

/// Speaks UCI on standard input and output.
#[derive(clap::Args)]
#[command(after_help = examples("\
Examples:
  chess-kit uci                                            for a program that shows boards
  chess-kit uci --rival stockfish --elo 1500 --level club  a match against another program"))]
pub struct UciArgs {
    /// Instead, play a match against this program
    #[arg(long, value_name = "PROGRAM")]
    rival: Option<String>,
    /// The strength that the other program is held to
    #[arg(long, requires = "rival")]
    elo: Option<u32>,
    /// How long the other program has for a move, in milliseconds
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..), requires = "rival")]
    movetime: Option<u64>,
    /// How many nodes the other program has for a move; as much as the bot has if nothing is said
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..), requires = "rival", conflicts_with = "movetime")]
    nodes: Option<u64>,
    /// How long the bot has for a move, in milliseconds; as the other program, or its level's nodes
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..), requires = "rival")]
    own_movetime: Option<u64>,
    /// The level of the bot
    #[arg(long, default_value = "club", requires = "rival")]
    level: Level,
    /// How many games, half of them with the colours swapped
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..), requires = "rival")]
    count: u64,
    /// Where chance starts
    #[arg(long, default_value_t = 1, requires = "rival")]
    seed: u64,
}

/// The game that the protocol is about.
const GAME: &str = "chess960";
/// The option by which another program plays it from any start.
const ANY_START: &str = "UCI_Chess960 value true";

/// The game that the protocol is about, if it is in the catalogue.
pub fn game() -> Option<&'static dyn Listed> {
    referee::listed(CATALOGUE, GAME)
}

/// Answers until `quit` or the end of the input, or plays a match.
pub fn run(args: &UciArgs) -> Result<ExitCode> {
    if let Some(program) = &args.rival {
        let own_pace = match args.own_movetime.or(args.movetime) {
            Some(time) => Pace::Time(Duration::from_millis(time)),
            None => Pace::of_level(args.level),
        };
        let time = args.movetime.map(|time| Pace::Time(Duration::from_millis(time)));
        let pace = time.or(args.nodes.map(Pace::Nodes)).unwrap_or(own_pace);
        let rivalry = Rivalry { program, elo: args.elo, pace, level: args.level, own_pace, seed: args.seed };
        println!("{}", rivalry.play(args.count)?);
        return Ok(ExitCode::SUCCESS);
    }
    let mut engine = Engine::new();
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { continue };
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.first() == Some(&"quit") {
            engine.stop();
            return Ok(ExitCode::SUCCESS);
        }
        if let Err(problem) = engine.obey(&words) {
            say(&format!("info string {problem:#}"));
        }
    }
    engine.wait();
    Ok(ExitCode::SUCCESS)
}

struct Engine {
    /// What is to be thought about; nothing after a position that was refused.
    chess: Option<Chess>,
    chess960: bool,
    level: Level,
    thinking: Option<Thinking>,
}

/// A thread at work.
struct Thinking {
    stop: Arc<AtomicBool>,
    /// Whether it goes on until it is told to stop.
    infinite: bool,
    worker: JoinHandle<()>,
}

impl Engine {
    fn new() -> Engine {
        Engine { chess: Some(Chess::default()), chess960: false, level: Level::Master, thinking: None }
    }

    fn obey(&mut self, words: &[&str]) -> Result<()> {
        match words {
            [] => {}
            ["uci"] => introduce(),
            ["isready"] => say("readyok"),
            ["ucinewgame"] => {
                self.stop();
                self.chess = Some(Chess::default());
            }
            ["setoption", "name", rest @ ..] => self.set(rest)?,
            ["position", rest @ ..] => {
                self.stop();
                self.chess = None;
                self.chess = Some(position(rest)?);
            }
            ["go", rest @ ..] => self.go(rest)?,
            ["stop"] => self.stop(),
            ["ponderhit" | "debug" | "register", ..] => {}
            [unknown, ..] => bail!("unknown command: `{}`", excerpt(unknown)),
        }
        Ok(())
    }

    fn set(&mut self, words: &[&str]) -> Result<()> {
        let problem = "unknown option or value; try `UCI_Chess960 value true` or `Level value club`";
        // Names and values of options are the same in capitals and small letters, says the protocol.
        let words: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
        match words.iter().map(String::as_str).collect::<Vec<&str>>().as_slice() {
            ["uci_chess960", "value", "true"] => self.chess960 = true,
            ["uci_chess960", "value", "false"] => self.chess960 = false,
            ["level", "value", level] => {
                self.level = level.parse().map_err(|unknown| anyhow!("{unknown}"))?
            }
            _ => bail!(problem),
        }
        Ok(())
    }

    /// Begins to think; whatever is wrong, there is an answer, because the other program waits for one.
    fn go(&mut self, words: &[&str]) -> Result<()> {
        self.stop();
        let stop = Arc::new(AtomicBool::new(false));
        let begun = self.begun(words, Arc::clone(&stop));
        let (task, infinite) = begun.inspect_err(|_| say("bestmove 0000"))?;
        let flag = Arc::clone(&stop);
        let worker = thread::spawn(move || {
            let answer = task.think();
            while infinite && !flag.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(5));
            }
            say(&answer.unwrap_or_else(|problem| format!("info string {problem:#}\nbestmove 0000")));
        });
        self.thinking = Some(Thinking { stop, infinite, worker });
        Ok(())
    }

    fn begun(&self, words: &[&str], stop: Arc<AtomicBool>) -> Result<(Task, bool)> {
        let chess = self.chess.clone();
        let chess = chess.context("there is no position, because the last one was refused")?;
        let limit = limit_from(words, chess.turn().is_white(), stop)?;
        let infinite = words.contains(&"infinite");
        Ok((Task { chess, chess960: self.chess960, level: self.level, limit }, infinite))
    }

    /// Ends thinking; the answer has been given when this returns.
    fn stop(&mut self) {
        if let Some(Thinking { stop, worker, .. }) = self.thinking.take() {
            stop.store(true, Ordering::Relaxed);
            // A panic while thinking has been reported by the thread itself.
            let _ = worker.join();
        }
    }

    /// Lets thinking come to its end, if it has one.
    fn wait(&mut self) {
        if self.thinking.as_ref().is_some_and(|thinking| thinking.infinite) {
            return self.stop();
        }
        if let Some(Thinking { worker, .. }) = self.thinking.take() {
            let _ = worker.join();
        }
    }
}

fn introduce() {
    let levels: Vec<String> = Level::ALL.iter().map(|level| format!("var {level}")).collect();
    say(&format!(
        "id name Chess Kit {}\nid author the Chess Kit founders\n\
         option name UCI_Chess960 type check default false\n\
         option name Level type combo default {} {}\nuciok",
        env!("CARGO_PKG_VERSION"),
        Level::Master,
        levels.join(" ")
    ));
}

/// `startpos` or `fen …`, then `moves …`; castling as the king's step or as king takes rook.
fn position(words: &[&str]) -> Result<Chess> {
    let cut = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let (start, moves) = words.split_at(cut);
    let mut chess: Chess = match start {
        ["startpos"] => Chess::default(),
        ["fen", fields @ ..] => {
            let fen: Fen = fields.join(" ").parse().context("position fen")?;
            fen.into_position(CastlingMode::Chess960).map_err(|error| anyhow!("position fen: {error}"))?
        }
        _ => bail!("position is followed by startpos or fen"),
    };
    for text in moves.iter().skip(1) {
        let uci: UciMove = text.parse().map_err(|_| anyhow!("not a move: `{}`", excerpt(text)))?;
        let legal = uci.to_move(&chess).map_err(|_| anyhow!("illegal move: `{}`", excerpt(text)))?;
        chess.play_unchecked(legal);
    }
    Ok(chess)
}

/// The words that `go` may be followed by, and whether a number comes after each.
const GO_WORDS: [(&str, bool); 9] = [
    ("wtime", true),
    ("btime", true),
    ("winc", true),
    ("binc", true),
    ("movestogo", true),
    ("movetime", true),
    ("nodes", true),
    ("depth", true),
    ("infinite", false),
];

/// How many moves a clock is shared among, if nothing is said.
const USUAL_MOVES: u64 = 30;

fn limit_from(words: &[&str], white: bool, stop: Arc<AtomicBool>) -> Result<Limit> {
    let mut told: BTreeMap<&str, u64> = BTreeMap::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let known = GO_WORDS.iter().find(|(known, _)| known == word);
        let Some((name, takes_number)) = known else {
            let names: Vec<&str> = GO_WORDS.iter().map(|(name, _)| *name).collect();
            bail!("go cannot be followed by `{}` (try {})", excerpt(word), either(&names));
        };
        let number = match takes_number {
            true => words.next().and_then(|value| value.parse::<i64>().ok()),
            false => Some(0),
        };
        let number = number.with_context(|| format!("{name} is followed by a number"))?;
        told.insert(name, number.max(0) as u64);
    }
    let (left, gain) = if white { ("wtime", "winc") } else { ("btime", "binc") };
    let moves = told.get("movestogo").map_or(USUAL_MOVES, |moves| moves + 2).clamp(1, USUAL_MOVES);
    let gain = told.get(gain).copied().unwrap_or(0);
    let share = |left: &u64| (left / moves + gain * 3 / 4).min(left * 4 / 5).max(5);
    let time = told.get("movetime").copied().or(told.get(left).map(share));
    let endless = time.is_some() || told.contains_key("infinite") || told.contains_key("depth");
    let nodes = told.get("nodes").copied().or(endless.then_some(u64::MAX));
    let depth = told.get("depth").map(|depth| (*depth).clamp(1, DEEPEST.into()) as u32);
    Ok(Limit { nodes, time: time.map(Duration::from_millis), depth, stop, ..Limit::by_level() })
}

/// How many turns ahead it is looked at the most.
const DEEPEST: u32 = 64;

/// How many moves of a line are told at the most, and how many nodes each may cost.
const LONGEST_LINE: usize = 8;
const NODES_FOR_LINE: u64 = 400;

/// What is thought about, and for how long.
struct Task {
    chess: Chess,
    chess960: bool,
    level: Level,
    limit: Limit,
}

impl Task {
    /// Thinks one turn further at a time, tells what was found each time, and gives the answer.
    fn think(&self) -> Result<String> {
        let mode = CastlingMode::from_chess960(self.chess960);
        let legal = self.chess.legal_moves();
        let Some(first) = legal.first() else { return Ok("bestmove 0000".to_owned()) };
        let mut answer = format!("bestmove {}", first.to_uci(mode));
        let Some(glimpse) = glimpse_of(&self.chess)? else { return Ok(answer) };
        let started = Instant::now();
        let mut bot = Bot::new(self.level, Chance::unpredictable());
        let mut nodes = 0;
        let most = self.limit.nodes.unwrap_or_else(|| self.level.nodes(true));
        for depth in 1..=self.limit.depth.unwrap_or(DEEPEST) {
            let Some(limit) = self.left(most - nodes, started, depth) else { break };
            let Some(thought) = bot.choose(&glimpse, &limit) else { break };
            nodes = most.min(nodes.saturating_add(thought.nodes.max(1)));
            let line = self.line(&thought.action, depth, &mut bot, started)?;
            let best = line.first().context("a line has a first move")?.to_uci(mode);
            say(&self.told(&thought, &line, nodes, started));
            answer = format!("bestmove {best}");
            // What is decided, or must be, is not looked at any further.
            if thought.depth < depth {
                break;
            }
        }
        Ok(answer)
    }

    /// What is left of the limit; nothing when it is used up.
    fn left(&self, nodes: u64, started: Instant, depth: u32) -> Option<Limit> {
        let time = self.limit.time.map(|time| time.saturating_sub(started.elapsed()));
        let is_first = depth == 1;
        let stopped = self.limit.stop.load(Ordering::Relaxed);
        let spent = nodes == 0 || stopped || time.is_some_and(|time| time.is_zero());
        (is_first || !spent).then(|| Limit {
            nodes: Some(nodes.max(1)),
            time,
            depth: Some(depth),
            ..self.limit.clone()
        })
    }

    /// The move that was found, and how it may go on: a few nodes for each further move, because what
    /// was found out on the way is still known.
    fn line(&self, action: &str, depth: u32, bot: &mut Bot, started: Instant) -> Result<Vec<Move>> {
        let mut chess = self.chess.clone();
        let mut line: Vec<Move> = Vec::new();
        let mut next = Some(action.to_owned());
        while let Some(action) = next.take() {
            let uci: UciMove = action.parse().context("a bot answers with a move")?;
            let chosen = uci.to_move(&chess).context("a bot answers with a legal move")?;
            chess.play_unchecked(chosen);
            line.push(chosen);
            let left = (depth as usize).min(LONGEST_LINE).saturating_sub(line.len());
            if left == 0 {
                break;
            }
            let Some(limit) = self.left(NODES_FOR_LINE, started, left as u32 + 1) else { break };
            let limit = Limit { depth: Some(left as u32), ..limit };
            let Some(glimpse) = glimpse_of(&chess)? else { break };
            next = bot.choose(&glimpse, &limit).map(|thought| thought.action);
        }
        Ok(line)
    }

    /// A line of `info`.
    fn told(&self, thought: &Thought, line: &[Move], nodes: u64, started: Instant) -> String {
        let mode = CastlingMode::from_chess960(self.chess960);
        let milliseconds = started.elapsed().as_millis();
        let speed = u128::from(nodes) * 1000 / milliseconds.max(1);
        let moves: Vec<String> = line.iter().map(|step| step.to_uci(mode).to_string()).collect();
        format!(
            "info depth {} score {} nodes {nodes} nps {speed} time {milliseconds} pv {}",
            thought.depth.max(1),
            self.score(thought, line),
            moves.join(" ")
        )
    }

    /// What the position is worth to whoever moves: hundredths of a pawn, or how many moves are left
    /// where the line ends in mate and nobody doubts it.
    fn score(&self, thought: &Thought, line: &[Move]) -> String {
        const SURE: f64 = 0.999;
        let odds = thought.chance_to_win.clamp(1.0 - SURE, SURE);
        let mut chess = self.chess.clone();
        line.iter().for_each(|step| chess.play_unchecked(*step));
        let own = line.len() % 2 == 1;
        let moves = line.len().div_ceil(2);
        match (chess.is_checkmate(), own) {
            (true, true) if odds >= SURE => format!("mate {moves}"),
            (true, false) if odds <= 1.0 - SURE => format!("mate -{moves}"),
            (_, _) => format!("cp {}", (250.0 * (odds / (1.0 - odds)).ln()) as i32),
        }
    }
}

/// What whoever moves knows of this position; nothing when the kit's rules hold the game to be over.
fn glimpse_of(chess: &Chess) -> Result<Option<Glimpse>> {
    let seat = Seat(u8::from(chess.turn().is_black()));
    Ok(table_for(chess)?.map(|table| table.glimpse(Viewer::Seat(seat))))
}

/// A table with this position; none when the kit's rules hold the game to be over.
fn table_for(chess: &Chess) -> Result<Option<Table>> {
    let game = game().context("Chess960 is in the catalogue")?;
    let fen = Fen::from_position(chess, EnPassantMode::Legal).to_string();
    let mut fields: Vec<&str> = fen.split(' ').collect();
    // Counters only decide draws, and those are the other program's business.
    fields[4] = "0";
    let arrangement: Arrangement = format!("fen: {}", fields.join(" ")).parse()?;
    let terms = Terms::usual(game.about()).arranged(arrangement);
    let table = Table::open(game, &terms, &mut Chance::seeded(1))?;
    Ok(table.outcome().is_none().then_some(table))
}

/// Prints lines at once; nobody is left to tell when that fails.
fn say(lines: &str) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{lines}").and_then(|()| out.flush());
}
