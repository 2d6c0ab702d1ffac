//! The chess deck as it is told in words: which playing cards stand for which pieces, and
//! which cards each game needs.

use kit_play::About;

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

/// The cards that a game needs: its id, which of its editions, the cards, and how many.
pub struct Need {
    /// The game.
    pub game: &'static str,
    /// Which editions, in words.
    pub editions: &'static str,
    /// The cards.
    pub cards: &'static str,
    /// How many.
    pub count: &'static str,
}

/// Every game that needs cards.
pub const NEEDS: [Need; 9] = [
    Need { game: "chess-golf", editions: "all", cards: "K Q R R B B N N of both colors", count: "16" },
    Need {
        game: "neighbour-chess-solitaire",
        editions: "2023",
        cards: "K Q R R B B N N of both colors, and the playing cards 2 to 6 of all suits",
        count: "16 + 20",
    },
    Need { game: "cooperative-chess", editions: "all", cards: "all pieces", count: "32" },
    Need {
        game: "two-move-chess",
        editions: "2025",
        cards: "one each of N B R Q K of both colors",
        count: "10",
    },
    Need {
        game: "tar-pit-chess",
        editions: "2025",
        cards: "all pieces, and two checkers of each color",
        count: "36",
    },
    Need {
        game: "telepathic-chess",
        editions: "2025",
        cards: "one each of P N B R Q K and a checker of both colors",
        count: "14",
    },
    Need {
        game: "chess960",
        editions: "2025",
        cards: "white N N B B R R Q K, or the playing cards 8 8 9 9 10 10 Q K",
        count: "8",
    },
    Need {
        game: "chess960",
        editions: "2024-book",
        cards: "the playing cards A 3 5 7, then 2 4 6 8, then 8 8 10 10 10 Q",
        count: "4 + 4 + 6",
    },
    Need {
        game: "chess960",
        editions: "2024-booklet",
        cards: "black cards with 1 3 5 7 pips, then with 2 4 6 8, then N N Q R R r",
        count: "4 + 4 + 6",
    },
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
        for need in NEEDS.iter().filter(|need| need.game == game.id) {
            rows.push([game.name, need.editions, need.cards, need.count].map(str::to_owned).to_vec());
        }
    }
    rows
}

/// A sentence about the games that need no cards, if there are any.
pub fn without_cards(games: &[&About]) -> Option<String> {
    let needs = |about: &About| NEEDS.iter().any(|need| need.game == about.id);
    let names: Vec<&str> = games.iter().filter(|about| !needs(about)).map(|about| about.name).collect();
    match names.as_slice() {
        [] => None,
        [only] => Some(format!("{only} needs no cards.")),
        [rest @ .., last] => Some(format!("{} and {last} need no cards.", rest.join(", "))),
    }
}
