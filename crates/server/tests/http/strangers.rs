//! What strangers may ask for, and what that costs others: nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use axum::http::{HeaderName, Method};
use kit_games::CATALOGUE;
use kit_server::bus::LocalBus;
use kit_server::hall::{HallSettings, system_time};
use kit_server::http::Settings;
use kit_server::http::limits::{Limits, Rate};
use kit_server::turns::{Asker, Rank};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite;

use crate::server::{GAME, Opened, Reply, Server, connect};

/// A server that is told where somebody asks from.
async fn behind_a_proxy(limits: Limits) -> Server {
    let proxy_header = Some(HeaderName::from_static("x-from"));
    Server::told(CATALOGUE, Settings { limits, proxy_header, ..Settings::default() }).await
}

impl Server {
    /// Asks from somewhere, with a secret if there is one.
    async fn post_from(&self, from: &str, path: &str, token: &str, body: &Value) -> Reply {
        let bearer = format!("Bearer {token}");
        let lines = [("x-from", from), ("authorization", &bearer)];
        self.ask(Method::POST, path, Some(body.to_string()), &lines).await
    }

    /// Ends a game and opens it again.
    async fn rematch(&self, table: &str, token: &str) -> Reply {
        let opened = |seat: &str| (format!("/api/tables/{table}/commands"), json!(seat));
        for seat in ["white", "black"] {
            let (path, seat) = opened(seat);
            self.post_from("", &path, token, &json!({"seat": seat, "command": {"resign": {}}})).await;
        }
        let (path, seat) = opened("white");
        self.post_from("", &path, token, &json!({"seat": seat, "command": {"rematch": {}}})).await
    }
}

#[tokio::test]
async fn ten_thousand_joins_are_too_many() {
    let limits = Limits { joins: Rate::per_minute(5), ..Limits::none() };
    let server = Server::with(CATALOGUE, limits).await;
    let opened = server.open(json!([{"sitter": "me"}, {"sitter": "invited"}])).await;
    let enter = format!("/api/tables/{}/enter", opened.table);
    let mut codes = std::collections::BTreeMap::<String, usize>::new();
    for _ in 0..10_000 {
        let reply = server.post(&enter, &json!({"invitation": "bcdf-ghjk"})).await;
        *codes.entry(reply.code().to_owned()).or_default() += 1;
    }
    assert!(codes["bad-invitation"] <= 6, "{codes:?}");
    assert!(codes["too-many"] >= 9_990, "{codes:?}");
    let reply = server.post("/api/enter", &json!({"invitation": "bcdf-ghjk"})).await.expect(429, "too-many");
    assert!(reply.headers.contains_key("retry-after"));
}

#[tokio::test]
async fn openings_and_requests_are_metered() {
    let limits = Limits { openings: Rate::per_minute(2), requests: Rate::per_minute(20), ..Limits::none() };
    let server = Server::with(CATALOGUE, limits).await;
    let asked = json!({"game": GAME, "seats": [{"sitter": "me"}, {"sitter": "free"}]});
    let mut codes = Vec::new();
    for _ in 0..3 {
        codes.push(server.post("/api/tables", &asked).await.status);
    }
    assert_eq!(codes, [200, 200, 429]);
    let mut last = 0;
    for _ in 0..20 {
        last = server.get("/health").await.status;
    }
    assert_eq!(last, 429);
}

#[tokio::test]
async fn a_seat_that_chats_too_much_is_asked_to_wait() {
    let limits = Limits { words: Rate::per_minute(2), ..Limits::none() };
    let server = Server::with(CATALOGUE, limits).await;
    let (opened, black) = server.open_for_two().await;
    let say = json!({"say": {"channel": "all", "text": "hello"}});
    let mut codes = Vec::new();
    for _ in 0..3 {
        codes.push(server.command(&opened, "black", &black, say.clone()).await.code().to_owned());
    }
    assert_eq!(codes, ["no error", "no error", "too-many"]);
    // Nobody else has to wait for that.
    server.command(&opened, "white", &opened.white, say).await.done();
}

#[tokio::test]
async fn a_network_and_all_together_are_metered_too() {
    let limits = Limits { openings: Rate::per_minute(2), network_share: 2, node_share: 3, ..Limits::none() };
    let server = behind_a_proxy(limits).await;
    let asked = json!({"game": GAME, "seats": [{"sitter": "me"}, {"sitter": "free"}]});
    let mut opened = std::collections::BTreeMap::<&str, usize>::new();
    for (network, from) in [
        ("first", "192.0.2.1"),
        ("first", "192.0.2.2"),
        ("first", "192.0.2.3"),
        ("second", "198.51.100.1"),
        ("third", "2001:db8:1:1::1"),
    ] {
        for _ in 0..3 {
            let status = server.post_from(from, "/api/tables", "", &asked).await.status;
            *opened.entry(network).or_default() += usize::from(status == 200);
        }
    }
    assert_eq!(opened, [("first", 4), ("second", 2), ("third", 0)].into());
}

#[tokio::test]
async fn whoever_guesses_codes_has_to_wait_and_others_do_not() {
    let limits = Limits { failures: Rate::per_hour(3), network_share: 8, ..Limits::none() };
    let server = behind_a_proxy(limits).await;
    let opened = server.open(json!([{"sitter": "me"}, {"sitter": "invited"}])).await;
    let enter = async |from: &str, code: &Value| {
        server.post_from(from, "/api/enter", "", &json!({"invitation": code})).await
    };
    for _ in 0..3 {
        enter("192.0.2.1", &json!("bcdf-ghjk")).await.expect(403, "bad-invitation");
    }
    let code = &opened.invitations[0]["code"];
    let refused = enter("192.0.2.1", code).await.expect(429, "too-many");
    let wait: u32 =
        refused.headers["retry-after"].to_str().ok().and_then(|wait| wait.parse().ok()).unwrap_or(0);
    assert!((1..=20 * 60 + 1).contains(&wait), "{wait}");
    // The same for an invitation at its table.
    let path = format!("/api/tables/{}/enter", opened.table);
    let body = json!({"invitation": "0".repeat(40)});
    server.post_from("192.0.2.1", &path, "", &body).await.expect(429, "too-many");
    enter("192.0.2.2", code).await.expect(200, "no error");
}

#[tokio::test]
async fn when_many_guess_those_with_good_codes_do_not_notice() {
    let limits = Limits { failures: Rate::per_hour(1), ..Limits::none() };
    let server = behind_a_proxy(limits).await;
    let opened = server.open(json!([{"sitter": "me"}, {"sitter": "invited"}])).await;
    for guesser in 0..150_u8 {
        let from = format!("203.0.{guesser}.1");
        let reply = server.post_from(&from, "/api/enter", "", &json!({"invitation": "bcdf-ghjk"})).await;
        reply.expect(403, "bad-invitation");
    }
    let code = &opened.invitations[0]["code"];
    server.post_from("192.0.2.1", "/api/enter", "", &json!({"invitation": code})).await.done();
}

#[tokio::test]
async fn wrong_secrets_of_seats_are_counted_and_good_ones_always_work() {
    let limits = Limits { failures: Rate::per_hour(2), ..Limits::none() };
    let server = behind_a_proxy(limits).await;
    let (opened, black) = server.open_for_two().await;
    let path = format!("/api/tables/{}/commands", opened.table);
    let say = json!({"seat": "white", "command": {"say": {"channel": "all", "text": "hello"}}});
    let wrong = "0".repeat(40);
    let command = async |token: &str| server.post_from("192.0.2.1", &path, token, &say).await;
    command(&wrong).await.expect(403, "not-your-seat");
    command(&black).await.expect(403, "not-your-seat");
    command(&wrong).await.expect(429, "too-many");
    let frame = format!("/api/tables/{}/frame?seat=white", opened.table);
    let lines = [("x-from", "192.0.2.1"), ("authorization", "Bearer x")];
    server.ask(Method::GET, &frame, None, &lines).await.expect(429, "too-many");
    // Whoever brings no secret guesses nothing, and whoever brings the right one is let in.
    server.ask(Method::GET, &frame, None, &lines[..1]).await.expect(403, "not-your-seat");
    command(&opened.white).await.expect(200, "no error");

    let address = server.listen().await;
    let socket = format!("/api/tables/{}/socket?seat=white", opened.table);
    let told = async |token: &str| {
        let bearer = format!("Bearer {token}");
        let lines = [("x-from", "192.0.2.1"), ("authorization", bearer.as_str())];
        connect(&address, &socket, &lines).await.expect("a socket").line().await
    };
    assert_eq!(told(&wrong).await["goodbye"]["code"], "too-many");
    assert!(told(&opened.white).await["frame"].is_object());
}

#[tokio::test]
async fn wrong_secrets_for_a_rematch_are_counted() {
    let limits = Limits { failures: Rate::per_hour(2), ..Limits::none() };
    let server = behind_a_proxy(limits).await;
    let opened = server.open(json!([{"sitter": "me"}, {"sitter": "me"}])).await;
    server.rematch(&opened.table, &opened.white).await.done();
    let path = format!("/api/tables/{}/follow", opened.table);
    let follow = async |token: &str| server.post_from("192.0.2.1", &path, token, &json!({})).await;
    let wrong = "0".repeat(40);
    follow(&wrong).await.expect(403, "not-your-seat");
    follow(&wrong).await.expect(403, "not-your-seat");
    follow(&wrong).await.expect(429, "too-many");
    follow(&opened.white).await.expect(200, "no error");
}

#[tokio::test]
async fn rematches_count_as_tables() {
    for limits in [
        Limits { openings: Rate::per_minute(3), ..Limits::none() },
        Limits { tables: Rate::per_day(3), ..Limits::none() },
    ] {
        let server = Server::with(CATALOGUE, limits).await;
        let opened = server.open(json!([{"sitter": "me"}, {"sitter": "me"}])).await;
        let first = server.rematch(&opened.table, &opened.white).await.done().body;
        let next = first["table"].as_str().expect("a table");
        let second = server.rematch(next, &opened.white).await.done().body;
        let last = second["table"].as_str().expect("a table");
        server.rematch(last, &opened.white).await.expect(429, "too-many");
    }
}

#[tokio::test]
async fn exports_imports_and_replays_count_as_thinking() {
    let limits = Limits { thinking: Rate::per_minute(4), ..Limits::none() };
    let server = Server::with(CATALOGUE, limits).await;
    let (opened, black) = server.open_for_two().await;
    server.command(&opened, "black", &black, json!({"resign": {}})).await.done();
    let get = async |rest: &str| server.get(&format!("/api/tables/{}/{rest}", opened.table)).await;
    for rest in ["scoresheet", "exports/fen", "replay/0", "moments/1"] {
        get(rest).await.expect(200, "no error");
    }
    for rest in ["scoresheet", "exports/fen", "replay/0", "moments/1"] {
        get(rest).await.expect(429, "too-many");
    }
    server.post("/api/replay", &json!({"scoresheet": "no"})).await.expect(429, "too-many");
    server.post("/api/export", &json!({"scoresheet": "no", "format": "fen"})).await.expect(429, "too-many");
    server.post("/api/story", &json!({"scoresheet": "no"})).await.expect(429, "too-many");
    // A game that is brought in to go on here is played again, too.
    let seats = [json!({"sitter": "me"}), json!({"sitter": "me"})];
    let brought = json!({"game": GAME, "seats": seats, "from": {"scoresheet": "no", "entry": 0}});
    server.post("/api/tables", &brought).await.expect(429, "too-many");
}

#[tokio::test]
async fn what_hands_have_to_do_counts_as_thinking_and_waits_for_a_turn() {
    waits_for_a_turn(Method::GET, "hands?after=0&", |_| None).await;
}

#[tokio::test]
async fn how_a_game_goes_on_as_it_lies_counts_as_thinking_and_waits_for_a_turn() {
    let laid = |seat: &str| Some(json!({"seat": seat, "rows": "", "turn": "white"}).to_string());
    waits_for_a_turn(Method::POST, "lies?", laid).await;
}

/// A stranger may ask twice; a seat has a meter of its own, and waits while all turns are taken.
async fn waits_for_a_turn(method: Method, what: &str, body: impl Fn(&str) -> Option<String> + Copy) {
    let limits = Limits { thinking: Rate::per_minute(2), ..Limits::none() };
    let server = Arc::new(Server::with(CATALOGUE, limits).await);
    let me = json!({"sitter": "me"});
    let asked = json!({
        "game": GAME, "seats": [me, me], "program": true, "real_board": {"phones": "one"}
    });
    let opened = server.post("/api/tables", &asked).await.done().body;
    let path = format!("/api/tables/{}/{what}", opened["table"].as_str().expect("a name"));
    let white = opened["tokens"].as_array().expect("secrets").iter().find(|token| token["seat"] == "white");
    let white = white.and_then(|token| token["token"].as_str()).expect("a secret").to_owned();
    for is_too_many in [false, false, true] {
        let reply = server.ask(method.clone(), &path, body("public"), &[]).await;
        assert_eq!(reply.status == 429, is_too_many, "{}", reply.text);
    }
    // Whoever sits there has a meter of their own.
    let own = async |server: Arc<Server>| {
        let lines = [("authorization", format!("Bearer {white}"))];
        let lines = lines.each_ref().map(|(name, value)| (*name, value.as_str()));
        let reply = server.ask(method.clone(), &format!("{path}seat=white"), body("white"), &lines).await;
        assert_ne!(reply.status, 429, "{}", reply.text);
    };
    own(Arc::clone(&server)).await;
    // It waits while all turns are taken.
    let turns = server.front.boards.turns();
    let mut busy = Vec::new();
    for asker in 1..=3 {
        busy.push(turns.turn(Asker::new(asker), Rank::Attended).await.expect("a turn"));
    }
    let asking = own(Arc::clone(&server));
    tokio::join!(asking, async {
        while turns.waiting() == 0 {
            tokio::task::yield_now().await;
        }
        drop(busy);
    });
}

#[tokio::test]
async fn commands_of_strangers_are_charged_to_themselves() {
    let limits = Limits { actions: Rate::per_minute(5), ..Limits::none() };
    let server = behind_a_proxy(limits).await;
    let (opened, _) = server.open_for_two().await;
    let path = format!("/api/tables/{}/commands", opened.table);
    let act = json!({"seat": "white", "command": {"act": {"action": "e2e4", "prompt": 1}}});
    let mut codes = Vec::new();
    for table in ["bcdfghjkmn", &opened.table] {
        let path = format!("/api/tables/{table}/commands");
        for _ in 0..5 {
            codes.push(server.post_from("192.0.2.1", &path, "", &act).await.code().to_owned());
        }
    }
    // Names of tables and seats that are not there are no way to more.
    assert_eq!(codes[0], "unknown-table");
    assert!(codes[5..].iter().all(|code| code == "too-many"), "{codes:?}");
    server.act_from("192.0.2.1", &opened).await.expect(200, "no error");
    server.post_from("192.0.2.2", &path, "", &act).await.expect(403, "not-your-seat");
}

impl Server {
    /// Does the first thing that is on offer to White, from somewhere.
    async fn act_from(&self, from: &str, opened: &Opened) -> Reply {
        let frame = self.frame(opened, "white", &opened.white).await.done().body;
        let action = &frame["body"]["glimpse"]["offers"][0]["action"];
        let act = json!({"act": {"action": action, "prompt": frame["prompt"]}});
        let path = format!("/api/tables/{}/commands", opened.table);
        self.post_from(from, &path, &opened.white, &json!({"seat": "white", "command": act})).await
    }
}

/// How far the clock of one test is ahead, in milliseconds.
static AHEAD: AtomicI64 = AtomicI64::new(0);

#[tokio::test]
async fn whoever_watches_a_seat_with_a_delay_cannot_use_up_what_it_may_do() {
    let hall = HallSettings {
        now: Some(|| system_time() + AHEAD.load(Ordering::Relaxed)),
        ..HallSettings::default()
    };
    let settings = Settings { limits: Limits::default(), ..Settings::default() };
    let server = Server::of(CATALOGUE, settings, hall, Arc::new(LocalBus::default())).await;
    let seats = json!([{"sitter": "me"}, {"sitter": "me"}]);
    let spectators = json!({"policy": "delayed", "minutes": 1});
    let asked = json!({"game": GAME, "seats": seats, "spectators": spectators, "program": true});
    let reply = server.post("/api/tables", &asked).await.done().body;
    let word = |value: &Value| value.as_str().expect("a word").to_owned();
    let opened = Opened {
        table: word(&reply["table"]),
        host: word(&reply["tokens"][0]["token"]),
        white: word(&reply["tokens"][1]["token"]),
        invitations: Vec::new(),
    };
    AHEAD.store(3 * 60_000, Ordering::Relaxed);

    let address = server.listen().await;
    let path = format!("/api/tables/{}/socket?seat=white", opened.table);
    let mut stranger = connect(&address, &path, &[]).await.expect("a socket");
    assert!(stranger.line().await["frame"].is_object());
    let mut codes = std::collections::BTreeMap::<String, usize>::new();
    for id in 0..340 {
        stranger
            .say(json!({"id": id, "command": {"act": {"action": "e2e4", "prompt": 1}}}).to_string())
            .await;
        let answer = stranger.line().await;
        *codes.entry(word(&answer["error"]["code"])).or_default() += 1;
    }
    assert!(codes["not-your-seat"] <= 310 && codes["too-many"] >= 30, "{codes:?}");
    let bearer = format!("Bearer {}", opened.white);
    let mut white = connect(&address, &path, &[("authorization", &bearer)]).await.expect("a socket");
    let frame = white.line().await["frame"].clone();
    let action = &frame["body"]["glimpse"]["offers"][0]["action"];
    white
        .say(json!({"id": 1, "command": {"act": {"action": action, "prompt": frame["prompt"]}}}).to_string())
        .await;
    let mut answer = white.line().await;
    while answer["frame"].is_object() {
        answer = white.line().await;
    }
    assert_eq!(answer["done"]["id"], 1, "{answer}");
}

#[tokio::test]
async fn sockets_of_a_network_are_counted() {
    let limits = Limits { sockets_of_address: 1, network_share: 2, ..Limits::none() };
    let server = behind_a_proxy(limits).await;
    let address = server.listen().await;
    let (opened, _) = server.open_for_two().await;
    let path = format!("/api/tables/{}/socket", opened.table);
    let open = async |from: &str| match connect(&address, &path, &[("x-from", from)]).await {
        Ok(client) => Ok(client),
        Err(tungstenite::Error::Http(answer)) => Err(answer.status().as_u16()),
        Err(error) => panic!("the server answers: {error}"),
    };
    let first = open("192.0.2.1").await;
    assert!(first.is_ok());
    assert_eq!(open("192.0.2.1").await.err(), Some(503));
    let second = open("192.0.2.2").await;
    assert!(second.is_ok());
    assert_eq!(open("192.0.2.3").await.err(), Some(503));
    assert!(open("198.51.100.1").await.is_ok());
    drop((first, second));
}

#[tokio::test]
async fn connections_of_an_address_are_counted() {
    let limits = Limits { connections_of_address: 2, ..Limits::none() };
    let server = Server::with(CATALOGUE, limits.clone()).await;
    let address = server.listen().await;
    let connection = async |address: &str| TcpStream::connect(address).await.expect("the server listens");
    let (mut first, _second) = (connection(&address).await, connection(&address).await);
    assert!(answers(&mut first).await);
    let mut third = connection(&address).await;
    assert!(!answers(&mut third).await, "the newest is dropped");
    assert!(answers(&mut first).await, "and the others stay");
    drop(first);
    // There is room as soon as the server has noticed.
    while !answers(&mut connection(&address).await).await {}

    // Behind a proxy all come from the proxy.
    let server = behind_a_proxy(limits).await;
    let address = server.listen().await;
    let mut many = Vec::new();
    for _ in 0..5 {
        many.push(connection(&address).await);
    }
    for connection in &mut many {
        assert!(answers(connection).await);
    }
}

/// Whether a request is answered on a connection.
async fn answers(connection: &mut TcpStream) -> bool {
    let request = b"GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n";
    if connection.write_all(request).await.is_err() {
        return false;
    }
    let mut answer = [0; 4096];
    connection.read(&mut answer).await.is_ok_and(|length| answer[..length].starts_with(b"HTTP/1.1 200"))
}
