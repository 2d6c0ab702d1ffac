//! Diagrams of the rule books: drawn, told in words, and played through the rules of their game.

mod check;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use kit_book::diagram::Diagram;
use kit_games::CATALOGUE;
use kit_play::sentence::Filling;
use kit_play::{Arrangement, Listed, Terms, say};

use crate::examples::examples;
use crate::picture::PictureArgs;
use crate::streams;
use crate::terms::{self, Agreed};
use crate::usage::Usage;
use crate::words::{either, said};

/// Which diagram to draw, and how.
#[derive(clap::Args)]
#[command(after_help = examples("\
Examples:
  chess-kit diagram fixtures/2025/{game}1.txt -o start.svg
  chess-kit diagram problem.txt -o problem.png --theme dark --size 800
  chess-kit diagram problem.txt -o problem.pdf --theme print --size 80mm
  chess-kit diagram - --format png < problem.txt > problem.png
  chess-kit diagram problem.txt --describe
  chess-kit diagram fixtures/2025/{game}1.txt --check

With --check, the file name tells the game and its folder the edition, as among the diagrams of the
rule books (`2025/{game}1.txt`); --game and --edition say it otherwise.
The exit code is 1 when an arrow cannot be played.

A diagram is eight rows of a board, rank 8 first, then directives such as
`arrow: e2, e4, white`; or `type: cards` and the rows of a grid."))]
pub struct DiagramArgs {
    /// The diagram (`-` for standard input)
    file: PathBuf,
    #[command(flatten)]
    picture: PictureArgs,
    /// Tell it in words instead of drawing it
    #[arg(long, conflicts_with_all = ["output", "format", "size", "check"])]
    describe: bool,
    /// Play its arrows through the rules of its game instead of drawing it
    #[arg(long, conflicts_with_all = ["output", "format", "size"])]
    check: bool,
    /// The game whose rules it is checked by; otherwise the file name tells it
    #[arg(long, value_name = "ID", requires = "check")]
    game: Option<String>,
    /// The edition; otherwise the folder tells it, or it is the newest
    #[arg(long, value_name = "EDITION", requires = "check")]
    edition: Option<String>,
    /// A file with the position before the arrows and whatever else the game must know
    #[arg(long, value_name = "FILE", requires = "check")]
    arrangement: Option<PathBuf>,
}

/// Draws, tells or checks a diagram.
pub fn run(args: &DiagramArgs) -> anyhow::Result<ExitCode> {
    let text = streams::read_text(&args.file)?;
    let diagram: Diagram = text.parse().with_context(|| args.file.display().to_string())?;
    if args.describe {
        streams::write_out(&format!("{}\n", diagram.described()))?;
        return Ok(ExitCode::SUCCESS);
    }
    if args.check {
        return check(args, &diagram);
    }
    let wanted = args.picture.wanted()?;
    wanted.deliver(&kit_print::diagram(&diagram, &wanted.theme))?;
    Ok(ExitCode::SUCCESS)
}

/// Plays the arrows of the diagram through the rules of the game that it names.
fn check(args: &DiagramArgs, diagram: &Diagram) -> anyhow::Result<ExitCode> {
    let game = match &args.game {
        Some(id) => terms::listed(CATALOGUE, id).map_err(Usage::error)?,
        None => game_of(&args.file)?,
    };
    let arrangement: Option<Arrangement> = match &args.arrangement {
        Some(path) => {
            let text = streams::read_text(path)?;
            Some(text.parse().with_context(|| path.display().to_string())?)
        }
        None => None,
    };
    let edition = args.edition.clone().or_else(|| edition_of(&args.file, game));
    let terms = Terms::agree(game.about(), edition.as_deref(), &Agreed::new(), None, arrangement)?;
    let finding = check::check(game, &terms, diagram);
    let (file, words) = (Filling::text(args.file.display()), finding.words);
    let told = if finding.holds {
        say!("{file}: ok: {words}", file, words)
    } else {
        say!("{file}: not so: {words}", file, words)
    };
    streams::write_out(&(said(&told) + "\n"))?;
    Ok(if finding.holds { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The game that a file name tells: its id, and maybe a number.
fn game_of(file: &Path) -> anyhow::Result<&'static dyn Listed> {
    let name = file.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let named = CATALOGUE.iter().find(|game| {
        let number = name.strip_prefix(game.about().id);
        number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
    });
    named.copied().ok_or_else(|| {
        let ids: Vec<&str> = CATALOGUE.iter().map(|game| game.about().id).collect();
        let games = either(&ids);
        Usage::error(say!("which game is it? the file name does not tell (say --game {games})", games))
    })
}

/// The edition of which a folder has the name, as in `2023-drafts/<game>1.txt`.
fn edition_of(file: &Path, game: &dyn Listed) -> Option<String> {
    let folder = file.parent()?.file_name()?.to_string_lossy().into_owned();
    let editions = game.about().editions.iter();
    let fitting =
        editions.filter(|edition| folder == edition.id || folder == format!("{}-drafts", edition.id));
    fitting.map(|edition| edition.id.to_owned()).next()
}
