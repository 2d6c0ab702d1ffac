//! Solvers of puzzles: the holes of Chess Golf and the deals of Neighbour Chess Solitaire.
//!
//! Holes are solved with proof, dealt, and read from text; [`solitaire`] has the same for the other game.
//!
//! A hole is a board and some cards.
//! A piece never moves in its own manner but in that of a neighbor of its color; where a color
//! has no two neighbors at all, each of its pieces may step like a king.
//! One of the types on the cards captures the others, in as few moves as possible.
//!
//! ```
//! use kit_golf::{Hole, Limits, Options, Want, solve};
//!
//! let hole: Hole = "\
//! . . . . . Q . .
//! b . . . . . . K
//! . B . n . N . .
//! R . . . . . q .
//! . r . . b . . .
//! . r . n . N . .
//! . . . . . k . .
//! . . B . . . R .
//! chosen: Qn"
//!     .parse()?;
//! let solution = solve(&hole, Options::default(), &Limits::default(), Want::Count);
//! assert_eq!(solution.length(), Some(2));
//! assert_eq!(solution.count, Some(1));
//! # Ok::<(), kit_play::BadText>(())
//! ```

#![warn(missing_docs)]

mod deal;
mod goal;
mod hole;
mod layers;
mod memo;
mod position;
pub mod solitaire;
mod solve;
mod tail;

pub use deal::{Course, DECK, Date, course, daily, deal, deal_hole, gap, generate, layout};
pub use hole::{Hole, Options, card_letters};
pub use memo::solve_once;
pub use solve::{Cut, Finding, Limits, Manner, Move, Solution, Want, explain, quiet_moves, solve};
