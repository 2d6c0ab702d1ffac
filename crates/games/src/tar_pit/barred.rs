//! What looks possible and is not, and why: moves of pieces that are tarred, and whatever would
//! leave the own king attacked.

use kit_chess::Step;
use kit_chess::field::{castling_side, rook_home};
use kit_chess::shakmaty::{Role, attacks};
use kit_play::Reason;

use super::Action;
use super::position::{Condition, Phase, Position};
use crate::deck::{Card, Pile};
use crate::steps;

const EXPOSED: Reason = steps::exposed("tar-pit.own-king");
const ATTACKED_ON_THE_WAY: Reason = steps::attacked_on_the_way("tar-pit.castle");
const STUCK_PAWN: Reason = Reason::new("a tarred pawn cannot move", "tar-pit.tarred-pawn");
const STUCK: Reason =
    Reason::new("a tarred piece moves only like a pawn, one square ahead", "tar-pit.tarred");
const CASTLES_ON_TAR: Reason = Reason::new("a checker lies under the king or that rook", "tar-pit.castle");
const MUST_PARRY: Reason =
    Reason::new("your king is in check, and the throw has to end it", "tar-pit.parry-option");

/// What whoever acts cannot do now, holding these cards.
pub fn barred(position: &Position, throw_parries: bool, hand: &Pile) -> Vec<(Action, Reason)> {
    let mut offers = Vec::new();
    position.actions(throw_parries, hand, &mut offers);
    let mut barred = match position.phase {
        Phase::Move => moves(position),
        Phase::Throw(from) => {
            let neighbors = attacks::king_attacks(from) & position.field.board.occupied();
            let throws = neighbors.into_iter().map(|to| (Action::Throw(Some(to)), EXPOSED));
            throws.chain([(Action::Throw(None), MUST_PARRY)]).collect()
        }
        Phase::Card => cards(position, hand),
        Phase::Return | Phase::Discard | Phase::Draw => Vec::new(),
    };
    barred.retain(|(action, _)| !offers.contains(action));
    barred
}

/// Every move of chess, and every one of a tarred piece, with what would speak against it.
fn moves(position: &Position) -> Vec<(Action, Reason)> {
    let (board, turn) = (&position.field.board, position.turn);
    let mut steps = Vec::new();
    position.field.steps(turn, &mut steps);
    for from in position.tarred(turn) {
        let targets = position.targets(from).into_iter().map(|to| Step::new(from, to));
        let known: Vec<Step> = targets.filter(|step| !steps.contains(step)).collect();
        steps.extend(known);
    }
    steps.retain(|step| !board.kings().contains(step.to));
    steps.into_iter().map(|step| (Action::Move(step), objection(position, step))).collect()
}

fn objection(position: &Position, step: Step) -> Reason {
    let board = &position.field.board;
    let Some(piece) = board.piece_at(step.from) else { return EXPOSED };
    if let Some(side) = castling_side(piece, step) {
        let rook = rook_home(position.turn, side);
        let clean = position.checker_at(step.from).is_none() && position.checker_at(rook).is_none();
        return if clean { ATTACKED_ON_THE_WAY } else { CASTLES_ON_TAR };
    }
    match (position.condition(step.from), piece.role) {
        (Condition::Tarred, Role::Pawn) => STUCK_PAWN,
        (Condition::Tarred, _) if !position.targets(step.from).contains(step.to) => STUCK,
        (Condition::Tarred | Condition::Clean | Condition::Carrying, _) => EXPOSED,
    }
}

/// Pieces that fit a card and may not get its checker.
fn cards(position: &Position, hand: &Pile) -> Vec<(Action, Reason)> {
    let board = &position.field.board;
    let pieces = hand.kinds().filter_map(|card| match card {
        Card::Piece(piece) => Some(piece),
        Card::Checkers(_) => None,
    });
    let matching = pieces.flat_map(|piece| {
        board.by_piece(piece).into_iter().map(move |at| (Action::Lay { piece, at }, EXPOSED))
    });
    matching.collect()
}
