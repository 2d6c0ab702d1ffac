//! Opening tables, for the first time and again.

use std::sync::Arc;

use kit_sitting::sitting::{Again, Opened, Sitting};
use kit_sitting::wire::{DoneNote, OpenTable};
use kit_sitting::{Error, Secrets, TableId};

use super::Hall;
use super::change::{beside_others, new_record};
use crate::bus::Notice;
use crate::store::Appended;
use crate::turns::Asker;

impl Hall {
    /// Opens a table, and starts the game when every seat has somebody.
    ///
    /// # Errors
    ///
    /// Fails when the game cannot be played like that.
    pub async fn open(self: &Arc<Hall>, request: OpenTable, from: Asker) -> Result<Opened, Error> {
        let open = || Sitting::open(self.catalogue, &request, &mut self.chance());
        let (sitting, opened) = beside_others(open)?;
        self.cached(sitting.id()).asked_by(from);
        self.lay(sitting).await?;
        Ok(opened)
    }

    /// Writes a new table down, and starts the game when every seat has somebody.
    async fn lay(self: &Arc<Hall>, sitting: Sitting) -> Result<TableId, Error> {
        let (id, is_complete) = (sitting.id().clone(), sitting.is_complete());
        let record = new_record(&sitting, &sitting.first_record(self.now()));
        drop(sitting);
        match self.store.append(record).await? {
            Appended::Written => self.bus.publish(Notice { table: id.clone(), head: 1 }),
            Appended::Taken | Appended::Gap => return Err(Error::Unavailable),
        }
        if is_complete {
            self.change(&id, |sitting, at, chance| Ok(Some((sitting.start(at, chance)?, ())))).await?;
        }
        Ok(id)
    }

    /// Opens the rematch of a finished table: the same terms, everybody one seat on.
    pub(super) async fn rematch(
        self: &Arc<Hall>,
        table: &TableId,
        who: &str,
        secrets: &Secrets,
    ) -> Result<DoneNote, Error> {
        let again = self.look(table, |sitting| {
            beside_others(|| sitting.again(self.catalogue, who, secrets, &mut self.chance()))
        });
        let id = match again.await? {
            Again::There(there) => there,
            Again::New(sitting) => {
                let id = self.lay(*sitting).await?;
                let there = id.clone();
                self.change(table, move |sitting, at, _| Ok(Some((sitting.rematch_at(&there, at)?, ()))))
                    .await?;
                id
            }
        };
        Ok(DoneNote { table: Some(id.to_string()), ..DoneNote::default() })
    }
}
