//! Cards that people deal by hand, with a real deck, and tell afterwards.
//!
//! A game brings its deck into an order when it is dealt, by rolls that are written down.
//! Who tells a card tells something about that order: two cards of it change places, until the
//! hand is the one that was told and nobody else has seen anything different.
//! So no game needs code for this, and a deal by hand is written down like any other.

use std::cell::Cell;

use crate::chance::Shuffle;
use crate::sentence::Filling;
use crate::tabletop::{Layout, Part};
use crate::{Chance, Listed, Seat, Sentence, Table, Terms, Viewer, say};

/// How many entries are played again, at the most, to find a deal by which all hold what they tell.
///
/// Hands that are possible are found with a small part of it, and those that are not end here.
const MOST_PLAYED: usize = 150_000;

/// Cards that a seat holds, as it tells them.
pub struct Telling<'a> {
    /// The seat.
    pub seat: Seat,
    /// All cards in its hand, by what they show, in any order.
    pub cards: &'a [String],
    /// How many of the lines that it heard hold all the same; whoever tells nothing must hear and see
    /// what it did.
    pub lines: usize,
}

/// Whether a game deals cards to hands that only their owners see.
pub fn deals_hands(game: &dyn Listed) -> bool {
    let about = game.about();
    let terms = Terms::usual(about);
    let mut chance = Chance::seeded(1).noting_shuffles();
    let Ok(opening) = game.open(&terms, &mut chance) else { return false };
    let holds = |seat: Seat| {
        let tabletop = opening.referee.glimpse(Viewer::Seat(seat)).tabletop();
        tabletop
            .parts
            .iter()
            .any(|part| hand(part, about.seat_name(seat)).is_some_and(|hand| !hand.is_empty()))
    };
    !chance.shuffles().is_empty() && Seat::first(terms.seats()).any(holds)
}

/// The cards of a part that a seat alone sees in its hand.
fn hand(part: &Part, seat: &str) -> Option<Vec<String>> {
    match part {
        Part::Cards(cards) if cards.layout == Layout::Hand && cards.private && cards.seat == Some(seat) => {
            Some(cards.cards.iter().map(|card| card.face.clone()).collect())
        }
        _ => None,
    }
}

impl Table {
    /// The cards that a seat alone sees in its hand, in order of what they show.
    pub fn hand(&self, seat: Seat) -> Vec<String> {
        let tabletop = self.glimpse(Viewer::Seat(seat)).tabletop();
        let name = self.about().seat_name(seat);
        let mut cards: Vec<String> =
            tabletop.parts.iter().filter_map(|part| hand(part, name)).flatten().collect();
        cards.sort();
        cards
    }

    /// How often a seat was told of cards, and nobody else was: at the deal, and when it drew.
    pub fn cards_told(&self, seat: Seat) -> usize {
        self.told_alone(seat)
            .filter(|sentence| sentence.fillings().any(|(_, filling)| has_cards(filling)))
            .count()
    }

    /// What is wrong with cards that a seat tells, as far as everybody knows who knows how many it
    /// holds and what is in the deck.
    ///
    /// What others hold plays no part in it, so whoever tells them learns nothing from the answer.
    pub fn cannot_be_told(&self, seat: Seat, cards: &[String]) -> Option<Sentence> {
        let held = self.hand(seat).len();
        if cards.len() != held {
            let found = cards.len();
            return Some(say!(
                "you hold {held} {held|one=card|other=cards}, and {found} {found|one=was|other=were} told",
                held,
                found
            ));
        }
        let deck = self.deck(seat)?;
        let are_too_many = cards.iter().any(|card| count(cards, card) > count(&deck, card));
        are_too_many.then(|| say!("the deck has no such cards, or not so many: look at them again"))
    }

    /// All cards of the deck from which a seat was dealt its hand; nothing if it got other cards, too.
    ///
    /// Every card comes to every place of the deck once, in a deal of its own and by the same rules.
    fn deck(&self, seat: Seat) -> Option<Vec<String>> {
        if self.terms().arrangement().is_some() {
            return None;
        }
        let mut chance = Chance::seeded(1).noting_shuffles();
        let table = Table::open(self.game(), self.terms(), &mut chance).ok()?;
        let (rolls, hand) = (&table.scoresheet().setup, table.hand(seat));
        let held = |shuffle: &Shuffle| -> Option<Vec<String>> {
            let turns = 0..shuffle.items;
            let turned = turns.map(|turn| reordered(rolls, *shuffle, |order| order.rotate_left(turn)));
            let hands = turned.map(|rolls| table.redealt(&rolls).map(|table| table.hand(seat)));
            Some(hands.collect::<Option<Vec<_>>>()?.concat())
        };
        let held = chance.shuffles().iter().filter_map(held);
        let mut held = held.filter(|held| held.chunks(hand.len().max(1)).any(|other| *other != hand));
        let (mut deck, None) = (held.next()?, held.next()) else { return None };
        deck.sort();
        // Each card was held as often as a hand has cards.
        Some(deck.into_iter().step_by(hand.len()).collect())
    }

    /// The rolls of a deal by which all these seats hold what they tell, and everybody else what they
    /// do; nothing if there is no such deal.
    pub fn dealt_as_told(&self, tellings: &[Telling<'_>]) -> Option<Vec<u32>> {
        let mut rolls = self.scoresheet().setup.clone();
        let mut table = self.redealt(&rolls)?;
        let left = Cell::new(MOST_PLAYED);
        for told in 0..tellings.len() {
            let (telling, before) = (&tellings[told], table.redealt(&rolls)?);
            if telling.cards.len() != table.hand(telling.seat).len() {
                return None;
            }
            while !lacking(telling.cards, &table.hand(telling.seat)).is_empty() {
                rolls = before.nearer(&table, &tellings[told..], &left)?;
                table = before.redealt(&rolls)?;
            }
        }
        Some(rolls)
    }

    /// A deal with one more of the cards that were told, for which two cards of the deck change
    /// places.
    ///
    /// The first of those who tell gets it; the others have not got theirs.
    fn nearer(&self, table: &Table, tellings: &[Telling<'_>], left: &Cell<usize>) -> Option<Vec<u32>> {
        let telling = tellings.first()?;
        let rolls = &table.scoresheet().setup;
        let mut chance = Chance::remembered(rolls.iter().copied()).noting_shuffles();
        Table::open(self.game(), self.terms(), &mut chance).ok()?;
        let hand = table.hand(telling.seat);
        let [missing, surplus] = [lacking(telling.cards, &hand), lacking(&hand, telling.cards)];
        for shuffle in chance.shuffles().iter().filter(|shuffle| shuffle.items > 1) {
            let swapped =
                |one: usize, other: usize| reordered(rolls, *shuffle, |order| order.swap(one, other));
            // Where the cards come from that have to go.
            let leaves = |place: &usize| {
                let probes = [(*place + 1) % shuffle.items, (*place + shuffle.items / 2) % shuffle.items];
                probes.into_iter().any(|other| {
                    let probed =
                        self.probed(&swapped(*place, other), left).map(|probed| probed.hand(telling.seat));
                    probed.is_none_or(|probed| {
                        surplus.iter().any(|card| count(&probed, card) < count(&hand, card))
                    })
                })
            };
            let places: Vec<usize> = (0..shuffle.items).filter(leaves).collect();
            let likely =
                places.into_iter().flat_map(|place| (0..shuffle.items).map(move |other| (place, other)));
            // A card may have seemed to stay because the same came for it.
            let all = (0..shuffle.items).flat_map(|place| (0..place).map(move |other| (place, other)));
            for (place, other) in likely.chain(all) {
                let rolls = swapped(place, other);
                let Some(candidate) = self.probed(&rolls, left) else { continue };
                let nearer = lacking(telling.cards, &candidate.hand(telling.seat)).len() < missing.len();
                if nearer && self.is_told_alike(&candidate, tellings) {
                    return Some(rolls);
                }
            }
        }
        None
    }

    /// The same game after another deal, as long as not too much has been played for one telling.
    fn probed(&self, rolls: &[u32], left: &Cell<usize>) -> Option<Table> {
        left.set(left.get().checked_sub(self.scoresheet().entries.len() + 1)?);
        self.redealt(rolls)
    }

    /// Whether nobody can tell another deal from this one who must not.
    fn is_told_alike(&self, other: &Table, tellings: &[Telling<'_>]) -> bool {
        Viewer::all(self.terms().seats()).all(|viewer| {
            let open = tellings.iter().find(|telling| viewer == Viewer::Seat(telling.seat));
            let lines = open.map_or(usize::MAX, |telling| telling.lines);
            let heard = |table: &Table| -> Vec<Sentence> {
                table.heard(viewer).take(lines).map(|(_, sentence)| sentence.clone()).collect()
            };
            let sees_alike = || self.glimpse(viewer).tabletop() == other.glimpse(viewer).tabletop();
            heard(self) == heard(other) && (open.is_some() || sees_alike())
        })
    }
}

/// What some cards have that others lack, each as often.
fn lacking(cards: &[String], others: &[String]) -> Vec<String> {
    let mut others = others.to_vec();
    let mut lacking = Vec::new();
    for card in cards {
        match others.iter().position(|other| other == card) {
            Some(index) => drop(others.swap_remove(index)),
            None => lacking.push(card.clone()),
        }
    }
    lacking
}

fn count(cards: &[String], card: &str) -> usize {
    cards.iter().filter(|other| *other == card).count()
}

/// The rolls of a shuffle after which its items lie in another order, among all rolls of a deal.
fn reordered(
    rolls: &[u32],
    Shuffle { start, items }: Shuffle,
    reorder: impl Fn(&mut Vec<usize>),
) -> Vec<u32> {
    let mut order: Vec<usize> = (0..items).collect();
    for (last, roll) in (1..items).rev().zip(&rolls[start..]) {
        order.swap(last, *roll as usize);
    }
    reorder(&mut order);
    let mut rolls = rolls.to_vec();
    let mut lying: Vec<usize> = (0..items).collect();
    for (index, last) in (1..items).rev().enumerate() {
        let place = lying.iter().position(|item| *item == order[last]).expect("every item lies somewhere");
        lying.swap(last, place);
        rolls[start + index] = place as u32;
    }
    rolls
}

/// Whether a filling speaks of cards.
fn has_cards(filling: &Filling) -> bool {
    match filling {
        Filling::Card(_) => true,
        Filling::List(_, items) => items.iter().any(has_cards),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_items_of_a_shuffle_change_places() {
        let shuffled = |rolls: Vec<u32>| {
            let mut items: Vec<char> = ('a'..='g').collect();
            Chance::remembered(rolls).shuffle(&mut items);
            items
        };
        let mut chance = Chance::seeded(3).noting_shuffles();
        chance.below(4);
        chance.shuffle(&mut ('a'..='g').collect::<Vec<char>>());
        let (shuffle, rolls) = (chance.shuffles()[0], chance.take_rolls());
        let mut expected = shuffled(rolls[1..].to_vec());
        expected.swap(2, 5);
        let swapped = reordered(&rolls, shuffle, |order| order.swap(2, 5));
        assert_eq!(shuffled(swapped[1..].to_vec()), expected);
    }
}
