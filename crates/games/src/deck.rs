//! Chess cards: one for every piece of a chess set, and cards for the checkers of either color.
//!
//! A card is written as in the appendix of the rule books: `P N B R Q K` for White's pieces,
//! `C` for White's checkers, and the same in lower case for Black.

use std::fmt;

use kit_chess::shakmaty::{Color, Piece, Role};
use kit_play::Chance;
use kit_play::sentence::Filling;
use kit_play::{Sentence, say};

/// One chess card; copies cannot be told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Card {
    /// A card that shows a piece.
    Piece(Piece),
    /// A card that shows the checkers of a color.
    Checkers(Color),
}

impl Card {
    /// Every kind of card: White's from pawn to king, White's checkers, then the same for Black.
    pub fn kinds() -> impl Iterator<Item = Card> {
        [Color::White, Color::Black].into_iter().flat_map(|color| {
            let pieces = Role::ALL.into_iter().map(move |role| Card::Piece(role.of(color)));
            pieces.chain([Card::Checkers(color)])
        })
    }

    /// The card with this letter.
    pub fn from_char(letter: char) -> Option<Card> {
        match letter {
            'C' => Some(Card::Checkers(Color::White)),
            'c' => Some(Card::Checkers(Color::Black)),
            letter => Piece::from_char(letter).map(Card::Piece),
        }
    }

    /// The card that a text of one letter names.
    pub fn read(text: &str) -> Option<Card> {
        let mut letters = text.chars();
        let card = letters.next().and_then(Card::from_char)?;
        letters.next().is_none().then_some(card)
    }

    /// The card in words: `black knight`, `white checkers`.
    pub fn words(self) -> Filling {
        match self {
            Card::Piece(piece) => Filling::Piece(piece),
            Card::Checkers(color) => say!("{color} checkers", color).into(),
        }
    }

    /// A small number that is different for every kind and follows the order of [`Card::kinds`].
    pub fn code(self) -> u8 {
        match self {
            Card::Piece(piece) => piece.color.fold_wb(0, 7) + piece.role as u8 - 1,
            Card::Checkers(color) => color.fold_wb(6, 13),
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Card::Piece(piece) => write!(f, "{}", piece.char()),
            Card::Checkers(color) => f.write_str(color.fold_wb("C", "c")),
        }
    }
}

/// Cards that lie one upon the other, or are held in a hand; small enough to be copied.
#[derive(Clone, Copy)]
pub struct Pile {
    cards: [Card; Pile::MOST],
    count: u8,
}

impl Pile {
    /// As many cards as the largest deck has: all pieces, and four checkers of each color.
    pub const MOST: usize = 40;

    /// No card.
    pub const EMPTY: Pile = Pile { cards: [Card::Checkers(Color::White); Pile::MOST], count: 0 };

    /// The deck of all pieces and so many checkers of each color, at most four.
    pub fn deck(checkers: u8) -> Pile {
        let copies = |card: &Card| match card {
            Card::Piece(piece) => match piece.role {
                Role::Pawn => 8,
                Role::Knight | Role::Bishop | Role::Rook => 2,
                Role::Queen | Role::King => 1,
            },
            Card::Checkers(_) => usize::from(checkers),
        };
        Card::kinds().flat_map(|card| std::iter::repeat_n(card, copies(&card))).collect()
    }

    /// The cards that the letters name, set apart by blanks, the lowest first.
    pub fn read(text: &str) -> Option<Pile> {
        let cards: Option<Vec<Card>> = text.split_whitespace().map(Card::read).collect();
        let cards = cards.filter(|cards| cards.len() <= Pile::MOST)?;
        Some(cards.into_iter().collect())
    }

    /// The cards, the lowest first.
    pub fn cards(&self) -> &[Card] {
        &self.cards[..usize::from(self.count)]
    }

    /// How many there are.
    pub fn count(&self) -> u8 {
        self.count
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// How many of one kind there are.
    pub fn count_of(&self, card: Card) -> usize {
        self.cards().iter().filter(|other| **other == card).count()
    }

    /// How many there are of each kind: `8 x white pawn, white king`.
    pub fn in_words(&self) -> Sentence {
        let words = |card: Card| match self.count_of(card) {
            1 => card.words(),
            count => say!("{count} x {card}", count, card = card.words()).into(),
        };
        say!("{cards}", cards = Filling::row_of(self.kinds().map(words)))
    }

    /// The kinds that are there, each once, from the lowest on.
    pub fn kinds(&self) -> impl Iterator<Item = Card> + '_ {
        let cards = self.cards();
        cards
            .iter()
            .enumerate()
            .filter(|(place, card)| !cards[..*place].contains(card))
            .map(|(_, card)| *card)
    }

    /// Where the lowest card of a kind lies.
    pub fn place_of(&self, card: Card) -> Option<usize> {
        self.cards().iter().position(|other| *other == card)
    }

    /// Lays a card on top.
    ///
    /// # Panics
    ///
    /// Panics when all cards of the largest deck are there already.
    pub fn put(&mut self, card: Card) {
        self.cards[usize::from(self.count)] = card;
        self.count += 1;
    }

    /// Puts a card in at a place; the cards from there on move up.
    ///
    /// # Panics
    ///
    /// Panics when the place lies beyond the top, or all cards of the largest deck are there.
    pub fn put_at(&mut self, place: usize, card: Card) {
        self.put(card);
        self.cards[place..usize::from(self.count)].rotate_right(1);
    }

    /// Takes the card at a place out; the cards above it move down.
    ///
    /// # Panics
    ///
    /// Panics when no card lies there.
    pub fn take_at(&mut self, place: usize) -> Card {
        self.cards[place..usize::from(self.count)].rotate_left(1);
        self.count -= 1;
        self.cards[usize::from(self.count)]
    }

    /// Takes the top card.
    pub fn take(&mut self) -> Option<Card> {
        self.count = self.count.checked_sub(1)?;
        Some(self.cards[usize::from(self.count)])
    }

    /// Puts a card into a hand that is held in the order of [`Card::kinds`].
    pub fn sort_in(&mut self, card: Card) {
        let place = self.cards().iter().take_while(|other| other.code() <= card.code()).count();
        self.put_at(place, card);
    }

    /// Takes one card of a kind out; whether there was one.
    pub fn remove(&mut self, card: Card) -> bool {
        let Some(place) = self.place_of(card) else { return false };
        self.take_at(place);
        true
    }

    /// The cards that are left when others are taken out; none if one of them is not there.
    pub fn without(mut self, others: &Pile) -> Option<Pile> {
        others.cards().iter().all(|card| self.remove(*card)).then_some(self)
    }

    /// The same cards in the order of a hand.
    pub fn sorted(mut self) -> Pile {
        self.cards[..usize::from(self.count)].sort_by_key(|card| card.code());
        self
    }

    /// Brings the cards into an order that nobody knows.
    pub fn shuffle(&mut self, chance: &mut Chance) {
        chance.shuffle(&mut self.cards[..usize::from(self.count)]);
    }

    /// All hands of so many of these cards, each with the number of ways in which it can be dealt;
    /// nothing where there are more hands than that.
    pub fn hands(&self, count: u8, most: usize) -> Option<Vec<(f64, Pile)>> {
        let sorted = self.sorted();
        let kinds: Vec<(Card, usize)> = sorted.kinds().map(|card| (card, sorted.count_of(card))).collect();
        let mut hands = Vec::new();
        deal(&kinds, usize::from(count), (1.0, Pile::EMPTY), most, &mut hands);
        (hands.len() <= most).then_some(hands)
    }

    /// Makes a new draw pile of the discards when this one is empty; whether it did.
    pub fn refill(&mut self, discard: &mut Pile, order: &Order) -> bool {
        let refills = self.is_empty() && !discard.is_empty();
        if refills {
            *self = order.of(discard);
            *discard = Pile::EMPTY;
        }
        refills
    }
}

/// Adds every way to take so many more cards, until there are more than enough.
fn deal(
    kinds: &[(Card, usize)],
    left: usize,
    (weight, hand): (f64, Pile),
    most: usize,
    hands: &mut Vec<(f64, Pile)>,
) {
    if left == 0 {
        hands.push((weight, hand));
        return;
    }
    let Some(((card, copies), rest)) = kinds.split_first() else { return };
    let (mut weight, mut hand) = (weight, hand);
    for taken in 0..=left.min(*copies) {
        if hands.len() > most {
            return;
        }
        deal(rest, left - taken, (weight, hand), most, hands);
        if taken < left.min(*copies) {
            weight *= (copies - taken) as f64 / (taken + 1) as f64;
            hand.put(*card);
        }
    }
}

/// An order that is rolled before it is needed.
///
/// Whoever imagines a game imagines its next shuffle with it, and so can search past it.
#[derive(Clone, Copy)]
pub struct Order([u8; Pile::MOST]);

impl Order {
    /// One of all orders, each as likely as any other.
    pub fn rolled(chance: &mut Chance) -> Order {
        let mut places = std::array::from_fn(|place| place as u8);
        chance.shuffle(&mut places);
        Order(places)
    }

    /// The cards of a pile, brought into this order.
    fn of(&self, pile: &Pile) -> Pile {
        self.0.iter().filter_map(|place| pile.cards().get(usize::from(*place)).copied()).collect()
    }
}

impl Extend<Card> for Pile {
    fn extend<I: IntoIterator<Item = Card>>(&mut self, cards: I) {
        cards.into_iter().for_each(|card| self.put(card));
    }
}

impl FromIterator<Card> for Pile {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Pile {
        let mut pile = Pile::EMPTY;
        pile.extend(cards);
        pile
    }
}

impl PartialEq for Pile {
    fn eq(&self, other: &Pile) -> bool {
        self.cards() == other.cards()
    }
}

impl Eq for Pile {}

impl fmt::Display for Pile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: Vec<String> = self.cards().iter().map(ToString::to_string).collect();
        f.write_str(&letters.join(" "))
    }
}

impl fmt::Debug for Pile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decks_have_the_cards_of_the_appendix() {
        for (checkers, count) in [(0, 32), (1, 34), (2, 36), (4, 40)] {
            assert_eq!(Pile::deck(checkers).count(), count);
        }
        let deck = Pile::deck(2);
        assert_eq!(
            deck.to_string(),
            "P P P P P P P P N N B B R R Q K C C p p p p p p p p n n b b r r q k c c"
        );
        assert_eq!(Pile::read(&deck.to_string()), Some(deck));
        assert!(Card::kinds().map(Card::code).eq(0..14));
    }

    #[test]
    fn hands_stay_in_order_and_piles_do_not() {
        let mut hand = Pile::EMPTY;
        ['n', 'P', 'c', 'C', 'n', 'K']
            .into_iter()
            .filter_map(Card::from_char)
            .for_each(|card| hand.sort_in(card));
        assert_eq!(hand.to_string(), "P K C n n c");
        assert_eq!(hand.kinds().map(|card| card.to_string()).collect::<String>(), "PKCnc");
        assert!(hand.remove(Card::Checkers(Color::White)) && !hand.remove(Card::Checkers(Color::White)));
        assert_eq!(hand.to_string(), "P K n n c");
        let mut pile = Pile::read("n P c").expect("three cards");
        assert_eq!(pile.sorted().to_string(), "P n c");
        assert_eq!(pile.take(), Some(Card::Checkers(Color::Black)));
        assert_eq!(pile.without(&Pile::read("P").expect("a card")), Pile::read("n"));
        assert_eq!(pile.without(&Pile::read("P P").expect("two cards")), None);
        assert_eq!(Pile::read("P x"), None);
    }

    #[test]
    fn cards_go_in_and_out_at_any_place() {
        let mut pile = Pile::read("n P c").expect("three cards");
        pile.put_at(0, Card::Checkers(Color::White));
        pile.put_at(4, Card::Checkers(Color::White));
        assert_eq!(pile.to_string(), "C n P c C");
        assert_eq!(pile.take_at(2), Card::Piece(Color::White.pawn()));
        assert_eq!(pile.take_at(3), Card::Checkers(Color::White));
        assert_eq!(pile.to_string(), "C n c");
    }

    #[test]
    fn all_hands_are_counted() {
        let cards = Pile::read("P P P N n").expect("five cards");
        let hands = cards.hands(2, 100).expect("few hands");
        let told: Vec<String> = hands.iter().map(|(ways, hand)| format!("{hand} {ways}")).collect();
        assert_eq!(told, ["N n 1", "P n 3", "P N 3", "P P 3"]);
        assert_eq!(cards.hands(2, 3), None);
        assert_eq!(cards.hands(0, 3), Some(vec![(1.0, Pile::EMPTY)]));
        // As many as the design counted: thirty cards that were not seen, six of them in a hand.
        let most = Pile::deck(2).without(&Pile::read("P P P p p p").expect("six cards"));
        let hands = most.expect("they are there").hands(6, 20_000).expect("all hands");
        let ways: f64 = hands.iter().map(|(ways, _)| ways).sum();
        assert_eq!(ways, 593_775.0);
    }

    #[test]
    fn an_empty_draw_pile_is_filled_from_the_discards() {
        let order = Order::rolled(&mut Chance::seeded(1));
        let (mut stock, mut discard) = (Pile::EMPTY, Pile::EMPTY);
        assert!(!stock.refill(&mut discard, &order));
        discard = Pile::read("P N B R Q K").expect("six cards");
        assert!(stock.refill(&mut discard, &order) && discard.is_empty());
        assert_eq!(stock.sorted().to_string(), "P N B R Q K");
        discard.put(Card::Checkers(Color::Black));
        assert!(!stock.refill(&mut discard, &order));
    }

    #[test]
    fn every_order_comes_up() {
        let mut chance = Chance::seeded(1);
        let pile = Pile::read("P N B").expect("three cards");
        let mut seen = std::collections::BTreeMap::<String, u32>::new();
        for _ in 0..6000 {
            *seen.entry(Order::rolled(&mut chance).of(&pile).to_string()).or_default() += 1;
        }
        assert!(seen.len() == 6 && seen.values().all(|count| (850..1150).contains(count)), "{seen:?}");
    }
}
