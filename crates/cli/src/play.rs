//! `chess-kit play`: a game in the terminal, against bots or with friends at one keyboard.
//!
//! A [`session::Session`] knows the table and the people; [`line`] plays it by lines of text
//! and [`screen`] on the full screen.

mod command;
mod line;
mod menu;
mod offers;
mod render;
mod screen;
mod seating;
mod session;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use kit_games::CATALOGUE;
use kit_play::sentence::Filling;
use kit_play::{Chance, Table, say};

use self::render::Look;
pub use self::seating::Who;
use self::seating::{Seating, Wishes};
use self::session::Session;
use crate::examples::examples;
use crate::terms::TermsArgs;
use crate::usage::Usage;
use crate::words;

const EXAMPLES: &str = "\
WHO is me, me:NAME, bot or bot:LEVEL.
Levels are random, learner, casual, club, expert and master.
Without other wishes you take the first seat and casual bots take the others.

Examples:
  chess-kit play                                    choose from a list
  chess-kit play {game} --white bot:club --black me
  chess-kit play {game} --white me:Ann --black me:Bob --save evening.sheet
  chess-kit play --resume evening.sheet";

/// Play a game in the terminal, against bots or with friends at one keyboard.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = examples(EXAMPLES))]
pub struct PlayArgs {
    #[command(flatten)]
    terms: TermsArgs,
    /// Who sits on a seat, by the seat's name; may be given several times
    #[arg(long = "seat", value_name = "NAME=WHO")]
    seats: Vec<String>,
    /// Who plays White: that seat, or all seats of that team
    #[arg(long, value_name = "WHO")]
    white: Option<Who>,
    /// Who plays Black: that seat, or all seats of that team
    #[arg(long, value_name = "WHO")]
    black: Option<Who>,
    /// Let chance decide who of the players sits where
    #[arg(long)]
    shuffle: bool,
    /// Write the scoresheet to this file in the end
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Go on with the game of a scoresheet
    #[arg(long, value_name = "FILE", conflicts_with = "shuffle")]
    resume: Option<PathBuf>,
    /// Play by lines of text, as screen readers and pipes like it
    #[arg(long)]
    plain: bool,
    /// Letters for pieces, and no other signs beyond ASCII
    #[arg(long)]
    ascii: bool,
    /// Allow hints and `know`, also where several people play
    #[arg(long)]
    hints: bool,
    /// Forbid hints and `know`, also against bots alone
    #[arg(long, conflicts_with = "hints")]
    no_hints: bool,
    /// Let bots greet and thank, in a line each
    #[arg(long)]
    talk: bool,
    /// Hand the keyboard on without a curtain; only for games without secrets
    #[arg(long)]
    no_curtain: bool,
}

/// Plays a game.
pub fn run(args: &PlayArgs) -> anyhow::Result<ExitCode> {
    let piped = !io::stdin().is_terminal() || !io::stdout().is_terminal();
    let plain = args.plain || piped || environment("TERM") == "dumb";
    let color = !piped && environment("NO_COLOR").is_empty() && environment("TERM") != "dumb";
    let look = Look { unicode: !args.ascii && !piped && speaks_unicode(), color, solid: color && !plain };
    let Some((table, mut chance)) = args.lay_table(plain, look)? else { return Ok(ExitCode::SUCCESS) };
    let seating = args.seating(&table, &mut chance)?;
    let curtains = !args.no_curtain;
    if !curtains && !table.about().open && seating.people().len() > 1 {
        let game = Filling::text(words::text(table.about().name));
        return Err(Usage::error(say!("{game} has secrets, so the curtain stays", game)));
    }
    let session = Session::new(table, seating, chance, curtains).with_talk(args.talk);
    let mut session = session.saving_to(args.save.clone())?;
    match (args.hints, args.no_hints) {
        (true, _) => session.allow_hints(true),
        (false, true) => session.allow_hints(false),
        (false, false) => {}
    }
    if plain { line::play(&mut session, look, piped) } else { screen::play(&mut session, look) }
}

impl PlayArgs {
    /// A table that goes on, or a new one; none if nobody chooses a game.
    fn lay_table(&self, plain: bool, look: Look) -> anyhow::Result<Option<(Table, Chance)>> {
        if let Some(path) = &self.resume {
            if self.terms.game.is_some() {
                return Err(Usage::error(say!("`--resume` says which game it is, so name none")));
            }
            let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
            let table = Table::read(CATALOGUE, &text).with_context(|| path.display().to_string())?;
            let chance = self.terms.seed.map_or_else(Chance::unpredictable, Chance::seeded);
            return Ok(Some((table, chance)));
        }
        let mut terms = self.terms.clone();
        if terms.game.is_none() {
            let chosen = if plain { menu::choose()? } else { screen::choose(look)? };
            let Some(game) = chosen else { return Ok(None) };
            terms.game = Some(game.about().id.to_owned());
        }
        let (game, terms, mut chance) = terms.agree()?;
        Ok(Some((Table::open(game, &terms, &mut chance)?, chance)))
    }

    fn seating(&self, table: &Table, chance: &mut Chance) -> anyhow::Result<Seating> {
        let wishes =
            Wishes { seats: self.seats.clone(), white: self.white.clone(), black: self.black.clone() };
        let mut seating = Seating::wished(table, &wishes)?;
        // An option called `seating` is settled at the table: seats are drawn unless somebody
        // has asked for one.
        let drawn = table.terms().choices().any(|choice| choice == ("seating", "drawn"));
        if self.shuffle || drawn && wishes.is_empty() && self.resume.is_none() {
            seating.shuffle(chance);
        }
        Ok(seating)
    }
}

fn environment(name: &str) -> String {
    std::env::var(name).unwrap_or_default()
}

/// Whether the terminal is set to UTF-8, by the first of the usual variables that is set.
fn speaks_unicode() -> bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].map(environment);
    let locale = names.iter().find(|value| !value.is_empty()).map(|value| value.to_lowercase());
    locale.is_some_and(|locale| locale.contains("utf-8") || locale.contains("utf8"))
}
