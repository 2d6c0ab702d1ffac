//! The objects of the pages beside the tables: boards to try, replays and golf.

use kit_play::Sentence;
use kit_play::wire::{Complaint, GlimpseAnswer, TermsRequest};
use serde::{Deserialize, Serialize};

#[cfg(feature = "books")]
pub use crate::books::{BlockNote, DigestNote, RulesNote, SpanNote};

/// Why something was not done.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ErrorNote {
    /// The code and the sentence.
    pub error: Complaint,
}

/// Whether the program runs.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct HealthNote {
    /// `alive`.
    pub status: &'static str,
    /// The version of the program.
    pub version: &'static str,
}

/// Whether the server can be given work.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ReadyNote {
    /// `ready` or `closing`.
    pub status: &'static str,
    /// The version of the program.
    pub version: &'static str,
    /// What is wrong although work can be done, in sentences.
    pub warnings: Vec<String>,
}

/// Asks what becomes of a game when some actions are done, without keeping anything.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct SandboxRequest {
    /// What is played.
    #[serde(flatten)]
    pub terms: TermsRequest,
    /// How many seats; all if nothing is said.
    #[serde(default)]
    pub seats: Option<usize>,
    /// A tool of the game, which is used in place of a table; actions are those of a seat behind its
    /// curtain, or of `public`, and nothing else counts.
    #[serde(default)]
    pub tool: Option<String>,
    /// Lets chance fall the same way each time; 0 if nothing is said.
    #[serde(default)]
    pub seed: Option<u64>,
    /// What is done, in order.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(as = "Option<_>", optional))]
    pub actions: Vec<SandboxAction>,
    /// Whose eyes; those of the seat that acts if nothing is said.
    #[serde(default)]
    pub seat: Option<String>,
}

/// Something done on a board to try.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SandboxAction {
    /// The seat.
    pub seat: String,
    /// The action in its notation.
    pub action: String,
}

/// A board to try, after the actions.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct SandboxAnswer {
    /// What the viewer sees and may do.
    pub glimpse: GlimpseAnswer,
    /// What the viewer has heard, in order.
    pub said: Vec<Sentence>,
    /// The seats that have something to decide.
    pub acting: Vec<&'static str>,
}

/// Asks for one moment of a game that is written on a scoresheet.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct ReplayRequest {
    /// The text of a scoresheet.
    pub scoresheet: String,
    /// After how many entries; the end if nothing is said.
    #[serde(default)]
    pub entry: Option<usize>,
    /// Whose eyes: a seat's name or `public`, which is used if nothing is said.
    #[serde(default)]
    pub seat: Option<String>,
    /// How many more entries are played and shown after that; none if nothing is said.
    #[serde(default)]
    pub next: Option<usize>,
}

/// Asks for a game that is written on a scoresheet in the format of another program.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct ExportRequest {
    /// The text of a scoresheet.
    pub scoresheet: String,
    /// The format.
    pub format: String,
    /// After how many entries; the end if nothing is said.
    #[serde(default)]
    pub entry: Option<usize>,
}

/// Asks what is worth telling of a game that is written on a scoresheet.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct StoryRequest {
    /// The text of a scoresheet.
    pub scoresheet: String,
}

/// What is worth telling of a game that is over, in order of play.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct StoryNote {
    /// At most one of each kind; none where today's rules cannot play the game.
    pub moments: Vec<MomentNote>,
}

/// Something worth telling of a game.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct MomentNote {
    /// `told-most`, `closest-miss`, `never-found`, `turning` or `best`.
    pub kind: &'static str,
    /// The entry at which it happened; 0 is the deal.
    pub entry: usize,
    /// The turn in which it happened, as players count.
    pub turn: u32,
    /// The words, with what they speak of.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", ts(flatten))]
    pub words: Sentence,
}

/// The table of a rematch.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Followed {
    /// The table.
    pub table: String,
    /// The seats there that belong to whoever asked.
    pub seats: Vec<String>,
}

/// What a seat has noted for itself.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NotesNote {
    /// A text of the client's own making, at most 16 KB.
    #[cfg_attr(feature = "schema", schema(max_length = 16384))]
    pub notes: Option<String>,
}

/// Whether people can be told of their turns.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PushNote {
    /// The key that a browser needs to subscribe, in base64url; nothing where nobody is told.
    pub key: Option<String>,
}

/// What a browser gives to be told of turns, as `PushSubscription.toJSON` writes it.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PushSubscription {
    /// The address at the browser's push service.
    pub endpoint: String,
    /// The browser's keys.
    pub keys: PushKeys,
}

/// The keys of a subscription, in base64url.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PushKeys {
    /// The browser's public key.
    pub p256dh: String,
    /// What the browser shares with the server alone.
    pub auth: String,
}

/// A course of golf.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct CourseNote {
    /// The day, as in `2026-11-15`.
    pub date: String,
    /// Its holes.
    pub holes: Vec<HoleNote>,
    /// The sum of their pars.
    pub par: u32,
}

/// The hole of a day.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct DayNote {
    /// The day, as in `2026-11-15`.
    pub date: String,
    /// The board and the cards, as an arrangement.
    pub text: String,
    /// The length of a shortest solution.
    pub par: u32,
}

/// A hole of golf.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct HoleNote {
    /// The board and the cards, as an arrangement.
    pub text: String,
    /// The length of a shortest solution.
    pub par: u32,
    /// How many shortest solutions there are, where they were counted.
    pub solutions: Option<u64>,
}

/// Asks for a shortest solution.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SolveRequest {
    /// The board and the cards, as an arrangement.
    pub text: String,
}

/// A shortest solution of a hole.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct SolveAnswer {
    /// Its length; nothing when there is none or the search was cut short.
    pub moves: Option<u32>,
    /// Whether the search went to its end.
    pub proven: bool,
    /// How many shortest solutions there are, where they were counted.
    pub count: Option<u64>,
    /// One of them, in notation.
    pub solution: Vec<String>,
    /// The same in words.
    pub explained: Vec<String>,
    /// The same, move by move, with whoever lends each.
    pub steps: Vec<StrokeNote>,
}

/// A move of a solution.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct StrokeNote {
    /// Where the piece stood.
    pub from: String,
    /// Where it went.
    pub to: String,
    /// Where the neighbor stands whose move it borrowed; nobody lends a step that a rule allows.
    pub lender: Option<String>,
}
