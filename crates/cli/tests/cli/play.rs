//! Drives `chess-kit play` through pipes, as a script or a screen reader would.

use std::path::PathBuf;

use crate::support::{self, Ran, chess_kit, output};

/// Runs a command that keeps scores in a folder, on this input.
fn run(data: &str, arguments: &[&str], input: &str) -> Ran {
    output(chess_kit(arguments).env("XDG_DATA_HOME", data), input).into()
}

/// Runs `chess-kit play` with these arguments and this input.
fn play(arguments: &[&str], input: &str) -> Ran {
    run(concat!(env!("CARGO_TARGET_TMPDIR"), "/play/data"), &[&["play"], arguments].concat(), input)
}

/// What a game prints that ends well.
fn printed(arguments: &[&str], input: &str) -> String {
    let ran = play(arguments, input);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    ran.stdout
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
    let again = self::printed(&["--resume", sheet], "");
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
        "You cannot do `e2e5` now.\nWhat you may do and comes near: e2e3, e2e4",
        "I do not know what `99` means here.\nType `offers` for all that you may do.",
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
    let chosen = printed(&["--seed", "1"], "nothing\nCHESS960\n\nrandom\n\n");
    assert!(chosen.contains("  Chess960: ") && chosen.contains("`nothing` is none of them"), "{chosen}");
    for words in ["Who plays?", "How strong?", "On which screen?", "White: you, Black: random bot."] {
        assert!(chosen.contains(words), "{words}\n{chosen}");
    }
    assert!(chosen.contains("Make a move."), "{chosen}");
    assert!(printed(&[], "").contains("Which game?"));
    assert!(printed(&[], "quit\n").contains("Which game?"));
}

#[test]
fn the_number_of_an_offer_is_what_one_types() {
    let printed = printed(&["golf", "--seed", "5", "--seats", "1"], "2\n3\noffers\nquit\nno\n");
    // The list says what each number does, and the claim of 3 is the one that was made.
    let listed = printed.lines().find(|line| line.contains("claim 3")).unwrap_or_default();
    assert!(listed.contains("3 claim 3"), "{printed}");
    assert!(printed.contains("You claim 3 moves.\nThe claims: Player A with 3.\n"), "{printed}");
}

#[test]
fn moves_are_typed_as_players_write_them() {
    for (game, options, typed) in [
        ("chess960", &["--option", "number=518"][..], &["Nf3", "nf3", "g1-f3", "e4", "e2xe4"][..]),
        ("half alice", &[][..], &["Nf3", "g1xf3"][..]),
        ("zombie", &[], &["Nf3", "Nc3", "e4", "b1xc3"]),
        ("TAR-PIT", &[], &["Nf3", "Nc3", "e4"]),
        ("crowded", &["--seat", "WK=me", "--seat", "BK=bot:random"], &["Nf3", "e4"]),
    ] {
        for line in typed {
            let bots = ["--black", "bot:random", "--seed", "1", "--plain"];
            let arguments = [&[game][..], options, &bots].concat();
            let printed = printed(&arguments, &format!("{line}\n"));
            let refused = ["I do not know what", "You cannot do", "could be"];
            assert!(!refused.iter().any(|words| printed.contains(words)), "{game} {line}: {printed}");
        }
    }
}

/// Two pawns that can take each other.
const PAWNS: &str = "\
. . . . k . . .
. . . . . . . .
. . . . . . . .
. . . p . . . .
. . . . P . . .
. . . . . . . .
. . . . . . . .
. . . . K . . .
";

/// A position of Cooperative Chess in which one card lets a bishop take.
const BISHOP: &str = "\
fen: rnbqkbnr/ppp1pppp/8/3P4/4P3/8/PP1P1PPP/RNBQKBNR b KQkq -
line: p b
hand black: n P
hand white: N Q
stock: r R
";

/// The pieces that Neighbour Chess Solitaire turns up.
const NEIGHBOURS: &str = "\nnext: 9H/2H QS/3D 8D/4H 10S/3H\n";

/// All seats of a table with their one player.
const PAIR: [&str; 4] = ["--white", "me:Ann", "--black", "me:Ann"];
const HOUSE: [&str; 8] =
    ["--seat", "WK=me:Ann", "--seat", "BK=me:Ann", "--seat", "WQ=me:Ann", "--seat", "BQ=me:Ann"];
const TEAMS: [&str; 8] =
    ["--seat", "W1=me:Ann", "--seat", "W2=me:Ann", "--seat", "B1=me:Ann", "--seat", "B2=me:Ann"];
const ALONE: [&str; 2] = ["--seats", "1"];

/// A table where these lines are typed; `heard` is what is said of the last of them.
fn check_typed(game: &str, options: &[&str], typed: &[&str], heard: &str) {
    let lines: String = typed.iter().map(|line| format!("{line}\n")).collect();
    let arguments = [&[game][..], options, &["--seed", "5", "--plain"]].concat();
    let printed = printed(&arguments, &lines);
    let refused = ["I do not know what", "You cannot do", "could be"];
    assert!(!refused.iter().any(|words| printed.contains(words)), "{game}: {printed}");
    assert!(printed.contains(heard), "{game}: {printed}");
}

/// An arrangement in a file.
fn arranged(name: &str, text: &str) -> String {
    let file = file(name);
    std::fs::write(&file, text).expect("a file");
    file.to_str().expect("a name").to_owned()
}

#[test]
fn quiet_moves_are_typed_as_players_write_them() {
    let neighbours = arranged("neighbours.txt", NEIGHBOURS);
    let neighbours = ["--arrangement", neighbours.as_str()];
    for (game, options, typed, heard) in [
        ("adrenaline", &PAIR[..], &["Nf3"][..], "White: knight g1 to f3."),
        ("masquerade", &PAIR, &["1", "1", "Nf3"], "White: knight g1 to f3."),
        ("cloak", &PAIR, &["1", "1", "skip", "Nf3"], "White: checker 5 e1 to f3."),
        ("two-move", &PAIR, &["10", "RQ", "NB", "Nf3"], "White plays the knight card: knight g1 to f3."),
        ("synchronous", &PAIR, &["Nf3", "Nf6"], "White wrote knight g1 to f3, Black wrote knight g8 to f6."),
        ("cooperative", &PAIR, &["1", "Nf3"], "White: knight g1 to f3."),
        ("crowded", &HOUSE, &["Nf3"], "White, king's half: knight g1 to f3."),
        ("telepathic", &TEAMS, &["1", "Nf3"], "White's first player: knight g1 to f3."),
        ("golf", &ALONE, &["2", "claim 1", "Rf1"], "black rook h3 to f1, like a bishop."),
        ("neighbour", &neighbours, &["+", "+", "+", "+", "stop", "Qf2"], "queen moves from f1 to f2"),
    ] {
        check_typed(game, options, typed, heard);
    }
}

#[test]
fn captures_are_typed_as_players_write_them() {
    let (pawns, bishop) = (arranged("pawns.txt", PAWNS), arranged("bishop.txt", BISHOP));
    let (pawns, bishop) = (pawns.as_str(), bishop.as_str());
    let standard = ["--option", "number=518"];
    for (options, typed, game, heard) in [
        (&PAIR[..], &["e4", "d5", "exd5"][..], "adrenaline", "White: pawn e4 takes d5."),
        (&PAIR, &["e4", "-", "d5", "-", "exd5"], "tar-pit", "White: pawn e4 takes d5"),
        (&PAIR, &["1", "1", "Nc3", "d5", "Nxd5"], "masquerade", "may the white knight on c3 take d5?"),
        (&PAIR, &["e4", "d5", "exd5", "a6"], "synchronous", "White wrote pawn e4 takes d5."),
        (&HOUSE, &["e4", "f5", "a3", "a6", "exf5"], "crowded", "White, king's half: pawn e4 takes f5."),
        (&TEAMS, &["1", "e4", "1", "d5", "1", "exd5"], "telepathic", "pawn e4 takes d5"),
    ] {
        check_typed(game, options, typed, heard);
    }
    let cooperative = [&PAIR[..], &["--arrangement", bishop]].concat();
    check_typed("cooperative", &cooperative, &["P+", "Be6", "Bxd5"], "bishop e6 takes d5");
    for (game, options, typed, heard) in [
        ("chess960", &standard[..], "e4 d5 exd5 Qxd5", "Black plays Qxd5."),
        ("half alice", &[], "e4 d5 exd5", "White: pawn e4 takes d5"),
        ("zombie", &[], "e4 d5 exd5", "White: pawn e4 takes d5."),
        ("masquerade", &[], "1 1 e4 d5 exd5", "White: pawn e4 takes d5."),
        ("cloak", &[], "1 1 skip e4 !- skip d5 !- skip exd5", "White: pawn e4 takes d5"),
        ("two-move", &["--arrangement", pawns], "10 NB NR dxe4", "pawn d5 takes e4."),
    ] {
        let options = [options, &PAIR].concat();
        check_typed(game, &options, &typed.split(' ').collect::<Vec<_>>(), heard);
    }
}

/// What a game prints after a line of it.
fn after<'a>(printed: &'a str, line: &str) -> &'a str {
    printed.split(&format!("\n{line}\n")).nth(1).unwrap_or_default()
}

#[test]
fn of_cards_grids_and_scores_only_changes_are_told() {
    let masks = ["masquerade", "--white", "me:Ann", "--black", "me:Ann", "--seed", "5", "--plain"];
    let told = printed(&masks, "1\n1\ne4\nd5\nexd5\na6\n");
    let later = after(&told, "White: pawn e4 takes d5.");
    assert!(later.contains("Black pieces that were taken: black pawn"), "{told}");
    assert!(!later.contains("rows: moves like"), "a grid is not told again: {told}");
    let golf = ["golf", "--seats", "1", "--seed", "5", "--option", "holes=2", "--plain"];
    let told = printed(&golf, "2\nclaim 0\n2\n");
    assert_eq!(told.matches("\nScores\n").count(), 1, "{told}");
    assert!(told.contains("\nyou: 11 in this round, 11 in all\n"), "{told}");
}

#[test]
fn only_what_changes_is_told_again() {
    let alone = ["chess960", "--option", "number=518", "--black", "me", "--white", "me", "--no-curtain"];
    let printed = printed(&alone, "b1c3\ne7e5\nboard\n");
    let boards = printed.matches("   a  b  c  d  e  f  g  h\n").count();
    assert_eq!(boards, 4, "two lookers, and `board`, with letters above and below: {printed}");
    let moved = printed.split("White plays Nc3.").nth(1).unwrap_or_default();
    assert!(moved.contains("Black: Make a move."), "{printed}");
    let back = printed.split("Black plays e5.").nth(1).unwrap_or_default();
    for words in ["\nwhite knight from b1 to c3\n", "\nblack pawn from e7 to e5\n"] {
        assert!(back.contains(words) || moved.contains(words), "{words}: {printed}");
    }
}

#[test]
fn whoever_resumes_is_still_you() {
    let sheet = file("you.sheet");
    let sheet = sheet.to_str().expect("a name");
    printed(&["chess960", "--black", "bot:random", "--seed", "1", "--save", sheet], "1\n");
    let resumed = printed(&["--resume", sheet], "");
    assert!(resumed.starts_with("Chess960. White: you, Black: random bot.\n"), "{resumed}");
    // A server writes bots in another way.
    let written = std::fs::read_to_string(sheet).expect("a file").replace("bot:random", "random bot");
    std::fs::write(sheet, written).expect("a file");
    let resumed = printed(&["--resume", sheet], "");
    assert!(resumed.starts_with("Chess960. White: you, Black: random bot.\n"), "{resumed}");
    assert!(resumed.contains("Black plays ") && !resumed.contains("random bot plays"), "{resumed}");
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
        let ran = play(arguments, "");
        assert!(ran.code != Some(0) && ran.stderr.contains(words), "{ran}");
    }
}

#[test]
fn the_best_score_is_kept_and_a_broken_file_is_left_alone() {
    let data = support::folder("play/scores");
    let data = data.to_str().expect("a name");
    let run = |arguments: &[&str], input: &str| run(data, arguments, input);
    let round = ["play", "chess-golf", "--seats", "1", "--seed", "3", "--option", "holes=2"];
    let played = || run(&round, "deal 2\nclaim 0\ndeal 2\nclaim 0\n").stdout;
    let none = run(&["scores"], "");
    assert_eq!((none.code, none.stdout.as_str()), (Some(0), ""));
    assert!(none.stderr.starts_with("no scores yet"), "{none}");
    let first = played();
    assert!(first.ends_with("This is the first score that is kept: 22.\n"), "{first}");
    let second = played();
    assert!(second.ends_with("As good as the best score of 2 games.\n"), "{second}");
    let best = run(&["scores", "chess-golf"], "");
    assert_eq!(best.code, Some(0));
    assert_eq!(best.stdout.lines().last(), Some("chess-golf  2025     1      22 (fewest)  2      holes=2"));
    let file = format!("{data}/chess-kit/scores.txt");
    std::fs::write(&file, "something else").expect("a file");
    let broken = run(&["scores"], "");
    assert_eq!(broken.code, Some(2));
    assert!(broken.stderr.contains("cannot be read; mend the file or move it away: line 1"), "{broken}");
    assert!(played().contains("cannot be read; mend the file or move it away"));
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), "something else");
}
