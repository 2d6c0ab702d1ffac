//! The whole kit as a site of plain files: the app, the module that plays, and what never changes.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::web::{self, npm};
use crate::{Done, cargo, root, run, step, target_directory};

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

/// Compares the module with what the same sources are on this machine, message by message.
pub fn compare() -> Done {
    let module = small_module();
    if !module.is_file() {
        return Ok(());
    }
    let mut played = Command::new("cargo");
    played.current_dir(root()).args(["run", "--quiet", "--package", "kit-page", "--example", "played"]);
    let mut played = played.stdout(Stdio::piped()).spawn().map_err(text)?;
    let printed = played.stdout.take().ok_or("nothing was printed")?;
    let compared = run(Command::new("node").arg("web/scripts/same.mjs").arg(module).stdin(printed));
    compared.and(if played.wait().map_err(text)?.success() {
        Ok(())
    } else {
        Err("nothing was played".into())
    })
}

/// Plays the site in a browser, without a server and without a network.
pub fn play_in_browser() -> Done {
    if folder().join("index.html").is_file() { npm(&["run", "site"]) } else { Ok(()) }
}

/// The module as browsers get it.
fn small_module() -> PathBuf {
    target_directory().join("site-module.wasm")
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
    let rustup = |arguments: &[&str]| {
        let mut command = Command::new("rustup");
        command.current_dir(root()).args(arguments).output().ok().filter(|output| output.status.success())
    };
    let is_installed = || {
        let listed = rustup(&["target", "list", "--installed"])?;
        let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
        listed.lines().any(|line| line.trim() == TARGET).then_some(())
    };
    if is_installed().is_some() {
        return true;
    }
    println!("xtask: adding the target {TARGET}, once");
    rustup(&["target", "add", TARGET]).is_some() && is_installed().is_some()
}

fn make(folder: &std::path::Path) -> Done {
    web::build()?;
    let target = target_directory();
    let module = target.join(TARGET).join("site").join("kit_module.wasm");
    let (small, answers) = (small_module(), target.join("site-answers"));
    println!("xtask: building the module");
    let built = ["rustc", "--package", "kit-module", "--lib", "--crate-type", "cdylib"];
    step("module", cargo(built, &["--profile", "site", "--target", TARGET]))?;
    // The module changes seldom, and to make it smaller takes a while.
    if !is_newer(&small, &module) {
        step("optimizer", optimize(&module, &small))?;
    }
    step("answers", answers_into(&answers))?;
    let mut command = Command::new("node");
    command
        .arg("web/scripts/site.mjs")
        .args([&small, &answers])
        .arg(std::path::absolute(folder).map_err(text)?);
    step("site", run(&mut command))?;
    println!("xtask: the site lies in {}", folder.display());
    Ok(())
}

fn text(error: std::io::Error) -> String {
    error.to_string()
}

fn is_newer(file: &std::path::Path, than: &std::path::Path) -> bool {
    let changed = |path: &std::path::Path| path.metadata().and_then(|file| file.modified()).ok();
    changed(file).is_some_and(|file| Some(file) >= changed(than))
}

/// Makes the module smaller.
fn optimize(module: &std::path::Path, small: &std::path::Path) -> Done {
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
fn answers_into(folder: &std::path::Path) -> Done {
    let mut command = Command::new("cargo");
    command.args(["run", "--quiet", "--package", "kit-page", "--example", "files", "--"]).arg(folder);
    run(&mut command)
}
