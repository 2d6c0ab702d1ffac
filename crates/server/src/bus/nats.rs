//! Notices over NATS, for several nodes.
//!
//! Core publish and subscribe, nothing kept.
//! Each table has a subject of its own, and a node subscribes to those of the tables that it has
//! in memory: so what a node hears does not grow with the number of nodes.
//! While the NATS server is away nodes go on: they hear of each other's records later, when they
//! look after their tables.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, ServerAddr};
use futures_util::future::BoxFuture;
use futures_util::{FutureExt, StreamExt};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;
use tokio::time::{sleep, timeout};

use super::{BadBus, Bus, LocalBus, Notice, WAITING};
use kit_sitting::TableId;

/// What notices were published as before each table had a subject; nodes of that version are
/// still heard while one after the other is replaced.
const FOR_ALL: &str = "chess-kit.notices";

/// How long to wait for a connection or for a subscription to be under way.
const PATIENCE: Duration = Duration::from_secs(2);

/// How often to make sure that the server is still there.
const HEARTBEAT: Duration = Duration::from_secs(10);

/// The longest pause between two attempts to connect.
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// A bus over NATS.
pub struct NatsBus {
    client: Client,
    outgoing: mpsc::Sender<Notice>,
    wanted: mpsc::UnboundedSender<Wanted>,
    /// Hands what comes in to the subscribers of this node.
    incoming: Arc<LocalBus>,
}

/// What a node wants to hear from now on.
enum Wanted {
    /// A table's notices.
    More(TableId),
    /// One follower of a table less.
    Less(TableId),
}

impl NatsBus {
    /// A bus by way of the NATS server at an address, or of several that are separated by commas;
    /// it connects in the background, and again for ever when it loses them.
    ///
    /// A token (`nats://token@bus`) or a name and a password (`nats://kit:password@bus`) in one of
    /// the addresses holds for all, written in letters and digits.
    ///
    /// # Errors
    ///
    /// If the address is none.
    pub async fn open(address: &str) -> Result<NatsBus, BadBus> {
        let addresses: Vec<ServerAddr> = address.split(',').map(server).collect::<Result<_, _>>()?;
        let options = identified(&addresses)
            .name("chess-kit")
            // A node knows what it has written itself.
            .no_echo()
            .retry_on_initial_connect()
            .max_reconnects(None)
            .connection_timeout(PATIENCE)
            .ping_interval(HEARTBEAT)
            .subscription_capacity(WAITING)
            .reconnect_delay_callback(|attempts| {
                let doubled = 50_u64.saturating_mul(1 << attempts.min(10));
                Duration::from_millis(doubled).min(LONGEST_PAUSE)
            });
        let client = options.connect(addresses).await.map_err(|error| BadBus(error.to_string()))?;
        let (outgoing, waiting) = mpsc::channel(WAITING);
        tokio::spawn(send_all(client.clone(), waiting));
        let incoming = Arc::new(LocalBus::default());
        let (wanted, wishes) = mpsc::unbounded_channel();
        tokio::spawn(hear_all(client.clone(), wishes, Arc::clone(&incoming)));
        Ok(NatsBus { client, outgoing, wanted, incoming })
    }
}

impl Bus for NatsBus {
    fn publish(&self, notice: Notice) {
        if self.outgoing.try_send(notice).is_err() {
            tracing::debug!("a notice is dropped, because the bus does not take it");
        }
    }

    fn follow(&self, table: &TableId) {
        self.want(Wanted::More(table.clone()));
    }

    fn leave(&self, table: &TableId) {
        self.want(Wanted::Less(table.clone()));
    }

    fn subscribe(&self) -> BoxFuture<'_, mpsc::Receiver<Notice>> {
        async move {
            let receiver = self.incoming.subscribe().await;
            // Not for a server that is away.
            if timeout(PATIENCE, self.client.flush()).await.is_err() {
                tracing::warn!("the bus cannot be reached; nodes look after their tables without it");
            }
            receiver
        }
        .boxed()
    }

    fn ready(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    fn link(&self) -> Option<u64> {
        let connects = self.client.statistics().connects.load(Ordering::Relaxed);
        self.ready().then(|| connects + self.incoming.lost())
    }
}

impl NatsBus {
    fn want(&self, wanted: Wanted) {
        if self.wanted.send(wanted).is_err() {
            tracing::debug!("the bus has stopped");
        }
    }
}

/// One address. It may hold a password, so no message repeats it.
fn server(address: &str) -> Result<ServerAddr, BadBus> {
    let server: ServerAddr = address.trim().parse().map_err(|error: io::Error| BadBus(error.to_string()))?;
    if server.host().is_empty() || !["nats", "tls"].contains(&server.scheme()) {
        return Err(BadBus("the address has no host, or another protocol".to_owned()));
    }
    Ok(server)
}

/// How we say who we are; the library passes over what stands in addresses.
fn identified(addresses: &[ServerAddr]) -> ConnectOptions {
    let named = addresses.iter().find_map(|server| Some((server.username()?, server.password())));
    let options = ConnectOptions::new();
    match named {
        Some((name, Some(password))) => options.user_and_password(name.to_owned(), password.to_owned()),
        Some((token, None)) => options.token(token.to_owned()),
        None => options,
    }
}

/// Hands notices to the client, which may have to wait for its connection.
async fn send_all(client: Client, mut waiting: mpsc::Receiver<Notice>) {
    while let Some(notice) = waiting.recv().await {
        if client.publish(subject(&notice.table), write(&notice).into()).await.is_err() {
            tracing::debug!("a notice is lost on the bus");
        }
    }
}

/// Hears what is wanted, until nobody can want anything any more.
async fn hear_all(client: Client, mut wishes: mpsc::UnboundedReceiver<Wanted>, incoming: Arc<LocalBus>) {
    let hear = |subject| tokio::spawn(hear(client.clone(), subject, Arc::clone(&incoming))).abort_handle();
    let for_all = Ear { followers: 1, task: hear(FOR_ALL.to_owned()) };
    let mut ears: HashMap<TableId, Ear> = HashMap::new();
    while let Some(wanted) = wishes.recv().await {
        match wanted {
            Wanted::More(table) => {
                let new = || Ear { followers: 0, task: hear(subject(&table)) };
                ears.entry(table.clone()).or_insert_with(new).followers += 1;
            }
            Wanted::Less(table) => {
                if let Entry::Occupied(mut ear) = ears.entry(table) {
                    ear.get_mut().followers -= 1;
                    if ear.get().followers == 0 {
                        ear.remove();
                    }
                }
            }
        }
    }
    drop(for_all);
}

/// Hands notices on one subject to those who listen at this node.
async fn hear(client: Client, subject: String, incoming: Arc<LocalBus>) {
    loop {
        if let Ok(mut heard) = client.subscribe(subject.clone()).await {
            while let Some(message) = heard.next().await {
                match read(&message.payload) {
                    Some(notice) => incoming.publish(notice),
                    None => tracing::debug!("something on the bus is no notice"),
                }
            }
        }
        sleep(LONGEST_PAUSE).await;
    }
}

/// A task that hears, and for how many; it ends with this value.
struct Ear {
    followers: usize,
    task: AbortHandle,
}

impl Drop for Ear {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// What notices about a table are published as.
fn subject(table: &TableId) -> String {
    format!("{FOR_ALL}.{table}")
}

fn write(notice: &Notice) -> String {
    format!("{} {}", notice.table, notice.head)
}

fn read(payload: &[u8]) -> Option<Notice> {
    let (table, head) = std::str::from_utf8(payload).ok()?.split_once(' ')?;
    Some(Notice { table: table.parse().ok()?, head: head.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notices_can_be_read_back() {
        let notice = Notice { table: TableId::new(&mut kit_play::Chance::unpredictable()), head: 7 };
        assert_eq!(read(write(&notice).as_bytes()), Some(notice));
    }

    #[test]
    fn what_strangers_publish_is_passed_over() {
        for bad in
            ["", " ", "bcdfghjkmn", "bcdfghjkmn -1", "bcdfghjkmn 4294967296", "../../.../ 1", "\u{fffd} 1"]
        {
            assert_eq!(read(bad.as_bytes()), None, "{bad}");
        }
        assert_eq!(read(&[0xff, b' ', b'1']), None);
    }
}
