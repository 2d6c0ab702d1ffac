//! A page plays all games with its bots, and what was written down tells the same again.

use kit_games::CATALOGUE;
use kit_page::{Envelope, Kept, Message, Page, Reply};
use serde_json::{Value, json};

/// A page, with luck and time that go on.
struct Driven {
    page: Page,
    luck: u64,
    /// What was handed out to be kept.
    records: Vec<Kept>,
}

impl Driven {
    fn new() -> Driven {
        Driven { page: Page::new(), luck: 0, records: Vec::new() }
    }

    fn send(&mut self, message: Message) -> Reply {
        self.luck += 1;
        self.under(self.luck, message)
    }

    fn under(&mut self, luck: u64, message: Message) -> Reply {
        let envelope =
            Envelope { now: 1_800_000_000_000 + luck as i64, luck: format!("{luck:064x}"), message };
        let reply = self.page.handle(envelope).expect("good luck");
        self.records.extend(reply.records.iter().map(|written| written.record.clone()));
        reply
    }

    fn ask(&mut self, method: &str, path: &str, body: Option<Value>) -> (u16, String) {
        let body = body.map(|body| body.to_string());
        let reply = self.send(Message::Ask { method: method.into(), path: path.into(), body, nodes: None });
        (reply.status.expect("an answer"), reply.text.expect("an answer"))
    }

    fn open(&mut self, body: Value) -> String {
        let (status, text) = self.ask("POST", "/api/tables", Some(body));
        assert_eq!(status, 200, "{text}");
        word(&text, &["table"])
    }

    /// Lets the next bot act; whether one had to.
    fn bot_acts(&mut self, table: &str) -> bool {
        self.luck += 1;
        let luck = self.luck;
        let Some(bot) = self.under(luck, Message::Bots { table: table.into() }).bot else { return false };
        let think = Message::Think { table: table.into(), seat: bot.seat.clone(), nodes: Some(60) };
        let thought = self.under(luck, think).thought.expect("a bot that has to act finds something");
        let acted = self.send(Message::Act { table: table.into(), seat: bot.seat, thought });
        assert!(!acted.records.is_empty(), "what a bot found is done");
        true
    }
}

fn word(text: &str, path: &[&str]) -> String {
    let value: Value = serde_json::from_str(text).expect("JSON");
    let found = path.iter().fold(&value, |value, key| &value[*key]);
    found.as_str().unwrap_or_else(|| panic!("{path:?} in {text}")).to_owned()
}

#[test]
fn bots_play_every_game_to_a_result_and_the_log_tells_the_same() {
    for about in CATALOGUE.iter().map(|game| game.about()) {
        let mut page = Driven::new();
        let count = about.fewest_seats.max(about.seats.len().min(2));
        let seats: Vec<Value> = (0..count).map(|_| json!({"sitter": "bot", "level": "learner"})).collect();
        let table = page.open(json!({"game": about.id, "seats": seats}));
        page.send(Message::Connect { connection: 1, path: format!("/api/tables/{table}/socket") });
        let acts = (0..2000).take_while(|_| page.bot_acts(&table)).count();
        let (_, standing) = page.ask("GET", &format!("/api/tables/{table}"), None);
        assert_eq!(word(&standing, &["note", "status"]), "over", "{} after {acts} actions", about.id);

        let mut again = Driven::new();
        let records = page.records.clone();
        again.send(Message::Fold { table: table.clone(), records, notes: Default::default() });
        for path in ["frame", "scoresheet", "story", "replay/0?next=40", "moments/2?language=de"] {
            let path = format!("/api/tables/{table}/{path}");
            assert_eq!(page.ask("GET", &path, None), again.ask("GET", &path, None), "{}: {path}", about.id);
        }
    }
}

/// A table where a person of this page plays against a bot, with the bot's seat.
fn against_a_bot(page: &mut Driven, level: &str) -> (String, &'static str) {
    let game = CATALOGUE[0].about();
    let seats = json!([{"sitter": "me"}, {"sitter": "bot", "level": level}]);
    (page.open(json!({"game": game.id, "seats": seats})), game.seats[1])
}

/// Lets the person make the first move that is on offer.
fn person_acts(page: &mut Driven, table: &str) {
    let seat = CATALOGUE[0].about().seats[0];
    let (_, frame) = page.ask("GET", &format!("/api/tables/{table}/frame?seat={seat}"), None);
    let frame: Value = serde_json::from_str(&frame).expect("JSON");
    let action = &frame["body"]["glimpse"]["offers"][0]["action"];
    let act = json!({"act": {"action": action, "prompt": frame["prompt"]}});
    let body = json!({"seat": seat, "command": act});
    let (status, text) = page.ask("POST", &format!("/api/tables/{table}/commands"), Some(body));
    assert_eq!(status, 200, "{text}");
}

/// Lets the bot act, which sees its chance so.
fn bot_acts_seeing(page: &mut Driven, table: &str, chance: u32) {
    let bot = page.send(Message::Bots { table: table.into() }).bot.expect("it has to act");
    let think = Message::Think { table: table.into(), seat: bot.seat.clone(), nodes: Some(10) };
    let mut thought = page.send(think).thought.expect("it finds something");
    (thought.chance, thought.nodes) = (chance, 10);
    page.send(Message::Act { table: table.into(), seat: bot.seat, thought });
}

fn standing(page: &mut Driven, table: &str) -> Value {
    let (_, text) = page.ask("GET", &format!("/api/tables/{table}"), None);
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn bots_give_up_and_answer_draws_as_at_a_server() {
    let mut page = Driven::new();
    let (table, _) = against_a_bot(&mut page, "club");
    let offer = json!({"seat": CATALOGUE[0].about().seats[0], "command": {"offer-draw": {}}});
    for (chance, agrees) in [(9_000, false), (3_000, true)] {
        person_acts(&mut page, &table);
        bot_acts_seeing(&mut page, &table, chance);
        let (status, text) = page.ask("POST", &format!("/api/tables/{table}/commands"), Some(offer.clone()));
        assert_eq!(status, 200, "{text}");
        let answered = page.send(Message::AnswerDraws { table: table.clone() });
        assert_eq!(answered.records.len(), 1, "it answers");
        assert_eq!(standing(&mut page, &table)["note"]["status"] == "over", agrees);
        assert_eq!(page.send(Message::AnswerDraws { table: table.clone() }).records, [], "once");
    }

    let (table, _) = against_a_bot(&mut page, "club");
    for lost in 1..=8 {
        assert_eq!(standing(&mut page, &table)["note"]["status"], "playing", "{lost}");
        person_acts(&mut page, &table);
        bot_acts_seeing(&mut page, &table, 100);
    }
    assert_eq!(standing(&mut page, &table)["note"]["status"], "over", "it gives up");
}

#[test]
fn a_thought_holds_while_its_prompt_does() {
    let mut page = Driven::new();
    let (table, _) = against_a_bot(&mut page, "learner");
    person_acts(&mut page, &table);
    let bot = |page: &mut Driven| page.under(5, Message::Bots { table: table.clone() }).bot.expect("a bot");
    let before = bot(&mut page);
    let seat = CATALOGUE[0].about().seats[0];
    let body = json!({"seat": seat, "command": {"say": {"channel": "all", "text": "hello"}}});
    page.ask("POST", &format!("/api/tables/{table}/commands"), Some(body));
    let after = bot(&mut page);
    assert!(after.head > before.head, "something was written");
    assert_eq!((after.prompt, &after.moments), (before.prompt, &before.moments), "and nothing has changed");
    assert!(after.moments.windows(2).all(|pair| pair[1].abs_diff(pair[0] * 2) <= 1), "{:?}", after.moments);
    bot_acts_seeing(&mut page, &table, 5_000);
    person_acts(&mut page, &table);
    assert_ne!(bot(&mut page).prompt, before.prompt);
}

#[test]
fn a_table_that_is_not_here_must_be_handed_in() {
    let mut page = Driven::new();
    let table =
        page.open(json!({"game": CATALOGUE[0].about().id, "seats": [{"sitter": "me"}, {"sitter": "me"}]}));
    let ask = || Message::Ask {
        method: "GET".into(),
        path: format!("/api/tables/{table}"),
        body: None,
        nodes: None,
    };
    let known = page.send(ask());
    let mut other = Driven::new();
    assert_eq!(other.send(ask()).needs.as_deref(), Some(table.as_str()));
    other.send(Message::Fold { table: table.clone(), records: Vec::new(), notes: Default::default() });
    assert_eq!(other.send(ask()).status, Some(404), "there is none");
    assert_eq!(other.send(ask()).needs.as_deref(), Some(table.as_str()), "there may be one now");
    let records = page.records.clone();
    other.send(Message::Fold { table: table.clone(), records, notes: Default::default() });
    assert_eq!(other.send(ask()).text, known.text);
}

#[test]
fn a_log_that_cannot_be_read_is_refused_in_words() {
    let mut page = Driven::new();
    let table = "bcdfghjkmn".to_owned();
    for body in ["", "garbage", "game: nothing\n@ 1 1/1 1/1\n", &"x".repeat(1 << 20)] {
        let records = vec![Kept { number: 1, at: 1, body: body.to_owned() }];
        let reply = page.send(Message::Fold { table: table.clone(), records, notes: Default::default() });
        assert!(reply.status.is_some_and(|status| status >= 400), "{body:.20}");
        assert!(word(&reply.text.expect("a sentence"), &["error", "text"]).len() > 10);
    }
    assert!(page.page.handle_text(b"{\"now\":1}").is_err());
}

#[test]
fn what_could_not_be_written_is_forgotten_and_shown_anew() {
    let mut page = Driven::new();
    let game = CATALOGUE[0].about();
    let table = page.open(json!({"game": game.id, "seats": [{"sitter": "me"}, {"sitter": "me"}]}));
    let path = format!("/api/tables/{table}/socket?seat={}", game.seats[0]);
    let greeted = page.send(Message::Connect { connection: 1, path });
    let written = page.records.clone();
    let chat = json!({"id": 1, "command": {"say": {"channel": "all", "text": "hello"}}}).to_string();
    let said = page.send(Message::Line { connection: 1, text: chat });
    assert_eq!(said.records.len(), 1);
    page.send(Message::Forget { table: table.clone() });
    let shown = page.send(Message::Fold { table, records: written, notes: Default::default() });
    assert_eq!(shown.lines, greeted.lines, "as if it had not been said");
}
