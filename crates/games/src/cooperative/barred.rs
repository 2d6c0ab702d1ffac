//! What looks like a move or a capture and is none, and why.

use kit_chess::Step;
use kit_chess::field::castling_side;
use kit_play::Reason;

use super::Spread;
use super::action::Action;
use super::position::{Position, Stage};
use crate::deck::Pile;

const CASTLES_ATTACKED: Reason =
    Reason::new("a king does not castle out of an attack or across one", "cooperative.castling");
const CARDS_APART: Reason =
    Reason::new("no card like it lies beside a card like the piece to be taken", "cooperative.beside");
const OTHER_TOPS: Reason =
    Reason::new("the top cards of the stacks do not show these two kinds", "cooperative.tops");
const CARD_FIRST: Reason = Reason::new("captures come after the card", "cooperative.stack-steps");
const QUIET_MADE: Reason = Reason::new("the quiet move of this turn has been made", "cooperative.quiet");
const OTHER_PIECE: Reason =
    Reason::new("all moves of a turn are made with one piece", "cooperative.one-piece");
const NOTHING_TO_BECOME: Reason = Reason::new(
    "a pawn promotes only with its card in the line and a captured piece to come back",
    "cooperative.promote-line",
);

/// Moves of chess that the player on turn cannot make now.
pub fn barred(position: &Position) -> Vec<(Action, Reason)> {
    // The prompt asks for a card then, and no move is due.
    if matches!(position.stage, Stage::Card { .. }) {
        return Vec::new();
    }
    let (mut offers, mut steps) = (Vec::new(), Vec::new());
    position.actions(&Pile::EMPTY, &mut offers);
    position.field.steps(position.turn, &mut steps);
    let is_offered = |step: &Step| offers.iter().any(|offer| offer.step() == Some(*step));
    let barred = steps.into_iter().filter(|step| !is_offered(step));
    barred.filter_map(|step| objection(position, step)).collect()
}

fn objection(position: &Position, step: Step) -> Option<(Action, Reason)> {
    let board = &position.field.board;
    let piece = board.piece_at(step.from)?;
    if board.piece_at(step.to).is_some() || position.field.en_passant_from(step.from) == Some(step.to) {
        return Some((Action::Take { step, card: None, bought: None }, no_capture(position, step)));
    }
    let why = match position.stage {
        Stage::Captures { .. } => QUIET_MADE,
        Stage::Card { .. } | Stage::QuietOrCard | Stage::Quiet => {
            let castling = castling_side(piece, step).map(|_| CASTLES_ATTACKED);
            castling.or(step.promotion.map(|_| NOTHING_TO_BECOME))?
        }
    };
    Some((Action::Quiet { step, bought: None }, why))
}

fn no_capture(position: &Position, step: Step) -> Reason {
    let mut cards = 0;
    position.each_card(step.from, step.to, |_| cards += 1);
    match (position.stage, position.rules.spread) {
        (Stage::QuietOrCard, _) => CARD_FIRST,
        (Stage::Captures { bound: Some(bound), .. }, _) if bound != step.from => OTHER_PIECE,
        (Stage::Captures { .. } | Stage::Card { .. } | Stage::Quiet, _) if cards > 0 => NOTHING_TO_BECOME,
        (Stage::Captures { .. } | Stage::Card { .. } | Stage::Quiet, Spread::Line) => CARDS_APART,
        (Stage::Captures { .. } | Stage::Card { .. } | Stage::Quiet, Spread::Stacks) => OTHER_TOPS,
    }
}
