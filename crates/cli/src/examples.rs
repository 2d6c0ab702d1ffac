//! Examples below the help of commands, in the language of this run, with games of the catalogue filled in.

use kit_games::CATALOGUE;
use kit_play::About;

use crate::words;

/// Fills in `{game}` (the first of the catalogue), `{rule}` (the first of its rules), `{alone}`
/// (the first that one person can play) and `{sheets}` (the first two that are printed).
pub fn examples(text: &str) -> String {
    let games = || CATALOGUE.iter().map(|game| game.about());
    let first = games().next();
    let alone = games().find(|about| about.fewest_seats == 1).or(first);
    let sheets: Vec<&str> =
        games().filter_map(|about| about.sheet.as_ref()).map(|sheet| sheet.name).take(2).collect();
    let id = |about: Option<&'static About>| about.map_or("", |about| about.id);
    words::text(text)
        .replace("{game}", id(first))
        .replace("{rule}", first.and_then(first_rule).unwrap_or_default())
        .replace("{alone}", id(alone))
        .replace("{sheets}", &sheets.join(","))
}

/// The id before the first rule of a rule book.
fn first_rule(about: &'static About) -> Option<&'static str> {
    about.rules.lines().find_map(|line| Some(line.strip_prefix('[')?.split_once(']')?.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_filled_in() {
        let first = CATALOGUE[0].about();
        assert_eq!(examples("play {game}, {game}"), format!("play {0}, {0}", first.id));
        assert!(first.rules.contains(&format!("[{}]", examples("{rule}"))));
        assert!(!examples("{alone} {sheets}").contains('{'));
    }
}
