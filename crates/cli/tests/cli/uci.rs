//! `chess-kit uci`, as a program that shows boards talks to it.

use crate::support::run_on;
#[cfg(unix)]
use crate::support::{Ran, chess_kit, folder, output};

fn told(lines: &str) -> Vec<String> {
    let ran = run_on("uci", lines);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    ran.stdout.lines().map(str::to_owned).collect()
}

#[test]
fn what_was_found_is_told_turn_by_turn() {
    let lines = told("uci\nisready\nposition startpos moves e2e4 e7e5\ngo depth 3\n");
    assert!(lines.contains(&"uciok".to_owned()) && lines.contains(&"readyok".to_owned()), "{lines:?}");
    let info: Vec<Vec<&str>> = lines
        .iter()
        .filter(|line| line.starts_with("info depth"))
        .map(|line| line.split(' ').collect())
        .collect();
    assert_eq!(info.len(), 3, "{lines:?}");
    for words in &info {
        for word in ["depth", "score", "nodes", "nps", "time", "pv"] {
            assert!(words.contains(&word), "{word}: {words:?}");
        }
    }
    let line = info.last().and_then(|words| words.split(|word| *word == "pv").nth(1)).expect("a line");
    assert!(line.len() > 1, "a line has several moves: {line:?}");
    assert_eq!(lines.last(), Some(&format!("bestmove {}", line[0])));
}

#[test]
fn a_position_that_cannot_be_followed_is_not_answered() {
    for position in
        ["startpos moves e2e5", "startpos moves e2e4 hello", "fen 8/8/8/8/8/8/8/8 w - - 0 1", "here"]
    {
        let lines = told(&format!("position startpos moves e2e4\nposition {position}\ngo depth 1\n"));
        assert_eq!(lines.len(), 3, "{lines:?}");
        assert!(lines[0].starts_with("info string "), "{lines:?}");
        assert!(lines[1..].contains(&"bestmove 0000".to_owned()), "{position}: {lines:?}");
        let lines = told(&format!("position {position}\nposition startpos\ngo nodes 50\n"));
        assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ") && !line.contains("0000")));
    }
}

#[test]
fn it_stops_when_it_is_told_to_and_by_itself_elsewhere() {
    for go in
        ["go infinite\nstop", "go movetime 20", "go nodes 300", "go wtime 1000 btime 1000 movestogo 5", "go"]
    {
        let lines = told(&format!("setoption name Level value learner\nposition startpos\n{go}\n"));
        let answers = lines.iter().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!(answers, 1, "{go}: {lines:?}");
    }
    for go in ["go ponder", "go searchmoves e2e4", "go depth", "go depth x"] {
        let lines = told(&format!("{go}\n"));
        assert!(lines.iter().any(|line| line.starts_with("info string ")), "{go}: {lines:?}");
        assert!(lines.contains(&"bestmove 0000".to_owned()), "{go}: {lines:?}");
    }
}

#[test]
fn options_are_known_in_capitals_and_in_small_letters() {
    for option in
        ["level value CLUB", "LEVEL value club", "uci_chess960 value TRUE", "Uci_Chess960 value false"]
    {
        let lines = told(&format!("setoption name {option}\nisready\n"));
        assert_eq!(lines, ["readyok"], "{option}");
    }
    let lines = told("setoption name Level value grand\nisready\n");
    assert!(lines.iter().any(|line| line.starts_with("info string ")), "{lines:?}");
}

#[test]
fn a_mate_is_told_as_one() {
    let lines = told(
        "position fen 7k/8/6KR/8/8/8/8/8 b - - 0 1\ngo depth 2\nposition fen 6k1/8/6K1/8/8/8/8/R7 w - - 0 1\ngo depth 3\n",
    );
    assert!(
        lines.iter().any(|line| line.contains("score mate 1 ") && line.ends_with("pv a1a8")),
        "{lines:?}"
    );
    assert_eq!(lines.last().map(String::as_str), Some("bestmove a1a8"));
}

/// A program for the other side of a match: a script that the test writes.
#[cfg(unix)]
fn rival(name: &str, script: &str) -> std::path::PathBuf {
    use std::os::unix::fs::PermissionsExt;

    let file = folder(&format!("rival-{name}")).join("engine.sh");
    std::fs::write(&file, format!("#!/bin/sh\n{script}\n")).expect("a script");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).expect("it may be run");
    file
}

#[cfg(unix)]
fn against(name: &str, script: &str, more: &[&str]) -> Ran {
    let file = rival(name, script);
    let words = ["uci", "--rival", file.to_str().expect("a name")];
    output(&mut chess_kit(words.iter().chain(more)), "").into()
}

#[cfg(unix)]
#[test]
fn a_match_is_played_against_another_program() {
    let script = format!("exec '{}' uci", env!("CARGO_BIN_EXE_chess-kit"));
    let more = ["--level", "random", "--count", "2", "--nodes", "300"];
    let ran = against("itself", &script, &more);
    assert_eq!(ran.code, Some(0), "{ran}");
    // Who loses all games may win some others: two games are few.
    let words = "random against Chess Kit ";
    assert!(
        ran.stdout.starts_with(words)
            && ran.stdout.contains("(nodes 300 a move, the bot nodes 1), 2 games: won 0, "),
        "{ran}"
    );
    assert!(
        ran.stdout.contains("lost 2, which is 0.0 % [0.0, ") && !ran.stdout.contains("[0.0, 0.0]"),
        "{ran}"
    );
    assert!(ran.stderr.ends_with("2 of 2: won 0, drawn 0, lost 2\n"), "{ran}");
    // If nothing is said, both have the same.
    let alike = against("alike", &script, &["--level", "random", "--count", "1", "--own-movetime", "1"]);
    assert!(alike.stdout.contains("(movetime 1 a move, the bot movetime 1), 1 game: "), "{alike}");
    let german = against("german", &script, &[&more[..], &["--language", "de"]].concat());
    assert!(german.stdout.starts_with("random gegen Chess Kit "), "{german}");
}

/// A program that introduces itself and then does something when it is to move.
#[cfg(unix)]
fn scripted(moves: &str) -> String {
    format!(
        "while read -r word rest; do case $word in\n\
         uci) echo id name Stub; echo uciok;;\nisready) echo readyok;;\ngo) {moves};;\nquit) exit;;\nesac; done"
    )
}

#[cfg(unix)]
#[test]
fn a_program_that_does_not_play_is_told_apart() {
    for (name, moves, problem) in [
        ("cheat", "echo bestmove e2e5", "error: Stub plays `e2e5`, which is no move here\n"),
        ("mute", "echo bestmove", "error: Stub names no best move\n"),
        ("gone", "exit", "error: Stub has ended before it answered\n"),
    ] {
        let ran = against(name, &scripted(moves), &["--level", "random", "--count", "1"]);
        assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (Some(1), "", problem), "{name}");
    }
    let nobody = run_on("uci --rival ./no-such-program --count 1", "");
    assert!(nobody.code == Some(2) && nobody.stderr.starts_with("error: ./no-such-program"), "{nobody}");
}
