//! Everybody reads their own language, at one table and in what is not done.

use axum::http::Method;

use crate::server::{Reply, Server};

#[tokio::test]
async fn two_people_at_one_table_each_read_their_own_language() {
    let server = Server::start().await;
    let (opened, _) = server.open_for_two().await;
    let prompt = async |seat: &str| {
        let reply = server.frame(&opened, seat, &opened.white).await.done();
        reply.body["glimpse"]["tabletop"]["prompt"]["text"].as_str().expect("words").to_owned()
    };
    let (english, german) = (prompt("white").await, prompt("white&language=de").await);
    assert_eq!(english, prompt("white&language=en").await);
    assert_eq!([english.as_str(), german.as_str()], ["Make a move.", "Mach einen Zug."]);
}

#[tokio::test]
async fn problems_and_titles_are_said_in_the_language_that_is_asked_for() {
    let server = Server::start().await;
    let missing = "/api/tables/aaaaaaaaaaaaaaaaaaaa";
    let english = server.get(missing).await.expect(404, "unknown-table");
    let german = server.get(&format!("{missing}?language=de")).await.expect(404, "unknown-table");
    let accepted = [("accept-language", "fr;q=0.9, de-AT")];
    let accepted = server.ask(Method::GET, missing, None, &accepted).await;
    assert_eq!(german.text, accepted.text);
    assert_ne!(english.text, german.text);
    assert_eq!(german.headers["vary"], "accept-language");
    let name = |reply: &Reply| reply.body[0]["blurb"].as_str().expect("a sentence").to_owned();
    let (english, german) = (server.get("/api/games").await, server.get("/api/games?language=de").await);
    assert_ne!(name(&english), name(&german));
}
