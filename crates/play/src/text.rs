//! The one error of every text that people may write, and lists in words.

use std::fmt;

use crate::{Sentence, say};

/// A text that cannot be read, with the place in it, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadText {
    /// The line.
    pub line: usize,
    /// The column, where one can be told.
    pub column: Option<usize>,
    /// What was found and what would be right, in lower case without a final period.
    pub problem: Sentence,
}

impl BadText {
    /// An error that concerns a whole line.
    pub fn at(line: usize, problem: Sentence) -> BadText {
        BadText { line, column: None, problem }
    }

    /// The same about a text that only those write who work on the kit, who read English.
    pub fn in_english(line: usize, problem: impl Into<String>) -> BadText {
        BadText::at(line, Sentence::finished(problem))
    }

    /// The same as a sentence.
    pub fn sentence(&self) -> Sentence {
        let (line, problem) = (self.line, self.problem.clone());
        match self.column {
            Some(column) => say!("line {line}, column {column}: {problem}", line, column, problem),
            None => say!("line {line}: {problem}", line, problem),
        }
    }
}

impl fmt::Display for BadText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
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

/// How many letters a name may have.
pub const LONGEST_NAME: usize = 40;

/// A text without what cannot be seen: control characters, and those that turn the direction of
/// writing, join, or take no room, with which one name can be made to look like another.
pub fn visible(text: &str) -> String {
    let is_hidden = |letter: char| {
        letter.is_control()
            || matches!(letter,
                '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
                | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
                | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
                | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
    };
    let letters: String = text.chars().filter(|letter| !is_hidden(*letter)).collect();
    letters.trim().to_owned()
}
