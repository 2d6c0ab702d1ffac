//! Holes from the cards: layouts, deals, courses and the hole of the day.

use std::fmt;
use std::str::FromStr;

use kit_chess::shakmaty::{Board, Color, Piece, Role, Square};
use kit_play::sentence::Filling;
use kit_play::text::excerpt;
use kit_play::{BadText, Chance, say};

use crate::hole::{Hole, Options};
use crate::solve::{Cut, Finding, Limits, Solution, Want, solve};

/// The sixteen cards before they are shuffled.
pub const DECK: [Piece; 16] = deck();

const fn deck() -> [Piece; 16] {
    use Role::{Bishop, King, Knight, Queen, Rook};
    let roles = [King, Queen, Rook, Rook, Bishop, Bishop, Knight, Knight];
    let mut cards = [Piece { color: Color::White, role: King }; 16];
    let mut index = 0;
    while index < 16 {
        let color = if index < 8 { Color::White } else { Color::Black };
        cards[index] = Piece { color, role: roles[index % 8] };
        index += 1;
    }
    cards
}

/// How many squares stay empty before a piece: the pips of its card.
pub fn gap(role: Role) -> u32 {
    match role {
        Role::Pawn => 0,
        Role::Knight => 1,
        Role::Bishop => 2,
        Role::Rook => 3,
        Role::Queen => 5,
        Role::King => 6,
    }
}

/// The board that an order of the cards makes, from a1 along the ranks; the last piece stands on f8.
pub fn layout(cards: &[Piece; 16]) -> Board {
    let mut board = Board::empty();
    let mut square = 0;
    for card in cards {
        square += gap(card.role);
        board.set_piece_at(Square::new(square), *card);
        square += 1;
    }
    board
}

/// A hole as a round begins: a fresh layout, and the first cards of the deck shuffled again.
///
/// # Panics
///
/// Panics unless there are two to four cards.
pub fn deal(cards: usize, chance: &mut Chance) -> Hole {
    assert!((2..=4).contains(&cards), "a hole has two to four cards");
    let mut deck = DECK;
    chance.shuffle(&mut deck);
    deal_hole(layout(&deck), cards, chance)
}

/// A hole on a board with all sixteen pieces: the first cards of a shuffled deck.
///
/// # Panics
///
/// Panics unless there are two to four cards and all the pieces.
pub fn deal_hole(board: Board, cards: usize, chance: &mut Chance) -> Hole {
    let mut deck = DECK;
    chance.shuffle(&mut deck);
    Hole::new(board, deck[..cards].to_vec()).expect("all the pieces are on the board")
}

/// What a deal counts for at least, in nodes.
const DEAL_NODES: u64 = 10;

/// A hole with a wanted length, and if wanted with only one shortest solution.
///
/// Deals until one fits; `tell` hears how many were dealt.
///
/// # Errors
///
/// Fails when the limits are reached first; the nodes are those of all deals together.
/// A hole has at least one move less than it has cards, so fewer are never found.
pub fn generate(
    cards: usize,
    moves: u32,
    unique: bool,
    limits: &Limits,
    chance: &mut Chance,
    mut tell: impl FnMut(u64),
) -> Result<(Hole, Solution), Cut> {
    let mut nodes = 0u64;
    for dealt in 1.. {
        let hole = deal(cards, chance);
        let rest = Limits { nodes: limits.nodes.saturating_sub(nodes), depth: moves, ..*limits };
        let mut solution = solve(&hole, Options::default(), &rest, Want::One);
        // A deal that is over at once took its time, too.
        nodes += solution.nodes.max(DEAL_NODES);
        if unique && solution.length() == Some(moves) {
            solution = solve(&hole, Options::default(), &rest, Want::Count);
            nodes += solution.nodes;
        }
        match solution.finding {
            Finding::Solved(length) if length == moves && (!unique || solution.count == Some(1)) => {
                return Ok((hole, solution));
            }
            Finding::AtLeast(_, cut @ (Cut::Nodes | Cut::Stopped)) => return Err(cut),
            Finding::Solved(_) | Finding::Unsolvable | Finding::AtLeast(..) => {}
        }
        tell(dealt);
        if nodes >= limits.nodes {
            return Err(Cut::Nodes);
        }
    }
    unreachable!("a deal fits before the numbers run out, or the limits are reached")
}

/// Nine holes, each with a layout of its own and a solution as its par.
#[derive(Clone, Debug)]
pub struct Course {
    /// The holes with one shortest solution each.
    pub holes: Vec<(Hole, Solution)>,
}

impl Course {
    /// The moves of all holes together.
    pub fn par(&self) -> u32 {
        self.holes.iter().filter_map(|(_, solution)| solution.length()).sum()
    }
}

/// The course of a seed: every third hole has three cards, and no hole is over in one move.
pub fn course(seed: u64) -> Course {
    let mut chance = Chance::seeded(seed);
    let hole = |number: usize| {
        let cards = if number.is_multiple_of(3) { 3 } else { 2 };
        at_least(cards, cards as u32, &mut chance)
    };
    Course { holes: (1..=9).map(hole).collect() }
}

/// The hole of a day: two cards from Monday to Friday and three at the weekend, at least three moves.
pub fn daily(date: Date) -> (Hole, Solution) {
    let mut chance = Chance::seeded(date.days().unsigned_abs());
    let cards = if date.is_weekend() { 3 } else { 2 };
    at_least(cards, 3, &mut chance)
}

fn at_least(cards: usize, moves: u32, chance: &mut Chance) -> (Hole, Solution) {
    loop {
        let hole = deal(cards, chance);
        let solution = solve(&hole, Options::default(), &Limits::default(), Want::One);
        if solution.length().is_some_and(|length| length >= moves) {
            return (hole, solution);
        }
    }
}

/// A day of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Date {
    year: i32,
    month: u32,
    day: u32,
}

impl Date {
    /// The day that so many days have gone before since the first of January 1970.
    pub fn after_days(days: i64) -> Date {
        // Years begin in March here, so that the odd day comes last.
        let days = days + 719_468;
        let era = days.div_euclid(146_097);
        let in_era = days.rem_euclid(146_097);
        let year_of_era = (in_era - in_era / 1_460 + in_era / 36_524 - in_era / 146_096) / 365;
        let in_year = in_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month = (5 * in_year + 2) / 153;
        let day = (in_year - (153 * month + 2) / 5 + 1) as u32;
        let month = (if month < 10 { month + 3 } else { month - 9 }) as u32;
        let year = (year_of_era + 400 * era + i64::from(month <= 2)) as i32;
        Date { year, month, day }
    }

    /// Days since the first of January 1970.
    fn days(self) -> i64 {
        // Years begin in March here, so that the odd day comes last.
        let year = i64::from(self.year) - i64::from(self.month <= 2);
        let month = i64::from((self.month + 9) % 12);
        let in_year = (153 * month + 2) / 5 + i64::from(self.day) - 1;
        365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + in_year - 719_468
    }

    fn is_weekend(self) -> bool {
        // The first of January 1970 was a Thursday.
        (self.days() + 3).rem_euclid(7) >= 5
    }
}

impl FromStr for Date {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Date, BadText> {
        let bad = || {
            let found = Filling::text(excerpt(text));
            BadText::at(1, say!("not a date: `{found}` (a date is like 2025-07-31)", found))
        };
        let parts: Vec<&str> = text.split('-').collect();
        let [year, month, day] = parts.as_slice() else { return Err(bad()) };
        let is_whole =
            |part: &str, length| part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit());
        if !(is_whole(year, 4) && is_whole(month, 2) && is_whole(day, 2)) {
            return Err(bad());
        }
        let number = |part: &str| part.parse::<u32>().map_err(|_| bad());
        let date = Date { year: number(year)? as i32, month: number(month)?, day: number(day)? };
        let exists = (1..=12).contains(&date.month) && (1..=date.month_days()).contains(&date.day);
        if exists { Ok(date) } else { Err(bad()) }
    }
}

impl Date {
    fn month_days(self) -> u32 {
        let is_leap = self.year % 4 == 0 && (self.year % 100 != 0 || self.year % 400 == 0);
        match self.month {
            2 if is_leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_calendar_is_right() {
        let date = |text: &str| text.parse::<Date>();
        assert_eq!(date("1970-01-01").map(Date::days), Ok(0));
        assert_eq!(date("2000-03-01").map(Date::days), Ok(11_017));
        assert_eq!(date("2024-02-29").map(Date::days), Ok(19_782));
        for days in (-1000..60_000).step_by(13) {
            assert_eq!(Date::after_days(days).days(), days);
            assert_eq!(date(&Date::after_days(days).to_string()), Ok(Date::after_days(days)));
        }
        assert_eq!(date("2025-07-26").map(Date::is_weekend), Ok(true));
        assert_eq!(date("2025-07-28").map(Date::is_weekend), Ok(false));
        for bad in ["2025-02-29", "2025-13-01", "2025-1-1", "tomorrow", "2025-00-10", "+025-01-01"] {
            assert!(date(bad).is_err(), "{bad}");
        }
    }
}
