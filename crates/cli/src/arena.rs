//! The command `arena`.

use std::process::ExitCode;

/// What the command takes.
#[derive(clap::Args)]
pub struct ArenaArgs {}

/// Runs the command.
pub fn run(_args: &ArenaArgs) -> anyhow::Result<ExitCode> {
    Ok(ExitCode::SUCCESS)
}
