//! A node: this program once more, as a server of its own that can be killed and paused, and
//! whose clock can be set.

use std::env;
use std::io::{BufRead, Write};
use std::net::Ipv4Addr;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::thread;
use std::time::Duration;

use kit_games::CATALOGUE;
use kit_server::hall::{Hall, HallSettings, system_time};
use kit_server::http::limits::Limits;
use kit_server::http::{Front, Settings, serving};
use kit_server::throwaway::free_port;
use kit_server::{bus, store};
use serde::{Deserialize, Serialize};

use crate::hasty::HastyStore;

/// Tells this program that it is a node, and what it is to serve.
const VARIABLE: &str = "CHESS_KIT_NEMESIS_NODE";

/// Lets a node go on when its driver wants it to, or has gone.
const PAUSE: &str = r#"kill -STOP "$1"; while read -r line; do :; done; kill -CONT "$1""#;

/// Starts a node that is told by an error when a file cannot grow, and not by a signal.
const START: &str = r#"trap '' XFSZ; exec "$0""#;

/// How often nodes look at the store for themselves, unless they are told otherwise.
const OFTEN: Duration = Duration::from_millis(500);

/// What a node is to serve.
#[derive(Clone, Serialize, Deserialize)]
pub struct Orders {
    /// Where it listens.
    pub port: u16,
    /// Where the store is.
    pub database: String,
    /// Where the bus is.
    pub bus: Option<String>,
    /// Whether it is to acknowledge before it writes, which the checker must find.
    pub hasty: bool,
    /// By how much its machine's clock is ahead at the start, in milliseconds.
    pub ahead: i64,
    /// How often it looks at the store for itself.
    pub poll: Duration,
}

/// A node as its driver has it.
pub struct Node {
    /// What it serves.
    pub orders: Orders,
    child: Option<Child>,
    /// What keeps it from going on.
    pause: Option<Child>,
}

impl Node {
    /// A node that does not run yet.
    pub fn new(database: &str, bus: Option<&str>) -> Result<Node, String> {
        let (port, database, bus) = (free_port()?, database.to_owned(), bus.map(str::to_owned));
        let orders = Orders { port, database, bus, hasty: false, ahead: 0, poll: OFTEN };
        Ok(Node { orders, child: None, pause: None })
    }

    /// Starts it, unless it runs.
    pub fn start(&mut self) -> Result<(), String> {
        if self.id().is_some() {
            return Ok(());
        }
        let program = env::current_exe().map_err(|error| error.to_string())?;
        let orders = serde_json::to_string(&self.orders).map_err(|error| error.to_string())?;
        let mut command = Command::new("sh");
        command.args(["-c", START]).arg(program).env(VARIABLE, orders).stdin(Stdio::piped());
        let child = command.spawn().map_err(|error| format!("a node does not start: {error}"))?;
        self.child = Some(child);
        Ok(())
    }

    /// The number of its process, if it runs.
    pub fn id(&mut self) -> Option<u32> {
        let child = self.child.as_mut()?;
        matches!(child.try_wait(), Ok(None)).then(|| child.id())
    }

    /// Kills it with signal 9.
    pub fn kill(&mut self) -> Result<(), String> {
        let Some(mut child) = self.child.take() else { return Ok(()) };
        let killed = child.kill().and_then(|()| child.wait());
        killed.map(drop).map_err(|error| format!("a node cannot be killed: {error}"))
    }

    /// Makes it stand still.
    pub fn pause(&mut self) -> Result<(), String> {
        let Some(id) = self.id() else { return Ok(()) };
        let mut command = Command::new("sh");
        command.args(["-c", PAUSE, "pause", &id.to_string()]).stdin(Stdio::piped()).stderr(Stdio::null());
        self.pause = Some(command.spawn().map_err(|error| format!("a node cannot be paused: {error}"))?);
        Ok(())
    }

    /// Lets it go on.
    pub fn resume(&mut self) -> Result<(), String> {
        let Some(mut pause) = self.pause.take() else { return Ok(()) };
        drop(pause.stdin.take());
        pause.wait().map(drop).map_err(|error| format!("a node does not go on: {error}"))
    }

    /// Sets its machine's clock.
    ///
    /// Where the store has no clock, a node that starts has nothing but its machine's to go by,
    /// so there only a clock that jumps while it runs is a fault that it can bear.
    pub fn skew(&mut self, ahead: i64) {
        if self.orders.bus.is_some() {
            self.orders.ahead = ahead;
        }
        if let Some(input) = self.child.as_mut().and_then(|child| child.stdin.as_mut()) {
            // A node that has just ended by itself starts with the clock that it should have.
            let _ = writeln!(input, "{ahead}");
        }
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        for done in [self.resume(), self.kill()] {
            done.unwrap_or_else(|problem| eprintln!("{problem}"));
        }
    }
}

/// What this program is to serve, if it is a node.
pub fn orders() -> Option<Orders> {
    serde_json::from_str(&env::var(VARIABLE).ok()?).ok()
}

/// Serves until it is killed, or until its driver has gone.
pub fn run(orders: Orders) -> ExitCode {
    AHEAD.store(orders.ahead, Ordering::Relaxed);
    thread::spawn(|| {
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            if let Ok(ahead) = line.parse() {
                AHEAD.store(ahead, Ordering::Relaxed);
            }
        }
        std::process::exit(0);
    });
    let Ok(runtime) = tokio::runtime::Runtime::new() else { return ExitCode::FAILURE };
    match runtime.block_on(serve(orders)) {
        Ok(()) => ExitCode::SUCCESS,
        // The database may be away; the driver starts the node again.
        Err(_) => ExitCode::FAILURE,
    }
}

/// By how much this machine's clock is ahead, in milliseconds.
static AHEAD: AtomicI64 = AtomicI64::new(0);

fn machine_time() -> i64 {
    system_time() + AHEAD.load(Ordering::Relaxed)
}

async fn serve(orders: Orders) -> Result<(), String> {
    let mut store = store::open(&orders.database).await.map_err(|error| error.to_string())?;
    if orders.hasty {
        store = Arc::new(HastyStore::new(store));
    }
    let bus = bus::open(orders.bus.as_deref()).await.map_err(|error| error.to_string())?;
    let settings = HallSettings { poll: orders.poll, machine_time, ..HallSettings::default() };
    let hall = Hall::new(CATALOGUE, store, bus, settings);
    tokio::spawn(Arc::clone(&hall).run());
    let front = Front::new(hall, Settings { limits: Limits::none(), ..Settings::default() });
    let listener = tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, orders.port)).await;
    serving::serve(listener.map_err(|error| error.to_string())?, front).await;
    Ok(())
}
