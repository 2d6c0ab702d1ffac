//! One time for all nodes, from a node's first act on.

use std::sync::Arc;
use std::time::Duration;

use kit_server::hall::{HallSettings, system_time};
use kit_server::store::Store;
use kit_sitting::{Secrets, Seen};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::memory::MemoryStore;
use crate::{for_two, frame, hall, open, quick};

const MINUTE: i64 = 60_000;

/// A store with a clock that is right.
fn with_time() -> Arc<dyn Store> {
    Arc::new(MemoryStore::with_time(system_time, Duration::ZERO))
}

/// A node whose own clock is an hour ahead.
fn ahead() -> HallSettings {
    HallSettings { machine_time: || system_time() + 60 * MINUTE, ..quick() }
}

#[tokio::test]
async fn a_node_an_hour_ahead_opens_a_table_as_its_first_act() {
    let store = with_time();
    let (table, secrets) =
        open(&hall(&store, ahead()), for_two(json!({"clock": "move", "seconds": 1800}))).await;
    let records = store.read(table.clone(), 0).await.expect("the store answers");
    assert!(records.iter().all(|record| (record.at - system_time()).abs() < 10 * MINUTE), "{records:?}");
    // Its first act may also be to show a table.
    let clocks = frame(&hall(&store, ahead()), &table, "black", &secrets).await["clocks"].clone();
    assert!(clocks[0]["milliseconds"].as_u64() > Some(1_700_000), "{clocks}");
}

#[tokio::test]
async fn a_node_an_hour_ahead_lets_invitations_be_good_for_half_an_hour() {
    let store = with_time();
    let half_an_hour = Some(Duration::from_secs(30 * 60));
    let request = json!({"game": "chess960", "seats": [{"sitter": "me"}, {"sitter": "invited"}]});
    let good = hall(&store, HallSettings { invitations_last: half_an_hour, ..quick() });
    let request = serde_json::from_value(request).expect("a request");
    let opened = good.open(request, kit_server::turns::Asker::new(1)).await.expect("a table");
    let bad = hall(&store, HallSettings { invitations_last: half_an_hour, ..ahead() });
    let found = bad.by_code(&opened.note.invitations[0].code).await;
    assert_eq!(found.ok().map(|table| table.to_string()), Some(opened.note.table));
}

#[tokio::test]
async fn a_node_an_hour_ahead_shows_nothing_sooner_to_those_who_watch_with_a_delay() {
    let store = with_time();
    let mut request = for_two(Value::Null);
    request["spectators"] = json!({"policy": "delayed", "minutes": 10});
    let (table, _) = open(&hall(&store, quick()), request).await;
    let bad = hall(&store, ahead());
    let viewing = bad.viewing(&table, "white", &Secrets::default()).await.expect("it may be watched");
    let shown = bad.frame(&viewing, &mut Seen::default()).await;
    assert_eq!(shown.err().map(|error| error.code()), Some("still-secret"));
}

#[tokio::test(start_paused = true)]
async fn a_clock_that_two_set_at_once_is_right() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::with_time(system_time, Duration::from_millis(100)));
    let hall = hall(&store, ahead());
    // Whoever looks for clocks and whoever sets the hall's ask at the same moment.
    tokio::spawn(Arc::clone(&hall).run());
    sleep(Duration::from_secs(1)).await;
    let (table, _) = open(&hall, for_two(Value::Null)).await;
    let records = store.read(table, 0).await.expect("the store answers");
    assert!((records[0].at - system_time()).abs() < 10 * MINUTE, "{records:?}");
}
