//! What went wrong, and what the shell is told about it.
//!
//! Exit codes are 0 when all went well, 1 when something failed, and 2 when the command line
//! or a text that it names cannot be understood.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use kit_play::table::Unplayable;
use kit_play::{BadTerms, BadText};

/// A command line that asks for something that there is not.
#[derive(Debug)]
pub struct Usage(String);

impl Usage {
    /// What was found and what would be right, in lower case without a final period.
    pub fn error(problem: impl Into<String>) -> anyhow::Error {
        anyhow::Error::new(Usage(problem.into()))
    }
}

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// Says what went wrong, unless it is only that nobody reads on.
pub fn report(error: &anyhow::Error) -> ExitCode {
    if is_closed_pipe(error) {
        return ExitCode::SUCCESS;
    }
    // Standard error may be closed, too; there is nobody left to tell.
    let _ = writeln!(io::stderr(), "error: {error:#}");
    if is_bad_input(error) { ExitCode::from(2) } else { ExitCode::FAILURE }
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
