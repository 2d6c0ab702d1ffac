//! What somebody could do if the others passed, and one way on: both by short searches.

use kit_play::{Chance, Glimpse, NodeStanding, Seat, Sentence, Tabletop, say};

use super::WORTH_TELLING;
use crate::engine::{Search, TURN, WIN, Window, World};
use crate::limit::{Budget, Limit};
use crate::memory::Memory;
use crate::order::Experience;

/// In how many worlds threats are looked for.
const MOST_WORLDS: usize = 4;

/// Worlds in which somebody passes.
pub(crate) struct Threats {
    seat: Seat,
    worlds: Vec<World>,
    limit: Limit,
    used: u64,
}

/// A step that gains something, in its notation.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Gain {
    step: String,
    /// In hundredths of a pawn.
    cents: i32,
}

impl Threats {
    /// The worlds of the first of these seeds.
    pub(crate) fn new(glimpse: &Glimpse, seat: Seat, seeds: &[u64], nodes: u64) -> Threats {
        let world = |seed: &u64| {
            let ahead = glimpse.lookahead(&mut Chance::seeded(*seed));
            let team = ahead.team(seat);
            World::new(ahead, team, Memory::for_nodes(nodes / 4))
        };
        let worlds = seeds.iter().take(MOST_WORLDS).map(world).collect();
        Threats { seat, worlds, limit: Limit { nodes: Some(nodes / 4), ..Limit::by_level() }, used: 0 }
    }

    /// How many nodes were looked at.
    pub(crate) fn nodes(&self) -> u64 {
        self.used
    }

    /// What the advised step threatens, what it prevents, and what can answer it.
    pub(crate) fn reasons(&mut self, best: usize, tabletop: &Tabletop) -> Vec<Sentence> {
        let [mut threatened, mut feared, mut answered] = [const { Vec::new() }; 3];
        let limit = self.limit.clone();
        let budget = Budget::new(&limit, 0);
        for world in &mut self.worlds {
            if !is_decision_of(world, self.seat) {
                continue;
            }
            let mut experience = Experience::new();
            let mut search = Search { budget: &budget, experience: &mut experience };
            let fear = after_a_pass(world, &mut search);
            world.ahead.generate();
            world.ahead.play(best);
            if world.ahead.is_between_turns() {
                let answer = gain(world, &mut search);
                threatened.extend(after_a_pass(world, &mut search));
                let eases = |fear: &Gain| answer.as_ref().is_none_or(|answer| answer.cents < fear.cents / 2);
                feared.extend(fear.filter(eases));
                answered.extend(answer);
            }
            world.ahead.undo();
        }
        self.used += budget.used();
        let half = self.worlds.len().div_ceil(2);
        let told = |gain: &Gain| tabletop.told(&gain.step);
        let mut reasons = Vec::new();
        if let Some(gain) = commonest(&threatened, half) {
            reasons.push(match gain.cents > WIN / 4 {
                true => say!("It threatens to win with {move}.", move = told(&gain)),
                false => say!("It threatens {move}.", move = told(&gain)),
            });
        }
        if let Some(gain) = commonest(&feared, half) {
            reasons.push(match gain.cents > WIN / 4 {
                true => say!("If you did nothing, {move} would decide the game.", move = told(&gain)),
                false => say!("If you did nothing, {move} would cost you something.", move = told(&gain)),
            });
        }
        if let Some(gain) = commonest(&answered, half) {
            reasons.push(say!("It has a price: the others can answer {move}.", move = told(&gain)));
        }
        reasons
    }

    /// One way on in the first world: the step and what is best after it, by short searches.
    pub(crate) fn line(&mut self, best: usize, action: &str, longest: usize) -> Vec<(Seat, String)> {
        let limit = self.limit.clone();
        let budget = Budget::new(&limit, 0);
        let Some(world) = self.worlds.first_mut() else { return Vec::new() };
        let mut experience = Experience::new();
        let mut search = Search { budget: &budget, experience: &mut experience };
        let mut line = vec![(self.seat, action.to_owned())];
        // Where others seal at the same time, how it goes on is not known.
        let starts_line = is_decision_of(world, self.seat);
        let mut played = 0;
        if starts_line {
            world.ahead.generate();
            world.ahead.play(best);
            played = 1;
            while line.len() < longest && !budget.is_spent() {
                let NodeStanding::Decides(seat) = world.ahead.standing() else { break };
                let Some(step) = best_step(world, seat, &mut search) else { break };
                world.ahead.generate();
                line.push((seat, world.ahead.notation(step)));
                world.ahead.play(step);
                played += 1;
            }
        }
        (0..played).for_each(|_| world.ahead.undo());
        self.used += budget.used();
        line
    }
}

/// Whether the seat decides at the present node, and nobody else does.
fn is_decision_of(world: &World, seat: Seat) -> bool {
    world.ahead.standing() == NodeStanding::Decides(seat)
}

/// What whoever is next after a pass would gain most by; nothing where passing makes no sense.
fn after_a_pass(world: &mut World, search: &mut Search<'_, '_>) -> Option<Gain> {
    if world.ahead.is_pressed() || !world.ahead.pass() {
        return None;
    }
    let found = gain(world, search);
    world.ahead.undo();
    found
}

/// The noisy step by which whoever decides gains most, if it is worth telling.
fn gain(world: &mut World, search: &mut Search<'_, '_>) -> Option<Gain> {
    let NodeStanding::Decides(seat) = world.ahead.standing() else { return None };
    let sign = if world.ahead.team(seat) == world.team { 1 } else { -1 };
    let looks = sign * world.ahead.appraise(world.team);
    let mut best: Option<Gain> = None;
    for step in 0..world.ahead.generate() {
        if !world.ahead.is_noisy(step) || search.budget.is_spent() {
            continue;
        }
        let notation = world.ahead.notation(step);
        world.ahead.play(step);
        let cents =
            sign * world.search(Window { depth: 0, alpha: -WIN, beta: WIN }, 1, false, search) - looks;
        world.ahead.undo();
        world.ahead.generate();
        if cents >= WORTH_TELLING && best.as_ref().is_none_or(|best| cents > best.cents) {
            best = Some(Gain { step: notation, cents });
        }
    }
    best
}

/// The step that is best for whoever decides, looked at one turn further.
fn best_step(world: &mut World, seat: Seat, search: &mut Search<'_, '_>) -> Option<usize> {
    let own = world.ahead.team(seat) == world.team;
    let mut best: Option<(i32, usize)> = None;
    for step in 0..world.ahead.generate() {
        if search.budget.is_spent() && step > 0 {
            return None;
        }
        world.ahead.play(step);
        let value = world.search(Window { depth: TURN, alpha: -WIN, beta: WIN }, 1, false, search);
        world.ahead.undo();
        world.ahead.generate();
        let value = if own { value } else { -value };
        if best.is_none_or(|(highest, _)| value > highest) {
            best = Some((value, step));
        }
    }
    best.map(|(_, step)| step)
}

/// The step that is found in most worlds, if it is in so many at least; of equals the first.
fn commonest(gains: &[Gain], least: usize) -> Option<Gain> {
    let count = |gain: &Gain| gains.iter().filter(|other| other.step == gain.step).count();
    let mut best: Option<&Gain> = None;
    for gain in gains {
        if count(gain) >= least.max(1) && best.is_none_or(|best| count(gain) > count(best)) {
            best = Some(gain);
        }
    }
    best.cloned()
}
