//! A table with the people around it: the fold of its log.
//!
//! A sitting is brought up to date record by record.
//! A command first changes the sitting and then is written down; when it cannot be written, the
//! sitting is thrown away and folded anew, so nobody ever sees what is not in the log.

mod clocks;
mod conduct;
mod delay;
mod fold;
mod frames;
mod hands;
mod help;
mod host;
mod manners;
mod opening;
mod seats;
mod undo;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use kit_play::sentence::Names;
use kit_play::text::excerpt;
use kit_play::{About, Listed, Reading, Scoresheet, Seat, Table, Team, Terms, Viewer};

use crate::agreed::{Agreed, Chair, InvitationDigest, Occupant, Person};
use crate::deed::Deed;
use crate::error::Error;
use crate::record::{Record, Stamp, StoredRecord};
use crate::secrets::{CodeKey, Digest, Secrets, TableId};
use crate::wire::{FrameBody, Invitation, Status, TableNote};
use clocks::Clocks;
pub use delay::Cut;
use delay::Moment;
pub use frames::{Seen, ShownBefore};
use frames::{Shown, Sight};
use hands::Wood;
pub use help::HintQuestion;
use help::Hinted;
pub use manners::Tempers;
pub use opening::{MOST_ENTRIES, Opened};
pub use seats::{Invites, clean_name};

/// The games that can be played.
pub type Catalogue = &'static [&'static dyn Listed];

/// What all tables of a house share.
#[derive(Clone)]
pub struct House {
    /// The games that can be played.
    pub catalogue: Catalogue,
    /// The key under which codes are kept.
    pub codes: CodeKey,
    /// How long an invitation is good; for ever, if nothing is said.
    pub invitations_last: Option<Duration>,
}

impl House {
    /// Whether an invitation that was made at a moment is good no longer.
    pub fn has_expired(&self, made: i64, now: i64) -> bool {
        let last = self.invitations_last.map(|last| i64::try_from(last.as_millis()).unwrap_or(i64::MAX));
        last.is_some_and(|last| now.saturating_sub(made) >= last)
    }
}

/// When something arrived, and how long it was on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// How long, as whoever received it has measured; never as the sender says.
    pub lag: Duration,
}

impl From<i64> for Arrival {
    /// It was not on its way at all.
    fn from(at: i64) -> Arrival {
        Arrival { at, lag: Duration::ZERO }
    }
}

/// A table with the people around it.
pub struct Sitting {
    house: Arc<House>,
    id: TableId,
    /// The number of the last record.
    head: u32,
    game: &'static dyn Listed,
    agreed: Agreed,
    chairs: Vec<Chair>,
    /// What lets whoever has it take a chair that nobody has, until the start.
    room: Option<InvitationDigest>,
    /// When each invitation was made, by the digest of its secret.
    invited: Vec<(Digest, i64)>,
    status: Status,
    /// Whether the game's program failed, so that nothing is asked of it any more.
    frozen: bool,
    /// The game, once it has started.
    reading: Option<Reading>,
    /// Seats that have something to decide.
    acting: Vec<Seat>,
    chat: Vec<ChatLine>,
    draw_offers: Vec<Team>,
    undo: Option<UndoQuestion>,
    /// How often something was taken back.
    undos: u32,
    /// How often cards were dealt by hand, so that what seats have heard is other than it was.
    dealt_by_hand: u32,
    /// The hints that were given.
    hinted: Vec<Hinted>,
    rematch: Option<TableId>,
    /// The real table, where the game is played with wood and has started.
    wood: Option<Box<Wood>>,
    /// Seats that drew cards from a real deck and have not told which.
    to_tell: Vec<Seat>,
    /// What seats have told that they hold, until all have told and it is judged.
    tellings: Vec<(Seat, Vec<String>)>,
    /// How often, since cards that were told last fitted together, they did not.
    misfits: u32,
    /// How often each seat had been told of cards, and how many lines it had heard, when it told its
    /// cards.
    told: Vec<(usize, usize)>,
    clocks: Clocks,
    /// The moments of all records, where people watch with a delay.
    moments: Vec<Moment>,
    stamps: Vec<Stamp>,
    /// For the deal, each entry and the end by conduct: each viewer's frame after it.
    frames_then: Vec<Vec<Stamp>>,
    /// What each viewer sees of the game, until the game goes on.
    sights: Vec<Option<Arc<Sight>>>,
    /// What each viewer is shown, until anything changes.
    shown: Vec<Option<Arc<Shown>>>,
    /// The same in other languages: a viewer's index, a language, and the body of the frame.
    translated: Vec<(usize, &'static str, FrameBody)>,
    /// What everybody knows of the table, and what one viewer may do, while it is written for all.
    note: Option<Box<TableNote>>,
    /// What sentences call the people here, until somebody else sits down.
    names: OnceLock<Names>,
}

/// Something that a player said, and who hears it.
struct ChatLine {
    seat: Seat,
    name: String,
    /// Everybody, the public too, if nothing is said.
    audience: Option<Vec<Seat>>,
    text: String,
}

/// Somebody asks to take something back.
struct UndoQuestion {
    seat: Seat,
    entries: usize,
    granted: Vec<Seat>,
}

/// A change that is to be written down.
#[derive(Default)]
pub struct Done {
    /// What was done.
    pub deeds: Vec<Deed>,
    /// The link that was made, if one was.
    pub invitation: Option<Invitation>,
    /// Whether what was asked for came too late, so that the game ended instead.
    pub too_late: bool,
}

impl From<Deed> for Done {
    fn from(deed: Deed) -> Done {
        vec![deed].into()
    }
}

impl From<Vec<Deed>> for Done {
    fn from(deeds: Vec<Deed>) -> Done {
        Done { deeds, ..Done::default() }
    }
}

impl Sitting {
    /// Remembers what viewers are shown, so that a change can be numbered.
    pub fn before(&mut self) -> ShownBefore {
        ShownBefore(self.all_shown())
    }

    /// The record of a change that this sitting has already taken in.
    ///
    /// # Errors
    ///
    /// Fails when the game's program does.
    pub fn record(&mut self, deeds: Vec<Deed>, before: &ShownBefore, at: i64) -> Result<Record, Error> {
        self.forget_shown();
        let stamps = self.stamps_after(before)?;
        Ok(Record { at, stamps, deeds })
    }

    /// The first record of a table.
    pub fn first_record(&self, at: i64) -> Record {
        let deeds = vec![Deed::Opened(Box::new(self.agreed.clone()))];
        Record { at, stamps: self.stamps.clone(), deeds }
    }

    /// A record as it is to be kept.
    pub fn stored(&self, record: &Record) -> StoredRecord {
        StoredRecord { number: self.head + 1, at: record.at, body: record.write(self.about()) }
    }

    /// The record is written down, so its numbers hold.
    pub fn committed(&mut self, record: Record) {
        let shown = std::mem::take(&mut self.shown);
        self.number(record.at, record.stamps);
        self.shown = shown;
    }

    /// The title page of the game.
    pub fn about(&self) -> &'static About {
        self.game.about()
    }

    /// The name of the table.
    pub fn id(&self) -> &TableId {
        &self.id
    }

    /// The number of the last record.
    pub fn head(&self) -> u32 {
        self.head
    }

    /// How far the table has come.
    pub fn status(&self) -> Status {
        self.status
    }

    /// What was agreed when it was opened.
    pub fn agreed(&self) -> &Agreed {
        &self.agreed
    }

    /// The game as it is played, once it has started and as long as its log holds.
    pub fn table(&self) -> Option<&Table> {
        self.reading.as_ref().and_then(Reading::whole)
    }

    /// The entry from which on the log is only read, because these rules cannot play it.
    pub fn unplayed_from(&self) -> Option<u32> {
        let problem = self.reading.as_ref().and_then(Reading::problem)?;
        Some(problem.entry.unwrap_or(0))
    }

    /// How many entries there are.
    pub fn entries(&self) -> usize {
        self.reading.as_ref().map_or(0, |reading| reading.scoresheet().entries.len())
    }

    /// The scoresheet, which is open to all once the game is over, whether it still holds or not.
    ///
    /// # Errors
    ///
    /// Fails while the game is being played.
    pub fn scoresheet(&self) -> Result<&Scoresheet, Error> {
        match (self.status, &self.reading) {
            (Status::Over, Some(reading)) => Ok(reading.scoresheet()),
            (Status::Waiting | Status::Closed, _) => Err(Error::NotStarted),
            (Status::Playing | Status::Frozen | Status::Outdated | Status::Over, _) => Err(Error::NotOver),
        }
    }

    /// The scoresheet for whoever brings these secrets: that of a game that is over, and that of a
    /// running one for somebody who may see everything in it anyway, so that it can go on elsewhere.
    ///
    /// What was said is left out of a running one: whoever plays it again says it anew.
    ///
    /// # Errors
    ///
    /// Fails while the game is being played and something in it is hidden from them.
    pub fn scoresheet_for(&self, secrets: &Secrets) -> Result<Cow<'_, Scoresheet>, Error> {
        if self.status == Status::Playing && self.sees_all(secrets) {
            return self.running_sheet().map(Cow::Owned);
        }
        self.scoresheet().map(Cow::Borrowed)
    }

    /// The scoresheet of the running game with everything that is hidden in it, and without what was
    /// said.
    ///
    /// # Errors
    ///
    /// Fails when no game is being played.
    pub fn running_sheet(&self) -> Result<Scoresheet, Error> {
        self.must_be_playing()?;
        self.table().map(|table| table.scoresheet().without_words()).ok_or_else(|| self.why_not_playing())
    }

    /// Whether the secrets open all seats that people sit on, so that nobody else plays here.
    pub(super) fn has_everybody(&self, secrets: &Secrets) -> bool {
        let people = || Seat::first(self.chairs.len()).filter(|seat| self.person(*seat).is_some());
        people().next().is_some() && people().all(|seat| self.holds(seat, secrets))
    }

    /// Whether the secrets open everything that is hidden at the table: all its seats, or all that
    /// people sit on where the game hides nothing.
    fn sees_all(&self, secrets: &Secrets) -> bool {
        let has_bots = self.chairs.iter().any(|chair| matches!(chair.occupant, Occupant::Bot { .. }));
        self.has_everybody(secrets) && (self.about().open || !has_bots)
    }

    /// Where the rematch is.
    pub fn rematch(&self) -> Option<&TableId> {
        self.rematch.as_ref()
    }

    /// When a clock falls or the time of the rules is up.
    pub fn deadline(&self) -> Option<i64> {
        self.clocks.deadline().filter(|_| self.status == Status::Playing)
    }

    /// Whether the seat has something to decide.
    pub fn must_act(&self, seat: Seat) -> bool {
        self.status == Status::Playing && self.acting.contains(&seat)
    }

    /// The seats that have something to decide, in seat order.
    pub fn acting(&self) -> &[Seat] {
        if self.status == Status::Playing { &self.acting } else { &[] }
    }

    /// The secrets of the people whose turn has begun, given who was to act before; nobody who has
    /// left is among them.
    pub fn turns_begun(&self, before: &[Seat]) -> Vec<Digest> {
        let begun = self.acting().iter().filter(|seat| !before.contains(seat) && self.is_present(**seat));
        begun.filter_map(|seat| self.token(*seat).cloned()).collect()
    }

    /// The secrets of everybody who holds a seat.
    pub fn holders(&self) -> Vec<Digest> {
        Seat::first(self.chairs.len()).filter_map(|seat| self.token(seat).cloned()).collect()
    }

    /// Seats for which a bot must act now, and how well it plays.
    pub fn bots_to_act(&self) -> Vec<(Seat, String)> {
        if self.status != Status::Playing {
            return Vec::new();
        }
        let level = |seat: &Seat| match &self.chairs[seat.index()].occupant {
            Occupant::Bot { level } | Occupant::Person(Person { substitute: Some(level), .. }) => {
                Some((*seat, level.clone()))
            }
            Occupant::Person(_) | Occupant::Free | Occupant::Invited => None,
        };
        self.acting.iter().filter_map(level).collect()
    }

    /// A glimpse for a bot that must act.
    ///
    /// # Errors
    ///
    /// Fails when the game's program does.
    pub fn glimpse_for(&mut self, seat: Seat) -> Result<kit_play::Glimpse, Error> {
        let table = self.playing()?;
        guarded(|| table.glimpse(Viewer::Seat(seat)))
    }

    /// The running game.
    fn playing(&mut self) -> Result<&mut Table, Error> {
        let why_not = self.why_not_playing();
        let table = self.reading.as_mut().filter(|_| self.status == Status::Playing);
        table.and_then(Reading::whole_mut).ok_or(why_not)
    }

    /// Why a table that is not being played is not.
    fn why_not_playing(&self) -> Error {
        match self.status {
            Status::Over => Error::Over,
            Status::Frozen => Error::Frozen,
            Status::Outdated => Error::Outdated,
            Status::Closed => Error::UnknownTable,
            Status::Waiting | Status::Playing => Error::NotStarted,
        }
    }

    fn must_be_playing(&self) -> Result<(), Error> {
        if self.status == Status::Playing { Ok(()) } else { Err(self.why_not_playing()) }
    }

    fn must_wait(&self) -> Result<(), Error> {
        match self.status {
            Status::Waiting => Ok(()),
            Status::Playing => Err(Error::AlreadyStarted),
            Status::Over | Status::Frozen | Status::Outdated | Status::Closed => Err(self.why_not_playing()),
        }
    }

    fn terms(&self) -> Result<Terms, Error> {
        if self.about().is_gone() {
            return Err(Error::UnknownGame(excerpt(self.about().id)));
        }
        self.agreed.header.terms(self.about()).map_err(|bad| Error::BadTerms(bad.sentence()))
    }

    fn options(&self) -> BTreeMap<String, String> {
        self.agreed.header.options.clone()
    }
}

/// The seat of a game with this name, at a table with so many seats.
///
/// # Errors
///
/// Fails when the table has no such seat.
pub fn seat_named(about: &'static About, seats: usize, name: &str) -> Result<Seat, Error> {
    about
        .seat_among(seats, name)
        .ok_or_else(|| Error::UnknownSeat { found: excerpt(name), expected: about.seats[..seats].to_vec() })
}

/// The viewer with this name: a seat's, or `public`.
///
/// # Errors
///
/// Fails when the table has no such seat.
pub fn viewer_named(about: &'static About, seats: usize, name: &str) -> Result<Viewer, Error> {
    if name == "public" { Ok(Viewer::Public) } else { seat_named(about, seats, name).map(Viewer::Seat) }
}

/// Runs code of a game; when it panics, the table is frozen and nothing else.
///
/// # Errors
///
/// Fails when it panics.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Error> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| Error::Frozen)
}
