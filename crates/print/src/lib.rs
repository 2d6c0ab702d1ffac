//! Diagrams, tabletops and cards as pictures, and the pages that are printed.
//!
//! A [`Picture`] is SVG text with its size and its words for those who cannot see it.
//! [`diagram()`] draws a diagram of the rule books, [`tabletop()`] what lies before a viewer, and
//! [`card()`] one card; all three draw with the colors of a [`Theme`].
//! Drawing needs nothing but text; the feature `files` adds PNG and PDF (`output`) and the fonts
//! that go into them (`fonts`).
//!
//! ```
//! use kit_book::diagram::Diagram;
//! use kit_print::{Theme, diagram};
//!
//! let text = ". . . . k . . .\n".to_owned() + &". . . . . . . .\n".repeat(6) + "R . . . K . . .\n";
//! let picture = diagram(&text.parse::<Diagram>()?, &Theme::WOOD);
//! assert_eq!(picture.alt, "white king e1, rook a1; black king e8");
//! assert!(picture.svg.starts_with("<svg "));
//! # Ok::<(), kit_play::BadText>(())
//! ```

pub mod art;
mod board;
pub mod card;
pub mod diagram;
#[cfg(feature = "files")]
pub mod fonts;
mod grid;
pub mod output;
#[cfg(feature = "files")]
pub mod pages;
pub mod svg;
pub mod tabletop;
pub mod theme;

pub use card::card;
pub use diagram::diagram;
pub use svg::Picture;
pub use tabletop::tabletop;
pub use theme::Theme;
