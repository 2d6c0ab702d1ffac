//! Which names this server answers for.
//!
//! A page of another site can let its own name lead to this machine and then ask the server as
//! if it were its own (DNS rebinding).
//! The browser still sends the other site's name as `host`, so names that are not ours are turned
//! away.

use std::net::{Ipv4Addr, Ipv6Addr};

use axum::http::{HeaderMap, header};

use crate::http::Settings;

/// Whether a request is meant for this server.
///
/// With origins, their hosts are ours.
/// Without origins, hosts that no stranger can lead here are ours: addresses in numbers, and names
/// that only a local network knows.
/// Programs need not name a host; browsers always do.
pub fn is_own_host(settings: &Settings, headers: &HeaderMap) -> bool {
    headers.get_all(header::HOST).iter().all(|host| match host.to_str() {
        Ok(host) if settings.origins.is_empty() => is_local(host),
        Ok(host) => settings.origins.iter().any(|origin| is_host_of(origin, host)),
        Err(_) => false,
    })
}

/// Whether a host is the one of an origin; the usual port may be left out.
fn is_host_of(origin: &str, host: &str) -> bool {
    let (usual, own) = match origin.split_once("://") {
        Some(("https", own)) => (":443", own),
        Some((_, own)) => (":80", own),
        None => return false,
    };
    let plain = |host: &str| host.strip_suffix(usual).unwrap_or(host).to_ascii_lowercase();
    plain(own) == plain(host)
}

fn is_local(host: &str) -> bool {
    if let Some(rest) = host.strip_prefix('[') {
        return rest.split_once(']').is_some_and(|(address, _)| address.parse::<Ipv6Addr>().is_ok());
    }
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name).to_ascii_lowercase();
    let is_plain = !name.is_empty() && !name.contains('.');
    is_plain || name.ends_with(".localhost") || name.ends_with(".local") || name.parse::<Ipv4Addr>().is_ok()
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn headers(hosts: &[&'static str]) -> HeaderMap {
        hosts.iter().map(|host| (header::HOST, HeaderValue::from_static(host))).collect()
    }

    #[test]
    fn names_that_strangers_can_lead_here_are_not_ours() {
        let settings = Settings::default();
        for (host, expected) in [
            ("127.0.0.1:8080", true),
            ("192.168.1.7", true),
            ("[::1]:8080", true),
            ("[fe80::1]", true),
            ("localhost:8080", true),
            ("LOCALHOST", true),
            ("chess.localhost:8080", true),
            ("kitchen.local", true),
            ("kitchen:8080", true),
            ("chess.example", false),
            ("chess.example:8080", false),
            ("127.0.0.1.evil.example", false),
            ("127.0.0.1@evil.example", false),
            ("evil.example:1.local", false),
            ("local", true),
            ("evillocalhost.example", false),
            ("[evil.example]", false),
            ("[::1", false),
            ("", false),
        ] {
            assert_eq!(is_own_host(&settings, &headers(&[host])), expected, "{host}");
        }
        assert!(is_own_host(&settings, &headers(&[])), "a program need not name a host");
        assert!(!is_own_host(&settings, &headers(&["localhost", "evil.example"])), "both must be ours");
    }

    #[test]
    fn with_origins_their_hosts_are_ours_and_no_others() {
        let origins = ["https://chess.example", "http://club.example:8080"].map(str::to_owned).to_vec();
        let settings = Settings { origins, ..Settings::default() };
        for (host, expected) in [
            ("chess.example", true),
            ("Chess.Example:443", true),
            ("club.example:8080", true),
            ("chess.example:80", false),
            ("chess.example:8443", false),
            ("club.example", false),
            ("chess.example.evil.example", false),
            ("localhost:8080", false),
            ("127.0.0.1:8080", false),
        ] {
            assert_eq!(is_own_host(&settings, &headers(&[host])), expected, "{host}");
        }
    }
}
