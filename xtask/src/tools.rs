//! Programs that commands need and that may not be here yet.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::{Done, run};

/// Debian packages that tests need, each with a program that is there when it is.
const PACKAGES: [(&str, &str); 5] = [
    ("postgresql", "initdb"),
    ("nats-server", "nats-server"),
    ("chromium", "chromium"),
    ("qpdf", "qpdf"),
    ("poppler-utils", "pdftotext"),
];

/// A package that makes tests quicker: the browser without windows, which takes a fifth less work.
const QUICKER: [(&str, &str); 1] = [("chromium-headless-shell", "chromium-headless-shell")];

/// Makes sure that the programs are there that tests start: databases, a browser, PDF tools.
pub fn install_packages() -> Done {
    let (missing, quicker) = (missing(&PACKAGES), missing(&QUICKER));
    if missing.is_empty() && quicker.is_empty() {
        return Ok(());
    }
    let words = format!("tests need programs that are not here: apt-get install {}", missing.join(" "));
    let root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    if !root || !is_there("apt-get") {
        return if missing.is_empty() { Ok(()) } else { Err(words) };
    }
    // Where there is no such package, the tests take longer and that is all.
    let _ = apt_install(&quicker);
    apt_install(&missing).map_err(|_| words)
}

/// Makes sure that a program of a Debian package is there.
pub fn install_debian(package: &'static str, program: &str) -> Done {
    apt_install(&missing(&[(package, program)]))
        .map_err(|_| format!("a program is needed that is not here: apt-get install {package}"))
}

/// The packages that are not here.
fn missing(packages: &[(&'static str, &str)]) -> Vec<&'static str> {
    packages.iter().filter(|(_, program)| !is_there(program)).map(|(package, _)| *package).collect()
}

/// Installs Debian packages.
fn apt_install(packages: &[&str]) -> Done {
    if packages.is_empty() {
        return Ok(());
    }
    println!("xtask: installing {}, once", packages.join(", "));
    let apt = |arguments: &[&str]| {
        run(Command::new("apt-get").env("DEBIAN_FRONTEND", "noninteractive").args(arguments))
    };
    let install = [&["install", "-y", "--no-install-recommends"], packages].concat();
    // The lists of packages may be there and fresh; they are fetched only when that is not enough.
    apt(&install).or_else(|_| apt(&["update"]).and_then(|()| apt(&install)))
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
    // It has little to do, so it is built quickly and not to be quick.
    let mut install = Command::new("cargo");
    install.env("CARGO_PROFILE_DEV_DEBUG", "false");
    run(install.args(["install", tool, "--debug", "--locked", "--version", version]))
        .map_err(|_| format!("{tool} is needed: run `cargo install {tool} --locked --version {version}`"))
}
