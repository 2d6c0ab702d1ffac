//! The rules of movement once more, by the letter and square by square, as the test of the others.

use std::collections::BTreeMap;

use kit_chess::Field;
use kit_chess::shakmaty::{Bitboard, ByColor, Color, Piece, Role, Square};
use kit_play::Chance;

use super::position::{CHECKERS, Position};
use crate::naive_board::{
    Letters, Place, become_letter, castled_rook, castlings, is_pawn, name, place, place_of, places,
    rights_lost, written,
};
use crate::steps::castling_letters;

/// Pieces by their letters, and the colors of checkers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Naive {
    letters: Letters,
    checkers: BTreeMap<Place, Color>,
    front: ByColor<u8>,
    castling: String,
    ep: Option<Place>,
    turn: Color,
}

fn color_of(letter: char) -> Color {
    Color::from_white(letter.is_uppercase())
}

fn far_rank(color: Color) -> i32 {
    if color == Color::White { 7 } else { 0 }
}

impl Naive {
    pub fn of(position: &Position) -> Naive {
        let checker = |square: Square| Some((place_of(square), position.checker_at(square)?));
        Naive {
            letters: Letters::of(&position.field.board),
            checkers: Square::ALL.into_iter().filter_map(checker).collect(),
            front: position.front,
            castling: castling_letters(position.field.rights).replace('-', ""),
            ep: position.field.ep.map(place_of),
            turn: position.turn,
        }
    }

    fn is_tarred(&self, place: Place) -> bool {
        let checker = self.checkers.get(&place);
        self.letters.at(place).is_some_and(|letter| checker.is_some_and(|color| *color != color_of(letter)))
    }

    /// As what the piece on a square moves and attacks; a tarred pawn does neither.
    fn moves_like(&self, from: Place) -> Option<char> {
        let letter = self.letters.at(from)?;
        match (self.is_tarred(from), color_of(letter)) {
            (false, _) => Some(letter),
            (true, _) if is_pawn(letter) => None,
            (true, Color::White) => Some('P'),
            (true, Color::Black) => Some('p'),
        }
    }

    fn is_attacked(&self, target: Place, by: Color) -> bool {
        self.letters.places_of(by.is_white()).any(|from| {
            self.moves_like(from).is_some_and(|letter| self.letters.attacks_as(letter, from, target))
        })
    }

    pub fn is_attacked_king(&self, color: Color) -> bool {
        self.letters.king(color.is_white()).is_some_and(|king| self.is_attacked(king, !color))
    }

    /// Every legal move as it is written, in alphabetical order.
    pub fn moves(&self, throw_parries: bool) -> Vec<String> {
        let steps = self.letters.places_of(self.turn.is_white()).flat_map(|from| self.steps_from(from));
        let legal = |written: &String| {
            let after = self.moved(written);
            !after.is_attacked_king(self.turn) || throw_parries && !after.throws(&written[2..4]).is_empty()
        };
        let mut moves: Vec<String> = steps.filter(legal).chain(self.castlings()).collect();
        moves.sort();
        moves
    }

    fn steps_from(&self, from: Place) -> Vec<String> {
        let (Some(letter), Some(like)) = (self.letters.at(from), self.moves_like(from)) else {
            return Vec::new();
        };
        // What is tarred makes no double step.
        let allowed = |to: &Place| {
            let takes_king = matches!(self.letters.at(*to), Some('K' | 'k'));
            let leaps = self.is_tarred(from) && (to.1 - from.1).abs() == 2;
            !takes_king && !leaps
        };
        let goals = self.letters.goals_as(like, from, |to| self.is_skipped(to)).into_iter().filter(allowed);
        goals.flat_map(|to| written(letter, from, to)).collect()
    }

    /// Whether what moves like a pawn to this square takes a pawn that has skipped it.
    fn is_skipped(&self, to: Place) -> bool {
        let (ahead, pawn) = if self.turn == Color::White { (1, 'p') } else { (-1, 'P') };
        self.ep == Some(to) && self.letters.at((to.0, to.1 - ahead)) == Some(pawn)
    }

    fn castlings(&self) -> Vec<String> {
        let mut found = Vec::new();
        for castling in castlings(self.turn.is_white()) {
            let ready = self.castling.contains(castling.right)
                && !self.checkers.contains_key(&castling.way[0])
                && !self.checkers.contains_key(&castling.rook);
            let empty = castling.between.iter().all(|place| self.letters.is_free(*place));
            let safe = castling.way.iter().all(|place| !self.is_attacked(*place, !self.turn));
            if ready && empty && safe {
                found.push(name(castling.way[0]) + &name(castling.way[2]));
            }
        }
        found
    }

    /// The board after a move that is written like `e7e8q`.
    pub fn moved(&self, written: &str) -> Naive {
        let mut after = self.clone();
        let (from, to) = (place(&written[..2]), place(&written[2..4]));
        let letter = after.letters.take(from).expect("a piece moves");
        let passes = self.moves_like(from).is_some_and(is_pawn) && from.0 != to.0 && self.letters.is_free(to);
        let victim = if passes { (to.0, from.1) } else { to };
        let won = after.checkers.remove(&victim);
        let brought = after.checkers.remove(&from);
        after.letters.take(victim);
        after.letters.put(to, become_letter(letter, written.chars().nth(4)));
        after.checkers.extend(brought.map(|checker| (to, checker)));
        if let Some((rook_from, rook_to)) = castled_rook(letter, from, to) {
            let rook = after.letters.take(rook_from).expect("a rook castles");
            after.letters.put(rook_to, rook);
        }
        after.put(won, to);
        let two = is_pawn(letter) && (from.1 - to.1).abs() == 2;
        after.ep = two.then_some((from.0, (from.1 + to.1) / 2));
        let lost = [from, to].map(rights_lost).concat();
        after.castling.retain(|right| !lost.contains(right));
        after
    }

    /// The rules for two checkers and for the far rank.
    fn put(&mut self, checker: Option<Color>, at: Place) {
        match (checker, self.checkers.get(&at).copied()) {
            (None, _) => {}
            (Some(new), None) => {
                self.checkers.insert(at, new);
            }
            (Some(new), Some(old)) if new == old => *self.front.get_mut(new) += 1,
            (Some(_), Some(_)) => {
                self.checkers.remove(&at);
                self.front.iter_mut().for_each(|front| *front += 1);
            }
        }
        let color = color_of(self.letters.at(at).expect("a piece stands there"));
        if self.is_tarred(at) && at.1 == far_rank(color) {
            self.checkers.remove(&at);
            *self.front.get_mut(!color) += 1;
        }
    }

    /// Where the piece on a square may throw its checker.
    pub fn throws(&self, from: &str) -> Vec<String> {
        let from = place(from);
        let legal = |to: &Place| {
            let near = (from.0 - to.0).abs().max((from.1 - to.1).abs()) == 1;
            if !near || self.letters.is_free(*to) || self.checkers.get(&from) != Some(&self.turn) {
                return false;
            }
            let mut after = self.clone();
            after.checkers.remove(&from);
            after.put(Some(self.turn), *to);
            !after.is_attacked_king(self.turn)
        };
        places().filter(legal).map(name).collect()
    }

    /// Where a card with this piece may put a checker.
    pub fn targets(&self, piece: Piece) -> Vec<String> {
        let matching: Vec<Place> = places().filter(|at| self.letters.at(*at) == Some(piece.char())).collect();
        let own = self.letters.places_of(self.turn.is_white());
        let targets = if matching.is_empty() { own.collect() } else { matching };
        let legal = |at: &Place| {
            let mut after = self.clone();
            after.put(Some(self.turn), *at);
            !after.is_attacked_king(self.turn)
        };
        targets.into_iter().filter(legal).map(name).collect()
    }
}

/// A position that may never come up, in which everything rare is likely.
pub fn random_position(luck: &mut Chance) -> Position {
    let mut field = Field { board: kit_chess::shakmaty::Board::empty(), rights: Bitboard::EMPTY, ep: None };
    for color in Color::ALL {
        let home = color.fold_wb(Square::E1, Square::E8);
        let king = if luck.below(2) == 0 { home } else { *luck.pick(&Square::ALL) };
        let free = field.board.piece_at(king).is_none();
        field.board.set_piece_at(if free { king } else { home }, color.king());
    }
    let roles = [Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    for _ in 0..luck.below(24) {
        let (square, color, role) = (*luck.pick(&Square::ALL), *luck.pick(&Color::ALL), *luck.pick(&roles));
        let astray = role == Role::Pawn && Bitboard::BACKRANKS.contains(square);
        if field.board.piece_at(square).is_none() && !astray {
            field.board.set_piece_at(square, role.of(color));
        }
    }
    for (rook, king, color) in [
        (Square::A1, Square::E1, Color::White),
        (Square::H1, Square::E1, Color::White),
        (Square::A8, Square::E8, Color::Black),
        (Square::H8, Square::E8, Color::Black),
    ] {
        let free = field.board.piece_at(rook).is_none_or(|piece| piece.role != Role::King);
        if field.board.piece_at(king) == Some(color.king()) && free && luck.below(4) > 0 {
            field.board.set_piece_at(rook, color.rook());
            field.rights.add(rook);
        }
    }
    let turn = *luck.pick(&Color::ALL);
    let taker = skip_a_square(&mut field, turn, luck);
    let front = ByColor { white: 5, black: 5 };
    let mut position = Position::new(field, turn, front);
    // What may take en passant is often tarred.
    let squares: Vec<Square> = position.field.board.occupied().into_iter().collect();
    for square in squares {
        if luck.below(3) == 0 {
            lay(&mut position, square, *luck.pick(&Color::ALL));
        }
    }
    if let Some(square) = taker.filter(|_| luck.below(2) == 0) {
        lay(&mut position, square, !turn);
    }
    position
}

/// Lets a pawn of the other color have skipped a square next to something that might take it.
fn skip_a_square(field: &mut Field, turn: Color, luck: &mut Chance) -> Option<Square> {
    if luck.below(2) == 0 {
        return None;
    }
    let rank = turn.fold_wb(4, 3);
    let file = luck.below(8);
    let beside = if file == 0 { 1 } else { file - 1 };
    let square = |file: u32, rank: u32| Square::new(rank * 8 + file);
    let (pawn, taker) = (square(file, rank), square(beside, rank));
    let skipped = square(file, turn.fold_wb(5, 2));
    let home = square(file, turn.fold_wb(6, 1));
    let has_king = [pawn, taker, skipped, home].iter().any(|square| field.board.kings().contains(*square));
    if has_king {
        return None;
    }
    field.board.discard_piece_at(skipped);
    field.board.discard_piece_at(home);
    field.board.set_piece_at(pawn, (!turn).pawn());
    let role = *luck.pick(&[Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen]);
    field.board.set_piece_at(taker, role.of(turn));
    field.ep = Some(skipped);
    Some(taker)
}

/// Lays a checker where one may lie.
fn lay(position: &mut Position, square: Square, color: Color) {
    let Some(piece) = position.field.board.piece_at(square) else { return };
    let far = square.rank() == piece.color.relative_rank(kit_chess::shakmaty::Rank::Eighth);
    let spare = position.checkers.get(color).count() + 5 < usize::from(CHECKERS);
    if spare && !(far && color != piece.color) {
        position.checkers.get_mut(!color).discard(square);
        position.checkers.get_mut(color).add(square);
    }
}
