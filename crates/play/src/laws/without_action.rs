//! What is nobody's action: players end the game, or time runs out.

use super::{Checked, Round, heard, same};
use crate::world::{Spoken, World};
use crate::{Chance, Game, Outcome, Reason, Seat};

impl<G: Game> Round<'_, G> {
    /// Players may end the game now, by resigning or agreeing; then views can still be imagined,
    /// and what is opened sounds the same to a viewer if and only if it looks the same.
    pub(super) fn check_conduct(&self, luck: &mut Chance) -> Checked {
        if self.world.outcome.is_some() {
            return Ok(());
        }
        let reason = |words| Reason::counting(words, "conduct");
        let resigned = Outcome::win(self.game.team(Seat(0)), reason("resignation"));
        for outcome in [resigned, Outcome::draw(reason("agreement"))] {
            let end = |world: &mut World<G>| world.end(outcome.clone());
            self.check_without_action("conduct", outcome.reason.words, end, luck)?;
        }
        Ok(())
    }

    /// Time may run out now where the rules give time, and how much there is tells nobody anything.
    pub(super) fn check_time(&self, luck: &mut Chance) -> Checked {
        let Some(timer) = G::EXTRAS.timer else { return Ok(()) };
        let lasts = (timer.lasts)(&self.world.state);
        for viewer in self.viewers() {
            let imagined = self.world.imagined(&self.world.view(viewer), luck);
            if (timer.lasts)(&imagined.state) != lasts {
                return Err(self.broken("time", format!("how much time is left tells {viewer:?} something")));
            }
        }
        if lasts.is_none() || self.world.outcome.is_some() {
            return Ok(());
        }
        let seed = luck.seed();
        self.check_without_action("time", "time", |world| world.time_up(&mut Chance::seeded(seed)), luck)
    }

    /// Something happens that is nobody's action: afterwards views can still be imagined, and
    /// in a world that a viewer could not tell from this one it sounds the same to that viewer
    /// if and only if it looks the same.
    fn check_without_action(
        &self,
        law: &'static str,
        what: &str,
        happen: impl Fn(&mut World<G>) -> Spoken,
        luck: &mut Chance,
    ) -> Checked {
        let mut after = self.world.clone();
        let spoken = happen(&mut after);
        for viewer in self.viewers() {
            let view = after.view(viewer);
            if after.imagined(&view, luck).view(viewer) != view {
                let problem = format!("{viewer:?} imagines a state that looks different after {what}");
                return Err(self.broken(law, problem));
            }
            let mut other = self.world.imagined(&self.world.view(viewer), luck);
            let sounds_same = heard(&happen(&mut other), viewer) == heard(&spoken, viewer);
            let looks_same = other.view(viewer) == view;
            if sounds_same != looks_same {
                let (sound, look) = (same(sounds_same), same(looks_same));
                let problem = format!("to {viewer:?}, {what} sounds {sound} and looks {look} in two worlds");
                return Err(self.broken(law, problem));
            }
        }
        Ok(())
    }
}
