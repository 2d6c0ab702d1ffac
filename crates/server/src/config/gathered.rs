//! What was told by flags, the environment and a file, put together.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use kit_play::sentence::Filling;
use kit_play::text::excerpt;
use kit_play::{Sentence, say};

use super::keys::{KEYS, Key, Value, key_named, names};
use super::paths::{default_database, sqlite};

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

/// A value that cannot be, in a sentence that says what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadConfig(pub Sentence);

/// What was told, and by whom.
#[derive(Clone, Debug)]
pub struct Gathered {
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

impl Gathered {
    /// Puts everything together.
    ///
    /// # Errors
    ///
    /// Fails when a key is not known.
    pub fn gather(tellers: &Tellers<'_>) -> Result<Gathered, BadConfig> {
        let default = |key: &Key| (key.name, (key.default.to_owned(), Source::Default));
        let mut told = Gathered { values: KEYS.iter().map(default).collect() };
        if let Some((path, text)) = tellers.file {
            told.read_file(path, text)?;
        }
        for (variable, value) in tellers.environment {
            if variable == FILE_VARIABLE || !variable.starts_with(PREFIX) {
                continue;
            }
            let name = variable[PREFIX.len()..].to_lowercase().replace('_', "-");
            let unknown = || {
                let found = Filling::text(excerpt(variable));
                BadConfig(say!("unknown variable: `{found}` (try {names})", found, names = names()))
            };
            let key = key_named(&name).ok_or_else(unknown)?;
            told.values.insert(key.name, (value.clone(), Source::Environment(variable.clone())));
        }
        for (name, value) in tellers.flags {
            told.values.insert(name, (value.clone(), Source::Flag));
        }
        Ok(told)
    }

    fn read_file(&mut self, path: &Path, text: &str) -> Result<(), BadConfig> {
        let file = || Filling::text(path.display());
        let bad = |problem: Sentence| BadConfig(say!("{file}: {problem}", file = file(), problem));
        let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
            let line = error.span().map_or(1, |span| 1 + text[..span.start].matches('\n').count());
            let problem = Filling::text(error.message().lines().next().unwrap_or_default());
            bad(say!("line {line} is no TOML: {problem}", line, problem))
        })?;
        for (name, value) in table {
            let found = || Filling::text(excerpt(&name));
            let unknown =
                || bad(say!("unknown key: `{found}` (try {names})", found = found(), names = names()));
            let key = key_named(&name).ok_or_else(unknown)?;
            let value = match value {
                toml::Value::String(text) => text,
                toml::Value::Integer(number) => number.to_string(),
                toml::Value::Boolean(truth) => if truth { "on" } else { "off" }.to_owned(),
                toml::Value::Float(_)
                | toml::Value::Datetime(_)
                | toml::Value::Array(_)
                | toml::Value::Table(_) => {
                    return Err(bad(say!(
                        "`{found}` cannot be this (try a text in quotes, a whole number, true or false)",
                        found = found()
                    )));
                }
            };
            self.values.insert(key.name, (value, Source::File(path.to_owned())));
        }
        Ok(())
    }

    pub(super) fn value(&self, name: &str) -> (&str, &Source) {
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

/// The value without its password.
pub(super) fn masked(value: &str) -> String {
    let Some((scheme, rest)) = value.split_once("://") else { return value.to_owned() };
    let Some((who, place)) = rest.rsplit_once('@') else { return value.to_owned() };
    match who.split_once(':') {
        Some((name, _)) => format!("{scheme}://{name}:***@{place}"),
        // A token stands alone in front of the place.
        None if scheme == "nats" => format!("{scheme}://***@{place}"),
        None => value.to_owned(),
    }
}
