//! What goes in and out of a page.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A message with what it happens under.
#[derive(Debug, Deserialize)]
pub struct Envelope {
    /// The time, in milliseconds since 1970.
    pub now: i64,
    /// Randomness, 32 bytes in hexadecimal digits.
    pub luck: String,
    /// What is asked.
    pub message: Message,
}

/// What a page is asked.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Message {
    /// A request, as it would go to a server.
    Ask {
        /// Such as `GET`.
        method: String,
        /// The address on the server, with its query.
        path: String,
        /// The body.
        #[serde(default)]
        body: Option<String>,
        /// How many positions a puzzle's solver looks at, at most.
        #[serde(default)]
        nodes: Option<u64>,
    },
    /// Opens a connection, as a socket would be opened.
    Connect {
        /// A number for it.
        connection: u32,
        /// The address of the socket, with its query.
        path: String,
    },
    /// A line over a connection.
    Line {
        /// Its number.
        connection: u32,
        /// The line.
        text: String,
    },
    /// Ends a connection.
    Disconnect {
        /// Its number.
        connection: u32,
    },
    /// Records of a table that were written down before or elsewhere; none where there is no such
    /// table.
    Fold {
        /// The table.
        table: String,
        /// The records after those that the page has.
        records: Vec<Kept>,
        /// What seats noted for themselves.
        #[serde(default)]
        notes: BTreeMap<String, String>,
    },
    /// Forgets a table of which something could not be written down.
    Forget {
        /// The table.
        table: String,
    },
    /// Takes in a language: the catalogues with what is said at tables in it.
    Language {
        /// Its code.
        code: String,
        /// The texts of its catalogues.
        catalogues: Vec<String>,
    },
    /// Asks for the scoresheet of a running game with everything that is hidden in it, to be taken to
    /// another place; nobody who plays may see it.
    Pack {
        /// The table.
        table: String,
    },
    /// Thinks about a hint, as it would be asked for at a server, and writes nothing down.
    Advise {
        /// The table.
        table: String,
        /// The body of the request.
        body: String,
        /// The language in which it is answered.
        #[serde(default)]
        language: Option<String>,
    },
    /// Writes down that a seat takes a hint, as it was asked for.
    Hinted {
        /// The table.
        table: String,
        /// The body of the request.
        body: String,
        /// The language in which a refusal is answered.
        #[serde(default)]
        language: Option<String>,
    },
    /// Freezes a table, because the game's program failed there.
    Freeze {
        /// The table.
        table: String,
    },
    /// Asks which bot has to act, and when its answer is to be given.
    Bots {
        /// The table.
        table: String,
    },
    /// Lets a bot think.
    Think {
        /// The table.
        table: String,
        /// The bot's seat.
        seat: String,
        /// How many nodes it looks at, at most; those of its level, if nothing is said.
        #[serde(default)]
        nodes: Option<u64>,
    },
    /// A bot acts, or gives up; it may offer a draw, too.
    Act {
        /// The table.
        table: String,
        /// The bot's seat.
        seat: String,
        /// What it has found.
        thought: Thought,
    },
    /// Bots answer the draws that are offered to them.
    AnswerDraws {
        /// The table.
        table: String,
    },
    /// Time has passed at a table.
    Due {
        /// The table.
        table: String,
    },
}

/// A record that is kept somewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// Counted from 1 in each table.
    pub number: u32,
    /// When it was written, in milliseconds since 1970.
    pub at: i64,
    /// Its lines.
    pub body: String,
}

/// What a page answers.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub struct Reply {
    /// A table that is not here: its records are to be handed in, and the message sent again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needs: Option<String>,
    /// What is to be written down before anything else happens.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub records: Vec<Written>,
    /// Notes that are to be kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<KeptNotes>,
    /// The status of the answer to a request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// The body of the answer to a request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Lines for connections, by their numbers, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<(u32, String)>,
    /// Connections that have ended.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ended: Vec<u32>,
    /// Tables that have changed or were folded, each with when its clock falls.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub tables: BTreeMap<String, Option<i64>>,
    /// The bot that has to act.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bot: Option<BotTurn>,
    /// What a bot has found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thought: Option<Thought>,
}

/// A record that is to be written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Written {
    /// The table.
    pub table: String,
    /// The record.
    #[serde(flatten)]
    pub record: Kept,
}

/// Notes of a seat that are to be kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KeptNotes {
    /// The table.
    pub table: String,
    /// The seat.
    pub seat: String,
    /// The notes.
    pub notes: String,
}

/// A bot that has to act.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BotTurn {
    /// Its seat.
    pub seat: String,
    /// The moments at which its answer may be given, in milliseconds from now: the first, or where it
    /// is not done by then, one of the others.
    pub moments: Vec<u64>,
    /// The number of what it is asked; a thought about it holds as long as that stays the same.
    pub prompt: u32,
    /// The number of the last record that it knows of.
    pub head: u32,
}

/// What a bot has found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thought {
    /// What it does.
    pub action: String,
    /// Its chance to win, as far as it sees, in hundredths of a percent: the last digits of fractions
    /// differ between machines.
    pub chance: u32,
    /// How many nodes it looked at.
    pub nodes: u64,
}
