//! What is sent of an evening, and asked of it.

use kit_sitting::Secrets;
use serde::{Deserialize, Serialize};

use crate::evening::{Evening, Held, RoundClock, Speaker};
use crate::ranking::ranking;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum System {
    /// Everybody meets everybody.
    RoundRobin,
    /// Those meet who stand next to each other.
    Swiss,
}

/// How the games of an evening are spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Spread {
    /// Tables play different games, such that people play what they have not played yet.
    Tables,
    /// In each round all play the same game.
    Rounds,
}

/// Who said how a table ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Teller {
    /// The host.
    Host,
    /// Somebody who played there.
    Player,
    /// The game itself, which was played through the kit.
    Game,
}

/// Opens an evening.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct OpenEvening {
    /// What the evening is called.
    #[serde(default)]
    pub title: Option<String>,
    /// Who is there; more may come.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(as = "Option<_>", optional))]
    pub names: Vec<String>,
    /// Who meets whom.
    pub system: System,
    /// How many rounds.
    pub rounds: u32,
    /// How many minutes each.
    pub minutes: u32,
    /// The ids of the games.
    pub games: Vec<String>,
    /// How games are spread.
    pub spread: Spread,
    /// Whether tables are opened for phones; if not, people play with wood and tap results.
    pub phones: bool,
}

/// An evening that was opened, with the secrets that are handed out once.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct EveningOpened {
    /// The name of the evening.
    pub evening: String,
    /// The host's secret, which also came as a cookie.
    pub host: String,
    /// The code with which people come in.
    pub code: String,
}

/// Says who somebody is at an evening: with the host's secret, or with the code and a name.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct ClubEnter {
    /// The host's secret.
    #[serde(default)]
    pub host: Option<String>,
    /// The code of the evening.
    #[serde(default)]
    pub code: Option<String>,
    /// The number of somebody who is on the list.
    #[serde(default)]
    pub person: Option<u32>,
    /// The name of somebody who is on the list or comes late.
    #[serde(default)]
    pub name: Option<String>,
    /// Whether the secret is wanted in the answer, for programs.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(as = "Option<_>", optional))]
    pub program: bool,
}

/// Who somebody is now.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ClubEntered {
    /// Their number; none for the host.
    pub person: Option<u32>,
    /// The secret, where it was asked for.
    pub token: Option<String>,
}

/// Sits down at one's table of the present round.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct ClubSit {
    /// Whether the secret is wanted in the answer, for programs.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(as = "Option<_>", optional))]
    pub program: bool,
}

/// Asks for something at an evening.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(tag = "command", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub enum ClubCommand {
    /// Somebody came.
    Add {
        /// Their name.
        name: String,
    },
    /// Somebody is called otherwise.
    Rename {
        /// Their number.
        person: u32,
        /// Their new name.
        name: String,
    },
    /// Somebody's phone is theirs no longer.
    Free {
        /// Their number.
        person: u32,
    },
    /// Somebody plays no more; people may say so of themselves.
    Leave {
        /// Their number.
        person: u32,
    },
    /// Somebody plays again; people may say so of themselves.
    Return {
        /// Their number.
        person: u32,
    },
    /// Pairs the next round.
    Pair,
    /// Takes the last round back, if it has no results.
    Unpair,
    /// Says how a table ended, or that it has not; people may say once how their own ended with wood.
    Result {
        /// The round, from 1 on.
        round: u32,
        /// The table, from 1 on.
        table: u32,
        /// Half points of each side: 2 and 0, 0 and 2, 1 and 1, or 0 and 0 if nobody came.
        halves: Option<[u8; 2]>,
    },
    /// Lets the clock of the round run or stand.
    Clock {
        /// Whether it runs.
        go: bool,
        /// How much time is left; as much as there is, if nothing is said.
        #[serde(default)]
        seconds: Option<u32>,
    },
    /// Changes how many rounds there are and how long they take.
    Plan {
        /// How many rounds.
        rounds: u32,
        /// How many minutes each.
        minutes: u32,
    },
    /// Gives the evening another code, which ends the one before.
    Code,
    /// Ends the evening, or lets it go on after all.
    Close {
        /// Whether it is over.
        closed: bool,
    },
}

/// What became of a command.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ClubDone {
    /// The new code, if one was asked for.
    pub code: Option<String>,
}

/// An evening as everybody may see it, and who asks.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct EveningNote {
    /// The name of the evening.
    pub evening: String,
    /// Goes up with everything that happens.
    pub number: u32,
    /// What the time is, in milliseconds since 1970.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub now: i64,
    /// What the evening is called; may be empty.
    pub title: String,
    /// Who meets whom.
    pub system: System,
    /// How many rounds.
    pub rounds: u32,
    /// How many minutes each.
    pub minutes: u32,
    /// The ids of the games.
    pub games: Vec<String>,
    /// How games are spread.
    pub spread: Spread,
    /// Whether tables are opened for phones.
    pub phones: bool,
    /// Whether the evening is over.
    pub closed: bool,
    /// Everybody, in the order in which they came.
    pub people: Vec<ClubPerson>,
    /// The rounds that were paired.
    pub paired: Vec<ClubRound>,
    /// Everybody's place, the first one first.
    pub standings: Vec<ClubPlace>,
    /// The clock of the round.
    pub clock: ClubClock,
    /// Whether whoever asks is the host.
    pub host: bool,
    /// The number of whoever asks, if they have one.
    pub me: Option<u32>,
}

/// Somebody at an evening.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ClubPerson {
    /// Their number.
    pub person: u32,
    /// Their name.
    pub name: String,
    /// The first round that they could play.
    pub from: u32,
    /// Whether they play.
    pub here: bool,
    /// Whether a phone belongs to them.
    pub claimed: bool,
}

/// A round.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ClubRound {
    /// Its tables.
    pub tables: Vec<ClubTable>,
    /// Who sits out, with a point.
    pub bye: Option<u32>,
}

/// A table of a round.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ClubTable {
    /// The game's id.
    pub game: String,
    /// The number of the person on each seat, in seat order.
    pub people: Vec<u32>,
    /// The side of each seat: 0 for the first team, 1 for the second.
    pub sides: Vec<u8>,
    /// The table where it is played, if it is played through the kit.
    pub table: Option<String>,
    /// Half points of each side, when it is over.
    pub halves: Option<[u8; 2]>,
    /// Who said so.
    pub by: Option<Teller>,
}

/// Somebody's place.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ClubPlace {
    /// The place, which those share who have as many points.
    pub place: u32,
    /// Their number.
    pub person: u32,
    /// Half points.
    pub halves: u32,
    /// What decides the order among those with as many points, in quarters of a point.
    pub tie_break: u32,
    /// How many games were won.
    pub wins: u32,
    /// How many games count so far.
    pub games: u32,
}

/// The clock of a round.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub struct ClubClock {
    /// When it is up, if it runs, in milliseconds since 1970.
    #[cfg_attr(feature = "schema", ts(type = "number | null"))]
    pub until: Option<i64>,
    /// How many milliseconds are left, if it stands.
    #[cfg_attr(feature = "schema", ts(type = "number | null"))]
    pub left: Option<i64>,
}

impl EveningNote {
    /// An evening as somebody sees it at a moment.
    pub fn new(evening: &Evening, secrets: &Secrets, now: i64) -> EveningNote {
        let opening = evening.opening();
        let people = evening.people().map(|(person, found)| ClubPerson {
            person,
            name: found.name.clone(),
            from: found.from,
            here: found.here,
            claimed: found.is_claimed(),
        });
        let places = ranking(evening).into_iter().map(|ranked| ClubPlace {
            place: ranked.place,
            person: ranked.person,
            halves: ranked.halves,
            tie_break: ranked.tie_break,
            wins: ranked.wins,
            games: ranked.games,
        });
        let rounds = evening.rounds().map(|round| ClubRound {
            tables: round.tables.iter().map(ClubTable::new).collect(),
            bye: round.bye,
        });
        EveningNote {
            evening: evening.id().to_string(),
            number: evening.head(),
            now,
            title: opening.title.clone(),
            system: opening.system.into(),
            rounds: opening.rounds,
            minutes: opening.minutes,
            games: opening.games.iter().map(|(game, _)| game.clone()).collect(),
            spread: opening.spread.into(),
            phones: opening.phones,
            closed: evening.is_closed(),
            people: people.collect(),
            paired: rounds.collect(),
            standings: places.collect(),
            clock: evening.clock().into(),
            host: evening.speaker(secrets) == Speaker::Host,
            me: evening.person_of(secrets),
        }
    }
}

impl ClubTable {
    fn new(held: &Held) -> ClubTable {
        ClubTable {
            game: held.table.game.clone(),
            people: held.table.people.clone(),
            sides: held.table.sides.clone(),
            table: held.table.table.clone(),
            halves: held.result.map(|result| result.halves),
            by: held.result.map(|result| result.by.into()),
        }
    }
}

impl From<RoundClock> for ClubClock {
    fn from(clock: RoundClock) -> ClubClock {
        match clock {
            RoundClock::Running(until) => ClubClock { until: Some(until), left: None },
            RoundClock::Stopped(left) => ClubClock { until: None, left: Some(left) },
        }
    }
}
