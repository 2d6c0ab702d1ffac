//! From a glimpse to a decision: worlds that the seat believes possible, each searched, and the
//! choice that does best on the whole.
//!
//! Choices that others seal at the same time are drawn by lot, once for each world, so that all own
//! choices are compared against the same ones.
//! What a choice counts on that the seat will not know is taken off its value (`presumed.rs`).
//! Among choices that look alike to the others one is taken by lot, so that they cannot be read.

use kit_play::numbers::exp;
use kit_play::{Chance, Glimpse, Insight, Lookahead, NodeStanding, Seat};

use crate::Level;
use crate::attention::Attention;
use crate::chances::{DECIDED, cents_for, chance_for};
use crate::engine::{Search, TURN, WIN, Window, World, is_quiet_after};
use crate::limit::{Budget, Limit};
use crate::memory::Memory;
use crate::order::Experience;
use crate::partners::choose_together;
use crate::presumed::Presumed;
use crate::sealed::{Pairing, Round, Sealed};

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
pub(crate) fn choose(glimpse: &Glimpse, level: Level, limit: &Limit, chance: &mut Chance) -> Option<Thought> {
    let budget = Budget::new(limit, level.nodes(glimpse.about().open));
    let actions = glimpse.actions();
    if actions.is_empty() {
        return None;
    }
    if actions.len() == 1 || level == Level::Random {
        let action = chance.pick(&actions).clone();
        return Some(Thought { action, chance_to_win: 0.5, depth: 0, worlds: 0, nodes: 0 });
    }
    let together = choose_at_once(glimpse, level, &budget, chance);
    if let Some(thought) = together.or_else(|| choose_together(glimpse, level, &budget, chance)) {
        return Some(thought);
    }
    let attention = Attention::of(level.notices(glimpse.about().open), chance);
    let mut root = Root::new(glimpse, level, attention, &budget, chance);
    let mut estimates = Estimates::blank(actions.len());
    let manner = root.manner(glimpse.about().seats.len(), &mut estimates, chance);
    let doubts = root.worlds.len() > 1 && budget.most() >= DOUBTING;
    budget.keep_back(if doubts { budget.most() / 4 } else { 0 });
    let mut estimates = root.deepen(estimates, level.slack(glimpse.about().open), &budget);
    if doubts {
        root.doubt(glimpse, &mut estimates, &budget, chance);
    }
    let chosen = estimates.pick(&manner, level.slack(glimpse.about().open), chance);
    let thought = Thought {
        action: actions[chosen].clone(),
        chance_to_win: estimates.values[chosen],
        depth: (estimates.depth / TURN) as u32,
        worlds: root.worlds.len(),
        nodes: budget.used(),
    };
    Some(thought)
}

/// What all choices of a seat are worth.
pub(crate) struct Weighed {
    /// The chance to win of each.
    pub(crate) values: Vec<f64>,
    /// How often each is to be made, where one other side decides at the same time.
    pub(crate) mix: Option<Vec<f64>>,
    /// The chance to win of whoever does that, or makes the best choice.
    pub(crate) value: f64,
    /// How many turns were looked ahead.
    pub(crate) depth: u32,
    /// How many worlds were imagined.
    pub(crate) worlds: usize,
}

/// What all choices of a seat that has some are worth, looked at with as many worlds as a level
/// imagines.
///
/// What is worse than the best by more than `slack` may look better than it is, but not better than
/// that.
pub(crate) fn weigh(
    glimpse: &Glimpse,
    level: Level,
    slack: f64,
    budget: &Budget<'_>,
    chance: &mut Chance,
) -> Weighed {
    // Whoever is advised wants nothing overlooked.
    if let Some(Together { sealed, turns, .. }) = seal_at_once(glimpse, 100, budget, chance) {
        let (mix, value) = (sealed.mix((0.0, 0.01)), sealed.solution.value);
        return Weighed { values: sealed.values(), mix: Some(mix), value, depth: turns, worlds: 1 };
    }
    let mut root = Root::new(glimpse, level, Attention::FULL, budget, chance);
    let mut estimates = Estimates::blank(glimpse.actions().len());
    root.manner(glimpse.about().seats.len(), &mut estimates, chance);
    let doubts = root.worlds.len() > 1 && budget.most() >= DOUBTING;
    budget.keep_back(if doubts { budget.most() / 5 * 2 } else { 0 });
    let mut estimates = root.deepen(estimates, slack, budget);
    if doubts {
        root.doubt(glimpse, &mut estimates, budget, chance);
    }
    let (best, depth) = (estimates.best(), (estimates.depth / TURN) as u32);
    Weighed { values: estimates.told(), mix: None, value: best, depth, worlds: root.worlds.len() }
}

/// What a bot does where one other side decides at the same time, and there is no other secret:
/// one of its choices, as often as the mix says that nobody can read.
fn choose_at_once(
    glimpse: &Glimpse,
    level: Level,
    budget: &Budget<'_>,
    chance: &mut Chance,
) -> Option<Thought> {
    let Mixed { chosen, value, turns, .. } = mixed(glimpse, level, budget, chance)?;
    let action = glimpse.actions()[chosen].clone();
    Some(Thought { action, chance_to_win: value, depth: turns, worlds: 1, nodes: budget.used() })
}

/// How often a bot of a level makes each choice where one other side decides at the same time.
pub(crate) fn mixed(
    glimpse: &Glimpse,
    level: Level,
    budget: &Budget<'_>,
    chance: &mut Chance,
) -> Option<Mixed> {
    let notices = level.notices(glimpse.about().open);
    let Together { sealed, turns, goes_on, .. } = seal_at_once(glimpse, notices, budget, chance)?;
    let is_glance = turns == 1 && goes_on;
    let shares = sealed.mix(whims(level, is_glance && sealed.is_pure()));
    let chosen = weighed(&shares, chance);
    Some(Mixed { shares, chosen, value: sealed.solution.value, gap: sealed.gap(), turns })
}

/// How often somebody makes a choice that is good enough, and how good that must be.
///
/// Where one choice seems to be right whatever the other side does, but that is a glance of no more
/// than a turn and there is more to see, what is nearly as good is made as well: else whoever plays
/// twice knows it beforehand.
fn whims(level: Level, seems_right: bool) -> (f64, f64) {
    let (often, careless) = level.whims();
    if seems_right { (often.max(0.5), careless.max(0.015)) } else { (often, careless) }
}

/// How often choices are made where one other side decides at the same time.
#[derive(Clone, Debug, PartialEq)]
pub struct Mixed {
    /// How often each offer is chosen, in the order of offers.
    pub shares: Vec<f64>,
    /// Which of them is chosen this time, by lot.
    pub chosen: usize,
    /// The chance to win, as far as it was looked ahead.
    pub value: f64,
    /// How much either side could gain, at the most, by choosing otherwise than both are taken to.
    pub gap: f64,
    /// How many turns were looked ahead.
    pub turns: u32,
}

/// The best answer to somebody who decides at the same time and is known to mix like that.
pub(crate) fn answer_to(
    mix: &[f64],
    glimpse: &Glimpse,
    budget: &Budget<'_>,
    chance: &mut Chance,
) -> Option<String> {
    let Together { mut world, mut sealed, .. } = seal_at_once(glimpse, 100, budget, chance)?;
    let mut experience = Experience::new();
    let mut search = Search { budget, experience: &mut experience };
    let best = sealed.best_against(mix, &mut world, &mut search)?;
    glimpse.actions().get(best).cloned()
}

/// What was found out where one other side decides at the same time.
struct Together {
    world: World,
    sealed: Sealed,
    /// How many turns were looked ahead.
    turns: u32,
    /// Whether there is more to see beyond them.
    goes_on: bool,
}

/// The pairs of choices where one other side decides at the same time, looked at by somebody who
/// notices so many quiet steps of a hundred; nothing elsewhere.
fn seal_at_once(
    glimpse: &Glimpse,
    notices: u32,
    budget: &Budget<'_>,
    chance: &mut Chance,
) -> Option<Together> {
    let seat = glimpse.viewer().seat()?;
    let mut ahead = glimpse.lookahead(chance);
    if !ahead.unseal() {
        return None;
    }
    let team = ahead.team(seat);
    let pairing = Pairing::at(ahead.as_mut(), team)?;
    let attention = Attention::of(notices, chance);
    let mut world = World::new(ahead, team, Memory::for_nodes(budget.most(), 1)).seen_with(attention);
    let mut experience = Experience::new();
    let mut search = Search { budget, experience: &mut experience };
    let mut sealed = Sealed::new(&mut world, pairing, attention, &mut search);
    let (mut turns, mut last) = (1, 0);
    let mut goes_on = !is_decided(sealed.solution.value);
    while turns < budget.depth() && !budget.is_spent() && goes_on {
        let before = budget.used();
        let round = sealed.deepen(&mut world, (turns as i32 + 1) * TURN, &mut search);
        let nodes = budget.used() - before;
        if round == Round::Unfinished {
            break;
        }
        // Where a round takes no more than the one before and finds the same, everything ends within
        // what was seen, and there is nothing beyond it.
        goes_on = round == Round::Changed || nodes > last;
        if goes_on {
            (turns, last) = (turns + 1, nodes);
            goes_on = !is_decided(sealed.solution.value);
        }
    }
    Some(Together { world, sealed, turns, goes_on })
}

/// Whether a chance to win is as good as none, or as certain.
fn is_decided(value: f64) -> bool {
    !(DECIDED..=1.0 - DECIDED).contains(&value)
}

/// One of the places, by their weights.
pub(crate) fn weighed(weights: &[f64], chance: &mut Chance) -> usize {
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

/// How often it is asked what others may believe, and how many worlds they then think possible.
const MINDS: usize = 2;
const BELIEVED: usize = 6;

/// With fewer nodes than this, a bot takes for granted that it and others will know all: doubts cost
/// nodes, and at Club those were worth more where they saw further.
const DOUBTING: u64 = 100_000;

/// A decision that is being thought about.
struct Root {
    seat: Seat,
    worlds: Vec<Imagined>,
    /// Whether the level thinks of each choice.
    noticed: Vec<bool>,
    experience: Experience,
}

/// A world and what others seal in it.
pub(crate) struct Imagined {
    pub(crate) world: World,
    /// How likely it is, beside the others.
    pub(crate) weight: f64,
    /// What the others' sealed choices are drawn by.
    lot: u64,
}

/// How choices are to be told apart beyond their values.
struct Manner {
    /// What each choice looks like to those who play against it.
    looks: Vec<u64>,
    /// Choices that only let the turn go by.
    idle: Vec<bool>,
}

impl Root {
    /// As many worlds as the level imagines, or as there is time for, and one in any case.
    fn new(
        glimpse: &Glimpse,
        level: Level,
        attention: Attention,
        budget: &Budget<'_>,
        chance: &mut Chance,
    ) -> Root {
        let seat = glimpse.viewer().seat().expect("only a seat has offers");
        let count = if glimpse.about().open { 1 } else { level.worlds() };
        let mut believed = glimpse.worlds(if budget.is_late_now() { 1 } else { count }, chance).list;
        chance.shuffle(&mut believed);
        let tables = believed.len();
        let nodes = budget.most() / tables as u64;
        let mut worlds: Vec<Imagined> = Vec::with_capacity(believed.len());
        for (weight, mut ahead) in believed {
            if !worlds.is_empty() && budget.is_late_now() {
                break;
            }
            if !attention.is_full() {
                ahead.plan_with(seat, Insight { nodes: budget.most(), percent: attention.percent() });
            }
            let memory = Memory::for_nodes(nodes, tables);
            worlds.push(Imagined::new(seat, weight, ahead, memory, attention, chance));
        }
        let noticed = noticed(worlds[0].world.ahead.as_mut(), attention);
        Root { seat, worlds, noticed, experience: Experience::new() }
    }

    /// Looks further and further ahead, until the budget is spent.
    fn deepen(&mut self, mut best: Estimates, slack: f64, budget: &Budget<'_>) -> Estimates {
        let choices = best.values.len();
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

    /// What choices look like to others.
    ///
    /// Where so many look alike that there is no time for all of them, only some are thought about.
    fn manner(&mut self, seats: usize, estimates: &mut Estimates, chance: &mut Chance) -> Manner {
        let (seat, choices) = (self.seat, estimates.values.len());
        let World { ahead, team, .. } = &mut self.worlds[0].world;
        let count = ahead.generate();
        debug_assert_eq!(count, choices, "steps are the seat's offers");
        let idle = (0..choices).map(|choice| ahead.is_idle(choice)).collect();
        let mut looks = Vec::with_capacity(choices);
        for choice in 0..choices {
            ahead.play(choice);
            let others = Seat::first(seats).filter(|other| *other != seat && ahead.team(*other) != *team);
            let sights: Vec<u64> = others.map(|other| ahead.sight(other)).collect();
            looks.push(match sights.contains(&0) {
                // A game that cannot say shows everything.
                true => choice as u64,
                false => sights.iter().fold(1_u64, |look, sight| look.wrapping_mul(31) ^ sight),
            });
            ahead.undo();
        }
        if choices > MANY_ALIKE && looks.iter().all(|look| *look == looks[0]) {
            let mut order: Vec<usize> = (0..choices).collect();
            chance.shuffle(&mut order);
            order[MANY_ALIKE..].iter().for_each(|choice| estimates.depths[*choice] = LEFT_OUT);
        }
        Manner { looks, idle }
    }

    /// Takes off what the best choices count on that will not be known, and adds what others will
    /// count on that they do not know.
    fn doubt(
        &mut self,
        glimpse: &Glimpse,
        estimates: &mut Estimates,
        budget: &Budget<'_>,
        chance: &mut Chance,
    ) {
        if !estimates.is_decided() {
            budget.keep_back(budget.most() / 8);
            self.take_off_what_is_presumed(estimates, budget);
            budget.keep_back(0);
            self.add_what_others_presume(glimpse, estimates, budget, chance);
        }
        budget.keep_back(0);
    }

    /// Takes off what the best choices count on that will not be known; the others are dropped.
    fn take_off_what_is_presumed(&mut self, estimates: &mut Estimates, budget: &Budget<'_>) {
        let best = estimates.in_question(false);
        let search = Search { budget, experience: &mut self.experience };
        let mut presumed = Presumed { worlds: &mut self.worlds, seat: self.seat, search };
        let mut found: Vec<(usize, f64)> = Vec::new();
        for choice in best.into_iter().take(FEW) {
            let Some(gap) = presumed.by(choice) else { break };
            found.push((choice, gap));
        }
        if found.len() > 1 {
            estimates.depth += 1;
            for (choice, gap) in found {
                estimates.values[choice] -= gap;
                estimates.depths[choice] = estimates.depth;
            }
        }
    }

    /// Adds what others will count on that they do not know, whoever of them decides next.
    fn add_what_others_presume(
        &mut self,
        glimpse: &Glimpse,
        estimates: &mut Estimates,
        budget: &Budget<'_>,
        chance: &mut Chance,
    ) {
        let choices: Vec<usize> = estimates.in_question(false).into_iter().take(FEW).collect();
        let Some(other) = choices.first().and_then(|choice| self.next_against(*choice)) else { return };
        let actions = glimpse.actions();
        let mut gains = vec![0.0; choices.len()];
        for _ in 0..MINDS {
            let (truth, believed) = glimpse.minds(other, BELIEVED, chance);
            let share = believed.weight() / believed.list.len() as f64;
            let worlds = [(share, truth)].into_iter().chain(believed.list);
            let memory = || Memory::for_nodes(0, 1);
            let mut worlds: Vec<Imagined> = worlds
                .map(|(weight, ahead)| Imagined::new(other, weight, ahead, memory(), Attention::FULL, chance))
                .collect();
            let search = Search { budget, experience: &mut self.experience };
            let mut presumed = Presumed { worlds: &mut worlds, seat: other, search };
            for (gain, choice) in gains.iter_mut().zip(&choices) {
                let Some(gap) = presumed.after(&actions[*choice]) else { return };
                *gain += gap / MINDS as f64;
            }
        }
        for (choice, gain) in choices.iter().zip(gains) {
            estimates.values[*choice] = (estimates.values[*choice] + gain).min(1.0 - 2.0 * DECIDED);
        }
    }

    /// Who decides next after a choice, if that is somebody of another team.
    fn next_against(&mut self, choice: usize) -> Option<Seat> {
        let World { ahead, team, .. } = &mut self.worlds[0].world;
        ahead.generate();
        let sealed = matches!(ahead.standing(), NodeStanding::Seals(_));
        ahead.play(choice);
        let next = match ahead.standing() {
            NodeStanding::Decides(seat) if !sealed && ahead.team(seat) != *team => Some(seat),
            NodeStanding::Decides(_) | NodeStanding::Seals(_) | NodeStanding::Over(_) => None,
        };
        ahead.undo();
        next
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
    /// What was best before comes first, so what an unfinished depth has found counts, and the rest is
    /// guessed ([`Estimates::cut_short`]).
    fn estimate(&mut self, depth: i32, slack: f64, before: Estimates, budget: &Budget<'_>) -> Estimates {
        let alone = self.worlds.len() == 1;
        let mut values = vec![None; before.values.len()];
        let mut best = 0.0_f64;
        let mut asked = before.in_question(alone);
        asked.retain(|choice| self.noticed[*choice]);
        for (number, choice) in asked.iter().copied().enumerate() {
            let floor = if alone { best - slack_at(best, slack) } else { 0.0 };
            let value = self.value_of(choice, depth, floor, before.depth > 0, budget);
            let Some(value) = value else {
                return before.cut_short(&values, &asked[number..], depth, slack).unless_lost();
            };
            values[choice] = Some(value);
            best = best.max(value);
        }
        before.improved(&values, depth).unless_lost()
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
        let (mut sum, mut asked) = (0.0, 0.0);
        for imagined in &mut self.worlds {
            if asked > 0.0 && budget.is_late() {
                break;
            }
            let mut search = Search { budget, experience: &mut self.experience };
            let value = chance_for(imagined.value_of(choice, depth, floor, &mut search));
            if budget.is_spent() && may_stop {
                return None;
            }
            sum += imagined.weight * value;
            asked += imagined.weight;
        }
        Some(sum / asked)
    }
}

/// Which steps somebody of this attention thinks of: all that change much, give check or end the
/// game, and a few in any case.
pub(crate) fn noticed(ahead: &mut dyn Lookahead, attention: Attention) -> Vec<bool> {
    let count = ahead.generate();
    if attention.is_full() {
        return vec![true; count];
    }
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|step| std::cmp::Reverse(ahead.promise(*step)));
    let quiet = |ahead: &mut dyn Lookahead, step| {
        ahead.play(step);
        let is_quiet = is_quiet_after(ahead);
        ahead.undo();
        is_quiet
    };
    let mut noticed = vec![false; count];
    for (place, step) in order.into_iter().enumerate() {
        let salient = place < FEW || ahead.is_noisy(step) || attention.notices(ahead.habit(step), None);
        noticed[step] = salient || !quiet(ahead, step);
    }
    noticed
}

/// How many sealed choices may follow the own one at once.
const MOST_SEALED: usize = 8;

impl Imagined {
    fn new(
        seat: Seat,
        weight: f64,
        mut ahead: Box<dyn Lookahead>,
        memory: Memory,
        attention: Attention,
        chance: &mut Chance,
    ) -> Imagined {
        // Whoever decides at the same time has already done so, for all that can be known.
        while let NodeStanding::Seals(other) = ahead.standing() {
            if other == seat {
                break;
            }
            let steps = ahead.generate() as u32;
            ahead.play(chance.below(steps) as usize);
        }
        let team = ahead.team(seat);
        let world = World::new(ahead, team, memory).seen_with(attention);
        Imagined { world, weight, lot: chance.seed() }
    }

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
    pub(crate) fn play(&mut self, choice: usize) -> usize {
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

/// By how much all choices may look better or worse at the next depth, in chances to win.
const SWING: f64 = 0.05;
/// The depth of choices that are not thought about.
const LEFT_OUT: i32 = -1;
/// How many choices are thought about that all look alike to the others.
const MANY_ALIKE: usize = 32;
/// How much worse a choice that the others cannot tell from the best may be, in chances to win, so
/// that it is made now and then.
const UNREAD: f64 = 0.02;
/// How much better it must be to let the turn go by than to do something.
const LAZY: f64 = 0.4;

impl Estimates {
    fn blank(choices: usize) -> Estimates {
        Estimates { values: vec![0.5; choices], depths: vec![0; choices], depth: 0, rounds: 0 }
    }

    /// The choices that were looked at furthest.
    fn known(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.values.len()).filter(|choice| self.depths[*choice] == self.depth)
    }

    fn best(&self) -> f64 {
        self.known().map(|choice| self.values[choice]).fold(0.0, f64::max)
    }

    /// Whether thinking on can change nothing: the game is won, or lost whatever one does.
    fn is_decided(&self) -> bool {
        is_decided(self.best())
    }

    /// The choices that are to be looked at next, the best first.
    ///
    /// One world costs little for choices that are worse; many worlds are looked at for fewer and
    /// fewer choices.
    fn in_question(&self, alone: bool) -> Vec<usize> {
        let mut order: Vec<usize> = if alone {
            (0..self.values.len()).filter(|choice| self.depths[*choice] != LEFT_OUT).collect()
        } else {
            self.known().collect()
        };
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

    /// The same with what was found at another depth before there was no time for these.
    ///
    /// What was as good as the best until then is taken to have changed like it, as far as all choices
    /// may have changed: else whatever happens to be looked at first would always be chosen.
    /// If the best has become much worse, whatever was better than that stays in question, too.
    fn cut_short(self, found: &[Option<f64>], left: &[usize], depth: i32, slack: f64) -> Estimates {
        let before = self.best();
        let known: Vec<usize> =
            left.iter().copied().filter(|choice| self.depths[*choice] == self.depth).collect();
        let mut improved = self.improved(found, depth);
        let now = improved.best();
        let change = now - before;
        if improved.depth == depth && change < SWING && now <= 1.0 - DECIDED {
            for choice in known {
                let value = improved.values[choice];
                // What was not lost is not taken for lost.
                let changed = value + change.max(-SWING.min(value / 2.0));
                if value >= before - slack_at(before, slack) || changed > now {
                    improved.values[choice] = changed;
                    improved.depths[choice] = depth;
                }
            }
        }
        improved
    }

    /// The same, in which other choices are in question again if all that were looked at furthest
    /// lose: those that did not when they were looked at last.
    fn unless_lost(mut self) -> Estimates {
        if self.best() >= DECIDED {
            return self;
        }
        let may_hold = |choice: &usize| self.depths[*choice] > 0 && self.values[*choice] >= DECIDED;
        let hopes: Vec<usize> = (0..self.values.len()).filter(may_hold).collect();
        let Some(last) = hopes.iter().map(|choice| self.depths[*choice]).max() else { return self };
        for choice in hopes {
            if self.depths[choice] == last {
                self.depths[choice] = self.depth;
            }
        }
        self
    }

    /// What all choices are worth, of which those that were not looked at so far cannot be told to be
    /// better than those that were.
    fn told(&self) -> Vec<f64> {
        let best = self.best();
        let told = |choice: usize| {
            let value = self.values[choice];
            if self.depths[choice] == self.depth { value } else { value.min(best) }.clamp(0.0, 1.0)
        };
        (0..self.values.len()).map(told).collect()
    }

    /// One of the best; a win that is there is always taken.
    fn pick(&self, manner: &Manner, slack: f64, chance: &mut Chance) -> usize {
        // Of what only lets the turn go by, and of all else, what was looked at furthest: there may not
        // have been the time to look at both as far.
        let furthest = |idle: bool| {
            let choices = (0..self.values.len()).filter(move |choice| manner.idle[*choice] == idle);
            let looked_at = choices.filter(|choice| self.depths[*choice] >= self.depth.min(1));
            let depth = looked_at.clone().map(|choice| self.depths[choice]).max();
            looked_at.filter(move |choice| Some(self.depths[*choice]) == depth)
        };
        let best_of = |idle: bool| {
            let values = furthest(idle).map(|choice| self.values[choice]);
            values.fold(None, |best: Option<f64>, value| Some(best.map_or(value, |best| best.max(value))))
        };
        let idle = match (best_of(true), best_of(false)) {
            (Some(idle), Some(busy)) => idle > busy + LAZY,
            (idle, _) => idle.is_some(),
        };
        let best = best_of(idle).expect("something was thought about");
        let slack = slack_at(best, slack);
        let good: Vec<usize> = furthest(idle).filter(|choice| self.values[*choice] >= best - slack).collect();
        let chosen = *chance.pick(&good);
        // What others cannot tell apart is mixed.
        let alike: Vec<usize> =
            furthest(idle).filter(|choice| manner.looks[*choice] == manner.looks[chosen]).collect();
        let care = slack_at(best, UNREAD);
        if alike.len() == 1 || care == 0.0 {
            return chosen;
        }
        let weights: Vec<f64> =
            alike.iter().map(|choice| exp((self.values[*choice] - best) / care)).collect();
        alike[weighed(&weights, chance)]
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Three choices that were looked at two turns ahead.
    fn two_turns_ahead(values: [f64; 3]) -> Estimates {
        Estimates { values: values.to_vec(), depths: vec![2 * TURN; 3], depth: 2 * TURN, rounds: 2 }
    }

    fn picked(estimates: &Estimates) -> usize {
        let manner = Manner { looks: vec![0, 1, 2], idle: vec![false; 3] };
        estimates.pick(&manner, 0.0, &mut Chance::seeded(1))
    }

    #[test]
    fn a_favourite_that_turns_out_to_lose_is_left() {
        for hope in [0.4, 0.03, 2.0 * DECIDED] {
            let before = two_turns_ahead([0.55, hope, 0.0]);
            let after = before.cut_short(&[Some(0.0), None, None], &[1, 2], 3 * TURN, 0.01);
            assert_eq!(picked(&after), 1, "{:?}", after.values);
            assert!(after.best() >= DECIDED, "{:?}", after.values);
            // Advice tells it, too.
            let told = after.told();
            assert!(told[1] > told[0] && told[1] >= DECIDED && told[1] <= hope, "{told:?}");
        }
    }

    #[test]
    fn a_favourite_that_turns_out_to_be_bad_is_left() {
        let after =
            two_turns_ahead([0.55, 0.5, 0.2]).cut_short(&[Some(0.3), None, None], &[1, 2], 3 * TURN, 0.01);
        assert_eq!(picked(&after), 1);
        assert_eq!(after.told()[2], 0.2, "what was worse all along is not in question");
    }

    #[test]
    fn a_favourite_that_is_nearly_as_good_as_before_stays() {
        for now in [0.54, 0.55, 0.7, 1.0] {
            let after = two_turns_ahead([0.55, 0.5, 0.2]).cut_short(
                &[Some(now), None, None],
                &[1, 2],
                3 * TURN,
                0.01,
            );
            assert_eq!(picked(&after), 0, "{now}");
        }
    }

    #[test]
    fn what_was_dropped_comes_back_where_all_else_loses() {
        let mut before = two_turns_ahead([0.55, 0.5, 0.4]);
        before.depths[2] = TURN;
        let lost = before.improved(&[Some(0.0), Some(1e-6), None], 3 * TURN).unless_lost();
        assert_eq!(picked(&lost), 2);
        assert!(!lost.is_decided(), "it is looked at further");
        let mut before = two_turns_ahead([0.55, 0.5, 0.4]);
        before.depths[2] = 0;
        let lost = before.improved(&[Some(0.0), Some(1e-6), None], 3 * TURN).unless_lost();
        assert_eq!(picked(&lost), 1, "nothing is known of what was not noticed");
    }

    #[test]
    fn glances_are_told_from_searches_that_see_the_end() {
        let glance = |arrangement: &str, nodes: u64| {
            let game = kit_games::CATALOGUE.iter().find(|game| game.about().id == "synchronous-chess");
            let game = *game.expect("a listed game");
            let arrangement = arrangement.parse().expect("an arrangement");
            let terms = kit_play::Terms::usual(game.about()).arranged(arrangement);
            let table = kit_play::Table::open(game, &terms, &mut Chance::seeded(1)).expect("a table");
            let glimpse = table.glimpse(kit_play::Viewer::Seat(table.acting()[0]));
            let limit = Limit { nodes: Some(nodes), ..Limit::by_level() };
            let together =
                seal_at_once(&glimpse, 100, &Budget::new(&limit, 0), &mut Chance::seeded(1)).expect("sealed");
            (together.turns, together.goes_on)
        };
        // Black has but one move, and wherever the king is then, it is mated.
        assert_eq!(glance("fen: 7k/8/6K1/8/8/8/8/R7", 10_000), (1, false));
        assert_eq!(glance("fen: 7k/8/1r4K1/8/8/8/8/R7", 100), (1, true));
    }
}
