//! The addresses of tables: opening, entering, commands, frames, and what remains afterwards.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use kit_play::say;
use kit_play::sentence::Filling;
use kit_play::text::excerpt;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::hall::{Speaker, Viewing};
use crate::http::Front;
use crate::http::body::{Answer, Asked, Searched};
use crate::http::limits::Meter;
use crate::http::objects::{Followed, NotesNote};
use crate::http::problem::{CannotChange, CannotShow, Problem};
use crate::http::visitor::Visitor;
use crate::turns::Turn;
use kit_sitting::Error;
use kit_sitting::Seen;
use kit_sitting::wire::{
    CommandRequest, DoneNote, Enter, Entered, Frame, LobbyNote, OpenTable, ReplayNote, SeatToken, Standing,
    TableOpened,
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

/// Whose eyes.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SeatSearch {
    /// A seat's name, or `public`, which is meant if nothing is said.
    seat: Option<String>,
}

impl SeatSearch {
    fn seat(&self) -> &str {
        self.seat.as_deref().unwrap_or("public")
    }
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
    params(("table" = String, Path, description = "The table")),
    responses((status = 200, body = Standing), CannotShow)
)]
pub async fn standing(
    State(front): State<Arc<Front>>,
    visitor: Visitor,
    Named(table): Named<String>,
) -> Result<Answer<Standing>, Problem> {
    Ok(Answer(front.hall.standing(&table_named(&table)?, &visitor.secrets).await?))
}

/// Takes a seat with an invitation, or a free one without.
#[utoipa::path(
    post, path = "/api/tables/{table}/enter", tag = "tables", request_body = Enter,
    params(("table" = String, Path, description = "The table")),
    responses((status = 200, body = Entered), CannotChange)
)]
pub async fn enter(
    State(front): State<Arc<Front>>,
    visitor: Visitor,
    Named(table): Named<String>,
    Asked(asked): Asked<Enter>,
) -> Result<Response, Problem> {
    may_enter(&front, &visitor, &asked)?;
    seated(&front, &visitor, &table_named(&table)?, asked).await
}

/// Takes the seat that a code leads to.
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
    let table = front.hall.by_code(code).await.map_err(|error| front.refused(&visitor, error))?;
    seated(&front, &visitor, &table, asked).await
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
    let is_program = asked.program;
    let entered = front.hall.enter(table, asked, front.asker(visitor)).await;
    let (entered, token) = entered.map_err(|error| front.refused(visitor, error))?;
    if is_program {
        return Ok(Answer(Entered { token: Some(token.reveal()), ..entered }).into_response());
    }
    let cookie = visitor.cookie(table, &entered.seat, token);
    Ok((with_cookies(vec![cookie]), Answer(entered)).into_response())
}

/// Carries out a command of a seat or of the host.
#[utoipa::path(
    post, path = "/api/tables/{table}/commands", tag = "tables", request_body = CommandRequest,
    params(("table" = String, Path, description = "The table")),
    responses((status = 200, body = DoneNote), CannotChange)
)]
pub async fn command(
    State(front): State<Arc<Front>>,
    visitor: Visitor,
    Named(table): Named<String>,
    Asked(asked): Asked<CommandRequest>,
) -> Result<Answer<DoneNote>, Problem> {
    let table = table_named(&table)?;
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
    params(("table" = String, Path, description = "The table"), SeatSearch),
    responses((status = 200, body = Frame), CannotShow)
)]
pub async fn frame(
    State(front): State<Arc<Front>>,
    visitor: Visitor,
    Named(table): Named<String>,
    Searched(search): Searched<SeatSearch>,
) -> Result<Answer<Frame>, Problem> {
    let viewing = viewing(&front, &visitor, &table, &search).await?;
    let frame = front.hall.frame(&viewing, &mut Seen::default().in_language(visitor.language)).await?;
    front.hall.somebody_looks(&viewing.table, front.asker(&visitor), viewing.speaker());
    Ok(Answer(frame.ok_or(Error::NotStarted)?))
}

async fn viewing(
    front: &Front,
    visitor: &Visitor,
    table: &str,
    search: &SeatSearch,
) -> Result<Viewing, Problem> {
    let viewing = front.hall.viewing(&table_named(table)?, search.seat(), &visitor.secrets).await;
    viewing.map_err(|error| front.refused(visitor, error))
}

/// Shows what a viewer knew at one of its frames.
#[utoipa::path(
    get, path = "/api/tables/{table}/moments/{frame}", tag = "tables",
    params(
        ("table" = String, Path, description = "The table"),
        ("frame" = u32, Path, description = "The number of the frame"),
        SeatSearch,
    ),
    responses((status = 200, body = Frame), CannotShow)
)]
pub async fn moment(
    State(front): State<Arc<Front>>,
    visitor: Visitor,
    Named((table, frame)): Named<(String, u32)>,
    Searched(search): Searched<SeatSearch>,
) -> Result<Answer<Frame>, Problem> {
    // The game is played again up to that moment.
    let _turn = board(&front, &visitor).await?;
    let viewing = viewing(&front, &visitor, &table, &search).await?;
    Ok(Answer(front.hall.moment(&viewing, frame, visitor.language).await?))
}

/// Waits for a turn at something for which a game is played again.
async fn board(front: &Front, visitor: &Visitor) -> Result<Turn, Problem> {
    front.pass(Meter::Thinking, visitor.address, Instant::now())?;
    front.boards.turn(front.asker(visitor)).await
}

/// Gives what a seat has noted for itself.
#[utoipa::path(
    get, path = "/api/tables/{table}/notes", tag = "tables",
    params(("table" = String, Path, description = "The table"), SeatSearch),
    responses((status = 200, body = NotesNote), CannotShow)
)]
pub async fn notes(
    State(front): State<Arc<Front>>,
    visitor: Visitor,
    Named(table): Named<String>,
    Searched(search): Searched<SeatSearch>,
) -> Result<Answer<NotesNote>, Problem> {
    let viewing = viewing(&front, &visitor, &table, &search).await?;
    Ok(Answer(NotesNote { notes: front.hall.notes(&viewing).await? }))
}

/// Keeps what a seat notes for itself.
#[utoipa::path(
    put, path = "/api/tables/{table}/notes", tag = "tables", request_body = NotesNote,
    params(("table" = String, Path, description = "The table"), SeatSearch),
    responses((status = 200, body = NotesNote), CannotChange)
)]
pub async fn keep_notes(
    State(front): State<Arc<Front>>,
    visitor: Visitor,
    Named(table): Named<String>,
    Searched(search): Searched<SeatSearch>,
    Asked(asked): Asked<NotesNote>,
) -> Result<Answer<NotesNote>, Problem> {
    let viewing = viewing(&front, &visitor, &table, &search).await?;
    // Notes do not use up what the seat may do at the table.
    let payer = match viewing.speaker() {
        Speaker::Stranger => visitor.address.into(),
        speaker @ (Speaker::Host | Speaker::Seat(_)) => front.gate.known(("notes", &viewing.table, speaker)),
    };
    front.pass(Meter::Actions, payer, Instant::now())?;
    let notes = asked.notes.unwrap_or_default();
    front.hall.keep_notes(&viewing, notes.clone()).await?;
    Ok(Answer(NotesNote { notes: Some(notes) }))
}

/// Gives the scoresheet of a finished table.
#[utoipa::path(
    get, path = "/api/tables/{table}/scoresheet", tag = "tables",
    params(("table" = String, Path, description = "The table")),
    responses((status = 200, body = String, content_type = "text/plain"), CannotShow)
)]
pub async fn scoresheet(
    State(front): State<Arc<Front>>,
    visitor: Visitor,
    Named(table): Named<String>,
) -> Result<Response, Problem> {
    let _turn = board(&front, &visitor).await?;
    let sheet = front.hall.scoresheet(&table_named(&table)?).await?;
    Ok(text_file(&format!("{table}.sheet"), sheet))
}

/// Gives a finished table in the format of another program.
#[utoipa::path(
    get, path = "/api/tables/{table}/exports/{format}", tag = "tables",
    params(
        ("table" = String, Path, description = "The table"),
        ("format" = String, Path, description = "Such as `pgn` or `fen`; which there are depends on the game"),
    ),
    responses((status = 200, body = String, content_type = "text/plain"), CannotShow)
)]
pub async fn export(
    State(front): State<Arc<Front>>,
    visitor: Visitor,
    Named((table, format)): Named<(String, String)>,
) -> Result<Response, Problem> {
    let _turn = board(&front, &visitor).await?;
    let exports = front.hall.exports(&table_named(&table)?).await?;
    let unknown = || {
        let found = Filling::text(excerpt(&format));
        let formats = Filling::one_of(exports.iter().map(|export| Filling::text(export.format)));
        Error::BadRequest(if exports.is_empty() {
            say!("unknown format: `{found}` (this game has none)", found)
        } else {
            say!("unknown format: `{found}` (try {formats})", found, formats)
        })
    };
    let found = exports.iter().find(|export| export.format == format).ok_or_else(unknown)?;
    Ok(text_file(&format!("{table}.{}", found.format), found.text.clone()))
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
        ("table" = String, Path, description = "The table"),
        ("entry" = usize, Path, description = "After how many entries; 0 is the deal"),
        SeatSearch,
    ),
    responses((status = 200, body = ReplayNote), CannotShow)
)]
pub async fn replay(
    State(front): State<Arc<Front>>,
    visitor: Visitor,
    Named((table, entry)): Named<(String, usize)>,
    Searched(search): Searched<SeatSearch>,
) -> Result<Answer<ReplayNote>, Problem> {
    let _turn = board(&front, &visitor).await?;
    let table = table_named(&table)?;
    Ok(Answer(front.hall.replay(&table, entry, search.seat(), visitor.language).await?))
}

/// Goes on to the table of the rematch, with the same secrets.
#[utoipa::path(
    post, path = "/api/tables/{table}/follow", tag = "tables",
    params(("table" = String, Path, description = "The table that is over")),
    responses((status = 200, body = Followed), CannotShow)
)]
pub async fn follow(
    State(front): State<Arc<Front>>,
    visitor: Visitor,
    Named(table): Named<String>,
) -> Result<Response, Problem> {
    let followed = front.hall.follow(&table_named(&table)?, &visitor.secrets, front.asker(&visitor)).await;
    let (next, seats) = followed.map_err(|error| front.refused(&visitor, error))?;
    let cookies = visitor.carried_cookies(&next);
    Ok((with_cookies(cookies), Answer(Followed { table: next.to_string(), seats })).into_response())
}
