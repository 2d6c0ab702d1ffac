//! Servers are killed while people play, and nothing is lost.
//!
//! Clients play random games over real sockets, and reconnect to any node when they are cut off.
//! Meanwhile nodes are killed with signal 9, and the bus and the database are stopped and started.
//! Afterwards every action that a client was told is done stands on the record exactly once and in
//! order, nothing stands there that nobody asked for, and every client ends with the view that a
//! fresh look at the records gives.
//!
//! `KILL_SECONDS` and `KILL_TABLES` make it longer and larger; `cargo xtask kill` sets them.
//! This program is also the node that is killed, so that it has no port or binary of its own.

mod client;
mod node;
mod trouble;

use std::env;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use kit_games::CATALOGUE;
use kit_play::log::{Line, Log};
use kit_server::bus::LocalBus;
use kit_server::hall::{Hall, HallSettings};
use kit_server::store::{self, Store};
use kit_server::throwaway::Throwaway;
use kit_server::turns::Asker;
use kit_sitting::Sitting;
use kit_sitting::TableId;
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::{Value, json};
use tokio::sync::watch;

use client::{Attempt, Client, Fate, View};
use node::Node;
use trouble::Trouble;

/// How long clients may take to see what is true, when everything runs again.
const SETTLING: Duration = Duration::from_secs(60);

fn main() -> ExitCode {
    if let Some(orders) = node::orders() {
        return node::run(&orders);
    }
    let trials = vec![
        Trial::test("two_nodes_with_postgres_and_nats_lose_nothing", two_nodes),
        Trial::test("one_node_with_sqlite_loses_nothing", one_node),
        Trial::test("the_check_notices_what_is_lost_doubled_or_exchanged", the_check_itself),
    ];
    let mut arguments = Arguments::from_args();
    // The machine is busy enough with one of them.
    arguments.test_threads = Some(1);
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn two_nodes() -> Result<(), Failed> {
    let (postgres, nats) = (Throwaway::postgres()?, Throwaway::nats()?);
    let database = postgres.address().to_owned();
    let nodes = [(); 2].map(|()| Node::new(&database, Some(nats.address())));
    kill(&database, Trouble::new(nodes.into_iter().collect::<Result<_, _>>()?, vec![postgres, nats]))
}

fn one_node() -> Result<(), Failed> {
    let directory = tempfile::tempdir()?;
    let database = directory.path().join("tables.sqlite").display().to_string();
    kill(&database, Trouble::new(vec![Node::new(&database, None)?], Vec::new()))
}

fn kill(database: &str, trouble: Trouble) -> Result<(), Failed> {
    let seconds = number_from("KILL_SECONDS", 10);
    let tables = number_from("KILL_TABLES", 20) as usize;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    Ok(runtime.block_on(play_and_check(database, trouble, Duration::from_secs(seconds), tables))?)
}

fn number_from(variable: &str, otherwise: u64) -> u64 {
    env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

async fn play_and_check(
    database: &str,
    trouble: Trouble,
    time: Duration,
    tables: usize,
) -> Result<(), String> {
    let (stop, stopping) = watch::channel(false);
    let answered = Arc::new(AtomicUsize::new(0));
    let clients = open_tables(database, &trouble.ports(), tables, &stopping, &answered).await?;
    let playing: Vec<_> = clients.into_iter().map(|client| tokio::spawn(client.play())).collect();
    let trouble = tokio::task::spawn_blocking(move || trouble.make(time, 5 * tables, &answered));
    let trouble = trouble.await.map_err(|error| error.to_string())??;
    stop.send_replace(true);
    let mut clients = Vec::new();
    for client in join_all(playing).await {
        clients.push(client.map_err(|error| format!("a client failed: {error}"))?);
    }
    let store = store::open(database).await.map_err(|error| error.to_string())?;
    let settled = clients.into_iter().map(|client| tokio::spawn(settle(client, Arc::clone(&store))));
    let mut acknowledged = 0;
    let mut unclear = 0;
    for client in join_all(settled).await {
        let client = client.map_err(|error| format!("a client failed: {error}"))??;
        let count = |fate| client.attempts.iter().filter(|attempt| attempt.fate == fate).count();
        acknowledged += count(Fate::Done);
        unclear += count(Fate::Unclear);
    }
    eprintln!(
        "{tables} tables, {acknowledged} actions acknowledged, {unclear} without an answer, {}",
        trouble.told()
    );
    if acknowledged < tables {
        return Err(format!("only {acknowledged} actions were acknowledged, which proves little"));
    }
    Ok(())
}

/// Opens tables of all games, each with a client for every seat.
async fn open_tables(
    database: &str,
    ports: &[u16],
    tables: usize,
    stopping: &watch::Receiver<bool>,
    answered: &Arc<AtomicUsize>,
) -> Result<Vec<Client>, String> {
    let store = store::open(database).await.map_err(|error| error.to_string())?;
    let hall = Hall::new(CATALOGUE, store, Arc::new(LocalBus::default()), HallSettings::default());
    let mut clients = Vec::new();
    for listed in CATALOGUE.iter().cycle().take(tables) {
        let about = listed.about();
        let seats: Vec<Value> = (0..about.fewest_seats).map(|_| json!({"sitter": "me"})).collect();
        let request = serde_json::from_value(json!({"game": about.id, "seats": seats}));
        let request = request.map_err(|error| format!("{}: {error}", about.id))?;
        let opened =
            hall.open(request, Asker::NOBODY).await.map_err(|error| format!("{}: {error}", about.id))?;
        let table: TableId = opened.note.table.parse().map_err(|_| "the hall gives a table its name")?;
        let token = opened.seat.ok_or("the opener has all seats")?.reveal();
        for seat in &opened.note.seats {
            let mut client = Client::new(table.clone(), seat, stopping.clone());
            (client.token, client.ports) = (token.clone(), ports.to_vec());
            client.answered = Arc::clone(answered);
            clients.push(client);
        }
    }
    Ok(clients)
}

/// Waits until a client sees what is true, and checks what became of its actions.
async fn settle(mut client: Client, store: Arc<dyn Store>) -> Result<Client, String> {
    let until = Instant::now() + SETTLING;
    let place = format!("table {}, {}", client.table, client.seat);
    loop {
        let truth = truth(&client, &*store).await?;
        if client.view == truth.view {
            check_actions(&client.attempts, &truth.actions)
                .map_err(|problem| format!("{place}: {problem}"))?;
            return Ok(client);
        }
        if Instant::now() > until {
            let numbers = (client.view.number, truth.view.number);
            return Err(format!("{place}: the client does not see what is true; frames {numbers:?}"));
        }
        client.watch(Duration::from_millis(200)).await;
    }
}

/// What the records say: what a seat sees, and what it did.
struct Truth {
    view: View,
    actions: Vec<String>,
}

async fn truth(client: &Client, store: &dyn Store) -> Result<Truth, String> {
    let records = store.read(client.table.clone(), 0).await.map_err(|error| error.to_string())?;
    let mut actions = Vec::new();
    for record in &records {
        let log = Log::read(&record.body).map_err(|bad| bad.to_string())?;
        let own = log.lines.into_iter().filter_map(|(_, line)| match line {
            Line::Entry { entry, .. } if entry.seat == client.seat => Some(entry.action),
            _ => None,
        });
        actions.extend(own);
    }
    let told = |error: kit_sitting::Error| error.to_string();
    let mut sitting = Sitting::fold(CATALOGUE, client.table.clone(), &records).map_err(told)?;
    let viewer = kit_play::Viewer::Seat(sitting.seat_named(&client.seat).map_err(told)?);
    let frame = sitting.whole_frame(viewer, 0).map_err(told)?;
    let mut view = View::default();
    view.show(&serde_json::to_value(&frame).map_err(|error| error.to_string())?);
    Ok(Truth { view, actions })
}

/// Everything that was acknowledged stands there once and in order; between that may stand what
/// was never answered, and nothing else.
fn check_actions(attempts: &[Attempt], actions: &[String]) -> Result<(), String> {
    // Which lengths of the record can be explained by the attempts so far.
    let mut explained = vec![false; actions.len() + 1];
    explained[0] = true;
    for attempt in attempts {
        let fits = |length: usize| length > 0 && actions[length - 1] == attempt.action;
        explained = match attempt.fate {
            Fate::Refused => explained,
            Fate::Done => (0..explained.len()).map(|length| fits(length) && explained[length - 1]).collect(),
            Fate::Unclear => (0..explained.len())
                .map(|length| explained[length] || fits(length) && explained[length - 1])
                .collect(),
        };
    }
    match explained.last() {
        Some(true) => Ok(()),
        _ => Err(format!("{} records do not follow from {} attempts", actions.len(), attempts.len())),
    }
}

/// Attempts are written as in `a! b? c-`: done, unclear, refused.
fn the_check_itself() -> Result<(), Failed> {
    for (attempts, actions, right) in [
        ("a! b! c!", "a b c", true),
        ("a! b! c!", "a c", false),
        ("a! b! c!", "a b b c", false),
        ("a! b! c!", "b a c", false),
        ("a! b! c!", "a b c d", false),
        ("a! b? c!", "a c", true),
        ("a! b? c!", "a b c", true),
        ("a! b? b!", "a b", true),
        ("a! b? b!", "a b b", true),
        ("a! b? b!", "a b b b", false),
        ("a! b- c!", "a c", true),
        ("a! b- c!", "a b c", false),
        ("", "", true),
        ("", "a", false),
    ] {
        let attempts: Vec<Attempt> = attempts.split_whitespace().map(attempt).collect();
        let actions: Vec<String> = actions.split_whitespace().map(str::to_owned).collect();
        if check_actions(&attempts, &actions).is_ok() != right {
            return Err(format!("{} attempts and {actions:?} are judged wrongly", attempts.len()).into());
        }
    }
    Ok(())
}

fn attempt(text: &str) -> Attempt {
    let (action, fate) = text.split_at(text.len() - 1);
    let fate = match fate {
        "!" => Fate::Done,
        "?" => Fate::Unclear,
        _ => Fate::Refused,
    };
    Attempt { action: action.to_owned(), fate }
}
