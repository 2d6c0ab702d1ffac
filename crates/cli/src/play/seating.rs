//! Who sits where: people and bots, as the command line names them.
//!
//! `me` is a person, `me:Ann` a person with a name, `bot` a casual bot and `bot:LEVEL` a bot of
//! that level.
//! One name is one person, however many seats they hold; several `me` without a name are
//! several people, except where one flag fills all seats of a team.

use std::str::FromStr;

use kit_bots::Level;
use kit_play::outcome::capitalized;
use kit_play::sentence::{Filling, Voice};
use kit_play::text::excerpt;
use kit_play::{Chance, Seat, Sentence, Table, say};

use crate::usage::Usage;
use crate::words::{self, either, said};

/// A person at the keyboard, told apart by a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Person(pub usize);

/// Who sits on a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Somebody at this keyboard.
    Person(Person),
    /// A bot.
    Bot(Level),
}

/// The players of a table, one for each seat, and the names that people gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seating {
    players: Vec<Player>,
    names: Vec<Option<String>>,
}

/// A wish such as `me:Ann` or `bot:club`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// A person, perhaps with a name.
    Me(Option<String>),
    /// A bot.
    Bot(Level),
}

impl FromStr for Who {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Who> {
        let (kind, rest) = match text.split_once(':') {
            Some((kind, rest)) => (kind, Some(rest.trim())),
            None => (text, None),
        };
        match (kind, rest) {
            ("me", name) => Ok(Who::Me(name.filter(|name| !name.is_empty()).map(str::to_owned))),
            ("bot", None | Some("")) => Ok(Who::Bot(Level::Casual)),
            ("bot", Some(level)) => Ok(Who::Bot(level.parse()?)),
            _ => {
                let found = Filling::text(excerpt(text));
                Err(Usage::error(say!("not a player: `{found}` (try me, me:NAME, bot or bot:LEVEL)", found)))
            }
        }
    }
}

/// The flags about seats, in words.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// `NAME=WHO`.
    pub seats: Vec<String>,
    /// Who plays White.
    pub white: Option<Who>,
    /// Who plays Black.
    pub black: Option<Who>,
}

impl Wishes {
    /// Whether no seat is wished for.
    pub fn is_empty(&self) -> bool {
        self.seats.is_empty() && self.white.is_none() && self.black.is_none()
    }
}

impl Seating {
    /// Seats the players as wished: by default the first seat is a person and the others are
    /// casual bots; what a scoresheet says of its players goes before that default.
    pub fn wished(table: &Table, wishes: &Wishes) -> anyhow::Result<Seating> {
        let mut seating = Seating { players: Vec::new(), names: Vec::new() };
        for seat in table.seats() {
            let who = usual(table, seat);
            let player = seating.player(who);
            seating.players.push(player);
        }
        for (name, who) in [("white", &wishes.white), ("black", &wishes.black)] {
            if let Some(who) = who {
                seating.place(&seats_called(table, name)?, who.clone());
            }
        }
        for wish in &wishes.seats {
            let (name, who) = wish.split_once('=').ok_or_else(|| {
                Usage::error(say!("not a wish `SEAT=WHO`: `{found}`", found = Filling::text(excerpt(wish))))
            })?;
            seating.place(&seats_called(table, name)?, who.parse()?);
        }
        Ok(seating)
    }

    /// These players, one for each seat.
    pub fn of(players: &[Who]) -> Seating {
        let mut seating = Seating { players: Vec::new(), names: Vec::new() };
        for who in players {
            let player = seating.player(who.clone());
            seating.players.push(player);
        }
        seating
    }

    /// The player that is wished for; a name that is known already is the same person again.
    fn player(&mut self, who: Who) -> Player {
        let name = match who {
            Who::Bot(level) => return Player::Bot(level),
            Who::Me(name) => name,
        };
        let known = self.names.iter().position(|known| name.is_some() && *known == name);
        Player::Person(Person(known.unwrap_or_else(|| {
            self.names.push(name);
            self.names.len() - 1
        })))
    }

    /// Seats one player on all of these seats.
    fn place(&mut self, seats: &[Seat], who: Who) {
        let player = self.player(who);
        for seat in seats {
            self.players[seat.index()] = player;
        }
    }

    /// Lets chance decide who sits where.
    pub fn shuffle(&mut self, chance: &mut Chance) {
        chance.shuffle(&mut self.players);
    }

    /// Who sits on a seat.
    pub fn at(&self, seat: Seat) -> Player {
        self.players[seat.index()]
    }

    /// The person on a seat, if it is one.
    pub fn person_at(&self, seat: Seat) -> Option<Person> {
        match self.at(seat) {
            Player::Person(person) => Some(person),
            Player::Bot(_) => None,
        }
    }

    /// The seats of a person.
    pub fn seats_of(&self, person: Person) -> impl Iterator<Item = Seat> + '_ {
        Seat::first(self.players.len()).filter(move |seat| self.person_at(*seat) == Some(person))
    }

    /// The people at this table, in the order of their first seats.
    pub fn people(&self) -> Vec<Person> {
        let mut people = Vec::new();
        for seat in Seat::first(self.players.len()) {
            people.extend(self.person_at(seat).filter(|person| !people.contains(person)));
        }
        people
    }

    /// How a person is called: by name, or else by their seats.
    pub fn name_of(&self, table: &Table, person: Person) -> String {
        self.given_name(person).map_or_else(
            || {
                let seats = self.seats_of(person).map(|seat| Filling::text(seat_name(table, seat)));
                said(&say!("{seats}", seats = Filling::all_of(seats)))
            },
            str::to_owned,
        )
    }

    /// The name that a person gave.
    fn given_name(&self, person: Person) -> Option<&str> {
        self.names.get(person.0).and_then(Option::as_deref)
    }

    /// Writes the players down on the scoresheet, so that the game can be resumed as it was.
    pub fn write_down(&self, table: &mut Table) {
        let seats: Vec<Seat> = table.seats().collect();
        for seat in seats {
            let name = match self.at(seat) {
                Player::Person(person) => {
                    let seats = || self.seats_of(person).map(|seat| written_name(table, seat));
                    let given = self.given_name(person).map(str::to_owned);
                    given.unwrap_or_else(|| seats().collect::<Vec<_>>().join(" and "))
                }
                Player::Bot(level) => format!("bot:{level}"),
            };
            table.name_player(seat, &name);
        }
    }

    /// Who sits where, in words: `White: casual bot, Black: Ann`.
    pub fn sentence(&self, table: &Table) -> Sentence {
        let alone = self.people().len() == 1;
        let one = |seat: Seat| {
            let who = match self.at(seat) {
                Player::Bot(level) => say!("{level} bot", level = words::level(level)),
                Player::Person(person) => match self.given_name(person) {
                    Some(name) => Sentence::finished(name),
                    None if alone => say!("you"),
                    None => say!("a person"),
                },
            };
            say!("{seat}: {who}", seat = Filling::text(seat_name(table, seat)), who)
        };
        let seats: Vec<Sentence> = table.seats().map(one).collect();
        // Where names have commas, others stand between them.
        if table.seats().any(|seat| seat_name(table, seat).contains(',')) {
            return Sentence::finished(seats.iter().map(said).collect::<Vec<_>>().join("; "));
        }
        say!("{seats}", seats = Filling::row_of(seats))
    }
}

/// A seat's name for people, whoever sits there: `White's partner`.
pub fn seat_name(table: &Table, seat: Seat) -> String {
    let about = table.about();
    let name = about.roles.get(seat.index()).or(about.written.get(seat.index()));
    let name = name.map_or_else(|| written_name(table, seat), |name| (*name).to_owned());
    capitalized(words::voice().word(&name, None))
}

/// A seat's name on scoresheets, for a person who gave none.
fn written_name(table: &Table, seat: Seat) -> String {
    capitalized(table.about().seat_name(seat))
}

/// Who sits on a seat when nobody wishes otherwise.
fn usual(table: &Table, seat: Seat) -> Who {
    let written = table.scoresheet().header.players.get(table.about().seat_name(seat));
    // Servers write `club bot` where the terminal writes `bot:club`.
    let level = written.and_then(|name| name.strip_suffix(" bot")).and_then(|level| level.parse().ok());
    if let Some(level) = level {
        return Who::Bot(level);
    }
    match written.map(|name| (name, name.parse())) {
        Some((_, Ok(who @ Who::Bot(_)))) => who,
        // This is what is written down where nobody gave a name.
        Some((name, _)) if *name == written_name(table, seat) => Who::Me(None),
        Some((name, _)) => Who::Me(Some(name.clone())),
        None if seat.index() == 0 => Who::Me(None),
        None => Who::Bot(Level::Casual),
    }
}

/// The seat of this name, or else all seats of the team of this name.
fn seats_called(table: &Table, name: &str) -> anyhow::Result<Vec<Seat>> {
    let about = table.about();
    if let Some(seat) = about.seat_among(table.terms().seats(), name) {
        return Ok(vec![seat]);
    }
    let team_name = |seat: &Seat| about.teams.get(table.team(*seat).index()).copied().unwrap_or_default();
    let team: Vec<Seat> = table.seats().filter(|seat| team_name(seat).eq_ignore_ascii_case(name)).collect();
    if team.is_empty() {
        let names: Vec<&str> = table.seats().map(|seat| about.seat_name(seat)).collect();
        let (found, names) = (Filling::text(excerpt(name)), either(&names));
        return Err(Usage::error(say!("no seat is called `{found}` (this table has {names})", found, names)));
    }
    Ok(team)
}

#[cfg(test)]
mod tests {
    use kit_games::CATALOGUE;
    use kit_play::Terms;

    use super::*;

    fn table() -> Table {
        let game = kit_play::referee::listed(CATALOGUE, "chess960").expect("a game");
        Table::open(game, &Terms::usual(game.about()), &mut Chance::seeded(1)).expect("a table")
    }

    fn seated(seats: &[&str], white: Option<&str>, black: Option<&str>) -> String {
        let who = |text: Option<&str>| text.map(|text| text.parse().expect("a player"));
        let seats = seats.iter().map(ToString::to_string).collect();
        let wishes = Wishes { seats, white: who(white), black: who(black) };
        let table = table();
        match Seating::wished(&table, &wishes) {
            Ok(seating) => seating.sentence(&table).to_string(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn players_sit_as_wished() {
        for (seats, white, black, expected) in [
            (&[][..], None, None, "White: you, Black: casual bot"),
            (&[], Some("bot"), Some("me"), "White: casual bot, Black: you"),
            (&[], Some("me:Ann"), Some("me:Bob"), "White: Ann, Black: Bob"),
            (&[], None, Some("me"), "White: a person, Black: a person"),
            (&["Black=bot:club"], None, None, "White: you, Black: club bot"),
            (&["pink=me"], None, None, "no seat is called `pink` (this table has white or black)"),
            (&["black"], None, None, "not a wish `SEAT=WHO`: `black`"),
        ] {
            assert_eq!(seated(seats, white, black), expected);
        }
    }

    #[test]
    fn one_name_is_one_person() {
        let mut table = table();
        let wishes = Wishes {
            white: Some(Who::Me(Some("Ann".to_owned()))),
            black: Some(Who::Me(Some("Ann".to_owned()))),
            ..Wishes::default()
        };
        let seating = Seating::wished(&table, &wishes).expect("a seating");
        assert_eq!(seating.people().len(), 1);
        seating.write_down(&mut table);
        let again = Seating::wished(&table, &Wishes::default()).expect("a seating");
        assert_eq!(again.sentence(&table).to_string(), "White: Ann, Black: Ann");
    }

    #[test]
    fn a_word_that_is_no_player_is_named() {
        let error = "robot".parse::<Who>().expect_err("no player");
        assert_eq!(error.to_string(), "not a player: `robot` (try me, me:NAME, bot or bot:LEVEL)");
        assert!("bot:grandmaster".parse::<Who>().is_err());
    }
}
