//! A state together with its outcome: the one place where games go on and end.
//!
//! The rules of a game say when it is over.
//! How that is announced and what follows is the same in all games, and is done here.
//! The referee, the slow lookahead and the laws all play through a [`World`].

use crate::tabletop::{Part, Prompt, Tabletop};
use crate::{BadTerms, Chance, Event, Events, Game, Outcome, Reason, Seat, Sentence, Tell, Terms, Viewer};

/// Everything that is true, and how the game ended if it has.
pub(crate) struct World<G: Game> {
    pub(crate) game: G,
    pub(crate) state: G::State,
    pub(crate) outcome: Option<Outcome>,
}

/// What is said, in sentences, and to whom.
pub(crate) type Spoken = Vec<Event<Sentence>>;

impl<G: Game> Clone for World<G> {
    fn clone(&self) -> World<G> {
        World { game: self.game, state: self.state.clone(), outcome: self.outcome.clone() }
    }
}

impl<G: Game> World<G> {
    /// Lays the table.
    pub(crate) fn laid(game: G, terms: &Terms, chance: &mut Chance) -> Result<(World<G>, Spoken), BadTerms> {
        let (state, told) = game.setup(terms, chance)?;
        let mut world = World { game, state, outcome: None };
        let spoken = world.settle(told);
        Ok((world, spoken))
    }

    /// A world that whoever has this view cannot tell from this one; how it ended is public.
    pub(crate) fn imagined(&self, view: &G::View, chance: &mut Chance) -> World<G> {
        World { game: self.game, state: self.game.imagine(view, chance), outcome: self.outcome.clone() }
    }

    pub(crate) fn view(&self, viewer: Viewer) -> G::View {
        self.game.view(&self.state, viewer, self.outcome.is_some())
    }

    /// Whether some seat knows something that the public does not; after the end all is open.
    pub(crate) fn keeps_secrets(&self) -> bool {
        self.outcome.is_none() && self.game.keeps_secrets(&self.state)
    }

    /// What a viewer may do; nothing after the end.
    pub(crate) fn offers(&self, viewer: Viewer) -> Vec<G::Action> {
        offers(self.game, &self.view(viewer), self.outcome.as_ref())
    }

    /// Carries out an action that was on offer.
    pub(crate) fn act(&mut self, seat: Seat, action: &G::Action, chance: &mut Chance) -> Spoken {
        let told = self.game.apply(&mut self.state, seat, action, chance);
        self.settle(told)
    }

    /// Lets the time of the present state run out.
    pub(crate) fn time_up(&mut self, chance: &mut Chance) -> Spoken {
        match G::EXTRAS.timer {
            Some(timer) if self.outcome.is_none() => {
                let told = (timer.up)(&mut self.state, chance);
                self.settle(told)
            }
            Some(_) | None => Vec::new(),
        }
    }

    /// Ends the game, and says how and what is opened then.
    pub(crate) fn end(&mut self, outcome: Outcome) -> Spoken {
        let sentence = outcome.told(self.game.about());
        self.outcome = Some(outcome);
        let closing = self.game.closing(&self.state);
        [Event::to_all(sentence)].into_iter().chain(closing.into_iter().map(in_words)).collect()
    }

    fn settle(&mut self, told: Events<G>) -> Spoken {
        let mut spoken: Spoken = told.events.into_iter().map(in_words).collect();
        if let Some(outcome) = told.outcome {
            spoken.extend(self.end(outcome));
        }
        spoken
    }
}

/// What whoever has this view may do.
pub(crate) fn offers<G: Game>(game: G, view: &G::View, outcome: Option<&Outcome>) -> Vec<G::Action> {
    if outcome.is_some() { Vec::new() } else { game.offers(view) }
}

/// What looks possible to whoever has this view, and is not.
pub(crate) fn barred<G: Game>(
    game: G,
    view: &G::View,
    outcome: Option<&Outcome>,
) -> Vec<(G::Action, Reason)> {
    if outcome.is_some() { Vec::new() } else { game.barred(view) }
}

/// What lies on the table; after the end the prompt says how it ended, and by which rule.
pub(crate) fn tabletop<G: Game>(game: G, view: &G::View, outcome: Option<&Outcome>) -> Tabletop {
    let mut tabletop = game.tabletop(view);
    let Some(outcome) = outcome else { return tabletop };
    // Nobody chooses any more.
    tabletop.parts.retain(|part| !matches!(part, Part::Prices(_)));
    let words = outcome.told(game.about());
    let prompt = Prompt { words, rule: Some(outcome.reason.rule), ..Prompt::default() };
    Tabletop { prompt, sealed: Vec::new(), ..tabletop }
}

fn in_words<F: Tell>(event: Event<F>) -> Event<Sentence> {
    Event { ears: event.ears, fact: event.fact.tell(), binds: event.binds }
}
