//! A board for second readings of the rules: letters of a FEN on places, moved by the letter and
//! without tables.

use kit_chess::shakmaty::{Board, Square};

/// Column and row, both from 0, with a1 at the origin.
pub type Place = (i32, i32);

const STRAIGHT: [Place; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [Place; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
pub const AROUND: [Place; 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];
const LEAPS: [Place; 8] = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

/// All places, a1 first, rank by rank.
pub fn places() -> impl Iterator<Item = Place> {
    (0..64).map(|index| (index % 8, index / 8))
}

pub fn on_board((column, row): Place) -> bool {
    (0..8).contains(&column) && (0..8).contains(&row)
}

/// The place with this name: `e4`.
pub fn place(name: &str) -> Place {
    let bytes = name.as_bytes();
    (i32::from(bytes[0] - b'a'), i32::from(bytes[1] - b'1'))
}

pub fn place_of(square: Square) -> Place {
    place(&square.to_string())
}

pub fn name((column, row): Place) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

/// What stands where, by its letter of a FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letters([[char; 8]; 8]);

impl Letters {
    /// A board without anything on it.
    pub fn none() -> Letters {
        Letters([['.'; 8]; 8])
    }

    pub fn of(board: &Board) -> Letters {
        Letters::read(&board.to_string())
    }

    /// Reads the first field of a FEN.
    pub fn read(placement: &str) -> Letters {
        let mut letters = Letters::none();
        for (row, text) in placement.split('/').enumerate() {
            let widened = |text: String, gap: usize| text.replace(&gap.to_string(), &".".repeat(gap));
            let text = (1..=8).fold(text.to_owned(), widened);
            text.chars().zip(&mut letters.0[7 - row]).for_each(|(letter, cell)| *cell = letter);
        }
        letters
    }

    /// Writes the first field of a FEN.
    pub fn placement(&self) -> String {
        let rows = self.0.iter().rev().map(|row| narrowed(row.iter().collect()));
        rows.collect::<Vec<String>>().join("/")
    }

    /// The letter of the piece on a place.
    pub fn at(&self, place: Place) -> Option<char> {
        let (column, row) = Some(place).filter(|place| on_board(*place))?;
        Some(self.0[row as usize][column as usize]).filter(|letter| *letter != '.')
    }

    /// Whether there is such a place, and nothing on it.
    pub fn is_free(&self, place: Place) -> bool {
        on_board(place) && self.at(place).is_none()
    }

    pub fn put(&mut self, (column, row): Place, letter: char) {
        self.0[row as usize][column as usize] = letter;
    }

    pub fn take(&mut self, place: Place) -> Option<char> {
        let letter = self.at(place)?;
        self.put(place, '.');
        Some(letter)
    }

    pub fn belongs(&self, place: Place, white: bool) -> bool {
        self.at(place).is_some_and(|letter| letter.is_uppercase() == white)
    }

    /// Where a color has its pieces.
    pub fn places_of(&self, white: bool) -> impl Iterator<Item = Place> + '_ {
        places().filter(move |place| self.belongs(*place, white))
    }

    pub fn king(&self, white: bool) -> Option<Place> {
        let letter = if white { 'K' } else { 'k' };
        places().find(|place| self.at(*place) == Some(letter))
    }

    /// Whether the piece on a place attacks another.
    pub fn attacks(&self, from: Place, target: Place) -> bool {
        self.at(from).is_some_and(|letter| self.attacks_as(letter, from, target))
    }

    /// Whether a piece with this letter would attack another place from here.
    pub fn attacks_as(&self, letter: char, from: Place, target: Place) -> bool {
        attacks(letter, from, target, |place| self.is_free(place))
    }

    pub fn is_attacked(&self, target: Place, by_white: bool) -> bool {
        self.places_of(by_white).any(|from| self.attacks(from, target))
    }

    /// Whether the king of a color stands here and is attacked.
    pub fn in_check(&self, white: bool) -> bool {
        self.king(white).is_some_and(|king| self.is_attacked(king, !white))
    }

    /// Where a piece can go, whatever becomes of its king, castling aside; a pawn also takes on
    /// free places that another has skipped.
    pub fn goals(&self, from: Place, is_skipped: impl Fn(Place) -> bool) -> Vec<Place> {
        let letter = self.at(from).expect("a piece stands there");
        self.goals_as(letter, from, is_skipped)
    }

    /// The same for a piece that moves as another does.
    pub fn goals_as(&self, letter: char, from: Place, is_skipped: impl Fn(Place) -> bool) -> Vec<Place> {
        let white = letter.is_uppercase();
        let hit = places().filter(|to| self.attacks_as(letter, from, *to) && !self.belongs(*to, white));
        if !is_pawn(letter) {
            return hit.collect();
        }
        let mut goals: Vec<Place> =
            hit.filter(|to| self.belongs(*to, !white) || self.is_free(*to) && is_skipped(*to)).collect();
        let (up, home) = if white { (1, 1) } else { (-1, 6) };
        let (one, two) = ((from.0, from.1 + up), (from.0, from.1 + 2 * up));
        if self.is_free(one) {
            goals.push(one);
            goals.extend(Some(two).filter(|two| from.1 == home && self.is_free(*two)));
        }
        goals
    }

    /// Moves a piece, a castling king with its rook, and takes what is passed; says which place a
    /// pawn has skipped.
    pub fn step(&mut self, from: Place, to: Place, becomes: Option<char>) -> Option<Place> {
        let letter = self.take(from).expect("a piece moves");
        if is_pawn(letter) && from.0 != to.0 && self.is_free(to) {
            self.put((to.0, from.1), '.');
        }
        if let Some((corner, beside)) = castled_rook(letter, from, to) {
            let rook = self.take(corner).expect("a rook castles");
            self.put(beside, rook);
        }
        self.put(to, become_letter(letter, becomes));
        let skips = is_pawn(letter) && (from.1 - to.1).abs() == 2;
        skips.then_some((from.0, (from.1 + to.1) / 2))
    }
}

/// A row with numbers for its gaps.
pub fn narrowed(row: String) -> String {
    (1..=8).rev().fold(row, |row, gap| row.replace(&".".repeat(gap), &gap.to_string()))
}

pub fn is_pawn(letter: char) -> bool {
    matches!(letter, 'P' | 'p')
}

/// What a piece is after a move, in the letters of its color.
pub fn become_letter(letter: char, becomes: Option<char>) -> char {
    let becomes = becomes.unwrap_or(letter);
    if letter.is_uppercase() { becomes.to_ascii_uppercase() } else { becomes }
}

/// A move in UCI, or four of them if a pawn goes to its last rank.
pub fn written(letter: char, from: Place, to: Place) -> Vec<String> {
    let text = name(from) + &name(to);
    if let ('P', 7) | ('p', 0) = (letter, to.1) {
        ["q", "r", "b", "n"].map(|role| text.clone() + role).to_vec()
    } else {
        vec![text]
    }
}

/// Where the rook goes from and to, if this is a king that castles.
pub fn castled_rook(letter: char, from: Place, to: Place) -> Option<(Place, Place)> {
    let castles = letter.eq_ignore_ascii_case(&'k') && (from.0 - to.0).abs() == 2;
    let (corner, beside) = if to.0 > from.0 { (7, 5) } else { (0, 3) };
    castles.then_some(((corner, to.1), (beside, to.1)))
}

/// A way to castle.
pub struct Castling {
    /// Its letter of a FEN.
    pub right: char,
    pub rook: Place,
    /// What must be free.
    pub between: Vec<Place>,
    /// Where the king stands, passes and arrives.
    pub way: [Place; 3],
}

/// Castling on the king side and on the queen side.
pub fn castlings(white: bool) -> [Castling; 2] {
    let row = if white { 0 } else { 7 };
    let side = |right: char, rook: i32, between: &[i32], way: [i32; 3]| Castling {
        right: if white { right } else { right.to_ascii_lowercase() },
        rook: (rook, row),
        between: between.iter().map(|column| (*column, row)).collect(),
        way: way.map(|column| (column, row)),
    };
    [side('K', 7, &[5, 6], [4, 5, 6]), side('Q', 0, &[1, 2, 3], [4, 3, 2])]
}

/// The castling rights that are lost when something leaves a place or is taken there.
pub fn rights_lost(place: Place) -> &'static str {
    match place {
        (4, 0) => "KQ",
        (7, 0) => "K",
        (0, 0) => "Q",
        (4, 7) => "kq",
        (7, 7) => "k",
        (0, 7) => "q",
        _ => "",
    }
}

/// Whether a piece, by its letter of a FEN, attacks a place; `is_empty` says what it looks through.
pub fn attacks(letter: char, from: Place, target: Place, is_empty: impl Fn(Place) -> bool) -> bool {
    let (across, up) = (target.0 - from.0, target.1 - from.1);
    let slides = |directions: &[Place]| {
        directions.iter().any(|(column, row)| {
            let mut reached = (from.0 + column, from.1 + row);
            while on_board(reached) && reached != target && is_empty(reached) {
                reached = (reached.0 + column, reached.1 + row);
            }
            reached == target
        })
    };
    match letter {
        'P' => up == 1 && across.abs() == 1,
        'p' => up == -1 && across.abs() == 1,
        'N' | 'n' => LEAPS.contains(&(across, up)),
        'B' | 'b' => slides(&DIAGONAL),
        'R' | 'r' => slides(&STRAIGHT),
        'Q' | 'q' => slides(&STRAIGHT) || slides(&DIAGONAL),
        'K' | 'k' => AROUND.contains(&(across, up)),
        _ => false,
    }
}
