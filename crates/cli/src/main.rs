//! The one binary of Chess Kit: what it can do, and who does it.

mod advise;
mod analyse;
mod arena;
mod backup;
mod catalogue;
mod config;
mod diagram;
mod examples;
mod golf;
mod help;
mod manual;
mod neighbour;
mod perft;
mod picture;
mod play;
#[cfg(feature = "print")]
mod print;
mod referee;
mod replay;
mod scores;
mod serve;
mod streams;
mod terms;
mod uci;
mod usage;
mod words;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use self::examples::examples;

/// A server that serves many allocates small things all the time; this makes an action a tenth cheaper.
#[cfg(feature = "hosting")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Chess games with secrets, cards, sealed choices and teams.
#[derive(Parser)]
#[command(name = "chess-kit", version, after_help = examples(EXAMPLES))]
struct Cli {
    /// The language to speak, such as en or de; otherwise CHESS_KIT_LANGUAGE or the system tells it
    #[arg(long, global = true, value_name = "CODE", display_order = 900)]
    language: Option<String>,
    #[command(subcommand)]
    command: Option<Command>,
}

const EXAMPLES: &str = "\
Examples:
  chess-kit games                        which games there are
  chess-kit rules {game}               how one is played
  chess-kit play {game}                play it in the terminal
  chess-kit serve --lan                  play it in browsers on the same network
  chess-kit setup {game} --by number 226
  chess-kit replay game.sheet --seat white
  chess-kit check *.sheet
  chess-kit diagram problem.txt -o problem.png

Data goes to standard output and talk to standard error.
Exit codes: 0 all went well, 1 something failed, 2 the command line or an input text is wrong,
or a file that is named cannot be read or written.
NO_COLOR is obeyed.";

#[derive(Subcommand)]
enum Command {
    /// List the games with their seats, editions and options
    Games(catalogue::GamesArgs),
    /// Read the rules of a game
    Rules(catalogue::RulesArgs),
    /// Lay a table and show it
    Setup(catalogue::SetupArgs),
    /// Play a game in the terminal
    Play(play::PlayArgs),
    /// Serve tables over the network, with the app for browsers
    Serve(serve::ServeArgs),
    /// Show how a server would be configured, and why
    Config(config::ConfigArgs),
    /// Write all tables of a server to keep or to move them
    Export(backup::ExportArgs),
    /// Print the best scores of games that are played for points
    Scores(scores::ScoresArgs),
    /// Say what a seat should do, and why
    Advise(advise::AdviseArgs),
    /// Look again at a game that is over: chances, better choices, turning points
    Analyse(analyse::AnalyseArgs),
    /// Let bots play each other
    Arena(arena::ArenaArgs),
    /// Rule over a game by JSON lines on standard input and output
    Referee(referee::RefereeArgs),
    /// Speak UCI, so that chess programs can play against a bot
    Uci(uci::UciArgs),
    /// Show a scoresheet from any seat's eyes
    Replay(replay::ReplayArgs),
    /// Verify scoresheets
    Check(replay::CheckArgs),
    /// Make a scoresheet of a game that another program wrote, or read what `export` wrote
    Import(replay::ImportArgs),
    /// Draw a diagram of the rule books, tell it in words, or check it
    Diagram(diagram::DiagramArgs),
    /// Count the positions that can be reached
    Perft(perft::PerftArgs),
    /// Deal and solve golf holes
    Golf(golf::GolfArgs),
    /// Solve Neighbour Chess Solitaire
    Neighbour(neighbour::NeighbourArgs),
    /// Print the deck, sheets, player aids, puzzles and the book
    #[cfg(feature = "print")]
    Print(print::PrintArgs),
    /// Write completions for a shell
    Completions(manual::CompletionsArgs),
    /// Write the pages of the manual
    Man(manual::ManArgs),
}

fn main() -> ExitCode {
    let chosen = words::choose(std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()));
    chosen.and_then(|()| run(read().command)).unwrap_or_else(|error| usage::report(&error))
}

/// The command line; a wrong one ends the program.
fn read() -> Cli {
    let read = commands().try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches));
    read.unwrap_or_else(|error| help::refuse(&error))
}

/// All commands, with their help in the language of this run.
fn commands() -> clap::Command {
    help::spoken(Cli::command())
}

fn run(command: Option<Command>) -> anyhow::Result<ExitCode> {
    match command {
        None => streams::write_out(&commands().render_help().to_string()).map(|()| ExitCode::SUCCESS),
        Some(Command::Games(args)) => catalogue::run_games(&args),
        Some(Command::Rules(args)) => catalogue::run_rules(&args),
        Some(Command::Setup(args)) => catalogue::run_setup(&args),
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::Serve(args)) => serve::run(&args),
        Some(Command::Config(args)) => config::run(&args),
        Some(Command::Export(args)) => backup::run_export(&args),
        Some(Command::Scores(args)) => scores::run(&args),
        Some(Command::Advise(args)) => advise::run(&args),
        Some(Command::Analyse(args)) => analyse::run(&args),
        Some(Command::Arena(args)) => arena::run(&args),
        Some(Command::Referee(args)) => referee::run(&args),
        Some(Command::Uci(args)) => uci::run(&args),
        Some(Command::Replay(args)) => replay::run(&args),
        Some(Command::Check(args)) => replay::run_check(&args),
        Some(Command::Import(args)) => replay::run_import(&args),
        Some(Command::Diagram(args)) => diagram::run(&args),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Golf(args)) => golf::run(&args),
        Some(Command::Neighbour(args)) => neighbour::run(&args),
        #[cfg(feature = "print")]
        Some(Command::Print(args)) => print::run(&args),
        Some(Command::Completions(args)) => manual::run_completions(&args),
        Some(Command::Man(args)) => manual::run_man(&args),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
