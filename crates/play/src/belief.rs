//! What a viewer may believe of what is hidden, from its view alone.
//!
//! A game offers [`Beliefs`]: the worlds that a view leaves possible, each with a weight, and
//! statements that hold in some of them.
//! Everything else follows: a [`Surmise`] is a statement with the weight of the worlds in which it
//! holds, and bots search the worlds themselves.
//! Like offers, all of it is made from a view, so nobody can come to know more by believing.

use serde::Serialize;

use crate::tabletop::Spot;
use crate::{Chance, Game, Sentence};

/// How a game says what its viewers may believe.
pub struct Beliefs<G: Game> {
    /// Worlds that the viewer cannot tell from the true one: all of them if they are at most so
    /// many, and otherwise a sample of about so many.
    pub worlds: fn(&G::View, usize, &mut Chance) -> Worlds<G::State>,
    /// What can be said about a world that this viewer would like to know.
    pub statements: fn(&G::View) -> Vec<Statement<G>>,
}

impl<G: Game> Clone for Beliefs<G> {
    fn clone(&self) -> Beliefs<G> {
        *self
    }
}

impl<G: Game> Copy for Beliefs<G> {}

/// Worlds with weights, which need not add up to one.
pub struct Worlds<W> {
    /// Whether these are all there are, so that weights are exact.
    pub all: bool,
    /// The worlds, each with its weight; never none.
    pub list: Vec<(f64, W)>,
}

impl<W> Worlds<W> {
    /// All worlds that there are.
    pub fn all(list: Vec<(f64, W)>) -> Worlds<W> {
        Worlds { all: true, list }
    }

    /// Some of them, drawn by their weights, so that each counts alike.
    pub fn drawn(list: impl IntoIterator<Item = W>) -> Worlds<W> {
        Worlds { all: false, list: list.into_iter().map(|world| (1.0, world)).collect() }
    }

    /// The sum of all weights.
    pub fn weight(&self) -> f64 {
        self.list.iter().map(|(weight, _)| weight).sum()
    }

    /// The same with other worlds.
    pub fn map<V>(self, mut change: impl FnMut(W) -> V) -> Worlds<V> {
        let list = self.list.into_iter().map(|(weight, world)| (weight, change(world))).collect();
        Worlds { all: self.all, list }
    }

    /// At most so many of them, drawn by their weights, and each drawn once; those that are drawn
    /// more often weigh more.
    pub fn thinned(self, most: usize, chance: &mut Chance) -> Worlds<W> {
        if self.list.len() <= most {
            return self;
        }
        const PARTS: u32 = 1 << 24;
        let step = self.weight() / most as f64;
        // Equal strides from one random place keep the shares of likely worlds exact.
        let mut next = step * f64::from(chance.below(PARTS)) / f64::from(PARTS);
        let mut passed = 0.0;
        let mut list = Vec::with_capacity(most);
        for (weight, world) in self.list {
            passed += weight;
            let mut drawn = 0.0;
            while next < passed {
                next += step;
                drawn += 1.0;
            }
            if drawn > 0.0 {
                list.push((drawn, world));
            }
        }
        Worlds { all: false, list }
    }
}

/// Something that may be so.
pub struct Statement<G: Game> {
    /// Where it is to be shown.
    pub spot: Spot,
    /// What may be so, as a whole sentence without its period: `a body lies here`.
    pub words: Sentence,
    /// Whether it is so in a world.
    pub holds: Holds<G>,
}

/// Whether something is so in a world.
pub type Holds<G> = Box<dyn Fn(&<G as Game>::State) -> bool>;

impl<G: Game> Statement<G> {
    /// A statement about a spot.
    pub fn new(spot: Spot, words: Sentence, holds: impl Fn(&G::State) -> bool + 'static) -> Statement<G> {
        Statement { spot, words, holds: Box::new(holds) }
    }
}

/// What a viewer may believe.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Belief {
    /// What may be so, and how likely; what cannot be so is left out.
    pub surmises: Vec<Surmise>,
    /// How many worlds were looked at.
    pub worlds: usize,
    /// Whether these are all worlds there are, so that the chances are exact.
    pub exact: bool,
}

/// Something that may be so, and how likely that is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Surmise {
    /// Where it is to be shown: a square of the board, a cell of a grid, a card.
    pub spot: Spot,
    /// What may be so.
    #[serde(flatten)]
    pub words: Sentence,
    /// How likely it is, from 0 to 1.
    pub chance: f64,
}

/// What was called so likely, and whether it was so.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Called {
    /// How likely it was called.
    pub chance: f64,
    /// Whether it was so.
    pub held: bool,
}

/// More worlds than this are not counted out for people.
const MOST_WORLDS: usize = 2_000;

/// What somebody with this view may believe; nothing in a game that has no beliefs.
pub(crate) fn of<G: Game>(view: &G::View) -> Option<Belief> {
    let beliefs = G::EXTRAS.beliefs?;
    let statements = (beliefs.statements)(view);
    let worlds = weighed(beliefs, view);
    let total = worlds.weight();
    let surmise = |statement: Statement<G>| Surmise {
        chance: chance(&statement, &worlds) / total,
        spot: statement.spot,
        words: statement.words,
    };
    let surmises = statements.into_iter().map(surmise).filter(|surmise| surmise.chance > 0.0);
    Some(Belief { surmises: surmises.collect(), worlds: worlds.list.len(), exact: worlds.all })
}

/// What somebody with this view calls how likely, and what of it is so.
pub(crate) fn called<G: Game>(view: &G::View, truth: &G::State) -> Vec<Called> {
    let Some(beliefs) = G::EXTRAS.beliefs else { return Vec::new() };
    let worlds = weighed(beliefs, view);
    let total = worlds.weight();
    let call = |statement: &Statement<G>| Called {
        chance: chance(statement, &worlds) / total,
        held: (statement.holds)(truth),
    };
    (beliefs.statements)(view).iter().map(call).collect()
}

/// The worlds by which chances are told; the same for the same view.
fn weighed<G: Game>(beliefs: Beliefs<G>, view: &G::View) -> Worlds<G::State> {
    (beliefs.worlds)(view, MOST_WORLDS, &mut Chance::seeded(0))
}

fn chance<G: Game>(statement: &Statement<G>, worlds: &Worlds<G::State>) -> f64 {
    let holding = worlds.list.iter().filter(|(_, state)| (statement.holds)(state));
    holding.map(|(weight, _)| weight).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinning_keeps_the_shares() {
        let all: Vec<(f64, u32)> = (0..10).map(|world| (f64::from(world), world)).collect();
        let mut shares = [0.0; 10];
        for seed in 0..200 {
            let thinned = Worlds::all(all.clone()).thinned(6, &mut Chance::seeded(seed));
            assert!(!thinned.all);
            let total = thinned.weight();
            assert!((5.0..=7.0).contains(&total), "{total}");
            thinned.list.iter().for_each(|(weight, world)| shares[*world as usize] += weight / total);
        }
        for (world, share) in shares.iter().enumerate() {
            let expected = 200.0 * world as f64 / 45.0;
            assert!((share - expected).abs() < 8.0, "{world}: {share} instead of {expected}");
        }
    }

    #[test]
    fn few_worlds_stay_as_they_are() {
        let worlds = Worlds::all(vec![(1.0, 'a'), (3.0, 'b')]).thinned(2, &mut Chance::seeded(1));
        assert!(worlds.all);
        assert_eq!(worlds.list, [(1.0, 'a'), (3.0, 'b')]);
    }
}
