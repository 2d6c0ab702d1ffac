//! Ears: what sounds the same looks the same, actions and deals.

use super::{Checked, LawTally, Round, heard, other_deal, same};
use crate::world::World;
use crate::{Chance, Game, Seat, Viewer};

impl<G: Game> Round<'_, G> {
    /// Two actions sound the same to others if and only if they look the same to them.
    pub(super) fn check_ears(
        &self,
        seat: Seat,
        offers: &[G::Action],
        luck: &mut Chance,
        tally: &mut LawTally,
    ) -> Checked {
        if offers.len() < 2 {
            return Ok(());
        }
        let seed = luck.seed();
        for _ in 0..offers.len().min(6) {
            let (one, two) = (luck.pick(offers), luck.pick(offers));
            if one == two {
                continue;
            }
            tally.pairs += 1;
            let [(world_one, spoken_one), (world_two, spoken_two)] = [one, two].map(|action| {
                let mut world = self.world.clone();
                let spoken = world.act(seat, action, &mut Chance::seeded(seed));
                (world, spoken)
            });
            for viewer in self.viewers().filter(|viewer| *viewer != Viewer::Seat(seat)) {
                let sounds_same = heard(&spoken_one, viewer) == heard(&spoken_two, viewer);
                let looks_same = world_one.view(viewer) == world_two.view(viewer);
                if sounds_same != looks_same {
                    let (sound, look) = (same(sounds_same), same(looks_same));
                    let problem = format!("to {viewer:?}, `{one}` and `{two}` sound {sound} and look {look}");
                    return Err(self.broken("ears", problem));
                }
            }
        }
        Ok(())
    }

    /// Two deals sound the same to a viewer if and only if they look the same.
    ///
    /// Facts are compared as well as words: words may name a type of piece where the fact is one card.
    pub(super) fn check_deal(&self, luck: &mut Chance) -> Checked {
        let deal = |rolls: &[u32]| {
            let remembered = || Chance::remembered(rolls.iter().copied());
            let again = "terms that were dealt by are dealt by again";
            let (world, spoken) = World::laid(self.game, self.terms, &mut remembered()).expect(again);
            let (_, told) = self.game.setup(self.terms, &mut remembered()).expect(again);
            (world, spoken, told.events)
        };
        let changed = other_deal(&self.setup, luck);
        let ((world_one, spoken_one, told_one), (world_two, spoken_two, told_two)) =
            (deal(&self.setup), deal(&changed));
        for viewer in self.viewers() {
            let sounds_same = heard(&spoken_one, viewer) == heard(&spoken_two, viewer)
                && heard(&told_one, viewer) == heard(&told_two, viewer);
            let looks_same = world_one.view(viewer) == world_two.view(viewer);
            if sounds_same != looks_same {
                let (sound, look) = (same(sounds_same), same(looks_same));
                let problem = format!("to {viewer:?}, two deals sound {sound} and look {look}: {changed:?}");
                return Err(self.broken("deal", problem));
            }
        }
        Ok(())
    }
}
