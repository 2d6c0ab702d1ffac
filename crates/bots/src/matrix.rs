//! Choices that two sides make at the same time: what to choose how often.
//!
//! A side that always chooses alike can be read, so an answer is a mix: how often each choice is
//! made.
//! The mixes of both sides are found by regret matching: whatever would have done better so far is
//! chosen more often.

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
    use super::Matrix;

    fn matrix(rows: &[&[f64]]) -> Matrix {
        let mut matrix = Matrix::new(rows.len(), rows[0].len(), 0.5);
        for (row, values) in rows.iter().enumerate() {
            values.iter().enumerate().for_each(|(column, value)| matrix.set(row, column, *value));
        }
        matrix
    }

    #[track_caller]
    fn check(rows: &[&[f64]], value: f64, mix: &[f64]) {
        let solution = matrix(rows).solve(4_000);
        assert!((solution.value - value).abs() < 0.003, "{solution:?}");
        for (found, wanted) in solution.rows.iter().zip(mix) {
            assert!((found - wanted).abs() < 0.02, "{solution:?}");
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
