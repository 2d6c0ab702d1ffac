//! What a choice may bring, said beforehand.
//!
//! Like everything on a table it is made from a view alone, so it says nothing that its viewer
//! could not have worked out.

use serde::Serialize;

use super::Spot;
use crate::Sentence;
use crate::sentence::{Label, Voice};

/// What choices bring: a row for each choice, a column for each case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Prices {
    /// Its name.
    pub id: &'static str,
    /// What it is, for people.
    pub title: Label,
    /// What decides what comes of a choice: `hit`, `miss`; none where each brings one thing.
    pub cases: Vec<Sentence>,
    /// The choices.
    pub rows: Vec<Price>,
}

/// What one choice brings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Price {
    /// The choice: `bishop: 5 moves`.
    pub choice: Sentence,
    /// Where gestures of this choice begin; nowhere if that says nothing.
    #[cfg_attr(feature = "schema", ts(type = "string[]"), schema(value_type = Vec<String>))]
    pub spots: Vec<Spot>,
    /// What comes of it, one for each case.
    pub brings: Vec<Brings>,
}

/// What comes of a choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Brings {
    /// Whom it helps.
    pub worth: Worth,
    /// What it is.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", ts(flatten))]
    pub words: Sentence,
}

/// Whom it helps, as far as it is sure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Worth {
    /// Whoever chooses.
    Good,
    /// The others.
    Bad,
    /// Nobody, or nobody knows.
    Even,
}

/// What an action sets off by itself, one thing after the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Preview {
    /// What happens, in order.
    pub stages: Vec<Sentence>,
    /// What is so when all of it has happened.
    pub sum: Sentence,
}

/// A question that may be answered yes or no, said beforehand.
///
/// An answer that the viewer knows not to come has no words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Asks {
    /// What a yes brings and tells.
    pub yes: Option<Sentence>,
    /// What a no costs and tells.
    pub no: Option<Sentence>,
}

impl Brings {
    /// Something that helps whoever chooses.
    pub fn good(words: Sentence) -> Brings {
        Brings { worth: Worth::Good, words }
    }

    /// Something that helps the others.
    pub fn bad(words: Sentence) -> Brings {
        Brings { worth: Worth::Bad, words }
    }

    /// Something that helps nobody.
    pub fn even(words: Sentence) -> Brings {
        Brings { worth: Worth::Even, words }
    }
}

impl Worth {
    /// The sign of the text form.
    pub fn sign(self) -> char {
        match self {
            Worth::Good => '+',
            Worth::Bad => '-',
            Worth::Even => '=',
        }
    }
}

impl Prices {
    pub(super) fn say_as(&mut self, voice: &dyn Voice) {
        self.title.say_as(voice);
        self.cases.iter_mut().for_each(|case| case.say_as(voice));
        for row in &mut self.rows {
            row.choice.say_as(voice);
            row.brings.iter_mut().for_each(|brings| brings.words.say_as(voice));
        }
    }
}

impl Asks {
    pub(super) fn say_as(&mut self, voice: &dyn Voice) {
        self.yes.iter_mut().chain(&mut self.no).for_each(|sentence| sentence.say_as(voice));
    }
}

impl Preview {
    pub(super) fn say_as(&mut self, voice: &dyn Voice) {
        self.stages.iter_mut().chain([&mut self.sum]).for_each(|sentence| sentence.say_as(voice));
    }
}
