//! Two sides that decide at the same time, neither seeing what the other chooses.
//!
//! All pairs of choices are a [`Matrix`]; each pair is searched as if both had been opened.
//! What hardly anybody would choose need not be known well, so the deeper a search goes, the fewer
//! pairs it looks at: those that either side mixes, and those that answer the other's mix best.

use kit_play::{Lookahead, NodeStanding, Team};

use crate::chances::{cents_for, chance_for};
use crate::engine::{Search, TURN, WIN, Window, World};
use crate::matrix::{Matrix, Solution};

/// How many rounds a matrix is solved for: once for a decision, or often within a search.
const ROUNDS: u32 = 1_500;
const FEW_ROUNDS: u32 = 120;
/// How many choices of a side are looked at within a search.
const WITHIN: usize = 6;
/// With more choices than this, a few of them say little about what both sides would choose.
const MANY: usize = 16;
/// A choice that is made more rarely than this is not in the mix.
const RARE: f64 = 0.02;
/// How many choices of a side stay in question that answer the other's mix best.
const BEST: usize = 3;

/// Where two sides choose at the same time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pairing {
    /// Whether the own side's steps come first.
    own_first: bool,
    /// How many choices the own side has, and the other.
    pub(crate) choices: [usize; 2],
}

impl Pairing {
    /// The two choices that are sealed at the present node, if it is two, one of them the team's own.
    pub(crate) fn at(ahead: &mut dyn Lookahead, team: Team) -> Option<Pairing> {
        let NodeStanding::Seals(first) = ahead.standing() else { return None };
        let mut choices = [ahead.generate(), 0];
        ahead.play(0);
        let second = match ahead.standing() {
            NodeStanding::Seals(seat) => {
                choices[1] = ahead.generate();
                Some(seat)
            }
            NodeStanding::Decides(_) | NodeStanding::Over(_) => None,
        };
        let own_first = ahead.team(first) == team;
        let is_pair = second.is_some_and(|second| (ahead.team(second) == team) != own_first);
        let is_pair = is_pair && choices[1] > 0 && opens(ahead);
        ahead.undo();
        if !own_first {
            choices.reverse();
        }
        is_pair.then_some(Pairing { own_first, choices })
    }

    /// Seals one pair.
    fn play(self, ahead: &mut dyn Lookahead, [own, other]: [usize; 2]) {
        for step in if self.own_first { [own, other] } else { [other, own] } {
            ahead.generate();
            ahead.play(step);
        }
    }

    /// The choices of the own side, or of the other, the most promising first.
    fn promising(self, ahead: &mut dyn Lookahead, own: bool) -> Vec<usize> {
        let is_first = own == self.own_first;
        ahead.generate();
        if !is_first {
            ahead.play(0);
            ahead.generate();
        }
        let mut order: Vec<usize> = (0..self.choices[usize::from(!own)]).collect();
        order.sort_by_key(|step| (std::cmp::Reverse(ahead.promise(*step)), *step));
        if !is_first {
            ahead.undo();
        }
        order
    }
}

/// Whether the second sealed choice opens both.
fn opens(ahead: &mut dyn Lookahead) -> bool {
    ahead.play(0);
    let opened = !matches!(ahead.standing(), NodeStanding::Seals(_)) || ahead.is_between_turns();
    ahead.undo();
    opened
}

/// Pairs of choices that are in question, by their places in the two lists of steps.
pub(crate) struct Sealed {
    pairing: Pairing,
    /// The choices of the own side and of the other.
    lists: [Vec<usize>; 2],
    matrix: Matrix,
    pub(crate) solution: Solution,
}

impl Sealed {
    /// The most promising choices of both sides, at most so many of each, looked at this deep.
    pub(crate) fn new(
        world: &mut World,
        pairing: Pairing,
        most: usize,
        depth: i32,
        ply: usize,
        search: &mut Search<'_, '_>,
    ) -> Sealed {
        let lists = [true, false].map(|own| {
            let mut list = pairing.promising(world.ahead.as_mut(), own);
            list.truncate(most);
            list
        });
        let mut matrix = Matrix::new(lists[0].len(), lists[1].len(), 0.5);
        // When an answer is wanted at once, pairs that were not looked at are taken for even.
        'pairs: for row in 0..lists[0].len() {
            for column in 0..lists[1].len() {
                if search.budget.is_late() {
                    break 'pairs;
                }
                let pair = [lists[0][row], lists[1][column]];
                matrix.set(row, column, value(world, pairing, pair, depth, ply, search));
            }
        }
        let solution = matrix.solve(FEW_ROUNDS);
        Sealed { pairing, lists, matrix, solution }
    }

    /// Looks deeper at the pairs that matter; whether the budget was enough for all of them.
    pub(crate) fn deepen(&mut self, world: &mut World, depth: i32, search: &mut Search<'_, '_>) -> bool {
        let rows = in_question(&self.solution.rows, &self.matrix.row_values(&self.solution.columns));
        let left: Vec<f64> =
            self.matrix.column_values(&self.solution.rows).iter().map(|value| -value).collect();
        let columns = in_question(&self.solution.columns, &left);
        let mut deeper = self.matrix.clone();
        for row in &rows {
            for column in &columns {
                let pair = [self.lists[0][*row], self.lists[1][*column]];
                let found = value(world, self.pairing, pair, depth, 0, search);
                if search.budget.is_spent() {
                    return false;
                }
                deeper.set(*row, *column, found);
            }
        }
        self.matrix = deeper;
        self.solution = self.matrix.solve(ROUNDS);
        true
    }

    /// What each of all own choices is worth against the other's mix; those that were not looked at
    /// promised least.
    pub(crate) fn values(&self) -> Vec<f64> {
        let values = self.matrix.row_values(&self.solution.columns);
        let least = values.iter().copied().fold(1.0, f64::min);
        let mut all = vec![least; self.pairing.choices[0]];
        self.lists[0].iter().zip(values).for_each(|(choice, value)| all[*choice] = value);
        all
    }

    /// How often each of all own choices is made, by somebody who has a whim so often, and then
    /// cares so little for what it costs.
    pub(crate) fn mix(&self, (often, careless): (f64, f64)) -> Vec<f64> {
        let values = self.matrix.row_values(&self.solution.columns);
        let best = values.iter().copied().fold(0.0, f64::max);
        let looks: Vec<f64> = values.iter().map(|value| ((value - best) / careless).exp()).collect();
        let total: f64 = looks.iter().sum();
        let mut mix = vec![0.0; self.pairing.choices[0]];
        for ((choice, share), looks) in self.lists[0].iter().zip(&self.solution.rows).zip(&looks) {
            let kept = if *share < RARE { 0.0 } else { *share };
            mix[*choice] = kept * (1.0 - often) + looks / total * often;
        }
        mix
    }
}

/// The choices that are mixed, and those that do best against the other's mix.
fn in_question(mix: &[f64], values: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|one, two| values[*two].total_cmp(&values[*one]));
    let is_best = |choice: &usize| order.iter().take(BEST).any(|best| best == choice);
    (0..values.len()).filter(|choice| mix[*choice] >= RARE || is_best(choice)).collect()
}

/// What a pair is worth to the own side.
fn value(
    world: &mut World,
    pairing: Pairing,
    pair: [usize; 2],
    depth: i32,
    ply: usize,
    search: &mut Search<'_, '_>,
) -> f64 {
    pairing.play(world.ahead.as_mut(), pair);
    let spent = if world.ahead.is_between_turns() { TURN } else { 1 };
    let window = Window { depth: depth - spent, alpha: -WIN, beta: WIN };
    let cents = world.search(window, ply + 2, false, search);
    world.ahead.undo();
    world.ahead.undo();
    chance_for(cents)
}

impl World {
    /// The value for the own team of a node at which both sides choose at the same time.
    pub(crate) fn together(&mut self, depth: i32, ply: usize, search: &mut Search<'_, '_>) -> i32 {
        let pairing = if depth > 0 { Pairing::at(self.ahead.as_mut(), self.team) } else { None };
        let Some(pairing) = pairing.filter(|pairing| pairing.choices.iter().all(|choices| *choices <= MANY))
        else {
            return self.ahead.appraise(self.team);
        };
        let sealed = Sealed::new(self, pairing, WITHIN, depth, ply, search);
        cents_for(sealed.solution.value)
    }
}
