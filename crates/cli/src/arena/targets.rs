//! What bots are meant to reach (T1 to T16), and what they reach here.
//!
//! Every line says how much was played and how sure the number is; what depends on the machine or
//! needs another program says so.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::Result;
use kit_bots::Level;
use kit_play::sentence::Filling;
use kit_play::{Listed, Terms, say};

use super::contest::{Contest, Record};
use super::measures::{told_calibration, told_exploiter, told_honesty, told_price, told_seventy};
use super::partners::has_partners;
use super::players::Player;
use super::report::{first_seat, points};
use super::run::{Games, Run};
use super::statistics::mean_in_words;
use super::{calibration, exploit, honesty, ladder, partners, puzzles, questions, secrets, times};
use crate::uci::rival::{Duel, Pace, Rivalry};
use crate::words::said;

/// How much is measured.
pub struct Extent<'a> {
    /// How many games of each kind, and where their luck starts.
    pub count: u64,
    pub seed: u64,
    /// Whether only the weak levels play, so that it is done in minutes.
    pub quick: bool,
    /// Another program that plays chess, if there is one.
    pub rival: Option<&'a Path>,
}

/// Measures the targets with these games, and prints them.
///
/// # Errors
///
/// Fails when a game cannot be written down, or the other program does not answer.
pub fn print(games: &[&'static dyn Listed], extent: &Extent<'_>, run: &Run) -> Result<ExitCode> {
    let strong = if extent.quick { Level::Learner } else { Level::Club };
    let measured = Measured { games, extent, run, strong };
    puzzles::print(extent.count, extent.seed, run)?;
    measured.questions()?;
    measured.mixes()?;
    measured.rivals()?;
    measured.levels()?;
    measured.honesty()?;
    measured.calibration()?;
    measured.partners()?;
    measured.points()?;
    measured.first_seats()?;
    measured.all_play()?;
    measured.times()?;
    measured.beats_the_simple()?;
    Ok(ExitCode::SUCCESS)
}

pub fn line(target: &str, reached: &str) {
    println!("{target:8} {reached}");
}

struct Measured<'a> {
    games: &'a [&'static dyn Listed],
    extent: &'a Extent<'a>,
    run: &'a Run,
    /// The level of whatever needs some skill.
    strong: Level,
}

impl Measured<'_> {
    fn deals(&self) -> (u64, u64) {
        (self.extent.count, self.extent.seed)
    }

    /// The games in which one side beats another.
    fn contests(&self) -> impl Iterator<Item = &'static dyn Listed> {
        let beats =
            |game: &&'static dyn Listed| game.about().teams.len() == 2 && game.about().fewest_seats > 1;
        self.games.iter().copied().filter(move |game| beats(game))
    }

    /// The games in which somebody can be beaten as they are usually played, also among many.
    fn beatable(&self) -> impl Iterator<Item = &'static dyn Listed> {
        let beats = |game: &&'static dyn Listed| game.about().teams.len() > 1 && usual(*game).seats() > 1;
        self.games.iter().copied().filter(move |game| beats(game))
    }

    /// The games with secrets.
    fn hidden(&self) -> impl Iterator<Item = &'static dyn Listed> {
        self.games.iter().copied().filter(|game| !game.about().open)
    }

    fn played(&self, game: &'static dyn Listed, players: [Player; 2]) -> Result<Vec<Record>> {
        self.records(&Contest { game, terms: usual(game), players, partner: None, seed: self.extent.seed })
    }

    fn records(&self, contest: &Contest) -> Result<Vec<Record>> {
        contest.played(self.extent.count, self.run)
    }

    /// T4: how soon questions tell all, and how many were asked in vain.
    fn questions(&self) -> Result<()> {
        for game in self.contests().filter(|game| !game.about().open) {
            let asked = questions::asked(game, &usual(game), self.strong, self.deals(), self.run)?;
            let Some(asked) = asked else { continue };
            line(
                "T4",
                &said(&say!(
                    "{id}: all is known after {mean} answers ({times} times, {level}); {share} of {questions} questions had a certain answer",
                    id = Filling::text(game.about().id),
                    mean = Filling::text(mean_in_words(&asked.known_after)),
                    times = asked.known_after.len(),
                    level = Filling::text(self.strong.name()),
                    share = Filling::text(format!("{:.1} %", 100.0 * asked.known_beforehand())),
                    questions = (asked.idle + asked.telling) as i64,
                )),
            );
        }
        Ok(())
    }

    /// T5 and T6: what it is worth to read somebody who decides at the same time, and whether such
    /// games are even.
    fn mixes(&self) -> Result<()> {
        for game in self.contests().filter(|game| !game.about().open) {
            let read = exploit::read(game, &usual(game), self.strong, self.deals(), self.run)?;
            let Some(read) = read else { continue };
            line("T5, T6", &format!("{} ({}): {}", game.about().id, self.strong, told_exploiter(&read)));
            self.first_seat("T6", game, self.strong)?;
        }
        Ok(())
    }

    /// T7: matches against another program.
    fn rivals(&self) -> Result<()> {
        let Some(program) = self.extent.rival else {
            let told = say!("not measured: no other program is named (try --rival stockfish)");
            line("T7", &said(&told));
            return Ok(());
        };
        let own = Pace::of_level;
        let second = Pace::Time(Duration::from_secs(1));
        let matches: Vec<(Level, u32, Pace)> = if self.extent.quick {
            vec![(Level::Learner, 1500, own(Level::Learner))]
        } else {
            let [club, expert] = [Level::Club, Level::Expert].map(own);
            vec![(Level::Club, 1500, club), (Level::Expert, 1900, expert), (Level::Master, 2400, second)]
        };
        // Both have the same for a move: as many nodes as the level looks at, or a second.
        for (level, elo, pace) in matches {
            let program = &program.to_string_lossy();
            let seed = self.extent.seed;
            let rivalry = Rivalry { program, elo: Some(elo), pace, level, own_pace: pace, seed };
            let opened = Mutex::new(rivalry.start()?);
            let of = format!("matches against {program}: {level} against {elo}, {pace} each");
            let play = |number: u64| rivalry.duel(number, &opened);
            let duels: Vec<Duel> = self.run.all(self.extent.count, &Games { of, name: "T7", play: &play })?;
            line("T7", &rivalry.told(&rivalry.name(&opened), &duels));
        }
        Ok(())
    }

    /// The levels that are compared with each other.
    fn ladder(&self) -> &'static [Level] {
        if self.extent.quick { &Level::ALL[..3] } else { &Level::ALL[1..] }
    }

    /// T8: how far levels are apart, in points where there is nobody to beat.
    fn levels(&self) -> Result<()> {
        for game in self.games.iter().copied() {
            for rung in ladder::climbed(game, &usual(game), self.ladder(), self.deals(), self.run)? {
                self.rung("T8", game, &rung);
            }
        }
        Ok(())
    }

    fn rung(&self, target: &str, game: &'static dyn Listed, rung: &super::report::Rung) {
        let ([stronger, weaker], reached) = (rung.players, rung.reached());
        let games = games(rung.share.count as u64);
        line(target, &format!("{}: {stronger} – {weaker} {reached} ({games})", game.about().id));
    }

    /// T9: whether two worlds that look alike get the same answer, and what it is worth to see through
    /// all.
    fn honesty(&self) -> Result<()> {
        let Extent { count, seed, quick, .. } = *self.extent;
        let wanted = if quick { 5 * count } else { 500 * count };
        for game in self.hidden() {
            let found = honesty::compared(game, &usual(game), (wanted, seed), self.run)?;
            line("T9", &format!("{}: {}", game.about().id, told_honesty(&found)));
        }
        for game in self.contests().filter(|game| !game.about().open) {
            let price = secrets::price(game, &usual(game), self.strong, self.deals(), self.run)?;
            line("T9", &format!("{} ({}): {}", game.about().id, self.strong, told_price(&price)));
        }
        Ok(())
    }

    /// T10: whether what is called about 70 % likely is so as often, and all else.
    fn calibration(&self) -> Result<()> {
        let wanted = if self.extent.quick { 2_000 } else { 10_000 };
        let deals = (wanted, self.extent.seed);
        for game in self.hidden() {
            let found = calibration::measured(game, &usual(game), Level::Learner, deals, self.run)?;
            let Some(found) = found else { continue };
            let id = game.about().id;
            line("T10", &format!("{id} ({}): {}", Level::Learner, told_calibration(&found)));
            line("T10", &format!("{id} ({}): {}", Level::Learner, told_seventy(&found)));
        }
        Ok(())
    }

    /// T11: what a team of two levels scores, and how often its partners meet of whom one chooses unseen.
    fn partners(&self) -> Result<()> {
        let weak = if self.extent.quick { Level::Random } else { Level::Learner };
        for game in self.games.iter().copied().filter(|game| has_partners(*game)) {
            for partner in [self.strong, Level::Casual, weak] {
                let levels = [self.strong, partner];
                let mixed = partners::mixed(game, &usual(game), levels, self.deals(), self.run)?;
                line("T11", &format!("{}: {}", game.about().id, mixed.told(levels)));
            }
        }
        Ok(())
    }

    /// T12: points where there is nobody to beat, at every level.
    fn points(&self) -> Result<()> {
        let alone = self.games.iter().copied().filter(|game| game.about().teams.len() == 1);
        let each = |game| self.ladder().iter().map(move |level| (game, *level));
        for (game, level) in alone.flat_map(each) {
            let records = self.played(game, [level.into(); 2])?;
            let Some([one, two]) = points(&records.iter().collect::<Vec<_>>()) else { continue };
            let all: Vec<f64> = one.into_iter().chain(two).collect();
            let best = match game.about().few_points {
                true => all.iter().copied().fold(f64::MAX, f64::min),
                false => all.iter().copied().fold(f64::MIN, f64::max),
            };
            line(
                "T12",
                &said(&say!(
                    "{id}: {points} points, the best {best} ({count} {count|one=game|other=games}, {level})",
                    id = Filling::text(game.about().id),
                    level = Filling::text(level.name()),
                    points = Filling::text(mean_in_words(&all)),
                    best = Filling::text(format!("{best:.0}")),
                    count = all.len() as i64
                )),
            );
        }
        Ok(())
    }

    /// T13: how much the first seat wins between equals of three levels.
    fn first_seats(&self) -> Result<()> {
        let levels = match self.extent.quick {
            true => [Level::Random, Level::Learner, Level::Casual],
            false => [Level::Learner, Level::Casual, Level::Club],
        };
        for game in self.beatable() {
            for level in levels {
                self.first_seat("T13", game, level)?;
            }
        }
        Ok(())
    }

    fn first_seat(&self, target: &str, game: &'static dyn Listed, level: Level) -> Result<()> {
        let records = self.played(game, [level.into(); 2])?;
        let share = first_seat(&records.iter().collect::<Vec<_>>());
        line(
            target,
            &said(&say!(
                "{id}: the first seat has {share} ({count} {count|one=game|other=games}, {level})",
                id = Filling::text(game.about().id),
                level = Filling::text(level.name()),
                share = Filling::text(share.in_percent()),
                count = share.count
            )),
        );
        Ok(())
    }

    /// T14: all games are played to their end.
    fn all_play(&self) -> Result<()> {
        let (begun, before) = (Instant::now(), self.run.played());
        for game in self.games {
            self.played(*game, [Level::Learner.into(); 2])?;
        }
        let (count, now) = (self.extent.count as i64, (self.run.played() - before) as i64);
        line(
            "T14",
            &said(&say!(
                "{games} games of the kit, {count} times each at learner, without a wrong step, {now} of them now, in {seconds} s",
                games = self.games.len() as i64,
                count,
                now,
                seconds = Filling::text(format!("{:.0}", begun.elapsed().as_secs_f64())),
            )),
        );
        Ok(())
    }

    /// How long a decision takes; on a machine that others use, longer.
    fn times(&self) -> Result<()> {
        let levels: &[Level] = if self.extent.quick { &Level::ALL[1..3] } else { &Level::ALL[1..] };
        line("time", &format!("{:26}{}", "", times::heads(levels)));
        for game in self.games {
            let mut cells = String::new();
            for level in levels.iter().copied() {
                let spent = times::spent(*game, &usual(*game), level, (1, self.extent.seed))?;
                cells.push_str(&times::cell(level, &spent));
            }
            line("time", format!("{:26}{cells}", game.about().id).trim_end());
        }
        Ok(())
    }

    /// T16: the strong beat whoever takes what looks best at once.
    fn beats_the_simple(&self) -> Result<()> {
        let strong = match self.extent.quick {
            true => Player::Level(Level::Casual),
            false => Player::Within(Level::Master, Duration::from_millis(100)),
        };
        for game in self.beatable() {
            let players = [strong, Player::Greedy];
            let rung = ladder::rung(game, &usual(game), players, self.deals(), self.run)?;
            self.rung("T16", game, &rung);
        }
        Ok(())
    }
}

/// A number of games, in words.
pub fn games(count: u64) -> String {
    said(&say!("{count} {count|one=game|other=games}", count = count as i64))
}

fn usual(game: &'static dyn Listed) -> Terms {
    let about = game.about();
    let seats = Some(about.fewest_seats.max(about.seats.len().min(2)));
    Terms::agree(about, None, &std::collections::BTreeMap::new(), seats, None)
        .expect("the defaults of a game are valid")
}
