//! The game laid out for searching: no text, no history.

use kit_chess::Step;
use kit_chess::shakmaty::{Board, ByColor, Color, Role, attacks};
use kit_play::{Node, NodeStanding, Pace, Seat, Team};

use super::cards::Cards;
use super::position::{Position, Stage};
use super::{Action, king_captured};
use crate::appraisal;
use crate::keys::{field_key, mixed, with_board};
use crate::sealed::SealedNode;
use crate::sides::{color_of, seat_of};

/// A position with its sealed pairs.
pub type SearchNode = SealedNode<Position, Cards>;

impl SearchNode {
    /// Who decides, White first when both have to choose.
    fn deciding(&self) -> Color {
        match self.position.stage {
            Stage::Opening => Color::White,
            Stage::Choosing(ready) => Color::from_black(ready.white),
            Stage::Moving(turn) => turn.queue.current().map_or(Color::White, |entry| entry.owner),
        }
    }

    fn choose(&mut self, cards: Cards) {
        let color = self.deciding();
        *self.sealed.get_mut(color) = Some(cards);
        if let Stage::Choosing(ready) = &mut self.position.stage {
            *ready.get_mut(color) = true;
        }
        self.blind = true;
        if let ByColor { white: Some(white), black: Some(black) } = self.sealed {
            self.sealed = ByColor::default();
            self.blind = false;
            self.position.reveal(ByColor { white, black });
            self.go_on();
        }
    }

    fn move_piece(&mut self, step: Step) {
        let owner = self.deciding();
        let played = self.position.play(step);
        match played.captured {
            Some((_, piece)) if piece.role == Role::King => self.over = Some(king_captured(owner)),
            Some(_) | None => self.go_on(),
        }
    }

    fn go_on(&mut self) {
        if self.position.skip(|_| ()) {
            self.position.clear_up();
        }
    }
}

impl Node for SearchNode {
    type Step = Action;

    const PACE: Pace = Pace::Lively;

    fn is_between_turns(&self) -> bool {
        match self.position.stage {
            Stage::Opening => true,
            Stage::Choosing(ready) => ready == ByColor::default(),
            Stage::Moving(_) => false,
        }
    }

    fn is_counted(&self) -> bool {
        self.is_between_turns() && self.position.stage != Stage::Opening
    }

    fn unsealed(&self) -> Option<SearchNode> {
        let Stage::Choosing(_) = self.position.stage else { return None };
        let mut node = SearchNode { sealed: ByColor::default(), blind: false, ..self.clone() };
        node.position.stage = Stage::Choosing(ByColor::default());
        Some(node)
    }

    fn habit(action: Action) -> u16 {
        match action {
            Action::Move(step) => appraisal::habit(step.from, step.to),
            Action::Open(_) | Action::Choose(_) => 0,
        }
    }

    fn standing(&self) -> NodeStanding {
        if let Some(outcome) = &self.over {
            return NodeStanding::Over(outcome.clone());
        }
        let seat = seat_of(self.deciding());
        match self.position.stage {
            Stage::Choosing(ready) if self.blind || ready == ByColor::default() => NodeStanding::Seals(seat),
            Stage::Opening | Stage::Choosing(_) | Stage::Moving(_) => NodeStanding::Decides(seat),
        }
    }

    fn steps(&self, steps: &mut Vec<Action>) {
        if self.over.is_none() {
            self.position.actions(self.deciding(), steps);
        }
    }

    fn play(&mut self, step: Action) {
        match step {
            Action::Open(cards) => self.position.lay_open(cards),
            Action::Choose(cards) => self.choose(cards),
            Action::Move(step) => self.move_piece(step),
        }
    }

    fn is_noisy(&self, step: Action) -> bool {
        match step {
            Action::Open(_) | Action::Choose(_) => false,
            Action::Move(step) => appraisal::is_noisy(&self.position.field.board, step),
        }
    }

    fn promise(&self, step: Action) -> i32 {
        match step {
            Action::Move(step) => appraisal::blind_promise(&self.position.field.board, step),
            Action::Open(_) => 0,
            Action::Choose(cards) => {
                let prospect = |card| prospect(&self.position.field.board, self.deciding(), card);
                cards.iter().map(prospect).sum()
            }
        }
    }

    fn progress(&self) -> u64 {
        appraisal::progress(&self.position.field.board)
    }

    fn recurrence(&self) -> u64 {
        with_board(0, &self.position.field.board)
    }

    fn appraise(&self, team: Team) -> i32 {
        appraisal::balance(&self.position.field.board, color_of(Seat(team.0)))
    }

    fn key(&self) -> u64 {
        let board = field_key(&self.position.field);
        let open = self.position.open;
        let cards = open.cards.code() * 2 + u64::from(open.owner.is_white());
        let pair = |pair: Option<Cards>| pair.map_or(0, |cards| cards.code() + 1);
        let sealed = pair(self.sealed.white) * 64 + pair(self.sealed.black);
        let stage = match self.position.stage {
            Stage::Opening => 1,
            Stage::Choosing(_) => 2 + u64::from(self.blind),
            Stage::Moving(turn) => {
                let chosen = turn.chosen.white.code() * 32 + turn.chosen.black.code();
                mixed(mixed(4 + chosen, turn.queue.code()), turn.moved.0)
            }
        };
        [cards, sealed, stage].into_iter().fold(board, mixed)
    }
}

/// What a card promises: the best that its pieces can take, and half of what they can save of
/// themselves.
fn prospect(board: &Board, color: Color, card: Role) -> i32 {
    let piece = card.of(color);
    let (mut taken, mut saved) = (0, 0);
    for from in board.by_piece(piece) {
        let aims = attacks::attacks(from, piece, board.occupied()) & board.by_color(!color);
        let victims = aims.into_iter().filter_map(|square| board.role_at(square));
        taken = taken.max(victims.map(appraisal::worth).max().unwrap_or(0));
        if board.attacks_to(from, !color, board.occupied()).any() {
            saved = saved.max(appraisal::worth(card) / 2);
        }
    }
    taken + saved
}
