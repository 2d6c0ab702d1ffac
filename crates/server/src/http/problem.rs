//! Why a request was not done: always a status, a code that stays the same, and a sentence.

use std::collections::BTreeMap;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use kit_play::sentence::{Language, Names};
use kit_play::text::shortened;
use kit_play::wire::Complaint;
use kit_play::{Sentence, say};
use utoipa::IntoResponses;
use utoipa::openapi::{self, ContentBuilder, RefOr, ResponseBuilder};

use crate::http::body::Answer;
use crate::http::gate::Wait;
use crate::http::objects::ErrorNote;
use kit_sitting::Error;

/// Why a request was not done.
#[derive(Clone, Debug)]
pub struct Problem {
    status: StatusCode,
    code: &'static str,
    sentence: Sentence,
    wait_seconds: Option<u64>,
}

impl Problem {
    fn new(status: StatusCode, code: &'static str, sentence: Sentence) -> Problem {
        Problem { status, code, sentence, wait_seconds: None }
    }

    /// There is nothing at this address.
    pub fn not_found() -> Problem {
        kit_answers::Problem::not_found().into()
    }

    /// The address is right and the method is not.
    pub fn wrong_method() -> Problem {
        kit_answers::Problem::wrong_method().into()
    }

    /// The body or the line is longer than anybody may write.
    pub fn too_large(most: usize) -> Problem {
        kit_answers::Problem::too_large(most).into()
    }

    /// The body is of another type than JSON.
    pub fn not_json() -> Problem {
        let text = say!("the body must be JSON, with the header `content-type: application/json`");
        Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-json", text)
    }

    /// The body is not JSON, or JSON of another shape.
    pub fn malformed(text: impl Into<String>) -> Problem {
        kit_answers::Problem::malformed(text).into()
    }

    /// A text in the request cannot be read.
    pub fn unreadable(problem: Sentence) -> Problem {
        kit_answers::Problem::unreadable(problem).into()
    }

    /// A page of another site asks.
    pub fn wrong_origin() -> Problem {
        let text = say!("a page of another site may not do this; open the app at its own address");
        Problem::new(StatusCode::FORBIDDEN, "wrong-origin", text)
    }

    /// The server is asked under a name that is not its own.
    pub fn wrong_host() -> Problem {
        let text = say!(
            "this server does not answer for this name; if it is yours, start it with `--origin` and \
            the address that people type, such as `--origin https://chess.example`"
        );
        Problem::new(StatusCode::MISDIRECTED_REQUEST, "wrong-host", text)
    }

    /// The server has started, and its database has not.
    pub fn starting() -> Problem {
        let text = say!("the server waits for its database; try again in a moment");
        let problem = Problem::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", text);
        Problem { wait_seconds: Some(5), ..problem }
    }

    /// The address must be asked as a WebSocket.
    pub fn not_a_socket() -> Problem {
        let text = say!("this address is for WebSockets: ask with `upgrade: websocket`, version 13");
        Problem::new(StatusCode::UPGRADE_REQUIRED, "not-a-socket", text)
    }

    /// Somebody asks for too much at once.
    pub fn too_many(wait_seconds: u64) -> Problem {
        let wait_seconds = wait_seconds.max(1);
        let text = say!(
            "too much at once; wait {seconds} {seconds|one=second|other=seconds} and try again",
            seconds = wait_seconds as i64
        );
        let problem = Problem::new(StatusCode::TOO_MANY_REQUESTS, "too-many", text);
        Problem { wait_seconds: Some(wait_seconds), ..problem }
    }

    /// The server has as many connections as it can hold.
    pub fn crowded() -> Problem {
        let text = say!("the server holds as many connections as it can; try again in a while");
        let problem = Problem::new(StatusCode::SERVICE_UNAVAILABLE, "crowded", text);
        Problem { wait_seconds: Some(30), ..problem }
    }

    /// The client took too long, or the server did.
    pub fn too_slow() -> Problem {
        Problem::new(StatusCode::REQUEST_TIMEOUT, "too-slow", say!("this took too long and was given up"))
    }

    /// The server ends, and another one comes.
    pub fn restarting() -> Problem {
        let text = say!("the server restarts; come back in a moment, nothing is lost");
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "restarting", text)
    }

    /// A connection on which nothing comes back.
    pub fn silent() -> Problem {
        let text = say!("this connection did not answer, so it was given up; connect again");
        Problem::new(StatusCode::REQUEST_TIMEOUT, "silent", text)
    }

    /// A connection that nobody uses.
    pub fn idle() -> Problem {
        let text = say!("nobody has used this connection for hours; connect again to go on watching");
        Problem::new(StatusCode::REQUEST_TIMEOUT, "idle", text)
    }

    /// Our own mistake.
    pub fn internal() -> Problem {
        kit_answers::Problem::internal().into()
    }

    /// A game's program failed on something that is not a table.
    pub fn game_failed() -> Problem {
        kit_answers::Problem::game_failed().into()
    }

    /// The word that stays the same.
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// The code and the sentence, for somebody who reads this language; English, if there is none.
    pub fn complaint(self, language: Option<&'static Language>) -> Complaint {
        let voice = Names::default().in_language(language);
        Complaint { code: self.code, text: shortened(self.sentence.words_in(&voice)) }
    }

    /// The answer for somebody who reads this language; English, if there is none.
    pub fn into_response_in(self, language: Option<&'static Language>) -> Response {
        let (status, wait) = (self.status, self.wait_seconds);
        let error = self.complaint(language);
        let mut response = (status, Answer(ErrorNote { error })).into_response();
        if let Some(wait) = wait {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(wait));
        }
        response
    }
}

impl From<kit_answers::Problem> for Problem {
    fn from(problem: kit_answers::Problem) -> Problem {
        let status = StatusCode::from_u16(problem.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        Problem::new(status, problem.code, problem.sentence)
    }
}

impl From<Wait> for Problem {
    fn from(wait: Wait) -> Problem {
        Problem::too_many(wait.0.as_secs() + 1)
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Problem {
        let wait_seconds = matches!(error, Error::TooMany).then_some(1);
        Problem { wait_seconds, ..kit_answers::Problem::from(error).into() }
    }
}

impl From<kit_club::Error> for Problem {
    fn from(error: kit_club::Error) -> Problem {
        let status = match error {
            kit_club::Error::Table(error) => return error.into(),
            kit_club::Error::Unknown => StatusCode::NOT_FOUND,
            kit_club::Error::NotHost | kit_club::Error::NotYou | kit_club::Error::BadCode => {
                StatusCode::FORBIDDEN
            }
            kit_club::Error::BadRequest(_) => StatusCode::BAD_REQUEST,
            kit_club::Error::Claimed | kit_club::Error::NotNow(_) => StatusCode::CONFLICT,
            kit_club::Error::Unreadable => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Problem::new(status, error.code(), error.sentence())
    }
}

/// Why something cannot be shown, for the description of the addresses.
pub struct CannotShow;

/// Why something cannot be changed, for the description of the addresses.
pub struct CannotChange;

impl IntoResponses for CannotShow {
    fn responses() -> BTreeMap<String, RefOr<openapi::Response>> {
        described(&[400, 403, 404, 409, 421, 429, 500, 503])
    }
}

impl IntoResponses for CannotChange {
    fn responses() -> BTreeMap<String, RefOr<openapi::Response>> {
        described(&[400, 403, 404, 409, 413, 415, 421, 429, 500, 503])
    }
}

/// Answers that say why, one for each status.
fn described(statuses: &[u16]) -> BTreeMap<String, RefOr<openapi::Response>> {
    let content = ContentBuilder::new().schema(Some(openapi::Ref::from_schema_name("ErrorNote"))).build();
    let answer = ResponseBuilder::new().content("application/json", content).build();
    statuses.iter().map(|status| (status.to_string(), RefOr::T(answer.clone()))).collect()
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.clone().into_response_in(None);
        // Whoever knows which language is read says it again.
        response.extensions_mut().insert(self);
        response
    }
}
