//! The house is tidy where the compiler cannot see to it: what crates may depend on, what is
//! public, and what must stand at the top of every file.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The dependencies of a crate, without those of its tests.
fn dependencies(name: &str) -> Vec<String> {
    let manifest =
        fs::read_to_string(root().join("crates").join(name).join("Cargo.toml")).expect("a manifest");
    let section = manifest.split("[dependencies]").nth(1).expect("a section of dependencies");
    let lines = section.lines().take_while(|line| !line.starts_with('['));
    lines
        .filter_map(|line| line.split(['.', ' ', '=']).next())
        .filter(|name| !name.is_empty())
        .map(Into::into)
        .collect()
}

fn files_below(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if path.is_dir() && !["target", ".git", "node_modules"].contains(&name.as_str()) {
            files.extend(files_below(&path, ending));
        } else if name.ends_with(ending) {
            files.push(path);
        }
    }
    files
}

#[test]
fn the_kernel_rests_on_shakmaty_alone() {
    assert_eq!(dependencies("chess"), ["shakmaty"]);
}

#[test]
fn games_cannot_serialize() {
    assert_eq!(dependencies("games"), ["kit-chess", "kit-golf", "kit-play"]);
    assert_eq!(dependencies("golf"), ["kit-chess", "kit-play"]);
}

#[test]
fn bots_know_play_and_no_game() {
    assert_eq!(dependencies("bots"), ["kit-play"]);
}

#[test]
fn the_catalogue_is_all_that_games_show() {
    let library = fs::read_to_string(root().join("crates/games/src/lib.rs")).expect("the library");
    let public: Vec<&str> = library.lines().filter(|line| line.trim_start().starts_with("pub ")).collect();
    assert_eq!(public.len(), 1, "{public:?}");
    assert!(public[0].starts_with("pub static CATALOGUE"));
}

#[test]
fn games_have_no_other_luck_and_no_clock() {
    for file in files_below(&root().join("crates/games/src"), ".rs") {
        let text = fs::read_to_string(&file).expect("a source file");
        for word in
            ["HashMap", "HashSet", "std::time::Instant", "SystemTime", "rand::", "println!", "eprintln!"]
        {
            assert!(!text.contains(word), "{} uses {word}", file.display());
        }
    }
}

/// What a platform's own library computes differs in the last digit, and then so do decisions.
#[test]
fn what_decides_is_computed_alike_everywhere() {
    for name in ["bots", "games", "golf", "play"] {
        for file in files_below(&root().join("crates").join(name).join("src"), ".rs") {
            let text = fs::read_to_string(&file).expect("a source file");
            for word in [".exp()", ".exp2()", ".ln()", ".log2()", ".log10()", ".powf(", ".powi(", ".tanh()"] {
                assert!(!text.contains(word), "{} uses {word}; see kit_play::numbers", file.display());
            }
        }
    }
}

#[test]
fn every_module_says_what_it_is() {
    let tests = |file: &Path| file.ends_with("tests.rs");
    for folder in ["crates", "xtask"] {
        for file in files_below(&root().join(folder), ".rs").iter().filter(|file| !tests(file)) {
            let text = fs::read_to_string(file).expect("a source file");
            assert!(text.starts_with("//!"), "{} has no comment at its top", file.display());
        }
    }
}

#[test]
fn markdown_for_players_has_one_sentence_a_line() {
    for file in files_below(&root().join("rules"), ".md") {
        let text = fs::read_to_string(&file).expect("a rule book");
        let mut fenced = false;
        for (number, line) in text.lines().enumerate() {
            fenced ^= line.starts_with("```");
            // A caption is one line by its form, and a lone letter before a period is an initial.
            let caption = line.starts_with('*');
            let ends_sentence = |before: &str| before.ends_with(char::is_lowercase) || before.ends_with(')');
            let starts_sentence = |after: &str| after.starts_with(char::is_uppercase);
            let parts: Vec<&str> = line.split(". ").collect();
            let broken = parts.windows(2).any(|pair| ends_sentence(pair[0]) && starts_sentence(pair[1]));
            assert!(fenced || caption || !broken, "{}:{}: {line}", file.display(), number + 1);
        }
    }
}

/// Who sees through a game plays one that nobody else plays; only the arena asks for that.
#[test]
fn nobody_but_the_arena_lets_anybody_see_through_a_game() {
    for file in files_below(&root().join("crates"), ".rs") {
        let name = file.strip_prefix(root()).unwrap_or(&file).display().to_string();
        let text = fs::read_to_string(&file).expect("a source file");
        let may = ["crates/play/", "crates/cli/src/arena/", "crates/games/tests/tidy.rs"];
        let asks = text.contains("play_seen_through");
        assert!(!asks || may.iter().any(|place| name.starts_with(place)), "{name} sees through games");
    }
}
