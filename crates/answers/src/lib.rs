//! What is asked beside tables, and answered alike by a server and by a page: rule books, guides,
//! boards to try, games to look at again, puzzles, and why something was not done.
//!
//! There is no network here, no thread, no clock and no luck; whoever answers brings them along.

pub mod advice;
pub mod archive;
pub mod boards;
#[cfg(feature = "books")]
pub mod books;
pub mod golf;
pub mod json;
pub mod objects;
pub mod problem;

pub use json::read_json;
pub use problem::Problem;
