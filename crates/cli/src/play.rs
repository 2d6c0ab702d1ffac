//! The command `play`.

use std::process::ExitCode;

/// What the command takes.
#[derive(clap::Args)]
pub struct PlayArgs {}

/// Runs the command.
pub fn run(_args: &PlayArgs) -> anyhow::Result<ExitCode> {
    Ok(ExitCode::SUCCESS)
}
