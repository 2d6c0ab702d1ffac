//! A referee together with the scoresheet of what it ruled.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::scoresheet::{SaidLine, Scoresheet, SheetEntry};
use crate::{
    About, Arrangement, BadTerms, BadText, Chance, Ears, Glimpse, Listed, Opening, Outcome, Referee, Refusal,
    Ruling, Said, Seat, Team, Terms, Viewer,
};

pub use crate::scoresheet::Conduct;

/// A game being played, and everything that happened in it.
pub struct Table {
    game: &'static dyn Listed,
    referee: Box<dyn Referee>,
    sheet: Scoresheet,
    /// What was said at the deal and at each entry.
    said: Vec<Vec<Said>>,
    /// How many lines each seat and then the public has heard.
    heard: Vec<usize>,
    /// Whether each entry is one that cannot be taken back.
    binds: Vec<bool>,
}

impl Table {
    /// Lays a table.
    ///
    /// # Errors
    ///
    /// Fails when the game cannot be played from the arrangement.
    pub fn open(game: &'static dyn Listed, terms: &Terms, chance: &mut Chance) -> Result<Table, BadTerms> {
        let Opening { referee, rolls, said } = game.open(terms, chance)?;
        let about = game.about();
        let options = terms.choices().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let sheet = Scoresheet {
            game: about.id.to_owned(),
            edition: terms.edition().to_owned(),
            seats: terms.seats(),
            revision: about.revision,
            options,
            players: BTreeMap::new(),
            arrangement: terms.arrangement().map(ToString::to_string),
            setup: rolls,
            said: written(about, &said),
            entries: Vec::new(),
            conduct: None,
        };
        let heard = vec![0; terms.seats() + 1];
        let mut table = Table { game, referee, sheet, said: Vec::new(), heard, binds: Vec::new() };
        table.say(said);
        Ok(table)
    }

    /// Plays a scoresheet again, reading its rolls and comparing what is said.
    ///
    /// # Errors
    ///
    /// Fails when the sheet is of another game or revision, when an action is refused, when
    /// rolls are missing or left over, and when something else is said than was written down.
    pub fn replay(catalogue: &[&'static dyn Listed], sheet: &Scoresheet) -> Result<Table, Unplayable> {
        let game = crate::referee::listed(catalogue, &sheet.game).ok_or_else(|| {
            Unplayable::header(format!("unknown game: `{}`", crate::text::excerpt(&sheet.game)))
        })?;
        let about = game.about();
        if sheet.revision != about.revision {
            let (found, now) = (sheet.revision, about.revision);
            return Err(Unplayable::header(format!(
                "played by revision {found} of the rules, these are {now}"
            )));
        }
        let arrangement: Option<Arrangement> = match &sheet.arrangement {
            Some(text) => {
                Some(text.parse().map_err(|bad: BadText| Unplayable::header(format!("arrangement, {bad}")))?)
            }
            None => None,
        };
        let terms = Terms::agree(about, Some(&sheet.edition), &sheet.options, Some(sheet.seats), arrangement);
        let terms = terms.map_err(|bad| Unplayable::header(bad.to_string()))?;
        let mut chance = Chance::remembered(sheet.setup.iter().copied());
        let mut table =
            Table::open(game, &terms, &mut chance).map_err(|bad| Unplayable::header(bad.to_string()))?;
        table.compare(0, &chance, &sheet.said)?;
        table.sheet.players = sheet.players.clone();
        for (index, entry) in sheet.entries.iter().enumerate() {
            table.replay_entry(index as u32 + 1, entry)?;
        }
        if let Some(conduct) = sheet.conduct {
            table.end(conduct);
        }
        Ok(table)
    }

    fn replay_entry(&mut self, number: u32, entry: &SheetEntry) -> Result<(), Unplayable> {
        let mut chance = Chance::remembered(entry.rolls.iter().copied());
        if entry.seat.is_empty() {
            self.time_up(&mut chance)
                .map_err(|refusal| Unplayable { entry: Some(number), problem: refusal.to_string() })?;
        } else {
            let unknown = || format!("unknown seat: `{}`", crate::text::excerpt(&entry.seat));
            let seat = self.about().seat_named(&entry.seat);
            let seat = seat.ok_or_else(|| Unplayable { entry: Some(number), problem: unknown() })?;
            self.act(seat, &entry.action, &mut chance)
                .map_err(|refusal| Unplayable { entry: Some(number), problem: refusal.to_string() })?;
        }
        self.compare(number, &chance, &entry.said)
    }

    /// Makes sure that an entry went as it is written down.
    fn compare(&self, number: u32, chance: &Chance, written_down: &[SaidLine]) -> Result<(), Unplayable> {
        let differs = |problem: &str| Err(Unplayable { entry: Some(number), problem: problem.to_owned() });
        if !chance.is_true_to_record() {
            return differs("the rolls written down are not those that the rules ask for");
        }
        let said = written(self.about(), self.said.last().map_or(&[], Vec::as_slice));
        match written_down.is_empty() || said == written_down {
            true => Ok(()),
            false => differs("something else is said now than was written down"),
        }
    }

    /// The catalogue entry of the game.
    pub fn game(&self) -> &'static dyn Listed {
        self.game
    }

    /// The title page of the game.
    pub fn about(&self) -> &'static About {
        self.referee.about()
    }

    /// What was agreed.
    pub fn terms(&self) -> &Terms {
        self.referee.terms()
    }

    /// The seats of this table.
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        Seat::first(self.terms().seats())
    }

    /// What a viewer may know now.
    pub fn glimpse(&self, viewer: Viewer) -> Glimpse {
        self.referee.glimpse(viewer)
    }

    /// Seats that must act now; none when the game is over.
    pub fn acting(&self) -> Vec<Seat> {
        match self.outcome() {
            Some(_) => Vec::new(),
            None => self.seats().filter(|seat| self.referee.must_act(*seat)).collect(),
        }
    }

    /// Takes an action.
    ///
    /// # Errors
    ///
    /// Refuses what is not on offer; then nothing has changed.
    pub fn act(&mut self, seat: Seat, action: &str, chance: &mut Chance) -> Result<Ruling, Refusal> {
        let ruling = self.referee.act(seat, action, chance)?;
        self.write_down(&ruling);
        Ok(ruling)
    }

    /// How long the rules let the present state last.
    pub fn timer(&self) -> Option<Duration> {
        self.referee.timer()
    }

    /// Lets the time of the present state run out.
    ///
    /// # Errors
    ///
    /// Refused when no time is running; then nothing happens and nothing is written down.
    pub fn time_up(&mut self, chance: &mut Chance) -> Result<Ruling, Refusal> {
        self.timer().ok_or(Refusal::NoCountdown)?;
        let ruling = self.referee.time_up(chance);
        self.write_down(&ruling);
        Ok(ruling)
    }

    fn write_down(&mut self, ruling: &Ruling) {
        let entry = &ruling.entry;
        self.sheet.entries.push(SheetEntry {
            seat: entry.seat.map_or_else(String::new, |seat| self.about().seat_name(seat).to_owned()),
            action: entry.action.clone(),
            rolls: entry.rolls.clone(),
            said: written(self.about(), &ruling.said),
        });
        self.say(ruling.said.clone());
        self.binds.push(ruling.binds);
    }

    /// Says what belongs to the deal, to an entry or to the end.
    fn say(&mut self, said: Vec<Said>) {
        for (viewer, heard) in Viewer::all(self.heard.len() - 1).zip(&mut self.heard) {
            *heard += said.iter().filter(|said| said.ears.belong_to(viewer)).count();
        }
        self.said.push(said);
    }

    /// The team of a seat gives up.
    pub fn resign(&mut self, seat: Seat) {
        self.end(Conduct::Resigned(self.referee.team(seat)));
    }

    /// Ends the game by conduct, unless it is over already.
    pub fn end(&mut self, conduct: Conduct) {
        if self.outcome().is_some() {
            return;
        }
        let outcome = match conduct {
            Conduct::Resigned(team) => self.loss_of(team, "resignation"),
            Conduct::OutOfTime(team) => self.loss_of(team, "time"),
            Conduct::Abandoned(team) => self.loss_of(team, "abandonment"),
            Conduct::DrawAgreed => Outcome::draw("agreement"),
        };
        self.sheet.conduct = Some(conduct);
        let said = self.referee.end(outcome);
        self.say(said);
    }

    /// How the game ended, by its rules or at the table.
    pub fn outcome(&self) -> Option<Outcome> {
        self.referee.outcome()
    }

    fn loss_of(&self, loser: Team, reason: &'static str) -> Outcome {
        let other = self.seats().map(|seat| self.referee.team(seat)).find(|team| *team != loser);
        match other {
            Some(winner) => Outcome::win(winner, reason),
            None => Outcome::draw(reason),
        }
    }

    /// The team of a seat.
    pub fn team(&self, seat: Seat) -> Team {
        self.referee.team(seat)
    }

    /// What the viewer has heard: the number of the entry (0 for the deal) and the words.
    pub fn heard(&self, viewer: Viewer) -> impl DoubleEndedIterator<Item = (usize, &str)> {
        let heard = move |said: &&Said| said.ears.belong_to(viewer);
        self.said.iter().enumerate().flat_map(move |(entry, said)| {
            said.iter().filter(heard).map(move |said| (entry, said.text.as_str()))
        })
    }

    /// How many lines the viewer has heard.
    pub fn lines_heard(&self, viewer: Viewer) -> usize {
        self.heard[viewer.seat().map_or(self.heard.len() - 1, Seat::index)]
    }

    /// How many entries may be taken back: those since the last that cannot be taken back.
    pub fn undoable(&self) -> usize {
        self.binds.iter().rev().take_while(|binds| !**binds).count()
    }

    /// Takes entries back, as far as that is possible.
    ///
    /// Returns whether it was possible.
    pub fn undo(&mut self, entries: usize) -> bool {
        if entries == 0 || entries > self.undoable() || self.outcome().is_some() {
            return false;
        }
        let mut sheet = self.sheet.clone();
        sheet.entries.truncate(sheet.entries.len() - entries);
        let catalogue = [self.game];
        match Table::replay(&catalogue, &sheet) {
            Ok(table) => {
                *self = table;
                true
            }
            Err(_) => false,
        }
    }

    /// How many entries there are.
    pub fn entries(&self) -> usize {
        self.sheet.entries.len()
    }

    /// The scoresheet.
    pub fn scoresheet(&self) -> &Scoresheet {
        &self.sheet
    }

    /// Writes down who sits where.
    pub fn name_player(&mut self, seat: Seat, name: &str) {
        self.sheet.players.insert(self.about().seat_name(seat).to_owned(), name.to_owned());
    }
}

/// A scoresheet that these rules cannot play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{problem}", entry.map_or_else(|| "header: ".to_owned(), |entry| format!("entry {entry}: ")))]
pub struct Unplayable {
    /// The entry at which it went wrong; none for the header.
    pub entry: Option<u32>,
    /// What went wrong.
    pub problem: String,
}

impl Unplayable {
    fn header(problem: String) -> Unplayable {
        Unplayable { entry: None, problem }
    }
}

fn written(about: &About, said: &[Said]) -> Vec<SaidLine> {
    let line = |said: &Said| SaidLine {
        ears: match said.ears {
            Ears::All => "all".to_owned(),
            Ears::Seat(seat) => about.seat_name(seat).to_owned(),
        },
        text: said.text.clone(),
    };
    said.iter().map(line).collect()
}
