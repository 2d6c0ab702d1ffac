//! The addresses of hints, of what a seat may know, and of games that are looked at again.
//!
//! All three take thought, so they have a line of their own, in which everybody waits behind what
//! they have asked for themselves.

use std::time::{Duration, Instant};

use kit_answers::advice::looked_at_again;
use kit_play::wire::Analysis;
use kit_sitting::wire::{HintNote, HintRequest, KnowledgeNote};

use crate::http::body::{Answer, Asked, Searched};
use crate::http::limits::Meter;
use crate::http::problem::{CannotChange, CannotShow, Problem};
use crate::http::tables::{AtTable, SeatSearch, TablePath};
use crate::http::thinking::Thinking;
use crate::turns::Turns;

/// How many think at once, of which an address leaves one to others.
const THINKERS: usize = 2;
/// How many wait of one address, behind which there may be a whole club.
const MOST_WAITING: usize = 16;
/// How long a thought takes at most, about.
const LONGEST_THOUGHT: Duration = Duration::from_secs(6);

/// The line of those who want advice.
pub fn thinking() -> Thinking {
    Thinking::new(Turns::new(THINKERS, 1, MOST_WAITING), LONGEST_THOUGHT)
}

/// Gives a seat a hint, which is written down before it is given.
#[utoipa::path(
    post, path = "/api/tables/{table}/hint", tag = "tables", request_body = HintRequest,
    params(TablePath),
    responses((status = 200, body = HintNote), CannotChange)
)]
pub async fn hint(at: AtTable, Asked(asked): Asked<HintRequest>) -> Result<Answer<HintNote>, Problem> {
    let HintRequest { seat, prompt, depth } = asked;
    at.front.pass(Meter::Thinking, at.visitor.address, Instant::now())?;
    let viewing = at.viewing(&SeatSearch::of(seat)).await?;
    let asker = at.front.asker(&at.visitor);
    let question = at.front.hall.hint_question(&viewing, prompt).await.map_err(|error| at.refused(error))?;
    let language = at.visitor.language;
    let hint = at.front.advice.think(asker, move || Ok(question.answer(depth, language)?)).await?;
    at.front.hall.take_hint(&viewing, prompt, depth, asker).await.map_err(|error| at.refused(error))?;
    Ok(Answer(hint))
}

/// Shows what a seat may know of what is hidden, with chances, where that was agreed.
#[utoipa::path(
    get, path = "/api/tables/{table}/knowledge", tag = "tables",
    params(TablePath, SeatSearch),
    responses((status = 200, body = KnowledgeNote), CannotShow)
)]
pub async fn knowledge(
    at: AtTable,
    Searched(search): Searched<SeatSearch>,
) -> Result<Answer<KnowledgeNote>, Problem> {
    at.front.pass(Meter::Thinking, at.visitor.address, Instant::now())?;
    let viewing = at.viewing(&search).await?;
    let _turn = at.front.advice.turn(at.front.asker(&at.visitor)).await?;
    let knowledge = at.front.hall.knowledge(&viewing, at.visitor.language).await;
    Ok(Answer(knowledge.map_err(|error| at.refused(error))?))
}

/// Looks again at a finished table: chances, better choices, and where it turned.
#[utoipa::path(
    get, path = "/api/tables/{table}/analysis", tag = "tables", operation_id = "analyse_table",
    params(TablePath),
    responses((status = 200, body = Analysis), CannotShow)
)]
pub async fn analysis(at: AtTable) -> Result<Answer<Analysis>, Problem> {
    at.front.pass(Meter::Thinking, at.visitor.address, Instant::now())?;
    let sheet = at.front.hall.finished_sheet(&at.table).await?;
    let (catalogue, language) = (at.front.hall.catalogue(), at.visitor.language);
    let asker = at.front.asker(&at.visitor);
    let thought = at.front.advice.think(asker, move || Ok(looked_at_again(catalogue, &sheet, language)?));
    Ok(Answer(thought.await?))
}
