//! What happened at each hole, and a whole round as text.
//!
//! ```text
//! layout BRkrnNrbRqBnNbKQ
//! hole 1 dealer A cards Kb
//! claims A=3 B=0 C=5
//! demo A: e5g6 g6h5 h5h2 ok
//! restore K@a1
//! score A=3 B=6 C=5
//! ```

use std::fmt;

use kit_chess::Step;
use kit_chess::shakmaty::{Piece, Square};
use kit_play::sentence::Filling;
use kit_play::{Seat, Sentence, say};

use super::cards::{Card, Layout};
use super::course::Hole;
use super::rules::Alone;
use super::solution::{self, Answer, Verdict};
use super::{ABOUT, MOST_CLAIMED, Public};

/// What happened at a hole, as far as everybody knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HoleRecord {
    pub number: u8,
    pub dealer: Seat,
    /// The cards that lie face up; none before the deal.
    pub cards: Vec<Card>,
    /// The claims by seat; none before they are shown.
    pub claims: Vec<u8>,
    pub demos: Vec<Demo>,
    pub restored: Vec<(Piece, Square)>,
    /// What everybody scored; none before it is known.
    pub scores: Vec<u8>,
    /// [golf.solo] What the referee has found against a claim of zero, where that counts.
    pub verdict: Option<Verdict>,
    /// The hole as it was dealt, if its shortest solution is told; none before the scores.
    ///
    /// It is solved when somebody looks, so that a log can be folded without solving.
    pub told: Option<Hole>,
}

/// Somebody's attempt to show a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Demo {
    pub seat: Seat,
    pub steps: Vec<Step>,
    /// Whether it was a solution, once that is known.
    pub solved: Option<bool>,
}

impl Public {
    /// [golf.solo] Whether somebody plays alone, and the referee sits in for the others.
    pub fn plays_with_the_referee(&self) -> bool {
        self.seats == 1 && self.rules.alone == Alone::Fingers
    }

    /// What is known of the shortest solution of a hole that was scored: the one for which a claim of
    /// zero was paid, where one was.
    pub fn best_line(&self, hole: &HoleRecord, tee: &Hole) -> Answer {
        match hole.verdict {
            Some(Verdict::Possible) => solution::against_zero(tee, &self.rules.ways),
            Some(Verdict::Impossible) => Answer::Impossible,
            Some(Verdict::Undecided) => Answer::Undecided,
            None => solution::shortest(tee, MOST_CLAIMED.into(), &self.rules.ways),
        }
    }
}

impl HoleRecord {
    pub fn new(number: u8, dealer: Seat) -> HoleRecord {
        HoleRecord {
            number,
            dealer,
            cards: Vec::new(),
            claims: Vec::new(),
            demos: Vec::new(),
            restored: Vec::new(),
            scores: Vec::new(),
            verdict: None,
            told: None,
        }
    }

    /// The seats that could not show what they claimed.
    pub fn failed(&self) -> Vec<Seat> {
        let failed = self.demos.iter().filter(|demo| demo.solved == Some(false));
        failed.map(|demo| demo.seat).collect()
    }

    /// The seat that has shown a solution.
    pub fn solver(&self) -> Option<Seat> {
        self.demos.iter().find(|demo| demo.solved == Some(true)).map(|demo| demo.seat)
    }
}

impl fmt::Display for HoleRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cards: String = self.cards.iter().map(|card| card.piece.char()).collect();
        writeln!(f, "hole {} dealer {} cards {cards}", self.number, ABOUT.seat_name(self.dealer))?;
        if !self.claims.is_empty() {
            writeln!(f, "claims {}", by_seat(&self.claims))?;
        }
        for demo in &self.demos {
            write!(f, "demo {}:", ABOUT.seat_name(demo.seat))?;
            demo.steps.iter().try_for_each(|step| write!(f, " {step}"))?;
            writeln!(f, "{}", demo.solved.map_or("", |solved| if solved { " ok" } else { " fail" }))?;
        }
        if !self.restored.is_empty() {
            f.write_str("restore")?;
            self.restored.iter().try_for_each(|(piece, square)| write!(f, " {}@{square}", piece.char()))?;
            writeln!(f)?;
        }
        if self.scores.is_empty() { Ok(()) } else { writeln!(f, "score {}", by_seat(&self.scores)) }
    }
}

/// Numbers by seat: `A=3 B=6`.
pub fn by_seat(numbers: &[impl fmt::Display]) -> String {
    let one = |(seat, number)| format!("{}={number}", ABOUT.seats[seat]);
    numbers.iter().enumerate().map(one).collect::<Vec<_>>().join(" ")
}

/// The same as a part of a sentence.
pub fn told_by_seat(numbers: &[impl Copy + Into<Filling>]) -> Filling {
    let numbers = numbers.iter().map(|number| (*number).into());
    let one = |(seat, number): (usize, Filling)| {
        let seat = ABOUT.seat(Seat(seat as u8));
        let code = say!("{seat}={number}", seat = &seat, number = &number).to_string();
        (code, say!("{seat} with {number}", seat, number))
    };
    let (codes, told): (Vec<String>, Vec<Sentence>) = numbers.enumerate().map(one).unzip();
    Filling::coded(codes.join(" "), Filling::row_of(told))
}

/// A claim: a number, and for people `3 moves`.
pub fn in_moves(claim: u8) -> Filling {
    Filling::coded(claim, say!("{claim} {claim|one=move|other=moves}", claim))
}

/// The whole round; nothing when it did not begin with a layout.
pub fn written(public: &Public) -> Option<String> {
    let order: String = public.layout.as_ref()?.iter().map(|card| card.piece.char()).collect();
    let from = match public.rules.layout {
        Layout::FromA1 => "",
        Layout::FromA8 => " from a8",
    };
    let mut text = format!("layout {order}{from}\n");
    let unfinished = Some(&public.current).filter(|hole| !hole.cards.is_empty());
    for hole in public.history.iter().chain(unfinished) {
        text.push_str(&hole.to_string());
    }
    Some(text)
}
