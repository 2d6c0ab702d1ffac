//! What is worth telling of a round that is over.

use kit_play::{Remark, RemarkKind, Seat, say};

use super::record::{HoleRecord, in_moves};
use super::{ABOUT, Action, Public, State};

/// What was remarkable in an entry: something is when a hole was scored.
pub fn on_entry(before: &State, _done: Option<(Seat, &Action)>, after: &State) -> Vec<Remark> {
    let scored = scored(&before.public);
    let Some(record) = holes(&after.public).nth(scored).filter(|record| !record.scores.is_empty()) else {
        return Vec::new();
    };
    let Some(steps) = after.public.best_line(record, &before.public.tee).line() else { return Vec::new() };
    on_hole(record, steps.len() as u8).into_iter().collect()
}

/// The holes, with the one that is being played.
fn holes(public: &Public) -> impl Iterator<Item = &HoleRecord> {
    public.history.iter().chain([&public.current])
}

fn scored(public: &Public) -> usize {
    holes(public).filter(|record| !record.scores.is_empty()).count()
}

/// How near people came to a shortest solution of so many moves.
fn on_hole(record: &HoleRecord, least: u8) -> Option<Remark> {
    let (number, moves) = (record.number, in_moves(least));
    let Some(demo) = record.demos.iter().find(|demo| demo.solved == Some(true)) else {
        return Some(unsolved(record, least));
    };
    let seat = ABOUT.seat(demo.seat);
    Some(match demo.steps.len() as u8 {
        found if found <= least => {
            let words =
                say!("{seat} found a shortest way through hole {number}: {moves}.", seat, number, moves);
            Remark::new(RemarkKind::Best, least.into(), words)
        }
        found => {
            let words = say!(
                "{seat} solved hole {number} in {found}, where {moves} would have done.",
                seat,
                number,
                found = in_moves(found),
                moves
            );
            Remark::new(RemarkKind::ClosestMiss, 100 - 10 * i32::from(found - least), words)
        }
    })
}

/// A hole that nobody solved, though there was a way.
fn unsolved(record: &HoleRecord, least: u8) -> Remark {
    let (number, moves) = (record.number, in_moves(least));
    // One finger too few is the closest that a claim can miss.
    let one_short = record.failed().into_iter().find(|seat| record.claims[seat.index()] + 1 == least);
    match one_short {
        Some(seat) => {
            let seat = ABOUT.seat(seat);
            let words =
                say!("{seat} was one move short at hole {number}: it takes {moves}.", seat, number, moves);
            Remark::new(RemarkKind::ClosestMiss, 95, words)
        }
        None => {
            let words = say!("Nobody found the way through hole {number}: it takes {moves}.", number, moves);
            Remark::new(RemarkKind::NeverFound, 100 - i32::from(least), words)
        }
    }
}
