//! The ladder of a game: how much stronger each level is than the one below.

use anyhow::Result;
use kit_bots::Level;
use kit_play::{Listed, Terms};

use super::contest::{Contest, Record};
use super::players::Player;
use super::report::{Rung, points};
use super::run::Run;
use super::statistics::{Share, mean_in_words};

/// Lets each level play the one below it, the weakest first.
///
/// # Errors
///
/// Fails when a game cannot be written down.
pub fn climbed(
    game: &'static dyn Listed,
    terms: &Terms,
    levels: &[Level],
    (count, seed): (u64, u64),
    run: &Run,
) -> Result<Vec<Rung>> {
    let step = |pair: &[Level]| rung(game, terms, [pair[1].into(), pair[0].into()], (count, seed), run);
    levels.windows(2).map(step).collect()
}

/// One step: a player against another.
///
/// # Errors
///
/// Fails when a game cannot be written down.
pub fn rung(
    game: &'static dyn Listed,
    terms: &Terms,
    players: [Player; 2],
    (count, seed): (u64, u64),
    run: &Run,
) -> Result<Rung> {
    let records = Contest { game, terms: terms.clone(), players, partner: None, seed }.played(count, run)?;
    Ok(of_records(game, players, &records.iter().collect::<Vec<_>>()))
}

fn of_records(game: &'static dyn Listed, players: [Player; 2], records: &[&Record]) -> Rung {
    let share = Share::of_pairs(records, |record| record.measured);
    let Some(both) = points(records) else {
        return Rung { players, share, points: None, differs: share.low > 0.5 };
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
    Rung { players, share, points, differs: share.low > 0.5 }
}
