//! An evening: all the paper for some games and so many people, in one file.
//!
//! In front stands what is in the file, then a score of the evening; then come the cards, whose
//! backs must lie behind their fronts, and then what is printed on one side: numbers for the
//! tables, sheets and aids.

use std::rc::Rc;

use kit_play::paper::PaperLayout;
use kit_play::sentence::{Filling, Language};
use kit_play::text::excerpt;
use kit_play::{About, Sentence, say};

use super::deck::{self, Make};
use super::faces::{Faces, HAIR};
use super::flow::{Flow, Layout};
use super::leaf::{Folio, Leaf, Part, Thing};
use super::needs::{equipment, people};
use super::paper::{Area, MM, Paper};
use super::sheets::sheet_page::SheetPage;
use super::{BadOrder, PrintError, aids, pdf, sheets};
use crate::svg::{Canvas, Lettering};
use crate::{Picture, Theme};

/// For how many people an evening can be printed.
pub const MOST_PEOPLE: usize = 64;

/// What is played by how many, and on which paper it is printed.
pub struct Order<'a> {
    /// The games, in the order in which they are played.
    pub games: &'a [&'static About],
    /// How many people come.
    pub people: usize,
    /// On which paper.
    pub paper: Paper,
}

/// How the people of an evening sit down for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seating {
    /// At how many tables.
    pub tables: usize,
    /// How many look on, because the tables are full.
    pub looking_on: usize,
}

impl Seating {
    /// As many tables as the people need and can fill.
    ///
    /// # Errors
    ///
    /// A sentence about how many people are missing.
    pub fn of(about: &About, people: usize) -> Result<Seating, BadOrder> {
        let (least, most) = (about.fewest_seats, about.seats.len());
        if people < least {
            let game = Filling::from(Sentence::plain(about.name));
            return Err(BadOrder(say!(
                "{game} needs {least} people, and there {people|one=is|other=are} only {people}",
                game,
                least,
                people
            )));
        }
        let tables = people.div_ceil(most).min(people / least.max(1)).max(1);
        Ok(Seating { tables, looking_on: people.saturating_sub(tables * most) })
    }
}

/// So many people, if an evening can be printed for them.
///
/// # Errors
///
/// A sentence that says how many can come.
pub fn people_in(text: &str) -> Result<usize, BadOrder> {
    let most = MOST_PEOPLE;
    text.parse().ok().filter(|people| (1..=most).contains(people)).ok_or_else(|| {
        let found = Filling::text(excerpt(text));
        BadOrder(say!("not a number of players: `{found}` (try a number from 1 to {most})", found, most))
    })
}

/// The evening as a PDF file.
///
/// # Errors
///
/// Fails when a game needs more people, or the rules of one cannot be read.
pub fn pdf(order: &Order, language: Option<&'static Language>) -> Result<Vec<u8>, PrintError> {
    let faces = Faces::for_language(language);
    pdf::write(&folio(order, &faces)?, &faces)
}

/// The evening as leaves.
///
/// # Errors
///
/// Fails when a game needs more people, or the rules of one cannot be read.
pub fn folio(order: &Order, faces: &Faces) -> Result<Folio, PrintError> {
    let seated = order.games.iter().map(|about| Ok((*about, Seating::of(about, order.people)?)));
    let evening = Evening { order, faces, games: seated.collect::<Result<_, BadOrder>>()? };
    let stacks = evening.stacks()?;
    // How many pages the front has tells on which pages the rest is, and stands in the front.
    let count = evening.front(&stacks, 0).leaves.len();
    let mut folio = evening.front(&stacks, count);
    for stack in &stacks {
        folio.begin(stack.name.clone(), stack.place);
        let first = folio.leaves.len();
        for (pages, copies) in &stack.pages {
            (0..*copies).for_each(|_| folio.append(pages));
        }
        if let Some(leaf) = folio.leaves.get_mut(first) {
            leaf.places.push((stack.place.to_owned(), 0.0));
        }
    }
    Ok(folio)
}

/// What an evening is made from.
struct Evening<'a> {
    order: &'a Order<'a>,
    faces: &'a Faces,
    games: Vec<(&'static About, Seating)>,
}

/// Pages of one kind, which lie together.
struct Stack {
    /// What they are, for the outline.
    name: String,
    /// The name of the place where they begin.
    place: &'static str,
    /// What the front says of them.
    words: String,
    /// The pages, each with how often it is there.
    pages: Vec<(Folio, usize)>,
}

impl Stack {
    fn count(&self) -> usize {
        self.pages.iter().map(|(pages, copies)| pages.leaves.len() * copies).sum()
    }
}

impl Evening<'_> {
    /// At how many tables the most people sit at once.
    fn tables(&self) -> usize {
        self.games.iter().map(|(_, seating)| seating.tables).max().unwrap_or(1)
    }

    /// How many decks are in use at once.
    fn decks(&self) -> usize {
        let with_cards = self.games.iter().filter(|(about, _)| !about.needs.cards.is_empty());
        with_cards.map(|(_, seating)| seating.tables).max().unwrap_or(0)
    }

    /// Everything behind the front, in order.
    fn stacks(&self) -> Result<Vec<Stack>, PrintError> {
        let faces = self.faces;
        let mut stacks = Vec::new();
        let paper = self.order.paper;
        let decks = self.decks();
        if decks > 0 {
            let order = deck::Order { paper, make: Make::Standard, checkers: 4, backs: true };
            stacks.push(Stack {
                name: faces.says(&say!("The chess deck")),
                place: "evening.deck",
                words: faces.says(&say!(
                    "the chess deck, {decks} {decks|one=time|other=times}; print these pages on both sides, turned \
                     over the long edge, and cut the cards",
                    decks
                )),
                pages: vec![(deck::cards(&order, faces), decks)],
            });
            let games: Vec<&About> = self.games.iter().map(|(about, _)| *about).collect();
            stacks.push(Stack {
                name: faces.says(&say!("The cards")),
                place: "evening.cards",
                words: faces
                    .says(&say!("which playing cards stand for pieces, and which game needs which cards")),
                pages: vec![(deck::add_tables(Folio::default(), paper, &games, faces), 1)],
            });
        }
        stacks.push(Stack {
            name: faces.says(&say!("Table numbers")),
            place: "evening.tables",
            words: faces.says(&say!("numbers for the tables; cut them apart and fold them, and they stand")),
            pages: vec![(self.table_numbers(), 1)],
        });
        let with_sheet: Vec<_> = self.games.iter().filter(|(about, _)| about.sheet.is_some()).collect();
        if !with_sheet.is_empty() {
            let page = |(about, seating): &(&'static About, Seating)| {
                let copies = if is_for_each_person(about) { self.order.people } else { seating.tables };
                Ok((sheets::folio(&[*about], paper, faces)?, copies))
            };
            stacks.push(Stack {
                name: faces.says(&say!("Sheets")),
                place: "evening.sheets",
                words: self.sheets_in_words(&with_sheet),
                pages: with_sheet.iter().map(|game| page(game)).collect::<Result<_, PrintError>>()?,
            });
        }
        stacks.push(Stack {
            name: faces.says(&say!("Player aids")),
            place: "evening.aids",
            words: faces
                .says(&say!("an aid of every game for everybody, two on a page, to cut apart and to keep")),
            pages: self.aids()?,
        });
        Ok(stacks)
    }

    /// What the sheets are, and whose.
    fn sheets_in_words(&self, games: &[&(&'static About, Seating)]) -> String {
        let names = |wanted: bool| {
            let games = games.iter().filter(|(about, _)| is_for_each_person(about) == wanted);
            let names: Vec<Sentence> = games.map(|(about, _)| Sentence::plain(about.name)).collect();
            (!names.is_empty()).then(|| Filling::all_of(names))
        };
        let words = match (names(true), names(false)) {
            (Some(own), Some(shared)) => {
                say!("sheets of {own} for everybody, and of {shared} for every table", own, shared)
            }
            (Some(own), None) => say!("sheets of {own} for everybody", own),
            (None, Some(shared)) => say!("sheets of {shared} for every table", shared),
            (None, None) => Sentence::plain(""),
        };
        self.faces.says(&words)
    }

    /// An aid of each game for each person, two on a page.
    fn aids(&self) -> Result<Vec<(Folio, usize)>, PrintError> {
        let each = self.order.games.iter().flat_map(|about| std::iter::repeat_n(*about, self.order.people));
        let all: Vec<&'static About> = each.collect();
        let pages: Vec<&[&'static About]> = all.chunks(2).collect();
        let page = |same: &[&[&'static About]]| {
            let games = same.first().copied().unwrap_or_default();
            Ok((aids::folio(games, self.order.paper, self.faces)?, same.len()))
        };
        let ids = |page: &[&'static About]| page.iter().map(|about| about.id).collect::<Vec<_>>();
        pages.chunk_by(|one, other| ids(one) == ids(other)).map(page).collect()
    }

    /// A number for each table, two on a page, each to be folded in its middle.
    fn table_numbers(&self) -> Folio {
        let mut folio = Folio::default();
        let numbers: Vec<usize> = (1..=self.tables()).collect();
        let halves = self.order.paper.extent().area().cells(1, 2, 0.0);
        for numbers in numbers.chunks(2) {
            let mut leaf = Leaf::new(self.order.paper.extent());
            for (number, half) in numbers.iter().zip(&halves) {
                self.draw_number(&mut folio, &mut leaf, *number, *half);
            }
            if let [upper, ..] = halves.as_slice() {
                leaf.rule((0.0, upper.bottom()), (upper.right(), upper.bottom()), HAIR, 0.5);
            }
            folio.leaves.push(leaf);
        }
        folio
    }

    /// A number on both sides of a fold, so that it can be read from both when it stands.
    fn draw_number(&self, folio: &mut Folio, leaf: &mut Leaf, number: usize, half: Area) {
        let words = self.faces.says(&say!("Table {number}", number));
        let picture = Rc::new(number_picture(&words));
        for (side, quarters) in half.cells(1, 2, 0.0).into_iter().zip([2, 0]) {
            let side = side.inside(15.0 * MM, 8.0 * MM);
            let scale = (side.width / picture.width as f32).min(side.height / picture.height as f32);
            let (width, height) = (picture.width as f32 * scale, picture.height as f32 * scale);
            let (x, y) = (side.x + (side.width - width) / 2.0, side.y + (side.height - height) / 2.0);
            let part = folio.part(Part::Figure(words.clone()));
            let area = Area { x, y, width, height };
            leaf.push(Some(part), Thing::Picture { area, quarters, picture: picture.clone() });
        }
        // The fold, beside what is printed.
        let middle = half.y + half.height / 2.0;
        for x in [half.x + 5.0 * MM, half.right() - 15.0 * MM] {
            leaf.hair((x, middle), (x + 10.0 * MM, middle));
        }
    }

    /// The plan of the evening, what is in the file, and the score, on an even number of pages, so
    /// that the cards begin on the front of a sheet.
    fn front(&self, stacks: &[Stack], before: usize) -> Folio {
        let mut folio = self.score(self.plan(stacks, before));
        if !folio.leaves.len().is_multiple_of(2) {
            folio.leaves.push(Leaf::new(self.order.paper.extent()));
        }
        folio
    }

    fn plan(&self, stacks: &[Stack], before: usize) -> Folio {
        let faces = self.faces;
        let language = faces.language();
        let (extent, people_here) = (self.order.paper.extent(), self.order.people);
        let title = faces.says(&say!("An evening of chess games"));
        let subject = faces.says(&say!("Everything on paper for some games, to print and to cut"));
        let body = extent.area().inside(26.0 * MM, 20.0 * MM);
        let layout = Layout { extent, body, columns: 1, size: 10.4, board: 60.0 * MM };
        let mut flow = Flow::new(faces, layout, Folio::new(title.clone(), subject));
        flow.heading(1, &title, "evening");
        let (games, tables) = (self.games.len(), self.tables());
        flow.paragraph(&faces.says(&say!(
            "For {people} {people|one=person|other=people}: {games} {games|one=game|other=games} at up to {tables} \
             {tables|one=table|other=tables}, each with a chess set. The minutes are for players who know the rules.",
            people = people_here,
            games,
            tables
        )));
        let head =
            [say!("game"), say!("people"), say!("tables"), say!("minutes"), say!("beside a chess set")];
        let mut rows = vec![head.iter().map(|cell| faces.says(cell)).collect::<Vec<String>>()];
        for (about, seating) in &self.games {
            let Seating { tables, looking_on } = *seating;
            let tables = if looking_on == 0 {
                say!("{tables}", tables)
            } else {
                say!("{tables}, and {looking_on} {looking_on|one=looks|other=look} on", tables, looking_on)
            };
            rows.push(vec![
                faces.text(about.name).to_owned(),
                people(about, language),
                faces.says(&tables),
                about.needs.minutes.to_string(),
                equipment(about, language).unwrap_or_default(),
            ]);
        }
        flow.table(&rows, &[2.2, 0.9, 1.2, 1.0, 3.4]);
        flow.heading(2, &faces.says(&say!("What is in this file")), "evening.pages");
        let mut first = before + 1;
        for (number, stack) in stacks.iter().enumerate() {
            let last = first + stack.count() - 1;
            let words = Filling::text(&stack.words);
            let entry = if first == last {
                say!("**Page {first}:** {words}.", first, words)
            } else {
                say!("**Pages {first} to {last}:** {words}.", first, last, words)
            };
            flow.entry(&faces.says(&entry), "•", number == 0);
            first = last + 1;
        }
        flow.paragraph(&faces.says(&say!(
            "All but the deck is printed on one side. Print at 100 %, so that the cards come out in their size."
        )));
        flow.finish().0
    }

    /// The score of the evening: a row for each game, and a column for each person.
    fn score(&self, mut folio: Folio) -> Folio {
        const MOST_BESIDE: usize = 8;
        const ROW: f32 = 12.0 * MM;
        let faces = self.faces;
        let blocks = self.order.people.div_ceil(MOST_BESIDE);
        let beside = self.order.people.div_ceil(blocks);
        let mut rows = vec![vec![faces.says(&say!("name"))]];
        rows.extend(self.games.iter().map(|(about, _)| vec![faces.text(about.name).to_owned()]));
        rows.push(vec![faces.says(&say!("total"))]);
        let height = rows.len() as f32 * ROW;
        let widths: Vec<f32> = std::iter::once(3.4).chain(std::iter::repeat_n(1.2, beside)).collect();
        let mut left = blocks;
        while left > 0 {
            let mut page = SheetPage::new(&mut folio, self.order.paper, faces);
            let lead =
                faces.says(&say!("A point for a win, half of one for a draw; or the points of the game."));
            page.title(&faces.says(&say!("Score of the evening")), "evening.score", &lead);
            let room = page.body.bottom() - page.y;
            let here = (((room + 8.0 * MM) / (height + 8.0 * MM)) as usize).clamp(1, left);
            for _ in 0..here {
                let height = height.min(room);
                page.ruled(Area { y: page.y, height, ..page.body }, &rows, &widths);
                page.y += height + 8.0 * MM;
            }
            let leaf = page.leaf;
            folio.leaves.push(leaf);
            left -= here;
        }
        folio
    }
}

/// Whether the sheet of a game is for notes that each player keeps, and not for the middle of the table.
fn is_for_each_person(about: &About) -> bool {
    match about.sheet.map(|sheet| sheet.layout) {
        Some(PaperLayout::Boards { .. } | PaperLayout::Grids { .. }) => true,
        Some(
            PaperLayout::Scores { .. }
            | PaperLayout::Captures { .. }
            | PaperLayout::Track { .. }
            | PaperLayout::Cards { .. },
        )
        | None => false,
    }
}

/// Large words for everybody in the room.
fn number_picture(words: &str) -> Picture {
    let (width, height) = (180.0, 52.0);
    let mut canvas = Canvas::new();
    let ink = Theme::PRINT.ink;
    canvas.text([width / 2.0, 41.0], words, Lettering::new(46.0, ink).bold().centered());
    canvas.into_picture([width, height], "Table", words.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_fill_tables() {
        let game = |fewest_seats, seats| About { fewest_seats, seats, ..About::USUAL };
        let (two, four) = (game(2, &["a", "b"]), game(4, &["a", "b", "c", "d"]));
        let any = game(1, &["a", "b", "c", "d"]);
        for (about, people, tables, looking_on) in [
            (&two, 2, 1, 0),
            (&two, 4, 2, 0),
            (&two, 5, 2, 1),
            (&four, 5, 1, 1),
            (&four, 8, 2, 0),
            (&any, 1, 1, 0),
            (&any, 5, 2, 0),
        ] {
            let seating = Seating { tables, looking_on };
            assert_eq!(Seating::of(about, people), Ok(seating), "{people}");
        }
        let lonely = Seating::of(&About { name: "Duel", ..two }, 1).map_err(|bad| bad.to_string());
        assert_eq!(lonely, Err("Duel needs 2 people, and there is only 1".to_owned()));
    }

    #[test]
    fn numbers_of_people_are_read() {
        assert_eq!(people_in("4"), Ok(4));
        for bad in ["0", "65", "-1", "many", ""] {
            let words = format!("not a number of players: `{bad}` (try a number from 1 to 64)");
            assert_eq!(people_in(bad).map_err(|bad| bad.to_string()), Err(words));
        }
    }
}
