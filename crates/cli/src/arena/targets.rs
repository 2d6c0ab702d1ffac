//! What bots are meant to reach (T1 to T16), and what they reach here.
//!
//! Every line says how much was played and how sure the number is; what cannot be measured by
//! playing says so, and names what measures it.

use std::process::ExitCode;
use std::time::Instant;

use anyhow::Result;
use kit_bots::{Bot, Level, Limit};
use kit_play::sentence::Filling;
use kit_play::{Chance, Listed, Table, Terms, Viewer, say};

use super::contest::{Contest, Record};
use super::ladder::{self, rung};
use super::report::{first_seat, points};
use super::statistics::mean_in_words;
use crate::words::said;

/// Measures the targets with games of these kinds, and prints them.
pub fn print(games: &[&'static dyn Listed], count: u64, seed: u64, jobs: usize) -> Result<ExitCode> {
    let measured = Measured { games, count, seed, jobs };
    line(
        "T1, T2",
        &said(&say!("proved and timed by the tests of the solver of puzzles and `cargo xtask bench`")),
    );
    line("T3", &said(&say!("no search for puzzles was run here")));
    line("T4", &said(&say!("measured by the tests of beliefs")));
    line("T5", &said(&say!("measured by the tests of sealed choices")));
    measured.first_seats("T6, T13");
    line("T7", &said(&say!("measured by `chess-kit uci --rival stockfish`")));
    measured.levels();
    measured.honesty();
    line("T10", &said(&say!("measured by the tests of beliefs")));
    line("T11", &said(&say!("measured by the tests of beliefs")));
    measured.points();
    measured.all_play();
    measured.time();
    measured.beats_the_simple();
    Ok(ExitCode::SUCCESS)
}

fn line(target: &str, reached: &str) {
    println!("{target:8} {reached}");
}

struct Measured<'a> {
    games: &'a [&'static dyn Listed],
    count: u64,
    seed: u64,
    jobs: usize,
}

impl Measured<'_> {
    /// The games in which one side beats another.
    fn contests(&self) -> impl Iterator<Item = &'static dyn Listed> {
        let beats =
            |game: &&'static dyn Listed| game.about().teams.len() == 2 && game.about().fewest_seats > 1;
        self.games.iter().copied().filter(move |game| beats(game))
    }

    /// T6 and T13: how much the first seat wins between equals.
    fn first_seats(&self, target: &str) {
        for game in self.contests() {
            let records = self.played(game, [Level::Casual; 2]);
            let share = first_seat(&records.iter().collect::<Vec<_>>());
            let (id, count) = (game.about().id, share.count as i64);
            line(
                target,
                &said(&say!(
                    "{id}: the first seat has {share} ({count} games, casual)",
                    id = Filling::text(id),
                    share = Filling::text(share.in_percent()),
                    count
                )),
            );
        }
    }

    /// T8: how far levels are apart.
    fn levels(&self) {
        let levels = [Level::Learner, Level::Casual, Level::Club];
        for game in self.contests() {
            for rung in ladder::climbed(game, &usual(game), &levels, self.count, self.seed, self.jobs) {
                let [stronger, weaker] = rung.levels.map(Level::name);
                let reached = rung.reached();
                line(
                    "T8",
                    &format!("{}: {stronger} – {weaker} {reached} ({})", game.about().id, rung.share.count),
                );
            }
        }
    }

    /// T9: whether two worlds that look alike get the same answer.
    fn honesty(&self) {
        for game in self.games.iter().filter(|game| !game.about().open) {
            let (mut pairs, mut same, mut chance) = (0u64, 0u64, Chance::seeded(self.seed));
            while pairs < self.count {
                let Ok(mut table) = Table::open(*game, &Terms::usual(game.about()), &mut chance) else {
                    break;
                };
                for _ in 0..chance.below(60) {
                    let Some(seat) = table.acting().first().copied() else { break };
                    let offers = table.glimpse(Viewer::Seat(seat)).actions();
                    let action = chance.pick(&offers).clone();
                    table.act(seat, &action, &mut chance).expect("an offer is accepted");
                }
                for seat in table.acting() {
                    let truth = table.glimpse(Viewer::Seat(seat));
                    let dream = truth.imagine(&mut chance).glimpse(Viewer::Seat(seat));
                    let choose = |glimpse| {
                        Bot::new(Level::Learner, Chance::seeded(1)).choose(glimpse, &Limit::by_level())
                    };
                    pairs += 1;
                    same += u64::from(choose(&truth) == choose(&dream));
                }
            }
            line(
                "T9",
                &said(&say!(
                    "{id}: {same} of {pairs} pairs of worlds that look alike get the same answer",
                    id = Filling::text(game.about().id),
                    same = same as i64,
                    pairs = pairs as i64
                )),
            );
        }
    }

    /// T12: points where there is nobody to beat.
    fn points(&self) {
        for game in self.games.iter().copied().filter(|game| game.about().teams.len() == 1) {
            let records = self.played(game, [Level::Club; 2]);
            let Some([one, two]) = points(&records.iter().collect::<Vec<_>>()) else { continue };
            let all: Vec<f64> = one.into_iter().chain(two).collect();
            line(
                "T12",
                &said(&say!(
                    "{id}: {points} points at club ({count} games)",
                    id = Filling::text(game.about().id),
                    points = Filling::text(mean_in_words(&all)),
                    count = all.len() as i64
                )),
            );
        }
    }

    /// T14: all games are played to their end.
    fn all_play(&self) {
        let begun = Instant::now();
        for game in self.games {
            self.played(*game, [Level::Learner; 2]);
        }
        let seconds = format!("{:.0}", begun.elapsed().as_secs_f64());
        line(
            "T14",
            &said(&say!(
                "{games} games of the kit, {count} times each at learner, without a wrong step in {seconds} s",
                games = self.games.len() as i64,
                count = self.count as i64,
                seconds = Filling::text(seconds)
            )),
        );
    }

    /// How long a decision takes; on a machine that others use, longer.
    fn time(&self) {
        for level in [Level::Learner, Level::Casual, Level::Club, Level::Expert] {
            let mut slowest = (0.0, "");
            for game in self.games {
                let mean = mean_time(*game, level, self.seed);
                if mean > slowest.0 {
                    slowest = (mean, game.about().id);
                }
            }
            let (time, id) = (format!("{:.0}", slowest.0 * 1e3), slowest.1);
            line(
                "time",
                &said(&say!(
                    "{level}: a decision takes {time} ms in the mean of the slowest game, {id}",
                    level = Filling::text(level.name()),
                    time = Filling::text(time),
                    id = Filling::text(id)
                )),
            );
        }
    }

    /// T16: the strong beat those who look one turn ahead.
    fn beats_the_simple(&self) {
        for game in self.contests() {
            let rung =
                rung(game, &usual(game), [Level::Club, Level::Learner], self.count, self.seed, self.jobs);
            line(
                "T16",
                &format!("{}: club – learner {} ({})", game.about().id, rung.reached(), rung.share.count),
            );
        }
    }

    fn played(&self, game: &'static dyn Listed, levels: [Level; 2]) -> Vec<Record> {
        let contest = Contest { game, terms: usual(game), levels, seed: self.seed };
        let records = std::sync::Mutex::new(Vec::new());
        let bar = super::contest::bar(self.count, game.about().id);
        contest.play(&(0..self.count).collect::<Vec<_>>(), self.jobs, &bar, &|record| {
            records.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(record);
        });
        bar.finish_and_clear();
        records.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

fn usual(game: &'static dyn Listed) -> Terms {
    let about = game.about();
    let seats = Some(about.fewest_seats.max(about.seats.len().min(2)));
    Terms::agree(about, None, &std::collections::BTreeMap::new(), seats, None)
        .expect("the defaults of a game are valid")
}

/// The mean time of a decision over a game, in seconds.
fn mean_time(game: &'static dyn Listed, level: Level, seed: u64) -> f64 {
    const MOST: u32 = 60;
    let mut chance = Chance::seeded(seed);
    let Ok(mut table) = Table::open(game, &usual(game), &mut chance) else { return 0.0 };
    let mut bots: Vec<Bot> = table.seats().map(|_| Bot::new(level, Chance::seeded(chance.seed()))).collect();
    let (mut decisions, begun) = (0, Instant::now());
    while table.outcome().is_none() && decisions < MOST {
        for seat in table.acting() {
            let glimpse = table.glimpse(Viewer::Seat(seat));
            if let Some(thought) = bots[seat.index()].choose(&glimpse, &Limit::by_level()) {
                table.act(seat, &thought.action, &mut chance).expect("a bot chooses an offer");
                decisions += 1;
            }
        }
    }
    begun.elapsed().as_secs_f64() / f64::from(decisions.max(1))
}
