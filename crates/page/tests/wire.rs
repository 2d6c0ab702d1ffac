//! One list of commands against a server and against a page: every frame, answer and refusal is the
//! same, byte for byte.

#[path = "../../server/tests/support/house.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod house;

use house::{Connection, House, NOW, Place};
use kit_games::CATALOGUE;
use kit_page::{Envelope, Message, Page, Reply};
use kit_play::{About, Chance};
use serde_json::{Value, json};

/// How many decisions are compared in each game.
const DECISIONS: usize = 12;

const LUCK: [u8; 32] = [7; 32];

fn luck() -> Chance {
    Chance::handed(LUCK)
}

/// The page and the server, with the same table.
struct Both {
    house: House,
    place: Place,
    page: Page,
    /// The viewers' sockets, in the order of the page's connections.
    sockets: Vec<(String, Connection)>,
    asked: u32,
}

impl Both {
    async fn open(about: &'static About) -> Both {
        let house = House::with_luck(luck).await;
        let edition = about.editions[0].id;
        let place = house.seat(about.id, edition).await;
        let mut page = Page::new();
        let seats: Vec<Value> = about.seats.iter().map(|_| json!({"sitter": "invited"})).collect();
        let request = json!({"game": about.id, "edition": edition, "seats": seats, "public": true, "program": true, "name": "Zoë"});
        let opened = ask(&mut page, "POST", "/api/tables", Some(&request));
        let opened: Value = serde_json::from_str(&opened.1).expect("JSON");
        assert_eq!(opened["table"].as_str(), Some(place.table.as_str()), "the same luck");
        for invitation in opened["invitations"].as_array().expect("invitations") {
            let enter = json!({"invitation": invitation["token"], "program": true});
            let (status, text) =
                ask(&mut page, "POST", &format!("/api/tables/{}/enter", place.table), Some(&enter));
            assert_eq!(status, 200, "{text}");
        }
        house.start(&place).await;
        let start = json!({"seat": "host", "command": {"start": {}}});
        ask(&mut page, "POST", &format!("/api/tables/{}/commands", place.table), Some(&start));
        Both { house, place, page, sockets: Vec::new(), asked: 0 }
    }

    /// Lets everybody look, and compares what they see first.
    async fn connect(&mut self, about: &'static About) {
        for (number, seat) in about.seats.iter().chain(&["public"]).enumerate() {
            let mut socket = self.place.connect(&self.house, seat).await;
            let language = if *seat == "public" { "&language=de" } else { "" };
            let path =
                format!("/api/tables/{}/socket?seat={seat}&after=0&present=true{language}", self.place.table);
            let reply = send(&mut self.page, Message::Connect { connection: number as u32, path });
            assert_eq!(
                frames(socket.drain().await),
                frames_for(&reply, number as u32),
                "{} {seat}",
                about.id
            );
            self.sockets.push(((*seat).to_owned(), socket));
        }
    }

    /// Gives a command at both ends, and compares the answer and what everybody is shown.
    async fn command(&mut self, seat: usize, command: &Value) -> Value {
        let (name, socket) = &mut self.sockets[seat];
        let answer = socket.ask(command.clone()).await;
        // The client's numbers count what was drained as well.
        let id = answer["done"]["id"].as_u64().or(answer["error"]["id"].as_u64()).expect("a number");
        let text = json!({"id": id, "command": command}).to_string();
        let reply = send(&mut self.page, Message::Line { connection: seat as u32, text });
        let own: Vec<&String> =
            reply.lines.iter().filter(|(number, _)| *number == seat as u32).map(|(_, line)| line).collect();
        let last: Value = serde_json::from_str(own.last().expect("an answer")).expect("JSON");
        assert_eq!(last, answer, "{name} asks for {command}");
        for (number, (name, socket)) in self.sockets.iter_mut().enumerate() {
            let shown = frames(socket.drain().await);
            assert_eq!(shown, frames_for(&reply, number as u32), "what {name} sees after {command}");
        }
        self.asked += 1;
        answer
    }

    /// Asks for the same thing at both ends.
    async fn same(&mut self, path: &str, seat: Option<&str>) {
        let path = format!("/api/tables/{}{path}", self.place.table);
        let token = seat.and_then(|seat| self.place.token(seat)).map(str::to_owned);
        let server = self.house.get_as(&path, token.as_deref()).await;
        let page = ask(&mut self.page, "GET", &path, None);
        assert_eq!(server, page, "{path}");
    }
}

fn send(page: &mut Page, message: Message) -> Reply {
    let luck = LUCK.map(|byte| format!("{byte:02x}")).concat();
    page.handle(Envelope { now: NOW, luck, message }).expect("good luck")
}

fn ask(page: &mut Page, method: &str, path: &str, body: Option<&Value>) -> (u16, String) {
    let body = body.map(ToString::to_string);
    let reply = send(page, Message::Ask { method: method.into(), path: path.into(), body, nodes: None });
    (reply.status.expect("a status"), reply.text.expect("a text"))
}

fn frames(lines: Vec<String>) -> Vec<String> {
    lines.into_iter().filter(|line| line.starts_with("{\"frame\"")).collect()
}

fn frames_for(reply: &Reply, connection: u32) -> Vec<String> {
    let lines = reply.lines.iter().filter(|(number, _)| *number == connection);
    frames(lines.map(|(_, line)| line.clone()).collect())
}

/// What a seat is shown now.
fn shown(page: &mut Page, table: &str, seat: &str) -> Value {
    let (_, text) = ask(page, "GET", &format!("/api/tables/{table}/frame?seat={seat}"), None);
    serde_json::from_str(&text).expect("JSON")
}

#[tokio::test]
async fn a_page_and_a_server_say_the_same_of_every_game() {
    for about in CATALOGUE.iter().map(|game| game.about()) {
        let mut both = Both::open(about).await;
        both.connect(about).await;
        let table = both.place.table.to_string();
        let mut roll = Chance::seeded(3);
        for _ in 0..DECISIONS {
            let offered = about.seats.iter().enumerate().find_map(|(number, seat)| {
                let frame = shown(&mut both.page, &table, seat);
                let offers = frame["body"]["glimpse"]["offers"].as_array().cloned().unwrap_or_default();
                (!offers.is_empty()).then_some((number, offers, frame["prompt"].clone()))
            });
            let Some((seat, offers, prompt)) = offered else { break };
            let action = roll.pick(&offers)["action"].clone();
            both.command(seat, &json!({"act": {"action": action, "prompt": prompt}})).await;
            // It was for a prompt that is gone, and nobody offers this.
            both.command(seat, &json!({"act": {"action": action, "prompt": prompt}})).await;
            both.command(seat, &json!({"act": {"action": "nonsense", "prompt": 0}})).await;
        }
        both.command(0, &json!({"say": {"channel": "all", "text": "well"}})).await;
        both.command(0, &json!({"ask-undo": {}})).await;
        both.command(0, &json!({"resign": {}})).await;
        for seat in about.seats {
            both.same(&format!("/frame?seat={seat}"), Some(seat)).await;
            both.same(&format!("/moments/2?seat={seat}&language=de"), Some(seat)).await;
            both.same(&format!("/moments/9999?seat={seat}"), Some(seat)).await;
            both.same(&format!("/replay/1?seat={seat}&next=3"), None).await;
        }
        for path in
            ["/scoresheet", "/story", "/story?language=de", "/exports/nothing", "/replay/99999", "/nothing"]
        {
            both.same(path, None).await;
        }
    }
}

#[tokio::test]
async fn a_page_and_a_server_say_the_same_beside_tables() {
    let house = House::with_luck(luck).await;
    let mut page = Page::new();
    let game = CATALOGUE[0].about().id;
    let mut paths: Vec<String> =
        ["games", "games?language=de", "games/nothing/rules", "nothing", "push"].map(str::to_owned).into();
    paths.extend(CATALOGUE.iter().flat_map(|game| {
        let id = game.about().id;
        [format!("games/{id}/rules"), format!("games/{id}/guide?language=de")]
    }));
    for path in paths.iter().map(|path| format!("/api/{path}")) {
        assert_eq!(house.get_as(&path, None).await, ask(&mut page, "GET", &path, None), "{path}");
    }
    let garbage = "x".repeat(1 << 12);
    for (path, body) in [
        ("sandbox", json!({"game": game})),
        ("sandbox", json!({"game": game, "actions": [{"seat": "nobody", "action": "e2e4"}]})),
        ("sandbox", json!({"game": game, "colour": 1})),
        ("sandbox?language=de", json!({"game": "nothing"})),
        ("replay", json!({"scoresheet": garbage})),
        ("story", json!({"scoresheet": ""})),
        ("export", json!({"scoresheet": "", "format": "pgn"})),
        ("tables", json!({"game": game, "seats": []})),
        ("tables", json!({"game": game, "seats": [{"sitter": "bot", "level": "wise"}, {"sitter": "me"}]})),
        ("golf/solve", json!({"text": garbage})),
    ] {
        let path = format!("/api/{path}");
        assert_eq!(
            house.post(&path, &body, None).await,
            ask(&mut page, "POST", &path, Some(&body)),
            "{path} {body:.80}"
        );
    }
    for path in [
        "golf/day?date=2026-11-15",
        "golf/day?date=never",
        "golf/hole?cards=9",
        "golf/hole?seed=5&moves=3",
        "golf/hole?sed=1",
    ] {
        let path = format!("/api/{path}");
        assert_eq!(house.get_as(&path, None).await, ask(&mut page, "GET", &path, None), "{path}");
    }
}
