//! Somebody who plays at random, comes back when cut off, and remembers every answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use kit_sitting::TableId;
use rand::TryRng;
use rand::rngs::SysRng;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout, timeout_at};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// How long a client thinks at most.
const THOUGHT: u64 = 300;

/// How long it waits for a connection or an answer, before it tries another node.
const PATIENCE: Duration = Duration::from_secs(20);

/// Answers that leave open whether something was done.
const UNCLEAR: [&str; 3] = ["unavailable", "internal", "restarting"];

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A connection that has ended, however it did.
pub struct CutOff;

/// Somebody at a seat.
pub struct Client {
    /// The table.
    pub table: TableId,
    /// The seat's name.
    pub seat: String,
    /// Everything that was tried, in order.
    pub attempts: Vec<Attempt>,
    /// What the client was shown.
    pub view: View,
    /// The seat's secret.
    pub token: String,
    /// Where the nodes are.
    pub ports: Vec<u16>,
    /// Counts what all clients were told is done.
    pub answered: Arc<AtomicUsize>,
    stopping: watch::Receiver<bool>,
    socket: Option<Socket>,
}

/// An action that was sent.
pub struct Attempt {
    /// The action.
    pub action: String,
    /// What became of it.
    pub fate: Fate,
}

/// What became of an action, as far as its client was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It was acknowledged.
    Done,
    /// It was refused.
    Refused,
    /// The answer did not come, or was that nobody knows.
    Unclear,
}

/// What a client knows.
#[derive(Debug, Default, PartialEq)]
pub struct View {
    /// The number of the last frame.
    pub number: u64,
    prompt: u64,
    body: Value,
    lines: Vec<Value>,
    chat: Vec<Value>,
}

impl View {
    /// Takes a frame in.
    pub fn show(&mut self, frame: &Value) {
        let count = |key: &str| frame[key].as_u64().expect("frames have numbers");
        let news = |key: &str| frame[key].as_array().expect("frames have lists").iter().cloned();
        (self.number, self.prompt, self.body) = (count("number"), count("prompt"), frame["body"].clone());
        self.lines.truncate(count("lines_from") as usize);
        self.lines.extend(news("lines"));
        self.chat.truncate(count("chat_from") as usize);
        self.chat.extend(news("chat"));
    }

    fn offers(&self) -> &[Value] {
        self.body["glimpse"]["offers"].as_array().map_or(&[], Vec::as_slice)
    }
}

impl Client {
    /// Somebody who has not connected yet, and does not know where.
    pub fn new(table: TableId, seat: &str, stopping: watch::Receiver<bool>) -> Client {
        Client {
            table,
            seat: seat.to_owned(),
            attempts: Vec::new(),
            view: View::default(),
            token: String::new(),
            ports: Vec::new(),
            answered: Arc::default(),
            stopping,
            socket: None,
        }
    }

    /// Plays until it is time to stop.
    pub async fn play(mut self) -> Client {
        while !*self.stopping.borrow() {
            if self.take_part().await.is_err() {
                self.socket = None;
                sleep(Duration::from_millis(below(200))).await;
            }
        }
        self
    }

    /// Looks on for a while.
    pub async fn watch(&mut self, time: Duration) {
        let until = Instant::now() + time;
        while let Ok(heard) = timeout_at(until, self.hear()).await {
            if heard.is_err() {
                self.socket = None;
                sleep(Duration::from_millis(50)).await;
            }
        }
    }

    /// Hears one thing, or acts.
    async fn take_part(&mut self) -> Result<(), CutOff> {
        self.connected().await?;
        let (turn, mut stopping) = (!self.view.offers().is_empty(), self.stopping.clone());
        tokio::select! {
            heard = self.hear() => heard.map(drop),
            () = sleep(Duration::from_millis(below(THOUGHT))), if turn => self.act().await,
            _ = stopping.changed() => Ok(()),
        }
    }

    /// Sends an action at random and waits for the answer.
    async fn act(&mut self) -> Result<(), CutOff> {
        let offers = self.view.offers();
        let offer = &offers[below(offers.len() as u64) as usize];
        let action = offer["action"].as_str().expect("offers have actions").to_owned();
        let id = self.attempts.len() as u64;
        let command = json!({"act": {"action": action, "prompt": self.view.prompt}});
        self.attempts.push(Attempt { action, fate: Fate::Unclear });
        let line = json!({"id": id, "command": command}).to_string();
        self.connected().await?.send(Message::text(line)).await.map_err(|_| CutOff)?;
        let fate = timeout(PATIENCE, self.answer(id)).await.map_err(|_| CutOff)??;
        self.attempts.last_mut().expect("it was pushed above").fate = fate;
        Ok(())
    }

    async fn answer(&mut self, id: u64) -> Result<Fate, CutOff> {
        loop {
            let line = self.hear().await?;
            if line["done"]["id"].as_u64() == Some(id) {
                self.answered.fetch_add(1, Ordering::Relaxed);
                return Ok(Fate::Done);
            }
            if line["error"]["id"].as_u64() == Some(id) {
                let unclear = UNCLEAR.iter().any(|code| line["error"]["code"] == **code);
                return Ok(if unclear { Fate::Unclear } else { Fate::Refused });
            }
        }
    }

    /// Hears one line; frames are taken in.
    async fn hear(&mut self) -> Result<Value, CutOff> {
        loop {
            let message = self.connected().await?.next().await.ok_or(CutOff)?.map_err(|_| CutOff)?;
            let Message::Text(text) = message else { continue };
            let line: Value = serde_json::from_str(&text).expect("the server speaks JSON");
            if let Some(frame) = line.get("frame") {
                self.view.show(frame);
            }
            return if line.get("goodbye").is_some() { Err(CutOff) } else { Ok(line) };
        }
    }

    /// The socket, to any of the nodes.
    async fn connected(&mut self) -> Result<&mut Socket, CutOff> {
        if self.socket.is_none() {
            let port = self.ports[below(self.ports.len() as u64) as usize];
            let (table, seat, after) = (&self.table, &self.seat, self.view.number);
            let address =
                format!("ws://127.0.0.1:{port}/api/tables/{table}/socket?seat={seat}&after={after}");
            let mut request = address.into_client_request().expect("an address");
            let secret = format!("Bearer {}", self.token).parse().expect("a header");
            request.headers_mut().insert("authorization", secret);
            let connecting = timeout(PATIENCE, connect_async(request)).await;
            let (socket, _) = connecting.map_err(|_| CutOff)?.map_err(|_| CutOff)?;
            self.socket = Some(socket);
        }
        self.socket.as_mut().ok_or(CutOff)
    }
}

/// A random number below another.
pub fn below(bound: u64) -> u64 {
    SysRng.try_next_u64().expect("the operating system gives random numbers") % bound
}
