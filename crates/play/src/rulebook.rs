//! Rule books: the players' rules, written in a small part of Markdown.
//!
//! A book is one `# title`, headings of two levels, paragraphs, `- ` items and diagrams between
//! code fences, each with an optional `*caption*` on the next line.
//! A paragraph or item that is a rule begins with its id in brackets.
//! Inside a line there may be `*emphasis*`, `**strong**`, backquotes and links, and nothing else.
//!
//! ```
//! use kit_play::rulebook::RuleBook;
//!
//! let book: RuleBook = "# Tag\n\n## Your turn\n\n[tag.run] Run *away*.\nDo not stop.".parse()?;
//! assert_eq!(book.rules().collect::<Vec<_>>(), ["tag.run"]);
//! assert_eq!(book.plain(60, false), "Tag\n===\n\nYour turn\n---------\n\nRun away. Do not stop.\n");
//! # Ok::<(), kit_play::BadText>(())
//! ```

use std::str::FromStr;

use kit_chess::rows_of;

use crate::BadText;
use crate::diagram::{Diagram, GridDiagram, GridKind};
use crate::text::excerpt;

/// The rules of one game, in the order in which they are read.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleBook {
    /// The name of the game.
    pub title: String,
    /// Everything below the title.
    pub blocks: Vec<Block>,
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
        /// A name to link to, of which there is only one in the book.
        anchor: String,
    },
    /// Some sentences that belong together.
    Paragraph {
        /// The id, if this is a rule.
        rule: Option<String>,
        /// The sentences in one line.
        text: String,
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

/// A piece of a text in one style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Span {
    /// Ordinary words.
    Plain(String),
    /// Words between `*`.
    Emphasis(String),
    /// Words between `**`.
    Strong(String),
    /// Words between backquotes.
    Code(String),
    /// `[words](address)`.
    Link {
        /// What is shown.
        text: String,
        /// Where it leads.
        address: String,
    },
}

/// What other Markdown begins its lines with, and we do not use.
const FOREIGN: [&str; 8] = [" ", "\t", "* ", "+ ", "> ", "|", "<", "---"];

/// No text is wrapped to less than this, so that every diagram fits.
const NARROWEST: usize = 40;

impl FromStr for RuleBook {
    type Err = BadText;

    fn from_str(text: &str) -> Result<RuleBook, BadText> {
        let mut reader = Reader::default();
        let mut lines = text.lines().map(str::trim_end).zip(1..);
        while let Some((line, number)) = lines.next() {
            if let Some(kind) = line.strip_prefix("```") {
                let rest = lines.by_ref().map(|(line, _)| line);
                reader.read_diagram(number, kind, rest)?;
            } else if line.starts_with('#') {
                reader.read_heading(number, line)?;
            } else {
                reader.read_line(number, line)?;
            }
        }
        let title =
            reader.title.ok_or_else(|| BadText::at(1, "a rule book begins with `# ` and its title"))?;
        Ok(RuleBook { title, blocks: reader.blocks })
    }
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

    /// The book for a terminal, wrapped at `width` or at 40 columns, whichever is more.
    ///
    /// Grids are never wrapped, however long their words are.
    /// With `color` there are ANSI styles, and rules end with their ids.
    pub fn plain(&self, width: usize, color: bool) -> String {
        let page = Page { width: width.max(NARROWEST), color };
        let mut text = page.heading(1, &self.title).join("\n");
        let mut in_list = false;
        for block in &self.blocks {
            let is_item = matches!(block, Block::Item { .. });
            text.push_str(if in_list && is_item { "\n" } else { "\n\n" });
            text.push_str(&page.block(block).join("\n"));
            in_list = is_item;
        }
        text.push('\n');
        text
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

    /// The block alone, as it stands in [`RuleBook::plain`].
    pub fn plain(&self, width: usize, color: bool) -> String {
        let page = Page { width: width.max(NARROWEST), color };
        let mut text = page.block(self).join("\n");
        text.push('\n');
        text
    }
}

impl Span {
    /// The words without their style.
    pub fn text(&self) -> &str {
        match self {
            Span::Plain(text) | Span::Emphasis(text) | Span::Strong(text) | Span::Code(text) => text,
            Span::Link { text, .. } => text,
        }
    }
}

/// Splits a text into pieces of one style. A mark without its partner is an ordinary character.
pub fn spans(text: &str) -> Vec<Span> {
    let mut spans = Vec::new();
    let (mut plain, mut rest) = (String::new(), text);
    while let Some(letter) = rest.chars().next() {
        match marked(rest) {
            Some((span, after)) => {
                if !plain.is_empty() {
                    spans.push(Span::Plain(std::mem::take(&mut plain)));
                }
                spans.push(span);
                rest = after;
            }
            None => {
                plain.push(letter);
                rest = &rest[letter.len_utf8()..];
            }
        }
    }
    if !plain.is_empty() {
        spans.push(Span::Plain(plain));
    }
    spans
}

/// The marked piece at the start of a text, and what follows it.
fn marked(text: &str) -> Option<(Span, &str)> {
    let between = |mark: &str| {
        let (inside, after) = text.strip_prefix(mark)?.split_once(mark)?;
        (!inside.is_empty() && inside.trim() == inside).then(|| (inside.to_owned(), after))
    };
    let link = || {
        let (words, rest) = text.strip_prefix('[')?.split_once("](")?;
        let (address, after) = rest.split_once(')')?;
        Some((Span::Link { text: words.to_owned(), address: address.to_owned() }, after))
    };
    let strong = between("**").map(|(inside, after)| (Span::Strong(inside), after));
    let emphasis = || between("*").map(|(inside, after)| (Span::Emphasis(inside), after));
    let code = || between("`").map(|(inside, after)| (Span::Code(inside), after));
    strong.or_else(emphasis).or_else(code).or_else(link)
}

/// A book while it is read.
#[derive(Default)]
struct Reader {
    title: Option<String>,
    blocks: Vec<Block>,
    /// What the line before was, which decides what this line belongs to.
    above: Above,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Above {
    #[default]
    Nothing,
    Words,
    Fence,
}

impl Reader {
    fn read_heading(&mut self, number: usize, line: &str) -> Result<(), BadText> {
        self.above = Above::Nothing;
        let text = line.trim_start_matches('#');
        let level = line.len() - text.len();
        let words = text.strip_prefix(' ').map_or("", str::trim);
        check_markup(number, words)?;
        match (level, words) {
            (1..=3, "") => {
                Err(BadText::at(number, format!("not a heading: `{}` (write `## words`)", excerpt(line))))
            }
            (1, _) if self.title.is_some() => Err(BadText::at(number, "a rule book has only one title")),
            (2 | 3, _) if self.title.is_none() => {
                Err(BadText::at(number, "the title comes before all headings"))
            }
            (1, title) => {
                self.title = Some(title.to_owned());
                Ok(())
            }
            (2 | 3, words) => {
                let anchor = self.new_anchor(words);
                self.blocks.push(Block::Heading { level: level as u8, text: words.to_owned(), anchor });
                Ok(())
            }
            (_, _) => {
                Err(BadText::at(number, format!("a heading has at most 3 levels, this one has {level}")))
            }
        }
    }

    fn new_anchor(&self, heading: &str) -> String {
        let words = heading.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
        let kebab = words.map(str::to_lowercase).collect::<Vec<_>>().join("-");
        let taken = |name: &String| {
            self.blocks.iter().any(|block| matches!(block, Block::Heading { anchor, .. } if anchor == name))
        };
        let numbered = (2..).map(|number: usize| format!("{kebab}-{number}"));
        let mut names = std::iter::once(kebab.clone()).chain(numbered);
        names.find(|name| !taken(name)).expect("some number is not taken yet")
    }

    fn read_diagram<'a>(
        &mut self,
        number: usize,
        kind: &str,
        mut rest: impl Iterator<Item = &'a str>,
    ) -> Result<(), BadText> {
        if kind != "diagram" {
            let problem = format!("not a kind of block: `{}` (only `diagram` is)", excerpt(kind));
            return Err(BadText::at(number, problem));
        }
        let mut source = Vec::new();
        loop {
            match rest.next() {
                Some("```") => break,
                Some(line) => source.push(line),
                None => {
                    return Err(BadText::at(
                        number,
                        "this diagram has no end, which is a line of three backquotes",
                    ));
                }
            }
        }
        let source = source.join("\n");
        let diagram = source.parse().map_err(|bad: BadText| BadText { line: number + bad.line, ..bad })?;
        self.blocks.push(Block::Diagram { diagram: Box::new(diagram), source, caption: None });
        self.above = Above::Fence;
        Ok(())
    }

    fn read_line(&mut self, number: usize, line: &str) -> Result<(), BadText> {
        let above = std::mem::take(&mut self.above);
        if line.is_empty() {
            return Ok(());
        }
        if let Some(mark) = FOREIGN.iter().find(|mark| line.starts_with(**mark)) {
            return Err(BadText::at(number, format!("a line does not begin with `{}` here", excerpt(mark))));
        }
        check_markup(number, line)?;
        let item = line.strip_prefix("- ").map(str::trim_start);
        match (above, self.blocks.last_mut()) {
            (Above::Words, Some(Block::Paragraph { text, .. } | Block::Item { text, .. }))
                if item.is_none() =>
            {
                text.push(' ');
                text.push_str(line);
            }
            (Above::Fence, Some(Block::Diagram { caption, .. })) if let Some(words) = caption_of(line) => {
                *caption = Some(words.to_owned());
                return Ok(());
            }
            (Above::Nothing | Above::Words | Above::Fence, _) => {
                let (rule, text) = self.split_rule(number, item.unwrap_or(line))?;
                self.blocks.push(match item {
                    Some(_) => Block::Item { rule, text },
                    None => Block::Paragraph { rule, text },
                });
            }
        }
        self.above = Above::Words;
        Ok(())
    }

    fn split_rule(&self, number: usize, line: &str) -> Result<(Option<String>, String), BadText> {
        let Some((id, after)) = line.strip_prefix('[').and_then(|line| line.split_once(']')) else {
            return Ok((None, line.to_owned()));
        };
        if after.starts_with('(') {
            return Ok((None, line.to_owned()));
        }
        let kebab = |name: &str| {
            let letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
            name.split('-').all(|word| !word.is_empty() && word.bytes().all(letter))
        };
        if !id.split_once('.').is_some_and(|(prefix, name)| kebab(prefix) && kebab(name)) {
            return Err(BadText::at(
                number,
                format!("not a rule id: `{}` (write `game.some-name`)", excerpt(id)),
            ));
        }
        if self.blocks.iter().any(|block| block.rule() == Some(id)) {
            return Err(BadText::at(number, format!("the rule `{id}` stands here a second time")));
        }
        match after.strip_prefix(' ').map(str::trim_start) {
            Some(text) if !text.is_empty() => Ok((Some(id.to_owned()), text.to_owned())),
            Some(_) | None => {
                Err(BadText::at(number, format!("a blank and the rule itself follow `[{id}]`")))
            }
        }
    }
}

fn caption_of(line: &str) -> Option<&str> {
    line.strip_prefix('*')?.strip_suffix('*').filter(|words| !words.is_empty() && !words.contains('*'))
}

/// Makes sure that every mark in a line has its partner.
fn check_markup(number: usize, line: &str) -> Result<(), BadText> {
    let is_left = |span: &Span| !matches!(span, Span::Code(_)) && span.text().contains(['*', '`']);
    match spans(line).iter().find(|span| is_left(span)) {
        Some(span) => {
            let problem = format!("a `*` or a backquote without its partner: `{}`", excerpt(span.text()));
            Err(BadText::at(number, problem))
        }
        None => Ok(()),
    }
}

/// How a book is written for a terminal.
struct Page {
    width: usize,
    color: bool,
}

/// ANSI codes.
const BOLD: &str = "1";
const DIM: &str = "2";
const ITALIC: &str = "3";

/// What cannot be broken, with its width on the screen.
#[derive(Default)]
struct Word {
    shown: String,
    width: usize,
}

impl Page {
    fn block(&self, block: &Block) -> Vec<String> {
        match block {
            Block::Heading { level, text, .. } => self.heading(*level, text),
            Block::Paragraph { rule, text } => self.words(text, rule.as_deref(), ["", ""]),
            Block::Item { rule, text } => self.words(text, rule.as_deref(), ["- ", "  "]),
            Block::Diagram { diagram, caption, .. } => {
                let mut lines = match &**diagram {
                    Diagram::Board(board) => {
                        let ranks = (1..=8).rev().zip(rows_of(&board.pieces));
                        let mut lines: Vec<String> =
                            ranks.map(|(rank, row)| format!("    {rank} {row}")).collect();
                        lines.push("      a b c d e f g h".to_owned());
                        let legend = Span::Plain(board.marks().join("; "));
                        lines.extend(self.wrap(&[(legend, None)], ["    ", "    "]));
                        lines
                    }
                    Diagram::Grid(grid) => grid_lines(grid),
                };
                lines.extend(caption.iter().flat_map(|caption| self.words(caption, None, ["    ", "    "])));
                lines
            }
        }
    }

    fn heading(&self, level: u8, text: &str) -> Vec<String> {
        let spans: Vec<_> = spans(text).into_iter().map(|span| (span, Some(BOLD))).collect();
        let mut lines = self.wrap(&spans, ["", ""]);
        if !self.color {
            let width = lines.iter().map(|line| line.chars().count()).max().unwrap_or_default();
            let line = match level {
                1 => "=",
                2 => "-",
                _ => "~",
            };
            lines.push(line.repeat(width));
        }
        lines
    }

    fn words(&self, text: &str, rule: Option<&str>, indents: [&str; 2]) -> Vec<String> {
        let styled = |span: Span| {
            let style = match &span {
                Span::Plain(_) | Span::Link { .. } => None,
                Span::Emphasis(_) => Some(ITALIC),
                Span::Strong(_) => Some(BOLD),
                Span::Code(_) => Some(DIM),
            };
            (span, style)
        };
        let mut spans: Vec<_> = spans(text).into_iter().map(styled).collect();
        if let Some(rule) = rule.filter(|_| self.color) {
            spans.push((Span::Plain(" ".to_owned()), None));
            spans.push((Span::Plain(format!("[{rule}]")), Some(DIM)));
        }
        self.wrap(&spans, indents)
    }

    /// Fills lines with words; `indents` stand before the first line and before the others.
    fn wrap(&self, spans: &[(Span, Option<&str>)], indents: [&str; 2]) -> Vec<String> {
        let room = self.width - indents[0].len();
        let mut lines: Vec<Word> = Vec::new();
        for word in self.split(spans, room) {
            match lines.last_mut() {
                Some(line) if line.width + 1 + word.width <= room => {
                    line.shown.push(' ');
                    line.shown.push_str(&word.shown);
                    line.width += 1 + word.width;
                }
                Some(_) | None => lines.push(word),
            }
        }
        let indents = std::iter::once(indents[0]).chain(std::iter::repeat(indents[1]));
        indents.zip(lines).map(|(indent, line)| format!("{indent}{}", line.shown)).collect()
    }

    /// The words of a text, none of them wider than `room`.
    fn split(&self, spans: &[(Span, Option<&str>)], room: usize) -> Vec<Word> {
        let mut words = vec![Word::default()];
        for (span, style) in spans {
            for (index, part) in span.text().split(char::is_whitespace).enumerate() {
                let letters: Vec<char> = part.chars().collect();
                let mut letters = letters.as_slice();
                if index > 0 {
                    words.push(Word::default());
                }
                while !letters.is_empty() {
                    let word = words.pop_if(|word| word.width < room).unwrap_or_default();
                    let (now, later) = letters.split_at(letters.len().min(room - word.width));
                    words.push(word.with(now, style.filter(|_| self.color)));
                    letters = later;
                }
            }
        }
        words.retain(|word| word.width > 0);
        words
    }
}

impl Word {
    fn with(self, letters: &[char], style: Option<&str>) -> Word {
        let text: String = letters.iter().collect();
        let shown = match style {
            Some(code) => format!("{}\u{1b}[{code}m{text}\u{1b}[0m", self.shown),
            None => self.shown + &text,
        };
        Word { shown, width: self.width + letters.len() }
    }
}

/// The cells of a grid in columns.
fn grid_lines(grid: &GridDiagram) -> Vec<String> {
    let mut rows: Vec<Vec<&str>> =
        grid.rows.iter().map(|row| row.iter().map(String::as_str).collect()).collect();
    if let (GridKind::Cards, Some(header)) = (grid.kind, rows.first_mut()) {
        // The printed header stands over three groups of columns: piece, cards and gap.
        *header = vec![".", "Cards", ".", ".", ".", ".", ".", ".", ".", "Gap"];
    }
    let width =
        |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let line = |row: &Vec<&str>| {
        let cells = row
            .iter()
            .enumerate()
            .map(|(column, cell)| format!("{cell:width$}", width = width(column).unwrap_or_default()));
        format!("    {}", cells.collect::<Vec<_>>().join(" ")).trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
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
        paths.filter(|path| path.extension().is_some_and(|end| end == "md")).map(book).collect()
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
