//! What everybody sees of a game in progress, and how it changes: moves, tugs, removals, cards.

use kit_chess::field::castling_step;
use kit_chess::shakmaty::{Bitboard, ByColor, Color, Piece, Rank, Role, Square, attacks};
use kit_chess::{Field, PROMOTIONS, Played, Step};
use kit_play::{Outcome, Seat, Team};

use super::cards::Card;
use super::ends;

/// The color that a seat plays.
pub fn color_of(seat: Seat) -> Color {
    Color::from_white(seat.0 < 2)
}

/// The two seats of a color.
pub fn seats_of(color: Color) -> [Seat; 2] {
    color.fold_wb([Seat(0), Seat(1)], [Seat(2), Seat(3)])
}

/// The other seat of the same team.
pub fn partner(seat: Seat) -> Seat {
    Seat(seat.0 ^ 1)
}

/// The team of a color.
pub fn team_of(color: Color) -> Team {
    Team(color.fold_wb(0, 1))
}

/// Where the trophy lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trophy {
    /// Beside this color's half.
    Side(Color),
    Middle,
}

impl Trophy {
    /// One step toward a color; nowhere when it lies at that end of the track.
    // [telepathic.track] From the far side it comes only to the middle.
    fn toward(self, color: Color) -> Option<Trophy> {
        match self {
            Trophy::Middle => Some(Trophy::Side(color)),
            Trophy::Side(side) if side == color => None,
            Trophy::Side(_) => Some(Trophy::Middle),
        }
    }

    /// Its place on the track from White to Black.
    pub fn place(self) -> usize {
        match self {
            Trophy::Side(Color::White) => 0,
            Trophy::Middle => 1,
            Trophy::Side(Color::Black) => 2,
        }
    }
}

/// What a prediction does to the trophy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tug {
    /// The secret card was right.
    Pull,
    /// Only the card that lay face up was right.
    Nothing,
    /// Neither was right.
    Push,
}

/// Which decision is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// A card is to be laid.
    Predict,
    /// A card lies face down, and a move is due.
    Move,
    /// The card has been turned up, and this color has lost the tug.
    Remove { loser: Color, card: Card },
}

/// The board, the trophy, the cards that lie face up, and who does what.
///
/// A color without a king has lost; until then each has exactly one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub field: Field,
    /// The team whose turn it is, until all of the turn is done.
    pub turn: Color,
    pub trophy: Trophy,
    /// What lies face up between the turns; nothing once eight pieces are lost.
    pub up: ByColor<Option<Card>>,
    /// Who makes each team's next move.
    pub movers: ByColor<Seat>,
    pub stage: Stage,
}

/// What a move did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    pub played: Played,
    /// What it did to the trophy; nothing is looked at when a king is taken.
    pub tug: Option<Tug>,
    /// The color that has lost the tug.
    pub loser: Option<Color>,
}

/// How many lost pieces leave a team with one card.
pub const MOST_LOST: usize = 8;

/// How many pieces a team starts with.
pub const ARMY: usize = 16;

impl Position {
    // [telepathic.start] [telepathic.trophy] [telepathic.pawn-up]
    pub fn initial() -> Position {
        Position {
            field: Field::initial(),
            turn: Color::White,
            trophy: Trophy::Middle,
            up: ByColor::new_with(|_| Some(Card::Kind(Role::Pawn))),
            movers: ByColor::new_with(|color| seats_of(color)[0]),
            stage: Stage::Predict,
        }
    }

    /// Who moves in the turn that is going on, and who predicts.
    // [telepathic.swap] Whoever makes the next move has just predicted.
    pub fn roles(&self, color: Color) -> (Seat, Seat) {
        let next = *self.movers.get(color);
        match self.stage {
            Stage::Remove { .. } if color == self.turn => (partner(next), next),
            Stage::Predict | Stage::Move | Stage::Remove { .. } => (next, partner(next)),
        }
    }

    /// Who decides now.
    pub fn deciding(&self) -> Seat {
        match self.stage {
            Stage::Predict => self.roles(self.turn).1,
            Stage::Move => self.roles(self.turn).0,
            // [telepathic.remover] Whoever makes the losers' next move.
            Stage::Remove { loser, .. } => *self.movers.get(loser),
        }
    }

    /// How many pieces a color has lost.
    // [telepathic.count-lost] A promoted pawn is still there.
    pub fn lost(&self, color: Color) -> usize {
        ARMY.saturating_sub(self.field.board.by_color(color).count())
    }

    /// The cards of a color that do not lie face up.
    // [telepathic.any-card] All of them may be laid, also hopeless ones.
    pub fn hand(&self, color: Color) -> impl Iterator<Item = Card> + use<> {
        let up = *self.up.get(color);
        Card::ALL.into_iter().filter(move |card| Some(*card) != up)
    }

    /// The kind of piece that a card of the team on turn stands for.
    pub fn bet(&self, card: Card) -> Option<Role> {
        match (card, *self.up.get(self.turn)) {
            (Card::Kind(role), _) => Some(role),
            // [telepathic.copy] [telepathic.one-checker] With nothing to copy it is always wrong.
            (Card::Checker, Some(Card::Kind(role))) => Some(role),
            (Card::Checker, Some(Card::Checker) | None) => None,
        }
    }

    /// What a move with a piece of this kind does to the trophy.
    fn tug(&self, moved: Role, card: Card) -> Tug {
        // [telepathic.pull] The secret card counts first.
        if self.bet(card) == Some(moved) {
            return Tug::Pull;
        }
        // [telepathic.neutral] [telepathic.push]
        if *self.up.get(self.turn) == Some(Card::Kind(moved)) { Tug::Nothing } else { Tug::Push }
    }

    /// Where a tug of the team on turn brings the trophy, or who loses at the end of the track.
    pub fn tugged(&self, tug: Tug) -> Result<Trophy, Color> {
        match tug {
            Tug::Pull => self.trophy.toward(self.turn).ok_or(!self.turn),
            Tug::Nothing => Ok(self.trophy),
            // [telepathic.lost-tug]
            Tug::Push => self.trophy.toward(!self.turn).ok_or(self.turn),
        }
    }

    /// Lays a card; which one is not the public's business.
    pub fn lay(&mut self) {
        self.stage = Stage::Move;
    }

    /// Carries a move out, turns the card up and tugs.
    pub fn make_move(&mut self, step: Step, card: Card) -> Moved {
        let played = self.field.play(step);
        // [telepathic.king-capture] At once, whatever the card says.
        if played.captured.is_some_and(|(_, taken)| taken.role == Role::King) {
            return Moved { played, tug: None, loser: None };
        }
        let mover = self.movers.get_mut(self.turn);
        *mover = partner(*mover);
        self.take_up_after_eight(!self.turn);
        let tug = self.tug(played.piece.role, card);
        let to = self.tugged(tug);
        match to {
            Ok(place) => self.trophy = place,
            Err(loser) => self.stage = Stage::Remove { loser, card },
        }
        let loser = to.err();
        // [telepathic.lone-king] Nothing is removed, and the game goes on.
        if loser.is_none_or(|loser| self.removable(loser).is_empty()) {
            self.pick_up(card, loser.is_some());
        }
        Moved { played, tug: Some(tug), loser }
    }

    /// What a color may remove.
    // [telepathic.remove-any] Everything but the king.
    pub fn removable(&self, color: Color) -> Bitboard {
        self.field.board.by_color(color) & !self.field.board.kings()
    }

    /// Takes a piece off the board for good and ends the turn; says what it was.
    pub fn remove(&mut self, square: Square) -> Option<Piece> {
        let Stage::Remove { loser, card } = self.stage else { return None };
        let piece = self.field.board.remove_piece_at(square);
        // [telepathic.castle-removed] No rook, no castling.
        self.field.rights.discard(square);
        // [telepathic.ep-removed] No victim, no capture.
        let skipped_by = |ep: Square| {
            let forward = self.turn.fold_wb(8, -8);
            ep.offset(forward) == Some(square)
        };
        self.field.ep = self.field.ep.filter(|ep| !skipped_by(*ep));
        self.take_up_after_eight(loser);
        self.pick_up(card, true);
        piece
    }

    // [telepathic.eight-lost] In the other team's turn the card is taken up at once.
    fn take_up_after_eight(&mut self, color: Color) {
        if color != self.turn && self.lost(color) >= MOST_LOST {
            *self.up.get_mut(color) = None;
        }
    }

    /// The cards are taken up, and the other team is on turn.
    fn pick_up(&mut self, card: Card, tug_lost: bool) {
        // [telepathic.back-to-middle]
        if tug_lost {
            self.trophy = Trophy::Middle;
        }
        let few = self.lost(self.turn) >= MOST_LOST;
        let up = self.up.get_mut(self.turn);
        *up = match card {
            // [telepathic.eight-lost] In the own turn both cards are taken up.
            _ if few => None,
            // [telepathic.pick-up-checker] [telepathic.pick-up]
            Card::Checker => *up,
            Card::Kind(_) => Some(card),
        };
        self.turn = !self.turn;
        self.stage = Stage::Predict;
    }
}

/// Moves, check and the ends that the board alone decides.
impl Position {
    /// The moves of the team on turn.
    pub fn moves(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        self.each_move(|step| steps.push(step));
        steps
    }

    /// Shows every move of the team on turn: ordinary ones, and captures of the king.
    pub fn each_move(&self, mut visit: impl FnMut(Step)) {
        let Some(guard) = Guard::of(&self.field, self.turn) else { return };
        let last_rank = Bitboard::from_rank(self.turn.relative_rank(Rank::Eighth));
        for from in self.field.board.by_color(self.turn) {
            let is_pawn = self.field.board.pawns().contains(from);
            for step in guard.steps_from(from) {
                if is_pawn && last_rank.contains(step.to) {
                    PROMOTIONS.into_iter().for_each(|role| visit(Step { promotion: Some(role), ..step }))
                } else {
                    visit(step)
                }
            }
        }
        for step in self.field.castlings(self.turn).map(|side| castling_step(self.turn, side)) {
            if guard.castles_safely(step) {
                visit(step);
            }
        }
    }

    /// Whether the team on turn has any move.
    ///
    /// Castling is never the only one: then the rook could go, too.
    fn has_move(&self) -> bool {
        let Some(guard) = Guard::of(&self.field, self.turn) else { return false };
        let own = self.field.board.by_color(self.turn);
        own.into_iter().any(|from| guard.steps_from(from).next().is_some())
    }

    // [telepathic.check] Said of the team on turn, when nothing is left to be removed.
    pub fn in_check(&self) -> bool {
        let announced = match self.stage {
            Stage::Predict | Stage::Move => true,
            Stage::Remove { .. } => false,
        };
        announced && Guard::of(&self.field, self.turn).is_some_and(|guard| guard.in_check)
    }

    /// The color whose king is gone, if one is.
    pub fn without_king(&self) -> Option<Color> {
        Color::ALL.into_iter().find(|color| self.field.board.king_of(*color).is_none())
    }

    /// How the game ends here, if the board alone decides it.
    ///
    /// Everything but the capture of a king is asked only when a turn begins.
    pub fn verdict(&self) -> Option<Outcome> {
        // [telepathic.king-capture]
        if let Some(loser) = self.without_king() {
            return Some(Outcome::win(team_of(!loser), ends::KING_CAPTURED));
        }
        // [telepathic.checkmate] [telepathic.stalemate]
        let is_stuck = self.stage == Stage::Predict && !self.has_move();
        is_stuck.then(|| ends::STUCK.end(self.turn, self.in_check()))
    }

    /// How the game ends when a turn begins in which nobody can win any more.
    pub fn dead(&self) -> Option<Outcome> {
        (self.stage == Stage::Predict && self.is_bare()).then(|| Outcome::draw(ends::MATERIAL))
    }

    // [telepathic.bare-kings] Two kings and at most one knight or bishop, and no king to be taken.
    fn is_bare(&self) -> bool {
        let board = &self.field.board;
        let minor = board.knights() | board.bishops();
        let others = board.occupied() & !board.kings();
        others.is_subset(minor) && !others.more_than_one() && !self.can_take_king()
    }

    /// Whether the team on turn can take the other king at once.
    fn can_take_king(&self) -> bool {
        let board = &self.field.board;
        let king = board.king_of(!self.turn);
        king.is_some_and(|king| board.attacks_to(king, self.turn, board.occupied()).any())
    }

    /// The skipped square, if a pawn of the team on turn may really take there.
    pub fn usable_ep(&self) -> Option<Square> {
        let ep = self.field.ep?;
        let guard = Guard::of(&self.field, self.turn)?;
        let pawns = self.field.board.by_piece(self.turn.pawn());
        let usable = |from| self.field.en_passant_from(from).is_some() && guard.allows(Step::new(from, ep));
        pawns.into_iter().any(usable).then_some(ep)
    }
}

/// What is known of a king before each of its team's moves is judged.
struct Guard<'a> {
    field: &'a Field,
    color: Color,
    king: Square,
    in_check: bool,
    /// The pieces next to the king on its lines; no other piece shields it.
    shields: Bitboard,
}

impl<'a> Guard<'a> {
    fn of(field: &'a Field, color: Color) -> Option<Guard<'a>> {
        let board = &field.board;
        let king = board.king_of(color)?;
        let in_check = board.attacks_to(king, !color, board.occupied()).any();
        let shields = attacks::queen_attacks(king, board.occupied()) & board.by_color(color);
        Some(Guard { field, color, king, in_check, shields })
    }

    /// The steps of a piece that may be made, promotions not told apart, castling left out.
    fn steps_from(&self, from: Square) -> impl Iterator<Item = Step> + '_ {
        let field = self.field;
        let skipped = field.en_passant_from(from).map_or(Bitboard::EMPTY, Bitboard::from);
        let targets = field.quiet_targets(from) | field.capture_targets(from) | skipped;
        targets.into_iter().map(move |to| Step::new(from, to)).filter(|step| self.allows(*step))
    }

    fn allows(&self, step: Step) -> bool {
        // [telepathic.take-king] Even by a pinned piece, even in check.
        if self.field.board.king_of(!self.color) == Some(step.to) {
            return true;
        }
        // [telepathic.legal-move] Otherwise the king must be safe afterward.
        let is_en_passant = self.field.ep == Some(step.to);
        let shields = step.from == self.king || self.shields.contains(step.from) || is_en_passant;
        !self.in_check && !shields || self.is_safe_after(step)
    }

    fn is_safe_after(&self, step: Step) -> bool {
        let mut after = self.field.clone();
        after.play(step);
        let king = if step.from == self.king { step.to } else { self.king };
        after.board.attacks_to(king, !self.color, after.board.occupied()).is_empty()
    }

    /// The king may not leave, cross or reach an attacked square.
    fn castles_safely(&self, step: Step) -> bool {
        let board = &self.field.board;
        let is_safe = |square| board.attacks_to(square, !self.color, board.occupied()).is_empty();
        !self.in_check
            && attacks::between(step.from, step.to).into_iter().all(is_safe)
            && self.is_safe_after(step)
    }
}
