//! `chess-kit print` by its exit code, standard error and what it leaves behind.
#![cfg(feature = "print")]

use std::path::PathBuf;
use std::process::Command;

/// An empty directory of its own for a test.
fn directory(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    // It may be there from an earlier run.
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("the directory for tests can be written to");
    path
}

fn run(directory: &PathBuf, line: &str) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_chess-kit"))
        .env("LC_ALL", "C")
        .current_dir(directory)
        .arg("print")
        .args(line.split_whitespace())
        .output()
        .expect("the binary runs");
    assert!(output.stdout.is_empty(), "{line}");
    (output.status.code(), String::from_utf8(output.stderr).expect("output is UTF-8"))
}

fn files(directory: &PathBuf) -> Vec<String> {
    let entries = std::fs::read_dir(directory).expect("the directory is there");
    let name = |entry: std::io::Result<std::fs::DirEntry>| {
        entry.expect("an entry").file_name().to_string_lossy().into_owned()
    };
    let mut names: Vec<String> = entries.map(name).collect();
    names.sort();
    names
}

#[test]
fn everything_can_be_printed() {
    let place = directory("print-all");
    for (line, file) in [
        ("deck --size letter --cards poker -o deck.pdf", "deck.pdf"),
        ("sheets --sheet golf,two-move -o sheets.pdf", "sheets.pdf"),
        ("aids --games two-move-chess,chess960 -o aids.pdf", "aids.pdf"),
        ("golf --holes 2 --moves 2..3 --cards 2..3 --seed 7 -o golf.pdf", "golf.pdf"),
        ("book --games chess960 --size zine -o book.pdf", "book.pdf"),
        ("book --games chess960 --edition 2024-book --format html -o book.html", "book.html"),
    ] {
        let (code, words) = run(&place, line);
        assert_eq!(code, Some(0), "{line}: {words}");
        assert!(words.starts_with(&format!("{file}: ")), "{line}: {words}");
        let bytes = std::fs::read(place.join(file)).expect("the file is there");
        let start: &[u8] = if file.ends_with("html") { b"<!doctype html>" } else { b"%PDF-" };
        assert!(bytes.starts_with(start), "{line}");
    }
    assert_eq!(files(&place), ["aids.pdf", "book.html", "book.pdf", "deck.pdf", "golf.pdf", "sheets.pdf"]);
}

#[test]
fn the_same_seed_prints_the_same_holes() {
    let place = directory("print-seed");
    for name in ["a.pdf", "b.pdf"] {
        let (code, words) = run(&place, &format!("golf --holes 1 --moves 2 --seed 11 -o {name}"));
        assert_eq!(code, Some(0), "{words}");
    }
    let read = |name: &str| std::fs::read(place.join(name)).expect("the file is there");
    assert_eq!(read("a.pdf"), read("b.pdf"));
}

#[test]
fn bad_orders_are_refused_and_leave_nothing_behind() {
    let place = directory("print-bad");
    for (line, words) in [
        ("deck --size b5 -o x.pdf", "unknown size: `b5` (try a4 or letter)"),
        (
            "deck --cards tarot -o x.pdf",
            "unknown kind of cards: `tarot` (try standard, poker or large-index)",
        ),
        ("deck --checkers 3 -o x.pdf", "not a number of checkers cards: `3` (try 0, 2 or 4)"),
        (
            "sheets --sheet bridge -o x.pdf",
            "unknown sheet: `bridge` (try masquerade, two-move, telepathic, cloak-and-dagger, zombie, golf or cooperative)",
        ),
        ("aids --games chess961 -o x.pdf", "unknown game: `chess961` (did you mean chess960?)"),
        (
            "golf --moves 6..3 -o x.pdf",
            "not a number of moves: `6..3` (try a number from 1 to 9, or two such as 1..9)",
        ),
        (
            "golf --holes 99 -o x.pdf",
            "not a number of holes: `99` (try a number from 1 to 36, or two such as 1..36)",
        ),
        ("book --size folio -o x.pdf", "unknown size: `folio` (try a4, letter, a5, zine or zine-letter)"),
        ("book --format docx -o x.pdf", "unknown format: `docx` (try pdf or html)"),
        (
            "book --edition 1999 -o x.pdf",
            "unknown edition: `1999` (try 2025, 2024-book, 2024-booklet or 2023)",
        ),
        (
            "book --games chess960,two-move-chess --edition 2024-book -o x.pdf",
            "two-move-chess has no edition `2024-book` (it has 2025)",
        ),
    ] {
        assert_eq!(run(&place, line), (Some(2), format!("error: {words}\n")), "{line}");
    }
    let (code, words) = run(&place, "sheets --sheet golf -o no/such/place.pdf");
    assert_eq!(code, Some(2), "{words}");
    assert!(words.starts_with("error: `no/such/place.pdf` cannot be written: "), "{words}");
    assert_eq!(files(&place), Vec::<String>::new());
}
