//! The sixteen cards, and how they lay out the pieces.

use std::fmt;

use kit_chess::shakmaty::{Board, Color, Piece, Role, Square};

use super::course::has_pair;

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

/// Where the layout begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    FromA1,
    FromA8,
}

/// The kinds of pieces that are used, in the order in which they are tried for a swap.
const KINDS: [Role; 5] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

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
    let codes: Vec<String> = match text.contains(|sign: char| sign.is_ascii_digit() || "HDSC".contains(sign))
    {
        true => text.split_whitespace().map(ToOwned::to_owned).collect(),
        false => text.chars().filter(|sign| !sign.is_whitespace()).map(String::from).collect(),
    };
    let mut taken = Vec::new();
    for code in codes {
        let is_meant = |card: &Card| card.to_string() == code || card.piece.char().to_string() == code;
        taken.push(cards.remove(cards.iter().position(is_meant)?));
    }
    Some(taken)
}

/// [golf.gaps] How many squares stay empty before a piece.
fn gap(role: Role) -> u32 {
    match role {
        Role::King => 6,
        Role::Queen => 5,
        Role::Rook => 3,
        Role::Bishop => 2,
        Role::Knight => 1,
        Role::Pawn => 0,
    }
}

/// [golf.layout] The pieces as the cards lay them out.
pub fn laid_out(order: &[Card], layout: Layout) -> Board {
    let mut board = Board::empty();
    let mut next = 0;
    for card in order {
        next += gap(card.piece.role);
        let square = Square::try_from(next).expect("sixteen pieces and their gaps fit on the board");
        board.set_piece_at(in_order(square, layout), card.piece);
        next += 1;
    }
    board
}

/// The square with the same place in the order of a layout as this one has from a1.
fn in_order(square: Square, layout: Layout) -> Square {
    match layout {
        Layout::FromA1 => square,
        Layout::FromA8 => square.flip_vertical(),
    }
}

/// [golf.swap] The first exchange of a white and a black piece of a kind that gives both
/// colors a pair; nothing if both have one already, or if no exchange helps.
pub fn swap(board: &Board, layout: Layout) -> Option<(Square, Square)> {
    let paired = |board: &Board| Color::ALL.into_iter().all(|color| has_pair(board, color));
    if paired(board) {
        return None;
    }
    let placed = |role: Role, color: Color| {
        let squares = Square::ALL.into_iter().map(move |square| in_order(square, layout));
        squares.filter(move |square| board.piece_at(*square) == Some(role.of(color)))
    };
    let exchanges = KINDS.into_iter().flat_map(|role| {
        placed(role, Color::White)
            .flat_map(move |white| placed(role, Color::Black).map(move |black| (white, black)))
    });
    exchanges.into_iter().find(|(white, black)| paired(&exchanged(board, *white, *black)))
}

/// The board with two pieces exchanged.
pub fn exchanged(board: &Board, one: Square, two: Square) -> Board {
    let mut after = board.clone();
    for (from, to) in [(one, two), (two, one)] {
        if let Some(piece) = board.piece_at(from) {
            after.set_piece_at(to, piece);
        }
    }
    after
}
