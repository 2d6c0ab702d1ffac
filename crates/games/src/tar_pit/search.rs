//! The game laid out for searching: no text, no history, hands as they are imagined.

use kit_chess::shakmaty::{ByColor, Color, Piece, Role, Square};
use kit_play::{Node, NodeStanding, Outcome, Pace, Seat, Team};

use super::position::{Condition, Phase, Position};
use super::{Action, State, stuck};
use crate::appraisal::{balance, habit, progress, promise, worth};
use crate::deck::{Card, Order, Pile};
use crate::keys::{mixed, with_board};
use crate::notation;
use crate::sides::{color_of, seat_of};

/// What a position is known by when it comes up again.
pub fn placement(position: &Position) -> u64 {
    let Position { field, checkers, turn, .. } = position;
    let tarred = mixed(checkers.white.0, checkers.black.0);
    with_board(mixed(tarred, turn.is_white().into()), &field.board)
}

/// A position in which somebody imagines what everybody holds and will draw.
#[derive(Clone)]
pub struct SearchNode {
    throw_parries: bool,
    position: Position,
    hands: ByColor<Pile>,
    stock: Pile,
    discard: Pile,
    order: Order,
    over: Option<Outcome>,
}

impl SearchNode {
    /// The node of an imagined state.
    pub fn new(state: &State) -> SearchNode {
        let public = &state.public;
        SearchNode {
            throw_parries: public.rules.throw_parries,
            position: public.position.clone(),
            hands: state.hands,
            stock: state.stock,
            discard: public.discard,
            order: state.order,
            over: None,
        }
    }

    fn spend(&mut self, card: Card) {
        self.hands.get_mut(self.position.acting()).remove(card);
        self.discard.put(card);
    }

    /// Draws and passes the turn, unless somebody has yet to decide in it.
    fn go_on(&mut self) {
        if self.position.phase != Phase::Draw {
            return;
        }
        let color = self.position.turn;
        let mut drawn = 0;
        for _ in 0..self.position.lacking() {
            self.stock.refill(&mut self.discard, &self.order);
            let Some(card) = self.stock.take() else { break };
            self.hands.get_mut(color).sort_in(card);
            drawn += 1;
        }
        self.position.hand_over(drawn);
        self.over = stuck(&self.position, self.throw_parries);
    }

    /// A number for what everybody sees.
    fn public_key(&self) -> u64 {
        let Position { field, checkers, front, held: _, turn, phase } = &self.position;
        let (roles, colors) = field.board.clone().into_bitboards();
        let squares =
            roles.iter().copied().chain([colors.white, field.rights, checkers.white, checkers.black]);
        let board = squares.fold(u64::from(turn.is_white()), |key, squares| mixed(key, squares.0));
        let phase = match phase {
            Phase::Move => 64,
            Phase::Throw(from) => *from as u64,
            Phase::Card => 65,
            Phase::Return => 66,
            Phase::Discard => 67,
            Phase::Draw => 68,
        };
        let ep = field.ep.map_or(64, |square| square as u64);
        let counts = u64::from(front.white) << 8 | u64::from(front.black) << 16 | phase << 24 | ep << 32;
        let key = mixed(mixed(board, counts), cards_code(&self.discard));
        mixed(key, u64::from(self.stock.count()))
    }

    fn role_at(&self, square: Square) -> Option<Role> {
        self.position.field.board.role_at(square)
    }
}

impl Node for SearchNode {
    type Step = Action;

    const PACE: Pace = Pace::Lively;

    fn is_between_turns(&self) -> bool {
        self.position.phase == Phase::Move
    }

    fn passed(&self) -> Option<SearchNode> {
        let Position { phase, turn, .. } = &self.position;
        if *phase != Phase::Move || self.position.is_exposed(*turn) {
            return None;
        }
        let mut passed = self.clone();
        passed.position.field.ep = None;
        passed.position.hand_over(0);
        passed.over = stuck(&passed.position, self.throw_parries);
        Some(passed)
    }

    fn habit(action: Action) -> u16 {
        match action {
            Action::Move(step) => habit(step.from, step.to),
            Action::Throw(_)
            | Action::Lay { .. }
            | Action::Checkers(_)
            | Action::NoCard
            | Action::Return(_)
            | Action::Discard(_) => 0,
        }
    }

    fn standing(&self) -> NodeStanding {
        match &self.over {
            Some(outcome) => NodeStanding::Over(outcome.clone()),
            None => NodeStanding::Decides(seat_of(self.position.acting())),
        }
    }

    fn steps(&self, steps: &mut Vec<Action>) {
        if self.over.is_none() {
            let hand = self.hands.get(self.position.acting());
            self.position.actions(self.throw_parries, hand, steps);
        }
    }

    fn play(&mut self, step: Action) {
        match step {
            Action::Move(step) => {
                self.position.make_move(step);
            }
            Action::Throw(to) => {
                self.position.throw(to);
            }
            Action::Lay { piece, at } => {
                self.spend(Card::Piece(piece));
                self.position.lay(at);
            }
            Action::Checkers(color) => {
                self.spend(Card::Checkers(color));
                self.position.play_checkers(color);
            }
            Action::NoCard => self.position.pass(),
            Action::Return(from) => self.position.give_up(from),
            Action::Discard(card) => {
                self.spend(card);
                self.position.discard();
            }
        }
        self.go_on();
    }

    fn is_noisy(&self, step: Action) -> bool {
        match step {
            Action::Move(step) => step.promotion.is_some() || self.role_at(step.to).is_some(),
            // A turn that has begun is followed to its end.
            Action::Throw(_) | Action::NoCard | Action::Return(None) => true,
            Action::Lay { .. } | Action::Checkers(_) | Action::Return(Some(_)) | Action::Discard(_) => false,
        }
    }

    fn promise(&self, step: Action) -> i32 {
        match step {
            Action::Move(step) if notation::castles(&self.position.field.board, step) => 20,
            Action::Move(step) => promise(self.role_at(step.from), self.role_at(step.to), step.promotion),
            Action::Throw(Some(at)) | Action::Lay { at, .. } => gain(&self.position, at) - 5,
            Action::Checkers(_) => 15,
            Action::Throw(None) | Action::NoCard | Action::Return(None) => 0,
            Action::Return(Some(at)) => -gain(&self.position, at) - 5,
            Action::Discard(card) => -i32::from(card.code()),
        }
    }

    fn progress(&self) -> u64 {
        progress(&self.position.field.board)
    }

    fn recurrence(&self) -> u64 {
        placement(&self.position)
    }

    fn appraise(&self, team: Team) -> i32 {
        appraise(&self.position, color_of(Seat(team.0)))
    }

    fn key(&self) -> u64 {
        let hands = [&self.hands.white, &self.hands.black].into_iter();
        hands.fold(self.public_key(), |key, hand| mixed(key, cards_code(hand)))
    }

    fn sight(&self, seat: Seat) -> u64 {
        let held = &self.position.held;
        let key = mixed(self.public_key(), u64::from(held.white) << 8 | u64::from(held.black));
        mixed(key, cards_code(self.hands.get(color_of(seat))))
    }
}

fn cards_code(pile: &Pile) -> u64 {
    let cards = pile.cards().iter();
    cards.fold(0, |codes: u64, card| codes.wrapping_mul(15).wrapping_add(u64::from(card.code()) + 1))
}

/// How good a position looks for a color: pieces, what the tar leaves of them, and checkers to
/// play with.
pub fn appraise(position: &Position, color: Color) -> i32 {
    let own = balance(&position.field.board, color) + side(position, color) - side(position, !color);
    // In the midst of a turn the other player is about to take what hangs.
    let mover = position.turn;
    match position.phase {
        Phase::Move => own,
        Phase::Throw(_) | Phase::Card | Phase::Return | Phase::Discard | Phase::Draw => {
            let loss = hanging(position, mover);
            if mover == color { own - loss } else { own + loss }
        }
    }
}

fn side(position: &Position, color: Color) -> i32 {
    let role = |square| position.field.board.role_at(square).map_or(0, stickiness);
    let tarred: i32 = position.tarred(color).into_iter().map(role).sum();
    let carried = position.field.board.by_color(color) & *position.checkers.get(color);
    let ready = i32::from(*position.front.get(color));
    CARRIED * carried.count() as i32 + READY * ready - tarred
}

/// What a bucket of tar is worth to the piece that carries it, and a checker in front.
const CARRIED: i32 = 18;
const READY: i32 = 12;

/// What a piece loses when it is tarred.
fn stickiness(role: Role) -> i32 {
    match role {
        Role::Pawn => 30,
        Role::Knight => 130,
        Role::Bishop => 140,
        Role::Rook => 220,
        Role::Queen => 420,
        Role::King => 150,
    }
}

/// What it brings the mover to put a checker under a piece.
fn gain(position: &Position, at: Square) -> i32 {
    let Some(Piece { color, role }) = position.field.board.piece_at(at) else { return 0 };
    match (color == position.turn, position.condition(at)) {
        (true, Condition::Tarred) | (false, Condition::Clean) => stickiness(role),
        (true, Condition::Clean) | (false, Condition::Carrying) => CARRIED,
        (true, Condition::Carrying) | (false, Condition::Tarred) => 0,
    }
}

/// The most that the other color could win by one capture.
fn hanging(position: &Position, color: Color) -> i32 {
    let board = &position.field.board;
    let cost = |square: Square| {
        let attackers = position.attackers(square, !color);
        let value = board.role_at(square).map_or(0, worth);
        let cheapest = attackers.into_iter().filter_map(|from| board.role_at(from)).map(worth).min();
        match cheapest {
            None => 0,
            Some(_) if position.attackers(square, color).is_empty() => value,
            Some(cheapest) => (value - cheapest).max(0),
        }
    };
    board.by_color(color).without(board.kings()).into_iter().map(cost).max().unwrap_or(0)
}
