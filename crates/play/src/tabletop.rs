//! What lies on a table for one viewer, and how one points at it.
//!
//! A screen knows parts and spots, never games.
//! Every renderer draws the same [`Tabletop`]: the terminal, the browser, the printer, and
//! the text form in `tabletop/text.rs`, which is the diagram format of the rule books with a
//! line or a block for each further part.
//!
//! The types here are the promise to the outside: they, and nothing secret behind them,
//! can be serialized.

mod names;
mod price;
mod text;
mod words;

use std::fmt;

use kit_chess::Step;
use kit_chess::shakmaty::{Board as Pieces, Color, Piece, Role, Square};
use serde::{Serialize, Serializer};

use self::names::{color_name, piece_letters, role_name_of, square_name, square_name_if_any, square_names};
pub use self::price::{Asks, Brings, Preview, Price, Prices, Worth};
pub use self::words::{color_word, role_word, squares_in_words};
use crate::Sentence;
use crate::sentence::{Filling, Label, Voice};

/// Everything one viewer has in front of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Tabletop {
    /// What to do now, in words.
    pub prompt: Prompt,
    /// What lies there, the most important first.
    pub parts: Vec<Part>,
    /// The seats of which everybody knows that they have sealed a choice, until it is opened.
    ///
    /// The prompt or a part says it too, so the text form leaves it out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", ts(as = "Option<Vec<&'static str>>", optional))]
    pub sealed: Vec<&'static str>,
}

/// What to do now.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Prompt {
    /// One short sentence.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", ts(flatten))]
    pub words: Sentence,
    /// The parts of a turn, when it has several.
    pub steps: Vec<Label>,
    /// Which of the steps is going on.
    pub step: Option<usize>,
    /// The rule that matters now, by its id.
    pub rule: Option<&'static str>,
    /// One more sentence that helps to decide, where there is room for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub more: Option<Sentence>,
    /// Whether a move from square to square that is chosen now is made at once, and not sealed first.
    ///
    /// Everybody may know it, because it follows from the part of the turn; so a screen shows the move
    /// before there is an answer.
    /// The text form leaves it out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schema", ts(as = "Option<bool>", optional))]
    pub makes: bool,
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
    /// Points of several rounds.
    Scores(Scores),
    /// What choices may bring.
    Prices(Prices),
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
    /// Figures that lie under squares, out of play for now.
    pub under: Vec<Figure>,
    /// Layers on which figures can stand without meeting, the first the one where they start;
    /// empty on a board with one layer only.
    pub layers: Vec<Layer>,
    /// What may be on a square for all that this viewer knows, where that is shown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", ts(as = "Option<Vec<Possible>>", optional))]
    pub possible: Vec<Possible>,
    /// How figures move that do not move like themselves, where that is shown at a touch.
    ///
    /// It follows from where the figures stand, so the text form leaves it out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", ts(as = "Option<Vec<Borrowed>>", optional))]
    pub borrowed: Vec<Borrowed>,
}

/// A way of moving that a figure does not have of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Borrowed {
    /// Where the figure stands.
    #[serde(serialize_with = "square_name")]
    #[cfg_attr(feature = "schema", ts(type = "string"), schema(value_type = String))]
    pub square: Square,
    /// What it moves like.
    #[serde(serialize_with = "role_name_of")]
    #[cfg_attr(
        feature = "schema",
        ts(type = "'pawn' | 'knight' | 'bishop' | 'rook' | 'queen' | 'king'"),
        schema(value_type = String)
    )]
    pub role: Role,
    /// Who lends it; nobody if a rule does.
    #[serde(serialize_with = "square_name_if_any")]
    #[cfg_attr(feature = "schema", ts(type = "string | null"), schema(value_type = Option<String>))]
    pub lender: Option<Square>,
}

/// What may be on or under a square, for all that a viewer knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Possible {
    /// Where.
    #[serde(serialize_with = "square_name")]
    #[cfg_attr(feature = "schema", ts(type = "string"), schema(value_type = String))]
    pub square: Square,
    /// Whether it would lie under the square and not stand on it.
    pub under: bool,
    /// The pieces that it may be, each by its letter.
    #[serde(serialize_with = "piece_letters")]
    #[cfg_attr(feature = "schema", ts(type = "string[]"), schema(value_type = Vec<String>))]
    pub pieces: Vec<Piece>,
}

/// One of several boards that share their squares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Layer {
    /// Where it is: `behind the mirror`.
    pub name: Label,
    /// The squares of the figures that stand on it.
    #[serde(serialize_with = "square_names")]
    #[cfg_attr(feature = "schema", ts(type = "string[]"), schema(value_type = Vec<String>))]
    pub squares: Vec<Square>,
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
    /// This piece cannot move as usual.
    Hampered,
    /// This piece carries something that it may throw.
    Armed,
    /// What is thrown here frees this piece.
    Freed,
}

/// A framed area of the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Zone {
    /// What the area is.
    pub label: Label,
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
    pub title: Label,
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
    pub title: Label,
    /// Whether only this viewer sees it.
    pub private: bool,
    /// What the columns stand for.
    pub columns: Vec<Sentence>,
    /// The rows.
    pub rows: Vec<GridRow>,
    /// The heading of the notes at the end of the rows, if there are any.
    pub note: Option<Label>,
    /// What rows and columns are, in this order, where a grid needs to say it.
    pub axes: Option<[Label; 2]>,
}

/// A row of a grid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct GridRow {
    /// What the row stands for.
    pub label: Sentence,
    /// One cell for each column.
    pub cells: Vec<Cell>,
    /// What is written at the end of the row.
    pub note: Label,
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
    pub title: Label,
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
    pub title: Label,
    /// The places.
    pub places: Vec<Sentence>,
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
    pub title: Label,
    /// The lines.
    pub lines: Vec<SheetLine>,
}

/// A line of a sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct SheetLine {
    /// What it is about.
    pub label: Label,
    /// What it says.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", ts(flatten))]
    pub value: Sentence,
}

impl SheetLine {
    /// A line that says this of that.
    pub fn new(label: Sentence, value: Sentence) -> SheetLine {
        SheetLine { label: label.into(), value }
    }
}

/// Time for a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Clock {
    /// The name by which spots call it.
    pub id: &'static str,
    /// Whose time it is.
    pub title: Label,
    /// What is left.
    pub milliseconds: u64,
    /// Whether it is running.
    pub running: bool,
}

/// A score card: who scored what in which round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Scores {
    /// The name by which spots call it.
    pub id: &'static str,
    /// What it is, for people.
    pub title: Label,
    /// What the columns stand for, such as the numbers of rounds.
    pub rounds: Vec<Label>,
    /// One row for each seat or team that scores.
    pub rows: Vec<ScoreRow>,
}

/// What one seat or team scored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ScoreRow {
    /// Who it is.
    pub who: Label,
    /// One for each round; nothing for a round that has not been scored.
    pub points: Vec<Option<i32>>,
    /// All points together.
    pub total: i32,
    /// What they have raised their hand for in this round, if they have: a number of moves, say.
    pub claim: Option<Label>,
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
    pub label: Label,
    /// What it sets off by itself, where that is worth telling.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub preview: Option<Preview>,
    /// What the answers tell and cost, if it is a question.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub asks: Option<Asks>,
}

/// Something that looks possible and is not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Barred {
    /// How one would point at it.
    #[cfg_attr(feature = "schema", ts(type = "string[]"), schema(value_type = Vec<String>))]
    pub gesture: Gesture,
    /// Why it is not possible.
    pub reason: Sentence,
}

impl Board {
    /// A board with these pieces, seen from one side.
    pub fn new(pieces: &Pieces, bottom: Color) -> Board {
        let figures =
            pieces.iter().map(|(square, piece)| Figure { square, color: piece.color, role: piece.role });
        Board {
            id: "board",
            bottom,
            figures: figures.collect(),
            tokens: Vec::new(),
            marks: Vec::new(),
            zones: Vec::new(),
            under: Vec::new(),
            layers: Vec::new(),
            possible: Vec::new(),
            borrowed: Vec::new(),
        }
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

    /// Whether the figure on a square stands on another layer than the one where figures start.
    pub fn is_beyond(&self, square: Square) -> bool {
        self.layers.iter().skip(1).any(|layer| layer.squares.contains(&square))
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

impl Part {
    /// What choices may bring, if it says that.
    pub fn prices(&self) -> Option<&Prices> {
        if let Part::Prices(prices) = self { Some(prices) } else { None }
    }

    /// Says everything in this voice from now on.
    fn say_as(&mut self, voice: &dyn Voice) {
        match self {
            Part::Board(board) => {
                board.zones.iter_mut().for_each(|zone| zone.label.say_as(voice));
                board.layers.iter_mut().for_each(|layer| layer.name.say_as(voice));
            }
            Part::Cards(cards) => cards.title.say_as(voice),
            Part::Grid(grid) => grid.say_as(voice),
            Part::Tray(tray) => tray.title.say_as(voice),
            Part::Track(track) => {
                track.title.say_as(voice);
                track.places.iter_mut().for_each(|place| place.say_as(voice));
            }
            Part::Sheet(sheet) => {
                sheet.title.say_as(voice);
                for line in &mut sheet.lines {
                    line.label.say_as(voice);
                    line.value.say_as(voice);
                }
            }
            Part::Clock(clock) => clock.title.say_as(voice),
            Part::Scores(scores) => scores.say_as(voice),
            Part::Prices(prices) => prices.say_as(voice),
        }
    }
}

impl Grid {
    fn say_as(&mut self, voice: &dyn Voice) {
        let axes = self.axes.iter_mut().flatten();
        let notes = self.rows.iter_mut().map(|row| &mut row.note).filter(|note| !note.is_empty());
        [&mut self.title]
            .into_iter()
            .chain(&mut self.note)
            .chain(axes)
            .chain(notes)
            .for_each(|label| label.say_as(voice));
        let rows = self.rows.iter_mut().map(|row| &mut row.label);
        self.columns.iter_mut().chain(rows).for_each(|sentence| sentence.say_as(voice));
    }
}

impl Scores {
    fn say_as(&mut self, voice: &dyn Voice) {
        self.title.say_as(voice);
        self.rounds.iter_mut().for_each(|round| round.say_as(voice));
        for row in &mut self.rows {
            row.who.say_as(voice);
            row.claim.iter_mut().for_each(|claim| claim.say_as(voice));
        }
    }
}

impl Offer {
    /// Says everything in this voice from now on.
    pub fn say_as(&mut self, voice: &dyn Voice) {
        self.label.say_as(voice);
        self.preview.iter_mut().for_each(|preview| preview.say_as(voice));
        self.asks.iter_mut().for_each(|asks| asks.say_as(voice));
    }
}

impl Barred {
    /// Says everything in this voice from now on.
    pub fn say_as(&mut self, voice: &dyn Voice) {
        self.reason.say_as(voice);
    }
}

impl Tabletop {
    /// The same, said in this voice.
    pub fn said_as(mut self, voice: &dyn Voice) -> Tabletop {
        self.prompt.words.say_as(voice);
        self.prompt.steps.iter_mut().for_each(|step| step.say_as(voice));
        self.prompt.more.iter_mut().for_each(|more| more.say_as(voice));
        self.parts.iter_mut().for_each(|part| part.say_as(voice));
        self
    }

    /// The board, if the table has one.
    pub fn board(&self) -> Option<&Board> {
        self.parts.iter().find_map(|part| match part {
            Part::Board(board) => Some(board),
            Part::Cards(_)
            | Part::Grid(_)
            | Part::Tray(_)
            | Part::Track(_)
            | Part::Sheet(_)
            | Part::Clock(_)
            | Part::Scores(_)
            | Part::Prices(_) => None,
        })
    }

    /// An action as a sentence speaks of it: as the move of a figure here, if it is written as one.
    pub fn told(&self, action: &str) -> Filling {
        let step = action.get(..4).and_then(|_| action.parse::<Step>().ok());
        let figures = self.board().map_or(&[][..], |board| &board.figures);
        let at = |square: Square| figures.iter().find(|figure| figure.square == square);
        match step.and_then(|step| Some((step, at(step.from)?))) {
            Some((step, figure)) => {
                let takes = at(step.to).is_some_and(|other| other.color != figure.color);
                Filling::Move { piece: figure.role.of(figure.color), step, takes }
            }
            None => Filling::text(action),
        }
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
