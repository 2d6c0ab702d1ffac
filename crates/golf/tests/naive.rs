//! A second reading of the rules: a list of 64 cells, every sentence by the letter, every position
//! stored. It must agree with the fast solver on random deals.
//!
//! `GOLF_DEALS=10000 GOLF_DEALS_3=3000 GOLF_MOST=6000` asks for more deals than the usual ones, and
//! lets the plain search store larger layers, so that longer holes are compared to the end:
//! `cargo test --release -p kit-golf --test naive -- --nocapture`.

use std::collections::{BTreeSet, HashMap};

use kit_chess::shakmaty::{Piece, Square};
use kit_golf::{Hole, Limits, Options, Want, deal, solve};
use kit_play::Chance;

/// The letter of what stands on each square.
type Cells = [u8; 64];

const EMPTY: u8 = b'.';

fn letter(piece: Piece) -> u8 {
    piece.char() as u8
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Naive {
    cells: Cells,
    capturer: Option<u8>,
    /// The one piece that may capture, where there may be only one.
    only: Option<usize>,
    targets: Vec<u8>,
}

fn coordinates(square: usize) -> (i32, i32) {
    (square as i32 % 8, square as i32 / 8)
}

fn on_board(file: i32, rank: i32) -> Option<usize> {
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((rank * 8 + file) as usize)
}

const AROUND: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
const LEAPS: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

fn is_friend(cells: &Cells, one: usize, two: usize) -> bool {
    cells[two] != EMPTY && cells[one].is_ascii_uppercase() == cells[two].is_ascii_uppercase()
}

fn neighbors(cells: &Cells, square: usize) -> Vec<usize> {
    let (file, rank) = coordinates(square);
    let around = AROUND.iter().filter_map(|(right, up)| on_board(file + right, rank + up));
    around.filter(|other| is_friend(cells, square, *other)).collect()
}

/// Where an ordinary piece of this letter could go, captures of everything included.
fn ordinary(cells: &Cells, letter: u8, square: usize) -> Vec<usize> {
    let (file, rank) = coordinates(square);
    let is_straight = |(right, up): &(i32, i32)| right * up == 0;
    let (ways, far): (Vec<(i32, i32)>, bool) = match letter.to_ascii_lowercase() {
        b'k' => (AROUND.to_vec(), false),
        b'n' => (LEAPS.to_vec(), false),
        b'q' => (AROUND.to_vec(), true),
        b'r' => (AROUND.iter().copied().filter(is_straight).collect(), true),
        b'b' => (AROUND.iter().copied().filter(|way| !is_straight(way)).collect(), true),
        other => panic!("not a piece: {other}"),
    };
    let mut squares = Vec::new();
    for (right, up) in ways {
        for distance in 1..if far { 8 } else { 2 } {
            let Some(to) = on_board(file + right * distance, rank + up * distance) else { break };
            squares.push(to);
            if cells[to] != EMPTY {
                break;
            }
        }
    }
    squares
}

impl Naive {
    /// Whether two pieces of the color of this one are neighbors.
    fn has_pair(&self, square: usize) -> bool {
        (0..64)
            .any(|other| is_friend(&self.cells, square, other) && !neighbors(&self.cells, other).is_empty())
    }

    /// Where a piece can go, if it may capture everything.
    fn destinations(&self, from: usize, options: Options) -> BTreeSet<usize> {
        let lenders = neighbors(&self.cells, from);
        if lenders.is_empty() && options.special_king_move && !self.has_pair(from) {
            return ordinary(&self.cells, b'k', from).into_iter().collect();
        }
        let borrowed = lenders.into_iter().flat_map(|lender| {
            let squares = ordinary(&self.cells, self.cells[lender], from);
            squares.into_iter().filter(move |to| options.borrow_from_victim || lender != *to)
        });
        borrowed.collect()
    }

    /// Everything that one move leads to.
    fn successors(&self, options: Options) -> Vec<Naive> {
        let mut all = Vec::new();
        for from in (0..64).filter(|from| self.cells[*from] != EMPTY) {
            for to in self.destinations(from, options) {
                all.extend(self.go(from, to, options));
            }
        }
        all
    }

    fn go(&self, from: usize, to: usize, options: Options) -> Option<Naive> {
        let mut next = self.clone();
        let (piece, victim) = (self.cells[from], self.cells[to]);
        if victim != EMPTY {
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
        next.cells[from] = EMPTY;
        next.cells[to] = piece;
        Some(next)
    }
}

/// The length and number of shortest solutions, or the length that was ruled out when it grew too big.
fn naive(hole: &Hole, options: Options, most: usize) -> Result<(u32, u64), u32> {
    let mut cells = [EMPTY; 64];
    for (index, cell) in cells.iter_mut().enumerate() {
        *cell = hole.board().piece_at(Square::new(index as u32)).map_or(EMPTY, letter);
    }
    let mut targets: Vec<u8> = hole.chosen().iter().copied().map(letter).collect();
    targets.sort();
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

/// Compares length and number of shortest solutions; where the plain search stores more positions
/// than it may, that there is no solution as far as it got.
fn compare(cards: usize, deals: u64, most: usize, seed: u64) {
    let rulings = [(true, true, false), (true, true, true), (false, true, false), (true, false, false)];
    let mut whole = 0;
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
                whole += 1;
            }
            Err(ruled_out) => {
                assert!(solution.length().is_none_or(|length| length > ruled_out), "{hole}\n{options:?}");
            }
        }
    }
    println!("{deals} deals of {cards} cards agree, {whole} of them to the last solution");
    // Four cards are seldom done within the usual layers.
    assert!(cards > 3 || whole > 0, "some deals are compared to the end");
}

fn asked(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|number| number.parse().ok()).unwrap_or(usual)
}

/// How many positions the plain search may store in a layer.
fn most() -> usize {
    asked("GOLF_MOST", 1500) as usize
}

#[test]
fn two_cards_agree() {
    compare(2, asked("GOLF_DEALS", 400), most(), 1);
}

#[test]
fn three_cards_agree() {
    compare(3, asked("GOLF_DEALS_3", 60), most(), 100_000);
}

#[test]
fn four_cards_agree() {
    compare(4, asked("GOLF_DEALS_4", 16), most(), 200_000);
}
