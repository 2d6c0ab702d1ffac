//! Which addresses of push services may be asked.
//!
//! Whoever subscribes names an address that this server then asks, so it must not be one that only
//! this server can reach.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use axum::http::Uri;
use kit_play::{Sentence, say};

/// The longest address.
const LONGEST: usize = 1024;

/// A server that can be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    /// Whether it is asked by HTTPS; only in tests it may be otherwise.
    pub is_https: bool,
    /// Its name or its number.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// What is asked for there.
    pub path: String,
}

impl Endpoint {
    /// Reads an endpoint; `anywhere` also takes what only this machine can reach, for tests.
    ///
    /// # Errors
    ///
    /// Fails with what is wrong, and does not repeat the address.
    pub fn read(endpoint: &str, anywhere: bool) -> Result<Endpoint, Sentence> {
        let bad = || say!("a push service has an address such as `https://push.example/…`");
        let uri: Uri = endpoint.parse().map_err(|_| bad())?;
        let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else { return Err(bad()) };
        let is_https = scheme == "https";
        let host = authority.host().trim_matches(['[', ']']).to_owned();
        let has_user = authority.as_str().contains('@');
        if endpoint.len() > LONGEST || host.is_empty() || has_user || !(is_https || anywhere) {
            return Err(bad());
        }
        let port = authority.port_u16().unwrap_or(if is_https { 443 } else { 80 });
        let is_local = host.eq_ignore_ascii_case("localhost") || !host.contains(['.', ':']);
        let is_reserved = host.parse().is_ok_and(|address| !is_public(address));
        if !anywhere && (port != 443 || is_local || is_reserved) {
            return Err(say!("a push service is on the internet, and not on this network"));
        }
        let path = uri.path_and_query().map_or("/", |path| path.as_str()).to_owned();
        Ok(Endpoint { is_https, host, port, path })
    }

    /// What a signature is made out to.
    pub fn origin(&self) -> String {
        let (scheme, usual) = if self.is_https { ("https", 443) } else { ("http", 80) };
        let host = if self.host.contains(':') { format!("[{}]", self.host) } else { self.host.clone() };
        if self.port == usual {
            format!("{scheme}://{host}")
        } else {
            format!("{scheme}://{host}:{}", self.port)
        }
    }

    /// The host and the port, as a request names them.
    pub fn authority(&self) -> String {
        self.origin().split_once("://").map(|(_, authority)| authority.to_owned()).unwrap_or_default()
    }
}

/// Whether an address is one of the internet.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let is_reserved = a == 0
        || a >= 224
        || (a == 100 && (64..128).contains(&b))
        || (a == 192 && b == 0 && c == 0)
        || (a == 192 && b == 88 && c == 99)
        || (a == 198 && (b == 18 || b == 19));
    !(is_reserved
        || address.is_loopback()
        || address.is_private()
        || address.is_link_local()
        || address.is_documentation())
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let parts = address.segments();
    let [.., high, low] = parts;
    let inner = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        Ipv4Addr::new(a, b, c, d)
    };
    match parts {
        // An address of the older kind in another dress.
        [0, 0, 0, 0, 0, 0xffff, ..] | [0x64, 0xff9b, 0, 0, 0, 0, ..] => is_public_v4(inner(high, low)),
        [0x2002, first, second, ..] => is_public_v4(inner(first, second)),
        // Tunnels, examples, and what is not handed out.
        [0x2001, 0..=0x1ff, ..] | [0x2001, 0xdb8, ..] | [0x3fff, ..] => false,
        [first, ..] => (0x2000..0x4000).contains(&first),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_internet_is_asked() {
        for address in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "127.9.9.9",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.1",
            "192.0.2.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.51.100.1",
            "203.0.113.9",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "fc00::1",
            "fd12::1",
            "fe80::1",
            "ff02::1",
            "2001:db8::1",
            "2001::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2002:a00:1::",
            "::127.0.0.1",
            "fec0::1",
            "3fff::1",
        ] {
            assert!(!is_public(address.parse().expect("an address")), "{address}");
        }
        for address in ["8.8.8.8", "100.63.0.1", "172.15.0.1", "2606:4700::1111", "64:ff9b::808:808"] {
            assert!(is_public(address.parse().expect("an address")), "{address}");
        }
    }

    #[test]
    fn endpoints_are_https_and_elsewhere() {
        for bad in [
            "",
            "push",
            "/push",
            "http://push.example/a",
            "ftp://push.example/a",
            "https://",
            "https:///a",
            "https://ann:secret@push.example/a",
            "https://push.example:8443/a",
            "https://localhost/a",
            "https://intranet/a",
            "https://127.0.0.1/a",
            "https://[::1]/a",
            "https://10.0.0.1/a",
            "https://169.254.169.254/latest",
            "https://[::ffff:127.0.0.1]/a",
            "https://[fd00::1]/a",
        ] {
            assert!(Endpoint::read(bad, false).is_err(), "{bad}");
        }
        let long = format!("https://push.example/{}", "a".repeat(LONGEST));
        assert!(Endpoint::read(&long, false).is_err());
        let place = Endpoint::read("https://push.example/a/b?c=d", false).expect("an endpoint");
        assert_eq!((place.host.as_str(), place.port, place.path.as_str()), ("push.example", 443, "/a/b?c=d"));
        assert_eq!(place.origin(), "https://push.example");
        let local = Endpoint::read("http://127.0.0.1:9/a", true).expect("a test may");
        assert_eq!(
            (local.origin(), local.authority()),
            ("http://127.0.0.1:9".to_owned(), "127.0.0.1:9".to_owned())
        );
    }
}
