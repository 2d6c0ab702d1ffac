//! What each value means.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use axum::http::HeaderName;
use kit_play::sentence::Filling;
use kit_play::text::excerpt;
use kit_play::{Sentence, say};

use super::gathered::{BadConfig, Gathered, Source, masked};
use super::paths::{KEY_FILE, PUSH_KEY_FILE, default_database, own_directory};
use super::{Database, PushConfig};
use crate::http::limits::{Limits, Rate};
use crate::not_hosting;

impl Gathered {
    pub(super) fn bad(&self, name: &str, expected: Sentence) -> BadConfig {
        let [place, found] = self.found(name);
        BadConfig(say!("{place} cannot be `{found}` (try {expected})", place, found, expected))
    }

    /// Where a value was told, and what it is, as parts of a sentence.
    fn found(&self, name: &str) -> [Filling; 2] {
        [Filling::text(self.place(name)), Filling::text(excerpt(&masked(self.value(name).0)))]
    }

    /// Where a value was told.
    fn place(&self, name: &str) -> String {
        match self.value(name).1 {
            Source::Flag => format!("--{name}"),
            Source::Default => name.to_owned(),
            source @ (Source::File(_) | Source::Environment(_)) => format!("{name} ({source})"),
        }
    }

    /// A value that only a program with the feature `hosting` can use.
    fn hosted<T>(&self, name: &str, value: T) -> Result<T, BadConfig> {
        if cfg!(feature = "hosting") { Ok(value) } else { Err(self.not_hosting(name)) }
    }

    pub(super) fn not_hosting(&self, name: &str) -> BadConfig {
        let ([place, found], problem) = (self.found(name), not_hosting());
        BadConfig(say!("{place} cannot be `{found}`: {problem}", place, found, problem))
    }

    pub(super) fn switch(&self, name: &str) -> Result<bool, BadConfig> {
        match self.value(name).0 {
            "on" | "true" | "1" | "yes" => Ok(true),
            "off" | "false" | "0" | "no" | "" => Ok(false),
            _ => Err(self.bad(name, say!("on or off"))),
        }
    }

    pub(super) fn number(&self, name: &str) -> Result<u32, BadConfig> {
        self.value(name).0.parse().map_err(|_| self.bad(name, say!("a whole number")))
    }

    /// So many days, or none.
    pub(super) fn days(&self, name: &str) -> Result<Option<Duration>, BadConfig> {
        let days = self.number(name)?;
        Ok((days > 0).then(|| Duration::from_secs(24 * 60 * 60 * u64::from(days))))
    }

    pub(super) fn address(&self, name: &str) -> Result<Option<SocketAddr>, BadConfig> {
        match self.value(name).0 {
            "off" | "" => Ok(None),
            text => {
                let text = text.replace("localhost", "127.0.0.1");
                text.parse()
                    .map(Some)
                    .map_err(|_| self.bad(name, say!("an address with a port, such as 127.0.0.1:8080")))
            }
        }
    }

    pub(super) fn origins(&self) -> Result<Vec<String>, BadConfig> {
        let texts = self.value("origin").0.split(',').map(|text| text.trim().trim_end_matches('/'));
        let origins: Vec<String> = texts.filter(|text| !text.is_empty()).map(str::to_owned).collect();
        let fits = |origin: &String| {
            let host = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
            host.is_some_and(|host| !host.is_empty() && !host.contains(['/', '@', '?', '#', ' ']))
        };
        if origins.iter().all(fits) {
            Ok(origins)
        } else {
            Err(self.bad("origin", Sentence::finished("https://chess.example")))
        }
    }

    pub(super) fn proxy_header(&self) -> Result<Option<HeaderName>, BadConfig> {
        match self.value("proxy-header").0 {
            "" => Ok(None),
            name => {
                let name = HeaderName::try_from(name);
                name.map(Some).map_err(|_| {
                    self.bad("proxy-header", say!("the name of a header, such as x-forwarded-for"))
                })
            }
        }
    }

    pub(super) fn database(&self) -> Result<Database, BadConfig> {
        let (value, _) = self.value("database");
        if value.starts_with("postgres://") || value.starts_with("postgresql://") {
            return self.hosted("database", Database::Postgres(value.to_owned()));
        }
        match (value.strip_prefix("sqlite:"), value) {
            (Some(path), _) if !path.trim_start_matches('/').is_empty() => {
                Ok(Database::Sqlite(path.strip_prefix("//").unwrap_or(path).into()))
            }
            (None, "") => default_database().map(Database::Sqlite).ok_or_else(|| {
                BadConfig(say!(
                    "there is no data directory for this user, so name a file with --database sqlite:<file>"
                ))
            }),
            _ => Err(self.bad("database", say!("sqlite:<file> or postgres://user@host/name"))),
        }
    }

    pub(super) fn key_file(&self, database: &Database) -> Option<PathBuf> {
        match (self.value("key-file").0, database) {
            ("", Database::Sqlite(path)) => Some(path.with_file_name(KEY_FILE)),
            ("", Database::Postgres(_)) => Some(own_directory()?.join(KEY_FILE)),
            (path, _) => Some(path.into()),
        }
    }

    pub(super) fn push(&self, key_file: Option<&Path>) -> Result<Option<PushConfig>, BadConfig> {
        let contact = match self.value("push-contact").0 {
            "" if self.value("push-key-file").0.is_empty() => return Ok(None),
            "" => {
                let expected = say!("mailto:ann@chess.example, for a push key is named");
                return Err(self.bad("push-contact", expected));
            }
            contact => contact,
        };
        if !contact.starts_with("mailto:") && !contact.starts_with("https://") {
            return Err(self.bad("push-contact", say!("mailto:ann@chess.example or https://chess.example")));
        }
        let key_file = match self.value("push-key-file").0 {
            "" => key_file.map(|path| path.with_file_name(PUSH_KEY_FILE)),
            path => Some(path.into()),
        };
        let services = self.value("push-services").0.parse();
        let services =
            services.map_err(|_| self.bad("push-services", say!("push.example,*.push.example or any")))?;
        self.hosted("push-contact", Some(PushConfig { contact: contact.to_owned(), key_file, services }))
    }

    pub(super) fn described_key_file(&self) -> String {
        let path = self.database().ok().and_then(|database| self.key_file(&database));
        path.map_or_else(|| "unknown".to_owned(), |path| path.display().to_string())
    }

    pub(super) fn metrics(&self) -> Result<Option<SocketAddr>, BadConfig> {
        match self.address("metrics")? {
            Some(address) => self.hosted("metrics", Some(address)),
            None => Ok(None),
        }
    }

    pub(super) fn bus(&self) -> Result<Option<String>, BadConfig> {
        match self.value("bus").0 {
            "local" => Ok(None),
            url if url.starts_with("nats://") || url.starts_with("tls://") => {
                self.hosted("bus", Some(url.to_owned()))
            }
            _ => Err(self.bad("bus", say!("local or nats://host:4222"))),
        }
    }

    /// Whether something is on that is on or off.
    pub(super) fn is_on(&self, name: &'static str) -> Result<bool, BadConfig> {
        match self.value(name).0 {
            "on" | "true" => Ok(true),
            "off" | "false" => Ok(false),
            _ => Err(self.bad(name, say!("on or off"))),
        }
    }

    pub(super) fn limits(&self) -> Result<Limits, BadConfig> {
        if !self.is_on("limits")? {
            return Ok(Limits::none());
        }
        let rate = |name: &str| self.number(name).map(Rate::per_minute);
        Ok(Limits {
            requests: rate("requests-per-minute")?,
            thinking: rate("thinking-per-minute")?,
            openings: rate("openings-per-minute")?,
            tables: Rate::per_day(self.number("tables-per-day")?),
            joins: rate("joins-per-minute")?,
            failures: Rate::per_hour(self.number("failures-per-hour")?),
            actions: rate("actions-per-minute")?,
            words: rate("words-per-minute")?,
            sockets_of_address: self.number("sockets-per-address")? as usize,
            sockets: self.number("sockets")? as usize,
            connections_of_address: self.number("connections-per-address")? as usize,
            network_share: self.number("network-share")?,
            node_share: self.number("node-share")?,
            ..Limits::default()
        })
    }
}
