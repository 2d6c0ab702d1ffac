//! A few words that name something.

use std::borrow::Cow;
use std::fmt;

use serde::{Serialize, Serializer};

use super::{Sentence, Voice};

/// A sentence that names something, such as a title or an offer: on the wire only its words are
/// told, because what it speaks of is known from what it names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Label(Sentence);

impl Label {
    /// The sentence.
    pub fn sentence(&self) -> &Sentence {
        &self.0
    }

    /// Says it in this voice from now on.
    pub fn say_as(&mut self, voice: &dyn Voice) {
        self.0.say_words_as(voice);
    }

    /// The words, in the voice that was chosen.
    pub fn words(&self) -> Cow<'_, str> {
        self.0.words()
    }

    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<Sentence> for Label {
    fn from(sentence: Sentence) -> Label {
        Label(sentence)
    }
}

/// In the voice that was chosen.
impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.words())
    }
}

impl Serialize for Label {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.words())
    }
}
