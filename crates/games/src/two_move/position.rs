//! Board, face-up cards and the moves of the turn: what the rules of movement need.

use kit_chess::field::castling_step;
use kit_chess::shakmaty::{Bitboard, ByColor, Color, Rank, Role, Square};
use kit_chess::{Field, Played, Step};

use super::Action;
use super::cards::{Cards, Queue, QueuedCard};

/// Everything public that the next decisions depend on, draws aside.
///
/// The field's en-passant square is always empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The pieces and the castling rights.
    pub field: Field,
    /// The cards that lie face up from before.
    pub open: Open,
    /// Which part of a turn is going on.
    pub stage: Stage,
}

/// Cards that lie face up from before, and whose they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Open {
    /// Who cannot choose them.
    pub owner: Color,
    /// Two cards, or none where nothing was laid yet.
    pub cards: Cards,
}

/// A part of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// White lays the first two cards face up.
    Opening,
    /// Both choose two cards; who is ready?
    Choosing(ByColor<bool>),
    /// The cards make their moves.
    Moving(TurnCards),
}

/// The cards of a turn and what became of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnCards {
    /// The pairs that were chosen.
    pub chosen: ByColor<Cards>,
    /// The moves they give.
    pub queue: Queue,
    /// Pawns that have moved this turn.
    pub moved: Bitboard,
    /// Whether a pawn moved or something was captured.
    pub progress: bool,
}

impl Position {
    /// The orthodox array before White lays two cards face up.
    pub fn initial() -> Position {
        let open = Open { owner: Color::White, cards: Cards::NONE };
        Position { field: Field::initial(), open, stage: Stage::Opening }
    }

    /// The cards of a color that do not lie face up from before.
    pub fn hand(&self, color: Color) -> Cards {
        // [two-move.face-up] Cards that lie face up from before cannot be chosen.
        if color == self.open.owner { Cards::ALL.without(self.open.cards) } else { Cards::ALL }
    }

    /// Adds everything that a color may do now, the pairs of cards from low to high.
    pub fn actions(&self, color: Color, actions: &mut Vec<Action>) {
        match self.stage {
            Stage::Opening if color == Color::White => actions.extend(Cards::ALL.pairs().map(Action::Open)),
            Stage::Opening => (),
            Stage::Choosing(ready) if *ready.get(color) => (),
            Stage::Choosing(_) => actions.extend(self.hand(color).pairs().map(Action::Choose)),
            Stage::Moving(turn) => {
                let Some(entry) = turn.queue.current().filter(|entry| entry.owner == color) else { return };
                self.each_step(&turn, entry, |step| actions.push(Action::Move(step)));
            }
        }
    }

    /// White lays the first cards face up, and the first turn begins.
    pub fn lay_open(&mut self, cards: Cards) {
        self.open = Open { owner: Color::White, cards };
        self.stage = Stage::Choosing(ByColor::default());
    }

    /// Both pairs are turned up.
    pub fn reveal(&mut self, chosen: ByColor<Cards>) {
        let queue = Queue::schedule(chosen);
        self.stage = Stage::Moving(TurnCards { chosen, queue, moved: Bitboard::EMPTY, progress: false });
    }

    /// The cards of this turn, once they are turned up.
    pub fn turn(&self) -> Option<&TurnCards> {
        match &self.stage {
            Stage::Opening | Stage::Choosing(_) => None,
            Stage::Moving(turn) => Some(turn),
        }
    }

    /// The pawns that have moved this turn.
    pub fn moved_pawns(&self) -> Bitboard {
        self.turn().map_or(Bitboard::EMPTY, |turn| turn.moved)
    }

    /// Whether the piece on this square has a move, given the pawns that may not move again.
    fn is_movable(&self, square: Square, moved: Bitboard) -> bool {
        // [two-move.pawn-done] A pawn that has moved this turn counts as one that cannot move.
        // Castling need not be looked at: where it is possible, the rook can move on its own.
        !moved.contains(square)
            && (self.field.quiet_targets(square) | self.field.capture_targets(square)).any()
    }

    /// Whether a piece of this kind can move.
    pub fn can_move(&self, color: Color, role: Role) -> bool {
        let moved = self.moved_pawns();
        self.field.board.by_piece(role.of(color)).into_iter().any(|square| self.is_movable(square, moved))
    }

    /// The lowest kind of which a color has a piece that can move right now.
    pub fn least(&self, color: Color) -> Option<Role> {
        // [two-move.least-piece] Pawn, knight, bishop, rook, queen, king.
        Role::ALL.into_iter().find(|role| self.can_move(color, *role))
    }

    /// Goes through the moves that a card gives, by square and then castling.
    pub fn each_step(&self, turn: &TurnCards, entry: QueuedCard, mut step: impl FnMut(Step)) {
        let QueuedCard { card, owner } = entry;
        let Some(least) = self.least(owner) else { return };
        let board = &self.field.board;
        // [two-move.card-piece] [two-move.least-only] The card's kind or the least kind, and no other.
        let kinds = board.by_role(card) | board.by_role(least);
        // [two-move.same-pawn] The same pawn may not move twice in one turn.
        for from in (board.by_color(owner) & kinds).without(turn.moved) {
            let is_pawn = board.pawns().contains(from);
            for to in self.field.quiet_targets(from) | self.field.capture_targets(from) {
                // [two-move.promotion] On the last rank a pawn must become something else.
                if is_pawn && to.rank() == owner.relative_rank(Rank::Eighth) {
                    kit_chess::PROMOTIONS.iter().for_each(|role| {
                        step(Step { from, to, promotion: Some(*role) });
                    })
                } else {
                    step(Step::new(from, to))
                }
            }
        }
        // [two-move.castle] Castling is a move of the king card, whatever is attacked.
        if card == Role::King {
            self.field.castlings(owner).for_each(|side| step(castling_step(owner, side)));
        }
    }

    /// Makes the current move of the queue.
    pub fn play(&mut self, step: Step) -> Played {
        let played = self.carry_out(step);
        if let Stage::Moving(turn) = &mut self.stage {
            turn.queue.advance();
        }
        played
    }

    fn carry_out(&mut self, step: Step) -> Played {
        let played = self.field.play(step);
        // [two-move.no-en-passant] Nobody may capture what a double step has skipped.
        self.field.ep = None;
        if let Stage::Moving(turn) = &mut self.stage {
            turn.moved.discard(step.to);
            // [two-move.promoted-piece] A promoted pawn is a pawn no longer.
            if played.piece.role == Role::Pawn && step.promotion.is_none() {
                turn.moved.add(step.to);
            }
            turn.progress |= played.is_progress();
        }
        played
    }

    /// Passes over moves that cannot be made; whether the turn is over then.
    pub fn skip(&mut self, mut skipped: impl FnMut(QueuedCard)) -> bool {
        while let Some(entry) = self.turn().and_then(|turn| turn.queue.current()) {
            if self.least(entry.owner).is_some() {
                return false;
            }
            // [two-move.skip] None of the owner's pieces can move.
            skipped(entry);
            if let Stage::Moving(turn) = &mut self.stage {
                turn.queue.advance();
            }
        }
        true
    }

    /// Ends a turn: one player takes all cards back, the other's new cards stay.
    pub fn clear_up(&mut self) {
        let Stage::Moving(turn) = &self.stage else { return };
        // [two-move.take-back] [two-move.stay] The new cards stay even if they were canceled.
        let owner = !self.open.owner;
        self.open = Open { owner, cards: *turn.chosen.get(owner) };
        self.stage = Stage::Choosing(ByColor::default());
    }

    /// Whether a color could capture the enemy king with its pending moves, if nobody interfered.
    pub fn threatens_king(&self, color: Color) -> bool {
        let Some(turn) = self.turn() else { return false };
        let own = turn.queue.pending().iter().copied().filter(|entry| entry.owner == color);
        // Chosen cards give at most two moves; a longer queue can only have been arranged.
        let own: Vec<QueuedCard> = own.take(2).collect();
        self.reaches_king(&own)
    }

    fn reaches_king(&self, entries: &[QueuedCard]) -> bool {
        let Some(turn) = self.turn() else { return false };
        let [entry, rest @ ..] = entries else { return false };
        let king = self.field.board.king_of(!entry.owner);
        let mut steps = Vec::new();
        self.each_step(turn, *entry, |step| steps.push(step));
        let after = |step: &Step| {
            let mut position = self.clone();
            position.carry_out(*step);
            position
        };
        steps.iter().any(|step| Some(step.to) == king)
            || steps.iter().any(|step| after(step).reaches_king(rest))
    }
}
