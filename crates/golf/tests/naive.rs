//! A second reading of the rules: a list of 64 cells, every sentence by the letter, every position
//! stored. It must agree with the fast solver on random deals.
//!
//! `GOLF_DEALS=10000` and `GOLF_DEALS_3=3000` ask for more deals than the usual ones.

use std::collections::HashMap;

use kit_chess::shakmaty::{Piece, Role, Square};
use kit_golf::{Hole, Limits, Options, Want, deal, solve};
use kit_play::Chance;

type Cells = [Option<Piece>; 64];

#[derive(Clone, PartialEq, Eq, Hash)]
struct Naive {
    cells: Cells,
    capturer: Option<Piece>,
    /// The one piece that may capture, where there may be only one.
    only: Option<usize>,
    targets: Vec<Piece>,
}

fn coordinates(square: usize) -> (i32, i32) {
    (square as i32 % 8, square as i32 / 8)
}

fn on_board(file: i32, rank: i32) -> Option<usize> {
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((rank * 8 + file) as usize)
}

const AROUND: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
const LEAPS: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

fn neighbors(cells: &Cells, square: usize) -> Vec<usize> {
    let (file, rank) = coordinates(square);
    let color = cells[square].expect("a piece").color;
    let around = AROUND.iter().filter_map(|(right, up)| on_board(file + right, rank + up));
    around.filter(|other| cells[*other].is_some_and(|piece| piece.color == color)).collect()
}

/// Where an ordinary piece of this role could go, captures of everything included.
fn ordinary(cells: &Cells, role: Role, square: usize) -> Vec<usize> {
    let (file, rank) = coordinates(square);
    let (ways, far): (Vec<(i32, i32)>, bool) = match role {
        Role::King => (AROUND.to_vec(), false),
        Role::Knight => (LEAPS.to_vec(), false),
        Role::Queen => (AROUND.to_vec(), true),
        Role::Rook => (AROUND.iter().copied().filter(|(right, up)| right * up == 0).collect(), true),
        Role::Bishop => (AROUND.iter().copied().filter(|(right, up)| right * up != 0).collect(), true),
        Role::Pawn => panic!("no pawns"),
    };
    let mut squares = Vec::new();
    for (right, up) in ways {
        for distance in 1..if far { 8 } else { 2 } {
            let Some(to) = on_board(file + right * distance, rank + up * distance) else { break };
            squares.push(to);
            if cells[to].is_some() {
                break;
            }
        }
    }
    squares
}

impl Naive {
    fn has_pair(&self, square: usize) -> bool {
        let color = self.cells[square].expect("a piece").color;
        (0..64).any(|other| {
            self.cells[other].is_some_and(|piece| piece.color == color)
                && !neighbors(&self.cells, other).is_empty()
        })
    }

    fn can_go(&self, from: usize, to: usize, options: Options) -> bool {
        if !self.has_pair(from) {
            return options.special_king_move && ordinary(&self.cells, Role::King, from).contains(&to);
        }
        neighbors(&self.cells, from).into_iter().any(|lender| {
            let role = self.cells[lender].expect("a neighbor").role;
            (options.borrow_from_victim || lender != to) && ordinary(&self.cells, role, from).contains(&to)
        })
    }

    /// Everything that one move leads to.
    fn successors(&self, options: Options) -> Vec<Naive> {
        let mut all = Vec::new();
        for from in 0..64 {
            let Some(piece) = self.cells[from] else { continue };
            for to in (0..64).filter(|to| *to != from) {
                if self.can_go(from, to, options) {
                    all.extend(self.go(piece, from, to, options));
                }
            }
        }
        all
    }

    fn go(&self, piece: Piece, from: usize, to: usize, options: Options) -> Option<Naive> {
        let mut next = self.clone();
        if let Some(victim) = self.cells[to] {
            if self.capturer.is_some_and(|capturer| capturer != piece)
                || self.only.is_some_and(|only| only != from)
            {
                return None;
            }
            if self.capturer.is_none() {
                let own = next.targets.iter().position(|target| *target == piece)?;
                next.targets.remove(own);
            }
            let hit = next.targets.iter().position(|target| *target == victim)?;
            next.targets.remove(hit);
            next.capturer = Some(piece);
            next.only = options.single_capturer.then_some(to);
        } else if self.only == Some(from) {
            next.only = Some(to);
        }
        next.cells[from] = None;
        next.cells[to] = Some(piece);
        Some(next)
    }
}

/// The length and number of shortest solutions, or the length that was ruled out when it grew too big.
fn naive(hole: &Hole, options: Options, most: usize) -> Result<(u32, u64), u32> {
    let mut cells = [None; 64];
    for (index, cell) in cells.iter_mut().enumerate() {
        *cell = hole.board().piece_at(Square::new(index as u32));
    }
    let mut targets = hole.chosen().to_vec();
    targets.sort_by_key(|piece| piece.char());
    let mut layer = HashMap::from([(Naive { cells, capturer: None, only: None, targets }, 1u64)]);
    for length in 1.. {
        if layer.len() > most {
            return Err(length - 1);
        }
        let mut next: HashMap<Naive, u64> = HashMap::new();
        for (position, count) in &layer {
            for successor in position.successors(options) {
                *next.entry(successor).or_default() += count;
            }
        }
        let solved = next.iter().filter(|(position, _)| position.targets.is_empty());
        let count: u64 = solved.map(|(_, count)| count).sum();
        if count > 0 {
            return Ok((length, count));
        }
        layer = next;
    }
    unreachable!("layers end")
}

fn compare(cards: usize, deals: u64, most: usize, seed: u64) {
    let rulings = [(true, true, false), (true, true, true), (false, true, false), (true, false, false)];
    for number in 0..deals {
        let hole = deal(cards, &mut Chance::seeded(seed + number));
        let (special_king_move, borrow_from_victim, single_capturer) =
            rulings[number as usize % rulings.len()];
        let options = Options { special_king_move, borrow_from_victim, single_capturer };
        let limits = Limits { nodes: 3_000_000, ..Limits::default() };
        let solution = solve(&hole, options, &limits, Want::Count);
        match naive(&hole, options, most) {
            Ok((length, count)) => {
                let fast = (solution.length(), solution.count);
                assert_eq!(fast, (Some(length), Some(count)), "{hole}\n{options:?}");
            }
            Err(ruled_out) => {
                assert!(solution.length().is_none_or(|length| length > ruled_out), "{hole}\n{options:?}");
            }
        }
    }
}

fn asked(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|number| number.parse().ok()).unwrap_or(usual)
}

#[test]
fn two_cards_agree() {
    compare(2, asked("GOLF_DEALS", 200), 600, 1);
}

#[test]
fn three_cards_agree() {
    compare(3, asked("GOLF_DEALS_3", 24), 1500, 100_000);
}

#[test]
fn four_cards_agree() {
    compare(4, asked("GOLF_DEALS_4", 8), 1500, 200_000);
}
