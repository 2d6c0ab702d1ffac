//! What people read is spelled as the designer of the games spells, in the Canadian way: "colour",
//! "neighbour", "grey". Names in code, in logs and in files of diagrams stay as they are.

use std::fs;
use std::path::{Path, PathBuf};

use kit_games::CATALOGUE;
use kit_languages::check;
use serde_json::Value;

/// Beginnings of words that are spelled otherwise in Canada.
const ELSEWHERE: [&str; 16] = [
    "armor",
    "behavior",
    "canceled",
    "canceling",
    "catalog ",
    "center",
    "color",
    "defense",
    "favor",
    "gray",
    "harbor",
    "honor",
    "humor",
    "labeled",
    "neighbor",
    "rumor",
];

/// Words of a text for people, in lower case, without code, fillings, ids of rules and addresses.
fn words(text: &str) -> String {
    let mut plain = String::new();
    let mut closing = None;
    for letter in text.chars() {
        match (closing, letter) {
            (None, '`') => closing = Some('`'),
            (None, '{') => closing = Some('}'),
            (None, '[') => closing = Some(']'),
            (None, _) => plain.push(letter),
            (Some(end), _) if letter == end => closing = None,
            (Some(_), _) => {}
        }
    }
    // NO_COLOR is a name.
    plain.replace("NO_COLOR", "").to_lowercase()
}

/// What is spelled otherwise in this text.
fn misspelled(text: &str) -> Vec<&'static str> {
    let words = words(text);
    ELSEWHERE.into_iter().filter(|word| words.contains(word)).collect()
}

/// The prose of a page in Markdown, without what stands in fences.
fn prose(page: &str) -> String {
    page.split("```").step_by(2).collect()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files of a folder with this ending.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).expect("the folder").flatten();
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    found.retain(|path| path.extension().is_some_and(|found| found == ending));
    assert!(!found.is_empty(), "{folder} has no .{ending}");
    found
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("a text")
}

#[test]
fn the_words_are_told_from_the_names() {
    assert_eq!(misspelled("A neighbor of its Color"), ["color", "neighbor"]);
    assert!(misspelled("{color} [golf.own-color] `gray` colour, and NO_COLOR").is_empty());
    assert_eq!(prose("a\n```diagram\ncolor\n```\nb"), "a\n\nb");
}

/// A text that is said has a German one, so the catalogues name all of them.
#[test]
fn texts_are_spelled_as_the_designer_spells() {
    let mut texts: Vec<String> = Vec::new();
    for catalogue in files("languages/de", "po") {
        texts.extend(check::texts_after("msgid ", &read(&catalogue)));
    }
    for catalogue in files("languages/en", "json") {
        let entries: Value = serde_json::from_str(&read(&catalogue)).expect("JSON");
        let entries = entries.as_object().expect("an object").values();
        texts.extend(entries.filter_map(Value::as_str).map(str::to_owned));
    }
    assert!(texts.len() > 3_000, "only {} texts were found", texts.len());
    let faults: Vec<String> = texts
        .iter()
        .map(|text| (misspelled(text), text))
        .filter(|(found, _)| !found.is_empty())
        .map(|(found, text)| format!("{found:?}: {text}"))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn pages_are_spelled_as_the_designer_spells() {
    let mut pages = [files("rules", "md"), files("docs", "md")].concat();
    pages.push(root().join("README.md"));
    for game in CATALOGUE {
        pages.extend(files(&format!("scenarios/{}", game.about().id), "md"));
    }
    let mut faults = Vec::new();
    for page in pages {
        let found = misspelled(&prose(&read(&page)));
        if !found.is_empty() {
            faults.push(format!("{}: {found:?}", page.display()));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
