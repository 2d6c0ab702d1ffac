//! A running game has no `Debug`: what is true cannot slip into a log line.
// error[E0277]: `dyn Referee` doesn't implement `Debug`

use kit_play::{Chance, Terms};

fn main() {
    let game = kit_games::CATALOGUE[0];
    let opening = game.open(&Terms::usual(game.about()), &mut Chance::seeded(1)).expect("usual terms");
    println!("{:?}", opening.referee);
}
