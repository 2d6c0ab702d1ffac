//! Every game and edition of the catalogue, and every option of it, obeys the laws.

use std::collections::BTreeMap;

use kit_games::CATALOGUE;
use kit_play::laws::LawPlan;
use kit_play::{About, Terms, Values, referee};

/// As many games as the normal test run plays for each game and edition.
const GAMES: u32 = 200;

#[test]
fn every_game_and_edition_obeys_the_laws() {
    for game in CATALOGUE {
        for terms in referee::editions(game.about()) {
            check(*game, &terms, GAMES);
        }
    }
}

#[test]
fn every_option_obeys_the_laws() {
    for game in CATALOGUE {
        for terms in terms_with_one_option(game.about()) {
            check(*game, &terms, GAMES / 20);
        }
    }
}

fn check(game: &dyn kit_play::Listed, terms: &Terms, games: u32) {
    match game.check_laws(terms, &LawPlan::games(games)) {
        Ok(tally) => {
            assert_eq!(tally.games, u64::from(games));
            assert!(tally.close_looks >= u64::from(games), "{tally:?}");
            // Where one action wins at once there is nothing to compare it with.
            assert!(tally.pairs > 0 || tally.actions == tally.games, "{tally:?}");
        }
        Err(broken) => panic!("{} {}: {broken}", game.about().id, terms.edition()),
    }
}

/// The default edition with each value of each choice in turn.
fn terms_with_one_option(about: &About) -> Vec<Terms> {
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
            let agreed = BTreeMap::from([(choice.name.to_owned(), value)]);
            all.push(Terms::agree(about, None, &agreed, None, None).expect("a listed value is valid"));
        }
    }
    all
}
