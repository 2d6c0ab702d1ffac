//! Conduct at a table, without sockets: seats, draws, undo, clocks, bots, talk and watching.

use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;

use kit_games::CATALOGUE;
use kit_play::Viewer;
use kit_server::bus::LocalBus;
use kit_server::hall::{Hall, HallSettings};
use kit_server::store::SqliteStore;
use kit_server::turns::Asker;
use kit_sitting::Error;
use kit_sitting::wire::{DoneNote, Enter, Status};
use kit_sitting::{Digest, TableId};
use kit_sitting::{Secrets, Seen};
use serde_json::{Value, json};

thread_local! {
    /// What time it is in the hall; each test has a thread of its own.
    static TIME: Cell<i64> = const { Cell::new(1_800_000_000_000) };
}

fn let_pass(milliseconds: i64) {
    TIME.set(TIME.get() + milliseconds);
}

/// A hall, and people who ask for things.
struct Club {
    hall: Arc<Hall>,
}

/// A table with the secrets of its people.
struct Evening {
    table: TableId,
    host: Secrets,
    seats: Vec<(String, Secrets)>,
}

impl Club {
    async fn open() -> Club {
        let store = Arc::new(SqliteStore::in_memory().await.expect("a store in memory"));
        let settings =
            HallSettings { now: Some(|| TIME.get()), bot_pace: Duration::ZERO, ..HallSettings::default() };
        Club { hall: Hall::new(CATALOGUE, store, Arc::new(LocalBus::default()), settings) }
    }

    /// A table with two guests, not started.
    async fn invite(&self, request: Value) -> Evening {
        let request = serde_json::from_value(request).expect("a request");
        let opened = self.hall.open(request, Asker::NOBODY).await.expect("a table");
        let table: TableId = opened.note.table.parse().expect("a name");
        let host = secrets(&opened.host.reveal());
        let mut seats = Vec::new();
        for invitation in opened.note.invitations {
            let enter: Enter =
                serde_json::from_value(json!({"invitation": invitation.code})).expect("a request");
            let (entered, token) = self.hall.enter(&table, enter, Asker::NOBODY).await.expect("a seat");
            seats.push((entered.seat, secrets(&token.reveal())));
        }
        Evening { table, host, seats }
    }

    /// A table with guests on all seats, started.
    async fn start(&self, game: &str, seats: usize, more: Value) -> Evening {
        let invited: Vec<Value> = (0..seats).map(|_| json!({"sitter": "invited"})).collect();
        let mut request = json!({"game": game, "seats": invited});
        request.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        let evening = self.invite(request).await;
        self.ask_host(&evening, json!({"start": {}})).await.expect("everybody is there");
        evening
    }

    async fn ask(&self, evening: &Evening, seat: usize, command: Value) -> Result<DoneNote, Error> {
        let command = serde_json::from_value(command).expect("a command");
        let (name, secrets) = &evening.seats[seat];
        self.hall.command(&evening.table, name, secrets, command, Asker::NOBODY).await
    }

    async fn ask_host(&self, evening: &Evening, command: Value) -> Result<DoneNote, Error> {
        let command = serde_json::from_value(command).expect("a command");
        self.hall.command(&evening.table, "host", &evening.host, command, Asker::NOBODY).await
    }

    /// What a seat is shown.
    async fn frame(&self, evening: &Evening, seat: usize) -> Value {
        let (name, secrets) = &evening.seats[seat];
        let viewing = self.hall.viewing(&evening.table, name, secrets).await.expect("one's own seat");
        let frame = self.hall.frame(&viewing, &mut Seen::default()).await.expect("a frame");
        serde_json::to_value(frame.expect("something is shown")).expect("JSON")
    }

    /// Lets a seat do the first thing that is on offer.
    async fn act(&self, evening: &Evening, seat: usize) -> Result<DoneNote, Error> {
        let frame = self.frame(evening, seat).await;
        let action = &frame["body"]["glimpse"]["offers"][0]["action"];
        self.ask(evening, seat, json!({"act": {"action": action, "prompt": frame["prompt"]}})).await
    }

    async fn outcome(&self, evening: &Evening) -> String {
        let frame = self.frame(evening, 0).await;
        frame["body"]["glimpse"]["outcome"]["text"].as_str().unwrap_or("none").to_owned()
    }
}

fn secrets(token: &str) -> Secrets {
    Secrets(vec![Digest::of(token)])
}

fn code<T>(done: &Result<T, Error>) -> &'static str {
    done.as_ref().err().map_or("done", Error::code)
}

#[tokio::test]
async fn teams_agree_on_a_draw_or_go_on() {
    let club = Club::open().await;
    let evening = club.start("chess960", 2, json!({})).await;
    assert_eq!(code(&club.ask(&evening, 1, json!({"accept-draw": {}})).await), "not-now");
    club.ask(&evening, 0, json!({"offer-draw": {}})).await.expect("an offer");
    assert_eq!(code(&club.ask(&evening, 0, json!({"offer-draw": {}})).await), "not-now");
    club.ask(&evening, 1, json!({"decline-draw": {}})).await.expect("an answer");
    club.ask(&evening, 1, json!({"offer-draw": {}})).await.expect("an offer");
    club.ask(&evening, 0, json!({"accept-draw": {}})).await.expect("an answer");
    assert_eq!(club.outcome(&evening).await, "Draw by agreement");
    assert_eq!(code(&club.ask(&evening, 0, json!({"resign": {}})).await), "over");
}

#[tokio::test]
async fn something_is_taken_back_only_when_others_agree() {
    let club = Club::open().await;
    let evening = club.start("chess960", 2, json!({})).await;
    let first = club.frame(&evening, 0).await;
    club.act(&evening, 0).await.expect("a move");
    assert_eq!(code(&club.ask(&evening, 1, json!({"ask-undo": {}})).await), "not-now");
    club.ask(&evening, 0, json!({"ask-undo": {}})).await.expect("a question");
    assert_eq!(code(&club.ask(&evening, 0, json!({"grant-undo": {}})).await), "not-now");
    club.ask(&evening, 1, json!({"grant-undo": {}})).await.expect("an answer");
    let again = club.frame(&evening, 0).await;
    assert_eq!(again["body"]["glimpse"], first["body"]["glimpse"], "the board is as it was");
    assert!(again["number"].as_u64() > first["number"].as_u64(), "numbers only go up");
    assert!(again["prompt"].as_u64() > first["prompt"].as_u64(), "an old click does not count");
}

#[tokio::test]
async fn what_is_sealed_stays_sealed() {
    let club = Club::open().await;
    let evening = club.start("synchronous-chess", 2, json!({})).await;
    club.act(&evening, 0).await.expect("a sealed choice");
    assert_eq!(code(&club.ask(&evening, 0, json!({"ask-undo": {}})).await), "not-now");
}

#[tokio::test]
async fn a_clock_that_runs_out_ends_the_game() {
    let club = Club::open().await;
    let clock = json!({"clock": {"clock": "player", "seconds": 60, "increment": 1}});
    let evening = club.start("chess960", 2, clock).await;
    let running = tokio::spawn(Arc::clone(&club.hall).run());
    let frame = club.frame(&evening, 0).await;
    assert_eq!(frame["clocks"][0], json!({"seat": "white", "milliseconds": 60_000, "running": true}));
    assert_eq!(frame["clocks"][1], json!({"seat": "black", "milliseconds": 60_000, "running": false}));
    let mut watching = club.hall.watch(&evening.table, Asker::NOBODY);
    let_pass(61_000);
    watching.changed().await;
    while club.outcome(&evening).await == "none" {
        watching.changed().await;
    }
    assert_eq!(club.outcome(&evening).await, "Black wins by time");
    running.abort();
}

#[tokio::test]
async fn a_game_that_keeps_time_takes_no_clock() {
    let club = Club::open().await;
    let request = json!({
        "game": "chess-golf",
        "seats": [{"sitter": "me"}, {"sitter": "me"}],
        "clock": {"clock": "move", "seconds": 30}
    });
    let opened = club.hall.open(serde_json::from_value(request).expect("a request"), Asker::NOBODY).await;
    assert_eq!(code(&opened), "bad-terms");
}

#[tokio::test]
async fn a_bot_takes_the_place_of_a_player_who_left_and_gives_it_back() {
    let club = Club::open().await;
    let evening = club.start("chess960", 2, json!({})).await;
    let replace = json!({"replace": {"seat": "white", "level": "random"}});
    assert_eq!(code(&club.ask(&evening, 1, replace.clone()).await), "not-now");
    club.ask(&evening, 0, json!({"leave": {}})).await.expect("White may leave");
    let mut watching = club.hall.watch(&evening.table, Asker::NOBODY);
    club.ask(&evening, 1, replace).await.expect("White has left");
    while club.frame(&evening, 1).await["body"]["glimpse"]["offers"].as_array().is_some_and(Vec::is_empty) {
        watching.changed().await;
    }
    club.ask(&evening, 0, json!({"return": {}})).await.expect("White may come back");
    club.act(&evening, 1).await.expect("Black moves");
    club.act(&evening, 0).await.expect("White decides again");
}

#[tokio::test]
async fn a_win_can_be_claimed_when_the_others_have_left() {
    let club = Club::open().await;
    let evening = club.start("chess960", 2, json!({})).await;
    assert_eq!(code(&club.ask(&evening, 1, json!({"claim-win": {}})).await), "not-now");
    club.ask(&evening, 0, json!({"leave": {}})).await.expect("White may leave");
    club.ask(&evening, 1, json!({"claim-win": {}})).await.expect("nobody plays for White");
    assert_eq!(club.outcome(&evening).await, "Black wins by abandonment");
}

#[tokio::test]
async fn an_invitation_is_good_once_and_a_moved_seat_leaves_the_old_device() {
    let club = Club::open().await;
    let evening = club.start("masquerade-chess", 2, json!({})).await;
    let (name, old) = &evening.seats[0];
    let viewing = club.hall.viewing(&evening.table, name, old).await.expect("one's own seat");
    let done = club.ask(&evening, 0, json!({"move": {}})).await.expect("a new link");
    let token = done.invitation.expect("a link").token;
    let enter = || serde_json::from_value::<Enter>(json!({"invitation": token})).expect("a request");
    club.hall.enter(&evening.table, enter(), Asker::NOBODY).await.expect("the other device");
    assert_eq!(
        code(&club.hall.enter(&evening.table, enter(), Asker::NOBODY).await.map(|_| ())),
        "bad-invitation"
    );
    assert_eq!(code(&club.hall.frame(&viewing, &mut Seen::default()).await), "seat-moved");
    assert_eq!(code(&club.ask(&evening, 0, json!({"resign": {}})).await), "not-your-seat");
}

#[tokio::test]
async fn partners_are_silent_while_one_of_them_predicts() {
    let club = Club::open().await;
    let evening = club.start("telepathic-chess", 4, json!({})).await;
    for seat in 0..4 {
        let words = json!({"say": {"channel": "all", "text": "psst"}});
        assert_eq!(code(&club.ask(&evening, seat, words).await), "silence", "nobody has moved");
    }
    let evening = club.start("crowded-house", 4, json!({})).await;
    let team = json!({"say": {"channel": "team", "text": "psst"}});
    assert_eq!(code(&club.ask(&evening, 0, team).await), "silence", "all talk is heard by all four");
    club.ask(&evening, 0, json!({"say": {"channel": "all", "text": "<b>hello</b>"}})).await.expect("talk");
    assert_eq!(club.frame(&evening, 3).await["chat"][0]["text"], "<b>hello</b>");
}

#[tokio::test]
async fn a_table_that_may_not_be_watched_is_closed_to_those_who_looked_before_the_start() {
    let club = Club::open().await;
    let seats = json!([{"sitter": "invited"}, {"sitter": "invited"}]);
    let evening = club
        .invite(json!({"game": "masquerade-chess", "seats": seats, "spectators": {"policy": "none"}}))
        .await;
    let nobody = Secrets::default();
    let stranger = club.hall.viewing(&evening.table, "public", &nobody).await.expect("a waiting room");
    let mut seen = Seen::default();
    club.hall.frame(&stranger, &mut seen).await.expect("a waiting room");
    club.ask_host(&evening, json!({"start": {}})).await.expect("everybody is there");
    assert_eq!(code(&club.hall.frame(&stranger, &mut seen).await), "not-watchable");
    assert_eq!(code(&club.hall.viewing(&evening.table, "public", &nobody).await), "not-watchable");
    let player = club.hall.viewing(&evening.table, "public", &evening.seats[0].1).await;
    assert_eq!(player.expect("players may look with the public's eyes").viewer, Viewer::Public);
}

#[tokio::test]
async fn those_who_watch_with_a_delay_see_what_was() {
    let club = Club::open().await;
    let policy = json!({"spectators": {"policy": "delayed", "minutes": 10}});
    let evening = club.start("masquerade-chess", 2, policy).await;
    let nobody = Secrets::default();
    let late = club.hall.viewing(&evening.table, "white", &nobody).await.expect("watching with a delay");
    assert_eq!(code(&club.hall.frame(&late, &mut Seen::default()).await), "not-started");
    let then = club.frame(&evening, 0).await;
    let_pass(10 * 60_000);
    club.act(&evening, 0).await.expect("a decision");
    let frame = club.hall.frame(&late, &mut Seen::default()).await.expect("a frame").expect("something");
    let shown = serde_json::to_value(frame).expect("JSON");
    assert_eq!(shown["body"]["glimpse"], then["body"]["glimpse"], "ten minutes ago nothing was decided");
}

#[tokio::test]
async fn secrets_are_open_only_when_the_game_is_over() {
    let club = Club::open().await;
    let evening = club.start("masquerade-chess", 2, json!({})).await;
    club.act(&evening, 0).await.expect("a decision");
    assert_eq!(code(&club.hall.scoresheet(&evening.table).await), "not-over");
    assert_eq!(code(&club.hall.replay(&evening.table, 0, "white").await), "not-over");
    club.ask(&evening, 0, json!({"resign": {}})).await.expect("an end");
    let sheet = club.hall.scoresheet(&evening.table).await.expect("a scoresheet");
    assert!(sheet.contains("! team 0 resigns"), "{sheet}");
    let note = club.hall.replay(&evening.table, 1, "black").await.expect("a replay");
    assert_eq!((note.entry, note.entries), (1, 2));
    let standing = club.hall.standing(&evening.table, &Secrets::default()).await.expect("a table");
    assert_eq!(standing.note.status, Status::Over);
}
