//! What a game is: the one trait that every game implements.

use std::fmt::{Debug, Display};
use std::str::FromStr;
use std::time::Duration;

use kit_chess::shakmaty::CastlingSide;

use crate::belief::Beliefs;
use crate::lookahead::{Imagined, Lookahead};
use crate::lying::Relaying;
use crate::sentence::Filling;
use crate::story::Remarks;
use crate::tabletop::{Asks, Gesture, Preview, Tabletop};
use crate::text::excerpt;
use crate::{About, BadTerms, BadText, Chance, Outcome, Reason, Seat, Sentence, Team, Terms, Viewer, say};

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
    type Action: Clone + Eq + Debug + Display + FromStr<Err = BadNotation> + Send + Sync + 'static;
    /// One thing somebody learns.
    type Fact: Clone + Eq + Debug + Tell + Send;

    /// What only few games have.
    const EXTRAS: Extras<Self> = Extras::NONE;

    /// The title page.
    fn about(&self) -> &'static About;

    /// Lays the table.
    ///
    /// Like [`Game::apply`] it gives back what is said, and the outcome if the game is over there.
    ///
    /// # Errors
    ///
    /// Fails when the arrangement is not a position of this game.
    fn setup(&self, terms: &Terms, chance: &mut Chance) -> Result<(Self::State, Events<Self>), BadTerms>;

    /// What a viewer knows, and once the game is over also what the rules open then.
    ///
    /// Whether it is over is the referee's to know, however it ended; a state says nothing of it.
    fn view(&self, state: &Self::State, viewer: Viewer, over: bool) -> Self::View;

    /// Whether some seat knows something now that the public does not: a mask, a hand, a grave, a
    /// sealed choice.
    ///
    /// Those who watch with a seat's eyes and a delay are shown the table only as it was when
    /// nothing was secret, so whatever comes after that must have been opened before `false` is
    /// said again.
    /// The answer itself is public, and nobody asks after the end.
    ///
    /// # Panics
    ///
    /// An open game ([`About::open`]) need not say that it has no secrets; every other must say
    /// when it has some, and as it is written here panics where it does not.
    fn keeps_secrets(&self, _state: &Self::State) -> bool {
        assert!(self.about().open, "a game that is not open says when something is secret");
        false
    }

    /// Carries out an action that was on offer.
    fn apply(
        &self,
        state: &mut Self::State,
        seat: Seat,
        action: &Self::Action,
        chance: &mut Chance,
    ) -> Events<Self>;

    /// What is said when the game is over, however it ended: what the rules open then.
    ///
    /// The outcome itself is the referee's to keep and to announce, before this is told.
    fn closing(&self, _state: &Self::State) -> Vec<Event<Self::Fact>> {
        Vec::new()
    }

    /// What the viewer may do now; nothing for the public.
    ///
    /// Nobody asks after the end.
    fn offers(&self, view: &Self::View) -> Vec<Self::Action>;

    /// What looks possible and is not, and why: `the square is taken behind the mirror`.
    ///
    /// It is for people who try; the reason may use whatever the viewer knows.
    fn barred(&self, _view: &Self::View) -> Vec<(Self::Action, Reason)> {
        Vec::new()
    }

    /// Where to point to choose an action.
    fn gesture(&self, view: &Self::View, action: &Self::Action) -> Gesture;

    /// What lies on the table.
    ///
    /// After the end the referee puts the outcome into the prompt.
    fn tabletop(&self, view: &Self::View) -> Tabletop;

    /// A whole state that this viewer cannot tell from the true one.
    fn imagine(&self, view: &Self::View, chance: &mut Chance) -> Self::State;

    /// An action in words.
    fn label(&self, view: &Self::View, action: &Self::Action) -> Sentence;

    /// The number of the turn that is going on, as players count turns in this game: with White and
    /// Black in turn, both have one number.
    fn turn(&self, view: &Self::View) -> u32;

    /// Other ways in which players write an action, such as SAN.
    fn spellings(&self, view: &Self::View, action: &Self::Action) -> Vec<String>;

    /// How good a view looks for a seat, in hundredths of a pawn.
    fn appraise(&self, view: &Self::View, seat: Seat) -> i32;

    /// The team of a seat; each seat its own unless the game has teams.
    fn team(&self, seat: Seat) -> Team {
        Team(seat.0)
    }

    /// An imagined state, laid out for searching.
    ///
    /// The default walks through this trait and is slow but right; a game that bots should
    /// play well lays out [`crate::SearchLine`] over a [`crate::Node`] of its own.
    fn lookahead(&self, state: Self::State, chance: Chance) -> Box<dyn Lookahead> {
        Box::new(Imagined::new(*self, state, chance))
    }

    /// What the viewer knows in the formats of other programs, such as FEN and PGN.
    fn exports(&self, _view: &Self::View, _outcome: Option<&Outcome>) -> Vec<Export> {
        Vec::new()
    }

    /// Reads a game that another program wrote: terms and actions, in order of play.
    ///
    /// `None` when this game has no such format.
    fn import(&self, _text: &str) -> Option<Result<(Terms, Vec<String>), BadText>> {
        None
    }

    /// Panics, with a label, on a broken invariant; some hold only while the game goes on.
    fn audit(&self, _state: &Self::State, _over: bool) {}
}

/// Something that can be told in a sentence.
pub trait Tell {
    /// The sentence, with a capital letter at its beginning and a period at its end.
    fn tell(&self) -> Sentence;
}

/// What only few games have; a game that has none of it says nothing.
pub struct Extras<G: Game> {
    /// The time that the rules themselves give, so that no other clock fits in.
    pub timer: Option<Timer<G>>,
    /// The rooms in which a viewer may speak now, where the rules ask for silence.
    pub channels: fn(&G::View) -> &'static [Channel],
    /// More about why an action is barred, where that is hard to see on the board:
    /// `the rook on e8 can reach e1`.
    pub details: fn(&G::View, &G::Action, Reason) -> Option<Sentence>,
    /// Why somebody who writes `O-O` cannot castle to that side, if kings castle in this game and
    /// there is more to say than what is barred.
    pub castling: Option<WhyNotCastle<G>>,
    /// What an action sets off by itself, where that is hard to foresee.
    pub preview: fn(&G::View, &G::Action) -> Option<Preview>,
    /// What the answers tell and cost, if the action is a question.
    pub asks: fn(&G::View, &G::Action) -> Option<Asks>,
    /// What is worth telling of a game that is over.
    pub remarks: Remarks<G>,
    /// What viewers may believe of what is hidden from them.
    pub beliefs: Option<Beliefs<G>>,
    /// With how many points, in hundredths, a game is likely to end that looks so good to this viewer
    /// ([`Game::appraise`]), where somebody plays for points and against nobody.
    pub points: fn(&G::View, i32) -> Option<i32>,
    /// How the game goes on from a position as it lies on a real board, where a board shows enough.
    pub relaying: Option<Relaying<G>>,
}

/// Why a viewer cannot castle to a side, if there is something to say.
pub type WhyNotCastle<G> = fn(&<G as Game>::View, CastlingSide) -> Option<Sentence>;

/// Time that the rules give.
pub struct Timer<G: Game> {
    /// How long a state lasts, if its time is limited.
    pub lasts: fn(&G::State) -> Option<Duration>,
    /// What happens when that time is up.
    pub up: fn(&mut G::State, &mut Chance) -> Events<G>,
}

impl<G: Game> Extras<G> {
    /// No time of its own, players may talk to all, reasons speak for themselves, nobody castles,
    /// there is no more to tell than can be seen from outside, nobody counts what is likely,
    /// somebody is to be beaten, and a real board shows too little to go on from it.
    pub const NONE: Extras<G> = Extras {
        timer: None,
        channels: |_| &[Channel::All],
        details: |_, _, _| None,
        castling: None,
        preview: |_, _| None,
        asks: |_, _| None,
        remarks: Remarks::NONE,
        beliefs: None,
        points: |_, _| None,
        relaying: None,
    };

    /// Nothing but why a castling is not possible.
    pub const fn castling(why_not: WhyNotCastle<G>) -> Extras<G> {
        Extras { castling: Some(why_not), ..Extras::NONE }
    }
}

/// What an action or a deal lets people hear, and how the game ended if it did.
pub type Events<G> = Told<<G as Game>::Fact>;

/// Facts in the order in which they are told, and the outcome if the rules end the game there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told<F> {
    /// What is said.
    pub events: Vec<Event<F>>,
    /// How the game ended, if it did; whatever is said of the end comes from the referee.
    pub outcome: Option<Outcome>,
}

impl<F> Told<F> {
    /// Nothing has been told yet.
    pub fn new() -> Told<F> {
        Told { events: Vec::new(), outcome: None }
    }

    /// These facts, for everyone.
    pub fn to_all(facts: impl IntoIterator<Item = F>) -> Told<F> {
        facts.into_iter().map(Event::to_all).collect()
    }

    /// Adds an event.
    pub fn push(&mut self, event: Event<F>) {
        self.events.push(event);
    }

    /// The rules end the game here.
    pub fn end(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
    }

    /// The same, with the end of the game if there is one.
    pub fn ending(self, outcome: Option<Outcome>) -> Told<F> {
        Told { outcome, ..self }
    }

    /// Whether the rules have ended the game.
    pub fn is_over(&self) -> bool {
        self.outcome.is_some()
    }
}

impl<F> Default for Told<F> {
    fn default() -> Told<F> {
        Told::new()
    }
}

impl<F> Extend<Event<F>> for Told<F> {
    fn extend<I: IntoIterator<Item = Event<F>>>(&mut self, events: I) {
        self.events.extend(events);
    }
}

impl<F> FromIterator<Event<F>> for Told<F> {
    fn from_iter<I: IntoIterator<Item = Event<F>>>(events: I) -> Told<F> {
        Told { events: events.into_iter().collect(), outcome: None }
    }
}

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

    /// The same as a sentence.
    pub fn sentence(&self) -> Sentence {
        let (expected, found) = (Sentence::plain(self.expected), Filling::text(&self.found));
        say!("not {expected}: `{found}`", expected, found)
    }
}
