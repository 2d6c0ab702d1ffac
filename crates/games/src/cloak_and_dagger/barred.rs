//! What looks possible to somebody who knows the own army and is not, and why.

use kit_chess::Step;
use kit_chess::field::push_steps;
use kit_chess::shakmaty::{Bitboard, Rank, Role, Square};
use kit_play::Reason;

use super::action::{Action, Bonus};
use super::army::{Army, Numbers};
use super::position::{Phase, Position};
use crate::steps;

const EXPOSED: Reason = steps::exposed("cloak.king-safety");
const BONUS_EXPOSED: Reason = steps::exposed("cloak.bonus-check");
const OPEN_KING: Reason =
    Reason::new("an uncloaked king cannot be captured, only checkmated", "cloak.no-king-capture");
const NO_PAWN_LOST: Reason = Reason::new("no pawn of yours waits to come back", "cloak.drop");
const KING_ATTACKED: Reason = Reason::new(
    "a king is not uncloaked where a pawn or an uncloaked piece attacks it",
    "cloak.uncloak-king",
);

/// What whoever has this army and is on turn cannot do now.
pub fn barred(position: &Position, army: &Army) -> Vec<(Action, Reason)> {
    let mut offers = Vec::new();
    position.actions(army, &mut offers);
    let mut barred = match position.phase {
        Phase::Guess => Vec::new(),
        Phase::Move => moves(position, army),
        Phase::Owed | Phase::Earned => bonuses(position),
        Phase::Uncloak => uncloaking(position, army).into_iter().collect(),
    };
    barred.retain(|(action, _)| !offers.contains(action));
    barred
}

fn moves(position: &Position, army: &Army) -> Vec<(Action, Reason)> {
    let own = position.open.by_color(position.turn) | position.cloaked(position.turn);
    let pieces = own.into_iter().filter_map(|from| Some((from, position.own_role(army, from)?)));
    let king = position.open_king(!position.turn).map_or(Bitboard::EMPTY, Bitboard::from);
    let mut barred = Vec::new();
    for (from, role) in pieces {
        let taken = position.attacked_from(role, from) & king;
        each_step(position, role, from, taken, |step| barred.push((Action::Move(step), OPEN_KING)));
        let reach = position.reach_of(role, from);
        each_step(position, role, from, reach, |step| barred.push((Action::Move(step), EXPOSED)));
    }
    barred
}

fn bonuses(position: &Position) -> Vec<(Action, Reason)> {
    let mut barred = Vec::new();
    let bonus = |step| Action::Bonus(Bonus::Step(step));
    for from in position.open.by_piece(position.turn.pawn()) {
        let reach = position.reach_of(Role::Pawn, from);
        each_step(position, Role::Pawn, from, reach, |step| barred.push((bonus(step), BONUS_EXPOSED)));
    }
    let second = Bitboard::from_rank(position.turn.relative_rank(Rank::Second)) & !position.occupied();
    let why = if *position.pools.get(position.turn) == 0 { NO_PAWN_LOST } else { BONUS_EXPOSED };
    barred.extend(second.into_iter().map(|square| (Action::Bonus(Bonus::Drop(square)), why)));
    barred
}

/// The king alone.
fn uncloaking(position: &Position, army: &Army) -> Option<(Action, Reason)> {
    let king = army.king().filter(|king| position.numbers(position.turn).contains(*king))?;
    let numbers: Numbers = [king].into_iter().collect();
    Some((Action::Uncloak(numbers), KING_ATTACKED))
}

fn each_step(position: &Position, role: Role, from: Square, targets: Bitboard, each: impl FnMut(Step)) {
    let mut steps = Vec::new();
    targets.into_iter().for_each(|to| push_steps(role.of(position.turn), from, to, &mut steps));
    steps.into_iter().for_each(each);
}
