//! Tabletops as pictures: the board in the middle, everything else where it would lie.
//!
//! The other seats' cards lie above the board and the viewer's below it; shared piles, sheets,
//! grids, trays and tracks stand beside it, under what there is to do now.

mod pieces;
mod side;
mod strip;
mod words;

use kit_play::About;
use kit_play::tabletop::{Cards, Part, Tabletop};

use crate::board::{FRAME, WHOLE};
use crate::svg::{Canvas, Paint};
use crate::{Picture, Theme};

/// Room around everything, and between the parts.
const GAP: f64 = 14.0;

/// How wide the column beside the board is.
const SIDE: f64 = 290.0;

/// Draws what lies before one viewer of a game.
pub fn tabletop(tabletop: &Tabletop, about: &About, theme: &Theme) -> Picture {
    titled(tabletop, about, "Table", theme)
}

/// The same under a title of its own, which is told but not drawn.
pub fn titled(tabletop: &Tabletop, about: &About, title: &str, theme: &Theme) -> Picture {
    let mut canvas = Canvas::new();
    let (above, below) = strips(tabletop, about);
    let board = tabletop.board();
    let width = if board.is_some() { WHOLE } else { SIDE };
    let mut y = strip::draw(&mut canvas, &above, [GAP, GAP], width, theme);
    if let Some(board) = board {
        pieces::draw(&mut canvas, board, [GAP + FRAME, y + FRAME], theme);
        y += WHOLE + GAP;
    }
    y = strip::draw(&mut canvas, &below, [GAP, y], width, theme);
    let (left, top) = if board.is_some() { (WHOLE + 2.0 * GAP, GAP) } else { (GAP, y) };
    let right_below = side::draw(&mut canvas, tabletop, [left, top], y, theme);
    let size = [right_below[0], y.max(right_below[1])];
    on_paper(canvas, size, theme).into_picture(size, title, words::described(tabletop))
}

fn on_paper(canvas: Canvas, [width, height]: [f64; 2], theme: &Theme) -> Canvas {
    let mut paper = Canvas::new();
    if let Some(color) = theme.paper {
        paper.rect([0.0, 0.0, width, height], 0.0, &Paint::fill(color));
    }
    paper.raw(canvas.elements());
    paper
}

/// The cards in front of the others, and those in front of the viewer.
fn strips<'a>(tabletop: &'a Tabletop, about: &About) -> (Vec<&'a Cards>, Vec<&'a Cards>) {
    let near = tabletop.board().map(|board| board.bottom);
    let color_of = |seat: &str| about.seat_named(seat).and_then(|seat| about.color_of(seat));
    let held = tabletop.parts.iter().filter_map(|part| match part {
        Part::Cards(cards) if cards.seat.is_some() || cards.private => Some(cards),
        Part::Cards(_)
        | Part::Board(_)
        | Part::Grid(_)
        | Part::Tray(_)
        | Part::Track(_)
        | Part::Sheet(_)
        | Part::Clock(_)
        | Part::Scores(_)
        | Part::Prices(_) => None,
    });
    held.partition(|cards| {
        let is_near = near.is_some() && cards.seat.and_then(color_of) == near;
        !cards.private && !is_near
    })
}
