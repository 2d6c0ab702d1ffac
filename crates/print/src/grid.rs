//! Grids: the tables of the rule books, and those that lie on a table.

use kit_book::diagram::{CardCode, GridDiagram, GridKind};
use kit_chess::shakmaty::{Color, Piece};

use crate::art::{draw_piece, suits, tokens};
use crate::svg::{Canvas, Lettering, Paint};
use crate::{Picture, Theme};

/// A side of a cell.
pub const CELL: f64 = 36.0;

/// Room around a grid that stands alone.
const MARGIN: f64 = 6.0;

/// Draws a grid of the diagram language.
pub fn draw_diagram(grid: &GridDiagram, alt: String, theme: &Theme) -> Picture {
    let (title, widths) = match grid.kind {
        GridKind::Captures => ("Grid of captures", [&[CELL; 6][..], &[1.5 * CELL]].concat()),
        GridKind::Numbers => ("Grid of numbers", vec![CELL; 9]),
        GridKind::Cards => ("Table of cards", [&[CELL][..], &[CELL; 8], &[1.2 * CELL]].concat()),
    };
    let ruled = Ruled { corner: [MARGIN, MARGIN], widths, rows: grid.rows.len(), theme };
    let size = [ruled.width() + 2.0 * MARGIN, ruled.height() + 2.0 * MARGIN];
    let mut canvas = Canvas::new();
    if let Some(paper) = theme.paper {
        canvas.rect([0.0, 0.0, size[0], size[1]], 0.0, &Paint::fill(paper));
    }
    match grid.kind {
        GridKind::Captures => captures(&mut canvas, &ruled, grid),
        GridKind::Numbers => numbers(&mut canvas, &ruled, grid),
        GridKind::Cards => cards(&mut canvas, &ruled, grid),
    }
    canvas.into_picture(size, title, alt)
}

/// A grid of notes: how kinds of pieces capture.
fn captures(canvas: &mut Canvas, ruled: &Ruled, grid: &GridDiagram) {
    ruled.paper(canvas);
    ruled.rules(canvas, 0..=ruled.widths.len());
    ruled.split_corner(canvas, "cap", "mv");
    let last = ruled.widths.len() - 1;
    for (row, cells) in grid.rows.iter().enumerate() {
        for (column, word) in cells.iter().enumerate().filter(|cell| (row, cell.0) != (0, 0)) {
            match (row, column) {
                (1.., column) if column == last => ruled.note(canvas, row, column, written(word)),
                (0, _) | (_, 0) => ruled.heading(canvas, row, column, written(word)),
                (_, _) => ruled.mark(canvas, row, column, word),
            }
        }
    }
}

/// A grid of notes: which piece belongs to which number.
fn numbers(canvas: &mut Canvas, ruled: &Ruled, grid: &GridDiagram) {
    ruled.paper(canvas);
    ruled.rules(canvas, 0..=ruled.widths.len());
    for (row, cells) in grid.rows.iter().enumerate() {
        for (column, word) in cells.iter().enumerate() {
            match (row, column) {
                (0, _) | (_, 0) => ruled.heading(canvas, row, column, written(word)),
                (_, _) => ruled.mark(canvas, row, column, word),
            }
        }
    }
}

/// Which cards stand for which piece; columns are there only to center the cards.
fn cards(canvas: &mut Canvas, ruled: &Ruled, grid: &GridDiagram) {
    ruled.paper(canvas);
    ruled.rules(canvas, [0, 1, 9, 10]);
    for (row, cells) in grid.rows.iter().enumerate() {
        if row == 0 {
            ruled.heading_across(canvas, 1..9, "Cards");
            ruled.heading(canvas, 0, 9, "Gap");
            continue;
        }
        for (column, word) in cells.iter().enumerate() {
            match column {
                0 => ruled.figure(canvas, row, word),
                9 => ruled.words(canvas, row, column, written(word)),
                _ => ruled.card(canvas, row, column, word),
            }
        }
    }
}

/// What is to be written for a word of the diagram language: nothing for blanks.
fn written(word: &str) -> &str {
    if matches!(word, "." | "_") { "" } else { word }
}

/// A table with rules, as wide as its columns.
pub struct Ruled<'a> {
    /// Its upper left corner.
    pub corner: [f64; 2],
    /// How wide its columns are.
    pub widths: Vec<f64>,
    /// How many rows it has, the headings among them.
    pub rows: usize,
    /// Its colors.
    pub theme: &'a Theme,
}

impl Ruled<'_> {
    /// How wide it is.
    pub fn width(&self) -> f64 {
        self.widths.iter().sum()
    }

    /// How high it is.
    pub fn height(&self) -> f64 {
        self.rows as f64 * CELL
    }

    /// The paper, without a line.
    pub fn paper(&self, canvas: &mut Canvas) {
        let [x, y] = self.corner;
        canvas.rect([x, y, self.width(), self.height()], 0.0, &Paint::fill(self.theme.panel));
    }

    /// The lines between rows and left of the named columns.
    pub fn rules(&self, canvas: &mut Canvas, columns: impl IntoIterator<Item = usize>) {
        let ([x, y], paint) = (self.corner, Paint::line(self.theme.ink, 1.0));
        for row in 0..=self.rows {
            let y = y + row as f64 * CELL;
            canvas.line([x, y], [x + self.width(), y], &paint);
        }
        for column in columns {
            let x = self.left(column);
            canvas.line([x, y], [x, y + self.height()], &paint);
        }
    }

    /// The corner cell: what the columns are above a falling line, what the rows are below it.
    pub fn split_corner(&self, canvas: &mut Canvas, above: &str, below: &str) {
        let ([x, y], width) = (self.corner, self.widths[0]);
        canvas.line([x, y], [x + width, y + CELL], &Paint::line(self.theme.ink, 1.0));
        let lettering = Lettering::new(0.34 * CELL, self.theme.ink);
        canvas.text([x + width - 3.0, y + 0.34 * CELL], above, lettering.ending());
        canvas.text([x + 3.0, y + CELL - 4.0], below, lettering);
    }

    /// A heading of a row or a column.
    pub fn heading(&self, canvas: &mut Canvas, row: usize, column: usize, word: &str) {
        let size = if word.chars().count() > 2 { 0.4 * CELL } else { 0.5 * CELL };
        self.centered(canvas, row, column, word, Lettering::new(size, self.theme.ink).bold());
    }

    fn heading_across(&self, canvas: &mut Canvas, columns: std::ops::Range<usize>, word: &str) {
        let middle = (self.left(columns.start) + self.left(columns.end)) / 2.0;
        let lettering = Lettering::new(0.4 * CELL, self.theme.ink).centered().bold();
        canvas.text([middle, self.corner[1] + 0.63 * CELL], word, lettering);
    }

    /// Words in a cell.
    pub fn words(&self, canvas: &mut Canvas, row: usize, column: usize, word: &str) {
        self.centered(canvas, row, column, word, Lettering::new(0.45 * CELL, self.theme.ink));
    }

    /// `O` is a circle, `X` a cross, and a blank nothing.
    pub fn mark(&self, canvas: &mut Canvas, row: usize, column: usize, word: &str) {
        let [x, y] = self.middle(row, column);
        let (reach, paint) = (0.27 * CELL, Paint::line(self.theme.ink, 2.2).round());
        match word {
            "O" => canvas.circle([x, y], 0.3 * CELL, &paint),
            "X" => {
                canvas.line([x - reach, y - reach], [x + reach, y + reach], &paint);
                canvas.line([x - reach, y + reach], [x + reach, y - reach], &paint);
            }
            other => self.words(canvas, row, column, written(other)),
        }
    }

    /// Words on a line that is there even when nothing is written.
    pub fn note(&self, canvas: &mut Canvas, row: usize, column: usize, word: &str) {
        let (left, right) = (self.left(column), self.left(column + 1));
        let y = self.middle(row, column)[1] + 0.25 * CELL;
        canvas.line([left + 6.0, y], [right - 6.0, y], &Paint::line(self.theme.ink, 0.8));
        let lettering = Lettering::new(0.45 * CELL, self.theme.ink).centered();
        canvas.text([(left + right) / 2.0, y - 3.0], word, lettering);
    }

    /// A piece or a checker at the head of a row.
    fn figure(&self, canvas: &mut Canvas, row: usize, word: &str) {
        let [x, y] = self.middle(row, 0);
        let mut letters = word.chars();
        let size = 0.9 * CELL;
        match (letters.next(), letters.next()) {
            (Some(letter @ ('c' | 'C')), None) => {
                let color = Color::from_white(letter == 'C');
                tokens::checker(canvas, color, [x, y], 0.34 * CELL, self.theme);
            }
            (Some(letter), None) if Piece::from_char(letter).is_some() => {
                let piece = Piece::from_char(letter).expect("the guard found a piece");
                draw_piece(canvas, piece, [x - size / 2.0, y - size / 2.0], size, self.theme);
            }
            (_, _) => self.words(canvas, row, 0, written(word)),
        }
    }

    /// The rank and suit of a playing card, or whatever else was written.
    fn card(&self, canvas: &mut Canvas, row: usize, column: usize, word: &str) {
        let Ok(CardCode::Playing { suit, .. }) = word.parse() else {
            return self.words(canvas, row, column, written(word));
        };
        let [x, y] = self.middle(row, column);
        let (size, rank) = (0.45 * CELL, word.trim_end_matches(suit.letter()));
        let lettering = Lettering::new(size, self.theme.ink).ending();
        canvas.text([x + 1.0, y + 0.33 * size], rank, lettering);
        let paper = Theme { face: self.theme.panel, face_ink: self.theme.ink, ..*self.theme };
        suits::draw(canvas, suit, [x + 2.5, y - 0.4 * size], 0.8 * size, &paper);
    }

    fn centered(&self, canvas: &mut Canvas, row: usize, column: usize, word: &str, lettering: Lettering) {
        let [x, y] = self.middle(row, column);
        if !word.is_empty() {
            canvas.text([x, y + 0.33 * lettering.size], word, lettering.centered());
        }
    }

    fn left(&self, column: usize) -> f64 {
        self.corner[0] + self.widths.iter().take(column).sum::<f64>()
    }

    fn middle(&self, row: usize, column: usize) -> [f64; 2] {
        let x = (self.left(column) + self.left(column + 1)) / 2.0;
        [x, self.corner[1] + (row as f64 + 0.5) * CELL]
    }
}
