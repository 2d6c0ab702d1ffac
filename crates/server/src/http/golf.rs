//! Holes of Chess Golf: the hole and the course of a day, holes to order, and solutions.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::State;
use kit_answers::golf;
use kit_golf::{Date, Limits};
use kit_play::{BadText, Chance};
use serde::Deserialize;

use crate::hall::system_time;
use crate::http::Front;
use crate::http::body::{Answer, Asked, Searched};
use crate::http::limits::Meter;
use crate::http::objects::{CourseNote, DayNote, HoleNote, SolveAnswer, SolveRequest};
use crate::http::problem::{CannotChange, CannotShow, Problem};
use crate::http::thinking::Thinking;
use crate::http::visitor::Visitor;
use crate::turns::Turns;

/// How long the server looks for a hole or a solution; many programs do not wait ten seconds.
const PATIENCE: Duration = Duration::from_secs(8);

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
            None => Ok(golf::day_at(system_time())),
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
    let laid = front.golf.think(front.asker(&visitor), move || Ok(golf::course_of(date))).await?;
    Ok(Answer(front.courses.remember(laid.date.clone(), laid)))
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
    let found = front.golf.think(front.asker(&visitor), move || Ok(golf::hole_of(date))).await?;
    Ok(Answer(front.days.remember(found.date.clone(), found)))
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
    let wanted = golf::Wanted::new(search.cards, search.moves, search.seed)?;
    front
        .golf
        .think(front.asker(&visitor), move || {
            let dealt = within_patience(|limits| wanted.dealt(limits, Chance::unpredictable));
            Ok(Answer(dealt?))
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
    let hole = golf::hole_in(&asked)?;
    front
        .golf
        .think(front.asker(&visitor), move || {
            Ok(Answer(within_patience(|limits| golf::solved(&hole, limits))))
        })
        .await
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
        let found = search(&Limits { stop: Some(flag), ..golf::limits() });
        drop(done);
        found
    })
}
