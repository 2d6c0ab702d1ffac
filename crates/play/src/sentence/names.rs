//! English with the names of the people at a table.

use super::voice::in_english;
use super::{Filling, SpanKind, Spoken, Voice};
use crate::text::{LONGEST_NAME, visible};
use crate::{About, Listed, Seat, Team};

/// English that speaks of people by the names that they gave, and otherwise by their role.
///
/// Nobody is called by a name that another seat has too, that is the word for a seat or a team, or
/// that is too long.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    seats: Vec<Option<String>>,
    /// What people call a seat, where logs have another word for it.
    roles: &'static [&'static str],
    /// The names of teams of one.
    teams: Vec<Option<String>>,
}

impl Names {
    /// The names at a table of this game, in seat order.
    pub fn at(game: &dyn Listed, given: &[Option<&str>]) -> Names {
        let about = game.about();
        let is_clear = |name: &str| {
            let same = |other: &Option<&str>| other.is_some_and(|other| alike(other, name));
            given.iter().filter(|other| same(other)).count() == 1 && !is_a_word(about, name)
        };
        let kept = |name: &str| {
            let name = visible(name);
            let fits = !name.is_empty() && name.chars().count() <= LONGEST_NAME && is_clear(&name);
            fits.then_some(name)
        };
        let seats: Vec<Option<String>> = given.iter().map(|name| name.and_then(kept)).collect();
        let team = |index: usize| {
            let team = Team(index as u8);
            let mut members = Seat::first(seats.len()).filter(|seat| game.team_of(*seat) == team);
            let only = members.next().filter(|_| members.next().is_none())?;
            seats[only.index()].clone()
        };
        let teams = (0..about.teams.len()).map(team).collect();
        Names { seats, roles: about.roles, teams }
    }

    /// The name or the role by which sentences call whoever sits there, if it is not as in logs.
    pub fn of(&self, seat: Seat) -> Option<&str> {
        let name = self.seats.get(seat.index()).and_then(Option::as_deref);
        name.or_else(|| self.roles.get(seat.index()).copied())
    }
}

impl Voice for Names {
    fn fill(&self, filling: &Filling, _form: Option<&str>, spoken: &mut Spoken) {
        let named = match filling {
            Filling::Seat(seat, _) => self.of(*seat).map(|name| (SpanKind::Seat, seat.0.to_string(), name)),
            Filling::Team(team, _) => {
                let name = self.teams.get(team.index()).and_then(Option::as_deref);
                name.map(|name| (SpanKind::Team, team.0.to_string(), name))
            }
            _ => None,
        };
        match named {
            Some((kind, value, name)) => spoken.push_span(kind, value, name),
            None => in_english(self, filling, spoken),
        }
    }
}

fn alike(one: &str, two: &str) -> bool {
    let plain = |text: &str| visible(text).to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
    plain(one) == plain(two)
}

fn is_a_word(about: &About, name: &str) -> bool {
    let words = [
        about.seats,
        about.written,
        about.roles,
        about.teams,
        &["nobody", "you", "public", "white", "black"],
    ];
    words.concat().iter().any(|word| alike(word, name))
}
