//! What a sentence speaks of.

use std::borrow::Cow;

use kit_chess::Step;
use kit_chess::shakmaty::{Bitboard, Color, Piece, Role, Square};

use super::Sentence;
use crate::{Seat, Team};

/// One thing that a sentence speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Filling {
    /// Whoever sits there; the words are for tables where nobody gave a name.
    Seat(Seat, Cow<'static, str>),
    /// A team, and what it is called.
    Team(Team, Cow<'static, str>),
    /// A color as an adjective: `white`.
    Color(Color),
    /// A kind of piece: `knight`.
    Role(Role),
    /// A piece: `white knight`.
    Piece(Piece),
    /// A square.
    Square(Square),
    /// A move of a piece, whether it takes something, and what a pawn becomes.
    Move {
        /// What moves.
        piece: Piece,
        /// From where to where.
        step: Step,
        /// Whether it takes something.
        takes: bool,
    },
    /// A move in algebraic notation, with English letters: `Nxf3+`.
    San(String),
    /// A card, by its code: `N`, `q`, `10H`.
    Card(Cow<'static, str>),
    /// A number.
    Number(i64),
    /// The id of a rule.
    Rule(Cow<'static, str>),
    /// Something that is the same in all languages: notation, a name that somebody gave.
    Text(String),
    /// Something that logs write as a code, and what people are told instead.
    Coded(String, Box<Filling>),
    /// Words with fillings of their own.
    Phrase(Box<Sentence>),
    /// Several things.
    List(Joint, Vec<Filling>),
}

/// How the last two things of a list are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joint {
    /// `a, b and c`.
    And,
    /// `a, b or c`.
    Or,
    /// `a, b, c`.
    Comma,
    /// `a b c`, such as sentences.
    Space,
}

impl Filling {
    /// Several things of one kind: `e4, e5 and e6`.
    pub fn all_of<F: Into<Filling>>(things: impl IntoIterator<Item = F>) -> Filling {
        Filling::List(Joint::And, things.into_iter().map(Into::into).collect())
    }

    /// One of several things: `queen, rook or knight`.
    pub fn one_of<F: Into<Filling>>(things: impl IntoIterator<Item = F>) -> Filling {
        Filling::List(Joint::Or, things.into_iter().map(Into::into).collect())
    }

    /// Several things with commas between them.
    pub fn row_of<F: Into<Filling>>(things: impl IntoIterator<Item = F>) -> Filling {
        Filling::List(Joint::Comma, things.into_iter().map(Into::into).collect())
    }

    /// A card, by its code.
    pub fn card(code: impl ToString) -> Filling {
        Filling::Card(Cow::Owned(code.to_string()))
    }

    /// A code of logs, and what people are told instead.
    pub fn coded(code: impl ToString, told: impl Into<Filling>) -> Filling {
        Filling::Coded(code.to_string(), Box::new(told.into()))
    }

    /// A move in algebraic notation.
    pub fn san(san: impl ToString) -> Filling {
        Filling::San(san.to_string())
    }

    /// How many there are, for a number or a list.
    pub fn count(&self) -> Option<i64> {
        match self {
            Filling::Number(number) => Some(*number),
            Filling::List(_, things) => Some(things.len() as i64),
            Filling::Seat(..)
            | Filling::Team(..)
            | Filling::Color(_)
            | Filling::Role(_)
            | Filling::Piece(_)
            | Filling::Square(_)
            | Filling::Move { .. }
            | Filling::San(_)
            | Filling::Card(_)
            | Filling::Rule(_)
            | Filling::Text(_)
            | Filling::Phrase(_) => None,
            Filling::Coded(_, told) => told.count(),
        }
    }

    /// Something that is the same in all languages.
    pub fn text(text: impl ToString) -> Filling {
        Filling::Text(text.to_string())
    }
}

impl From<&Filling> for Filling {
    fn from(filling: &Filling) -> Filling {
        filling.clone()
    }
}

impl From<Color> for Filling {
    fn from(color: Color) -> Filling {
        Filling::Color(color)
    }
}

impl From<Role> for Filling {
    fn from(role: Role) -> Filling {
        Filling::Role(role)
    }
}

impl From<Piece> for Filling {
    fn from(piece: Piece) -> Filling {
        Filling::Piece(piece)
    }
}

impl From<Square> for Filling {
    fn from(square: Square) -> Filling {
        Filling::Square(square)
    }
}

impl From<Bitboard> for Filling {
    fn from(squares: Bitboard) -> Filling {
        Filling::all_of(squares)
    }
}

impl From<Sentence> for Filling {
    fn from(sentence: Sentence) -> Filling {
        Filling::Phrase(Box::new(sentence))
    }
}

macro_rules! from_numbers {
    ($($number:ty),*) => {
        $(impl From<$number> for Filling {
            fn from(number: $number) -> Filling {
                Filling::Number(number as i64)
            }
        })*
    };
}

from_numbers!(u8, u16, u32, i32, i64, usize);
