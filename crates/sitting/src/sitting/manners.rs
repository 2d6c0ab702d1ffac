//! How bots behave beside the game: they greet and thank, give up, and offer and answer draws.
//!
//! Greetings and thanks are said by a fixed rule, so they tell nothing of the game.
//! In the log they stand in English, as what people say stands there in the words that they chose;
//! whoever reads another language is shown them in it.
//!
//! What a bot wants beside its action follows from what it thought, so whoever lets bots think keeps
//! their [`Tempers`]; a server and a page do so alike.

use std::collections::BTreeMap;

use kit_bots::{Level, Temper, Thought, Wish};
use kit_play::sentence::Voice;
use kit_play::{Chance, Seat, Sentence, say};

use super::{Done, Sitting};
use crate::agreed::Occupant;
use crate::deed::Deed;
use crate::error::Error;
use crate::wire::Status;

fn greeting() -> Sentence {
    say!("Have a good game!")
}

fn thanks() -> Sentence {
    say!("Thank you for the game!")
}

/// What a bot said, in a voice; anything else as it is.
pub(super) fn courtesy(text: &str, voice: &dyn Voice) -> String {
    let said = [greeting(), thanks()].into_iter().find(|said| said.to_string() == text);
    said.map_or_else(|| text.to_owned(), |said| said.words_in(voice))
}

/// How the bots of a table see their game.
///
/// It is in no log: where it is lost, bots are patient for a little longer.
#[derive(Clone, Debug, Default)]
pub struct Tempers(BTreeMap<Seat, Temper>);

impl Tempers {
    /// Takes in what a bot thought before its action, and says what it would like beside it.
    pub fn after(&mut self, seat: Seat, level: Level, thought: &Thought) -> Option<Wish> {
        self.0.entry(seat).or_default().after(level, thought)
    }

    /// Whether a bot agrees on a draw that others offer, by how it saw the game when it last decided.
    pub fn accept_draw(&self, seat: Seat) -> bool {
        self.0.get(&seat).is_some_and(Temper::accepts_draw)
    }
}

impl Sitting {
    /// A bot does what it found, or gives up where it wants to and may; nothing if it no longer has to
    /// act.
    ///
    /// # Errors
    ///
    /// Refuses what is not on offer.
    pub fn bot_decides(
        &mut self,
        seat: Seat,
        (action, gives_up): (&str, bool),
        at: i64,
        chance: &mut Chance,
    ) -> Result<Option<Done>, Error> {
        if !self.bots_to_act().iter().any(|(waiting, _)| *waiting == seat) {
            return Ok(None);
        }
        if gives_up && self.bot_may_resign(seat) {
            return self.bot_resigns(seat, at).map(Some);
        }
        self.act(seat, action, at, chance).map(Some)
    }

    /// A bot answers the draw that is offered to its team, if one still is.
    ///
    /// # Errors
    ///
    /// Fails when the game's program does.
    pub fn bot_answers(&mut self, seat: Seat, agrees: bool, at: i64) -> Result<Option<Done>, Error> {
        if !self.bots_offered_draw().contains(&seat) {
            return Ok(None);
        }
        self.bot_answers_draw(seat, agrees, at).map(Some)
    }

    /// Bots that have yet to greet whoever sits here, or that have greeted and have yet to thank.
    pub fn bots_to_speak(&self) -> Vec<Seat> {
        let entries = self.reading.as_ref().map_or(0, |reading| reading.scoresheet().entries.len());
        let said = match self.status {
            Status::Playing if entries <= self.chairs.len() => 0,
            Status::Over => 1,
            Status::Playing | Status::Waiting | Status::Frozen | Status::Outdated | Status::Closed => {
                return Vec::new();
            }
        };
        if !self.is_attended() {
            return Vec::new();
        }
        let is_bot = |seat: &Seat| matches!(self.chairs[seat.index()].occupant, Occupant::Bot { .. });
        let lines = |seat: &Seat| self.chat.iter().filter(|line| line.seat == *seat).count();
        Seat::first(self.chairs.len()).filter(|seat| is_bot(seat) && lines(seat) == said).collect()
    }

    /// A bot greets or thanks, if it has yet to, and the rules do not ask for silence.
    ///
    /// # Errors
    ///
    /// Fails when the game's program does.
    pub fn bot_speaks(&mut self, seat: Seat, at: i64) -> Result<Option<Done>, Error> {
        if !self.bots_to_speak().contains(&seat) || self.asks_for_silence(seat)? {
            return Ok(None);
        }
        let said = if self.status == Status::Over { thanks() } else { greeting() };
        self.done(at, Deed::Said { seat, audience: None, text: said.to_string() }).map(Some)
    }
}
