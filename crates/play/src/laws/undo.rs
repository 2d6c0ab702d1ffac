//! Undo: what can be taken back has told nobody anything.

use super::{Checked, Round, heard};
use crate::world::{Spoken, World};
use crate::{Chance, Game, Seat, Viewer};

impl<G: Game> Round<'_, G> {
    /// An action that is not marked as binding tells nobody anything about what is hidden:
    /// in every world that a viewer could imagine, it leads to what they see.
    pub(super) fn check_undo(&self, seat: Seat, action: &G::Action, luck: &mut Chance) -> Checked {
        let mut after = self.world.clone();
        let mut chance = Chance::seeded(luck.seed());
        let spoken = after.act(seat, action, &mut chance);
        let binds = spoken.iter().any(|event| event.binds) || !chance.take_rolls().is_empty();
        self.check_same_binding(seat, action, (&after, &spoken, binds), luck)?;
        if binds {
            return Ok(());
        }
        for viewer in self.viewers() {
            let mut imagined = self.world.imagined(&self.world.view(viewer), luck);
            if !imagined.offers(Viewer::Seat(seat)).contains(action) {
                continue;
            }
            imagined.act(seat, action, &mut Chance::seeded(1));
            if imagined.view(viewer) != after.view(viewer) || imagined.outcome != after.outcome {
                let problem = format!("`{action}` tells {viewer:?} something and is not marked as binding");
                return Err(self.broken("undo", problem));
            }
        }
        Ok(())
    }

    /// Whether something can be taken back is no secret either: in a world that the actor could
    /// imagine, the same action that sounds and looks the same binds or does not bind as well.
    fn check_same_binding(
        &self,
        seat: Seat,
        action: &G::Action,
        (after, spoken, binds): (&World<G>, &Spoken, bool),
        luck: &mut Chance,
    ) -> Checked {
        for viewer in self.viewers() {
            let mut imagined = self.world.imagined(&self.world.view(viewer), luck);
            if !imagined.offers(Viewer::Seat(seat)).contains(action) {
                continue;
            }
            let mut chance = Chance::seeded(luck.seed());
            let others = imagined.act(seat, action, &mut chance);
            let other_binds = others.iter().any(|event| event.binds) || !chance.take_rolls().is_empty();
            let same_to_viewer = heard(&others, viewer) == heard(spoken, viewer)
                && imagined.view(viewer) == after.view(viewer);
            if same_to_viewer && other_binds != binds {
                let problem = format!("whether `{action}` can be taken back tells {viewer:?} something");
                return Err(self.broken("undo", problem));
            }
        }
        Ok(())
    }
}
