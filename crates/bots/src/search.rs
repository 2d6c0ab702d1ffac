//! Imagined worlds, each searched a little by alpha-beta over steps.
//!
//! A node belongs to the team that decides at it, so turns of several steps and teams of
//! several seats need nothing special: the bot's team takes the best, the others the worst.
//! Choices that others seal at the same time are drawn by lot, once for each world, so that
//! all own choices are compared against the same ones.

use std::collections::HashMap;

use kit_play::{Chance, Glimpse, Lookahead, NodeStanding, Outcome, Team, Verdict};

use crate::Level;
use crate::limit::{Budget, Limit};

/// The value of a game that is won at once, in hundredths of a pawn.
pub const WIN: i32 = 1_000_000;

/// What a bot thought.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// What it does.
    pub action: String,
    /// Its chance to win, as far as it sees.
    pub chance_to_win: f64,
    /// How many steps it looked ahead.
    pub depth: u32,
    /// How many worlds it imagined.
    pub worlds: usize,
    /// How many nodes it looked at.
    pub nodes: u64,
}

pub(crate) fn choose(glimpse: &Glimpse, level: Level, limit: &Limit, chance: &mut Chance) -> Option<Thought> {
    let budget = Budget::new(limit, level.nodes());
    let actions = glimpse.actions();
    if actions.is_empty() {
        return None;
    }
    if actions.len() == 1 || level == Level::Random {
        let action = chance.pick(&actions).clone();
        return Some(Thought { action, chance_to_win: 0.5, depth: 0, worlds: 0, nodes: 0 });
    }
    let mut worlds = imagine_worlds(glimpse, level, &budget, chance);
    let mut best = Estimates::blank(actions.len());
    for depth in 1..=budget.depth() {
        match estimate(&mut worlds, actions.len(), depth, level.slack(), &best, &budget) {
            Some(estimates) => best = estimates,
            None => break,
        }
        if best.is_decided() || budget.is_spent() {
            break;
        }
    }
    let chosen = best.pick(level.slack(), chance);
    Some(Thought {
        action: actions[chosen].clone(),
        chance_to_win: best.values[chosen],
        depth: best.depth,
        worlds: worlds.len(),
        nodes: budget.used(),
    })
}

/// As many worlds as the level imagines, or as there is time for, and one in any case.
fn imagine_worlds(glimpse: &Glimpse, level: Level, budget: &Budget<'_>, chance: &mut Chance) -> Vec<World> {
    let count = if glimpse.about().open { 1 } else { level.worlds() };
    let mut worlds = vec![imagine_world(glimpse, chance)];
    while worlds.len() < count && !budget.is_late_now() {
        worlds.push(imagine_world(glimpse, chance));
    }
    worlds
}

fn imagine_world(glimpse: &Glimpse, chance: &mut Chance) -> World {
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
    World { ahead, team, lot: chance.seed(), table: HashMap::new(), orders: Vec::new() }
}

/// The chances to win of all own choices.
struct Estimates {
    values: Vec<f64>,
    depth: u32,
}

impl Estimates {
    fn blank(choices: usize) -> Estimates {
        Estimates { values: vec![0.5; choices], depth: 0 }
    }

    fn best(&self) -> f64 {
        self.values.iter().copied().fold(0.0, f64::max)
    }

    /// Whether thinking on can change nothing: the game is won, or lost whatever one does.
    fn is_decided(&self) -> bool {
        !(DECIDED..=1.0 - DECIDED).contains(&self.best())
    }

    /// One of the best; a win that is there is always taken.
    fn pick(&self, slack: f64, chance: &mut Chance) -> usize {
        let best = self.best();
        let slack = slack_at(best, slack);
        let good: Vec<usize> =
            (0..self.values.len()).filter(|choice| self.values[*choice] >= best - slack).collect();
        *chance.pick(&good)
    }
}

/// The slack that is left when the best chance to win is this.
///
/// Near certainty all choices have nearly the same chance to win, so that what is worth a blunder
/// in an even game would be worth anything there.
fn slack_at(best: f64, slack: f64) -> f64 {
    let doubt = if best > 1.0 - DECIDED { 0.0 } else { 4.0 * best * (1.0 - best) };
    slack * doubt
}

/// Chances to win that are as good as certain lie this close to 0 or 1.
const DECIDED: f64 = 0.001;

/// Estimates every choice in every world; nothing when the budget ran out after some depth was done.
///
/// The first depth is done in any case, so that there is an answer.
/// When that is wanted at once, choices are compared by the first world alone: it is what all of
/// them have in common.
fn estimate(
    worlds: &mut [World],
    choices: usize,
    depth: u32,
    slack: f64,
    before: &Estimates,
    budget: &Budget<'_>,
) -> Option<Estimates> {
    let mut order: Vec<usize> = (0..choices).collect();
    order.sort_by(|one, two| before.values[*two].total_cmp(&before.values[*one]));
    let (mut values, mut in_first) = (vec![0.0; choices], vec![0.0; choices]);
    // Where nothing is hidden, choices that are clearly worse need not be known exactly.
    let alone = worlds.len() == 1;
    let mut best = 0.0_f64;
    let mut hurried = false;
    for choice in order {
        let floor = if alone { cents_for(best - slack_at(best, slack)) } else { -WIN };
        let mut sum = 0.0;
        for (number, world) in worlds.iter_mut().enumerate() {
            hurried |= number > 0 && budget.is_late();
            if hurried && number > 0 {
                break;
            }
            let value = chance_for(world.value_of(choice, depth, floor, budget));
            if budget.is_spent() && before.depth > 0 {
                return None;
            }
            if number == 0 {
                in_first[choice] = value;
            }
            sum += value;
        }
        values[choice] = sum / worlds.len() as f64;
        best = best.max(values[choice]);
    }
    Some(Estimates { values: if hurried { in_first } else { values }, depth })
}

/// The chance to win that a number of hundredths of a pawn stands for.
fn chance_for(cents: i32) -> f64 {
    match cents {
        win if win > WIN / 2 => 1.0 - f64::from(WIN - win) * 1e-6,
        loss if loss < -WIN / 2 => f64::from(WIN + loss) * 1e-6,
        other => (1.0 / (1.0 + (-f64::from(other) / 250.0).exp())).clamp(2.0 * DECIDED, 1.0 - 2.0 * DECIDED),
    }
}

/// The number of hundredths of a pawn that a chance to win stands for, rounded down.
fn cents_for(chance: f64) -> i32 {
    if chance <= 2.0 * DECIDED {
        return -WIN;
    }
    let odds = (chance.min(1.0 - 2.0 * DECIDED) / (1.0 - chance.min(1.0 - 2.0 * DECIDED))).ln();
    (odds * 250.0).floor() as i32 - 1
}

/// An imagined world and what was found out about it.
struct World {
    ahead: Box<dyn Lookahead>,
    team: Team,
    /// What the others' sealed choices are drawn by.
    lot: u64,
    table: HashMap<u64, Remembered>,
    orders: Vec<Vec<(i32, usize)>>,
}

/// What is remembered of a node.
#[derive(Clone, Copy)]
struct Remembered {
    depth: u32,
    value: i32,
    bound: Bound,
    step: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// How many nodes are remembered at most.
const MEMORY: usize = 1 << 20;

/// How many steps a search may follow captures beyond its depth.
const LONGEST_CHASE: u32 = 12;

impl World {
    /// The value of an own choice, searched so many steps deep.
    fn value_of(&mut self, choice: usize, depth: u32, floor: i32, budget: &Budget<'_>) -> i32 {
        self.ahead.generate();
        self.ahead.play(choice);
        let mut played = 1;
        let mut lot = Chance::seeded(self.lot);
        while let NodeStanding::Seals(_) = self.ahead.standing() {
            if played > 8 {
                break;
            }
            let steps = self.ahead.generate() as u32;
            self.ahead.play(lot.below(steps) as usize);
            played += 1;
            if let NodeStanding::Seals(seat) = self.ahead.standing()
                && self.ahead.team(seat) == self.team
            {
                break;
            }
        }
        let value = self.search(depth - 1, floor, WIN, played, budget);
        for _ in 0..played {
            self.ahead.undo();
        }
        value
    }

    /// The value of the present node for the own team, exact between `alpha` and `beta`.
    fn search(&mut self, depth: u32, mut alpha: i32, mut beta: i32, ply: u32, budget: &Budget<'_>) -> i32 {
        budget.spend();
        let seat = match self.ahead.standing() {
            NodeStanding::Over(outcome) => return self.worth(&outcome, ply),
            // What will be sealed together later is not guessed at.
            NodeStanding::Seals(_) => return self.ahead.appraise(self.team),
            NodeStanding::Decides(seat) => seat,
        };
        if depth == 0 {
            return self.chase(LONGEST_CHASE, alpha, beta, ply, budget);
        }
        let key = self.ahead.key();
        let remembered = self.table.get(&key).copied().filter(|_| key != 0);
        if let Some(value) = remembered.and_then(|node| node.usable(depth, alpha, beta)) {
            return value;
        }
        let (alpha_before, beta_before) = (alpha, beta);
        let own = self.ahead.team(seat) == self.team;
        let order = self.ordered(ply, remembered.map(|node| node.step), false);
        let (mut value, mut best) = (if own { -WIN } else { WIN }, 0);
        for (_, step) in &order {
            self.ahead.play(*step);
            let found = self.search(depth - 1, alpha, beta, ply + 1, budget);
            self.ahead.undo();
            if own && found > value || !own && found < value {
                (value, best) = (found, *step);
            }
            if own {
                alpha = alpha.max(value)
            } else {
                beta = beta.min(value)
            }
            if alpha >= beta || budget.is_spent() {
                break;
            }
        }
        self.keep(ply, order);
        if key != 0 && !budget.is_spent() {
            let bound = Bound::of(value, alpha_before, beta_before);
            self.remember(key, Remembered { depth, value, bound, step: best });
        }
        value
    }

    /// Follows captures until nothing more is to be taken, or one side would rather stop.
    fn chase(&mut self, left: u32, mut alpha: i32, mut beta: i32, ply: u32, budget: &Budget<'_>) -> i32 {
        budget.spend();
        let seat = match self.ahead.standing() {
            NodeStanding::Over(outcome) => return self.worth(&outcome, ply),
            NodeStanding::Seals(_) => return self.ahead.appraise(self.team),
            NodeStanding::Decides(seat) => seat,
        };
        let own = self.ahead.team(seat) == self.team;
        let mut value = self.ahead.appraise(self.team);
        if own {
            alpha = alpha.max(value)
        } else {
            beta = beta.min(value)
        }
        if alpha >= beta || left == 0 || budget.is_late() {
            return value;
        }
        let order = self.ordered(ply, None, true);
        for (_, step) in &order {
            self.ahead.play(*step);
            let found = self.chase(left - 1, alpha, beta, ply + 1, budget);
            self.ahead.undo();
            if own {
                value = value.max(found)
            } else {
                value = value.min(found)
            }
            if own {
                alpha = alpha.max(value)
            } else {
                beta = beta.min(value)
            }
            if alpha >= beta || budget.is_spent() {
                break;
            }
        }
        self.keep(ply, order);
        value
    }

    /// The steps of the present node, the most promising first.
    fn ordered(&mut self, ply: u32, first: Option<usize>, noisy_only: bool) -> Vec<(i32, usize)> {
        let ply = ply as usize;
        if self.orders.len() <= ply {
            self.orders.resize_with(ply + 1, Vec::new);
        }
        let mut order = std::mem::take(&mut self.orders[ply]);
        order.clear();
        for step in 0..self.ahead.generate() {
            if !noisy_only || self.ahead.is_noisy(step) {
                let promise = if first == Some(step) { i32::MAX } else { self.ahead.promise(step) };
                order.push((promise, step));
            }
        }
        order.sort_by_key(|(promise, step)| (std::cmp::Reverse(*promise), *step));
        order
    }

    /// Gives the list back for the next node of this ply.
    fn keep(&mut self, ply: u32, order: Vec<(i32, usize)>) {
        self.orders[ply as usize] = order;
    }

    fn remember(&mut self, key: u64, node: Remembered) {
        if self.table.len() >= MEMORY {
            self.table.clear();
        }
        self.table.insert(key, node);
    }

    /// What an outcome is worth to the own team; sooner is better.
    fn worth(&self, outcome: &Outcome, ply: u32) -> i32 {
        let ply = ply as i32;
        match &outcome.verdict {
            Verdict::Win(winner) if *winner == self.team => WIN - ply,
            Verdict::Win(_) => ply - WIN,
            Verdict::Draw => 0,
            // A team on its own wants points, and its game says what they are worth.
            Verdict::Scores(scores) if scores.len() == 1 => self.ahead.appraise(self.team),
            Verdict::Scores(_) => ((outcome.worth(self.team) - 0.5) * f64::from(WIN)) as i32,
        }
    }
}

impl Remembered {
    /// The value, if it settles the question at hand.
    fn usable(&self, depth: u32, alpha: i32, beta: i32) -> Option<i32> {
        let settles = match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => self.value >= beta,
            Bound::AtMost => self.value <= alpha,
        };
        (self.depth >= depth && settles).then_some(self.value)
    }
}

impl Bound {
    fn of(value: i32, alpha: i32, beta: i32) -> Bound {
        if value <= alpha {
            Bound::AtMost
        } else if value >= beta {
            Bound::AtLeast
        } else {
            Bound::Exact
        }
    }
}
