//! The catalogue, the rule books, guides, boards to try, and games on shared scoresheets.
//!
//! Nothing here belongs to a table, so there are no secrets: whoever asks brings everything along.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{Path, State};
use axum::response::Response;
use kit_answers::archive;
use kit_answers::boards::{listed, may_be_tried, tried};
use kit_book::guide::GuideNote;
use kit_play::wire::GameNote;
use kit_sitting::wire::ReplayNote;

use crate::http::Front;
use crate::http::body::{Answer, Asked, Written};
use crate::http::language::Reads;
use crate::http::limits::Meter;
use crate::http::objects::{
    ExportRequest, ReplayRequest, RulesNote, SandboxAnswer, SandboxRequest, StoryNote, StoryRequest,
};
use crate::http::problem::{CannotChange, CannotShow, Problem};
use crate::http::tables::export_named;
use crate::http::thinking::Thinking;
use crate::http::visitor::Visitor;
use crate::turns::Turns;

/// How many boards are played on at once, of which an address leaves one to others.
const BOARDS: usize = 3;

/// How many wait of one address, behind which there may be a whole club.
const MOST_WAITING: usize = 32;

/// How long a game of many entries takes at most.
const LONGEST_GAME: Duration = Duration::from_secs(2);

/// The line of those who want to play on a board to try, or to see a game again.
pub fn thinking() -> Thinking {
    Thinking::new(Turns::new(BOARDS, BOARDS, MOST_WAITING), LONGEST_GAME)
}

/// Lists the games.
#[utoipa::path(get, path = "/api/games", tag = "games", responses((status = 200, body = Vec<GameNote>)))]
pub async fn list(State(front): State<Arc<Front>>, Reads(language): Reads) -> Answer<Vec<GameNote>> {
    Answer(front.catalogue().iter().map(|game| GameNote::new(*game, language)).collect())
}

/// Gives the rules of a game, with pictures.
#[utoipa::path(
    get, path = "/api/games/{game}/rules", tag = "games",
    params(("game" = String, Path, description = "The game's id")),
    responses((status = 200, body = RulesNote), CannotShow)
)]
pub async fn rules(
    State(front): State<Arc<Front>>,
    Path(game): Path<String>,
    Reads(language): Reads,
) -> Result<Written, Problem> {
    front.books.book(listed(front.catalogue(), &game)?, language).await.map(Written)
}

/// Gives one turn of a game, step by step, with all that is to be seen.
#[utoipa::path(
    get, path = "/api/games/{game}/guide", tag = "games",
    params(("game" = String, Path, description = "The game's id")),
    responses((status = 200, body = GuideNote), CannotShow)
)]
pub async fn guide(
    State(front): State<Arc<Front>>,
    Path(game): Path<String>,
    Reads(language): Reads,
) -> Result<Written, Problem> {
    front.books.guide(listed(front.catalogue(), &game)?, language).await.map(Written)
}

/// Does some actions on a board of one's own, of which nothing is kept.
#[utoipa::path(
    post, path = "/api/sandbox", tag = "games", request_body = SandboxRequest,
    responses((status = 200, body = SandboxAnswer), CannotChange)
)]
pub async fn sandbox(
    State(front): State<Arc<Front>>,
    visitor: Visitor,
    Asked(asked): Asked<SandboxRequest>,
) -> Result<Answer<SandboxAnswer>, Problem> {
    front.pass(Meter::Thinking, visitor.address, Instant::now())?;
    let catalogue = front.catalogue();
    may_be_tried(&asked)?;
    let asker = front.asker(&visitor);
    let language = visitor.language;
    front
        .boards
        .think(asker, move || tried(catalogue, &asked, language).map(Answer).map_err(Problem::from))
        .await
}

/// Shows one moment of a game on a scoresheet.
#[utoipa::path(
    post, path = "/api/replay", tag = "games", request_body = ReplayRequest,
    responses((status = 200, body = ReplayNote), CannotChange)
)]
pub async fn replay(
    State(front): State<Arc<Front>>,
    visitor: Visitor,
    Asked(asked): Asked<ReplayRequest>,
) -> Result<Answer<ReplayNote>, Problem> {
    front.pass(Meter::Thinking, visitor.address, Instant::now())?;
    let (catalogue, language) = (front.catalogue(), visitor.language);
    front
        .boards
        .think(front.asker(&visitor), move || Ok(Answer(archive::replay_of(catalogue, &asked, language)?)))
        .await
}

/// Gives a game on a scoresheet in the format of another program.
#[utoipa::path(
    post, path = "/api/export", tag = "games", request_body = ExportRequest,
    responses((status = 200, body = String, content_type = "text/plain"), CannotChange)
)]
pub async fn export(
    State(front): State<Arc<Front>>,
    visitor: Visitor,
    Asked(asked): Asked<ExportRequest>,
) -> Result<Response, Problem> {
    front.pass(Meter::Thinking, visitor.address, Instant::now())?;
    let catalogue = front.catalogue();
    front
        .boards
        .think(front.asker(&visitor), move || {
            let sheet = archive::scoresheet(&asked.scoresheet)?;
            let exports = archive::exports(catalogue, &sheet, asked.entry)?;
            Ok(export_named(&exports, &asked.format, &sheet.header.game)?)
        })
        .await
}

/// Tells what is worth telling of a game on a scoresheet.
#[utoipa::path(
    post, path = "/api/story", tag = "games", request_body = StoryRequest,
    responses((status = 200, body = StoryNote), CannotChange)
)]
pub async fn story(
    State(front): State<Arc<Front>>,
    visitor: Visitor,
    Asked(asked): Asked<StoryRequest>,
) -> Result<Answer<StoryNote>, Problem> {
    front.pass(Meter::Thinking, visitor.address, Instant::now())?;
    let (catalogue, language) = (front.catalogue(), visitor.language);
    front
        .boards
        .think(front.asker(&visitor), move || {
            Ok(Answer(archive::story(catalogue, &archive::scoresheet(&asked.scoresheet)?, language)?))
        })
        .await
}
