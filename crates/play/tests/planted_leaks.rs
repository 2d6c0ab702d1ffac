//! The laws are themselves tested: a small honest game passes, and each planted fault is caught
//! by the law that is there for it.
//!
//! In the game both players draw a number nobody else sees, then seal one of three cards, and
//! when both are sealed the cards are opened and the higher sum wins.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicU32, Ordering};

use kit_play::lookahead::Imagined;
use kit_play::tabletop::{Card, Cards, Gesture, Layout, Part, Prompt, Spot, Tabletop};
use kit_play::{
    About, BadNotation, BadTerms, Chance, Edition, Event, Events, Game, Lookahead, Outcome, Seat, Team,
    Terms, Viewer, laws,
};

/// What is wrong with the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    /// A view shows the other's sealed card.
    ViewShowsSealedCard,
    /// A sealed card is told to everyone.
    CardToldToAll,
    /// The list of offers depends on the other's sealed card.
    OffersDependOnTruth,
    /// The public sees more than the players.
    PublicSeesSealedCards,
    /// A number that only one seat may know is announced at the deal.
    DealToldToAll,
    /// The opening of the cards is not marked as revealing.
    RevealNotMarked,
    /// Whether a card can be taken back depends on the other's secret number.
    BindsByTruth,
    /// Two actions are pointed at alike.
    GesturesAlike,
    /// A gesture points at a card that is not there.
    GestureIntoTheVoid,
    /// An action is not read as it is written.
    NotationBroken,
    /// Cards are never opened.
    Endless,
    /// Players may go on after the end.
    ActsAfterEnd,
    /// The state rests on something that no scoresheet holds.
    Forgetful,
    /// The search looks at another game.
    OtherLookahead,
    /// The game goes on when the players have ended it.
    DeafToConduct,
    /// An invariant is broken.
    BrokenInvariant,
}

#[derive(Clone, Copy)]
struct Toy(Fault);

static ABOUT: About = About {
    id: "toy",
    name: "Toy",
    blurb: "The higher sum wins.",
    editions: &[Edition { id: "1", note: "" }],
    rules: "# Toy",
    ..About::USUAL
};

#[derive(Clone, Debug, PartialEq, Eq)]
struct State {
    numbers: [u32; 2],
    sealed: [Option<u8>; 2],
    strange: u32,
    ended: Option<Outcome>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct View {
    viewer: Viewer,
    numbers: [Option<u32>; 2],
    sealed: [bool; 2],
    cards: [Option<u8>; 2],
    forbidden: Option<u8>,
    strange: u32,
    ended: Option<Outcome>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Seal(u8);

impl fmt::Display for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Seal {
    type Err = BadNotation;

    fn from_str(text: &str) -> Result<Seal, BadNotation> {
        match text.parse() {
            // Card 9 stands for the one that is written and cannot be read.
            Ok(card @ 0..=2) => Ok(Seal(card)),
            _ => Err(BadNotation::new(text, "a card from 0 to 2")),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Fact {
    Number(u32),
    Dealt,
    Chosen(u8),
    Sealed(Seat),
    Opened([Option<u8>; 2], [u32; 2]),
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

static STRANGENESS: AtomicU32 = AtomicU32::new(0);

impl Toy {
    fn is(self, fault: Fault) -> bool {
        self.0 == fault
    }

    fn both(state: &State) -> bool {
        state.sealed.iter().all(Option::is_some)
    }
}

impl Game for Toy {
    type State = State;
    type View = View;
    type Action = Seal;
    type Fact = Fact;

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn setup(&self, _terms: &Terms, chance: &mut Chance) -> Result<(State, Events<Self>), BadTerms> {
        let numbers = [chance.below(10), chance.below(10)];
        let strange = match self.is(Fault::Forgetful) {
            true => STRANGENESS.fetch_add(1, Ordering::Relaxed),
            false => 0,
        };
        let mut events = vec![Event::to_all(Fact::Dealt)];
        for seat in [Seat(0), Seat(1)] {
            let fact = Fact::Number(numbers[seat.index()]);
            events.push(match self.is(Fault::DealToldToAll) {
                true => Event::to_all(fact),
                false => Event::to(seat, fact),
            });
        }
        Ok((State { numbers, sealed: [None; 2], strange, ended: None }, events))
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        let open = Toy::both(state);
        let own = |index: usize| viewer == Viewer::Seat(Seat(index as u8));
        let peeks = self.is(Fault::ViewShowsSealedCard)
            || self.is(Fault::PublicSeesSealedCards) && viewer == Viewer::Public;
        let other = viewer.seat().map(|seat| state.sealed[1 - seat.index()]);
        View {
            viewer,
            numbers: [0, 1].map(|index| (open || own(index)).then_some(state.numbers[index])),
            sealed: state.sealed.map(|card| card.is_some()),
            cards: [0, 1].map(|index| state.sealed[index].filter(|_| open || own(index) || peeks)),
            forbidden: other.flatten().filter(|_| self.is(Fault::OffersDependOnTruth)),
            strange: state.strange,
            ended: state.ended.clone(),
        }
    }

    fn apply(&self, state: &mut State, seat: Seat, action: &Seal, _chance: &mut Chance) -> Events<Self> {
        if !self.is(Fault::Endless) {
            state.sealed[seat.index()] = Some(action.0);
        }
        let chosen = Fact::Chosen(action.0);
        let mut events = vec![match self.is(Fault::CardToldToAll) {
            true => Event::to_all(chosen),
            false => Event::to(seat, chosen),
        }];
        let sealed = Event::to_all(Fact::Sealed(seat));
        let tells = self.is(Fault::BindsByTruth) && state.numbers[1 - seat.index()] > 4;
        events.push(if tells { sealed.binding() } else { sealed });
        if Toy::both(state) {
            let opened = Event::to_all(Fact::Opened(state.sealed, state.numbers));
            events.push(if self.is(Fault::RevealNotMarked) { opened } else { opened.binding() });
        }
        events
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        if state.ended.is_some() {
            return state.ended.clone();
        }
        let sum = |index: usize| state.sealed[index].map(|card| u32::from(card) + state.numbers[index]);
        let (white, black) = (sum(0)?, sum(1)?);
        Some(match white.cmp(&black) {
            std::cmp::Ordering::Greater => Outcome::win(Team(0), "sum"),
            std::cmp::Ordering::Less => Outcome::win(Team(1), "sum"),
            std::cmp::Ordering::Equal => Outcome::draw("sum"),
        })
    }

    fn end(&self, state: &mut State, outcome: Outcome) -> Events<Self> {
        state.ended = Some(outcome).filter(|_| !self.is(Fault::DeafToConduct));
        Vec::new()
    }

    fn offers(&self, view: &View) -> Vec<Seal> {
        let Viewer::Seat(seat) = view.viewer else { return Vec::new() };
        let done = view.sealed[seat.index()] || view.ended.is_some();
        if done && !(self.is(Fault::ActsAfterEnd) && view.sealed == [true, true]) {
            return Vec::new();
        }
        let last = if self.is(Fault::NotationBroken) { 9 } else { 2 };
        [0, 1, last].into_iter().filter(|card| Some(*card) != view.forbidden).map(Seal).collect()
    }

    fn gesture(&self, _view: &View, action: &Seal) -> Gesture {
        let place = match self.0 {
            Fault::GesturesAlike => 0,
            Fault::GestureIntoTheVoid => usize::from(action.0) + 1,
            _ => usize::from(action.0 % 3),
        };
        vec![Spot::Card("hand", place)]
    }

    fn tabletop(&self, view: &View) -> Tabletop {
        let cards = (0..3).map(Card::face).collect();
        let title = "Hand".to_owned();
        let hand = Cards { id: "hand", title, layout: Layout::Hand, seat: None, private: true, cards };
        let prompt = Prompt { text: format!("{view:?}"), ..Prompt::default() };
        Tabletop { prompt, parts: vec![Part::Cards(hand)] }
    }

    fn imagine(&self, view: &View, chance: &mut Chance) -> State {
        let mut sealed = [None; 2];
        for (index, card) in sealed.iter_mut().enumerate() {
            if view.sealed[index] {
                *card = view.cards[index].or_else(|| Some(chance.below(3) as u8));
            }
        }
        let numbers = view.numbers.map(|number| number.unwrap_or_else(|| chance.below(10)));
        State { numbers, sealed, strange: view.strange, ended: view.ended.clone() }
    }

    fn lookahead(&self, mut state: State, chance: Chance) -> Box<dyn Lookahead> {
        if self.is(Fault::OtherLookahead) {
            state.sealed = [Some(0), None];
        }
        Box::new(Imagined::new(*self, state, chance))
    }

    fn audit(&self, state: &State) {
        let fine = !self.is(Fault::BrokenInvariant) || state.sealed[0] != Some(2);
        assert!(fine, "card 2 is never sealed");
    }
}

/// Whether a law, checked alone, finds something wrong with the game.
fn is_caught(fault: Fault, law: &'static str) -> bool {
    let plan = laws::LawPlan { longest: 500, close_looks: 50, only: Some(law), ..laws::LawPlan::games(100) };
    match laws::check(Toy(fault), &Terms::usual(&ABOUT), &plan) {
        Ok(_) => false,
        Err(broken) => {
            assert_eq!(broken.law, law, "{broken}");
            true
        }
    }
}

#[test]
fn an_honest_game_obeys_the_laws() {
    let plan = laws::LawPlan::games(200);
    let tally = laws::check(Toy(Fault::None), &Terms::usual(&ABOUT), &plan).expect("nothing is wrong");
    assert_eq!((tally.games, tally.actions), (200, 400));
}

#[test]
fn every_planted_fault_is_caught() {
    for (fault, law) in [
        (Fault::ViewShowsSealedCard, "ears"),
        (Fault::CardToldToAll, "ears"),
        (Fault::OffersDependOnTruth, "secrecy"),
        (Fault::OffersDependOnTruth, "ears"),
        (Fault::PublicSeesSealedCards, "public"),
        (Fault::DealToldToAll, "deal"),
        (Fault::RevealNotMarked, "undo"),
        (Fault::BindsByTruth, "undo"),
        (Fault::GesturesAlike, "gestures"),
        (Fault::GestureIntoTheVoid, "gestures"),
        (Fault::NotationBroken, "notation"),
        (Fault::NotationBroken, "offers"),
        (Fault::Endless, "turns"),
        (Fault::ActsAfterEnd, "turns"),
        (Fault::Forgetful, "replay"),
        (Fault::OtherLookahead, "lookahead"),
        (Fault::DeafToConduct, "conduct"),
        (Fault::BrokenInvariant, "audit"),
    ] {
        assert!(is_caught(fault, law), "{fault:?} is not caught by the law of {law}");
        assert!(!is_caught(Fault::None, law), "the law of {law} finds fault with an honest game");
    }
}
