//! The command `uci`.

use std::process::ExitCode;

/// What the command takes.
#[derive(clap::Args)]
pub struct UciArgs {}

/// Runs the command.
pub fn run(_args: &UciArgs) -> anyhow::Result<ExitCode> {
    Ok(ExitCode::SUCCESS)
}
