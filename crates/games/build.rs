//! Gathers how the scenarios of each game begin, so that whoever reads a rule can try it on a board.
//!
//! Of every scenario stay its heading, the rules that it cites, and the blocks that lay its table.

use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    println!("cargo::rerun-if-changed={}", root.display());
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo says where to write"));
    for folder in fs::read_dir(&root).expect("scenarios/ is there").flatten().map(|entry| entry.path()) {
        if !folder.is_dir() {
            continue;
        }
        let files = fs::read_dir(&folder).expect("a game has a folder").flatten();
        let mut pages: Vec<PathBuf> = files.map(|file| file.path()).collect();
        pages.retain(|page| page.extension().is_some_and(|ending| ending == "md"));
        pages.sort();
        let read = |page: &PathBuf| fs::read_to_string(page).expect("a page that was found is there");
        let begun: String = pages.iter().map(read).flat_map(|page| beginnings(&page)).collect();
        let name = folder.file_name().expect("a folder has a name").to_owned();
        fs::write(out.join(name).with_extension("md"), begun).expect("cargo lets us write there");
    }
}

/// The scenarios of a page, each up to the first block that only compares.
fn beginnings(page: &str) -> Vec<String> {
    let scenarios = format!("\n{page}");
    scenarios.split("\n## ").skip(1).filter_map(beginning).collect()
}

fn beginning(scenario: &str) -> Option<String> {
    let (name, text) = scenario.split_once('\n')?;
    let parts: Vec<&str> = text.split("\n```").collect();
    // Every second part is a block; the others are words.
    let words = parts.iter().step_by(2);
    let rules: Vec<&str> = words.flat_map(|part| cited(part)).collect();
    let mut blocks = String::new();
    for block in parts.iter().skip(1).step_by(2) {
        let head = block.lines().next().unwrap_or_default();
        if !matches!(head, "table" | "play") {
            break;
        }
        blocks += &format!("```{block}\n```\n");
        // Where a position is laid out, it is the one to try.
        if head == "table" && block.contains("\n\n") {
            break;
        }
    }
    let rules: String = rules.iter().map(|rule| format!("[{rule}] ")).collect();
    (!blocks.is_empty() && !rules.is_empty()).then(|| format!("## {name}\n{rules}\n{blocks}"))
}

/// The ids of rules in square brackets.
fn cited(words: &str) -> Vec<&str> {
    let brackets = words.split('[').skip(1).filter_map(|rest| rest.split_once(']'));
    brackets.map(|(id, _)| id).filter(|id| id.contains('.') && !id.contains(' ')).collect()
}
