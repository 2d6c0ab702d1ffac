//! Kills nodes and stops services, and starts them again.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use kit_server::throwaway::Throwaway;

use crate::client::below;
use crate::node::Node;

/// How long things stay as they are, at most, in milliseconds.
const CALM: u64 = 1500;

/// How long something stays away, at most, in milliseconds.
const AWAY: u64 = 800;

/// How many times longer it may take on a slow machine.
const LONGER: u32 = 6;

/// Everything that can fail.
pub struct Trouble {
    nodes: Vec<Node>,
    services: Vec<Throwaway>,
    killed: u32,
    stopped: u32,
}

impl Trouble {
    /// Trouble for these nodes and the services that they use.
    pub fn new(nodes: Vec<Node>, services: Vec<Throwaway>) -> Trouble {
        Trouble { nodes, services, killed: 0, stopped: 0 }
    }

    /// Where the nodes listen.
    pub fn ports(&self) -> Vec<u16> {
        self.nodes.iter().map(|node| node.port).collect()
    }

    /// Makes trouble for a while, and longer on a slow machine, until clients have been answered
    /// often enough to prove something; leaves everything running.
    pub fn make(mut self, time: Duration, enough: usize, answered: &AtomicUsize) -> Result<Trouble, String> {
        self.nodes.iter_mut().try_for_each(Node::start)?;
        let started = Instant::now();
        let goes_on = |since: Duration| {
            since < time || since < LONGER * time && answered.load(Ordering::Relaxed) < enough
        };
        while goes_on(started.elapsed()) {
            sleep(Duration::from_millis(200 + below(CALM)));
            self.strike()?;
            // A node that was started while the database was away has ended by itself.
            self.nodes.iter_mut().try_for_each(Node::start)?;
        }
        Ok(self)
    }

    fn strike(&mut self) -> Result<(), String> {
        let victim = below((self.nodes.len() + self.services.len()) as u64) as usize;
        let away = Duration::from_millis(below(AWAY));
        if let Some(node) = self.nodes.get_mut(victim) {
            self.killed += 1;
            node.kill()?;
            sleep(away);
            return node.start();
        }
        let service = &mut self.services[victim - self.nodes.len()];
        self.stopped += 1;
        service.stop();
        sleep(away);
        service.start()
    }

    /// What was done.
    pub fn told(&self) -> String {
        format!("nodes killed {} times, services stopped {} times", self.killed, self.stopped)
    }
}
