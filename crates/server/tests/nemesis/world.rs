//! Everything that can fail, and how it is made to fail and healed again.

use std::collections::BTreeMap;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::sleep;
use std::time::{Duration, Instant};

use kit_server::hall::HallSettings;
use kit_server::store;
use kit_server::throwaway::Throwaway;
use tokio::net::TcpStream;
use tokio::runtime::Handle;

use crate::client::Shared;
use crate::disk::Disk;
use crate::history::{Recorder, Struck};
use crate::link::{Link, Manner};
use crate::node::Node;
use crate::schedule::{Burst, Fault, Kind, Parts, Place, Service};

/// How long a calm lasts at most, if nothing is acknowledged in it.
const LONGEST_CALM: Duration = Duration::from_secs(60);

/// How many times longer a run may take on a slow machine.
const LONGER: u32 = 6;

/// Everything that can fail.
pub struct World {
    /// The nodes.
    pub nodes: Vec<Node>,
    /// What went wrong so far.
    pub faults: Vec<Struck>,
    links: BTreeMap<Place, Link>,
    store: Option<Throwaway>,
    bus: Option<Throwaway>,
    /// The disk of the store, which is taken away last.
    pub disk: Disk,
    address: String,
}

impl World {
    /// One node with an SQLite file.
    pub async fn with_sqlite() -> Result<World, String> {
        let disk = Disk::for_sqlite()?;
        let address = disk.file().ok_or("the disk has a file")?.display().to_string();
        let node = Node::new(&address, None)?;
        let links = BTreeMap::from([(Place::People(0), lay(node.orders.port).await?)]);
        Ok(World { nodes: vec![node], faults: Vec::new(), disk, links, store: None, bus: None, address })
    }

    /// Nodes with Postgres and NATS.
    pub async fn with_services(nodes: usize) -> Result<World, String> {
        let (store, bus) = (Throwaway::postgres()?, Throwaway::nats()?);
        let address = store.address().to_owned();
        // Whoever opens the database makes its tables.
        drop(store::open(&address).await.map_err(|error| error.to_string())?);
        let disk = Disk::for_postgres(&address).await?;
        let (mut links, mut all) = (BTreeMap::new(), Vec::new());
        for number in 0..nodes {
            let (to_store, to_bus) = (lay(port(&address)?).await?, lay(port(bus.address())?).await?);
            let database = format!("postgres://postgres@127.0.0.1:{}/postgres", to_store.port);
            let mut node = Node::new(&database, Some(&format!("nats://127.0.0.1:{}", to_bus.port)))?;
            if number == 1 {
                // This one trusts the bus as servers do.
                node.orders.poll = HallSettings::default().poll;
            }
            links.insert(Place::People(number), lay(node.orders.port).await?);
            links.extend([(Place::Store(number), to_store), (Place::Bus(number), to_bus)]);
            all.push(node);
        }
        let (store, bus) = (Some(store), Some(bus));
        Ok(World { nodes: all, faults: Vec::new(), disk, links, store, bus, address })
    }

    /// What there is to harm.
    pub fn parts(&self) -> Parts {
        Parts { nodes: self.nodes.len(), services: self.store.is_some() }
    }

    /// The store, without any link in between.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Where people reach the nodes.
    pub fn ports(&self) -> Vec<u16> {
        let people = |number| self.links.get(&Place::People(number)).map(|link| link.port);
        (0..self.nodes.len()).filter_map(people).collect()
    }

    /// Starts the nodes that do not run.
    pub fn start(&mut self) -> Result<(), String> {
        self.nodes.iter_mut().try_for_each(Node::start)
    }

    /// Waits until all nodes take connections for the first time.
    pub async fn answer(&mut self) -> Result<(), String> {
        let until = Instant::now() + LONGEST_CALM;
        for port in self.nodes.iter().map(|node| node.orders.port) {
            while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await.is_err() {
                if Instant::now() > until {
                    return Err("a node does not start".to_owned());
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
        Ok(())
    }

    /// Kills all nodes at once and starts them again.
    pub fn restart(&mut self) -> Result<(), String> {
        self.nodes.iter_mut().try_for_each(Node::kill)?;
        self.start()
    }

    /// Carries out bursts for a while, and longer on a slow machine: until every kind of fault
    /// has been, and people have been answered often enough to prove something; a run in which that
    /// never comes about fails.
    /// Everything is healed in the end.
    pub fn suffer(
        &mut self,
        bursts: impl Iterator<Item = Burst>,
        time: Duration,
        enough: usize,
        shared: &Arc<Shared>,
    ) -> Result<(), String> {
        let begun = Instant::now();
        let kinds = self.parts().kinds();
        for burst in bursts {
            let since = begun.elapsed();
            match lacking(&kinds, &self.faults, shared.acknowledged.load(Ordering::Relaxed), enough) {
                None if since >= time => break,
                Some(lacking) if since >= LONGER * time => return Err(lacking),
                _ => {}
            }
            self.be_calm(burst.calm, shared)?;
            self.bear(&burst, &shared.recorder)?;
        }
        self.be_calm(Duration::ZERO, shared)
    }

    /// Leaves everything alone for a while, and until something was acknowledged.
    fn be_calm(&mut self, time: Duration, shared: &Shared) -> Result<(), String> {
        let (begun, before) = (Instant::now(), shared.acknowledged.load(Ordering::Relaxed));
        loop {
            // A node that started while the store was away has ended by itself.
            self.start()?;
            let is_well = shared.acknowledged.load(Ordering::Relaxed) > before;
            if begun.elapsed() >= if is_well { time } else { LONGEST_CALM } {
                return Ok(());
            }
            sleep(Duration::from_millis(20));
        }
    }

    /// Lets the faults of a burst begin and end, each at its time.
    fn bear(&mut self, burst: &Burst, recorder: &Recorder) -> Result<(), String> {
        let strikes = burst.strikes.iter();
        let mut moments: Vec<(Duration, bool, usize)> = strikes
            .enumerate()
            .flat_map(|(index, strike)| {
                [(strike.after, false, index), (strike.after + strike.lasts, true, index)]
            })
            .collect();
        moments.sort();
        let (begun, first) = (Instant::now(), self.faults.len());
        for (after, is_end, index) in moments {
            sleep(after.saturating_sub(begun.elapsed()));
            let fault = burst.strikes[index].fault;
            let told = |problem: String| format!("{fault}: {problem}");
            if is_end {
                self.heal(fault).map_err(told)?;
                self.faults[first + index].to = recorder.now().at;
            } else {
                let from = recorder.now().at;
                self.faults.push(Struck { fault, from, to: Duration::MAX });
                self.strike(fault).map_err(told)?;
            }
        }
        Ok(())
    }

    fn strike(&mut self, fault: Fault) -> Result<(), String> {
        match fault {
            Fault::Kill(node) => return self.nodes[node].kill(),
            Fault::Pause(node) => return self.nodes[node].pause(),
            Fault::Skew(node, minutes) => self.nodes[node].skew(minutes * 60_000),
            Fault::Cut(place, cut) => self.links[&place].set(Manner::Cut(cut)),
            Fault::Slow(place, delay) => self.links[&place].set(Manner::Slow(Duration::from_millis(delay))),
            Fault::Crash(service) => self.service(service).into_iter().for_each(Throwaway::stop),
            Fault::FillDisk => return Handle::current().block_on(self.disk.fill(&mut self.nodes)),
        }
        Ok(())
    }

    fn heal(&mut self, fault: Fault) -> Result<(), String> {
        match fault {
            Fault::Kill(node) => return self.nodes[node].start(),
            Fault::Pause(node) => return self.nodes[node].resume(),
            Fault::Skew(node, _) => self.nodes[node].skew(0),
            Fault::Cut(place, _) | Fault::Slow(place, _) => self.links[&place].set(Manner::Open),
            Fault::Crash(service) => return self.service(service).map_or(Ok(()), Throwaway::start),
            Fault::FillDisk => return Handle::current().block_on(self.disk.empty(&mut self.nodes)),
        }
        Ok(())
    }

    fn service(&mut self, service: Service) -> Option<&mut Throwaway> {
        match service {
            Service::Store => self.store.as_mut(),
            Service::Bus => self.bus.as_mut(),
        }
    }
}

/// What a run lacks to prove something, if it lacks anything.
pub fn lacking(kinds: &[Kind], faults: &[Struck], acknowledged: usize, enough: usize) -> Option<String> {
    let never = |kind: &&Kind| !faults.iter().any(|struck| struck.fault.kind() == **kind);
    let never: Vec<String> = kinds.iter().filter(never).map(|kind| format!("no {kind}")).collect();
    let few = format!("{acknowledged} commands acknowledged, not {enough}");
    let lacks: Vec<String> = never.into_iter().chain((acknowledged < enough).then_some(few)).collect();
    (!lacks.is_empty()).then(|| format!("the run proves too little: {}", lacks.join(", ")))
}

async fn lay(target: u16) -> Result<Link, String> {
    Link::lay(target).await.map_err(|error| format!("no link can be laid: {error}"))
}

/// The port in an address.
fn port(address: &str) -> Result<u16, String> {
    let port = address.rsplit(':').next().and_then(|end| end.split('/').next()?.parse().ok());
    port.ok_or_else(|| format!("no port in `{address}`"))
}
