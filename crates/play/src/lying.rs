//! A position as it lies on a real board, when people go on from there although nobody played it.
//!
//! People make a mistake, notice it late, and want to play on from what is in front of them.
//! A board shows figures and checkers and nothing else; what else counts (who may castle, how long
//! nothing was captured, what a turn has been so far) is the running game's, as far as it fits to what
//! was laid.
//! A game that lets people do this says how, from what the public sees, and says what gets lost.
//! Where hands, choices or other secrets count, nobody can lay them on a board, and there is no way.

use kit_chess::shakmaty::{Board, Square};

use crate::{Game, Seat, Sentence};

/// What lies on the board, and who goes on.
#[derive(Clone, Debug)]
pub struct Laid {
    /// The figures.
    pub board: Board,
    /// How many checkers lie on which squares.
    pub chips: Vec<(Square, u8)>,
    /// Who is to move.
    pub turn: Seat,
}

/// What checkers are under the figures of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chips {
    /// There are none.
    None,
    /// At most one under a figure.
    Single,
    /// Stacks of them.
    Stack,
}

/// How a game goes on from what was laid.
pub struct Relaying<G: Game> {
    /// What checkers may lie there.
    pub chips: Chips,
    /// The arrangement from which it goes on; what gets lost is added to the sentences.
    pub lay: fn(&G::View, &Laid, &mut Vec<Sentence>) -> String,
}

/// A position as it lies, as the game has it.
#[derive(Clone, Debug, PartialEq)]
pub struct Relaid {
    /// The arrangement from which a new table goes on.
    pub arrangement: String,
    /// What checkers may lie there.
    pub chips: Chips,
    /// What of the running game gets lost, for people.
    pub lost: Vec<Sentence>,
}
