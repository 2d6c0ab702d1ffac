//! Why a request was not done: always a status, a code that stays the same, and a sentence.

use kit_play::sentence::{Language, Names};
use kit_play::text::shortened;
use kit_play::wire::Complaint;
use kit_play::{Sentence, say};
use kit_sitting::Error;

/// Why a request was not done.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The status of HTTP.
    pub status: u16,
    /// A word that stays the same.
    pub code: &'static str,
    /// What was wrong and what would be right.
    pub sentence: Sentence,
}

impl Problem {
    fn new(status: u16, code: &'static str, sentence: Sentence) -> Problem {
        Problem { status, code, sentence }
    }

    /// There is nothing at this address.
    pub fn not_found() -> Problem {
        Problem::new(404, "not-found", say!("there is nothing at this address"))
    }

    /// The address is right and the method is not.
    pub fn wrong_method() -> Problem {
        let text = say!("this address does not take this method; /api/openapi.json lists what it takes");
        Problem::new(405, "wrong-method", text)
    }

    /// The body or the line is longer than anybody may write.
    pub fn too_large(most: usize) -> Problem {
        Problem::new(413, "too-large", say!("this is too long, at most {most} bytes are read", most))
    }

    /// The body is not JSON, or JSON of another shape.
    pub fn malformed(text: impl Into<String>) -> Problem {
        Problem::new(400, "malformed", Sentence::finished(text))
    }

    /// A text in the request cannot be read.
    pub fn unreadable(problem: Sentence) -> Problem {
        Problem::new(400, "malformed", problem)
    }

    /// Our own mistake.
    pub fn internal() -> Problem {
        let text = say!("the server made a mistake; what was written down before is safe");
        Problem::new(500, "internal", text)
    }

    /// A game's program failed on something that is not a table.
    pub fn game_failed() -> Problem {
        let text = say!("the game's program has failed on this, which is a mistake in it");
        Problem::new(409, "frozen", text)
    }

    /// The code and the sentence, for somebody who reads this language; English, if there is none.
    pub fn complaint(&self, language: Option<&'static Language>) -> Complaint {
        let voice = Names::default().in_language(language);
        Complaint { code: self.code, text: shortened(self.sentence.words_in(&voice)) }
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Problem {
        Problem::new(status_of(&error), error.code(), error.sentence())
    }
}

/// The status of an answer that says why something was not done.
fn status_of(error: &Error) -> u16 {
    match error {
        Error::UnknownTable | Error::UnknownGame(_) | Error::UnknownSeat { .. } => 404,
        Error::NotYourSeat | Error::NotHost | Error::BadInvitation | Error::NotWatchable => 403,
        Error::BadTerms(_) | Error::BadRequest(_) => 400,
        Error::SeatMoved
        | Error::TableFull
        | Error::SeatTaken { .. }
        | Error::StalePrompt
        | Error::NotOffered(_)
        | Error::NotNow(_)
        | Error::Silence
        | Error::StillSecret
        | Error::NotStarted
        | Error::AlreadyStarted
        | Error::Over
        | Error::NotOver
        | Error::Outdated
        | Error::Frozen => 409,
        Error::TooMany => 429,
        Error::Unavailable => 503,
        // Trying again does not help.
        Error::Unreadable { .. } => 500,
    }
}
