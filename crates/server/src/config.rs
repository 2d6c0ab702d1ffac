//! How a server is told what to do: by flags, by the environment, by a file, or not at all.
//!
//! There is one list of keys.
//! `listen` is the flag `--listen`, the variable `CHESS_KIT_LISTEN` and the line `listen = "…"`.
//! A flag goes before the environment, that goes before the file, and the file goes before the default.

use std::collections::BTreeMap;
use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use axum::http::HeaderName;
use kit_play::text::{either, excerpt};

use crate::NOT_HOSTING;
use crate::http::Settings;
use crate::http::limits::{Limits, Rate};

/// Something that can be told.
#[derive(Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What it decides.
    pub meaning: &'static str,
    /// What its values look like.
    pub value: Value,
    /// What it is if nobody tells.
    pub default: &'static str,
}

/// What values look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// `on` or `off`; as a flag without a value.
    Switch,
    /// A text that is shown like this in the help.
    Text(&'static str),
    /// A whole number.
    Number,
}

/// Everything that can be told.
pub const KEYS: &[Key] = &[
    key("listen", Value::Text("ADDRESS"), "127.0.0.1:8080", "Where to listen"),
    key(
        "lan",
        Value::Switch,
        "off",
        "Listen on all interfaces and show the address for phones on the same network",
    ),
    key("open", Value::Switch, "off", "Open the app in the browser"),
    key(
        "database",
        Value::Text("URL"),
        "",
        "Where tables are kept: sqlite:<file> or postgres://…; a file in the data directory if nothing is said",
    ),
    key(
        "database-wait",
        Value::Number,
        "60",
        "Seconds to wait at the start for a Postgres that cannot be reached yet; 0 does not wait",
    ),
    key(
        "key-file",
        Value::Text("FILE"),
        "",
        "The key under which codes are kept, the same for all nodes, made if it is not there; beside the SQLite file, or in the data directory, if nothing is said",
    ),
    key(
        "new-key",
        Value::Switch,
        "off",
        "Start although the key is not the one of before; codes and invitations given out until now open nothing",
    ),
    key("bus", Value::Text("URL"), "local", "How nodes tell each other of changes: local or nats://…"),
    key(
        "metrics",
        Value::Text("ADDRESS"),
        "off",
        "Where Prometheus may ask for metrics; never on a public address",
    ),
    key(
        "origin",
        Value::Text("URLS"),
        "",
        "The addresses of the app as browsers write them, with commas between; needed for any name but local ones",
    ),
    key("path", Value::Text("PATH"), "", "The path of the site below which everything lies, such as /chess"),
    key(
        "proxy-header",
        Value::Text("NAME"),
        "",
        "The header in which your proxy tells where somebody asks from, such as x-forwarded-for",
    ),
    key(
        "log",
        Value::Text("FILTER"),
        "info",
        "What is logged: error, warn, info, debug, or a filter such as kit_server=debug",
    ),
    key("log-format", Value::Text("text|json"), "text", "How it is logged"),
    key("bot-pace", Value::Number, "700", "Milliseconds that a bot waits at least before it acts"),
    key(
        "forget-days",
        Value::Number,
        "0",
        "Days after which a table that nobody touches is forgotten; 0 keeps all",
    ),
    key(
        "invitations-expire-days",
        Value::Number,
        "14",
        "Days after which an invitation that nobody used expires; 0 keeps all",
    ),
    key(
        "limits",
        Value::Text("on|off"),
        "on",
        "Whether anything is limited; off is for machines that measure",
    ),
    key("requests-per-minute", Value::Number, "1200", "Requests of an address"),
    key(
        "thinking-per-minute",
        Value::Number,
        "120",
        "Holes, boards to try, replays and exports of an address",
    ),
    key("openings-per-minute", Value::Number, "20", "Tables that an address opens, also for rematches"),
    key("tables-per-day", Value::Number, "300", "Tables that an address opens in a day"),
    key("joins-per-minute", Value::Number, "30", "Seats that an address takes or tries to take"),
    key("failures-per-hour", Value::Number, "60", "Wrong codes, invitations and secrets of an address"),
    key("actions-per-minute", Value::Number, "300", "Actions of a seat"),
    key("words-per-minute", Value::Number, "30", "Chat lines of a seat"),
    key("sockets-per-address", Value::Number, "100", "Viewers that an address connects"),
    key("sockets", Value::Number, "25000", "All connected viewers"),
    key(
        "connections-per-address",
        Value::Number,
        "256",
        "Other connections of an address; not with proxy-header",
    ),
    key(
        "network-share",
        Value::Number,
        "8",
        "How many times as much as an address its network may have (IPv4 /24, IPv6 /48); 0 is no limit",
    ),
    key(
        "node-share",
        Value::Number,
        "1000",
        "How many times as much as an address all addresses together may ask for; 0 is no limit",
    ),
];

const fn key(name: &'static str, value: Value, default: &'static str, meaning: &'static str) -> Key {
    Key { name, meaning, value, default }
}

/// What begins every variable.
const PREFIX: &str = "CHESS_KIT_";

/// The variable that names the file.
pub const FILE_VARIABLE: &str = "CHESS_KIT_CONFIG";

/// Who told a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Nobody.
    Default,
    /// A file.
    File(PathBuf),
    /// A variable of the environment.
    Environment(String),
    /// A flag.
    Flag,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Default => f.write_str("default"),
            Source::File(path) => write!(f, "{}", path.display()),
            Source::Environment(name) => f.write_str(name),
            Source::Flag => f.write_str("flag"),
        }
    }
}

/// A value that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadConfig(pub String);

/// What was told, and by whom.
#[derive(Clone, Debug)]
pub struct Told {
    values: BTreeMap<&'static str, (String, Source)>,
}

/// Where what is told comes from.
pub struct Tellers<'a> {
    /// The flags that were given.
    pub flags: &'a [(&'static str, String)],
    /// The environment.
    pub environment: &'a [(String, String)],
    /// The file, if one is named, with its text.
    pub file: Option<(&'a Path, &'a str)>,
}

impl Told {
    /// Puts everything together.
    ///
    /// # Errors
    ///
    /// Fails when a key is not known.
    pub fn gather(tellers: &Tellers<'_>) -> Result<Told, BadConfig> {
        let default = |key: &Key| (key.name, (key.default.to_owned(), Source::Default));
        let mut told = Told { values: KEYS.iter().map(default).collect() };
        if let Some((path, text)) = tellers.file {
            told.read_file(path, text)?;
        }
        for (variable, value) in tellers.environment {
            if variable == FILE_VARIABLE || !variable.starts_with(PREFIX) {
                continue;
            }
            let name = variable[PREFIX.len()..].to_lowercase().replace('_', "-");
            let known = || BadConfig(format!("unknown variable: `{}` ({})", excerpt(variable), names()));
            let key = key_named(&name).ok_or_else(known)?;
            told.values.insert(key.name, (value.clone(), Source::Environment(variable.clone())));
        }
        for (name, value) in tellers.flags {
            told.values.insert(name, (value.clone(), Source::Flag));
        }
        Ok(told)
    }

    fn read_file(&mut self, path: &Path, text: &str) -> Result<(), BadConfig> {
        let bad = |problem: String| BadConfig(format!("{}: {problem}", path.display()));
        let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
            let line = error.span().map_or(1, |span| 1 + text[..span.start].matches('\n').count());
            bad(format!("line {line}: {}", error.message().lines().next().unwrap_or_default()))
        })?;
        for (name, value) in table {
            let unknown = || bad(format!("unknown key: `{}` ({})", excerpt(&name), names()));
            let key = key_named(&name).ok_or_else(unknown)?;
            let value = match value {
                toml::Value::String(text) => text,
                toml::Value::Integer(number) => number.to_string(),
                toml::Value::Boolean(truth) => if truth { "on" } else { "off" }.to_owned(),
                other => return Err(bad(format!("`{name}` cannot be {}", other.type_str()))),
            };
            self.values.insert(key.name, (value, Source::File(path.to_owned())));
        }
        Ok(())
    }

    fn value(&self, name: &str) -> (&str, &Source) {
        let (value, source) = self.values.get(name).expect("every key has a value");
        (value, source)
    }

    /// All keys with their values and who told them, for people; passwords are masked.
    pub fn described(&self) -> String {
        let line = |key: &Key| {
            let (value, source) = self.value(key.name);
            let value = match (key.name, value) {
                ("database", "") => {
                    default_database().map_or_else(|| "unknown".to_owned(), |path| sqlite(&path))
                }
                ("key-file", "") => self.described_key_file(),
                _ => masked(value),
            };
            (format!("{} = {}", key.name, quoted(key.value, &value)), source.to_string())
        };
        let lines: Vec<(String, String)> = KEYS.iter().map(line).collect();
        let width = lines.iter().map(|(line, _)| line.chars().count()).filter(|width| *width <= 60).max();
        let width = width.unwrap_or(0);
        lines.iter().map(|(line, source)| format!("{line:width$}  # {source}\n")).collect()
    }
}

fn quoted(kind: Value, value: &str) -> String {
    match kind {
        Value::Switch => if value == "on" { "true" } else { "false" }.to_owned(),
        Value::Number => value.to_owned(),
        Value::Text(_) => format!("{value:?}"),
    }
}

fn key_named(name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.name == name)
}

fn names() -> String {
    format!("try {}", either(&KEYS.iter().map(|key| key.name).collect::<Vec<_>>()))
}

/// The value without its password.
fn masked(value: &str) -> String {
    let Some((scheme, rest)) = value.split_once("://") else { return value.to_owned() };
    let Some((who, place)) = rest.rsplit_once('@') else { return value.to_owned() };
    match who.split_once(':') {
        Some((name, _)) => format!("{scheme}://{name}:***@{place}"),
        // A token stands alone in front of the place.
        None if scheme == "nats" => format!("{scheme}://***@{place}"),
        None => value.to_owned(),
    }
}

/// What a server does.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// Whether phones on the same network are meant.
    pub lan: bool,
    /// Whether to open the app in the browser.
    pub open: bool,
    /// Where tables are kept.
    pub database: Database,
    /// How long to wait for a database that cannot be reached yet.
    pub database_wait: Duration,
    /// Where the key for codes is kept, if there is any place for it.
    pub key_file: Option<PathBuf>,
    /// Whether to start although the key is not the one of before.
    pub new_key: bool,
    /// How long invitations are good.
    pub invitations_last: Option<Duration>,
    /// The address of the bus; none is in process.
    pub bus: Option<String>,
    /// Where metrics are told.
    pub metrics: Option<SocketAddr>,
    /// What is logged.
    pub log: String,
    /// Whether it is logged as JSON.
    pub log_json: bool,
    /// How long a bot waits at least.
    pub bot_pace: Duration,
    /// After how long tables are forgotten.
    pub forget_after: Option<Duration>,
    /// How the server meets the network.
    pub settings: Settings,
}

/// Where tables are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Database {
    /// In a file.
    Sqlite(PathBuf),
    /// In a database of its own.
    Postgres(String),
}

impl Config {
    /// What was told, understood.
    ///
    /// # Errors
    ///
    /// Fails with the key, what was found and what would be right.
    pub fn new(told: &Told) -> Result<Config, BadConfig> {
        let lan = told.switch("lan")?;
        let listen =
            told.address("listen")?.ok_or_else(|| told.bad("listen", "an address such as 127.0.0.1:8080"))?;
        let listen = if lan { SocketAddr::from((Ipv4Addr::UNSPECIFIED, listen.port())) } else { listen };
        let log_json = match told.value("log-format").0 {
            "text" => false,
            "json" => true,
            _ => return Err(told.bad("log-format", "text or json")),
        };
        let database = told.database()?;
        let settings = Settings {
            origins: told.origins()?,
            path: told.value("path").0.parse().map_err(|_| told.bad("path", "/chess"))?,
            proxy_header: told.proxy_header()?,
            limits: told.limits()?,
        };
        Ok(Config {
            listen,
            lan,
            open: told.switch("open")?,
            key_file: told.key_file(&database),
            new_key: told.switch("new-key")?,
            database,
            database_wait: Duration::from_secs(told.number("database-wait")?.into()),
            invitations_last: told.days("invitations-expire-days")?,
            bus: told.bus()?,
            metrics: told.metrics()?,
            log: told.value("log").0.to_owned(),
            log_json,
            bot_pace: Duration::from_millis(told.number("bot-pace")?.into()),
            forget_after: told.days("forget-days")?,
            settings,
        })
    }
}

impl Told {
    fn bad(&self, name: &str, expected: &str) -> BadConfig {
        let (place, value) = (self.place(name), masked(self.value(name).0));
        BadConfig(format!("{place} cannot be `{}` (try {expected})", excerpt(&value)))
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

    fn not_hosting(&self, name: &str) -> BadConfig {
        let (place, value) = (self.place(name), masked(self.value(name).0));
        BadConfig(format!("{place} cannot be `{}`: {NOT_HOSTING}", excerpt(&value)))
    }

    fn switch(&self, name: &str) -> Result<bool, BadConfig> {
        match self.value(name).0 {
            "on" | "true" | "1" | "yes" => Ok(true),
            "off" | "false" | "0" | "no" | "" => Ok(false),
            _ => Err(self.bad(name, "on or off")),
        }
    }

    fn number(&self, name: &str) -> Result<u32, BadConfig> {
        self.value(name).0.parse().map_err(|_| self.bad(name, "a whole number"))
    }

    /// So many days, or none.
    fn days(&self, name: &str) -> Result<Option<Duration>, BadConfig> {
        let days = self.number(name)?;
        Ok((days > 0).then(|| Duration::from_secs(24 * 60 * 60 * u64::from(days))))
    }

    fn address(&self, name: &str) -> Result<Option<SocketAddr>, BadConfig> {
        match self.value(name).0 {
            "off" | "" => Ok(None),
            text => {
                let text = text.replace("localhost", "127.0.0.1");
                text.parse()
                    .map(Some)
                    .map_err(|_| self.bad(name, "an address with a port, such as 127.0.0.1:8080"))
            }
        }
    }

    fn origins(&self) -> Result<Vec<String>, BadConfig> {
        let texts = self.value("origin").0.split(',').map(|text| text.trim().trim_end_matches('/'));
        let origins: Vec<String> = texts.filter(|text| !text.is_empty()).map(str::to_owned).collect();
        let fits = |origin: &String| {
            let host = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
            host.is_some_and(|host| !host.is_empty() && !host.contains(['/', '@', '?', '#', ' ']))
        };
        if origins.iter().all(fits) { Ok(origins) } else { Err(self.bad("origin", "https://chess.example")) }
    }

    fn proxy_header(&self) -> Result<Option<HeaderName>, BadConfig> {
        match self.value("proxy-header").0 {
            "" => Ok(None),
            name => {
                let name = HeaderName::try_from(name);
                name.map(Some)
                    .map_err(|_| self.bad("proxy-header", "the name of a header, such as x-forwarded-for"))
            }
        }
    }

    fn database(&self) -> Result<Database, BadConfig> {
        let (value, _) = self.value("database");
        if value.starts_with("postgres://") || value.starts_with("postgresql://") {
            return self.hosted("database", Database::Postgres(value.to_owned()));
        }
        match (value.strip_prefix("sqlite:"), value) {
            (Some(path), _) if !path.trim_start_matches('/').is_empty() => {
                Ok(Database::Sqlite(path.strip_prefix("//").unwrap_or(path).into()))
            }
            (None, "") => default_database().map(Database::Sqlite).ok_or_else(|| {
                BadConfig(
                    "there is no data directory for this user, so name a file with --database sqlite:<file>"
                        .to_owned(),
                )
            }),
            _ => Err(self.bad("database", "sqlite:<file> or postgres://user@host/name")),
        }
    }

    fn key_file(&self, database: &Database) -> Option<PathBuf> {
        match (self.value("key-file").0, database) {
            ("", Database::Sqlite(path)) => Some(path.with_file_name(KEY_FILE)),
            ("", Database::Postgres(_)) => Some(own_directory()?.join(KEY_FILE)),
            (path, _) => Some(path.into()),
        }
    }

    fn described_key_file(&self) -> String {
        let path = self.database().ok().and_then(|database| self.key_file(&database));
        path.map_or_else(|| "unknown".to_owned(), |path| path.display().to_string())
    }

    fn metrics(&self) -> Result<Option<SocketAddr>, BadConfig> {
        match self.address("metrics")? {
            Some(address) => self.hosted("metrics", Some(address)),
            None => Ok(None),
        }
    }

    fn bus(&self) -> Result<Option<String>, BadConfig> {
        match self.value("bus").0 {
            "local" => Ok(None),
            url if url.starts_with("nats://") || url.starts_with("tls://") => {
                self.hosted("bus", Some(url.to_owned()))
            }
            _ => Err(self.bad("bus", "local or nats://host:4222")),
        }
    }

    fn limits(&self) -> Result<Limits, BadConfig> {
        match self.value("limits").0 {
            "on" | "true" => {}
            "off" | "false" => return Ok(Limits::none()),
            _ => return Err(self.bad("limits", "on or off")),
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

/// The file with the key for codes if nothing is said.
const KEY_FILE: &str = "code.key";

/// The file in which tables are kept if nothing is said.
fn default_database() -> Option<PathBuf> {
    Some(own_directory()?.join("tables.sqlite"))
}

/// Where we keep the data of this user.
fn own_directory() -> Option<PathBuf> {
    Some(data_directory()?.join("chess-kit"))
}

/// Where programs keep the data of this user.
fn data_directory() -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if cfg!(windows) {
        return variable("LOCALAPPDATA");
    }
    if cfg!(target_os = "macos") {
        return variable("HOME").map(|home| home.join("Library/Application Support"));
    }
    // The directory of systemd units comes first, because they have no home.
    variable("STATE_DIRECTORY")
        .or_else(|| variable("XDG_DATA_HOME").filter(|path| path.is_absolute()))
        .or_else(|| variable("HOME").map(|home| home.join(".local/share")))
}

fn sqlite(path: &Path) -> String {
    format!("sqlite:{}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gathered(
        flags: &[(&'static str, &str)],
        environment: &[(&str, &str)],
        file: Option<&str>,
    ) -> Result<Told, BadConfig> {
        let flags: Vec<_> = flags.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        let environment: Vec<_> =
            environment.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let file = file.map(|text| (Path::new("kit.toml"), text));
        Told::gather(&Tellers { flags: &flags, environment: &environment, file })
    }

    #[test]
    fn a_flag_goes_before_the_environment_and_that_before_the_file() {
        let file = Some("listen = \"127.0.0.1:1\"\nsockets = 7\nlan = true\n");
        let environment =
            [("CHESS_KIT_LISTEN", "127.0.0.1:2"), ("CHESS_KIT_CONFIG", "kit.toml"), ("HOME", "x")];
        let told = gathered(&[("listen", "127.0.0.1:3")], &environment, file).expect("all keys are known");
        assert_eq!(told.value("listen"), ("127.0.0.1:3", &Source::Flag));
        let told = gathered(&[], &environment, file).expect("all keys are known");
        assert_eq!(told.value("listen").0, "127.0.0.1:2");
        let config = Config::new(&told).expect("all values are right");
        assert_eq!(config.listen.to_string(), "0.0.0.0:2");
        assert_eq!(config.settings.limits.sockets, 7);
        let described = told.described();
        assert!(described.contains("sockets = 7"), "{described}");
        assert!(described.contains("# kit.toml") && described.contains("# CHESS_KIT_LISTEN"), "{described}");
    }

    #[test]
    fn the_defaults_are_those_of_the_limits() {
        let told = gathered(&[("database", "sqlite:x")], &[], None).expect("all keys are known");
        let config = Config::new(&told).expect("the defaults are right");
        assert_eq!(config.settings.limits, Limits::default());
        assert_eq!(config.database, Database::Sqlite("x".into()));
        assert_eq!(config.database_wait, Duration::from_secs(60));
        assert_eq!(config.invitations_last, Some(Duration::from_secs(14 * 24 * 60 * 60)));
    }

    #[test]
    fn the_key_lies_beside_the_tables() {
        let key_file = |flags: &[(&'static str, &str)]| {
            let told = gathered(flags, &[], None).expect("all keys are known");
            let config = Config::new(&told).expect("all values are right");
            let path = config.key_file.expect("a place");
            let described = format!("key-file = {:?}", path.display().to_string());
            assert!(told.described().contains(&described), "{}", told.described());
            path
        };
        assert_eq!(
            key_file(&[("database", "sqlite:/srv/kit/tables.sqlite")]),
            Path::new("/srv/kit/code.key")
        );
        assert_eq!(key_file(&[("database", "sqlite:x")]), Path::new("code.key"));
        let own = [("database", "sqlite:x"), ("key-file", "/run/secrets/key")];
        assert_eq!(key_file(&own), Path::new("/run/secrets/key"));
    }

    #[test]
    fn what_cannot_be_is_named() {
        let problem = |flag: &'static str, value: &str| {
            let told =
                gathered(&[("database", "sqlite:x"), (flag, value)], &[], None).expect("the key is known");
            Config::new(&told).expect_err(value).to_string()
        };
        for (flag, value, expected) in [
            (
                "listen",
                "8080",
                "--listen cannot be `8080` (try an address with a port, such as 127.0.0.1:8080)",
            ),
            (
                "database",
                "mysql://x",
                "--database cannot be `mysql://x` (try sqlite:<file> or postgres://user@host/name)",
            ),
            ("bus", "kafka", "--bus cannot be `kafka` (try local or nats://host:4222)"),
            ("sockets", "many", "--sockets cannot be `many` (try a whole number)"),
            ("origin", "chess.example", "--origin cannot be `chess.example` (try https://chess.example)"),
            ("path", "chess", "--path cannot be `chess` (try /chess)"),
            (
                "proxy-header",
                "x y",
                "--proxy-header cannot be `x y` (try the name of a header, such as x-forwarded-for)",
            ),
            ("log-format", "xml", "--log-format cannot be `xml` (try text or json)"),
        ] {
            assert_eq!(problem(flag, value), expected);
        }
        let unknown = gathered(&[], &[("CHESS_KIT_LISTN", "x")], None).expect_err("a slip").to_string();
        assert!(unknown.starts_with("unknown variable: `CHESS_KIT_LISTN` (try listen"), "{unknown}");
        let unknown = gathered(&[], &[], Some("\n\nlisen = 1")).expect_err("a slip").to_string();
        assert!(unknown.starts_with("kit.toml: unknown key: `lisen` (try listen"), "{unknown}");
        let broken = gathered(&[], &[], Some("sockets = 1\nlisten = = 1")).expect_err("no TOML").to_string();
        assert!(broken.starts_with("kit.toml: line 2: "), "{broken}");
    }

    #[test]
    fn what_was_not_built_in_is_told_with_the_command_that_builds_it() {
        let database = [("database", "postgres://kit:secret@db/kit")];
        let told = gathered(&database, &[], None).expect("the key is known");
        assert_eq!(
            told.not_hosting("database").to_string(),
            "--database cannot be `postgres://kit:***@db/kit`: this program was built to play at home, \
             without Postgres, NATS and metrics; `cargo build --release --package chess-kit` builds one \
             that has them"
        );
    }

    #[test]
    fn passwords_are_masked() {
        assert_eq!(masked("postgres://kit:secret@db/kit"), "postgres://kit:***@db/kit");
        assert_eq!(masked("postgres://kit@db/kit"), "postgres://kit@db/kit");
        assert_eq!(masked("nats://token@bus:4222"), "nats://***@bus:4222");
        assert_eq!(masked("sqlite:a@b"), "sqlite:a@b");
    }
}
