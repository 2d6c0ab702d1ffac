//! How people are spoken to: in their language, with the names of those at the table.

use kit_chess::shakmaty::Piece;

use super::voice::{fill_in, piece_words};
use super::{Filling, Language, SpanKind, Spoken, Voice};
use crate::tabletop::{color_word, role_word};
use crate::text::{LONGEST_NAME, visible};
use crate::{About, Listed, Seat, Team, say};

/// A voice for people: it speaks of others by the names that they gave, and otherwise by their
/// role, says cards in words, and may speak another language than English.
///
/// Nobody is called by a name that another seat has too, that is the word for a seat or a team, or
/// that is too long.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    seats: Vec<Option<String>>,
    /// What people call a seat, where logs have another word for it.
    roles: &'static [&'static str],
    /// Who is a team alone.
    teams: Vec<Option<Seat>>,
    /// The words for seats and teams, by which nobody is called.
    words: Vec<&'static str>,
    /// The language, if it is not English.
    language: Option<&'static Language>,
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
            members.next().filter(|_| members.next().is_none())
        };
        let teams = (0..about.teams.len()).map(team).collect();
        Names { seats, roles: about.roles, teams, words: words_of(about), language: None }
    }

    /// The same names, in this language; English, if there is none.
    ///
    /// Nobody is called by a name that is a word for a seat or a team in it.
    pub fn in_language(mut self, language: Option<&'static Language>) -> Names {
        self.language = language;
        let said = |word: &&'static str| language.and_then(|language| language.text(word));
        let words: Vec<&str> = self.words.iter().filter_map(said).collect();
        for name in &mut self.seats {
            if name.as_ref().is_some_and(|name| words.iter().any(|word| alike(word, name))) {
                *name = None;
            }
        }
        self
    }

    /// The name or the role by which sentences call whoever sits there, if it is not as in logs.
    pub fn of(&self, seat: Seat) -> Option<&str> {
        let role = || self.roles.get(seat.index()).map(|role| self.word(role, None));
        self.name_of(seat).or_else(role)
    }

    fn name_of(&self, seat: Seat) -> Option<&str> {
        self.seats.get(seat.index()).and_then(Option::as_deref)
    }

    /// The gender of what a noun stands for, as the language has it.
    fn gender(&self, english: &str) -> &str {
        self.language.and_then(|language| language.form("gender", english)).unwrap_or("other")
    }
}

impl Voice for Names {
    fn template(&self, english: &str) -> Option<&str> {
        self.language.and_then(|language| language.text(english))
    }

    fn category(&self, filling: &Filling) -> &str {
        match (filling, filling.count(), self.language) {
            (_, Some(count), Some(language)) => language.plural(count),
            (_, Some(1), None) => "one",
            (Filling::Role(role), ..) => self.gender(role_word(*role)),
            (Filling::Piece(piece), ..) => self.gender(role_word(piece.role)),
            _ => "other",
        }
    }

    fn word<'w>(&'w self, english: &'w str, form: Option<&str>) -> &'w str {
        let Some(language) = self.language else { return english };
        let formed = form.and_then(|form| language.form(form, english));
        formed.unwrap_or_else(|| language.text_or_english(english))
    }

    fn card(&self, code: &str, form: Option<&str>) -> String {
        let kind = form.and_then(|form| form.strip_prefix("kind:"));
        let words = match kind {
            Some(form) => kind_words(self, code, form),
            None => card_words(self, code, form),
        };
        let (words, form) = (words.unwrap_or_else(|| code.to_owned()), kind.or(form));
        match (self.language, form) {
            (None, Some("a")) if words.starts_with(['8', 'a']) => format!("an {words}"),
            (None, Some("a")) => format!("a {words}"),
            (None | Some(_), _) => words,
        }
    }

    fn between_cards(&self) -> &str {
        ", "
    }

    fn fill(&self, filling: &Filling, form: Option<&str>, spoken: &mut Spoken) {
        let role = |seat: Seat| self.roles.get(seat.index()).map(|role| self.word(role, form));
        let called = |seat: Seat| self.name_of(seat).or_else(|| role(seat));
        match filling {
            Filling::Seat(seat, _) => {
                if let Some(name) = called(*seat) {
                    return spoken.push_span(SpanKind::Seat, seat.0, name);
                }
            }
            Filling::Team(team, _) => {
                let alone = self.teams.get(team.index()).copied().flatten();
                if let Some(name) = alone.and_then(called) {
                    return spoken.push_span(SpanKind::Team, team.0, name);
                }
            }
            _ => {}
        }
        fill_in(self, filling, form, spoken);
    }
}

/// A card of which the color does not matter, in words.
fn kind_words(names: &Names, code: &str, form: &str) -> Option<String> {
    let english = match Piece::from_char(code.chars().next()?) {
        Some(piece) => role_word(piece.role),
        None => "checker",
    };
    Some(names.word(english, Some(form)).to_owned())
}

/// A card in words, by its code: `N`, `q`, `C`, `c7`, `10H`.
fn card_words(names: &Names, code: &str, form: Option<&str>) -> Option<String> {
    let first = code.chars().next()?;
    if let (1, Some(piece)) = (code.len(), Piece::from_char(first)) {
        return Some(names.word(&piece_words(piece), form).to_owned());
    }
    if matches!(first, 'C' | 'c') && code[1..].chars().all(|digit| digit.is_ascii_digit()) {
        let color = kit_chess::shakmaty::Color::from_white(first == 'C');
        return Some(names.word(&format!("{} checker", color_word(color)), form).to_owned());
    }
    let suit = match code.chars().last()? {
        'H' => "hearts",
        'D' => "diamonds",
        'S' => "spades",
        'C' => "clubs",
        _ => return None,
    };
    let rank = match &code[..code.len() - 1] {
        "J" => names.word("jack", None),
        "Q" => names.word("card queen", None),
        "K" => names.word("card king", None),
        "A" => names.word("ace", None),
        number if number.parse::<u8>().is_ok() => number,
        _ => return None,
    };
    let (rank, suit) =
        (Filling::text(rank.trim_start_matches("card ")), Filling::text(names.word(suit, None)));
    Some(say!("{rank} of {suit}", rank, suit).words_in(names))
}

fn alike(one: &str, two: &str) -> bool {
    let plain = |text: &str| visible(text).to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
    plain(one) == plain(two)
}

fn is_a_word(about: &About, name: &str) -> bool {
    words_of(about).iter().any(|word| alike(word, name))
}

fn words_of(about: &About) -> Vec<&'static str> {
    let others = &["nobody", "you", "public", "white", "black"];
    [about.seats, about.written, about.roles, about.teams, others].concat()
}
