//! Evenings over HTTP: who may do what, what survives another node, and what is charged.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::time::Duration;

use axum::http::Method;
use kit_games::CATALOGUE;
use kit_server::bus::LocalBus;
use kit_server::hall::HallSettings;
use kit_server::http::Settings;
use kit_server::http::limits::{Limits, Rate};
use kit_server::store::{Fault, SqliteStore, Store, StoreError};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::memory::{Call, MemoryStore};
use crate::server::{Reply, Server};

/// A node over a store, without limits.
async fn node(store: &Arc<dyn Store>, settings: HallSettings) -> Server {
    let free = Settings { limits: Limits::none(), ..Settings::default() };
    Server::over(Arc::clone(store), CATALOGUE, free, settings, Arc::new(LocalBus::default())).await
}

/// An evening, with the secrets of its host and the code for all.
struct Club {
    evening: String,
    host: String,
    code: String,
}

fn plan() -> Value {
    json!({
        "names": ["Ada", "Ben", "Cleo"], "system": "swiss", "rounds": 3, "minutes": 20,
        "games": ["chess960", "half-alice-chess"], "spread": "tables", "phones": true
    })
}

impl Server {
    async fn open_evening(&self) -> Club {
        self.open_planned(&plan()).await
    }

    /// Opens an evening with so many people.
    async fn open_with_people(&self, people: usize, phones: bool) -> Club {
        let mut plan = plan();
        plan["names"] = (0..people).map(|number| json!(format!("Guest {number}"))).collect();
        plan["phones"] = json!(phones);
        self.open_planned(&plan).await
    }

    async fn open_planned(&self, plan: &Value) -> Club {
        let opened = self.post("/api/evenings", plan).await.done();
        assert!(opened.cookies()[0].contains("Path=/api/evenings/"), "{:?}", opened.cookies());
        let word = |name: &str| opened.body[name].as_str().expect("a word").to_owned();
        Club { evening: word("evening"), host: word("host"), code: word("code") }
    }

    /// Asks for something at an evening with somebody's secret.
    async fn at_evening(&self, club: &Club, what: &str, secret: &str, body: &Value) -> Reply {
        let (path, bearer) = (format!("/api/evenings/{}{what}", club.evening), format!("Bearer {secret}"));
        let headers = [("authorization", bearer.as_str())];
        match what {
            "" => self.ask(Method::GET, &path, None, &headers).await,
            _ => self.ask(Method::POST, &path, Some(body.to_string()), &headers).await,
        }
    }

    async fn commands(&self, club: &Club, secret: &str, body: Value) -> Reply {
        self.at_evening(club, "/commands", secret, &body).await
    }

    async fn show_evening(&self, club: &Club, secret: &str) -> Value {
        self.at_evening(club, "", secret, &Value::Null).await.done().body
    }

    /// Says who somebody is, and gives their secret.
    async fn come_in(&self, club: &Club, who: Value) -> Reply {
        let mut body = json!({"code": club.code, "program": true});
        body.as_object_mut().expect("an object").extend(who.as_object().expect("an object").clone());
        self.post(&format!("/api/evenings/{}/enter", club.evening), &body).await
    }
}

#[tokio::test]
async fn a_round_is_paired_played_and_counted_on_any_node() {
    let store = Arc::new(SqliteStore::in_memory().await.expect("a store"));
    let store: Arc<dyn Store> = store;
    // Without a bus between them, the nodes look at the store whenever they are asked.
    let settings = HallSettings { poll: Duration::ZERO, ..HallSettings::default() };
    let node = || node(&store, settings.clone());
    let (here, there) = (node().await, node().await);
    let club = here.open_evening().await;
    let ada = here.come_in(&club, json!({"person": 1})).await.done().body["token"]
        .as_str()
        .expect("a secret")
        .to_owned();
    here.come_in(&club, json!({"person": 1})).await.expect(409, "name-claimed");
    here.commands(&club, &ada, json!({"command": "pair"})).await.expect(403, "not-host");
    there.commands(&club, &club.host, json!({"command": "pair"})).await.done();
    here.commands(&club, &club.host, json!({"command": "pair"})).await.expect(409, "not-now");
    let note = here.show_evening(&club, &ada).await;
    assert_eq!((note["me"].as_u64(), note["host"].as_bool()), (Some(1), Some(false)));
    let table = note["paired"][0]["tables"][0].clone();
    let (people, id) = (table["people"].clone(), table["table"].as_str().expect("a table").to_owned());
    assert_eq!((people, note["paired"][0]["bye"].as_u64()), (json!([1, 2]), Some(3)));
    // Whoever holds no secret of the evening gets no seat.
    here.at_evening(&club, "/sit", "nonsense", &json!({})).await.expect(403, "not-you");
    let seat = here.at_evening(&club, "/sit", &ada, &json!({"program": true})).await.done().body;
    assert_eq!((seat["table"].as_str(), seat["seat"].as_str()), (Some(id.as_str()), Some("white")));
    let ben = there.come_in(&club, json!({"name": "ben"})).await.done().body;
    let ben = ben["token"].as_str().expect("a secret").to_owned();
    let other = there.at_evening(&club, "/sit", &ben, &json!({"program": true})).await.done().body;
    assert_eq!(other["seat"], "black");
    // The game has begun; one resigns, and the result is there.
    let bearer = format!("Bearer {}", other["token"].as_str().expect("a secret"));
    let resign = json!({"seat": "black", "command": {"resign": {}}}).to_string();
    let path = format!("/api/tables/{id}/commands");
    there.ask(Method::POST, &path, Some(resign), &[("authorization", &bearer)]).await.done();
    let fresh = node().await;
    let note = fresh.show_evening(&club, &club.host).await;
    assert_eq!(note["paired"][0]["tables"][0]["halves"], json!([2, 0]));
    assert_eq!(
        (note["paired"][0]["tables"][0]["by"].as_str(), note["host"].as_bool()),
        (Some("game"), Some(true))
    );
    let standings: Vec<(u64, u64)> = note["standings"]
        .as_array()
        .expect("standings")
        .iter()
        .map(|place| (place["person"].as_u64().unwrap_or(0), place["halves"].as_u64().unwrap_or(0)))
        .collect();
    assert_eq!(standings, [(1, 2), (3, 2), (2, 0)]);
    fresh.commands(&club, &club.host, json!({"command": "pair"})).await.done();
    assert_eq!(here.show_evening(&club, "").await["paired"].as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn an_evening_is_no_table_and_a_table_is_no_evening() {
    let server = Server::start().await;
    let club = server.open_evening().await;
    for path in ["", "/frame", "/scoresheet", "/story"] {
        server.get(&format!("/api/tables/{}{path}", club.evening)).await.expect(404, "unknown-table");
    }
    let opened = server.open(json!([{"sitter": "me"}, {"sitter": "free"}])).await;
    server.get(&format!("/api/evenings/{}", opened.table)).await.expect(404, "unknown-evening");
    server.get("/api/evenings/nonsense").await.expect(404, "unknown-evening");
    // The code leads to the evening, for those who look where it leads.
    let looked = server.post("/api/enter", &json!({"invitation": club.code, "look": true})).await.done().body;
    assert_eq!(
        (looked["table"].as_str(), looked["evening"].as_bool()),
        (Some(club.evening.as_str()), Some(true))
    );
    server.post("/api/enter", &json!({"invitation": club.code})).await.expect(400, "bad-request");
    // A new code ends the old one, and the end of the evening ends all of them.
    let code =
        server.commands(&club, &club.host, json!({"command": "code"})).await.done().body["code"].clone();
    server
        .post("/api/enter", &json!({"invitation": club.code, "look": true}))
        .await
        .expect(403, "bad-invitation");
    server.post("/api/enter", &json!({"invitation": code, "look": true})).await.done();
    server.commands(&club, &club.host, json!({"command": "close", "closed": true})).await.done();
    server.post("/api/enter", &json!({"invitation": code, "look": true})).await.expect(403, "bad-invitation");
    assert!(!server.get("/api/tables").await.done().body.to_string().contains(&club.evening));
}

#[tokio::test]
async fn bad_input_is_answered_in_words() {
    let server = Server::start().await;
    let club = server.open_evening().await;
    let mut wrong = plan();
    wrong["games"] = json!(["cooperative-chess"]);
    server.post("/api/evenings", &wrong).await.expect(400, "bad-request");
    wrong["games"] = json!("chess960");
    server.post("/api/evenings", &wrong).await.expect(400, "malformed");
    let commands = [
        (json!({"command": "dance"}), 400, "malformed"),
        (json!({"command": "result", "round": 1, "table": 1, "halves": [2, 0]}), 400, "bad-request"),
        (json!({"command": "add", "name": "Ada"}), 400, "bad-request"),
        (json!({"command": "add", "name": "x".repeat(60)}), 400, "bad-request"),
        (json!({"command": "leave", "person": 9}), 400, "bad-request"),
        (json!({"command": "leave", "person": 0}), 400, "bad-request"),
        (json!({"command": "clock", "go": true}), 409, "not-now"),
        (json!({"command": "plan", "rounds": 0, "minutes": 5}), 400, "bad-request"),
    ];
    for (command, status, code) in commands {
        server.commands(&club, &club.host, command).await.expect(status, code);
    }
    let enter = format!("/api/evenings/{}/enter", club.evening);
    server.post(&enter, &json!({"code": "bcdf-ghjk", "person": 1})).await.expect(403, "bad-invitation");
    server.post(&enter, &json!({"host": "nonsense"})).await.expect(403, "not-host");
    server.come_in(&club, json!({"person": 0})).await.expect(400, "bad-request");
    server.come_in(&club, json!({})).await.expect(400, "bad-request");
    let host = server.post(&enter, &json!({"host": club.host})).await.done();
    assert!(host.cookies()[0].starts_with("host="));
}

#[tokio::test]
async fn wrong_codes_and_many_rounds_are_charged() {
    let limits = Limits { failures: Rate::per_hour(2), tables: Rate::per_day(3), ..Limits::default() };
    let server = Server::with(CATALOGUE, limits).await;
    let club = server.open_evening().await;
    let enter = format!("/api/evenings/{}/enter", club.evening);
    for _ in 0..2 {
        server.post(&enter, &json!({"code": "bcdf-ghjk", "person": 1})).await.expect(403, "bad-invitation");
    }
    server.post(&enter, &json!({"code": club.code, "person": 1})).await.expect(429, "too-many");
    // The evening was one table of the day, and a round of one pair is another.
    server.commands(&club, &club.host, json!({"command": "pair"})).await.done();
    server.commands(&club, &club.host, json!({"command": "unpair"})).await.done();
    server.commands(&club, &club.host, json!({"command": "pair"})).await.done();
    server.commands(&club, &club.host, json!({"command": "unpair"})).await.done();
    server.commands(&club, &club.host, json!({"command": "pair"})).await.expect(429, "too-many");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn six_who_pair_at_once_open_the_tables_of_one_round() {
    let store: Arc<dyn Store> = Arc::new(SqliteStore::in_memory().await.expect("a store"));
    let nodes = [node(&store, HallSettings::default()).await, node(&store, HallSettings::default()).await];
    let nodes = nodes.map(Arc::new);
    let club = Arc::new(nodes[0].open_with_people(12, true).await);
    let asking: Vec<_> = (0..6)
        .map(|number: usize| {
            let (node, club) = (Arc::clone(&nodes[number % 2]), Arc::clone(&club));
            tokio::spawn(
                async move { node.commands(&club, &club.host, json!({"command": "pair"})).await.status },
            )
        })
        .collect();
    let mut statuses = Vec::new();
    for asking in asking {
        statuses.push(asking.await.expect("an answer"));
    }
    statuses.sort();
    assert_eq!(statuses, [200, 409, 409, 409, 409, 409]);
    let note = nodes[0].show_evening(&club, "").await;
    let tables = note["paired"][0]["tables"].as_array().expect("a round").clone();
    assert_eq!(tables.len(), 6);
    for table in &tables {
        let path = format!("/api/tables/{}", table["table"].as_str().expect("a name"));
        nodes[1].get(&path).await.done();
    }
    // The evening, and no table that belongs to no round.
    assert_eq!(store.tables(None, 1_000).await.expect("names").len(), 1 + tables.len());
}

/// Runs with the other outage, because an outage is one of the whole process.
pub async fn a_table_that_was_not_laid_is_laid_when_somebody_sits_down() {
    let memory = Arc::new(MemoryStore::default());
    let store: Arc<dyn Store> = Arc::clone(&memory) as _;
    let server = node(&store, HallSettings::default()).await;
    let club = server.open_evening().await;
    let evening = club.evening.clone();
    memory.meddle(move |call| match call {
        Call::Append(table) if table.as_str() != evening => {
            Err(StoreError::new(Fault::ReadOnly, "read-only on purpose"))
        }
        _ => Ok(()),
    });
    server.commands(&club, &club.host, json!({"command": "pair"})).await.done();
    let ada = server.come_in(&club, json!({"person": 1})).await.done().body["token"].clone();
    let ada = ada.as_str().expect("a secret");
    let sit = async || server.at_evening(&club, "/sit", ada, &json!({"program": true})).await;
    sit().await.expect(503, "unavailable");
    memory.meddle(|_| Ok(()));
    let seat = sit().await.done().body;
    let note = server.show_evening(&club, ada).await;
    assert_eq!(seat["table"], note["paired"][0]["tables"][0]["table"]);
    assert_eq!(store.tables(None, 1_000).await.expect("names").len(), 2);
}

#[tokio::test]
async fn a_round_is_charged_as_a_whole_to_its_host_and_only_where_tables_are_opened() {
    let limits = Limits { tables: Rate::per_day(3), ..Limits::none() };
    let server = Server::with(CATALOGUE, limits.clone()).await;
    let club = server.open_with_people(6, true).await;
    // Two are left, and three tables do not pass by them.
    server.commands(&club, &club.host, json!({"command": "pair"})).await.expect(429, "too-many");
    server.commands(&club, &club.host, json!({"command": "leave", "person": 6})).await.done();
    // Whoever may not pair, or cannot, pays for nothing.
    for _ in 0..3 {
        server.commands(&club, "nonsense", json!({"command": "pair"})).await.expect(403, "not-host");
    }
    server.commands(&club, &club.host, json!({"command": "pair"})).await.done();
    server.commands(&club, &club.host, json!({"command": "pair"})).await.expect(409, "not-now");
    // With wood no table is opened.
    let server = Server::with(CATALOGUE, Limits { tables: Rate::per_day(1), ..limits }).await;
    let wood = server.open_with_people(6, false).await;
    server.commands(&wood, &wood.host, json!({"command": "pair"})).await.done();
}

#[tokio::test]
async fn whoever_looks_again_and_again_costs_the_store_nothing() {
    let memory = Arc::new(MemoryStore::default());
    let store: Arc<dyn Store> = Arc::clone(&memory) as _;
    let reads = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&reads);
    memory.meddle(move |call| {
        counted.fetch_add(usize::from(matches!(call, Call::Read(_))), Ordering::SeqCst);
        Ok(())
    });
    let seldom = HallSettings { poll: Duration::from_secs(3_600), ..HallSettings::default() };
    let bus = Arc::new(LocalBus::default());
    let free = Settings { limits: Limits::none(), ..Settings::default() };
    let node = || Server::over(Arc::clone(&store), CATALOGUE, free.clone(), seldom.clone(), bus.clone());
    let (here, there) = (node().await, node().await);
    let club = here.open_evening().await;
    there.show_evening(&club, "").await;
    let before = reads.load(Ordering::SeqCst);
    for _ in 0..20 {
        here.show_evening(&club, "").await;
        there.show_evening(&club, "nonsense").await;
    }
    assert_eq!(reads.load(Ordering::SeqCst), before);
    // What is written down elsewhere is heard of and shown.
    tokio::spawn(Arc::clone(&there.front.hall).run());
    let mut came = 0;
    while there.show_evening(&club, "").await["people"].as_array().map_or(0, Vec::len) == 3 {
        came += 1;
        assert!(came < 50, "nothing is heard");
        let name = format!("Guest {came}");
        here.commands(&club, &club.host, json!({"command": "add", "name": name})).await.done();
        sleep(Duration::from_millis(5)).await;
    }
}

/// As [`a_table_that_was_not_laid_is_laid_when_somebody_sits_down`].
pub async fn what_cannot_be_read_is_no_wrong_secret() {
    let memory = Arc::new(MemoryStore::default());
    let store: Arc<dyn Store> = Arc::clone(&memory) as _;
    let limits = Limits { failures: Rate::per_hour(1), ..Limits::none() };
    let settings = Settings { limits, ..Settings::default() };
    let bus = Arc::new(LocalBus::default());
    let server = Server::over(store, CATALOGUE, settings, HallSettings::default(), bus).await;
    let club = server.open_evening().await;
    let fault = || Err(StoreError::new(Fault::Unreachable, "on purpose"));
    memory.meddle(move |call| if matches!(call, Call::Read(_)) { fault() } else { Ok(()) });
    let enter = format!("/api/evenings/{}/enter", club.evening);
    let as_host = json!({"host": club.host});
    for _ in 0..3 {
        server.post(&enter, &as_host).await.expect(503, "unavailable");
    }
    // Where a code leads takes two looks: whether there is a table, and which evening it is.
    let reads = AtomicUsize::new(0);
    memory.meddle(move |call| match call {
        Call::Read(_) if reads.fetch_add(1, Ordering::SeqCst) % 2 == 1 => fault(),
        _ => Ok(()),
    });
    let look = json!({"invitation": club.code, "look": true});
    for _ in 0..3 {
        server.post("/api/enter", &look).await.expect(503, "unavailable");
    }
    memory.meddle(|_| Ok(()));
    server.post(&enter, &as_host).await.done();
    server.post("/api/enter", &look).await.done();
    // One that is wrong still counts.
    server.post(&enter, &json!({"host": "nonsense"})).await.expect(403, "not-host");
    server.post(&enter, &as_host).await.expect(429, "too-many");
}

#[tokio::test]
async fn a_code_expires_as_invitations_do() {
    static NOW: AtomicI64 = AtomicI64::new(1_800_000_000_000);
    let hour = Duration::from_secs(3_600);
    let settings = HallSettings {
        invitations_last: Some(hour),
        now: Some(|| NOW.load(Ordering::SeqCst)),
        ..HallSettings::default()
    };
    let store: Arc<dyn Store> = Arc::new(MemoryStore::default());
    let server = node(&store, settings).await;
    let mut club = server.open_evening().await;
    let look = async |code: &str| server.post("/api/enter", &json!({"invitation": code, "look": true})).await;
    look(&club.code).await.done();
    let ada = server.come_in(&club, json!({"person": 1})).await.done().body["token"].clone();
    NOW.fetch_add(hour.as_millis() as i64, Ordering::SeqCst);
    look(&club.code).await.expect(403, "bad-invitation");
    server.come_in(&club, json!({"person": 2})).await.expect(403, "bad-invitation");
    // Whoever is there stays there, and the host makes a new code.
    assert_eq!(server.show_evening(&club, ada.as_str().expect("a secret")).await["me"], 1);
    let code =
        server.commands(&club, &club.host, json!({"command": "code"})).await.done().body["code"].clone();
    club.code = code.as_str().expect("a code").to_owned();
    look(&club.code).await.done();
    server.come_in(&club, json!({"person": 2})).await.done();
}

/// Ada and Ben, who sit at the table of round 1, with their secrets of the evening and of their seats.
struct Pair {
    club: Club,
    guests: [String; 2],
    seats: [String; 2],
    table: String,
}

impl Server {
    async fn pair_sits(&self) -> Pair {
        let club = self.open_evening().await;
        self.commands(&club, &club.host, json!({"command": "pair"})).await.done();
        let word = |body: &Value, name: &str| body[name].as_str().expect("a word").to_owned();
        let (mut guests, mut seats, mut table) = (Vec::new(), Vec::new(), String::new());
        for person in 1..=2 {
            let guest = word(&self.come_in(&club, json!({"person": person})).await.done().body, "token");
            let seat = self.at_evening(&club, "/sit", &guest, &json!({"program": true})).await.done().body;
            table = word(&seat, "table");
            seats.push(word(&seat, "token"));
            guests.push(guest);
        }
        let both = |all: Vec<String>| <[String; 2]>::try_from(all).expect("two");
        Pair { club, guests: both(guests), seats: both(seats), table }
    }

    async fn resign(&self, pair: &Pair, seat: usize) -> Reply {
        let bearer = format!("Bearer {}", pair.seats[seat]);
        let name = ["white", "black"][seat];
        let resign = json!({"seat": name, "command": {"resign": {}}}).to_string();
        let path = format!("/api/tables/{}/commands", pair.table);
        self.ask(Method::POST, &path, Some(resign), &[("authorization", &bearer)]).await
    }
}

#[tokio::test]
async fn what_a_game_came_to_counts_though_nobody_looked_before_the_end() {
    let server = Server::start().await;
    let result = |note: &Value| {
        (note["paired"][0]["tables"][0]["halves"].clone(), note["paired"][0]["tables"][0]["by"].clone())
    };
    for end in [json!({"command": "close", "closed": true}), json!({"command": "unpair"})] {
        let pair = server.pair_sits().await;
        server.resign(&pair, 1).await.done();
        let ended = server.commands(&pair.club, &pair.club.host, end.clone()).await;
        // A round that has a result is not taken back.
        if end["command"] == "unpair" {
            ended.expect(409, "not-now")
        } else {
            ended.done()
        };
        let note = server.show_evening(&pair.club, "").await;
        assert_eq!(result(&note), (json!([2, 0]), json!("game")), "{end}");
    }
}

#[tokio::test]
async fn no_tap_comes_before_the_game_and_none_after_the_end() {
    let server = Server::start().await;
    let pair = server.pair_sits().await;
    let [ada, _] = &pair.guests;
    let won = |halves: Value| json!({"command": "result", "round": 1, "table": 1, "halves": halves});
    for halves in [json!([2, 0]), Value::Null] {
        server.commands(&pair.club, ada, won(halves)).await.expect(409, "not-now");
    }
    server.resign(&pair, 0).await.done();
    assert_eq!(server.show_evening(&pair.club, "").await["paired"][0]["tables"][0]["halves"], json!([0, 2]));
    server.commands(&pair.club, &pair.club.host, json!({"command": "close", "closed": true})).await.done();
    for command in ["leave", "return"] {
        server
            .commands(&pair.club, ada, json!({"command": command, "person": 1}))
            .await
            .expect(409, "not-now");
    }
}

#[tokio::test]
async fn a_phone_that_is_freed_does_not_act_at_the_table_either() {
    let server = Server::start().await;
    let pair = server.pair_sits().await;
    server.commands(&pair.club, &pair.club.host, json!({"command": "free", "person": 2})).await.done();
    server.resign(&pair, 1).await.expect(403, "not-your-seat");
    // Whoever comes in with that name has the seat.
    let ben = server.come_in(&pair.club, json!({"person": 2})).await.done().body["token"].clone();
    let ben = ben.as_str().expect("a secret");
    let seat = server.at_evening(&pair.club, "/sit", ben, &json!({"program": true})).await.done().body;
    assert_eq!(seat["seat"], "black");
    server.resign(&pair, 0).await.done();
}

#[tokio::test]
async fn what_guests_change_is_charged_more_than_what_the_host_changes() {
    let server = Server::with(CATALOGUE, Limits { actions: Rate::per_minute(60), ..Limits::none() }).await;
    let club = server.open_evening().await;
    let ada = server.come_in(&club, json!({"person": 1})).await.done().body["token"].clone();
    let ada = ada.as_str().expect("a secret");
    for command in ["leave", "return", "leave"] {
        server.commands(&club, ada, json!({"command": command, "person": 1})).await.done();
    }
    server.commands(&club, ada, json!({"command": "return", "person": 1})).await.expect(429, "too-many");
    for _ in 0..10 {
        for command in ["return", "leave"] {
            server.commands(&club, &club.host, json!({"command": command, "person": 1})).await.done();
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_crowd_that_comes_in_at_once_is_let_in() {
    let store: Arc<dyn Store> = Arc::new(SqliteStore::in_memory().await.expect("a store"));
    let node = Arc::new(node(&store, HallSettings::default()).await);
    let club = Arc::new(node.open_with_people(64, false).await);
    let coming = (1..=64).map(|person: u32| {
        let (node, club) = (Arc::clone(&node), Arc::clone(&club));
        tokio::spawn(async move { node.come_in(&club, json!({"person": person})).await.status })
    });
    for coming in coming.collect::<Vec<_>>() {
        assert_eq!(coming.await.expect("an answer"), 200);
    }
    let note = node.show_evening(&club, "").await;
    let people = note["people"].as_array().expect("people");
    assert!(people.iter().all(|person| person["claimed"] == true));
}
