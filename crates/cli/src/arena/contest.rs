//! Games of bots against each other, and what is noted of each.
//!
//! Two games in a row share their deal; the level that is measured has another team in each, and the
//! bots have other luck, so that what the deal decides can be told from what the players do.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use indicatif::{ProgressBar, ProgressStyle};
use kit_bots::{Bot, Level, Limit};
use kit_play::sentence::Filling;
use kit_play::{Chance, Listed, Outcome, Sentence, Table, Team, Terms, Verdict, Viewer};

/// Which bots play what.
#[derive(Clone)]
pub struct Contest {
    pub game: &'static dyn Listed,
    pub terms: Terms,
    /// The level that is measured, and the one it is measured against.
    pub levels: [Level; 2],
    pub seed: u64,
}

/// What is noted of one game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// Which game of the contest it is.
    pub number: u64,
    /// What it was worth to the team that moves first, from 0 to 1.
    pub first: f64,
    /// What it was worth to the level that is measured.
    pub measured: f64,
    /// The points of a team that had nobody to beat, and whether the measured level made them.
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
    /// How often there was each reason why a move was barred that somebody might have tried.
    pub barred: BTreeMap<String, u64>,
}

/// At every so manieth decision it is noted which rules bar a move.
const BETWEEN_LOOKS: u64 = 5;

impl Contest {
    /// Plays these games on several threads; each is handed over as soon as it is over.
    pub fn play(&self, numbers: &[u64], jobs: usize, bar: &ProgressBar, done: &(dyn Fn(Record) + Sync)) {
        let next = AtomicU64::new(0);
        let work = || {
            loop {
                let place = next.fetch_add(1, Ordering::Relaxed) as usize;
                let Some(number) = numbers.get(place) else { return };
                done(self.play_one(*number));
                bar.inc(1);
            }
        };
        thread::scope(|scope| (0..jobs.max(1)).for_each(|_| drop(scope.spawn(work))));
    }

    /// Plays one game.
    pub fn play_one(&self, number: u64) -> Record {
        let measured = Team((number % 2) as u8);
        let mut chance = Chance::seeded(self.seed.wrapping_mul(1_000_003).wrapping_add(number / 2));
        let mut table = Table::open(self.game, &self.terms, &mut chance).expect("these terms are playable");
        let mut luck = Chance::seeded(self.seed.wrapping_mul(7_368_787).wrapping_add(number));
        let level = |team: Team| self.levels[usize::from(team != measured)];
        let mut bots: Vec<Bot> = table
            .seats()
            .map(|seat| Bot::new(level(table.team(seat)), Chance::seeded(luck.seed())))
            .collect();
        let limit = Limit::by_level();
        let mut record = Record { number, ..Record::default() };
        let mut offers = 0;
        while table.outcome().is_none() {
            for seat in table.acting() {
                let glimpse = table.glimpse(Viewer::Seat(seat));
                let Some(thought) = bots[seat.index()].choose(&glimpse, &limit) else { continue };
                offers += glimpse.actions().len() as u64;
                if record.actions.is_multiple_of(BETWEEN_LOOKS) {
                    for barred in glimpse.barred() {
                        *record.barred.entry(why(&barred.reason)).or_default() += 1;
                    }
                }
                if thought.nodes > 0 {
                    let own = thought.chance_to_win;
                    record.chances.push(if table.team(seat) == Team(0) { own } else { 1.0 - own });
                }
                let ruling = table.act(seat, &thought.action, &mut chance).expect("a bot chooses an offer");
                for said in &ruling.said {
                    *record.facts.entry(said.sentence.template().to_owned()).or_default() += 1;
                }
                record.actions += 1;
            }
        }
        record.turns = u64::from(table.turn_of(table.entries()));
        record.offers = offers as f64 / record.actions.max(1) as f64;
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

/// Why something is barred, without what it concerns.
fn why(reason: &Sentence) -> String {
    match reason.filling("reason") {
        Some(Filling::Phrase(phrase)) => phrase.template().to_owned(),
        _ => reason.template().to_owned(),
    }
}

/// A bar that tells how long it will take.
pub fn bar(count: u64, name: &str) -> ProgressBar {
    let bar = ProgressBar::new(count).with_message(name.to_owned());
    let style = ProgressStyle::with_template("{msg} {bar:40} {pos}/{len} {eta}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

/// As many threads as were asked for, or as there are processors.
pub fn jobs(asked: Option<usize>) -> usize {
    let parallel = || thread::available_parallelism().ok().map(Into::into);
    asked.or_else(parallel).unwrap_or(1).max(1)
}
