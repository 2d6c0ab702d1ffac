//! What is worth telling of a game that is over.

use kit_chess::shakmaty::{Color, Role};
use kit_play::{Remark, RemarkKind, Seat, say};

use super::{Action, State, player};
use crate::remarks::{king_spared, took};

/// What was remarkable in an entry.
pub fn on_entry(before: &State, done: Option<(Seat, &Action)>, after: &State) -> Vec<Remark> {
    let told = Color::ALL.into_iter().filter_map(|color| told(before, after, color));
    let taken = taken(before, after);
    told.chain(taken).chain(done.and_then(|(_, action)| spared(before, *action))).collect()
}

/// How much everybody learned about an army.
fn told(before: &State, after: &State, color: Color) -> Option<Remark> {
    let [was, left] = [before, after].map(|state| state.public.candidates.get(color).count());
    Remark::told(was, left, || {
        say!("Of {was} armies that {seat} could have, this left {left}.", was, seat = player(color), left)
    })
}

/// A piece that fell.
fn taken(before: &State, after: &State) -> Option<Remark> {
    let piece = after.public.taken.get(before.public.taken.len())?;
    (piece.role != Role::King).then(|| took(player(!piece.color), *piece))
}

/// A cloaked king that could have been taken, for all that was true.
fn spared(before: &State, action: Action) -> Option<Remark> {
    let position = &before.public.position;
    let color = position.turn;
    let army = (*before.armies.get(color)).filter(|_| before.public.has_begun())?;
    let king = position.with_armies(&before.armies).king_of(!color)?;
    let takes = |action: &Action| matches!(action, Action::Move(step) if step.to == king);
    let mut offers = Vec::new();
    position.actions(&army, &mut offers);
    (offers.iter().any(takes) && !takes(&action)).then(|| king_spared(player(color), king))
}

/// Armies that were not found out.
pub fn at_the_end(state: &State) -> Vec<Remark> {
    let hidden = |color: Color| {
        let left = state.public.candidates.get(color).count();
        let words = say!(
            "{seat}'s army was never found out: {left} armies were still possible.",
            seat = player(color),
            left
        );
        (left > 1).then(|| Remark::new(RemarkKind::NeverFound, left as i32, words))
    };
    let colors = Color::ALL.into_iter().filter(|_| state.public.has_begun());
    colors.filter_map(hidden).collect()
}
