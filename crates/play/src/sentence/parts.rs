//! Sentences as logs keep them: the template and what fills it, as one line of JSON.
//!
//! A log has the words in English; with the parts beside them it can be shown in any language, even
//! where the game that said them can no longer be played.
//!
//! `["{seat} plays {san}.","s0 White","aNf3"]` is a template and its fillings, in the order in which
//! the template names them first.
//! A filling is a text that begins with the sign of its kind, a phrase is an array like the whole,
//! and a list is an object that has its joint for a key.

use std::borrow::Cow;

use kit_chess::Step;
use kit_chess::shakmaty::{Color, Piece, Role};
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::template::{Piece as TemplatePiece, pieces};
use super::{Filling, Joint, Sentence};
use crate::{Seat, Team};

/// The key of a code and what is told instead of it.
const CODED: &str = "~";

impl Sentence {
    /// The template and what fills it, in one line; nothing where the words say it all.
    pub fn parts(&self) -> Option<String> {
        if self.fillings.is_empty() {
            return None;
        }
        Some(serde_json::to_string(&Parts(self)).expect("parts can be written as JSON"))
    }

    /// The sentence that these words and parts stand for.
    ///
    /// Parts that say something else in English than the words are not believed, because words are
    /// what was written down for people to check.
    pub fn read(words: &str, parts: Option<&str>) -> Sentence {
        let read = parts.and_then(|parts| serde_json::from_str::<Value>(parts).ok());
        let read = read.as_ref().and_then(sentence_of).filter(|sentence| sentence.to_string() == words);
        match read {
            Some(sentence) => sentence,
            None if words.contains(['{', '}']) => Sentence::finished(words),
            None => Sentence { template: Cow::Owned(words.to_owned()), fillings: Vec::new(), said: None },
        }
    }
}

/// The names of a template's fillings, each once.
fn names_of(template: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for piece in pieces(template) {
        match piece {
            TemplatePiece::Filling { name, .. } | TemplatePiece::Choice { name, .. } => {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            TemplatePiece::Words(_) => {}
        }
    }
    names
}

/// A sentence that is written as its parts, without what would have to be made for that first.
struct Parts<'s>(&'s Sentence);

impl Serialize for Parts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut parts = serializer.serialize_seq(None)?;
        parts.serialize_element(self.0.template())?;
        for filling in names_of(self.0.template()).into_iter().filter_map(|name| self.0.filling(name)) {
            parts.serialize_element(&Part(filling))?;
        }
        parts.end()
    }
}

fn sentence_of(parts: &Value) -> Option<Sentence> {
    let (template, parts) = parts.as_array()?.split_first()?;
    let template = template.as_str()?;
    let names = names_of(template);
    if names.len() != parts.len() {
        return None;
    }
    let filling = |(name, part): (&str, &Value)| Some((Cow::Owned(name.to_owned()), filling_of(part)?));
    let fillings = names.into_iter().zip(parts).map(filling).collect::<Option<Vec<_>>>()?;
    Some(Sentence { template: Cow::Owned(template.to_owned()), fillings, said: None })
}

/// A filling that is written as one of the parts.
struct Part<'f>(&'f Filling);

impl Serialize for Part<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Filling::Seat(seat, words) => to.collect_str(&format_args!("s{} {words}", seat.0)),
            Filling::Team(team, words) => to.collect_str(&format_args!("t{} {words}", team.0)),
            Filling::Color(color) => to.collect_str(&format_args!("c{}", color.char())),
            Filling::Role(role) => to.collect_str(&format_args!("r{}", role.char())),
            Filling::Piece(piece) => to.collect_str(&format_args!("p{}", piece.char())),
            Filling::Square(square) => to.collect_str(&format_args!("q{square}")),
            Filling::Move { piece, step, takes } => {
                let sign = if *takes { 'x' } else { 'm' };
                to.collect_str(&format_args!("{sign}{}{step}", piece.char()))
            }
            Filling::San(san) => to.collect_str(&format_args!("a{san}")),
            Filling::Card(code) => to.collect_str(&format_args!("k{code}")),
            Filling::Number(number) => to.serialize_i64(*number),
            Filling::Rule(id) => to.collect_str(&format_args!("#{id}")),
            Filling::Text(text) => to.collect_str(&format_args!("={text}")),
            Filling::Coded(code, told) => to.collect_map([(CODED, (code, Part(told)))]),
            Filling::Phrase(sentence) => Parts(sentence).serialize(to),
            Filling::List(joint, things) => {
                let things: Vec<Part<'_>> = things.iter().map(Part).collect();
                to.collect_map([(joint.sign(), things)])
            }
        }
    }
}

fn filling_of(part: &Value) -> Option<Filling> {
    match part {
        Value::Number(number) => number.as_i64().map(Filling::Number),
        Value::Array(_) => sentence_of(part).map(Filling::from),
        Value::Object(list) => {
            let (sign, things) = list.iter().next()?;
            if sign == CODED {
                let told = filling_of(things.get(1)?)?;
                return Some(Filling::Coded(things.get(0)?.as_str()?.to_owned(), Box::new(told)));
            }
            let things = things.as_array()?.iter().map(filling_of).collect::<Option<Vec<_>>>()?;
            Some(Filling::List(Joint::of_sign(sign)?, things))
        }
        Value::String(text) => filling_in(text),
        Value::Null | Value::Bool(_) => None,
    }
}

fn filling_in(text: &str) -> Option<Filling> {
    let sign = text.chars().next()?;
    let rest = &text[sign.len_utf8()..];
    let letter = || rest.chars().next();
    let numbered = || {
        let (number, words) = rest.split_once(' ')?;
        Some((number.parse::<u8>().ok()?, Cow::Owned(words.to_owned())))
    };
    let moved = |takes: bool| {
        let piece = Piece::from_char(letter()?)?;
        let step = rest.get(1..)?.parse::<Step>().ok()?;
        Some(Filling::Move { piece, step, takes })
    };
    match sign {
        's' => numbered().map(|(seat, words)| Filling::Seat(Seat(seat), words)),
        't' => numbered().map(|(team, words)| Filling::Team(Team(team), words)),
        'c' => Color::from_char(letter()?).map(Filling::Color),
        'r' => Role::from_char(letter()?).map(Filling::Role),
        'p' => Piece::from_char(letter()?).map(Filling::Piece),
        'q' => rest.parse().ok().map(Filling::Square),
        'm' => moved(false),
        'x' => moved(true),
        'a' => Some(Filling::San(rest.to_owned())),
        'k' => Some(Filling::Card(Cow::Owned(rest.to_owned()))),
        '#' => Some(Filling::Rule(Cow::Owned(rest.to_owned()))),
        '=' => Some(Filling::Text(rest.to_owned())),
        _ => None,
    }
}

impl Joint {
    const SIGNS: [(Joint, &str); 4] =
        [(Joint::And, "&"), (Joint::Or, "|"), (Joint::Comma, ","), (Joint::Space, " ")];

    fn sign(self) -> &'static str {
        let found = Joint::SIGNS.into_iter().find(|(joint, _)| *joint == self);
        found.expect("every joint has a sign").1
    }

    fn of_sign(sign: &str) -> Option<Joint> {
        Joint::SIGNS.into_iter().find(|(_, known)| *known == sign).map(|(joint, _)| joint)
    }
}

#[cfg(test)]
mod tests {
    use kit_chess::shakmaty::Square;

    use super::*;
    use crate::say;

    fn told() -> Sentence {
        let squares = Filling::all_of([Square::E4, Square::D5]);
        let piece = Role::Pawn.of(Color::Black);
        let step = "g1f3".parse().expect("a step");
        let knight = Filling::Move { piece: Role::Knight.of(Color::White), step, takes: false };
        let two = Filling::coded("2c", 2);
        let inner = say!("{count} {count|one=card|other=cards}", count = two);
        let seat = Filling::Seat(Seat(0), "White".into());
        say!("{seat}: {knight}, a {piece} on {squares}, {inner}.", seat, knight, piece, squares, inner)
    }

    #[test]
    fn a_sentence_is_read_as_it_was_written() {
        let sentence = told();
        let parts = sentence.parts().expect("it has fillings");
        assert!(!parts.contains('\n'));
        assert_eq!(Sentence::read(&sentence.to_string(), Some(&parts)), sentence);
    }

    #[test]
    fn words_without_fillings_are_their_own_template() {
        assert_eq!(say!("The table is laid.").parts(), None);
        assert_eq!(Sentence::read("The table is laid.", None), say!("The table is laid."));
    }

    #[test]
    fn parts_that_say_something_else_are_not_believed() {
        let parts = told().parts();
        for parts in [parts.as_deref(), Some("[]"), Some("no JSON"), Some(r#"["{x}",[]]"#)] {
            let read = Sentence::read("Black wins.", parts);
            assert_eq!(read.to_string(), "Black wins.");
        }
        assert_eq!(Sentence::read("{x}", None).to_string(), "{x}");
    }
}
