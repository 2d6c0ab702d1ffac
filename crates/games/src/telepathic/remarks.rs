//! What is worth telling of a game that is over.

use kit_chess::Step;
use kit_play::sentence::Filling;
use kit_play::{Remark, RemarkKind, Seat, say};

use super::position::{Stage, Tug};
use super::{ABOUT, Action, State};
use crate::remarks::king_spared;

/// What was remarkable in an entry.
pub fn on_entry(before: &State, done: Option<(Seat, &Action)>, after: &State) -> Vec<Remark> {
    let Some((mover, Action::Move(step))) = done else { return Vec::new() };
    [wrong_card(before, mover, after), spared(before, mover, *step)].into_iter().flatten().collect()
}

/// A prediction that was not right: the worst is one that loses the tug.
fn wrong_card(before: &State, mover: Seat, after: &State) -> Option<Remark> {
    let turn = after.public.turns.get(before.public.turns.len())?;
    let (_, predictor) = before.public.position.roles(before.public.position.turn);
    let (seat, mover, card) = (ABOUT.seat(predictor), ABOUT.seat(mover), Filling::card(turn.card));
    let role = turn.played.piece.role;
    let (weight, words) = match (turn.tug?, after.public.position.stage) {
        (Tug::Pull, _) => return None,
        (Tug::Nothing, _) => (
            300,
            say!(
                "{seat} laid {card|kind:a} face down, and {mover} moved a {role}, as the open card said.",
                seat,
                card,
                mover,
                role
            ),
        ),
        (Tug::Push, Stage::Remove { .. }) => (
            600,
            say!(
                "{seat} laid {card|kind:a}, and {mover} moved a {role}: that lost the tug.",
                seat,
                card,
                mover,
                role
            ),
        ),
        (Tug::Push, Stage::Predict | Stage::Move) => {
            (100, say!("{seat} laid {card|kind:a}, and {mover} moved a {role}.", seat, card, mover, role))
        }
    };
    Some(Remark::new(RemarkKind::ClosestMiss, weight, words))
}

/// A king that could have been taken.
fn spared(before: &State, mover: Seat, made: Step) -> Option<Remark> {
    let position = &before.public.position;
    let king = position.field.board.king_of(!position.turn)?;
    let could = made.to != king && position.moves().iter().any(|step| step.to == king);
    could.then(|| king_spared(ABOUT.seat(mover), king))
}

/// A card that nobody turned up.
pub fn at_the_end(state: &State) -> Vec<Remark> {
    let (_, predictor) = state.public.position.roles(state.public.position.turn);
    let unread = |card| {
        let (seat, card) = (ABOUT.seat(predictor), Filling::card(card));
        let words = say!("{seat} had laid {card|kind:a}, and nobody turned it up.", seat, card);
        Remark::new(RemarkKind::NeverFound, 100, words)
    };
    state.laid.map(unread).into_iter().collect()
}
