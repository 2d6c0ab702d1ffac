//! One time for all nodes, from a node's first act on.

use kit_server::hall::ByCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use kit_server::hall::{HallSettings, system_time};
use kit_server::store::Store;
use kit_sitting::{Secrets, Seen};
use serde_json::{Value, json};
use tokio::time::sleep;
use tracing::Level;

use crate::memory::MemoryStore;
use crate::told::Told;
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
    assert!(matches!(found, Ok(ByCode::Table(table)) if table.to_string() == opened.note.table));
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

static AHEAD: AtomicI64 = AtomicI64::new(0);

/// One line when it begins and one when it is over, and by how much, for those who have to set it.
#[tokio::test(start_paused = true)]
async fn that_a_machines_clock_is_off_is_logged_once() {
    let store = with_time();
    let machine_time = || system_time() + AHEAD.load(Ordering::Relaxed);
    let (told, _guard) = Told::listen(Level::INFO);
    tokio::spawn(hall(&store, HallSettings { machine_time, ..quick() }).run());
    let off = "WARN message=this machine's clock is off; tables do not go by it ahead_ms=";
    let right = "INFO message=this machine's clock is right again";
    for (minutes, times_off, times_right) in
        [(0, 0, 0), (60, 1, 0), (-60, 1, 0), (0, 1, 1), (-60, 2, 1), (0, 2, 2)]
    {
        AHEAD.store(minutes * MINUTE, Ordering::Relaxed);
        sleep(Duration::from_secs(60)).await;
        assert_eq!(told.lines(off).len(), times_off, "{:?}", told.lines(""));
        assert_eq!(told.lines(right).len(), times_right, "{:?}", told.lines(""));
    }
    let by: Vec<i64> = told
        .lines(off)
        .iter()
        .filter_map(|line| line.rsplit_once("ahead_ms=")?.1.trim().parse().ok())
        .collect();
    assert!(
        matches!(by[..], [ahead, behind] if (55 * MINUTE..65 * MINUTE).contains(&ahead)
        && (55 * MINUTE..65 * MINUTE).contains(&-behind)),
        "{by:?}"
    );
}
