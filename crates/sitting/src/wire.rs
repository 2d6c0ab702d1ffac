//! The objects that cross the network, beside those of [`kit_play::wire`].
//!
//! A viewer's frame is made from that viewer's glimpse, from what was said to it and from what
//! everybody at the table knows: who sits where, and what is being asked.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use kit_play::Sentence;
use kit_play::tabletop::Part;
use kit_play::wire::{
    BeliefNote, Complaint, GlimpseAnswer, LineStep, Look, Measure, OfferValue, OutcomeNote, TermsRequest,
};
use serde::{Deserialize, Serialize};

use crate::json::{self, Json};

/// Asks for a new table.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct OpenTable {
    /// What is played.
    #[serde(flatten)]
    pub terms: TermsRequest,
    /// Who is to sit on each seat, in seat order; as many as the table has seats.
    pub seats: Vec<Sitter>,
    /// Whether seats are turned by lot when the game starts.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(as = "Option<_>", optional))]
    pub shuffle: bool,
    /// Whether the lobby lists the table.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(as = "Option<_>", optional))]
    pub public: bool,
    /// What people without a seat may see.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(as = "Option<_>", optional))]
    pub spectators: Spectators,
    /// The time that players have.
    #[serde(default)]
    pub clock: Option<ClockPlan>,
    /// Whether players may ask for hints; if nothing is said, they may where one person plays
    /// against bots.
    #[serde(default)]
    pub hints: Option<bool>,
    /// Whether players may be shown what they may know, with chances; the same if nothing is said.
    #[serde(default)]
    pub knowledge: Option<bool>,
    /// How it is played with wood, if it is: then what hands do can be asked for.
    #[serde(default)]
    pub real_board: Option<RealBoardPlan>,
    /// The moment of another game from which this one goes on; the game must be the same, and
    /// what else was agreed there holds here.
    #[serde(default)]
    pub from: Option<FromMoment>,
    /// The name of whoever opens the table.
    #[serde(default)]
    pub name: Option<String>,
    /// Whether the secrets are wanted in the answer, for programs.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(as = "Option<_>", optional))]
    pub program: bool,
}

/// A moment of a game: of one that is written on a scoresheet, or of a table whose game is over.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct FromMoment {
    /// The text of a scoresheet; either this or a table.
    #[serde(default)]
    pub scoresheet: Option<String>,
    /// The table; either this or a scoresheet.
    #[serde(default)]
    pub table: Option<String>,
    /// After how many entries; 0 is the deal, and the last is meant if nothing is said.
    #[serde(default)]
    pub entry: Option<usize>,
}

/// Who is to sit on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(tag = "sitter", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Sitter {
    /// Whoever opens the table; several seats for a game at one screen.
    Me {
        /// The name of the player, where it is not the opener's.
        #[serde(default)]
        #[cfg_attr(feature = "schema", ts(optional))]
        name: Option<String>,
    },
    /// Somebody who gets the link or the code of the seat.
    Invited,
    /// Anybody who finds the table.
    Free,
    /// A bot.
    Bot {
        /// How well it plays.
        level: String,
    },
}

/// What people without a seat may see while a game is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(tag = "policy", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Spectators {
    /// Nothing.
    None,
    /// What the public may see.
    #[default]
    Public,
    /// What the public may see, and what each seat saw some minutes ago, as far as it is secret
    /// no more.
    Delayed {
        /// How long ago.
        minutes: u32,
    },
}

/// A table of wood, at which phones only keep secrets and rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RealBoardPlan {
    /// Who has a phone.
    pub phones: Phones,
    /// How many checkers of each color lie there; 12 if nothing is said.
    #[serde(default = "twelve")]
    #[cfg_attr(feature = "schema", ts(as = "Option<u8>", optional))]
    pub checkers: u8,
    /// Whether cards are dealt by hand, so that players tell what they drew.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(as = "Option<bool>", optional))]
    pub cards_by_hand: bool,
}

fn twelve() -> u8 {
    12
}

/// Who has a phone at a real board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Phones {
    /// One lies in the middle for all.
    One,
    /// Everybody has one.
    Each,
    /// Every team has one.
    Team,
}

/// What is known of a table of wood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct RealBoardNote {
    /// How it is played.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", ts(flatten))]
    pub plan: RealBoardPlan,
    /// How often what lies there has changed, the set-up included; 0 before the start.
    pub moment: u32,
    /// How many lines the public has heard, so that phones know when to ask for new ones: an answer
    /// such as "No" moves nothing.
    pub heard: u32,
    /// The seats that have to tell which cards they drew, before anybody goes on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", ts(as = "Option<Vec<String>>", optional))]
    pub to_tell: Vec<&'static str>,
    /// How often the cards that all have told did not fit together, since they last did: everybody
    /// tells them anew, and nobody hears whose or which it was.
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "schema", ts(as = "Option<u32>", optional))]
    pub misfits: u32,
}

/// What hands have to do at a real table, and how it has to look then.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct HandsNote {
    /// The moment after these steps.
    pub moment: u32,
    /// What to do, in order.
    pub steps: Vec<HandStepNote>,
    /// How the table has to look then.
    pub lying: Vec<Part>,
    /// How many lines the public has heard by now.
    pub heard: u32,
    /// What the public has heard after as many lines as were asked for; nothing if nobody asked.
    pub said: Vec<LineNote>,
}

/// One thing for hands to do.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct HandStepNote {
    /// The words, with what they speak of.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", ts(flatten))]
    pub words: Sentence,
    /// What of it is seen on the board and beside it.
    pub moves: Vec<HandMove>,
}

/// Something that leaves a square or a part beside the board, or comes to one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct HandMove {
    /// The piece by its letter, `checker`, `coin`, `marker`, or what a card shows.
    pub thing: String,
    /// The square that it leaves.
    pub from: Option<String>,
    /// The square that it comes to.
    pub to: Option<String>,
    /// The tray or the cards that it leaves, by their id.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(as = "Option<&str>", optional))]
    pub out_of: Option<&'static str>,
    /// The tray, the cards or the track that it comes to, by their id.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(as = "Option<&str>", optional))]
    pub into: Option<&'static str>,
}

/// A position as it lies on a real board, from which people want to go on.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct LaidBoard {
    /// The seat that asks.
    pub seat: String,
    /// Eight rows, the eighth rank first: `r n b q k b n r`, a period for an empty square.
    pub rows: String,
    /// The checkers under the pieces.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(as = "Option<Vec<LaidChips>>", optional))]
    pub chips: Vec<LaidChips>,
    /// The seat that is to move.
    pub turn: String,
}

/// Checkers on a square.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct LaidChips {
    /// Where they lie.
    pub square: String,
    /// How many.
    pub count: u8,
}

/// How a game goes on from a position as it lies.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct LaidNote {
    /// The arrangement for a new table.
    pub arrangement: String,
    /// What checkers there are in this game.
    pub chips: LaidKind,
    /// What of the running game gets lost.
    pub lost: Vec<Sentence>,
}

/// What checkers lie under pieces.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LaidKind {
    /// There are none.
    None,
    /// At most one under a piece.
    Single,
    /// Stacks of them.
    Stack,
}

/// The time that players have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(tag = "clock", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClockPlan {
    /// For the whole game, with something added after each turn.
    Player {
        /// At the start.
        seconds: u32,
        /// After each turn.
        increment: u32,
    },
    /// For each decision.
    Move {
        /// How long.
        seconds: u32,
    },
    /// For each decision, in days.
    Days {
        /// How many.
        days: u32,
    },
}

/// A table that was opened.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct TableOpened {
    /// The table.
    pub table: String,
    /// The seats of whoever opened it.
    pub seats: Vec<String>,
    /// What to give to those who are invited; nobody can ask for it again.
    pub invitations: Vec<Invitation>,
    /// One invitation for all who are invited, if anybody is.
    pub room: Option<RoomInvitation>,
    /// Secrets for programs; browsers get them as cookies and an empty list here.
    pub tokens: Vec<SeatToken>,
}

/// What lets somebody take a seat, once.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Invitation {
    /// The seat, or `room` where the host made a new link to the table.
    pub seat: String,
    /// The secret part of the link.
    pub token: String,
    /// The same to be read aloud.
    pub code: String,
}

/// What lets anybody who has it take a chair that nobody has, until the game starts.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct RoomInvitation {
    /// The secret part of the link.
    pub token: String,
    /// The same to be read aloud.
    pub code: String,
}

/// What lets a program act for a seat or as the host.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct SeatToken {
    /// The seat, or `host`.
    pub seat: String,
    /// The secret.
    pub token: String,
}

/// Takes a seat.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct Enter {
    /// The secret part of a link, or a code; nothing for a free seat.
    #[serde(default)]
    pub invitation: Option<String>,
    /// Which chair, without an invitation or with one to the room; the first that is possible, if
    /// nothing is said. A seat's own invitation says it itself.
    #[serde(default)]
    pub seat: Option<String>,
    /// Only asks where the invitation leads, and takes no seat.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(as = "Option<_>", optional))]
    pub look: bool,
    /// The player's name.
    #[serde(default)]
    pub name: Option<String>,
    /// Whether the seat's secret is wanted in the answer, for programs.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(as = "Option<_>", optional))]
    pub program: bool,
}

/// A seat that was taken, or where an invitation leads.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Entered {
    /// The table.
    pub table: String,
    /// The seat; none where somebody only looks and the invitation is to the room.
    pub seat: Option<String>,
    /// The secret, if it was asked for.
    pub token: Option<String>,
    /// Whether this is no table but an evening of several, where people say who they are.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schema", ts(as = "Option<bool>", optional))]
    pub evening: bool,
}

/// What somebody at a table asks for.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Command {
    /// Decides.
    Act(ActCommand),
    /// Says something.
    Say(SayCommand),
    /// Gives up, for the whole team.
    Resign(Nothing),
    /// Offers a draw, for the whole team.
    OfferDraw(Nothing),
    /// Agrees to a draw.
    AcceptDraw(Nothing),
    /// Does not agree.
    DeclineDraw(Nothing),
    /// Asks to take back the seat's last decision.
    AskUndo(Nothing),
    /// Asks to take back all decisions since a moment of a real table, as far as that is possible.
    GoBack(GoBackCommand),
    /// Tells which cards the seat holds, where they were dealt by hand.
    TellCards(TellCardsCommand),
    /// Agrees to that.
    GrantUndo(Nothing),
    /// Does not agree.
    RefuseUndo(Nothing),
    /// Gets up; the seat stays the player's.
    Leave(Nothing),
    /// Sits down again, also where a bot has taken over.
    Return(Nothing),
    /// Lets a bot play for a seat whose player has left.
    Replace(ReplaceCommand),
    /// Ends the game when all players of the other teams have left.
    ClaimWin(Nothing),
    /// Ends a game that cannot go on, without a loss for anybody.
    CallOff(Nothing),
    /// Opens another table of the same kind with the seats turned.
    Rematch(Nothing),
    /// Makes a new link and code for one's own seat, for another device.
    Move(Nothing),
    /// The host: who is to sit on a seat that nobody has.
    Seat(SeatCommand),
    /// The host: exchanges two seats before the start.
    Swap(SwapCommand),
    /// The host: makes a new link and code to the table, which end those before.
    Room(Nothing),
    /// The host: starts.
    Start(Nothing),
    /// The host: takes the table away before the start.
    Close(Nothing),
}

/// Nothing more to say.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// A decision.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ActCommand {
    /// The action in its notation.
    pub action: String,
    /// The number of the prompt it answers.
    pub prompt: u32,
}

/// A moment of a real table.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct GoBackCommand {
    /// The moment at which everything was right.
    pub moment: u32,
}

/// Cards in a hand.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct TellCardsCommand {
    /// All of them, by what they show, in any order.
    pub cards: Vec<String>,
}

/// Words for others.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SayCommand {
    /// `all` or `team`.
    pub channel: ChannelName,
    /// The words.
    pub text: String,
}

/// Who hears what players say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ChannelName {
    /// Everybody at the table.
    All,
    /// The speaker's team.
    Team,
}

/// A bot for a seat.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ReplaceCommand {
    /// The seat.
    pub seat: String,
    /// How well the bot plays; `club`, if an opponent asks.
    pub level: String,
}

/// A plan for a seat.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SeatCommand {
    /// The seat.
    pub seat: String,
    /// Who is to sit there.
    pub plan: Sitter,
}

/// Two seats.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SwapCommand {
    /// One of them.
    pub one: String,
    /// The other.
    pub other: String,
}

/// A command as it comes over HTTP.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CommandRequest {
    /// The seat that asks, or `host`.
    pub seat: String,
    /// What it asks for.
    pub command: Command,
}

/// A line from a socket's client.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SocketLine {
    /// A number of the client's own, which the answer repeats.
    pub id: u32,
    /// What it asks for.
    pub command: Command,
}

/// A line to a socket's client.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SocketAnswer<'a> {
    /// What the viewer knows now.
    Frame(&'a Frame),
    /// The viewer has seen everything up to this number.
    Resumed(u32),
    /// Who is connected now, for those who asked to be told.
    Present(&'a PresenceNote),
    /// A command was carried out.
    Done(DoneNote),
    /// A command was not carried out, or the line could not be understood.
    Error(SocketComplaint),
    /// The server ends the connection.
    Goodbye(Complaint),
}

/// A command that was carried out.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct DoneNote {
    /// The client's number.
    pub id: u32,
    /// A new link for the seat, where one was asked for.
    pub invitation: Option<Invitation>,
    /// The table that was opened, where one was.
    pub table: Option<String>,
}

/// A command that was not carried out.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct SocketComplaint {
    /// The client's number, if it could be read.
    pub id: Option<u32>,
    /// A word that stays the same.
    pub code: &'static str,
    /// What was wrong and what would be right.
    pub text: String,
}

/// What one viewer knows, whole.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Frame {
    /// Counts what this viewer was shown.
    pub number: u32,
    /// The number that actions must name; it changes when the offers change.
    pub prompt: u32,
    /// The table, and what the viewer sees on it.
    pub body: FrameBody,
    /// The time of each seat, where there are clocks.
    pub clocks: Vec<ClockNote>,
    /// How much is left of the time that the rules give, in milliseconds.
    pub timer: Option<u64>,
    /// What the viewer has heard, from this line on; later lines that it has are no longer true.
    pub lines_from: usize,
    /// The lines.
    pub lines: Vec<LineNote>,
    /// What players said, from this line on.
    pub chat_from: usize,
    /// The lines.
    pub chat: Vec<ChatNote>,
}

/// What a frame's body has.
///
/// It is kept as text, which is one piece of memory and can be compared and sent as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct FrameBody {
    /// The table.
    #[cfg_attr(feature = "schema", ts(as = "TableNote"))]
    #[cfg_attr(feature = "schema", schema(value_type = TableNote))]
    pub table: Json,
    /// What the viewer sees; nothing before the start.
    #[cfg_attr(feature = "schema", ts(as = "Option<GlimpseAnswer>"))]
    #[cfg_attr(feature = "schema", schema(value_type = Option<GlimpseAnswer>))]
    pub glimpse: Option<Json>,
}

impl Frame {
    /// The line of a socket that shows the frame: what [`SocketAnswer::Frame`] is, written without
    /// reading again what was written already.
    pub fn line(&self) -> String {
        let FrameBody { table, glimpse } = &self.body;
        let (table, glimpse) = (table.as_str(), glimpse.as_ref().map_or("null", Json::as_str));
        let heard = self.lines.iter().map(|line| line.words.words().len() + ABOUT_A_LINE).sum::<usize>();
        let chat = self.chat.iter().map(|line| line.text.len() + ABOUT_A_LINE).sum::<usize>();
        let mut line = String::with_capacity(table.len() + glimpse.len() + heard + chat + ABOUT_A_FRAME);
        let begun = write!(
            line,
            r#"{{"frame":{{"number":{},"prompt":{},"body":{{"table":{table},"glimpse":{glimpse}}},"clocks":"#,
            self.number, self.prompt
        );
        begun.expect("a text takes everything");
        json::write(&self.clocks, &mut line);
        line.push_str(",\"timer\":");
        json::write(&self.timer, &mut line);
        line.push_str(",\"lines_from\":");
        json::write(&self.lines_from, &mut line);
        line.push_str(",\"lines\":");
        json::write(&self.lines, &mut line);
        line.push_str(",\"chat_from\":");
        json::write(&self.chat_from, &mut line);
        line.push_str(",\"chat\":");
        json::write(&self.chat, &mut line);
        line.push_str("}}");
        line
    }
}

/// What a frame has beside its body and its lines, about, in bytes.
const ABOUT_A_FRAME: usize = 400;
/// What a line of a frame has beside its words, about, in bytes.
const ABOUT_A_LINE: usize = 240;

/// The time of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ClockNote {
    /// The seat.
    pub seat: String,
    /// What is left.
    pub milliseconds: u64,
    /// Whether it runs.
    pub running: bool,
}

/// Something that the viewer heard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct LineNote {
    /// The frame that shows the board then.
    pub frame: u32,
    /// The turn in which it was said, as players count; 0 for the deal.
    pub turn: u32,
    /// The words, with what they speak of.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", ts(flatten))]
    pub words: Sentence,
}

/// Something that a player said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ChatNote {
    /// The seat that spoke.
    pub seat: String,
    /// The name of its player then.
    pub name: String,
    /// Who heard it.
    pub channel: ChannelName,
    /// The words.
    pub text: String,
}

/// What everybody at a table knows of it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct TableNote {
    /// The table.
    pub table: String,
    /// The game's id.
    pub game: &'static str,
    /// The edition.
    pub edition: String,
    /// Every option with its value.
    pub options: BTreeMap<String, String>,
    /// How far it has come.
    pub status: Status,
    /// The seats, in seat order.
    pub seats: Vec<SeatNote>,
    /// The seats that have something to decide now, in seat order; empty before the start, after
    /// the end, and in games whose title page says that turns may not be shown.
    pub acting: Vec<&'static str>,
    /// The name of the host, who invites the others.
    pub host: Option<String>,
    /// After how many entries of another game this one goes on, if it does.
    pub from: Option<usize>,
    /// Whether the lobby lists it.
    pub public: bool,
    /// What people without a seat may see.
    pub spectators: Spectators,
    /// The time that players have.
    pub clock: Option<ClockPlan>,
    /// Whether players may ask for hints.
    #[serde(skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "schema", ts(as = "Option<bool>", optional))]
    pub hints: bool,
    /// Whether players may be shown what they may know, with chances.
    #[serde(skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "schema", ts(as = "Option<bool>", optional))]
    pub knowledge: bool,
    /// Who took how many hints: the viewer's own while the game is played, and everybody's after it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", ts(as = "Option<Vec<HintsTaken>>", optional))]
    pub hints_taken: Vec<HintsTaken>,
    /// How it is played with wood, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(as = "Option<RealBoardNote>", optional))]
    pub real_board: Option<RealBoardNote>,
    /// Teams that offer a draw.
    pub draw_offers: Vec<String>,
    /// The seat that asks to take something back.
    pub undo: Option<String>,
    /// The table of the rematch.
    pub rematch: Option<String>,
    /// The rooms in which the viewer may speak now.
    pub channels: Vec<ChannelName>,
    /// The commands, beside acting, that the viewer may give now, by name.
    pub may: Vec<&'static str>,
    /// How a game ended that can no longer be played, as a sentence.
    pub ended: Option<String>,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

fn is_false(truth: &bool) -> bool {
    !truth
}

/// How much a hint gives away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum HintDepth {
    /// Where to look.
    Where,
    /// What to do, and why.
    What,
}

/// Asks for a hint.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct HintRequest {
    /// The seat that asks.
    pub seat: String,
    /// The number of the prompt that it is about.
    pub prompt: u32,
    /// How much it may give away.
    pub depth: HintDepth,
}

/// A hint.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct HintNote {
    /// The number of the prompt that it is about.
    pub prompt: u32,
    /// Where to look.
    pub look: Look,
    /// What to do, where that was asked for.
    pub what: Option<HintWhat>,
}

/// What to do, and why.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct HintWhat {
    /// The offer, with its value.
    pub offer: OfferValue,
    /// What the value says.
    pub measure: Measure,
    /// Why.
    pub reasons: Vec<Sentence>,
    /// What the others would come to know by it.
    pub tells: Vec<Sentence>,
    /// One way on, this offer first.
    pub line: Vec<LineStep>,
}

/// What a seat may know.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct KnowledgeNote {
    /// The number of the seat's frame that it belongs to.
    pub frame: u32,
    /// What may be so, with chances; nothing where the game does not say.
    pub belief: Option<BeliefNote>,
}

/// How many hints a seat took.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct HintsTaken {
    /// The seat.
    pub seat: &'static str,
    /// How often it was told where to look, and no more.
    pub wheres: usize,
    /// How often it was told what to do.
    pub whats: usize,
}

/// How far a table has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// It waits for players or for the host.
    Waiting,
    /// It is being played.
    Playing,
    /// It is over.
    Over,
    /// The game's program failed, and the table can only be looked at or called off.
    Frozen,
    /// The rules have changed since the game began, and the table can only be read or called off.
    Outdated,
    /// The host took it away before the start.
    Closed,
}

/// A seat.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct SeatNote {
    /// Its name.
    pub seat: String,
    /// Its team.
    pub team: String,
    /// Who sits there: `free`, `invited`, `person`, `bot` or `away`.
    pub sitter: SitterKind,
    /// The player's name.
    pub name: Option<String>,
    /// How well the bot plays.
    pub level: Option<String>,
}

/// Who sits on a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SitterKind {
    /// Nobody; anybody may.
    Free,
    /// Nobody; whoever is invited may.
    Invited,
    /// A person.
    Person,
    /// A bot.
    Bot,
    /// A person who has left.
    Away,
}

/// An entry of the lobby.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct LobbyNote {
    /// The table.
    pub table: String,
    /// The game's id.
    pub game: String,
    /// The edition.
    pub edition: String,
    /// How far it has come.
    pub status: Status,
    /// The seats.
    pub seats: Vec<SeatNote>,
    /// What people without a seat may see.
    pub spectators: Spectators,
    /// The time that players have.
    pub clock: Option<ClockPlan>,
    /// After how many entries of another game this one goes on, if it does; whoever opened it may know
    /// the secrets of that moment.
    pub from: Option<usize>,
}

/// Who somebody is at a table.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Standing {
    /// The table.
    pub table: String,
    /// Whether they are the host.
    pub host: bool,
    /// The seats that are theirs.
    pub seats: Vec<String>,
    /// Those of their seats that have something to decide.
    pub turns: Vec<String>,
    /// Who is connected now.
    pub present: PresenceNote,
    /// What the public knows of the table.
    pub note: TableNote,
}

/// Who is connected to a table now.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PresenceNote {
    /// The seats of which somebody is connected, in seat order.
    pub seats: Vec<&'static str>,
    /// How many look on without a seat while the table waits, 100 if there are more; 0 later.
    pub watching: usize,
}

/// Something that a viewer had heard.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ReplayLine {
    /// The entry at which it was said; 0 is the deal.
    pub entry: usize,
    /// The turn in which it was said, as players count; 0 for the deal.
    pub turn: u32,
    /// The words, with what they speak of.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", ts(flatten))]
    pub words: Sentence,
}

/// A finished game after one of its entries, from one viewer's eyes.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ReplayNote {
    /// The game's id.
    pub game: &'static str,
    /// The entry; 0 is the deal.
    pub entry: usize,
    /// The last entry.
    pub entries: usize,
    /// The names of the seats.
    pub seats: Vec<&'static str>,
    /// What the viewer saw then.
    pub glimpse: GlimpseAnswer,
    /// What the viewer saw after each of the entries that follow, as far as they were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<Vec<GlimpseAnswer>>"))]
    pub next: Vec<GlimpseAnswer>,
    /// What the viewer had heard, each line with its entry.
    pub lines: Vec<ReplayLine>,
    /// How the game had ended.
    pub outcome: Option<OutcomeNote>,
    /// Why later entries are only read, where these rules cannot play them.
    pub unplayed: Option<String>,
}
