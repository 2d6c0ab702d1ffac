//! What the tests of several games share.

use std::collections::BTreeMap;

use kit_play::{About, BadTerms, Chance, Events, Game, Seat, Terms};

/// Carries out an action as the referee does: of a game that it ends, what the rules open is told.
pub fn act<G: Game>(
    game: G,
    state: &mut G::State,
    seat: Seat,
    action: &G::Action,
    chance: &mut Chance,
) -> Events<G> {
    let mut told = game.apply(state, seat, action, chance);
    if told.is_over() {
        told.extend(game.closing(state));
    }
    told
}

/// Terms of an edition with these choices; the first edition if none is named.
pub fn agreed(about: &About, edition: Option<&str>, choices: &[(&str, &str)], seats: Option<usize>) -> Terms {
    let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    let choices = choices.iter().map(owned).collect();
    Terms::agree(about, edition, &choices, seats, None).expect("the game has such terms")
}

/// Every spelling in SAN that tells pieces apart means one offer; gives them with their offers.
pub fn sans<G: Game>(game: G, view: &G::View) -> BTreeMap<String, String> {
    let mut sans = BTreeMap::new();
    for offer in game.offers(view) {
        let is_san = |way: &String| way.starts_with(['K', 'Q', 'R', 'B', 'N']);
        if let Some(san) = game.spellings(view, &offer).into_iter().find(is_san) {
            assert_eq!(sans.insert(san.clone(), offer.to_string()), None, "{san} is written twice");
        }
    }
    sans
}

/// The state that a text arranges.
pub fn arranged<G: Game>(game: G, terms: Terms, text: &str) -> Result<G::State, BadTerms> {
    let terms = terms.arranged(text.parse()?);
    game.setup(&terms, &mut Chance::seeded(1)).map(|(state, _)| state)
}

/// A text was refused for this reason.
pub fn check_refused<S>(arranged: Result<S, BadTerms>, text: &str, problem: &str) {
    let found = arranged.map(|_| ()).expect_err(text);
    assert_eq!(found.to_string(), format!("arrangement, {problem}"), "{text}");
}
