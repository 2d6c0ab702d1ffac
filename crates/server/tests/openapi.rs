//! The description of all addresses, and what happens when somebody takes it at its word.
//!
//! Inputs are made from the description, right ones and wrong ones, and thrown at every address:
//! nothing may fail inside, every refusal has a code and a sentence, and no status may come that
//! the description does not name.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::Request;
use kit_games::CATALOGUE;
use kit_play::Chance;
use kit_server::bus::LocalBus;
use kit_server::hall::{Hall, HallSettings};
use kit_server::http::limits::Limits;
use kit_server::http::{self, Settings};
use kit_server::store::SqliteStore;
use serde_json::{Map, Value, json};
use tower::ServiceExt;

/// How many requests each address gets.
const REQUESTS: usize = 120;

/// Addresses that make the server think get fewer.
const SLOW_REQUESTS: usize = 6;

async fn server() -> Router {
    let store = Arc::new(SqliteStore::in_memory().await.expect("a store in memory"));
    let settings = HallSettings { bot_pace: Duration::ZERO, ..HallSettings::default() };
    let hall = Hall::new(CATALOGUE, store, Arc::new(LocalBus::default()), settings);
    http::app(hall, Settings { limits: Limits::none(), ..Settings::default() })
}

/// Makes values that fit a schema, and values that do not.
struct Maker<'a> {
    document: &'a Value,
    chance: Chance,
    /// Words that mean something to the server, so that not every request is refused at the door.
    words: Vec<String>,
}

impl Maker<'_> {
    fn below(&mut self, count: usize) -> usize {
        self.chance.below(count as u32) as usize
    }

    fn word(&mut self) -> String {
        const STRANGE: [&str; 14] = [
            "",
            "e2e4",
            "white",
            "black",
            "public",
            "host",
            "all",
            "null",
            "../..",
            "\u{0}",
            "😀",
            "%00",
            "-1",
            "'; drop table tables; --",
        ];
        match self.below(3) {
            0 => STRANGE[self.below(STRANGE.len())].to_owned(),
            1 => "x".repeat(self.below(400)),
            _ => self.known_word(self.words.len()),
        }
    }

    /// One of the first words that mean something.
    fn known_word(&mut self, most: usize) -> String {
        let index = self.below(most);
        self.words[index].clone()
    }

    fn resolved<'b>(&'b self, schema: &'b Value) -> &'b Value {
        match schema["$ref"].as_str().and_then(|name| name.strip_prefix('#')) {
            Some(pointer) => self.document.pointer(pointer).expect("references lead somewhere"),
            None => schema,
        }
    }

    /// A value that fits, more or less deep.
    fn fitting(&mut self, schema: &Value, depth: usize) -> Value {
        let schema = self.resolved(schema).clone();
        for key in ["oneOf", "anyOf"] {
            if let Some(choices) = schema[key].as_array() {
                let choice = choices[self.below(choices.len())].clone();
                return self.fitting(&choice, depth);
            }
        }
        if let Some(parts) = schema["allOf"].as_array() {
            let parts: Vec<Value> = parts.iter().map(|part| self.fitting(part, depth)).collect();
            let fields = parts.iter().filter_map(Value::as_object).flat_map(|part| part.clone());
            return Value::Object(fields.collect());
        }
        if let Some(words) = schema["enum"].as_array() {
            return words[self.below(words.len())].clone();
        }
        let kinds: Vec<String> = match &schema["type"] {
            Value::String(kind) => vec![kind.clone()],
            Value::Array(kinds) => kinds.iter().filter_map(|kind| kind.as_str().map(str::to_owned)).collect(),
            _ => vec!["object".to_owned()],
        };
        match kinds[self.below(kinds.len())].as_str() {
            "null" => Value::Null,
            "boolean" => json!(self.below(2) == 0),
            "integer" | "number" => json!(self.below(12)),
            "string" => json!(self.word()),
            "array" => {
                let count = if depth > 5 { 0 } else { self.below(4) };
                (0..count).map(|_| self.fitting(&schema["items"], depth + 1)).collect()
            }
            _ => self.fields(&schema, depth),
        }
    }

    fn fields(&mut self, schema: &Value, depth: usize) -> Value {
        let required: Vec<&str> =
            schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let mut fields = Map::new();
        for (name, field) in schema["properties"].as_object().into_iter().flatten() {
            if required.contains(&name.as_str()) || self.below(3) == 0 {
                fields.insert(name.clone(), self.fitting(field, depth + 1));
            }
        }
        Value::Object(fields)
    }

    /// A value with something wrong in it.
    fn spoilt(&mut self, value: Value) -> Value {
        match value {
            Value::Object(mut fields) if !fields.is_empty() && self.below(3) > 0 => {
                let name = fields.keys().nth(self.below(fields.len())).cloned().unwrap_or_default();
                let field = fields.remove(&name).unwrap_or_default();
                match self.below(4) {
                    0 => {}
                    1 => drop(fields.insert(format!("{name}?"), field)),
                    _ => drop(fields.insert(name, self.spoilt(field))),
                }
                Value::Object(fields)
            }
            Value::Array(mut items) if !items.is_empty() => {
                let item = items.remove(self.below(items.len()));
                let item = self.spoilt(item);
                items.extend([item.clone(), item]);
                Value::Array(items)
            }
            _ => match self.below(7) {
                0 => Value::Null,
                1 => json!(-1),
                2 => json!(1.5e300),
                3 => json!(u64::MAX),
                4 => json!([[[[]]]]),
                5 => json!({"": {}}),
                _ => json!(self.word()),
            },
        }
    }
}

/// A request to an address, right or wrong.
fn request(maker: &mut Maker<'_>, path: &str, method: &str, operation: &Value) -> Request<Body> {
    let (mut path, mut query) = (path.to_owned(), Vec::new());
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        let name = parameter["name"].as_str().expect("parameters have names");
        let fitting = maker.fitting(&parameter["schema"], 0);
        let value = match (name, maker.below(4)) {
            ("moves", _) => "3".to_owned(),
            ("table" | "game", 1..) => maker.known_word(3),
            (_, 0) => maker.word(),
            _ => fitting.as_str().map_or_else(|| fitting.to_string(), str::to_owned),
        };
        let value: String = value.bytes().map(|byte| format!("%{byte:02X}")).collect();
        match parameter["in"].as_str() {
            Some("path") => path = path.replace(&format!("{{{name}}}"), &value),
            _ if maker.below(2) == 0 => query.push(format!("{name}={value}")),
            _ => {}
        }
    }
    if maker.below(8) == 0 {
        query.push("strange=1".to_owned());
    }
    let address = if query.is_empty() { path } else { format!("{path}?{}", query.join("&")) };
    let token = maker.words[3].clone();
    let mut request = Request::builder().method(method.to_uppercase().as_str()).uri(address);
    if maker.below(2) == 0 {
        request = request.header("authorization", format!("Bearer {token}"));
    }
    let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
    if schema.is_null() {
        return request.body(Body::empty()).expect("a request");
    }
    let value = maker.fitting(schema, 0);
    let text = match maker.below(6) {
        0 => value.to_string().chars().rev().collect(),
        1 | 2 => maker.spoilt(value).to_string(),
        _ => value.to_string(),
    };
    let kind = if maker.below(20) == 0 { "text/plain" } else { "application/json" };
    request.header("content-type", kind).body(Body::from(text)).expect("a request")
}

#[tokio::test]
async fn nothing_that_fits_the_description_or_does_not_makes_the_server_fail() {
    let router = server().await;
    let document = serde_json::to_value(http::description()).expect("the description is JSON");
    let (table, token) = opened(&router).await;
    let words = vec![table.clone(), table, "chess960".to_owned(), token, "zombie-chess".to_owned()];
    let mut maker = Maker { document: &document, chance: Chance::seeded(5), words };
    for (path, operations) in document["paths"].as_object().expect("addresses") {
        for (method, operation) in operations.as_object().expect("methods") {
            let slow = path.starts_with("/api/golf");
            for _ in 0..if slow { SLOW_REQUESTS } else { REQUESTS } {
                let request = request(&mut maker, path, method, operation);
                let asked = format!("{method} {}", request.uri());
                let answer = router.clone().oneshot(request).await.expect("the router always answers");
                let status = answer.status().as_u16();
                let bytes = to_bytes(answer.into_body(), 1 << 24).await.expect("a body");
                let text = String::from_utf8_lossy(&bytes);
                assert!(status < 500, "{asked}: {status} {text}");
                let known = operation["responses"].get(status.to_string()).is_some();
                assert!(known, "{asked}: the description does not name {status}: {text}");
                if status >= 400 {
                    let error: Value = serde_json::from_str(&text).expect("errors are JSON");
                    assert!(
                        error["error"]["code"].is_string() && error["error"]["text"].is_string(),
                        "{text}"
                    );
                }
            }
        }
    }
}

/// A table with a bot, so that there is something to ask about.
async fn opened(router: &Router) -> (String, String) {
    let seats = json!([{"sitter": "me"}, {"sitter": "bot", "level": "random"}]);
    let body = json!({"game": "chess960", "seats": seats, "program": true, "public": true}).to_string();
    let request =
        Request::post("/api/tables").header("content-type", "application/json").body(Body::from(body));
    let answer = router.clone().oneshot(request.expect("a request")).await.expect("an answer");
    let bytes = to_bytes(answer.into_body(), 1 << 20).await.expect("a body");
    let opened: Value = serde_json::from_slice(&bytes).expect("JSON");
    let token = opened["tokens"].as_array().and_then(|tokens| tokens.last()).expect("the opener has a seat");
    let word = |value: &Value| value.as_str().expect("a word").to_owned();
    (word(&opened["table"]), word(&token["token"]))
}

#[tokio::test]
async fn the_description_is_served_and_complete() {
    let request = Request::get("/api/openapi.json").body(Body::empty()).expect("a request");
    let answer = server().await.oneshot(request).await.expect("an answer");
    let bytes = to_bytes(answer.into_body(), 1 << 22).await.expect("a body");
    let document: Value = serde_json::from_slice(&bytes).expect("JSON");
    assert!(document["openapi"].as_str().is_some_and(|version| version.starts_with("3.1")));
    let text = document.to_string();
    for reference in text.split("\"$ref\":\"#").skip(1) {
        let pointer = reference.split('"').next().unwrap_or_default();
        assert!(document.pointer(pointer).is_some(), "nothing is described at {pointer}");
    }
    let mut names = std::collections::BTreeSet::new();
    for operations in document["paths"].as_object().expect("addresses").values() {
        for operation in operations.as_object().expect("methods").values() {
            assert!(names.insert(operation["operationId"].to_string()), "{operation}");
            assert!(operation["summary"].is_string() || operation["description"].is_string(), "{operation}");
        }
    }
}
