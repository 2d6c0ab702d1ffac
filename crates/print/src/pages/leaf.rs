//! Leaves: pages as lists of things to draw, before they become a file.
//!
//! A document is made in two steps, so that what stands where can be tested, a booklet can
//! put two leaves on one sheet, and contents can name pages.

use std::rc::Rc;

use super::faces::{Color, HAIR, INK, Run};
use super::paper::{Area, Extent};
use super::paragraph::TextLine;
use crate::Picture;

/// One page.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// How large it is.
    pub extent: Extent,
    /// What is on it, in the order of drawing and reading.
    pub items: Vec<Item>,
    /// Places that links can name, with their height on the page.
    pub places: Vec<(String, f32)>,
}

/// Something on a page.
#[derive(Clone, Debug)]
pub struct Item {
    /// The part of the text that it belongs to, by its number; nothing for ornaments.
    pub part: Option<usize>,
    /// What is drawn.
    pub thing: Thing,
}

/// What is drawn.
#[derive(Clone, Debug)]
pub enum Thing {
    /// Glyphs from a point on the base line.
    Text {
        /// The left end.
        x: f32,
        /// The base line.
        y: f32,
        /// The glyphs.
        run: Run,
    },
    /// A rectangle.
    Box {
        /// Where.
        area: Area,
        /// The color inside.
        fill: Option<Color>,
        /// The color and width of the edge.
        edge: Option<(Color, f32)>,
    },
    /// A straight line.
    Rule {
        /// From here.
        from: (f32, f32),
        /// To here.
        to: (f32, f32),
        /// In this color.
        color: Color,
        /// And this width.
        width: f32,
    },
    /// A picture that fills an area after it was turned.
    Picture {
        /// Where.
        area: Area,
        /// How often it is turned clockwise by a quarter.
        quarters: u8,
        /// Which.
        picture: Rc<Picture>,
    },
    /// Black squares side by side, such as those of a QR code.
    Dots {
        /// Where.
        area: Area,
        /// How many squares a row has.
        columns: usize,
        /// Which squares are black, row by row.
        dots: Vec<bool>,
    },
}

/// What a part of a text is for whoever cannot see it.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// A heading with its level and words.
    Heading(u8, String),
    /// A paragraph.
    Paragraph,
    /// An entry of a list.
    Entry,
    /// An entry of the contents.
    Contents,
    /// A picture with its description.
    Figure(String),
    /// The sentence below a picture.
    Caption,
    /// A cell of a table: the number of the table, the row, and whether it is a heading.
    Cell(usize, usize, bool),
}

/// A document before it is a file.
#[derive(Debug, Default)]
pub struct Folio {
    /// The title.
    pub title: String,
    /// What it is about.
    pub subject: String,
    /// The pages.
    pub leaves: Vec<Leaf>,
    /// The parts of the text in reading order.
    pub parts: Vec<Part>,
    /// The outline: level, words, and the name of a place.
    pub outline: Vec<(u8, String, String)>,
}

impl Folio {
    /// A document without pages.
    pub fn new(title: impl Into<String>, subject: impl Into<String>) -> Folio {
        Folio { title: title.into(), subject: subject.into(), ..Folio::default() }
    }

    /// Begins a part of the text and returns its number.
    pub fn part(&mut self, part: Part) -> usize {
        self.parts.push(part);
        self.parts.len() - 1
    }

    /// The number of a new table.
    pub fn table(&self) -> usize {
        self.parts.len()
    }

    /// Adds the pages of another document behind these, and its outline below a heading of ours.
    ///
    /// A place that is here already keeps its page, so the same pages can be added several times.
    pub fn append(&mut self, other: &Folio) {
        let parts = self.parts.len();
        self.parts.extend(other.parts.iter().map(|part| match part {
            Part::Cell(table, row, is_head) => Part::Cell(table + parts, *row, *is_head),
            other => other.clone(),
        }));
        for (level, words, place) in &other.outline {
            if self.outline.iter().all(|(_, _, known)| known != place) {
                self.outline.push((level + 1, words.clone(), place.clone()));
            }
        }
        for leaf in &other.leaves {
            let mut leaf = leaf.clone();
            leaf.items.iter_mut().for_each(|item| item.part = item.part.map(|part| part + parts));
            leaf.places.retain(|(place, _)| self.place(place).is_none());
            self.leaves.push(leaf);
        }
    }

    /// Begins a chapter of the outline on the first of the pages that are added next.
    pub fn begin(&mut self, words: String, place: &str) {
        self.outline.push((1, words, place.to_owned()));
    }

    /// The page that a place is on, counted from zero, and its height there.
    pub fn place(&self, name: &str) -> Option<(usize, f32)> {
        self.leaves.iter().enumerate().find_map(|(page, leaf)| {
            let (_, height) = leaf.places.iter().find(|(place, _)| place == name)?;
            Some((page, *height))
        })
    }
}

impl Leaf {
    /// An empty page.
    pub fn new(extent: Extent) -> Leaf {
        Leaf { extent, items: Vec::new(), places: Vec::new() }
    }

    /// Adds something.
    pub fn push(&mut self, part: Option<usize>, thing: Thing) {
        self.items.push(Item { part, thing });
    }

    /// Writes a line whose measure begins at a point on the base line.
    pub fn write(&mut self, part: Option<usize>, x: f32, y: f32, line: &TextLine) {
        let mut x = x + line.indent;
        for run in &line.runs {
            self.push(part, Thing::Text { x, y, run: run.clone() });
            x += run.width();
        }
    }

    /// Draws a hair line.
    pub fn hair(&mut self, from: (f32, f32), to: (f32, f32)) {
        self.rule(from, to, HAIR, 0.5);
    }

    /// Draws a line.
    pub fn rule(&mut self, from: (f32, f32), to: (f32, f32), color: Color, width: f32) {
        self.push(None, Thing::Rule { from, to, color, width });
    }

    /// Draws the edge of an area.
    pub fn frame(&mut self, area: Area, width: f32) {
        self.push(None, Thing::Box { area, fill: None, edge: Some((INK, width)) });
    }

    /// Fills an area.
    pub fn fill(&mut self, area: Area, color: Color) {
        self.push(None, Thing::Box { area, fill: Some(color), edge: None });
    }

    /// Puts a picture into an area, as large as it fits, in the middle.
    pub fn place_picture(&mut self, part: Option<usize>, area: Area, picture: &Rc<Picture>) {
        let scale = (area.width / picture.width as f32).min(area.height / picture.height as f32);
        let (width, height) = (picture.width as f32 * scale, picture.height as f32 * scale);
        let (x, y) = (area.x + (area.width - width) / 2.0, area.y + (area.height - height) / 2.0);
        let area = Area { x, y, width, height };
        self.push(part, Thing::Picture { area, quarters: 0, picture: picture.clone() });
    }
}

impl Thing {
    /// The thing moved.
    pub fn moved(self, right: f32, down: f32) -> Thing {
        match self {
            Thing::Text { x, y, run } => Thing::Text { x: x + right, y: y + down, run },
            Thing::Box { area, fill, edge } => Thing::Box { area: area.moved(right, down), fill, edge },
            Thing::Rule { from, to, color, width } => Thing::Rule {
                from: (from.0 + right, from.1 + down),
                to: (to.0 + right, to.1 + down),
                color,
                width,
            },
            Thing::Picture { area, quarters, picture } => {
                Thing::Picture { area: area.moved(right, down), quarters, picture }
            }
            Thing::Dots { area, columns, dots } => {
                Thing::Dots { area: area.moved(right, down), columns, dots }
            }
        }
    }
}
