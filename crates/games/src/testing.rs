//! What the tests of several games share.

use kit_play::{Chance, Events, Game, Seat};

/// Carries out an action as the referee does: a game that it ends is closed.
pub fn act<G: Game>(
    game: G,
    state: &mut G::State,
    seat: Seat,
    action: &G::Action,
    chance: &mut Chance,
) -> Events<G> {
    let mut told = game.apply(state, seat, action, chance);
    if told.is_over() {
        told.extend(game.close(state));
    }
    told
}
