//! Work that is due and the bus, simulated for more people than fit on one machine.
//!
//! The unit costs are measured (`--units`, `--postgres`, `--nodes`; `docs/scale.md` has the numbers)
//! and can be given with `--costs`; how people play is assumed, and printed.
//! Due work is claimed in the simulation as `hall/upkeep.rs` does it; a notice goes through NATS
//! and then through the node that hears it, each of which does one thing after the other.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::time::Duration;

use super::{Failure, percentile};

/// People with a socket on one node.
const SOCKETS: u64 = 20_000;
/// Seconds between two actions at a table.
const BETWEEN: f64 = 10.0;
/// Of so many actions one does not come, and a clock falls.
const ACTIONS_A_FLAG: f64 = 400.0;
/// Of so many tables one is watched by somebody who sits at another node.
const TABLES_A_SPECTATOR: u64 = 10;
/// Processors of a database, and of a node.
const PROCESSORS: f64 = 16.0;
const NODE_PROCESSORS: f64 = 4.0;
/// How much of them actions may take before tables are cut over more databases.
const ROOM: f64 = 0.6;
/// How long the database is away before the work of the outage is counted, in seconds.
const OUTAGE: f64 = 60.0;
/// Of so many tables one has a clock that falls during the outage.
const TABLES_A_FALL: u64 = 5;
/// Seconds that are simulated of a usual evening, and of the bus.
const EVENING: f64 = 60.0;
const BUS_SECONDS: f64 = 2.0;
/// As in `hall/upkeep.rs`: places for work, and pauses in seconds between two looks for it.
const PLACES: usize = 64;
const TICK: f64 = 0.25;
const MOMENT: f64 = 0.02;

/// What single things cost, in millionths of a second of one processor.
#[derive(Clone, Copy, Debug)]
pub struct Costs {
    /// An action: a node, and Postgres.
    action_node: f64,
    action_postgres: f64,
    /// How long a commit takes.
    commit: f64,
    /// A look for work that finds none, and one piece of work that is claimed: Postgres.
    look: f64,
    claim: f64,
    /// A notice that is told, and each time that it is handed on: NATS.
    told: f64,
    handed_on: f64,
    /// A notice that is heard: a node.
    heard: f64,
}

impl Default for Costs {
    fn default() -> Costs {
        Costs {
            action_node: 420.0,
            action_postgres: 435.0,
            commit: 430.0,
            look: 200.0,
            claim: 28.0,
            told: 1.2,
            handed_on: 1.2,
            heard: 2.7,
        }
    }
}

impl Costs {
    /// Reads `name=number,…`; what is not named stays as it is.
    pub fn read(list: &str) -> Result<Costs, Failure> {
        let mut costs = Costs::default();
        for item in list.split(',') {
            let (name, number) = item.split_once('=').ok_or(format!("`{item}` is not `name=number`"))?;
            let number: f64 = number.parse().map_err(|_| format!("not a number: `{number}`"))?;
            let cost = match name {
                "action-node" => &mut costs.action_node,
                "action-postgres" => &mut costs.action_postgres,
                "commit" => &mut costs.commit,
                "look" => &mut costs.look,
                "claim" => &mut costs.claim,
                "told" => &mut costs.told,
                "handed-on" => &mut costs.handed_on,
                "heard" => &mut costs.heard,
                unknown => return Err(format!("unknown cost: `{unknown}`").into()),
            };
            *cost = number.max(0.0);
        }
        Ok(costs)
    }
}

/// So many people, and what serves them.
#[derive(Clone, Copy)]
struct Club {
    people: u64,
    nodes: u64,
    databases: u64,
}

impl Club {
    fn of(people: u64, databases: u64) -> Club {
        Club { people, nodes: people.div_ceil(SOCKETS).max(databases), databases }
    }

    fn tables(&self) -> u64 {
        self.people / 2
    }

    /// Actions a second.
    fn actions(&self) -> f64 {
        self.tables() as f64 / BETWEEN
    }

    /// How much of a node's processors actions take.
    fn node_busy(&self, costs: &Costs) -> f64 {
        self.actions() / self.nodes as f64 * costs.action_node / 1e6 / NODE_PROCESSORS
    }

    /// How much of one database's processors actions take.
    fn busy(&self, costs: &Costs) -> f64 {
        let nodes_looking = 2.0 * self.nodes as f64 / self.databases as f64 / TICK * costs.look;
        let acting = self.actions() / self.databases as f64 * costs.action_postgres;
        (acting + nodes_looking) / 1e6 / PROCESSORS
    }
}

/// Prints what comes of both sizes, as they are and as they are cut.
pub fn print(costs: &Costs) -> Result<(), Failure> {
    println!("{costs:?}, in µs");
    println!(
        "{SOCKETS} people a node, an action at each table every {BETWEEN} s, a clock falls instead of one in {ACTIONS_A_FLAG},"
    );
    println!(
        "one of {TABLES_A_SPECTATOR} tables is watched; {NODE_PROCESSORS} processors a node, {PROCESSORS} a database; after {OUTAGE} s without it"
    );
    println!("the clocks of one table in {TABLES_A_FALL} have fallen\n");
    let clubs = [100_000, 1_000_000].into_iter().flat_map(|people| {
        let whole = Club::of(people, 1);
        let databases = (whole.busy(costs) / ROOM).ceil() as u64;
        [Some(whole), (databases > 1).then(|| Club::of(people, databases))]
    });
    let clubs: Vec<Club> = clubs.flatten().collect();
    println!("    people  nodes  databases  actions/s  of a node's processors  of a database's");
    for club in &clubs {
        println!(
            "{:>10}  {:>5}  {:>9}  {:>9.0}  {:>21.0}%  {:>14.0}%",
            club.people,
            club.nodes,
            club.databases,
            club.actions(),
            club.node_busy(costs) * 100.0,
            club.busy(costs) * 100.0
        );
    }
    print_due(costs, &clubs);
    print_bus(costs, &clubs);
    Ok(())
}

fn print_due(costs: &Costs, clubs: &[Club]) {
    println!("\nclocks that fall, over all databases");
    println!("    people  databases  when           flags  longest queue  delay p50     p99   worst");
    for club in clubs {
        for (when, outage) in [("evening", false), ("after outage", true)] {
            let head = format!("{:>10}  {:>9}  {when:<12}", club.people, club.databases);
            match due(costs, *club, outage) {
                None => println!("{head}  no processor is left for it"),
                Some(found) => println!(
                    "{head}  {:>6}  {:>13}  {:>7.2} s  {:>4.2} s  {:>4.2} s",
                    found.delays.len() as u64 * club.databases,
                    found.longest as u64 * club.databases,
                    percentile(&found.delays, 50.0).as_secs_f64(),
                    percentile(&found.delays, 99.0).as_secs_f64(),
                    percentile(&found.delays, 100.0).as_secs_f64(),
                ),
            }
        }
    }
}

/// What became of due work.
struct Found {
    delays: Vec<Duration>,
    longest: usize,
}

/// Simulates the work of one of the databases and of the nodes that look after it; nothing when
/// nobody has time for it.
fn due(costs: &Costs, club: Club, outage: bool) -> Option<Found> {
    let (left, node_left) = (1.0 - club.busy(costs), 1.0 - club.node_busy(costs));
    if left.min(node_left) <= 0.05 {
        return None;
    }
    let (nodes, tables) = ((club.nodes / club.databases).max(1) as usize, club.tables() / club.databases);
    let mut luck = Luck(7);
    let rate = tables as f64 / BETWEEN / ACTIONS_A_FLAG;
    let mut falls: VecDeque<f64> = VecDeque::new();
    let mut moment = 0.0;
    if outage {
        // Those of the outage are all due when it is over, in the order in which they fell.
        falls.extend((0..tables / TABLES_A_FALL).map(|_| 0.0));
    }
    while moment < EVENING {
        moment += luck.pause(rate);
        falls.push_back(moment);
    }
    let one = 1e-6 / (PROCESSORS * left);
    let here = costs.action_node * 1e-6 / (NODE_PROCESSORS * node_left);
    let mut database_free: f64 = 0.0;
    let (mut free, mut node_free) = (vec![PLACES; nodes], vec![0.0_f64; nodes]);
    let mut events: BinaryHeap<Reverse<(Moment, usize, bool)>> = BinaryHeap::new();
    for node in 0..nodes {
        events.push(Reverse((Moment(TICK * node as f64 / nodes as f64), node, true)));
    }
    let mut found = Found { delays: Vec::new(), longest: 0 };
    while let Some(Reverse((Moment(now), node, is_look))) = events.pop() {
        if !is_look {
            free[node] += 1;
            continue;
        }
        let waiting = falls.partition_point(|fall| *fall <= now);
        found.longest = found.longest.max(waiting);
        let taken = waiting.min(free[node]);
        database_free = database_free.max(now) + (costs.look + costs.claim * taken as f64) * one;
        for fall in falls.drain(..taken) {
            free[node] -= 1;
            // The table is read and written to, as by an action.
            database_free += costs.action_postgres * one;
            node_free[node] = node_free[node].max(database_free) + here;
            let done = node_free[node] + costs.commit * 1e-6;
            found.delays.push(Duration::from_secs_f64(done - fall));
            events.push(Reverse((Moment(done), node, false)));
        }
        if !falls.is_empty() {
            let pause = if free[node] == 0 { MOMENT } else { TICK };
            events.push(Reverse((Moment(database_free.max(now + pause)), node, true)));
        }
    }
    found.delays.sort();
    Some(found)
}

fn print_bus(costs: &Costs, clubs: &[Club]) {
    println!("\nnotices");
    println!(
        "    people  nodes  subjects   handed on/s  heard/s a node  of NATS' processor  of a node's  delay p99  lost"
    );
    for club in clubs.iter().filter(|club| club.databases == 1) {
        for (subjects, by_table) in [("one for all", false), ("by table", true)] {
            let bus = bus(costs, *club, by_table);
            println!(
                "{:>10}  {:>5}  {subjects:<11}  {:>9.0}  {:>14.0}  {:>18.0}%  {:>10.1}%  {:>6.1} ms  {:>3.0}%",
                club.people,
                club.nodes,
                bus.handed_on,
                bus.handed_on / club.nodes as f64,
                (club.actions() * costs.told + bus.handed_on * costs.handed_on) / 1e4,
                bus.handed_on / club.nodes as f64 * costs.heard / 1e4,
                percentile(&bus.delays, 99.0).as_secs_f64() * 1e3,
                bus.lost * 100.0
            );
        }
    }
}

/// What became of notices.
struct Carried {
    /// A second.
    handed_on: f64,
    delays: Vec<Duration>,
    /// The share that found no place where it should wait.
    lost: f64,
}

/// Simulates the bus for a moment.
fn bus(costs: &Costs, club: Club, by_table: bool) -> Carried {
    /// How many notices wait for a node.
    const WAITING: f64 = 4096.0;
    let (mut luck, mut now, mut nats_free) = (Luck(11), 0.0, 0.0_f64);
    let mut node_free = vec![0.0_f64; club.nodes as usize];
    let (mut delays, mut count, mut lost) = (Vec::new(), 0_u64, 0_u64);
    loop {
        now += luck.pause(club.actions());
        if now > BUS_SECONDS {
            break;
        }
        let acting = luck.below(club.nodes);
        let mut hearing = [luck.below(club.nodes), luck.below(club.nodes)];
        if luck.below(TABLES_A_SPECTATOR) > 0 {
            hearing[1] = hearing[0];
        }
        let hears = |node: u64| if by_table { hearing.contains(&node) && node != acting } else { true };
        nats_free = nats_free.max(now) + costs.told * 1e-6;
        for node in (0..club.nodes).filter(|node| hears(*node)) {
            nats_free += costs.handed_on * 1e-6;
            count += 1;
            let free = &mut node_free[node as usize];
            if *free - nats_free > WAITING * costs.heard * 1e-6 {
                lost += 1;
                continue;
            }
            *free = free.max(nats_free) + costs.heard * 1e-6;
            delays.push(Duration::from_secs_f64(*free - now));
        }
    }
    delays.sort();
    Carried { handed_on: count as f64 / BUS_SECONDS, delays, lost: lost as f64 / count.max(1) as f64 }
}

/// A moment in seconds, in order.
#[derive(Clone, Copy, PartialEq)]
struct Moment(f64);

impl Eq for Moment {}

impl Ord for Moment {
    fn cmp(&self, other: &Moment) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for Moment {
    fn partial_cmp(&self, other: &Moment) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// Luck that falls alike in every run.
struct Luck(u64);

impl Luck {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound.max(1)
    }

    /// Until the next of things that come at a rate, in seconds.
    fn pause(&mut self, rate: f64) -> f64 {
        -((self.next() as f64 + 1.0) / (1_u64 << 31) as f64).ln() / rate
    }
}
