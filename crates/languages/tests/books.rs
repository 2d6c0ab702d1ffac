//! Every rule book is there in every language, and none of its paragraphs is older than its English.
//!
//! Beside each translated book `rules/<code>/<game>.md` lies a file of the same name that ends in
//! `.of`: a line for each block, with a hash of the English block that it was made from.
//! When an English block changes, its hash is not among them any more, and this test tells which.
//! After translating, `UPDATE=1 cargo test -p kit-languages --test books` writes the hashes anew;
//! do that only when you have read both.

use std::fs;
use std::path::{Path, PathBuf};

use kit_book::rulebook::{Block, RuleBook, Section};

/// The folder of the English books, with those of other languages in folders inside.
fn rules() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules")
}

/// The names of all English books.
fn names() -> Vec<String> {
    let files = fs::read_dir(rules()).expect("the folder of rules").flatten().map(|file| file.path());
    let books = files.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    let mut names: Vec<String> =
        books.map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// The words of a block and what else of it a translator has to know.
fn content(block: &Block) -> String {
    match block {
        Block::Heading { text, .. } => text.clone(),
        Block::Paragraph { text, .. } | Block::Item { text, .. } => text.clone(),
        Block::Diagram { source, caption, .. } => {
            format!("{source}\n{}", caption.as_deref().unwrap_or_default())
        }
    }
}

/// A hash that never changes (FNV-1a), of the title or of a block.
fn hash(text: &str) -> String {
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    format!("{:016x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, mix))
}

/// What is wrong with a translation; with `update`, its file of hashes is written anew if nothing is missing.
fn faults(name: &str, code: &str, update: bool) -> Vec<String> {
    let english = fs::read_to_string(rules().join(format!("{name}.md"))).expect("an English book");
    let english: RuleBook = english.parse().unwrap_or_else(|bad| panic!("rules/{name}.md: {bad}"));
    let folder = rules().join(code);
    let shown = format!("rules/{code}/{name}.md");
    let Ok(text) = fs::read_to_string(folder.join(format!("{name}.md"))) else {
        return vec![format!("{shown} is missing")];
    };
    let translated = match english.translated(&text) {
        Ok(book) => book,
        Err(bad) => return vec![format!("{shown}, {bad}")],
    };
    let hashes: Vec<String> = english.blocks.iter().map(|block| hash(&content(block))).collect();
    let file = folder.join(format!("{name}.of"));
    if update {
        fs::write(&file, hashes.join("\n") + "\n").expect("hashes can be written");
        return Vec::new();
    }
    let known = fs::read_to_string(&file).unwrap_or_default();
    let known: Vec<&str> = known.lines().collect();
    let mut faults = Vec::new();
    for ((block, translated), hash) in english.blocks.iter().zip(&translated.blocks).zip(&hashes) {
        let place = known.iter().position(|known| known == hash);
        if place.is_none() {
            faults.push(format!("{shown}: {} is older than {}", translated.named(), block.named()));
        }
    }
    if faults.is_empty() && known != hashes {
        faults.push(format!("rules/{code}/{name}.of lists other blocks than the book has"));
    }
    faults
}

#[test]
fn every_book_is_there_in_every_language_and_none_is_older_than_its_english() {
    let update = std::env::var_os("UPDATE").is_some();
    let mut faults_of_all = Vec::new();
    for language in kit_languages::all() {
        for name in names() {
            faults_of_all.extend(faults(&name, language.code(), update));
        }
    }
    assert!(names().len() > 10, "the books were not found");
    assert!(
        faults_of_all.is_empty(),
        "{}\n(translate them, then confirm with UPDATE=1 cargo test -p kit-languages --test books)",
        faults_of_all.join("\n")
    );
}

#[test]
fn no_book_is_a_translation_of_nothing() {
    let names = names();
    for language in kit_languages::all() {
        let Ok(files) = fs::read_dir(rules().join(language.code())) else { continue };
        for path in files.flatten().map(|file| file.path()) {
            let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
            assert!(names.contains(&stem), "{} has no English book", path.display());
        }
    }
}

/// Every section of a book is one of those that all books have, in their order.
#[test]
fn all_books_have_the_same_sections() {
    for name in names().iter().filter(|name| *name != "introduction") {
        let text = fs::read_to_string(rules().join(format!("{name}.md"))).expect("an English book");
        let book: RuleBook = text.parse().unwrap_or_else(|bad| panic!("rules/{name}.md: {bad}"));
        let mut found: Vec<Section> = Vec::new();
        for block in &book.blocks {
            let Block::Heading { level: 2, text, section, .. } = block else { continue };
            let expected = Section::ALL.map(Section::heading).join(", ");
            found.push(section.unwrap_or_else(|| panic!("{name}: `## {text}` is none of {expected}")));
        }
        assert!(found.is_sorted() && found.windows(2).all(|pair| pair[0] != pair[1]), "{name}: {found:?}");
        for needed in [Section::Needs, Section::SetUp, Section::Turn, Section::End, Section::Credit] {
            assert!(found.contains(&needed), "{name} has no section `{}`", needed.heading());
        }
        let is_picture = |block: &Block| matches!(block, Block::Diagram { .. });
        assert!(book.opening().iter().any(is_picture), "{name} opens without a picture");
    }
}
