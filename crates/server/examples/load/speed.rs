//! What an action costs: time of processors, memory, bytes, and how long people wait for it.

use std::path::Path;
use std::time::Duration;

use super::client::{self, Client, Seat, Table, Way};
use super::commit::{self, Commit};
use super::cost::Spent;
use super::serving::{Process, counting_program};
use super::{Failure, Plan, percentile, share, show};

/// How many tables are played at once when speed is measured.
const BUSY: usize = 256;
/// Actions a second when delay is measured.
const PACE: u64 = 400;

/// What was measured of the echo.
pub struct Echo {
    /// Messages a second.
    rate: f64,
    p50: Duration,
    p99: Duration,
    /// Millionths of a second of its own processor time for a message.
    cost: f64,
    /// The same when there are only a few hundred a second.
    paced_cost: f64,
    /// What it allocates for a message.
    memory: Memory,
}

/// What something allocates each time, on the average.
#[derive(Clone, Copy)]
struct Memory {
    allocations: f64,
    kilobytes: f64,
}

/// Measures a server that sends back what it gets.
pub async fn measure_echo(plan: &Plan) -> Result<Echo, Failure> {
    println!("a bare echo over WebSocket, {BUSY} clients");
    let process = Process::start(&["--role", "echo"]).await?;
    let way = Way::to(&process.address);
    let mut sockets = Vec::new();
    for _ in 0..BUSY {
        sockets.push(way.socket("/", None).await?);
    }
    let before = process.spent()?;
    let (sockets, count) = client::hurried(sockets, plan.seconds).await?;
    let between = process.spent()?;
    let delays = client::paced(sockets, PACE, plan.seconds).await?;
    let after = process.spent()?;
    let echo = Echo {
        rate: count as f64 / plan.seconds as f64,
        p50: percentile(&delays, 50.0),
        p99: percentile(&delays, 99.0),
        cost: share((between - before).processor, count),
        paced_cost: share((after - between).processor, delays.len() as u64),
        memory: memory_of_echo(plan.seconds).await?,
    };
    println!("  {:>9.0} messages a second", echo.rate);
    println!("  {:>9} p50, {} p99 at {PACE} messages a second", show(echo.p50), show(echo.p99));
    println!(
        "  {:>9.1} µs of its processor time for a message, {:.1} µs at {PACE} a second",
        echo.cost, echo.paced_cost
    );
    print_files(between - before, count, "a message");
    println!(
        "  {:>9.2} allocations of {:.2} KB in all for a message",
        echo.memory.allocations, echo.memory.kilobytes
    );
    Ok(echo)
}

/// Counts what the echo allocates, in a process of its own, because counting costs time.
async fn memory_of_echo(seconds: u64) -> Result<Memory, Failure> {
    let mut process = Process::start_of(&counting_program()?, &["--role", "echo"]).await?;
    let way = Way::to(&process.address);
    let mut sockets = Vec::new();
    for _ in 0..BUSY {
        sockets.push(way.socket("/", None).await?);
    }
    memory_while(&mut process, client::hurried(sockets, seconds)).await
}

/// What a process allocates for each of the things that somebody does meanwhile.
async fn memory_while<T>(
    process: &mut Process,
    doing: impl Future<Output = Result<(Vec<T>, u64), Failure>>,
) -> Result<Memory, Failure> {
    let before = process.tally().await?;
    let (_still_open, count) = doing.await?;
    let after = process.tally().await?;
    let each = |number: u64| number as f64 / count.max(1) as f64;
    Ok(Memory {
        allocations: each(after.allocations - before.allocations),
        kilobytes: each(after.allocated - before.allocated) / 1024.0,
    })
}

/// Prints what one of so many things wrote.
fn print_files(spent: Spent, count: u64, what: &str) {
    let kilobytes = |bytes: u64| bytes as f64 / 1024.0 / count.max(1) as f64;
    println!(
        "  {:>9.1} KB written to files, {:.1} KB to the disk for {what}",
        kilobytes(spent.written),
        kilobytes(spent.stored)
    );
}

/// What was spent by everybody who serves.
#[derive(Clone, Copy, Default)]
struct AllSpent {
    server: Spent,
    postgres: Spent,
    nats: Spent,
}

impl AllSpent {
    fn until_now(process: &Process) -> Result<AllSpent, Failure> {
        let (postgres, nats) = (Spent::by_all("postgres")?, Spent::by_all("nats-server")?);
        Ok(AllSpent { server: process.spent()?, postgres, nats })
    }

    fn since(self, before: AllSpent) -> AllSpent {
        AllSpent {
            server: self.server - before.server,
            postgres: self.postgres - before.postgres,
            nats: self.nats - before.nats,
        }
    }

    /// Prints what one of so many actions cost.
    fn print(&self, count: u64, echo: f64, when: &str) {
        let own = share(self.server.processor, count);
        println!(
            "  {own:>9.1} µs of the server's processor time for an action {when}, {:.1} echoes",
            own / echo
        );
        if self.postgres.processor > Duration::ZERO {
            let of = |spent: Spent| share(spent.processor, count);
            println!(
                "  {:>9.1} µs of Postgres' beside it, {:.1} µs of NATS'",
                of(self.postgres),
                of(self.nats)
            );
        }
        print_files(self.server + self.postgres, count, &format!("an action {when}"));
    }
}

/// Measures a server; the second database and bus are for what is measured beside it: allocations
/// and bare commits.
pub async fn measure_server(plan: &Plan, places: [(&str, &str); 2], echo: &Echo) -> Result<(), Failure> {
    let (database, bus) = places[0];
    let process = Process::start(&["--role", "server", database, bus]).await?;
    let client = Client::new([Way::to(&process.address)]);
    let busy = games(&client, BUSY).await?;
    let before = AllSpent::until_now(&process)?;
    let (busy, count) = client::hurried(busy, plan.seconds).await?;
    let spent = AllSpent::until_now(&process)?.since(before);
    let rate = count as f64 / plan.seconds as f64;
    println!("  {rate:>9.0} actions a second, {:.3} of the echo's messages (aim 0.25)", rate / echo.rate);
    spent.print(count, echo.cost, "at full speed");
    drop(busy);
    let (database, bus) = places[1];
    let commit = commit::measure(database, PACE, plan.seconds).await?;
    measure_delay(plan, &process, &client, echo, &commit).await?;
    measure_allocations(plan, database, bus, echo).await?;
    hold(plan, &process, &client).await
}

async fn games(client: &Client, count: usize) -> Result<Vec<Table>, Failure> {
    let mut games = Vec::new();
    for _ in 0..count {
        games.push(client.open_game().await?);
    }
    Ok(games)
}

async fn measure_delay(
    plan: &Plan,
    process: &Process,
    client: &Client,
    echo: &Echo,
    commit: &Commit,
) -> Result<(), Failure> {
    let quiet = games(client, PACE as usize).await?;
    let before = AllSpent::until_now(process)?;
    let delays = client::paced(quiet, PACE, plan.seconds).await?;
    let spent = AllSpent::until_now(process)?.since(before);
    spent.print(delays.len() as u64, echo.paced_cost, &format!("at {PACE} a second"));
    let (p50, p99) = (percentile(&delays, 50.0), percentile(&delays, 99.0));
    println!(
        "  {:>9} p50, {} p99 from action to the last seat's view at {PACE} actions a second",
        show(p50),
        show(p99)
    );
    println!(
        "  {:>9} p50, {} p99 for one commit at {PACE} a second, {} p50 on a quiet store",
        show(commit.p50),
        show(commit.p99),
        show(commit.quiet)
    );
    let of = |time: Duration, part: Duration| time.as_secs_f64() / part.as_secs_f64().max(1e-6);
    println!(
        "  {:>9.2} times the p99 of one commit, {:.2} times a quiet one (aim 2)",
        of(p99, commit.p99),
        of(p99, commit.quiet)
    );
    println!(
        "  {:>9.2} of the older aim for p99, three echoes and one commit",
        of(p99, echo.p99 * 3 + commit.quiet)
    );
    Ok(())
}

/// Counts allocations in a server of its own, because counting costs time.
async fn measure_allocations(plan: &Plan, database: &str, bus: &str, echo: &Echo) -> Result<(), Failure> {
    let mut process = Process::start_of(&counting_program()?, &["--role", "server", database, bus]).await?;
    let busy = games(&Client::new([Way::to(&process.address)]), BUSY).await?;
    let memory = memory_while(&mut process, client::hurried(busy, plan.seconds)).await?;
    println!(
        "  {:>9.0} allocations of {:.1} KB in all for an action; the echo's: {:.2} of {:.2} KB",
        memory.allocations, memory.kilobytes, echo.memory.allocations, echo.memory.kilobytes
    );
    Ok(())
}

/// Opens many tables and sockets, and reads what they cost in memory and while nobody does
/// anything.
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
        sockets.push(client.connect(&tables[index % tables.len()], index / tables.len()).await?);
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
    let before = AllSpent::until_now(process)?;
    tokio::time::sleep(Duration::from_secs(plan.seconds)).await;
    let idle = AllSpent::until_now(process)?.since(before);
    let a_second = |spent: Spent| share(spent.processor, plan.seconds) / 1000.0;
    println!(
        "  {:>9.1} ms of processor time a second while nobody acts, {:.1} ms of Postgres'",
        a_second(idle.server),
        a_second(idle.postgres)
    );
    Ok(())
}

/// How many sockets the system lets a process hold, beside a few files.
fn most_sockets() -> Result<usize, Failure> {
    let limits = std::fs::read_to_string("/proc/self/limits")?;
    let line = limits.lines().find(|line| line.starts_with("Max open files")).ok_or("limits are told")?;
    let soft = line.split_whitespace().nth(3).ok_or("a limit is a number")?;
    Ok(soft.parse::<usize>().map_or(usize::MAX, |most| most.saturating_sub(200)))
}

/// Lets this program and another build of it serve by turns, and prints what the one spends of
/// what the other does.
pub async fn compare(plan: &Plan, other: &Path, directory: &Path) -> Result<(), Failure> {
    let own = std::env::current_exe()?;
    let mut ratios: [Vec<f64>; 2] = Default::default();
    println!("processor time of the server for an action, this program and then the other");
    for round in 0..plan.rounds {
        let database = |name: &str| format!("sqlite:{}", directory.join(format!("{name}-{round}")).display());
        // Whoever begins has no advantage over all rounds.
        let (ours, theirs) = if round % 2 == 0 {
            let ours = costs(&own, &database("own"), plan).await?;
            (ours, costs(other, &database("other"), plan).await?)
        } else {
            let theirs = costs(other, &database("other"), plan).await?;
            (costs(&own, &database("own"), plan).await?, theirs)
        };
        for (index, when) in ["at full speed", "paced"].into_iter().enumerate() {
            let ratio = ours[index] / theirs[index];
            println!("  {:>9.1} µs, {:.1} µs {when}: {ratio:.3}", ours[index], theirs[index]);
            ratios[index].push(ratio);
        }
    }
    for (ratios, when) in ratios.iter_mut().zip(["at full speed", "paced"]) {
        ratios.sort_by(f64::total_cmp);
        let middle = ratios[ratios.len() / 2];
        println!("{middle:.3} of the other's {when}, {:.3} to {:.3}", ratios[0], ratios[ratios.len() - 1]);
    }
    Ok(())
}

/// What an action costs a server, in millionths of a second: at full speed and at a pace.
async fn costs(program: &Path, database: &str, plan: &Plan) -> Result<[f64; 2], Failure> {
    let process = Process::start_of(program, &["--role", "server", database, "local"]).await?;
    let client = Client::new([Way::to(&process.address)]);
    let busy = games(&client, BUSY).await?;
    let before = process.spent()?;
    let (busy, count) = client::hurried(busy, plan.seconds).await?;
    let between = process.spent()?;
    let delays = client::paced(busy, PACE, plan.seconds).await?;
    let after = process.spent()?;
    Ok([share((between - before).processor, count), share((after - between).processor, delays.len() as u64)])
}
