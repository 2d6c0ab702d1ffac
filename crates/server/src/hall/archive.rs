//! What remains of finished games: scoresheets, exports, and moments to look at again.

use std::borrow::Cow;

use kit_play::sentence::Language;
use kit_play::wire::GlimpseAnswer;
use kit_play::{Export, Moment, Reading, Scoresheet, Sentence, Table, Viewer, say};
use kit_sitting::sitting::{Catalogue, guarded, viewer_named};
use kit_sitting::wire::{ReplayLine, ReplayNote};
use kit_sitting::{Error, TableId};

use super::Hall;
use super::change::beside_others;
use crate::http::objects::{MomentNote, StoryNote};

impl Hall {
    /// Everything that happened at a finished table, as a scoresheet.
    ///
    /// # Errors
    ///
    /// Fails while the game is being played.
    pub async fn scoresheet(&self, table: &TableId) -> Result<String, Error> {
        self.look(table, |sitting| Ok(sitting.scoresheet()?.to_string())).await
    }

    /// A finished game in the formats of other programs, up to an entry or to its end.
    ///
    /// # Errors
    ///
    /// Fails while the game is being played, when these rules cannot play it, and when there is
    /// no such entry.
    pub async fn exports(&self, table: &TableId, entry: Option<usize>) -> Result<Vec<Export>, Error> {
        let sheet = self.look(table, |sitting| Ok(sitting.scoresheet()?.clone())).await?;
        beside_others(|| exports(self.house.catalogue, &sheet, entry))
    }

    /// A finished game after one of its entries, from any seat's eyes.
    ///
    /// # Errors
    ///
    /// Fails while the game is being played.
    pub async fn replay(
        &self,
        table: &TableId,
        moments: Moments,
        seat: &str,
        language: Option<&'static Language>,
    ) -> Result<ReplayNote, Error> {
        let sheet = self.look(table, |sitting| Ok(sitting.scoresheet()?.clone())).await?;
        beside_others(|| replay(self.house.catalogue, &sheet, moments, seat, language))
    }

    /// What is worth telling of a finished game.
    ///
    /// # Errors
    ///
    /// Fails while the game is being played.
    pub async fn story(
        &self,
        table: &TableId,
        language: Option<&'static Language>,
    ) -> Result<StoryNote, Error> {
        let sheet = self.look(table, |sitting| Ok(sitting.scoresheet()?.clone())).await?;
        beside_others(|| story(self.house.catalogue, &sheet, language))
    }
}

/// What is worth telling of the game on a scoresheet, which must be over; nothing where these rules
/// cannot play all of it.
///
/// # Errors
///
/// Fails when no game is meant, or it is not over.
pub fn story(
    catalogue: Catalogue,
    sheet: &Scoresheet,
    language: Option<&'static Language>,
) -> Result<StoryNote, Error> {
    let reading = guarded(|| Reading::of(catalogue, sheet))?;
    let reading = reading.map_err(|bad| Error::BadTerms(Sentence::finished(bad.to_string())))?;
    let Some(table) = reading.whole() else { return Ok(StoryNote::default()) };
    let told = guarded(|| table.story())?.ok_or(Error::NotNow(say!("the game is not over")))?;
    let names = table.names().in_language(language);
    let moment = |Moment { kind, entry, turn, mut words }| {
        words.say_as(&names);
        MomentNote { kind, entry, turn, words }
    };
    Ok(StoryNote { moments: told.into_iter().map(moment).collect() })
}

/// Which moments of a game are asked for.
#[derive(Clone, Copy, Debug)]
pub struct Moments {
    /// After how many entries.
    pub entry: usize,
    /// How many more entries are played and shown after that, at most [`Moments::MOST`].
    pub next: usize,
}

impl Moments {
    /// How many moments are shown at once.
    pub const MOST: usize = 40;
}

/// How many moments there are after the deal: one for each entry, and one for how people ended it.
fn moments_of(sheet: &Scoresheet) -> usize {
    sheet.entries.len() + usize::from(sheet.conduct.is_some())
}

/// The scoresheet up to an entry.
fn cut(sheet: &Scoresheet, entry: usize) -> Result<Cow<'_, Scoresheet>, Error> {
    let whole = moments_of(sheet);
    match entry {
        _ if entry < whole => Ok(Cow::Owned(sheet.cut(entry))),
        _ if entry == whole => Ok(Cow::Borrowed(sheet)),
        _ => {
            Err(Error::BadRequest(say!("the scoresheet has entries 0 to {whole}, not {entry}", whole, entry)))
        }
    }
}

fn read(catalogue: Catalogue, sheet: &Scoresheet) -> Result<Reading, Error> {
    let reading = guarded(|| Reading::of(catalogue, sheet))?;
    reading.map_err(|bad| Error::BadTerms(Sentence::finished(bad.to_string())))
}

/// A scoresheet in the formats of other programs, up to an entry or to its end, as the public
/// knows it.
///
/// # Errors
///
/// Fails when these rules cannot play it, or there is no such entry.
pub fn exports(catalogue: Catalogue, sheet: &Scoresheet, entry: Option<usize>) -> Result<Vec<Export>, Error> {
    let cut = cut(sheet, entry.unwrap_or_else(|| moments_of(sheet)))?;
    let reading = read(catalogue, &cut)?;
    let table = reading.whole().ok_or(Error::Outdated)?;
    guarded(|| table.glimpse(Viewer::Public).exports())
}

/// A scoresheet after one of its entries and some that follow, from any seat's eyes; as far as
/// these rules can play it.
///
/// # Errors
///
/// Fails when not even the deal can be played, or there is no such entry or seat.
pub fn replay(
    catalogue: Catalogue,
    sheet: &Scoresheet,
    Moments { entry, next }: Moments,
    seat: &str,
    language: Option<&'static Language>,
) -> Result<ReplayNote, Error> {
    let mut reading = read(catalogue, &*cut(sheet, entry)?)?;
    let problem_for = |reading: &Reading, viewer| Some(reading.problem_for(viewer)?.sentence());
    let Some(table) = reading.table() else {
        return Err(Error::BadTerms(problem_for(&reading, Viewer::Public).unwrap_or_default()));
    };
    let (about, seats) = (table.about(), table.terms().seats());
    let viewer = viewer_named(about, seats, seat)?;
    let line = |reading: &Reading, (entry, sentence): (usize, Cow<'_, Sentence>)| {
        let mut words = sentence.into_owned();
        words.say_as(&reading.table().expect("the deal was played").names().in_language(language));
        ReplayLine { entry, turn: reading.turn_of(entry), words }
    };
    guarded(|| {
        let glimpse = seen_by(&reading, viewer, language);
        let lines = reading.heard(viewer).map(|heard| line(&reading, heard)).collect();
        let names = reading.table().expect("the deal was played").names().in_language(language);
        let unplayed = problem_for(&reading, viewer).map(|problem| problem.words_in(&names));
        let whole = moments_of(sheet);
        let last = whole.min(entry + next.min(Moments::MOST));
        // The deal is the first line, so an entry's number is that of its line.
        let mut following = sheet.lines().skip(entry + 1);
        let mut later = Vec::with_capacity(last - entry);
        for at in entry + 1..=last {
            // How the game ended is written down behind its last moment.
            let lines = if at == whole { usize::MAX } else { 1 };
            following.by_ref().take(lines).for_each(|line| reading.follow(&line));
            later.push(seen_by(&reading, viewer, language));
        }
        ReplayNote {
            game: about.id,
            entry,
            entries: whole,
            seats: about.seats[..seats].to_vec(),
            outcome: glimpse.outcome.clone(),
            glimpse,
            next: later,
            lines,
            unplayed,
        }
    })
}

/// What a viewer sees of a game of which at least the deal was played.
fn seen_by(reading: &Reading, viewer: Viewer, language: Option<&'static Language>) -> GlimpseAnswer {
    let table = reading.table().expect("the deal was played");
    let outcome = reading.whole().and_then(Table::outcome);
    let mut glimpse = GlimpseAnswer::new(table.about(), &table.glimpse(viewer), outcome.as_ref());
    glimpse.say_as(&table.names().in_language(language));
    glimpse
}
