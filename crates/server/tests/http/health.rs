//! What those who look after the server are told.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use kit_games::CATALOGUE;
use kit_server::bus::{Bus, Notice};
use kit_server::hall::HallSettings;
use kit_server::http::Settings;
use kit_server::http::serving::while_closed;
use kit_server::prometheus;
use kit_sitting::TableId;
use metrics_exporter_prometheus::PrometheusHandle;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Mutex, mpsc};

use crate::server::Server;

/// A bus that reaches nobody.
struct NoBus;

impl Bus for NoBus {
    fn publish(&self, _notice: Notice) {}

    fn follow(&self, _table: &TableId) {}

    fn leave(&self, _table: &TableId) {}

    fn subscribe(&self) -> BoxFuture<'_, mpsc::Receiver<Notice>> {
        async { mpsc::channel(1).1 }.boxed()
    }

    fn ready(&self) -> bool {
        false
    }

    fn link(&self) -> Option<u64> {
        None
    }
}

async fn without_bus() -> Server {
    Server::of(CATALOGUE, Settings::default(), HallSettings::default(), Arc::new(NoBus)).await
}

#[tokio::test]
async fn a_node_without_its_bus_is_ready_and_warns() {
    let reply = Server::start().await.get("/ready").await.expect(200, "no error");
    assert_eq!((&reply.body["status"], &reply.body["warnings"]), (&json!("ready"), &json!([])));
    let reply = without_bus().await.get("/ready").await.expect(200, "no error");
    assert_eq!(reply.body["status"], "ready");
    let warnings = reply.body["warnings"].as_array().expect("warnings");
    assert!(warnings.len() == 1 && warnings[0].as_str().is_some_and(|text| text.contains("the bus")));
}

/// What is answered to one request on a connection of its own.
async fn asked(address: &str, path: &str) -> String {
    let mut connection = TcpStream::connect(address).await.expect("somebody listens");
    let request = format!("GET {path} HTTP/1.1\r\nhost: kitchen\r\nconnection: close\r\n\r\n");
    connection.write_all(request.as_bytes()).await.expect("it is read");
    let mut answer = String::new();
    connection.read_to_string(&mut answer).await.expect("it is answered");
    answer
}

/// What Prometheus is told of a server. What is counted is counted for the whole process, so only
/// one asks at a time.
async fn metrics(server: &Server) -> String {
    static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
    static ASKING: Mutex<()> = Mutex::const_new(());
    let _asking = ASKING.lock().await;
    let handle = HANDLE.get_or_init(|| prometheus::start().expect("nothing else counts here")).clone();
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("a bound port").to_string();
    let serving = tokio::spawn(prometheus::serve(listener, handle, Arc::clone(&server.front)));
    let answer = asked(&address, "/metrics").await;
    serving.abort();
    answer
}

/// One of them.
pub async fn metric(server: &Server, name: &str) -> String {
    let answer = metrics(server).await;
    let value = answer.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    value.unwrap_or_else(|| panic!("{name}: {answer}")).to_owned()
}

#[tokio::test]
async fn metrics_tell_whether_the_server_can_be_given_work() {
    let server = without_bus().await;
    let answer = metrics(&server).await;
    for line in [
        "chess_kit_ready 1",
        "chess_kit_bus 0",
        "chess_kit_thinking_waiting{kind=\"golf\"} 0",
        "chess_kit_thinking_waiting{kind=\"boards\"} 0",
        "chess_kit_thinking_waiting{kind=\"bots\"} 0",
        "chess_kit_stuck_tables 0",
    ] {
        assert!(answer.lines().any(|told| told == line), "{line}: {answer}");
    }
}

#[tokio::test]
async fn before_there_is_anything_to_serve_everybody_is_told_to_come_back() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("a bound port").to_string();
    let asking = async {
        let ready = asked(&address, "/ready").await;
        assert!(ready.starts_with("HTTP/1.1 503") && ready.contains("retry-after"), "{ready}");
        assert!(ready.contains("\"code\":\"unavailable\""), "{ready}");
        assert!(asked(&address, "/api/games").await.starts_with("HTTP/1.1 503"));
        assert!(asked(&address, "/health").await.starts_with("HTTP/1.1 200"));
        assert!(asked(&address, "/chess/health").await.starts_with("HTTP/1.1 200"), "below a path, too");
        // Somebody who says nothing holds nobody up.
        TcpStream::connect(&address).await.expect("somebody listens")
    };
    let silent = while_closed(&listener, asking).await;
    let server = Server::start().await;
    tokio::spawn(kit_server::http::serve(listener, Arc::clone(&server.front)));
    let again = tokio::time::timeout(Duration::from_secs(30), asked(&address, "/ready")).await;
    assert!(again.expect("an answer").starts_with("HTTP/1.1 200"));
    drop(silent);
}
