//! `cargo xtask dist`: everything that people download, made from a clean clone.
//!
//! What is committed is cloned and built there, so nothing that lies about on a machine gets in.
//! Times are those of the commit and paths of the machine are left out, so two people who pack the
//! same commit with the same tools get the same bytes; `--twice` shows it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{Done, debian, root, run, site, step, target_directory};

/// The version of all crates and of everything that is made from them.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

const USAGE: &str = "usage: cargo xtask dist [--check [FOLDER] | --twice | FOLDER]";

/// Makes all downloads in `target/downloads`, or in a folder of one's choice; what lies in a folder
/// already can also be checked alone.
pub fn make(rest: &[&str]) -> Done {
    match rest {
        [] => clone_and_pack("source", &downloads()),
        ["--check"] => clone_and_pack("source", &downloads()).and_then(|()| check(&downloads())),
        ["--check", folder] if !folder.starts_with('-') => check(Path::new(folder)),
        ["--twice"] => twice(),
        [folder] if !folder.starts_with('-') => clone_and_pack("source", Path::new(folder)),
        _ => Err(USAGE.to_owned()),
    }
}

fn downloads() -> PathBuf {
    target_directory().join("downloads")
}

/// Packs the same commit in two places, and compares.
fn twice() -> Done {
    let again = target_directory().join("downloads-again");
    clone_and_pack("source", &downloads())?;
    clone_and_pack("source-again", &again)?;
    let sums = |folder: &Path| fs::read_to_string(folder.join(SUMS)).map_err(text);
    let (one, two) = (sums(&downloads())?, sums(&again)?);
    let differ: Vec<&str> = one.lines().filter(|line| !two.contains(line)).collect();
    match differ.is_empty() {
        true => {
            println!("xtask: packed twice, and all {} files are the same", one.lines().count());
            Ok(())
        }
        false => Err(format!("these differ when they are packed again:\n{}", differ.join("\n"))),
    }
}

/// Clones what is committed, and lets the clone's own command pack it.
fn clone_and_pack(name: &str, folder: &Path) -> Done {
    let source = target_directory().join("dist").join(name);
    let changes = told_by(Command::new("git").args(["status", "--porcelain"]).current_dir(root()))?;
    if !changes.trim().is_empty() {
        println!("xtask: what is not committed is left out");
    }
    if source.exists() {
        fs::remove_dir_all(&source).map_err(text)?;
    }
    fs::create_dir_all(folder).map_err(text)?;
    // Not canonical, because programs on Windows do not take `\\?\D:\`.
    let folder = std::path::absolute(folder).map_err(text)?;
    step("clone", run(Command::new("git").args(["clone", "--quiet"]).arg(root()).arg(&source)))?;
    let mut pack = Command::new("cargo");
    pack.current_dir(&source).env("CARGO_TARGET_DIR", source.with_extension("built"));
    pack.args(["run", "--quiet", "--locked", "--package", "xtask", "--", "pack"]).arg(folder);
    match pack.status().map_err(text)?.success() {
        true => Ok(()),
        false => Err("not everything could be packed".to_owned()),
    }
}

/// Packs what lies here; `dist` lets a clean clone do it.
pub fn pack(rest: &[&str]) -> Done {
    let [folder] = rest else { return Err("usage: cargo xtask pack FOLDER".to_owned()) };
    let downloads = Path::new(folder);
    let stage = target_directory().join("stage");
    for folder in [downloads, &stage] {
        let _ = fs::remove_dir_all(folder);
        fs::create_dir_all(folder).map_err(text)?;
    }
    let place = Place { stage, downloads: downloads.to_owned(), time: time_of_commit()? };
    let binary = step("binary", build())?;
    step("paths in the binary", names_no_path(&binary))?;
    let site = step("site", built_site())?;
    step("archive", archive(&place, &binary))?;
    step("book and deck", papers(&place, &binary))?;
    if site {
        let folder = place.stage.join(format!("chess-kit-site-{VERSION}"));
        let packed = copy_tree(&site::folder(), &folder).and_then(|()| place.packed(&folder, "tar.gz"));
        step("site", packed)?;
    }
    if cfg!(target_os = "linux") {
        step("package", debian::pack(&place, &binary))?;
    }
    step("bill of materials", materials(&place))?;
    step("checksums", checksums(&place))?;
    println!("xtask: everything to download lies in {}", downloads.display());
    Ok(())
}

/// Where things are laid out and packed, and the time that they all have.
pub struct Place {
    pub stage: PathBuf,
    pub downloads: PathBuf,
    /// In seconds since 1970.
    pub time: String,
}

impl Place {
    /// Packs a folder under its own name, with nothing in it that depends on who did it, when and where.
    fn packed(&self, folder: &Path, ending: &str) -> Done {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let file = self.downloads.join(format!("{name}.{ending}"));
        let mut archive = packer("archive");
        run(archive.arg(folder).arg(file).arg(&self.time))
    }
}

/// The script that packs and sums up alike on every system.
fn packer(what: &str) -> Command {
    let mut node = Command::new("node");
    node.arg(root().join("web/scripts/pack.mjs")).arg(what);
    node
}

/// Copies a folder with all that is in it.
fn copy_tree(from: &Path, to: &Path) -> Done {
    fs::create_dir_all(to).map_err(text)?;
    for entry in fs::read_dir(from).map_err(text)? {
        let entry = entry.map_err(text)?;
        let to = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy_tree(&entry.path(), &to)?,
            false => drop(fs::copy(entry.path(), to).map_err(text)?),
        }
    }
    Ok(())
}

/// The time of the commit, in seconds since 1970.
fn time_of_commit() -> Result<String, String> {
    told_by(Command::new("git").args(["log", "-1", "--format=%ct"]).current_dir(root()))
        .map(|time| time.trim().to_owned())
}

/// Builds the app and the program with it, and with the module, so that its page also plays without the
/// server, as that of `cargo xtask play` does.
fn build() -> Result<PathBuf, String> {
    crate::web::build()?;
    let mut command = Command::new("cargo");
    command.env("RUSTFLAGS", without_paths());
    command.args(["build", "--profile", "dist", "--locked", "--package", "chess-kit"]);
    if site::target_is_there() {
        site::module()?;
        command.args(["--features", "module"]);
    } else {
        println!("xtask: without the module, everything is played by the server");
    }
    run(&mut command)?;
    Ok(crate::built("dist"))
}

/// Tells the compiler to leave the paths of this machine out.
fn without_paths() -> String {
    let flag = |(folder, name): &(PathBuf, &str)| format!("--remap-path-prefix={}={name}", folder.display());
    paths().iter().map(flag).collect::<Vec<String>>().join(" ")
}

/// Where sources and tools lie on this machine, and what they are called in what is packed.
fn paths() -> Vec<(PathBuf, &'static str)> {
    let home = |variable: &str, folder: &str| {
        let home = std::env::var_os("HOME").map(|home| Path::new(&home).join(folder));
        std::env::var_os(variable).map(PathBuf::from).or(home)
    };
    let mut paths = vec![(root().to_owned(), ".")];
    paths.extend(home("CARGO_HOME", ".cargo").map(|folder| (folder, "cargo")));
    paths.extend(home("RUSTUP_HOME", ".rustup").map(|folder| (folder, "rustup")));
    paths
}

/// Fails where a program says in which folder of whose machine it was built.
fn names_no_path(binary: &Path) -> Done {
    let bytes = fs::read(binary).map_err(text)?;
    let named = |(folder, _): &(PathBuf, &str)| {
        let name = folder.display().to_string();
        bytes.windows(name.len()).any(|part| part == name.as_bytes()).then_some(name)
    };
    let named: Vec<String> = paths().iter().filter_map(named).collect();
    match named.is_empty() {
        true => Ok(()),
        false => Err(format!("{} names {}", binary.display(), named.join(" and "))),
    }
}

/// Makes the site, where that is possible.
fn built_site() -> Result<bool, String> {
    site::build_if_possible()?;
    Ok(site::folder().join("index.html").is_file())
}

/// The program with all that belongs beside it.
fn archive(place: &Place, binary: &Path) -> Done {
    let name = format!("chess-kit-{VERSION}-{}-{}", std::env::consts::OS, std::env::consts::ARCH);
    let folder = place.stage.join(&name);
    fs::create_dir_all(&folder).map_err(text)?;
    fs::copy(binary, folder.join(binary.file_name().unwrap_or_default())).map_err(text)?;
    for file in ["README.md", "CHANGELOG.md", "LICENSE"] {
        fs::copy(root().join(file), folder.join(file)).map_err(text)?;
    }
    pages_and_completions(binary, &folder.join("man"), &folder.join("completions"))?;
    // Windows opens one of them by itself.
    place.packed(&folder, if cfg!(windows) { "zip" } else { "tar.gz" })
}

/// Writes the man pages, and completions for each shell.
pub fn pages_and_completions(binary: &Path, pages: &Path, completions: &Path) -> Done {
    for folder in [pages, completions] {
        fs::create_dir_all(folder).map_err(text)?;
    }
    run(Command::new(binary).args(["--language", "en", "man", "--out"]).arg(pages))?;
    for (shell, file) in [("bash", "chess-kit.bash"), ("zsh", "_chess-kit"), ("fish", "chess-kit.fish")] {
        let written = told_by(Command::new(binary).args(["--language", "en", "completions", shell]))?;
        fs::write(completions.join(file), written).map_err(text)?;
    }
    Ok(())
}

/// The book and the deck, ready to print.
fn papers(place: &Place, binary: &Path) -> Done {
    for (what, language) in [("book", "en"), ("book", "de"), ("deck", "en")] {
        let ending = if language == "en" { String::new() } else { format!("-{language}") };
        let file = place.downloads.join(format!("chess-kit-{what}-{VERSION}{ending}.pdf"));
        run(Command::new(binary).args(["--language", language, "print", what, "-o"]).arg(file))?;
    }
    Ok(())
}

/// What third-party code is in the program and in the app, as CycloneDX.
fn materials(place: &Place) -> Done {
    let metadata = told_by(
        Command::new("cargo").args(["metadata", "--locked", "--format-version", "1"]).current_dir(root()),
    )?;
    let listed = target_directory().join("metadata.json");
    fs::write(&listed, metadata).map_err(text)?;
    let file = place.downloads.join(format!("chess-kit-{VERSION}.cdx.json"));
    let packages = root().join("web/node_modules/.packages-of-app.json");
    let mut node = Command::new("node");
    node.arg("web/scripts/materials.mjs").arg(listed).arg(packages);
    run(node.arg(VERSION).arg(&place.time).arg(file))
}

const SUMS: &str = "SHA256SUMS";

fn checksums(place: &Place) -> Done {
    run(packer("sums").arg(&place.downloads))
}

/// Uses what was packed as somebody who has downloaded it would.
fn check(downloads: &Path) -> Done {
    let downloads = &std::path::absolute(downloads).map_err(text)?;
    step("checksums", run(packer("check").arg(downloads)))?;
    if cfg!(target_os = "linux") {
        step("package", debian::check(downloads))?;
    }
    let clone = target_directory().join("dist/bare");
    let _ = fs::remove_dir_all(&clone);
    run(Command::new("git").args(["clone", "--quiet"]).arg(root()).arg(&clone))?;
    step("cargo install without the app", install_without_app(&clone))?;
    step("cargo install with the app and without Node", install_with_app(&clone))
}

/// `cargo install` in a clone. What it makes is only looked at, so it is compiled quickly.
fn install(clone: &Path) -> Command {
    let mut install = Command::new("cargo");
    install.current_dir(clone).env("CARGO_TARGET_DIR", clone.with_extension("built"));
    install.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0").env("CARGO_PROFILE_RELEASE_DEBUG", "false");
    install.args(["install", "--locked", "--path", "crates/cli", "--root"]).arg(clone.join("installed"));
    install
}

/// `cargo install` without the app says what to do.
fn install_without_app(clone: &Path) -> Done {
    let output = install(clone).stdout(Stdio::null()).output().map_err(text)?;
    let said = String::from_utf8_lossy(&output.stderr);
    match output.status.success() || !said.contains("cargo xtask web") {
        true => {
            Err(format!("without the app, `cargo install` should say how to build it, but said:\n{said}"))
        }
        false => Ok(()),
    }
}

/// With the app as it was built before, `cargo install` needs no Node, and what it installs has the app.
fn install_with_app(clone: &Path) -> Done {
    let app = clone.join("web/dist");
    copy_tree(&built_app()?, &app)?;
    let stand_ins = clone.join("stand-ins");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(stand_ins.clone()).chain(std::env::split_paths(&path));
    let path = std::env::join_paths(folders).map_err(|error| error.to_string())?;
    for tool in ["node", "npm", "npx"] {
        stand_in(&stand_ins, tool)?;
    }
    run(install(clone).env("PATH", path))?;
    // What is served now can only come from the program.
    fs::remove_dir_all(&app).map_err(text)?;
    let address = debian::free_address()?;
    let mut serve = Command::new(clone.join("installed/bin/chess-kit"));
    serve.args(["serve", "--listen", &address, "--database"]);
    serve.arg(format!("sqlite:{}", clone.join("tables.sqlite").display()));
    let mut server = serve.stdout(Stdio::null()).spawn().map_err(text)?;
    let answers = ["/ready", "/"].iter().try_for_each(|path| debian::asked(&address, path));
    let _ = server.kill();
    let _ = server.wait();
    answers
}

/// A program that only fails, in place of one that must not be needed.
fn stand_in(folder: &Path, tool: &str) -> Done {
    fs::create_dir_all(folder).map_err(text)?;
    let (file, script) = match cfg!(windows) {
        true => (format!("{tool}.cmd"), "@exit /b 1\r\n"),
        false => (tool.to_owned(), "#!/bin/sh\nexit 1\n"),
    };
    let file = folder.join(file);
    fs::write(&file, script).map_err(text)?;
    match cfg!(unix) {
        true => run(Command::new("chmod").arg("755").arg(file)),
        false => Ok(()),
    }
}

/// The app that was packed, or that of this folder, which is built if need be.
fn built_app() -> Result<PathBuf, String> {
    let packed = target_directory().join("dist/source/web/dist");
    if packed.join("index.html").is_file() {
        return Ok(packed);
    }
    crate::web::build().map(|()| root().join("web/dist"))
}

/// What a command prints.
pub fn told_by(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.stderr(Stdio::inherit()).output().map_err(|error| format!("`{name}`: {error}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(format!("`{name}` ended with {}", output.status)),
    }
}

pub fn text(error: std::io::Error) -> String {
    error.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_names_a_folder_of_this_machine_is_found() {
        let file = std::env::temp_dir().join(format!("chess-kit-paths-{}", std::process::id()));
        fs::write(&file, "\x7fELF nothing else").expect("a file for a moment");
        assert_eq!(names_no_path(&file), Ok(()));
        let path = root().join("crates/cli/src/main.rs").display().to_string();
        fs::write(&file, format!("\x7fELF {path}")).expect("a file for a moment");
        let named = names_no_path(&file).expect_err("it names a path");
        assert!(named.contains(&root().display().to_string()), "{named}");
        fs::remove_file(&file).expect("the file goes");
    }
}
