//! Boards to try, of which nothing is kept.

use kit_play::sentence::Language;
use kit_play::text::excerpt;
use kit_play::wire::GlimpseAnswer;
use kit_play::{Chance, Listed, Table, Viewer, say};
use kit_sitting::Error;
use kit_sitting::sitting::{Catalogue, seat_named, viewer_named};

use crate::objects::{SandboxAnswer, SandboxRequest};

/// The most actions on a board to try.
const MOST_ACTIONS: usize = 200;

/// Makes sure that no more is tried than can be.
///
/// # Errors
///
/// Fails when there are too many actions.
pub fn may_be_tried(asked: &SandboxRequest) -> Result<(), Error> {
    if asked.actions.len() > MOST_ACTIONS {
        return Err(Error::BadRequest(say!("at most {most} actions can be tried", most = MOST_ACTIONS)));
    }
    Ok(())
}

/// What becomes of a game when some actions are done.
///
/// # Errors
///
/// Fails when the game cannot be played like that, or an action is not on offer.
pub fn tried(
    catalogue: Catalogue,
    asked: &SandboxRequest,
    language: Option<&'static Language>,
) -> Result<SandboxAnswer, Error> {
    let (game, terms) = asked.terms.agree(catalogue, asked.seats)?;
    let (about, seats) = (game.about(), terms.seats());
    let mut chance = Chance::seeded(asked.seed.unwrap_or(0));
    let mut table = Table::open(game, &terms, &mut chance)?;
    for step in &asked.actions {
        let seat = seat_named(about, seats, &step.seat)?;
        table.act(seat, &step.action, &mut chance)?;
    }
    let acting = table.acting();
    let viewer = match asked.seat.as_deref() {
        Some(name) => viewer_named(about, seats, name)?,
        None => acting.first().map_or(Viewer::Public, |seat| Viewer::Seat(*seat)),
    };
    let names = table.names().in_language(language);
    let mut glimpse = GlimpseAnswer::new(about, &table.glimpse(viewer), table.outcome().as_ref());
    glimpse.say_as(&names);
    Ok(SandboxAnswer {
        glimpse,
        said: table.heard(viewer).map(|(_, sentence)| sentence.words_in(&names)).collect(),
        acting: acting.into_iter().map(|seat| about.seat_name(seat)).collect(),
    })
}

/// The game with this id.
///
/// # Errors
///
/// Fails when there is none.
pub fn listed(catalogue: Catalogue, game: &str) -> Result<&'static dyn Listed, Error> {
    kit_play::referee::listed(catalogue, game).ok_or_else(|| Error::UnknownGame(excerpt(game)))
}
