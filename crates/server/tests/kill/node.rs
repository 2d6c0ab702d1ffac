//! A node: this program once more, as a server of its own that can be killed.

use std::env;
use std::io::Read;
use std::net::Ipv4Addr;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use kit_games::CATALOGUE;
use kit_server::hall::{Hall, HallSettings};
use kit_server::http::limits::Limits;
use kit_server::http::{Front, Settings, serving};
use kit_server::throwaway::free_port;
use kit_server::{bus, store};

/// Tells this program that it is a node.
const VARIABLE: &str = "CHESS_KIT_KILL_NODE";

/// A node as its driver has it.
pub struct Node {
    /// Where it listens.
    pub port: u16,
    database: String,
    bus: Option<String>,
    child: Option<Child>,
}

impl Node {
    /// A node that does not run yet.
    pub fn new(database: &str, bus: Option<&str>) -> Result<Node, String> {
        Ok(Node {
            port: free_port()?,
            database: database.to_owned(),
            bus: bus.map(str::to_owned),
            child: None,
        })
    }

    /// Starts it, unless it runs.
    pub fn start(&mut self) -> Result<(), String> {
        let running = self.child.as_mut().is_some_and(|child| matches!(child.try_wait(), Ok(None)));
        if running {
            return Ok(());
        }
        let bus = self.bus.as_deref().unwrap_or("");
        let program = env::current_exe().map_err(|error| error.to_string())?;
        let child = Command::new(program)
            .env(VARIABLE, format!("{} {} {bus}", self.port, self.database))
            .stdin(Stdio::piped())
            .spawn();
        self.child = Some(child.map_err(|error| format!("a node does not start: {error}"))?);
        Ok(())
    }

    /// Kills it with signal 9.
    pub fn kill(&mut self) -> Result<(), String> {
        let Some(mut child) = self.child.take() else { return Ok(()) };
        let killed = child.kill().and_then(|()| child.wait());
        killed.map(drop).map_err(|error| format!("a node cannot be killed: {error}"))
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        if let Err(problem) = self.kill() {
            eprintln!("{problem}");
        }
    }
}

/// What this program is to serve, if it is a node.
pub fn orders() -> Option<Vec<String>> {
    Some(env::var(VARIABLE).ok()?.split(' ').map(str::to_owned).collect())
}

/// Serves until it is killed, or until its driver has gone.
pub fn run(orders: &[String]) -> ExitCode {
    let [port, database, bus] = orders else { return ExitCode::from(2) };
    let Ok(port) = port.parse() else { return ExitCode::from(2) };
    thread::spawn(|| {
        // The driver never writes, so this ends when it does.
        let ended = std::io::stdin().read(&mut [0]);
        drop(ended);
        std::process::exit(0);
    });
    let Ok(runtime) = tokio::runtime::Runtime::new() else { return ExitCode::FAILURE };
    match runtime.block_on(serve(port, database, Some(bus.as_str()).filter(|bus| !bus.is_empty()))) {
        Ok(()) => ExitCode::SUCCESS,
        // The database may be away; the driver starts the node again.
        Err(_) => ExitCode::FAILURE,
    }
}

async fn serve(port: u16, database: &str, bus: Option<&str>) -> Result<(), String> {
    let store = store::open(database).await.map_err(|error| error.to_string())?;
    let bus = bus::open(bus).await.map_err(|error| error.to_string())?;
    let settings = HallSettings { poll: Duration::from_millis(500), ..HallSettings::default() };
    let hall = Hall::new(CATALOGUE, store, bus, settings);
    tokio::spawn(Arc::clone(&hall).run());
    let front = Front::new(hall, Settings { limits: Limits::none(), ..Settings::default() });
    let listener = tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await;
    serving::serve(listener.map_err(|error| error.to_string())?, front).await;
    Ok(())
}
