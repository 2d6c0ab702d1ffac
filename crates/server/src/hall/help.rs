//! Hints, what a seat may know, and games that are looked at again: what tables have to say to it.

use std::sync::Arc;

use kit_bots::analyse;
use kit_play::sentence::Language;
use kit_play::wire::Analysis;
use kit_play::{Scoresheet, Sentence, Table};
use kit_sitting::sitting::{Catalogue, HintQuestion, guarded};
use kit_sitting::wire::{HintDepth, KnowledgeNote};
use kit_sitting::{Error, TableId};

use super::{Hall, Viewing};
use crate::turns::Asker;

/// How many nodes an analysis may look at.
const ANALYSIS_NODES: u64 = 400_000;

impl Hall {
    /// What a seat wants a hint about.
    ///
    /// # Errors
    ///
    /// Fails when the viewer is no player, hints are not allowed, or there is nothing to decide.
    pub async fn hint_question(&self, viewing: &Viewing, prompt: u32) -> Result<HintQuestion, Error> {
        let seat = self.own_seat(viewing).await?;
        self.look(&viewing.table, |sitting| sitting.hint_question(seat, prompt)).await
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
        self.look(&viewing.table, |sitting| sitting.knowledge(seat, language)).await
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

/// A game that is over, looked at again.
///
/// # Errors
///
/// Fails when it is not over, or these rules cannot play it.
pub fn looked_at_again(
    catalogue: Catalogue,
    sheet: &Scoresheet,
    language: Option<&'static Language>,
) -> Result<Analysis, Error> {
    let table = guarded(|| Table::replay(catalogue, sheet))?;
    let table = table.map_err(|bad| Error::BadTerms(Sentence::finished(bad.to_string())))?;
    let analysis = guarded(|| analyse(table.game(), sheet, ANALYSIS_NODES))?;
    let mut analysis = analysis.map_err(|none| Error::NotNow(none.sentence()))?;
    analysis.say_as(&table.names().in_language(language));
    Ok(analysis)
}
