//! A second reading of the rules: a list of 64 cells, every sentence by the letter, every position
//! stored. It must agree with the fast solver on random deals.
//!
//! `GOLF_DEALS=10000 GOLF_DEALS_3=3000 GOLF_SPARSE=200 GOLF_MOST=100000` asks for more than the usual, and
//! lets the plain search store more positions, so that longer holes are compared to the end:
//! `cargo test --release -p kit-golf --test naive -- --nocapture`.

use std::collections::{BTreeSet, HashMap, HashSet};

use kit_chess::shakmaty::{Board, Piece, Square};
use kit_golf::{DECK, Finding, Hole, Limits, Options, Solution, Want, deal, solve};
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

/// How the plain search begins.
fn start(hole: &Hole) -> Naive {
    let mut cells = [EMPTY; 64];
    for (index, cell) in cells.iter_mut().enumerate() {
        *cell = hole.board().piece_at(Square::new(index as u32)).map_or(EMPTY, letter);
    }
    let mut targets: Vec<u8> = hole.chosen().iter().copied().map(letter).collect();
    targets.sort();
    Naive { cells, capturer: None, only: None, targets }
}

/// What the plain search found out.
enum Plain {
    /// The length and number of shortest solutions.
    Solved(u32, u64),
    /// Every position was seen, and none is a solution.
    Unsolvable,
    /// No solution has this length or less; to know more, too many positions had to be stored.
    Longer(u32),
}

/// Looks at positions move by move, and stores no more of them than `most`.
fn naive(hole: &Hole, options: Options, most: usize) -> Plain {
    let mut layer = HashMap::from([(start(hole), 1u64)]);
    let mut seen: HashSet<Naive> = layer.keys().cloned().collect();
    for length in 1.. {
        let ends = layer.iter().map(|(position, count)| {
            let ends = position.successors(options).into_iter().filter(|next| next.targets.is_empty());
            ends.count() as u64 * count
        });
        let count: u64 = ends.sum();
        if count > 0 {
            return Plain::Solved(length, count);
        }
        let mut next: HashMap<Naive, u64> = HashMap::new();
        for (position, count) in &layer {
            for successor in position.successors(options) {
                // What was reached in fewer moves is no part of a shortest solution.
                if !seen.contains(&successor) {
                    *next.entry(successor).or_default() += count;
                }
            }
            if seen.len() + next.len() > most {
                return Plain::Longer(length);
            }
        }
        if next.is_empty() {
            return Plain::Unsolvable;
        }
        seen.extend(next.keys().cloned());
        layer = next;
    }
    unreachable!("layers end")
}

/// Whether the moves of a solution, one after the other, are moves and take what they must.
fn replays(hole: &Hole, options: Options, solution: &Solution) -> bool {
    let mut position = start(hole);
    for step in &solution.line {
        let (from, to) = (step.from.to_usize(), step.to.to_usize());
        let next = position.destinations(from, options).contains(&to).then(|| position.go(from, to, options));
        let Some(next) = next.flatten() else { return false };
        position = next;
    }
    position.targets.is_empty()
}

/// How far the plain search got with some holes.
#[derive(Default)]
struct Agreed {
    /// Holes whose length it proved.
    proved: u64,
    /// Holes whose shortest solutions it counted.
    whole: u64,
    /// The longest of these.
    longest: u32,
    /// Holes that it proved to have no solution.
    unsolvable: u64,
}

/// Compares length and number of shortest solutions; where the plain search would have to store more
/// positions than it may, that there is no solution as far as it got. What the solver found must be a
/// solution by the plain reading in any case.
fn compare(holes: impl Iterator<Item = Hole>, most: usize) -> Agreed {
    let rulings = [(true, true, false), (true, true, true), (false, true, false), (true, false, false)];
    let limits = Limits { nodes: 3_000_000, ..Limits::default() };
    let mut agreed = Agreed::default();
    for (number, hole) in (1..).zip(holes) {
        let (special_king_move, borrow_from_victim, single_capturer) = rulings[(number - 1) % rulings.len()];
        let options = Options { special_king_move, borrow_from_victim, single_capturer };
        let solution = solve(&hole, options, &limits, Want::One);
        let found = solution.length();
        assert!(found.is_none() || replays(&hole, options, &solution), "{hole}\n{options:?}");
        match naive(&hole, options, most) {
            Plain::Solved(length, count) => {
                let counted = solve(&hole, options, &Limits::default(), Want::Count);
                let both = (found, counted.length(), counted.count);
                assert_eq!(both, (Some(length), Some(length), Some(count)), "{hole}\n{options:?}");
                agreed.whole += 1;
                agreed.proved += 1;
                agreed.longest = agreed.longest.max(length);
            }
            Plain::Unsolvable => {
                assert_eq!(solution.finding, Finding::Unsolvable, "{hole}\n{options:?}");
                agreed.unsolvable += 1;
            }
            Plain::Longer(ruled_out) => {
                assert!(found.is_none_or(|length| length > ruled_out), "{hole}\n{options:?}");
                agreed.proved += u64::from(found == Some(ruled_out + 1));
            }
        }
        if number % 500 == 0 {
            println!("{number} holes");
        }
    }
    let Agreed { proved, whole, longest, unsolvable } = agreed;
    println!(
        "all holes agree: the length of {proved} is proved by the plain search, the shortest solutions of \
         {whole} are counted by it, with up to {longest} moves, {unsolvable} have none"
    );
    agreed
}

fn deals(cards: usize, deals: u64, seed: u64) -> impl Iterator<Item = Hole> {
    (0..deals).map(move |number| deal(cards, &mut Chance::seeded(seed + number)))
}

/// Four black cards, with no other black piece on the board and a few white ones, which can only
/// stand in the way: so few pieces, in a corner, that the plain search gets far.
fn sparse(chance: &mut Chance) -> Hole {
    const SIDE: u32 = 4;
    let mut squares: Vec<Square> =
        (0..SIDE * SIDE).map(|number| Square::new(number / SIDE * 8 + number % SIDE)).collect();
    chance.shuffle(&mut squares);
    let (mut white, mut black) = (DECK[..8].to_vec(), DECK[8..].to_vec());
    chance.shuffle(&mut white);
    chance.shuffle(&mut black);
    let mut board = Board::empty();
    for (square, piece) in squares.into_iter().zip(black[..4].iter().chain(&white[..3])) {
        board.set_piece_at(square, *piece);
    }
    Hole::new(board, black[..4].to_vec()).expect("the cards are on the board")
}

/// All sixteen pieces crowded into a corner, and many cards: there is much to capture, and little else to do.
fn many_cards(cards: usize, chance: &mut Chance) -> Hole {
    const SIDE: u32 = 5;
    let mut squares: Vec<Square> =
        (0..SIDE * SIDE).map(|number| Square::new(number / SIDE * 8 + number % SIDE)).collect();
    chance.shuffle(&mut squares);
    let mut deck = DECK;
    chance.shuffle(&mut deck);
    let mut board = Board::empty();
    squares.into_iter().zip(DECK).for_each(|(square, piece)| board.set_piece_at(square, piece));
    Hole::new(board, deck[..cards].to_vec()).expect("the cards are on the board")
}

fn asked(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|number| number.parse().ok()).unwrap_or(usual)
}

/// How many positions the plain search may store for a deal.
fn most() -> usize {
    asked("GOLF_MOST", 1500) as usize
}

#[test]
fn two_cards_agree() {
    let agreed = compare(deals(2, asked("GOLF_DEALS", 400), 1), most());
    assert!(agreed.whole > 0, "some deals are compared to the end");
}

#[test]
fn three_cards_agree() {
    let agreed = compare(deals(3, asked("GOLF_DEALS_3", 60), 100_000), most());
    assert!(agreed.whole > 0, "some deals are compared to the end");
}

/// Four cards are seldom done within the usual layers.
#[test]
fn four_cards_agree() {
    compare(deals(4, asked("GOLF_DEALS_4", 16), 200_000), most());
}

#[test]
fn cards_of_one_color_agree() {
    let mut chance = Chance::seeded(300_000);
    let holes = (0..asked("GOLF_SPARSE", 60)).map(|_| sparse(&mut chance));
    let agreed = compare(holes, most());
    assert!(agreed.whole > 0, "some holes are compared to the end");
}

/// Whether there is a solution with so many moves that capture nothing, by trying all of them.
fn solves_with(position: &Naive, quiets: u32, options: Options) -> bool {
    position.targets.is_empty()
        || position.successors(options).into_iter().any(|next| {
            let captures = next.targets.len() < position.targets.len();
            let left = if captures { Some(quiets) } else { quiets.checked_sub(1) };
            left.is_some_and(|left| solves_with(&next, left, options))
        })
}

/// The plain search stores too much to get far here, so only the fewest moves are tried in all orders.
#[test]
fn many_cards_agree() {
    let mut chance = Chance::seeded(400_000);
    let limits = Limits { nodes: 1_000_000, ..Limits::default() };
    let mut counts = [0; 3];
    for number in 0..asked("GOLF_MANY", 70) as usize {
        let hole = many_cards(5 + number % 7, &mut chance);
        let options = Options {
            special_king_move: number % 2 == 0,
            borrow_from_victim: number % 3 != 0,
            single_capturer: number % 4 == 0,
        };
        let solution = solve(&hole, options, &limits, Want::One);
        let captures = hole.chosen().len() as u32 - 1;
        let plain = (0..=1).find(|quiets| solves_with(&start(&hole), *quiets, options));
        let agrees = match solution.finding {
            Finding::Solved(length) => plain == Some(length - captures).filter(|quiets| *quiets <= 1),
            Finding::Unsolvable => plain.is_none(),
            Finding::AtLeast(length, _) => plain.is_none_or(|quiets| captures + quiets >= length),
        };
        assert!(agrees, "{plain:?}, {:?}\n{hole}\n{options:?}", solution.finding);
        assert!(solution.length().is_none() || replays(&hole, options, &solution), "{hole}\n{options:?}");
        counts[plain.map_or(2, |quiets| quiets as usize)] += 1;
    }
    println!("with no and with one quiet move, and with more: {counts:?}");
    assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
}
