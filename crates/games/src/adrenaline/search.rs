//! The game laid out for searching: a position is small and has no history.

use kit_chess::shakmaty::{Bitboard, Color, Role, Square};
use kit_play::{Node, NodeStanding, Pace, Seat, Team};

use super::position::{Phase, Position, Run};
use super::{Action, dead, stuck};
use crate::appraisal::{self, worth};
use crate::keys::{field_key, mixed, with_board};
use crate::sides::{color_of, seat_of};

/// What a checker is worth to the piece that stands on it.
const CHECKER: i32 = 15;

impl Node for Position {
    type Step = Action;

    const PACE: Pace = Pace::Lively;

    fn is_pressed(&self) -> bool {
        Node::is_between_turns(self) && self.in_check(self.turn)
    }

    fn passed(&self) -> Option<Position> {
        if !Node::is_between_turns(self) || self.in_check(self.turn) {
            return None;
        }
        let mut passed = self.clone();
        (passed.turn, passed.skipped) = (!self.turn, None);
        Some(passed)
    }

    fn habit(action: Action) -> u16 {
        match action {
            Action::Move(step) => appraisal::habit(step.from, step.to),
            Action::Step { .. } | Action::Place(_) | Action::Stop => 0,
        }
    }

    const STEPS_ARE_TURNS: bool = false;

    fn standing(&self) -> NodeStanding {
        let verdict = stuck(self).or_else(|| dead(self));
        verdict.map_or_else(|| NodeStanding::Decides(seat_of(self.turn)), NodeStanding::Over)
    }

    fn is_between_turns(&self) -> bool {
        self.phase == Phase::Move
    }

    fn steps(&self, steps: &mut Vec<Action>) {
        if !self.is_dead() || !self.is_between_turns() {
            self.actions(steps);
        }
    }

    fn play(&mut self, step: Action) {
        Position::play(self, step);
    }

    fn is_noisy(&self, step: Action) -> bool {
        match step {
            Action::Move(step) => step.promotion.is_some() || self.victim_at(step.from, step.to).is_some(),
            Action::Step { to, promotion, .. } => promotion.is_some() || self.role_at(to).is_some(),
            // A turn that has begun is followed to its end, with one piece for all that could have
            // the checker.
            Action::Place(square) => square.is_none_or(|square| Some(square) == self.meekest()),
            Action::Stop => true,
        }
    }

    fn promise(&self, step: Action) -> i32 {
        let worth_at = |square| self.role_at(square).map_or(0, worth);
        let becomes = |promotion: Option<Role>| promotion.map_or(0, worth);
        let bounty = |square| CHECKER * i32::from(self.stacks.at(square));
        match step {
            Action::Move(step) => match self.victim_at(step.from, step.to) {
                Some(victim) => {
                    let risk = worth_at(step.from).min(1000) / 16;
                    worth_at(victim) + bounty(victim) - risk + becomes(step.promotion)
                }
                None => becomes(step.promotion),
            },
            Action::Step { to, promotion, .. } => worth_at(to) + bounty(to) + becomes(promotion),
            Action::Place(Some(square)) => {
                if Some(square) == self.meekest() {
                    1
                } else {
                    -worth_at(square).min(1000) / 16 - bounty(square)
                }
            }
            Action::Place(None) | Action::Stop => 0,
        }
    }

    fn progress(&self) -> u64 {
        appraisal::progress(&self.field.board)
    }

    fn recurrence(&self) -> u64 {
        with_board(self.turn.is_white().into(), &self.field.board)
    }

    fn appraise(&self, team: Team) -> i32 {
        self.balance(color_of(Seat(team.0)))
    }

    fn key(&self) -> u64 {
        let stacks = self.stacks.squares().into_iter();
        let board = stacks.fold(field_key(&self.field), |key, square| {
            mixed(key, u64::from(square) << 8 | u64::from(self.stacks.at(square)))
        });
        let skipped =
            self.skipped.map_or(0, |skipped| u64::from(skipped.square) << 8 | u64::from(skipped.pawn));
        let (active, captured) = self.run().map_or((0, false), |run| (run.active.0, run.captured));
        let rest = skipped << 2 | u64::from(captured) << 1 | u64::from(self.turn.is_white());
        [self.unmoved.0, active, rest].into_iter().fold(board, mixed)
    }
}

impl Position {
    /// How much better a color stands.
    pub fn balance(&self, color: Color) -> i32 {
        let checkers = |color: Color| CHECKER * i32::from(self.stacks.sum(self.field.board.by_color(color)));
        let settled = appraisal::balance(&self.field.board, color) + checkers(color) - checkers(!color);
        let risk = self.run().map_or(0, |run| self.risk(run));
        if color == self.turn { settled - risk } else { settled + risk }
    }

    /// What may be lost at once by whoever has not ended the turn.
    fn risk(&self, run: Run) -> i32 {
        let board = &self.field.board;
        let exposed = |square: &Square| board.attacks_to(*square, !self.turn, board.occupied()).any();
        let loss = |square| self.role_at(square).filter(|role| *role != Role::King).map_or(0, worth);
        run.active.into_iter().filter(exposed).map(loss).sum()
    }

    /// The enemy piece to which a checker is likely to be given: a blocked pawn if there is one.
    fn meekest(&self) -> Option<Square> {
        let board = &self.field.board;
        let pawns = board.by_piece((!self.turn).pawn());
        let blocked = pawns & board.occupied().shift(self.turn.fold_wb(8, -8));
        let all: [Bitboard; 3] = [blocked, pawns, board.by_color(!self.turn)];
        let few = all.into_iter().find(|squares| squares.any())?;
        // The one farthest from its goal.
        self.turn.fold_wb(few.last(), few.first())
    }

    fn role_at(&self, square: Square) -> Option<Role> {
        self.field.board.role_at(square)
    }
}
