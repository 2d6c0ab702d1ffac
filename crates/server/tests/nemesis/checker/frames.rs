//! What viewers were shown: numbers that only go up, and nothing but what the records say.

use std::collections::{BTreeMap, BTreeSet};

use kit_play::Viewer;
use kit_sitting::record::{Stamp, StoredRecord};
use kit_sitting::wire::Status;
use kit_sitting::{Error, Sitting, TableId};

use super::{Finding, Wrong, finding};
use crate::history::{Event, Frame, Witness};
use crate::view::{FrameLine, View, body_of, house};

/// What a viewer would have been shown at each of its frames, and in the end.
#[derive(Default)]
struct Truth {
    frames: BTreeMap<u32, Frame>,
    in_the_end: u64,
}

/// Everything that was shown at a table and must not have been.
pub fn check(table: &TableId, stored: &[StoredRecord], witnesses: &[&Witness]) -> Vec<Finding> {
    let mut findings: Vec<Finding> = witnesses.iter().flat_map(|witness| check_numbers(witness)).collect();
    match truths(table, stored, witnesses) {
        Ok(truths) => {
            let pairs = witnesses.iter().zip(truths);
            findings.extend(pairs.flat_map(|(witness, truth)| check_truth(witness, &truth)));
        }
        Err(problem) => findings.push(finding(Wrong::Unreadable, problem)),
    }
    findings
}

/// Numbers never go back, whichever node showed them.
fn check_numbers(witness: &Witness) -> Vec<Finding> {
    let (mut findings, mut last): (Vec<Finding>, Option<Frame>) = (Vec::new(), None);
    for (_, event) in &witness.events {
        let (number, prompt) = match event {
            Event::Shown(frame) => (frame.number, frame.prompt),
            Event::Resumed(number) => (*number, u32::MAX),
            Event::Asked(_) | Event::Done | Event::Refused | Event::Unclear | Event::Settled(_) => continue,
        };
        if let Some(last) = last.filter(|last| number < last.number || prompt < last.prompt) {
            let what = format!("{}: after {last:?} came {event:?}", witness.seat);
            findings.push(finding(Wrong::WentBack, what));
        }
        if let Event::Shown(frame) = event {
            last = Some(*frame);
        }
    }
    findings
}

/// Every frame is what the records say at its number, and the last one is the last.
fn check_truth(witness: &Witness, truth: &Truth) -> Vec<Finding> {
    let is_untrue = |frame: &Frame| truth.frames.get(&frame.number) != Some(frame);
    let untrue = witness.shown().filter(is_untrue).map(|frame| {
        let so = truth.frames.get(&frame.number);
        finding(Wrong::Untrue, format!("{} was shown {frame:?}, and the records say {so:?}", witness.seat))
    });
    let settled = witness.events.iter().rev().find_map(|(_, event)| match event {
        Event::Settled(digest) => Some(*digest),
        _ => None,
    });
    let unsettled = (settled != Some(truth.in_the_end)).then(|| {
        let last = witness.shown().last().map_or(0, |frame| frame.number);
        let so = truth.frames.keys().last();
        let what =
            format!("{} does not see what is so; frame {last}, and the records say {so:?}", witness.seat);
        finding(Wrong::Unsettled, what)
    });
    untrue.chain(unsettled).collect()
}

/// Plays the records, and looks with the eyes of each witness at what it was shown.
fn truths(table: &TableId, stored: &[StoredRecord], witnesses: &[&Witness]) -> Result<Vec<Truth>, String> {
    let told = |error: Error| format!("the records cannot be played: {error}");
    let (first, rest) = stored.split_first().ok_or("there are no records")?;
    let first = std::slice::from_ref(first);
    let mut sitting = Sitting::fold(&house(), table.clone(), first).map_err(told)?;
    let viewer = |witness: &&Witness| viewer_named(&sitting, &witness.seat);
    let viewers: Vec<Viewer> = witnesses.iter().map(viewer).collect::<Result<_, Error>>().map_err(told)?;
    let shown: Vec<BTreeSet<u32>> =
        witnesses.iter().map(|witness| witness.shown().map(|frame| frame.number).collect()).collect();
    let mut truths: Vec<Truth> = witnesses.iter().map(|_| Truth::default()).collect();
    for record in std::iter::once(None).chain(rest.iter().map(Some)) {
        if let Some(record) = record {
            sitting.catch_up(std::slice::from_ref(record)).map_err(told)?;
        }
        for ((viewer, shown), truth) in viewers.iter().zip(&shown).zip(&mut truths) {
            let Stamp(number, prompt) = sitting.stamp(*viewer);
            if shown.contains(&number) && !truth.frames.contains_key(&number) {
                let frame = sitting.whole_frame(*viewer, None, 0).map_err(told)?;
                truth.frames.insert(number, Frame { number, prompt, body: body_of(&frame.body) });
            }
        }
    }
    if sitting.unplayed_from().is_some() || matches!(sitting.status(), Status::Frozen | Status::Outdated) {
        return Err(format!("the records can be played only in part: {:?}", sitting.status()));
    }
    for (viewer, truth) in viewers.iter().zip(&mut truths) {
        truth.in_the_end = view_of(&mut sitting, *viewer)?.digest();
    }
    Ok(truths)
}

/// What a viewer sees of a table that it looks at for the first time.
pub fn view_of(sitting: &mut Sitting, viewer: Viewer) -> Result<View, String> {
    let frame = sitting.whole_frame(viewer, None, 0).map_err(|error| error.to_string())?;
    let text = serde_json::to_string(&frame).map_err(|error| error.to_string())?;
    let line: FrameLine<'_> = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let mut view = View::default();
    view.show(line).map_err(|error| error.to_string())?;
    Ok(view)
}

fn viewer_named(sitting: &Sitting, seat: &str) -> Result<Viewer, Error> {
    if seat == "public" { Ok(Viewer::Public) } else { sitting.seat_named(seat).map(Viewer::Seat) }
}
