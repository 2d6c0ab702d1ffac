//! Makes sure that no release goes out without the app.

use std::env;
use std::fs;
use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var_os("CARGO_FEATURE_APP").is_none() {
        return;
    }
    let app = Path::new("../../web/dist");
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    if !is_release {
        // While we work on it the app is read from there when it is asked for, so it may come
        // later; and nothing has to be compiled again when it changes.
        if let Err(error) = fs::create_dir_all(app) {
            println!("cargo::warning=the folder of the app cannot be made: {error}");
        }
        return;
    }
    println!("cargo::rerun-if-changed=../../web/dist");
    if !app.join("index.html").exists() {
        println!(
            "cargo::error=the app is not built: run `cargo xtask web` first, or build without the feature `app`"
        );
    }
}
