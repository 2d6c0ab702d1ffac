//! Advice for a seat: what each offer is worth, one way on, and why.
//!
//! Everything is made from a glimpse, so two worlds that a seat cannot tell apart give the same
//! advice for the same luck.
//! Values come from the search that bots use; reasons come from imagined worlds in which the advised
//! action is done ([`trial`]), and from searches in which somebody passes ([`threat`]).

pub(crate) mod threat;
mod trial;

use std::fmt;

use kit_play::sentence::Filling;
use kit_play::wire::{Advice, LineStep, Look, Measure, OfferValue};
use kit_play::{Chance, Glimpse, Offer, Seat, Sentence, Spot, Tabletop, Viewer, say};

use crate::Level;
use crate::chances::appraisal_for;
use crate::choose::{Weighed, weigh};
use crate::limit::{Budget, Limit};

use threat::Threats;
use trial::Trials;

/// How many nodes advice may look at, unless somebody says otherwise.
pub const USUAL_NODES: u64 = 30_000;
/// By how much, in chances to win, an offer must be worse than the best not to be valued exactly.
const SLACK: f64 = 0.25;
/// How many worlds reasons are drawn from where there are secrets.
const TRIALS: usize = 12;
/// How many steps a line has at the most.
const LONGEST_LINE: usize = 6;

/// Why there is no advice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAdvice {
    /// Whoever looks has no seat.
    NoSeat,
    /// The game is over.
    Over,
    /// The seat has nothing to decide now.
    NothingToDecide(Filling),
    /// Nothing may be looked at.
    NoNodes,
}

impl NoAdvice {
    /// The same in words.
    pub fn sentence(&self) -> Sentence {
        match self {
            NoAdvice::NoSeat => say!("there is advice for seats only, not for the public"),
            NoAdvice::Over => say!("the game is over, so there is nothing to advise"),
            NoAdvice::NothingToDecide(seat) => {
                say!("{seat} has nothing to decide now, so there is nothing to advise", seat)
            }
            NoAdvice::NoNodes => say!("without a single node nothing can be looked at; try 1000 or more"),
        }
    }
}

impl fmt::Display for NoAdvice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl std::error::Error for NoAdvice {}

/// What the seat of a glimpse is advised.
///
/// With the same luck and a limit that does not look at the clock, the answer depends on the
/// glimpse alone.
///
/// # Errors
///
/// Fails when there is nothing to advise.
pub fn advise(glimpse: &Glimpse, limit: &Limit, chance: &mut Chance) -> Result<Advice, NoAdvice> {
    let about = glimpse.about();
    let seat = glimpse.viewer().seat().ok_or(NoAdvice::NoSeat)?;
    let offers = glimpse.offers();
    if offers.is_empty() {
        let is_over = glimpse.imagine(&mut Chance::seeded(0)).outcome().is_some();
        return Err(if is_over { NoAdvice::Over } else { NoAdvice::NothingToDecide(about.seat(seat)) });
    }
    let budget = Budget::new(limit, USUAL_NODES);
    if budget.most() == 0 {
        return Err(NoAdvice::NoNodes);
    }
    let weighed = weigh(glimpse, level_for(budget.most(), glimpse.about().open), SLACK, &budget, chance);
    let best = best_of(&weighed);
    let count = if about.open { 1 } else { TRIALS };
    let seeds: Vec<u64> = (0..count).map(|_| chance.seed()).collect();
    let tabletop = glimpse.tabletop();
    let trials = Trials::of(glimpse, seat, &offers, best, &seeds);
    let mut threats = Threats::new(glimpse, seat, &seeds, budget.most());
    let line = threats.line(best, &offers[best].action, LONGEST_LINE);
    let points = |value: f64| glimpse.points(appraisal_for(value));
    let is_alone = about.teams.len() == 1 || points(weighed.value).is_some();
    let mut reasons: Vec<Sentence> = trials.reasons();
    if !is_alone {
        let after = after(glimpse, seat, &offers[best].action, seeds[0]);
        reasons.extend(threats.reasons(best, [&tabletop, after.as_ref().unwrap_or(&tabletop)]));
    }
    reasons.extend(mixing(&weighed, best));
    reasons.extend(outlook(&weighed, is_alone, points(weighed.value)));
    let nodes = budget.used() + threats.nodes();
    let valued = |(choice, offer): (usize, &Offer)| OfferValue {
        action: offer.action.clone(),
        label: offer.label.clone(),
        gesture: offer.gesture.clone(),
        value: weighed.values[choice],
        points: points(weighed.values[choice]),
        share: weighed.mix.as_ref().map(|mix| mix[choice]),
    };
    Ok(Advice {
        seat: about.seat_name(seat),
        measure: if is_alone { Measure::Outlook } else { Measure::Chance },
        value: weighed.value,
        points: points(weighed.value),
        best: offers[best].action.clone(),
        offers: offers.iter().enumerate().map(valued).collect(),
        line: told_line(glimpse, seeds[0], &line),
        look: look(&offers[best], &tabletop),
        reasons,
        tells: trials.tells(),
        belief: glimpse.belief().map(Into::into),
        depth: weighed.depth,
        worlds: weighed.worlds,
        nodes,
    })
}

/// What lies on the table after an action, as its seat sees it in an imagined world.
fn after(glimpse: &Glimpse, seat: Seat, action: &str, seed: u64) -> Option<Tabletop> {
    let mut chance = Chance::seeded(seed);
    let mut referee = glimpse.imagine(&mut chance);
    referee.act(seat, action, &mut chance).ok()?;
    Some(referee.glimpse(Viewer::Seat(seat)).tabletop())
}

/// The strongest level that looks at no more nodes than this.
fn level_for(nodes: u64, is_open: bool) -> Level {
    let looks = |level: &Level| *level > Level::Random && level.nodes(is_open) <= nodes;
    Level::ALL.into_iter().rfind(looks).unwrap_or(Level::Learner)
}

/// The offer that is advised: the best, or the one that is to be made most often.
pub(crate) fn best_of(weighed: &Weighed) -> usize {
    let numbers = weighed.mix.as_ref().unwrap_or(&weighed.values);
    let mut best = 0;
    for (choice, number) in numbers.iter().enumerate() {
        if *number > numbers[best] {
            best = choice;
        }
    }
    best
}

/// A chance in hundredths; what is not sure is neither 0 nor 100.
pub fn percent(chance: f64) -> i64 {
    match (chance * 100.0).round() as i64 {
        ..=0 if chance > 0.0 => 1,
        100.. if chance < 1.0 => 99,
        whole => whole,
    }
}

/// Why it should not always be chosen, where others choose at the same time.
fn mixing(weighed: &Weighed, best: usize) -> Option<Sentence> {
    let mix = weighed.mix.as_ref()?;
    let percent = percent(mix[best]);
    Some(match percent {
        98.. => say!("Whatever the others choose at the same time, nothing is better."),
        _ => say!(
            "Choose it {percent} times of 100 and something else at the other times: whoever always chooses alike can be read.",
            percent
        ),
    })
}

/// How good it looks on the whole.
fn outlook(weighed: &Weighed, is_alone: bool, points: Option<f64>) -> Option<Sentence> {
    if let Some(points) = points {
        let points = points.round() as i64;
        return Some(say!("The game is likely to end with about {points} points then.", points));
    }
    let percent = percent(weighed.value);
    let is_won = weighed.value > 1.0 - crate::chances::DECIDED;
    let is_lost = weighed.value < crate::chances::DECIDED;
    match (is_alone, is_won, is_lost) {
        // How good points look is a number to compare by and nothing to tell.
        (true, _, _) => None,
        (false, true, _) => Some(say!("With it you win.")),
        (false, _, true) => Some(say!("All offers lose; this one holds out longest.")),
        (false, false, false) => {
            Some(say!("The chance to win is about {percent} %, as far as you may know.", percent))
        }
    }
}

/// Where to look for what is advised.
fn look(offer: &Offer, tabletop: &Tabletop) -> Look {
    let spot = offer.gesture.first().cloned();
    let words = match &spot {
        Some(Spot::Square(square)) => {
            let figures = tabletop.board().map_or(&[][..], |board| &board.figures);
            match figures.iter().find(|figure| figure.square == *square) {
                Some(figure) => {
                    let (piece, square) = (figure.role.of(figure.color), *square);
                    say!("Look at the {piece} on {square}.", piece, square)
                }
                None => say!("Look at {square}.", square = *square),
            }
        }
        Some(Spot::Card(..)) => say!("Look at the cards."),
        Some(Spot::Cell(..)) => say!("Look at the table of choices."),
        Some(Spot::Word(_)) | None => say!("Look beside the board: there is something better than a move."),
    };
    Look { spot, words }
}

/// A line with the words of the game for each step, as far as an imagined world follows it.
pub(crate) fn told_line(glimpse: &Glimpse, seed: u64, line: &[(Seat, String)]) -> Vec<LineStep> {
    let mut chance = Chance::seeded(seed);
    let mut referee = glimpse.imagine(&mut chance);
    let mut told = Vec::new();
    for (seat, action) in line {
        let seen = referee.glimpse(Viewer::Seat(*seat));
        let Some(offer) = seen.offers().into_iter().find(|offer| offer.action == *action) else { break };
        if referee.act(*seat, action, &mut chance).is_err() {
            break;
        }
        let seat = glimpse.about().seat_name(*seat);
        told.push(LineStep { seat, action: action.clone(), label: offer.label });
    }
    told
}

/// What counts as something gained, in hundredths of a pawn.
const WORTH_TELLING: i32 = 150;
