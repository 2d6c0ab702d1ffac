//! What went wrong, and what the shell is told about it.
//!
//! Exit codes are 0 when all went well, 1 when something failed, and 2 when the command line
//! or a text that it names cannot be understood, or a file that it names cannot be read or written.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use kit_bots::UnknownLevel;
use kit_play::sentence::Filling;
use kit_play::table::{BadLog, UnknownName, Unplayable};
use kit_play::{BadTerms, BadText, Refusal, Sentence, say};
use kit_print::output::BadOutput;
#[cfg(feature = "print")]
use kit_print::pages::PrintError;
use kit_server::backup::BackupError;
use kit_server::config::BadConfig;
use kit_server::keyfile::BadKey;

use crate::streams;
use crate::words::said;

/// A command line that asks for something that there is not.
#[derive(Debug)]
pub struct Usage(String);

impl Usage {
    /// What was found and what would be right, in lower case without a final period.
    pub fn error(problem: Sentence) -> anyhow::Error {
        Usage::told(said(&problem))
    }

    /// The same where another part of the program knows what is wrong.
    pub fn from_error(error: impl Error + Send + Sync + 'static) -> anyhow::Error {
        Usage::told(in_words(&anyhow::Error::new(error)))
    }

    /// The same where another part of the program has the words.
    pub fn told(problem: impl Into<String>) -> anyhow::Error {
        anyhow::Error::new(Usage(problem.into()))
    }
}

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Usage {}

/// Something that failed though the command line was right.
pub fn failure(problem: &Sentence) -> anyhow::Error {
    anyhow::Error::msg(said(problem))
}

/// A file that is named and cannot be read.
pub fn unreadable(file: &Path, error: io::Error) -> anyhow::Error {
    Usage::told(in_words(&anyhow::Error::new(error).context(file.display().to_string())))
}

/// Says what went wrong, unless it is only that nobody reads on.
pub fn report(error: &anyhow::Error) -> ExitCode {
    if is_closed_pipe(error) {
        return ExitCode::SUCCESS;
    }
    streams::say(&say!("error: {problem}", problem = Filling::text(in_words(error))));
    if is_bad_input(error) { ExitCode::from(2) } else { ExitCode::FAILURE }
}

/// An error with all its causes, in the language of this run where it can be.
pub fn in_words(error: &anyhow::Error) -> String {
    error.chain().map(cause_in_words).collect::<Vec<_>>().join(": ")
}

/// One cause, in the language of this run where it can be.
pub fn cause_in_words(cause: &(dyn Error + 'static)) -> String {
    let sentence = if let Some(bad) = cause.downcast_ref::<BadTerms>() {
        bad.sentence()
    } else if let Some(bad) = cause.downcast_ref::<BadText>() {
        bad.sentence()
    } else if let Some(bad) = cause.downcast_ref::<BadLog>() {
        match bad {
            BadLog::Text(bad) => bad.sentence(),
            BadLog::Game(bad) => bad.sentence(),
        }
    } else if let Some(bad) = cause.downcast_ref::<Unplayable>() {
        bad.sentence()
    } else if let Some(refusal) = cause.downcast_ref::<Refusal>() {
        refusal.sentence()
    } else if let Some(unknown) = cause.downcast_ref::<UnknownLevel>() {
        unknown.sentence()
    } else if let Some(unknown) = cause.downcast_ref::<UnknownName>() {
        unknown.sentence()
    } else if let Some(bad) = cause.downcast_ref::<BadConfig>() {
        bad.0.clone()
    } else if let Some(sentence) = print_in_words(cause) {
        sentence
    } else if let Some(bad) = cause.downcast_ref::<BadKey>() {
        return key_in_words(bad);
    } else if let Some(bad) = cause.downcast_ref::<BackupError>() {
        return backup_in_words(bad);
    } else if let Some(error) = cause.downcast_ref::<io::Error>() {
        of_the_system(error)
    } else {
        return cause.to_string();
    };
    said(&sentence)
}

/// Why something cannot be drawn or printed.
fn print_in_words(cause: &(dyn Error + 'static)) -> Option<Sentence> {
    #[cfg(feature = "print")]
    if let Some(error) = cause.downcast_ref::<PrintError>() {
        return Some(error.sentence());
    }
    cause.downcast_ref::<BadOutput>().map(BadOutput::sentence)
}

/// Why a key cannot be used.
fn key_in_words(bad: &BadKey) -> String {
    let sentence = match bad {
        BadKey::File(path, error) => {
            let (file, problem) = (Filling::text(path.display()), of_the_system(error));
            say!("the key file {file}: {problem}", file, problem)
        }
        BadKey::Open(file) => {
            let file = Filling::text(file);
            say!(
                "the key file {file} can be read or written by others on this machine (try `chmod 600 {file}`)",
                file
            )
        }
        BadKey::Malformed(file) => {
            let file = Filling::text(file);
            say!("the key file {file} is not a key, which is 64 digits from 0 to 9 and a to f", file)
        }
        BadKey::Other(file) => {
            let file = Filling::text(file);
            say!(
                "the database was used with another key than the one in {file}; copy the key file of the node that was started first to here, or start with `--new-key` if it is lost: codes given out until now open nothing then, and links still do",
                file
            )
        }
        BadKey::OtherPush(file) => {
            let file = Filling::text(file);
            say!(
                "browsers were told another push key than the one in {file}; copy the push key file of the node that was started first to here, or start with `--new-key` if it is lost: people then have to switch notifications on again",
                file
            )
        }
        BadKey::Store(error) => return error.to_string(),
    };
    said(&sentence)
}

/// Why a backup could not be written or read to its end.
fn backup_in_words(bad: &BackupError) -> String {
    let sentence = match bad {
        BackupError::Store(error) => return error.to_string(),
        BackupError::File(file, error) => {
            let (file, problem) = (Filling::text(file), of_the_system(error));
            say!("{file}: {problem}", file, problem)
        }
        BackupError::There(file) => {
            say!("{file} is there already; export to an empty directory", file = Filling::text(file))
        }
        BackupError::Line { line, problem, imported } => {
            let (line, problem) = (*line as i64, problem.clone());
            let count = (imported.written + imported.already) as i64;
            say!(
                "line {line}: {problem}; {count} tables of earlier lines are in the store",
                line,
                problem,
                count
            )
        }
    };
    said(&sentence)
}

/// What the system says, in words that are ours where it is something usual.
fn of_the_system(error: &io::Error) -> Sentence {
    match error.kind() {
        io::ErrorKind::NotFound => say!("there is no such file or directory"),
        io::ErrorKind::PermissionDenied => say!("this is not permitted"),
        io::ErrorKind::IsADirectory => say!("this is a directory"),
        io::ErrorKind::NotADirectory => say!("this is not a directory"),
        io::ErrorKind::InvalidData => say!("this is no text in UTF-8"),
        _ => Sentence::finished(error.to_string()),
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.into_iter().any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

fn is_bad_input(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let is_text = cause.is::<BadTerms>() || cause.is::<BadText>() || cause.is::<Unplayable>();
        cause.is::<Usage>() || is_text || cause.downcast_ref::<io::Error>().is_some_and(is_about_a_name)
    })
}

/// Whether a file that the command line names cannot be opened, be it to read or to write.
fn is_about_a_name(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound
            | io::ErrorKind::PermissionDenied
            | io::ErrorKind::IsADirectory
            | io::ErrorKind::NotADirectory
            | io::ErrorKind::InvalidData
            | io::ErrorKind::InvalidFilename
            | io::ErrorKind::ReadOnlyFilesystem
    )
}
