//! One hole of the course: how pieces move, what they may capture, and when the hole is solved.
//!
//! This is the plain reading of the rules, slow and meant to be read; whatever is faster is
//! tested against it.
//!
//! ```text
//! let hole = Hole::new(board, vec![white_king, black_bishop]);
//! for step in hole.moves(&ways) {
//!     let mut next = hole.clone();
//!     next.play(step, &ways);
//!     if next.is_solved() { … }
//! }
//! ```

use kit_chess::Step;
use kit_chess::shakmaty::{Bitboard, Board, Color, Piece, Role, Square, attacks};

use crate::appraisal::habit;
use crate::keys::mixed;

/// A hole on the way to its solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hole {
    /// The pieces as they stand now.
    pub board: Board,
    /// What the cards name; the order does not matter.
    pub cards: Vec<Piece>,
    /// Who captures, once a capture has been made.
    pub taking: Option<Taking>,
    /// What was captured (with [`Goal::Ball`]: hit), the first first.
    pub taken: Vec<Piece>,
}

/// The type that captures, and where the piece stands that captured last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taking {
    pub piece: Piece,
    pub square: Square,
}

/// What may be agreed on about moves and captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ways {
    /// Whether a color without any two neighbors may step like a king.
    pub special_king_move: bool,
    /// Whether a piece may borrow from the very piece that it captures.
    pub borrow_from_victim: bool,
    /// Whether one and the same piece makes all captures, and not only pieces of one type.
    pub single_capturer: bool,
    pub goal: Goal,
}

/// What the last move of a solution does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// It captures.
    Capture,
    /// It only reaches the target: nothing moves and nothing is removed.
    Ball,
}

/// What somebody sees of a hole who does not think of everything.
#[derive(Clone, Copy, Debug)]
pub struct Sight {
    /// How many positions are still looked at.
    pub left: u64,
    /// How many of a hundred quiet moves are thought of.
    pub percent: u32,
    /// Which of them: the same ones for as long as a hole is played.
    pub seed: u64,
}

impl Sight {
    fn notices(&self, step: Step) -> bool {
        mixed(self.seed, habit(step.from, step.to).into()) % 100 < u64::from(self.percent)
    }
}

/// [golf.neighbor] The pieces of its own color on the squares around a piece.
pub fn neighbors(board: &Board, square: Square) -> Bitboard {
    let own = board.piece_at(square).map_or(Bitboard::EMPTY, |piece| board.by_color(piece.color));
    attacks::king_attacks(square) & own
}

/// Whether two pieces of a color stand next to each other anywhere.
pub fn has_pair(board: &Board, color: Color) -> bool {
    board.by_color(color).into_iter().any(|square| neighbors(board, square).any())
}

impl Hole {
    /// A hole that nobody has played yet.
    pub fn new(board: Board, cards: Vec<Piece>) -> Hole {
        Hole { board, cards, taking: None, taken: Vec::new() }
    }

    /// Every move that may be made now, captures among them, in the order of the squares.
    pub fn moves(&self, ways: &Ways) -> Vec<Step> {
        let mut steps = Vec::new();
        for from in self.board.occupied() {
            steps.extend(self.targets(from, ways).into_iter().map(|to| Step::new(from, to)));
        }
        steps
    }

    /// Where the piece on a square may go.
    pub fn targets(&self, from: Square, ways: &Ways) -> Bitboard {
        let quiet = self.reach(from, neighbors(&self.board, from), ways) & !self.board.occupied();
        self.captures(from, ways) | quiet
    }

    /// What the piece on a square may capture.
    pub fn captures(&self, from: Square, ways: &Ways) -> Bitboard {
        let neighbors = neighbors(&self.board, from);
        let can_take = |victim: &Square| {
            // [golf.borrow-from-victim]
            let lenders = if ways.borrow_from_victim { neighbors } else { neighbors.without(*victim) };
            self.reach(from, lenders, ways).contains(*victim)
        };
        self.victims(from, ways).into_iter().filter(can_take).collect()
    }

    /// The kinds of piece whose movement takes a piece along this step; none when it is a
    /// special king move.
    pub fn borrowed(&self, step: Step, ways: &Ways) -> Vec<Role> {
        let mut neighbors = neighbors(&self.board, step.from);
        if !ways.borrow_from_victim {
            neighbors.discard(step.to);
        }
        let lends = |role: &Role| {
            let lenders = neighbors & self.board.by_role(*role);
            self.travel(step.from, lenders).contains(step.to)
        };
        Role::ALL.into_iter().rev().filter(lends).collect()
    }

    /// Makes a move that is among the moves; says what was captured or hit.
    ///
    /// # Panics
    ///
    /// Panics when no piece stands where the move starts.
    pub fn play(&mut self, step: Step, ways: &Ways) -> Option<Piece> {
        let piece = self.board.piece_at(step.from).expect("a piece stands where the move starts");
        let victim = self.board.piece_at(step.to);
        // [golf.ball] The last stroke moves nothing.
        let square = match (victim, ways.goal) {
            (Some(_), Goal::Ball) => step.from,
            (Some(_), Goal::Capture) | (None, Goal::Ball | Goal::Capture) => {
                self.board.discard_piece_at(step.from);
                self.board.set_piece_at(step.to, piece);
                step.to
            }
        };
        match (victim, &mut self.taking) {
            (Some(victim), taking) => {
                self.taken.push(victim);
                *taking = Some(Taking { piece, square });
            }
            (None, Some(taking)) if taking.square == step.from => taking.square = square,
            (None, Some(_) | None) => {}
        }
        victim
    }

    /// Whether everything is captured that the cards ask for.
    pub fn is_solved(&self) -> bool {
        self.taking.is_some() && self.captures_left() == 0
    }

    /// How many captures are still to be made.
    pub fn captures_left(&self) -> usize {
        self.cards.len().saturating_sub(1 + self.taken.len())
    }

    /// The types that a type would still have to capture; nothing if the cards do not name it.
    // [golf.goal] One card is the capturer, all the others are targets.
    pub fn left_for(&self, capturer: Piece) -> Option<Vec<Piece>> {
        let mut left = self.cards.clone();
        for used in self.taken.iter().chain([&capturer]) {
            left.swap_remove(left.iter().position(|card| card == used)?);
        }
        Some(left)
    }

    /// A solution of at most so many moves as somebody finds it who does not think of everything.
    pub fn found_with(&self, at_most: usize, ways: &Ways, sight: &mut Sight) -> Option<Vec<Step>> {
        (self.captures_left()..=at_most).find_map(|length| {
            let mut line = Vec::new();
            self.find_in(length, ways, sight, &mut line).then_some(line)
        })
    }

    fn find_in(&self, length: usize, ways: &Ways, sight: &mut Sight, line: &mut Vec<Step>) -> bool {
        if length == 0 {
            return self.is_solved();
        }
        if length < self.captures_left() {
            return false;
        }
        for from in self.board.occupied() {
            let captures = self.captures(from, ways);
            let quiet = self.targets(from, ways).without(captures);
            let thought_of = |to: &Square| sight.notices(Step::new(from, *to));
            let quiet: Bitboard = if length > self.captures_left() {
                quiet.into_iter().filter(thought_of).collect()
            } else {
                Bitboard::EMPTY
            };
            for to in captures | quiet {
                if sight.left == 0 {
                    return false;
                }
                sight.left -= 1;
                let mut next = self.clone();
                next.play(Step::new(from, to), ways);
                line.push(Step::new(from, to));
                if (length == 1 || !next.is_solved()) && next.find_in(length - 1, ways, sight, line) {
                    return true;
                }
                line.pop();
            }
        }
        false
    }

    /// The pieces that the one on a square might capture if it could reach them.
    fn victims(&self, from: Square, ways: &Ways) -> Bitboard {
        let Some(piece) = self.board.piece_at(from) else { return Bitboard::EMPTY };
        if let Some(taking) = self.taking {
            // [golf.one-type] [golf.single-capturer]
            if taking.piece != piece || ways.single_capturer && taking.square != from {
                return Bitboard::EMPTY;
            }
        }
        let left = self.left_for(piece).unwrap_or_default();
        let victims = left.iter().fold(Bitboard::EMPTY, |all, card| all | self.board.by_piece(*card));
        victims.without(from)
    }

    /// Where a piece travels with what it may borrow from these neighbors.
    fn reach(&self, from: Square, lenders: Bitboard, ways: &Ways) -> Bitboard {
        if self.steps_like_a_king(from, ways) {
            attacks::king_attacks(from)
        } else {
            self.travel(from, lenders)
        }
    }

    /// [golf.special-move] A color without a pair steps like a king, all of it.
    pub fn steps_like_a_king(&self, from: Square, ways: &Ways) -> bool {
        let stuck = |piece: Piece| !has_pair(&self.board, piece.color);
        ways.special_king_move && self.board.piece_at(from).is_some_and(stuck)
    }

    /// [golf.borrow] Where the neighbors' movements lead from a square.
    fn travel(&self, from: Square, lenders: Bitboard) -> Bitboard {
        let pieces = lenders.into_iter().filter_map(|lender| self.board.piece_at(lender));
        pieces
            .fold(Bitboard::EMPTY, |all, lender| all | attacks::attacks(from, lender, self.board.occupied()))
    }
}
