//! What remains of finished games: scoresheets, exports, and moments to look at again.

use std::borrow::Cow;

use kit_play::sentence::Language;
use kit_play::wire::GlimpseAnswer;
use kit_play::{Export, Reading, Scoresheet, Sentence, Table, Viewer, say};
use kit_sitting::sitting::{Catalogue, guarded, viewer_named};
use kit_sitting::wire::{ReplayLine, ReplayNote};
use kit_sitting::{Error, TableId};

use super::Hall;
use super::change::beside_others;

impl Hall {
    /// Everything that happened at a finished table, as a scoresheet.
    ///
    /// # Errors
    ///
    /// Fails while the game is being played.
    pub async fn scoresheet(&self, table: &TableId) -> Result<String, Error> {
        self.look(table, |sitting| Ok(sitting.scoresheet()?.to_string())).await
    }

    /// A finished game in the formats of other programs.
    ///
    /// # Errors
    ///
    /// Fails while the game is being played, and when these rules cannot play it.
    pub async fn exports(&self, table: &TableId) -> Result<Vec<Export>, Error> {
        self.look(table, |sitting| {
            sitting.scoresheet()?;
            let table = sitting.table().ok_or(Error::Outdated)?;
            guarded(|| table.glimpse(Viewer::Public).exports())
        })
        .await
    }

    /// A finished game after one of its entries, from any seat's eyes.
    ///
    /// # Errors
    ///
    /// Fails while the game is being played.
    pub async fn replay(
        &self,
        table: &TableId,
        entry: usize,
        seat: &str,
        language: Option<&'static Language>,
    ) -> Result<ReplayNote, Error> {
        let sheet = self.look(table, |sitting| Ok(sitting.scoresheet()?.clone())).await?;
        beside_others(|| replay(self.house.catalogue, &sheet, entry, seat, language))
    }
}

/// A scoresheet after one of its entries, from any seat's eyes; as far as these rules can play it.
///
/// # Errors
///
/// Fails when not even the deal can be played, or there is no such entry or seat.
pub fn replay(
    catalogue: Catalogue,
    sheet: &Scoresheet,
    entry: usize,
    seat: &str,
    language: Option<&'static Language>,
) -> Result<ReplayNote, Error> {
    let entries = sheet.entries.len();
    let whole = entries + usize::from(sheet.conduct.is_some());
    if entry > whole {
        return Err(Error::BadRequest(say!(
            "the scoresheet has entries 0 to {whole}, not {entry}",
            whole,
            entry
        )));
    }
    let cut = if entry == whole { sheet.clone() } else { sheet.cut(entry) };
    let reading = guarded(|| Reading::of(catalogue, &cut))?;
    let reading = reading.map_err(|bad| Error::BadTerms(Sentence::finished(bad.to_string())))?;
    let problem_for = |viewer| reading.problem_for(viewer).map(|problem| problem.to_string());
    let Some(table) = reading.table() else {
        return Err(Error::BadTerms(Sentence::finished(problem_for(Viewer::Public).unwrap_or_default())));
    };
    let (about, seats) = (table.about(), table.terms().seats());
    let viewer = viewer_named(about, seats, seat)?;
    let outcome = reading.whole().and_then(Table::outcome);
    let names = table.names().in_language(language);
    let line = |(entry, sentence): (usize, Cow<'_, Sentence>)| {
        let mut words = sentence.into_owned();
        words.say_as(&names);
        ReplayLine { entry, turn: reading.turn_of(entry), words }
    };
    guarded(|| {
        let mut glimpse = GlimpseAnswer::new(about, &table.glimpse(viewer), outcome.as_ref());
        glimpse.say_as(&names);
        ReplayNote {
            game: about.id,
            entry,
            entries: whole,
            seats: about.seats[..seats].to_vec(),
            outcome: glimpse.outcome.clone(),
            glimpse,
            lines: reading.heard(viewer).map(line).collect(),
            unplayed: problem_for(viewer),
        }
    })
}
