//! What is worth telling of a game that is over.

use kit_play::{Remark, RemarkKind, Seat, say};

use kit_chess::shakmaty::{Color, Role};

use super::disguise::{Candidates, Kind, Kinds};
use super::{Action, State, player};
use crate::remarks::king_spared;

/// What was remarkable in an entry.
pub fn on_entry(before: &State, _done: Option<(Seat, &Action)>, after: &State) -> Vec<Remark> {
    [told(before, after), in_vain(before, after), spared(before, after)].into_iter().flatten().collect()
}

/// How much the answer to a question told.
fn told(before: &State, after: &State) -> Option<Remark> {
    let question = after.public.questions.get(before.public.questions.len())?;
    let [was, left] =
        [before, after].map(|state| state.public.position.candidates.get(question.color).count() as usize);
    Remark::told(was, left, || {
        let (seat, from, to) = (player(question.color), question.from, question.to);
        let answer = if question.granted { say!("yes") } else { say!("no") };
        say!(
            "{seat} asked from {from} to {to} and heard {answer}: of {was} ways to wear the masks {left} \
             {left|one=was|other=were} left.",
            seat,
            from,
            to,
            answer,
            was,
            left
        )
    })
}

/// A question for the king that was answered with no.
fn in_vain(before: &State, after: &State) -> Option<Remark> {
    let question = after.public.questions.get(before.public.questions.len())?;
    let asked = question.victim == Role::King && !question.granted;
    let (seat, piece, king) = (player(question.color), question.kind.role(), question.to);
    let words =
        say!("{seat}'s {piece} asked for the king on {king}, and the answer was no.", seat, piece, king);
    asked.then(|| Remark::new(RemarkKind::ClosestMiss, 500, words))
}

/// A king that could have been taken, for all that was true.
fn spared(before: &State, after: &State) -> Option<Remark> {
    let position = &before.public.position;
    let color = position.turn;
    let disguise = (*before.disguises.get(color)).filter(|_| before.public.has_begun())?;
    let king = position.field.board.king_of(!color)?;
    let grants = |kind: Kind, fit: Kinds| fit.contains(disguise.capture_of(kind));
    let is_spared = after.public.position.field.board.king_of(!color) == Some(king)
        && position.within_reach(color, grants).contains(king);
    is_spared.then(|| king_spared(player(color), king))
}

/// Masks that were not found out.
pub fn at_the_end(state: &State) -> Vec<Remark> {
    if !state.public.has_begun() {
        return Vec::new();
    }
    let unknown = |color: Color| {
        let (left, all) = (state.public.position.candidates.get(color).count(), Candidates::ALL.count());
        let seat = player(color);
        let words = if left == all {
            say!("{seat} never found out anything of how their own pieces capture.", seat)
        } else {
            say!(
                "{seat} never found out how their own pieces capture: of {all} ways to wear the masks {left} were left.",
                seat,
                all,
                left
            )
        };
        (left > 1).then(|| Remark::new(RemarkKind::NeverFound, left as i32, words))
    };
    Color::ALL.into_iter().filter_map(unknown).collect()
}
