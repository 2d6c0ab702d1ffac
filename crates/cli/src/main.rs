//! The one binary of Chess Kit.

mod play;
mod terms;
mod usage;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Chess games with secrets, cards, sealed choices and teams.
#[derive(Parser)]
#[command(name = "chess-kit", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play a game in the terminal
    Play(play::PlayArgs),
}

fn main() -> ExitCode {
    let Command::Play(args) = Cli::parse().command;
    play::run(&args).unwrap_or_else(|error| usage::report(&error))
}
