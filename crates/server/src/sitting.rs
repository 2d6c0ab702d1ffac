//! A table with the people around it: the fold of its records.
//!
//! A sitting is brought up to date record by record.
//! A command first changes the sitting and then is written down; when it cannot be written, the
//! sitting is thrown away and folded anew, so nobody ever sees what is not in the store.

mod clocks;
mod conduct;
mod frames;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use kit_play::text::either;
use kit_play::{About, Arrangement, Chance, Conduct, Listed, Said, Seat, Table, Team, Terms, Viewer};

use crate::error::Error;
use crate::record::{Chair, Deed, Occupant, OpenedDeed, Record, Stamp};
use crate::store::{IndexEntry, StoredRecord};
use crate::table_id::{Digest, TableId};
use crate::wire::{ChannelName, LobbyNote, SeatNote, SitterKind, Status};
use clocks::Clocks;
pub use conduct::{Before, Carried, clean_name, level, new_invitation};
pub use frames::Seen;
use frames::Shown;

/// The games that can be played.
pub type Catalogue = &'static [&'static dyn Listed];

/// Secrets that came with a request, as digests.
#[derive(Clone, Debug, Default)]
pub struct Secrets(pub Vec<Digest>);

impl Secrets {
    /// Whether one of them is this one; looks at all of them.
    pub fn open(&self, digest: &Digest) -> bool {
        self.0.iter().fold(false, |found, secret| secret.matches(digest) | found)
    }
}

/// A table with the people around it.
pub struct Sitting {
    id: TableId,
    head: u32,
    game: &'static dyn Listed,
    terms: Terms,
    agreed: OpenedDeed,
    chairs: Vec<Chair>,
    status: Status,
    table: Option<Table>,
    /// Seats that have something to decide.
    acting: Vec<Seat>,
    chat: Vec<ChatLine>,
    draw_offers: Vec<Team>,
    undo: Option<UndoQuestion>,
    /// How often something was taken back.
    undos: u32,
    rematch: Option<TableId>,
    clocks: Clocks,
    stamps: Vec<Stamp>,
    /// For the deal, each entry and the end by conduct: each viewer's frame after it.
    frames_then: Vec<Vec<Stamp>>,
    shown: Vec<Option<Arc<Shown>>>,
}

/// Something that a player said, and who hears it.
struct ChatLine {
    seat: Seat,
    name: String,
    channel: ChannelName,
    audience: Option<Vec<u8>>,
    text: String,
}

/// Somebody asks to take something back.
struct UndoQuestion {
    seat: Seat,
    entries: usize,
    granted: Vec<Seat>,
}

impl Sitting {
    /// Folds the records of a table.
    ///
    /// # Errors
    ///
    /// Fails when there are none, or when they do not hold.
    pub fn fold(catalogue: Catalogue, id: TableId, records: &[StoredRecord]) -> Result<Sitting, Error> {
        let (first, rest) = records.split_first().ok_or(Error::UnknownTable)?;
        let record = Record::read(first)?;
        let Deed::Opened(agreed) = record.deed else { return Err(Error::Frozen) };
        let mut sitting = Sitting::opened(catalogue, id, *agreed)?;
        sitting.number(first.number, record.stamps);
        sitting.catch_up(rest)?;
        Ok(sitting)
    }

    /// A table that was just opened.
    ///
    /// # Errors
    ///
    /// Fails when its game cannot be played by these terms.
    pub fn opened(catalogue: Catalogue, id: TableId, agreed: OpenedDeed) -> Result<Sitting, Error> {
        let game = kit_play::referee::listed(catalogue, &agreed.game)
            .ok_or_else(|| Error::UnknownGame(kit_play::text::excerpt(&agreed.game)))?;
        let arrangement = agreed.arrangement.as_deref().map(str::parse::<Arrangement>).transpose()?;
        let (edition, seats) = (Some(agreed.edition.as_str()), Some(agreed.chairs.len()));
        let terms = Terms::agree(game.about(), edition, &agreed.options, seats, arrangement)?;
        let viewers = agreed.chairs.len() + 1;
        let mut sitting = Sitting {
            id,
            head: 0,
            game,
            terms,
            chairs: agreed.chairs.clone(),
            clocks: Clocks::new(agreed.clock, agreed.chairs.len()),
            agreed,
            status: Status::Waiting,
            table: None,
            acting: Vec::new(),
            chat: Vec::new(),
            draw_offers: Vec::new(),
            undo: None,
            undos: 0,
            rematch: None,
            stamps: vec![Stamp(1, 1); viewers],
            frames_then: Vec::new(),
            shown: (0..viewers).map(|_| None).collect(),
        };
        if sitting.agreed.revision != sitting.about().revision {
            sitting.status = Status::Frozen;
        }
        Ok(sitting)
    }

    /// Applies records that were written elsewhere.
    ///
    /// # Errors
    ///
    /// Fails when they cannot be read; a deed that does not hold freezes the table.
    pub fn catch_up(&mut self, records: &[StoredRecord]) -> Result<(), Error> {
        let head = self.head;
        for stored in records.iter().filter(|stored| stored.number > head) {
            let record = Record::read(stored)?;
            if self.status != Status::Frozen && self.apply(stored.at, &record.deed).is_err() {
                tracing::error!(table.id = %self.id, entry = stored.number, "a record does not hold, table frozen");
                self.status = Status::Frozen;
            }
            self.number(stored.number, record.stamps);
        }
        Ok(())
    }

    /// Takes the numbers of a record that is in the store.
    fn number(&mut self, number: u32, stamps: Vec<Stamp>) {
        self.head = number;
        self.stamps = stamps;
        if let Some(table) = &self.table {
            let said = table.entries() + 1 + usize::from(table.scoresheet().conduct.is_some());
            while self.frames_then.len() < said {
                self.frames_then.push(self.stamps.clone());
            }
            self.frames_then.truncate(said);
        }
        self.shown.iter_mut().for_each(|shown| *shown = None);
    }

    /// Applies a deed that is in the store.
    fn apply(&mut self, at: i64, deed: &Deed) -> Result<(), Error> {
        match deed {
            Deed::Opened(_) => return Err(Error::Frozen),
            Deed::Planned { seat, chair } => *self.chair_mut(*seat)? = chair.clone(),
            Deed::Seated { seat, name, token } => self.seat(*seat, name.clone(), token.clone())?,
            Deed::Swapped { one, other } => {
                let most = self.chairs.len();
                if usize::from(*one.max(other)) >= most {
                    return Err(Error::Frozen);
                }
                self.chairs.swap(usize::from(*one), usize::from(*other));
            }
            Deed::Started { order, rolls } => {
                self.start(at, order, &mut Chance::remembered(rolls.iter().copied()))?;
            }
            Deed::Acted { seat, action, rolls, said } => {
                let mut chance = Chance::remembered(rolls.iter().copied());
                let spoken = self.act(at, Seat(*seat), action, &mut chance)?.1;
                self.compare(&chance, fingerprint(&spoken), *said)?;
            }
            Deed::TimeUp { rolls, said } => {
                let mut chance = Chance::remembered(rolls.iter().copied());
                let spoken = self.time_up(at, &mut chance)?;
                self.compare(&chance, fingerprint(&spoken), *said)?;
            }
            Deed::Said { seat, channel, audience, text } => {
                let name = self.player_name(Seat(*seat));
                let (channel, audience, text) = (*channel, audience.clone(), text.clone());
                self.chat.push(ChatLine { seat: Seat(*seat), name, channel, audience, text });
            }
            Deed::DrawOffered { team } => self.draw_offers.push(Team(*team)),
            Deed::DrawDeclined => self.draw_offers.clear(),
            Deed::UndoAsked { seat, entries } => {
                self.undo = Some(UndoQuestion { seat: Seat(*seat), entries: *entries, granted: Vec::new() });
            }
            Deed::UndoGranted { seat } => {
                self.undo.iter_mut().for_each(|question| question.granted.push(Seat(*seat)));
            }
            Deed::UndoRefused => self.undo = None,
            Deed::Undone { entries } => self.take_back(at, *entries)?,
            Deed::Left { seat } => self.set_away(*seat, true)?,
            Deed::Returned { seat } => self.set_away(*seat, false)?,
            Deed::Replaced { seat, level } => {
                if let Occupant::Person { substitute, .. } = &mut self.chair_mut(*seat)?.occupant {
                    *substitute = Some(level.clone());
                }
            }
            Deed::Ended { conduct } => self.end(at, conduct.parse()?)?,
            Deed::Rematch { table } => self.rematch = table.parse().ok(),
            Deed::Closed => self.status = Status::Closed,
            Deed::Frozen => self.status = Status::Frozen,
        }
        Ok(())
    }

    /// A deed of the store must go as it went when it was written.
    fn compare(&self, chance: &Chance, said: u64, written: u64) -> Result<(), Error> {
        if chance.is_true_to_record() && said == written { Ok(()) } else { Err(Error::Frozen) }
    }

    fn seat(&mut self, seat: u8, name: Option<String>, token: Digest) -> Result<(), Error> {
        let chair = self.chair_mut(seat)?;
        let name = match &chair.occupant {
            // A player who comes from another device keeps the name.
            Occupant::Person { name: kept, .. } => name.or_else(|| kept.clone()),
            Occupant::Free | Occupant::Invited | Occupant::Bot { .. } => name,
        };
        let occupant = Occupant::Person { name, token, away: false, substitute: None };
        *chair = Chair { occupant, invitation: None };
        Ok(())
    }

    fn set_away(&mut self, seat: u8, gone: bool) -> Result<(), Error> {
        if let Occupant::Person { away, substitute, .. } = &mut self.chair_mut(seat)?.occupant {
            *away = gone;
            *substitute = None;
        }
        Ok(())
    }

    fn start(&mut self, at: i64, order: &[u8], chance: &mut Chance) -> Result<Vec<u32>, Error> {
        let mut seen = vec![false; self.chairs.len()];
        let known = order
            .iter()
            .all(|seat| seen.get_mut(usize::from(*seat)).is_some_and(|seen| !std::mem::replace(seen, true)));
        if !known || order.len() != self.chairs.len() {
            return Err(Error::Frozen);
        }
        self.chairs = order.iter().map(|seat| self.chairs[usize::from(*seat)].clone()).collect();
        let (game, terms) = (self.game, self.terms.clone());
        let mut table = guarded(|| Table::open(game, &terms, chance))??;
        for seat in Seat::first(self.chairs.len()) {
            table.name_player(seat, &self.player_name(seat));
        }
        let rolls = table.scoresheet().setup.clone();
        self.table = Some(table);
        self.status = Status::Playing;
        self.settle(at)?;
        Ok(rolls)
    }

    fn act(
        &mut self,
        at: i64,
        seat: Seat,
        action: &str,
        chance: &mut Chance,
    ) -> Result<(kit_play::Entry, Vec<Said>), Error> {
        let table = self.playing()?;
        let ruling = guarded(|| table.act(seat, action, chance))??;
        self.clocks.stop(seat, at);
        self.draw_offers.clear();
        self.undo = None;
        self.settle(at)?;
        Ok((ruling.entry, ruling.said))
    }

    fn time_up(&mut self, at: i64, chance: &mut Chance) -> Result<Vec<Said>, Error> {
        let table = self.playing()?;
        let ruling = guarded(|| table.time_up(chance))??;
        self.undo = None;
        self.settle(at)?;
        Ok(ruling.said)
    }

    fn take_back(&mut self, at: i64, entries: usize) -> Result<(), Error> {
        let table = self.playing()?;
        if !guarded(|| table.undo(entries))? {
            return Err(Error::NotNow("that cannot be taken back"));
        }
        self.undo = None;
        self.undos += 1;
        self.draw_offers.clear();
        self.settle(at)
    }

    fn end(&mut self, at: i64, conduct: Conduct) -> Result<(), Error> {
        let table = self.playing()?;
        guarded(|| table.end(conduct))?;
        self.settle(at)
    }

    /// Lets clocks run for those who have something to decide, and sees whether the game is over.
    fn settle(&mut self, at: i64) -> Result<(), Error> {
        let Some(table) = &self.table else { return Ok(()) };
        let (over, acting, timer) = guarded(|| (table.outcome().is_some(), table.acting(), table.timer()))?;
        if over {
            self.status = Status::Over;
            self.undo = None;
            self.draw_offers.clear();
        }
        self.clocks.run_for(&acting, at);
        self.acting = acting;
        self.clocks.set_timer(timer.filter(|_| !over), at);
        Ok(())
    }

    /// The running game.
    fn playing(&mut self) -> Result<&mut Table, Error> {
        match (self.status, &mut self.table) {
            (Status::Playing, Some(table)) => Ok(table),
            (Status::Over, _) => Err(Error::Over),
            (Status::Frozen, _) => Err(Error::Frozen),
            (Status::Closed, _) => Err(Error::UnknownTable),
            (Status::Waiting | Status::Playing, _) => Err(Error::NotStarted),
        }
    }

    fn chair_mut(&mut self, seat: u8) -> Result<&mut Chair, Error> {
        self.chairs.get_mut(usize::from(seat)).ok_or(Error::Frozen)
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
    pub fn agreed(&self) -> &OpenedDeed {
        &self.agreed
    }

    /// The game as it is played, once it has started.
    pub fn table(&self) -> Option<&Table> {
        self.table.as_ref()
    }

    /// Where the rematch is.
    pub fn rematch(&self) -> Option<&TableId> {
        self.rematch.as_ref()
    }

    /// The seat with this name.
    ///
    /// # Errors
    ///
    /// Fails when this table has no such seat.
    pub fn seat_named(&self, name: &str) -> Result<Seat, Error> {
        let seats = self.chairs.len();
        let found = self.about().seat_named(name).filter(|seat| seat.index() < seats);
        found.ok_or_else(|| Error::UnknownSeat {
            found: kit_play::text::excerpt(name),
            expected: either(&self.about().seats[..seats]),
        })
    }

    /// Whether one of the secrets is the seat's.
    pub fn holds(&self, seat: Seat, secrets: &Secrets) -> bool {
        match self.chairs.get(seat.index()).map(|chair| &chair.occupant) {
            Some(Occupant::Person { token, .. }) => secrets.open(token),
            Some(Occupant::Free | Occupant::Invited | Occupant::Bot { .. }) | None => false,
        }
    }

    /// The digest of the seat's secret.
    pub fn token(&self, seat: Seat) -> Option<&Digest> {
        match &self.chairs.get(seat.index())?.occupant {
            Occupant::Person { token, .. } => Some(token),
            Occupant::Free | Occupant::Invited | Occupant::Bot { .. } => None,
        }
    }

    /// Whether one of the secrets is the host's.
    pub fn is_host(&self, secrets: &Secrets) -> bool {
        secrets.open(&self.agreed.host)
    }

    /// The seats that the secrets open.
    pub fn seats_of(&self, secrets: &Secrets) -> Vec<Seat> {
        Seat::first(self.chairs.len()).filter(|seat| self.holds(*seat, secrets)).collect()
    }

    /// Whether the seat has something to decide.
    pub fn must_act(&self, seat: Seat) -> bool {
        self.status == Status::Playing && self.acting.contains(&seat)
    }

    /// Seats for which a bot must act now, and how well it plays.
    pub fn bots_to_act(&self) -> Vec<(Seat, String)> {
        if self.status != Status::Playing {
            return Vec::new();
        }
        let level = |seat: &Seat| match &self.chairs[seat.index()].occupant {
            Occupant::Bot { level } | Occupant::Person { substitute: Some(level), .. } => {
                Some((*seat, level.clone()))
            }
            Occupant::Person { substitute: None, .. } | Occupant::Free | Occupant::Invited => None,
        };
        self.acting.iter().filter_map(level).collect()
    }

    /// When a clock falls or the time of the rules is up.
    pub fn deadline(&self) -> Option<i64> {
        self.clocks.deadline().filter(|_| self.status == Status::Playing)
    }

    fn player_name(&self, seat: Seat) -> String {
        let seat_name = kit_play::outcome::capitalized(self.about().seat_name(seat));
        match self.chairs.get(seat.index()).map(|chair| &chair.occupant) {
            Some(Occupant::Person { name, .. }) => name.clone().unwrap_or(seat_name),
            Some(Occupant::Bot { level }) => format!("{level} bot"),
            Some(Occupant::Free | Occupant::Invited) | None => seat_name,
        }
    }

    /// The seats as everybody knows them.
    fn seat_notes(&self) -> Vec<SeatNote> {
        Seat::first(self.chairs.len()).map(|seat| self.seat_note(seat)).collect()
    }

    fn seat_note(&self, seat: Seat) -> SeatNote {
        let about = self.about();
        let (sitter, name, level) = match &self.chairs[seat.index()].occupant {
            Occupant::Free => (SitterKind::Free, None, None),
            Occupant::Invited => (SitterKind::Invited, None, None),
            Occupant::Bot { level } => (SitterKind::Bot, None, Some(level.clone())),
            Occupant::Person { name, substitute: Some(level), .. } => {
                (SitterKind::Bot, name.clone(), Some(level.clone()))
            }
            Occupant::Person { name, away: true, .. } => (SitterKind::Away, name.clone(), None),
            Occupant::Person { name, .. } => (SitterKind::Person, name.clone(), None),
        };
        let team = self.game.team_of(seat);
        let team = about.teams.get(team.index()).copied().unwrap_or("nobody").to_owned();
        SeatNote { seat: about.seat_name(seat).to_owned(), team, sitter, name, level }
    }

    /// What the store keeps beside the records.
    pub fn index(&self, bot_patience: i64, at: i64) -> IndexEntry {
        let lobby = LobbyNote {
            table: self.id.to_string(),
            game: self.agreed.game.clone(),
            edition: self.agreed.edition.clone(),
            status: self.status,
            seats: self.seat_notes(),
            spectators: self.agreed.spectators,
            clock: self.agreed.clock,
        };
        let bots = (!self.bots_to_act().is_empty()).then_some(at + bot_patience);
        let codes = self.chairs.iter().filter_map(|chair| chair.invitation.as_ref());
        IndexEntry {
            table: self.id.clone(),
            listed: self.agreed.public && matches!(self.status, Status::Waiting | Status::Playing),
            due: self.deadline().into_iter().chain(bots).min(),
            lobby: serde_json::to_string(&lobby).expect("a lobby entry can always be written as JSON"),
            codes: codes.map(|invitation| invitation.code.as_str().to_owned()).collect(),
        }
    }

    /// Who hears a line of chat.
    fn hears(&self, viewer: Viewer, line: &ChatLine) -> bool {
        match (&line.audience, viewer) {
            (None, _) => true,
            (Some(seats), Viewer::Seat(seat)) => seats.contains(&seat.0),
            (Some(_), Viewer::Public) => false,
        }
    }

    fn options(&self) -> BTreeMap<&'static str, String> {
        self.terms.choices().map(|(name, value)| (name, value.to_owned())).collect()
    }
}

/// Runs code of a game; when it panics, the table is frozen and nothing else.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Error> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| Error::Frozen)
}

/// A number that tells what was said from anything else.
fn fingerprint(said: &[Said]) -> u64 {
    // FNV-1a, because it must be the same on every node and in every version.
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let bytes = said.iter().flat_map(|said| {
        let ears = match said.ears {
            kit_play::Ears::All => u8::MAX,
            kit_play::Ears::Seat(seat) => seat.0,
        };
        [ears].into_iter().chain(said.text.bytes()).chain([0])
    });
    for byte in bytes {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    hash
}
