//! Which push services may be asked.
//!
//! Whoever subscribes names an address that this server then asks, as often as it is their turn.
//! So it is one of the few services that browsers have, and not any server that somebody wants to
//! be asked for nothing, or that never answers.

use std::str::FromStr;

/// The services of the browsers that there are.
pub const USUAL: &str =
    "fcm.googleapis.com,*.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com";

/// The push services that may be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Services {
    /// All that are on the internet.
    Any,
    /// These.
    These(Vec<Service>),
}

/// A push service, by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Service {
    /// The one with this name.
    Named(String),
    /// All whose names end so, with the dot before it.
    Below(String),
}

/// A text that names no push services.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("push services are named such as `push.example` or `*.push.example`")]
pub struct BadServices;

impl Services {
    /// Those of the browsers that there are.
    pub fn usual() -> Services {
        USUAL.parse().unwrap_or(Services::These(Vec::new()))
    }

    /// Whether a host is one of them.
    pub fn have(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        match self {
            Services::Any => true,
            Services::These(services) => services.iter().any(|service| match service {
                Service::Named(name) => host == *name,
                Service::Below(end) => host.len() > end.len() && host.ends_with(end),
            }),
        }
    }
}

impl FromStr for Services {
    type Err = BadServices;

    fn from_str(text: &str) -> Result<Services, BadServices> {
        if text.trim() == "any" {
            return Ok(Services::Any);
        }
        text.split(',').map(|name| name.trim().parse()).collect::<Result<_, _>>().map(Services::These)
    }
}

impl FromStr for Service {
    type Err = BadServices;

    fn from_str(text: &str) -> Result<Service, BadServices> {
        let name = text.strip_prefix("*.").unwrap_or(text).to_ascii_lowercase();
        let is_part = |part: &str| {
            !part.is_empty() && part.bytes().all(|letter| letter.is_ascii_alphanumeric() || letter == b'-')
        };
        if !name.contains('.') || !name.split('.').all(is_part) {
            return Err(BadServices);
        }
        Ok(if text.starts_with("*.") { Service::Below(format!(".{name}")) } else { Service::Named(name) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_services_are_known_and_others_are_not() {
        let usual = Services::usual();
        for host in [
            "fcm.googleapis.com",
            "FCM.googleapis.com",
            "updates.push.services.mozilla.com",
            "web.push.apple.com",
            "wns2-am3p.notify.windows.com",
        ] {
            assert!(usual.have(host), "{host}");
            assert!(Services::Any.have(host), "{host}");
        }
        for host in [
            "push.example",
            "googleapis.com",
            "storage.googleapis.com",
            "fcm.googleapis.com.evil.example",
            "evilfcm.googleapis.com",
            "evilpush.apple.com",
            "push.apple.com",
            ".push.apple.com",
            "8.8.8.8",
            "",
        ] {
            assert!(!usual.have(host), "{host}");
        }
        let own: Services = "push.chess.example, *.push.example".parse().expect("two names");
        assert!(own.have("push.chess.example") && own.have("a.b.push.example"));
        assert!(!own.have("a.push.chess.example") && !own.have("fcm.googleapis.com"));
    }

    #[test]
    fn what_names_no_service_is_refused() {
        for bad in
            ["", ",", "any,push.example", "push", "*", "*.example*.com", "https://push.example", "a..b"]
        {
            assert_eq!(bad.parse::<Services>(), Err(BadServices), "{bad}");
        }
        assert_eq!("any".parse(), Ok(Services::Any));
    }
}
