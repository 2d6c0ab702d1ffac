//! What every answer carries and every request must pass, whatever it is about.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::http::Front;
use crate::http::host::is_own_host;
use crate::http::limits::Meter;
use crate::http::problem::Problem;
use crate::http::visitor::{Visitor, is_own_origin};

/// The policy with what it says of scripts.
macro_rules! policy {
    ($scripts:literal) => {
        concat!(
            "default-src 'none'; ",
            $scripts,
            "; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'; ",
            "connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src 'self'; ",
            "form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
        )
    };
}

/// Scripts and styles come from us alone, and nobody may put us into a frame.
///
/// Pictures may stand in the page itself, because diagrams do.
/// Styles may stand on elements (`style=`), because motion is told that way; they cannot load
/// or read anything.
/// Where a module plays in the page, browsers may compile it; texts are never run.
const CONTENT_SECURITY: &str = if cfg!(feature = "module") {
    policy!("script-src 'self' 'wasm-unsafe-eval'")
} else {
    policy!("script-src 'self'")
};

const PERMISSIONS: &str = "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), \
    magnetometer=(), microphone=(), midi=(), payment=(), usb=()";

/// The headers of every answer.
const HEADERS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("permissions-policy"), PERMISSIONS),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// The longest that a request may take; sockets are not requests any more.
const LONGEST_REQUEST: Duration = Duration::from_secs(30);

/// Tells browsers to come by HTTPS alone, for a year; they heed it only on HTTPS.
const ONLY_HTTPS: &str = "max-age=31536000";

/// What asks whether the server is well may call it by any name.
const FOR_KEEPERS: [&str; 2] = ["/health", "/ready"];

/// Adds the headers of every answer.
pub async fn add_headers(State(front): State<Arc<Front>>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    if front.settings.is_https() {
        let only_https = HeaderValue::from_static(ONLY_HTTPS);
        response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, only_https);
    }
    response
}

/// Turns away those who mean another server, pages of other sites, people who ask too often, and
/// requests that take too long.
pub async fn check(
    State(front): State<Arc<Front>>,
    visitor: Visitor,
    request: Request,
    next: Next,
) -> Response {
    if !FOR_KEEPERS.contains(&request.uri().path()) && !is_own_host(&front.settings, request.headers()) {
        return Problem::wrong_host().into_response();
    }
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if changes && !is_own_origin(&front.settings, request.headers()) {
        return Problem::wrong_origin().into_response();
    }
    if let Err(problem) = front.pass(Meter::Requests, visitor.address, Instant::now()) {
        return problem.into_response();
    }
    match tokio::time::timeout(LONGEST_REQUEST, next.run(request)).await {
        Ok(response) => response,
        Err(_) => Problem::too_slow().into_response(),
    }
}

/// Counts requests and their time by route, never by table or seat.
pub async fn observe(request: Request, next: Next) -> Response {
    let start = Instant::now();
    let route = request.extensions().get::<MatchedPath>().map_or("app", MatchedPath::as_str).to_owned();
    let method = match *request.method() {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        _ => "other",
    };
    let response = next.run(request).await;
    let status = response.status().as_u16();
    let labels = [("route", route.clone()), ("method", method.to_owned()), ("status", status.to_string())];
    metrics::counter!("chess_kit_requests_total", &labels).increment(1);
    let seconds = start.elapsed().as_secs_f64();
    metrics::histogram!("chess_kit_request_seconds", "route" => route.clone()).record(seconds);
    tracing::debug!(method, route, status, duration_ms = start.elapsed().as_millis() as u64, "request");
    response
}

/// What is answered when our own code fails.
pub fn after_panic(_panic: Box<dyn std::any::Any + Send>) -> Response {
    Problem::internal().into_response()
}
