//! What a player may believe of the other's hand.
//!
//! Every card that was not seen is in that hand or in the draw pile, each as likely as any other.

use kit_chess::shakmaty::{ByColor, Color};
use kit_play::tabletop::Spot;
use kit_play::{Chance, Game, Statement, Worlds, say};

use super::{State, TarPit, View, player};
use crate::deck::{Card, Order, Pile};

/// The states that differ in the hand that this viewer does not see; what comes next in the draw
/// pile is drawn by lot for each.
pub fn worlds(view: &View, most: usize, chance: &mut Chance) -> Worlds<State> {
    let hidden: Vec<Color> = hidden(view).collect();
    let hands = match hidden[..] {
        [] => return Worlds::all(vec![(1.0, TarPit.imagine(view, chance))]),
        [color] => {
            let held = *view.public.position.held.get(color);
            unseen(view).hands(held, most).map(|hands| (color, hands))
        }
        _ => None,
    };
    let Some((color, hands)) = hands else {
        return Worlds::drawn((0..most).map(|_| TarPit.imagine(view, chance)));
    };
    let with = |(weight, hand): (f64, Pile)| {
        let mut stock = unseen(view).without(&hand).expect("a hand is made of cards that were not seen");
        stock.shuffle(chance);
        let hands = ByColor::new_with(|other| {
            if other == color { hand } else { view.hands.get(other).unwrap_or(Pile::EMPTY) }
        });
        let order = Order::rolled(chance);
        (weight, State { public: view.public.clone(), hands, stock, order, drawn: view.drawn })
    };
    Worlds::all(hands.into_iter().map(with).collect())
}

/// Which cards the other may hold.
pub fn statements(view: &View) -> Vec<Statement<TarPit>> {
    let mut statements = Vec::new();
    let cards: Vec<Card> = unseen(view).sorted().kinds().collect();
    for color in hidden(view).filter(|color| *view.public.position.held.get(*color) > 0) {
        statements.extend(cards.iter().map(|card| {
            let (spot, card) = (Spot::Card(color.fold_wb("white-hand", "black-hand"), 0), *card);
            let words = say!("{seat} holds a {card}", seat = player(color), card = card.words());
            Statement::new(spot, words, move |state: &State| state.hands.get(color).count_of(card) > 0)
        }));
    }
    statements
}

/// The cards that are in a hidden hand or in the draw pile.
fn unseen(view: &View) -> Pile {
    let seen = |unseen: Pile, pile: &Pile| unseen.without(pile).expect("what is seen is in the deck");
    let known = Color::ALL.into_iter().filter_map(|color| *view.hands.get(color));
    known.fold(seen(view.public.deck, &view.public.discard), |unseen, hand| seen(unseen, &hand))
}

/// The colors whose hands are hidden from this viewer.
fn hidden(view: &View) -> impl Iterator<Item = Color> + '_ {
    Color::ALL.into_iter().filter(|color| view.hands.get(*color).is_none())
}
