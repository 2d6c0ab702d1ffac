//! The game laid out for searching: small nodes in which the disguises are known.

use std::sync::LazyLock;

use kit_chess::shakmaty::{ByColor, Color, Role};
use kit_play::numbers::log2;
use kit_play::{Node, NodeStanding, Pace, Seat, Team};

use super::disguise::{Candidates, Disguise, Kind};
use super::position::Position;
use super::{Action, Rules, State};
use crate::appraisal::{balance, habit, progress, worth};
use crate::keys::{mixed, with_board};
use crate::notation;
use crate::sides::{color_of, seat_of};

/// What a position is known by when it comes up again: also by what has been found out.
pub fn placement(position: &Position) -> u64 {
    let Position { field, turn, candidates } = position;
    let key = Color::ALL.into_iter().fold(turn.is_white().into(), |key, color| {
        let bits = candidates.get(color).bits();
        mixed(mixed(key, bits as u64), (bits >> 64) as u64)
    });
    with_board(key, &field.board)
}

/// A position with the disguises that somebody imagines.
#[derive(Clone)]
pub struct SearchNode {
    rules: Rules,
    position: Position,
    disguises: ByColor<Option<Disguise>>,
    /// Whether a grid was locked on the way here that whoever fills the other may not see.
    sealed: bool,
}

impl SearchNode {
    pub fn new(state: &State) -> SearchNode {
        let (rules, position) = (state.public.rules, state.public.position.clone());
        SearchNode { rules, position, disguises: state.disguises, sealed: false }
    }

    /// The color that has to fill a grid now, for the other's pieces.
    fn choosing(&self) -> Option<Color> {
        [Color::White, Color::Black].into_iter().find(|color| self.disguises.get(!*color).is_none())
    }

    /// What a question takes in this world, if anything.
    fn prize(&self, action: Action) -> Option<Role> {
        let Action::Ask { from, to } = action else { return None };
        let disguise = (*self.disguises.get(self.position.turn))?;
        let question = self.position.question(from, to, disguise)?;
        question.granted.then_some(question.victim)
    }

    /// A number for what everybody sees.
    fn public_key(&self) -> u64 {
        let Position { field, turn, candidates } = &self.position;
        let mut key = mixed(u64::from(turn.is_white()), field.rights.0);
        key = mixed(key, field.ep.map_or(64, |square| square as u64));
        key = with_board(key, &field.board);
        for color in Color::ALL {
            let bits = candidates.get(color).bits();
            key = mixed(mixed(key, bits as u64), (bits >> 64) as u64);
        }
        key
    }

    fn with_disguise(&self, key: u64, color: Color) -> u64 {
        mixed(key, self.disguises.get(color).map_or(u64::MAX, |disguise| u64::from(disguise.index())))
    }

    fn tells_something(&self, action: Action) -> bool {
        let Action::Ask { from, to } = action else { return false };
        self.position.chances(from, to).is_some_and(|(granting, all)| granting > 0 && granting < all)
    }
}

impl Node for SearchNode {
    type Step = Action;

    const PACE: Pace = Pace::Lively;

    fn is_counted(&self) -> bool {
        self.choosing().is_none()
    }

    fn passed(&self) -> Option<SearchNode> {
        if self.choosing().is_some() {
            return None;
        }
        let mut passed = self.clone();
        passed.position.turn = !self.position.turn;
        passed.position.field.ep = None;
        Some(passed)
    }

    fn habit(action: Action) -> u16 {
        match action {
            Action::Move(step) => habit(step.from, step.to),
            Action::Ask { from, to } => habit(from, to),
            Action::Assign(_) => 0,
        }
    }

    fn standing(&self) -> NodeStanding {
        if let Some(color) = self.choosing() {
            let both = self.disguises.white.is_none() && self.disguises.black.is_none();
            let seat = seat_of(color);
            return if both || self.sealed { NodeStanding::Seals(seat) } else { NodeStanding::Decides(seat) };
        }
        let verdict = self.position.verdict(self.rules);
        verdict.map_or_else(|| NodeStanding::Decides(seat_of(self.position.turn)), NodeStanding::Over)
    }

    fn steps(&self, steps: &mut Vec<Action>) {
        if self.choosing().is_some() {
            steps.extend(Disguise::all().map(Action::Assign));
        } else if self.position.without_king().is_none() {
            self.position.actions(self.rules, steps);
        }
    }

    fn play(&mut self, action: Action) {
        match action {
            Action::Assign(disguise) => {
                let chooser = self.choosing().expect("a grid is filled while one is empty");
                *self.disguises.get_mut(!chooser) = Some(disguise);
                self.sealed = self.choosing().is_some();
            }
            Action::Move(step) => {
                self.position.make_move(step);
            }
            Action::Ask { from, to } => {
                let disguise = self.disguises.get(self.position.turn).expect("both grids are filled");
                let question = self.position.question(from, to, disguise).expect("a piece asks for a piece");
                self.position.take_answer(question);
            }
        }
    }

    fn is_noisy(&self, action: Action) -> bool {
        match action {
            Action::Move(step) => {
                step.promotion.is_some() || self.position.field.board.piece_at(step.to).is_some()
            }
            Action::Ask { .. } => self.prize(action).is_some(),
            Action::Assign(_) => false,
        }
    }

    fn promise(&self, action: Action) -> i32 {
        let board = &self.position.field.board;
        let worth_at = |square| board.role_at(square).map_or(0, worth);
        match action {
            Action::Move(step) if notation::castles(board, step) => 20,
            Action::Move(step) => {
                let taken = worth_at(step.to);
                let became = step.promotion.map_or(0, worth);
                let risk = if taken > 0 { worth_at(step.from) / 16 } else { 0 };
                taken + became - risk
            }
            Action::Ask { from, .. } => match self.prize(action) {
                Some(victim) => worth(victim) - worth_at(from).min(1000) / 16,
                None if self.tells_something(action) => -10,
                None => -100,
            },
            Action::Assign(_) => 0,
        }
    }

    fn progress(&self) -> u64 {
        progress(&self.position.field.board)
    }

    fn recurrence(&self) -> u64 {
        placement(&self.position)
    }

    fn appraise(&self, team: Team) -> i32 {
        appraise(&self.position, &self.disguises, color_of(Seat(team.0)))
    }

    fn key(&self) -> u64 {
        Color::ALL.into_iter().fold(self.public_key(), |key, color| self.with_disguise(key, color))
    }

    // [masquerade.secret] One knows the disguise that one chose, of the other color.
    fn sight(&self, seat: Seat) -> u64 {
        self.with_disguise(self.public_key(), !color_of(seat))
    }

    /// A question that is sure to fail.
    fn is_idle(&self, action: Action) -> bool {
        let Action::Ask { from, to } = action else { return false };
        self.position.chances(from, to).is_some_and(|(granting, _)| granting == 0)
    }
}

/// How good a position looks for a color, whose disguises may be known or guessed:
/// material, how well it captures, and what its player has found out.
pub fn appraise(position: &Position, disguises: &ByColor<Option<Disguise>>, color: Color) -> i32 {
    let side = |color: Color| {
        let candidates = *position.candidates.get(color);
        mask_worth(position, *disguises.get(color), color) + knowledge(candidates)
    };
    balance(&position.field.board, color) + side(color) - side(!color)
}

/// How much better or worse than usual the pieces of a color capture.
fn mask_worth(position: &Position, disguise: Option<Disguise>, color: Color) -> i32 {
    let board = &position.field.board;
    let gain = |kind: Kind| {
        let count = board.by_piece(kind.role().of(color)).count() as i32;
        let worth = match disguise {
            Some(disguise) => capture_worth(disguise.capture_of(kind)),
            None => expected_worth(*position.candidates.get(color), kind),
        };
        count * (worth - capture_worth(kind)) / 2
    };
    Kind::ALL.into_iter().map(gain).sum()
}

fn expected_worth(candidates: Candidates, kind: Kind) -> i32 {
    let share = |capture: Kind| candidates.giving(kind, capture) as i32 * capture_worth(capture);
    let total: i32 = Kind::ALL.into_iter().map(share).sum();
    total / candidates.count().max(1) as i32
}

fn capture_worth(kind: Kind) -> i32 {
    match kind {
        Kind::King => 250,
        Kind::Queen | Kind::Rook | Kind::Bishop | Kind::Knight => worth(kind.role()),
    }
}

/// What it is worth to know more about one's own pieces: so much for each bit, nothing at first and
/// more than half a pawn in the end.
fn knowledge(candidates: Candidates) -> i32 {
    (BIT * BITS[candidates.count() as usize]) / 100
}

/// What one bit of knowledge is worth.
const BIT: i32 = 9;

/// For each number of candidates that are left, how many hundredths of a bit were told.
static BITS: LazyLock<[i32; 121]> = LazyLock::new(|| {
    let told = |left: usize| 100.0 * log2(f64::from(Candidates::ALL.count()) / left.max(1) as f64);
    std::array::from_fn(|left| told(left) as i32)
});
