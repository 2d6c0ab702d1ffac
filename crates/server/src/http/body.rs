//! JSON and queries in, JSON out; whatever cannot be read is answered in words.

use axum::RequestExt;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::http::problem::Problem;

/// The longest body that is read.
pub const LONGEST_BODY: usize = 64 << 10;

/// The body of a request, read from JSON.
pub struct Asked<T>(pub T);

/// The query of a request.
pub struct Searched<T>(pub T);

/// JSON that is answered.
pub struct Answer<T>(pub T);

/// JSON that is answered and was written before.
pub struct Written(pub Bytes);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Asked<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _state: &S) -> Result<Asked<T>, Problem> {
        if !is_json(request.headers()) {
            return Err(Problem::not_json());
        }
        let bytes = request.extract::<Bytes, _>().await.map_err(|rejection| match &rejection {
            BytesRejection::FailedToBufferBody(_) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                Problem::too_large(LONGEST_BODY)
            }
            _ => Problem::malformed("the body broke off"),
        })?;
        read_json(&bytes).map(Asked)
    }
}

/// Reads JSON, and names the field that is wrong.
pub fn read_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    kit_answers::read_json(bytes).map_err(Problem::from)
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    kind.eq_ignore_ascii_case("application/json")
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Searched<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Searched<T>, Problem> {
        axum::extract::Query::from_request_parts(parts, state)
            .await
            .map(|query| Searched(query.0))
            .map_err(|rejection| Problem::malformed(format!("the query: {}", rejection.body_text())))
    }
}

impl<T: Serialize> IntoResponse for Answer<T> {
    fn into_response(self) -> Response {
        match serde_json::to_vec(&self.0) {
            Ok(bytes) => Written(bytes.into()).into_response(),
            Err(error) => {
                tracing::error!(cause = %error, "an answer cannot be written as JSON");
                StatusCode::INTERNAL_SERVER_ERROR.into_response()
            }
        }
    }
}

impl IntoResponse for Written {
    fn into_response(self) -> Response {
        let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
        (headers, self.0).into_response()
    }
}
