//! How the server is, for those who look after it.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use crate::http::Front;
use crate::http::body::Answer;
use crate::http::objects::{ErrorNote, HealthNote};
use crate::http::problem::Problem;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Says that the program runs.
#[utoipa::path(get, path = "/health", tag = "server", responses((status = 200, body = HealthNote)))]
pub async fn health() -> Answer<HealthNote> {
    Answer(HealthNote { status: "alive", version: VERSION })
}

/// Says whether the store answers and the bus reaches other nodes.
#[utoipa::path(
    get, path = "/ready", tag = "server",
    responses((status = 200, body = HealthNote), (status = 503, body = HealthNote), (status = 503, body = ErrorNote))
)]
pub async fn ready(State(front): State<Arc<Front>>) -> Response {
    if *front.closing.borrow() {
        return (StatusCode::SERVICE_UNAVAILABLE, note("closing")).into_response();
    }
    match front.hall.ready().await {
        Ok(true) => note("ready").into_response(),
        Ok(false) => (StatusCode::SERVICE_UNAVAILABLE, note("the bus cannot be reached")).into_response(),
        Err(error) => Problem::from(error).into_response(),
    }
}

fn note(status: &'static str) -> Answer<HealthNote> {
    Answer(HealthNote { status, version: VERSION })
}
