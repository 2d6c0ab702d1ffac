//! A server without a port, and people who ask it.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Method, Request, header};
use futures_util::{SinkExt, StreamExt};
use kit_games::CATALOGUE;
use kit_server::bus::{Bus, LocalBus};
use kit_server::hall::{Hall, HallSettings};
use kit_server::http::limits::Limits;
use kit_server::http::{self, Front, Settings};
use kit_server::store::{SqliteStore, Store};
use kit_sitting::Catalogue;
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::{self, Message, client::IntoClientRequest};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use tower::ServiceExt;

/// A game without secrets, for two.
pub const GAME: &str = "chess960";

/// A server without a port.
pub struct Server {
    /// What all requests share.
    pub front: Arc<Front>,
    /// How it is called by those who ask.
    host: &'static str,
    router: Router,
}

/// What was answered.
pub struct Reply {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Value,
    pub text: String,
}

impl Reply {
    pub fn code(&self) -> &str {
        self.body["error"]["code"].as_str().unwrap_or("no error")
    }

    pub fn cookies(&self) -> Vec<&str> {
        let lines = self.headers.get_all(header::SET_COOKIE).iter();
        lines.map(|line| line.to_str().expect("cookies are text")).collect()
    }

    /// What a browser would send back.
    pub fn cookie_header(&self) -> String {
        let pairs: Vec<&str> = self.cookies().iter().filter_map(|line| line.split(';').next()).collect();
        pairs.join("; ")
    }

    #[track_caller]
    pub fn expect(self, status: u16, code: &str) -> Reply {
        assert_eq!((self.status, self.code()), (status, code), "{}", self.text);
        if code != "no error" {
            let sentence = self.body["error"]["text"].as_str().expect("errors have a sentence");
            assert!(sentence.len() > 10 && !sentence.ends_with('.'), "{sentence}");
        }
        self
    }

    #[track_caller]
    pub fn done(self) -> Reply {
        assert!(self.status < 300, "{} {}", self.status, self.text);
        self
    }
}

impl Server {
    /// A server without limits.
    pub async fn start() -> Server {
        Server::with(CATALOGUE, Limits::none()).await
    }

    /// A server with these limits.
    pub async fn with(catalogue: Catalogue, limits: Limits) -> Server {
        Server::told(catalogue, Settings { limits, ..Settings::default() }).await
    }

    /// A server that meets the network like this.
    pub async fn told(catalogue: Catalogue, settings: Settings) -> Server {
        let hall = HallSettings { bot_pace: Duration::ZERO, ..HallSettings::default() };
        Server::of(catalogue, settings, hall, Arc::new(LocalBus::default())).await
    }

    /// A server that behaves like this, with a bus.
    pub async fn of(
        catalogue: Catalogue,
        settings: Settings,
        hall: HallSettings,
        bus: Arc<dyn Bus>,
    ) -> Server {
        let store = Arc::new(SqliteStore::in_memory().await.expect("a store in memory"));
        Server::over(store, catalogue, settings, hall, bus).await
    }

    /// The same over a store.
    pub async fn over(
        store: Arc<dyn Store>,
        catalogue: Catalogue,
        settings: Settings,
        hall: HallSettings,
        bus: Arc<dyn Bus>,
    ) -> Server {
        let front = Front::new(Hall::new(catalogue, store, bus, hall), settings);
        Server { router: http::router(Arc::clone(&front)), host: "localhost", front }
    }

    /// The same under another name.
    pub fn called(self, host: &'static str) -> Server {
        Server { host, ..self }
    }

    pub async fn send(&self, request: Request<Body>) -> Reply {
        let answer = self.router.clone().oneshot(request).await.expect("the router always answers");
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        let bytes = to_bytes(answer.into_body(), 1 << 24).await.expect("a body");
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let body = serde_json::from_str(&text).unwrap_or(Value::Null);
        Reply { status, headers, body, text }
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.ask(Method::GET, path, None, &[]).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Reply {
        self.ask(Method::POST, path, Some(body.to_string()), &[]).await
    }

    pub async fn ask(
        &self,
        method: Method,
        path: &str,
        body: Option<String>,
        lines: &[(&str, &str)],
    ) -> Reply {
        let mut request = Request::builder().method(method).uri(path);
        if !lines.iter().any(|(name, _)| *name == "host") {
            request = request.header("host", self.host);
        }
        if body.is_some() {
            request = request.header("content-type", "application/json");
        }
        for (name, value) in lines {
            request = request.header(*name, *value);
        }
        let body = body.map_or_else(Body::empty, Body::from);
        self.send(request.body(body).expect("a request")).await
    }

    /// Opens a table as a program.
    pub async fn open(&self, seats: Value) -> Opened {
        let asked = json!({"game": GAME, "seats": seats, "program": true});
        let reply = self.post("/api/tables", &asked).await.done();
        let word = |value: &Value| value.as_str().expect("a word").to_owned();
        let tokens = reply.body["tokens"].as_array().expect("tokens");
        let token =
            |seat: &str| tokens.iter().find(|token| token["seat"] == seat).map(|token| word(&token["token"]));
        let invitations = reply.body["invitations"].as_array().expect("invitations").clone();
        Opened {
            table: word(&reply.body["table"]),
            host: token("host").expect("the host has a secret"),
            white: token("white").unwrap_or_default(),
            invitations,
        }
    }

    /// Opens a table for the opener and one guest, who sits down.
    pub async fn open_for_two(&self) -> (Opened, String) {
        let opened = self.open(json!([{"sitter": "me"}, {"sitter": "invited"}])).await;
        let enter = json!({"invitation": opened.invitations[0]["token"], "program": true});
        let entered = self.post(&format!("/api/tables/{}/enter", opened.table), &enter).await.done();
        let black = entered.body["token"].as_str().expect("the guest gets a secret").to_owned();
        let start = self.command(&opened, "host", &opened.host, json!({"start": {}})).await;
        assert!(start.status == 200 || start.code() == "already-started", "{}", start.text);
        (opened, black)
    }

    pub async fn command(&self, opened: &Opened, seat: &str, token: &str, command: Value) -> Reply {
        let path = format!("/api/tables/{}/commands", opened.table);
        let bearer = format!("Bearer {token}");
        let body = json!({"seat": seat, "command": command}).to_string();
        self.ask(Method::POST, &path, Some(body), &[("authorization", &bearer)]).await
    }

    pub async fn frame(&self, opened: &Opened, seat: &str, token: &str) -> Reply {
        let path = format!("/api/tables/{}/frame?seat={seat}", opened.table);
        self.ask(Method::GET, &path, None, &[("authorization", &format!("Bearer {token}"))]).await
    }

    /// Does the first thing that is on offer to White.
    pub async fn act(&self, opened: &Opened) -> (String, u32) {
        let frame = self.frame(opened, "white", &opened.white).await.done().body;
        let action = frame["body"]["glimpse"]["offers"][0]["action"].as_str().expect("an offer").to_owned();
        let prompt = frame["prompt"].as_u64().expect("a number") as u32;
        let act = json!({"act": {"action": action, "prompt": prompt}});
        self.command(opened, "white", &opened.white, act).await.done();
        (action, prompt)
    }
}

/// A table with the secrets of whoever opened it.
pub struct Opened {
    pub table: String,
    pub host: String,
    pub white: String,
    pub invitations: Vec<Value>,
}

/// Somebody's socket.
pub struct Client(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Client {
    /// What comes next, whatever it is.
    pub async fn next(&mut self) -> Message {
        let message = tokio::time::timeout(Duration::from_secs(30), self.0.next()).await;
        message.expect("the server says something").expect("it is open").expect("it is sound")
    }

    /// The next line.
    pub async fn line(&mut self) -> Value {
        loop {
            match self.next().await {
                Message::Text(text) => return serde_json::from_str(&text).expect("lines are JSON"),
                Message::Close(frame) => {
                    return json!({"closed": frame.map(|frame| frame.reason.to_string())});
                }
                _ => {}
            }
        }
    }

    /// Answers a ping, or sends an answer that nobody has asked for.
    pub async fn pong(&mut self, carried: Vec<u8>) {
        self.0.send(Message::Pong(carried.into())).await.expect("the server listens");
    }

    pub async fn say(&mut self, text: impl Into<String>) {
        self.0.send(Message::Text(text.into().into())).await.expect("the server listens");
    }
}

impl Server {
    /// Puts the server on a free port.
    pub async fn listen(&self) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("a bound port").to_string();
        tokio::spawn(http::serve(listener, Arc::clone(&self.front)));
        address
    }
}

/// A socket at a path.
pub async fn connect(
    address: &str,
    path: &str,
    lines: &[(&'static str, &str)],
) -> Result<Client, tungstenite::Error> {
    let mut request = format!("ws://{address}{path}").into_client_request()?;
    for (name, value) in lines {
        request.headers_mut().insert(*name, value.parse().expect("a header"));
    }
    tokio_tungstenite::connect_async(request).await.map(|(stream, _)| Client(stream))
}
