//! A chess move as players write it: from where, to where, and what a pawn becomes.

use std::fmt;
use std::str::FromStr;

use shakmaty::{Role, Square};

/// What a pawn may become, in the order in which players are asked.
pub const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// One piece goes from one square to another.
///
/// A step knows nothing of the board, so any two squares will do.
/// Castling in the orthodox array is the king's step (`e1g1`).
/// It is written as in UCI, `e7e8q`; the form `e7e8=Q` is read as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// The square that is left.
    pub from: Square,
    /// The square that is reached.
    pub to: Square,
    /// What a pawn becomes on its last rank.
    pub promotion: Option<Role>,
}

impl Step {
    /// A step without a promotion.
    pub const fn new(from: Square, to: Square) -> Step {
        Step { from, to, promotion: None }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // At once and without a formatter for each square, because an offer is written for each.
        let letter = |square: Square| [square.file().char() as u8, square.rank().char() as u8];
        let ([from, rank], [to, goal]) = (letter(self.from), letter(self.to));
        let letters = [from, rank, to, goal, self.promotion.map_or(b' ', |role| role.char() as u8)];
        let length = 4 + usize::from(self.promotion.is_some());
        f.write_str(std::str::from_utf8(&letters[..length]).expect("squares are named in ASCII"))
    }
}

/// The text is not a step such as `e2e4` or `e7e8q`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAStep;

impl fmt::Display for NotAStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not two squares such as `e2e4` or `e7e8q`")
    }
}

impl std::error::Error for NotAStep {}

impl FromStr for Step {
    type Err = NotAStep;

    fn from_str(text: &str) -> Result<Step, NotAStep> {
        let square = |range: std::ops::Range<usize>| {
            let bytes = text.as_bytes().get(range).ok_or(NotAStep)?;
            Square::from_ascii(bytes).map_err(|_| NotAStep)
        };
        let (from, to) = (square(0..2)?, square(2..4)?);
        let tail = text.get(4..).ok_or(NotAStep)?;
        let promotion = match tail.strip_prefix('=').unwrap_or(tail) {
            "" if tail.is_empty() => None,
            letter => {
                let mut letters = letter.chars();
                let role = letters.next().and_then(Role::from_char).ok_or(NotAStep)?;
                if letters.next().is_some() || !PROMOTIONS.contains(&role) {
                    return Err(NotAStep);
                }
                Some(role)
            }
        };
        Ok(Step { from, to, promotion })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_read_and_written() {
        for (text, written) in [("e2e4", "e2e4"), ("e7e8q", "e7e8q"), ("e7e8=N", "e7e8n")] {
            assert_eq!(text.parse::<Step>().expect("a step").to_string(), written);
        }
        for text in ["", "e2", "e2e9", "e7e8=", "e7e8k", "e7e8qq", "é2e4", "e2é4", "e2e4é"] {
            assert_eq!(text.parse::<Step>(), Err(NotAStep), "{text}");
        }
    }
}
