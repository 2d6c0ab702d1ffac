//! What second readings of the rules share: places on a board and how pieces reach them, by the
//! letter and without tables.

/// Column and row, both from 0, with a1 at the origin.
pub type Place = (i32, i32);

pub const STRAIGHT: [Place; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
pub const DIAGONAL: [Place; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
pub const AROUND: [Place; 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];
pub const LEAPS: [Place; 8] = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

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

pub fn name((column, row): Place) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
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
