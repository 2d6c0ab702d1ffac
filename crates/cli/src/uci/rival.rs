//! A bot against another chess program that speaks UCI, in its own process.
//!
//! Every start is drawn by lot and played twice with the colors swapped.
//! The other program gets a number of nodes for each move, or a time, which depends on the machine;
//! the bot is limited by its level's nodes, or by a time as well.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use kit_bots::{Bot, Level, Limit};
use kit_games::CATALOGUE;
use kit_play::{Chance, Seat, Table, Team, Terms, Viewer, referee};

/// What is played.
pub struct Rivalry<'a> {
    pub program: &'a str,
    /// The strength that the other program is held to, if it can be.
    pub elo: Option<u32>,
    /// What it may do for a move, as UCI says it: `movetime 50` or `nodes 10000`.
    pub pace: &'a str,
    pub level: Level,
    /// How long the bot has for a move; its level's nodes if nothing is said.
    pub own_time: Option<Duration>,
    pub games: u64,
    pub seed: u64,
}

impl Rivalry<'_> {
    /// Plays, and says what came of it.
    pub fn play(&self) -> Result<String> {
        let mut rival = Rival::start(self.program, self.elo)?;
        let (mut results, mut thought, mut moves) = ([0u32; 3], Duration::ZERO, 0u32);
        for number in 0..self.games {
            let own = Team((number % 2) as u8);
            let worth = self.play_one(number, own, &mut rival, &mut thought, &mut moves)?;
            results[if worth > 0.75 {
                0
            } else if worth > 0.25 {
                1
            } else {
                2
            }] += 1;
            let [won, drawn, lost] = results;
            eprint!("\r{} of {}: won {won}, drawn {drawn}, lost {lost} ", number + 1, self.games);
        }
        eprintln!();
        let [won, drawn, lost] = results;
        let games = f64::from(won + drawn + lost);
        let score = (f64::from(won) + f64::from(drawn) / 2.0) / games;
        let error = 1.96 * (score * (1.0 - score) / games).sqrt();
        let against = self.elo.map_or_else(String::new, |elo| format!(" at {elo}"));
        Ok(format!(
            "{} against {}{against} ({} a move): won {won}, drawn {drawn}, lost {lost}: {:.1} % ± {:.1}; \
             {:.0} ms for a decision",
            self.level,
            rival.name,
            self.pace,
            100.0 * score,
            100.0 * error,
            thought.as_secs_f64() * 1e3 / f64::from(moves.max(1)),
        ))
    }

    fn play_one(
        &self,
        number: u64,
        own: Team,
        rival: &mut Rival,
        thought: &mut Duration,
        decisions: &mut u32,
    ) -> Result<f64> {
        let game = referee::listed(CATALOGUE, super::GAME).context("it is in the catalogue")?;
        let mut chance = Chance::seeded(self.seed.wrapping_mul(1_000_003).wrapping_add(number / 2));
        let mut table = Table::open(game, &Terms::usual(game.about()), &mut chance)?;
        let mut bot = Bot::new(self.level, Chance::seeded(chance.seed().wrapping_add(number)));
        let start = fen(&table).context("a position has a FEN")?;
        let mut moves: Vec<String> = Vec::new();
        let limit = match self.own_time {
            Some(time) => Limit { nodes: Some(u64::MAX), ..Limit::within(time) },
            None => Limit::by_level(),
        };
        rival.tell("ucinewgame")?;
        while table.outcome().is_none() {
            let Some(seat) = table.acting().first().copied() else { break };
            let action = if table.team(seat) == own {
                let begun = Instant::now();
                let found = bot.choose(&table.glimpse(Viewer::Seat(seat)), &limit);
                *thought += begun.elapsed();
                *decisions += 1;
                found.context("there are offers")?.action
            } else {
                rival.answer(&start, &moves, self.pace)?
            };
            act(&mut table, seat, &action, &mut chance)?;
            moves.push(action);
        }
        Ok(table.outcome().map_or(0.5, |outcome| outcome.worth(own)))
    }
}

fn act(table: &mut Table, seat: Seat, action: &str, chance: &mut Chance) -> Result<()> {
    table.act(seat, action, chance).map(|_| ()).with_context(|| format!("the move {action}"))
}

/// The position with the files of rooks that may castle.
fn fen(table: &Table) -> Option<String> {
    let exports = table.glimpse(Viewer::Public).exports();
    exports.into_iter().find(|export| export.format == "shredder-fen").map(|export| export.text)
}

/// Another program.
struct Rival {
    name: String,
    child: Child,
    says: BufReader<ChildStdout>,
    hears: ChildStdin,
}

impl Rival {
    fn start(program: &str, elo: Option<u32>) -> Result<Rival> {
        let started = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = started.with_context(|| program.to_owned())?;
        let (Some(hears), Some(says)) = (child.stdin.take(), child.stdout.take()) else {
            bail!("{program} cannot be talked to");
        };
        let mut rival = Rival { name: program.to_owned(), child, says: BufReader::new(says), hears };
        rival.tell("uci")?;
        let introduced = rival.until("uciok")?;
        if let Some(name) = introduced.iter().find_map(|line| line.strip_prefix("id name ")) {
            name.clone_into(&mut rival.name);
        }
        for option in [super::ANY_START, "Threads value 1", "Hash value 16"] {
            rival.tell(&format!("setoption name {option}"))?;
        }
        if let Some(elo) = elo {
            rival.tell("setoption name UCI_LimitStrength value true")?;
            rival.tell(&format!("setoption name UCI_Elo value {elo}"))?;
        }
        rival.tell("isready")?;
        rival.until("readyok")?;
        Ok(rival)
    }

    fn tell(&mut self, line: &str) -> Result<()> {
        Ok(writeln!(self.hears, "{line}")?)
    }

    /// Everything up to a line that begins like this.
    fn until(&mut self, end: &str) -> Result<Vec<String>> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            if self.says.read_line(&mut line)? == 0 {
                bail!("{} has ended", self.name);
            }
            let line = line.trim().to_owned();
            let is_last = line.starts_with(end);
            lines.push(line);
            if is_last {
                return Ok(lines);
            }
        }
    }

    fn answer(&mut self, start: &str, moves: &[String], pace: &str) -> Result<String> {
        self.tell(&format!("position fen {start} moves {}", moves.join(" ")))?;
        self.tell(&format!("go {pace}"))?;
        let lines = self.until("bestmove")?;
        let best = lines.last().and_then(|line| line.split(' ').nth(1));
        best.map(ToOwned::to_owned).context("a best move is named")
    }
}

impl Drop for Rival {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
