//! The cards nobody sees: drawing, recycling, and turns that begin and end by themselves.

use kit_chess::shakmaty::{ByColor, Color};
use kit_play::Chance;

use super::action::Action;
use super::position::{Ending, Position, is_king};
use crate::deck::{Card, Pile};

/// The cards that lie face down or are held.
#[derive(Clone)]
pub struct Hidden {
    pub hands: ByColor<Pile>,
    /// The draw pile, its top card last.
    pub stock: Pile,
    /// Cards that have left the game; nobody knows which.
    pub removed: Pile,
}

impl Hidden {
    /// A draw pile, and nothing else yet.
    pub fn stock(stock: Pile) -> Hidden {
        Hidden { hands: ByColor { white: Pile::EMPTY, black: Pile::EMPTY }, stock, removed: Pile::EMPTY }
    }
}

/// Something that happens to the cards without anybody deciding it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happening {
    /// A turn begins.
    Turn(Color),
    /// The top card of the draw pile goes to the line at the start of a turn.
    TurnedUp(Card),
    /// A king that was drawn goes to the line.
    King(Card),
    /// A run of the line, which begins at that place, goes back to the draw pile but for one.
    Recycled { from: usize, run: Pile },
    /// Somebody drew these cards.
    Drew { color: Color, cards: Pile },
    /// Somebody had no card to play and only draws.
    Skipped(Color),
}

/// Somebody who moves cards: the referee, or a search in an imagined world.
pub struct Dealer<'a> {
    pub position: &'a mut Position,
    pub hidden: &'a mut Hidden,
    pub chance: &'a mut Chance,
    pub tell: &'a mut dyn FnMut(Happening),
}

impl Dealer<'_> {
    /// Carries out a decision of the player on turn, and all that follows by itself.
    pub fn act(&mut self, action: Action) {
        match action {
            Action::Play(piece) => {
                let card = Card::Piece(piece);
                let was_held = self.hidden.hands.get_mut(self.position.turn).remove(card);
                debug_assert!(was_held, "only cards that are held are on offer");
                self.position.lay(card);
            }
            Action::Quiet { step, bought } => self.position.make_quiet(step, bought),
            Action::Take { step, card, bought } => self.position.capture(step, card, bought),
            Action::Done => {
                let color = self.position.turn;
                self.fill_hand(color);
                self.position.turn = !color;
                self.begin_turn();
            }
        }
        // [cooperative.king-ends] At once, so nothing is recycled any more.
        if self.position.ending.is_none() {
            self.recycle();
        }
        self.count();
    }

    /// [cooperative.deal] Deals one card at a time, White first, until hands have these sizes.
    pub fn deal(&mut self, sizes: ByColor<u8>) {
        for round in 1..=sizes.white.max(sizes.black) {
            for color in [Color::White, Color::Black] {
                let held = self.hidden.hands.get(color).count();
                if held < round && held < *sizes.get(color) {
                    self.draw_one(color);
                }
            }
        }
        self.count();
    }

    /// Goes on to the next decision, or to the end.
    pub fn begin_turn(&mut self) {
        self.position.stage = self.position.rules.first_stage();
        while self.cards_left() {
            let color = self.position.turn;
            if self.position.rules.solo {
                (self.tell)(Happening::Turn(color));
                self.turn_up();
                return self.count();
            }
            if !self.hidden.hands.get(color).is_empty() {
                (self.tell)(Happening::Turn(color));
                return self.count();
            }
            // [cooperative.empty-hand] Whoever cannot play a card only draws.
            (self.tell)(Happening::Skipped(color));
            self.fill_hand(color);
            self.position.turn = !color;
        }
        // [cooperative.cards-out]
        self.position.ending = Some(Ending::CardsOut);
        self.count();
    }

    fn cards_left(&self) -> bool {
        let Hidden { hands, stock, .. } = &*self.hidden;
        !(hands.white.is_empty() && hands.black.is_empty() && stock.is_empty())
    }

    /// [cooperative.solo] The top card goes to the line, and after a king the next one, too.
    fn turn_up(&mut self) {
        while let Some(card) = self.hidden.stock.take() {
            self.position.line.put(card);
            (self.tell)(Happening::TurnedUp(card));
            self.recycle();
            if !is_king(card) {
                break;
            }
        }
    }

    /// [cooperative.draw]
    fn fill_hand(&mut self, color: Color) {
        let mut cards = Pile::EMPTY;
        while self.hidden.hands.get(color).count() < self.position.rules.hand {
            let Some(card) = self.draw_one(color) else { break };
            cards.sort_in(card);
        }
        if !cards.is_empty() {
            (self.tell)(Happening::Drew { color, cards });
        }
    }

    /// Draws a card for a hand, if there is one.
    fn draw_one(&mut self, color: Color) -> Option<Card> {
        loop {
            let card = self.hidden.stock.take()?;
            if !self.position.rules.kings_lie_open || !is_king(card) {
                self.hidden.hands.get_mut(color).sort_in(card);
                return Some(card);
            }
            // [cooperative.king-cards] A king goes to the line, and its run is recycled before
            // the next card is drawn.
            self.position.line.put(card);
            (self.tell)(Happening::King(card));
            self.recycle();
        }
    }

    /// [cooperative.recycle] [cooperative.recycle-again] Until no run is too long.
    fn recycle(&mut self) {
        while let Some((from, to)) = self.position.run() {
            let mut run: Pile = (from..to).map(|_| self.position.line.take_at(from)).collect();
            (self.tell)(Happening::Recycled { from, run });
            // [cooperative.recycle-unseen] Chance takes one of them out of the game.
            let place = self.chance.below(u32::from(run.count())) as usize;
            self.hidden.removed.put(run.take_at(place));
            self.hidden.stock.extend(run.cards().iter().copied());
            self.hidden.stock.shuffle(self.chance);
        }
    }

    /// Lets all see how many cards there are.
    fn count(&mut self) {
        let Hidden { hands, stock, removed } = &*self.hidden;
        self.position.held = hands.as_ref().map(Pile::count);
        self.position.stock = stock.count();
        self.position.removed = removed.count();
    }
}
