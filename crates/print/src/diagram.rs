//! Diagrams of the rule books as pictures: a board with its marks, or a grid.
//!
//! Sizes and places are those of the diagram language, with one square as the unit.

use kit_book::diagram::{BoardDiagram, Diagram, Item, Place};
use kit_chess::shakmaty::Color;

use crate::board::{FRAME, Placed, SQUARE, WHOLE};
use crate::svg::{Canvas, Lettering, Paint, number};
use crate::{Picture, Theme, art, card, grid};

/// Draws a diagram.
pub fn diagram(diagram: &Diagram, theme: &Theme) -> Picture {
    match diagram {
        Diagram::Board(board) => draw_board(board, diagram.described(), theme),
        Diagram::Grid(rows) => grid::draw_diagram(rows, diagram.described(), theme),
    }
}

fn draw_board(diagram: &BoardDiagram, alt: String, theme: &Theme) -> Picture {
    let [left, top, right, bottom] = diagram.margins.map(|margin| f64::from(margin) * SQUARE);
    let size = [WHOLE + left + right, WHOLE + top + bottom];
    let board = Placed { corner: [left + FRAME, top + FRAME], bottom: Color::White };
    let mut canvas = Canvas::new();
    if let Some(paper) = theme.paper {
        canvas.rect([0.0, 0.0, size[0], size[1]], 0.0, &Paint::fill(paper));
    }
    board.draw(&mut canvas, theme);
    for (square, piece) in diagram.pieces.iter() {
        art::draw_piece(&mut canvas, piece, board.square(square), SQUARE, theme);
    }
    let (arrows, others): (Vec<&Item>, Vec<&Item>) =
        diagram.items.iter().partition(|item| matches!(item, Item::Arrow { .. } | Item::Ring { .. }));
    let sheet = Sheet { board, height: size[1], theme };
    for item in arrows.into_iter().chain(others) {
        sheet.draw(&mut canvas, item);
    }
    canvas.into_picture(size, "Chess diagram", alt)
}

/// Where marks are drawn, and in which colors.
struct Sheet<'a> {
    board: Placed,
    height: f64,
    theme: &'a Theme,
}

impl Sheet<'_> {
    fn draw(&self, canvas: &mut Canvas, item: &Item) {
        match item {
            Item::Arrow { from, to, color } => self.arrow(canvas, self.place(*from), self.place(*to), color),
            Item::Ring { at, color } => self.ring(canvas, self.place(*at), color),
            Item::Text { text, x, y } => self.words(canvas, text, self.point(*x, *y)),
            Item::Corner { text, x, y } => self.corner_words(canvas, text, self.point(*x, *y)),
            Item::Rect { x1, y1, x2, y2 } => {
                self.dashed_box(canvas, self.point(*x1, *y1), self.point(*x2, *y2))
            }
            Item::Card { code, x, y } => {
                let at = [f64::from(*x), f64::from(*y)];
                let [x, y] = [0, 1].map(|axis| self.board.corner[axis] + at[axis] * SQUARE);
                card::draw(canvas, code, [x, y], self.theme);
            }
            Item::Checkers { white, black } => self.checkers(canvas, *white, *black),
        }
    }

    /// A point in square coordinates.
    fn point(&self, x: f32, y: f32) -> [f64; 2] {
        let [left, top] = self.board.corner;
        [left + (f64::from(x) - 0.5) * SQUARE, top + (8.5 - f64::from(y)) * SQUARE]
    }

    fn place(&self, place: Place) -> [f64; 2] {
        self.point(place.file.to_u32() as f32 + 1.0, place.rank as f32)
    }

    /// Words around a point; those near the edge of the picture are moved so that none is cut.
    fn words(&self, canvas: &mut Canvas, text: &str, [x, y]: [f64; 2]) {
        let size = 0.5 * SQUARE;
        let (above, below) = (0.72 * size, 0.24 * size);
        let y = (y + 0.32 * size).clamp(above, (self.height - below).max(above));
        canvas.text([x, y], text, Lettering::new(size, self.theme.ink).centered());
    }

    /// Small words in the corner of a square, on a label of their own, since rings run there.
    fn corner_words(&self, canvas: &mut Canvas, text: &str, [x, y]: [f64; 2]) {
        let (size, letters) = (0.375 * SQUARE, text.chars().count().max(1));
        let [x, y] = [x - 0.34 * SQUARE, y - 0.3 * SQUARE];
        let width = size * (0.45 + 0.5 * letters as f64);
        let label = [x - width / 2.0, y - size / 2.0, width, size];
        canvas.rect(label, size / 2.0, &Paint::fill(self.theme.face).outlined(self.theme.face_ink, 0.8));
        let lettering = Lettering::new(size, self.theme.face_ink).centered().bold();
        canvas.text([x, y + 0.33 * size], text, lettering);
    }

    /// The colors of a mark: its own, and that of the line around it.
    fn mark<'a>(&'a self, color: &'a str) -> [&'a str; 2] {
        match color {
            "white" => self.theme.white,
            "black" => [self.theme.black[0], self.theme.white[0]],
            "gray" => [self.theme.gray, self.theme.white[1]],
            _ if self.theme.is_plain() => [self.theme.gray, self.theme.white[1]],
            other => [other, self.theme.white[1]],
        }
    }

    fn arrow(&self, canvas: &mut Canvas, from: [f64; 2], to: [f64; 2], color: &str) {
        let [fill, edge] = self.mark(color);
        let [across, down] = [to[0] - from[0], to[1] - from[1]];
        let length = across.hypot(down) - 0.1 * SQUARE;
        let angle = down.atan2(across).to_degrees();
        let (half, head) = (0.1 * SQUARE, 0.75 * SQUARE);
        let neck = length - head;
        let outline = format!(
            "M0 {h}L{n} {h}L{n} {w}L{l} 0L{n} -{w}L{n} -{h}L0 -{h}Z",
            h = number(half),
            n = number(neck),
            w = number(head / 2.0),
            l = number(length)
        );
        let turn = format!("translate({} {}) rotate({})", number(from[0]), number(from[1]), number(angle));
        canvas.group(&turn, |canvas| {
            let paint = match (self.is_dashed(color), self.theme.is_plain()) {
                (true, _) => Paint::fill(fill).outlined(edge, 1.6).dashed(4.0, 3.0),
                (false, true) => Paint::fill(fill).outlined(edge, 1.2).round(),
                (false, false) => Paint::fill(fill).see_through(0.82).outlined(edge, 1.2).round(),
            };
            canvas.path(&outline, &paint);
        });
    }

    fn ring(&self, canvas: &mut Canvas, at: [f64; 2], color: &str) {
        let [fill, edge] = self.mark(color);
        let (radius, line) = (0.45 * SQUARE, 0.1 * SQUARE);
        if self.is_dashed(color) {
            canvas.circle(at, radius, &Paint::line(fill, line + 1.6));
            canvas.circle(at, radius, &Paint::line(edge, line).dashed(line, 0.8 * line));
        } else {
            canvas.circle(at, radius, &Paint::line(edge, line + 1.6));
            canvas.circle(at, radius, &Paint::line(fill, line));
        }
    }

    /// Without colors, what is neither White's nor Black's is dashed.
    fn is_dashed(&self, color: &str) -> bool {
        self.theme.is_plain() && !matches!(color, "white" | "black")
    }

    fn dashed_box(&self, canvas: &mut Canvas, one: [f64; 2], other: [f64; 2]) {
        let half = SQUARE / 2.0;
        let (left, top) = (one[0].min(other[0]) - half, one[1].min(other[1]) - half);
        let (right, bottom) = (one[0].max(other[0]) + half, one[1].max(other[1]) + half);
        let frame = [left, top, right - left, bottom - top];
        canvas.rect(frame, 0.0, &Paint::line(self.theme.zone, 3.0).dashed(9.0, 6.0));
    }

    fn checkers(&self, canvas: &mut Canvas, white: u8, black: u8) {
        let [left, top] = self.board.corner;
        let [x, y] = [left + 8.5 * SQUARE, top + 2.5 * SQUARE];
        let paint = Paint::fill(self.theme.light).outlined(self.theme.line, 1.0);
        canvas.rect([x, y, card::WIDTH, card::HEIGHT], 5.0, &paint);
        for (color, count, place) in [("black", black, 0.27), ("white", white, 0.73)] {
            let at = [x + card::WIDTH / 2.0, y + card::HEIGHT * place];
            self.ring(canvas, at, color);
            let lettering = Lettering::new(22.0, self.theme.face_ink).centered().bold();
            canvas.text([at[0], at[1] + 7.2], &count.to_string(), lettering);
        }
    }
}
