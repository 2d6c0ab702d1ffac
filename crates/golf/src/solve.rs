//! The shortest solutions of a hole, with proof.
//!
//! How many captures a solution has is fixed by the cards, so the shortest one has the fewest
//! quiet moves.
//! Positions are stored in layers by how many quiet moves lead to them; the last two quiet
//! moves and all captures among them are tested by [`Tail`] without being stored.
//! Where a layer stays empty, nothing else can be reached and there is no solution.
//! Positions from which nothing can ever be captured any more are seen as such and not stored.
//!
//! Where all cards are of one color, the other one is idle: it only stands in the way.
//! Then the shortest solution without the idle color says how many of its moves can be of use, and
//! solutions in which it stays where it is are looked for first.

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use kit_chess::shakmaty::attacks::{bishop_attacks, king_attacks, knight_attacks, rook_attacks};
use kit_chess::shakmaty::{Bitboard, Board, Piece, Role, Square};

use crate::goal::Goal;
use crate::hole::{Hole, Options};
use crate::layers::Layers;
use crate::position::{Key, Position};
use crate::tail::{TAIL, Tail};

/// How far to look.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// The most positions to look at.
    pub nodes: u64,
    /// The most moves of a solution.
    pub depth: u32,
    /// The most bytes to store positions in.
    pub memory: usize,
    /// How many threads look at the same time.
    pub threads: usize,
    /// Set by somebody else to make the search stop.
    pub stop: Option<&'a AtomicBool>,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits { nodes: u64::MAX, depth: u32::MAX, memory: 256 << 20, threads: 1, stop: None }
    }
}

/// How much is wanted beyond the length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// One solution.
    One,
    /// One solution and how many there are.
    Count,
    /// All solutions, but at most this many.
    All(usize),
}

/// What was found out about a hole, with proof in every case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The shortest solutions have this many moves.
    Solved(u32),
    /// There is no solution of any length.
    Unsolvable,
    /// A solution, if there is one, has at least this many moves.
    AtLeast(u32, Cut),
}

/// Why a search ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// The limit of positions.
    Nodes,
    /// The limit of moves.
    Depth,
    /// The limit of bytes.
    Memory,
    /// Somebody set the flag.
    Stopped,
}

/// The answer to a hole.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The length, or what is known about it.
    pub finding: Finding,
    /// One shortest solution; empty if none was found.
    pub line: Vec<Move>,
    /// How many shortest solutions there are, if that was wanted and could be counted.
    pub count: Option<u64>,
    /// All shortest solutions, if they were wanted.
    pub lines: Vec<Vec<Move>>,
    /// How many positions were looked at.
    pub nodes: u64,
    /// The most bytes of stored positions.
    pub bytes: usize,
}

impl Solution {
    /// The number of moves, if the hole was solved.
    pub fn length(&self) -> Option<u32> {
        match self.finding {
            Finding::Solved(length) => Some(length),
            Finding::Unsolvable | Finding::AtLeast(..) => None,
        }
    }
}

/// A move of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Where the piece stood.
    pub from: Square,
    /// Where it went.
    pub to: Square,
    /// Whose manner of moving it used.
    pub manner: Manner,
    /// What it captured.
    pub takes: Option<Piece>,
}

/// Whose manner of moving a piece uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// That of a neighbor, here with its square.
    As(Piece, Square),
    /// A king's step, for its color has no neighbors.
    Step,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

/// The move with the reason why it is legal: `h5h2 (as q g4, takes K)`.
pub fn explain(step: &Move) -> String {
    let manner = match step.manner {
        Manner::As(piece, square) => format!("as {} {square}", piece.char()),
        Manner::Step => "special".to_owned(),
    };
    let takes = step.takes.map(|piece| format!(", takes {}", piece.char())).unwrap_or_default();
    format!("{step} ({manner}{takes})")
}

/// Solves a hole.
pub fn solve(hole: &Hole, options: Options, limits: &Limits, want: Want) -> Solution {
    let goal = Goal::new(hole, options);
    let start = Position::new(hole, &goal);
    let nodes = AtomicU64::new(0);
    let mut search = Search::new(&goal, limits, start, &nodes);
    let found = search.find();
    let mut solution = Solution {
        finding: Finding::Unsolvable,
        line: Vec::new(),
        count: None,
        lines: Vec::new(),
        nodes: 0,
        bytes: 0,
    };
    match found {
        Ok(Some((quiets, line))) => {
            solution.finding = Finding::Solved(quiets + goal.captures());
            solution.line = told(hole, &goal, &line);
            let lines = search.counted(quiets, want);
            solution.count = lines.as_ref().map(|(count, _)| *count);
            let lines = lines.map(|(_, lines)| lines).unwrap_or_default();
            solution.lines = lines.iter().map(|line| told(hole, &goal, line)).collect();
        }
        Ok(None) => {}
        Err((quiets, cut)) => solution.finding = Finding::AtLeast(quiets + goal.captures(), cut),
    }
    solution.nodes = nodes.load(Ordering::Relaxed);
    solution.bytes = search.bytes;
    solution
}

/// How many quiet moves there are in one, two, … moves from a hole's board, as a check of the rules.
pub fn quiet_moves(hole: &Hole, options: Options, depth: u32) -> u64 {
    let goal = Goal::new(hole, options);
    quiet_perft(&Position::new(hole, &goal), &goal, depth)
}

fn quiet_perft(position: &Position, goal: &Goal, depth: u32) -> u64 {
    let mut count = 0;
    position.any_quiet(|code, from, to| {
        count += match depth {
            1 => to.count() as u64,
            _ => to
                .into_iter()
                .map(|to| quiet_perft(&position.moved(goal, code, from, to), goal, depth - 1))
                .sum(),
        };
        false
    });
    count
}

/// A move as the search knows it.
type Pair = (Square, Square);

/// The fewest quiet moves and a line with them, if there is a solution.
///
/// Cut short, the number of quiet moves that are not yet ruled out.
type Found = Result<Option<(u32, Vec<Pair>)>, (u32, Cut)>;

/// With how many captures it pays to look at the color on the cards alone before looking at both.
const MANY_CAPTURES: u32 = 3;

struct Search<'a> {
    goal: &'a Goal,
    limits: &'a Limits<'a>,
    start: Position,
    layers: Layers,
    /// Where the last layer begins.
    last: usize,
    /// How many quiet moves solutions through the last layer have.
    quiets: u32,
    /// How many positions were looked at, by other searches of the same hole, too.
    nodes: &'a AtomicU64,
    /// How many bytes another search takes up at the same time.
    beside: usize,
    /// What is known about boards without the idle color, where there is one.
    bare: Option<Bare>,
    bytes: usize,
}

/// Tells which positions are not worth a test, by boards without the idle color.
///
/// A tail that is too short there is too short with the idle color on the board, too; and many
/// positions are the same but for that color.
struct Bare {
    idle: usize,
    goal: Goal,
    known: Mutex<HashMap<Key, bool>>,
}

impl Bare {
    /// Whether a tail may solve this position.
    fn allows(&self, position: &Position, tail: &mut Tail) -> bool {
        let bare = position.without(self.idle, &self.goal);
        let key = bare.key();
        if let Some(known) = self.known().get(&key) {
            return *known;
        }
        // Other threads do not wait while this is found.
        let mut own = Tail::new(&self.goal, tail.most.saturating_sub(tail.nodes));
        let solves = own.solves(&bare, TAIL);
        tail.nodes += own.nodes;
        if !own.is_spent() {
            self.known().insert(key, solves);
        }
        solves
    }

    fn known(&self) -> MutexGuard<'_, HashMap<Key, bool>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn bytes(&self) -> usize {
        // A byte of bookkeeping for each place.
        self.known().capacity() * (size_of::<(Key, bool)>() + 1)
    }
}

/// What became of a layer.
enum Layer {
    /// The hole is solved from the position with this index.
    Solved(usize),
    /// There are positions to go on from.
    Open,
    /// There are none, so there is no solution with this many moves or more.
    Empty,
}

impl<'a> Search<'a> {
    fn new(goal: &'a Goal, limits: &'a Limits<'a>, start: Position, nodes: &'a AtomicU64) -> Search<'a> {
        let layers = Layers::new(start.key());
        Search { goal, limits, start, layers, last: 0, quiets: TAIL, nodes, beside: 0, bare: None, bytes: 0 }
    }

    fn find(&mut self) -> Found {
        if self.start.is_dead(self.goal) {
            return Ok(None);
        }
        for quiets in 0..=TAIL {
            self.may_go_on(quiets)?;
            if self.tested(&self.start, quiets)? {
                return self.line(0, quiets, self.goal);
            }
        }
        match self.goal.idle {
            Some(idle) if self.goal.captures() >= MANY_CAPTURES => self.find_past(idle),
            _ => self.find_in_layers(),
        }
    }

    fn find_in_layers(&mut self) -> Found {
        for quiets in TAIL + 1.. {
            match self.advance(quiets)? {
                Layer::Solved(index) => return self.line(index, quiets, self.goal),
                Layer::Open => {}
                Layer::Empty => return Ok(None),
            }
        }
        unreachable!("there are more numbers than positions")
    }

    /// Finds a solution where one color is on none of the cards.
    ///
    /// That color neither captures nor is captured, and it lends nothing to the other one.
    /// So what is left of a solution without its moves is a solution on a board without its pieces,
    /// where nothing stands in the way that did not before.
    /// If that board needs `least` quiet moves, this one does, too, and a solution with exactly as
    /// many has none of the idle color: up to there it is enough to let that color stay where it is.
    /// Beyond, this is tried first for each number of quiet moves, since it takes far less time;
    /// only where it fails all moves are tried.
    fn find_past(&mut self, idle: usize) -> Found {
        let bare_goal = self.goal.without(idle);
        let bare_start = self.start.without(idle, &bare_goal);
        let mut bare = Search::new(&bare_goal, self.limits, bare_start, self.nodes);
        let found = bare.find();
        self.bytes = bare.bytes;
        drop(bare);
        let Some((least, _)) = found? else { return Ok(None) };
        self.bare = Some(Bare { idle, goal: bare_goal, known: Mutex::default() });
        let still_goal = self.goal.with_still(idle);
        let mut still = Search::new(&still_goal, self.limits, self.start, self.nodes);
        let found = self.find_with(&mut still, least);
        self.bytes = self.bytes.max(still.bytes);
        found
    }

    /// Finds a solution with at least so many quiet moves, those of another search first.
    fn find_with(&mut self, still: &mut Search, least: u32) -> Found {
        let mut is_open = true;
        for quiets in least.max(TAIL + 1).. {
            if is_open {
                still.beside = self.layers.bytes();
                match still.advance(quiets)? {
                    // The tail may have moves of the idle color.
                    Layer::Solved(index) => return still.line(index, quiets, self.goal),
                    Layer::Open => {}
                    Layer::Empty => is_open = false,
                }
            }
            if quiets > least {
                self.beside = still.layers.bytes();
                match self.advance(quiets)? {
                    Layer::Solved(index) => return self.line(index, quiets, self.goal),
                    Layer::Open => {}
                    Layer::Empty => return Ok(None),
                }
            }
        }
        unreachable!("there are more numbers than positions")
    }

    /// Looks for solutions with this many quiet moves, where fewer are known not to be enough.
    ///
    /// Layers that only fewer quiet moves would need are not tested.
    fn advance(&mut self, quiets: u32) -> Result<Layer, (u32, Cut)> {
        while self.quiets < quiets {
            self.quiets += 1;
            // Captures add positions that need no test, since the test of their parents covers them.
            let layer = self.last..self.add_captures(self.last, quiets)?;
            self.last = layer.end;
            if let Some(index) = self.expand(layer, quiets)? {
                return Ok(Layer::Solved(index));
            }
            if self.last == self.layers.len() {
                return Ok(Layer::Empty);
            }
        }
        Ok(Layer::Open)
    }

    /// Whether limits allow to look for solutions with this many quiet moves.
    fn may_go_on(&self, quiets: u32) -> Result<(), (u32, Cut)> {
        if quiets + self.goal.captures() > self.limits.depth {
            return Err((quiets, Cut::Depth));
        }
        self.cut().map_or(Ok(()), |cut| Err((quiets, cut)))
    }

    fn cut(&self) -> Option<Cut> {
        if self.limits.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Some(Cut::Stopped);
        }
        (self.nodes.load(Ordering::Relaxed) >= self.limits.nodes).then_some(Cut::Nodes)
    }

    /// How many positions may still be looked at.
    fn rest(&self) -> u64 {
        self.limits.nodes.saturating_sub(self.nodes.load(Ordering::Relaxed))
    }

    fn tested(&self, position: &Position, quiets: u32) -> Result<bool, (u32, Cut)> {
        let mut tail = Tail::new(self.goal, self.rest());
        let solved = tail.solves(position, quiets);
        self.nodes.fetch_add(tail.nodes, Ordering::Relaxed);
        if tail.is_spent() { Err((quiets, Cut::Nodes)) } else { Ok(solved) }
    }

    /// Stores a position, unless it is known or can be seen to lead nowhere.
    fn store(&mut self, position: &Position, parent: usize) {
        if !position.is_dead(self.goal) {
            self.layers.insert(position.key(), parent);
        }
    }

    /// Stores what captures lead to from `from` on, without end; returns the new end.
    fn add_captures(&mut self, from: usize, quiets: u32) -> Result<usize, (u32, Cut)> {
        let goal = self.goal;
        let mut index = from;
        while index < self.layers.len() {
            let position = Position::from_key(self.layers.key(index), goal);
            if position.left(goal) > 1 {
                position.any_capture(goal, |capture| {
                    self.store(&position.after(goal, &capture), index);
                    false
                });
                self.check_memory(quiets)?;
            }
            index += 1;
        }
        Ok(index)
    }

    /// Stores what one quiet move leads to, and tests it as it comes if it is that far; returns the
    /// first solved position.
    fn expand(&mut self, layer: Range<usize>, quiets: u32) -> Result<Option<usize>, (u32, Cut)> {
        // Threads need enough to share.
        let batch = if self.limits.threads > 1 { 2048 } else { 64 };
        let goal = self.goal;
        let end = layer.end;
        let mut tested = end;
        for index in layer {
            let position = Position::from_key(self.layers.key(index), goal);
            position.any_quiet_of(goal.movers.clone(), |code, from, to| {
                for to in to {
                    self.store(&position.moved(goal, code, from, to), index);
                }
                false
            });
            self.check_memory(quiets)?;
            let met = self.layers.len();
            if met - tested >= batch || index + 1 == end {
                self.may_go_on(quiets)?;
                if self.quiets == quiets
                    && let Some(solved) = self.first_solved(tested..met, quiets)?
                {
                    return Ok(Some(solved));
                }
                tested = met;
            }
        }
        Ok(None)
    }

    fn check_memory(&mut self, quiets: u32) -> Result<(), (u32, Cut)> {
        let others = self.beside + self.bare.as_ref().map_or(0, Bare::bytes);
        self.bytes = self.bytes.max(self.layers.bytes() + others);
        if self.layers.bytes_to_grow() + others > self.limits.memory {
            return Err((quiets, Cut::Memory));
        }
        Ok(())
    }

    /// The first position of a layer from which a tail solves the hole, whatever the threads.
    fn first_solved(&self, layer: Range<usize>, quiets: u32) -> Result<Option<usize>, (u32, Cut)> {
        const CHUNK: usize = 16;
        let next = AtomicUsize::new(layer.start);
        let first = AtomicUsize::new(usize::MAX);
        let work = || {
            let mut tail = Tail::new(self.goal, 0);
            loop {
                let chunk = next.fetch_add(CHUNK, Ordering::Relaxed);
                if chunk >= layer.end.min(first.load(Ordering::Relaxed)) || self.cut().is_some() {
                    return;
                }
                let mut chunk = chunk..layer.end.min(chunk + CHUNK);
                tail.most = self.rest();
                let solves = |index: &usize| {
                    let position = |index| Position::from_key(self.layers.key(index), self.goal);
                    let is_allowed = |bare: &Bare| bare.allows(&position(*index), &mut tail);
                    if !self.bare.as_ref().is_none_or(is_allowed) {
                        return false;
                    }
                    let parent = self.layers.parent(*index);
                    let grandparent = self.layers.parent(parent);
                    tail.solves_after(&position(grandparent), &position(parent), &position(*index))
                };
                let found = chunk.find(solves);
                if let Some(index) = found.filter(|_| !tail.is_spent()) {
                    first.fetch_min(index, Ordering::Relaxed);
                }
                self.nodes.fetch_add(std::mem::take(&mut tail.nodes), Ordering::Relaxed);
            }
        };
        match self.limits.threads {
            0 | 1 => work(),
            threads => thread::scope(|scope| {
                for _ in 0..threads {
                    scope.spawn(work);
                }
            }),
        }
        match (first.into_inner(), self.cut()) {
            (usize::MAX, None) => Ok(None),
            (usize::MAX, Some(cut)) => Err((quiets, cut)),
            (index, _) => Ok(Some(index)),
        }
    }

    /// One solution through a stored position, with a tail as the goal allows it.
    fn line(&self, index: usize, quiets: u32, goal: &Goal) -> Found {
        let mut path = vec![index];
        while let Some(last) = path.last().filter(|last| **last != 0) {
            path.push(self.layers.parent(*last));
        }
        let mut line = Vec::new();
        for step in path.windows(2).rev() {
            line.push(self.step(step[1], self.layers.key(step[0])));
        }
        let position = Position::from_key(self.layers.key(index), self.goal);
        // To play what was found takes about as long as to find it did, and never longer than that may.
        let tail = Tail::new(goal, self.limits.nodes);
        let is_played = finish(position, quiets.min(TAIL), goal, tail, &mut line);
        if is_played { Ok(Some((quiets, line))) } else { Err((quiets, Cut::Nodes)) }
    }

    /// The move between two stored positions.
    fn step(&self, parent: usize, child: Key) -> Pair {
        let position = Position::from_key(self.layers.key(parent), self.goal);
        let mut moves = successors(&position, self.goal, 1);
        let found = moves.find(|(_, next, _)| next.key() == child).map(|(pair, _, _)| pair);
        found.expect("a stored position comes from its parent")
    }

    /// The number of shortest solutions, and as many of them as are wanted.
    fn counted(&mut self, quiets: u32, want: Want) -> Option<(u64, Vec<Vec<Pair>>)> {
        let most = match want {
            Want::One => return None,
            Want::Count => 0,
            Want::All(most) => most,
        };
        let tail = Tail::new(self.goal, self.rest());
        let mut counter = Counter { search: self, tail, known: HashMap::new() };
        let count = counter.count(&counter.search.start.clone(), quiets)?;
        let mut lines = Vec::new();
        counter.write(&counter.search.start.clone(), quiets, &mut Vec::new(), most, &mut lines);
        let bytes = counter.bytes();
        let nodes = counter.tail.nodes;
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.bytes = self.bytes.max(bytes);
        Some((count, lines))
    }
}

/// Plays a tail to its end; not if it takes too long to see how.
fn finish(
    mut position: Position,
    mut quiets: u32,
    goal: &Goal,
    mut tail: Tail,
    line: &mut Vec<Pair>,
) -> bool {
    while position.left(goal) > 0 {
        let step = successors(&position, goal, quiets).find(|(_, next, left)| tail.solves(next, *left));
        let (pair, next, left) = step.expect("a tail that was tested can be played");
        if tail.is_spent() {
            return false;
        }
        line.push(pair);
        (position, quiets) = (next, left);
    }
    true
}

/// What one move leads to, captures first, with the quiet moves that are left then.
fn successors(position: &Position, goal: &Goal, quiets: u32) -> impl Iterator<Item = (Pair, Position, u32)> {
    let mut moves = Vec::new();
    position.any_capture(goal, |capture| {
        moves.push(((capture.from, capture.to), position.after(goal, &capture), quiets));
        false
    });
    if quiets > 0 {
        position.any_quiet(|code, from, to| {
            let quiet = |to| ((from, to), position.moved(goal, code, from, to), quiets - 1);
            moves.extend(to.into_iter().map(quiet));
            false
        });
    }
    moves.into_iter()
}

/// Counts solutions; what was counted once is remembered.
struct Counter<'a> {
    search: &'a Search<'a>,
    tail: Tail<'a>,
    known: HashMap<(Key, u32), u64>,
}

impl Counter<'_> {
    /// The number of solutions with exactly this many quiet moves, where fewer are not enough.
    fn count(&mut self, position: &Position, quiets: u32) -> Option<u64> {
        let goal = self.search.goal;
        if position.left(goal) == 0 {
            return Some(1);
        }
        let is_hopeless = quiets <= TAIL && !self.tail.solves(position, quiets);
        if self.tail.is_spent() {
            return None;
        }
        if is_hopeless {
            return Some(0);
        }
        if let Some(known) = self.known.get(&(position.key(), quiets)) {
            return Some(*known);
        }
        let nodes = self.search.nodes.load(Ordering::Relaxed) + self.tail.nodes;
        let is_cut = nodes >= self.search.limits.nodes || self.search.cut().is_some();
        if is_cut || self.bytes() > self.search.limits.memory {
            return None;
        }
        let mut sum = 0u64;
        for (_, next, left) in successors(position, goal, quiets) {
            sum = sum.saturating_add(self.count(&next, left)?);
        }
        self.known.insert((position.key(), quiets), sum);
        Some(sum)
    }

    fn bytes(&self) -> usize {
        // A byte of bookkeeping for each place.
        self.known.capacity() * (size_of::<((Key, u32), u64)>() + 1)
    }

    /// Writes solutions down until there are enough.
    fn write(
        &mut self,
        position: &Position,
        quiets: u32,
        line: &mut Vec<Pair>,
        most: usize,
        lines: &mut Vec<Vec<Pair>>,
    ) {
        let goal = self.search.goal;
        if lines.len() >= most {
            return;
        }
        if position.left(goal) == 0 {
            lines.push(line.clone());
            return;
        }
        for (pair, next, left) in successors(position, goal, quiets) {
            let is_solved = next.left(goal) == 0;
            if is_solved || self.known.get(&(next.key(), left)).is_some_and(|count| *count > 0) {
                line.push(pair);
                self.write(&next, left, line, most, lines);
                line.pop();
            }
        }
    }
}

/// The line in words: whose manner each move uses and what it takes.
fn told(hole: &Hole, goal: &Goal, line: &[Pair]) -> Vec<Move> {
    let mut board = hole.board().clone();
    let tell = |(from, to): &Pair| {
        let takes = board.piece_at(*to);
        let manner = manner(&board, *from, *to, goal.options.borrow_from_victim);
        let piece = board.remove_piece_at(*from).expect("a piece moves");
        board.set_piece_at(*to, piece);
        Move { from: *from, to: *to, manner, takes }
    };
    line.iter().map(tell).collect()
}

/// Whose manner a legal move uses: the first neighbor that will do, the victim last.
fn manner(board: &Board, from: Square, to: Square, borrow_from_victim: bool) -> Manner {
    let color = board.color_at(from).expect("a piece moves");
    let near = king_attacks(from) & board.by_color(color);
    let (victim, others): (Vec<Square>, Vec<Square>) = near.into_iter().partition(|square| *square == to);
    let lenders = others.into_iter().chain(victim.into_iter().filter(|_| borrow_from_victim));
    let lend = |square: Square| board.piece_at(square).map(|piece| (piece, square));
    let fits = |(piece, _): &(Piece, Square)| reach_of(piece.role, from, board.occupied()).contains(to);
    lenders.filter_map(lend).find(fits).map_or(Manner::Step, |(piece, square)| Manner::As(piece, square))
}

fn reach_of(role: Role, from: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::King => king_attacks(from),
        Role::Queen => rook_attacks(from, occupied) | bishop_attacks(from, occupied),
        Role::Rook => rook_attacks(from, occupied),
        Role::Bishop => bishop_attacks(from, occupied),
        Role::Knight => knight_attacks(from),
        Role::Pawn => Bitboard::EMPTY,
    }
}

#[cfg(test)]
mod tests {
    use kit_play::Chance;

    use super::*;
    use crate::deal::DECK;

    /// Four black cards and a crowd of white pieces in a corner.
    fn crowded(chance: &mut Chance) -> Hole {
        const SIDE: u32 = 5;
        let mut squares: Vec<Square> =
            (0..SIDE * SIDE).map(|number| Square::new(number / SIDE * 8 + number % SIDE)).collect();
        chance.shuffle(&mut squares);
        let (white, mut black) = (&DECK[..8], DECK[8..].to_vec());
        chance.shuffle(&mut black);
        let mut board = Board::empty();
        for (square, piece) in squares.into_iter().zip(black[..4].iter().chain(white)) {
            board.set_piece_at(square, *piece);
        }
        Hole::new(board, black[..4].to_vec()).expect("the cards are on the board")
    }

    /// To look at the color on the cards alone first gives the same lengths as to look at both.
    #[test]
    fn an_idle_color_changes_no_answer() {
        let mut chance = Chance::seeded(12);
        let limits = Limits { depth: 7, ..Limits::default() };
        let (mut alone, mut together) = (0, 0);
        for number in 0..50 {
            let hole = crowded(&mut chance);
            let options = Options { special_king_move: number % 8 == 0, ..Options::default() };
            let goal = Goal::new(&hole, options);
            let idle = goal.idle.expect("all cards are black");
            let start = Position::new(&hole, &goal);
            let nodes = AtomicU64::new(0);
            let quiets = |goal: Goal| {
                let found = Search::new(&goal, &limits, start, &nodes).find();
                found.map(|found| found.map(|(quiets, _)| quiets))
            };
            let found = quiets(goal.clone());
            assert_eq!(found, quiets(Goal { idle: None, ..goal.clone() }), "{hole}");
            if found.is_ok_and(|quiets| quiets.is_some_and(|quiets| quiets > TAIL)) {
                let is_alone = found == quiets(goal.with_still(idle));
                *(if is_alone { &mut alone } else { &mut together }) += 1;
            }
        }
        assert!(alone > 0 && together > 0, "{alone} and {together} holes");
    }
}
