//! Everything that a table can answer instead of doing what it was asked.
//!
//! Each kind has a code that stays the same, and a sentence for people.
//! What caused a failure inside is logged where it is handled and never sent.

use kit_play::wire::BadRequest;
use kit_play::{BadTerms, BadText, Refusal};

/// Why something was not done.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no such table, or it was taken away.
    #[error("there is no such table; it may have been closed, or the link is not complete")]
    UnknownTable,
    /// There is no such game.
    #[error("unknown game: `{0}`")]
    UnknownGame(String),
    /// There is no such seat at this table.
    #[error("unknown seat: `{found}` (try {expected})")]
    UnknownSeat {
        /// What was asked for.
        found: String,
        /// The seats of the table.
        expected: String,
    },
    /// No secret that came with the request opens this seat.
    #[error("this seat is not yours; open it with its link, or in the browser in which you took it")]
    NotYourSeat,
    /// The seat was taken to another device.
    #[error("this seat was moved to another device, so this one no longer hears of it")]
    SeatMoved,
    /// Only the host may do this.
    #[error("only the host of the table may do that")]
    NotHost,
    /// The invitation was used, replaced or never given, or is too old.
    #[error("this invitation is not good any more; ask the host for a new one")]
    BadInvitation,
    /// All seats are taken.
    #[error("the table is full")]
    TableFull,
    /// Somebody sits there.
    #[error("this seat is taken already")]
    SeatTaken,
    /// What was agreed is not possible.
    #[error("{0}")]
    BadTerms(String),
    /// The request does not make sense.
    #[error("{0}")]
    BadRequest(String),
    /// The action answers a prompt that is over.
    #[error("the table has moved on since this was shown; look again and decide")]
    StalePrompt,
    /// The action is not on offer.
    #[error("{0}")]
    NotOffered(String),
    /// It cannot be done at this stage.
    #[error("{0}")]
    NotNow(&'static str),
    /// The rules ask for silence, or for another room.
    #[error("the rules ask you to be silent now")]
    Silence,
    /// Nobody may watch this table.
    #[error("this table may not be watched")]
    NotWatchable,
    /// All that this seat knew since the start is still secret, or not old enough.
    #[error(
        "what this seat knows is still secret; it can be watched some minutes after nothing is hidden any more"
    )]
    StillSecret,
    /// The game has not started.
    #[error("the game has not started")]
    NotStarted,
    /// The game has started.
    #[error("the game has started already")]
    AlreadyStarted,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The game is not over, so its secrets are kept.
    #[error("the game is not over, so its scoresheet is still secret")]
    NotOver,
    /// The game's program failed.
    #[error(
        "the game's program has failed at this table; it is kept as it was and cannot go on; its players can call it off"
    )]
    Frozen,
    /// The rules have changed since the game began.
    #[error(
        "the rules of this game have changed since it began, so it cannot go on; its record is kept, and its players can call it off"
    )]
    Outdated,
    /// What is kept of the table cannot be read.
    #[error("what is kept of this table cannot be read; whoever runs the server can say where")]
    Unreadable {
        /// The line of the record, and nothing of what stands there, because that may be secret.
        line: usize,
    },
    /// Too much at once.
    #[error("too much at once; wait a moment and try again")]
    TooMany,
    /// The store does not answer.
    #[error("the server cannot write just now; try again in a moment")]
    Unavailable,
}

impl Error {
    /// The word that stays the same.
    pub fn code(&self) -> &'static str {
        match self {
            Error::UnknownTable => "unknown-table",
            Error::UnknownGame(_) => "unknown-game",
            Error::UnknownSeat { .. } => "unknown-seat",
            Error::NotYourSeat => "not-your-seat",
            Error::SeatMoved => "seat-moved",
            Error::NotHost => "not-host",
            Error::BadInvitation => "bad-invitation",
            Error::TableFull => "table-full",
            Error::SeatTaken => "seat-taken",
            Error::BadTerms(_) => "bad-terms",
            Error::BadRequest(_) => "bad-request",
            Error::StalePrompt => "stale-prompt",
            Error::NotOffered(_) => "not-offered",
            Error::NotNow(_) => "not-now",
            Error::Silence => "silence",
            Error::NotWatchable => "not-watchable",
            Error::StillSecret => "still-secret",
            Error::NotStarted => "not-started",
            Error::AlreadyStarted => "already-started",
            Error::Over => "over",
            Error::NotOver => "not-over",
            Error::Frozen => "frozen",
            Error::Outdated => "outdated",
            Error::Unreadable { .. } => "unreadable",
            Error::TooMany => "too-many",
            Error::Unavailable => "unavailable",
        }
    }
}

impl From<BadTerms> for Error {
    fn from(bad: BadTerms) -> Error {
        Error::BadTerms(bad.to_string())
    }
}

impl From<BadRequest> for Error {
    fn from(bad: BadRequest) -> Error {
        match bad {
            BadRequest::Game(found) => Error::UnknownGame(found),
            BadRequest::Terms(bad) => bad.into(),
        }
    }
}

impl From<BadText> for Error {
    fn from(bad: BadText) -> Error {
        Error::BadTerms(bad.to_string())
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        match refusal {
            Refusal::Over => Error::Over,
            other => Error::NotOffered(other.to_string()),
        }
    }
}
