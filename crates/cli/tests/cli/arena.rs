//! `chess-kit arena`, with so few games that they say nothing of bots, and all that is said of them.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Stdio;

use crate::support::{Ran, chess_kit, folder, output, run_on};

/// What a measurement prints that ends well; nobody watches a bar of progress here.
#[track_caller]
fn printed(line: &str) -> String {
    let Ran { code, stdout, stderr } = run_on(line, "");
    assert_eq!((code, stderr.as_str()), (Some(0), ""), "{line}: {stdout}");
    stdout
}

/// The same seed finds the same, however many games are played at a time.
#[track_caller]
fn same_with_several_jobs(line: &str) -> String {
    let alone = printed(&format!("{line} --jobs 1"));
    assert_eq!(printed(&format!("{line} --jobs 3")), alone, "{line}");
    alone
}

#[test]
fn a_table_says_who_won() {
    let told = same_with_several_jobs("arena two-move-chess --count 4");
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines[0].starts_with("game ") && lines[0].ends_with(" actions"), "{told}");
    assert!(lines[1].starts_with("two-move-chess ") && lines[1].contains("casual v random"), "{told}");
}

#[test]
fn a_ladder_has_a_line_for_each_step() {
    let told = same_with_several_jobs("arena two-move-chess --ladder --upto casual --count 2");
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), 4, "{told}");
    assert_eq!(lines[0], "two-move-chess (2025)");
    assert!(lines[3].starts_with("  depth of skill: at ") && lines[3].contains(" of 2 steps "), "{told}");
    assert!(lines[1].contains("learner – random") && lines[1].contains("2 games"), "{told}");
    assert!(lines[2].contains("casual – learner") && lines[2].ends_with(" Elo"), "{told}");
}

#[test]
fn what_cannot_be_measured_is_refused_with_a_sentence() {
    for (line, problem) in [
        ("arena --ladder --upto random", "a ladder has two levels and more (try --upto learner)"),
        (
            "arena --endgames --upto learner",
            "end games are for casual and stronger levels (try --upto casual)",
        ),
        (
            "arena --honesty --exploit",
            "end games, targets, calibration, exploiters, clairvoyants, honesty and times are measured by themselves",
        ),
        ("arena --times --upto random", "nobody thinks at that level (try --upto learner)"),
        ("arena --report page.html", "a report is about one game (name it)"),
        ("arena --jobs 0", "nobody plays where no game is played at a time (try --jobs 1)"),
    ] {
        assert_eq!(run_on(line, ""), Ran::refused(problem), "{line}");
    }
    for (line, words) in [
        ("arena chess960 --exploit --count 1", "Nobody mixes in these games, so there is nothing to read.\n"),
        (
            "arena chess960 --clairvoyant --count 1",
            "These games have no secrets from anybody who could be beaten by knowing them.\n",
        ),
    ] {
        let ran = run_on(line, "");
        assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (Some(0), "", words), "{line}");
    }
}

#[test]
fn games_without_such_end_games_say_why() {
    let ran = run_on("arena cooperative-chess chess-golf --endgames --count 1", "");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), "These games have no such end games.\n"));
    let rows: Vec<&str> = ran.stdout.lines().collect();
    let [together, scored] = rows[..] else { panic!("{ran}") };
    let why = "left out: it has no two sides of which one could be beaten by the other";
    assert!(together.starts_with("cooperative-chess ") && together.ends_with(why), "{ran}");
    assert!(scored.starts_with("chess-golf ") && scored.ends_with(why), "{ran}");
}

#[test]
fn times_are_told_for_each_level() {
    let told = printed("arena two-move-chess --times --upto casual");
    let rows: Vec<&str> = told.lines().collect();
    let [heads, row] = rows[..] else { panic!("{told}") };
    assert!(heads.starts_with("milliseconds a decision ") && heads.ends_with("learner <= 20   casual <= 60"));
    let cells: Vec<&str> = row.split_whitespace().collect();
    assert_eq!((cells.len(), cells[0], cells[1]), (4, "two-move-chess", "(2025)"), "{told}");
    assert!(cells[2..].iter().all(|cell| cell.trim_end_matches('!').parse::<f64>().is_ok()), "{told}");
}

#[test]
fn games_of_other_bots_are_not_taken_for_those_of_these() {
    let place = folder("arena-bots");
    let line = "arena two-move-chess --level random --count 2 --journal j.jsonl";
    printed_in(&place, line);
    let text = std::fs::read_to_string(place.join("j.jsonl")).expect("a journal");
    let bots = text.lines().nth(1).expect("a line about the bots");
    let others = text.replace(bots, r#"{"bots":"0123456789abcdef","game":"two-move-chess"}"#);
    assert_ne!(others, text);
    std::fs::write(place.join("j.jsonl"), others).expect("it is written");
    let problem = "j.jsonl has games of two-move-chess by bots that played otherwise than those of this program; name another file, or remove that one";
    assert_eq!(ran_in(&place, line), Ran::refused(problem));
    let other_game = line.replace("two-move-chess", "chess960");
    assert_eq!(ran_in(&place, &other_game).code, Some(0), "games of another kind are left alone");
}

#[test]
fn what_was_called_likely_is_told_in_tenths() {
    let told = same_with_several_jobs("arena masquerade-chess --calibration --level random --count 300");
    let rows: Vec<&str> = told.lines().skip(1).collect();
    assert_eq!(rows.len(), 11, "{told}");
    assert!(
        rows[10].starts_with("  about 70 % (65 to 75): called ") && rows[10].contains("; wanted "),
        "{told}"
    );
    let rows = &rows[..10];
    assert!(rows.iter().any(|row| row.starts_with("  70 to 80 %: ") || row.contains("70 to 80 % likely")));
    let count = |row: &&str| row.split(" of ").nth(1)?.split(' ').next()?.parse::<u64>().ok();
    assert!(rows.iter().filter_map(count).sum::<u64>() >= 300, "{told}");
}

#[test]
fn pairs_of_worlds_are_compared_alike_by_one_thread_and_by_several() {
    let told = same_with_several_jobs("arena masquerade-chess --honesty --count 20");
    let words = "pairs of worlds that look alike get the same answer, advice and belief\n";
    assert!(told.starts_with("masquerade-chess (2025): 2") && told.ends_with(words), "{told}");
}

#[test]
fn whoever_knows_a_mix_plays_real_games_against_it() {
    let told = printed("arena two-move-chess --exploit --level random --count 2");
    assert!(told.contains(" of 2 games; the best answer to one of "), "{told}");
}

#[test]
fn the_price_of_secrets_is_a_score() {
    let told = same_with_several_jobs("arena two-move-chess --clairvoyant --level learner --count 2");
    let words = "two-move-chess (2025, learner): whoever sees through all secrets scores ";
    assert!(told.starts_with(words) && told.ends_with(" Elo of 2 games\n"), "{told}");
}

#[test]
fn an_end_game_that_is_not_won_is_a_failure() {
    let line = "arena chess960 --endgames --upto casual --count 2";
    let alone = run_on(&format!("{line} --jobs 1"), "");
    assert_eq!(run_on(&format!("{line} --jobs 3"), ""), alone);
    let rows: Vec<&str> = alone.stdout.lines().collect();
    assert_eq!(rows.len(), 2, "{alone}");
    assert!(rows[0].starts_with("chess960 ") && rows[0].contains(" K+Q casual "), "{alone}");
    let all_won = rows.iter().all(|row| row.contains(" 2/2 "));
    assert_eq!(alone.code, Some(i32::from(!all_won)), "{alone}");
}

/// Runs a command until its journal has some lines, and kills it then.
fn killed(line: &str, place: &Path, journal: &str, lines: usize) {
    let mut command = chess_kit(line.split_whitespace());
    command.current_dir(place).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the binary runs");
    let written = || std::fs::read_to_string(place.join(journal)).map_or(0, |text| text.lines().count());
    while written() < lines && child.try_wait().expect("it can be asked").is_none() {
        std::thread::yield_now();
    }
    // It may have ended by itself.
    let _ = child.kill();
    child.wait().expect("it has ended");
}

/// What a command does in a folder.
fn ran_in(place: &Path, line: &str) -> Ran {
    output(chess_kit(line.split_whitespace()).current_dir(place), "").into()
}

/// What a command prints in a folder that ends well.
#[track_caller]
fn printed_in(place: &Path, line: &str) -> String {
    let ran = ran_in(place, line);
    assert_eq!(ran.code, Some(0), "{line}: {ran}");
    ran.stdout
}

fn lines_of(place: &Path, journal: &str) -> BTreeSet<String> {
    let text = std::fs::read_to_string(place.join(journal)).expect("a journal");
    text.lines().map(str::to_owned).collect()
}

#[test]
fn a_run_that_was_killed_goes_on_where_it_was() {
    for (name, line) in [
        ("table", "arena two-move-chess --count 12"),
        ("ladder", "arena two-move-chess --ladder --upto learner --count 12"),
        ("honesty", "arena two-move-chess --honesty --count 60"),
        ("calibration", "arena masquerade-chess --calibration --level random --count 400"),
        ("endgames", "arena chess960 --endgames --upto casual --count 3"),
        ("clairvoyant", "arena two-move-chess --clairvoyant --level learner --count 6"),
    ] {
        let place = folder(&format!("arena-{name}"));
        let whole = ran_in(&place, &format!("{line} --jobs 1 --journal whole.jsonl"));
        assert!(!whole.stdout.is_empty(), "{name}: {whole}");
        let line = format!("{line} --jobs 1 --journal part.jsonl");
        killed(&line, &place, "part.jsonl", 3);
        let before = lines_of(&place, "part.jsonl");
        assert_eq!(ran_in(&place, &line), whole, "{name}");
        let after = lines_of(&place, "part.jsonl");
        assert!(before.iter().filter(|line| line.ends_with('}')).all(|line| after.contains(line)), "{name}");
        assert_eq!(after, lines_of(&place, "whole.jsonl"), "{name}");
        // What is known is not played again.
        assert_eq!(ran_in(&place, &line), whole, "{name}");
        assert_eq!(lines_of(&place, "part.jsonl"), after, "{name}");
    }
}

#[test]
fn a_report_goes_on_with_its_ladder() {
    let place = folder("arena-report");
    let line = "arena two-move-chess --level learner --ladder --upto learner --count 6 --jobs 1 --report";
    printed_in(&place, &format!("{line} whole.html"));
    killed(&format!("{line} part.html"), &place, "part.jsonl", 8);
    printed_in(&place, &format!("{line} part.html"));
    let read = |name: &str| std::fs::read_to_string(place.join(name)).expect("a file");
    assert_eq!(read("part.html"), read("whole.html"));
    assert_eq!(read("part.json"), read("whole.json"));
    assert!(read("whole.html").contains("learner – random"));
    let other = ran_in(&place, &format!("{line} part.html --seed 2"));
    let problem = "part.jsonl has games of something else; name another file, or remove that one";
    assert_eq!(other, Ran::refused(problem));
}

#[test]
fn every_target_has_its_line() {
    let place = folder("arena-targets");
    let line = "arena two-move-chess masquerade-chess telepathic-chess cooperative-chess --targets --quick --count 1 --journal j.jsonl";
    let told = printed_in(&place, line);
    let named = |target: &str| {
        told.lines().any(|line| line.split(['.', ' ', ',']).take(3).any(|word| word == target))
    };
    let missing: Vec<String> =
        (1..=16).filter(|number| *number != 15).map(|number| format!("T{number}")).collect();
    let missing: Vec<&String> = missing.iter().filter(|target| !named(target)).collect();
    assert!(missing.is_empty(), "{missing:?}\n{told}");
    for words in [
        "not measured: no other program is named (try --rival stockfish)",
        "casual – greedy",
        " deals has 9 moves or more and one solution only",
        "about 70 % (65 to 75): called ",
        " choices of these partners met",
        "cooperative-chess: learner with random makes ",
        "T8       cooperative-chess: casual – learner ",
        "T2       5 later holes of a round, of 3 cards, ",
        "(1 game, random)",
        "(1 game, learner)",
        "(1 game, casual)",
        "whoever sees through all secrets scores",
    ] {
        assert!(told.contains(words), "{words}\n{told}");
    }
    // The second time nothing is left to be played, and what does not depend on the machine is the same.
    let known = lines_of(&place, "j.jsonl");
    let again = printed_in(&place, line);
    assert_eq!(lines_of(&place, "j.jsonl"), known);
    let steady = |told: &str| -> Vec<String> {
        let lines = told.lines().filter(|line| !line.starts_with("time ") && !line.starts_with("T14"));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(steady(&again), steady(&told));
}
