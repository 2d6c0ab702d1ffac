//! The modules of games are private, so nobody outside can name a state or a view.

use kit_games::chess960::State;

fn main() {
    let _: Option<State> = None;
}
