//! The measurements, one after the other, and what may be asked for.
//!
//! The servers and the echo run as processes of their own, so that what they spend can be told
//! from what the clients do; the clients are this process.
//! Everything is printed as it is, and speeds as ratios to the echo of the same run, because
//! clients and servers share the processors.

#[path = "client.rs"]
mod client;
#[path = "commit.rs"]
mod commit;
#[path = "cost.rs"]
mod cost;
#[path = "counted.rs"]
mod counted;
#[path = "crowd.rs"]
mod crowd;
#[path = "nodes.rs"]
mod nodes;
#[path = "serving.rs"]
mod serving;
#[path = "simulate.rs"]
mod simulate;
#[path = "speed.rs"]
mod speed;
#[path = "units.rs"]
mod units;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use kit_server::throwaway::Throwaway;
use serving::{CountAllocations, Manner, Process};
use simulate::Costs;

/// What is asked for on the command line.
pub struct Plan {
    tables: usize,
    sockets: usize,
    seconds: u64,
    stored: usize,
    masters: usize,
    nodes: usize,
    postgres: bool,
    /// Whether nothing is measured but what single things cost.
    units: bool,
    /// What the simulation reckons with, if one is wanted.
    simulation: Option<Costs>,
    /// A program of an older or newer state that is measured by turns with this one.
    against: Option<PathBuf>,
    rounds: usize,
}

const HELP: &str = "\
cargo xtask load [OPTIONS]

  --tables N      how many tables are held open (5000)
  --sockets N     how many sockets are held open (20000)
  --seconds N     how long each measurement takes (5)
  --stored N      how many tables are stored when a start is timed (100000)
  --masters N     how many tables of Master bots one stranger opens (300)
  --postgres      measures Postgres and NATS too
  --nodes N       measures only the same load on 1 to N nodes over one Postgres and NATS
  --units         measures only what single things cost on Postgres and NATS
  --simulate      only simulates work that is due and the bus at 100,000 and 1,000,000 people
  --costs LIST    what the simulation reckons with, in millionths of a second: NAME=NUMBER,…
  --against PATH  measures only this program by turns with another build of it
  --rounds N      how many turns each of them has (5)
";

/// What went wrong.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Does what the command line asks for.
pub fn run(allocations: Option<CountAllocations>) -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    match words.as_slice() {
        ["--role", "echo"] => runtime.block_on(serving::echo(allocations)),
        ["--role", "listener", bus, tables] => runtime.block_on(serving::listen(bus, tables.parse()?)),
        ["--role", "server", database, bus, manner @ ..] => {
            let (limited, counted) = (manner.contains(&"limited"), manner.contains(&"counted"));
            runtime.block_on(serving::serve(database, bus, Manner { limited, counted, allocations }))
        }
        ["--role", "fill", database, count] => runtime.block_on(serving::fill(database, count.parse()?)),
        ["--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        _ => runtime.block_on(measure(&Plan::read(&words)?)),
    }
}

impl Plan {
    fn read(words: &[&str]) -> Result<Plan, Failure> {
        let mut plan = Plan {
            tables: 5_000,
            sockets: 20_000,
            seconds: 5,
            stored: 100_000,
            masters: 300,
            nodes: 0,
            postgres: false,
            units: false,
            simulation: None,
            against: None,
            rounds: 5,
        };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match *word {
                "--postgres" => plan.postgres = true,
                "--units" => plan.units = true,
                "--simulate" => plan.simulation = Some(plan.simulation.unwrap_or_default()),
                _ => plan.set(word, words.next().copied())?,
            }
        }
        Ok(plan)
    }

    fn set(&mut self, word: &str, value: Option<&str>) -> Result<(), Failure> {
        let value = value.ok_or(format!("`{word}` wants a value, or is unknown\n\n{HELP}"))?;
        let number = || value.parse::<usize>().map_err(|_| format!("`{word}` wants a number, not `{value}`"));
        match word {
            "--tables" => self.tables = number()?.max(1),
            "--sockets" => self.sockets = number()?,
            "--seconds" => self.seconds = number()?.max(1) as u64,
            "--stored" => self.stored = number()?,
            "--masters" => self.masters = number()?,
            "--nodes" => self.nodes = number()?,
            "--rounds" => self.rounds = number()?.max(1),
            "--against" => self.against = Some(value.into()),
            "--costs" => self.simulation = Some(Costs::read(value)?),
            unknown => return Err(format!("unknown argument: `{unknown}`\n\n{HELP}").into()),
        }
        Ok(())
    }
}

async fn measure(plan: &Plan) -> Result<(), Failure> {
    let directory = std::env::temp_dir().join(format!("chess-kit-load-{}", std::process::id()));
    std::fs::create_dir_all(&directory)?;
    let measured = measure_in(plan, &directory).await;
    std::fs::remove_dir_all(&directory)?;
    measured
}

async fn measure_in(plan: &Plan, directory: &Path) -> Result<(), Failure> {
    if let Some(other) = &plan.against {
        return speed::compare(plan, other, directory).await;
    }
    if let Some(costs) = &plan.simulation {
        return simulate::print(costs);
    }
    if plan.units {
        return units::measure(plan).await;
    }
    if plan.nodes > 0 {
        return nodes::measure(plan).await;
    }
    let echo = speed::measure_echo(plan).await?;
    let file = |name: &str| format!("sqlite:{}", directory.join(name).display());
    println!("\ntables on SQLite, every action durable before it is told");
    let places = [(file("load.sqlite"), "local"), (file("counted.sqlite"), "local")];
    speed::measure_server(plan, [(&places[0].0, places[0].1), (&places[1].0, places[1].1)], &echo).await?;
    if plan.stored > 0 {
        measure_start(plan, &file("full.sqlite")).await?;
    }
    if plan.masters > 0 {
        crowd::measure(plan.masters, directory).await?;
    }
    if plan.postgres {
        println!("\ntables on Postgres and NATS");
        let (postgres, nats) = (Throwaway::postgres()?, Throwaway::nats()?);
        let place = (postgres.address(), nats.address());
        speed::measure_server(plan, [place, place], &echo).await?;
    }
    Ok(())
}

async fn measure_start(plan: &Plan, database: &str) -> Result<(), Failure> {
    Process::run(&["--role", "fill", database, &plan.stored.to_string()]).await?;
    let started = Instant::now();
    let process = Process::start(&["--role", "server", database, "local"]).await?;
    println!("  {:>9} to start with {} stored tables (aim 200 ms)", show(started.elapsed()), plan.stored);
    drop(process);
    Ok(())
}

/// The time below which so many percent of these stay.
fn percentile(sorted: &[Duration], percent: f64) -> Duration {
    let place = (sorted.len() as f64 * percent / 100.0) as usize;
    sorted.get(place.min(sorted.len().saturating_sub(1))).copied().unwrap_or_default()
}

fn show(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1000.0)
}

/// A part of a time, in millionths of a second.
fn share(time: Duration, count: u64) -> f64 {
    time.as_secs_f64() * 1e6 / count.max(1) as f64
}
