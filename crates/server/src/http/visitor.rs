//! Who asks: from where, with which secrets, and from which site.
//!
//! Browsers keep a seat's secret in a cookie that no script can read and that goes only to the
//! addresses of its table; programs send it as `authorization: Bearer`.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use kit_play::sentence::Language;

use crate::http::address::Address;
use crate::http::language::Reads;
use crate::http::mount::SitePath;
use crate::http::{Front, Settings};
use kit_sitting::Secrets;
use kit_sitting::{Digest, TableId, Token};

/// Where a connection comes from, put into each request by whoever accepts it.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub SocketAddr);

/// The most secrets that are looked at in one request.
const MOST_SECRETS: usize = 16;

/// How long a browser keeps a seat: 180 days.
const COOKIE_SECONDS: u32 = 180 * 24 * 60 * 60;

/// Somebody who asks.
pub struct Visitor {
    /// Where from, as far as it is metered.
    pub address: Address,
    /// The digests of the secrets that came along.
    pub secrets: Secrets,
    /// Whether the connection is safe from listeners.
    pub is_https: bool,
    /// The language that they read, if it is not English.
    pub language: Option<&'static Language>,
    /// Where on its site the server lies.
    path: SitePath,
    /// The secrets themselves, which only [`Visitor::carried_cookies`] uses.
    carried: Vec<(String, String)>,
}

impl FromRequestParts<Arc<Front>> for Visitor {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, front: &Arc<Front>) -> Result<Visitor, Self::Rejection> {
        let peer = parts.extensions.get::<Peer>().map(|peer| peer.0.ip());
        let carried: Vec<(String, String)> =
            cookies(&parts.headers).filter(|(name, _)| is_seat(name)).take(MOST_SECRETS).collect();
        let tokens = carried.iter().map(|(_, token)| token.as_str());
        let secrets = tokens.chain(bearers(&parts.headers)).take(MOST_SECRETS).map(Digest::of).collect();
        Ok(Visitor {
            address: address(&front.settings, &parts.headers, peer),
            secrets: Secrets(secrets),
            is_https: is_https(&front.settings, &parts.headers),
            language: parts.extensions.get::<Reads>().and_then(|reads| reads.0),
            path: front.settings.path.clone(),
            carried,
        })
    }
}

impl Visitor {
    /// The cookie that keeps a secret for a table.
    ///
    /// The name is `host`, or `seat-` and the seat's name.
    pub fn cookie(&self, table: &TableId, seat: &str, token: Token) -> HeaderValue {
        let name = if seat == "host" { "host".to_owned() } else { format!("seat-{}", seat_word(seat)) };
        self.cookie_of(table, &name, &token.reveal())
    }

    /// Cookies for another table with the same secrets.
    pub fn carried_cookies(&self, table: &TableId) -> Vec<HeaderValue> {
        let seats = self.carried.iter().filter(|(name, _)| name != "host");
        seats.map(|(name, token)| self.cookie_of(table, name, token)).collect()
    }

    /// The cookie that keeps a secret for an evening.
    pub fn evening_cookie(&self, evening: &TableId, name: &str, token: &str) -> HeaderValue {
        self.cookie_at(&format!("evenings/{evening}"), name, token)
    }

    fn cookie_of(&self, table: &TableId, name: &str, token: &str) -> HeaderValue {
        self.cookie_at(&format!("tables/{table}"), name, token)
    }

    fn cookie_at(&self, place: &str, name: &str, token: &str) -> HeaderValue {
        let (path, secure) = (&self.path, if self.is_https { "; Secure" } else { "" });
        let cookie = format!(
            "{name}={token}; Path={path}/api/{place}; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Strict{secure}"
        );
        let mut value = HeaderValue::try_from(cookie).unwrap_or(HeaderValue::from_static(""));
        value.set_sensitive(true);
        value
    }
}

/// The name of a seat as it can stand in the name of a cookie.
fn seat_word(seat: &str) -> String {
    let letter =
        |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' };
    seat.chars().map(letter).collect()
}

fn is_seat(name: &str) -> bool {
    name == "host" || name.starts_with("seat-")
}

/// All cookies of a request.
fn cookies(headers: &HeaderMap) -> impl Iterator<Item = (String, String)> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.split_once('='));
    pairs.map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()))
}

/// All secrets after `Bearer`, separated by commas.
fn bearers(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let line = headers.get(header::AUTHORIZATION).and_then(|line| line.to_str().ok()).unwrap_or_default();
    let (scheme, tokens) = line.trim().split_once(' ').unwrap_or_default();
    let tokens = if scheme.eq_ignore_ascii_case("bearer") { tokens } else { "" };
    tokens.split(',').map(str::trim).filter(|token| !token.is_empty())
}

/// Where somebody asks from; behind a proxy, what the proxy says.
fn address(settings: &Settings, headers: &HeaderMap, peer: Option<IpAddr>) -> Address {
    let told = settings.proxy_header.as_ref().and_then(|name| told_address(headers, name));
    Address::of(told.or(peer).unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED)))
}

fn told_address(headers: &HeaderMap, name: &HeaderName) -> Option<IpAddr> {
    // Only the last address was written by our own proxy; whoever asks can write the others.
    let last = headers.get_all(name).iter().next_back()?.to_str().ok()?;
    let last = last.rsplit(',').next()?.trim();
    last.parse().ok().or_else(|| last.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

fn is_https(settings: &Settings, headers: &HeaderMap) -> bool {
    let told = headers.get("x-forwarded-proto").is_some_and(|told| told == "https");
    settings.proxy_header.is_some() && told || settings.is_https()
}

/// Whether the page that asks, if it is one, is ours.
///
/// Browsers name the site of the page in `origin`; programs do not.
pub fn is_own_origin(settings: &Settings, headers: &HeaderMap) -> bool {
    let foreign = |site: &HeaderValue| site != "same-origin" && site != "none";
    if headers.get("sec-fetch-site").is_some_and(foreign) {
        return false;
    }
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    if !settings.origins.is_empty() {
        return settings.origins.iter().any(|own| own == origin);
    }
    let authority = origin.split_once("://").map(|(_, authority)| authority);
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    authority.is_some_and(|authority| host.is_some_and(|host| host.eq_ignore_ascii_case(authority)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(lines: &[(&'static str, &'static str)]) -> HeaderMap {
        let line = |(name, value): &(&'static str, &'static str)| {
            (HeaderName::from_static(name), HeaderValue::from_static(value))
        };
        lines.iter().map(line).collect()
    }

    #[test]
    fn only_our_own_pages_may_ask() {
        let settings = Settings::default();
        let configured =
            Settings { origins: vec!["https://chess.example".to_owned()], ..Settings::default() };
        let host = ("host", "chess.example");
        for (lines, expected, expected_configured) in [
            (vec![host], true, true),
            (vec![host, ("origin", "https://chess.example")], true, true),
            (vec![host, ("origin", "http://chess.example")], true, false),
            (vec![host, ("origin", "https://evil.example")], false, false),
            (vec![host, ("origin", "https://chess.example.evil.example")], false, false),
            (vec![host, ("origin", "null")], false, false),
            (vec![("origin", "https://chess.example")], false, true),
            (vec![host, ("sec-fetch-site", "cross-site")], false, false),
            (vec![host, ("sec-fetch-site", "same-site")], false, false),
            (vec![host, ("sec-fetch-site", "same-origin")], true, true),
            (vec![host, ("sec-fetch-site", "none")], true, true),
        ] {
            assert_eq!(is_own_origin(&settings, &headers(&lines)), expected, "{lines:?}");
            assert_eq!(is_own_origin(&configured, &headers(&lines)), expected_configured, "{lines:?}");
        }
    }

    #[test]
    fn only_the_proxys_own_word_is_taken() {
        let peer = Some(IpAddr::from([192, 0, 2, 9]));
        let lines = headers(&[("x-forwarded-for", "203.0.113.7, 198.51.100.2")]);
        let at = |text: &str| Address::of(text.parse().expect("an address"));
        let plain = Settings::default();
        assert_eq!(address(&plain, &lines, peer), at("192.0.2.9"));
        let proxied = Settings {
            proxy_header: Some(HeaderName::from_static("x-forwarded-for")),
            ..Settings::default()
        };
        assert_eq!(address(&proxied, &lines, peer), at("198.51.100.2"));
        assert_eq!(address(&proxied, &headers(&[]), peer), at("192.0.2.9"));
        assert_eq!(address(&proxied, &headers(&[("x-forwarded-for", "no address")]), peer), at("192.0.2.9"));
    }

    #[test]
    fn secrets_come_as_cookies_and_as_bearers() {
        let lines =
            headers(&[("cookie", "host=a; seat-white=b; theme=dark"), ("authorization", "Bearer c, d,,")]);
        let names: Vec<String> =
            cookies(&lines).filter(|(name, _)| is_seat(name)).map(|pair| pair.1).collect();
        assert_eq!(names, ["a", "b"]);
        assert_eq!(bearers(&lines).collect::<Vec<_>>(), ["c", "d"]);
        assert_eq!(bearers(&headers(&[("authorization", "Basic c")])).count(), 0);
    }
}
