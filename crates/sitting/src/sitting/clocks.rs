//! The time that players have, and the time that the rules give.

use std::time::Duration;

use kit_play::Seat;

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
}

const SECOND: i64 = 1_000;
const DAY: i64 = 86_400 * SECOND;

impl Clocks {
    /// Clocks that stand still.
    pub fn new(plan: Option<ClockPlan>, seats: usize) -> Clocks {
        let left = plan.map_or(0, |plan| match plan {
            ClockPlan::Player { seconds, .. } | ClockPlan::Move { seconds } => i64::from(seconds) * SECOND,
            ClockPlan::Days { days } => i64::from(days) * DAY,
        });
        Clocks { plan, clocks: vec![Clock { left, since: None }; seats], timer: None }
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

    /// The first moment at which something runs out.
    pub fn deadline(&self) -> Option<i64> {
        self.falls().map(|(_, at)| at).chain(self.timer).min()
    }

    /// The seat whose time ran out first, if one has by now.
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
        self.clocks
            .iter()
            .enumerate()
            .filter_map(|(index, clock)| Some((Seat(index as u8), clock.since? + clock.left)))
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
        assert_eq!(clocks.deadline(), Some(70_000));
        assert_eq!(clocks.fallen(69_999), None);
        assert_eq!(clocks.fallen(70_000), Some(BLACK));
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
