//! Notices over NATS, for several nodes.
//!
//! Core publish and subscribe on one subject, nothing kept.
//! While the NATS server is away nodes go on: they hear of each other's records later, when they
//! look after their tables.

use std::io;
use std::time::Duration;

use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, ServerAddr};
use futures_util::future::BoxFuture;
use futures_util::{FutureExt, StreamExt};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

use super::{BadBus, Bus, Notice, WAITING};

/// What notices are published as.
const SUBJECT: &str = "chess-kit.notices";

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
        Ok(NatsBus { client, outgoing })
    }
}

impl Bus for NatsBus {
    fn publish(&self, notice: Notice) {
        if self.outgoing.try_send(notice).is_err() {
            tracing::debug!("a notice is dropped, because the bus does not take it");
        }
    }

    fn subscribe(&self) -> BoxFuture<'_, mpsc::Receiver<Notice>> {
        let (sender, receiver) = mpsc::channel(WAITING);
        let client = self.client.clone();
        async move {
            let (under_way, started) = mpsc::channel(1);
            tokio::spawn(hear_all(client, sender, under_way));
            wait_for(started).await;
            receiver
        }
        .boxed()
    }

    fn ready(&self) -> bool {
        self.client.connection_state() == State::Connected
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

/// Waits until a subscription is under way, but not for a server that is away.
async fn wait_for(mut started: mpsc::Receiver<()>) {
    if timeout(PATIENCE, started.recv()).await.is_err() {
        tracing::warn!("the bus cannot be reached; nodes look after their tables without it");
    }
}

/// Hands notices to the client, which may have to wait for its connection.
async fn send_all(client: Client, mut waiting: mpsc::Receiver<Notice>) {
    while let Some(notice) = waiting.recv().await {
        if client.publish(SUBJECT, write(&notice).into()).await.is_err() {
            tracing::debug!("a notice is lost on the bus");
        }
    }
}

/// Hands notices from the server to a subscriber, until it has gone.
async fn hear_all(client: Client, subscriber: mpsc::Sender<Notice>, under_way: mpsc::Sender<()>) {
    while !subscriber.is_closed() {
        let Ok(mut heard) = client.subscribe(SUBJECT).await else {
            sleep(LONGEST_PAUSE).await;
            continue;
        };
        if client.flush().await.is_ok() && under_way.try_send(()).is_err() {
            tracing::debug!("the bus is heard again");
        }
        loop {
            let message = tokio::select! {
                () = subscriber.closed() => return,
                message = heard.next() => message,
            };
            let Some(message) = message else { break };
            match read(&message.payload) {
                // Whoever is slow misses this one.
                Some(notice) => drop(subscriber.try_send(notice)),
                None => tracing::debug!("something on the bus is no notice"),
            }
        }
    }
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
    use kit_sitting::TableId;

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
