//! The wooden board: frame, letters and squares, seen from either side.

use kit_chess::shakmaty::{Color, File, Rank, Square};

use crate::Theme;
use crate::svg::{Canvas, Lettering, Paint, number};

/// A side of a square in units of the picture.
pub const SQUARE: f64 = 45.0;

/// The width of the frame.
pub const FRAME: f64 = SQUARE / 3.0;

/// A side of the framed board.
pub const WHOLE: f64 = 8.0 * SQUARE + 2.0 * FRAME;

/// Where a board lies in a picture.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    /// The upper left corner of its upper left square.
    pub corner: [f64; 2],
    /// Whose side is at the bottom.
    pub bottom: Color,
}

impl Placed {
    /// The upper left corner of a square.
    pub fn square(&self, square: Square) -> [f64; 2] {
        let (file, rank) = (f64::from(square.file().to_u32()), f64::from(square.rank().to_u32()));
        let (column, row) = self.bottom.fold_wb((file, 7.0 - rank), (7.0 - file, rank));
        [self.corner[0] + column * SQUARE, self.corner[1] + row * SQUARE]
    }

    /// The middle of a square.
    pub fn middle(&self, square: Square) -> [f64; 2] {
        self.square(square).map(|edge| edge + SQUARE / 2.0)
    }

    /// Draws frame, letters and squares.
    pub fn draw(&self, canvas: &mut Canvas, theme: &Theme) {
        let [x, y] = self.corner;
        let (outer, inner) = ([x - FRAME, y - FRAME, WHOLE, WHOLE], [x, y, 8.0 * SQUARE, 8.0 * SQUARE]);
        canvas.rect(outer, 4.0, &Paint::fill(theme.frame));
        if theme.is_plain() {
            let [left, top, wide, high] = outer;
            let outline = Paint::line(theme.ink, 1.0);
            canvas.rect([left + 0.5, top + 0.5, wide - 1.0, high - 1.0], 4.0, &outline);
        }
        canvas.rect(inner, 0.0, &Paint::fill(theme.light));
        canvas.path(&self.dark_squares(), &Paint::fill(theme.dark));
        if let Some(hatch) = theme.hatch {
            canvas.path(&self.hatching(), &Paint::line(hatch, 0.7));
            canvas.rect(inner, 0.0, &Paint::line(theme.ink, 1.0));
        }
        self.letters(canvas, theme);
    }

    fn dark(&self) -> impl Iterator<Item = [f64; 2]> + '_ {
        Square::ALL.into_iter().filter(|square| square.is_dark()).map(|square| self.square(square))
    }

    fn dark_squares(&self) -> String {
        let side = number(SQUARE);
        self.dark().map(|[x, y]| format!("M{} {}h{side}v{side}h-{side}Z", number(x), number(y))).collect()
    }

    /// Slanted lines across the dark squares.
    fn hatching(&self) -> String {
        let step = SQUARE / 7.0;
        let lines = self.dark().flat_map(|[x, y]| {
            (1..14).map(move |line| {
                let reach = f64::from(line) * step;
                let (near, far) = (reach.min(SQUARE), (reach - SQUARE).max(0.0));
                let (from, to) = ([x + far, y + near], [x + near, y + far]);
                format!("M{} {}L{} {}", number(from[0]), number(from[1]), number(to[0]), number(to[1]))
            })
        });
        lines.collect()
    }

    fn letters(&self, canvas: &mut Canvas, theme: &Theme) {
        let lettering = Lettering::new(11.0, theme.frame_ink).centered().bold();
        let [left, top] = self.corner;
        let (low, high) = (FRAME / 2.0 + 3.6, 8.0 * SQUARE + FRAME);
        for file in File::ALL {
            let x = self.middle(Square::from_coords(file, Rank::First))[0];
            let letter = file.char().to_string();
            canvas.text([x, top - FRAME + low], &letter, lettering);
            canvas.text([x, top + high - FRAME + low - 0.4], &letter, lettering);
        }
        for rank in Rank::ALL {
            let y = self.middle(Square::from_coords(File::A, rank))[1] + 3.8;
            let number = rank.char().to_string();
            canvas.text([left - FRAME / 2.0, y], &number, lettering);
            canvas.text([left + high - FRAME / 2.0, y], &number, lettering);
        }
    }
}
