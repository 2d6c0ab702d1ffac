//! Rule books as text for a terminal.

use kit_chess::rows_of;
use kit_play::sentence::Language;

use super::{Block, RuleBook, Span, spans};
use crate::diagram::{Diagram, GridDiagram, GridKind};

/// No text is wrapped to less than this, so that every diagram fits.
pub const NARROWEST: usize = 40;

impl RuleBook {
    /// The book for a terminal, wrapped at `width` or at 40 columns, whichever is more.
    ///
    /// Grids are never wrapped, however long their words are.
    /// With `color` there are ANSI styles, and rules end with their ids.
    pub fn plain(&self, width: usize, color: bool) -> String {
        let page = Page { width: width.max(NARROWEST), color, language: self.language };
        let mut text = page.heading(1, &self.title).join("\n");
        let mut in_list = false;
        for blocks in self.blocks.chunk_by(|_, next| next.goes_on()) {
            let is_item = matches!(blocks, [Block::Item { .. }]);
            text.push_str(if in_list && is_item { "\n" } else { "\n\n" });
            text.push_str(&page.blocks(blocks).join("\n"));
            in_list = is_item;
        }
        text.push('\n');
        text
    }
}

impl Block {
    /// The block alone, as it stands in [`RuleBook::plain`].
    pub fn plain(&self, width: usize, color: bool) -> String {
        let page = Page { width: width.max(NARROWEST), color, language: None };
        let mut text = page.blocks(std::slice::from_ref(self)).join("\n");
        text.push('\n');
        text
    }
}

/// How a book is written for a terminal.
struct Page {
    width: usize,
    color: bool,
    /// In which pictures are told, if not in English.
    language: Option<&'static Language>,
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
    /// A block, or several that are one paragraph.
    fn blocks(&self, blocks: &[Block]) -> Vec<String> {
        let mut words: Vec<(Span, Option<&str>)> = Vec::new();
        for block in blocks {
            let Block::Paragraph { rule, text, .. } = block else { return self.block(block) };
            if !words.is_empty() {
                words.push((Span::Plain(" ".to_owned()), None));
            }
            words.extend(self.styled(text, rule.as_deref()));
        }
        self.wrap(&words, ["", ""])
    }

    fn block(&self, block: &Block) -> Vec<String> {
        match block {
            Block::Heading { level, text, .. } => self.heading(*level, text),
            Block::Paragraph { rule, text, .. } => self.words(text, rule.as_deref(), ["", ""]),
            Block::Item { rule, text } => self.words(text, rule.as_deref(), ["- ", "  "]),
            Block::Diagram { diagram, caption, .. } => {
                let mut lines = match &**diagram {
                    Diagram::Board(board) => {
                        let ranks = (1..=8).rev().zip(rows_of(&board.pieces));
                        let mut lines: Vec<String> =
                            ranks.map(|(rank, row)| format!("    {rank} {row}")).collect();
                        lines.push("      a b c d e f g h".to_owned());
                        let legend = Span::Plain(board.marks_in(self.language).join("; "));
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
        self.wrap(&self.styled(text, rule), indents)
    }

    /// A text in its styles, with the id of its rule, if there are styles at all.
    fn styled(&self, text: &str, rule: Option<&str>) -> Vec<(Span, Option<&'static str>)> {
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
        spans
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
