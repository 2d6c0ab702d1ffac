//! What a player may believe of the masks of the own pieces.
//!
//! The answers leave at most 120 ways to wear the masks, so all of them are counted.

use kit_chess::shakmaty::{ByColor, Color};
use kit_play::tabletop::Spot;
use kit_play::{Chance, Game, Statement, Worlds, say};

use super::disguise::{Disguise, Kind};
use super::{Masquerade, State, View};

/// The states that differ in the masks that this viewer does not know.
pub fn worlds(view: &View, most: usize, chance: &mut Chance) -> Worlds<State> {
    let hidden: Vec<Color> = Color::ALL.into_iter().filter(|color| is_hidden(view, *color)).collect();
    match hidden[..] {
        [] => Worlds::all(vec![(1.0, Masquerade.imagine(view, chance))]),
        [color] => {
            let candidates = view.public.position.candidates.get(color);
            let wearing = |disguise: Disguise| {
                let disguises = ByColor::new_with(|other| {
                    if other == color { Some(disguise) } else { *view.disguises.get(other) }
                });
                (1.0, State { public: view.public.clone(), disguises })
            };
            Worlds::all(
                Disguise::all().filter(|disguise| candidates.contain(*disguise)).map(wearing).collect(),
            )
        }
        // The public knows neither.
        _ => Worlds::drawn((0..most).map(|_| Masquerade.imagine(view, chance))),
    }
}

/// How each kind of piece may capture whose mask is hidden.
pub fn statements(view: &View) -> Vec<Statement<Masquerade>> {
    let mut statements = Vec::new();
    for color in Color::ALL.into_iter().filter(|color| is_hidden(view, *color)) {
        let grid = match (view.color(), color) {
            (Some(_), _) => "own",
            (None, Color::White) => "white-masks",
            (None, Color::Black) => "black-masks",
        };
        for kind in Kind::ALL {
            statements.extend(Kind::ALL.map(|capture| {
                let words = match view.color() {
                    Some(_) => say!(
                        "your {piece} captures like a {other}",
                        piece = kind.role(),
                        other = capture.role()
                    ),
                    None => say!(
                        "the {piece} captures like a {other}",
                        piece = kind.role().of(color),
                        other = capture.role()
                    ),
                };
                Statement::new(
                    Spot::Cell(grid, kind as usize, capture as usize),
                    words,
                    move |state: &State| {
                        state.disguises.get(color).is_some_and(|worn| worn.capture_of(kind) == capture)
                    },
                )
            }));
        }
    }
    statements
}

/// Whether there are masks that this viewer does not know.
fn is_hidden(view: &View, color: Color) -> bool {
    *view.public.locked.get(!color) && view.disguises.get(color).is_none()
}
