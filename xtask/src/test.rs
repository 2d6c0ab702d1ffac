//! `cargo xtask test`: every test and check, the quick ones first, and how long each took.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use crate::{Done, FIRST_GAME, TERMINAL, advisories, built, cargo, run, site, target_directory, tools, web};

/// All tests but those in comments, so that one run tells everything that fails. Measurements are linted,
/// and need not be built.
const TESTS: [&str; 6] = ["test", "--workspace", "--no-fail-fast", "--lib", "--bins", "--tests"];

/// The command for what is done beside the tests; nobody has to type it.
pub const BESIDE: &str = "test-beside";

/// Runs every test and check until one fails, and says what took the time.
pub fn everything() -> Done {
    told(all)?;
    println!("xtask: everything holds");
    Ok(())
}

/// What is done beside the tests, which often wait: checks of the app, and building the site.
///
/// The app itself is built before, because tests of the server ask for its page.
pub fn beside() -> Done {
    told(|steps| {
        steps.take("app: types", || web::npm(&["run", "check"]))?;
        steps.take("app: lints", || web::npm(&["run", "lint"]))?;
        steps.take("app: tests", || web::npm(&["test"]))?;
        steps.take("site: build", site::build_if_possible)?;
        steps.take("what `play` builds with the module", site::check_program)?;
        steps.take("site: the module's answers", site::compare)?;
        steps.take("cargo-deny", advisories::install)
    })
}

/// Takes steps, and says what took the time, however they end.
fn told(all: impl FnOnce(&mut Steps) -> Done) -> Done {
    let mut steps = Steps::default();
    let done = all(&mut steps);
    println!("\n{}", steps.told());
    done
}

fn all(steps: &mut Steps) -> Done {
    steps.take("programs", tools::install_packages)?;
    steps.take("format", || cargo(["fmt", "--all", "--", "--check"], &[]))?;
    steps.take("lints", || cargo(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"], &[]))?;
    steps.take("what `play` builds", || cargo(["check"], &FIRST_GAME))?;
    steps.take("what `play --terminal` builds", || cargo(["check"], &TERMINAL))?;
    steps.take("fuzz targets", check_fuzz)?;
    steps.take("building tests", || cargo(TESTS, &["--no-run"]))?;
    steps.take("app: packages", web::install)?;
    steps.take("app: build", web::build)?;
    let beside = Beside::begin()?;
    let tests = steps.take("tests", || cargo(TESTS, &[]));
    let beside = steps.take("waiting for what went on beside them", || beside.end());
    tests.and(beside)?;
    steps.take("tests in comments", || cargo(["test", "--workspace", "--doc"], &[]))?;
    // The tests of the command line have just built it.
    let binary = built("debug");
    steps.take("app: recorded moments", || web::check_recorded(&binary))?;
    steps.take("app: in the browser", || web::play_in_browser(&binary))?;
    steps.take("site: in the browser", site::play_in_browser)?;
    steps.take("licenses", || cargo(["deny", "check", "licenses", "bans", "sources"], &[]))?;
    steps.take("advisories", advisories::check)
}

/// Steps that are taken in a process of their own, whose words are told when it is waited for.
struct Beside {
    child: Child,
    words: PathBuf,
}

impl Beside {
    fn begin() -> Result<Self, String> {
        let words = target_directory().join("test-beside.log");
        let begin = || {
            let out = fs::File::create(&words)?;
            let mut command = Command::new(env::current_exe()?);
            command.arg(BESIDE).stderr(out.try_clone()?).stdout(out).spawn()
        };
        let child = begin().map_err(|error| format!("{}: {error}", words.display()))?;
        Ok(Self { child, words })
    }

    fn end(mut self) -> Done {
        let status = self.child.wait().map_err(|error| error.to_string())?;
        println!("{}", fs::read_to_string(&self.words).unwrap_or_default());
        if status.success() { Ok(()) } else { Err(format!("beside the tests: {status}")) }
    }
}

/// The fuzz targets are a workspace of their own, so that nothing else needs libFuzzer.
fn check_fuzz() -> Done {
    let mut command = Command::new("cargo");
    // Nothing is linked, so libFuzzer, which takes long to compile, is only promised.
    command.env("CUSTOM_LIBFUZZER_PATH", target_directory().join("libfuzzer.a"));
    command.args(["check", "--locked", "--manifest-path", "fuzz/Cargo.toml", "--target-dir"]);
    run(command.arg(target_directory()))
}

/// The steps that were taken, and how long each took.
#[derive(Default)]
struct Steps(Vec<(&'static str, Duration)>);

impl Steps {
    fn take(&mut self, name: &'static str, step: impl FnOnce() -> Done) -> Done {
        println!("\nxtask: {name}");
        let start = Instant::now();
        let done = step();
        self.0.push((name, start.elapsed()));
        crate::step(name, done)
    }

    /// What took the time, in the order of the steps.
    fn told(&self) -> String {
        let sum: Duration = self.0.iter().map(|(_, time)| *time).sum();
        let lines = self.0.iter().copied().chain([("together", sum)]);
        lines.map(|(name, time)| format!("{}  {name}\n", clock(time))).collect()
    }
}

/// Minutes and seconds.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs_f64().round() as u64;
    format!("{:>3}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_took_the_time_is_told() {
        let times = [("lints", 59_600), ("tests", 600_400), ("format", 40)];
        let steps = Steps(times.map(|(name, time)| (name, Duration::from_millis(time))).to_vec());
        assert_eq!(steps.told(), "  1:00  lints\n 10:00  tests\n  0:00  format\n 11:00  together\n");
    }

    #[test]
    fn a_step_that_fails_is_named_and_counted() {
        let mut steps = Steps::default();
        let failed = steps.take("lints", || Err("no".to_owned()));
        assert_eq!(failed, Err("lints: no".to_owned()));
        assert_eq!(steps.0.len(), 1);
    }
}
