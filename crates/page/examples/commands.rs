//! Plays a list of commands of every game at a real server, and prints what was asked and what everybody
//! was told, so that a browser test can give the same commands to a page: `web/tests/site/both.spec.ts`.
//!
//! Time stands still and luck is always the same, so every byte that is said is said again.

#[path = "../../server/tests/support/house.rs"]
#[expect(dead_code, reason = "tests use the rest")]
mod house;

use house::{Connection, House, NOW, Place};
use kit_games::CATALOGUE;
use kit_play::{About, Chance};
use serde_json::{Value, json};

/// How many decisions are made in each game.
const DECISIONS: usize = 12;

const LUCK: [u8; 32] = [7; 32];

fn luck() -> Chance {
    Chance::handed(LUCK)
}

/// A game at a server, and what has been said at it so far.
struct Recorded {
    house: House,
    place: Place,
    /// The viewers' sockets.
    sockets: Vec<Connection>,
    steps: Vec<Value>,
}

impl Recorded {
    async fn open(about: &'static About) -> Recorded {
        let house = House::with_luck(luck).await;
        let seats: Vec<Value> = about.seats.iter().map(|_| json!({"sitter": "me"})).collect();
        let body = json!({"game": about.id, "seats": seats, "program": true, "name": "Zoë"});
        let (status, text) = house.post("/api/tables", &body, None).await;
        assert_eq!(status, 200, "{text}");
        let opened: Value = serde_json::from_str(&text).expect("JSON");
        let table = opened["table"].as_str().expect("a name").parse().expect("a table's name");
        let tokens = opened["tokens"].as_array().expect("secrets").iter();
        let own: Vec<&str> = tokens.filter_map(|token| token["token"].as_str()).collect();
        let host = own.join(",");
        // Whoever opened it has all seats.
        let seats = about.seats.iter().map(|seat| ((*seat).to_owned(), host.clone())).collect();
        let ask = json!({"method": "POST", "path": "/api/tables", "body": body.to_string()});
        let steps = vec![json!({"ask": ask, "answer": {"status": status, "text": text}})];
        let place = Place { table, host, seats };
        Recorded { house, place, sockets: Vec::new(), steps }
    }

    /// Lets a viewer look.
    async fn connect(&mut self, viewer: &str) {
        let mut socket = self.place.connect(&self.house, viewer).await;
        let language = if viewer == "public" { "&language=de" } else { "" };
        let path =
            format!("/api/tables/{}/socket?seat={viewer}&after=0&present=true{language}", self.place.table);
        let lines = told(socket.drain().await);
        let connection = self.sockets.len() + 1;
        self.sockets.push(socket);
        let lines = json!([[connection, lines]]);
        self.steps.push(json!({"connect": {"connection": connection, "path": path}, "lines": lines}));
    }

    /// Gives a command for a seat, and notes what everybody is told.
    async fn command(&mut self, seat: usize, command: &Value) {
        let (answer, written) = self.sockets[seat].ask_for_text(command.clone()).await;
        let id = answer["done"]["id"].as_u64().or(answer["error"]["id"].as_u64()).expect("a number");
        let mut lines = Vec::new();
        for (number, socket) in self.sockets.iter_mut().enumerate() {
            let mut shown = told(socket.drain().await);
            if number == seat {
                shown.push(written.clone());
            }
            lines.push(json!([number + 1, shown]));
        }
        let text = json!({"id": id, "command": command}).to_string();
        self.steps.push(json!({"line": {"connection": seat + 1, "text": text}, "lines": lines}));
    }

    /// Asks for something.
    async fn ask(&mut self, path: &str) -> String {
        let path = format!("/api/tables/{}{path}", self.place.table);
        let (status, text) = self.house.get_as(&path, Some(&self.place.host)).await;
        let ask = json!({"method": "GET", "path": path});
        self.steps.push(json!({"ask": ask, "answer": {"status": status, "text": text}}));
        text
    }

    /// The first seat that has something to decide, with its offers and its prompt.
    async fn acting(&mut self, about: &'static About) -> Option<(usize, Vec<Value>, Value)> {
        for (number, seat) in about.seats.iter().enumerate() {
            let frame: Value =
                serde_json::from_str(&self.ask(&format!("/frame?seat={seat}")).await).expect("JSON");
            let offers = frame["body"]["glimpse"]["offers"].as_array().cloned().unwrap_or_default();
            if !offers.is_empty() {
                return Some((number, offers, frame["prompt"].clone()));
            }
        }
        None
    }
}

/// What a socket said of the table; who is connected is told at another moment by a server.
fn told(lines: Vec<String>) -> Vec<String> {
    lines.into_iter().filter(|line| !line.starts_with("{\"present\"")).collect()
}

#[tokio::main]
async fn main() {
    for about in CATALOGUE.iter().map(|game| game.about()) {
        let mut recorded = Recorded::open(about).await;
        for viewer in about.seats.iter().chain(&["public"]) {
            recorded.connect(viewer).await;
        }
        let mut roll = Chance::seeded(5);
        for _ in 0..DECISIONS {
            let Some((seat, offers, prompt)) = recorded.acting(about).await else { break };
            let action = roll.pick(&offers)["action"].clone();
            let act = json!({"act": {"action": action, "prompt": prompt}});
            recorded.command(seat, &act).await;
            // It was for a prompt that is gone, and nobody offers this.
            recorded.command(seat, &act).await;
            recorded.command(seat, &json!({"act": {"action": "nonsense", "prompt": 0}})).await;
        }
        for command in [
            json!({"say": {"channel": "all", "text": "well"}}),
            json!({"offer-draw": {}}),
            json!({"ask-undo": {}}),
            json!({"nonsense": {}}),
            json!({"resign": {}}),
        ] {
            recorded.command(0, &command).await;
        }
        for path in ["/scoresheet", "/story?language=de", "/replay/1?next=3", "/moments/9999", "/nothing"] {
            recorded.ask(path).await;
        }
        println!("{}", json!({"game": about.id, "now": NOW, "luck": LUCK[0], "steps": recorded.steps}));
    }
}
