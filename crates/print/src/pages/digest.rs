//! Digests: the parts of a rule book that fit on a card or a sheet.
//!
//! Nothing is told a second time: a digest takes whole sentences from the rules.
//! The first sentence of a rule says what it is about, and the others say it more exactly, so a
//! shorter digest keeps fewer sentences of each rule.

use kit_book::rulebook::{Block, RuleBook, sentences};

use super::fit::Bit;

/// How much of each rule is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// Every sentence.
    Whole,
    /// The first two sentences of every rule.
    Two,
    /// The first sentence of every rule.
    One,
}

impl Length {
    /// All lengths, the longest first.
    pub const ALL: [Length; 3] = [Length::Whole, Length::Two, Length::One];

    fn sentences(self) -> usize {
        match self {
            Length::Whole => usize::MAX,
            Length::Two => 2,
            Length::One => 1,
        }
    }
}

/// The sections of these names, without pictures, examples and what is only about screens.
pub fn sections(book: &RuleBook, names: &[&str], length: Length) -> Vec<Bit> {
    names.iter().flat_map(|name| section(book, name, length)).collect()
}

fn section(book: &RuleBook, name: &str, length: Length) -> Vec<Bit> {
    let is_start = |block: &Block| matches!(block, Block::Heading { level: 2, text, .. } if text == name);
    let blocks: Vec<&Block> = book.blocks.iter().skip_while(|block| !is_start(block)).collect();
    let mut bits = Vec::new();
    let mut in_example = false;
    for (number, block) in blocks.iter().enumerate() {
        let before_picture = matches!(blocks.get(number + 1), Some(Block::Diagram { .. }));
        match block {
            Block::Heading { level: 2, .. } if number > 0 => break,
            Block::Heading { level, text, .. } => {
                in_example = text.starts_with("An example");
                if !in_example {
                    bits.push(Bit::Heading(*level, text.clone()));
                }
            }
            // What stands beside a picture without being a rule tells what is on it.
            Block::Diagram { .. } => in_example = true,
            Block::Paragraph { rule, text } if rule.is_some() || !(in_example || before_picture) => {
                bits.extend(kept(text, length).map(Bit::Text));
            }
            Block::Item { rule, text } if rule.is_some() || !in_example => {
                bits.extend(kept(text, length).map(Bit::Entry));
            }
            Block::Paragraph { .. } | Block::Item { .. } => {}
        }
    }
    without_bare_headings(bits)
}

/// The rules with these ids, whole.
pub fn rules(book: &RuleBook, ids: &[&str]) -> Vec<Bit> {
    let text = |id: &&str| match book.found(id) {
        Some(Block::Paragraph { text, .. } | Block::Item { text, .. }) => kept(text, Length::Whole),
        Some(Block::Heading { .. } | Block::Diagram { .. }) | None => None,
    };
    ids.iter().filter_map(text).map(Bit::Entry).collect()
}

/// The first sentences of a rule that are for people at a table.
fn kept(text: &str, length: Length) -> Option<String> {
    let at_a_table = |sentence: &&str| !sentence.contains("screen") && !sentence.contains("our table");
    let kept: Vec<&str> = sentences(text).into_iter().filter(at_a_table).take(length.sentences()).collect();
    (!kept.is_empty()).then(|| kept.join(" "))
}

fn without_bare_headings(bits: Vec<Bit>) -> Vec<Bit> {
    let mut kept: Vec<Bit> = Vec::new();
    for bit in bits {
        if let (Bit::Heading(..), Some(Bit::Heading(3, _))) = (&bit, kept.last()) {
            kept.pop();
        }
        kept.push(bit);
    }
    while matches!(kept.last(), Some(Bit::Heading(..))) {
        kept.pop();
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_about_screens_is_left_out() {
        assert_eq!(kept("At a screen it is so. Else not.", Length::One).as_deref(), Some("Else not."));
    }
}
