//! What leaves: one function makes every frame of every viewer.
//!
//! A frame is made from the viewer's glimpse, from what the viewer heard, and from what
//! everybody at the table knows.
//! Its number goes up only when something in it changed for that viewer, so another seat's
//! secret action leaves no gap.
//! What viewers are shown before and after a change is compared for all of them, whoever is
//! connected, so a number never tells who is there.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use kit_play::sentence::{Language, Names};
use kit_play::tabletop::Prompt;
use kit_play::wire::GlimpseAnswer;
use kit_play::{Channel, Glimpse, Reading, Seat, Sentence, Viewer, say};

use super::manners::courtesy;
use super::{Sitting, guarded};
use crate::agreed::Chair;
use crate::error::Error;
use crate::json::Json;
use crate::record::Stamp;
use crate::wire::{ChannelName, ChatNote, ClockNote, Frame, FrameBody, LineNote, Status, TableNote};

/// What a connection has been shown.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    number: u32,
    lines: usize,
    chat: usize,
    rewritten: u32,
    /// Whether the counts are known to be those of the number.
    counted: bool,
    /// The language that whoever is connected reads, if it is not English.
    language: Option<&'static Language>,
}

impl Seen {
    /// A connection that says the last number it saw.
    pub fn after(number: u32) -> Seen {
        Seen { number, ..Seen::default() }
    }

    /// The same connection of somebody who reads this language; English, if there is none.
    pub fn in_language(self, language: Option<&'static Language>) -> Seen {
        Seen { language, ..self }
    }

    /// The number of the last frame that it saw.
    pub fn number(&self) -> u32 {
        self.number
    }
}

/// What a viewer is shown, beside the time on clocks.
pub(super) struct Shown {
    body: FrameBody,
    /// A hash of what the viewer may do, and of whether the game is over.
    question: u64,
    /// How many lines the viewer has heard.
    lines: usize,
    /// How much chat the viewer has heard.
    chat: usize,
}

/// What a viewer sees of the game itself, made once for an action.
pub(super) struct Sight {
    glimpse: Json,
    question: u64,
    /// Whether the viewer has something to decide.
    pub(super) acts: bool,
    channels: Vec<ChannelName>,
}

/// What viewers were shown before a change.
pub struct ShownBefore(pub(super) Vec<Option<Arc<Shown>>>);

impl Shown {
    fn is_same(&self, other: &Shown) -> bool {
        let counts = |shown: &Shown| (shown.question, shown.lines, shown.chat);
        counts(self) == counts(other) && self.body == other.body
    }
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
        // It is written, and tables in memory are many.
        self.note = None;
        // What was heard is other than it was, though it may be as much.
        let rewritten = self.undos + self.dealt_by_hand;
        let goes_on = seen.counted && seen.rewritten == rewritten;
        let from = if goes_on { (seen.lines, seen.chat) } else { (0, 0) };
        // A table that the rules have left behind looks different at the same number.
        let left_behind = self.unplayed_from().is_some() && !seen.counted;
        let news = seen.number != number || left_behind;
        let language = seen.language;
        let counts = (shown.lines, shown.chat);
        *seen = Seen { number, lines: counts.0, chat: counts.1, rewritten, counted: true, language };
        if !news {
            return Ok(None);
        }
        let body = match language {
            None => shown.body.clone(),
            Some(language) => self.translated(viewer, language)?,
        };
        Ok(Some(Frame {
            number,
            prompt,
            body,
            clocks: self.clock_notes(now),
            timer: self.clocks.timer_left(now),
            lines_from: from.0,
            lines: self.lines(viewer, language, from.0),
            chat_from: from.1,
            chat: self.chat_of(viewer, language).skip(from.1).collect(),
        }))
    }

    /// The whole frame of a viewer who reads this language; English, if there is none.
    ///
    /// # Errors
    ///
    /// Fails when the game's program does.
    pub fn whole_frame(
        &mut self,
        viewer: Viewer,
        language: Option<&'static Language>,
        now: i64,
    ) -> Result<Frame, Error> {
        let frame = self.frame(viewer, &mut Seen::default().in_language(language), now)?;
        Ok(frame.expect("numbers of frames start at 1"))
    }

    /// The number of the viewer's frame and prompt.
    pub fn stamp(&self, viewer: Viewer) -> Stamp {
        self.stamps[self.viewer_index(viewer)]
    }

    /// How much is left of the time that the rules give, in milliseconds.
    pub fn timer_left(&self, now: i64) -> Option<u64> {
        self.clocks.timer_left(now)
    }

    pub(super) fn viewer_index(&self, viewer: Viewer) -> usize {
        viewer.seat().map_or(self.chairs.len(), Seat::index)
    }

    /// The numbers after a change, given what viewers were shown before it.
    pub(super) fn stamps_after(&mut self, before: &ShownBefore) -> Result<Vec<Stamp>, Error> {
        let viewers = Viewer::all(self.chairs.len()).zip(&before.0);
        let stamp = |(viewer, before): (Viewer, &Option<Arc<Shown>>)| {
            let (Stamp(frame, prompt), after) = (self.stamp(viewer), self.shown(viewer)?);
            let changed = before.as_ref().is_none_or(|before| !before.is_same(&after));
            let prompted = before.as_ref().is_none_or(|before| before.question != after.question);
            Ok(Stamp(frame + u32::from(changed), prompt + u32::from(prompted)))
        };
        let stamps = viewers.map(stamp).collect();
        self.note = None;
        stamps
    }

    /// What all viewers are shown; nothing for those at whose glimpse the game's program fails.
    pub(super) fn all_shown(&mut self) -> Vec<Option<Arc<Shown>>> {
        let shown = Viewer::all(self.chairs.len()).map(|viewer| self.shown(viewer).ok()).collect();
        self.note = None;
        shown
    }

    pub(super) fn forget_shown(&mut self) {
        self.shown.fill(None);
        self.note = None;
        self.translated.clear();
    }

    /// Somebody else sits here, or by another name.
    pub(super) fn forget_names(&mut self) {
        self.names.take();
        self.forget_sights();
    }

    /// The game goes on, so everybody sees something else.
    pub(super) fn forget_sights(&mut self) {
        self.sights.fill(None);
        self.forget_shown();
    }

    fn shown(&mut self, viewer: Viewer) -> Result<Arc<Shown>, Error> {
        let index = self.viewer_index(viewer);
        if let Some(shown) = &self.shown[index] {
            return Ok(Arc::clone(shown));
        }
        let sight = self.sight(viewer)?;
        let table = self.written_note(viewer, sight.as_deref(), None);
        let question = sight.as_ref().map(|sight| sight.question);
        let body = FrameBody { table, glimpse: sight.map(|sight| sight.glimpse.clone()) };
        let shown = Arc::new(Shown {
            body,
            question: hash_of(&question),
            lines: self.reading.as_ref().map_or(0, |reading| reading.lines_heard(viewer)),
            chat: self.chat.iter().filter(|line| self.hears(viewer, line)).count(),
        });
        self.shown[index] = Some(Arc::clone(&shown));
        Ok(shown)
    }

    /// What the viewer sees of the game; nothing before the start or once its program failed.
    pub(super) fn sight(&mut self, viewer: Viewer) -> Result<Option<Arc<Sight>>, Error> {
        let index = self.viewer_index(viewer);
        if self.sights[index].is_none() {
            self.sights[index] = self.look(viewer, None)?.map(Arc::new);
        }
        Ok(self.sights[index].clone())
    }

    /// What the viewer is shown, in another language; the numbers of frames go by the English.
    fn translated(&mut self, viewer: Viewer, language: &'static Language) -> Result<FrameBody, Error> {
        let index = self.viewer_index(viewer);
        let is_it =
            |(whose, code, _): &&(usize, &str, FrameBody)| *whose == index && *code == language.code();
        if let Some((.., body)) = self.translated.iter().find(is_it) {
            return Ok(body.clone());
        }
        let sight = self.look(viewer, Some(language))?;
        let table = self.written_note(viewer, sight.as_ref(), Some(language));
        let body = FrameBody { table, glimpse: sight.map(|sight| sight.glimpse) };
        self.translated.push((index, language.code(), body.clone()));
        Ok(body)
    }

    fn look(&self, viewer: Viewer, language: Option<&'static Language>) -> Result<Option<Sight>, Error> {
        let Some(table) = self.reading.as_ref().and_then(Reading::table).filter(|_| !self.frozen) else {
            return Ok(None);
        };
        let holds = self.table().is_some();
        guarded(|| {
            let glimpse = table.glimpse(viewer);
            let outcome = table.outcome().filter(|_| holds);
            let mut answer = GlimpseAnswer::new(self.about(), &glimpse, outcome.as_ref());
            if !holds {
                // The last position that holds is there to be looked at.
                answer.offers.clear();
                answer.barred.clear();
                answer.tabletop.prompt = Prompt { words: self.standstill(), ..Prompt::default() };
            }
            answer.say_as(&*self.voice(language));
            let actions: Vec<&str> = answer.offers.iter().map(|offer| offer.action.as_str()).collect();
            Some(Sight {
                question: hash_of(&(&actions, answer.outcome.is_some())),
                acts: !actions.is_empty(),
                channels: channels(&glimpse),
                glimpse: Json::of(&answer),
            })
        })
    }

    /// What there is to do where the rules cannot say it any more.
    fn standstill(&self) -> Sentence {
        match self.reading.as_ref().and_then(Reading::ending) {
            Some(ending) => say!("{outcome}.", outcome = ending.told(self.about())),
            None => say!("The rules have changed since this game began, so it stands still."),
        }
    }

    /// What sentences call the people here, in this language; English, if there is none.
    fn voice(&self, language: Option<&'static Language>) -> Cow<'_, Names> {
        let names = self.names.get_or_init(|| {
            let given: Vec<Option<&str>> = self.chairs.iter().map(Chair::name).collect();
            Names::at(self.game, &given)
        });
        match language {
            None => Cow::Borrowed(names),
            Some(_) => Cow::Owned(names.clone().in_language(language)),
        }
    }

    /// What sentences call the people here, in English.
    pub(super) fn names_of_people(&self) -> Names {
        self.voice(None).into_owned()
    }

    /// What a viewer knows of the table.
    ///
    /// # Errors
    ///
    /// Fails when the game's program does.
    pub fn note(&mut self, viewer: Viewer) -> Result<TableNote, Error> {
        let sight = self.sight(viewer)?;
        let mut note = self.note_of_all();
        self.add_own(&mut note, viewer, sight.as_deref());
        Ok(note)
    }

    /// The same for somebody whose sight of the game is known, as it is sent; what everybody knows is
    /// put together once for all viewers.
    fn written_note(
        &mut self,
        viewer: Viewer,
        sight: Option<&Sight>,
        language: Option<&'static Language>,
    ) -> Json {
        let mut note = self.note.take().unwrap_or_else(|| Box::new(self.note_of_all()));
        note.ended = self.ended(language);
        self.add_own(&mut note, viewer, sight);
        let written = Json::of(&note);
        self.note = Some(note);
        written
    }

    /// Puts in what is not the same for all viewers.
    fn add_own(&self, note: &mut TableNote, viewer: Viewer, sight: Option<&Sight>) {
        note.channels = self.channels_beside(viewer, sight);
        note.may = viewer.seat().map_or_else(Vec::new, |seat| self.may(seat));
        note.hints_taken = self.hints_taken(viewer);
    }

    /// What everybody knows of the table.
    fn note_of_all(&self) -> TableNote {
        let about = self.about();
        let team_name = |team: &kit_play::Team| about.teams.get(team.index()).copied().unwrap_or("nobody");
        TableNote {
            table: self.id.to_string(),
            game: about.id,
            edition: self.agreed.header.edition.clone(),
            options: self.options(),
            status: self.status,
            seats: self.seat_notes(),
            acting: self.acting_shown(),
            host: self.agreed.host_name.clone(),
            from: self.agreed.goes_on_after(),
            public: self.agreed.public,
            spectators: self.agreed.spectators.into(),
            clock: self.agreed.clock.map(Into::into),
            draw_offers: self.draw_offers.iter().map(|team| team_name(team).to_owned()).collect(),
            undo: self.undo.as_ref().map(|question| about.seat_name(question.seat).to_owned()),
            hints: self.allows_hints(),
            knowledge: self.allows_knowledge(),
            hints_taken: Vec::new(),
            real_board: self.real_board_note(),
            rematch: self.rematch.as_ref().map(ToString::to_string),
            channels: Vec::new(),
            may: Vec::new(),
            ended: self.ended(None),
        }
    }

    /// How a game ended that these rules cannot follow to its end, if that was written down.
    fn ended(&self, language: Option<&'static Language>) -> Option<String> {
        let unplayed = self.reading.as_ref().filter(|reading| reading.problem().is_some())?;
        Some(unplayed.ending()?.told(self.about()).words_in(&*self.voice(language)))
    }

    /// The seats that have something to decide, where everybody may know it.
    ///
    /// Where the title page says so, that follows from what the public sees, so it tells nobody
    /// anything, and a secret action changes it for nobody.
    fn acting_shown(&self) -> Vec<&'static str> {
        let about = self.about();
        let shown = self.status == Status::Playing && about.shows_turns;
        self.acting.iter().filter(|_| shown).map(|seat| about.seat_name(*seat)).collect()
    }

    /// The rooms in which a viewer may speak.
    pub(super) fn channels(&mut self, viewer: Viewer) -> Result<Vec<ChannelName>, Error> {
        let sight = self.sight(viewer)?;
        Ok(self.channels_beside(viewer, sight.as_deref()))
    }

    /// Whether the rules ask a seat not to speak to all now.
    pub(super) fn asks_for_silence(&mut self, seat: Seat) -> Result<bool, Error> {
        let sight = self.sight(Viewer::Seat(seat))?;
        let may_speak = sight.is_some_and(|sight| sight.channels.contains(&ChannelName::All));
        Ok(self.status == Status::Playing && !may_speak)
    }

    fn channels_beside(&self, viewer: Viewer, sight: Option<&Sight>) -> Vec<ChannelName> {
        if viewer.seat().is_none_or(|seat| self.person(seat).is_none()) {
            return Vec::new();
        }
        match (sight, self.status) {
            (_, Status::Frozen | Status::Closed) => Vec::new(),
            (Some(sight), Status::Playing) => sight.channels.clone(),
            (_, Status::Waiting | Status::Over | Status::Playing | Status::Outdated) => {
                vec![ChannelName::All]
            }
        }
    }

    /// What the viewer has heard, from a line on.
    pub(super) fn lines(
        &self,
        viewer: Viewer,
        language: Option<&'static Language>,
        from: usize,
    ) -> Vec<LineNote> {
        let Some(reading) = &self.reading else { return Vec::new() };
        let index = self.viewer_index(viewer);
        let names = self.voice(language);
        let note = |(entry, sentence): (usize, Cow<'_, Sentence>)| {
            let frame = self.frames_then.get(entry).map_or(self.stamps[index].0, |stamps| stamps[index].0);
            let mut words = sentence.into_owned();
            words.say_as(&*names);
            LineNote { frame, turn: reading.turn_of(entry), words }
        };
        // From the end, because a long game has many lines and hardly any of them are new.
        let new = reading.lines_heard(viewer).saturating_sub(from);
        let mut lines: Vec<LineNote> = reading.heard(viewer).rev().take(new).map(note).collect();
        lines.reverse();
        lines
    }

    /// What people have said to the viewer, and what bots have, in the viewer's language.
    fn chat_of(
        &self,
        viewer: Viewer,
        language: Option<&'static Language>,
    ) -> impl Iterator<Item = ChatNote> + '_ {
        let heard = self.chat.iter().filter(move |line| self.hears(viewer, line));
        heard.map(move |line| ChatNote {
            seat: self.about().seat_name(line.seat).to_owned(),
            name: line.name.clone(),
            channel: if line.audience.is_some() { ChannelName::Team } else { ChannelName::All },
            text: match language {
                Some(_) if self.has_bot(line.seat) => courtesy(&line.text, &*self.voice(language)),
                _ => line.text.clone(),
            },
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

fn channels(glimpse: &Glimpse) -> Vec<ChannelName> {
    let name = |channel: &Channel| match channel {
        Channel::All => ChannelName::All,
        Channel::Team => ChannelName::Team,
    };
    glimpse.channels().iter().map(name).collect()
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
