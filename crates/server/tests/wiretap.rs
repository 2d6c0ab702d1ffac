//! Two servers whose tables differ only in a secret send a viewer the same bytes.
//!
//! Every game and edition is played on two servers in step, once for each viewer.
//! The deals differ where the viewer cannot tell them apart, and whenever another seat decides, it
//! decides otherwise on the second server, if the viewer cannot tell that either.
//! What the viewer receives is compared as it came: whole frames with the table's half, their
//! numbers, how many there are and in which order, answers to commands, and what is asked for over
//! HTTP.
//! Both servers are given the same time and, beside the deal, the same luck, so that names and
//! secrets of tables are the same, too, and nothing has to be cut out before comparing.

#[path = "support/house.rs"]
mod support;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use kit_games::CATALOGUE;
use kit_play::wire::GlimpseAnswer;
use kit_play::{Chance, Listed, Seat, Sentence, Table, Terms, Viewer};
use kit_sitting::TableId;
use serde_json::{Value, json};
use support::{Connection, House, Place};

/// How many actions of each game are listened to.
const ACTIONS: usize = 14;

/// How many actions of a seat are tried until two are found that the viewer cannot tell apart.
const TRIES: usize = 4;

/// How many other deals are looked at for one that the viewer cannot tell from the first.
const DEALS: u64 = 40;

/// A stranger tries everything after every so many actions.
const STRANGERS: usize = 8;

/// Where the luck of each server starts that a test of this file opens.
static SEEDS: [AtomicU64; 6] = [const { AtomicU64::new(1) }; 6];

/// The luck of a server: another one for each request, and the same in every run.
fn luck_of<const SERVER: usize>() -> Chance {
    Chance::seeded(SEEDS[SERVER].fetch_add(1, Ordering::Relaxed))
}

/// Two servers.
struct Servers {
    houses: [House; 2],
    seeds: [&'static AtomicU64; 2],
}

impl Servers {
    async fn open<const ONE: usize, const OTHER: usize>() -> Servers {
        let houses = [House::with_luck(luck_of::<ONE>).await, House::with_luck(luck_of::<OTHER>).await];
        Servers { houses, seeds: [&SEEDS[ONE], &SEEDS[OTHER]] }
    }

    /// What the next request on each server rolls.
    fn roll(&self, seeds: [u64; 2]) {
        self.seeds.iter().zip(seeds).for_each(|(kept, seed)| kept.store(seed, Ordering::Relaxed));
    }
}

/// A table on one of the servers, with the viewer's socket, and the same game played beside it.
struct Twin<'a> {
    house: &'a House,
    place: Place,
    socket: Connection,
    played: Table,
}

/// Two tables that a viewer cannot tell apart.
struct Twins<'a> {
    servers: &'a Servers,
    viewer: Viewer,
    twins: [Twin<'a>; 2],
    /// Chooses what is done.
    luck: Chance,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_that_differ_in_a_secret_send_the_same_bytes() {
    let servers = Servers::open::<0, 1>().await;
    for (index, game) in CATALOGUE.iter().enumerate() {
        let about = game.about();
        let mut differed = 0;
        for (turn, edition) in about.editions.iter().enumerate() {
            for viewer in viewers(about.seats.len()) {
                let seed = 1_000_000 * (100 * index + 10 * turn + 1) as u64 + 10_000 * place_of(viewer);
                let mut twins = Twins::seated(&servers, *game, edition.id, viewer, seed).await;
                let played = twins.play().await;
                differed += played.unwrap_or_else(|difference| {
                    panic!(
                        "{} {}: what {viewer:?} received tells a secret: {difference}",
                        about.id, edition.id
                    )
                });
            }
        }
        assert!(about.open || differed > 0, "{}: no secret was put to the test", about.id);
    }
}

/// The public and the seats; at a large table all are alike, so the first four will do.
fn viewers(seats: usize) -> impl Iterator<Item = Viewer> {
    Seat::first(seats.min(4)).map(Viewer::Seat).chain([Viewer::Public])
}

fn place_of(viewer: Viewer) -> u64 {
    viewer.seat().map_or(9, |seat| seat.index() as u64)
}

impl<'a> Twins<'a> {
    /// Seats everybody at one table on each server, and deals so that the viewer sees the same.
    async fn seated(
        servers: &'a Servers,
        game: &'static dyn Listed,
        edition: &str,
        viewer: Viewer,
        seed: u64,
    ) -> Twins<'a> {
        let terms = Terms::agree(game.about(), Some(edition), &BTreeMap::new(), None, None);
        let terms = terms.expect("an edition can be played");
        let deal = |seed| Table::open(game, &terms, &mut Chance::seeded(seed)).expect("a table");
        let one = deal(seed);
        let is_twin = |other: &Table| {
            other.scoresheet().setup != one.scoresheet().setup && sees(other, viewer) == sees(&one, viewer)
        };
        let other_seed = (seed + 1..seed + DEALS).find(|seed| is_twin(&deal(*seed))).unwrap_or(seed);
        let other = deal(other_seed);
        servers.roll([seed + 5_000; 2]);
        let mut places = Vec::new();
        for house in &servers.houses {
            places.push(house.seat(game.about().id, edition).await);
        }
        servers.roll([seed, other_seed]);
        let mut twins = Vec::new();
        for ((house, place), played) in servers.houses.iter().zip(places).zip([one, other]) {
            house.start(&place).await;
            let socket = place.connect(house, viewer_name(game, viewer)).await;
            twins.push(Twin { house, place, socket, played });
        }
        let twins = twins.try_into().unwrap_or_else(|_| unreachable!("there are two servers"));
        Twins { servers, viewer, twins, luck: Chance::seeded(seed) }
    }

    /// Plays on both servers and compares; how often the tables differed in a secret.
    async fn play(&mut self) -> Result<usize, String> {
        self.compare().await?;
        let mut differed = usize::from(self.differ());
        for count in 0..ACTIONS {
            let Some((seat, actions, seed)) = self.choose() else { break };
            self.act(seat, actions, seed).await?;
            self.compare().await?;
            differed += usize::from(self.differ());
            if count % STRANGERS == 0 {
                self.compare_strangers().await?;
            }
        }
        Ok(differed)
    }

    /// Whether what is true differs.
    fn differ(&self) -> bool {
        let [one, other] = &self.twins;
        one.played.scoresheet() != other.played.scoresheet()
    }

    /// A seat, and what it does on each server so that the viewer sees the same afterwards.
    fn choose(&mut self) -> Option<(Seat, [String; 2], u64)> {
        let mut acting = self.twins[0].played.acting();
        self.luck.shuffle(&mut acting);
        let seed = self.luck.seed();
        for seat in acting {
            let mut actions = self.twins[0].played.glimpse(Viewer::Seat(seat)).actions();
            self.luck.shuffle(&mut actions);
            actions.truncate(TRIES);
            for action in actions {
                if let Some(other) = self.counterpart(seat, &action, seed) {
                    return Some((seat, [action, other], seed));
                }
            }
        }
        None
    }

    /// What a seat does on the second server, other than on the first if that can be.
    fn counterpart(&mut self, seat: Seat, action: &str, seed: u64) -> Option<String> {
        let [one, other] = &self.twins;
        let wanted = sees(&after(&one.played, seat, action, seed), self.viewer);
        let mut actions = other.played.glimpse(Viewer::Seat(seat)).actions();
        if self.viewer == Viewer::Seat(seat) {
            // It may learn by this which of the tables it sits at; then it does something else.
            actions.retain(|other| other == action);
        }
        self.luck.shuffle(&mut actions);
        actions.sort_by_key(|other| other == action);
        actions
            .into_iter()
            .find(|other_action| sees(&after(&other.played, seat, other_action, seed), self.viewer) == wanted)
    }

    /// Lets a seat act on both servers.
    async fn act(&mut self, seat: Seat, actions: [String; 2], seed: u64) -> Result<(), String> {
        self.servers.roll([seed; 2]);
        let is_viewer = self.viewer == Viewer::Seat(seat);
        let mut answers = Vec::new();
        for (twin, action) in self.twins.iter_mut().zip(actions) {
            answers.push(twin.act(seat, &action, is_viewer).await);
            twin.played = after(&twin.played, seat, &action, seed);
        }
        same(&answers[0], &answers[1])
    }

    /// Compares everything that the viewer has received, and what it can ask for.
    async fn compare(&mut self) -> Result<(), String> {
        let mut heard = Vec::new();
        for twin in &mut self.twins {
            let mut received = twin.socket.drain().await;
            let name = viewer_name(twin.played.game(), self.viewer);
            let token = twin.place.token(name);
            for path in ["?", "/frame?", "/moments/1?", "/notes?", "/hands?after=0&heard=0&"] {
                let path = format!("/api/tables/{}{path}seat={name}", twin.place.table);
                let (status, body) = twin.house.get_as(&path, token).await;
                received.push(format!("{path} {status} {body}"));
            }
            heard.push(received.join("\n"));
        }
        same(&heard[0], &heard[1])
    }

    /// Compares what somebody without a seat hears.
    async fn compare_strangers(&self) -> Result<(), String> {
        let [one, other] = &self.twins;
        let seat = one.played.about().seats[0];
        let heard = [one, other].map(|twin| stranger_hears(twin.house, &twin.place.table, seat));
        let [one, other] = heard;
        same(&one.await, &other.await)
    }
}

impl Twin<'_> {
    /// Lets a seat act; the viewer does it over its socket. Gives back what the viewer is answered.
    async fn act(&mut self, seat: Seat, action: &str, is_viewer: bool) -> String {
        let sitting = self.house.sitting(&self.place.table).await;
        let prompt = sitting.stamp(Viewer::Seat(seat)).1;
        let command = json!({"act": {"action": action, "prompt": prompt}});
        if is_viewer {
            let answer = self.socket.ask(command).await;
            assert!(answer.get("done").is_some(), "`{action}` was on offer: {answer}");
            return answer.to_string();
        }
        self.tell(seat, &command).await;
        String::new()
    }

    /// Gives a command for a seat.
    async fn tell(&self, seat: Seat, command: &Value) {
        let name = self.played.about().seat_name(seat);
        let request = json!({"seat": name, "command": command});
        let path = format!("/api/tables/{}/commands", self.place.table);
        let (status, body) = self.house.post(&path, &request, self.place.token(name)).await;
        assert_eq!(status, 200, "{command} was possible: {body}");
    }
}

/// The table after an action.
fn after(table: &Table, seat: Seat, action: &str, seed: u64) -> Table {
    let mut table = table.fork();
    table.act(seat, action, &mut Chance::seeded(seed)).expect("an offer can be taken");
    table
}

/// Everything that a viewer may know of a game: what it sees, what it may do, what it heard.
fn sees(table: &Table, viewer: Viewer) -> String {
    let outcome = table.outcome();
    let glimpse = GlimpseAnswer::new(table.about(), &table.glimpse(viewer), outcome.as_ref());
    let heard: Vec<&Sentence> = table.heard(viewer).map(|(_, words)| words).collect();
    serde_json::to_string(&(glimpse, heard)).expect("wire objects can be written")
}

fn viewer_name(game: &dyn Listed, viewer: Viewer) -> &'static str {
    viewer.seat().map_or("public", |seat| game.about().seat_name(seat))
}

/// Two texts are the same, or where they differ.
fn same(one: &str, other: &str) -> Result<(), String> {
    if one == other {
        return Ok(());
    }
    let place = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    let cut = |text: &str| text.chars().skip(place.saturating_sub(100)).take(300).collect::<String>();
    Err(format!("…{}… on one server, …{}… on the other", cut(one), cut(other)))
}

/// Everything that somebody without a seat can ask for.
async fn stranger_hears(house: &House, table: &TableId, seat: &str) -> String {
    let mut heard = Vec::new();
    let paths = [
        format!("/api/tables/{table}"),
        format!("/api/tables/{table}/frame?seat={seat}"),
        format!("/api/tables/{table}/moments/2?seat={seat}"),
        format!("/api/tables/{table}/notes?seat={seat}"),
        format!("/api/tables/{table}/hands?after=0&heard=0"),
        format!("/api/tables/{table}/scoresheet"),
        format!("/api/tables/{table}/exports/pgn"),
        format!("/api/tables/{table}/exports/pgn?entry=0"),
        format!("/api/tables/{table}/replay/1?seat={seat}"),
        format!("/api/tables/{table}/replay/0?seat={seat}&next=40"),
        "/api/tables".to_owned(),
        "/metrics".to_owned(),
        "/health".to_owned(),
    ];
    for path in paths {
        let (status, body) = house.get_as(&path, None).await;
        heard.push(format!("{path} {status} {body}"));
    }
    for token in [None, Some("00000000000000000000"), Some("ffffffffffffffffffffffffffffffffffffffff")] {
        let (status, body) = house.try_socket(table, seat, token).await;
        heard.push(format!("socket {token:?} {status} {body}"));
        let enter = json!({"invitation": token.unwrap_or("bcdf-ghjk"), "seat": seat, "look": true});
        let (status, body) = house.post(&format!("/api/tables/{table}/enter"), &enter, None).await;
        heard.push(format!("look {token:?} {status} {body}"));
        let command = json!({"seat": seat, "command": {"act": {"action": "e2e4", "prompt": 1}}});
        let (status, body) = house.post(&format!("/api/tables/{table}/commands"), &command, token).await;
        heard.push(format!("act {token:?} {status} {body}"));
    }
    heard.join("\n")
}

const WHITE: Seat = Seat(0);
const BLACK: Seat = Seat(1);

/// Two tables of Two Move Chess at which White has sealed different cards, seen by Black.
async fn sealed_differently(servers: &Servers) -> Twins<'_> {
    let game = kit_play::referee::listed(CATALOGUE, "two-move-chess").expect("a game of the catalogue");
    let mut twins = Twins::seated(servers, game, "2025", Viewer::Seat(BLACK), 1).await;
    twins.compare().await.expect("nothing was done yet");
    for _ in 0..ACTIONS {
        let (seat, actions, seed) = twins.choose().expect("somebody acts");
        let differ = actions[0] != actions[1];
        twins.act(seat, actions, seed).await.expect("answers are the same");
        twins.compare().await.expect("Black cannot tell the tables apart");
        if differ {
            return twins;
        }
    }
    panic!("White seals something within {ACTIONS} actions");
}

/// What one seat has sealed is in its own frames, and the comparison sees it there.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_secret_in_a_frame_is_heard() {
    let servers = Servers::open::<2, 3>().await;
    let mut twins = sealed_differently(&servers).await;
    // As if Black were sent what White is sent.
    twins.viewer = Viewer::Seat(WHITE);
    let difference = twins.compare().await.expect_err("White's frames tell what White has sealed");
    assert!(difference.contains("on the other"), "{difference}");
}

/// A frame more on one server, with nothing new on the board, is enough to be heard.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sign_in_the_tables_half_is_heard() {
    let servers = Servers::open::<4, 5>().await;
    let mut twins = sealed_differently(&servers).await;
    for command in [json!({"leave": {}}), json!({"return": {}})] {
        twins.twins[1].tell(WHITE, &command).await;
    }
    twins.compare().await.expect_err("the number of frames differs");
}
