//! `chess-kit uci`: the Chess960 bot for chess programs that speak UCI.
//!
//! The one place outside the catalogue that names a game, because the protocol is about chess.
//! A position is set up from its FEN alone, so that a program may go on after a draw that the
//! rules of the kit declare by themselves.

mod rival;

use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use kit_bots::{Bot, Level, Limit};
use kit_chess::shakmaty::fen::Fen;
use kit_chess::shakmaty::uci::UciMove;
use kit_chess::shakmaty::{CastlingMode, Chess, EnPassantMode, Position};
use kit_games::CATALOGUE;
use kit_play::{Arrangement, Chance, Seat, Table, Terms, Viewer, referee};

use self::rival::Rivalry;
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
    /// How many nodes the other program has for a move
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..), requires = "rival")]
    nodes: u64,
    /// How long the bot has for a move, in milliseconds; its level's nodes if nothing is said
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..), requires = "rival")]
    own_movetime: Option<u64>,
    /// The level of the bot
    #[arg(long, default_value = "club", requires = "rival")]
    level: Level,
    /// How many games, half of them with the colors swapped
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

/// Answers until `quit` or the end of the input, or plays a match.
pub fn run(args: &UciArgs) -> Result<ExitCode> {
    if let Some(program) = &args.rival {
        let nodes = format!("nodes {}", args.nodes);
        let pace = args.movetime.map_or(nodes, |time| format!("movetime {time}"));
        let rivalry = Rivalry {
            program,
            elo: args.elo,
            pace: &pace,
            level: args.level,
            own_time: args.own_movetime.map(Duration::from_millis),
            games: args.count,
            seed: args.seed,
        };
        println!("{}", rivalry.play()?);
        return Ok(ExitCode::SUCCESS);
    }
    let mut engine = Engine::new();
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { continue };
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.first() == Some(&"quit") {
            break;
        }
        if let Err(problem) = engine.obey(&words) {
            say(&format!("info string {problem:#}"));
        }
    }
    engine.stop();
    Ok(ExitCode::SUCCESS)
}

struct Engine {
    chess: Chess,
    chess960: bool,
    level: Level,
    thinking: Option<(Arc<AtomicBool>, JoinHandle<()>)>,
}

impl Engine {
    fn new() -> Engine {
        Engine { chess: Chess::default(), chess960: false, level: Level::Master, thinking: None }
    }

    fn obey(&mut self, words: &[&str]) -> Result<()> {
        match words {
            [] => {}
            ["uci"] => introduce(),
            ["isready"] => say("readyok"),
            ["ucinewgame"] => self.stop(),
            ["setoption", "name", rest @ ..] => self.set(rest)?,
            ["position", rest @ ..] => {
                self.stop();
                self.chess = position(rest)?;
            }
            ["go", rest @ ..] => self.go(rest)?,
            ["stop"] => self.stop(),
            ["ponderhit" | "debug" | "register", ..] => {}
            [unknown, ..] => bail!("unknown command: `{}`", kit_play::text::excerpt(unknown)),
        }
        Ok(())
    }

    fn set(&mut self, words: &[&str]) -> Result<()> {
        match words {
            ["UCI_Chess960", "value", truth] => self.chess960 = *truth == "true",
            ["Level", "value", level] => {
                self.level = level.parse().map_err(|unknown| anyhow!("{unknown}"))?
            }
            _ => bail!("unknown option; try UCI_Chess960 or Level"),
        }
        Ok(())
    }

    fn go(&mut self, words: &[&str]) -> Result<()> {
        self.stop();
        let stop = Arc::new(AtomicBool::new(false));
        let limit = limit_from(words, self.chess.turn().is_white(), stop.clone())?;
        let infinite = words.contains(&"infinite");
        let (chess, chess960, level) = (self.chess.clone(), self.chess960, self.level);
        let flag = stop.clone();
        let worker = thread::spawn(move || {
            let answer = think(&chess, chess960, level, &limit);
            while infinite && !flag.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(5));
            }
            say(&answer.unwrap_or_else(|problem| format!("info string {problem:#}\nbestmove 0000")));
        });
        self.thinking = Some((stop, worker));
        Ok(())
    }

    /// Ends thinking; the answer has been given when this returns.
    fn stop(&mut self) {
        if let Some((stop, worker)) = self.thinking.take() {
            stop.store(true, Ordering::Relaxed);
            // A panic while thinking has been reported by the thread itself.
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
        let uci: UciMove =
            text.parse().map_err(|_| anyhow!("not a move: `{}`", kit_play::text::excerpt(text)))?;
        let legal =
            uci.to_move(&chess).map_err(|_| anyhow!("illegal move: `{}`", kit_play::text::excerpt(text)))?;
        chess.play_unchecked(legal);
    }
    Ok(chess)
}

fn limit_from(words: &[&str], white: bool, stop: Arc<AtomicBool>) -> Result<Limit> {
    let number = |name: &str| -> Result<Option<u64>> {
        let Some(place) = words.iter().position(|word| *word == name) else { return Ok(None) };
        let value = words.get(place + 1).and_then(|value| value.parse::<i64>().ok());
        let value = value.with_context(|| format!("{name} is followed by a number"))?;
        Ok(Some(value.max(0) as u64))
    };
    let (left, gain) = if white { ("wtime", "winc") } else { ("btime", "binc") };
    let share = |left: u64, gain: u64| (left / 30 + gain * 3 / 4).min(left * 4 / 5).max(5);
    let clock = number(left)?.map(|left| Ok::<u64, anyhow::Error>(share(left, number(gain)?.unwrap_or(0))));
    let time = number("movetime")?.or(clock.transpose()?);
    let endless = time.is_some() || words.contains(&"infinite") || words.contains(&"depth");
    let nodes = number("nodes")?.or(endless.then_some(u64::MAX));
    let depth = number("depth")?.map(|depth| depth.clamp(1, 64) as u32);
    Ok(Limit { nodes, time: time.map(Duration::from_millis), depth, stop, ..Limit::by_level() })
}

/// Thinks, and gives the two last lines of the answer.
fn think(chess: &Chess, chess960: bool, level: Level, limit: &Limit) -> Result<String> {
    let legal = chess.legal_moves();
    let Some(first) = legal.first() else { return Ok("bestmove 0000".to_owned()) };
    let started = Instant::now();
    let thought = match table_for(chess)? {
        Some(table) => {
            let seat = Seat(u8::from(chess.turn().is_black()));
            Bot::new(level, Chance::unpredictable()).choose(&table.glimpse(Viewer::Seat(seat)), limit)
        }
        None => None,
    };
    let mode = CastlingMode::from_chess960(chess960);
    let Some(thought) = thought else { return Ok(format!("bestmove {}", first.to_uci(mode))) };
    let uci: UciMove = thought.action.parse().context("a bot answers with a move")?;
    let chosen = uci.to_move(chess).context("a bot answers with a legal move")?.to_uci(mode);
    let odds = thought.chance_to_win.clamp(0.001, 0.999);
    let cents = (250.0 * (odds / (1.0 - odds)).ln()) as i32;
    let milliseconds = started.elapsed().as_millis();
    Ok(format!(
        "info depth {} score cp {cents} nodes {} time {milliseconds} pv {chosen}\nbestmove {chosen}",
        thought.depth.max(1),
        thought.nodes
    ))
}

/// A table with this position; none when the kit's rules hold the game to be over.
fn table_for(chess: &Chess) -> Result<Option<Table>> {
    let game = referee::listed(CATALOGUE, GAME).context("Chess960 is in the catalogue")?;
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
