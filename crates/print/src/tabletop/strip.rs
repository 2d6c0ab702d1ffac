//! Cards in front of a seat, in strips as wide as the board.

use kit_play::tabletop::{Card, Cards, Layout};

use super::GAP;
use super::words::{self, clipped, width};
use crate::Theme;
use crate::card::{self, Format};
use crate::svg::{Canvas, Lettering, Paint};

/// How cards look on a table.
pub const CARD: Format = Format { width: 56.0, height: 84.0, edged: true, index: 0.29 };

/// Room for the title above cards.
pub const TITLE: f64 = 17.0;

/// How far the next card lies from the last, at least and at most.
const NEAREST: f64 = 18.0;
const FARTHEST: f64 = CARD.width + 5.0;

/// Draws hands and rows from left to right and from top to bottom; returns where they end.
pub fn draw(canvas: &mut Canvas, strips: &[&Cards], [left, top]: [f64; 2], width: f64, theme: &Theme) -> f64 {
    let (mut x, mut y) = (left, top);
    for cards in strips {
        let wanted = wanted_width(cards, width);
        if x > left && x + wanted > left + width {
            (x, y) = (left, y + block_height());
        }
        draw_cards(canvas, cards, [x, y], wanted, theme);
        x += wanted + GAP;
    }
    if strips.is_empty() { y } else { y + block_height() }
}

/// How high a title with its cards and the room below is.
pub fn block_height() -> f64 {
    TITLE + CARD.height + GAP
}

/// How wide cards want to lie, given the most that there is.
pub fn wanted_width(cards: &Cards, most: f64) -> f64 {
    let count = cards.cards.len().max(1);
    let fan = match cards.layout {
        Layout::Pile => CARD.width + 3.0 * (count.min(4) - 1) as f64,
        Layout::Hand | Layout::Row => CARD.width + (count - 1) as f64 * step(count, most),
    };
    fan.max(width(&title(cards), 13.0, true) + 4.0).min(most)
}

/// Draws cards under their title.
pub fn draw_cards(canvas: &mut Canvas, cards: &Cards, [x, y]: [f64; 2], most: f64, theme: &Theme) {
    let title = clipped(&title(cards), 13.0, most);
    let mut left = x;
    if cards.private {
        closed_eye(canvas, [x + 7.0, y + 8.0], theme);
        left += 19.0;
    }
    canvas.text([left, y + 12.0], &title, Lettering::new(13.0, theme.soft).bold());
    let top = y + TITLE;
    match (cards.layout, cards.cards.as_slice()) {
        (_, []) => {
            let place = [x + 0.5, top + 0.5, CARD.width - 1.0, CARD.height - 1.0];
            canvas.rect(place, 4.0, &Paint::line(theme.line, 1.2).dashed(4.0, 4.0));
        }
        (Layout::Pile, all) => {
            let shown = &all[all.len().saturating_sub(4)..];
            for (index, card) in shown.iter().enumerate() {
                draw_card(canvas, card, [x + 3.0 * index as f64, top], theme);
            }
        }
        (Layout::Hand | Layout::Row, all) => {
            let step = step(all.len(), most);
            for (index, card) in all.iter().enumerate() {
                draw_card(canvas, card, [x + step * index as f64, top], theme);
            }
        }
    }
}

fn title(cards: &Cards) -> String {
    match cards.layout {
        Layout::Pile => format!("{} · {}", cards.title, cards.cards.len()),
        Layout::Hand | Layout::Row => cards.title.to_string(),
    }
}

fn step(count: usize, most: f64) -> f64 {
    let room = (most - CARD.width) / (count.max(2) - 1) as f64;
    room.clamp(NEAREST.min(room.max(2.0)), FARTHEST)
}

fn draw_card(canvas: &mut Canvas, card: &Card, [x, y]: [f64; 2], theme: &Theme) {
    let whole = [x, y, CARD.width, CARD.height];
    match words::card_code(&card.face) {
        Some(code) => card::draw_as(canvas, &code, [x, y], &CARD, theme),
        None => {
            canvas.rect(whole, 4.0, &Paint::fill(theme.face).outlined(theme.line, 1.0));
            let lettering = Lettering::new(14.0, theme.face_ink).centered().bold();
            canvas.text([x + CARD.width / 2.0, y + CARD.height / 2.0 + 4.0], &card.face, lettering);
        }
    }
    let Some(state) = card.state else { return };
    canvas.rect(whole, 4.0, &Paint::fill(theme.face).opacity(0.45));
    let label = [x + 3.0, y + CARD.height / 2.0 - 8.0, CARD.width - 6.0, 16.0];
    canvas.rect(label, 3.0, &Paint::fill(theme.panel).outlined(theme.ink, 0.9));
    let size = (11.0 * (CARD.width - 10.0) / width(state, 11.0, true)).min(12.0);
    let lettering = Lettering::new(size, theme.ink).centered().bold();
    canvas.text([x + CARD.width / 2.0, y + CARD.height / 2.0 + 3.8], state, lettering);
}

/// The mark of what only this viewer sees.
pub fn closed_eye(canvas: &mut Canvas, [x, y]: [f64; 2], theme: &Theme) {
    let lid = format!("M{:.2} {:.2}q7 7 14 0", x - 7.0, y - 1.0);
    let lashes = format!(
        "M{:.2} {:.2}l-2 3M{:.2} {:.2}v3.2M{:.2} {:.2}l2 3",
        x - 3.6,
        y + 1.6,
        x,
        y + 2.6,
        x + 3.6,
        y + 1.6
    );
    canvas.path(&(lid + &lashes), &Paint::line(theme.soft, 1.4).round());
}
