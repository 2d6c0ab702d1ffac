//! A hole: the board and the cards, and how both are written.

use std::fmt;
use std::str::FromStr;

use kit_chess::rows_of;
use kit_chess::shakmaty::{Board, Color, Piece, Role, Square};
use kit_play::sentence::Filling;
use kit_play::{Arrangement, BadText, Sentence, say};

/// What the rules leave open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// A color without neighbors steps like kings.
    pub special_king_move: bool,
    /// A piece may move in the manner of the neighbor that it captures.
    pub borrow_from_victim: bool,
    /// One piece makes all captures, not only one type.
    pub single_capturer: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { special_king_move: true, borrow_from_victim: true, single_capturer: false }
    }
}

/// A board and the cards that were turned up for it.
///
/// Written as eight rows, rank 8 first, then `chosen:` with the cards; in the middle of a
/// hole also `taking:` with the square of the piece that captured last, and `taken:` with
/// what was captured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hole {
    board: Board,
    chosen: Vec<Piece>,
    taking: Option<Square>,
    taken: Vec<Piece>,
}

/// The most cards of a hole that is written down.
const MOST_WRITTEN: usize = 4;
/// The most cards of any hole: what they name is captured with ten moves, and so many fingers there are.
const MOST_CARDS: usize = 11;

/// The letters of the cards.
const LETTERS: &str = "KQRBN kqrbn";

/// The roles that play, in the order of their gaps.
const ROLES: [Role; 5] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

impl Hole {
    /// A hole before its first move.
    ///
    /// # Errors
    ///
    /// Fails when the pieces are not from one set, or a card names a piece that is not there.
    pub fn new(board: Board, chosen: Vec<Piece>) -> Result<Hole, BadText> {
        let hole = Hole { board, chosen, taking: None, taken: Vec::new() };
        hole.check(MOST_CARDS).map_err(|(_, problem)| BadText::at(1, problem))?;
        Ok(hole)
    }

    /// A hole in the middle: the piece on `taking` has captured, and `taken` is gone.
    ///
    /// # Errors
    ///
    /// Fails like [`Hole::new`], and when what was taken does not fit the cards.
    pub fn begun(
        board: Board,
        chosen: Vec<Piece>,
        taking: Square,
        taken: Vec<Piece>,
    ) -> Result<Hole, BadText> {
        let hole = Hole { board, chosen, taking: Some(taking), taken };
        hole.check(MOST_CARDS).map_err(|(_, problem)| BadText::at(1, problem))?;
        Ok(hole)
    }

    /// Where the pieces stand.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The cards.
    pub fn chosen(&self) -> &[Piece] {
        &self.chosen
    }

    /// The piece that captured last, in the middle of a hole.
    pub fn taking(&self) -> Option<Square> {
        self.taking
    }

    /// What was captured, in the middle of a hole.
    pub fn taken(&self) -> &[Piece] {
        &self.taken
    }

    /// What is wrong, and the key that it concerns.
    fn check(&self, most: usize) -> Result<(), (&'static str, Sentence)> {
        if let Some(pawn) = self.board.pawns().first() {
            return Err(("board", say!("a pawn stands on {square}, and Chess Golf has none", square = pawn)));
        }
        if !(2..=most).contains(&self.chosen.len()) {
            let found = self.chosen.len();
            return Err(("chosen", say!("a hole has 2 to {most} cards, this one has {found}", most, found)));
        }
        for piece in types() {
            let on_board = self.board.by_piece(piece).count();
            let there = on_board + count(&self.taken, piece);
            if there > copies(piece.role) {
                let (copies, piece) = (copies(piece.role), Filling::text(letter(piece)));
                let problem =
                    say!("the set has {copies} of `{piece}`, here are {there}", copies, piece, there);
                return Err(("board", problem));
            }
            let cards = count(&self.chosen, piece);
            if cards > there {
                let piece = Filling::text(letter(piece));
                let problem = match cards {
                    1 => say!("a card names `{piece}`, which is not on the board", piece),
                    _ => {
                        say!(
                            "the cards name `{piece}` {cards} times, and the board has {there} of it",
                            piece,
                            cards,
                            there
                        )
                    }
                };
                return Err(("chosen", problem));
            }
        }
        self.check_taken()
    }

    /// Whether what was captured fits the cards.
    fn check_taken(&self) -> Result<(), (&'static str, Sentence)> {
        let Some(square) = self.taking else {
            let problem = say!("something was taken, so `taking: <square>` must say by whom");
            return if self.taken.is_empty() { Ok(()) } else { Err(("taken", problem)) };
        };
        let Some(taker) = self.board.piece_at(square).filter(|piece| self.chosen.contains(piece)) else {
            let cards = Filling::text(card_letters(&self.chosen));
            let problem = say!("on {square} stands none of the chosen pieces `{cards}`", square, cards);
            return Err(("taking", problem));
        };
        if self.taken.is_empty() {
            return Err(("taking", say!("a piece has captured, so `taken:` must say what")));
        }
        let mut targets = self.chosen.clone();
        remove(&mut targets, taker);
        for piece in &self.taken {
            if !remove(&mut targets, *piece) {
                let [taker, victim] = [taker, *piece].map(|piece| Filling::text(letter(piece)));
                let cards = Filling::text(card_letters(&self.chosen));
                let problem = say!(
                    "with the cards `{cards}`, `{taker}` may not have taken `{victim}`",
                    cards,
                    taker,
                    victim
                );
                return Err(("taken", problem));
            }
        }
        if targets.is_empty() {
            return Err(("taken", say!("all of the cards are taken already")));
        }
        Ok(())
    }
}

impl FromStr for Hole {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Hole, BadText> {
        let arrangement: Arrangement = text.parse()?;
        arrangement.allow(&["chosen", "taking", "taken"])?;
        let board = arrangement.needed_board()?.clone();
        let expected = say!("some of {letters}, like `Kb`", letters = Filling::text(LETTERS));
        let chosen = arrangement.value("chosen", expected.clone(), cards)?;
        let chosen = chosen.ok_or_else(|| {
            BadText::at(
                text.lines().count().max(1),
                say!("a line `chosen:` with the cards is missing, like `chosen: Kb`"),
            )
        })?;
        let taking = arrangement
            .value("taking", say!("a square, like `a2`, or a type"), |text| taking(text, &board))?;
        let taken = arrangement.value("taken", expected, cards)?.unwrap_or_default();
        let hole = Hole { board, chosen, taking, taken };
        hole.check(MOST_WRITTEN).map_err(|(key, problem)| arrangement.problem(key, problem))?;
        Ok(hole)
    }
}

impl fmt::Display for Hole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in rows_of(&self.board) {
            writeln!(f, "{row}")?;
        }
        write!(f, "chosen: {}", card_letters(&self.chosen))?;
        if let Some(square) = self.taking {
            write!(f, "\ntaking: {square}\ntaken: {}", card_letters(&self.taken))?;
        }
        Ok(())
    }
}

/// Cards as letters, capitals for White.
pub fn card_letters(cards: &[Piece]) -> String {
    cards.iter().map(|card| letter(*card)).collect()
}

/// The ten types of pieces, in the order of their codes.
pub(crate) fn types() -> impl Iterator<Item = Piece> {
    [Color::White, Color::Black]
        .into_iter()
        .flat_map(|color| ROLES.into_iter().map(move |role| Piece { color, role }))
}

/// How many of a role one color has.
pub(crate) fn copies(role: Role) -> usize {
    match role {
        Role::King | Role::Queen => 1,
        Role::Rook | Role::Bishop | Role::Knight => 2,
        Role::Pawn => 0,
    }
}

/// The piece that captured: `a2`, or by its type `b`, or both as `b a2`.
fn taking(text: &str, board: &Board) -> Option<Square> {
    if let Ok(square) = text.parse() {
        return Some(square);
    }
    let mut letters = text.chars();
    let squares = board.by_piece(letters.next().and_then(Piece::from_char)?);
    match letters.as_str().trim() {
        "" => squares.first(),
        name => name.parse().ok().filter(|square| squares.contains(*square)),
    }
}

fn cards(text: &str) -> Option<Vec<Piece>> {
    let card = |letter| Piece::from_char(letter).filter(|piece| piece.role != Role::Pawn);
    text.chars().filter(|letter| !letter.is_whitespace()).map(card).collect()
}

fn letter(piece: Piece) -> char {
    piece.char()
}

fn count(pieces: &[Piece], piece: Piece) -> usize {
    pieces.iter().filter(|other| **other == piece).count()
}

/// Takes one such thing out, if there is one.
pub(crate) fn remove<T: PartialEq>(pieces: &mut Vec<T>, piece: T) -> bool {
    let place = pieces.iter().position(|other| *other == piece);
    place.map(|place| pieces.remove(place)).is_some()
}
