//! How the server is, for those who look after it.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use crate::http::Front;
use crate::http::body::Answer;
use crate::http::objects::{ErrorNote, HealthNote, ReadyNote};
use crate::http::problem::Problem;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Says that the program runs.
#[utoipa::path(get, path = "/health", tag = "server", responses((status = 200, body = HealthNote)))]
pub async fn health() -> Answer<HealthNote> {
    Answer(HealthNote { status: "alive", version: VERSION })
}

/// Says whether the server can be given work: whether it can write, and is not about to end.
///
/// What is wrong beside that comes as warnings, because a node without its bus is better than none.
#[utoipa::path(
    get, path = "/ready", tag = "server",
    responses((status = 200, body = ReadyNote), (status = 503, body = ReadyNote), (status = 503, body = ErrorNote))
)]
pub async fn ready(State(front): State<Arc<Front>>) -> Response {
    let note = |status, warnings| Answer(ReadyNote { status, version: VERSION, warnings });
    if *front.closing.borrow() {
        return (StatusCode::SERVICE_UNAVAILABLE, note("closing", Vec::new())).into_response();
    }
    match front.hall.ready().await {
        Ok(warnings) => note("ready", warnings).into_response(),
        Err(error) => Problem::from(error).into_response(),
    }
}
