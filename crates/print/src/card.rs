//! Cards: chess cards, playing cards and the back that all of them share.
//!
//! A face reads the same both ways up.
//! Its index is a capital letter with a bar below, outlined for White and solid for Black, so that
//! a fan of cards can be read without colors; the pips between its two figures are its gap.

use kit_book::diagram::{CardCode, Suit};
use kit_chess::shakmaty::{Color, Piece, Role};

use crate::art::{back, draw_piece, suits, tokens};
use crate::board::SQUARE;
use crate::svg::{Canvas, Lettering, Paint, number};
use crate::{Picture, Theme};

/// How wide a card is beside a board.
pub const WIDTH: f64 = 1.97 * SQUARE;

/// How high a card is beside a board.
pub const HEIGHT: f64 = 2.96 * SQUARE;

/// The size and make of a card.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Format {
    /// How wide it is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
    /// Whether it has an edge with rounded corners; cards that are cut out of a sheet have none.
    pub edged: bool,
    /// The size of the letter in the corner, as a part of the width.
    pub index: f64,
}

impl Format {
    /// A card beside a board.
    pub const BESIDE: Format = Format { width: WIDTH, height: HEIGHT, edged: true, index: 0.25 };
}

/// Draws one card as it lies beside a board.
pub fn card(code: &CardCode, theme: &Theme) -> Picture {
    let mut canvas = Canvas::new();
    draw(&mut canvas, code, [0.5, 0.5], theme);
    canvas.into_picture([WIDTH + 1.0, HEIGHT + 1.0], "Card", code.described())
}

/// Draws one card of any size, filling the whole picture.
pub fn card_as(code: &CardCode, format: &Format, theme: &Theme) -> Picture {
    let mut canvas = Canvas::new();
    draw_as(&mut canvas, code, [0.0, 0.0], format, theme);
    canvas.into_picture([format.width, format.height], "Card", code.described())
}

/// Draws a card as it lies beside a board, its upper left corner at a point.
pub fn draw(canvas: &mut Canvas, code: &CardCode, corner: [f64; 2], theme: &Theme) {
    draw_as(canvas, code, corner, &Format::BESIDE, theme);
}

/// Draws a card of any size, its upper left corner at a point.
pub fn draw_as(canvas: &mut Canvas, code: &CardCode, corner: [f64; 2], format: &Format, theme: &Theme) {
    Face { corner, format, theme }.draw(canvas, code);
}

/// A card that is being drawn.
struct Face<'a> {
    corner: [f64; 2],
    format: &'a Format,
    theme: &'a Theme,
}

impl Face<'_> {
    fn draw(&self, canvas: &mut Canvas, code: &CardCode) {
        let ([x, y], Format { width, height, edged, .. }) = (self.corner, *self.format);
        let whole = [x, y, width, height];
        let paper = Paint::fill(self.theme.face);
        if edged {
            canvas.rect(whole, 0.06 * width, &paper.outlined(self.edge(), 0.011 * width))
        } else {
            canvas.rect(whole, 0.0, &paper)
        }
        match *code {
            CardCode::Back => back::draw(canvas, whole, self.theme),
            CardCode::Piece(piece) => self.piece(canvas, piece),
            CardCode::Checkers { color, pips } => self.checkers(canvas, color, pips),
            CardCode::Playing { rank, suit } => self.playing(canvas, rank, suit),
        }
    }

    fn edge(&self) -> &'static str {
        if self.theme.is_plain() { self.theme.ink } else { self.theme.line }
    }

    fn piece(&self, canvas: &mut Canvas, piece: Piece) {
        let Format { width, height, .. } = *self.format;
        let size = 0.56 * width;
        self.both_ways(canvas, |canvas| {
            self.index(canvas, &piece.role.upper_char().to_string(), piece.color);
            let corner = self.inside(0.5 * width - 0.5 * size, 0.235 * height - 0.5 * size);
            draw_piece(canvas, piece, corner, size, self.theme);
        });
        self.pips(canvas, piece.color, gap(piece.role));
    }

    fn checkers(&self, canvas: &mut Canvas, color: Color, pips: u8) {
        let Format { width, height, .. } = *self.format;
        self.both_ways(canvas, |canvas| {
            self.index(canvas, "C", color);
            tokens::checker(canvas, color, self.inside(0.5 * width, 0.22 * height), 0.2 * width, self.theme);
        });
        self.pips(canvas, color, pips);
    }

    /// The letter in the corner, and the bar below it that tells the side.
    fn index(&self, canvas: &mut Canvas, letter: &str, color: Color) {
        let Format { width, index, .. } = *self.format;
        let (size, ink) = (index * width, self.theme.face_ink);
        let middle = 0.03 * width + 0.4 * size;
        let lettering = Lettering::new(size, ink).centered().bold();
        canvas.text(self.inside(middle, 0.04 * width + 0.7 * size), letter, lettering);
        let [x, y] = self.inside(middle - 0.32 * size, 0.07 * width + 0.76 * size);
        let fill = color.fold_wb(self.theme.face, ink);
        let bar = Paint::fill(fill).outlined(ink, 0.05 * size);
        canvas.rect([x, y, 0.64 * size, 0.16 * size], 0.0, &bar);
    }

    /// The pips in the middle, hollow for White.
    fn pips(&self, canvas: &mut Canvas, color: Color, count: u8) {
        let Format { width, height, .. } = *self.format;
        let (step, ink) = (0.115 * width, self.theme.face_ink);
        let paint = Paint::fill(color.fold_wb(self.theme.face, ink)).outlined(ink, 0.012 * width);
        for [column, row] in pip_places(count) {
            let at = self.inside(0.5 * width + column * step, 0.5 * height + row * step);
            canvas.circle(at, 0.034 * width, &paint);
        }
    }

    fn playing(&self, canvas: &mut Canvas, rank: u8, suit: Suit) {
        let Format { width, index, .. } = *self.format;
        let size = 0.9 * index * width;
        let code = CardCode::Playing { rank, suit }.to_string();
        let name = code.trim_end_matches(suit.letter());
        let red = matches!(suit, Suit::Hearts | Suit::Diamonds) && !self.theme.is_plain();
        let ink = if red { self.theme.red } else { self.theme.face_ink };
        self.both_ways(canvas, |canvas| {
            let middle = 0.03 * width + 0.45 * size;
            let lettering = Lettering::new(size, ink).centered().bold();
            canvas.text(self.inside(middle, 0.04 * width + 0.7 * size), name, lettering);
            let corner = self.inside(middle - 0.35 * size, 0.06 * width + 0.78 * size);
            suits::draw(canvas, suit, corner, 0.7 * size, self.theme);
        });
        match rank {
            11..=13 => self.court(canvas, name, suit, ink),
            _ => self.suit_pips(canvas, rank, suit),
        }
    }

    /// A jack, queen or king: a large letter between two suits.
    fn court(&self, canvas: &mut Canvas, name: &str, suit: Suit, ink: &str) {
        let Format { width, height, .. } = *self.format;
        let [x, y] = self.inside(0.27 * width, 0.14 * height);
        let frame = Paint::line(ink, 0.014 * width);
        canvas.rect([x, y, 0.46 * width, 0.72 * height], 0.03 * width, &frame);
        let size = 0.42 * width;
        let lettering = Lettering::new(size, ink).centered().bold();
        canvas.text(self.inside(0.5 * width, 0.5 * height + 0.33 * size), name, lettering);
        self.both_ways(canvas, |canvas| {
            let corner = self.inside(0.5 * width - 0.1 * width, 0.19 * height);
            suits::draw(canvas, suit, corner, 0.2 * width, self.theme);
        });
    }

    fn suit_pips(&self, canvas: &mut Canvas, rank: u8, suit: Suit) {
        let Format { width, height, .. } = *self.format;
        let size = if rank == 1 { 0.4 * width } else { 0.18 * width };
        for [column, row] in suit_places(rank) {
            let (across, down) = (0.5 * width + 0.17 * width * column, 0.5 * height + 0.3 * height * row);
            let draw = |canvas: &mut Canvas| {
                let [x, y] = self.inside(across, down);
                suits::draw(canvas, suit, [x - size / 2.0, y - size / 2.0], size, self.theme);
            };
            if row > 0.0 {
                let [x, y] = self.inside(across, down);
                canvas.group(&format!("rotate(180 {} {})", number(x), number(y)), draw);
            } else {
                draw(canvas)
            }
        }
    }

    /// Draws something twice, the second time upside down.
    fn both_ways(&self, canvas: &mut Canvas, draw: impl Fn(&mut Canvas)) {
        draw(canvas);
        let [x, y] = self.inside(0.5 * self.format.width, 0.5 * self.format.height);
        canvas.group(&format!("rotate(180 {} {})", number(x), number(y)), draw);
    }

    fn inside(&self, x: f64, y: f64) -> [f64; 2] {
        [self.corner[0] + x, self.corner[1] + y]
    }
}

/// The number of empty squares that a card leaves before its piece, shown as pips.
pub fn gap(role: Role) -> u8 {
    match role {
        Role::Pawn => 0,
        Role::Knight => 1,
        Role::Bishop => 2,
        Role::Rook => 3,
        Role::Queen => 5,
        Role::King => 6,
    }
}

/// Where pips lie on a field of three by three, counted from its middle.
fn pip_places(count: u8) -> Vec<[f64; 2]> {
    let rows: [&str; 3] = match count {
        0 => ["...", "...", "..."],
        1 => ["...", ".o.", "..."],
        2 => ["o..", "...", "..o"],
        3 => ["o..", ".o.", "..o"],
        4 => ["o.o", "...", "o.o"],
        5 => ["o.o", ".o.", "o.o"],
        6 => ["o.o", "o.o", "o.o"],
        7 => ["o.o", "ooo", "o.o"],
        8 => ["ooo", "o.o", "ooo"],
        9.. => ["ooo", "ooo", "ooo"],
    };
    let mut places = Vec::new();
    for (row, cells) in rows.iter().enumerate() {
        for (column, _) in cells.match_indices('o') {
            places.push([column as f64 - 1.0, row as f64 - 1.0]);
        }
    }
    places
}

/// Where the suits lie on a playing card, counted from its middle.
fn suit_places(rank: u8) -> Vec<[f64; 2]> {
    let pair = |row: f64| [[-1.0, row], [1.0, row]];
    let middle = |row: f64| [0.0, row];
    let pairs: &[f64] = match rank {
        0..=3 => &[],
        4 | 5 => &[-1.0, 1.0],
        6..=8 => &[-1.0, 0.0, 1.0],
        9.. => &[-1.0, -1.0 / 3.0, 1.0 / 3.0, 1.0],
    };
    let middles: &[f64] = match rank {
        1 | 5 | 9 => &[0.0],
        2 => &[-1.0, 1.0],
        3 => &[-1.0, 0.0, 1.0],
        7 => &[-0.5],
        8 => &[-0.5, 0.5],
        10 => &[-2.0 / 3.0, 2.0 / 3.0],
        _ => &[],
    };
    let pairs = pairs.iter().flat_map(|row| pair(*row));
    pairs.chain(middles.iter().map(|row| middle(*row))).collect()
}
