//! The modules of games are private, so nobody outside can name a state or a view.
// error[E0603]: module `chess960` is private

use kit_games::chess960::State;

fn main() {
    let _: Option<State> = None;
}
