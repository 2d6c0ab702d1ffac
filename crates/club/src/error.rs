//! Everything that an evening can answer instead of doing what it was asked.

use kit_play::{Sentence, say};

/// Why something was not done.
#[derive(Debug)]
pub enum Error {
    /// There is no such evening.
    Unknown,
    /// No secret that came with the request is the host's.
    NotHost,
    /// No secret that came with the request belongs to anybody at the evening.
    NotYou,
    /// The code is not the evening's.
    BadCode,
    /// Somebody else said already that this is their name.
    Claimed,
    /// The request does not make sense.
    BadRequest(Sentence),
    /// It cannot be done at this stage.
    NotNow(Sentence),
    /// What is kept of the evening cannot be read.
    Unreadable,
    /// A table of the evening could not do what it was asked.
    Table(kit_sitting::Error),
}

impl Error {
    /// The word that stays the same.
    pub fn code(&self) -> &'static str {
        match self {
            Error::Unknown => "unknown-evening",
            Error::NotHost => "not-host",
            Error::NotYou => "not-you",
            Error::BadCode => "bad-invitation",
            Error::Claimed => "name-claimed",
            Error::BadRequest(_) => "bad-request",
            Error::NotNow(_) => "not-now",
            Error::Unreadable => "unreadable",
            Error::Table(error) => error.code(),
        }
    }

    /// What is said to people.
    pub fn sentence(&self) -> Sentence {
        match self {
            Error::Unknown => {
                say!("there is no such evening; it may be long over, or the link is not complete")
            }
            Error::NotHost => say!("only the host of the evening may do that; open it with the host's link"),
            Error::NotYou => say!("say first who you are: scan the code on the screen and tap your name"),
            Error::BadCode => say!("this code does not belong to the evening; read it again on the screen"),
            Error::Claimed => {
                say!("another phone has this name already; if that is wrong, the host can free it")
            }
            Error::BadRequest(sentence) | Error::NotNow(sentence) => sentence.clone(),
            Error::Unreadable => {
                say!("what is kept of this evening cannot be read; whoever runs the server can say where")
            }
            Error::Table(error) => error.sentence(),
        }
    }
}

impl From<kit_sitting::Error> for Error {
    fn from(error: kit_sitting::Error) -> Error {
        Error::Table(error)
    }
}
