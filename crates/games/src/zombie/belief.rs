//! What a player may believe of where the other has buried.

use kit_chess::shakmaty::{Bitboard, Board, ByColor, Color, Role};
use kit_play::tabletop::Spot;
use kit_play::{Chance, Game, Statement, Worlds, say};

use super::{State, View, Zombie};

/// The states that differ in the grid that this viewer does not know: all of them while they are
/// few.
pub fn worlds(view: &View, most: usize, chance: &mut Chance) -> Worlds<State> {
    let hidden: Vec<Color> = hidden(view).collect();
    let grids = match hidden[..] {
        [] => return Worlds::all(vec![(1.0, Zombie.imagine(view, chance))]),
        [burier] => grids(view, burier, most, chance).map(|grids| (burier, grids)),
        _ => None,
    };
    let Some((burier, grids)) = grids else {
        return Worlds::drawn((0..most).map(|_| Zombie.imagine(view, chance)));
    };
    let with = |(weight, grid): (f64, Board)| {
        let graves = ByColor::new_with(|color| {
            if color == burier {
                grid.clone()
            } else {
                view.graves.get(color).clone().unwrap_or_else(Board::empty)
            }
        });
        (weight, State { public: view.public.clone(), graves })
    };
    Worlds::all(grids.into_iter().map(with).collect())
}

/// All grids that a color may have, and in how many ways each comes about; nothing where there are
/// too many.
// Bodies of one kind cannot be told apart, but were buried one by one.
fn grids(view: &View, burier: Color, most: usize, chance: &mut Chance) -> Option<Vec<(f64, Board)>> {
    let position = &view.public.position;
    let fits = |grave: &Board| position.turn != burier || position.has_action(grave);
    let (mut found, mut ways): (Vec<(f64, Board)>, usize) = (Vec::new(), 0);
    let mut count = |grave: &Board| {
        ways += 1;
        if fits(grave) {
            match found.iter_mut().find(|(_, known)| known == grave) {
                Some((weight, _)) => *weight += 1.0,
                None => found.push((1.0, grave.clone())),
            }
        }
        ways > most
    };
    let ground = view.public.grounds.get(burier);
    // Where nothing is known of many bodies, it is not worth counting.
    let room: f64 = ground.burials.iter().map(|burial| burial.places.count() as f64).product();
    if room > 20.0 * most as f64 {
        return None;
    }
    let cut_short = ground.imagined(!burier, Bitboard::EMPTY, chance, &mut count).is_some();
    (!cut_short && !found.is_empty()).then_some(found)
}

/// Where bodies may lie, and which.
pub fn statements(view: &View) -> Vec<Statement<Zombie>> {
    let mut statements = Vec::new();
    for burier in hidden(view) {
        let burials = &view.public.grounds.get(burier).burials;
        let places = burials.iter().fold(Bitboard::EMPTY, |places, burial| places | burial.places);
        for square in places {
            let here = say!("a body lies here");
            let lies = move |state: &State| state.graves.get(burier).piece_at(square).is_some();
            statements.push(Statement::new(Spot::Square(square), here, lies));
            let kinds = Role::ALL.into_iter().filter(|role| {
                burials.iter().any(|burial| burial.role == *role && burial.places.contains(square))
            });
            statements.extend(kinds.map(|role| {
                let body = role.of(!burier);
                let lies = move |state: &State| state.graves.get(burier).piece_at(square) == Some(body);
                Statement::new(Spot::Square(square), say!("a {piece} lies here", piece = body), lies)
            }));
        }
    }
    statements
}

/// The colors whose grids are unknown to this viewer.
fn hidden(view: &View) -> impl Iterator<Item = Color> + '_ {
    Color::ALL.into_iter().filter(|color| view.graves.get(*color).is_none())
}
