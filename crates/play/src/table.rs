//! A referee together with the scoresheet of what it ruled.

use std::time::Duration;

use crate::log::{Ending, Header, Line, Log, SaidLine, SheetEntry, in_first_spelling};
use crate::sentence::{Filling, Names};
use crate::{
    About, Arrangement, BadTerms, BadText, Chance, Conduct, Ears, Glimpse, Listed, Moment, Opening, Outcome,
    Reason, Referee, Refusal, Ruling, Said, Scoresheet, Seat, Sentence, Team, Terms, Viewer, say,
};

/// A game being played, and everything that happened in it.
pub struct Table {
    game: &'static dyn Listed,
    referee: Box<dyn Referee>,
    sheet: Scoresheet,
    /// What was said at the deal and at each entry.
    said: Vec<Vec<Said>>,
    /// In which turn each of that was said; 0 for the deal.
    turns: Vec<u32>,
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
        let header = Header::new(about, terms);
        let said_lines = written(about, &said);
        let sheet = Scoresheet { header, setup: rolls, said: said_lines, ..Scoresheet::default() };
        let heard = vec![0; terms.seats() + 1];
        let (turns, binds) = (Vec::new(), Vec::new());
        let mut table = Table { game, referee, sheet, said: Vec::new(), turns, heard, binds };
        table.say(0, said);
        table.write_ending();
        Ok(table)
    }

    /// Plays a scoresheet again, reading its rolls and comparing what is said.
    ///
    /// # Errors
    ///
    /// Fails when the sheet is of another game, when an action is refused, when rolls are missing
    /// or left over, and when something else is said than was written down.
    /// [`Reading`] opens such a sheet as far as it holds.
    pub fn replay(catalogue: &[&'static dyn Listed], sheet: &Scoresheet) -> Result<Table, Unplayable> {
        let mut table = Table::dealt(listed_in(catalogue, &sheet.header)?, sheet)?;
        sheet.lines().skip(1).try_for_each(|line| table.follow(&line))?;
        Ok(table)
    }

    /// Reads a whole log and plays all of it again: also what was taken back, which must have been
    /// played and must have been free to be taken back.
    ///
    /// # Errors
    ///
    /// Fails when the text is no log, and wherever [`Table::replay`] does.
    pub fn read(catalogue: &[&'static dyn Listed], text: &str) -> Result<Table, BadLog> {
        let log = Log::read_whole(text)?;
        let sheet = Scoresheet::try_from(log.clone())?;
        let game = listed_in(catalogue, &sheet.header)?;
        let mut lines = log.lines.into_iter().map(|(_, line)| line);
        let first = lines.find_map(|line| match line {
            Line::Deal { rolls, said } => Some((rolls, said)),
            _ => None,
        });
        let (setup, said) = first.unwrap_or_default();
        let mut table = Table::dealt(game, &Scoresheet { setup, said, ..sheet })?;
        for line in lines {
            table.follow(&line)?;
        }
        Ok(table)
    }

    /// Lays the table of a scoresheet as it was dealt.
    pub(crate) fn dealt(game: &'static dyn Listed, sheet: &Scoresheet) -> Result<Table, Unplayable> {
        let (about, header) = (game.about(), &sheet.header);
        if about.is_gone() {
            let found = Filling::text(crate::text::excerpt(&header.game));
            return Err(Unplayable::header(say!("the game `{found}` is not here any more", found)));
        }
        let wordless = sheet.words().all(Vec::is_empty) && !sheet.entries.is_empty();
        if header.revision != about.revision && wordless {
            let (found, now) = (header.revision, about.revision);
            return Err(Unplayable::header(say!(
                "played by revision {found} of the rules, these are {now}, and nothing that was said is written down to compare",
                found,
                now
            )));
        }
        // An arrangement may have secrets of every seat in it.
        let readers = if header.arrangement.is_some() { Readers::Nobody } else { Readers::All };
        let bad_header = |bad: BadTerms| Unplayable { readers, ..Unplayable::header(bad.sentence()) };
        let terms = header.terms(about).map_err(bad_header)?;
        let mut chance = Chance::remembered(sheet.setup.iter().copied());
        let mut table = Table::open(game, &terms, &mut chance).map_err(bad_header)?;
        table.compare(0, &chance, &sheet.said)?;
        table.sheet.header = header.clone();
        Ok(table)
    }

    /// Plays one more line of a log, which must go as it is written down.
    pub(crate) fn follow(&mut self, line: &Line) -> Result<(), Unplayable> {
        let number = self.entries() as u32 + 1;
        let at = |problem: Sentence| Unplayable::at(number, problem);
        match line {
            Line::Deal { rolls, said } => self.deal_again(rolls, said),
            Line::Entry { number: found, .. } if *found != number => {
                let (expected, number) = (number, *found);
                Err(at(say!("entry {expected} is expected here, not entry {number}", expected, number)))
            }
            Line::Entry { entry, .. } => self.follow_entry(number, entry),
            Line::TakenBack(entries) if self.undo(*entries) => Ok(()),
            Line::TakenBack(entries) => {
                let entries = *entries;
                Err(at(say!("{entries} of the entries before this cannot be taken back", entries)))
            }
            Line::Conduct { conduct, said } => {
                if self.outcome().is_some() {
                    return Err(at(say!("the game is over already")));
                }
                if let Some(team) =
                    conduct.team().filter(|team| !self.seats().any(|seat| self.team(seat) == *team))
                {
                    return Err(at(say!("there is no team {number} at this table", number = team.0)));
                }
                self.end(*conduct);
                self.compare(number, &Chance::remembered([]), said)
            }
            Line::Over(ending) if self.sheet.ending.as_ref() == Some(ending) => Ok(()),
            Line::Over(_) => Err(at(say!("the game ends differently now from what was written down"))),
            Line::People(_) => Ok(()),
        }
    }

    /// What happened, had it been dealt by these rolls; nothing where it could not have happened then.
    pub(crate) fn redealt(&self, rolls: &[u32]) -> Option<Table> {
        let mut chance = Chance::remembered(rolls.iter().copied());
        let mut table = Table::open(self.game, self.terms(), &mut chance).ok()?;
        if !chance.is_true_to_record() {
            return None;
        }
        table.sheet.header = self.sheet.header.clone();
        for (number, entry) in (1..).zip(&self.sheet.entries) {
            let wordless = SheetEntry { said: Vec::new(), fingerprint: None, ..entry.clone() };
            table.follow_entry(number, &wordless).ok()?;
        }
        Some(table)
    }

    /// What is said at a deal by these rolls, as it is written down; nothing if there is no such deal.
    pub fn words_of_deal(&self, rolls: &[u32]) -> Option<Vec<SaidLine>> {
        Some(self.redealt(rolls)?.sheet.said)
    }

    /// Cards were dealt by hand, and now it is known how: what was said is said anew.
    fn deal_again(&mut self, rolls: &[u32], said: &[SaidLine]) -> Result<(), Unplayable> {
        let number = self.entries() as u32;
        let at =
            |problem: Sentence| Unplayable { readers: Readers::Nobody, ..Unplayable::at(number, problem) };
        let unlike = at(say!("what happened cannot have happened after this deal"));
        let table = self.redealt(rolls).filter(|_| self.outcome().is_none()).ok_or(unlike)?;
        if !said.is_empty() && table.sheet.said != said {
            return Err(at(DIFFERS));
        }
        *self = table;
        Ok(())
    }

    /// What was said to one seat and to nobody else.
    pub(crate) fn told_alone(&self, seat: Seat) -> impl Iterator<Item = &Sentence> {
        let said = self.said.iter().flatten();
        said.filter(move |said| said.ears == Ears::Seat(seat)).map(|said| &said.sentence)
    }

    fn follow_entry(&mut self, number: u32, entry: &SheetEntry) -> Result<(), Unplayable> {
        let at = |problem: Sentence| Unplayable::at(number, problem);
        let mut chance = Chance::remembered(entry.rolls.iter().copied());
        if entry.seat.is_empty() && entry.action != TIME {
            let (time, found) = (Filling::text(TIME), Filling::text(crate::text::excerpt(&entry.action)));
            let problem = say!("nobody acts here but `{time}`, not `{found}`", time, found);
            return Err(Unplayable { readers: Readers::Nobody, ..at(problem) });
        }
        if entry.seat.is_empty() {
            self.time_up(&mut chance).map_err(|refusal| at(refusal.sentence()))?;
        } else {
            let unknown = || {
                let found = Filling::text(crate::text::excerpt(&entry.seat));
                at(say!("unknown seat: `{found}`", found))
            };
            let seat = self.about().seat_named(&entry.seat).ok_or_else(unknown)?;
            let refused =
                |refusal: Refusal| Unplayable { readers: Readers::Seat(seat), ..at(refusal.sentence()) };
            self.act(seat, &entry.action, &mut chance).map_err(refused)?;
        }
        self.compare(number, &chance, &entry.said)?;
        let said = self.said.last().map_or(&[][..], Vec::as_slice);
        if entry.fingerprint.is_none_or(|written| written == fingerprint(said)) {
            Ok(())
        } else {
            Err(at(DIFFERS))
        }
    }

    /// Makes sure that an entry went as it is written down.
    fn compare(&self, number: u32, chance: &Chance, written_down: &[SaidLine]) -> Result<(), Unplayable> {
        let differs = |problem: Sentence| Err(Unplayable::at(number, problem));
        if !chance.is_true_to_record() {
            return differs(say!("the rolls written down are not those that the rules ask for"));
        }
        let said = written(self.about(), self.said.last().map_or(&[], Vec::as_slice));
        if written_down.is_empty() || said == written_down { Ok(()) } else { differs(DIFFERS) }
    }

    /// The same table once more, which goes its own way from here.
    pub fn fork(&self) -> Table {
        Table {
            game: self.game,
            referee: self.referee.fork(),
            sheet: self.sheet.clone(),
            said: self.said.clone(),
            turns: self.turns.clone(),
            heard: self.heard.clone(),
            binds: self.binds.clone(),
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

    /// The seat with this name.
    ///
    /// # Errors
    ///
    /// Fails when the table has no such seat.
    pub fn seat_named(&self, name: &str) -> Result<Seat, UnknownName> {
        let seats = self.terms().seats();
        let names = &self.about().seats[..seats];
        self.about().seat_among(seats, name).ok_or_else(|| UnknownName::Seat(name.to_owned(), names.to_vec()))
    }

    /// The viewer with this name: a seat's, or `public`.
    ///
    /// # Errors
    ///
    /// Fails when the table has no such viewer.
    pub fn viewer_named(&self, name: &str) -> Result<Viewer, UnknownName> {
        if name == "public" {
            return Ok(Viewer::Public);
        }
        let names = [&self.about().seats[..self.terms().seats()], &["public"]].concat();
        self.seat_named(name).map(Viewer::Seat).map_err(|_| UnknownName::Viewer(name.to_owned(), names))
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

    /// Whether some seat knows something now that the public does not; nothing after the end.
    pub fn keeps_secrets(&self) -> bool {
        self.referee.keeps_secrets()
    }

    /// Takes an action.
    ///
    /// # Errors
    ///
    /// Refuses what is not on offer; then nothing has changed.
    pub fn act(&mut self, seat: Seat, action: &str, chance: &mut Chance) -> Result<Ruling, Refusal> {
        let turn = self.referee.turn();
        let ruling = self.referee.act(seat, action, chance)?;
        self.write_down(turn, &ruling);
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
        let turn = self.referee.turn();
        let ruling = self.referee.time_up(chance);
        self.write_down(turn, &ruling);
        Ok(ruling)
    }

    fn write_down(&mut self, turn: u32, ruling: &Ruling) {
        let entry = &ruling.entry;
        self.sheet.entries.push(SheetEntry {
            seat: entry.seat.map_or_else(String::new, |seat| self.about().seat_name(seat).to_owned()),
            action: entry.action.clone(),
            rolls: entry.rolls.clone(),
            said: written(self.about(), &ruling.said),
            fingerprint: None,
        });
        self.say(turn, ruling.said.clone());
        self.binds.push(ruling.binds);
        self.write_ending();
    }

    /// Writes down how the game ended, if it has.
    fn write_ending(&mut self) {
        let called_off = self.sheet.conduct == Some(Conduct::CalledOff);
        self.sheet.ending = if called_off {
            Some(Ending::called_off())
        } else {
            self.outcome().map(|outcome| Ending::of(self.about(), &outcome))
        };
    }

    /// Says what belongs to the deal, to an entry or to the end.
    fn say(&mut self, turn: u32, said: Vec<Said>) {
        for (viewer, heard) in Viewer::all(self.heard.len() - 1).zip(&mut self.heard) {
            *heard += said.iter().filter(|said| said.ears.belong_to(viewer)).count();
        }
        self.said.push(said);
        self.turns.push(turn);
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
        let outcome = conduct.outcome(self.game, self.terms().seats());
        self.sheet.conduct = Some(conduct);
        let turn = self.referee.turn();
        let said = self.referee.end(outcome);
        self.sheet.last_words = written(self.about(), &said);
        self.say(turn, said);
        self.write_ending();
    }

    /// How the game ended, by its rules or at the table.
    pub fn outcome(&self) -> Option<Outcome> {
        self.referee.outcome()
    }

    /// The team of a seat.
    pub fn team(&self, seat: Seat) -> Team {
        self.referee.team(seat)
    }

    /// What is worth telling now that the game is over, in order of play; nothing while it runs.
    ///
    /// The game is played once more for it, and what was hidden is told.
    pub fn story(&self) -> Option<Vec<Moment>> {
        self.outcome()?;
        self.game.story(self.terms(), &self.sheet)
    }

    /// What the viewer has heard: the number of the entry (0 for the deal) and the words.
    pub fn heard(&self, viewer: Viewer) -> impl DoubleEndedIterator<Item = (usize, &Sentence)> {
        let heard = move |said: &&Said| said.ears.belong_to(viewer);
        self.said
            .iter()
            .enumerate()
            .flat_map(move |(entry, said)| said.iter().filter(heard).map(move |said| (entry, &said.sentence)))
    }

    /// In which turn something was said, by the number of the entry; 0 for the deal.
    pub fn turn_of(&self, entry: usize) -> u32 {
        self.turns.get(entry).or(self.turns.last()).copied().unwrap_or(0)
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
        let sheet = self.sheet.cut(self.entries() - entries);
        match Table::replay(&[self.game], &sheet) {
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

    /// What sentences call the people who sit here.
    pub fn names(&self) -> Names {
        let players = &self.sheet.header.players;
        // Bots are written down by their level, which is no name: `bot:club` in the terminal, `club bot`
        // by servers.
        let is_name = |name: &&str| !name.starts_with("bot:") && !name.ends_with(" bot");
        let name = |seat: Seat| {
            let name = players.get(self.about().seat_name(seat)).map(String::as_str);
            name.filter(is_name)
        };
        Names::at(self.game, &self.seats().map(name).collect::<Vec<_>>())
    }

    /// Writes down who sits where.
    pub fn name_player(&mut self, seat: Seat, name: &str) {
        self.sheet.header.players.insert(self.about().seat_name(seat).to_owned(), name.to_owned());
    }

    /// Writes down what another program said of the game beside its players, such as its `Event`.
    ///
    /// It stands among the players, in brackets, which no seat has in its name: so every version that
    /// reads scoresheets reads it.
    pub fn write_tag(&mut self, tag: &str, value: &str) {
        self.sheet.header.players.insert(format!("[{tag}]"), value.to_owned());
    }

    /// What another program said of the game under this tag.
    pub fn tag(&self, tag: &str) -> Option<&str> {
        self.sheet.header.players.get(&format!("[{tag}]")).map(String::as_str)
    }
}

/// A name that no seat or viewer of a table has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.sentence())]
pub enum UnknownName {
    /// No seat is called so; these are.
    Seat(String, Vec<&'static str>),
    /// No viewer is called so; these are.
    Viewer(String, Vec<&'static str>),
}

impl UnknownName {
    /// What was found and what would be right.
    pub fn sentence(&self) -> Sentence {
        let (UnknownName::Seat(found, names) | UnknownName::Viewer(found, names)) = self;
        let (found, names) =
            (Filling::text(crate::text::excerpt(found)), Filling::one_of(names.iter().map(Filling::text)));
        match self {
            UnknownName::Seat(..) => say!("unknown seat: `{found}` (try {names})", found, names),
            UnknownName::Viewer(..) => say!("unknown viewer: `{found}` (try {names})", found, names),
        }
    }
}

/// A text that these rules cannot play as a log.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadLog {
    /// It cannot be read.
    #[error(transparent)]
    Text(#[from] BadText),
    /// It can be read, and not played.
    #[error(transparent)]
    Game(#[from] Unplayable),
}

/// A scoresheet that these rules cannot play.
///
/// It is written for whoever has the whole sheet; a viewer reads [`Unplayable::told_to`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.sentence())]
pub struct Unplayable {
    /// The entry at which it went wrong; none for the header.
    pub entry: Option<u32>,
    /// What went wrong.
    pub problem: Sentence,
    readers: Readers,
}

/// Which viewers may read what went wrong; the others learn only where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Readers {
    /// It names nothing that is hidden from anybody.
    All,
    /// It names what this seat did.
    Seat(Seat),
    /// It may name anything.
    Nobody,
}

impl Unplayable {
    /// Where and what, in a sentence.
    pub fn sentence(&self) -> Sentence {
        let problem = self.problem.clone();
        match self.entry {
            Some(entry) => say!("entry {entry}: {problem}", entry, problem),
            None => say!("header: {problem}", problem),
        }
    }

    pub(crate) fn at(entry: u32, problem: Sentence) -> Unplayable {
        Unplayable { entry: Some(entry), problem, readers: Readers::All }
    }

    fn header(problem: Sentence) -> Unplayable {
        Unplayable { entry: None, problem, readers: Readers::All }
    }

    /// The same without what this viewer may not know.
    pub fn told_to(&self, viewer: Viewer) -> Unplayable {
        let may_read = match self.readers {
            Readers::All => true,
            Readers::Seat(seat) => viewer == Viewer::Seat(seat),
            Readers::Nobody => false,
        };
        if may_read {
            return self.clone();
        }
        let problem = if self.entry.is_some() {
            say!("these rules refuse what was done here")
        } else {
            say!("these rules refuse how the table was arranged")
        };
        Unplayable { entry: self.entry, problem, readers: Readers::All }
    }
}

/// What nobody does when time runs out.
const TIME: &str = "time";

const DIFFERS: Sentence = Sentence::plain("what is said now differs from what was written down");

/// The game that a header names.
pub(crate) fn listed_in(
    catalogue: &[&'static dyn Listed],
    header: &Header,
) -> Result<&'static dyn Listed, Unplayable> {
    let unknown = || {
        let ids = Filling::one_of(catalogue.iter().map(|game| Filling::text(game.about().id)));
        let found = Filling::text(crate::text::excerpt(&header.game));
        Unplayable::header(say!("unknown game: `{found}` (try {ids})", found, ids))
    };
    crate::referee::listed(catalogue, &header.game).ok_or_else(unknown)
}

impl Conduct {
    /// The team that ends the game, if one does.
    fn team(self) -> Option<Team> {
        match self {
            Conduct::Resigned(team) | Conduct::OutOfTime(team) | Conduct::Abandoned(team) => Some(team),
            Conduct::DrawAgreed | Conduct::CalledOff => None,
        }
    }

    /// How a game with so many seats ends by it.
    pub fn outcome(self, game: &dyn Listed, seats: usize) -> Outcome {
        let reason = |words| Reason::counting(words, game.about().conduct);
        let loss_of = |loser: Team, words| {
            let other = Seat::first(seats).map(|seat| game.team_of(seat)).find(|team| *team != loser);
            other.map_or_else(|| Outcome::draw(reason(words)), |winner| Outcome::win(winner, reason(words)))
        };
        match self {
            Conduct::Resigned(team) => loss_of(team, "resignation"),
            Conduct::OutOfTime(team) => loss_of(team, "time"),
            Conduct::Abandoned(team) => loss_of(team, "abandonment"),
            Conduct::DrawAgreed => Outcome::draw(reason("agreement")),
            Conduct::CalledOff => Outcome::draw(reason("calling the game off")),
        }
    }
}

impl Header {
    /// What is agreed in terms.
    pub fn new(about: &About, terms: &Terms) -> Header {
        Header {
            game: about.id.to_owned(),
            edition: terms.edition().to_owned(),
            seats: terms.seats(),
            revision: about.revision,
            options: terms.choices().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            players: Default::default(),
            arrangement: terms.arrangement().map(ToString::to_string),
        }
    }

    /// The terms that were agreed, if the game still has them.
    ///
    /// # Errors
    ///
    /// Fails with what the game does not know.
    pub fn terms(&self, about: &'static About) -> Result<Terms, BadTerms> {
        let arrangement = self.arrangement.as_deref().map(str::parse::<Arrangement>).transpose()?;
        let mut options = self.options.clone();
        for (name, value) in about.unwritten {
            options.entry((*name).to_owned()).or_insert_with(|| (*value).to_owned());
        }
        Terms::agree(about, Some(&self.edition), &options, Some(self.seats), arrangement)
    }
}

/// A number that tells what was said from anything else; it is in logs, and so it never changes.
fn fingerprint(said: &[Said]) -> u64 {
    // FNV-1a, because it must be the same in every version.
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let bytes = said.iter().flat_map(|said| {
        let ears = match said.ears {
            Ears::All => u8::MAX,
            Ears::Seat(seat) => seat.0,
        };
        let words = in_first_spelling(&said.sentence.to_string()).into_owned();
        [ears].into_iter().chain(words.into_bytes()).chain([0])
    });
    for byte in bytes {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    hash
}

fn written(about: &About, said: &[Said]) -> Vec<SaidLine> {
    let line = |said: &Said| SaidLine {
        ears: match said.ears {
            Ears::All => "all".to_owned(),
            Ears::Seat(seat) => about.seat_name(seat).to_owned(),
        },
        text: said.sentence.to_string(),
        parts: said.sentence.parts(),
    };
    said.iter().map(line).collect()
}
