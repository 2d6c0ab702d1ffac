//! Strangers open hundreds of tables of Master bots: how long do others wait for theirs?

use std::net::Ipv4Addr;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::timeout;

use super::client::{OpenedTable, SEATS, Seat, Way, game, secret_game};
use super::serving::Process;
use super::{Failure, percentile, show};

/// Where the honest player asks from.
const HONEST: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 1);
/// Where the stranger asks from, in another network.
const STRANGER: Ipv4Addr = Ipv4Addr::new(127, 66, 0, 1);
/// How many answers of the honest player's bot are timed.
const ANSWERS: usize = 20;
/// How long the honest player waits for one.
const PATIENCE: Duration = Duration::from_secs(60);
/// How many tables the stranger watches; an address may have 100 sockets.
const WATCHED: usize = 90;

/// What the stranger does.
#[derive(Clone, Copy)]
enum Attack {
    /// Sits down with each of the bots and moves, so that all of them have to think.
    Playing,
    /// Lets the bots play each other.
    Leaving,
    /// The same, and watches as many of them as an address can.
    Watching,
    /// Plays as at first, each table from another address in a few networks.
    Spread,
    /// Plays as at first, a game in which a thought is longest.
    Secret,
}

impl Attack {
    /// Where the stranger opens a table.
    fn address(self, index: usize) -> Ipv4Addr {
        match self {
            Attack::Spread => {
                let [network, own] = [index % 8, index / 8 % 250].map(|part| part as u8 + 1);
                Ipv4Addr::new(127, 66, network, own)
            }
            Attack::Playing | Attack::Leaving | Attack::Watching | Attack::Secret => STRANGER,
        }
    }

    /// The game of the stranger's tables.
    fn game(self) -> &'static str {
        if matches!(self, Attack::Secret) { secret_game() } else { game() }
    }

    /// Whether the stranger sits at the tables.
    fn plays(self) -> bool {
        matches!(self, Attack::Playing | Attack::Spread | Attack::Secret)
    }
}

/// Measures what a stranger's tables do to somebody else's.
pub async fn measure(tables: usize, directory: &Path) -> Result<(), Failure> {
    println!("\na Casual bot's answers beside {tables} tables of Master bots that one stranger opened");
    let quiet = answers(0, Attack::Playing, directory).await?;
    println!("  {:>9} median, {} worst on a quiet server", show(middle(&quiet)), show(worst(&quiet)));
    for (attack, words) in [
        (Attack::Playing, "when the stranger has moved at each of them"),
        (Attack::Leaving, "when the bots play each other"),
        (Attack::Watching, "when the stranger watches them play each other"),
        (Attack::Spread, "when the stranger has moved at each of them from addresses in eight networks"),
        (Attack::Secret, "when the stranger has moved at each of them in a game with secrets"),
    ] {
        let beside = answers(tables, attack, directory).await?;
        println!(
            "  {:>9} median, {} worst {words}: {:.2} times as long, the worst {:.2} times (aim 2)",
            show(middle(&beside)),
            show(worst(&beside)),
            middle(&beside).as_secs_f64() / middle(&quiet).as_secs_f64(),
            worst(&beside).as_secs_f64() / worst(&quiet).as_secs_f64()
        );
    }
    Ok(())
}

fn middle(sorted: &[Duration]) -> Duration {
    percentile(sorted, 50.0)
}

fn worst(sorted: &[Duration]) -> Duration {
    percentile(sorted, 100.0)
}

/// How long the honest player's bot takes, sorted, beside so many tables of the stranger.
async fn answers(tables: usize, attack: Attack, directory: &Path) -> Result<Vec<Duration>, Failure> {
    let file = directory.join(format!("crowd-{tables}-{}.sqlite", attack as u8));
    let database = format!("sqlite:{}", file.display());
    let process = Process::start(&["--role", "server", &database, "local", "limited"]).await?;
    let way = Way::to(&process.address);
    let honest = way.from(HONEST);
    let _watched = crowd(&way, tables, attack).await?;
    let mut delays = Vec::new();
    let mut seat = sit_down(&honest).await?;
    for luck in 0.. {
        match timeout(PATIENCE, seat.act_and_wait(luck * 7)).await {
            Ok(Ok(Some(delay))) => delays.push(delay),
            // The game is over.
            Ok(Ok(None)) => seat = sit_down(&honest).await?,
            Ok(Err(failure)) => return Err(failure),
            // Nobody plays on at such a server.
            Err(_) => {
                delays.push(PATIENCE);
                break;
            }
        }
        if delays.len() == ANSWERS {
            break;
        }
    }
    delays.sort();
    Ok(delays)
}

async fn sit_down(way: &Way) -> Result<Seat, Failure> {
    let table = OpenedTable::open(way, game(), [json!({"sitter": "me"}), bot("casual")]).await?;
    table.connect(way, SEATS[0]).await
}

/// Opens the stranger's tables, and the sockets with which some of them are watched.
async fn crowd(way: &Way, tables: usize, attack: Attack) -> Result<Vec<Seat>, Failure> {
    let mut watched = Vec::new();
    for index in 0..tables {
        let way = &way.from(attack.address(index));
        let first = if attack.plays() { json!({"sitter": "me"}) } else { bot("master") };
        let table = OpenedTable::open(way, attack.game(), [first, bot("master")]).await?;
        if attack.plays() {
            table.act_by_request(way, SEATS[0], index as u64).await?;
        } else if matches!(attack, Attack::Watching) && index < WATCHED {
            watched.push(table.connect(way, "public").await?);
        }
    }
    Ok(watched)
}

fn bot(level: &str) -> Value {
    json!({"sitter": "bot", "level": level})
}
