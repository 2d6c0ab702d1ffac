//! What rule books are written in: a small part of Markdown, and the diagram language.
//!
//! [`rulebook`] reads the rules of a game and writes them for a terminal; [`diagram`] reads,
//! writes and describes the small pictures between them, and [`card`] the cards on those.
//! [`scenario`] reads worked examples, [`guide`] those that teach somebody a turn, and [`example`]
//! finds a position for each rule.

#![warn(missing_docs)]

pub mod card;
pub mod diagram;
pub mod example;
pub mod guide;
pub mod rulebook;
pub mod scenario;
