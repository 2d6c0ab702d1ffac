//! Every address and every error code, asked without a port; sockets on loopback.

mod club;
mod faults;
#[path = "../../../play/tests/faulty/mod.rs"]
mod faulty;
mod health;
mod hints;
mod hosts;
mod lag;
mod languages;
#[path = "../support/memory.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod memory;
mod moments;
mod rooms;
mod server;
mod sockets;
mod strangers;
mod thinking;
#[path = "../support/told.rs"]
mod told;

use axum::body::Body;
use axum::http::{Method, Request};
use kit_games::CATALOGUE;
use kit_play::Listed;
use kit_server::http::Settings;
use kit_server::http::limits::Limits;
use serde_json::{Value, json};

use faulty::Faulty;
use server::{GAME, Server, connect};

#[tokio::test]
async fn strangers_get_headers_that_protect_them() {
    let server = Server::start().await;
    for path in ["/", "/t/abc", "/api/games", "/api/nothing", "/health", "/nothing.js"] {
        let reply = server.get(path).await;
        let line =
            |name: &str| reply.headers.get(name).and_then(|line| line.to_str().ok()).unwrap_or_default();
        let policy = line("content-security-policy");
        for part in
            ["default-src 'none'", "script-src 'self';", "frame-ancestors 'none'", "img-src 'self' data:"]
        {
            assert!(policy.contains(part), "{path}: {policy}");
        }
        assert!(!policy.contains("unsafe-eval") && !policy.contains("script-src 'unsafe"), "{policy}");
        assert_eq!(line("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(line("referrer-policy"), "no-referrer", "{path}");
        assert!(line("permissions-policy").contains("camera=()"), "{path}");
    }
}

#[tokio::test]
async fn what_is_not_there_is_said_in_json() {
    let server = Server::start().await;
    server.get("/api/nothing").await.expect(404, "not-found");
    server.get("/nothing.js").await.expect(404, "not-found");
    server.get("/api").await.expect(404, "not-found");
    server.ask(Method::DELETE, "/api/tables", None, &[]).await.expect(405, "wrong-method");
    server.ask(Method::POST, "/api/games", None, &[]).await.expect(405, "wrong-method");
    server.ask(Method::POST, "/", None, &[]).await.expect(405, "wrong-method");
    server.get("/api/tables/bcdfghjkmn").await.expect(404, "unknown-table");
    server.get("/api/tables/..%2F..%2Fetc").await.expect(404, "unknown-table");
    server.get("/api/tables/%ff").await.expect(404, "not-found");
    server.get("/api/games/ludo/rules").await.expect(404, "unknown-game");
    server.get("/api/tables/bcdfghjkmn/socket").await.expect(426, "not-a-socket");
}

#[tokio::test]
async fn what_cannot_be_read_is_named() {
    let server = Server::start().await;
    let text = |body: &str| Some(body.to_owned());
    let post = async |body: Option<String>, lines: &[(&str, &str)]| {
        server.ask(Method::POST, "/api/tables", body, lines).await
    };
    let reply = post(text("{\"game\": "), &[]).await.expect(400, "malformed");
    assert!(reply.text.contains("line 1"), "{}", reply.text);
    let reply = post(text("{\"game\": \"chess960\", \"seats\": [{\"sitter\": \"ghost\"}]}"), &[]).await;
    let reply = reply.expect(400, "malformed");
    assert!(reply.text.contains("`seats[0]"), "{}", reply.text);
    post(text("{\"game\": \"chess960\", \"seats\": [], \"speed\": 1}"), &[]).await.expect(400, "malformed");
    post(text("{} {}"), &[]).await.expect(400, "malformed");
    post(text(&" ".repeat(65 << 10)), &[]).await.expect(413, "too-large");
    let request = Request::post("/api/tables").header("content-type", "text/plain").body(Body::from("{}"));
    server.send(request.expect("a request")).await.expect(415, "not-json");
    server.get("/api/golf/hole?cards=9").await.expect(400, "malformed");
    server.get("/api/golf/hole?cards=two").await.expect(400, "malformed");
    server.get("/api/golf/hole?cards=4&moves=2").await.expect(409, "not-now");
    server.get("/api/golf/hole?seed=9007199254740992").await.expect(400, "malformed");
    server.get("/api/golf/daily?date=2026-02-30").await.expect(400, "malformed");
    let deep = format!("{{\"game\": {}", "[".repeat(60_000));
    post(text(&deep), &[]).await.expect(400, "malformed");
}

#[tokio::test]
async fn browsers_get_secrets_as_cookies_that_no_script_can_read() {
    let server = Server::start().await;
    let asked = json!({"game": GAME, "seats": [{"sitter": "me"}, {"sitter": "invited"}]});
    let opened = server.post("/api/tables", &asked).await.expect(200, "no error");
    assert_eq!(opened.body["tokens"], json!([]));
    let table = opened.body["table"].as_str().expect("a name").to_owned();
    assert_eq!(opened.cookies().len(), 2);
    for cookie in opened.cookies() {
        assert!(cookie.contains(&format!("Path=/api/tables/{table};")), "{cookie}");
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
        assert!(!cookie.contains("Secure"), "{cookie}");
    }
    let cookies = opened.cookie_header();
    let path = format!("/api/tables/{table}");
    let standing = server.ask(Method::GET, &path, None, &[("cookie", &cookies)]).await.done().body;
    assert_eq!((&standing["host"], &standing["seats"]), (&json!(true), &json!(["white"])));
    let standing = server.get(&path).await.done().body;
    assert_eq!((&standing["host"], &standing["seats"]), (&json!(false), &json!([])));
    // An invitation is good once.
    let enter = json!({"invitation": opened.body["invitations"][0]["token"]});
    let entered = server.post(&format!("{path}/enter"), &enter).await.done();
    assert_eq!((&entered.body["seat"], &entered.body["token"]), (&json!("black"), &Value::Null));
    assert_eq!(entered.cookies().len(), 1);
    server.post(&format!("{path}/enter"), &enter).await.expect(403, "bad-invitation");
}

#[tokio::test]
async fn cookies_are_secure_where_the_connection_is() {
    let settings = Settings { origins: vec!["https://chess.example".to_owned()], ..Settings::default() };
    let server = Server::told(CATALOGUE, settings).await.called("chess.example");
    let asked = json!({"game": GAME, "seats": [{"sitter": "me"}, {"sitter": "free"}]});
    let opened = server.post("/api/tables", &asked).await.done();
    assert!(opened.cookies().iter().all(|cookie| cookie.ends_with("; Secure")));
}

#[tokio::test]
async fn codes_lead_to_a_seat() {
    let server = Server::start().await;
    let opened = server.open(json!([{"sitter": "me"}, {"sitter": "invited"}])).await;
    let spoken = opened.invitations[0]["code"].as_str().expect("a code").to_uppercase().replace('-', " ");
    server.post("/api/enter", &json!({"invitation": "bcdf-ghjk"})).await.expect(403, "bad-invitation");
    server.post("/api/enter", &json!({})).await.expect(400, "malformed");
    let entered = server.post("/api/enter", &json!({"invitation": spoken})).await.done();
    assert_eq!((&entered.body["table"], &entered.body["seat"]), (&json!(opened.table), &json!("black")));
}

#[tokio::test]
async fn each_wrong_thing_at_a_table_has_its_code() {
    let server = Server::start().await;
    let open = async |body: Value| server.post("/api/tables", &body).await;
    open(json!({"game": "ludo", "seats": []})).await.expect(404, "unknown-game");
    open(json!({"game": GAME, "seats": [{"sitter": "me"}]})).await.expect(400, "bad-terms");
    let seats = json!([{"sitter": "me"}, {"sitter": "bot", "level": "divine"}]);
    let reply = open(json!({"game": GAME, "seats": seats})).await;
    assert!(["bad-terms", "bad-request"].contains(&reply.code()), "{}", reply.text);

    let waiting = server.open(json!([{"sitter": "me"}, {"sitter": "invited"}])).await;
    let act = json!({"act": {"action": "e2e4", "prompt": 1}});
    server.command(&waiting, "white", &waiting.white, act.clone()).await.expect(409, "not-started");
    server.command(&waiting, "host", &waiting.white, json!({"start": {}})).await.expect(403, "not-host");
    let enter = format!("/api/tables/{}/enter", waiting.table);
    server.post(&enter, &json!({})).await.expect(409, "table-full");
    server.post(&enter, &json!({"invitation": "0".repeat(40)})).await.expect(403, "bad-invitation");
    server.get(&format!("/api/tables/{}/scoresheet", waiting.table)).await.expect(409, "not-started");

    let (opened, black) = server.open_for_two().await;
    server.command(&opened, "black", &opened.white, act.clone()).await.expect(403, "not-your-seat");
    server.command(&opened, "white", &"0".repeat(40), act.clone()).await.expect(403, "not-your-seat");
    server.command(&opened, "green", &opened.white, act).await.expect(404, "unknown-seat");
    server.frame(&opened, "white", &black).await.expect(403, "not-your-seat");
    server.get(&format!("/api/tables/{}/scoresheet", opened.table)).await.expect(409, "not-over");
    server.get(&format!("/api/tables/{}/exports/pgn", opened.table)).await.expect(409, "not-over");
    let (action, prompt) = server.act(&opened).await;
    // The same again, and with a new prompt.
    let again = json!({"act": {"action": action, "prompt": prompt}});
    server.command(&opened, "white", &opened.white, again).await.expect(409, "stale-prompt");
    let frame = server.frame(&opened, "black", &black).await.done().body;
    let wrong = json!({"act": {"action": "a1a1", "prompt": frame["prompt"]}});
    server.command(&opened, "black", &black, wrong).await.expect(409, "not-offered");
    server.command(&opened, "host", &opened.host, json!({"start": {}})).await.expect(409, "already-started");

    server.command(&opened, "black", &black, json!({"resign": {}})).await.done();
    let frame = server.frame(&opened, "white", &opened.white).await.done().body;
    let late = json!({"act": {"action": action, "prompt": frame["prompt"]}});
    server.command(&opened, "white", &opened.white, late).await.expect(409, "over");
    server.get(&format!("/api/tables/{}/scoresheet", opened.table)).await.expect(200, "no error");
    server.get(&format!("/api/tables/{}/exports/fen", opened.table)).await.expect(200, "no error");
    server.get(&format!("/api/tables/{}/exports/doc", opened.table)).await.expect(400, "bad-request");
    let replayed = server.get(&format!("/api/tables/{}/replay/1?seat=black", opened.table)).await.done().body;
    assert_eq!(replayed["glimpse"]["viewer"], "black");
    server.get(&format!("/api/tables/{}/replay/99", opened.table)).await.expect(400, "bad-request");
}

#[tokio::test]
async fn a_replay_shows_the_moments_that_follow_as_each_of_them_is_shown_alone() {
    let server = Server::start().await;
    let (opened, black) = server.open_for_two().await;
    server.act(&opened).await;
    server.command(&opened, "black", &black, json!({"resign": {}})).await.done();
    let at = format!("/api/tables/{}", opened.table);
    let sheet = server.get(&format!("{at}/scoresheet")).await.done().text;
    for seat in ["white", "black", "public"] {
        let alone = async |entry: usize| {
            server.get(&format!("{at}/replay/{entry}?seat={seat}")).await.done().body["glimpse"].clone()
        };
        let expected = json!([alone(1).await, alone(2).await]);
        assert_ne!(expected[1]["outcome"], Value::Null);
        // There are fewer than are asked for.
        let followed = server.get(&format!("{at}/replay/0?seat={seat}&next=9999999")).await.done().body;
        assert_eq!((&followed["next"], &followed["entries"]), (&expected, &json!(2)));
        let asked = json!({"scoresheet": sheet, "entry": 0, "seat": seat, "next": 40});
        assert_eq!(server.post("/api/replay", &asked).await.done().body["next"], expected);
    }
}

#[tokio::test]
async fn a_game_is_exported_as_it_stood_after_an_entry() {
    let server = Server::start().await;
    let (opened, black) = server.open_for_two().await;
    server.act(&opened).await;
    server.command(&opened, "black", &black, json!({"resign": {}})).await.done();
    let at = format!("/api/tables/{}", opened.table);
    let sheet = server.get(&format!("{at}/scoresheet")).await.done().text;
    let fen = async |search: &str| server.get(&format!("{at}/exports/fen{search}")).await.done().text;
    let (start, end) = (fen("?entry=0").await, fen("").await);
    assert_ne!(start, end);
    server.get(&format!("{at}/exports/fen?entry=3")).await.expect(400, "bad-request");
    for (entry, expected) in [(json!(0), start), (Value::Null, end)] {
        let asked = json!({"scoresheet": sheet, "format": "fen", "entry": entry});
        assert_eq!(server.post("/api/export", &asked).await.done().text, expected);
    }
    let asked = json!({"scoresheet": sheet, "format": "doc"});
    server.post("/api/export", &asked).await.expect(400, "bad-request");
    server.post("/api/export", &json!({"scoresheet": "no", "format": "fen"})).await.expect(400, "bad-terms");
}

#[tokio::test]
async fn seats_that_are_taken_moved_silent_or_hidden_have_codes_too() {
    let server = Server::start().await;
    let waiting = server.open(json!([{"sitter": "me"}, {"sitter": "free"}])).await;
    let enter = format!("/api/tables/{}/enter", waiting.table);
    server.post(&enter, &json!({"seat": "white"})).await.expect(409, "seat-taken");
    server.post(&enter, &json!({"seat": "green"})).await.expect(404, "unknown-seat");

    let seats = json!([{"sitter": "me"}, {"sitter": "me"}]);
    let asked = json!({"game": GAME, "seats": seats, "spectators": {"policy": "none"}});
    let hidden = server.post("/api/tables", &asked).await.done().body;
    let frame = format!("/api/tables/{}/frame", hidden["table"].as_str().expect("a name"));
    server.get(&frame).await.expect(403, "not-watchable");

    let (opened, black) = server.open_for_two().await;
    let whisper = json!({"say": {"channel": "team", "text": "psst"}});
    server.command(&opened, "black", &black, whisper).await.expect(409, "silence");
    let address = server.listen().await;
    let path = format!("/api/tables/{}/socket?seat=black", opened.table);
    let bearer = format!("Bearer {black}");
    let mut old = connect(&address, &path, &[("authorization", &bearer)]).await.expect("a socket");
    assert!(old.line().await["frame"].is_object());
    let moved = server.command(&opened, "black", &black, json!({"move": {}})).await.done().body;
    let enter = json!({"invitation": moved["invitation"]["token"], "program": true});
    server.post(&format!("/api/tables/{}/enter", opened.table), &enter).await.done();
    let mut last = old.line().await;
    while last["frame"].is_object() {
        last = old.line().await;
    }
    assert_eq!(last["goodbye"]["code"], "seat-moved");
    server.frame(&opened, "black", &black).await.expect(403, "not-your-seat");
}

#[tokio::test]
async fn a_rematch_is_followed_with_the_same_secrets() {
    let server = Server::start().await;
    let (opened, black) = server.open_for_two().await;
    let follow = format!("/api/tables/{}/follow", opened.table);
    let carried = |token: &str| format!("seat-black={token}");
    let post =
        async |token: &str| server.ask(Method::POST, &follow, None, &[("cookie", &carried(token))]).await;
    post(&black).await.expect(409, "not-now");
    server.command(&opened, "black", &black, json!({"resign": {}})).await.done();
    let done = server.command(&opened, "black", &black, json!({"rematch": {}})).await.done().body;
    post(&"0".repeat(40)).await.expect(403, "not-your-seat");
    let followed = post(&black).await.done();
    assert_eq!(followed.body["table"], done["table"]);
    assert_eq!(followed.body["seats"], json!(["white"]));
    assert!(
        followed.cookies()[0]
            .contains(&format!("Path=/api/tables/{};", done["table"].as_str().unwrap_or("?")))
    );
}

#[tokio::test]
async fn notes_are_the_seats_own() {
    let server = Server::start().await;
    let (opened, black) = server.open_for_two().await;
    let path = format!("/api/tables/{}/notes?seat=black", opened.table);
    let ask = async |method: Method, token: &str, body: Option<Value>| {
        let bearer = format!("Bearer {token}");
        server.ask(method, &path, body.map(|body| body.to_string()), &[("authorization", &bearer)]).await
    };
    assert_eq!(ask(Method::GET, &black, None).await.done().body, json!({"notes": null}));
    ask(Method::PUT, &black, Some(json!({"notes": "e4: bluff"}))).await.done();
    assert_eq!(ask(Method::GET, &black, None).await.done().body["notes"], "e4: bluff");
    ask(Method::GET, &opened.white, None).await.expect(403, "not-your-seat");
    ask(Method::PUT, &opened.white, Some(json!({"notes": "mine"}))).await.expect(403, "not-your-seat");
    ask(Method::PUT, &black, Some(json!({"notes": "x".repeat(17 << 10)}))).await.expect(400, "bad-request");
}

#[tokio::test]
async fn games_rules_and_boards_to_try_need_no_table() {
    let server = Server::start().await;
    let games = server.get("/api/games").await.done().body;
    assert_eq!(games.as_array().map(Vec::len), Some(CATALOGUE.len()));
    for game in games.as_array().expect("games") {
        let id = game["game"].as_str().expect("an id");
        let rules = server.get(&format!("/api/games/{id}/rules")).await.done().body;
        assert!(rules["blocks"].as_array().is_some_and(|blocks| blocks.len() > 5), "{id}");
        let tried = server.post("/api/sandbox", &json!({"game": id})).await.done().body;
        assert!(tried["glimpse"]["tabletop"]["parts"].is_array(), "{id}");
        let seats = tried["acting"].as_array().expect("seats").clone();
        let action = &tried["glimpse"]["offers"][0]["action"];
        let actions = json!([{"seat": seats[0], "action": action}]);
        server.post("/api/sandbox", &json!({"game": id, "actions": actions})).await.done();
    }
    server.post("/api/sandbox", &json!({"game": GAME, "seat": "green"})).await.expect(404, "unknown-seat");
    server.post("/api/sandbox", &json!({"game": GAME, "edition": "1066"})).await.expect(400, "bad-terms");
    let step = json!([{"seat": "white", "action": "e9"}]);
    server.post("/api/sandbox", &json!({"game": GAME, "actions": step})).await.expect(409, "not-offered");
    server.post("/api/replay", &json!({"scoresheet": "no"})).await.expect(400, "bad-terms");
}

#[tokio::test]
async fn where_a_replay_breaks_gives_no_sealed_action_away() {
    let server = Server::start().await;
    let header = "chess-kit scoresheet 2\ngame: two-move-chess\nedition: 2025\nseats: 2\nrevision: 1\n\n";
    // White has laid the king and the rook face up, so neither can be chosen.
    let sheet = format!("{header}0 setup\n1 white open=RK\n2 white QK\n");
    for (seat, told) in [
        ("white", "entry 2: `QK` is not on offer to white now"),
        ("black", "entry 2: these rules refuse what was done here"),
        ("public", "entry 2: these rules refuse what was done here"),
    ] {
        let replayed =
            server.post("/api/replay", &json!({"scoresheet": sheet, "seat": seat})).await.done().body;
        assert_eq!(replayed["unplayed"], told, "{seat}");
    }
}

#[tokio::test]
async fn golf_is_dealt_and_solved() {
    let server = Server::start().await;
    let hole = server.get("/api/golf/hole?cards=2&moves=3&seed=7").await.done().body;
    assert_eq!(hole["par"], 3);
    let solved = server.post("/api/golf/solve", &json!({"text": hole["text"]})).await.done().body;
    assert_eq!((&solved["moves"], &solved["proven"]), (&json!(3), &json!(true)));
    assert_eq!(solved["solution"].as_array().map(Vec::len), Some(3));
    let steps = solved["steps"].as_array().expect("steps");
    let written = steps.iter().map(|step| format!("{}{}", step["from"], step["to"]).replace('"', ""));
    assert_eq!(json!(written.collect::<Vec<_>>()), solved["solution"]);
    assert!(steps.iter().any(|step| step["lender"].is_string()), "somebody lends: {steps:?}");
    server.post("/api/golf/solve", &json!({"text": "no hole"})).await.expect(400, "bad-terms");
}

#[tokio::test]
async fn every_day_has_a_hole_of_its_own() {
    let server = Server::start().await;
    let day = server.get("/api/golf/day?date=2026-11-18").await.done().body;
    assert_eq!(day["date"], "2026-11-18");
    assert!(day["par"].as_u64().is_some_and(|par| par >= 3), "{day}");
    let again = server.get("/api/golf/day?date=2026-11-18").await.done().body;
    let other = server.get("/api/golf/day?date=2026-11-19").await.done().body;
    assert_eq!(day, again);
    assert_ne!(day["text"], other["text"]);
    server.get("/api/golf/day?date=2026-02-30").await.expect(400, "malformed");
}

/// The first game, failing when somebody acts.
static FAULTY: &[&dyn Listed] = &[&Faulty { at_once: false, sound: || CATALOGUE[0] }];

#[tokio::test]
async fn a_game_that_fails_freezes_its_table_and_nothing_else() {
    let server = Server::with(FAULTY, Limits::none()).await;
    let (opened, _) = server.open_for_two().await;
    let (other, _) = server.open_for_two().await;
    let frame = server.frame(&opened, "white", &opened.white).await.done().body;
    let action = &frame["body"]["glimpse"]["offers"][0]["action"];
    let act = json!({"act": {"action": action, "prompt": frame["prompt"]}});
    server.command(&opened, "white", &opened.white, act.clone()).await.expect(409, "frozen");
    server.command(&opened, "white", &opened.white, act).await.expect(409, "frozen");
    let standing = server.get(&format!("/api/tables/{}", opened.table)).await.done().body;
    assert_eq!(standing["note"]["status"], "frozen");
    let standing = server.get(&format!("/api/tables/{}", other.table)).await.done().body;
    assert_eq!(standing["note"]["status"], "playing");
}
