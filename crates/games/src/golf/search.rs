//! The game laid out for searching: worlds that carry a plan.
//!
//! Whoever imagines a hole works out a short solution once and then sees at every node whether
//! the claims and the moves that are shown agree with it.
//! Somebody with little insight finds one that is longer, or none, and counts on no other.

use std::cell::OnceCell;

use kit_chess::Step;
use kit_play::lookahead::Imagined;
use kit_play::{Chance, Insight, Lookahead, NodeStanding, Seat, Team};

use super::course::Sight;
use super::solution::shortest;
use super::{Action, Golf, MOST_CLAIMED, Phase, Public, State, scoring};
use crate::keys::mixed;

/// An imagined round with a solution in mind.
pub struct PlannedLine {
    line: Imagined<Golf>,
    /// What everybody knew when the search began.
    start: Public,
    /// It is worked out when it is first asked for.
    plan: OnceCell<Plan>,
}

/// A shortest solution of the hole that was being played when the search began.
struct Plan {
    hole: u8,
    /// The demonstration in which it was made, and how many moves had been shown then.
    demo: usize,
    shown: usize,
    /// None if no short one was found.
    steps: Option<Vec<Step>>,
}

impl Plan {
    fn new(public: &Public) -> Plan {
        Plan::found(public, |at_most| shortest(&public.hole, at_most, &public.rules.ways).line())
    }

    /// What somebody finds who does not see all.
    ///
    /// Who overlooked a move overlooks it for as long as the hole is played, so that a solution which
    /// was found is not forgotten when it is to be shown.
    fn with_insight(public: &Public, seat: Seat, Insight { nodes, percent }: Insight) -> Plan {
        let hole = u64::from(public.current.number) << 8 | u64::from(seat.0);
        let cards = public.hole.cards.iter().map(|piece| u64::from(u32::from(piece.char())));
        let seed = cards.fold(hole, mixed);
        let mut sight = Sight { left: nodes, percent, seed };
        Plan::found(public, |at_most| public.hole.found_with(at_most, &public.rules.ways, &mut sight))
    }

    fn found(public: &Public, find: impl FnOnce(usize) -> Option<Vec<Step>>) -> Plan {
        let shown = public.current.demos.last().map_or(0, |demo| demo.steps.len());
        let steps = match public.phase {
            Phase::Solve => find(MOST_CLAIMED.into()),
            Phase::Demonstrate => find(public.moves_left()),
            Phase::Deal | Phase::Restore(_) => None,
        };
        Plan { hole: public.current.number, demo: public.current.demos.len().saturating_sub(1), shown, steps }
    }

    /// What is left of the plan; nothing if other moves were shown than the plan has.
    fn rest(&self, public: &Public) -> Option<&[Step]> {
        let plan = self.steps.as_ref().filter(|_| public.current.number == self.hole)?;
        let demos = &public.current.demos;
        let shown = demos.last().map_or(&[] as &[Step], |demo| demo.steps.as_slice());
        let since = if demos.len().saturating_sub(1) == self.demo {
            shown.get(self.shown..)?
        } else {
            Some(shown).filter(|_| self.shown == 0)?
        };
        plan.strip_prefix(since)
    }

    /// What everybody will have if the rest of the hole goes by the plan.
    fn expected(&self, public: &Public) -> Vec<u32> {
        let mut totals = public.totals();
        let claims = &public.current.claims;
        // After the last hole nothing is claimed any more.
        if public.phase != Phase::Demonstrate || !public.current.scores.is_empty() || claims.is_empty() {
            return totals;
        }
        let mut failed = public.current.failed();
        let mut solver = None;
        for (place, seat) in public.demonstrators().into_iter().enumerate().skip(failed.len()) {
            let current = place + 1 == public.current.demos.len();
            let length = if current { self.rest(public).map(<[Step]>::len) } else { self.whole_length() };
            let most = if current { public.moves_left() } else { usize::from(claims[seat.index()]) };
            if length.is_some_and(|length| length <= most) {
                solver = Some(seat);
                break;
            }
            failed.push(seat);
        }
        let scores = if public.plays_with_the_referee() {
            vec![scoring::alone(claims[0], solver.is_none(), || true)]
        } else {
            scoring::scores(claims, &failed, solver, public.rules.penalty_includes_self)
        };
        totals.iter_mut().zip(scores).for_each(|(total, score)| *total += u32::from(score));
        totals
    }

    /// How long the plan is for somebody who starts anew.
    fn whole_length(&self) -> Option<usize> {
        self.steps.as_ref().filter(|_| self.shown == 0).map(Vec::len)
    }
}

/// [golf.solo] By the letter, a claim of zero costs nothing, but the bot plays to solve holes.
const GIVEN_UP: u8 = MOST_CLAIMED + 1;

impl Public {
    /// How many holes were played without a number.
    fn given_up(&self) -> i32 {
        let records = self.history.iter().chain([&self.current]);
        records.filter(|record| record.claims.first() == Some(&0)).count() as i32
    }
}

/// What a point is worth, in hundredths of a pawn.
const POINT: i32 = 100;

/// How good totals look for a seat: how far it is ahead of the best of the others.
pub fn standing_of(totals: &[u32], seat: Seat) -> i32 {
    let own = totals.get(seat.index()).map_or(0, |total| *total as i32);
    let others = totals.iter().enumerate().filter(|(other, _)| *other != seat.index());
    let lowest = others.map(|(_, total)| *total as i32).min().unwrap_or(0);
    POINT * (lowest - own)
}

/// The points, in hundredths, that a line stands for which looks so good to somebody who plays alone.
pub fn points(public: &Public, appraisal: i32) -> Option<i32> {
    let unclaimed = if public.plays_with_the_referee() { 0 } else { public.given_up() };
    (public.seats == 1).then(|| -100 * appraisal / POINT - 100 * i32::from(GIVEN_UP) * unclaimed)
}

impl PlannedLine {
    pub fn new(mut state: State, chance: Chance) -> PlannedLine {
        // Whoever thinks ahead does not ask for solutions on every way.
        state.public.rules.tells_shortest = false;
        let start = state.public.clone();
        PlannedLine { line: Imagined::new(Golf, state, chance), start, plan: OnceCell::new() }
    }

    fn plan(&self) -> &Plan {
        self.plan.get_or_init(|| Plan::new(&self.start))
    }

    /// The solution in mind, if there is one.
    #[cfg(test)]
    pub fn solution(&self) -> Option<&[Step]> {
        self.plan().steps.as_deref()
    }

    /// Whether a step is the next one of the plan.
    fn is_planned(&self, step: usize) -> bool {
        let next = self.plan().rest(&self.line.state().public).and_then(<[Step]>::first);
        next.is_some_and(|next| *self.line.action(step) == Action::Move(*next))
    }
}

impl Lookahead for PlannedLine {
    fn standing(&self) -> NodeStanding {
        self.line.standing()
    }

    fn generate(&mut self) -> usize {
        self.line.generate()
    }

    fn count(&mut self) -> usize {
        self.line.count()
    }

    fn notation(&self, step: usize) -> String {
        self.line.notation(step)
    }

    fn is_noisy(&self, step: usize) -> bool {
        self.is_planned(step)
    }

    fn promise(&self, step: usize) -> i32 {
        i32::from(self.is_planned(step))
    }

    fn play(&mut self, step: usize) {
        self.line.play(step);
    }

    fn undo(&mut self) {
        self.line.undo();
    }

    fn appraise(&self, team: Team) -> i32 {
        let public = &self.line.state().public;
        let standing = standing_of(&self.plan().expected(public), Seat(team.0));
        if public.seats == 1 && !public.plays_with_the_referee() {
            standing - POINT * i32::from(GIVEN_UP) * public.given_up()
        } else {
            standing
        }
    }

    fn plan_with(&mut self, seat: Seat, insight: Insight) {
        self.plan = OnceCell::from(Plan::with_insight(&self.start, seat, insight));
    }

    fn key(&self) -> u64 {
        0
    }

    fn team(&self, seat: Seat) -> Team {
        self.line.team(seat)
    }
}
