//! A store that fails, as people and those who look after the server see it.

use std::sync::Arc;
use std::time::Duration;

use kit_games::CATALOGUE;
use kit_server::bus::LocalBus;
use kit_server::hall::HallSettings;
use kit_server::http::Settings;
use kit_server::http::limits::Limits;
use kit_server::store::trouble::Trouble;
use kit_server::store::{Fault, Patience, Store, StoreError};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tracing::Level;

use crate::club;
use crate::memory::{Call, MemoryStore};
use crate::server::Server;
use crate::told::Told;

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(60);

async fn over(store: Arc<dyn Store>) -> Server {
    let settings = Settings { limits: Limits::none(), ..Settings::default() };
    let hall = HallSettings { bot_pace: Duration::ZERO, ..HallSettings::default() };
    Server::over(store, CATALOGUE, settings, hall, Arc::new(LocalBus::default())).await
}

async fn asked_until(server: &Server, path: &str, status: u16) -> String {
    let asking = async {
        loop {
            let reply = server.get(path).await;
            if reply.status == status {
                return reply.text;
            }
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(PATIENCE, asking).await.unwrap_or_else(|_| panic!("{path} is never {status}"))
}

#[tokio::test]
async fn a_node_is_ready_exactly_as_long_as_it_can_write() {
    let trouble = Arc::new(Trouble::default());
    let store = trouble.in_memory(Patience::default()).await.expect("a store in memory");
    let server = over(Arc::new(store)).await;
    let is_ready = async || crate::health::metric(&server, "chess_kit_ready").await;
    server.get("/ready").await.expect(200, "no error");
    assert_eq!(is_ready().await, "1");
    for (begins, ends) in [
        (Trouble::is_full as fn(&Trouble, bool), "full"),
        (Trouble::is_read_only as fn(&Trouble, bool), "read-only"),
    ] {
        begins(&trouble, true);
        let told = asked_until(&server, "/ready", 503).await;
        assert!(told.contains("\"unavailable\""), "{ends}: {told}");
        assert_eq!(is_ready().await, "0", "{ends}");
        begins(&trouble, false);
        asked_until(&server, "/ready", 200).await;
        assert_eq!(is_ready().await, "1", "{ends}");
    }
}

#[tokio::test]
async fn a_node_that_cannot_count_what_is_set_aside_is_ready_and_warns() {
    let store = Arc::new(MemoryStore::default());
    store.meddle(|call| match call {
        Call::Stuck => Err(StoreError::new(Fault::Other, "on purpose")),
        _ => Ok(()),
    });
    let reply = over(store).await.get("/ready").await.expect(200, "no error");
    assert!(
        reply.body["warnings"][0].as_str().is_some_and(|told| told.contains("counted")),
        "{}",
        reply.text
    );
}

#[tokio::test]
async fn a_table_that_cannot_be_read_says_so_for_good_and_is_logged_once() {
    let store = Arc::new(MemoryStore::default());
    let before = over(Arc::clone(&store) as _).await;
    let (broken, _) = before.open_for_two().await;
    let (sound, _) = before.open_for_two().await;
    let table = broken.table.parse().expect("a name");
    store.meddle(move |call| match call {
        Call::Read(read) if *read == table => Err(StoreError::new(Fault::Unreadable, "on purpose")),
        _ => Ok(()),
    });
    let server = over(store).await;
    let (told, _guard) = Told::listen(Level::ERROR);
    for _ in 0..5 {
        server.get(&format!("/api/tables/{}", broken.table)).await.expect(500, "unreadable");
        server.frame(&broken, "white", &broken.white).await.expect(500, "unreadable");
        server
            .command(&broken, "white", &broken.white, json!({"resign": {}}))
            .await
            .expect(500, "unreadable");
    }
    server.frame(&sound, "white", &sound.white).await.expect(200, "no error");
    let lines = told.lines("a log cannot be read");
    assert!(lines.len() == 1 && lines[0].contains(&broken.table), "{lines:?}");
    assert_eq!(told.lines("").len(), 1, "{:?}", told.lines(""));
}

#[tokio::test]
async fn an_outage_is_logged_once_and_not_for_every_request() {
    let store = Arc::new(MemoryStore::default());
    let before = over(Arc::clone(&store) as _).await;
    let (opened, _) = before.open_for_two().await;
    store.meddle(|call| match call {
        Call::Read(_) => Err(StoreError::new(Fault::Unreachable, "on purpose")),
        _ => Ok(()),
    });
    let server = over(store).await;
    let (told, _guard) = Told::listen(Level::ERROR);
    for _ in 0..20 {
        server.frame(&opened, "white", &opened.white).await.expect(503, "unavailable");
    }
    // An outage is one of the whole process: no other test of this program may have one.
    club::a_table_that_was_not_laid_is_laid_when_somebody_sits_down().await;
    club::what_cannot_be_read_is_no_wrong_secret().await;
    assert_eq!(told.lines("the store failed").len(), 1, "{:?}", told.lines(""));
    assert_eq!(told.lines("").len(), 1, "{:?}", told.lines(""));
}

#[tokio::test(start_paused = true)]
async fn a_client_that_reads_nothing_is_cut() {
    let server = over(Arc::new(MemoryStore::default())).await;
    let address = server.listen().await;
    let mut client = TcpStream::connect(&address).await.expect("somebody listens");
    let request = format!("GET /api/openapi.json HTTP/1.1\r\nhost: {address}\r\n\r\n");
    // The answers are more than the network holds, and then neither side goes on.
    let many = request.repeat(1_000);
    let writing = async {
        client.write_all(many.as_bytes()).await.expect("it is taken");
        sleep(Duration::from_secs(120)).await;
    };
    writing.await;
    let reading = async {
        let mut answers = Vec::new();
        // It may have been reset.
        let _ = client.read_to_end(&mut answers).await;
        answers.len()
    };
    let length = timeout(PATIENCE, reading).await.expect("the connection has ended");
    assert!(length > 0, "something was answered");
}
