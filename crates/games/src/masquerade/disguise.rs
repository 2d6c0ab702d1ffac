//! Disguises: which kind captures like which, and how much of that is known.
//!
//! There are only 120 disguises, so a disguise is a number and knowledge is a set of bits.

use std::fmt;

use kit_chess::shakmaty::Role;
use kit_play::sentence::Filling;
use kit_play::{Sentence, say};

/// A kind of piece that wears a disguise: every role above a pawn, in the order of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    King,
    Queen,
    Rook,
    Bishop,
    Knight,
}

impl Kind {
    pub const ALL: [Kind; 5] = [Kind::King, Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];

    /// The kind of a role; pawns have none.
    pub fn of(role: Role) -> Option<Kind> {
        match role {
            Role::Pawn => None,
            Role::Knight => Some(Kind::Knight),
            Role::Bishop => Some(Kind::Bishop),
            Role::Rook => Some(Kind::Rook),
            Role::Queen => Some(Kind::Queen),
            Role::King => Some(Kind::King),
        }
    }

    pub fn role(self) -> Role {
        match self {
            Kind::King => Role::King,
            Kind::Queen => Role::Queen,
            Kind::Rook => Role::Rook,
            Kind::Bishop => Role::Bishop,
            Kind::Knight => Role::Knight,
        }
    }

    pub fn letter(self) -> char {
        self.role().upper_char()
    }

    fn with_letter(letter: char) -> Option<Kind> {
        Role::from_char(letter).and_then(Kind::of)
    }
}

/// A set of kinds, such as the captures that fit between two squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kinds(u8);

impl Kinds {
    pub fn insert(&mut self, kind: Kind) {
        self.0 |= 1 << kind as u8;
    }

    pub fn contains(self, kind: Kind) -> bool {
        self.0 & 1 << kind as u8 != 0
    }

    #[cfg(test)]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(move |kind| self.contains(*kind))
    }

    /// `king, queen or rook`; people hear `as king, queen or rook`.
    pub fn words(self) -> Filling {
        let kinds = Filling::one_of(self.iter().map(Kind::role));
        Filling::coded(say!("{kinds}", kinds = &kinds), say!("as {kinds}", kinds))
    }
}

/// For each kind, the kind that it captures like; every kind once.
///
/// It is a place in the table of all permutations, written `KR QK RN BB NQ`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Disguise(u8);

/// How many disguises there are.
const COUNT: usize = 120;

/// All disguises: for each the captures of K, Q, R, B and N, in the order of the alphabet K Q R B N.
const CAPTURES: [[Kind; 5]; COUNT] = permutations();

/// For each kind and each capture, the disguises that give it that capture, as bits.
const GIVING: [[u128; 5]; 5] = giving();

impl Disguise {
    /// All disguises, in the order in which they are offered.
    pub fn all() -> impl Iterator<Item = Disguise> {
        (0..COUNT as u8).map(Disguise)
    }

    /// Its place among all.
    pub fn index(self) -> u8 {
        self.0
    }

    /// How a kind captures.
    pub fn capture_of(self, kind: Kind) -> Kind {
        CAPTURES[usize::from(self.0)][kind as usize]
    }

    /// `king like rook, queen like king`, and so on.
    pub fn words(self) -> Filling {
        let pair = |kind: Kind| -> Sentence {
            say!("{piece} like {other}", piece = kind.role(), other = self.capture_of(kind).role())
        };
        Filling::row_of(Kind::ALL.map(pair))
    }

    /// Reads five pairs in any order; `None` unless every letter stands once on each side.
    pub fn read(text: &str) -> Option<Disguise> {
        let mut captures = [None; 5];
        for pair in text.split_whitespace() {
            let mut letters = pair.chars().map(Kind::with_letter);
            let (Some(Some(kind)), Some(Some(capture)), None) =
                (letters.next(), letters.next(), letters.next())
            else {
                return None;
            };
            if captures[kind as usize].replace(capture).is_some() {
                return None;
            }
        }
        let index = CAPTURES.iter().position(|row| row.map(Some) == captures)?;
        Some(Disguise(index as u8))
    }
}

impl fmt::Display for Disguise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pair = |kind: Kind| format!("{}{}", kind.letter(), self.capture_of(kind).letter());
        f.write_str(&Kind::ALL.map(pair).join(" "))
    }
}

/// The disguises that agree with every answer so far; never none of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidates(u128);

impl Candidates {
    /// Nothing is known.
    pub const ALL: Candidates = Candidates((1 << COUNT) - 1);

    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    pub fn bits(self) -> u128 {
        self.0
    }

    pub fn contain(self, disguise: Disguise) -> bool {
        self.0 & 1 << disguise.0 != 0
    }

    /// One of them, by its place among them.
    pub fn nth(self, place: u32) -> Option<Disguise> {
        Disguise::all().filter(|disguise| self.contain(*disguise)).nth(place as usize)
    }

    /// How many of them let the kind capture like that.
    pub fn giving(self, kind: Kind, capture: Kind) -> u32 {
        (self.0 & GIVING[kind as usize][capture as usize]).count_ones()
    }

    /// Those under which the kind captures in one of the fitting ways: the answer is yes.
    pub fn granting(self, kind: Kind, fit: Kinds) -> Candidates {
        let granting = fit.iter().fold(0, |bits, capture| bits | GIVING[kind as usize][capture as usize]);
        Candidates(self.0 & granting)
    }

    /// Those that agree with an answer, too.
    pub fn told(self, kind: Kind, fit: Kinds, granted: bool) -> Candidates {
        let granting = self.granting(kind, fit);
        if granted { granting } else { Candidates(self.0 & !granting.0) }
    }
}

const fn permutations() -> [[Kind; 5]; COUNT] {
    let mut table = [[Kind::King; 5]; COUNT];
    let mut index = 0;
    while index < COUNT {
        let mut left = Kind::ALL;
        let (mut rest, mut ways, mut place) = (index, COUNT, 0);
        while place < 5 {
            ways /= 5 - place;
            let chosen = rest / ways;
            rest %= ways;
            table[index][place] = left[chosen];
            let mut gap = chosen;
            while gap < 4 {
                left[gap] = left[gap + 1];
                gap += 1;
            }
            place += 1;
        }
        index += 1;
    }
    table
}

const fn giving() -> [[u128; 5]; 5] {
    let mut table = [[0; 5]; 5];
    let mut index = 0;
    while index < COUNT {
        let mut kind = 0;
        while kind < 5 {
            table[kind][CAPTURES[index][kind] as usize] |= 1 << index;
            kind += 1;
        }
        index += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_disguise_is_there_once_and_read_as_written() {
        let written: Vec<String> = Disguise::all().map(|disguise| disguise.to_string()).collect();
        assert_eq!(written.len(), 120);
        assert!(
            written
                .is_sorted_by_key(|text| text.chars().map(|letter| "KQRBN".find(letter)).collect::<Vec<_>>())
        );
        for (disguise, text) in Disguise::all().zip(&written) {
            assert_eq!(Disguise::read(text), Some(disguise), "{text}");
        }
        assert_eq!(Disguise::read("NQ BB RN QK KR"), Disguise::read("KR QK RN BB NQ"));
        for text in
            ["", "KR QK RN BB", "KR QK RN BB NB", "KP QK RN BB NQ", "KR QK RN BB NQ KR", "KRQ QK RN BB NQ"]
        {
            assert_eq!(Disguise::read(text), None, "{text}");
        }
    }

    #[test]
    fn answers_divide_what_is_left() {
        for kind in Kind::ALL {
            for fit in (0..32).map(Kinds) {
                let size = fit.iter().count() as u32;
                let [yes, no] = [true, false].map(|granted| Candidates::ALL.told(kind, fit, granted));
                assert_eq!((yes.count(), no.count()), (24 * size, 120 - 24 * size), "{kind:?} {fit:?}");
                assert_eq!(yes.bits() | no.bits(), Candidates::ALL.bits());
            }
        }
    }
}
