//! A server of one's own on loopback, and people who talk to it.

use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use http_body_util::BodyExt;
use kit_games::CATALOGUE;
use kit_play::Chance;
use kit_server::bus::local::LocalBus;
use kit_server::hall::{Hall, HallSettings};
use kit_server::http::limits::Limits;
use kit_server::http::serving::serve;
use kit_server::http::{self, Front};
use kit_server::store::Store;
use kit_server::store::sqlite::SqliteStore;
use kit_sitting::Sitting;
use kit_sitting::TableId;
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error as SocketError, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use tower::ServiceExt;

/// The time that it always is in this house, so that bytes do not depend on it.
pub const NOW: i64 = 1_800_000_000_000;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// A server with an empty store.
pub struct House {
    address: String,
    front: Arc<Front>,
    /// Made once: with it the whole description of the interface is made.
    router: axum::Router,
    store: Arc<dyn Store>,
}

/// A table with everybody seated.
pub struct Place {
    /// The table.
    pub table: TableId,
    /// The host's secret.
    pub host: String,
    /// The seats with their secrets.
    pub seats: Vec<(String, String)>,
}

/// Somebody's socket.
pub struct Connection {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    asked: u32,
    /// What came in while an answer was awaited.
    waiting: Vec<String>,
}

impl House {
    /// Opens a house with this luck.
    pub async fn with_luck(chance: fn() -> Chance) -> House {
        let store: Arc<dyn Store> = Arc::new(SqliteStore::in_memory().await.expect("a store in memory"));
        let bus = Arc::new(LocalBus::default());
        let settings = HallSettings {
            now: Some(|| NOW),
            bot_pace: Duration::ZERO,
            // What is listed must not depend on when it was asked for.
            lobby_age: Duration::ZERO,
            chance,
            ..HallSettings::default()
        };
        let hall = Hall::new(CATALOGUE, Arc::clone(&store), bus, settings);
        tokio::spawn(Arc::clone(&hall).run());
        let settings = http::Settings { limits: Limits::none(), ..http::Settings::default() };
        let front = Front::new(hall, settings);
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("a bound port").to_string();
        tokio::spawn(serve(listener, Arc::clone(&front)));
        House { address, router: http::router(Arc::clone(&front)), front, store }
    }

    /// What is true at a table, folded from the store.
    pub async fn sitting(&self, table: &TableId) -> Sitting {
        let records = self.store.read(table.clone(), 0).await.expect("the store answers");
        Sitting::fold(self.front.hall.house(), table.clone(), &records).expect("records hold")
    }

    /// Opens a table and lets people take all seats.
    pub async fn seat(&self, game: &str, edition: &str) -> Place {
        let about = CATALOGUE.iter().map(|listed| listed.about()).find(|about| about.id == game);
        let about = about.expect("a game of the catalogue");
        let seats: Vec<Value> = about.seats.iter().map(|_| json!({"sitter": "invited"})).collect();
        let request = json!({
            "game": game, "edition": edition, "seats": seats, "public": true, "program": true, "name": "Zoë",
            "real_board": {"phones": "each"},
        });
        let (status, body) = self.post("/api/tables", &request, None).await;
        assert_eq!(status, 200, "{body}");
        let opened: Value = serde_json::from_str(&body).expect("JSON");
        let table: TableId = opened["table"].as_str().expect("a name").parse().expect("a table's name");
        let host = opened["tokens"][0]["token"].as_str().expect("the host's secret").to_owned();
        let mut taken = Vec::new();
        for invitation in opened["invitations"].as_array().expect("invitations") {
            let enter = json!({"invitation": invitation["token"], "program": true});
            let (status, body) = self.post(&format!("/api/tables/{table}/enter"), &enter, None).await;
            assert_eq!(status, 200, "{body}");
            let entered: Value = serde_json::from_str(&body).expect("JSON");
            let word = |key: &str| entered[key].as_str().expect("a word").to_owned();
            taken.push((word("seat"), word("token")));
        }
        Place { table, host, seats: taken }
    }

    /// Starts the game at a table.
    pub async fn start(&self, place: &Place) {
        let start = json!({"seat": "host", "command": {"start": {}}});
        let path = format!("/api/tables/{}/commands", place.table);
        let (status, body) = self.post(&path, &start, Some(&place.host)).await;
        assert_eq!(status, 200, "{body}");
    }

    /// Asks for a page, as a program with a secret or without one.
    pub async fn get_as(&self, path: &str, token: Option<&str>) -> (u16, String) {
        let mut request = axum::http::Request::get(path).header("host", &self.address);
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        self.send(request.body(axum::body::Body::empty()).expect("a request")).await
    }

    /// Sends something, as a program with a secret or without one.
    pub async fn post(&self, path: &str, body: &Value, token: Option<&str>) -> (u16, String) {
        let mut request = axum::http::Request::post(path)
            .header("host", &self.address)
            .header("content-type", "application/json");
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        self.send(request.body(axum::body::Body::from(body.to_string())).expect("a request")).await
    }

    async fn send(&self, request: axum::http::Request<axum::body::Body>) -> (u16, String) {
        let answer = self.router.clone().oneshot(request).await.expect("an answer");
        let status = answer.status().as_u16();
        let bytes = answer.into_body().collect().await.expect("a body").to_bytes();
        (status, String::from_utf8_lossy(&bytes).into_owned())
    }

    /// A socket with a viewer's eyes.
    async fn connect(&self, table: &TableId, seat: &str, token: Option<&str>) -> Connection {
        let request = self.socket_request(table, seat, token);
        let (stream, _) = connect_async(request).await.expect("a socket");
        Connection { stream, asked: 0, waiting: Vec::new() }
    }

    /// What somebody hears who must not get a socket.
    pub async fn try_socket(&self, table: &TableId, seat: &str, token: Option<&str>) -> (u16, String) {
        match connect_async(self.socket_request(table, seat, token)).await {
            Ok(_) => (101, String::new()),
            Err(SocketError::Http(answer)) => {
                let body = answer.body().clone().unwrap_or_default();
                (answer.status().as_u16(), String::from_utf8_lossy(&body).into_owned())
            }
            Err(error) => panic!("the server answers: {error}"),
        }
    }

    fn socket_request(&self, table: &TableId, seat: &str, token: Option<&str>) -> axum::http::Request<()> {
        // The public reads another language, so that what leaves in one is compared as well.
        let language = if seat == "public" { "&language=de" } else { "" };
        let address = format!(
            "ws://{}/api/tables/{table}/socket?seat={seat}&after=0&present=true{}",
            self.address, language
        );
        let mut request = address.into_client_request().expect("an address");
        if let Some(token) = token {
            let value = format!("Bearer {token}").parse().expect("a header");
            request.headers_mut().insert("authorization", value);
        }
        request
    }
}

impl Place {
    /// A socket of a seat, or of the public.
    pub async fn connect(&self, house: &House, viewer: &str) -> Connection {
        house.connect(&self.table, viewer, self.token(viewer)).await
    }

    /// The secret of a seat; the public has none.
    pub fn token(&self, viewer: &str) -> Option<&str> {
        let seat = self.seats.iter().find(|(name, _)| name == viewer);
        seat.map(|(_, token)| token.as_str())
    }
}

impl Connection {
    /// Gives a command and waits for its answer; frames that come before it are kept.
    pub async fn ask(&mut self, command: Value) -> Value {
        self.ask_for_text(command).await.0
    }

    /// The same, with the answer as it was written, too.
    pub async fn ask_for_text(&mut self, command: Value) -> (Value, String) {
        self.asked += 1;
        let line = json!({"id": self.asked, "command": command}).to_string();
        self.stream.send(Message::text(line)).await.expect("the socket is open");
        loop {
            let line = self.next().await;
            let answer: Value = serde_json::from_str(&line).expect("JSON");
            let id = answer["done"]["id"].as_u64().or(answer["error"]["id"].as_u64());
            if id == Some(u64::from(self.asked)) {
                return (answer, line);
            }
            self.waiting.push(line);
        }
    }

    /// Everything that was received: whatever the server had to say before it answers once more.
    pub async fn drain(&mut self) -> Vec<String> {
        let answer = self.ask(json!({"start": {}})).await;
        assert!(answer.get("error").is_some(), "a seat cannot start a game that has started: {answer}");
        std::mem::take(&mut self.waiting)
    }

    async fn next(&mut self) -> String {
        loop {
            let message =
                tokio::time::timeout(PATIENCE, self.stream.next()).await.expect("an answer in time");
            match message.expect("the socket is open").expect("a message") {
                Message::Text(text) => return text.to_string(),
                Message::Ping(_) | Message::Pong(_) => {}
                other => panic!("an unexpected message: {other:?}"),
            }
        }
    }
}
