//! Grids: the tables of the rule books, and those that lie on a table.

use kit_play::diagram::GridDiagram;

use crate::svg::{Canvas, Lettering, Paint};
use crate::{Picture, Theme};

/// A side of a cell.
const CELL: f64 = 36.0;

/// Draws a grid of the diagram language.
pub fn draw_diagram(grid: &GridDiagram, alt: String, theme: &Theme) -> Picture {
    let columns = grid.rows.iter().map(Vec::len).max().unwrap_or(1);
    let size = [columns as f64 * CELL, grid.rows.len() as f64 * CELL];
    let mut canvas = Canvas::new();
    for (row, cells) in grid.rows.iter().enumerate() {
        for (column, word) in cells.iter().enumerate() {
            let [x, y] = [column as f64 * CELL, row as f64 * CELL];
            canvas.rect([x, y, CELL, CELL], 0.0, &Paint::line(theme.line, 1.0));
            canvas.text([x + CELL / 2.0, y + 24.0], word, Lettering::new(18.0, theme.ink).centered());
        }
    }
    canvas.into_picture(size, "Grid", alt)
}
