//! Connections of viewers: lines in and lines out, as over a socket.

use kit_answers::{Problem, read_json};
use kit_play::sentence::Language;
use kit_play::wire::Complaint;
use kit_sitting::presence::Attendant;
use kit_sitting::wire::{DoneNote, Frame, PresenceNote, SocketAnswer, SocketComplaint, SocketLine};
use kit_sitting::{Seen, TableId, Viewing};
use serde::Deserialize;

use crate::message::Reply;
use crate::page::{Page, Stop, Under};
use crate::requests::{Address, query};
use crate::tables::news;

/// The longest line that is read.
const LONGEST_LINE: usize = 16 << 10;

/// One viewer's connection to a table.
pub(crate) struct Connection {
    table: TableId,
    seat: String,
    viewing: Viewing,
    seen: Seen,
    language: Option<&'static Language>,
    attendant: Attendant,
    /// Who is connected, as the client was told last; nothing where it does not want to know.
    present: Option<Option<PresenceNote>>,
}

/// Whose eyes, and from when.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SocketSearch {
    seat: Option<String>,
    after: Option<u32>,
    present: Option<bool>,
}

impl Page {
    /// Opens a connection, or says through it why not.
    pub(crate) fn connect(
        &mut self,
        connection: u32,
        path: &str,
        under: &Under,
        reply: &mut Reply,
    ) -> Result<(), Stop> {
        let address = Address::read(path);
        match self.connected(&address) {
            Err(Stop::Needs(table)) => return Err(Stop::Needs(table)),
            Err(Stop::Problem(problem)) => {
                goodbye(connection, &problem, address.language, reply);
                return Ok(());
            }
            Ok(opened) => {
                if let Some(kept) = self.tables.get_mut(&opened.table) {
                    kept.people.come(&opened.attendant);
                }
                let table = opened.table.clone();
                self.connections.insert(connection, opened);
                self.greet(connection, under, reply);
                self.tell(&table, Some(connection), under, reply);
            }
        }
        Ok(())
    }

    fn connected(&mut self, address: &Address) -> Result<Connection, Stop> {
        let ["tables", table, "socket"] = address.words()[..] else {
            return Err(Problem::not_found().into());
        };
        let search: SocketSearch = query(&address.query)?;
        let table = crate::page::named(table)?;
        let seat = search.seat.unwrap_or_else(|| "public".to_owned());
        let kept = self.table(&table)?;
        let viewing = Viewing::new(&kept.sitting, &seat, &kept.secrets())?;
        let language = address.language;
        let attendant = Attendant::of(&viewing);
        let seen = search.after.map_or_else(Seen::default, Seen::after).in_language(language);
        let present = search.present.unwrap_or(false).then_some(None);
        Ok(Connection { table, seat, viewing, seen, language, attendant, present })
    }

    /// Says that the client has seen everything, or shows what is there.
    fn greet(&mut self, number: u32, under: &Under, reply: &mut Reply) {
        let shown = self.show(number, under, reply);
        let Some(connection) = self.connections.get(&number) else { return };
        if !shown {
            say(number, &SocketAnswer::Resumed(connection.seen.number()), reply);
        }
        self.say_who_is_there(number, reply);
    }

    /// Ends a connection.
    pub(crate) fn disconnect(&mut self, number: u32, under: &Under, reply: &mut Reply) {
        let Some(connection) = self.connections.remove(&number) else { return };
        if let Some(kept) = self.tables.get_mut(&connection.table) {
            kept.people.go(&connection.attendant);
        }
        self.tell(&connection.table, None, under, reply);
    }

    /// Answers a line.
    pub(crate) fn hear(
        &mut self,
        number: u32,
        text: &str,
        under: &Under,
        reply: &mut Reply,
    ) -> Result<(), Stop> {
        let Some(connection) = self.connections.get(&number) else { return Ok(()) };
        let (table, seat, language) =
            (connection.table.clone(), connection.seat.clone(), connection.language);
        if text.len() > LONGEST_LINE {
            self.end(number, &Problem::too_large(LONGEST_LINE), reply);
            return Ok(());
        }
        let asked: SocketLine = match read_json(text.as_bytes()) {
            Ok(asked) => asked,
            Err(problem) => {
                complain(number, id_of(text), &problem, language, reply);
                return Ok(());
            }
        };
        let done = match self.command(&table, &seat, asked.command, under, reply) {
            Err(Stop::Needs(table)) => return Err(Stop::Needs(table)),
            Err(Stop::Problem(problem)) => Err(problem),
            Ok(done) => Ok(done),
        };
        // What has changed comes before the answer, so that the order of lines tells nothing.
        self.show(number, under, reply);
        self.say_who_is_there(number, reply);
        match done {
            Ok(done) => say(number, &SocketAnswer::Done(DoneNote { id: asked.id, ..done }), reply),
            Err(problem) => complain(number, Some(asked.id), &problem, language, reply),
        }
        self.tell(&table, Some(number), under, reply);
        Ok(())
    }

    /// Shows what is new at a table to all who look, except somebody who was shown it.
    pub(crate) fn tell(&mut self, table: &TableId, shown: Option<u32>, under: &Under, reply: &mut Reply) {
        if let Some(kept) = self.tables.get(table) {
            reply.tables.insert(table.to_string(), kept.sitting.deadline());
        }
        let looking = self.connections.iter().filter(|(_, connection)| connection.table == *table);
        let numbers: Vec<u32> = looking.map(|(number, _)| *number).collect();
        for number in numbers.into_iter().filter(|number| shown != Some(*number)) {
            self.show(number, under, reply);
            self.say_who_is_there(number, reply);
        }
    }

    /// Shows what is new for a viewer; whether anything was.
    fn show(&mut self, number: u32, under: &Under, reply: &mut Reply) -> bool {
        let Some(connection) = self.connections.get_mut(&number) else { return false };
        let Some(kept) = self.tables.get_mut(&connection.table) else { return false };
        let frame = news(&self.house, kept, &connection.viewing, &mut connection.seen, under.now);
        match frame {
            Ok(Some(frame)) => {
                reply.lines.push((number, Frame::line(&frame)));
                true
            }
            Ok(None) => false,
            Err(error) => {
                self.end(number, &error.into(), reply);
                true
            }
        }
    }

    /// Says who is connected, where the client wants to know and was told otherwise.
    fn say_who_is_there(&mut self, number: u32, reply: &mut Reply) {
        let Some(connection) = self.connections.get_mut(&number) else { return };
        let Some(kept) = self.tables.get(&connection.table) else { return };
        let Some(told) = &mut connection.present else { return };
        let present = kept.people.seen_at(&kept.sitting);
        if told.as_ref() != Some(&present) {
            say(number, &SocketAnswer::Present(told.insert(present)), reply);
        }
    }

    /// What viewers of a table were shown may not hold, so they are shown all of it again.
    pub(crate) fn look_anew(&mut self, table: &TableId) {
        for connection in self.connections.values_mut().filter(|connection| connection.table == *table) {
            connection.seen = Seen::default().in_language(connection.language);
            connection.present = connection.present.take().map(|_| None);
        }
    }

    /// Counts those as connected who were so before their table was folded anew.
    pub(crate) fn attend_again(&mut self, table: &TableId) {
        let Some(kept) = self.tables.get_mut(table) else { return };
        for connection in self.connections.values().filter(|connection| connection.table == *table) {
            kept.people.come(&connection.attendant);
        }
    }

    /// Ends a connection, and says why.
    fn end(&mut self, number: u32, problem: &Problem, reply: &mut Reply) {
        let Some(connection) = self.connections.remove(&number) else { return };
        if let Some(kept) = self.tables.get_mut(&connection.table) {
            kept.people.go(&connection.attendant);
        }
        goodbye(number, problem, connection.language, reply);
    }
}

fn say(connection: u32, answer: &SocketAnswer<'_>, reply: &mut Reply) {
    let text = serde_json::to_string(answer).expect("an answer can be written as JSON");
    reply.lines.push((connection, text));
}

fn goodbye(connection: u32, problem: &Problem, language: Option<&'static Language>, reply: &mut Reply) {
    say(connection, &SocketAnswer::Goodbye(problem.complaint(language)), reply);
    reply.ended.push(connection);
}

fn complain(
    connection: u32,
    id: Option<u32>,
    problem: &Problem,
    language: Option<&'static Language>,
    reply: &mut Reply,
) {
    let Complaint { code, text } = problem.complaint(language);
    say(connection, &SocketAnswer::Error(SocketComplaint { id, code, text }), reply);
}

/// The client's number in a line that has something else wrong.
fn id_of(line: &str) -> Option<u32> {
    let value: serde_json::Value = serde_json::from_str(line).ok()?;
    value.get("id")?.as_u64().and_then(|id| u32::try_from(id).ok())
}
