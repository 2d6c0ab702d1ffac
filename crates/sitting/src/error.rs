//! Everything that a table can answer instead of doing what it was asked.
//!
//! Each kind has a code that stays the same, and a sentence for people.
//! What caused a failure inside is logged where it is handled and never sent.

use kit_play::sentence::Filling;
use kit_play::wire::BadRequest;
use kit_play::{BadTerms, BadText, Refusal, Sentence, say};

/// Why something was not done.
#[derive(Debug)]
pub enum Error {
    /// There is no such table, or it was taken away.
    UnknownTable,
    /// There is no such game.
    UnknownGame(String),
    /// There is no such seat at this table.
    UnknownSeat {
        /// What was asked for.
        found: String,
        /// The seats of the table.
        expected: Vec<&'static str>,
    },
    /// No secret that came with the request opens this seat.
    NotYourSeat,
    /// The seat was taken to another device.
    SeatMoved,
    /// Only the host may do this.
    NotHost,
    /// The invitation was used, replaced or never given, or is too old.
    BadInvitation,
    /// All seats are taken.
    TableFull,
    /// Somebody sits there.
    SeatTaken {
        /// The seats that could be taken instead.
        free: Vec<&'static str>,
    },
    /// What was agreed is not possible.
    BadTerms(Sentence),
    /// The request does not make sense.
    BadRequest(Sentence),
    /// The action answers a prompt that is over.
    StalePrompt,
    /// The action is not on offer.
    NotOffered(Sentence),
    /// It cannot be done at this stage.
    NotNow(Sentence),
    /// The rules ask for silence, or for another room.
    Silence,
    /// Nobody may watch this table.
    NotWatchable,
    /// All that this seat knew since the start is still secret, or not old enough.
    StillSecret,
    /// The game has not started.
    NotStarted,
    /// The game has started.
    AlreadyStarted,
    /// The game is over.
    Over,
    /// The game is not over, so its secrets are kept.
    NotOver,
    /// The game's program failed.
    Frozen,
    /// The rules have changed since the game began.
    Outdated,
    /// What is kept of the table cannot be read.
    Unreadable {
        /// The line of the record, and nothing of what stands there, because that may be secret.
        line: usize,
    },
    /// Too much at once.
    TooMany,
    /// The store does not answer.
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
            Error::SeatTaken { .. } => "seat-taken",
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

    /// What is said to people.
    pub fn sentence(&self) -> Sentence {
        match self {
            Error::UnknownTable => {
                say!("there is no such table; it may have been closed, or the link is not complete")
            }
            Error::UnknownGame(found) => say!("unknown game: `{found}`", found = Filling::text(found)),
            Error::UnknownSeat { found, expected } => {
                let expected = Filling::one_of(expected.iter().map(Filling::text));
                say!("unknown seat: `{found}` (try {expected})", found = Filling::text(found), expected)
            }
            Error::NotYourSeat => {
                say!("this seat is not yours; open it with its link, or in the browser in which you took it")
            }
            Error::SeatMoved => {
                say!("this seat was moved to another device, so this one no longer hears of it")
            }
            Error::NotHost => say!("only the host of the table may do that"),
            Error::BadInvitation => say!("this invitation is not good any more; ask the host for a new one"),
            Error::TableFull => say!("the table is full"),
            Error::SeatTaken { free } if free.is_empty() => say!("this seat is taken already"),
            Error::SeatTaken { free } => {
                let count = free.len();
                let free = Filling::all_of(free.iter().map(Filling::text));
                say!("this seat is taken already; {free} {count|one=is|other=are} still free", free, count)
            }
            Error::StalePrompt => say!("the table has moved on since this was shown; look again and decide"),
            Error::Silence => say!("the rules ask you to be silent now"),
            Error::NotWatchable => say!("this table may not be watched"),
            Error::StillSecret => say!(
                "what this seat knows is still secret; it can be watched some minutes after nothing is hidden any more"
            ),
            Error::NotStarted => say!("the game has not started"),
            Error::AlreadyStarted => say!("the game has started already"),
            Error::Over => say!("the game is over"),
            Error::NotOver => say!("the game is not over, so its scoresheet is still secret"),
            Error::Frozen => say!(
                "the game's program has failed at this table; it is kept as it was and cannot go on; its players can call it off"
            ),
            Error::Outdated => say!(
                "the rules of this game have changed since it began, so it cannot go on; its record is kept, and its players can call it off"
            ),
            Error::Unreadable { .. } => {
                say!("what is kept of this table cannot be read; whoever runs the server can say where")
            }
            Error::TooMany => say!("too much at once; wait a moment and try again"),
            Error::Unavailable => say!("the server cannot write just now; try again in a moment"),
            Error::BadTerms(sentence)
            | Error::BadRequest(sentence)
            | Error::NotOffered(sentence)
            | Error::NotNow(sentence) => sentence.clone(),
        }
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.sentence().fmt(f)
    }
}

impl std::error::Error for Error {}

impl From<BadTerms> for Error {
    fn from(bad: BadTerms) -> Error {
        Error::BadTerms(bad.sentence())
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
        Error::BadTerms(bad.sentence())
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        match refusal {
            Refusal::Over => Error::Over,
            other => Error::NotOffered(other.sentence()),
        }
    }
}
