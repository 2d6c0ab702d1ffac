//! Holes of Chess Golf: the hole and the course of a day, holes to order, and solutions.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use axum::extract::State;
use kit_golf::{
    Date, Finding, Hole, Limits, Manner, Move, Options, Solution, Want, course, explain, generate, solve,
};
use kit_play::{BadText, Chance, say};
use serde::Deserialize;

use crate::http::Front;
use crate::http::body::{Answer, Asked, Searched};
use crate::http::limits::Meter;
use crate::http::objects::{CourseNote, DayNote, HoleNote, SolveAnswer, SolveRequest, StrokeNote};
use crate::http::problem::{CannotChange, CannotShow, Problem};
use crate::http::thinking::Thinking;
use crate::http::visitor::Visitor;
use crate::turns::Turns;
use kit_sitting::Error;

/// How long the server looks for a hole or a solution; many programs do not wait ten seconds.
const PATIENCE: Duration = Duration::from_secs(8);

/// The largest number that JavaScript and JSON agree on.
const LARGEST_SEED: u64 = (1 << 53) - 1;

/// How much memory positions may take meanwhile.
const MEMORY: usize = 128 << 20;

/// How many positions are looked at.
const POSITIONS: u64 = 1_000_000_000;

/// Days that are remembered, for each course takes a second or so to lay out.
const REMEMBERED: usize = 40;

/// How many holes are dealt and solved at once.
const GOLFERS: usize = 2;

/// How many wait of one address.
const MOST_WAITING: usize = 8;

/// The line of those who want a hole, or its solution; one at a time of an address.
pub fn thinking() -> Thinking {
    Thinking::new(Turns::new(GOLFERS, 1, MOST_WAITING), PATIENCE)
}

/// Which day.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct DailySearch {
    /// The day, as in `2026-11-15`; today (UTC) if nothing is said.
    date: Option<String>,
}

impl DailySearch {
    fn day(&self) -> Result<Date, Problem> {
        match self.date.as_deref() {
            Some(text) => text.parse().map_err(|bad: BadText| Problem::unreadable(bad.problem)),
            None => Ok(today()),
        }
    }
}

/// Which hole.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct HoleSearch {
    /// How many cards: 2, 3 or 4.
    #[param(minimum = 2, maximum = 4)]
    cards: Option<usize>,
    /// How many moves the shortest solution has.
    #[param(minimum = 1, maximum = 9)]
    moves: Option<u32>,
    /// Lets chance fall the same way each time.
    #[param(minimum = 0, maximum = 9_007_199_254_740_991_u64)]
    seed: Option<u64>,
}

/// Gives the nine holes of a day.
#[utoipa::path(
    get, path = "/api/golf/daily", tag = "golf", params(DailySearch),
    responses((status = 200, body = CourseNote), CannotShow)
)]
pub async fn daily(
    State(front): State<Arc<Front>>,
    visitor: Visitor,
    Searched(search): Searched<DailySearch>,
) -> Result<Answer<CourseNote>, Problem> {
    let date = search.day()?;
    if let Some(known) = front.courses.remembered(&date.to_string()) {
        return Ok(Answer(known));
    }
    front.pass(Meter::Thinking, visitor.address, Instant::now())?;
    let laid = front.golf.think(front.asker(&visitor), move || Ok(laid_course(date))).await?;
    Ok(Answer(front.courses.remember(laid.date.clone(), laid)))
}

fn laid_course(date: Date) -> CourseNote {
    let course = course(seed_of(date));
    let hole = |(hole, solution): &(Hole, Solution)| hole_note(hole, solution);
    CourseNote { date: date.to_string(), par: course.par(), holes: course.holes.iter().map(hole).collect() }
}

/// Gives the hole of a day.
#[utoipa::path(
    get, path = "/api/golf/day", tag = "golf", params(DailySearch),
    responses((status = 200, body = DayNote), CannotShow)
)]
pub async fn day(
    State(front): State<Arc<Front>>,
    visitor: Visitor,
    Searched(search): Searched<DailySearch>,
) -> Result<Answer<DayNote>, Problem> {
    let date = search.day()?;
    if let Some(known) = front.days.remembered(&date.to_string()) {
        return Ok(Answer(known));
    }
    front.pass(Meter::Thinking, visitor.address, Instant::now())?;
    let found = front.golf.think(front.asker(&visitor), move || Ok(hole_of(date))).await?;
    Ok(Answer(front.days.remember(found.date.clone(), found)))
}

fn hole_of(date: Date) -> DayNote {
    let (hole, solution) = kit_golf::daily(date);
    DayNote { date: date.to_string(), text: hole.to_string(), par: solution.length().unwrap_or_default() }
}

/// What was laid out lately, by its day.
pub struct Remembered<T>(Mutex<BTreeMap<String, T>>);

impl<T> Default for Remembered<T> {
    fn default() -> Remembered<T> {
        Remembered(Mutex::default())
    }
}

impl<T: Clone> Remembered<T> {
    fn remembered(&self, date: &str) -> Option<T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(date).cloned()
    }

    /// Keeps one, and forgets all when there are too many.
    fn remember(&self, date: String, laid: T) -> T {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= REMEMBERED {
            kept.clear();
        }
        kept.insert(date, laid.clone());
        laid
    }
}

/// A course has a number, and a day has one too: `20261115`.
fn seed_of(date: Date) -> u64 {
    date.to_string()
        .bytes()
        .filter(u8::is_ascii_digit)
        .fold(0, |number, digit| 10 * number + u64::from(digit - b'0'))
}

fn today() -> Date {
    let days = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() / (24 * 60 * 60));
    date_after(days as i64)
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

/// Deals holes until one has the wanted length.
#[utoipa::path(
    get, path = "/api/golf/hole", tag = "golf", params(HoleSearch),
    responses((status = 200, body = HoleNote), CannotShow)
)]
pub async fn hole(
    State(front): State<Arc<Front>>,
    visitor: Visitor,
    Searched(search): Searched<HoleSearch>,
) -> Result<Answer<HoleNote>, Problem> {
    front.pass(Meter::Thinking, visitor.address, Instant::now())?;
    let (cards, moves) = (search.cards.unwrap_or(2), search.moves.unwrap_or(4));
    if !(2..=4).contains(&cards) {
        return Err(Problem::malformed(format!("`cards`: {cards} is not possible, a hole has 2 to 4")));
    }
    if !(1..=9).contains(&moves) {
        return Err(Problem::malformed(format!("`moves`: {moves} is not possible (try 1 to 9)")));
    }
    if moves + 1 < cards as u32 {
        return Err(Error::NotNow(say!("each card but one takes a move, so there is no such hole")).into());
    }
    if let Some(seed) = search.seed.filter(|seed| *seed > LARGEST_SEED) {
        return Err(Problem::malformed(format!("`seed`: {seed} is too large (try 0 to {LARGEST_SEED})")));
    }
    let mut chance = search.seed.map_or_else(Chance::unpredictable, Chance::seeded);
    front
        .golf
        .think(front.asker(&visitor), move || {
            let made = within_patience(|limits| generate(cards, moves, false, limits, &mut chance, |_| {}));
            let text = say!("no such hole was found in time; try fewer moves or other cards");
            let (hole, solution) = made.map_err(|_| Error::NotNow(text))?;
            Ok(Answer(hole_note(&hole, &solution)))
        })
        .await
}

/// Finds a shortest solution.
#[utoipa::path(
    post, path = "/api/golf/solve", tag = "golf", request_body = SolveRequest,
    responses((status = 200, body = SolveAnswer), CannotChange)
)]
pub async fn solved(
    State(front): State<Arc<Front>>,
    visitor: Visitor,
    Asked(asked): Asked<SolveRequest>,
) -> Result<Answer<SolveAnswer>, Problem> {
    front.pass(Meter::Thinking, visitor.address, Instant::now())?;
    let hole: Hole = asked.text.parse().map_err(Error::from)?;
    front
        .golf
        .think(front.asker(&visitor), move || {
            let solution = within_patience(|limits| solve(&hole, Options::default(), limits, Want::Count));
            Ok(Answer(SolveAnswer {
                moves: solution.length(),
                proven: !matches!(solution.finding, Finding::AtLeast(..)),
                count: solution.count,
                solution: solution.line.iter().map(ToString::to_string).collect(),
                explained: solution.line.iter().map(explain).collect(),
                steps: solution.line.iter().map(stroke_note).collect(),
            }))
        })
        .await
}

fn stroke_note(step: &Move) -> StrokeNote {
    let lender = match step.manner {
        Manner::As(_, square) => Some(square.to_string()),
        Manner::Step => None,
    };
    StrokeNote { from: step.from.to_string(), to: step.to.to_string(), lender }
}

/// Searches for a while at most.
fn within_patience<T>(search: impl FnOnce(&Limits) -> T) -> T {
    let stop = AtomicBool::new(false);
    let (flag, (done, waiting)) = (&stop, std::sync::mpsc::channel::<()>());
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // Ends when the search is over, because then the sender is gone.
            if waiting.recv_timeout(PATIENCE) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                flag.store(true, Ordering::Relaxed);
            }
        });
        let found =
            search(&Limits { nodes: POSITIONS, memory: MEMORY, stop: Some(flag), ..Limits::default() });
        drop(done);
        found
    })
}

fn hole_note(hole: &Hole, solution: &Solution) -> HoleNote {
    HoleNote { text: hole.to_string(), par: solution.length().unwrap_or_default(), solutions: solution.count }
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
        }
        assert_eq!(seed_of(date_after(20_772)), 20_261_115);
    }
}
