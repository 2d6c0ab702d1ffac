//! The book: all rules with their diagrams, from the title page to the license.

mod chapters;
pub mod epub;
mod front;
pub mod html;
mod numbers;

use kit_play::sentence::{Filling, Language};
use kit_play::{About, say};

use self::chapters::{Chapter, Contents, Passage, chapters, lead};
use super::booklet::Sheet;
use super::faces::{Face, Faces, MUTED, Style};
use super::flow::{Flow, Layout};
use super::leaf::{Folio, Item, Leaf, Part};
use super::paper::{Area, Extent, MM, Paper};
use super::paragraph::{Align, lines, single};
use super::problem::Problem;
use super::words::{Piece, pieces};
use super::{BadOrder, PrintError, found_and_known, pdf};
use crate::Theme;
use crate::board::WHOLE;

/// What somebody wants to read.
pub struct Order<'a> {
    /// The games, in order.
    pub games: Vec<&'static About>,
    /// The edition by which they are told, if not the newest of each.
    pub edition: Option<&'static str>,
    /// Problems for the appendix, of the game that has puzzles.
    pub problems: &'a [Problem],
    /// In which language, if not in English.
    pub language: Option<&'static Language>,
}

/// How the pages of a book lie on paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binding {
    /// One page on each.
    Pages(Paper),
    /// Two pages beside each other on each side, in the order of a folded booklet.
    Zine(Paper),
}

impl Binding {
    /// All of them.
    pub const ALL: [Binding; 5] = [
        Binding::Pages(Paper::A4),
        Binding::Pages(Paper::Letter),
        Binding::Pages(Paper::A5),
        Binding::Zine(Paper::A4),
        Binding::Zine(Paper::Letter),
    ];

    /// The name in commands.
    pub fn name(self) -> &'static str {
        match self {
            Binding::Pages(paper) => paper.name(),
            Binding::Zine(Paper::Letter) => "zine-letter",
            Binding::Zine(_) => "zine",
        }
    }

    /// The binding of this name.
    ///
    /// # Errors
    ///
    /// A sentence that lists what there is.
    pub fn named(name: &str) -> Result<Binding, BadOrder> {
        let known = Binding::ALL.into_iter().find(|binding| binding.name() == name.to_ascii_lowercase());
        known.ok_or_else(|| {
            let names = Binding::ALL.map(Binding::name);
            let [found, expected] = found_and_known(name, &names);
            BadOrder(say!("unknown size: `{found}` (try {expected})", found, expected))
        })
    }

    /// The size of a page.
    fn leaf(self) -> Extent {
        match self {
            Binding::Pages(paper) => paper.extent(),
            Binding::Zine(paper) => Sheet::half(paper),
        }
    }

    fn layout(self) -> Layout {
        let extent = self.leaf();
        let is_small = self.is_small();
        let (inner, outer, top, bottom) =
            if is_small { (14.0, 11.0, 14.5, 14.5) } else { (24.0, 20.0, 23.0, 23.0) };
        let body = Area {
            x: inner * MM,
            y: top * MM,
            width: extent.width - (inner + outer) * MM,
            height: extent.height - (top + bottom) * MM,
        };
        let (size, board) = if is_small { (9.0, 51.0 * MM) } else { (10.2, 62.0 * MM) };
        Layout { extent, body, columns: 1, size, board }
    }

    fn is_small(self) -> bool {
        self.leaf().width < 170.0 * MM
    }
}

/// Picks games and an edition for a book.
///
/// # Errors
///
/// Fails when no game has that edition, or a game that was asked for by name does not.
pub fn order<'a>(
    games: &[&'static About],
    are_named: bool,
    edition: Option<&str>,
    problems: &'a [Problem],
) -> Result<Order<'a>, BadOrder> {
    let Some(wanted) = edition else {
        return Ok(Order { games: games.to_vec(), edition: None, problems, language: None });
    };
    let known = |about: &&&'static About| about.editions.iter().any(|edition| edition.id == wanted);
    let mut all: Vec<&'static str> = Vec::new();
    for edition in games.iter().flat_map(|about| about.editions) {
        if !all.contains(&edition.id) {
            all.push(edition.id);
        }
    }
    let Some(edition) = all.iter().copied().find(|id| *id == wanted) else {
        let [found, expected] = found_and_known(wanted, &all);
        return Err(BadOrder(say!("unknown edition: `{found}` (try {expected})", found, expected)));
    };
    if let Some(without) = games.iter().find(|about| are_named && !known(about)) {
        let its: Vec<&str> = without.editions.iter().map(|edition| edition.id).collect();
        let [found, expected] = found_and_known(edition, &its);
        let game = Filling::text(without.id);
        let problem = say!("{game} has no edition `{found}` (it has {expected})", game, found, expected);
        return Err(BadOrder(problem));
    }
    let games = games.iter().filter(known).copied().collect();
    Ok(Order { games, edition: Some(edition), problems, language: None })
}

/// The book as a PDF file.
///
/// # Errors
///
/// Fails when the rules of a game cannot be read.
pub fn pdf(order: &Order, binding: Binding, theme: &Theme) -> Result<Vec<u8>, PrintError> {
    let faces = Faces::for_language(order.language);
    let mut folio = folio(order, binding, theme, &faces)?;
    match binding {
        Binding::Pages(_) => pdf::write(&folio, &faces),
        Binding::Zine(paper) => {
            let sheets = Sheet::booklet(&mut folio, paper);
            pdf::write_sheets(&folio, &sheets, &faces)
        }
    }
}

/// The book as leaves, one after the other.
///
/// # Errors
///
/// Fails when the rules of a game cannot be read.
pub fn folio(order: &Order, binding: Binding, theme: &Theme, faces: &Faces) -> Result<Folio, PrintError> {
    let contents = Contents::of(order, theme);
    let (chapters, lead) = (chapters(&contents)?, lead(&contents));
    let layout = binding.layout();
    let front = front::FrontMatter { order, chapters: &chapters, lead, layout, faces, theme };
    let mut folio = Folio::new(front.title(), front.subject());
    let front_parts = front.reserve(&mut folio);
    let front_pages = folio.leaves.len();
    let mut flow = Flow::new(faces, binding.layout(), folio);
    for chapter in &chapters {
        // Lines across a page are too long to be read, and a board would have white on both sides; tables
        // need them.
        let columns = if chapter.is_wide() { 1 } else { 2 };
        set_chapter(&mut flow, chapter, columns);
    }
    let (mut folio, heads) = flow.finish();
    front.fill(&mut folio, &front_parts);
    for (page, head) in heads.iter().enumerate() {
        furnish(&mut folio.leaves[front_pages + page], front_pages + page, head.as_deref(), binding, faces);
    }
    Ok(folio)
}

fn set_chapter(flow: &mut Flow, chapter: &Chapter, columns: usize) {
    flow.new_chapter(Some(&chapter.title), columns);
    flow.heading(1, &chapter.title, &chapter.place);
    let mut in_list = false;
    for passage in &chapter.passages {
        match passage {
            Passage::Heading(level, text, place) => flow.heading(*level, text, place),
            Passage::Text(texts) => {
                let texts: Vec<&str> = texts.iter().map(|(_, text)| text.as_str()).collect();
                flow.paragraph(&texts.join(" "));
            }
            Passage::Entry(_, text) => flow.entry(text, "•", !in_list),
            Passage::Figure(picture, caption) => {
                let width = picture.width as f32 / WHOLE as f32 * flow.layout.board;
                flow.figure(picture, width, caption.as_deref());
            }
            Passage::Table(rows, parts) => flow.table(rows, parts),
            Passage::Problems(problems) => set_problems(flow, problems),
        }
        in_list = matches!(passage, Passage::Entry(..));
    }
}

/// Problems in rows, each with its line of words above it.
fn set_problems(flow: &mut Flow, problems: &[(String, std::rc::Rc<crate::Picture>)]) {
    let layout = flow.layout.clone();
    let gap = layout.size * 1.6;
    let beside = if layout.body.width > 150.0 * MM { 3 } else { 2 };
    let width = (layout.body.width - gap * (beside - 1) as f32) / beside as f32;
    let style = Style::new(Face::Regular, layout.size * 0.92);
    let leading = style.size * 1.25;
    for row in problems.chunks(beside) {
        flow.space(layout.size * 1.4);
        let mut leaf = Leaf::new(layout.extent);
        let set: Vec<_> = row
            .iter()
            .map(|(words, _)| lines(&pieces(words, &style), flow.faces(), width, Align::Left))
            .collect();
        let words_height = set.iter().map(Vec::len).max().unwrap_or(1) as f32 * leading + 4.0;
        let mut height: f32 = 0.0;
        for (column, ((_, picture), words)) in row.iter().zip(&set).enumerate() {
            let x = column as f32 * (width + gap);
            let part = flow.folio.part(Part::Paragraph);
            for (number, line) in words.iter().enumerate() {
                leaf.write(Some(part), x, leading * (number as f32 + 0.78), line);
            }
            let own = picture.height as f32 / picture.width as f32 * width;
            let part = flow.folio.part(Part::Figure(picture.alt.clone()));
            leaf.place_picture(Some(part), Area { x, y: words_height, width, height: own }, picture);
            height = height.max(words_height + own);
        }
        let items: Vec<Item> = leaf.items;
        flow.block(height, items, false);
    }
}

/// The running head and the number of a page.
fn furnish(leaf: &mut Leaf, page: usize, head: Option<&str>, binding: Binding, faces: &Faces) {
    let layout = binding.layout();
    let is_right = page.is_multiple_of(2);
    let x = if is_right { layout.body.x } else { layout.extent.width - layout.body.right() };
    let small = Style::new(Face::Regular, layout.size * 0.86).colored(MUTED);
    let number = single(&[Piece::new((page + 1).to_string(), &small)], faces);
    let foot = layout.body.bottom() + layout.size * 2.6;
    leaf.write(None, x + (layout.body.width - number.width()) / 2.0, foot, &number);
    // A page that begins a chapter needs no head.
    let is_above = |y: f32| y < layout.body.y + layout.size;
    let begins = leaf.places.iter().any(|(place, y)| !place.contains('.') && is_above(*y));
    if let Some(head) = head.filter(|_| !begins) {
        let line = single(&[Piece::new(head.to_lowercase(), &small.clone().capitals())], faces);
        let start = if is_right { x + layout.body.width - line.width() } else { x };
        let top = layout.body.y - layout.size * 1.5;
        leaf.write(None, start, top, &line);
        let rule = top + layout.size * 0.45;
        leaf.hair((x, rule), (x + layout.body.width, rule));
    }
}
