//! Somebody at a table who plays at random, talks, comes back when cut off, and writes down
//! everything that happens.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use kit_play::Chance;
use kit_sitting::TableId;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout, timeout_at};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::history::{Command, Event, Recorder, Witness};
use crate::view::{Answer, Line, View};

/// How long people wait for an answer at least and at most, in milliseconds, before they try
/// another node.
const PATIENCE: (u32, u32) = (2_000, 20_000);

/// How long they wait for a connection.
const CONNECTING: Duration = Duration::from_secs(20);

/// How many times longer those wait before they talk who have nothing to decide.
const TALK: u32 = 8;

/// Answers that leave open whether something was done.
pub const UNCLEAR: [&str; 4] = ["unavailable", "internal", "restarting", "too-slow"];

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A connection that has ended, however it did.
pub struct CutOff;

/// What all clients share.
pub struct Shared {
    /// Hands out moments.
    pub recorder: Recorder,
    /// Where the nodes can be reached.
    pub ports: Vec<u16>,
    /// How long people think at most, in milliseconds.
    pub thought: u32,
    /// How much was acknowledged, to whomever.
    pub acknowledged: AtomicUsize,
    /// Whether it is time to stop.
    pub stopping: watch::Receiver<bool>,
}

impl Shared {
    /// Whether it is time to stop.
    pub fn is_stopping(&self) -> bool {
        *self.stopping.borrow()
    }

    /// Waits until it is time to stop.
    pub async fn stop(&self) {
        // The sender lives until everybody has stopped.
        let _ = self.stopping.clone().wait_for(|stopping| *stopping).await;
    }
}

/// Somebody at a table.
pub struct Client {
    /// What happened so far.
    pub witness: Witness,
    shared: Arc<Shared>,
    chance: Chance,
    /// The seat's secret; those who only watch have none.
    token: Option<String>,
    view: View,
    /// The digest of a view that was put away.
    put_away: Option<u64>,
    socket: Option<Socket>,
    /// Counts commands.
    asked: u32,
}

impl Client {
    /// Somebody who has not connected yet.
    pub fn new(table: TableId, seat: &str, token: Option<&str>, seed: u64, shared: &Arc<Shared>) -> Client {
        Client {
            witness: Witness { table, seat: seat.to_owned(), events: Vec::new() },
            shared: Arc::clone(shared),
            chance: Chance::seeded(seed),
            token: token.map(str::to_owned),
            view: View::default(),
            put_away: None,
            socket: None,
            asked: 0,
        }
    }

    /// Plays until the game is over or it is time to stop.
    pub async fn play(mut self) -> Client {
        while !self.shared.is_stopping() && !self.view.is_over {
            if self.take_part().await.is_err() {
                self.cut_off().await;
            }
        }
        if self.view.is_over {
            self.put_away();
        }
        self
    }

    /// Gets one more command acknowledged, now that nothing is in the way; whether it was, where
    /// there is anything to ask for.
    pub async fn get_through(&mut self, until: Instant) -> bool {
        while !self.view.is_over && Instant::now() < until {
            let heard = match self.command() {
                Some(command) => self.ask(command).await,
                None if self.view.number > 0 => return true,
                None => timeout_at(until, self.hear()).await.unwrap_or(Ok(())).map(|()| Event::Unclear),
            };
            match heard {
                Ok(Event::Done) => return true,
                Ok(_) => sleep(self.moments(200)).await,
                Err(CutOff) => self.cut_off().await,
            }
        }
        self.view.is_over
    }

    /// Looks on until a frame has been shown; which one it is then.
    pub async fn look(&mut self, number: u32, until: Instant) -> u32 {
        while self.view.number < number || self.socket.is_none() {
            match timeout_at(until, self.hear()).await {
                Ok(Ok(())) => {}
                Ok(Err(CutOff)) => self.cut_off().await,
                Err(_) => break,
            }
        }
        self.view.number
    }

    /// Writes down what is seen in the end.
    pub fn settle(&mut self) {
        let digest = self.put_away.unwrap_or_else(|| self.view.digest());
        self.note(Event::Settled(digest));
        self.put_away();
    }

    fn note(&mut self, event: Event) {
        self.witness.events.push((self.shared.recorder.now(), event));
    }

    async fn cut_off(&mut self) {
        self.note(Event::Unclear);
        self.socket = None;
        sleep(self.moments(200)).await;
    }

    /// Keeps only what is needed to come back, because there are many tables.
    fn put_away(&mut self) {
        self.put_away = Some(self.put_away.unwrap_or_else(|| self.view.digest()));
        (self.view, self.socket) = (self.view.numbers(), None);
    }

    /// Hears one thing, or asks for something.
    async fn take_part(&mut self) -> Result<(), CutOff> {
        self.connected().await?;
        let thought =
            if self.view.offers.is_empty() { TALK * self.shared.thought } else { self.shared.thought };
        let (thought, shared) = (self.moments(thought), Arc::clone(&self.shared));
        tokio::select! {
            heard = self.hear() => heard,
            () = sleep(thought) => match self.command() {
                Some(command) => self.ask(command).await.map(drop),
                None => Ok(()),
            },
            () = shared.stop() => Ok(()),
        }
    }

    /// Something to ask for at random, if there is anything.
    fn command(&mut self) -> Option<Command> {
        let View { prompt, may_talk, .. } = self.view;
        let (seat, offers) = (&self.witness.seat, &self.view.offers);
        match offers.len() as u32 {
            _ if self.token.is_none() => None,
            0 if may_talk => Some(Command::Say(format!("{seat} says {}", self.asked))),
            0 => None,
            _ if may_talk && self.chance.below(5) == 0 => {
                Some(Command::Say(format!("{seat} says {}", self.asked)))
            }
            _ => Some(Command::Act { action: self.chance.pick(offers).clone(), prompt }),
        }
    }

    /// Asks for something and waits for the answer.
    async fn ask(&mut self, command: Command) -> Result<Event, CutOff> {
        let id = self.asked;
        self.asked += 1;
        let line = json!({"id": id, "command": written(&command)}).to_string();
        let patience = Duration::from_millis(PATIENCE.0.into()) + self.moments(PATIENCE.1 - PATIENCE.0);
        self.connected().await?;
        self.note(Event::Asked(command));
        self.connected().await?.send(Message::text(line)).await.map_err(|_| CutOff)?;
        let event = timeout(patience, self.answer(id)).await.map_err(|_| CutOff)??;
        if event == Event::Done {
            self.shared.acknowledged.fetch_add(1, Ordering::Relaxed);
        }
        self.note(event.clone());
        Ok(event)
    }

    async fn answer(&mut self, id: u32) -> Result<Event, CutOff> {
        loop {
            match self.next().await? {
                Heard::Done(answer) if answer.id == Some(id) => return Ok(Event::Done),
                Heard::Error(answer) if answer.id == Some(id) => {
                    let unclear = UNCLEAR.contains(&answer.code.as_str());
                    return Ok(if unclear { Event::Unclear } else { Event::Refused });
                }
                Heard::Done(_) | Heard::Error(_) | Heard::News => {}
            }
        }
    }

    /// Hears one line.
    async fn hear(&mut self) -> Result<(), CutOff> {
        self.next().await.map(drop)
    }

    /// The next line; frames are taken in.
    async fn next(&mut self) -> Result<Heard, CutOff> {
        loop {
            let message = self.connected().await?.next().await.ok_or(CutOff)?.map_err(|_| CutOff)?;
            let Message::Text(text) = message else { continue };
            return match serde_json::from_str(&text).expect("the server speaks as it should") {
                Line::Frame(frame) => {
                    let shown = self.view.show(frame).expect("frames have bodies");
                    self.put_away = None;
                    self.note(Event::Shown(shown));
                    Ok(Heard::News)
                }
                Line::Resumed(number) => {
                    self.note(Event::Resumed(number));
                    Ok(Heard::News)
                }
                Line::Done(answer) => Ok(Heard::Done(answer)),
                Line::Error(answer) => Ok(Heard::Error(answer)),
                Line::Goodbye(answer) => {
                    assert!(!answer.code.is_empty(), "the server says why it ends a connection");
                    Err(CutOff)
                }
            };
        }
    }

    /// The socket, to any of the nodes.
    async fn connected(&mut self) -> Result<&mut Socket, CutOff> {
        if self.socket.is_none() {
            let port = *self.chance.pick(&self.shared.ports);
            let (Witness { table, seat, .. }, after) = (&self.witness, self.view.number);
            let address =
                format!("ws://127.0.0.1:{port}/api/tables/{table}/socket?seat={seat}&after={after}");
            let mut request = address.into_client_request().expect("an address");
            if let Some(token) = &self.token {
                let secret = format!("Bearer {token}").parse().expect("a header");
                request.headers_mut().insert("authorization", secret);
            }
            let connecting = timeout(CONNECTING, connect_async(request)).await;
            let (socket, _) = connecting.map_err(|_| CutOff)?.map_err(|_| CutOff)?;
            self.socket = Some(socket);
        }
        self.socket.as_mut().ok_or(CutOff)
    }

    /// A time at random.
    fn moments(&mut self, most: u32) -> Duration {
        Duration::from_millis(self.chance.below(most).into())
    }
}

/// What a line said.
enum Heard {
    /// Something was shown.
    News,
    /// Something is done.
    Done(Answer),
    /// Something is not, or nobody knows.
    Error(Answer),
}

/// A command as the server reads it.
fn written(command: &Command) -> Value {
    match command {
        Command::Act { action, prompt } => json!({"act": {"action": action, "prompt": prompt}}),
        Command::Say(words) => json!({"say": {"channel": "all", "text": words}}),
    }
}
