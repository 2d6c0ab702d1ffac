//! Plays the beginning of every game with bots and solves puzzles, and prints each message, what the page replied and how
//! long that took, so that a module can be compared with it: `web/scripts/same.mjs`.
//!
//! `cargo run -p kit-page --example played -- [decisions] [nodes]`

use std::env;
use std::time::Instant;

use kit_games::CATALOGUE;
use kit_page::Page;
use serde_json::{Value, json};

/// How many positions of a puzzle are looked at.
const POSITIONS: u64 = 2_000_000;

fn main() {
    let mut numbers = env::args().skip(1).filter_map(|number| number.parse::<u64>().ok());
    let (decisions, nodes) = (numbers.next().unwrap_or(4), numbers.next().unwrap_or(1_000));
    for about in CATALOGUE.iter().map(|game| game.about()) {
        let mut played = Played { page: Page::new(), luck: 0 };
        let count = about.fewest_seats.max(about.seats.len().min(2));
        let seats: Vec<Value> = (0..count).map(|_| json!({"sitter": "bot", "level": "master"})).collect();
        let body = json!({"game": about.id, "seats": seats}).to_string();
        let opened = played.send(json!({"ask": {"method": "POST", "path": "/api/tables", "body": body}}));
        let opened: Value =
            serde_json::from_str(opened["text"].as_str().unwrap_or_default()).unwrap_or_default();
        let table = &opened["table"];
        let path = format!("/api/tables/{}/socket?language=de", table.as_str().unwrap_or_default());
        played.send(json!({"connect": {"connection": 1, "path": path}}));
        for _ in 0..decisions {
            let bots = played.send(json!({"bots": {"table": table}}));
            let seat = &bots["bot"]["seat"];
            if seat.is_null() {
                break;
            }
            let found = played.send(json!({"think": {"table": table, "seat": seat, "nodes": nodes}}));
            played.send(json!({"act": {"table": table, "seat": seat, "thought": found["thought"]}}));
        }
    }
    let mut puzzles = Played { page: Page::new(), luck: 0 };
    for (moves, seed) in [(4, 1), (5, 2), (6, 3)] {
        let path = format!("/api/golf/hole?cards=3&moves={moves}&seed={seed}");
        let ask = json!({"method": "GET", "path": path, "nodes": POSITIONS});
        let dealt = puzzles.send(json!({"ask": ask}));
        let hole: Value =
            serde_json::from_str(dealt["text"].as_str().unwrap_or_default()).unwrap_or_default();
        let body = json!({"text": hole["text"]}).to_string();
        let ask = json!({"method": "POST", "path": "/api/golf/solve", "body": body, "nodes": POSITIONS});
        puzzles.send(json!({"ask": ask}));
    }
}

struct Played {
    page: Page,
    luck: u64,
}

impl Played {
    fn send(&mut self, message: Value) -> Value {
        self.luck += 1;
        let now = 1_800_000_000_000 + self.luck;
        let envelope = json!({"now": now, "luck": format!("{:064x}", self.luck), "message": message});
        let begun = Instant::now();
        let reply = self.page.handle_text(envelope.to_string().as_bytes());
        let microseconds = begun.elapsed().as_micros() as u64;
        let reply = reply.ok().and_then(|reply| String::from_utf8(reply).ok()).unwrap_or_default();
        println!("{}", json!({"envelope": envelope, "reply": reply, "microseconds": microseconds}));
        serde_json::from_str(&reply).unwrap_or_default()
    }
}
