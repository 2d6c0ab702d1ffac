//! A viewer's connection: commands in, frames out.
//!
//! A connection is one task and holds little: the table is the hall's, and what was shown is a
//! few numbers.
//! Whoever does not read is cut off, and whoever does not answer pings is gone.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::http::HeaderMap;
use axum::response::Response;
use futures_util::SinkExt;
use kit_play::sentence::Language;
use kit_play::wire::Complaint;
use serde::Deserialize;
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep_until, timeout};
use tokio_tungstenite::tungstenite;

use crate::hall::{Attending, Speaker, Viewing, Watching};
use crate::http::Front;
use crate::http::body::{Searched, read_json};
use crate::http::crowd::Admission;
use crate::http::gate::Payer;
use crate::http::lag::Lag;
use crate::http::limits::Meter;
use crate::http::objects::ErrorNote;
use crate::http::problem::{CannotShow, Problem};
use crate::http::tables::{Named, count_command, table_named};
use crate::http::visitor::{Visitor, is_own_origin};
use kit_sitting::Error;
use kit_sitting::Seen;
use kit_sitting::TableId;
use kit_sitting::wire::{DoneNote, PresenceNote, SocketAnswer, SocketComplaint, SocketLine};

/// The longest line that is read.
pub const LONGEST_LINE: usize = 16 << 10;

/// What a connection reads at once; the usual 128 KB would be most of its memory.
const READ_BUFFER: usize = 2 << 10;

/// Up to here, lines that come about together are written together.
const WRITTEN_TOGETHER: usize = 64 << 10;

/// More than any frame; what is not read by then is not written either.
const WRITE_BUFFER: usize = 1 << 20;

/// How long a client may take to read what it is sent.
const SLOWEST_READER: Duration = Duration::from_secs(10);

/// How often those who watch with a delay are shown what has come due.
const LATE_LOOK: Duration = Duration::from_secs(5);

/// How long a client is not told again who is connected, however many come and go: each of them
/// would be told to everybody.
const SAME_PEOPLE: Duration = Duration::from_millis(250);

/// How often a client is asked whether it is there.
const PING: Duration = Duration::from_secs(25);

/// How often a player is asked, whose clock gets back what the network takes.
const PING_OF_PLAYER: Duration = Duration::from_secs(10);

/// How long a client may be silent, pings and all.
const LONGEST_SILENCE: Duration = Duration::from_secs(70);

/// How long somebody without a seat may watch without asking for anything.
const LONGEST_WATCH: Duration = Duration::from_secs(6 * 60 * 60);

/// Whose eyes, and from when.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SocketSearch {
    /// A seat's name, or `public`, which is meant if nothing is said.
    seat: Option<String>,
    /// The number of the last frame that the client has.
    after: Option<u32>,
    /// Whether the client wants to be told who is connected.
    present: Option<bool>,
}

/// Connects a viewer: lines `SocketLine` in, lines `SocketAnswer` out.
#[utoipa::path(
    get, path = "/api/tables/{table}/socket", tag = "tables",
    params(("table" = String, Path, description = "The table"), SocketSearch),
    responses((status = 101, description = "A WebSocket"), (status = 426, body = ErrorNote), CannotShow)
)]
pub async fn socket(
    State(front): State<Arc<Front>>,
    visitor: Visitor,
    Named(table): Named<String>,
    Searched(search): Searched<SocketSearch>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let upgrade = upgrade.map_err(|_| Problem::not_a_socket())?;
    if !is_own_origin(&front.settings, &headers) {
        return Err(Problem::wrong_origin());
    }
    let place = front.gate.hold_socket(visitor.address).ok_or_else(Problem::crowded)?;
    let seat = search.seat.unwrap_or_else(|| "public".to_owned());
    let viewing = match table_named(&table) {
        Ok(table) => front.hall.viewing(&table, &seat, &visitor.secrets).await,
        Err(error) => Err(error),
    };
    let upgrade = upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITTEN_TOGETHER)
        .max_write_buffer_size(WRITE_BUFFER)
        .max_message_size(LONGEST_LINE)
        .max_frame_size(LONGEST_LINE);
    let seen = search.after.map_or_else(Seen::default, Seen::after).in_language(visitor.language);
    Ok(upgrade.on_upgrade(async move |socket| match viewing {
        Ok(viewing) => {
            let table = viewing.table.clone();
            let payer = front.payer(&visitor, &table, viewing.speaker());
            let now = Instant::now();
            let (heard_at, asked_at, lag) = (now, now, Lag::default());
            let attending = front.hall.attend(&viewing);
            let (present, told_at) = (search.present.unwrap_or(false).then_some(None), now);
            let watching = front.hall.watch(&table, front.asker(&visitor), viewing.speaker());
            let connection = Connection {
                front,
                visitor,
                table,
                seat,
                viewing,
                payer,
                watching,
                attending,
                present,
                told_at,
                seen,
                socket,
                heard_at,
                asked_at,
                lag,
                place,
            };
            connection.run().await;
        }
        // Pages cannot read why a connection was refused, so it is told through one.
        Err(error) => say_goodbye(socket, front.refused(&visitor, error), visitor.language).await,
    }))
}

/// One viewer's connection.
struct Connection {
    front: Arc<Front>,
    visitor: Visitor,
    table: TableId,
    seat: String,
    viewing: Viewing,
    /// Who is charged for what comes in.
    payer: Payer,
    watching: Watching,
    attending: Attending,
    /// Who is connected, as the client was told last; nothing where it does not want to know.
    present: Option<Option<PresenceNote>>,
    /// When that was.
    told_at: Instant,
    seen: Seen,
    socket: WebSocket,
    /// When anything came in, even the answer to a ping.
    heard_at: Instant,
    /// When a line came in.
    asked_at: Instant,
    /// How long the way there and back takes.
    lag: Lag,
    /// Counts the connection for as long as it lasts.
    place: Admission,
}

/// Why a connection ends.
enum End {
    /// The client has gone, or does not read.
    Gone,
    /// We say why.
    Goodbye(Problem),
}

impl From<Error> for End {
    fn from(error: Error) -> End {
        End::Goodbye(error.into())
    }
}

impl Connection {
    async fn run(mut self) {
        let Err(end) = self.serve().await;
        let Connection { socket, place, visitor, .. } = self;
        if let End::Goodbye(problem) = end {
            say_goodbye(socket, problem, visitor.language).await;
        }
        drop(place);
    }

    async fn serve(&mut self) -> Result<std::convert::Infallible, End> {
        let front = Arc::clone(&self.front);
        let closing = front.closing();
        tokio::pin!(closing);
        let pause = if self.plays() { PING_OF_PLAYER } else { PING };
        let mut pings = interval_at(Instant::now() + pause, pause);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut late = interval_at(Instant::now() + LATE_LOOK, LATE_LOOK);
        late.set_missed_tick_behavior(MissedTickBehavior::Delay);
        self.greet().await?;
        if self.plays() {
            self.ping().await?;
        }
        loop {
            tokio::select! {
                () = &mut closing => return Err(End::Goodbye(Problem::restarting())),
                () = self.watching.changed() => self.show().await?,
                () = changed_after(&mut self.attending, self.told_at), if self.present.is_some() => {
                    let present = self.who_is_there().await?;
                    self.send(present).await?;
                }
                message = self.socket.recv() => self.hear(message).await?,
                _ = pings.tick() => self.ping().await?,
                _ = late.tick(), if self.viewing.is_delayed() => self.show().await?,
            }
        }
    }

    /// Says that the client has seen everything, or shows what is there.
    async fn greet(&mut self) -> Result<(), End> {
        let first = match self.news().await? {
            Some(news) => news,
            None => line(&SocketAnswer::Resumed(self.seen.number()))?,
        };
        let present = self.who_is_there().await?;
        self.send([first].into_iter().chain(present)).await
    }

    /// Shows what is new for this viewer, if anything is.
    async fn show(&mut self) -> Result<(), End> {
        let news = self.news().await?;
        let present = self.who_is_there().await?;
        self.send(news.into_iter().chain(present)).await
    }

    /// Who is connected, where the client wants to know and was told otherwise.
    async fn who_is_there(&mut self) -> Result<Option<Message>, End> {
        let Some(told) = &mut self.present else { return Ok(None) };
        let present = self.front.hall.present(&self.viewing).await?;
        if told.as_ref() == Some(&present) {
            return Ok(None);
        }
        self.told_at = Instant::now();
        Ok(Some(line(&SocketAnswer::Present(told.insert(present)))?))
    }

    /// What is new for this viewer, if anything is.
    async fn news(&mut self) -> Result<Option<Message>, End> {
        self.watching.looks_now();
        let frame = self.front.hall.frame(&self.viewing, &mut self.seen).await?;
        Ok(frame.map(|frame| Message::Text(frame.line().into())))
    }

    async fn hear(&mut self, message: Option<Result<Message, axum::Error>>) -> Result<(), End> {
        self.heard_at = Instant::now();
        match message {
            Some(Ok(Message::Text(line))) => self.answer(line.as_bytes()).await,
            Some(Ok(Message::Binary(_))) => {
                let problem = Problem::malformed("lines are text, not binary");
                self.complain(None, problem).await
            }
            Some(Ok(Message::Pong(carried))) => {
                self.measure(&carried);
                Ok(())
            }
            Some(Ok(Message::Ping(_))) => Ok(()),
            Some(Ok(Message::Close(_))) | None => Err(End::Gone),
            Some(Err(error)) => {
                if is_too_large(error) {
                    Err(End::Goodbye(Problem::too_large(LONGEST_LINE)))
                } else {
                    Err(End::Gone)
                }
            }
        }
    }

    /// Answers a line.
    async fn answer(&mut self, text: &[u8]) -> Result<(), End> {
        self.asked_at = Instant::now();
        // Whoever sends lines faster than anybody can is not talking to us.
        self.front.pass(Meter::Lines, self.payer, std::time::Instant::now()).map_err(End::Goodbye)?;
        let asked: SocketLine = match read_json(text) {
            Ok(asked) => asked,
            Err(problem) => return self.complain(id_of(text), problem).await,
        };
        if let Err(problem) = self.front.charge(&asked.command, &self.visitor, self.payer) {
            return self.complain(Some(asked.id), problem).await;
        }
        let (hall, secrets, from) =
            (&self.front.hall, &self.visitor.secrets, self.front.asker(&self.visitor));
        let done =
            hall.command(&self.table, &self.seat, secrets, asked.command, self.lag.round_trip(), from).await;
        count_command(done.as_ref().err());
        // What has changed comes before the answer, so that the order of lines tells nothing.
        let news = self.news().await?;
        let present = self.who_is_there().await?;
        let answer = match done {
            Ok(done) => line(&SocketAnswer::Done(DoneNote { id: asked.id, ..done }))?,
            Err(error) => {
                complaint(Some(asked.id), self.front.refused(&self.visitor, error), self.visitor.language)?
            }
        };
        self.send(news.into_iter().chain(present).chain([answer])).await
    }

    async fn complain(&mut self, id: Option<u32>, problem: Problem) -> Result<(), End> {
        self.send([complaint(id, problem, self.visitor.language)?]).await
    }

    /// Asks whether the client is there, and lets go of those who are not.
    async fn ping(&mut self) -> Result<(), End> {
        if self.heard_at.elapsed() > LONGEST_SILENCE {
            return Err(End::Goodbye(Problem::silent()));
        }
        if self.viewing.viewer.seat().is_none() && self.asked_at.elapsed() > LONGEST_WATCH {
            return Err(End::Goodbye(Problem::idle()));
        }
        let carried = self.lag.ping(std::time::Instant::now());
        self.send([Message::Ping(carried.to_vec().into())]).await
    }

    /// Takes note of how long the answer to a ping took.
    fn measure(&mut self, carried: &[u8]) {
        let took = self.lag.pong(carried, std::time::Instant::now());
        if let Some(took) = took.filter(|_| self.plays()) {
            metrics::histogram!("chess_kit_round_trip_seconds").record(took.as_secs_f64());
        }
    }

    /// Whether the viewer holds a seat.
    fn plays(&self) -> bool {
        matches!(self.viewing.speaker(), Speaker::Seat(_))
    }

    async fn send(&mut self, messages: impl IntoIterator<Item = Message>) -> Result<(), End> {
        send_in_time(&mut self.socket, messages).await
    }
}

/// Waits until people have come or gone, and until they may be told of.
async fn changed_after(attending: &mut Attending, told_at: Instant) {
    sleep_until(told_at + SAME_PEOPLE).await;
    attending.changed().await;
}

fn line(answer: &SocketAnswer<'_>) -> Result<Message, End> {
    let text = serde_json::to_string(answer).map_err(|_| End::Goodbye(Problem::internal()))?;
    Ok(Message::Text(text.into()))
}

fn complaint(id: Option<u32>, problem: Problem, language: Option<&'static Language>) -> Result<Message, End> {
    let Complaint { code, text } = problem.complaint(language);
    line(&SocketAnswer::Error(SocketComplaint { id, code, text }))
}

/// Sends messages with one write, unless the client takes too long to read.
async fn send_in_time(
    socket: &mut WebSocket,
    messages: impl IntoIterator<Item = Message>,
) -> Result<(), End> {
    let sending = async {
        for message in messages {
            socket.feed(message).await?;
        }
        socket.flush().await
    };
    match timeout(SLOWEST_READER, sending).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(End::Gone),
        Err(_) => {
            metrics::counter!("chess_kit_slow_readers_total").increment(1);
            Err(End::Gone)
        }
    }
}

/// Says why the connection ends, and ends it.
async fn say_goodbye(mut socket: WebSocket, problem: Problem, language: Option<&'static Language>) {
    let code = problem.code();
    let close = match code {
        "restarting" => close_code::RESTART,
        "too-large" => close_code::SIZE,
        "internal" => close_code::ERROR,
        _ => close_code::POLICY,
    };
    let Ok(goodbye) = line(&SocketAnswer::Goodbye(problem.complaint(language))) else { return };
    let close = Message::Close(Some(CloseFrame { code: close, reason: code.into() }));
    // The client may have gone in the meantime.
    let _ = send_in_time(&mut socket, [goodbye, close]).await;
}

/// The client's number in a line that has something else wrong.
fn id_of(line: &[u8]) -> Option<u32> {
    let value: serde_json::Value = serde_json::from_slice(line).ok()?;
    value.get("id")?.as_u64().and_then(|id| u32::try_from(id).ok())
}

fn is_too_large(error: axum::Error) -> bool {
    let cause = error.into_inner().downcast::<tungstenite::Error>();
    matches!(cause.as_deref(), Ok(tungstenite::Error::Capacity(_)))
}
