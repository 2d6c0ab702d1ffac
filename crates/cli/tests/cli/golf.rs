//! `chess-kit golf` by its exit code, standard output and standard error.

use crate::support::{HOLE, check, run};

const PROBLEM: &str = "\
. . . R . . b .
. Q . . . K . N
. . . R . . . .
b . . . . . n .
N . . . . . . B
. . . n . . k .
. B . . q . . r
. r . . . . . .
chosen: bb
";

#[test]
fn holes_are_solved() {
    let (code, text, _) = run("golf solve - --all --explain", HOLE);
    assert_eq!((code, text.lines().count()), (Some(0), 21), "{text}");
    assert!(text.starts_with("3 moves, 20 shortest solutions\n"), "{text}");
    assert!(text.contains("\ne5g6 (as n d6), g6h5 (as k f7), h5h2 (as q g4, takes K)\n"), "{text}");
    assert!(text.contains("\nb3b1 (as R a4), f1g1 (special), h2a2 (as Q g1, takes b)\n"), "{text}");
    let (_, text, _) = run("golf solve - --options special_king_move=off", HOLE);
    assert!(text.starts_with("3 moves, 10 shortest solutions\n"), "{text}");
    let (_, text, _) = run("golf solve - --threads 2", PROBLEM);
    assert!(text.starts_with("5 moves, 145 shortest solutions\n"), "{text}");
}

#[test]
fn a_solution_is_told_in_words_and_boards() {
    let (code, text, _) = run("golf solve - --explain", HOLE);
    assert_eq!(code, Some(0), "{text}");
    assert_eq!(text.matches("\n    a  b  c  d  e  f  g  h\n").count(), 3, "{text}");
    for number in 1..=3 {
        assert!(text.contains(&format!("\n{number}. The ")), "{text}");
    }
    let taken = text.lines().filter(|line| line.contains(" takes the ")).count();
    assert!(taken >= 1, "{text}");
}

#[test]
fn the_hole_of_today_needs_no_date() {
    let (code, text, _) = run("golf daily", "");
    assert_eq!(code, Some(0));
    assert!(text.starts_with("Hole of 20"), "{text}");
}

#[test]
fn limits_give_honest_answers() {
    check("golf solve - --depth 4", PROBLEM, 1, "no solution in fewer than 5 moves\n", "");
    let (code, text, _) = run("golf solve - --limit 1000", PROBLEM);
    assert_eq!(code, Some(1));
    assert!(text.starts_with("at least ") && text.contains("(the limit of positions is reached)"), "{text}");
    let lonely = "fen: K7/8/8/8/8/8/8/7k\nchosen: Kk\n";
    let none = "no solution: nothing else can be reached\n";
    let remark = "remark: a layout has sixteen pieces, here `QRRBBNNqrrbbnn` is missing\n";
    check("golf solve - --options special_king_move=off", lonely, 0, none, remark);
}

#[test]
fn mistakes_are_explained() {
    let named = |problem: &str| format!("error: -: {problem}\n");
    let bad = HOLE.replace("chosen: Kb", "chosen: Kx");
    let problem = named("line 9: `chosen` cannot be `Kx`, it is some of KQRBN kqrbn, like `Kb`");
    check("golf solve -", &bad, 2, "", &problem);
    let bad = HOLE.replace("chosen: Kb", "");
    let problem = "line 8: a line `chosen:` with the cards is missing, like `chosen: Kb`";
    check("golf solve -", bad.trim_end(), 2, "", &named(problem));
    let problem =
        "error: unknown option: `kings` (try special_king_move, borrow_from_victim or single_capturer)\n";
    check("golf solve - --options kings=on", HOLE, 2, "", problem);
    let problem = "error: single_capturer cannot be `maybe` (try on or off)\n";
    check("golf solve - --options single_capturer=maybe", HOLE, 2, "", problem);
    let problem = "error: not a date: `2025-02-30` (a date is like 2025-07-31)\n";
    check("golf daily --date 2025-02-30", "", 2, "", problem);
    let problem = "error: --moves 2: 4 cards need at least 3 moves\n";
    check("golf generate --cards 4 --moves 2", "", 2, "", problem);
    let bad = HOLE.replace(". K", ". .");
    check("golf solve -", &bad, 2, "", &named("line 9: a card names `K`, which is not on the board"));
    let (code, text, remark) = run("golf solve -", &HOLE.replacen("B", ".", 1));
    assert_eq!(code, Some(0), "{text}");
    assert_eq!(remark, "remark: a layout has sixteen pieces, here `B` is missing\n");
    let bad = HOLE.replace(". . B", ". .B .");
    assert_eq!(run("golf solve -", &bad).0, Some(2));
    assert_eq!(run("golf deal --cards 5", "").0, Some(2));
    assert_eq!(run("golf solve /no/such/file", "").0, Some(2));
}

#[test]
fn deals_can_be_repeated_and_piped() {
    let (code, hole, talk) = run("golf deal --seed 7 --cards 3", "");
    assert_eq!((code, talk.as_str(), hole.lines().count()), (Some(0), "", 9));
    assert_eq!(run("golf deal --seed 7 --cards 3", "").1, hole);
    assert_eq!(run("golf solve -", &hole).0, Some(0));
    let (code, hole, talk) = run("golf generate --cards 2 --moves 3 --unique --seed 1", "");
    assert_eq!(code, Some(0));
    assert!(talk.starts_with("3 moves: "), "{talk}");
    assert!(run("golf solve -", &hole).1.starts_with("3 moves, one shortest solution\n"));
    let (code, text, talk) = run("golf generate --moves 9 --seed 1 --limit 1000", "");
    assert_eq!((code, text.as_str()), (Some(1), ""));
    assert_eq!(talk, "error: no hole of 9 moves was found: the limit of positions is reached\n");
}

#[test]
fn courses_and_days_have_par() {
    let (code, text, _) = run("golf course --seed 18", "");
    assert_eq!(code, Some(0));
    assert_eq!(text.matches("\nHole ").count(), 9);
    let (_, json, _) = run("golf course --seed 18 --json", "");
    let course: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let holes = course["holes"].as_array().expect("holes");
    let par: u64 = holes.iter().filter_map(|hole| hole["par"].as_u64()).sum();
    assert_eq!((holes.len(), course["par"].as_u64()), (9, Some(par)));
    assert!(text.starts_with(&format!("Course 18, par {par}\n")), "{text}");
    assert_eq!(holes[2]["chosen"].as_str().map(str::len), Some(3));
    let (_, day, _) = run("golf daily --date 2025-07-31", "");
    assert!(day.starts_with("Hole of 2025-07-31, par "), "{day}");
    assert_eq!(run("golf daily --date 2025-07-31", "").1, day);
    let (_, json, _) = run("golf daily --date 2025-07-31 --json", "");
    let hole: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(hole["date"].as_str(), Some("2025-07-31"));
}

#[test]
fn the_solver_says_what_it_cost() {
    let (code, _, talk) = run("golf solve - --stats", HOLE);
    assert_eq!(code, Some(0));
    let positions: u64 = talk.split(' ').next().and_then(|word| word.parse().ok()).expect("a number first");
    assert!(positions > 0, "{talk}");
    assert!(talk.ends_with(" MB of 1024 held them\n"), "{talk}");
}
