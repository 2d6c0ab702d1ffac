//! Replay: a scoresheet reproduces every glimpse.

use super::{BrokenLaw, Checked, Done, Round};
use crate::{Game, Listed, Scoresheet, Table, world};

impl<G: Game> Round<'_, G> {
    pub(super) fn scoresheet(&self) -> Scoresheet {
        let about = self.game.about();
        let entry = |(done, rolls): &Done<G>| crate::scoresheet::SheetEntry {
            seat: done.as_ref().map_or_else(String::new, |(seat, _)| about.seat_name(*seat).to_owned()),
            action: done.as_ref().map_or_else(|| "time".to_owned(), |(_, action)| action.to_string()),
            rolls: rolls.clone(),
            said: Vec::new(),
            fingerprint: None,
        };
        Scoresheet {
            header: crate::log::Header::new(about, self.terms),
            setup: self.setup.clone(),
            entries: self.sheet.iter().map(entry).collect(),
            ..Scoresheet::default()
        }
    }

    pub(super) fn replayed(&self, law: &'static str, sheet: &Scoresheet) -> Result<Table, BrokenLaw> {
        let listed: &'static dyn Listed = Box::leak(Box::new(self.game));
        Table::replay(&[listed], sheet).map_err(|problem| self.broken(law, problem.to_string()))
    }

    /// The scoresheet, written and read, reproduces every glimpse of the last state.
    pub(super) fn check_replay(&self) -> Checked {
        let sheet = self.scoresheet();
        if sheet.to_string().parse::<Scoresheet>().as_ref() != Ok(&sheet) {
            return Err(self.broken("replay", "the scoresheet is not read as it is written".to_owned()));
        }
        let table = self.replayed("replay", &sheet)?;
        for viewer in self.viewers() {
            let glimpse = table.glimpse(viewer);
            let view = self.world.view(viewer);
            if glimpse.tabletop() != world::tabletop(self.game, &view, self.world.outcome.as_ref()) {
                return Err(self.broken("replay", format!("the tabletop of {viewer:?} is another one")));
            }
        }
        if table.outcome() == self.world.outcome {
            Ok(())
        } else {
            Err(self.broken("replay", "the outcome is another one".to_owned()))
        }
    }
}
