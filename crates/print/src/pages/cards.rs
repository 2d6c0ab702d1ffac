//! The chess deck as it is told in words: which playing cards stand for which pieces, and
//! which cards each game needs.

use kit_play::sentence::{Filling, Language};
use kit_play::{About, Sentence, say};

use super::faces::said_in;

/// Each line of the table of playing cards: ranks, piece, how many of each color, and the gap.
fn stand_for() -> [[Sentence; 4]; 9] {
    let number = |number: u32| say!("{number}", number);
    let none = || say!("none");
    [
        [say!("2, 3, 4, 5 of all suits"), say!("pawn"), number(8), none()],
        [say!("6, 7 of all suits"), say!("checker"), number(4), none()],
        [say!("8 of all suits"), say!("knight"), number(2), number(1)],
        [say!("9 of all suits"), say!("bishop"), number(2), number(2)],
        [say!("10 of all suits"), say!("rook"), number(2), number(3)],
        [say!("Q♥ and Q♠"), say!("queen"), number(1), number(5)],
        [say!("K♥ and K♠"), say!("king"), number(1), number(6)],
        [say!("Q♦, Q♣, K♦ and K♣"), say!("not used"), none(), none()],
        [say!("aces, jacks and jokers"), say!("not used"), none(), none()],
    ]
}

/// The table of playing cards in a language, the first row being its head.
pub fn stand_for_rows(language: Option<&'static Language>) -> Vec<Vec<String>> {
    let head = [say!("playing cards"), say!("piece"), say!("of each colour"), say!("gap (pips)")];
    let rows = std::iter::once(head).chain(stand_for());
    rows.map(|row| row.iter().map(|cell| said_in(language, cell)).collect()).collect()
}

/// The table of games and their cards in a language, the first row being its head.
pub fn need_rows(games: &[&About], language: Option<&'static Language>) -> Vec<Vec<String>> {
    let head = [say!("game"), say!("edition"), say!("cards"), say!("number")];
    let mut rows = vec![head.iter().map(|cell| said_in(language, cell)).collect::<Vec<String>>()];
    let text = |english: &'static str| {
        language.map_or(english, |language| language.text_or_english(english)).to_owned()
    };
    for game in games {
        for need in game.needs.cards {
            rows.push([game.name, need.editions, need.cards, need.count].map(text).to_vec());
        }
    }
    rows
}

/// A sentence about the games that need no cards, if there are any.
pub fn without_cards(games: &[&About], language: Option<&'static Language>) -> Option<String> {
    let without = games.iter().filter(|about| about.needs.cards.is_empty());
    let names: Vec<Sentence> = without.map(|about| Sentence::plain(about.name)).collect();
    let is_any = !names.is_empty();
    let games = Filling::all_of(names);
    is_any.then(|| said_in(language, &say!("{games} {games|one=needs|other=need} no cards.", games)))
}
