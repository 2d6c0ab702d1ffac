//! Under which licenses, and from where, other people's code is built into Chess Kit.
//!
//! `deny.toml` says what may be, in the words of cargo-deny.
//! That program takes minutes to build, and cargo itself knows all that is asked here.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use crate::{Done, root};

/// Fails if a license is not allowed, or code comes from somewhere unusual.
pub fn check() -> Done {
    let allowed = allowed(&read("deny.toml")?);
    if allowed.is_empty() {
        return Err("deny.toml allows no license".to_owned());
    }
    let bad: Vec<String> = packages()?
        .into_iter()
        .filter(|(license, _)| !is_allowed(license, &allowed))
        .map(|(license, package)| format!("{package}: `{license}` is not allowed by deny.toml"))
        .collect();
    let strange = ["Cargo.lock", "fuzz/Cargo.lock"]
        .into_iter()
        .map(|name| read(name).map(|lock| strange_sources(name, &lock)))
        .collect::<Result<Vec<_>, _>>()?;
    let problems = [bad, strange.concat()].concat();
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

fn read(name: &str) -> Result<String, String> {
    fs::read_to_string(root().join(name)).map_err(|error| format!("{name}: {error}"))
}

/// All packages that any of ours needs anywhere, each with its license.
fn packages() -> Result<BTreeSet<(String, String)>, String> {
    let mut command = Command::new("cargo");
    command.args(["tree", "--workspace", "--all-features", "--target", "all", "--prefix", "none"]);
    command.args(["--edges", "normal,build,dev", "--format", "{l}\t{p}"]).current_dir(root());
    let output = command.output().map_err(|error| format!("`cargo tree` cannot be started: {error}"))?;
    if !output.status.success() {
        return Err(format!("`cargo tree`: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let lines = String::from_utf8_lossy(&output.stdout);
    let packages = lines.lines().filter_map(|line| line.trim_end_matches(" (*)").split_once('\t'));
    Ok(packages.map(|(license, package)| (license.to_owned(), package.to_owned())).collect())
}

/// The licenses in the list `allow` of `deny.toml`.
fn allowed(deny: &str) -> BTreeSet<String> {
    let list = deny.lines().skip_while(|line| !line.starts_with("allow = [")).skip(1);
    let names = list.take_while(|line| !line.starts_with(']')).filter_map(|line| line.split('"').nth(1));
    names.map(str::to_owned).collect()
}

/// Whether what a package says of its license can be met by allowed ones.
fn is_allowed(license: &str, allowed: &BTreeSet<String>) -> bool {
    let text = license.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut reader = Reader { words: &words, allowed };
    reader.any() == Some(true) && reader.words.is_empty()
}

/// Reads an expression such as `(MIT OR Apache-2.0) AND Unicode-3.0`.
struct Reader<'a> {
    words: &'a [&'a str],
    allowed: &'a BTreeSet<String>,
}

impl Reader<'_> {
    fn takes(&mut self, word: &str) -> bool {
        let found = self.words.first() == Some(&word);
        if found {
            self.words = &self.words[1..];
        }
        found
    }

    /// One of several is enough.
    fn any(&mut self) -> Option<bool> {
        let mut holds = self.all()?;
        while self.takes("OR") {
            holds |= self.all()?;
        }
        Some(holds)
    }

    /// All of several are needed.
    fn all(&mut self) -> Option<bool> {
        let mut holds = self.one()?;
        while self.takes("AND") {
            holds &= self.one()?;
        }
        Some(holds)
    }

    fn one(&mut self) -> Option<bool> {
        if self.takes("(") {
            let holds = self.any()?;
            return self.takes(")").then_some(holds);
        }
        let (name, rest) = self.words.split_first()?;
        self.words = rest;
        let mut name = (*name).to_owned();
        if self.takes("WITH") {
            let (exception, rest) = self.words.split_first()?;
            self.words = rest;
            name = format!("{name} WITH {exception}");
        }
        Some(self.allowed.contains(&name))
    }
}

/// Packages of a lock that come neither from this repository nor from the registry that all others come from.
fn strange_sources(name: &str, lock: &str) -> Vec<String> {
    let sources: BTreeSet<&str> = lock
        .lines()
        .filter_map(|line| line.strip_prefix("source = \""))
        .map(|source| source.trim_end_matches('"'))
        .collect();
    let several = sources.len() > 1;
    let strange = sources.into_iter().filter(|source| several || !source.starts_with("registry+"));
    strange.map(|source| format!("{name}: all code comes from one registry, and not from {source}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_met_by_what_is_allowed() {
        let allowed = allowed(
            "confidence = 1\nallow = [\n  \"MIT\",\n  \"Apache-2.0\",\n  \"Apache-2.0 WITH LLVM-exception\",\n]\n",
        );
        assert_eq!(allowed.len(), 3);
        for (license, expected) in [
            ("MIT", true),
            ("GPL-2.0-only", false),
            ("MIT OR GPL-2.0-only", true),
            ("MIT/GPL-2.0-only", true),
            ("MIT AND GPL-2.0-only", false),
            ("(GPL-2.0-only OR MIT) AND Apache-2.0", true),
            ("GPL-2.0-only OR MIT AND Apache-2.0", true),
            ("Apache-2.0 WITH LLVM-exception", true),
            ("MIT WITH LLVM-exception", false),
            ("", false),
            ("MIT OR", false),
            ("(MIT", false),
            ("MIT Apache-2.0", false),
        ] {
            assert_eq!(is_allowed(license, &allowed), expected, "{license}");
        }
    }

    #[test]
    fn code_from_elsewhere_is_named() {
        let usual = "source = \"registry+https://one\"\n";
        assert_eq!(strange_sources("Cargo.lock", &usual.repeat(2)), Vec::<String>::new());
        for other in ["git+https://two", "registry+https://two"] {
            let found = strange_sources("Cargo.lock", &format!("{usual}source = \"{other}\"\n"));
            assert!(found.iter().any(|line| line.ends_with(other)), "{found:?}");
        }
        assert_eq!(strange_sources("Cargo.lock", "source = \"git+https://two\"\n").len(), 1);
    }
}
