//! Armies: what hides under which number, and how much of that is known.
//!
//! There are only 960 armies, so knowledge is the list of those that are left.

use std::fmt;
use std::sync::{Arc, LazyLock};

use kit_chess::shakmaty::{Board, Color, File, Role, Square};
use kit_play::sentence::Filling;
use kit_play::{Chance, say};

/// What a checker may be, in the order of the grid.
pub const TYPES: [Role; 5] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// The type with this letter.
pub fn type_named(letter: char) -> Option<Role> {
    TYPES.into_iter().find(|role| role.upper_char() == letter)
}

/// The number of a checker, from 1 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number(u8);

impl Number {
    pub fn all() -> impl Iterator<Item = Number> + Clone {
        (0..8).map(Number)
    }

    /// Its place among all, from 0.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    pub fn read(letter: char) -> Option<Number> {
        let digit = letter.to_digit(10).filter(|digit| (1..=8).contains(digit))?;
        Some(Number(digit as u8 - 1))
    }

    // [cloak.start] Number n stands on the n-th file, for both colors.
    pub fn home(self, color: Color) -> Square {
        Square::from_coords(File::ALL[self.index()], color.backrank())
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

impl From<Number> for Filling {
    fn from(number: Number) -> Filling {
        Filling::from(number.0 + 1)
    }
}

/// Some checkers of one color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Numbers(u8);

impl Numbers {
    pub fn insert(&mut self, number: Number) {
        self.0 |= 1 << number.0;
    }

    pub fn contains(self, number: Number) -> bool {
        self.0 & 1 << number.0 != 0
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn iter(self) -> impl Iterator<Item = Number> + Clone {
        Number::all().filter(move |number| self.contains(*number))
    }

    /// Every choice of some of them, none first and all last.
    pub fn choices(self) -> impl Iterator<Item = Numbers> {
        (0..=self.0).filter(move |choice| choice & !self.0 == 0).map(Numbers)
    }

    /// Reads `1,7`, or `1=R,7=N` as it stands in logs; `-` is none.
    pub fn read(text: &str) -> Option<Numbers> {
        let mut numbers = Numbers::default();
        if text == "-" {
            return Some(numbers);
        }
        for item in text.split(',') {
            let mut letters = item.chars();
            let number = Number::read(letters.next()?)?;
            let is_named = match letters.as_str().strip_prefix('=').map(|name| name.chars().map(type_named)) {
                Some(mut name) => matches!((name.next(), name.next()), (Some(Some(_)), None)),
                None => letters.as_str().is_empty(),
            };
            if !is_named || numbers.contains(number) {
                return None;
            }
            numbers.insert(number);
        }
        Some(numbers)
    }
}

impl FromIterator<Number> for Numbers {
    fn from_iter<T: IntoIterator<Item = Number>>(numbers: T) -> Numbers {
        let mut set = Numbers::default();
        numbers.into_iter().for_each(|number| set.insert(number));
        set
    }
}

/// `1,7`, or `-` for none.
impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        let numbers: Vec<String> = self.iter().map(|number| number.to_string()).collect();
        f.write_str(&numbers.join(","))
    }
}

/// What the checkers of one color are, by number.
///
/// Only a game that starts in the middle has numbers that are nothing: their checkers are gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Army([Option<Role>; 8]);

impl Army {
    /// Nothing is cloaked.
    pub const NONE: Army = Army([None; 8]);

    /// The 960 armies, in the order in which they are offered.
    // [cloak.army] [cloak.king-between] [cloak.bishops] They are the start positions of Chess960.
    pub fn all() -> &'static [Army] {
        &ALL.0
    }

    pub fn of(roles: [Option<Role>; 8]) -> Army {
        Army(roles)
    }

    pub fn role(&self, number: Number) -> Option<Role> {
        self.0[number.index()]
    }

    /// The types of all numbers.
    pub fn roles(&self) -> [Option<Role>; 8] {
        self.0
    }

    pub fn set(&mut self, number: Number, role: Role) {
        self.0[number.index()] = Some(role);
    }

    /// `rook, queen, king`, and so on, in the order of the numbers.
    pub fn words(&self) -> Filling {
        Filling::row_of(self.0.iter().flatten().copied())
    }

    /// The letters of logs; people hear of `rook (1), queen (2)`, and so on.
    pub fn told(&self) -> Filling {
        let one = |number: Number| Some(say!("{role} ({number})", role = self.role(number)?, number));
        Filling::coded(self, Filling::row_of(Number::all().filter_map(one)))
    }

    /// The number of the king, if it is among them.
    pub fn king(&self) -> Option<Number> {
        Number::all().find(|number| self.role(*number) == Some(Role::King))
    }

    /// Reads eight letters; `None` unless they are one of the 960 armies.
    pub fn read(letters: &str) -> Option<Army> {
        let mut army = Army::NONE;
        let mut rest = letters.chars();
        for number in Number::all() {
            army.set(number, type_named(rest.next()?)?);
        }
        (rest.next().is_none() && Army::all().contains(&army)).then_some(army)
    }

    /// How many of each type there are.
    pub fn census(&self) -> [usize; 5] {
        TYPES.map(|role| self.0.iter().filter(|found| **found == Some(role)).count())
    }

    fn numbered(number: u32) -> Army {
        let board = Board::chess960(number);
        let mut army = Army::NONE;
        for number in Number::all() {
            army.0[number.index()] = board.role_at(number.home(Color::White));
        }
        army
    }
}

/// Eight letters, with `.` for a checker that is gone.
impl fmt::Display for Army {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|role| write!(f, "{}", role.map_or('.', Role::upper_char)))
    }
}

static ALL: LazyLock<Candidates> = LazyLock::new(|| Candidates((0..960).map(Army::numbered).collect()));

/// The armies that agree with everything that everybody has seen; never none of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidates(Arc<[Army]>);

impl Candidates {
    /// Nothing is known.
    pub fn all() -> Candidates {
        ALL.clone()
    }

    /// What one knows who sees the numbers of some checkers and has counted their types: all ways
    /// to deal those types to those numbers.
    ///
    /// Where a start is arranged, the checkers need not belong to one of the 960 armies.
    /// Whether they do is not to be seen, so it makes no difference here either.
    // [cloak.secret]
    pub fn dealt_like(army: Army) -> Candidates {
        let numbers: Vec<Number> = Number::all().filter(|number| army.role(*number).is_some()).collect();
        let mut dealt = Vec::new();
        deal(&numbers, army.census(), Army::NONE, &mut dealt);
        Candidates(dealt.into())
    }

    pub fn count(&self) -> usize {
        self.0.len()
    }

    pub fn contain(&self, army: &Army) -> bool {
        self.0.contains(army)
    }

    pub fn iter(&self) -> impl Iterator<Item = Army> + '_ {
        self.0.iter().copied()
    }

    /// One of them, each as likely as any other.
    pub fn pick(&self, chance: &mut Chance) -> Army {
        *chance.pick(&self.0)
    }

    /// Whether nothing is known, beyond what all armies have in common.
    pub fn are_all(&self) -> bool {
        self.count() == Army::all().len()
    }

    /// The first of them.
    pub fn first(&self) -> Army {
        self.0[0]
    }

    /// Rules out what does not fit; says whether that was anything.
    pub fn narrow(&mut self, fits: impl Fn(&Army) -> bool) -> bool {
        let narrowed = !self.0.iter().all(&fits);
        if narrowed {
            self.0 = self.0.iter().filter(|army| fits(army)).copied().collect();
        }
        narrowed
    }

    /// For each number and each type, how many of them have it there.
    pub fn tally(&self) -> [[usize; 5]; 8] {
        let mut tally = [[0; 5]; 8];
        for army in self.0.iter() {
            for (counts, role) in tally.iter_mut().zip(army.0) {
                if let Some(place) = TYPES.iter().position(|kind| Some(*kind) == role) {
                    counts[place] += 1;
                }
            }
        }
        tally
    }
}

/// Adds every way to deal so many of each type to the numbers.
fn deal(numbers: &[Number], census: [usize; 5], army: Army, all: &mut Vec<Army>) {
    let Some((number, rest)) = numbers.split_first() else { return all.push(army) };
    for (place, role) in TYPES.into_iter().enumerate().filter(|(place, _)| census[*place] > 0) {
        let (mut left, mut dealt) = (census, army);
        left[place] -= 1;
        dealt.set(*number, role);
        deal(rest, left, dealt, all);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_960_armies_keep_the_conditions() {
        let mut dealt = Vec::new();
        let census = Army::numbered(518).census();
        deal(&Number::all().collect::<Vec<_>>(), census, Army::NONE, &mut dealt);
        assert_eq!(dealt.len(), 5040);
        let places = |army: &Army, role| {
            Number::all().filter(|number| army.role(*number) == Some(role)).collect::<Vec<_>>()
        };
        let keeps = |army: &&Army| {
            let (king, rooks, bishops) =
                (places(army, Role::King)[0], places(army, Role::Rook), places(army, Role::Bishop));
            rooks[0].0 < king.0 && king.0 < rooks[1].0 && (bishops[0].0 + bishops[1].0) % 2 == 1
        };
        let legal: Vec<&Army> = dealt.iter().filter(keeps).collect();
        assert_eq!(legal.len(), 960);
        assert!(legal.iter().all(|army| Army::read(&army.to_string()) == Some(**army)));
        assert_eq!(dealt.iter().filter(|army| Army::read(&army.to_string()).is_some()).count(), 960);
    }

    #[test]
    fn sets_are_read_as_written() {
        let all = Numbers(255);
        assert_eq!(all.choices().count(), 256);
        for choice in all.choices() {
            assert_eq!(Numbers::read(&choice.to_string()), Some(choice));
        }
        assert_eq!(Numbers(0b101).choices().count(), 4);
        assert_eq!(Numbers::read("1=R,7=N"), Numbers::read("7,1"));
        for text in ["", ",", "0", "9", "1,", "1,1", "17", "1=", "1=P", "1=RR", "1R", "-,1"] {
            assert_eq!(Numbers::read(text), None, "{text}");
        }
    }

    #[test]
    fn arranged_checkers_are_dealt_in_every_way() {
        let dealt_like = |places: &[(usize, Role)]| {
            let mut army = Army::NONE;
            for (number, role) in places {
                army.0[number - 1] = Some(*role);
            }
            let candidates = Candidates::dealt_like(army);
            assert!(candidates.contain(&army));
            candidates
        };
        assert_eq!(dealt_like(&[]).count(), 1);
        let with_king_between = dealt_like(&[(1, Role::Rook), (5, Role::King)]);
        assert_eq!(with_king_between.count(), 2);
        assert_eq!(with_king_between, dealt_like(&[(1, Role::King), (5, Role::Rook)]), "no army leads there");
        assert_eq!(dealt_like(&[(4, Role::Knight), (5, Role::King), (6, Role::Knight)]).count(), 3);
        assert_eq!(Candidates::dealt_like(Army::numbered(518)).count(), 5040);
    }
}
