//! What players decide, and how it is written.

use std::fmt;
use std::str::FromStr;

use kit_chess::shakmaty::{CastlingSide, Role, Square};
use kit_chess::{Step, field};
use kit_play::BadNotation;

use super::army::{Army, Number, Numbers, type_named};
use crate::notation;

/// The smallest decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Places an army: `army RQKRBBNN`.
    Army(Army),
    /// Names the type of an enemy checker: `?5K`.
    Guess(Number, Role),
    /// Names nothing: `?-`.
    NoGuess,
    /// Moves a pawn, a piece or a checker: `e2e4`, `a7a8q`.
    Move(Step),
    /// Castles: `O-O`, `O-O-O`.
    Castle(CastlingSide),
    /// Uses or declines a bonus: `(e2e4)`, `(P@e7)`, `(-)`.
    Bonus(Bonus),
    /// Shows what some checkers are, or none: `!1,7`, `!-`.
    Uncloak(Numbers),
}

/// What may be done with a bonus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bonus {
    /// A pawn moves.
    Step(Step),
    /// A lost pawn comes back.
    Drop(Square),
    /// Nothing.
    Decline,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Army(army) => write!(f, "army {army}"),
            Action::Guess(number, role) => write!(f, "?{number}{}", role.upper_char()),
            Action::NoGuess => f.write_str("?-"),
            Action::Move(step) => write!(f, "{step}"),
            Action::Castle(side) => f.write_str(&notation::castling_san(*side)),
            Action::Bonus(Bonus::Step(step)) => write!(f, "({step})"),
            Action::Bonus(Bonus::Drop(square)) => write!(f, "(P@{square})"),
            Action::Bonus(Bonus::Decline) => f.write_str("(-)"),
            Action::Uncloak(numbers) => write!(f, "!{numbers}"),
        }
    }
}

impl FromStr for Action {
    type Err = BadNotation;

    fn from_str(text: &str) -> Result<Action, BadNotation> {
        if let Some(letters) = text.strip_prefix("army ") {
            let expected = "an army of KQRRBBNN with the king between the rooks and bishops on both colours";
            return Army::read(letters).map(Action::Army).ok_or_else(|| BadNotation::new(letters, expected));
        }
        let read = match text.split_at_checked(1) {
            Some(("?", guess)) => read_guess(guess),
            Some(("(", bonus)) => bonus.strip_suffix(')').and_then(read_bonus).map(Action::Bonus),
            Some(("!", numbers)) => Numbers::read(numbers).map(Action::Uncloak),
            _ => {
                let castling = field::read_castling(text).map(Action::Castle);
                castling.or_else(|| read_step(text).map(Action::Move))
            }
        };
        let expected = "a guess (?5K, ?-), a move (e2e4, a7a8q, O-O), a bonus ((e2e4), (P@e2), (-)), an \
                        uncloaking (!1,7, !-) or an army (army RQKRBBNN)";
        read.ok_or_else(|| BadNotation::new(text, expected))
    }
}

/// Reads `5K`, or `5K:y` as it stands in logs: the answer is the referee's to give.
fn read_guess(text: &str) -> Option<Action> {
    let text = text.strip_suffix(":y").or_else(|| text.strip_suffix(":n")).unwrap_or(text);
    let mut letters = text.chars();
    match (letters.next()?, letters.next(), letters.next()) {
        ('-', None, None) => Some(Action::NoGuess),
        (number, Some(letter), None) => Some(Action::Guess(Number::read(number)?, type_named(letter)?)),
        _ => None,
    }
}

fn read_bonus(text: &str) -> Option<Bonus> {
    match text.strip_prefix("P@") {
        Some(square) => square.parse().ok().map(Bonus::Drop),
        None if text == "-" => Some(Bonus::Decline),
        None => read_step(text).map(Bonus::Step),
    }
}

/// Reads a step, also with what it took, as it stands in logs: `d5e4xP`.
fn read_step(text: &str) -> Option<Step> {
    let step = match text.split_once('x') {
        Some((step, taken)) if taken.len() == 1 && "KQRBNP".contains(taken) => step,
        Some(_) => return None,
        None => text,
    };
    step.parse().ok()
}
