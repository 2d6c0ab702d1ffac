//! Nobody outside the games names one.
//!
//! A game is its module, its rules, its scenarios and a line of the catalogue.
//! Referees, bots, solvers, renderers, servers and pages know games by what their title pages
//! and tabletops say, so none of them holds a game's id, the words of its name, or the id of a
//! rule; if one did, a new game would not look like the others.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use kit_book::rulebook::RuleBook;
use kit_games::CATALOGUE;

/// Names that may stand in a file, by the start of its path, and why.
const ALLOWED: &[(&str, &str, &str)] = &[
    ("crates/cli/src/uci.rs", "chess960", "that protocol is about chess and names this kind itself"),
    ("crates/book/src/diagram", "masquerade", "a word of the diagram language, as the books write it"),
    ("crates/book/src/diagram", "cloak", "a word of the diagram language, as the books write it"),
    // The solver of puzzles is called kit-golf, and its commands, routes and page are called so.
    ("crates/golf/", "golf", "the solver"),
    ("crates/golf/", "neighbour", "the solver"),
    ("crates/cli/src/golf.rs", "golf", "the command of the solver"),
    ("crates/cli/src/neighbour.rs", "neighbour", "the command of the solver"),
    ("crates/cli/src/main.rs", "golf", "the command of the solver"),
    ("crates/cli/src/main.rs", "neighbour", "the command of the solver"),
    ("crates/cli/src/print.rs", "golf", "prints what the solver deals"),
    ("crates/answers/src/", "golf", "what the routes of the solver answer"),
    ("crates/page/src/requests.rs", "golf", "the routes of the solver"),
    ("crates/page/examples/played.rs", "golf", "the routes of the solver"),
    ("web/scripts/same.mjs", "golf", "the routes of the solver"),
    ("web/src/lib/page/", "golf", "the routes of the solver"),
    ("crates/server/src/http.rs", "golf", "the routes of the solver"),
    ("crates/server/src/http/assets.rs", "golf", "the page of the solver"),
    ("crates/server/src/http/golf.rs", "golf", "the routes of the solver"),
    ("crates/server/src/prometheus.rs", "golf", "who waits for the solver"),
    ("languages/en/app.json", "golf", "the page of the solver"),
    ("web/src/App.svelte", "golf", "the page of the solver"),
    ("web/src/lib/api.ts", "golf", "the routes of the solver"),
    ("web/src/lib/wire/wire.ts", "golf", "the routes of the solver"),
    ("web/src/pages/Golf.svelte", "golf", "the page of the solver"),
    ("web/src/pages/Start.svelte", "golf", "the way to the page of the solver"),
    ("web/src/pages/golf/", "golf", "the page of the solver"),
    ("web/src/pages/parts/Icon.svelte", "golf", "the sign of the page of the solver"),
];

/// Words that others use as well, for something else: they name a game only where they stand alone
/// between quotes, or together with the rest of its name.
const ORDINARY: [&str; 1] = ["synchronous"];

/// The crate of the solvers is called so, which names no game.
const SOLVERS: [&str; 3] = ["kit-golf", "kit_golf", "crates/golf"];

/// Files in which everybody may look for a name, beside the sources of the crates.
const PLACES: [&str; 20] = [
    ".cargo",
    ".ci",
    ".github",
    "Cargo.toml",
    "deny.toml",
    "deploy",
    "examples",
    "fuzz/Cargo.toml",
    "fuzz/fuzz_targets",
    "languages/en/app.json",
    "languages/en/club.json",
    "languages/en/companion.json",
    "rust-toolchain.toml",
    "web/index.html",
    "web/package.json",
    "web/public",
    "web/scripts",
    "web/src",
    "web/svelte.config.js",
    "xtask",
];

/// Made when the app is built, from the rule books.
const MADE: &str = "web/src/lib/games";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The words of a text in small letters, names like `TarPit` and `tar-pit` taken apart, each
/// with its line.
fn words(text: &str) -> Vec<(usize, String)> {
    let mut words = Vec::new();
    for (number, line) in text.lines().enumerate() {
        for name in line.split(|letter: char| !letter.is_alphanumeric()) {
            let mut word = String::new();
            let mut was_small = false;
            for letter in name.chars() {
                if letter.is_uppercase() && was_small {
                    words.push((number + 1, std::mem::take(&mut word)));
                }
                was_small = letter.is_lowercase();
                word.extend(letter.to_lowercase());
            }
            if !word.is_empty() {
                words.push((number + 1, word));
            }
        }
    }
    words
}

/// What sets the name of each game apart: `zombie`, `tar pit`, `cloak`, `cloak and dagger`; where
/// that is an ordinary word, also the whole name.
fn distinctive_names() -> BTreeSet<Vec<String>> {
    let mut names = BTreeSet::new();
    for about in CATALOGUE.iter().map(|game| game.about()) {
        let prefixes = rule_ids().into_iter().filter(|id| about.rules.contains(&format!("[{id}]")));
        let prefixes = prefixes.filter_map(|id| Some(id.split_once('.')?.0.to_owned()));
        for name in prefixes.chain([about.id.to_owned(), about.name.to_owned()]) {
            let words: Vec<String> = words(&name).into_iter().map(|(_, word)| word).collect();
            let is_kind = |word: &String| ["chess", "solitaire"].contains(&word.as_str());
            let apart: Vec<String> = words.iter().filter(|word| !is_kind(word)).cloned().collect();
            if ORDINARY.contains(&apart.join(" ").as_str()) {
                names.insert(words);
            }
            names.insert(apart);
        }
    }
    names
}

fn rule_ids() -> BTreeSet<String> {
    let books = CATALOGUE.iter().map(|game| game.about().rules.parse::<RuleBook>().expect("a rule book"));
    books.flat_map(|book| book.rules().map(str::to_owned).collect::<Vec<_>>()).collect()
}

fn is_quoted(line: &str, word: &str) -> bool {
    ['"', '\'', '`'].iter().any(|quote| line.contains(&format!("{quote}{word}{quote}")))
}

/// Where a text names a game or a rule: line and name.
fn named(text: &str, names: &BTreeSet<Vec<String>>, rules: &BTreeSet<String>) -> Vec<(usize, String)> {
    let text = SOLVERS.iter().fold(text.to_owned(), |text, solvers| text.replace(solvers, ""));
    let words = words(&text);
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for name in names {
        for place in words.windows(name.len()) {
            let (number, joined) = (place[0].0, name.join(" "));
            let counts = !ORDINARY.contains(&joined.as_str()) || is_quoted(lines[number - 1], &joined);
            if place.iter().map(|(_, word)| word).eq(name) && counts {
                found.push((number, joined));
            }
        }
    }
    let is_part = |letter: char| letter.is_alphanumeric() || "-_.".contains(letter);
    for (number, line) in text.lines().enumerate() {
        let ids = line.split(|letter| !is_part(letter)).filter(|word| rules.contains(*word));
        found.extend(ids.map(|id| (number + 1, id.to_owned())));
    }
    found
}

/// The files that know no game: all that the project consists of but the games, the documents
/// and the tests.
fn sources() -> Vec<(String, String)> {
    let mut files = Vec::new();
    for folder in fs::read_dir(root().join("crates")).expect("the crates").flatten() {
        if folder.file_name() != "games" {
            let inside =
                ["Cargo.toml", "build.rs", "src", "examples"].map(|inside| folder.path().join(inside));
            inside
                .into_iter()
                .filter(|inside| inside.exists())
                .for_each(|inside| collect(inside, &mut files));
        }
    }
    PLACES.iter().for_each(|place| collect(root().join(place), &mut files));
    for file in fs::read_dir(root().join("web")).expect("the app").flatten() {
        if file.file_name().to_string_lossy().ends_with(".config.ts") {
            collect(file.path(), &mut files);
        }
    }
    files.sort();
    let text = |path: &Path| fs::read_to_string(path).expect("a source file");
    let short =
        |path: &Path| path.strip_prefix(root()).expect("below the root").to_string_lossy().replace('\\', "/");
    let named = files.iter().map(|path| (short(path), without_tests(&text(path))));
    named.filter(|(path, _)| !path.starts_with(MADE)).collect()
}

/// The path, if it is neither a test nor a document nor a picture, or all such files below it.
fn collect(path: PathBuf, files: &mut Vec<PathBuf>) {
    const OTHERS: [&str; 3] = ["md", "png", "svg"];
    let name = path.file_name().expect("a name").to_string_lossy().into_owned();
    if path.is_dir() && name != "tests" {
        let entries = fs::read_dir(&path).expect("a folder of sources").flatten();
        entries.for_each(|entry| collect(entry.path(), files));
    } else if path.is_file() && name != "tests.rs" && !name.ends_with(".test.ts") {
        let is_other = path.extension().is_some_and(|end| OTHERS.iter().any(|other| end == *other));
        files.extend((!is_other).then_some(path));
    }
}

/// Tests at the end of a file may name what they like.
fn without_tests(text: &str) -> String {
    text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().to_owned()
}

#[test]
fn no_stranger_names_a_game_or_a_rule() {
    let (names, rules) = (distinctive_names(), rule_ids());
    assert!(names.len() >= CATALOGUE.len() && rules.len() > 100, "{} names", names.len());
    let sources = sources();
    assert!(sources.len() > 150, "{} files", sources.len());
    for read in ["crates/server/build.rs", "languages/en/club.json", "web/vite.config.ts"] {
        assert!(sources.iter().any(|(path, _)| path == read), "{read} is not read");
    }
    let (mut strangers, mut used) = (Vec::new(), BTreeSet::new());
    for (path, text) in &sources {
        for (line, name) in named(text, &names, &rules) {
            let is_allowed = |(start, word, _): &(&str, &str, &str)| path.starts_with(start) && name == *word;
            match ALLOWED.iter().position(is_allowed) {
                Some(place) => {
                    used.insert(place);
                }
                None => strangers.push(format!("{path}:{line} names {name}")),
            }
        }
    }
    assert!(strangers.is_empty(), "{}", strangers.join("\n"));
    let idle: Vec<_> =
        (0..ALLOWED.len()).filter(|place| !used.contains(place)).map(|place| ALLOWED[place]).collect();
    assert!(idle.is_empty(), "allowed for nothing: {idle:?}");
}

#[test]
fn a_name_is_found_however_it_is_written() {
    let (names, rules) = (distinctive_names(), rule_ids());
    for text in [
        "if about.id == \"tar-pit-chess\" {",
        "Sheet::TarPit => 1,",
        "fn tar_pit() {}",
        "// As in Zombie Chess.",
        "kind: GridKind::Masquerade,",
        "let crowdedHouse = 1;",
        "rules(book, &[\"golf.score\"])",
        "`cloak-and-dagger`",
        "game: \"synchronous\"",
        "SynchronousChess::default()",
    ] {
        assert!(!named(text, &names, &rules).is_empty(), "{text}");
    }
    for text in [
        "a house that is crowded",
        "two moves",
        "half of it",
        "a tar file, a pit",
        "chess",
        "options.synchronous(Full)",
        "use kit_golf::solitaire;",
    ] {
        assert_eq!(named(text, &names, &rules), [], "{text}");
    }
}
