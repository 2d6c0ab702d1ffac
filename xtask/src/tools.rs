//! Programs that commands need and that may not be here yet.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::{Done, cargo, run};

/// Debian packages that tests need, each with a program that is there when it is.
const PACKAGES: [(&str, &str); 5] = [
    ("postgresql", "initdb"),
    ("nats-server", "nats-server"),
    ("chromium", "chromium"),
    ("qpdf", "qpdf"),
    ("poppler-utils", "pdftotext"),
];

/// Makes sure that the programs are there that tests start: databases, a browser, PDF tools.
pub fn install_packages() -> Done {
    let missing: Vec<&str> =
        PACKAGES.iter().filter(|(_, program)| !is_there(program)).map(|(package, _)| *package).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let words = format!("tests need programs that are not here: apt-get install {}", missing.join(" "));
    let root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    if !root || !is_there("apt-get") {
        return Err(words);
    }
    println!("xtask: installing {}, once", missing.join(", "));
    let apt = |arguments: &[&str]| {
        run(Command::new("apt-get").env("DEBIAN_FRONTEND", "noninteractive").args(arguments))
    };
    let install = [&["install", "-y", "--no-install-recommends"], missing.as_slice()].concat();
    // The lists of packages may be there and fresh; they are fetched only when that is not enough.
    apt(&install).or_else(|_| apt(&["update"]).and_then(|()| apt(&install))).map_err(|_| words)
}

/// Whether a program is on the path, or where a plain user's path does not lead.
fn is_there(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().filter_map(Result::ok);
    env::split_paths(&path)
        .chain(["/usr/sbin", "/usr/local/sbin"].map(PathBuf::from))
        .chain(versions.map(|version| version.path().join("bin")))
        .any(|directory| directory.join(program).is_file())
}

/// Makes sure that a cargo tool is there.
pub fn install(tool: &str, version: &str) -> Done {
    let there = Command::new(tool).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if there.is_ok_and(|status| status.success()) {
        return Ok(());
    }
    println!("xtask: installing {tool} {version}, once");
    cargo(["install", tool, "--locked", "--version", version], &[])
        .map_err(|_| format!("{tool} is needed: run `cargo install {tool} --locked --version {version}`"))
}
