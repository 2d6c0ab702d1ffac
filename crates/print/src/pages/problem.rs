//! Problems for one person as they are printed: a board, cards, and the moves that solve them.

use kit_book::diagram::Diagram;
use kit_chess::rows_of;
use kit_chess::shakmaty::{Board, Piece, Square};
use kit_play::sentence::{Filling, Language};
use kit_play::{Sentence, say};

use super::faces::said_in;
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
    /// One shortest solution.
    pub solution: Vec<Step>,
    /// The hole as text, which the app can open.
    pub text: String,
}

/// A move of a solution.
#[derive(Clone, Debug)]
pub struct Step {
    /// Where the piece stood.
    pub from: Square,
    /// Where it went.
    pub to: Square,
    /// The move in words: whose manner it uses, and what it takes.
    pub told: Sentence,
}

impl Problem {
    /// The board with the cards beside it.
    pub fn picture(&self, theme: &Theme, language: Option<&'static Language>) -> Picture {
        drawn(&self.diagram(), theme, language)
    }

    /// The board after the solution, with an arrow for each of its moves.
    pub fn solved_picture(&self, theme: &Theme, language: Option<&'static Language>) -> Picture {
        let mut board = self.board.clone();
        let mut text = String::new();
        for Step { from, to, .. } in &self.solution {
            let Some(piece) = board.remove_piece_at(*from) else { continue };
            board.set_piece_at(*to, piece);
            text.push_str(&format!("\narrow: {from}, {to}, {}", piece.color));
        }
        let shown: Diagram =
            (rows_of(&board).join("\n") + &text).parse().expect("a board with arrows is a diagram");
        drawn(&shown, theme, language)
    }

    /// The moves of the solution in words.
    pub fn told(&self, language: Option<&'static Language>) -> Vec<String> {
        self.solution.iter().map(|step| said_in(language, &step.told)).collect()
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
    pub fn cards_in_words(&self, language: Option<&'static Language>) -> String {
        let cards = Filling::all_of(self.cards.iter().copied());
        said_in(language, &say!("{cards}", cards))
    }
}

/// A diagram as a picture that is told in a language.
fn drawn(shown: &Diagram, theme: &Theme, language: Option<&'static Language>) -> Picture {
    Picture { alt: shown.described_in(language), ..diagram(shown, theme) }
}
