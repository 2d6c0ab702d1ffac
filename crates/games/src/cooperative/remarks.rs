//! What is worth telling of a game that is over.

use kit_chess::shakmaty::Color;
use kit_play::{Remark, RemarkKind, say};

use super::position::Ending;
use super::{LEAST_WIN, MOST_WIN, Spread, State, listed, player};

/// How few points were missing, and what was held in vain.
pub fn at_the_end(state: &State) -> Vec<Remark> {
    [short(state), held(state)].into_iter().flatten().collect()
}

/// [cooperative.verdict] What was missing for the next mark, or for a king.
fn short(state: &State) -> Option<Remark> {
    let position = &state.public.position;
    let (ending, points) = (position.ending?, position.points(position.ending?));
    let words = match (position.rules.spread, ending) {
        (Spread::Line, _) if points < LEAST_WIN => {
            let count = LEAST_WIN - points;
            say!("{count} {count|one=point was|other=points were} missing for a win.", count)
        }
        (Spread::Line, _) if points <= MOST_WIN => {
            let count = MOST_WIN + 1 - points;
            say!("{count} {count|one=point was|other=points were} missing for a great game.", count)
        }
        (Spread::Stacks, Ending::CardsOut) => {
            let kinds = position.cleared().count();
            say!("The cards ran out with {kinds} kinds removed and no king taken.", kinds)
        }
        (Spread::Line, _) | (Spread::Stacks, Ending::KingTaken) => return None,
    };
    Some(Remark::new(RemarkKind::ClosestMiss, 100, words))
}

/// The cards that were never played.
fn held(state: &State) -> Option<Remark> {
    let position = &state.public.position;
    let hands = Color::ALL.into_iter().map(|color| (color, state.hidden.hands.get(color)));
    let (color, hand) = hands.max_by_key(|(_, hand)| hand.count())?;
    let words =
        say!("{seat} still held {cards|a} at the end.", seat = player(position, color), cards = listed(hand));
    let is_hidden = !position.rules.solo && !hand.is_empty();
    is_hidden.then(|| Remark::new(RemarkKind::NeverFound, hand.count().into(), words))
}
