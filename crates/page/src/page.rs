//! A page: its tables, its connections, and how a message is answered.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use kit_answers::Problem;
use kit_games::CATALOGUE;
use kit_play::Chance;
use kit_sitting::record::StoredRecord;
use kit_sitting::{CodeKey, Error, House, TableId, Tempers};

use crate::connections::Connection;
use crate::message::{Envelope, Kept, Message, Reply};
use crate::requests::answer_with;
use crate::tables::KeptTable;

/// All tables that a page remembers, and who looks at them.
pub struct Page {
    pub(crate) house: Arc<House>,
    pub(crate) tables: BTreeMap<TableId, KeptTable>,
    pub(crate) connections: BTreeMap<u32, Connection>,
    /// How the bots of tables see their games; a table that is folded anew has the same bots.
    pub(crate) tempers: BTreeMap<TableId, Tempers>,
    /// Tables of which whoever drives the page says that there are none.
    absent: BTreeSet<TableId>,
}

/// The time and the luck of one message.
pub(crate) struct Under {
    /// The time, in milliseconds since 1970.
    pub now: i64,
    luck: [u8; 32],
}

impl Under {
    /// The luck, from its beginning each time that it is asked for.
    pub fn chance(&self) -> Chance {
        Chance::handed(self.luck)
    }
}

/// Why a message is not answered as it was asked.
pub(crate) enum Stop {
    /// A table must be handed in first.
    Needs(TableId),
    /// It cannot be done.
    Problem(Problem),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Stop {
        Stop::Problem(error.into())
    }
}

impl From<Problem> for Stop {
    fn from(problem: Problem) -> Stop {
        Stop::Problem(problem)
    }
}

impl Default for Page {
    fn default() -> Page {
        Page::new()
    }
}

impl Page {
    /// A page without tables.
    pub fn new() -> Page {
        // Nobody can be invited to a page, so its codes lead nowhere and need no good key.
        let codes = CodeKey::from_bytes([0; CodeKey::BYTES]);
        let house = Arc::new(House { catalogue: CATALOGUE, codes, invitations_last: None });
        Page {
            house,
            tables: BTreeMap::new(),
            connections: BTreeMap::new(),
            tempers: BTreeMap::new(),
            absent: BTreeSet::new(),
        }
    }

    /// Answers a message that is written as JSON, with JSON.
    ///
    /// # Errors
    ///
    /// Fails when it is no message.
    pub fn handle_text(&mut self, text: &[u8]) -> Result<Vec<u8>, String> {
        let envelope: Envelope = serde_json::from_slice(text).map_err(|error| error.to_string())?;
        let reply = self.handle(envelope)?;
        serde_json::to_vec(&reply).map_err(|error| error.to_string())
    }

    /// Answers a message.
    ///
    /// # Errors
    ///
    /// Fails when the luck is too short.
    pub fn handle(&mut self, Envelope { now, luck, message }: Envelope) -> Result<Reply, String> {
        let luck = read_luck(&luck).ok_or("luck has 64 hexadecimal digits")?;
        let mut reply = Reply::default();
        let is_fold = matches!(message, Message::Fold { .. });
        if let Err(Stop::Needs(table)) = self.answer(message, &Under { now, luck }, &mut reply) {
            return Ok(Reply { needs: Some(table.to_string()), ..Reply::default() });
        }
        if !is_fold {
            self.absent.clear();
        }
        Ok(reply)
    }

    fn answer(&mut self, message: Message, under: &Under, reply: &mut Reply) -> Result<(), Stop> {
        match message {
            Message::Ask { method, path, body, nodes } => {
                self.ask(&method, &path, body.as_deref(), nodes, under, reply)
            }
            Message::Connect { connection, path } => self.connect(connection, &path, under, reply),
            Message::Line { connection, text } => self.hear(connection, &text, under, reply),
            Message::Disconnect { connection } => {
                self.disconnect(connection, under, reply);
                Ok(())
            }
            Message::Fold { table, records, notes } => {
                let table = named(&table)?;
                if records.is_empty() && !self.tables.contains_key(&table) {
                    self.absent.insert(table);
                    return Ok(());
                }
                self.fold(table, records.into_iter().map(stored).collect(), notes, under, reply)
            }
            Message::Forget { table } => {
                let table = named(&table)?;
                self.tables.remove(&table);
                self.look_anew(&table);
                Ok(())
            }
            Message::Language { code, catalogues } => {
                let catalogues: Vec<&str> = catalogues.iter().map(String::as_str).collect();
                // Where it cannot be read, everybody is told everything in English.
                reply.status = kit_languages::hand_in(&code, &catalogues).err().map(|_| 400);
                Ok(())
            }
            Message::Pack { table } => self.pack(&named(&table)?, reply),
            Message::Advise { table, body, language } => {
                let language = language.as_deref().and_then(kit_languages::language);
                let advised = self.advised(&named(&table)?, &body, language);
                answer_with(advised, language, reply)
            }
            Message::Hinted { table, body, language } => {
                let language = language.as_deref().and_then(kit_languages::language);
                let table = named(&table)?;
                let taken = self.hint_taken(&table, &body, under, reply);
                self.tell(&table, None, under, reply);
                answer_with(taken.map(|()| String::new()), language, reply)
            }
            Message::Freeze { table } => self.freeze(&named(&table)?, under, reply),
            Message::Bots { table } => self.next_bot(&named(&table)?, under, reply),
            Message::Think { table, seat, nodes } => self.think(&named(&table)?, &seat, nodes, under, reply),
            Message::Act { table, seat, thought } => {
                self.bot_acts(&named(&table)?, &seat, thought, under, reply)
            }
            Message::AnswerDraws { table } => self.answer_draws(&named(&table)?, under, reply),
            Message::Due { table } => self.let_time_pass(&named(&table)?, under, reply),
        }
    }

    /// The table, if it is here; otherwise it must be handed in, unless there is none.
    pub(crate) fn table(&mut self, table: &TableId) -> Result<&mut KeptTable, Stop> {
        if self.absent.contains(table) && !self.tables.contains_key(table) {
            return Err(Error::UnknownTable.into());
        }
        self.tables.get_mut(table).ok_or_else(|| Stop::Needs(table.clone()))
    }
}

/// The table with this name.
pub(crate) fn named(table: &str) -> Result<TableId, Error> {
    table.parse().map_err(|_| Error::UnknownTable)
}

fn stored(Kept { number, at, body }: Kept) -> StoredRecord {
    StoredRecord { number, at, body }
}

fn read_luck(text: &str) -> Option<[u8; 32]> {
    let digits = text.as_bytes();
    if digits.len() != 64 || !text.is_ascii() {
        return None;
    }
    let mut luck = [0; 32];
    for (byte, pair) in luck.iter_mut().zip(digits.chunks(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
    }
    Some(luck)
}
