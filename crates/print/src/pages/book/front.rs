//! The first pages of the book: title, imprint and contents.

use super::chapters::Chapter;
use super::{Layout, Order};
use crate::pages::faces::{ACCENT, Face, Faces, MUTED, Style};
use crate::pages::leaf::{Folio, Leaf, Part, Thing};
use crate::pages::paper::{Area, MM};
use crate::pages::paragraph::{Align, lines, single};
use crate::pages::words::{Piece, pieces};
use crate::{Theme, art};

/// What the first pages are made of.
pub struct FrontMatter<'a> {
    pub order: &'a Order<'a>,
    pub chapters: &'a [Chapter],
    pub layout: Layout,
    pub faces: &'a Faces,
    pub theme: &'a Theme,
}

/// The numbers of the parts on the first pages.
pub struct FrontParts {
    title: [usize; 3],
    imprint: Vec<usize>,
    contents: usize,
    entries: Vec<usize>,
}

/// What the imprint says.
const IMPRINT: [&str; 3] = [
    "The games were designed or collected by Don Kirkby \
     ([donkirkby.github.io/chess-kit](https://donkirkby.github.io/chess-kit)).",
    "The words and pictures are by the Chess Kit founders. They are licensed under Creative Commons \
     Attribution-ShareAlike 4.0 International \
     ([CC BY-SA 4.0](https://creativecommons.org/licenses/by-sa/4.0/)): share and change them as you like, name \
     us and Don Kirkby, and pass them on under the same license.",
    "This book was typeset by `chess-kit print book` from the same rules that the program plays by.",
];

impl FrontMatter<'_> {
    /// The title of the book.
    pub fn title(&self) -> String {
        match self.order.games.as_slice() {
            [only] => only.name.to_owned(),
            _ => "Chess Kit".to_owned(),
        }
    }

    /// What the book is about, in a line.
    pub fn subject(&self) -> String {
        let games = match self.order.games.len() {
            1 => "The rules of a chess game".to_owned(),
            count => format!("The rules of {} chess games", in_words(count)),
        };
        match self.order.edition {
            Some(edition) => format!("{games}, edition {edition}"),
            None => games,
        }
    }

    /// How far the lines of the contents are apart.
    fn step(&self) -> f32 {
        self.layout.size * 1.85
    }

    fn entries_per_page(&self) -> usize {
        (((self.layout.body.height - self.layout.size * 5.0) / self.step()) as usize).max(1)
    }

    /// Adds the pages, still empty, so that the pages behind them have their numbers.
    pub fn reserve(&self, folio: &mut Folio) -> FrontParts {
        let contents_pages = self.chapters.len().div_ceil(self.entries_per_page());
        let pages = 2 + contents_pages;
        // The first chapter begins on a right-hand page.
        let pages = pages + pages % 2;
        for _ in 0..pages {
            folio.leaves.push(Leaf::new(self.layout.extent));
        }
        FrontParts {
            title: [folio.part(Part::Paragraph), folio.part(Part::Paragraph), folio.part(Part::Paragraph)],
            imprint: IMPRINT.map(|_| folio.part(Part::Paragraph)).to_vec(),
            contents: folio.part(Part::Heading(1, "Contents".into())),
            entries: self.chapters.iter().map(|_| folio.part(Part::Contents)).collect(),
        }
    }

    /// Fills the pages, now that all pages have numbers.
    pub fn fill(&self, folio: &mut Folio, parts: &FrontParts) {
        self.fill_title(&mut folio.leaves[0], parts.title);
        self.fill_imprint(&mut folio.leaves[1], &parts.imprint);
        self.fill_contents(folio, parts);
    }

    fn body(&self, page: usize) -> Area {
        let body = self.layout.body;
        if page.is_multiple_of(2) {
            body
        } else {
            Area { x: self.layout.extent.width - body.right(), ..body }
        }
    }

    fn fill_title(&self, leaf: &mut Leaf, parts: [usize; 3]) {
        let size = self.layout.size;
        let extent = self.layout.extent;
        let center = |leaf: &mut Leaf, part: usize, words: &str, style: &Style, y: f32| {
            let measure = extent.width * 0.8;
            let set = lines(&pieces(words, style), self.faces, measure, Align::Center);
            for (number, line) in set.iter().enumerate() {
                leaf.write(Some(part), extent.width * 0.1, y + number as f32 * style.size * 1.15, line);
            }
        };
        let edge = extent.area().inside(13.0 * MM, 13.0 * MM);
        leaf.push(None, Thing::Box { area: edge, fill: None, edge: Some((ACCENT, 1.2)) });
        leaf.push(None, Thing::Box { area: edge.inside(3.0, 3.0), fill: None, edge: Some((ACCENT, 0.4)) });
        let title = Style::new(Face::Bold, size * 4.6).colored(ACCENT);
        center(leaf, parts[0], &self.title(), &title, extent.height * 0.26);
        let subject = Style::new(Face::Italic, size * 1.5);
        center(leaf, parts[1], &self.subject(), &subject, extent.height * 0.26 + size * 5.0);
        self.place_pieces(leaf, extent.height * 0.48);
        let names = Style::new(Face::Regular, size * 1.1).colored(MUTED);
        center(leaf, parts[2], "after the games of Don Kirkby", &names, extent.height * 0.85);
    }

    /// A row of pieces under the title.
    fn place_pieces(&self, leaf: &mut Leaf, y: f32) {
        let width = self.layout.extent.width * 0.62;
        let x = (self.layout.extent.width - width) / 2.0;
        let picture = std::rc::Rc::new(art_row(self.theme));
        let height = picture.height as f32 / picture.width as f32 * width;
        leaf.place_picture(None, Area { x, y, width, height }, &picture);
    }

    fn fill_imprint(&self, leaf: &mut Leaf, parts: &[usize]) {
        let body = self.body(1);
        let style = Style::new(Face::Regular, self.layout.size * 0.92);
        let leading = style.size * 1.32;
        let width = body.width * 0.86;
        let set: Vec<_> = IMPRINT
            .iter()
            .map(|words| lines(&pieces(words, &style), self.faces, width, Align::Left))
            .collect();
        let count: usize = set.iter().map(Vec::len).sum();
        let mut y = body.bottom() - count as f32 * leading - set.len() as f32 * leading * 0.5;
        for (part, paragraph) in parts.iter().zip(&set) {
            for line in paragraph {
                y += leading;
                leaf.write(Some(*part), body.x, y, line);
            }
            y += leading * 0.5;
        }
    }

    fn fill_contents(&self, folio: &mut Folio, parts: &FrontParts) {
        let size = self.layout.size;
        for (number, chapters) in self.chapters.chunks(self.entries_per_page()).enumerate() {
            let page = 2 + number;
            let body = self.body(page);
            let mut y = body.y + size * 2.0;
            if number == 0 {
                let style = Style::new(Face::Bold, size * 2.0).colored(ACCENT);
                let line = single(&[Piece::new("Contents", &style)], self.faces);
                folio.leaves[page].write(Some(parts.contents), body.x, y, &line);
            }
            y += size * 1.4;
            let first = number * self.entries_per_page();
            for (chapter, part) in chapters.iter().zip(&parts.entries[first..]) {
                y += self.step();
                self.fill_entry(folio, page, *part, chapter, y);
            }
        }
    }

    /// A title, dots, and the number of its page.
    fn fill_entry(&self, folio: &mut Folio, page: usize, part: usize, chapter: &Chapter, y: f32) {
        let body = self.body(page);
        let style = Style::new(Face::Regular, self.layout.size * 1.06).linked(&format!("#{}", chapter.place));
        let dots = Style::new(Face::Regular, self.layout.size).colored(MUTED);
        let target = folio.place(&chapter.place).map_or(0, |(page, _)| page + 1);
        let title = single(&[Piece::new(chapter.title.clone(), &style)], self.faces);
        let number = single(&[Piece::new(target.to_string(), &style)], self.faces);
        let dot = self.faces.width(" .", &dots);
        let room = body.width - title.width() - number.width() - dot * 2.0;
        let leader = single(&[Piece::new(" .".repeat((room / dot).max(0.0) as usize), &dots)], self.faces);
        let leaf = &mut folio.leaves[page];
        leaf.write(Some(part), body.x, y, &title);
        leaf.write(None, body.right() - number.width() - dot - leader.width(), y, &leader);
        leaf.write(Some(part), body.right() - number.width(), y, &number);
    }
}

/// Small numbers as words.
fn in_words(number: usize) -> String {
    let words = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve", "thirteen", "fourteen", "fifteen", "sixteen",
    ];
    words.get(number).map_or_else(|| number.to_string(), ToString::to_string)
}

/// Six pieces in a row, white and black in turn.
fn art_row(theme: &Theme) -> crate::Picture {
    use kit_chess::shakmaty::{Color, Role};
    let roles = [Role::Rook, Role::Knight, Role::Bishop, Role::Queen, Role::King, Role::Pawn];
    let mut canvas = crate::svg::Canvas::new();
    for (number, role) in roles.into_iter().enumerate() {
        let color = if number.is_multiple_of(2) { Color::White } else { Color::Black };
        art::draw_piece(&mut canvas, role.of(color), [number as f64 * 100.0, 0.0], 100.0, theme);
    }
    canvas.into_picture([600.0, 100.0], "Ornament", "six chess pieces in a row".to_owned())
}
