//! What is worth telling of a game that is over.

use kit_play::{Remark, RemarkKind, Seat, say};

use super::position::{Fate, MadeMove};
use super::{ABOUT, Action, State};
use crate::appraisal::worth;
use crate::remarks::took;
use crate::sides::{color_of, seat_of};

/// What was remarkable in an entry.
pub fn on_entry(before: &State, done: Option<(Seat, &Action)>, after: &State) -> Vec<Remark> {
    let Some((seat, action)) = done else { return Vec::new() };
    // The first of two waits for the other.
    if after.public.written.get(color_of(seat)) == &true {
        return Vec::new();
    }
    let mut answers = before.sealed;
    *answers.get_mut(color_of(seat)) = Some(*action);
    let settled = before.public.position.clone().play(answers);
    let fallen = settled.captured().map(|piece| took(ABOUT.seat(seat_of(!piece.color)), piece));
    settled.deeds.into_iter().flatten().filter_map(missed).chain(fallen).collect()
}

/// A piece that moved away in the same moment.
fn missed(made: MadeMove) -> Option<Remark> {
    let Fate::Missed(role) = made.fate else { return None };
    let words = say!(
        "{seat} went for the {role} on {square}, and it left in the same moment.",
        seat = ABOUT.seat(seat_of(made.piece.color)),
        role,
        square = made.step.to
    );
    Some(Remark::new(RemarkKind::ClosestMiss, worth(role), words))
}
