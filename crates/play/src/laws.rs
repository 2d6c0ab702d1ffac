//! The laws: what must hold in every game, checked by playing at random.
//!
//! One generic function runs on every game and edition of the catalogue, with all viewers
//! including the public.
//!
//! * *turns*: somebody acts until the end and nobody after, and games end;
//! * *offers*: every offer is accepted, and nothing else;
//! * *notation*: an action is read as it is written, and no two offers are written alike;
//! * *gestures*: unique, prefix free, and they point at what is there, those of what is barred, too;
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

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::lookahead::{Imagined, Lookahead, NodeStanding};
use crate::scoresheet::Scoresheet;
use crate::tabletop::Spot;
use crate::world::{self, Spoken, World};
use crate::{Chance, Event, Game, Listed, Outcome, Reason, Seat, Table, Terms, Viewer};

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
        match catch_unwind(AssertUnwindSafe(|| self.game.audit(&self.world.state))) {
            Ok(()) => Ok(()),
            Err(panic) => Err(self.broken("audit", panic_text(&*panic))),
        }
    }

    /// The laws that cost too much to be checked everywhere.
    fn look_closely(&self, plan: &LawPlan, luck: &mut Chance, tally: &mut LawTally) -> Checked {
        tally.close_looks += 1;
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

    /// Imagine a view, view it again, and it is the same.
    fn check_secrecy(&self, luck: &mut Chance) -> Checked {
        for viewer in self.viewers() {
            let view = self.world.view(viewer);
            let again = self.world.imagined(&view, luck).view(viewer);
            if again != view {
                let problem =
                    format!("{viewer:?} imagines a state that looks different\n{view:?}\n{again:?}");
                return Err(self.broken("secrecy", problem));
            }
        }
        Ok(())
    }

    /// What the public sees, every seat could have told it.
    fn check_public(&self, luck: &mut Chance) -> Checked {
        let public = self.world.view(Viewer::Public);
        for viewer in self.viewers() {
            let again = self.world.imagined(&self.world.view(viewer), luck).view(Viewer::Public);
            if again != public {
                let problem = format!("the public knows more than {viewer:?}\n{public:?}\n{again:?}");
                return Err(self.broken("public", problem));
            }
        }
        Ok(())
    }

    /// Where nothing is secret, the public imagines what is true for every seat.
    fn check_openness(&self, luck: &mut Chance, tally: &mut LawTally) -> Checked {
        if self.world.outcome.is_some() {
            return Ok(());
        }
        let secret = self.world.keeps_secrets();
        tally.secret += u64::from(secret);
        let public = self.world.view(Viewer::Public);
        for _ in 0..IMAGININGS {
            let other = self.world.imagined(&public, luck);
            if other.keeps_secrets() != secret {
                let problem = "whether something is secret tells the public something";
                return Err(self.broken("openness", problem.to_owned()));
            }
            let surprised = self.viewers().find(|viewer| other.view(*viewer) != self.world.view(*viewer));
            match surprised {
                Some(_) if secret => tally.surprises += 1,
                Some(viewer) => {
                    let problem = format!("nothing is said to be secret, and {viewer:?} knows more than all");
                    return Err(self.broken("openness", problem));
                }
                None => {}
            }
        }
        Ok(())
    }

    /// What only some are told of an action is secret from then on.
    fn check_opened(&self, seat: Seat, offers: &[G::Action], luck: &mut Chance) -> Checked {
        let seed = luck.seed();
        for _ in 0..offers.len().min(6) {
            let (one, two) = (luck.pick(offers), luck.pick(offers));
            let worlds = [one, two].map(|action| {
                let mut world = self.world.clone();
                let spoken = world.act(seat, action, &mut Chance::seeded(seed));
                (world, spoken)
            });
            self.check_told(&format!("`{one}` and `{two}`"), &worlds)?;
        }
        Ok(())
    }

    /// Likewise for the deal.
    fn check_deal_opened(&self, luck: &mut Chance) -> Checked {
        let worlds = [self.setup.clone(), other_deal(&self.setup, luck)].map(|rolls| {
            World::laid(self.game, self.terms, &mut Chance::remembered(rolls))
                .expect("terms that were dealt by are dealt by again")
        });
        self.check_told("two deals", &worlds)
    }

    /// Where two things are the same to the public and not to a seat, something is secret.
    fn check_told(
        &self,
        what: &str,
        [(one, spoken_one), (two, spoken_two)]: &[(World<G>, Spoken); 2],
    ) -> Checked {
        let same_to = |viewer: Viewer| {
            heard(spoken_one, viewer) == heard(spoken_two, viewer) && one.view(viewer) == two.view(viewer)
        };
        if one.outcome.is_some() || one.keeps_secrets() && two.keeps_secrets() || !same_to(Viewer::Public) {
            return Ok(());
        }
        match self.viewers().find(|viewer| !same_to(*viewer)) {
            Some(viewer) => {
                let problem =
                    format!("only {viewer:?} can tell {what} apart, and nothing is said to be secret");
                Err(self.broken("openness", problem))
            }
            None => Ok(()),
        }
    }

    fn check_notation(&self, offers: &[G::Action]) -> Checked {
        let mut written = BTreeSet::new();
        for action in offers {
            let text = action.to_string();
            if text.parse::<G::Action>().ok().as_ref() != Some(action) {
                return Err(
                    self.broken("notation", format!("{action:?} is written `{text}` and read differently"))
                );
            }
            if text.contains(" | ") || text.contains('\n') || text.trim() != text || text.is_empty() {
                return Err(self.broken("notation", format!("`{text}` does not fit on a scoresheet")));
            }
            if !written.insert(text.clone()) {
                return Err(self.broken("notation", format!("`{text}` is offered twice")));
            }
        }
        Ok(())
    }

    fn check_gestures(&self, seat: Seat, offers: &[G::Action]) -> Checked {
        let view = self.world.view(Viewer::Seat(seat));
        let tabletop = self.game.tabletop(&view);
        let mut gestures: Vec<(Vec<Spot>, String)> = Vec::new();
        for action in offers {
            let gesture = self.game.gesture(&view, action);
            if let Some(spot) = gesture.iter().find(|spot| !tabletop.has(spot)) {
                return Err(
                    self.broken("gestures", format!("`{action}` points at `{spot}`, which is not there"))
                );
            }
            if gesture.is_empty() {
                return Err(self.broken("gestures", format!("`{action}` has no gesture")));
            }
            gestures.push((gesture, action.to_string()));
        }
        gestures.sort();
        for pair in gestures.windows(2) {
            if pair[1].0.starts_with(&pair[0].0) {
                let problem = format!("the gesture of `{}` begins that of `{}`", pair[0].1, pair[1].1);
                return Err(self.broken("gestures", problem));
            }
        }
        for (action, _) in world::barred(self.game, &view, self.world.outcome.as_ref()) {
            let gesture = self.game.gesture(&view, &action);
            if let Some(spot) = gesture.iter().find(|spot| !tabletop.has(spot)) {
                let problem = format!("`{action}` is barred and points at `{spot}`, which is not there");
                return Err(self.broken("gestures", problem));
            }
            if let Some((_, offer)) = gestures.iter().find(|(other, _)| *other == gesture) {
                let problem = format!("`{action}` is barred but has the same gesture as the offer `{offer}`");
                return Err(self.broken("gestures", problem));
            }
        }
        Ok(())
    }

    /// Every offer is accepted as text, and what is offered to others or never was is refused.
    fn check_acceptance(&self, seat: Seat, offers: &[G::Action], luck: &mut Chance) -> Checked {
        let sheet = self.scoresheet();
        let action = luck.pick(offers).to_string();
        let mut fork = self.replayed("offers", &sheet)?;
        if let Err(refusal) = fork.act(seat, &action, &mut Chance::seeded(1)) {
            return Err(self.broken("offers", format!("`{action}` is on offer and refused: {refusal}")));
        }
        let view = self.world.view(Viewer::Seat(seat));
        let barred = world::barred(self.game, &view, self.world.outcome.as_ref());
        if let Some((action, why)) = barred.iter().find(|(action, _)| offers.contains(action)) {
            return Err(self.broken("offers", format!("`{action}` is on offer, and barred: {}", why.words)));
        }
        let mut strange: Vec<String> =
            ["", " ", "e2e5x", "♞", "a1a1", "0", "pass pass"].map(ToOwned::to_owned).to_vec();
        let done = self.sheet.iter().rev().filter_map(|(done, _)| done.as_ref());
        strange.extend(done.take(8).map(|(_, action)| action.to_string()));
        strange.extend(barred.iter().take(40).map(|(action, _)| action.to_string()));
        for other in Seat::first(self.terms.seats()).chain([Seat(u8::MAX)]) {
            strange.extend(self.offers_or_none(other).iter().take(40).map(ToString::to_string));
        }
        let mut fork = self.replayed("offers", &sheet)?;
        let written: BTreeSet<String> = offers.iter().map(ToString::to_string).collect();
        let spelled: BTreeSet<String> =
            offers.iter().flat_map(|offer| self.game.spellings(&view, offer)).collect();
        for text in strange.iter().filter(|text| !written.contains(*text)) {
            let before = fork.scoresheet().clone();
            let reads_as_offer = text.parse::<G::Action>().is_ok_and(|action| offers.contains(&action));
            if spelled.contains(text) || reads_as_offer {
                continue;
            }
            if fork.act(seat, text, &mut Chance::seeded(1)).is_ok() || *fork.scoresheet() != before {
                return Err(self.broken("offers", format!("`{text}` is not on offer and was not refused")));
            }
        }
        Ok(())
    }

    fn offers_or_none(&self, seat: Seat) -> Vec<G::Action> {
        if seat.index() < self.terms.seats() { self.offers(seat) } else { Vec::new() }
    }

    /// Two actions sound the same to others if and only if they look the same to them.
    fn check_ears(
        &self,
        seat: Seat,
        offers: &[G::Action],
        luck: &mut Chance,
        tally: &mut LawTally,
    ) -> Checked {
        if offers.len() < 2 {
            return Ok(());
        }
        let seed = luck.seed();
        for _ in 0..offers.len().min(6) {
            let (one, two) = (luck.pick(offers), luck.pick(offers));
            if one == two {
                continue;
            }
            tally.pairs += 1;
            let [(world_one, spoken_one), (world_two, spoken_two)] = [one, two].map(|action| {
                let mut world = self.world.clone();
                let spoken = world.act(seat, action, &mut Chance::seeded(seed));
                (world, spoken)
            });
            for viewer in self.viewers().filter(|viewer| *viewer != Viewer::Seat(seat)) {
                let sounds_same = heard(&spoken_one, viewer) == heard(&spoken_two, viewer);
                let looks_same = world_one.view(viewer) == world_two.view(viewer);
                if sounds_same != looks_same {
                    let (sound, look) = (same(sounds_same), same(looks_same));
                    let problem = format!("to {viewer:?}, `{one}` and `{two}` sound {sound} and look {look}");
                    return Err(self.broken("ears", problem));
                }
            }
        }
        Ok(())
    }

    /// Two deals sound the same to a viewer if and only if they look the same.
    ///
    /// Facts are compared as well as words: words may name a type of piece where the fact is one card.
    fn check_deal(&self, luck: &mut Chance) -> Checked {
        let deal = |rolls: &[u32]| {
            let remembered = || Chance::remembered(rolls.iter().copied());
            let again = "terms that were dealt by are dealt by again";
            let (world, spoken) = World::laid(self.game, self.terms, &mut remembered()).expect(again);
            let (_, told) = self.game.setup(self.terms, &mut remembered()).expect(again);
            (world, spoken, told.events)
        };
        let changed = other_deal(&self.setup, luck);
        let ((world_one, spoken_one, told_one), (world_two, spoken_two, told_two)) =
            (deal(&self.setup), deal(&changed));
        for viewer in self.viewers() {
            let sounds_same = heard(&spoken_one, viewer) == heard(&spoken_two, viewer)
                && heard(&told_one, viewer) == heard(&told_two, viewer);
            let looks_same = world_one.view(viewer) == world_two.view(viewer);
            if sounds_same != looks_same {
                let (sound, look) = (same(sounds_same), same(looks_same));
                let problem = format!("to {viewer:?}, two deals sound {sound} and look {look}: {changed:?}");
                return Err(self.broken("deal", problem));
            }
        }
        Ok(())
    }

    /// An action that is not marked as binding tells nobody anything about what is hidden:
    /// in every world that a viewer could imagine, it leads to what they see.
    fn check_undo(&self, seat: Seat, action: &G::Action, luck: &mut Chance) -> Checked {
        let mut after = self.world.clone();
        let mut chance = Chance::seeded(luck.seed());
        let spoken = after.act(seat, action, &mut chance);
        let binds = spoken.iter().any(|event| event.binds) || !chance.take_rolls().is_empty();
        self.check_same_binding(seat, action, (&after, &spoken, binds), luck)?;
        if binds {
            return Ok(());
        }
        for viewer in self.viewers() {
            let mut imagined = self.world.imagined(&self.world.view(viewer), luck);
            if !imagined.offers(Viewer::Seat(seat)).contains(action) {
                continue;
            }
            imagined.act(seat, action, &mut Chance::seeded(1));
            if imagined.view(viewer) != after.view(viewer) || imagined.outcome != after.outcome {
                let problem = format!("`{action}` tells {viewer:?} something and is not marked as binding");
                return Err(self.broken("undo", problem));
            }
        }
        Ok(())
    }

    /// Whether something can be taken back is no secret either: in a world that the actor could
    /// imagine, the same action that sounds and looks the same binds or does not bind as well.
    fn check_same_binding(
        &self,
        seat: Seat,
        action: &G::Action,
        (after, spoken, binds): (&World<G>, &Spoken, bool),
        luck: &mut Chance,
    ) -> Checked {
        for viewer in self.viewers() {
            let mut imagined = self.world.imagined(&self.world.view(viewer), luck);
            if !imagined.offers(Viewer::Seat(seat)).contains(action) {
                continue;
            }
            let mut chance = Chance::seeded(luck.seed());
            let others = imagined.act(seat, action, &mut chance);
            let other_binds = others.iter().any(|event| event.binds) || !chance.take_rolls().is_empty();
            let same_to_viewer = heard(&others, viewer) == heard(spoken, viewer)
                && imagined.view(viewer) == after.view(viewer);
            if same_to_viewer && other_binds != binds {
                let problem = format!("whether `{action}` can be taken back tells {viewer:?} something");
                return Err(self.broken("undo", problem));
            }
        }
        Ok(())
    }

    /// Players may end the game now, by resigning or agreeing; then views can still be imagined,
    /// and what is opened sounds the same to a viewer if and only if it looks the same.
    fn check_conduct(&self, luck: &mut Chance) -> Checked {
        if self.world.outcome.is_some() {
            return Ok(());
        }
        let reason = |words| Reason::counting(words, "conduct");
        let resigned = Outcome::win(self.game.team(Seat(0)), reason("resignation"));
        for outcome in [resigned, Outcome::draw(reason("agreement"))] {
            let end = |world: &mut World<G>| world.end(outcome.clone());
            self.check_without_action("conduct", outcome.reason.words, end, luck)?;
        }
        Ok(())
    }

    /// Time may run out now where the rules give time, and how much there is tells nobody anything.
    fn check_time(&self, luck: &mut Chance) -> Checked {
        let Some(timer) = G::EXTRAS.timer else { return Ok(()) };
        let lasts = (timer.lasts)(&self.world.state);
        for viewer in self.viewers() {
            let imagined = self.world.imagined(&self.world.view(viewer), luck);
            if (timer.lasts)(&imagined.state) != lasts {
                return Err(self.broken("time", format!("how much time is left tells {viewer:?} something")));
            }
        }
        if lasts.is_none() || self.world.outcome.is_some() {
            return Ok(());
        }
        let seed = luck.seed();
        self.check_without_action("time", "time", |world| world.time_up(&mut Chance::seeded(seed)), luck)
    }

    /// Something happens that is nobody's action: afterwards views can still be imagined, and
    /// in a world that a viewer could not tell from this one it sounds the same to that viewer
    /// if and only if it looks the same.
    fn check_without_action(
        &self,
        law: &'static str,
        what: &str,
        happen: impl Fn(&mut World<G>) -> Spoken,
        luck: &mut Chance,
    ) -> Checked {
        let mut after = self.world.clone();
        let spoken = happen(&mut after);
        for viewer in self.viewers() {
            let view = after.view(viewer);
            if after.imagined(&view, luck).view(viewer) != view {
                let problem = format!("{viewer:?} imagines a state that looks different after {what}");
                return Err(self.broken(law, problem));
            }
            let mut other = self.world.imagined(&self.world.view(viewer), luck);
            let sounds_same = heard(&happen(&mut other), viewer) == heard(&spoken, viewer);
            let looks_same = other.view(viewer) == view;
            if sounds_same != looks_same {
                let (sound, look) = (same(sounds_same), same(looks_same));
                let problem = format!("to {viewer:?}, {what} sounds {sound} and looks {look} in two worlds");
                return Err(self.broken(law, problem));
            }
        }
        Ok(())
    }

    /// The fast search path lists the same steps as the rules, a few actions deep.
    ///
    /// Ends that count what happened before are left out of the comparison: nodes need not carry
    /// counters and histories.
    fn check_lookahead(&self, seat: Seat, luck: &mut Chance) -> Checked {
        let imagined = self.game.imagine(&self.world.view(Viewer::Seat(seat)), luck);
        let mut slow = Imagined::new(self.game, imagined.clone(), Chance::seeded(1));
        let mut fast = self.game.lookahead(imagined, Chance::seeded(1));
        for depth in 0..4 {
            let (slow_standing, fast_standing) = (slow.standing(), fast.standing());
            let forgotten = matches!(&slow_standing, NodeStanding::Over(outcome) if outcome.reason.counts);
            if forgotten {
                break;
            }
            if slow_standing != fast_standing {
                let problem =
                    format!("{slow_standing:?} by the rules, {fast_standing:?} by search, depth {depth}");
                return Err(self.broken("lookahead", problem));
            }
            if let NodeStanding::Over(_) = slow_standing {
                break;
            }
            let steps = |ahead: &mut dyn Lookahead| {
                let count = ahead.generate();
                (0..count).map(|step| ahead.notation(step)).collect::<Vec<_>>()
            };
            let (slow_steps, fast_steps) = (steps(&mut slow), steps(&mut *fast));
            if slow_steps != fast_steps || fast.count() != slow_steps.len() {
                let problem = format!("{slow_steps:?} by the rules, {fast_steps:?} by search, depth {depth}");
                return Err(self.broken("lookahead", problem));
            }
            let step = luck.below(slow_steps.len() as u32) as usize;
            slow.play(step);
            fast.play(step);
        }
        Ok(())
    }

    fn scoresheet(&self) -> Scoresheet {
        let about = self.game.about();
        let entry = |(done, rolls): &Done<G>| crate::scoresheet::SheetEntry {
            seat: done.as_ref().map_or_else(String::new, |(seat, _)| about.seat_name(*seat).to_owned()),
            action: done.as_ref().map_or_else(|| "time".to_owned(), |(_, action)| action.to_string()),
            rolls: rolls.clone(),
            said: Vec::new(),
            fingerprint: None,
        };
        Scoresheet {
            header: crate::log::Header::new(about, self.terms),
            setup: self.setup.clone(),
            entries: self.sheet.iter().map(entry).collect(),
            ..Scoresheet::default()
        }
    }

    fn replayed(&self, law: &'static str, sheet: &Scoresheet) -> Result<Table, BrokenLaw> {
        let listed: &'static dyn Listed = Box::leak(Box::new(self.game));
        Table::replay(&[listed], sheet).map_err(|problem| self.broken(law, problem.to_string()))
    }

    /// The scoresheet, written and read, reproduces every glimpse of the last state.
    fn check_replay(&self) -> Checked {
        let sheet = self.scoresheet();
        if sheet.to_string().parse::<Scoresheet>().as_ref() != Ok(&sheet) {
            return Err(self.broken("replay", "the scoresheet is not read as it is written".to_owned()));
        }
        let table = self.replayed("replay", &sheet)?;
        for viewer in self.viewers() {
            let glimpse = table.glimpse(viewer);
            let view = self.world.view(viewer);
            if glimpse.tabletop() != world::tabletop(self.game, &view, self.world.outcome.as_ref()) {
                return Err(self.broken("replay", format!("the tabletop of {viewer:?} is another one")));
            }
        }
        if table.outcome() == self.world.outcome {
            Ok(())
        } else {
            Err(self.broken("replay", "the outcome is another one".to_owned()))
        }
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
