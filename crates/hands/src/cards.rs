//! Cards: from one place to another, turned over, or out of the deck.

use kit_play::Sentence;
use kit_play::tabletop::Layout;

use crate::things::RealTable;
use crate::wanted::Wanted;
use crate::{Act, HandStep, Place, words};

/// How a card is written of which one sees only the back.
pub(crate) const BACK: &str = "back";

/// More cards than these that go the same way are told as a number.
const TOLD_ONE_BY_ONE: usize = 3;

/// Brings all cards where they have to be, and tells how.
pub(crate) fn follow(table: &mut RealTable, wanted: &Wanted<'_>, steps: &mut Vec<HandStep>) {
    let mut rows = Rows::new(table, wanted);
    let mut carried = Vec::new();
    while let Some((card, gap)) = rows.pair() {
        carried.push(rows.carry(card, gap));
    }
    while let Some(card) = rows.leaving() {
        carried.push(rows.put_away(card));
    }
    while let Some(gap) = rows.gap() {
        carried.push(rows.lay(gap));
    }
    for row in rows.rows {
        let cards = row.now.into_iter().map(|card| card.face).collect();
        table.lay_cards(row.id, row.title, cards);
    }
    tell(carried, steps);
}

/// All places where cards lie together.
struct Rows {
    rows: Vec<Row>,
}

/// Cards that lie together, now and as they have to.
struct Row {
    id: &'static str,
    title: Sentence,
    layout: Layout,
    now: Vec<Lying>,
    want: Vec<String>,
}

/// A card that lies somewhere, and its place in the end, if it stays.
struct Lying {
    face: String,
    rank: Option<usize>,
}

/// A row and a place in it.
type Spot = (usize, usize);

/// Whether a card fits into a gap.
type Fits<'a> = &'a dyn Fn(&Spot, &Spot) -> bool;

/// A card that was carried.
struct Carried {
    act: Act,
    shown_before: Option<String>,
    from: Option<Sentence>,
    to: Option<Sentence>,
    /// Where it lies in a row that goes on behind it, from 1 on.
    number: Option<usize>,
    turned: bool,
}

impl Rows {
    fn new(table: &RealTable, wanted: &Wanted<'_>) -> Rows {
        let mut rows = Vec::new();
        for cards in &wanted.cards {
            let want: Vec<String> = cards.cards.iter().map(|card| card.face.clone()).collect();
            let now = kept(table.cards(cards.id), &want);
            let title = cards.title.sentence().clone();
            rows.push(Row { id: cards.id, title, layout: cards.layout, now, want });
        }
        for (id, title, cards) in table.all_cards() {
            if rows.iter().all(|row| row.id != *id) {
                let now = kept(cards, &[]);
                rows.push(Row { id, title: title.clone(), layout: Layout::Pile, now, want: Vec::new() });
            }
        }
        Rows { rows }
    }

    /// A card that has to leave and a place for it: where the same card is wanted, where it is
    /// turned over, or, for a card that nobody knows, anywhere.
    fn pair(&self) -> Option<(Spot, Spot)> {
        let cards = self.all_leaving();
        let gaps = self.all_gaps();
        let same =
            |card: &Spot, gap: &Spot| self.face(*card) == self.wanted(*gap) && self.face(*card) != BACK;
        let turned = |card: &Spot, gap: &Spot| {
            card.0 == gap.0 && (self.face(*card) == BACK) != (self.wanted(*gap) == BACK)
        };
        let hidden = |card: &Spot, gap: &Spot| {
            card.0 != gap.0 && (self.face(*card) == BACK || self.wanted(*gap) == BACK)
        };
        let fits: [Fits<'_>; 3] = [&same, &turned, &hidden];
        fits.iter().find_map(|fits| {
            cards.iter().find_map(|card| gaps.iter().find(|gap| fits(card, gap)).map(|gap| (*card, *gap)))
        })
    }

    fn all_leaving(&self) -> Vec<Spot> {
        let rows = self.rows.iter().enumerate();
        let spots = rows.flat_map(|(index, row)| {
            let cards = row.now.iter().enumerate();
            cards.filter(|(_, card)| card.rank.is_none()).map(move |(place, _)| (index, place))
        });
        spots.collect()
    }

    fn all_gaps(&self) -> Vec<Spot> {
        let rows = self.rows.iter().enumerate();
        let spots = rows.flat_map(|(index, row)| {
            let ranks =
                (0..row.want.len()).filter(|rank| row.now.iter().all(|card| card.rank != Some(*rank)));
            ranks.map(move |rank| (index, rank))
        });
        spots.collect()
    }

    fn leaving(&self) -> Option<Spot> {
        self.all_leaving().first().copied()
    }

    fn gap(&self) -> Option<Spot> {
        self.all_gaps().first().copied()
    }

    fn face(&self, (row, place): Spot) -> &str {
        &self.rows[row].now[place].face
    }

    fn wanted(&self, (row, rank): Spot) -> &str {
        &self.rows[row].want[rank]
    }

    fn carry(&mut self, card: Spot, gap: Spot) -> Carried {
        let from = Place::Cards(self.rows[card.0].id, card.1);
        let left = self.rows[card.0].title.clone();
        let taken = self.rows[card.0].now.remove(card.1);
        let turned = card.0 == gap.0 && taken.face != self.wanted(gap);
        let laid = self.insert(gap);
        Carried {
            act: Act::Card { face: self.wanted(gap).to_owned(), from, to: laid.0 },
            shown_before: Some(taken.face),
            from: Some(left),
            to: Some(self.rows[gap.0].title.clone()),
            number: laid.1,
            turned,
        }
    }

    fn put_away(&mut self, card: Spot) -> Carried {
        let row = &mut self.rows[card.0];
        let taken = row.now.remove(card.1);
        let from = Place::Cards(row.id, card.1);
        Carried {
            act: Act::Card { face: taken.face.clone(), from, to: Place::Box },
            shown_before: Some(taken.face),
            from: Some(row.title.clone()),
            to: None,
            number: None,
            turned: false,
        }
    }

    fn lay(&mut self, gap: Spot) -> Carried {
        let (to, number) = self.insert(gap);
        Carried {
            act: Act::Card { face: self.wanted(gap).to_owned(), from: Place::Box, to },
            shown_before: None,
            from: None,
            to: Some(self.rows[gap.0].title.clone()),
            number,
            turned: false,
        }
    }

    /// Lays the card that is wanted there behind all that come before it in the end.
    fn insert(&mut self, (index, rank): Spot) -> (Place, Option<usize>) {
        let row = &mut self.rows[index];
        let before = row.now.iter().rposition(|card| card.rank.is_some_and(|other| other < rank));
        let place = before.map_or(0, |place| place + 1);
        row.now.insert(place, Lying { face: row.want[rank].clone(), rank: Some(rank) });
        let last = place + 1 == row.now.len();
        let number = (row.layout == Layout::Row && !last).then_some(place + 1);
        (Place::Cards(row.id, place), number)
    }
}

/// The cards with the places they keep: as many as can stay in their order.
fn kept(now: &[String], want: &[String]) -> Vec<Lying> {
    let mut longest = vec![vec![0_usize; want.len() + 1]; now.len() + 1];
    for (i, card) in now.iter().enumerate().rev() {
        for (j, wish) in want.iter().enumerate().rev() {
            longest[i][j] = if card == wish {
                longest[i + 1][j + 1] + 1
            } else {
                longest[i + 1][j].max(longest[i][j + 1])
            };
        }
    }
    let mut lying: Vec<Lying> = Vec::new();
    let mut rank = 0;
    for (i, card) in now.iter().enumerate() {
        while rank < want.len() && want[rank] != *card && longest[i][rank + 1] == longest[i][rank] {
            rank += 1;
        }
        let stays = rank < want.len() && want[rank] == *card;
        lying.push(Lying { face: card.clone(), rank: stays.then_some(rank) });
        rank += usize::from(stays);
    }
    lying
}

/// Tells each card, and many that go the same way together.
fn tell(carried: Vec<Carried>, steps: &mut Vec<HandStep>) {
    let mut rest = carried.into_iter().peekable();
    while let Some(first) = rest.next() {
        let mut together = vec![first];
        while let Some(next) = rest.next_if(|next| next.goes_like(&together[0])) {
            together.push(next);
        }
        if together.len() > TOLD_ONE_BY_ONE {
            let words =
                words::cards(together.len(), &together[0].from, &together[0].to, together[0].is_hidden());
            steps.push(HandStep { words, acts: together.into_iter().map(|card| card.act).collect() });
        } else {
            steps.extend(
                together.into_iter().map(|card| HandStep { words: card.words(), acts: vec![card.act] }),
            );
        }
    }
}

impl Carried {
    fn face(&self) -> &str {
        match &self.act {
            Act::Card { face, .. } => face,
            Act::Piece { .. } | Act::Chip { .. } | Act::Marker { .. } => BACK,
        }
    }

    fn is_hidden(&self) -> bool {
        self.face() == BACK
    }

    fn goes_like(&self, other: &Carried) -> bool {
        self.from == other.from
            && self.to == other.to
            && self.turned == other.turned
            && self.is_hidden() == other.is_hidden()
    }

    fn words(&self) -> Sentence {
        let known = [Some(self.face()), self.shown_before.as_deref()]
            .into_iter()
            .flatten()
            .find(|face| *face != BACK);
        words::card(known, self.is_hidden(), self.turned, &self.from, &self.to, self.number)
    }
}
