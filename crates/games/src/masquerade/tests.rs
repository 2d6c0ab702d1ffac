use std::collections::BTreeMap;

use kit_play::laws::LawPlan;

use super::*;

#[test]
fn laws_hold() {
    for edition in ABOUT.editions {
        for attempts in ["plausible", "possible"] {
            let agreed = BTreeMap::from([("attempts".to_owned(), attempts.to_owned())]);
            let terms = Terms::agree(&ABOUT, Some(edition.id), &agreed, None, None).expect("terms");
            let tally = kit_play::laws::check(Masquerade, &terms, &LawPlan::games(40))
                .map_err(|broken| broken.to_string());
            println!("{attempts} {tally:?}");
            assert!(tally.is_ok(), "{}", tally.expect_err("a broken law"));
        }
    }
}
