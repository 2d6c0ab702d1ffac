//! Mini-zines: a game on eight small pages, from one side of one sheet that is cut once and folded.
//!
//! The sheet lies on its long side and has two rows of four pages, the upper ones turned round:
//!
//! ```text
//!   7 | 6   5 | 4     upside down
//!   --+=======+--     cut between the middle columns
//!   8 | 1   2 | 3
//! ```
//!
//! It is folded along, with the print outside, and pushed together from both ends, so that the
//! middle opens and four leaves stand out like a star; these are laid round the cover.

use std::rc::Rc;

use kit_book::rulebook::{Block, RuleBook, Section, Span, sentences, spans};
use kit_play::sentence::Language;
use kit_play::{About, say};

use super::booklet::{LeafPlace, Sheet};
use super::digest::at_a_table;
use super::faces::{ACCENT, Face, Faces, MUTED, SOFT_HYPHEN, Style};
use super::fit::{Bit, fit};
use super::flow::{Flow, Layout};
use super::leaf::{Folio, Leaf, Part};
use super::needs::in_short;
use super::paper::{Area, Extent, MM, Paper};
use super::paragraph::{Align, TextLine, lines, single};
use super::words::{Piece, pieces};
use super::{PrintError, pdf};
use crate::board::WHOLE;
use crate::{Picture, Theme, diagram};

/// The pages of the upper row, from left to right, all turned round.
pub const UPPER: [usize; 4] = [7, 6, 5, 4];

/// The pages of the lower row, from left to right.
pub const LOWER: [usize; 4] = [8, 1, 2, 3];

/// How many leaves belong to a game: its pages, and the marks on its sheet.
const LEAVES: usize = 9;

/// How many pages the rules fill: all but the cover and the back.
const INSIDE: usize = 6;

/// The sizes of the text that are tried, the largest first, in points.
const SIZES: [f32; 6] = [9.4, 9.1, 8.8, 8.5, 8.2, 8.0];

/// How wide a board may be, the widest first, in millimeters.
const BOARDS: [f32; 4] = [52.0, 46.0, 41.0, 36.0];

/// How much is told, from all to the least.
const TELLINGS: [Telling; 8] = [
    Telling { beyond: Beyond::Wonders, pictures: usize::MAX, sentences: usize::MAX },
    Telling { beyond: Beyond::Examples, pictures: usize::MAX, sentences: usize::MAX },
    Telling { beyond: Beyond::Nothing, pictures: 3, sentences: usize::MAX },
    Telling { beyond: Beyond::Nothing, pictures: 1, sentences: usize::MAX },
    Telling { beyond: Beyond::Nothing, pictures: 2, sentences: 2 },
    Telling { beyond: Beyond::Nothing, pictures: 1, sentences: 2 },
    Telling { beyond: Beyond::Nothing, pictures: 1, sentences: 1 },
    Telling { beyond: Beyond::Nothing, pictures: 0, sentences: 1 },
];

/// How much of a rule book is told.
#[derive(Clone, Copy)]
struct Telling {
    /// What is told beyond the rules of a usual game.
    beyond: Beyond,
    /// How many pictures at most.
    pictures: usize,
    /// How many sentences of each rule at most.
    sentences: usize,
}

/// What is told beyond the rules of a usual game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Beyond {
    /// Nothing.
    Nothing,
    /// Examples, and what is said between rules.
    Examples,
    /// Corner cases, too.
    Wonders,
}

/// The mini-zines of some games as a PDF file, one page for each.
///
/// # Errors
///
/// Fails when the rules of a game cannot be read, or do not fit in any way.
pub fn pdf(
    games: &[&'static About],
    paper: Paper,
    language: Option<&'static Language>,
) -> Result<Vec<u8>, PrintError> {
    let faces = Faces::for_language(language);
    let folio = folio(games, paper, &faces)?;
    pdf::write_sheets(&folio, &sheets(&folio, paper), &faces)
}

/// The pages of all games in their order, and behind those of each game the marks on its sheet.
///
/// # Errors
///
/// Fails when the rules of a game cannot be read, or do not fit in any way.
pub fn folio(games: &[&'static About], paper: Paper, faces: &Faces) -> Result<Folio, PrintError> {
    let mut folio = Folio::new(
        faces.says(&say!("Mini-zines")),
        faces.says(&say!("Eight small pages from one sheet, cut once and folded")),
    );
    for about in games {
        let book = RuleBook::of(about, faces.language())
            .map_err(|problem| PrintError::Rules { game: about.id, problem })?;
        let zine = Zine { about, book, faces, extent: page(paper) };
        folio.append(&zine.cover());
        folio.append(&zine.inside()?);
        folio.append(&zine.back()?);
        folio.leaves.push(marks(paper));
    }
    Ok(folio)
}

/// How the pages lie on their sheets.
pub fn sheets(folio: &Folio, paper: Paper) -> Vec<Sheet> {
    let (extent, page) = (sheet(paper), page(paper));
    let place = |first: usize, number: usize, (column, row): (usize, usize)| LeafPlace {
        leaf: first + number - 1,
        right: column as f32 * page.width,
        down: row as f32 * page.height,
        is_turned: row == 0,
    };
    let sheet = |game: usize| {
        let first = game * LEAVES;
        let upper = UPPER.into_iter().enumerate().map(|(column, number)| place(first, number, (column, 0)));
        let lower = LOWER.into_iter().enumerate().map(|(column, number)| place(first, number, (column, 1)));
        let mut leaves: Vec<LeafPlace> = upper.chain(lower).collect();
        // They are read in the order of the pages, wherever they lie.
        leaves.sort_by_key(|place| place.leaf);
        leaves.push(LeafPlace { leaf: first + LEAVES - 1, right: 0.0, down: 0.0, is_turned: false });
        Sheet { extent, leaves }
    };
    (0..folio.leaves.len() / LEAVES).map(sheet).collect()
}

/// The paper on its long side.
fn sheet(paper: Paper) -> Extent {
    let Extent { width, height } = paper.extent();
    Extent { width: height, height: width }
}

/// An eighth of the paper.
fn page(paper: Paper) -> Extent {
    let Extent { width, height } = sheet(paper);
    Extent { width: width / 4.0, height: height / 2.0 }
}

/// Where to cut and where to fold.
fn marks(paper: Paper) -> Leaf {
    const DASH: f32 = 2.0 * MM;
    let extent = sheet(paper);
    let (quarter, middle) = (extent.width / 4.0, extent.height / 2.0);
    let mut leaf = Leaf::new(extent);
    // The cut goes through, between the four pages in the middle.
    leaf.rule((quarter, middle), (3.0 * quarter, middle), ACCENT, 0.8);
    // Folds are dashes at their ends alone, so that no line is left on a page.
    let mut dashes = |from: (f32, f32), step: (f32, f32)| {
        for dash in 0..3 {
            let at = |part: f32| {
                let along = (2.0 * dash as f32 + part) * DASH;
                (from.0 + step.0 * along, from.1 + step.1 * along)
            };
            leaf.hair(at(0.5), at(1.5));
        }
    };
    dashes((0.0, middle), (1.0, 0.0));
    dashes((extent.width, middle), (-1.0, 0.0));
    for column in 1..4 {
        let x = column as f32 * quarter;
        dashes((x, 0.0), (0.0, 1.0));
        dashes((x, extent.height), (0.0, -1.0));
    }
    leaf
}

/// A game on eight pages.
struct Zine<'a> {
    about: &'static About,
    book: RuleBook,
    faces: &'a Faces,
    extent: Extent,
}

impl Zine<'_> {
    /// Where text stands on each page: printers leave the edge of the paper white.
    fn body(&self) -> Area {
        self.extent.area().inside(6.5 * MM, 8.0 * MM)
    }

    fn folio(&self) -> Folio {
        Folio::default()
    }

    /// The name, the game in a sentence, and its first picture.
    fn cover(&self) -> Folio {
        let mut folio = self.folio();
        let mut leaf = Leaf::new(self.extent);
        let body = self.body();
        let part = folio.part(Part::Heading(1, self.book.title.clone()));
        folio.outline.push((0, self.book.title.clone(), self.about.id.to_owned()));
        leaf.places.push((self.about.id.to_owned(), body.y));
        let mut y = body.y + 8.0 * MM;
        let (title, leading) = self.title(body.width);
        for line in title {
            leaf.write(Some(part), body.x, y, &line);
            y += leading;
        }
        let blurb = Style::new(Face::Italic, 9.0).colored(MUTED);
        let part = folio.part(Part::Paragraph);
        for line in
            lines(&pieces(self.faces.text(self.about.blurb), &blurb), self.faces, body.width, Align::Center)
        {
            leaf.write(Some(part), body.x, y, &line);
            y += 11.0;
        }
        let foot = Style::new(Face::Regular, 8.0).colored(MUTED);
        let by = self.faces.says(&say!("Games designed and collected by Don Kirkby"));
        let set = lines(&pieces(&by, &foot), self.faces, body.width, Align::Center);
        let bottom = body.bottom() - set.len() as f32 * 9.5;
        if let Some(picture) = self.picture() {
            let part = folio.part(Part::Figure(picture.alt.clone()));
            let area = Area { y: y + 2.0 * MM, height: bottom - y - 6.0 * MM, ..body };
            leaf.place_picture(Some(part), area, &picture);
        }
        let part = folio.part(Part::Paragraph);
        for (number, line) in set.iter().enumerate() {
            leaf.write(Some(part), body.x, bottom + (number as f32 + 0.9) * 9.5, line);
        }
        folio.leaves.push(leaf);
        folio
    }

    /// The lines of the title as large as its longest word allows, and how far they are apart.
    fn title(&self, width: f32) -> (Vec<TextLine>, f32) {
        let mut size = 21.0;
        loop {
            let style = Style::new(Face::Bold, size).colored(ACCENT);
            let set = lines(&pieces(&self.book.title, &style), self.faces, width, Align::Center);
            let is_whole = |line: &TextLine| line.width() <= width && !line.text().ends_with(SOFT_HYPHEN);
            if set.iter().all(is_whole) || size <= 10.0 {
                return (set, size * 1.14);
            }
            size -= 0.5;
        }
    }

    /// The first picture of the rules.
    fn picture(&self) -> Option<Rc<Picture>> {
        self.book.blocks.iter().find_map(|block| self.drawn(block))
    }

    fn drawn(&self, block: &Block) -> Option<Rc<Picture>> {
        let Block::Diagram { diagram: picture, .. } = block else { return None };
        let alt = picture.described_in(self.faces.language());
        Some(Rc::new(Picture { alt, ..diagram(picture, &Theme::PAPER) }))
    }

    /// The rules on six pages: as much of them, as large as it can be.
    fn inside(&self) -> Result<Folio, PrintError> {
        let fitting = |blocks: &[Block], size: f32, board: f32| {
            Some(self.set(blocks, size, board * MM)).filter(|folio| folio.leaves.len() <= INSIDE)
        };
        for telling in TELLINGS {
            let blocks = self.told(telling);
            let ways = || BOARDS.into_iter().flat_map(|board| SIZES.map(|size| (size, board)));
            // What does not fit at its smallest does not fit at all.
            let Some(smallest) = ways().last().and_then(|(size, board)| fitting(&blocks, size, board)) else {
                continue;
            };
            let best = ways().find_map(|(size, board)| fitting(&blocks, size, board));
            let mut folio = best.unwrap_or(smallest);
            while folio.leaves.len() < INSIDE {
                self.add_notes(&mut folio);
            }
            self.number(&mut folio);
            return Ok(folio);
        }
        Err(PrintError::Pdf(format!("the rules of {} do not fit into a mini-zine", self.about.id)))
    }

    /// A page to write on, where the rules need no more.
    fn add_notes(&self, folio: &mut Folio) {
        const STEP: f32 = 8.0 * MM;
        let mut leaf = Leaf::new(self.extent);
        let body = self.body();
        let words = self.faces.says(&say!("Notes"));
        let style = Style::new(Face::Bold, 12.0).colored(ACCENT);
        let part = folio.part(Part::Heading(2, words.clone()));
        leaf.write(Some(part), body.x, body.y + 10.0, &single(&[Piece::new(words, &style)], self.faces));
        let mut y = body.y + 2.0 * STEP;
        while y <= body.bottom() {
            leaf.hair((body.x, y), (body.right(), y));
            y += STEP;
        }
        folio.leaves.push(leaf);
    }

    /// The blocks that are told.
    fn told(&self, telling: Telling) -> Vec<Block> {
        let mut sections = vec![Section::Needs, Section::SetUp, Section::Turn, Section::End];
        if telling.beyond == Beyond::Wonders {
            sections.push(Section::Wonder);
        }
        let is_all = telling.beyond != Beyond::Nothing;
        let mut told: Vec<Block> = Vec::new();
        let mut section = None;
        // The first picture is on the cover.
        let mut pictures = 0;
        let mut example = None;
        for (number, block) in self.book.blocks.iter().enumerate() {
            if let Block::Heading { level, section: begun, .. } = block {
                if *level == 2 {
                    section = *begun;
                }
                example = self
                    .example(number)
                    .map(|its| is_all || pictures + its <= telling.pictures.saturating_add(1));
            }
            if section.is_some_and(|section| !sections.contains(&section)) {
                continue;
            }
            // What is no rule is told where the game is opened and in examples, elsewhere if there is room.
            let is_told = is_all || matches!(section, None | Some(Section::Needs)) || example == Some(true);
            let most = if example.is_some() { usize::MAX } else { telling.sentences };
            match block {
                Block::Diagram { .. } => {
                    pictures += 1;
                    if pictures > 1 && example.unwrap_or(pictures <= telling.pictures.saturating_add(1)) {
                        told.push(block.clone());
                    }
                }
                Block::Paragraph { rule, text, goes_on } if rule.is_some() || is_told => {
                    let kept = at_a_table(text, most);
                    let goes_on = *goes_on && matches!(told.last(), Some(Block::Paragraph { .. }));
                    told.extend(kept.map(|text| Block::Paragraph { rule: rule.clone(), text, goes_on }));
                }
                Block::Item { rule, text } if rule.is_some() || is_told => {
                    let kept = at_a_table(text, most);
                    told.extend(kept.map(|text| Block::Item { rule: rule.clone(), text }));
                }
                Block::Paragraph { .. } | Block::Item { .. } => {}
                Block::Heading { .. } => told.push(block.clone()),
            }
        }
        without_bare_headings(without_bare_announcements(told))
    }

    /// How many pictures an example has, if that is what begins with this heading: a part of a section
    /// without rules. It is told whole or not at all, because half of one only confuses.
    fn example(&self, heading: usize) -> Option<usize> {
        let Block::Heading { level: 3.., .. } = self.book.blocks.get(heading)? else { return None };
        let below = self.book.blocks[heading + 1..].iter();
        let below: Vec<&Block> = below.take_while(|block| !matches!(block, Block::Heading { .. })).collect();
        let pictures = below.iter().filter(|block| matches!(block, Block::Diagram { .. })).count();
        below.iter().all(|block| block.rule().is_none()).then_some(pictures)
    }

    fn set(&self, blocks: &[Block], size: f32, board: f32) -> Folio {
        let layout = Layout { extent: self.extent, body: self.body(), columns: 1, size, board };
        let mut flow = Flow::new(self.faces, layout, self.folio());
        let mut paragraph = String::new();
        let mut in_list = false;
        for (number, block) in blocks.iter().enumerate() {
            match block {
                Block::Paragraph { text, .. } => {
                    paragraph.push_str(&unlinked(text));
                    if blocks.get(number + 1).is_some_and(Block::goes_on) {
                        paragraph.push(' ');
                    } else {
                        flow.paragraph(&std::mem::take(&mut paragraph));
                    }
                }
                Block::Item { text, .. } => flow.entry(&unlinked(text), "•", !in_list),
                Block::Heading { level, text, anchor, .. } => {
                    flow.heading(*level, text, &format!("{}.{anchor}", self.about.id));
                }
                Block::Diagram { caption, .. } => {
                    if let Some(picture) = self.drawn(block) {
                        let width = picture.width as f32 / WHOLE as f32 * flow.layout.board;
                        flow.figure(&picture, width, caption.as_deref().map(unlinked).as_deref());
                    }
                }
            }
            in_list = matches!(block, Block::Item { .. });
        }
        flow.finish().0
    }

    /// Numbers below the pages of the rules.
    fn number(&self, folio: &mut Folio) {
        let style = Style::new(Face::Regular, 7.5).colored(MUTED);
        for (page, leaf) in folio.leaves.iter_mut().enumerate() {
            let line = single(&[Piece::new((page + 2).to_string(), &style)], self.faces);
            let x = (self.extent.width - line.width()) / 2.0;
            leaf.write(None, x, self.extent.height - 5.2 * MM, &line);
        }
    }

    /// Who and what is needed, whose game it is, and how the sheet is folded.
    fn back(&self) -> Result<Folio, PrintError> {
        let mut folio = self.folio();
        let mut leaf = Leaf::new(self.extent);
        let faces = self.faces;
        let mut bits = vec![
            Bit::Heading(2, self.book.title.clone()),
            Bit::Text(in_short(self.about, faces.language())),
            Bit::Text(faces.says(&say!(
                "In the text, pieces may have letters: K is a king, Q a queen, R a rook, B a bishop, N a knight, P a \
                 pawn and C a checker. Where letters stand for cards or for pieces on a board, capitals are white and \
                 small letters are black."
            ))),
        ];
        let credit = self.book.section(Section::Credit).iter().filter_map(|block| match block {
            Block::Paragraph { text, .. } | Block::Item { text, .. } => Some(Bit::Text(unlinked(text))),
            Block::Heading { .. } | Block::Diagram { .. } => None,
        });
        bits.extend(credit);
        bits.push(Bit::Heading(3, faces.says(&say!("From a sheet to a zine"))));
        bits.push(Bit::Text(faces.says(&say!(
            "Fold the sheet along and across, as the dashes at its edges show, and unfold it. Cut along the line in \
             its middle. Fold it along, hold both ends, push them together until four leaves stand out like a star, \
             and lay those round the cover."
        ))));
        if !fit(&mut folio, &mut leaf, faces, &bits, &[self.body()], (7.0, 9.0)) {
            return Err(PrintError::Pdf(format!("the credits of {} do not fit on a page", self.about.id)));
        }
        folio.leaves.push(leaf);
        Ok(folio)
    }
}

/// The same blocks without sentences that announce a picture or a list which is left out.
fn without_bare_announcements(blocks: Vec<Block>) -> Vec<Block> {
    let is_shown = |block: Option<&Block>| matches!(block, Some(Block::Diagram { .. } | Block::Item { .. }));
    let mut kept: Vec<Block> = Vec::new();
    for (number, block) in blocks.iter().enumerate() {
        match block {
            Block::Paragraph { rule, text, goes_on }
                if text.ends_with(':') && !is_shown(blocks.get(number + 1)) =>
            {
                let mut left = sentences(text);
                left.pop();
                if !left.is_empty() {
                    let (rule, text) = (rule.clone(), left.join(" "));
                    kept.push(Block::Paragraph { rule, text, goes_on: *goes_on });
                }
            }
            Block::Paragraph { .. } | Block::Heading { .. } | Block::Item { .. } | Block::Diagram { .. } => {
                kept.push(block.clone());
            }
        }
    }
    kept
}

/// The same blocks without headings below which nothing is left.
fn without_bare_headings(blocks: Vec<Block>) -> Vec<Block> {
    let level = |block: &Block| if let Block::Heading { level, .. } = block { Some(*level) } else { None };
    let mut kept: Vec<Block> = Vec::new();
    for block in blocks.into_iter().rev() {
        let below = kept.last().map(level);
        let is_bare = level(&block)
            .is_some_and(|own| below.is_none_or(|below| below.is_some_and(|below| below <= own)));
        if !is_bare {
            kept.push(block);
        }
    }
    kept.reverse();
    kept
}

/// A text without links to what is not in a mini-zine.
fn unlinked(text: &str) -> String {
    let span = |span: &Span| match span {
        Span::Plain(words) => words.clone(),
        Span::Emphasis(words) => format!("*{words}*"),
        Span::Strong(words) => format!("**{words}**"),
        Span::Code(words) => format!("`{words}`"),
        Span::Link { text, address } if address.starts_with('#') => text.clone(),
        Span::Link { text, address } => format!("[{text}]({address})"),
    };
    spans(text).iter().map(span).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pages as they follow each other round the sheet once it is folded along: the lower row, and
    /// behind it, upright now and seen from the other side, the upper row.
    fn round() -> Vec<usize> {
        LOWER.into_iter().chain(UPPER.into_iter().rev()).collect()
    }

    #[test]
    fn folded_pages_are_in_order() {
        // Pushed together, the ends and the two middles of the rows become the edges of four leaves.
        let round = round();
        let leaf = |at: usize| [round[at % 8], round[(at + 1) % 8]];
        assert_eq!([leaf(1), leaf(3), leaf(5), leaf(7)], [[1, 2], [3, 4], [5, 6], [7, 8]], "front and back");
        // Between two leaves lie two pages that are read side by side; outside are the back and the cover.
        assert_eq!([leaf(0), leaf(2), leaf(4), leaf(6)], [[8, 1], [2, 3], [4, 5], [6, 7]], "side by side");
        // The outer columns are not cut, so their pages must be two sides of one leaf.
        assert_eq!([[LOWER[3], UPPER[3]], [UPPER[0], LOWER[0]]], [[3, 4], [7, 8]]);
    }

    #[test]
    fn links_to_other_pages_are_words() {
        assert_eq!(unlinked("see [the cards](#cards) *now*, `x`"), "see the cards *now*, `x`");
        assert_eq!(unlinked("[here](https://example.org)"), "[here](https://example.org)");
    }
}
