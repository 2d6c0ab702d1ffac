//! What went wrong, and what the shell is told about it.
//!
//! Exit codes are 0 when all went well, 1 when something failed, and 2 when the command line
//! or a text that it names cannot be understood.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use kit_bots::UnknownLevel;
use kit_play::sentence::Filling;
use kit_play::table::{BadLog, Unplayable};
use kit_play::{BadTerms, BadText, Refusal, Sentence, say};

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

fn cause_in_words(cause: &(dyn Error + 'static)) -> String {
    let sentence = if let Some(bad) = cause.downcast_ref::<BadTerms>() {
        bad.sentence()
    } else if let Some(bad) = cause.downcast_ref::<BadText>() {
        bad.sentence()
    } else if let Some(BadLog::Text(bad)) = cause.downcast_ref::<BadLog>() {
        bad.sentence()
    } else if let Some(refusal) = cause.downcast_ref::<Refusal>() {
        refusal.sentence()
    } else if let Some(unknown) = cause.downcast_ref::<UnknownLevel>() {
        unknown.sentence()
    } else if let Some(error) = cause.downcast_ref::<io::Error>() {
        of_the_system(error)
    } else {
        return cause.to_string();
    };
    said(&sentence)
}

/// What the system says, in words that are ours where it is something usual.
fn of_the_system(error: &io::Error) -> Sentence {
    match error.kind() {
        io::ErrorKind::NotFound => say!("there is no such file or directory"),
        io::ErrorKind::PermissionDenied => say!("this is not permitted"),
        io::ErrorKind::IsADirectory => say!("this is a directory"),
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
        cause.is::<Usage>() || cause.is::<BadTerms>() || cause.is::<BadText>() || cause.is::<Unplayable>()
    })
}
