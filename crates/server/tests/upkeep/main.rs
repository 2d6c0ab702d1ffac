//! What a hall does without being asked: clocks fall for everybody, bots take turns, and one time
//! holds for all nodes.

mod asking;
mod clocks;
#[path = "../support/memory.rs"]
mod memory;
mod timing;
#[path = "../support/told.rs"]
mod told;
mod versions;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use kit_games::CATALOGUE;
use kit_play::Chance;
use kit_server::bus::{self, Bus, LocalBus, Notice};
use kit_server::hall::{Hall, HallSettings, Speaker, system_time};
use kit_server::store::{self, Appended, IndexEntry, NewRecord, SqliteStore, Store, StoredRecord, Work};
use kit_server::throwaway::Throwaway;
use kit_server::turns::Asker;
use kit_sitting::wire::{SocketAnswer, Status};
use kit_sitting::{Digest, Secrets, Seen, TableId};
use memory::MemoryStore;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};
use told::Told;
use tracing::Level;

/// Longer than anything here takes, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(60);

fn quick() -> HallSettings {
    HallSettings { bot_pace: Duration::ZERO, ..HallSettings::default() }
}

fn hall(store: &Arc<dyn Store>, settings: HallSettings) -> Arc<Hall> {
    Hall::new(CATALOGUE, Arc::clone(store), Arc::new(LocalBus::default()), settings)
}

async fn in_memory() -> Arc<dyn Store> {
    Arc::new(SqliteStore::in_memory().await.expect("a store in memory"))
}

/// Opens a table; the secrets are those of whoever opened it.
async fn open(hall: &Arc<Hall>, request: Value) -> (TableId, Secrets) {
    open_by(hall, Asker::new(1), request).await
}

async fn open_by(hall: &Arc<Hall>, from: Asker, request: Value) -> (TableId, Secrets) {
    let request = serde_json::from_value(request).expect("a request");
    let opened = hall.open(request, from).await.expect("a table");
    let table = opened.note.table.parse().expect("a name");
    let secrets = opened.seat.map(|token| Digest::of(&token.reveal()));
    (table, Secrets(secrets.into_iter().collect()))
}

fn for_two(clock: Value) -> Value {
    let mut request = json!({"game": "chess960", "seats": [{"sitter": "me"}, {"sitter": "me"}]});
    if !clock.is_null() {
        request["clock"] = clock;
    }
    request
}

async fn status(hall: &Arc<Hall>, table: &TableId) -> Status {
    hall.standing(table, &Secrets::default()).await.expect("a table").note.status
}

async fn frame(hall: &Arc<Hall>, table: &TableId, seat: &str, secrets: &Secrets) -> Value {
    let viewing = hall.viewing(table, seat, secrets).await.expect("a seat");
    let frame = hall.frame(&viewing, &mut Seen::default()).await.expect("the hall answers");
    serde_json::to_value(frame.expect("something is shown")).expect("JSON")
}

/// White does the first thing that is on offer.
async fn act(hall: &Arc<Hall>, table: &TableId, secrets: &Secrets, from: Asker) {
    let shown = frame(hall, table, "white", secrets).await;
    let action = &shown["body"]["glimpse"]["offers"][0]["action"];
    let command = json!({"act": {"action": action, "prompt": shown["prompt"]}});
    let command = serde_json::from_value(command).expect("a command");
    hall.command(table, "white", secrets, command, Duration::ZERO, from).await.expect("a move");
}

/// Waits until something is so.
async fn wait_until(what: &str, is_so: impl AsyncFn() -> bool) {
    let waiting = async {
        while !is_so().await {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, waiting).await.unwrap_or_else(|_| panic!("it never came about that {what}"));
}

/// A table of a game that nobody knows any more, with work that is long overdue.
async fn lay_unknown(store: &Arc<dyn Store>, due: i64) {
    let table = TableId::new(&mut Chance::unpredictable());
    let record = StoredRecord { number: 1, at: 1, body: "chess-kit scoresheet 2\ngame ludo\n".to_owned() };
    let index = IndexEntry {
        table,
        listed: false,
        clock_due: Some(due),
        bots_due: Some(due),
        lobby: String::new(),
        codes: Vec::new(),
    };
    assert_eq!(store.append(NewRecord { record, index }).await.expect("a store"), Appended::Written);
}

/// Whether there is work that anybody is asked to do at some time; it is given back at once.
async fn is_work_left(store: &Arc<dyn Store>, now: i64) -> bool {
    let mut is_left = false;
    for work in [Work::Clock, Work::Bots] {
        for claim in store.claim(work, i64::MAX / 2, 1, 10).await.expect("the store answers") {
            is_left = true;
            let tries = claim.tries;
            store.put_back(work, claim, Some(now), tries).await.expect("the store answers");
        }
    }
    is_left
}

static TIME: AtomicI64 = AtomicI64::new(1_800_000_000_000);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_that_nobody_can_look_after_hold_up_no_clock_and_are_set_aside() {
    let store = in_memory().await;
    for _ in 0..300 {
        lay_unknown(&store, 1_700_000_000_000).await;
    }
    let hall = hall(&store, HallSettings { now: Some(|| TIME.load(Ordering::Relaxed)), ..quick() });
    let (table, _) = open(&hall, for_two(json!({"clock": "move", "seconds": 2}))).await;
    tokio::spawn(Arc::clone(&hall).run());
    TIME.fetch_add(5_000, Ordering::Relaxed);
    wait_until("the clock falls", async || status(&hall, &table).await == Status::Over).await;
    let all_set_aside = async || {
        let now = TIME.fetch_add(60_000, Ordering::Relaxed);
        sleep(Duration::from_millis(200)).await;
        store.stuck().await.expect("the store answers") == 300 && !is_work_left(&store, now).await
    };
    wait_until("all of them are set aside", all_set_aside).await;
    assert!(
        hall.ready().await.expect("it can write").iter().any(|warning| warning.contains("set aside: 300;"))
    );
}

#[tokio::test(start_paused = true)]
async fn what_is_set_aside_is_logged_once_and_by_one_node() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::default());
    for _ in 0..10 {
        lay_unknown(&store, 1).await;
    }
    let (told, _guard) = Told::listen(Level::ERROR);
    for _ in 0..2 {
        tokio::spawn(hall(&store, quick()).run());
    }
    // It is tried for some minutes.
    sleep(Duration::from_secs(30 * 60)).await;
    assert_eq!(store.stuck().await.expect("the store answers"), 10);
    let lines = told.lines("a table is set aside");
    assert_eq!(lines.len(), 20, "one for the clock and one for the bots of each: {lines:?}");
    assert_eq!(lines.iter().collect::<BTreeSet<&String>>().len(), 20, "{lines:?}");
    assert!(
        told.lines("").len() <= 40,
        "each node says once that it cannot read a log: {:?}",
        told.lines("")
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_among_themselves_wait_for_somebody_who_looks() {
    let store = in_memory().await;
    let hall = hall(&store, quick());
    tokio::spawn(Arc::clone(&hall).run());
    let bots = json!([{"sitter": "bot", "level": "random"}, {"sitter": "bot", "level": "random"}]);
    let (table, _) = open(&hall, json!({"game": "chess960", "seats": bots})).await;
    let head = async || store.heads(std::slice::from_ref(&table)).await.expect("a store")[0].1;
    let (other, _) = open(&hall, json!({"game": "chess960", "seats": bots})).await;
    let watching = hall.watch(&other, Asker::new(2), Speaker::Stranger);
    wait_until("others play", async || status(&hall, &other).await == Status::Over).await;
    assert_eq!(head().await, 2, "it was opened and started, and nobody looks");
    let late = store.claim(Work::Bots, i64::MAX / 2, 1, 10).await.expect("the store answers");
    assert!(late.is_empty(), "they are late for nobody");
    drop(watching);
    hall.somebody_looks(&table, Asker::new(2), Speaker::Stranger);
    wait_until("a look lets them go on", async || head().await > 10).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_with_a_wrong_clock_ends_no_game_and_says_so() {
    let postgres = Throwaway::postgres().expect("Postgres is installed");
    let store = || async { store::open(postgres.address()).await.expect("a database") };
    let (good, bad) = (store().await, store().await);
    let good = hall(&good, quick());
    let (table, secrets) = open(&good, for_two(json!({"clock": "move", "seconds": 1800}))).await;
    let bad = hall(&bad, HallSettings { machine_time: || system_time() + 3_600_000, ..quick() });
    tokio::spawn(Arc::clone(&bad).run());
    let says_so =
        async || bad.ready().await.is_ok_and(|told| told.iter().any(|one| one.contains("clock is 3")));
    wait_until("the node says that its clock is off", says_so).await;
    act(&bad, &table, &secrets, Asker::new(1)).await;
    // Its upkeep has looked for clocks in the meantime, more than once.
    sleep(Duration::from_secs(1)).await;
    assert_eq!(status(&good, &table).await, Status::Playing);
    let clocks = frame(&good, &table, "black", &secrets).await["clocks"].clone();
    assert!(clocks[1]["milliseconds"].as_u64() > Some(1_700_000), "{clocks}");
    assert!(good.ready().await.expect("it can write").is_empty());
}

/// Reads at one node, ten times a second, what was done at another: it is seen within two seconds.
async fn reads_are_not_older_than_two_seconds(one: &Arc<Hall>, other: &Arc<Hall>, polls_before: u32) {
    const EACH: Duration = Duration::from_millis(100);
    let (table, secrets) = open(one, for_two(Value::Null)).await;
    let number = async || frame(other, &table, "black", &secrets).await["number"].clone();
    let before = number().await;
    for _ in 0..polls_before {
        sleep(EACH).await;
        assert_eq!(number().await, before);
    }
    act(one, &table, &secrets, Asker::new(1)).await;
    let mut polls = 0;
    while number().await == before {
        polls += 1;
        assert!(polls <= 20, "two seconds are over, and the move is not seen");
        sleep(EACH).await;
    }
}

#[tokio::test(start_paused = true)]
async fn without_notices_a_read_is_at_most_two_seconds_old_however_often_somebody_polls() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::default());
    // Nobody listens, and nothing runs beside.
    let (one, other) = (hall(&store, quick()), hall(&store, quick()));
    for polls_before in [1, 7, 13, 19, 50] {
        reads_are_not_older_than_two_seconds(&one, &other, polls_before).await;
    }
}

/// A bus that says it is well and loses everything.
struct Losing;

impl Bus for Losing {
    fn publish(&self, _: Notice) {}

    fn follow(&self, _: &TableId) {}

    fn leave(&self, _: &TableId) {}

    fn subscribe(&self) -> BoxFuture<'_, mpsc::Receiver<Notice>> {
        let (sender, receiver) = mpsc::channel(1);
        async move {
            tokio::spawn(async move { sender.closed().await });
            receiver
        }
        .boxed()
    }

    fn ready(&self) -> bool {
        true
    }

    fn link(&self) -> Option<u64> {
        Some(1)
    }
}

/// Until a node notices that the bus is gone it seems to be well.
#[tokio::test(start_paused = true)]
async fn a_read_is_at_most_two_seconds_old_however_much_a_node_trusts_the_bus() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::default());
    let one = hall(&store, quick());
    let deaf = Hall::new(CATALOGUE, Arc::clone(&store), Arc::new(Losing), quick());
    tokio::spawn(Arc::clone(&deaf).run());
    for polls_before in [1, 19, 50, 111, 150] {
        reads_are_not_older_than_two_seconds(&one, &deaf, polls_before).await;
    }
}

/// What is refused would be done, if the node had heard of what went before.
#[tokio::test(start_paused = true)]
async fn nothing_is_refused_for_what_was_so_more_than_two_seconds_ago() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::default());
    let one = hall(&store, quick());
    let deaf = Hall::new(CATALOGUE, Arc::clone(&store), Arc::new(Losing), quick());
    tokio::spawn(Arc::clone(&deaf).run());
    let (table, secrets) = open(&one, for_two(Value::Null)).await;
    for _ in 0..6 {
        sleep(Duration::from_secs(1)).await;
        frame(&deaf, &table, "black", &secrets).await;
    }
    act(&one, &table, &secrets, Asker::new(1)).await;
    sleep(Duration::from_millis(2_500)).await;
    let shown = frame(&one, &table, "black", &secrets).await;
    let action = &shown["body"]["glimpse"]["offers"][0]["action"];
    let command = json!({"act": {"action": action, "prompt": shown["prompt"]}});
    let command = serde_json::from_value(command).expect("a command");
    let done = deaf.command(&table, "black", &secrets, command, Duration::ZERO, Asker::new(1)).await;
    assert!(done.is_ok(), "{done:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_bus_loses_that_seems_to_be_well_is_found_after_a_while() {
    let store = in_memory().await;
    let settings = HallSettings { poll: Duration::from_millis(100), ..quick() };
    let deaf = Hall::new(CATALOGUE, Arc::clone(&store), Arc::new(Losing), settings);
    tokio::spawn(Arc::clone(&deaf).run());
    let one = hall(&store, quick());
    let (table, secrets) = open(&one, for_two(Value::Null)).await;
    frame(&deaf, &table, "black", &secrets).await;
    let mut watching = deaf.watch(&table, Asker::new(1), Speaker::Stranger);
    // Long enough that it trusts the bus.
    sleep(Duration::from_secs(1)).await;
    watching.looks_now();
    act(&one, &table, &secrets, Asker::new(1)).await;
    timeout(PATIENCE, watching.changed()).await.expect("it looks for itself");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_follows_the_tables_that_it_serves() {
    let (store, nats) = (in_memory().await, Throwaway::nats().expect("NATS is installed"));
    let bus = || async { bus::open(Some(nats.address())).await.expect("a bus") };
    // It does not look by itself for a long time, so it can only have heard.
    let settings = HallSettings { poll: PATIENCE * 10, ..quick() };
    let node = Hall::new(CATALOGUE, Arc::clone(&store), bus().await, settings);
    tokio::spawn(Arc::clone(&node).run());
    let (table, secrets) = open(&node, for_two(Value::Null)).await;
    frame(&node, &table, "black", &secrets).await;
    let mut watching = node.watch(&table, Asker::new(1), Speaker::Stranger);
    watching.looks_now();
    let other = bus().await;
    let told = async {
        for head in 1_000.. {
            other.publish(Notice { table: table.clone(), head });
            if timeout(Duration::from_millis(100), watching.changed()).await.is_ok() {
                return;
            }
        }
    };
    timeout(PATIENCE, told).await.expect("it hears of its table");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_comes_back_to_another_node_is_shown_nothing_older_than_before() {
    let store = in_memory().await;
    // Nobody tells the other node anything, and it does not look by itself for a long time.
    let alone = || HallSettings { poll: PATIENCE, ..quick() };
    let (one, other) = (hall(&store, alone()), hall(&store, alone()));
    let (table, secrets) = open(&one, for_two(Value::Null)).await;
    frame(&other, &table, "black", &secrets).await;
    act(&one, &table, &secrets, Asker::new(1)).await;
    let seen = frame(&one, &table, "black", &secrets).await["number"].as_u64().expect("a number");
    let viewing = other.viewing(&table, "black", &secrets).await.expect("a seat");
    let mut resumed = Seen::after(u32::try_from(seen).expect("a small number"));
    assert!(other.frame(&viewing, &mut resumed).await.expect("the hall answers").is_none());
    // Whoever claims to have seen more than there is is shown what there is.
    let mut never = Seen::after(1_000);
    let frame = other.frame(&viewing, &mut never).await.expect("the hall answers").expect("a frame");
    assert_eq!(u64::from(frame.number), seen);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_line_that_sockets_send_is_what_the_api_says_a_frame_is() {
    let hall = hall(&in_memory().await, quick());
    let clock = json!({"clock": "move", "seconds": 300});
    let waiting = json!({"game": "chess960", "seats": [{"sitter": "me"}, {"sitter": "free"}]});
    for request in [waiting, for_two(clock)] {
        let (table, secrets) = open(&hall, request).await;
        if status(&hall, &table).await == Status::Playing {
            act(&hall, &table, &secrets, Asker::new(1)).await;
        }
        let say = json!({"say": {"channel": "all", "text": "\"Well played\", \u{e4}hm \\o/\n"}});
        let say = serde_json::from_value(say).expect("a command");
        hall.command(&table, "white", &secrets, say, Duration::ZERO, Asker::new(1)).await.expect("words");
        let viewing = hall.viewing(&table, "white", &secrets).await.expect("a seat");
        let frame = hall.frame(&viewing, &mut Seen::default()).await.expect("the hall answers");
        let frame = frame.expect("something is shown");
        assert!(!frame.chat.is_empty());
        assert_eq!(frame.line(), serde_json::to_string(&SocketAnswer::Frame(&frame)).expect("JSON"));
    }
}

/// Opens a table with a bot of this level on the second seat and makes the first move.
async fn ask_a_bot(hall: &Arc<Hall>, from: Asker, level: &str) -> TableId {
    let seats = json!([{"sitter": "me"}, {"sitter": "bot", "level": level}]);
    let (table, secrets) = open_by(hall, from, json!({"game": "chess960", "seats": seats})).await;
    act(hall, &table, &secrets, from).await;
    table
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_strangers_many_bots_do_not_go_before_everybody_elses() {
    let store = in_memory().await;
    let hall = hall(&store, HallSettings { thinkers: 2, ..quick() });
    let mut crowd = Vec::new();
    for _ in 0..40 {
        crowd.push(ask_a_bot(&hall, Asker::new(1), "master").await);
    }
    let honest = ask_a_bot(&hall, Asker::new(2), "casual").await;
    let answered = async |tables: &[TableId]| {
        let heads = store.heads(tables).await.expect("the store answers");
        heads.iter().filter(|(_, head)| *head > 3).count()
    };
    wait_until("the honest player is answered", async || answered(std::slice::from_ref(&honest)).await == 1)
        .await;
    let before = answered(&crowd).await;
    assert!(before < 20, "{before} of 40 that asked first were answered before");
}
