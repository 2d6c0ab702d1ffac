//! The whole kit as a site of plain files: the app, the module that plays, and what never changes.
//!
//! The module alone also goes into the program (`web/module`, the feature `module`), so that the app
//! of a server plays in the page whatever needs no server.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;

use crate::web::{self, npm};
use crate::{Done, FIRST_GAME, cargo, root, run, step, target_directory};

const TARGET: &str = "wasm32-unknown-unknown";

/// What the optimizer may use; browsers have had all of it since 2022.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-multivalue",
    "--enable-reference-types",
];

/// Makes the site in `target/site`, or in a folder of one's choice.
pub fn build(rest: &[&str]) -> Done {
    let folder = match rest {
        [] => folder(),
        [folder] if !folder.starts_with('-') => PathBuf::from(folder),
        _ => return Err("usage: cargo xtask site [FOLDER]".to_owned()),
    };
    if !target_is_there() {
        return Err(MISSING.to_owned());
    }
    make(&folder)
}

/// Makes the site, or says in a line why there is none here.
pub fn build_if_possible() -> Done {
    if target_is_there() {
        return make(&folder());
    }
    println!("xtask: {MISSING}");
    Ok(())
}

/// Whether the module lies there as today's sources make it. Whoever starts a game does not wait for one.
pub fn has_module() -> bool {
    let sources = SOURCES.iter().filter_map(|path| web::newest_below(&root().join(path))).max();
    is_as_new(web::newest_below(&module_folder()).and(web::newest_below(&made())), sources)
}

/// Whether something was made after the newest of its sources.
fn is_as_new(made: Option<SystemTime>, sources: Option<SystemTime>) -> bool {
    made.is_some() && made >= sources
}

/// What the module is made of.
const SOURCES: [&str; 5] = ["Cargo.lock", "crates", "languages", "rules", "scenarios"];

/// Tells by its age when the module was made.
fn made() -> PathBuf {
    target_directory().join("module-made")
}

/// Makes the module, with the languages that it is handed.
pub fn module() -> Done {
    if !target_is_there() {
        return Err(MISSING.to_owned());
    }
    // What changes meanwhile is not in it.
    let begun = SystemTime::now();
    make_module()?;
    std::fs::File::create(made()).and_then(|file| file.set_modified(begun)).map_err(text)
}

fn make_module() -> Done {
    let module = target_directory().join(TARGET).join("module").join("kit_module.wasm");
    let small = small_module();
    println!("xtask: building the module");
    let built = ["rustc", "--package", "kit-module", "--lib", "--crate-type", "cdylib"];
    step("module", cargo(built, &["--profile", "module", "--target", TARGET]))?;
    // The module changes seldom, and to make it smaller takes a while.
    if !is_newer(&small, &module) {
        step("optimizer", optimize(&module, &small))?;
    }
    let folder = module_folder();
    let script = root().join("web/scripts/module.mjs");
    let languages = web::newest_below(&root().join("languages"));
    let written = web::newest_below(&folder);
    if written >= languages.max(web::newest_below(&small)).max(web::newest_below(&script)) {
        return Ok(());
    }
    let mut command = Command::new("node");
    step("compressing the module", run(command.arg(script).args([small, folder])))
}

/// Compares the module with what the same sources are on this machine, message by message.
pub fn compare() -> Done {
    let module = small_module();
    if !is_to_test(&module)? {
        return Ok(());
    }
    let mut played = Command::new("cargo");
    played.current_dir(root()).args(["run", "--quiet", "--package", "kit-page", "--example", "played"]);
    let mut played = played.stdout(Stdio::piped()).spawn().map_err(text)?;
    let printed = played.stdout.take().ok_or("nothing was printed")?;
    let mut same = Command::new("node");
    same.arg("web/scripts/same.mjs").arg(module).arg(module_folder().join("data/language.de.json"));
    let compared = run(same.stdin(printed));
    compared.and(if played.wait().map_err(text)?.success() {
        Ok(())
    } else {
        Err("nothing was played".into())
    })
}

/// Compiles the program that carries the module, where there is one.
pub fn check_program() -> Done {
    if !is_to_test(&small_module())? {
        return Ok(());
    }
    cargo(["check"], &[FIRST_GAME.as_slice(), &["--features", "module"]].concat())
}

/// Plays the site in a browser, without a server and without a network.
pub fn play_in_browser() -> Done {
    if !is_to_test(&folder().join("index.html"))? {
        return Ok(());
    }
    println!("xtask: playing at a server what the site is to say, too");
    let mut played = Command::new("cargo");
    played.current_dir(root()).args(["run", "--quiet", "--package", "kit-page", "--example", "commands"]);
    let played = played.stderr(Stdio::inherit()).output().map_err(text)?;
    if !played.status.success() {
        return Err("nothing was played at a server".to_owned());
    }
    std::fs::write(target_directory().join("site-commands.jsonl"), played.stdout).map_err(text)?;
    npm(&["run", "site"])
}

/// Whether something that was built here just now can be tested; says so where it cannot.
fn is_to_test(built: &Path) -> Result<bool, String> {
    let is_to_test = is_new(target_is_installed(), built)?;
    if !is_to_test {
        println!("xtask: the target {TARGET} is not here, so there is nothing new to test");
    }
    Ok(is_to_test)
}

/// Whether a file was built just now. Without the target nothing was, whatever lies there from before.
fn is_new(target: bool, built: &Path) -> Result<bool, String> {
    if target && !built.is_file() {
        return Err(format!("{} was to be built, and is not there", built.display()));
    }
    Ok(target)
}

/// The module as browsers get it.
fn small_module() -> PathBuf {
    target_directory().join("site-module.wasm")
}

/// Where the module lies for those who hand it out.
fn module_folder() -> PathBuf {
    root().join("web/module")
}

/// Where the site lies, unless somebody wants it elsewhere.
pub fn folder() -> PathBuf {
    target_directory().join("site")
}

/// What is missing where the target cannot be had.
pub const MISSING: &str = "the target wasm32-unknown-unknown is not here and cannot be added with rustup, so there is no \
    site; `cargo xtask play` works without it";

/// Whether the module can be built here; adds the target, if that is possible.
pub fn target_is_there() -> bool {
    if target_is_installed() {
        return true;
    }
    println!("xtask: adding the target {TARGET}, once");
    rustup(&["target", "add", TARGET]).is_some() && target_is_installed()
}

fn target_is_installed() -> bool {
    let listed = rustup(&["target", "list", "--installed"]).unwrap_or_default();
    listed.lines().any(|line| line.trim() == TARGET)
}

/// What rustup prints, if it does what it is asked.
fn rustup(arguments: &[&str]) -> Option<String> {
    let output = Command::new("rustup").current_dir(root()).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

fn make(folder: &Path) -> Done {
    web::build()?;
    module()?;
    let answers = target_directory().join("site-answers");
    step("answers", answers_into(&answers))?;
    let mut command = Command::new("node");
    command
        .arg("web/scripts/site.mjs")
        .args([&module_folder(), &answers])
        .arg(std::path::absolute(folder).map_err(text)?);
    step("site", run(&mut command))?;
    let mut docs = Command::new("node");
    docs.arg("web/scripts/docs.mjs").arg(&answers).arg(folder.join("docs"));
    step("documents", run(&mut docs))?;
    println!("xtask: the site lies in {}", folder.display());
    Ok(())
}

fn text(error: std::io::Error) -> String {
    error.to_string()
}

fn is_newer(file: &Path, than: &Path) -> bool {
    let changed = |path: &Path| path.metadata().and_then(|file| file.modified()).ok();
    changed(file).is_some_and(|file| Some(file) >= changed(than))
}

/// Makes the module smaller.
fn optimize(module: &Path, small: &Path) -> Done {
    let tool = root().join("web/optimizer/node_modules/binaryen/bin/wasm-opt");
    if !tool.is_file() {
        println!("xtask: installing the optimizer, once");
        npm(&["ci", "--prefix", "web/optimizer", "--no-audit", "--no-fund"])?;
    }
    let mut command = Command::new("node");
    command.arg(tool).arg("-O3").args(FEATURES).arg(module).arg("-o").arg(small);
    run(&mut command)
}

/// Writes what a site has as files beside its module.
fn answers_into(folder: &Path) -> Done {
    let mut command = Command::new("cargo");
    command.args(["run", "--quiet", "--package", "kit-page", "--example", "files", "--"]).arg(folder);
    run(&mut command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_older_module_than_its_sources_is_none() {
        let (early, late) = (SystemTime::UNIX_EPOCH, SystemTime::now());
        assert!(is_as_new(Some(late), Some(early)) && is_as_new(Some(early), Some(early)));
        assert!(!is_as_new(Some(early), Some(late)) && !is_as_new(None, Some(early)));
        assert!(!is_as_new(None, None));
        for path in SOURCES {
            assert!(web::newest_below(&root().join(path)).is_some(), "{path}");
        }
    }

    #[test]
    fn what_lies_there_from_before_is_not_tested() {
        let (there, missing) = (root().join("Cargo.toml"), root().join("no-such-file"));
        assert_eq!(is_new(false, &there), Ok(false));
        assert_eq!(is_new(false, &missing), Ok(false));
        assert_eq!(is_new(true, &there), Ok(true));
        assert!(is_new(true, &missing).is_err_and(|problem| problem.contains("no-such-file")));
    }
}
