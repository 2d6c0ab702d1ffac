//! A tool for those who play with wood: it keeps both armies, judges guesses and names what was taken.

use kit_chess::shakmaty::{ByColor, Color, Role};
use kit_play::sentence::Label;
use kit_play::tabletop::{Cell, Grid, GridRow, Offer, Part, Prompt, Spot, Tabletop};
use kit_play::tool::{Bench, Tool};
use kit_play::{Sentence, Tell, Viewer, say};

use super::army::{Army, Number, Numbers, TYPES, type_named};
use super::tabletop::{ARMY, circled, grid};
use super::{Fact, player};
use crate::sides::color_of;

pub const KEEPER: Tool = Tool {
    id: "keeper",
    name: "Cloaked armies",
    blurb: "Keeps both armies, says whether a guess is right, and names a checker that was captured.",
    bench: Some(|| Box::new(Keeper::default())),
};

/// Where the checkers of a color are asked about.
fn asking(color: Color) -> &'static str {
    color.fold_wb("white-army", "black-army")
}

#[derive(Default)]
struct Keeper {
    armies: ByColor<Option<Army>>,
    /// What everybody knows.
    open: ByColor<Numbers>,
    /// Wrong guesses by number, as bits of the types.
    wrong: ByColor<[u8; 8]>,
}

impl Bench for Keeper {
    fn offers(&self, viewer: Viewer) -> Vec<Offer> {
        match viewer {
            Viewer::Seat(seat) if self.armies.get(color_of(seat)).is_none() => {
                Army::all().iter().map(choice).collect()
            }
            Viewer::Public if self.is_ready() => {
                Color::ALL.into_iter().flat_map(|color| self.asked(color)).collect()
            }
            Viewer::Seat(_) | Viewer::Public => Vec::new(),
        }
    }

    fn act(&mut self, viewer: Viewer, action: &str) -> Sentence {
        if let (Viewer::Seat(seat), Some(army)) = (viewer, Army::read(action)) {
            *self.armies.get_mut(color_of(seat)) = Some(army);
            return Fact::Placed(color_of(seat)).tell();
        }
        let mut words = action.split(' ');
        let color = Color::ALL.into_iter().find(|color| Some(asking(*color)) == words.clone().next());
        let number = words.nth(1).and_then(|word| Number::read(word.chars().next()?));
        let named = words.next().and_then(|word| type_named(word.chars().next()?));
        let (Some(color), Some(number)) = (color, number) else { return Sentence::default() };
        let Some(role) = self.armies.get(color).and_then(|army| army.role(number)) else {
            return Sentence::default();
        };
        let seat = player(color);
        let Some(guess) = named else {
            // [cloak.capture] Everybody is told what it was.
            self.open.get_mut(color).insert(number);
            return say!("{seat}'s checker {number} was a {role}.", seat, number, role);
        };
        // [cloak.guess] Right or wrong and nothing more.
        if guess == role {
            self.open.get_mut(color).insert(number);
            return say!("{seat}'s checker {number} is a {guess}: right.", seat, number, guess);
        }
        self.wrong.get_mut(color)[number.index()] |= 1 << place(guess);
        say!("{seat}'s checker {number} is a {guess}: wrong.", seat, number, guess)
    }

    fn tabletop(&self, viewer: Viewer) -> Tabletop {
        let (words, rule) = match viewer {
            Viewer::Seat(seat) if self.armies.get(color_of(seat)).is_none() => {
                (say!("Place your army: give each number a type."), "cloak.army")
            }
            Viewer::Seat(_) => (say!("Your army is in place."), "cloak.lock"),
            Viewer::Public if self.is_ready() => {
                (say!("Which checker is guessed, or was captured?"), "cloak.guess")
            }
            Viewer::Public => (say!("Each player places an army in secret."), "cloak.army"),
        };
        let parts = match viewer {
            Viewer::Seat(seat) => {
                let army = self.armies.get(color_of(seat)).unwrap_or(Army::NONE);
                let title = say!("Your army ({color})", color = color_of(seat));
                vec![Part::Grid(grid(ARMY, title, true, |number, role| circled(&army, number, role)))]
            }
            Viewer::Public if self.is_ready() => {
                Color::ALL.map(|color| Part::Grid(self.known(color))).to_vec()
            }
            Viewer::Public => Vec::new(),
        };
        let prompt = Prompt { words, rule: Some(rule), ..Prompt::default() };
        Tabletop { prompt, parts, ..Tabletop::default() }
    }
}

fn place(role: Role) -> usize {
    TYPES.iter().position(|kind| *kind == role).unwrap_or_default()
}

fn choice(army: &Army) -> Offer {
    let cell = |number: Number| Spot::Cell(ARMY, army.role(number).map_or(0, place), number.index());
    Offer {
        action: army.to_string(),
        gesture: Number::all().map(cell).collect(),
        label: say!("place {army}", army = army.words()).into(),
        preview: None,
        asks: None,
    }
}

impl Keeper {
    fn is_ready(&self) -> bool {
        self.armies.iter().all(Option::is_some)
    }

    /// What may be asked of the checkers of a color.
    fn asked(&self, color: Color) -> impl Iterator<Item = Offer> + '_ {
        let cloaked = Number::all().filter(move |number| !self.open.get(color).contains(*number));
        cloaked.flat_map(move |number| {
            let cell = move |row| Spot::Cell(asking(color), row, number.index());
            let (seat, prefix) = (player(color), format!("{} {number}", asking(color)));
            let taken = Offer {
                action: prefix.clone(),
                gesture: vec![cell(TYPES.len()), Spot::Word("ask")],
                label: say!("{seat}'s checker {number} was captured: what was it?", seat = &seat, number)
                    .into(),
                preview: None,
                asks: None,
            };
            let guess = move |role: Role| Offer {
                action: format!("{prefix} {}", role.upper_char()),
                gesture: vec![cell(place(role)), Spot::Word("ask")],
                label: say!("{seat}'s checker {number} is a {role}", seat = &seat, number, role).into(),
                preview: None,
                asks: None,
            };
            TYPES.into_iter().map(guess).chain([taken])
        })
    }

    /// What was guessed and named.
    fn known(&self, color: Color) -> Grid {
        let army = self.armies.get(color).unwrap_or(Army::NONE);
        let (open, wrong) = (*self.open.get(color), self.wrong.get(color));
        let mut known =
            grid(asking(color), say!("{seat}'s checkers", seat = player(color)), false, |number, role| {
                match circled(&army, number, role) {
                    cell if open.contains(number) => cell,
                    _ if wrong[number.index()] & 1 << place(role) != 0 => Cell::Cross,
                    _ => Cell::Blank,
                }
            });
        known.rows.push(GridRow {
            label: say!("captured"),
            cells: vec![Cell::Blank; 8],
            note: Label::default(),
        });
        known
    }
}
