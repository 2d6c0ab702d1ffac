//! The whole server below a path of a site: pages, the API, cookies and sockets.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request, Response, header};
use futures_util::{SinkExt, StreamExt};
use http_body_util::BodyExt;
use kit_games::CATALOGUE;
use kit_server::bus::LocalBus;
use kit_server::hall::{Hall, HallSettings};
use kit_server::http::{self, Front, Settings, serve};
use kit_server::store::SqliteStore;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tower::ServiceExt;

async fn front(path: &str) -> Arc<Front> {
    let store = Arc::new(SqliteStore::in_memory().await.expect("a store in memory"));
    let settings = HallSettings { bot_pace: Duration::ZERO, ..HallSettings::default() };
    let hall = Hall::new(CATALOGUE, store, Arc::new(LocalBus::default()), settings);
    Front::new(hall, Settings { path: path.parse().expect("a path"), ..Settings::default() })
}

async fn ask(front: &Arc<Front>, method: Method, path: &str, body: Option<Value>) -> Response<Body> {
    let request = Request::builder().method(method).uri(path).header("host", "localhost");
    let request = request.header("content-type", "application/json");
    let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
    let request = request.body(body).expect("a request");
    http::router(Arc::clone(front)).oneshot(request).await.expect("the router always answers")
}

async fn text(answer: Response<Body>) -> String {
    let bytes = answer.into_body().collect().await.expect("a body").to_bytes();
    String::from_utf8(bytes.to_vec()).expect("text")
}

async fn json_of(answer: Response<Body>) -> Value {
    serde_json::from_str(&text(answer).await).expect("JSON")
}

/// Opens a table as a browser, at this path, and gives its name and the answer's cookies.
async fn open(front: &Arc<Front>, path: &str) -> (String, Vec<String>) {
    let wish = json!({"game": "chess960", "seats": [{"sitter": "me"}, {"sitter": "me"}]});
    let answer = ask(front, Method::POST, &format!("{path}/api/tables"), Some(wish)).await;
    assert_eq!(answer.status(), 200);
    let cookies = answer.headers().get_all(header::SET_COOKIE).iter();
    let cookies = cookies.map(|line| line.to_str().expect("cookies are text").to_owned()).collect();
    let opened = json_of(answer).await;
    (opened["table"].as_str().expect("a name").to_owned(), cookies)
}

#[tokio::test]
async fn everything_lies_below_the_path_and_nothing_beside_it() {
    let front = front("/chess").await;
    for (path, status) in [
        ("/chess/api/games", 200),
        ("/chess/api/tables?", 200),
        ("/chess/api/nothing", 404),
        ("/chess", 200),
        ("/chess/", 200),
        ("/chess/t/abc", 200),
        ("/chess/no-such-page", 404),
        ("/chess/health", 200),
        ("/chess/ready", 200),
        ("/health", 200),
        ("/ready", 200),
        ("/", 404),
        ("/t/abc", 404),
        ("/api/games", 404),
        ("/chessboard", 404),
        ("/chess/chess/api/games", 404),
    ] {
        let answer = ask(&front, Method::GET, path, None).await;
        assert_eq!(answer.status(), status, "{path}");
        assert!(answer.headers().contains_key(header::CONTENT_SECURITY_POLICY), "{path}");
    }
    let beside = ask(&front, Method::POST, "/api/tables", Some(json!({"game": "chess960"}))).await;
    assert_eq!(beside.status(), 404);
}

#[tokio::test]
async fn cookies_go_only_to_the_table_at_its_path() {
    for path in ["", "/chess", "/games/chess"] {
        let front = front(path).await;
        let (table, cookies) = open(&front, path).await;
        assert_eq!(cookies.len(), 2, "{cookies:?}");
        for cookie in cookies {
            assert!(cookie.contains(&format!("; Path={path}/api/tables/{table};")), "{cookie}");
        }
    }
}

#[tokio::test]
async fn the_description_and_the_page_name_the_path() {
    for (path, servers) in [("", Value::Null), ("/chess", json!([{"url": "/chess"}]))] {
        let front = front(path).await;
        let description =
            json_of(ask(&front, Method::GET, &format!("{path}/api/openapi.json"), None).await).await;
        assert_eq!(description.get("servers").cloned().unwrap_or(Value::Null), servers);
        let page = text(ask(&front, Method::GET, &format!("{path}/t/abc"), None).await).await;
        // Where the app is not built the page links to the description.
        let built = format!("content=\"{path}/\"");
        let not_built = format!("href=\"{path}/api/openapi.json\"");
        assert!(page.contains(&built) || page.contains(&not_built), "{page}");
    }
}

#[tokio::test]
async fn a_move_is_made_over_a_socket_below_the_path() {
    let front = front("/chess").await;
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("a bound port");
    tokio::spawn(serve(listener, Arc::clone(&front)));
    let (table, cookies) = open(&front, "/chess").await;
    let cookies: Vec<&str> = cookies.iter().filter_map(|cookie| cookie.split(';').next()).collect();
    let path = format!("/chess/api/tables/{table}/socket?seat=white");
    let mut request = format!("ws://{address}{path}").into_client_request().expect("an address");
    request.headers_mut().insert("cookie", cookies.join("; ").parse().expect("a header"));
    let (mut socket, _) = connect_async(request).await.expect("a socket");
    let frame = next(&mut socket).await;
    let offers = frame["frame"]["body"]["glimpse"]["offers"].as_array().expect("offers").clone();
    let act = json!({"action": offers[0]["action"], "prompt": frame["frame"]["prompt"]});
    let line = json!({"id": 1, "command": {"act": act}}).to_string();
    socket.send(Message::text(line)).await.expect("the socket is open");
    let moved = next(&mut socket).await;
    assert!(moved["frame"]["number"].as_u64() > frame["frame"]["number"].as_u64(), "{moved}");
    assert_eq!(next(&mut socket).await["done"]["id"], 1);

    let beside = format!("ws://{address}/api/tables/{table}/socket?seat=public");
    assert!(connect_async(beside).await.is_err(), "there is no socket beside the path");
}

async fn next<S>(socket: &mut S) -> Value
where
    S: StreamExt<Item = Result<Message, tokio_tungstenite::tungstenite::Error>> + Unpin,
{
    loop {
        let message = tokio::time::timeout(Duration::from_secs(30), socket.next()).await;
        match message.expect("an answer in time").expect("an open socket").expect("a message") {
            Message::Text(text) => return serde_json::from_str(&text).expect("JSON"),
            Message::Ping(_) | Message::Pong(_) => {}
            other => panic!("an unexpected message: {other:?}"),
        }
    }
}
