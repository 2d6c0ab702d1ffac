//! What goes wrong and when: a pure function of a seed.
//!
//! Faults come in bursts, in which they overlap, and after each burst everything is healed.
//! Kinds are drawn from a bag that is filled again when it is empty, so that each comes about as
//! often as any other, and all of them within a short run.

use std::fmt;
use std::time::Duration;

use kit_play::Chance;

/// What there is to harm.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    /// How many nodes.
    pub nodes: usize,
    /// Whether the store and the bus are services that nodes reach over a network.
    pub services: bool,
}

impl Parts {
    /// The kinds of faults that can come about here.
    pub fn kinds(self) -> Vec<Kind> {
        let of_services: &[Kind] = if self.services { &OF_SERVICES } else { &[] };
        [&WITHOUT_SERVICES, of_services].concat()
    }
}

/// Faults that overlap, and the calm before them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Burst {
    /// How long everything is healthy before.
    pub calm: Duration,
    /// The faults, in the order in which they begin.
    pub strikes: Vec<Strike>,
}

/// One fault of a burst.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strike {
    /// How long after the beginning of the burst.
    pub after: Duration,
    /// How long it lasts.
    pub lasts: Duration,
    /// What it is.
    pub fault: Fault,
}

/// Something that goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A node is killed with signal 9, and comes back.
    Kill(usize),
    /// A node stands still, and goes on.
    Pause(usize),
    /// A machine's clock jumps by so many minutes, and back.
    Skew(usize, i64),
    /// A link does not carry what it should.
    Cut(Place, Cut),
    /// Everything on a link takes so many milliseconds longer.
    Slow(Place, u64),
    /// A service crashes, and comes back.
    Crash(Service),
    /// The disk of the store is full, and is emptied.
    FillDisk,
}

/// A link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// Between people and a node.
    People(usize),
    /// Between a node and the store.
    Store(usize),
    /// Between a node and the bus.
    Bus(usize),
}

/// How a link is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cut {
    /// Connections break, and new ones do too.
    Break,
    /// Nothing comes through until the link is mended, and then all of it.
    Hold,
    /// What is asked comes through, and the answers are lost.
    Mute,
}

/// What nodes need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Service {
    /// The store.
    Store,
    /// The bus.
    Bus,
}

/// What two faults of one burst must not share.
#[derive(PartialEq, Eq)]
enum Target {
    Node(usize),
    Clock(usize),
    Link(Place),
    Store,
    Bus,
}

/// A kind of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A node is killed.
    Killed,
    /// A node stands still.
    Paused,
    /// A clock is wrong.
    Skewed,
    /// A link is cut, in one of three ways.
    Cut(Cut),
    /// A link is slow.
    Slowed,
    /// A disk is full.
    DiskFull,
    /// A service is away.
    Crashed(Service),
}

/// Kinds that need no services.
const WITHOUT_SERVICES: [Kind; 8] = [
    Kind::Killed,
    Kind::Paused,
    Kind::Skewed,
    Kind::Cut(Cut::Break),
    Kind::Cut(Cut::Hold),
    Kind::Cut(Cut::Mute),
    Kind::Slowed,
    Kind::DiskFull,
];

/// Kinds that do.
const OF_SERVICES: [Kind; 2] = [Kind::Crashed(Service::Store), Kind::Crashed(Service::Bus)];

/// How many faults a burst has at most.
const AT_ONCE: u32 = 3;

/// Bursts without end.
pub struct Schedule {
    chance: Chance,
    parts: Parts,
    /// How many times longer faults and calms are than in a short run.
    stretch: u32,
    /// Kinds that are yet to come.
    bag: Vec<Kind>,
}

impl Schedule {
    /// The bursts that belong to a seed.
    pub fn new(seed: u64, parts: Parts, stretch: u32) -> Schedule {
        Schedule { chance: Chance::seeded(seed), parts, stretch, bag: Vec::new() }
    }

    fn burst(&mut self) -> Burst {
        let calm = self.between(300, 1_200);
        let (mut strikes, mut targets): (Vec<Strike>, Vec<Target>) = (Vec::new(), Vec::new());
        let mut after = Duration::ZERO;
        for _ in 0..=self.chance.below(AT_ONCE) {
            let fault = self.fault();
            if targets.contains(&fault.target()) {
                continue;
            }
            targets.push(fault.target());
            strikes.push(Strike { after, lasts: self.lasting(), fault });
            after += Duration::from_millis(u64::from(self.chance.below(400)));
        }
        Burst { calm, strikes }
    }

    /// How long a fault lasts: mostly short, and now and then longer than anybody waits.
    fn lasting(&mut self) -> Duration {
        match self.chance.below(8) {
            0 => self.between(1_500, 4_000),
            _ => self.between(200, 1_500),
        }
    }

    fn fault(&mut self) -> Fault {
        if self.bag.is_empty() {
            self.bag = self.parts.kinds();
            self.chance.shuffle(&mut self.bag);
        }
        let kind = self.bag.pop().expect("there are kinds");
        let node = self.chance.below(self.parts.nodes as u32) as usize;
        match kind {
            Kind::Killed => Fault::Kill(node),
            Kind::Paused => Fault::Pause(node),
            Kind::Skewed => Fault::Skew(node, *self.chance.pick(&[-60, 60])),
            Kind::Cut(cut) => Fault::Cut(self.place(node), cut),
            Kind::Slowed => Fault::Slow(self.place(node), u64::from(self.chance.below(300)) + 20),
            Kind::DiskFull => Fault::FillDisk,
            Kind::Crashed(service) => Fault::Crash(service),
        }
    }

    fn place(&mut self, node: usize) -> Place {
        let places = [Place::Store(node), Place::People(node), Place::Bus(node)];
        *self.chance.pick(if self.parts.services { &places } else { &places[1..2] })
    }

    fn between(&mut self, least: u32, most: u32) -> Duration {
        let milliseconds = least + self.chance.below(most - least);
        Duration::from_millis(u64::from(milliseconds * self.stretch))
    }
}

impl Iterator for Schedule {
    type Item = Burst;

    fn next(&mut self) -> Option<Burst> {
        Some(self.burst())
    }
}

impl Fault {
    /// Its kind.
    pub fn kind(&self) -> Kind {
        match *self {
            Fault::Kill(_) => Kind::Killed,
            Fault::Pause(_) => Kind::Paused,
            Fault::Skew(..) => Kind::Skewed,
            Fault::Cut(_, cut) => Kind::Cut(cut),
            Fault::Slow(..) => Kind::Slowed,
            Fault::FillDisk => Kind::DiskFull,
            Fault::Crash(service) => Kind::Crashed(service),
        }
    }

    fn target(&self) -> Target {
        match *self {
            Fault::Kill(node) | Fault::Pause(node) => Target::Node(node),
            Fault::Skew(node, _) => Target::Clock(node),
            Fault::Cut(place, _) | Fault::Slow(place, _) => Target::Link(place),
            Fault::Crash(Service::Store) | Fault::FillDisk => Target::Store,
            Fault::Crash(Service::Bus) => Target::Bus,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Kind::Killed => "node killed",
            Kind::Paused => "node paused",
            Kind::Skewed => "clock skewed",
            Kind::Cut(Cut::Break) => "link broken",
            Kind::Cut(Cut::Hold) => "link held",
            Kind::Cut(Cut::Mute) => "answers lost",
            Kind::Slowed => "link slowed",
            Kind::DiskFull => "disk full",
            Kind::Crashed(Service::Store) => "store crashed",
            Kind::Crashed(Service::Bus) => "bus crashed",
        })
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.kind();
        match self {
            Fault::Kill(node) | Fault::Pause(node) => write!(formatter, "{kind} (node {node})"),
            Fault::Skew(node, minutes) => write!(formatter, "{kind} (node {node}, {minutes:+} min)"),
            Fault::Cut(place, _) => write!(formatter, "{kind} ({place})"),
            Fault::Slow(place, delay) => write!(formatter, "{kind} ({place}, {delay} ms)"),
            Fault::FillDisk | Fault::Crash(_) => write!(formatter, "{kind}"),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::People(node) => write!(formatter, "people and node {node}"),
            Place::Store(node) => write!(formatter, "node {node} and store"),
            Place::Bus(node) => write!(formatter, "node {node} and bus"),
        }
    }
}
