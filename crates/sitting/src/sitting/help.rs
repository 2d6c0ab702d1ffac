//! Hints at a table: who may ask for them, what they are, and that they are written down.
//!
//! A hint is made from the glimpse of the seat that asks and from nothing else.
//! It takes thought, so whoever keeps the sitting asks a [`HintQuestion`] of it, lets that think
//! elsewhere, and writes down that the hint was taken before it is given.

use kit_bots::{Limit, advise};
use kit_play::sentence::{Language, Names};
use kit_play::wire::BeliefNote;
use kit_play::{Chance, Glimpse, Seat, Viewer, say};

use super::{Done, Sitting, guarded};
use crate::agreed::{HintDepth, Occupant};
use crate::deed::Deed;
use crate::error::Error;
use crate::wire::{self, HintNote, HintWhat, HintsTaken, KnowledgeNote, Status};

/// How many nodes a hint may look at.
pub const HINT_NODES: u64 = 30_000;

/// A hint that was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hinted {
    seat: Seat,
    depth: HintDepth,
    /// What it was about, by the seat's own numbers: how often others have acted may be a secret.
    prompt: u32,
}

/// What a seat wants a hint about.
pub struct HintQuestion {
    glimpse: Glimpse,
    names: Names,
    prompt: u32,
}

impl HintQuestion {
    /// The hint, for somebody who reads this language; English, if there is none.
    ///
    /// The same question has the same answer.
    ///
    /// # Errors
    ///
    /// Fails when there is nothing to advise, or the game's program fails.
    pub fn answer(
        self,
        depth: wire::HintDepth,
        language: Option<&'static Language>,
    ) -> Result<HintNote, Error> {
        let HintQuestion { glimpse, names, prompt } = self;
        let limit = Limit { nodes: Some(HINT_NODES), ..Limit::by_level() };
        let advice = guarded(|| advise(&glimpse, &limit, &mut Chance::seeded(u64::from(prompt))))?;
        let mut advice = advice.map_err(|none| Error::NotNow(none.sentence()))?;
        advice.say_as(&names.in_language(language));
        let what =
            advice.advised().cloned().filter(|_| depth == wire::HintDepth::What).map(|offer| HintWhat {
                offer,
                measure: advice.measure,
                reasons: advice.reasons,
                tells: advice.tells,
                line: advice.line,
            });
        Ok(HintNote { prompt, look: advice.look, what })
    }
}

impl Sitting {
    /// Whether players may ask for hints: as was agreed, or else where one person plays against bots.
    pub fn allows_hints(&self) -> bool {
        self.agreed.hints.unwrap_or_else(|| self.is_practice())
    }

    /// Whether players may be shown what they may know: as was agreed, or else where one person plays
    /// against bots.
    pub fn allows_knowledge(&self) -> bool {
        !self.about().open && self.agreed.knowledge.unwrap_or_else(|| self.is_practice())
    }

    /// Whether all chairs but one are for bots.
    fn is_practice(&self) -> bool {
        let is_bot = |occupant: &Occupant| matches!(occupant, Occupant::Bot { .. });
        self.chairs.iter().filter(|chair| !is_bot(&chair.occupant)).count() == 1
    }

    /// Whether a seat may ask for a hint now.
    pub(super) fn may_ask_hint(&self, seat: Seat) -> Result<(), Error> {
        self.must_be_playing()?;
        if !self.allows_hints() {
            return Err(Error::NotNow(say!("this table is played without hints")));
        }
        if !self.must_act(seat) || !self.is_present(seat) {
            return Err(Error::NotNow(say!("you have nothing to decide now, so there is no hint")));
        }
        Ok(())
    }

    /// What a seat wants a hint about, if it answers the prompt that is open.
    ///
    /// # Errors
    ///
    /// Fails when hints are not allowed, or there is nothing to decide.
    pub fn hint_question(&mut self, seat: Seat, prompt: u32) -> Result<HintQuestion, Error> {
        self.may_ask_hint(seat)?;
        if prompt != self.stamp(Viewer::Seat(seat)).1 {
            return Err(Error::StalePrompt);
        }
        let glimpse = self.glimpse_for(seat)?;
        Ok(HintQuestion { glimpse, names: self.names_of_people(), prompt })
    }

    /// What a seat may know, with chances, for somebody who reads this language.
    ///
    /// # Errors
    ///
    /// Fails when it was agreed that nobody is shown that, or the game is not being played.
    pub fn knowledge(
        &mut self,
        seat: Seat,
        language: Option<&'static Language>,
    ) -> Result<KnowledgeNote, Error> {
        self.must_be_playing()?;
        if !self.allows_knowledge() {
            return Err(Error::NotNow(say!("at this table nobody is shown what they may know")));
        }
        let frame = self.stamp(Viewer::Seat(seat)).0;
        let glimpse = self.glimpse_for(seat)?;
        let mut belief: Option<BeliefNote> = guarded(|| glimpse.belief())?.map(Into::into);
        let names = self.names_of_people().in_language(language);
        belief.iter_mut().for_each(|belief| belief.say_as(&names));
        Ok(KnowledgeNote { frame, belief })
    }

    /// Writes down that a seat takes a hint; nothing if it has taken that one already.
    ///
    /// # Errors
    ///
    /// Fails when hints are not allowed, or the table has moved on meanwhile.
    pub fn take_hint(
        &mut self,
        seat: Seat,
        prompt: u32,
        depth: wire::HintDepth,
        at: i64,
    ) -> Result<Option<Done>, Error> {
        let depth = HintDepth::from(depth);
        self.may_ask_hint(seat)?;
        if prompt != self.stamp(Viewer::Seat(seat)).1 {
            return Err(Error::StalePrompt);
        }
        if self.hinted.contains(&Hinted { seat, depth, prompt }) {
            return Ok(None);
        }
        self.done(at, Deed::Hinted(seat, depth)).map(Some)
    }

    /// Takes in that a hint was given.
    pub(super) fn note_hint(&mut self, seat: Seat, depth: HintDepth) -> Result<(), Error> {
        if seat.index() >= self.chairs.len() {
            return Err(Error::Frozen);
        }
        let prompt = self.stamp(Viewer::Seat(seat)).1;
        self.hinted.push(Hinted { seat, depth, prompt });
        Ok(())
    }

    /// Who took how many hints: a viewer's own while the game is played, and everybody's after it.
    ///
    /// Who asks for a hint has something to decide, which others may not know while it is played.
    pub(super) fn hints_taken(&self, viewer: Viewer) -> Vec<HintsTaken> {
        let is_over = self.status == Status::Over;
        let shown = |seat: &Seat| is_over || viewer == Viewer::Seat(*seat);
        let taken = |seat: Seat| {
            let own = || self.hinted.iter().filter(|hinted| hinted.seat == seat);
            let whats: Vec<u32> =
                own().filter(|hinted| hinted.depth == HintDepth::What).map(|hinted| hinted.prompt).collect();
            let wheres = own().filter(|hinted| hinted.depth == HintDepth::Where);
            let wheres = wheres.filter(|hinted| !whats.contains(&hinted.prompt)).count();
            HintsTaken { seat: self.about().seat_name(seat), wheres, whats: whats.len() }
        };
        let seats = Seat::first(self.chairs.len()).filter(shown).map(taken);
        seats.filter(|taken| taken.wheres + taken.whats > 0).collect()
    }
}
