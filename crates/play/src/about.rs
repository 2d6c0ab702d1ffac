//! What a catalogue says of a game, and what is agreed before it starts.

use std::collections::BTreeMap;
use std::fmt;

use kit_chess::shakmaty::Color;

use crate::arrangement::Arrangement;
use crate::outcome::capitalized;
use crate::paper::PaperSheet;
use crate::sentence::Filling;
use crate::text::excerpt;
use crate::tool::Tool;
use crate::{BadText, Seat, Sentence, Team, say};

/// The title page of a game.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The name in files and commands: `wild-chess`.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// The game in one sentence.
    pub blurb: &'static str,
    /// All seats, in seat order; a smaller table uses the first of them.
    pub seats: &'static [&'static str],
    /// What logs call whoever sits there, in seat order.
    pub written: &'static [&'static str],
    /// What people call whoever sits there and gave no name, in seat order; as logs do, if it is empty.
    pub roles: &'static [&'static str],
    /// How many seats a table needs at least.
    pub fewest_seats: usize,
    /// The color that each seat plays, in seat order; none where seats own no color.
    pub colors: &'static [Color],
    /// The names of the teams.
    pub teams: &'static [&'static str],
    /// The printed editions, the default first.
    pub editions: &'static [Edition],
    /// What may be agreed beyond the edition.
    pub choices: &'static [Choice],
    /// Ways to set the game up that people may ask for by name, beyond the choices.
    pub ways: &'static [Way],
    /// Whether the game has no secrets, so that all viewers see the same.
    pub open: bool,
    /// Whether everybody may know which seats have to act; where a choice is sealed without a
    /// word, that would betray it.
    pub shows_turns: bool,
    /// What people need to play it at a real table.
    pub needs: Needs,
    /// The sheet that is printed for it.
    pub sheet: Option<PaperSheet>,
    /// What its aid reminds players of: rules by their ids, from the set-up to the end, each with the number
    /// of its first sentences that are told.
    pub aid: &'static [(&'static str, usize)],
    /// The picture that matters, for its aid: how the caption of it begins in the English rules.
    /// The words below a picture that is named here make sense without the text of the book.
    pub picture: &'static str,
    /// The formats of other programs in which games of it can be had, such as `pgn`.
    pub formats: &'static [&'static str],
    /// Its puzzles for one person, if there is a solver that deals them.
    pub puzzle: Option<Puzzle>,
    /// What it offers to those who play with wood and want a referee for one thing only.
    pub tools: &'static [Tool],
    /// Whether a team that plays for points, alone at the table, wants few of them.
    pub few_points: bool,
    /// The rule by which players may end the game themselves.
    pub conduct: &'static str,
    /// What options were before they could be agreed on, for logs that do not name them.
    pub unwritten: &'static [(&'static str, &'static str)],
    /// Goes up when a ruling or the words of a fact change; a log names the one it was played by.
    pub revision: u32,
    /// The rules in our own words.
    pub rules: &'static str,
    /// One turn of it, step by step, for somebody who has never played it.
    pub guide: &'static str,
    /// Positions in which its rules can be tried: how its scenarios begin.
    pub examples: &'static str,
}

/// A printed version of the rules.
#[derive(Clone, Copy, Debug)]
pub struct Edition {
    /// The name in files and commands: `2025`.
    pub id: &'static str,
    /// What sets it apart, in a few words.
    pub note: &'static str,
}

/// What people need beside a chess set, and how long they sit.
#[derive(Clone, Copy, Debug)]
pub struct Needs {
    /// The cards, by edition; none where the game has no cards.
    pub cards: &'static [CardNeed],
    /// Everything else beside a chess set, each in a few words: `a coin or checker as a trophy`.
    pub things: &'static [&'static str],
    /// What of that has to lie on the shelf already, because no kitchen has something instead.
    pub shelf: &'static [Shelf],
    /// About how many minutes a game takes people who know its rules; an estimate.
    pub minutes: u32,
    /// Parts of a screen's table, by name, that only remind people and lie on no real table.
    pub reminders: &'static [&'static str],
}

/// What lies on some shelves beside a chess set, and not on others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shelf {
    /// Checkers that fit under pieces or stand for them.
    Checkers,
    /// Cards, without which the game cannot be played.
    Cards,
}

impl Shelf {
    /// Its word on the wire.
    pub fn word(self) -> &'static str {
        match self {
            Shelf::Checkers => "checkers",
            Shelf::Cards => "cards",
        }
    }
}

/// The cards of some editions.
#[derive(Clone, Copy, Debug)]
pub struct CardNeed {
    /// Which editions, in words.
    pub editions: &'static str,
    /// Which cards.
    pub cards: &'static str,
    /// How many.
    pub count: &'static str,
}

/// How somebody tries a puzzle of a game alone.
///
/// The puzzle's text is the arrangement of a table with one seat.
#[derive(Clone, Copy, Debug)]
pub struct Puzzle {
    /// What is agreed at that table.
    pub choices: &'static [(&'static str, &'static str)],
    /// What the seat does before the puzzle begins.
    pub prelude: &'static [&'static str],
    /// The word that is not offered, because the puzzle's page has its own way to give up.
    pub withheld: &'static str,
    /// How many moves may be tried.
    pub most_moves: u32,
}

/// Something that may be agreed before a game.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The name in files and commands.
    pub name: &'static str,
    /// What it decides.
    pub meaning: &'static str,
    /// What it may be.
    pub values: Values,
    /// What it is unless something else is agreed.
    pub default: &'static str,
    /// Editions in which the default is another, and that other default.
    pub defaults: &'static [(&'static str, &'static str)],
}

/// A way to set a game up, as shorthand for some choices.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// The name in commands: `two-decks`.
    pub name: &'static str,
    /// What is done.
    pub meaning: &'static str,
    /// The choices it stands for.
    pub choices: &'static [(&'static str, &'static str)],
    /// The choice that takes a number given with the way, if one may be given.
    pub number: Option<&'static str>,
}

/// What a choice may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// One of some words, each with its meaning.
    Words(&'static [(&'static str, &'static str)]),
    /// A whole number from the first to the second, or one of the words that follow.
    Number(u32, u32, &'static [(&'static str, &'static str)]),
}

impl Values {
    /// Whether the text is a value of this choice.
    pub fn contain(&self, text: &str) -> bool {
        let named = |words: &[(&str, &str)]| words.iter().any(|(word, _)| *word == text);
        match self {
            Values::Words(words) => named(words),
            Values::Number(least, most, words) => {
                named(words) || text.parse::<u32>().is_ok_and(|number| (*least..=*most).contains(&number))
            }
        }
    }

    /// A name of a choice or of a value as people write it in English: `queens kings`, `fixed 2`.
    pub fn spelled(name: &str) -> String {
        let mut spelled = String::new();
        for letter in name.chars() {
            let parted = letter.is_ascii_digit() && spelled.ends_with(char::is_alphabetic);
            if parted {
                spelled.push(' ');
            }
            spelled.push(if matches!(letter, '_' | '-') { ' ' } else { letter });
        }
        spelled
    }

    /// The values in words: `plausible or possible`.
    pub fn sentence(&self) -> Sentence {
        let names =
            |words: &'static [(&'static str, &str)]| words.iter().map(|(word, _)| Filling::text(word));
        let values = match *self {
            Values::Words(words) => Filling::one_of(names(words)),
            Values::Number(least, most, words) => {
                let number = say!("a number from {least} to {most}", least, most);
                Filling::one_of([number.into()].into_iter().chain(names(words)))
            }
        };
        say!("{values}", values)
    }
}

impl About {
    /// What most games have, for whatever a title page does not say otherwise: White against
    /// Black, with secrets, for three quarters of an hour.
    pub const USUAL: About = About {
        id: "",
        name: "",
        blurb: "",
        seats: &["white", "black"],
        written: &["White", "Black"],
        roles: &[],
        fewest_seats: 2,
        colors: &[Color::White, Color::Black],
        teams: &["white", "black"],
        editions: &[],
        choices: &[],
        ways: &[],
        open: false,
        shows_turns: true,
        needs: Needs::CHESS_SET,
        sheet: None,
        aid: &[],
        picture: "",
        formats: &[],
        puzzle: None,
        tools: &[],
        few_points: false,
        conduct: "",
        unwritten: &[],
        revision: 1,
        rules: "",
        guide: "",
        examples: "",
    };

    /// The name of a seat.
    pub fn seat_name(&self, seat: Seat) -> &'static str {
        self.seats.get(seat.index()).copied().unwrap_or("nobody")
    }

    /// The seat with this name, whatever the case of its letters.
    pub fn seat_named(&self, name: &str) -> Option<Seat> {
        let index = self.seats.iter().position(|seat| seat.eq_ignore_ascii_case(name))?;
        Some(Seat(index as u8))
    }

    /// The seat with this name at a table of so many seats.
    pub fn seat_among(&self, seats: usize, name: &str) -> Option<Seat> {
        self.seat_named(name).filter(|seat| seat.index() < seats)
    }

    /// A seat as a sentence speaks of it.
    pub fn seat(&self, seat: Seat) -> Filling {
        let words = self.written.get(seat.index()).copied().unwrap_or_else(|| self.seat_name(seat));
        Filling::Seat(seat, words.into())
    }

    /// A team as a sentence speaks of it.
    pub fn team(&self, team: Team) -> Filling {
        let name = self.teams.get(team.index()).copied().unwrap_or("nobody");
        Filling::Team(team, capitalized(name).into())
    }

    /// The color that a seat plays, if it plays one.
    pub fn color_of(&self, seat: Seat) -> Option<Color> {
        self.colors.get(seat.index()).copied()
    }

    /// How many people play: `2`, or `1 to 8`.
    pub fn people(&self) -> String {
        match (self.fewest_seats, self.seats.len()) {
            (least, most) if least == most => most.to_string(),
            (least, most) => format!("{least} to {most}"),
        }
    }

    fn edition(&self, id: &str) -> Result<&'static Edition, BadTerms> {
        self.editions.iter().find(|edition| edition.id == id).ok_or_else(|| BadTerms::Edition {
            found: excerpt(id),
            expected: self.editions.iter().map(|edition| edition.id).collect(),
        })
    }
}

impl Needs {
    /// A chess set and nothing else, for three quarters of an hour.
    pub const CHESS_SET: Needs = Needs { cards: &[], things: &[], shelf: &[], minutes: 45, reminders: &[] };
}

/// What was agreed before a game: edition, choices, number of seats, and where it starts.
///
/// Terms are valid by construction: every choice is there, with a value that it may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    edition: &'static str,
    choices: BTreeMap<&'static str, String>,
    seats: usize,
    arrangement: Option<Arrangement>,
}

impl Terms {
    /// The terms of the default edition at a full table, with nothing agreed beyond it.
    pub fn usual(about: &About) -> Terms {
        Terms::agree(about, None, &BTreeMap::new(), None, None).expect("the defaults of a game are valid")
    }

    /// Settles terms; whatever is not agreed is as the edition has it.
    ///
    /// # Errors
    ///
    /// Fails when the game has no such edition, choice, value or number of seats.
    pub fn agree(
        about: &About,
        edition: Option<&str>,
        agreed: &BTreeMap<String, String>,
        seats: Option<usize>,
        arrangement: Option<Arrangement>,
    ) -> Result<Terms, BadTerms> {
        let edition = match edition {
            Some(id) => about.edition(id)?.id,
            None => about.editions[0].id,
        };
        for name in agreed.keys() {
            if !about.choices.iter().any(|choice| choice.name == name) {
                let expected = about.choices.iter().map(|choice| choice.name).collect();
                return Err(BadTerms::Choice { found: excerpt(name), expected });
            }
        }
        let mut choices = BTreeMap::new();
        for choice in about.choices {
            let usual = choice.defaults.iter().find(|(id, _)| *id == edition);
            let usual = usual.map_or(choice.default, |(_, value)| value);
            let value = agreed.get(choice.name).map_or(usual, String::as_str);
            if !choice.values.contain(value) {
                let (name, found) = (choice.name, excerpt(value));
                return Err(BadTerms::Value { name, found, expected: choice.values });
            }
            choices.insert(choice.name, value.to_owned());
        }
        let most = about.seats.len();
        let seats = seats.unwrap_or(most);
        if !(about.fewest_seats..=most).contains(&seats) {
            return Err(BadTerms::Seats { found: seats, least: about.fewest_seats, most });
        }
        Ok(Terms { edition, choices, seats, arrangement })
    }

    /// The same terms from another start.
    pub fn arranged(self, arrangement: Arrangement) -> Terms {
        Terms { arrangement: Some(arrangement), ..self }
    }

    /// The edition that is played.
    pub fn edition(&self) -> &'static str {
        self.edition
    }

    /// All choices with their values.
    pub fn choices(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.choices.iter().map(|(name, value)| (*name, value.as_str()))
    }

    /// The value of a choice.
    ///
    /// # Panics
    ///
    /// Panics when the game lists no such choice.
    pub fn choice(&self, name: &str) -> &str {
        self.choices.get(name).expect("a game asks only for choices that it lists")
    }

    /// How many seats the table has.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// Where the game starts, if not at its usual start.
    pub fn arrangement(&self) -> Option<&Arrangement> {
        self.arrangement.as_ref()
    }
}

/// Terms that nobody can play by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadTerms {
    /// No such edition.
    Edition {
        /// What was asked for.
        found: String,
        /// What there is.
        expected: Vec<&'static str>,
    },
    /// No such choice.
    Choice {
        /// What was asked for.
        found: String,
        /// What there is.
        expected: Vec<&'static str>,
    },
    /// No such value of a choice.
    Value {
        /// The choice.
        name: &'static str,
        /// What was asked for.
        found: String,
        /// What there is.
        expected: Values,
    },
    /// Too many or too few seats.
    Seats {
        /// What was asked for.
        found: usize,
        /// The smallest table.
        least: usize,
        /// The largest table.
        most: usize,
    },
    /// A start that the game cannot be played from.
    Arrangement(BadText),
}

impl BadTerms {
    /// What is wrong, in a sentence.
    pub fn sentence(&self) -> Sentence {
        let one_of = |names: &[&'static str]| Filling::one_of(names.iter().map(Filling::text));
        match self {
            BadTerms::Edition { found, expected } => {
                let (found, expected) = (Filling::text(found), one_of(expected));
                say!("unknown edition: `{found}` (try {expected})", found, expected)
            }
            BadTerms::Choice { found, expected } if expected.is_empty() => {
                say!("unknown option: `{found}` (this game has none)", found = Filling::text(found))
            }
            BadTerms::Choice { found, expected } => {
                let (found, expected) = (Filling::text(found), one_of(expected));
                say!("unknown option: `{found}` (this game has {expected})", found, expected)
            }
            BadTerms::Value { name, found, expected } => {
                let (name, found) = (Filling::text(name), Filling::text(found));
                let expected = expected.sentence();
                say!("option {name} cannot be `{found}` (try {expected})", name, found, expected)
            }
            BadTerms::Seats { found, least, most } if least == most => {
                let (found, most) = (*found, *most);
                say!(
                    "{found} {found|one=seat is|other=seats are} not possible, the game is for {most}",
                    found,
                    most
                )
            }
            BadTerms::Seats { found, least, most } => {
                let (found, least, most) = (*found, *least, *most);
                say!(
                    "{found} {found|one=seat is|other=seats are} not possible, the game is for {least} to {most}",
                    found,
                    least,
                    most
                )
            }
            BadTerms::Arrangement(bad) => say!("arrangement, {problem}", problem = bad.sentence()),
        }
    }
}

impl fmt::Display for BadTerms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl std::error::Error for BadTerms {}

impl From<BadText> for BadTerms {
    fn from(bad: BadText) -> BadTerms {
        BadTerms::Arrangement(bad)
    }
}
