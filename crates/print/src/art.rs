//! Our own art: the pieces, the discs that lie under them, suits, pips and the back of a card.
//!
//! Everything is drawn in a box of 100 by 100 and scaled to where it goes.

pub mod back;
mod pieces;
pub mod suits;
pub mod tokens;

use kit_chess::shakmaty::{Color, Piece};

use crate::Theme;
use crate::svg::{Canvas, Paint, number};

/// A side of the box in which everything is drawn.
pub const BOX: f64 = 100.0;

/// How wide the outline of a piece is in its box.
const OUTLINE: f64 = 4.2;

/// The outlines of a figure in a box of 100 by 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Filled with the color of the side, and outlined.
    pub body: &'static [&'static str],
    /// Lines upon the body.
    pub lines: &'static [&'static str],
    /// Small areas upon the body, filled with the color of the lines.
    pub dots: &'static [&'static str],
}

/// The outlines of a piece; both sides have the same.
pub fn piece(piece: Piece) -> Shape {
    pieces::shape(piece.role)
}

/// Draws a piece with its box's upper left corner at a point and its box as wide as `size`.
pub fn draw_piece(canvas: &mut Canvas, kind: Piece, corner: [f64; 2], size: f64, theme: &Theme) {
    let halo = theme.is_plain().then_some(theme.light);
    draw_piece_upon(canvas, kind, corner, size, halo, theme);
}

/// The same with a halo in a color that parts it from what it stands upon.
pub fn draw_piece_upon(
    canvas: &mut Canvas,
    kind: Piece,
    corner: [f64; 2],
    size: f64,
    halo: Option<&str>,
    theme: &Theme,
) {
    let shape = piece(kind);
    let [fill, lines] = theme.side(kind.color);
    let edge = kind.color.fold_wb(lines, theme.black_edge);
    canvas.group(&boxed(corner, size), |canvas| {
        let body = shape.body.concat();
        if let Some(halo) = halo {
            canvas.path(&body, &Paint::fill(halo).outlined(halo, 3.0 * OUTLINE).round());
        }
        canvas.path(&body, &Paint::fill(fill).outlined(edge, OUTLINE).round());
        if !shape.lines.is_empty() {
            canvas.path(&shape.lines.concat(), &Paint::line(lines, line_width(kind.color)).round());
        }
        if !shape.dots.is_empty() {
            canvas.path(&shape.dots.concat(), &Paint::fill(lines));
        }
    });
}

fn line_width(color: Color) -> f64 {
    color.fold_wb(3.4, 3.2)
}

/// Moves and scales the box of 100 by 100 to a square with its upper left corner at a point.
fn boxed([x, y]: [f64; 2], size: f64) -> String {
    format!("translate({} {}) scale({})", number(x), number(y), number_precise(size / BOX))
}

fn number_precise(value: f64) -> String {
    format!("{value:.4}").trim_end_matches('0').trim_end_matches('.').to_owned()
}
