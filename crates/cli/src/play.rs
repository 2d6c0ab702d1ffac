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
mod told;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use kit_games::CATALOGUE;
use kit_play::sentence::Filling;
use kit_play::{Chance, Table, say};

use self::menu::{Evening, Venue};
use self::render::Look;
pub use self::seating::Who;
use self::seating::{Seating, Wishes};
use self::session::Session;
use crate::examples::examples;
use crate::serve;
use crate::streams;
use crate::terms::TermsArgs;
use crate::usage::Usage;
use crate::words;

const EXAMPLES: &str = "\
WHO is me, me:NAME, bot or bot:LEVEL.
Levels are random, learner, casual, club, expert and master.
Without other wishes you take the first seat, or one that is drawn where a game draws them, and
casual bots take the others.

Examples:
  chess-kit play                                    choose a game, who plays and where
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
    /// Let bots play on when their game has long been lost, instead of giving up
    #[arg(long)]
    bots_play_on: bool,
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
    let here = if plain { Venue::Lines } else { Venue::Screen };
    let evening = match args.asked(here, look)? {
        Asked::Nothing => None,
        Asked::Leaves => return Ok(ExitCode::SUCCESS),
        Asked::Evening(evening) if evening.place == Venue::Browser => return serve::open_app(),
        Asked::Evening(evening) => Some(evening),
    };
    let plain = evening.as_ref().map_or(plain, |evening| evening.place == Venue::Lines);
    let look = Look { solid: color && !plain, ..look };
    let (table, mut chance) = args.lay_table(evening.as_ref())?;
    let seating = args.seating(&table, evening.as_ref(), &mut chance)?;
    let curtains = !args.no_curtain;
    if !curtains && !table.about().open && seating.people().len() > 1 {
        let game = Filling::text(words::text(table.about().name));
        return Err(Usage::error(say!("{game} has secrets, so the curtain stays", game)));
    }
    let session = Session::new(table, seating, chance, curtains)
        .with_talk(args.talk)
        .with_resigning_bots(!args.bots_play_on);
    let mut session = session.saving_to(args.save.clone())?;
    match (args.hints, args.no_hints) {
        (true, _) => session.allow_hints(true),
        (false, true) => session.allow_hints(false),
        (false, false) => {}
    }
    if plain { line::play(&mut session, look, piped) } else { screen::play(&mut session, look) }
}

impl PlayArgs {
    /// Asks what is to be played, where the command line does not say it.
    fn asked(&self, here: Venue, look: Look) -> anyhow::Result<Asked> {
        if self.terms.game.is_some() || self.resume.is_some() {
            return Ok(Asked::Nothing);
        }
        let evening = match here {
            Venue::Screen => menu::ask(&mut screen::ScreenAsker(look), here)?,
            Venue::Lines | Venue::Browser => menu::ask(&mut menu::LineAsker, here)?,
        };
        Ok(evening.map_or(Asked::Leaves, Asked::Evening))
    }

    /// A table that goes on, or a new one.
    fn lay_table(&self, evening: Option<&Evening>) -> anyhow::Result<(Table, Chance)> {
        if let Some(path) = &self.resume {
            if self.terms.game.is_some() {
                return Err(Usage::error(say!("`--resume` says which game it is, so name none")));
            }
            let text = streams::read_text(path)?;
            let table = Table::read(CATALOGUE, &text).with_context(|| path.display().to_string())?;
            let chance = self.terms.seed.map_or_else(Chance::unpredictable, Chance::seeded);
            return Ok((table, chance));
        }
        let mut terms = self.terms.clone();
        if let Some(evening) = evening {
            terms.game = Some(evening.game.about().id.to_owned());
            terms.size = terms.size.or(Some(evening.players.len()));
        }
        let (game, agreed, mut chance) = terms.agree()?;
        Ok((terms.lay(game, &agreed, &mut chance)?, chance))
    }

    fn seating(
        &self,
        table: &Table,
        evening: Option<&Evening>,
        chance: &mut Chance,
    ) -> anyhow::Result<Seating> {
        let wishes =
            Wishes { seats: self.seats.clone(), white: self.white.clone(), black: self.black.clone() };
        let mut seating = match evening {
            Some(evening) if wishes.is_empty() => Seating::of(&evening.players),
            Some(_) | None => Seating::wished(table, &wishes)?,
        };
        // An option called `seating` is settled at the table: seats are drawn unless somebody
        // has asked for one.
        let drawn = table.terms().choices().any(|choice| choice == ("seating", "drawn"));
        if self.shuffle || drawn && wishes.is_empty() && self.resume.is_none() {
            seating.shuffle(chance);
        }
        Ok(seating)
    }
}

/// What came of asking.
enum Asked {
    /// There was nothing to ask.
    Nothing,
    /// Somebody left.
    Leaves,
    /// This is to be played.
    Evening(Evening),
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
