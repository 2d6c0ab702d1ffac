//! What takes thought does not hold up what does not.

use std::sync::Arc;

use kit_server::turns::{Asker, Rank};
use serde_json::json;
use tokio::task::JoinHandle;

use crate::server::{GAME, Reply, Server};

/// Asks for a hole, as somebody who waits for it.
fn ask_for_a_hole(server: &Arc<Server>) -> JoinHandle<Reply> {
    let server = Arc::clone(server);
    tokio::spawn(async move { server.get("/api/golf/hole?cards=2&moves=3&seed=7").await })
}

#[tokio::test]
async fn golf_does_not_hold_up_rule_books_and_boards_to_try() {
    let server = Arc::new(Server::start().await);
    let turns = server.front.golf.turns();
    // Two who think for long, and a line behind them that is full.
    let turn = async |asker: u64| turns.turn(Asker::new(asker), Rank::Attended).await.expect("a turn");
    let busy = (turn(1).await, turn(2).await);
    let waiting: Vec<JoinHandle<Reply>> = (0..8).map(|_| ask_for_a_hole(&server)).collect();
    while turns.waiting() < waiting.len() {
        tokio::task::yield_now().await;
    }
    let refused = server.get("/api/golf/hole?cards=2&moves=3&seed=7").await.expect(429, "too-many");
    assert!(refused.headers.contains_key("retry-after"));

    server.get(&format!("/api/games/{GAME}/rules")).await.expect(200, "no error");
    server.post("/api/sandbox", &json!({"game": GAME})).await.expect(200, "no error");
    assert_eq!(turns.waiting(), waiting.len(), "golf still waits");
    drop(busy);
    for hole in waiting {
        hole.await.expect("an answer").expect(200, "no error");
    }
}

#[tokio::test]
async fn boards_to_try_do_not_hold_up_rule_books() {
    let server = Server::start().await;
    let turns = server.front.boards.turns();
    let turn = async |asker: u64| turns.turn(Asker::new(asker), Rank::Attended).await.expect("a turn");
    let _busy = (turn(1).await, turn(2).await, turn(3).await);
    let first = server.get(&format!("/api/games/{GAME}/rules")).await.expect(200, "no error");
    let again = server.get(&format!("/api/games/{GAME}/rules")).await.expect(200, "no error");
    assert_eq!(first.text, again.text);
    assert_eq!(again.headers["content-type"], "application/json");
}
