//! Games that go on from a moment of another one, and what there is to tell of one that is over.

use kit_games::CATALOGUE;
use kit_server::http::limits::{Limits, Rate};
use serde_json::{Value, json};

use crate::server::{GAME, Opened, Server};

/// A game of some moves that White has given up, and its scoresheet.
async fn finished(server: &Server) -> (Opened, String) {
    let opened = server.open(json!([{"sitter": "me"}, {"sitter": "me"}])).await;
    for seat in ["white", "black", "white"] {
        let frame = server.frame(&opened, seat, &opened.white).await.done().body;
        let action = &frame["body"]["glimpse"]["offers"][0]["action"];
        let act = json!({"act": {"action": action, "prompt": frame["prompt"]}});
        server.command(&opened, seat, &opened.white, act).await.done();
    }
    let early = server.get(&format!("/api/tables/{}/scoresheet", opened.table)).await;
    early.expect(409, "not-over");
    server.command(&opened, "white", &opened.white, json!({"resign": {}})).await.done();
    let sheet = server.get(&format!("/api/tables/{}/scoresheet", opened.table)).await.done().text;
    (opened, sheet)
}

fn asked(from: Value) -> Value {
    let seats = json!([{"sitter": "me"}, {"sitter": "bot", "level": "random"}]);
    json!({"game": GAME, "seats": seats, "program": true, "from": from})
}

#[tokio::test]
async fn a_finished_game_goes_on_from_any_moment() {
    let server = Server::start().await;
    let (first, sheet) = finished(&server).await;
    for from in [json!({"table": first.table, "entry": 2}), json!({"scoresheet": sheet, "entry": 2})] {
        let opened = server.post("/api/tables", &asked(from)).await.done().body;
        let table = opened["table"].as_str().expect("a name").to_owned();
        let white = opened["tokens"][1]["token"].as_str().expect("a secret").to_owned();
        let opened = Opened { table, host: String::new(), white, invitations: Vec::new() };
        let frame = server.frame(&opened, "white", &opened.white).await.done().body;
        let note = &frame["body"]["table"];
        assert_eq!(
            (&note["status"], &note["from"], &note["acting"]),
            (&json!("playing"), &json!(2), &json!(["white"]))
        );
        let then = server.get(&format!("/api/tables/{}/replay/2?seat=white", first.table)).await.done().body;
        let tabletop = |body: &Value| body["glimpse"]["tabletop"]["parts"].clone();
        assert_eq!(tabletop(&frame["body"]), tabletop(&then));
        assert_eq!(frame["lines"].as_array().map(Vec::len), then["lines"].as_array().map(Vec::len));
        server.act(&opened).await;
    }
}

#[tokio::test]
async fn what_is_wrong_with_a_moment_is_said() {
    let server = Server::start().await;
    let (first, sheet) = finished(&server).await;
    let open = async |from: Value| server.post("/api/tables", &asked(from)).await;
    open(json!({"table": first.table, "entry": 4})).await.expect(400, "bad-request");
    open(json!({"table": first.table, "entry": 99_999_999})).await.expect(400, "bad-request");
    open(json!({"table": "bcdfghjkmn", "entry": 0})).await.expect(404, "unknown-table");
    open(json!({"table": "../..", "entry": 0})).await.expect(404, "unknown-table");
    open(json!({"scoresheet": "garbage", "entry": 0})).await.expect(400, "bad-terms");
    open(json!({"scoresheet": "", "entry": 0})).await.expect(400, "bad-terms");
    open(json!({"entry": 0})).await.expect(400, "bad-request");
    open(json!({"scoresheet": sheet, "entry": -1})).await.expect(400, "malformed");
    open(json!({"scoresheet": sheet, "entry": 1, "moment": 2})).await.expect(400, "malformed");
    open(json!("e4")).await.expect(400, "malformed");
    open(json!({"scoresheet": "x".repeat(1 << 20), "entry": 0})).await.expect(413, "too-large");
    let long =
        format!("{sheet}{}", (5..2100).map(|entry| format!("{entry} white a2a3\n")).collect::<String>());
    let long = long
        .replace("! team 0 resigns\n", "")
        .replace("> win 1: Black wins by resignation\n", "4 black a7a6\n");
    let refused = open(json!({"scoresheet": long, "entry": 0})).await.expect(400, "bad-request");
    assert!(refused.text.contains("2000"), "{}", refused.text);
    // A game that is not over is nobody's to look into.
    let (playing, _) = server.open_for_two().await;
    open(json!({"table": playing.table, "entry": 0})).await.expect(409, "not-over");
    let waiting = server.open(json!([{"sitter": "me"}, {"sitter": "invited"}])).await;
    open(json!({"table": waiting.table, "entry": 0})).await.expect(409, "not-started");
    let german = server.post("/api/tables?language=de", &asked(json!({"entry": 0}))).await;
    let german = german.expect(400, "bad-request");
    let words = german.body["error"]["text"].as_str().expect("a sentence");
    assert_eq!(words, "`from` braucht entweder eine Mitschrift oder einen Tisch");
}

#[tokio::test]
async fn going_on_counts_as_thinking_and_as_a_table() {
    let limits = Limits { thinking: Rate::per_minute(3), ..Limits::none() };
    let server = Server::with(CATALOGUE, limits).await;
    let (first, _) = finished(&server).await;
    let from = json!({"table": first.table, "entry": 1});
    server.post("/api/tables", &asked(from.clone())).await.expect(200, "no error");
    server.post("/api/tables", &asked(from.clone())).await.expect(429, "too-many");
    let limits = Limits { openings: Rate::per_minute(2), ..Limits::none() };
    let server = Server::with(CATALOGUE, limits).await;
    let (first, _) = finished(&server).await;
    let from = json!({"table": first.table, "entry": 1});
    server.post("/api/tables", &asked(from.clone())).await.expect(200, "no error");
    server.post("/api/tables", &asked(from)).await.expect(429, "too-many");
}

#[tokio::test]
async fn a_story_is_told_when_the_game_is_over() {
    let server = Server::start().await;
    let (first, sheet) = finished(&server).await;
    let path = format!("/api/tables/{}/story", first.table);
    let told = server.get(&path).await.done().body;
    let moments = told["moments"].as_array().expect("a list");
    for moment in moments {
        let entry = moment["entry"].as_u64().expect("a number");
        assert!(entry <= 3 && moment["text"].as_str().is_some_and(|text| !text.is_empty()), "{moment}");
    }
    let brought = server.post("/api/story", &json!({"scoresheet": sheet})).await.done().body;
    assert_eq!(brought, told, "a sheet that is brought tells the same");
    // A longer game has something to tell, in the reader's language.
    let text = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../playthroughs/masquerade-chess-2025.txt"
    ));
    let text = text.expect("a playthrough");
    let sheet = &text[text.find("chess-kit scoresheet").expect("a sheet")..];
    let asked = json!({"scoresheet": sheet});
    let english = server.post("/api/story", &asked).await;
    let german = server.post("/api/story?language=de", &asked).await;
    let (english, german) = (english.done().body, german.done().body);
    let count = |told: &Value| told["moments"].as_array().map_or(0, Vec::len);
    assert!(count(&english) > 0, "{english}");
    assert_eq!(count(&german), count(&english));
    assert_ne!(german["moments"][0]["text"], english["moments"][0]["text"]);
    assert_eq!(german["moments"][0]["kind"], english["moments"][0]["kind"]);
}

#[tokio::test]
async fn a_story_of_a_game_that_is_not_over_is_nobodys() {
    let limits = Limits { thinking: Rate::per_minute(6), ..Limits::none() };
    let server = Server::with(CATALOGUE, limits).await;
    let (playing, _) = server.open_for_two().await;
    server.get(&format!("/api/tables/{}/story", playing.table)).await.expect(409, "not-over");
    server.get("/api/tables/bcdfghjkmn/story").await.expect(404, "unknown-table");
    server.post("/api/story", &json!({"scoresheet": "garbage"})).await.expect(400, "bad-terms");
    server.post("/api/story", &json!({"sheet": ""})).await.expect(400, "malformed");
    server.post("/api/story", &json!({"scoresheet": "x".repeat(1 << 20)})).await.expect(413, "too-large");
    let begun = "chess-kit scoresheet 5\ngame: chess960\nedition: 2025\nseats: 2\nrevision: 1\n\
        arrangement:\n  fen: 7k/5Q2/6K1/8/8/8/8/8\n  turn: white\n\n0 setup\n";
    server.post("/api/story", &json!({"scoresheet": begun})).await.expect(409, "not-now");
    let mate = format!("{begun}1 white f7g7\n");
    server.post("/api/story", &json!({"scoresheet": mate})).await.expect(200, "no error");
    let refused = format!("{begun}1 white f7a8\n");
    let told = server.post("/api/story", &json!({"scoresheet": refused})).await.done().body;
    assert_eq!(told, json!({"moments": []}), "these rules cannot play it");
    server.post("/api/story", &json!({"scoresheet": mate})).await.expect(429, "too-many");
}

#[tokio::test]
async fn the_lobby_says_that_a_game_goes_on_from_a_moment() {
    let server = Server::start().await;
    let (_, sheet) = finished(&server).await;
    let seats = json!([{"sitter": "me"}, {"sitter": "free"}]);
    let mut expected = Vec::new();
    for (from, said) in [
        (Value::Null, Value::Null),
        (json!({"scoresheet": sheet, "entry": 0}), json!(0)),
        (json!({"scoresheet": sheet, "entry": 2}), json!(2)),
    ] {
        let mut wish = json!({"game": GAME, "seats": seats, "public": true, "program": true});
        if !from.is_null() {
            wish["from"] = from;
        }
        let table = server.post("/api/tables", &wish).await.done().body["table"].clone();
        expected.push((table, said));
    }
    let lobby = server.get("/api/tables").await.done().body;
    for (table, said) in expected {
        let listed = lobby.as_array().expect("tables").iter().find(|note| note["table"] == table);
        assert_eq!(listed.map(|note| &note["from"]), Some(&said));
    }
}
