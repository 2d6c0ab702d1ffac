//! The last moves of a hole, tested exactly and without storing anything.
//!
//! The number of captures is fixed by the cards, so only quiet moves count: the tests here
//! answer whether at most two more of them are enough.

use kit_chess::shakmaty::attacks::{between, bishop_attacks, king_attacks, knight_attacks, rook_attacks};
use kit_chess::shakmaty::{Bitboard, Square};

use crate::goal::{Code, Goal};
use crate::position::{BISHOP, Capture, KING, KNIGHT, Position, QUEEN, ROOK, around, color_of, has_pair};

/// How many quiet moves a tail has at most.
pub(crate) const TAIL: u32 = 2;

/// Tests tails and counts the positions that it looked at.
///
/// With many captures one test can take longer than anybody waits, so it may look at no more than
/// `most` positions. A tail that is spent says yes to everything, which ends the test at once; what
/// it says then means nothing.
pub(crate) struct Tail<'a> {
    goal: &'a Goal,
    pub nodes: u64,
    pub most: u64,
}

impl<'a> Tail<'a> {
    pub fn new(goal: &'a Goal, most: u64) -> Tail<'a> {
        Tail { goal, nodes: 0, most }
    }

    /// Whether it looked at all that it may, and its last answer means nothing.
    pub fn is_spent(&self) -> bool {
        self.nodes > self.most
    }

    /// Whether some solution has at most this many quiet moves.
    pub fn solves(&mut self, position: &Position, quiets: u32) -> bool {
        self.nodes += 1;
        if self.is_spent() {
            return true;
        }
        let goal = self.goal;
        let left = position.left(goal);
        if left == 0 {
            return true;
        }
        if quiets == 1 && goal.options.borrow_from_victim {
            return self.solves_by_one(position, left);
        }
        self.solves_by_capture(position, quiets)
            || quiets > 0
                && position.any_quiet_of(goal.movers.clone(), |code, from, to| {
                    self.any_solves(position, code, from, to, quiets - 1)
                })
    }

    /// Like [`Tail::solves`] with all of a tail, for a position that a quiet move made of another.
    ///
    /// What another position of the layers stands for is left to that one:
    /// * where this move and the next could be made the other way around, the position after both is
    ///   tested only once, from the parent whose own move starts at the lower square;
    /// * where the same piece moves on to a square that it could have reached at once, that is a
    ///   position of this layer, and of an earlier one if it moves back;
    /// * where this move and a capture could be made the other way around, the position after both
    ///   is one of this layer, too, for captures are put into the layer of their parents.
    ///
    /// The answer holds for all positions of a layer together.
    pub fn solves_after(&mut self, grandparent: &Position, parent: &Position, position: &Position) -> bool {
        self.nodes += 1;
        let goal = self.goal;
        let Some(last) = Step::between(parent, position) else { return self.solves(position, TAIL) };
        let other = last.swapped(goal, grandparent, parent);
        let ways = [Some((*parent, last)), other];
        let is_last = position.left(goal) == 1;
        let is_covered = |capture: &Capture| {
            ways.iter().flatten().any(|(parent, last)| last.can_follow(goal, parent, capture))
        };
        position.any_capture(goal, |capture| {
            is_last || !is_covered(&capture) && self.solves(&position.after(goal, &capture), TAIL)
        }) || position.any_quiet_of(goal.movers.clone(), |code, from, to| {
            let to = ways.iter().flatten().fold(to, |to, (parent, last)| {
                if to.is_empty() { to } else { last.untested(goal, parent, code, from, to) }
            });
            self.any_solves(position, code, from, to, TAIL - 1)
        })
    }

    fn solves_by_capture(&mut self, position: &Position, quiets: u32) -> bool {
        let goal = self.goal;
        let left = position.left(goal);
        position
            .any_capture(goal, |capture| left == 1 || self.solves(&position.after(goal, &capture), quiets))
    }

    fn any_solves(
        &mut self,
        position: &Position,
        code: Code,
        from: Square,
        to: Bitboard,
        quiets: u32,
    ) -> bool {
        to.into_iter().any(|to| self.solves(&position.moved(self.goal, code, from, to), quiets))
    }

    /// Whether one quiet move is enough for all captures, where the victim may lend its manner.
    ///
    /// Of a solution's first capture, capturer and victim are given.
    /// Where it cannot be made at once, the quiet move comes first and makes it possible.
    /// Where it can, the quiet move comes at any time, but it is the only one.
    fn solves_by_one(&mut self, position: &Position, left: u32) -> bool {
        let goal = self.goal;
        let occupied = position.occupied();
        for taking in &goal.stages[usize::from(position.stage)].takings {
            for from in position.pieces[taking.by] {
                if position.taking.is_some_and(|taking| taking != from) {
                    continue;
                }
                let code = taking.by;
                let capturer = Capturer::new(position, position, code, from, occupied, occupied);
                for (victim, stage) in &taking.targets {
                    for to in position.pieces[*victim].without(from) {
                        let capture = Capture { code, from, to, victim: *victim, stage: *stage };
                        let solved = match (left, capturer.reach.contains(to)) {
                            (1, true) => true,
                            (1, false) => {
                                capturer.enabling(goal, *victim, to, &mut |_, _, to: Bitboard| !to.is_empty())
                            }
                            (2, true) => self.solves_around(position, &capture),
                            (_, true) => self.solves_beside(position, &capture),
                            (_, false) => self.solves_through(position, &capturer, &capture),
                        };
                        if solved {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    /// Whether a quiet move makes a capture possible, and all others follow at once.
    fn solves_through(&mut self, position: &Position, capturer: &Capturer, capture: &Capture) -> bool {
        let goal = self.goal;
        capturer.enabling(goal, capture.victim, capture.to, &mut |code, from, to| {
            if from == capture.from {
                // Wherever the capturer goes first, it ends up in the same place.
                return !to.is_empty() && self.captures_all(&position.after(goal, capture));
            }
            to.into_iter().any(|to| {
                let next = position.moved(goal, code, from, to);
                self.captures_all(&next.after(goal, &capture.with_victim_moved(from, to)))
            })
        })
    }

    /// Whether captures alone, one at least, solve the hole.
    fn captures_all(&mut self, position: &Position) -> bool {
        self.nodes += 1;
        self.is_spent() || self.solves_by_capture(position, 0)
    }

    /// Whether one quiet move before or after a capture makes all others possible, however many.
    ///
    /// A quiet move of the capturer before the capture makes no difference after it.
    /// One of a third piece that is still possible after it leads to the same position there, and
    /// is tested there.
    /// So there remain the victim's moves before it, and those that the capture makes impossible:
    /// by taking a lender away, or by giving neighbors to a color that steps for want of them.
    fn solves_beside(&mut self, position: &Position, capture: &Capture) -> bool {
        let goal = self.goal;
        let next = position.after(goal, capture);
        if self.solves(&next, 1) {
            return true;
        }
        let after = next.occupied();
        position.any_quiet(|code, from, to| {
            let before = if from == capture.from {
                Bitboard::EMPTY
            } else if from == capture.to {
                to
            } else {
                to & !next.reach(color_of(code), from, after)
            };
            self.solves_before(position, capture, code, from, before)
        })
    }

    /// Whether one quiet move before or after a capture makes the next one, the last, possible.
    ///
    /// Before it, the quiet move may be one that cannot be made any more after it.
    fn solves_around(&mut self, position: &Position, capture: &Capture) -> bool {
        let goal = self.goal;
        let next = position.after(goal, capture);
        if self.solves(&next, 1) {
            return true;
        }
        let (occupied, after) = (position.occupied(), next.occupied());
        // The victim may be captured somewhere else.
        let elsewhere = position.reach(color_of(capture.victim), capture.to, occupied) & !occupied;
        if self.solves_before(position, capture, capture.victim, capture.to, elsewhere) {
            return true;
        }
        for taking in &goal.stages[usize::from(next.stage)].takings {
            for from in next.pieces[taking.by] {
                if next.taking.is_some_and(|taking| taking != from) {
                    continue;
                }
                let capturer = Capturer::new(&next, position, taking.by, from, after, occupied);
                for (victim, _) in &taking.targets {
                    for square in next.pieces[*victim].without(from) {
                        // The capturer itself would only make the same capture from another square.
                        let solved = capturer.enabling(goal, *victim, square, &mut |code, from, to| {
                            from != capture.to && self.solves_before(position, capture, code, from, to)
                        });
                        if solved {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    /// Whether a capture can be made after one of these quiet moves, and all others at once.
    fn solves_before(
        &mut self,
        position: &Position,
        capture: &Capture,
        code: Code,
        from: Square,
        to: Bitboard,
    ) -> bool {
        let goal = self.goal;
        to.into_iter().any(|to| {
            let next = position.moved(goal, code, from, to);
            let capture = capture.with_victim_moved(from, to);
            next.may_capture(goal, &capture) && self.captures_all(&next.after(goal, &capture))
        })
    }
}

/// A quiet move between two positions.
#[derive(Clone, Copy)]
struct Step {
    color: usize,
    from: Square,
    to: Square,
}

impl Step {
    fn between(parent: &Position, position: &Position) -> Option<Step> {
        if parent.stage != position.stage {
            return None;
        }
        let color = usize::from(parent.colors[1] != position.colors[1]);
        let (before, after) = (parent.colors[color], position.colors[color]);
        let (from, to) = ((before & !after).first()?, (after & !before).first()?);
        Some(Step { color, from, to })
    }

    /// Whether it can be made here, where its square is known to be empty.
    fn is_possible(&self, position: &Position) -> bool {
        position.reach(self.color, self.from, position.occupied()).contains(self.to)
    }

    /// Another parent of the position after this move, and the move from there: where this move
    /// and the one before it could be made the other way around.
    fn swapped(&self, goal: &Goal, grandparent: &Position, parent: &Position) -> Option<(Position, Step)> {
        let before = Step::between(grandparent, parent)?;
        let is_free = self.from != before.to && self.to != before.from;
        if !is_free || !self.is_possible(grandparent) {
            return None;
        }
        let code = (0..10).find(|code| grandparent.pieces[*code].contains(self.from))?;
        let other = grandparent.moved(goal, code, self.from, self.to);
        before.is_possible(&other).then_some((other, before))
    }

    /// Whether a capture that is possible after this move could be made before it.
    fn can_follow(&self, goal: &Goal, parent: &Position, capture: &Capture) -> bool {
        capture.from != self.to
            && capture.to != self.to
            && parent.may_capture(goal, capture)
            && self.is_possible(&parent.after(goal, capture))
    }

    /// Of the squares that a piece can go to after this move, those that nobody else tests.
    #[inline(always)]
    fn untested(&self, goal: &Goal, parent: &Position, code: Code, from: Square, to: Bitboard) -> Bitboard {
        let before = parent.occupied();
        if from == self.to {
            return to & !parent.reach(self.color, self.from, before).with(self.from);
        }
        if from > self.from {
            return to;
        }
        let early = to & parent.reach(color_of(code), from, before) & !before;
        let is_early = |square: &Square| self.is_possible(&parent.moved(goal, code, from, *square));
        early.into_iter().filter(is_early).fold(to, Bitboard::without)
    }
}

/// A piece that may capture, and what its surroundings are.
///
/// Which quiet moves it asks for is decided on its own board; whether they can be made, on the
/// board of the movers, which may be the one before a capture.
struct Capturer<'a> {
    position: &'a Position,
    occupied: Bitboard,
    movers: &'a Position,
    movers_occupied: Bitboard,
    code: Code,
    color: usize,
    from: Square,
    near: Bitboard,
    reach: Bitboard,
    /// Where the capturer itself can move to.
    quiet: Bitboard,
    /// The squares next to those that lend each manner of moving, without the capturer itself;
    /// nobody asks for them where it cannot move.
    by_rook: Bitboard,
    by_bishop: Bitboard,
    by_knight: Bitboard,
    by_king: Bitboard,
}

impl<'a> Capturer<'a> {
    #[inline(always)]
    fn new(
        position: &'a Position,
        movers: &'a Position,
        code: Code,
        from: Square,
        occupied: Bitboard,
        movers_occupied: Bitboard,
    ) -> Capturer<'a> {
        let color = color_of(code);
        let of = &position.pieces[color * 5..color * 5 + 5];
        let quiet = movers.reach(color, from, movers_occupied) & !occupied & !movers_occupied;
        let others =
            |set: Bitboard| if quiet.is_empty() { Bitboard::EMPTY } else { around(set.without(from)) };
        Capturer {
            position,
            occupied,
            movers,
            movers_occupied,
            code,
            color,
            from,
            near: position.near(color, from),
            reach: position.reach(color, from, occupied),
            quiet,
            by_rook: others(of[ROOK] | of[QUEEN]),
            by_bishop: others(of[BISHOP] | of[QUEEN]),
            by_knight: others(of[KNIGHT]),
            by_king: others(of[KING]),
        }
    }

    /// The empty squares that a piece can move to.
    #[inline(always)]
    fn quiet_of(&self, color: usize, square: Square) -> Bitboard {
        self.movers.reach(color, square, self.movers_occupied) & !self.occupied & !self.movers_occupied
    }

    /// Shows the quiet moves after which this piece can capture that one, where it cannot now, until
    /// one satisfies.
    ///
    /// A capture depends on where capturer and victim stand, on the capturer's neighbors, on
    /// the squares between, and on whether its color has neighbors at all.
    /// A quiet move has to change one of these.
    #[inline(always)]
    fn enabling(
        &self,
        goal: &Goal,
        victim: Code,
        square: Square,
        visit: &mut impl FnMut(Code, Square, Bitboard) -> bool,
    ) -> bool {
        visit(self.code, self.from, self.approaches(goal, square))
            || visit(victim, square, self.blunders(victim, square))
            || self.helpers(square, visit)
            || self.breakers(goal, victim, square, visit)
    }

    /// Where the capturer itself can go to capture from there.
    #[inline(always)]
    fn approaches(&self, goal: &Goal, square: Square) -> Bitboard {
        let quiet = self.quiet;
        if quiet.is_empty() {
            return quiet;
        }
        let occupied = self.occupied.without(self.from);
        let mut squares = knight_attacks(square) & self.by_knight | king_attacks(square) & self.by_king;
        squares |= rook_attacks(square, occupied) & self.by_rook;
        squares |= bishop_attacks(square, occupied) & self.by_bishop;
        let steps = quiet & king_attacks(square);
        if goal.options.special_king_move && !steps.is_empty() {
            let others = self.position.colors[self.color].without(self.from);
            if !has_pair(others) {
                squares |= steps & !around(others);
            }
        }
        quiet & squares
    }

    /// Where the victim can go to be captured.
    #[inline(always)]
    fn blunders(&self, victim: Code, square: Square) -> Bitboard {
        let (position, occupied) = (self.position, self.occupied);
        if color_of(victim) != self.color {
            if self.reach.is_empty() {
                return self.reach;
            }
            return self.quiet_of(color_of(victim), square) & self.reach;
        }
        let quiet = self.quiet_of(self.color, square);
        if quiet.is_empty() {
            return quiet;
        }
        // It may have been a neighbor, and it may become one.
        let near = self.near.without(square);
        let reach = position.borrowed(self.color, near, self.from, occupied);
        quiet & (reach | self.one_step(victim))
    }

    /// The neighboring squares that a capturer reaches by the manner of a piece that stands on them.
    #[inline(always)]
    fn one_step(&self, code: Code) -> Bitboard {
        let ring = king_attacks(self.from);
        match code % 5 {
            KING | QUEEN => ring,
            ROOK => ring & rook_attacks(self.from, Bitboard::FULL),
            BISHOP => ring & bishop_attacks(self.from, Bitboard::FULL),
            _ => Bitboard::EMPTY,
        }
    }

    /// Neighbors that come to lend their manner, and pieces that get out of the way.
    #[inline(always)]
    fn helpers(&self, square: Square, visit: &mut impl FnMut(Code, Square, Bitboard) -> bool) -> bool {
        let (position, occupied) = (self.position, self.occupied);
        let ring = king_attacks(self.from);
        let first = self.color * 5;
        let mut come = |role: usize, way: Bitboard, only: Bitboard| {
            let lenders = position.pieces[first + role] & only & !Bitboard::from_square(self.from);
            lenders
                .without(square)
                .into_iter()
                .any(|lender| visit(first + role, lender, self.quiet_of(self.color, lender) & ring & !way))
        };
        let files = self.from.file().distance(square.file());
        let ranks = self.from.rank().distance(square.rank());
        let (straight, slanted) = (files == 0 || ranks == 0, files == ranks);
        if straight || slanted {
            let way = between(self.from, square);
            let blockers = way & occupied;
            if blockers.more_than_one() {
                return false;
            }
            let only = if blockers.is_empty() { Bitboard::FULL } else { blockers };
            let slider = if straight { ROOK } else { BISHOP };
            if come(slider, way, only) || come(QUEEN, way, only) {
                return true;
            }
            if way.is_empty() && come(KING, way, only) {
                return true;
            }
            return blockers.first().is_some_and(|blocker| self.leave(slider, blocker, way, visit));
        }
        knight_attacks(self.from).contains(square) && come(KNIGHT, Bitboard::EMPTY, Bitboard::FULL)
    }

    /// The only piece in the way leaves it, where a neighbor lends the right manner already.
    #[inline(always)]
    fn leave(
        &self,
        slider: usize,
        blocker: Square,
        way: Bitboard,
        visit: &mut impl FnMut(Code, Square, Bitboard) -> bool,
    ) -> bool {
        let position = self.position;
        let first = self.color * 5;
        let lenders = position.pieces[first + slider] | position.pieces[first + QUEEN];
        if !self.near.without(blocker).intersects(lenders) {
            return false;
        }
        let code = (0..10).find(|code| position.pieces[*code].contains(blocker));
        let code = code.expect("something stands in the way");
        visit(code, blocker, self.quiet_of(color_of(code), blocker) & !way)
    }

    /// Pieces that part the last neighbors of the color, so that the capturer can step like a king.
    #[inline(always)]
    fn breakers(
        &self,
        goal: &Goal,
        victim: Code,
        square: Square,
        visit: &mut impl FnMut(Code, Square, Bitboard) -> bool,
    ) -> bool {
        let is_step = king_attacks(self.from).contains(square) && color_of(victim) != self.color;
        if !is_step || !goal.options.special_king_move {
            return false;
        }
        let own = self.position.colors[self.color];
        let first = self.color * 5;
        (first..first + 5).any(|code| {
            self.position.pieces[code].without(self.from).into_iter().any(|breaker| {
                let others = own.without(breaker);
                if has_pair(others) {
                    return false;
                }
                visit(code, breaker, self.quiet_of(self.color, breaker) & !around(others))
            })
        })
    }
}
