//! What can be captured within one turn, extra steps included.
//!
//! A threat is a regular move and then, perhaps, a walk of king's steps in which every step costs
//! a checker and every stack that is captured on the way adds its own.
//! The walk is cut at the stacks it captures: between two of them nothing is gained, so the
//! shortest way is the best, and a flood of squares finds it.

use kit_chess::shakmaty::{Bitboard, Color, File, Square};

use super::position::Position;

impl Position {
    /// Whether a color could capture on `target` in one turn, whatever becomes of its own king.
    ///
    /// The other color's king stands on `target`.
    pub fn threatens(&self, color: Color, target: Square) -> bool {
        // [adrenaline.pinned-threat] Pins do not matter.
        let board = &self.field.board;
        board.attacks_to(target, color, board.occupied()).any() || Hunt::new(self, color, target).succeeds()
    }

    /// Whether one piece could capture on `target` by extra steps, if it had so many checkers.
    pub fn would_reach(&self, from: Square, carried: u8, target: Square) -> bool {
        let Some(color) = self.field.board.color_at(from) else { return false };
        Hunt::new(self, color, target).succeeds_with(from, carried)
    }

    /// A turn in which a color captures on `target`: the piece's square, then every square it
    /// goes to.
    pub fn threat(&self, color: Color, target: Square) -> Option<Vec<Square>> {
        let board = &self.field.board;
        if let Some(from) = board.attacks_to(target, color, board.occupied()).first() {
            return Some(vec![from, target]);
        }
        let mut hunt = Hunt::new(self, color, target);
        hunt.stops = Some(vec![target]);
        if !hunt.succeeds() {
            return None;
        }
        let stops: Vec<Square> = hunt.stops.iter().flatten().rev().copied().collect();
        let [start, rest @ ..] = stops.as_slice() else { return None };
        let mut line = vec![*start];
        line.extend(rest.first());
        let mut stacked = hunt.prey;
        stacked.discard(
            rest.first().and_then(|to| self.victim_at(*start, *to)).map_or(Bitboard::EMPTY, Bitboard::from),
        );
        for leg in rest.windows(2) {
            stacked.discard(leg[0]);
            let free = (hunt.free & !stacked).with(leg[1]);
            line.extend(way(leg[0], leg[1], free));
        }
        Some(line)
    }
}

/// The search for a piece that can capture on one square by extra steps.
struct Hunt<'a> {
    position: &'a Position,
    color: Color,
    target: Square,
    /// Enemy pieces with checkers, the one on the target aside.
    prey: Bitboard,
    /// Squares that the piece may step on.
    free: Bitboard,
    /// Where much prey could be captured in many orders: how many checkers were left, at most, at
    /// each last capture and set of captures so far. Empty where there is little.
    tried: Vec<u8>,
    /// Start, regular target, captured stacks and target, the last first, if they are wanted.
    stops: Option<Vec<Square>>,
}

/// With so little prey there are few orders in which to capture it.
const LITTLE_PREY: usize = 4;

impl<'a> Hunt<'a> {
    fn new(position: &'a Position, color: Color, target: Square) -> Hunt<'a> {
        let enemies = position.field.board.by_color(!color).without(target);
        let prey = enemies & position.stacks.squares();
        Hunt { position, color, target, prey, free: Bitboard::EMPTY, tried: Vec::new(), stops: None }
    }

    fn succeeds(&mut self) -> bool {
        let (board, stacks) = (&self.position.field.board, &self.position.stacks);
        if stacks.squares().without(self.target).is_empty() {
            return false;
        }
        let own = board.by_color(self.color);
        let charged = own & stacks.squares();
        // Everybody else has to capture checkers with the regular move.
        let mut takers = Bitboard::EMPTY;
        for square in self.prey {
            takers |= board.attacks_to(square, self.color, board.occupied());
        }
        if let Some(skipped) = self.position.skipped.filter(|skipped| self.prey.contains(skipped.pawn)) {
            takers |= self.position.en_passant_takers(skipped);
        }
        (charged | takers).into_iter().any(|from| self.succeeds_with(from, stacks.at(from)))
    }

    /// Whether the piece on a square succeeds, if it has so many checkers.
    fn succeeds_with(&mut self, from: Square, carried: u8) -> bool {
        let (board, stacks) = (&self.position.field.board, &self.position.stacks);
        self.free = !board.by_color(self.color).without(from);
        let all = stacks.sum(self.prey);
        self.tried.clear();
        if self.prey.count() > LITTLE_PREY {
            self.tried.resize(self.prey.count() << self.prey.count(), 0);
        }
        // [adrenaline.regular-first] Without a regular move there is no extra step.
        for to in self.position.targets(from) {
            let victim = self.position.victim_at(from, to).filter(|victim| self.prey.contains(*victim));
            let gained = victim.map_or(0, |victim| stacks.at(victim));
            let taken = victim.map_or(Bitboard::EMPTY, Bitboard::from);
            if carried + gained > 0 && self.reaches(to, carried + gained, taken, all - gained) {
                self.stops.iter_mut().for_each(|stops| stops.push(from));
                return true;
            }
        }
        false
    }

    /// Whether the piece, come to `from` with so many checkers and these captures, gets there;
    /// `left` is what lies under the rest of the prey.
    fn reaches(&mut self, from: Square, checkers: u8, taken: Bitboard, left: u8) -> bool {
        if from.distance(self.target) > u32::from(checkers + left) {
            return false;
        }
        let prey = self.prey & !taken;
        let mut front = Bitboard::from(from);
        let mut seen = front;
        for step in 1..=checkers {
            front = spread(front) & self.free & !seen;
            if front.contains(self.target) {
                self.stops.iter_mut().for_each(|stops| stops.push(from));
                return true;
            }
            // [adrenaline.inherit-at-once] What is captured on the way may be spent at once.
            for square in front & prey {
                let gained = self.position.stacks.at(square);
                if self.goes_on(square, checkers - step + gained, taken.with(square), left - gained) {
                    self.stops.iter_mut().for_each(|stops| stops.push(from));
                    return true;
                }
            }
            seen |= front;
            front &= !prey;
            if front.is_empty() {
                return false;
            }
        }
        false
    }

    /// Goes on from a captured stack, unless that was tried before with as many checkers.
    fn goes_on(&mut self, from: Square, checkers: u8, taken: Bitboard, left: u8) -> bool {
        if !self.tried.is_empty() {
            let mut captures = 0;
            let mut last = 0;
            for (index, square) in self.prey.into_iter().enumerate() {
                captures |= usize::from(taken.contains(square)) << index;
                if square == from {
                    last = index;
                }
            }
            let tried = &mut self.tried[last << self.prey.count() | captures];
            if *tried >= checkers {
                return false;
            }
            *tried = checkers;
        }
        self.reaches(from, checkers, taken, left)
    }
}

/// The squares of a set and all their neighbors.
fn spread(squares: Bitboard) -> Bitboard {
    let right = squares.without(Bitboard::from_file(File::H)).shift(1);
    let left = squares.without(Bitboard::from_file(File::A)).shift(-1);
    let row = squares | left | right;
    row | row.shift(8) | row.shift(-8)
}

/// A shortest way of king's steps over free squares, without its start.
fn way(from: Square, to: Square, free: Bitboard) -> Vec<Square> {
    let mut fronts = vec![Bitboard::from(to)];
    let mut seen = fronts[0];
    while let Some(front) = fronts.last().copied().filter(|front| front.any() && !front.contains(from)) {
        let next = spread(front) & free.with(from) & !seen;
        seen |= next;
        fronts.push(next);
    }
    fronts.pop();
    let mut line = Vec::new();
    let mut at = from;
    for front in fronts.iter().rev() {
        let Some(next) = (spread(Bitboard::from(at)) & *front).first() else { break };
        line.push(next);
        at = next;
    }
    line
}
