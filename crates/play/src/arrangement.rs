//! A position as text, from which a game can start.
//!
//! Eight board rows in the style of the diagrams, then `key: value` lines.
//! In place of the rows there may be one line `fen: …`, whose further fields stand for the
//! keys `turn`, `castling`, `ep`, `halfmoves` and `fullmoves`.
//! An arrangement may be anything; whether a game can start from it, the game decides.
//!
//! ```
//! use kit_play::Arrangement;
//!
//! let arrangement: Arrangement = "fen: 4k3/8/8/8/8/8/8/4K2R w K -\nopen: white NR".parse()?;
//! assert_eq!(arrangement.text("turn"), Some("w"));
//! assert_eq!(arrangement.text("open"), Some("white NR"));
//! # Ok::<(), kit_play::BadText>(())
//! ```

use std::fmt;
use std::str::FromStr;

use kit_chess::shakmaty::{Bitboard, Board, Color, Square};
use kit_chess::{BadRows, RowsProblem, board_from_rows, rows_of};

use crate::sentence::Filling;
use crate::text::excerpt;
use crate::{BadText, Sentence, say};

/// A text position, read but not judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrangement {
    board: Option<Board>,
    lines: Vec<KeyLine>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct KeyLine {
    number: usize,
    key: String,
    value: String,
}

/// The keys that stand for the fields of a FEN, in their order.
const FEN_KEYS: [&str; 5] = ["turn", "castling", "ep", "halfmoves", "fullmoves"];

impl FromStr for Arrangement {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Arrangement, BadText> {
        let lines: Vec<(usize, &str)> = text
            .lines()
            .enumerate()
            .map(|(index, line)| (index + 1, line.trim_end()))
            .filter(|(_, line)| !line.trim().is_empty())
            .collect();
        let rows = lines.iter().take_while(|(_, line)| !line.contains(':')).count();
        let mut arrangement = Arrangement { board: None, lines: Vec::new() };
        if rows > 0 {
            let cells: Vec<&str> = lines[..rows].iter().map(|(_, line)| *line).collect();
            let board = board_from_rows(&cells).map_err(|bad| BadText {
                line: lines.get(bad.row.min(rows - 1)).map_or(1, |(number, _)| *number),
                column: Some(bad.column + 1),
                problem: rows_problem(&bad),
            })?;
            arrangement.board = Some(board);
        }
        for (number, line) in &lines[rows..] {
            arrangement.read_line(*number, line)?;
        }
        Ok(arrangement)
    }
}

impl Arrangement {
    fn read_line(&mut self, number: usize, line: &str) -> Result<(), BadText> {
        let Some((key, value)) = line.split_once(':') else {
            let problem = say!("not a `key: value` line: `{found}`", found = Filling::text(excerpt(line)));
            return Err(BadText::at(number, problem));
        };
        let (key, value) = (key.trim(), value.trim());
        if key == "fen" {
            return self.read_fen(number, value);
        }
        if self.lines.iter().any(|line| line.key == key) {
            let key = Filling::text(excerpt(key));
            return Err(BadText::at(number, say!("the key `{key}` stands here a second time", key)));
        }
        self.lines.push(KeyLine { number, key: key.to_owned(), value: value.to_owned() });
        Ok(())
    }

    fn read_fen(&mut self, number: usize, value: &str) -> Result<(), BadText> {
        let mut fields = value.split_whitespace();
        let placement = fields.next().unwrap_or_default();
        if self.board.is_some() {
            return Err(BadText::at(number, say!("a board stands here already, so `fen` is not needed")));
        }
        let board = placement.parse().map_err(|_| {
            let found = Filling::text(excerpt(placement));
            BadText::at(number, say!("not a FEN placement of eight ranks: `{found}`", found))
        })?;
        self.board = Some(board);
        let mut keys = FEN_KEYS.iter();
        for field in fields {
            let Some(key) = keys.next() else {
                return Err(BadText::at(number, say!("a FEN has at most six fields")));
            };
            self.read_line(number, &format!("{key}: {field}"))?;
        }
        Ok(())
    }

    /// The board, if one is given.
    pub fn board(&self) -> Option<&Board> {
        self.board.as_ref()
    }

    /// The board.
    ///
    /// # Errors
    ///
    /// Fails when there is none.
    pub fn needed_board(&self) -> Result<&Board, BadText> {
        self.board
            .as_ref()
            .ok_or_else(|| BadText::at(1, say!("a board of eight rows, or a `fen:` line, is missing")))
    }

    /// Makes sure that there are no keys but these.
    ///
    /// # Errors
    ///
    /// Fails with the first unknown key.
    pub fn allow(&self, keys: &[&str]) -> Result<(), BadText> {
        match self.lines.iter().find(|line| !keys.contains(&line.key.as_str())) {
            Some(line) => {
                let found = Filling::text(excerpt(&line.key));
                let keys = Filling::one_of(keys.iter().map(Filling::text));
                let problem = say!("unknown key: `{found}` (try {keys})", found, keys);
                Err(BadText::at(line.number, problem))
            }
            None => Ok(()),
        }
    }

    /// The value of a key as it was written.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.line(key).map(|line| line.value.as_str())
    }

    /// The value of a key, read by `read`; `expected` says in words what it may be.
    ///
    /// # Errors
    ///
    /// Fails when the key is there and `read` makes nothing of its value.
    pub fn value<T>(
        &self,
        key: &str,
        expected: Sentence,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, BadText> {
        let Some(line) = self.line(key) else { return Ok(None) };
        let problem = || {
            let (key, found) = (Filling::text(key), Filling::text(excerpt(&line.value)));
            say!("`{key}` cannot be `{found}`, it is {expected}", key, found, expected)
        };
        read(&line.value).map(Some).ok_or_else(|| BadText::at(line.number, problem()))
    }

    /// An error about a key, or about the whole arrangement when the key is not there.
    pub fn problem(&self, key: &str, problem: Sentence) -> BadText {
        BadText::at(self.line(key).map_or(1, |line| line.number), problem)
    }

    /// `turn: white` (or `w`), White if nothing is said.
    ///
    /// # Errors
    ///
    /// Fails when the value is no color.
    pub fn turn(&self) -> Result<Color, BadText> {
        Ok(self.value("turn", say!("white or black"), color_named)?.unwrap_or(Color::White))
    }

    /// `castling: KQkq` as the corners of rooks in the orthodox array, none if nothing is said.
    ///
    /// # Errors
    ///
    /// Fails on other letters, and where king or rook are not at home.
    pub fn orthodox_castling(&self) -> Result<Bitboard, BadText> {
        let corner = |letter| match letter {
            'K' => Some(Square::H1),
            'Q' => Some(Square::A1),
            'k' => Some(Square::H8),
            'q' => Some(Square::A8),
            _ => None,
        };
        let corners = |text: &str| match text {
            "-" => Some(Bitboard::EMPTY),
            letters => letters.chars().map(corner).collect(),
        };
        let rights = self.value("castling", say!("some of KQkq, or -"), corners)?.unwrap_or(Bitboard::EMPTY);
        let board = self.needed_board()?;
        for rook in rights {
            let color = Color::from_white(rook.rank() == kit_chess::shakmaty::Rank::First);
            let home = kit_chess::field::king_home(color);
            if board.piece_at(rook) != Some(color.rook()) || board.piece_at(home) != Some(color.king()) {
                let problem = say!(
                    "castling with the rook on {rook} needs it there and its king on {home}",
                    rook,
                    home
                );
                return Err(self.problem("castling", problem));
            }
        }
        Ok(rights)
    }

    /// `ep: e3`, the square that a pawn has just skipped.
    ///
    /// # Errors
    ///
    /// Fails when the value is no square.
    pub fn ep(&self) -> Result<Option<Square>, BadText> {
        let square = |text: &str| match text {
            "-" => Some(None),
            name => name.parse().ok().map(Some),
        };
        Ok(self.value("ep", say!("a square, or -"), square)?.flatten())
    }

    /// A key that is a whole number.
    ///
    /// # Errors
    ///
    /// Fails when the value is none, or above `most`.
    pub fn number(&self, key: &str, most: u32) -> Result<Option<u32>, BadText> {
        let read = |text: &str| text.parse().ok().filter(|number| *number <= most);
        self.value(key, say!("a number from 0 to {most}", most), read)
    }

    fn line(&self, key: &str) -> Option<&KeyLine> {
        self.lines.iter().find(|line| line.key == key)
    }
}

impl fmt::Display for Arrangement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.board.iter().flat_map(rows_of);
        let keys = self.lines.iter().map(|line| format!("{}: {}", line.key, line.value));
        let lines: Vec<String> = rows.chain(keys).collect();
        f.write_str(&lines.join("\n"))
    }
}

/// What is wrong with rows of a board.
pub fn rows_problem(bad: &BadRows) -> Sentence {
    match bad.problem {
        RowsProblem::Rows(count) => say!("a board has 8 rows, this one has {count}", count),
        RowsProblem::Cells(count) => say!("a row has 8 cells, this one has {count}", count),
        RowsProblem::NoPiece(cell) => {
            let cell = Filling::text(cell);
            say!("not a piece: `{cell}` (a cell is `.` or one of KQRBNP kqrbnp)", cell)
        }
    }
}

/// The color with this name or first letter.
pub fn color_named(text: &str) -> Option<Color> {
    match text {
        "white" | "w" => Some(Color::White),
        "black" | "b" => Some(Color::Black),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arrangement_is_written_as_it_is_read() {
        let text = "\
r n b q k b n r
p p p p . p p p
. . . . . . . .
. . . . p . . .
. . . . P . . .
. . . . . . . .
P P P P . P P P
R N B Q K B N R
turn: white
castling: KQkq";
        let arrangement: Arrangement = text.parse().expect("an arrangement");
        assert_eq!(arrangement.to_string(), text);
        assert_eq!(arrangement.turn(), Ok(Color::White));
        assert_eq!(arrangement.orthodox_castling(), Ok(Bitboard::CORNERS));
    }

    #[test]
    fn errors_name_the_line() {
        let read = |text: &str| text.parse::<Arrangement>().expect_err("cannot be read").to_string();
        assert_eq!(read("k . . ."), "line 1, column 1: a board has 8 rows, this one has 1");
        assert_eq!(read("turn: white\nturn: black"), "line 2: the key `turn` stands here a second time");
        assert_eq!(read("turn: white\nblack"), "line 2: not a `key: value` line: `black`");
        assert!(read("fen: 9/8 w").starts_with("line 1: not a FEN placement"));
        let arrangement: Arrangement = "fen: 8/8/8/8/8/8/8/8 x".parse().expect("an arrangement");
        assert_eq!(
            arrangement.turn().expect_err("x is no colour").to_string(),
            "line 1: `turn` cannot be `x`, it is white or black"
        );
        assert_eq!(
            arrangement.allow(&["ep", "castling"]).expect_err("turn is not allowed").to_string(),
            "line 1: unknown key: `turn` (try ep or castling)"
        );
    }
}
