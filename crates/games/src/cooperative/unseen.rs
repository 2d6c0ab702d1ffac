//! Where the cards may be that a viewer does not see.

use kit_chess::shakmaty::Color;
use kit_play::Chance;

use super::View;
use super::dealer::Hidden;
use super::position::{PIECES, is_king};
use crate::deck::{Card, Pile};

/// All cards that the viewer does not see, wherever they are.
pub fn unseen(view: &View) -> Pile {
    let position = &view.public.position;
    let open = [position.line, position.stacks.white, position.stacks.black, position.taken];
    let known = [view.hands.white, view.hands.black, view.removed].into_iter().flatten();
    let seen = open.into_iter().chain(known);
    seen.fold(Pile::deck(0), |rest, pile| rest.without(&pile).expect("each card lies in one place"))
}

/// Cards in places where this viewer could believe them to be.
///
/// Each removed card is one of the run that was recycled, and hands hold what may be held.
pub fn imagined(view: &View, chance: &mut Chance) -> Hidden {
    let mut cards = unseen(view);
    cards.shuffle(chance);
    let mut places = places(view);
    chance.shuffle(&mut places);
    let fitted = fitted(&places, cards.cards());
    let mut hidden = Hidden::stock(Pile::EMPTY);
    for color in Color::ALL {
        *hidden.hands.get_mut(color) = view.hands.get(color).unwrap_or(Pile::EMPTY);
    }
    hidden.removed = view.removed.unwrap_or(Pile::EMPTY);
    for (card, place) in cards.cards().iter().zip(fitted) {
        match place.map(|place| places[place]) {
            Some(Whereabouts::Hand { color, .. }) => hidden.hands.get_mut(color).sort_in(*card),
            Some(Whereabouts::Removed(_)) => hidden.removed.put(*card),
            None => hidden.stock.put(*card),
        }
    }
    hidden
}

/// Where one card must be that the viewer does not see.
#[derive(Clone, Copy)]
enum Whereabouts {
    /// In a hand, which may hold kings or not.
    Hand { color: Color, kings: bool },
    /// Out of the game, as one of a run.
    Removed(Pile),
}

impl Whereabouts {
    fn may_have(&self, card: Card) -> bool {
        match self {
            Whereabouts::Hand { kings, .. } => *kings || !is_king(card),
            Whereabouts::Removed(run) => run.count_of(card) > 0,
        }
    }
}

fn places(view: &View) -> Vec<Whereabouts> {
    let position = &view.public.position;
    let mut places = Vec::new();
    for color in Color::ALL.into_iter().filter(|color| view.hands.get(*color).is_none()) {
        let hand = Whereabouts::Hand { color, kings: !position.rules.kings_lie_open };
        places.extend(std::iter::repeat_n(hand, usize::from(*position.held.get(color))));
    }
    if view.removed.is_none() {
        places.extend(view.public.recycled.iter().map(|run| Whereabouts::Removed(*run)));
    }
    places
}

/// For each card the place that it fills, so that every place has a card that it may have.
fn fitted(places: &[Whereabouts], cards: &[Card]) -> Vec<Option<usize>> {
    let mut fillers = vec![None; cards.len()];
    for place in 0..places.len() {
        let found = fill(place, places, cards, &mut fillers, &mut [false; PIECES]);
        debug_assert!(found, "the truth is one way to fill all places");
    }
    fillers
}

/// Finds a card for a place, and another one for the place that must give it up.
fn fill(
    place: usize,
    places: &[Whereabouts],
    cards: &[Card],
    fillers: &mut [Option<usize>],
    tried: &mut [bool; PIECES],
) -> bool {
    for card in 0..cards.len() {
        if tried[card] || !places[place].may_have(cards[card]) {
            continue;
        }
        tried[card] = true;
        let is_free = match fillers[card] {
            None => true,
            Some(other) => fill(other, places, cards, fillers, tried),
        };
        if is_free {
            fillers[card] = Some(place);
            return true;
        }
    }
    false
}
