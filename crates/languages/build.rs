//! Puts the catalogues of all folders of `languages/` into the crate, so that another language
//! needs one folder and no code; none without the feature `whole`.

use std::fs;
use std::path::Path;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../languages");
    println!("cargo::rerun-if-changed={}", root.display());
    let mut folders: Vec<_> = fs::read_dir(&root).expect("languages/ is there").flatten().collect();
    folders.sort_by_key(|folder| folder.file_name());
    let is_whole = std::env::var_os("CARGO_FEATURE_WHOLE").is_some();
    let mut code = String::from("const CATALOGUES: &[(&str, &[&str])] = &[\n");
    for folder in folders.iter().filter(|folder| is_whole && folder.path().is_dir()) {
        println!("cargo::rerun-if-changed={}", folder.path().display());
        let files = fs::read_dir(folder.path()).expect("a language is a folder").flatten();
        let mut files: Vec<_> = files.map(|file| file.path()).collect();
        files.retain(|file| file.extension().is_some_and(|ending| ending == "po"));
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
    code += &books(&root.with_file_name("rules"));
    let out = std::env::var_os("OUT_DIR").expect("cargo says where to write");
    fs::write(Path::new(&out).join("catalogues.rs"), code).expect("cargo lets us write there");
}

/// The rule books of all languages, which only those need who read.
fn books(root: &Path) -> String {
    println!("cargo::rerun-if-changed={}", root.display());
    let mut code = String::from("const BOOKS: &[(&str, &[(&str, &str)])] = &[\n");
    let is_whole = std::env::var_os("CARGO_FEATURE_WHOLE").is_some();
    let folders = fs::read_dir(root).expect("rules/ is there").flatten().map(|folder| folder.path());
    let mut folders: Vec<_> = folders.filter(|folder| folder.is_dir() && is_whole).collect();
    folders.sort();
    for folder in folders {
        println!("cargo::rerun-if-changed={}", folder.display());
        let files = fs::read_dir(&folder).expect("a folder of books").flatten().map(|file| file.path());
        let mut files: Vec<_> =
            files.filter(|file| file.extension().is_some_and(|ending| ending == "md")).collect();
        files.sort();
        let name = |path: &Path| path.file_stem().map(|name| name.to_string_lossy().into_owned());
        code += &format!("    ({:?}, &[\n", name(&folder).unwrap_or_default());
        for file in files {
            println!("cargo::rerun-if-changed={}", file.display());
            let path = fs::canonicalize(&file).expect("a book that was found is there");
            code += &format!("        ({:?}, include_str!({path:?})),\n", name(&file).unwrap_or_default());
        }
        code += "    ]),\n";
    }
    code + "];\n"
}
