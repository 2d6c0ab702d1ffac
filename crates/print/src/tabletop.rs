//! Tabletops as pictures: the board in the middle, everything else where it would lie.

use kit_play::tabletop::Tabletop;

use crate::board::{FRAME, Placed, SQUARE, WHOLE};
use crate::svg::Canvas;
use crate::{Picture, Theme, art};

/// Draws what lies before one viewer.
pub fn tabletop(tabletop: &Tabletop, theme: &Theme) -> Picture {
    let mut canvas = Canvas::new();
    if let Some(board) = tabletop.board() {
        let placed = Placed { corner: [FRAME, FRAME], bottom: board.bottom };
        placed.draw(&mut canvas, theme);
        for figure in &board.figures {
            let piece = figure.role.of(figure.color);
            art::draw_piece(&mut canvas, piece, placed.square(figure.square), SQUARE, theme);
        }
    }
    canvas.into_picture([WHOLE, WHOLE], "Table", tabletop.to_string())
}
