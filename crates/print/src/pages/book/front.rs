//! The first pages of the book: title, imprint and contents.

use kit_play::sentence::Filling;
use kit_play::{Sentence, say};

use super::chapters::Chapter;
use super::numbers::in_words;
use super::{Layout, Order};
use crate::pages::faces::{ACCENT, Face, Faces, MUTED, Style};
use crate::pages::leaf::{Folio, Leaf, Part, Thing};
use crate::pages::paper::{Area, MM};
use crate::pages::paragraph::{Align, TextLine, lines, single};
use crate::pages::words::{Piece, pieces};
use crate::{Theme, art};

/// What the first pages are made of.
pub struct FrontMatter<'a> {
    pub order: &'a Order<'a>,
    pub chapters: &'a [Chapter],
    /// What the contents say of all games.
    pub lead: Option<String>,
    pub layout: Layout,
    pub faces: &'a Faces,
    pub theme: &'a Theme,
}

/// The numbers of the parts on the first pages.
pub struct FrontParts {
    title: [usize; 3],
    imprint: Vec<usize>,
    contents: usize,
    lead: usize,
    entries: Vec<usize>,
}

/// What the imprint says.
fn imprint() -> [Sentence; 3] {
    [
        say!(
            "The games were designed or collected by Don Kirkby \
             ([donkirkby.github.io/chess-kit](https://donkirkby.github.io/chess-kit)). The diagrams are his, or \
             drawn after his."
        ),
        say!(
            "The words are by the Chess Kit founders. Words and diagrams are licensed under Creative Commons \
             Attribution-ShareAlike 4.0 International \
             ([CC BY-SA 4.0](https://creativecommons.org/licenses/by-sa/4.0/)): share and change them as you \
             like, name Don Kirkby and us, and pass them on under the same licence."
        ),
        say!(
            "This book was typeset by `chess-kit print book` from the same rules that the program plays by."
        ),
    ]
}

impl FrontMatter<'_> {
    /// The title of the book.
    pub fn title(&self) -> String {
        match self.order.games.as_slice() {
            [only] => self.faces.text(only.name).to_owned(),
            _ => "Chess Kit".to_owned(),
        }
    }

    /// What the book is about, in a line.
    pub fn subject(&self) -> String {
        let games = match self.order.games.len() {
            1 => say!("The rules of a chess game"),
            count => say!(
                "The rules of {count} chess games",
                count = Filling::text(in_words(count, |word| self.faces.says(word)))
            ),
        };
        self.faces.says(&match self.order.edition {
            Some(edition) => say!("{games}, edition {edition}", games, edition = Filling::text(edition)),
            None => games,
        })
    }

    /// From the base line of the line above an entry to its own.
    fn step(&self) -> f32 {
        self.layout.size * 1.85
    }

    /// How small text in the contents is set.
    fn small(&self) -> Style {
        Style::new(Face::Regular, self.layout.size * 0.88)
    }

    fn small_leading(&self) -> f32 {
        self.layout.size * 1.1
    }

    /// Small text in the contents, which leaves room for the numbers of pages.
    fn small_lines(&self, text: &str) -> Vec<TextLine> {
        let measure = self.layout.body.width - self.layout.size * 3.0;
        lines(&pieces(text, &self.small()), self.faces, measure, Align::Left)
    }

    /// The lines below the title of an entry.
    fn lines_below(&self, chapter: &Chapter) -> Vec<TextLine> {
        chapter.summary.as_deref().map_or_else(Vec::new, |summary| self.small_lines(summary))
    }

    /// How much an entry is high.
    fn entry_height(&self, chapter: &Chapter) -> f32 {
        self.step() + self.lines_below(chapter).len() as f32 * self.small_leading()
    }

    /// Where the first entry of a page of contents may begin, below the upper edge of its text.
    fn contents_top(&self, is_first: bool) -> f32 {
        if !is_first {
            return 0.0;
        }
        let lead = self.lead.as_deref().map_or(0, |lead| self.small_lines(lead).len());
        self.layout.size * 3.6 + lead as f32 * self.small_leading()
    }

    /// How many entries are on each page of the contents: on as few pages as they need, about
    /// equally high.
    fn contents_pages(&self) -> Vec<usize> {
        let heights: Vec<f32> = self.chapters.iter().map(|chapter| self.entry_height(chapter)).collect();
        let cut = |most: f32| {
            let mut pages = vec![0];
            let mut y = self.contents_top(true);
            for height in &heights {
                if y + height > most && pages.last().is_some_and(|count| *count > 0) {
                    pages.push(0);
                    y = self.contents_top(false);
                }
                y += height;
                if let Some(count) = pages.last_mut() {
                    *count += 1;
                }
            }
            pages
        };
        let mut most = self.layout.body.height - self.layout.size;
        let mut pages = cut(most);
        loop {
            most -= self.layout.size;
            let lower = cut(most);
            if lower.len() > pages.len() || most < self.layout.size {
                return pages;
            }
            pages = lower;
        }
    }

    /// Adds the pages, still empty, so that the pages behind them have their numbers.
    pub fn reserve(&self, folio: &mut Folio) -> FrontParts {
        for _ in 0..2 + self.contents_pages().len() {
            folio.leaves.push(Leaf::new(self.layout.extent));
        }
        FrontParts {
            title: [folio.part(Part::Paragraph), folio.part(Part::Paragraph), folio.part(Part::Paragraph)],
            imprint: imprint().map(|_| folio.part(Part::Paragraph)).to_vec(),
            contents: folio.part(Part::Heading(1, self.faces.says(&say!("Contents")))),
            lead: folio.part(Part::Paragraph),
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
        let names = Style::new(Face::Semibold, size * 1.5);
        let words = self.faces.says(&say!("Games designed and collected by Don Kirkby"));
        center(leaf, parts[2], &words, &names, extent.height * 0.82);
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
        let set = imprint()
            .map(|words| lines(&pieces(&self.faces.says(&words), &style), self.faces, width, Align::Left));
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
        let mut entries = self.chapters.iter().zip(&parts.entries);
        for (number, count) in self.contents_pages().into_iter().enumerate() {
            let page = 2 + number;
            let body = self.body(page);
            if number == 0 {
                let style = Style::new(Face::Bold, size * 2.0).colored(ACCENT);
                let line = single(&[Piece::new(self.faces.says(&say!("Contents")), &style)], self.faces);
                let leaf = &mut folio.leaves[page];
                leaf.write(Some(parts.contents), body.x, body.y + size * 2.0, &line);
                for (number, line) in self.lead.iter().flat_map(|lead| self.small_lines(lead)).enumerate() {
                    let y = body.y + size * 3.6 + number as f32 * self.small_leading();
                    leaf.write(Some(parts.lead), body.x, y, &line);
                }
            }
            let mut y = body.y + self.contents_top(number == 0);
            for (chapter, part) in entries.by_ref().take(count) {
                self.fill_entry(folio, page, *part, chapter, y + self.step());
                y += self.entry_height(chapter);
            }
        }
    }

    /// A title, dots, the number of its page, and below them what a game is and what it needs.
    fn fill_entry(&self, folio: &mut Folio, page: usize, part: usize, chapter: &Chapter, y: f32) {
        let body = self.body(page);
        let style = Style::new(Face::Regular, self.layout.size * 1.06).linked(&format!("#{}", chapter.place));
        let dots = Style::new(Face::Regular, self.layout.size).colored(MUTED);
        let target = folio.place(&chapter.place).map_or(0, |(page, _)| page + 1);
        let mut title = single(&[Piece::new(chapter.title.clone(), &style)], self.faces);
        title.end_with_blank(self.faces);
        let number = single(&[Piece::new(target.to_string(), &style)], self.faces);
        let dot = self.faces.width(" .", &dots);
        let room = body.width - title.width() - number.width() - dot * 2.0;
        let leader = single(&[Piece::new(" .".repeat((room / dot).max(0.0) as usize), &dots)], self.faces);
        let leaf = &mut folio.leaves[page];
        leaf.write(Some(part), body.x, y, &title);
        leaf.write(None, body.right() - number.width() - dot - leader.width(), y, &leader);
        leaf.write(Some(part), body.right() - number.width(), y, &number);
        for (number, line) in self.lines_below(chapter).iter().enumerate() {
            leaf.write(Some(part), body.x, y + (number as f32 + 1.1) * self.small_leading(), line);
        }
    }
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
