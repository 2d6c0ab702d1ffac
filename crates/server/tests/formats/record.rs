//! Plays tables in every status and writes them out as this version keeps them.
//!
//! `cargo run -p kit-server --example formats -- DIRECTORY [OLDER]`
//!
//! When the format of logs changes, run this before the change, and keep what comes out beside
//! the older ones in `crates/sitting/tests/formats/`.
//! OLDER is a backup among those, such as `crates/sitting/tests/formats/1/tables.jsonl`: then only
//! what is seldom written down is recorded: consent among four, games whose program fails, and a
//! table of that backup that goes on.

#[path = "../../../play/tests/faulty/mod.rs"]
mod faulty;

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use faulty::Faulty;
use kit_games::CATALOGUE;
use kit_play::{Chance, Listed, Seat, referee};
use kit_server::backup;
use kit_server::bus::LocalBus;
use kit_server::hall::{Hall, HallSettings, Speaker};
use kit_server::store::{SqliteStore, Store};
use kit_server::turns::Asker;
use kit_sitting::wire::HintDepth;
use kit_sitting::{Catalogue, Digest, TableId};
use kit_sitting::{Secrets, Seen};
use serde_json::{Value, json};

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// What stands before the number of the words of an action in format 1, as a backup writes it.
const SAID: &str = r#"\"said\":"#;

/// The most actions of a game.
const ACTIONS: usize = 24;

/// A game whose program fails at the first action.
static FAULTY: [&dyn Listed; 1] = [&Faulty { at_once: false, sound }];

fn sound() -> &'static dyn Listed {
    referee::listed(CATALOGUE, "tar-pit-chess").expect("a game of the catalogue")
}

static TIME: AtomicI64 = AtomicI64::new(1_800_000_000_000);

/// A hall whose clock is moved by hand.
struct Club {
    hall: Arc<Hall>,
    luck: Chance,
    /// The tables and what they are examples of.
    names: String,
}

/// A table with the secrets of its people.
struct Evening {
    table: TableId,
    host: Secrets,
    seats: Vec<(String, Secrets)>,
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let directory = arguments.next().ok_or("name a directory to write to")?;
    let store: Arc<dyn Store> = Arc::new(SqliteStore::in_memory().await?);
    let mut club = Club::open(CATALOGUE, &store);
    tokio::spawn(Arc::clone(&club.hall).run());
    match arguments.next() {
        None => club.everything().await?,
        Some(older) => {
            club.undo_among_four().await?;
            club.goes_on(&*store, &older).await?;
            // Nobody looks after this hall, so only what is asked for happens there.
            let mut faulty = Club::open(&FAULTY, &store);
            faulty.failures().await?;
            club.names.push_str(&faulty.names);
        }
    }
    let directory = Path::new(&directory);
    let hall = Arc::clone(&club.hall);
    backup::export_to_directory(&*store, directory, async |table| hall.scoresheet(table).await.ok()).await?;
    std::fs::write(directory.join("names.txt"), &club.names)?;
    Ok(())
}

impl Club {
    fn open(catalogue: Catalogue, store: &Arc<dyn Store>) -> Club {
        let now = || TIME.fetch_add(1_000, Ordering::Relaxed);
        let settings = HallSettings { now: Some(now), bot_pace: Duration::ZERO, ..HallSettings::default() };
        let hall = Hall::new(catalogue, Arc::clone(store), Arc::new(LocalBus::default()), settings);
        Club { hall, luck: Chance::seeded(12), names: String::new() }
    }

    async fn everything(&mut self) -> Result<(), Failure> {
        self.every_game().await?;
        self.before_the_start().await?;
        self.endings().await?;
        self.talk_and_undo().await?;
        self.leaving().await?;
        self.rooms_and_moments().await?;
        self.hints().await?;
        self.real_boards().await
    }

    /// Tables of wood, with cards that were dealt by hand, and a mistake that was taken back.
    async fn real_boards(&mut self) -> Result<(), Failure> {
        let real = json!({"real_board": {"phones": "each", "checkers": 15}});
        let evening = self.start("half-alice-chess", 2, real).await?;
        self.name(&evening, "on a real board, with a mistake");
        self.act(&evening).await?;
        self.ask(&evening, 0, json!({"go-back": {"moment": 1}})).await?;
        self.ask(&evening, 1, json!({"grant-undo": {}})).await?;
        self.act(&evening).await?;
        let real = json!({"real_board": {"phones": "one", "cards_by_hand": true}});
        let evening = self.start("tar-pit-chess", 2, real).await?;
        self.name(&evening, "on a real board, with cards dealt by hand");
        for seat in [0, 1] {
            let (name, secrets) = &evening.seats[seat];
            let viewing = self.hall.viewing(&evening.table, name, secrets).await?;
            let frame = self.hall.frame(&viewing, &mut Seen::default()).await?.ok_or("a frame")?;
            let frame = serde_json::to_value(frame)?;
            let parts = frame["body"]["glimpse"]["tabletop"]["parts"].as_array().cloned().unwrap_or_default();
            let hand = parts.iter().find(|part| part["part"] == "cards" && part["private"] == true);
            let cards = hand.and_then(|hand| hand["cards"].as_array()).ok_or("a hand")?;
            let mut faces: Vec<Value> = cards.iter().map(|card| card["face"].clone()).collect();
            if let Some(first) = faces.iter_mut().find(|face| **face != json!("P")) {
                *first = json!("P");
            }
            self.ask(&evening, seat, json!({"tell-cards": {"cards": faces}})).await?;
        }
        self.act(&evening).await
    }

    /// Hints that were agreed and taken, and a table without any.
    async fn hints(&mut self) -> Result<(), Failure> {
        let evening = self.start("masquerade-chess", 2, json!({"hints": true, "knowledge": true})).await?;
        self.name(&evening, "hints were taken");
        for depth in [HintDepth::Where, HintDepth::What, HintDepth::Where] {
            let (seat, frame) = self.waiting(&evening).await?.into_iter().next().ok_or("somebody decides")?;
            let (name, secrets) = &evening.seats[seat];
            let viewing = self.hall.viewing(&evening.table, name, secrets).await?;
            let prompt = frame["prompt"].as_u64().and_then(|prompt| u32::try_from(prompt).ok());
            let prompt = prompt.ok_or("a frame has a prompt")?;
            self.hall.take_hint(&viewing, prompt, depth, Asker::NOBODY).await?;
            if depth == HintDepth::What {
                self.act(&evening).await?;
            }
        }
        self.ask(&evening, 0, json!({"resign": {}})).await?;
        let evening = self.start("chess960", 2, json!({"hints": false, "knowledge": false})).await?;
        self.name(&evening, "no hints were agreed");
        self.act(&evening).await
    }

    /// One link for a whole table, a new one, and games that go on from a moment of another.
    async fn rooms_and_moments(&mut self) -> Result<(), Failure> {
        let seats =
            json!([{"sitter": "me"}, {"sitter": "invited"}, {"sitter": "free"}, {"sitter": "invited"}]);
        let request = json!({"game": "crowded-house", "seats": seats, "name": "Zoë von und zu"});
        let evening = self.invite(request).await?;
        self.name(&evening, "with a new link for all, which one has used");
        let command = serde_json::from_value(json!({"room": {}}))?;
        let (lag, host) = (Duration::ZERO, &evening.host);
        let done = self.hall.command(&evening.table, "host", host, command, lag, Asker::NOBODY).await?;
        let room = done.invitation.ok_or("a link")?;
        let enter = json!({"invitation": room.token, "name": "Ben"});
        self.hall.enter(&evening.table, serde_json::from_value(enter)?, Asker::NOBODY).await?;
        let first = self.start("masquerade-chess", 2, json!({})).await?;
        self.name(&first, "of which a moment is taken");
        for _ in 0..6 {
            self.act(&first).await?;
        }
        self.ask(&first, 0, json!({"resign": {}})).await?;
        let from = json!({"from": {"table": first.table.as_str(), "entry": 4}});
        let evening = self.start("masquerade-chess", 2, from.clone()).await?;
        self.name(&evening, "from a moment, going on");
        self.act(&evening).await?;
        let mut request = from;
        request["game"] = json!("masquerade-chess");
        request["seats"] = json!([{"sitter": "me"}, {"sitter": "invited"}]);
        let waiting = self.hall.open(serde_json::from_value(request)?, Asker::NOBODY).await?;
        writeln!(self.names, "{} from a moment, waiting", waiting.note.table)?;
        Ok(())
    }

    /// Something is taken back when all others agree; one who agrees is written down.
    async fn undo_among_four(&mut self) -> Result<(), Failure> {
        for (others, name) in [(1..2, "one of three agrees to take back"), (1..4, "all agree to take back")] {
            let evening = self.start("crowded-house", 4, json!({})).await?;
            self.name(&evening, name);
            let (seat, frame) = self.waiting(&evening).await?.swap_remove(0);
            let action = &frame["body"]["glimpse"]["offers"][0]["action"];
            self.ask(&evening, seat, json!({"act": {"action": action, "prompt": frame["prompt"]}})).await?;
            self.ask(&evening, seat, json!({"ask-undo": {}})).await?;
            for other in others {
                self.ask(&evening, (seat + other) % 4, json!({"grant-undo": {}})).await?;
            }
        }
        Ok(())
    }

    /// Tables of an older backup: the clock of one runs out, and the rules of another have changed.
    async fn goes_on(&mut self, store: &dyn Store, older: &str) -> Result<(), Failure> {
        let backup = std::fs::read_to_string(older)?;
        let with = |words: &str| backup.lines().find(|line| line.contains(words));
        let timed = with("days").ok_or("no table of that backup counts days")?;
        let evening = restored(store, timed).await?;
        self.name(&evening, "of format 1, out of time in format 2");
        self.let_pass(&evening, 4 * 24 * 3_600_000).await;
        let resigned = with("resigns").ok_or("nobody resigned in that backup")?;
        // A format that kept no words kept a number instead; another one is that of other words.
        let (before, after) = resigned.split_once(SAID).ok_or("nothing was said there")?;
        let after = after.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let changed = format!("{before}{SAID}1{after}");
        self.name(&restored(store, &changed).await?, "of format 1, by rules that have changed since");
        Ok(())
    }

    /// The game's program fails, and players call one of two such games off.
    async fn failures(&mut self) -> Result<(), Failure> {
        for (called_off, name) in [(false, "frozen"), (true, "frozen and called off")] {
            let evening = self.start(sound().about().id, 2, json!({})).await?;
            self.name(&evening, name);
            let failed = self.act(&evening).await;
            assert!(failed.is_err(), "the game's program fails");
            if called_off {
                self.ask(&evening, 1, json!({"call-off": {}})).await?;
            }
        }
        Ok(())
    }

    /// A table of every game, some way into it.
    async fn every_game(&mut self) -> Result<(), Failure> {
        for game in CATALOGUE {
            let about = game.about();
            let evening = self.start(about.id, about.seats.len(), json!({})).await?;
            let name = format!("{} after some actions", about.id);
            self.name(&evening, &name);
            for _ in 0..ACTIONS {
                self.act(&evening).await?;
            }
        }
        for game in ["two-move-chess", "synchronous-chess"] {
            let evening = self.start(game, 2, json!({})).await?;
            self.name(&evening, &format!("{game} with a sealed choice"));
            while self.waiting(&evening).await?.len() < 2 {
                self.act(&evening).await?;
            }
            self.act(&evening).await?;
        }
        Ok(())
    }

    async fn before_the_start(&mut self) -> Result<(), Failure> {
        let seats = json!([{"sitter": "invited"}, {"sitter": "free"}, {"sitter": "me", "name": "Ann: B | c"}, {"sitter": "bot", "level": "casual"}]);
        let evening = self
            .invite(json!({
                "game": "telepathic-chess", "seats": seats, "public": true, "shuffle": true, "name": "Zoë",
                "spectators": {"policy": "delayed", "minutes": 10},
                "clock": {"clock": "player", "seconds": 300, "increment": 5}
            }))
            .await?;
        self.name(&evening, "waiting");
        self.host(&evening, json!({"swap": {"one": "W1", "other": "W2"}})).await?;
        self.host(&evening, json!({"seat": {"seat": "W1", "plan": {"sitter": "invited"}}})).await?;
        let seats = json!([{"sitter": "invited"}, {"sitter": "bot", "level": "random"}]);
        let evening = self
            .invite(json!({"game": "chess960", "seats": seats, "spectators": {"policy": "none"}}))
            .await?;
        self.name(&evening, "closed");
        self.host(&evening, json!({"close": {}})).await?;
        let fen = "fen: 4k3/8/8/8/8/8/4P3/4K3\nturn: white";
        let bots = json!([{"sitter": "me"}, {"sitter": "bot", "level": "random"}]);
        let evening =
            self.invite(json!({"game": "adrenaline-chess", "seats": bots, "arrangement": fen})).await?;
        self.name(&evening, "against a bot, from a position");
        Ok(())
    }

    async fn endings(&mut self) -> Result<(), Failure> {
        let evening = self.start("cloak-and-dagger-chess", 2, json!({})).await?;
        self.name(&evening, "resigned, with a rematch");
        self.act(&evening).await?;
        self.ask(&evening, 1, json!({"resign": {}})).await?;
        let again = self.ask(&evening, 0, json!({"rematch": {}})).await?;
        writeln!(self.names, "{} the rematch", again.as_deref().unwrap_or_default())?;
        let evening = self.start("masquerade-chess", 2, json!({})).await?;
        self.name(&evening, "draw agreed");
        self.act(&evening).await?;
        self.ask(&evening, 0, json!({"offer-draw": {}})).await?;
        self.ask(&evening, 1, json!({"decline-draw": {}})).await?;
        self.ask(&evening, 1, json!({"offer-draw": {}})).await?;
        self.ask(&evening, 0, json!({"accept-draw": {}})).await?;
        let clock = json!({"clock": {"clock": "move", "seconds": 30}, "shuffle": true});
        let evening = self.start("zombie-chess", 2, clock).await?;
        self.name(&evening, "out of time");
        self.act(&evening).await?;
        self.let_pass(&evening, 40_000).await;
        let evening = self.start("chess-golf", 3, json!({})).await?;
        self.name(&evening, "the time of the rules ran out");
        for _ in 0..4 {
            self.act(&evening).await?;
        }
        self.let_pass(&evening, 3_600_000).await;
        let fen = json!({"arrangement": "fen: 7k/5Q2/6K1/8/8/8/8/8\nturn: white"});
        let evening = self.start("chess960", 2, fen).await?;
        self.name(&evening, "over by the rules");
        self.act_so(&evening, "f7g7").await?;
        Ok(())
    }

    async fn talk_and_undo(&mut self) -> Result<(), Failure> {
        let clock = json!({"clock": {"clock": "days", "days": 3}, "options": {}});
        let evening = self.start("chess960", 2, clock).await?;
        self.name(&evening, "talk, something taken back, questions open");
        self.ask(&evening, 0, json!({"say": {"channel": "all", "text": "good luck! = | *"}})).await?;
        self.act(&evening).await?;
        self.act(&evening).await?;
        self.ask(&evening, 1, json!({"ask-undo": {}})).await?;
        self.ask(&evening, 0, json!({"grant-undo": {}})).await?;
        self.act(&evening).await?;
        self.ask(&evening, 1, json!({"ask-undo": {}})).await?;
        self.ask(&evening, 0, json!({"refuse-undo": {}})).await?;
        self.ask(&evening, 1, json!({"ask-undo": {}})).await?;
        self.ask(&evening, 0, json!({"offer-draw": {}})).await?;
        let evening = self.start("telepathic-chess", 4, json!({})).await?;
        self.name(&evening, "talk among partners");
        for _ in 0..12 {
            for (seat, channel) in [(0, "team"), (2, "team"), (1, "all")] {
                let words = json!({"say": {"channel": channel, "text": "psst"}});
                // The rules may ask for silence.
                let _ = self.ask(&evening, seat, words).await;
            }
            self.act(&evening).await?;
        }
        Ok(())
    }

    async fn leaving(&mut self) -> Result<(), Failure> {
        let evening = self.start("half-alice-chess", 2, json!({})).await?;
        self.name(&evening, "left, a bot in between, and back on another device");
        self.ask(&evening, 0, json!({"leave": {}})).await?;
        self.ask(&evening, 1, json!({"replace": {"seat": "white", "level": "club"}})).await?;
        tokio::time::sleep(Duration::from_secs(2)).await;
        self.ask(&evening, 0, json!({"return": {}})).await?;
        self.ask(&evening, 0, json!({"move": {}})).await?;
        self.ask(&evening, 1, json!({"leave": {}})).await?;
        let evening = self.start("tar-pit-chess", 2, json!({})).await?;
        self.name(&evening, "abandoned");
        self.act(&evening).await?;
        self.ask(&evening, 0, json!({"leave": {}})).await?;
        self.ask(&evening, 1, json!({"claim-win": {}})).await?;
        Ok(())
    }

    fn name(&mut self, evening: &Evening, name: &str) {
        println!("{name}");
        self.names.push_str(&format!("{} {name}\n", evening.table));
    }

    async fn invite(&self, request: Value) -> Result<Evening, Failure> {
        let opened = self.hall.open(serde_json::from_value(request)?, Asker::NOBODY).await?;
        let table: TableId = opened.note.table.parse()?;
        let host = secrets(&opened.host.reveal());
        let own = opened.seat.map(|token| secrets(&token.reveal()));
        let mut seats = Vec::new();
        seats.extend(own.and_then(|own| Some((opened.note.seats.first()?.clone(), own))));
        for invitation in opened.note.invitations {
            let name = format!("Player {}", invitation.seat);
            let enter = json!({"invitation": invitation.code, "name": name});
            let (seat, token) =
                self.hall.enter(&table, serde_json::from_value(enter)?, Asker::NOBODY).await?;
            seats.push((seat, secrets(&token.reveal())));
        }
        Ok(Evening { table, host, seats })
    }

    async fn start(&self, game: &str, seats: usize, more: Value) -> Result<Evening, Failure> {
        let invited: Vec<Value> = (0..seats).map(|_| json!({"sitter": "invited"})).collect();
        let mut request = json!({"game": game, "seats": invited});
        let more = more.as_object().ok_or("more is an object")?.clone();
        request.as_object_mut().ok_or("a request is an object")?.extend(more);
        let mut evening = self.invite(request).await?;
        self.host(&evening, json!({"start": {}})).await?;
        // The lot may have turned the seats.
        for (name, secrets) in &mut evening.seats {
            let standing = self.hall.standing(&evening.table, secrets).await?;
            name.clone_from(&standing.seats[0]);
        }
        evening.seats.sort_by_key(|(name, _)| seat_index(game, name));
        Ok(evening)
    }

    async fn host(&self, evening: &Evening, command: Value) -> Result<(), Failure> {
        let command = serde_json::from_value(command)?;
        self.hall
            .command(&evening.table, "host", &evening.host, command, Duration::ZERO, Asker::NOBODY)
            .await?;
        Ok(())
    }

    async fn ask(&self, evening: &Evening, seat: usize, command: Value) -> Result<Option<String>, Failure> {
        let (name, secrets) = &evening.seats[seat];
        let command = serde_json::from_value(command)?;
        Ok(self
            .hall
            .command(&evening.table, name, secrets, command, Duration::ZERO, Asker::NOBODY)
            .await?
            .table)
    }

    /// Seats with something to decide, each with its frame.
    async fn waiting(&self, evening: &Evening) -> Result<Vec<(usize, Value)>, Failure> {
        let mut waiting = Vec::new();
        for (index, (name, secrets)) in evening.seats.iter().enumerate() {
            let viewing = self.hall.viewing(&evening.table, name, secrets).await?;
            let frame = self.hall.frame(&viewing, &mut Seen::default()).await?.ok_or("a frame")?;
            let frame = serde_json::to_value(frame)?;
            if frame["body"]["glimpse"]["offers"].as_array().is_some_and(|offers| !offers.is_empty()) {
                waiting.push((index, frame));
            }
        }
        Ok(waiting)
    }

    /// Lets one of the seats that must act do something.
    async fn act(&mut self, evening: &Evening) -> Result<(), Failure> {
        let waiting = self.waiting(evening).await?;
        if waiting.is_empty() {
            return Ok(());
        }
        let (seat, frame) = self.luck.pick(&waiting).clone();
        let offers = frame["body"]["glimpse"]["offers"].as_array().cloned().unwrap_or_default();
        let action = self.luck.pick(&offers)["action"].clone();
        self.ask(evening, seat, json!({"act": {"action": action, "prompt": frame["prompt"]}})).await?;
        Ok(())
    }

    async fn act_so(&self, evening: &Evening, action: &str) -> Result<(), Failure> {
        for (seat, frame) in self.waiting(evening).await? {
            self.ask(evening, seat, json!({"act": {"action": action, "prompt": frame["prompt"]}})).await?;
        }
        Ok(())
    }

    /// Lets time pass until something has happened.
    async fn let_pass(&self, evening: &Evening, milliseconds: i64) {
        let mut watching = self.hall.watch(&evening.table, Asker::NOBODY, Speaker::Stranger);
        watching.looks_now();
        TIME.fetch_add(milliseconds, Ordering::Relaxed);
        let patience = Duration::from_secs(5);
        if tokio::time::timeout(patience, watching.changed()).await.is_err() {
            println!("nothing ran out at {}", evening.table);
        }
    }
}

/// Reads one table of a backup into the store; nobody knows its secrets.
async fn restored(store: &dyn Store, line: &str) -> Result<Evening, Failure> {
    let backup = format!("{{\"chess-kit-backup\":1}}\n{line}\n{{\"tables\":1}}\n");
    backup::import(store, backup.as_bytes()).await?;
    let kept: Value = serde_json::from_str(line)?;
    let table = kept["table"].as_str().ok_or("a table has a name")?.parse()?;
    Ok(Evening { table, host: Secrets(Vec::new()), seats: Vec::new() })
}

fn seat_index(game: &str, name: &str) -> Option<usize> {
    referee::listed(CATALOGUE, game)?.about().seat_named(name).map(Seat::index)
}

fn secrets(token: &str) -> Secrets {
    Secrets(vec![Digest::of(token)])
}
