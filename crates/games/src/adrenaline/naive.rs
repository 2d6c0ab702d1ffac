//! A second reading of the rules, by the letter: an array of letters, whole turns, and no tables.

use std::collections::BTreeSet;

use kit_chess::field::rook_home;
use kit_chess::shakmaty::{CastlingSide, Color, Square};

use super::position::Position;
use crate::naive_board::{AROUND, DIAGONAL, LEAPS, Place, STRAIGHT, name, on_board, places};

#[derive(Clone, PartialEq, Eq)]
pub struct Naive {
    letters: [[char; 8]; 8],
    stacks: [[u8; 8]; 8],
    white: bool,
    /// Letters of a FEN.
    castling: String,
    /// The skipped square and the pawn.
    ep: Option<(Place, Place)>,
    unmoved: BTreeSet<Place>,
    /// Whether the drafts of 2023 are played.
    drafts: bool,
}

/// A regular move that nothing forbids yet.
#[derive(Clone)]
struct Regular {
    from: Place,
    to: Place,
    captured: Option<Place>,
    promotion: Option<char>,
    /// Where the rook goes from and to.
    castling: Option<(Place, Place)>,
}

impl Naive {
    /// The same position at the beginning of a turn.
    pub fn of(position: &Position) -> Naive {
        let mut naive = Naive {
            letters: [['.'; 8]; 8],
            stacks: [[0; 8]; 8],
            white: position.turn.is_white(),
            castling: String::new(),
            ep: position.skipped.map(|skipped| (place(skipped.square), place(skipped.pawn))),
            unmoved: position.unmoved.into_iter().map(place).collect(),
            drafts: position.rules.castle_with_checkers,
        };
        for (square, piece) in position.field.board.iter() {
            naive.put(place(square), piece.char());
        }
        for square in position.stacks.squares() {
            *naive.stack(place(square)) = position.stacks.at(square);
        }
        for (letter, color, side) in [
            ('K', Color::White, CastlingSide::KingSide),
            ('Q', Color::White, CastlingSide::QueenSide),
            ('k', Color::Black, CastlingSide::KingSide),
            ('q', Color::Black, CastlingSide::QueenSide),
        ] {
            if position.field.rights.contains(rook_home(color, side)) {
                naive.castling.push(letter);
            }
        }
        naive
    }

    fn at(&self, (column, row): Place) -> Option<char> {
        on_board((column, row)).then(|| self.letters[row as usize][column as usize])
    }

    fn put(&mut self, (column, row): Place, letter: char) {
        self.letters[row as usize][column as usize] = letter;
    }

    fn stack(&mut self, (column, row): Place) -> &mut u8 {
        &mut self.stacks[row as usize][column as usize]
    }

    fn stack_at(&self, (column, row): Place) -> u8 {
        self.stacks[row as usize][column as usize]
    }

    fn belongs(&self, place: Place, white: bool) -> bool {
        self.at(place).is_some_and(|letter| letter != '.' && letter.is_uppercase() == white)
    }

    fn king(&self, white: bool) -> Place {
        let letter = if white { 'K' } else { 'k' };
        places().find(|place| self.at(*place) == Some(letter)).expect("each color has a king")
    }

    /// Regular moves of a color without castling, whatever becomes of its king.
    fn regular(&self, white: bool) -> Vec<Regular> {
        let mut moves = Vec::new();
        for from in places().filter(|from| self.belongs(*from, white)) {
            let mut add = |to: Place, captured: Option<Place>| {
                let last = if white { 7 } else { 0 };
                let is_pawn = matches!(self.at(from), Some('P' | 'p'));
                let promotions: &[char] = if is_pawn && to.1 == last { &['q', 'r', 'b', 'n'] } else { &[] };
                let plain = Regular { from, to, captured, promotion: None, castling: None };
                match promotions {
                    [] => moves.push(plain),
                    roles => moves
                        .extend(roles.iter().map(|role| Regular { promotion: Some(*role), ..plain.clone() })),
                }
            };
            let letter = self.at(from).unwrap_or('.').to_ascii_lowercase();
            match letter {
                'p' => {
                    let up = if white { 1 } else { -1 };
                    let one = (from.0, from.1 + up);
                    let two = (from.0, from.1 + 2 * up);
                    if self.at(one) == Some('.') {
                        add(one, None);
                        if self.unmoved.contains(&from) && self.at(two) == Some('.') {
                            add(two, None);
                        }
                    }
                    for aside in [-1, 1] {
                        let to = (from.0 + aside, from.1 + up);
                        if self.belongs(to, !white) {
                            add(to, Some(to));
                        } else if let Some((skipped, pawn)) = self.ep
                            && skipped == to
                            && self.belongs(pawn, !white)
                        {
                            add(to, Some(pawn));
                        }
                    }
                }
                'n' | 'k' => {
                    for (column, row) in if letter == 'n' { LEAPS } else { AROUND } {
                        let to = (from.0 + column, from.1 + row);
                        if self.at(to) == Some('.') {
                            add(to, None);
                        } else if self.belongs(to, !white) {
                            add(to, Some(to));
                        }
                    }
                }
                _ => {
                    let straight = if letter == 'b' { &[][..] } else { &STRAIGHT[..] };
                    let diagonal = if letter == 'r' { &[][..] } else { &DIAGONAL[..] };
                    for (column, row) in straight.iter().chain(diagonal) {
                        let mut to = (from.0 + column, from.1 + row);
                        while self.at(to) == Some('.') {
                            add(to, None);
                            to = (to.0 + column, to.1 + row);
                        }
                        if self.belongs(to, !white) {
                            add(to, Some(to));
                        }
                    }
                }
            }
        }
        moves
    }

    /// The definition of a threat, word for word.
    pub fn threatens(&self, white: bool, target: Place) -> bool {
        self.regular(white).iter().any(|regular| {
            if regular.captured == Some(target) {
                return true;
            }
            let gained = regular.captured.map_or(0, |place| self.stack_at(place));
            let captured: BTreeSet<Place> = regular.captured.into_iter().collect();
            let mut queue = vec![(regular.to, self.stack_at(regular.from) + gained, captured)];
            let mut known = BTreeSet::new();
            while let Some((at, left, captured)) = queue.pop() {
                for (column, row) in AROUND {
                    let next = (at.0 + column, at.1 + row);
                    if next == target && left >= 1 {
                        return true;
                    }
                    let own = self.belongs(next, white) && next != regular.from;
                    if self.at(next).is_none() || own || left == 0 {
                        continue;
                    }
                    let fresh =
                        self.belongs(next, !white) && self.stack_at(next) > 0 && !captured.contains(&next);
                    let mut captured = captured.clone();
                    if fresh {
                        captured.insert(next);
                    }
                    let left = left - 1 + if fresh { self.stack_at(next) } else { 0 };
                    if left >= 1 && known.insert((next, left, captured.clone())) {
                        queue.push((next, left, captured));
                    }
                }
            }
            false
        })
    }

    pub fn is_safe(&self, white: bool) -> bool {
        !self.threatens(!white, self.king(white))
    }

    /// Castlings with every condition but the safety of the position after them, where the king
    /// has reached its goal.
    fn castlings(&self) -> Vec<Regular> {
        let row = if self.white { 0 } else { 7 };
        let mut found = Vec::new();
        for (letter, rook, between, goal, rook_goal) in
            [('k', 7, &[5, 6][..], 6, 5), ('q', 0, &[1, 2, 3][..], 2, 3)]
        {
            let letter = if self.white { letter.to_ascii_uppercase() } else { letter };
            let stacked = self.stack_at((4, row)) > 0 || self.stack_at((rook, row)) > 0;
            let home = if self.white { ('K', 'R') } else { ('k', 'r') };
            if !self.castling.contains(letter)
                || (self.at((4, row)), self.at((rook, row))) != (Some(home.0), Some(home.1))
                || between.iter().any(|column| self.at((*column, row)) != Some('.'))
                || stacked && !self.drafts
            {
                continue;
            }
            let safe = [4, (4 + goal) / 2].into_iter().all(|column| {
                let mut moved = self.clone();
                let carried = std::mem::take(moved.stack((4, row)));
                moved.put((4, row), '.');
                moved.put((column, row), home.0);
                *moved.stack((column, row)) = carried;
                moved.is_safe(self.white)
            });
            if safe {
                let castling = Some(((rook, row), (rook_goal, row)));
                found.push(Regular {
                    from: (4, row),
                    to: (goal, row),
                    captured: None,
                    promotion: None,
                    castling,
                });
            }
        }
        found
    }

    fn after(&self, regular: &Regular) -> Naive {
        let Regular { from, to, captured, promotion, castling } = regular.clone();
        let mut after = self.clone();
        let letter = self.at(from).expect("a piece moves");
        let mut carried = std::mem::take(after.stack(from));
        if let Some(place) = captured {
            carried += std::mem::take(after.stack(place));
            after.put(place, '.');
            after.unmoved.remove(&place);
        }
        after.put(from, '.');
        after.put(to, become_letter(letter, promotion));
        *after.stack(to) = carried;
        after.unmoved.remove(&from);
        if let Some((rook, goal)) = castling {
            let rook_letter = after.at(rook).expect("a rook castles");
            after.put(rook, '.');
            after.put(goal, rook_letter);
            let carried = std::mem::take(after.stack(rook));
            *after.stack(goal) = carried;
        }
        after.lose_castling(from);
        captured.into_iter().for_each(|place| after.lose_castling(place));
        let double = matches!(letter, 'P' | 'p') && (from.1 - to.1).abs() == 2;
        after.ep = double.then_some(((from.0, (from.1 + to.1) / 2), to));
        after
    }

    fn lose_castling(&mut self, place: Place) {
        let lost = match place {
            (4, 0) => "KQ",
            (7, 0) => "K",
            (0, 0) => "Q",
            (4, 7) => "kq",
            (7, 7) => "k",
            (0, 7) => "q",
            _ => "",
        };
        self.castling.retain(|letter| !lost.contains(letter));
    }

    /// Every legal whole turn, with the position after it.
    pub fn turns(&self) -> Vec<(String, Naive)> {
        let mut turns = Vec::new();
        let enemy_king = self.king(!self.white);
        for regular in self.regular(self.white).into_iter().chain(self.castlings()) {
            let after = self.after(&regular);
            if regular.captured == Some(enemy_king) || !after.is_safe(self.white) {
                continue;
            }
            let promotion = regular.promotion.map(String::from).unwrap_or_default();
            let text = format!("{}{}{promotion}", name(regular.from), name(regular.to));
            let mut active = vec![regular.to];
            active.extend(regular.castling.map(|(_, goal)| goal));
            after.finish(&text, &active, regular.captured.is_some(), &mut turns);
        }
        turns
    }

    /// Ends the turn in every way, now or after further steps.
    fn finish(&self, text: &str, active: &[Place], captured: bool, turns: &mut Vec<(String, Naive)>) {
        let mut over = self.clone();
        over.white = !self.white;
        let supply = 24 - self.stacks.iter().flatten().sum::<u8>();
        if !captured {
            turns.push((text.to_owned(), over));
        } else if supply == 0 {
            turns.push((format!("{text}@-"), over));
        } else {
            for place in places().filter(|place| self.belongs(*place, !self.white)) {
                let mut placed = over.clone();
                *placed.stack(place) += 1;
                if placed.is_safe(self.white) {
                    turns.push((format!("{text}@{}", name(place)), placed));
                }
            }
        }
        for (index, from) in active.iter().enumerate().filter(|(_, from)| self.stack_at(**from) > 0) {
            for (column, row) in AROUND {
                let to = (from.0 + column, from.1 + row);
                let is_king = to == self.king(!self.white);
                if self.at(to).is_none() || self.belongs(to, self.white) || is_king {
                    continue;
                }
                let mut active = active.to_vec();
                active[index] = to;
                let captured = captured || self.at(to) != Some('.');
                let start = if active.len() > 1 { name(*from) } else { String::new() };
                for (promotion, after) in self.after_step(*from, to) {
                    if after.is_safe(self.white) {
                        let text = format!("{text}>{start}{}{promotion}", name(to));
                        after.finish(&text, &active, captured, turns);
                    }
                }
            }
        }
    }

    fn after_step(&self, from: Place, to: Place) -> Vec<(String, Naive)> {
        let letter = self.at(from).expect("a piece steps");
        let mut after = self.clone();
        let carried = std::mem::take(after.stack(from)) - 1;
        *after.stack(to) += carried;
        after.put(from, '.');
        after.put(to, letter);
        after.unmoved.remove(&to);
        after.lose_castling(to);
        let last = if self.white { 7 } else { 0 };
        let promotes = matches!(letter, 'P' | 'p') && to.1 == last;
        after.ep = self.ep.and_then(|(skipped, pawn)| {
            let lost = !self.drafts || promotes || from == skipped;
            if pawn != from { Some((skipped, pawn)) } else { (!lost).then_some((skipped, to)) }
        });
        if !promotes {
            return vec![(String::new(), after)];
        }
        let become_role = |role: char| {
            let mut after = after.clone();
            after.put(to, become_letter(letter, Some(role)));
            (role.to_string(), after)
        };
        ['q', 'r', 'b', 'n'].map(become_role).into()
    }

    /// Whether both are the same, as far as this reading can tell: a double step that can no longer
    /// be answered may be remembered or not.
    pub fn is_like(&self, position: &Position) -> bool {
        let mut other = Naive::of(position);
        let answered = |naive: &Naive| naive.ep.filter(|(skipped, pawn)| skipped != pawn);
        (other.ep, other.castling.clone()) == (answered(self), self.castling.clone()) && {
            other.ep = self.ep;
            other == *self
        }
    }
}

fn become_letter(pawn: char, promotion: Option<char>) -> char {
    match promotion {
        Some(role) if pawn == 'P' => role.to_ascii_uppercase(),
        Some(role) => role,
        None => pawn,
    }
}

pub fn place(square: Square) -> Place {
    (square.file().to_u32() as i32, square.rank().to_u32() as i32)
}
