//! How a bot behaves at a table beside playing: when it gives up, and when it agrees on a draw.
//!
//! Both follow from what it thought while it decided, so they tell no more than its moves do.

use crate::{Level, Thought};

/// What a bot would like beside its action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// To give up.
    Resign,
    /// That nobody wins.
    Draw,
}

/// What a bot remembers of how its game goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Temper {
    /// For how many decisions in a row all was lost.
    lost: u32,
    /// For how many decisions in a row nobody stood better.
    even: u32,
    /// Whether nobody stood better, or the others did, when it last decided.
    is_content: bool,
}

/// Whoever has less of a chance than this has lost, if it stays so.
const LOST: f64 = 0.02;
/// After so many decisions in a lost game a bot gives up.
const LOST_FOR: u32 = 8;
/// Chances this close to one half are even.
const EVEN: f64 = 0.03;
/// After so many even decisions a bot offers a draw, and again after as many.
const EVEN_FOR: u32 = 40;

impl Temper {
    /// Takes in what was thought before an action, and says what the bot would like beside it.
    pub fn after(&mut self, level: Level, thought: &Thought) -> Option<Wish> {
        // What was not thought about says nothing.
        if thought.nodes == 0 {
            return None;
        }
        let chance = thought.chance_to_win;
        self.is_content = chance <= 0.5 + EVEN;
        self.lost = if chance < LOST { self.lost + 1 } else { 0 };
        self.even = if (chance - 0.5).abs() <= EVEN { self.even + 1 } else { 0 };
        if self.lost >= LOST_FOR && gives_up(level) {
            return Some(Wish::Resign);
        }
        (self.even > 0 && self.even.is_multiple_of(EVEN_FOR)).then_some(Wish::Draw)
    }

    /// Whether the bot agrees on a draw that others offer.
    pub fn accepts_draw(&self) -> bool {
        self.is_content
    }
}

/// Weak levels play on, because whoever plays them wants to practise how a game is won.
fn gives_up(level: Level) -> bool {
    level >= Level::Club
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thought(chance_to_win: f64) -> Thought {
        Thought { action: String::new(), chance_to_win, depth: 1, worlds: 1, nodes: 10 }
    }

    fn wishes(level: Level, chances: &[f64]) -> (Temper, Vec<Option<Wish>>) {
        let mut temper = Temper::default();
        let wishes = chances.iter().map(|chance| temper.after(level, &thought(*chance))).collect();
        (temper, wishes)
    }

    #[test]
    fn a_bot_gives_up_when_all_is_lost_for_long() {
        let (_, told) = wishes(Level::Club, &[0.01; 8]);
        assert_eq!(told.iter().flatten().collect::<Vec<_>>(), [&Wish::Resign]);
        let mut hopes = [0.01; 12];
        hopes[6] = 0.2;
        assert!(wishes(Level::Club, &hopes).1.iter().all(Option::is_none));
        assert!(wishes(Level::Casual, &[0.01; 30]).1.iter().all(Option::is_none));
    }

    #[test]
    fn draws_are_agreed_on_by_whoever_is_not_better() {
        assert!(!Temper::default().accepts_draw());
        assert!(wishes(Level::Casual, &[0.9, 0.5]).0.accepts_draw());
        assert!(wishes(Level::Casual, &[0.2]).0.accepts_draw());
        assert!(!wishes(Level::Casual, &[0.5, 0.7]).0.accepts_draw());
        let (_, told) = wishes(Level::Learner, &[0.5; 40]);
        assert_eq!(told[39], Some(Wish::Draw));
        assert!(told[..39].iter().all(Option::is_none));
    }
}
