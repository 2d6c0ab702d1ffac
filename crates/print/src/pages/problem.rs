//! Problems for one person as they are printed: a board, cards, and the moves that solve them.

use kit_book::diagram::Diagram;
use kit_chess::rows_of;
use kit_chess::shakmaty::{Board, Piece};
use kit_play::text::all_of;

use crate::{Picture, Theme, diagram};

/// A hole with its solution.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Where the pieces stand.
    pub board: Board,
    /// The cards that were turned up.
    pub cards: Vec<Piece>,
    /// How many moves the shortest solution has.
    pub par: u32,
    /// One shortest solution: each move, how it is made, and what it takes.
    pub reasons: Vec<String>,
    /// The hole as text, which the app can open.
    pub text: String,
}

impl Problem {
    /// The board with the cards beside it.
    pub fn picture(&self, theme: &Theme) -> Picture {
        diagram(&self.diagram(), theme)
    }

    fn diagram(&self) -> Diagram {
        let step = 2.95;
        let top = (8.0 - step * self.cards.len() as f32) / 2.0;
        let cards = self.cards.iter().enumerate().map(|(number, card)| {
            let height =
                if self.cards.len() > 2 { top + step * number as f32 } else { 0.8 + 3.4 * number as f32 };
            format!("\ncard: {}, 8.75, {:.2}", card.char(), height)
        });
        let ends = if self.cards.len() > 2 { 0.4 } else { 0.0 };
        let text = rows_of(&self.board).join("\n") + &cards.collect::<String>();
        let text = format!("{text}\nmargins: 0, {ends}, 2.6, {ends}");
        text.parse().expect("a board with cards beside it is a diagram")
    }

    /// The cards in words: `white king and black bishop`.
    pub fn cards_in_words(&self) -> String {
        let word = |card: &Piece| {
            let color = if card.color.is_white() { "white" } else { "black" };
            format!("{color} {}", kit_play::tabletop::role_word(card.role))
        };
        let words: Vec<String> = self.cards.iter().map(word).collect();
        all_of(&words)
    }
}
