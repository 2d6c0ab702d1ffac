//! Games of bots against each other, and what is noted of each.
//!
//! Two games in a row share their deal; the level that is measured has another team in each, and the
//! bots have other luck, so that what the deal decides can be told from what the players do.

use std::collections::BTreeMap;
use std::thread;

use anyhow::Result;
use kit_play::sentence::Filling;
use kit_play::{Chance, Listed, Outcome, Seat, Sentence, Table, Team, Terms, Verdict, Viewer};
use serde_json::{Value, json};

use super::journal::{Noted, label};
use super::partners::has_met;
use super::players::{Player, Seated};
use super::run::{Games, Run};

/// Which bots play what.
#[derive(Clone)]
pub struct Contest {
    pub game: &'static dyn Listed,
    pub terms: Terms,
    /// Who is measured, and against whom.
    pub players: [Player; 2],
    /// Who has every second seat of the team that is measured, if it is somebody else.
    pub partner: Option<Player>,
    pub seed: u64,
}

/// What is noted of one game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// Which game of the contest it is.
    pub number: u64,
    /// What it was worth to the team that moves first, from 0 to 1.
    pub first: f64,
    /// What it was worth to whoever is measured.
    pub measured: f64,
    /// The points of a team that had nobody to beat, and whether whoever is measured made them.
    pub points: Option<(i32, bool)>,
    /// Why it ended, and by which rule.
    pub reason: String,
    pub rule: String,
    /// How many decisions there were, how many turns, and how many offers for a decision.
    pub actions: u64,
    pub turns: u64,
    pub offers: f64,
    /// The chance to win of the team that moves first, as the bots saw it, along the game.
    pub chances: Vec<f64>,
    /// How often each kind of thing was said.
    pub facts: BTreeMap<String, u64>,
    /// How often partners of the team that is measured met, where one chooses unseen what the other
    /// should do, and how often they did not.
    pub met: u64,
    pub missed: u64,
    /// How often there was each reason why a move was barred that somebody might have tried.
    pub barred: BTreeMap<String, u64>,
}

/// At every so manieth decision it is noted which rules bar a move.
const BETWEEN_LOOKS: u64 = 5;

impl Contest {
    /// Plays so many games.
    ///
    /// # Errors
    ///
    /// Fails when a game cannot be written down.
    pub fn played(&self, count: u64, run: &Run) -> Result<Vec<Record>> {
        let [measured, other] = self.players;
        let partner = self.partner.map(|partner| format!(" with {partner}")).unwrap_or_default();
        let of = label("games", self.game, &self.terms, &format!("{measured}{partner} against {other}"));
        let name = self.game.about().id;
        run.all(count, &Games { of, name, play: &|number| Ok(self.play_one(number)) })
    }

    /// Plays one game.
    pub fn play_one(&self, number: u64) -> Record {
        let measured = Team((number % 2) as u8);
        let mut chance = Chance::seeded(self.seed.wrapping_mul(1_000_003).wrapping_add(number / 2));
        let mut table = Table::open(self.game, &self.terms, &mut chance).expect("these terms are playable");
        let mut luck = Chance::seeded(self.seed.wrapping_mul(7_368_787).wrapping_add(number));
        let player = |seat: Seat| {
            let is_measured = table.team(seat) == measured;
            let before = table.seats().filter(|other| table.team(*other) == measured && *other < seat);
            let partner = self.partner.filter(|_| is_measured && before.count() % 2 == 1);
            partner.unwrap_or(self.players[usize::from(!is_measured)])
        };
        let mut seated: Vec<Seated> =
            table.seats().map(|seat| player(seat).seated(Chance::seeded(luck.seed()))).collect();
        let mut record = Record { number, ..Record::default() };
        let mut offers = 0;
        while table.outcome().is_none() {
            for seat in table.acting() {
                let glimpse = table.glimpse(Viewer::Seat(seat));
                let Some(thought) = seated[seat.index()].choose(&glimpse) else { continue };
                offers += glimpse.actions().len() as u64;
                if record.actions.is_multiple_of(BETWEEN_LOOKS) {
                    for barred in glimpse.barred() {
                        *record.barred.entry(why(&barred.reason)).or_default() += 1;
                    }
                }
                if thought.nodes > 0 {
                    let own = thought.chance_to_win;
                    record.chances.push(rounded(if table.team(seat) == Team(0) { own } else { 1.0 - own }));
                }
                let ruling =
                    table.act(seat, &thought.action, &mut chance).expect("a player chooses an offer");
                for said in &ruling.said {
                    *record.facts.entry(said.sentence.template().to_owned()).or_default() += 1;
                    let has_met = has_met(&said.sentence).filter(|_| table.team(seat) == measured);
                    record.met += u64::from(has_met == Some(true));
                    record.missed += u64::from(has_met == Some(false));
                }
                record.actions += 1;
            }
        }
        record.turns = u64::from(table.turn_of(table.entries()));
        record.offers = rounded(offers as f64 / record.actions.max(1) as f64);
        if let Some(outcome) = table.outcome() {
            let is_alone = table.seats().all(|seat| table.team(seat) == Team(0));
            record.end(&outcome, measured, is_alone);
        }
        record
    }
}

impl Record {
    fn end(&mut self, outcome: &Outcome, measured: Team, is_alone: bool) {
        outcome.reason.words.clone_into(&mut self.reason);
        outcome.reason.rule.clone_into(&mut self.rule);
        match &outcome.verdict {
            Verdict::Scores(scores) if is_alone => {
                self.points = scores.first().map(|points| (*points, measured == Team(0)));
            }
            Verdict::Scores(_) | Verdict::Win(_) | Verdict::Draw => {
                self.first = outcome.worth(Team(0));
                self.measured = outcome.worth(measured);
            }
        }
    }
}

impl Noted for Record {
    fn written(&self) -> Value {
        let chances: Vec<i64> = self.chances.iter().map(|chance| (1000.0 * chance).round() as i64).collect();
        json!({
            "first": self.first,
            "measured": self.measured,
            "points": self.points.map(|(points, measured)| json!([points, measured])),
            "reason": self.reason,
            "rule": self.rule,
            "actions": self.actions,
            "turns": self.turns,
            "offers": self.offers,
            "chances": chances,
            "facts": self.facts,
            "met": self.met,
            "missed": self.missed,
            "barred": self.barred,
            "number": self.number,
        })
    }

    fn read(value: &Value) -> Option<Record> {
        let text = |name: &str| value[name].as_str().map(ToOwned::to_owned);
        let counts = |name: &str| -> Option<BTreeMap<String, u64>> {
            value[name]
                .as_object()?
                .iter()
                .map(|(name, count)| Some((name.clone(), count.as_u64()?)))
                .collect()
        };
        let chances = value["chances"].as_array()?.iter().map(|chance| Some(chance.as_f64()? / 1000.0));
        let points = match &value["points"] {
            Value::Null => None,
            points => Some((points[0].as_i64()? as i32, points[1].as_bool()?)),
        };
        Some(Record {
            number: value["number"].as_u64()?,
            first: value["first"].as_f64()?,
            measured: value["measured"].as_f64()?,
            points,
            reason: text("reason")?,
            rule: text("rule")?,
            actions: value["actions"].as_u64()?,
            turns: value["turns"].as_u64()?,
            offers: value["offers"].as_f64()?,
            chances: chances.collect::<Option<_>>()?,
            facts: counts("facts")?,
            met: value["met"].as_u64()?,
            missed: value["missed"].as_u64()?,
            barred: counts("barred")?,
        })
    }
}

/// A number as it is written down, so that a run that goes on finds what one finds that was not stopped.
fn rounded(number: f64) -> f64 {
    (1000.0 * number).round() / 1000.0
}

/// Why something is barred, without what it concerns.
fn why(reason: &Sentence) -> String {
    match reason.filling("reason") {
        Some(Filling::Phrase(phrase)) => phrase.template().to_owned(),
        _ => reason.template().to_owned(),
    }
}

/// As many threads as were asked for, or as there are processors.
pub fn jobs(asked: Option<usize>) -> usize {
    let parallel = || thread::available_parallelism().ok().map(Into::into);
    asked.or_else(parallel).unwrap_or(1).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_down_is_read_as_it_was() {
        let record = Record {
            number: 3,
            first: 1.0,
            measured: 0.5,
            points: Some((7, true)),
            reason: "checkmate".to_owned(),
            rule: "game.mate".to_owned(),
            chances: vec![0.5, 0.75],
            facts: BTreeMap::from([("{seat} moves.".to_owned(), 3)]),
            met: 2,
            missed: 1,
            ..Record::default()
        };
        assert_eq!(Record::read(&record.written()), Some(record));
    }
}
