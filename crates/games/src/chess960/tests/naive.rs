//! Chess960 once more, by the letter of its rules and without shakmaty: slow and plain.
//!
//! Every move is made on a copy and thrown away if the king can then be taken.

use std::collections::BTreeSet;

use kit_play::Chance;

use crate::naive_board::{Letters, Place, name, place, written};

#[derive(Clone, Debug)]
pub struct Naive {
    letters: Letters,
    white: bool,
    /// The files of the rooks that may castle, in capitals for White.
    rights: Vec<char>,
    /// The square that a pawn has just skipped.
    skipped: Option<Place>,
}

fn file_letter(file: i32) -> char {
    char::from(b'a' + file as u8)
}

/// The home of a rook that may castle.
fn home_of(right: char) -> Place {
    let row = if right.is_uppercase() { 0 } else { 7 };
    (i32::from(right.to_ascii_lowercase() as u8 - b'a'), row)
}

impl Naive {
    pub fn read(fen: &str) -> Naive {
        let fields: Vec<&str> = fen.split(' ').collect();
        let rights = fields[2].chars().filter(|letter| *letter != '-').collect();
        let skipped = (fields[3] != "-").then(|| place(fields[3]));
        Naive { letters: Letters::read(fields[0]), white: fields[1] == "w", rights, skipped }
    }

    /// A king that may castle with one or two rooks, and other pieces around them by chance.
    pub fn castling_study(chance: &mut Chance) -> Naive {
        let mut letters = Letters::none();
        let king = 1 + chance.below(6);
        let rooks = [chance.below(king), king + 1 + chance.below(7 - king)];
        letters.put((king as i32, 0), 'K');
        let mut rights = Vec::new();
        let both = chance.below(3);
        for (index, rook) in (0..).zip(rooks) {
            if both == 2 || both == index {
                letters.put((rook as i32, 0), 'R');
                rights.insert(0, file_letter(rook as i32).to_ascii_uppercase());
            }
        }
        let mut put = |letter: char, lowest: u32, ranks: u32| {
            let row = (lowest + chance.below(ranks)) as i32;
            let place = (chance.below(8) as i32, row);
            if letters.is_free(place) {
                letters.put(place, letter);
            }
        };
        put('k', 5, 3);
        ['r', 'b', 'n', 'q', 'p'].into_iter().for_each(|letter| put(letter, 1, 6));
        ['r', 'q', 'N', 'B'].into_iter().for_each(|letter| put(letter, 0, 3));
        Naive { letters, white: true, rights, skipped: None }
    }

    /// The first field of a FEN.
    pub fn placement(&self) -> String {
        self.letters.placement()
    }

    /// The third field of a Shredder-FEN.
    pub fn castling(&self) -> String {
        let mut rights = self.rights.clone();
        rights.sort_by_key(|letter| (!letter.is_uppercase(), std::cmp::Reverse(*letter)));
        if rights.is_empty() { "-".to_owned() } else { rights.into_iter().collect() }
    }

    pub fn fen(&self) -> String {
        let turn = if self.white { "w" } else { "b" };
        format!("{} {turn} {} - 0 1", self.placement(), self.castling())
    }

    /// All legal moves as UCI writes them in Chess960.
    pub fn moves(&self) -> BTreeSet<String> {
        let mut moves = BTreeSet::new();
        for from in self.letters.places_of(self.white) {
            let letter = self.letters.at(from).expect("a piece moves");
            let goals = self.letters.goals(from, |to| self.skipped == Some(to));
            moves.extend(goals.into_iter().flat_map(|to| written(letter, from, to)));
        }
        moves.retain(|step| !self.after(step).letters.in_check(self.white));
        moves.extend(self.rights.iter().filter_map(|right| self.castle(*right)));
        moves
    }

    /// Where king and rook end, by file: castling is on the a-side if the rook stands there.
    fn ends(king: i32, rook: i32) -> (i32, i32) {
        if rook < king { (2, 3) } else { (6, 5) }
    }

    /// Castling with the rook on this file, if every condition holds.
    fn castle(&self, right: char) -> Option<String> {
        if right.is_uppercase() != self.white {
            return None;
        }
        let (rook, home) = home_of(right);
        let (king, row) = self.letters.king(self.white).expect("there is a king");
        assert_eq!(row, home, "a king with rights has not moved");
        let (king_end, rook_end) = Naive::ends(king, rook);
        let between = |one: i32, two: i32| one.min(two)..=one.max(two);
        // Passed and final squares hold nothing but the two pieces.
        let mut way = between(king, king_end).chain(between(rook, rook_end));
        if way.any(|file| file != king && file != rook && !self.letters.is_free((file, home))) {
            return None;
        }
        // The first square and all that are crossed, as the board stands.
        let mut crossed = between(king, king_end).filter(|file| *file != king_end || *file == king);
        if crossed.any(|file| self.letters.is_attacked((file, home), !self.white)) {
            return None;
        }
        // The last square, as the board stands after castling.
        let castling = name((king, home)) + &name((rook, home));
        let after = self.after(&castling);
        (!after.letters.is_attacked((king_end, home), !self.white)).then_some(castling)
    }

    /// The position after a move, whether it was legal or not.
    pub fn after(&self, step: &str) -> Naive {
        let (from, to) = (place(&step[..2]), place(&step[2..4]));
        let mut after = Naive { white: !self.white, ..self.clone() };
        let letter = self.letters.at(from).expect("a piece moves");
        if self.letters.belongs(to, self.white) {
            let (king_end, rook_end) = Naive::ends(from.0, to.0);
            let [king, rook] = [from, to].map(|home| after.letters.take(home).expect("both castle"));
            after.letters.put((king_end, to.1), king);
            after.letters.put((rook_end, to.1), rook);
            after.skipped = None;
        } else {
            after.skipped = after.letters.step(from, to, step.chars().nth(4));
        }
        // Whatever leaves a home square or is taken on one can castle no more.
        let king = letter.eq_ignore_ascii_case(&'k');
        after.rights.retain(|right| {
            let touched = [from, to].contains(&home_of(*right));
            !(touched || king && right.is_uppercase() == self.white)
        });
        after
    }
}
