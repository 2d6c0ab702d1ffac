//! The laws: what must hold in every game, checked by playing at random.
//!
//! One generic function runs on every game and edition of the catalogue, with all viewers
//! including the public.
//!
//! * *turns*: somebody acts until the end and nobody after, everybody counts turns alike, and games end;
//! * *offers*: every offer is accepted, and nothing else;
//! * *notation*: an action is read as it is written, and no two offers are written alike;
//! * *gestures*: unique, prefix free, and they point at what is there, those of what is barred, too;
//!   what has a price is on offer;
//! * *moves*: where a table says that moves are made at once, a move is on the board for whoever made it;
//! * *secrecy*: imagine a view, view it again, and it is the same;
//! * *public*: no seat knows less than the public;
//! * *openness*: where a game says that nothing is secret, the public could tell what every seat
//!   sees and has heard; a game of which that is always true never says anything else; and
//!   whether something is secret is no secret;
//! * *ears*: for everyone else, two actions sound the same if and only if they look the same;
//! * *deal*: likewise for two deals;
//! * *undo*: what is not marked as binding could have been foretold by every viewer;
//! * *conduct*: a game may be ended by its players at any time, and in two worlds that a viewer
//!   cannot tell apart the end sounds the same if and only if it looks the same;
//! * *time*: likewise when the time that the rules give is up, and the time left is no secret;
//! * *lookahead*: the fast search path walks through the same offers as the rules;
//! * *replay*: a scoresheet reproduces every glimpse;
//! * *audit*: the game's own invariants.

mod ears;
mod lookahead;
mod moves;
mod offers;
mod replay;
mod secrecy;
mod undo;
mod without_action;

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::world::World;
use crate::{Chance, Event, Game, Seat, Terms, Viewer};

/// How much to check.
#[derive(Clone, Debug)]
pub struct LawPlan {
    /// How many games to play.
    pub games: u32,
    /// Where chance starts.
    pub seed: u64,
    /// In how many places of each game, on average, the costly laws are checked.
    pub close_looks: u32,
    /// After how many actions a game is held to be endless.
    pub longest: u32,
    /// The one costly law to check, if not all of them.
    pub only: Option<&'static str>,
}

impl LawPlan {
    fn covers(&self, law: &str) -> bool {
        self.only.is_none_or(|only| only == law)
    }

    /// A plan for so many games.
    pub fn games(games: u32) -> LawPlan {
        LawPlan { games, seed: 1, close_looks: 4, longest: 20_000, only: None }
    }
}

/// What was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LawTally {
    /// Games that were played to the end.
    pub games: u64,
    /// Actions in them.
    pub actions: u64,
    /// Places at which the costly laws were checked.
    pub close_looks: u64,
    /// Pairs of actions whose sound and look were compared.
    pub pairs: u64,
    /// Places at which something was said to be secret.
    pub secret: u64,
    /// How often the public imagined a seat's view there, and the seat's was another one.
    pub surprises: u64,
}

/// A law that a game breaks, and the scoresheet that shows it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the law of {law} is broken: {problem}\n{sheet}")]
pub struct BrokenLaw {
    /// The name of the law.
    pub law: &'static str,
    /// What was seen.
    pub problem: String,
    /// The actions that lead there.
    pub sheet: String,
}

/// Plays random games and checks the laws.
///
/// # Errors
///
/// Fails with the first law that is broken.
pub fn check<G: Game>(game: G, terms: &Terms, plan: &LawPlan) -> Result<LawTally, BrokenLaw> {
    let mut tally = LawTally::default();
    let mut luck = Chance::seeded(plan.seed);
    // How long a game lasts is not known before, so the first looks are guesses.
    let mut usual_length = 100;
    for _ in 0..plan.games {
        let mut round = Round::open(game, terms, luck.seed())?;
        if plan.covers("deal") {
            round.check_deal(&mut luck)?;
        }
        if plan.covers("openness") {
            round.check_deal_opened(&mut luck)?;
        }
        let mut length = 0;
        while !round.is_over()? {
            if length >= plan.longest {
                return Err(round.broken("turns", format!("no end after {length} actions")));
            }
            if luck.below(usual_length) < plan.close_looks {
                round.look_closely(plan, &mut luck, &mut tally)?;
            }
            round.step(&mut luck)?;
            length += 1;
        }
        round.look_closely(plan, &mut luck, &mut tally)?;
        if plan.covers("replay") {
            round.check_replay()?;
        }
        tally.games += 1;
        tally.actions += u64::from(length);
        usual_length = (usual_length * 7 + length.max(1)) / 8 + 1;
    }
    if tally.secret >= ENOUGH_PLACES && tally.surprises == 0 {
        let problem = "something is said to be secret, and no seat ever knows more than the public";
        return Err(BrokenLaw { law: "openness", problem: problem.to_owned(), sheet: String::new() });
    }
    Ok(tally)
}

/// At how many places something must have been said to be secret before its never coming as a
/// surprise means anything: at few of them, nobody may have decided yet.
const ENOUGH_PLACES: u64 = 20;

/// How often the public imagines what is hidden from it.
const IMAGININGS: usize = 4;

/// One game in which the laws are checked.
struct Round<'a, G: Game> {
    game: G,
    terms: &'a Terms,
    world: World<G>,
    chance: Chance,
    sheet: Vec<Done<G>>,
    setup: Vec<u32>,
}

/// What was done: a seat's action, or that time was up, and the rolls of chance.
type Done<G> = (Option<(Seat, <G as Game>::Action)>, Vec<u32>);

type Checked = Result<(), BrokenLaw>;

impl<'a, G: Game> Round<'a, G> {
    fn open(game: G, terms: &'a Terms, seed: u64) -> Result<Round<'a, G>, BrokenLaw> {
        let mut chance = Chance::seeded(seed);
        let (world, _) = World::laid(game, terms, &mut chance).map_err(|bad| BrokenLaw {
            law: "deal",
            problem: bad.to_string(),
            sheet: String::new(),
        })?;
        let setup = chance.take_rolls();
        Ok(Round { game, terms, world, chance, sheet: Vec::new(), setup })
    }

    fn viewers(&self) -> impl Iterator<Item = Viewer> + Clone {
        Viewer::all(self.terms.seats())
    }

    fn broken(&self, law: &'static str, problem: String) -> BrokenLaw {
        let about = self.game.about();
        let line = |(done, _): &Done<G>| match done {
            Some((seat, action)) => format!("{} {action}", about.seat_name(*seat)),
            None => "time".to_owned(),
        };
        let lines: Vec<String> = self.sheet.iter().map(line).collect();
        let sheet =
            format!("{} {}, setup {:?}\n{}", about.id, self.terms.edition(), self.setup, lines.join("\n"));
        BrokenLaw { law, problem, sheet }
    }

    fn offers(&self, seat: Seat) -> Vec<G::Action> {
        self.world.offers(Viewer::Seat(seat))
    }

    /// Seats that must act, with their offers.
    fn acting(&self) -> Vec<(Seat, Vec<G::Action>)> {
        let offers = Seat::first(self.terms.seats()).map(|seat| (seat, self.offers(seat)));
        offers.filter(|(_, offers)| !offers.is_empty()).collect()
    }

    fn is_over(&self) -> Result<bool, BrokenLaw> {
        if !self.game.offers(&self.world.view(Viewer::Public)).is_empty() {
            return Err(self.broken("turns", "the public has offers".to_owned()));
        }
        let over = self.world.outcome.is_some();
        if !over && self.acting().is_empty() {
            return Err(self.broken("turns", "nobody may act before the end".to_owned()));
        }
        Ok(over)
    }

    /// Plays a random offer, or lets time run out where the rules give time.
    fn step(&mut self, luck: &mut Chance) -> Checked {
        let acting = self.acting();
        let (seat, offers) = luck.pick(&acting);
        let action = luck.pick(offers).clone();
        let limited = G::EXTRAS.timer.is_some_and(|timer| (timer.lasts)(&self.world.state).is_some());
        if limited && luck.below(4) == 0 {
            self.world.time_up(&mut self.chance);
            self.sheet.push((None, self.chance.take_rolls()));
        } else {
            self.world.act(*seat, &action, &mut self.chance);
            self.sheet.push((Some((*seat, action)), self.chance.take_rolls()));
        }
        let World { state, outcome, .. } = &self.world;
        match catch_unwind(AssertUnwindSafe(|| self.game.audit(state, outcome.is_some()))) {
            Ok(()) => Ok(()),
            Err(panic) => Err(self.broken("audit", panic_text(&*panic))),
        }
    }

    /// The laws that cost too much to be checked everywhere.
    fn look_closely(&self, plan: &LawPlan, luck: &mut Chance, tally: &mut LawTally) -> Checked {
        tally.close_looks += 1;
        self.check_count()?;
        if plan.covers("secrecy") {
            self.check_secrecy(luck)?;
        }
        if plan.covers("public") {
            self.check_public(luck)?;
        }
        if plan.covers("openness") {
            self.check_openness(luck, tally)?;
        }
        if plan.covers("conduct") {
            self.check_conduct(luck)?;
        }
        if plan.covers("time") {
            self.check_time(luck)?;
        }
        for (seat, offers) in self.acting() {
            if plan.covers("notation") {
                self.check_notation(&offers)?;
            }
            if plan.covers("gestures") {
                self.check_gestures(seat, &offers)?;
            }
            if plan.covers("offers") {
                self.check_acceptance(seat, &offers, luck)?;
            }
            if plan.covers("moves") {
                self.check_moves(seat, &offers, luck)?;
            }
            if plan.covers("openness") {
                self.check_opened(seat, &offers, luck)?;
            }
            if plan.covers("ears") {
                self.check_ears(seat, &offers, luck, tally)?;
            }
            if plan.covers("undo") {
                self.check_undo(seat, luck.pick(&offers), luck)?;
            }
            if plan.covers("lookahead") {
                self.check_lookahead(seat, luck)?;
            }
        }
        Ok(())
    }
}

/// The rolls of a deal with one of them changed, if there are any.
fn other_deal(rolls: &[u32], luck: &mut Chance) -> Vec<u32> {
    let mut changed = rolls.to_vec();
    if !changed.is_empty() {
        let place = luck.below(changed.len() as u32) as usize;
        changed[place] = luck.below(changed[place] + 1);
    }
    changed
}

fn heard<F>(events: &[Event<F>], viewer: Viewer) -> Vec<&F> {
    events.iter().filter(|event| event.ears.belong_to(viewer)).map(|event| &event.fact).collect()
}

fn same(truth: bool) -> &'static str {
    if truth { "the same" } else { "different" }
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without words").to_owned()
}
