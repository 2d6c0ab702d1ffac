//! Rule books: the players' rules, written in a small part of Markdown.
//!
//! A book is one `# title`, headings of two levels, paragraphs, `- ` items and diagrams between
//! code fences, each with an optional `*caption*` on the next line.
//! A paragraph or item that is a rule begins with its id in brackets.
//! A line of a paragraph that begins with another id is a rule of its own and goes on in the same
//! paragraph, so that rules can be told in one breath and still be found one by one.
//! The headings of the second level are those of [`Section`], the same in every book, so that
//! whoever shows a book can choose what to show.
//!
//! A book in another language has the same blocks in the same order, with the same ids; between the
//! fences of its diagrams there is nothing, because they are those of the English book.
//! Inside a line there may be `*emphasis*`, `**strong**`, backquotes and links, and nothing else.
//!
//! ```
//! use kit_book::rulebook::RuleBook;
//!
//! let book: RuleBook = "# Tag\n\n## Your turn\n\n[tag.run] Run *away*.\nDo not stop.".parse()?;
//! assert_eq!(book.rules().collect::<Vec<_>>(), ["tag.run"]);
//! assert_eq!(book.plain(60, false), "Tag\n===\n\nYour turn\n---------\n\nRun away. Do not stop.\n");
//! # Ok::<(), kit_play::BadText>(())
//! ```

mod digest;
mod plain;
mod read;
mod section;
mod spans;
mod translation;

use kit_play::sentence::Language;

pub use self::digest::{DigestLine, sentences};
pub use self::section::Section;
pub use self::spans::{Span, spans};
use crate::diagram::Diagram;

/// The rules of one game, in the order in which they are read.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleBook {
    /// The name of the game.
    pub title: String,
    /// Everything below the title.
    pub blocks: Vec<Block>,
    /// The language that it is written in, if that is not English.
    pub language: Option<&'static Language>,
}

/// One part of a rule book. Its texts may contain the markup of [`spans`].
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A heading.
    Heading {
        /// 2 for a section, 3 for a part of one.
        level: u8,
        /// Its words.
        text: String,
        /// A name to link to, of which there is only one in the book, the same in all languages.
        anchor: String,
        /// The section that begins here, if its heading is one of those that all books have.
        section: Option<Section>,
    },
    /// Some sentences that belong together.
    Paragraph {
        /// The id, if this is a rule.
        rule: Option<String>,
        /// The sentences in one line.
        text: String,
        /// Whether this is no paragraph of its own and goes on in that of the block before.
        goes_on: bool,
    },
    /// One entry of a list.
    Item {
        /// The id, if this is a rule.
        rule: Option<String>,
        /// The entry in one line.
        text: String,
    },
    /// A picture.
    Diagram {
        /// What it shows.
        diagram: Box<Diagram>,
        /// Its text as it stands in the book.
        source: String,
        /// The sentence below it.
        caption: Option<String>,
    },
}

impl RuleBook {
    /// The ids of all rules, in order.
    pub fn rules(&self) -> impl Iterator<Item = &str> {
        self.blocks.iter().filter_map(Block::rule)
    }

    /// The rule with this id.
    pub fn found(&self, rule: &str) -> Option<&Block> {
        self.blocks.iter().find(|block| block.rule() == Some(rule))
    }

    /// What stands before the first section: what is fun about the game.
    pub fn opening(&self) -> &[Block] {
        let end = self.blocks.iter().position(|block| block.level() == Some(2));
        &self.blocks[..end.unwrap_or(self.blocks.len())]
    }

    /// What stands below the heading of a section; nothing, if the book has no such section.
    pub fn section(&self, wanted: Section) -> &[Block] {
        let begins = |block: &Block| matches!(block, Block::Heading { section: Some(section), .. } if *section == wanted);
        let Some(start) = self.blocks.iter().position(begins) else { return &[] };
        let below = &self.blocks[start + 1..];
        let end = below.iter().position(|block| block.level() == Some(2));
        &below[..end.unwrap_or(below.len())]
    }

    /// The same book without some of its sections.
    pub fn without(&self, sections: &[Section]) -> RuleBook {
        let mut is_left_out = false;
        let mut book = RuleBook { blocks: Vec::new(), ..self.clone() };
        for block in &self.blocks {
            if let Block::Heading { level: 2, section, .. } = block {
                is_left_out = section.is_some_and(|section| sections.contains(&section));
            }
            if !is_left_out {
                book.blocks.push(block.clone());
            }
        }
        book
    }
}

impl Block {
    /// The id, if this is a rule.
    pub fn rule(&self) -> Option<&str> {
        match self {
            Block::Paragraph { rule, .. } | Block::Item { rule, .. } => rule.as_deref(),
            Block::Heading { .. } | Block::Diagram { .. } => None,
        }
    }

    /// Whether this goes on in the paragraph of the block before.
    pub fn goes_on(&self) -> bool {
        matches!(self, Block::Paragraph { goes_on: true, .. })
    }

    /// How deep it is, if this is a heading.
    fn level(&self) -> Option<u8> {
        match self {
            Block::Heading { level, .. } => Some(*level),
            Block::Paragraph { .. } | Block::Item { .. } | Block::Diagram { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::plain::NARROWEST;
    use super::*;

    /// The rule books of all games, with their file names.
    fn books() -> Vec<(String, RuleBook)> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules");
        let files = std::fs::read_dir(folder).expect("the folder of rules");
        let book = |path: std::path::PathBuf| {
            let text = std::fs::read_to_string(&path).expect("a text");
            let name = path.display().to_string();
            let book = text.parse().unwrap_or_else(|bad| panic!("{name}: {bad}"));
            (name, book)
        };
        let paths = files.map(|file| file.expect("a file of rules").path());
        let is_game = |path: &std::path::PathBuf| {
            path.extension().is_some_and(|end| end == "md") && !path.ends_with("introduction.md")
        };
        paths.filter(is_game).map(book).collect()
    }

    #[test]
    fn all_books_are_read() {
        let books = books();
        assert!(books.len() >= 4);
        for (name, book) in books {
            let rules: Vec<&str> = book.rules().collect();
            assert!(rules.len() > 20, "{name}");
            for rule in &rules {
                assert_eq!(rules.iter().filter(|other| *other == rule).count(), 1, "{rule}");
                assert_eq!(book.found(rule).and_then(Block::rule), Some(*rule));
            }
            assert_eq!(book.found("no.such-rule"), None);
            assert!((6..=10).contains(&book.digest().len()), "{name}");
            let captioned = |block: &Block| !matches!(block, Block::Diagram { caption: None, .. });
            assert!(book.blocks.iter().all(captioned), "{name}");
        }
    }

    #[test]
    fn plain_text_is_narrow_and_free_of_markup() {
        for (name, book) in books() {
            for width in [0, 40, 41, 60, 80, 200] {
                let plain = book.plain(width, false);
                assert!(!plain.contains(['*', '`', '#', '[', ']', '\u{1b}']), "{name}");
                let styled = without_styles(&book.plain(width, true));
                assert!(
                    book.rules().all(|rule| width < 60 || styled.contains(&format!("[{rule}]"))),
                    "{name}"
                );
                for line in plain.lines().chain(styled.lines()) {
                    assert!(line.chars().count() <= width.max(NARROWEST), "{name}: {line}");
                    assert_eq!(line, line.trim_end(), "{name}");
                }
            }
        }
    }

    /// The text without its ANSI codes.
    fn without_styles(text: &str) -> String {
        let mut parts = text.split("\u{1b}[");
        let first = parts.next().unwrap_or_default().to_owned();
        parts.filter_map(|part| part.split_once('m')).fold(first, |text, (_, part)| text + part)
    }

    #[test]
    fn anchors_are_unique_and_styles_are_kept() {
        let text = "# A\n## So, *what*?\n## So what\n## So what 2\n- [a.b] one `two`,\nthree\n- **four**";
        let book: RuleBook = text.parse().expect("a book");
        let anchors: Vec<&str> = book
            .blocks
            .iter()
            .filter_map(|block| match block {
                Block::Heading { anchor, .. } => Some(anchor.as_str()),
                Block::Paragraph { .. } | Block::Item { .. } | Block::Diagram { .. } => None,
            })
            .collect();
        assert_eq!(anchors, ["so-what", "so-what-2", "so-what-2-2"]);
        assert!(book.plain(80, false).ends_with("\n- one two, three\n- four\n"));
        let styled = "- one \u{1b}[2mtwo\u{1b}[0m, three \u{1b}[2m[a.b]\u{1b}[0m\n- \u{1b}[1mfour\u{1b}[0m\n";
        assert!(book.plain(80, true).ends_with(styled));
    }

    #[test]
    fn rules_of_one_paragraph_are_told_in_one_breath() {
        let text = "# A\n\n## Your turn\n\n[a.b] One.\nTwo.\n[a.c] *Three.*\n\n[a.d] Four.\n\n## How it ends\n\nFive.";
        let book: RuleBook = text.parse().expect("a book");
        assert_eq!(book.rules().collect::<Vec<_>>(), ["a.b", "a.c", "a.d"]);
        assert_eq!(book.found("a.c").map(|block| block.plain(60, false)).as_deref(), Some("Three.\n"));
        let plain = "A\n=\n\nYour turn\n---------\n\nOne. Two. Three.\n\nFour.\n\nHow it ends\n-----------\n\nFive.\n";
        assert_eq!(book.plain(60, false), plain);
        assert_eq!(book.section(Section::Turn).len(), 3);
        assert_eq!(book.section(Section::Wonder), []);
        assert_eq!(
            book.without(&[Section::Turn]).plain(60, false),
            "A\n=\n\nHow it ends\n-----------\n\nFive.\n"
        );
    }

    #[test]
    fn bad_books_name_the_line() {
        let rows = ". . . . . . . .\n".repeat(8);
        for (text, error) in [
            ("", "line 1: a rule book begins with `# ` and its title"),
            ("# A\n# B", "line 2: a rule book has only one title"),
            ("## A", "line 1: the title comes before all headings"),
            ("# A\n##B", "line 2: not a heading: `##B` (write `## words`)"),
            ("# A\n#### B", "line 2: a heading has at most 3 levels, this one has 4"),
            ("# A\n\n> B", "line 3: a line does not begin with `> ` here"),
            ("# A\nB *c\nd*", "line 2: a `*` or a backquote without its partner: `B *c`"),
            ("# A\n[a] B", "line 2: not a rule id: `a` (write `game.some-name`)"),
            ("# A\n[a.b]", "line 2: a blank and the rule itself follow `[a.b]`"),
            ("# A\n[a.b] B\n\n- [a.b] C", "line 4: the rule `a.b` stands here a second time"),
            ("# A\n```rust\n```", "line 2: not a kind of block: `rust` (only `diagram` is)"),
            ("# A\n```diagram\n", "line 2: this diagram has no end, which is a line of three backquotes"),
            ("# A\n- [a.b] B\n[a.c] C", "line 3: a rule begins at the start of a paragraph or an item"),
            (
                &format!("# A\n```diagram\n{rows}card: K, x, 1\n```"),
                "line 11, column 10: not a plain number from -100 to 100: `x`",
            ),
        ] {
            let found = text.parse::<RuleBook>().map_err(|bad| bad.to_string());
            assert_eq!(found, Err(error.to_owned()), "{text}");
        }
    }
}
