//! In whose line a table's bots wait, and that they come out of it again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use kit_play::Seat;
use kit_server::hall::{Hall, HallSettings, Speaker, system_time};
use kit_server::store::{Fault, Store, StoreError};
use kit_server::turns::Asker;
use kit_sitting::{Secrets, TableId};
use serde_json::{Value, json};

use crate::memory::{Call, MemoryStore};
use crate::{ask_a_bot, hall, open, open_by, quick, wait_until};

const STRANGER: Asker = Asker::new(1);
const HONEST: Asker = Asker::new(2);

fn bots_alone(level: &str) -> Value {
    let bot = json!({"sitter": "bot", "level": level});
    json!({"game": "chess960", "seats": [bot, bot]})
}

async fn heads(store: &Arc<dyn Store>, tables: &[TableId]) -> u32 {
    store.heads(tables).await.expect("a store").iter().map(|(_, head)| *head).sum()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refused_command_moves_no_table_into_the_line_of_whoever_sent_it() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::default());
    let hall = hall(&store, HallSettings { thinkers: 2, ..quick() });
    let (mut crowd, mut watched) = (Vec::new(), Vec::new());
    for _ in 0..60 {
        let (table, _) = open_by(&hall, STRANGER, bots_alone("learner")).await;
        watched.push(hall.watch(&table, STRANGER, Speaker::Stranger));
        crowd.push(table);
    }
    let (honest, _) = open_by(&hall, HONEST, bots_alone("learner")).await;
    watched.push(hall.watch(&honest, HONEST, Speaker::Stranger));
    let resign = serde_json::from_value(json!({"resign": {}})).expect("a command");
    let refused = hall.command(&honest, "white", &Secrets::default(), resign, Duration::ZERO, STRANGER).await;
    assert!(refused.is_err());
    let honest = [honest];
    // What is under way at this moment may still have been asked for in either line.
    let start = heads(&store, &honest).await;
    wait_until("the honest bots go on", async || heads(&store, &honest).await > start + 2).await;
    let (start, before) = (heads(&store, &honest).await, heads(&store, &crowd).await);
    wait_until("the honest bots go on", async || heads(&store, &honest).await >= start + 20).await;
    let crowds = heads(&store, &crowd).await - before;
    assert!(crowds < 500, "they had to wait for {crowds} moves of the stranger's 60 tables");
}

/// A hall whose bots were asked for something and never answer; then it is gone, and another one
/// finds that they are late.
async fn restarted(store: &Arc<dyn Store>, asked: &[(Asker, &str)]) -> (Vec<TableId>, Arc<Hall>) {
    let never = Duration::from_secs(60 * 60);
    let before = hall(store, HallSettings { bot_pace: never, thinkers: 1, ..HallSettings::default() });
    let mut tables = Vec::new();
    for (from, level) in asked {
        tables.push(ask_a_bot(&before, *from, level).await);
    }
    let later = || system_time() + 60_000;
    let after = hall(store, HallSettings { thinkers: 1, machine_time: later, ..quick() });
    tokio::spawn(Arc::clone(&after).run());
    (tables, after)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_restart_whoever_comes_back_is_answered_before_tables_to_which_nobody_has() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::default());
    let mut asked = vec![(STRANGER, "club"); 40];
    asked.push((HONEST, "casual"));
    let (tables, hall) = restarted(&store, &asked).await;
    let (honest, crowd) = tables.split_last().expect("tables");
    wait_until("all wait in line", async || hall.bots_waiting() > 30).await;
    let answered = async |tables: &[TableId]| {
        let heads = store.heads(tables).await.expect("the store answers");
        heads.iter().filter(|(_, head)| *head > 3).count()
    };
    let _watching = hall.watch(honest, HONEST, Speaker::Seat(Seat(0)));
    wait_until("whoever came is answered", async || answered(std::slice::from_ref(honest)).await == 1).await;
    let before = answered(crowd).await;
    assert!(before < 30, "{before} of 40 were answered before");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn late_bots_that_wait_for_a_turn_keep_nobody_from_the_line() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::default());
    let (_, hall) = restarted(&store, &[(STRANGER, "expert"); 100]).await;
    wait_until("all wait in line", async || hall.bots_waiting() > 80).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_that_somebody_watches_go_on_when_the_store_is_back() {
    let memory = Arc::new(MemoryStore::default());
    let store: Arc<dyn Store> = Arc::clone(&memory) as _;
    let hall = hall(&store, quick());
    let (table, _) = open(&hall, bots_alone("random")).await;
    let (away, refused) = (Arc::new(AtomicBool::new(true)), Arc::new(AtomicUsize::new(0)));
    let (is_away, refusing) = (Arc::clone(&away), Arc::clone(&refused));
    memory.meddle(move |call| match call {
        Call::Append(_) if is_away.load(Ordering::SeqCst) => {
            refusing.fetch_add(1, Ordering::SeqCst);
            Err(StoreError::new(Fault::ReadOnly, "read-only on purpose"))
        }
        _ => Ok(()),
    });
    let _watching = hall.watch(&table, HONEST, Speaker::Stranger);
    wait_until("a bot was refused", async || refused.load(Ordering::SeqCst) > 0).await;
    away.store(false, Ordering::SeqCst);
    let head = async || heads(&store, std::slice::from_ref(&table)).await;
    wait_until("they go on", async || head().await > 10).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_casual_bots_answer_waits_for_no_thought_of_a_master() {
    for thinkers in [1, 2] {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::default());
        let hall = hall(&store, HallSettings { thinkers, ..quick() });
        // Strangers in two networks, and one of the honest player's own.
        let mut crowd = Vec::new();
        for from in [STRANGER, Asker::new(3), HONEST, STRANGER, Asker::new(3)] {
            crowd.push(ask_a_bot(&hall, from, "master").await);
        }
        let honest = [ask_a_bot(&hall, HONEST, "casual").await];
        wait_until("the honest player is answered", async || heads(&store, &honest).await > 3).await;
        let answered =
            store.heads(&crowd).await.expect("a store").iter().filter(|(_, head)| *head > 3).count();
        assert_eq!(answered, 0, "with {thinkers} thinkers");
    }
}
