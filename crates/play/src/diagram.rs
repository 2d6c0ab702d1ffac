//! The diagram language: the small pictures of the rule books as text.
//!
//! A diagram is a board of eight rows with directives below it, or a grid of words.
//! It is a picture, not a position: no side to move, no castling rights.
//! Square coordinates count from the center of a1 at (1, 1), upwards.
//! Card coordinates count from the upper left corner of a8 at (0, 0), downwards, and name the
//! upper left corner of a card, which is about two squares wide and three high.
//!
//! ```
//! use kit_play::diagram::Diagram;
//!
//! let text = "\
//! . . . . k . . .
//! . . . . . . . .
//! . . . . . . . .
//! . . . . . . . .
//! . . . . . . . .
//! . . . . . . . .
//! . . . . . . . .
//! . . . . K B . .
//! arrow: f1, c4, white
//! rect: 1, 1, 4, 8";
//! let diagram: Diagram = text.parse()?;
//! assert_eq!(diagram.to_string(), text);
//! assert_eq!(
//!     diagram.described(),
//!     "white king e1, bishop f1; black king e8; white bishop f1 to c4; dashed box a1-d8"
//! );
//! # Ok::<(), kit_play::BadText>(())
//! ```

use std::fmt;
use std::str::FromStr;

use kit_chess::shakmaty::{Board, Color, File, Piece, Rank, Role, Square};
use kit_chess::{board_from_rows, rows_of};

use crate::BadText;
use crate::tabletop::role_word;
use crate::text::{either, excerpt};

/// A picture of a rule book.
#[derive(Clone, Debug, PartialEq)]
pub enum Diagram {
    /// A chess board with marks.
    Board(BoardDiagram),
    /// A table of words, such as a grid for notes.
    Grid(GridDiagram),
}

/// A chess board with marks on it and around it.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardDiagram {
    /// The pieces on the board.
    pub pieces: Board,
    /// Extra room in squares: left, top, right, bottom.
    pub margins: [f32; 4],
    /// The marks in the order of the text, which is the order of drawing.
    pub items: Vec<Item>,
}

/// One mark of a board diagram.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// An arrow, mostly a move that was made, in the color of the mover.
    Arrow {
        /// Where it begins.
        from: Place,
        /// Where it points; another place than `from`.
        to: Place,
        /// A CSS color in lower case; `grey` is read as `gray`.
        color: String,
    },
    /// A ring around a square, written as an arrow from the square to itself.
    Ring {
        /// The square.
        at: Place,
        /// A CSS color in lower case; `grey` is read as `gray`.
        color: String,
    },
    /// Words centered on a point in square coordinates.
    Text {
        /// The words, without comma or line break.
        text: String,
        /// Files from the left, 1 is the middle of file a.
        x: f32,
        /// Ranks from below, 1 is the middle of rank 1.
        y: f32,
    },
    /// Small words in the upper left corner of a square.
    Corner {
        /// The words, without comma or line break.
        text: String,
        /// Files from the left, 1 is the middle of file a.
        x: f32,
        /// Ranks from below, 1 is the middle of rank 1.
        y: f32,
    },
    /// A dashed box around the squares from one corner to the other, both inside.
    Rect {
        /// The file of the first corner.
        x1: f32,
        /// The rank of the first corner.
        y1: f32,
        /// The file of the second corner.
        x2: f32,
        /// The rank of the second corner.
        y2: f32,
    },
    /// A card with its upper left corner at a point in card coordinates.
    Card {
        /// Which card.
        code: CardCode,
        /// Squares to the right of the left edge of the board.
        x: f32,
        /// Squares below the upper edge of the board.
        y: f32,
    },
    /// A box right of the board with the checkers that the players have in hand.
    Checkers {
        /// White's checkers.
        white: u8,
        /// Black's checkers.
        black: u8,
    },
}

/// A square, or a place as large as one above or below the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The file.
    pub file: File,
    /// The rank: 1 to 8 on the board, 0 and less below it, 9 and more above it.
    pub rank: i32,
}

/// A table of words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridDiagram {
    /// What the table is for.
    pub kind: GridKind,
    /// Its rows, which may be shorter than the first; `.` and `_` are blank cells.
    pub rows: Vec<Vec<String>>,
}

/// What a grid is for, which decides how it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GridKind {
    /// Notes: how kinds of pieces that move like the row's capture.
    Captures,
    /// Notes: which piece belongs to which number.
    Numbers,
    /// A list of cards for each kind of piece; the header is `Piece Cards Gap`.
    Cards,
}

/// A card as a diagram names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CardCode {
    /// `back`: a card face down.
    Back,
    /// A chess card: `K` is the white king, `k` the black one.
    Piece(Piece),
    /// A chess card with checkers: `C4` is White's with four pips, `c4` Black's.
    Checkers {
        /// Whose checkers.
        color: Color,
        /// How many pips, at most 9.
        pips: u8,
    },
    /// A playing card: `10C` is the ten of clubs.
    Playing {
        /// From 1 for the ace to 13 for the king.
        rank: u8,
        /// The suit.
        suit: Suit,
    },
}

/// The suit of a playing card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Suit {
    /// `H`, hearts.
    Hearts,
    /// `D`, diamonds.
    Diamonds,
    /// `S`, spades.
    Spades,
    /// `C`, clubs.
    Clubs,
}

/// The directives and how they are written.
const DIRECTIVES: [(&str, &str); 7] = [
    ("arrow", "arrow: e2, e4, white"),
    ("text", "text: words, x, y"),
    ("corner text", "corner text: words, x, y"),
    ("rect", "rect: x1, y1, x2, y2"),
    ("margins", "margins: left, top, right, bottom` or `margins: sides, ends"),
    ("card", "card: code, x, y"),
    ("checkers", "checkers: white, black"),
];

/// No coordinate and no rank is farther from zero than this.
const FARTHEST: i32 = 100;

/// The ranks of playing cards, from 1 on.
const CARD_RANKS: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

impl FromStr for Diagram {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Diagram, BadText> {
        let numbered = text.lines().zip(1..).map(|(text, number)| Line { number, text });
        let lines: Vec<Line> = numbered.filter(|line| !line.text.trim().is_empty()).collect();
        match lines.split_first().and_then(|(first, rows)| Some((first.split()?, rows))) {
            Some(((name, fields), rows)) if name.text == "type" => {
                read_grid(name, &fields, rows).map(Diagram::Grid)
            }
            Some(_) | None => read_board(&lines).map(Diagram::Board),
        }
    }
}

fn read_grid(name: Field, fields: &[Field], rows: &[Line]) -> Result<GridDiagram, BadText> {
    let [kind] = fields else { return Err(name.bad("`type` takes one word, as in `type: cards`")) };
    let kinds = [GridKind::Captures, GridKind::Numbers, GridKind::Cards];
    let kind = kinds.into_iter().find(|known| known.name() == kind.text).ok_or_else(|| {
        kind.bad(format!(
            "unknown type: `{}` (try {})",
            excerpt(kind.text),
            either(&kinds.map(GridKind::name))
        ))
    })?;
    let mut grid = GridDiagram { kind, rows: Vec::new() };
    for line in rows {
        let row: Vec<String> = line.text.split_whitespace().map(str::to_owned).collect();
        if row.len() > kind.columns() {
            let (name, most) = (kind.name(), kind.columns());
            let problem =
                format!("a row of type {name} has at most {most} cells, this one has {}", row.len());
            return Err(BadText::at(line.number, problem));
        }
        grid.rows.push(row);
    }
    Ok(grid)
}

fn read_board(lines: &[Line]) -> Result<BoardDiagram, BadText> {
    let (rows, directives) = lines.split_at(lines.iter().take_while(|line| !line.text.contains(':')).count());
    let cells: Vec<&str> = rows.iter().map(|line| line.text).collect();
    let pieces = board_from_rows(&cells).map_err(|bad| BadText {
        line: lines.get(bad.row).or(lines.last()).map_or(1, |line| line.number),
        column: Some(bad.column + 1),
        problem: bad.problem,
    })?;
    let mut board = BoardDiagram { pieces, margins: [0.0; 4], items: Vec::new() };
    for line in directives {
        board.read_directive(*line)?;
    }
    Ok(board)
}

impl BoardDiagram {
    fn read_directive(&mut self, line: Line) -> Result<(), BadText> {
        let Some((name, fields)) = line.split() else {
            return Err(line
                .field(0, line.text)
                .bad(format!("not a directive: `{}`", excerpt(line.text.trim()))));
        };
        let item = match (name.text, fields.as_slice()) {
            ("margins", [sides, ends]) => {
                let (sides, ends) = (sides.margin()?, ends.margin()?);
                self.margins = [sides, ends, sides, ends];
                return Ok(());
            }
            ("margins", [left, top, right, bottom]) => {
                self.margins = [left.margin()?, top.margin()?, right.margin()?, bottom.margin()?];
                return Ok(());
            }
            ("arrow", [from, to, color]) => match (from.place()?, to.place()?, color.color()?) {
                (at, to, color) if at == to => Item::Ring { at, color },
                (from, to, color) => Item::Arrow { from, to, color },
            },
            ("text", [text, x, y]) => {
                Item::Text { text: text.text.to_owned(), x: x.number()?, y: y.number()? }
            }
            ("corner text", [text, x, y]) => {
                Item::Corner { text: text.text.to_owned(), x: x.number()?, y: y.number()? }
            }
            ("rect", [x1, y1, x2, y2]) => {
                Item::Rect { x1: x1.number()?, y1: y1.number()?, x2: x2.number()?, y2: y2.number()? }
            }
            ("card", [code, x, y]) => Item::Card { code: code.card()?, x: x.number()?, y: y.number()? },
            ("checkers", [white, black]) => Item::Checkers { white: white.count()?, black: black.count()? },
            (unfit, fields) => return Err(name.bad(unfit_directive(unfit, fields.len()))),
        };
        self.items.push(item);
        Ok(())
    }
}

fn unfit_directive(name: &str, fields: usize) -> String {
    match DIRECTIVES.iter().find(|(known, _)| *known == name) {
        Some((_, form)) => format!("wrong number of fields: {fields} (write `{form}`)"),
        None => {
            let names = DIRECTIVES.map(|(known, _)| known);
            format!("unknown directive: `{}` (try {})", excerpt(name), either(&names))
        }
    }
}

#[derive(Clone, Copy)]
struct Line<'a> {
    number: usize,
    text: &'a str,
}

impl<'a> Line<'a> {
    /// What stands before the first colon, and what stands between the commas behind it.
    fn split(self) -> Option<(Field<'a>, Vec<Field<'a>>)> {
        let (name, rest) = self.text.split_once(':')?;
        let mut start = name.len() + 1;
        let fields = rest.split(',').map(|text| {
            let field = self.field(start, text);
            start += text.len() + 1;
            field
        });
        Some((self.field(0, name), fields.collect()))
    }

    fn field(self, start: usize, text: &'a str) -> Field<'a> {
        let blanks = text.len() - text.trim_start().len();
        Field { line: self, start: start + blanks, text: text.trim() }
    }
}

/// A part of a line without the blanks around it.
#[derive(Clone, Copy)]
struct Field<'a> {
    line: Line<'a>,
    /// Where it starts, in bytes.
    start: usize,
    text: &'a str,
}

impl Field<'_> {
    fn bad(self, problem: impl Into<String>) -> BadText {
        let before = self.line.text.char_indices().take_while(|(place, _)| *place < self.start).count();
        BadText { line: self.line.number, column: Some(before + 1), problem: problem.into() }
    }

    fn not(self, expected: &str) -> BadText {
        self.bad(format!("not {expected}: `{}`", excerpt(self.text)))
    }

    fn number(self) -> Result<f32, BadText> {
        let size = self.text.strip_prefix('-').unwrap_or(self.text);
        let (whole, fraction) = size.split_once('.').unwrap_or((size, "0"));
        // Reading a float takes more than plain numbers: `inf`, `1e9`, `+1`, `1.`.
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let plain = digits(whole) && digits(fraction) && !fraction.is_empty();
        let number = self.text.parse().ok().filter(|number: &f32| plain && number.abs() <= FARTHEST as f32);
        number.ok_or_else(|| self.not(&format!("a plain number from -{FARTHEST} to {FARTHEST}")))
    }

    fn margin(self) -> Result<f32, BadText> {
        let number = self.number()?;
        if number < 0.0 { Err(self.not("a margin of 0 or more")) } else { Ok(number) }
    }

    fn count(self) -> Result<u8, BadText> {
        let digits = self.text.bytes().all(|byte| byte.is_ascii_digit());
        let count = self.text.parse().ok().filter(|count| digits && *count <= FARTHEST as u8);
        count.ok_or_else(|| self.not(&format!("a whole number from 0 to {FARTHEST}")))
    }

    fn place(self) -> Result<Place, BadText> {
        let read = || {
            let mut letters = self.text.chars();
            let file = letters.next().filter(char::is_ascii_lowercase).and_then(File::from_char)?;
            let rank = letters.as_str();
            let plain = !rank.starts_with('+');
            let rank =
                rank.parse().ok().filter(|rank: &i32| plain && rank.unsigned_abs() <= FARTHEST as u32)?;
            Some(Place { file, rank })
        };
        read().ok_or_else(|| self.not("a square such as `e4`, or `e0` below the board"))
    }

    fn color(self) -> Result<String, BadText> {
        let color = self.text.to_ascii_lowercase();
        let named = !color.is_empty() && color.bytes().all(|byte| byte.is_ascii_lowercase());
        let digits = color.strip_prefix('#').unwrap_or_default();
        let coded =
            matches!(digits.len(), 3 | 4 | 6 | 8) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        match color.as_str() {
            "grey" => Ok("gray".to_owned()),
            _ if named || coded => Ok(color),
            _ => Err(self.not("a color such as `white`, `black`, `gray` or `#804000`")),
        }
    }

    fn card(self) -> Result<CardCode, BadText> {
        self.text.parse().map_err(|bad: BadText| self.bad(bad.problem))
    }
}

impl FromStr for CardCode {
    type Err = BadText;

    fn from_str(text: &str) -> Result<CardCode, BadText> {
        let mut letters = text.chars();
        let card = match (letters.next(), letters.next_back(), letters.as_str()) {
            (Some(letter), None, "") => Piece::from_char(letter).map(CardCode::Piece),
            (Some(letter @ ('C' | 'c')), Some(pips @ '0'..='9'), "") => {
                Some(CardCode::Checkers { color: Color::from_white(letter == 'C'), pips: pips as u8 - b'0' })
            }
            (Some(_), Some(_), "ac") if text == "back" => Some(CardCode::Back),
            (Some(_), Some(suit), _) => playing_card(&text[..text.len() - suit.len_utf8()], suit),
            (Some(_), None, _) | (None, _, _) => None,
        };
        card.ok_or_else(|| BadText {
            line: 1,
            column: Some(1),
            problem: format!("not a card: `{}` (a card is `back`, `K`, `C4` or `10H`)", excerpt(text)),
        })
    }
}

fn playing_card(rank: &str, suit: char) -> Option<CardCode> {
    let suits = [Suit::Hearts, Suit::Diamonds, Suit::Spades, Suit::Clubs];
    let suit = suits.into_iter().find(|known| known.letter() == suit)?;
    let rank = (1..).zip(CARD_RANKS).find(|(_, known)| *known == rank)?.0;
    Some(CardCode::Playing { rank, suit })
}

impl Suit {
    /// The letter in the code of a card.
    pub fn letter(self) -> char {
        match self {
            Suit::Hearts => 'H',
            Suit::Diamonds => 'D',
            Suit::Spades => 'S',
            Suit::Clubs => 'C',
        }
    }

    fn name(self) -> &'static str {
        match self {
            Suit::Hearts => "hearts",
            Suit::Diamonds => "diamonds",
            Suit::Spades => "spades",
            Suit::Clubs => "clubs",
        }
    }
}

impl GridKind {
    /// The word behind `type:`, as the printed books have it.
    pub fn name(self) -> &'static str {
        match self {
            GridKind::Captures => "masquerade",
            GridKind::Numbers => "cloak",
            GridKind::Cards => "cards",
        }
    }

    /// How many columns a whole row has.
    pub fn columns(self) -> usize {
        match self {
            GridKind::Captures => 7,
            GridKind::Numbers => 9,
            GridKind::Cards => 10,
        }
    }
}

impl Place {
    /// The square, if the place is on the board.
    pub fn square(self) -> Option<Square> {
        let rank = u32::try_from(self.rank.checked_sub(1)?).ok()?;
        Some(Square::from_coords(self.file, Rank::try_from(rank).ok()?))
    }
}

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

impl fmt::Display for CardCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CardCode::Back => f.write_str("back"),
            CardCode::Piece(piece) => write!(f, "{}", piece.char()),
            CardCode::Checkers { color, pips } => write!(f, "{}{pips}", color.fold_wb('C', 'c')),
            CardCode::Playing { rank, suit } => match CARD_RANKS.get(usize::from(*rank).wrapping_sub(1)) {
                Some(rank) => write!(f, "{rank}{}", suit.letter()),
                None => write!(f, "{rank}{}", suit.letter()),
            },
        }
    }
}

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

impl CardCode {
    /// The card in words, such as `white king`, `10 of clubs` or `face down`.
    pub fn described(&self) -> String {
        match self {
            CardCode::Back => "face down".to_owned(),
            CardCode::Piece(piece) => piece_name(*piece),
            CardCode::Checkers { color, pips } => format!("{color} checker with {pips} pips"),
            CardCode::Playing { rank: 1, suit } => format!("ace of {}", suit.name()),
            CardCode::Playing { rank: 11, suit } => format!("jack of {}", suit.name()),
            CardCode::Playing { rank: 12, suit } => format!("queen of {}", suit.name()),
            CardCode::Playing { rank: 13, suit } => format!("king of {}", suit.name()),
            CardCode::Playing { rank, suit } => format!("{rank} of {}", suit.name()),
        }
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

fn piece_name(piece: Piece) -> String {
    format!("{} {}", piece.color, role_word(piece.role))
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

#[cfg(test)]
mod tests {
    use super::*;

    const EMPTY: &str = ". . . . . . . .\n";

    /// The names and texts of all diagrams of the printed books.
    fn fixtures() -> Vec<(String, String)> {
        let mut fixtures = Vec::new();
        for edition in ["2023-drafts", "2024-book", "2024-booklet", "2025"] {
            let folder = format!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/{}"), edition);
            for entry in std::fs::read_dir(folder).expect("the folder of an edition") {
                let path = entry.expect("a file of the edition").path();
                let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
                fixtures.push((format!("{edition}/{name}"), std::fs::read_to_string(path).expect("a text")));
            }
        }
        fixtures.sort();
        fixtures
    }

    fn fixture(name: &str) -> BoardDiagram {
        let found = fixtures().into_iter().find(|(known, _)| known == name);
        match found.expect("the fixture is there").1.parse().expect("the fixture can be read") {
            Diagram::Board(board) => board,
            Diagram::Grid(grid) => panic!("{name} is a {} grid", grid.kind.name()),
        }
    }

    fn with(directive: &str) -> Result<BoardDiagram, BadText> {
        let diagram = format!("{}{directive}", EMPTY.repeat(8)).parse()?;
        match diagram {
            Diagram::Board(board) => Ok(board),
            Diagram::Grid(grid) => panic!("a board, not a {} grid", grid.kind.name()),
        }
    }

    #[test]
    fn all_fixtures_are_read_and_counted_and_written_back() {
        let (mut boards, mut margins, mut grids, mut items) = (0, 0, [0; 3], [0; 7]);
        for (name, text) in fixtures() {
            let diagram: Diagram = text.parse().unwrap_or_else(|bad| panic!("{name}: {bad}"));
            assert_eq!(diagram.to_string().parse().as_ref(), Ok(&diagram), "{name}");
            assert!(!diagram.described().is_empty(), "{name}");
            margins += text.lines().filter(|line| line.starts_with("margins:")).count();
            match diagram {
                Diagram::Board(board) => {
                    boards += 1;
                    for item in &board.items {
                        items[match item {
                            Item::Arrow { .. } => 0,
                            Item::Ring { .. } => 1,
                            Item::Card { .. } => 2,
                            Item::Text { .. } => 3,
                            Item::Corner { .. } => 4,
                            Item::Rect { .. } => 5,
                            Item::Checkers { .. } => 6,
                        }] += 1;
                    }
                }
                Diagram::Grid(grid) => grids[grid.kind as usize] += 1,
            }
        }
        assert_eq!((boards, margins), (86, 66));
        assert_eq!(grids, [9, 2, 6], "masquerade, cloak, cards");
        assert_eq!(
            items,
            [99, 70, 304, 41, 2, 3, 5],
            "arrows, rings, cards, texts, corners, rects, checkers"
        );
    }

    #[test]
    fn directives_are_read_as_the_books_mean_them() {
        let house = fixture("2025/crowded-house1");
        assert_eq!(house.items[0], Item::Text { text: "1: Walter".to_owned(), x: 10.5, y: 1.0 });
        assert_eq!(house.margins, [3.0, 0.0, 3.0, 0.0]);
        let item = |directive: &str| with(directive).expect("a directive").items.remove(0);
        assert_eq!(item("card: back, 12, .25"), Item::Card { code: CardCode::Back, x: 12.0, y: 0.25 });
        let white_ring = Item::Ring { at: Place { file: File::B, rank: 6 }, color: "white".to_owned() };
        assert_eq!(item("arrow: b6,b6,white"), white_ring);
        let below = |file| Place { file, rank: 0 };
        let king = Item::Arrow { from: below(File::E), to: below(File::C), color: "gray".to_owned() };
        assert_eq!(item("arrow: e0, c0, grey"), king);
        assert!(fixture("2025/chess9601").items.contains(&king));
        assert_eq!(
            with("margins: 1, 2\nmargins: 0, .5, 2, 1").map(|board| board.margins),
            Ok([0.0, 0.5, 2.0, 1.0])
        );
        assert_eq!(item("rect: -1, -.5, 4, 8"), Item::Rect { x1: -1.0, y1: -0.5, x2: 4.0, y2: 8.0 });
    }

    #[test]
    fn golf_boards_are_equal_in_all_editions() {
        for number in 1..=9 {
            let board = |edition| fixture(&format!("{edition}/chess-golf{number}")).pieces;
            assert_eq!(board("2024-book"), board("2025"), "{number}");
            assert_eq!(board("2024-booklet"), board("2025"), "{number}");
        }
    }

    #[test]
    fn cards_are_written_as_they_are_read() {
        for code in ["back", "K", "n", "C4", "c9", "AS", "2H", "10C", "JD", "QC", "KH"] {
            assert_eq!(code.parse::<CardCode>().map(|card| card.to_string()), Ok(code.to_owned()));
        }
        for code in ["", "Back", "x", "1H", "11H", "10", "10c", "AX", "C10", "KK", "\u{212a}", "é", "bäck"]
        {
            assert!(code.parse::<CardCode>().is_err(), "{code}");
        }
    }

    #[test]
    fn a_picture_is_told_in_words() {
        let marks = fixture("2025/crowded-house2").marks();
        assert_eq!(marks[0], "white bishop f1 to c4");
        assert_eq!(marks[1], "\"1: Walter\" right of rank 1");
        assert_eq!(marks[5], "dashed box a1-d8");
        let cards = with("card: K, 8.5, 0\ncard: 10C, 9, 0\ncard: back, 9, 5").expect("three cards").marks();
        assert_eq!(
            cards,
            ["cards white king, 10 of clubs right of rank 7", "card face down right of rank 2"]
        );
        let grid: Diagram = "type: cloak\n. 1 2 3\nK . . O\nQ".parse().expect("a grid");
        assert_eq!(grid.described(), "cloak grid; row K: 3 O; row Q: empty");
    }

    #[test]
    fn bad_diagrams_name_their_place() {
        let read = |text: &str| text.parse::<Diagram>().expect_err("cannot be read").to_string();
        let bad = |directive: &str| with(directive).expect_err("cannot be read").to_string();
        assert_eq!(read(""), "line 1, column 1: a board has 8 rows, this one has 0");
        assert_eq!(read(&EMPTY.repeat(9)), "line 9, column 1: a board has 8 rows, this one has 9");
        let nine = format!("{EMPTY}. . . . . . . . .\n{}", EMPTY.repeat(6));
        assert_eq!(read(&nine), "line 2, column 17: a row has 8 cells, this one has 9");
        let directives = "arrow, text, corner text, rect, margins, card or checkers";
        assert_eq!(
            bad("\nline: a1, a2"),
            format!("line 10, column 1: unknown directive: `line` (try {directives})")
        );
        assert_eq!(bad("rect: 1, 1, 2, 2\n hello"), "line 10, column 2: not a directive: `hello`");
        assert_eq!(
            bad("card: K, 1"),
            "line 9, column 1: wrong number of fields: 2 (write `card: code, x, y`)"
        );
        assert_eq!(
            bad("card:  1H, 1, 2"),
            "line 9, column 8: not a card: `1H` (a card is `back`, `K`, `C4` or `10H`)"
        );
        for number in ["", "-", ".", "1.", "+1", "1e1", "inf", "NaN", "101", "1.2.3", "--1", "٣"] {
            let error = format!("line 9, column 12: not a plain number from -100 to 100: `{number}`");
            assert_eq!(bad(&format!("text: é, 1,{number}")), error);
        }
        for place in ["i1", "E4", "e", "e+4", "e101", "e99999999999", "4e", ""] {
            assert!(bad(&format!("arrow: {place}, e4, white")).contains("not a square"), "{place}");
        }
        assert!(bad("arrow: e2, e4, url(x)").starts_with("line 9, column 16: not a color"));
        assert!(bad("margins: -1, 0").contains("not a margin"));
        assert!(bad("checkers: 1, 256").contains("not a whole number"));
        assert_eq!(read("type: x"), "line 1, column 7: unknown type: `x` (try masquerade, cloak or cards)");
        assert!(
            read("type: cloak\n. 1 2 3 4 5 6 7 8 9").starts_with("line 2: a row of type cloak has at most 9")
        );
    }
}
