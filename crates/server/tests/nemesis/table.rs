//! A place where tables are played one after the other: when a game is over, another is opened.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use kit_games::CATALOGUE;
use kit_play::Chance;
use kit_sitting::TableId;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use crate::client::{Client, Shared, UNCLEAR};
use crate::history::{Fate, Opening};

/// How long somebody waits for a table.
const PATIENCE: Duration = Duration::from_secs(20);

/// The time for a decision, in seconds: much longer than a decision takes, and shorter than
/// clocks jump.
const FOR_A_MOVE: u32 = 30 * 60;

/// What came about in one place.
#[derive(Default)]
pub struct Played {
    /// The tables that were asked for.
    pub openings: Vec<Opening>,
    /// Everybody at each of the tables.
    pub tables: Vec<Vec<Client>>,
}

/// A table that was opened.
struct Opened {
    table: TableId,
    seats: Vec<String>,
    token: String,
}

/// What became of a request.
enum Answer {
    Opened(Opened),
    Unclear,
    Refused(String),
}

/// Plays one table after the other until it is time to stop.
pub async fn play(place: usize, seed: u64, shared: Arc<Shared>) -> Result<Played, String> {
    let (mut played, mut chance) = (Played::default(), Chance::seeded(seed));
    for game in place.. {
        let Some(opened) = open(place, game, &mut chance, &shared, &mut played.openings).await? else {
            break;
        };
        let mut client = |seat: &str, token: Option<&str>| {
            Client::new(opened.table.clone(), seat, token, chance.seed(), &shared)
        };
        let mut clients: Vec<Client> =
            opened.seats.iter().map(|seat| client(seat, Some(&opened.token))).collect();
        // Some tables are watched by somebody without a seat.
        if game % 2 == 0 {
            clients.push(client("public", None));
        }
        let playing = clients.into_iter().map(|client| tokio::spawn(client.play()));
        let clients: Result<Vec<Client>, _> = join_all(playing).await.into_iter().collect();
        played.tables.push(clients.map_err(|error| format!("a client failed: {error}"))?);
        if shared.is_stopping() {
            break;
        }
    }
    Ok(played)
}

/// Asks for a table until there is one, or until it is time to stop.
async fn open(
    place: usize,
    game: usize,
    chance: &mut Chance,
    shared: &Shared,
    openings: &mut Vec<Opening>,
) -> Result<Option<Opened>, String> {
    while !shared.is_stopping() {
        let name = format!("Opener {place}-{}", openings.len());
        let (body, port) = (request(game, &name), *chance.pick(&shared.ports));
        openings.push(Opening { name, fate: Fate::Unclear, table: None });
        let answer = match timeout(PATIENCE, post(port, &body)).await {
            Ok(Ok(text)) => read(&text),
            Ok(Err(_)) | Err(_) => Answer::Unclear,
        };
        let opening = openings.last_mut().ok_or("it was pushed above")?;
        match answer {
            Answer::Opened(opened) => {
                opening.fate = Fate::Done(shared.recorder.now().order);
                opening.table = Some(opened.table.clone());
                return Ok(Some(opened));
            }
            Answer::Unclear => sleep(Duration::from_millis(chance.below(500).into())).await,
            Answer::Refused(code) => return Err(format!("a table is refused: {code}; {body}")),
        }
    }
    Ok(None)
}

/// Asks for a table of any game, all seats for one person; with a clock where the game allows it.
fn request(game: usize, name: &str) -> String {
    let listed = CATALOGUE[game % CATALOGUE.len()];
    let about = listed.about();
    let seats: Vec<Value> = (0..about.fewest_seats).map(|_| json!({"sitter": "me"})).collect();
    let mut request = json!({"game": about.id, "seats": seats, "name": name, "program": true});
    if !listed.keeps_time() {
        request["clock"] = json!({"clock": "move", "seconds": FOR_A_MOVE});
    }
    request.to_string()
}

/// Sends one request over a connection of its own.
async fn post(port: u16, body: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await?;
    let length = body.len();
    let head = format!(
        "POST /api/tables HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\ncontent-type: application/json\r\n\
         content-length: {length}\r\nconnection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(body.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    Ok(answer)
}

/// Reads an answer; one that is not whole is none.
fn read(answer: &str) -> Answer {
    let Some((head, body)) = answer.split_once("\r\n\r\n") else { return Answer::Unclear };
    let Ok(body) = serde_json::from_str::<Value>(body) else { return Answer::Unclear };
    if !head.lines().next().is_some_and(|line| line.contains(" 200 ")) {
        let code = body["error"]["code"].as_str().unwrap_or("internal");
        let unclear = UNCLEAR.contains(&code);
        return if unclear { Answer::Unclear } else { Answer::Refused(code.to_owned()) };
    }
    opened(&body).map_or(Answer::Unclear, Answer::Opened)
}

fn opened(body: &Value) -> Option<Opened> {
    let seats = body["seats"].as_array()?.iter().map(|seat| seat.as_str().map(str::to_owned));
    let tokens = body["tokens"].as_array()?;
    let token = tokens.iter().find(|token| token["seat"] != "host")?["token"].as_str()?;
    Some(Opened {
        table: body["table"].as_str()?.parse().ok()?,
        seats: seats.collect::<Option<_>>()?,
        token: token.to_owned(),
    })
}
