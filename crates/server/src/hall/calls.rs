//! Tells people who are away that it is their turn, where a turn may take days.
//!
//! A call goes to whoever holds the seat, when its turn begins and nobody of it is connected.
//! It tells the seat what it would see at the table, so nobody learns anything from it, and what is
//! kept for it stands beside the table and never in its log.

use std::sync::Arc;

use kit_play::say;
use kit_sitting::agreed::ClockPlan;
use kit_sitting::sitting::Sitting;
use kit_sitting::wire::Status;
use kit_sitting::{Digest, Error, Secrets, TableId};

use super::{CachedTable, Hall, Viewing};
use crate::push::{Call, Push, Subscriber, id_of};
use crate::store::KeptPush;

/// What is to be told after a change.
pub(super) enum Calls {
    /// It is the turn of those who hold these secrets, and none of them is connected.
    To(&'static str, Vec<Digest>),
    /// The game is over, so nobody is called any more.
    Over,
}

impl Hall {
    /// Tells people of their turns by way of this from now on; said once, before anybody comes.
    pub fn push_through(&self, push: Arc<dyn Push>) {
        // Who comes second is no better.
        let _ = self.push.set(push);
    }

    /// The key that browsers need to subscribe, where turns are told.
    pub fn push_key(&self) -> Option<&str> {
        self.push.get().map(|push| push.key())
    }

    /// Tells a browser from now on when it is the turn of the viewer's seat.
    ///
    /// # Errors
    ///
    /// Fails when the viewer is no player, or nobody is told of turns here.
    pub async fn subscribe(&self, viewing: &Viewing, subscriber: Subscriber) -> Result<(), Error> {
        let push = self.push.get().ok_or(Error::NotNow(say!("this server cannot notify you")))?;
        push.check(&subscriber).map_err(Error::BadRequest)?;
        let (holder, strangers) = self.holder(viewing).await?;
        for kept in self.store.pushes(viewing.table.clone()).await?.into_iter().filter(strangers) {
            self.store.drop_push(viewing.table.clone(), kept.id).await?;
        }
        let (id, body) = (subscriber.id(), subscriber.write());
        let push = KeptPush { holder: holder.as_str().to_owned(), id, at: self.time().await?, body };
        Ok(self.store.keep_push(viewing.table.clone(), push).await?)
    }

    /// Tells a browser no longer.
    ///
    /// # Errors
    ///
    /// Fails when the viewer is no player.
    pub async fn unsubscribe(&self, viewing: &Viewing, endpoint: &str) -> Result<(), Error> {
        self.own_seat(viewing).await?;
        Ok(self.store.drop_push(viewing.table.clone(), id_of(endpoint)).await?)
    }

    /// Who holds the viewer's seat, and what is kept of those who hold none any more.
    async fn holder(&self, viewing: &Viewing) -> Result<(Digest, impl Fn(&KeptPush) -> bool), Error> {
        self.own_seat(viewing).await?;
        let holders = self.look(&viewing.table, |sitting| {
            if !matches!(sitting.agreed().clock, Some(ClockPlan::Days { .. })) {
                return Err(Error::NotNow(say!("only games with days for each turn can notify you")));
            }
            match sitting.status() {
                Status::Waiting | Status::Playing => Ok(sitting.holders()),
                Status::Over => Err(Error::Over),
                Status::Frozen => Err(Error::Frozen),
                Status::Outdated => Err(Error::Outdated),
                Status::Closed => Err(Error::UnknownTable),
            }
        });
        let holders = holders.await?;
        let holder = viewing.secret().cloned().ok_or(Error::NotYourSeat)?;
        let is_stranger = move |kept: &KeptPush| holders.iter().all(|holder| holder.as_str() != kept.holder);
        Ok((holder, is_stranger))
    }

    /// Whom to call after a change, given who was to act before it.
    pub(super) fn calls(
        &self,
        sitting: &Sitting,
        cached: &CachedTable,
        before: &[kit_play::Seat],
    ) -> Option<Calls> {
        self.push.get()?;
        let Some(ClockPlan::Days { .. }) = sitting.agreed().clock else { return None };
        if sitting.status() == Status::Over {
            return Some(Calls::Over);
        }
        let people = cached.people.borrow();
        let present = Secrets(people.players());
        let away = sitting.turns_begun(before).into_iter().filter(|holder| !present.open(holder));
        let away: Vec<Digest> = away.collect();
        (!away.is_empty()).then(|| Calls::To(sitting.about().id, away))
    }

    /// Calls people, beside everything else.
    pub(super) fn call(self: &Arc<Hall>, table: &TableId, calls: Calls) {
        let (hall, table) = (Arc::clone(self), table.clone());
        tokio::spawn(async move {
            if let Err(error) = hall.call_all(table, calls).await {
                tracing::debug!(
                    code = error.code(),
                    "nobody can be called, because the store does not answer"
                );
            }
        });
    }

    async fn call_all(&self, table: TableId, calls: Calls) -> Result<(), Error> {
        let kept = self.store.pushes(table.clone()).await?;
        match calls {
            Calls::Over => {
                for kept in kept {
                    self.store.drop_push(table.clone(), kept.id).await?;
                }
            }
            Calls::To(game, holders) => {
                let Some(push) = self.push.get() else { return Ok(()) };
                let is_called =
                    |kept: &&KeptPush| holders.iter().any(|holder| holder.as_str() == kept.holder);
                let called = kept.iter().filter(is_called).filter_map(|kept| Subscriber::read(&kept.body));
                for to in called {
                    push.call(Call { table: table.clone(), game, to }, &self.store);
                }
            }
        }
        Ok(())
    }
}
