//! Advisories about what is built into Chess Kit.
//!
//! They stand in a database elsewhere.
//! Where it cannot be reached, that is said and the tests go on; an advisory about something that we use fails them.

use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::{Done, root, tools};

/// The cargo-deny that the check was written with.
const CARGO_DENY: &str = "0.20.2";

/// Where the database is.
const DATABASE: &str = "https://github.com/rustsec/advisory-db";

/// How long the database may take to say that it is there.
const PATIENCE: Duration = Duration::from_secs(20);

/// Makes sure that cargo-deny is there.
pub fn install() -> Done {
    tools::install("cargo-deny", CARGO_DENY)
}

/// Fails if there is an advisory about something that we use.
pub fn check() -> Done {
    let fetched = fetch()?;
    let check = || deny(&["--offline", "check", "--disable-fetch", "advisories"]);
    println!("xtask: {}", judge(&fetched, check)?);
    Ok(())
}

/// What a command answered.
struct Answer {
    succeeded: bool,
    words: String,
}

/// What is to be said, or why the tests fail.
///
/// Only the fetching may fail without harm: whatever the check itself complains of is a failure,
/// in whatever words.
fn judge(fetched: &Answer, check: impl FnOnce() -> Result<Answer, String>) -> Result<String, String> {
    if !fetched.succeeded {
        let why = fetched.words.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("no answer");
        return Ok(format!(
            "advisories were not checked, because their database cannot be reached here ({})",
            why.trim()
        ));
    }
    let checked = check()?;
    if checked.succeeded { Ok("no advisories".to_owned()) } else { Err(checked.words) }
}

/// Brings the database here, if it can be reached.
fn fetch() -> Result<Answer, String> {
    let asked = ask()?;
    if asked.succeeded { deny(&["fetch", "db"]) } else { Ok(asked) }
}

/// Asks whether the database is there.
fn ask() -> Result<Answer, String> {
    let mut command = Command::new("git");
    command.args(["ls-remote", "--exit-code", DATABASE, "HEAD"]).env("GIT_TERMINAL_PROMPT", "0");
    let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
    let mut child = child.map_err(|error| format!("`git` cannot be started: {error}"))?;
    let until = Instant::now() + PATIENCE;
    while Instant::now() < until {
        let ended = child.try_wait().map_err(|error| format!("`git`: {error}"))?;
        if ended.is_some() {
            return answer("git", child.wait_with_output());
        }
        sleep(Duration::from_millis(50));
    }
    // It may have ended just now.
    let _ = child.kill();
    let _ = child.wait();
    Ok(Answer { succeeded: false, words: format!("no answer in {} seconds", PATIENCE.as_secs()) })
}

fn deny(arguments: &[&str]) -> Result<Answer, String> {
    answer("cargo deny", Command::new("cargo").arg("deny").args(arguments).current_dir(root()).output())
}

fn answer(name: &str, output: std::io::Result<std::process::Output>) -> Result<Answer, String> {
    let output = output.map_err(|error| format!("`{name}` cannot be started: {error}"))?;
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    Ok(Answer { succeeded: output.status.success(), words })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(words: &str, succeeded: bool) -> Answer {
        Answer { succeeded, words: words.to_owned() }
    }

    #[test]
    fn a_database_out_of_reach_is_told_in_one_line() {
        for words in [
            "fatal: unable to access 'https://example.org/': Could not resolve host: example.org\n",
            "2026-01-01 [ERROR] failed to fetch advisory database\n\nCaused by:\n    timed out\n",
            "",
        ] {
            let told = judge(&said(words, false), || panic!("nothing is checked")).expect("no failure");
            assert!(told.starts_with("advisories were not checked"), "{told}");
            assert_eq!(told.lines().count(), 1, "{told}");
        }
    }

    #[test]
    fn an_advisory_fails_the_tests_whatever_its_words() {
        for words in [
            "error[vulnerability]: Lookup may panic\n  ID: RUSTSEC-2026-0001",
            "error[unmaintained]: the authors are unable to go on, and failed to fetch help",
            "2026-01-01 [ERROR] the configuration cannot be read",
        ] {
            let problem = judge(&said("", true), || Ok(said(words, false))).expect_err(words);
            assert_eq!(problem, words);
        }
    }

    #[test]
    fn no_advisory_is_told_too() {
        let told = judge(&said("", true), || Ok(said("advisories ok", true)));
        assert_eq!(told.as_deref(), Ok("no advisories"));
    }

    #[test]
    fn a_check_that_cannot_be_made_is_a_failure() {
        let told = judge(&said("", true), || Err("`cargo deny` cannot be started".to_owned()));
        assert_eq!(told, Err("`cargo deny` cannot be started".to_owned()));
    }
}
