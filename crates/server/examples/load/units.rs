//! What single things cost on Postgres and NATS: looks for work, heads, the lobby, stored games,
//! and notices. These are what the simulation reckons with.

use std::sync::Arc;
use std::time::{Duration, Instant};

use kit_server::bus::Notice;
use kit_server::store::{IndexEntry, Store, WholeTable, Work};
use kit_server::throwaway::Throwaway;
use kit_sitting::TableId;
use sqlx::Connection;

use super::cost::Spent;
use super::serving::{Played, Process, named_tables, played};
use super::{Failure, Plan, share};

/// How often each question is asked.
const QUESTIONS: u64 = 400;
/// How much work is claimed at once.
const CLAIMED: u32 = 64;
/// How many tables are asked for at once when nodes look for themselves.
const HEADS: usize = 256;
/// How many actions a game has that is stored.
const ACTIONS: u32 = 80;
/// How many such games are stored to find out how large one is.
const GAMES: usize = 1_000;
/// How many tables are followed.
const FOLLOWED: usize = 10_000;
/// How many notices are sent.
const NOTICES: u32 = 100_000;
/// How many notices are sent before somebody waits until they are heard.
const AT_ONCE: u32 = 500;
/// How long they may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// Measures and prints all of them.
pub async fn measure(plan: &Plan) -> Result<(), Failure> {
    let postgres = Throwaway::postgres()?;
    println!("one question to Postgres, with {} stored tables", plan.stored);
    Process::run(&["--role", "fill", postgres.address(), &plan.stored.to_string()]).await?;
    let store = kit_server::store::open(postgres.address()).await?;
    measure_questions(&store).await?;
    measure_games(postgres.address(), &store).await?;
    drop(postgres);
    let nats = Throwaway::nats()?;
    println!("\none notice over NATS, {FOLLOWED} tables");
    for nodes in 0..=2 {
        measure_notices(nats.address(), nodes).await?;
    }
    Ok(())
}

/// What this process and Postgres have spent.
fn both() -> Result<(Duration, Duration), Failure> {
    Ok((Spent::by(std::process::id())?.processor, Spent::by_all("postgres")?.processor))
}

/// Asks something many times and prints what one time costs.
async fn question<F>(what: &str, ask: impl Fn() -> F) -> Result<(), Failure>
where
    F: Future<Output = Result<(), Failure>>,
{
    let (before, started) = (both()?, Instant::now());
    for _ in 0..QUESTIONS {
        ask().await?;
    }
    let (after, took) = (both()?, started.elapsed());
    println!(
        "  {:>9.1} µs of Postgres', {:.1} µs of the node's, {:.0} µs in all: {what}",
        share(after.1 - before.1, QUESTIONS),
        share(after.0 - before.0, QUESTIONS),
        share(took, QUESTIONS)
    );
    Ok(())
}

async fn measure_questions(store: &Arc<dyn Store>) -> Result<(), Failure> {
    let some = store.tables(None, HEADS as u32).await?;
    let one = some.first().ok_or("there are tables")?;
    question("a look for work when none is due", async || {
        store.claim(Work::Clock, 1, 1, CLAIMED).await.map(drop).map_err(Failure::from)
    })
    .await?;
    question(&format!("the heads of {HEADS} tables"), async || {
        store.heads(&some).await.map(drop).map_err(Failure::from)
    })
    .await?;
    question("the records of one table", async || {
        store.read(one.clone(), 0).await.map(drop).map_err(Failure::from)
    })
    .await?;
    question("the lobby", async || store.lobby(100).await.map(drop).map_err(Failure::from)).await?;
    let due = QUESTIONS * u64::from(CLAIMED);
    lay_due(store, due).await?;
    question(&format!("{CLAIMED} pieces of work, claimed"), async || {
        let claims = store.claim(Work::Clock, 1_000, i64::MAX / 4, CLAIMED).await?;
        if claims.len() == CLAIMED as usize { Ok(()) } else { Err("there is enough to do".into()) }
    })
    .await
}

/// Tables whose clocks have fallen.
async fn lay_due(store: &Arc<dyn Store>, count: u64) -> Result<(), Failure> {
    let game = played().await?;
    let first = game.records.first().ok_or("a game has records")?.clone();
    for _ in 0..count.div_ceil(1_000) {
        let many = (0..1_000).map(|number| {
            let index = IndexEntry { clock_due: Some(number), ..new_index(&game) };
            store.append(kit_server::store::NewRecord { record: first.clone(), index })
        });
        futures_util::future::try_join_all(many).await?;
    }
    Ok(())
}

fn new_index(game: &Played) -> IndexEntry {
    IndexEntry { table: TableId::new(&mut kit_play::Chance::unpredictable()), ..game.index.clone() }
}

/// How large a stored game is.
async fn measure_games(address: &str, store: &Arc<dyn Store>) -> Result<(), Failure> {
    let game = played().await?;
    let action = game.records.last().ok_or("an action is a record")?;
    let mut records = game.records.clone();
    for number in records.len() as u32 + 1..=ACTIONS {
        records.push(kit_server::store::StoredRecord { number, ..action.clone() });
    }
    let before = size(address).await?;
    for _ in 0..GAMES {
        let whole = WholeTable { index: new_index(&game), records: records.clone(), notes: Vec::new() };
        store.restore(whole).await?;
    }
    let each = (size(address).await? - before) as f64 / 1024.0 / GAMES as f64;
    println!("  {each:>9.1} KB of the database for a stored game of {ACTIONS} records, indexes included");
    Ok(())
}

async fn size(address: &str) -> Result<i64, Failure> {
    let mut connection = sqlx::PgConnection::connect(address).await?;
    let size = "SELECT pg_database_size(current_database())";
    let (bytes,): (i64,) = sqlx::query_as(size).fetch_one(&mut connection).await?;
    Ok(bytes)
}

/// Sends notices to so many nodes that follow all of the tables.
async fn measure_notices(address: &str, nodes: usize) -> Result<(), Failure> {
    let mut listeners = Vec::new();
    let nats_before = memory_of_nats()?;
    for _ in 0..nodes {
        let arguments = ["--role", "listener", address, &FOLLOWED.to_string()];
        listeners.push(Process::start(&arguments).await?);
    }
    let tables = named_tables(FOLLOWED);
    let bus = kit_server::bus::open(Some(address)).await?;
    drop(bus.subscribe().await);
    let mut sent = 0;
    // Until everything is followed, nothing is counted.
    while nodes > 0 && heard(&mut listeners).await? < nodes as u64 * FOLLOWED as u64 {
        for table in &tables {
            bus.publish(Notice { table: table.clone(), head: 1 });
            sent += 1;
            if sent % 500 == 0 {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    let memory = (memory_of_nats()?.saturating_sub(nats_before)) as f64 / 1024.0;
    let (begun, before) = (heard(&mut listeners).await?, spent(&listeners)?);
    let own = Spent::by(std::process::id())?.processor;
    for number in 0..NOTICES {
        bus.publish(Notice { table: tables[number as usize % FOLLOWED].clone(), head: number });
        if (number + 1) % AT_ONCE == 0 {
            until_heard(&mut listeners, begun + nodes as u64 * u64::from(number + 1)).await?;
        }
    }
    let (after, own) = (spent(&listeners)?, Spent::by(std::process::id())?.processor - own);
    println!(
        "  {:>9.2} µs of NATS', {:.2} µs of each of {nodes} nodes that hear it, {:.2} µs of the one that tells",
        share(after.1 - before.1, u64::from(NOTICES)),
        share(after.0 - before.0, u64::from(NOTICES) * nodes.max(1) as u64),
        share(own, u64::from(NOTICES))
    );
    if nodes > 0 {
        println!(
            "  {:>9.2} KB of NATS' memory for each table that a node follows",
            memory / (nodes * FOLLOWED) as f64
        );
    }
    Ok(())
}

/// What those who listen have spent, and NATS.
fn spent(listeners: &[Process]) -> Result<(Duration, Duration), Failure> {
    let mut nodes = Duration::ZERO;
    for listener in listeners {
        nodes += listener.spent()?.processor;
    }
    Ok((nodes, Spent::by_all("nats-server")?.processor))
}

async fn heard(listeners: &mut [Process]) -> Result<u64, Failure> {
    let mut heard = 0;
    for listener in listeners {
        heard += listener.tally().await?.counts.heard;
    }
    Ok(heard)
}

async fn until_heard(listeners: &mut [Process], count: u64) -> Result<(), Failure> {
    let until = Instant::now() + PATIENCE;
    // With nobody there, whoever tells only has to be let run.
    tokio::time::sleep(Duration::from_millis(2)).await;
    while !listeners.is_empty() && heard(listeners).await? < count {
        if Instant::now() > until {
            return Err("notices were lost".into());
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    Ok(())
}

fn memory_of_nats() -> Result<u64, Failure> {
    super::cost::memory_of_all("nats-server")
}
