//! One run: people play while things fail, everything is healed, and everybody looks once more.

use std::env;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::future::join_all;
use futures_util::stream::iter;
use kit_play::{Chance, Viewer};
use kit_server::hall::system_time;
use kit_server::store::{self, Store, StoredRecord};
use kit_sitting::{Sitting, TableId};
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

use crate::client::{Client, Shared};
use crate::history::{History, Recorder};
use crate::schedule::Burst;
use crate::table::{self, Played};
use crate::view::house;
use crate::world::World;

/// How many tables settle at once.
const AT_ONCE: usize = 32;

/// People think longer where there are more tables, so that the machine is busy and not more than
/// that: so many milliseconds for each table.
const THOUGHT: usize = 15;

/// How long and how large a run is.
pub struct Size {
    /// Of the faults.
    pub seed: u64,
    /// How long things fail.
    pub time: Duration,
    /// How many tables are played at a time.
    pub tables: usize,
    /// How long people may take to be answered and to see what is so, when everything is healed.
    pub settling: Duration,
}

impl Size {
    /// As the environment says, or short and small.
    pub fn from_environment() -> Size {
        let seed =
            number_from("NEMESIS_SEED").unwrap_or_else(|| u64::from(Chance::unpredictable().below(u32::MAX)));
        let time = Duration::from_secs(number_from("NEMESIS_SECONDS").unwrap_or(10));
        let tables = number_from("NEMESIS_TABLES").unwrap_or(20);
        Size { seed, time, tables, settling: Duration::from_secs(180) }
    }

    /// In a long run faults last longer than anything waits, and the calms between them too.
    pub fn stretch(&self) -> u32 {
        if self.time >= Duration::from_secs(60) { 4 } else { 1 }
    }
}

fn number_from<N: FromStr>(variable: &str) -> Option<N> {
    env::var(variable).ok()?.parse().ok()
}

/// Lets people play while things fail, heals everything, and tells what was seen.
pub async fn play(
    size: &Size,
    mut world: World,
    bursts: impl Iterator<Item = Burst> + Send + 'static,
) -> Result<(History, &'static str, Duration), String> {
    let (stop, stopping) = watch::channel(false);
    let thought = (THOUGHT * size.tables) as u32;
    let (recorder, ports, acknowledged) = (Recorder::new(), world.ports(), AtomicUsize::new(0));
    let shared = Arc::new(Shared { recorder, ports, thought, acknowledged, stopping });
    let begun = system_time();
    world.start()?;
    world.answer().await?;
    let mut chance = Chance::seeded(size.seed);
    let places =
        (0..size.tables).map(|place| tokio::spawn(table::play(place, chance.seed(), Arc::clone(&shared))));
    let playing: Vec<_> = places.collect();
    let (time, enough, clients) = (size.time, 5 * size.tables, Arc::clone(&shared));
    let suffering =
        tokio::task::spawn_blocking(move || world.suffer(bursts, time, enough, &clients).map(|()| world));
    let mut world = suffering.await.map_err(|error| error.to_string())??;
    stop.send_replace(true);
    let mut history = History::default();
    let mut tables = Vec::new();
    for played in join_all(playing).await {
        let played: Played = played.map_err(|error| format!("a table failed: {error}"))??;
        history.openings.extend(played.openings);
        tables.extend(played.tables);
    }
    let tables = get_through(tables, size.settling).await;
    history.ended = shared.recorder.now().at;
    // What was acknowledged last is written too, and nothing is under way any more.
    world.restart()?;
    settle(tables, world.address(), size.settling, &mut history).await?;
    history.time = (begun, system_time());
    history.faults = std::mem::take(&mut world.faults);
    let disk = world.disk.told();
    // Services are stopped by waiting for them.
    tokio::task::spawn_blocking(move || drop(world)).await.map_err(|error| error.to_string())?;
    Ok((history, disk, Duration::from_millis(thought.into())))
}

/// Everybody whose game is not over gets one more command through; those who do not are marked.
async fn get_through(tables: Vec<Vec<Client>>, settling: Duration) -> Vec<Vec<(Client, bool)>> {
    let until = Instant::now() + settling;
    let through = |mut client: Client| async move {
        let through = client.get_through(until).await;
        (client, through)
    };
    join_all(tables.into_iter().map(|clients| join_all(clients.into_iter().map(through)))).await
}

/// Waits until everybody sees what the records say, table by table, and keeps both.
async fn settle(
    tables: Vec<Vec<(Client, bool)>>,
    address: &str,
    settling: Duration,
    history: &mut History,
) -> Result<(), String> {
    let store = store::open(address).await.map_err(|error| error.to_string())?;
    let settle = |clients| settle_table(clients, settling, Arc::clone(&store));
    let mut settled = iter(tables).map(settle).buffer_unordered(AT_ONCE);
    while let Some(done) = settled.next().await {
        let (table, records, clients) = done?;
        history.records.insert(table, records);
        history.witnesses.extend(clients.into_iter().map(|client| client.witness));
    }
    drop(settled);
    // Tables whose openers were never told are there as well.
    let mut last: Option<TableId> = None;
    loop {
        let few = store.tables(last.as_ref(), 1_000).await.map_err(|error| error.to_string())?;
        let Some(end) = few.last().cloned() else { return Ok(()) };
        for table in few.into_iter().filter(|table| !history.records.contains_key(table)).collect::<Vec<_>>()
        {
            let records = store.read(table.clone(), 0).await.map_err(|error| error.to_string())?;
            history.records.insert(table, records);
        }
        last = Some(end);
    }
}

async fn settle_table(
    mut clients: Vec<(Client, bool)>,
    settling: Duration,
    store: Arc<dyn Store>,
) -> Result<(TableId, Vec<StoredRecord>, Vec<Client>), String> {
    let until = Instant::now() + settling;
    let table = clients.first().ok_or("somebody sits at each table")?.0.witness.table.clone();
    loop {
        let records = store.read(table.clone(), 0).await.map_err(|error| error.to_string())?;
        // The checker tells why, if the records cannot be played.
        let sitting = Sitting::fold(&house(), table.clone(), &records).ok();
        let mut is_settled = true;
        for (client, _) in &mut clients {
            let number = sitting.as_ref().map_or(0, |sitting| number_of(sitting, &client.witness.seat));
            is_settled &= client.look(number, until).await == number;
        }
        // Where the rules give time, something may have happened meanwhile.
        if is_settled || Instant::now() > until || sitting.is_none() {
            clients.iter_mut().filter(|(_, through)| *through).for_each(|(client, _)| client.settle());
            return Ok((table, records, clients.into_iter().map(|(client, _)| client).collect()));
        }
        sleep(Duration::from_millis(100)).await;
    }
}

/// The number of the last frame of a viewer.
fn number_of(sitting: &Sitting, seat: &str) -> u32 {
    let viewer = sitting.seat_named(seat).map_or(Viewer::Public, Viewer::Seat);
    sitting.stamp(viewer).0
}
