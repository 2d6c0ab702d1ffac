//! Drives `chess-kit play` through pipes, as a script or a screen reader would.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// Runs `chess-kit play` with these arguments and this input.
fn play(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_chess-kit"))
        .env("LC_ALL", "C")
        .arg("play")
        .env("XDG_DATA_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/play/data"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A program that has already ended does not read on.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

/// What a game prints that ends well.
fn printed(arguments: &[&str], input: &str) -> String {
    let output = play(arguments, input);
    assert_eq!(text(&output.stderr), "");
    assert!(output.status.success());
    text(&output.stdout)
}

fn file(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("play");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join(name);
    let _ = std::fs::remove_file(&file);
    file
}

const CURTAIN: &str = "— pass the keyboard to";

#[test]
fn bots_play_a_whole_game() {
    let sheet = file("bots.sheet");
    let sheet = sheet.to_str().expect("a name");
    let bots = ["chess960", "--seed", "7", "--white", "bot:random", "--black", "bot:random", "--save", sheet];
    let printed = printed(&bots, "");
    assert!(printed.starts_with("Chess960. White: random bot, Black: random bot.\n"), "{printed}");
    assert!(printed.contains("White plays ") && printed.contains(" by "), "{printed}");
    assert!(printed.ends_with(&format!("The game is saved in {sheet}.\n")), "{printed}");
    let again = crate::printed(&["--resume", sheet], "");
    assert!(again.contains(" by "), "{again}");
}

#[test]
fn the_curtain_falls_between_two_people() {
    let input = "\ne2e4\nlook\n\ne7e5\n";
    let options = ["chess960", "--option", "number=518", "--white", "me:Ann", "--black", "me:Bob"];
    let printed = printed(&options, input);
    let scenes: Vec<&str> = printed.split(CURTAIN).collect();
    let ready = "; press Enter when ready —\n";
    assert_eq!(scenes.len(), 5, "{printed}");
    assert_eq!(scenes[0], "Chess960. White: Ann, Black: Bob.\n");
    let ann = scenes[1].strip_prefix(&format!(" Ann{ready}")).expect("Ann is called");
    assert!(ann.contains("White: Make a move.") && ann.contains("You may: 1 "), "{ann}");
    // Bob has not confirmed yet: nothing is printed but the curtain again.
    assert_eq!(scenes[2], format!(" Bob{ready}"));
    let bob = scenes[3].strip_prefix(&format!(" Bob{ready}")).expect("Bob is called");
    assert!(bob.contains("Ann plays e4.") && bob.contains("Black: Make a move."), "{bob}");
    assert!(bob.contains("   h  g  f  e  d  c  b  a\n1  R  N  B  K"), "{bob}");
    // The input ends while Ann is called.
    assert_eq!(scenes[4], format!(" Ann{ready}"));
}

#[test]
fn one_keyboard_without_curtains_for_open_games() {
    let people = ["chess960", "--option", "number=518", "--white", "me", "--black", "me", "--no-curtain"];
    let printed = printed(&people, "e2e4\ne7e5\n");
    assert!(!printed.contains(CURTAIN) && printed.contains("Black plays e5."), "{printed}");
}

#[test]
fn bad_input_is_answered_and_does_no_harm() {
    let input =
        "e2e5\n\u{7}\u{1b}[31m\n99\n♞\nsave\nresign\nperhaps\nno\ne2e4\nundo\noffers\nrules\nhistory\n?\n";
    let alone = ["chess960", "--option", "number=518", "--black", "bot:random", "--seed", "1"];
    let printed = printed(&alone, input);
    for words in [
        "`e2e5` is not on offer to white now\nnearest on offer: e2e3, e2e4",
        "not a move such as",
        "Type the name of the file, too",
        "White gives up the game. Are you sure? (yes or no)\nPlease answer yes or no.",
        "Taken back.",
        "e2, white pawn\n    9  e2e3  pawn e2 to e3",
        "White moves first, then you take turns",
        "What you heard",
        "back to your previous decision",
    ] {
        assert!(printed.contains(words), "{words}\n{printed}");
    }
    assert!(!printed.contains('\u{1b}'), "{printed}");
}

#[test]
fn the_end_of_input_saves_and_a_saved_game_goes_on() {
    let sheet = file("evening.sheet");
    let sheet = sheet.to_str().expect("a name");
    let start =
        ["chess960", "--option", "number=518", "--black", "bot:random", "--seed", "1", "--save", sheet];
    assert!(printed(&start, "Nf3\n").ends_with(&format!("The game is saved in {sheet}.\n")));
    let saved = std::fs::read_to_string(sheet).expect("a file");
    assert!(saved.contains("player black: bot:random\n") && saved.contains("\n1 white g1f3\n"), "{saved}");
    let resumed = printed(&["--resume", sheet], "history\nresign\nyes\n");
    assert!(
        resumed.contains("White plays Nf3.") && resumed.ends_with("Black wins by resignation.\n"),
        "{resumed}"
    );
}

#[test]
fn a_game_is_chosen_from_a_list() {
    let chosen = printed(&["--seed", "1"], "nothing\nCHESS960\n");
    assert!(chosen.contains("  Chess960: ") && chosen.contains("no such game: `nothing`"), "{chosen}");
    assert!(chosen.contains("Make a move."), "{chosen}");
    assert!(printed(&[], "").contains("Which game?"));
    assert!(printed(&[], "quit\n").contains("Which game?"));
}

#[test]
fn a_wrong_command_line_is_explained() {
    for (arguments, words) in [
        (&["chess960", "--seat", "pink=me"][..], "no seat is called `pink` (this table has white or black)"),
        (&["chess960", "--white", "robot"], "not a player: `robot`"),
        (&["chess960", "--white", "bot:god"], "unknown level: `god`"),
        (&["chess960", "--save", "/no/such/folder/x"], "there is no such folder"),
        (&["--resume", "/no/such/file"], "/no/such/file"),
    ] {
        let output = play(arguments, "");
        assert!(!output.status.success());
        assert!(text(&output.stderr).contains(words), "{}", text(&output.stderr));
    }
}

#[test]
fn the_best_score_is_kept_and_a_broken_file_is_left_alone() {
    let data = concat!(env!("CARGO_TARGET_TMPDIR"), "/play/scores");
    let _ = std::fs::remove_dir_all(data);
    let chess_kit = |arguments: &[&str], input: &str| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_chess-kit"))
            .env("LC_ALL", "C")
            .args(arguments)
            .env("XDG_DATA_HOME", data)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
        let output = child.wait_with_output().expect("the program ends");
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let round = ["play", "chess-golf", "--seats", "1", "--seed", "3", "--option", "holes=2"];
    let played = || chess_kit(&round, "deal 2\nclaim 0\ndeal 2\nclaim 0\n").1;
    let (code, printed, said) = chess_kit(&["scores"], "");
    assert_eq!((code, printed.as_str()), (Some(0), ""));
    assert!(said.starts_with("no scores yet"), "{said}");
    let first = played();
    assert!(first.ends_with("This is the first score that is kept: 22.\n"), "{first}");
    let second = played();
    assert!(second.ends_with("As good as the best score of 2 games.\n"), "{second}");
    let (code, printed, _) = chess_kit(&["scores", "chess-golf"], "");
    assert_eq!(code, Some(0));
    assert_eq!(printed.lines().last(), Some("chess-golf  2025     1      22 (fewest)  2      holes=2"));
    let file = format!("{data}/chess-kit/scores.txt");
    std::fs::write(&file, "something else").expect("a file");
    let (code, _, said) = chess_kit(&["scores"], "");
    assert_eq!(code, Some(2));
    assert!(said.contains("cannot be read; mend the file or move it away: line 1"), "{said}");
    assert!(played().contains("cannot be read; mend the file or move it away"));
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), "something else");
}
