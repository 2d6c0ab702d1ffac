//! The laws are themselves tested: a small honest game passes, and each planted fault is caught
//! by the law that is there for it.
//!
//! In the game both players draw a number nobody else sees, then seal one of three cards, and
//! when both are sealed the cards are opened and the higher sum wins.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use kit_chess::shakmaty::{Board as Pieces, Color, Role, Square};
use kit_play::lookahead::Imagined;
use kit_play::sentence::Filling;
use kit_play::tabletop::{Board, Card, Cards, Gesture, Layout, Part, Prompt, Spot, Tabletop};
use kit_play::{
    About, BadNotation, BadTerms, Chance, Edition, Event, Events, Extras, Game, Glimpse, Listed, Lookahead,
    Outcome, Reason, Seat, Sentence, Team, Tell, Terms, Timer, Told, Viewer, laws, say,
};

/// What is wrong with the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    /// A view shows the other's sealed card.
    ViewShowsSealedCard,
    /// A sealed card is told to everyone.
    CardToldToAll,
    /// The words for a sealed card are the same for all cards, and what they speak of is not.
    CardBehindWords,
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
    /// The public may act.
    PublicActs,
    /// The state rests on something that no scoresheet holds.
    Forgetful,
    /// The search looks at another game.
    OtherLookahead,
    /// The search does not see that a game is drawn.
    LookaheadWithoutDraws,
    /// Equal sums win; nobody plays so, but [`Fault::LookaheadWithoutDraws`] looks ahead so.
    EqualSumsWin,
    /// Something barred is pointed at like an offer.
    BarredLikeOffer,
    /// Numbers are told when the players have ended the game, and nobody sees them.
    ToldAtTheEnd,
    /// Numbers are seen when the players have ended the game, and nobody is told.
    SeenAtTheEnd,
    /// Nobody who imagines a state remembers that time was up.
    TimeForgotten,
    /// How much time there is depends on a secret number.
    TimerByTruth,
    /// A secret number is told when time is up.
    ToldWhenTimeIsUp,
    /// Nobody may act any more when time is up.
    TimeStopsAll,
    /// Sealed cards are said to be no secret.
    SealedSaidToBeOpen,
    /// Numbers that were dealt are said to be no secret.
    DealtSaidToBeOpen,
    /// Something is said to be secret only if a secret number is high.
    SecretByTruth,
    /// There are no numbers, a card is opened at once, and still something is said to be secret.
    OpenSaidToBeSecret,
    /// Seats count turns otherwise than the public does.
    TurnsBySeat,
    /// Moves are said to be made at once, and are sealed.
    SealedSaidToBeMade,
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

/// Why the game ends.
const SUM: Reason = Reason::new("sum", "toy.sum");

#[derive(Clone, Debug, PartialEq, Eq)]
struct State {
    numbers: [u32; 2],
    sealed: [Option<u8>; 2],
    strange: u32,
    late: bool,
    fault: Fault,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct View {
    viewer: Viewer,
    numbers: [Option<u32>; 2],
    sealed: [bool; 2],
    cards: [Option<u8>; 2],
    forbidden: Option<u8>,
    strange: u32,
    late: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Seal(u8);

/// Where each card is written as a move.
const FILES: [[Square; 2]; 3] =
    [[Square::A1, Square::A2], [Square::B1, Square::B2], [Square::C1, Square::C2]];

impl fmt::Display for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = char::from(b'a' + self.0);
        write!(f, "{file}1{file}2")
    }
}

impl FromStr for Seal {
    type Err = BadNotation;

    fn from_str(text: &str) -> Result<Seal, BadNotation> {
        match text {
            "a1a2" => Ok(Seal(0)),
            "b1b2" => Ok(Seal(1)),
            "c1c2" => Ok(Seal(2)),
            // Card 9 stands for the one that is written and cannot be read.
            _ => Err(BadNotation::new(text, "a card: a1a2, b1b2 or c1c2")),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Fact {
    Number(u32),
    Dealt,
    Chosen(u8),
    Sealed(Seat),
    /// Somebody chose, with what was chosen behind the words.
    Hinted(u8),
    Opened([Option<u8>; 2], [u32; 2]),
    Late,
}

impl Tell for Fact {
    fn tell(&self) -> Sentence {
        match self {
            // The words are the same, whatever was chosen.
            Fact::Hinted(card) => say!("{seat} has chosen.", seat = Filling::Seat(Seat(*card), "One".into())),
            fact => Sentence::finished(format!("{fact:?}")),
        }
    }
}

static STRANGENESS: AtomicU32 = AtomicU32::new(0);

impl Toy {
    fn verdict(self, state: &State) -> Outcome {
        let sum = |index: usize| state.sealed[index].map(|card| u32::from(card) + state.numbers[index]);
        match sum(0).cmp(&sum(1)) {
            std::cmp::Ordering::Greater => Outcome::win(Team(0), SUM),
            std::cmp::Ordering::Less => Outcome::win(Team(1), SUM),
            std::cmp::Ordering::Equal if self.is(Fault::EqualSumsWin) => Outcome::win(Team(0), SUM),
            std::cmp::Ordering::Equal => Outcome::draw(SUM),
        }
    }

    /// Time runs until it is up once.
    fn lasts(state: &State) -> Option<Duration> {
        let seconds = if state.fault == Fault::TimerByTruth { state.numbers[0] } else { 9 };
        (!state.late).then_some(Duration::from_secs(seconds.into()))
    }

    fn time_up(state: &mut State) -> Events<Toy> {
        state.late = true;
        let number = (state.fault == Fault::ToldWhenTimeIsUp).then_some(Fact::Number(state.numbers[0]));
        Told::to_all([Fact::Late].into_iter().chain(number))
    }

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

    const EXTRAS: Extras<Toy> = Extras {
        timer: Some(Timer { lasts: Toy::lasts, up: |state, _| Toy::time_up(state) }),
        ..Extras::NONE
    };

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn setup(&self, _terms: &Terms, chance: &mut Chance) -> Result<(State, Events<Self>), BadTerms> {
        let numbers = [chance.below(10), chance.below(10)];
        let forgetful = self.is(Fault::Forgetful);
        let strange = if forgetful { STRANGENESS.fetch_add(1, Ordering::Relaxed) } else { 0 };
        let mut events = Told::to_all([Fact::Dealt]);
        for seat in [Seat(0), Seat(1)] {
            let fact = Fact::Number(numbers[seat.index()]);
            let told_to_all = self.is(Fault::DealToldToAll);
            events.push(if told_to_all { Event::to_all(fact) } else { Event::to(seat, fact) });
        }
        let state = State { numbers, sealed: [None; 2], strange, late: false, fault: self.0 };
        Ok((state, events))
    }

    fn view(&self, state: &State, viewer: Viewer, over: bool) -> View {
        let open = Toy::both(state) || self.is(Fault::OpenSaidToBeSecret);
        let shown = over && self.is(Fault::SeenAtTheEnd);
        let own = |index: usize| viewer == Viewer::Seat(Seat(index as u8));
        let peeks = self.is(Fault::ViewShowsSealedCard)
            || self.is(Fault::PublicSeesSealedCards) && viewer == Viewer::Public;
        let other = viewer.seat().map(|seat| state.sealed[1 - seat.index()]);
        View {
            viewer,
            numbers: [0, 1].map(|index| (open || shown || own(index)).then_some(state.numbers[index])),
            sealed: state.sealed.map(|card| card.is_some()),
            cards: [0, 1].map(|index| state.sealed[index].filter(|_| open || own(index) || peeks)),
            forbidden: other.flatten().filter(|_| self.is(Fault::OffersDependOnTruth)),
            strange: state.strange,
            late: state.late,
        }
    }

    fn keeps_secrets(&self, state: &State) -> bool {
        match self.0 {
            Fault::SealedSaidToBeOpen => state.sealed == [None; 2],
            Fault::DealtSaidToBeOpen => state.sealed != [None; 2],
            Fault::SecretByTruth => state.numbers[0] > 4,
            _ => true,
        }
    }

    fn apply(&self, state: &mut State, seat: Seat, action: &Seal, _chance: &mut Chance) -> Events<Self> {
        if !self.is(Fault::Endless) {
            state.sealed[seat.index()] = Some(action.0);
        }
        let chosen = Fact::Chosen(action.0);
        let mut events = Told::new();
        events.push(if self.is(Fault::CardToldToAll) || self.is(Fault::OpenSaidToBeSecret) {
            Event::to_all(chosen)
        } else {
            Event::to(seat, chosen)
        });
        let hinted = self.is(Fault::CardBehindWords);
        let sealed = Event::to_all(if hinted { Fact::Hinted(action.0) } else { Fact::Sealed(seat) });
        let tells = self.is(Fault::BindsByTruth) && state.numbers[1 - seat.index()] > 4;
        events.push(if tells { sealed.binding() } else { sealed });
        if Toy::both(state) {
            let opened = Event::to_all(Fact::Opened(state.sealed, state.numbers));
            events.push(if self.is(Fault::RevealNotMarked) { opened } else { opened.binding() });
            events.end(self.verdict(state));
        }
        events
    }

    fn closing(&self, state: &State) -> Vec<Event<Fact>> {
        let told =
            self.is(Fault::ToldAtTheEnd).then(|| Event::to_all(Fact::Opened(state.sealed, state.numbers)));
        told.into_iter().collect()
    }

    fn offers(&self, view: &View) -> Vec<Seal> {
        let stopped = view.late && self.is(Fault::TimeStopsAll);
        let acts = match view.viewer {
            Viewer::Seat(seat) => !view.sealed[seat.index()] && !stopped,
            Viewer::Public => self.is(Fault::PublicActs),
        };
        if !acts {
            return Vec::new();
        }
        let last = if self.is(Fault::NotationBroken) { 9 } else { 2 };
        [0, 1, last].into_iter().filter(|card| Some(*card) != view.forbidden).map(Seal).collect()
    }

    fn barred(&self, view: &View) -> Vec<(Seal, Reason)> {
        let barred = self.is(Fault::BarredLikeOffer) && !self.offers(view).is_empty();
        barred.then_some((Seal(3), Reason::new("there is no fourth card", "toy.cards"))).into_iter().collect()
    }

    fn gesture(&self, _view: &View, action: &Seal) -> Gesture {
        let place = match self.0 {
            Fault::GesturesAlike => 0,
            Fault::GestureIntoTheVoid => usize::from(action.0) + 1,
            _ => usize::from(action.0 % 3),
        };
        match (self.0, FILES.get(usize::from(action.0))) {
            (Fault::SealedSaidToBeMade, Some([from, to])) => vec![Spot::Square(*from), Spot::Square(*to)],
            _ => vec![Spot::Card("hand", place)],
        }
    }

    fn tabletop(&self, view: &View) -> Tabletop {
        let cards = (0..3).map(Card::face).collect();
        let title = Sentence::finished(format!("{view:?}")).into();
        let hand = Cards { id: "hand", title, layout: Layout::Hand, seat: None, private: true, cards };
        let mut parts = vec![Part::Cards(hand)];
        let makes = self.is(Fault::SealedSaidToBeMade);
        if makes {
            let mut pieces = Pieces::empty();
            FILES.iter().for_each(|[from, _]| pieces.set_piece_at(*from, Role::Knight.of(Color::White)));
            parts.push(Part::Board(Board::new(&pieces, Color::White)));
        }
        Tabletop { parts, prompt: Prompt { makes, ..Prompt::default() }, ..Tabletop::default() }
    }

    fn imagine(&self, view: &View, chance: &mut Chance) -> State {
        let mut sealed = [None; 2];
        for (index, card) in sealed.iter_mut().enumerate() {
            if view.sealed[index] {
                *card = view.cards[index].or_else(|| Some(chance.below(3) as u8));
            }
        }
        let numbers = view.numbers.map(|number| number.unwrap_or_else(|| chance.below(10)));
        let late = view.late && !self.is(Fault::TimeForgotten);
        State { numbers, sealed, strange: view.strange, late, fault: self.0 }
    }

    fn label(&self, _view: &View, action: &Seal) -> Sentence {
        Sentence::finished(action.to_string())
    }

    fn turn(&self, view: &View) -> u32 {
        if self.is(Fault::TurnsBySeat) { 1 + u32::from(view.viewer != Viewer::Public) } else { 1 }
    }

    fn spellings(&self, _view: &View, _action: &Seal) -> Vec<String> {
        Vec::new()
    }

    fn appraise(&self, _view: &View, _seat: Seat) -> i32 {
        0
    }

    fn lookahead(&self, mut state: State, chance: Chance) -> Box<dyn Lookahead> {
        if self.is(Fault::OtherLookahead) {
            state.sealed = [Some(0), None];
        }
        let fault = if self.is(Fault::LookaheadWithoutDraws) { Fault::EqualSumsWin } else { self.0 };
        Box::new(Imagined::new(Toy(fault), state, chance))
    }

    fn audit(&self, state: &State, _over: bool) {
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
    // Both seal a card, and time may be up once in between.
    assert_eq!(tally.games, 200);
    assert!((401..600).contains(&tally.actions), "{tally:?}");
}

#[test]
fn every_planted_fault_is_caught() {
    for (fault, law) in [
        (Fault::ViewShowsSealedCard, "ears"),
        (Fault::CardToldToAll, "ears"),
        (Fault::CardBehindWords, "ears"),
        (Fault::OffersDependOnTruth, "secrecy"),
        (Fault::OffersDependOnTruth, "ears"),
        (Fault::PublicSeesSealedCards, "public"),
        (Fault::DealToldToAll, "deal"),
        (Fault::SealedSaidToBeOpen, "openness"),
        (Fault::DealtSaidToBeOpen, "openness"),
        (Fault::SecretByTruth, "openness"),
        (Fault::OpenSaidToBeSecret, "openness"),
        (Fault::RevealNotMarked, "undo"),
        (Fault::BindsByTruth, "undo"),
        (Fault::GesturesAlike, "gestures"),
        (Fault::GestureIntoTheVoid, "gestures"),
        (Fault::SealedSaidToBeMade, "moves"),
        (Fault::NotationBroken, "notation"),
        (Fault::NotationBroken, "offers"),
        (Fault::Endless, "turns"),
        (Fault::PublicActs, "turns"),
        (Fault::Forgetful, "replay"),
        (Fault::TurnsBySeat, "turns"),
        (Fault::OtherLookahead, "lookahead"),
        (Fault::LookaheadWithoutDraws, "lookahead"),
        (Fault::BarredLikeOffer, "gestures"),
        (Fault::ToldAtTheEnd, "conduct"),
        (Fault::SeenAtTheEnd, "conduct"),
        (Fault::TimeForgotten, "time"),
        (Fault::TimerByTruth, "time"),
        (Fault::ToldWhenTimeIsUp, "time"),
        (Fault::TimeStopsAll, "turns"),
        (Fault::BrokenInvariant, "audit"),
    ] {
        assert!(is_caught(fault, law), "{fault:?} is not caught by the law of {law}");
        assert!(!is_caught(Fault::None, law), "the law of {law} finds fault with an honest game");
    }
}

/// How often of forty games the second player knew beforehand how it would end.
fn foreseen(seers: Team) -> usize {
    let ends_as_foreseen = |seed: &u64| {
        let mut foreseen = None;
        let mut player = |glimpse: &Glimpse| {
            let seat = glimpse.viewer().seat().expect("only a seat acts");
            if seat == Seat(1) {
                let mut chance = Chance::seeded(1000 + seed);
                let mut world = glimpse.imagine(&mut chance);
                world.act(seat, "b1b2", &mut chance).expect("it is on offer");
                foreseen = world.outcome();
            }
            "b1b2".to_owned()
        };
        let (terms, mut chance) = (Terms::usual(&ABOUT), Chance::seeded(*seed));
        let outcome = Toy(Fault::None).play_seen_through(&terms, seers, &mut chance, &mut player);
        outcome.expect("it is playable") == foreseen
    };
    (0..40).filter(ends_as_foreseen).count()
}

#[test]
fn only_whoever_sees_through_a_game_knows_how_it_ends() {
    assert_eq!(foreseen(Team(1)), 40, "the other's number and card are known");
    let honest = foreseen(Team(0));
    assert!(honest < 40, "{honest}");
}
