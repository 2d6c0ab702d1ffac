//! The seven cards of a team.

use std::fmt;

use kit_chess::shakmaty::{Color, Role};
use kit_play::say;
use kit_play::sentence::Filling;
use kit_play::tabletop::role_word;

/// A prediction: one kind of piece, or the checker, which copies the card that lies face up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Card {
    Kind(Role),
    Checker,
}

impl Card {
    /// All seven, in the order in which they are held and offered.
    pub const ALL: [Card; 7] = [
        Card::Kind(Role::Pawn),
        Card::Kind(Role::Knight),
        Card::Kind(Role::Bishop),
        Card::Kind(Role::Rook),
        Card::Kind(Role::Queen),
        Card::Kind(Role::King),
        Card::Checker,
    ];

    pub fn letter(self) -> char {
        match self {
            Card::Kind(role) => role.upper_char(),
            Card::Checker => 'C',
        }
    }

    /// The letter as a team's card shows it: upper case for White, lower case for Black.
    pub fn face(self, color: Color) -> char {
        color.fold_wb(self.letter(), self.letter().to_ascii_lowercase())
    }

    pub fn word(self) -> &'static str {
        match self {
            Card::Kind(role) => role_word(role),
            Card::Checker => "checker",
        }
    }

    /// What it stands for, as a part of a sentence.
    pub fn name(self) -> Filling {
        match self {
            Card::Kind(role) => role.into(),
            Card::Checker => say!("checker").into(),
        }
    }

    /// The card with this letter, in either case.
    pub fn read(text: &str) -> Option<Card> {
        let is_meant =
            |card: &Card| text.len() == 1 && text.starts_with([card.letter(), card.face(Color::Black)]);
        Card::ALL.into_iter().find(is_meant)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_read_as_they_are_written() {
        for card in Card::ALL {
            assert_eq!(Card::read(&card.to_string()), Some(card));
            assert_eq!(Card::read(&card.face(Color::Black).to_string()), Some(card));
        }
        for text in ["", "X", "NN", "é", "N:", " "] {
            assert_eq!(Card::read(text), None, "{text}");
        }
    }
}
