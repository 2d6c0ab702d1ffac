//! What is worth telling of a game that is over.

use kit_chess::shakmaty::Color;
use kit_play::{Remark, RemarkKind, say};

use super::{State, named, player};

/// The cards that were never played.
pub fn at_the_end(state: &State) -> Vec<Remark> {
    let held = |color: Color| {
        let hand = state.hands.get(color);
        let words = say!(
            "{seat} still held {cards|a} at the end, which nobody had seen.",
            seat = player(color),
            cards = named(hand)
        );
        (!hand.is_empty()).then(|| Remark::new(RemarkKind::NeverFound, hand.count().into(), words))
    };
    Color::ALL.into_iter().filter_map(held).collect()
}
