//! The game laid out for searching: small nodes in which both grids are known.

use kit_chess::Step;
use kit_chess::shakmaty::{Bitboard, Board, ByColor, ByRole, Color, Piece, Rank, Role, Square, attacks};
use kit_play::{Node, NodeStanding, Outcome, Pace, Seat, Team};

use super::position::{Happening, Position, Stage};
use super::{Action, Rules, State, dead, ends};
use crate::appraisal::{balance, habit, worth};
use crate::keys::{mixed, with_board};
use crate::notation;
use crate::sides::{color_of, seat_of};

/// A position with the graves that somebody imagines.
#[derive(Clone)]
pub struct SearchNode {
    rules: Rules,
    position: Position,
    graves: ByColor<Board>,
    /// How many turns with progress there were on the way here.
    stirred: u64,
}

impl SearchNode {
    pub fn new(state: State) -> SearchNode {
        let State { public, graves } = state;
        SearchNode { rules: public.rules, position: public.position, graves, stirred: 0 }
    }

    fn verdict(&self) -> Option<Outcome> {
        if !self.position.has_action(self.own_grave()) {
            return Some(ends::STUCK.end(self.position.turn, self.position.is_check()));
        }
        self.dead()
    }

    fn dead(&self) -> Option<Outcome> {
        let begins = self.position.stage == Stage::Begin && self.position.waiting().is_empty();
        let buried = self.graves.iter().any(|grave| grave.occupied().any());
        dead(&self.position.field.board, buried).filter(|_| begins)
    }

    fn own_grave(&self) -> &Board {
        self.graves.get(self.position.turn)
    }

    fn march(&mut self, steps: impl Iterator<Item = Step>, goes_on: bool) {
        for step in steps {
            self.position.step(step);
        }
        if goes_on {
            self.position.stage = Stage::Horde
        } else {
            let stirred = &mut self.stirred;
            self.position.finish(&mut self.graves, self.rules, &mut |happening| count(stirred, happening))
        }
    }

    fn is_capture(&self, step: Step) -> bool {
        let board = &self.position.field.board;
        let en_passant = board.pawns().contains(step.from) && step.from.file() != step.to.file();
        en_passant || board.occupied().contains(step.to)
    }

    /// A number for what everybody sees.
    fn public_key(&self) -> u64 {
        let Position { field, zombies, skipped, turn, stage, going } = &self.position;
        let mut key = with_board(u64::from(turn.is_white()) * 4 + *stage as u64, &field.board);
        for squares in [field.rights, *zombies, *skipped, going.moved, going.skipped] {
            key = mixed(key, squares.0);
        }
        for square in going.left.iter() {
            key = mixed(key, square as u64);
        }
        for prisoner in going.prisoners.iter() {
            key = mixed(key, prisoner.role as u64 * 2 + u64::from(prisoner.zombie));
        }
        key
    }

    /// How good a grave is: what it will cost to have the body there, and how soon it may be woken.
    fn grave_worth(&self, under: Square) -> i32 {
        let Position { field, turn, zombies, going, .. } = &self.position;
        let Some(prisoner) = going.prisoners.first() else { return 0 };
        let mobility = field.board.attacks_from(under).without(field.board.by_color(*turn)).count() as i32;
        let restless = if zombies.contains(under) { 50 } else { 0 };
        -burden(&field.board, under, prisoner.role.of(!*turn)) - 2 * mobility - restless
    }
}

/// Counts turns with progress.
fn count(stirred: &mut u64, happening: Happening) {
    *stirred += u64::from(matches!(happening, Happening::TurnOver { progress: true }));
}

impl Node for SearchNode {
    type Step = Action;

    const PACE: Pace = Pace::Lively;

    fn is_between_turns(&self) -> bool {
        self.position.stage == Stage::Begin
    }

    fn is_pressed(&self) -> bool {
        Node::is_between_turns(self) && self.position.is_check()
    }

    fn passed(&self) -> Option<SearchNode> {
        let Position { stage, turn, .. } = &self.position;
        let begins = *stage == Stage::Begin && self.position.waiting().is_empty();
        if !begins || self.position.is_check() {
            return None;
        }
        let mut passed = self.clone();
        (passed.position.turn, passed.position.skipped) = (!*turn, Bitboard::EMPTY);
        Some(passed)
    }

    fn habit(action: Action) -> u16 {
        match action {
            Action::March(march) => march.steps.iter().next().map_or(0, |step| habit(step.from, step.to)),
            Action::Promote { .. } | Action::Bury(_) => 0,
        }
    }

    fn standing(&self) -> NodeStanding {
        match self.verdict() {
            Some(outcome) => NodeStanding::Over(outcome),
            None => NodeStanding::Decides(seat_of(self.position.turn)),
        }
    }

    fn steps(&self, steps: &mut Vec<Action>) {
        if self.dead().is_none() {
            self.position.actions(self.own_grave(), steps);
        }
    }

    fn play(&mut self, action: Action) {
        match action {
            Action::Promote { square, role } => {
                let stirred = &mut self.stirred;
                let hear = &mut |happening| count(stirred, happening);
                self.position.promote((square, role), &self.graves, self.rules, hear);
            }
            Action::March(march) => self.march(march.steps.iter(), march.goes_on),
            Action::Bury(under) => {
                let stirred = &mut self.stirred;
                let hear = &mut |happening| count(stirred, happening);
                self.position.bury(under, &mut self.graves, self.rules, hear);
            }
        }
    }

    fn is_noisy(&self, action: Action) -> bool {
        match action {
            Action::Promote { role, .. } => role == Role::Queen,
            Action::March(march) => {
                march.steps.iter().any(|step| step.promotion.is_some() || self.is_capture(step))
            }
            // A capture is not over before its burial; the best place stands for all.
            Action::Bury(under) => {
                let places = self.position.burial_squares(self.own_grave());
                places.into_iter().max_by_key(|place| self.grave_worth(*place)) == Some(under)
            }
        }
    }

    fn promise(&self, action: Action) -> i32 {
        let board = &self.position.field.board;
        let worth_at = |square| board.role_at(square).map_or(0, |role| worth(role).min(1000));
        match action {
            Action::Promote { role, .. } => worth(role),
            Action::March(march) => {
                let promise = |step: Step| {
                    if notation::castles(board, step) {
                        return 20;
                    }
                    let taken = if self.is_capture(step) { worth_at(step.to).max(100) } else { 0 };
                    let risk = if taken > 0 { worth_at(step.from) / 16 } else { 0 };
                    taken + step.promotion.map_or(0, worth) - risk
                };
                march.steps.iter().map(promise).sum()
            }
            Action::Bury(under) => self.grave_worth(under),
        }
    }

    fn progress(&self) -> u64 {
        self.stirred
    }

    fn recurrence(&self) -> u64 {
        with_board(self.position.turn.is_white().into(), &self.position.field.board)
    }

    fn appraise(&self, team: Team) -> i32 {
        let color = color_of(Seat(team.0));
        let side = |color: Color| {
            let dead = worth_of_dead(&self.graves.get(!color).material_side(color));
            dead - burdens(&self.position.field.board, self.graves.get(color))
        };
        appraise(&self.position, color) + side(color) - side(!color)
    }

    fn key(&self) -> u64 {
        self.graves.iter().fold(self.public_key(), with_board)
    }

    // [zombie.secret] One knows where one has buried.
    fn sight(&self, seat: Seat) -> u64 {
        let burier = color_of(seat);
        // How many bodies of each kind lie somewhere is for all to see.
        let material = self.graves.get(!burier).material_side(burier);
        let counts =
            Role::ALL.into_iter().fold(0, |counts, role| counts << 8 | u64::from(*material.get(role)));
        with_board(mixed(self.public_key(), counts), self.graves.get(burier))
    }
}

/// How good the board looks for a color: what stands there, zombies for less, as they have to move.
pub fn appraise(position: &Position, color: Color) -> i32 {
    let board = &position.field.board;
    let side = |color: Color| {
        let zombies = position.zombies & board.by_color(color);
        let discount: i32 =
            zombies.into_iter().filter_map(|square| board.role_at(square)).map(|role| worth(role) / 3).sum();
        let held: i32 = if color == position.turn {
            position.going.prisoners.iter().map(|prisoner| worth(prisoner.role) / DEAD_SHARE).sum()
        } else {
            0
        };
        8 * flights(board, color) - discount - held
    };
    balance(board, color) + side(color) - side(!color)
}

/// How many squares a king could flee to; a king with few of them is soon mated.
fn flights(board: &Board, color: Color) -> i32 {
    let Some(king) = board.king_of(color) else { return 0 };
    let around = attacks::king_attacks(king) & !board.by_color(color);
    let occupied = board.occupied().without(king);
    let safe = around.into_iter().filter(|square| board.attacks_to(*square, !color, occupied).is_empty());
    safe.count() as i32
}

/// A piece in the ground is worth this part of a living one.
const DEAD_SHARE: i32 = 8;

/// What pieces in the ground are worth to the player who lost them.
pub fn worth_of_dead(dead: &ByRole<u8>) -> i32 {
    dead.zip_role().into_iter().map(|(role, count)| worth(role) / DEAD_SHARE * i32::from(count)).sum()
}

/// What it costs a player to have buried these bodies where they are.
pub fn burdens(board: &Board, grave: &Board) -> i32 {
    grave.iter().map(|(square, body)| burden(board, square, body)).sum()
}

/// A body costs little where it only sleeps, more where it would attack once woken, and much
/// where it would check the own king, because then the piece above it cannot move.
fn burden(board: &Board, square: Square, body: Piece) -> i32 {
    let color = !body.color;
    let Some(keeper) = board.piece_at(square).filter(|keeper| keeper.color == color) else { return 0 };
    let promotes = body.role == Role::Pawn && square.rank() == body.color.relative_rank(Rank::Eighth);
    let role = if promotes { Role::Queen } else { body.role };
    let mut reach = attacks::attacks(square, role.of(body.color), board.occupied());
    if promotes {
        reach |= attacks::knight_attacks(square);
    }
    match keeper.role {
        // Squares around the king that it can no longer enter.
        Role::King => 60 + 30 * (reach & attacks::king_attacks(square)).count() as i32,
        _ if (reach & board.by_piece(color.king())).any() => 70 + worth(keeper.role) / 4,
        _ => worth(role) / 20,
    }
}
