//! Scoresheets of real games that were changed by hand, or written by older rules.

use kit_games::CATALOGUE;
use kit_play::log::{Line, Log};
use kit_play::reading::Reading;
use kit_play::{Chance, Conduct, Scoresheet, Seat, Table, Terms, Viewer};

const WHITE: Seat = Seat(0);
const BLACK: Seat = Seat(1);

/// A game of Chess960 from the usual start.
fn opening_moves(moves: &[&str]) -> Table {
    let game = kit_play::referee::listed(CATALOGUE, "chess960").expect("a game of the catalogue");
    let options = [("number".to_owned(), "518".to_owned())].into();
    let terms = Terms::agree(game.about(), None, &options, None, None).expect("terms");
    let mut table = Table::open(game, &terms, &mut Chance::seeded(1)).expect("a table");
    for (step, seat) in moves.iter().zip([WHITE, BLACK].into_iter().cycle()) {
        table.act(seat, step, &mut Chance::seeded(1)).expect("a move on offer");
    }
    table
}

/// Why a sheet cannot be played, after a line was added.
fn problem(table: &Table, line: &str) -> String {
    let sheet: Scoresheet = format!("{}{line}\n", table.scoresheet()).parse().expect("a scoresheet");
    Table::replay(CATALOGUE, &sheet).map(|_| ()).expect_err(line).to_string()
}

#[test]
fn what_cannot_have_happened_is_refused() {
    let table = opening_moves(&["e2e4"]);
    assert_eq!(problem(&table, "! team 9 resigns"), "entry 2: there is no team 9 at this table");
    assert_eq!(problem(&table, "2 nobody dance"), "entry 2: nobody acts here but `time`, not `dance`");
    assert_eq!(problem(&table, "2 nobody time"), "entry 2: no countdown is running, so no time can run out");
}

#[test]
fn a_game_that_was_called_off_checks() {
    let mut table = opening_moves(&["e2e4", "e7e5"]);
    table.end(Conduct::CalledOff);
    let text = table.scoresheet().to_string();
    assert!(text.contains("> draw: The game was called off, and nobody has lost"), "{text}");
    let again = Table::replay(CATALOGUE, &text.parse().expect("a scoresheet")).expect("it holds");
    assert_eq!(again.scoresheet(), table.scoresheet());
}

/// Where a sheet breaks is told to all, and what was done there only to whom it concerns.
#[test]
fn a_sealed_action_that_is_refused_is_named_to_nobody_else() {
    let game = kit_play::referee::listed(CATALOGUE, "two-move-chess").expect("a game of the catalogue");
    let terms = Terms::agree(game.about(), None, &Default::default(), None, None).expect("terms");
    let mut table = Table::open(game, &terms, &mut Chance::seeded(1)).expect("a table");
    table.act(WHITE, "open=RK", &mut Chance::seeded(1)).expect("two cards on offer");
    let told = |line: &str, viewer| {
        let sheet: Scoresheet = format!("{}{line}\n", table.scoresheet()).parse().expect("a scoresheet");
        let reading = Reading::of(CATALOGUE, &sheet).expect("a game of the catalogue");
        reading.problem_for(viewer).expect("a sheet that breaks").to_string()
    };
    let hidden = "entry 2: these rules refuse what was done here";
    assert_eq!(told("2 white QK", Viewer::Seat(WHITE)), "entry 2: `QK` is not on offer to white now");
    assert_eq!(told("2 white QK", Viewer::Seat(BLACK)), hidden);
    assert_eq!(told("2 white QK", Viewer::Public), hidden);
    assert_eq!(told("2 nobody QK", Viewer::Public), hidden);
    assert_eq!(told("! team 9 resigns", Viewer::Public), "entry 2: there is no team 9 at this table");
}

/// What no longer holds may have been taken back; then all of the rest is played.
#[test]
fn entries_taken_back_across_the_break_are_gone() {
    let table = opening_moves(&["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6"]);
    let text = table.scoresheet().to_string().replace("Black plays Nf6.", "Black plays something else.");
    let other = opening_moves(&["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"]).scoresheet().to_string();
    let last: Vec<&str> = other.lines().skip_while(|line| !line.starts_with("5 ")).collect();
    let log = Log::read_whole(&format!("{text}- 2\n{}\n", last.join("\n"))).expect("a log");
    let header = log.header.clone().expect("a header");
    let mut lines = log.lines.iter().map(|(_, line)| line);
    let Some(Line::Deal { rolls, said }) = lines.next() else { panic!("a deal comes first") };
    let sheet = Scoresheet { header, setup: rolls.clone(), said: said.clone(), ..Scoresheet::default() };
    let mut reading = Reading::begin(table.game(), &sheet);
    lines.for_each(|line| reading.follow(line));
    let heard: Vec<String> = reading.heard(Viewer::Public).map(|(_, words)| words.to_string()).collect();
    assert_eq!(heard.last().map(String::as_str), Some("White plays Bb5."));
    assert!(!heard.iter().any(|words| words == "White plays Bc4."), "{heard:?}");
    assert_eq!(reading.problem(), None, "nothing is left that does not hold");
}

/// What was taken back must have been played, and free to be taken back.
#[test]
fn what_was_taken_back_is_played_too() {
    let masks = kit_play::referee::listed(CATALOGUE, "masquerade-chess").expect("a game of the catalogue");
    let terms = Terms::agree(masks.about(), None, &Default::default(), None, None).expect("terms");
    let mut table = Table::open(masks, &terms, &mut Chance::seeded(1)).expect("a table");
    let read = |text: &str| Table::read(CATALOGUE, text).map(|table| table.entries());
    let problem = |text: &str| read(text).expect_err("it cannot have happened").to_string();
    while table.undoable() == table.entries() {
        let seat = table.acting()[0];
        let action = table.glimpse(Viewer::Seat(seat)).offers()[0].action.clone();
        table.act(seat, &action, &mut Chance::seeded(1)).expect("an action on offer");
        assert!(table.entries() < 200, "nobody learns anything");
    }
    let (text, entries) = (table.scoresheet().to_string(), table.entries());
    assert_eq!(read(&text), Ok(entries));
    assert_eq!(
        problem(&format!("{text}- 1\n")),
        format!("entry {}: 1 of the entries before this cannot be taken back", entries + 1)
    );

    let open = opening_moves(&["e2e4", "e7e5"]).scoresheet().to_string();
    assert_eq!(read(&format!("{open}- 2\n")), Ok(0));
    let refused = "3 white e1e8\n- 1\n";
    assert_eq!(problem(&format!("{open}{refused}")), "entry 3: `e1e8` is not on offer to white now");
}

/// Fingerprints stand for words that were not written down, and are compared like these.
#[test]
fn a_fingerprint_is_kept_and_compared() {
    let table = opening_moves(&["e2e4"]);
    let text: String = table
        .scoresheet()
        .to_string()
        .lines()
        .filter(|line| !line.contains("plays"))
        .fold(String::new(), |text, line| text + line + "\n");
    let sheet: Scoresheet = format!("{text}~ 0123456789abcdef\n").parse().expect("a scoresheet");
    assert!(sheet.to_string().ends_with("~ 0123456789abcdef\n"), "{sheet}");
    let problem = Table::replay(CATALOGUE, &sheet).map(|_| ()).expect_err("other words").to_string();
    assert_eq!(problem, "entry 1: what is said now differs from what was written down");
}

/// [golf.solo] The option is younger than the game: logs that do not name it follow the old rule.
#[test]
fn an_option_that_a_log_does_not_name_is_what_it_was_before() {
    let golf = kit_play::referee::listed(CATALOGUE, "chess-golf").expect("a game of the catalogue");
    let terms = Terms::agree(golf.about(), None, &Default::default(), Some(1), None).expect("terms");
    assert_eq!(terms.choice("alone"), "fingers");
    let table = Table::open(golf, &terms, &mut Chance::seeded(1)).expect("a table");
    let text = table.scoresheet().to_string().replace("option alone: fingers\n", "");
    let sheet: Scoresheet = text.parse().expect("a scoresheet");
    let old = Table::replay(CATALOGUE, &sheet).expect("it holds");
    assert_eq!(old.terms().choice("alone"), "by_the_letter");
}

#[test]
fn a_short_move_that_could_be_two_is_told_both() {
    let mut table = opening_moves(&["g1f3", "a7a6", "b1c3", "a6a5", "c3e4", "a5a4"]);
    let refusal = table.act(WHITE, "Ng5", &mut Chance::seeded(1)).expect_err("two knights can go there");
    assert_eq!(refusal.to_string(), "`Ng5` could be f3g5 or e4g5");
}
