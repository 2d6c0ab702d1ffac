//! The wall around secrets, as far as the compiler builds it: none of these programs compiles.
//!
//! Each program in `tests/wall/` says at its top what the compiler complains of; that it is
//! this and nothing else is what keeps the wall from standing for another reason.
//! They are compiled against the crates that this test is built with, and not against others that
//! would have to be built first.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;

/// The crates that the programs use.
const CRATES: [&str; 3] = ["kit_games", "kit_play", "serde"];

/// A program that uses all of them and compiles; the games must be built with this very `kit_play`,
/// because other steps of a test run build it with other features into the same directory.
const SOUND: &str = "fn main() { let _: &kit_play::About = kit_games::CATALOGUE[0].about(); }
fn send(text: &str) -> impl serde::Serialize + '_ { text }";

#[test]
fn secrets_cannot_be_reached() {
    let crates = Crates::found();
    let programs = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wall")).expect("a folder");
    let mut count = 0;
    for program in programs {
        let path = program.expect("a program").path();
        let source = fs::read_to_string(&path).expect("a program can be read");
        let mut comments = source.lines().filter_map(|line| line.strip_prefix("// "));
        let expected = comments.find(|line| line.starts_with("error[E"));
        let expected = expected.unwrap_or_else(|| panic!("{}: say what the error is", path.display()));
        let errors = crates.compile(&source).expect_err("a wall");
        let is_right = matches!(errors.as_slice(), [error] if error.starts_with(expected));
        assert!(is_right, "{}: {errors:?}", path.display());
        count += 1;
    }
    assert!(count > 0, "there are programs");
}

/// The libraries that the programs are compiled with.
struct Crates {
    directory: PathBuf,
    files: Vec<PathBuf>,
}

impl Crates {
    /// Those that lie beside this program; of several builds the newest that fit together.
    fn found() -> Crates {
        let test = std::env::current_exe().expect("this program has a place");
        let directory = test.parent().expect("it lies in a directory").to_owned();
        let [games, play, serde] = CRATES.map(|name| built(&directory, name));
        let choices = games.iter().flat_map(|games| {
            let play = &play;
            let serde = &serde;
            play.iter().flat_map(move |play| serde.iter().map(move |serde| [games, play, serde]))
        });
        let mut tried = Vec::new();
        for choice in choices {
            let crates = Crates { directory: directory.clone(), files: choice.map(Clone::clone).to_vec() };
            match crates.compile(SOUND) {
                Ok(()) => return crates,
                Err(errors) => tried.extend(errors),
            }
        }
        panic!("no crates were found that fit together: {tried:?}");
    }

    /// What the compiler complains of.
    fn compile(&self, source: &str) -> Result<(), Vec<String>> {
        let mut rustc = Command::new("rustc");
        rustc.args(["--edition=2024", "--crate-name=wall", "--emit=metadata", "--error-format=short"]);
        rustc.args(["--out-dir", env!("CARGO_TARGET_TMPDIR"), "-L"]);
        rustc.arg(format!("dependency={}", self.directory.display()));
        for (name, file) in CRATES.iter().zip(&self.files) {
            rustc.arg("--extern").arg(format!("{name}={}", file.display()));
        }
        rustc.arg("-").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut rustc = rustc.spawn().expect("the compiler can be started");
        let mut program = rustc.stdin.take().expect("the compiler reads");
        program.write_all(source.as_bytes()).expect("the compiler reads");
        drop(program);
        let done = rustc.wait_with_output().expect("the compiler ends");
        if done.status.success() {
            return Ok(());
        }
        let words = String::from_utf8_lossy(&done.stderr);
        let errors = words.lines().filter_map(|line| line.split_once(": error").map(|(_, error)| error));
        Err(errors.map(|error| format!("error{error}")).collect())
    }
}

/// The libraries of a crate in a directory, the newest first.
fn built(directory: &Path, name: &str) -> Vec<PathBuf> {
    let start = format!("lib{name}-");
    let files = fs::read_dir(directory).expect("a directory").filter_map(|entry| Some(entry.ok()?.path()));
    let is_wanted = |path: &PathBuf| {
        let named = path.file_name().and_then(OsStr::to_str).is_some_and(|file| file.starts_with(&start));
        named && path.extension() == Some(OsStr::new("rlib"))
    };
    let age = |path: &PathBuf| {
        fs::metadata(path).and_then(|file| file.modified()).unwrap_or(SystemTime::UNIX_EPOCH)
    };
    let mut files: Vec<PathBuf> = files.filter(is_wanted).collect();
    files.sort_by_key(|path| std::cmp::Reverse(age(path)));
    files
}
