//! What scenarios do not show: a game for one, texts that are refused, and a second reading of
//! the rules.

use std::collections::BTreeMap;

use kit_play::laws::{self, LawPlan};

use super::*;

fn alone() -> Terms {
    Terms::agree(&ABOUT, None, &BTreeMap::new(), Some(1), None).expect("one seat is enough")
}

#[test]
fn a_game_for_one_obeys_the_laws() {
    let tally = laws::check(Cooperative, &alone(), &LawPlan::games(40)).unwrap_or_else(|bad| panic!("{bad}"));
    assert_eq!(tally.games, 40);
}
