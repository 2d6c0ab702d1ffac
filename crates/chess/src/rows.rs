//! Boards as eight rows of letters, the way the rule books print them.
//!
//! ```
//! let rows = "\
//! r n b q k b n r
//! p p p p . p p p
//! . . . . . . . .
//! . . . . p . . .
//! . . . . P . . .
//! . . . . . . . .
//! P P P P . P P P
//! R N B Q K B N R";
//! let rows: Vec<&str> = rows.lines().collect();
//! let board = kit_chess::board_from_rows(&rows)?;
//! assert_eq!(kit_chess::rows_of(&board).join("\n"), rows.join("\n"));
//! # Ok::<(), kit_chess::BadRows>(())
//! ```

use std::fmt;

use shakmaty::{Board, File, Piece, Rank, Square};

/// What is wrong with a board of rows, with the place where it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadRows {
    /// The row, counted from 0 at the top.
    pub row: usize,
    /// The column in the text of that row, counted from 0.
    pub column: usize,
    /// What was found there.
    pub problem: RowsProblem,
}

/// What can be wrong with rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowsProblem {
    /// So many rows, and not eight.
    Rows(usize),
    /// So many cells in a row, and not eight.
    Cells(usize),
    /// A cell that is neither empty nor a piece.
    NoPiece(char),
}

impl fmt::Display for BadRows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.problem {
            RowsProblem::Rows(count) => write!(f, "a board has 8 rows, this one has {count}"),
            RowsProblem::Cells(count) => write!(f, "a row has 8 cells, this one has {count}"),
            RowsProblem::NoPiece(cell) => {
                write!(f, "not a piece: `{cell}` (a cell is `.` or one of KQRBNP kqrbnp)")
            }
        }
    }
}

impl std::error::Error for BadRows {}

/// Reads eight rows, rank 8 first, with or without blanks between the cells.
///
/// # Errors
///
/// Fails when there are not eight rows of eight cells, or when a cell is neither `.` nor
/// one of the letters `KQRBNP` and `kqrbnp`.
pub fn board_from_rows(rows: &[&str]) -> Result<Board, BadRows> {
    let mut board = Board::empty();
    if rows.len() != 8 {
        let problem = RowsProblem::Rows(rows.len());
        return Err(BadRows { row: rows.len().min(8), column: 0, problem });
    }
    for (row, text) in rows.iter().enumerate() {
        let cells = cells_of(text);
        for (file, (column, cell)) in cells.iter().enumerate() {
            let bad = |problem| BadRows { row, column: *column, problem };
            let (Ok(file), Ok(rank)) = (File::try_from(file as u32), Rank::try_from(7 - row as u32)) else {
                return Err(bad(RowsProblem::Cells(cells.len())));
            };
            if *cell == '.' {
                continue;
            }
            let piece = Piece::from_char(*cell).ok_or_else(|| bad(RowsProblem::NoPiece(*cell)))?;
            board.set_piece_at(Square::from_coords(file, rank), piece);
        }
        if cells.len() != 8 {
            return Err(BadRows { row, column: text.len(), problem: RowsProblem::Cells(cells.len()) });
        }
    }
    Ok(board)
}

/// Writes a board as eight rows, rank 8 first, cells set apart by blanks.
pub fn rows_of(board: &Board) -> Vec<String> {
    let row = |rank: &Rank| {
        let cell = |file: &File| {
            let piece = board.piece_at(Square::from_coords(*file, *rank));
            piece.map_or('.', Piece::char).to_string()
        };
        File::ALL.iter().map(cell).collect::<Vec<_>>().join(" ")
    };
    Rank::ALL.iter().rev().map(row).collect()
}

/// The cells of a row with their columns.
fn cells_of(row: &str) -> Vec<(usize, char)> {
    row.chars().enumerate().filter(|(_, cell)| !cell.is_whitespace()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_without_blanks_are_read() {
        let rows =
            ["rnbqkbnr", "pppppppp", "........", "........", "........", "........", "PPPPPPPP", "RNBQKBNR"];
        assert_eq!(board_from_rows(&rows), Ok(Board::new()));
    }

    #[test]
    fn bad_rows_name_their_place() {
        let mut rows = [". . . . . . . ."; 8];
        rows[2] = ". . x . . . . .";
        let error = board_from_rows(&rows).expect_err("x is no piece");
        assert_eq!((error.row, error.column), (2, 4));
        rows[2] = ". . . . . . . . .";
        let error = board_from_rows(&rows).expect_err("nine cells");
        assert_eq!((error.row, error.column), (2, 16));
        rows[2] = ". . .";
        assert_eq!(board_from_rows(&rows).expect_err("three cells").row, 2);
        assert_eq!(board_from_rows(&rows[..3]).expect_err("three rows").row, 3);
    }
}
