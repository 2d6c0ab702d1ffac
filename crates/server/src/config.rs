//! How a server is told what to do: by flags, by the environment, by a file, or not at all.
//!
//! There is one list of keys.
//! `listen` is the flag `--listen`, the variable `CHESS_KIT_LISTEN` and the line `listen = "…"`.
//! A flag goes before the environment, that goes before the file, and the file goes before the default.

mod gathered;
mod keys;
mod paths;
mod values;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use kit_play::{Sentence, say};

pub use self::gathered::{BadConfig, FILE_VARIABLE, Gathered, Source, Tellers};
pub use self::keys::{KEYS, Key, Value};
use crate::http::Settings;
use crate::push::Services;

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
    /// How browsers are told of turns, where they are.
    pub push: Option<PushConfig>,
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
    /// Whether bots give up games that have long been lost.
    pub bots_resign: bool,
    /// Whether bots greet people and thank them for the game.
    pub bots_greet: bool,
    /// After how long tables are forgotten.
    pub forget_after: Option<Duration>,
    /// How the server meets the network.
    pub settings: Settings,
}

/// How browsers are told of turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushConfig {
    /// Whom push services may write to.
    pub contact: String,
    /// Where the key is kept by which they know this server, if there is any place for it.
    pub key_file: Option<PathBuf>,
    /// Which push services are asked.
    pub services: Services,
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
    pub fn new(told: &Gathered) -> Result<Config, BadConfig> {
        let lan = told.switch("lan")?;
        let listen = told
            .address("listen")?
            .ok_or_else(|| told.bad("listen", say!("an address with a port, such as 127.0.0.1:8080")))?;
        let listen = if lan { SocketAddr::from((Ipv4Addr::UNSPECIFIED, listen.port())) } else { listen };
        let log_json = match told.value("log-format").0 {
            "text" => false,
            "json" => true,
            _ => return Err(told.bad("log-format", say!("text or json"))),
        };
        let database = told.database()?;
        let settings = Settings {
            origins: told.origins()?,
            path: told.value("path").0.parse().map_err(|_| told.bad("path", Sentence::finished("/chess")))?,
            proxy_header: told.proxy_header()?,
            limits: told.limits()?,
        };
        let key_file = told.key_file(&database);
        Ok(Config {
            listen,
            lan,
            open: told.switch("open")?,
            push: told.push(key_file.as_deref())?,
            key_file,
            new_key: told.switch("new-key")?,
            database,
            database_wait: Duration::from_secs(told.number("database-wait")?.into()),
            invitations_last: told.days("invitations-expire-days")?,
            bus: told.bus()?,
            metrics: told.metrics()?,
            log: told.value("log").0.to_owned(),
            log_json,
            bot_pace: Duration::from_millis(told.number("bot-pace")?.into()),
            bots_resign: told.is_on("bots-resign")?,
            bots_greet: told.is_on("bots-greet")?,
            forget_after: told.days("forget-days")?,
            settings,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::gathered::masked;
    use super::*;
    use crate::http::limits::Limits;

    fn gathered(
        flags: &[(&'static str, &str)],
        environment: &[(&str, &str)],
        file: Option<&str>,
    ) -> Result<Gathered, BadConfig> {
        let flags: Vec<_> = flags.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        let environment: Vec<_> =
            environment.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let file = file.map(|text| (Path::new("kit.toml"), text));
        Gathered::gather(&Tellers { flags: &flags, environment: &environment, file })
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
    fn browsers_are_told_of_turns_where_there_is_somebody_to_write_to() {
        let push = |flags: &[(&'static str, &str)]| {
            let flags = [&[("database", "sqlite:/srv/kit/tables.sqlite")], flags].concat();
            let told = gathered(&flags, &[], None).expect("all keys are known");
            Config::new(&told).map(|config| config.push).map_err(|bad| bad.to_string())
        };
        assert_eq!(push(&[]), Ok(None));
        let contact = ("push-contact", "mailto:ann@chess.example");
        if cfg!(feature = "hosting") {
            let told = push(&[contact]).expect("a contact").expect("browsers are told");
            assert_eq!(told.contact, contact.1);
            assert_eq!(told.key_file.as_deref(), Some(Path::new("/srv/kit/push.key")));
            let own = push(&[contact, ("push-key-file", "/run/secrets/push")]);
            let own = own.expect("a contact").expect("browsers are told");
            assert_eq!(own.key_file.as_deref(), Some(Path::new("/run/secrets/push")));
            assert_eq!(own.services, Services::usual());
            let any = push(&[contact, ("push-services", "any")]).expect("services");
            assert_eq!(any.map(|told| told.services), Some(Services::Any));
            let problem = push(&[contact, ("push-services", "push")]).expect_err("no name of the internet");
            assert!(problem.contains("push-services") && problem.contains("*.push.example"), "{problem}");
        } else {
            assert!(push(&[contact]).is_err());
        }
        for flags in [&[("push-contact", "ann")][..], &[("push-key-file", "push.key")]] {
            let problem = push(flags).expect_err("nobody can be reached");
            assert!(problem.contains("push-contact") && problem.contains("mailto:"), "{problem}");
        }
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
        assert!(broken.starts_with("kit.toml: line 2 is no TOML: "), "{broken}");
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
