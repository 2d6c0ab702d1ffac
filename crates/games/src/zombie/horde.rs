//! Whether a horde can end its turn well: an exact search that tries only steps that can matter.
//!
//! While a horde moves, the king stands still and each zombie moves once at most; so whatever
//! has moved, and every other piece, stays where it is, and only zombies that have not moved
//! can get out of the way (and a pawn, if it is taken en passant).
//!
//! Take a turn that cannot end yet, because the king would be attacked, and a shortest legal
//! rest of it.
//! None of its steps can be left out, so each of them does one of two things:
//!
//! - It *guards* the king: it takes an attacker, stands in its way, stands where a body would
//!   rise, or wakes a body that stands in an attacker's way.
//! - It *clears* a square that another of these steps crosses or enters.
//!
//! Attackers are what would attack the king if every zombie that has not moved were gone, and
//! the bodies that these steps themselves wake; nothing else can ever attack in this turn.
//! So the steps that can matter are found from the attackers that are there already: steps that
//! guard against them, steps that clear for these, steps that guard against what these wake,
//! and so on.
//! Steps that do all this only for each other can be left out together.
//!
//! Of two steps of one zombie that guard nothing, the one that stands in the way of fewer
//! later steps is as good as the other.
//! What only one zombie can answer binds it, and no body helps a zombie that alone holds an
//! attacker off.
//! Before any step is tried, targets are sought that answer all attacks together and that some order
//! of steps may reach; most turns that cannot end well are seen by that.
//! No board is looked at twice.

use std::collections::BTreeMap;

use kit_chess::shakmaty::{Bitboard, Board, Color, Piece, Rank, Role, Square, attacks};
use kit_chess::{Step, field};

use super::few::Few;
use super::position::{Position, endangered};

/// What is known about the ends of one turn, for a mover with this grid.
pub struct Ends<'a> {
    pub grave: &'a Board,
    known: BTreeMap<Reached, bool>,
}

/// What tells two boards of one turn apart: zombies that have not moved, those that have, and enemies.
type Reached = [u64; 3];

impl Ends<'_> {
    pub fn new(grave: &Board) -> Ends<'_> {
        Ends { grave, known: BTreeMap::new() }
    }

    /// How many boards were looked at.
    #[cfg(test)]
    pub fn looked(&self) -> usize {
        self.known.len()
    }

    /// Whether some further steps of the horde, at least one, make a legal turn.
    // [zombie.horde-parts] Exact, because offers and the end of the game rest on it.
    pub fn can_come(&mut self, position: &Position) -> bool {
        if !position.ends_safely(self.grave) {
            return self.are_found(position);
        }
        let zombies = position.decaying();
        position.any_step(zombies, |_, after| after.ends_safely(self.grave))
            || position.any_step(zombies, |_, after| self.are_found(after))
    }

    /// The same for a turn that cannot end yet.
    fn are_found(&mut self, position: &Position) -> bool {
        let enemies = position.field.board.by_color(!position.turn);
        let reached = [position.decaying(), position.going.moved, enemies].map(|squares| squares.0);
        if let Some(known) = self.known.get(&reached) {
            return *known;
        }
        let found = Plan::of(position, self.grave).is_some_and(|plan| {
            plan.steps(position).into_iter().any(|step| {
                let mut after = position.clone();
                after.step(step);
                !endangered(&after.field.board, after.turn)
                    && (after.ends_safely(self.grave) || self.are_found(&after))
            })
        });
        self.known.insert(reached, found);
        found
    }
}

/// What the zombies that have not moved could do for the king.
struct Plan<'a> {
    grave: &'a Board,
    king: Square,
    /// Squares where a zombie pawn could take en passant.
    skipped: Bitboard,
    /// Where enemies attack the king, or will once zombies have left.
    attackers: Bitboard,
    /// Squares on which a zombie would guard the king, or take en passant.
    guarded: Bitboard,
    zombies: Vec<Zombie>,
}

/// A zombie that has not moved.
struct Zombie {
    from: Square,
    is_pawn: bool,
    /// Whether a body lies below it.
    is_above_body: bool,
    /// Whether that body could attack the king.
    is_above_attacker: bool,
    /// Whether it does when it rises and nobody answers.
    must_answer: bool,
    /// Enemies on the board for whom it is the only thing in the way, or who give check.
    holds_off: Bitboard,
    /// Where it could go if others got out of the way.
    reach: Bitboard,
    /// Those of them that can matter: they guard, or others want it gone.
    wanted: Bitboard,
}

impl<'a> Plan<'a> {
    /// Nothing when somebody attacks the king against whom no zombie can help.
    fn of(position: &Position, grave: &'a Board) -> Option<Plan<'a>> {
        let board = &position.field.board;
        let king = board.king_of(position.turn).expect("each color has a king");
        let fixed = fixed(position);
        let risen = position.left_open() & grave.occupied();
        let staying = board.occupied() & !position.decaying();
        let zombies = position.decaying().into_iter().map(|from| {
            let body = grave.piece_at(from);
            let is_above_attacker = body.is_some_and(|body| is_threat(body, from, king, fixed | risen));
            Zombie {
                from,
                is_pawn: board.pawns().contains(from),
                is_above_body: body.is_some(),
                is_above_attacker,
                must_answer: body.is_some_and(|body| is_threat(body, from, king, staying | risen)),
                holds_off: threats(board, position.turn, king, board.occupied().without(from)),
                reach: reach(position, from, fixed),
                wanted: Bitboard::EMPTY,
            }
        });
        let attackers = threats(&position.risen(grave), position.turn, king, fixed);
        let mut plan = Plan {
            grave,
            king,
            skipped: passed(position),
            attackers,
            guarded: Bitboard::EMPTY,
            zombies: zombies.collect(),
        };
        let end = position.at_the_end(grave);
        let needs = threats(&end, position.turn, king, end.occupied());
        plan.narrow(position, fixed, needs).then(|| {
            plan.want();
            plan
        })
    }

    /// Squares on which a piece answers an attack, or may do so en passant.
    fn answers(&self, from: Square) -> Bitboard {
        attacks::between(self.king, from).with(from) | self.skipped
    }

    /// Takes away from each zombie's reach what no legal rest of the turn can use, and tells
    /// whether every need can still be answered.
    fn narrow(&mut self, position: &Position, fixed: Bitboard, needs: Bitboard) -> bool {
        let board = &position.field.board;
        let checks = threats(board, position.turn, self.king, board.occupied());
        loop {
            let before = self.reaches();
            for from in needs {
                let (answers, held) = (self.answers(from), self.held_at(from, checks));
                let first = |zombie: &Zombie| zombie.first_answers(answers, held);
                let mut helpers = self.zombies.iter_mut().filter(|zombie| zombie.helps(from, first(zombie)));
                let Some(helper) = helpers.next() else { return false };
                if helpers.next().is_none() && !helper.fills_against(from, answers) {
                    helper.reach &= first(helper);
                }
            }
            for index in 0..self.zombies.len() {
                let bound = self.bound_by_own_body(index);
                self.zombies[index].reach &= bound;
            }
            let staying = self.zombies.iter().filter(|zombie| zombie.reach.is_empty());
            let fixed = fixed | staying.map(|zombie| zombie.from).collect::<Bitboard>();
            for zombie in &mut self.zombies {
                zombie.reach &= reach(position, zombie.from, fixed);
            }
            if self.reaches() == before {
                return self.can_suffice(position, needs, checks);
            }
        }
    }

    /// The only zombie that holds an attacker off who does not give check yet, if there is one.
    fn held_at(&self, attacker: Square, checks: Bitboard) -> Option<Square> {
        let mut holders = self.zombies.iter().filter(|zombie| zombie.holds_off.contains(attacker));
        holders.next().filter(|_| !checks.contains(attacker)).map(|holder| holder.from)
    }

    /// Whether the zombies could answer all attacks if nobody had to mind the order of their steps.
    fn can_suffice(&self, position: &Position, needs: Bitboard, checks: Bitboard) -> bool {
        let held = needs.into_iter().filter_map(|from| Some((from, self.held_at(from, checks)?))).collect();
        let mut answering = Answering { plan: self, turn: position.turn, held, left_to_try: MOST_TRIED };
        answering.can(&Answered::nothing(position, self.grave))
    }

    fn reaches(&self) -> usize {
        self.zombies.iter().map(|zombie| zombie.reach.count()).sum()
    }

    /// Where a zombie may go for the sake of the body below it: it may have to answer that one itself.
    fn bound_by_own_body(&self, index: usize) -> Bitboard {
        let Zombie { from, must_answer, .. } = self.zombies[index];
        let answers = self.answers(from);
        let mut others = self.zombies.iter().filter(|other| other.from != from);
        if !must_answer || others.any(|other| other.helps(from, answers)) { Bitboard::FULL } else { answers }
    }

    /// Finds the steps that can matter: those that guard, those that clear for such steps, and
    /// those that guard against what such steps wake.
    fn want(&mut self) {
        let zombies = Bitboard::from_iter(self.zombies.iter().map(|zombie| zombie.from));
        let (mut attackers, mut cleared) = (self.attackers, Bitboard::EMPTY);
        loop {
            let ways = attackers
                .into_iter()
                .fold(Bitboard::EMPTY, |ways, from| ways | attacks::between(self.king, from));
            self.guarded = ways | attackers | self.skipped;
            for zombie in &mut self.zombies {
                let all = cleared.contains(zombie.from) || zombie.fills(ways);
                zombie.wanted = if all { zombie.reach } else { zombie.reach & self.guarded };
            }
            let leaving = self.zombies.iter().filter(|zombie| zombie.wanted.any());
            let woken: Bitboard =
                leaving.filter(|zombie| zombie.is_above_attacker).map(|zombie| zombie.from).collect();
            let crossed = self.zombies.iter().fold(Bitboard::EMPTY, |all, zombie| all | zombie.crossed());
            if woken.is_subset(attackers) && (crossed & zombies).is_subset(cleared) {
                return;
            }
            attackers |= woken;
            cleared |= crossed & zombies;
        }
    }

    /// Steps that can be made now and can matter, those that guard the king first.
    fn steps(&self, position: &Position) -> Vec<Step> {
        let (mut steps, mut others, mut all) = (Vec::new(), Vec::<Step>::new(), Vec::new());
        for zombie in self.zombies.iter().filter(|zombie| zombie.wanted.any()) {
            all.clear();
            position.steps_from(zombie.from, &mut all);
            // What a pawn becomes cannot matter: it has moved.
            all.retain(|step| {
                zombie.wanted.contains(step.to) && step.promotion.is_none_or(|role| role == Role::Queen)
            });
            let (guards, clears): (Vec<Step>, Vec<Step>) =
                all.iter().partition(|step| self.guarded.contains(step.to));
            steps.extend(guards);
            let least = self.least_in_the_way(zombie, &clears);
            others.extend(clears.into_iter().filter(|step| least.contains(step.to)));
        }
        steps.extend(others);
        steps
    }

    /// Of steps of a zombie that guard nothing, the targets where it hinders the others least.
    fn least_in_the_way(&self, zombie: &Zombie, steps: &[Step]) -> Bitboard {
        let mut least: Vec<(Square, Vec<Bitboard>)> = Vec::new();
        for to in steps.iter().map(|step| step.to) {
            let others = self.zombies.iter().filter(|other| other.from != zombie.from);
            let hindered: Vec<Bitboard> = others.map(|other| other.hindered_by(to)).collect();
            if least.iter().any(|(_, better)| is_within(better, &hindered)) {
                continue;
            }
            least.retain(|(_, worse)| !is_within(&hindered, worse));
            least.push((to, hindered));
        }
        least.iter().map(|(square, _)| *square).collect()
    }
}

impl Zombie {
    /// Whether it could answer an attack by standing on one of these squares, or by waking a body there.
    fn helps(&self, attacker: Square, squares: Bitboard) -> bool {
        (self.reach & squares).any() || self.fills_against(attacker, squares)
    }

    /// Of the squares that answer an attack, those on which it may be the first to answer.
    ///
    /// Where a single zombie holds the attacker off, its square is free only once it has left, and it
    /// may not leave before somebody else has answered; if it never leaves, its square is never free.
    fn first_answers(&self, answers: Bitboard, held: Option<Square>) -> Bitboard {
        held.filter(|held| *held != self.from).map_or(answers, |held| answers.without(held))
    }

    /// Whether a body that it wakes could answer an attack by itself.
    // [zombie.no-rescue] Whoever holds an attacker off alone may not leave for the sake of a body;
    // if somebody else has come between, the attack is answered already.
    fn fills_against(&self, attacker: Square, squares: Bitboard) -> bool {
        !self.holds_off.contains(attacker) && self.fills(squares)
    }

    /// Whether its leaving would put a body on one of these squares.
    fn fills(&self, squares: Bitboard) -> bool {
        self.is_above_body && self.reach.any() && squares.contains(self.from)
    }

    /// Every square that it would cross or enter on a wanted step.
    fn crossed(&self) -> Bitboard {
        let way = |to: Square| attacks::between(self.from, to).with(to);
        self.wanted.into_iter().fold(Bitboard::EMPTY, |crossed, to| crossed | way(to))
    }

    /// Where it could no longer go if something stood on a square for good.
    fn hindered_by(&self, square: Square) -> Bitboard {
        let ends = |to: &Square| *to == square || attacks::between(self.from, *to).contains(square);
        self.wanted.into_iter().filter(ends).collect()
    }
}

/// How many ways to answer are tried before it is taken for possible, which the steps then show.
const MOST_TRIED: u32 = 2_000;

/// Looks for targets of zombies that answer all attacks together, in some order.
///
/// If there are none, no legal rest of the turn exists: in such a rest each attack is answered, whoever
/// stood on a square that a step crosses or enters has left before, nobody has come to a square that
/// another step crosses later, and whoever alone holds an attacker off leaves only after somebody else
/// has answered.
struct Answering<'a> {
    plan: &'a Plan<'a>,
    turn: Color,
    /// Attackers that a single zombie holds off, and where it stands.
    held: Vec<(Square, Square)>,
    left_to_try: u32,
}

/// What some zombies have done.
#[derive(Clone)]
struct Answered {
    /// The board at the end, if no other zombie does anything.
    board: Board,
    /// Where zombies stand that have gone to answer something.
    placed: Bitboard,
    /// Where the zombies stood that have left.
    left: Bitboard,
    /// Of them those that have gone somewhere, and where.
    gone: Few<(Square, Square)>,
    /// The attackers that were held off and for whom it is settled who answers first.
    settled: Bitboard,
    order: Order,
}

/// Which zombies step before which, by the squares where they stand.
#[derive(Clone, Copy)]
struct Order([Bitboard; 64]);

impl Order {
    /// One steps before the other; nothing if that makes a circle.
    fn before(&mut self, one: Square, other: Square) -> Option<()> {
        let earlier = self.0[usize::from(one)].with(one);
        if earlier.contains(other) {
            return None;
        }
        for (square, before) in self.0.iter_mut().enumerate() {
            if square == usize::from(other) || before.contains(other) {
                *before |= earlier;
            }
        }
        Some(())
    }
}

/// A way to answer an attack.
enum Answer {
    /// It goes there, or has gone there for another reason; it may be the first to answer whom another
    /// zombie holds off.
    Stand { from: Square, to: Square, first: Option<(Square, Square)> },
    /// A body rises in between where a zombie has left, wherever it goes.
    Leave(Square),
}

impl Answered {
    fn nothing(position: &Position, grave: &Board) -> Answered {
        let board = position.at_the_end(grave);
        let none = Bitboard::EMPTY;
        Answered { board, placed: none, left: none, gone: Few::NONE, settled: none, order: Order([none; 64]) }
    }
}

impl Answering<'_> {
    fn can(&mut self, answered: &Answered) -> bool {
        let Some(left) = self.left_to_try.checked_sub(1) else { return true };
        self.left_to_try = left;
        let attackers = threats(&answered.board, self.turn, self.plan.king, answered.board.occupied());
        let held = self.held.iter().map(|(from, _)| *from).filter(|from| !answered.settled.contains(*from));
        let open: Bitboard = attackers.into_iter().chain(held).collect();
        let answers = open.into_iter().map(|from| self.answers(from, answered));
        let Some(fewest) = answers.min_by_key(Vec::len) else { return true };
        fewest.iter().any(|answer| self.after(answered, answer).is_some_and(|after| self.can(&after)))
    }

    /// The ways to answer an attack.
    fn answers(&self, attacker: Square, answered: &Answered) -> Vec<Answer> {
        let between = attacks::between(self.plan.king, attacker);
        let squares = between.with(attacker);
        let is_open = |held: &&(Square, Square)| held.0 == attacker && !answered.settled.contains(attacker);
        let first = self.held.iter().find(is_open).copied();
        let held = first.map(|(_, at)| at);
        let mut answers = Vec::new();
        for zombie in &self.plan.zombies {
            let from = zombie.from;
            let gone = answered.gone.iter().find(|(gone, _)| *gone == from);
            let to = gone.map_or(zombie.reach & !answered.placed, |(_, to)| Bitboard::from_square(to));
            if gone.is_some() && first.is_none() {
                continue;
            }
            let passant =
                self.plan.skipped.into_iter().filter(|to| self.taken_at(zombie, *to) == Some(attacker));
            let stands = to & (zombie.first_answers(squares, held) | passant.collect::<Bitboard>());
            answers.extend(stands.into_iter().map(|to| Answer::Stand { from, to, first }));
            if held.is_none() && zombie.fills(between) && !answered.left.contains(from) {
                answers.push(Answer::Leave(from));
            }
        }
        answers
    }

    fn after(&self, answered: &Answered, answer: &Answer) -> Option<Answered> {
        let mut after = answered.clone();
        match *answer {
            Answer::Leave(from) => self.leave(from, &mut after)?,
            Answer::Stand { from, to, first } => {
                if !answered.placed.contains(to) {
                    self.go(from, to, &mut after)?;
                }
                if let Some((attacker, held)) = first {
                    after.settled.add(attacker);
                    if held != from {
                        after.order.before(from, held)?;
                    }
                }
            }
        }
        Some(after)
    }

    /// Where the pawn stands that a zombie takes en passant by going to a square.
    fn taken_at(&self, zombie: &Zombie, to: Square) -> Option<Square> {
        let takes = zombie.is_pawn && attacks::pawn_attacks(self.turn, zombie.from).contains(to);
        skipper(!self.turn, to).filter(|_| takes && self.plan.skipped.contains(to))
    }

    fn go(&self, from: Square, to: Square, after: &mut Answered) -> Option<()> {
        self.leave(from, after)?;
        let way = |from: Square, to: Square| attacks::between(from, to).with(to);
        for (other, place) in after.gone.iter() {
            // Nobody crosses a square to which somebody has come for good.
            if way(from, to).contains(place) {
                after.order.before(from, other)?;
            }
            if way(other, place).contains(to) {
                after.order.before(other, from)?;
            }
        }
        after.gone.push((from, to));
        after.placed.add(to);
        let zombie = self.plan.zombies.iter().find(|zombie| zombie.from == from)?;
        self.taken_at(zombie, to).into_iter().for_each(|taken| after.board.discard_piece_at(taken));
        after.board.set_piece_at(to, self.turn.queen());
        // Whoever is in the way has left before.
        for other in self.plan.zombies.iter().filter(|other| way(from, to).contains(other.from)) {
            self.leave(other.from, after)?;
            after.order.before(other.from, from)?;
        }
        Some(())
    }

    /// A zombie leaves, and the body below it rises if nobody comes there; not if it cannot go anywhere.
    fn leave(&self, from: Square, after: &mut Answered) -> Option<()> {
        if after.left.contains(from) {
            return Some(());
        }
        self.plan.zombies.iter().find(|zombie| zombie.from == from && zombie.reach.any())?;
        after.left.add(from);
        if let Some(body) = self.plan.grave.piece_at(from).filter(|_| !after.placed.contains(from)) {
            after.board.set_piece_at(from, body);
        }
        Some(())
    }
}

fn is_within(some: &[Bitboard], others: &[Bitboard]) -> bool {
    some.iter().zip(others).all(|(some, other)| some.is_subset(*other))
}

/// Squares that stay occupied until the end of the turn, whoever stands there then.
fn fixed(position: &Position) -> Bitboard {
    let enemy = !position.turn;
    let pawns = position.field.board.by_piece(enemy.pawn());
    let skippers: Bitboard =
        passed(position).into_iter().filter_map(|target| skipper(enemy, target)).collect();
    position.field.board.occupied() & !position.decaying() & !(pawns & skippers)
}

/// Where a zombie pawn could take en passant now or later: it moves only once.
fn passed(position: &Position) -> Bitboard {
    let pawns = position.decaying() & position.field.board.pawns();
    let attacked = pawns.into_iter().map(|from| attacks::pawn_attacks(position.turn, from));
    attacked.fold(Bitboard::EMPTY, |all, some| all | some) & position.skipped
}

/// Where the pawn of a color stands that has skipped a square.
fn skipper(color: Color, skipped: Square) -> Option<Square> {
    skipped.offset(color.fold_wb(8, -8))
}

/// Where a zombie could go if nothing but what is fixed stood in its way.
fn reach(position: &Position, from: Square, fixed: Bitboard) -> Bitboard {
    let board = &position.field.board;
    let Some(piece) = board.piece_at(from) else { return Bitboard::EMPTY };
    let enemies = board.by_color(!piece.color);
    let barred = board.kings() | (fixed & !enemies);
    match piece.role {
        Role::Pawn => {
            let taken = attacks::pawn_attacks(piece.color, from) & (enemies | position.skipped);
            (field::pawn_pushes(piece.color, from, fixed) | taken) & !barred
        }
        Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King => {
            attacks::attacks(from, piece, fixed) & !barred
        }
    }
}

/// Where enemies stand that attack the king, if these squares are occupied.
fn threats(board: &Board, turn: Color, king: Square, occupied: Bitboard) -> Bitboard {
    let attacks =
        |from: &Square| board.piece_at(*from).is_some_and(|piece| is_threat(piece, *from, king, occupied));
    board.by_color(!turn).into_iter().filter(attacks).collect()
}

// [zombie.last-rank-threat]
fn is_threat(piece: Piece, from: Square, king: Square, occupied: Bitboard) -> bool {
    let promotes = piece.role == Role::Pawn && from.rank() == piece.color.relative_rank(Rank::Eighth);
    let reach = if promotes {
        attacks::queen_attacks(from, occupied) | attacks::knight_attacks(from)
    } else {
        attacks::attacks(from, piece, occupied)
    };
    reach.contains(king)
}
