//! Every command by its exit code, standard output and standard error.

use std::path::PathBuf;
use std::process::Stdio;

use crate::support::{Ran, chess_kit, run_on};

fn run(line: &str) -> Ran {
    run_on(line, "")
}

/// A command that goes well, and what it prints.
fn printed(line: &str, input: &str) -> String {
    let ran = run_on(line, input);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{line}");
    ran.stdout
}

/// A command line or an input that cannot be understood, and what is said about it.
fn check_usage(line: &str, input: &str, problem: &str) {
    assert_eq!(run_on(line, input), Ran::refused(problem), "{line}");
}

fn file(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("the folder for tests can be written to");
    path
}

/// A fool's mate.
const SHEET: &str = "\
chess-kit scoresheet
game: chess960
edition: 2025
seats: 2
revision: 1
option deal: two_decks
option number: 518
player black: Bob \"the Rook\"
player white: Ann

0 setup
= all: The start is number 518, RNBQKBNR.
1 white f2f3
= all: White plays f3.
2 black e7e5
= all: Black plays e5.
3 white g2g4
= all: White plays g4.
4 black d8h4
= all: Black plays Qh4#.
= all: Black wins by checkmate.
";

/// The same game as other programs write it.
const PGN: &str = "\
[Event \"Chess Kit\"]
[Site \"?\"]
[Date \"????.??.??\"]
[Round \"-\"]
[White \"Ann\"]
[Black \"Bob \\\"the Rook\\\"\"]
[Result \"0-1\"]
[Variant \"Chess960\"]
[SetUp \"1\"]
[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]

1. f3 e5 2. g4 Qh4# 0-1
";

#[test]
fn without_arguments_there_is_help() {
    let help = printed("", "");
    assert_eq!(help, printed("--help", ""));
    for command in ["games", "rules", "setup", "referee", "replay", "check", "import", "perft", "completions"]
    {
        assert!(help.contains(&format!("\n  {command} ")), "{command}");
        assert!(printed(&format!("{command} --help"), "").contains("\nExample"), "{command}");
    }
    assert_eq!(run("--nonsense").code, Some(2));
    assert_eq!(run("nonsense").code, Some(2));
}

#[test]
fn games_are_listed() {
    let list = printed("games", "");
    for part in [
        "chess960  Chess960\n  Ordinary chess from",
        "\n  seats     2: white, black\n",
        "\n  editions  2025 (default)  one deck of eight cards, split in two\n            2024-book       three",
        "\n            --by number [N]   a number",
    ] {
        assert!(list.contains(part), "{part}\n{list}");
    }
    assert!(list.lines().all(|line| line.chars().count() <= 80));
    assert!(!list.contains('\x1b'));
}

#[test]
fn games_are_listed_as_json() {
    let list: serde_json::Value = serde_json::from_str(&printed("games --json", "")).expect("JSON");
    let games = list["games"].as_array().expect("games");
    let game = games.iter().find(|game| game["game"] == "chess960").expect("a game that is always there");
    assert_eq!(game["editions"][0]["edition"], "2025");
    assert_eq!(game["options"][1]["numbers"], serde_json::json!([0, 959]));
    assert_eq!(game["options"][0]["defaults"]["2024-book"], "three_piles_playing");
    assert_eq!(game["ways"][3]["takes_number"], true);
}

#[test]
fn rules_are_printed() {
    let rules = printed("rules chess960 --width 50", "");
    assert!(rules.starts_with("Chess960\n========\n\n"), "{rules}");
    assert!(rules.lines().all(|line| line.chars().count() <= 50));
    assert!(!rules.contains('\x1b'));
    let rule = printed("rules chess960 --rule chess960.bishops", "");
    assert_eq!(rule, "- One of your bishops begins on a light square and the other on a dark one.\n");
}

#[test]
fn rules_that_are_not_there_are_named() {
    check_usage("rules chess96", "", "unknown game: `chess96` (did you mean chess960?)");
    let ran = run("rules chess960 --rule x");
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.starts_with("error: unknown rule: `x` (try chess960.pawns, "), "{}", ran.stderr);
    assert_eq!(run("rules").code, Some(2));
    assert_eq!(run("rules chess960 --width x").code, Some(2));
}

#[test]
fn a_table_is_set_up_by_number() {
    insta::assert_snapshot!(run("setup chess960 --by number 226"), @r"
    exit 0
    --- stdout
    The start is number 226, BNRQKBNR.

    b n r q k b n r
    p p p p p p p p
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    P P P P P P P P
    B N R Q K B N R
    to move: white
    start: number 226, BNRQKBNR
    move: 1
    prompt: White is to move.
    more: Start 226.

    fen: bnrqkbnr/pppppppp/8/8/8/8/PPPPPPPP/BNRQKBNR w KQkq - 0 1
    shredder-fen: bnrqkbnr/pppppppp/8/8/8/8/PPPPPPPP/BNRQKBNR w HChc - 0 1
    --- stderr
    ");
}

#[test]
fn a_table_is_set_up_in_every_way() {
    for way in ["two-decks", "three-piles", "chess-cards", "number"] {
        let line = format!("setup chess960 --by {way} --seed 7");
        let first = printed(&line, "");
        assert_eq!(first.starts_with("The cards are "), way != "number", "{way}");
        assert_eq!(first, printed(&line, ""), "{way}");
    }
    assert_eq!(printed("setup chess960 --seed 7", ""), printed("setup chess960 --by two-decks --seed 7", ""));
    let book = printed("setup chess960 --edition 2024-book --seed 7", "");
    assert_eq!(book, printed("setup chess960 --by three-piles --seed 7", ""));
    assert_eq!(
        printed("setup chess960 --option number=226", ""),
        printed("setup --option number=226 chess960", "")
    );
    let arranged = printed("setup chess960 --arrangement -", "cards: BRKN | NQBR");
    assert!(
        arranged.starts_with("The cards are white bishop, white rook, white king, white knight, then "),
        "{arranged}"
    );
}

#[test]
fn a_table_is_set_up_as_json() {
    let laid = printed("setup chess960 --by number 518 --json", "");
    let laid: serde_json::Value = serde_json::from_str(&laid).expect("JSON");
    assert_eq!(laid["opened"]["options"]["number"], "518");
    assert_eq!(laid["said"][0], "The start is number 518, RNBQKBNR.");
    assert_eq!(laid["tabletop"]["prompt"]["text"], "White is to move.");
    assert_eq!(laid["exports"]["fen"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
}

#[test]
fn a_table_that_cannot_be_set_up_says_why() {
    let ways = "two-decks, three-piles, chess-cards or number";
    for (line, problem) in [
        ("--by dice", format!("unknown way to set up: `dice` (try {ways})")),
        ("--by two-decks 3", "the way two-decks takes no number, but `3` is given".to_owned()),
        ("--by number 960", "option number cannot be `960` (try a number from 0 to 959 or any)".to_owned()),
        ("--by number 3 --option number=4", "option number is decided twice".to_owned()),
        ("--option number", "not an option: `number` (write name=value)".to_owned()),
        ("--option color=red", "unknown option: `color` (this game has deal or number)".to_owned()),
        ("--edition 1999", "unknown edition: `1999` (try 2025, 2024-book or 2024-booklet)".to_owned()),
    ] {
        check_usage(&format!("setup chess960 {line}"), "", &problem);
    }
    let problem = "-: line 1, column 1: a board has 8 rows, this one has 1";
    check_usage("setup chess960 --arrangement -", "hello", problem);
    assert_eq!(run("setup").code, Some(2));
    assert_eq!(run("setup chess960 --arrangement /no/such/file").code, Some(2));
}

#[test]
fn a_scoresheet_is_shown() {
    insta::assert_snapshot!(run_on("replay -", SHEET), @r#"
    exit 0
    --- stdout
    0 The start is number 518, RNBQKBNR.
    1 Ann plays f3.
    2 Bob "the Rook" plays e5.
    3 Ann plays g4.
    4 Bob "the Rook" plays Qh4#.
    4 Bob "the Rook" wins by checkmate.

    r n b . k b n r
    p p p p . p p p
    . . . . . . . .
    . . . . p . . .
    . . . . . . P q
    . . . . . P . .
    P P P P P . . P
    R N B Q K B N R
    left: d8
    reached: h4
    check: e1
    to move: white
    start: number 518, RNBQKBNR
    move: 3
    prompt: Bob "the Rook" wins by checkmate.

    Bob "the Rook" wins by checkmate
    --- stderr
    "#);
}

#[test]
fn a_scoresheet_is_shown_up_to_an_entry() {
    let early = printed("replay - --entry 2 --seat white", SHEET);
    let lines: Vec<&str> = early.lines().take(3).collect();
    assert_eq!(
        lines,
        ["0 The start is number 518, RNBQKBNR.", "1 Ann plays f3.", "2 Bob \"the Rook\" plays e5."]
    );
    assert!(early.contains("\nprompt: Make a move.\n"), "{early}");
    let broken = SHEET.replace("3 white g2g4", "3 white g2g5");
    assert_eq!(printed("replay - --entry 2 --viewer white", &broken), early);
    let fen = printed("replay - --entry 1 --fen", SHEET);
    assert_eq!(fen, "rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - 0 1\n");
    check_usage("replay - --entry 5", SHEET, "there is no entry 5, the scoresheet has 4");
}

#[test]
fn a_scoresheet_is_shown_entry_by_entry() {
    let all = printed("replay - --all --viewer public", SHEET);
    let entries: Vec<&str> = all.lines().filter(|line| line.starts_with("entry ")).collect();
    assert_eq!(entries, ["entry 0", "entry 1", "entry 2", "entry 3", "entry 4"]);
    let last =
        "\nentry 4\nBob \"the Rook\" plays Qh4#.\nBob \"the Rook\" wins by checkmate.\nr n b . k b n r\n";
    assert!(all.contains(last), "{all}");
    assert!(all.ends_with("\n\nBob \"the Rook\" wins by checkmate\n"), "{all}");
}

#[test]
fn a_scoresheet_is_exported() {
    assert_eq!(printed("replay - --pgn", SHEET), PGN);
    assert_eq!(printed("replay - --export pgn --seat black", SHEET), PGN);
    let resigned = SHEET.split("4 black").next().expect("a beginning").to_owned() + "! team 0 resigns\n";
    let pgn = printed("replay - --pgn", &resigned);
    assert!(pgn.contains("[Result \"0-1\"]") && pgn.ends_with("\n1. f3 e5 2. g4 0-1\n"), "{pgn}");
    let problem = "this game has no such format: `svg`; it has fen, shredder-fen or pgn";
    check_usage("replay - --export svg", SHEET, problem);
    assert_eq!(run("replay - --pgn --fen").code, Some(2));
}

#[test]
fn a_scoresheet_that_cannot_be_shown_says_why() {
    check_usage("replay - --seat red", SHEET, "unknown seat: `red` (try white or black)");
    check_usage("replay - --viewer red", SHEET, "unknown viewer: `red` (try white, black or public)");
    let problem = "-: line 1: a scoresheet begins with `chess-kit scoresheet 6`, not with `hello`";
    check_usage("replay -", "hello", problem);
    assert_eq!(run("replay /no/such/file").code, Some(2));
}

#[test]
fn a_scoresheet_that_breaks_is_shown_as_far_as_it_holds() {
    let broken = SHEET.replace("g2g4", "g2g5");
    let problem = "-: entry 3: `g2g5` is not on offer to white now";
    let ran = run_on("replay - --seat white", &broken);
    assert_eq!((ran.code, ran.stderr), (Some(1), format!("{problem}; from there on it is only read\n")));
    assert!(ran.stdout.contains("\n4 Black plays Qh4#.\n"), "what was said is read: {}", ran.stdout);
    assert!(ran.stdout.contains("\nprompt: Make a move.\n"), "the last position: {}", ran.stdout);
    let ran = run_on("replay - --all --seat white", &broken);
    assert_eq!((ran.code, ran.stderr), (Some(1), format!("{problem}; from there on it is only read\n")));
    let (held, read) = ran.stdout.split_once("\n\nentry 3\n").expect("what is only read");
    assert!(held.contains("\nentry 2\nBob \"the Rook\" plays e5.\nr n b q k b n r\n"), "{held}");
    assert_eq!(read, "White plays g4.\n\nentry 4\nBlack plays Qh4#.\nBlack wins by checkmate.\n");
    for line in ["replay - --pgn --seat white", "replay - --picture 4 --seat white"] {
        let ran = run_on(line, &broken);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""), "{line}");
        assert_eq!(ran.stderr, format!("error: {problem}\n"), "{line}");
    }
}

#[test]
fn where_a_scoresheet_breaks_gives_no_sealed_action_away() {
    let setup = "game: two-move-chess\nedition: 2025\nseats: 2\nrevision: 1\n\n0 setup\n";
    // White has laid the king and the rook face up, so neither can be chosen.
    let sheet = format!("chess-kit scoresheet 2\n{setup}1 white open=RK\n2 white QK\n");
    let on_offer = "-: entry 2: `QK` is not on offer to white now; from there on it is only read\n";
    assert_eq!(run_on("replay - --seat white", &sheet).stderr, on_offer);
    let hidden = "-: entry 2: these rules refuse what was done here (`chess-kit check` tells everything); \
                  from there on it is only read\n";
    for viewer in ["--seat black", "--viewer public", ""] {
        let ran = run_on(&format!("replay - {viewer}"), &sheet);
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(1), hidden), "{viewer}");
        assert!(!ran.stdout.contains("QK"), "{viewer}: {}", ran.stdout);
    }
    let checked = run_on("check -", &sheet).stdout;
    assert_eq!(checked, "-: entry 2: `QK` is not on offer to white now\n");
}

#[test]
fn scoresheets_are_checked() {
    let good = file("good.sheet", SHEET);
    let begun = file("begun.sheet", SHEET.split("2 black").next().expect("a beginning"));
    let garbled = file("garbled.sheet", "hello");
    let untrue = file("untrue.sheet", &SHEET.replace("plays e5", "plays d5"));
    let [good, begun, garbled, untrue] =
        [good, begun, garbled, untrue].map(|path| path.display().to_string());
    let fine = printed(&format!("check {good} {begun}"), "");
    assert_eq!(
        fine,
        format!("{good}: ok: 4 entries, Black wins by checkmate\n{begun}: ok: 1 entry, not over\n")
    );
    let ran = run(&format!("check {garbled} {good} {untrue} /no/such/file"));
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(1), ""));
    let lines: Vec<&str> = ran.stdout.lines().collect();
    let title = "a scoresheet begins with `chess-kit scoresheet 6`, not with `hello`";
    assert_eq!(lines[0], format!("{garbled}: line 1: {title}"));
    assert_eq!(lines[1], format!("{good}: ok: 4 entries, Black wins by checkmate"));
    assert_eq!(lines[2], format!("{untrue}: entry 2: what is said now differs from what was written down"));
    assert!(lines[3].starts_with("/no/such/file: "));
    assert_eq!(run("check").code, Some(2));
}

#[test]
fn a_game_of_another_program_is_imported() {
    let sheet = printed("import -", PGN);
    assert!(sheet.contains("\nplayer black: Bob \"the Rook\"\nplayer white: Ann\n"), "{sheet}");
    assert_eq!(printed("check -", &sheet), "-: ok: 4 entries, Black wins by checkmate\n");
    assert_eq!(printed("replay - --pgn", &sheet), PGN);
    let path = file("imported.sheet", "");
    assert_eq!(printed(&format!("import - --game chess960 -o {}", path.display()), PGN), "");
    assert_eq!(std::fs::read_to_string(&path).expect("a file"), sheet);
}

#[test]
fn a_game_that_cannot_be_imported_says_why() {
    let ran = run_on("import - --game chess960", &PGN.replace("Qh4#", "Qh5"));
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
    assert!(ran.stderr.contains("move 2, `Qh5`"), "{}", ran.stderr);
    let ran = run_on("import -", &PGN.replace("2. g4 Qh4#", "2. g4 Qh4# 3. a3"));
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{}", ran.stderr);
    check_usage("import - --game chess690", PGN, "-: unknown game: `chess690` (did you mean chess960?)");
    assert_eq!(run_on("import -", "").code, Some(2));
    assert_eq!(run("import /no/such/file").code, Some(2));
}

#[test]
fn what_another_program_said_of_a_game_is_kept() {
    let told = PGN.replace("\"Chess Kit\"", "\"Club \\\"A\\\"\"").replace("????.??.??", "2026.11.18");
    let sheet = printed("import -", &told);
    assert_eq!(printed("replay - --pgn", &sheet), told);
}

#[test]
fn a_game_that_no_other_program_knows_is_not_written_for_one() {
    let sheet = "chess-kit scoresheet\ngame: zombie-chess\nedition: 2025\nseats: 2\nrevision: 1\n\n0 setup\n";
    let problem = "Zombie Chess cannot be written as `pgn`, nor in any other format of other programs";
    check_usage("replay - --pgn", sheet, problem);
}

#[test]
fn a_start_that_cannot_be_names_its_file_once() {
    let empty = file("empty.txt", "");
    let ran = run(&format!("setup chess960 --arrangement {}", empty.display()));
    let problem = format!(
        "{}: line 1: a board of eight rows, a `fen:` line or a `cards:` line is missing",
        empty.display()
    );
    assert_eq!(ran, Ran::refused(&problem));
    let ran = run("setup chess960 --seats 3");
    assert_eq!(ran, Ran::refused("3 seats are not possible, the game is for 2"));
}

#[test]
fn games_are_known_by_a_word_of_theirs() {
    assert_eq!(printed("rules Zombie", ""), printed("rules zombie-chess", ""));
    assert_eq!(printed("setup CHESS960 --seed 1", ""), printed("setup chess960 --seed 1", ""));
    check_usage("rules zombi", "", "unknown game: `zombi` (did you mean zombie-chess?)");
}

#[test]
fn what_cannot_be_read_and_what_cannot_be_written_end_alike() {
    for line in [
        "rules chess960 --rule x",
        "replay /no/such/file",
        "diagram /no/such/file",
        "diagram - -o /no/such/folder/x.svg",
        "import - -o /no/such/folder/x",
        "man --out /no/such/folder/man",
        "print deck -o /no/such/folder/x.pdf",
        "print deck -o x.html",
    ] {
        let input = if line.starts_with("import") { PGN } else { "fen: 4k3/8/8/8/8/8/8/4K3\n" };
        let ran = run_on(line, input);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{line}: {ran}");
    }
}

#[test]
fn an_export_makes_no_more_than_its_own_folder() {
    let place = crate::support::folder("export");
    let database = format!("--database sqlite:{}", place.join("x.sqlite").display());
    let to = place.join("no/such/tables").display().to_string();
    let ran = run(&format!("export {to} {database}"));
    assert_eq!(ran, Ran::refused(&format!("{to}: there is no such file or directory")));
    assert!(!place.join("no").exists());
    let ran = run(&format!("export {} {database}", place.join("tables").display()));
    assert_eq!(ran.code, Some(0), "{ran}");
    let help = printed("export --help", "");
    assert!(help.contains("--database") && !help.contains("--listen"), "{help}");
}

#[test]
fn the_manual_has_a_page_for_every_command() {
    let place = crate::support::folder("man");
    let ran = run(&format!("man --out {}", place.display()));
    assert_eq!(ran.code, Some(0), "{ran}");
    let pages = crate::support::names(&place);
    for page in ["chess-kit.1", "chess-kit-play.1", "chess-kit-golf-solve.1"] {
        assert!(pages.iter().any(|name| name == page), "{page}: {pages:?}");
    }
    assert!(printed("man", "").contains(".SH SYNOPSIS"));
}

#[test]
fn positions_are_counted() {
    for line in ["perft chess960 3 --option number=518", "perft chess960 3 --option number=518 --no-bulk"] {
        let ran = run(line);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "1 20\n2 400\n3 8902\n"), "{line}");
        assert!(ran.stderr.ends_with(" nodes/s\n"), "{}", ran.stderr);
    }
    let pawn = "fen: 7k/8/8/8/8/8/P7/K7 w - - 0 1";
    let ran = run_on("perft chess960 1 --arrangement - --divide", pawn);
    assert_eq!(ran.stdout, "a2a3: 1\na2a4: 1\na1b1: 1\na1b2: 1\n1 4\n");
}

#[test]
fn positions_that_cannot_be_counted_say_why() {
    for line in ["perft chess960", "perft chess960 0", "perft chess960 x", "perft"] {
        assert_eq!(run(line).code, Some(2), "{line}");
    }
    check_usage("perft ches960 3", "", "unknown game: `ches960` (did you mean chess960?)");
    let games: serde_json::Value = serde_json::from_str(&printed("games --json", "")).expect("JSON");
    for game in games["games"].as_array().expect("games").iter().filter(|game| game["open"] == false) {
        let id = game["game"].as_str().expect("an id");
        let problem = format!("{id} has secrets, and positions are counted only in games without");
        check_usage(&format!("perft {id} 2"), "", &problem);
    }
}

#[test]
fn shells_complete() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(printed(&format!("completions {shell}"), "").contains("chess-kit"), "{shell}");
    }
    let bash = printed("completions bash", "");
    for word in ["zombie-chess", "bot:club", "2024-book", "special_king_move=off"] {
        assert!(bash.contains(word), "{word}");
    }
    assert_eq!(run("completions abacus").code, Some(2));
}

#[test]
fn nobody_minds_a_closed_pipe() {
    for line in ["games", "rules chess960", "completions bash", "setup chess960", ""] {
        let mut child = chess_kit(line.split_whitespace())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("the binary ends");
        assert_eq!(output.status.code(), Some(0), "{line}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{line}");
    }
}
