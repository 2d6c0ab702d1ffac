//! What happens at tables without anybody asking: clocks fall, late bots are helped, notices
//! arrive.
//!
//! Each kind of work has a queue of its own, the oldest first.
//! Work that could not be done comes again after pauses that grow, and is set aside in the end:
//! one table that cannot be looked after holds nobody else up.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::sync::{Semaphore, mpsc};
use tokio::time::{MissedTickBehavior, interval, sleep};

use super::{BOT_PATIENCE, Hall};
use crate::bus::Notice;
use crate::store::{Claim, Work};
use kit_sitting::sitting::Sitting;
use kit_sitting::wire::Status;
use kit_sitting::{Error, TableId};

/// How many tables are looked up at a time.
const A_FEW: usize = 256;
/// How many tables are looked after at once, for each kind of work.
const AT_ONCE: usize = 64;
/// How long others leave a claim alone, in milliseconds.
const LEASE: i64 = 30_000;
/// The first pause before work is tried again, in milliseconds; each further pause is twice as long.
const FIRST_PAUSE: i64 = 1_000;
/// How often work is tried before it is set aside.
const MOST_TRIES: u32 = 8;
/// How often clocks are looked at.
const CLOCK_TICK: Duration = Duration::from_millis(250);
/// How long to wait for room when more may be due than there was room for.
const A_MOMENT: Duration = Duration::from_millis(20);
/// How often late bots are looked for.
const BOT_TICK: Duration = Duration::from_secs(1);
/// How often it is asked whether the machine has slept.
const WAKING: Duration = Duration::from_secs(1);
/// After how many of those the hall's own clock is set.
const SETTING: u32 = 10;

/// What came of looking after a table.
enum Served {
    /// It was written to, so what is due next stands in the store.
    Done,
    /// There was nothing to do, and is nothing before this moment.
    Nothing(Option<i64>),
    /// Somebody is at it, and it is looked at again in a while.
    Begun,
    /// It could not be done.
    Failed(Error),
}

impl Hall {
    /// Keeps the hall going until the future is dropped.
    pub async fn run(self: Arc<Hall>) {
        let notices = self.bus.subscribe().await;
        tokio::join!(
            Arc::clone(&self).listen(notices),
            Arc::clone(&self).serve(Work::Clock, CLOCK_TICK),
            Arc::clone(&self).serve(Work::Bots, BOT_TICK),
            Arc::clone(&self).poll(),
            Arc::clone(&self).set_clock(),
        );
    }

    /// Wakes whoever looks at a table that changed elsewhere.
    async fn listen(self: Arc<Hall>, mut notices: mpsc::Receiver<Notice>) {
        while let Some(notice) = notices.recv().await {
            self.heard_of(&notice.table, notice.head);
        }
    }

    fn heard_of(&self, table: &TableId, head: u32) {
        self.evenings.heard_of(table, head);
        if let Some(cached) = self.tables().get(table) {
            cached.heard_of(head);
        }
    }

    /// Sets the clock now and then.
    async fn set_clock(self: Arc<Hall>) {
        let mut ticks = interval(WAKING);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        for tick in (0..SETTING).cycle() {
            ticks.tick().await;
            self.clock.notice_sleep();
            if tick > 0 {
                continue;
            }
            if let Err(error) = self.clock.set(&*self.store).await {
                tracing::debug!(cause = %error, "the store's clock cannot be read");
            }
        }
    }

    /// Does one kind of work as it comes due.
    async fn serve(self: Arc<Hall>, work: Work, tick: Duration) {
        let room = Arc::new(Semaphore::new(AT_ONCE));
        let mut ticks = interval(tick);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut answers = true;
        loop {
            ticks.tick().await;
            let mut claimed = self.claim(work, &room).await;
            while let Ok(true) = claimed {
                sleep(A_MOMENT).await;
                claimed = self.claim(work, &room).await;
            }
            if let (true, Err(error)) = (answers, &claimed) {
                tracing::warn!(cause = %error, "tables that are due cannot be read");
            }
            answers = claimed.is_ok();
        }
    }

    /// Takes what is due and looks after it beside the next; whether there was no room for more.
    async fn claim(self: &Arc<Hall>, work: Work, room: &Arc<Semaphore>) -> Result<bool, Error> {
        while let most @ 1.. = room.available_permits() {
            let claims = self.store.claim(work, self.time().await?, LEASE, most as u32).await?;
            let all = claims.len() < most;
            for claim in claims {
                let Ok(place) = Arc::clone(room).acquire_owned().await else { return Ok(false) };
                let hall = Arc::clone(self);
                tokio::spawn(async move {
                    hall.look_after(work, claim).await;
                    drop(place);
                });
            }
            if all {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Looks after a table, and puts the work back where it could not be done.
    async fn look_after(self: &Arc<Hall>, work: Work, claim: Claim) {
        let table = claim.table.clone();
        let served = match work {
            Work::Clock => self.let_time_pass(&table).await,
            Work::Bots => self.help_bots(&table).await,
        };
        let (next, tries) = match served {
            Served::Done => return,
            Served::Nothing(next) => (next, 0),
            Served::Begun => (Some(self.clock.now() + BOT_PATIENCE), claim.tries),
            Served::Failed(error) => self.tried_again_at(&table, work, claim.tries + 1, &error),
        };
        if let Err(error) = self.store.put_back(work, claim, next, tries).await {
            tracing::debug!(cause = %error, "work cannot be put back; it comes again when its lease is over");
        }
    }

    /// When work that failed is tried again, and that it was tried; never again after many times.
    fn tried_again_at(&self, table: &TableId, work: Work, tries: u32, error: &Error) -> (Option<i64>, u32) {
        if tries >= MOST_TRIES {
            tracing::error!(table.id = %table, ?work, code = error.code(), "a table is set aside, nobody can look after it");
            return (None, tries);
        }
        (Some(self.clock.now() + (FIRST_PAUSE << (tries - 1))), tries)
    }

    async fn let_time_pass(self: &Arc<Hall>, table: &TableId) -> Served {
        let overdue = self.change(table, None, |sitting, now, chance| {
            Ok(sitting.overdue(now, chance)?.map(|done| (done, ())))
        });
        match overdue.await {
            Ok(Some(())) => Served::Done,
            Ok(None) | Err(Error::Frozen) => self.what_is_due(table, |sitting| sitting.deadline()).await,
            Err(Error::UnknownTable) => Served::Nothing(None),
            Err(error) => Served::Failed(error),
        }
    }

    /// Wakes bots that the node which should have has not.
    ///
    /// They are not waited for: they may have to wait for a turn to think, and others are due.
    async fn help_bots(self: &Arc<Hall>, table: &TableId) -> Served {
        let cached = self.cached(table);
        let late = |sitting: &Sitting| {
            let late = sitting.is_attended() && !sitting.bots_to_act().is_empty();
            late.then_some(0)
        };
        match self.what_is_due(table, late).await {
            Served::Nothing(Some(_)) => {
                let trouble = cached.keep_bot_trouble(None);
                self.wake_bots(table, &cached);
                trouble.map_or(Served::Begun, Served::Failed)
            }
            served => served,
        }
    }

    /// When something is due at a table.
    ///
    /// A table that only another version can play is not done with: that version may be running
    /// beside this one.
    async fn what_is_due(&self, table: &TableId, due: impl FnOnce(&Sitting) -> Option<i64>) -> Served {
        let looked = self.look(table, |sitting| match sitting.status() {
            Status::Outdated => Err(Error::Outdated),
            _ => Ok(due(sitting)),
        });
        match looked.await {
            Ok(next) => Served::Nothing(next),
            Err(Error::UnknownTable) => Served::Nothing(None),
            Err(error) => Served::Failed(error),
        }
    }

    /// Finds what notices have missed, and forgets what nobody looks at.
    async fn poll(self: Arc<Hall>) {
        let mut ticks = interval(self.settings.poll);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            self.let_go();
            for few in self.unheard_of().chunks(A_FEW) {
                let asked = self.clock.steady();
                match self.store.heads(few).await {
                    Ok(heads) => heads.iter().for_each(|(table, head)| self.found(table, *head, asked)),
                    Err(error) => tracing::debug!(cause = %error, "tables cannot be looked up"),
                }
            }
        }
    }

    /// Drops sittings at which nothing has happened for a while, and tables that nobody watches.
    fn let_go(&self) {
        let keep = i64::try_from(self.settings.keep.as_millis()).unwrap_or(i64::MAX);
        let before = self.clock.steady().saturating_sub(keep);
        self.tables().retain(|table, cached| {
            if cached.touched.load(Ordering::Relaxed) >= before {
                return true;
            }
            for kept in [&cached.sitting, &cached.delayed] {
                if let Ok(mut sitting) = kept.try_lock() {
                    *sitting = None;
                }
            }
            let is_kept = Arc::strong_count(cached) > 1;
            if !is_kept {
                self.leave(table, cached);
            }
            is_kept
        });
    }
}
