//! The rules of movement once more, by the letter and square by square, as the test of the others.

use kit_chess::Field;
use kit_chess::shakmaty::{Bitboard, ByColor, Color, Piece, Role, Square};
use kit_play::Chance;

use super::position::{CHECKERS, Position};
use crate::naive_board::{DIAGONAL, LEAPS, Place, STRAIGHT, name, on_board, place, places};

/// Pieces and checkers on a plain list of squares; files and ranks count from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Naive {
    pieces: Vec<Option<Piece>>,
    checkers: Vec<Option<Color>>,
    front: ByColor<u8>,
    rights: Vec<String>,
    ep: Option<(i32, i32)>,
    turn: Color,
}

fn index((file, rank): Place) -> usize {
    (rank * 8 + file) as usize
}

fn ahead(color: Color) -> i32 {
    if color == Color::White { 1 } else { -1 }
}

fn far_rank(color: Color) -> i32 {
    if color == Color::White { 7 } else { 0 }
}

impl Naive {
    pub fn of(position: &Position) -> Naive {
        Naive {
            pieces: Square::ALL.iter().map(|square| position.field.board.piece_at(*square)).collect(),
            checkers: Square::ALL.iter().map(|square| position.checker_at(*square)).collect(),
            front: position.front,
            rights: position.field.rights.into_iter().map(|square| square.to_string()).collect(),
            ep: position.field.ep.map(|square| place(&square.to_string())),
            turn: position.turn,
        }
    }

    fn at(&self, place: Place) -> Option<Piece> {
        self.pieces[index(place)]
    }

    fn is_tarred(&self, place: Place) -> bool {
        match (self.at(place), self.checkers[index(place)]) {
            (Some(piece), Some(checker)) => piece.color != checker,
            _ => false,
        }
    }

    /// Every square that the piece on a square attacks.
    fn attacked_from(&self, from: Place) -> Vec<Place> {
        let Some(piece) = self.at(from) else { return Vec::new() };
        let diagonally = [-1, 1].map(|side| (from.0 + side, from.1 + ahead(piece.color)));
        if self.is_tarred(from) {
            return match piece.role {
                Role::Pawn => Vec::new(),
                _ => diagonally.into_iter().filter(|to| on_board(*to)).collect(),
            };
        }
        let queen_ways = [STRAIGHT, DIAGONAL].concat();
        match piece.role {
            Role::Pawn => diagonally.into_iter().filter(|to| on_board(*to)).collect(),
            Role::Knight => self.along(from, &LEAPS, 1),
            Role::Bishop => self.along(from, &DIAGONAL, 7),
            Role::Rook => self.along(from, &STRAIGHT, 7),
            Role::Queen => self.along(from, &queen_ways, 7),
            Role::King => self.along(from, &queen_ways, 1),
        }
    }

    fn along(&self, from: Place, ways: &[Place], far: i32) -> Vec<Place> {
        let mut reached = Vec::new();
        for (files, ranks) in ways {
            for times in 1..=far {
                let to = (from.0 + files * times, from.1 + ranks * times);
                if !on_board(to) {
                    break;
                }
                reached.push(to);
                if self.at(to).is_some() {
                    break;
                }
            }
        }
        reached
    }

    fn is_attacked(&self, target: Place, by: Color) -> bool {
        places()
            .filter(|from| self.at(*from).is_some_and(|piece| piece.color == by))
            .any(|from| self.attacked_from(from).contains(&target))
    }

    pub fn is_attacked_king(&self, color: Color) -> bool {
        let king = places().find(|place| self.at(*place) == Some(color.king()));
        king.is_some_and(|king| self.is_attacked(king, !color))
    }

    /// Every legal move as it is written, in alphabetical order.
    pub fn moves(&self, throw_parries: bool) -> Vec<String> {
        let own = places().filter(|from| self.at(*from).is_some_and(|piece| piece.color == self.turn));
        let steps = own.flat_map(|from| self.steps_from(from));
        let legal = |written: &String| {
            let after = self.moved(written);
            !after.is_attacked_king(self.turn) || throw_parries && !after.throws(&written[2..4]).is_empty()
        };
        let mut moves: Vec<String> = steps.filter(legal).chain(self.castlings()).collect();
        moves.sort();
        moves
    }

    fn steps_from(&self, from: Place) -> Vec<String> {
        let Some(piece) = self.at(from) else { return Vec::new() };
        let tarred = self.is_tarred(from);
        let enemy = |to: &Place| {
            self.at(*to).is_some_and(|other| other.color != self.turn && other.role != Role::King)
        };
        let pawn_like = piece.role == Role::Pawn || tarred;
        let mut targets: Vec<Place> = self
            .attacked_from(from)
            .into_iter()
            .filter(|to| {
                enemy(to) || !pawn_like && self.at(*to).is_none() || pawn_like && self.takes_skipped(*to)
            })
            .collect();
        if pawn_like && !(tarred && piece.role == Role::Pawn) {
            let one = (from.0, from.1 + ahead(piece.color));
            let two = (from.0, from.1 + 2 * ahead(piece.color));
            let home = if piece.color == Color::White { 1 } else { 6 };
            if on_board(one) && self.at(one).is_none() {
                targets.push(one);
                if !tarred && from.1 == home && self.at(two).is_none() {
                    targets.push(two);
                }
            }
        }
        let promotes = piece.role == Role::Pawn;
        let written = |to: Place| {
            let step = name(from) + &name(to);
            if promotes && to.1 == far_rank(piece.color) {
                ["q", "r", "b", "n"].map(|role| step.clone() + role).to_vec()
            } else {
                vec![step]
            }
        };
        targets.into_iter().flat_map(written).collect()
    }

    /// Whether what moves like a pawn to this empty square takes a pawn that has skipped it.
    fn takes_skipped(&self, to: Place) -> bool {
        let pawn = (to.0, to.1 - ahead(self.turn));
        self.ep == Some(to) && self.at(to).is_none() && self.at(pawn) == Some((!self.turn).pawn())
    }

    fn castlings(&self) -> Vec<String> {
        let rank = if self.turn == Color::White { "1" } else { "8" };
        let mut castlings = Vec::new();
        for (rook, king_way, between) in [("h", ["f", "g"], "fg"), ("a", ["d", "c"], "bcd")] {
            let at = |file: &str| place(&format!("{file}{rank}"));
            let (king, rook) = (at("e"), at(rook));
            let ready = self.rights.contains(&name(rook))
                && self.at(king) == Some(self.turn.king())
                && self.at(rook) == Some(self.turn.rook())
                && self.checkers[index(king)].is_none()
                && self.checkers[index(rook)].is_none();
            let empty = between.chars().all(|file| self.at(at(&file.to_string())).is_none());
            let safe =
                ["e", king_way[0], king_way[1]].iter().all(|file| !self.is_attacked(at(file), !self.turn));
            if ready && empty && safe {
                castlings.push(name(king) + &name(at(king_way[1])));
            }
        }
        castlings
    }

    /// The board after a move that is written like `e7e8q`.
    pub fn moved(&self, written: &str) -> Naive {
        let mut after = self.clone();
        let (from, to) = (place(&written[..2]), place(&written[2..4]));
        let piece = self.at(from).expect("a piece moves");
        let diagonal = from.0 != to.0;
        let pawn_like = piece.role == Role::Pawn || self.is_tarred(from);
        let victim = if pawn_like && diagonal && self.at(to).is_none() { (to.0, from.1) } else { to };
        let won = after.checkers[index(victim)].take();
        let brought = after.checkers[index(from)].take();
        after.pieces[index(victim)] = None;
        after.pieces[index(from)] = None;
        let becomes = written.chars().nth(4).and_then(Role::from_char).unwrap_or(piece.role);
        after.pieces[index(to)] = Some(becomes.of(piece.color));
        after.checkers[index(to)] = brought;
        if piece.role == Role::King && (from.0 - to.0).abs() == 2 {
            let (rook_from, rook_to) = if to.0 == 6 { (7, 5) } else { (0, 3) };
            after.pieces[index((rook_to, to.1))] = after.pieces[index((rook_from, to.1))].take();
        }
        after.put(won, to);
        let two = piece.role == Role::Pawn && (from.1 - to.1).abs() == 2;
        after.ep = two.then_some((from.0, (from.1 + to.1) / 2));
        let king_moved = |rook: &String| piece.role == Role::King && place(rook).1 == far_rank(!piece.color);
        after.rights.retain(|rook| !king_moved(rook) && place(rook) != from && place(rook) != to);
        after
    }

    /// The rules for two checkers and for the far rank.
    fn put(&mut self, checker: Option<Color>, at: Place) {
        let back = |front: &mut ByColor<u8>, color: Color| *front.get_mut(color) += 1;
        match (checker, self.checkers[index(at)]) {
            (None, _) => (),
            (Some(new), None) => self.checkers[index(at)] = Some(new),
            (Some(new), Some(old)) if new == old => back(&mut self.front, new),
            (Some(new), Some(old)) => {
                back(&mut self.front, new);
                back(&mut self.front, old);
                self.checkers[index(at)] = None;
            }
        }
        let color = self.at(at).expect("a piece stands there").color;
        if self.is_tarred(at) && at.1 == far_rank(color) {
            self.checkers[index(at)] = None;
            back(&mut self.front, !color);
        }
    }

    /// Where the piece on a square may throw its checker.
    pub fn throws(&self, from: &str) -> Vec<String> {
        let from = place(from);
        let legal = |to: &Place| {
            let near = (from.0 - to.0).abs().max((from.1 - to.1).abs()) == 1;
            if !near || self.at(*to).is_none() || self.checkers[index(from)] != Some(self.turn) {
                return false;
            }
            let mut after = self.clone();
            after.checkers[index(from)] = None;
            after.put(Some(self.turn), *to);
            !after.is_attacked_king(self.turn)
        };
        places().filter(legal).map(name).collect()
    }

    /// Where a card with this piece may put a checker.
    pub fn targets(&self, piece: Piece) -> Vec<String> {
        let matching: Vec<Place> = places().filter(|at| self.at(*at) == Some(piece)).collect();
        let own = places().filter(|at| self.at(*at).is_some_and(|piece| piece.color == self.turn));
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
