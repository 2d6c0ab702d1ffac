//! Neighbour Chess Solitaire: the fewest moves to one group, and the best moment to stop adding.
//!
//! Pieces move as in Chess Golf, without captures and without the special step.

use std::fmt;

use kit_chess::shakmaty::attacks::king_attacks;
use kit_chess::shakmaty::{Bitboard, Board, Color, File, Piece, Rank, Role, Square};
use kit_play::Chance;

use crate::deal::DECK;
use crate::goal::Goal;
use crate::layers::Layers;
use crate::position::{Position, around};
use crate::solve::{Cut, Finding, Limits};

/// What a search for one group found.
#[derive(Clone, Debug)]
pub struct Gathering {
    /// The fewest moves, with proof.
    pub finding: Finding,
    /// Moves that do it; empty if none were found or needed.
    pub line: Vec<(Square, Square)>,
    /// How many positions were looked at.
    pub nodes: u64,
}

/// The fewest moves after which all pieces are one group.
pub fn gather(board: &Board, limits: &Limits) -> Gathering {
    let goal = Goal::none(board);
    let start = Position::of_board(board, &goal);
    let mut search = Search { goal: &goal, limits, layers: Layers::new(start.key()), nodes: 0 };
    let finding = match search.find(&start) {
        Ok(Some((length, line))) => {
            return Gathering { finding: Finding::Solved(length), line, nodes: search.nodes };
        }
        Ok(None) => Finding::Unsolvable,
        Err((length, cut)) => Finding::AtLeast(length, cut),
    };
    Gathering { finding, line: Vec::new(), nodes: search.nodes }
}

type Moves = Vec<(Square, Square)>;

struct Search<'a> {
    goal: &'a Goal,
    limits: &'a Limits<'a>,
    layers: Layers,
    nodes: u64,
}

impl Search<'_> {
    fn find(&mut self, start: &Position) -> Result<Option<(u32, Moves)>, (u32, Cut)> {
        if is_one_group(start.occupied()) {
            return Ok(Some((0, Vec::new())));
        }
        self.may_go_on(1)?;
        if let Some(last) = last_move(start) {
            return Ok(Some((1, vec![last])));
        }
        let mut layer = 0..1;
        for length in 2.. {
            self.may_go_on(length)?;
            for index in layer.clone() {
                if let Some(line) = self.expand(index, length)? {
                    return Ok(Some((length, line)));
                }
            }
            layer = layer.end..self.layers.len();
            if layer.is_empty() {
                return Ok(None);
            }
        }
        unreachable!("there are more numbers than positions")
    }

    /// Stores what one move leads to, and tests what is new.
    fn expand(&mut self, index: usize, length: u32) -> Result<Option<Moves>, (u32, Cut)> {
        let position = Position::from_key(self.layers.key(index), self.goal);
        let mut found = None;
        position.any_quiet(|code, from, to| {
            to.into_iter().any(|to| {
                let next = position.moved(self.goal, code, from, to);
                let known = self.layers.len();
                self.layers.insert(next.key(), index);
                if known == self.layers.len() {
                    return false;
                }
                self.nodes += 1;
                found = last_move(&next).map(|last| vec![(from, to), last]);
                found.is_some()
            })
        });
        if let Some(end) = found {
            let mut line = self.path(index);
            line.extend(end);
            return Ok(Some(line));
        }
        if self.layers.bytes_to_grow() > self.limits.memory {
            return Err((length, Cut::Memory));
        }
        self.may_go_on(length)?;
        Ok(None)
    }

    fn may_go_on(&self, length: u32) -> Result<(), (u32, Cut)> {
        let is_stopped = self.limits.stop.is_some_and(|stop| stop.load(std::sync::atomic::Ordering::Relaxed));
        let cut = match () {
            () if length > self.limits.depth => Cut::Depth,
            () if self.nodes >= self.limits.nodes => Cut::Nodes,
            () if is_stopped => Cut::Stopped,
            () => return Ok(()),
        };
        Err((length, cut))
    }

    /// The moves to a stored position.
    fn path(&self, mut index: usize) -> Moves {
        let mut line = Vec::new();
        while index != 0 {
            let parent = self.layers.parent(index);
            let at = |index| Position::from_key(self.layers.key(index), self.goal);
            let (before, after) = (at(parent).occupied(), at(index).occupied());
            let from = (before & !after).first().expect("a piece has left");
            let to = (after & !before).first().expect("a piece has arrived");
            line.push((from, to));
            index = parent;
        }
        line.reverse();
        line
    }
}

/// A move after which all pieces are one group: it must touch every group of the others.
fn last_move(position: &Position) -> Option<(Square, Square)> {
    let occupied = position.occupied();
    let mut found = None;
    position.any_quiet(|_, from, to| {
        let mut rest = occupied.without(from);
        let mut squares = to;
        while let Some(first) = rest.first() {
            let group = group_of(first, rest);
            rest &= !group;
            squares &= around(group);
            if squares.is_empty() {
                return false;
            }
        }
        found = squares.first().map(|to| (from, to));
        found.is_some()
    });
    found
}

fn group_of(first: Square, occupied: Bitboard) -> Bitboard {
    let mut group = Bitboard::from_square(first);
    loop {
        let wider = (group | around(group)) & occupied;
        if wider == group {
            return group;
        }
        group = wider;
    }
}

fn is_one_group(occupied: Bitboard) -> bool {
    occupied.first().is_some_and(|first| group_of(first, occupied) == occupied)
}

/// A piece card and the position card with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The piece that enters.
    pub piece: Piece,
    suit: char,
    distance: u8,
    way: char,
}

impl Entry {
    /// Two cards such as `9C/4D`.
    pub fn read(text: &str) -> Option<Entry> {
        let (piece, walk) = text.split_once('/')?;
        let (rank, suit) = piece.split_at_checked(piece.len().checked_sub(1)?)?;
        let suit = suit.chars().next()?;
        let role = match rank {
            "K" => Role::King,
            "Q" => Role::Queen,
            "10" => Role::Rook,
            "9" => Role::Bishop,
            "8" => Role::Knight,
            _ => return None,
        };
        let color = color_of(suit)?;
        let is_single = matches!(role, Role::King | Role::Queen);
        if is_single && !"HS".contains(suit) {
            return None;
        }
        let mut signs = walk.chars();
        let distance = signs.next()?.to_digit(10).filter(|distance| (2..=6).contains(distance))? as u8;
        let way = signs.next().filter(|way| color_of(*way).is_some())?;
        signs.next().is_none().then_some(Entry { piece: role.of(color), suit, distance, way })
    }

    fn target(self, from: Square) -> Square {
        let over = |index: u32| (index + u32::from(self.distance)) % 8;
        match color_of(self.way) {
            Some(Color::White) => Square::from_coords(File::new(over(from.file().to_u32())), from.rank()),
            _ => Square::from_coords(from.file(), Rank::new(over(from.rank().to_u32()))),
        }
    }
}

fn color_of(suit: char) -> Option<Color> {
    match suit {
        'H' | 'D' => Some(Color::White),
        'S' | 'C' => Some(Color::Black),
        _ => None,
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rank = match self.piece.role {
            Role::King => "K",
            Role::Queen => "Q",
            Role::Rook => "10",
            Role::Bishop => "9",
            Role::Knight | Role::Pawn => "8",
        };
        write!(f, "{rank}{}/{}{}", self.suit, self.distance, self.way)
    }
}

/// The sixteen entries that the game deals with this chance.
pub fn deal(chance: &mut Chance) -> Vec<Entry> {
    let mut seen: Vec<Piece> = Vec::new();
    let mut pieces = DECK.map(|piece| {
        let suits = piece.color.fold_wb(['H', 'D'], ['S', 'C']);
        let suit = suits[usize::from(seen.contains(&piece))];
        seen.push(piece);
        (piece, suit)
    });
    let walk = |way: char| (2..=6).map(move |distance| (distance, way));
    let mut walks: Vec<(u8, char)> = ['H', 'D', 'S', 'C'].into_iter().flat_map(walk).collect();
    chance.shuffle(&mut pieces);
    chance.shuffle(&mut walks);
    let entry = |((piece, suit), (distance, way)): (&(Piece, char), &(u8, char))| Entry {
        piece: *piece,
        suit: *suit,
        distance: *distance,
        way: *way,
    };
    pieces.iter().rev().zip(walks.iter().rev()).map(entry).collect()
}

/// The best that a deal allows to somebody who knows all cards.
#[derive(Clone, Debug, Default)]
pub struct Hindsight {
    /// The points; `None` when no group was found.
    pub points: Option<u32>,
    /// Where the pieces enter.
    pub entered: Vec<(Entry, Square)>,
    /// The moves after stopping.
    pub line: Vec<(Square, Square)>,
    /// Whether some search was cut short, so that more points may be possible.
    pub is_cut: bool,
    /// How many positions were looked at.
    pub nodes: u64,
}

/// The best moment to stop, with hindsight.
///
/// The limits hold for each search from one arrangement of pieces; groups have at least `least` pieces.
pub fn hindsight(entries: &[Entry], least: usize, limits: &Limits) -> Hindsight {
    let mut best = Hindsight::default();
    let mut walk = Walk { entries, least, limits, best: &mut best, entered: Vec::new() };
    walk.add(&Board::empty(), Square::A1);
    best
}

struct Walk<'a> {
    entries: &'a [Entry],
    least: usize,
    limits: &'a Limits<'a>,
    best: &'a mut Hindsight,
    entered: Vec<(Entry, Square)>,
}

impl Walk<'_> {
    /// Adds the next piece in every way that there is.
    fn add(&mut self, board: &Board, cursor: Square) {
        let Some(entry) = self.entries.get(self.entered.len()).copied() else { return };
        // Without any move this is the most that one piece more allows.
        if self.best.points.is_some_and(|points| points >= 36 - 2 * (self.entered.len() as u32 + 1)) {
            return;
        }
        for square in free(board, entry.target(cursor)) {
            let mut next = board.clone();
            next.set_piece_at(square, entry.piece);
            self.entered.push((entry, square));
            if !self.stop(&next) {
                self.add(&next, square);
            }
            self.entered.pop();
        }
    }

    /// Looks for one group here; whether the game is over because it is one already.
    fn stop(&mut self, board: &Board) -> bool {
        let added = self.entered.len() as u32;
        let most = 36 - 2 * added;
        if self.entered.len() < self.least {
            return false;
        }
        let wanted = self.best.points.map_or(0, |points| points + 1);
        let depth = self.limits.depth.min(most.saturating_sub(wanted));
        let gathering = gather(board, &Limits { depth, ..*self.limits });
        self.best.nodes += gathering.nodes;
        match gathering.finding {
            Finding::Solved(moves) if most - moves >= wanted => {
                self.best.points = Some(most - moves);
                self.best.entered = self.entered.clone();
                self.best.line = gathering.line;
                moves == 0
            }
            Finding::Solved(moves) => moves == 0,
            Finding::Unsolvable => false,
            Finding::AtLeast(length, cut) => {
                // What is cut by depth because it cannot beat the best is no loss.
                self.best.is_cut |= cut != Cut::Depth || length + wanted <= most;
                false
            }
        }
    }
}

/// The square itself, or the empty ones of the nearest ring that has some.
fn free(board: &Board, target: Square) -> Bitboard {
    let occupied = board.occupied();
    if !occupied.contains(target) {
        return Bitboard::from_square(target);
    }
    let mut disc = Bitboard::from_square(target);
    loop {
        let wider = disc.into_iter().fold(disc, |all, square| all | king_attacks(square));
        let ring = wider & !disc & !occupied;
        if ring.any() || wider == disc {
            return ring;
        }
        disc = wider;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(text: &str) -> Vec<Entry> {
        text.split_whitespace().map(|word| Entry::read(word).expect("two cards")).collect()
    }

    #[track_caller]
    fn check(text: &str, points: Option<u32>) {
        let best = hindsight(&entries(text), 2, &Limits { depth: 4, ..Limits::default() });
        assert_eq!(best.points, points, "{best:?}");
    }

    #[test]
    fn deals_with_known_scores() {
        check("9C/4D QH/2H KS/6H", Some(30));
        // The lines of the scenarios, with four pieces, make 26 and 25 points.
        check("9H/2H QS/3D 8D/4H 10S/3H", Some(27));
        check("10C/5H KH/3D 8H/2D 10S/2H", Some(25));
        check("KH/3D QH/2D", None);
    }

    #[test]
    fn a_deal_is_written_as_it_is_read() {
        let dealt = deal(&mut Chance::seeded(3));
        assert_eq!(dealt.len(), 16);
        for entry in dealt {
            assert_eq!(Entry::read(&entry.to_string()), Some(entry));
        }
        for bad in ["", "KD/3D", "7H/3D", "KH/7D", "KH", "KH/3D/", "é/3D"] {
            assert_eq!(Entry::read(bad), None, "{bad}");
        }
    }

    #[test]
    fn the_only_group_is_gathered_by_the_shortest_line() {
        let board = "8/8/8/8/8/8/8/1NB1rq2".parse().expect("a board");
        let gathering = gather(&board, &Limits::default());
        assert_eq!(gathering.finding, Finding::Solved(2));
        assert_eq!(gathering.line.len(), 2);
    }
}
