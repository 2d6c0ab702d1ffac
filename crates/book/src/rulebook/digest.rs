//! Ten lines of a rule book, for somebody who wants to know how a turn goes.
//!
//! Nothing is told a second time: the lines are whole sentences of the book.
//! The first sentence of a rule says what it is about, and the others say it more exactly.

use super::{Block, RuleBook, Section};

/// How many lines a digest has at most.
const MOST: usize = 10;

/// One line of a digest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DigestLine {
    /// The rule it comes from; none for what the book begins with.
    pub rule: Option<String>,
    /// One sentence, with the markup of [`spans`](super::spans).
    pub text: String,
}

impl RuleBook {
    /// What the game is about, how a turn goes and how one wins, in at most ten sentences.
    ///
    /// Every part of a turn has its first rule in it before any part has its second.
    pub fn digest(&self) -> Vec<DigestLine> {
        let about = match self.blocks.first() {
            Some(Block::Paragraph { rule: None, text, .. }) => sentences(text),
            _ => Vec::new(),
        };
        let mut lines: Vec<DigestLine> =
            about.into_iter().map(|text| DigestLine { rule: None, text: text.to_owned() }).collect();
        let end = parts_of(self.section(Section::End)).into_iter().flatten().take(1);
        let end: Vec<DigestLine> = end.collect();
        let turn = parts_of(self.section(Section::Turn));
        let room = MOST.saturating_sub(lines.len() + end.len());
        lines.extend(fairly(turn, room));
        lines.extend(end);
        lines
    }
}

/// The first sentences of all rules of a section, by the parts of the section.
fn parts_of(section: &[Block]) -> Vec<Vec<DigestLine>> {
    let mut parts = vec![Vec::new()];
    for block in section {
        match block {
            Block::Heading { .. } => parts.push(Vec::new()),
            Block::Paragraph { rule: Some(rule), text, .. } | Block::Item { rule: Some(rule), text } => {
                let text = sentences(text)[0].to_owned();
                let part = parts.last_mut().expect("there is always a part");
                part.push(DigestLine { rule: Some(rule.clone()), text });
            }
            Block::Paragraph { .. } | Block::Item { .. } | Block::Diagram { .. } => {}
        }
    }
    parts
}

/// So many lines of all parts, in the order of the book: the first of each, then the second, and so on.
fn fairly(parts: Vec<Vec<DigestLine>>, most: usize) -> Vec<DigestLine> {
    let mut lines: Vec<(usize, usize, DigestLine)> = Vec::new();
    for (part, rules) in parts.into_iter().enumerate() {
        lines.extend(rules.into_iter().enumerate().map(|(place, line)| (place, part, line)));
    }
    lines.sort_by_key(|(place, part, _)| (*place, *part));
    lines.truncate(most);
    lines.sort_by_key(|(place, part, _)| (*part, *place));
    lines.into_iter().map(|(_, _, line)| line).collect()
}

/// Cuts a text into its sentences; there is at least one.
pub fn sentences(text: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    let mut start = 0;
    for (place, _) in text.match_indices(' ') {
        let before = text[..place].trim_end_matches(['"', ')', '*']);
        let after = text[place + 1..].trim_start_matches(['"', '(', '*', '`']);
        let begins = after.starts_with(|letter: char| letter.is_uppercase());
        if before.ends_with(['.', '!', '?']) && begins {
            sentences.push(&text[start..place]);
            start = place + 1;
        }
    }
    sentences.push(&text[start..]);
    sentences
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_into_sentences() {
        assert_eq!(
            sentences("Say \"no.\" Then go. (It ends.) Yes"),
            ["Say \"no.\"", "Then go.", "(It ends.)", "Yes"]
        );
        assert_eq!(sentences("One 1.5 two"), ["One 1.5 two"]);
    }

    #[test]
    fn a_digest_has_something_of_every_part() {
        let rules = |part: &str| {
            let rule = |name| format!("[t.{part}-{name}] The {part} {name}. More.\n\n");
            ["a", "b", "c", "d", "e", "f"].map(rule).concat()
        };
        let text = format!(
            "# T\n\nA. B.\n\n## Your turn\n\n### Run\n\n{}### Hide\n\n{}## How it ends\n\n{}",
            rules("run"),
            rules("hide"),
            rules("end")
        );
        let book: RuleBook = text.parse().expect("a book");
        let lines: Vec<String> = book.digest().into_iter().map(|line| line.text).collect();
        let expected = "A.|B.|The run a.|The run b.|The run c.|The run d.|\
                        The hide a.|The hide b.|The hide c.|The end a.";
        assert_eq!(lines.join("|"), expected);
        assert_eq!(book.digest()[2].rule.as_deref(), Some("t.run-a"));
    }
}
