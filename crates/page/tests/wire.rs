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
        let request = json!({
            "game": about.id, "edition": edition, "seats": seats, "public": true, "program": true,
            "name": "Zoë", "real_board": {"phones": "each"},
        });
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
    tools_say_the_same(&house, &mut page).await;
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

/// Uses every tool of every game at both ends, with everybody's eyes, and asks for what cannot be.
async fn tools_say_the_same(house: &House, page: &mut Page) {
    let mut used = 0;
    for about in CATALOGUE.iter().map(|game| game.about()) {
        for tool in about.tools {
            let mut roll = Chance::seeded(9);
            let mut done: Vec<Value> = Vec::new();
            // A tool without a bench is a board to try of the game itself.
            let wish = |seat: &str, done: &[Value]| match tool.bench {
                Some(_) => json!({"game": about.id, "tool": tool.id, "seat": seat, "actions": done}),
                None => json!({"game": about.id, "seat": seat, "actions": done}),
            };
            let viewers: Vec<&str> = about.seats.iter().copied().take(2).chain(["public"]).collect();
            for round in 0..9 {
                let mut offered: Vec<Value> = Vec::new();
                for seat in &viewers {
                    for path in ["/api/sandbox", "/api/sandbox?language=de"] {
                        let wish = wish(seat, &done);
                        let asked = house.post(path, &wish, None).await;
                        assert_eq!(asked, ask(page, "POST", path, Some(&wish)), "{} {}", about.id, tool.id);
                        assert_eq!(asked.0, 200, "{} {}: {}", about.id, tool.id, asked.1);
                        let answer: Value = serde_json::from_str(&asked.1).expect("JSON");
                        let offers = answer["glimpse"]["offers"].as_array().cloned().unwrap_or_default();
                        let acts =
                            offers.iter().map(|offer| json!({"seat": seat, "action": offer["action"]}));
                        // First each seat lays down its own, then everybody asks.
                        if *seat == viewers[round % viewers.len()]
                            || (offered.is_empty() && *seat == "public")
                        {
                            offered = acts.collect();
                        }
                    }
                }
                if offered.is_empty() {
                    break;
                }
                done.push(roll.pick(&offered).clone());
                used += 1;
            }
            let mut wrong = wish("public", &[json!({"seat": "public", "action": "no such thing"})]);
            let ends = (
                house.post("/api/sandbox", &wrong, None).await,
                ask(page, "POST", "/api/sandbox", Some(&wrong)),
            );
            assert_eq!(ends.0, ends.1, "{} {}", about.id, tool.id);
            assert_ne!(ends.0.0, 200, "what was never offered is refused");
            wrong["tool"] = json!("nothing");
            let ends = (
                house.post("/api/sandbox", &wrong, None).await,
                ask(page, "POST", "/api/sandbox", Some(&wrong)),
            );
            assert_eq!(ends.0, ends.1, "{}", about.id);
        }
    }
    assert!(used >= 12, "tools were used {used} times");
}

/// The glimpse in a frame, which is all that a viewer knows of the game.
fn glimpse((status, text): (u16, String)) -> Value {
    assert_eq!(status, 200, "{text}");
    let frame: Value = serde_json::from_str(&text).expect("JSON");
    frame["body"]["glimpse"].clone()
}

/// Lets random hands play at a table of a page where all sit at one screen.
fn play_some(page: &mut Page, about: &'static About, table: &str, decisions: usize) {
    let mut roll = Chance::seeded(11);
    for _ in 0..decisions {
        let acting = about.seats.iter().find_map(|seat| {
            let (status, text) = ask(page, "GET", &format!("/api/tables/{table}/frame?seat={seat}"), None);
            let frame: Value = serde_json::from_str(&text).expect("JSON");
            let offers = frame["body"]["glimpse"]["offers"].as_array().cloned().unwrap_or_default();
            (status == 200 && !offers.is_empty()).then(|| (*seat, offers, frame["prompt"].clone()))
        });
        let Some((seat, offers, prompt)) = acting else { return };
        let action = roll.pick(&offers)["action"].clone();
        let body = json!({"seat": seat, "command": {"act": {"action": action, "prompt": prompt}}});
        ask(page, "POST", &format!("/api/tables/{table}/commands"), Some(&body));
    }
}

/// The name of a table that was opened, and the secrets of whoever opened it.
fn opened((status, text): (u16, String)) -> (String, String) {
    assert_eq!(status, 200, "{text}");
    let opened: Value = serde_json::from_str(&text).expect("JSON");
    let tokens = opened["tokens"].as_array().expect("secrets").iter();
    let tokens: Vec<&str> = tokens.filter_map(|token| token["token"].as_str()).collect();
    (opened["table"].as_str().expect("a name").to_owned(), tokens.join(","))
}

#[tokio::test]
async fn a_game_goes_from_a_page_to_a_server_and_back_with_its_secrets() {
    let house = House::with_luck(Chance::unpredictable).await;
    for about in CATALOGUE.iter().map(|game| game.about()) {
        let seats: Vec<Value> = about.seats.iter().map(|_| json!({"sitter": "me"})).collect();
        let request =
            json!({"game": about.id, "seats": seats, "program": true, "hints": true, "knowledge": true});
        // The shortest games are over soon.
        let running = (1..=DECISIONS).rev().find_map(|decisions| {
            let mut page = Page::new();
            let (here, _) = opened(ask(&mut page, "POST", "/api/tables", Some(&request)));
            play_some(&mut page, about, &here, decisions);
            let packed = send(&mut page, Message::Pack { table: here.clone() });
            (packed.status == Some(200)).then_some((page, here, packed))
        });
        let (mut page, here, packed) = running.expect("a game that runs");
        let mut there = request.clone();
        there["from"] = json!({"scoresheet": packed.text});
        let (there, secrets) = opened(house.post("/api/tables", &there, None).await);
        for seat in about.seats.iter().chain(&["public"]) {
            let path = |table: &str| format!("/api/tables/{table}/frame?seat={seat}");
            let expected = glimpse(ask(&mut page, "GET", &path(&here), None));
            let found = glimpse(house.get_as(&path(&there), Some(&secrets)).await);
            assert_eq!(found, expected, "{} as {seat} sees it", about.id);
        }
        // Hints and what may be known are the same at both ends, too.
        for seat in about.seats {
            let knowledge = |table: &str| format!("/api/tables/{table}/knowledge?seat={seat}");
            let note = |(status, text): (u16, String)| {
                (status, serde_json::from_str::<Value>(&text).expect("JSON")["belief"].clone())
            };
            assert_eq!(
                note(house.get_as(&knowledge(&there), Some(&secrets)).await),
                note(ask(&mut page, "GET", &knowledge(&here), None)),
                "what {seat} may know in {}",
                about.id
            );
        }
        // And back: whoever has all seats may take the game along, and then it is gone there.
        let (status, sheet) = house.get_as(&format!("/api/tables/{there}/scoresheet"), Some(&secrets)).await;
        assert_eq!((status, Some(&sheet)), (200, packed.text.as_ref()), "{}", about.id);
        let mut back = request.clone();
        back["from"] = json!({"scoresheet": sheet});
        let mut other = Page::new();
        let (back, _) = opened(ask(&mut other, "POST", "/api/tables", Some(&back)));
        for seat in about.seats {
            let path = |table: &str| format!("/api/tables/{table}/frame?seat={seat}");
            let expected = glimpse(ask(&mut page, "GET", &path(&here), None));
            assert_eq!(glimpse(ask(&mut other, "GET", &path(&back), None)), expected, "{} {seat}", about.id);
        }
        let close = json!({"seat": "host", "command": {"close": {}}});
        let path = format!("/api/tables/{there}/commands");
        let (status, text) = house.post(&path, &close, Some(&secrets)).await;
        assert_eq!(status, 200, "{text}");
        let (status, text) = ask(&mut page, "POST", &format!("/api/tables/{here}/commands"), Some(&close));
        assert_eq!(status, 200, "{text}");
        let packed = send(&mut page, Message::Pack { table: here });
        assert_eq!(packed.status, Some(404), "what was taken away is no longer here");
    }
}

#[tokio::test]
async fn nobody_gets_a_running_game_in_which_something_is_hidden_from_them() {
    let house = House::with_luck(Chance::unpredictable).await;
    let hidden =
        CATALOGUE.iter().map(|game| game.about()).find(|about| !about.open).expect("a game with secrets");
    // Two people: neither gets it, and the host cannot take it away from the other.
    let place = house.seat(hidden.id, hidden.editions[0].id).await;
    house.start(&place).await;
    let path = format!("/api/tables/{}", place.table);
    for token in place.seats.iter().map(|(_, token)| Some(token.as_str())).chain([None]) {
        let (status, text) = house.get_as(&format!("{path}/scoresheet"), token).await;
        assert_eq!(status, 409, "{text}");
        assert!(text.contains("not-over"), "{text}");
    }
    let close = json!({"seat": "host", "command": {"close": {}}});
    let both = format!("{},{}", place.host, place.seats[0].1);
    let (status, text) = house.post(&format!("{path}/commands"), &close, Some(&both)).await;
    assert_eq!(status, 409, "{text}");
    // One person and bots: what the bots have hidden stays with the server.
    let mut seats = vec![json!({"sitter": "bot", "level": "learner"}); hidden.seats.len()];
    seats[0] = json!({"sitter": "me"});
    let request = json!({"game": hidden.id, "seats": seats, "program": true});
    let (table, secrets) = opened(house.post("/api/tables", &request, None).await);
    let (status, text) = house.get_as(&format!("/api/tables/{table}/scoresheet"), Some(&secrets)).await;
    assert_eq!(status, 409, "{text}");
}

#[tokio::test]
async fn a_page_and_a_server_give_the_same_hints() {
    for about in CATALOGUE.iter().map(|game| game.about()) {
        let house = House::with_luck(luck).await;
        let mut page = Page::new();
        let seats: Vec<Value> = about.seats.iter().map(|_| json!({"sitter": "me"})).collect();
        let request = json!({"game": about.id, "seats": seats, "program": true, "hints": true});
        let (table, secrets) = opened(house.post("/api/tables", &request, None).await);
        assert_eq!(opened(ask(&mut page, "POST", "/api/tables", Some(&request))).0, table, "the same luck");
        let path = format!("/api/tables/{table}");
        for seat in about.seats {
            for asked in [
                json!({"seat": seat, "prompt": 1, "depth": "what"}),
                json!({"seat": seat, "prompt": 2, "depth": "where"}),
                json!({"seat": seat, "prompt": 9999, "depth": "what"}),
                json!({"seat": seat, "depth": "what"}),
            ] {
                let hint = format!("{path}/hint?language=de");
                let server = house.post(&hint, &asked, Some(&secrets)).await;
                assert_eq!(server, ask(&mut page, "POST", &hint, Some(&asked)), "{} {asked}", about.id);
            }
            let frame = format!("{path}/frame?seat={seat}");
            let server = house.get_as(&frame, Some(&secrets)).await;
            assert_eq!(server, ask(&mut page, "GET", &frame, None), "hints taken in {}", about.id);
        }
    }
}

#[tokio::test]
async fn a_page_and_a_server_look_at_a_game_again_alike() {
    let about = CATALOGUE[0].about();
    let mut both = Both::open(about).await;
    both.connect(about).await;
    both.same("/analysis", Some(about.seats[0])).await;
    both.command(0, &json!({"resign": {}})).await;
    both.same("/analysis", None).await;
}

/// Opens the same table of wood at both ends, plays, and compares what hands are told.
#[tokio::test]
async fn a_page_and_a_server_tell_hands_the_same() {
    for about in CATALOGUE.iter().map(|game| game.about()) {
        let house = House::with_luck(luck).await;
        let mut page = Page::new();
        let seats: Vec<Value> = about.seats.iter().map(|_| json!({"sitter": "me"})).collect();
        let wish =
            json!({"game": about.id, "seats": seats, "real_board": {"phones": "one"}, "program": true});
        let (status, text) = house.post("/api/tables", &wish, None).await;
        assert_eq!(
            (status, text.clone()),
            ask(&mut page, "POST", "/api/tables", Some(&wish)),
            "the same luck"
        );
        let opened: Value = serde_json::from_str(&text).expect("JSON");
        let table = opened["table"].as_str().expect("a table");
        let own = opened["tokens"][1]["token"].as_str();
        let mut roll = Chance::seeded(4);
        for _ in 0..DECISIONS {
            let offered = about.seats.iter().find_map(|seat| {
                let frame = shown(&mut page, table, seat);
                let offers = frame["body"]["glimpse"]["offers"].as_array().cloned().unwrap_or_default();
                (!offers.is_empty()).then_some((*seat, offers, frame["prompt"].clone()))
            });
            let Some((seat, offers, prompt)) = offered else { break };
            let act = json!({"act": {"action": roll.pick(&offers)["action"], "prompt": prompt}});
            let (path, body) =
                (format!("/api/tables/{table}/commands"), json!({"seat": seat, "command": act}));
            let asked = house.post(&path, &body, own).await;
            assert_eq!(asked, ask(&mut page, "POST", &path, Some(&body)));
            for query in [
                "",
                "?after=0",
                "?after=0&language=de",
                "?heard=0",
                "?after=1&heard=2",
                "?heard=999",
                "?after=99",
                "?moment=0",
            ] {
                let path = format!("/api/tables/{table}/hands{query}");
                let [server, page] = [house.get_as(&path, own).await, ask(&mut page, "GET", &path, None)];
                assert_eq!(server, page, "{} {path}", about.id);
            }
        }
    }
}
