//! What looks like a move or a blow and is none, and why.

use kit_chess::Step;
use kit_chess::field::castling_side;
use kit_chess::shakmaty::Color;
use kit_play::Reason;

use super::Action;
use super::position::{Blows, Position, Stage};
use crate::steps;

const ATTACKED_ON_THE_WAY: Reason = steps::attacked_on_the_way("synchronous.castle");
const TAKES_KING: Reason = Reason::new("nobody captures a king here", "synchronous.king-safe");
const ONLY_THE_KING: Reason =
    Reason::new("your king is attacked, so it has to move itself", "synchronous.attacked");
const ATTACKED_THERE: Reason = Reason::new("an enemy piece attacks your king there", "synchronous.attacked");
const EXPOSES: Reason = Reason::new("your king would be attacked", "synchronous.legal");
const STRUCK: Reason = Reason::new("this piece has struck already this turn", "synchronous.once");

/// What a color that has to decide cannot answer.
pub fn barred(position: &Position, color: Color) -> Vec<(Action, Reason)> {
    let (mut offers, mut steps) = (Vec::new(), Vec::new());
    position.actions(color, &mut offers);
    position.field.steps(color, &mut steps);
    let aimed = steps.into_iter().filter(|step| match position.stage {
        Stage::Writing => true,
        Stage::Blows(blows) => *blows.open.get(color) == Some(step.to),
    });
    let barred = aimed.filter(|step| !offers.contains(&Action::Move(*step)));
    barred.map(|step| (Action::Move(step), objection(position, color, step))).collect()
}

/// Why a step that chess knows is not on offer.
fn objection(position: &Position, color: Color, step: Step) -> Reason {
    let board = &position.field.board;
    let is_king = board.kings().contains(step.from);
    let castles = board.piece_at(step.from).is_some_and(|piece| castling_side(piece, step).is_some());
    match position.stage {
        _ if board.kings().contains(step.to) => TAKES_KING,
        Stage::Blows(Blows { struck, .. }) if struck.contains(step.from) => STRUCK,
        Stage::Writing if castles => ATTACKED_ON_THE_WAY,
        Stage::Writing if !is_king && position.is_attacked(color) => ONLY_THE_KING,
        Stage::Writing | Stage::Blows(_) if is_king => ATTACKED_THERE,
        Stage::Writing | Stage::Blows(_) => EXPOSES,
    }
}
