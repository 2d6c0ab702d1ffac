//! Drives tables with real sockets on loopback and prints what that costs, beside a bare echo.
//!
//! `cargo xtask load [--tables N] [--sockets N] [--seconds N] [--stored N] [--postgres]`
//!
//! The server and the echo run as processes of their own, so that their memory can be read; the
//! clients are this process.
//! Everything is printed as it is, and speeds as ratios to the echo of the same run.

#[path = "load/client.rs"]
mod client;
#[path = "load/serving.rs"]
mod serving;

use std::time::{Duration, Instant};

use client::{Client, Seat, Table};
use kit_server::throwaway::Throwaway;
use serving::Process;

/// What is asked for on the command line.
struct Plan {
    tables: usize,
    sockets: usize,
    seconds: u64,
    stored: usize,
    postgres: bool,
}

/// How many tables are played at once when speed is measured.
const BUSY: usize = 256;
/// Actions a second when delay is measured.
const PACE: u64 = 400;

type Failure = Box<dyn std::error::Error + Send + Sync>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    match words.as_slice() {
        ["--role", "echo"] => runtime.block_on(serving::echo()),
        ["--role", "server", database, bus] => runtime.block_on(serving::serve(database, bus)),
        ["--role", "fill", database, count] => runtime.block_on(serving::fill(database, count.parse()?)),
        _ => runtime.block_on(measure(&Plan::read(&words)?)),
    }
}

impl Plan {
    fn read(words: &[&str]) -> Result<Plan, Failure> {
        let mut plan = Plan { tables: 5_000, sockets: 20_000, seconds: 5, stored: 100_000, postgres: false };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut number = || -> Result<usize, Failure> {
                let text = words.next().ok_or(format!("`{word}` wants a number"))?;
                Ok(text.parse().map_err(|_| format!("`{word}` wants a number, not `{text}`"))?)
            };
            match *word {
                "--tables" => plan.tables = number()?.max(1),
                "--sockets" => plan.sockets = number()?,
                "--seconds" => plan.seconds = number()?.max(1) as u64,
                "--stored" => plan.stored = number()?,
                "--postgres" => plan.postgres = true,
                unknown => {
                    return Err(format!(
                        "unknown argument: `{unknown}` (try --tables, --sockets, --seconds, --stored or --postgres)"
                    )
                    .into());
                }
            }
        }
        Ok(plan)
    }
}

async fn measure(plan: &Plan) -> Result<(), Failure> {
    let directory = std::env::temp_dir().join(format!("chess-kit-load-{}", std::process::id()));
    std::fs::create_dir_all(&directory)?;
    let measured = measure_in(plan, &directory).await;
    std::fs::remove_dir_all(&directory)?;
    measured
}

async fn measure_in(plan: &Plan, directory: &std::path::Path) -> Result<(), Failure> {
    println!("a bare echo over WebSocket, {BUSY} clients");
    let echo = measure_echo(plan).await?;
    println!("  {:>9.0} messages a second", echo.rate);
    println!("  {:>9} p50, {} p99 at {PACE} messages a second", show(echo.p50), show(echo.p99));
    let file = directory.join("load.sqlite");
    println!("\ntables on SQLite, every action durable before it is told");
    measure_server(plan, &format!("sqlite:{}", file.display()), "local", &echo).await?;
    if plan.stored > 0 {
        measure_start(plan, &format!("sqlite:{}", directory.join("full.sqlite").display())).await?;
    }
    if plan.postgres {
        println!("\ntables on Postgres and NATS");
        let (postgres, nats) = (Throwaway::postgres()?, Throwaway::nats()?);
        measure_server(plan, postgres.address(), nats.address(), &echo).await?;
    }
    Ok(())
}

/// What was measured of a server.
struct Speed {
    rate: f64,
    p50: Duration,
    p99: Duration,
}

async fn measure_echo(plan: &Plan) -> Result<Speed, Failure> {
    let process = Process::start(&["--role", "echo"]).await?;
    let mut clients = Vec::new();
    for _ in 0..BUSY {
        clients.push(client::connect(&format!("ws://{}/", process.address), None).await?);
    }
    let until = Instant::now() + Duration::from_secs(plan.seconds);
    let tasks: Vec<_> = clients
        .into_iter()
        .map(|mut socket| {
            tokio::spawn(async move {
                let mut count = 0_u64;
                while Instant::now() < until {
                    client::echo_once(&mut socket).await?;
                    count += 1;
                }
                Ok::<_, Failure>((socket, count))
            })
        })
        .collect();
    let (mut sockets, mut count) = (Vec::new(), 0);
    for task in tasks {
        let (socket, done) = task.await??;
        sockets.push(socket);
        count += done;
    }
    let rate = count as f64 / plan.seconds as f64;
    let delays = client::paced(sockets, PACE, plan.seconds).await?;
    Ok(Speed { rate, p50: percentile(&delays, 50.0), p99: percentile(&delays, 99.0) })
}

async fn measure_server(plan: &Plan, database: &str, bus: &str, echo: &Speed) -> Result<(), Failure> {
    let process = Process::start(&["--role", "server", database, bus]).await?;
    let client = Client::new(&process.address);
    let mut busy = Vec::new();
    for _ in 0..BUSY {
        busy.push(client.open_game().await?);
    }
    let rate = throughput(busy, plan).await?;
    println!("  {rate:>9.0} actions a second, {:.3} of the echo's messages (aim 0.25)", rate / echo.rate);
    let mut quiet = Vec::new();
    for _ in 0..PACE {
        quiet.push(client.open_game().await?);
    }
    let commit = commit_time(&client, echo).await?;
    let delays = client::paced(quiet, PACE, plan.seconds).await?;
    let (p50, p99) = (percentile(&delays, 50.0), percentile(&delays, 99.0));
    println!(
        "  {:>9} p50, {} p99 from action to the last seat's view at {PACE} actions a second",
        show(p50),
        show(p99)
    );
    let aim = echo.p99 * 3 + commit;
    println!(
        "  {:>9.2} of the aim for p99, three echoes and one commit of {}",
        p99.as_secs_f64() / aim.as_secs_f64(),
        show(commit)
    );
    hold(plan, &process, &client).await
}

async fn throughput(tables: Vec<Table>, plan: &Plan) -> Result<f64, Failure> {
    let until = Instant::now() + Duration::from_secs(plan.seconds);
    let tasks: Vec<_> = tables
        .into_iter()
        .map(|mut table| {
            tokio::spawn(async move {
                let mut count = 0_u64;
                while Instant::now() < until {
                    table.act().await?;
                    count += 1;
                }
                Ok::<_, Failure>(count)
            })
        })
        .collect();
    let mut count = 0;
    for task in tasks {
        count += task.await??;
    }
    Ok(count as f64 / plan.seconds as f64)
}

/// How long one action takes when nobody else asks for anything, less what the echo takes.
async fn commit_time(client: &Client, echo: &Speed) -> Result<Duration, Failure> {
    let mut table = client.open_game().await?;
    let mut delays = Vec::new();
    for _ in 0..200 {
        delays.push(table.act().await?);
    }
    delays.sort();
    Ok(percentile(&delays, 50.0).saturating_sub(echo.p50))
}

/// Opens many tables and sockets, and reads what they cost in memory.
async fn hold(plan: &Plan, process: &Process, client: &Client) -> Result<(), Failure> {
    let before = process.memory()?;
    let mut tables = Vec::new();
    for _ in 0..plan.tables {
        tables.push(client.open_table().await?);
    }
    let opened = process.memory()?;
    let wanted = plan.sockets.min(most_sockets()?);
    if wanted < plan.sockets {
        println!("  {wanted:>9} sockets are all that this system lets a process hold");
    }
    let mut sockets: Vec<Seat> = Vec::with_capacity(wanted);
    for index in 0..wanted {
        let table = &tables[index % tables.len()];
        sockets.push(table.connect(client, index / tables.len() % 2).await?);
    }
    let connected = process.memory()?;
    let each = |bytes: u64, count: usize| bytes as f64 / 1024.0 / count.max(1) as f64;
    println!(
        "  {:>9} tables open, {:.1} KB each (aim 16)",
        plan.tables,
        each(opened.saturating_sub(before), plan.tables)
    );
    println!(
        "  {:>9} sockets held, {:.1} KB each (aim 40)",
        sockets.len(),
        each(connected.saturating_sub(opened), sockets.len())
    );
    println!("  {:>9.1} MB in all", connected as f64 / 1024.0 / 1024.0);
    Ok(())
}

/// How many sockets the system lets a process hold, beside a few files.
fn most_sockets() -> Result<usize, Failure> {
    let limits = std::fs::read_to_string("/proc/self/limits")?;
    let line = limits.lines().find(|line| line.starts_with("Max open files")).ok_or("limits are told")?;
    let soft = line.split_whitespace().nth(3).ok_or("a limit is a number")?;
    Ok(soft.parse::<usize>().map_or(usize::MAX, |most| most.saturating_sub(200)))
}

async fn measure_start(plan: &Plan, database: &str) -> Result<(), Failure> {
    Process::run(&["--role", "fill", database, &plan.stored.to_string()]).await?;
    let started = Instant::now();
    let process = Process::start(&["--role", "server", database, "local"]).await?;
    println!("  {:>9} to start with {} stored tables (aim 200 ms)", show(started.elapsed()), plan.stored);
    drop(process);
    Ok(())
}

fn percentile(sorted: &[Duration], percent: f64) -> Duration {
    let place = (sorted.len() as f64 * percent / 100.0) as usize;
    sorted.get(place.min(sorted.len().saturating_sub(1))).copied().unwrap_or_default()
}

fn show(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1000.0)
}
