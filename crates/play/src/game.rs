//! What a game is: the one trait that every game implements.

use std::fmt::{Debug, Display};
use std::str::FromStr;
use std::time::Duration;

use crate::lookahead::{Imagined, Lookahead};
use crate::tabletop::{Gesture, Tabletop};
use crate::text::excerpt;
use crate::{About, BadTerms, BadText, Chance, Outcome, Seat, Team, Terms, Viewer};

/// The rules of one game.
///
/// The referee's side may look at the state; the players' side sees a view and nothing else.
/// A state is everything that is true; a view is everything one viewer knows, built up from
/// nothing and never cut down from the truth.
///
/// The contract, which [`crate::laws`] checks for every game:
///
/// * A seat must act if and only if it has offers.
///   There is no current player, and simultaneous choice is only sealed choice: two seats
///   have offers, each seals one, the state opens both when the last is in.
/// * The referee accepts an action if and only if it is among that seat's offers.
///   *Refusal*: it was never on offer, and nothing happens.
///   *Denial*: it was on offer and hidden facts say no; that is a fact, and the view
///   remembers it.
/// * Imagining a view and viewing it again gives the same view.
/// * For everyone else, two actions sound the same if and only if they look the same.
pub trait Game: Copy + Send + Sync + 'static {
    /// Everything that is true.
    type State: Clone + Send + 'static;
    /// Everything one viewer knows.
    type View: Clone + Eq + Debug + Send + 'static;
    /// The smallest decision.
    type Action: Clone + Eq + Debug + Display + FromStr<Err = BadNotation> + Send + 'static;
    /// One thing somebody learns.
    type Fact: Clone + Eq + Debug + Display + Send;

    /// Whether [`Game::timer`] ever gives time, so that no other clock fits in.
    const HAS_TIMER: bool = false;

    /// The title page.
    fn about(&self) -> &'static About;

    /// Lays the table.
    ///
    /// # Errors
    ///
    /// Fails when the arrangement is not a position of this game.
    fn setup(&self, terms: &Terms, chance: &mut Chance) -> Result<(Self::State, Events<Self>), BadTerms>;

    /// What a viewer knows.
    fn view(&self, state: &Self::State, viewer: Viewer) -> Self::View;

    /// Carries out an action that was on offer.
    fn apply(
        &self,
        state: &mut Self::State,
        seat: Seat,
        action: &Self::Action,
        chance: &mut Chance,
    ) -> Events<Self>;

    /// How the game ended, if it has.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// Ends the game as players have ended it at the table, by resigning or agreeing.
    ///
    /// The state takes the outcome for its own and opens what the rules open at the end.
    fn end(&self, state: &mut Self::State, outcome: Outcome) -> Events<Self>;

    /// What the viewer may do now; nothing for the public.
    fn offers(&self, view: &Self::View) -> Vec<Self::Action>;

    /// What looks possible and is not, and why: `the square is taken behind the mirror`.
    ///
    /// It is for people who try; the reason may use whatever the viewer knows.
    fn barred(&self, _view: &Self::View) -> Vec<(Self::Action, &'static str)> {
        Vec::new()
    }

    /// Where to point to choose an action.
    fn gesture(&self, view: &Self::View, action: &Self::Action) -> Gesture;

    /// What lies on the table.
    fn tabletop(&self, view: &Self::View) -> Tabletop;

    /// A whole state that this viewer cannot tell from the true one.
    fn imagine(&self, view: &Self::View, chance: &mut Chance) -> Self::State;

    /// An action in words; its notation unless the game knows better.
    fn label(&self, _view: &Self::View, action: &Self::Action) -> String {
        action.to_string()
    }

    /// Other ways in which players write an action, such as SAN.
    fn spellings(&self, _view: &Self::View, _action: &Self::Action) -> Vec<String> {
        Vec::new()
    }

    /// The team of a seat; each seat its own unless the game has teams.
    fn team(&self, seat: Seat) -> Team {
        Team(seat.0)
    }

    /// The rooms in which the viewer may speak now; players may talk to all unless the rules
    /// ask for silence.
    fn channels(&self, _view: &Self::View) -> &'static [Channel] {
        &[Channel::All]
    }

    /// Whether a team that plays for points, alone at the table, wants few of them.
    fn wants_few_points(&self) -> bool {
        false
    }

    /// How long the rules let this state last.
    fn timer(&self, _state: &Self::State) -> Option<Duration> {
        None
    }

    /// What happens when that time is up.
    fn time_up(&self, _state: &mut Self::State, _chance: &mut Chance) -> Events<Self> {
        Vec::new()
    }

    /// How good a view looks for a seat, in hundredths of a pawn.
    fn appraise(&self, _view: &Self::View, _seat: Seat) -> i32 {
        0
    }

    /// An imagined state, laid out for searching.
    ///
    /// The default walks through this trait and is slow but right; a game that bots should
    /// play well lays out [`crate::Line`] over a [`crate::Node`] of its own.
    fn lookahead(&self, state: Self::State, chance: Chance) -> Box<dyn Lookahead> {
        Box::new(Imagined::new(*self, state, chance))
    }

    /// What the viewer knows in the formats of other programs, such as FEN and PGN.
    fn exports(&self, _view: &Self::View) -> Vec<Export> {
        Vec::new()
    }

    /// Reads a game that another program wrote: terms and actions, in order of play.
    ///
    /// `None` when this game has no such format.
    fn import(&self, _text: &str) -> Option<Result<(Terms, Vec<String>), BadText>> {
        None
    }

    /// Panics, with a label, on a broken invariant.
    fn audit(&self, _state: &Self::State) {}
}

/// What an action or a deal lets people hear.
pub type Events<G> = Vec<Event<<G as Game>::Fact>>;

/// A fact and the ears it is for.
///
/// A fact is never redacted for some: tell two facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event<F> {
    /// Who hears it.
    pub ears: Ears,
    /// What they hear.
    pub fact: F,
    /// Whether the action can no longer be taken back: the fact gives away something that was
    /// hidden from those who hear it, or the rules call the action final.
    pub binds: bool,
}

/// Who hears a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ears {
    /// Every seat and the public.
    All,
    /// One seat.
    Seat(Seat),
}

impl<F> Event<F> {
    /// A fact for everyone.
    pub fn to_all(fact: F) -> Event<F> {
        Event { ears: Ears::All, fact, binds: false }
    }

    /// A fact for one seat.
    pub fn to(seat: Seat, fact: F) -> Event<F> {
        Event { ears: Ears::Seat(seat), fact, binds: false }
    }

    /// The same event, marked so that its action cannot be taken back.
    pub fn binding(self) -> Event<F> {
        Event { binds: true, ..self }
    }
}

impl Ears {
    /// Whether a viewer hears it.
    pub fn belong_to(self, viewer: Viewer) -> bool {
        match self {
            Ears::All => true,
            Ears::Seat(seat) => viewer == Viewer::Seat(seat),
        }
    }
}

/// Who hears what players say to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Channel {
    /// Everybody at the table.
    All,
    /// The speaker's own team.
    Team,
}

/// A game or a position in a format of other programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Export {
    /// The name of the format, which is also the ending of its files: `fen`, `pgn`.
    pub format: &'static str,
    /// The text.
    pub text: String,
}

/// A text that is no action of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not {expected}: `{found}`")]
pub struct BadNotation {
    /// What was written.
    pub found: String,
    /// What would be right.
    pub expected: &'static str,
}

impl BadNotation {
    /// The text is not what was expected.
    pub fn new(found: &str, expected: &'static str) -> BadNotation {
        BadNotation { found: excerpt(found), expected }
    }
}
