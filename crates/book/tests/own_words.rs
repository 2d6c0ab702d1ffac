//! Our words are our own: no rule book says eight words in a row as the designer's texts do.
//!
//! His texts are not in the repository, only a number for each of their runs of eight words.
//! Who has them writes these numbers anew:
//! `SEEDS=<folder of texts> UPDATE=1 cargo test -p kit-book --test own_words`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// How many words make a run.
const RUN: usize = 8;

/// How many bytes the number of a run has in the file.
const BYTES: usize = 5;

/// What nobody can say otherwise, because it is a list of names, pieces or cards, or an address.
const LISTS: [&str; 5] = [
    "n n b b r r q k or the playing cards 8 8 9 9 10 10 q k of any suit",
    "mark weeks com https www mark weeks com cfaa chess960 c960strt htm",
    "zombie chess masquerade chess telepathic chess two move chess adrenaline chess tar pit chess chess golf \
     crowded house cooperative chess",
    "ralf hansmann arnold j krasowsky and andrey krasowsky",
    "seven chess cards pawn knight bishop rook queen king and checker",
];

#[test]
fn no_rule_book_has_eight_words_in_a_row_of_the_designers_texts() {
    let known = numbers();
    assert!(known.len() > 10_000, "{} runs", known.len());
    let listed: BTreeSet<u64> = LISTS.iter().flat_map(|list| runs(&words(list))).collect();
    let mut copied = Vec::new();
    for (name, text) in texts(&rules(), "md") {
        let words = words(&without_diagrams(&text));
        for (place, run) in runs(&words).into_iter().enumerate() {
            if known.contains(&run) && !listed.contains(&run) {
                copied.push(format!("{name}: {}", words[place..place + RUN].join(" ")));
            }
        }
    }
    assert!(copied.is_empty(), "tell this in other words:\n{}", copied.join("\n"));
}

#[test]
fn words_are_compared_whatever_stands_between_them() {
    let plain = runs(&words("one two three four five six seven eight"));
    assert_eq!(plain.len(), 1);
    assert_eq!(runs(&words("[a.b] One, two *three*\nfour\nfive. Six: \"seven\" [c.d] Eight")), plain);
    assert_ne!(runs(&words("one two three four five six seven nine")), plain);
}

/// The numbers of all runs of the designer's texts; with `UPDATE`, as the texts in the folder `SEEDS`
/// have them.
fn numbers() -> BTreeSet<u64> {
    let file = rules().join("seeds.runs");
    if let (Some(_), Some(folder)) = (std::env::var_os("UPDATE"), std::env::var_os("SEEDS")) {
        let texts = texts(Path::new(&folder), "txt");
        let known: BTreeSet<u64> = texts.iter().flat_map(|(_, text)| runs(&words(text))).collect();
        let bytes: Vec<u8> = known.iter().flat_map(|run| run.to_le_bytes().into_iter().take(BYTES)).collect();
        std::fs::write(&file, bytes).expect("the file can be written");
    }
    let bytes = std::fs::read(&file).expect("the numbers of all runs");
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |number, byte| (number << 8) | u64::from(*byte));
    bytes.chunks_exact(BYTES).map(number).collect()
}

/// All runs of some words, as numbers.
fn runs(words: &[String]) -> Vec<u64> {
    words.windows(RUN).map(|run| number_of(&run.join(" "))).collect()
}

/// A number for a text: as much of FNV-1a as the file has room for, from its upper end, which is mixed best.
fn number_of(text: &str) -> u64 {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    hash >> (64 - 8 * BYTES)
}

/// The words of a text, without ids of rules, marks and capitals.
fn words(text: &str) -> Vec<String> {
    let is_id = |part: &str| part.starts_with('[') && part.contains('.') && part.ends_with(']');
    let plain: Vec<&str> = text.split_whitespace().filter(|part| !is_id(part)).collect();
    let plain = plain.join(" ").to_lowercase().replace('’', "'");
    let words = plain.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '\'');
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// A rule book without its diagrams, which are the designer's.
fn without_diagrams(text: &str) -> String {
    text.split("```").step_by(2).collect()
}

/// The texts of a folder with an ending, with their names.
fn texts(folder: &Path, ending: &str) -> Vec<(String, String)> {
    let files = std::fs::read_dir(folder).expect("the folder").map(|file| file.expect("a file").path());
    let chosen = files.filter(|path| path.extension().is_some_and(|end| end == ending));
    let text = |path: PathBuf| {
        let bytes = std::fs::read(&path).expect("a text");
        (path.display().to_string(), String::from_utf8_lossy(&bytes).into_owned())
    };
    chosen.map(text).collect()
}

fn rules() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules"))
}
