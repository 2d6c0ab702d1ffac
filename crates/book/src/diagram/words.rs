//! Diagrams in words, for those who hear them instead of seeing them.

use kit_chess::shakmaty::{Board, Color, File, Piece, Rank, Role, Square};
use kit_play::tabletop::role_word;

use super::{BoardDiagram, Diagram, GridDiagram, GridKind, Item};
use crate::card::piece_name;

impl Diagram {
    /// The picture in words, for those who hear it instead of seeing it.
    pub fn described(&self) -> String {
        match self {
            Diagram::Board(board) => {
                let pieces = Color::ALL.into_iter().filter_map(|color| army(&board.pieces, color));
                let parts: Vec<String> = pieces.chain(board.marks()).collect();
                if parts.is_empty() { "empty board".to_owned() } else { parts.join("; ") }
            }
            Diagram::Grid(grid) => grid.described(),
        }
    }
}

impl BoardDiagram {
    /// The marks in words, in their order; cards that lie side by side are told together.
    pub fn marks(&self) -> Vec<String> {
        let marks: Vec<(&Item, Option<Piece>)> = self.items.iter().zip(self.movers()).collect();
        let rows = marks.chunk_by(|(one, _), (other, _)| {
            one.card().zip(other.card()).is_some_and(|(one, other)| one.1 == other.1)
        });
        let told = rows.flat_map(|row| {
            let cards: Vec<(String, String)> = row.iter().filter_map(|(item, _)| item.card()).collect();
            match cards.as_slice() {
                [] => row.iter().map(|(item, mover)| item.described(*mover)).collect(),
                [(name, place)] => vec![format!("card {name} {place}")],
                [(_, place), ..] => {
                    let names: Vec<&str> = cards.iter().map(|(name, _)| name.as_str()).collect();
                    vec![format!("cards {} {place}", names.join(", "))]
                }
            }
        });
        told.collect()
    }

    /// The piece that each arrow moved, found by taking the moves back from the last one on.
    ///
    /// Boards mostly show the position after all arrows.
    /// An arrow whose mover still stands where it begins is a move not made yet.
    fn movers(&self) -> Vec<Option<Piece>> {
        let mut board = self.pieces.clone();
        let mut movers = vec![None; self.items.len()];
        for (mover, item) in movers.iter_mut().zip(&self.items).rev() {
            let Item::Arrow { from, to, color } = item else { continue };
            let (Some(from), Some(to)) = (from.square(), to.square()) else { continue };
            let own = |piece: &Piece| piece.color.to_string() == *color;
            *mover = board.piece_at(from).filter(own);
            if let Some(piece) = board.piece_at(to).filter(own)
                && mover.is_none()
            {
                *mover = Some(piece);
                board.discard_piece_at(to);
                board.set_piece_at(from, piece);
            }
        }
        movers
    }
}

impl GridDiagram {
    fn described(&self) -> String {
        let blank = |cell: &str| matches!(cell, "." | "_");
        let (header, rows) =
            self.rows.split_first().map_or((&[][..], &[][..]), |(header, rows)| (header, rows));
        let heading = |column: usize| match self.kind {
            GridKind::Captures | GridKind::Numbers => header.get(column).map(String::as_str),
            GridKind::Cards => Some("gap").filter(|_| column + 1 == self.kind.columns()),
        };
        let row = |cells: &Vec<String>| {
            let filled = cells.iter().enumerate().skip(1).filter(|(_, cell)| !blank(cell));
            let told: Vec<String> = filled
                .map(|(column, cell)| {
                    heading(column).map_or(cell.clone(), |heading| format!("{heading} {cell}"))
                })
                .collect();
            let told = if told.is_empty() { "empty".to_owned() } else { told.join(", ") };
            format!("row {}: {told}", cells.first().map_or("", String::as_str))
        };
        let parts = std::iter::once(format!("{} grid", self.kind.name())).chain(rows.iter().map(row));
        parts.collect::<Vec<_>>().join("; ")
    }
}

impl Item {
    fn described(&self, mover: Option<Piece>) -> String {
        match self {
            Item::Arrow { from, to, color } => match mover {
                Some(piece) => format!("{} {from} to {to}", piece_name(piece)),
                None => format!("{color} arrow {from} to {to}"),
            },
            Item::Ring { at, color } => format!("{color} ring on {at}"),
            Item::Text { text, x, y } => format!("\"{text}\" {}", beside(*x, *y)),
            Item::Corner { text, x, y } => format!("\"{text}\" in the corner {}", beside(*x, *y)),
            Item::Rect { x1, y1, x2, y2 } => {
                format!("dashed box {}-{}", nearest(*x1, *y1), nearest(*x2, *y2))
            }
            Item::Card { code, x, y } => format!("card {} {}", code.described(), card_place(*x, *y)),
            Item::Checkers { white, black } => format!("checkers in hand: white {white}, black {black}"),
        }
    }

    /// The card's name and where it lies, if this is a card.
    fn card(&self) -> Option<(String, String)> {
        let Item::Card { code, x, y } = self else { return None };
        Some((code.described(), card_place(*x, *y)))
    }
}

/// The pieces of one color, kings first.
fn army(board: &Board, color: Color) -> Option<String> {
    let kinds = Role::ALL.into_iter().rev().filter_map(|role| {
        let squares: Vec<String> =
            board.by_piece(role.of(color)).into_iter().map(|at| at.to_string()).collect();
        let plural = if squares.len() == 1 { "" } else { "s" };
        (!squares.is_empty()).then(|| format!("{}{plural} {}", role_word(role), squares.join(" ")))
    });
    let kinds: Vec<String> = kinds.collect();
    (!kinds.is_empty()).then(|| format!("{color} {}", kinds.join(", ")))
}

/// Where a card lies, told by its middle.
fn card_place(x: f32, y: f32) -> String {
    beside(x + 1.5, 7.0 - y)
}

/// A point in square coordinates, told by the square or the edge of the board next to it.
fn beside(x: f32, y: f32) -> String {
    let square = nearest(x, y);
    match (x, y) {
        (x, _) if x < 0.5 => format!("left of rank {}", square.rank()),
        (x, _) if x > 8.5 => format!("right of rank {}", square.rank()),
        (_, y) if y < 0.5 => format!("below file {}", square.file()),
        (_, y) if y > 8.5 => format!("above file {}", square.file()),
        (_, _) => format!("on {square}"),
    }
}

/// The square nearest to a point in square coordinates.
fn nearest(x: f32, y: f32) -> Square {
    // The cast turns what is not a number into 0.
    let index = |number: f32| (number.round() - 1.0).clamp(0.0, 7.0) as u32;
    Square::from_coords(File::new(index(x)), Rank::new(index(y)))
}
