//! Two sides that decide at the same time, neither seeing what the other chooses.
//!
//! All pairs of choices are a [`Matrix`]; each pair is searched as if both had been opened.
//! Hardly any choice is ever made, so the matrix is not filled: it begins with what promises most,
//! and as long as some choice answers the other side's mix better than all that are taken so far,
//! that is taken, too.
//! The deeper a search goes, the fewer pairs it looks at: those that either side mixes, and those
//! that answer the other's mix best.
//! Behind such a pair both may choose at the same time again, and there it is done the same way, with
//! fewer choices.

use std::cmp::Reverse;

use kit_play::numbers::exp;
use kit_play::{Lookahead, NodeStanding, Team};

use crate::attention::Attention;
use crate::chances::{DECIDED, cents_of, chance_for};
use crate::engine::{Search, TURN, WIN, Window, World};
use crate::matrix::{Matrix, Solution};
use crate::memory::{Bound, Remembered};

/// How many choices of each side are looked at in any case.
const LEAST: usize = 6;
/// How many choices of a side are looked at, at the most.
const MOST: usize = 96;
/// How many choices of a side are looked at within a search.
const WITHIN: usize = 8;
/// With how many choices of a side a mix begins that has more than [`LEAST`].
const FIRST: usize = 3;
/// How many pairs are looked at for each choice of a side, roughly.
const PAIRS: u64 = 8;
/// How often choices are taken in that answer the other's mix.
const MOST_ANSWERS: usize = 32;
/// How often it is asked which pairs are in question at a depth.
const MOST_ASKED: usize = 4;
/// By how much, in chances to win, an answer must be better to be taken in, and within a search.
const CLOSE: f64 = 0.002;
const CLOSE_WITHIN: f64 = 0.008;
/// A choice that is made more rarely than this is not in the mix.
const RARE: f64 = 0.02;
/// How many choices of a side stay in question that answer the other's mix best, and within a
/// search.
const BEST: usize = 3;
const BEST_WITHIN: usize = 2;
/// A choice that promises this much, in hundredths of a pawn, is thought of by everybody.
const SALIENT: i32 = 60;

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

    /// The choices of both sides that somebody thinks of, the own side's first.
    ///
    /// What takes something or promises much comes first and is always thought of; of all else, some
    /// is overlooked, and never because of its place in a list.
    fn thought_of(
        self,
        ahead: &mut dyn Lookahead,
        attention: Attention,
        last: Option<u16>,
        most: usize,
    ) -> [Vec<usize>; 2] {
        [true, false].map(|own| {
            let is_first = own == self.own_first;
            ahead.generate();
            if !is_first {
                ahead.play(0);
                ahead.generate();
            }
            let mut list: Vec<Candidate> = (0..self.choices[usize::from(!own)])
                .map(|step| Candidate::of(ahead, step, attention, last))
                .collect();
            if !is_first {
                ahead.undo();
            }
            list.sort_by_key(|candidate| Reverse((candidate.promise, candidate.lot)));
            let noticed = list.iter().filter(|candidate| candidate.noticed).count();
            // Whoever thinks of hardly anything still has something to choose from.
            list.sort_by_key(|candidate| !candidate.noticed);
            list.truncate(noticed.max(LEAST).min(most));
            list.into_iter().map(|candidate| candidate.step).collect()
        })
    }
}

/// A choice, before anything is looked at.
struct Candidate {
    step: usize,
    noticed: bool,
    /// What it promises; the same for all that is not salient to somebody who does not see all.
    promise: i32,
    lot: u64,
}

impl Candidate {
    fn of(ahead: &dyn Lookahead, step: usize, attention: Attention, last: Option<u16>) -> Candidate {
        let (promise, habit) = (ahead.promise(step), ahead.habit(step));
        let is_salient = ahead.is_noisy(step) || promise >= SALIENT;
        // Choices that are no moves have no habit, and are overlooked as easily as others.
        let (lot, noticed) = match habit {
            0 => (attention.lot(step as u16), attention.draws(step as u16)),
            _ => (attention.lot(habit), attention.notices(habit, last)),
        };
        let promise = if is_salient || attention.is_full() { promise } else { promise.min(0) };
        Candidate { step, noticed: is_salient || noticed, promise, lot }
    }
}

/// Whether the second sealed choice opens both.
fn opens(ahead: &mut dyn Lookahead) -> bool {
    ahead.play(0);
    let opened = !matches!(ahead.standing(), NodeStanding::Seals(_)) || ahead.is_between_turns();
    ahead.undo();
    opened
}

/// What a pair is worth to the own side, and how deep it was looked at.
#[derive(Clone, Copy, Debug)]
struct Cell {
    value: f64,
    depth: i32,
}

/// How pairs are looked at.
#[derive(Clone, Copy)]
struct Look {
    depth: i32,
    ply: usize,
    /// How close both mixes must come to what cannot be read.
    close: f64,
    /// Between which values for the own side it matters, in chances to win.
    window: [f64; 2],
}

/// What came of a look at all pairs in question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Round {
    /// The budget was not enough for all of them.
    Unfinished,
    /// Nothing is worth anything else than before.
    Same,
    /// Something is.
    Changed,
}

/// Pairs of choices that are in question, by their places in the two lists of steps.
pub(crate) struct Sealed {
    pairing: Pairing,
    /// The choices of the own side and of the other that are thought of.
    lists: [Vec<usize>; 2],
    /// What is known of each pair of them, row by row.
    cells: Vec<Option<Cell>>,
    /// The choices among which the mixes are, by their places.
    taken: [Vec<usize>; 2],
    /// How often everything in the lists is chosen.
    pub(crate) solution: Solution,
}

impl Sealed {
    /// The choices of both sides that somebody thinks of, looked at for one turn, as many of each as
    /// there are nodes for.
    pub(crate) fn new(
        world: &mut World,
        pairing: Pairing,
        attention: Attention,
        search: &mut Search<'_, '_>,
    ) -> Sealed {
        let look = Look { depth: TURN, ply: 0, close: CLOSE, window: [0.0, 1.0] };
        let lists = pairing.thought_of(world.ahead.as_mut(), attention, None, MOST);
        let mut sealed = Sealed::of(pairing, lists);
        sealed.look(world, [0, 0], look, search);
        // What one pair takes, others take as well.
        let cost = search.budget.used().max(1);
        let most = usize::try_from(search.budget.most() / (PAIRS * cost)).unwrap_or(MOST).max(LEAST);
        if sealed.lists.iter().any(|list| list.len() > most) {
            let (first, mut lists) = (sealed.cells[0], sealed.lists);
            lists.iter_mut().for_each(|list| list.truncate(most));
            sealed = Sealed::of(pairing, lists);
            sealed.cells[0] = first;
        }
        // There is an answer in any case; pairs that were not looked at are taken for even.
        let pairs = sealed.pairs_taken();
        for pair in pairs {
            if search.budget.is_late() {
                break;
            }
            sealed.look(world, pair, look, search);
        }
        sealed.solve();
        sealed.take_answers(world, look, search);
        sealed
    }

    /// Nothing is known yet.
    fn of(pairing: Pairing, lists: [Vec<usize>; 2]) -> Sealed {
        let few = |list: &Vec<usize>| if list.len() <= LEAST { list.len() } else { FIRST };
        let taken = [0, 1].map(|side: usize| (0..few(&lists[side])).collect());
        let solution =
            Solution { rows: vec![0.0; lists[0].len()], columns: vec![0.0; lists[1].len()], value: 0.5 };
        Sealed { pairing, cells: vec![None; lists[0].len() * lists[1].len()], lists, taken, solution }
    }

    fn cell(&self, [row, column]: [usize; 2]) -> Option<Cell> {
        self.cells[row * self.lists[1].len() + column]
    }

    fn pairs_taken(&self) -> Vec<[usize; 2]> {
        let [rows, columns] = &self.taken;
        rows.iter().flat_map(|row| columns.iter().map(|column| [*row, *column])).collect()
    }

    /// Looks at a pair, unless that was done as deeply before; whether its value changed.
    fn look(&mut self, world: &mut World, pair: [usize; 2], look: Look, search: &mut Search<'_, '_>) -> bool {
        let before = self.cell(pair);
        if before.is_some_and(|cell| cell.depth >= look.depth) {
            return false;
        }
        let [row, column] = pair;
        let pairing = self.pairing;
        pairing.play(world.ahead.as_mut(), [self.lists[0][row], self.lists[1][column]]);
        let spent = if world.ahead.is_between_turns() { TURN } else { 1 };
        let window = Window { depth: look.depth - spent, alpha: -WIN, beta: WIN };
        let value = chance_for(world.search(window, look.ply + 2, false, search));
        world.ahead.undo();
        world.ahead.undo();
        self.cells[row * self.lists[1].len() + column] = Some(Cell { value, depth: look.depth });
        before.is_none_or(|before| before.value != value)
    }

    /// The mixes among what is taken from which neither side gains anything by leaving them.
    fn solve(&mut self) {
        let [rows, columns] = &self.taken;
        let mut matrix = Matrix::new(rows.len(), columns.len(), 0.5);
        for (place, row) in rows.iter().enumerate() {
            for (other, column) in columns.iter().enumerate() {
                if let Some(cell) = self.cell([*row, *column]) {
                    matrix.set(place, other, cell.value);
                }
            }
        }
        let found = matrix.solve_exactly();
        let mut solution = Solution {
            rows: vec![0.0; self.lists[0].len()],
            columns: vec![0.0; self.lists[1].len()],
            value: found.value,
        };
        rows.iter().zip(found.rows).for_each(|(row, share)| solution.rows[*row] = share);
        columns.iter().zip(found.columns).for_each(|(column, share)| solution.columns[*column] = share);
        self.solution = solution;
    }

    /// Takes in what answers the other's mix better than all that is taken, until nothing does;
    /// whether the budget was enough.
    fn take_answers(&mut self, world: &mut World, look: Look, search: &mut Search<'_, '_>) -> bool {
        for _ in 0..MOST_ANSWERS {
            for pair in self.pairs_of_answers() {
                if search.budget.is_spent() {
                    return false;
                }
                self.look(world, pair, look, search);
            }
            let [row, column] = [0, 1].map(|side| self.best_answer(side));
            let ([low, high], [Some((row, most)), Some((column, least))]) = (look.window, [row, column])
            else {
                return true;
            };
            if most <= low || least >= high {
                // However it goes on, it does not matter any more.
                self.solution.value = if most <= low { most } else { least };
                return true;
            }
            let mut grows = false;
            for (side, place, gain) in
                [(0, row, most - self.solution.value), (1, column, self.solution.value - least)]
            {
                if gain > look.close && !self.taken[side].contains(&place) {
                    self.taken[side].push(place);
                    grows = true;
                }
            }
            if !grows {
                return true;
            }
            for pair in self.pairs_taken() {
                if search.budget.is_spent() {
                    // What was taken in last is not known well enough to be chosen.
                    self.taken = [&self.solution.rows, &self.solution.columns]
                        .map(|mix| (0..mix.len()).filter(|place| mix[*place] > 0.0).collect());
                    return false;
                }
                self.look(world, pair, look, search);
            }
            self.solve();
        }
        true
    }

    /// The pairs that tell what answers either side's mix best.
    fn pairs_of_answers(&self) -> Vec<[usize; 2]> {
        let Solution { rows, columns, .. } = &self.solution;
        let mut pairs = Vec::new();
        for (row, often) in rows.iter().enumerate() {
            let asked = columns.iter().enumerate().filter(|(_, share)| *often > 0.0 || **share > 0.0);
            pairs.extend(asked.map(|(column, _)| [row, column]));
        }
        pairs
    }

    /// What each choice of a side is worth to the own side against the other's mix, by all that is
    /// known of it; nothing where that is little.
    fn against(&self, side: usize, mix: &[f64]) -> Vec<Option<f64>> {
        let value = |place: usize| {
            let (mut sum, mut known) = (0.0, 0.0);
            for (other, share) in mix.iter().enumerate() {
                let pair = if side == 0 { [place, other] } else { [other, place] };
                if let Some(cell) = self.cell(pair).filter(|_| *share > 0.0) {
                    sum += share * cell.value;
                    known += share;
                }
            }
            (known >= 0.5).then(|| sum / known)
        };
        (0..self.lists[side].len()).map(value).collect()
    }

    /// The same against the mix that was found.
    fn answers(&self, side: usize) -> Vec<Option<f64>> {
        let Solution { rows, columns, .. } = &self.solution;
        self.against(side, if side == 0 { columns } else { rows })
    }

    /// What is best for a side against the other's mix, and what that is worth to the own side.
    fn best_answer(&self, side: usize) -> Option<(usize, f64)> {
        self.best_first(side).into_iter().next()
    }

    /// What is known for a side against the other's mix, the best for that side first.
    fn best_first(&self, side: usize) -> Vec<(usize, f64)> {
        let answers = self.answers(side).into_iter().enumerate();
        let mut known: Vec<(usize, f64)> =
            answers.filter_map(|(place, value)| Some((place, value?))).collect();
        let sign = if side == 0 { -1.0 } else { 1.0 };
        known.sort_by(|one, two| (sign * one.1).total_cmp(&(sign * two.1)));
        known
    }

    /// Looks deeper at the pairs that matter.
    pub(crate) fn deepen(&mut self, world: &mut World, depth: i32, search: &mut Search<'_, '_>) -> Round {
        let look = Look { depth, ply: 0, close: CLOSE, window: [0.0, 1.0] };
        self.look_deeper(world, look, BEST, search)
    }

    fn look_deeper(
        &mut self,
        world: &mut World,
        look: Look,
        best: usize,
        search: &mut Search<'_, '_>,
    ) -> Round {
        let (cells, taken) = (self.cells.clone(), self.taken.clone());
        let mut round = Round::Same;
        let mut in_question: [Vec<usize>; 2] = [Vec::new(), Vec::new()];
        for _ in 0..MOST_ASKED {
            for (side, places) in in_question.iter_mut().enumerate() {
                let found = self.in_question(side, best);
                places.extend(found.into_iter().filter(|place| !places.contains(place)).collect::<Vec<_>>());
            }
            self.taken = in_question.clone();
            // First of all the pairs that are chosen most often.
            let share = |[row, column]: [usize; 2]| self.solution.rows[row] * self.solution.columns[column];
            let mut pairs = self.pairs_taken();
            pairs.retain(|pair| self.cell(*pair).is_none_or(|cell| cell.depth < look.depth));
            pairs.sort_by(|one, two| share(*two).total_cmp(&share(*one)));
            if pairs.is_empty() {
                break;
            }
            for pair in pairs {
                if self.look(world, pair, look, search) {
                    round = Round::Changed;
                }
                if search.budget.is_spent() {
                    (self.cells, self.taken) = (cells, taken);
                    self.solve();
                    return Round::Unfinished;
                }
            }
            self.solve();
        }
        round
    }

    /// The choices of a side that are mixed, and those that do best against the other's mix.
    fn in_question(&self, side: usize, best: usize) -> Vec<usize> {
        let mix = if side == 0 { &self.solution.rows } else { &self.solution.columns };
        let mut places: Vec<usize> = (0..mix.len()).filter(|place| mix[*place] >= RARE).collect();
        let good = self.best_first(side).into_iter().map(|(place, _)| place).take(best);
        places.extend(good.filter(|place| mix[*place] < RARE));
        places
    }

    /// What each of all own choices is worth against the other's mix; those that were not looked at
    /// promised least.
    pub(crate) fn values(&self) -> Vec<f64> {
        let values = self.answers(0);
        let least = values.iter().flatten().copied().fold(1.0, f64::min);
        let mut all = vec![least; self.pairing.choices[0]];
        self.lists[0].iter().zip(values).for_each(|(choice, value)| all[*choice] = value.unwrap_or(least));
        all
    }

    /// How often each of all own choices is made, by somebody who has a whim so often, and then
    /// cares so little for what it costs.
    pub(crate) fn mix(&self, (often, careless): (f64, f64)) -> Vec<f64> {
        let values = self.answers(0);
        let best = values.iter().flatten().copied().fold(0.0, f64::max);
        // A win that is there is always taken.
        let often = if best > 1.0 - DECIDED { 0.0 } else { often };
        let looks: Vec<f64> =
            values.iter().map(|value| value.map_or(0.0, |value| exp((value - best) / careless))).collect();
        let total: f64 = looks.iter().sum();
        let mut mix = vec![0.0; self.pairing.choices[0]];
        for ((choice, share), looks) in self.lists[0].iter().zip(&self.solution.rows).zip(&looks) {
            mix[*choice] = if total > 0.0 { share * (1.0 - often) + looks / total * often } else { *share };
        }
        mix
    }

    /// Whether the own side would always make the same choice.
    pub(crate) fn is_pure(&self) -> bool {
        self.solution.rows.iter().any(|share| *share > 1.0 - RARE)
    }

    /// How much either side could gain, at the most, by leaving its mix.
    pub(crate) fn gap(&self) -> f64 {
        let [most, least] = [0, 1].map(|side| self.best_answer(side).map(|(_, value)| value));
        most.zip(least).map_or(0.0, |(most, least)| most - least)
    }

    /// The own choice that is best against somebody who makes each choice so often.
    pub(crate) fn best_against(
        &mut self,
        mix: &[f64],
        world: &mut World,
        search: &mut Search<'_, '_>,
    ) -> Option<usize> {
        let mix: Vec<f64> =
            self.lists[1].iter().map(|choice| mix.get(*choice).copied().unwrap_or(0.0)).collect();
        let look = Look { depth: TURN, ply: 0, close: CLOSE, window: [0.0, 1.0] };
        for row in 0..self.lists[0].len() {
            for column in (0..mix.len()).filter(|column| mix[*column] > 0.0) {
                self.look(world, [row, column], look, search);
            }
        }
        let values = self.against(0, &mix).into_iter().enumerate();
        let known = values.filter_map(|(place, value)| Some((place, value?)));
        known.max_by(|one, two| one.1.total_cmp(&two.1)).map(|(place, _)| self.lists[0][place])
    }
}

impl World {
    /// The value for the own team of a node at which both sides choose at the same time.
    pub(crate) fn together(
        &mut self,
        Window { depth, alpha, beta }: Window,
        ply: usize,
        search: &mut Search<'_, '_>,
    ) -> i32 {
        let pairing = if depth > 0 { Pairing::at(self.ahead.as_mut(), self.team) } else { None };
        let Some(pairing) = pairing else { return self.ahead.appraise(self.team) };
        // What is remembered is for whoever seals first.
        let sign = if pairing.own_first { 1 } else { -1 };
        let (low, high) = if pairing.own_first { (alpha, beta) } else { (-beta, -alpha) };
        let key = self.ahead.key();
        if let Some(found) = self.recall(key, ply).filter(|found| found.settles(depth, low, high)) {
            return sign * found.value;
        }
        let Some(value) = self.mixed_value(pairing, Window { depth, alpha, beta }, ply, search) else {
            return self.ahead.appraise(self.team);
        };
        let bound = Bound::of(sign * value, low, high);
        self.keep(key, ply, Remembered { depth, value: sign * value, bound, step: 0 });
        value
    }

    /// The same, looked at deeper and deeper; nothing when the budget ran out.
    fn mixed_value(
        &mut self,
        pairing: Pairing,
        Window { depth, alpha, beta }: Window,
        ply: usize,
        search: &mut Search<'_, '_>,
    ) -> Option<i32> {
        let (attention, last) = (self.attention(), self.last_habit());
        let lists = pairing.thought_of(self.ahead.as_mut(), attention, last, WITHIN);
        let mut sealed = Sealed::of(pairing, lists);
        let window = [chance_for(alpha), chance_for(beta)];
        let mut look = Look { depth: depth.min(TURN), ply, close: CLOSE_WITHIN, window };
        for pair in sealed.pairs_taken() {
            if search.budget.is_spent() {
                return None;
            }
            sealed.look(self, pair, look, search);
        }
        sealed.solve();
        if !sealed.take_answers(self, look, search) {
            return None;
        }
        while look.depth < depth {
            look.depth = (look.depth + TURN).min(depth);
            if sealed.look_deeper(self, look, BEST_WITHIN, search) == Round::Unfinished {
                return None;
            }
        }
        Some(cents_of(sealed.solution.value))
    }
}
