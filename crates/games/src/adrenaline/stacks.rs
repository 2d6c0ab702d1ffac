//! The checkers under the pieces.

use kit_chess::shakmaty::{Bitboard, Square};

/// How many checkers there are, on the board and beside it.
pub const CHECKERS: u8 = 24;

/// How many checkers lie on each square; the rest of the 24 are in the supply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stacks {
    counts: [u8; 64],
    squares: Bitboard,
    total: u8,
}

impl Stacks {
    /// All checkers are in the supply.
    pub const fn none() -> Stacks {
        Stacks { counts: [0; 64], squares: Bitboard::EMPTY, total: 0 }
    }

    /// How many lie on a square.
    pub fn at(&self, square: Square) -> u8 {
        self.counts[square.to_usize()]
    }

    /// Where some lie.
    pub fn squares(&self) -> Bitboard {
        self.squares
    }

    /// How many are beside the board.
    pub fn supply(&self) -> u8 {
        CHECKERS - self.total
    }

    /// How many lie on these squares together.
    pub fn sum(&self, squares: Bitboard) -> u8 {
        (squares & self.squares).into_iter().map(|square| self.at(square)).sum()
    }

    /// Takes the whole stack of a square.
    pub fn lift(&mut self, square: Square) -> u8 {
        let count = std::mem::take(&mut self.counts[square.to_usize()]);
        self.squares.discard(square);
        self.total -= count;
        count
    }

    /// Puts checkers on a square, on top of those that lie there.
    pub fn put(&mut self, square: Square, count: u8) {
        self.counts[square.to_usize()] += count;
        self.total += count;
        if count > 0 {
            self.squares.add(square);
        }
    }
}
