//! Browsers are told of turns by way of a push service, here one on loopback that can read what it is
//! handed.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, Method, Request, StatusCode};
use axum::routing::post;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kit_games::CATALOGUE;
use kit_play::Chance;
use kit_server::bus::LocalBus;
use kit_server::hall::{Hall, HallSettings};
use kit_server::http::limits::Limits;
use kit_server::http::{self, Front, Settings};
use kit_server::push::{Client, PushKey, Services, WebPush, WebPushSettings};
use kit_server::store::{SqliteStore, Store};
use kit_sitting::TableId;
use p256::SecretKey;
use p256::ecdsa::signature::Verifier;
use p256::ecdsa::{Signature, VerifyingKey};
use p256::elliptic_curve::sec1::ToEncodedPoint;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};
use tokio::time::timeout;
use tokio_rustls::rustls::RootCertStore;
use tower::ServiceExt;
use web_push_native::{Auth, decrypt};

const PATIENCE: Duration = Duration::from_secs(30);

/// Something that came to the push service: to whom, with which headers, and what.
type Received = (String, HeaderMap, Bytes);

/// A push service on loopback.
struct Service {
    address: String,
    received: mpsc::UnboundedReceiver<Received>,
    /// What it answers, in turn; 201 when there is nothing more to say.
    answers: Arc<Mutex<Vec<StatusCode>>>,
    /// Whether it answers at all.
    is_open: watch::Sender<bool>,
}

impl Service {
    async fn open() -> Service {
        Service::at("127.0.0.1").await
    }

    async fn at(host: &str) -> Service {
        let (sender, received) = mpsc::unbounded_channel();
        let is_open = watch::Sender::new(true);
        let opening = is_open.clone();
        let answers: Arc<Mutex<Vec<StatusCode>>> = Arc::default();
        let told = Arc::clone(&answers);
        let take =
            async move |State(()): State<()>, Path(whom): Path<String>, headers: HeaderMap, body: Bytes| {
                sender.send((whom, headers, body)).expect("the test listens");
                let mut open = opening.subscribe();
                open.wait_for(|open| *open).await.expect("the test goes on");
                let mut answers = told.lock().expect("nobody fails here");
                if answers.is_empty() { StatusCode::CREATED } else { answers.remove(0) }
            };
        let listener = TcpListener::bind((host, 0)).await.expect("a free port");
        let address = listener.local_addr().expect("a bound port").to_string();
        let router = Router::new().route("/{whom}", post(take));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Service { address, received, answers, is_open }
    }

    fn answers(&self, statuses: &[u16]) {
        let status = |status: &u16| StatusCode::from_u16(*status).expect("a status");
        *self.answers.lock().expect("nobody fails here") = statuses.iter().map(status).collect();
    }

    async fn next(&mut self) -> Received {
        timeout(PATIENCE, self.received.recv()).await.expect("something comes").expect("it goes on")
    }
}

/// A browser that has subscribed.
struct Browser {
    name: &'static str,
    secret: SecretKey,
    auth: [u8; 16],
}

impl Browser {
    fn new(name: &'static str, number: u8) -> Browser {
        Browser { name, secret: SecretKey::from_slice(&[number; 32]).expect("a key"), auth: [number; 16] }
    }

    /// As a browser writes it.
    fn subscription(&self, service: &Service) -> Value {
        let key = self.secret.public_key().to_encoded_point(false);
        json!({
            "endpoint": format!("http://{}/{}", service.address, self.name),
            "expirationTime": null,
            "keys": {"p256dh": URL_SAFE_NO_PAD.encode(key), "auth": URL_SAFE_NO_PAD.encode(self.auth)},
        })
    }

    /// What a message says to this browser, which alone can read it.
    fn reads(&self, body: &Bytes) -> Option<Value> {
        let text = decrypt(body.to_vec(), &self.secret, &Auth::from(self.auth)).ok()?;
        assert_eq!(text.len(), 192, "all messages are of one length");
        Some(serde_json::from_slice(&text).expect("JSON"))
    }
}

struct Server {
    front: Arc<Front>,
    store: Arc<dyn Store>,
}

/// A table with the secrets of its two players.
struct Evening {
    table: String,
    white: String,
    black: String,
}

impl Server {
    /// A server that tells browsers; `anywhere` also those of which only this machine knows.
    async fn with(anywhere: Option<bool>) -> Server {
        let store: Arc<dyn Store> = Arc::new(SqliteStore::in_memory().await.expect("a store in memory"));
        let settings = HallSettings { bot_pace: Duration::ZERO, ..HallSettings::default() };
        let hall = Hall::new(CATALOGUE, Arc::clone(&store), Arc::new(LocalBus::default()), settings);
        if let Some(anywhere) = anywhere {
            let key = PushKey::from_bytes(&[9; 32], "mailto:ann@chess.example").expect("a key");
            let client = Client::trusting(RootCertStore::empty(), anywhere);
            let pauses = vec![Duration::ZERO; 3];
            let services = if anywhere { Services::Any } else { "push.example".parse().expect("a name") };
            hall.push_through(Arc::new(WebPush::new(WebPushSettings { key, client, services, pauses })));
        }
        let settings = Settings { limits: Limits::none(), ..Settings::default() };
        Server { front: Front::new(hall, settings), store }
    }

    async fn ask(&self, method: Method, path: &str, token: &str, body: Option<&Value>) -> (u16, Value) {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header("host", "localhost")
            .header("content-type", "application/json")
            .header("authorization", format!("Bearer {token}"));
        let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
        let router = http::router(Arc::clone(&self.front));
        let answer = router.oneshot(request.body(body).expect("a request")).await.expect("an answer");
        let status = answer.status().as_u16();
        let bytes = to_bytes(answer.into_body(), 1 << 20).await.expect("a body");
        (status, serde_json::from_slice(&bytes).expect("JSON"))
    }

    async fn open(&self, clock: Value) -> Evening {
        let seats = json!([{"sitter": "me"}, {"sitter": "invited"}]);
        let asked = json!({"game": "chess960", "seats": seats, "clock": clock, "program": true});
        let (_, opened) = self.ask(Method::POST, "/api/tables", "", Some(&asked)).await;
        let word = |value: &Value| value.as_str().expect("a word").to_owned();
        let table = word(&opened["table"]);
        let enter = json!({"invitation": opened["room"]["token"], "program": true});
        let (_, entered) =
            self.ask(Method::POST, &format!("/api/tables/{table}/enter"), "", Some(&enter)).await;
        let (white, black) = (word(&opened["tokens"][1]["token"]), word(&entered["token"]));
        let evening = Evening { table, white, black };
        let start = json!({"seat": "host", "command": {"start": {}}});
        self.command(&evening, &word(&opened["tokens"][0]["token"]), &start).await;
        evening
    }

    async fn command(&self, evening: &Evening, token: &str, command: &Value) -> Value {
        let path = format!("/api/tables/{}/commands", evening.table);
        let (status, body) = self.ask(Method::POST, &path, token, Some(command)).await;
        assert_eq!(status, 200, "{body}");
        body
    }

    /// Lets a seat do the first thing on offer.
    async fn act(&self, evening: &Evening, seat: &str) {
        let token = if seat == "white" { &evening.white } else { &evening.black };
        let path = format!("/api/tables/{}/frame?seat={seat}", evening.table);
        let (_, frame) = self.ask(Method::GET, &path, token, None).await;
        let action = &frame["body"]["glimpse"]["offers"][0]["action"];
        let act = json!({"act": {"action": action, "prompt": frame["prompt"]}});
        self.command(evening, token, &json!({"seat": seat, "command": act})).await;
    }

    async fn subscribe(
        &self,
        evening: &Evening,
        seat: &str,
        token: &str,
        subscription: &Value,
    ) -> (u16, String) {
        let path = format!("/api/tables/{}/push?seat={seat}&language=de", evening.table);
        let (status, body) = self.ask(Method::PUT, &path, token, Some(subscription)).await;
        (status, body["error"]["code"].as_str().unwrap_or("done").to_owned())
    }

    async fn kept(&self, evening: &Evening) -> usize {
        let table: TableId = evening.table.parse().expect("a name");
        self.store.pushes(table).await.expect("the store answers").len()
    }

    /// Waits until so many browsers are kept.
    async fn keeps(&self, evening: &Evening, count: usize) {
        let waited = async {
            while self.kept(evening).await != count {
                tokio::task::yield_now().await;
            }
        };
        timeout(PATIENCE, waited).await.expect("it becomes so");
    }
}

fn days() -> Value {
    json!({"clock": "days", "days": 3})
}

#[tokio::test]
async fn whoever_is_away_is_told_of_a_turn_and_nobody_else_can_read_it() {
    let (server, mut service) = (Server::with(Some(true)).await, Service::open().await);
    let evening = server.open(days()).await;
    let (phone, stranger) = (Browser::new("phone", 3), Browser::new("phone", 4));
    let subscription = phone.subscription(&service);
    let done = (200, "done".to_owned());
    assert_eq!(server.subscribe(&evening, "black", &evening.black, &subscription).await, done);
    server.act(&evening, "white").await;
    let (whom, headers, body) = service.next().await;
    assert_eq!(whom, "phone");
    let line = |name: &str| headers[name].to_str().expect("text");
    assert_eq!((line("content-encoding"), line("ttl"), line("urgency")), ("aes128gcm", "86400", "normal"));
    assert!(line("topic").len() == 32 && !line("topic").contains(&evening.table));
    let told = json!({"table": evening.table, "game": "chess960", "language": "de"});
    assert_eq!(phone.reads(&body), Some(told.clone()));
    assert_eq!(stranger.reads(&body), None);
    let (_, key) = server.ask(Method::GET, "/api/push", "", None).await;
    let key = key["key"].as_str().expect("a key");
    let authorization = line("authorization").strip_prefix("vapid t=").expect("a scheme");
    let (token, named) = authorization.split_once(", k=").expect("a key");
    assert_eq!(named, key);
    let bytes = |text: &str| URL_SAFE_NO_PAD.decode(text).expect("base64url");
    let (signed, signature) = token.rsplit_once('.').expect("a signature");
    let verifying = VerifyingKey::from_sec1_bytes(&bytes(key)).expect("a public key");
    let signature = Signature::from_slice(&bytes(signature)).expect("a signature");
    verifying.verify(signed.as_bytes(), &signature).expect("it is ours");
    // White has not subscribed, so the next message is of Black's next turn.
    server.act(&evening, "black").await;
    server.act(&evening, "white").await;
    assert_eq!(phone.reads(&service.next().await.2), Some(told));
    assert!(service.received.try_recv().is_err());
}

#[tokio::test]
async fn whoever_is_connected_or_has_moved_the_seat_or_the_game_is_not_called() {
    let (server, mut service) = (Server::with(Some(true)).await, Service::open().await);
    let evening = server.open(days()).await;
    let phone = Browser::new("phone", 3);
    let subscription = phone.subscription(&service);
    server.subscribe(&evening, "black", &evening.black, &subscription).await;
    let secrets = kit_sitting::Secrets(vec![kit_sitting::Digest::of(&evening.black)]);
    let table: TableId = evening.table.parse().expect("a name");
    let viewing = server.front.hall.viewing(&table, "black", &secrets).await.expect("one's own seat");
    let attending = server.front.hall.attend(&viewing);
    server.act(&evening, "white").await;
    drop(attending);
    server.act(&evening, "black").await;
    server.act(&evening, "white").await;
    assert!(phone.reads(&service.next().await.2).is_some());
    // Another device has the seat now, and the phone is told no more.
    let moved =
        server.command(&evening, &evening.black, &json!({"seat": "black", "command": {"move": {}}})).await;
    let enter = json!({"invitation": moved["invitation"]["token"], "program": true});
    let path = format!("/api/tables/{}/enter", evening.table);
    let (_, entered) = server.ask(Method::POST, &path, "", Some(&enter)).await;
    let black = entered["token"].as_str().expect("a secret").to_owned();
    let evening = Evening { black, ..evening };
    let tablet = Browser::new("tablet", 5);
    server.act(&evening, "black").await;
    server.subscribe(&evening, "black", &evening.black, &tablet.subscription(&service)).await;
    assert_eq!(server.kept(&evening).await, 1, "what was kept for the phone is gone");
    server.act(&evening, "white").await;
    let (whom, _, body) = service.next().await;
    assert_eq!((whom.as_str(), phone.reads(&body)), ("tablet", None));
    assert!(tablet.reads(&body).is_some());
    // When the game is over, nothing is kept.
    server.command(&evening, &evening.white, &json!({"seat": "white", "command": {"resign": {}}})).await;
    server.keeps(&evening, 0).await;
    assert!(service.received.try_recv().is_err());
    let (status, code) = server.subscribe(&evening, "black", &evening.black, &subscription).await;
    assert_eq!((status, code.as_str()), (409, "over"));
}

#[tokio::test]
async fn what_fails_is_tried_again_and_whoever_is_gone_is_forgotten() {
    let (server, mut service) = (Server::with(Some(true)).await, Service::open().await);
    let evening = server.open(days()).await;
    let phone = Browser::new("phone", 3);
    server.subscribe(&evening, "black", &evening.black, &phone.subscription(&service)).await;
    service.answers(&[503, 429, 201]);
    server.act(&evening, "white").await;
    for _ in 0..3 {
        assert!(phone.reads(&service.next().await.2).is_some());
    }
    assert_eq!(server.kept(&evening).await, 1);
    server.act(&evening, "black").await;
    service.answers(&[410]);
    server.act(&evening, "white").await;
    service.next().await;
    server.keeps(&evening, 0).await;
    // What a service will never take is not sent again.
    server.act(&evening, "black").await;
    server.subscribe(&evening, "black", &evening.black, &phone.subscription(&service)).await;
    service.answers(&[400, 404]);
    server.act(&evening, "white").await;
    service.next().await;
    server.act(&evening, "black").await;
    server.act(&evening, "white").await;
    service.next().await;
    server.keeps(&evening, 0).await;
    assert!(service.received.try_recv().is_err());
}

#[tokio::test]
async fn a_seat_has_few_browsers_and_can_take_them_away() {
    let (server, service) = (Server::with(Some(true)).await, Service::open().await);
    let evening = server.open(days()).await;
    let names = ["a", "b", "c", "d", "e", "f", "g"];
    for (name, number) in names.into_iter().zip(1..) {
        let browser = Browser::new(name, number);
        server.subscribe(&evening, "white", &evening.white, &browser.subscription(&service)).await;
    }
    assert_eq!(server.kept(&evening).await, 5);
    let last = Browser::new("g", 7).subscription(&service);
    server.subscribe(&evening, "white", &evening.white, &last).await;
    assert_eq!(server.kept(&evening).await, 5, "the same browser is kept once");
    let path = format!("/api/tables/{}/push?seat=white", evening.table);
    let (status, _) = server.ask(Method::DELETE, &path, &evening.white, Some(&last)).await;
    assert_eq!((status, server.kept(&evening).await), (200, 4));
}

#[tokio::test]
async fn what_cannot_be_told_is_refused_in_words() {
    let service = Service::open().await;
    let phone = Browser::new("phone", 3);
    let good = phone.subscription(&service);
    let server = Server::with(Some(false)).await;
    let evening = server.open(days()).await;
    let with = |key: &str, value: Value| {
        let mut subscription = good.clone();
        subscription["endpoint"] = json!("https://push.example/phone");
        match key {
            "endpoint" => subscription["endpoint"] = value,
            _ => subscription["keys"][key] = value,
        }
        subscription
    };
    let put =
        async |subscription: &Value| server.subscribe(&evening, "black", &evening.black, subscription).await;
    for endpoint in [
        "http://push.example/a",
        "https://127.0.0.1/a",
        "https://localhost/a",
        "https://push.example:22/",
        "https://victim.example/a",
        "https://push.example.evil.example/a",
        "",
    ] {
        assert_eq!(
            put(&with("endpoint", json!(endpoint))).await,
            (400, "bad-request".to_owned()),
            "{endpoint}"
        );
    }
    assert_eq!(put(&good).await, (400, "bad-request".to_owned()), "loopback");
    for (key, value) in [("p256dh", ""), ("p256dh", "AAAA"), ("p256dh", "*"), ("auth", ""), ("auth", "AAAA")]
    {
        assert_eq!(put(&with(key, json!(value))).await, (400, "bad-request".to_owned()), "{key} {value}");
    }
    assert_eq!(put(&json!({"endpoint": "https://push.example/a"})).await, (400, "malformed".to_owned()));
    let long = with("endpoint", json!(format!("https://push.example/{}", "a".repeat(2_000))));
    assert_eq!(put(&long).await, (400, "bad-request".to_owned()));
    let right = with("endpoint", json!("https://push.example/phone"));
    assert_eq!(
        server.subscribe(&evening, "black", &evening.white, &right).await,
        (403, "not-your-seat".to_owned())
    );
    assert_eq!(server.subscribe(&evening, "public", "", &right).await, (403, "not-your-seat".to_owned()));
    assert_eq!(put(&right).await, (200, "done".to_owned()));
    for clock in [Value::Null, json!({"clock": "move", "seconds": 60})] {
        let quick = server.open(clock).await;
        let refused = server.subscribe(&quick, "black", &quick.black, &right).await;
        assert_eq!(refused, (409, "not-now".to_owned()));
    }
    let silent = Server::with(None).await;
    let evening = silent.open(days()).await;
    assert_eq!(silent.ask(Method::GET, "/api/push", "", None).await, (200, json!({"key": null})));
    assert_eq!(
        silent.subscribe(&evening, "black", &evening.black, &right).await,
        (409, "not-now".to_owned())
    );
    let path = format!("/api/tables/{}/push?seat=black&language=de", evening.table);
    let (_, body) = silent.ask(Method::PUT, &path, &evening.black, Some(&right)).await;
    assert_eq!(body["error"]["text"], "dieser Server kann dich nicht benachrichtigen");
}

#[tokio::test]
async fn however_often_it_is_somebodys_turn_a_service_is_asked_once_at_a_time() {
    let (server, mut service) = (Server::with(Some(true)).await, Service::open().await);
    let evening = server.open(days()).await;
    let phone = Browser::new("phone", 3);
    server.subscribe(&evening, "black", &evening.black, &phone.subscription(&service)).await;
    service.is_open.send_replace(false);
    server.act(&evening, "white").await;
    service.next().await;
    for _ in 0..20 {
        server.act(&evening, "black").await;
        server.act(&evening, "white").await;
    }
    // What began meanwhile is told with one more message, or with few if the last are told late.
    service.is_open.send_replace(true);
    assert_eq!(service.next().await.0, "phone");
    let tablet = Browser::new("tablet", 5);
    server.subscribe(&evening, "white", &evening.white, &tablet.subscription(&service)).await;
    server.act(&evening, "black").await;
    let mut more = 0;
    while service.next().await.0 != "tablet" {
        more += 1;
    }
    assert!(more < 10, "{more} more messages for 20 turns");
}

#[tokio::test]
async fn a_service_that_never_answers_keeps_nobody_from_being_told() {
    let server = Server::with(Some(true)).await;
    let (silent, mut other) = (Service::at("127.0.0.1").await, Service::at("127.0.0.2").await);
    silent.is_open.send_replace(false);
    for _ in 0..40 {
        let evening = server.open(days()).await;
        let trap = Browser::new("trap", 4);
        server.subscribe(&evening, "black", &evening.black, &trap.subscription(&silent)).await;
        server.act(&evening, "white").await;
    }
    let (evening, phone) = (server.open(days()).await, Browser::new("phone", 3));
    server.subscribe(&evening, "black", &evening.black, &phone.subscription(&other)).await;
    server.act(&evening, "white").await;
    assert!(phone.reads(&other.next().await.2).is_some());
}

/// The bytes of a message differ each time, whatever it says.
#[tokio::test]
async fn two_messages_never_look_alike() {
    let (server, mut service) = (Server::with(Some(true)).await, Service::open().await);
    let evening = server.open(days()).await;
    let phone = Browser::new("phone", Chance::unpredictable().below(200) as u8 + 1);
    server.subscribe(&evening, "black", &evening.black, &phone.subscription(&service)).await;
    server.act(&evening, "white").await;
    let first = service.next().await.2;
    server.act(&evening, "black").await;
    server.act(&evening, "white").await;
    let second = service.next().await.2;
    assert_eq!(first.len(), second.len());
    assert_ne!(first, second);
    assert_eq!(phone.reads(&first), phone.reads(&second));
}
