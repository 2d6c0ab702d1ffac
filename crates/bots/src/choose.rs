//! From a glimpse to a decision: imagined worlds, each searched, and the choice that does best on
//! the whole.
//!
//! Choices that others seal at the same time are drawn by lot, once for each world, so that all own
//! choices are compared against the same ones.

use kit_play::{Chance, Glimpse, Lookahead, NodeStanding};

use crate::Level;
use crate::attention::Attention;
use crate::chances::{DECIDED, cents_for, chance_for};
use crate::engine::{Search, TURN, WIN, Window, World};
use crate::limit::{Budget, Limit};
use crate::memory::Memory;
use crate::order::Experience;
use crate::sealed::{Pairing, Sealed};

/// What a bot thought.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// What it does.
    pub action: String,
    /// Its chance to win, as far as it sees.
    pub chance_to_win: f64,
    /// How many turns it looked ahead.
    pub depth: u32,
    /// How many worlds it imagined.
    pub worlds: usize,
    /// How many nodes it looked at.
    pub nodes: u64,
}

/// What a bot does now; nothing when the seat has nothing to decide.
///
/// `memory` is what it found out when it last decided, where nothing is hidden.
pub(crate) fn choose(
    glimpse: &Glimpse,
    level: Level,
    limit: &Limit,
    memory: &mut Option<Memory>,
    chance: &mut Chance,
) -> Option<Thought> {
    let budget = Budget::new(limit, level.nodes(glimpse.about().open));
    let actions = glimpse.actions();
    if actions.is_empty() {
        return None;
    }
    if actions.len() == 1 || level == Level::Random {
        let action = chance.pick(&actions).clone();
        return Some(Thought { action, chance_to_win: 0.5, depth: 0, worlds: 0, nodes: 0 });
    }
    if let Some(thought) = choose_at_once(glimpse, level, &budget, chance) {
        return Some(thought);
    }
    let mut root = Root::new(glimpse, level, &budget, memory.take(), chance);
    let estimates = root.deepen(actions.len(), level.slack(glimpse.about().open), &budget);
    let chosen = estimates.pick(level.slack(glimpse.about().open), chance);
    let thought = Thought {
        action: actions[chosen].clone(),
        chance_to_win: estimates.values[chosen],
        depth: (estimates.depth / TURN) as u32,
        worlds: root.worlds.len(),
        nodes: budget.used(),
    };
    *memory = root.into_memory();
    Some(thought)
}

/// What a bot does where one other side decides at the same time, and there is no other secret:
/// one of its choices, as often as the mix says that nobody can read.
fn choose_at_once(
    glimpse: &Glimpse,
    level: Level,
    budget: &Budget<'_>,
    chance: &mut Chance,
) -> Option<Thought> {
    let seat = glimpse.viewer().seat()?;
    let mut ahead = glimpse.lookahead(chance);
    if !ahead.unseal() {
        return None;
    }
    let team = ahead.team(seat);
    let pairing = Pairing::at(ahead.as_mut(), team)?;
    let mut world = World::new(ahead, team, Memory::for_nodes(budget.most()));
    let mut experience = Experience::new();
    let mut search = Search { budget, experience: &mut experience };
    // So many pairs that each can be looked at a little.
    let most = ((budget.most() as f64 / 40.0).sqrt() as usize).clamp(LEAST_SEALED, 64);
    let mut sealed = Sealed::new(&mut world, pairing, most, TURN, 0, &mut search);
    let mut turns = 1;
    while turns < budget.depth() && !budget.is_spent() {
        if !sealed.deepen(&mut world, (turns as i32 + 1) * TURN, &mut search) {
            break;
        }
        turns += 1;
    }
    let chosen = weighed(&sealed.mix(level.whims()), chance);
    let (action, value) = (glimpse.actions()[chosen].clone(), sealed.solution.value);
    Some(Thought { action, chance_to_win: value, depth: turns, worlds: 1, nodes: budget.used() })
}

/// One of the places, by their weights.
fn weighed(weights: &[f64], chance: &mut Chance) -> usize {
    const PARTS: u32 = 1 << 20;
    let total: f64 = weights.iter().sum();
    let mut left = f64::from(chance.below(PARTS)) / f64::from(PARTS) * total;
    for (place, weight) in weights.iter().enumerate() {
        if left < *weight {
            return place;
        }
        left -= weight;
    }
    weights.len() - 1
}

/// How many choices of each side are looked at in any case.
const LEAST_SEALED: usize = 6;

/// A decision that is being thought about.
struct Root {
    worlds: Vec<Imagined>,
    /// Whether the level thinks of each choice.
    noticed: Vec<bool>,
    experience: Experience,
}

/// A world and what others seal in it.
struct Imagined {
    world: World,
    /// What the others' sealed choices are drawn by.
    lot: u64,
}

impl Root {
    /// As many worlds as the level imagines, or as there is time for, and one in any case.
    fn new(
        glimpse: &Glimpse,
        level: Level,
        budget: &Budget<'_>,
        memory: Option<Memory>,
        chance: &mut Chance,
    ) -> Root {
        let count = if glimpse.about().open { 1 } else { level.worlds() };
        let nodes = budget.most() / count as u64;
        let mut memory = memory.filter(|_| count == 1).unwrap_or_else(|| Memory::for_nodes(nodes));
        memory.grow_older();
        let attention = Attention::of(level.notices(glimpse.about().open), chance);
        let mut worlds = vec![imagine(glimpse, memory, attention, chance)];
        while worlds.len() < count && !budget.is_late_now() {
            worlds.push(imagine(glimpse, Memory::for_nodes(nodes), attention, chance));
        }
        let noticed = noticed(worlds[0].world.ahead.as_mut(), attention);
        Root { worlds, noticed, experience: Experience::new() }
    }

    /// What was found out, if there is but one world and so nothing to forget.
    fn into_memory(self) -> Option<Memory> {
        let [only] = <[Imagined; 1]>::try_from(self.worlds).ok()?;
        Some(only.world.into_memory())
    }

    /// Looks further and further ahead, until the budget is spent.
    fn deepen(&mut self, choices: usize, slack: f64, budget: &Budget<'_>) -> Estimates {
        let mut best = Estimates::blank(choices);
        let most = budget.depth() as i32 * TURN;
        let mut depth = if self.is_within_turns(choices) { 1 } else { TURN };
        while depth <= most {
            best = self.estimate(depth, slack, best, budget);
            if best.is_decided() || budget.is_spent() {
                break;
            }
            depth = if depth < TURN { depth + 1 } else { depth + depth % TURN + TURN };
        }
        best
    }

    /// Whether some choice does not end the turn, so that it pays to look ahead by less than a turn.
    fn is_within_turns(&mut self, choices: usize) -> bool {
        let Some(Imagined { world, .. }) = self.worlds.first_mut() else { return false };
        let ahead = &mut world.ahead;
        ahead.generate();
        (0..choices).any(|choice| {
            ahead.play(choice);
            let is_within = !ahead.is_between_turns();
            ahead.undo();
            is_within
        })
    }

    /// Estimates the choices that are still in question, searched this deep.
    ///
    /// The first depth is done for all, so that there is an answer.
    /// What an unfinished depth has found counts, as long as the choice that was best before is
    /// among it.
    fn estimate(&mut self, depth: i32, slack: f64, before: Estimates, budget: &Budget<'_>) -> Estimates {
        let alone = self.worlds.len() == 1;
        let mut values = vec![None; before.values.len()];
        let (mut best, noticed) = (0.0_f64, self.noticed.clone());
        for choice in before.in_question(alone).into_iter().filter(|choice| noticed[*choice]) {
            let floor = if alone { best - slack_at(best, slack) } else { 0.0 };
            let value = self.value_of(choice, depth, floor, before.depth > 0, budget);
            let Some(value) = value else { break };
            values[choice] = Some(value);
            best = best.max(value);
        }
        before.improved(&values, depth)
    }

    /// What a choice is worth in all worlds; nothing when the budget ran out meanwhile.
    ///
    /// When an answer is wanted at once, it is what the first world says.
    fn value_of(
        &mut self,
        choice: usize,
        depth: i32,
        floor: f64,
        may_stop: bool,
        budget: &Budget<'_>,
    ) -> Option<f64> {
        let floor = if floor > 0.0 { cents_for(floor) } else { -WIN };
        let (mut sum, mut asked) = (0.0, 0);
        for imagined in &mut self.worlds {
            if asked > 0 && budget.is_late() {
                break;
            }
            let mut search = Search { budget, experience: &mut self.experience };
            let value = chance_for(imagined.value_of(choice, depth, floor, &mut search));
            if budget.is_spent() && may_stop {
                return None;
            }
            sum += value;
            asked += 1;
        }
        Some(sum / f64::from(asked))
    }
}

/// Which steps somebody of this attention thinks of: all that change much, give check or end the
/// game, and a few in any case.
fn noticed(ahead: &mut dyn Lookahead, attention: Attention) -> Vec<bool> {
    let count = ahead.generate();
    if attention.is_full() {
        return vec![true; count];
    }
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|step| std::cmp::Reverse(ahead.promise(*step)));
    let quiet = |ahead: &mut dyn Lookahead, step| {
        ahead.play(step);
        let quiet = !ahead.is_pressed() && !matches!(ahead.standing(), NodeStanding::Over(_));
        ahead.undo();
        quiet
    };
    let mut noticed = vec![false; count];
    for (place, step) in order.into_iter().enumerate() {
        let salient = place < FEW || ahead.is_noisy(step) || attention.notices(ahead.habit(step), None);
        noticed[step] = salient || !quiet(ahead, step);
    }
    noticed
}

fn imagine(glimpse: &Glimpse, memory: Memory, attention: Attention, chance: &mut Chance) -> Imagined {
    let seat = glimpse.viewer().seat().expect("only a seat has offers");
    let mut ahead = glimpse.lookahead(chance);
    // Whoever decides at the same time has already done so, for all that can be known.
    while let NodeStanding::Seals(other) = ahead.standing() {
        if other == seat {
            break;
        }
        let steps = ahead.generate() as u32;
        ahead.play(chance.below(steps) as usize);
    }
    let team = ahead.team(seat);
    Imagined { world: World::new(ahead, team, memory).seen_with(attention), lot: chance.seed() }
}

/// How many sealed choices may follow the own one at once.
const MOST_SEALED: usize = 8;

impl Imagined {
    /// The value of an own choice, searched this deep.
    fn value_of(&mut self, choice: usize, depth: i32, floor: i32, search: &mut Search<'_, '_>) -> i32 {
        let played = self.play(choice);
        let spent = if self.world.ahead.is_between_turns() { TURN } else { 1 };
        let depth = depth - spent;
        let scout = |world: &mut World, search: &mut Search<'_, '_>, beta| {
            world.search(Window { depth, alpha: floor, beta }, played, false, search)
        };
        let mut value = WIN;
        if floor > -WIN && !search.budget.is_late() {
            value = scout(&mut self.world, search, floor + 1);
        }
        if value > floor {
            value = scout(&mut self.world, search, WIN);
        }
        for _ in 0..played {
            self.world.ahead.undo();
        }
        value
    }

    /// Makes a choice, and lets others make theirs that are sealed at the same time; says how many
    /// steps that were.
    fn play(&mut self, choice: usize) -> usize {
        let World { ahead, team, .. } = &mut self.world;
        ahead.generate();
        ahead.play(choice);
        let mut played = 1;
        let mut lot = Chance::seeded(self.lot);
        while let NodeStanding::Seals(_) = ahead.standing() {
            if played > MOST_SEALED {
                break;
            }
            let steps = ahead.generate() as u32;
            ahead.play(lot.below(steps) as usize);
            played += 1;
            if let NodeStanding::Seals(seat) = ahead.standing()
                && ahead.team(seat) == *team
            {
                break;
            }
        }
        played
    }
}

/// The chances to win of all own choices.
struct Estimates {
    values: Vec<f64>,
    /// How deep each was searched.
    depths: Vec<i32>,
    depth: i32,
    /// How many depths were done.
    rounds: u32,
}

/// How many choices stay in question at every depth.
const FEW: usize = 5;

impl Estimates {
    fn blank(choices: usize) -> Estimates {
        Estimates { values: vec![0.5; choices], depths: vec![0; choices], depth: 0, rounds: 0 }
    }

    /// The choices that were looked at furthest.
    fn known(&self) -> impl Iterator<Item = usize> {
        (0..self.values.len()).filter(|choice| self.depths[*choice] == self.depth)
    }

    fn best(&self) -> f64 {
        self.known().map(|choice| self.values[choice]).fold(0.0, f64::max)
    }

    /// Whether thinking on can change nothing: the game is won, or lost whatever one does.
    fn is_decided(&self) -> bool {
        !(DECIDED..=1.0 - DECIDED).contains(&self.best())
    }

    /// The choices that are to be looked at next, the best first.
    ///
    /// One world costs little for choices that are worse; many worlds are looked at for fewer and
    /// fewer choices.
    fn in_question(&self, alone: bool) -> Vec<usize> {
        let mut order: Vec<usize> =
            if alone { (0..self.values.len()).collect() } else { self.known().collect() };
        order.sort_by(|one, two| {
            (self.depths[*two], self.values[*two])
                .partial_cmp(&(self.depths[*one], self.values[*one]))
                .expect("chances are numbers")
        });
        if !alone {
            order.truncate((self.values.len() >> self.rounds.min(16)).max(FEW));
        }
        order
    }

    /// The same with what was found at another depth.
    fn improved(mut self, found: &[Option<f64>], depth: i32) -> Estimates {
        if found.iter().all(Option::is_none) {
            return self;
        }
        self.depth = depth;
        self.rounds += 1;
        for (choice, value) in found.iter().enumerate() {
            if let Some(value) = value {
                self.values[choice] = *value;
                self.depths[choice] = depth;
            }
        }
        self
    }

    /// One of the best; a win that is there is always taken.
    fn pick(&self, slack: f64, chance: &mut Chance) -> usize {
        let best = self.best();
        let slack = slack_at(best, slack);
        let good: Vec<usize> = self.known().filter(|choice| self.values[*choice] >= best - slack).collect();
        *chance.pick(&good)
    }
}

/// The slack that is left when the best chance to win is this.
///
/// Near certainty all choices have nearly the same chance to win, so that what is worth a blunder
/// in an even game would be worth anything there.
fn slack_at(best: f64, slack: f64) -> f64 {
    let doubt = if best > 1.0 - DECIDED { 0.0 } else { 4.0 * best * (1.0 - best) };
    slack * doubt * doubt
}
