//! What a player may believe of the checkers of the other.
//!
//! At most 960 armies agree with what everybody has seen, so all of them are counted.

use kit_chess::shakmaty::{Color, Role};
use kit_play::tabletop::Spot;
use kit_play::{Chance, Game, Statement, Worlds, say};

use super::army::{Number, TYPES};
use super::{CloakAndDagger, State, View};

/// The states that differ in the army that this viewer does not know.
pub fn worlds(view: &View, most: usize, chance: &mut Chance) -> Worlds<State> {
    let hidden: Vec<Color> = hidden(view).collect();
    match hidden[..] {
        [] => Worlds::all(vec![(1.0, CloakAndDagger.imagine(view, chance))]),
        [color] if view.public.candidates.get(color).count() <= most => {
            let with = |army| {
                let mut armies = view.armies;
                *armies.get_mut(color) = Some(army);
                (1.0, State { public: view.public.clone(), armies })
            };
            Worlds::all(view.public.candidates.get(color).iter().map(with).collect())
        }
        _ => Worlds::drawn((0..most).map(|_| CloakAndDagger.imagine(view, chance))),
    }
}

/// What each checker may be that nobody has told of.
pub fn statements(view: &View) -> Vec<Statement<CloakAndDagger>> {
    let position = &view.public.position;
    let mut statements = Vec::new();
    for color in hidden(view) {
        let untold = |number: &Number| position.told(color, *number).is_none();
        for number in position.numbers(color).iter().filter(untold) {
            let Some(square) = position.square_of(color, number) else { continue };
            statements.extend(TYPES.map(|role| {
                let words = match role {
                    Role::King => say!("checker {number} is the king", number),
                    _ => say!("checker {number} is a {role}", number, role),
                };
                Statement::new(Spot::Square(square), words, move |state: &State| {
                    state.armies.get(color).is_some_and(|army| army.role(number) == Some(role))
                })
            }));
        }
    }
    statements
}

/// The colors whose armies are in place and unknown to this viewer.
fn hidden(view: &View) -> impl Iterator<Item = Color> + '_ {
    Color::ALL
        .into_iter()
        .filter(|color| *view.public.placed.get(*color) && view.armies.get(*color).is_none())
}
