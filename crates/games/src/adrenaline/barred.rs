//! What looks possible and is not, and why: above all moves and steps after which the king could
//! be captured in one turn, however many extra steps it takes.

use kit_chess::Step;
use kit_chess::field::{castling_step, rook_home};
use kit_chess::shakmaty::{Bitboard, CastlingSide, Square, attacks};
use kit_play::{Reason, Sentence};

use super::position::{Phase, Position, Run, each_promotion};
use super::{Action, View, tabletop};
use crate::steps;

const EXPOSED: Reason = steps::exposed("adrenaline.safe-move");
const ATTACKED_ON_THE_WAY: Reason = steps::attacked_on_the_way("adrenaline.castle-safe");
const CASTLES_ON_CHECKERS: Reason =
    Reason::new("nobody castles with checkers under the king or that rook", "adrenaline.castle-checkers");
const MOVED_BEFORE: Reason =
    Reason::new("only a pawn that has never moved may go two squares", "adrenaline.double-step");
const NOBODY_TO_CHARGE: Reason = Reason::new(
    "whoever got the checker for this capture could take your king with it",
    "adrenaline.rush-needed",
);
const WOULD_REACH_KING: Reason =
    Reason::new("with this checker that piece could take your king", "adrenaline.rush-safe");

/// What whoever is on turn cannot do now.
pub fn barred(position: &Position) -> Vec<(Action, Reason)> {
    let (mut offers, mut barred) = (Vec::new(), Vec::new());
    position.actions(&mut offers);
    match position.phase {
        Phase::Move => {
            moves(position, &mut barred);
            castlings(position, &mut barred);
        }
        Phase::Steps(run) => {
            extra_steps(position, run, &mut barred);
            placements(position, run, &mut barred);
        }
    }
    barred.retain(|(action, _)| !offers.contains(action));
    barred
}

/// [adrenaline.check] The turn in which the king could be captured, where that is why an action of
/// whoever is on turn is barred.
pub fn details(view: &View, action: &Action, reason: Reason) -> Option<Sentence> {
    if ![EXPOSED, ATTACKED_ON_THE_WAY, WOULD_REACH_KING].contains(&reason) {
        return None;
    }
    let position = &view.state.position;
    let line = |after: &Position| after.threat(!position.turn, after.king(position.turn));
    let on_the_way = match *action {
        Action::Move(step) if reason == ATTACKED_ON_THE_WAY => {
            let way = attacks::between(step.from, step.to).with(step.from).into_iter();
            way.map(|square| position.with_king_on(square)).find_map(|stopped| line(&stopped))
        }
        Action::Move(_) | Action::Step { .. } | Action::Place(_) | Action::Stop => None,
    };
    let line = on_the_way.or_else(|| line(&done(position, *action)))?;
    Some(tabletop::threat_words(&view.state, &line))
}

/// The position after an action that is barred, before the turn would be handed over.
fn done(position: &Position, action: Action) -> Position {
    let mut after = position.clone();
    match action {
        Action::Move(step) => {
            after.make_move(step);
        }
        Action::Step { .. } => {
            position.step_of(action).map(|step| after.make_step(step));
        }
        Action::Place(square) => square.into_iter().for_each(|square| after.stacks.put(square, 1)),
        Action::Stop => {}
    }
    after
}

fn moves(position: &Position, barred: &mut Vec<(Action, Reason)>) {
    let board = &position.field.board;
    for from in board.by_color(position.turn) {
        let is_pawn = board.pawns().contains(from);
        let may = position.targets(from);
        for to in (may | position.field.quiet_targets(from)).without(board.kings()) {
            let why =
                if may.contains(to) { unsafe_move(position, Step::new(from, to)) } else { MOVED_BEFORE };
            each_promotion(is_pawn, position.turn, to, |promotion| {
                barred.push((Action::Move(Step { from, to, promotion }), why));
                false
            });
        }
    }
}

fn unsafe_move(position: &Position, step: Step) -> Reason {
    let mut after = position.clone();
    after.make_move(step);
    if after.in_check(position.turn) { EXPOSED } else { NOBODY_TO_CHARGE }
}

fn castlings(position: &Position, barred: &mut Vec<(Action, Reason)>) {
    for side in position.field.castlings(position.turn) {
        let why = if castles_on_checkers(position, side) { CASTLES_ON_CHECKERS } else { ATTACKED_ON_THE_WAY };
        barred.push((Action::Move(castling_step(position.turn, side)), why));
    }
}

fn castles_on_checkers(position: &Position, side: CastlingSide) -> bool {
    let pair = Bitboard::from(position.king(position.turn)).with(rook_home(position.turn, side));
    !position.rules.castle_with_checkers && (pair & position.stacks.squares()).any()
}

fn extra_steps(position: &Position, run: Run, barred: &mut Vec<(Action, Reason)>) {
    let board = &position.field.board;
    let free = !board.by_color(position.turn) & !board.kings();
    for from in run.active & position.stacks.squares() {
        for to in attacks::king_attacks(from) & free {
            let mut after = position.clone();
            after.make_step(Step::new(from, to));
            let why = if after.in_check(position.turn) { EXPOSED } else { NOBODY_TO_CHARGE };
            // Two pieces may step after castling, so that the start has to be named.
            let named = Some(from).filter(|_| run.active.more_than_one());
            each_promotion(board.pawns().contains(from), position.turn, to, |promotion| {
                barred.push((Action::Step { from: named, to, promotion }, why));
                false
            });
        }
    }
}

fn placements(position: &Position, run: Run, barred: &mut Vec<(Action, Reason)>) {
    if run.captured && position.stacks.supply() > 0 {
        let enemies = position.field.board.by_color(!position.turn).into_iter();
        barred.extend(enemies.map(|at: Square| (Action::Place(Some(at)), WOULD_REACH_KING)));
    }
}
