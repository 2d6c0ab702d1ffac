//! A glimpse gives a tabletop, offers and imagined worlds, never the view it is made of.
// error[E0616]: field `seen` of struct `kit_play::Glimpse` is private

use kit_play::{Chance, Terms, Viewer};

fn main() {
    let game = kit_games::CATALOGUE[0];
    let opening = game.open(&Terms::usual(game.about()), &mut Chance::seeded(1)).expect("usual terms");
    let glimpse = opening.referee.glimpse(Viewer::Public);
    let _ = &glimpse.seen;
}
