//! What a choice takes for granted that its maker will not know.
//!
//! A search of one imagined world knows everything in it, and goes on as if its maker would, too.
//! But the next own decision must be the same in all worlds that look alike then.
//! The difference between deciding well in each world and deciding once for all of them is what the
//! choice presumes; a question whose answer tells worlds apart makes it smaller, and that is what
//! a question is worth.
//! The same holds for the others: what they presume of somebody who keeps a secret is smaller once
//! it is shown, and that is what a secret is worth.

use kit_play::{NodeStanding, Seat};

use crate::chances::chance_for;
use crate::choose::Imagined;
use crate::engine::{Search, WIN, Window};

/// For how many decisions of others the next own one is looked for.
const OTHERS: u32 = 4;
/// How many decisions of the same turn are looked at after the first.
const MORE: u32 = 2;
/// How many worlds are asked what is worth doing in them.
const ASKED: usize = 3;
/// How many replies of others are taken from these.
const REPLIES: usize = 3;
/// With more steps than this, only the most promising are looked at.
const MANY: usize = 40;
/// How many steps are kept that do well in all worlds.
const KEPT: usize = 3;

/// The worlds of one decision of a seat.
pub(crate) struct Presumed<'a, 'b, 'c> {
    pub(crate) worlds: &'a mut [Imagined],
    pub(crate) seat: Seat,
    pub(crate) search: Search<'b, 'c>,
}

impl Presumed<'_, '_, '_> {
    /// By how much, in chances to win, a choice counts on what will not be known; nothing when the
    /// budget ran out.
    pub(crate) fn by(&mut self, choice: usize) -> Option<f64> {
        let played: Vec<usize> = self.worlds.iter_mut().map(|imagined| imagined.play(choice)).collect();
        let all: Vec<usize> = (0..self.worlds.len()).collect();
        let gap: f64 = self.alike(&all).iter().map(|group| self.gap(group, OTHERS)).sum();
        for (imagined, played) in self.worlds.iter_mut().zip(played) {
            (0..played).for_each(|_| imagined.world.ahead.undo());
        }
        let total: f64 = self.worlds.iter().map(|imagined| imagined.weight).sum();
        (!self.search.budget.is_spent()).then_some(gap / total)
    }

    /// By how much the seat will count, in chances to win of its own, on what it does not know,
    /// after somebody else has done this; nothing when the budget ran out.
    ///
    /// The first world is the one that is taken for true; the seat cannot tell the others from it
    /// now, and tells some of them from it afterwards.
    pub(crate) fn after(&mut self, action: &str) -> Option<f64> {
        let mut played = Vec::with_capacity(self.worlds.len());
        for (number, imagined) in self.worlds.iter_mut().enumerate() {
            let ahead = &mut imagined.world.ahead;
            let count = ahead.generate();
            if let Some(step) = (0..count).find(|step| ahead.notation(*step) == action) {
                ahead.play(step);
                played.push(number);
            }
        }
        let groups = self.alike(&played);
        let group = groups.into_iter().find(|group| group.contains(&0)).unwrap_or_default();
        let gap = self.gap(&group, 0);
        for world in &played {
            self.worlds[*world].world.ahead.undo();
        }
        let total: f64 = group.iter().map(|world| self.worlds[*world].weight).sum();
        (!self.search.budget.is_spent() && total > 0.0).then_some(gap / total)
    }

    /// Groups of worlds that look alike to the seat now.
    fn alike(&self, worlds: &[usize]) -> Vec<Vec<usize>> {
        let mut groups: Vec<((u64, bool), Vec<usize>)> = Vec::new();
        for world in worlds {
            let ahead = &self.worlds[*world].world.ahead;
            // Everybody sees when a game is over.
            let sight = (ahead.sight(self.seat), matches!(ahead.standing(), NodeStanding::Over(_)));
            match groups.iter_mut().find(|(other, _)| *other == sight) {
                Some((_, group)) => group.push(*world),
                None => groups.push((sight, vec![*world])),
            }
        }
        groups.into_iter().map(|(_, group)| group).collect()
    }

    /// What a group presumes at its next own decision, times its weight.
    fn gap(&mut self, group: &[usize], others: u32) -> f64 {
        let [first, _, ..] = group else { return 0.0 };
        if self.search.budget.is_spent() {
            return 0.0;
        }
        match self.worlds[*first].world.ahead.standing() {
            NodeStanding::Decides(seat) if seat == self.seat => self.gap_here(group, MORE),
            NodeStanding::Decides(seat) if others > 0 => self.gap_after_reply(group, seat, others - 1),
            NodeStanding::Decides(_) | NodeStanding::Seals(_) | NodeStanding::Over(_) => 0.0,
        }
    }

    /// What it is worth to know which world of a group it is, at a decision of the seat's own, and
    /// at those that follow it in the same turn.
    fn gap_here(&mut self, group: &[usize], more: u32) -> f64 {
        let steps = self.worth_trying(group);
        let mut together = vec![0.0; steps.len()];
        let mut apart = 0.0;
        for world in group {
            let values = self.values(*world, &steps);
            let weight = self.worlds[*world].weight;
            apart += weight * values.iter().copied().fold(0.0, f64::max);
            together.iter_mut().zip(&values).for_each(|(sum, value)| *sum += weight * value);
        }
        let Some(best) = (0..steps.len()).max_by(|one, two| together[*one].total_cmp(&together[*two])) else {
            return 0.0;
        };
        let gap = (apart - together[best]).max(0.0);
        if more == 0 || self.search.budget.is_spent() {
            return gap;
        }
        for world in group {
            let ahead = &mut self.worlds[*world].world.ahead;
            ahead.generate();
            ahead.play(steps[best]);
        }
        let mut later = 0.0;
        for group in self.alike(group).iter().filter(|group| group.len() > 1) {
            let ahead = &self.worlds[group[0]].world.ahead;
            if ahead.standing() == NodeStanding::Decides(self.seat) && !ahead.is_between_turns() {
                later += self.gap_here(group, more - 1);
            }
        }
        for world in group {
            self.worlds[*world].world.ahead.undo();
        }
        gap + later
    }

    /// Steps that are best in some world, or good in all of them.
    fn worth_trying(&mut self, group: &[usize]) -> Vec<usize> {
        let likely = self.likely(group[0]);
        let mut sums = vec![0.0; likely.len()];
        let mut kept = Vec::new();
        for world in spread(group, ASKED) {
            let values = self.values(world, &likely);
            let best = (0..values.len()).max_by(|one, two| values[*one].total_cmp(&values[*two]));
            kept.extend(best.filter(|best| !kept.contains(best)));
            sums.iter_mut().zip(&values).for_each(|(sum, value)| *sum += value);
        }
        let mut order: Vec<usize> = (0..likely.len()).collect();
        order.sort_by(|one, two| sums[*two].total_cmp(&sums[*one]));
        let good: Vec<usize> = order.into_iter().filter(|step| !kept.contains(step)).take(KEPT).collect();
        kept.into_iter().chain(good).map(|place| likely[place]).collect()
    }

    /// The steps of a world's present node, or the most promising of them.
    fn likely(&mut self, world: usize) -> Vec<usize> {
        let ahead = &mut self.worlds[world].world.ahead;
        let mut steps: Vec<usize> = (0..ahead.generate()).collect();
        if steps.len() > MANY {
            steps.sort_by_key(|step| (std::cmp::Reverse(ahead.promise(*step)), *step));
            steps.truncate(MANY);
        }
        steps
    }

    /// What steps are worth in a world, in chances to win of the own team, looked at briefly.
    fn values(&mut self, world: usize, steps: &[usize]) -> Vec<f64> {
        let world = &mut self.worlds[world].world;
        let count = world.ahead.generate();
        let mut values = Vec::with_capacity(steps.len());
        for step in steps {
            if *step >= count || self.search.budget.is_spent() {
                values.push(0.0);
                continue;
            }
            world.ahead.play(*step);
            let window = Window { depth: 0, alpha: -WIN, beta: WIN };
            values.push(chance_for(world.search(window, 1, false, &mut self.search)));
            world.ahead.undo();
            world.ahead.generate();
        }
        values
    }

    /// Lets somebody else decide, in each world as is best there of a few replies.
    fn gap_after_reply(&mut self, group: &[usize], seat: Seat, others: u32) -> f64 {
        let is_partner = {
            let world = &self.worlds[group[0]].world;
            world.ahead.team(seat) == world.team
        };
        let better = |one: f64, two: f64| if is_partner { one > two } else { one < two };
        let mut replies: Vec<String> = Vec::new();
        for world in spread(group, REPLIES) {
            if self.worlds[world].world.ahead.count() == 0 {
                continue;
            }
            let reply = self.reply(world, &better);
            let text = self.worlds[world].world.ahead.notation(reply);
            if !replies.contains(&text) {
                replies.push(text);
            }
        }
        let mut played = Vec::with_capacity(group.len());
        for world in group {
            if self.search.budget.is_spent() || self.worlds[*world].world.ahead.count() == 0 {
                continue;
            }
            let reply = self.reply_among(*world, &replies, &better);
            self.worlds[*world].world.ahead.play(reply);
            played.push(*world);
        }
        let gap = self.alike(&played).iter().map(|group| self.gap(group, others)).sum();
        for world in played {
            self.worlds[world].world.ahead.undo();
        }
        gap
    }

    /// The best reply in a world.
    fn reply(&mut self, world: usize, better: &dyn Fn(f64, f64) -> bool) -> usize {
        let likely = self.likely(world);
        let values = self.values(world, &likely);
        likely[best_of(&values, better)]
    }

    /// The best of these replies that are possible in a world, or the best of all if none is.
    fn reply_among(&mut self, world: usize, replies: &[String], better: &dyn Fn(f64, f64) -> bool) -> usize {
        let ahead = &mut self.worlds[world].world.ahead;
        let count = ahead.generate();
        let possible: Vec<usize> =
            (0..count).filter(|step| replies.contains(&ahead.notation(*step))).collect();
        match possible[..] {
            [] => self.reply(world, better),
            [only] => only,
            _ => {
                let values = self.values(world, &possible);
                possible[best_of(&values, better)]
            }
        }
    }
}

fn best_of(values: &[f64], better: &dyn Fn(f64, f64) -> bool) -> usize {
    (1..values.len()).fold(0, |best, step| if better(values[step], values[best]) { step } else { best })
}

/// So many of the worlds, from all over the list.
fn spread(group: &[usize], most: usize) -> Vec<usize> {
    let step = group.len().div_ceil(most).max(1);
    group.iter().step_by(step).copied().collect()
}
