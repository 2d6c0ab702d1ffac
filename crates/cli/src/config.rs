//! `chess-kit config`, and the flags of everything that works on tables over the network.
//!
//! The flags are made from the server's one list of keys, so there is nothing here to forget.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use kit_play::say;
use kit_play::sentence::Filling;
use kit_server::config::{BadConfig, Config, Database, FILE_VARIABLE, Gathered, KEYS, Key, Tellers, Value};
use kit_server::store::{self, SqliteStore, Store, StoreError};

use crate::examples::examples;
use crate::streams;
use crate::usage::{Usage, unreadable};
use crate::{help, words};

/// What was told by flags.
#[derive(Clone, Debug, Default)]
pub struct ConfiguredArgs {
    file: Option<PathBuf>,
    flags: Vec<(&'static str, String)>,
}

/// What was told by flags about the store alone.
#[derive(Clone, Debug, Default)]
pub struct StoreArgs(pub ConfiguredArgs);

/// The keys that are about the store.
const STORE_KEYS: [&str; 1] = ["database"];

/// How a server would be told what to do.
#[derive(clap::Args)]
#[command(after_help = examples("\
Every flag is also a variable, such as CHESS_KIT_LISTEN for --listen, and a line of a file in TOML,
such as listen = \"127.0.0.1:8080\". Flags go before variables, and those before the file.
What is printed can be used as such a file, after what is masked has been filled in."))]
pub struct ConfigArgs {
    #[command(flatten)]
    configured: ConfiguredArgs,
}

/// Prints the configuration with the source of every value.
pub fn run(args: &ConfigArgs) -> anyhow::Result<ExitCode> {
    let told = args.configured.gather()?;
    // What cannot be is said here and not only when a server starts.
    let config = Config::new(&told).map(|_| ()).map_err(usage);
    streams::write_out(&told.described())?;
    config?;
    Ok(ExitCode::SUCCESS)
}

impl ConfiguredArgs {
    /// As if `--database` were all that was told by flags.
    pub fn with_database(database: &str) -> ConfiguredArgs {
        ConfiguredArgs { file: None, flags: vec![("database", database.to_owned())] }
    }

    /// As if `--open` were all that was told by flags.
    pub fn with_app_open() -> ConfiguredArgs {
        ConfiguredArgs { file: None, flags: vec![("open", "on".to_owned())] }
    }

    /// What flags, the environment and the file say together.
    ///
    /// # Errors
    ///
    /// Fails when the file cannot be read or a key is not known.
    pub fn gather(&self) -> anyhow::Result<Gathered> {
        let environment: Vec<(String, String)> = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .filter(|(name, _)| name != words::VARIABLE)
            .collect();
        let named = environment.iter().find(|(name, _)| name == FILE_VARIABLE).map(|(_, path)| path.into());
        let file: Option<PathBuf> = self.file.clone().or(named);
        let text = file.as_deref().map(read_file).transpose()?;
        let tellers = Tellers {
            flags: &self.flags,
            environment: &environment,
            file: file.as_deref().zip(text.as_deref()),
        };
        Gathered::gather(&tellers).map_err(usage)
    }

    /// The same, understood.
    ///
    /// # Errors
    ///
    /// Fails when a value cannot be.
    pub fn config(&self) -> anyhow::Result<Config> {
        Config::new(&self.gather()?).map_err(usage)
    }
}

fn read_file(path: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(path).map_err(|error| unreadable(path, error))
}

fn usage(bad: BadConfig) -> anyhow::Error {
    Usage::error(bad.0)
}

/// Opens the store that a configuration names.
///
/// # Errors
///
/// Fails in one sentence when it cannot be reached or made.
pub async fn open_store(database: &Database) -> anyhow::Result<Arc<dyn Store>> {
    let opened: Result<Arc<dyn Store>, _> = match database {
        Database::Sqlite(path) => SqliteStore::open(path).await.map(|store| Arc::new(store) as _),
        Database::Postgres(address) => store::open(address).await,
    };
    opened.map_err(|error| not_opened(&error))
}

/// Opens the store that a configuration names for a server, and waits if it cannot be reached yet.
///
/// # Errors
///
/// As [`open_store`], and when it cannot be reached in that time.
pub async fn open_store_patiently(database: &Database, most: Duration) -> anyhow::Result<Arc<dyn Store>> {
    #[cfg(feature = "hosting")]
    if let (Database::Postgres(address), false) = (database, most.is_zero()) {
        store::wait_for(address, most).await.map_err(|error| not_opened(&error))?;
    }
    #[cfg(not(feature = "hosting"))]
    let _ = most;
    let opened: Result<Arc<dyn Store>, _> = match database {
        Database::Sqlite(path) => match SqliteStore::open(path).await {
            Ok(store) => store.release().await.map(|()| Arc::new(store) as _),
            Err(error) => Err(error),
        },
        Database::Postgres(address) => store::open_to_serve(address).await,
    };
    opened.map_err(|error| not_opened(&error))
}

fn not_opened(error: &StoreError) -> anyhow::Error {
    Usage::error(say!("the database cannot be opened: {problem}", problem = Filling::text(&error.text)))
}

impl FromArgMatches for ConfiguredArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<ConfiguredArgs, clap::Error> {
        let given = |key: &&Key| {
            matches.try_contains_id(key.name).unwrap_or(false)
                && matches.value_source(key.name) == Some(ValueSource::CommandLine)
        };
        let flag = |key: &Key| Some((key.name, matches.get_one::<String>(key.name)?.clone()));
        let flags = KEYS.iter().filter(given).filter_map(flag).collect();
        Ok(ConfiguredArgs { file: matches.get_one::<PathBuf>("config").cloned(), flags })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = ConfiguredArgs::from_arg_matches(matches)?;
        Ok(())
    }
}

impl FromArgMatches for StoreArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<StoreArgs, clap::Error> {
        ConfiguredArgs::from_arg_matches(matches).map(StoreArgs)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.update_from_arg_matches(matches)
    }
}

impl Args for StoreArgs {
    fn augment_args(command: Command) -> Command {
        with_keys(command, |key| STORE_KEYS.contains(&key.name))
    }

    fn augment_args_for_update(command: Command) -> Command {
        StoreArgs::augment_args(command)
    }
}

fn with_keys(command: Command, wanted: fn(&Key) -> bool) -> Command {
    let file = Arg::new("config")
        .long("config")
        .value_name("FILE")
        .value_parser(clap::value_parser!(PathBuf))
        .help("A file in TOML that says the same [variable: CHESS_KIT_CONFIG]");
    let keys = KEYS.iter().filter(|key| wanted(key));
    keys.fold(command.arg(file), |command, key| command.arg(argument(key)))
}

impl Args for ConfiguredArgs {
    fn augment_args(command: Command) -> Command {
        with_keys(command, |_| true)
    }

    fn augment_args_for_update(command: Command) -> Command {
        ConfiguredArgs::augment_args(command)
    }
}

fn argument(key: &'static Key) -> Arg {
    let meaning = words::text(key.meaning).to_owned();
    let help = match key.default {
        "" => meaning,
        default => help::with_default(meaning, default),
    };
    let argument = Arg::new(key.name).long(key.name).help(help);
    match key.value {
        Value::Switch => {
            argument.value_name("on|off").num_args(0..=1).require_equals(true).default_missing_value("on")
        }
        Value::Text(name) => argument.value_name(name),
        Value::Number => argument.value_name("N"),
    }
}
