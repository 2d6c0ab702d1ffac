//! Bots at tables: when they act, for whom they think first, and how long their answers take.
//!
//! How long a bot has thought can betray what it knows.
//! So the time of its answer is drawn beforehand, from its level alone, which everybody knows;
//! whatever it has found by then is its answer, and it is not given sooner.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use kit_bots::{Bot, Level, Limit};
use kit_play::{Chance, Glimpse, Seat};
use kit_sitting::{Error, TableId};
use tokio::time::{Instant, sleep, sleep_until};

use super::{CachedTable, Hall};
use crate::turns::{Asker, Rank};

/// How long a bot may think where its answers take no time, in tests.
const LONGEST_THOUGHT: Duration = Duration::from_secs(5);
/// A bot has found its answer so much before it is given, so that nobody sees a late one.
const MARGIN: Duration = Duration::from_millis(100);
/// Somebody who has asked for a frame counts as watching for so long, in milliseconds.
const A_LOOK: i64 = 10_000;
/// Between two looks whether a bot has something to do.
const PAUSE: Duration = Duration::from_millis(250);

/// A bot that has to act.
struct BotTurn {
    seat: Seat,
    level: Level,
    glimpse: Glimpse,
    rank: Rank,
}

impl CachedTable {
    /// Whether somebody looks at the table now, or did a moment ago.
    fn is_watched(&self, steady: i64) -> bool {
        self.head.receiver_count() > 0 || steady - self.looked_at.load(Ordering::Relaxed) < A_LOOK
    }
}

impl Hall {
    /// Lets the bots of a table act, if it is their turn and they are not thinking already.
    pub(super) fn wake_bots(self: &Arc<Hall>, table: &TableId, cached: &Arc<CachedTable>) {
        let (hall, table, cached) = (Arc::clone(self), table.clone(), Arc::clone(cached));
        tokio::spawn(async move {
            if let Some(Err(error)) = hall.drive_bots(&table, &cached).await {
                tracing::debug!(table.id = %table, code = error.code(), "a bot could not act");
            }
        });
    }

    /// Lets the bots of a table act until none has to, and says whether one did; nothing when
    /// somebody else does that already.
    pub(super) async fn drive_bots(
        self: &Arc<Hall>,
        table: &TableId,
        cached: &Arc<CachedTable>,
    ) -> Option<Result<bool, Error>> {
        let mut acted = false;
        while !cached.thinking.swap(true, Ordering::AcqRel) {
            let driven = self.let_bots_act(table, cached).await;
            cached.thinking.store(false, Ordering::Release);
            match driven {
                Ok(some) => acted |= some,
                Err(error) => return Some(Err(error)),
            }
            // A turn that began just before the flag fell must not be missed.
            match self.next_bot(table, cached).await {
                Ok(Some(_)) => sleep(PAUSE).await,
                Ok(None) => return Some(Ok(acted)),
                Err(error) => return Some(Err(error)),
            }
        }
        None
    }

    async fn let_bots_act(
        self: &Arc<Hall>,
        table: &TableId,
        cached: &Arc<CachedTable>,
    ) -> Result<bool, Error> {
        let mut acted = false;
        while let Some(turn) = self.next_bot(table, cached).await? {
            let seat = turn.seat;
            let Some(action) = self.answer_of(turn, cached.asker()).await else { break };
            let done = self.change_here(table, |sitting, at, chance| {
                if !sitting.bots_to_act().iter().any(|(waiting, _)| *waiting == seat) {
                    return Ok(None);
                }
                Ok(Some((sitting.act(seat, &action, at, chance)?, ())))
            });
            match done.await {
                Ok(_) | Err(Error::NotOffered(_) | Error::Over) => acted = true,
                Err(error) => return Err(error),
            }
        }
        Ok(acted)
    }

    /// The next bot that has to act, unless bots are among themselves and nobody looks.
    async fn next_bot(&self, table: &TableId, cached: &CachedTable) -> Result<Option<BotTurn>, Error> {
        let watched = cached.is_watched(self.clock.steady());
        self.look(table, |sitting| {
            let attended = sitting.is_attended();
            let bots = sitting.bots_to_act();
            let Some((seat, level)) = bots.first().filter(|_| attended || watched) else { return Ok(None) };
            Ok(Some(BotTurn {
                seat: *seat,
                level: level.parse().unwrap_or(Level::Casual),
                glimpse: sitting.glimpse_for(*seat)?,
                rank: if attended { Rank::Attended } else { Rank::Watched },
            }))
        })
        .await
    }

    /// What a bot does, at the moment that was drawn for it.
    async fn answer_of(&self, turn: BotTurn, asker: Asker) -> Option<String> {
        let slot = self.thinkers.turn(asker, turn.rank).await.ok()?;
        let mut chance = self.chance();
        let wait = answer_time(self.settings.bot_pace, turn.level, &mut chance);
        let given_at = Instant::now() + wait;
        let limit = if wait.is_zero() { LONGEST_THOUGHT } else { wait.saturating_sub(MARGIN) };
        let thinking = tokio::task::spawn_blocking(move || {
            let mut bot = Bot::new(turn.level, chance);
            bot.choose(&turn.glimpse, &Limit::within(limit)).map(|thought| thought.action)
        });
        let thought = thinking.await.ok().flatten();
        drop(slot);
        sleep_until(given_at).await;
        thought
    }

    /// Somebody without a connection has looked, so bots among themselves go on for a while.
    pub fn somebody_looks(self: &Arc<Hall>, table: &TableId) {
        let cached = self.cached(table);
        cached.looked_at.store(self.clock.steady(), Ordering::Relaxed);
        self.wake_bots(table, &cached);
    }
}

/// How long the answer of a bot takes: a few paces, more for those who think more.
///
/// Nothing else may come in here: whatever is drawn from tells of itself.
fn answer_time(pace: Duration, level: Level, chance: &mut Chance) -> Duration {
    let (least, most) = match level {
        Level::Random | Level::Learner | Level::Casual => (100, 150),
        Level::Club => (120, 200),
        Level::Expert => (150, 300),
        Level::Master => (200, 450),
    };
    let percent = least + chance.below(most - least);
    chance.take_rolls();
    pace * percent / 100
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stronger_bots_take_longer_and_nobody_answers_before_the_pace() {
        let pace = Duration::from_millis(700);
        let mean = |level| {
            let mut chance = Chance::seeded(7);
            let times: Vec<Duration> = (0..500).map(|_| answer_time(pace, level, &mut chance)).collect();
            assert!(times.iter().all(|time| *time >= pace));
            times.iter().sum::<Duration>() / 500
        };
        assert!(Level::ALL.windows(2).all(|pair| mean(pair[0]) <= mean(pair[1])));
        assert!(mean(Level::Casual) < pace * 3 / 2);
        assert_eq!(answer_time(Duration::ZERO, Level::Master, &mut Chance::seeded(1)), Duration::ZERO);
    }
}
