//! Requests, as they would go to a server, and their answers.

use std::borrow::Cow;

use kit_answers::advice::looked_at_again;
use kit_answers::archive::{self, Moments};
#[cfg(feature = "books")]
use kit_answers::boards::listed;
use kit_answers::boards::{may_be_tried, tried};
#[cfg(feature = "books")]
use kit_answers::books;
use kit_answers::objects::{
    ErrorNote, ExportRequest, Followed, NotesNote, PushNote, ReplayRequest, SandboxRequest, SolveRequest,
    StoryRequest,
};
use kit_answers::{Problem, golf, read_json};
use kit_golf::{Date, Limits};
use kit_play::sentence::Language;
use kit_play::wire::GameNote;
use kit_play::{BadText, Scoresheet, Seat, say};
use kit_sitting::sitting::Invites;
use kit_sitting::viewing::short_enough;
use kit_sitting::wire::{
    CommandRequest, Enter, Entered, HintRequest, LaidBoard, LobbyNote, OpenTable, SeatToken,
};
use kit_sitting::{Error, Seen, TableId, Viewing};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::message::{KeptNotes, Reply};
use crate::page::{Page, Stop, Under, named};
use crate::tables::news;

/// The longest body that is read.
const LONGEST_BODY: usize = 64 << 10;

/// The address of a request, read.
pub(crate) struct Address {
    path: Vec<String>,
    /// What stands behind the question mark, without the language.
    pub query: String,
    /// The language that somebody reads, if it is not English.
    pub language: Option<&'static Language>,
}

impl Address {
    /// Reads an address such as `/api/tables/abc/frame?seat=white&language=de`.
    pub fn read(address: &str) -> Address {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let pairs = || query.split('&').filter(|pair| !pair.is_empty());
        let language = pairs().find_map(|pair| pair.strip_prefix("language="));
        let rest: Vec<&str> = pairs().filter(|pair| !pair.starts_with("language=")).collect();
        let path = path.strip_prefix("/api/").unwrap_or_default().split('/');
        Address {
            path: path.map(|word| decoded(word).into_owned()).collect(),
            query: rest.join("&"),
            language: language.and_then(kit_languages::language),
        }
    }

    /// The words of the path behind `/api/`.
    pub fn words(&self) -> Vec<&str> {
        self.path.iter().map(String::as_str).collect()
    }
}

/// A word of an address without its escapes.
fn decoded(word: &str) -> Cow<'_, str> {
    if !word.contains('%') {
        return Cow::Borrowed(word);
    }
    // A plus means itself in a path.
    let pairs = serde_urlencoded::from_str::<Vec<(String, String)>>(&word.replace('+', "%2B"));
    match pairs.ok().and_then(|pairs| pairs.into_iter().next()) {
        Some((word, _)) => Cow::Owned(word),
        None => Cow::Borrowed(word),
    }
}

/// Reads a query.
pub(crate) fn query<T: DeserializeOwned>(query: &str) -> Result<T, Problem> {
    let pairs = serde_urlencoded::Deserializer::new(form_urlencoded::parse(query.as_bytes()));
    serde_path_to_error::deserialize(pairs).map_err(|error| {
        Problem::malformed(format!("the query: Failed to deserialize query string: {error}"))
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeatSearch {
    seat: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReplaySearch {
    seat: Option<String>,
    next: Option<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HandsSearch {
    seat: Option<String>,
    after: Option<u32>,
    moment: Option<u32>,
    heard: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntrySearch {
    entry: Option<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DailySearch {
    date: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HoleSearch {
    cards: Option<usize>,
    moves: Option<u32>,
    seed: Option<u64>,
}

/// A request that is being answered.
struct Request<'a> {
    method: &'a str,
    address: &'a Address,
    body: &'a str,
    /// How many positions a solver looks at, at most.
    nodes: Option<u64>,
    under: &'a Under,
}

impl Request<'_> {
    fn language(&self) -> Option<&'static Language> {
        self.address.language
    }

    fn query<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        query(&self.address.query)
    }

    fn body<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        body(self.body)
    }

    fn limits(&self) -> Limits<'static> {
        let limits = golf::limits();
        Limits { nodes: self.nodes.map_or(limits.nodes, |most| most.min(limits.nodes)), ..limits }
    }

    fn day(&self) -> Result<Date, Problem> {
        match self.query::<DailySearch>()?.date.as_deref() {
            Some(text) => text.parse().map_err(|bad: BadText| Problem::unreadable(bad.problem)),
            None => Ok(golf::day_at(self.under.now)),
        }
    }
}

/// Answers with a text, or says in words why there is none.
pub(crate) fn answer_with(
    answered: Result<String, Stop>,
    language: Option<&'static Language>,
    reply: &mut Reply,
) -> Result<(), Stop> {
    let (status, text) = match answered {
        Ok(text) => (200, text),
        Err(Stop::Needs(table)) => return Err(Stop::Needs(table)),
        Err(Stop::Problem(problem)) => {
            (problem.status, json(&ErrorNote { error: problem.complaint(language) })?)
        }
    };
    (reply.status, reply.text) = (Some(status), Some(text));
    Ok(())
}

/// Reads a body.
fn body<T: DeserializeOwned>(body: &str) -> Result<T, Problem> {
    if body.len() > LONGEST_BODY {
        return Err(Problem::too_large(LONGEST_BODY));
    }
    read_json(body.as_bytes())
}

impl Page {
    /// Answers a request.
    pub(crate) fn ask(
        &mut self,
        method: &str,
        path: &str,
        body: Option<&str>,
        nodes: Option<u64>,
        under: &Under,
        reply: &mut Reply,
    ) -> Result<(), Stop> {
        let address = Address::read(path);
        let request = Request { method, address: &address, body: body.unwrap_or_default(), nodes, under };
        let answered = self.answered(&request, reply);
        answer_with(answered, address.language, reply)?;
        // Those who look hear of it after whoever asked.
        if let ["tables", table, ..] = address.words()[..]
            && let Ok(table) = named(table)
            && !reply.records.is_empty()
        {
            self.tell(&table, None, under, reply);
        }
        Ok(())
    }

    fn answered(&mut self, request: &Request<'_>, reply: &mut Reply) -> Result<String, Stop> {
        let catalogue = self.house.catalogue;
        let language = request.language();
        let words = request.address.words();
        Ok(match (request.method, &words[..]) {
            ("GET", ["games"]) => {
                let notes: Vec<GameNote> =
                    catalogue.iter().map(|game| GameNote::new(*game, language)).collect();
                json(&notes)?
            }
            #[cfg(feature = "books")]
            ("GET", ["games", game, "rules"]) => text(books::rules(listed(catalogue, game)?, language)?)?,
            #[cfg(feature = "books")]
            ("GET", ["games", game, "guide"]) => text(books::guide(listed(catalogue, game)?, language)?)?,
            ("POST", ["sandbox"]) => {
                let asked: SandboxRequest = request.body()?;
                may_be_tried(&asked)?;
                json(&tried(catalogue, &asked, language)?)?
            }
            ("POST", ["replay"]) => {
                let asked: ReplayRequest = request.body()?;
                json(&archive::replay_of(catalogue, &asked, language)?)?
            }
            ("POST", ["export"]) => {
                let asked: ExportRequest = request.body()?;
                let sheet = archive::scoresheet(&asked.scoresheet)?;
                let exports = archive::exports(catalogue, &sheet, asked.entry)?;
                archive::export_named(&exports, &asked.format)?.text.clone()
            }
            ("POST", ["story"]) => {
                let asked: StoryRequest = request.body()?;
                json(&archive::story(catalogue, &archive::scoresheet(&asked.scoresheet)?, language)?)?
            }
            ("GET", ["golf", "daily"]) => json(&golf::course_of(request.day()?))?,
            ("GET", ["golf", "day"]) => json(&golf::hole_of(request.day()?))?,
            ("GET", ["golf", "hole"]) => {
                let HoleSearch { cards, moves, seed } = request.query()?;
                let wanted = golf::Wanted::new(cards, moves, seed)?;
                json(&wanted.dealt(&request.limits(), || request.under.chance())?)?
            }
            ("POST", ["golf", "solve"]) => {
                let hole = golf::hole_in(&request.body::<SolveRequest>()?)?;
                json(&golf::solved(&hole, &request.limits()))?
            }
            // Nobody else finds the tables of a page.
            ("GET", ["tables"]) => json::<Vec<LobbyNote>>(&Vec::new())?,
            ("POST", ["enter"]) => return Err(Error::BadInvitation.into()),
            ("GET", ["push"]) => json(&PushNote { key: None })?,
            ("POST", ["tables"]) => self.opened(request, reply)?,
            (method, ["tables", table, rest @ ..]) => {
                let table = named(table)?;
                return self.at_table(method, &table, rest, request, reply);
            }
            _ => return Err(Problem::not_found().into()),
        })
    }

    fn opened(&mut self, request: &Request<'_>, reply: &mut Reply) -> Result<String, Stop> {
        let asked: OpenTable = request.body()?;
        let is_program = asked.program;
        let opened = self.open(asked, request.under, reply)?;
        let mut note = opened.note;
        if is_program {
            let own = opened.seat.map(kit_sitting::Token::reveal);
            let host = SeatToken { seat: "host".to_owned(), token: opened.host.reveal() };
            let seats = note.seats.iter().zip(own.iter().cycle());
            let seats = seats.map(|(seat, token)| SeatToken { seat: seat.clone(), token: token.clone() });
            note.tokens = [host].into_iter().chain(seats).collect();
        }
        json(&note)
    }

    fn at_table(
        &mut self,
        method: &str,
        table: &TableId,
        rest: &[&str],
        request: &Request<'_>,
        reply: &mut Reply,
    ) -> Result<String, Stop> {
        let (catalogue, language, now) = (self.house.catalogue, request.language(), request.under.now);
        Ok(match (method, rest) {
            ("GET", []) => {
                let kept = self.table(table)?;
                let (secrets, present) = (kept.secrets(), kept.people.seen_at(&kept.sitting));
                json(&kept.sitting.standing(&secrets, present)?)?
            }
            ("POST", ["enter"]) => self.entered(table, &request.body()?, request, reply)?,
            ("POST", ["commands"]) => {
                let CommandRequest { seat, command } = request.body()?;
                json(&self.command(table, &seat, command, request.under, reply)?)?
            }
            ("GET", ["frame"]) => {
                let viewing = self.viewing(table, request)?;
                let house = self.house.clone();
                let mut seen = Seen::default().in_language(language);
                let frame = news(&house, self.table(table)?, &viewing, &mut seen, now)?;
                json(&frame.ok_or(Error::NotStarted)?)?
            }
            ("GET", ["moments", frame]) => {
                let frame = frame.parse().map_err(|_| Problem::not_found())?;
                let viewing = self.viewing(table, request)?;
                let house = self.house.clone();
                let kept = self.table(table)?;
                let cut = viewing.shown_until(&kept.sitting, now)?;
                json(&viewing.moment(&house, &kept.records, cut, frame, language, now)?)?
            }
            ("GET", ["hands"]) => {
                let HandsSearch { seat, after, moment, heard } = request.query()?;
                let kept = self.table(table)?;
                Viewing::new(&kept.sitting, seat.as_deref().unwrap_or("public"), &kept.secrets())?;
                json(&kept.sitting.hands(after, moment, heard, language)?)?
            }
            ("POST", ["lies"]) => {
                let laid: LaidBoard = request.body()?;
                let kept = self.table(table)?;
                Viewing::new(&kept.sitting, &laid.seat, &kept.secrets())?;
                json(&kept.sitting.as_it_lies(&laid, language)?)?
            }
            ("GET", ["notes"]) => {
                let viewing = self.viewing(table, request)?;
                let kept = self.table(table)?;
                let seat = kept.sitting.about().seat_name(viewing.own_seat(&kept.sitting)?);
                json(&NotesNote { notes: kept.notes.get(seat).cloned() })?
            }
            ("PUT", ["notes"]) => {
                let viewing = self.viewing(table, request)?;
                let notes = request.body::<NotesNote>()?.notes.unwrap_or_default();
                let kept = self.table(table)?;
                let seat = kept.sitting.about().seat_name(viewing.own_seat(&kept.sitting)?);
                short_enough(&notes)?;
                kept.notes.insert(seat.to_owned(), notes.clone());
                let (table, seat) = (table.to_string(), seat.to_owned());
                reply.notes = Some(KeptNotes { table, seat, notes: notes.clone() });
                json(&NotesNote { notes: Some(notes) })?
            }
            ("PUT" | "DELETE", ["push"]) => {
                return Err(Error::NotNow(say!("this server cannot notify you")).into());
            }
            ("POST", ["hint"]) => {
                let hint = self.advised(table, request.body, language)?;
                self.hint_taken(table, request.body, request.under, reply)?;
                hint
            }
            ("GET", ["knowledge"]) => {
                let viewing = self.viewing(table, request)?;
                let sitting = &mut self.table(table)?.sitting;
                let seat = viewing.own_seat(sitting)?;
                json(&sitting.knowledge(seat, language)?)?
            }
            ("GET", ["analysis"]) => json(&looked_at_again(catalogue, &self.sheet(table)?, language)?)?,
            ("GET", ["scoresheet"]) => {
                let kept = self.table(table)?;
                kept.sitting.scoresheet_for(&kept.secrets())?.to_string()
            }
            ("GET", ["exports", format]) => {
                let entry = request.query::<EntrySearch>()?.entry;
                let exports = archive::exports(catalogue, &self.sheet(table)?, entry)?;
                archive::export_named(&exports, format)?.text.clone()
            }
            ("GET", ["replay", entry]) => {
                let entry = entry.parse().map_err(|_| Problem::not_found())?;
                let search: ReplaySearch = request.query()?;
                let moments = Moments { entry, next: search.next.unwrap_or(0) };
                let seat = search.seat.as_deref().unwrap_or("public");
                json(&archive::replay(catalogue, &self.sheet(table)?, moments, seat, language)?)?
            }
            ("GET", ["story"]) => json(&archive::story(catalogue, &self.sheet(table)?, language)?)?,
            ("POST", ["follow"]) => self.followed(table, request, reply)?,
            _ => return Err(Problem::not_found().into()),
        })
    }

    fn viewing(&mut self, table: &TableId, request: &Request<'_>) -> Result<Viewing, Stop> {
        let search: SeatSearch = request.query()?;
        let kept = self.table(table)?;
        let seat = search.seat.as_deref().unwrap_or("public");
        Ok(Viewing::new(&kept.sitting, seat, &kept.secrets())?)
    }

    /// The hint that a seat asks for; nothing is written down.
    pub(crate) fn advised(
        &mut self,
        table: &TableId,
        asked: &str,
        language: Option<&'static Language>,
    ) -> Result<String, Stop> {
        let HintRequest { seat, prompt, depth } = body(asked)?;
        let seat = self.own_seat(table, &seat)?;
        let question = self.table(table)?.sitting.hint_question(seat, prompt)?;
        json(&question.answer(depth, language)?)
    }

    /// Writes down that a seat takes a hint.
    pub(crate) fn hint_taken(
        &mut self,
        table: &TableId,
        asked: &str,
        under: &Under,
        reply: &mut Reply,
    ) -> Result<(), Stop> {
        let HintRequest { seat, prompt, depth } = body(asked)?;
        let seat = self.own_seat(table, &seat)?;
        self.change(table, under, reply, |sitting, at, _| {
            Ok(sitting.take_hint(seat, prompt, depth, at)?.map(|done| (done, ())))
        })?;
        Ok(())
    }

    /// A running game as a scoresheet, to be taken to another place.
    pub(crate) fn pack(&mut self, table: &TableId, reply: &mut Reply) -> Result<(), Stop> {
        let sheet = match self.table(table) {
            Ok(kept) => kept.sitting.running_sheet().map_err(Stop::from),
            Err(stop) => Err(stop),
        };
        answer_with(sheet.map(|sheet| sheet.to_string()), None, reply)
    }

    fn own_seat(&mut self, table: &TableId, seat: &str) -> Result<Seat, Stop> {
        let kept = self.table(table)?;
        let viewing = Viewing::new(&kept.sitting, seat, &kept.secrets())?;
        Ok(viewing.own_seat(&kept.sitting)?)
    }

    fn sheet(&mut self, table: &TableId) -> Result<Scoresheet, Stop> {
        Ok(self.table(table)?.sitting.scoresheet()?.clone())
    }

    fn entered(
        &mut self,
        table: &TableId,
        asked: &Enter,
        request: &Request<'_>,
        reply: &mut Reply,
    ) -> Result<String, Stop> {
        if asked.look {
            let Some(invitation) = &asked.invitation else {
                return Err(Error::BadRequest(say!("to look where it leads, an invitation is needed")).into());
            };
            let sitting = &self.table(table)?.sitting;
            let seat = match sitting.invites(invitation, request.under.now)? {
                Invites::To(seat) => Some(sitting.about().seat_name(seat).to_owned()),
                Invites::ToRoom => None,
            };
            return json(&Entered { table: table.to_string(), seat, token: None, evening: false });
        }
        let entered = self.change(table, request.under, reply, |sitting, at, chance| {
            let (seat, token, done) = sitting.enter(asked, at, chance)?;
            Ok(Some((done, (sitting.about().seat_name(seat), token))))
        })?;
        let (seat, token) = entered.ok_or(Error::Unavailable)?;
        let token = asked.program.then(|| token.reveal());
        json(&Entered { table: table.to_string(), seat: Some(seat.to_owned()), token, evening: false })
    }

    fn followed(
        &mut self,
        table: &TableId,
        request: &Request<'_>,
        reply: &mut Reply,
    ) -> Result<String, Stop> {
        let kept = self.table(table)?;
        if kept.sitting.rematch().is_none() {
            return Err(Error::NotNow(say!("there is no rematch yet")).into());
        }
        let next = self.laid_rematch(table, request.under, reply)?;
        let kept = self.table(&next)?;
        let seats = kept.sitting.seats_of(&kept.secrets());
        let seats = seats.into_iter().map(|seat| kept.sitting.about().seat_name(seat).to_owned());
        json(&Followed { table: next.to_string(), seats: seats.collect() })
    }
}

pub(crate) fn json<T: Serialize>(value: &T) -> Result<String, Stop> {
    serde_json::to_string(value).map_err(|_| Problem::internal().into())
}

#[cfg(feature = "books")]
fn text(written: Vec<u8>) -> Result<String, Stop> {
    String::from_utf8(written).map_err(|_| Problem::internal().into())
}
