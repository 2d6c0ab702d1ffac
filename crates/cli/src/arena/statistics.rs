//! What numbers of games say, and how sure that is.

use super::contest::Record;

/// A share with the interval in which it lies 95 times of 100.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    pub value: f64,
    pub low: f64,
    pub high: f64,
    pub count: usize,
}

/// So many standard deviations hold 95 of 100.
pub const NORMAL: f64 = 1.96;

impl Share {
    /// The mean of scores from 0 to 1, none of which depends on another.
    pub fn of(scores: &[f64]) -> Share {
        let count = scores.len();
        let (mean, deviation) = mean_and_deviation(scores);
        let error = deviation / (count.max(1) as f64).sqrt();
        // Few games that all ended alike say less than their deviation makes believe.
        let Share { low, high, .. } = Share::wilson(mean, count);
        let (low, high) =
            if deviation < 0.05 { (low, high) } else { (mean - NORMAL * error, mean + NORMAL * error) };
        Share { value: mean, low: low.max(0.0), high: high.min(1.0), count }
    }

    /// The same for scores of games of which two in a row share their deal, with the seats swapped.
    ///
    /// What the deal gives to one side it gives to both in turn, so pairs tell more than games.
    pub fn of_pairs(records: &[&Record], score: impl Fn(&Record) -> f64) -> Share {
        let scores: Vec<(u64, f64)> = records.iter().map(|record| (record.number, score(record))).collect();
        Share::of_paired(&scores)
    }

    /// The same for scores with the numbers of their games.
    pub fn of_paired(scores: &[(u64, f64)]) -> Share {
        let mut scores = scores.to_vec();
        scores.sort_by_key(|(number, _)| *number);
        let pairs: Vec<f64> = scores
            .chunk_by(|one, two| one.0 / 2 == two.0 / 2)
            .map(|pair| pair.iter().map(|(_, score)| score).sum::<f64>() / pair.len() as f64)
            .collect();
        Share { count: scores.len(), ..Share::of(&pairs) }
    }

    /// Wilson's interval for a share of so many.
    fn wilson(value: f64, count: usize) -> Share {
        let count_f = count.max(1) as f64;
        let square = NORMAL * NORMAL;
        let middle = (value + square / (2.0 * count_f)) / (1.0 + square / count_f);
        let spread = value * (1.0 - value) / count_f + square / (4.0 * count_f * count_f);
        let half = NORMAL * spread.sqrt() / (1.0 + square / count_f);
        Share { value, low: middle - half, high: middle + half, count }
    }

    /// The share and its interval in hundredths: `52.5 % [47.1, 57.9]`.
    pub fn in_percent(&self) -> String {
        let [value, low, high] = [self.value, self.low, self.high].map(|share| 100.0 * share);
        format!("{value:.1} % [{low:.1}, {high:.1}]")
    }

    /// The same as a difference of strength: `+35 [-20, +91]` Elo.
    pub fn in_elo(&self) -> String {
        let [value, low, high] = [self.value, self.low, self.high].map(elo);
        format!("{value:+.0} [{low:+.0}, {high:+.0}]")
    }
}

/// The difference of strength that a score stands for; a thousand where it has no end.
pub fn elo(score: f64) -> f64 {
    let score = score.clamp(0.003, 0.997);
    400.0 * (score / (1.0 - score)).log10()
}

pub fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len().max(1) as f64
}

fn mean_and_deviation(numbers: &[f64]) -> (f64, f64) {
    let mean = mean(numbers);
    let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
    (mean, (squares / (numbers.len().max(2) - 1) as f64).sqrt())
}

/// A mean with the interval in which it lies 95 times of 100.
pub fn mean_in_words(numbers: &[f64]) -> String {
    let (mean, deviation) = mean_and_deviation(numbers);
    // One number does not tell how far others lie from it.
    if numbers.len() < 2 {
        return format!("{mean:.1}");
    }
    let error = NORMAL * deviation / (numbers.len() as f64).sqrt();
    format!("{mean:.1} ± {error:.1}")
}

/// How much of the result the deal decides between equal players: how alike two games of one deal
/// end, from 0 to 1; nothing without pairs, or where all games end alike.
pub fn luck(records: &[&Record]) -> Option<f64> {
    let mut records: Vec<&Record> = records.to_vec();
    records.sort_by_key(|record| record.number);
    let pairs: Vec<[f64; 2]> = records
        .chunk_by(|one, two| one.number / 2 == two.number / 2)
        .filter_map(|pair| Some([pair.first()?.first, pair.get(1)?.first]))
        .collect();
    let all: Vec<f64> = pairs.iter().flatten().copied().collect();
    let (mean, deviation) = mean_and_deviation(&all);
    if pairs.len() < 2 || deviation == 0.0 {
        return None;
    }
    let shared: f64 = pairs.iter().map(|[one, two]| (one - mean) * (two - mean)).sum();
    Some((shared / pairs.len() as f64 / deviation.powi(2)).clamp(-1.0, 1.0))
}

/// Where in a game, from 0 to 1, the lead last changed sides, and how often it did.
///
/// Whoever has a chance of more than this leads.
pub fn lead_changes(chances: &[f64]) -> (f64, u32) {
    const LEAD: f64 = 0.55;
    let (mut leader, mut last, mut changes) = (None, 0, 0);
    for (place, chance) in chances.iter().enumerate() {
        let now = if *chance > LEAD {
            Some(true)
        } else if *chance < 1.0 - LEAD {
            Some(false)
        } else {
            None
        };
        if now.is_some() && now != leader {
            if leader.is_some() {
                changes += 1;
            }
            (leader, last) = (now, place);
        }
    }
    (last as f64 / chances.len().max(1) as f64, changes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(number: u64, first: f64) -> Record {
        Record { number, first, measured: first, ..Record::default() }
    }

    #[test]
    fn shares_know_how_sure_they_are() {
        let even: Vec<f64> = (0..400).map(|number| f64::from(number % 2)).collect();
        let share = Share::of(&even);
        assert_eq!(share.in_percent(), "50.0 % [45.1, 54.9]");
        assert_eq!(share.in_elo(), "+0 [-34, +34]");
        let all = Share::of(&[1.0; 10]);
        assert!(all.low < 0.75 && all.high == 1.0, "{all:?}");
    }

    #[test]
    fn luck_is_what_two_games_of_a_deal_share() {
        let by_deal: Vec<Record> = (0..40).map(|number| record(number, (number / 2 % 2) as f64)).collect();
        let by_players: Vec<Record> = (0..40).map(|number| record(number, (number % 2) as f64)).collect();
        let luck_of = |records: &[Record]| luck(&records.iter().collect::<Vec<_>>());
        assert!(luck_of(&by_deal).is_some_and(|luck| luck > 0.9));
        assert!(luck_of(&by_players).is_some_and(|luck| luck < -0.9));
        assert_eq!(luck_of(&[record(0, 1.0), record(1, 1.0)]), None);
    }

    #[test]
    fn a_lead_changes_when_the_other_side_leads() {
        assert_eq!(lead_changes(&[0.5, 0.7, 0.5, 0.7]), (0.25, 0));
        assert_eq!(lead_changes(&[0.7, 0.3, 0.5, 0.8]), (0.75, 2));
        assert_eq!(lead_changes(&[]), (0.0, 0));
    }
}
