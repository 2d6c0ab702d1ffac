//! The same load on one node and on several over one Postgres and NATS: what grows with nodes.

use std::time::Duration;

use kit_server::throwaway::Throwaway;

use super::client::{self, Client, Table, Way};
use super::cost::Spent;
use super::counted::Counts;
use super::serving::Process;
use super::{Failure, Plan, percentile, share, show};

/// How many tables are played.
const TABLES: usize = 200;
/// Actions a second over all nodes.
const PACE: u64 = 200;
/// How many actions are followed by a request to another node.
const READS: usize = 400;
/// How often both seats of a table speak at once.
const SPEECHES: usize = 400;

/// Measures one node, then two, and so on.
pub async fn measure(plan: &Plan) -> Result<(), Failure> {
    println!("{TABLES} tables, {PACE} actions a second, the seats of each table at different nodes");
    for nodes in 1..=plan.nodes {
        let (postgres, nats) = (Throwaway::postgres()?, Throwaway::nats()?);
        let mut processes = Vec::new();
        for _ in 0..nodes {
            let arguments = ["--role", "server", postgres.address(), nats.address(), "counted"];
            processes.push(Process::start(&arguments).await?);
        }
        println!("\n{nodes} {}", if nodes == 1 { "node" } else { "nodes" });
        measure_nodes(plan, &mut processes).await?;
    }
    Ok(())
}

async fn measure_nodes(plan: &Plan, processes: &mut [Process]) -> Result<(), Failure> {
    let client = Client::new(processes.iter().map(|process| Way::to(&process.address)));
    let mut games = Vec::new();
    for _ in 0..TABLES {
        games.push(client.open_game().await?);
    }
    let (before, spent) = (counts(processes).await?, AllSpent::until_now(processes)?);
    let delays = client::paced(games, PACE, plan.seconds).await?;
    let (done, spent) = (counts(processes).await? - before, AllSpent::until_now(processes)?.since(spent));
    let actions = delays.len() as u64;
    let each = |count: u64| count as f64 / actions.max(1) as f64;
    println!(
        "  {:>9.1} µs of processor time for an action: {:.1} µs of the nodes, {:.1} µs of Postgres, {:.1} µs of NATS",
        share(spent.nodes + spent.postgres + spent.nats, actions),
        share(spent.nodes, actions),
        share(spent.postgres, actions),
        share(spent.nats, actions)
    );
    println!(
        "  {:>9} p50, {} p99 from action to the last seat's view",
        show(percentile(&delays, 50.0)),
        show(percentile(&delays, 99.0))
    );
    println!("  {:>9.2} notices heard for an action, {:.2} sent", each(done.heard), each(done.published));
    println!("  {:>9.2} records read for an action in {:.2} reads", each(done.records), each(done.reads));
    measure_reads(&client).await?;
    measure_conflicts(&client, processes).await
}

/// How many answers to plain requests are old, right after an action at another node.
async fn measure_reads(client: &Client) -> Result<(), Failure> {
    let mut table = client.open_game().await?;
    let mut old = 0;
    for _ in 0..READS {
        old += usize::from(table.act_and_read().await?);
    }
    println!("  {old:>9} of {READS} reads are old right after an action was acknowledged elsewhere");
    Ok(())
}

/// How often two nodes write at one table at once.
async fn measure_conflicts(client: &Client, processes: &mut [Process]) -> Result<(), Failure> {
    let mut table: Table = client.open_game().await?;
    let before = counts(processes).await?;
    for _ in 0..SPEECHES {
        table.speak_at_once().await?;
    }
    let done = counts(processes).await? - before;
    let records = 2 * SPEECHES as u64;
    println!(
        "  {:>9} conflicts when both seats wrote {records} records at once, {:.2} writes for each",
        done.taken,
        done.writes as f64 / records as f64
    );
    Ok(())
}

async fn counts(processes: &mut [Process]) -> Result<Counts, Failure> {
    let mut all = Counts::default();
    for process in processes {
        all = all + process.tally().await?.counts;
    }
    Ok(all)
}

/// Processor time of everybody who serves.
#[derive(Clone, Copy)]
struct AllSpent {
    nodes: Duration,
    postgres: Duration,
    nats: Duration,
}

impl AllSpent {
    fn until_now(processes: &[Process]) -> Result<AllSpent, Failure> {
        let mut nodes = Duration::ZERO;
        for process in processes {
            nodes += process.spent()?.processor;
        }
        let of = |name: &str| Ok::<_, Failure>(Spent::by_all(name)?.processor);
        Ok(AllSpent { nodes, postgres: of("postgres")?, nats: of("nats-server")? })
    }

    fn since(self, before: AllSpent) -> AllSpent {
        AllSpent {
            nodes: self.nodes.saturating_sub(before.nodes),
            postgres: self.postgres.saturating_sub(before.postgres),
            nats: self.nats.saturating_sub(before.nats),
        }
    }
}
