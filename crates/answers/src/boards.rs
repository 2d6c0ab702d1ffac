//! Boards to try, of which nothing is kept.

use kit_play::sentence::{Filling, Language, Names};
use kit_play::text::excerpt;
use kit_play::tool::{Done, NotOffered};
use kit_play::wire::GlimpseAnswer;
use kit_play::{Chance, Listed, Seat, Sentence, Table, Viewer, say};
use kit_sitting::Error;
use kit_sitting::sitting::{Catalogue, seat_named, viewer_named};

use crate::objects::{SandboxAnswer, SandboxRequest};

/// The most actions on a board to try.
const MOST_ACTIONS: usize = 200;

/// The most that is done with a tool, which is a whole game with wood.
const MOST_USES: usize = 600;

/// Makes sure that no more is tried than can be.
///
/// # Errors
///
/// Fails when there are too many actions.
pub fn may_be_tried(asked: &SandboxRequest) -> Result<(), Error> {
    let most = if asked.tool.is_some() { MOST_USES } else { MOST_ACTIONS };
    if asked.actions.len() > most {
        return Err(Error::BadRequest(say!("at most {most} actions can be tried", most)));
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
    if let Some(tool) = &asked.tool {
        return used(listed(catalogue, &asked.terms.game)?, tool, asked, language);
    }
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
        said: told(table.heard(viewer).map(|(_, sentence)| sentence), &names),
        acting: acting.into_iter().map(|seat| about.seat_name(seat)).collect(),
    })
}

/// Sentences as somebody reads them, with what they speak of.
fn told<'a>(sentences: impl IntoIterator<Item = &'a Sentence>, names: &Names) -> Vec<Sentence> {
    let said = |sentence: &Sentence| {
        let mut said = sentence.clone();
        said.say_as(names);
        said
    };
    sentences.into_iter().map(said).collect()
}

/// What a tool of a game shows and says after all that was done with it.
fn used(
    game: &'static dyn Listed,
    tool: &str,
    asked: &SandboxRequest,
    language: Option<&'static Language>,
) -> Result<SandboxAnswer, Error> {
    let about = game.about();
    let seats = about.seats.len();
    let unknown = || {
        let tools = about.tools.iter().filter(|tool| tool.bench.is_some());
        let (found, tools) =
            (Filling::text(excerpt(tool)), Filling::one_of(tools.map(|tool| Filling::text(tool.id))));
        Error::BadRequest(say!("unknown tool: `{found}` (try {tools})", found, tools))
    };
    let kept = about.tools.iter().find(|found| found.id == tool).ok_or_else(unknown)?;
    let mut done = Vec::with_capacity(asked.actions.len());
    for step in &asked.actions {
        done.push(Done { viewer: viewer_named(about, seats, &step.seat)?, action: &step.action });
    }
    let refused = |NotOffered(found)| {
        Error::NotOffered(say!("this tool does not offer `{found}` now", found = Filling::text(found)))
    };
    let (bench, said) = kept.used(done).map_err(refused)?.ok_or_else(unknown)?;
    let name = asked.seat.as_deref().unwrap_or("public");
    let viewer = viewer_named(about, seats, name)?;
    let names = Names::at(game, &vec![None; seats]).in_language(language);
    let mut glimpse = GlimpseAnswer {
        viewer: match viewer {
            Viewer::Public => "public",
            Viewer::Seat(seat) => about.seat_name(seat),
        },
        tabletop: bench.tabletop(viewer),
        offers: bench.offers(viewer),
        barred: Vec::new(),
        outcome: None,
    };
    glimpse.say_as(&names);
    let acting = Seat::first(seats).filter(|seat| !bench.offers(Viewer::Seat(*seat)).is_empty());
    Ok(SandboxAnswer {
        glimpse,
        said: told(&said, &names),
        acting: acting.map(|seat| about.seat_name(seat)).collect(),
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
