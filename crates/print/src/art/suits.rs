//! The four suits of playing cards.

use kit_book::diagram::Suit;

use super::boxed;
use crate::Theme;
use crate::svg::{Canvas, Paint};

/// The outline of a suit in a box of 100 by 100.
pub fn outline(suit: Suit) -> &'static str {
    match suit {
        Suit::Hearts => {
            "M50 90C20 64 8 50 8 33C8 19 18 11 29 11C38 11 46 16 50 25C54 16 62 11 71 11C82 11 92 19 92 33C92 50 80 64 50 90Z"
        }
        Suit::Diamonds => "M50 5C57 23 68 38 84 50C68 62 57 77 50 95C43 77 32 62 16 50C32 38 43 23 50 5Z",
        Suit::Spades => {
            "M50 6C58 24 90 40 90 62C90 75 79 81 70 81C63 81 57 77 54 72C55 81 58 88 65 94L35 94C42 88 45 81 46 72C43 77 37 81 30 81C21 81 10 75 10 62C10 40 42 24 50 6Z"
        }
        Suit::Clubs => {
            "M30 27a20 20 0 1 1 40 0a20 20 0 1 1 -40 0ZM8 58a20 20 0 1 1 40 0a20 20 0 1 1 -40 0ZM52 58a20 20 0 1 1 40 0a20 20 0 1 1 -40 0ZM42 36H58V62C56 78 59 88 65 94H35C41 88 44 78 42 62Z"
        }
    }
}

/// Draws a suit in a square with its upper left corner at a point.
///
/// Without colors the red suits, which are White's, are hollow.
pub fn draw(canvas: &mut Canvas, suit: Suit, corner: [f64; 2], size: f64, theme: &Theme) {
    let red = matches!(suit, Suit::Hearts | Suit::Diamonds);
    let paint = match (red, theme.is_plain()) {
        (true, true) => Paint::fill(theme.face).outlined(theme.face_ink, 8.0).round(),
        (true, false) => Paint::fill(theme.red),
        (false, _) => Paint::fill(theme.face_ink),
    };
    canvas.group(&boxed(corner, size), |canvas| canvas.path(outline(suit), &paint));
}
