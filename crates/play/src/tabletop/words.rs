//! The words for what lies on a table.

use kit_chess::shakmaty::{Bitboard, Color, Role};

use super::{MarkKind, Token};
use crate::text::all_of;

impl MarkKind {
    /// All kinds, in the order in which they are written.
    pub const ALL: [MarkKind; 10] = [
        MarkKind::Left,
        MarkKind::Reached,
        MarkKind::Refused,
        MarkKind::Check,
        MarkKind::Danger,
        MarkKind::Spent,
        MarkKind::Named,
        MarkKind::Hampered,
        MarkKind::Armed,
        MarkKind::Freed,
    ];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            MarkKind::Left => "left",
            MarkKind::Reached => "reached",
            MarkKind::Refused => "refused",
            MarkKind::Check => "check",
            MarkKind::Danger => "danger",
            MarkKind::Spent => "spent",
            MarkKind::Named => "named",
            MarkKind::Hampered => "hampered",
            MarkKind::Armed => "armed",
            MarkKind::Freed => "freed",
        }
    }
}

impl Token {
    /// The words for it.
    pub fn name(self) -> String {
        match self {
            Token::Checker { color } => format!("{} checker", color_word(color)),
            Token::Coin => "coin".to_owned(),
            Token::Stack { count } => format!("stack of {count}"),
            Token::Numbered { color, number } => format!("{} checker {number}", color_word(color)),
        }
    }
}

/// The word for a color.
pub fn color_word(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}

/// The word for a role.
pub fn role_word(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// The squares of a set, in words: `e4, e5 and e6`.
pub fn squares_in_words(squares: Bitboard) -> String {
    let squares: Vec<String> = squares.into_iter().map(|square| square.to_string()).collect();
    if squares.is_empty() { "none".to_owned() } else { all_of(&squares) }
}
