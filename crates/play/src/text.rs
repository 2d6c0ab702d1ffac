//! The one error of every text that people may write, and lists in words.

use std::fmt;

/// A text that cannot be read, with the place in it, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadText {
    /// The line.
    pub line: usize,
    /// The column, where one can be told.
    pub column: Option<usize>,
    /// What was found and what would be right, in lower case without a final period.
    pub problem: String,
}

impl BadText {
    /// An error that concerns a whole line.
    pub fn at(line: usize, problem: impl Into<String>) -> BadText {
        BadText { line, column: None, problem: problem.into() }
    }
}

impl fmt::Display for BadText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.column {
            Some(column) => write!(f, "line {}, column {column}: {}", self.line, self.problem),
            None => write!(f, "line {}: {}", self.line, self.problem),
        }
    }
}

impl std::error::Error for BadText {}

/// A list of words as one reads it: `a, b or c`.
pub fn either(words: &[impl AsRef<str>]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.as_slice() {
        [] => "nothing".to_owned(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// A list of words as one reads it: `a, b and c`.
pub fn all_of(words: &[impl AsRef<str>]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.as_slice() {
        [] => "nothing".to_owned(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A message cut to a length that people still read.
pub fn shortened(text: String) -> String {
    const MOST: usize = 300;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// The text cut to a length that fits into a message, control characters made visible.
pub fn excerpt(text: &str) -> String {
    const MOST: usize = 40;
    let mut shown: String = text.chars().take(MOST).flat_map(char::escape_debug).collect();
    if text.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    shown
}
