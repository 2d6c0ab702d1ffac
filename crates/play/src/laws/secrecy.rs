//! Secrecy: a view tells all that its viewer knows, and nobody knows less than the public.

use super::{Checked, IMAGININGS, LawTally, Round, heard, other_deal};
use crate::world::{Spoken, World};
use crate::{Chance, Game, Seat, Viewer};

impl<G: Game> Round<'_, G> {
    /// Imagine a view, view it again, and it is the same.
    pub(super) fn check_secrecy(&self, luck: &mut Chance) -> Checked {
        for viewer in self.viewers() {
            let view = self.world.view(viewer);
            let again = self.world.imagined(&view, luck).view(viewer);
            if again != view {
                let problem =
                    format!("{viewer:?} imagines a state that looks different\n{view:?}\n{again:?}");
                return Err(self.broken("secrecy", problem));
            }
        }
        Ok(())
    }

    /// What the public sees, every seat could have told it.
    pub(super) fn check_public(&self, luck: &mut Chance) -> Checked {
        let public = self.world.view(Viewer::Public);
        for viewer in self.viewers() {
            let again = self.world.imagined(&self.world.view(viewer), luck).view(Viewer::Public);
            if again != public {
                let problem = format!("the public knows more than {viewer:?}\n{public:?}\n{again:?}");
                return Err(self.broken("public", problem));
            }
        }
        Ok(())
    }

    /// Where nothing is secret, the public imagines what is true for every seat.
    pub(super) fn check_openness(&self, luck: &mut Chance, tally: &mut LawTally) -> Checked {
        if self.world.outcome.is_some() {
            return Ok(());
        }
        let secret = self.world.keeps_secrets();
        tally.secret += u64::from(secret);
        let public = self.world.view(Viewer::Public);
        for _ in 0..IMAGININGS {
            let other = self.world.imagined(&public, luck);
            if other.keeps_secrets() != secret {
                let problem = "whether something is secret tells the public something";
                return Err(self.broken("openness", problem.to_owned()));
            }
            let surprised = self.viewers().find(|viewer| other.view(*viewer) != self.world.view(*viewer));
            match surprised {
                Some(_) if secret => tally.surprises += 1,
                Some(viewer) => {
                    let problem = format!("nothing is said to be secret, and {viewer:?} knows more than all");
                    return Err(self.broken("openness", problem));
                }
                None => {}
            }
        }
        Ok(())
    }

    /// Everybody counts turns alike, from 1 on.
    pub(super) fn check_count(&self) -> Checked {
        let turn = |viewer| self.world.game.turn(&self.world.view(viewer));
        let public = turn(Viewer::Public);
        match self.viewers().find(|viewer| turn(*viewer) != public) {
            None if public > 0 => Ok(()),
            None => Err(self.broken("turns", "turns are counted from 0".to_owned())),
            Some(viewer) => {
                let problem = format!("{viewer:?} is in turn {}, and the public in {public}", turn(viewer));
                Err(self.broken("turns", problem))
            }
        }
    }

    /// What only some are told of an action is secret from then on.
    pub(super) fn check_opened(&self, seat: Seat, offers: &[G::Action], luck: &mut Chance) -> Checked {
        let seed = luck.seed();
        for _ in 0..offers.len().min(6) {
            let (one, two) = (luck.pick(offers), luck.pick(offers));
            let worlds = [one, two].map(|action| {
                let mut world = self.world.clone();
                let spoken = world.act(seat, action, &mut Chance::seeded(seed));
                (world, spoken)
            });
            self.check_told(&format!("`{one}` and `{two}`"), &worlds)?;
        }
        Ok(())
    }

    /// Likewise for the deal.
    pub(super) fn check_deal_opened(&self, luck: &mut Chance) -> Checked {
        let worlds = [self.setup.clone(), other_deal(&self.setup, luck)].map(|rolls| {
            World::laid(self.game, self.terms, &mut Chance::remembered(rolls))
                .expect("terms that were dealt by are dealt by again")
        });
        self.check_told("two deals", &worlds)
    }

    /// Where two things are the same to the public and not to a seat, something is secret.
    fn check_told(
        &self,
        what: &str,
        [(one, spoken_one), (two, spoken_two)]: &[(World<G>, Spoken); 2],
    ) -> Checked {
        let same_to = |viewer: Viewer| {
            heard(spoken_one, viewer) == heard(spoken_two, viewer) && one.view(viewer) == two.view(viewer)
        };
        if one.outcome.is_some() || one.keeps_secrets() && two.keeps_secrets() || !same_to(Viewer::Public) {
            return Ok(());
        }
        match self.viewers().find(|viewer| !same_to(*viewer)) {
            Some(viewer) => {
                let problem =
                    format!("only {viewer:?} can tell {what} apart, and nothing is said to be secret");
                Err(self.broken("openness", problem))
            }
            None => Ok(()),
        }
    }
}
