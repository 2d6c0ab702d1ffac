//! Where on its site the server lies: at the root, or below a path such as `/chess`.
//!
//! A proxy passes addresses on as they came.
//! Here the path is taken off before anything else looks at a request, so routes, limits and
//! metrics know nothing of it; what goes back to browsers (the page, cookies, links) names it.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::http::Uri;
use axum::http::uri::PathAndQuery;
use tower::ServiceExt as _;
use utoipa::openapi::Server;

/// What is answered at the root of the site, too: whoever looks after the server knows no path.
const AT_BOTH: [&str; 2] = ["/health", "/ready"];

/// An address of the API at which there is nothing.
const NOWHERE: &str = "/api/nowhere";

/// A path of a site, written without a slash at its end; the root is nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SitePath(Option<Arc<str>>);

/// A text that is no path of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a path of a site")]
pub struct BadSitePath;

impl FromStr for SitePath {
    type Err = BadSitePath;

    /// Reads a path; a slash at its end makes no difference.
    ///
    /// The path goes into pages and cookies as it is, so only letters, digits and `-._~` may stand there.
    fn from_str(text: &str) -> Result<SitePath, BadSitePath> {
        let path = text.strip_suffix('/').unwrap_or(text);
        if path.is_empty() {
            return Ok(SitePath(None));
        }
        let plain = |letter: char| letter.is_ascii_alphanumeric() || "-._~".contains(letter);
        let fits = |word: &str| !matches!(word, "" | "." | "..") && word.chars().all(plain);
        let words = path.strip_prefix('/').ok_or(BadSitePath)?;
        if words.split('/').all(fits) { Ok(SitePath(Some(path.into()))) } else { Err(BadSitePath) }
    }
}

impl fmt::Display for SitePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.as_deref().unwrap_or_default())
    }
}

impl SitePath {
    /// What the description of all addresses says of them.
    pub fn servers(&self) -> Option<Vec<Server>> {
        self.0.as_ref().map(|path| vec![Server::new(path.as_ref())])
    }

    /// The server below this path, and nothing beside it.
    pub fn mount(&self, router: Router) -> Router {
        let Some(path) = self.0.clone() else { return router };
        let taken_off = move |mut request: Request| {
            *request.uri_mut() = below(&path, request.uri());
            request
        };
        Router::new().fallback_service(router.map_request(taken_off))
    }
}

/// The address as it is below a path.
fn below(path: &str, uri: &Uri) -> Uri {
    let rest = uri.path().strip_prefix(path).filter(|rest| rest.is_empty() || rest.starts_with('/'));
    let rest = match rest {
        Some("") => "/",
        Some(rest) => rest,
        None if AT_BOTH.contains(&uri.path()) => uri.path(),
        // It counts as a request like any other, and there is nothing.
        None => NOWHERE,
    };
    let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
    let rest = PathAndQuery::try_from(format!("{rest}{query}"));
    rest.map_or(Uri::from_static(NOWHERE), Uri::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_plain() {
        for (text, expected) in [
            ("", Some("")),
            ("/", Some("")),
            ("/chess", Some("/chess")),
            ("/chess/", Some("/chess")),
            ("/games/chess-kit.2", Some("/games/chess-kit.2")),
            ("chess", None),
            ("//", None),
            ("/a//b", None),
            ("/../b", None),
            ("/a b", None),
            ("/a;b", None),
            ("/a\"b", None),
            ("/ä", None),
        ] {
            let path = text.parse::<SitePath>().ok().map(|path| path.to_string());
            assert_eq!(path.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn the_path_is_taken_off_and_nothing_lies_beside_it() {
        for (asked, expected) in [
            ("/chess", "/"),
            ("/chess/", "/"),
            ("/chess?x=1", "/?x=1"),
            ("/chess/api/tables/abc/frame?seat=white", "/api/tables/abc/frame?seat=white"),
            ("/chess/health", "/health"),
            ("/health", "/health"),
            ("/ready", "/ready"),
            ("/", NOWHERE),
            ("/chessboard", NOWHERE),
            ("/api/tables?x=1", "/api/nowhere?x=1"),
            ("/Chess/", NOWHERE),
            ("//chess/", NOWHERE),
            // Nothing is decoded, and nothing goes up.
            ("/%63hess/", NOWHERE),
            ("/chess/../api/tables", "/../api/tables"),
            ("/chess//api", "//api"),
        ] {
            let asked: Uri = asked.parse().expect("an address");
            assert_eq!(below("/chess", &asked).to_string(), expected, "{asked}");
        }
    }
}
