//! Games that are over or on a scoresheet: looked at again, told as a story, and written in the formats
//! of other programs.

use std::borrow::Cow;

use kit_play::sentence::Filling;
use kit_play::sentence::Language;
use kit_play::text::excerpt;
use kit_play::wire::GlimpseAnswer;
use kit_play::{BadText, Export, Moment, Reading, Scoresheet, Sentence, Table, Viewer, say};
use kit_sitting::Error;
use kit_sitting::sitting::{Catalogue, MOST_ENTRIES, guarded, viewer_named};
use kit_sitting::wire::{ReplayLine, ReplayNote};

use crate::objects::{MomentNote, ReplayRequest, StoryNote};

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
    let reading = reading.map_err(|bad| Error::BadTerms(bad.sentence()))?;
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
    reading.map_err(|bad| Error::BadTerms(bad.sentence()))
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

/// One moment of a game on a scoresheet that was sent in.
///
/// # Errors
///
/// Fails when it cannot be read, or there is no such entry or seat.
pub fn replay_of(
    catalogue: Catalogue,
    asked: &ReplayRequest,
    language: Option<&'static Language>,
) -> Result<ReplayNote, Error> {
    let sheet = scoresheet(&asked.scoresheet)?;
    let (entry, viewer) =
        (asked.entry.unwrap_or_else(|| moments_of(&sheet)), asked.seat.as_deref().unwrap_or("public"));
    let moments = Moments { entry, next: asked.next.unwrap_or(0) };
    replay(catalogue, &sheet, moments, viewer, language)
}

/// A scoresheet that was sent in, if it is not too long to be played again.
///
/// # Errors
///
/// Fails when it cannot be read, or is too long.
pub fn scoresheet(text: &str) -> Result<Scoresheet, Error> {
    let sheet: Scoresheet = text
        .parse()
        .map_err(|bad: BadText| Error::BadTerms(say!("scoresheet, {problem}", problem = bad.sentence())))?;
    if sheet.entries.len() > MOST_ENTRIES {
        let problem = say!("at most {most} entries can be replayed", most = MOST_ENTRIES);
        return Err(Error::BadRequest(problem));
    }
    Ok(sheet)
}

/// The export in this format.
///
/// # Errors
///
/// Fails when there is no such format.
pub fn export_named<'a>(exports: &'a [Export], format: &str) -> Result<&'a Export, Error> {
    let unknown = || {
        let found = Filling::text(excerpt(format));
        let formats = Filling::one_of(exports.iter().map(|export| Filling::text(export.format)));
        Error::BadRequest(if exports.is_empty() {
            say!("unknown format: `{found}` (this game has none)", found)
        } else {
            say!("unknown format: `{found}` (try {formats})", found, formats)
        })
    };
    exports.iter().find(|export| export.format == format).ok_or_else(unknown)
}
