//! People at tables, as a program.

use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use kit_games::CATALOGUE;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use super::Failure;

/// A socket to the server.
pub type Socket = WebSocketStream<TcpStream>;

/// The names of the two seats.
pub const SEATS: [&str; 2] = ["white", "black"];

/// Where a server is, and the address from which it is asked.
#[derive(Clone, Debug)]
pub struct Way {
    to: String,
    from: Option<Ipv4Addr>,
}

impl Way {
    /// To a server, from any address.
    pub fn to(address: &str) -> Way {
        Way { to: address.to_owned(), from: None }
    }

    /// To the same server, from this address.
    pub fn from(&self, from: Ipv4Addr) -> Way {
        Way { to: self.to.clone(), from: Some(from) }
    }

    async fn stream(&self) -> Result<TcpStream, Failure> {
        let socket = TcpSocket::new_v4()?;
        if let Some(from) = self.from {
            socket.bind((from, 0).into())?;
        }
        let stream = socket.connect(self.to.parse()?).await?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    /// Connects a socket, with a seat's secret or without.
    pub async fn socket(&self, path: &str, token: Option<&str>) -> Result<Socket, Failure> {
        let mut request = format!("ws://{}{path}", self.to).into_client_request()?;
        if let Some(token) = token {
            request.headers_mut().insert("authorization", format!("Bearer {token}").parse()?);
        }
        let config = WebSocketConfig::default().read_buffer_size(8192).write_buffer_size(0);
        Ok(client_async_with_config(request, self.stream().await?, Some(config)).await?.0)
    }

    /// Sends one request over a connection of its own; a body makes it a `POST`.
    pub async fn ask(&self, path: &str, token: Option<&str>, body: Option<&str>) -> Result<String, Failure> {
        let mut stream = self.stream().await?;
        let token = token.map_or_else(String::new, |token| format!("authorization: Bearer {token}\r\n"));
        let (method, body) = body.map_or(("GET", ""), |body| ("POST", body));
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n{token}content-length: {}\r\nconnection: close\r\n\r\n{body}",
            self.to,
            body.len()
        );
        stream.write_all(request.as_bytes()).await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await?;
        let (head, body) = answer.split_once("\r\n\r\n").ok_or("an answer has a head")?;
        if !head.contains(" 200 ") {
            return Err(format!("{}: {body}", head.lines().next().unwrap_or_default()).into());
        }
        Ok(body.to_owned())
    }
}

/// Sends a line as long as an action and waits until it is back.
pub async fn echo_once(socket: &mut Socket) -> Result<(), Failure> {
    let line = r#"{"id":1,"command":{"act":{"action":"e2e4","prompt":17}}}"#;
    socket.send(Message::text(line)).await?;
    socket.next().await.ok_or("the echo is gone")??;
    Ok(())
}

/// What is played: the first game of the catalogue for two without secrets, always the same so that
/// measures can be compared with those of older versions.
pub fn game() -> &'static str {
    let mut titles = CATALOGUE.iter().map(|game| game.about());
    let open = titles.find(|about| about.open && about.seats.len() == SEATS.len());
    open.expect("some game has no secrets").id
}

/// The first game of the catalogue for two with secrets, where a Master bot looks at more.
pub fn secret_game() -> &'static str {
    let mut titles = CATALOGUE.iter().map(|game| game.about());
    let secret = titles.find(|about| !about.open && about.seats.len() == SEATS.len());
    secret.expect("some game has secrets").id
}

/// A table that somebody opened, all seats theirs that no bot has.
pub struct OpenedTable {
    /// Its name.
    pub name: String,
    token: Option<String>,
}

/// A seat with its socket and what it was shown last.
pub struct Seat {
    socket: Socket,
    frame: Shown,
}

/// Somebody who opens tables; the seats connect by ways of their own, one after the other.
pub struct Client {
    ways: Vec<Way>,
    opened: AtomicU64,
}

/// A table that is played from both seats.
pub struct Table {
    seats: [Seat; 2],
    opened: OpenedTable,
    ways: [Way; 2],
    luck: u64,
}

/// The last frame of a seat.
///
/// It is searched for what is needed to act and for nothing else: the echo's client reads nothing
/// at all, and what clients make of frames is no cost of the server.
#[derive(Default)]
pub struct Shown {
    number: u32,
    prompt: u32,
    text: Utf8Bytes,
    /// Where the list of offers begins.
    offers: usize,
}

impl Shown {
    /// Reads a line, if it is a frame.
    fn read(text: Utf8Bytes) -> Option<Shown> {
        let rest = text.strip_prefix("{\"frame\":")?;
        let (number, prompt) = numbers(rest)?;
        // A bracket is found faster than a word, and there are few before the offers.
        let mut lists = text.match_indices('[').map(|(place, _)| place);
        let offers =
            lists.find(|place| text[..*place].ends_with(OFFERS)).map_or(text.len(), |place| place + 1);
        Some(Shown { number, prompt, text, offers })
    }

    fn has_offers(&self) -> bool {
        self.text[self.offers..].starts_with('{')
    }

    /// One of the actions on offer, as a line that does it.
    fn act(&self, luck: u64) -> Option<String> {
        let offers = self.text[self.offers..].split("{\"action\":\"").skip(1);
        let actions: Vec<&str> = offers.filter_map(|offer| offer.split('"').next()).collect();
        let action = actions.get(luck as usize % actions.len().max(1))?;
        Some(format!(r#"{{"act":{{"action":"{action}","prompt":{}}}}}"#, self.prompt))
    }
}

/// What stands before the offers of a frame; within a text its quotes would be escaped.
const OFFERS: &str = "\"offers\":";

/// The numbers of a frame and of its prompt, with which it begins.
fn numbers(frame: &str) -> Option<(u32, u32)> {
    let (number, rest) = frame.strip_prefix("{\"number\":")?.split_once(",\"prompt\":")?;
    let (prompt, _) = rest.split_once(',')?;
    Some((number.parse().ok()?, prompt.parse().ok()?))
}

impl Client {
    /// A client who reaches the server by these ways.
    pub fn new(ways: impl IntoIterator<Item = Way>) -> Client {
        Client { ways: ways.into_iter().collect(), opened: AtomicU64::new(0) }
    }

    /// Opens a game for two and takes both seats.
    pub async fn open_table(&self) -> Result<OpenedTable, Failure> {
        OpenedTable::open(&self.ways[0], game(), [json!({"sitter": "me"}), json!({"sitter": "me"})]).await
    }

    /// Opens a game for two and connects both seats, by two ways if there are several.
    pub async fn open_game(&self) -> Result<Table, Failure> {
        let luck = self.opened.fetch_add(1, Ordering::Relaxed);
        let way = |seat: usize| self.ways[(luck as usize + seat) % self.ways.len()].clone();
        Table::open([way(0), way(1)], luck).await
    }

    /// Connects a seat of a table.
    pub async fn connect(&self, table: &OpenedTable, seat: usize) -> Result<Seat, Failure> {
        table.connect(&self.ways[0], SEATS[seat % 2]).await
    }
}

impl OpenedTable {
    /// Opens a table of a game for two.
    pub async fn open(way: &Way, game: &str, seats: [Value; 2]) -> Result<OpenedTable, Failure> {
        let body = json!({"game": game, "seats": seats, "program": true}).to_string();
        let opened: Value = serde_json::from_str(&way.ask("/api/tables", None, Some(&body)).await?)?;
        let name = opened["table"].as_str().ok_or("a table has a name")?.to_owned();
        let tokens = opened["tokens"].as_array().ok_or("programs get secrets")?;
        let token = tokens.iter().find(|token| token["seat"] != "host");
        let token = token.and_then(|token| token["token"].as_str()).map(str::to_owned);
        Ok(OpenedTable { name, token })
    }

    /// Connects one of the seats, or the public.
    pub async fn connect(&self, way: &Way, seat: &str) -> Result<Seat, Failure> {
        let path = format!("/api/tables/{}/socket?seat={seat}", self.name);
        let socket = way.socket(&path, self.token.as_deref()).await?;
        let mut seat = Seat { socket, frame: Shown::default() };
        seat.next_frame().await?;
        Ok(seat)
    }

    /// Acts once for a seat by plain requests.
    pub async fn act_by_request(&self, way: &Way, seat: &str, luck: u64) -> Result<(), Failure> {
        let frame = self.frame(way, seat).await?;
        let command = frame.act(luck).ok_or("somebody has something to decide")?;
        let body = format!(r#"{{"seat":"{seat}","command":{command}}}"#);
        let path = format!("/api/tables/{}/commands", self.name);
        way.ask(&path, self.token.as_deref(), Some(&body)).await.map(drop)
    }

    async fn frame(&self, way: &Way, seat: &str) -> Result<Shown, Failure> {
        let path = format!("/api/tables/{}/frame?seat={seat}", self.name);
        let frame = way.ask(&path, self.token.as_deref(), None).await?;
        Shown::read(format!("{{\"frame\":{frame}}}").into()).ok_or_else(|| "a frame has numbers".into())
    }
}

impl Seat {
    /// Waits until the seat is shown something.
    pub async fn next_frame(&mut self) -> Result<(), Failure> {
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

    /// Acts, and waits until it is the seat's turn again; how long the others took.
    ///
    /// Nothing when the game is over.
    pub async fn act_and_wait(&mut self, luck: u64) -> Result<Option<Duration>, Failure> {
        let Some(command) = self.frame.act(luck) else { return Ok(None) };
        self.send(&command).await?;
        self.next_frame().await?;
        let started = Instant::now();
        self.next_frame().await?;
        Ok(Some(started.elapsed()))
    }

    async fn send(&mut self, command: &str) -> Result<(), Failure> {
        Ok(self.socket.send(Message::text(format!(r#"{{"id":1,"command":{command}}}"#))).await?)
    }

    /// Says something, and waits until that is done.
    pub async fn speak(&mut self) -> Result<(), Failure> {
        self.send(r#"{"say":{"channel":"all","text":"Hello."}}"#).await?;
        loop {
            let text = self.socket.next().await.ok_or("the server is gone")??;
            match text.to_text()? {
                done if done.starts_with("{\"done\"") => return Ok(()),
                bad if bad.starts_with("{\"error\"") || bad.starts_with("{\"goodbye\"") => {
                    return Err(bad.to_owned().into());
                }
                _ => {}
            }
        }
    }
}

impl Table {
    async fn open(ways: [Way; 2], luck: u64) -> Result<Table, Failure> {
        let me = || json!({"sitter": "me"});
        let opened = OpenedTable::open(&ways[0], game(), [me(), me()]).await?;
        let seats = [opened.connect(&ways[0], SEATS[0]).await?, opened.connect(&ways[1], SEATS[1]).await?];
        Ok(Table { seats, opened, ways, luck })
    }

    /// Acts once, and tells how long it took until both seats were shown.
    pub async fn act(&mut self) -> Result<Duration, Failure> {
        let (index, command) = self.next_action().await?;
        let number = self.seats[1 - index].frame.number;
        let started = Instant::now();
        self.seats[index].send(&command).await?;
        let [white, black] = &mut self.seats;
        tokio::try_join!(white.next_frame(), black.next_frame())?;
        let taken = started.elapsed();
        assert!(self.seats[1 - index].frame.number > number, "numbers go up");
        Ok(taken)
    }

    /// Acts once, and asks for the other seat's frame as soon as the seat that acted has its own;
    /// whether the answer was old.
    pub async fn act_and_read(&mut self) -> Result<bool, Failure> {
        let (index, command) = self.next_action().await?;
        let number = self.seats[1 - index].frame.number;
        self.seats[index].send(&command).await?;
        self.seats[index].next_frame().await?;
        let read = self.opened.frame(&self.ways[1 - index], SEATS[1 - index]).await?;
        self.seats[1 - index].next_frame().await?;
        Ok(read.number <= number)
    }

    /// Lets both seats speak at once.
    pub async fn speak_at_once(&mut self) -> Result<(), Failure> {
        let [white, black] = &mut self.seats;
        tokio::try_join!(white.speak(), black.speak()).map(drop)
    }

    /// Who acts next and what they do; at another table when the game here is over.
    async fn next_action(&mut self) -> Result<(usize, String), Failure> {
        self.luck = self.luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let luck = self.luck >> 33;
        loop {
            let acting = self.seats.iter().position(|seat| seat.frame.has_offers());
            if let Some(next) = acting.and_then(|index| Some((index, self.seats[index].frame.act(luck)?))) {
                return Ok(next);
            }
            *self = Table::open(self.ways.clone(), self.luck).await?;
        }
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

/// Lets each of many do something as often as it can; how often they did in all.
pub async fn hurried<T: Once>(many: Vec<T>, seconds: u64) -> Result<(Vec<T>, u64), Failure> {
    let until = Instant::now() + Duration::from_secs(seconds);
    let one = |mut one: T| {
        tokio::spawn(async move {
            let mut count = 0;
            while Instant::now() < until {
                one.once().await?;
                count += 1;
            }
            Ok::<_, Failure>((one, count))
        })
    };
    let tasks: Vec<_> = many.into_iter().map(one).collect();
    let (mut many, mut count) = (Vec::new(), 0);
    for task in tasks {
        let (one, done) = task.await??;
        many.push(one);
        count += done;
    }
    Ok((many, count))
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
