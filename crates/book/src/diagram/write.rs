//! The writer of the diagram language.

use std::fmt;

use kit_chess::rows_of;

use super::{Diagram, Item, Place};

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = match self {
            Diagram::Board(board) => {
                let margins = match board.margins {
                    [0.0, 0.0, 0.0, 0.0] => None,
                    [left, top, right, bottom] if (left, top) == (right, bottom) => {
                        Some(format!("margins: {left}, {top}"))
                    }
                    [left, top, right, bottom] => Some(format!("margins: {left}, {top}, {right}, {bottom}")),
                };
                let items = board.items.iter().map(Item::to_string);
                rows_of(&board.pieces).into_iter().chain(margins).chain(items).collect()
            }
            Diagram::Grid(grid) => {
                let mut lines = vec![format!("type: {}", grid.kind.name())];
                lines.extend(grid.rows.iter().map(|row| row.join(" ")));
                lines
            }
        };
        f.write_str(&lines.join("\n"))
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Item::Arrow { from, to, color } => write!(f, "arrow: {from}, {to}, {color}"),
            Item::Ring { at, color } => write!(f, "arrow: {at}, {at}, {color}"),
            Item::Text { text, x, y } => write!(f, "text: {text}, {x}, {y}"),
            Item::Corner { text, x, y } => write!(f, "corner text: {text}, {x}, {y}"),
            Item::Rect { x1, y1, x2, y2 } => write!(f, "rect: {x1}, {y1}, {x2}, {y2}"),
            Item::Card { code, x, y } => write!(f, "card: {code}, {x}, {y}"),
            Item::Checkers { white, black } => write!(f, "checkers: {white}, {black}"),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file, self.rank)
    }
}
