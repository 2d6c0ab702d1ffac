//! What happens at tables without anybody asking: bots act, clocks fall, notices arrive.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use kit_bots::{Bot, Level, Limit};
use kit_play::Glimpse;
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};

use super::{CachedTable, Hall};
use crate::bus::Notice;
use kit_sitting::Error;
use kit_sitting::TableId;

/// How many tables are looked after at a time.
const A_FEW: u32 = 256;
/// How long a bot may think.
const BOT_TIME: Duration = Duration::from_secs(5);
/// How often clocks are looked at.
const CLOCK_TICK: Duration = Duration::from_millis(250);

impl Hall {
    /// Keeps the hall going until the future is dropped.
    pub async fn run(self: Arc<Hall>) {
        let notices = self.bus.subscribe().await;
        tokio::join!(
            Arc::clone(&self).listen(notices),
            Arc::clone(&self).watch_clocks(),
            Arc::clone(&self).poll(),
        );
    }

    /// Wakes whoever looks at a table that changed elsewhere.
    async fn listen(self: Arc<Hall>, mut notices: mpsc::Receiver<Notice>) {
        while let Some(notice) = notices.recv().await {
            self.heard_of(&notice.table, notice.head);
        }
    }

    fn heard_of(&self, table: &TableId, head: u32) {
        if let Some(cached) = self.tables().get(table) {
            cached.heard_of(head);
        }
    }

    /// Lets clocks fall and bots act that no other node looks after.
    async fn watch_clocks(self: Arc<Hall>) {
        let mut ticks = interval(CLOCK_TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            match self.store.due(self.now(), A_FEW).await {
                Ok(tables) => {
                    for table in tables {
                        self.look_after(&table).await;
                    }
                }
                Err(error) => tracing::warn!(cause = %error, "tables that are due cannot be read"),
            }
        }
    }

    async fn look_after(self: &Arc<Hall>, table: &TableId) {
        let done = self
            .change(table, |sitting, now, chance| Ok(sitting.overdue(now, chance)?.map(|done| (done, ()))))
            .await;
        match done {
            Ok(_) | Err(Error::Frozen | Error::Outdated | Error::UnknownTable | Error::Unreadable { .. }) => {
            }
            Err(error) => {
                tracing::warn!(table.id = %table, code = error.code(), "a table could not be looked after");
            }
        }
        let cached = self.cached(table);
        self.wake_bots(table, &cached);
    }

    /// Finds what notices have missed, and forgets what nobody looks at.
    async fn poll(self: Arc<Hall>) {
        let mut ticks = interval(self.settings.poll);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            self.let_go();
            let watched: Vec<TableId> = {
                let tables = self.tables();
                let is_watched = |cached: &CachedTable| cached.head.receiver_count() > 0;
                tables.iter().filter(|(_, cached)| is_watched(cached)).map(|(id, _)| id.clone()).collect()
            };
            for few in watched.chunks(A_FEW as usize) {
                match self.store.heads(few).await {
                    Ok(heads) => heads.iter().for_each(|(table, head)| self.heard_of(table, *head)),
                    Err(error) => tracing::warn!(cause = %error, "tables cannot be looked up"),
                }
            }
        }
    }

    /// Drops sittings at which nothing has happened for a while, and tables that nobody watches.
    fn let_go(&self) {
        let keep = i64::try_from(self.settings.keep.as_millis()).unwrap_or(i64::MAX);
        let before = self.now().saturating_sub(keep);
        self.tables().retain(|_, cached| {
            if cached.touched.load(Ordering::Relaxed) >= before {
                return true;
            }
            for kept in [&cached.sitting, &cached.delayed] {
                if let Ok(mut sitting) = kept.try_lock() {
                    *sitting = None;
                }
            }
            Arc::strong_count(cached) > 1
        });
    }

    /// Lets the bots of a table act, if it is their turn and they are not thinking already.
    pub(super) fn wake_bots(self: &Arc<Hall>, table: &TableId, cached: &Arc<CachedTable>) {
        if cached.thinking.swap(true, Ordering::AcqRel) {
            return;
        }
        let (hall, table, cached) = (Arc::clone(self), table.clone(), Arc::clone(cached));
        tokio::spawn(async move {
            loop {
                while hall.let_a_bot_act(&table).await {}
                cached.thinking.store(false, Ordering::Release);
                // A turn that began just before the flag fell must not be missed.
                let waits = hall.look(&table, |sitting| Ok(!sitting.bots_to_act().is_empty())).await;
                if !waits.unwrap_or(false) || cached.thinking.swap(true, Ordering::AcqRel) {
                    return;
                }
                tokio::time::sleep(CLOCK_TICK).await;
            }
        });
    }

    /// Lets one bot act; whether one did.
    async fn let_a_bot_act(self: &Arc<Hall>, table: &TableId) -> bool {
        let turn = self.look(table, |sitting| match sitting.bots_to_act().first() {
            Some((seat, level)) => Ok(Some((*seat, level.clone(), sitting.glimpse_for(*seat)?))),
            None => Ok(None),
        });
        let Ok(Some((seat, level, glimpse))) = turn.await else { return false };
        let (thought, ()) =
            tokio::join!(self.think(level, glimpse), tokio::time::sleep(self.settings.bot_pace));
        let Some(action) = thought else { return false };
        let acted = self.change_here(table, |sitting, at, chance| {
            if !sitting.bots_to_act().iter().any(|(waiting, _)| *waiting == seat) {
                return Ok(None);
            }
            Ok(Some((sitting.act(seat, &action, at, chance)?, ())))
        });
        match acted.await {
            Ok(_) | Err(Error::NotOffered(_) | Error::Over) => true,
            Err(error) => {
                tracing::warn!(table.id = %table, code = error.code(), "a bot could not act");
                false
            }
        }
    }

    async fn think(&self, level: String, glimpse: Glimpse) -> Option<String> {
        let _turn = self.thinkers.acquire().await.ok()?;
        let chance = self.chance();
        let thinking = tokio::task::spawn_blocking(move || {
            let level: Level = level.parse().unwrap_or(Level::Casual);
            let mut bot = Bot::new(level, chance);
            bot.choose(&glimpse, &Limit::within(BOT_TIME)).map(|thought| thought.action)
        });
        thinking.await.ok().flatten()
    }
}
