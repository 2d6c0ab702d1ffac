//! What lies under pieces or beside the board: each has a shape of its own, whatever its color.

use kit_chess::shakmaty::Color;
use kit_play::tabletop::Token;

use crate::Theme;
use crate::svg::{Canvas, Lettering, Paint};

/// Draws a token around a point, `radius` from its middle to its edge.
///
/// White's checker is a pale disc with one ring, Black's a dark disc with two, a coin a small disc
/// with a notch, a stack carries its number, and so does a checker that stands for a piece.
pub fn draw(canvas: &mut Canvas, token: Token, at: [f64; 2], radius: f64, theme: &Theme) {
    match token {
        Token::Checker { color } => checker(canvas, color, at, radius, theme),
        Token::Coin => coin(canvas, at, radius, theme),
        Token::Stack { count } => stack(canvas, count, at, radius, theme),
        Token::Numbered { color, number } => {
            disc(canvas, color, at, radius, theme);
            let size = 1.15 * radius;
            let lettering = Lettering::new(size, theme.side(color)[1]).centered().bold();
            canvas.text([at[0], at[1] + 0.33 * size], &number.to_string(), lettering);
        }
    }
}

/// A checker: one ring on White's, two on Black's.
pub fn checker(canvas: &mut Canvas, color: Color, at: [f64; 2], radius: f64, theme: &Theme) {
    disc(canvas, color, at, radius, theme);
    let ring = Paint::line(theme.side(color)[1], 0.055 * radius);
    canvas.circle(at, 0.86 * radius, &ring);
    if color.is_black() {
        canvas.circle(at, 0.73 * radius, &ring);
    }
}

/// A checker of a figure on another layer: a disc with slanting lines, as glass is drawn.
pub fn hatched(canvas: &mut Canvas, color: Color, [x, y]: [f64; 2], radius: f64, theme: &Theme) {
    disc(canvas, color, [x, y], radius, theme);
    let hatch = Paint::line(theme.side(color)[1], 0.05 * radius);
    for place in -3..=3 {
        // A chord of the inner circle, `away` from its middle.
        let (inner, away) = (0.86 * radius, 0.24 * f64::from(place) * radius);
        let half = (inner * inner - away * away).sqrt();
        let slant = std::f64::consts::FRAC_1_SQRT_2;
        let [middle_x, middle_y] = [x + away * slant, y + away * slant];
        let [across, up] = [half * slant, half * slant];
        let line = format!(
            "M{:.2} {:.2}L{:.2} {:.2}",
            middle_x - across,
            middle_y + up,
            middle_x + across,
            middle_y - up
        );
        canvas.path(&line, &hatch);
    }
}

fn disc(canvas: &mut Canvas, color: Color, at: [f64; 2], radius: f64, theme: &Theme) {
    let [fill, lines] = theme.side(color);
    let edge = color.fold_wb(lines, theme.black_edge);
    if theme.is_plain() {
        canvas.circle(at, radius + 0.08 * radius, &Paint::fill(theme.light));
    }
    canvas.circle(at, 0.97 * radius, &Paint::fill(fill).outlined(edge, 0.07 * radius));
}

fn coin(canvas: &mut Canvas, [x, y]: [f64; 2], radius: f64, theme: &Theme) {
    let edge = Paint::fill(theme.coin).outlined(theme.white[1], 0.08 * radius).round();
    // A small disc at the foot of the piece, with a notch cut out of its edge above.
    let (middle, size) = ([x, y], 0.9 * radius);
    let notch = 0.3 * size;
    let outline = format!(
        "M{:.2} {:.2}A{size:.2} {size:.2} 0 1 1 {:.2} {:.2}L{:.2} {:.2}Z",
        middle[0] + notch,
        middle[1] - (size * size - notch * notch).sqrt(),
        middle[0] - notch,
        middle[1] - (size * size - notch * notch).sqrt(),
        middle[0],
        middle[1] - 0.62 * size,
    );
    canvas.path(&outline, &edge);
    canvas.circle(middle, 0.5 * size, &Paint::line(theme.white[1], 0.05 * radius).dashed(2.0, 2.0));
}

fn stack(canvas: &mut Canvas, count: u8, [x, y]: [f64; 2], radius: f64, theme: &Theme) {
    let paint = Paint::fill(theme.gray).outlined(theme.white[1], 0.08 * radius);
    if count > 1 {
        canvas.circle([x, y + 0.12 * radius], 0.92 * radius, &paint);
    }
    canvas.circle([x, y - 0.04 * radius], 0.92 * radius, &paint);
}

/// The number of a stack, which lies above the piece that stands on it.
pub fn count(canvas: &mut Canvas, count: u8, [x, y]: [f64; 2], radius: f64, theme: &Theme) {
    let badge = [x - 0.68 * radius, y - 0.68 * radius];
    canvas.circle(badge, 0.38 * radius, &Paint::fill(theme.white[0]).outlined(theme.white[1], 0.06 * radius));
    let size = 0.6 * radius;
    let lettering = Lettering::new(size, theme.white[1]).centered().bold();
    canvas.text([badge[0], badge[1] + 0.33 * size], &count.to_string(), lettering);
}
