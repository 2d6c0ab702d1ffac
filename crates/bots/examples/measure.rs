//! Lets bots play a game and counts what they do.
//!
//! `measure GAME LEVEL LEVEL GAMES [--nodes N] [--seed N] [--never WORDS] [--partner LEVEL]
//! [WORDS...]` plays the first
//! level against the second, with swapped seats, and counts for the first level how often it chose
//! offers with these words in their labels and heard sentences with them.
//! `--partner LEVEL` gives every second seat of the first level's team to another level.
//! `--never` forbids the first level what has these words in its label; `*` stands between several.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use kit_bots::{Bot, Level, Limit};
use kit_games::CATALOGUE;
use kit_play::{Chance, Listed, Table, Team, Terms, Verdict, Viewer, referee};

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, level, other, rest @ ..] = &words[..] else { bail!("GAME LEVEL LEVEL GAMES") };
    let game = referee::listed(CATALOGUE, game).context("no such game")?;
    let level: Level = level.parse()?;
    let (count, rest) = rest.split_first().context("a number is missing")?;
    let count: u64 = count.parse()?;
    let levels = [level, other.parse()?];
    let mut plan = Plan { game, levels, nodes: None, never: None, partner: None, words: Vec::new() };
    let (mut seed, mut rest) = (1, rest.iter());
    while let Some(word) = rest.next() {
        match word.as_str() {
            "--nodes" => plan.nodes = Some(rest.next().context("how many nodes")?.parse()?),
            "--seed" => seed = rest.next().context("which seed")?.parse()?,
            "--partner" => plan.partner = Some(rest.next().context("which level")?.parse()?),
            "--never" => plan.never = rest.next().cloned(),
            _ => plan.words.push(word.clone()),
        }
    }
    let mut tally = Tally::default();
    for number in 0..count {
        plan.play(seed + number / 2, Team((number % 2) as u8), &mut tally);
    }
    tally.print(&plan);
    Ok(())
}

struct Plan {
    game: &'static dyn Listed,
    levels: [Level; 2],
    nodes: Option<u64>,
    never: Option<String>,
    partner: Option<Level>,
    words: Vec<String>,
}

/// What was counted for the first level.
#[derive(Default)]
struct Tally {
    scores: Vec<f64>,
    decisions: u32,
    time: Duration,
    longest: Duration,
    chosen: BTreeMap<String, u32>,
    heard: BTreeMap<String, u32>,
    /// How many answers told a seat something until nothing was hidden from it any more.
    told: Vec<u32>,
}

impl Plan {
    fn play(&self, seed: u64, first: Team, tally: &mut Tally) {
        let mut chance = Chance::seeded(seed);
        let mut table =
            Table::open(self.game, &Terms::usual(self.game.about()), &mut chance).expect("usual terms");
        let seats: Vec<_> = table.seats().collect();
        let alone = self.game.about().teams.len() == 1;
        let is_first = |team: Team| alone || team == first;
        let mut lots = Chance::seeded(seed * 1_000 + u64::from(first.0));
        let mut bots: Vec<Bot> = seats
            .iter()
            .map(|seat| {
                let mine = is_first(table.team(*seat));
                let partner = self.partner.filter(|_| mine && seat.index() % 2 == 1);
                let level = partner.unwrap_or(self.levels[usize::from(!mine)]);
                Bot::new(level, Chance::seeded(lots.seed()))
            })
            .collect();
        let (mut told, mut certain) = (vec![0; seats.len()], vec![false; seats.len()]);
        while table.outcome().is_none() {
            for seat in table.acting() {
                let glimpse = table.glimpse(Viewer::Seat(seat));
                let before = glimpse.belief().map(|belief| belief.worlds);
                let begun = Instant::now();
                let limit = Limit { nodes: self.nodes, ..Limit::by_level() };
                let thought =
                    bots[seat.index()].choose(&glimpse, &limit).expect("a seat that acts has offers");
                let taken = begun.elapsed();
                let mut action = thought.action;
                let mine = is_first(table.team(seat));
                if mine {
                    tally.decisions += 1;
                    tally.time += taken;
                    tally.longest = tally.longest.max(taken);
                    action = self.allowed(&glimpse, action, tally);
                }
                let ruling = table.act(seat, &action, &mut chance).expect("a bot chooses an offer");
                for said in ruling.said.iter().filter(|_| mine) {
                    let text = said.sentence.to_string();
                    for word in self.words.iter().filter(|word| text.contains(word.as_str())) {
                        *tally.heard.entry(word.clone()).or_default() += 1;
                    }
                }
                let after = table.glimpse(Viewer::Seat(seat)).belief().map(|belief| belief.worlds);
                if mine && !certain[seat.index()] && table.outcome().is_none() && before != after {
                    told[seat.index()] += 1;
                    certain[seat.index()] = after == Some(1);
                }
            }
        }
        tally
            .told
            .extend(told.into_iter().zip(certain).filter(|(_, certain)| *certain).map(|(told, _)| told));
        let outcome = table.outcome().expect("the game is over");
        tally.scores.push(match &outcome.verdict {
            Verdict::Scores(points) if points.len() == 1 => f64::from(points[0]),
            Verdict::Scores(_) | Verdict::Win(_) | Verdict::Draw => outcome.worth(first),
        });
    }

    /// The action, or the first on offer that is not forbidden, with its label counted.
    fn allowed(&self, glimpse: &kit_play::Glimpse, action: String, tally: &mut Tally) -> String {
        if self.never.is_none() && self.words.is_empty() {
            return action;
        }
        let offers = glimpse.offers();
        let label = |action: &str| {
            let offer = offers.iter().find(|offer| offer.action == action);
            offer.map(|offer| offer.label.to_string()).unwrap_or_default()
        };
        let is_forbidden = |text: &str| {
            self.never.as_ref().is_some_and(|never| never.split('*').all(|word| text.contains(word)))
        };
        let mut action = action;
        if is_forbidden(&label(&action)) {
            *tally.chosen.entry("(forbidden)".to_owned()).or_default() += 1;
            let other = offers.iter().find(|offer| !is_forbidden(&offer.label.to_string()));
            action = other.map_or(action, |offer| offer.action.clone());
        }
        let text = label(&action);
        for word in self.words.iter().filter(|word| text.contains(word.as_str())) {
            *tally.chosen.entry(word.clone()).or_default() += 1;
        }
        action
    }
}

impl Tally {
    fn print(&self, plan: &Plan) {
        let games = self.scores.len() as f64;
        let mean = self.scores.iter().sum::<f64>() / games;
        let spread = (self.scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / games).sqrt();
        let [one, two] = plan.levels;
        println!(
            "{} {one} v {two}: mean {mean:.3} ± {:.3} in {games} games",
            plan.game.about().id,
            1.96 * spread / games.sqrt()
        );
        let millis = |time: Duration| time.as_secs_f64() * 1e3;
        println!(
            "{} decisions, {:.1} ms each, {:.0} ms at the most",
            self.decisions,
            millis(self.time) / f64::from(self.decisions.max(1)),
            millis(self.longest)
        );
        for (what, counts) in [("chose", &self.chosen), ("heard", &self.heard)] {
            counts.iter().for_each(|(word, count)| println!("{what} `{word}`: {count}"));
        }
        if !self.told.is_empty() {
            let mean = f64::from(self.told.iter().sum::<u32>()) / self.told.len() as f64;
            println!("all known after {mean:.2} answers, {} times", self.told.len());
        }
    }
}
