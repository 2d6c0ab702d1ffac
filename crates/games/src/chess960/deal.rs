//! The ways in which cards or a number give a start position, each exactly uniform.
//!
//! A deal is what was turned up, so that it can be shown; the back rank follows from it.

use std::fmt;

use kit_chess::shakmaty::{Board, Color, File, Role, Square};
use kit_play::Chance;
use kit_play::sentence::Filling;

/// A start position and what gave it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    /// White's pieces from a to h.
    pub rank: [Role; 8],
    /// What was turned up.
    pub cards: Turned,
}

/// What was turned up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turned {
    /// A number.
    Number,
    /// [chess960.two-decks] Two piles of four cards that were turned up by turns.
    TwoDecks {
        /// The pile for the files a, c, e and g.
        first: [Role; 4],
        /// The pile for the files b, d, f and h.
        second: [Role; 4],
    },
    /// [chess960.three-piles] One card for each bishop, then six cards.
    ThreePiles {
        /// The cards that gave the bishops their files.
        bishops: [Face; 2],
        /// The cards for the other squares.
        others: [Face; 6],
    },
}

/// A card of the three piles: how it is written, and what it stands for there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face {
    code: &'static str,
    meaning: Meaning,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    /// A bishop on this file.
    Bishop(File),
    /// A piece on the next free square; of three rooks the middle one is the king.
    Piece(Role),
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code)
    }
}

/// The cards of a three-pile deal.
pub struct Piles {
    odd: [Face; 4],
    even: [Face; 4],
    others: [Face; 6],
}

const fn bishop(code: &'static str, file: File) -> Face {
    Face { code, meaning: Meaning::Bishop(file) }
}

const fn piece(code: &'static str, role: Role) -> Face {
    Face { code, meaning: Meaning::Piece(role) }
}

/// Playing cards: A to 8 name the files; 8 is a knight, Q the queen, 10 a rook or the king.
pub const PLAYING_CARDS: Piles = Piles {
    odd: [bishop("AS", File::A), bishop("3S", File::C), bishop("5S", File::E), bishop("7S", File::G)],
    even: [bishop("2S", File::B), bishop("4S", File::D), bishop("6S", File::F), bishop("8S", File::H)],
    others: [
        piece("8H", Role::Knight),
        piece("8D", Role::Knight),
        piece("10H", Role::Rook),
        piece("10D", Role::Rook),
        piece("10C", Role::Rook),
        piece("QH", Role::Queen),
    ],
};

/// Chess cards: the pips of black cards name the files; a black rook is the third rook card.
pub const CHESS_CARDS: Piles = Piles {
    odd: [bishop("n", File::A), bishop("r", File::C), bishop("q", File::E), bishop("c7", File::G)],
    even: [bishop("b", File::B), bishop("c4", File::D), bishop("k", File::F), bishop("c8", File::H)],
    others: [
        piece("N", Role::Knight),
        piece("N", Role::Knight),
        piece("R", Role::Rook),
        piece("R", Role::Rook),
        piece("r", Role::Rook),
        piece("Q", Role::Queen),
    ],
};

impl Deal {
    /// [chess960.number] The start position with this number.
    pub fn numbered(number: u32) -> Deal {
        let board = Board::chess960(number);
        let role = |file: File| board.role_at(Square::from_coords(file, Color::White.backrank()));
        let rank = File::ALL.map(|file| role(file).expect("a back rank is full"));
        Deal { rank, cards: Turned::Number }
    }

    /// [chess960.two-decks] Turns two piles up by turns, and mends the king's place.
    pub fn two_decks(first: [Role; 4], second: [Role; 4]) -> Deal {
        let mut rank = [Role::Pawn; 8];
        for (index, (one, two)) in first.iter().zip(second).enumerate() {
            rank[2 * index] = *one;
            rank[2 * index + 1] = two;
        }
        put_king_between_rooks(&mut rank);
        Deal { rank, cards: Turned::TwoDecks { first, second } }
    }

    /// [chess960.three-piles] Bishops by two cards, the rest in order on the free squares.
    pub fn three_piles(bishops: [Face; 2], others: [Face; 6]) -> Deal {
        let mut rank = [None; 8];
        for face in bishops {
            if let Meaning::Bishop(file) = face.meaning {
                rank[file.to_usize()] = Some(Role::Bishop);
            }
        }
        let mut rooks = 0;
        let mut pieces = others.iter().map(|face| match face.meaning {
            Meaning::Piece(Role::Rook) => {
                rooks += 1;
                if rooks == 2 { Role::King } else { Role::Rook }
            }
            Meaning::Piece(role) => role,
            Meaning::Bishop(_) => Role::Bishop,
        });
        let rank = rank.map(|role| role.or_else(|| pieces.next()).expect("six cards fill six squares"));
        Deal { rank, cards: Turned::ThreePiles { bishops, others } }
    }

    /// Deals two decks by chance.
    pub fn two_decks_by(chance: &mut Chance) -> Deal {
        let mut six = [Role::Knight, Role::Knight, Role::Rook, Role::Rook, Role::Queen, Role::King];
        chance.shuffle(&mut six);
        let [mut first, mut second] =
            [[six[0], six[1], six[2], Role::Bishop], [six[3], six[4], six[5], Role::Bishop]];
        chance.shuffle(&mut first);
        chance.shuffle(&mut second);
        Deal::two_decks(first, second)
    }

    /// Deals three piles by chance.
    pub fn three_piles_by(piles: &Piles, chance: &mut Chance) -> Deal {
        let bishops = [*chance.pick(&piles.odd), *chance.pick(&piles.even)];
        let mut others = piles.others;
        chance.shuffle(&mut others);
        Deal::three_piles(bishops, others)
    }

    /// The number of the start position, 0 to 959.
    pub fn number(&self) -> u32 {
        let files = |role: Role| (0..8).filter(move |file| self.rank[*file] == role);
        let bishop_on = |color: usize| {
            let file = files(Role::Bishop).find(|file| file % 2 == color);
            file.expect("bishops stand on squares of both colors") / 2
        };
        // The places that are left when the bishops stand, and then when the queen stands.
        let left = |without: &[Role]| {
            self.rank.into_iter().filter(|role| !without.contains(role)).collect::<Vec<Role>>()
        };
        let six = left(&[Role::Bishop]);
        let queen = six.iter().position(|role| *role == Role::Queen).expect("a start position has a queen");
        let five = left(&[Role::Bishop, Role::Queen]);
        let knights: Vec<usize> = (0..5).filter(|place| five[*place] == Role::Knight).collect();
        let pairs = (0..5).flat_map(|one| (one + 1..5).map(move |other| vec![one, other]));
        let pair = pairs.into_iter().position(|pair| pair == knights);
        let pair = pair.expect("a start position has two knights");
        (96 * pair + 16 * queen + 4 * bishop_on(0) + bishop_on(1)) as u32
    }

    /// White's pieces as letters.
    pub fn letters(&self) -> String {
        self.rank.iter().map(|role| role.upper_char()).collect()
    }

    /// The pieces of White's first rank, as a part of a sentence.
    pub fn pieces(&self) -> Filling {
        Filling::text(self.letters())
    }

    /// The whole board: pawns in front, and Black as in a mirror.
    pub fn board(&self) -> Board {
        let mut board = Board::new();
        for (file, role) in File::ALL.into_iter().zip(self.rank) {
            // [chess960.mirror] The same piece on the same file.
            for color in Color::ALL {
                board.set_piece_at(Square::from_coords(file, color.backrank()), role.of(color));
            }
        }
        board
    }

    /// The cards in the order turned up, the first group and the second.
    pub fn groups(&self) -> Option<(Vec<String>, Vec<String>)> {
        match &self.cards {
            Turned::Number => None,
            Turned::TwoDecks { first, second } => {
                let letters =
                    |pile: &[Role; 4]| pile.iter().map(|role| role.upper_char().to_string()).collect();
                Some((letters(first), letters(second)))
            }
            Turned::ThreePiles { bishops, others } => {
                let codes = |faces: &[Face]| faces.iter().map(ToString::to_string).collect();
                Some((codes(bishops), codes(others)))
            }
        }
    }
}

/// [chess960.swap] With both rooks on one side of the king, king and nearer rook change places.
fn put_king_between_rooks(rank: &mut [Role; 8]) {
    let places = |role: Role| (0..8).filter(|file| rank[*file] == role).collect::<Vec<usize>>();
    let (king, rooks) = (places(Role::King)[0], places(Role::Rook));
    if king < rooks[0] {
        rank.swap(king, rooks[0]);
    } else if king > rooks[1] {
        rank.swap(king, rooks[1]);
    }
}

/// Reads `BRKN | NQBR`.
pub fn read_two_decks(text: &str) -> Option<Deal> {
    let pile = |text: &str| -> Option<[Role; 4]> {
        let roles: Option<Vec<Role>> =
            text.chars().filter(|letter| !letter.is_whitespace()).map(Role::from_char).collect();
        roles?.try_into().ok()
    };
    let (first, second) = text.split_once('|')?;
    let (first, second) = (pile(first)?, pile(second)?);
    let mut all: Vec<Role> = first.iter().chain(&second).copied().collect();
    all.sort();
    let mut deck = Deal::numbered(518).rank.to_vec();
    deck.sort();
    let bishop_in_each = [first, second].iter().all(|pile| pile.contains(&Role::Bishop));
    (all == deck && bishop_in_each).then(|| Deal::two_decks(first, second))
}

/// Reads `AS 6S | 8 10 Q 10 8 10` or `n k | N R Q r N R`; suits may be left out.
pub fn read_three_piles(piles: &Piles, text: &str) -> Option<Deal> {
    let (bishops, others) = text.split_once('|')?;
    let mut bishops = bishops.split_whitespace();
    let odd = take_card(&mut piles.odd.to_vec(), bishops.next()?)?;
    let even = take_card(&mut piles.even.to_vec(), bishops.next()?)?;
    let mut left = piles.others.to_vec();
    let taken: Option<Vec<Face>> = others.split_whitespace().map(|code| take_card(&mut left, code)).collect();
    let complete = bishops.next().is_none();
    let others: [Face; 6] = taken?.try_into().ok()?;
    complete.then(|| Deal::three_piles([odd, even], others))
}

/// Takes the card with this code, or the first with this rank.
fn take_card(cards: &mut Vec<Face>, code: &str) -> Option<Face> {
    let exact = cards.iter().position(|face| face.code == code);
    let ranked = || {
        let suits = |face: &Face| {
            face.code.strip_prefix(code).is_some_and(|suit| ["H", "D", "S", "C"].contains(&suit))
        };
        cards.iter().position(suits)
    };
    let place = exact.or_else(ranked)?;
    Some(cards.remove(place))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// All orders of some items, as often as equal items make them.
    fn orders<T: Copy>(items: &[T]) -> Vec<Vec<T>> {
        if items.is_empty() {
            return vec![Vec::new()];
        }
        let mut all = Vec::new();
        for (index, first) in items.iter().enumerate() {
            let mut rest = items.to_vec();
            rest.remove(index);
            all.extend(orders(&rest).into_iter().map(|mut order| {
                order.insert(0, *first);
                order
            }));
        }
        all
    }

    /// Every start position comes with the same weight.
    fn check_uniform(weights: &BTreeMap<[Role; 8], u32>, weight: u32) {
        assert_eq!(weights.len(), 960);
        assert!(weights.values().all(|found| *found == weight));
        let legal: std::collections::BTreeSet<[Role; 8]> =
            (0..960).map(|number| Deal::numbered(number).rank).collect();
        assert!(weights.keys().all(|rank| legal.contains(rank)));
    }

    #[test]
    fn two_decks_are_uniform() {
        let six = [Role::Knight, Role::Knight, Role::Rook, Role::Rook, Role::Queen, Role::King];
        let mut weights = BTreeMap::new();
        for half in orders(&six) {
            let first = orders(&[half[0], half[1], half[2], Role::Bishop]);
            let second = orders(&[half[3], half[4], half[5], Role::Bishop]);
            for one in &first {
                for two in &second {
                    let pile = |cards: &[Role]| [cards[0], cards[1], cards[2], cards[3]];
                    *weights.entry(Deal::two_decks(pile(one), pile(two)).rank).or_default() += 1;
                }
            }
        }
        check_uniform(&weights, 432);
    }

    #[test]
    fn three_piles_are_uniform() {
        for piles in [PLAYING_CARDS, CHESS_CARDS] {
            let mut weights = BTreeMap::new();
            for others in orders(&piles.others) {
                let others: [Face; 6] = others.try_into().expect("six cards");
                for odd in piles.odd {
                    for even in piles.even {
                        *weights.entry(Deal::three_piles([odd, even], others).rank).or_default() += 1;
                    }
                }
            }
            check_uniform(&weights, 12);
        }
    }

    #[test]
    fn numbers_are_those_of_the_field() {
        for (number, letters) in [(518, "RNBQKBNR"), (226, "BNRQKBNR"), (0, "BBQNNRKR"), (959, "RKRNNQBB")] {
            let deal = Deal::numbered(number);
            assert_eq!(deal.letters(), letters);
        }
        for number in 0..960 {
            assert_eq!(Deal::numbered(number).number(), number);
        }
    }
}
