//! What a player may believe of the partner's hand.

use kit_chess::shakmaty::Color;
use kit_play::tabletop::Spot;
use kit_play::{Chance, Game, Statement, Worlds, say};

use super::position::is_king;
use super::unseen::unseen;
use super::{Cooperative, State, View, player};
use crate::deck::{Card, Pile};

/// The states that differ in the hand that this viewer does not see; where else cards are is drawn
/// by lot for each.
pub fn worlds(view: &View, most: usize, chance: &mut Chance) -> Worlds<State> {
    let hidden: Vec<Color> = hidden(view).collect();
    let hands = match hidden[..] {
        // Which cards have left the game depends on the runs that were recycled.
        [color] if view.public.recycled.is_empty() => {
            let kings = |card: &&Card| !view.public.position.rules.kings_lie_open || !is_king(**card);
            let cards: Pile = unseen(view).cards().iter().filter(kings).copied().collect();
            let held = *view.public.position.held.get(color);
            cards.hands(held, most).map(|hands| (color, hands))
        }
        _ => None,
    };
    let Some((color, hands)) = hands else {
        return Worlds::drawn((0..most).map(|_| Cooperative.imagine(view, chance)));
    };
    let with = |(weight, hand): (f64, Pile)| {
        let mut known = view.clone();
        *known.hands.get_mut(color) = Some(hand);
        (weight, Cooperative.imagine(&known, chance))
    };
    Worlds::all(hands.into_iter().map(with).collect())
}

/// Which cards the partner may hold.
pub fn statements(view: &View) -> Vec<Statement<Cooperative>> {
    let position = &view.public.position;
    let mut statements = Vec::new();
    let cards: Vec<Card> = unseen(view).sorted().kinds().collect();
    for color in hidden(view).filter(|color| *position.held.get(*color) > 0) {
        statements.extend(cards.iter().map(|card| {
            let (spot, card) = (Spot::Card(color.fold_wb("white-hand", "black-hand"), 0), *card);
            let seat = player(position, color);
            let words = say!("{seat} holds a {card}", seat, card = card.words());
            Statement::new(spot, words, move |state: &State| state.hidden.hands.get(color).count_of(card) > 0)
        }));
    }
    statements
}

/// The colors whose hands are hidden from this viewer.
fn hidden(view: &View) -> impl Iterator<Item = Color> + '_ {
    Color::ALL.into_iter().filter(|color| view.hands.get(*color).is_none())
}
