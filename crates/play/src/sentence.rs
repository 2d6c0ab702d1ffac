//! Sentences that know what they speak of: a template and what fills it.
//!
//! A game writes a sentence once, in English, with the macro [`say!`](crate::say):
//!
//! ```
//! use kit_chess::shakmaty::{Color, Role, Square};
//! use kit_play::say;
//!
//! let (piece, square) = (Role::Pawn.of(Color::Black), Square::E4);
//! let sentence = say!("The {piece} on {square} is taken.", piece, square);
//! assert_eq!(sentence.to_string(), "The black pawn on e4 is taken.");
//! ```
//!
//! The compiler checks that a template and its fillings fit together.
//! The English template is also the key under which other languages keep theirs, and a renderer
//! puts in names, figures, small cards and squares that light up.
//! Two sentences are the same if their templates and fillings are.
//!
//! # Templates
//!
//! `{name}` stands for a filling, and `{name|form}` for it in a form that the language has, such
//! as a case; for a card, `{card|a}` has an article, and `{card|kind:a}` leaves out the color.
//! `{name|one=move|other=moves}` chooses words by it: by the plural category of a number, or by the
//! grammatical gender of anything else, where `other` is for all that is not named.

mod filling;
mod label;
mod language;
mod names;
mod parts;
#[cfg(feature = "schema")]
mod schema;
mod template;
mod voice;

use std::borrow::Cow;
use std::fmt;

use serde::{Serialize, Serializer};

pub use filling::{Filling, Joint};
pub use label::Label;
pub use language::{Language, PluralRule};
pub use names::Names;
pub use template::check;
use template::{Piece as TemplatePiece, pieces};
pub use voice::{English, Span, SpanKind, Spoken, Voice, piece_words};

/// The room that fillings mostly take beside their names in a template.
const ROOM: usize = 24;

/// A template and what fills it.
///
/// On the wire it is what it says in the language of whoever reads it, with the places of what it
/// speaks of; see [`Sentence::say_as`].
#[derive(Clone, Debug, Default)]
pub struct Sentence {
    template: Cow<'static, str>,
    fillings: Vec<(Cow<'static, str>, Filling)>,
    /// What it says in the voice that was chosen; English, if none was.
    said: Option<Box<Spoken>>,
}

/// How a sentence is said makes no difference.
impl PartialEq for Sentence {
    fn eq(&self, other: &Sentence) -> bool {
        self.template == other.template && self.fillings == other.fillings
    }
}

impl Eq for Sentence {}

impl Sentence {
    /// A sentence of a template that was checked when it was compiled; use [`say!`](crate::say).
    pub fn new<const N: usize>(template: &'static str, fillings: [(&'static str, Filling); N]) -> Sentence {
        let fillings = fillings.into_iter().map(|(name, filling)| (Cow::Borrowed(name), filling));
        Sentence { template: Cow::Borrowed(template), fillings: fillings.collect(), said: None }
    }

    /// A sentence without fillings, such as a constant of the rules.
    pub const fn plain(template: &'static str) -> Sentence {
        Sentence { template: Cow::Borrowed(template), fillings: Vec::new(), said: None }
    }

    /// The template, in English.
    pub fn template(&self) -> &str {
        &self.template
    }

    /// What fills it, each with its name in the template.
    pub fn fillings(&self) -> impl Iterator<Item = (&str, &Filling)> {
        self.fillings.iter().map(|(name, filling)| (name.as_ref(), filling))
    }

    /// The filling with this name.
    pub fn filling(&self, name: &str) -> Option<&Filling> {
        self.fillings().find(|(known, _)| *known == name).map(|(_, filling)| filling)
    }

    /// Whether it has no fillings, so that a language may have forms of it.
    pub fn is_plain(&self) -> bool {
        self.fillings.is_empty()
    }

    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.template.is_empty()
    }

    /// The sentence in somebody's language, with the places of what it speaks of.
    pub fn spoken(&self, voice: &dyn Voice) -> Spoken {
        self.spoken_into(voice, Spoken::with_room)
    }

    /// The sentence in somebody's language, as words alone.
    pub fn words_in(&self, voice: &dyn Voice) -> String {
        self.spoken_into(voice, Spoken::words_alone).text
    }

    fn spoken_into(&self, voice: &dyn Voice, with_room: fn(usize) -> Spoken) -> Spoken {
        let mut spoken = with_room(self.template.len() + ROOM);
        self.speak(voice, &mut spoken);
        spoken
    }

    /// Says the sentence in this voice from now on.
    pub fn say_as(&mut self, voice: &dyn Voice) {
        self.said = Some(Box::new(self.spoken(voice)));
    }

    /// The same for words alone: what they speak of is not told.
    fn say_words_as(&mut self, voice: &dyn Voice) {
        self.said = Some(Box::new(self.spoken_into(voice, Spoken::words_alone)));
    }

    /// The words, in the voice that was chosen.
    pub fn words(&self) -> Cow<'_, str> {
        match &self.said {
            Some(said) => Cow::Borrowed(&said.text),
            None => Cow::Owned(self.to_string()),
        }
    }

    /// A text that has no parts, such as what somebody wrote.
    pub fn finished(text: impl Into<String>) -> Sentence {
        crate::say!("{text}", text = Filling::Text(text.into()))
    }

    /// Several sentences, one after the other.
    pub fn joined(sentences: impl IntoIterator<Item = Sentence>) -> Sentence {
        let mut sentences: Vec<Sentence> = sentences.into_iter().filter(|one| !one.is_empty()).collect();
        if sentences.len() == 1 {
            return sentences.remove(0);
        }
        let fillings = sentences.into_iter().map(Filling::from).collect();
        crate::say!("{sentences}", sentences = Filling::List(Joint::Space, fillings))
    }

    pub(crate) fn speak(&self, voice: &dyn Voice, spoken: &mut Spoken) {
        let template = voice.template(&self.template).unwrap_or(&self.template);
        for piece in pieces(template) {
            match piece {
                TemplatePiece::Words(words) => spoken.push(words),
                TemplatePiece::Filling { name, form } => match self.filling(name) {
                    Some(filling) => voice.fill(filling, form, spoken),
                    None => spoken.push(name),
                },
                TemplatePiece::Choice { name, choices } => {
                    let category = self.filling(name).map_or("other", |filling| voice.category(filling));
                    spoken.push(template::chosen(choices, category));
                }
            }
        }
    }
}

/// In English, without the names of players.
impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words_in(&English))
    }
}

/// Words with the places of what they speak of.
impl Serialize for Sentence {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.said {
            Some(said) => said.serialize(serializer),
            None => self.spoken(&English).serialize(serializer),
        }
    }
}

impl From<&'static str> for Sentence {
    fn from(template: &'static str) -> Sentence {
        debug_assert!(!template.contains('{'), "`{template}` has fillings: use say!");
        Sentence::plain(template)
    }
}

/// A [`Sentence`] of an English template and its fillings: `say!("{seat} buries a {piece}.", seat, piece)`.
///
/// A filling has the name of a variable, or a value of its own: `say!("{count} left", count = 3)`.
/// Templates are literals, so that all of them can be found in the sources.
#[macro_export]
macro_rules! say {
    ($template:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {{
        const { $crate::sentence::check($template, &[$(stringify!($name)),*]) };
        $crate::Sentence::new(
            $template,
            [$((stringify!($name), $crate::say!(@filling $name $(= $value)?))),*],
        )
    }};
    (@filling $name:ident) => { $crate::sentence::Filling::from($name) };
    (@filling $name:ident = $value:expr) => { $crate::sentence::Filling::from($value) };
}

#[cfg(test)]
mod tests;
