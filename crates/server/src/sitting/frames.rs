//! What leaves: one function makes every frame of every viewer.
//!
//! A frame is made from the viewer's glimpse, from what the viewer heard, and from what
//! everybody at the table knows.
//! Its number goes up only when something in it changed for that viewer, so another seat's
//! secret action leaves no gap.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use kit_play::wire::GlimpseAnswer;
use kit_play::{Channel, Seat, Viewer};
use serde_json::value::RawValue;

use super::{Sitting, guarded};
use crate::error::Error;
use crate::record::{Occupant, Stamp};
use crate::wire::{ChannelName, ChatNote, ClockNote, Frame, FrameBody, LineNote, Status, TableNote};

/// What a connection has been shown.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    number: u32,
    lines: usize,
    chat: usize,
    undos: u32,
    /// Whether the counts are known to be those of the number.
    counted: bool,
}

impl Seen {
    /// A connection that says the last number it saw.
    pub fn after(number: u32) -> Seen {
        Seen { number, ..Seen::default() }
    }

    /// The number of the last frame that it saw.
    pub fn number(&self) -> u32 {
        self.number
    }
}

/// The body of a viewer's frame, and what tells it from others.
pub(super) struct Shown {
    body: Arc<RawValue>,
    print: Fingerprint,
}

/// What tells a viewer's frame from others.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Fingerprint {
    body: u64,
    offers: u64,
    lines: usize,
    chat: usize,
}

impl Sitting {
    /// What is new for a viewer; nothing when it has seen everything.
    ///
    /// # Errors
    ///
    /// Fails when the game's program does.
    pub fn frame(&mut self, viewer: Viewer, seen: &mut Seen, now: i64) -> Result<Option<Frame>, Error> {
        let index = self.viewer_index(viewer);
        let Stamp(number, prompt) = self.stamps[index];
        let shown = self.shown(viewer)?;
        let (body, Fingerprint { lines, chat, .. }) = (Arc::clone(&shown.body), shown.print);
        let goes_on = seen.counted && seen.undos == self.undos;
        let from = if goes_on { (seen.lines, seen.chat) } else { (0, 0) };
        let news = seen.number != number;
        *seen = Seen { number, lines, chat, undos: self.undos, counted: true };
        if !news {
            return Ok(None);
        }
        Ok(Some(Frame {
            number,
            prompt,
            body,
            clocks: self.clock_notes(now),
            timer: self.clocks.timer_left(now),
            lines_from: from.0,
            lines: self.lines(viewer).skip(from.0).collect(),
            chat_from: from.1,
            chat: self.chat_of(viewer).skip(from.1).collect(),
        }))
    }

    /// The whole frame of a viewer.
    ///
    /// # Errors
    ///
    /// Fails when the game's program does.
    pub fn whole_frame(&mut self, viewer: Viewer, now: i64) -> Result<Frame, Error> {
        let frame = self.frame(viewer, &mut Seen::default(), now)?;
        Ok(frame.expect("numbers of frames start at 1"))
    }

    /// The number of the viewer's frame and prompt.
    pub fn stamp(&self, viewer: Viewer) -> Stamp {
        self.stamps[self.viewer_index(viewer)]
    }

    /// For each line that the viewer has heard, the number of the frame that showed the board then.
    pub fn frames_of_lines(&self, viewer: Viewer) -> Vec<u32> {
        self.lines(viewer).map(|line| line.frame).collect()
    }

    /// How much is left of the time that the rules give, in milliseconds.
    pub fn timer_left(&self, now: i64) -> Option<u64> {
        self.clocks.timer_left(now)
    }

    pub(super) fn viewer_index(&self, viewer: Viewer) -> usize {
        viewer.seat().map_or(self.chairs.len(), Seat::index)
    }

    /// The numbers after a change, given what viewers were shown before it.
    pub(super) fn stamps_after(&mut self, before: &[Fingerprint]) -> Result<Vec<Stamp>, Error> {
        let after = self.fingerprints()?;
        let stamp = |((before, after), Stamp(frame, prompt)): ((&Fingerprint, &Fingerprint), &Stamp)| {
            let (changed, prompted) = (before != after, before.offers != after.offers);
            Stamp(frame + u32::from(changed), prompt + u32::from(prompted))
        };
        Ok(before.iter().zip(&after).zip(&self.stamps).map(stamp).collect())
    }

    /// What tells each viewer's frame from others.
    pub(super) fn fingerprints(&mut self) -> Result<Vec<Fingerprint>, Error> {
        Viewer::all(self.chairs.len()).map(|viewer| Ok(self.shown(viewer)?.print)).collect()
    }

    pub(super) fn forget_shown(&mut self) {
        self.shown.iter_mut().for_each(|shown| *shown = None);
    }

    fn shown(&mut self, viewer: Viewer) -> Result<&Shown, Error> {
        let index = self.viewer_index(viewer);
        if self.shown[index].is_none() {
            self.shown[index] = Some(self.show(viewer)?);
        }
        Ok(self.shown[index].as_ref().expect("it has just been made"))
    }

    fn show(&self, viewer: Viewer) -> Result<Shown, Error> {
        let body = self.body(viewer)?;
        let offers = body.glimpse.as_ref().map(|glimpse| {
            let actions: Vec<&str> = glimpse.offers.iter().map(|offer| offer.action.as_str()).collect();
            (actions, glimpse.outcome.is_some())
        });
        let offers = hash_of(&offers);
        let body = serde_json::value::to_raw_value(&body).expect("a frame can always be written as JSON");
        let print = Fingerprint {
            body: hash_of(&body.get()),
            offers,
            lines: self.lines(viewer).count(),
            chat: self.chat_of(viewer).count(),
        };
        Ok(Shown { body: Arc::from(body), print })
    }

    fn body(&self, viewer: Viewer) -> Result<FrameBody, Error> {
        let about = self.about();
        let glimpse = match &self.table {
            Some(table) if self.status != Status::Frozen => Some(guarded(|| {
                let outcome = table.outcome();
                GlimpseAnswer::new(about, &table.glimpse(viewer), outcome.as_ref())
            })?),
            Some(_) | None => None,
        };
        Ok(FrameBody { table: self.note(viewer)?, glimpse })
    }

    /// What a viewer knows of the table.
    ///
    /// # Errors
    ///
    /// Fails when the game's program does.
    pub fn note(&self, viewer: Viewer) -> Result<TableNote, Error> {
        let about = self.about();
        let team_name = |team: &kit_play::Team| about.teams.get(team.index()).copied().unwrap_or("nobody");
        Ok(TableNote {
            table: self.id.to_string(),
            game: about.id,
            edition: self.terms.edition(),
            options: self.options(),
            status: self.status,
            seats: self.seat_notes(),
            public: self.agreed.public,
            spectators: self.agreed.spectators,
            clock: self.agreed.clock,
            draw_offers: self.draw_offers.iter().map(|team| team_name(team).to_owned()).collect(),
            undo: self.undo.as_ref().map(|question| about.seat_name(question.seat).to_owned()),
            rematch: self.rematch.as_ref().map(ToString::to_string),
            channels: self.channels(viewer)?,
            may: viewer.seat().map_or_else(Vec::new, |seat| self.may(seat)),
        })
    }

    /// The rooms in which a viewer may speak.
    pub(super) fn channels(&self, viewer: Viewer) -> Result<Vec<ChannelName>, Error> {
        let Viewer::Seat(seat) = viewer else { return Ok(Vec::new()) };
        if !matches!(self.chairs[seat.index()].occupant, Occupant::Person { .. }) {
            return Ok(Vec::new());
        }
        let name = |channel: &Channel| match channel {
            Channel::All => ChannelName::All,
            Channel::Team => ChannelName::Team,
        };
        match (&self.table, self.status) {
            (_, Status::Frozen | Status::Closed) => Ok(Vec::new()),
            (Some(table), Status::Playing) => {
                guarded(|| table.glimpse(viewer).channels().iter().map(name).collect())
            }
            (_, Status::Waiting | Status::Over | Status::Playing) => Ok(vec![ChannelName::All]),
        }
    }

    fn lines(&self, viewer: Viewer) -> impl Iterator<Item = LineNote> + '_ {
        let index = self.viewer_index(viewer);
        let heard = self.table.iter().flat_map(move |table| table.heard(viewer));
        heard.map(move |(entry, text)| {
            let frame = self.frames_then.get(entry).map_or(self.stamps[index].0, |stamps| stamps[index].0);
            LineNote { frame, text: text.to_owned() }
        })
    }

    fn chat_of(&self, viewer: Viewer) -> impl Iterator<Item = ChatNote> + '_ {
        let heard = self.chat.iter().filter(move |line| self.hears(viewer, line));
        heard.map(|line| ChatNote {
            seat: self.about().seat_name(line.seat).to_owned(),
            name: line.name.clone(),
            channel: line.channel,
            text: line.text.clone(),
        })
    }

    fn clock_notes(&self, now: i64) -> Vec<ClockNote> {
        let note = |(seat, milliseconds, running): (Seat, u64, bool)| ClockNote {
            seat: self.about().seat_name(seat).to_owned(),
            milliseconds,
            running,
        };
        self.clocks.shown(now).into_iter().map(note).collect()
    }
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
