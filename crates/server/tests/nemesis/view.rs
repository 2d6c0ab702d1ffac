//! What somebody at a table knows, frame by frame.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use kit_games::CATALOGUE;
use kit_play::Chance;
use kit_sitting::wire::FrameBody;
use kit_sitting::{CodeKey, House};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::history::Frame;

/// A line of the server, as far as clients read it.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Line<'a> {
    /// What the viewer knows now.
    #[serde(borrow)]
    Frame(FrameLine<'a>),
    /// The viewer has seen everything up to this number.
    Resumed(u32),
    /// A command was carried out.
    Done(Answer),
    /// It was not, or nobody knows.
    Error(Answer),
    /// The server ends the connection.
    Goodbye(Answer),
}

/// The answer to a command.
#[derive(Deserialize)]
pub struct Answer {
    /// The number of the command.
    pub id: Option<u32>,
    /// Why it was not carried out.
    #[serde(default)]
    pub code: String,
}

/// A frame as it is written.
#[derive(Deserialize)]
pub struct FrameLine<'a> {
    number: u32,
    prompt: u32,
    #[serde(borrow)]
    body: &'a RawValue,
    lines_from: usize,
    lines: Vec<Value>,
    chat_from: usize,
    chat: Vec<Value>,
}

/// As much of a frame's body as is needed to play.
#[derive(Deserialize)]
struct Body {
    table: Table,
    glimpse: Option<Glimpse>,
}

#[derive(Deserialize)]
struct Table {
    status: String,
    channels: Vec<String>,
}

#[derive(Deserialize)]
struct Glimpse {
    offers: Vec<Offer>,
}

#[derive(Deserialize)]
struct Offer {
    action: String,
}

/// What somebody knows.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// The number of the last frame.
    pub number: u32,
    /// The number of the prompt.
    pub prompt: u32,
    /// What can be done.
    pub offers: Vec<String>,
    /// Whether everybody would hear what is said.
    pub may_talk: bool,
    /// Whether the game is over.
    pub is_over: bool,
    body: u64,
    lines: Vec<Value>,
    chat: Vec<Value>,
}

impl View {
    /// Takes a frame in.
    pub fn show(&mut self, frame: FrameLine<'_>) -> Result<Frame, serde_json::Error> {
        let body: Body = serde_json::from_str(frame.body.get())?;
        self.offers =
            body.glimpse.into_iter().flat_map(|glimpse| glimpse.offers).map(|offer| offer.action).collect();
        self.may_talk = body.table.channels.iter().any(|channel| channel == "all");
        self.is_over = body.table.status == "over";
        (self.number, self.prompt, self.body) = (frame.number, frame.prompt, digest(frame.body.get()));
        self.lines.truncate(frame.lines_from);
        self.lines.extend(frame.lines);
        self.chat.truncate(frame.chat_from);
        self.chat.extend(frame.chat);
        Ok(Frame { number: self.number, prompt: self.prompt, body: self.body })
    }

    /// The numbers of the view, and whether the game is over, without the rest.
    pub fn numbers(&self) -> View {
        View { number: self.number, prompt: self.prompt, is_over: self.is_over, ..View::default() }
    }

    /// A digest of everything that is known.
    pub fn digest(&self) -> u64 {
        let words = |list: &[Value]| list.iter().map(Value::to_string).collect::<Vec<_>>();
        digest(&(self.number, self.prompt, self.body, words(&self.lines), words(&self.chat)))
    }
}

/// What the body of a frame says, as it is sent.
pub fn body_of(body: &FrameBody) -> u64 {
    digest(serde_json::to_string(body).expect("a body can always be written as JSON").as_str())
}

/// A house like that of the nodes; its key opens nothing.
pub fn house() -> Arc<House> {
    let codes = CodeKey::new(&mut Chance::seeded(0));
    Arc::new(House { catalogue: CATALOGUE, codes, invitations_last: None })
}

/// A number that tells one thing from another.
fn digest(thing: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = DefaultHasher::new();
    thing.hash(&mut hasher);
    hasher.finish()
}
