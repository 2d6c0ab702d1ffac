//! The project's commands: what needs more than one step, in one.
//!
//! `cargo xtask play` builds everything and opens the game; `cargo xtask test` runs every test.
//! This crate has no dependencies, so that it is there at once.

mod api;
mod web;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

const HELP: &str = "\
cargo xtask <command>

  play                  builds Chess Kit and opens the app in the browser
  play --terminal       builds Chess Kit and shows a menu of games in the terminal
  play <game> [ARGS…]   the same for one game
  web                   builds the app in web/, if anything in it has changed
  api [ARGS…]           lets Schemathesis attack a server by its own description
  test                  runs every test and check, installing what it needs
  bench                 prints speeds as ratios taken in one run
  laws [--games N]      checks the laws of every game and edition in N random games each
  arena [ARGS…]         lets bots play against each other and prints the table
  load [ARGS…]          drives tables over real sockets and prints what they cost, beside a bare echo
  kill [--seconds N]    kills servers for N seconds (60) while 200 tables are played, and checks them
  fuzz [--seconds N]    runs every fuzz target for N seconds (60)
";

/// The cargo-deny that the checks were written with.
const CARGO_DENY: &str = "0.20.2";

/// The cargo-fuzz that the targets were written with.
const CARGO_FUZZ: &str = "0.13.2";

/// Debian packages that tests need, each with a program that is there when it is.
const PACKAGES: [(&str, &str); 5] = [
    ("postgresql", "initdb"),
    ("nats-server", "nats-server"),
    ("chromium", "chromium"),
    ("qpdf", "qpdf"),
    ("poppler-utils", "pdftotext"),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let rest: Vec<&str> = arguments.iter().skip(1).map(String::as_str).collect();
    let done = match arguments.first().map(String::as_str) {
        Some("play") => play(&rest),
        Some("web") => web::build(),
        Some("api") => api::attack(&rest),
        Some("test") => test(),
        Some("bench") => {
            cargo(["run", "--release", "--package", "kit-games", "--example", "bench", "--"], &rest).and_then(
                |()| cargo(["run", "--release", "--package", "kit-golf", "--example", "bench"], &[]),
            )
        }
        Some("laws") => {
            cargo(["run", "--release", "--package", "kit-games", "--example", "laws", "--"], &rest)
        }
        Some("arena") => cargo(
            ["run", "--release", "--package", "chess-kit", "--no-default-features", "--", "arena"],
            &rest,
        ),
        Some("kill") => kill(&rest),
        Some("load") => {
            let load = ["run", "--release", "--package", "kit-server", "--features", "throwaway"];
            cargo(load, &[&["--example", "load", "--"], rest.as_slice()].concat())
        }
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
    // Who plays should not wait for what only printing needs.
    let build = ["build", "--release", "--package", "chess-kit", "--no-default-features"];
    let binary = built("release");
    match rest {
        ["--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        [] => {
            web::build()?;
            cargo(build, &["--features", "app"])?;
            run(Command::new(binary).args(["serve", "--open"]))
        }
        ["--terminal", rest @ ..] | rest => {
            // The terminal needs no app, and so no Node.
            cargo(build, &[])?;
            run(Command::new(binary).arg("play").args(rest))
        }
    }
}

/// Where cargo puts the program.
fn built(profile: &str) -> PathBuf {
    let target = target_directory().unwrap_or_else(|| root().join("target"));
    target.join(profile).join(format!("chess-kit{}", env::consts::EXE_SUFFIX))
}

/// Every test and check, the quick ones first.
fn test() -> Done {
    install_packages()?;
    step("format", cargo(["fmt", "--all", "--", "--check"], &[]))?;
    step("clippy", cargo(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"], &[]))?;
    step("tests", cargo(["test", "--workspace"], &[]))?;
    web::test()?;
    cargo(["build", "--package", "chess-kit"], &[])?;
    web::play_in_browser(&built("debug"))?;
    install("cargo-deny", CARGO_DENY)?;
    step("licenses", cargo(["deny", "check", "licenses", "bans", "sources"], &[]))?;
    advisories();
    println!("\nxtask: everything holds");
    Ok(())
}

/// Advisories need a database from outside; where it cannot be fetched, that is said.
fn advisories() {
    let quiet = Command::new("cargo")
        .args(["deny", "check", "advisories"])
        .current_dir(root())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .output();
    match quiet {
        Ok(output) if output.status.success() => println!("xtask: no advisories"),
        Ok(output) => {
            let words = String::from_utf8_lossy(&output.stderr);
            match words.contains("failed to fetch") || words.contains("unable to") {
                true => println!(
                    "xtask: the advisory database cannot be reached here, so advisories were not checked"
                ),
                false => println!("xtask: advisories:\n{words}"),
            }
        }
        Err(error) => println!("xtask: advisories were not checked: {error}"),
    }
}

/// The kill test, longer and larger than among the other tests.
fn kill(rest: &[&str]) -> Done {
    let seconds = match rest {
        [] => "60",
        ["--seconds", seconds] => seconds,
        _ => return Err("usage: cargo xtask kill [--seconds N]".to_owned()),
    };
    install_packages()?;
    let mut command = Command::new("cargo");
    command.env("KILL_SECONDS", seconds).env("KILL_TABLES", "200");
    run(command.args(["test", "--release", "--package", "kit-server", "--test", "kill"]))
}

/// Runs every fuzz target for a while.
fn fuzz(rest: &[&str]) -> Done {
    let seconds = match rest {
        [] => "60",
        ["--seconds", seconds] => seconds,
        _ => return Err("usage: cargo xtask fuzz [--seconds N]".to_owned()),
    };
    install("cargo-fuzz", CARGO_FUZZ)?;
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

/// Makes sure that the programs are there that tests start: databases, a browser, PDF tools.
fn install_packages() -> Done {
    let missing: Vec<&str> =
        PACKAGES.iter().filter(|(_, program)| !is_there(program)).map(|(package, _)| *package).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let words = format!("tests need programs that are not here: apt-get install {}", missing.join(" "));
    let root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    if !root || !is_there("apt-get") {
        return Err(words);
    }
    println!("xtask: installing {}, once", missing.join(", "));
    let apt = |arguments: &[&str]| {
        run(Command::new("apt-get").env("DEBIAN_FRONTEND", "noninteractive").args(arguments))
    };
    let install = [&["install", "-y", "--no-install-recommends"], missing.as_slice()].concat();
    // The lists of packages may be there and fresh; they are fetched only when that is not enough.
    apt(&install).or_else(|_| apt(&["update"]).and_then(|()| apt(&install))).map_err(|_| words)
}

/// Whether a program is on the path, or where a plain user's path does not lead.
fn is_there(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().filter_map(Result::ok);
    env::split_paths(&path)
        .chain(["/usr/sbin", "/usr/local/sbin"].map(PathBuf::from))
        .chain(versions.map(|version| version.path().join("bin")))
        .any(|directory| directory.join(program).is_file())
}

/// Makes sure that a cargo tool is there.
fn install(tool: &str, version: &str) -> Done {
    let there = Command::new(tool).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if there.is_ok_and(|status| status.success()) {
        return Ok(());
    }
    println!("xtask: installing {tool} {version}, once");
    cargo(["install", tool, "--locked", "--version", version], &[])
        .map_err(|_| format!("{tool} is needed: run `cargo install {tool} --locked --version {version}`"))
}

fn step(name: &str, done: Done) -> Done {
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

fn target_directory() -> Option<PathBuf> {
    env::var_os("CARGO_TARGET_DIR").map(PathBuf::from)
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace")
}
