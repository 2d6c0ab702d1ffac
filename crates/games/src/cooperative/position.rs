//! The board and the cards that lie open: what may be moved, taken and promoted, and points.

use kit_chess::shakmaty::{Bitboard, ByColor, Color, Piece, Rank, Role, Square};
use kit_chess::{Field, PROMOTIONS, Step, field};
use kit_play::{Outcome, Reason};

use super::action::{Action, Bought};
use super::{Rules, Spread};
use crate::deck::{Card, Pile};

/// How many pieces a chess set has, and how many cards there are.
pub const PIECES: usize = 32;

/// Everything on the table that all can see, and how many cards there are of the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub rules: Rules,
    pub field: Field,
    pub turn: Color,
    pub stage: Stage,
    /// The common line, the card nearest the draw pile first.
    pub line: Pile,
    /// The stacks of both players, the top card last.
    pub stacks: ByColor<Pile>,
    /// The cards of captured pieces: the discard pile, or the captured cards.
    pub taken: Pile,
    /// How many cards each player holds.
    pub held: ByColor<u8>,
    /// How many cards the draw pile has.
    pub stock: u8,
    /// How many cards have left the game.
    pub removed: u8,
    pub ending: Option<Ending>,
}

/// What may be done in a turn now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Play a card, with the quiet move already made if one is bound by it.
    Card { bound: Option<Square> },
    /// Play a card, or make the quiet move first.
    QuietOrCard,
    /// Make the quiet move, go on to captures, or end the turn.
    Quiet,
    /// Capture, with one piece only if one is bound, or end the turn; `wild` says whether the
    /// next card to be taken matches any piece.
    Captures { bound: Option<Square>, wild: bool },
}

/// How a game ended by its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    KingTaken,
    CardsOut,
}

impl Position {
    /// The usual start, before the deal.
    pub fn initial(rules: Rules) -> Position {
        Position::new(rules, Field::initial(), Color::White)
    }

    /// A position at the beginning of a turn, without cards.
    pub fn new(rules: Rules, field: Field, turn: Color) -> Position {
        Position {
            rules,
            field,
            turn,
            stage: rules.first_stage(),
            line: Pile::EMPTY,
            stacks: ByColor { white: Pile::EMPTY, black: Pile::EMPTY },
            taken: Pile::EMPTY,
            held: ByColor::default(),
            stock: 0,
            removed: 0,
            ending: None,
        }
    }

    /// Everything that the player on turn may do with this hand.
    pub fn actions(&self, hand: &Pile, actions: &mut Vec<Action>) {
        if self.ending.is_some() {
            return;
        }
        match self.stage {
            Stage::Card { .. } => actions.extend(plays(hand)),
            Stage::QuietOrCard => {
                actions.extend(plays(hand));
                self.each_quiet(|action| actions.push(action));
            }
            // [cooperative.optional] Only the card is a must.
            Stage::Quiet => {
                self.each_quiet(|action| actions.push(action));
                self.each_capture(|action| actions.push(action));
                actions.push(Action::Done);
            }
            Stage::Captures { .. } => {
                self.each_capture(|action| actions.push(action));
                actions.push(Action::Done);
            }
        }
    }

    /// [cooperative.quiet] Moves that take nothing off the board, castling last.
    fn each_quiet(&self, mut each: impl FnMut(Action)) {
        for from in self.field.board.by_color(self.turn) {
            for to in self.field.quiet_targets(from) {
                self.each_way(from, to, None, |step, bought| each(Action::Quiet { step, bought }));
            }
        }
        for side in self.field.castlings(self.turn) {
            // [cooperative.castling] Onto an attacked square, but not out of or across one.
            let path = [field::king_home(self.turn), side.rook_to(self.turn)];
            if self.rules.castling_ignores_attack || !path.into_iter().any(|square| self.is_attacked(square))
            {
                each(Action::Quiet { step: field::castling_step(self.turn, side), bought: None });
            }
        }
    }

    fn is_attacked(&self, square: Square) -> bool {
        let board = &self.field.board;
        board.attacks_to(square, !self.turn, board.occupied()).any()
    }

    /// Captures for which the cards lie right.
    pub fn each_capture(&self, mut each: impl FnMut(Action)) {
        let movers = match self.stage {
            // [cooperative.one-piece]
            Stage::Captures { bound: Some(square), .. } => Bitboard::from(square),
            Stage::Captures { bound: None, .. } | Stage::Quiet | Stage::QuietOrCard | Stage::Card { .. } => {
                self.field.board.by_color(self.turn)
            }
        };
        for from in movers {
            // [cooperative.en-passant] The field forgets the square with the next move.
            let passing = self.field.en_passant_from(from).map_or(Bitboard::EMPTY, Bitboard::from);
            for to in self.field.capture_targets(from) | passing {
                self.each_card(from, to, |card| {
                    self.each_way(from, to, card, |step, bought| each(Action::Take { step, card, bought }));
                });
            }
        }
    }

    /// The cards that could be taken together with the piece; one nameless card in the stacks.
    pub fn each_card(&self, from: Square, to: Square, mut each: impl FnMut(Option<u8>)) {
        let Some(piece) = self.field.board.piece_at(from) else { return };
        let victim = self.field.board.piece_at(to).unwrap_or((!piece.color).pawn());
        match self.rules.spread {
            Spread::Line => {
                for (place, card) in self.line.cards().iter().enumerate() {
                    if *card == Card::Piece(victim) && self.touches(place, Card::Piece(piece)) {
                        each(Some(place as u8));
                    }
                }
            }
            Spread::Stacks => {
                if self.tops_allow(piece, victim) {
                    each(None);
                }
            }
        }
    }

    /// [cooperative.beside] Whether such a card lies beside the place, on either side.
    fn touches(&self, place: usize, card: Card) -> bool {
        let cards = self.line.cards();
        let before = place.checked_sub(1).and_then(|place| cards.get(place));
        before == Some(&card) || cards.get(place + 1) == Some(&card)
    }

    /// [cooperative.tops] Whether the card just played and the partner's top card fit.
    fn tops_allow(&self, piece: Piece, victim: Piece) -> bool {
        let top = |color: Color| self.stacks.get(color).cards().last().copied();
        let (Some(own), Some(other)) = (top(self.turn), top(!self.turn)) else { return false };
        let is_matched = self.has_matched_card();
        let fits =
            |card: Card, piece: Piece| role_of(card) == Some(piece.role) || self.is_wild(piece.color, card);
        fits(own, piece) && (is_matched || fits(other, victim))
    }

    /// [cooperative.wild-match] Whether the partner's top card is wild because colors matched.
    pub fn has_matched_card(&self) -> bool {
        let matched = matches!(self.stage, Stage::Captures { wild: true, .. });
        matched && self.ending.is_none() && !self.stacks.get(!self.turn).is_empty()
    }

    /// [cooperative.wild-gone] Whether a card on this player's stack is wild, because none of
    /// these pieces is left.
    pub fn is_wild(&self, owner: Color, card: Card) -> bool {
        role_of(card).is_some_and(|role| self.field.board.by_piece(role.of(owner)).is_empty())
    }

    /// A move as it is, or in all ways in which a pawn may promote.
    fn each_way(
        &self,
        from: Square,
        to: Square,
        card: Option<u8>,
        mut each: impl FnMut(Step, Option<Bought>),
    ) {
        let pawn = self.field.board.role_at(from) == Some(Role::Pawn);
        if !pawn || to.rank() != self.turn.relative_rank(Rank::Eighth) {
            return each(Step::new(from, to), None);
        }
        for role in PROMOTIONS {
            let step = Step { from, to, promotion: Some(role) };
            if self.rules.promotion_moves_cards {
                self.each_bought(role, card, |bought| each(step, Some(bought)))
            } else {
                each(step, None)
            }
        }
    }

    /// [cooperative.promote-line] All ways to pay for a promotion with cards.
    fn each_bought(&self, role: Role, card: Option<u8>, mut each: impl FnMut(Bought)) {
        // [cooperative.promote-kinds] Only an own piece that was captured can come back.
        if self.taken.count_of(Card::Piece(role.of(self.turn))) == 0 {
            return;
        }
        let mut line = self.line;
        if let Some(place) = card {
            line.take_at(usize::from(place));
        }
        for (place, card) in line.cards().iter().enumerate() {
            if *card == Card::Piece(self.turn.pawn()) {
                // One card goes and one comes, so there are as many places as cards.
                (0..line.count()).for_each(|at| each(Bought { pawn: place as u8, at }));
            }
        }
    }

    /// Lays a card that was played, and goes on to the next part of the turn.
    pub fn lay(&mut self, card: Card) {
        match self.rules.spread {
            Spread::Line => self.line.put(card),
            Spread::Stacks => self.stacks.get_mut(self.turn).put(card),
        }
        self.stage = match self.stage {
            _ if self.rules.card_first => Stage::Quiet,
            Stage::Card { bound } => Stage::Captures { bound, wild: false },
            Stage::QuietOrCard | Stage::Quiet | Stage::Captures { .. } => {
                Stage::Captures { bound: None, wild: false }
            }
        };
    }

    /// Makes the quiet move.
    pub fn make_quiet(&mut self, step: Step, bought: Option<Bought>) {
        self.field.play(step);
        self.promote(step, bought);
        self.stage = if self.rules.card_first {
            Stage::Captures { bound: None, wild: false }
        } else {
            // [cooperative.bound] Castling is a move of the king.
            Stage::Card { bound: Some(step.to) }
        };
    }

    /// Takes a piece and the card that goes with it.
    pub fn capture(&mut self, step: Step, card: Option<u8>, bought: Option<Bought>) {
        let played = self.field.play(step);
        let (_, victim) = played.captured.expect("a capture takes a piece");
        let wild = match card {
            Some(place) => {
                // [cooperative.discard] Only the captured piece's card leaves the line.
                let card = self.line.take_at(usize::from(place));
                self.taken.put(card);
                false
            }
            None => self.take_top(victim),
        };
        self.promote(step, bought);
        let bound = Some(step.to).filter(|_| self.rules.one_piece);
        self.stage = Stage::Captures { bound, wild };
        if victim.role == Role::King {
            // [cooperative.king-ends]
            self.ending = Some(Ending::KingTaken);
        }
    }

    /// [cooperative.take-top] Takes the partner's top card; whether both colors matched.
    fn take_top(&mut self, victim: Piece) -> bool {
        let own = self.stacks.get(self.turn).cards().last().copied();
        let taken = self.stacks.get_mut(!self.turn).take();
        self.taken.extend(taken);
        // [cooperative.wild-match]
        own.is_some_and(|card| color_of(card) == self.turn)
            && taken.is_some_and(|card| color_of(card) == victim.color)
    }

    /// [cooperative.promote-order] The pawn's card goes, and the new piece's card comes.
    fn promote(&mut self, step: Step, bought: Option<Bought>) {
        let (Some(role), Some(Bought { pawn, at })) = (step.promotion, bought) else { return };
        let pawn = self.line.take_at(usize::from(pawn));
        self.taken.put(pawn);
        let card = Card::Piece(role.of(self.turn));
        self.taken.remove(card);
        self.line.put_at(usize::from(at), card);
    }

    /// The first run of the line that is to be recycled: where it begins, and where the next
    /// card lies after it.
    pub fn run(&self) -> Option<(usize, usize)> {
        self.runs().find(|(from, to)| to - from > usize::from(self.rules.longest_run))
    }

    /// All stretches of cards of one color, as they lie.
    pub fn runs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let cards = self.line.cards();
        let mut from = 0;
        std::iter::from_fn(move || {
            let color = color_of(*cards.get(from)?);
            let length = cards[from..].iter().take_while(|card| color_of(**card) == color).count();
            let run = (from, from + length);
            from = run.1;
            Some(run)
        })
    }

    /// How many pieces were captured, which is how many are missing.
    pub fn captures(&self) -> i32 {
        PIECES as i32 - self.field.board.occupied().count() as i32
    }

    /// The kinds of which no piece of either color is left.
    pub fn cleared(&self) -> impl Iterator<Item = Role> + '_ {
        Role::ALL.into_iter().filter(|role| self.field.board.by_role(*role).is_empty())
    }

    /// The points, if the game ended like this now.
    pub fn points(&self, ending: Ending) -> i32 {
        let bonus = match ending {
            // [cooperative.score] [cooperative.score-stacks]
            Ending::KingTaken => self.rules.kind_points * self.cleared().count() as i32,
            // [cooperative.no-king]
            Ending::CardsOut => 0,
        };
        self.rules.capture_points * self.captures() + bonus
    }

    /// The outcome, if the rules have ended the game.
    pub fn outcome(&self) -> Option<Outcome> {
        let ending = self.ending?;
        let reason = match ending {
            Ending::KingTaken => Reason::new("capture of a king", "cooperative.king-ends"),
            Ending::CardsOut => Reason::new("cards running out", "cooperative.cards-out"),
        };
        Some(Outcome::scores(vec![self.points(ending)], reason))
    }
}

/// [cooperative.play] Each kind of card once.
fn plays(hand: &Pile) -> impl Iterator<Item = Action> + '_ {
    hand.kinds().filter_map(|card| match card {
        Card::Piece(piece) => Some(Action::Play(piece)),
        Card::Checkers(_) => None,
    })
}

/// The kind of piece that a card shows.
fn role_of(card: Card) -> Option<Role> {
    match card {
        Card::Piece(piece) => Some(piece.role),
        Card::Checkers(_) => None,
    }
}

/// The color of a card.
pub fn color_of(card: Card) -> Color {
    match card {
        Card::Piece(piece) => piece.color,
        Card::Checkers(color) => color,
    }
}

/// Whether a card shows a king.
pub fn is_king(card: Card) -> bool {
    role_of(card) == Some(Role::King)
}
