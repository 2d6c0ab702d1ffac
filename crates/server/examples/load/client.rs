//! People at tables, as a program.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

use crate::Failure;

/// A socket to the server.
pub type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Connects, with a seat's secret or without.
pub async fn connect(address: &str, token: Option<&str>) -> Result<Socket, Failure> {
    let mut request = address.into_client_request()?;
    if let Some(token) = token {
        request.headers_mut().insert("authorization", format!("Bearer {token}").parse()?);
    }
    let config = WebSocketConfig::default().read_buffer_size(8192).write_buffer_size(0);
    Ok(connect_async_with_config(request, Some(config), true).await?.0)
}

/// Sends a line as long as an action and waits until it is back.
pub async fn echo_once(socket: &mut Socket) -> Result<(), Failure> {
    let line = r#"{"id":1,"command":{"act":{"action":"e2e4","prompt":17}}}"#;
    socket.send(Message::text(line)).await?;
    socket.next().await.ok_or("the echo is gone")??;
    Ok(())
}

/// Somebody who opens tables.
pub struct Client {
    address: String,
    luck: AtomicU64,
}

/// A table that somebody opened, both seats theirs.
pub struct OpenedTable {
    name: String,
    token: String,
}

/// A seat with its socket and what it was shown last.
pub struct Seat {
    socket: Socket,
    frame: Shown,
}

/// A table that is played from both seats.
pub struct Table {
    seats: [Seat; 2],
    opener: Client,
    luck: u64,
}

/// The last frame of a seat.
///
/// It is searched for what is needed to act and for nothing else: the echo's client reads nothing
/// at all, and what clients make of frames is no cost of the server.
#[derive(Default)]
struct Shown {
    number: u32,
    prompt: u32,
    text: Utf8Bytes,
    /// Where the list of offers begins.
    offers: usize,
}

impl Shown {
    /// Reads a line, if it is a frame.
    fn read(text: Utf8Bytes) -> Option<Shown> {
        let rest = text.strip_prefix("{\"frame\":{\"number\":")?;
        let (number, rest) = rest.split_once(",\"prompt\":")?;
        let (prompt, _) = rest.split_once(',')?;
        let (number, prompt) = (number.parse().ok()?, prompt.parse().ok()?);
        // A bracket is found faster than a word, and there are few before the offers.
        let mut lists = text.match_indices('[').map(|(place, _)| place);
        let offers =
            lists.find(|place| text[..*place].ends_with(OFFERS)).map_or(text.len(), |place| place + 1);
        Some(Shown { number, prompt, text, offers })
    }

    fn has_offers(&self) -> bool {
        self.text[self.offers..].starts_with('{')
    }

    /// What is on offer, as it is written.
    fn actions(&self) -> Vec<&str> {
        let offers = self.text[self.offers..].split("{\"action\":\"").skip(1);
        offers.filter_map(|offer| offer.split('"').next()).collect()
    }
}

/// What stands before the offers of a frame; within a text its quotes would be escaped.
const OFFERS: &str = "\"offers\":";

impl Client {
    /// A client of the server at an address.
    pub fn new(address: &str) -> Client {
        Client { address: address.to_owned(), luck: AtomicU64::new(1) }
    }

    /// Opens a game for two and takes both seats.
    pub async fn open_table(&self) -> Result<OpenedTable, Failure> {
        let seats = [json!({"sitter": "me"}), json!({"sitter": "me"})];
        let body = json!({"game": "chess960", "seats": seats, "program": true}).to_string();
        let opened: Value = serde_json::from_str(&post(&self.address, "/api/tables", &body).await?)?;
        let name = opened["table"].as_str().ok_or("a table has a name")?.to_owned();
        let tokens = opened["tokens"].as_array().ok_or("programs get secrets")?;
        let token = tokens.iter().find(|token| token["seat"] != "host").ok_or("seats have secrets")?;
        let token = token["token"].as_str().ok_or("a secret is text")?.to_owned();
        Ok(OpenedTable { name, token })
    }

    /// Opens a game for two and connects both seats.
    pub async fn open_game(&self) -> Result<Table, Failure> {
        let opened = self.open_table().await?;
        let seats = [opened.connect(self, 0).await?, opened.connect(self, 1).await?];
        let luck = self.luck.fetch_add(1, Ordering::Relaxed);
        Ok(Table { seats, opener: Client::new(&self.address), luck })
    }
}

impl OpenedTable {
    /// Connects one of the seats.
    pub async fn connect(&self, client: &Client, seat: usize) -> Result<Seat, Failure> {
        let seat = ["white", "black"][seat];
        let address = format!("ws://{}/api/tables/{}/socket?seat={seat}", client.address, self.name);
        let mut seat = Seat { socket: connect(&address, Some(&self.token)).await?, frame: Shown::default() };
        seat.next_frame().await?;
        Ok(seat)
    }
}

impl Seat {
    async fn next_frame(&mut self) -> Result<(), Failure> {
        loop {
            let Message::Text(text) = self.socket.next().await.ok_or("the server is gone")?? else {
                continue;
            };
            if text.starts_with("{\"error\"") || text.starts_with("{\"goodbye\"") {
                return Err(text.to_string().into());
            }
            if let Some(shown) = Shown::read(text) {
                self.frame = shown;
                return Ok(());
            }
        }
    }
}

impl Table {
    /// Acts once, and tells how long it took until both seats were shown.
    pub async fn act(&mut self) -> Result<Duration, Failure> {
        let Some(index) = self.seats.iter().position(|seat| seat.frame.has_offers()) else {
            *self = self.opener.open_game().await?;
            return Box::pin(self.act()).await;
        };
        self.luck = self.luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let actions = self.seats[index].frame.actions();
        let action = actions[(self.luck >> 33) as usize % actions.len()];
        let prompt = self.seats[index].frame.prompt;
        let line = format!(r#"{{"id":1,"command":{{"act":{{"action":"{action}","prompt":{prompt}}}}}}}"#);
        let number = self.seats[1 - index].frame.number;
        let started = Instant::now();
        self.seats[index].socket.send(Message::text(line)).await?;
        let [white, black] = &mut self.seats;
        tokio::try_join!(white.next_frame(), black.next_frame())?;
        let taken = started.elapsed();
        assert!(self.seats[1 - index].frame.number > number, "numbers go up");
        Ok(taken)
    }
}

/// Something that can be done once, and how long it took.
pub trait Once: Send + 'static {
    /// Does it.
    fn once(&mut self) -> impl Future<Output = Result<Duration, Failure>> + Send;
}

impl Once for Table {
    async fn once(&mut self) -> Result<Duration, Failure> {
        self.act().await
    }
}

impl Once for Socket {
    async fn once(&mut self) -> Result<Duration, Failure> {
        let started = Instant::now();
        echo_once(self).await?;
        Ok(started.elapsed())
    }
}

/// Lets each of many do something now and then, so many times a second in all; sorted delays.
pub async fn paced<T: Once>(many: Vec<T>, rate: u64, seconds: u64) -> Result<Vec<Duration>, Failure> {
    let (count, begin) = (many.len() as u64, Instant::now());
    let between = Duration::from_secs(1) * u32::try_from(count)? / u32::try_from(rate)?;
    let until = begin + Duration::from_secs(seconds);
    let one = |(index, mut one): (usize, T)| {
        tokio::spawn(async move {
            let mut delays = Vec::new();
            let mut next = begin + between * u32::try_from(index)? / u32::try_from(count)?;
            while next < until {
                tokio::time::sleep_until(next.into()).await;
                delays.push(one.once().await?);
                next += between;
            }
            Ok::<_, Failure>(delays)
        })
    };
    let tasks: Vec<_> = many.into_iter().enumerate().map(one).collect();
    let mut delays = Vec::new();
    for task in tasks {
        delays.extend(task.await??);
    }
    delays.sort();
    Ok(delays)
}

/// Sends one request over a connection of its own.
async fn post(address: &str, path: &str, body: &str) -> Result<String, Failure> {
    let mut stream = TcpStream::connect(address).await?;
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(body.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (head, body) = answer.split_once("\r\n\r\n").ok_or("an answer has a head")?;
    if head.contains(" 200 ") {
        return Ok(body.to_owned());
    }
    Err(format!("{}: {body}", head.lines().next().unwrap_or_default()).into())
}
