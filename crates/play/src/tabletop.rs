//! What lies on a table for one viewer, and how one points at it.
//!
//! A screen knows parts and spots, never games.
//! Every renderer draws the same [`Tabletop`]: the terminal, the browser, the printer, and
//! the text form below, which is the diagram format of the rule books with a line or a
//! block for each further part.
//!
//! The types here are the promise to the outside: they, and nothing secret behind them,
//! can be serialized.

use std::fmt;

use kit_chess::rows_of;
use kit_chess::shakmaty::{Bitboard, Board as Pieces, Color, Piece, Role, Square};
use serde::{Serialize, Serializer};

/// Everything one viewer has in front of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Tabletop {
    /// What to do now, in words.
    pub prompt: Prompt,
    /// What lies there, the most important first.
    pub parts: Vec<Part>,
}

/// What to do now.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Prompt {
    /// One short sentence.
    pub text: String,
    /// The parts of a turn, when it has several.
    pub steps: Vec<String>,
    /// Which of the steps is going on.
    pub step: Option<usize>,
    /// The rule that matters now, by its id.
    pub rule: Option<&'static str>,
}

/// One thing on a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(tag = "part", rename_all = "kebab-case")]
pub enum Part {
    /// The chess board.
    Board(Board),
    /// A hand, a row or a pile of cards.
    Cards(Cards),
    /// A table of cells that are marked.
    Grid(Grid),
    /// Pieces or tokens beside the board.
    Tray(Tray),
    /// A token on a line of places.
    Track(Track),
    /// Lines of labels and values.
    Sheet(Sheet),
    /// Time that is running or standing.
    Clock(Clock),
}

/// A chess board: figures, tokens under them, marks and zones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Board {
    /// The name by which spots call it.
    pub id: &'static str,
    /// Whose side is at the bottom.
    #[serde(serialize_with = "color_name")]
    #[cfg_attr(feature = "schema", ts(type = "'white' | 'black'"), schema(value_type = String))]
    pub bottom: Color,
    /// The figures.
    pub figures: Vec<Figure>,
    /// Tokens under figures or on empty squares.
    pub tokens: Vec<PlacedToken>,
    /// Squares that are marked.
    pub marks: Vec<Mark>,
    /// Areas that are framed.
    pub zones: Vec<Zone>,
}

/// A chess figure on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Figure {
    /// Where it stands.
    #[serde(serialize_with = "square_name")]
    #[cfg_attr(feature = "schema", ts(type = "string"), schema(value_type = String))]
    pub square: Square,
    /// Whose it is.
    #[serde(serialize_with = "color_name")]
    #[cfg_attr(feature = "schema", ts(type = "'white' | 'black'"), schema(value_type = String))]
    pub color: Color,
    /// What it is.
    #[serde(serialize_with = "role_name_of")]
    #[cfg_attr(
        feature = "schema",
        ts(type = "'pawn' | 'knight' | 'bishop' | 'rook' | 'queen' | 'king'"),
        schema(value_type = String)
    )]
    pub role: Role,
}

/// A token on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PlacedToken {
    /// Where it lies.
    #[serde(serialize_with = "square_name")]
    #[cfg_attr(feature = "schema", ts(type = "string"), schema(value_type = String))]
    pub square: Square,
    /// What it is.
    pub token: Token,
}

/// Something that lies under a figure, or stands for one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(tag = "token", rename_all = "kebab-case")]
pub enum Token {
    /// A checker of one color.
    Checker {
        /// Whose checker it is.
        #[serde(serialize_with = "color_name")]
        #[cfg_attr(feature = "schema", ts(type = "'white' | 'black'"), schema(value_type = String))]
        color: Color,
    },
    /// A checker that tells that the figure on it stands behind the mirror.
    Mirror {
        /// Whose checker it is.
        #[serde(serialize_with = "color_name")]
        #[cfg_attr(feature = "schema", ts(type = "'white' | 'black'"), schema(value_type = String))]
        color: Color,
    },
    /// A coin.
    Coin,
    /// Several checkers of no particular color.
    Stack {
        /// How many.
        count: u8,
    },
    /// A checker with a number, in place of a figure.
    Numbered {
        /// Whose it is.
        #[serde(serialize_with = "color_name")]
        #[cfg_attr(feature = "schema", ts(type = "'white' | 'black'"), schema(value_type = String))]
        color: Color,
        /// Its number.
        number: u8,
    },
}

/// A marked square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Mark {
    /// Which square.
    #[serde(serialize_with = "square_name")]
    #[cfg_attr(feature = "schema", ts(type = "string"), schema(value_type = String))]
    pub square: Square,
    /// What the mark says.
    pub kind: MarkKind,
}

/// What a mark says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum MarkKind {
    /// The last move started here.
    Left,
    /// The last move ended here.
    Reached,
    /// Somebody asked about this square in vain.
    Refused,
    /// A king in check.
    Check,
    /// Attacked, though not check.
    Danger,
    /// This piece has moved already and may not move again this turn.
    Spent,
    /// A card names this piece.
    Named,
}

/// A framed area of the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Zone {
    /// What the area is.
    pub label: String,
    /// One corner.
    #[serde(serialize_with = "square_name")]
    #[cfg_attr(feature = "schema", ts(type = "string"), schema(value_type = String))]
    pub from: Square,
    /// The opposite corner.
    #[serde(serialize_with = "square_name")]
    #[cfg_attr(feature = "schema", ts(type = "string"), schema(value_type = String))]
    pub to: Square,
}

/// Cards that lie together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Cards {
    /// The name by which spots call them.
    pub id: &'static str,
    /// What they are, for people.
    pub title: String,
    /// How they lie.
    pub layout: Layout,
    /// The seat in front of which they lie.
    pub seat: Option<&'static str>,
    /// Whether only this viewer sees them.
    pub private: bool,
    /// The cards, the first or lowest first.
    pub cards: Vec<Card>,
}

/// How cards lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// Held in a hand.
    Hand,
    /// Side by side.
    Row,
    /// One upon the other, the last on top.
    Pile,
}

/// One card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Card {
    /// The code of `chess-cards.md` (`N`, `q`, `10H`), or `back`.
    pub face: String,
    /// A word about its state: `used`, `cancelled`, `next`.
    pub state: Option<&'static str>,
}

impl Card {
    /// A card that lies face up.
    pub fn face(code: impl fmt::Display) -> Card {
        Card { face: code.to_string(), state: None }
    }

    /// A card of which one sees only the back.
    pub fn back() -> Card {
        Card::face("back")
    }

    /// The same card with a word about its state.
    pub fn marked(self, state: &'static str) -> Card {
        Card { state: Some(state), ..self }
    }
}

/// A table of cells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Grid {
    /// The name by which spots call it.
    pub id: &'static str,
    /// What it is, for people.
    pub title: String,
    /// Whether only this viewer sees it.
    pub private: bool,
    /// What the columns stand for.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<GridRow>,
    /// The heading of the notes at the end of the rows, if there are any.
    pub note: Option<String>,
}

/// A row of a grid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct GridRow {
    /// What the row stands for.
    pub label: String,
    /// One cell for each column.
    pub cells: Vec<Cell>,
    /// What is written at the end of the row.
    pub note: String,
}

/// A cell of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Cell {
    /// Nothing is known.
    Blank,
    /// It is so.
    Circle,
    /// It is not so.
    Cross,
}

impl Cell {
    /// The letter of the diagram language.
    pub fn letter(self) -> char {
        match self {
            Cell::Blank => '.',
            Cell::Circle => 'O',
            Cell::Cross => 'X',
        }
    }
}

/// Pieces or tokens beside the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Tray {
    /// The name by which spots call it.
    pub id: &'static str,
    /// What it is, for people.
    pub title: String,
    /// What lies in it, by letter or word.
    pub items: Vec<String>,
}

/// A token on a line of places.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Track {
    /// The name by which spots call it.
    pub id: &'static str,
    /// What it is, for people.
    pub title: String,
    /// The places.
    pub places: Vec<String>,
    /// Where the token is; places before it are over.
    pub at: Option<usize>,
}

/// Lines of labels and values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Sheet {
    /// The name by which spots call it.
    pub id: &'static str,
    /// What it is, for people.
    pub title: String,
    /// The lines.
    pub lines: Vec<(String, String)>,
}

/// Time for a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Clock {
    /// The name by which spots call it.
    pub id: &'static str,
    /// Whose time it is.
    pub title: String,
    /// What is left.
    pub milliseconds: u64,
    /// Whether it is running.
    pub running: bool,
}

/// Where one can point.
///
/// Spots are written `e4`, `hand 2`, `mask 0 3`, or as a word of their own such as `pass`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Spot {
    /// A square of the board.
    Square(Square),
    /// A card, by the part it belongs to and its place there.
    Card(&'static str, usize),
    /// A cell of a grid, by row and column.
    Cell(&'static str, usize, usize),
    /// A word that is offered as a button.
    Word(&'static str),
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spot::Square(square) => write!(f, "{square}"),
            Spot::Card(part, index) => write!(f, "{part} {index}"),
            Spot::Cell(part, row, column) => write!(f, "{part} {row} {column}"),
            Spot::Word(word) => f.write_str(word),
        }
    }
}

impl Serialize for Spot {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Spot::Square(square) => square_name(square, serializer),
            Spot::Card(..) | Spot::Cell(..) | Spot::Word(_) => serializer.collect_str(self),
        }
    }
}

/// The spots to point at, in order.
pub type Gesture = Vec<Spot>;

/// Something a seat may do now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Offer {
    /// The action, as it is written.
    pub action: String,
    /// How to point at it.
    #[cfg_attr(feature = "schema", ts(type = "string[]"), schema(value_type = Vec<String>))]
    pub gesture: Gesture,
    /// The action in words.
    pub label: String,
}

/// Something that looks possible and is not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Barred {
    /// How one would point at it.
    #[cfg_attr(feature = "schema", ts(type = "string[]"), schema(value_type = Vec<String>))]
    pub gesture: Gesture,
    /// Why it is not possible.
    pub reason: &'static str,
}

impl Board {
    /// A board with these pieces, seen from one side.
    pub fn new(pieces: &Pieces, bottom: Color) -> Board {
        let figures =
            pieces.iter().map(|(square, piece)| Figure { square, color: piece.color, role: piece.role });
        let (tokens, marks, zones) = (Vec::new(), Vec::new(), Vec::new());
        Board { id: "board", bottom, figures: figures.collect(), tokens, marks, zones }
    }

    /// The same board with a mark on each of the squares.
    pub fn mark(mut self, kind: MarkKind, squares: impl IntoIterator<Item = Square>) -> Board {
        self.marks.extend(squares.into_iter().map(|square| Mark { square, kind }));
        self
    }

    /// The figure on a square.
    pub fn figure_at(&self, square: Square) -> Option<Piece> {
        let figure = self.figures.iter().find(|figure| figure.square == square)?;
        Some(figure.role.of(figure.color))
    }

    /// The marks on a square.
    pub fn marks_at(&self, square: Square) -> impl Iterator<Item = MarkKind> + '_ {
        self.marks.iter().filter(move |mark| mark.square == square).map(|mark| mark.kind)
    }

    /// The figures as a board of pieces.
    pub fn pieces(&self) -> Pieces {
        let mut pieces = Pieces::empty();
        for figure in &self.figures {
            pieces.set_piece_at(figure.square, figure.role.of(figure.color));
        }
        pieces
    }
}

impl Tabletop {
    /// The board, if the table has one.
    pub fn board(&self) -> Option<&Board> {
        self.parts.iter().find_map(|part| match part {
            Part::Board(board) => Some(board),
            Part::Cards(_)
            | Part::Grid(_)
            | Part::Tray(_)
            | Part::Track(_)
            | Part::Sheet(_)
            | Part::Clock(_) => None,
        })
    }

    /// Whether something lies at the spot; words are always there to be chosen.
    pub fn has(&self, spot: &Spot) -> bool {
        self.parts.iter().any(|part| match (part, spot) {
            (Part::Board(_), Spot::Square(_)) => true,
            (Part::Cards(cards), Spot::Card(id, index)) => cards.id == *id && *index < cards.cards.len(),
            (Part::Grid(grid), Spot::Cell(id, row, column)) => {
                grid.id == *id && *row < grid.rows.len() && *column < grid.columns.len()
            }
            _ => false,
        }) || matches!(spot, Spot::Word(_))
    }
}

/// The text form: the board's rows, then a line or a block for each further part.
impl fmt::Display for Tabletop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for part in &self.parts {
            write!(f, "{part}")?;
        }
        writeln!(f, "prompt: {}", self.prompt.text)
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Board(board) => write!(f, "{board}"),
            Part::Cards(cards) => {
                write!(f, "{}:", cards.id)?;
                for card in &cards.cards {
                    write!(f, " {}", card.face)?;
                    card.state.map_or(Ok(()), |state| write!(f, "({state})"))?;
                }
                writeln!(f)
            }
            Part::Grid(grid) => write!(f, "{grid}"),
            Part::Tray(tray) => writeln!(f, "{}: {}", tray.id, tray.items.join(" ")),
            Part::Track(track) => {
                let place = |(index, place): (usize, &String)| match track.at == Some(index) {
                    true => format!("[{place}]"),
                    false => place.clone(),
                };
                let places: Vec<String> = track.places.iter().enumerate().map(place).collect();
                writeln!(f, "{}: {}", track.id, places.join(", "))
            }
            Part::Sheet(sheet) => {
                sheet.lines.iter().try_for_each(|(label, value)| writeln!(f, "{label}: {value}"))
            }
            Part::Clock(clock) => {
                let state = if clock.running { "running" } else { "standing" };
                writeln!(f, "{}: {} s {state}", clock.id, clock.milliseconds / 1000)
            }
        }
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in rows_of(&self.pieces()) {
            writeln!(f, "{row}")?;
        }
        for PlacedToken { square, token } in &self.tokens {
            writeln!(f, "{}: {square}", token.name())?;
        }
        for kind in MarkKind::ALL {
            let squares: Vec<String> = self
                .marks
                .iter()
                .filter(|mark| mark.kind == kind)
                .map(|mark| mark.square.to_string())
                .collect();
            if !squares.is_empty() {
                writeln!(f, "{}: {}", kind.name(), squares.join(" "))?;
            }
        }
        self.zones.iter().try_for_each(|zone| writeln!(f, "zone: {} {}{}", zone.label, zone.from, zone.to))
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let note = self.note.as_ref().map(|note| format!(" {note}")).unwrap_or_default();
        writeln!(f, "{}:\n  . {}{note}", self.id, self.columns.join(" "))?;
        for row in &self.rows {
            let cells: Vec<String> = row.cells.iter().map(|cell| cell.letter().to_string()).collect();
            let note = match self.note {
                Some(_) if row.note.is_empty() => " _".to_owned(),
                Some(_) => format!(" {}", row.note),
                None => String::new(),
            };
            writeln!(f, "  {} {}{note}", row.label, cells.join(" "))?;
        }
        Ok(())
    }
}

impl MarkKind {
    /// All kinds, in the order in which they are written.
    pub const ALL: [MarkKind; 7] = [
        MarkKind::Left,
        MarkKind::Reached,
        MarkKind::Refused,
        MarkKind::Check,
        MarkKind::Danger,
        MarkKind::Spent,
        MarkKind::Named,
    ];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            MarkKind::Left => "left",
            MarkKind::Reached => "reached",
            MarkKind::Refused => "refused",
            MarkKind::Check => "check",
            MarkKind::Danger => "danger",
            MarkKind::Spent => "spent",
            MarkKind::Named => "named",
        }
    }
}

impl Token {
    /// The words for it.
    pub fn name(self) -> String {
        match self {
            Token::Checker { color } => format!("{} checker", color_word(color)),
            Token::Mirror { color } => format!("{} mirror checker", color_word(color)),
            Token::Coin => "coin".to_owned(),
            Token::Stack { count } => format!("stack of {count}"),
            Token::Numbered { color, number } => format!("{} checker {number}", color_word(color)),
        }
    }
}

/// The word for a color.
pub fn color_word(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}

/// The word for a role.
pub fn role_word(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// The squares of a set, in words: `e4, e5 and e6`.
pub fn squares_in_words(squares: Bitboard) -> String {
    let squares: Vec<String> = squares.into_iter().map(|square| square.to_string()).collect();
    match squares.as_slice() {
        [] => "none".to_owned(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Writes a square without a formatter, because a frame has a hundred of them.
fn square_name<S: Serializer>(square: &Square, serializer: S) -> Result<S::Ok, S::Error> {
    let name = [square.file().char() as u8, square.rank().char() as u8];
    serializer.serialize_str(std::str::from_utf8(&name).expect("squares are named in ASCII"))
}

fn color_name<S: Serializer>(color: &Color, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(color_word(*color))
}

fn role_name_of<S: Serializer>(role: &Role, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(role_word(*role))
}
