//! Bots at tables: when they act, for whom they think first, and when their answers are given.

use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use kit_bots::{Bot, Level, Limit, Temper, Thought, Wish};
use kit_play::{Glimpse, Seat, say};
use kit_sitting::pace::answer_time;
use kit_sitting::{Error, TableId};
use tokio::time::{Instant, sleep, sleep_until};

use super::{CachedTable, Hall, Speaker};
use crate::turns::{Asker, Turn};

/// How long a bot may think where its answers take no time, in tests.
const LONGEST_THOUGHT: Duration = Duration::from_secs(5);
/// How long before its answer is given a bot stops thinking, so that nobody sees a late one.
const MARGIN: Duration = Duration::from_millis(100);
/// Somebody who has asked for a frame counts as watching for so long, in milliseconds.
const A_LOOK: i64 = 10_000;
/// Between two looks whether a bot has something to do.
const PAUSE: Duration = Duration::from_millis(250);
/// The longest pause before bots that somebody watches are tried again; each is twice as long as
/// the one before.
const LONGEST_PAUSE: Duration = Duration::from_secs(4);

/// A bot that has to act.
struct BotTurn {
    seat: Seat,
    level: Level,
    glimpse: Glimpse,
    /// Whether people sit at the table.
    attended: bool,
}

impl CachedTable {
    /// Whether somebody looks at the table now, or did a moment ago.
    fn is_watched(&self, steady: i64) -> bool {
        self.head.receiver_count() > 0 || steady - self.looked_at.load(Ordering::Relaxed) < A_LOOK
    }

    /// What a bot's temper says.
    fn temper<T>(&self, seat: Seat, ask: impl FnOnce(&mut Temper) -> T) -> T {
        let mut tempers = self.tempers.lock().unwrap_or_else(PoisonError::into_inner);
        ask(tempers.entry(seat).or_default())
    }

    /// Keeps why bots could not act, or that they did; gives what was kept before.
    pub(super) fn keep_bot_trouble(&self, trouble: Option<Error>) -> Option<Error> {
        let mut kept = self.bot_trouble.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut *kept, trouble)
    }
}

impl Hall {
    /// Lets the bots of a table act, if it is their turn and they are not thinking already.
    pub(super) fn wake_bots(self: &Arc<Hall>, table: &TableId, cached: &Arc<CachedTable>) {
        let (hall, table, cached) = (Arc::clone(self), table.clone(), Arc::clone(cached));
        tokio::spawn(async move {
            if let Err(error) = hall.drive_bots(&table, &cached).await {
                tracing::debug!(table.id = %table, code = error.code(), "a bot could not act");
                cached.keep_bot_trouble(Some(error));
            }
        });
    }

    /// Lets the bots of a table act until none has to, unless somebody else does that already.
    async fn drive_bots(self: &Arc<Hall>, table: &TableId, cached: &Arc<CachedTable>) -> Result<(), Error> {
        while !cached.thinking.swap(true, Ordering::AcqRel) {
            let driven = self.let_bots_act_patiently(table, cached).await;
            cached.thinking.store(false, Ordering::Release);
            driven?;
            // A turn that began just before the flag fell must not be missed.
            if self.next_bot(table, cached).await?.is_none() {
                break;
            }
            sleep(PAUSE).await;
        }
        Ok(())
    }

    /// Lets bots act, and again when the store is back, as long as somebody watches: bots among
    /// themselves are in no queue.
    async fn let_bots_act_patiently(
        self: &Arc<Hall>,
        table: &TableId,
        cached: &Arc<CachedTable>,
    ) -> Result<(), Error> {
        let mut pause = PAUSE;
        loop {
            match self.let_bots_act(table, cached).await {
                Err(Error::Unavailable) if cached.is_watched(self.clock.steady()) => {
                    sleep(pause).await;
                    pause = LONGEST_PAUSE.min(pause * 2);
                }
                driven => return driven,
            }
        }
    }

    async fn let_bots_act(self: &Arc<Hall>, table: &TableId, cached: &Arc<CachedTable>) -> Result<(), Error> {
        self.answer_draws(table, cached).await?;
        while let Some(turn) = self.next_bot(table, cached).await? {
            let (seat, level) = (turn.seat, turn.level);
            let Some(slot) = self.slot(turn.attended, cached).await else { break };
            let thought = self.answer_of(turn, slot).await?;
            let wish = cached.temper(seat, |temper| temper.after(level, &thought));
            let done = self.change_here(table, None, |sitting, at, chance| {
                if !sitting.bots_to_act().iter().any(|(waiting, _)| *waiting == seat) {
                    return Ok(None);
                }
                if wish == Some(Wish::Resign) && sitting.bot_may_resign(seat) {
                    return Ok(Some((sitting.bot_resigns(seat, at)?, ())));
                }
                Ok(Some((sitting.act(seat, &thought.action, at, chance)?, ())))
            });
            match done.await {
                Ok(_) | Err(Error::NotOffered(_) | Error::Over) => drop(cached.keep_bot_trouble(None)),
                Err(error) => return Err(error),
            }
            if wish == Some(Wish::Draw) {
                self.offer_draw(table, seat).await?;
            }
            self.answer_draws(table, cached).await?;
        }
        Ok(())
    }

    /// Lets bots answer draws that are offered to them, by how they saw the game when they last
    /// decided.
    async fn answer_draws(self: &Arc<Hall>, table: &TableId, cached: &CachedTable) -> Result<(), Error> {
        let asked = self.look(table, |sitting| Ok(sitting.bots_offered_draw())).await?;
        for seat in asked {
            let agrees = cached.temper(seat, |temper| temper.accepts_draw());
            let done = self.change_here(table, None, |sitting, at, _| {
                if !sitting.bots_offered_draw().contains(&seat) {
                    return Ok(None);
                }
                Ok(Some((sitting.bot_answers_draw(seat, agrees, at)?, ())))
            });
            done.await?;
        }
        Ok(())
    }

    /// Offers a draw for a bot, where it may.
    async fn offer_draw(self: &Arc<Hall>, table: &TableId, seat: Seat) -> Result<(), Error> {
        let done = self.change_here(table, None, |sitting, at, _| match sitting.bot_offers_draw(seat, at) {
            Ok(done) => Ok(Some((done, ()))),
            // Then it plays on.
            Err(_) => Ok(None),
        });
        done.await.map(|_| ())
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
                attended,
            }))
        })
        .await
    }

    /// A slot to think in, unless too much waits already.
    ///
    /// When somebody comes to a table at which nobody was known, it goes on waiting in their line.
    async fn slot(&self, attended: bool, cached: &CachedTable) -> Option<Turn> {
        let mut askers = cached.askers.subscribe();
        loop {
            let known = *askers.borrow_and_update();
            let (asker, rank) = known.line(attended);
            let claimed = async {
                let claimed = |now: &super::Askers| asker == known.itself && now.line(attended).0 != asker;
                // The sender is the table, which is here.
                let _ = askers.wait_for(claimed).await;
            };
            tokio::select! {
                biased;
                slot = self.thinkers.turn(asker, rank) => return slot.ok(),
                () = claimed => {}
            }
        }
    }

    /// What a bot does, at the moment that was drawn for it.
    async fn answer_of(&self, turn: BotTurn, slot: Turn) -> Result<Thought, Error> {
        let mut chance = self.chance();
        let wait = answer_time(self.settings.bot_pace, turn.level, &mut chance);
        let given_at = Instant::now() + wait;
        let thinking = tokio::task::spawn_blocking(move || {
            // It may have waited for a thread.
            let left = given_at.saturating_duration_since(Instant::now()).saturating_sub(MARGIN);
            let limit = if wait.is_zero() { LONGEST_THOUGHT } else { left };
            let mut bot = Bot::new(turn.level, chance);
            bot.choose(&turn.glimpse, &Limit::within(limit))
        });
        let thought = thinking.await.ok().flatten();
        drop(slot);
        sleep_until(given_at).await;
        thought.ok_or(Error::NotNow(say!("the bot has found nothing to do")))
    }

    /// Somebody without a connection has looked, so bots among themselves go on for a while.
    pub fn somebody_looks(self: &Arc<Hall>, table: &TableId, from: Asker, speaker: Speaker) {
        let cached = self.cached(table);
        cached.seen_by(from, speaker);
        cached.looked_at.store(self.clock.steady(), Ordering::Relaxed);
        self.wake_bots(table, &cached);
    }
}
