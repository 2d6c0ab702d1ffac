//! Conduct at a table, without sockets: seats, draws, undo, clocks, bots, talk and watching.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::http::StatusCode;
use axum::response::IntoResponse;
use futures_util::future::join_all;
use kit_answers::archive::Moments;
use kit_games::CATALOGUE;
use kit_play::{Chance, Viewer};
use kit_server::bus::LocalBus;
use kit_server::hall::{ByCode, Hall, HallSettings, Speaker, Viewing};
use kit_server::http::problem::Problem;
use kit_server::store::{IndexEntry, NewRecord, SqliteStore, Store, StoredRecord};
use kit_server::turns::Asker;
use kit_sitting::wire::{DoneNote, Enter, Status};
use kit_sitting::{CodeKey, Digest, Error, Record, Secrets, Seen, Sitting, TableId};
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
    store: Arc<dyn Store>,
    bus: Arc<LocalBus>,
}

/// A table with the secrets of its people.
struct Evening {
    table: TableId,
    host: Secrets,
    seats: Vec<(String, Secrets)>,
}

impl Club {
    async fn open() -> Club {
        let store: Arc<dyn Store> = Arc::new(SqliteStore::in_memory().await.expect("a store in memory"));
        let bus = Arc::new(LocalBus::default());
        Club { hall: hall(&store, &bus, HallSettings::default()), store, bus }
    }

    /// Another node, which has read nothing yet.
    fn other_node(&self, settings: HallSettings) -> Club {
        let (store, bus) = (Arc::clone(&self.store), Arc::clone(&self.bus));
        Club { hall: hall(&store, &bus, settings), store, bus }
    }

    /// What is true at a table, folded from the store.
    async fn sitting(&self, table: &TableId) -> Sitting {
        let records = self.store.read(table.clone(), 0).await.expect("the store answers");
        Sitting::fold(self.hall.house(), table.clone(), &records).expect("records hold")
    }

    /// Writes something down, as a node does that stops right after it.
    async fn write(&self, sitting: &Sitting, record: &Record) {
        let index = self.store.index(sitting.id().clone()).await.expect("the store answers");
        let index = index.unwrap_or_else(|| IndexEntry {
            table: sitting.id().clone(),
            listed: false,
            clock_due: None,
            bots_due: None,
            lobby: String::new(),
            codes: Vec::new(),
        });
        let entry = NewRecord { record: sitting.stored(record), index };
        self.store.append(entry).await.expect("the store answers");
    }

    /// What somebody without a seat is shown with a seat's eyes, some time later.
    async fn late_frame(&self, late: &Viewing) -> Result<Value, Error> {
        let frame = self.hall.frame(late, &mut Seen::default()).await?;
        Ok(serde_json::to_value(frame.expect("something is shown")).expect("JSON"))
    }

    /// Lets whoever must act do the first thing on offer, so many times.
    async fn play(&self, evening: &Evening, actions: usize) {
        for _ in 0..actions {
            let sitting = self.sitting(&evening.table).await;
            let acts = |name: &str| sitting.must_act(sitting.seat_named(name).expect("a seat"));
            let seat = evening.seats.iter().position(|(name, _)| acts(name)).expect("somebody acts");
            self.act(evening, seat).await.expect("it is on offer");
        }
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
            let (seat, token) = self.hall.enter(&table, enter, Asker::NOBODY).await.expect("a seat");
            seats.push((seat, secrets(&token.reveal())));
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
        self.ask_late(evening, seat, command, 0).await
    }

    /// Somebody asks for something, and it is on its way for so many milliseconds.
    async fn ask_late(
        &self,
        evening: &Evening,
        seat: usize,
        command: Value,
        lag: u64,
    ) -> Result<DoneNote, Error> {
        let command = serde_json::from_value(command).expect("a command");
        let (name, secrets) = &evening.seats[seat];
        self.hall
            .command(&evening.table, name, secrets, command, Duration::from_millis(lag), Asker::NOBODY)
            .await
    }

    async fn ask_host(&self, evening: &Evening, command: Value) -> Result<DoneNote, Error> {
        let command = serde_json::from_value(command).expect("a command");
        self.hall.command(&evening.table, "host", &evening.host, command, Duration::ZERO, Asker::NOBODY).await
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
        self.act_late(evening, seat, 0).await
    }

    async fn act_late(&self, evening: &Evening, seat: usize, lag: u64) -> Result<DoneNote, Error> {
        let frame = self.frame(evening, seat).await;
        let action = &frame["body"]["glimpse"]["offers"][0]["action"];
        self.ask_late(evening, seat, json!({"act": {"action": action, "prompt": frame["prompt"]}}), lag).await
    }

    /// How much time the first seat has left.
    async fn time_left(&self, evening: &Evening) -> u64 {
        self.frame(evening, 0).await["clocks"][0]["milliseconds"].as_u64().expect("a clock")
    }

    async fn outcome(&self, evening: &Evening) -> String {
        let frame = self.frame(evening, 0).await;
        frame["body"]["glimpse"]["outcome"]["text"].as_str().unwrap_or("none").to_owned()
    }
}

fn hall(store: &Arc<dyn Store>, bus: &Arc<LocalBus>, settings: HallSettings) -> Arc<Hall> {
    let settings = HallSettings { now: Some(|| TIME.get()), bot_pace: Duration::ZERO, ..settings };
    Hall::new(CATALOGUE, Arc::clone(store), Arc::<LocalBus>::clone(bus), settings)
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
    let mut watching = club.hall.watch(&evening.table, Asker::NOBODY, Speaker::Stranger);
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
    let replace = json!({"replace": {"seat": "white", "level": "club"}});
    assert_eq!(code(&club.ask(&evening, 1, replace.clone()).await), "not-now");
    club.ask(&evening, 0, json!({"leave": {}})).await.expect("White may leave");
    let mut watching = club.hall.watch(&evening.table, Asker::NOBODY, Speaker::Stranger);
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
async fn of_a_game_that_may_not_be_watched_a_stranger_learns_only_that_it_is_played() {
    let club = Club::open().await;
    let seats = json!([{"sitter": "invited"}, {"sitter": "invited"}]);
    let evening =
        club.invite(json!({"game": "chess960", "seats": seats, "spectators": {"policy": "none"}})).await;
    let nobody = Secrets::default();
    let stranger = club.hall.viewing(&evening.table, "public", &nobody).await.expect("a waiting room");
    club.ask_host(&evening, json!({"start": {}})).await.expect("everybody is there");
    let (white, secrets) = &evening.seats[0];
    let player = club.hall.viewing(&evening.table, white, secrets).await.expect("one's own seat");
    let _attending = club.hall.attend(&player);
    club.ask(&evening, 0, json!({"offer-draw": {}})).await.expect("an offer");
    let told = async |secrets: &Secrets| {
        let standing = club.hall.standing(&evening.table, secrets).await.expect("a table");
        let told = serde_json::to_value(standing).expect("JSON");
        assert_eq!(told["note"]["status"], "playing");
        [&told["note"]["draw_offers"], &told["note"]["acting"], &told["present"]["seats"]].map(Value::clone)
    };
    assert_eq!(told(&nobody).await, [json!([]), json!([]), json!([])]);
    assert_eq!(told(secrets).await, [json!(["white"]), json!(["white"]), json!(["white"])]);
    assert_eq!(code(&club.hall.present(&stranger).await), "not-watchable");
}

#[tokio::test]
async fn the_network_s_delay_is_given_back_and_a_forged_one_gains_little() {
    let club = Club::open().await;
    let clock = json!({"clock": {"clock": "player", "seconds": 60, "increment": 0}});
    let evening = club.start("chess960", 2, clock).await;
    let_pass(1_300);
    club.act_late(&evening, 0, 300).await.expect("a move");
    assert_eq!(club.time_left(&evening).await, 59_000, "White thought for one second");
    club.act(&evening, 1).await.expect("a move");
    let_pass(5_000);
    club.act_late(&evening, 0, 3_600_000).await.expect("a move");
    // Of the 500 at first 300 were given back, and a move brings 100.
    assert_eq!(club.time_left(&evening).await, 59_000 - 5_000 + 300);
    let again = club.other_node(HallSettings::default());
    assert_eq!(again.time_left(&evening).await, 54_300, "it stands in the log");
    club.act(&evening, 1).await.expect("a move");
    let_pass(54_300 + 99);
    club.act_late(&evening, 0, 3_600_000).await.expect("the account has 100 again");
}

#[tokio::test]
async fn a_move_on_its_way_still_counts_and_a_later_one_ends_the_game() {
    let club = Club::open().await;
    let clock = json!({"clock": {"clock": "move", "seconds": 10}});
    let evening = club.start("chess960", 2, clock).await;
    let due =
        club.store.index(evening.table.clone()).await.expect("the store answers").expect("a table").clock_due;
    assert_eq!(due, Some(TIME.get() + 10_500), "the flag waits for a move that is on its way");
    let_pass(10_250);
    club.act_late(&evening, 0, 300).await.expect("it was sent in time");
    let_pass(10_250);
    assert_eq!(code(&club.act_late(&evening, 1, 200).await), "over");
    assert_eq!(club.outcome(&evening).await, "White wins by time");
    let entries = club.sitting(&evening.table).await.entries();
    assert_eq!(entries, 1, "what was refused is not in the log");
}

/// How the seats of several rematches, asked for at once, look.
async fn ask_at_once(clubs: &[&Club], evening: &Evening) -> BTreeSet<String> {
    let asks = (0..12).map(|index| {
        let club = clubs[index % clubs.len()];
        club.ask(evening, index % 2, json!({"rematch": {}}))
    });
    let answers = join_all(asks).await;
    answers.into_iter().map(|done| done.expect("a rematch").table.expect("a table")).collect()
}

#[tokio::test]
async fn a_rematch_is_made_once_however_many_ask() {
    let one = Club::open().await;
    let two = one.other_node(HallSettings::default());
    for clubs in [vec![&one], vec![&one, &two]] {
        let evening = one.start("chess960", 2, json!({"public": true})).await;
        one.ask(&evening, 0, json!({"resign": {}})).await.expect("an end");
        let before = one.store.tables(None, 100).await.expect("the store answers").len();
        let tables = ask_at_once(&clubs, &evening).await;
        assert_eq!(tables.len(), 1, "{tables:?}");
        let after = one.store.tables(None, 100).await.expect("the store answers").len();
        assert_eq!(after, before + 1, "no table is linked from nowhere");
        let (next, seats) =
            two.hall.follow(&evening.table, &evening.seats[0].1, Asker::NOBODY).await.expect("a rematch");
        assert_eq!((BTreeSet::from([next.to_string()]), seats), (tables, vec!["black".to_owned()]));
        assert_eq!(one.sitting(&next).await.status(), Status::Playing);
        assert_eq!(one.sitting(&next).await.head(), 2, "it was laid once and started once");
    }
}

#[tokio::test]
async fn a_rematch_that_was_interrupted_is_laid_by_whoever_follows() {
    let club = Club::open().await;
    for is_laid in [false, true] {
        let evening = club.start("chess960", 2, json!({"clock": {"clock": "days", "days": 2}})).await;
        club.ask(&evening, 0, json!({"resign": {}})).await.expect("an end");
        let mut sitting = club.sitting(&evening.table).await;
        let before = sitting.before();
        let (name, secrets) = &evening.seats[0];
        let done =
            sitting.ask_rematch(name, secrets, TIME.get(), &mut Chance::unpredictable()).expect("a rematch");
        let record = sitting.record(done.expect("the first").deeds, &before, TIME.get()).expect("a record");
        club.write(&sitting, &record).await;
        let again = sitting.again(TIME.get()).expect("a table").expect("a rematch");
        if is_laid {
            club.write(&again, &again.first_record(TIME.get())).await;
        }
        let node = club.other_node(HallSettings::default());
        let nobody = node.hall.follow(&evening.table, &Secrets::default(), Asker::NOBODY).await;
        assert_eq!(code(&nobody), "not-your-seat");
        let (next, _) =
            node.hall.follow(&evening.table, &evening.seats[1].1, Asker::NOBODY).await.expect("a rematch");
        assert_eq!(&next, again.id());
        let laid = node.sitting(&next).await;
        // Nobody's time runs before they come.
        assert_eq!((laid.status(), laid.is_complete()), (Status::Waiting, false));
        assert_eq!(laid.agreed().clock, sitting.agreed().clock);
        let again = node.hall.follow(&evening.table, &evening.seats[1].1, Asker::NOBODY).await;
        assert_eq!(again.expect("the same").1, ["white"]);
        let asked = node.ask(&evening, 0, json!({"rematch": {}})).await.expect("the same");
        assert_eq!(asked.table, Some(next.to_string()));
        assert_eq!(node.sitting(&next).await.status(), Status::Playing);
    }
}

#[tokio::test]
async fn codes_are_kept_under_a_key_and_old_ones_still_lead_somewhere() {
    let club = Club::open().await;
    let request = json!({"game": "chess960", "seats": [{"sitter": "invited"}, {"sitter": "invited"}]});
    let opened = club
        .hall
        .open(serde_json::from_value(request).expect("a request"), Asker::NOBODY)
        .await
        .expect("a table");
    let table: TableId = opened.note.table.parse().expect("a name");
    let code_of = |seat: usize| opened.note.invitations[seat].code.clone();
    let index = club.store.index(table.clone()).await.expect("the store answers").expect("a table");
    let records = club.store.read(table.clone(), 0).await.expect("the store answers");
    for code in [code_of(0), code_of(1)] {
        let plain = Digest::of_code(&code);
        assert!(!index.codes.iter().any(|kept| kept == plain.as_str()), "{:?}", index.codes);
        assert!(!records.iter().any(|record| record.body.contains(plain.as_str())));
        assert_eq!(club.hall.by_code(&code).await.expect("a table"), ByCode::Table(table.clone()));
    }
    let code_key = CodeKey::new(&mut Chance::seeded(1));
    let stranger = club.other_node(HallSettings { code_key, ..HallSettings::default() });
    assert_eq!(code(&stranger.hall.by_code(&code_of(0)).await), "bad-invitation");
    // A table as an older version has kept it.
    let keyed = club.hall.house().codes.digest(&code_of(1));
    let plain = Digest::of_code(&code_of(1));
    let old: TableId = "bcdfghjkmn".parse().expect("a name");
    let body = records[0].body.replace(keyed.as_str(), plain.as_str());
    let index = IndexEntry { table: old.clone(), codes: vec![plain.as_str().to_owned()], ..index };
    let record = NewRecord { record: StoredRecord { body, ..records[0].clone() }, index };
    let enter = json!({"invitation": code_of(1)});
    let enter = || serde_json::from_value::<Enter>(enter.clone()).expect("a request");
    club.hall.enter(&table, enter(), Asker::NOBODY).await.expect("a seat");
    club.store.append(record).await.expect("the store answers");
    assert_eq!(club.hall.by_code(&code_of(1)).await.expect("a table"), ByCode::Table(old.clone()));
    club.hall.enter(&old, enter(), Asker::NOBODY).await.expect("a seat");
}

#[tokio::test]
async fn invitations_expire() {
    let club = Club::open().await;
    let request = json!({"game": "chess960", "seats": [{"sitter": "invited"}, {"sitter": "invited"}]});
    let opened = club
        .hall
        .open(serde_json::from_value(request).expect("a request"), Asker::NOBODY)
        .await
        .expect("a table");
    let table: TableId = opened.note.table.parse().expect("a name");
    let host = secrets(&opened.host.reveal());
    let [white, black] = opened.note.invitations.try_into().expect("two invitations");
    let enter = |link: &str| serde_json::from_value::<Enter>(json!({"invitation": link})).expect("a request");
    let_pass(14 * 86_400_000 - 1);
    club.hall.enter(&table, enter(&white.token), Asker::NOBODY).await.expect("it is still good");
    let_pass(1);
    for link in [&black.token, &black.code] {
        assert_eq!(
            code(&club.hall.enter(&table, enter(link), Asker::NOBODY).await.map(|_| ())),
            "bad-invitation"
        );
    }
    assert_eq!(code(&club.hall.by_code(&black.code).await), "bad-invitation");
    let patient = club.other_node(HallSettings { invitations_last: None, ..HallSettings::default() });
    assert_eq!(
        patient.hall.by_code(&black.code).await.expect("a table"),
        ByCode::Table(table.clone()),
        "a setting"
    );
    let plan = json!({"seat": {"seat": "black", "plan": {"sitter": "invited"}}});
    let plan = serde_json::from_value(plan).expect("a command");
    let done = club
        .hall
        .command(&table, "host", &host, plan, Duration::ZERO, Asker::NOBODY)
        .await
        .expect("a new link");
    let link = done.invitation.expect("a link");
    club.hall.enter(&table, enter(&link.code), Asker::NOBODY).await.expect("a new one is good");
}

#[tokio::test]
async fn an_opponent_does_not_choose_who_plays_for_a_player_who_left() {
    let club = Club::open().await;
    let evening = club.start("telepathic-chess", 4, json!({})).await;
    let (leaver, _) = &evening.seats[0];
    let replace = |level: &str| json!({"replace": {"seat": leaver, "level": level}});
    let notes = club.frame(&evening, 0).await["body"]["table"]["seats"].clone();
    let of_team = |team: &Value| (1..4).filter(|seat| notes[*seat]["team"] == *team).collect::<Vec<usize>>();
    let [partner] = of_team(&notes[0]["team"])[..] else { panic!("one partner: {notes}") };
    let opponent = (1..4).find(|seat| *seat != partner).expect("an opponent");
    for (seat, level, answer) in [
        (opponent, "random", "not-now"),
        (opponent, "master", "not-now"),
        (opponent, "club", "done"),
        (partner, "random", "done"),
    ] {
        club.ask(&evening, 0, json!({"leave": {}})).await.expect("one may leave");
        let done = club.ask(&evening, seat, replace(level)).await;
        assert_eq!(code(&done), answer, "seat {seat}, {level}");
        club.ask(&evening, 0, json!({"return": {}})).await.expect("one may come back");
    }
    club.ask(&evening, 0, json!({"leave": {}})).await.expect("one may leave");
    club.ask_host(&evening, replace("learner")).await.expect("the host may choose");
}

#[tokio::test]
async fn what_is_said_has_nothing_that_cannot_be_seen() {
    let club = Club::open().await;
    let evening = club.start("chess960", 2, json!({})).await;
    let say = |text: &str| json!({"say": {"channel": "all", "text": text}});
    club.ask(&evening, 0, say("good\u{202e} luck\u{2066}\u{200b}")).await.expect("talk");
    assert_eq!(club.frame(&evening, 1).await["chat"][0]["text"], "good luck");
    assert_eq!(code(&club.ask(&evening, 0, say("\u{200b}\u{202e}")).await), "bad-request");
}

#[tokio::test]
async fn those_who_watch_an_open_game_with_a_delay_see_what_was() {
    let club = Club::open().await;
    let policy = json!({"spectators": {"policy": "delayed", "minutes": 10}});
    let evening = club.start("chess960", 2, policy).await;
    let late = club.hall.viewing(&evening.table, "white", &Secrets::default()).await.expect("watching");
    assert_eq!(code(&club.late_frame(&late).await), "still-secret", "nothing is old enough");
    let then = club.frame(&evening, 0).await;
    let_pass(10 * 60_000);
    club.act(&evening, 0).await.expect("a decision");
    let shown = club.late_frame(&late).await.expect("a frame");
    assert_eq!(shown["body"]["glimpse"], then["body"]["glimpse"], "ten minutes ago nothing was decided");
    let now = club.frame(&evening, 0).await;
    let_pass(10 * 60_000);
    let shown = club.late_frame(&late).await.expect("a frame");
    assert_eq!(shown["body"], now["body"]);
}

#[tokio::test]
async fn those_who_watch_with_a_delay_never_see_what_is_still_secret() {
    let club = Club::open().await;
    let policy = json!({"spectators": {"policy": "delayed", "minutes": 1}});
    let evening = club.start("masquerade-chess", 2, policy.clone()).await;
    let late = club.hall.viewing(&evening.table, "white", &Secrets::default()).await.expect("watching");
    let start = club.frame(&evening, 0).await;
    club.play(&evening, 4).await;
    let now = club.frame(&evening, 0).await;
    assert_ne!(now["body"]["glimpse"], start["body"]["glimpse"]);
    let_pass(66_000);
    let shown = club.late_frame(&late).await.expect("a frame");
    assert_eq!(shown["body"]["glimpse"], start["body"]["glimpse"], "White's masks are White's secret");
    assert_eq!((&shown["lines"], &shown["number"]), (&start["lines"], &start["number"]));
    for frame in start["number"].as_u64().expect("a number") as u32 + 1..20 {
        assert_eq!(code(&club.hall.moment(&late, frame, None).await), "bad-request", "frame {frame}");
    }
    club.ask(&evening, 1, json!({"resign": {}})).await.expect("an end");
    let end = club.frame(&evening, 0).await;
    let_pass(59_000);
    assert_eq!(club.late_frame(&late).await.expect("a frame")["number"], start["number"]);
    let_pass(1_000);
    let shown = club.late_frame(&late).await.expect("a frame");
    assert_eq!((&shown["body"], &shown["lines"]), (&end["body"], &end["lines"]), "all is open then");
    // In other games something is secret from the deal on.
    let evening = club.start("tar-pit-chess", 2, policy).await;
    let late = club.hall.viewing(&evening.table, "black", &Secrets::default()).await.expect("watching");
    club.play(&evening, 2).await;
    let_pass(66_000);
    assert_eq!(code(&club.late_frame(&late).await), "still-secret");
    assert_eq!(code(&club.hall.moment(&late, 1, None).await), "still-secret");
}

#[tokio::test]
async fn what_was_sealed_is_seen_with_a_delay_from_when_it_is_opened() {
    let club = Club::open().await;
    let policy = json!({"spectators": {"policy": "delayed", "minutes": 1}});
    let evening = club.start("two-move-chess", 2, policy).await;
    let late = club.hall.viewing(&evening.table, "white", &Secrets::default()).await.expect("watching");
    let chose = |frame: &Value| {
        let lines = frame["lines"].as_array().expect("lines").clone();
        lines.iter().any(|line| line["text"].as_str().is_some_and(|text| text.starts_with("You chose")))
    };
    while !chose(&club.frame(&evening, 0).await) {
        club.play(&evening, 1).await;
    }
    let sealed = club.frame(&evening, 0).await;
    let_pass(600_000);
    assert!(!chose(&club.late_frame(&late).await.expect("a frame")), "it is sealed, however long ago");
    club.play(&evening, 1).await;
    let_pass(59_000);
    assert!(!chose(&club.late_frame(&late).await.expect("a frame")), "the delay runs from the opening");
    let_pass(1_000);
    assert!(chose(&club.late_frame(&late).await.expect("a frame")));
    let number = sealed["number"].as_u64().expect("a number") as u32;
    let moment = club.hall.moment(&late, number, None).await.expect("a moment of the past");
    let moment = serde_json::to_value(moment).expect("JSON");
    assert_eq!(moment["body"]["glimpse"], sealed["body"]["glimpse"]);
}

/// Counts what is written into the server's log as an error.
struct Errors(Arc<AtomicUsize>);

impl tracing::Subscriber for Errors {
    fn enabled(&self, metadata: &tracing::Metadata<'_>) -> bool {
        *metadata.level() == tracing::Level::ERROR
    }

    fn new_span(&self, _: &tracing::span::Attributes<'_>) -> tracing::span::Id {
        tracing::span::Id::from_u64(1)
    }

    fn record(&self, _: &tracing::span::Id, _: &tracing::span::Record<'_>) {}

    fn record_follows_from(&self, _: &tracing::span::Id, _: &tracing::span::Id) {}

    fn event(&self, _: &tracing::Event<'_>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    fn enter(&self, _: &tracing::span::Id) {}

    fn exit(&self, _: &tracing::span::Id) {}
}

#[tokio::test]
async fn a_record_that_cannot_be_read_is_a_fault_for_good_and_is_logged_once() {
    let errors = Arc::new(AtomicUsize::new(0));
    let _logged = tracing::subscriber::set_default(Errors(Arc::clone(&errors)));
    let club = Club::open().await;
    let evening = club.start("chess960", 2, json!({})).await;
    let sitting = club.sitting(&evening.table).await;
    let index = club.store.index(evening.table.clone()).await.expect("the store answers").expect("a table");
    let record = StoredRecord { number: sitting.head() + 1, at: TIME.get(), body: "* nonsense\n".to_owned() };
    let entry = NewRecord { record, index: IndexEntry { clock_due: Some(0), ..index } };
    club.store.append(entry).await.expect("the store answers");
    let node = club.other_node(HallSettings::default());
    let running = tokio::spawn(Arc::clone(&node.hall).run());
    let (name, secrets) = &evening.seats[0];
    for _ in 0..3 {
        let looked = node.hall.viewing(&evening.table, name, secrets).await;
        assert_eq!(code(&looked), "unreadable");
        assert_eq!(code(&node.ask(&evening, 0, json!({"resign": {}})).await), "unreadable");
        assert_eq!(code(&node.hall.scoresheet(&evening.table).await), "unreadable");
        // The clocks of all tables are looked at in between.
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
    running.abort();
    assert_eq!(errors.load(Ordering::Relaxed), 1);
    let status = Problem::from(Error::Unreadable { line: 1 }).into_response().status();
    assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR);
}

#[tokio::test]
async fn secrets_are_open_only_when_the_game_is_over() {
    let club = Club::open().await;
    let evening = club.start("masquerade-chess", 2, json!({})).await;
    club.act(&evening, 0).await.expect("a decision");
    assert_eq!(code(&club.hall.scoresheet(&evening.table).await), "not-over");
    assert_eq!(
        code(&club.hall.replay(&evening.table, Moments { entry: 0, next: 0 }, "white", None).await),
        "not-over"
    );
    club.ask(&evening, 0, json!({"resign": {}})).await.expect("an end");
    let sheet = club.hall.scoresheet(&evening.table).await.expect("a scoresheet");
    assert!(sheet.contains("! team 0 resigns"), "{sheet}");
    let note = club
        .hall
        .replay(&evening.table, Moments { entry: 1, next: 0 }, "black", None)
        .await
        .expect("a replay");
    assert_eq!((note.entry, note.entries), (1, 2));
    let standing = club.hall.standing(&evening.table, &Secrets::default()).await.expect("a table");
    assert_eq!(standing.note.status, Status::Over);
}

#[tokio::test]
async fn sentences_speak_of_people_by_name() {
    let club = Club::open().await;
    let seats = json!([{"sitter": "me"}, {"sitter": "invited"}]);
    let request = json!({"game": "zombie-chess", "seats": seats, "name": "Ann"});
    let request = serde_json::from_value(request).expect("a request");
    let opened = club.hall.open(request, Asker::NOBODY).await.expect("a table");
    let table: TableId = opened.note.table.parse().expect("a name");
    let enter = json!({"invitation": opened.note.invitations[0].code, "name": "Zoë"});
    let enter = serde_json::from_value(enter).expect("a request");
    club.hall.enter(&table, enter, Asker::NOBODY).await.expect("a seat");
    let host = secrets(&opened.host.reveal());
    let start = serde_json::from_value(json!({"start": {}})).expect("a command");
    let started = club.hall.command(&table, "host", &host, start, Duration::ZERO, Asker::NOBODY).await;
    started.expect("everybody is there");
    let mut sitting = club.sitting(&table).await;
    let frame = sitting.whole_frame(Viewer::Public, None, TIME.get()).expect("a frame");
    let frame = serde_json::to_value(frame).expect("JSON");
    let prompt = &frame["body"]["glimpse"]["tabletop"]["prompt"];
    assert_eq!(prompt["text"], "Ann is to move.");
    assert_eq!(prompt["spans"], json!([{"start": 0, "length": 3, "kind": "seat", "value": "0"}]));
    assert_eq!(frame["lines"][0]["text"], "The table is laid. Ann begins.");
    // What is written down keeps the words of the rules.
    let records = club.store.read(table, 0).await.expect("the store answers");
    assert!(records.iter().any(|record| record.body.contains("= all: The table is laid. White begins.")));
}

#[tokio::test]
async fn nobody_talks_by_taking_another_name() {
    let club = Club::open().await;
    let evening = club.start("telepathic-chess", 4, json!({})).await;
    let (seat, secrets) = &evening.seats[0];
    let command = serde_json::from_value(json!({"move": {}})).expect("a command");
    let moved =
        club.hall.command(&evening.table, seat, secrets, command, Duration::ZERO, Asker::NOBODY).await;
    let invitation = moved.expect("a new link").invitation.expect("a link");
    let enter = json!({"invitation": invitation.code, "name": "Zanzibar"});
    let enter = serde_json::from_value(enter).expect("a request");
    club.hall.enter(&evening.table, enter, Asker::NOBODY).await.expect("the seat");
    let mut sitting = club.sitting(&evening.table).await;
    let frame = sitting.whole_frame(Viewer::Public, None, TIME.get()).expect("a frame");
    let frame = serde_json::to_string(&frame).expect("JSON");
    assert!(!frame.contains("Zanzibar"), "{frame}");
}
