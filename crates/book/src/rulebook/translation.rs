//! Rule books in other languages.

use kit_play::sentence::Language;
use kit_play::text::excerpt;
use kit_play::{About, BadText};

use super::read::Reader;
use super::{Block, RuleBook};

/// Where the introduction says how many games there are.
const COUNT: &str = "{games}";

/// The book's introduction, in English, and the name by which languages have theirs.
const INTRODUCTION: (&str, &str) = ("introduction", include_str!("../../../../rules/introduction.md"));

impl RuleBook {
    /// The rule book of a game in a language; English, if the language has none.
    ///
    /// # Errors
    ///
    /// Fails when it cannot be read, which is a mistake of ours.
    pub fn of(about: &About, language: Option<&'static Language>) -> Result<RuleBook, BadText> {
        in_language(about.id, about.rules, language)
    }

    /// What a book of several games begins with, in a language; English, if the language has none.
    ///
    /// Where the text has `{games}`, it says how many there are, in `count`'s words.
    ///
    /// # Errors
    ///
    /// Fails when it cannot be read, which is a mistake of ours.
    pub fn introduction(language: Option<&'static Language>, count: &str) -> Result<RuleBook, BadText> {
        let mut book = in_language(INTRODUCTION.0, INTRODUCTION.1, language)?;
        for block in &mut book.blocks {
            if let Block::Paragraph { text, .. } = block {
                *text = text.replace(COUNT, count);
            }
        }
        Ok(book)
    }

    /// This book in another language, in which `text` is written.
    ///
    /// Both have the same blocks in the same order.
    /// Anchors, sections and diagrams are those of this book.
    ///
    /// # Errors
    ///
    /// Fails when the text cannot be read, and at the first block that is not what stands here.
    pub fn translated(&self, text: &str) -> Result<RuleBook, BadText> {
        let mut reader = Reader::translating(self);
        reader.read(text)?;
        let (mut book, lines) = reader.finish()?;
        let mut english = self.blocks.iter();
        for (block, line) in book.blocks.iter_mut().zip(&lines) {
            let wanted = english.next();
            if !wanted.is_some_and(|wanted| wanted.is_shaped_like(block)) {
                let wanted = wanted.map_or_else(|| "nothing more".to_owned(), Block::named);
                let problem = format!("the English book has {wanted} here, and this is {}", block.named());
                return Err(BadText::in_english(*line, problem));
            }
            if let (
                Block::Heading { anchor, section, .. },
                Some(Block::Heading { anchor: name, section: kind, .. }),
            ) = (block, wanted)
            {
                anchor.clone_from(name);
                *section = *kind;
            }
        }
        match english.next() {
            Some(missing) => {
                let problem = format!("the English book goes on with {}", missing.named());
                Err(BadText::in_english(text.lines().count(), problem))
            }
            None => Ok(book),
        }
    }
}

fn in_language(id: &str, english: &str, language: Option<&'static Language>) -> Result<RuleBook, BadText> {
    let book: RuleBook = english.parse()?;
    match language.and_then(|language| language.book(id)) {
        Some(text) => Ok(RuleBook { language, ..book.translated(text)? }),
        None => Ok(book),
    }
}

impl Block {
    /// Whether both are of one kind and one rule, whatever their words.
    fn is_shaped_like(&self, other: &Block) -> bool {
        match (self, other) {
            (Block::Heading { level, .. }, Block::Heading { level: other, .. }) => level == other,
            (
                Block::Paragraph { rule, goes_on, .. },
                Block::Paragraph { rule: other, goes_on: also_goes_on, .. },
            ) => rule == other && goes_on == also_goes_on,
            (Block::Item { rule, .. }, Block::Item { rule: other, .. }) => rule == other,
            (Block::Diagram { caption, .. }, Block::Diagram { caption: other, .. }) => {
                caption.is_some() == other.is_some()
            }
            (
                Block::Heading { .. } | Block::Paragraph { .. } | Block::Item { .. } | Block::Diagram { .. },
                _,
            ) => false,
        }
    }

    /// What it is, for whoever writes books: `the paragraph [a.b] "Some words"`.
    pub fn named(&self) -> String {
        let rule = self.rule().map_or_else(String::new, |rule| format!("[{rule}] "));
        match self {
            Block::Heading { level, text, .. } => {
                format!("the heading `{} {}`", "#".repeat(usize::from(*level)), excerpt(text))
            }
            Block::Paragraph { text, goes_on: true, .. } => {
                format!("the line {rule}\"{}\" of a paragraph", excerpt(text))
            }
            Block::Paragraph { text, .. } => format!("the paragraph {rule}\"{}\"", excerpt(text)),
            Block::Item { text, .. } => format!("the item {rule}\"{}\"", excerpt(text)),
            Block::Diagram { caption: Some(caption), .. } => {
                format!("the diagram with the caption \"{}\"", excerpt(caption))
            }
            Block::Diagram { caption: None, .. } => "a diagram without a caption".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENGLISH: &str = "# Tag\n\nRun.\n\n## Your turn\n\n[tag.run] Run.\n[tag.stop] Stop.\n\n\
        ```diagram\nk . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n\
        . . . . . . . .\n. . . . . . . .\nK . . . . . . .\n```\n*Kings.*\n";

    #[test]
    fn a_translation_has_the_pictures_and_the_places_of_the_english_book() {
        let english: RuleBook = ENGLISH.parse().expect("a book");
        let text = "# Fangen\n\nLauf.\n\n## Dein Zug\n\n[tag.run] Lauf.\n[tag.stop] Halt.\n\n\
            ```diagram\n```\n*Könige.*\n";
        let book = english.translated(text).expect("a book");
        assert_eq!(book.section(super::super::Section::Turn).len(), 3);
        let (Some(Block::Diagram { source, caption, .. }), Some(Block::Diagram { source: same, .. })) =
            (book.blocks.last(), english.blocks.last())
        else {
            panic!("no diagrams");
        };
        assert_eq!((source, caption.as_deref()), (same, Some("Könige.")));
        assert!(matches!(&book.blocks[1], Block::Heading { anchor, .. } if anchor == "your-turn"));
    }

    #[test]
    fn what_a_translation_lacks_is_named() {
        let english: RuleBook = ENGLISH.parse().expect("a book");
        for (text, error) in [
            (
                "# Fangen\n\nLauf.\n\n## Dein Zug\n\n[tag.stop] Halt.\n",
                "line 7: the English book has the paragraph [tag.run] \"Run.\" here, \
                 and this is the paragraph [tag.stop] \"Halt.\"",
            ),
            (
                "# Fangen\n\nLauf.\n\n## Dein Zug\n",
                "line 5: the English book goes on with the paragraph [tag.run] \"Run.\"",
            ),
            (
                "# F\n\n```diagram\n```\n\n```diagram\n```\n",
                "line 6: the English book has no diagram for this one",
            ),
        ] {
            assert_eq!(english.translated(text).map_err(|bad| bad.to_string()), Err(error.to_owned()));
        }
    }
}
