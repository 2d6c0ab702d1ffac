//! `advise` and `analyse`: in words, as JSON, and what they say to nonsense.

use serde_json::Value;

use crate::support::run;

/// White mates at once, or did.
const MATE: &str = "chess-kit scoresheet 5\ngame: chess960\nedition: 2025\nseats: 2\nrevision: 1\n\
    arrangement:\n  fen: 6k1/5ppp/8/8/8/8/8/R5K1\n  turn: white\n\n0 setup\n1 white a1a8\n";

#[test]
fn a_seat_is_advised_in_words() {
    let (code, stdout, stderr) = run("advise - --entry 0 --nodes 2000", MATE);
    assert_eq!((code, stderr.as_str()), (Some(0), ""), "{stdout}");
    let lines: Vec<&str> = stdout.lines().collect();
    assert!(lines[0].starts_with("white: "), "{stdout}");
    assert!(lines[2].contains("a1a8"), "{stdout}");
    assert!(lines.contains(&"It wins at once."), "{stdout}");
}

#[test]
fn a_seat_is_advised_for_programs() {
    let line = "advise - --entry 0 --seat white --nodes 2000 --json";
    let (code, stdout, _) = run(line, MATE);
    assert_eq!(code, Some(0), "{stdout}");
    let advice: Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!(advice["best"], "a1a8");
    assert!(advice["offers"].as_array().expect("offers").iter().all(|offer| offer["value"].is_f64()));
    assert_eq!(run(line, MATE).1, stdout, "the same question has the same answer");
}

#[test]
fn nonsense_gets_a_sentence() {
    for (line, input, code, problem) in [
        ("advise -", MATE, 1, "error: the game is over, so there is nothing to advise\n"),
        (
            "advise - --entry 0 --seat black",
            MATE,
            1,
            "error: Black has nothing to decide now, so there is nothing to advise\n",
        ),
        (
            "advise - --entry 0 --nodes 0",
            MATE,
            2,
            "error: without a single node nothing can be looked at; try 1000 or more\n",
        ),
        ("advise - --entry 0 --seat red", MATE, 2, "error: unknown seat: `red` (try white or black)\n"),
        ("advise - --entry 9", MATE, 2, "error: there is no entry 9, the scoresheet has 1\n"),
        (
            "analyse - --nodes 0",
            MATE,
            2,
            "error: without a single node nothing can be looked at; try 100000 or more\n",
        ),
    ] {
        assert_eq!(run(line, input), (Some(code), String::new(), problem.to_owned()), "{line}");
    }
    let running = MATE.replace("1 white a1a8\n", "");
    let problem = "error: the game is not over, so what was true is still secret\n";
    assert_eq!(run("analyse -", &running), (Some(1), String::new(), problem.to_owned()));
}

#[test]
fn a_game_is_analysed() {
    let (code, stdout, _) = run("analyse - --nodes 2000", MATE);
    assert_eq!(code, Some(0), "{stdout}");
    assert!(
        stdout.lines().nth(1).is_some_and(|line| line.contains("white") && line.contains("a1a8")),
        "{stdout}"
    );
    let (code, stdout, _) = run("analyse - --nodes 2000 --json", MATE);
    assert_eq!(code, Some(0), "{stdout}");
    let analysis: Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!(analysis["points"].as_array().map(Vec::len), Some(2));
    assert_eq!(analysis["points"][1]["truth"], serde_json::json!([1.0, 0.0]));
}
