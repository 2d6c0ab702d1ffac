//! One link for a whole table: who may use it when, and who is there.

use std::sync::Arc;

use axum::http::Method;
use futures_util::future::join_all;
use kit_games::CATALOGUE;
use kit_server::bus::LocalBus;
use kit_server::hall::HallSettings;
use kit_server::http::Settings;
use kit_server::http::limits::{Limits, Rate};
use kit_server::store::SqliteStore;
use serde_json::{Value, json};

use crate::server::{Client, GAME, Reply, Server, connect};

/// A table of four with one link, opened by a program.
struct Room {
    table: String,
    host: String,
    token: String,
    code: String,
    invitations: Vec<Value>,
}

impl Server {
    async fn open_room(&self, more: Value) -> Room {
        let seats = json!([
            {"sitter": "me"}, {"sitter": "invited"}, {"sitter": "invited"}, {"sitter": "bot", "level": "casual"}
        ]);
        let mut asked = json!({"game": "crowded-house", "seats": seats, "name": "Ann", "program": true});
        asked.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        let opened = self.post("/api/tables", &asked).await.done().body;
        let word = |value: &Value| value.as_str().expect("a word").to_owned();
        Room {
            table: word(&opened["table"]),
            host: word(&opened["tokens"][0]["token"]),
            token: word(&opened["room"]["token"]),
            code: word(&opened["room"]["code"]),
            invitations: opened["invitations"].as_array().expect("invitations").clone(),
        }
    }

    async fn enter(&self, table: &str, enter: &Value) -> Reply {
        self.post(&format!("/api/tables/{table}/enter"), enter).await
    }

    async fn host_says(&self, room: &Room, command: Value) -> Reply {
        let (path, bearer) =
            (format!("/api/tables/{}/commands", room.table), format!("Bearer {}", room.host));
        let body = json!({"seat": "host", "command": command}).to_string();
        self.ask(Method::POST, &path, Some(body), &[("authorization", &bearer)]).await
    }
}

#[tokio::test]
async fn one_link_leads_to_a_room_with_chairs() {
    let server = Server::start().await;
    let room = server.open_room(json!({})).await;
    let standing = server.get(&format!("/api/tables/{}", room.table)).await.done().body;
    assert_eq!(standing["note"]["host"], "Ann");
    let seats: Vec<&str> = standing["note"]["seats"]
        .as_array()
        .expect("seats")
        .iter()
        .map(|seat| seat["seat"].as_str().expect("a name"))
        .collect();

    // Looking takes nothing, and hands nothing out.
    let look = json!({"invitation": room.code, "look": true});
    for reply in [server.post("/api/enter", &look).await, server.enter(&room.table, &look).await] {
        let reply = reply.done();
        assert_eq!(reply.body, json!({"table": room.table, "seat": null, "token": null}));
        assert!(reply.cookies().is_empty());
    }
    let own = json!({"invitation": room.invitations[1]["code"], "look": true, "program": true});
    let reply = server.post("/api/enter", &own).await.done();
    assert_eq!(reply.body, json!({"table": room.table, "seat": seats[2], "token": null}));
    let note = server.get(&format!("/api/tables/{}", room.table)).await.done().body;
    assert_eq!(note["note"]["seats"][2]["sitter"], "invited");

    let sit = |seat: &str| json!({"invitation": room.token, "seat": seat, "name": "Ben"});
    let sat = server.enter(&room.table, &sit(seats[2])).await.done();
    assert_eq!((&sat.body["seat"], sat.cookies().len()), (&json!(seats[2]), 1));
    let late = server.enter(&room.table, &sit(seats[2])).await.expect(409, "seat-taken");
    let text = late.body["error"]["text"].as_str().expect("a sentence");
    assert_eq!(text, format!("this seat is taken already; {} is still free", seats[1]));
    let path = format!("/api/tables/{}/enter?language=de", room.table);
    let german = server.post(&path, &sit(seats[2])).await.expect(409, "seat-taken");
    let text = german.body["error"]["text"].as_str().expect("a sentence");
    assert_eq!(text, format!("dieser Platz ist schon besetzt; {} ist noch frei", seats[1]));
    // The code of a seat that somebody took by the room leads nowhere.
    let taken = json!({"invitation": room.invitations[1]["code"]});
    server.post("/api/enter", &taken).await.expect(403, "bad-invitation");
    let last = json!({"invitation": room.code.to_uppercase(), "name": "Cem"});
    assert_eq!(server.post("/api/enter", &last).await.done().body["seat"], seats[1]);
    server.enter(&room.table, &json!({"invitation": room.token})).await.expect(409, "table-full");

    server.host_says(&room, json!({"start": {}})).await.done();
    server.enter(&room.table, &sit(seats[1])).await.expect(409, "already-started");
    server.post("/api/enter", &look).await.expect(409, "already-started");
    server.host_says(&room, json!({"room": {}})).await.expect(409, "already-started");
}

#[tokio::test]
async fn what_is_wrong_with_a_room_is_said() {
    let server = Server::start().await;
    let (room, other) = (server.open_room(json!({})).await, server.open_room(json!({})).await);
    let enter = async |body: Value| server.enter(&room.table, &body).await;
    enter(json!({"invitation": other.token})).await.expect(403, "bad-invitation");
    enter(json!({"invitation": other.code, "look": true})).await.expect(403, "bad-invitation");
    enter(json!({"invitation": "x".repeat(5_000)})).await.expect(403, "bad-invitation");
    enter(json!({"invitation": "", "look": true})).await.expect(403, "bad-invitation");
    enter(json!({"invitation": room.token, "seat": "sofa"})).await.expect(404, "unknown-seat");
    enter(json!({"invitation": room.token, "seat": 7})).await.expect(400, "malformed");
    enter(json!({"invitation": room.token, "look": "yes"})).await.expect(400, "malformed");
    enter(json!({"look": true})).await.expect(400, "bad-request");
    server.post("/api/enter", &json!({"look": true})).await.expect(400, "malformed");
    let reply = server.host_says(&room, json!({"room": {}})).await.done().body;
    assert_eq!(reply["invitation"]["seat"], "room");
    enter(json!({"invitation": room.token})).await.expect(403, "bad-invitation");
    let fresh = json!({"invitation": reply["invitation"]["code"], "look": true});
    assert_eq!(server.post("/api/enter", &fresh).await.done().body["table"], room.table);
    server.post("/api/enter", &json!({"invitation": room.code})).await.expect(403, "bad-invitation");
    server.host_says(&room, json!({"close": {}})).await.done();
    server.post("/api/enter", &fresh).await.expect(403, "bad-invitation");
    server.enter(&room.table, &fresh).await.expect(404, "unknown-table");
}

#[tokio::test]
async fn wrong_links_to_a_room_are_counted() {
    let limits = Limits { failures: Rate::per_hour(2), ..Limits::none() };
    let server = Server::with(CATALOGUE, limits).await;
    let room = server.open_room(json!({})).await;
    let wrong = json!({"invitation": "0".repeat(40), "look": true});
    for (status, code) in [(403, "bad-invitation"), (403, "bad-invitation"), (429, "too-many")] {
        server.enter(&room.table, &wrong).await.expect(status, code);
    }
    let right = json!({"invitation": room.token, "look": true});
    server.enter(&room.table, &right).await.expect(429, "too-many");
}

/// Of several people who want one chair, at whichever node, one gets it, and the others hear which
/// chairs are left.
#[tokio::test]
async fn of_many_who_want_one_chair_one_gets_it() {
    let store = Arc::new(SqliteStore::in_memory().await.expect("a store in memory"));
    let bus = Arc::new(LocalBus::default());
    let mut nodes = Vec::new();
    for _ in 0..3 {
        let settings = Settings { limits: Limits::none(), ..Settings::default() };
        let (store, bus) = (Arc::<SqliteStore>::clone(&store), Arc::<LocalBus>::clone(&bus));
        nodes.push(Server::over(store, CATALOGUE, settings, HallSettings::default(), bus).await);
    }
    let room = nodes[0].open_room(json!({})).await;
    let standing = nodes[0].get(&format!("/api/tables/{}", room.table)).await.done().body;
    let seat = |index: usize| standing["note"]["seats"][index]["seat"].as_str().expect("a name").to_owned();
    let (wanted, left) = (seat(1), seat(2));
    let sit = json!({"invitation": room.token, "seat": wanted});
    let replies = join_all(nodes.iter().cycle().take(9).map(|node| node.enter(&room.table, &sit))).await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 200).count(), 1);
    for reply in replies.into_iter().filter(|reply| reply.status != 200) {
        let reply = reply.expect(409, "seat-taken");
        let text = reply.body["error"]["text"].as_str().expect("a sentence");
        assert_eq!(text, format!("this seat is taken already; {left} is still free"));
    }
}

impl Client {
    /// Who is there, as the server says next; frames are passed over.
    async fn present(&mut self) -> (Vec<String>, u64) {
        loop {
            let line = self.line().await;
            assert!(line.get("goodbye").is_none(), "{line}");
            if let Some(present) = line.get("present") {
                let seats = present["seats"].as_array().expect("seats").iter();
                let seats = seats.map(|seat| seat.as_str().expect("a name").to_owned()).collect();
                return (seats, present["watching"].as_u64().expect("a number"));
            }
        }
    }

    /// Who is there, once it is so.
    async fn becomes(&mut self, seats: &[&str], watching: u64) {
        while self.present().await != (seats.iter().map(|seat| (*seat).to_owned()).collect(), watching) {}
    }
}

#[tokio::test]
async fn those_who_ask_are_told_who_is_there() {
    let server = Server::start().await;
    let address = server.listen().await;
    let asked = json!({
        "game": GAME, "seats": [{"sitter": "me"}, {"sitter": "invited"}], "spectators": {"policy": "none"},
        "program": true
    });
    let opened = server.post("/api/tables", &asked).await.done().body;
    let table = opened["table"].as_str().expect("a name").to_owned();
    let bearer = |token: &Value| format!("Bearer {}", token.as_str().expect("a secret"));
    let host = bearer(&opened["tokens"][0]["token"]);
    let own = bearer(&opened["tokens"][1]["token"]);
    let path = |seat: &str| format!("/api/tables/{table}/socket?seat={seat}&present=true");

    let mut white = connect(&address, &path("white"), &[("authorization", &own)]).await.expect("a socket");
    assert!(white.line().await["frame"].is_object(), "the frame comes first");
    assert_eq!(white.line().await, json!({"present": {"seats": ["white"], "watching": 0}}));

    // Whoever has the link may look in while the table waits, though nobody may watch the game.
    let mut guest = connect(&address, &path("public"), &[]).await.expect("a socket");
    guest.becomes(&["white"], 1).await;
    white.becomes(&["white"], 1).await;
    let standing = server.get(&format!("/api/tables/{table}")).await.done().body;
    assert_eq!(standing["present"], json!({"seats": ["white"], "watching": 1}));
    // The host without a seat is no onlooker.
    let host_lines = [("authorization", host.as_str())];
    let mut quiet =
        connect(&address, &format!("/api/tables/{table}/socket"), &host_lines).await.expect("a socket");
    assert!(quiet.line().await["frame"].is_object());

    let sit = json!({"invitation": opened["room"]["token"], "name": "Ben", "program": true});
    let sat = server.enter(&table, &sit).await.done().body;
    let theirs = bearer(&sat["token"]);
    let mut black = connect(&address, &path("black"), &[("authorization", &theirs)]).await.expect("a socket");
    black.becomes(&["white", "black"], 1).await;
    drop(guest);
    white.becomes(&["white", "black"], 0).await;
    let start = json!({"seat": "host", "command": {"start": {}}}).to_string();
    let commands = format!("/api/tables/{table}/commands");
    server.ask(Method::POST, &commands, Some(start), &[("authorization", &host)]).await.done();
    let mut stranger = connect(&address, &path("public"), &[]).await.expect("a socket");
    assert_eq!(stranger.line().await["goodbye"]["code"], "not-watchable");
    drop(white);
    black.becomes(&["black"], 0).await;
    // A second device of the same seat changes nothing, and neither does its end.
    let second = connect(&address, &path("black"), &[("authorization", &theirs)]).await.expect("a socket");
    drop(second);
    let mut again = connect(&address, &path("white"), &[("authorization", &own)]).await.expect("a socket");
    again.becomes(&["white", "black"], 0).await;
    black.becomes(&["white", "black"], 0).await;
    // Nobody is told who has not asked.
    quiet.say("{").await;
    loop {
        let line = quiet.line().await;
        assert!(line.get("present").is_none(), "{line}");
        if line.get("error").is_some() {
            break;
        }
    }
}

/// Several seats at one screen have one secret, so all are there while one of them looks.
#[tokio::test]
async fn seats_at_one_screen_come_together() {
    let server = Server::start().await;
    let address = server.listen().await;
    let opened = server.open(json!([{"sitter": "me"}, {"sitter": "me"}])).await;
    let path = format!("/api/tables/{}/socket?seat=black&present=true", opened.table);
    let bearer = format!("Bearer {}", opened.white);
    let mut both = connect(&address, &path, &[("authorization", &bearer)]).await.expect("a socket");
    both.becomes(&["white", "black"], 0).await;
}

/// People who come and go move no frame, so that nobody is shown anything twice.
#[tokio::test]
async fn people_who_come_and_go_change_no_number() {
    let server = Server::start().await;
    let address = server.listen().await;
    let (opened, black) = server.open_for_two().await;
    let number = async || server.frame(&opened, "white", &opened.white).await.done().body["number"].clone();
    let before = number().await;
    let path = format!("/api/tables/{}/socket?seat=black&present=true", opened.table);
    let bearer = format!("Bearer {black}");
    for _ in 0..3 {
        let mut guest = connect(&address, &path, &[("authorization", &bearer)]).await.expect("a socket");
        guest.becomes(&["black"], 0).await;
    }
    assert_eq!(number().await, before);
}
