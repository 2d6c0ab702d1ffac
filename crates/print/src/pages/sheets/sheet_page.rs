//! A page on which a sheet is laid out from top to bottom.

use std::rc::Rc;

use kit_play::Sentence;
use kit_play::sentence::Language;

use crate::Picture;
use crate::pages::faces::{ACCENT, Face, Faces, INK, MUTED, Style};
use crate::pages::fit::{Bit, fit};
use crate::pages::leaf::{Folio, Leaf, Part, Thing};
use crate::pages::paper::{Area, MM, Paper};
use crate::pages::paragraph::single;
use crate::pages::words::Piece;

/// A page while a sheet is laid out on it.
pub struct SheetPage<'a> {
    pub folio: &'a mut Folio,
    pub leaf: Leaf,
    pub body: Area,
    /// Where there is room from.
    pub y: f32,
    /// Whether some text did not fit.
    pub overflows: bool,
    faces: &'a Faces,
}

/// Rules at the foot are written at least and at most this large.
const NOTE_SIZES: (f32, f32) = (9.0, 10.0);

impl<'a> SheetPage<'a> {
    /// An empty page.
    pub fn new(folio: &'a mut Folio, paper: Paper, faces: &'a Faces) -> SheetPage<'a> {
        let body = paper.extent().area().inside(18.0 * MM, 15.0 * MM);
        SheetPage { folio, leaf: Leaf::new(paper.extent()), body, y: body.y, overflows: false, faces }
    }

    /// An English text in the language of the page, if it has one.
    pub fn text(&self, english: &'static str) -> &'a str {
        self.faces.text(english)
    }

    /// The language of the page, if it is not English.
    pub fn language(&self) -> Option<&'static Language> {
        self.faces.language()
    }

    /// A sentence in the language of the page.
    pub fn says(&self, sentence: &Sentence) -> String {
        self.faces.says(sentence)
    }

    fn write(&mut self, part: Part, words: &str, style: &Style, x: f32, y: f32) {
        let part = self.folio.part(part);
        self.leaf.write(Some(part), x, y, &single(&[Piece::new(words, style)], self.faces));
    }

    /// The name of the game and what the sheet is for.
    pub fn title(&mut self, title: &str, place: &str, words: &str) {
        let style = Style::new(Face::Bold, 20.0).colored(ACCENT);
        self.write(Part::Heading(1, title.to_owned()), title, &style, self.body.x, self.y + 17.0);
        self.leaf.places.push((place.to_owned(), self.y));
        self.folio.outline.push((1, title.to_owned(), place.to_owned()));
        let style = Style::new(Face::Italic, 10.5).colored(MUTED);
        self.write(Part::Paragraph, words, &style, self.body.x, self.y + 33.0);
        self.leaf.rule((self.body.x, self.y + 39.0), (self.body.right(), self.y + 39.0), ACCENT, 0.8);
        self.y += 39.0 + 5.0 * MM;
    }

    /// A line of words above what follows.
    pub fn label(&mut self, words: &str) {
        let style = Style::new(Face::Semibold, 10.5);
        self.write(Part::Paragraph, words, &style, self.body.x, self.y + 9.0);
        self.y += 13.0;
    }

    /// Words around a point on the base line.
    pub fn middle(&mut self, words: &str, x: f32, y: f32) {
        self.middle_in(words, &Style::new(Face::Semibold, 10.0), x, y);
    }

    /// Words in a style around a point on the base line.
    pub fn middle_in(&mut self, words: &str, style: &Style, x: f32, y: f32) {
        let width = self.faces.width(words, style);
        self.write(Part::Paragraph, words, style, x - width / 2.0, y);
    }

    /// Rules at the foot of the page in two columns, as high as they need; returns where the space above
    /// them ends.
    pub fn notes(&mut self, rules: &[String], least: f32) -> f32 {
        let (rules, mut height) = (Bit::entries(rules), least);
        loop {
            let area = Area { y: self.body.bottom() - height, height, ..self.body };
            let columns = area.cells(2, 1, 7.0 * MM);
            let fits = fit(self.folio, &mut self.leaf, self.faces, &rules, &columns, NOTE_SIZES);
            self.overflows |= !fits && height > self.body.height / 2.0;
            if fits || self.overflows {
                self.leaf.hair((area.x, area.y - 4.0), (area.right(), area.y - 4.0));
                return area.y - 4.0;
            }
            height += 2.0 * MM;
        }
    }

    /// A board without pieces, with its files and ranks named.
    pub fn empty_board(&mut self, area: Area) {
        let side = area.width / 8.0;
        let style = Style::new(Face::Regular, 9.0).colored(MUTED);
        for (index, cell) in area.cells(8, 8, 0.0).into_iter().enumerate() {
            // Dark squares are a little gray, so that letters can be read on them.
            if (index + index / 8) % 2 == 1 {
                self.leaf.fill(cell, [234, 230, 224]);
            }
        }
        for line in 0..=8 {
            let at = line as f32 * side;
            let width = if line % 8 == 0 { 1.0 } else { 0.5 };
            self.leaf.rule((area.x + at, area.y), (area.x + at, area.bottom()), INK, width);
            self.leaf.rule((area.x, area.y + at), (area.right(), area.y + at), INK, width);
        }
        for (number, file) in ('a'..='h').enumerate() {
            let x = area.x + (number as f32 + 0.5) * side;
            self.middle_in(&file.to_string(), &style, x, area.bottom() + 10.0);
            let y = area.y + (7.5 - number as f32) * side + 3.0;
            self.middle_in(&(number + 1).to_string(), &style, area.x - 8.0, y);
        }
    }

    /// Lines to write on below a heading.
    pub fn lined(&mut self, area: Area, words: &str) {
        let style = Style::new(Face::Semibold, 9.5);
        self.write(Part::Paragraph, words, &style, area.x, area.y + 8.0);
        let mut y = area.y + 12.0 + 8.0 * MM;
        while y < area.bottom() {
            self.leaf.hair((area.x, y), (area.right(), y));
            y += 8.0 * MM;
        }
    }

    /// Three rows of two grids, with a line for a name above each.
    pub fn grids(&mut self, grid: &Rc<Picture>, below: f32, names: [&str; 2]) {
        let area = Area { y: self.y, height: below - self.y - 3.0 * MM, ..self.body };
        let style = Style::new(Face::Semibold, 10.0);
        for (number, cell) in area.cells(2, 3, 9.0 * MM).into_iter().enumerate() {
            let words = format!("{}:", names[number % 2]);
            let part = Part::Paragraph;
            self.write(part, &words, &style, cell.x, cell.y + 9.0);
            let start = cell.x + self.faces.width(&words, &style) + 4.0;
            self.leaf.hair((start, cell.y + 11.0), (cell.right(), cell.y + 11.0));
            let area = Area { y: cell.y + 16.0, height: cell.height - 16.0, ..cell };
            let part = self.folio.part(Part::Figure(grid.alt.clone()));
            self.leaf.place_picture(Some(part), area, grid);
        }
    }

    /// A table to fill in; rows may have fewer words than there are columns. Returns its cells.
    pub fn ruled(&mut self, area: Area, rows: &[Vec<String>], parts: &[f32]) -> Vec<Vec<Area>> {
        let whole: f32 = parts.iter().sum();
        let height = area.height / rows.len() as f32;
        let style = Style::new(Face::Semibold, 9.5);
        let mut cells = Vec::new();
        for (number, row) in rows.iter().enumerate() {
            let y = area.y + number as f32 * height;
            let mut x = area.x;
            let mut line = Vec::new();
            for (column, part) in parts.iter().enumerate() {
                let cell = Area { x, y, width: area.width * part / whole, height };
                let edge = Some((INK, 0.5));
                self.leaf.push(None, Thing::Box { area: cell, fill: None, edge });
                if let Some(words) = row.get(column).filter(|words| !words.is_empty()) {
                    self.write(Part::Paragraph, words, &style, cell.x + 4.0, y + height / 2.0 + 3.2);
                }
                x = cell.right();
                line.push(cell);
            }
            cells.push(line);
        }
        self.leaf.frame(area, 1.2);
        cells
    }
}
