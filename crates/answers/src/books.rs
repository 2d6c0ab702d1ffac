//! Rule books and guides, as they are sent.

use std::collections::BTreeMap;

use kit_book::example::{ExampleNote, examples};
use kit_book::guide::GuideNote;
use kit_book::rulebook::{Block, DigestLine, RuleBook, Section, Span, spans};
use kit_play::Listed;
use kit_play::sentence::Language;
use kit_print::Theme;
use serde::Serialize;

use crate::problem::Problem;

/// The rules of a game.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct RulesNote {
    /// The game's id.
    pub game: &'static str,
    /// The language that it is written in.
    pub language: String,
    /// The name of the game.
    pub title: String,
    /// What it is about and how a turn goes, in at most ten sentences of the book.
    pub digest: Vec<DigestNote>,
    /// Positions in which rules can be tried, by the ids of the rules.
    pub examples: BTreeMap<String, ExampleNote>,
    /// Everything below the title, in order.
    pub blocks: Vec<BlockNote>,
}

/// A sentence that stands for a rule.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct DigestNote {
    /// The rule it comes from.
    pub rule: Option<String>,
    /// The words in their styles.
    pub spans: Vec<SpanNote>,
}

/// One part of a rule book.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(tag = "block", rename_all = "kebab-case")]
pub enum BlockNote {
    /// A heading.
    Heading {
        /// 2 for a section, 3 for a part of one.
        level: u8,
        /// Its words.
        text: String,
        /// A name to link to, the same in all languages.
        anchor: String,
        /// Which of the sections begins here that all books have: needs, set-up, turn, end, wonder, well,
        /// origin, appendix or credit.
        section: Option<&'static str>,
    },
    /// Some sentences that belong together.
    Paragraph {
        /// The id, if this is a rule.
        rule: Option<String>,
        /// The words in their styles.
        spans: Vec<SpanNote>,
        /// Whether this goes on in the paragraph of the block before.
        goes_on: bool,
    },
    /// One entry of a list.
    Item {
        /// The id, if this is a rule.
        rule: Option<String>,
        /// The words in their styles.
        spans: Vec<SpanNote>,
    },
    /// A picture.
    Diagram {
        /// Its text, in the language of the diagrams.
        text: String,
        /// The picture in words.
        alt: String,
        /// The picture.
        svg: Option<String>,
        /// The sentence below it.
        caption: Vec<SpanNote>,
    },
}

/// A piece of a text in one style.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(tag = "span", rename_all = "kebab-case")]
pub enum SpanNote {
    /// Ordinary words.
    Plain {
        /// The words.
        text: String,
    },
    /// Words with emphasis.
    Emphasis {
        /// The words.
        text: String,
    },
    /// Words that stand out.
    Strong {
        /// The words.
        text: String,
    },
    /// Notation.
    Code {
        /// The words.
        text: String,
    },
    /// A link.
    Link {
        /// What is shown.
        text: String,
        /// Where it leads.
        address: String,
    },
}

/// The rule book of a game in a language, with pictures, as JSON; English, if there is none.
///
/// # Errors
///
/// Fails when it cannot be read or written, which is a mistake of ours.
pub fn rules(game: &'static dyn Listed, language: Option<&'static Language>) -> Result<Vec<u8>, Problem> {
    let book = RuleBook::of(game.about(), language).map_err(|_| Problem::internal())?;
    let note = RulesNote::new(game, &book, draw);
    serde_json::to_vec(&note).map_err(|_| Problem::internal())
}

/// The guide to a turn of a game in a language, as JSON; English, if there is none.
///
/// # Errors
///
/// Fails when it cannot be read or played, which is a mistake of ours.
pub fn guide(game: &'static dyn Listed, language: Option<&'static Language>) -> Result<Vec<u8>, Problem> {
    let note = GuideNote::new(game, language).map_err(|_| Problem::internal())?;
    serde_json::to_vec(&note).map_err(|_| Problem::internal())
}

fn draw(block: &Block) -> Option<String> {
    match block {
        Block::Diagram { diagram, .. } => Some(kit_print::diagram(diagram, &Theme::WOOD).svg),
        Block::Heading { .. } | Block::Paragraph { .. } | Block::Item { .. } => None,
    }
}

impl RulesNote {
    /// A rule book in the words of the wire; `draw` makes pictures of diagrams.
    pub fn new(
        game: &'static dyn Listed,
        book: &RuleBook,
        draw: impl Fn(&Block) -> Option<String>,
    ) -> RulesNote {
        let digest = book.digest().into_iter();
        RulesNote {
            game: game.about().id,
            language: book.language.map_or("en", Language::code).to_owned(),
            title: book.title.clone(),
            digest: digest
                .map(|DigestLine { rule, text }| DigestNote { rule, spans: span_notes(&text) })
                .collect(),
            examples: examples(game),
            blocks: book.blocks.iter().map(|block| BlockNote::new(block, book.language, &draw)).collect(),
        }
    }
}

impl BlockNote {
    fn new(
        block: &Block,
        language: Option<&'static Language>,
        draw: &impl Fn(&Block) -> Option<String>,
    ) -> BlockNote {
        match block {
            Block::Heading { level, text, anchor, section } => BlockNote::Heading {
                level: *level,
                text: text.clone(),
                anchor: anchor.clone(),
                section: section.map(Section::name),
            },
            Block::Paragraph { rule, text, goes_on } => {
                BlockNote::Paragraph { rule: rule.clone(), spans: span_notes(text), goes_on: *goes_on }
            }
            Block::Item { rule, text } => BlockNote::Item { rule: rule.clone(), spans: span_notes(text) },
            Block::Diagram { diagram, source, caption } => BlockNote::Diagram {
                text: source.clone(),
                alt: diagram.described_in(language),
                svg: draw(block),
                caption: caption.as_deref().map(span_notes).unwrap_or_default(),
            },
        }
    }
}

fn span_notes(text: &str) -> Vec<SpanNote> {
    let note = |span: Span| match span {
        Span::Plain(text) => SpanNote::Plain { text },
        Span::Emphasis(text) => SpanNote::Emphasis { text },
        Span::Strong(text) => SpanNote::Strong { text },
        Span::Code(text) => SpanNote::Code { text },
        Span::Link { text, address } => SpanNote::Link { text, address },
    };
    spans(text).into_iter().map(note).collect()
}
