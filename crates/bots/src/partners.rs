//! Partners of whom one chooses unseen and the other goes on without knowing what.
//!
//! Both want the same, so there is no matrix to be solved against anybody: each asks what the other
//! is likely to do.
//! They start from a partner who goes on as if nothing were hidden, answer that, answer the answer,
//! and stop.
//! Whoever thinks of such a partner must allow for one who judges a little differently, so the
//! other's choice is a mix and never a certainty.

use kit_play::numbers::exp;
use kit_play::{Chance, Glimpse, Lookahead, NodeStanding, Seat};

use crate::Level;
use crate::attention::Attention;
use crate::chances::chance_for;
use crate::choose::{Thought, noticed, weighed};
use crate::engine::{Search, TURN, WIN, Window, World};
use crate::limit::Budget;
use crate::memory::Memory;
use crate::order::Experience;

/// How many choices of whoever goes on are looked at closely.
const CLOSELY: usize = 10;
/// How much worse a choice may be, in chances to win, that somebody who sees nothing still makes.
const BLIND: f64 = 0.03;
/// The same for a partner who thinks of the other.
const THOUGHTFUL: f64 = 0.012;
/// How often both answer each other.
const ROUNDS: usize = 2;

/// What a bot does where it chooses unseen by its partner, or goes on without knowing what the
/// partner has chosen.
pub(crate) fn choose_together(
    glimpse: &Glimpse,
    level: Level,
    budget: &Budget<'_>,
    chance: &mut Chance,
) -> Option<Thought> {
    let seat = glimpse.viewer().seat()?;
    let mut ahead = glimpse.lookahead(chance);
    let goes_on = ahead.unlay();
    let unseen = Unseen::at(ahead.as_mut())?;
    if goes_on == (unseen.first == seat) {
        return None;
    }
    let team = ahead.team(seat);
    let attention = Attention::of(level.notices(glimpse.about().open), chance);
    let mut world = World::new(ahead, team, Memory::for_nodes(budget.most(), 1)).seen_with(attention);
    let mut experience = Experience::new();
    let mut search = Search { budget, experience: &mut experience };
    // Whoever goes on ends the turn, and must be able to see what comes of it at once.
    budget.keep_back(if goes_on { budget.most() / 4 } else { 0 });
    let mut table = Values::new(&mut world, &unseen, &mut search)?;
    let mut turns = 1;
    while turns < budget.depth() && !budget.is_spent() {
        if !table.deepen(&mut world, (turns as i32 + 1) * TURN, &mut search) {
            break;
        }
        turns += 1;
    }
    let [first, then] = table.answers();
    let mut values = if goes_on { table.then_values(&first) } else { table.first_values(&then) };
    let slack = level.slack(glimpse.about().open).max(0.001);
    let pick = |values: &[f64], chance: &mut Chance| {
        let best = values.iter().copied().fold(0.0, f64::max);
        weighed(&softly(values, slack / 3.0, best - slack), chance)
    };
    let mut chosen = pick(&values, chance);
    budget.keep_back(0);
    if goes_on && turns == 1 {
        // No more than a brief look was taken, which does not see what others will answer.
        for _ in 1..values.len() {
            if !table.is_lost_after(chosen, &mut world, &mut search) {
                break;
            }
            values[chosen] = 0.0;
            chosen = pick(&values, chance);
        }
    }
    let action = glimpse.actions()[if goes_on { table.closely[chosen] } else { chosen }].clone();
    Some(Thought { action, chance_to_win: values[chosen], depth: turns, worlds: 1, nodes: budget.used() })
}

/// A node at which a seat chooses, and its partner goes on without having seen it.
struct Unseen {
    first: Seat,
    choices: usize,
    then: usize,
}

impl Unseen {
    fn at(ahead: &mut dyn Lookahead) -> Option<Unseen> {
        let NodeStanding::Decides(first) = ahead.standing() else { return None };
        let choices = ahead.generate();
        let (mut sight, mut then) = (None, 0);
        for choice in 0..choices {
            ahead.play(choice);
            let seen = match ahead.standing() {
                NodeStanding::Decides(next) if next != first && ahead.team(next) == ahead.team(first) => {
                    then = ahead.generate();
                    Some(ahead.sight(next))
                }
                NodeStanding::Decides(_) | NodeStanding::Seals(_) | NodeStanding::Over(_) => None,
            };
            ahead.undo();
            if seen.is_none() || sight.is_some() && sight != seen {
                return None;
            }
            sight = seen;
        }
        (choices > 1 && then > 0).then_some(Unseen { first, choices, then })
    }
}

/// What each pair of choices is worth to both.
///
/// What a pair brings at once is judged by looking briefly, because a search would go on as if all
/// partners always met; how good it is to go on so is judged deeply, with the first choice that
/// fits best.
struct Values {
    choices: usize,
    /// The choices of whoever goes on that are looked at: all that are noticed, and then the best.
    closely: Vec<usize>,
    /// For each of those, the first choice that fits it best.
    fitting: Vec<usize>,
    /// For each first choice, what each of those is worth.
    pairs: Vec<Vec<f64>>,
}

impl Values {
    /// All pairs that are noticed, looked at briefly, of which the best are kept; nothing when there is no time.
    fn new(world: &mut World, unseen: &Unseen, search: &mut Search<'_, '_>) -> Option<Values> {
        let attention = world.attention();
        world.ahead.generate();
        world.ahead.play(0);
        let noticed = noticed(world.ahead.as_mut(), attention);
        world.ahead.undo();
        let closely: Vec<usize> = (0..unseen.then).filter(|then| noticed[*then]).collect();
        let mut values = Values { choices: unseen.choices, closely, fitting: Vec::new(), pairs: Vec::new() };
        for first in 0..unseen.choices {
            let mut row = Vec::with_capacity(values.closely.len());
            for then in &values.closely {
                row.push(values.look(world, [first, *then], 0, search));
                if search.budget.is_late() {
                    return None;
                }
            }
            values.pairs.push(row);
        }
        values.keep_the_best();
        Some(values)
    }

    /// Keeps what does best after some first choice, and what does well after all of them.
    fn keep_the_best(&mut self) {
        let blind = self.blind();
        let mut kept = best_first(&blind);
        kept.truncate(CLOSELY);
        for row in &self.pairs {
            let best = best_first(row)[0];
            if !kept.contains(&best) {
                kept.push(best);
            }
        }
        kept.sort_unstable();
        for row in &mut self.pairs {
            *row = kept.iter().map(|place| row[*place]).collect();
        }
        let fits = |place: usize| best_first(&self.pairs.iter().map(|row| row[place]).collect::<Vec<_>>())[0];
        self.fitting = (0..kept.len()).map(fits).collect();
        self.closely = kept.into_iter().map(|place| self.closely[place]).collect();
    }

    /// Looks deeper at all ways to go on; whether the budget was enough.
    fn deepen(&mut self, world: &mut World, depth: i32, search: &mut Search<'_, '_>) -> bool {
        let mut deeper = Vec::with_capacity(self.closely.len());
        for (then, first) in self.closely.iter().zip(&self.fitting) {
            deeper.push(self.look(world, [*first, *then], depth, search));
            if search.budget.is_spent() {
                return false;
            }
        }
        for (place, value) in deeper.into_iter().enumerate() {
            let change = value - self.pairs[self.fitting[place]][place];
            self.pairs.iter_mut().for_each(|row| row[place] = (row[place] + change).clamp(0.0, 1.0));
        }
        true
    }

    /// Whether somebody wins in one turn against whoever goes on like that.
    fn is_lost_after(&self, place: usize, world: &mut World, search: &mut Search<'_, '_>) -> bool {
        let window = Window { depth: TURN, alpha: LOST, beta: LOST + 1 };
        !search.budget.is_late()
            && value_of(world, [self.fitting[place], self.closely[place]], window, search) <= LOST
    }

    /// What a pair is worth, looked at this deep.
    fn look(&self, world: &mut World, pair: [usize; 2], depth: i32, search: &mut Search<'_, '_>) -> f64 {
        let window = Window { depth: depth - TURN, alpha: -WIN, beta: WIN };
        chance_for(value_of(world, pair, window, search))
    }

    /// What each choice of whoever goes on is worth if the first is anything.
    fn blind(&self) -> Vec<f64> {
        self.then_values(&vec![1.0 / self.choices as f64; self.choices])
    }

    fn then_values(&self, first: &[f64]) -> Vec<f64> {
        let mut values = vec![0.0; self.closely.len()];
        for (row, share) in self.pairs.iter().zip(first) {
            values.iter_mut().zip(row).for_each(|(value, pair)| *value += share * pair);
        }
        values
    }

    fn first_values(&self, then: &[f64]) -> Vec<f64> {
        let worth = |row: &Vec<f64>| row.iter().zip(then).map(|(value, share)| value * share).sum();
        self.pairs.iter().map(worth).collect()
    }

    /// How often each makes which choice, after both have answered each other.
    fn answers(&self) -> [Vec<f64>; 2] {
        let mut then = softly(&self.blind(), BLIND, 0.0);
        let mut first = Vec::new();
        for _ in 0..ROUNDS {
            first = softly(&self.first_values(&then), THOUGHTFUL, 0.0);
            then = softly(&self.then_values(&first), THOUGHTFUL, 0.0);
        }
        [first, then]
    }
}

/// What is worth no more than this is lost.
const LOST: i32 = -WIN / 2;

/// The value of a world after both have chosen.
fn value_of(world: &mut World, pair: [usize; 2], window: Window, search: &mut Search<'_, '_>) -> i32 {
    for step in pair {
        world.ahead.generate();
        world.ahead.play(step);
    }
    let value = world.search(window, pair.len(), false, search);
    pair.iter().for_each(|_| world.ahead.undo());
    value
}

/// The places of the values, the best first.
fn best_first(values: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|one, two| values[*two].total_cmp(&values[*one]));
    order
}

/// How often each choice is made by somebody who hardly tells apart what differs by less than
/// `care`, and makes none that is worth less than `least`.
fn softly(values: &[f64], care: f64, least: f64) -> Vec<f64> {
    let best = values.iter().copied().fold(0.0, f64::max);
    let weight = |value: &f64| if *value < least { 0.0 } else { exp((value - best) / care) };
    let weights: Vec<f64> = values.iter().map(weight).collect();
    let total: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / total).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two choices each, of which one pair is a little better, and pairs that do not fit are bad.
    #[test]
    fn partners_meet_where_it_is_better() {
        let pairs = vec![vec![0.55, 0.45], vec![0.44, 0.52]];
        let values = Values { choices: 2, closely: vec![0, 1], fitting: vec![0, 1], pairs };
        let [first, then] = values.answers();
        assert!(first[0] > 0.8 && then[0] > 0.8, "{first:?} {then:?}");
    }

    /// Whoever goes on looks closely at what it notices, and at nothing else.
    #[test]
    fn weak_partners_overlook_moves() {
        let game = kit_games::CATALOGUE.iter().find(|game| game.about().id == "telepathic-chess");
        let game = *game.expect("a listed game");
        let terms = kit_play::Terms::usual(game.about());
        let table = kit_play::Table::open(game, &terms, &mut Chance::seeded(1)).expect("a table");
        let glimpse = table.glimpse(kit_play::Viewer::Seat(table.acting()[0]));
        let closely = |percent: u32, seed: u64| {
            let mut chance = Chance::seeded(seed);
            let mut ahead = glimpse.lookahead(&mut chance);
            let unseen = Unseen::at(ahead.as_mut()).expect("a card is laid unseen");
            let (team, memory) = (ahead.team(unseen.first), Memory::for_nodes(0, 1));
            let attention = Attention::of(percent, &mut chance);
            let mut world = World::new(ahead, team, memory).seen_with(attention);
            let limit = crate::Limit { nodes: Some(10_000), ..crate::Limit::by_level() };
            let (budget, mut experience) = (Budget::new(&limit, 0), Experience::new());
            let mut search = Search { budget: &budget, experience: &mut experience };
            Values::new(&mut world, &unseen, &mut search).expect("there is time").closely
        };
        assert!(closely(100, 1).len() >= CLOSELY);
        let few = closely(1, 1);
        assert!(few.len() <= 7, "{few:?}");
        assert!((2..9).any(|seed| closely(40, seed) != closely(40, 1)), "not always the same");
    }

    #[test]
    fn careless_choices_are_spread() {
        let [one, two] = [0.01, 1.0].map(|care| softly(&[0.5, 0.4], care, 0.0));
        assert!(one[0] > 0.99 && two[0] < 0.6, "{one:?} {two:?}");
        assert_eq!(softly(&[0.5, 0.4], 1.0, 0.45), [1.0, 0.0]);
    }
}
