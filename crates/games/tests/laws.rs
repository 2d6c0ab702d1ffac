//! Every game and edition of the catalogue, and every option of it, obeys the laws.

use std::collections::BTreeMap;
use std::process::ExitCode;

use kit_games::CATALOGUE;
use kit_play::laws::LawPlan;
use kit_play::{About, Listed, Terms, Values, referee};
use libtest_mimic::{Arguments, Failed, Trial};

/// As many games as the normal test run plays for each game and edition; `cargo xtask laws` plays more.
const GAMES: u32 = 60;

/// As many games as it plays for each value of each option.
const WITH_AN_OPTION: u32 = 10;

/// A test for each game and edition and for each option, so that they share the processors.
fn main() -> ExitCode {
    let mut trials = Vec::new();
    for game in CATALOGUE {
        for terms in referee::editions(game.about()) {
            let name = format!("{}::{}", game.about().id, terms.edition());
            trials.push(Trial::test(name, move || check(*game, &terms, GAMES)));
        }
        for (option, terms) in terms_with_one_option(game.about()) {
            let name = format!("{}::{option}", game.about().id);
            trials.push(Trial::test(name, move || check(*game, &terms, WITH_AN_OPTION)));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn check(game: &dyn Listed, terms: &Terms, games: u32) -> Result<(), Failed> {
    let tally = game.check_laws(terms, &LawPlan::games(games)).map_err(|broken| broken.to_string())?;
    assert_eq!(tally.games, u64::from(games));
    assert!(tally.close_looks >= u64::from(games), "{tally:?}");
    // Where one action wins at once there is nothing to compare it with.
    assert!(tally.pairs > 0 || tally.actions == tally.games, "{tally:?}");
    Ok(())
}

/// The default edition with each value of each choice in turn, and the choice in words.
fn terms_with_one_option(about: &About) -> Vec<(String, Terms)> {
    let mut all = Vec::new();
    for choice in about.choices {
        let values: Vec<String> = match &choice.values {
            Values::Words(words) => words.iter().map(|(word, _)| (*word).to_owned()).collect(),
            Values::Number(least, most, words) => {
                let ends = [least.to_string(), most.to_string()];
                ends.into_iter().chain(words.iter().map(|(word, _)| (*word).to_owned())).collect()
            }
        };
        for value in values {
            let option = format!("{} {value}", choice.name);
            let agreed = BTreeMap::from([(choice.name.to_owned(), value)]);
            let terms = Terms::agree(about, None, &agreed, None, None).expect("a listed value is valid");
            all.push((option, terms));
        }
    }
    all
}
