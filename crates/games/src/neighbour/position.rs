//! Where pieces enter, how they move, and what a group is.

use std::fmt;

use kit_chess::shakmaty::attacks::{attacks, king_attacks};
use kit_chess::shakmaty::{Bitboard, Board, File, Rank, Square};

/// A card of the position deck: how far to walk, and which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalkCard {
    distance: u8,
    suit: char,
}

impl WalkCard {
    /// Twenty cards: two to six in all four suits.
    pub fn deck() -> Vec<WalkCard> {
        let suit = |suit| (2..=6).map(move |distance| WalkCard { distance, suit });
        ['H', 'D', 'S', 'C'].into_iter().flat_map(suit).collect()
    }

    /// The card with this code, such as `3D`.
    pub fn read(text: &str) -> Option<WalkCard> {
        WalkCard::deck().into_iter().find(|entry| entry.to_string() == text)
    }
}

impl fmt::Display for WalkCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.distance, self.suit)
    }
}

/// [neighbour.walk] Red goes to the right, black goes up, and over the edge it goes on at the other side.
pub fn walk(from: Square, entry: WalkCard) -> Square {
    let around = |index: u32| (index + u32::from(entry.distance)) % 8;
    match entry.suit {
        'H' | 'D' => Square::from_coords(File::new(around(from.file().to_u32())), from.rank()),
        _ => Square::from_coords(from.file(), Rank::new(around(from.rank().to_u32()))),
    }
}

/// [neighbour.displaced] [neighbour.wider-ring] The empty squares of the nearest ring that has some.
///
/// [neighbour.no-wrap] Rings end at the edge.
pub fn ring(board: &Board, target: Square) -> Bitboard {
    let at = |distance| {
        let squares = Square::ALL.into_iter().filter(move |square| square.distance(target) == distance);
        squares.collect::<Bitboard>() & !board.occupied()
    };
    (1..8).map(at).find(|squares| squares.any()).unwrap_or(Bitboard::EMPTY)
}

/// [neighbour.borrow] [neighbour.no-capture] Every move: like a neighbor of the same color, to an empty square.
pub fn moves(board: &Board) -> Vec<(Square, Square)> {
    let occupied = board.occupied();
    let reach = |from: Square| {
        let color = board.color_at(from);
        let neighbors = king_attacks(from) & color.map_or(Bitboard::EMPTY, |color| board.by_color(color));
        let lenders = neighbors.into_iter().filter_map(|neighbor| board.piece_at(neighbor));
        lenders.fold(Bitboard::EMPTY, |all, lender| all | attacks(from, lender, occupied)) & !occupied
    };
    occupied.into_iter().flat_map(|from| reach(from).into_iter().map(move |to| (from, to))).collect()
}

/// [neighbour.group] Pieces that hang together over sides and corners, whatever their color.
pub fn groups(occupied: Bitboard) -> Vec<Bitboard> {
    let mut rest = occupied;
    let mut groups = Vec::new();
    while let Some(first) = rest.first() {
        let mut group = Bitboard::from_square(first);
        loop {
            let around = group.into_iter().fold(group, |all, square| all | king_attacks(square));
            if around & rest == group { break } else { group = around & rest }
        }
        rest &= !group;
        groups.push(group);
    }
    groups
}

pub fn is_one_group(occupied: Bitboard) -> bool {
    groups(occupied).len() == 1
}

/// About how many moves the groups are from being one: two for each, and more if it is far away.
pub fn distance(occupied: Bitboard) -> i32 {
    let groups = groups(occupied);
    let gap = |group: &Bitboard| {
        let others = occupied & !*group;
        let nearest = |one: Square| others.into_iter().map(|two| one.distance(two)).min();
        group.into_iter().filter_map(nearest).min().unwrap_or(0) as i32
    };
    groups.iter().skip(1).map(gap).sum()
}
