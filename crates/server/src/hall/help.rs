//! Hints, what a seat may know, what hands do, and games that are looked at again: what tables have
//! to say to it.

use std::sync::Arc;

use kit_play::Scoresheet;
use kit_play::sentence::Language;
use kit_sitting::sitting::HintQuestion;
use kit_sitting::wire::{HandsNote, HintDepth, KnowledgeNote, LaidBoard, LaidNote};
use kit_sitting::{Error, TableId};

use super::{Hall, Viewing};
use crate::turns::Asker;

impl Hall {
    /// What a seat wants a hint about.
    ///
    /// # Errors
    ///
    /// Fails when the viewer is no player, hints are not allowed, or there is nothing to decide.
    pub async fn hint_question(&self, viewing: &Viewing, prompt: u32) -> Result<HintQuestion, Error> {
        let seat = self.own_seat(viewing).await?;
        self.show(&viewing.table, |sitting| sitting.hint_question(seat, prompt)).await
    }

    /// Writes down that a seat takes a hint.
    ///
    /// # Errors
    ///
    /// Fails when the table has moved on meanwhile.
    pub async fn take_hint(
        self: &Arc<Hall>,
        viewing: &Viewing,
        prompt: u32,
        depth: HintDepth,
        from: Asker,
    ) -> Result<(), Error> {
        let seat = self.own_seat(viewing).await?;
        let taken = self.change(&viewing.table, Some(from), move |sitting, at, _| {
            Ok(sitting.take_hint(seat, prompt, depth, at)?.map(|done| (done, ())))
        });
        taken.await.map(|_| ())
    }

    /// What a seat may know of what is hidden.
    ///
    /// # Errors
    ///
    /// Fails when the viewer is no player, or nobody is to be shown that here.
    pub async fn knowledge(
        &self,
        viewing: &Viewing,
        language: Option<&'static Language>,
    ) -> Result<KnowledgeNote, Error> {
        let seat = self.own_seat(viewing).await?;
        self.show(&viewing.table, |sitting| sitting.knowledge(seat, language)).await
    }

    /// What hands have to do at a real table, and what the public has heard.
    ///
    /// # Errors
    ///
    /// Fails when the table is not played with wood, or had no such moment.
    pub async fn hands(
        &self,
        viewing: &Viewing,
        after: Option<u32>,
        moment: Option<u32>,
        heard: Option<u32>,
        language: Option<&'static Language>,
    ) -> Result<HandsNote, Error> {
        self.show(&viewing.table, |sitting| sitting.hands(after, moment, heard, language)).await
    }

    /// How a game goes on from a position as it lies on a real table.
    ///
    /// # Errors
    ///
    /// Fails when the game cannot go on from there.
    pub async fn as_it_lies(
        &self,
        viewing: &Viewing,
        laid: &LaidBoard,
        language: Option<&'static Language>,
    ) -> Result<LaidNote, Error> {
        self.show(&viewing.table, |sitting| sitting.as_it_lies(laid, language)).await
    }

    /// The scoresheet of a finished table.
    ///
    /// # Errors
    ///
    /// Fails while the game is being played.
    pub async fn finished_sheet(&self, table: &TableId) -> Result<Scoresheet, Error> {
        self.look(table, |sitting| Ok(sitting.scoresheet()?.clone())).await
    }
}
