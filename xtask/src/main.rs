//! The project's commands: what needs more than one step, in one.
//!
//! `cargo xtask play` builds what a game at home needs and opens it; `cargo xtask test` runs every test.
//! This crate has no dependencies, so that it is there at once.

mod advisories;
mod api;
mod debian;
mod dist;
mod site;
mod test;
mod tools;
mod web;

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const HELP: &str = "\
cargo xtask <command>

  play                  builds Chess Kit and opens the app in the browser
  play --terminal       builds Chess Kit and shows a menu of games in the terminal
  play <game> [ARGS…]   the same for one game
  web                   builds the app in web/, if anything in it has changed
  site [FOLDER]         makes a site of plain files that plays without a server
  module                makes the module alone, for a program with the feature `module`; `play` builds
                        that program while the module is as new as its sources, and never makes one
  api [ARGS…]           lets Schemathesis attack a server by its own description
  test                  runs every test and check, installing what it needs
  dist [FOLDER]         makes everything that people download, from a clean clone of what is committed
  dist --check [FOLDER] also uses it in a clean Debian; with a folder, only uses what lies there
  dist --twice          makes it twice and compares
  bench                 prints speeds as ratios taken in one run
  laws [--games N]      checks the laws of every game and edition in N random games each
  arena [ARGS…]         lets bots play against each other and prints the table
  targets [ARGS…]       measures what bots are meant to reach, with N games each (--count N)
  tune <game> [ARGS…]   fits the weights of a game's evaluation to games that bots play
  load [ARGS…]          drives tables over real sockets and prints what they cost, beside a bare echo
  nemesis [--minutes N] [--seed N]
                        harms two servers in every way for N minutes (5) while 200 tables are played,
                        then one for a fifth of that, and checks from what was seen that nothing is lost
  fuzz [--seconds N]    runs every fuzz target for N seconds (60)
";

/// The cargo-fuzz that the targets were written with.
const CARGO_FUZZ: &str = "0.13.2";

/// What is built for a game in the browser: neither what printing needs nor what hosting for others does.
const FIRST_GAME: [&str; 5] = ["--package", "chess-kit", "--no-default-features", "--features", "app"];

/// What is built for a game in the terminal and for the arena, which need no app, and so no Node.
const TERMINAL: [&str; 3] = ["--package", "chess-kit", "--no-default-features"];

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let rest: Vec<&str> = arguments.iter().skip(1).map(String::as_str).collect();
    let done = match arguments.first().map(String::as_str) {
        Some("play") => play(&rest),
        Some("web") => web::build(),
        Some("site") => site::build(&rest),
        Some("module") => site::module(),
        Some("api") => api::attack(&rest),
        Some("test") => test::everything(),
        Some(test::BESIDE) => test::beside(),
        Some("dist") => dist::make(&rest),
        Some("pack") => dist::pack(&rest),
        Some("bench") => {
            cargo(["run", "--release", "--package", "kit-games", "--example", "bench", "--"], &rest).and_then(
                |()| cargo(["run", "--release", "--package", "kit-golf", "--example", "bench"], &[]),
            )
        }
        Some("laws") => {
            cargo(["run", "--release", "--package", "kit-games", "--example", "laws", "--"], &rest)
        }
        Some("arena") => {
            cargo(["run", "--release"], &[TERMINAL.as_slice(), &["--", "arena"], &rest].concat())
        }
        Some("targets") => {
            cargo(["run", "--release"], &[TERMINAL.as_slice(), &["--", "arena", "--targets"], &rest].concat())
        }
        Some("tune") => {
            cargo(["run", "--release", "--package", "kit-bots", "--example", "tune", "--"], &rest)
        }
        Some("nemesis") => nemesis(&rest),
        Some("load") => load(&rest),
        Some("fuzz") => fuzz(&rest),
        Some("help" | "--help" | "-h") | None => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Some(unknown) => {
            eprint!("unknown command: `{unknown}`\n\n{HELP}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("xtask: {problem}");
            ExitCode::FAILURE
        }
    }
}

type Done = Result<(), String>;

/// Builds the app and the binary, and opens the app in the browser; with arguments, the terminal.
fn play(rest: &[&str]) -> Done {
    let binary = built("play");
    match rest {
        ["--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        [] => {
            web::build()?;
            let module: &[&str] = if site::has_module() {
                &["--features", "module"]
            } else {
                println!(
                    "xtask: the server plays everything; after `cargo xtask module` the page plays, too"
                );
                &[]
            };
            cargo(["build", "--profile", "play"], &[&FIRST_GAME, module].concat())?;
            run(Command::new(binary).args(["serve", "--open"]))
        }
        ["--terminal", rest @ ..] | rest => {
            cargo(["build", "--profile", "play"], &TERMINAL)?;
            run(Command::new(binary).arg("play").args(rest))
        }
    }
}

/// Where cargo puts the program.
fn built(profile: &str) -> PathBuf {
    target_directory().join(profile).join(format!("chess-kit{}", env::consts::EXE_SUFFIX))
}

/// The nemesis, longer and larger than among the other tests.
fn nemesis(rest: &[&str]) -> Done {
    let (mut minutes, mut seed): (u64, Option<u64>) = (5, None);
    for pair in rest.chunks(2) {
        match (pair, pair.last().and_then(|number| number.parse().ok())) {
            (["--minutes", _], Some(number @ 1..)) => minutes = number,
            (["--seed", _], Some(number)) => seed = Some(number),
            _ => return Err("usage: cargo xtask nemesis [--minutes N] [--seed N]".to_owned()),
        }
    }
    tools::install_packages()?;
    let mut command = Command::new("cargo");
    command.env("NEMESIS_SECONDS", (60 * minutes).to_string()).env("NEMESIS_TABLES", "200");
    command.envs(seed.map(|seed| ("NEMESIS_SEED", seed.to_string())));
    command.args(["test", "--release", "--package", "kit-server", "--test", "nemesis"]);
    run(command.args(["--", "lose"]))
}

/// Builds the program that measures, and beside it the one that counts allocations for it.
fn load(rest: &[&str]) -> Done {
    let package = ["--release", "--package", "kit-server", "--features", "throwaway"];
    cargo(["build", "--example", "load", "--example", "load_counting"], &package)?;
    cargo(["run", "--example", "load"], &[&package[..], &["--"], rest].concat())
}

/// Runs every fuzz target for a while.
fn fuzz(rest: &[&str]) -> Done {
    let seconds = match rest {
        [] => "60",
        ["--seconds", seconds] => seconds,
        _ => return Err("usage: cargo xtask fuzz [--seconds N]".to_owned()),
    };
    tools::install("cargo-fuzz", CARGO_FUZZ)?;
    let listed = Command::new("cargo").args(["fuzz", "list"]).current_dir(root()).output();
    let listed = listed.map_err(|error| format!("cargo fuzz list: {error}"))?;
    for target in String::from_utf8_lossy(&listed.stdout).split_whitespace() {
        let time = format!("-max_total_time={seconds}");
        // Stable Rust builds sanitizers only with this set; a nightly is not promised.
        let mut command = Command::new("cargo");
        command.env("RUSTC_BOOTSTRAP", "1").current_dir(root());
        command.args(["fuzz", "run", target, "--", &time, "-max_len=4096", "-timeout=10"]);
        step(target, run(&mut command))?;
    }
    Ok(())
}

/// Names the step in which something failed.
fn step<T>(name: &str, done: Result<T, String>) -> Result<T, String> {
    done.map_err(|problem| format!("{name}: {problem}"))
}

fn cargo<const N: usize>(arguments: [&str; N], rest: &[&str]) -> Done {
    run(Command::new("cargo").args(arguments).args(rest))
}

fn run(command: &mut Command) -> Done {
    let status = command.current_dir(root()).status();
    let name = command.get_program().to_string_lossy().into_owned();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{name}` ended with {status}")),
        Err(error) => Err(format!("`{name}` cannot be started: {error}")),
    }
}

/// Where cargo puts what it makes.
fn target_directory() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace")
}
