//! A bot against another chess program that speaks UCI, in its own process.
//!
//! Every start is drawn by lot and played twice with the colors swapped.
//! Unless somebody says otherwise both have the same for each move: as many nodes as the bot's level
//! looks at, or the same time, which depends on the machine.
//! The other program has one thread and a hash table of 16 MB, and neither thinks while it waits.
//! A node is a position that was reached by a move, but programs do not do the same work at one.

use std::fmt;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use kit_bots::{Bot, Level, Limit};
use kit_play::sentence::Filling;
use kit_play::text::excerpt;
use kit_play::{Chance, Seat, Table, Team, Terms, Viewer, say};
use serde_json::{Value, json};

use crate::arena::journal::Noted;
use crate::arena::statistics::Share;
use crate::streams;
use crate::usage::failure;
use crate::words::said;

/// How much one side may do for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    Nodes(u64),
    Time(Duration),
}

impl Pace {
    /// As much as a level does by itself.
    pub fn of_level(level: Level) -> Pace {
        let is_open = super::game().is_none_or(|game| game.about().open);
        Pace::Nodes(level.nodes(is_open).max(1))
    }
}

/// As UCI says it: `movetime 50` or `nodes 10000`.
impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pace::Nodes(nodes) => write!(f, "nodes {nodes}"),
            Pace::Time(time) => write!(f, "movetime {}", time.as_millis()),
        }
    }
}

/// What is played.
pub struct Rivalry<'a> {
    pub program: &'a str,
    /// The strength that the other program is held to, if it can be.
    pub elo: Option<u32>,
    pub pace: Pace,
    pub level: Level,
    /// What the bot may do for a move.
    pub own_pace: Pace,
    pub seed: u64,
}

/// What came of one game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Duel {
    number: u64,
    /// What it was worth to the bot.
    worth: f64,
    /// How many moves the bot chose, and how long that took.
    decisions: u32,
    milliseconds: f64,
}

impl Noted for Duel {
    fn written(&self) -> Value {
        json!({
            "number": self.number, "worth": self.worth, "decisions": self.decisions,
            "milliseconds": self.milliseconds,
        })
    }

    fn read(value: &Value) -> Option<Duel> {
        Some(Duel {
            number: value["number"].as_u64()?,
            worth: value["worth"].as_f64()?,
            decisions: u32::try_from(value["decisions"].as_u64()?).ok()?,
            milliseconds: value["milliseconds"].as_f64()?,
        })
    }
}

/// How many games were won, drawn and lost.
fn counted(duels: &[Duel]) -> [usize; 3] {
    let won = duels.iter().filter(|duel| duel.worth > 0.75).count();
    let lost = duels.iter().filter(|duel| duel.worth <= 0.25).count();
    [won, duels.len() - won - lost, lost]
}

impl Rivalry<'_> {
    /// Plays so many games, and says what came of it.
    ///
    /// # Errors
    ///
    /// Fails when the other program cannot be started, or does not answer as it should.
    pub fn play(&self, count: u64) -> Result<String> {
        let rival = Mutex::new(self.start()?);
        let mut duels = Vec::new();
        for number in 0..count {
            duels.push(self.duel(number, &rival)?);
            let [won, drawn, lost] = counted(&duels);
            streams::say(&say!(
                "{number} of {count}: won {won}, drawn {drawn}, lost {lost}",
                number = duels.len(),
                count = count as i64,
                won,
                drawn,
                lost
            ));
        }
        Ok(self.told(&self.name(&rival), &duels))
    }

    /// Starts the other program.
    ///
    /// # Errors
    ///
    /// Fails when it cannot be started, or does not answer as it should.
    pub fn start(&self) -> Result<Rival> {
        Rival::start(self.program, self.elo)
    }

    /// What the other program calls itself.
    pub fn name(&self, rival: &Mutex<Rival>) -> String {
        rival.lock().unwrap_or_else(PoisonError::into_inner).name.clone()
    }

    /// What came of some games.
    pub fn told(&self, name: &str, duels: &[Duel]) -> String {
        let [won, drawn, lost] = counted(duels);
        // Two games in a row have the same start, with the colors swapped.
        let share = Share::of_paired(&duels.iter().map(|duel| (duel.number, duel.worth)).collect::<Vec<_>>());
        let rival = match self.elo {
            Some(elo) => format!("{name} {elo}"),
            None => name.to_owned(),
        };
        let decisions: u32 = duels.iter().map(|duel| duel.decisions).sum();
        let milliseconds: f64 = duels.iter().map(|duel| duel.milliseconds).sum();
        said(&say!(
            "{level} against {rival} ({pace} a move, the bot {own}), {count} {count|one=game|other=games}: won {won}, drawn {drawn}, lost {lost}, which is {share}; a decision took {time} ms",
            level = Filling::text(self.level.name()),
            rival = Filling::text(rival),
            pace = Filling::text(self.pace),
            own = Filling::text(self.own_pace),
            count = duels.len(),
            won,
            drawn,
            lost,
            share = Filling::text(format!("{} = {} Elo", share.in_percent(), share.in_elo())),
            time = Filling::text(format!("{:.0}", milliseconds / f64::from(decisions.max(1)))),
        ))
    }

    /// Plays one game.
    ///
    /// # Errors
    ///
    /// Fails when the other program does not answer with a move that is allowed.
    pub fn duel(&self, number: u64, rival: &Mutex<Rival>) -> Result<Duel> {
        let rival = &mut *rival.lock().unwrap_or_else(PoisonError::into_inner);
        let own = Team((number % 2) as u8);
        let mut duel = Duel { number, ..Duel::default() };
        let game = super::game().context("it is in the catalogue")?;
        let mut chance = Chance::seeded(self.seed.wrapping_mul(1_000_003).wrapping_add(number / 2));
        let mut table = Table::open(game, &Terms::usual(game.about()), &mut chance)?;
        let mut bot = Bot::new(self.level, Chance::seeded(chance.seed().wrapping_add(number)));
        let start = fen(&table).context("a position has a FEN")?;
        let mut moves: Vec<String> = Vec::new();
        let limit = match self.own_pace {
            Pace::Time(time) => Limit { nodes: Some(u64::MAX), ..Limit::within(time) },
            Pace::Nodes(nodes) => Limit { nodes: Some(nodes), ..Limit::by_level() },
        };
        rival.tell("ucinewgame")?;
        while table.outcome().is_none() {
            let Some(seat) = table.acting().first().copied() else { break };
            let action = if table.team(seat) == own {
                let begun = Instant::now();
                let found = bot.choose(&table.glimpse(Viewer::Seat(seat)), &limit);
                duel.milliseconds += begun.elapsed().as_secs_f64() * 1e3;
                duel.decisions += 1;
                found.context("there are offers")?.action
            } else {
                rival.answer(&start, &moves, self.pace)?
            };
            act(&mut table, seat, &action, &mut chance, &rival.name)?;
            moves.push(action);
        }
        duel.worth = table.outcome().map_or(0.5, |outcome| outcome.worth(own));
        Ok(duel)
    }
}

fn act(table: &mut Table, seat: Seat, action: &str, chance: &mut Chance, name: &str) -> Result<()> {
    let found = Filling::text(excerpt(action));
    let refused = |_| {
        failure(&say!("{name} plays `{found}`, which is no move here", name = Filling::text(name), found))
    };
    table.act(seat, action, chance).map(|_| ()).map_err(refused)
}

/// The position with the files of rooks that may castle.
fn fen(table: &Table) -> Option<String> {
    let exports = table.glimpse(Viewer::Public).exports();
    exports.into_iter().find(|export| export.format == "shredder-fen").map(|export| export.text)
}

/// Another program.
pub struct Rival {
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
            return Err(failure(&say!("{name} cannot be talked to", name = Filling::text(program))));
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
                let name = Filling::text(&self.name);
                return Err(failure(&say!("{name} has ended before it answered", name)));
            }
            let line = line.trim().to_owned();
            let is_last = line.starts_with(end);
            lines.push(line);
            if is_last {
                return Ok(lines);
            }
        }
    }

    fn answer(&mut self, start: &str, moves: &[String], pace: Pace) -> Result<String> {
        self.tell(&format!("position fen {start} moves {}", moves.join(" ")))?;
        self.tell(&format!("go {pace}"))?;
        let lines = self.until("bestmove")?;
        let best = lines.last().and_then(|line| line.split(' ').nth(1));
        best.map(ToOwned::to_owned)
            .ok_or_else(|| failure(&say!("{name} names no best move", name = Filling::text(&self.name))))
    }
}

impl Drop for Rival {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
