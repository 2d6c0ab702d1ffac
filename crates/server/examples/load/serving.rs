//! The server and the echo as processes of their own.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::routing::get;
use kit_games::CATALOGUE;
use kit_server::bus::Bus;
use kit_server::bus::local::LocalBus;
use kit_server::hall::{Hall, HallSettings};
use kit_server::http::limits::{Limits, Rate};
use kit_server::http::{self, Front};
use kit_server::store::sqlite::SqliteStore;
use kit_server::store::{IndexEntry, NewRecord, Store, StoredRecord};
use kit_server::turns::Asker;
use kit_sitting::{Digest, Secrets, Seen, TableId};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::net::TcpListener;
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use super::Failure;
use super::client::{SEATS, game};
use super::cost::Spent;
use super::counted::{CountedBus, CountedStore, Counts};

/// A process of this program in another role; it ends with this value.
pub struct Process {
    /// Where it listens.
    pub address: String,
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

/// How many things a process has done since it began.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Pieces of memory that it asked for, if it counts them.
    pub allocations: u64,
    /// Their bytes.
    pub allocated: u64,
    /// What its bus and its store did.
    pub counts: Counts,
}

impl Process {
    /// Starts a process of this program and waits until it listens.
    pub async fn start(arguments: &[&str]) -> Result<Process, Failure> {
        Process::start_of(&std::env::current_exe()?, arguments).await
    }

    /// The same with another program.
    pub async fn start_of(program: &Path, arguments: &[&str]) -> Result<Process, Failure> {
        let mut command = command(program, arguments);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let input = child.stdin.take().ok_or("its input is a pipe")?;
        let output = child.stdout.take().ok_or("its output is a pipe")?;
        let mut output = BufReader::new(output).lines();
        match output.next_line().await? {
            Some(address) => Ok(Process { address, child, input, output }),
            None => Err(format!("`{}` did not start", arguments.join(" ")).into()),
        }
    }

    /// Runs a process to its end.
    pub async fn run(arguments: &[&str]) -> Result<(), Failure> {
        if command(&std::env::current_exe()?, arguments).status().await?.success() {
            return Ok(());
        }
        Err(format!("`{}` failed", arguments.join(" ")).into())
    }

    /// The memory that it has, in bytes.
    pub fn memory(&self) -> Result<u64, Failure> {
        super::cost::memory_of(self.id()?)
    }

    /// What it has spent.
    pub fn spent(&self) -> Result<Spent, Failure> {
        Spent::by(self.id()?)
    }

    /// What it has done.
    pub async fn tally(&mut self) -> Result<Tally, Failure> {
        self.input.write_all(b"tally\n").await?;
        let line = self.output.next_line().await?.ok_or("it has ended")?;
        let numbers = line.split(' ').map(str::parse).collect::<Result<Vec<u64>, _>>()?;
        let [allocations, allocated, published, heard, reads, records, writes, taken] = numbers[..] else {
            return Err(format!("not a tally: `{line}`").into());
        };
        let counts = Counts { published, heard, reads, records, writes, taken };
        Ok(Tally { allocations, allocated, counts })
    }

    fn id(&self) -> Result<u32, Failure> {
        Ok(self.child.id().ok_or("it runs")?)
    }
}

fn command(program: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).kill_on_drop(true);
    command
}

/// The program beside this one that counts what it allocates.
pub fn counting_program() -> Result<PathBuf, Failure> {
    let program = std::env::current_exe()?;
    Ok(program.with_file_name(format!("load_counting{}", std::env::consts::EXE_SUFFIX)))
}

/// Answers every line with itself.
pub async fn echo(allocations: Option<CountAllocations>) -> Result<(), Failure> {
    let app = Router::new().route("/", get(async |upgrade: WebSocketUpgrade| upgrade.on_upgrade(repeat)));
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?);
    tokio::select! {
        served = axum::serve(listener, app) => Ok(served?),
        () = answer(allocations, Counts::default) => Ok(()),
    }
}

/// Says what was done so far when it is asked, until whoever started this process has gone.
async fn answer(allocations: Option<CountAllocations>, counts: impl Fn() -> Counts) {
    let mut lines = BufReader::new(tokio::io::stdin()).lines();
    while let Ok(Some(_)) = lines.next_line().await {
        let (allocations, allocated) = allocations.map_or((0, 0), |count| count());
        let Counts { published, heard, reads, records, writes, taken } = counts();
        println!("{allocations} {allocated} {published} {heard} {reads} {records} {writes} {taken}");
    }
}

async fn repeat(mut socket: WebSocket) {
    while let Some(Ok(message)) = socket.recv().await {
        if matches!(message, Message::Text(_)) && socket.send(message).await.is_err() {
            return;
        }
    }
}

/// How a server is to serve.
#[derive(Clone, Copy, Debug, Default)]
pub struct Manner {
    /// With the usual limits, except for how many tables somebody may open; otherwise with none.
    pub limited: bool,
    /// With a count of what its bus and its store do, which costs a little.
    pub counted: bool,
    /// What counts allocations, in a program that does.
    pub allocations: Option<CountAllocations>,
}

/// How many pieces of memory were asked for, and their bytes.
pub type CountAllocations = fn() -> (usize, usize);

/// Serves tables, and says what it has done when it is asked.
pub async fn serve(database: &str, bus: &str, manner: Manner) -> Result<(), Failure> {
    let (mut bus, mut store) =
        (kit_server::bus::open(Some(bus)).await?, kit_server::store::open(database).await?);
    let counted_bus = Arc::new(CountedBus::new(Arc::clone(&bus)));
    let counted_store = Arc::new(CountedStore::new(Arc::clone(&store)));
    if manner.counted {
        (bus, store) = (Arc::clone(&counted_bus) as _, Arc::clone(&counted_store) as _);
    }
    let hall = Hall::new(CATALOGUE, store, bus, HallSettings::default());
    tokio::spawn(Arc::clone(&hall).run());
    let limits = if manner.limited {
        Limits { openings: Rate::NONE, tables: Rate::NONE, ..Limits::default() }
    } else {
        Limits::none()
    };
    let settings = http::Settings { limits, ..http::Settings::default() };
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?);
    // It ends with whoever started it.
    tokio::select! {
        () = http::serving::serve(listener, Front::new(hall, settings)) => {}
        () = answer(manner.allocations, || counted_bus.counts() + counted_store.counts()) => {}
    }
    Ok(())
}

/// Hears notices about so many tables, which are named after each other from a seed.
pub async fn listen(bus: &str, tables: usize) -> Result<(), Failure> {
    let bus = CountedBus::new(kit_server::bus::open(Some(bus)).await?);
    let mut notices = bus.subscribe().await;
    named_tables(tables).iter().for_each(|table| bus.follow(table));
    println!("{}", std::process::id());
    let hearing = async { while notices.recv().await.is_some() {} };
    tokio::select! {
        () = hearing => {}
        () = answer(None, || bus.counts()) => {}
    }
    Ok(())
}

/// Names of tables that every process gives alike.
pub fn named_tables(count: usize) -> Vec<TableId> {
    let mut chance = kit_play::Chance::seeded(1);
    (0..count).map(|_| TableId::new(&mut chance)).collect()
}

/// Fills a store with tables.
pub async fn fill(database: &str, count: usize) -> Result<(), Failure> {
    const AT_ONCE: usize = 1_000;
    let store = kit_server::store::open(database).await?;
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
pub async fn one_table() -> Result<(StoredRecord, IndexEntry), Failure> {
    let store: Arc<dyn Store> = Arc::new(SqliteStore::in_memory().await?);
    let hall =
        Hall::new(CATALOGUE, Arc::clone(&store), Arc::new(LocalBus::default()), HallSettings::default());
    let request = serde_json::json!({"game": game(), "seats": [{"sitter": "me"}, {"sitter": "free"}]});
    let opened = hall
        .open(serde_json::from_value(request)?, Asker::NOBODY)
        .await
        .map_err(|error| error.to_string())?;
    let table: TableId = opened.note.table.parse()?;
    let record = store.read(table.clone(), 0).await?.pop().ok_or("a table has a record")?;
    let index = store.index(table).await?.ok_or("a table has an index entry")?;
    Ok((record, index))
}

/// A game after its first action.
pub struct Played {
    /// Its records; the last one is that of the action.
    pub records: Vec<StoredRecord>,
    /// Its index entry.
    pub index: IndexEntry,
}

/// Plays the first action of a game.
pub async fn played() -> Result<Played, Failure> {
    let store: Arc<dyn Store> = Arc::new(SqliteStore::in_memory().await?);
    let hall =
        Hall::new(CATALOGUE, Arc::clone(&store), Arc::new(LocalBus::default()), HallSettings::default());
    let told = |error: kit_sitting::Error| error.to_string();
    let request = serde_json::json!({"game": game(), "seats": [{"sitter": "me"}, {"sitter": "me"}]});
    let opened = hall.open(serde_json::from_value(request)?, Asker::NOBODY).await.map_err(told)?;
    let table: TableId = opened.note.table.parse()?;
    let token = opened.seat.ok_or("whoever opens a table has seats")?;
    let secrets = Secrets(vec![Digest::of(&token.reveal())]);
    let viewing = hall.viewing(&table, SEATS[0], &secrets).await.map_err(told)?;
    let frame = hall.frame(&viewing, &mut Seen::default()).await.map_err(told)?;
    let frame = serde_json::to_value(frame.ok_or("a seat is shown something")?)?;
    let action = &frame["body"]["glimpse"]["offers"][0]["action"];
    let command = serde_json::json!({"act": {"action": action, "prompt": frame["prompt"]}});
    let command = serde_json::from_value(command)?;
    hall.command(&table, SEATS[0], &secrets, command, Duration::ZERO, Asker::NOBODY).await.map_err(told)?;
    let index = store.index(table.clone()).await?.ok_or("a table has an index entry")?;
    Ok(Played { records: store.read(table, 0).await?, index })
}
