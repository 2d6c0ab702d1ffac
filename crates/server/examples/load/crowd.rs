//! One stranger opens hundreds of tables of Master bots: how long do others wait for theirs?

use std::net::Ipv4Addr;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::timeout;

use super::client::{OpenedTable, SEATS, Seat, Way};
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
    let (honest, stranger) = (way.from(HONEST), way.from(STRANGER));
    let _watched = crowd(&stranger, tables, attack).await?;
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
    let table = OpenedTable::open(way, [json!({"sitter": "me"}), bot("casual")]).await?;
    table.connect(way, SEATS[0]).await
}

/// Opens the stranger's tables, and the sockets with which some of them are watched.
async fn crowd(way: &Way, tables: usize, attack: Attack) -> Result<Vec<Seat>, Failure> {
    let mut watched = Vec::new();
    for index in 0..tables {
        let first = if matches!(attack, Attack::Playing) { json!({"sitter": "me"}) } else { bot("master") };
        let table = OpenedTable::open(way, [first, bot("master")]).await?;
        match attack {
            Attack::Playing => table.act_by_request(way, SEATS[0], index as u64).await?,
            Attack::Watching if index < WATCHED => watched.push(table.connect(way, "public").await?),
            Attack::Watching | Attack::Leaving => {}
        }
    }
    Ok(watched)
}

fn bot(level: &str) -> Value {
    json!({"sitter": "bot", "level": level})
}
