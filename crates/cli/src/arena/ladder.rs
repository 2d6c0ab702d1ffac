//! The ladder of a game: how much stronger each level is than the one below.

use std::sync::{Mutex, PoisonError};

use kit_bots::Level;
use kit_play::{Listed, Terms};

use super::contest::{Contest, Record, bar};
use super::report::{Rung, points};
use super::statistics::{Share, mean_in_words};

/// Lets each level play the one below it, the weakest first.
pub fn climbed(
    game: &'static dyn Listed,
    terms: &Terms,
    levels: &[Level],
    count: u64,
    seed: u64,
    jobs: usize,
) -> Vec<Rung> {
    levels.windows(2).map(|pair| rung(game, terms, [pair[1], pair[0]], count, seed, jobs)).collect()
}

/// One step: a level against another.
pub fn rung(
    game: &'static dyn Listed,
    terms: &Terms,
    levels: [Level; 2],
    count: u64,
    seed: u64,
    jobs: usize,
) -> Rung {
    let records = Mutex::new(Vec::new());
    let contest = Contest { game, terms: terms.clone(), levels, seed };
    let bar = bar(count, &format!("{} {} – {}", game.about().id, levels[0], levels[1]));
    contest.play(&(0..count).collect::<Vec<_>>(), jobs, &bar, &|record| {
        records.lock().unwrap_or_else(PoisonError::into_inner).push(record);
    });
    bar.finish_and_clear();
    let records = records.into_inner().unwrap_or_else(PoisonError::into_inner);
    of_records(game, levels, &records.iter().collect::<Vec<_>>())
}

fn of_records(game: &'static dyn Listed, levels: [Level; 2], records: &[&Record]) -> Rung {
    let share = Share::of_pairs(records, |record| record.measured);
    let Some(both) = points(records) else {
        return Rung { levels, share, points: None, differs: share.low > 0.5 };
    };
    // Of two games of one deal, each level has played one: which of them made more of it.
    let better = if game.about().few_points { -1.0 } else { 1.0 };
    let pairs = both[0].iter().zip(&both[1]).map(|(one, two)| {
        let by = better * (one - two);
        if by > 0.0 {
            1.0
        } else if by < 0.0 {
            0.0
        } else {
            0.5
        }
    });
    let share = Share { count: records.len(), ..Share::of(&pairs.collect::<Vec<f64>>()) };
    let points = Some(both.map(|points| mean_in_words(&points)));
    Rung { levels, share, points, differs: share.low > 0.5 }
}
