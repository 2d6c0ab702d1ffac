//! The game laid out for searching: no text, no history, cards as they are imagined.

use std::sync::{Arc, Mutex};

use kit_chess::field::pawn_pushes;
use kit_chess::shakmaty::{Bitboard, Board, Color, Piece, Role, attacks};
use kit_play::{Chance, Node, NodeStanding, Seat, Team};

use super::action::Action;
use super::dealer::{Dealer, Hidden};
use super::position::{Position, Stage, is_king};
use super::{Spread, State, seat_for};
use crate::deck::{Card, Pile};
use crate::keys::{field_key, mixed};

/// A position in which somebody imagines where all cards are.
#[derive(Clone)]
pub struct SearchNode {
    position: Position,
    hidden: Hidden,
    /// What recycled cards are shuffled by.
    chance: Arc<Mutex<Chance>>,
}

impl SearchNode {
    /// The node of an imagined state.
    pub fn new(state: State, chance: Chance) -> SearchNode {
        let State { public, hidden } = state;
        SearchNode { position: public.position, hidden, chance: Arc::new(Mutex::new(chance)) }
    }
}

impl SearchNode {
    /// A number for what everybody sees.
    fn public_key(&self) -> u64 {
        let Position { field, turn, stage, line, stacks, taken, .. } = &self.position;
        let stage = match stage {
            Stage::Card { bound } => 1 + bound.map_or(64, |square| square as u64) * 8,
            Stage::QuietOrCard => 2,
            Stage::Quiet => 3,
            Stage::Captures { bound, wild } => {
                4 + u64::from(*wild) + bound.map_or(64, |square| square as u64) * 8
            }
        };
        let ep = field.ep.map_or(64, |square| square as u64);
        let key = mixed(field_key(field), stage << 16 | ep << 1 | u64::from(turn.is_white()));
        let piles = [line, &stacks.white, &stacks.black, taken];
        piles.into_iter().fold(key, |key, pile| mixed(key, pile_key(pile)))
    }
}

impl Node for SearchNode {
    type Step = Action;

    fn is_between_turns(&self) -> bool {
        matches!(self.position.stage, Stage::Card { bound: None } | Stage::QuietOrCard)
    }

    fn standing(&self) -> NodeStanding {
        match self.position.outcome() {
            Some(outcome) => NodeStanding::Over(outcome),
            None => NodeStanding::Decides(seat_for(&self.position, self.position.turn)),
        }
    }

    fn steps(&self, steps: &mut Vec<Action>) {
        self.position.actions(self.hidden.hands.get(self.position.turn), steps);
    }

    fn play(&mut self, step: Action) {
        let mut chance = self.chance.lock().expect("nobody panics while cards are shuffled");
        let (position, hidden) = (&mut self.position, &mut self.hidden);
        Dealer { position, hidden, chance: &mut chance, tell: &mut |_| () }.act(step);
        chance.take_rolls();
    }

    fn is_noisy(&self, step: Action) -> bool {
        matches!(step, Action::Take { .. })
    }

    fn promise(&self, step: Action) -> i32 {
        match step {
            Action::Take { .. } => 2,
            Action::Play(_) | Action::Quiet { .. } => 1,
            Action::Done => 0,
        }
    }

    fn appraise(&self, _team: Team) -> i32 {
        appraise(&self.position)
    }

    fn key(&self) -> u64 {
        let Hidden { hands, stock, removed } = &self.hidden;
        let piles = [&hands.white, &hands.black, stock, removed];
        piles.into_iter().fold(self.public_key(), |key, pile| mixed(key, pile_key(pile)))
    }

    // [cooperative.secret] One sees the own hand, and how many cards are elsewhere.
    fn sight(&self, seat: Seat) -> u64 {
        let Position { held, stock, removed, .. } = &self.position;
        let counts = [held.white, held.black, *stock, *removed];
        let key = counts.into_iter().fold(self.public_key(), |key, count| mixed(key, u64::from(count)));
        let hand = |color: Color| pile_key(self.hidden.hands.get(color));
        let own = Color::ALL.into_iter().filter(|color| seat_for(&self.position, *color) == seat);
        own.fold(key, |key, color| mixed(key, hand(color)))
    }

    fn team(_seat: Seat) -> Team {
        Team(0)
    }
}

fn pile_key(pile: &Pile) -> u64 {
    pile.cards().iter().fold(0, |key, card| mixed(key, u64::from(card.code()) + 1))
}

/// The points, in hundredths, that are neither good nor bad, in a line and in stacks.
const EVEN: i32 = 2_200;
const EVEN_STACKS: i32 = 300;
/// How many hundredths of a point are one to whoever searches, and for stacks how many one is.
const LINE_POINT: i32 = 2;
const STACK_POINT: i32 = 3;

/// The points, in hundredths, for which an appraisal stands.
pub fn points(position: &Position, appraisal: i32) -> i32 {
    match position.rules.spread {
        Spread::Line => LINE_POINT * appraisal + EVEN,
        Spread::Stacks => appraisal / STACK_POINT + EVEN_STACKS - 15 * position.captures(),
    }
}

/// How good a position looks, by the points with which it is likely to end.
///
/// The numbers were found by letting casual bots play.
pub fn appraise(position: &Position) -> i32 {
    let left = i32::from(position.stock + position.held.white + position.held.black);
    let captures = position.captures();
    // All in hundredths of a point.
    match (position.rules.spread, position.ending) {
        (Spread::Line, Some(ending)) => (100 * position.points(ending) - EVEN) / LINE_POINT,
        (Spread::Line, None) => {
            let pairs = pairs(position);
            let hope = hope(position, left);
            let kinds = 10 * progress(position, |gone, all| 80 * gone * gone / (all * all));
            (100 * captures + hope * kinds / 100 + 40 * left + pairs - EVEN) / LINE_POINT
        }
        // Captures are worth nothing by themselves, but lead to kinds that are gone.
        (Spread::Stacks, Some(ending)) => {
            STACK_POINT * (100 * position.points(ending) + 15 * captures - EVEN_STACKS)
        }
        (Spread::Stacks, None) => {
            let hope = 70 * left / (left + 3);
            let kinds = progress(position, |gone, all| 60 * gone / all);
            STACK_POINT * (15 * captures + hope * kinds / 100 - EVEN_STACKS)
        }
    }
}

/// How far the kinds are cleared: a hundred for each that is gone, and what `part` says of how
/// many are gone of all for the others.
fn progress(position: &Position, part: impl Fn(i32, i32) -> i32) -> i32 {
    let kind = |role: &Role| {
        let all = Board::new().by_role(*role).count() as i32;
        let standing = (position.field.board.by_role(*role).count() as i32).min(all);
        if standing == 0 { 100 } else { part(all - standing, all) }
    };
    Role::ALL.iter().filter(|role| **role != Role::King).map(kind).sum()
}

/// What the neighbors in the line promise.
fn pairs(position: &Position) -> i32 {
    let mut worth = 0;
    for (taker, victim) in neighbors(position) {
        // Each pair is there twice, once for either as the taker.
        worth += 10;
        if attacks(&position.field.board, taker, victim) {
            worth += 60;
        }
    }
    worth
}

/// How likely a king will be taken in the end, without which kinds count nothing, in hundredths.
fn hope(position: &Position, left: i32) -> i32 {
    let board = &position.field.board;
    let in_line = position.line.cards().iter().any(|card| is_king(*card));
    // Whose card is neither in the line nor to come cannot be taken any more.
    if !in_line && position.stock == 0 {
        return 0;
    }
    let kings = neighbors(position).filter(|(_, victim)| victim.role == Role::King);
    let ready = kings.map(|(taker, king)| {
        if attacks(board, taker, king) {
            95
        } else if reaches(board, taker, king) {
            85
        } else if board.by_piece(taker).any() {
            60
        } else {
            0
        }
    });
    let to_come = if in_line { 90 * left / (left + 4) } else { 80 * left / (left + 7) };
    ready.max().unwrap_or(0).max(to_come)
}

/// Pieces whose cards lie side by side and of which one may take the other, each as the taker.
fn neighbors(position: &Position) -> impl Iterator<Item = (Piece, Piece)> + '_ {
    position.line.cards().windows(2).flat_map(|pair| match *pair {
        [Card::Piece(one), Card::Piece(two)] if one.color != two.color => {
            [Some((one, two)), Some((two, one))].into_iter().flatten()
        }
        _ => [None, None].into_iter().flatten(),
    })
}

/// Whether some piece of a kind attacks one of another kind.
fn attacks(board: &Board, taker: Piece, victim: Piece) -> bool {
    let victims = board.by_piece(victim);
    let takers = if victims.is_empty() { Bitboard::EMPTY } else { board.by_piece(taker) };
    takers.into_iter().any(|from| (attacks::attacks(from, taker, board.occupied()) & victims).any())
}

/// Whether some piece of a kind could attack one of another kind after one quiet move.
fn reaches(board: &Board, taker: Piece, victim: Piece) -> bool {
    let (victims, occupied) = (board.by_piece(victim), board.occupied());
    board.by_piece(taker).into_iter().any(|from| {
        let without = occupied.without(from);
        let quiet = match taker.role {
            Role::Pawn => pawn_pushes(taker.color, from, occupied),
            _ => attacks::attacks(from, taker, occupied) & !occupied,
        };
        quiet.into_iter().any(|to| (attacks::attacks(to, taker, without) & victims).any())
    })
}
