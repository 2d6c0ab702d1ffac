//! How sentences become words: in a language, with names, and with the places of what they speak of.

use std::fmt;

use kit_chess::shakmaty::{CastlingSide, Piece, Role, Square};
use kit_chess::{Step, field};
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
    /// How long the words are, in units of UTF-16, as browsers count; not counted in words alone.
    #[serde(skip)]
    length: u32,
    /// Whether nobody wants to know what the words speak of.
    #[serde(skip)]
    words_alone: bool,
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
    /// Nothing yet, with room for about so many letters.
    pub(super) fn with_room(letters: usize) -> Spoken {
        Spoken { text: String::with_capacity(letters), ..Spoken::default() }
    }

    /// The same, to be filled without the places of what it speaks of, which costs far less.
    pub(super) fn words_alone(letters: usize) -> Spoken {
        Spoken { words_alone: true, ..Spoken::with_room(letters) }
    }

    /// Adds words.
    pub fn push(&mut self, words: &str) {
        self.text.push_str(words);
        if !self.words_alone {
            self.length += units(words);
        }
    }

    /// Adds words that speak of something.
    pub fn push_span(&mut self, kind: SpanKind, value: impl ToString, words: &str) {
        self.push_spoken(kind, value, |spoken| spoken.push(words));
    }

    /// Adds what is spoken, which as a whole speaks of something.
    fn push_spoken(&mut self, kind: SpanKind, value: impl ToString, speak: impl FnOnce(&mut Spoken)) {
        if self.words_alone {
            return speak(self);
        }
        let (start, begin) = (self.length, self.text.len());
        self.words_alone = true;
        speak(self);
        self.words_alone = false;
        let length = units(&self.text[begin..]);
        self.length += length;
        self.spans.push(Span { start, length, kind, value: value.to_string() });
    }
}

/// How long words are, in units of UTF-16.
fn units(words: &str) -> u32 {
    let units = if words.is_ascii() { words.len() } else { words.encode_utf16().count() };
    units as u32
}

/// Says a filling with the words of a voice.
pub fn fill_in(voice: &dyn Voice, filling: &Filling, form: Option<&str>, spoken: &mut Spoken) {
    match filling {
        Filling::Seat(seat, words) => {
            spoken.push_span(SpanKind::Seat, seat.0, voice.word(words, form));
        }
        Filling::Team(team, words) => {
            spoken.push_span(SpanKind::Team, team.0, voice.word(words, form));
        }
        Filling::Color(color) => spoken.push(voice.word(color_word(*color), form)),
        Filling::Role(role) => {
            spoken.push_span(SpanKind::Role, role.upper_char(), voice.word(role_word(*role), form));
        }
        Filling::Piece(piece) => {
            let words = piece_words(*piece);
            spoken.push_span(SpanKind::Piece, piece.char(), voice.word(&words, form));
        }
        Filling::Square(square) => say_square(*square, spoken),
        Filling::Move { piece, step, takes } => {
            let value = MoveValue { role: piece.role, step: *step, takes: *takes };
            spoken.push_spoken(SpanKind::Move, value, |spoken| moved(filling).speak(voice, spoken));
        }
        Filling::San(san) => spoken.push_span(SpanKind::San, san, &in_letters(voice, san)),
        Filling::Card(code) => spoken.push_span(SpanKind::Card, code, &voice.card(code, form)),
        Filling::Number(number) => spoken.push(&number.to_string()),
        Filling::Rule(id) => spoken.push_span(SpanKind::Rule, id, id),
        Filling::Text(text) => spoken.push(text),
        Filling::Coded(code, told) => {
            if voice.speaks_in_codes() {
                spoken.push(code)
            } else {
                voice.fill(told, form, spoken)
            }
        }
        Filling::Phrase(sentence) => match (sentence.is_plain(), form) {
            (true, Some(_)) => spoken.push(voice.word(sentence.template(), form)),
            (true | false, _) => sentence.speak(voice, spoken),
        },
        Filling::List(joint, things) => say_list(voice, *joint, things, form, spoken),
    }
}

/// A piece in English: `white knight`.
pub fn piece_words(piece: Piece) -> String {
    format!("{} {}", color_word(piece.color), role_word(piece.role))
}

/// Algebraic notation with the letters of a language: `Sxf3+`.
fn in_letters(voice: &dyn Voice, san: &str) -> String {
    let mut words = String::with_capacity(san.len());
    for (at, letter) in san.char_indices() {
        let english = &san[at..at + letter.len_utf8()];
        let is_piece = matches!(letter, 'K' | 'Q' | 'R' | 'B' | 'N');
        words.push_str(if is_piece { voice.word(english, Some("letter")) } else { english });
    }
    words
}

fn say_square(square: Square, spoken: &mut Spoken) {
    // Without a formatter, because every offer of a move names two of them.
    let name = [square.file().char() as u8, square.rank().char() as u8];
    let name = std::str::from_utf8(&name).expect("squares are named in ASCII");
    spoken.push_span(SpanKind::Square, name, name);
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
struct MoveValue {
    role: Role,
    step: Step,
    takes: bool,
}

impl fmt::Display for MoveValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Step { from, to, promotion } = self.step;
        let (letter, takes) = (self.role.upper_char(), if self.takes { "x" } else { "" });
        write!(f, "{letter}{from}{takes}{to}")?;
        promotion.map_or(Ok(()), |role| write!(f, "{}", role.upper_char()))
    }
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
