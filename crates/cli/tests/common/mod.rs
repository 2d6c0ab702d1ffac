//! The binary, run with words and some standard input.

use std::fmt;
use std::io::Write;
use std::process::{Command, Stdio};

/// What a command did.
#[derive(Debug, PartialEq, Eq)]
pub struct Ran {
    /// The exit code, unless the command was killed.
    pub code: Option<i32>,
    /// What it printed.
    pub stdout: String,
    /// What it said.
    pub stderr: String,
}

impl fmt::Display for Ran {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = self.code.map_or_else(|| "killed".to_owned(), |code| code.to_string());
        write!(f, "exit {code}\n--- stdout\n{}--- stderr\n{}", self.stdout, self.stderr)
    }
}

/// Runs a command line, set apart by blanks, on some standard input.
pub fn run_on(line: &str, input: &str) -> Ran {
    run_in("C", line, input)
}

/// The same where the system is set to this language, and ours to none.
pub fn run_in(locale: &str, line: &str, input: &str) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_chess-kit"))
        .args(line.split_whitespace())
        .env("LC_ALL", locale)
        .env_remove("CHESS_KIT_LANGUAGE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    // A command that reads no input may have ended already.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the binary ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is UTF-8");
    Ran { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}
