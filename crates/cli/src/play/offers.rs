//! The offers of the person who decides: in groups, numbered, and found by what one types.

use kit_play::sentence::Names;
use kit_play::tabletop::{Board, Part};
use kit_play::{Glimpse, Offer, Spot, Tabletop, say};

use crate::words::said;

/// All offers, in an order that keeps together what starts at the same place.
///
/// Every offer has one number, by which it is listed and chosen.
/// Where an offer is itself about a number, such as `claim 3`, that is its number, so that nobody who
/// types a 3 can mean one thing and get another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Menu {
    offers: Vec<Offer>,
    numbers: Vec<usize>,
    groups: Vec<Group>,
}

/// Offers that start at the same place.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Group {
    title: String,
    first: usize,
    count: usize,
}

/// What a text means among the offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Exactly one offer.
    One(usize),
    /// One of several offers.
    Several(Vec<usize>),
    /// No offer.
    Nothing,
}

impl Menu {
    /// The offers of a glimpse, said in this voice.
    pub fn of(glimpse: &Glimpse, names: &Names) -> Menu {
        let mut offers = glimpse.offers();
        offers.iter_mut().for_each(|offer| offer.say_as(names));
        Menu::new(offers, &glimpse.tabletop().said_as(names))
    }

    fn new(offers: Vec<Offer>, tabletop: &Tabletop) -> Menu {
        let mut gathered: Vec<(String, Vec<Offer>)> = Vec::new();
        for offer in offers {
            let title = group_title(offer.gesture.first(), tabletop);
            match gathered.iter_mut().find(|(known, _)| *known == title) {
                Some((_, group)) => group.push(offer),
                None => gathered.push((title, vec![offer])),
            }
        }
        let mut menu = Menu::default();
        for (title, group) in gathered {
            menu.groups.push(Group { title, first: menu.offers.len(), count: group.len() });
            menu.offers.extend(group);
        }
        menu.numbers = numbers(&menu.offers);
        menu
    }

    /// The offers, each with its index.
    pub fn offers(&self) -> &[Offer] {
        &self.offers
    }

    /// The offer that is written exactly so.
    pub fn exact(&self, text: &str) -> Option<usize> {
        self.offers.iter().position(|offer| offer.action == text)
    }

    /// What a short form means: a number of the list, a notation or label that is the same but for case,
    /// spaces and dashes, a word to point at such as `skip`, or a notation or label that begins so.
    pub fn meaning(&self, text: &str) -> Meaning {
        if let Ok(number) = text.parse::<usize>() {
            let index = self.numbers.iter().position(|known| *known == number);
            return index.map_or(Meaning::Nothing, Meaning::One);
        }
        let wanted = squashed(text);
        if wanted.is_empty() {
            return Meaning::Nothing;
        }
        let mut same = self.where_squashed(|known| known == wanted);
        if same.is_empty() {
            let is_word =
                |offer: &Offer| matches!(&offer.gesture[..], [Spot::Word(word)] if squashed(word) == wanted);
            same = (0..self.offers.len()).filter(|index| is_word(&self.offers[*index])).collect();
        }
        let found =
            if same.is_empty() { self.where_squashed(|known| known.starts_with(&wanted)) } else { same };
        match found.as_slice() {
            [] => Meaning::Nothing,
            [only] => Meaning::One(*only),
            _ => Meaning::Several(found),
        }
    }

    fn where_squashed(&self, fits: impl Fn(&str) -> bool) -> Vec<usize> {
        let offer_fits =
            |offer: &Offer| fits(&squashed(&offer.action)) || fits(&squashed(&offer.label.words()));
        (0..self.offers.len()).filter(|index| offer_fits(&self.offers[*index])).collect()
    }

    /// The offers that what has been typed so far may become, the most likely first.
    pub fn fitting(&self, text: &str) -> Vec<usize> {
        let wanted = squashed(text);
        if let (Some(exact), true) = (self.exact(text), !wanted.is_empty()) {
            return vec![exact];
        }
        let mut found = match self.meaning(text) {
            Meaning::One(index) => vec![index],
            Meaning::Several(found) => found,
            Meaning::Nothing if wanted.is_empty() => (0..self.offers.len()).collect(),
            Meaning::Nothing => Vec::new(),
        };
        if text.parse::<usize>().is_err() {
            let within = self.where_squashed(|known| known.contains(&wanted));
            found.extend(within.into_iter().filter(|index| !found.contains(index)).collect::<Vec<_>>());
        }
        found
    }

    /// The offers that look most like a text that is none; those that look quite different are left out.
    pub fn nearest(&self, text: &str, most: usize) -> Vec<usize> {
        let wanted = squashed(text);
        let far = wanted.chars().count().div_ceil(2);
        let mut ranked: Vec<(usize, usize)> = self
            .offers
            .iter()
            .enumerate()
            .map(|(index, offer)| {
                let action = distance(&wanted, &squashed(&offer.action));
                (action.min(distance(&wanted, &squashed(&offer.label.words()))), index)
            })
            .collect();
        ranked.retain(|(distance, _)| *distance <= far);
        ranked.sort();
        ranked.into_iter().take(most).map(|(_, index)| index).collect()
    }

    /// Some offers in one line: `e2e4, e2e3`.
    pub fn actions(&self, indexes: &[usize]) -> String {
        let action = |index: &usize| self.offers[*index].action.as_str();
        indexes.iter().map(action).collect::<Vec<_>>().join(", ")
    }

    /// Up to `most` offers with their numbers, and how many more there are, on lines of at
    /// most `width` columns that break between offers.
    pub fn hint(&self, most: usize, width: usize) -> Vec<String> {
        if self.offers.is_empty() {
            return Vec::new();
        }
        let shown = self.offers.iter().zip(&self.numbers).take(most);
        let mut items: Vec<String> =
            shown.map(|(offer, number)| format!("{number} {}", offer.action)).collect();
        let more = self.offers.len().saturating_sub(most);
        items.extend((more > 0).then(|| said(&say!("and {more} more (type `offers`)", more))));
        let mut lines = vec![said(&say!("You may:"))];
        let last = items.len() - 1;
        for (index, item) in items.iter().enumerate() {
            let item = if index < last { format!("{item},") } else { item.clone() };
            match lines.last_mut() {
                Some(line) if line.chars().count() + 1 + item.chars().count() <= width => {
                    line.push(' ');
                    line.push_str(&item);
                }
                _ => lines.push(item),
            }
        }
        lines
    }

    /// All offers, grouped and numbered, one to a line.
    pub fn listing(&self) -> Vec<String> {
        let width = self.offers.iter().map(|offer| offer.action.chars().count()).max().unwrap_or(0).min(24);
        let mut lines = Vec::new();
        for Group { title, first, count } in &self.groups {
            lines.push(title.clone());
            for (index, offer) in self.offers.iter().enumerate().skip(*first).take(*count) {
                let number = self.numbers[index];
                let line = if offer.label.words() == offer.action {
                    format!("{number:>5}  {}", offer.action)
                } else {
                    format!("{number:>5}  {:<width$}  {}", offer.action, offer.label)
                };
                lines.push(line);
                let told = offer.preview.iter().flat_map(|told| told.stages.iter().chain([&told.sum]));
                lines.extend(told.map(|stage| format!("{:>7} {}", "-", stage.words())));
            }
        }
        lines
    }
}

fn group_title(first: Option<&Spot>, tabletop: &Tabletop) -> String {
    let part_title = |id: &str| {
        let title = tabletop.parts.iter().find_map(|part| match part {
            Part::Cards(cards) if cards.id == id => Some(cards.title.words().into_owned()),
            Part::Grid(grid) if grid.id == id => Some(grid.title.words().into_owned()),
            _ => None,
        });
        title.unwrap_or_else(|| id.to_owned())
    };
    match first {
        Some(Spot::Square(square)) => {
            match tabletop.board().and_then(|board| Board::figure_at(board, *square)) {
                Some(piece) => said(&say!("{square}, {piece}", square = *square, piece)),
                None => square.to_string(),
            }
        }
        Some(Spot::Card(id, _) | Spot::Cell(id, _, _)) => part_title(id),
        Some(Spot::Word(_)) | None => said(&say!("Besides")),
    }
}

/// The number of each offer: its own, where the last word of some actions is a number that no other
/// has, and for the others the smallest that are left.
fn numbers(offers: &[Offer]) -> Vec<usize> {
    let own = |offer: &Offer| offer.action.rsplit_once(' ')?.1.parse::<usize>().ok();
    let own: Vec<Option<usize>> = offers.iter().map(own).collect();
    let is_taken = |number: usize| own.iter().filter(|own| **own == Some(number)).count();
    let mut free = (1..).filter(|number| is_taken(*number) != 1);
    let number = |own: &Option<usize>| own.filter(|own| is_taken(*own) == 1).or_else(|| free.next());
    own.iter().map(number).map(Option::unwrap_or_default).collect()
}

/// A text in small letters without spaces, dashes and the signs of a capture between two squares.
fn squashed(text: &str) -> String {
    let kept = |letter: &char| !letter.is_whitespace() && !matches!(letter, '-' | '–' | '_' | '=' | '?');
    let letters: Vec<char> = text.chars().filter(kept).flat_map(char::to_lowercase).collect();
    let captures = |index: usize| {
        let before = index.checked_sub(1).and_then(|index| letters.get(index));
        letters[index] == 'x'
            && before.is_some_and(char::is_ascii_digit)
            && letters.get(index + 1).is_some_and(|after| ('a'..='h').contains(after))
    };
    (0..letters.len()).filter(|index| !captures(*index)).map(|index| letters[index]).collect()
}

/// How many letters must be added, taken away or changed to make one text the other.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (above, letter) in one.chars().take(64).enumerate() {
        let mut diagonal = row[0];
        row[0] = above + 1;
        for index in 0..other.len() {
            let changed = diagonal + usize::from(other[index] != letter);
            diagonal = row[index + 1];
            row[index + 1] = changed.min(diagonal + 1).min(row[index] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn menu() -> Menu {
        let offer = |action: &str, label: &str, word: &'static str| Offer {
            action: action.to_owned(),
            gesture: vec![Spot::Word(word)],
            label: kit_play::Sentence::finished(label).into(),
            preview: None,
            asks: None,
        };
        let offers = vec![
            offer("e2e4", "pawn e2 to e4", "one"),
            offer("e2e3", "pawn e2 to e3", "two"),
            offer("g1f3", "knight g1 to f3", "three"),
            offer("choose KR", "choose king and rook", "four"),
        ];
        Menu::new(offers, &Tabletop::default())
    }

    #[test]
    fn short_forms_are_understood() {
        for (text, expected) in [
            ("e2e4", Meaning::One(0)),
            ("E2-E4", Meaning::One(0)),
            ("e2 e3", Meaning::One(1)),
            ("g", Meaning::One(2)),
            ("knight", Meaning::One(2)),
            ("choose kr", Meaning::One(3)),
            ("ch", Meaning::One(3)),
            ("e2", Meaning::Several(vec![0, 1])),
            ("g1xf3", Meaning::One(2)),
            ("2", Meaning::One(1)),
            ("0", Meaning::Nothing),
            ("5", Meaning::Nothing),
            ("h7", Meaning::Nothing),
            ("-", Meaning::Nothing),
            ("", Meaning::Nothing),
        ] {
            assert_eq!(menu().meaning(text), expected, "{text}");
        }
    }

    #[test]
    fn the_nearest_offers_come_first() {
        assert_eq!(menu().nearest("e2e5", 2), [0, 1]);
        assert_eq!(menu().nearest("g1f4", 1), [2]);
        assert!(menu().nearest("checkmate", 2).is_empty());
    }

    #[test]
    fn a_number_means_the_offer_that_is_about_it() {
        let offer = |action: &str| Offer {
            action: action.to_owned(),
            gesture: vec![Spot::Word("word")],
            label: kit_play::Sentence::finished(action).into(),
            preview: None,
            asks: None,
        };
        let offers = ["fail", "claim 0", "claim 1", "claim 2", "deal 4", "pass"].map(offer).to_vec();
        let menu = Menu::new(offers, &Tabletop::default());
        assert_eq!(menu.hint(9, 99), ["You may: 3 fail, 0 claim 0, 1 claim 1, 2 claim 2, 4 deal 4, 5 pass"]);
        for (index, number) in [3, 0, 1, 2, 4, 5].into_iter().enumerate() {
            assert_eq!(menu.meaning(&number.to_string()), Meaning::One(index), "{number}");
        }
        let both = ["claim 2", "deal 2"].map(offer).to_vec();
        assert_eq!(Menu::new(both, &Tabletop::default()).hint(9, 99), ["You may: 1 claim 2, 2 deal 2"]);
    }

    #[test]
    fn typing_narrows_the_suggestions() {
        assert_eq!(menu().fitting("").len(), 4);
        assert_eq!(menu().fitting("e2"), [0, 1]);
        assert_eq!(menu().fitting("f3"), [2]);
        assert!(menu().fitting("zz").is_empty());
    }

    #[test]
    fn a_hint_says_how_many_more_there_are() {
        assert_eq!(menu().hint(2, 72), ["You may: 1 e2e4, 2 e2e3, and 2 more (type `offers`)"]);
        assert_eq!(menu().hint(12, 30), ["You may: 1 e2e4, 2 e2e3,", "3 g1f3, 4 choose KR"]);
    }
}
