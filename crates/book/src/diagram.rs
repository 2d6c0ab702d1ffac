//! The diagram language: the small pictures of the rule books as text.
//!
//! A diagram is a board of eight rows with directives below it, or a grid of words.
//! It is a picture, not a position: no side to move, no castling rights.
//! Square coordinates count from the center of a1 at (1, 1), upwards.
//! Card coordinates count from the upper left corner of a8 at (0, 0), downwards, and name the
//! upper left corner of a card, which is about two squares wide and three high.
//!
//! ```
//! use kit_book::diagram::Diagram;
//!
//! let text = "\
//! . . . . k . . .
//! . . . . . . . .
//! . . . . . . . .
//! . . . . . . . .
//! . . . . . . . .
//! . . . . . . . .
//! . . . . . . . .
//! . . . . K B . .
//! arrow: f1, c4, white
//! rect: 1, 1, 4, 8";
//! let diagram: Diagram = text.parse()?;
//! assert_eq!(diagram.to_string(), text);
//! assert_eq!(
//!     diagram.described(),
//!     "white king e1, bishop f1; black king e8; white bishop f1 to c4; dashed box a1-d8"
//! );
//! # Ok::<(), kit_play::BadText>(())
//! ```

mod read;
mod words;
mod write;

use kit_chess::shakmaty::{Board, File, Rank, Square};

pub use crate::card::{CardCode, Suit};

/// A picture of a rule book.
#[derive(Clone, Debug, PartialEq)]
pub enum Diagram {
    /// A chess board with marks.
    Board(BoardDiagram),
    /// A table of words, such as a grid for notes.
    Grid(GridDiagram),
}

/// A chess board with marks on it and around it.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardDiagram {
    /// The pieces on the board.
    pub pieces: Board,
    /// Extra room in squares: left, top, right, bottom.
    pub margins: [f32; 4],
    /// The marks in the order of the text, which is the order of drawing.
    pub items: Vec<Item>,
}

/// One mark of a board diagram.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// An arrow, mostly a move that was made, in the color of the mover.
    Arrow {
        /// Where it begins.
        from: Place,
        /// Where it points; another place than `from`.
        to: Place,
        /// A CSS color in lower case; `grey` is read as `gray`.
        color: String,
    },
    /// A ring around a square, written as an arrow from the square to itself.
    Ring {
        /// The square.
        at: Place,
        /// A CSS color in lower case; `grey` is read as `gray`.
        color: String,
    },
    /// Words centered on a point in square coordinates.
    Text {
        /// The words, without comma or line break.
        text: String,
        /// Files from the left, 1 is the middle of file a.
        x: f32,
        /// Ranks from below, 1 is the middle of rank 1.
        y: f32,
    },
    /// Small words in the upper left corner of a square.
    Corner {
        /// The words, without comma or line break.
        text: String,
        /// Files from the left, 1 is the middle of file a.
        x: f32,
        /// Ranks from below, 1 is the middle of rank 1.
        y: f32,
    },
    /// A dashed box around the squares from one corner to the other, both inside.
    Rect {
        /// The file of the first corner.
        x1: f32,
        /// The rank of the first corner.
        y1: f32,
        /// The file of the second corner.
        x2: f32,
        /// The rank of the second corner.
        y2: f32,
    },
    /// A card with its upper left corner at a point in card coordinates.
    Card {
        /// Which card.
        code: CardCode,
        /// Squares to the right of the left edge of the board.
        x: f32,
        /// Squares below the upper edge of the board.
        y: f32,
    },
    /// A box right of the board with the checkers that the players have in hand.
    Checkers {
        /// White's checkers.
        white: u8,
        /// Black's checkers.
        black: u8,
    },
}

/// A square, or a place as large as one above or below the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The file.
    pub file: File,
    /// The rank: 1 to 8 on the board, 0 and less below it, 9 and more above it.
    pub rank: i32,
}

/// A table of words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridDiagram {
    /// What the table is for.
    pub kind: GridKind,
    /// Its rows, which may be shorter than the first; `.` and `_` are blank cells.
    pub rows: Vec<Vec<String>>,
}

/// What a grid is for, which decides how it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GridKind {
    /// Notes: how kinds of pieces that move like the row's capture.
    Captures,
    /// Notes: which piece belongs to which number.
    Numbers,
    /// A list of cards for each kind of piece; the header is `Piece Cards Gap`.
    Cards,
}

impl GridKind {
    /// The word behind `type:`, as the printed books have it.
    pub fn name(self) -> &'static str {
        match self {
            GridKind::Captures => "masquerade",
            GridKind::Numbers => "cloak",
            GridKind::Cards => "cards",
        }
    }

    /// How many columns a whole row has.
    pub fn columns(self) -> usize {
        match self {
            GridKind::Captures => 7,
            GridKind::Numbers => 9,
            GridKind::Cards => 10,
        }
    }
}

impl Place {
    /// The square, if the place is on the board.
    pub fn square(self) -> Option<Square> {
        let rank = u32::try_from(self.rank.checked_sub(1)?).ok()?;
        Some(Square::from_coords(self.file, Rank::try_from(rank).ok()?))
    }
}

#[cfg(test)]
mod tests;
