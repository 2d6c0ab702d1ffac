//! The game laid out for searching: no text, no history.

use kit_chess::Step;
use kit_chess::shakmaty::{Bitboard, ByColor, Color, Role, Square, attacks};
use kit_play::{Node, NodeStanding, Pace, Seat, Team};

use super::Action;
use super::position::{Blows, Position, Stage};
use crate::appraisal::{balance, blind_promise, habit, is_noisy, progress, worth};
use crate::keys::{field_key, mixed, with_board};
use crate::sealed::SealedNode;
use crate::sides::{color_of, seat_of, team_of};

/// A position with its sealed answers.
pub type SearchNode = SealedNode<Position, Action>;

impl SearchNode {
    fn awaits(&self, color: Color) -> bool {
        self.position.asks(color) && self.sealed.get(color).is_none()
    }

    /// Who decides, White first when both are asked.
    fn deciding(&self) -> Color {
        Color::from_white(self.awaits(Color::White))
    }

    fn reveal(&mut self) {
        let answers = std::mem::take(&mut self.sealed);
        self.blind = false;
        self.position.play(answers);
        self.over = self.position.king_captured();
        if self.over.is_none() && self.position.close_idle(|_, _| ()) {
            self.over = self.position.verdict();
        }
    }
}

impl Node for SearchNode {
    type Step = Action;

    const PACE: Pace = Pace::Lively;

    fn is_between_turns(&self) -> bool {
        self.position.stage == Stage::Writing && self.awaits(Color::White) && self.awaits(Color::Black)
    }

    fn unsealed(&self) -> Option<SearchNode> {
        let node = SearchNode { sealed: ByColor::default(), blind: false, ..self.clone() };
        (self.over.is_none() && node.awaits(Color::White) && node.awaits(Color::Black)).then_some(node)
    }

    fn habit(action: Action) -> u16 {
        action.step().map_or(0, |step| habit(step.from, step.to))
    }

    fn standing(&self) -> NodeStanding {
        if let Some(outcome) = &self.over {
            return NodeStanding::Over(outcome.clone());
        }
        let both = self.awaits(Color::White) && self.awaits(Color::Black);
        let seat = seat_of(self.deciding());
        if both || self.blind { NodeStanding::Seals(seat) } else { NodeStanding::Decides(seat) }
    }

    fn steps(&self, steps: &mut Vec<Action>) {
        if self.over.is_none() {
            self.position.actions(self.deciding(), steps);
        }
    }

    fn play(&mut self, step: Action) {
        let color = self.deciding();
        *self.sealed.get_mut(color) = Some(step);
        if self.awaits(!color) { self.blind = true } else { self.reveal() }
    }

    fn is_noisy(&self, step: Action) -> bool {
        step.step().is_some_and(|step| is_noisy(&self.position.field.board, step))
    }

    fn promise(&self, step: Action) -> i32 {
        let Action::Move(step) = step else { return 0 };
        let plain = blind_promise(&self.position.field.board, step);
        match self.position.stage {
            Stage::Writing => plain + prospect(&self.position, self.deciding(), step),
            Stage::Blows(_) => plain,
        }
    }

    fn progress(&self) -> u64 {
        progress(&self.position.field.board)
    }

    fn recurrence(&self) -> u64 {
        with_board(0, &self.position.field.board)
    }

    fn appraise(&self, team: Team) -> i32 {
        appraise(&self.position, color_of(Seat(team.0)))
    }

    fn key(&self) -> u64 {
        let square = |square: Option<Square>| square.map_or(64, u64::from);
        let (stage, struck) = match self.position.stage {
            Stage::Writing => (0, 0),
            Stage::Blows(Blows { open, struck }) => {
                (1 + square(open.white) * 128 + square(open.black), struck.0)
            }
        };
        let answer = |answer: Option<Action>| match answer {
            None => 0,
            Some(Action::Pass) => 1,
            Some(Action::Move(step)) => {
                let promotion = step.promotion.map_or(0, |role| role as u64);
                2 + (promotion * 64 + u64::from(step.from)) * 64 + u64::from(step.to)
            }
        };
        let sealed = mixed(answer(self.sealed.white), answer(self.sealed.black));
        let blind = u64::from(self.blind);
        [stage, struck, sealed, blind].into_iter().fold(field_key(&self.position.field), mixed)
    }

    fn team(seat: Seat) -> Team {
        team_of(color_of(seat))
    }
}

/// How good a position looks for a color: material, what stands in danger, and the kings.
///
/// However large the lead is, what is left to do is to mate, so a large lead counts little
/// more than a sound one, and the kings count in full.
pub fn appraise(position: &Position, color: Color) -> i32 {
    let lead = balance(&position.field.board, color) - danger(position, color) + danger(position, !color);
    let kings = king_danger(position, !color) - king_danger(position, color);
    MOST * lead / (lead.abs() + MOST) + kings + chase(position, color, lead)
}

/// What no lead in material outweighs.
const MOST: i32 = 400;

/// What it is worth to whoever is well ahead that the other king stands at the edge with the
/// own king nearby, where it can be mated.
fn chase(position: &Position, color: Color, lead: i32) -> i32 {
    let board = &position.field.board;
    let (Some(own), Some(other)) = (board.king_of(color), board.king_of(!color)) else { return 0 };
    let from_center = |king: Square| {
        let (file, rank) = (u32::from(king.file()) as i32, u32::from(king.rank()) as i32);
        (2 * file - 7).abs() + (2 * rank - 7).abs()
    };
    let near = 7 - own.distance(other) as i32;
    match lead {
        400.. => 6 * from_center(other) + 15 * near,
        ..=-400 => -6 * from_center(own) - 15 * near,
        _ => 0,
    }
}

/// What a color stands to lose.
///
/// A piece in danger may walk away, unless another is in danger, too, or the king must move.
fn danger(position: &Position, color: Color) -> i32 {
    let board = &position.field.board;
    let pieces = board.by_color(color) & !board.kings();
    let (mut worst, mut sum) = (0, 0);
    for square in pieces {
        let loss = loss_on(position, color, square);
        worst = worst.max(loss);
        sum += loss;
    }
    let usual = if position.is_attacked(color) { sum / 2 } else { worst / 4 + (sum - worst) / 3 };
    usual + blow_on(position, color)
}

/// What would be lost if the cheapest enemy piece captured on this square now.
fn loss_on(position: &Position, color: Color, square: Square) -> i32 {
    let board = &position.field.board;
    let enemies = position.guards(!color, square);
    if enemies.is_empty() {
        return 0;
    }
    let victim = board.role_at(square).map_or(0, worth);
    if position.guards(color, square).any() { (victim - cheapest(position, enemies)).max(0) } else { victim }
}

/// What the blow that may fall on a piece of this color would cost.
fn blow_on(position: &Position, color: Color) -> i32 {
    let Stage::Blows(Blows { open, .. }) = position.stage else { return 0 };
    open.get(!color).map_or(0, |square| loss_on(position, color, square))
}

/// What a move saves, risks and threatens.
///
/// Half of it counts, because nobody knows whether what is attacked stays where it is.
fn prospect(position: &Position, color: Color, step: Step) -> i32 {
    let board = &position.field.board;
    let Some(mover) = board.role_at(step.from) else { return 0 };
    let arrives = step.promotion.unwrap_or(mover);
    let occupied = board.occupied().without(step.from).with(step.to);
    let guards = |color: Color, square: Square| {
        board.attacks_to(square, color, occupied).without(step.from).without(step.to)
    };
    let enemies = guards(!color, step.to);
    let risked = match (enemies.any(), guards(color, step.to).any()) {
        (false, _) => 0,
        (true, false) => worth(arrives),
        (true, true) => (worth(arrives) - cheapest(position, enemies)).max(0),
    };
    let saved = if mover == Role::King { 0 } else { loss_on(position, color, step.from) };
    let aims = attacks::attacks(step.to, arrives.of(color), occupied) & board.by_color(!color);
    let threat = |square: Square| match board.role_at(square) {
        Some(Role::King) => CHECK,
        Some(role) if guards(!color, square).any() => (worth(role) - worth(arrives)).max(0),
        Some(role) => worth(role),
        None => 0,
    };
    let threatened = aims.into_iter().map(threat).max().unwrap_or(0);
    (saved - risked + threatened) / 2
}

/// What it promises to attack the king, which must then move.
const CHECK: i32 = 240;

fn cheapest(position: &Position, pieces: Bitboard) -> i32 {
    let role = |role: &Role| (position.field.board.by_role(*role) & pieces).any();
    Role::ALL.into_iter().find(role).map_or(0, worth)
}

/// A king that is attacked gives its pieces no time, and one without flight squares is soon mated.
fn king_danger(position: &Position, color: Color) -> i32 {
    let board = &position.field.board;
    let Some(king) = board.king_of(color) else { return 0 };
    let around = attacks::king_attacks(king) & !board.by_color(color);
    let occupied = board.occupied().without(king);
    let is_safe = |square: &Square| board.attacks_to(*square, !color, occupied).is_empty();
    let safe = around.into_iter().filter(is_safe).count() as i32;
    let cornered = match safe {
        0 => 90,
        1 => 50,
        2 => 25,
        _ => 16 - 2 * safe,
    };
    if position.is_attacked(color) { 40 + 2 * cornered } else { cornered }
}
