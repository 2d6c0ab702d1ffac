//! Nothing lets a referee leave the program except glimpse by glimpse.
// error[E0277]: the trait bound `dyn Referee: serde::Serialize` is not satisfied

use kit_play::Referee;

fn send(referee: &dyn Referee) -> impl serde::Serialize {
    referee
}

fn main() {}
