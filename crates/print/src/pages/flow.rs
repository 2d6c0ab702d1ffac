//! Flow: headings, paragraphs, lists, pictures and tables fill column after column, page after page.
//!
//! What must stay together does: a heading with what follows, the first two lines of a
//! paragraph and its last two, a picture with its caption.
//! A chapter ends with columns of about the same height, and the next one begins below it where the
//! page has room, so no page is mostly white.

use std::rc::Rc;

use super::faces::{ACCENT, Face, Faces, MUTED, Style};
use super::leaf::{Folio, Item, Leaf, Part, Thing};
use super::paper::{Area, Extent};
use super::paragraph::{Align, TextLine, lines, single};
use super::words::{Piece, pieces};
use crate::Picture;

/// How a text looks on its pages.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The size of the pages.
    pub extent: Extent,
    /// Where text stands on a right-hand page.
    pub body: Area,
    /// How many columns it has there.
    pub columns: usize,
    /// The size of the running text.
    pub size: f32,
    /// How wide a board is drawn.
    pub board: f32,
}

/// A strip of a page from edge to edge, which is never cut.
struct Strip {
    /// The space above it, unless it is the first on its page.
    above: f32,
    height: f32,
    /// What is on it, counted from its upper left corner.
    items: Vec<Item>,
    places: Vec<String>,
    /// Whether the next strip must be on the same page.
    holds_next: bool,
    kind: Kind,
}

/// What a strip may do when its page is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Nothing.
    Text,
    /// A title from edge to edge, below which the columns begin.
    Title,
    /// A heading, before which every picture must stand that belongs above it.
    Heading,
    /// A picture, which may wait for the next page while text fills this one.
    Picture,
}

/// Strips that must stay together.
struct Group(Vec<Strip>);

impl Group {
    /// How high it is; what is first in a column needs no space above it.
    fn height(&self, is_first: bool) -> f32 {
        let above = if is_first { self.0.first().map_or(0.0, |strip| strip.above) } else { 0.0 };
        self.0.iter().map(|strip| strip.above + strip.height).sum::<f32>() - above
    }

    fn kind(&self) -> Kind {
        self.0.first().map_or(Kind::Text, |strip| strip.kind)
    }
}

/// Strips in groups; what is higher than a page is cut where it must be.
fn grouped(strips: Vec<Strip>, most: f32) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut goes_on = false;
    for strip in strips {
        let holds_next = strip.holds_next;
        match groups.last_mut() {
            Some(group) if goes_on && group.height(true) + strip.above + strip.height <= most => {
                group.0.push(strip);
            }
            Some(_) | None => groups.push(Group(vec![strip])),
        }
        goes_on = holds_next;
    }
    groups
}

/// A text on its way to pages.
pub struct Flow<'a> {
    faces: &'a Faces,
    /// How it looks.
    pub layout: Layout,
    /// The document so far.
    pub folio: Folio,
    strips: Vec<Strip>,
    /// What stands above the text of each page, by the number of the page.
    heads: Vec<Option<String>>,
    head: Option<String>,
    /// Space to leave above the next strip.
    pending: f32,
    /// How far the last page is filled, from edge to edge.
    filled: f32,
}

/// The space between two columns, in sizes of the running text.
const GUTTER: f32 = 2.0;

/// How much of a page may be filled when another chapter begins on it.
const LATEST_BEGIN: f32 = 0.52;

/// How much text may pass a picture that waits for the next column, in lines.
const MOST_PASSED: f32 = 9.0;

impl<'a> Flow<'a> {
    /// Begins a text.
    pub fn new(faces: &'a Faces, layout: Layout, folio: Folio) -> Flow<'a> {
        let filled = f32::INFINITY;
        Flow { faces, layout, folio, strips: Vec::new(), heads: Vec::new(), head: None, pending: 0.0, filled }
    }

    /// The fonts.
    pub fn faces(&self) -> &'a Faces {
        self.faces
    }

    /// Running text.
    pub fn text_style(&self) -> Style {
        Style::new(Face::Regular, self.layout.size)
    }

    /// How wide a column is.
    pub fn measure(&self) -> f32 {
        let (columns, gaps) = (self.layout.columns as f32, self.layout.columns as f32 - 1.0);
        (self.layout.body.width - gaps * self.gutter()) / columns
    }

    fn gutter(&self) -> f32 {
        GUTTER * self.layout.size
    }

    /// The distance of base lines.
    fn leading(&self) -> f32 {
        self.layout.size * 1.32
    }

    /// Leaves space above what follows.
    pub fn space(&mut self, points: f32) {
        self.pending = self.pending.max(points);
    }

    /// Ends a chapter and begins another of so many columns, on the same page where that has room,
    /// with something new in the running head.
    pub fn new_chapter(&mut self, head: Option<&str>, columns: usize) {
        self.settle();
        self.layout.columns = columns;
        self.head = head.map(str::to_owned);
        if self.filled > self.layout.body.height * LATEST_BEGIN {
            self.filled = f32::INFINITY;
        }
    }

    /// A heading: level 1 for a game, 2 for a section, 3 for a part of one.
    pub fn heading(&mut self, level: u8, text: &str, place: &str) {
        let size = self.layout.size;
        let (style, above, below) = match level {
            1 => (Style::new(Face::Bold, size * 2.3).colored(ACCENT), size * 2.0, size * 0.9),
            2 => (Style::new(Face::Bold, size * 1.35).colored(ACCENT), size * 1.7, size * 0.45),
            _ => (Style::new(Face::Semibold, size * 1.06), size * 1.1, size * 0.25),
        };
        let pieces = pieces(text, &style);
        let words: String = pieces.iter().map(|piece| piece.text.as_str()).collect();
        let part = self.folio.part(Part::Heading(level, words.clone()));
        if level <= 2 {
            self.folio.outline.push((level, words, place.to_owned()));
        }
        let (measure, kind) =
            if level == 1 { (self.layout.body.width, Kind::Title) } else { (self.measure(), Kind::Heading) };
        let set = lines(&pieces, self.faces, measure, Align::Left);
        self.space(above);
        let leading = style.size * 1.15;
        for (number, line) in set.iter().enumerate() {
            let places = if number == 0 { vec![place.to_owned()] } else { Vec::new() };
            self.push_line(Some(part), line, 0.0, leading, true);
            self.last().places = places;
            self.last().kind = kind;
        }
        if level == 1 {
            self.push_underline();
        }
        self.space(below);
    }

    fn push_underline(&mut self) {
        let width = self.layout.body.width;
        let rule = Thing::Rule { from: (0.0, 4.0), to: (width, 4.0), color: ACCENT, width: 0.8 };
        let items = vec![Item { part: None, thing: rule }];
        self.strips.push(Strip {
            above: 0.0,
            height: 6.0,
            items,
            places: Vec::new(),
            holds_next: true,
            kind: Kind::Title,
        });
    }

    fn last(&mut self) -> &mut Strip {
        self.strips.last_mut().expect("a strip was pushed")
    }

    /// A paragraph in running text.
    pub fn paragraph(&mut self, text: &str) {
        let style = self.text_style();
        self.space(self.layout.size * 0.55);
        let part = self.folio.part(Part::Paragraph);
        self.push_text(part, &pieces(text, &style), 0.0, Align::Justify);
    }

    /// A paragraph in another style.
    pub fn styled(&mut self, text: &str, style: &Style, align: Align) {
        let part = self.folio.part(Part::Paragraph);
        self.push_text(part, &pieces(text, style), 0.0, align);
    }

    /// An entry of a list, behind a mark.
    pub fn entry(&mut self, text: &str, mark: &str, is_first: bool) {
        let style = self.text_style();
        self.space(self.layout.size * if is_first { 0.55 } else { 0.25 });
        let part = self.folio.part(Part::Entry);
        let start = self.strips.len();
        let indent = self.layout.size * 1.6;
        self.push_text(part, &pieces(text, &style), indent, Align::Justify);
        let mut line = single(&[Piece::new(mark, &style.clone().colored(ACCENT))], self.faces);
        line.end_with_blank(self.faces);
        let strip = &mut self.strips[start];
        let base = strip.items.first().map_or(0.0, |item| match &item.thing {
            Thing::Text { y, .. } => *y,
            _ => 0.0,
        });
        let x = indent - line.width() - self.layout.size * 0.55;
        let mut leaf = Leaf::new(self.layout.extent);
        leaf.write(Some(part), x, base, &line);
        strip.items.splice(0..0, leaf.items);
    }

    /// Sets lines so that no first or last line stands alone.
    fn push_text(&mut self, part: usize, pieces: &[Piece], indent: f32, align: Align) {
        let size = pieces.iter().map(|piece| piece.style.size).fold(0.0, f32::max);
        let set = lines(pieces, self.faces, self.measure() - indent, align);
        let count = set.len();
        for (number, line) in set.iter().enumerate() {
            let holds_next = number == 0 && count > 1 || number + 2 == count;
            let leading = self.leading() * size / self.layout.size;
            self.push_line(Some(part), line, indent, leading, holds_next);
        }
    }

    fn push_line(
        &mut self,
        part: Option<usize>,
        line: &TextLine,
        indent: f32,
        leading: f32,
        holds_next: bool,
    ) {
        let mut leaf = Leaf::new(self.layout.extent);
        leaf.write(part, indent, leading * 0.78, line);
        let above = std::mem::take(&mut self.pending);
        let (items, places) = (leaf.items, Vec::new());
        self.strips.push(Strip { above, height: leading, items, places, holds_next, kind: Kind::Text });
    }

    /// A picture in the middle with a sentence below it.
    pub fn figure(&mut self, picture: &Rc<Picture>, width: f32, caption: Option<&str>) {
        let measure = self.measure();
        let width = width.min(measure);
        let height = picture.height as f32 / picture.width as f32 * width;
        let part = self.folio.part(Part::Figure(picture.alt.clone()));
        let area = Area { x: (measure - width) / 2.0, y: 0.0, width, height };
        let thing = Thing::Picture { area, quarters: 0, picture: picture.clone() };
        self.space(self.layout.size * 0.9);
        let above = std::mem::take(&mut self.pending);
        let items = vec![Item { part: Some(part), thing }];
        let holds_next = caption.is_some();
        self.strips.push(Strip { above, height, items, places: Vec::new(), holds_next, kind: Kind::Picture });
        if let Some(caption) = caption {
            self.caption(caption);
        }
        self.space(self.layout.size * 1.0);
    }

    fn caption(&mut self, caption: &str) {
        let size = self.layout.size * 0.92;
        let style = Style::new(Face::Italic, size).colored(MUTED);
        let part = self.folio.part(Part::Caption);
        let measure = self.measure();
        let narrow = measure * 0.94;
        let set = lines(&pieces(caption, &style), self.faces, narrow, Align::Center);
        self.space(size * 0.45);
        for (number, line) in set.iter().enumerate() {
            let is_last = number + 1 == set.len();
            self.push_line(Some(part), line, (measure - narrow) / 2.0, size * 1.25, !is_last);
        }
    }

    /// Things that stand together on one strip.
    pub fn block(&mut self, height: f32, items: Vec<Item>, holds_next: bool) {
        let above = std::mem::take(&mut self.pending);
        self.strips.push(Strip { above, height, items, places: Vec::new(), holds_next, kind: Kind::Text });
    }

    /// A table whose first row is its head; columns share the measure in the given parts.
    pub fn table(&mut self, rows: &[Vec<String>], parts: &[f32]) {
        let table = self.folio.table();
        let measure = self.measure();
        let whole: f32 = parts.iter().sum();
        let gap = self.layout.size * 0.9;
        let widths: Vec<f32> = parts.iter().map(|part| measure * part / whole).collect();
        self.space(self.layout.size * 0.8);
        for (number, row) in rows.iter().enumerate() {
            let strip = self.table_row(table, number, row, &widths, gap, number + 1 == rows.len());
            self.strips.push(strip);
        }
        self.space(self.layout.size);
    }

    fn table_row(
        &mut self,
        table: usize,
        number: usize,
        row: &[String],
        widths: &[f32],
        gap: f32,
        is_last: bool,
    ) -> Strip {
        let size = self.layout.size * 0.92;
        let (leading, is_head) = (size * 1.25, number == 0);
        let face = if is_head { Face::Semibold } else { Face::Regular };
        let style = Style::new(face, size);
        let mut leaf = Leaf::new(self.layout.extent);
        let (mut x, mut height) = (0.0, leading);
        for (cell, width) in row.iter().zip(widths) {
            let part = self.folio.part(Part::Cell(table, number, is_head));
            let set = lines(&pieces(cell, &style), self.faces, width - gap, Align::Left);
            for (index, line) in set.iter().enumerate() {
                leaf.write(Some(part), x, 3.0 + leading * (index as f32 + 0.78), line);
            }
            height = height.max(leading * set.len() as f32);
            x += width;
        }
        let height = height + 6.0;
        let measure = self.measure();
        if is_head || is_last {
            leaf.rule((0.0, height), (measure, height), ACCENT, 0.7)
        } else {
            leaf.hair((0.0, height), (measure, height))
        }
        let above = std::mem::take(&mut self.pending);
        let (items, places) = (leaf.items, Vec::new());
        Strip { above, height, items, places, holds_next: is_head, kind: Kind::Text }
    }

    /// Puts all waiting strips on pages: the title from edge to edge, the rest in columns below it.
    fn settle(&mut self) {
        let strips = std::mem::take(&mut self.strips);
        self.pending = 0.0;
        let (title, strips): (Vec<Strip>, Vec<Strip>) =
            strips.into_iter().partition(|strip| strip.kind == Kind::Title);
        if title.is_empty() && strips.is_empty() {
            return;
        }
        if self.filled.is_infinite() {
            self.begin_leaf();
        }
        self.put_title(title);
        let mut groups = grouped(strips, self.layout.body.height);
        loop {
            let room = self.layout.body.height - self.filled;
            let mut columns = self.columns_of(&groups, room);
            let is_end = columns.iter().map(Vec::len).sum::<usize>() == groups.len();
            if is_end {
                columns = self.balanced(&groups, room, columns);
            }
            groups = self.put_columns(groups, &columns);
            if is_end {
                return;
            }
            self.begin_leaf();
        }
    }

    /// Which groups fill columns of this height, as far as they go; a picture that does not fit may
    /// let a little text pass.
    fn columns_of(&self, groups: &[Group], height: f32) -> Vec<Vec<usize>> {
        let most_passed = MOST_PASSED * self.leading();
        let mut rest: Vec<usize> = (0..groups.len()).collect();
        let mut columns = Vec::new();
        for _ in 0..self.layout.columns {
            let (mut column, mut filled, mut passed) = (Vec::new(), 0.0, None);
            for index in rest.iter().copied() {
                let group = &groups[index];
                let end = filled + group.height(filled == 0.0);
                let fits = end <= height + 0.01;
                match (fits, passed) {
                    (true, None) => {}
                    (true, Some(so_far)) if group.kind() == Kind::Text => {
                        let now = so_far + end - filled;
                        if now > most_passed {
                            break;
                        }
                        passed = Some(now);
                    }
                    (false, None) if group.kind() == Kind::Picture && filled > 0.0 => {
                        passed = Some(0.0);
                        continue;
                    }
                    (true | false, _) => break,
                }
                column.push(index);
                filled = end;
            }
            rest.retain(|index| !column.contains(index));
            columns.push(column);
        }
        columns
    }

    /// The same groups in columns that are no higher than they must be.
    fn balanced(&self, groups: &[Group], room: f32, last: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
        let whole: f32 = groups.iter().map(|group| group.height(false)).sum();
        let step = self.leading() / 2.0;
        let mut height = whole / self.layout.columns as f32 - self.leading();
        while height < room {
            let columns = self.columns_of(groups, height);
            if columns.iter().map(Vec::len).sum::<usize>() == groups.len() {
                return columns;
            }
            height += step;
        }
        last
    }

    fn put_title(&mut self, title: Vec<Strip>) {
        let body = self.body_of(self.folio.leaves.len() - 1);
        for strip in title {
            let above = if self.filled == 0.0 { 0.0 } else { strip.above };
            let height = strip.height;
            self.put(strip, body.x, self.filled + above);
            self.filled += above + height;
        }
        if self.filled > 0.0 {
            self.filled += self.layout.size * 0.6;
        }
    }

    /// Puts groups into their columns, and returns those that are left.
    fn put_columns(&mut self, groups: Vec<Group>, columns: &[Vec<usize>]) -> Vec<Group> {
        let body = self.body_of(self.folio.leaves.len() - 1);
        let (top, pitch) = (self.filled, self.measure() + self.gutter());
        let mut groups: Vec<Option<Group>> = groups.into_iter().map(Some).collect();
        for (number, column) in columns.iter().enumerate() {
            let mut y = top;
            for strip in column.iter().filter_map(|index| groups[*index].take()).flat_map(|group| group.0) {
                let above = if y == top { 0.0 } else { strip.above };
                let height = strip.height;
                self.put(strip, body.x + number as f32 * pitch, y + above);
                y += above + height;
            }
            self.filled = self.filled.max(y);
        }
        groups.into_iter().flatten().collect()
    }

    fn begin_leaf(&mut self) {
        self.folio.leaves.push(Leaf::new(self.layout.extent));
        self.heads.push(self.head.clone());
        self.filled = 0.0;
    }

    /// Puts a strip on the last page, so far below the upper edge of its text.
    fn put(&mut self, strip: Strip, x: f32, down: f32) {
        let y = self.layout.body.y + down;
        let leaf = self.folio.leaves.last_mut().expect("a page was begun");
        leaf.places.extend(strip.places.into_iter().map(|place| (place, y)));
        let moved = |item: Item| Item { part: item.part, thing: item.thing.moved(x, y) };
        leaf.items.extend(strip.items.into_iter().map(moved));
    }

    /// Where text stands on a page: the margin at the fold is the same on both sides of it.
    pub fn body_of(&self, page: usize) -> Area {
        let body = self.layout.body;
        if page.is_multiple_of(2) {
            body
        } else {
            Area { x: self.layout.extent.width - body.right(), ..body }
        }
    }

    /// Ends the text and returns the document with what stands above each of its pages.
    pub fn finish(mut self) -> (Folio, Vec<Option<String>>) {
        self.settle();
        (self.folio, self.heads)
    }
}
