//! Under which names the server is asked, and by pages of which sites.

use axum::http::Method;
use kit_games::CATALOGUE;
use kit_server::http::Settings;
use kit_server::http::limits::Limits;
use serde_json::json;
use tokio_tungstenite::tungstenite;

use crate::server::{GAME, Server, connect};

/// A server with an address that people type.
async fn at(origin: &str) -> Server {
    let settings =
        Settings { origins: vec![origin.to_owned()], limits: Limits::none(), ..Settings::default() };
    Server::told(CATALOGUE, settings).await
}

#[tokio::test]
async fn pages_of_other_sites_are_turned_away() {
    let server = Server::start().await;
    let body = json!({"game": GAME, "seats": [{"sitter": "me"}, {"sitter": "free"}]}).to_string();
    let post = async |lines: &[(&str, &str)]| {
        server.ask(Method::POST, "/api/tables", Some(body.clone()), lines).await
    };
    post(&[("origin", "https://evil.example")]).await.expect(403, "wrong-origin");
    post(&[("origin", "null")]).await.expect(403, "wrong-origin");
    post(&[("sec-fetch-site", "cross-site")]).await.expect(403, "wrong-origin");
    post(&[("origin", "http://localhost"), ("sec-fetch-site", "same-origin")]).await.expect(200, "no error");
}

#[tokio::test]
async fn names_of_others_are_turned_away() {
    let server = Server::start().await;
    let get = async |path: &str, host: &str| server.ask(Method::GET, path, None, &[("host", host)]).await;
    for path in ["/api/games", "/api/tables", "/", "/t/bcdfghjkmn", "/api/openapi.json", "/nothing"] {
        let reply = get(path, "chess.example").await.expect(421, "wrong-host");
        assert!(reply.text.contains("--origin"), "{}", reply.text);
    }
    for host in ["localhost:8080", "127.0.0.1:8080", "[::1]:8080", "kitchen.local", "kitchen:8080"] {
        get("/api/games", host).await.expect(200, "no error");
    }
    // Whoever looks after the server may call it anything.
    for path in ["/health", "/ready"] {
        get(path, "node-1.internal.example:8080").await.expect(200, "no error");
    }
    let server = at("https://chess.example").await;
    let get = async |path: &str, host: &str| server.ask(Method::GET, path, None, &[("host", host)]).await;
    get("/api/games", "chess.example").await.expect(200, "no error");
    get("/api/games", "127.0.0.1:8080").await.expect(421, "wrong-host");
    get("/ready", "127.0.0.1:8080").await.expect(200, "no error");
}

#[tokio::test]
async fn sockets_under_names_of_others_are_turned_away() {
    let server = Server::start().await;
    let address = server.listen().await;
    let (opened, _) = server.open_for_two().await;
    let path = format!("/api/tables/{}/socket", opened.table);
    let lines = [("host", "evil.example"), ("origin", "http://evil.example")];
    match connect(&address, &path, &lines).await {
        Err(tungstenite::Error::Http(answer)) => assert_eq!(answer.status().as_u16(), 421),
        _ => panic!("a page of another site got a socket"),
    }
    connect(&address, &path, &[("host", "kitchen.local")]).await.expect("a socket");
}

#[tokio::test]
async fn browsers_are_told_to_come_by_https_where_that_is_the_address() {
    let line = |reply: &crate::server::Reply| reply.headers.get("strict-transport-security").cloned();
    let server = at("https://chess.example").await.called("chess.example");
    for path in ["/", "/api/games", "/api/nothing"] {
        assert_eq!(line(&server.get(path).await).expect("a line"), "max-age=31536000", "{path}");
    }
    let server = at("http://chess.example").await.called("chess.example");
    assert_eq!(line(&server.get("/").await), None);
    assert_eq!(line(&Server::start().await.get("/").await), None);
}
