//! Diagrams of the rule books: drawn, told in words, and played through the rules of their game.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use kit_play::diagram::Diagram;

use crate::picture::PictureArgs;
use crate::streams;

/// Which diagram to draw, and how.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  chess-kit diagram fixtures/2025/tar-pit-chess1.txt -o tar-pit.svg
  chess-kit diagram problem.txt -o problem.png --theme dark --size 800
  chess-kit diagram problem.txt -o problem.pdf --theme print --size 80mm
  chess-kit diagram - --format png < problem.txt > problem.png
  chess-kit diagram problem.txt --describe
  chess-kit diagram fixtures/2025/zombie-chess1.txt --check

A diagram is eight rows of a board, rank 8 first, then directives such as
`arrow: e2, e4, white`; or `type: cards` and the rows of a grid.")]
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
}

/// Draws, tells or checks a diagram.
pub fn run(args: &DiagramArgs) -> anyhow::Result<ExitCode> {
    let text = streams::read_text(&args.file)?;
    let diagram: Diagram = text.parse().with_context(|| args.file.display().to_string())?;
    if args.describe {
        streams::write_out(&format!("{}\n", diagram.described()))?;
        return Ok(ExitCode::SUCCESS);
    }
    let wanted = args.picture.wanted()?;
    wanted.deliver(&kit_print::diagram(&diagram, &wanted.theme))?;
    Ok(ExitCode::SUCCESS)
}
