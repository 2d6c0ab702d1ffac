use super::*;
use kit_play::laws::{LawPlan, check};
#[test]
fn laws_hold() {
    let tally = check(TwoMove, &Terms::usual(&ABOUT), &LawPlan::games(40));
    println!("{tally:?}");
    if let Err(broken) = tally {
        panic!("{broken}");
    }
}
