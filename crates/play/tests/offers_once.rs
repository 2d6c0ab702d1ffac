//! The offers of a seat are made once for a state, however often somebody asks for them.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicU32, Ordering};

use kit_play::tabletop::{Gesture, Spot, Tabletop};
use kit_play::{
    About, BadNotation, BadTerms, Chance, Edition, Events, Game, Listed, Seat, Sentence, Tell, Terms, Told,
    Viewer, say,
};

/// A game in which both seats count to no end, and every making of offers is counted.
#[derive(Clone, Copy)]
struct Counting;

static MADE: AtomicU32 = AtomicU32::new(0);

static ABOUT: About = About {
    id: "counting",
    name: "Counting",
    editions: &[Edition { id: "1", note: "" }],
    rules: "# Counting",
    ..About::USUAL
};

#[derive(Clone, Debug, PartialEq, Eq)]
struct Number(u32);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl Tell for Number {
    fn tell(&self) -> Sentence {
        say!("{number}", number = self.0)
    }
}

impl FromStr for Number {
    type Err = BadNotation;

    fn from_str(text: &str) -> Result<Number, BadNotation> {
        text.parse().map(Number).map_err(|_| BadNotation::new(text, "a number"))
    }
}

impl Game for Counting {
    type State = u32;
    type View = u32;
    type Action = Number;
    type Fact = Number;

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn setup(&self, _terms: &Terms, _chance: &mut Chance) -> Result<(u32, Events<Self>), BadTerms> {
        Ok((0, Told::new()))
    }

    fn view(&self, state: &u32, _viewer: Viewer, _over: bool) -> u32 {
        *state
    }

    fn keeps_secrets(&self, _state: &Self::State) -> bool {
        false
    }

    fn apply(&self, state: &mut u32, _seat: Seat, action: &Number, _chance: &mut Chance) -> Events<Self> {
        *state = action.0;
        Told::to_all([action.clone()])
    }

    fn offers(&self, view: &u32) -> Vec<Number> {
        MADE.fetch_add(1, Ordering::Relaxed);
        vec![Number(view + 1), Number(view + 2)]
    }

    fn gesture(&self, _view: &u32, _action: &Number) -> Gesture {
        vec![Spot::Word("count")]
    }

    fn tabletop(&self, _view: &u32) -> Tabletop {
        Tabletop::default()
    }

    fn imagine(&self, view: &u32, _chance: &mut Chance) -> u32 {
        *view
    }

    fn label(&self, _view: &u32, action: &Number) -> Sentence {
        Sentence::finished(action.to_string())
    }

    fn turn(&self, _view: &u32) -> u32 {
        1
    }

    fn spellings(&self, _view: &u32, _action: &Number) -> Vec<String> {
        Vec::new()
    }

    fn appraise(&self, _view: &u32, _seat: Seat) -> i32 {
        0
    }
}

#[test]
fn offers_are_made_once_for_a_state() {
    let made = || MADE.load(Ordering::Relaxed);
    let mut chance = Chance::seeded(1);
    let mut referee = Counting.open(&Terms::usual(&ABOUT), &mut chance).expect("usual terms").referee;
    assert_eq!(made(), 0, "nobody has asked yet");
    let (white, black) = (Seat(0), Seat(1));
    for round in 0..3 {
        let before = made();
        let glimpse = referee.glimpse(Viewer::Seat(white));
        assert!(referee.must_act(white) && referee.must_act(white));
        assert_eq!((glimpse.actions().len(), glimpse.offers().len()), (2, 2));
        assert_eq!(referee.fork().glimpse(Viewer::Seat(white)).actions().len(), 2);
        referee.act(white, "no number", &mut chance).expect_err("not a number");
        assert_eq!(made(), before + 1, "White's offers");
        assert!(referee.must_act(black));
        assert_eq!(made(), before + 2, "Black's offers");
        referee.act(white, &(round + 1).to_string(), &mut chance).expect("on offer");
        assert_eq!(made(), before + 2, "what was offered is not made again to be accepted");
        assert_eq!(glimpse.actions(), [round + 1, round + 2].map(|number| number.to_string()));
        assert_eq!(made(), before + 2, "a glimpse of the past keeps its offers");
    }
}
