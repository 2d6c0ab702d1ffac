//! The back of every card: the same whichever way up it lies.

use kit_chess::shakmaty::Role;

use super::{boxed, pieces};
use crate::Theme;
use crate::svg::{Canvas, Paint, number};

/// The white edge, as a part of the width; a print may be off by half of it and still look right.
const EDGE: f64 = 0.075;

/// Diamonds across the field.
const ACROSS: usize = 8;

/// Draws the ornament inside a card.
pub fn draw(canvas: &mut Canvas, [x, y, width, height]: [f64; 4], theme: &Theme) {
    let [ground, ornament] = theme.back;
    let edge = EDGE * width;
    let field = [x + edge, y + edge, width - 2.0 * edge, height - 2.0 * edge];
    canvas.rect(field, 0.05 * width, &Paint::fill(ground));
    let inset = 0.035 * width;
    let inner = [field[0] + inset, field[1] + inset, field[2] - 2.0 * inset, field[3] - 2.0 * inset];
    canvas.path(&diamonds(inner), &Paint::fill(ornament).opacity(0.55));
    canvas.rect(inner, 0.03 * width, &Paint::line(ornament, 0.012 * width));
    medallion(canvas, [x + width / 2.0, y + height / 2.0], 0.27 * width, theme);
}

/// A field of diamonds, every second one left out.
fn diamonds([x, y, width, height]: [f64; 4]) -> String {
    let across = width / ACROSS as f64;
    let rows = (height / (across * 1.25)).round().max(1.0) as usize;
    let down = height / rows as f64;
    let mut outline = String::new();
    for row in 0..rows {
        for column in 0..ACROSS {
            let (left, top) = (x + column as f64 * across, y + row as f64 * down);
            let (half, half_down) = (number(across / 2.0), number(down / 2.0));
            let start = format!("M{} {}", number(left + across / 2.0), number(top));
            outline += &format!("{start}l{half} {half_down}l-{half} {half_down}l-{half} -{half_down}Z");
        }
    }
    outline
}

/// Two knights in a ring, one of them always upright.
fn medallion(canvas: &mut Canvas, [x, y]: [f64; 2], radius: f64, theme: &Theme) {
    let [ground, ornament] = theme.back;
    canvas.circle([x, y], radius, &Paint::fill(ornament));
    canvas.circle([x, y], 0.93 * radius, &Paint::fill(ground));
    canvas.circle([x, y], 0.86 * radius, &Paint::line(ornament, 0.03 * radius));
    let size = 0.92 * radius;
    let knight = pieces::shape(Role::Knight);
    for turn in [0, 180] {
        canvas.group(&format!("rotate({turn} {} {})", number(x), number(y)), |canvas| {
            canvas.group(&boxed([x - 0.52 * size, y - 0.86 * size], size), |canvas| {
                canvas.path(&knight.body.concat(), &Paint::fill(ornament));
                canvas.path(&knight.dots.concat(), &Paint::fill(ground));
                canvas.path(&knight.lines.concat(), &Paint::line(ground, 4.0).round());
            });
        });
    }
}
