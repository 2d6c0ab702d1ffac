//! The game laid out for searching: worlds that carry a plan.
//!
//! Whoever imagines a hole works out a short solution once and then sees at every node whether
//! the claims and the moves that are shown agree with it.

use kit_chess::Step;
use kit_play::{Chance, Game, Lookahead, Seat, Standing, Team};

use super::rules::Alone;
use super::solution::shortest;
use super::{Action, Golf, MOST_CLAIMED, Phase, Public, State, actions, scoring};

/// An imagined round with a solution in mind.
pub struct Caddie {
    chance: Chance,
    states: Vec<State>,
    /// Whether a claim lies sealed that whoever decides at this state may not see.
    sealed: Vec<bool>,
    steps: Vec<Vec<Action>>,
    plan: Plan,
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
        let shown = public.current.demos.last().map_or(0, |demo| demo.steps.len());
        let steps = match public.phase {
            Phase::Solve => shortest(&public.hole, MOST_CLAIMED.into(), &public.rules.ways),
            Phase::Demonstrate => shortest(&public.hole, public.moves_left(), &public.rules.ways),
            Phase::Deal | Phase::Restore(_) => None,
        };
        Plan { hole: public.current.number, demo: public.current.demos.len().saturating_sub(1), shown, steps }
    }

    /// What is left of the plan; nothing if other moves were shown than the plan has.
    fn rest(&self, public: &Public) -> Option<&[Step]> {
        let plan = self.steps.as_ref().filter(|_| public.current.number == self.hole)?;
        let demos = &public.current.demos;
        let shown = demos.last().map_or(&[] as &[Step], |demo| demo.steps.as_slice());
        let since = match demos.len().saturating_sub(1) == self.demo {
            true => shown.get(self.shown..)?,
            false if self.shown == 0 => shown,
            false => return None,
        };
        plan.strip_prefix(since)
    }

    /// What everybody will have if the rest of the hole goes by the plan.
    fn expected(&self, public: &Public) -> Vec<u32> {
        let mut totals = public.totals();
        if public.phase != Phase::Demonstrate || !public.current.scores.is_empty() {
            return totals;
        }
        let claims = &public.current.claims;
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
            vec![scoring::alone(claims[0], solver.is_none(), || false)]
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

/// [golf.solo] By the letter, a claim of none costs nothing, but who wants to play golf that way?
const GIVEN_UP: u8 = MOST_CLAIMED + 1;

impl Public {
    /// Whether the referee sits in for the others.
    fn plays_with_the_referee(&self) -> bool {
        self.seats == 1 && self.rules.alone == Alone::Fingers
    }

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

impl Caddie {
    pub fn new(state: State, chance: Chance) -> Caddie {
        // Whoever thinks ahead does not ask for solutions on every way.
        let mut state = state;
        state.public.rules.tells_shortest = false;
        let plan = Plan::new(&state.public);
        Caddie { chance, states: vec![state], sealed: vec![false], steps: vec![Vec::new()], plan }
    }

    fn state(&self) -> &State {
        self.states.last().expect("a line has a start")
    }

    /// The seats that decide now, the first first.
    fn deciding(&self) -> impl Iterator<Item = Seat> + '_ {
        let State { public, claims } = self.state();
        Seat::first(public.seats).filter(move |seat| match public.phase {
            Phase::Deal => *seat == public.current.dealer,
            Phase::Solve => claims[seat.index()].is_none(),
            Phase::Demonstrate => public.demonstrator() == Some(*seat),
            Phase::Restore(chooser) => *seat == chooser,
        })
    }

    fn step(&self, step: usize) -> Action {
        self.steps[self.states.len() - 1][step]
    }

    /// Whether a step is the next one of the plan.
    fn is_planned(&self, step: usize) -> bool {
        let next = self.plan.rest(&self.state().public).and_then(<[Step]>::first);
        next.is_some_and(|next| self.step(step) == Action::Move(*next))
    }
}

impl Lookahead for Caddie {
    fn standing(&self) -> Standing {
        if let Some(outcome) = &self.state().public.outcome {
            return Standing::Over(outcome.clone());
        }
        let mut deciding = self.deciding();
        let seat = deciding.next().expect("somebody acts until the end");
        match self.sealed.last() == Some(&true) || deciding.next().is_some() {
            true => Standing::Seals(seat),
            false => Standing::Decides(seat),
        }
    }

    fn generate(&mut self) -> usize {
        let seat = self.deciding().next();
        let state = self.state();
        let own = |seat: Seat| state.claims[seat.index()];
        let steps = seat.map_or_else(Vec::new, |seat| actions(&state.public, seat, own(seat)));
        let depth = self.states.len() - 1;
        self.steps[depth] = steps;
        self.steps[depth].len()
    }

    fn count(&mut self) -> usize {
        self.generate()
    }

    fn notation(&self, step: usize) -> String {
        self.step(step).to_string()
    }

    fn is_noisy(&self, step: usize) -> bool {
        self.is_planned(step)
    }

    fn promise(&self, step: usize) -> i32 {
        i32::from(self.is_planned(step))
    }

    fn play(&mut self, step: usize) {
        let action = self.step(step);
        let (seat, others) = {
            let mut deciding = self.deciding();
            (deciding.next().expect("a step has somebody who takes it"), deciding.next().is_some())
        };
        let mut state = self.state().clone();
        Golf.apply(&mut state, seat, &action, &mut self.chance);
        self.chance.take_rolls();
        self.states.push(state);
        self.sealed.push(others);
        self.steps.resize_with(self.states.len().max(self.steps.len()), Vec::new);
    }

    fn undo(&mut self) {
        assert!(self.states.len() > 1, "only what was played is taken back");
        self.states.pop();
        self.sealed.pop();
    }

    fn appraise(&self, team: Team) -> i32 {
        let public = &self.state().public;
        let standing = standing_of(&self.plan.expected(public), Seat(team.0));
        if public.seats == 1 && !public.plays_with_the_referee() {
            standing - POINT * i32::from(GIVEN_UP) * public.given_up()
        } else {
            standing
        }
    }

    fn key(&self) -> u64 {
        0
    }

    fn team(&self, seat: Seat) -> Team {
        Golf.team(seat)
    }
}
