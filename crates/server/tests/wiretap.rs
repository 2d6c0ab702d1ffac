//! Everything that a connection receives, byte for byte, is what its viewer may know.
//!
//! Random games of every game and edition are played over real sockets, with all seats and a
//! spectator connected and a stranger who tries everything.
//! What a viewer receives is compared with what it would have received in another world: after
//! each action a world is imagined from the viewer's glimpse alone, and the frame is written out
//! from that world and from what was said to the viewer.
//! Length, number and order of frames are compared with it, because they are part of the bytes.

#[path = "support/house.rs"]
mod support;

use std::collections::BTreeMap;

use kit_games::CATALOGUE;
use kit_play::wire::GlimpseAnswer;
use kit_play::{Chance, Table, Viewer};
use kit_sitting::Sitting;
use kit_sitting::TableId;
use serde_json::{Value, json};
use support::{Connection, House};

/// How many actions of each game are listened to.
const ACTIONS: usize = 40;

/// A stranger tries everything after every so many actions.
const STRANGERS: usize = 8;

/// What a viewer must have received so far.
struct Tap {
    viewer: Viewer,
    connection: Connection,
    number: u32,
    prompt: u32,
    body: String,
    offers: Vec<String>,
    lines: usize,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_connection_receives_is_what_its_viewer_may_know() {
    let house = House::open().await;
    for (index, game) in CATALOGUE.iter().enumerate() {
        for (turn, edition) in game.about().editions.iter().enumerate() {
            let mut luck = Chance::seeded((100 * index + turn) as u64);
            listen_to(&house, game.about().id, edition.id, &mut luck).await;
        }
    }
}

async fn listen_to(house: &House, game: &str, edition: &str, luck: &mut Chance) {
    let place = house.seat_everybody(game, edition).await;
    let mut taps = Vec::new();
    for viewer in Viewer::all(place.seats.len()) {
        let connection = match viewer {
            Viewer::Seat(seat) => place.connect(house, &place.seats[seat.index()].0, 0).await,
            Viewer::Public => house.connect(&place.table, "public", None, 0).await,
        };
        let (body, offers) = (String::new(), Vec::new());
        taps.push(Tap { viewer, connection, number: 0, prompt: 1, body, offers, lines: 0 });
    }
    let strange = stranger_hears(house, &place.table, &place.seats[0].0).await;
    compare(house, &place.table, &mut taps, luck).await;
    for count in 0..ACTIONS {
        let able: Vec<usize> =
            (0..place.seats.len()).filter(|index| !taps[*index].offers.is_empty()).collect();
        if able.is_empty() {
            break;
        }
        let tap = &mut taps[*luck.pick(&able)];
        let action = luck.pick(&tap.offers).clone();
        let answer = tap.connection.ask(json!({"act": {"action": action, "prompt": tap.prompt}})).await;
        assert!(answer.get("done").is_some(), "{game}: `{action}` was on offer: {answer}");
        compare(house, &place.table, &mut taps, luck).await;
        let goes_on =
            house.sitting(&place.table).await.table().is_some_and(|table| table.outcome().is_none());
        if goes_on && count % STRANGERS == 0 {
            let now = stranger_hears(house, &place.table, &place.seats[0].0).await;
            assert_eq!(now, strange, "{game}: what a stranger hears does not depend on what is played");
        }
    }
}

/// Compares what every viewer received with what it would have received in another world.
async fn compare(house: &House, table: &TableId, taps: &mut [Tap], luck: &mut Chance) {
    let mut sitting = house.sitting(table).await;
    for tap in taps {
        let received = tap.connection.drain().await;
        let before = tap.body.clone();
        let expected = tap.expected(&mut sitting, luck);
        assert!(
            received == expected,
            "{:?} of {} received {} frames, not {}; {}",
            tap.viewer,
            sitting.about().id,
            received.len(),
            expected.len(),
            difference(&before, &tap.body)
        );
    }
}

/// Where a body has changed.
fn difference(before: &str, after: &str) -> String {
    let place = before.bytes().zip(after.bytes()).take_while(|(one, other)| one == other).count();
    let cut = |text: &str| text.chars().skip(place.saturating_sub(100)).take(300).collect::<String>();
    format!("it was …{}… and should be …{}…", cut(before), cut(after))
}

impl Tap {
    /// The frames that the viewer must have received since the last time: one, if something that
    /// it may know has changed.
    fn expected(&mut self, sitting: &mut Sitting, luck: &mut Chance) -> Vec<String> {
        let note = sitting.note(self.viewer).expect("the game's program holds");
        let played = sitting.table().expect("the game has started");
        let glimpse = imagined(played, self.viewer, luck);
        let offers: Vec<String> = glimpse.offers.iter().map(|offer| offer.action.clone()).collect();
        let body = format!("{{\"table\":{},\"glimpse\":{}}}", text(&note), text(&glimpse));
        let heard: Vec<String> = played.heard(self.viewer).map(|(_, words)| words.to_owned()).collect();
        if body == self.body && heard.len() == self.lines {
            return Vec::new();
        }
        self.number += 1;
        let ended = glimpse.outcome.is_some();
        self.prompt += u32::from(offers != self.offers || ended);
        let fresh = self.number == 1;
        if fresh {
            // Before the first frame the connection was not there.
            let stamp = sitting.stamp(self.viewer);
            (self.number, self.prompt) = (stamp.0, stamp.1);
        }
        let frame = frame_text(self, sitting, &body, &heard);
        (self.body, self.offers, self.lines) = (body, offers, heard.len());
        vec![frame]
    }
}

/// What the viewer sees in a world that it cannot tell from the true one.
fn imagined(played: &Table, viewer: Viewer, luck: &mut Chance) -> GlimpseAnswer {
    let other = played.glimpse(viewer).imagine(luck);
    let outcome = other.outcome();
    GlimpseAnswer::new(played.about(), &other.glimpse(viewer), outcome.as_ref())
}

/// The frame as it must have been written.
fn frame_text(tap: &Tap, sitting: &Sitting, body: &str, heard: &[String]) -> String {
    let frames = sitting.frames_of_lines(tap.viewer);
    let lines: Vec<String> = heard[tap.lines..]
        .iter()
        .zip(&frames[tap.lines..])
        .map(|(words, frame)| format!("{{\"frame\":{frame},\"text\":{}}}", text(words)))
        .collect();
    let timer = text(&sitting.timer_left(support::NOW));
    format!(
        "{{\"frame\":{{\"number\":{},\"prompt\":{},\"body\":{body},\"clocks\":[],\"timer\":{timer},\
         \"lines_from\":{},\"lines\":[{}],\"chat_from\":0,\"chat\":[]}}}}",
        tap.number,
        tap.prompt,
        tap.lines,
        lines.join(",")
    )
}

/// Everything that somebody without a seat can ask for.
async fn stranger_hears(house: &House, table: &TableId, seat: &str) -> BTreeMap<String, String> {
    let mut heard = BTreeMap::new();
    let paths = [
        format!("/api/tables/{table}"),
        format!("/api/tables/{table}/frame?seat={seat}"),
        format!("/api/tables/{table}/moments/2?seat={seat}"),
        format!("/api/tables/{table}/notes?seat={seat}"),
        format!("/api/tables/{table}/scoresheet"),
        format!("/api/tables/{table}/exports/pgn"),
        format!("/api/tables/{table}/replay/1?seat={seat}"),
        "/api/tables".to_owned(),
        "/metrics".to_owned(),
        "/health".to_owned(),
    ];
    for path in paths {
        let (status, body) = house.get(&path).await;
        heard.insert(path, format!("{status} {body}"));
    }
    for token in [None, Some("00000000000000000000"), Some("ffffffffffffffffffffffffffffffffffffffff")] {
        let (status, body) = house.try_socket(table, seat, token).await;
        heard.insert(format!("socket {token:?}"), format!("{status} {body}"));
        let command = json!({"seat": seat, "command": {"act": {"action": "e2e4", "prompt": 1}}});
        let (status, body) = house.post(&format!("/api/tables/{table}/commands"), &command, token).await;
        heard.insert(format!("act {token:?}"), format!("{status} {body}"));
    }
    heard
}

fn text(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("wire objects can be written")
}

/// A leak is caught: what one seat receives is not what another one would.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_planted_leak_is_heard_by_the_tap() {
    let house = House::open().await;
    let place = house.seat_everybody("two-move-chess", "2025").await;
    let mut luck = Chance::seeded(1);
    let mut white = place.connect(&house, "white", 0).await;
    let frame = white.drain().await.pop().expect("a first frame");
    let frame: Value = serde_json::from_str(&frame).expect("JSON");
    let offers = frame["frame"]["body"]["glimpse"]["offers"].as_array().expect("offers").len();
    let offer = luck.below(offers as u32) as usize;
    let action = &frame["frame"]["body"]["glimpse"]["offers"][offer]["action"];
    let prompt = &frame["frame"]["prompt"];
    white.ask(json!({"act": {"action": action, "prompt": prompt}})).await;
    let sitting = house.sitting(&place.table).await;
    let played = sitting.table().expect("the game has started");
    let sealed = text(&imagined(played, Viewer::Seat(kit_play::Seat(0)), &mut luck));
    let shown = text(&imagined(played, Viewer::Seat(kit_play::Seat(1)), &mut luck));
    assert_ne!(sealed, shown, "White sees the sealed cards and Black does not");
    assert!(!shown.contains(action.as_str().expect("an action")), "Black's frame holds no sealed action");
}
