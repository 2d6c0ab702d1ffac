//! What players decide, and how it is written.

use std::fmt;
use std::str::FromStr;

use kit_chess::Step;
use kit_chess::shakmaty::{Color, Piece, Square};
use kit_play::BadNotation;

use crate::deck::Card;

/// The smallest decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Moves a piece: `f6e4`, `e7e8q`, `e1g1`.
    Move(Step),
    /// Throws the checker, or keeps it: `>f3`, `>-`.
    Throw(Option<Square>),
    /// Plays a card with a piece on it, and puts a checker under a piece: `+n@e4`.
    Lay { piece: Piece, at: Square },
    /// Plays a checkers card: `+C`, `+c`.
    Checkers(Color),
    /// Plays no card: `-`.
    NoCard,
    /// Gives up a checker from the front or from under a piece: `!*`, `!e4`.
    Return(Option<Square>),
    /// Discards a card: `~b`.
    Discard(Card),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Move(step) => write!(f, "{step}"),
            Action::Throw(Some(to)) => write!(f, ">{to}"),
            Action::Throw(None) => f.write_str(">-"),
            Action::Lay { piece, at } => write!(f, "+{}@{at}", piece.char()),
            Action::Checkers(color) => write!(f, "+{}", Card::Checkers(*color)),
            Action::NoCard => f.write_str("-"),
            Action::Return(Some(at)) => write!(f, "!{at}"),
            Action::Return(None) => f.write_str("!*"),
            Action::Discard(card) => write!(f, "~{card}"),
        }
    }
}

impl FromStr for Action {
    type Err = BadNotation;

    fn from_str(text: &str) -> Result<Action, BadNotation> {
        let read = match text {
            "-" => Some(Action::NoCard),
            _ => read_sign(text).or_else(|| text.parse().ok().map(Action::Move)),
        };
        let expected = "a move (f6e4, e7e8q, O-O), a throw (>f3, >-), a card (+n@e4, +C, -), a checker \
                        given up (!*, !e4) or a card discarded (~b)";
        read.ok_or_else(|| BadNotation::new(text, expected))
    }
}

/// Reads what begins with a sign.
fn read_sign(text: &str) -> Option<Action> {
    let mut letters = text.chars();
    let sign = letters.next()?;
    let rest = letters.as_str();
    let square = |nowhere: &str| if rest == nowhere { Some(None) } else { rest.parse().ok().map(Some) };
    match sign {
        '>' => square("-").map(Action::Throw),
        '!' => square("*").map(Action::Return),
        '~' => Card::read(rest).map(Action::Discard),
        '+' => match (rest.split_once('@'), Card::read(rest)) {
            (Some((card, at)), _) => match Card::read(card)? {
                Card::Piece(piece) => Some(Action::Lay { piece, at: at.parse().ok()? }),
                Card::Checkers(_) => None,
            },
            (None, Some(Card::Checkers(color))) => Some(Action::Checkers(color)),
            (None, Some(Card::Piece(_)) | None) => None,
        },
        _ => None,
    }
}
