//! Drawing at the command line: `diagram`, and pictures of a replay.

use std::path::{Path, PathBuf};

use crate::support::{self, Ran, SHEET, names, run_in};

const BOARD: &str = "\
. . . . k . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . K B . .
arrow: f1, c4, white
";

/// A folder of its own for each test, with a board in it.
fn folder(name: &str) -> PathBuf {
    let folder = support::folder(&format!("diagram-{name}"));
    std::fs::write(folder.join("board.txt"), BOARD).expect("a file can be written");
    folder
}

fn run(folder: &Path, line: &str) -> Ran {
    run_in(folder, line).into()
}

fn check_usage(folder: &Path, line: &str, problem: &str) {
    assert_eq!(run(folder, line), Ran::refused(problem), "{line}");
}

#[test]
fn the_ending_tells_the_format() {
    let folder = folder("formats");
    for (file, start) in [
        ("a.svg", &b"<svg "[..]),
        ("a.png", &b"\x89PNG"[..]),
        ("a.pdf", &b"%PDF"[..]),
        ("B.PNG", &b"\x89PNG"[..]),
    ] {
        let ran = run(&folder, &format!("diagram board.txt -o {file} --theme print --size 300"));
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        assert!(std::fs::read(folder.join(file)).expect("the file is there").starts_with(start), "{file}");
    }
    assert_eq!(names(&folder), ["B.PNG", "a.pdf", "a.png", "a.svg", "board.txt"], "and nothing else");
}

#[test]
fn without_a_file_the_picture_goes_to_standard_output() {
    let folder = folder("stdout");
    assert!(run_in(&folder, "diagram board.txt").stdout.starts_with(b"<svg "));
    assert!(run_in(&folder, "diagram board.txt --format png --size small").stdout.starts_with(b"\x89PNG"));
}

#[test]
fn bad_input_is_named_and_leaves_no_file() {
    let folder = folder("bad");
    let nine = BOARD.replacen("k . . .", "k . . . .", 1);
    std::fs::write(folder.join("nine.txt"), nine).expect("a file can be written");
    std::fs::write(folder.join("line.txt"), format!("{BOARD}line: a1, a2\n")).expect("a file can be written");
    std::fs::write(folder.join("card.txt"), format!("{BOARD}card: 1H, 9, 1\n"))
        .expect("a file can be written");
    let problem = "nine.txt: line 1, column 17: a row has 8 cells, this one has 9";
    check_usage(&folder, "diagram nine.txt -o out.svg", problem);
    let problem = "line.txt: line 10, column 1: unknown directive: `line` \
                   (try arrow, text, corner text, rect, margins, card or checkers)";
    check_usage(&folder, "diagram line.txt -o out.svg", problem);
    let problem = "card.txt: line 10, column 7: not a card: `1H` (a card is `back`, `K`, `C4` or `10H`)";
    check_usage(&folder, "diagram card.txt -o out.png", problem);
    std::fs::write(folder.join("pink.txt"), BOARD.replace("white", "pinkish"))
        .expect("a file can be written");
    let ran = run(&folder, "diagram pink.txt -o out.svg");
    assert!(ran.stderr.contains("not a colour such as `white`"), "{ran}");
    std::fs::remove_file(folder.join("pink.txt")).expect("a file");
    let problem = "unknown file ending: `out.bmp` (try .svg, .png or .pdf)";
    check_usage(&folder, "diagram board.txt -o out.bmp", problem);
    check_usage(&folder, "diagram board.txt -o out", "unknown file ending: `out` (try .svg, .png or .pdf)");
    check_usage(&folder, "diagram board.txt --format gif", "unknown format: `gif` (try svg, png or pdf)");
    let problem = "unknown theme: `pink` (try wood, paper, dark, high-contrast or print)";
    check_usage(&folder, "diagram board.txt -o out.svg --theme pink", problem);
    let problem = "not a size: `0` (try small, medium, large, a width from 16 to 10000 pixels, or a length such as 80mm)";
    check_usage(&folder, "diagram board.txt -o out.svg --size 0", problem);
    assert_eq!(names(&folder), ["board.txt", "card.txt", "line.txt", "nine.txt"], "no file was begun");
}

#[test]
fn a_diagram_is_told_in_words() {
    let ran = run(&folder("words"), "diagram board.txt --describe");
    let words = "white king e1, bishop f1; black king e8; white bishop f1 to c4\n";
    assert_eq!(ran.stdout, words);
}

#[test]
fn arrows_are_played_through_the_rules() {
    let folder = folder("check");
    let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures");
    let check = |name: &str| {
        let ran = run(&folder, &format!("diagram {fixtures}/{name}.txt --check"));
        (ran.code, ran.stdout.replace(fixtures, ""))
    };
    let played = "/2025/zombie-chess1.txt: ok: black e5 to d4 can be played by zombie-chess (2025)\n";
    assert_eq!(check("2025/zombie-chess1"), (Some(0), played.to_owned()));
    let played =
        "/2023-drafts/adrenaline-chess1.txt: ok: white f1 to a6 can be played by adrenaline-chess (2023)\n";
    assert_eq!(check("2023-drafts/adrenaline-chess1"), (Some(0), played.to_owned()));
    // Four moves of a turn, with the cards chosen and laid between them.
    assert!(
        check("2025/two-move-chess2").1.contains("white d1 to b3 can be played by two-move-chess (2025)")
    );
    // King and bishop alone would be a draw at once.
    let rook = BOARD.replace("K B", "K R").replace("f1, c4", "f1, f7");
    let elsewhere = rook.replace("f1, f7", "f1, c5");
    std::fs::write(folder.join("rook.txt"), &rook).expect("a file can be written");
    std::fs::write(folder.join("chess960.txt"), elsewhere).expect("a file can be written");
    let ran = run(&folder, "diagram chess960.txt --check");
    let words = "chess960.txt: not so: no way was found to play white f1 to c5 by chess960 (2025) \
                 (what the board does not tell, --arrangement can)\n";
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), words));
    let ran = run(&folder, "diagram rook.txt --check --game chess960");
    assert_eq!(ran.code, Some(0), "{}", ran.stdout);
    let ran = run(&folder, "diagram rook.txt --check");
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.starts_with("error: which game is it?"));
}

/// What a board does not tell, the examples of the rule book do.
#[test]
fn every_diagram_of_the_books_holds() {
    let folder = folder("fixtures");
    let fixtures = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures"));
    let mut wrong = Vec::new();
    for edition in
        std::fs::read_dir(&fixtures).expect("fixtures").flatten().filter(|entry| entry.path().is_dir())
    {
        for file in std::fs::read_dir(edition.path()).expect("a folder").flatten().map(|entry| entry.path()) {
            let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            // Appendices belong to no game.
            if name.starts_with("appendix") || file.extension().is_none_or(|ending| ending != "txt") {
                continue;
            }
            let ran = run(&folder, &format!("diagram {} --check", file.display()));
            if ran.code != Some(0) {
                wrong.push(ran.to_string());
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What only one seat knows stays off the pictures of all others.
#[test]
fn a_replay_is_drawn_for_one_viewer() {
    let folder = folder("replay");
    std::fs::write(folder.join("game.sheet"), SHEET).expect("a file can be written");
    let ran = run(&folder, "replay game.sheet --picture 1 --seat black -o turn1.svg");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let svg = std::fs::read_to_string(folder.join("turn1.svg")).expect("the picture is there");
    assert!(svg.contains("<title>Chess960 after entry 1, seen by Black</title>"), "{svg}");
    assert!(svg.contains("reached f3"), "White has moved");
    assert!(!svg.contains("e5"), "Black has not");
    check_usage(
        &folder,
        "replay game.sheet --picture 5 -o x.svg",
        "there is no entry 5, the scoresheet has 4",
    );
    let problem = "--output, --format, --theme and --size are about a picture; say which by --picture N";
    check_usage(&folder, "replay game.sheet -o x.svg", problem);
    check_usage(
        &folder,
        "replay game.sheet --picture 1 --seat red",
        "unknown seat: `red` (try white or black)",
    );
    assert_eq!(names(&folder), ["board.txt", "game.sheet", "turn1.svg"]);
}
