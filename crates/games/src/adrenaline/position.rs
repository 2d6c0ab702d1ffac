//! Board, checkers and the part of a turn that is going on: what the rules of movement need.

use kit_chess::field::{castling_side, castling_step, rook_home};
use kit_chess::shakmaty::{Bitboard, CastlingSide, Color, Piece, Rank, Role, Square, attacks};
use kit_chess::{Field, PROMOTIONS, Step};

use super::stacks::Stacks;
use super::{Action, Rules};

/// Everything that the next decisions depend on, draws aside.
///
/// Both colors have one king, and whoever begins a turn cannot capture the other's.
/// The field's en-passant square is always empty, because a pawn may go on after its double step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub rules: Rules,
    pub field: Field,
    pub stacks: Stacks,
    /// Pawns that have never moved.
    pub unmoved: Bitboard,
    /// The double step that may be answered en passant.
    pub skipped: Option<Skipped>,
    /// Whose turn it is.
    pub turn: Color,
    pub phase: Phase,
}

/// A double step that may be answered en passant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The square between.
    pub square: Square,
    /// Where the pawn stands now.
    pub pawn: Square,
}

/// A part of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The regular move is to be made.
    Move,
    /// It was made, and extra steps may follow.
    Steps(Run),
}

/// What a turn has been so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// Who may make extra steps: one piece, or king and rook after castling.
    pub active: Bitboard,
    /// Whether something was captured.
    pub captured: bool,
}

/// What a move or a step did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect {
    /// The piece as it was before.
    pub piece: Piece,
    /// What it captured.
    pub captured: Option<Piece>,
}

impl Position {
    /// The orthodox start, with all checkers in the supply.
    pub fn initial(rules: Rules) -> Position {
        let field = Field::initial();
        let unmoved = field.board.pawns();
        let (stacks, skipped) = (Stacks::none(), None);
        Position { rules, field, stacks, unmoved, skipped, turn: Color::White, phase: Phase::Move }
    }

    /// Where the king of a color stands.
    pub fn king(&self, color: Color) -> Square {
        self.field.board.king_of(color).expect("each color has a king")
    }

    /// [adrenaline.check] Whether the other color could capture the king of this one in one turn.
    pub fn in_check(&self, color: Color) -> bool {
        self.threatens(!color, self.king(color))
    }

    /// What the turn has been so far, once the regular move is made.
    pub fn run(&self) -> Option<Run> {
        match self.phase {
            Phase::Move => None,
            Phase::Steps(run) => Some(run),
        }
    }

    /// [adrenaline.bare-kings] Whether nobody can ever give check again.
    pub fn is_dead(&self) -> bool {
        self.field.board.occupied() == self.field.board.kings() && self.stacks.squares().is_empty()
    }
}

/// Regular moves.
impl Position {
    /// Where the piece on a square may go with a regular move, castling aside.
    pub fn targets(&self, from: Square) -> Bitboard {
        let Some(color) = self.field.board.color_at(from) else { return Bitboard::EMPTY };
        let mut targets = self.field.quiet_targets(from) | self.field.capture_targets(from);
        if self.field.board.pawns().contains(from) {
            // [adrenaline.double-step] Only for a pawn that has never moved.
            if !self.unmoved.contains(from) {
                targets.discard(from.offset(color.fold_wb(16, -16)).map_or(Bitboard::EMPTY, Bitboard::from));
            }
            if let Some(skipped) =
                self.skipped.filter(|skipped| self.en_passant_takers(*skipped).contains(from))
            {
                targets.add(skipped.square);
            }
        }
        targets
    }

    /// The pawns that could take en passant.
    pub fn en_passant_takers(&self, skipped: Skipped) -> Bitboard {
        let board = &self.field.board;
        match board.color_at(skipped.pawn) {
            Some(color) => attacks::pawn_attacks(color, skipped.square) & board.by_piece((!color).pawn()),
            None => Bitboard::EMPTY,
        }
    }

    /// Where the piece stands that a regular move captures.
    pub fn victim_at(&self, from: Square, to: Square) -> Option<Square> {
        let board = &self.field.board;
        if board.occupied().contains(to) {
            return Some(to);
        }
        let diagonal = board.pawns().contains(from) && from.file() != to.file();
        self.skipped.filter(|skipped| diagonal && skipped.square == to).map(|skipped| skipped.pawn)
    }

    /// Makes a regular move; the turn goes on.
    ///
    /// [adrenaline.carry] The piece takes its checkers along, and those of what it captures.
    pub fn make_move(&mut self, step: Step) -> Effect {
        let victim = self.victim_at(step.from, step.to);
        let gained = victim.map_or(0, |square| self.stacks.lift(square));
        let carried = self.stacks.lift(step.from);
        // A pawn that is taken en passant may stand anywhere, so it is not left to the field.
        let elsewhere = victim.filter(|square| *square != step.to);
        let captured = elsewhere.and_then(|square| self.field.board.remove_piece_at(square));
        let played = self.field.play(step);
        let (piece, captured) = (played.piece, captured.or(played.captured.map(|(_, taken)| taken)));
        self.stacks.put(step.to, carried + gained);
        for square in victim.into_iter().chain([step.from]) {
            self.unmoved.discard(square);
            self.field.rights.discard(square);
        }
        self.skipped = self.field.ep.take().map(|square| Skipped { square, pawn: step.to });
        let mut active = Bitboard::from(step.to);
        if let Some(side) = castling_side(piece, step) {
            let (rook, goal) = (rook_home(piece.color, side), side.rook_to(piece.color));
            // [adrenaline.castle-2023] The rook's checkers come along, and both may spend theirs.
            let carried = self.stacks.lift(rook);
            self.stacks.put(goal, carried);
            active.add(goal);
        }
        self.phase = Phase::Steps(Run { active, captured: captured.is_some() });
        Effect { piece, captured }
    }

    /// Calls `visit` with every legal regular move until it says that it has enough.
    fn each_move(&self, mut visit: impl FnMut(Step) -> bool) -> bool {
        let board = &self.field.board;
        for from in board.by_color(self.turn) {
            let is_pawn = board.pawns().contains(from);
            for to in self.targets(from) & !board.kings() {
                if !self.is_legal_move(Step::new(from, to)) {
                    continue;
                }
                if each_promotion(is_pawn, self.turn, to, |promotion| visit(Step { from, to, promotion })) {
                    return true;
                }
            }
        }
        let castlings = self.field.castlings(self.turn).filter(|side| self.may_castle(*side));
        castlings.map(|side| castling_step(self.turn, side)).any(visit)
    }

    /// What a pawn becomes changes nothing about its own king's safety, so it may be left out.
    fn is_legal_move(&self, step: Step) -> bool {
        let mut after = self.clone();
        after.make_move(step);
        // [adrenaline.safe-move] Whatever an extra step could mend.
        after.is_lawful()
    }

    fn may_castle(&self, side: CastlingSide) -> bool {
        let step = castling_step(self.turn, side);
        let rook = rook_home(self.turn, side);
        // [adrenaline.castle-checkers] Neither king nor rook may have checkers.
        let stacked = self.stacks.squares().contains(step.from) || self.stacks.squares().contains(rook);
        if stacked && !self.rules.castle_with_checkers {
            return false;
        }
        // [adrenaline.castle-safe] Start and crossed square with everything else in its place, and
        // the goal with the rook beside it.
        let way = attacks::between(step.from, step.to).with(step.from);
        way.into_iter().all(|square| !self.with_king_on(square).in_check(self.turn))
            && self.is_legal_move(step)
    }

    /// The same position with the king of whoever is on turn somewhere else.
    pub fn with_king_on(&self, square: Square) -> Position {
        let mut moved = self.clone();
        let king = self.king(self.turn);
        moved.field.board.discard_piece_at(king);
        moved.field.board.set_piece_at(square, self.turn.king());
        let carried = moved.stacks.lift(king);
        moved.stacks.put(square, carried);
        moved
    }
}

/// Extra steps.
impl Position {
    /// Whether a piece that may make extra steps has a checker to spend.
    pub fn can_spend(&self) -> bool {
        self.run().is_some_and(|run| (run.active & self.stacks.squares()).any())
    }

    /// Makes an extra step; the turn goes on.
    pub fn make_step(&mut self, step: Step) -> Effect {
        let Step { from, to, promotion } = step;
        let board = &mut self.field.board;
        let piece = board.remove_piece_at(from).expect("a piece stands where the step starts");
        let captured = board.remove_piece_at(to);
        board.set_piece_at(to, promotion.unwrap_or(piece.role).of(piece.color));
        // [adrenaline.spend] One checker goes back to the supply, the rest come along.
        let left = self.stacks.lift(from).saturating_sub(1);
        // [adrenaline.inherit] The stack of a captured piece stays where it is, under the capturer.
        self.stacks.put(to, left);
        self.unmoved.discard(to);
        self.field.rights.discard(to);
        self.skipped = self.skipped.and_then(|skipped| self.after_step(skipped, step));
        if let Phase::Steps(run) = &mut self.phase {
            run.active.discard(from);
            run.active.add(to);
            run.captured |= captured.is_some();
        }
        Effect { piece, captured }
    }

    /// What is left of a double step when the pawn makes an extra step.
    fn after_step(&self, skipped: Skipped, step: Step) -> Option<Skipped> {
        if skipped.pawn != step.from {
            return Some(skipped);
        }
        // [adrenaline.en-passant-2023] Wherever the pawn goes, as long as it stays a pawn and does
        // not come back to the skipped square.
        let stays_pawn = step.to.rank() != self.turn.relative_rank(Rank::Eighth);
        let lasts = stays_pawn && step.to != skipped.square;
        // [adrenaline.en-passant-step] Otherwise an extra step takes the chance away.
        (self.rules.en_passant_after_steps && lasts).then_some(Skipped { pawn: step.to, ..skipped })
    }

    /// Every extra step that leaves the king safe, with the position after it; what a pawn becomes
    /// is left out.
    fn safe_steps(&self, run: Run) -> impl Iterator<Item = (Step, Position)> + '_ {
        let board = &self.field.board;
        // [adrenaline.no-king-capture] A king is never captured, not even after castling.
        let free = !board.by_color(self.turn) & !board.kings();
        let steps = (run.active & self.stacks.squares()).into_iter().flat_map(move |from| {
            (attacks::king_attacks(from) & free).into_iter().map(move |to| Step::new(from, to))
        });
        steps.filter_map(|step| {
            let mut after = self.clone();
            after.make_step(step);
            // [adrenaline.safe-step] Every single step leaves the king safe.
            (!after.in_check(self.turn)).then_some((step, after))
        })
    }

    /// Calls `visit` with every legal extra step.
    fn each_step(&self, run: Run, mut visit: impl FnMut(Step)) {
        for (Step { from, to, .. }, after) in self.safe_steps(run) {
            if after.can_be_completed() {
                let is_pawn = self.field.board.pawns().contains(from);
                each_promotion(is_pawn, self.turn, to, |promotion| {
                    visit(Step { from, to, promotion });
                    false
                });
            }
        }
    }
}

/// The end of a turn.
impl Position {
    /// Whether the king of whoever is on turn is safe and the turn can be brought to an end.
    pub fn is_lawful(&self) -> bool {
        !self.in_check(self.turn) && self.can_be_completed()
    }

    /// Whether the turn can be ended, now or after further steps.
    fn can_be_completed(&self) -> bool {
        let Some(run) = self.run().filter(|run| run.captured) else { return true };
        self.can_place() || self.can_place_after(run)
    }

    fn can_place(&self) -> bool {
        self.stacks.supply() == 0 || self.receivers().next().is_some()
    }

    /// Looks at all positions that extra steps lead to, fewest steps first.
    ///
    /// Rare: hardly ever is there no piece at all that may have the checker.
    fn can_place_after(&self, run: Run) -> bool {
        let mut reached = vec![(self.clone(), run)];
        while !reached.is_empty() {
            let mut further: Vec<(Position, Run)> = Vec::new();
            for (_, after) in reached.iter().flat_map(|(position, run)| position.safe_steps(*run)) {
                if after.can_place() {
                    return true;
                }
                if let Some(run) = after.run().filter(|_| further.iter().all(|(known, _)| *known != after)) {
                    further.push((after, run));
                }
            }
            reached = further;
        }
        false
    }

    /// Enemy pieces that may have a checker, if the king is safe so far.
    ///
    /// [adrenaline.rush-safe] Only the piece itself could use it, so only its own walk is looked at.
    pub fn receivers(&self) -> impl Iterator<Item = Square> + '_ {
        let king = self.king(self.turn);
        let enemies = self.field.board.by_color(!self.turn);
        enemies
            .into_iter()
            .filter(move |square| !self.would_reach(*square, self.stacks.at(*square) + 1, king))
    }

    /// Gives the turn to the other color.
    fn end_turn(&mut self) {
        self.turn = !self.turn;
        self.phase = Phase::Move;
    }
}

/// Decisions.
impl Position {
    /// Adds everything that may be done now: moves by square and castling last, then steps, then
    /// the ends of the turn.
    pub fn actions(&self, actions: &mut Vec<Action>) {
        let Phase::Steps(run) = self.phase else {
            self.each_move(|step| {
                actions.push(Action::Move(step));
                false
            });
            return;
        };
        self.each_step(run, |Step { from, to, promotion }| {
            // Two pieces may step after castling, so that the start has to be named.
            let from = Some(from).filter(|_| run.active.more_than_one());
            actions.push(Action::Step { from, to, promotion });
        });
        if !run.captured {
            actions.push(Action::Stop);
        } else if self.stacks.supply() == 0 {
            // [adrenaline.supply-empty] Nothing is left to be placed.
            actions.push(Action::Place(None));
        } else {
            // [adrenaline.rush] [adrenaline.rush-whom] Any enemy piece, and only an enemy piece.
            actions.extend(self.receivers().map(|square| Action::Place(Some(square))));
        }
    }

    /// Whether a turn can be begun.
    pub fn can_move(&self) -> bool {
        self.each_move(|_| true)
    }

    /// Whether the skipped square can really be answered en passant.
    pub fn can_take_en_passant(&self) -> bool {
        let Some(skipped) = self.skipped else { return false };
        let mut takers = self.en_passant_takers(skipped).into_iter();
        takers.any(|from| self.is_legal_move(Step::new(from, skipped.square)))
    }

    /// Does what is on offer, and ends the turn when nothing more can be decided in it.
    pub fn play(&mut self, action: Action) -> Option<Effect> {
        let effect = match action {
            Action::Move(step) => Some(self.make_move(step)),
            Action::Step { .. } => self.step_of(action).map(|step| self.make_step(step)),
            // [adrenaline.rush-once] One checker, however much was captured.
            Action::Place(square) => {
                square.into_iter().for_each(|square| self.stacks.put(square, 1));
                None
            }
            Action::Stop => None,
        };
        let goes_on = effect.is_some() && (self.can_spend() || self.run().is_some_and(|run| run.captured));
        if !goes_on {
            self.end_turn();
        }
        effect
    }

    /// An extra step with its start, which is named only where two pieces may step.
    pub fn step_of(&self, action: Action) -> Option<Step> {
        let Action::Step { from, to, promotion } = action else { return None };
        let from = from.or_else(|| self.run()?.active.first())?;
        Some(Step { from, to, promotion })
    }
}

/// Calls `visit` once, or with everything a pawn may become where it has to become something.
pub fn each_promotion(
    is_pawn: bool,
    color: Color,
    to: Square,
    mut visit: impl FnMut(Option<Role>) -> bool,
) -> bool {
    // [adrenaline.promotion] At once, also after an extra step.
    if is_pawn && to.rank() == color.relative_rank(Rank::Eighth) {
        PROMOTIONS.into_iter().any(|role| visit(Some(role)))
    } else {
        visit(None)
    }
}
