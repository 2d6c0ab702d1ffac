//! How bots get on with partners of another level: what their team scores, and how often they meet
//! where one chooses unseen what the other should do.

use anyhow::Result;
use kit_bots::Level;
use kit_play::sentence::Filling;
use kit_play::{Listed, Sentence, Terms, say};

use super::contest::{Contest, Record};
use super::players::Player;
use super::report::points;
use super::run::Run;
use super::statistics::{Share, mean_in_words};
use crate::words::said;

/// What is said when partners have met, and when they have missed each other.
///
/// A test looks these templates up among all that games say, so that nothing is missed silently that
/// is worded otherwise.
const MET: [&str; 3] = [
    "Hit: {team} loses the tug.",
    "Hit: the trophy goes to the middle.",
    "Hit: the trophy goes to {team}'s side.",
];
const MISSED: [&str; 3] = [
    "Miss: {team} loses the tug.",
    "Miss: the trophy goes to the middle.",
    "Miss: the trophy goes to {team}'s side.",
];

/// Whether partners have met, by what is said; nothing where it says nothing of that.
pub fn has_met(sentence: &Sentence) -> Option<bool> {
    let is_one_of = |templates: &[&str]| templates.contains(&sentence.template());
    is_one_of(&MET).then_some(true).or(is_one_of(&MISSED).then_some(false))
}

/// What came of a team of two levels against a team of the first alone.
pub struct Mixed {
    /// What the mixed team scores, where there is somebody to beat.
    share: Share,
    /// The points of the mixed team and of the other, where there is nobody.
    points: Option<[String; 2]>,
    /// How often partners of the mixed team met, in the mean of games, and of how many times.
    met: Option<(Share, u64)>,
}

/// Whether some team has several seats.
pub fn has_partners(game: &dyn Listed) -> bool {
    let about = game.about();
    about.fewest_seats.max(2) > about.teams.len() && about.seats.len() > 1
}

/// Lets a level play with a partner of another level against two of itself.
///
/// # Errors
///
/// Fails when a game cannot be written down.
pub fn mixed(
    game: &'static dyn Listed,
    terms: &Terms,
    [level, partner]: [Level; 2],
    (count, seed): (u64, u64),
    run: &Run,
) -> Result<Mixed> {
    let partner = (partner != level).then_some(Player::Level(partner));
    let contest = Contest { game, terms: terms.clone(), players: [level.into(); 2], partner, seed };
    let records = contest.played(count, run)?;
    let records: Vec<&Record> = records.iter().collect();
    let all = |record: &Record| record.met + record.missed;
    let rates = records.iter().filter(|record| all(record) > 0);
    let rates: Vec<f64> = rates.map(|record| record.met as f64 / all(record) as f64).collect();
    let choices: u64 = records.iter().map(|record| all(record)).sum();
    Ok(Mixed {
        share: Share::of_pairs(&records, |record| record.measured),
        points: points(&records).map(|both| both.map(|points| mean_in_words(&points))),
        met: (choices > 0).then(|| (Share::of(&rates), choices)),
    })
}

impl Mixed {
    /// What came of it, in words.
    pub fn told(&self, [level, partner]: [Level; 2]) -> String {
        let [level, partner] = [level, partner].map(|level| Filling::text(level.name()));
        let count = self.share.count;
        let scored = match &self.points {
            Some([mixed, alike]) => say!(
                "{level} with {partner} makes {mixed} points, and with {level} {alike} ({count} {count|one=game|other=games})",
                level,
                partner,
                mixed = Filling::text(mixed),
                alike = Filling::text(alike),
                count
            ),
            None => say!(
                "{level} with {partner} scores {share} against {level} with {level} ({count} {count|one=game|other=games})",
                level,
                partner,
                share = Filling::text(self.share.in_percent()),
                count
            ),
        };
        let met = self.met.map(|(share, choices)| {
            said(&say!(
                "; {share} of {choices} choices of these partners met",
                share = Filling::text(share.in_percent()),
                choices = choices as i64
            ))
        });
        format!("{}{}", said(&scored), met.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::*;

    /// Translations have a message for every template that is said and for no other, which is tested
    /// elsewhere, so what is worded otherwise is not there any more.
    #[test]
    fn what_partners_hear_is_worded_as_it_is_looked_for() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../languages/de");
        let files = fs::read_dir(folder).expect("the messages").flatten();
        let texts: Vec<String> = files.filter_map(|file| fs::read_to_string(file.path()).ok()).collect();
        let messages = texts.iter().flat_map(|text| text.lines());
        let messages = messages.filter_map(|line| line.strip_prefix("msgid \"")?.strip_suffix('"'));
        let told: BTreeSet<&str> = messages
            .filter(|message| message.starts_with("Hit: ") || message.starts_with("Miss: "))
            .collect();
        assert_eq!(told, MET.into_iter().chain(MISSED).collect());
    }
}
