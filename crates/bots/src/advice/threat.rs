//! What somebody could do if the others passed, and one way on: both by short searches.

use kit_play::{Chance, Glimpse, NodeStanding, Seat, Sentence, Tabletop, say};

use super::WORTH_TELLING;
use crate::engine::{Search, TURN, WIN, Window, World};
use crate::limit::{Budget, Limit};
use crate::memory::Memory;
use crate::order::Experience;

/// In how many worlds threats are looked for.
const MOST_WORLDS: usize = 4;

/// After how many steps the rest of a turn is given up.
const LONGEST_REST: usize = 4;

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
            World::new(ahead, team, Memory::for_nodes(nodes / 4, MOST_WORLDS))
        };
        let worlds = seeds.iter().take(MOST_WORLDS).map(world).collect();
        Threats { seat, worlds, limit: Limit { nodes: Some(nodes / 4), ..Limit::by_level() }, used: 0 }
    }

    /// How many nodes were looked at.
    pub(crate) fn nodes(&self) -> u64 {
        self.used
    }

    /// What the advised step threatens, what it prevents, and what can answer it.
    ///
    /// The tabletops are those before the step and after it, as the seat sees them.
    pub(crate) fn reasons(&mut self, best: usize, [before, after]: [&Tabletop; 2]) -> Vec<Sentence> {
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
            let is_move = world.ahead.habit(best) != 0;
            world.ahead.play(best);
            let played = 1 + if is_move { end_turn(world, self.seat) } else { 0 };
            if world.ahead.is_between_turns() {
                let looks = world.ahead.appraise(world.team);
                let answer = gain(world, looks, &mut search);
                threatened.extend(after_a_pass(world, &mut search));
                let eases = |fear: &Gain| answer.as_ref().is_none_or(|answer| answer.cents < fear.cents / 2);
                feared.extend(fear.filter(eases));
                answered.extend(answer);
            }
            (0..played).for_each(|_| world.ahead.undo());
        }
        self.used += budget.used();
        let half = self.worlds.len().div_ceil(2);
        let told = |gain: &Gain| after.told(&gain.step);
        let mut reasons = Vec::new();
        if let Some(gain) = commonest(&threatened, half) {
            reasons.push(match gain.cents > WIN / 4 {
                true => say!("It threatens to win with {move}.", move = told(&gain)),
                false => say!("It threatens {move}.", move = told(&gain)),
            });
        }
        if let Some(gain) = commonest(&feared, half) {
            let told = |gain: &Gain| before.told(&gain.step);
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

/// Goes on to the end of a turn in which the seat has moved, by what promises most of the rest; says
/// how many steps that were.
fn end_turn(world: &mut World, seat: Seat) -> usize {
    let mut played = 0;
    while played < LONGEST_REST && !world.ahead.is_between_turns() && is_decision_of(world, seat) {
        let count = world.ahead.generate();
        let rest = (0..count).max_by_key(|step| (world.ahead.promise(*step), std::cmp::Reverse(*step)));
        let Some(rest) = rest else { break };
        world.ahead.play(rest);
        played += 1;
    }
    played
}

/// What whoever is next after a pass would gain most by; nothing where passing makes no sense.
fn after_a_pass(world: &mut World, search: &mut Search<'_, '_>) -> Option<Gain> {
    let before = world.ahead.appraise(world.team);
    if world.ahead.is_pressed() || !world.ahead.pass() {
        return None;
    }
    // A game may count for whoever is next what can be taken then.
    let looks = (before + world.ahead.appraise(world.team)) / 2;
    let found = gain(world, looks, search);
    world.ahead.undo();
    found
}

/// The noisy step by which whoever decides gains most, if it is worth telling.
///
/// What is gained is counted from how good it looks for the own team.
fn gain(world: &mut World, looks: i32, search: &mut Search<'_, '_>) -> Option<Gain> {
    let NodeStanding::Decides(seat) = world.ahead.standing() else { return None };
    let sign = if world.ahead.team(seat) == world.team { 1 } else { -1 };
    best_gain(world, sign, sign * looks, search).filter(|best| best.cents >= WORTH_TELLING)
}

/// The noisy step by which whoever decides gets furthest from how it looked.
fn best_gain(world: &mut World, sign: i32, looks: i32, search: &mut Search<'_, '_>) -> Option<Gain> {
    let mut best: Option<Gain> = None;
    for step in 0..world.ahead.generate() {
        if !world.ahead.is_noisy(step) || search.budget.is_spent() {
            continue;
        }
        let (notation, is_move) = (world.ahead.notation(step), world.ahead.habit(step) != 0);
        world.ahead.play(step);
        let found = if is_move || !is_turn_of(world, sign) {
            let value = world.search(Window { depth: 0, alpha: -WIN, beta: WIN }, 1, false, search);
            Some(Gain { step: notation, cents: sign * value - looks })
        } else {
            // Where a turn begins with something else, its move is what threatens.
            best_gain(world, sign, looks, search)
        };
        world.ahead.undo();
        world.ahead.generate();
        best = best.into_iter().chain(found).reduce(|one, two| if two.cents > one.cents { two } else { one });
    }
    best
}

/// Whether the same side goes on with its turn.
fn is_turn_of(world: &World, sign: i32) -> bool {
    match world.ahead.standing() {
        NodeStanding::Decides(seat) => {
            (world.ahead.team(seat) == world.team) == (sign > 0) && !world.ahead.is_between_turns()
        }
        NodeStanding::Seals(_) | NodeStanding::Over(_) => false,
    }
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
