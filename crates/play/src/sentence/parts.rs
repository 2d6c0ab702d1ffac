//! Sentences as logs keep them: the template and what fills it, as one line of JSON.
//!
//! A log has the words in English; with the parts beside them it can be shown in any language, even
//! where the game that said them can no longer be played.

use std::borrow::Cow;

use kit_chess::shakmaty::{Color, Piece, Role, Square};
use serde::{Deserialize, Serialize};

use super::{Filling, Joint, Sentence};
use crate::{Seat, Team};

/// A template and what fills it, by name.
#[derive(Serialize, Deserialize)]
struct Parts(String, Vec<(String, Part)>);

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Part {
    Seat(u8, String),
    Team(u8, String),
    Color(char),
    Role(char),
    Piece(char),
    Square(String),
    Move { piece: char, step: String, takes: bool },
    Card(String),
    Number(i64),
    Rule(String),
    Text(String),
    Phrase(Box<Parts>),
    List(char, Vec<Part>),
}

impl Sentence {
    /// The template and what fills it, in one line; nothing where the words say it all.
    pub fn parts(&self) -> Option<String> {
        if self.fillings.is_empty() {
            return None;
        }
        serde_json::to_string(&Parts::of(self)).ok()
    }

    /// The sentence that these words and parts stand for.
    ///
    /// Parts that say something else in English than the words are not believed, because words are
    /// what was written down for people to check.
    pub fn read(words: &str, parts: Option<&str>) -> Sentence {
        let read = parts.and_then(|parts| serde_json::from_str::<Parts>(parts).ok());
        let read = read.and_then(Parts::sentence).filter(|sentence| sentence.to_string() == words);
        match read {
            Some(sentence) => sentence,
            None if words.contains(['{', '}']) => Sentence::finished(words),
            None => Sentence { template: Cow::Owned(words.to_owned()), fillings: Vec::new(), said: None },
        }
    }
}

impl Parts {
    fn of(sentence: &Sentence) -> Parts {
        let fillings = sentence.fillings().map(|(name, filling)| (name.to_owned(), Part::of(filling)));
        Parts(sentence.template().to_owned(), fillings.collect())
    }

    fn sentence(self) -> Option<Sentence> {
        let filling = |(name, part): (String, Part)| Some((Cow::Owned(name), part.filling()?));
        let fillings = self.1.into_iter().map(filling).collect::<Option<Vec<_>>>()?;
        Some(Sentence { template: Cow::Owned(self.0), fillings, said: None })
    }
}

impl Part {
    fn of(filling: &Filling) -> Part {
        match filling {
            Filling::Seat(seat, words) => Part::Seat(seat.0, words.to_string()),
            Filling::Team(team, words) => Part::Team(team.0, words.to_string()),
            Filling::Color(color) => Part::Color(color.char()),
            Filling::Role(role) => Part::Role(role.char()),
            Filling::Piece(piece) => Part::Piece(piece.char()),
            Filling::Square(square) => Part::Square(square.to_string()),
            Filling::Move { piece, step, takes } => {
                Part::Move { piece: piece.char(), step: step.to_string(), takes: *takes }
            }
            Filling::Card(code) => Part::Card(code.to_string()),
            Filling::Number(number) => Part::Number(*number),
            Filling::Rule(id) => Part::Rule(id.to_string()),
            Filling::Text(text) => Part::Text(text.clone()),
            Filling::Phrase(sentence) => Part::Phrase(Box::new(Parts::of(sentence))),
            Filling::List(joint, things) => Part::List(joint.letter(), things.iter().map(Part::of).collect()),
        }
    }

    fn filling(self) -> Option<Filling> {
        Some(match self {
            Part::Seat(seat, words) => Filling::Seat(Seat(seat), words.into()),
            Part::Team(team, words) => Filling::Team(Team(team), words.into()),
            Part::Color(letter) => Filling::Color(Color::from_char(letter)?),
            Part::Role(letter) => Filling::Role(Role::from_char(letter)?),
            Part::Piece(letter) => Filling::Piece(Piece::from_char(letter)?),
            Part::Square(name) => Filling::Square(name.parse::<Square>().ok()?),
            Part::Move { piece, step, takes } => {
                Filling::Move { piece: Piece::from_char(piece)?, step: step.parse().ok()?, takes }
            }
            Part::Card(code) => Filling::Card(code.into()),
            Part::Number(number) => Filling::Number(number),
            Part::Rule(id) => Filling::Rule(id.into()),
            Part::Text(text) => Filling::Text(text),
            Part::Phrase(parts) => Filling::Phrase(Box::new(parts.sentence()?)),
            Part::List(letter, parts) => {
                let things = parts.into_iter().map(Part::filling).collect::<Option<Vec<_>>>()?;
                Filling::List(Joint::from_letter(letter)?, things)
            }
        })
    }
}

impl Joint {
    const LETTERS: [(Joint, char); 4] =
        [(Joint::And, '&'), (Joint::Or, '|'), (Joint::Comma, ','), (Joint::Space, ' ')];

    fn letter(self) -> char {
        let found = Joint::LETTERS.into_iter().find(|(joint, _)| *joint == self);
        found.expect("every joint has a letter").1
    }

    fn from_letter(letter: char) -> Option<Joint> {
        Joint::LETTERS.into_iter().find(|(_, known)| *known == letter).map(|(joint, _)| joint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::say;

    fn told() -> Sentence {
        let squares = Filling::all_of([Square::E4, Square::D5]);
        let piece = Role::Pawn.of(Color::Black);
        let step = "g1f3".parse().expect("a step");
        let knight = Filling::Move { piece: Role::Knight.of(Color::White), step, takes: false };
        let inner = say!("{count} {count|one=card|other=cards}", count = 2);
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
