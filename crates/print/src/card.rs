//! Cards: chess cards, playing cards and the back that all of them share.

use kit_play::diagram::CardCode;

use crate::board::SQUARE;
use crate::svg::{Canvas, Lettering, Paint};
use crate::{Picture, Theme, art};

/// How wide a card is beside a board.
pub const WIDTH: f64 = 1.97 * SQUARE;

/// How high a card is beside a board.
pub const HEIGHT: f64 = 2.96 * SQUARE;

/// Draws one card.
pub fn card(code: &CardCode, theme: &Theme) -> Picture {
    let mut canvas = Canvas::new();
    draw(&mut canvas, code, [0.5, 0.5], theme);
    canvas.into_picture([WIDTH + 1.0, HEIGHT + 1.0], "Card", code.described())
}

/// Draws a card with its upper left corner at a point.
pub fn draw(canvas: &mut Canvas, code: &CardCode, [x, y]: [f64; 2], theme: &Theme) {
    canvas.rect([x, y, WIDTH, HEIGHT], 5.0, &Paint::fill(theme.card).outlined(theme.line, 1.0));
    if let CardCode::Piece(piece) = code {
        art::draw_piece(canvas, *piece, [x + 20.0, y + 40.0], SQUARE, theme);
    }
    let lettering = Lettering::new(20.0, theme.ink).bold();
    canvas.text([x + 4.0, y + 18.0], &code.to_string(), lettering);
}
