//! The object-safe faces of a game: an entry of the catalogue, a running game, a glimpse.
//!
//! [`Running`] implements them once for every [`Game`].
//! It has no `Debug` and cannot be serialized: what is true stays inside.

mod clairvoyance;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use kit_chess::field;

use crate::belief::{self, Belief, Called, Worlds};
use crate::laws::{BrokenLaw, LawPlan, LawTally};
use crate::lookahead::Imagined;
use crate::sentence::Filling;
use crate::tabletop::{Barred, Offer, Tabletop};
use crate::text::excerpt;
use crate::world::{self, Spoken, World};
use crate::{
    About, BadNotation, BadTerms, BadText, Chance, Channel, Ears, Entry, Export, Game, Laid, Lookahead,
    Moment, Outcome, Reason, Relaid, Relaying, Scoresheet, Seat, Sentence, Team, Terms, Viewer, say,
};

/// An entry of the catalogue.
///
/// Every [`Game`] is listed by one blanket implementation.
pub trait Listed: Sync {
    /// The title page.
    fn about(&self) -> &'static About;

    /// Lays a table.
    ///
    /// # Errors
    ///
    /// Fails when the game cannot be played from the arrangement.
    fn open(&self, terms: &Terms, chance: &mut Chance) -> Result<Opening, BadTerms>;

    /// The team of a seat.
    fn team_of(&self, seat: Seat) -> Team;

    /// Whether the rules give time themselves, so that no other clock fits in.
    fn keeps_time(&self) -> bool;

    /// Reads a game that another program wrote; `None` when this game has no such format.
    fn import(&self, text: &str) -> Option<Result<(Terms, Vec<String>), BadText>>;

    /// What is worth telling of the game on a sheet that these rules have ruled; nothing while it runs.
    fn story(&self, _terms: &Terms, _sheet: &Scoresheet) -> Option<Vec<Moment>> {
        None
    }

    /// Shows the true worlds of the game on a sheet, after the deal and after each entry, laid out for
    /// searching; nothing, and `false`, while it runs.
    fn hindsight(
        &self,
        _terms: &Terms,
        _sheet: &Scoresheet,
        _visit: &mut dyn FnMut(usize, Box<dyn Lookahead>),
    ) -> bool {
        false
    }

    /// Lets a player play a game, and says what the seats believed whenever they had to act, and
    /// what of it was so; nothing in a game that has no beliefs.
    ///
    /// # Errors
    ///
    /// Fails when the game cannot be played from the arrangement.
    fn calibrate(
        &self,
        _terms: &Terms,
        _chance: &mut Chance,
        _player: &mut dyn FnMut(&Glimpse) -> String,
    ) -> Result<Vec<Called>, BadTerms> {
        Ok(Vec::new())
    }

    /// Plays a game of its own in which the seats of one team see through everything, and says how it
    /// ended: what the others may only imagine is what is so for them.
    ///
    /// This is how it is measured what secrets are worth.
    /// Nobody can see through a game that is not played here from its deal to its end.
    ///
    /// # Errors
    ///
    /// Fails when the game cannot be played from the arrangement.
    fn play_seen_through(
        &self,
        _terms: &Terms,
        _seers: Team,
        _chance: &mut Chance,
        _player: &mut dyn FnMut(&Glimpse) -> String,
    ) -> Result<Option<Outcome>, BadTerms> {
        Ok(None)
    }

    /// Plays random games and checks the laws in each.
    ///
    /// # Errors
    ///
    /// Fails with the first law that is broken.
    fn check_laws(&self, terms: &Terms, plan: &LawPlan) -> Result<LawTally, BrokenLaw>;
}

/// A table that has just been laid.
pub struct Opening {
    /// The running game.
    pub referee: Box<dyn Referee>,
    /// The rolls of the deal.
    pub rolls: Vec<u32>,
    /// What was announced.
    pub said: Vec<Said>,
}

/// A running game.
pub trait Referee: Send {
    /// The title page of the game.
    fn about(&self) -> &'static About;

    /// What was agreed.
    fn terms(&self) -> &Terms;

    /// What a viewer may know now.
    fn glimpse(&self, viewer: Viewer) -> Glimpse;

    /// Takes an action as text.
    ///
    /// # Errors
    ///
    /// Refuses what is not on offer; then nothing has happened.
    fn act(&mut self, seat: Seat, action: &str, chance: &mut Chance) -> Result<Ruling, Refusal>;

    /// How the game ended, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// Ends the game as players have ended it at the table, and says what is opened then.
    fn end(&mut self, outcome: Outcome) -> Vec<Said>;

    /// The team of a seat.
    fn team(&self, seat: Seat) -> Team;

    /// How long the rules let the present state last.
    fn timer(&self) -> Option<Duration>;

    /// Lets the time of the present state run out.
    fn time_up(&mut self, chance: &mut Chance) -> Ruling;

    /// Whether the seat must act now.
    fn must_act(&self, seat: Seat) -> bool;

    /// Whether some seat knows something now that the public does not; nothing after the end.
    fn keeps_secrets(&self) -> bool;

    /// The number of the turn that is going on, as everybody can count it.
    fn turn(&self) -> u32;

    /// Another referee of the same state.
    fn fork(&self) -> Box<dyn Referee>;
}

/// What a referee answers to an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// The line of the scoresheet.
    pub entry: Entry,
    /// What was said, and to whom.
    pub said: Vec<Said>,
    /// Whether the action cannot be taken back.
    pub binds: bool,
}

/// Words and the ears they are for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// Who hears them.
    pub ears: Ears,
    /// What is said.
    pub sentence: Sentence,
}

/// An action that was never on offer.
///
/// The words say what was wrong with it as far as the sender may know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The game is over.
    Over,
    /// The rules give the present state no time that could run out.
    NoCountdown,
    /// The seat has nothing to decide now.
    NotYours {
        /// The seat that acted.
        seat: Filling,
        /// What it wrote.
        found: String,
    },
    /// The text is no action.
    Notation(BadNotation),
    /// The action is not on offer.
    NotOffered {
        /// The seat that acted.
        seat: Filling,
        /// What it wrote.
        found: String,
        /// Why it is not, if there is more to say than the rules of chess.
        why: Option<Sentence>,
    },
    /// The text fits several offers.
    Ambiguous {
        /// What was written.
        found: String,
        /// What it could be.
        meanings: Vec<String>,
    },
}

impl Refusal {
    /// What was wrong, in a sentence.
    pub fn sentence(&self) -> Sentence {
        match self {
            Refusal::Over => say!("the game is over, so nothing can be done any more"),
            Refusal::NoCountdown => say!("no countdown is running, so no time can run out"),
            Refusal::NotYours { seat, found } => {
                let found = Filling::text(found);
                say!("{seat} has nothing to decide now, so `{found}` cannot be done", seat, found)
            }
            Refusal::Notation(bad) => bad.sentence(),
            Refusal::NotOffered { seat, found, why: None } => {
                say!("`{found}` is not on offer to {seat} now", seat, found = Filling::text(found))
            }
            Refusal::NotOffered { seat, found, why: Some(why) } => {
                let (found, why) = (Filling::text(found), why.clone());
                say!("`{found}` is not on offer to {seat} now: {why}", seat, found, why)
            }
            Refusal::Ambiguous { found, meanings } => {
                let meanings = Filling::one_of(meanings.iter().map(Filling::text));
                say!("`{found}` could be {meanings}", found = Filling::text(found), meanings)
            }
        }
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.sentence().fmt(f)
    }
}

impl std::error::Error for Refusal {}

/// What one viewer may know of a running game: a tabletop, offers, and worlds to imagine.
///
/// A glimpse is made from the viewer's view and nothing else, so whoever holds one, a socket
/// or a bot, cannot come to know more.
pub struct Glimpse {
    viewer: Viewer,
    seen: Box<dyn Seen>,
}

impl Glimpse {
    /// Whose glimpse it is.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// The title page of the game.
    pub fn about(&self) -> &'static About {
        self.seen.about()
    }

    /// What lies on the table.
    pub fn tabletop(&self) -> Tabletop {
        self.seen.tabletop()
    }

    /// What may be done.
    pub fn offers(&self) -> Vec<Offer> {
        self.seen.offers()
    }

    /// What looks possible and is not.
    pub fn barred(&self) -> Vec<Barred> {
        self.seen.barred()
    }

    /// What may be done, in notation only.
    pub fn actions(&self) -> Vec<String> {
        self.seen.actions()
    }

    /// The rooms in which the viewer may speak now.
    pub fn channels(&self) -> &'static [Channel] {
        self.seen.channels()
    }

    /// The same in the formats of other programs.
    pub fn exports(&self) -> Vec<Export> {
        self.seen.exports()
    }

    /// How the game goes on from a position as it lies on a real board, as far as this viewer knows;
    /// nothing where a board does not show enough.
    pub fn relaid(&self, laid: &Laid) -> Option<Relaid> {
        self.seen.relaid(laid)
    }

    /// Another referee of a state that this viewer cannot tell from the true one.
    pub fn imagine(&self, chance: &mut Chance) -> Box<dyn Referee> {
        self.seen.imagine(chance)
    }

    /// What this viewer may believe of what is hidden; nothing in a game that has no beliefs.
    pub fn belief(&self) -> Option<Belief> {
        self.seen.belief()
    }

    /// With how many points a game is likely to end that looks so good, where this viewer plays for
    /// points and against nobody.
    pub fn points(&self, appraisal: i32) -> Option<f64> {
        self.seen.points(appraisal)
    }

    /// Worlds that this viewer cannot tell from the true one, with weights and laid out for
    /// searching: all of them if they are at most so many, and otherwise so many drawn by weight.
    pub fn worlds(&self, most: usize, chance: &mut Chance) -> Worlds<Box<dyn Lookahead>> {
        self.seen.worlds(most, chance)
    }

    /// What another seat may believe: a world that this viewer thinks possible, and after it
    /// worlds that the other seat could not tell from that one, with weights, at most so many.
    pub fn minds(
        &self,
        other: Seat,
        most: usize,
        chance: &mut Chance,
    ) -> (Box<dyn Lookahead>, Worlds<Box<dyn Lookahead>>) {
        self.seen.minds(other, most, chance)
    }

    /// Such a state, laid out for searching.
    pub fn lookahead(&self, chance: &mut Chance) -> Box<dyn Lookahead> {
        self.seen.lookahead(chance)
    }
}

/// A view without its type.
trait Seen: Send {
    fn about(&self) -> &'static About;
    fn tabletop(&self) -> Tabletop;
    fn offers(&self) -> Vec<Offer>;
    fn barred(&self) -> Vec<Barred>;
    fn actions(&self) -> Vec<String>;
    fn channels(&self) -> &'static [Channel];
    fn exports(&self) -> Vec<Export>;
    fn relaid(&self, laid: &Laid) -> Option<Relaid>;
    fn imagine(&self, chance: &mut Chance) -> Box<dyn Referee>;
    fn lookahead(&self, chance: &mut Chance) -> Box<dyn Lookahead>;
    fn belief(&self) -> Option<Belief>;
    fn points(&self, appraisal: i32) -> Option<f64>;
    fn worlds(&self, most: usize, chance: &mut Chance) -> Worlds<Box<dyn Lookahead>>;
    fn minds(
        &self,
        other: Seat,
        most: usize,
        chance: &mut Chance,
    ) -> (Box<dyn Lookahead>, Worlds<Box<dyn Lookahead>>);
}

/// The offers of one viewer in one state, made when they are first asked for.
type Offers<G> = Arc<OnceLock<Vec<<G as Game>::Action>>>;

struct SeenBy<G: Game> {
    game: G,
    terms: Terms,
    view: G::View,
    outcome: Option<Outcome>,
    offers: Offers<G>,
}

impl<G: Game> SeenBy<G> {
    fn made_offers(&self) -> &[G::Action] {
        self.offers.get_or_init(|| world::offers(self.game, &self.view, self.outcome.as_ref()))
    }

    fn barred_actions(&self) -> Vec<(G::Action, Reason)> {
        world::barred(self.game, &self.view, self.outcome.as_ref())
    }

    /// Why an action is barred, in words.
    fn objection(&self, action: &G::Action, reason: Reason) -> Sentence {
        match (G::EXTRAS.details)(&self.view, action, reason) {
            Some(details) => say!("{reason}: {details}", reason = reason.sentence(), details),
            None => reason.sentence(),
        }
    }

    fn imagined(&self, chance: &mut Chance) -> World<G> {
        let state = self.game.imagine(&self.view, chance);
        World { game: self.game, state, outcome: self.outcome.clone() }
    }

    /// States that whoever has this view cannot tell from the true one, at most so many.
    fn believed(&self, view: &G::View, most: usize, chance: &mut Chance) -> Worlds<G::State> {
        match G::EXTRAS.beliefs {
            Some(beliefs) => (beliefs.worlds)(view, most, chance).thinned(most, chance),
            None if self.game.about().open => Worlds::all(vec![(1.0, self.game.imagine(view, chance))]),
            None => Worlds::drawn((0..most).map(|_| self.game.imagine(view, chance))),
        }
    }

    fn laid_out(&self, state: G::State, chance: &mut Chance) -> Box<dyn Lookahead> {
        let chance = Chance::seeded(chance.seed());
        match &self.outcome {
            Some(outcome) => {
                let world = World { game: self.game, state, outcome: Some(outcome.clone()) };
                Box::new(Imagined::of(world, chance))
            }
            None => self.game.lookahead(state, chance),
        }
    }
}

impl<G: Game> Seen for SeenBy<G> {
    fn about(&self) -> &'static About {
        self.game.about()
    }

    fn tabletop(&self) -> Tabletop {
        world::tabletop(self.game, &self.view, self.outcome.as_ref())
    }

    fn offers(&self) -> Vec<Offer> {
        let offer = |action: &G::Action| Offer {
            gesture: self.game.gesture(&self.view, action),
            label: self.game.label(&self.view, action).into(),
            preview: (G::EXTRAS.preview)(&self.view, action),
            asks: (G::EXTRAS.asks)(&self.view, action),
            action: action.to_string(),
        };
        self.made_offers().iter().map(offer).collect()
    }

    fn barred(&self) -> Vec<Barred> {
        let barred = |(action, reason): (G::Action, Reason)| Barred {
            gesture: self.game.gesture(&self.view, &action),
            reason: self.objection(&action, reason),
        };
        self.barred_actions().into_iter().map(barred).collect()
    }

    fn actions(&self) -> Vec<String> {
        self.made_offers().iter().map(ToString::to_string).collect()
    }

    fn channels(&self) -> &'static [Channel] {
        (G::EXTRAS.channels)(&self.view)
    }

    fn exports(&self) -> Vec<Export> {
        self.game.exports(&self.view, self.outcome.as_ref())
    }

    fn relaid(&self, laid: &Laid) -> Option<Relaid> {
        let Relaying { chips, lay } = G::EXTRAS.relaying?;
        let mut lost = Vec::new();
        let arrangement = lay(&self.view, laid, &mut lost);
        Some(Relaid { arrangement, chips, lost })
    }

    fn imagine(&self, chance: &mut Chance) -> Box<dyn Referee> {
        Box::new(Running::new(self.imagined(chance), self.terms.clone(), 0))
    }

    fn lookahead(&self, chance: &mut Chance) -> Box<dyn Lookahead> {
        let state = self.game.imagine(&self.view, chance);
        self.laid_out(state, chance)
    }

    fn belief(&self) -> Option<Belief> {
        belief::of::<G>(&self.view)
    }

    fn points(&self, appraisal: i32) -> Option<f64> {
        (G::EXTRAS.points)(&self.view, appraisal).map(|hundredths| f64::from(hundredths) / 100.0)
    }

    fn worlds(&self, most: usize, chance: &mut Chance) -> Worlds<Box<dyn Lookahead>> {
        self.believed(&self.view, most, chance).map(|state| self.laid_out(state, chance))
    }

    fn minds(
        &self,
        other: Seat,
        most: usize,
        chance: &mut Chance,
    ) -> (Box<dyn Lookahead>, Worlds<Box<dyn Lookahead>>) {
        let (_, state) = self.believed(&self.view, 1, chance).list.swap_remove(0);
        // Nobody has to think about a game that is over.
        let view = self.game.view(&state, Viewer::Seat(other), false);
        let believed = self.believed(&view, most, chance);
        (self.laid_out(state, chance), believed.map(|state| self.laid_out(state, chance)))
    }
}

/// A game with its state.
struct Running<G: Game> {
    world: World<G>,
    terms: Terms,
    entries: u32,
    /// The offers of each seat in the present state.
    offers: Vec<Offers<G>>,
}

impl<G: Game> Listed for G {
    fn about(&self) -> &'static About {
        Game::about(self)
    }

    fn open(&self, terms: &Terms, chance: &mut Chance) -> Result<Opening, BadTerms> {
        chance.take_rolls();
        let (world, spoken) = World::laid(*self, terms, chance)?;
        let referee = Box::new(Running::new(world, terms.clone(), 0));
        Ok(Opening { referee, rolls: chance.take_rolls(), said: said(spoken) })
    }

    fn team_of(&self, seat: Seat) -> Team {
        self.team(seat)
    }

    fn keeps_time(&self) -> bool {
        G::EXTRAS.timer.is_some()
    }

    fn import(&self, text: &str) -> Option<Result<(Terms, Vec<String>), BadText>> {
        Game::import(self, text)
    }

    fn story(&self, terms: &Terms, sheet: &Scoresheet) -> Option<Vec<Moment>> {
        crate::story::of(*self, terms, sheet)
    }

    fn hindsight(
        &self,
        terms: &Terms,
        sheet: &Scoresheet,
        visit: &mut dyn FnMut(usize, Box<dyn Lookahead>),
    ) -> bool {
        crate::story::hindsight(*self, terms, sheet, visit)
    }

    fn calibrate(
        &self,
        terms: &Terms,
        chance: &mut Chance,
        player: &mut dyn FnMut(&Glimpse) -> String,
    ) -> Result<Vec<Called>, BadTerms> {
        let (world, _) = World::laid(*self, terms, chance)?;
        let mut running = Running::new(world, terms.clone(), 0);
        let mut called = Vec::new();
        while running.outcome().is_none() {
            for seat in Seat::first(terms.seats()).filter(|seat| running.must_act(*seat)).collect::<Vec<_>>()
            {
                let viewer = Viewer::Seat(seat);
                called.extend(belief::called::<G>(&running.world.view(viewer), &running.world.state));
                let action = player(&running.glimpse(viewer));
                let ruling = running.act(seat, &action, chance);
                assert!(ruling.is_ok(), "a player does what is on offer");
            }
        }
        Ok(called)
    }

    fn play_seen_through(
        &self,
        terms: &Terms,
        seers: Team,
        chance: &mut Chance,
        player: &mut dyn FnMut(&Glimpse) -> String,
    ) -> Result<Option<Outcome>, BadTerms> {
        clairvoyance::played(*self, terms, seers, chance, player)
    }

    fn check_laws(&self, terms: &Terms, plan: &LawPlan) -> Result<LawTally, BrokenLaw> {
        crate::laws::check(*self, terms, plan)
    }
}

impl<G: Game> Running<G> {
    fn new(world: World<G>, terms: Terms, entries: u32) -> Running<G> {
        let offers = Seat::first(terms.seats()).map(|_| Offers::<G>::default()).collect();
        Running { world, terms, entries, offers }
    }

    fn seen_by(&self, viewer: Viewer) -> SeenBy<G> {
        let offers = viewer.seat().and_then(|seat| self.offers.get(seat.index())).cloned();
        SeenBy {
            game: self.world.game,
            terms: self.terms.clone(),
            view: self.world.view(viewer),
            outcome: self.world.outcome.clone(),
            offers: offers.unwrap_or_default(),
        }
    }

    /// The offer that a text stands for: its notation, or another spelling of exactly one offer.
    fn offer_meant(&self, seat: Seat, text: &str) -> Result<G::Action, Refusal> {
        let game = self.world.game;
        if self.world.outcome.is_some() {
            return Err(Refusal::Over);
        }
        let named = Filling::Seat(seat, game.about().seat_name(seat).into());
        let seen = self.seen_by(Viewer::Seat(seat));
        let offers = seen.made_offers();
        if offers.is_empty() || seat.index() >= self.terms.seats() {
            return Err(Refusal::NotYours { seat: named, found: excerpt(text) });
        }
        let parsed = text.parse::<G::Action>();
        if let Some(action) = parsed.as_ref().ok().filter(|action| offers.contains(action)) {
            return Ok(action.clone());
        }
        let spelled = |action: &&G::Action| game.spellings(&seen.view, action).iter().any(|way| way == text);
        let meant: Vec<&G::Action> = offers.iter().filter(spelled).collect();
        match (meant.as_slice(), parsed) {
            ([action], _) => Ok((*action).clone()),
            ([], parsed) => {
                let is_meant = |action: &G::Action| {
                    parsed.as_ref() == Ok(action)
                        || game.spellings(&seen.view, action).iter().any(|way| way == text)
                };
                let why = seen.barred_actions().into_iter().find(|(action, _)| is_meant(action));
                let why = why.map(|(action, reason)| seen.objection(&action, reason));
                let side = field::read_castling(text.trim_end_matches(['+', '#', '*']));
                let castling = side.zip(G::EXTRAS.castling);
                let castling = castling.map(|(side, why_not)| why_not(&seen.view, side));
                match (why, castling, parsed) {
                    (None, None, Err(bad)) => Err(Refusal::Notation(bad)),
                    (why, castling, _) => {
                        let why = why.or(castling.flatten());
                        Err(Refusal::NotOffered { seat: named, found: excerpt(text), why })
                    }
                }
            }
            (several, _) => {
                let meanings = several.iter().map(ToString::to_string).collect();
                Err(Refusal::Ambiguous { found: excerpt(text), meanings })
            }
        }
    }

    /// Forgets the offers that were made, because the state has changed.
    fn forget_offers(&mut self) {
        self.offers.fill_with(Offers::<G>::default);
    }

    fn ruling(&mut self, seat: Option<Seat>, action: String, spoken: Spoken, chance: &mut Chance) -> Ruling {
        self.forget_offers();
        self.entries += 1;
        let rolls = chance.take_rolls();
        let binds = !rolls.is_empty() || spoken.iter().any(|event| event.binds);
        Ruling { entry: Entry { number: self.entries, seat, action, rolls }, said: said(spoken), binds }
    }
}

impl<G: Game> Referee for Running<G> {
    fn about(&self) -> &'static About {
        self.world.game.about()
    }

    fn terms(&self) -> &Terms {
        &self.terms
    }

    fn glimpse(&self, viewer: Viewer) -> Glimpse {
        Glimpse { viewer, seen: Box::new(self.seen_by(viewer)) }
    }

    fn act(&mut self, seat: Seat, action: &str, chance: &mut Chance) -> Result<Ruling, Refusal> {
        let action = self.offer_meant(seat, action.trim())?;
        chance.take_rolls();
        let spoken = self.world.act(seat, &action, chance);
        Ok(self.ruling(Some(seat), action.to_string(), spoken, chance))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.world.outcome.clone()
    }

    fn end(&mut self, outcome: Outcome) -> Vec<Said> {
        self.forget_offers();
        said(self.world.end(outcome))
    }

    fn team(&self, seat: Seat) -> Team {
        self.world.game.team(seat)
    }

    fn timer(&self) -> Option<Duration> {
        let timer = G::EXTRAS.timer.filter(|_| self.world.outcome.is_none())?;
        (timer.lasts)(&self.world.state)
    }

    fn time_up(&mut self, chance: &mut Chance) -> Ruling {
        chance.take_rolls();
        let spoken = self.world.time_up(chance);
        self.ruling(None, "time".to_owned(), spoken, chance)
    }

    fn must_act(&self, seat: Seat) -> bool {
        !self.seen_by(Viewer::Seat(seat)).made_offers().is_empty()
    }

    fn keeps_secrets(&self) -> bool {
        self.world.keeps_secrets()
    }

    fn turn(&self) -> u32 {
        self.world.game.turn(&self.world.view(Viewer::Public))
    }

    fn fork(&self) -> Box<dyn Referee> {
        let offers = self.offers.clone();
        Box::new(Running { offers, ..Running::new(self.world.clone(), self.terms.clone(), self.entries) })
    }
}

fn said(spoken: Spoken) -> Vec<Said> {
    spoken.into_iter().map(|event| Said { ears: event.ears, sentence: event.fact }).collect()
}

/// A catalogue entry by its id.
pub fn listed<'a>(catalogue: &[&'a dyn Listed], id: &str) -> Option<&'a dyn Listed> {
    catalogue.iter().find(|game| game.about().id == id).copied()
}

/// All editions of a game, each with its usual terms.
pub fn editions(about: &About) -> impl Iterator<Item = Terms> + '_ {
    about.editions.iter().map(|edition| {
        Terms::agree(about, Some(edition.id), &BTreeMap::new(), None, None)
            .expect("an edition has valid terms")
    })
}
