//! What looks like a move of the card that is due and is none, and why.

use kit_chess::field::castling_side;
use kit_chess::shakmaty::{Color, Role};
use kit_play::Reason;

use super::Action;
use super::position::Position;

const SAME_PAWN: Reason = Reason::new("this pawn has moved already this turn", "two-move.same-pawn");
const OTHER_KIND: Reason =
    Reason::new("only the kind on the card or your least kind that can move may go", "two-move.least-only");
const NO_KING_CARD: Reason = Reason::new("castling needs the king card", "two-move.castle");

/// Moves of chess that the card of a color does not give, while that card is due.
pub fn barred(position: &Position, color: Color) -> Vec<(Action, Reason)> {
    let Some(turn) = position.turn() else { return Vec::new() };
    let Some(entry) = turn.queue.current().filter(|entry| entry.owner == color) else { return Vec::new() };
    let (mut given, mut steps) = (Vec::new(), Vec::new());
    position.each_step(turn, entry, |step| given.push(step));
    position.field.steps(color, &mut steps);
    let why = |from| {
        if turn.moved.contains(from) { SAME_PAWN } else { OTHER_KIND }
    };
    let others = steps.into_iter().filter(|step| !given.contains(step));
    others
        .map(|step| {
            let castles = castling_side(Role::King.of(color), step).is_some()
                && position.field.board.kings().contains(step.from);
            (Action::Move(step), if castles { NO_KING_CARD } else { why(step.from) })
        })
        .collect()
}
