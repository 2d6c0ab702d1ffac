//! The catalogue, the rule books, guides, boards to try, and games on shared scoresheets.
//!
//! Nothing here belongs to a table, so there are no secrets: whoever asks brings everything along.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{Path, State};
use axum::response::Response;
use kit_book::guide::GuideNote;
use kit_play::sentence::Language;
use kit_play::text::excerpt;
use kit_play::wire::{GameNote, GlimpseAnswer};
use kit_play::{BadText, Chance, Listed, Scoresheet, Table, Viewer, say};
use kit_sitting::Error;
use kit_sitting::sitting::{Catalogue, MOST_ENTRIES, seat_named, viewer_named};
use kit_sitting::wire::ReplayNote;

use crate::hall::{self, Moments};
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

/// The most actions on a board to try.
const MOST_ACTIONS: usize = 200;

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
pub async fn rules(State(front): State<Arc<Front>>, Path(game): Path<String>) -> Result<Written, Problem> {
    front.books.book(listed(front.catalogue(), &game)?).await.map(Written)
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
    if asked.actions.len() > MOST_ACTIONS {
        return Err(
            Error::BadRequest(say!("at most {most} actions can be tried", most = MOST_ACTIONS)).into()
        );
    }
    let asker = front.asker(&visitor);
    let language = visitor.language;
    front
        .boards
        .think(asker, move || tried(catalogue, &asked, language).map(Answer).map_err(Problem::from))
        .await
}

fn tried(
    catalogue: Catalogue,
    asked: &SandboxRequest,
    language: Option<&'static Language>,
) -> Result<SandboxAnswer, Error> {
    let (game, terms) = asked.terms.agree(catalogue, asked.seats)?;
    let (about, seats) = (game.about(), terms.seats());
    let mut chance = Chance::seeded(asked.seed.unwrap_or(0));
    let mut table = Table::open(game, &terms, &mut chance)?;
    for step in &asked.actions {
        let seat = seat_named(about, seats, &step.seat)?;
        table.act(seat, &step.action, &mut chance)?;
    }
    let acting = table.acting();
    let viewer = match asked.seat.as_deref() {
        Some(name) => viewer_named(about, seats, name)?,
        None => acting.first().map_or(Viewer::Public, |seat| Viewer::Seat(*seat)),
    };
    let names = table.names().in_language(language);
    let mut glimpse = GlimpseAnswer::new(about, &table.glimpse(viewer), table.outcome().as_ref());
    glimpse.say_as(&names);
    Ok(SandboxAnswer {
        glimpse,
        said: table.heard(viewer).map(|(_, sentence)| sentence.words_in(&names)).collect(),
        acting: acting.into_iter().map(|seat| about.seat_name(seat)).collect(),
    })
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
        .think(front.asker(&visitor), move || {
            let sheet = scoresheet(&asked.scoresheet)?;
            let last = sheet.entries.len() + usize::from(sheet.conduct.is_some());
            let (entry, viewer) = (asked.entry.unwrap_or(last), asked.seat.as_deref().unwrap_or("public"));
            let moments = Moments { entry, next: asked.next.unwrap_or(0) };
            Ok(Answer(hall::replay(catalogue, &sheet, moments, viewer, language)?))
        })
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
            let sheet = scoresheet(&asked.scoresheet)?;
            let exports = hall::exports(catalogue, &sheet, asked.entry)?;
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
            Ok(Answer(hall::story(catalogue, &scoresheet(&asked.scoresheet)?, language)?))
        })
        .await
}

/// A scoresheet that was sent in, if it is not too long to be played again.
fn scoresheet(text: &str) -> Result<Scoresheet, Error> {
    let sheet: Scoresheet = text
        .parse()
        .map_err(|bad: BadText| Error::BadTerms(say!("scoresheet, {problem}", problem = bad.sentence())))?;
    if sheet.entries.len() > MOST_ENTRIES {
        let problem = say!("at most {most} entries can be replayed", most = MOST_ENTRIES);
        return Err(Error::BadRequest(problem));
    }
    Ok(sheet)
}

fn listed(catalogue: &[&'static dyn Listed], game: &str) -> Result<&'static dyn Listed, Error> {
    kit_play::referee::listed(catalogue, game).ok_or_else(|| Error::UnknownGame(excerpt(game)))
}
