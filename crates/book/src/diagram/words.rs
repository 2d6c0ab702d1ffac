//! Diagrams in words, for those who hear them instead of seeing them.

use kit_chess::shakmaty::{Board, Color, File, Piece, Rank, Role, Square};
use kit_play::sentence::{Filling, Language, Names};
use kit_play::{Sentence, say};

use super::{BoardDiagram, Diagram, GridDiagram, GridKind, Item};

impl Diagram {
    /// The picture in English words, for those who hear it instead of seeing it.
    pub fn described(&self) -> String {
        self.described_in(None)
    }

    /// The same in a language; English, if there is none.
    pub fn described_in(&self, language: Option<&'static Language>) -> String {
        let parts = match self {
            Diagram::Board(board) => {
                let pieces = Color::ALL.into_iter().filter_map(|color| army(&board.pieces, color));
                let parts: Vec<Sentence> = pieces.chain(board.told()).collect();
                if parts.is_empty() { vec![say!("empty board")] } else { parts }
            }
            Diagram::Grid(grid) => grid.told(),
        };
        said(&parts, language).join("; ")
    }
}

fn said(sentences: &[Sentence], language: Option<&'static Language>) -> Vec<String> {
    let names = Names::default().in_language(language);
    sentences.iter().map(|sentence| sentence.words_in(&names)).collect()
}

impl BoardDiagram {
    /// The marks in English words, in their order; cards that lie side by side are told together, and so
    /// are rings of one color.
    pub fn marks(&self) -> Vec<String> {
        self.marks_in(None)
    }

    /// The same in a language; English, if there is none.
    pub fn marks_in(&self, language: Option<&'static Language>) -> Vec<String> {
        said(&self.told(), language)
    }

    fn told(&self) -> Vec<Sentence> {
        let marks: Vec<(&Item, Option<Piece>)> = self.items.iter().zip(self.movers()).collect();
        let rows = marks.chunk_by(|(one, _), (other, _)| one.is_told_with(other));
        let told = rows.flat_map(|row| {
            if let [(Item::Ring { color, .. }, _), _, ..] = row {
                return vec![rings(color, row.iter().map(|(item, _)| *item))];
            }
            let mut cards: Vec<(Sentence, Sentence)> =
                row.iter().filter_map(|(item, _)| item.card()).collect();
            match cards.len() {
                0 => row.iter().map(|(item, mover)| item.told(*mover)).collect(),
                1 => cards.drain(..).map(|(card, place)| say!("card {card} {place}", card, place)).collect(),
                _ => {
                    let place = cards[0].1.clone();
                    let cards = Filling::row_of(cards.into_iter().map(|(card, _)| card));
                    vec![say!("cards {cards} {place}", cards, place)]
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
    fn told(&self) -> Vec<Sentence> {
        let blank = |cell: &str| matches!(cell, "." | "_");
        let (header, rows) =
            self.rows.split_first().map_or((&[][..], &[][..]), |(header, rows)| (header, rows));
        let told = |column: usize, cell: &String| {
            let cell = Filling::text(cell);
            match (self.kind, header.get(column)) {
                (GridKind::Captures | GridKind::Numbers, Some(heading)) => {
                    say!("{heading} {cell}", heading = Filling::text(heading), cell)
                }
                (GridKind::Cards, _) if column + 1 == self.kind.columns() => say!("gap {cell}", cell),
                (GridKind::Captures | GridKind::Numbers | GridKind::Cards, _) => say!("{cell}", cell),
            }
        };
        let row = |cells: &Vec<String>| {
            let filled = cells.iter().enumerate().skip(1).filter(|(_, cell)| !blank(cell));
            let filled: Vec<Sentence> = filled.map(|(column, cell)| told(column, cell)).collect();
            let name = Filling::text(cells.first().map_or("", String::as_str));
            if filled.is_empty() {
                say!("row {name}: empty", name)
            } else {
                say!("row {name}: {cells}", name, cells = Filling::row_of(filled))
            }
        };
        let kind = Filling::text(self.kind.name());
        std::iter::once(say!("{kind} grid", kind)).chain(rows.iter().map(row)).collect()
    }
}

impl Item {
    fn told(&self, mover: Option<Piece>) -> Sentence {
        match self {
            Item::Arrow { from, to, color } => {
                let (from, to) = (Filling::text(from), Filling::text(to));
                match (mover, color.as_str()) {
                    (Some(piece), _) => say!("{piece} {from} to {to}", piece, from, to),
                    (None, "white") => say!("white arrow {from} to {to}", from, to),
                    (None, "black") => say!("black arrow {from} to {to}", from, to),
                    (None, "gray" | "grey") => say!("grey arrow {from} to {to}", from, to),
                    (None, color) => {
                        say!("{color} arrow {from} to {to}", color = Filling::text(color), from, to)
                    }
                }
            }
            Item::Ring { at, color } => {
                let at = Filling::text(at);
                match color.as_str() {
                    "white" => say!("white ring on {at}", at),
                    "black" => say!("black ring on {at}", at),
                    "gray" | "grey" => say!("grey ring on {at}", at),
                    color => say!("{color} ring on {at}", color = Filling::text(color), at),
                }
            }
            Item::Text { text, x, y } => {
                say!("\"{text}\" {place}", text = Filling::text(text), place = beside(*x, *y))
            }
            Item::Corner { text, x, y } => {
                say!("\"{text}\" in the corner {place}", text = Filling::text(text), place = beside(*x, *y))
            }
            Item::Rect { x1, y1, x2, y2 } => {
                say!("dashed box {from}-{to}", from = nearest(*x1, *y1), to = nearest(*x2, *y2))
            }
            Item::Card { code, x, y } => {
                say!("card {card} {place}", card = code.told(), place = card_place(*x, *y))
            }
            Item::Checkers { white, black } => {
                let (white, black) = (Filling::text(white), Filling::text(black));
                say!("checkers in hand: white {white}, black {black}", white, black)
            }
        }
    }

    /// Whether it is told in one breath with the next mark.
    fn is_told_with(&self, next: &Item) -> bool {
        match (self, next) {
            (Item::Ring { color, .. }, Item::Ring { color: other, .. }) => color == other,
            (one, other) => {
                one.card().zip(other.card()).is_some_and(|((_, place), (_, other))| place == other)
            }
        }
    }

    /// The card's name and where it lies, if this is a card.
    fn card(&self) -> Option<(Sentence, Sentence)> {
        let Item::Card { code, x, y } = self else { return None };
        Some((code.told(), card_place(*x, *y)))
    }
}

/// Several rings of one color.
fn rings<'a>(color: &str, rings: impl Iterator<Item = &'a Item>) -> Sentence {
    let place = |item: &Item| {
        let Item::Ring { at, .. } = item else { return None };
        Some(at.to_string())
    };
    let squares = Filling::text(rings.filter_map(place).collect::<Vec<_>>().join(" "));
    match color {
        "white" => say!("white rings on {squares}", squares),
        "black" => say!("black rings on {squares}", squares),
        "gray" | "grey" => say!("grey rings on {squares}", squares),
        color => say!("{color} rings on {squares}", color = Filling::text(color), squares),
    }
}

/// The pieces of one color, kings first.
fn army(board: &Board, color: Color) -> Option<Sentence> {
    let kinds = Role::ALL.into_iter().rev().filter_map(|role| {
        let squares: Vec<String> =
            board.by_piece(role.of(color)).into_iter().map(|at| at.to_string()).collect();
        let kind = match (squares.len(), role) {
            (0, _) => return None,
            (1, _) => Filling::from(role),
            (_, Role::King) => say!("kings").into(),
            (_, Role::Queen) => say!("queens").into(),
            (_, Role::Rook) => say!("rooks").into(),
            (_, Role::Bishop) => say!("bishops").into(),
            (_, Role::Knight) => say!("knights").into(),
            (_, Role::Pawn) => say!("pawns").into(),
        };
        Some(say!("{kind} {squares}", kind, squares = Filling::text(squares.join(" "))))
    });
    let kinds: Vec<Sentence> = kinds.collect();
    let is_any = !kinds.is_empty();
    let pieces = Filling::row_of(kinds);
    is_any.then(|| match color {
        Color::White => say!("white {pieces}", pieces),
        Color::Black => say!("black {pieces}", pieces),
    })
}

/// Where a card lies, told by its middle.
fn card_place(x: f32, y: f32) -> Sentence {
    beside(x + 1.5, 7.0 - y)
}

/// A point in square coordinates, told by the square or the edge of the board next to it.
fn beside(x: f32, y: f32) -> Sentence {
    let square = nearest(x, y);
    let (file, rank) = (Filling::text(square.file()), Filling::text(square.rank()));
    match (x, y) {
        (x, _) if x < 0.5 => say!("left of rank {rank}", rank),
        (x, _) if x > 8.5 => say!("right of rank {rank}", rank),
        (_, y) if y < 0.5 => say!("below file {file}", file),
        (_, y) if y > 8.5 => say!("above file {file}", file),
        (_, _) => say!("on {square}", square),
    }
}

/// The square nearest to a point in square coordinates.
fn nearest(x: f32, y: f32) -> Square {
    // The cast turns what is not a number into 0.
    let index = |number: f32| (number.round() - 1.0).clamp(0.0, 7.0) as u32;
    Square::from_coords(File::new(index(x)), Rank::new(index(y)))
}
