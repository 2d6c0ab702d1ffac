//! Makes sure that no release goes out without the app.

use std::env;
use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=../../web/dist");
    println!("cargo::rerun-if-changed=build.rs");
    let wants_app = env::var_os("CARGO_FEATURE_APP").is_some();
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    if wants_app && is_release && !Path::new("../../web/dist/index.html").exists() {
        println!(
            "cargo::error=the app is not built: run `cargo xtask web` first, or build without the feature `app`"
        );
    }
}
