//! What rule books are written in: a small part of Markdown, and the diagram language.
//!
//! [`rulebook`] reads the rules of a game and writes them for a terminal; [`diagram`] reads,
//! writes and describes the small pictures between them, and [`card`] the cards on those.

#![warn(missing_docs)]

pub mod card;
pub mod diagram;
pub mod rulebook;
