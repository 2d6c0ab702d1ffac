//! How sentences become words: in a language, with names, and with the places of what they speak of.

use kit_chess::field;
use kit_chess::shakmaty::{CastlingSide, Piece, Role, Square};
use serde::Serialize;

use super::{Filling, Joint, Sentence};
use crate::tabletop::{color_word, role_word};

/// A language, and what the people at a table are called.
pub trait Voice {
    /// The template in this language; none in English, or where there is no other.
    fn template(&self, _english: &str) -> Option<&str> {
        None
    }

    /// The category by which words are chosen for a filling: that of a plural, or a gender.
    fn category(&self, filling: &Filling) -> &str {
        match filling.count() {
            Some(1) => "one",
            _ => "other",
        }
    }

    /// A word in this language, possibly in a form such as a case.
    fn word<'w>(&'w self, english: &'w str, _form: Option<&str>) -> &'w str {
        english
    }

    /// A card as it is called, possibly in a form.
    fn card(&self, code: &str, _form: Option<&str>) -> String {
        code.to_owned()
    }

    /// Whether codes are said as they are, which is for logs.
    fn speaks_in_codes(&self) -> bool {
        false
    }

    /// What stands between the cards of a row.
    fn between_cards(&self) -> &str {
        " "
    }

    /// Says a filling.
    fn fill(&self, filling: &Filling, form: Option<&str>, spoken: &mut Spoken);
}

/// English as logs have it, without names.
pub struct English;

impl Voice for English {
    fn speaks_in_codes(&self) -> bool {
        true
    }

    fn fill(&self, filling: &Filling, form: Option<&str>, spoken: &mut Spoken) {
        fill_in(self, filling, form, spoken);
    }
}

/// A sentence in words, and where it speaks of what.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[cfg_attr(feature = "schema", ts(rename = "Words"))]
pub struct Spoken {
    /// The words.
    pub text: String,
    /// What they speak of, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", ts(as = "Option<Vec<Span>>", optional))]
    pub spans: Vec<Span>,
    /// How long the words are, in units of UTF-16, as browsers count.
    #[serde(skip)]
    length: u32,
}

/// Some words and what they speak of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Span {
    /// Where they begin, in units of UTF-16, as browsers count.
    pub start: u32,
    /// How long they are.
    pub length: u32,
    /// What kind of thing it is.
    pub kind: SpanKind,
    /// Which one.
    pub value: String,
}

/// What kind of thing some words speak of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SpanKind {
    /// A seat, by its number.
    Seat,
    /// A team, by its number.
    Team,
    /// A piece, by its letter.
    Piece,
    /// A kind of piece, by its large letter.
    Role,
    /// A square.
    Square,
    /// A move: a letter, two squares, `x` if it takes, and the letter of what a pawn becomes.
    Move,
    /// A move in algebraic notation with English letters.
    San,
    /// A card, by its code.
    Card,
    /// The id of a rule.
    Rule,
}

impl Spoken {
    /// Adds words.
    pub fn push(&mut self, words: &str) {
        self.text.push_str(words);
        self.length += words.encode_utf16().count() as u32;
    }

    /// Adds words that speak of something.
    pub fn push_span(&mut self, kind: SpanKind, value: String, words: &str) {
        let start = self.length;
        self.push(words);
        self.spans.push(Span { start, length: self.length - start, kind, value });
    }
}

/// Says a filling with the words of a voice.
pub fn fill_in(voice: &dyn Voice, filling: &Filling, form: Option<&str>, spoken: &mut Spoken) {
    match filling {
        Filling::Seat(seat, words) => {
            spoken.push_span(SpanKind::Seat, seat.0.to_string(), voice.word(words, form));
        }
        Filling::Team(team, words) => {
            spoken.push_span(SpanKind::Team, team.0.to_string(), voice.word(words, form));
        }
        Filling::Color(color) => spoken.push(voice.word(color_word(*color), form)),
        Filling::Role(role) => {
            spoken.push_span(
                SpanKind::Role,
                role.upper_char().to_string(),
                voice.word(role_word(*role), form),
            );
        }
        Filling::Piece(piece) => {
            let words = piece_words(*piece);
            spoken.push_span(SpanKind::Piece, piece.char().to_string(), voice.word(&words, form));
        }
        Filling::Square(square) => say_square(*square, spoken),
        Filling::Move { piece, step, takes } => {
            let words = moved(filling).spoken(voice).text;
            let value = move_value(*piece, step.from, step.to, *takes, step.promotion);
            spoken.push_span(SpanKind::Move, value, &words);
        }
        Filling::San(san) => spoken.push_span(SpanKind::San, san.clone(), &in_letters(voice, san)),
        Filling::Card(code) => spoken.push_span(SpanKind::Card, code.to_string(), &voice.card(code, form)),
        Filling::Number(number) => spoken.push(&number.to_string()),
        Filling::Rule(id) => spoken.push_span(SpanKind::Rule, id.to_string(), id),
        Filling::Text(text) => spoken.push(text),
        Filling::Coded(code, told) => {
            if voice.speaks_in_codes() {
                spoken.push(code)
            } else {
                voice.fill(told, form, spoken)
            }
        }
        Filling::Phrase(sentence) => sentence.speak(voice, spoken),
        Filling::List(joint, things) => say_list(voice, *joint, things, form, spoken),
    }
}

/// A piece in English: `white knight`.
pub fn piece_words(piece: Piece) -> String {
    format!("{} {}", color_word(piece.color), role_word(piece.role))
}

/// Algebraic notation with the letters of a language: `Sxf3+`.
fn in_letters(voice: &dyn Voice, san: &str) -> String {
    let letter = |letter: char| match letter {
        'K' | 'Q' | 'R' | 'B' | 'N' => {
            let english = letter.to_string();
            let own = voice.word(&english, Some("letter"));
            own.to_owned()
        }
        other => other.to_string(),
    };
    san.chars().map(letter).collect()
}

fn say_square(square: Square, spoken: &mut Spoken) {
    let name = square.to_string();
    spoken.push_span(SpanKind::Square, name.clone(), &name);
}

/// A move as a sentence: `knight g1 to f3`, `pawn e4 takes d5`, `castle on the king side`.
fn moved(filling: &Filling) -> Sentence {
    let Filling::Move { piece, step, takes } = filling else { return Sentence::default() };
    if let Some(side) = field::castling_side(*piece, *step) {
        return match side {
            CastlingSide::KingSide => crate::say!("castle on the king side"),
            CastlingSide::QueenSide => crate::say!("castle on the queen side"),
        };
    }
    let (role, from, to) = (piece.role, step.from, step.to);
    match (*takes, step.promotion) {
        (false, None) => crate::say!("{role} {from} to {to}", role, from, to),
        (true, None) => crate::say!("{role} {from} takes {to}", role, from, to),
        (false, Some(promotion)) => {
            crate::say!("{role} {from} to {to} and becomes a {promotion}", role, from, to, promotion)
        }
        (true, Some(promotion)) => {
            crate::say!("{role} {from} takes {to} and becomes a {promotion}", role, from, to, promotion)
        }
    }
}

/// A move as programs read it: `Ng1f3`, `Pe4xd5`, `Pe7e8Q`; castling as the king's step.
fn move_value(piece: Piece, from: Square, to: Square, takes: bool, promotion: Option<Role>) -> String {
    let (letter, takes) = (piece.role.upper_char(), if takes { "x" } else { "" });
    let promotion = promotion.map(|role| role.upper_char().to_string()).unwrap_or_default();
    format!("{letter}{from}{takes}{to}{promotion}")
}

fn say_list(voice: &dyn Voice, joint: Joint, things: &[Filling], form: Option<&str>, spoken: &mut Spoken) {
    let last = things.len().saturating_sub(1);
    let are_cards = things.iter().all(|thing| matches!(thing, Filling::Card(_)));
    for (index, thing) in things.iter().enumerate() {
        if index > 0 {
            let joint = if index == last || joint == Joint::Space { joint } else { Joint::Comma };
            let english = match joint {
                Joint::And => " and ",
                Joint::Or => " or ",
                Joint::Comma => ", ",
                Joint::Space if are_cards => voice.between_cards(),
                Joint::Space => " ",
            };
            spoken.push(voice.template(english).unwrap_or(english));
        }
        voice.fill(thing, form, spoken);
    }
    if things.is_empty() {
        crate::say!("nothing").speak(voice, spoken);
    }
}
