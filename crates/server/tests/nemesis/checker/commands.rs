//! Which record answers to which command: what was acknowledged is written once and in order.
//!
//! A command that was acknowledged took place between question and answer.
//! One that was never answered took place at any time after the question, or never: a node that
//! stood still may go on with it long after its client has given up.

use std::collections::BTreeMap;
use std::fmt;

use super::{Finding, Wrong, finding};
use crate::history::Fate;

/// A command that somebody gave.
pub struct Attempt<K> {
    /// What tells it from others; records that come of it have the same.
    pub key: K,
    /// When, in the order of everything.
    pub asked: u64,
    /// What became of it.
    pub fate: Fate,
}

impl<K> Attempt<K> {
    fn is_done(&self) -> bool {
        matches!(self.fate, Fate::Done(_))
    }

    fn may_be_written(&self) -> bool {
        self.fate != Fate::Refused
    }
}

/// Attempts and records with the same key, both by their index and in order.
#[derive(Default)]
struct Group {
    attempts: Vec<usize>,
    places: Vec<usize>,
}

impl Group {
    /// How many of the attempts were acknowledged.
    fn done<K>(&self, attempts: &[Attempt<K>]) -> usize {
        self.attempts.iter().filter(|index| attempts[**index].is_done()).count()
    }

    /// Whether there are fewer records than acknowledgements.
    fn is_short<K>(&self, attempts: &[Attempt<K>]) -> bool {
        self.places.len() < self.done(attempts)
    }
}

/// The place among the records of each attempt that is written, and what is wrong.
pub fn explain<K: Ord + fmt::Display>(
    attempts: &[Attempt<K>],
    written: &[(usize, K)],
) -> (Vec<Option<usize>>, Vec<Finding>) {
    let mut groups: BTreeMap<&K, Group> = BTreeMap::new();
    for (index, attempt) in attempts.iter().enumerate() {
        groups.entry(&attempt.key).or_default().attempts.push(index);
    }
    for (place, key) in written {
        groups.entry(key).or_default().places.push(*place);
    }
    let mut findings: Vec<Finding> =
        groups.iter().filter_map(|(key, group)| check_count(*key, group, attempts)).collect();
    let mut places = vec![None; attempts.len()];
    let (sure, unsure): (Vec<&Group>, Vec<&Group>) =
        groups.values().partition(|group| group.attempts.len() == 1);
    for group in sure {
        let attempt = group.attempts[0];
        places[attempt] = group.places.first().copied().filter(|_| attempts[attempt].may_be_written());
    }
    let bounds = Bounds::of(attempts, &places);
    for group in unsure {
        assign(group, attempts, &bounds, &mut places);
        findings.extend(check_assigned(group, attempts, &places).filter(|_| !group.is_short(attempts)));
    }
    findings.extend(check_order(attempts, &places));
    (places, findings)
}

/// Whether there are as many records as attempts can account for.
fn check_count<K: fmt::Display>(key: &K, group: &Group, attempts: &[Attempt<K>]) -> Option<Finding> {
    let count = |which: fn(&Attempt<K>) -> bool| {
        group.attempts.iter().filter(|index| which(&attempts[**index])).count()
    };
    let (least, most) = (group.done(attempts), count(Attempt::may_be_written));
    let records = group.places.len();
    let kind = match () {
        () if group.is_short(attempts) => Wrong::Lost,
        () if records <= most => return None,
        () if group.attempts.is_empty() => Wrong::Unasked,
        () if most == 0 => Wrong::Denied,
        () => Wrong::Doubled,
    };
    let asked = group.attempts.len();
    let what =
        format!("{key} was asked for {asked} times, acknowledged {least} times, written {records} times");
    Some(finding(kind, what))
}

/// Between which records an attempt can stand, as far as others tell.
struct Bounds {
    /// For each moment of an answer the last record that was acknowledged by then.
    answered: Vec<(u64, usize)>,
    /// For each moment of a question the first record that was asked for from then on.
    asked: Vec<(u64, usize)>,
}

impl Bounds {
    fn of<K>(attempts: &[Attempt<K>], places: &[Option<usize>]) -> Bounds {
        let (mut answered, mut asked) = (Vec::new(), Vec::new());
        for (attempt, place) in attempts.iter().zip(places) {
            let Some(place) = *place else { continue };
            asked.push((attempt.asked, place));
            if let Fate::Done(order) = attempt.fate {
                answered.push((order, place));
            }
        }
        answered.sort_unstable();
        asked.sort_unstable();
        let mut last = 0;
        answered.iter_mut().for_each(|(_, place)| {
            last = last.max(*place);
            *place = last;
        });
        let mut first = usize::MAX;
        asked.iter_mut().rev().for_each(|(_, place)| {
            first = first.min(*place);
            *place = first;
        });
        Bounds { answered, asked }
    }

    /// The last record that must stand before what was asked for then.
    fn before(&self, asked: u64) -> Option<usize> {
        let count = self.answered.partition_point(|(order, _)| *order < asked);
        count.checked_sub(1).map(|last| self.answered[last].1)
    }

    /// The first record that must stand behind what was answered then.
    fn behind(&self, fate: Fate) -> usize {
        let Fate::Done(answered) = fate else { return usize::MAX };
        let count = self.asked.partition_point(|(order, _)| *order <= answered);
        self.asked.get(count).map_or(usize::MAX, |(_, place)| *place)
    }
}

/// Gives each record of a group to the attempt that can wait least, of those that it can be.
fn assign<K>(group: &Group, attempts: &[Attempt<K>], bounds: &Bounds, places: &mut [Option<usize>]) {
    let mut left: Vec<usize> =
        group.attempts.iter().copied().filter(|index| attempts[*index].may_be_written()).collect();
    for place in &group.places {
        let urgency = |index: &usize| {
            let attempt = &attempts[*index];
            let too_early = bounds.before(attempt.asked).is_some_and(|before| before > *place);
            (too_early, bounds.behind(attempt.fate), !attempt.is_done(), attempt.asked)
        };
        let Some(next) = (0..left.len()).min_by_key(|next| urgency(&left[*next])) else { return };
        places[left.remove(next)] = Some(*place);
    }
}

/// There may be records enough, but not where something that was acknowledged can stand.
fn check_assigned<K: fmt::Display>(
    group: &Group,
    attempts: &[Attempt<K>],
    places: &[Option<usize>],
) -> Option<Finding> {
    let is_lost = |index: &&usize| attempts[**index].is_done() && places[**index].is_none();
    let lost = group.attempts.iter().find(is_lost)?;
    let what = format!("{} was acknowledged, and is written only where it cannot be", attempts[*lost].key);
    Some(finding(Wrong::Lost, what))
}

/// Nothing stands before what was acknowledged before it was asked for.
fn check_order<K: fmt::Display>(attempts: &[Attempt<K>], places: &[Option<usize>]) -> Vec<Finding> {
    let mut moments: Vec<(u64, usize, bool)> = Vec::new();
    for (index, attempt) in attempts.iter().enumerate().filter(|(index, _)| places[*index].is_some()) {
        moments.push((attempt.asked, index, false));
        if let Fate::Done(answered) = attempt.fate {
            moments.push((answered, index, true));
        }
    }
    moments.sort_unstable();
    let (mut findings, mut last): (Vec<Finding>, Option<usize>) = (Vec::new(), None);
    for (_, index, is_answer) in moments {
        match (is_answer, last) {
            (true, last_done) if last_done.is_none_or(|last| places[last] < places[index]) => {
                last = Some(index)
            }
            (false, Some(earlier)) if places[index] < places[earlier] => {
                let (earlier, later) = (&attempts[earlier].key, &attempts[index].key);
                let what = format!(
                    "{later} stands before {earlier}, which was acknowledged before it was asked for"
                );
                findings.push(finding(Wrong::Reordered, what));
            }
            _ => {}
        }
    }
    findings
}
