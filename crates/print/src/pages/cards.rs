//! The chess deck as it is told in words: which playing cards stand for which pieces, and
//! which cards each game needs.

use kit_play::About;
use kit_play::text::all_of;

/// One line of the table of playing cards: ranks, piece, how many of each color, and the gap.
pub const STAND_FOR: [(&str, &str, &str, &str); 9] = [
    ("2, 3, 4, 5 of all suits", "pawn", "8", "none"),
    ("6, 7 of all suits", "checker", "4", "none"),
    ("8 of all suits", "knight", "2", "1"),
    ("9 of all suits", "bishop", "2", "2"),
    ("10 of all suits", "rook", "2", "3"),
    ("Q♥ and Q♠", "queen", "1", "5"),
    ("K♥ and K♠", "king", "1", "6"),
    ("Q♦, Q♣, K♦ and K♣", "not used", "none", "none"),
    ("aces, jacks and jokers", "not used", "none", "none"),
];

/// The table of playing cards, the first row being its head.
pub fn stand_for_rows() -> Vec<Vec<String>> {
    let head = ["playing cards", "piece", "of each color", "gap (pips)"].map(str::to_owned).to_vec();
    let rows = STAND_FOR
        .iter()
        .map(|(cards, piece, count, gap)| [cards, piece, count, gap].map(ToString::to_string).to_vec());
    std::iter::once(head).chain(rows).collect()
}

/// The table of games and their cards, the first row being its head.
pub fn need_rows(games: &[&About]) -> Vec<Vec<String>> {
    let head = ["game", "edition", "cards", "number"].map(str::to_owned).to_vec();
    let mut rows = vec![head];
    for game in games {
        for need in game.needs.cards {
            rows.push([game.name, need.editions, need.cards, need.count].map(str::to_owned).to_vec());
        }
    }
    rows
}

/// A sentence about the games that need no cards, if there are any.
pub fn without_cards(games: &[&About]) -> Option<String> {
    let without = games.iter().filter(|about| about.needs.cards.is_empty());
    let names: Vec<&str> = without.map(|about| about.name).collect();
    match names.as_slice() {
        [] => None,
        [only] => Some(format!("{only} needs no cards.")),
        several => Some(format!("{} need no cards.", all_of(several))),
    }
}
