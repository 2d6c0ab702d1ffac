//! The game laid out for searching: small nodes in which the card that lies face down is known.

use kit_chess::Step;
use kit_chess::shakmaty::{Color, Role};
use kit_play::{Node, NodeStanding, Outcome, Pace, Seat, Team};

use super::cards::Card;
use super::position::{Position, Stage, Trophy, color_of, team_of};
use super::{Action, State, actions};
use crate::appraisal::{balance, habit, hunt, progress, promise, worth};
use crate::keys::{field_key, mixed, with_board};

/// A position with the card that somebody imagines to lie face down.
#[derive(Clone)]
pub struct SearchNode {
    position: Position,
    laid: Option<Card>,
    over: Option<Outcome>,
}

impl SearchNode {
    pub fn new(state: State) -> SearchNode {
        SearchNode { position: state.public.position, laid: state.laid, over: None }
    }

    /// How much the best capture by a piece of this kind promises.
    fn prize_of(&self, role: Role) -> i32 {
        let Position { field, turn, .. } = &self.position;
        let pieces = field.board.by_piece(role.of(*turn));
        let victims = pieces.into_iter().flat_map(|from| field.capture_targets(from));
        let prize = |victim| field.board.role_at(victim).map_or(0, worth) - worth(role).min(1000) / 16;
        victims.map(prize).max().unwrap_or(0)
    }

    fn prize(&self, card: Card) -> i32 {
        self.position.bet(card).map_or(-1, |role| self.prize_of(role))
    }

    /// A number for what everybody sees.
    fn public_key(&self) -> u64 {
        let Position { field, turn, trophy, up, movers, stage } = &self.position;
        let stage = match stage {
            Stage::Predict => 1,
            Stage::Move => 2,
            Stage::Remove { loser, card } => {
                (3 + u64::from(loser.is_white())) | ((card.letter() as u64) << 8)
            }
        };
        let people = u64::from(movers.white.0) << 4 | u64::from(movers.black.0) << 8;
        let cards = card_code(up.white) | card_code(up.black) << 8;
        let rest = u64::from(turn.is_white()) | (trophy.place() as u64) << 1 | people | cards << 16;
        let ep = field.ep.map_or(64, |square| square as u64);
        [rest, stage, ep].into_iter().fold(field_key(field), mixed)
    }

    fn victim(&self, step: Step) -> Option<Role> {
        let board = &self.position.field.board;
        let en_passant = self.position.field.ep == Some(step.to) && board.pawns().contains(step.from);
        board.role_at(step.to).or(en_passant.then_some(Role::Pawn))
    }
}

impl Node for SearchNode {
    type Step = Action;

    const PACE: Pace = Pace::Lively;

    fn is_between_turns(&self) -> bool {
        self.position.stage == Stage::Predict
    }

    fn passed(&self) -> Option<SearchNode> {
        if self.position.stage != Stage::Predict || self.position.in_check() {
            return None;
        }
        let mut passed = self.clone();
        passed.position.turn = !self.position.turn;
        passed.position.field.ep = None;
        passed.over = passed.position.verdict();
        Some(passed)
    }

    fn habit(action: Action) -> u16 {
        match action {
            Action::Move(step) => habit(step.from, step.to),
            Action::Lay(_) | Action::Remove(_) => 0,
        }
    }

    fn standing(&self) -> NodeStanding {
        match &self.over {
            Some(outcome) => NodeStanding::Over(outcome.clone()),
            None => NodeStanding::Decides(self.position.deciding()),
        }
    }

    fn steps(&self, steps: &mut Vec<Action>) {
        if self.over.is_none() {
            actions(&self.position, steps);
        }
    }

    fn play(&mut self, action: Action) {
        match action {
            Action::Lay(card) => {
                self.laid = Some(card);
                self.position.lay();
                return;
            }
            Action::Move(step) => {
                let card = self.laid.take().expect("a card is laid before a move");
                self.position.make_move(step, card);
            }
            Action::Remove(square) => {
                self.position.remove(square);
            }
        }
        self.over = self.position.verdict().or_else(|| self.position.dead());
    }

    /// A prediction is noisy when it expects the best capture, so that a chase of captures
    /// goes through it.
    fn is_noisy(&self, action: Action) -> bool {
        match action {
            Action::Lay(card) => {
                let prize = self.prize(card);
                prize > 0 && Role::ALL.into_iter().all(|role| self.prize_of(role) <= prize)
            }
            Action::Move(step) => step.promotion.is_some() || self.victim(step).is_some(),
            Action::Remove(_) => false,
        }
    }

    fn promise(&self, action: Action) -> i32 {
        let worth_at = |square| self.position.field.board.role_at(square).map_or(0, worth);
        match action {
            Action::Lay(card) => self.prize(card),
            Action::Move(step) => {
                let mover = self.position.field.board.role_at(step.from);
                let bet = self.laid.and_then(|card| self.position.bet(card));
                let expected = mover.is_some() && bet == mover;
                promise(mover, self.victim(step), step.promotion) + if expected { STEP } else { 0 }
            }
            Action::Remove(square) => -worth_at(square),
        }
    }

    fn progress(&self) -> u64 {
        progress(&self.position.field.board)
    }

    fn recurrence(&self) -> u64 {
        with_board(self.position.turn.is_white().into(), &self.position.field.board)
    }

    fn appraise(&self, team: Team) -> i32 {
        appraise(&self.position, Color::from_white(team == team_of(Color::White)))
    }

    fn key(&self) -> u64 {
        mixed(self.public_key(), card_code(self.laid))
    }

    // [telepathic.secret] Only the predictor knows the card.
    fn sight(&self, seat: Seat) -> u64 {
        let laid = self.laid.filter(|_| seat == self.position.roles(self.position.turn).1);
        mixed(self.public_key(), card_code(laid))
    }

    fn unlaid(&self) -> Option<SearchNode> {
        let mut node = self.clone();
        node.laid.take()?;
        node.position.stage = Stage::Predict;
        Some(node)
    }

    fn team(seat: Seat) -> Team {
        team_of(color_of(seat))
    }
}

fn card_code(card: Option<Card>) -> u64 {
    card.map_or(0, |card| card.letter() as u64)
}

/// What a step of the trophy is worth, in hundredths of what it costs to lose the tug there.
const STEP: i32 = 60;

/// How good a position looks for a color: the board, and what lost tugs cost.
pub fn appraise(position: &Position, color: Color) -> i32 {
    let for_winner = |loser: Color, gain: i32| if loser == color { -gain } else { gain };
    let tug = match (position.stage, position.trophy) {
        (Stage::Remove { loser, .. }, _) => for_winner(loser, stake(position, loser)),
        (Stage::Predict | Stage::Move, Trophy::Middle) => 0,
        (Stage::Predict | Stage::Move, Trophy::Side(side)) => {
            for_winner(!side, stake(position, !side) * STEP / 100)
        }
    };
    let (board, hunt) = (&position.field.board, hunt(&position.field.board, color));
    evened(balance(board, color) - hunt) + hunt + tug
}

/// The balance with large leads cut to an eighth, so that the tug still matters to whoever leads.
fn evened(balance: i32) -> i32 {
    let lead = balance.abs().min(300);
    balance.signum() * (lead + (balance.abs() - lead) / 8)
}

/// What a color loses with a tug: its least piece, and nothing if it has only a king.
fn stake(position: &Position, loser: Color) -> i32 {
    let board = &position.field.board;
    let pieces = position.removable(loser).into_iter();
    pieces.filter_map(|square| board.role_at(square)).map(worth).min().unwrap_or(0)
}
