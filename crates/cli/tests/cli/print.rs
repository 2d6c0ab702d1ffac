//! `chess-kit print` by its exit code, standard error and what it leaves behind.

use std::path::Path;
use std::process::Command;

use crate::support::{Ran, folder, names, run_in};

fn run(folder: &Path, line: &str) -> (Option<i32>, String) {
    let Ran { code, stdout, stderr } = run_in(folder, &format!("print {line}")).into();
    assert_eq!(stdout, "", "{line}");
    (code, stderr)
}

#[test]
fn everything_can_be_printed() {
    let place = folder("print-all");
    for (line, file) in [
        ("deck --size letter --cards poker -o deck.pdf", "deck.pdf"),
        ("sheets --sheet golf,two-move -o sheets.pdf", "sheets.pdf"),
        ("aids --games two-move-chess,chess960 -o aids.pdf", "aids.pdf"),
        ("evening --games zombie,tar-pit --players 5 --size letter -o evening.pdf", "evening.pdf"),
        ("golf --holes 2 --moves 2..3 --cards 2..3 --seed 7 -o golf.pdf", "golf.pdf"),
        ("mini --games zombie,golf -o mini.pdf", "mini.pdf"),
        ("book --games chess960 --size zine -o book.pdf", "book.pdf"),
        ("book --games chess960 --edition 2024-book -o book.html", "book.html"),
        ("book --games chess960 --language de -o book.epub", "book.epub"),
    ] {
        let (code, words) = run(&place, line);
        assert_eq!(code, Some(0), "{line}: {words}");
        assert!(words.starts_with(&format!("{file}: ")), "{line}: {words}");
        let bytes = std::fs::read(place.join(file)).expect("the file is there");
        let start: &[u8] = match file.rsplit('.').next() {
            Some("html") => b"<!doctype html>",
            Some("epub") => b"PK",
            _ => b"%PDF-",
        };
        assert!(bytes.starts_with(start), "{line}");
    }
    assert_eq!(
        names(&place),
        [
            "aids.pdf",
            "book.epub",
            "book.html",
            "book.pdf",
            "deck.pdf",
            "evening.pdf",
            "golf.pdf",
            "mini.pdf",
            "sheets.pdf"
        ]
    );
}

#[test]
fn without_a_name_there_is_a_new_file_and_every_game_once() {
    let place = folder("print-default");
    let (code, words) = run(&place, "sheets --sheet golf,golf");
    assert_eq!(code, Some(0), "{words}");
    let twice = std::fs::read(place.join("sheets.pdf")).expect("the file is there");
    let (code, words) = run(&place, "sheets --sheet golf");
    assert_eq!(
        (code, words.as_str()),
        (Some(2), "error: sheets.pdf is there already; name a file with -o\n")
    );
    run(&place, "sheets --sheet golf -o once.pdf");
    assert_eq!(std::fs::read(place.join("once.pdf")).expect("the file is there"), twice);
    let (code, words) = run(&place, "aids --games chess960 -o aids.epub");
    assert_eq!(code, Some(2), "{words}");
    assert!(words.contains("its ending tells no format that there is here (try .pdf)"), "{words}");
}

#[test]
fn the_same_seed_prints_the_same_holes() {
    let place = folder("print-seed");
    for name in ["a.pdf", "b.pdf"] {
        let (code, words) = run(&place, &format!("golf --holes 1 --moves 2 --seed 11 -o {name}"));
        assert_eq!(code, Some(0), "{words}");
    }
    let read = |name: &str| std::fs::read(place.join(name)).expect("the file is there");
    assert_eq!(read("a.pdf"), read("b.pdf"));
}

/// What a page of a printed file says.
fn page(folder: &Path, file: &str, number: &str) -> String {
    let mut read = Command::new("pdftotext");
    read.args(["-raw", "-f", number, "-l", number]).arg(folder.join(file)).arg("-");
    let read = read.output().expect("pdftotext of the package poppler-utils");
    let text = String::from_utf8_lossy(&read.stdout).replace("\u{ad}\n", "");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn solutions_of_holes_are_words_on_the_back() {
    let place = folder("print-words");
    for (language, manner, par) in
        [("en", "moving like the", "Par 2 in all"), ("de", "zieht dabei wie", "Zusammen Par 2")]
    {
        let line =
            format!("--language {language} print golf --holes 1 --moves 2 --seed 11 -o {language}.pdf");
        let Ran { code, stderr, .. } = run_in(&place, &line).into();
        assert_eq!(code, Some(0), "{stderr}");
        let [front, back] = ["1", "2"].map(|number| page(&place, &format!("{language}.pdf"), number));
        assert!(front.contains(par) && !front.contains(manner), "{front}");
        assert!(back.contains("1. ") && back.contains("2. ") && back.contains(manner), "{back}");
        assert!(!back.contains("(as ") && !back.contains("(wie "), "{back}");
    }
}

#[test]
fn bad_orders_are_refused_and_leave_nothing_behind() {
    let place = folder("print-bad");
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
        ("evening --games zombie,chess961 -o x.pdf", "unknown game: `chess961` (did you mean chess960?)"),
        (
            "evening --games zombie --players 0 -o x.pdf",
            "not a number of players: `0` (try a number from 1 to 64)",
        ),
        (
            "evening --games crowded,zombie --players 3 -o x.pdf",
            "Crowded House needs 4 people, and there are only 3",
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
        ("book --format docx -o x.pdf", "unknown format: `docx` (try pdf, html or epub)"),
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
    let (code, words) = run(&place, "evening -o x.pdf");
    assert_eq!(code, Some(2), "{words}");
    assert!(words.starts_with("error: which games? (name some with --games, such as "), "{words}");
    let (code, words) = run(&place, "sheets --sheet golf -o no/such/place.pdf");
    assert_eq!(code, Some(2), "{words}");
    assert!(words.starts_with("error: `no/such/place.pdf` cannot be written: "), "{words}");
    assert_eq!(names(&place), Vec::<String>::new());
}
