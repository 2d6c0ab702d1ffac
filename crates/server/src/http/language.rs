//! Which language somebody reads, and answers in it.
//!
//! A page says `?language=de`, because a browser lets it say so nowhere else for a socket; programs
//! and pages may also send `accept-language`, and without either it is English.
//! Handlers learn it from [`Reads`]; why something was not done is said here in that language,
//! after the handler has said it in English.

use axum::extract::{FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Uri, header};
use axum::middleware::Next;
use axum::response::Response;
use kit_play::sentence::Language;

use crate::http::problem::Problem;

/// The language that somebody reads, if it is not English.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reads(pub Option<&'static Language>);

impl<S: Send + Sync> FromRequestParts<S> for Reads {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Reads, Self::Rejection> {
        Ok(parts.extensions.get::<Reads>().copied().unwrap_or_default())
    }
}

/// Finds out which language somebody reads, and says in it why something was not done.
pub async fn speak(mut request: Request, next: Next) -> Response {
    let asked = take_from_query(request.uri_mut());
    let language = match asked {
        Some(code) => kit_languages::language(&code),
        None => {
            let accepted = request.headers().get(header::ACCEPT_LANGUAGE);
            accepted.and_then(|accepted| accepted.to_str().ok()).and_then(kit_languages::preferred)
        }
    };
    request.extensions_mut().insert(Reads(language));
    let mut response = next.run(request).await;
    if let (Some(language), Some(problem)) = (language, response.extensions_mut().remove::<Problem>()) {
        let said = problem.into_response_in(Some(language)).into_body();
        *response.body_mut() = said;
        response.headers_mut().remove(header::CONTENT_LENGTH);
    }
    response.headers_mut().append(header::VARY, HeaderValue::from_static("accept-language"));
    response
}

/// Takes the language out of the address, so that no other part of the server has to know of it.
fn take_from_query(uri: &mut Uri) -> Option<String> {
    const KEY: &str = "language=";
    let query = uri.query()?;
    let code = query.split('&').find_map(|pair| pair.strip_prefix(KEY))?.to_owned();
    let rest: Vec<&str> = query.split('&').filter(|pair| !pair.starts_with(KEY)).collect();
    let path = match rest.as_slice() {
        [] => uri.path().to_owned(),
        rest => format!("{}?{}", uri.path(), rest.join("&")),
    };
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = path.parse().ok();
    if let Ok(shorter) = Uri::from_parts(parts) {
        *uri = shorter;
    }
    Some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_taken_out_of_the_address() {
        let check = |address: &str, rest: &str, code: Option<&str>| {
            let mut uri: Uri = address.parse().expect("an address");
            assert_eq!(take_from_query(&mut uri).as_deref(), code, "{address}");
            assert_eq!(uri.to_string(), rest);
        };
        check("/api/games", "/api/games", None);
        check("/api/games?language=de", "/api/games", Some("de"));
        check(
            "/api/tables/t/socket?seat=white&language=de&after=3",
            "/api/tables/t/socket?seat=white&after=3",
            Some("de"),
        );
        check("/x?languages=de", "/x?languages=de", None);
    }
}
