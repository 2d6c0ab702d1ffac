//! Cards as diagrams and tables name them: `K`, `c4`, `10H`, `back`.

use std::fmt;
use std::str::FromStr;

use kit_chess::shakmaty::{Color, Piece};
use kit_play::text::excerpt;
use kit_play::{BadText, Sentence, say};

/// A card as a diagram names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CardCode {
    /// `back`: a card face down.
    Back,
    /// A chess card: `K` is the white king, `k` the black one.
    Piece(Piece),
    /// A chess card with checkers: `C4` is White's with four pips, `c4` Black's.
    Checkers {
        /// Whose checkers.
        color: Color,
        /// How many pips, at most 9.
        pips: u8,
    },
    /// A playing card: `10C` is the ten of clubs.
    Playing {
        /// From 1 for the ace to 13 for the king.
        rank: u8,
        /// The suit.
        suit: Suit,
    },
}

/// The suit of a playing card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Suit {
    /// `H`, hearts.
    Hearts,
    /// `D`, diamonds.
    Diamonds,
    /// `S`, spades.
    Spades,
    /// `C`, clubs.
    Clubs,
}

/// The ranks of playing cards, from 1 on.
const CARD_RANKS: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

impl FromStr for CardCode {
    type Err = BadText;

    fn from_str(text: &str) -> Result<CardCode, BadText> {
        let mut letters = text.chars();
        let card = match (letters.next(), letters.next_back(), letters.as_str()) {
            (Some(letter), None, "") => Piece::from_char(letter).map(CardCode::Piece),
            (Some(letter @ ('C' | 'c')), Some(pips @ '0'..='9'), "") => {
                Some(CardCode::Checkers { color: Color::from_white(letter == 'C'), pips: pips as u8 - b'0' })
            }
            (Some(_), Some(_), "ac") if text == "back" => Some(CardCode::Back),
            (Some(_), Some(suit), _) => playing_card(&text[..text.len() - suit.len_utf8()], suit),
            (Some(_), None, _) | (None, _, _) => None,
        };
        let problem = || format!("not a card: `{}` (a card is `back`, `K`, `C4` or `10H`)", excerpt(text));
        card.ok_or_else(|| BadText { column: Some(1), ..BadText::in_english(1, problem()) })
    }
}

fn playing_card(rank: &str, suit: char) -> Option<CardCode> {
    let suits = [Suit::Hearts, Suit::Diamonds, Suit::Spades, Suit::Clubs];
    let suit = suits.into_iter().find(|known| known.letter() == suit)?;
    let rank = (1..).zip(CARD_RANKS).find(|(_, known)| *known == rank)?.0;
    Some(CardCode::Playing { rank, suit })
}

impl fmt::Display for CardCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CardCode::Back => f.write_str("back"),
            CardCode::Piece(piece) => write!(f, "{}", piece.char()),
            CardCode::Checkers { color, pips } => write!(f, "{}{pips}", color.fold_wb('C', 'c')),
            CardCode::Playing { rank, suit } => match CARD_RANKS.get(usize::from(*rank).wrapping_sub(1)) {
                Some(rank) => write!(f, "{rank}{}", suit.letter()),
                None => write!(f, "{rank}{}", suit.letter()),
            },
        }
    }
}

impl CardCode {
    /// The card in words, such as `white king`, `10 of clubs` or `face down`.
    pub fn described(&self) -> String {
        self.told().to_string()
    }

    /// The same as a sentence.
    pub fn told(&self) -> Sentence {
        match self {
            CardCode::Back => say!("face down"),
            CardCode::Piece(piece) => say!("{piece}", piece = *piece),
            CardCode::Checkers { color: Color::White, pips } => {
                say!("white checker with {pips} pips", pips = *pips)
            }
            CardCode::Checkers { color: Color::Black, pips } => {
                say!("black checker with {pips} pips", pips = *pips)
            }
            CardCode::Playing { rank: 1, suit } => say!("ace of {suit}", suit = suit.told()),
            CardCode::Playing { rank: 11, suit } => say!("jack of {suit}", suit = suit.told()),
            CardCode::Playing { rank: 12, suit } => say!("queen of {suit}", suit = suit.told()),
            CardCode::Playing { rank: 13, suit } => say!("king of {suit}", suit = suit.told()),
            CardCode::Playing { rank, suit } => say!("{rank} of {suit}", rank = *rank, suit = suit.told()),
        }
    }
}

impl Suit {
    /// The letter in the code of a card.
    pub fn letter(self) -> char {
        match self {
            Suit::Hearts => 'H',
            Suit::Diamonds => 'D',
            Suit::Spades => 'S',
            Suit::Clubs => 'C',
        }
    }

    fn told(self) -> Sentence {
        match self {
            Suit::Hearts => say!("hearts"),
            Suit::Diamonds => say!("diamonds"),
            Suit::Spades => say!("spades"),
            Suit::Clubs => say!("clubs"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_written_as_they_are_read() {
        for code in ["back", "K", "n", "C4", "c9", "AS", "2H", "10C", "JD", "QC", "KH"] {
            assert_eq!(code.parse::<CardCode>().map(|card| card.to_string()), Ok(code.to_owned()));
        }
        for code in ["", "Back", "x", "1H", "11H", "10", "10c", "AX", "C10", "KK", "\u{212a}", "é", "bäck"]
        {
            assert!(code.parse::<CardCode>().is_err(), "{code}");
        }
    }
}
