//! Holes of Chess Golf: the hole and the course of a day, holes to order, and solutions.

use kit_golf::{
    Date, Finding, Hole, Limits, Manner, Move, Options, Solution, Want, course, explain, generate, solve,
};
use kit_play::sentence::Filling;
use kit_play::{Chance, say};
use kit_sitting::Error;

use crate::objects::{CourseNote, DayNote, HoleNote, SolveAnswer, SolveRequest, StrokeNote};
use crate::problem::Problem;

/// The largest number that JavaScript and JSON agree on.
const LARGEST_SEED: u64 = (1 << 53) - 1;

/// How much memory positions may take meanwhile.
const MEMORY: usize = 128 << 20;

/// How many positions are looked at.
const POSITIONS: u64 = 1_000_000_000;

/// What is looked at, at most, where nobody's patience ends sooner.
pub fn limits() -> Limits<'static> {
    Limits { nodes: POSITIONS, memory: MEMORY, ..Limits::default() }
}

/// Which hole is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    cards: usize,
    moves: u32,
    seed: Option<u64>,
}

impl Wanted {
    /// A hole with so many cards and moves, dealt by a seed; two cards and four moves if nothing is
    /// said.
    ///
    /// # Errors
    ///
    /// Fails when there can be no such hole.
    pub fn new(cards: Option<usize>, moves: Option<u32>, seed: Option<u64>) -> Result<Wanted, Problem> {
        let (cards, moves) = (cards.unwrap_or(2), moves.unwrap_or(4));
        if !(2..=4).contains(&cards) {
            return Err(Problem::unreadable(say!(
                "`cards`: {cards} is not possible, a hole has 2 to 4",
                cards
            )));
        }
        if !(1..=9).contains(&moves) {
            return Err(Problem::unreadable(say!("`moves`: {moves} is not possible (try 1 to 9)", moves)));
        }
        if moves + 1 < cards as u32 {
            return Err(
                Error::NotNow(say!("each card but one takes a move, so there is no such hole")).into()
            );
        }
        if let Some(seed) = seed.filter(|seed| *seed > LARGEST_SEED) {
            let (seed, most) = (Filling::text(seed), Filling::text(LARGEST_SEED));
            let problem = say!("`seed`: {seed} is too large (try 0 to {most})", seed, most);
            return Err(Problem::unreadable(problem));
        }
        Ok(Wanted { cards, moves, seed })
    }

    /// Deals holes until one has the wanted length.
    ///
    /// # Errors
    ///
    /// Fails when none was found within the limits.
    pub fn dealt(
        self,
        limits: &Limits<'_>,
        unpredictable: impl FnOnce() -> Chance,
    ) -> Result<HoleNote, Error> {
        let mut chance = self.seed.map_or_else(unpredictable, Chance::seeded);
        let made = generate(self.cards, self.moves, false, limits, &mut chance, |_| {});
        let text = say!("no such hole was found in time; try fewer moves or other cards");
        let (hole, solution) = made.map_err(|_| Error::NotNow(text))?;
        Ok(hole_note(&hole, &solution))
    }
}

/// The nine holes of a day.
pub fn course_of(date: Date) -> CourseNote {
    let course = course(seed_of(date));
    let hole = |(hole, solution): &(Hole, Solution)| hole_note(hole, solution);
    CourseNote { date: date.to_string(), par: course.par(), holes: course.holes.iter().map(hole).collect() }
}

/// The hole of a day.
pub fn hole_of(date: Date) -> DayNote {
    let (hole, solution) = kit_golf::daily(date);
    DayNote { date: date.to_string(), text: hole.to_string(), par: solution.length().unwrap_or_default() }
}

/// The hole that is to be solved.
///
/// # Errors
///
/// Fails when the text is no hole.
pub fn hole_in(asked: &SolveRequest) -> Result<Hole, Error> {
    Ok(asked.text.parse::<Hole>()?)
}

/// A shortest solution of a hole, as far as the limits go.
pub fn solved(hole: &Hole, limits: &Limits<'_>) -> SolveAnswer {
    let solution = solve(hole, Options::default(), limits, Want::Count);
    SolveAnswer {
        moves: solution.length(),
        proven: !matches!(solution.finding, Finding::AtLeast(..)),
        count: solution.count,
        solution: solution.line.iter().map(ToString::to_string).collect(),
        explained: solution.line.iter().map(explain).collect(),
        steps: solution.line.iter().map(stroke_note).collect(),
    }
}

fn stroke_note(step: &Move) -> StrokeNote {
    let lender = match step.manner {
        Manner::As(_, square) => Some(square.to_string()),
        Manner::Step => None,
    };
    StrokeNote { from: step.from.to_string(), to: step.to.to_string(), lender }
}

fn hole_note(hole: &Hole, solution: &Solution) -> HoleNote {
    HoleNote { text: hole.to_string(), par: solution.length().unwrap_or_default(), solutions: solution.count }
}

/// A course has a number, and a day has one too: `20261115`.
fn seed_of(date: Date) -> u64 {
    date.to_string()
        .bytes()
        .filter(u8::is_ascii_digit)
        .fold(0, |number, digit| 10 * number + u64::from(digit - b'0'))
}

/// The day at a moment, in milliseconds since 1970.
pub fn day_at(now: i64) -> Date {
    date_after(now.div_euclid(24 * 60 * 60 * 1000))
}

/// The day so many days after the first of January 1970.
fn date_after(days: i64) -> Date {
    // Years begin in March here, so that the odd day comes last; 400 of them have 146,097 days.
    let days = days + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let text = format!("{:04}-{month:02}-{day:02}", year + 400 * era + next);
    text.parse().expect("a day of the calendar is a date")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        for (days, date) in
            [(0, "1970-01-01"), (11_017, "2000-03-01"), (19_782, "2024-02-29"), (20_772, "2026-11-15")]
        {
            assert_eq!(date_after(days).to_string(), date);
            assert_eq!(day_at(days * 86_400_000 + 5).to_string(), date);
        }
        assert_eq!(seed_of(date_after(20_772)), 20_261_115);
    }
}
