//! A board in the middle of a hole, as sets of squares by type.
//!
//! Identical pieces are interchangeable, so two boards that look the same are the same.

use std::ops::Range;

use kit_chess::shakmaty::attacks::{bishop_attacks, king_attacks, knight_attacks, rook_attacks};
use kit_chess::shakmaty::{Bitboard, Board, Square};

use crate::goal::{Code, Goal, StageNumber};
use crate::hole::{Hole, types};

pub(crate) const KING: usize = 0;
pub(crate) const QUEEN: usize = 1;
pub(crate) const ROOK: usize = 2;
pub(crate) const BISHOP: usize = 3;
pub(crate) const KNIGHT: usize = 4;

/// Where everything stands and what was captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    pub pieces: [Bitboard; 10],
    /// White's pieces and Black's.
    pub colors: [Bitboard; 2],
    /// The colors that step like kings for want of neighbors.
    pub steps: [bool; 2],
    /// What is left to capture: a stage of the goal.
    pub stage: StageNumber,
    /// The piece that has to make all captures, where the options ask for a single one.
    pub taking: Option<Square>,
}

/// A position in sixteen bytes: six bits for each square, by type and then by square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Key(pub u64, pub u64);

impl Position {
    pub fn new(hole: &Hole, goal: &Goal) -> Position {
        let taking = hole.taking().filter(|_| goal.options.single_capturer);
        Position { taking, ..Position::of_board(hole.board(), goal) }
    }

    /// A board on which nothing is captured.
    pub fn of_board(board: &Board, goal: &Goal) -> Position {
        let mut pieces = [Bitboard::EMPTY; 10];
        for (code, piece) in types().enumerate() {
            pieces[code] = board.by_piece(piece);
        }
        Position::of(pieces, 0, None, goal)
    }

    fn of(pieces: [Bitboard; 10], stage: StageNumber, taking: Option<Square>, goal: &Goal) -> Position {
        let all = |codes: &[Bitboard]| codes.iter().fold(Bitboard::EMPTY, |all, some| all | *some);
        let colors = [all(&pieces[..5]), all(&pieces[5..])];
        let steps = colors.map(|color| goal.options.special_king_move && !has_pair(color));
        Position { pieces, colors, steps, stage, taking }
    }

    /// The same without any piece of a color.
    pub fn without(&self, color: usize, goal: &Goal) -> Position {
        let mut pieces = self.pieces;
        pieces[codes_of(color)].fill(Bitboard::EMPTY);
        Position::of(pieces, self.stage, self.taking, goal)
    }

    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// Same-colored pieces around a square.
    #[inline(always)]
    pub fn near(&self, color: usize, square: Square) -> Bitboard {
        king_attacks(square) & self.colors[color]
    }

    /// Where a piece could go if it might capture everything.
    #[inline(always)]
    pub fn reach(&self, color: usize, from: Square, occupied: Bitboard) -> Bitboard {
        let near = self.near(color, from);
        if !near.is_empty() {
            self.borrowed(color, near, from, occupied)
        } else if self.steps[color] {
            king_attacks(from)
        } else {
            Bitboard::EMPTY
        }
    }

    /// Where a piece could go in the manner of these neighbors.
    #[inline(always)]
    pub fn borrowed(&self, color: usize, near: Bitboard, from: Square, occupied: Bitboard) -> Bitboard {
        let of = &self.pieces[color * 5..color * 5 + 5];
        let mut reach = Bitboard::EMPTY;
        if near.intersects(of[ROOK] | of[QUEEN]) {
            reach |= rook_attacks(from, occupied);
        }
        if near.intersects(of[BISHOP] | of[QUEEN]) {
            reach |= bishop_attacks(from, occupied);
        }
        if near.intersects(of[KNIGHT]) {
            reach |= knight_attacks(from);
        }
        if near.intersects(of[KING]) {
            reach |= king_attacks(from);
        }
        reach
    }

    /// The position after a quiet move.
    #[inline(always)]
    pub fn moved(&self, goal: &Goal, code: Code, from: Square, to: Square) -> Position {
        let color = color_of(code);
        let mut next = *self;
        let change = Bitboard::from_square(from) | Bitboard::from_square(to);
        next.pieces[code] ^= change;
        next.colors[color] ^= change;
        next.steps[color] = goal.options.special_king_move && !has_pair(next.colors[color]);
        if self.taking == Some(from) {
            next.taking = Some(to);
        }
        next
    }

    /// The position after a capture.
    pub fn captured(
        &self,
        goal: &Goal,
        code: Code,
        from: Square,
        to: Square,
        victim: Code,
        stage: StageNumber,
    ) -> Position {
        let mut next = *self;
        let square = Bitboard::from_square(to);
        next.pieces[victim] ^= square;
        next.colors[color_of(victim)] ^= square;
        next.stage = stage;
        next = next.moved(goal, code, from, to);
        let other = color_of(victim);
        next.steps[other] = goal.options.special_king_move && !has_pair(next.colors[other]);
        next.taking = goal.options.single_capturer.then_some(to);
        next
    }

    /// Shows every piece that can move, with the empty squares that it can move to, until one satisfies.
    #[inline(always)]
    pub fn any_quiet(&self, visit: impl FnMut(Code, Square, Bitboard) -> bool) -> bool {
        self.any_quiet_of(0..10, visit)
    }

    /// Like [`Position::any_quiet`], for pieces of these types.
    #[inline(always)]
    pub fn any_quiet_of(
        &self,
        codes: Range<Code>,
        mut visit: impl FnMut(Code, Square, Bitboard) -> bool,
    ) -> bool {
        let occupied = self.occupied();
        for code in codes {
            for from in self.pieces[code] {
                let to = self.reach(color_of(code), from, occupied) & !occupied;
                if !to.is_empty() && visit(code, from, to) {
                    return true;
                }
            }
        }
        false
    }

    /// Shows every capture that the cards allow, with the stage after it, until one satisfies.
    #[inline(always)]
    pub fn any_capture(&self, goal: &Goal, mut visit: impl FnMut(Capture) -> bool) -> bool {
        let occupied = self.occupied();
        for taking in &goal.stages[usize::from(self.stage)].takings {
            for from in self.pieces[taking.by] {
                if self.taking.is_some_and(|taking| taking != from) {
                    continue;
                }
                let reach = self.reach(color_of(taking.by), from, occupied);
                for (victim, stage) in &taking.targets {
                    for to in self.pieces[*victim] & reach {
                        let capture = Capture { code: taking.by, from, to, victim: *victim, stage: *stage };
                        if self.may_borrow(goal, &capture, occupied) && visit(capture) {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    /// Whether a capture of another position can be made here, where both pieces stand alike.
    pub fn may_capture(&self, goal: &Goal, capture: &Capture) -> bool {
        let occupied = self.occupied();
        self.reach(color_of(capture.code), capture.from, occupied).contains(capture.to)
            && self.may_borrow(goal, capture, occupied)
    }

    /// Whether a capture is still possible when the victim lends nothing, if it may not.
    #[inline(always)]
    fn may_borrow(&self, goal: &Goal, capture: &Capture, occupied: Bitboard) -> bool {
        if goal.options.borrow_from_victim {
            return true;
        }
        let color = color_of(capture.code);
        let near = self.near(color, capture.from);
        let lenders = near & !Bitboard::from_square(capture.to);
        near == lenders || self.borrowed(color, lenders, capture.from, occupied).contains(capture.to)
    }

    pub fn after(&self, goal: &Goal, capture: &Capture) -> Position {
        self.captured(goal, capture.code, capture.from, capture.to, capture.victim, capture.stage)
    }

    pub fn key(&self) -> Key {
        let mut bits = 0u128;
        for code in self.pieces {
            for square in code {
                bits = bits << 6 | u128::from(u32::from(square));
            }
        }
        let taking = self.taking.map_or(0, |square| 64 | u128::from(u32::from(square)));
        bits |= u128::from(self.stage) << 96 | taking << 112;
        Key((bits >> 64) as u64, bits as u64)
    }

    pub fn from_key(key: Key, goal: &Goal) -> Position {
        let mut bits = u128::from(key.0) << 64 | u128::from(key.1);
        let stage = (bits >> 96) as StageNumber;
        let taking = (bits >> 112) as u32;
        let taking = (taking & 64 != 0).then(|| Square::new(taking & 63));
        let mut pieces = [Bitboard::EMPTY; 10];
        for code in (0..10).rev() {
            for _ in 0..goal.stages[usize::from(stage)].counts[code] {
                pieces[code].add(Square::new(bits as u32 & 63));
                bits >>= 6;
            }
        }
        Position::of(pieces, stage, taking, goal)
    }

    /// Whether it can be seen that nothing will ever be captured again.
    ///
    /// A piece moves only in the manner of a neighbor of its own color.
    /// So a color without two neighbors, where there is no special step, cannot move; moves of the
    /// other color bring it no neighbors, and captures only take pieces away, so it never will.
    /// If that is true of every color that could capture next, there is no solution.
    pub fn is_dead(&self, goal: &Goal) -> bool {
        let takings = &goal.stages[usize::from(self.stage)].takings;
        !goal.options.special_king_move
            && !takings.is_empty()
            && takings.iter().all(|taking| !has_pair(self.colors[color_of(taking.by)]))
    }

    pub fn left(&self, goal: &Goal) -> u32 {
        goal.stages[usize::from(self.stage)].left
    }
}

/// A capture that the cards allow.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Capture {
    pub code: Code,
    pub from: Square,
    pub to: Square,
    pub victim: Code,
    pub stage: StageNumber,
}

impl Capture {
    /// The same capture after a move that may have been the victim's.
    #[inline(always)]
    pub fn with_victim_moved(&self, from: Square, to: Square) -> Capture {
        let square = if from == self.to { to } else { self.to };
        Capture { to: square, ..*self }
    }
}

#[inline(always)]
pub(crate) fn color_of(code: Code) -> usize {
    usize::from(code >= 5)
}

/// The types of a color.
pub(crate) fn codes_of(color: usize) -> Range<Code> {
    color * 5..color * 5 + 5
}

/// All squares around some squares, and those with a neighbor in the set.
#[inline(always)]
pub(crate) fn around(set: Bitboard) -> Bitboard {
    let wide = sideways(set);
    let tall = wide | set;
    Bitboard(wide.0 | tall.0 << 8 | tall.0 >> 8)
}

/// Whether two of the squares are neighbors.
#[inline(always)]
pub(crate) fn has_pair(set: Bitboard) -> bool {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let bits = set.0;
    let east = bits << 1 & NOT_A;
    let west = bits >> 1 & NOT_H;
    bits & (east | (bits | east | west) << 8) != 0
}

#[inline(always)]
fn sideways(set: Bitboard) -> Bitboard {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    Bitboard(set.0 << 1 & NOT_A | set.0 >> 1 & NOT_H)
}
