//! A game that is over, looked at again: the chances of each seat by what it knew and by what was
//! true, what would have been better, and where the game turned.
//!
//! What a seat knew comes from its glimpse at that moment; what was true comes from
//! [`kit_play::Listed::hindsight`], which shows nothing of a game that still runs.

use std::fmt;

use kit_play::sentence::{Filling, Label};
use kit_play::wire::{Analysis, AnalysisChoice, AnalysisPoint, Measure, MixShare, TurnedBy, TurningPoint};
use kit_play::{
    Chance, Glimpse, Listed, Lookahead, Reading, Scoresheet, Seat, Sentence, Table, Team, Viewer, say,
};

use crate::Level;
use crate::advice::threat::Threats;
use crate::advice::{best_of, percent, told_line};
use crate::chances::chance_for;
use crate::choose::weigh;
use crate::engine::{Search, TURN, WIN, Window, World};
use crate::limit::{Budget, Limit};
use crate::memory::Memory;
use crate::order::Experience;

/// How many nodes an analysis may look at, unless somebody says otherwise.
pub const USUAL_NODES: u64 = 1_000_000;
/// The fewest nodes for each look at a moment.
const FEWEST: u64 = 150;
/// The most nodes for each look at a moment.
const MOST: u64 = 30_000;
/// How many worlds are imagined for a seat that does not decide.
const WORLDS: usize = 4;
/// From how much on a choice was worse, and a swing is told.
const WORSE: f64 = 0.08;
const SWING: f64 = 0.12;
/// How many turning points are told.
const MOST_TURNING: usize = 6;
/// What is to be chosen more rarely than this is not told.
const RARE: f64 = 0.02;
/// How many steps a better line has at the most.
const LONGEST_LINE: usize = 4;

/// Why a game cannot be analysed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAnalysis {
    /// The game is not over.
    Running,
    /// These rules cannot play it.
    Unplayable(String),
    /// Nothing may be looked at.
    NoNodes,
}

impl NoAnalysis {
    /// The same in words.
    pub fn sentence(&self) -> Sentence {
        match self {
            NoAnalysis::Running => say!("the game is not over, so what was true is still secret"),
            NoAnalysis::Unplayable(problem) => {
                say!("these rules cannot play the game: {problem}", problem = Filling::text(problem))
            }
            NoAnalysis::NoNodes => say!("without a single node nothing can be looked at; try 100000 or more"),
        }
    }
}

impl fmt::Display for NoAnalysis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl std::error::Error for NoAnalysis {}

/// Looks again at the game on a sheet, by about so many nodes.
///
/// The same sheet and number of nodes give the same answer.
///
/// # Errors
///
/// Fails when the game is not over, or cannot be played.
pub fn analyse(game: &'static dyn Listed, sheet: &Scoresheet, nodes: u64) -> Result<Analysis, NoAnalysis> {
    if nodes == 0 {
        return Err(NoAnalysis::NoNodes);
    }
    let whole =
        Table::replay(&[game], sheet).map_err(|problem| NoAnalysis::Unplayable(problem.to_string()))?;
    let outcome = whole.outcome().ok_or(NoAnalysis::Running)?;
    let (terms, seats) = (whole.terms().clone(), whole.seats().collect::<Vec<Seat>>());
    let looks = (sheet.entries.len() as u64 + 1) * (seats.len() as u64 + 1);
    let limit = Limit { nodes: Some((nodes / looks).clamp(FEWEST, MOST)), ..Limit::by_level() };
    let mut looking = Looking { limit, used: 0 };
    let mut truths: Vec<Vec<f64>> = Vec::new();
    let is_told = game.hindsight(&terms, sheet, &mut |_, ahead| {
        truths.push(looking.truth(ahead, &seats));
    });
    if !is_told {
        return Err(NoAnalysis::Running);
    }
    // However it ended, that is what it came to.
    if let (Some(last), true) = (truths.last_mut(), seats.len() > 1) {
        *last = seats.iter().map(|seat| outcome.worth(whole.team(*seat))).collect();
    }
    let (points, choices) = looking.play_again(game, sheet, &whole, &truths);
    let about = game.about();
    let measure = if about.teams.len() == 1 { Measure::Outlook } else { Measure::Chance };
    let turning = if measure == Measure::Chance { turning(&whole, &points, &choices) } else { Vec::new() };
    let names = seats.iter().map(|seat| about.seat_name(*seat)).collect();
    Ok(Analysis { game: about.id, measure, seats: names, points, choices, turning, nodes: looking.used })
}

/// What is spent on looking.
struct Looking {
    limit: Limit,
    used: u64,
}

impl Looking {
    /// The value for each seat by what is true.
    fn truth(&mut self, ahead: Box<dyn Lookahead>, seats: &[Seat]) -> Vec<f64> {
        let teams: Vec<Team> = seats.iter().map(|seat| ahead.team(*seat)).collect();
        let mut different = teams.clone();
        different.sort();
        different.dedup();
        let first = different[0];
        let mut world = World::new(ahead, first, Memory::for_nodes(FEWEST, 1));
        let value = |looking: &mut Looking, world: &mut World, team: Team| {
            world.team = team;
            looking.value(world)
        };
        let values: Vec<f64> = match different.as_slice() {
            // What one of two sides has, the other has not.
            [_, _] => {
                let value = value(self, &mut world, first);
                vec![value, 1.0 - value]
            }
            several => several.iter().map(|team| value(self, &mut world, *team)).collect(),
        };
        let of =
            |team: &Team| different.iter().position(|other| other == team).map_or(0.5, |place| values[place]);
        teams.iter().map(of).collect()
    }

    /// The value of the present node of a world for its own team, looked at deeper and deeper.
    fn value(&mut self, world: &mut World) -> f64 {
        let limit = self.limit.clone();
        let budget = Budget::new(&limit, 0);
        let mut experience = Experience::new();
        let mut search = Search { budget: &budget, experience: &mut experience };
        let mut found = world.search(Window { depth: TURN, alpha: -WIN, beta: WIN }, 0, false, &mut search);
        for turns in 2..16 {
            if budget.is_spent() {
                break;
            }
            let deeper =
                world.search(Window { depth: turns * TURN, alpha: -WIN, beta: WIN }, 0, false, &mut search);
            if !budget.is_spent() {
                found = deeper;
            }
        }
        self.used += budget.used();
        chance_for(found)
    }

    /// The value for a seat that may not decide now, by what it knows.
    fn knows(&mut self, glimpse: &Glimpse, seat: Seat, chance: &mut Chance) -> f64 {
        let count = if glimpse.about().open { 1 } else { WORLDS };
        let mut sum = 0.0;
        for _ in 0..count {
            let ahead = glimpse.lookahead(chance);
            let team = ahead.team(seat);
            sum += self.value(&mut World::new(ahead, team, Memory::for_nodes(FEWEST, 1)));
        }
        sum / count as f64
    }

    /// Plays the game again and looks at every moment with each seat's eyes.
    fn play_again(
        &mut self,
        game: &'static dyn Listed,
        sheet: &Scoresheet,
        whole: &Table,
        truths: &[Vec<f64>],
    ) -> (Vec<AnalysisPoint>, Vec<AnalysisChoice>) {
        let (mut points, mut choices) = (Vec::new(), Vec::new());
        let mut lines = sheet.lines().filter(|line| matches!(line, kit_play::log::Line::Entry { .. }));
        let mut reading = Reading::begin(game, sheet);
        for (entry, truth) in truths.iter().enumerate() {
            let next = sheet.entries.get(entry);
            if let (Some(table), Some(_)) = (reading.whole(), next) {
                let actor = next.and_then(|next| game.about().seat_named(&next.seat));
                let chance = &mut Chance::seeded(entry as u64);
                let mut knew = Vec::new();
                for seat in table.seats() {
                    let glimpse = table.glimpse(Viewer::Seat(seat));
                    if Some(seat) == actor && !glimpse.actions().is_empty() {
                        let action = next.map_or("", |next| next.action.as_str());
                        let choice = self.choice(&glimpse, seat, action, entry + 1, chance);
                        knew.push(choice.best);
                        choices.push(AnalysisChoice { turn: whole.turn_of(entry + 1), ..choice });
                    } else if game.about().open {
                        // Everybody knows what is true.
                        knew.push(truth[seat.index()]);
                    } else {
                        knew.push(self.knows(&glimpse, seat, chance));
                    }
                }
                points.push(AnalysisPoint { entry, turn: whole.turn_of(entry), knew, truth: truth.clone() });
            } else {
                let (knew, truth) = (truth.clone(), truth.clone());
                points.push(AnalysisPoint { entry, turn: whole.turn_of(entry), knew, truth });
            }
            if let Some(line) = lines.next() {
                reading.follow(&line);
            }
        }
        (points, choices)
    }

    /// What a seat did, and what it could have done.
    fn choice(
        &mut self,
        glimpse: &Glimpse,
        seat: Seat,
        action: &str,
        entry: usize,
        chance: &mut Chance,
    ) -> AnalysisChoice {
        let offers = glimpse.offers();
        let limit = self.limit.clone();
        let budget = Budget::new(&limit, 0);
        let weighed = weigh(glimpse, Level::Learner, 0.25, &budget, chance);
        self.used += budget.used();
        let done = offers.iter().position(|offer| offer.action == action);
        let best = best_of(&weighed);
        let value = done.map_or(weighed.value, |done| weighed.values[done]);
        let share = |(choice, share): (usize, &f64)| MixShare {
            action: offers[choice].action.clone(),
            label: offers[choice].label.clone(),
            share: *share,
        };
        let mix: Vec<MixShare> = weighed.mix.iter().flatten().enumerate().map(share).collect();
        let mut mix: Vec<MixShare> = mix.into_iter().filter(|share| share.share >= RARE).collect();
        mix.sort_by(|one, two| two.share.total_cmp(&one.share));
        let better = if weighed.value - value >= WORSE && done != Some(best) {
            let seed = chance.seed();
            let mut threats = Threats::new(glimpse, seat, &[seed], budget.most().max(1_000));
            let line = threats.line(best, &offers[best].action, LONGEST_LINE);
            self.used += threats.nodes();
            told_line(glimpse, seed, &line)
        } else {
            Vec::new()
        };
        let label = done.map_or_else(Label::default, |done| offers[done].label.clone());
        let (seat, best) = (glimpse.about().seat_name(seat), weighed.value);
        AnalysisChoice { entry, turn: 0, seat, action: action.to_owned(), label, value, best, better, mix }
    }
}

/// Where the chances of whoever decided went up or down most.
fn turning(table: &Table, points: &[AnalysisPoint], choices: &[AnalysisChoice]) -> Vec<TurningPoint> {
    let about = table.about();
    let mut found: Vec<TurningPoint> = Vec::new();
    for choice in choices {
        let Some(seat) = about.seat_named(choice.seat) else { continue };
        let Some(after) = points.get(choice.entry) else { continue };
        let before = points[choice.entry - 1].truth[seat.index()];
        let after = after.truth[seat.index()];
        let loss = choice.best - choice.value;
        let (by, swing) =
            if loss >= WORSE { (TurnedBy::Choice, -loss) } else { (TurnedBy::Fortune, after - before) };
        let is_told = loss >= WORSE || swing.abs() >= SWING;
        if is_told {
            let words = told(about.seat(seat), choice, by, [before, after]);
            let (entry, turn) = (choice.entry, choice.turn);
            found.push(TurningPoint { entry, turn, seat: choice.seat, by, swing, words });
        }
    }
    found.sort_by(|one, two| two.swing.abs().total_cmp(&one.swing.abs()));
    found.truncate(MOST_TURNING);
    found.sort_by_key(|turning| turning.entry);
    found
}

fn told(seat: Filling, choice: &AnalysisChoice, by: TurnedBy, truth: [f64; 2]) -> Sentence {
    let action = Filling::from(choice.label.sentence().clone());
    match (by, choice.better.first()) {
        (TurnedBy::Choice, Some(better)) => say!(
            "{seat}: {action} was worth {value} %; better was {better}, worth {best} %.",
            seat,
            action,
            value = percent(choice.value),
            better = better.label.sentence().clone(),
            best = percent(choice.best),
        ),
        (TurnedBy::Choice, None) | (TurnedBy::Fortune, _) => say!(
            "{seat}: {action}. In truth the chance went from {before} % to {after} %.",
            seat,
            action,
            before = percent(truth[0]),
            after = percent(truth[1]),
        ),
    }
}
