//! What somebody may believe of the card that lies face down.

use kit_play::tabletop::Spot;
use kit_play::{Chance, Statement, Worlds, say};

use super::cards::Card;
use super::position::Stage;
use super::{State, Telepathic, View};

/// The states that differ in the card that lies face down.
pub fn worlds(view: &View, _most: usize, _chance: &mut Chance) -> Worlds<State> {
    let with = |laid: Option<Card>| State { public: view.public.clone(), laid };
    if !is_hidden(view) {
        return Worlds::all(vec![(1.0, with(view.laid))]);
    }
    let position = &view.public.position;
    Worlds::all(position.hand(position.turn).map(|card| (1.0, with(Some(card)))).collect())
}

/// What the card may say.
pub fn statements(view: &View) -> Vec<Statement<Telepathic>> {
    if !is_hidden(view) {
        return Vec::new();
    }
    let position = &view.public.position;
    let statement = |card: Card| {
        let words = match card {
            Card::Kind(role) => say!("this is the card of a {role}", role),
            Card::Checker => say!("this is the checker card"),
        };
        Statement::new(Spot::Card("laid", 0), words, move |state: &State| state.laid == Some(card))
    };
    position.hand(position.turn).map(statement).collect()
}

/// Whether a card lies there that this viewer does not know.
fn is_hidden(view: &View) -> bool {
    view.public.position.stage == Stage::Move && view.laid.is_none()
}
