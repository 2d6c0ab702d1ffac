//! A log as these rules read it: played as far as it holds, and text beyond that.
//!
//! Rules change, and logs stay.
//! A log is played again line by line; at the first line that these rules refuse, or that says
//! something else now than was written down, the game stands still, and what follows is only
//! read: each viewer may read the words that were for its ears.

use std::borrow::Cow;

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::log::{Ending, Line, SaidLines};
use crate::table::Unplayable;
use crate::{Listed, Moment, Scoresheet, Sentence, Table, Viewer, say};

/// A game on a scoresheet, as far as these rules can play it.
pub struct Reading {
    game: &'static dyn Listed,
    /// The game as far as it holds; nothing where not even the deal does.
    table: Option<Table>,
    /// What is only read, if anything is.
    unplayed: Option<Box<Unplayed>>,
}

/// A sheet that holds only up to some entry.
struct Unplayed {
    sheet: Scoresheet,
    problem: Unplayable,
    /// The first part of it that is only read: 0 for the deal, otherwise the number of the entry.
    from: usize,
}

impl From<Table> for Reading {
    fn from(table: Table) -> Reading {
        Reading { game: table.game(), table: Some(table), unplayed: None }
    }
}

impl Reading {
    /// Plays a scoresheet as far as it holds.
    ///
    /// # Errors
    ///
    /// Fails when no game of the catalogue is meant.
    pub fn of(catalogue: &[&'static dyn Listed], sheet: &Scoresheet) -> Result<Reading, Unplayable> {
        let game = crate::table::listed_in(catalogue, &sheet.header)?;
        Ok(Reading::of_game(game, sheet))
    }

    fn of_game(game: &'static dyn Listed, sheet: &Scoresheet) -> Reading {
        let mut reading = Reading::begin(game, sheet);
        sheet.lines().skip(1).for_each(|line| reading.follow(&line));
        reading
    }

    /// The deal of a scoresheet, of which nothing else is read.
    pub fn begin(game: &'static dyn Listed, sheet: &Scoresheet) -> Reading {
        let deal = sheet.cut(0);
        let (table, unplayed) = match Table::dealt(game, sheet) {
            Ok(table) => (Some(table), None),
            Err(problem) => (None, Some(Box::new(Unplayed { sheet: deal, problem, from: 0 }))),
        };
        Reading { game, table, unplayed }
    }

    /// Takes in one more line of the log.
    pub fn follow(&mut self, line: &Line) {
        if self.unplayed.is_none() {
            self.play(line);
            return;
        }
        if let Some(unplayed) = &mut self.unplayed {
            // A line that cannot stand here is left out; the store keeps it.
            let _ = unplayed.sheet.take(line);
            // What did not hold may have been taken back.
            if matches!(line, Line::TakenBack(_)) {
                let sheet = std::mem::take(&mut unplayed.sheet);
                *self = Reading::of_game(self.game, &sheet);
            }
        }
    }

    fn play(&mut self, line: &Line) {
        let Some(table) = &mut self.table else { return };
        let before = table.entries();
        let conduct = table.scoresheet().conduct;
        // A panic is a refusal too: what was played before it is played again below.
        let followed = catch_unwind(AssertUnwindSafe(|| table.follow(line)));
        let failed = |_| Err(Unplayable::at(before as u32 + 1, say!("the game's program fails here")));
        let Err(problem) = followed.unwrap_or_else(failed) else { return };
        let mut sheet = table.scoresheet().cut(before);
        if conduct.is_some() {
            (sheet.conduct, sheet.last_words) = (conduct, table.scoresheet().last_words.clone());
        }
        // What was played and then found to differ is taken away again.
        self.table = Table::replay(&[table.game()], &sheet).ok();
        let _ = sheet.take(line);
        self.unplayed = Some(Box::new(Unplayed { sheet, problem, from: before + 1 }));
    }

    /// Takes in the line that calls the game off, without asking the rules.
    pub fn call_off(&mut self, line: &Line) {
        if let (None, Some(table)) = (&self.unplayed, &self.table) {
            let sheet = table.scoresheet().clone();
            let problem = Unplayable::at(table.entries() as u32 + 1, say!("the game was called off"));
            let from = table.entries() + 1;
            self.unplayed = Some(Box::new(Unplayed { sheet, problem, from }));
        }
        self.follow(line);
    }

    /// Whether the game is over: by these rules, or as it was written down.
    pub fn is_over(&self) -> bool {
        match self.whole() {
            Some(table) => table.outcome().is_some(),
            None => self.scoresheet().ending.is_some() || self.scoresheet().conduct.is_some(),
        }
    }

    /// The game, if all of it holds.
    pub fn whole(&self) -> Option<&Table> {
        self.table.as_ref().filter(|_| self.unplayed.is_none())
    }

    /// The game, if all of it holds, to go on.
    pub fn whole_mut(&mut self) -> Option<&mut Table> {
        self.table.as_mut().filter(|_| self.unplayed.is_none())
    }

    /// The game as far as it holds; nothing where not even the deal does.
    pub fn table(&self) -> Option<&Table> {
        self.table.as_ref()
    }

    /// Why these rules cannot play all of it, for a viewer: without what others did in secret.
    pub fn problem_for(&self, viewer: Viewer) -> Option<Unplayable> {
        self.problem().map(|problem| problem.told_to(viewer))
    }

    /// Why these rules cannot play all of it, for whoever has the whole scoresheet.
    pub fn problem(&self) -> Option<&Unplayable> {
        self.unplayed.as_ref().map(|unplayed| &unplayed.problem)
    }

    /// The scoresheet, whether it holds or not.
    ///
    /// # Panics
    ///
    /// Never: a reading has a table, or a sheet that is only read.
    pub fn scoresheet(&self) -> &Scoresheet {
        match (&self.unplayed, &self.table) {
            (Some(unplayed), _) => &unplayed.sheet,
            (None, table) => {
                table.as_ref().expect("a reading has a table, or a sheet that is only read").scoresheet()
            }
        }
    }

    /// How the game ended: by these rules, or as it was written down.
    pub fn ending(&self) -> Option<Ending> {
        match self.whole() {
            Some(table) => table.scoresheet().ending.clone(),
            None => {
                let Scoresheet { header, conduct, ending, .. } = self.scoresheet();
                let by_conduct = || {
                    let outcome = (*conduct)?.outcome(self.game, header.seats);
                    Some(Ending::of(self.game.about(), &outcome))
                };
                ending.clone().or_else(by_conduct)
            }
        }
    }

    /// What is worth telling now that the game is over; nothing while it runs, or where these rules
    /// cannot play all of it.
    pub fn story(&self) -> Option<Vec<Moment>> {
        self.whole()?.story()
    }

    /// What the viewer has heard: the number of the entry (0 for the deal) and the words.
    pub fn heard(&self, viewer: Viewer) -> impl DoubleEndedIterator<Item = (usize, Cow<'_, Sentence>)> {
        let from = self.unplayed.as_ref().map_or(usize::MAX, |unplayed| unplayed.from);
        let parts = self.scoresheet().words().count();
        let played = self.table.iter().flat_map(move |table| table.heard(viewer));
        let played = played.map(|(part, sentence)| (part, Cow::Borrowed(sentence)));
        let played = played.filter(move |(part, _)| *part < from.min(parts));
        let read = self.unplayed.iter().flat_map(move |unplayed| {
            let words: Vec<(usize, &SaidLines)> = unplayed.sheet.words().enumerate().skip(from).collect();
            words.into_iter().flat_map(move |(part, said)| {
                let for_viewer = said.iter().filter(move |line| self.is_for(viewer, &line.ears));
                for_viewer.map(move |line| (part, Cow::Owned(line.sentence())))
            })
        });
        played.chain(read)
    }

    /// In which turn something was said, by the number of the entry; beyond where the log can be
    /// played it is the last turn that was.
    pub fn turn_of(&self, entry: usize) -> u32 {
        self.table.as_ref().map_or(0, |table| table.turn_of(entry))
    }

    /// How many lines the viewer has heard.
    pub fn lines_heard(&self, viewer: Viewer) -> usize {
        match self.whole() {
            Some(table) => table.lines_heard(viewer),
            None => self.heard(viewer).count(),
        }
    }

    fn is_for(&self, viewer: Viewer, ears: &str) -> bool {
        let own = viewer.seat().map(|seat| self.game.about().seat_name(seat));
        ears == "all" || own.is_some_and(|own| own.eq_ignore_ascii_case(ears))
    }
}
