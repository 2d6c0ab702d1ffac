//! The binary, run with words and some standard input, and folders for what it writes.

use std::ffi::OsStr;
use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A whole game on a scoresheet.
pub const SHEET: &str = "\
chess-kit scoresheet
game: chess960
edition: 2025
seats: 2
revision: 1
option deal: two_decks
option number: 518

0 setup
1 white f2f3
2 black e7e5
3 white g2g4
4 black d8h4
";

/// A hole with the special step of the book: only the rook's neighbor can move at first.
pub const HOLE: &str = "\
. . B . . . R .
. . . . . k . .
. r . n . N . .
. r . . b . . .
R . . . . . q .
. B . n . N . .
b . . . . . . K
. . . . . Q . .
chosen: Kb
";

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

impl Ran {
    /// What comes of a command line or an input that cannot be understood.
    pub fn refused(problem: &str) -> Ran {
        Ran { code: Some(2), stdout: String::new(), stderr: format!("error: {problem}\n") }
    }
}

impl From<Output> for Ran {
    fn from(Output { status, stdout, stderr }: Output) -> Ran {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is UTF-8");
        Ran { code: status.code(), stdout: text(stdout), stderr: text(stderr) }
    }
}

impl fmt::Display for Ran {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = self.code.map_or_else(|| "killed".to_owned(), |code| code.to_string());
        write!(f, "exit {code}\n--- stdout\n{}--- stderr\n{}", self.stdout, self.stderr)
    }
}

/// The binary with these words, in English whatever the machine is set to.
pub fn chess_kit(words: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chess-kit"));
    command.args(words).env("LC_ALL", "C").env_remove("CHESS_KIT_LANGUAGE");
    command
}

/// Runs a command on some standard input until it ends.
pub fn output(command: &mut Command, input: impl Into<Vec<u8>>) -> Output {
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().expect("the binary runs");
    let (mut pipe, input) = (child.stdin.take().expect("a pipe"), input.into());
    // It may print more than a pipe holds before it has read everything.
    let writer = std::thread::spawn(move || {
        // A command that reads no input may have ended already.
        let _ = pipe.write_all(&input);
    });
    let output = child.wait_with_output().expect("the binary ends");
    writer.join().expect("the writer ends");
    output
}

/// Runs a command line, set apart by blanks, on some standard input.
pub fn run_on(line: &str, input: &str) -> Ran {
    output(&mut chess_kit(line.split_whitespace()), input).into()
}

/// Runs a command line on some standard input: its exit code, what it printed and what it said.
pub fn run(line: &str, input: &str) -> (Option<i32>, String, String) {
    let Ran { code, stdout, stderr } = run_on(line, input);
    (code, stdout, stderr)
}

/// Runs a command line in a folder.
pub fn run_in(folder: &Path, line: &str) -> Output {
    output(chess_kit(line.split_whitespace()).current_dir(folder), "")
}

/// A command line on some standard input, and all that must come of it.
#[track_caller]
pub fn check(line: &str, input: &str, code: i32, stdout: &str, stderr: &str) {
    let expected = Ran { code: Some(code), stdout: stdout.to_owned(), stderr: stderr.to_owned() };
    assert_eq!(run_on(line, input), expected, "{line}");
}

/// An empty folder of its own for a test.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // It may be there from an earlier run.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the folder for tests can be written to");
    folder
}

/// The names of the files in a folder.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("the folder is there").flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}
