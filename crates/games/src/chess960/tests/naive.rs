//! Chess960 once more, by the letter of its rules and without shakmaty: slow and plain.
//!
//! The board is letters by rank and file, counted from 0; every move is made on a copy and
//! thrown away if the king can then be taken.

use std::collections::BTreeSet;

use kit_play::Chance;

type Cells = [[char; 8]; 8];
type Place = (usize, usize);

const KNIGHT: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const SLANTED: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

#[derive(Clone, Debug)]
pub struct Naive {
    cells: Cells,
    white: bool,
    /// The files of the rooks that may castle, in capitals for White.
    rights: Vec<char>,
    /// The square that a pawn has just skipped.
    skipped: Option<Place>,
}

fn is_white(letter: char) -> bool {
    letter.is_ascii_uppercase()
}

fn file_letter(file: usize) -> char {
    char::from(b'a' + file as u8)
}

fn name((rank, file): Place) -> String {
    format!("{}{}", file_letter(file), rank + 1)
}

fn place(name: &str) -> Place {
    let bytes = name.as_bytes();
    (usize::from(bytes[1] - b'1'), usize::from(bytes[0] - b'a'))
}

fn stepped((rank, file): Place, (up, right): (i32, i32)) -> Option<Place> {
    let (rank, file) = (rank as i32 + up, file as i32 + right);
    ((0..8).contains(&rank) && (0..8).contains(&file)).then_some((rank as usize, file as usize))
}

/// The squares that a piece (not a pawn) attacks.
fn attacks(cells: &Cells, from: Place) -> Vec<Place> {
    let role = cells[from.0][from.1].to_ascii_lowercase();
    let both: Vec<(i32, i32)> = STRAIGHT.into_iter().chain(SLANTED).collect();
    let (directions, far) = match role {
        'n' => (KNIGHT.to_vec(), false),
        'k' => (both, false),
        'r' => (STRAIGHT.to_vec(), true),
        'b' => (SLANTED.to_vec(), true),
        _ => (both, true),
    };
    let mut reached = Vec::new();
    for direction in directions {
        let mut next = stepped(from, direction);
        while let Some(square) = next {
            reached.push(square);
            let free = cells[square.0][square.1] == '.';
            next = if free && far { stepped(square, direction) } else { None };
        }
    }
    reached
}

/// Whether a side attacks a square.
fn attacked(cells: &Cells, target: Place, by_white: bool) -> bool {
    let places = (0..8).flat_map(|rank| (0..8).map(move |file| (rank, file)));
    let mut theirs = places.filter(|(rank, file)| {
        cells[*rank][*file].is_ascii_alphabetic() && is_white(cells[*rank][*file]) == by_white
    });
    theirs.any(|from| match cells[from.0][from.1].to_ascii_lowercase() {
        'p' => {
            let up = if by_white { 1 } else { -1 };
            [-1, 1].into_iter().any(|side| stepped(from, (up, side)) == Some(target))
        }
        _ => attacks(cells, from).contains(&target),
    })
}

impl Naive {
    pub fn read(fen: &str) -> Naive {
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut cells = [['.'; 8]; 8];
        for (row, text) in fields[0].split('/').enumerate() {
            let mut file = 0;
            for sign in text.chars() {
                match sign.to_digit(10) {
                    Some(empty) => file += empty as usize,
                    None => {
                        cells[7 - row][file] = sign;
                        file += 1;
                    }
                }
            }
        }
        let rights = fields[2].chars().filter(|letter| *letter != '-').collect();
        let skipped = (fields[3] != "-").then(|| place(fields[3]));
        Naive { cells, white: fields[1] == "w", rights, skipped }
    }

    /// A king that may castle with one or two rooks, and other pieces around them by chance.
    pub fn castling_study(chance: &mut Chance) -> Naive {
        let mut cells = [['.'; 8]; 8];
        let king = 1 + chance.below(6) as usize;
        let rooks = [chance.below(king as u32) as usize, king + 1 + chance.below(7 - king as u32) as usize];
        cells[0][king] = 'K';
        let mut rights = Vec::new();
        let both = chance.below(3);
        for (index, rook) in rooks.into_iter().enumerate() {
            if both == 2 || both as usize == index {
                cells[0][rook] = 'R';
                rights.insert(0, file_letter(rook).to_ascii_uppercase());
            }
        }
        let mut put = |letter: char, cells: &mut Cells, lowest: u32, ranks: u32| {
            let square = (lowest + chance.below(ranks), chance.below(8));
            let cell = &mut cells[square.0 as usize][square.1 as usize];
            if *cell == '.' {
                *cell = letter;
            }
        };
        put('k', &mut cells, 5, 3);
        for letter in ['r', 'b', 'n', 'q', 'p'] {
            put(letter, &mut cells, 1, 6);
        }
        for letter in ['r', 'q', 'N', 'B'] {
            put(letter, &mut cells, 0, 3);
        }
        Naive { cells, white: true, rights, skipped: None }
    }

    /// The first field of a FEN.
    pub fn placement(&self) -> String {
        let row = |cells: &[char; 8]| {
            let mut text: String = cells.iter().collect();
            for empty in (1..=8).rev() {
                text = text.replace(&".".repeat(empty), &empty.to_string());
            }
            text
        };
        self.cells.iter().rev().map(row).collect::<Vec<String>>().join("/")
    }

    /// The third field of a Shredder-FEN.
    pub fn castling(&self) -> String {
        let mut rights = self.rights.clone();
        rights.sort_by_key(|letter| (!is_white(*letter), std::cmp::Reverse(*letter)));
        if rights.is_empty() { "-".to_owned() } else { rights.into_iter().collect() }
    }

    pub fn fen(&self) -> String {
        let turn = if self.white { "w" } else { "b" };
        format!("{} {turn} {} - 0 1", self.placement(), self.castling())
    }

    /// All legal moves as UCI writes them in Chess960.
    pub fn moves(&self) -> BTreeSet<String> {
        let mut moves = BTreeSet::new();
        for rank in 0..8 {
            for file in 0..8 {
                let letter = self.cells[rank][file];
                if !letter.is_ascii_alphabetic() || is_white(letter) != self.white {
                    continue;
                }
                let from = (rank, file);
                match letter.to_ascii_lowercase() {
                    'p' => self.pawn_moves(from, &mut moves),
                    _ => {
                        let goals = attacks(&self.cells, from).into_iter().filter(|to| !self.is_ours(*to));
                        moves.extend(goals.map(|to| format!("{}{}", name(from), name(to))));
                    }
                }
            }
        }
        moves.retain(|step| {
            let after = self.after(step);
            !attacked(&after.cells, after.king(self.white), !self.white)
        });
        moves.extend(self.rights.iter().filter_map(|right| self.castle(*right)));
        moves
    }

    fn is_ours(&self, (rank, file): Place) -> bool {
        let letter = self.cells[rank][file];
        letter.is_ascii_alphabetic() && is_white(letter) == self.white
    }

    fn king(&self, white: bool) -> Place {
        let letter = if white { 'K' } else { 'k' };
        let mut places = (0..8).flat_map(|rank| (0..8).map(move |file| (rank, file)));
        places.find(|(rank, file)| self.cells[*rank][*file] == letter).expect("there is a king")
    }

    fn pawn_moves(&self, from: Place, moves: &mut BTreeSet<String>) {
        let (up, home, last) = if self.white { (1, 1, 7) } else { (-1, 6, 0) };
        let is_free = |square: Place| self.cells[square.0][square.1] == '.';
        let mut goals = Vec::new();
        if let Some(one) = stepped(from, (up, 0)).filter(|one| is_free(*one)) {
            goals.push(one);
            let two = stepped(one, (up, 0)).filter(|two| from.0 == home && is_free(*two));
            goals.extend(two);
        }
        for side in [-1, 1] {
            let takes =
                |square: &Place| !is_free(*square) && !self.is_ours(*square) || self.skipped == Some(*square);
            goals.extend(stepped(from, (up, side)).filter(takes));
        }
        for to in goals {
            let step = format!("{}{}", name(from), name(to));
            if to.0 == last {
                moves.extend(["q", "r", "b", "n"].map(|role| format!("{step}{role}")))
            } else {
                moves.insert(step);
            }
        }
    }

    /// Where king and rook end, by file: castling is on the a-side if the rook stands there.
    fn ends(king: usize, rook: usize) -> (usize, usize) {
        if rook < king { (2, 3) } else { (6, 5) }
    }

    /// Castling with the rook on this file, if every condition holds.
    fn castle(&self, right: char) -> Option<String> {
        if is_white(right) != self.white {
            return None;
        }
        let home = if self.white { 0 } else { 7 };
        let rook = usize::from(right.to_ascii_lowercase() as u8 - b'a');
        let (rank, king) = self.king(self.white);
        assert_eq!(rank, home, "a king with rights has not moved");
        let (king_end, rook_end) = Naive::ends(king, rook);
        let between = |one: usize, two: usize| one.min(two)..=one.max(two);
        // Passed and final squares hold nothing but the two pieces.
        let mut way = between(king, king_end).chain(between(rook, rook_end));
        if way.any(|file| file != king && file != rook && self.cells[home][file] != '.') {
            return None;
        }
        // The first square and all that are crossed, as the board stands.
        let mut crossed = between(king, king_end).filter(|file| *file != king_end || *file == king);
        if crossed.any(|file| attacked(&self.cells, (home, file), !self.white)) {
            return None;
        }
        // The last square, as the board stands after castling.
        let castling = format!("{}{}", name((home, king)), name((home, rook)));
        let after = self.after(&castling);
        (!attacked(&after.cells, (home, king_end), !self.white)).then_some(castling)
    }

    /// The position after a move, whether it was legal or not.
    pub fn after(&self, step: &str) -> Naive {
        let (from, to) = (place(&step[..2]), place(&step[2..4]));
        let mut after = Naive { white: !self.white, skipped: None, ..self.clone() };
        let letter = self.cells[from.0][from.1];
        after.cells[from.0][from.1] = '.';
        if self.is_ours(to) {
            let (king_end, rook_end) = Naive::ends(from.1, to.1);
            let rook = self.cells[to.0][to.1];
            after.cells[to.0][to.1] = '.';
            after.cells[to.0][king_end] = letter;
            after.cells[to.0][rook_end] = rook;
        } else {
            let becomes = step.chars().nth(4).unwrap_or(letter);
            let becomes = if is_white(letter) { becomes.to_ascii_uppercase() } else { becomes };
            after.cells[to.0][to.1] = becomes;
        }
        if letter.eq_ignore_ascii_case(&'p') {
            if self.skipped == Some(to) {
                after.cells[from.0][to.1] = '.';
            }
            if from.0.abs_diff(to.0) == 2 {
                after.skipped = Some((from.0.midpoint(to.0), from.1));
            }
        }
        // Whatever leaves a home square or is taken on one can castle no more.
        let touched = |right: char| {
            let home = if is_white(right) { 0 } else { 7 };
            let rook = (home, usize::from(right.to_ascii_lowercase() as u8 - b'a'));
            from == rook || to == rook
        };
        let king = letter.eq_ignore_ascii_case(&'k');
        after.rights.retain(|right| !(touched(*right) || king && is_white(*right) == self.white));
        after
    }
}
