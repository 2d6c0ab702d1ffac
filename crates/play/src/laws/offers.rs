//! Offers: how they are written and pointed at, and that they and nothing else are accepted.

use std::collections::BTreeSet;

use super::{Checked, Round};
use crate::tabletop::{Part, Spot};
use crate::{Chance, Game, Seat, Viewer, world};

impl<G: Game> Round<'_, G> {
    pub(super) fn check_notation(&self, offers: &[G::Action]) -> Checked {
        let mut written = BTreeSet::new();
        for action in offers {
            let text = action.to_string();
            if text.parse::<G::Action>().ok().as_ref() != Some(action) {
                return Err(
                    self.broken("notation", format!("{action:?} is written `{text}` and read differently"))
                );
            }
            if text.contains(" | ") || text.contains('\n') || text.trim() != text || text.is_empty() {
                return Err(self.broken("notation", format!("`{text}` does not fit on a scoresheet")));
            }
            if !written.insert(text.clone()) {
                return Err(self.broken("notation", format!("`{text}` is offered twice")));
            }
        }
        Ok(())
    }

    pub(super) fn check_gestures(&self, seat: Seat, offers: &[G::Action]) -> Checked {
        let view = self.world.view(Viewer::Seat(seat));
        let tabletop = self.game.tabletop(&view);
        let mut gestures: Vec<(Vec<Spot>, String)> = Vec::new();
        for action in offers {
            let gesture = self.game.gesture(&view, action);
            if let Some(spot) = gesture.iter().find(|spot| !tabletop.has(spot)) {
                return Err(
                    self.broken("gestures", format!("`{action}` points at `{spot}`, which is not there"))
                );
            }
            if gesture.is_empty() {
                return Err(self.broken("gestures", format!("`{action}` has no gesture")));
            }
            gestures.push((gesture, action.to_string()));
        }
        gestures.sort();
        for pair in gestures.windows(2) {
            if pair[1].0.starts_with(&pair[0].0) {
                let problem = format!("the gesture of `{}` begins that of `{}`", pair[0].1, pair[1].1);
                return Err(self.broken("gestures", problem));
            }
        }
        let begins = |spot: &&Spot| gestures.iter().any(|(gesture, _)| gesture.first() == Some(*spot));
        for prices in tabletop.parts.iter().filter_map(Part::prices) {
            if let Some(spot) = prices.rows.iter().flat_map(|row| &row.spots).find(|spot| !begins(spot)) {
                let problem = format!("`{}` has a price at `{spot}`, where nothing is on offer", prices.id);
                return Err(self.broken("gestures", problem));
            }
            let columns = prices.cases.len().max(1);
            if prices.rows.is_empty() || prices.rows.iter().any(|row| row.brings.len() != columns) {
                let problem = format!("`{}` does not say of each choice what each case brings", prices.id);
                return Err(self.broken("gestures", problem));
            }
        }
        for (action, _) in world::barred(self.game, &view, self.world.outcome.as_ref()) {
            let gesture = self.game.gesture(&view, &action);
            if let Some(spot) = gesture.iter().find(|spot| !tabletop.has(spot)) {
                let problem = format!("`{action}` is barred and points at `{spot}`, which is not there");
                return Err(self.broken("gestures", problem));
            }
            if let Some((_, offer)) = gestures.iter().find(|(other, _)| *other == gesture) {
                let problem = format!("`{action}` is barred but has the same gesture as the offer `{offer}`");
                return Err(self.broken("gestures", problem));
            }
        }
        Ok(())
    }

    /// Every offer is accepted as text, and what is offered to others or never was is refused.
    pub(super) fn check_acceptance(&self, seat: Seat, offers: &[G::Action], luck: &mut Chance) -> Checked {
        let sheet = self.scoresheet();
        let action = luck.pick(offers).to_string();
        let mut fork = self.replayed("offers", &sheet)?;
        if let Err(refusal) = fork.act(seat, &action, &mut Chance::seeded(1)) {
            return Err(self.broken("offers", format!("`{action}` is on offer and refused: {refusal}")));
        }
        let view = self.world.view(Viewer::Seat(seat));
        let barred = world::barred(self.game, &view, self.world.outcome.as_ref());
        if let Some((action, why)) = barred.iter().find(|(action, _)| offers.contains(action)) {
            return Err(self.broken("offers", format!("`{action}` is on offer, and barred: {}", why.words)));
        }
        let mut strange: Vec<String> =
            ["", " ", "e2e5x", "♞", "a1a1", "0", "pass pass"].map(ToOwned::to_owned).to_vec();
        let done = self.sheet.iter().rev().filter_map(|(done, _)| done.as_ref());
        strange.extend(done.take(8).map(|(_, action)| action.to_string()));
        strange.extend(barred.iter().take(40).map(|(action, _)| action.to_string()));
        for other in Seat::first(self.terms.seats()).chain([Seat(u8::MAX)]) {
            strange.extend(self.offers_or_none(other).iter().take(40).map(ToString::to_string));
        }
        let mut fork = self.replayed("offers", &sheet)?;
        let written: BTreeSet<String> = offers.iter().map(ToString::to_string).collect();
        let spelled: BTreeSet<String> =
            offers.iter().flat_map(|offer| self.game.spellings(&view, offer)).collect();
        for text in strange.iter().filter(|text| !written.contains(*text)) {
            let before = fork.scoresheet().clone();
            let reads_as_offer = text.parse::<G::Action>().is_ok_and(|action| offers.contains(&action));
            if spelled.contains(text) || reads_as_offer {
                continue;
            }
            if fork.act(seat, text, &mut Chance::seeded(1)).is_ok() || *fork.scoresheet() != before {
                return Err(self.broken("offers", format!("`{text}` is not on offer and was not refused")));
            }
        }
        Ok(())
    }

    fn offers_or_none(&self, seat: Seat) -> Vec<G::Action> {
        if seat.index() < self.terms.seats() { self.offers(seat) } else { Vec::new() }
    }
}
