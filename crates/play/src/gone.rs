//! Games that stand in logs and are in the catalogue no longer.
//!
//! Nothing can be played of such a game, but what was said is still there to be read, so a log of it is
//! a [`Reading`](crate::Reading) of which not even the deal holds.
//! Of its title page we know only what the log tells: its name in files and its seats.

use std::sync::{Mutex, PoisonError};

use crate::laws::{BrokenLaw, LawPlan, LawTally};
use crate::{About, BadTerms, BadText, Chance, Listed, Opening, Seat, Team, Terms};

/// A game that nobody can play any more.
struct Gone {
    about: &'static About,
}

/// Title pages are handed out for good, so each is made once.
static KNOWN: Mutex<Vec<&'static Gone>> = Mutex::new(Vec::new());

/// A game that is in no catalogue, with these seats.
pub fn gone(id: &str, seats: &[&str]) -> &'static dyn Listed {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = known.iter().find(|game| game.about.id == id && game.about.seats == seats) {
        return *found;
    }
    let game: &'static Gone = Box::leak(Box::new(Gone { about: title_page(id, seats) }));
    known.push(game);
    game
}

fn title_page(id: &str, seats: &[&str]) -> &'static About {
    let id = kept(id.to_owned());
    let names: Vec<&'static str> = seats.iter().map(|seat| kept((*seat).to_owned())).collect();
    let written: Vec<&'static str> = seats.iter().map(|seat| kept(capitalized(seat))).collect();
    let (names, written): (&[&str], &[&str]) = (names.leak(), written.leak());
    Box::leak(Box::new(About {
        id,
        name: id,
        seats: names,
        written,
        fewest_seats: names.len(),
        colors: &[],
        // Who played together is not written down.
        teams: names,
        // Nobody says who has to act in a game whose secrets we do not know.
        shows_turns: false,
        ..About::USUAL
    }))
}

fn kept(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

impl About {
    /// Whether this is all that a log tells of a game that is in the catalogue no longer.
    pub fn is_gone(&self) -> bool {
        // Every game that can be played has an edition.
        self.editions.is_empty()
    }
}

impl Listed for Gone {
    fn about(&self) -> &'static About {
        self.about
    }

    fn open(&self, _terms: &Terms, _chance: &mut Chance) -> Result<Opening, BadTerms> {
        Err(BadTerms::Edition { found: self.about.id.to_owned(), expected: Vec::new() })
    }

    fn team_of(&self, seat: Seat) -> Team {
        Team(seat.0)
    }

    fn keeps_time(&self) -> bool {
        false
    }

    fn import(&self, _text: &str) -> Option<Result<(Terms, Vec<String>), BadText>> {
        None
    }

    fn check_laws(&self, _terms: &Terms, _plan: &LawPlan) -> Result<LawTally, BrokenLaw> {
        Ok(LawTally::default())
    }
}
