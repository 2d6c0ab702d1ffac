//! Digests: the rules of a book that fit on a card or a sheet.
//!
//! Nothing is told a second time: a digest takes whole sentences from the rules.
//! The first sentence of a rule says what it is about, and the others say it more exactly.

use kit_book::rulebook::{Block, RuleBook, sentences};

/// How sentences that are about screens can be told, in the languages of the rule books.
const SCREENS: [&str; 2] = ["screen", "Bildschirm"];

/// The rules with these ids, whole.
pub fn rules(book: &RuleBook, ids: &[&str]) -> Vec<String> {
    ids.iter().filter_map(|id| told(book, id, usize::MAX)).collect()
}

/// So many sentences of each of these rules.
pub fn reminders(book: &RuleBook, rules: &[(&str, usize)]) -> Vec<String> {
    rules.iter().filter_map(|(id, count)| told(book, id, *count)).collect()
}

fn told(book: &RuleBook, id: &str, count: usize) -> Option<String> {
    match book.found(id)? {
        Block::Paragraph { text, .. } | Block::Item { text, .. } => at_a_table(text, count),
        Block::Heading { .. } | Block::Diagram { .. } => None,
    }
}

/// The first sentences of a rule that are for people at a table.
pub(super) fn at_a_table(text: &str, count: usize) -> Option<String> {
    let is_for_all = |sentence: &&str| !SCREENS.iter().any(|word| sentence.contains(word));
    let kept: Vec<&str> = sentences(text).into_iter().filter(is_for_all).take(count).collect();
    (!kept.is_empty()).then(|| kept.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_about_screens_is_left_out() {
        assert_eq!(at_a_table("At a screen it is so. Else not.", 1).as_deref(), Some("Else not."));
        assert_eq!(at_a_table("Am Bildschirm ist es so. Sonst nicht.", 1).as_deref(), Some("Sonst nicht."));
    }
}
