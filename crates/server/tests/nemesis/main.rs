//! A nemesis: everything that can fail is made to fail while people play, and a checker proves
//! from what was seen that nothing was lost.
//!
//! Clients play random games over real sockets, talk, and come back to any node when they are
//! cut off.
//! Meanwhile nodes are killed and paused and their clocks are set, links between people, nodes,
//! store and bus are cut and slowed, services crash and the disk is full (`schedule.rs`, a pure
//! function of a seed).
//! Everything that clients ask for, are told and are shown is written down (`history.rs`), and
//! from that and from the records in the store the checker (`checker.rs`) proves that nothing that
//! was acknowledged was lost, doubled or reordered, and that nobody was shown what is not so.
//! Faults that are planted show that it would find them (`planted.rs`).
//!
//! `NEMESIS_SECONDS`, `NEMESIS_TABLES` and `NEMESIS_SEED` make it longer, larger and the same
//! again; `cargo xtask nemesis` sets them.
//! This program is also the node that is harmed, so that it has no port or binary of its own.

mod checker;
mod client;
mod disk;
mod hasty;
mod history;
mod link;
mod node;
mod planted;
mod run;
mod schedule;
mod summary;
mod table;
mod view;
mod world;

use std::collections::BTreeMap;
use std::process::{Command, ExitCode};
use std::time::Duration;

use libtest_mimic::{Arguments, Failed, Trial};

use checker::{Finding, Wrong, check};
use run::{Size, play};
use schedule::{Burst, Schedule};
use world::World;

/// How many findings are told.
const TOLD: usize = 20;

fn main() -> ExitCode {
    if let Some(orders) = node::orders() {
        return node::run(orders);
    }
    let trials = vec![
        Trial::test("commands_are_matched_with_records", planted::commands_are_matched),
        Trial::test("faults_that_are_planted_in_histories_are_found", planted::faults_in_histories_are_found),
        Trial::test("a_run_that_proves_too_little_is_found", planted::too_little_is_found),
        Trial::test("a_recovery_that_takes_too_long_is_found", planted::slow_recoveries_are_found),
        Trial::test("the_schedule_is_a_function_of_its_seed", one_seed_one_schedule),
        Trial::test("an_acknowledgement_before_the_commit_is_found", a_hasty_store_is_found),
        Trial::test("two_nodes_with_postgres_and_nats_lose_nothing", two_nodes),
        Trial::test("one_node_with_sqlite_does_not_lose_anything", one_node),
    ];
    raise_limits();
    let mut arguments = Arguments::from_args();
    // The machine is busy enough with one of them.
    arguments.test_threads = Some(1);
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Each person at a table is three connections of this program, so it needs more than usual.
fn raise_limits() {
    let id = std::process::id().to_string();
    let limits =
        Command::new("prlimit").args(["--pid", &id, "--nofile", "--output=HARD", "--noheadings"]).output();
    let Ok(limits) = limits else { return };
    let hard = String::from_utf8_lossy(&limits.stdout).trim().to_owned();
    // Where this is not possible, there is room for fewer tables.
    let _ = Command::new("prlimit").args(["--pid", &id, &format!("--nofile={hard}:")]).status();
}

fn one_seed_one_schedule() -> Result<(), Failed> {
    let parts = schedule::Parts { nodes: 2, services: true };
    let bursts = |seed| Schedule::new(seed, parts, 1).take(50).collect::<Vec<Burst>>();
    if bursts(1) != bursts(1) || bursts(1) == bursts(2) {
        return Err("a seed has one schedule, and another seed another one".into());
    }
    let kinds = |bursts: &[Burst]| -> Vec<schedule::Kind> {
        bursts.iter().flat_map(|burst| &burst.strikes).map(|strike| strike.fault.kind()).collect()
    };
    let missing = |seed| parts.kinds().into_iter().find(|kind| !kinds(&bursts(seed)).contains(kind));
    match (1..20).find_map(missing) {
        Some(kind) => Err(format!("a schedule is without `{kind}`").into()),
        None => Ok(()),
    }
}

fn one_node() -> Result<(), Failed> {
    let size = Size::from_environment();
    // The one with services is the longer one.
    let time = if size.stretch() > 1 { size.time / 5 } else { size.time };
    hold(Size { time, ..size }, "one node with SQLite", World::with_sqlite)
}

fn two_nodes() -> Result<(), Failed> {
    hold(Size::from_environment(), "two nodes with Postgres and NATS", || World::with_services(2))
}

/// Runs, and checks what was seen.
fn hold<F: Future<Output = Result<World, String>>>(
    size: Size,
    served_by: &str,
    world: impl FnOnce() -> F,
) -> Result<(), Failed> {
    eprintln!("nemesis, {served_by}: `cargo xtask nemesis --seed {}` repeats these faults", size.seed);
    let history = runtime()?.block_on(async {
        let world = world().await?;
        let schedule = Schedule::new(size.seed, world.parts(), size.stretch());
        let (history, disk, thought) = play(&size, world, schedule).await?;
        let tables = size.tables;
        eprint!(
            "{}",
            summary::told(&summary::About { seed: size.seed, tables, served_by, disk, thought }, &history)
        );
        Ok::<_, String>(history)
    })?;
    // In a short run, on a machine that does much else, it says little.
    if let Some(problem) = summary::too_slow(&history).filter(|_| size.stretch() > 1) {
        return Err(problem.into());
    }
    let findings = check(&history);
    if findings.is_empty() {
        eprintln!("  checker   nothing was lost, doubled or reordered, and no number went back");
        return Ok(());
    }
    Err(told(&findings).into())
}

fn told(findings: &[Finding]) -> String {
    let mut kinds: BTreeMap<Wrong, usize> = BTreeMap::new();
    findings.iter().for_each(|finding| *kinds.entry(finding.kind).or_default() += 1);
    let first: Vec<String> = findings.iter().take(TOLD).map(ToString::to_string).collect();
    format!("the checker found {kinds:?}; the first are\n{}", first.join("\n"))
}

/// A node that acknowledges before it writes is killed, and the checker must tell what was lost.
fn a_hasty_store_is_found() -> Result<(), Failed> {
    // Nobody will see what the records say, so nobody waits for it for long.
    let size = Size { seed: 1, time: Duration::ZERO, tables: 4, settling: Duration::from_secs(5) };
    let history = runtime()?.block_on(async {
        let mut world = World::with_sqlite().await?;
        world.nodes.iter_mut().for_each(|node| node.orders.hasty = true);
        // It is killed once, in the end.
        Ok::<_, String>(play(&size, world, std::iter::empty()).await?.0)
    })?;
    let findings = check(&history);
    if findings.iter().any(|finding| finding.kind == Wrong::Lost) {
        Ok(())
    } else {
        Err(format!("nothing was found to be lost; {}", told(&findings)).into())
    }
}

fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()
}
