//! What an action sets off by itself: cards that leave the line, and runs that are recycled.

use kit_play::say;
use kit_play::sentence::Filling;
use kit_play::tabletop::Preview;

use super::action::Action;
use super::position::{Ending, Position, color_of};
use super::{Spread, View, listed};
use crate::deck::{Card, Pile};

/// What a capture does to the cards, and what a card or a move does that makes a run too long.
///
/// Which card of a run leaves the game nobody knows, and nothing here depends on it.
pub fn preview(view: &View, action: &Action) -> Option<Preview> {
    let before = &view.public.position;
    let mut after = before.clone();
    let mut stages = Vec::new();
    match *action {
        Action::Play(piece) => after.lay(Card::Piece(piece)),
        Action::Quiet { step, bought } => after.make_quiet(step, bought),
        Action::Take { step, card, bought } => {
            if let Some(card) = card.and_then(|place| before.line.cards().get(usize::from(place))) {
                stages.push(say!("The {card} card leaves the line.", card = card.words()));
            }
            after.capture(step, card, bought);
        }
        Action::Done => return None,
    }
    if before.rules.spread != Spread::Line {
        return None;
    }
    if after.ending.is_some() {
        // [cooperative.king-ends]
        let points = after.points(Ending::KingTaken);
        let sum = say!("The game ends with {points} {points|one=point|other=points}.", points);
        return Some(Preview { stages, sum });
    }
    // [cooperative.recycle] [cooperative.recycle-again]
    while let Some((from, to)) = after.run() {
        let run: Pile = (from..to).map(|_| after.line.take_at(from)).collect();
        let color = run.cards().first().map(|card| color_of(*card))?;
        let (count, back) = (run.count(), run.count() - 1);
        stages.push(say!(
            "{count} {color} cards in a row ({cards}): {back} go to the draw pile, one leaves the game unseen.",
            count,
            color,
            cards = listed(&run),
            back
        ));
        after.stock += back;
        after.removed += 1;
    }
    let points = |position: &Position| Filling::from(position.points(Ending::KingTaken));
    let sum = say!(
        "Line {line}; draw pile {stock} → {pile}; out of the game {removed} → {out}; points if a king falls {points} → {then}.",
        line = after.line.count(),
        stock = before.stock,
        pile = after.stock,
        removed = before.removed,
        out = after.removed,
        points = points(before),
        then = points(&after)
    );
    (!stages.is_empty()).then_some(Preview { stages, sum })
}
