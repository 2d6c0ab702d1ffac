//! Paper: the sizes people can buy, in points, and how far text stays from its edges.

use kit_play::say;

use super::{BadOrder, found_and_known};

/// Points in a millimeter.
pub const MM: f32 = 72.0 / 25.4;

/// A width and a height in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    /// From left to right.
    pub width: f32,
    /// From top to bottom.
    pub height: f32,
}

/// A rectangle on a page; y goes down from the upper edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// The left edge.
    pub x: f32,
    /// The upper edge.
    pub y: f32,
    /// From left to right.
    pub width: f32,
    /// From top to bottom.
    pub height: f32,
}

/// A size of paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    /// 210 × 297 mm.
    A4,
    /// 8.5 × 11 inches.
    Letter,
    /// 148 × 210 mm.
    A5,
}

impl Paper {
    /// What single sheets may be printed on.
    pub const SHEETS: [Paper; 2] = [Paper::A4, Paper::Letter];

    /// The name in commands.
    pub fn name(self) -> &'static str {
        match self {
            Paper::A4 => "a4",
            Paper::Letter => "letter",
            Paper::A5 => "a5",
        }
    }

    /// How large it is.
    pub fn extent(self) -> Extent {
        let (width, height) = match self {
            Paper::A4 => (210.0 * MM, 297.0 * MM),
            Paper::Letter => (612.0, 792.0),
            Paper::A5 => (148.0 * MM, 210.0 * MM),
        };
        Extent { width, height }
    }

    /// The paper of this name among some, or a sentence that lists them.
    pub fn named(name: &str, allowed: &[Paper]) -> Result<Paper, BadOrder> {
        allowed.iter().copied().find(|paper| paper.name() == name.to_ascii_lowercase()).ok_or_else(|| {
            let names: Vec<&str> = allowed.iter().map(|paper| paper.name()).collect();
            let [found, expected] = found_and_known(name, &names);
            BadOrder(say!("unknown size: `{found}` (try {expected})", found, expected))
        })
    }
}

impl Extent {
    /// The whole of it, from its upper left corner.
    pub fn area(self) -> Area {
        Area { x: 0.0, y: 0.0, width: self.width, height: self.height }
    }
}

impl Area {
    /// The area without a margin on each side.
    pub fn inside(self, side: f32, end: f32) -> Area {
        let (width, height) = (self.width - 2.0 * side, self.height - 2.0 * end);
        Area { x: self.x + side, y: self.y + end, width, height }
    }

    /// The right edge.
    pub fn right(self) -> f32 {
        self.x + self.width
    }

    /// The lower edge.
    pub fn bottom(self) -> f32 {
        self.y + self.height
    }

    /// The area moved.
    pub fn moved(self, x: f32, y: f32) -> Area {
        Area { x: self.x + x, y: self.y + y, ..self }
    }

    /// The whole area cut into equal columns and rows, row by row, with gaps between them.
    pub fn cells(self, columns: usize, rows: usize, gap: f32) -> Vec<Area> {
        let width = (self.width - gap * (columns - 1) as f32) / columns as f32;
        let height = (self.height - gap * (rows - 1) as f32) / rows as f32;
        let cell = |index: usize| {
            let (column, row) = (index % columns, index / columns);
            let (x, y) = (self.x + column as f32 * (width + gap), self.y + row as f32 * (height + gap));
            Area { x, y, width, height }
        };
        (0..columns * rows).map(cell).collect()
    }
}
