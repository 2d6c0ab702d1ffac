//! A tool for those who play with wood: it keeps both disguises and answers questions.
//!
//! It does not know where the pieces stand, so whoever asks says how the capture would go; there are only
//! five ways [masquerade.fit].

use kit_chess::shakmaty::{Board, ByColor, Color, Square};
use kit_play::sentence::Filling;
use kit_play::tabletop::{Cell, Grid, GridRow, Offer, Part, Prompt, Spot, Tabletop};
use kit_play::tool::{Bench, Tool};
use kit_play::{Sentence, Tell, Viewer, say};

use super::disguise::{Disguise, Kind};
use super::position::fit;
use super::tabletop::{circled, grid, letter};
use super::{Fact, player};
use crate::sides::color_of;

pub const KEEPER: Tool = Tool {
    id: "keeper",
    name: "Masks",
    blurb: "Keeps both grids and answers \u{201c}Capture?\u{201d} with yes or no.",
    bench: Some(|| Box::new(Keeper::default())),
};

/// How a capture goes: a word for it, and two squares between which it does.
const WAYS: [(&str, Square, Square); 5] = [
    ("next", Square::A1, Square::A2),
    ("corner", Square::A1, Square::B2),
    ("line", Square::A1, Square::A3),
    ("diagonal", Square::A1, Square::C3),
    ("leap", Square::A1, Square::B3),
];

/// The ways as a narrow column can show them.
const SIGNS: [&str; 5] = ["1+", "1×", "2+", "2×", "L"];

fn way_label(way: usize) -> Sentence {
    match way {
        0 => say!("next square, straight"),
        1 => say!("next square, diagonal"),
        2 => say!("farther, straight"),
        3 => say!("farther, diagonal"),
        _ => say!("a knight's leap"),
    }
}

/// Where questions of a color are asked.
fn asking(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}

#[derive(Default)]
struct Keeper {
    /// How the pieces of a color capture.
    disguises: ByColor<Option<Disguise>>,
    /// What was answered to each color, by kind and way.
    answers: ByColor<[[Option<bool>; 5]; 5]>,
}

impl Keeper {
    fn is_ready(&self) -> bool {
        self.disguises.iter().all(Option::is_some)
    }
}

impl Bench for Keeper {
    fn offers(&self, viewer: Viewer) -> Vec<Offer> {
        match viewer {
            Viewer::Seat(seat) if self.disguises.get(!color_of(seat)).is_none() => {
                Disguise::all().map(choice).collect()
            }
            Viewer::Public if self.is_ready() => {
                let questions = |color: Color| Kind::ALL.into_iter().flat_map(move |kind| asked(color, kind));
                Color::ALL.into_iter().flat_map(questions).collect()
            }
            Viewer::Seat(_) | Viewer::Public => Vec::new(),
        }
    }

    fn act(&mut self, viewer: Viewer, action: &str) -> Sentence {
        if let (Viewer::Seat(seat), Some(disguise)) = (viewer, Disguise::read(action)) {
            *self.disguises.get_mut(!color_of(seat)) = Some(disguise);
            return Fact::Locked(color_of(seat)).tell();
        }
        let found = Color::ALL.into_iter().find_map(|color| {
            let kind = Kind::ALL.into_iter().find(|kind| action.starts_with(&prefix(color, *kind)))?;
            let way = WAYS.iter().position(|(way, ..)| action.ends_with(way))?;
            Some((color, kind, way, (*self.disguises.get(color))?))
        });
        let Some((color, kind, way, disguise)) = found else { return Sentence::default() };
        // [masquerade.answer] Yes or no and nothing more.
        let (_, from, to) = WAYS[way];
        let granted = fit(&Board::empty(), from, to).contains(disguise.capture_of(kind));
        self.answers.get_mut(color)[kind as usize][way] = Some(granted);
        let (piece, way) = (kind.role().of(color), way_label(way));
        if granted {
            say!("May the {piece} take ({way})? Yes.", piece, way)
        } else {
            say!("May the {piece} take ({way})? No.", piece, way)
        }
    }

    fn tabletop(&self, viewer: Viewer) -> Tabletop {
        let (words, rule) = match viewer {
            Viewer::Seat(seat) if self.disguises.get(!color_of(seat)).is_none() => (
                say!(
                    "Decide how {seat}'s pieces capture: circle one box in each row and each column.",
                    seat = player(!color_of(seat))
                ),
                "masquerade.disguise",
            ),
            Viewer::Seat(_) => (say!("Your grid is locked."), "masquerade.lock"),
            Viewer::Public if self.is_ready() => {
                (say!("Which piece asks, and how would it take?"), "masquerade.fit")
            }
            Viewer::Public => (say!("Each player fills a grid in secret."), "masquerade.disguise"),
        };
        let parts = match viewer {
            Viewer::Seat(seat) => {
                let color = !color_of(seat);
                let title = say!("How {seat}'s pieces capture", seat = player(color));
                let disguise = *self.disguises.get(color);
                vec![Part::Grid(grid("mask", title, true, |kind, capture| {
                    disguise.map_or(Cell::Blank, |disguise| circled(disguise, kind, capture))
                }))]
            }
            Viewer::Public if self.is_ready() => {
                Color::ALL.map(|color| Part::Grid(self.asked_by(color))).to_vec()
            }
            Viewer::Public => Vec::new(),
        };
        let prompt = Prompt { words, rule: Some(rule), ..Prompt::default() };
        Tabletop { prompt, parts, ..Tabletop::default() }
    }
}

impl Keeper {
    /// The questions of a color and their answers.
    fn asked_by(&self, color: Color) -> Grid {
        let cell = |answer: &Option<bool>| match answer {
            None => Cell::Blank,
            Some(true) => Cell::Circle,
            Some(false) => Cell::Cross,
        };
        let row = |kind: Kind| GridRow {
            label: letter(kind),
            cells: self.answers.get(color)[kind as usize].iter().map(cell).collect(),
            note: Sentence::default().into(),
        };
        Grid {
            id: asking(color),
            title: say!("{seat} asks", seat = player(color)).into(),
            private: false,
            columns: SIGNS.map(|sign| say!("{sign}", sign = Filling::text(sign))).to_vec(),
            rows: Kind::ALL.map(row).to_vec(),
            note: None,
            axes: Some([
                say!("piece").into(),
                say!("1 next, 2 farther, + straight, × diagonal, L leap").into(),
            ]),
        }
    }
}

fn choice(disguise: Disguise) -> Offer {
    let circle = |kind: Kind| Spot::Cell("mask", kind as usize, disguise.capture_of(kind) as usize);
    Offer {
        action: disguise.to_string(),
        gesture: Kind::ALL.map(circle).to_vec(),
        label: say!("captures: {pairs}", pairs = disguise.words()).into(),
        preview: None,
        asks: None,
    }
}

fn prefix(color: Color, kind: Kind) -> String {
    format!("{} {} ", asking(color), kind.letter())
}

/// The questions of one kind.
fn asked(color: Color, kind: Kind) -> impl Iterator<Item = Offer> {
    WAYS.into_iter().enumerate().map(move |(index, (way, ..))| Offer {
        action: format!("{}{way}", prefix(color, kind)),
        gesture: vec![Spot::Cell(asking(color), kind as usize, index), Spot::Word("ask")],
        label: say!("{piece}: {way}", piece = Filling::from(kind.role().of(color)), way = way_label(index))
            .into(),
        preview: None,
        asks: None,
    })
}
