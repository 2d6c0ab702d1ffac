//! The app in `web/`: packages when the lock is new, a build when a source is.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use crate::{Done, root, run, step};

/// What the app is built from, beside everything below `src`, `public` and `scripts`.
const SOURCES: [&str; 11] = [
    "index.html",
    "package.json",
    "package-lock.json",
    "vite.config.ts",
    "packages.config.ts",
    "svelte.config.js",
    "src",
    "public",
    "scripts",
    // The pictures of the games come from their rules, and the texts from the folders of languages.
    "../rules",
    "../languages",
];

const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

/// Builds the app, if anything in it has changed.
pub fn build() -> Done {
    install()?;
    let web = root().join("web");
    let newest = SOURCES.iter().filter_map(|name| newest_below(&web.join(name))).max();
    // Without the list of packages in it, nobody could tell what is in the app that was built.
    let listed = web.join("node_modules/.packages-of-app.json").is_file();
    let built = changed(&web.join("dist/index.html")).filter(|_| listed);
    if built.is_some() && built >= newest {
        return Ok(());
    }
    println!("xtask: building the app");
    step("web build", npm(&["run", "build"]))
}

/// Records moments of all games from a built `chess-kit` and compares them with those that tests of the app use.
///
/// With `UPDATE=1` in the environment they are written instead.
pub fn check_recorded(binary: &Path) -> Done {
    let mut command = Command::new("node");
    command.arg("web/scripts/record.mjs").arg(absolute(binary)?);
    run(&mut command)
}

/// Plays every game in a browser against a built `chess-kit`.
pub fn play_in_browser(binary: &Path) -> Done {
    run(Command::new(NPM).env("E2E_BINARY", absolute(binary)?).args(["--prefix", "web", "run", "browser"]))
}

fn absolute(path: &Path) -> Result<PathBuf, String> {
    std::path::absolute(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Installs packages, if the lock has changed since the last time.
pub fn install() -> Done {
    let web = root().join("web");
    let lock = changed(&web.join("package-lock.json")).ok_or("web/package-lock.json is not there")?;
    // npm writes this file last.
    let installed = changed(&web.join("node_modules/.package-lock.json"));
    if installed.is_some_and(|installed| installed >= lock) {
        return Ok(());
    }
    println!("xtask: installing the app's packages");
    npm(&["ci", "--no-audit", "--no-fund"])
}

/// Lets npm do something in the app's folder.
pub fn npm(arguments: &[&str]) -> Done {
    run(Command::new(NPM).arg("--prefix").arg("web").args(arguments))
        .map_err(|problem| format!("{problem} (the app needs npm and Node 20.19, 22.12, or 24 and newer)"))
}

/// When the newest file below a path was changed.
pub fn newest_below(path: &Path) -> Option<SystemTime> {
    if !path.is_dir() {
        return changed(path);
    }
    let entries = fs::read_dir(path).ok()?.filter_map(Result::ok);
    entries.filter_map(|entry| newest_below(&entry.path())).max()
}

fn changed(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|file| file.modified()).ok()
}
