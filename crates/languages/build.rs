//! Puts the catalogues of all folders of `languages/` into the crate, so that another language
//! needs one folder and no code.

use std::fs;
use std::path::Path;

/// What only the terminal and the guides say.
const LARGE: [&str; 2] = ["terminal.po", "guides.po"];

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../languages");
    println!("cargo::rerun-if-changed={}", root.display());
    let mut folders: Vec<_> = fs::read_dir(&root).expect("languages/ is there").flatten().collect();
    folders.sort_by_key(|folder| folder.file_name());
    let mut code = String::from("const CATALOGUES: &[(&str, &[&str])] = &[\n");
    for folder in folders.iter().filter(|folder| folder.path().is_dir()) {
        println!("cargo::rerun-if-changed={}", folder.path().display());
        let files = fs::read_dir(folder.path()).expect("a language is a folder").flatten();
        let mut files: Vec<_> = files.map(|file| file.path()).collect();
        files.retain(|file| file.extension().is_some_and(|ending| ending == "po"));
        if std::env::var_os("CARGO_FEATURE_WHOLE").is_none() {
            files.retain(|file| !LARGE.iter().any(|name| file.ends_with(name)));
        }
        files.sort();
        if files.is_empty() {
            continue;
        }
        code += &format!("    ({:?}, &[\n", folder.file_name().to_string_lossy());
        for file in files {
            println!("cargo::rerun-if-changed={}", file.display());
            let file = fs::canonicalize(&file).expect("a catalogue that was found is there");
            code += &format!("        include_str!({file:?}),\n");
        }
        code += "    ]),\n";
    }
    code += "];\n";
    let out = std::env::var_os("OUT_DIR").expect("cargo says where to write");
    fs::write(Path::new(&out).join("catalogues.rs"), code).expect("cargo lets us write there");
}
