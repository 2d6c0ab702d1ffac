//! The server and the echo as processes of their own.

use std::process::Stdio;
use std::sync::Arc;

use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::routing::get;
use kit_games::CATALOGUE;
use kit_server::bus::Bus;
use kit_server::bus::local::LocalBus;
use kit_server::bus::nats::NatsBus;
use kit_server::hall::{Hall, HallSettings};
use kit_server::http::limits::Limits;
use kit_server::http::{self, Front};
use kit_server::store::postgres::PostgresStore;
use kit_server::store::sqlite::SqliteStore;
use kit_server::store::{IndexEntry, NewRecord, Store, StoredRecord};
use kit_server::turns::Asker;
use kit_sitting::TableId;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::net::TcpListener;
use tokio::process::{Child, Command};

use crate::Failure;

/// A process of this program in another role; it ends with this value.
pub struct Process {
    /// Where it listens.
    pub address: String,
    child: Child,
}

impl Process {
    /// Starts a process and waits until it listens.
    pub async fn start(arguments: &[&str]) -> Result<Process, Failure> {
        let mut child = command(arguments)?.stdout(Stdio::piped()).spawn()?;
        let output = child.stdout.take().ok_or("its output is a pipe")?;
        let mut address = String::new();
        BufReader::new(output).read_line(&mut address).await?;
        match address.trim() {
            "" => Err(format!("`{}` did not start", arguments.join(" ")).into()),
            address => Ok(Process { address: address.to_owned(), child }),
        }
    }

    /// Runs a process to its end.
    pub async fn run(arguments: &[&str]) -> Result<(), Failure> {
        match command(arguments)?.status().await?.success() {
            true => Ok(()),
            false => Err(format!("`{}` failed", arguments.join(" ")).into()),
        }
    }

    /// The memory that it has, in bytes.
    pub fn memory(&self) -> Result<u64, Failure> {
        let id = self.child.id().ok_or("it runs")?;
        let status = std::fs::read_to_string(format!("/proc/{id}/status"))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("memory is told")?;
        let kilobytes: u64 = line.trim().trim_end_matches(" kB").parse()?;
        Ok(kilobytes * 1024)
    }
}

fn command(arguments: &[&str]) -> Result<Command, Failure> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(arguments).kill_on_drop(true);
    Ok(command)
}

/// Answers every line with itself.
pub async fn echo() -> Result<(), Failure> {
    let app = Router::new().route("/", get(async |upgrade: WebSocketUpgrade| upgrade.on_upgrade(repeat)));
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?);
    Ok(axum::serve(listener, app).await?)
}

async fn repeat(mut socket: WebSocket) {
    while let Some(Ok(message)) = socket.recv().await {
        if matches!(message, Message::Text(_)) && socket.send(message).await.is_err() {
            return;
        }
    }
}

/// Serves tables without limits.
pub async fn serve(database: &str, bus: &str) -> Result<(), Failure> {
    let bus: Arc<dyn Bus> = match bus {
        "local" => Arc::new(LocalBus::default()),
        address => Arc::new(NatsBus::open(address).await?),
    };
    let hall = Hall::new(CATALOGUE, store(database).await?, bus, HallSettings::default());
    tokio::spawn(Arc::clone(&hall).run());
    let settings = http::Settings { limits: Limits::none(), ..http::Settings::default() };
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?);
    http::serving::serve(listener, Front::new(hall, settings)).await;
    Ok(())
}

async fn store(database: &str) -> Result<Arc<dyn Store>, Failure> {
    Ok(match database.strip_prefix("sqlite:") {
        Some(path) => Arc::new(SqliteStore::open(path.as_ref()).await?),
        None => Arc::new(PostgresStore::open(database).await?),
    })
}

/// Fills a store with tables.
pub async fn fill(database: &str, count: usize) -> Result<(), Failure> {
    const AT_ONCE: usize = 1_000;
    let store = store(database).await?;
    let template = one_table().await?;
    for _ in 0..count.div_ceil(AT_ONCE) {
        let many = (0..AT_ONCE).map(|_| {
            let (store, (record, index)) = (Arc::clone(&store), template.clone());
            let index = IndexEntry { table: TableId::new(&mut kit_play::Chance::unpredictable()), ..index };
            async move { store.append(NewRecord { record, index }).await }
        });
        futures_util::future::try_join_all(many).await?;
    }
    Ok(())
}

/// A record and an index entry as a real table has them.
async fn one_table() -> Result<(StoredRecord, IndexEntry), Failure> {
    let store: Arc<dyn Store> = Arc::new(SqliteStore::in_memory().await?);
    let hall =
        Hall::new(CATALOGUE, Arc::clone(&store), Arc::new(LocalBus::default()), HallSettings::default());
    let request = serde_json::json!({"game": "chess960", "seats": [{"sitter": "me"}, {"sitter": "free"}]});
    let opened = hall
        .open(serde_json::from_value(request)?, Asker::NOBODY)
        .await
        .map_err(|error| error.to_string())?;
    let table: TableId = opened.note.table.parse()?;
    let record = store.read(table.clone(), 0).await?.pop().ok_or("a table has a record")?;
    let index = store.index(table).await?.ok_or("a table has an index entry")?;
    Ok((record, index))
}
