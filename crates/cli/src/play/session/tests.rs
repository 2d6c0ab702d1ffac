//! Sessions at real tables.

use kit_games::CATALOGUE;
use kit_play::Terms;

use super::super::seating::Wishes;
use super::*;

/// A table that always starts alike, with these players.
fn session(white: &str, black: &str) -> Session {
    let game = kit_play::referee::listed(CATALOGUE, "chess960").expect("a game");
    let mut chance = Chance::seeded(5);
    let options = [("number".to_owned(), "518".to_owned())].into();
    let terms = Terms::agree(game.about(), None, &options, None, None).expect("terms");
    let table = Table::open(game, &terms, &mut chance).expect("a table");
    let who = |text: &str| Some(text.parse().expect("a player"));
    let wishes = Wishes { white: who(white), black: who(black), ..Wishes::default() };
    let seating = Seating::wished(&table, &wishes).expect("a seating");
    Session::new(table, seating, chance, true)
}

fn notice(reply: Reply) -> String {
    match reply {
        Reply::Notice(words) => words,
        other => panic!("no notice: {other:?}"),
    }
}

fn let_bots_act(session: &mut Session) {
    while let Some(turn) = session.bot_turn() {
        session.bot_acts(turn.think()).expect("a bot does what it may");
    }
}

fn last_action(session: &Session) -> String {
    session.table().scoresheet().entries.last().map(|entry| entry.action.clone()).unwrap_or_default()
}

#[test]
fn a_line_is_understood_in_many_ways() {
    for (line, action) in [
        ("e2e4", "e2e4"),
        (" E2-E4 ", "e2e4"),
        ("Nf3", "g1f3"),
        ("nf3", "g1f3"),
        ("e4", "e2e4"),
        ("pawn e2 to e3", "e2e3"),
        ("g1xf3", "g1f3"),
        ("g1f", "g1f3"),
    ] {
        let mut session = session("me", "bot:random");
        assert_eq!(session.enter(line), Reply::Done, "{line}");
        assert_eq!(last_action(&session), action, "{line}");
    }
    let mut session = session("me", "bot:random");
    let third = session.menu().offers()[2].action.clone();
    session.enter("3");
    assert_eq!(last_action(&session), third);
}

#[test]
fn bad_input_is_refused_with_what_comes_near() {
    let mut session = session("me", "bot:random");
    assert_eq!(
        notice(session.enter("e2e5")),
        "You cannot do `e2e5` now.\nWhat you may do and comes near: e2e3, e2e4"
    );
    assert!(notice(session.enter("e2")).starts_with("`e2` could be e2e3, e2e4"));
    let long = "x".repeat(100_000);
    for line in ["\u{0}\u{1b}[2J", "999999999999999999999", "♞", "save", long.as_str()] {
        assert!(!notice(session.enter(line)).is_empty());
    }
    assert_eq!(session.enter(""), Reply::Done);
    assert_eq!(session.table().entries(), 0);
}

#[test]
fn undo_goes_back_to_ones_own_decision() {
    let mut session = session("me", "bot:random");
    assert!(notice(session.enter("undo")).starts_with("You have not done anything yet"));
    session.enter("e2e4");
    let_bots_act(&mut session);
    session.enter("d2d4");
    let_bots_act(&mut session);
    assert_eq!(session.table().entries(), 4);
    assert_eq!(notice(session.enter("undo")), "Taken back.");
    assert_eq!(session.table().entries(), 2);
    assert_eq!(session.stage(), Stage::Decide(Seat(0)));
    assert_eq!(notice(session.enter("undo")), "Taken back.");
    assert_eq!(session.table().entries(), 0);
}

#[test]
fn undo_asks_the_other_person() {
    let mut session = session("me:Ann", "me:Bob");
    for line in ["e2e4", "e7e5"] {
        session.lift_curtain();
        session.enter(line);
    }
    session.lift_curtain();
    session.enter("undo");
    let Stage::Asking { words, veiled: false } = session.stage() else { panic!("no question") };
    assert_eq!(words, "This takes back what Bob did, too. Does Bob agree? (yes or no)");
    assert!(notice(session.enter("perhaps")).contains("yes or no"));
    session.enter("yes");
    assert_eq!(session.table().entries(), 0);
    assert_eq!(session.stage(), Stage::Decide(Seat(0)));
}

#[test]
fn the_curtain_falls_between_two_people() {
    let mut session = session("me", "me");
    assert_eq!(session.stage(), Stage::Curtain(session.seating().people()[0]));
    assert_eq!(session.viewer(), Viewer::Public);
    assert!(session.menu().offers().is_empty());
    assert!(notice(session.enter("e2e4")).starts_with("There is nothing to decide"));
    session.lift_curtain();
    assert_eq!(session.stage(), Stage::Decide(Seat(0)));
    assert_eq!(session.viewer(), Viewer::Seat(Seat(0)));
    session.enter("e2e4");
    assert_eq!(session.stage(), Stage::Curtain(session.seating().people()[1]));
    assert_eq!(session.name_of(session.seating().people()[1]), "Black");
    session.lift_curtain();
    assert_eq!(session.viewer(), Viewer::Seat(Seat(1)));
    assert_eq!(session.news().last().map(String::as_str), Some("White plays e4."));
    assert_eq!(session.news(), Vec::<String>::new());
}

#[test]
fn one_person_needs_no_curtain() {
    let mut alone = session("me", "bot:random");
    assert_eq!(alone.stage(), Stage::Decide(Seat(0)));
    alone.enter("e2e4");
    assert_eq!(alone.stage(), Stage::Bot(Seat(1)));
    let mut both = session("me:Ann", "me:Ann");
    both.enter("e2e4");
    assert_eq!(both.stage(), Stage::Decide(Seat(1)));
}

#[test]
fn resigning_wants_to_be_confirmed() {
    let mut session = session("me", "bot:random");
    session.enter("resign");
    session.enter("no");
    assert_eq!(session.stage(), Stage::Decide(Seat(0)));
    session.enter("resign");
    session.enter("yes");
    assert_eq!(session.stage(), Stage::Over);
    let outcome = session.table().outcome().expect("an outcome");
    assert_eq!(outcome.sentence(session.table().about()).to_string(), "Black wins by resignation");
}

#[test]
fn bots_decline_draws_and_people_are_asked() {
    let mut alone = session("me", "bot:random");
    assert!(notice(alone.enter("draw")).contains("declined"));
    let mut two = session("me:Ann", "me:Bob");
    two.lift_curtain();
    two.enter("draw");
    let words = "Bob: White offers a draw. Do you agree? (yes or no)".to_owned();
    assert_eq!(two.stage(), Stage::Asking { words, veiled: true });
    assert!(notice(two.enter("no")).contains("declined"));
    assert_eq!(two.stage(), Stage::Curtain(two.seating().people()[0]));
    two.lift_curtain();
    two.enter("/draw");
    two.enter("yes");
    assert_eq!(two.stage(), Stage::Over);
    assert_eq!(two.viewer(), Viewer::Public);
}

#[test]
fn nobody_leaves_without_being_asked_to_save() {
    let mut session = session("me", "bot:random");
    assert_eq!(session.enter("quit"), Reply::Quit);
    session.enter("e2e4");
    let_bots_act(&mut session);
    assert_eq!(session.enter("quit"), Reply::Done);
    assert_eq!(session.enter(""), Reply::Done);
    session.enter("quit");
    assert!(notice(session.enter("/no/such/folder/game.txt")).contains("no such folder"));
    assert_eq!(session.enter("no"), Reply::Quit);
}

#[test]
fn only_scoresheets_are_overwritten() {
    let folder = std::env::temp_dir().join(format!("chess-kit-session-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (letter, game) = (folder.join("letter.txt"), folder.join("game.txt"));
    std::fs::write(&letter, "Dear Ann").expect("a letter");
    let mut session = session("me", "bot:random");
    assert!(notice(session.enter(&format!("save {}", letter.display()))).contains("is no scoresheet"));
    assert!(notice(session.enter(&format!("save {}", game.display()))).starts_with("Saved to "));
    session.enter("e2e4");
    assert!(notice(session.enter(&format!("save {}", game.display()))).starts_with("Saved to "));
    let sheet: kit_play::Scoresheet =
        std::fs::read_to_string(&game).expect("a file").parse().expect("a scoresheet");
    assert_eq!(sheet.entries.len(), 1);
    assert_eq!(sheet.header.players["black"], "bot:random");
    std::fs::remove_dir_all(&folder).expect("a folder");
}

#[test]
fn the_rules_open_at_the_rule_that_matters() {
    let session = session("me", "bot:random");
    let Reply::Page { lines, at, .. } = session.rules(false) else { panic!("no page") };
    assert!(at > 0 && at < lines.len(), "{at}");
    let Reply::Page { at: 0, .. } = session.rules(true) else { panic!("not the whole book") };
}

/// Whether a game ends in which a club bot has long lost and still has moves.
fn is_given_up(bots_resign: bool) -> bool {
    let mut session = session("bot:club", "bot:random").with_resigning_bots(bots_resign);
    for _ in 0..24 {
        let Some(BotTurn { seat, bot, glimpse, .. }) = session.bot_turn() else { break };
        let chance_to_win = if seat == Seat(0) { 0.0 } else { 0.6 };
        let action = glimpse.actions()[0].clone();
        let thought = Thought { action, chance_to_win, depth: 1, worlds: 1, nodes: 10 };
        session.bot_acts(BotAnswer { seat, bot, thought: Some(thought) }).expect("it is on offer");
    }
    session.table().outcome().is_some()
}

#[test]
fn bots_give_up_unless_they_are_to_play_on() {
    assert!(is_given_up(true));
    assert!(!is_given_up(false));
}
