//! The sixteen cards that show the pieces of a set without pawns, as chess cards or playing cards.

use std::fmt;

use kit_chess::shakmaty::{Color, Piece, Role};

/// A card that names a type of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Card {
    pub piece: Piece,
    /// The suit, if it is a playing card; two chess cards of a type cannot be told apart.
    suit: Option<char>,
}

/// What is printed on the cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Faces {
    Chess,
    Playing,
}

/// The kinds of pieces that are used, in the order in which they are tried for a swap.
pub const KINDS: [Role; 5] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// How many cards there are.
pub const DECK: usize = 16;

/// All cards: White's from king to knights, then Black's.
pub fn deck(faces: Faces) -> Vec<Card> {
    let cards = [Color::White, Color::Black].into_iter().flat_map(|color| {
        let suits = color.fold_wb(['H', 'D'], ['S', 'C']);
        KINDS.into_iter().flat_map(move |role| {
            let copies = if matches!(role, Role::King | Role::Queen) { 1 } else { 2 };
            let suits = suits.into_iter().take(copies);
            suits.map(move |suit| Card { piece: role.of(color), suit: Some(suit) })
        })
    });
    cards.map(|card| Card { suit: card.suit.filter(|_| faces == Faces::Playing), ..card }).collect()
}

impl Card {
    fn rank(self) -> &'static str {
        match self.piece.role {
            Role::King => "K",
            Role::Queen => "Q",
            Role::Rook => "10",
            Role::Bishop => "9",
            Role::Knight => "8",
            Role::Pawn => "2",
        }
    }
}

/// The code of a playing card (`10H`), or the letter of a chess card (`R`).
impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.suit {
            Some(suit) => write!(f, "{}{suit}", self.rank()),
            None => write!(f, "{}", self.piece.char()),
        }
    }
}

/// Takes the cards that a text names out of some cards: letters with or without blanks, or
/// the codes of playing cards; nothing if one of them is not there.
pub fn take(text: &str, cards: &mut Vec<Card>) -> Option<Vec<Card>> {
    let codes: Vec<String> = if text.contains(|sign: char| sign.is_ascii_digit() || "HDSC".contains(sign)) {
        text.split_whitespace().map(ToOwned::to_owned).collect()
    } else {
        text.chars().filter(|sign| !sign.is_whitespace()).map(String::from).collect()
    };
    let mut taken = Vec::new();
    for code in codes {
        let is_meant = |card: &Card| card.to_string() == code || card.piece.char().to_string() == code;
        taken.push(cards.remove(cards.iter().position(is_meant)?));
    }
    Some(taken)
}
