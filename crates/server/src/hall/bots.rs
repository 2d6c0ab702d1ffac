//! Bots at tables: when they act, for whom they think first, and when their answers are given.

use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use kit_bots::{Bot, Level, Limit, Thought, Wish};
use kit_play::referee::listed;
use kit_play::{Glimpse, Seat, say};
use kit_sitting::pace::{covering, given_after};
use kit_sitting::{Error, Sitting, TableId, Tempers};
use tokio::time::{Instant, sleep, sleep_until};

use super::{CachedTable, Hall, Speaker};
use crate::turns::{Asker, Turn, Weight};

/// No bot thinks longer than this, whatever is wrong with the machine; its nodes end far sooner.
const LONGEST_THOUGHT: Duration = Duration::from_secs(60);
/// No more than this is covered by the time of an answer, for nobody wants to wait for minutes because
/// the machine was busy when it was measured.
const MOST_COVERED: Duration = Duration::from_secs(10);
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

/// How long bots of a level think, roughly.
fn weight_of(level: Level) -> Weight {
    match level {
        Level::Random | Level::Learner | Level::Casual | Level::Club => Weight::Light,
        Level::Expert | Level::Master => Weight::Heavy,
    }
}

impl CachedTable {
    /// Whether somebody looks at the table now, or did a moment ago.
    fn is_watched(&self, steady: i64) -> bool {
        self.head.receiver_count() > 0 || steady - self.looked_at.load(Ordering::Relaxed) < A_LOOK
    }

    /// What the tempers of its bots say.
    fn tempers<T>(&self, ask: impl FnOnce(&mut Tempers) -> T) -> T {
        ask(&mut self.tempers.lock().unwrap_or_else(PoisonError::into_inner))
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

    /// Whether bots have something to do or to say.
    pub(super) fn has_bots_to_wake(&self, sitting: &Sitting) -> bool {
        let speaks = || self.settings.bots_greet && !sitting.bots_to_speak().is_empty();
        !sitting.bots_to_act().is_empty() || speaks()
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
        self.let_bots_speak(table).await?;
        self.answer_draws(table, cached).await?;
        while let Some(turn) = self.next_bot(table, cached).await? {
            let (seat, level) = (turn.seat, turn.level);
            let Some(slot) = self.slot(weight_of(level), turn.attended, cached).await else { break };
            let thought = self.answer_of(turn, slot).await?;
            let wish = cached.tempers(|tempers| tempers.after(seat, level, &thought));
            let gives_up = wish == Some(Wish::Resign) && self.settings.bots_resign;
            let done = self.change_here(table, None, |sitting, at, chance| {
                let done = sitting.bot_decides(seat, (&thought.action, gives_up), at, chance)?;
                Ok(done.map(|done| (done, ())))
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
        self.let_bots_speak(table).await
    }

    /// Lets bots greet people, and thank them for the game, where the host wants that.
    async fn let_bots_speak(self: &Arc<Hall>, table: &TableId) -> Result<(), Error> {
        if !self.settings.bots_greet {
            return Ok(());
        }
        for seat in self.look(table, |sitting| Ok(sitting.bots_to_speak())).await? {
            let spoken = self.change_here(table, None, |sitting, at, _| {
                Ok(sitting.bot_speaks(seat, at)?.map(|done| (done, ())))
            });
            spoken.await?;
        }
        Ok(())
    }

    /// Lets bots answer draws that are offered to them, by how they saw the game when they last
    /// decided.
    async fn answer_draws(self: &Arc<Hall>, table: &TableId, cached: &CachedTable) -> Result<(), Error> {
        let asked = self.look(table, |sitting| Ok(sitting.bots_offered_draw())).await?;
        for seat in asked {
            let agrees = cached.tempers(|tempers| tempers.accept_draw(seat));
            let done = self.change_here(table, None, |sitting, at, _| {
                Ok(sitting.bot_answers(seat, agrees, at)?.map(|done| (done, ())))
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
        self.show(table, |sitting| {
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
    async fn slot(&self, weight: Weight, attended: bool, cached: &CachedTable) -> Option<Turn> {
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
                slot = self.thinkers.turn_for(weight, asker, rank) => return slot.ok(),
                () = claimed => {}
            }
        }
    }

    /// What a bot does, at the moment that was drawn for it, or at one of those that follow from it.
    async fn answer_of(&self, turn: BotTurn, slot: Turn) -> Result<Thought, Error> {
        let level = turn.level;
        let usual = self.usual_thought(turn.glimpse.about().id, level).await;
        let mut chance = self.chance();
        let drawn = covering(self.settings.bot_pace, level, usual, &mut chance);
        let begun = Instant::now();
        let thinking = tokio::task::spawn_blocking(move || {
            let mut bot = Bot::new(turn.level, chance);
            bot.choose(&turn.glimpse, &Limit::within(LONGEST_THOUGHT))
        });
        let thought = thinking.await.ok().flatten();
        drop(slot);
        let took = self.settings.thought_times.map_or_else(|| begun.elapsed(), |times| (times.takes)(level));
        if !drawn.is_zero() {
            let late = if took > drawn { "yes" } else { "no" };
            metrics::counter!("chess_kit_bot_answers_total", "level" => level.name(), "late" => late)
                .increment(1);
        }
        sleep_until(begun + given_after(drawn, took)).await;
        thought.ok_or(Error::NotNow(say!("the bot has found nothing to do")))
    }

    /// How long a thought takes here, as far as everybody may know, where answers are timed.
    async fn usual_thought(&self, game: &str, level: Level) -> Duration {
        match (self.settings.thought_times, listed(self.catalogue(), game)) {
            _ if self.settings.bot_pace.is_zero() => Duration::ZERO,
            (Some(times), _) => (times.usual)(level),
            (None, Some(game)) => self.speeds.thought(game, level).await.min(MOST_COVERED),
            (None, None) => Duration::ZERO,
        }
    }

    /// Somebody without a connection has looked, so bots among themselves go on for a while.
    pub fn somebody_looks(self: &Arc<Hall>, table: &TableId, from: Asker, speaker: Speaker) {
        let cached = self.cached(table);
        cached.seen_by(from, speaker);
        cached.looked_at.store(self.clock.steady(), Ordering::Relaxed);
        self.wake_bots(table, &cached);
    }
}
