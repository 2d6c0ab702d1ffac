//! The time that players have, and the time that the rules give.
//!
//! What the network takes is given back, as far as a seat's account goes: everybody starts with a
//! little, and gets a little more with each action, so that nobody gains much by seeming far away.

use std::time::Duration;

use kit_play::Seat;

use super::Arrival;
use crate::agreed::ClockPlan;

/// The clocks of a table.
pub struct Clocks {
    plan: Option<ClockPlan>,
    clocks: Vec<Clock>,
    timer: Option<i64>,
}

#[derive(Clone, Copy)]
struct Clock {
    left: i64,
    since: Option<i64>,
    /// How much may still be given back.
    account: i64,
}

/// How much may be given back at first, how much more after each action, and how much at most.
const ACCOUNT: i64 = 500;
const ACCOUNT_GROWS: i64 = 100;
const LARGEST_ACCOUNT: i64 = 1_000;

const SECOND: i64 = 1_000;
const DAY: i64 = 86_400 * SECOND;

impl Clocks {
    /// Clocks that stand still.
    pub fn new(plan: Option<ClockPlan>, seats: usize) -> Clocks {
        let left = plan.map_or(0, |plan| match plan {
            ClockPlan::Player { seconds, .. } | ClockPlan::Move { seconds } => i64::from(seconds) * SECOND,
            ClockPlan::Days { days } => i64::from(days) * DAY,
        });
        let account = if gives_back(plan) { ACCOUNT } else { 0 };
        Clocks { plan, clocks: vec![Clock { left, since: None, account }; seats], timer: None }
    }

    /// How much is given back of the time that an action of a seat was on its way.
    pub fn credit(&self, seat: Seat, arrival: Arrival) -> i64 {
        let Some(Clock { since: Some(since), account, .. }) = self.clocks.get(seat.index()) else { return 0 };
        let lag = i64::try_from(arrival.lag.as_millis()).unwrap_or(i64::MAX);
        lag.min(*account).min(arrival.at - since).max(0)
    }

    /// Whether an action of a seat comes when its time is up, and what is given back, too.
    pub fn is_late(&self, seat: Seat, at: i64, credit: i64) -> bool {
        self.clocks.get(seat.index()).is_some_and(|clock| {
            self.plan.is_some() && clock.since.is_some_and(|since| at >= since + clock.left + credit)
        })
    }

    /// Does not charge a seat for so much of the time that runs.
    pub fn give_back(&mut self, seat: Seat, milliseconds: i64) {
        let Some(clock) = self.clocks.get_mut(seat.index()) else { return };
        if let Some(since) = &mut clock.since {
            *since += milliseconds;
            clock.account = (clock.account - milliseconds).max(0);
        }
    }

    /// A seat has decided.
    pub fn stop(&mut self, seat: Seat, at: i64) {
        let Some(plan) = self.plan else { return };
        let Some(clock) = self.clocks.get_mut(seat.index()) else { return };
        if let Some(since) = clock.since.take() {
            clock.left -= at - since;
        }
        match plan {
            ClockPlan::Player { increment, .. } => clock.left += i64::from(increment) * SECOND,
            ClockPlan::Move { seconds } => clock.left = i64::from(seconds) * SECOND,
            ClockPlan::Days { days } => clock.left = i64::from(days) * DAY,
        }
        if gives_back(self.plan) {
            clock.account = (clock.account + ACCOUNT_GROWS).min(LARGEST_ACCOUNT);
        }
    }

    /// Lets the clocks of exactly these seats run.
    pub fn run_for(&mut self, seats: &[Seat], at: i64) {
        if self.plan.is_none() {
            return;
        }
        for (index, clock) in self.clocks.iter_mut().enumerate() {
            let runs = seats.iter().any(|seat| seat.index() == index);
            match (runs, clock.since) {
                (true, None) => clock.since = Some(at),
                (false, Some(since)) => {
                    clock.left -= at - since;
                    clock.since = None;
                }
                (true, Some(_)) | (false, None) => {}
            }
        }
    }

    /// The time that the rules give; it does not start anew while it runs.
    pub fn set_timer(&mut self, timer: Option<Duration>, at: i64) {
        self.timer = match (timer, self.timer) {
            (None, _) => None,
            (Some(_), Some(until)) => Some(until),
            (Some(time), None) => Some(at + i64::try_from(time.as_millis()).unwrap_or(i64::MAX - at)),
        };
    }

    /// The first moment at which something runs out, and no action can be on its way any more.
    pub fn deadline(&self) -> Option<i64> {
        self.falls().map(|(_, at)| at).chain(self.timer).min()
    }

    /// The seat whose time ran out first, if one has by now, and no action of it can be on its way.
    pub fn fallen(&self, now: i64) -> Option<Seat> {
        let (seat, _) = self.falls().filter(|(_, at)| *at <= now).min_by_key(|(_, at)| *at)?;
        Some(seat)
    }

    /// Whether the time of the rules is up.
    pub fn timer_is_up(&self, now: i64) -> bool {
        self.timer.is_some_and(|until| until <= now)
    }

    /// How much of the time of the rules is left.
    pub fn timer_left(&self, now: i64) -> Option<u64> {
        self.timer.map(|until| u64::try_from(until - now).unwrap_or(0))
    }

    /// For each seat: what is left, and whether it runs; nothing without clocks.
    pub fn shown(&self, now: i64) -> Vec<(Seat, u64, bool)> {
        let shown = |(index, clock): (usize, &Clock)| {
            let left = clock.left - clock.since.map_or(0, |since| now - since);
            (Seat(index as u8), u64::try_from(left).unwrap_or(0), clock.since.is_some())
        };
        match self.plan {
            Some(_) => self.clocks.iter().enumerate().map(shown).collect(),
            None => Vec::new(),
        }
    }

    fn falls(&self) -> impl Iterator<Item = (Seat, i64)> + '_ {
        let fall = |clock: &Clock| Some(clock.since? + clock.left + clock.account);
        let fall = move |(index, clock)| Some((Seat(index as u8), fall(clock)?));
        self.clocks.iter().enumerate().filter_map(fall)
    }
}

/// Whether the time on the way is given back; where a turn takes days it does not matter.
fn gives_back(plan: Option<ClockPlan>) -> bool {
    match plan {
        Some(ClockPlan::Player { .. } | ClockPlan::Move { .. }) => true,
        Some(ClockPlan::Days { .. }) | None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: Seat = Seat(0);
    const BLACK: Seat = Seat(1);

    #[test]
    fn a_turn_costs_time_and_brings_the_increment() {
        let mut clocks = Clocks::new(Some(ClockPlan::Player { seconds: 60, increment: 2 }), 2);
        clocks.run_for(&[WHITE], 0);
        clocks.stop(WHITE, 10_000);
        clocks.run_for(&[BLACK], 10_000);
        assert_eq!(clocks.shown(11_000), [(WHITE, 52_000, false), (BLACK, 59_000, true)]);
        // An action may still be on its way.
        assert_eq!(clocks.deadline(), Some(70_500));
        assert_eq!(clocks.fallen(70_499), None);
        assert_eq!(clocks.fallen(70_500), Some(BLACK));
    }

    fn arrival(at: i64, lag: u64) -> Arrival {
        Arrival { at, lag: Duration::from_millis(lag) }
    }

    /// White thinks for a second, and the action is on its way for some time.
    fn turn(clocks: &mut Clocks, begun: i64, lag: u64) -> i64 {
        clocks.run_for(&[WHITE], begun);
        let at = begun + 1_000 + lag as i64;
        let credit = clocks.credit(WHITE, arrival(at, lag));
        clocks.give_back(WHITE, credit);
        clocks.stop(WHITE, at);
        at
    }

    fn white_has(clocks: &Clocks) -> u64 {
        clocks.shown(0)[0].1
    }

    #[test]
    fn nobody_is_charged_for_the_network() {
        let mut clocks = Clocks::new(Some(ClockPlan::Player { seconds: 60, increment: 0 }), 2);
        let mut begun = 0;
        for turns in 1..=5 {
            begun = turn(&mut clocks, begun, 100);
            assert_eq!(white_has(&clocks), 60_000 - turns * 1_000);
        }
    }

    #[test]
    fn no_more_is_given_back_than_the_account_has() {
        let mut clocks = Clocks::new(Some(ClockPlan::Player { seconds: 60, increment: 0 }), 2);
        let mut begun = turn(&mut clocks, 0, 0);
        for _ in 0..9 {
            begun = turn(&mut clocks, begun, 0);
        }
        assert_eq!(white_has(&clocks), 50_000);
        // The account is full; what is said beyond that is charged.
        begun = turn(&mut clocks, begun, 3_000);
        assert_eq!(white_has(&clocks), 50_000 - 4_000 + 1_000);
        begun = turn(&mut clocks, begun, 3_000);
        assert_eq!(white_has(&clocks), 47_000 - 4_000 + 100);
        // Nor is more given back than was taken.
        clocks.run_for(&[WHITE], begun);
        assert_eq!(clocks.credit(WHITE, arrival(begun + 30, 3_600_000)), 30);
        assert_eq!(clocks.credit(WHITE, arrival(begun - 30, 3_600_000)), 0, "time that went back");
        assert_eq!(clocks.credit(BLACK, arrival(begun + 30, 3_600_000)), 0, "a clock that stands still");
    }

    #[test]
    fn what_comes_late_counts_only_as_far_as_it_was_on_its_way() {
        let mut clocks = Clocks::new(Some(ClockPlan::Move { seconds: 10 }), 2);
        clocks.run_for(&[WHITE], 0);
        let late = |at, lag| {
            let credit = clocks.credit(WHITE, arrival(at, lag));
            clocks.is_late(WHITE, at, credit)
        };
        assert!(!late(9_999, 0));
        assert!(late(10_000, 0), "a flag that has not fallen by itself");
        assert!(!late(10_299, 300));
        assert!(late(10_300, 300));
        assert!(late(10_500, 3_600_000), "a forged delay");
        assert!(!clocks.is_late(BLACK, 99_000, 0), "a clock that stands still");
    }

    #[test]
    fn turns_of_days_have_no_account() {
        let mut clocks = Clocks::new(Some(ClockPlan::Days { days: 1 }), 2);
        clocks.run_for(&[WHITE], 0);
        assert_eq!(clocks.credit(WHITE, arrival(5_000, 300)), 0);
        assert_eq!(clocks.deadline(), Some(DAY));
        clocks.stop(WHITE, 5_000);
        clocks.run_for(&[WHITE], 5_000);
        assert_eq!(clocks.deadline(), Some(DAY + 5_000));
    }

    #[test]
    fn in_a_sealed_phase_all_who_have_not_chosen_run() {
        let mut clocks = Clocks::new(Some(ClockPlan::Move { seconds: 30 }), 2);
        clocks.run_for(&[WHITE, BLACK], 0);
        clocks.stop(BLACK, 5_000);
        clocks.run_for(&[WHITE], 5_000);
        assert_eq!(clocks.shown(6_000), [(WHITE, 24_000, true), (BLACK, 30_000, false)]);
    }

    #[test]
    fn the_time_of_the_rules_does_not_start_anew() {
        let mut clocks = Clocks::new(None, 2);
        clocks.set_timer(Some(Duration::from_secs(60)), 0);
        clocks.set_timer(Some(Duration::from_secs(60)), 30_000);
        assert_eq!(clocks.timer_left(30_000), Some(30_000));
        assert!(clocks.timer_is_up(60_000));
        clocks.set_timer(None, 60_000);
        assert_eq!(clocks.deadline(), None);
    }
}
