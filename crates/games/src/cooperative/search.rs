//! The game laid out for searching: no text, no history, cards as they are imagined.

use std::sync::{Arc, Mutex};

use kit_play::{Chance, Node, Seat, Standing, Team};

use super::action::Action;
use super::dealer::{Dealer, Hidden};
use super::position::{Ending, Position, Stage};
use super::{State, seat_for};
use crate::deck::Pile;
use crate::keys::{field_key, mixed};

/// A position in which somebody imagines where all cards are.
#[derive(Clone)]
pub struct Attempt {
    position: Position,
    hidden: Hidden,
    /// What recycled cards are shuffled by.
    chance: Arc<Mutex<Chance>>,
}

impl Attempt {
    /// The node of an imagined state.
    pub fn new(state: State, chance: Chance) -> Attempt {
        let State { public, hidden } = state;
        Attempt { position: public.position, hidden, chance: Arc::new(Mutex::new(chance)) }
    }
}

impl Node for Attempt {
    type Step = Action;

    fn standing(&self) -> Standing {
        match self.position.outcome() {
            Some(outcome) => Standing::Over(outcome),
            None => Standing::Decides(seat_for(&self.position, self.position.turn)),
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
        let Hidden { hands, stock, removed } = &self.hidden;
        let piles = [line, &stacks.white, &stacks.black, taken, &hands.white, &hands.black, stock, removed];
        piles.into_iter().fold(key, |key, pile| mixed(key, pile_key(pile)))
    }

    fn team(_seat: Seat) -> Team {
        Team(0)
    }
}

fn pile_key(pile: &Pile) -> u64 {
    pile.cards().iter().fold(0, |key, card| mixed(key, u64::from(card.code()) + 1))
}

/// How good a position looks: the points that it is likely to end with.
pub fn appraise(position: &Position) -> i32 {
    let points = match position.ending {
        Some(ending) => 100 * position.points(ending),
        None => 100 * position.points(Ending::KingTaken),
    };
    points
}
