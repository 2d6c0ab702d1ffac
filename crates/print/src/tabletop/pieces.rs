//! The board of a tabletop: marks below, then tokens, then figures, then what must not be covered.

use kit_chess::shakmaty::Square;
use kit_play::tabletop::{Board, MarkKind, PlacedToken, Token};

use crate::Theme;
use crate::art::{draw_piece, draw_piece_upon, tokens};
use crate::board::{Placed, SQUARE};
use crate::svg::{Canvas, Lettering, Paint};

/// A token's radius.
const RADIUS: f64 = 0.46 * SQUARE;

/// Draws the board with its first square's corner at a point.
pub fn draw(canvas: &mut Canvas, board: &Board, corner: [f64; 2], theme: &Theme) {
    let placed = Placed { corner, bottom: board.bottom };
    placed.draw(canvas, theme);
    for mark in &board.marks {
        under(canvas, mark.kind, placed.square(mark.square), theme);
    }
    for PlacedToken { square, token } in &board.tokens {
        match token {
            Token::Checker { color } if board.is_beyond(*square) => {
                tokens::hatched(canvas, *color, placed.middle(*square), RADIUS, theme);
            }
            token => tokens::draw(canvas, *token, placed.middle(*square), RADIUS, theme),
        }
    }
    figures(canvas, board, &placed, theme);
    for PlacedToken { square, token } in &board.tokens {
        if let Token::Stack { count } = token {
            tokens::count(canvas, *count, placed.middle(*square), RADIUS, theme);
        }
    }
    for mark in &board.marks {
        over(canvas, mark.kind, placed.square(mark.square), theme);
    }
    for zone in &board.zones {
        draw_zone(canvas, &zone.label.words(), [zone.from, zone.to], &placed, theme);
    }
    for figure in &board.under {
        let letter = figure.role.of(figure.color).char().to_string();
        draw_zone(canvas, &letter, [figure.square; 2], &placed, theme);
    }
}

fn figures(canvas: &mut Canvas, board: &Board, placed: &Placed, theme: &Theme) {
    for figure in &board.figures {
        let piece = figure.role.of(figure.color);
        let [x, y] = placed.square(figure.square);
        match token_at(board, figure.square) {
            None => draw_piece(canvas, piece, [x, y], SQUARE, theme),
            Some(token) => {
                let size = 0.8 * SQUARE;
                let inset = (SQUARE - size) / 2.0;
                let halo = match token {
                    Token::Checker { color } if color == figure.color => theme.side(color)[1],
                    _ => theme.white[0],
                };
                draw_piece_upon(canvas, piece, [x + inset, y + inset - 0.5], size, Some(halo), theme);
            }
        }
    }
}

fn token_at(board: &Board, square: Square) -> Option<Token> {
    board.tokens.iter().find(|placed| placed.square == square).map(|placed| placed.token)
}

/// Marks on the wood itself: the last move, which is also framed for those who see no color.
fn under(canvas: &mut Canvas, kind: MarkKind, [x, y]: [f64; 2], theme: &Theme) {
    let (frame, inset) = ([x, y, SQUARE, SQUARE], 1.6);
    let inner = [x + inset, y + inset, SQUARE - 2.0 * inset, SQUARE - 2.0 * inset];
    match kind {
        MarkKind::Left | MarkKind::Reached => {
            if !theme.is_plain() {
                canvas.rect(frame, 0.0, &Paint::fill(theme.wash).opacity(0.55));
            }
            let line = Paint::line(theme.frame_line(), 1.6);
            let line = if kind == MarkKind::Left { line.dashed(4.0, 3.5) } else { line };
            canvas.rect(inner, 0.0, &line);
        }
        MarkKind::Check => {
            canvas.circle(
                [x + SQUARE / 2.0, y + SQUARE / 2.0],
                0.45 * SQUARE,
                &Paint::line(theme.danger, 4.0),
            );
        }
        MarkKind::Danger => {
            let line = Paint::line(theme.danger, 2.6).dashed(5.0, 4.0);
            canvas.circle([x + SQUARE / 2.0, y + SQUARE / 2.0], 0.45 * SQUARE, &line);
        }
        MarkKind::Refused
        | MarkKind::Spent
        | MarkKind::Named
        | MarkKind::Hampered
        | MarkKind::Armed
        | MarkKind::Freed => {}
    }
}

/// Small marks in the corners, above the figures.
fn over(canvas: &mut Canvas, kind: MarkKind, [x, y]: [f64; 2], theme: &Theme) {
    let [fill, ink] = theme.white;
    let paint = Paint::line(ink, 1.8).round();
    let badge = Paint::fill(fill).outlined(ink, 0.9);
    let [right, top] = [x + SQUARE - 8.0, y + 8.0];
    match kind {
        MarkKind::Refused => {
            canvas.circle([right, top], 5.6, &badge);
            canvas.path(&cross([right, top], 2.6), &paint);
        }
        MarkKind::Spent => {
            let low = y + SQUARE - 8.0;
            canvas.circle([right, low], 5.6, &badge);
            let tick = format!("M{:.2} {low:.2}l1.9 2.1l3.6 -4.4", right - 2.8);
            canvas.path(&tick, &paint);
        }
        MarkKind::Named => {
            canvas.rect([right - 4.0, top - 5.5, 8.0, 11.0], 1.5, &badge);
            canvas.line([right - 1.8, top - 2.4], [right + 0.6, top - 2.4], &Paint::line(ink, 1.2));
        }
        MarkKind::Hampered => {
            let [left, low] = [x + 8.0, y + SQUARE - 8.0];
            canvas.circle([left, low], 5.6, &badge);
            let drop = format!("M{left:.2} {:.2}c4 5 2.4 7.2 0 7.2s-4 -2.200 0 -7.2z", low - 4.0);
            canvas.path(&drop, &Paint::fill(ink));
        }
        MarkKind::Armed => {
            let low = y + SQUARE - 8.0;
            canvas.circle([right, low], 5.6, &badge);
            let arrow = format!("M{:.2} {:.2}l5.4 -5.4m-3.6 0h3.6v3.6", right - 2.7, low + 2.7);
            canvas.path(&arrow, &paint);
        }
        MarkKind::Freed => {
            let left = x + 8.0;
            canvas.circle([left, top], 5.6, &badge);
            canvas.circle([left - 1.5, top - 1.0], 2.2, &Paint::fill(ink));
            canvas.circle([left + 1.7, top + 1.4], 2.2, &Paint::fill(fill).outlined(ink, 0.9));
        }
        MarkKind::Check => {
            canvas.circle([right, top], 6.0, &Paint::fill(theme.danger).outlined(fill, 1.0));
            let lettering = Lettering::new(11.0, fill).centered().bold();
            canvas.text([right, top + 3.8], "!", lettering);
        }
        MarkKind::Left | MarkKind::Reached | MarkKind::Danger => {}
    }
}

fn cross([x, y]: [f64; 2], reach: f64) -> String {
    let (left, top, across) = (x - reach, y - reach, 2.0 * reach);
    format!("M{left:.2} {top:.2}l{across:.2} {across:.2}m-{across:.2} 0l{across:.2} -{across:.2}")
}

/// A dashed frame around the squares between two corners, with a label.
fn draw_zone(canvas: &mut Canvas, label: &str, corners: [Square; 2], placed: &Placed, theme: &Theme) {
    let [one, other] = corners.map(|corner| placed.square(corner));
    let (left, top) = (one[0].min(other[0]), one[1].min(other[1]));
    let (width, height) = ((one[0] - other[0]).abs() + SQUARE, (one[1] - other[1]).abs() + SQUARE);
    let inner = [left + 1.5, top + 1.5, width - 3.0, height - 3.0];
    canvas.rect(inner, 0.0, &Paint::line(theme.light, 4.6));
    canvas.rect(inner, 0.0, &Paint::line(theme.zone, 2.6).dashed(9.0, 6.0));
    if !label.is_empty() {
        let wide = super::words::width(label, 11.0, true) + 10.0;
        let plate = [left + 5.0, top - 2.0, wide.min(width - 10.0), 15.0];
        canvas.rect(plate, 3.0, &Paint::fill(theme.panel).outlined(theme.zone, 1.0));
        canvas.text([left + 10.0, top + 9.4], label, Lettering::new(11.0, theme.ink).bold());
    }
}
