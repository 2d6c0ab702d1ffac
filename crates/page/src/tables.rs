//! Tables of a page: folded from their logs, looked at and changed.

use std::collections::BTreeMap;
use std::sync::Arc;

use kit_answers::Problem;
use kit_answers::objects::ErrorNote;
use kit_play::{Chance, say};
use kit_sitting::presence::People;
use kit_sitting::record::StoredRecord;
use kit_sitting::sitting::{Done, Opened, Sitting};
use kit_sitting::wire::{Command, DoneNote, Frame, OpenTable, Status};
use kit_sitting::{Arrival, Error, House, Record, Secrets, Seen, TableId, Viewing};

use crate::message::{Kept, Reply, Written};
use crate::page::{Page, Stop, Under};
use crate::requests::json;

/// A table that a page remembers.
pub(crate) struct KeptTable {
    pub sitting: Sitting,
    /// The whole log.
    pub records: Vec<StoredRecord>,
    /// What seats noted for themselves.
    pub notes: BTreeMap<String, String>,
    /// Who is connected.
    pub people: People,
}

impl KeptTable {
    fn new(sitting: Sitting, records: Vec<StoredRecord>, notes: BTreeMap<String, String>) -> KeptTable {
        KeptTable { sitting, records, notes, people: People::default() }
    }

    /// The secrets of everybody here: whoever has the page has all seats that people sit on.
    pub fn secrets(&self) -> Secrets {
        let host = self.sitting.agreed().host.clone();
        Secrets([host].into_iter().chain(self.sitting.holders()).collect())
    }

    /// The time at the table, which does not go back.
    fn time(&self, now: i64) -> i64 {
        self.records.last().map_or(now, |last| now.max(last.at))
    }
}

impl Page {
    /// Takes in records of a table, and shows them to those who look.
    pub(crate) fn fold(
        &mut self,
        table: TableId,
        records: Vec<StoredRecord>,
        notes: BTreeMap<String, String>,
        under: &Under,
        reply: &mut Reply,
    ) -> Result<(), Stop> {
        match self.tables.get_mut(&table) {
            Some(kept) => {
                let head = kept.sitting.head();
                kept.notes.extend(notes);
                if let Err(error) = kept.sitting.catch_up(&records) {
                    self.tables.remove(&table);
                    self.look_anew(&table);
                    return refuse(error, reply);
                }
                kept.records.extend(records.into_iter().filter(|record| record.number > head));
            }
            None => {
                let sitting = match Sitting::fold(&self.house, table.clone(), &records) {
                    Ok(sitting) => sitting,
                    Err(error) => return refuse(error, reply),
                };
                self.tables.insert(table.clone(), KeptTable::new(sitting, records, notes));
                self.attend_again(&table);
            }
        }
        self.tell(&table, None, under, reply);
        Ok(())
    }

    /// Changes a table; the record of it is to be written down before anybody is told.
    pub(crate) fn change<T>(
        &mut self,
        table: &TableId,
        under: &Under,
        reply: &mut Reply,
        change: impl FnOnce(&mut Sitting, i64, &mut Chance) -> Result<Option<(Done, T)>, Error>,
    ) -> Result<Option<T>, Stop> {
        let kept = self.table(table)?;
        let at = kept.time(under.now);
        let was_frozen = kept.sitting.status() == Status::Frozen;
        match recorded(&mut kept.sitting, at, &mut under.chance(), change) {
            Ok(None) => Ok(None),
            Ok(Some((record, made))) => {
                kept.keep(record, reply);
                Ok(Some(made))
            }
            Err(Error::Frozen) if !was_frozen => {
                self.refold(table)?;
                self.freeze(table, under, reply)?;
                Err(Error::Frozen.into())
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Folds a table anew from its log.
    fn refold(&mut self, table: &TableId) -> Result<(), Stop> {
        let kept = self.tables.get_mut(table).ok_or(Error::UnknownTable)?;
        kept.sitting = Sitting::fold(&self.house, table.clone(), &kept.records)?;
        Ok(())
    }

    /// The game's program failed: the table is kept as it was, and cannot go on.
    pub(crate) fn freeze(&mut self, table: &TableId, under: &Under, reply: &mut Reply) -> Result<(), Stop> {
        let kept = self.table(table)?;
        if kept.sitting.status() == Status::Frozen {
            return Ok(());
        }
        let at = kept.time(under.now);
        let freeze = |sitting: &mut Sitting, _: i64, _: &mut Chance| Ok(Some((sitting.freeze(), ())));
        if let Some((record, ())) = recorded(&mut kept.sitting, at, &mut under.chance(), freeze)? {
            kept.keep(record, reply);
        }
        self.tell(table, None, under, reply);
        Ok(())
    }

    /// Clocks fall, and the time of the rules is up.
    pub(crate) fn let_time_pass(
        &mut self,
        table: &TableId,
        under: &Under,
        reply: &mut Reply,
    ) -> Result<(), Stop> {
        self.change(table, under, reply, |sitting, at, chance| {
            Ok(sitting.overdue(at, chance)?.map(|done| (done, ())))
        })?;
        self.tell(table, None, under, reply);
        Ok(())
    }

    /// Opens a table, and starts the game when every seat has somebody.
    pub(crate) fn open(
        &mut self,
        mut request: OpenTable,
        under: &Under,
        reply: &mut Reply,
    ) -> Result<Opened, Stop> {
        if let Some(moment) = &mut request.from
            && let (None, Some(table)) = (&moment.scoresheet, &moment.table)
        {
            let table = crate::page::named(table)?;
            moment.scoresheet = Some(self.table(&table)?.sitting.scoresheet()?.to_string());
            moment.table = None;
        }
        let (sitting, opened) = Sitting::open(&self.house, &request, under.now, &mut under.chance())?;
        let is_complete = sitting.is_complete();
        let table = self.lay(sitting, under, reply);
        if is_complete {
            self.start(&table, under, reply)?;
        }
        Ok(opened)
    }

    /// Puts a new table down.
    fn lay(&mut self, sitting: Sitting, under: &Under, reply: &mut Reply) -> TableId {
        let table = sitting.id().clone();
        let first = sitting.first_record(under.now);
        let stored = sitting.stored(&first);
        reply.records.push(written(&table, &stored));
        let mut kept = KeptTable::new(sitting, vec![stored], BTreeMap::new());
        kept.sitting.committed(first);
        reply.tables.insert(table.to_string(), kept.sitting.deadline());
        self.tables.insert(table.clone(), kept);
        table
    }

    fn start(&mut self, table: &TableId, under: &Under, reply: &mut Reply) -> Result<(), Stop> {
        self.change(table, under, reply, |sitting, at, chance| {
            let waits = sitting.status() == Status::Waiting && sitting.is_complete();
            if waits { Ok(Some((sitting.start(at, chance)?, ()))) } else { Ok(None) }
        })?;
        Ok(())
    }

    /// Carries out a command of a seat, or of the host.
    pub(crate) fn command(
        &mut self,
        table: &TableId,
        who: &str,
        command: Command,
        under: &Under,
        reply: &mut Reply,
    ) -> Result<DoneNote, Stop> {
        let secrets = self.table(table)?.secrets();
        if let Command::Rematch(_) = command {
            return self.rematch(table, who, &secrets, under, reply);
        }
        let done = self.change(table, under, reply, |sitting, at, chance| {
            let mut done = sitting.command(who, &secrets, &command, Arrival::from(at), chance)?;
            let made = (done.invitation.take(), done.too_late);
            Ok(Some((done, made)))
        })?;
        let (invitation, too_late) = done.unwrap_or_default();
        if too_late {
            return Err(Error::Over.into());
        }
        Ok(DoneNote { invitation, ..DoneNote::default() })
    }

    fn rematch(
        &mut self,
        table: &TableId,
        who: &str,
        secrets: &Secrets,
        under: &Under,
        reply: &mut Reply,
    ) -> Result<DoneNote, Stop> {
        self.change(table, under, reply, |sitting, at, chance| {
            Ok(sitting.ask_rematch(who, secrets, at, chance)?.map(|done| (done, ())))
        })?;
        let next = self.laid_rematch(table, under, reply)?;
        Ok(DoneNote { table: Some(next.to_string()), ..DoneNote::default() })
    }

    /// The rematch of a finished table, which is laid and started if it was only written down where
    /// it is.
    pub(crate) fn laid_rematch(
        &mut self,
        table: &TableId,
        under: &Under,
        reply: &mut Reply,
    ) -> Result<TableId, Stop> {
        let again = self.table(table)?.sitting.again(under.now)?;
        let again = again.ok_or(Error::NotNow(say!("there is no rematch yet")))?;
        let next = again.id().clone();
        // What was just written down here was not laid elsewhere; all else must be looked up.
        let is_new = reply.records.iter().any(|written| written.table == table.as_str());
        match self.table(&next) {
            Ok(_) => {}
            Err(Stop::Needs(_)) if is_new => drop(self.lay(again, under, reply)),
            Err(Stop::Needs(next)) => return Err(Stop::Needs(next)),
            Err(Stop::Problem(_)) => drop(self.lay(again, under, reply)),
        }
        self.start(&next, under, reply)?;
        Ok(next)
    }
}

impl KeptTable {
    /// Keeps a record that the sitting has taken in.
    fn keep(&mut self, record: Record, reply: &mut Reply) {
        let stored = self.sitting.stored(&record);
        reply.records.push(written(self.sitting.id(), &stored));
        self.records.push(stored);
        self.sitting.committed(record);
        reply.tables.insert(self.sitting.id().to_string(), self.sitting.deadline());
    }
}

/// Makes a change and the record of it.
fn recorded<T>(
    sitting: &mut Sitting,
    at: i64,
    chance: &mut Chance,
    change: impl FnOnce(&mut Sitting, i64, &mut Chance) -> Result<Option<(Done, T)>, Error>,
) -> Result<Option<(Record, T)>, Error> {
    let before = sitting.before();
    let Some((done, made)) = change(sitting, at, chance)? else { return Ok(None) };
    Ok(Some((sitting.record(done.deeds, &before, at)?, made)))
}

fn written(table: &TableId, stored: &StoredRecord) -> Written {
    let StoredRecord { number, at, body } = stored.clone();
    Written { table: table.to_string(), record: Kept { number, at, body } }
}

/// Says why a log cannot be folded, to whoever hands it in.
fn refuse(error: Error, reply: &mut Reply) -> Result<(), Stop> {
    let problem = Problem::from(error);
    reply.status = Some(problem.status);
    reply.text = Some(json(&ErrorNote { error: problem.complaint(None) })?);
    Ok(())
}

/// What is new for a viewer; nothing when it has seen everything.
pub(crate) fn news(
    house: &Arc<House>,
    kept: &mut KeptTable,
    viewing: &Viewing,
    seen: &mut Seen,
    now: i64,
) -> Result<Option<Frame>, Error> {
    let Some(cut) = viewing.shown_until(&kept.sitting, now)? else {
        return kept.sitting.frame(viewing.viewer, seen, now);
    };
    let until = kept.records.iter().take_while(|record| record.number <= cut.head);
    let until: Vec<StoredRecord> = until.cloned().collect();
    let mut sitting = Sitting::fold(house, viewing.table.clone(), &until)?;
    sitting.forget_team_talk();
    sitting.frame(viewing.viewer, seen, cut.at)
}
