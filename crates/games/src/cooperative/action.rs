//! What players decide, one by one, and how it is written.

use std::fmt;
use std::str::FromStr;

use kit_chess::Step;
use kit_chess::shakmaty::{Piece, Role, Square};
use kit_play::BadNotation;

use crate::notation;

/// The smallest decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Plays a card: `P+`.
    Play(Piece),
    /// Moves without taking: `c8e6`, `e1g1`, `b7b8q(p=1,at=0)`.
    Quiet { step: Step, bought: Option<Bought> },
    /// Takes a piece, and the card at a place of the line: `e6xd5/1`, `b7xa8q(p=1,at=1)/2`.
    Take { step: Step, card: Option<u8>, bought: Option<Bought> },
    /// Ends the turn: `.`.
    Done,
}

/// How the cards of a promotion move in the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bought {
    /// Where the pawn's card lies, when the captured card is gone.
    pub pawn: u8,
    /// Where the new card goes in, when both are gone.
    pub at: u8,
}

impl Action {
    /// The move of a piece, if it is one.
    pub fn step(self) -> Option<Step> {
        match self {
            Action::Quiet { step, .. } | Action::Take { step, .. } => Some(step),
            Action::Play(_) | Action::Done => None,
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Play(piece) => write!(f, "{}+", piece.char()),
            Action::Quiet { step, bought } => {
                write!(f, "{}{}", step.from, step.to)?;
                write_promotion(f, step.promotion, *bought)
            }
            Action::Take { step, card, bought } => {
                write!(f, "{}x{}", step.from, step.to)?;
                write_promotion(f, step.promotion, *bought)?;
                card.map_or(Ok(()), |card| write!(f, "/{card}"))
            }
            Action::Done => f.write_str("."),
        }
    }
}

fn write_promotion(f: &mut fmt::Formatter<'_>, role: Option<Role>, bought: Option<Bought>) -> fmt::Result {
    role.map_or(Ok(()), |role| write!(f, "{}", role.char()))?;
    bought.map_or(Ok(()), |Bought { pawn, at }| write!(f, "(p={pawn},at={at})"))
}

impl FromStr for Action {
    type Err = BadNotation;

    /// Reads also `P` without its plus sign.
    fn from_str(text: &str) -> Result<Action, BadNotation> {
        let expected = "a card (P+), a move (c8e6), a capture (e6xd5/1) or the end of the turn (.)";
        let action = match text {
            "." => Some(Action::Done),
            _ => read_card(text).map(Action::Play).or_else(|| read_move(text)),
        };
        action.ok_or_else(|| BadNotation::new(text, expected))
    }
}

fn read_card(text: &str) -> Option<Piece> {
    let mut letters = text.strip_suffix('+').unwrap_or(text).chars();
    let piece = letters.next().and_then(Piece::from_char)?;
    letters.next().is_none().then_some(piece)
}

fn read_move(text: &str) -> Option<Action> {
    let (from, rest) = read_square(text)?;
    let (takes, rest) = rest.strip_prefix('x').map_or((false, rest), |rest| (true, rest));
    let (to, rest) = read_square(rest)?;
    let (rest, card) = match rest.split_once('/') {
        Some((rest, card)) => (rest, Some(read_number(card)?)),
        None => (rest, None),
    };
    let (promotion, bought) = read_promotion(rest)?;
    let step = Step { from, to, promotion };
    if takes {
        Some(Action::Take { step, card, bought })
    } else {
        card.is_none().then_some(Action::Quiet { step, bought })
    }
}

fn read_square(text: &str) -> Option<(Square, &str)> {
    let square = Square::from_ascii(text.get(..2)?.as_bytes()).ok()?;
    Some((square, &text[2..]))
}

/// Reads `q`, `q(p=1,at=0)`, the same with `=Q`, or nothing.
fn read_promotion(text: &str) -> Option<(Option<Role>, Option<Bought>)> {
    let (role, cards) = text.split_at_checked(text.find('(').unwrap_or(text.len()))?;
    let role = notation::read_promotion(role)?;
    if cards.is_empty() {
        return Some((role, None));
    }
    let (pawn, at) = cards.strip_prefix("(p=")?.strip_suffix(')')?.split_once(",at=")?;
    let bought = Bought { pawn: read_number(pawn)?, at: read_number(at)? };
    role.map(|role| (Some(role), Some(bought)))
}

fn read_number(text: &str) -> Option<u8> {
    let number: u8 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}
