//! Board, checkers and the parts of a turn: everything public that decisions depend on.

use kit_chess::field::{castling_step, king_home, rook_home};
use kit_chess::shakmaty::{Bitboard, ByColor, CastlingSide, Color, Piece, Rank, Role, Square, attacks};
use kit_chess::{Field, PROMOTIONS, Played, Step};

use super::Action;
use crate::deck::{Card, Pile};

/// Checkers of each color.
pub const CHECKERS: u8 = 12;

/// Pieces, checkers, hand sizes, and whose decision it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The pieces, the castling rights and the skipped square.
    pub field: Field,
    /// Under which pieces checkers of each color lie; never two under one piece.
    pub checkers: ByColor<Bitboard>,
    /// How many checkers lie in front of each player.
    pub front: ByColor<u8>,
    /// How many cards each player holds.
    pub held: ByColor<u8>,
    /// Whose turn it is.
    pub turn: Color,
    /// Which part of the turn is going on.
    pub phase: Phase,
}

/// A part of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A piece must move.
    Move,
    /// The piece that moved here may throw its checker.
    Throw(Square),
    /// A card may be played.
    Card,
    /// The other player must give up a checker.
    Return,
    /// The other player must discard a card.
    Discard,
    /// Cards are drawn, which nobody decides.
    Draw,
}

/// What a piece is by its checker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Without a checker.
    Clean,
    /// On a checker of its own color.
    Carrying,
    /// On a checker of the enemy's color.
    Tarred,
}

/// A piece under which a checker was put, or which lost one on its far rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// The piece.
    pub piece: Piece,
    /// Where it stands.
    pub at: Square,
    /// What it is now.
    pub condition: Condition,
    /// How many checkers went back to the fronts of their owners.
    pub back: ByColor<u8>,
}

/// What a move did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The piece, and what it took.
    pub played: Played,
    /// The checkers, if anything came of them beyond being taken along.
    pub settled: Option<Settled>,
}

impl Position {
    /// A position before a move, without checkers on the board.
    pub fn new(field: Field, turn: Color, front: ByColor<u8>) -> Position {
        let checkers = ByColor { white: Bitboard::EMPTY, black: Bitboard::EMPTY };
        Position { field, checkers, front, held: front, turn, phase: Phase::Move }
    }

    /// Who decides now.
    pub fn acting(&self) -> Color {
        match self.phase {
            Phase::Move | Phase::Throw(_) | Phase::Card | Phase::Draw => self.turn,
            Phase::Return | Phase::Discard => !self.turn,
        }
    }

    /// The spare checkers of a color.
    pub fn extra(&self, color: Color) -> u8 {
        CHECKERS - self.front.get(color) - self.checkers.get(color).count() as u8
    }

    /// The color of the checker under a piece.
    pub fn checker_at(&self, square: Square) -> Option<Color> {
        self.checkers.find(|squares| squares.contains(square))
    }

    /// What the piece on a square is by its checker.
    pub fn condition(&self, square: Square) -> Condition {
        match self.checker_at(square) {
            None => Condition::Clean,
            Some(color) if self.field.board.color_at(square) == Some(color) => Condition::Carrying,
            Some(_) => Condition::Tarred,
        }
    }

    /// The pieces of a color that stand on enemy checkers.
    pub fn tarred(&self, color: Color) -> Bitboard {
        self.field.board.by_color(color) & *self.checkers.get(!color)
    }

    /// The pieces of a color that attack a square.
    pub fn attackers(&self, square: Square, by: Color) -> Bitboard {
        let board = &self.field.board;
        let tarred = self.tarred(by);
        // [tar-pit.attacks] Tarred pieces attack like pawns, and tarred pawns attack nothing.
        let stuck = (attacks::pawn_attacks(!by, square) & tarred).without(board.pawns());
        board.attacks_to(square, by, board.occupied()).without(tarred) | stuck
    }

    /// Whether the king of a color is attacked.
    pub fn is_exposed(&self, color: Color) -> bool {
        self.field.board.king_of(color).is_some_and(|king| self.attackers(king, !color).any())
    }

    /// Adds everything that the acting player may do now, holding these cards.
    pub fn actions(&self, throw_parries: bool, hand: &Pile, actions: &mut Vec<Action>) {
        match self.phase {
            Phase::Move => {
                self.find_step(throw_parries, |step| {
                    actions.push(Action::Move(step));
                    false
                });
            }
            Phase::Throw(from) => {
                actions.extend(self.throws_from(from).into_iter().map(|to| Action::Throw(Some(to))));
                // [tar-pit.parry-option] A throw that must parry cannot be left out.
                actions.extend((!self.is_exposed(self.turn)).then_some(Action::Throw(None)));
            }
            Phase::Card => {
                for card in hand.kinds() {
                    match card {
                        Card::Piece(piece) => {
                            let targets = self.targets_of(piece).into_iter();
                            actions.extend(targets.map(|at| Action::Lay { piece, at }));
                        }
                        Card::Checkers(color) => actions.push(Action::Checkers(color)),
                    }
                }
                // [tar-pit.no-card] Never forced, whatever is in the hand.
                actions.push(Action::NoCard);
            }
            Phase::Return => {
                // [tar-pit.give-up] The owner chooses, from the front or from the board.
                let owner = self.acting();
                actions.extend((*self.front.get(owner) > 0).then_some(Action::Return(None)));
                actions.extend(self.checkers.get(owner).into_iter().map(|at| Action::Return(Some(at))));
            }
            Phase::Discard => actions.extend(hand.kinds().map(Action::Discard)),
            Phase::Draw => (),
        }
    }
}

/// How pieces move.
impl Position {
    /// Goes through the legal moves, by square and then castling, until `stop` says so;
    /// whether it did.
    pub fn find_step(&self, throw_parries: bool, mut stop: impl FnMut(Step) -> bool) -> bool {
        let board = &self.field.board;
        let color = self.turn;
        let risky = self.risky_to_move();
        for from in board.by_color(color) {
            let is_pawn = board.pawns().contains(from);
            for to in self.targets(from) {
                let takes_en_passant = self.en_passant_from(from) == Some(to);
                let checked = takes_en_passant || risky.contains(from);
                if checked && !self.is_safe_after(Step::new(from, to), throw_parries) {
                    continue;
                }
                // [tar-pit.promotion] Only pawns promote, and tarred pawns do not move.
                let stopped = if is_pawn && to.rank() == color.relative_rank(Rank::Eighth) {
                    PROMOTIONS.into_iter().any(|role| stop(Step { from, to, promotion: Some(role) }))
                } else {
                    stop(Step::new(from, to))
                };
                if stopped {
                    return true;
                }
            }
        }
        let mut castlings = self.field.castlings(color);
        castlings.any(|side| self.may_castle(side) && stop(castling_step(color, side)))
    }

    /// The pieces whose moves could leave the king attacked: all in check, and otherwise the
    /// king and whatever stands in a line with it.
    fn risky_to_move(&self) -> Bitboard {
        let board = &self.field.board;
        match board.king_of(self.turn) {
            Some(king) if !self.is_exposed(self.turn) => {
                attacks::queen_attacks(king, board.occupied()).with(king)
            }
            Some(_) | None => Bitboard::FULL,
        }
    }

    /// Where the piece on a square may go, the safety of its king aside.
    pub fn targets(&self, from: Square) -> Bitboard {
        let board = &self.field.board;
        let Some(piece) = board.piece_at(from) else { return Bitboard::EMPTY };
        let en_passant = self.en_passant_from(from).map_or(Bitboard::EMPTY, Bitboard::from);
        let targets = match (self.condition(from), piece.role) {
            // [tar-pit.clean] Without a checker or on an own one: as in chess.
            (Condition::Clean | Condition::Carrying, _) => {
                self.field.quiet_targets(from) | self.field.capture_targets(from) | en_passant
            }
            // [tar-pit.tarred-pawn]
            (Condition::Tarred, Role::Pawn) => Bitboard::EMPTY,
            // [tar-pit.tarred] Like a pawn, but never two squares.
            (Condition::Tarred, _) => {
                let ahead = from.offset(piece.color.fold_wb(8, -8)).map_or(Bitboard::EMPTY, Bitboard::from);
                let diagonal = attacks::pawn_attacks(piece.color, from) & board.by_color(!piece.color);
                ahead.without(board.occupied()) | diagonal | en_passant
            }
        };
        // Kings are never taken.
        targets.without(board.kings())
    }

    /// The square on which the piece on `from` may take en passant now.
    pub fn en_passant_from(&self, from: Square) -> Option<Square> {
        let target = self.field.ep?;
        let board = &self.field.board;
        let piece = board.piece_at(from)?;
        // [tar-pit.en-passant] Pawns that can move, and tarred pieces that are no pawns.
        let like_pawn = (piece.role == Role::Pawn) != (self.condition(from) == Condition::Tarred);
        let victim = Square::from_coords(target.file(), from.rank());
        let fits = like_pawn
            && attacks::pawn_attacks(piece.color, from).contains(target)
            && board.piece_at(target).is_none()
            && board.piece_at(victim) == Some((!piece.color).pawn());
        fits.then_some(target)
    }

    /// Whether some move takes en passant.
    pub fn has_en_passant(&self, throw_parries: bool) -> bool {
        self.field.ep.is_some()
            && self.find_step(throw_parries, |step| self.en_passant_from(step.from) == Some(step.to))
    }

    /// [tar-pit.own-king] A move may not leave the own king attacked.
    fn is_safe_after(&self, step: Step, throw_parries: bool) -> bool {
        let mut after = self.clone();
        after.carry_out(step);
        // [tar-pit.parry-option] Unless a throw may repair it.
        !after.is_exposed(self.turn) || throw_parries && after.throws_from(step.to).any()
    }

    /// Whether castling to this side is safe and both pieces are clean.
    fn may_castle(&self, side: CastlingSide) -> bool {
        let color = self.turn;
        let (king, rook) = (king_home(color), rook_home(color, side));
        let king_to = side.king_to(color);
        // [tar-pit.castle] A checker under king or rook forbids it as long as it lies there.
        let clean = self.checker_at(king).is_none() && self.checker_at(rook).is_none();
        let path = attacks::between(king, king_to).with(king).with(king_to);
        clean && path.into_iter().all(|square| self.attackers(square, !color).is_empty())
    }

    /// Makes the move of the turn.
    pub fn make_move(&mut self, step: Step) -> Moved {
        let moved = self.carry_out(step);
        // [tar-pit.throw] Only the piece that moved, and only where a throw is legal.
        self.phase =
            if self.throws_from(step.to).any() { Phase::Throw(step.to) } else { self.card_or_draw() };
        moved
    }

    fn carry_out(&mut self, step: Step) -> Moved {
        let takes_en_passant = self.en_passant_from(step.from) == Some(step.to);
        let victim =
            if takes_en_passant { Square::from_coords(step.to.file(), step.from.rank()) } else { step.to };
        let taken = self.lift(victim);
        let brought = self.lift(step.from);
        let is_pawn = self.field.board.pawns().contains(step.from);
        // The kernel knows en passant by pawns only.
        let removed =
            (takes_en_passant && !is_pawn).then(|| self.field.board.remove_piece_at(victim)).flatten();
        let mut played = self.field.play(step);
        played.captured = played.captured.or(removed.map(|piece| (victim, piece)));
        // [tar-pit.bring] A piece takes its checker along, and
        // [tar-pit.capture] gets the one of the piece that it takes.
        if let Some(checker) = brought {
            self.checkers.get_mut(checker).add(step.to);
        }
        let settled = self.settle(taken, step.to);
        let changed = taken.is_some() || settled.back != ByColor::default();
        Moved { played, settled: changed.then_some(settled) }
    }

    /// Takes the checker away from a square.
    fn lift(&mut self, square: Square) -> Option<Color> {
        let checker = self.checker_at(square)?;
        self.checkers.get_mut(checker).discard(square);
        Some(checker)
    }

    /// Puts a checker under a piece, if there is one to put, and cleans the far rank.
    fn settle(&mut self, checker: Option<Color>, at: Square) -> Settled {
        let piece = self.field.board.piece_at(at).expect("a checker lies under a piece");
        let mut back = ByColor::<u8>::default();
        if let Some(checker) = checker {
            match self.checker_at(at) {
                None => self.checkers.get_mut(checker).add(at),
                // [tar-pit.repel] Two of a color: one stays.
                Some(color) if color == checker => *back.get_mut(color) += 1,
                // [tar-pit.cancel] One of each color: none stays.
                Some(color) => {
                    self.checkers.get_mut(color).discard(at);
                    back = ByColor { white: 1, black: 1 };
                }
            }
        }
        // [tar-pit.far-rank] No piece is tarred there.
        let far = at.rank() == piece.color.relative_rank(Rank::Eighth);
        if far && self.checkers.get(!piece.color).contains(at) {
            self.checkers.get_mut(!piece.color).discard(at);
            *back.get_mut(!piece.color) += 1;
        }
        self.front.white += back.white;
        self.front.black += back.black;
        Settled { piece, at, condition: self.condition(at), back }
    }
}

/// What comes after the move.
impl Position {
    /// Where the piece on a square may throw its checker.
    pub fn throws_from(&self, from: Square) -> Bitboard {
        if !self.checkers.get(self.turn).contains(from) {
            return Bitboard::EMPTY;
        }
        // [tar-pit.throw-target] Any neighboring piece, kings and own ones included.
        let neighbors = attacks::king_attacks(from) & self.field.board.occupied();
        neighbors.into_iter().filter(|to| !self.thrown(from, *to).0.is_exposed(self.turn)).collect()
    }

    /// What would come of a throw.
    pub fn thrown(&self, from: Square, to: Square) -> (Position, Settled) {
        let mut after = self.clone();
        after.checkers.get_mut(self.turn).discard(from);
        let settled = after.settle(Some(self.turn), to);
        (after, settled)
    }

    /// Throws the checker of the piece that moved, or keeps it.
    pub fn throw(&mut self, to: Option<Square>) -> Option<Settled> {
        let mut settled = None;
        if let (Phase::Throw(from), Some(to)) = (self.phase, to) {
            self.checkers.get_mut(self.turn).discard(from);
            settled = Some(self.settle(Some(self.turn), to));
        }
        self.phase = self.card_or_draw();
        settled
    }

    /// [tar-pit.no-card] Without a card in hand there is nothing to decide.
    fn card_or_draw(&self) -> Phase {
        if *self.held.get(self.turn) > 0 { Phase::Card } else { Phase::Draw }
    }

    /// The pieces under which a card with this piece may put a checker, the own king being safe.
    pub fn targets_of(&self, piece: Piece) -> Bitboard {
        let board = &self.field.board;
        // [tar-pit.match] The same kind and color, or
        // [tar-pit.wild] any own piece when there is none.
        let matching = Some(board.by_piece(piece)).filter(|matching| matching.any());
        let targets = matching.unwrap_or(board.by_color(self.turn));
        // Checkers under own pieces change nothing for the own king.
        let safe =
            |at: &Square| board.color_at(*at) == Some(self.turn) || !self.laid(*at).0.is_exposed(self.turn);
        targets.into_iter().filter(safe).collect()
    }

    /// What would come of a checker put under a piece by a card.
    pub fn laid(&self, at: Square) -> (Position, Settled) {
        let mut after = self.clone();
        let settled = after.lay(at);
        (after, settled)
    }

    /// Plays a card with a piece on it, and puts a checker from the front under that piece.
    pub fn lay(&mut self, at: Square) -> Settled {
        *self.held.get_mut(self.turn) -= 1;
        *self.front.get_mut(self.turn) -= 1;
        self.phase = Phase::Draw;
        self.settle(Some(self.turn), at)
    }

    /// Plays a checkers card; whether it has an effect.
    pub fn play_checkers(&mut self, color: Color) -> bool {
        *self.held.get_mut(self.turn) -= 1;
        self.phase = Phase::Draw;
        let has_effect;
        if color == self.turn {
            // [tar-pit.own-checkers] A spare checker comes to the front.
            has_effect = self.extra(color) > 0;
            *self.front.get_mut(color) += u8::from(has_effect);
        } else {
            // [tar-pit.enemy-checkers] The other player must give up a checker.
            has_effect = *self.front.get(color) > 0 || self.checkers.get(color).any();
            self.phase = if has_effect { Phase::Return } else { Phase::Draw };
        }
        has_effect
    }

    /// Plays no card.
    pub fn pass(&mut self) {
        self.phase = Phase::Draw;
    }

    /// Gives up a checker from the front, or from under a piece.
    pub fn give_up(&mut self, from: Option<Square>) {
        let owner = !self.turn;
        match from {
            None => *self.front.get_mut(owner) -= 1,
            Some(square) => self.checkers.get_mut(owner).discard(square),
        }
        // [tar-pit.forced-discard] No more cards than checkers in front.
        let too_many = self.held.get(owner) > self.front.get(owner);
        self.phase = if too_many { Phase::Discard } else { Phase::Draw };
    }

    /// Discards a card.
    pub fn discard(&mut self) {
        *self.held.get_mut(!self.turn) -= 1;
        self.phase = Phase::Draw;
    }

    /// How many cards the mover draws.
    pub fn lacking(&self) -> u8 {
        // [tar-pit.draw] A card for every checker in front, and only for the mover.
        self.front.get(self.turn).saturating_sub(*self.held.get(self.turn))
    }

    /// Lets the mover have drawn so many cards, and passes the turn.
    pub fn hand_over(&mut self, drawn: u8) {
        *self.held.get_mut(self.turn) += drawn;
        self.turn = !self.turn;
        self.phase = Phase::Move;
    }
}
