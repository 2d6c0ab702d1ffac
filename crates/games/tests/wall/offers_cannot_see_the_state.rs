//! A game cannot make its offers from the state: the trait hands it a view.
// error[E0308]: mismatched types: expected `kit_play::Game::View`, found `kit_play::Game::State`

use kit_play::Game;

fn offers<G: Game>(game: G, state: &G::State) -> Vec<G::Action> {
    game.offers(state)
}

fn main() {}
