//! Hints, what a seat may know, and games that are looked at again, over HTTP.

use axum::http::Method;
use kit_server::turns::{Asker, Rank};
use serde_json::{Value, json};

use crate::server::{Opened, Reply, Server};

impl Server {
    async fn hint(&self, opened: &Opened, seat: &str, prompt: u64, depth: &str) -> Reply {
        let path = format!("/api/tables/{}/hint", opened.table);
        let body = json!({"seat": seat, "prompt": prompt, "depth": depth}).to_string();
        let bearer = format!("Bearer {}", opened.white);
        self.ask(Method::POST, &path, Some(body), &[("authorization", &bearer)]).await
    }

    async fn prompt(&self, opened: &Opened) -> u64 {
        let frame = self.frame(opened, "white", &opened.white).await.done();
        frame.body["prompt"].as_u64().expect("a number")
    }
}

fn against_a_bot() -> Value {
    json!([{"sitter": "me"}, {"sitter": "bot", "level": "random"}])
}

#[tokio::test]
async fn a_hint_is_given_written_down_and_told_at_the_end() {
    let server = Server::start().await;
    let opened = server.open(against_a_bot()).await;
    let prompt = server.prompt(&opened).await;
    let first = server.hint(&opened, "white", prompt, "where").await.expect(200, "no error");
    assert_eq!(first.body["what"], Value::Null);
    assert!(first.body["look"]["text"].as_str().is_some_and(|words| words.starts_with("Look at the white ")));
    let second = server.hint(&opened, "white", prompt, "what").await.expect(200, "no error");
    assert_eq!(second.body["look"], first.body["look"]);
    let action = second.body["what"]["offer"]["action"].clone();
    server.hint(&opened, "white", prompt + 1, "what").await.expect(409, "stale-prompt");
    server.hint(&opened, "black", prompt, "what").await.expect(403, "not-your-seat");
    server.hint(&opened, "white", prompt, "everything").await.expect(400, "malformed");
    let act = json!({"act": {"action": action, "prompt": prompt}});
    server.command(&opened, "white", &opened.white, act).await.done();
    let analysis = format!("/api/tables/{}/analysis", opened.table);
    server.get(&analysis).await.expect(409, "not-over");
    server.command(&opened, "white", &opened.white, json!({"resign": {}})).await.done();
    let frame = server.frame(&opened, "public", &opened.host).await.done();
    let taken = json!([{"seat": "white", "wheres": 0, "whats": 1}]);
    assert_eq!(frame.body["body"]["table"]["hints_taken"], taken);
    let analysis = server.get(&analysis).await.expect(200, "no error");
    assert_eq!(analysis.body["choices"][0]["action"], action);
}

#[tokio::test]
async fn people_who_agreed_on_no_hints_get_none() {
    let server = Server::start().await;
    let (opened, _) = server.open_for_two().await;
    let prompt = server.prompt(&opened).await;
    server.hint(&opened, "white", prompt, "where").await.expect(409, "not-now");
    let knowledge = format!("/api/tables/{}/knowledge?seat=white", opened.table);
    let bearer = format!("Bearer {}", opened.white);
    let asked = server.ask(Method::GET, &knowledge, None, &[("authorization", &bearer)]).await;
    asked.expect(409, "not-now");
}

#[tokio::test]
async fn hints_wait_in_a_line_of_their_own() {
    let server = Server::start().await;
    let opened = server.open(against_a_bot()).await;
    let prompt = server.prompt(&opened).await;
    let turns = server.front.golf.turns();
    let turn = async |asker: u64| turns.turn(Asker::new(asker), Rank::Attended).await.expect("a turn");
    let _busy = (turn(1).await, turn(2).await);
    server.hint(&opened, "white", prompt, "where").await.expect(200, "no error");
}
