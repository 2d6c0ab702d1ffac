//! What is done at a table, and how it is written down.
//!
//! What happens in the game is a line of [`kit_play::log`].
//! What people do is a line that begins with `*` and a word:
//!
//! ```text
//! * host 5e88… Ann        * spectators delayed 10     * clock player 300 5
//! * lobby                 * shuffle                   * chair white person 03ac… Ann
//! * chair black bot casual                            * chair black invited 9f86… keyed-2c62…
//! * invitation white 9f86… keyed-2c62…                * seated black 6b51… Ben
//! * room 4e07… keyed-81b6…
//! * swapped white black   * started black white       * said white all: good luck
//! * said W1 W1,W2: psst   * draw-offered 0            * draw-declined
//! * undo-asked white 2    * undo-granted black        * undo-refused
//! * left white            * returned white            * replaced white casual
//! * lag white 120         * rematch bcdfghjkmn        * closed
//! * frozen                * hints yes                 * knowledge no
//! * hinted white where    * hinted white what
//! * real-board one 12     * real-board each 15 by-hand
//! * telling white P n K   what White says that it holds, until everybody has told
//! * untold                what was told cannot be: everybody tells anew
//! * told white            behind it stands a deal by which White holds what White has told
//! ```
//!
//! Where a game goes on from a moment of another one, its deal and its entries up to there stand
//! below what was agreed, as they stand in the log of a game, and `started` brings them onto the
//! table.
//!
//! Digests stand for secrets; seats stand by their names, and teams by their numbers.
//! Digests of codes are made with a key, and older ones without.

use kit_play::log::{Header, Line};
use kit_play::text::excerpt;
use kit_play::{About, Seat, Team};

use crate::agreed::{
    Agreed, Chair, ClockPlan, HintDepth, InvitationDigest, Occupant, Person, Phones, RealBoard, Spectators,
};
use crate::secrets::{Digest, TableId};

/// Something done at a table.
#[derive(Clone, Debug)]
pub enum Deed {
    /// The table was opened.
    Opened(Box<Agreed>),
    /// It was decided who is to sit on a seat.
    Planned(Seat, Chair),
    /// There is a new link to a seat.
    Invited(Seat, InvitationDigest),
    /// There is a new link to the table, for whichever chair nobody has.
    Room(InvitationDigest),
    /// Somebody took a seat.
    Seated {
        /// The seat.
        seat: Seat,
        /// The name.
        name: Option<String>,
        /// The secret.
        token: Digest,
    },
    /// Two seats were exchanged.
    Swapped(Seat, Seat),
    /// The game starts with the players sitting in this order; the deal follows, or it goes on from
    /// what was agreed.
    Started(Vec<Seat>),
    /// Something happened in the game.
    Played(Line),
    /// A seat said something.
    Said {
        /// The seat.
        seat: Seat,
        /// Who hears it; everybody, the public too, if nothing is said.
        audience: Option<Vec<Seat>>,
        /// The words.
        text: String,
    },
    /// A team offers a draw.
    DrawOffered(Team),
    /// Nobody offers a draw any more.
    DrawDeclined,
    /// A seat asks to take back so many entries.
    UndoAsked(Seat, usize),
    /// A seat agrees.
    UndoGranted(Seat),
    /// A seat does not agree, or the question is over.
    UndoRefused,
    /// A player left.
    Left(Seat),
    /// A player came back.
    Returned(Seat),
    /// A bot of this level plays for a player who left.
    Replaced(Seat, String),
    /// A seat is not charged for so many milliseconds, because its action, which follows, was on
    /// its way for as long.
    Lag(Seat, u32),
    /// A seat was given a hint of this depth.
    Hinted(Seat, HintDepth),
    /// A seat said which cards it holds, and others have still to say it.
    Telling(Seat, Vec<String>),
    /// What everybody said cannot be, so everybody says it anew.
    Untold,
    /// A seat told which cards it drew from a real deck; the deal by which it holds them follows.
    Told(Seat),
    /// There is a rematch at another table.
    Rematch(TableId),
    /// The host took the table away.
    Closed,
    /// The game's program failed.
    Frozen,
}

impl Deed {
    /// The deed as lines of the log; without the header, which stands before everything.
    pub fn write(&self, about: &'static About, to: &mut String) {
        let name = |seat: &Seat| about.seat_name(*seat);
        let line = match self {
            Deed::Opened(agreed) => return agreed.write_people(about, to),
            Deed::Played(line) => {
                to.push_str(&line.to_string());
                return;
            }
            Deed::Planned(seat, chair) => chair_line(name(seat), chair),
            Deed::Invited(seat, InvitationDigest { token, code }) => {
                format!("invitation {} {} {}", name(seat), token.as_str(), code.as_str())
            }
            Deed::Room(invitation) => room_line(invitation),
            Deed::Seated { seat, name: player, token } => {
                named(format!("seated {} {}", name(seat), token.as_str()), player.as_deref())
            }
            Deed::Swapped(one, other) => format!("swapped {} {}", name(one), name(other)),
            Deed::Started(order) => format!("started {}", names(about, order, " ")),
            Deed::Said { seat, audience, text } => {
                let audience = audience.as_ref().map(|seats| names(about, seats, ","));
                format!("said {} {}: {text}", name(seat), audience.as_deref().unwrap_or("all"))
            }
            Deed::DrawOffered(team) => format!("draw-offered {}", team.0),
            Deed::DrawDeclined => "draw-declined".to_owned(),
            Deed::UndoAsked(seat, entries) => format!("undo-asked {} {entries}", name(seat)),
            Deed::UndoGranted(seat) => format!("undo-granted {}", name(seat)),
            Deed::UndoRefused => "undo-refused".to_owned(),
            Deed::Left(seat) => format!("left {}", name(seat)),
            Deed::Returned(seat) => format!("returned {}", name(seat)),
            Deed::Replaced(seat, level) => format!("replaced {} {level}", name(seat)),
            Deed::Lag(seat, milliseconds) => format!("lag {} {milliseconds}", name(seat)),
            Deed::Hinted(seat, depth) => format!("hinted {} {}", name(seat), depth.word()),
            Deed::Telling(seat, cards) => format!("telling {} {}", name(seat), cards.join(" ")),
            Deed::Untold => "untold".to_owned(),
            Deed::Told(seat) => format!("told {}", name(seat)),
            Deed::Rematch(table) => format!("rematch {table}"),
            Deed::Closed => "closed".to_owned(),
            Deed::Frozen => "frozen".to_owned(),
        };
        write_people(&line, to);
    }

    /// Reads a line about people, after its mark.
    ///
    /// # Errors
    ///
    /// Fails with what is wrong.
    pub fn read(line: &str, about: &'static About) -> Result<Deed, String> {
        let words = Words { line, about };
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let mut rest = rest.splitn(3, ' ');
        let mut next = || rest.next().unwrap_or_default();
        Ok(match word {
            "chair" => {
                let (seat, chair) = words.chair()?;
                Deed::Planned(seat, chair)
            }
            "invitation" => {
                let (seat, token, code) = (words.seat(next())?, words.digest(next())?, words.digest(next())?);
                Deed::Invited(seat, InvitationDigest { token, code })
            }
            "room" => Deed::Room(words.room(next(), next())?),
            "seated" => {
                let (seat, token) = (words.seat(next())?, words.digest(next())?);
                Deed::Seated { seat, token, name: some(next()) }
            }
            "swapped" => Deed::Swapped(words.seat(next())?, words.seat(next())?),
            "started" => Deed::Started(words.seats(line, ' ', 1)?),
            "said" => words.said()?,
            "draw-offered" => Deed::DrawOffered(Team(words.number(next())?)),
            "draw-declined" => Deed::DrawDeclined,
            "undo-asked" => Deed::UndoAsked(words.seat(next())?, words.number(next())?),
            "undo-granted" => Deed::UndoGranted(words.seat(next())?),
            "undo-refused" => Deed::UndoRefused,
            "left" => Deed::Left(words.seat(next())?),
            "returned" => Deed::Returned(words.seat(next())?),
            "replaced" => Deed::Replaced(words.seat(next())?, next().to_owned()),
            "lag" => Deed::Lag(words.seat(next())?, words.number(next())?),
            "hinted" => {
                let (seat, word) = (words.seat(next())?, next());
                Deed::Hinted(seat, HintDepth::called(word).ok_or_else(|| words.bad())?)
            }
            "telling" => {
                let cards = line.split(' ').skip(2).map(ToOwned::to_owned);
                Deed::Telling(words.seat(next())?, cards.collect())
            }
            "untold" => Deed::Untold,
            "told" => Deed::Told(words.seat(next())?),
            "rematch" => Deed::Rematch(next().parse().map_err(|_| words.bad())?),
            "closed" => Deed::Closed,
            "frozen" => Deed::Frozen,
            _ => return Err(words.bad()),
        })
    }
}

impl Agreed {
    /// What was agreed beyond the header, as lines of the log.
    pub(crate) fn write_people(&self, about: &'static About, to: &mut String) {
        let host = format!("host {}", self.host.as_str());
        write_people(&named(host, self.host_name.as_deref()), to);
        for (word, is_so) in [("lobby", self.public), ("shuffle", self.shuffle)] {
            if is_so {
                write_people(word, to);
            }
        }
        let spectators = match self.spectators {
            Spectators::None => "none".to_owned(),
            Spectators::Public => "public".to_owned(),
            Spectators::Delayed { minutes } => format!("delayed {minutes}"),
        };
        write_people(&format!("spectators {spectators}"), to);
        let clock = self.clock.map(|clock| match clock {
            ClockPlan::Player { seconds, increment } => format!("clock player {seconds} {increment}"),
            ClockPlan::Move { seconds } => format!("clock move {seconds}"),
            ClockPlan::Days { days } => format!("clock days {days}"),
        });
        clock.iter().for_each(|clock| write_people(clock, to));
        for (word, agreed) in [("hints", self.hints), ("knowledge", self.knowledge)] {
            let agreed = agreed.map(|yes| format!("{word} {}", if yes { "yes" } else { "no" }));
            agreed.iter().for_each(|line| write_people(line, to));
        }
        self.real_board.iter().for_each(|real| write_people(&real_board_line(*real), to));
        self.room.iter().for_each(|room| write_people(&room_line(room), to));
        for (seat, chair) in self.seats(about).iter().zip(&self.chairs) {
            write_people(&chair_line(seat, chair), to);
        }
        self.from.iter().for_each(|line| to.push_str(&line.to_string()));
    }

    /// Reads what was agreed from the header, the lines about people below it, and those of the
    /// game that goes on here.
    pub(crate) fn read<'a>(
        header: Header,
        about: &'static About,
        lines: impl Iterator<Item = &'a str>,
        from: Vec<Line>,
    ) -> Result<Agreed, String> {
        let (mut host, mut host_name, mut room) = (None, None, None);
        let (mut clock, mut spectators) = (None, Spectators::Public);
        let (mut public, mut shuffle, mut chairs) = (false, false, Vec::new());
        let (mut hints, mut knowledge, mut real_board) = (None, None, None);
        for line in lines {
            let words = Words { line, about };
            match line.split(' ').collect::<Vec<_>>().as_slice() {
                ["host", digest, name @ ..] => {
                    (host, host_name) = (Some(words.digest(digest)?), some(&name.join(" ")));
                }
                ["room", token, code] => room = Some(words.room(token, code)?),
                ["lobby"] => public = true,
                ["shuffle"] => shuffle = true,
                ["spectators", "none"] => spectators = Spectators::None,
                ["spectators", "public"] => spectators = Spectators::Public,
                ["spectators", "delayed", minutes] => {
                    spectators = Spectators::Delayed { minutes: words.number(minutes)? };
                }
                ["clock", "player", seconds, increment] => {
                    let (seconds, increment) = (words.number(seconds)?, words.number(increment)?);
                    clock = Some(ClockPlan::Player { seconds, increment });
                }
                ["clock", "move", seconds] => {
                    clock = Some(ClockPlan::Move { seconds: words.number(seconds)? })
                }
                ["clock", "days", days] => clock = Some(ClockPlan::Days { days: words.number(days)? }),
                ["hints", answer @ ("yes" | "no")] => hints = Some(*answer == "yes"),
                ["knowledge", answer @ ("yes" | "no")] => knowledge = Some(*answer == "yes"),
                ["real-board", phones, checkers, by_hand @ ..] if matches!(by_hand, [] | ["by-hand"]) => {
                    let phones = Phones::ALL.into_iter().find(|known| known.word() == *phones);
                    real_board = Some(RealBoard {
                        phones: phones.ok_or_else(|| words.bad())?,
                        checkers: words.number(checkers)?,
                        cards_by_hand: !by_hand.is_empty(),
                    });
                }
                ["chair", ..] => {
                    let (seat, chair) = words.chair()?;
                    if seat.index() != chairs.len() {
                        return Err(format!("chairs stand in the order of seats, not `{}`", excerpt(line)));
                    }
                    chairs.push(chair);
                }
                _ => return Err(words.bad()),
            }
        }
        let host = host.ok_or("the line `* host …` is missing")?;
        if chairs.len() != header.seats {
            return Err(format!("the table has {} seats and {} chairs", header.seats, chairs.len()));
        }
        Ok(Agreed {
            header,
            shuffle,
            public,
            spectators,
            clock,
            hints,
            knowledge,
            real_board,
            host,
            host_name,
            room,
            chairs,
            from,
        })
    }
}

fn write_people(line: &str, to: &mut String) {
    to.push_str(&Line::People(format!("* {line}")).to_string());
}

fn chair_line(seat: &str, chair: &Chair) -> String {
    let line = match &chair.occupant {
        Occupant::Free => format!("chair {seat} free"),
        Occupant::Invited => format!("chair {seat} invited"),
        Occupant::Bot { level } => format!("chair {seat} bot {level}"),
        Occupant::Person(Person { name, token, .. }) => {
            return named(format!("chair {seat} person {}", token.as_str()), name.as_deref());
        }
    };
    match &chair.invitation {
        Some(InvitationDigest { token, code }) => format!("{line} {} {}", token.as_str(), code.as_str()),
        None => line,
    }
}

fn real_board_line(RealBoard { phones, checkers, cards_by_hand }: RealBoard) -> String {
    format!("real-board {} {checkers}{}", phones.word(), if cards_by_hand { " by-hand" } else { "" })
}

fn room_line(InvitationDigest { token, code }: &InvitationDigest) -> String {
    format!("room {} {}", token.as_str(), code.as_str())
}

fn named(line: String, name: Option<&str>) -> String {
    match name {
        Some(name) => format!("{line} {name}"),
        None => line,
    }
}

fn names(about: &About, seats: &[Seat], between: &str) -> String {
    seats.iter().map(|seat| about.seat_name(*seat)).collect::<Vec<_>>().join(between)
}

fn some(text: &str) -> Option<String> {
    Some(text.to_owned()).filter(|text| !text.is_empty())
}

/// A line that is being read.
struct Words<'a> {
    line: &'a str,
    about: &'static About,
}

impl Words<'_> {
    fn bad(&self) -> String {
        format!("not a line about people: `* {}`", excerpt(self.line))
    }

    fn seat(&self, name: &str) -> Result<Seat, String> {
        self.about.seat_named(name).ok_or_else(|| self.bad())
    }

    /// The seats in a list, after some words of the line.
    fn seats(&self, list: &str, between: char, after: usize) -> Result<Vec<Seat>, String> {
        list.split(between).skip(after).map(|name| self.seat(name)).collect()
    }

    fn digest(&self, text: &str) -> Result<Digest, String> {
        Digest::written(text).ok_or_else(|| self.bad())
    }

    fn room(&self, token: &str, code: &str) -> Result<InvitationDigest, String> {
        Ok(InvitationDigest { token: self.digest(token)?, code: self.digest(code)? })
    }

    fn number<N: std::str::FromStr>(&self, text: &str) -> Result<N, String> {
        text.parse().map_err(|_| self.bad())
    }

    fn chair(&self) -> Result<(Seat, Chair), String> {
        let mut words = self.line.splitn(5, ' ').skip(1);
        let mut next = || words.next().unwrap_or_default();
        let (seat, kind, first, second) = (self.seat(next())?, next(), next(), next());
        let occupant = match kind {
            "free" => Occupant::Free,
            "invited" if first.is_empty() => Occupant::Invited,
            "invited" => {
                let (token, code) = (self.digest(first)?, self.digest(second)?);
                let invitation = Some(InvitationDigest { token, code });
                return Ok((seat, Chair { occupant: Occupant::Invited, invitation }));
            }
            "bot" => Occupant::Bot { level: first.to_owned() },
            "person" => Occupant::person(some(second), self.digest(first)?),
            _ => return Err(self.bad()),
        };
        Ok((seat, occupant.into()))
    }

    fn said(&self) -> Result<Deed, String> {
        let (place, text) = self.line.split_once(": ").ok_or_else(|| self.bad())?;
        let mut words = place.split(' ').skip(1);
        let seat = self.seat(words.next().unwrap_or_default())?;
        let audience = match words.next() {
            Some("all") => None,
            list => Some(self.seats(list.unwrap_or_default(), ',', 0)?),
        };
        Ok(Deed::Said { seat, audience, text: text.to_owned() })
    }
}
