//! Lookahead: the fast search path walks through the same offers as the rules.

use super::{Checked, Round};
use crate::lookahead::{Imagined, Lookahead, NodeStanding};
use crate::{Chance, Game, Seat, Viewer};

impl<G: Game> Round<'_, G> {
    /// The fast search path lists the same steps as the rules, a few actions deep.
    ///
    /// Ends that count what happened before are left out of the comparison: nodes need not carry
    /// counters and histories.
    pub(super) fn check_lookahead(&self, seat: Seat, luck: &mut Chance) -> Checked {
        let imagined = self.game.imagine(&self.world.view(Viewer::Seat(seat)), luck);
        let mut slow = Imagined::new(self.game, imagined.clone(), Chance::seeded(1));
        let mut fast = self.game.lookahead(imagined, Chance::seeded(1));
        for depth in 0..4 {
            let (slow_standing, fast_standing) = (slow.standing(), fast.standing());
            let forgotten = matches!(&slow_standing, NodeStanding::Over(outcome) if outcome.reason.counts);
            if forgotten {
                break;
            }
            if slow_standing != fast_standing {
                let problem =
                    format!("{slow_standing:?} by the rules, {fast_standing:?} by search, depth {depth}");
                return Err(self.broken("lookahead", problem));
            }
            if let NodeStanding::Over(_) = slow_standing {
                break;
            }
            let steps = |ahead: &mut dyn Lookahead| {
                let count = ahead.generate();
                (0..count).map(|step| ahead.notation(step)).collect::<Vec<_>>()
            };
            let (slow_steps, fast_steps) = (steps(&mut slow), steps(&mut *fast));
            if slow_steps != fast_steps || fast.count() != slow_steps.len() {
                let problem = format!("{slow_steps:?} by the rules, {fast_steps:?} by search, depth {depth}");
                return Err(self.broken("lookahead", problem));
            }
            let step = luck.below(slow_steps.len() as u32) as usize;
            slow.play(step);
            fast.play(step);
        }
        Ok(())
    }
}
