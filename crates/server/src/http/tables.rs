//! The addresses of tables: opening, entering, commands, frames, and what remains afterwards.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use kit_answers::archive::{self, Moments};
use kit_play::{Export, say};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::hall::{ByCode, Speaker, Viewing};
use crate::http::Front;
use crate::http::body::{Answer, Asked, Searched};
use crate::http::limits::Meter;
use crate::http::objects::{Followed, NotesNote, PushKeys, PushNote, PushSubscription, StoryNote};
use crate::http::problem::{CannotChange, CannotShow, Problem};
use crate::http::visitor::Visitor;
use crate::push::Subscriber;
use crate::turns::{Asker, Turn};
use kit_sitting::Error;
use kit_sitting::Seen;
use kit_sitting::wire::{
    CommandRequest, DoneNote, Enter, Entered, Frame, HandsNote, LaidBoard, LaidNote, LobbyNote, OpenTable,
    ReplayNote, SeatToken, Standing, TableOpened,
};
use kit_sitting::{TableId, Token};

/// The parts of an address that have names.
pub struct Named<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Named<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Named<T>, Problem> {
        let found = Path::from_request_parts(parts, state).await;
        found.map(|Path(found)| Named(found)).map_err(|_| Problem::not_found())
    }
}

/// The part of an address that names the table.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Path)]
pub(super) struct TablePath {
    /// The table
    pub(super) table: String,
}

/// Somebody who asks for something at a table.
pub struct AtTable {
    pub(super) front: Arc<Front>,
    pub(super) visitor: Visitor,
    pub(super) table: TableId,
}

impl FromRequestParts<Arc<Front>> for AtTable {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, front: &Arc<Front>) -> Result<AtTable, Problem> {
        let Named(TablePath { table }) = Named::from_request_parts(parts, front).await?;
        let Ok(visitor) = Visitor::from_request_parts(parts, front).await;
        Ok(AtTable { front: Arc::clone(front), visitor, table: table_named(&table)? })
    }
}

impl AtTable {
    /// What the visitor may look at with some viewer's eyes.
    pub(super) async fn viewing(&self, search: &SeatSearch) -> Result<Viewing, Problem> {
        let viewing = self.front.hall.viewing(&self.table, search.seat(), &self.visitor.secrets).await;
        viewing.map_err(|error| self.refused(error))
    }

    /// Waits for a turn at something for which a game is played again.
    pub(super) async fn board(&self) -> Result<Turn, Problem> {
        self.front.board(&self.visitor).await
    }

    /// The same for something beside the table, which does not use up what the seat may do there.
    async fn aside(&self, search: &SeatSearch, what: &str) -> Result<Viewing, Problem> {
        self.charged_aside(Meter::Actions, search, what).await
    }

    /// The same by another meter: strangers pay by their address, and everybody else for themselves.
    async fn charged_aside(&self, meter: Meter, search: &SeatSearch, what: &str) -> Result<Viewing, Problem> {
        let viewing = self.viewing(search).await?;
        let payer = match viewing.speaker() {
            Speaker::Stranger => self.visitor.address.into(),
            speaker @ (Speaker::Host | Speaker::Seat(_)) => {
                self.front.gate.known((what, &self.table, speaker))
            }
        };
        self.front.pass(meter, payer, Instant::now())?;
        Ok(viewing)
    }

    fn asker(&self) -> Asker {
        self.front.asker(&self.visitor)
    }

    pub(super) fn refused(&self, error: Error) -> Problem {
        self.front.refused(&self.visitor, error)
    }
}

/// Whose eyes.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SeatSearch {
    /// A seat's name, or `public`, which is meant if nothing is said.
    seat: Option<String>,
}

impl SeatSearch {
    /// A search for a seat.
    pub(super) fn of(seat: String) -> SeatSearch {
        SeatSearch { seat: Some(seat) }
    }

    fn seat(&self) -> &str {
        self.seat.as_deref().unwrap_or("public")
    }
}

/// Whose eyes, and how many moments.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ReplaySearch {
    /// A seat's name, or `public`, which is meant if nothing is said.
    seat: Option<String>,
    /// How many more entries are played and shown after that; at most 40 are.
    next: Option<usize>,
}

/// Whose eyes, and which moments of a real table.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct HandsSearch {
    /// A seat's name, or `public`, which is meant if nothing is said; the answer is the same for all.
    seat: Option<String>,
    /// The moment up to which everything is done, 0 for an empty table; the same moment if nothing
    /// is said.
    after: Option<u32>,
    /// The moment that the table is to be brought to; the last if nothing is said.
    moment: Option<u32>,
    /// How many public lines are known; those after them are told, and none if nothing is said.
    heard: Option<u32>,
}

/// Which moment of a finished game.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct EntrySearch {
    /// After how many entries; the end if nothing is said.
    entry: Option<usize>,
}

/// Tells what hands have to do at a real table, and how it has to look then.
#[utoipa::path(
    get, path = "/api/tables/{table}/hands", tag = "tables",
    params(TablePath, HandsSearch),
    responses((status = 200, body = HandsNote), CannotShow)
)]
pub async fn hands(
    at: AtTable,
    Searched(search): Searched<HandsSearch>,
) -> Result<Answer<HandsNote>, Problem> {
    let HandsSearch { seat, after, moment, heard } = search;
    // Every phone of a club asks after every ruling, and all of them come from one address.
    let viewing = at.charged_aside(Meter::Thinking, &SeatSearch { seat }, "hands").await?;
    // All moments up to this one may have to be gone through.
    let _turn = at.front.boards.turn(at.asker()).await?;
    let hands = at.front.hall.hands(&viewing, after, moment, heard, at.visitor.language).await;
    Ok(Answer(hands.map_err(|error| at.refused(error))?))
}

/// Tells how a game goes on from a position as it lies on a real table; nothing is done.
#[utoipa::path(
    post, path = "/api/tables/{table}/lies", tag = "tables", request_body = LaidBoard,
    params(TablePath),
    responses((status = 200, body = LaidNote), CannotChange)
)]
pub async fn lies(at: AtTable, Asked(laid): Asked<LaidBoard>) -> Result<Answer<LaidNote>, Problem> {
    let viewing = at.charged_aside(Meter::Thinking, &SeatSearch::of(laid.seat.clone()), "lies").await?;
    let _turn = at.front.boards.turn(at.asker()).await?;
    let lies = at.front.hall.as_it_lies(&viewing, &laid, at.visitor.language).await;
    Ok(Answer(lies.map_err(|error| at.refused(error))?))
}

/// The table with this name.
///
/// # Errors
///
/// Fails when no table can have such a name.
pub fn table_named(name: &str) -> Result<TableId, Error> {
    name.parse().map_err(|_| Error::UnknownTable)
}

/// Lists public tables, the newest first.
#[utoipa::path(
    get, path = "/api/tables", tag = "tables",
    responses((status = 200, body = Vec<LobbyNote>), CannotShow)
)]
pub async fn lobby(State(front): State<Arc<Front>>) -> Result<Answer<Vec<LobbyNote>>, Problem> {
    Ok(Answer(front.hall.lobby().await?.to_vec()))
}

/// Opens a table.
#[utoipa::path(
    post, path = "/api/tables", tag = "tables", request_body = OpenTable,
    responses((status = 200, body = TableOpened), CannotChange)
)]
pub async fn open(
    State(front): State<Arc<Front>>,
    visitor: Visitor,
    Asked(asked): Asked<OpenTable>,
) -> Result<Response, Problem> {
    front.charge_opening(&visitor, Instant::now())?;
    // A game that goes on is played again up to its moment.
    let _turn = match &asked.from {
        Some(_) => Some(front.board(&visitor).await?),
        None => None,
    };
    let is_program = asked.program;
    let opened = front.hall.open(asked, front.asker(&visitor)).await?;
    metrics::counter!("chess_kit_tables_opened_total").increment(1);
    let mut note = opened.note;
    let own = opened.seat.map(|token| (note.seats.join(","), token));
    let tokens = [("host".to_owned(), opened.host)].into_iter().chain(own);
    if is_program {
        note.tokens = tokens.flat_map(|(seats, token)| program_tokens(&seats, token)).collect();
        return Ok(Answer(note).into_response());
    }
    let table = table_named(&note.table)?;
    let cookie = |(seat, token): (String, Token)| {
        let name = if seat == "host" { "host" } else { "own" };
        visitor.cookie(&table, name, token)
    };
    let cookies: Vec<HeaderValue> = tokens.map(cookie).collect();
    Ok((with_cookies(cookies), Answer(note)).into_response())
}

/// The same secret for each of the seats.
fn program_tokens(seats: &str, token: Token) -> Vec<SeatToken> {
    let token = token.reveal();
    seats.split(',').map(|seat| SeatToken { seat: seat.to_owned(), token: token.clone() }).collect()
}

fn with_cookies(cookies: Vec<HeaderValue>) -> AppendHeaders<Vec<(header::HeaderName, HeaderValue)>> {
    AppendHeaders(cookies.into_iter().map(|cookie| (header::SET_COOKIE, cookie)).collect())
}

/// Says who somebody is at a table, and what the public knows of it.
#[utoipa::path(
    get, path = "/api/tables/{table}", tag = "tables",
    params(TablePath),
    responses((status = 200, body = Standing), CannotShow)
)]
pub async fn standing(at: AtTable) -> Result<Answer<Standing>, Problem> {
    Ok(Answer(at.front.hall.standing(&at.table, &at.visitor.secrets).await?))
}

/// Takes a seat with an invitation, or a free one without; or says where an invitation leads.
#[utoipa::path(
    post, path = "/api/tables/{table}/enter", tag = "tables", request_body = Enter,
    params(TablePath),
    responses((status = 200, body = Entered), CannotChange)
)]
pub async fn enter(at: AtTable, Asked(asked): Asked<Enter>) -> Result<Response, Problem> {
    may_enter(&at.front, &at.visitor, &asked)?;
    seated(&at.front, &at.visitor, &at.table, asked).await
}

/// Takes the seat that a code leads to, or says where it leads.
#[utoipa::path(
    post, path = "/api/enter", tag = "tables", request_body = Enter,
    responses((status = 200, body = Entered), CannotChange)
)]
pub async fn enter_by_code(
    State(front): State<Arc<Front>>,
    visitor: Visitor,
    Asked(asked): Asked<Enter>,
) -> Result<Response, Problem> {
    may_enter(&front, &visitor, &asked)?;
    let code = asked.invitation.as_deref();
    let code =
        code.ok_or_else(|| Problem::malformed("`invitation`: a code is needed, such as `bcdf-ghjk`"))?;
    match front.hall.by_code(code).await.map_err(|error| front.refused(&visitor, error))? {
        ByCode::Table(table) => seated(&front, &visitor, &table, asked).await,
        ByCode::Evening(evening) if asked.look => {
            let entered = Entered { table: evening.to_string(), seat: None, token: None, evening: true };
            Ok(Answer(entered).into_response())
        }
        ByCode::Evening(_) => {
            let text = say!("this code leads to an evening and not to a table; open it in the app");
            Err(Error::BadRequest(text).into())
        }
    }
}

/// Lets somebody try to take a seat who has not tried too often, nor been wrong too often.
fn may_enter(front: &Front, visitor: &Visitor, asked: &Enter) -> Result<(), Problem> {
    let now = Instant::now();
    front.pass(Meter::Joins, visitor.address, now)?;
    match asked.invitation {
        Some(_) => Ok(front.gate.may_try(visitor.address, now)?),
        None => Ok(()),
    }
}

async fn seated(
    front: &Front,
    visitor: &Visitor,
    table: &TableId,
    asked: Enter,
) -> Result<Response, Problem> {
    if asked.look {
        return looked(front, visitor, table, &asked).await;
    }
    let is_program = asked.program;
    let entered = front.hall.enter(table, asked, front.asker(visitor)).await;
    let (seat, token) = entered.map_err(|error| front.refused(visitor, error))?;
    let (cookies, token) = if is_program {
        (Vec::new(), Some(token.reveal()))
    } else {
        (vec![visitor.cookie(table, &seat, token)], None)
    };
    let entered = Entered { table: table.to_string(), seat: Some(seat), token, evening: false };
    Ok((with_cookies(cookies), Answer(entered)).into_response())
}

/// Says where an invitation leads.
async fn looked(
    front: &Front,
    visitor: &Visitor,
    table: &TableId,
    asked: &Enter,
) -> Result<Response, Problem> {
    let Some(invitation) = &asked.invitation else {
        return Err(Error::BadRequest(say!("to look where it leads, an invitation is needed")).into());
    };
    let seat = front.hall.invites(table, invitation).await;
    let seat = seat.map_err(|error| front.refused(visitor, error))?;
    Ok(Answer(Entered { table: table.to_string(), seat, token: None, evening: false }).into_response())
}

/// Carries out a command of a seat or of the host.
#[utoipa::path(
    post, path = "/api/tables/{table}/commands", tag = "tables", request_body = CommandRequest,
    params(TablePath),
    responses((status = 200, body = DoneNote), CannotChange)
)]
pub async fn command(at: AtTable, Asked(asked): Asked<CommandRequest>) -> Result<Answer<DoneNote>, Problem> {
    let AtTable { front, visitor, table } = at;
    let CommandRequest { seat, command } = asked;
    // What is wrong with the table or the seat is said when the command is carried out.
    let speaker = front.hall.speaker(&table, &seat, &visitor.secrets).await.unwrap_or(Speaker::Stranger);
    front.charge(&command, &visitor, front.payer(&visitor, &table, speaker))?;
    let done = front
        .hall
        .command(&table, &seat, &visitor.secrets, command, Duration::ZERO, front.asker(&visitor))
        .await;
    count_command(done.as_ref().err());
    done.map(Answer).map_err(|error| front.refused(&visitor, error))
}

/// Counts commands by what became of them, never by table, seat or kind.
pub fn count_command(error: Option<&Error>) {
    let code = error.map_or("done", Error::code);
    metrics::counter!("chess_kit_commands_total", "code" => code).increment(1);
}

/// Shows what a viewer knows now.
#[utoipa::path(
    get, path = "/api/tables/{table}/frame", tag = "tables",
    params(TablePath, SeatSearch),
    responses((status = 200, body = Frame), CannotShow)
)]
pub async fn frame(at: AtTable, Searched(search): Searched<SeatSearch>) -> Result<Answer<Frame>, Problem> {
    let viewing = at.viewing(&search).await?;
    let mut seen = Seen::default().in_language(at.visitor.language);
    let frame = at.front.hall.frame(&viewing, &mut seen).await?;
    at.front.hall.somebody_looks(&viewing.table, at.asker(), viewing.speaker());
    Ok(Answer(frame.ok_or(Error::NotStarted)?))
}

/// Shows what a viewer knew at one of its frames.
#[utoipa::path(
    get, path = "/api/tables/{table}/moments/{frame}", tag = "tables",
    params(TablePath, ("frame" = u32, Path, description = "The number of the frame"), SeatSearch),
    responses((status = 200, body = Frame), CannotShow)
)]
pub async fn moment(
    at: AtTable,
    Named((_, frame)): Named<(String, u32)>,
    Searched(search): Searched<SeatSearch>,
) -> Result<Answer<Frame>, Problem> {
    // The game is played again up to that moment.
    let _turn = at.board().await?;
    let viewing = at.viewing(&search).await?;
    Ok(Answer(at.front.hall.moment(&viewing, frame, at.visitor.language).await?))
}

/// Gives what a seat has noted for itself.
#[utoipa::path(
    get, path = "/api/tables/{table}/notes", tag = "tables",
    params(TablePath, SeatSearch),
    responses((status = 200, body = NotesNote), CannotShow)
)]
pub async fn notes(
    at: AtTable,
    Searched(search): Searched<SeatSearch>,
) -> Result<Answer<NotesNote>, Problem> {
    let viewing = at.viewing(&search).await?;
    Ok(Answer(NotesNote { notes: at.front.hall.notes(&viewing).await? }))
}

/// Keeps what a seat notes for itself.
#[utoipa::path(
    put, path = "/api/tables/{table}/notes", tag = "tables", request_body = NotesNote,
    params(TablePath, SeatSearch),
    responses((status = 200, body = NotesNote), CannotChange)
)]
pub async fn keep_notes(
    at: AtTable,
    Searched(search): Searched<SeatSearch>,
    Asked(asked): Asked<NotesNote>,
) -> Result<Answer<NotesNote>, Problem> {
    let viewing = at.aside(&search, "notes").await?;
    let notes = asked.notes.unwrap_or_default();
    at.front.hall.keep_notes(&viewing, notes.clone()).await?;
    Ok(Answer(NotesNote { notes: Some(notes) }))
}

/// Gives the key that a browser needs to be told of turns.
#[utoipa::path(get, path = "/api/push", tag = "tables", responses((status = 200, body = PushNote)))]
pub async fn push_key(State(front): State<Arc<Front>>) -> Answer<PushNote> {
    Answer(PushNote { key: front.hall.push_key().map(str::to_owned) })
}

/// Tells a browser from now on when it is a seat's turn, at a table with days for each turn.
#[utoipa::path(
    put, path = "/api/tables/{table}/push", tag = "tables", request_body = PushSubscription,
    params(TablePath, SeatSearch),
    responses((status = 200, body = PushNote), CannotChange)
)]
pub async fn subscribe(
    at: AtTable,
    Searched(search): Searched<SeatSearch>,
    Asked(asked): Asked<PushSubscription>,
) -> Result<Answer<PushNote>, Problem> {
    let viewing = at.aside(&search, "push").await?;
    let PushSubscription { endpoint, keys: PushKeys { p256dh, auth } } = asked;
    let language = at.visitor.language.map_or("en", |language| language.code()).to_owned();
    at.front.hall.subscribe(&viewing, Subscriber { endpoint, p256dh, auth, language }).await?;
    Ok(push_key(State(at.front)).await)
}

/// Tells a browser no longer.
#[utoipa::path(
    delete, path = "/api/tables/{table}/push", tag = "tables", request_body = PushSubscription,
    params(TablePath, SeatSearch),
    responses((status = 200, body = PushNote), CannotChange)
)]
pub async fn unsubscribe(
    at: AtTable,
    Searched(search): Searched<SeatSearch>,
    Asked(asked): Asked<PushSubscription>,
) -> Result<Answer<PushNote>, Problem> {
    let viewing = at.aside(&search, "push").await?;
    at.front.hall.unsubscribe(&viewing, &asked.endpoint).await?;
    Ok(push_key(State(at.front)).await)
}

/// Gives the scoresheet of a finished table, and of a running one to somebody from whom it hides
/// nothing, so that the game can go on elsewhere.
#[utoipa::path(
    get, path = "/api/tables/{table}/scoresheet", tag = "tables",
    params(TablePath),
    responses((status = 200, body = String, content_type = "text/plain"), CannotShow)
)]
pub async fn scoresheet(at: AtTable) -> Result<Response, Problem> {
    let _turn = at.board().await?;
    let sheet = at.front.hall.scoresheet_for(&at.table, &at.visitor.secrets).await?;
    Ok(text_file(&format!("{}.sheet", at.table), sheet))
}

/// Gives a finished table in the format of another program.
#[utoipa::path(
    get, path = "/api/tables/{table}/exports/{format}", tag = "tables", operation_id = "export_table",
    params(
        TablePath,
        ("format" = String, Path, description = "Such as `pgn` or `fen`; which there are depends on the game"),
        EntrySearch,
    ),
    responses((status = 200, body = String, content_type = "text/plain"), CannotShow)
)]
pub async fn export(
    at: AtTable,
    Named((_, format)): Named<(String, String)>,
    Searched(search): Searched<EntrySearch>,
) -> Result<Response, Problem> {
    let _turn = at.board().await?;
    let exports = at.front.hall.exports(&at.table, search.entry).await?;
    Ok(export_named(&exports, &format, &at.table.to_string())?)
}

/// The export in this format, as a file.
///
/// # Errors
///
/// Fails when there is no such format.
pub fn export_named(exports: &[Export], format: &str, name: &str) -> Result<Response, Error> {
    let found = archive::export_named(exports, format)?;
    Ok(text_file(&format!("{name}.{}", found.format), found.text.clone()))
}

fn text_file(name: &str, text: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    (headers, text).into_response()
}

/// Shows one moment of a finished table from any seat's eyes.
#[utoipa::path(
    get, path = "/api/tables/{table}/replay/{entry}", tag = "tables", operation_id = "replay_table",
    params(
        TablePath,
        ("entry" = usize, Path, description = "After how many entries; 0 is the deal"),
        ReplaySearch,
    ),
    responses((status = 200, body = ReplayNote), CannotShow)
)]
pub async fn replay(
    at: AtTable,
    Named((_, entry)): Named<(String, usize)>,
    Searched(search): Searched<ReplaySearch>,
) -> Result<Answer<ReplayNote>, Problem> {
    let _turn = at.board().await?;
    let moments = Moments { entry, next: search.next.unwrap_or(0) };
    let seat = search.seat.as_deref().unwrap_or("public");
    Ok(Answer(at.front.hall.replay(&at.table, moments, seat, at.visitor.language).await?))
}

/// Tells what is worth telling of a finished table.
#[utoipa::path(
    get, path = "/api/tables/{table}/story", tag = "tables", operation_id = "story_table",
    params(TablePath),
    responses((status = 200, body = StoryNote), CannotShow)
)]
pub async fn story(at: AtTable) -> Result<Answer<StoryNote>, Problem> {
    let _turn = at.board().await?;
    Ok(Answer(at.front.hall.story(&at.table, at.visitor.language).await?))
}

/// Goes on to the table of the rematch, with the same secrets.
#[utoipa::path(
    post, path = "/api/tables/{table}/follow", tag = "tables",
    params(TablePath),
    responses((status = 200, body = Followed), CannotShow)
)]
pub async fn follow(at: AtTable) -> Result<Response, Problem> {
    let followed = at.front.hall.follow(&at.table, &at.visitor.secrets, at.asker()).await;
    let (next, seats) = followed.map_err(|error| at.refused(error))?;
    let cookies = at.visitor.carried_cookies(&next);
    Ok((with_cookies(cookies), Answer(Followed { table: next.to_string(), seats })).into_response())
}
