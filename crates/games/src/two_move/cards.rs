//! The five cards of a color, and the moves that two chosen pairs give.

use std::fmt;

use kit_chess::shakmaty::{ByColor, Color, Role};
use kit_play::sentence::Filling;
use kit_play::{Sentence, say};

/// The cards of a color, from low to high.
pub const CARDS: [Role; 5] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

/// Some of the five cards of a color.
///
/// They are written from low to high, `BQ`, and read in any order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Cards(u8);

impl Cards {
    /// No card.
    pub const NONE: Cards = Cards(0);
    /// All five cards.
    pub const ALL: Cards = Cards(0b11111);

    /// The cards that these letters stand for, each at most once.
    pub fn read(text: &str) -> Option<Cards> {
        text.chars().try_fold(Cards::NONE, |cards, letter| {
            let card = Role::from_char(letter).filter(|card| CARDS.contains(card))?;
            (!cards.contains(card)).then(|| cards.with(card))
        })
    }

    /// The two different cards that these letters stand for.
    pub fn read_pair(text: &str) -> Option<Cards> {
        Cards::read(text).filter(|cards| cards.count() == 2)
    }

    /// Whether the card is among them.
    pub fn contains(self, card: Role) -> bool {
        self.0 & bit(card) != 0
    }

    /// The same cards and this one.
    pub fn with(self, card: Role) -> Cards {
        Cards(self.0 | bit(card))
    }

    /// The cards that are not among `others`.
    pub fn without(self, others: Cards) -> Cards {
        Cards(self.0 & !others.0)
    }

    /// The cards that are also among `others`.
    pub fn shared(self, others: Cards) -> Cards {
        Cards(self.0 & others.0)
    }

    /// How many there are.
    pub fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The cards, from low to high.
    pub fn iter(self) -> impl Iterator<Item = Role> + Clone {
        CARDS.into_iter().filter(move |card| self.contains(*card))
    }

    /// Every way to take two of them, low cards first.
    pub fn pairs(self) -> impl Iterator<Item = Cards> + Clone {
        self.iter().flat_map(move |low| {
            let higher = self.iter().filter(move |high| *high > low);
            higher.map(move |high| Cards::NONE.with(low).with(high))
        })
    }

    /// The cards as a small number that is different for different cards.
    pub fn code(self) -> u64 {
        u64::from(self.0)
    }
}

impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|card| write!(f, "{}", card.upper_char()))
    }
}

/// `bishop and queen`.
impl From<Cards> for Filling {
    fn from(cards: Cards) -> Filling {
        if cards == Cards::NONE { say!("no card").into() } else { Filling::all_of(cards.iter()) }
    }
}

fn bit(card: Role) -> u8 {
    match card {
        Role::Pawn => 0,
        Role::Knight => 1,
        Role::Bishop => 2,
        Role::Rook => 4,
        Role::Queen => 8,
        Role::King => 16,
    }
}

/// One move that a card gives its owner, written `R:b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueuedCard {
    /// The card that is executed.
    pub card: Role,
    /// Who moves.
    pub owner: Color,
}

impl QueuedCard {
    /// `black rook`.
    pub fn words(self) -> Sentence {
        say!("{piece}", piece = self.card.of(self.owner))
    }

    /// Reads `R:b`.
    pub fn read(text: &str) -> Option<QueuedCard> {
        let (card, owner) = text.split_once(':')?;
        let mut cards = Cards::read(card)?.iter();
        let card = cards.next()?;
        let owner = kit_play::arrangement::color_named(owner)?;
        cards.next().is_none().then_some(QueuedCard { card, owner })
    }
}

impl fmt::Display for QueuedCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.card.upper_char(), self.owner.char())
    }
}

/// The moves of a turn in their order, and how many of them are over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Queue {
    entries: [QueuedCard; Queue::LONGEST],
    length: u8,
    over: u8,
}

impl Queue {
    /// The most moves that a turn can have.
    pub const LONGEST: usize = 4;

    /// A queue of these moves, of which none is over.
    ///
    /// `None` when there are too many.
    pub fn of(entries: &[QueuedCard]) -> Option<Queue> {
        let mut queue = Queue::empty();
        queue.entries.get_mut(..entries.len())?.copy_from_slice(entries);
        queue.length = entries.len() as u8;
        Some(queue)
    }

    /// The moves that two chosen pairs give.
    pub fn schedule(chosen: ByColor<Cards>) -> Queue {
        let mut queue = Queue::empty();
        let canceled = chosen.white.shared(chosen.black);
        // [two-move.no-match] [two-move.one-match] One move each, or two of what one match leaves.
        let times = if canceled == Cards::NONE { 1 } else { 2 };
        // [two-move.order] From low to high, whoever owns them.
        for card in CARDS.into_iter().filter(|card| !canceled.contains(*card)) {
            let Some(owner) = chosen.find(|pair| pair.contains(card)) else { continue };
            // [two-move.double] Both moves of a card come before the next card.
            for _ in 0..times {
                queue.entries[usize::from(queue.length)] = QueuedCard { card, owner };
                queue.length += 1;
            }
        }
        queue
    }

    fn empty() -> Queue {
        let unused = QueuedCard { card: Role::Knight, owner: Color::White };
        Queue { entries: [unused; Queue::LONGEST], length: 0, over: 0 }
    }

    /// All moves of the turn.
    pub fn entries(&self) -> &[QueuedCard] {
        &self.entries[..usize::from(self.length)]
    }

    /// The moves that are not over.
    pub fn pending(&self) -> &[QueuedCard] {
        &self.entries()[usize::from(self.over)..]
    }

    /// The move that is to be made now.
    pub fn current(&self) -> Option<QueuedCard> {
        self.pending().first().copied()
    }

    /// How many moves are over.
    pub fn over(&self) -> usize {
        usize::from(self.over)
    }

    /// The current move is over.
    pub fn advance(&mut self) {
        assert!(self.over < self.length, "only a move that was to be made is over");
        self.over += 1;
    }

    /// The same moves, of which only the last `left` are still to be made.
    pub fn with_left(self, left: usize) -> Queue {
        Queue { over: self.length.saturating_sub(left as u8), ..self }
    }

    /// Which move of its card the current one is, and how many the card has: `(1, 2)`.
    pub fn count_of_card(&self) -> Option<(usize, usize)> {
        let current = self.current()?;
        let of_card = |entries: &[QueuedCard]| entries.iter().filter(|entry| **entry == current).count();
        Some((of_card(&self.entries()[..=self.over()]), of_card(self.entries())))
    }

    /// The queue as a small number that is different for different pending moves.
    pub fn code(&self) -> u64 {
        let code = |entry: &QueuedCard| 2 * entry.card as u64 + u64::from(entry.owner.is_white());
        self.pending().iter().fold(self.pending().len() as u64, |sum, entry| sum * 16 + code(entry))
    }
}
