//! The thin layer that our games need over shakmaty.
//!
//! shakmaty gives squares, sets of squares, roles, boards, attack tables, FEN, SAN,
//! orthodox rules and shuffled starts; nothing of that is written again here.
//! What it lacks are boards on which orthodox rules do *not* hold: two kings side by
//! side, a king that may be taken, a move that only half of a team may make.
//! This crate adds exact tools for those, with no variant and no flag inside.
//! Games compose them.
//!
//! ```
//! use kit_chess::{Field, Step};
//!
//! let mut field = Field::initial();
//! field.play("e2e4".parse::<Step>()?);
//! assert_eq!(field.board.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR");
//! # Ok::<(), kit_chess::NotAStep>(())
//! ```

#![warn(missing_docs)]

pub mod field;
pub mod rows;
pub mod step;

pub use field::{Field, Played};
pub use rows::{BadRows, RowsProblem, board_from_rows, rows_of};
pub use shakmaty;
pub use step::{NotAStep, PROMOTIONS, Step};
