//! Choices that two sides make at the same time: what to choose how often.
//!
//! A side that always chooses alike can be read, so an answer is a mix: how often each choice is
//! made.
//! The mixes of both sides are found exactly, by the simplex method, so that nobody gains anything by
//! knowing them.
//! Where that takes too long, they are found by regret matching: whatever would have done better so
//! far is chosen more often.

/// What a pair of choices is worth to the side that chooses rows, from 0 to 1.
#[derive(Clone, Debug)]
pub(crate) struct Matrix {
    rows: usize,
    columns: usize,
    values: Vec<f64>,
}

/// How often each choice is made, and what comes of it.
#[derive(Clone, Debug)]
pub(crate) struct Solution {
    /// How often the rows are chosen.
    pub(crate) rows: Vec<f64>,
    /// How often the columns are chosen.
    pub(crate) columns: Vec<f64>,
    /// What that is worth to the side that chooses rows.
    pub(crate) value: f64,
}

impl Matrix {
    /// A matrix in which every pair is worth the same.
    pub(crate) fn new(rows: usize, columns: usize, value: f64) -> Matrix {
        Matrix { rows, columns, values: vec![value; rows * columns] }
    }

    pub(crate) fn set(&mut self, row: usize, column: usize, value: f64) {
        self.values[row * self.columns + column] = value;
    }

    /// What each row is worth against a mix of columns.
    pub(crate) fn row_values(&self, columns: &[f64]) -> Vec<f64> {
        let worth = |row: &[f64]| row.iter().zip(columns).map(|(value, share)| value * share).sum();
        self.values.chunks(self.columns).map(worth).collect()
    }

    /// What each column leaves to the side that chooses rows by a mix.
    pub(crate) fn column_values(&self, rows: &[f64]) -> Vec<f64> {
        let mut sums = vec![0.0; self.columns];
        for (row, share) in self.values.chunks(self.columns).zip(rows) {
            sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value * share);
        }
        sums
    }

    /// Mixes of both sides from which neither gains much by leaving them.
    pub(crate) fn solve(&self, rounds: u32) -> Solution {
        let (mut rows, mut columns) = (Regrets::new(self.rows), Regrets::new(self.columns));
        for round in 1..=rounds {
            let column_mix = columns.mix();
            rows.answer(&self.row_values(&column_mix), f64::from(round));
            // The other side answers what was just chosen, which converges faster.
            let row_mix = rows.mix();
            let losses: Vec<f64> = self.column_values(&row_mix).iter().map(|value| -value).collect();
            columns.answer(&losses, f64::from(round));
        }
        let (rows, columns) = (rows.average(), columns.average());
        let value = self.row_values(&columns).iter().zip(&rows).map(|(value, share)| value * share).sum();
        Solution { rows, columns, value }
    }
}

impl Matrix {
    /// Mixes of both sides from which neither gains anything by leaving them.
    ///
    /// The side that chooses columns wants the least value; with all values above zero that is the
    /// problem of making shares of columns as large as possible whose rows are worth at most 1 each.
    /// The shares of rows are what its bounds cost.
    pub(crate) fn solve_exactly(&self) -> Solution {
        let (rows, columns) = (self.rows, self.columns);
        // The columns of the tableau: shares of columns, what is left of each bound, and the bounds.
        let width = columns + rows + 1;
        let mut tableau: Vec<Vec<f64>> = Vec::with_capacity(rows + 1);
        for (row, values) in self.values.chunks(columns).enumerate() {
            let mut line: Vec<f64> = values.iter().map(|value| value + ABOVE_ZERO).collect();
            line.resize(width, 0.0);
            (line[columns + row], line[width - 1]) = (1.0, 1.0);
            tableau.push(line);
        }
        let mut costs = vec![0.0; width];
        costs[..columns].fill(-1.0);
        let mut basis: Vec<usize> = (columns..columns + rows).collect();
        for _ in 0..MOST_PIVOTS {
            // The first that helps, so that the same corner never comes up again.
            let Some(enters) = costs[..width - 1].iter().position(|cost| *cost < -TINY) else {
                return self.read(&tableau, &costs, &basis);
            };
            let Some(leaves) = leaving(&tableau, &basis, enters) else { break };
            pivot(&mut tableau, &mut costs, leaves, enters);
            basis[leaves] = enters;
        }
        self.solve(1_500)
    }

    /// The mixes that a finished tableau stands for.
    fn read(&self, tableau: &[Vec<f64>], costs: &[f64], basis: &[usize]) -> Solution {
        let last = costs.len() - 1;
        let mut columns = vec![0.0; self.columns];
        for (line, place) in tableau.iter().zip(basis) {
            if let Some(share) = columns.get_mut(*place) {
                *share = line[last].max(0.0);
            }
        }
        let rows: Vec<f64> = costs[self.columns..last].iter().map(|cost| cost.max(0.0)).collect();
        let (rows, columns) = (shares(&rows), shares(&columns));
        let value = self.row_values(&columns).iter().zip(&rows).map(|(value, share)| value * share).sum();
        Solution { rows, columns, value }
    }
}

/// What all values are raised by, so that none is zero.
const ABOVE_ZERO: f64 = 1.0;
/// What is smaller than this is rounding.
const TINY: f64 = 1e-11;
/// A tableau that is not finished after so many pivots is given up.
const MOST_PIVOTS: u32 = 2_000;

/// The line of the tableau whose bound is reached first when a share grows.
fn leaving(tableau: &[Vec<f64>], basis: &[usize], enters: usize) -> Option<usize> {
    let bound = |line: &Vec<f64>| line[line.len() - 1] / line[enters];
    let lines = (0..tableau.len()).filter(|line| tableau[*line][enters] > TINY);
    lines.min_by(|one, two| {
        let bounds = bound(&tableau[*one]).total_cmp(&bound(&tableau[*two]));
        bounds.then(basis[*one].cmp(&basis[*two]))
    })
}

/// Lets a share grow until a bound is reached.
fn pivot(tableau: &mut [Vec<f64>], costs: &mut [f64], leaves: usize, enters: usize) {
    let by = tableau[leaves][enters];
    tableau[leaves].iter_mut().for_each(|number| *number /= by);
    let line = tableau[leaves].clone();
    let clear = |other: &mut [f64]| {
        let factor = other[enters];
        if factor != 0.0 {
            other.iter_mut().zip(&line).for_each(|(number, own)| *number -= factor * own);
        }
    };
    tableau.iter_mut().enumerate().filter(|(at, _)| *at != leaves).for_each(|(_, other)| clear(other));
    clear(costs);
}

/// One side's regrets: by how much each choice would have done better so far.
struct Regrets {
    regrets: Vec<f64>,
    /// The mixes so far, the later ones weighing more.
    chosen: Vec<f64>,
}

impl Regrets {
    fn new(choices: usize) -> Regrets {
        Regrets { regrets: vec![0.0; choices], chosen: vec![0.0; choices] }
    }

    /// The mix that follows from the regrets; even where there are none.
    fn mix(&self) -> Vec<f64> {
        shares(&self.regrets)
    }

    /// Learns what each choice would have been worth.
    fn answer(&mut self, values: &[f64], weight: f64) {
        let mix = self.mix();
        let had: f64 = values.iter().zip(&mix).map(|(value, share)| value * share).sum();
        self.chosen.iter_mut().zip(&mix).for_each(|(sum, share)| *sum += weight * share);
        for (regret, value) in self.regrets.iter_mut().zip(values) {
            *regret = (*regret + value - had).max(0.0);
        }
    }

    fn average(&self) -> Vec<f64> {
        shares(&self.chosen)
    }
}

/// Numbers as shares of their sum; even where there is none.
fn shares(numbers: &[f64]) -> Vec<f64> {
    let sum: f64 = numbers.iter().sum();
    if sum > 0.0 {
        numbers.iter().map(|number| number / sum).collect()
    } else {
        vec![1.0 / numbers.len() as f64; numbers.len()]
    }
}

#[cfg(test)]
mod tests {
    use super::{Matrix, Solution};

    /// How much either side could gain, at the most, by leaving these mixes.
    fn gap(matrix: &Matrix, Solution { rows, columns, .. }: &Solution) -> f64 {
        let best = matrix.row_values(columns).into_iter().fold(f64::MIN, f64::max);
        best - matrix.column_values(rows).into_iter().fold(f64::MAX, f64::min)
    }

    fn matrix(rows: &[&[f64]]) -> Matrix {
        let mut matrix = Matrix::new(rows.len(), rows[0].len(), 0.5);
        for (row, values) in rows.iter().enumerate() {
            values.iter().enumerate().for_each(|(column, value)| matrix.set(row, column, *value));
        }
        matrix
    }

    #[track_caller]
    fn check(rows: &[&[f64]], value: f64, mix: &[f64]) {
        let matrix = matrix(rows);
        for (solution, error) in [(matrix.solve(4_000), 0.02), (matrix.solve_exactly(), 1e-9)] {
            assert!((solution.value - value).abs() < error, "{solution:?}");
            for (found, wanted) in solution.rows.iter().zip(mix) {
                assert!((found - wanted).abs() < error, "{solution:?}");
            }
        }
    }

    #[test]
    fn exact_mixes_leave_nothing_to_gain() {
        let mut chance = kit_play::Chance::seeded(4);
        for size in [(1, 1), (1, 7), (3, 10), (10, 3), (36, 31)] {
            for _ in 0..20 {
                let mut matrix = Matrix::new(size.0, size.1, 0.5);
                for row in 0..size.0 {
                    for column in 0..size.1 {
                        // Few different values, so that many corners fall together.
                        matrix.set(row, column, f64::from(chance.below(9)) / 8.0);
                    }
                }
                let solution = matrix.solve_exactly();
                let gap = gap(&matrix, &solution);
                assert!((-1e-9..1e-9).contains(&gap), "{gap} for {size:?}");
            }
        }
    }

    #[test]
    fn known_games_have_their_known_values() {
        // Rock, paper, scissors.
        check(&[&[0.5, 0.0, 1.0], &[1.0, 0.5, 0.0], &[0.0, 1.0, 0.5]], 0.5, &[1.0 / 3.0; 3]);
        // Matching pennies of unequal worth: 1 and 0.4 against 0.
        check(&[&[1.0, 0.0], &[0.0, 0.4]], 0.4 / 1.4, &[0.4 / 1.4, 1.0 / 1.4]);
        // One row is best whatever happens.
        check(&[&[0.9, 0.8], &[0.1, 0.7]], 0.8, &[1.0, 0.0]);
    }

    #[test]
    fn nobody_gains_by_leaving_the_mix() {
        let matrix = matrix(&[&[0.2, 0.9, 0.4], &[0.7, 0.1, 0.6], &[0.5, 0.5, 0.3], &[0.6, 0.3, 0.8]]);
        let solution = matrix.solve(4_000);
        let best_row = matrix.row_values(&solution.columns).into_iter().fold(0.0, f64::max);
        let best_column = matrix.column_values(&solution.rows).into_iter().fold(1.0, f64::min);
        assert!(best_row - best_column < 0.005, "{best_row} and {best_column}: {solution:?}");
    }
}
