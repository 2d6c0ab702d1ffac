//! A second reading of the rules, by the letter: an array of letters, whole turns, and no tables.

use std::collections::BTreeSet;

use super::position::Position;
use crate::naive_board::{
    AROUND, Letters, Place, become_letter, castled_rook, castlings, is_pawn, name, on_board, place_of,
    rights_lost, written,
};
use crate::steps::castling_letters;

#[derive(Clone, PartialEq, Eq)]
pub struct Naive {
    letters: Letters,
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
struct Regular {
    from: Place,
    to: Place,
    captured: Option<Place>,
}

impl Naive {
    /// The same position at the beginning of a turn.
    pub fn of(position: &Position) -> Naive {
        let mut naive = Naive {
            letters: Letters::of(&position.field.board),
            stacks: [[0; 8]; 8],
            white: position.turn.is_white(),
            castling: castling_letters(position.field.rights).replace('-', ""),
            ep: position.skipped.map(|skipped| (place_of(skipped.square), place_of(skipped.pawn))),
            unmoved: position.unmoved.into_iter().map(place_of).collect(),
            drafts: position.rules.castle_with_checkers,
        };
        for square in position.stacks.squares() {
            *naive.stack(place_of(square)) = position.stacks.at(square);
        }
        naive
    }

    fn stack(&mut self, (column, row): Place) -> &mut u8 {
        &mut self.stacks[row as usize][column as usize]
    }

    fn stack_at(&self, (column, row): Place) -> u8 {
        self.stacks[row as usize][column as usize]
    }

    fn king(&self, white: bool) -> Place {
        self.letters.king(white).expect("each color has a king")
    }

    /// Regular moves of a color without castling, whatever becomes of its king.
    fn regular(&self, white: bool) -> Vec<Regular> {
        let mut moves = Vec::new();
        let ep = self.ep.filter(|(_, pawn)| self.letters.belongs(*pawn, !white));
        for from in self.letters.places_of(white) {
            let pawn = self.letters.at(from).is_some_and(is_pawn);
            for to in self.letters.goals(from, |to| ep.is_some_and(|(skipped, _)| skipped == to)) {
                let passed = ep.map(|(_, passed)| passed).filter(|_| pawn && from.0 != to.0);
                let captured = if self.letters.is_free(to) { passed } else { Some(to) };
                if !pawn || (from.1 - to.1).abs() == 1 || self.unmoved.contains(&from) {
                    moves.push(Regular { from, to, captured });
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
                    let own = self.letters.belongs(next, white) && next != regular.from;
                    if !on_board(next) || own || left == 0 {
                        continue;
                    }
                    let fresh = self.letters.belongs(next, !white)
                        && self.stack_at(next) > 0
                        && !captured.contains(&next);
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
        let mut found = Vec::new();
        for castling in castlings(self.white) {
            let [home, passed, goal] = castling.way;
            let stacked = self.stack_at(home) > 0 || self.stack_at(castling.rook) > 0;
            let is_free = castling.between.iter().all(|place| self.letters.is_free(*place));
            let safe = |column: Place| {
                let mut moved = self.clone();
                let king = moved.letters.take(home).expect("a king castles");
                moved.letters.put(column, king);
                let carried = std::mem::take(moved.stack(home));
                *moved.stack(column) = carried;
                moved.is_safe(self.white)
            };
            if self.castling.contains(castling.right)
                && is_free
                && (self.drafts || !stacked)
                && safe(home)
                && safe(passed)
            {
                found.push(Regular { from: home, to: goal, captured: None });
            }
        }
        found
    }

    fn after(&self, Regular { from, to, captured }: &Regular, becomes: Option<char>) -> Naive {
        let (from, to) = (*from, *to);
        let mut after = self.clone();
        let letter = after.letters.take(from).expect("a piece moves");
        let mut carried = std::mem::take(after.stack(from));
        if let Some(place) = *captured {
            carried += std::mem::take(after.stack(place));
            after.letters.take(place);
            after.unmoved.remove(&place);
        }
        after.letters.put(to, become_letter(letter, becomes));
        *after.stack(to) = carried;
        after.unmoved.remove(&from);
        if let Some((rook, goal)) = castled_rook(letter, from, to) {
            let letter = after.letters.take(rook).expect("a rook castles");
            after.letters.put(goal, letter);
            let carried = std::mem::take(after.stack(rook));
            *after.stack(goal) = carried;
        }
        after.lose_castling(from);
        captured.iter().for_each(|place| after.lose_castling(*place));
        let double = is_pawn(letter) && (from.1 - to.1).abs() == 2;
        after.ep = double.then_some(((from.0, (from.1 + to.1) / 2), to));
        after
    }

    fn lose_castling(&mut self, place: Place) {
        self.castling.retain(|letter| !rights_lost(place).contains(letter));
    }

    /// Every legal whole turn, with the position after it.
    pub fn turns(&self) -> Vec<(String, Naive)> {
        let mut turns = Vec::new();
        let enemy_king = self.king(!self.white);
        for regular in self.regular(self.white).into_iter().chain(self.castlings()) {
            let Regular { from, to, captured } = regular;
            let letter = self.letters.at(from).expect("a piece moves");
            for text in written(letter, from, to) {
                let after = self.after(&regular, text.chars().nth(4));
                if captured == Some(enemy_king) || !after.is_safe(self.white) {
                    continue;
                }
                let rook = castled_rook(letter, from, to).map(|(_, goal)| goal);
                let active: Vec<Place> = [to].into_iter().chain(rook).collect();
                after.finish(&text, &active, captured.is_some(), &mut turns);
            }
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
            for place in self.letters.places_of(!self.white) {
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
                if !on_board(to) || self.letters.belongs(to, self.white) || is_king {
                    continue;
                }
                let mut active = active.to_vec();
                active[index] = to;
                let captured = captured || self.letters.at(to).is_some();
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
        let mut after = self.clone();
        let carried = std::mem::take(after.stack(from)) - 1;
        *after.stack(to) += carried;
        let letter = after.letters.take(from).expect("a piece steps");
        after.unmoved.remove(&to);
        after.lose_castling(to);
        let ways = written(letter, from, to);
        let promotes = ways.len() > 1;
        after.ep = self.ep.and_then(|(skipped, pawn)| {
            let lost = !self.drafts || promotes || from == skipped;
            if pawn != from { Some((skipped, pawn)) } else { (!lost).then_some((skipped, to)) }
        });
        let arrived = |text: String| {
            let mut after = after.clone();
            after.letters.put(to, become_letter(letter, text.chars().nth(4)));
            (text[4..].to_owned(), after)
        };
        ways.into_iter().map(arrived).collect()
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
