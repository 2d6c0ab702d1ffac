//! Opening tables, for the first time and again.

use std::sync::Arc;

use kit_play::say;
use kit_sitting::sitting::{Opened, Sitting};
use kit_sitting::wire::{DoneNote, FromMoment, OpenTable, Status};
use kit_sitting::{Error, Secrets, TableId};

use super::Hall;
use super::change::{beside_others, new_record};
use crate::bus::Notice;
use crate::store::{Appended, NewRecord};
use crate::turns::Asker;

impl Hall {
    /// Opens a table, and starts the game when every seat has somebody.
    ///
    /// # Errors
    ///
    /// Fails when the game cannot be played like that.
    pub async fn open(self: &Arc<Hall>, request: OpenTable, from: Asker) -> Result<Opened, Error> {
        let (opened, is_new) = self.open_as(None, request, from).await?;
        if is_new { Ok(opened) } else { Err(Error::Unavailable) }
    }

    /// The same under a name that was written down before, where others may be opening it, too;
    /// whether this is the one that was written.
    pub(super) async fn open_as(
        self: &Arc<Hall>,
        name: Option<TableId>,
        mut request: OpenTable,
        from: Asker,
    ) -> Result<(Opened, bool), Error> {
        if let Some(moment) = &mut request.from {
            self.bring_scoresheet(moment).await?;
        }
        let now = self.time().await?;
        let open = || Sitting::open_as(&self.house, name, &request, now, &mut self.chance());
        let (sitting, opened) = beside_others(open)?;
        let (id, is_complete, first) = (sitting.id().clone(), sitting.is_complete(), first(&sitting, now));
        drop(sitting);
        if !self.lay(first).await? {
            return Ok((opened, false));
        }
        self.cached(&id).asked_by(from);
        if is_complete {
            self.start(&id).await?;
        }
        Ok((opened, true))
    }

    /// Puts the scoresheet in the place of the table that a moment is of, which must be over.
    async fn bring_scoresheet(&self, moment: &mut FromMoment) -> Result<(), Error> {
        if let (None, Some(table)) = (&moment.scoresheet, &moment.table) {
            let table = table.parse().map_err(|_| Error::UnknownTable)?;
            moment.scoresheet = Some(self.scoresheet(&table).await?);
            moment.table = None;
        }
        Ok(())
    }

    /// Writes the first record of a table down; whether there was no table of that name.
    async fn lay(&self, first: NewRecord) -> Result<bool, Error> {
        let table = first.index.table.clone();
        match self.store.append(first).await? {
            Appended::Written => {
                self.bus.publish(Notice { table, head: 1 });
                Ok(true)
            }
            Appended::Taken => Ok(false),
            Appended::Gap => Err(Error::Unavailable),
        }
    }

    /// Starts the game, if every seat has somebody and nobody else has started it.
    pub(super) async fn start(self: &Arc<Hall>, table: &TableId) -> Result<(), Error> {
        let started = self.change(table, None, |sitting, at, chance| {
            let waits = sitting.status() == Status::Waiting && sitting.is_complete();
            if waits { Ok(Some((sitting.start(at, chance)?, ()))) } else { Ok(None) }
        });
        started.await.map(|_| ())
    }

    /// Opens the rematch of a finished table: the same terms, everybody one seat on.
    ///
    /// The name of the new table is written down first, so all who ask at once get the same one.
    pub(super) async fn rematch(
        self: &Arc<Hall>,
        table: &TableId,
        who: &str,
        secrets: &Secrets,
        from: Asker,
    ) -> Result<DoneNote, Error> {
        let (who, own) = (who.to_owned(), secrets.clone());
        let asked = self.change(table, Some(from), move |sitting, at, chance| {
            Ok(sitting.ask_rematch(&who, &own, at, chance)?.map(|done| (done, ())))
        });
        asked.await?;
        let next = self.laid_rematch(table, secrets, from).await?;
        Ok(DoneNote { table: Some(next.to_string()), ..DoneNote::default() })
    }

    /// The rematch of a finished table, which is laid if it was only written down where it is, because
    /// somebody was interrupted there.
    ///
    /// Whoever comes takes the chair that was kept for them, and the last one starts the game.
    pub(super) async fn laid_rematch(
        self: &Arc<Hall>,
        table: &TableId,
        secrets: &Secrets,
        from: Asker,
    ) -> Result<TableId, Error> {
        let now = self.time().await?;
        let again = self.look(table, |sitting| Ok(sitting.again(now)?.map(|next| first(&next, now))));
        let first = again.await?.ok_or(Error::NotNow(say!("there is no rematch yet")))?;
        let next = first.index.table.clone();
        let waits = match self.look(&next, |sitting| Ok(sitting.status() == Status::Waiting)).await {
            // Somebody else may be laying it at this moment.
            Err(Error::UnknownTable) => self.lay(first).await.map(|_| true),
            looked => looked,
        };
        if waits? {
            self.cached(&next).asked_by(from);
            let people = self.look(table, |sitting| Ok(sitting.seats_again(secrets))).await?;
            let taken = self.change(&next, Some(from), move |sitting, at, _| {
                Ok(sitting.take_kept(&people, at)?.map(|done| (done, ())))
            });
            taken.await?;
            self.start(&next).await?;
        }
        Ok(next)
    }
}

/// The first record of a new table.
fn first(sitting: &Sitting, now: i64) -> NewRecord {
    new_record(sitting, &sitting.first_record(now))
}
