//! Time that the network takes is measured over a socket and given back, and no more than that.
//!
//! The clocks of these tables run by a time that the tests let pass, and only what is measured
//! takes its time, so what a player has left is known to the millisecond.

use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;

use kit_games::CATALOGUE;
use kit_server::bus::LocalBus;
use kit_server::hall::HallSettings;
use kit_server::http::Settings;
use kit_server::http::limits::Limits;
use serde_json::{Value, json};
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Message;

use crate::server::{Client, GAME, Opened, Server, connect};

thread_local! {
    static TIME: Cell<i64> = const { Cell::new(1_800_000_000_000) };
}

fn let_pass(milliseconds: u64) {
    TIME.set(TIME.get() + milliseconds as i64);
}

/// What both players have at first.
const MINUTE: u64 = 60_000;

/// How much is given back at first, and how much more after each action.
const ACCOUNT: u64 = 500;
const GROWS: u64 = 100;

/// Two players with a clock, White at a socket.
struct Duel {
    server: Server,
    opened: Opened,
    black: String,
    white: Client,
}

impl Duel {
    async fn begin() -> Duel {
        let settings = Settings { limits: Limits::none(), ..Settings::default() };
        let hall = HallSettings { now: Some(|| TIME.get()), ..HallSettings::default() };
        let server = Server::of(CATALOGUE, settings, hall, Arc::new(LocalBus::default())).await;
        let seats = json!([{"sitter": "me"}, {"sitter": "me"}]);
        let clock = json!({"clock": "player", "seconds": MINUTE / 1000, "increment": 0});
        let asked = json!({"game": GAME, "seats": seats, "clock": clock, "program": true});
        let reply = server.post("/api/tables", &asked).await.done().body;
        let token = |seat: &str| {
            let tokens = reply["tokens"].as_array().expect("tokens");
            let token = tokens.iter().find(|token| token["seat"] == seat).expect("a secret");
            token["token"].as_str().expect("a word").to_owned()
        };
        let table = reply["table"].as_str().expect("a name").to_owned();
        let opened = Opened { table, host: token("host"), white: token("white"), invitations: Vec::new() };
        let start = server.command(&opened, "host", &opened.host, json!({"start": {}})).await;
        assert!(start.status == 200 || start.code() == "already-started", "{}", start.text);
        let path = format!("/api/tables/{}/socket?seat=white", opened.table);
        let bearer = format!("Bearer {}", opened.white);
        let address = server.listen().await;
        let mut white = connect(&address, &path, &[("authorization", &bearer)]).await.expect("a socket");
        assert!(white.next().await.is_text(), "the first frame");
        Duel { server, opened, black: token("black"), white }
    }

    /// White takes so long to answer the server's ping.
    async fn answers_after(&mut self, delay: Duration) {
        let Message::Ping(carried) = self.white.next().await else { panic!("players are pinged at once") };
        sleep(delay).await;
        self.white.pong(carried.to_vec()).await;
    }

    /// White thinks for so long and acts; the answer.
    async fn white_acts(&mut self, milliseconds: u64) -> Value {
        let_pass(milliseconds);
        let act = self.first_offer("white", &self.opened.white).await;
        self.white.say(json!({"id": 1, "command": act}).to_string()).await;
        loop {
            let line = self.white.line().await;
            if line.get("frame").is_none() {
                return line;
            }
        }
    }

    async fn black_acts_at_once(&self) {
        let act = self.first_offer("black", &self.black).await;
        self.server.command(&self.opened, "black", &self.black, act).await.done();
    }

    async fn first_offer(&self, seat: &str, token: &str) -> Value {
        let frame = self.server.frame(&self.opened, seat, token).await.done().body;
        let action = &frame["body"]["glimpse"]["offers"][0]["action"];
        json!({"act": {"action": action, "prompt": frame["prompt"]}})
    }

    /// What White has left.
    async fn left(&self) -> u64 {
        let frame = self.server.frame(&self.opened, "white", &self.opened.white).await.done().body;
        frame["clocks"][0]["milliseconds"].as_u64().expect("a clock")
    }
}

#[tokio::test]
async fn a_player_far_away_gets_back_what_the_network_takes() {
    let mut far = Duel::begin().await;
    far.answers_after(Duration::from_millis(200)).await;
    assert!(far.white_acts(3_000).await["done"].is_object());
    let given_back = far.left().await - (MINUTE - 3_000);
    // A busy machine takes longer, and then that is what was measured.
    assert!((200..=ACCOUNT).contains(&given_back), "{given_back}");
    // Nobody gets back more than was taken.
    far.black_acts_at_once().await;
    let before = far.left().await;
    assert!(far.white_acts(30).await["done"].is_object());
    assert_eq!(far.left().await, before);
}

#[tokio::test]
async fn a_player_who_answers_no_ping_or_another_one_gets_nothing_back() {
    let mut silent = Duel::begin().await;
    assert!(silent.white_acts(3_000).await["done"].is_object());
    assert_eq!(silent.left().await, MINUTE - 3_000);
    let mut forger = Duel::begin().await;
    for carried in [&b""[..], b"12345678", &2_u64.to_be_bytes(), &u64::MAX.to_be_bytes()] {
        forger.white.pong(carried.to_vec()).await;
    }
    assert!(forger.white_acts(3_000).await["done"].is_object());
    assert_eq!(forger.left().await, MINUTE - 3_000);
}

#[tokio::test]
async fn a_player_who_answers_late_on_purpose_gains_no_more_than_the_account_has() {
    let mut liar = Duel::begin().await;
    liar.answers_after(Duration::from_millis(ACCOUNT + 500)).await;
    let mut expected = MINUTE;
    for account in [ACCOUNT, GROWS, GROWS, GROWS] {
        assert!(liar.white_acts(5_000).await["done"].is_object());
        expected = expected - 5_000 + account;
        assert_eq!(liar.left().await, expected);
        liar.black_acts_at_once().await;
    }
    // The flag falls when what is left and the account are used up, whatever was measured.
    let answer = liar.white_acts(expected + GROWS).await;
    assert_eq!(answer["error"]["code"], "over", "{answer}");
}
