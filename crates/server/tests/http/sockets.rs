//! Sockets: frames out, commands in, and why a connection ends.

use kit_games::CATALOGUE;
use kit_server::http::limits::Limits;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite;

use crate::server::{Server, connect};

#[tokio::test]
async fn sockets_show_frames_and_take_commands() {
    let server = Server::start().await;
    let address = server.listen().await;
    let (opened, black) = server.open_for_two().await;
    let path = |seat: &str, rest: &str| format!("/api/tables/{}/socket?seat={seat}{rest}", opened.table);
    let bearer = |token: &str| format!("Bearer {token}");
    let mut white = connect(&address, &path("white", ""), &[("authorization", &bearer(&opened.white))])
        .await
        .expect("a socket");
    let mut guest =
        connect(&address, &path("black", ""), &[("authorization", &bearer(&black))]).await.expect("a socket");
    let frame = white.line().await["frame"].clone();
    let guests = guest.line().await["frame"].clone();
    let act = |id: u32, action: &Value, prompt: &Value| {
        json!({"id": id, "command": {"act": {"action": action, "prompt": prompt}}}).to_string()
    };
    let action = &frame["body"]["glimpse"]["offers"][0]["action"];

    // What is wrong with a line is said, with its number where there is one.
    white.say("{").await;
    let error = white.line().await["error"].clone();
    assert_eq!((&error["code"], &error["id"]), (&json!("malformed"), &Value::Null));
    white.say("{\"id\": 7, \"command\": {\"dance\": {}}}").await;
    let error = white.line().await["error"].clone();
    assert_eq!((&error["code"], &error["id"]), (&json!("malformed"), &json!(7)));
    guest.say(act(1, action, &guests["prompt"])).await;
    assert_eq!(guest.line().await["error"]["code"], "not-offered");

    white.say(act(8, action, &frame["prompt"])).await;
    let (mut done, mut next) = (None, None);
    while done.is_none() || next.is_none() {
        let line = white.line().await;
        done = done.or(line.get("done").cloned());
        next = next.or(line.get("frame").cloned());
    }
    assert_eq!(done.expect("an answer")["id"], 8);
    let next = next.expect("a frame");
    assert_eq!(next["number"].as_u64(), frame["number"].as_u64().map(|number| number + 1));
    assert!(guest.line().await["frame"]["number"].as_u64() > guests["number"].as_u64());
    white.say(act(9, action, &frame["prompt"])).await;
    assert_eq!(white.line().await["error"]["code"], "stale-prompt");

    // Whoever comes back says what it has seen.
    let after = format!("&after={}", next["number"]);
    let lines = [("authorization", bearer(&opened.white))];
    let lines: Vec<(&'static str, &str)> =
        lines.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let mut again = connect(&address, &path("white", &after), &lines).await.expect("a socket");
    assert_eq!(again.line().await["resumed"], next["number"]);
    let mut again = connect(&address, &path("white", "&after=1"), &lines).await.expect("a socket");
    let whole = again.line().await["frame"].clone();
    assert_eq!((&whole["number"], &whole["lines_from"]), (&next["number"], &json!(0)));

    // A line that nobody may write ends the connection, with a reason.
    white.say(format!("{{\"id\": 1, \"x\": \"{}\"}}", "x".repeat(17 << 10))).await;
    assert_eq!(white.line().await["goodbye"]["code"], "too-large");
}

#[tokio::test]
async fn sockets_are_refused_with_a_reason() {
    let server = Server::start().await;
    let address = server.listen().await;
    let (opened, black) = server.open_for_two().await;
    let path = format!("/api/tables/{}/socket?seat=white", opened.table);
    let bearer = format!("Bearer {black}");
    let mut stranger = connect(&address, &path, &[("authorization", &bearer)]).await.expect("a socket");
    assert_eq!(stranger.line().await["goodbye"]["code"], "not-your-seat");
    assert_eq!(stranger.line().await["closed"], "not-your-seat");
    let nowhere = "/api/tables/bcdfghjkmn/socket";
    let mut lost = connect(&address, nowhere, &[]).await.expect("a socket");
    assert_eq!(lost.line().await["goodbye"]["code"], "unknown-table");
    match connect(&address, &path, &[("origin", "https://evil.example")]).await {
        Err(tungstenite::Error::Http(answer)) => assert_eq!(answer.status().as_u16(), 403),
        _ => panic!("a page of another site got a socket"),
    }
}

#[tokio::test]
async fn sockets_are_counted_and_told_to_come_back() {
    let limits = Limits { sockets_of_address: 2, ..Limits::none() };
    let server = Server::with(CATALOGUE, limits).await;
    let address = server.listen().await;
    let (opened, _) = server.open_for_two().await;
    let path = format!("/api/tables/{}/socket", opened.table);
    let mut first = connect(&address, &path, &[]).await.expect("a socket");
    let mut second = connect(&address, &path, &[]).await.expect("a socket");
    assert!(first.line().await["frame"].is_object() && second.line().await["frame"].is_object());
    match connect(&address, &path, &[]).await {
        Err(tungstenite::Error::Http(answer)) => assert_eq!(answer.status().as_u16(), 503),
        _ => panic!("there was room for a third socket"),
    }
    server.front.close();
    assert_eq!(first.line().await["goodbye"]["code"], "restarting");
    assert_eq!(second.line().await["goodbye"]["code"], "restarting");
    let reply = server.get("/ready").await;
    assert_eq!((reply.status, &reply.body["status"]), (503, &json!("closing")));
}

#[tokio::test]
async fn players_are_pinged_at_once_and_spectators_are_not() {
    let server = Server::start().await;
    let address = server.listen().await;
    let (opened, _) = server.open_for_two().await;
    let path = |seat: &str| format!("/api/tables/{}/socket?seat={seat}", opened.table);
    let bearer = format!("Bearer {}", opened.white);
    let mut white = connect(&address, &path("white"), &[("authorization", &bearer)]).await.expect("a socket");
    let (greeting, ping) = (white.next().await, white.next().await);
    assert!(greeting.is_text(), "{greeting:?}");
    assert_eq!(ping, tungstenite::Message::Ping(1_u64.to_be_bytes().to_vec().into()));
    let mut public = connect(&address, &path("public"), &[]).await.expect("a socket");
    assert!(public.next().await.is_text());
    // Everything that comes before the answer to a line is there by now.
    public.say("{").await;
    let answer = public.next().await;
    assert!(answer.is_text(), "{answer:?}");
}
