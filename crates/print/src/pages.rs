//! Pages: the chess deck, sheets, player aids, puzzles and the book as files to print.
//!
//! [`leaf`] holds pages as lists of things to draw, [`flow`] fills them with running text,
//! and [`pdf`] writes them.
//! Every text about a game comes from its rule book, so a change there changes all of these.

pub mod aids;
pub mod book;
pub mod booklet;
pub mod cards;
pub mod deck;
pub mod digest;
pub mod evening;
pub mod faces;
pub mod fit;
pub mod flow;
pub mod holes;
pub mod leaf;
pub mod mini;
pub mod needs;
pub mod paper;
pub mod paragraph;
pub mod pdf;
pub mod problem;
pub mod sheets;
mod tags;
pub mod words;

use kit_play::sentence::Filling;
use kit_play::text::excerpt;
use kit_play::{Sentence, say};

/// An order for something that is not there: what was found and what there is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadOrder(pub Sentence);

/// What was found and what there is, as parts of a sentence.
fn found_and_known(found: &str, known: &[&str]) -> [Filling; 2] {
    [Filling::text(excerpt(found)), Filling::one_of(known.iter().map(Filling::text))]
}

/// Why something cannot be printed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PrintError {
    /// It was never there.
    #[error("{}", self.sentence())]
    Order(#[from] BadOrder),
    /// The rules of a game cannot be read.
    #[error("{}", self.sentence())]
    Rules {
        /// Which game.
        game: &'static str,
        /// What is wrong with them.
        problem: kit_play::BadText,
    },
    /// The file cannot be made.
    #[error("{}", self.sentence())]
    Pdf(String),
}

impl PrintError {
    /// What is wrong, in a sentence; only what another library says stays English.
    pub fn sentence(&self) -> Sentence {
        match self {
            PrintError::Order(bad) => bad.0.clone(),
            PrintError::Rules { game, problem } => {
                let (game, problem) = (Filling::text(game), problem.sentence());
                say!("the rules of {game}, {problem}", game, problem)
            }
            PrintError::Pdf(problem) => {
                say!("the file cannot be made: {problem}", problem = Filling::text(problem))
            }
        }
    }
}
